//! What a check finds, typed and in words.

use super::difficulty::Difficulty;
use crate::cards::{Card, Cards};
use crate::deal::Place;
use crate::puzzle::distributions::{Condition, Impossible, Pattern};
use crate::puzzle::question::{Exception, Lack, SafeGame};
use crate::rules::{Contract, Game, Goal, Seat, Side};
use crate::search::chance::Count;
use crate::words::Words;
use std::fmt::Display;

/// How grave a finding is.
///
/// ```
/// use kiebitz::puzzle::soundness::{Finding, Weight};
/// // A wrong answer is a fault, the number of deals a fact.
/// assert_eq!(Finding::WrongPoints { said: 61, is: 60 }.weight(), Weight::Fault);
/// assert_eq!(Finding::AllDeals(6).weight(), Weight::Fact);
/// ```
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
///
/// ```
/// use kiebitz::puzzle::soundness::Finding;
/// use kiebitz::rules::{Game, Goal};
/// use kiebitz::words::{Faces, Language, Words};
/// let words = Words::new(Language::German, Faces::TwoColour);
/// let said = Finding::WrongPoints { said: 61, is: 60 }.words(Game::Grand, Goal::Points(61), words);
/// assert!(said.contains("61") && said.contains("60"));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Finding {
    /// Not unlosable, but only because of these lies of the cards.
    Unless(Exception),
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
    /// Every card does.
    EveryCard {
        /// Whose cards.
        side: Side,
        /// How many.
        count: usize,
        /// Whether a card is asked for: then it is no puzzle.
        asked: bool,
    },
    /// Whatever the side with the task plays, it has its aim.
    CannotFail {
        /// Whose task it is.
        side: Side,
    },
    /// What is asked cannot be done.
    Unsolvable {
        /// By whom.
        side: Side,
        /// The declarer's points with best play, if they were worked out.
        made: Option<u8>,
    },
    /// The question cannot be asked of this position.
    Lack(Lack),
    /// The points told do not belong to the cards gone.
    GonePoints {
        /// What the cards gone count.
        gone: u8,
        /// What the position tells: declarer, defenders.
        told: (u8, u8),
    },
    /// In a full deal somebody else than forehand leads the first trick.
    OtherLead(Seat),
    /// No card reaches what is asked for.
    NoCard,
    /// The other side plays first, so there is no key card yet.
    OthersFirst,
    /// These pairs can be laid away.
    Discards {
        /// The game and the pair of each.
        good: Vec<(Contract, Cards)>,
        /// How many there are to choose from.
        of: usize,
        /// Whether the game is asked for too.
        free_game: bool,
    },
    /// The puzzle names a pair after which the game can be lost.
    WrongDiscard {
        /// What the puzzle says.
        said: Cards,
        /// The pairs that do.
        good: Vec<Cards>,
    },
    /// No pair does.
    NoDiscard {
        /// What the best pair makes certain, if it was worked out.
        made: Option<u8>,
    },
    /// The pair that looks natural fails.
    NaturalDiscard {
        /// The pair.
        cards: Cards,
        /// What is certain after it.
        made: Option<u8>,
    },
    /// The games that cannot be lost, the dearest first.
    SafeGames(Vec<SafeGame>),
    /// The puzzle names a game that can be lost.
    WrongGame(Contract),
    /// The highest safe bid.
    HighestBid {
        /// The number; 0 if none is safe.
        bid: u16,
        /// The hand game that makes it so, if it is one.
        hand: Option<Contract>,
        /// The next number.
        next: Option<u16>,
        /// A skat with which it fails.
        fails_with: Cards,
    },
    /// The puzzle states another number.
    WrongBid {
        /// What the puzzle says.
        said: u16,
        /// What is so.
        is: u16,
    },
    /// The cards that are enough if they are found first.
    FirstCards(Cards),
    /// The puzzle states another number of cards.
    WrongCount {
        /// What the puzzle says.
        said: u8,
        /// What is so.
        is: u8,
    },
    /// No deal meets the conditions.
    NoLie(Impossible),
    /// The deal that the file tells does not meet them.
    ToldLieFails,
    /// The puzzle places cards that need not lie there.
    WrongLie(Condition),
    /// One deal of so many meets the conditions.
    OneLie {
        /// Deals that the position allows.
        of: u64,
    },
    /// Several deals do, and these cards lie where they lie in each.
    CertainCards {
        /// Deals that meet the conditions.
        deals: u64,
        /// Where the cards are.
        certain: Vec<Condition>,
    },
    /// Several deals do, and no card is certain.
    NothingCertain {
        /// Deals that meet the conditions.
        deals: u64,
        /// Whether there may be more.
        at_least: bool,
    },
    /// The same deals are left without this condition.
    IdleCondition(Condition),
    /// This card has the best chance.
    BestChance {
        /// The card, or cards that are as good.
        cards: Cards,
        /// How many there are if equal neighbours count as one.
        kinds: usize,
        /// In how many deals its plan wins.
        won: Count,
        /// Of how many.
        of: u64,
        /// The next best card, and in how many deals it wins at most, unless it is told as the natural one.
        second: Option<(Card, u64)>,
    },
    /// Every card has the same chance.
    EveryChance {
        /// In how many deals it wins.
        won: u64,
        /// Of how many.
        of: u64,
    },
    /// The best chance is asked for, and these cards win in every deal.
    ForcedAnyway {
        /// The cards.
        cards: Cards,
        /// The deals.
        of: u64,
    },
    /// No card wins in any deal.
    NoChance {
        /// The deals.
        of: u64,
    },
    /// The card that looks natural has a smaller chance.
    NaturalChance {
        /// The card.
        card: Card,
        /// In how many deals it wins.
        won: u64,
        /// Of how many.
        of: u64,
    },
    /// The puzzle states another number of deals than the best plan wins.
    WrongShare {
        /// What the puzzle says.
        said: u64,
        /// What is so.
        is: u64,
        /// Of how many.
        of: u64,
    },
    /// What the deals have in common that the best plan loses, or those it wins if they are fewer.
    LostDeals(Box<Pattern>),
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
            | Finding::EveryCard { asked: true, .. }
            | Finding::CannotFail { .. }
            | Finding::Unsolvable { .. }
            | Finding::Lack(_)
            | Finding::WrongDiscard { .. }
            | Finding::NoDiscard { .. }
            | Finding::WrongGame(_)
            | Finding::WrongBid { .. }
            | Finding::HighestBid { bid: 0, .. }
            | Finding::WrongCount { .. }
            | Finding::NoLie(_)
            | Finding::ToldLieFails
            | Finding::WrongLie(_)
            | Finding::NothingCertain { .. }
            | Finding::EveryChance { .. }
            | Finding::ForcedAnyway { .. }
            | Finding::NoChance { .. }
            | Finding::WrongShare { .. }
            | Finding::NoCard => Weight::Fault,
            Finding::Discards { good, of, .. } if good.len() == *of => Weight::Fault,
            Finding::SafeGames(games) if games.is_empty() || games.len() == Game::ALL.len() => Weight::Fault,
            Finding::Discards { good, .. } if good.len() > 1 => Weight::Remark,
            Finding::BestChance { kinds, .. } if *kinds > 1 => Weight::Remark,
            Finding::SafeGames(games) if games.len() > 1 => Weight::Remark,
            Finding::Undecided
            | Finding::EveryCard { asked: false, .. }
            | Finding::GonePoints { .. }
            | Finding::OtherLead(_)
            | Finding::IdleCondition(_)
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
            Finding::Discards { good, .. } => good.iter().fold(Cards::NONE, |all, (_, cards)| all | *cards),
            Finding::WrongDiscard { said, good } => good.iter().fold(*said, |all, cards| all | *cards),
            Finding::NaturalDiscard { cards, .. } | Finding::FirstCards(cards) => *cards,
            Finding::HighestBid { fails_with, .. } => *fails_with,
            Finding::BestChance { cards, .. } | Finding::ForcedAnyway { cards, .. } => *cards,
            Finding::NaturalChance { card, .. } => Cards::one(*card),
            Finding::Unless(found) => found.heaps.iter().fold(Cards::NONE, |all, heap| all | heap.cards),
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
            Finding::EveryCard { .. } => "every-card",
            Finding::CannotFail { .. } => "cannot-fail",
            Finding::Unsolvable { .. } => "unsolvable",
            Finding::Lack(_) => "lack",
            Finding::Unless(_) => "unless",
            Finding::GonePoints { .. } => "gone-points",
            Finding::OtherLead(_) => "other-lead",
            Finding::NoCard => "no-card",
            Finding::OthersFirst => "others-first",
            Finding::Discards { .. } => "discards",
            Finding::WrongDiscard { .. } => "wrong-discard",
            Finding::NoDiscard { .. } => "no-discard",
            Finding::NaturalDiscard { .. } => "natural-discard",
            Finding::SafeGames(_) => "safe-games",
            Finding::WrongGame(_) => "wrong-game",
            Finding::HighestBid { .. } => "highest-bid",
            Finding::WrongBid { .. } => "wrong-bid",
            Finding::FirstCards(_) => "first-cards",
            Finding::WrongCount { .. } => "wrong-count",
            Finding::NoLie(_) => "no-lie",
            Finding::ToldLieFails => "told-lie-fails",
            Finding::WrongLie(_) => "wrong-lie",
            Finding::OneLie { .. } => "one-lie",
            Finding::CertainCards { .. } => "certain-cards",
            Finding::NothingCertain { .. } => "nothing-certain",
            Finding::IdleCondition(_) => "idle-condition",
            Finding::BestChance { .. } => "best-chance",
            Finding::EveryChance { .. } => "every-chance",
            Finding::ForcedAnyway { .. } => "forced-anyway",
            Finding::NoChance { .. } => "no-chance",
            Finding::NaturalChance { .. } => "natural-chance",
            Finding::WrongShare { .. } => "wrong-share",
            Finding::LostDeals(_) => "lost-deals",
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
    pub fn words(&self, game: Game, goal: Goal, words: impl Into<Words>) -> String {
        let words = &words.into();
        let cards = |set: &Cards| words.cards(*set, game);
        let any = |set: &Cards| words.any_card(*set, game);
        let fill = |key, name, value: &dyn Display| words.fill(key, &[(name, value)]);
        match self {
            Finding::Undecided => words.t("finding.undecided").into(),
            Finding::NoAnswer => words.t("finding.no_answer").into(),
            Finding::WrongResult { declarer_wins } => {
                let outcome = words.after_colon(&words.outcome(goal, *declarer_wins));
                fill("finding.wrong_result", "outcome", &outcome)
            }
            Finding::WrongPoints { said, is } => {
                words.fill("finding.wrong_points", &[("said", said), ("points", &words.points(*is))])
            }
            Finding::WrongCards { said, are } if are.is_empty() => {
                let (one, many) = ("finding.wrong_card", "finding.wrong_cards");
                fill(if said.len() == 1 { one } else { many }, "cards", &cards(said))
            }
            Finding::WrongCards { said, are } => {
                words.fill("finding.other_cards", &[("are", &any(are)), ("said", &any(said))])
            }
            Finding::Key(set) => fill("finding.key", "cards", &any(set)),
            Finding::Keys(set) => fill("finding.keys", "cards", &cards(set)),
            Finding::NoCard => words.t("finding.no_card").into(),
            Finding::OthersFirst => words.t("finding.others_first").into(),
            Finding::Choice { trick, cards: set, .. } => {
                let trick = words.ordinal(*trick as u64);
                words.fill("finding.choice", &[("trick", &trick), ("cards", &any(set))])
            }
            Finding::NoChoice => words.t("finding.no_choice").into(),
            Finding::Exact(n) => fill("finding.exact", "points", &words.points(*n)),
            Finding::Exceeded(n) => fill("finding.exceeded", "points", &words.points(*n)),
            Finding::Missed(n) => words.count("finding.missed_one", "finding.missed", u64::from(*n)),
            Finding::AllDeals(n) => words.count("finding.all_deals_one", "finding.all_deals", *n),
            Finding::OtherDeals { same, of } => words
                .fill("finding.other_deals", &[("same", &words.number(*same)), ("of", &words.number(*of))]),
            Finding::Swap { one, other, all } => words.sentence(
                "finding.swap",
                &[
                    ("one", &words.card_in_text(one.0)),
                    ("at", &words.place_in_text(one.1)),
                    ("other", &words.card_in_text(other.0)),
                    ("there", &words.place_in_text(other.1)),
                    ("n", &words.number(all.0 as u64)),
                    ("of", &words.number(all.1 as u64)),
                ],
            ),
            Finding::NoSwap(tried) => words.count("finding.no_swap_one", "finding.no_swap", *tried as u64),
            Finding::Ballast(set) => fill("finding.ballast", "cards", &cards(set)),
            Finding::Trap { open, fair } => {
                words.fill("finding.trap", &[("open", &any(open)), ("fair", &any(fair))])
            }
            Finding::OpenDiffers { declarer_wins: true } => words.t("finding.open_won").into(),
            Finding::OpenDiffers { declarer_wins: false } => words.t("finding.open_lost").into(),
            Finding::Difficulty(difficulty) => difficulty.words(words),
            Finding::OtherGrade { said, estimate } => {
                words.fill("finding.other_grade", &[("said", said), ("estimate", estimate)])
            }
            other => super::sentences::of(other, words, game, goal),
        }
    }
}
