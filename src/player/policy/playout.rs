//! A game played to its end by a policy, each seat seeing its own cards only.

use super::{Moment, Policy};
use crate::cards::Dice;
use crate::rules::Game;
use std::sync::LazyLock;

/// Draws of the distribution under which the highest of scores with noise falls as often as its share of the powers.
static GUMBEL: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|at| {
        let share = (at as f32 + 0.5) / 256.0;
        -(-share.ln()).ln()
    })
});

/// Something to add to the score of each card of a choice.
pub(super) fn noise(strength: f32, dice: &mut Dice) -> impl FnMut() -> f32 {
    let mut random = dice.next_u64();
    move || {
        let at = (random & 0xFF) as usize;
        random = random.rotate_right(8);
        strength * GUMBEL[at]
    }
}

/// What the declarer takes from here on with these hands, counted from him; in Null 1 if he takes a trick. The noise makes
/// them play now and then what they like less: 0 never, 1 as often as people do.
pub fn playout(policy: &Policy, mut hands: [u32; 3], mut moment: Moment, noise: f32, dice: &mut Dice) -> i32 {
    let null = moment.layout.game() == Game::Null;
    let mut taken = 0;
    while hands[moment.turn()] != 0 {
        let seat = moment.turn();
        let card = policy.choose(&moment, hands[seat], self::noise(noise, dice));
        hands[seat] &= !card;
        if let Some((0, worth)) = moment.play(card) {
            if null {
                return 1;
            }
            taken += worth;
        }
    }
    taken
}
