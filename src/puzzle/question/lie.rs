//! How do the cards lie? The deals that agree with what is shown and told, and what they have in common.

use super::attempt::{self, Attempt, Fact, Given, Placement};
use super::{Engines, Facts, Kind, Lack, Told, Wanted};
use crate::cards::Cards;
use crate::deal::{Holding, Place, Position, View};
use crate::knowledge::Knowledge;
use crate::puzzle::distributions::{
    Condition, DistributionQuery, Impossible, Pattern, Sitting, Sweep, Who, sweep,
};
use crate::puzzle::file::{Answer, Puzzle};
use crate::puzzle::soundness::Finding;
use crate::rules::{BySeat, Seat};
use crate::search::adversary::Adversary;
use crate::search::proof::ProofError;
use crate::search::{Limits, Resources};

pub(super) struct Lie;

/// Deals beyond which nobody asks what each single condition is needed for.
const REASONED: u64 = 200_000;

/// What is known of the lie of the cards.
///
/// ```
/// use kiebitz::puzzle::{Asks, Puzzle, Terms, question::{self, Engines, Told, Wanted}};
/// use kiebitz::search::{Limits, Resources};
/// let position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let terms = Terms { conditions: vec!["result=lost".parse().unwrap()], ..Terms::default() };
/// let puzzle = Puzzle { asks: Asks::Cards, terms, ..Puzzle::new(position) };
/// let mut engines = Engines::with_resources(Resources::new(16, 1));
/// let facts = question::kind(puzzle.asks).facts(&puzzle, &mut engines, Wanted::Answer, &Limits::none());
/// let Told::Lie(lie) = facts.unwrap().told else { panic!("a lie of the cards") };
/// assert_eq!((lie.deals, lie.solutions), (6, 2));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LieFacts {
    /// Deals that the position allows.
    pub deals: u64,
    /// Deals among them that meet every condition.
    pub solutions: u64,
    /// Whether all were looked at; if not, there are at least so many solutions.
    pub finished: bool,
    /// The first solution.
    pub first: Option<Sitting>,
    /// Where cards lie in every solution, though the position alone does not tell.
    pub certain: Vec<Condition>,
    /// For each condition, how many deals there would be without it: it is needed if that is more.
    pub without: Vec<(Condition, u64)>,
    /// Why there is no solution.
    pub impossible: Option<Impossible>,
    /// What tells the solutions from the other deals, if every deal was looked at.
    pub pattern: Option<Pattern>,
    /// Whether the deal that the file tells, if it tells one, meets the conditions.
    pub told_fits: Option<bool>,
}

/// The question put to the distribution finder. What the diagram hides counts as not given.
///
/// # Errors
/// If the viewer's hand is missing, or a condition is not for the game.
pub fn query(puzzle: &Puzzle) -> Result<DistributionQuery, ProofError> {
    DistributionQuery::of_puzzle(puzzle, puzzle.terms.conditions.clone())
        .map_err(|error| ProofError::Position(error.to_string()))
}

/// What may be known before the conditions are looked at.
fn knowledge(puzzle: &Puzzle) -> Option<(Position, Knowledge)> {
    let position = query(puzzle).ok()?.position().clone();
    let knowledge = match position.view() {
        View::Seat(viewer) => Knowledge::of(&position, viewer).ok()?,
        View::Open => Knowledge::given(&position),
    };
    Some((position, knowledge))
}

/// Cards whose place the person has to find: those he does not see and nobody told him.
#[must_use]
pub fn to_place(puzzle: &Puzzle) -> Cards {
    let Some((position, knowledge)) = knowledge(puzzle) else { return Cards::NONE };
    let start = position.start();
    let told = Seat::ALL.iter().map(|&seat| &start.hands[seat]).chain([&start.skat]);
    let told = told.filter(|holding| holding.more).fold(Cards::NONE, |all, holding| all | holding.set());
    knowledge.unseen() - told
}

/// How many cards of those have to go to a place.
#[must_use]
pub fn room(puzzle: &Puzzle, place: Place) -> usize {
    let Some((_, knowledge)) = knowledge(puzzle) else { return 0 };
    let known = knowledge.fixed(place) - to_place(puzzle);
    usize::from(knowledge.places().room(place)).saturating_sub(known.len())
}

/// The deal that the file tells, if it tells all of it.
fn told(puzzle: &Puzzle) -> Option<Sitting> {
    let position = &puzzle.position;
    position.open_hands()?;
    let hands = BySeat::from_fn(|seat| position.start_hand(seat));
    Some(Sitting { hands, skat: position.skat() })
}

/// Whether a deal meets the conditions on the ending; `None` if the limits ended the search.
fn endings(
    query: &DistributionQuery,
    sitting: &Sitting,
    mut reaches: impl FnMut(&Position, crate::rules::Goal) -> Result<Option<bool>, ProofError>,
) -> Result<Option<bool>, ProofError> {
    let open = sitting.on(query.position()).map_err(|all| ProofError::Position(all.to_string()))?;
    for condition in query.conditions() {
        let Condition::Ending(ending) = condition else { continue };
        let (at_least, below) = ending.goals(query.goal());
        for (goal, wanted) in [(at_least, true), (below, false)] {
            let Some(goal) = goal else { continue };
            match reaches(&open, goal)? {
                Some(reached) if reached == wanted => {}
                other => return Ok(other.map(|_| false)),
            }
        }
    }
    Ok(Some(true))
}

/// Whether a deal meets the conditions on the cards.
fn cards_fit(query: &DistributionQuery, sitting: &Sitting) -> bool {
    let position = query.position();
    let fits = |condition: &Condition| condition.holds(position.game(), position.declarer(), sitting);
    query.conditions().iter().all(fits)
}

impl Kind for Lie {
    fn lacks(&self, puzzle: &Puzzle) -> Option<Lack> {
        let uncertain = query(puzzle).map_or(Cards::NONE, |query| query.uncertain());
        uncertain.is_empty().then_some(Lack::NothingHidden)
    }

    fn answer_cards(&self, _: &Puzzle) -> Cards {
        Cards::NONE
    }

    fn impossible(&self, puzzle: &Puzzle) -> Option<String> {
        let no_place = |condition: &&Condition| !matches!(condition, Condition::Holds(Who::Place(_), _));
        if let Some(wrong) = puzzle.answer.lie.iter().find(no_place) {
            return Some(format!("the answer {wrong} does not name a place and its cards, as F:HA.HT does"));
        }
        let wrong = puzzle.answer.cards;
        (!wrong.is_empty()).then(|| format!("the answer {wrong} names no place"))
    }

    fn is_answered(&self, answer: &Answer) -> bool {
        !answer.lie.is_empty()
    }

    fn facts(
        &self,
        puzzle: &Puzzle,
        engines: &mut Engines,
        wanted: Wanted,
        limits: &Limits,
    ) -> Result<Facts, ProofError> {
        let query = query(puzzle)?;
        let mut found = LieFacts { deals: query.deals(), ..LieFacts::default() };
        found.impossible = query.why_impossible();
        found.finished = true;
        if found.impossible.is_none() {
            let swept = solutions(&query, limits, &mut found);
            found.finished = swept.finished;
            found.impossible = query.why_none(&swept);
            found.pattern = Pattern::find(&query, &swept);
        }
        if let Some(told) = told(puzzle) {
            let fits = cards_fit(&query, &told);
            let ends = if fits {
                endings(&query, &told, |open, goal| Ok(engines.open.decide(open, goal, limits)?))?
            } else {
                Some(false)
            };
            found.told_fits = ends;
        }
        if wanted == Wanted::Values && found.finished && query.deals() <= REASONED {
            found.without = needed(&query, limits);
        }
        let cut_short = !found.finished;
        Ok(Facts { cut_short, told: Told::Lie(found), ..Facts::default() })
    }

    fn answer(&self, puzzle: &Puzzle, facts: &Facts) -> Answer {
        let Told::Lie(found) = &facts.told else { return Answer::default() };
        Answer { lie: found.certain.clone(), declarer_wins: puzzle.answer.declarer_wins, ..Answer::default() }
    }

    fn findings(&self, puzzle: &Puzzle, facts: &Facts) -> Vec<Finding> {
        let Told::Lie(found) = &facts.told else { return Vec::new() };
        let mut findings = Vec::new();
        if let Some(why) = &found.impossible {
            return vec![Finding::NoLie(why.clone())];
        }
        if found.told_fits == Some(false) {
            findings.push(Finding::ToldLieFails);
        }
        // As long as solutions may be missing, what is common to those found is not yet certain.
        let certain = |claim: &Condition| {
            let Condition::Holds(Who::Place(place), cards) = claim else { return false };
            let has = |one: &Condition| matches!(one, Condition::Holds(Who::Place(other), held) if other == place && held.has_all(*cards));
            found.certain.iter().any(has)
        };
        if found.solutions > 0
            && let Some(wrong) = puzzle.answer.lie.iter().find(|claim| !certain(claim))
        {
            findings.push(Finding::WrongLie(*wrong));
        }
        if found.finished || found.solutions > 1 {
            findings.push(match (found.solutions, found.certain.is_empty()) {
                (1, _) => Finding::OneLie { of: found.deals },
                (deals, false) => Finding::CertainCards { deals, certain: found.certain.clone() },
                (deals, true) => Finding::NothingCertain { deals, at_least: !found.finished },
            });
        }
        let same = |&&(_, deals): &&(Condition, u64)| deals == found.solutions;
        findings.extend(found.without.iter().filter(same).map(|(idle, _)| Finding::IdleCondition(*idle)));
        findings
    }

    fn begin(&self, _: &Puzzle) -> Given {
        Given::Placed([Cards::NONE; 4])
    }

    fn judge(
        &self,
        puzzle: &Puzzle,
        given: &Given,
        adversary: &mut Adversary,
        limits: &Limits,
    ) -> Result<Option<Attempt>, ProofError> {
        let Given::Placed(placed) = given else { return Ok(None) };
        let Some((right, fact)) = placement(adversary, puzzle, placed, limits)? else { return Ok(None) };
        Ok(Some(Attempt { given: given.clone(), right, fact: Fact::Placed(fact), file_agrees: true }))
    }
}

/// A sweep that ends with the limits: a deal that has to be played out counts as much as many that are only counted.
fn watch(query: &DistributionQuery, limits: &Limits) -> Sweep {
    let ends = query.conditions().iter().any(Condition::is_ending);
    let most = limits.nodes.map(|nodes| if ends { nodes / 500 } else { nodes / 10 });
    Sweep::within(limits.cancel.clone(), most)
}

/// Goes through all solutions and keeps what they have in common; ends as soon as that is nothing.
fn solutions(
    query: &DistributionQuery,
    limits: &Limits,
    found: &mut LieFacts,
) -> crate::puzzle::distributions::Swept {
    let watch = watch(query, limits);
    let uncertain = query.uncertain();
    let mut common: Option<[Cards; 4]> = None;
    let swept = sweep(query, Resources::default(), &watch, |deal| {
        let cards = Place::ALL.map(|place| deal.sitting.cards(place) & uncertain);
        found.first.get_or_insert(deal.sitting);
        found.solutions += 1;
        let kept = match common {
            None => cards,
            Some(before) => std::array::from_fn(|at| before[at] & cards[at]),
        };
        common = Some(kept);
        kept.iter().any(|cards| !cards.is_empty())
    });
    let places = Place::ALL.into_iter().zip(common.unwrap_or_default());
    found.certain = places
        .filter(|(_, cards)| !cards.is_empty())
        .map(|(place, cards)| Condition::Holds(Who::Place(place), cards))
        .collect();
    swept
}

/// How many deals there are without each condition.
fn needed(query: &DistributionQuery, limits: &Limits) -> Vec<(Condition, u64)> {
    let conditions = query.conditions();
    let mut needed = Vec::new();
    for (at, &condition) in conditions.iter().enumerate() {
        let mut rest = conditions.to_vec();
        rest.remove(at);
        let query = query.with(rest);
        let swept = sweep(&query, Resources::default(), &watch(&query, limits), |_| true);
        if !swept.finished {
            break;
        }
        needed.push((condition, swept.solutions));
    }
    needed
}

/// Judges placed cards: they must fit what was played and told; then what counts are the conditions, or, where there
/// are none, how the game ends with them, if the file says how it ends, and else where the file has the cards.
fn placement(
    adversary: &mut Adversary,
    puzzle: &Puzzle,
    placed: &[Cards; 4],
    limits: &Limits,
) -> Result<Option<(bool, Placement)>, ProofError> {
    let Some((position, knowledge)) = knowledge(puzzle) else { return Ok(None) };
    for place in Place::ALL {
        let wrong = placed[place.index()] - knowledge.places().may(place);
        if let Some(card) = wrong.iter().next() {
            return Ok(Some((false, Placement::Impossible(card, place))));
        }
    }
    let given = to_place(puzzle);
    let all = |place: Place| {
        let played = place.seat().map_or(Cards::NONE, |seat| position.played_by(seat));
        placed[place.index()] | (knowledge.fixed(place) - given) | played
    };
    let sitting = Sitting {
        hands: BySeat::from_fn(|seat| all(Place::Hand(seat))),
        skat: if position.has_skat() { all(Place::Skat) } else { Cards::NONE },
    };
    let query = query(puzzle)?;
    if !puzzle.terms.conditions.is_empty() {
        if !cards_fit(&query, &sitting) {
            return Ok(Some((false, Placement::Conditions(false))));
        }
        let ends = endings(&query, &sitting, |open, goal| attempt::reaches(adversary, open, goal, limits))?;
        return Ok(ends.map(|ends| (ends, Placement::Conditions(ends))));
    }
    let Some(wanted) = puzzle.answer.declarer_wins else {
        let Some(told) = told(puzzle) else { return Ok(Some((true, Placement::Elsewhere(0)))) };
        let elsewhere =
            Place::ALL.iter().map(|&place| (sitting.cards(place) - told.cards(place)).len()).sum::<usize>();
        return Ok(Some((elsewhere == 0, Placement::Elsewhere(elsewhere))));
    };
    let mut setup = position.to_setup();
    for seat in Seat::ALL {
        setup.hands[seat] = Holding::full(sitting.hands[seat]);
    }
    setup.skat = Holding::full(sitting.skat);
    setup.view = Some(View::Open);
    let open = setup.validate().map_err(|problems| ProofError::Position(problems.to_string()))?;
    let wins = attempt::reaches(adversary, &open, puzzle.goal(), limits)?;
    Ok(wins.map(|wins| (wins == wanted, Placement::Wins(wins))))
}
