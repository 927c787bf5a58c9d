//! The bidding ladder: every value that some game can have.

use super::Game;

const NULL_VALUES: [u16; 4] = [23, 35, 46, 59];
const MAX_SUIT_FACTOR: u16 = 18;
const MAX_GRAND_FACTOR: u16 = 11;

/// Every number that may be bid, rising, from 18 to 264.
///
/// ```
/// let ladder = kiebitz::rules::ladder();
/// assert_eq!(&ladder[..6], [18, 20, 22, 23, 24, 27]);
/// assert_eq!((ladder.len(), ladder.last()), (63, Some(&264)));
/// ```
#[must_use]
pub fn ladder() -> Vec<u16> {
    let mut values: Vec<u16> = NULL_VALUES.to_vec();
    for game in Game::ALL {
        let Some(base) = game.base_value() else { continue };
        let most = if game == Game::Grand { MAX_GRAND_FACTOR } else { MAX_SUIT_FACTOR };
        values.extend((2..=most).map(|factor| base * factor));
    }
    values.sort_unstable();
    values.dedup();
    values
}

/// The next number above `bid`; `None` above the highest.
#[must_use]
pub fn next_bid(bid: u16) -> Option<u16> {
    ladder().into_iter().find(|&value| value > bid)
}
