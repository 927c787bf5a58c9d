//! The solution in words, made from the proof: the key card and what it does, the main line trick by trick with points and
//! running totals, the tempting wrong cards with the trick that they lose, and the closing count.
//!
//! The short form says what a column has room for: the key card, and why the most tempting other card fails.

use super::answers::reasons;
use super::facts::total;
use super::reason::{Try, reason};
use super::tricks::{played, tricks};
use crate::cards::{Card, Cards};
use crate::deal::{Place, Position, View};
use crate::puzzle::distributions::DistributionQuery;
use crate::puzzle::question::{self, Told};
use crate::puzzle::soundness::{Checker, Depth, Finding, Look, Report};
use crate::puzzle::{Asks, Puzzle, Texts};
use crate::rules::{Goal, Seat, Side};
use crate::search::Limits;
use crate::search::open;
use crate::search::proof::{Chooser, Claim, Detail, ProofError, Prover, Settled, Verdict, unseen};
use crate::words::{Language, Words, capitalised};

/// Wrong cards that are shown refuted, at most.
const TRIES: usize = 3;
/// Hands of a refutation that the short form still names: of so many cards at most.
const SHORT_HANDS: usize = 5;

/// What a solution consists of, before it is put into words.
///
/// ```
/// use kiebitz::puzzle::{Asks, Puzzle, soundness::Checker, wording::Solution};
/// use kiebitz::search::{Limits, Resources};
/// use kiebitz::words::{Faces, Language, Words};
/// let position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let goal = "90".parse().ok();
/// let puzzle = Puzzle { asks: Asks::Card, goal, ..Puzzle::new(position) };
/// let mut checker = Checker::with_resources(Resources::new(16, 1));
/// let solution = Solution::of(&puzzle, &mut checker, &Limits::none()).unwrap();
/// assert_eq!(solution.line()[0], "CJ".parse().unwrap());
/// assert!(solution.words(Words::new(Language::German, Faces::TwoColour)).contains("Kreuz-Bube"));
/// ```
#[derive(Clone, Debug)]
pub struct Solution {
    /// The position as the solver knows it.
    position: Position,
    question: Claim,
    asks: Asks,
    report: Report,
    /// The main line from the position on.
    line: Vec<Card>,
    /// What the line ends with.
    settled: Option<Settled>,
    /// Wrong first cards, the most tempting first.
    tries: Vec<Try>,
    /// The pair laid away, if that was asked.
    discard: Cards,
    /// The deal that was asked for, if that was asked.
    lie: Option<Position>,
    /// The question about the lie of the cards, if that was asked.
    query: Option<DistributionQuery>,
}

impl Solution {
    /// Works the solution out.
    ///
    /// # Errors
    /// If the position does not allow the question, or the limits end the search.
    pub fn of(puzzle: &Puzzle, checker: &mut Checker, limits: &Limits) -> Result<Solution, ProofError> {
        let nodes = limits.nodes.unwrap_or(Depth::FULL.nodes);
        let depth = Depth { line: false, changes: false, nodes };
        let limits = &Limits { nodes: Some(nodes), ..limits.clone() };
        let mut report = checker.check(puzzle, depth, limits)?;
        if matches!(puzzle.asks, Asks::Bid | Asks::Announce | Asks::FirstCards | Asks::Cards | Asks::Chance) {
            return Solution::by_facts(puzzle, report);
        }
        let wins = report.declarer_wins.ok_or(ProofError::Stopped)?;
        if puzzle.asks == Asks::Unlosable
            && !wins
            && let Some(found) =
                question::exception(checker.engines(), &puzzle.position, puzzle.goal(), limits)?
        {
            report.findings.push(Finding::Unless(found));
        }
        let mut position = puzzle.position.clone();
        let mut discard = Cards::NONE;
        if puzzle.asks == Asks::Discard
            && let Some(after) = question::discarded(&position, puzzle.answer.cards)
        {
            position = after;
            discard = puzzle.answer.cards;
        }
        let mut question = question::claim(puzzle, report.declarer_wins, report.points);
        // Asked for points, the line shows that just so many are made.
        if let (Asks::Points | Asks::Unlosable, Some(made)) = (puzzle.asks, report.points) {
            question.goal = Goal::Points(made.max(1));
            question.side = Claim::new(&position, question.goal).side;
        }
        let prover = checker.prover();
        let mut line = Vec::new();
        let key = position.game().sorted(report.keys).first().copied();
        let node = prover.unfold(&position, question, &[], Detail::AllCards, limits)?;
        let has_choice = node.verdict == Verdict::Proved && node.chooser == Chooser::Viewer;
        if has_choice {
            line.extend(key.or(node.branches.first().map(|branch| branch.card)));
        }
        let rest = prover.main_line(&position, question, &line, limits)?;
        line.extend(rest);
        let settled = prover.unfold(&position, question, &line, Detail::Proof, limits)?.settled;
        let mut tries = Vec::new();
        if has_choice {
            let wrong: Vec<Card> = node
                .branches
                .iter()
                .filter(|branch| branch.verdict == Verdict::Refuted && branch.twin_of.is_none())
                .map(|branch| branch.card)
                .collect();
            tries = tempting(prover, &position, question, &wrong, limits);
        }
        let position = unseen(&position)?;
        Ok(Solution {
            position,
            question,
            asks: puzzle.asks,
            report,
            line,
            settled,
            tries,
            discard,
            lie: None,
            query: None,
        })
    }

    /// Where nothing is played, what the engine found is the solution.
    fn by_facts(puzzle: &Puzzle, report: Report) -> Result<Solution, ProofError> {
        if report.findings.contains(&Finding::Undecided) {
            return Err(ProofError::Stopped);
        }
        let position = puzzle.position.clone();
        let query = question::query(puzzle).ok().filter(|_| puzzle.asks == Asks::Cards);
        // The one deal that meets the conditions, or the one that the file tells.
        let lie = match &report.told {
            Told::Lie(found) if found.solutions == 1 => {
                found.first.and_then(|first| first.on(&position).ok())
            }
            Told::Lie(_) => Some(position.clone()).filter(|position| position.open_hands().is_some()),
            _ => None,
        };
        Ok(Solution {
            question: question::claim(puzzle, report.declarer_wins, report.points),
            position,
            asks: puzzle.asks,
            report,
            line: Vec::new(),
            settled: None,
            tries: Vec::new(),
            discard: Cards::NONE,
            lie,
            query,
        })
    }

    /// The findings that answer a question in which nothing is played.
    fn facts(&self, words: &Words) -> Vec<String> {
        let answers = [
            "unless",
            "safe-games",
            "highest-bid",
            "first-cards",
            "one-lie",
            "certain-cards",
            "best-chance",
            "natural-chance",
            "lost-deals",
        ];
        let answers = self.report.findings.iter().filter(|finding| answers.contains(&finding.name()));
        let game = self.position.game();
        let mut sentences: Vec<String> =
            answers.map(|finding| finding.words(game, self.question.goal, words)).collect();
        sentences.extend(reasons(&self.report.told, game, self.query.as_ref(), words));
        sentences
    }

    /// The main line.
    #[must_use]
    pub fn line(&self) -> &[Card] {
        &self.line
    }

    /// The wrong first cards that are told, each with the line that beats it.
    pub fn refuted(&self) -> impl Iterator<Item = (Card, &[Card])> {
        self.tries.iter().map(|each| (each.card, each.refutation.line.as_slice()))
    }

    /// Whether it can be said which trick the most tempting wrong card loses.
    #[must_use]
    pub fn fails_for_a_reason(&self) -> bool {
        let words = Words::from(Language::English);
        let wrong = self.tries.first();
        wrong.is_some_and(|wrong| reason(&self.position, self.question, wrong, &words).is_some())
    }

    /// In both languages.
    #[must_use]
    pub fn texts(&self) -> Texts {
        Texts { de: self.words(Language::German), en: self.words(Language::English) }
    }

    /// The short form in both languages.
    #[must_use]
    pub fn short_texts(&self) -> Texts {
        Texts { de: self.short(Language::German), en: self.short(Language::English) }
    }

    /// The whole solution, a paragraph or a trick a line.
    #[must_use]
    pub fn words(&self, words: impl Into<Words>) -> String {
        let words = &words.into();
        let mut lines = vec![self.key(words)];
        if !self.line.is_empty() {
            lines.extend(tricks(&self.position, &self.line, self.counts_skat(), words));
        }
        lines.push(self.count(&self.line, self.settled, words));
        for wrong in &self.tries {
            let why = reason(&self.position, self.question, wrong, words);
            lines.push(self.fails(wrong, usize::MAX, why.as_deref(), words));
            lines.extend(tricks(&self.position, &wrong.refutation.line, self.counts_skat(), words));
            lines.push(self.lost(wrong, words));
        }
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }

    /// The key card, and why the most tempting other one fails.
    #[must_use]
    pub fn short(&self, words: impl Into<Words>) -> String {
        let words = &words.into();
        let mut sentences = vec![self.key(words)];
        if let Some(wrong) = self.tries.first() {
            let why = reason(&self.position, self.question, wrong, words);
            sentences.push(self.fails(wrong, SHORT_HANDS, why.as_deref(), words));
            sentences.push(self.lost(wrong, words));
        } else if self.report.keys.is_empty() || !self.discard.is_empty() {
            sentences.push(self.count(&self.line, self.settled, words));
        }
        sentences.retain(|sentence| !sentence.is_empty());
        sentences.join(" ")
    }

    fn counts_skat(&self) -> bool {
        self.position.skat().len() == 2
    }

    /// What must be done, and that it is enough.
    fn key(&self, words: &Words) -> String {
        let mut sentences = Vec::new();
        if !self.discard.is_empty() {
            let cards = words.cards(self.discard, self.position.game());
            sentences.push(words.fill("solution.discard", &[("cards", &cards)]));
        }
        match (self.asks, &self.lie) {
            (Asks::Cards | Asks::Bid | Asks::Announce | Asks::FirstCards | Asks::Chance, lie) => {
                sentences.extend(lie.as_ref().map(|lie| deal(lie, words)));
                sentences.extend(self.facts(words));
            }
            (Asks::Unlosable, _) => {
                sentences.push(self.unlosable(words));
                sentences.extend(self.facts(words));
                sentences.extend(self.report.points.map(|made| self.made(made, words)));
            }
            (Asks::Points, _) if self.report.points.is_some() => {
                sentences.extend(self.report.points.map(|made| self.made(made, words)));
            }
            _ => sentences.push(self.card(words)),
        }
        sentences.join(" ")
    }

    fn unlosable(&self, words: &Words) -> String {
        let wins = self.report.declarer_wins == Some(true);
        let key = match (self.position.view(), wins) {
            (View::Open, true) => "solution.can_be_won",
            (View::Open, false) => "solution.cannot_be_won",
            (_, true) if self.question.side == Side::Declarer => "solution.unlosable",
            (_, false) if self.question.side == Side::Declarer => "solution.not_unlosable",
            (_, true) => "solution.not_sure_to_beat",
            (_, false) => "solution.sure_to_beat",
        };
        words.t(key).to_string()
    }

    /// How many points it comes to.
    fn made(&self, made: u8, words: &Words) -> String {
        let key = match (self.position.view(), self.question.side) {
            (View::Open, _) => "solution.makes",
            (_, Side::Declarer) => "solution.is_sure",
            (_, Side::Defenders) => "solution.is_held",
        };
        words.fill(key, &[("points", &words.points(made))])
    }

    /// The key card with what it does and what it achieves.
    fn card(&self, words: &Words) -> String {
        let (keys, game) = (self.report.keys, self.position.game());
        let declarers = self.question.side == Side::Declarer;
        let reached = self.report.declarer_wins == Some(true);
        let Some(turn) = self.position.turn().filter(|_| !keys.is_empty()) else {
            let outcome = capitalised(&words.outcome(self.question.goal, reached));
            return words.fill("solution.outcome", &[("outcome", &outcome)]);
        };
        if reached != declarers {
            let Some(made) = self.report.points else {
                let outcome = capitalised(&words.outcome(self.question.goal, reached));
                return words.fill("solution.outcome", &[("outcome", &outcome)]);
            };
            let (cards, points) = (words.any_card(keys, game), words.points(made));
            return words.fill("solution.best", &[("cards", &cards), ("points", &points)]);
        }
        let does = match game.sorted(keys).as_slice() {
            [card] => self.action(*card, words),
            _ => words.fill(
                "action.plays",
                &[("seat", &words.seat_in_text(turn)), ("card", &words.any_card(keys, game))],
            ),
        };
        let aim = words.fill(self.aim(), &[("goal", &words.goal_in_text(self.question.goal))]);
        let mut text = words.sentence("solution.key", &[("does", &does), ("aim", &aim)]);
        if keys != self.position.playable() {
            let key = if keys.len() == 1 { "solution.only" } else { "solution.only_these" };
            text = format!("{text} {}", words.t(key));
        }
        text
    }

    /// What the side that is asked achieves.
    fn aim(&self) -> &'static str {
        let whole = self.question.goal == Goal::of(self.position.contract());
        match (self.question.side, self.question.goal) {
            (Side::Declarer, Goal::Points(_)) => "solution.aim_points",
            (Side::Declarer, Goal::EveryTrick) => "solution.aim_every",
            (Side::Declarer, Goal::NoTrick) => "solution.aim_none",
            (Side::Defenders, _) if whole => "solution.aim_beat",
            (Side::Defenders, Goal::Points(_)) => "solution.aim_hold",
            (Side::Defenders, Goal::EveryTrick) => "solution.aim_one_trick",
            (Side::Defenders, Goal::NoTrick) => "solution.aim_beat",
        }
    }

    /// What playing the card is, as a player says it: leading, ruffing, throwing, taking, staying below, following.
    fn action(&self, card: Card, words: &Words) -> String {
        let (position, game) = (&self.position, self.position.game());
        let trick = position.trick();
        let key =
            match trick.first() {
                None => "action.leads",
                Some(first) => {
                    let best = trick.iter().fold(first.card, |best, play| {
                        if game.beats(play.card, best) { play.card } else { best }
                    });
                    let group = game.group(first.card);
                    let could_take =
                        (position.playable() & group).iter().any(|other| game.beats(other, best));
                    match (group.has(card), game.trumps().has(card), game.beats(card, best)) {
                        (true, _, true) => "action.takes",
                        (true, _, false) if could_take => "action.stays_below",
                        (true, _, false) => "action.follows",
                        (false, true, true) => "action.ruffs",
                        (false, _, _) => "action.throws",
                    }
                }
            };
        let seat = position.turn().map_or_else(String::new, |turn| words.seat_in_text(turn));
        words.fill(key, &[("seat", &seat), ("card", &words.card_in_text(card))])
    }

    /// Where a line has led.
    fn count(&self, line: &[Card], settled: Option<Settled>, words: &Words) -> String {
        let (Some(end), Some(settled)) = (played(&self.position, line), settled) else {
            return String::new();
        };
        let met = settled == Settled::GoalMet;
        let Goal::Points(needed) = self.question.goal else {
            return words
                .t(match (self.question.goal, met) {
                    (Goal::NoTrick, true) => "solution.no_trick",
                    (Goal::NoTrick, false) => "solution.null_lost",
                    (_, true) => "solution.every_trick",
                    (_, false) => "solution.one_trick",
                })
                .to_string();
        };
        let skat = if self.counts_skat() { self.position.skat().points() } else { 0 };
        let own = end.points(Side::Declarer) + skat;
        let others = end.points(Side::Defenders);
        let all = total(&self.position);
        let points = |n: u8| words.points(n);
        match met {
            true if own >= needed => {
                let key = if end.turn().is_some() { "solution.has_already" } else { "solution.has" };
                words.fill(key, &[("points", &points(own))])
            }
            true => words.fill(
                "solution.at_least",
                &[
                    ("others", &points(others)),
                    ("most", &all.saturating_sub(needed)),
                    ("points", &points(needed)),
                ],
            ),
            false => words.fill(
                "solution.at_most",
                &[("others", &points(others)), ("points", &points(all.saturating_sub(others)))],
            ),
        }
    }

    /// That a wrong card fails, against which cards, and why.
    fn fails(&self, wrong: &Try, longest: usize, why: Option<&str>, words: &Words) -> String {
        let card = words.card_in_text(wrong.card);
        let lie = match self.position.open_hands() {
            Some(_) => String::new(),
            None => self.other_hands(wrong, longest, words),
        };
        let because = if lie.contains(':') { "solution.because_then" } else { "solution.because" };
        let why = why.map_or_else(String::new, |why| words.fill(because, &[("why", &why)]));
        words.sentence("solution.fails", &[("card", &card), ("if", &lie), ("why", &why)])
    }

    /// How the other cards lie where the wrong card fails; hands that are too long are only hinted at.
    fn other_hands(&self, wrong: &Try, longest: usize, words: &Words) -> String {
        let unknown = |seat: &Seat| self.position.hand(*seat).len() < wrong.refutation.hands[*seat].len();
        let hands: Vec<Seat> = Seat::ALL.into_iter().filter(unknown).collect();
        if hands.iter().any(|&seat| wrong.refutation.hands[seat].len() > longest) {
            return words.fill("solution.if_somehow", &[]);
        }
        let game = self.position.game();
        let hold = |seat: Seat| {
            let cards = words.hand(wrong.refutation.hands[seat], game).replace("  ", ", ");
            words.fill("solution.holds", &[("seat", &words.seat_in_text(seat)), ("cards", &cards)])
        };
        let hands: Vec<String> = hands.into_iter().map(hold).collect();
        words.fill("solution.if", &[("hands", &words.and(&hands))])
    }

    /// What a wrong card comes to: with open cards the points that are missing, else where the line has led.
    fn lost(&self, wrong: &Try, words: &Words) -> String {
        let declarers = self.question.side == Side::Declarer;
        let settled = if declarers { Settled::OutOfReach } else { Settled::GoalMet };
        let count = self.count(&wrong.refutation.line, Some(settled), words);
        let (Goal::Points(needed), Some(value)) = (self.question.goal, wrong.value) else { return count };
        let missing = u64::from(needed.saturating_sub(value));
        match declarers {
            true => {
                let short = words.count("solution.short_one", "solution.short", missing);
                format!("{count} {short}")
            }
            false => count,
        }
    }
}

/// Every hand and the skat.
fn deal(position: &Position, words: &Words) -> String {
    let game = position.game();
    let places = Place::ALL.into_iter().filter_map(|place| {
        let cards = place.seat().map_or(position.skat(), |seat| position.hand(seat));
        let cards = Some(cards).filter(|cards| !cards.is_empty())?;
        let (place, cards) = (words.place(place), words.hand(cards, game).replace("  ", ", "));
        Some(words.fill("solution.lies", &[("place", &place), ("cards", &cards)]))
    });
    words.fill("solution.lie", &[("hands", &places.collect::<Vec<_>>().join("; "))])
}

/// Refutes the wrong cards that tempt most: what rules of thumb play, then what most imagined deals speak for,
/// then what takes longest to refute.
fn tempting(
    prover: &mut Prover,
    position: &Position,
    question: Claim,
    wrong: &[Card],
    limits: &Limits,
) -> Vec<Try> {
    let mut solver = open::Solver::with_table(16);
    let look = Look::at(position, question.goal, &mut solver, 1, limits);
    // What a card makes with open cards; from a seat's view it says nothing about what can be forced.
    let values = match position.view() {
        View::Open => solver.cards(position, question.goal, limits).unwrap_or_default(),
        View::Seat(_) => Vec::new(),
    };
    let value = |card: Card| values.iter().find(|found| found.card == card)?.value.exact();
    let refuted = wrong.iter().filter_map(|&card| {
        let refutation = prover.refutation(position, question, &[], card, limits).ok()?;
        Some(Try { card, refutation, value: value(card) })
    });
    let mut tries: Vec<Try> = refuted.collect();
    tries.sort_by_key(|Try { card, refutation, .. }| {
        let thumb = look.as_ref().is_some_and(|look| look.thumb == Some(*card));
        let votes = look.as_ref().and_then(|look| look.share(*card)).unwrap_or(0.0);
        std::cmp::Reverse((thumb, (votes * 1000.0) as u64, refutation.line.len()))
    });
    tries.truncate(TRIES);
    tries
}
