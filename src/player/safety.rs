//! How safe a Null hand is, suit by suit.
//!
//! For each of the 256 holdings of a suit: in what share of the ways to split the other cards of the suit
//! between the defenders they cannot catch the declarer in it, even if they lead it again and again with open
//! cards. The hand's safety is the product over its suits. The table is worked out by the program itself.

use crate::cards::{Cards, Suit};
use crate::rules::Game;
use crate::search::Layout;
use std::sync::LazyLock;

static SAFETY: LazyLock<Vec<f32>> = LazyLock::new(|| (0..256).map(of_suit).collect());

/// The safety of a holding: 8 bits in the order of Null, the seven lowest.
#[must_use]
pub fn of_holding(holding: u8) -> f32 {
    SAFETY[usize::from(holding)]
}

/// The safety of ten cards: the product over the suits.
#[must_use]
pub fn of_hand(cards: Cards) -> f32 {
    let bits = Layout::of(Game::Null).bits(cards);
    Suit::ALL.iter().map(|suit| of_holding((bits >> (8 * suit.index())) as u8)).product()
}

/// The share of splits in which the holding is safe.
fn of_suit(own: u32) -> f32 {
    let others = !own & 0xFF;
    let mut left = others;
    let (mut safe, mut all) = (0.0, 0.0);
    loop {
        all += 1.0;
        safe += f32::from(u8::from(!is_caught(own, left, others & !left)));
        if left == 0 {
            break;
        }
        left = (left - 1) & others;
    }
    safe / all
}

/// Whether two defenders with these cards of the suit, leading it as often as they like, make the declarer
/// take a trick in it.
fn is_caught(own: u32, left: u32, right: u32) -> bool {
    if own == 0 || left | right == 0 {
        return false;
    }
    let choices = |cards: u32| {
        (0..8).map(|at| 1 << at).filter(move |bit| cards & bit != 0).chain((cards == 0).then_some(0))
    };
    for a in choices(left) {
        for b in choices(right) {
            // He gets rid of the highest card below the higher of the two.
            let below = own & ((1 << (31 - (a | b).leading_zeros())) - 1);
            if below == 0 {
                return true;
            }
            let played = 1 << (31 - below.leading_zeros());
            if is_caught(own & !played, left & !a, right & !b) {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_holdings() {
        // Empty, the seven, and 7 9 J (the ladder) can never be caught.
        for safe in [0b0, 0b1, 0b10101, 0b1010101] {
            assert_eq!(of_holding(safe), 1.0, "{safe:b}");
        }
        // A bare ace always takes the first trick of its suit; so nearly does a bare king.
        assert_eq!(of_holding(0b1000_0000), 0.0);
        assert!(of_holding(0b0000_0010) > of_holding(0b0000_0100));
        // Five cards outside give three rounds however they lie, four only if one hand has them all.
        assert_eq!(of_holding(0b1000_0011), 0.0);
        assert_eq!(of_holding(0b1000_0111), 14.0 / 16.0);
    }
}
