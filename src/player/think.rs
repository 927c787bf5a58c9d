//! Thinking about a card: worlds vote on it, first on the goal itself, then on more and on less than it.
//!
//! A vote on the goal alone is blind where a game is won or lost in every world. So cards that are nearly even
//! are asked about further numbers of points: schneider where the goal is sure, and some points more or less than
//! the goal otherwise, which also makes up for the fact that real opponents do not see all cards.

use super::belief::Belief;
use super::expert;
use super::policy::{Policy, playout};
use super::reading::Reading;
use super::seen::Seen;
use super::style::Style;
use super::vote::{Ballot, Voter, vote};
use crate::cards::Card;
use crate::knowledge::World;
use crate::rules::{Game, Goal};
use crate::search::limits::Watch;
use crate::search::open::Solver;
use crate::search::{Cancel, Limits};

/// Cards this close to the best are asked about further.
const NEAR: f64 = 0.12;
/// What votes on more and on less than the goal count.
const FURTHER: [f64; 2] = [0.3, 0.2];
/// What the rule of good play counts: it decides what votes leave even.
const RULE: f64 = 0.02;

/// What thinking led to.
#[derive(Clone, Debug)]
pub(super) struct Thought {
    /// All cards, the best first, with what they score.
    pub ranked: Vec<(Card, f64)>,
    /// The votes on each number of points, the goal's own first.
    pub levels: Vec<(Goal, Vec<Ballot>)>,
    /// Worlds that voted.
    pub worlds: usize,
    /// Whether these were all there are.
    pub all_worlds: bool,
}

/// The number of points that stands for a goal in votes.
fn points(goal: Goal) -> i32 {
    match goal {
        Goal::Points(points) => points.into(),
        Goal::EveryTrick => 120,
        Goal::NoTrick => 1,
    }
}

fn voters(seen: &Seen<'_>, style: &Style, belief: &Belief<'_>) -> (Vec<Voter>, bool) {
    let mut dice = seen.sight.dice(style.seed);
    let reading = Reading::new(seen, Policy::shipped(), style.reading);
    if seen.knowledge.count() <= style.most_worlds() {
        let worlds = seen.knowledge.worlds();
        let weight = |world: &World| belief.weight(seen, world) * reading.weight(seen, world);
        let mut voters: Vec<Voter> = worlds.map(|world| Voter::new(seen, &world, weight(&world))).collect();
        // If the nodes do not last for all, those that were asked should be any, not the first of a list.
        dice.shuffle(&mut voters);
        return (voters, true);
    }
    let count = style.worlds(seen.fallen());
    let drawn = belief.draw(seen, &reading, count, count * style.tries, &mut dice);
    (drawn.into_iter().map(|(world, weight)| Voter::new(seen, &world, weight)).collect(), false)
}

/// Which numbers of points to ask about next.
fn further(goal: Goal, main: &[Ballot], alone: bool) -> [Goal; 2] {
    let at = points(goal);
    let to = |points: i32| Goal::Points(points.clamp(1, 120) as u8);
    let sure = main.iter().all(|ballot| if alone { ballot.always } else { ballot.never });
    let lost = main.iter().all(|ballot| if alone { ballot.never } else { ballot.always });
    if sure {
        [if at < 90 { Goal::SCHNEIDER } else { to(120) }, to(at + 14)]
    } else if lost {
        [to(at - 12), to(at - 25)]
    } else {
        [to(at - 9), to(at + 9)]
    }
}

/// For each card the share of games that end well for the side on turn when everybody plays as the policy says.
fn played_out(seen: &Seen<'_>, style: &Style, voters: &[Voter]) -> Vec<f64> {
    let moment = seen.moment();
    let goal = points(seen.goal);
    let null = seen.game == Game::Null;
    let most = (style.playouts as f64 * style.effort).round() as usize;
    let used = &voters[..voters.len().min(most)];
    let rounds = most.div_ceil(used.len().max(1)).max(1);
    seen.cards
        .iter()
        .map(|&card| {
            let card = seen.layout.bit(card);
            // The same dice for every card, so that they meet the same luck.
            let mut dice = seen.sight.dice(style.seed ^ 0x5EED);
            let (mut good, mut all) = (0.0, 0.0);
            for voter in used {
                for _ in 0..rounds {
                    let mut hands = voter.hands();
                    let mut after = moment;
                    hands[after.turn()] &= !card;
                    let first = after.play(card);
                    let mut rest = match first {
                        Some((0, _)) if null => 1,
                        Some((0, worth)) => worth,
                        _ => 0,
                    };
                    if !(null && rest > 0) {
                        rest += playout(Policy::shipped(), hands, after, style.noise as f32, &mut dice);
                    }
                    let declarer = if null { rest == 0 } else { voter.taken() + rest >= goal };
                    all += voter.weight();
                    if declarer == seen.alone() {
                        good += voter.weight();
                    }
                }
            }
            if all > 0.0 { good / all } else { 0.0 }
        })
        .collect()
}

pub(super) fn think(
    seen: &Seen<'_>,
    style: &Style,
    belief: &Belief<'_>,
    solver: &mut Solver,
    cancel: Option<Cancel>,
) -> Thought {
    solver.clear();
    let (voters, all_worlds) = voters(seen, style, belief);
    let mut watch = Watch::new(&Limits { cancel, ..Limits::nodes(style.vote_nodes()) });
    let (main, asked) = vote(seen, &voters, &seen.cards, points(seen.goal), solver, &mut watch);
    let mut scores: Vec<(Card, f64)> = main.iter().map(|ballot| (ballot.card, ballot.share)).collect();
    if style.playouts > 0 {
        let shares = played_out(seen, style, &voters);
        for ((_, score), share) in scores.iter_mut().zip(shares) {
            *score += style.playout_share * (share - *score);
        }
    }
    let best = scores.iter().map(|&(_, score)| score).fold(0.0, f64::max);
    let reach = if style.near > 0.0 {
        let squares: f64 = voters.iter().map(|voter| voter.weight().powi(2)).sum();
        let sum: f64 = voters.iter().map(Voter::weight).sum();
        let count = (sum * sum / squares.max(1e-12)).max(1.0);
        (style.near * ((best * (1.0 - best)).max(0.02) / count).sqrt()).min(NEAR)
    } else {
        NEAR
    };
    let near: Vec<Card> =
        scores.iter().filter(|(_, score)| *score >= best - reach).map(|(card, _)| *card).collect();
    let mut levels = vec![(seen.goal, main)];
    if seen.game != Game::Null && near.len() > 1 && asked > 0 {
        for (goal, weight) in further(seen.goal, &levels[0].1, seen.alone()).into_iter().zip(FURTHER) {
            let (ballots, asked) = vote(seen, &voters, &near, points(goal), solver, &mut watch);
            if asked == 0 {
                break;
            }
            for ballot in &ballots {
                if let Some((_, score)) = scores.iter_mut().find(|(card, _)| *card == ballot.card) {
                    *score += weight * ballot.share;
                }
            }
            levels.push((goal, ballots));
        }
    }
    if let Some((card, _)) = expert::rule(seen, &near, style.long_way)
        && let Some((_, score)) = scores.iter_mut().find(|(known, _)| *known == card)
    {
        *score += RULE;
    }
    // Cards that were not asked further must not pass those that were.
    for (card, score) in &mut scores {
        if !near.contains(card) {
            *score -= 1.0;
        }
    }
    scores.sort_by(|a, b| b.1.total_cmp(&a.1));
    Thought { ranked: scores, levels, worlds: asked, all_worlds: all_worlds && asked == voters.len() }
}
