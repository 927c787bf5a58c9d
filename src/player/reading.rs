//! Reading the cards that fell: a world in which somebody would hardly have played as he did is an unlikely world.

use super::policy::{Moment, Policy};
use super::seen::Seen;
use crate::deal::Play;
use crate::knowledge::World;

/// The cards that others have played, each at its moment.
pub(super) struct Reading<'a> {
    policy: &'a Policy,
    steps: Vec<Step>,
    trust: f64,
}

struct Step {
    moment: Moment,
    /// Who played it, counted from the declarer.
    seat: usize,
    card: u32,
    /// All that he has played from here on.
    played: u32,
}

impl<'a> Reading<'a> {
    /// What there is to read; `trust` is the power to which the likelihood is raised.
    pub(super) fn new(seen: &Seen<'_>, policy: &'a Policy, trust: f64) -> Reading<'a> {
        let mut moment = seen.moment_at_start();
        let mut steps = Vec::new();
        if trust > 0.0 {
            for play in seen.position.history() {
                let (seat, card) = (seen.relative(play.seat), seen.layout.bit(play.card));
                if play.seat != seen.me {
                    steps.push(Step { moment, seat, card, played: 0 });
                }
                moment.play(card);
            }
        }
        let mut played = [0; 3];
        for step in steps.iter_mut().rev() {
            played[step.seat] |= step.card;
            step.played = played[step.seat];
        }
        Reading { policy, steps, trust }
    }

    /// What each card says of a world: the logarithm of a factor of its weight.
    pub(super) fn words(&self, seen: &Seen<'_>, world: &World) -> Vec<f64> {
        self.each(seen, world).collect()
    }

    /// What all of them say: a factor of its weight.
    pub(super) fn weight(&self, seen: &Seen<'_>, world: &World) -> f64 {
        if self.steps.is_empty() { 1.0 } else { self.each(seen, world).sum::<f64>().exp() }
    }

    fn each(&self, seen: &Seen<'_>, world: &World) -> impl Iterator<Item = f64> {
        let hands = [0, 1, 2].map(|turns| seen.layout.bits(world.hands[seen.declarer.after(turns)]));
        self.steps.iter().map(move |step| {
            let surprise = self.policy.surprise(&step.moment, hands[step.seat] | step.played, step.card);
            self.trust * f64::from(surprise)
        })
    }

    /// The cards that are read.
    pub(super) fn plays(&self, seen: &Seen<'_>) -> Vec<Play> {
        let others = |play: &&Play| play.seat != seen.me;
        if self.steps.is_empty() {
            Vec::new()
        } else {
            seen.position.history().iter().filter(others).copied().collect()
        }
    }
}
