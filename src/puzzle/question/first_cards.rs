//! How many of the 22 cards, found first in the skat, make some game unlosable whatever the second is?
//!
//! With each skat the game and the discard may be chosen anew: a card counts if for each of the 21 others some game
//! is then won by force.

use super::announce::{CutShort, lacks_ten};
use super::attempt::{Attempt, Fact, Given};
use super::bid::with_skat;
use super::{Engines, Facts, Kind, Lack, Table, Told, Wanted, table_before_bidding};
use crate::cards::{Card, Cards};
use crate::deal::Position;
use crate::puzzle::file::{Answer, Puzzle};
use crate::puzzle::soundness::Finding;
use crate::rules::ladder;
use crate::search::Limits;
use crate::search::adversary::Adversary;
use crate::search::proof::ProofError;
use std::collections::HashMap;

pub(super) struct FirstCards;

/// The cards that are enough.
///
/// ```
/// use kiebitz::puzzle::question::FirstCardFacts;
/// let spoiled = vec![("D7".parse().unwrap(), "D8".parse().unwrap())];
/// let facts = FirstCardFacts { good: "CJ.SJ".parse().unwrap(), spoiled };
/// // A card is enough, or there is one that spoils it.
/// assert!(facts.spoiled.iter().all(|(card, _)| !facts.good.has(*card)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FirstCardFacts {
    /// The cards that are enough.
    pub good: Cards,
    /// Each other card with a second one that spoils it.
    pub spoiled: Vec<(Card, Card)>,
}

/// Works out the cards; the progress counts them.
///
/// # Errors
/// If the position is not for the searches.
pub fn first_cards(
    engines: &mut Engines,
    position: &Position,
    limits: &Limits,
) -> Result<Option<FirstCardFacts>, ProofError> {
    let unseen = Cards::ALL - position.start_hand(position.declarer());
    let lowest = ladder().first().copied().unwrap_or(18);
    let mut safe: HashMap<Cards, bool> = HashMap::new();
    let mut facts = FirstCardFacts::default();
    let mut before = None;
    for (at, first) in unseen.iter().enumerate() {
        limits.set_part(at, unseen.len());
        let mut spoiler = None;
        // A second card that spoiled another one is likely to spoil this one too.
        let known = |second: &Card| facts.spoiled.iter().filter(|(_, spoils)| spoils == second).count();
        let mut seconds: Vec<Card> = unseen.without(first).iter().collect();
        seconds.sort_by_key(|second| std::cmp::Reverse(known(second)));
        for second in seconds {
            let skat = Cards::one(first).with(second);
            let wins = match safe.get(&skat) {
                Some(wins) => *wins,
                None => match with_skat(engines, position, skat, lowest, before, limits)? {
                    Ok(game) => {
                        before = game.as_ref().map(|game| game.contract.game()).or(before);
                        game.is_some()
                    }
                    Err(CutShort) => return Ok(None),
                },
            };
            safe.insert(skat, wins);
            if !wins {
                spoiler = Some(second);
                break;
            }
        }
        match spoiler {
            None => facts.good.insert(first),
            Some(second) => {
                facts.spoiled.push((first, second));
                false
            }
        };
    }
    Ok(Some(facts))
}

impl Kind for FirstCards {
    fn lacks(&self, puzzle: &Puzzle) -> Option<Lack> {
        lacks_ten(puzzle)
    }

    fn answer_cards(&self, _: &Puzzle) -> Cards {
        Cards::NONE
    }

    fn impossible(&self, puzzle: &Puzzle) -> Option<String> {
        let count = puzzle.answer.count.filter(|count| *count > 22)?;
        Some(format!("{count} cards: there are only 22"))
    }

    fn is_before_play(&self) -> bool {
        true
    }

    fn has_values(&self) -> bool {
        false
    }

    fn is_answered(&self, answer: &Answer) -> bool {
        answer.count.is_some()
    }

    fn facts(
        &self,
        puzzle: &Puzzle,
        engines: &mut Engines,
        _: Wanted,
        limits: &Limits,
    ) -> Result<Facts, ProofError> {
        let found = first_cards(engines, &puzzle.position, limits)?;
        let cut_short = found.is_none();
        Ok(Facts { cut_short, told: found.map_or(Told::Nothing, Told::FirstCards), ..Facts::default() })
    }

    fn answer(&self, _: &Puzzle, facts: &Facts) -> Answer {
        let Told::FirstCards(found) = &facts.told else { return Answer::default() };
        Answer { count: Some(found.good.len() as u8), ..Answer::default() }
    }

    fn findings(&self, puzzle: &Puzzle, facts: &Facts) -> Vec<Finding> {
        let Told::FirstCards(found) = &facts.told else { return Vec::new() };
        let is = found.good.len() as u8;
        let mut findings = Vec::new();
        if let Some(said) = puzzle.answer.count.filter(|said| *said != is) {
            findings.push(Finding::WrongCount { said, is });
        }
        findings.push(Finding::FirstCards(found.good));
        findings
    }

    fn table(&self, puzzle: &Puzzle) -> Table {
        table_before_bidding(puzzle)
    }

    fn is_played_after(&self) -> bool {
        false
    }

    fn begin(&self, _: &Puzzle) -> Given {
        Given::Count(String::new())
    }

    fn judge(
        &self,
        puzzle: &Puzzle,
        given: &Given,
        _: &mut Adversary,
        limits: &Limits,
    ) -> Result<Option<Attempt>, ProofError> {
        let Given::Count(text) = given else { return Ok(None) };
        let found = first_cards(&mut Engines::new(), &puzzle.position, limits)?;
        let Some(found) = found else { return Ok(None) };
        let is = found.good.len() as u8;
        let right = text.trim().parse() == Ok(is);
        let file_agrees = puzzle.answer.count.is_none_or(|told| told == is);
        Ok(Some(Attempt { given: given.clone(), right, fact: Fact::Count(is), file_agrees }))
    }
}
