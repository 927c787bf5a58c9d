//! Votes: what each card leads to in many worlds, all cards seen.

use super::seen::Seen;
use crate::cards::Card;
use crate::knowledge::World;
use crate::rules::Game;
use crate::search::limits::Watch;
use crate::search::open::{OpenState, Solver};

/// A world that votes.
pub(super) struct Voter {
    state: OpenState,
    taken: i32,
    weight: f64,
}

impl Voter {
    pub(super) fn new(seen: &Seen<'_>, world: &World, weight: f64) -> Voter {
        let (state, taken) = seen.state(world);
        Voter { state, taken, weight }
    }

    /// What everybody holds, counted from the declarer.
    pub(super) fn hands(&self) -> [u32; 3] {
        self.state.hands
    }

    /// What the declarer has, the skat included.
    pub(super) fn taken(&self) -> i32 {
        self.taken
    }

    /// How much it counts.
    pub(super) fn weight(&self) -> f64 {
        self.weight
    }
}

/// How a card did for the side of the one who plays it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ballot {
    pub card: Card,
    /// Weight of the worlds in which it came out well, as a share of all.
    pub share: f64,
    /// Whether it came out well in every one of them.
    pub always: bool,
    /// Whether it did so in none.
    pub never: bool,
}

/// Asks every world about every card: does the declarer get at least `points` (in Null: no trick)? Worlds that the
/// watch no longer lets finish do not count; the number of those that did comes with the ballots.
pub(super) fn vote(
    seen: &Seen<'_>,
    voters: &[Voter],
    cards: &[Card],
    points: i32,
    solver: &mut Solver,
    watch: &mut Watch,
) -> (Vec<Ballot>, usize) {
    let mut good = vec![(0.0, 0usize); cards.len()];
    let (mut all, mut asked) = (0.0, 0);
    for voter in voters {
        let answers: Option<Vec<bool>> =
            cards.iter().map(|&card| declarer_reaches(seen, voter, card, points, solver, watch)).collect();
        let Some(answers) = answers else { break };
        all += voter.weight;
        asked += 1;
        for (good, declarer) in good.iter_mut().zip(answers) {
            if declarer == seen.alone() {
                good.0 += voter.weight;
                good.1 += 1;
            }
        }
    }
    let ballots = cards.iter().zip(good).map(|(&card, (weight, count))| Ballot {
        card,
        share: if all > 0.0 { weight / all } else { 0.0 },
        always: asked > 0 && count == asked,
        never: count == 0,
    });
    (ballots.collect(), asked)
}

fn declarer_reaches(
    seen: &Seen<'_>,
    voter: &Voter,
    card: Card,
    points: i32,
    solver: &mut Solver,
    watch: &mut Watch,
) -> Option<bool> {
    let mut state = voter.state;
    let mut taken = voter.taken;
    let null = seen.game == Game::Null;
    if let Some((winner, count)) = state.play(seen.layout, seen.layout.bit(card))
        && winner == 0
    {
        taken += count;
        if null {
            return Some(false);
        }
    }
    if !null && points <= taken {
        return Some(true);
    }
    if state.is_over() {
        return Some(null);
    }
    solver.holds(seen.game, &state, points - taken, watch)
}
