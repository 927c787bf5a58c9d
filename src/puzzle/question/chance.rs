//! Nothing is forced: which card has the best chance? The card whose best plan wins in the most deals that the viewer cannot
//! rule out, whatever the others play.

use super::{Engines, Facts, Kind, Lack, Told, Wanted, card, claim, task};
use crate::cards::{Card, Cards};
use crate::deal::{Position, View};
use crate::knowledge::Knowledge;
use crate::puzzle::distributions::{DistributionQuery, Pattern, Sitting, Swept};
use crate::puzzle::file::{Answer, Puzzle};
use crate::puzzle::soundness::{Finding, Look};
use crate::rules::{BySeat, Goal, Seat};
use crate::search::Limits;
use crate::search::chance::{CardChance, Count, Plan};
use crate::search::proof::{Detail, ProofError};
use crate::words::Words;
use std::collections::HashSet;

pub(super) struct BestChance;

/// Most nodes: where that is not enough, bounds are what there is.
const NODES: u64 = 100_000_000;
/// Most deals of which is told what those lost have in common.
const DESCRIBED: u64 = 5_000;
/// Which deals a player imagines.
const SEED: u64 = 1;

/// The chances.
///
/// ```
/// use kiebitz::puzzle::{Asks, Puzzle, question::{self, Engines, Told, Wanted}};
/// use kiebitz::search::{Limits, Resources};
/// let position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let puzzle = Puzzle { asks: Asks::Chance, ..Puzzle::new(position) };
/// let mut engines = Engines::with_resources(Resources::new(16, 1));
/// let facts = question::kind(puzzle.asks).facts(&puzzle, &mut engines, Wanted::Answer, &Limits::none());
/// let Told::Chance(chances) = facts.unwrap().told else { panic!("chances") };
/// assert_eq!((chances.worlds, chances.won.exact()), (6, Some(4)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChanceFacts {
    /// Deals that the viewer cannot rule out.
    pub worlds: u64,
    /// In how many of them the best plan wins.
    pub won: Count,
    /// The same for each card, as players sort them.
    pub cards: Vec<CardChance>,
    /// The best of the cards that are not the best, and in how many deals it wins at most.
    pub second: Option<(Card, u64)>,
    /// A card that looks natural and is not the best: what rules of thumb play, or most imagined deals speak for.
    pub natural: Option<(Card, u64)>,
    /// What the deals have in common that the best plan loses, or those it wins if they are fewer.
    pub pattern: Option<Pattern>,
}

/// A share of the deals in percent, without a decimal where there is none. Nothing short of all is shown as all, and
/// nothing above none as none.
#[must_use]
pub fn share(won: u64, worlds: u64, words: &Words) -> String {
    let share = won as f64 / worlds.max(1) as f64;
    let places = usize::from(won > 0 && won < worlds);
    words.percent(if places == 1 { share.clamp(0.001, 0.999) } else { share }, places)
}

impl ChanceFacts {
    /// The cards of the best plans, as far as they are known.
    fn best(&self) -> Cards {
        let best = |card: &&CardChance| card.won.at_least == self.won.at_least;
        self.cards.iter().filter(best).map(|card| card.card).collect()
    }

    /// Whether some other card may yet turn out to be as good.
    fn is_open(&self, kinds: usize) -> bool {
        let keys = self.best();
        let may = |card: &CardChance| match keys.has(card.card) {
            true => kinds > 1 && card.won.exact().is_none(),
            false => card.won.at_most >= self.won.at_least,
        };
        self.cards.iter().any(may)
    }
}

impl Kind for BestChance {
    fn lacks(&self, puzzle: &Puzzle) -> Option<Lack> {
        match puzzle.position.view() {
            View::Open => Some(Lack::NothingHidden),
            View::Seat(_) => card::RightCard.lacks(puzzle),
        }
    }

    fn is_answered(&self, answer: &Answer) -> bool {
        !answer.cards.is_empty()
    }

    fn facts(
        &self,
        puzzle: &Puzzle,
        engines: &mut Engines,
        _: Wanted,
        limits: &Limits,
    ) -> Result<Facts, ProofError> {
        let (position, goal) = (&puzzle.position, puzzle.goal());
        let nodes = limits.nodes.map_or(NODES, |nodes| nodes.min(NODES));
        let limits = &Limits { nodes: Some(nodes), ..limits.clone() };
        let chance = engines.chance.chance(position, goal, limits)?;
        let mut facts = Facts { choices: chance.cards.len(), ..Facts::default() };
        let mut found = ChanceFacts {
            worlds: chance.worlds,
            won: chance.won,
            cards: chance.cards,
            second: None,
            natural: None,
            pattern: None,
        };
        facts.keys = found.best();
        // Equal neighbours count as one, as everywhere.
        let claim = claim(puzzle, None, None);
        let node = engines.prover.unfold(position, claim, &[], Detail::AllCards, limits)?;
        let twins = |card: Card| node.branches.iter().find(|branch| branch.card == card)?.twin_of;
        facts.kinds =
            facts.keys.iter().filter(|&card| twins(card).is_none_or(|twin| !facts.keys.has(twin))).count();
        let won = found.won;
        facts.declarer_wins = match (won.at_least == found.worlds, won.at_most < found.worlds) {
            (true, _) => Some(position.view() == View::Seat(position.declarer())),
            (_, true) => Some(position.view() != View::Seat(position.declarer())),
            _ => None,
        };
        facts.cut_short = facts.declarer_wins.is_none() || found.is_open(facts.kinds);
        let others = found.cards.iter().filter(|card| !facts.keys.has(card.card));
        found.second = others.max_by_key(|card| card.won.at_most).map(|card| (card.card, card.won.at_most));
        let at_most = |card: Card| found.cards.iter().find(|known| known.card == card).map(|known| known.won);
        if let Some(look) = Look::at(position, goal, &mut engines.open, SEED, limits) {
            let worse = |card: &Card| !facts.keys.has(*card);
            let natural = look.thumb.filter(worse).or(look.favourite().filter(worse));
            found.natural = natural.and_then(|card| Some((card, at_most(card)?.at_most)));
        }
        if let Some(plan) = engines.chance.plan().filter(|plan| won.exact() == Some(plan.won())) {
            found.pattern = pattern(position, goal, plan);
        }
        facts.told = Told::Chance(Box::new(found));
        Ok(facts)
    }

    fn answer(&self, _: &Puzzle, facts: &Facts) -> Answer {
        let Told::Chance(found) = &facts.told else { return Answer::default() };
        Answer { cards: facts.keys, won: found.won.exact(), ..Answer::default() }
    }

    fn findings(&self, puzzle: &Puzzle, facts: &Facts) -> Vec<Finding> {
        let Told::Chance(found) = &facts.told else { return Vec::new() };
        let mut findings = task::compared(puzzle, facts);
        let ChanceFacts { worlds: of, won, .. } = **found;
        let (said, keys) = (puzzle.answer.cards, facts.keys);
        if won.at_most == 0 {
            findings.push(Finding::NoChance { of });
            return findings;
        }
        if won.at_least == of {
            findings.push(Finding::ForcedAnyway { cards: keys, of });
            return findings;
        }
        if facts.cut_short {
            return findings;
        }
        // Equal neighbours need not all be named; different cards must.
        if !said.is_empty() && (said - keys != Cards::NONE || facts.kinds > 1 && said != keys) {
            findings.push(Finding::WrongCards { said, are: keys });
        }
        if let (Some(said), Some(is)) = (puzzle.answer.won, won.exact())
            && said != is
        {
            findings.push(Finding::WrongShare { said, is, of });
        }
        let kinds = facts.kinds;
        findings.push(match found.second {
            None => Finding::EveryChance { won: won.at_least, of },
            Some(second) => {
                let told = found.natural.is_some_and(|(card, _)| card == second.0);
                let second = Some(second).filter(|_| !told);
                Finding::BestChance { cards: keys, kinds, won, of, second }
            }
        });
        findings.extend(found.natural.map(|(card, won)| Finding::NaturalChance { card, won, of }));
        findings.extend(found.pattern.clone().map(|pattern| Finding::LostDeals(Box::new(pattern))));
        findings
    }

    fn is_played_for(&self) -> bool {
        true
    }
}

/// What the deals have in common that the plan loses, or those that it wins: whichever are fewer.
fn pattern(position: &Position, goal: Goal, plan: &Plan) -> Option<Pattern> {
    let View::Seat(viewer) = position.view() else { return None };
    if plan.worlds() > DESCRIBED {
        return None;
    }
    let knowledge = Knowledge::of(position, viewer).ok()?;
    let query = DistributionQuery::new(position.clone(), goal, Vec::new()).ok()?;
    let lost: HashSet<[Cards; 2]> = plan.lost().collect();
    let kept: Vec<(Sitting, bool)> = knowledge
        .worlds()
        .map(|world| {
            let won = !lost.contains(&[world.hands[viewer.next()], world.hands[viewer.after(2)]]);
            let hands = BySeat::from_fn(|seat: Seat| world.hands[seat] | position.played_by(seat));
            (Sitting { hands, skat: world.skat }, won)
        })
        .collect();
    let deals = kept.len() as u64;
    let solutions = kept.iter().filter(|(_, won)| *won).count() as u64;
    Pattern::find(&query, &Swept { deals, fitting: deals, solutions, finished: true, kept })
}
