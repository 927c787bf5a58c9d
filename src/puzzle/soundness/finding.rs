//! What a check finds, typed and in words.

use super::difficulty::Difficulty;
use crate::cards::{Card, Cards};
use crate::deal::Place;
use crate::puzzle::{Language, words};
use crate::rules::{Game, Goal};

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weight {
    /// Good to know.
    Fact,
    /// Worth a second look.
    Remark,
    /// The puzzle is wrong as it stands.
    Fault,
}

/// One finding.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// The search was cut short before it knew whether the goal is reached.
    Undecided,
    /// The puzzle states no answer that could be checked.
    NoAnswer,
    /// The puzzle says whether the declarer reaches the goal, and it is the other way round.
    WrongResult {
        /// What is so.
        declarer_wins: bool,
    },
    /// The puzzle states other points than there are.
    WrongPoints {
        /// What the puzzle says.
        said: u8,
        /// What is so.
        is: u8,
    },
    /// The puzzle names other cards than those that solve it.
    WrongCards {
        /// What the puzzle says.
        said: Cards,
        /// The cards that solve it.
        are: Cards,
    },
    /// Exactly one card solves it (equal neighbours count as one).
    Key(Cards),
    /// Several cards solve it.
    Keys(Cards),
    /// A card is asked for, and every card does.
    AnyCard,
    /// No card reaches what is asked for.
    NoCard,
    /// The other side plays first, so there is no key card yet.
    OthersFirst,
    /// These pairs can be laid away; the number of pairs that do.
    Discards(usize),
    /// Later on the main line the solver has a choice.
    Choice {
        /// Cards played before.
        after: usize,
        /// The trick, from 1.
        trick: usize,
        /// The cards that do.
        cards: Cards,
    },
    /// From the key card on the main line is forced.
    NoChoice,
    /// The declarer's points are exactly what he needs.
    Exact(u8),
    /// He has so many more than he needs.
    Exceeded(u8),
    /// He lacks so many.
    Missed(u8),
    /// The answer holds against every one of these deals.
    AllDeals(u64),
    /// The hidden cards may lie otherwise: in so many of all deals the result is the same.
    OtherDeals {
        /// Deals with the same result.
        same: u64,
        /// Deals that the diagram allows.
        of: u64,
    },
    /// These two cards can change places without changing the answer.
    Swap {
        /// A card and where it is.
        one: (Card, Place),
        /// Another, worth the same.
        other: (Card, Place),
        /// How many such swaps there are in all, of how many tried.
        all: (usize, usize),
    },
    /// No two cards of equal points can change places.
    NoSwap(usize),
    /// Cards whose every tried swap leaves the answer as it is.
    Ballast(Cards),
    /// With open cards other cards would win too: the trap.
    Trap {
        /// What wins only if the cards are seen.
        open: Cards,
        /// What is right for the player at the table.
        fair: Cards,
    },
    /// With open cards the result would be another.
    OpenDiffers {
        /// Whether the declarer then reaches the goal.
        declarer_wins: bool,
    },
    /// How hard it is.
    Difficulty(Difficulty),
    /// The file says another grade than the estimate.
    OtherGrade {
        /// The file's.
        said: u8,
        /// The estimate.
        estimate: u8,
    },
}

impl Finding {
    /// How grave it is.
    #[must_use]
    pub fn weight(&self) -> Weight {
        match self {
            Finding::WrongResult { .. }
            | Finding::WrongPoints { .. }
            | Finding::WrongCards { .. }
            | Finding::AnyCard
            | Finding::NoCard => Weight::Fault,
            Finding::Undecided
            | Finding::NoAnswer
            | Finding::Keys(_)
            | Finding::Choice { .. }
            | Finding::Ballast(_)
            | Finding::OtherGrade { .. } => Weight::Remark,
            _ => Weight::Fact,
        }
    }

    /// The cards that it names.
    #[must_use]
    pub fn cards(&self) -> Cards {
        match self {
            Finding::Key(cards) | Finding::Keys(cards) | Finding::Ballast(cards) => *cards,
            Finding::Choice { cards, .. } => *cards,
            Finding::WrongCards { said, are } => *said | *are,
            Finding::Swap { one, other, .. } => Cards::one(one.0).with(other.0),
            Finding::Trap { open, fair } => *open | *fair,
            _ => Cards::NONE,
        }
    }

    /// A short name for machines.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Finding::Undecided => "undecided",
            Finding::NoAnswer => "no-answer",
            Finding::WrongResult { .. } => "wrong-result",
            Finding::WrongPoints { .. } => "wrong-points",
            Finding::WrongCards { .. } => "wrong-cards",
            Finding::Key(_) => "key",
            Finding::Keys(_) => "keys",
            Finding::AnyCard => "any-card",
            Finding::NoCard => "no-card",
            Finding::OthersFirst => "others-first",
            Finding::Discards(_) => "discards",
            Finding::Choice { .. } => "choice",
            Finding::NoChoice => "no-choice",
            Finding::Exact(_) => "exact",
            Finding::Exceeded(_) => "exceeded",
            Finding::Missed(_) => "missed",
            Finding::AllDeals(_) => "all-deals",
            Finding::OtherDeals { .. } => "other-deals",
            Finding::Swap { .. } => "swap",
            Finding::NoSwap(_) => "no-swap",
            Finding::Ballast(_) => "ballast",
            Finding::Trap { .. } => "trap",
            Finding::OpenDiffers { .. } => "open-differs",
            Finding::Difficulty(_) => "difficulty",
            Finding::OtherGrade { .. } => "other-grade",
        }
    }

    /// The finding as a sentence.
    #[must_use]
    pub fn words(&self, game: Game, goal: Goal, language: Language) -> String {
        let german = language == Language::German;
        let cards = |set: Cards| words::cards(set, game, language);
        let points = |count: u8| words::points(count, language);
        let aim = words::goal(goal, language);
        match self {
            Finding::Undecided => pick(
                german,
                "Die Suche wurde abgebrochen, bevor feststand, ob das Ziel erreicht wird.",
                "The search was stopped before it knew whether the goal is reached.",
            ),
            Finding::NoAnswer => pick(
                german,
                "Die Aufgabe nennt keine Antwort, die sich prüfen ließe.",
                "The puzzle states no answer that could be checked.",
            ),
            Finding::WrongResult { declarer_wins } => match (german, declarer_wins) {
                (true, true) => format!("Falsche Antwort: Der Alleinspieler erreicht {aim}."),
                (true, false) => format!("Falsche Antwort: Der Alleinspieler erreicht nicht {aim}."),
                (false, true) => format!("Wrong answer: the declarer does make {aim}."),
                (false, false) => format!("Wrong answer: the declarer does not make {aim}."),
            },
            Finding::WrongPoints { said, is } => match german {
                true => format!("Falsche Antwort: Es sind {}, nicht {said}.", points(*is)),
                false => format!("Wrong answer: it is {}, not {said}.", points(*is)),
            },
            Finding::WrongCards { said, are } if are.is_empty() => match german {
                true => format!("Falsche Antwort: {} löst die Aufgabe nicht.", cards(*said)),
                false => format!("Wrong answer: {} does not solve it.", cards(*said)),
            },
            Finding::WrongCards { said, are } => match german {
                true => format!("Falsche Antwort: Richtig ist {}, nicht {}.", cards(*are), cards(*said)),
                false => format!("Wrong answer: right is {}, not {}.", cards(*are), cards(*said)),
            },
            Finding::Key(set) => match german {
                true => format!("Eindeutig: Nur {} löst die Aufgabe.", alternatives(*set, game, language)),
                false => format!("Unique: only {} solves it.", alternatives(*set, game, language)),
            },
            Finding::Keys(set) => match german {
                true => format!("Mehrere Lösungskarten: {}.", cards(*set)),
                false => format!("Several cards solve it: {}.", cards(*set)),
            },
            Finding::AnyCard => pick(german, "Jede Karte löst die Aufgabe.", "Every card solves it."),
            Finding::NoCard => pick(german, "Keine Karte löst die Aufgabe.", "No card solves it."),
            Finding::OthersFirst => pick(
                german,
                "Zuerst ist die andere Seite am Zug; eine erste Lösungskarte gibt es daher nicht.",
                "The other side plays first, so there is no single key card at the start.",
            ),
            Finding::Discards(1) => pick(
                german,
                "Eindeutig: Nur dieses Paar darf gedrückt werden.",
                "Unique: only this pair will do.",
            ),
            Finding::Discards(count) => match german {
                true => format!("{count} von 66 Paaren lassen sich drücken."),
                false => format!("{count} of the 66 pairs will do."),
            },
            Finding::Choice { trick, cards: set, .. } => match german {
                true => format!(
                    "Im {trick}. Stich hat der Löser die Wahl: {}.",
                    alternatives(*set, game, language)
                ),
                false => format!(
                    "In trick {trick} the solver has a choice: {}.",
                    alternatives(*set, game, language)
                ),
            },
            Finding::NoChoice => pick(
                german,
                "Auch danach ist jede Karte des Lösers auf dem Hauptweg erzwungen.",
                "After it every card of the solver on the main line is forced.",
            ),
            Finding::Exact(count) => match german {
                true => format!("Das Ziel wird genau erreicht: {}.", points(*count)),
                false => format!("The goal is reached exactly: {}.", points(*count)),
            },
            Finding::Exceeded(count) => match german {
                true => format!("Das Ziel wird um {} übertroffen.", points(*count)),
                false => format!("The goal is exceeded by {}.", points(*count)),
            },
            Finding::Missed(count) => match german {
                true => format!("Zum Ziel fehlen {}.", points(*count)),
                false => format!("The goal is missed by {}.", points(*count)),
            },
            Finding::AllDeals(count) => match german {
                true => format!("Die Antwort gilt für alle {count} möglichen Verteilungen."),
                false => format!("The answer holds against all {count} possible deals."),
            },
            Finding::OtherDeals { same, of } => match german {
                true => format!(
                    "Die verdeckten Karten können anders liegen: {same} von {of} Verteilungen enden gleich."
                ),
                false => format!("The hidden cards may lie otherwise: {same} of {of} deals end the same."),
            },
            Finding::Swap { one, other, all } => {
                let at = |(card, place): (Card, Place)| match german {
                    true => format!("{} ({})", words::card(card, language), words::place(place, language)),
                    false => {
                        format!("{} ({})", words::the_card(card, language), words::place(place, language))
                    }
                };
                match german {
                    true => format!(
                        "{} und {} lassen sich tauschen, ohne dass sich die Antwort ändert ({} von {} Tauschen gleicher Augen).",
                        at(*one),
                        at(*other),
                        all.0,
                        all.1
                    ),
                    false => format!(
                        "{} and {} can change places without changing the answer ({} of {} swaps of equal points).",
                        words::first_up(&at(*one)),
                        at(*other),
                        all.0,
                        all.1
                    ),
                }
            }
            Finding::NoSwap(tried) => match german {
                true => format!("Keine zwei Karten gleicher Augen lassen sich tauschen ({tried} versucht)."),
                false => format!("No two cards of equal points can change places ({tried} tried)."),
            },
            Finding::Ballast(set) => match german {
                true => format!("Füllkarten, deren Platz gleichgültig ist: {}.", cards(*set)),
                false => format!("Ballast, wherever it lies: {}.", cards(*set)),
            },
            Finding::Trap { open, fair } => match german {
                true => format!(
                    "Falle: Mit offenen Karten würde auch {} gewinnen, sicher ist nur {}.",
                    alternatives(*open, game, language),
                    alternatives(*fair, game, language)
                ),
                false => format!(
                    "Trap: with open cards {} would win too, but only {} is certain.",
                    alternatives(*open, game, language),
                    alternatives(*fair, game, language)
                ),
            },
            Finding::OpenDiffers { declarer_wins } => match (german, declarer_wins) {
                (true, true) => "Mit offenen Karten würde der Alleinspieler gewinnen.".into(),
                (true, false) => "Mit offenen Karten würde der Alleinspieler verlieren.".into(),
                (false, true) => "With open cards the declarer would win.".into(),
                (false, false) => "With open cards the declarer would lose.".into(),
            },
            Finding::Difficulty(difficulty) => difficulty.words(language),
            Finding::OtherGrade { said, estimate } => match german {
                true => format!("Die Datei nennt Grad {said}, geschätzt ist Grad {estimate}."),
                false => format!("The file says grade {said}, the estimate is {estimate}."),
            },
        }
    }
}

fn pick(german: bool, de: &str, en: &str) -> String {
    if german { de } else { en }.into()
}

/// `Kreuz-7 oder Kreuz-8`.
pub(in crate::puzzle) fn alternatives(set: Cards, game: Game, language: Language) -> String {
    let names: Vec<String> =
        game.sorted(set).into_iter().map(|card| words::the_card(card, language)).collect();
    words::join(&names, if language == Language::German { "oder" } else { "or" })
}
