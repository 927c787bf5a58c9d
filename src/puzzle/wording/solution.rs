//! The solution in words, made from the proof: the key card, the main line trick by trick with points and running
//! totals, the important tries with their refutations, and the closing count.

use crate::cards::{Card, Cards};
use crate::deal::{Position, View};
use crate::puzzle::question;
use crate::puzzle::soundness::{Checker, Depth, Look, Report};
use crate::puzzle::{Asks, Language, Puzzle, Texts};
use crate::rules::{Game, Goal, Seat, Side};
use crate::search::Limits;
use crate::search::open;
use crate::search::proof::{
    Chooser, Claim, Detail, ProofError, Prover, Refutation, Settled, Verdict, unseen,
};

use crate::words::{Words, capitalised as first_up};

fn card(card: Card, language: Language) -> String {
    Words::from(language).card(card)
}
fn cards(cards: Cards, game: Game, language: Language) -> String {
    Words::from(language).cards(cards, game)
}
fn alternatives(cards: Cards, game: Game, language: Language) -> String {
    Words::from(language).any_card(cards, game)
}
fn goal_words(goal: Goal, language: Language) -> String {
    Words::from(language).goal_in_text(goal)
}
fn join(parts: &[String], _: &str) -> String {
    Words::from(Language::German).and(parts)
}
fn points(n: u8, language: Language) -> String {
    Words::from(language).points(n)
}
fn seat(seat: Seat, language: Language) -> String {
    Words::from(language).seat_in_text(seat)
}
fn short(card: Card, language: Language) -> String {
    Words::from(language).short_card(card)
}
fn the_card(card: Card, language: Language) -> String {
    Words::from(language).card_in_text(card)
}

/// Wrong cards that are shown refuted, at most.
const TRIES: usize = 3;

/// What a solution consists of, before it is put into words.
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
    tries: Vec<(Card, Refutation)>,
    /// The pair laid away, if that was asked.
    discard: Cards,
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
        let report = checker.check(puzzle, depth, limits)?;
        report.declarer_wins.ok_or(ProofError::Stopped)?;
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
        if node.verdict == Verdict::Proved && node.chooser == Chooser::Viewer {
            line.extend(key.or(node.branches.first().map(|branch| branch.card)));
        }
        let rest = prover.main_line(&position, question, &line, limits)?;
        line.extend(rest);
        let settled = prover.unfold(&position, question, &line, Detail::Proof, limits)?.settled;
        let mut tries = Vec::new();
        if node.verdict == Verdict::Proved && node.chooser == Chooser::Viewer {
            let wrong: Vec<Card> = node
                .branches
                .iter()
                .filter(|branch| branch.verdict == Verdict::Refuted && branch.twin_of.is_none())
                .map(|branch| branch.card)
                .collect();
            tries = tempting(prover, &position, question, &wrong, limits);
        }
        Ok(Solution {
            position: unseen(&position)?,
            question,
            asks: puzzle.asks,
            report,
            line,
            settled,
            tries,
            discard,
        })
    }

    /// The main line.
    #[must_use]
    pub fn line(&self) -> &[Card] {
        &self.line
    }

    /// In both languages.
    #[must_use]
    pub fn texts(&self) -> Texts {
        Texts { de: self.words(Language::German), en: self.words(Language::English) }
    }

    /// The solution in one language, a paragraph or a trick a line.
    #[must_use]
    pub fn words(&self, language: Language) -> String {
        let mut lines = vec![self.key(language)];
        lines.extend(tricks(&self.position, &self.line, self.counts_skat(), language));
        lines.push(self.count(&self.position, &self.line, self.settled, language));
        for (wrong, refutation) in &self.tries {
            lines.extend(self.refuted(*wrong, refutation, language));
        }
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }

    fn counts_skat(&self) -> bool {
        self.position.skat().len() == 2
    }

    /// What must be done, and that it is enough.
    fn key(&self, language: Language) -> String {
        let german = language == Language::German;
        let game = self.position.game();
        let aim = goal_words(self.question.goal, language);
        let declarers = self.question.side == Side::Declarer;
        let mut text = String::new();
        if !self.discard.is_empty() {
            text = match german {
                true => format!("Gedrückt werden {}. ", cards(self.discard, game, language)),
                false => format!("Discard {}. ", cards(self.discard, game, language)),
            };
        }
        let made = self.report.points.unwrap_or(0);
        match self.asks {
            Asks::Points | Asks::Unlosable if self.report.points.is_some() => {
                let sure = match (self.position.view(), german) {
                    (View::Open, true) => {
                        format!("Bei bestem Spiel macht der Alleinspieler {}.", points(made, language))
                    }
                    (View::Open, false) => {
                        format!("With best play the declarer makes {}.", points(made, language))
                    }
                    (_, true) if self.question.side == Side::Declarer => {
                        format!(
                            "Sicher sind dem Alleinspieler {}, wie die Karten auch liegen.",
                            points(made, language)
                        )
                    }
                    (_, false) if self.question.side == Side::Declarer => {
                        format!(
                            "The declarer is certain of {}, however the cards lie.",
                            points(made, language)
                        )
                    }
                    (_, true) => {
                        format!("Der Alleinspieler lässt sich auf {} halten.", points(made, language))
                    }
                    (_, false) => format!("The declarer can be held to {}.", points(made, language)),
                };
                return text + &sure;
            }
            _ => {}
        }
        let keys = self.report.keys;
        let reached = self.report.declarer_wins == Some(true);
        let has_way = reached == declarers;
        let beats = self.question.goal == Goal::of(self.position.contract());
        let mover = self.position.turn().map_or_else(String::new, |turn| seat(turn, language));
        text += &match (has_way, keys.is_empty(), german) {
            (true, false, true) => format!(
                "{} spielt {}{}",
                first_up(&mover),
                alternatives(keys, game, language),
                match declarers {
                    true => match self.question.goal {
                        Goal::Points(_) => format!(" und erreicht {aim}."),
                        _ => format!(" und bekommt {aim}."),
                    },
                    false if beats => " und schlägt das Spiel.".to_string(),
                    false => format!(" und verwehrt dem Alleinspieler {aim}."),
                }
            ),
            (true, false, false) => format!(
                "{} plays {}{}",
                first_up(&mover),
                alternatives(keys, game, language),
                match declarers {
                    true => match self.question.goal {
                        Goal::Points(_) => format!(" and makes {aim}."),
                        _ => format!(" and takes {aim}."),
                    },
                    false if beats => " and beats the game.".to_string(),
                    false => format!(" and keeps the declarer from {aim}."),
                }
            ),
            (false, false, true) => {
                format!(
                    "Am besten ist {}: {made} Augen für den Alleinspieler.",
                    alternatives(keys, game, language)
                )
            }
            (false, false, false) => {
                format!("Best is {}: {made} points for the declarer.", alternatives(keys, game, language))
            }
            (_, true, true) => match reached {
                true => format!("Der Alleinspieler erreicht {aim}."),
                false => format!("Der Alleinspieler erreicht nicht {aim}."),
            },
            (_, true, false) => match reached {
                true => format!("The declarer makes {aim}."),
                false => format!("The declarer does not make {aim}."),
            },
        };
        text
    }

    /// Where the line has led.
    fn count(&self, from: &Position, line: &[Card], settled: Option<Settled>, language: Language) -> String {
        let german = language == Language::German;
        let Some(end) = played(from, line) else { return String::new() };
        let Some(settled) = settled else { return String::new() };
        match self.question.goal {
            Goal::NoTrick => match (settled, german) {
                (Settled::GoalMet, true) => "Der Alleinspieler bekommt keinen Stich.".into(),
                (Settled::GoalMet, false) => "The declarer takes no trick.".into(),
                (Settled::OutOfReach, true) => "Der Alleinspieler hat einen Stich: Null verloren.".into(),
                (Settled::OutOfReach, false) => "The declarer has a trick: Null is lost.".into(),
            },
            Goal::EveryTrick => match (settled, german) {
                (Settled::GoalMet, true) => "Damit sind alle Stiche beim Alleinspieler.".into(),
                (Settled::GoalMet, false) => "So every trick goes to the declarer.".into(),
                (Settled::OutOfReach, true) => "Damit haben die Gegenspieler einen Stich.".into(),
                (Settled::OutOfReach, false) => "So the defenders have a trick.".into(),
            },
            Goal::Points(needed) => {
                let skat = if self.counts_skat() { from.skat().points() } else { 0 };
                let own = end.points(Side::Declarer) + skat;
                let others = end.points(Side::Defenders);
                match (settled, german) {
                    (Settled::GoalMet, true) if own >= needed => {
                        format!("Damit hat der Alleinspieler {}.", points(own, language))
                    }
                    (Settled::GoalMet, false) if own >= needed => {
                        format!("So the declarer has {}.", points(own, language))
                    }
                    (Settled::GoalMet, true) => format!(
                        "Die Gegenspieler haben {others} und können nicht mehr als {} bekommen; der Alleinspieler hat wenigstens {}.",
                        120 - needed,
                        points(needed, language)
                    ),
                    (Settled::GoalMet, false) => format!(
                        "The defenders have {others} and cannot get more than {}; the declarer has at least {}.",
                        120 - needed,
                        points(needed, language)
                    ),
                    (Settled::OutOfReach, true) => {
                        format!(
                            "Damit haben die Gegenspieler {}; {needed} sind nicht mehr zu erreichen.",
                            points(others, language)
                        )
                    }
                    (Settled::OutOfReach, false) => {
                        format!(
                            "So the defenders have {}; {needed} are out of reach.",
                            points(others, language)
                        )
                    }
                }
            }
        }
    }

    /// A try and how it fails.
    fn refuted(&self, wrong: Card, refutation: &Refutation, language: Language) -> Vec<String> {
        let german = language == Language::German;
        let name = the_card(wrong, language);
        let hidden = self.position.open_hands().is_none();
        let mut lines = Vec::new();
        let mut opening = match german {
            true => format!("{name}? scheitert"),
            false => format!("{}? fails", first_up(&name)),
        };
        if hidden {
            let game = self.position.game();
            let viewer = match self.position.view() {
                View::Seat(seat) => Some(seat),
                View::Open => None,
            };
            let others = Seat::ALL.into_iter().filter(|&other| Some(other) != viewer);
            let hands: Vec<String> = others
                .filter(|&other| self.position.hand(other).len() < refutation.hands[other].len())
                .map(|other| {
                    let held: Vec<String> = game
                        .sorted(refutation.hands[other])
                        .into_iter()
                        .map(|held| short(held, language))
                        .collect();
                    format!("{} {}", seat(other, language), held.join(" "))
                })
                .collect();
            opening += &match german {
                true => format!(", wenn die Karten so liegen: {}", join(&hands, "und")),
                false => format!(" if the cards lie so: {}", join(&hands, "and")),
            };
        }
        lines.push(format!("{opening}."));
        lines.extend(tricks(&self.position, &refutation.line, self.counts_skat(), language));
        let declarers = self.question.side == Side::Declarer;
        let settled = if declarers { Settled::OutOfReach } else { Settled::GoalMet };
        lines.push(self.count(&self.position, &refutation.line, Some(settled), language));
        lines
    }
}

/// Refutes the wrong cards that tempt most: what rules of thumb play, then what most imagined deals speak for,
/// then what takes longest to refute.
fn tempting(
    prover: &mut Prover,
    position: &Position,
    question: Claim,
    wrong: &[Card],
    limits: &Limits,
) -> Vec<(Card, Refutation)> {
    let look = Look::at(position, question.goal, &mut open::Solver::with_table(16), 1, limits);
    let refuted = wrong
        .iter()
        .filter_map(|&card| Some((card, prover.refutation(position, question, &[], card, limits).ok()?)));
    let mut tries: Vec<(Card, Refutation)> = refuted.collect();
    tries.sort_by_key(|(card, refutation)| {
        let thumb = look.as_ref().is_some_and(|look| look.thumb == Some(*card));
        let votes = look.as_ref().and_then(|look| look.share(*card)).unwrap_or(0.0);
        std::cmp::Reverse((thumb, (votes * 1000.0) as u64, refutation.line.len()))
    });
    tries.truncate(TRIES);
    tries
}

/// The position after these cards.
fn played(from: &Position, line: &[Card]) -> Option<Position> {
    let mut position = from.clone();
    for &card in line {
        position.play(card).ok()?;
    }
    Some(position)
}

/// Each trick of a line: `3. V Karo-Ass, M Karo-7, H Karo-10 (+21, zusammen 53)`.
#[must_use]
pub fn tricks(from: &Position, line: &[Card], with_skat: bool, language: Language) -> Vec<String> {
    let german = language == Language::German;
    let Some(end) = played(from, line) else { return Vec::new() };
    let game = from.game();
    let first = from.history().len() / 3;
    let gone = 10 - from.hand_size();
    let skat = if with_skat && game != Game::Null { from.skat().points() } else { 0 };
    let mut totals = [from.start().points.0 + skat, from.start().points.1];
    let mut lines = Vec::new();
    for (number, trick) in end.history().chunks(3).enumerate() {
        let names: Vec<String> = trick
            .iter()
            .map(|play| format!("{} {}", letter(play.seat, language), card(play.card, language)))
            .collect();
        let mut text = format!("{}. {}", gone + number + 1, names.join(", "));
        if let [a, b, c] = trick {
            let won = [a.card, b.card, c.card];
            let winner = trick[game.trick_winner(won)].seat;
            let worth = won.iter().map(|card| card.points()).sum::<u8>();
            let side = usize::from(winner != from.declarer());
            totals[side] += worth;
            let sign = if worth == 0 { "" } else { ["+", "−"][side] };
            text += &match (game == Game::Null, side, german) {
                (true, _, true) => format!(" (Stich an {})", seat(winner, language)),
                (true, _, false) => format!(" (trick to {})", seat(winner, language)),
                (_, 0, true) => format!(" ({sign}{worth}, zusammen {})", totals[0]),
                (_, 0, false) => format!(" ({sign}{worth}, together {})", totals[0]),
                (_, _, true) => format!(" ({sign}{worth}, Gegner {})", totals[1]),
                (_, _, false) => format!(" ({sign}{worth}, defenders {})", totals[1]),
            };
        }
        if number >= first {
            lines.push(text);
        }
    }
    lines
}

/// A seat's letter as the language has it.
fn letter(of: Seat, language: Language) -> char {
    match (of, language) {
        (Seat::Forehand, Language::German) => 'V',
        (Seat::Rearhand, Language::German) => 'H',
        (other, _) => other.letter(),
    }
}
