//! Up to which number can be bid with a game that cannot be lost? Asked before the skat is seen.
//!
//! A number is safe if one of two ways is sure to win a game worth at least as much:
//! - *hand*: one hand game, chosen without looking, is won by force whatever lies in the skat, and is worth the number
//!   with the fewest matadors that any skat leaves;
//! - *with the skat*: for each of the 231 skats there is a game and a discard (they may differ from skat to skat)
//!   after which the goal is reached by force; where the number is more than the plain game is worth, the goal is
//!   Schneider or every trick.
//!
//! The answer is the highest number of the bidding ladder that is safe.

use super::announce::{CutShort, after_discard, hand_worth, lacks_ten, likely_discards, untouched, worth};
use super::attempt::{Attempt, Fact, Given};
use super::discard::pairs;
use super::{Engines, Facts, Kind, Lack, SafeGame, Table, Told, Wanted, table_before_bidding};
use crate::cards::Cards;
use crate::deal::Position;
use crate::puzzle::file::{Answer, Puzzle};
use crate::puzzle::soundness::Finding;
use crate::rules::{Contract, Game, Goal, ladder, matadors};
use crate::search::Limits;
use crate::search::adversary::Adversary;
use crate::search::proof::ProofError;

pub(super) struct Bid;

/// What is known of the number.
///
/// ```
/// use kiebitz::puzzle::question::BidFacts;
/// // Nothing is safe: there is nothing to bid, and no game.
/// let facts = BidFacts::default();
/// assert!(facts.highest == 0 && facts.hand.is_none() && facts.skats.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BidFacts {
    /// The highest safe number; 0 if not even the lowest is.
    pub highest: u16,
    /// The hand game that makes it safe, if that is the way.
    pub hand: Option<SafeGame>,
    /// Else what is played with each skat.
    pub skats: Vec<SkatGame>,
    /// A skat with which the next number could not be won.
    pub fails_with: Option<Cards>,
    /// The next number.
    pub next: Option<u16>,
}

/// What is played with a skat.
///
/// ```
/// use kiebitz::puzzle::question::{BidFacts, SafeGame, SkatGame};
/// let discard = "D9.D7".parse().unwrap();
/// let game = SafeGame { contract: "C".parse().unwrap(), discard, value: 24 };
/// let facts = BidFacts { skats: vec![SkatGame { skat: "CJ.CQ".parse().unwrap(), game }], ..BidFacts::default() };
/// assert!(facts.skats.iter().all(|found| found.skat.len() == 2 && found.game.discard.len() == 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkatGame {
    /// The skat.
    pub skat: Cards,
    /// The game and the discard.
    pub game: SafeGame,
}

/// Games after taking the skat that are worth a number with these twelve cards, with what is then needed: the game that
/// was safe with the skat before, then the easiest goal first.
fn worth_it(twelve: Cards, bid: u16, before: Option<Game>) -> Vec<(Contract, Goal)> {
    let mut games = Vec::new();
    for game in Game::ALL {
        let contract = Contract::plain(game);
        if let Some(goal) = Goal::with_bid(contract, matadors(game, twelve), bid) {
            games.push((contract, goal));
        } else if game == Game::Null
            && let Some(open) = Contract::new(Game::Null, false, false, false, true)
            && Goal::with_bid(open, 0, bid).is_some()
        {
            games.push((open, Goal::NoTrick));
        }
    }
    let long = |game: Game| (twelve & game.trumps()).len();
    games.sort_by_key(|(contract, goal)| {
        let hard = match goal {
            Goal::Points(61) => 0,
            Goal::NoTrick => 1,
            Goal::Points(_) => 2,
            Goal::EveryTrick => 3,
        };
        (Some(contract.game()) != before, hard, std::cmp::Reverse(long(contract.game())))
    });
    games
}

/// A game and a discard that win the number by force with this skat; `before` is the game to be tried first.
pub(super) fn with_skat(
    engines: &mut Engines,
    position: &Position,
    skat: Cards,
    bid: u16,
    before: Option<Game>,
    limits: &Limits,
) -> Result<Result<Option<SafeGame>, CutShort>, ProofError> {
    let twelve = position.start_hand(position.declarer()) | skat;
    let mut cut_short = false;
    for (contract, goal) in worth_it(twelve, bid, before) {
        for discard in likely_discards(contract.game(), twelve) {
            let Some(after) = after_discard(position, twelve, contract, discard) else { continue };
            match engines.forced.decide(&after, goal, limits)? {
                Some(true) => {
                    let value = worth(contract, twelve, goal);
                    return Ok(Ok(Some(SafeGame { contract, discard, value })));
                }
                Some(false) => {}
                None => cut_short = true,
            }
            if limits.is_cancelled() {
                return Ok(Err(CutShort));
            }
        }
    }
    Ok(if cut_short { Err(CutShort) } else { Ok(None) })
}

/// A hand game that wins the number by force without looking.
fn without_looking(
    engines: &mut Engines,
    position: &Position,
    bid: u16,
    limits: &Limits,
) -> Result<Result<Option<SafeGame>, CutShort>, ProofError> {
    let ten = position.start_hand(position.declarer());
    let mut cut_short = false;
    for contract in hand_games() {
        let goal = Goal::of(contract);
        if hand_worth(contract, ten, goal) < bid {
            continue;
        }
        let Some(before) = untouched(position, contract) else { continue };
        match engines.forced.decide(&before, goal, limits)? {
            Some(true) => {
                let value = hand_worth(contract, ten, goal);
                return Ok(Ok(Some(SafeGame { contract, discard: Cards::NONE, value })));
            }
            Some(false) => {}
            None => cut_short = true,
        }
    }
    Ok(if cut_short { Err(CutShort) } else { Ok(None) })
}

/// Every hand game with its announcements, the plainest first. Open Grand and suit games need every trick, as those
/// with Schwarz announced do.
fn hand_games() -> Vec<Contract> {
    let level = |game, schneider, schwarz, open| Contract::new(game, true, schneider, schwarz, open);
    let each = |game: Game| {
        [
            level(game, false, false, false),
            level(game, true, false, false),
            level(game, true, true, false),
            level(game, false, false, true),
        ]
    };
    Game::ALL.into_iter().flat_map(each).flatten().collect()
}

/// Works out the highest safe number. The progress counts the skats of the number that is being tried.
///
/// # Errors
/// If the position is not for the searches.
pub fn highest_bid(
    engines: &mut Engines,
    position: &Position,
    limits: &Limits,
) -> Result<Option<BidFacts>, ProofError> {
    let ten = position.start_hand(position.declarer());
    let all = pairs(Game::Grand, Cards::ALL - ten);
    let mut facts = BidFacts::default();
    let mut skats: Vec<SkatGame> = Vec::new();
    // Once one skat fails a number it fails every higher one; then only a hand game can help.
    let mut fails: Option<Cards> = None;
    for bid in ladder() {
        let mut safe = None;
        if fails.is_none() {
            let mut kept = Vec::with_capacity(all.len());
            for (at, &skat) in all.iter().enumerate() {
                limits.set_part(at, all.len());
                let known = skats.get(at).filter(|game| game.game.value >= bid).cloned();
                let before = kept.last().map(|skat: &SkatGame| skat.game.contract.game());
                let found = match known {
                    Some(game) => Some(game),
                    None => match with_skat(engines, position, skat, bid, before, limits)? {
                        Ok(game) => game.map(|game| SkatGame { skat, game }),
                        Err(CutShort) => return Ok(None),
                    },
                };
                match found {
                    Some(game) => kept.push(game),
                    None => {
                        fails = Some(skat);
                        break;
                    }
                }
            }
            if fails.is_none() {
                skats = kept;
                safe = Some(None);
            }
        }
        if safe.is_none() {
            match without_looking(engines, position, bid, limits)? {
                Ok(Some(game)) => safe = Some(Some(game)),
                Ok(None) => {}
                Err(CutShort) => return Ok(None),
            }
        }
        match safe {
            Some(hand) => facts = BidFacts { highest: bid, hand, ..BidFacts::default() },
            None => {
                facts.next = Some(bid);
                break;
            }
        }
    }
    facts.fails_with = fails;
    facts.skats = skats;
    Ok(Some(facts))
}

impl Kind for Bid {
    fn lacks(&self, puzzle: &Puzzle) -> Option<Lack> {
        lacks_ten(puzzle)
    }

    fn answer_cards(&self, _: &Puzzle) -> Cards {
        Cards::NONE
    }

    fn impossible(&self, puzzle: &Puzzle) -> Option<String> {
        let bid = puzzle.answer.bid.filter(|bid| *bid != 0 && !ladder().contains(bid))?;
        Some(format!("the answer {bid} is no number of the bidding"))
    }

    fn is_before_play(&self) -> bool {
        true
    }

    fn has_values(&self) -> bool {
        false
    }

    fn is_answered(&self, answer: &Answer) -> bool {
        answer.bid.is_some()
    }

    fn facts(
        &self,
        puzzle: &Puzzle,
        engines: &mut Engines,
        _: Wanted,
        limits: &Limits,
    ) -> Result<Facts, ProofError> {
        let found = highest_bid(engines, &puzzle.position, limits)?;
        let cut_short = found.is_none();
        Ok(Facts { cut_short, told: found.map_or(Told::Nothing, Told::Bid), ..Facts::default() })
    }

    fn answer(&self, _: &Puzzle, facts: &Facts) -> Answer {
        let Told::Bid(found) = &facts.told else { return Answer::default() };
        Answer { bid: Some(found.highest), ..Answer::default() }
    }

    fn findings(&self, puzzle: &Puzzle, facts: &Facts) -> Vec<Finding> {
        let Told::Bid(found) = &facts.told else { return Vec::new() };
        let mut findings = Vec::new();
        if let Some(said) = puzzle.answer.bid.filter(|said| *said != found.highest) {
            findings.push(Finding::WrongBid { said, is: found.highest });
        }
        findings.push(Finding::HighestBid {
            bid: found.highest,
            hand: found.hand.as_ref().map(|game| game.contract),
            next: found.next,
            fails_with: found.fails_with.unwrap_or(Cards::NONE),
        });
        findings
    }

    fn table(&self, puzzle: &Puzzle) -> Table {
        table_before_bidding(puzzle)
    }

    fn is_played_after(&self) -> bool {
        false
    }

    fn begin(&self, _: &Puzzle) -> Given {
        Given::Bid(String::new())
    }

    fn judge(
        &self,
        puzzle: &Puzzle,
        given: &Given,
        _: &mut Adversary,
        limits: &Limits,
    ) -> Result<Option<Attempt>, ProofError> {
        let Given::Bid(text) = given else { return Ok(None) };
        let found = highest_bid(&mut Engines::new(), &puzzle.position, limits)?;
        let Some(found) = found else { return Ok(None) };
        let right = text.trim().parse() == Ok(found.highest);
        let file_agrees = puzzle.answer.bid.is_none_or(|told| told == found.highest);
        Ok(Some(Attempt { given: given.clone(), right, fact: Fact::Bid(found.highest), file_agrees }))
    }
}
