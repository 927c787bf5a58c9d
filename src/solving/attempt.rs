//! One attempt at a puzzle: the question, the cards played, and what is known of them.
//!
//! It knows nothing of the window or the engine: it is told what was clicked and what was found out, and
//! says what it wants to know.

use super::luck::{Kept, Luck};
use super::thinking::{Line, Step, Thought};
use crate::cards::{Card, Dice};
use crate::deal::{Play, Position, Problem, View};
use crate::puzzle::question::{self, Attempt as Finding, Given};
use crate::puzzle::{Asks, Puzzle};
use crate::rules::{Goal, Seat, Side};
use crate::search::adversary::{Judged, reveal};
use crate::search::proof::{Claim, ProofError, unseen};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// What the person does just now.
///
/// ```
/// use kiebitz::{puzzle::bundled, solving::attempt::{Attempt, Stage}};
/// let (name, puzzle) = bundled().next().unwrap();
/// let mut attempt = Attempt::new(puzzle, name.into()).unwrap();
/// attempt.begin();
/// assert_eq!(attempt.stage, Stage::Playing);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Answers the question.
    Asking,
    /// Plays.
    Playing,
}

/// How many steps a hint has: what to look at, which suit, which card.
pub const HINTS: u8 = 3;

/// What helps the person, and whether it was used.
///
/// ```
/// use kiebitz::{puzzle::bundled, solving::attempt::{Attempt, HINTS}};
/// let (name, puzzle) = bundled().next().unwrap();
/// let attempt = Attempt::new(puzzle, name.into()).unwrap();
/// // Nothing is given away at the beginning.
/// assert!(attempt.help.hint == 0 && attempt.help.hint < HINTS && !attempt.help.helped);
/// ```
#[derive(Debug, Default)]
pub struct Help {
    /// How far the hint has gone, 0 to [`HINTS`].
    pub hint: u8,
    /// Whether the next card clicked is one to be explained.
    pub asks_why: bool,
    /// Whether the solution is shown.
    pub solution: bool,
    /// Whether a hint, an explanation, a best card or the solution was asked for before the end. Starting over does not undo it.
    pub helped: bool,
    /// How often the win was let go and taken back.
    pub slips: u32,
}

/// What the engine has found.
struct Found {
    /// Whether what the person wants is forced, after each number of cards.
    verdicts: Vec<Option<bool>>,
    judged: Option<Vec<Judged>>,
    best: Option<Card>,
}

/// What is about to happen at the table.
struct Flow {
    /// When the puzzle was laid out.
    begun: Instant,
    /// Plays the best card as soon as it is known.
    wants_best: bool,
    /// Cards of the others that have been chosen and not yet been laid down.
    coming: VecDeque<Card>,
    last_card: Instant,
    /// Whether the engine has to be asked.
    curious: bool,
    /// Whether it was stopped.
    halted: bool,
}

/// One attempt.
///
/// ```
/// use kiebitz::{puzzle::Puzzle, solving::attempt::Attempt};
/// let position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let mut attempt = Attempt::new(Puzzle::new(position), "two cards".into()).unwrap();
/// attempt.begin();
/// attempt.play("CJ".parse().unwrap()).unwrap();
/// assert_eq!((attempt.played(), attempt.is_persons_turn()), (1, false));
/// attempt.take_back();
/// assert_eq!(attempt.played(), 0);
/// ```
pub struct Attempt {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Under which its progress is kept.
    pub key: String,
    /// What is asked for.
    pub stage: Stage,
    /// The answer that is being put together.
    pub given: Given,
    /// What became of the last answer.
    pub finding: Option<Finding>,
    /// What helps the person.
    pub help: Help,
    /// The line that is being looked at, and how many of its cards lie on the table.
    pub line: Option<(Line, usize)>,
    /// The deal that was shown at the end, as it was at the beginning.
    pub revealed: Option<Position>,
    /// Whether the end of this attempt was written down.
    pub noted: bool,
    /// Where the best chance is asked for, the deal that was drawn.
    pub luck: Option<Luck>,
    start: Position,
    now: Position,
    aim: Claim,
    found: Found,
    flow: Flow,
}

impl Attempt {
    /// A new attempt.
    ///
    /// # Errors
    /// If nobody can play it: the viewer's own hand is not given.
    pub fn new(puzzle: Puzzle, key: String) -> Result<Attempt, ProofError> {
        let start = unseen(&puzzle.position)?;
        let aim = aim(&puzzle, None, None);
        let asking = !question::kind(puzzle.asks).is_played_for();
        let given = Given::begin(&puzzle);
        let mut attempt = Attempt {
            puzzle,
            key,
            stage: Stage::Asking,
            given,
            finding: None,
            help: Help::default(),
            line: None,
            revealed: None,
            noted: false,
            luck: None,
            now: start.clone(),
            start,
            aim,
            found: Found { verdicts: vec![None], judged: None, best: None },
            flow: Flow {
                begun: Instant::now(),
                wants_best: false,
                coming: VecDeque::new(),
                last_card: Instant::now(),
                curious: false,
                halted: false,
            },
        };
        attempt.draw();
        if !asking {
            attempt.begin();
        }
        Ok(attempt)
    }

    /// Draws a deal where the best chance is asked for.
    fn draw(&mut self) {
        if self.puzzle.asks == Asks::Chance {
            let clock = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
            let mut dice = Dice::new(clock.map_or(1, |time| time.as_nanos() as u64));
            self.luck = Luck::draw(&self.start, &mut dice);
        }
    }

    /// What each card of the person's has kept of the chance, as far as it is known.
    #[must_use]
    pub fn kept(&self) -> Vec<Kept> {
        let Some(luck) = &self.luck else { return Vec::new() };
        let plays = self.now.history()[self.start.history().len()..].iter().enumerate();
        let own = plays.filter(|(_, play)| self.aim.plays(&self.now, play.seat));
        own.filter_map(|(at, play)| luck.kept(at, play.card)).collect()
    }

    /// The position as the person sees it.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.now
    }

    /// Where the attempt began.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// What the person is after.
    #[must_use]
    pub fn aim(&self) -> Claim {
        self.aim
    }

    /// What a proof has to be about: what lies on the table; while the question stands, the answer that was just judged, with the
    /// person's own cards laid away or his own number of points.
    #[must_use]
    pub fn to_prove(&self) -> (Position, Goal) {
        let judged = self.finding.as_ref().filter(|_| self.stage == Stage::Asking);
        let Some(finding) = judged else { return (self.now.clone(), self.goal()) };
        if let Some(position) = finding.fact.position(&self.puzzle)
            && let Ok(seen) = unseen(&position)
        {
            let another = position.contract() != self.puzzle.position.contract();
            return (seen, if another { position.goal() } else { self.puzzle.goal() });
        }
        let said = match &finding.given {
            Given::Points(text) => text.trim().parse().ok().filter(|points| (1..=120).contains(points)),
            _ => None,
        };
        (self.now.clone(), said.map_or(self.goal(), Goal::Points))
    }

    /// What the declarer must reach as far as the person may know: what best play gives would tell the
    /// answer before it is given.
    #[must_use]
    pub fn goal(&self) -> Goal {
        if self.stage == Stage::Asking { self.puzzle.goal() } else { self.aim.goal }
    }

    /// Every card that may be played now, and whether it is right; `None` until that is known.
    #[must_use]
    pub fn judged(&self) -> Option<&[Judged]> {
        self.found.judged.as_deref().filter(|_| self.flow.coming.is_empty())
    }

    /// The best card, as soon as it is known.
    #[must_use]
    pub fn best(&self) -> Option<Card> {
        self.found.best.filter(|_| self.flow.coming.is_empty())
    }

    /// Whether the person had what he wants by force at the beginning.
    #[must_use]
    pub fn was_winnable(&self) -> Option<bool> {
        self.found.verdicts.first().copied().flatten()
    }

    /// Whether the person has won, once that is certain.
    #[must_use]
    pub fn outcome(&self) -> Option<bool> {
        self.aim.outcome(&self.now).filter(|_| self.stage == Stage::Playing)
    }

    /// Whether a card of the person is expected.
    #[must_use]
    pub fn is_persons_turn(&self) -> bool {
        self.stage == Stage::Playing
            && self.flow.coming.is_empty()
            && self.line.is_none()
            && self.revealed.is_none()
            && self.aim.is_persons_turn(&self.now)
    }

    /// How many cards have been played since the attempt began.
    #[must_use]
    pub fn played(&self) -> usize {
        self.now.history().len() - self.start.history().len()
    }

    /// The card with which the person let the win go: its number since the beginning.
    #[must_use]
    pub fn lost_at(&self) -> Option<(usize, Play)> {
        let begun = self.start.history().len();
        let at = self.found.verdicts.windows(2).position(|pair| pair == [Some(true), Some(false)])?;
        Some((at, *self.now.history().get(begun + at)?))
    }

    /// The person's cards so far.
    #[must_use]
    pub fn own_cards(&self) -> usize {
        let plays = &self.now.history()[self.start.history().len()..];
        plays.iter().filter(|play| self.aim.plays(&self.now, play.seat)).count()
    }

    /// Who sits at the bottom.
    #[must_use]
    pub fn bottom(&self) -> Seat {
        let declarer = self.start.declarer();
        match self.start.view() {
            View::Seat(viewer) => viewer,
            View::Open if self.aim.side == Side::Declarer => declarer,
            View::Open => self.start.turn().filter(|&seat| seat != declarer).unwrap_or(declarer.next()),
        }
    }

    /// Begins to play.
    pub fn begin(&mut self) {
        self.stage = Stage::Playing;
        self.flow.curious = true;
    }

    /// Begins to play once the question is answered: on the side that can win, for what can be had.
    pub fn play_on(&mut self) {
        if !question::kind(self.puzzle.asks).is_played_after() {
            return;
        }
        let fact = self.finding.as_ref().map(|finding| &finding.fact);
        let mut played = self.puzzle.clone();
        if let Some(position) = fact.and_then(|fact| fact.position(&self.puzzle))
            && let Ok(start) = unseen(&position)
        {
            // Another game has its own goal.
            if position.contract() != played.position.contract() {
                played.goal = None;
            }
            (self.start, played.position) = (start, position);
        }
        self.aim = aim(&played, None, self.finding.as_ref());
        self.begin_again();
        self.begin();
    }

    /// Whether the game is played with cards that the person himself has laid away, or a game that he has chosen.
    #[must_use]
    pub fn follows_an_answer(&self) -> bool {
        self.stage == Stage::Playing
            && self.finding.as_ref().is_some_and(|finding| finding.fact.position(&self.puzzle).is_some())
    }

    /// Back to the question, with the answer as it was given.
    fn ask_again(&mut self) {
        if let Ok(start) = unseen(&self.puzzle.position) {
            self.start = start;
        }
        self.stage = Stage::Asking;
        self.aim = aim(&self.puzzle, None, None);
        self.found.verdicts = vec![None];
        self.begin_again();
    }

    /// A hint, one step further.
    pub fn ask_hint(&mut self) {
        self.help.hint = (self.help.hint + 1).min(HINTS);
        self.was_helped();
    }

    /// Help was asked for; it counts as long as the attempt has not come to its end.
    pub fn was_helped(&mut self) {
        self.help.helped |= self.attempt().is_none();
    }

    /// Takes the other side, which open cards allow.
    pub fn choose_side(&mut self, side: Side) {
        self.aim = aim(&self.puzzle, Some(side), self.finding.as_ref());
        self.found.verdicts = vec![None];
        self.begin_again();
        self.begin();
    }

    /// From the beginning: where the person's answer has changed the cards, from the question.
    pub fn restart(&mut self) {
        self.count_slip();
        if self.follows_an_answer() {
            self.ask_again();
        } else {
            self.begin_again();
        }
    }

    fn begin_again(&mut self) {
        self.now = self.start.clone();
        self.draw();
        self.found.verdicts.truncate(1);
        self.changed();
        self.revealed = None;
        self.noted &= !self.is_played_for();
    }

    /// Cards are about to be taken back: whether the win had gone with them.
    fn count_slip(&mut self) {
        self.help.slips += u32::from(self.lost_at().is_some());
    }

    /// Whether it is solved by playing, not by an answer.
    fn is_played_for(&self) -> bool {
        question::kind(self.puzzle.asks).is_played_for()
    }

    /// How long it has been on the table, in seconds.
    #[must_use]
    pub fn seconds(&self) -> u64 {
        self.flow.begun.elapsed().as_secs()
    }

    /// Whether the attempt was right, once it has come to an end: the game is decided, the card asked for
    /// was played, or the answer was judged.
    #[must_use]
    pub fn attempt(&self) -> Option<bool> {
        match self.puzzle.asks {
            // What was let go does not come back: the others make no mistake.
            Asks::Play => self.outcome().or_else(|| self.lost_at().map(|_| false)),
            Asks::Card | Asks::Chance => self.first_card().and_then(|(_, right)| right),
            _ => self.finding.as_ref().map(|finding| finding.right),
        }
    }

    /// The person's first card, and whether it was right, once that is known.
    #[must_use]
    pub fn first_card(&self) -> Option<(Card, Option<bool>)> {
        let plays = &self.now.history()[self.start.history().len()..];
        let at = plays.iter().position(|play| self.aim.plays(&self.now, play.seat))?;
        Some((plays[at].card, self.found.verdicts.get(at + 1).copied().flatten()))
    }

    /// An answer is given: it will be judged.
    pub fn answer(&mut self, given: Given) {
        self.given = given;
        self.finding = None;
        self.noted = false;
    }

    /// Forgets what was about the position before.
    fn changed(&mut self) {
        self.found.judged = None;
        self.found.best = None;
        self.flow.wants_best = false;
        self.flow.coming.clear();
        self.help.hint = 0;
        self.line = None;
        self.help.asks_why = false;
        self.flow.curious = self.stage == Stage::Playing;
        self.flow.last_card = Instant::now();
    }

    /// Plays a card of the person's.
    ///
    /// # Errors
    /// If the rules forbid it.
    pub fn play(&mut self, card: Card) -> Result<(), Problem> {
        if !self.is_persons_turn() {
            return Ok(());
        }
        self.now.play(card)?;
        let judged =
            self.found.judged.as_ref().and_then(|cards| cards.iter().find(|judged| judged.card == card));
        self.found.verdicts.push(judged.map(|judged| judged.keeps));
        self.changed();
        Ok(())
    }

    /// Plays the best card, now or as soon as it is known.
    pub fn play_best(&mut self) {
        if !self.is_persons_turn() {
            return;
        }
        self.was_helped();
        match self.found.best {
            Some(card) => drop(self.play(card)),
            None => self.flow.wants_best = true,
        }
    }

    /// Takes back to the person's card before; before his first card to the answer that changed the cards.
    pub fn take_back(&mut self) {
        if self.own_cards() == 0 && self.follows_an_answer() {
            self.ask_again();
            return;
        }
        self.count_slip();
        let begun = self.start.history().len();
        while self.now.history().len() > begun {
            self.now.undo();
            if self.aim.is_persons_turn(&self.now) {
                break;
            }
        }
        self.went_back();
    }

    /// Takes back to this number of cards.
    pub fn take_back_to(&mut self, cards: usize) {
        self.count_slip();
        while self.played() > cards {
            self.now.undo();
        }
        self.went_back();
    }

    fn went_back(&mut self) {
        self.found.verdicts.truncate(self.played() + 1);
        self.revealed = None;
        self.noted &= !self.is_played_for();
        self.changed();
    }

    /// Shows how the cards lay at the beginning, in one deal that fits everything played.
    pub fn reveal(&mut self) {
        self.flow.coming.clear();
        self.revealed = match &self.luck {
            Some(luck) => Some(luck.deal.clone()),
            None => reveal(&self.now, 0).ok(),
        };
        if let Some(deal) = &mut self.revealed {
            while deal.history().len() > self.start.history().len() {
                deal.undo();
            }
        }
    }

    /// The line after a card that is not played: asks for it.
    #[must_use]
    pub fn why_not(&self, card: Card) -> Option<Step> {
        let mut after = self.now.clone();
        after.play(card).ok()?;
        Some(Step { before: self.now.clone(), card, after, aim: self.aim })
    }

    /// The line after the card that let the win go.
    #[must_use]
    pub fn why_lost(&self) -> Option<Step> {
        let (at, play) = self.lost_at()?;
        let mut before = self.now.clone();
        while before.history().len() > self.start.history().len() + at {
            before.undo();
        }
        let mut after = before.clone();
        after.play(play.card).ok()?;
        Some(Step { before, card: play.card, after, aim: self.aim })
    }

    /// What the engine has to find out: positions without a verdict, the last of them the one to go on
    /// from. `None` if nothing is wanted.
    pub fn wonders(&mut self) -> Option<(Vec<(usize, Position)>, Claim)> {
        if !std::mem::take(&mut self.flow.curious) {
            return None;
        }
        self.flow.halted = false;
        let mut missing = Vec::new();
        let mut position = self.now.clone();
        loop {
            let at = position.history().len() - self.start.history().len();
            if self.found.verdicts.get(at).is_some_and(Option::is_none) || at == self.played() {
                missing.push((at, position.clone()));
            }
            if at == 0 {
                break;
            }
            position.undo();
        }
        missing.reverse();
        Some((missing, self.aim))
    }

    /// The engine was stopped before it knew everything.
    pub fn halt(&mut self) {
        self.help.asks_why = false;
        self.flow.halted = true;
    }

    /// Whether it waits for a word to go on.
    #[must_use]
    pub fn is_halted(&self) -> bool {
        self.flow.halted
    }

    /// Goes on after it was stopped.
    pub fn resume(&mut self) {
        self.flow.curious = std::mem::take(&mut self.flow.halted) && self.stage == Stage::Playing;
    }

    /// Hears what the engine found out.
    pub fn apply(&mut self, thought: Thought) {
        match thought {
            Thought::Verdict { cards, wins } => {
                if let Some(verdict) = self.found.verdicts.get_mut(cards) {
                    *verdict = Some(wins);
                }
            }
            Thought::Reply(card) => self.flow.coming.push_back(card),
            Thought::Cards(cards) => self.found.judged = Some(cards),
            Thought::Chance { cards, chance } => {
                if let Some(luck) = &mut self.luck {
                    luck.hear(cards, *chance);
                }
            }
            Thought::Best(card) => {
                self.found.best = Some(card);
            }
            Thought::Line(line) => {
                self.was_helped();
                self.line = Some((*line, 1));
                self.help.asks_why = false;
            }
            Thought::Found(finding) => self.finding = Some(*finding),
            Thought::Failed(_) => {}
        }
    }

    /// Lays down the others' cards one after the other; returns how long to wait for the next.
    pub fn flow(&mut self, pause: Duration) -> Option<Duration> {
        while let Some(&card) = self.flow.coming.front() {
            let pause = if self.now.trick().is_empty() && self.played() > 0 { pause * 2 } else { pause };
            let wait = pause.saturating_sub(self.flow.last_card.elapsed());
            if !wait.is_zero() {
                return Some(wait);
            }
            self.flow.coming.pop_front();
            if self.now.play(card).is_ok() {
                // Their card never changes the verdict: they had the best answer in mind.
                self.found.verdicts.push(self.found.verdicts.last().copied().flatten());
            }
            self.flow.last_card = Instant::now();
        }
        if self.flow.wants_best && self.found.best.is_some() {
            let wait = pause.saturating_sub(self.flow.last_card.elapsed());
            if !wait.is_zero() {
                return Some(wait);
            }
            self.flow.wants_best = false;
            self.play_best();
        }
        // A finished trick stays to be seen for a moment.
        let sweep = (pause * 2).saturating_sub(self.flow.last_card.elapsed());
        (self.trick_rests(pause) && !sweep.is_zero()).then_some(sweep)
    }

    /// Whether the trick that has just ended still lies on the table.
    #[must_use]
    pub fn trick_rests(&self, pause: Duration) -> bool {
        self.now.trick().is_empty() && self.played() > 0 && self.flow.last_card.elapsed() < pause * 2
    }
}

/// What the person is to reach: on his side of the table the goal of the puzzle, or, where that is out of
/// reach or points are asked for, what best play gives.
fn aim(puzzle: &Puzzle, side: Option<Side>, finding: Option<&Finding>) -> Claim {
    let position = &puzzle.position;
    let aim = Claim::new(position, puzzle.goal());
    let wins = finding.and_then(|finding| finding.fact.wins()).or(puzzle.answer.declarer_wins);
    let points = finding.and_then(|finding| finding.fact.points()).or(puzzle.answer.points);
    let aim = match position.view() {
        View::Seat(_) => aim,
        View::Open => aim.for_side(side.unwrap_or_else(|| question::side(puzzle))),
    };
    let missed = wins.is_some_and(|wins| !aim.won_if(wins));
    match points {
        Some(points) if puzzle.asks == Asks::Points || missed => {
            // The declarer shall reach them, defenders shall allow no more.
            let least = points + u8::from(aim.side == Side::Defenders);
            Claim { goal: Goal::Points(least), ..aim }
        }
        _ => aim,
    }
}
