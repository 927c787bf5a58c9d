//! How cards fall: which card somebody plays who holds these cards and has seen this much.
//!
//! A card is judged by the sum of the weights of its traits ([`traits`]), and it falls as often as its share of the powers
//! of these sums says. The weights are learned from games ([`fit`]), those of suit games, Grand and Null apart.
//!
//! It serves twice. Worlds are weighed by how likely the cards that fell are in them (`belief`): whoever discards a ten on the
//! declarer's trick has hardly a nine. And games are played to their end by it (`playout`), by players who do not see each
//! other's cards.
//!
//! The weights that come with the program are learned from its own games:
//!
//! ```text
//! kiebitz selfplay --games 6000 --seed 501 --effort 0.5 --out cards.sgf
//! kiebitz learn cards.sgf --cards --out assets/policy.bin
//! ```

mod fit;
mod moment;
mod playout;
mod traits;

pub use fit::{Fitted, learn};
pub(super) use moment::Moment;
pub(super) use playout::playout;

use crate::cards::Dice;
use crate::rules::Game;
use std::sync::LazyLock;
use traits::{CELLS, MOST, View, distinct, lowest_alike};

/// The weights that come with the program.
static SHIPPED: LazyLock<Policy> =
    LazyLock::new(|| Policy::read(include_bytes!("../../../assets/policy.bin")).unwrap_or_default());

/// What a file of weights begins with.
const HEAD: &[u8] = b"kiebitz policy 1\n";
/// Steps of a weight in a file, to one.
const STEPS: f32 = 24.0;

/// Suit games, Grand, Null.
fn kind(game: Game) -> usize {
    match game {
        Game::Suit(_) => 0,
        Game::Grand => 1,
        Game::Null => 2,
    }
}

/// Weights of all traits.
///
/// ```
/// use kiebitz::player::Policy;
/// let shipped = Policy::shipped();
/// assert_eq!(Policy::read(&shipped.to_bytes()).unwrap().to_bytes(), shipped.to_bytes());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    weights: [Vec<f32>; 3],
}

impl Default for Policy {
    fn default() -> Policy {
        Policy { weights: std::array::from_fn(|_| vec![0.0; CELLS]) }
    }
}

/// Why a file holds no weights.
///
/// ```
/// use kiebitz::player::{Policy, PolicyError};
/// assert_eq!(Policy::read(b"something else"), Err(PolicyError));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these are not the weights of a policy of this version")]
pub struct PolicyError;

impl Policy {
    /// The weights that come with the program.
    #[must_use]
    pub fn shipped() -> &'static Policy {
        &SHIPPED
    }

    /// Reads weights.
    pub fn read(bytes: &[u8]) -> Result<Policy, PolicyError> {
        let weights = bytes.strip_prefix(HEAD).filter(|rest| rest.len() == 3 * CELLS).ok_or(PolicyError)?;
        let kind = |at: usize| {
            let part = &weights[at * CELLS..(at + 1) * CELLS];
            part.iter().map(|&byte| f32::from(byte as i8) / STEPS).collect()
        };
        Ok(Policy { weights: std::array::from_fn(kind) })
    }

    /// The weights as a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let steps = |weight: &f32| (weight * STEPS).round().clamp(-127.0, 127.0) as i8 as u8;
        HEAD.iter().copied().chain(self.weights.iter().flatten().map(steps)).collect()
    }

    /// The cards that somebody on turn may play, one of each run of equals, with the sum of its weights.
    fn scores(&self, moment: &Moment, hand: u32) -> ([(u32, f32); 10], usize) {
        let weights = &self.weights[kind(moment.layout.game())];
        let (cards, len) = distinct(moment, hand);
        let view = View::new(moment, hand);
        let mut scored = [(0, 0.0); 10];
        for (scored, &card) in scored.iter_mut().zip(&cards[..len]) {
            let traits: [u16; MOST] = view.traits(card);
            *scored = (card, traits.iter().map(|&cell| weights[usize::from(cell)]).sum());
        }
        (scored, len)
    }

    /// The logarithm of how often whoever is on turn with this hand plays this card, or one that is the same.
    pub(super) fn surprise(&self, moment: &Moment, hand: u32, card: u32) -> f32 {
        let (scored, len) = self.scores(moment, hand);
        let scored = &scored[..len];
        if len < 2 {
            return 0.0;
        }
        let played = lowest_alike(moment, hand, card);
        let most = scored.iter().map(|&(_, score)| score).fold(f32::MIN, f32::max);
        let all: f32 = scored.iter().map(|&(_, score)| (score - most).exp()).sum();
        let own = scored.iter().find(|&&(card, _)| card == played).map_or(0.0, |&(_, score)| score - most);
        own - all.ln()
    }

    /// A card as it might fall, each as often as it does.
    pub(super) fn at_random(&self, moment: &Moment, hand: u32, dice: &mut Dice) -> u32 {
        self.choose(moment, hand, playout::noise(1.0, dice))
    }

    /// The card that is played most often, after something was added to each score.
    fn choose(&self, moment: &Moment, hand: u32, mut noise: impl FnMut() -> f32) -> u32 {
        let (scored, len) = self.scores(moment, hand);
        let mut best = (scored[0].0, f32::MIN);
        for &(card, score) in &scored[..len] {
            let score = if len > 1 { score + noise() } else { score };
            if score > best.1 {
                best = (card, score);
            }
        }
        best.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Card, Cards};
    use crate::rules::{BySeat, Seat};
    use crate::search::Layout;
    use crate::search::open::OpenState;

    /// Three hands of ten, counted from the declarer.
    fn hands(layout: &Layout, dice: &mut Dice) -> [u32; 3] {
        let mut cards: Vec<Card> = Card::all().collect();
        dice.shuffle(&mut cards);
        [0, 1, 2].map(|at| layout.bits(cards[10 * at..10 * at + 10].iter().copied().collect::<Cards>()))
    }

    fn any(bits: u32, dice: &mut Dice) -> u32 {
        let mut left = bits;
        for _ in 0..dice.below(u64::from(bits.count_ones())) {
            left &= left - 1;
        }
        left & left.wrapping_neg()
    }

    /// Moments keep to the rules as the searches know them; what may be played has likelihoods that add up to one, equal cards
    /// the same; and playing a game to its end leaves no point out.
    #[test]
    fn moments_likelihoods_and_playouts() {
        let mut dice = Dice::new(3);
        let policy = Policy::shipped();
        let (mut alike, mut choices) = (0, 0);
        for number in 0..300 {
            let game = Game::ALL[number % 6];
            let layout = Layout::of(game);
            let mut left = hands(layout, &mut dice);
            let mut state = OpenState::new(left, number % 3);
            let mut moment = Moment::new(layout, number % 3, 0);
            let mut sums = [0; 2];
            while !state.is_over() {
                let seat = moment.turn();
                assert_eq!((seat, moment.playable(left[seat])), (state.turn(), state.playable(layout)));
                let (own, len) = distinct(&moment, left[seat]);
                let sum: f32 =
                    own[..len].iter().map(|&card| policy.surprise(&moment, left[seat], card).exp()).sum();
                assert!((sum - 1.0).abs() < 1e-3, "{sum}");
                choices += usize::from(len > 1);
                if moment.trick().is_empty() && dice.below(4) == 0 {
                    let rest = playout(policy, left, moment, 0.5, &mut dice);
                    let all: i32 = left.iter().map(|&hand| layout.points(hand)).sum();
                    assert!(if game == Game::Null { rest <= 1 } else { (0..=all).contains(&rest) });
                }
                let card = any(moment.playable(left[seat]), &mut dice);
                let same = lowest_alike(&moment, left[seat], card);
                if same != card {
                    alike += 1;
                    let [a, b] = [same, card].map(|card| policy.surprise(&moment, left[seat], card));
                    assert_eq!(a, b);
                }
                left[seat] &= !card;
                let ended = moment.play(card);
                assert_eq!(ended, state.play(layout, card));
                if let Some((winner, worth)) = ended {
                    sums[usize::from(winner != 0)] += worth;
                }
            }
            let dealt: i32 = moment.layout.points(moment.gone);
            assert_eq!(sums.iter().sum::<i32>(), dealt);
            assert_eq!(playout(policy, [0; 3], moment, 0.0, &mut dice), 0);
        }
        assert!(alike > 300 && choices > 3_000, "{alike} {choices}");
    }

    /// Two hundred games of one kind of play are learned: what always falls becomes likely.
    #[test]
    fn what_always_falls_is_learned() {
        let mut dice = Dice::new(4);
        let games = (0..200).map(|number| {
            let deal = crate::deal::Deal::random(&mut dice);
            let declarer = Seat::ALL[number % 3];
            let contract = crate::rules::Contract::plain(Game::Grand);
            let settled = crate::player::Settled { declarer, contract, discard: None, bid: 18 };
            // Everybody plays the lowest card that he may.
            let layout = Layout::of(Game::Grand);
            let mut left = BySeat::from_fn(|seat| layout.bits(deal.hand(seat)));
            let mut moment = Moment::new(layout, (3 - declarer.index()) % 3, 0);
            let mut cards = Vec::new();
            while moment.tricks < 10 {
                let seat = declarer.after(moment.turn());
                let may = moment.playable(left[seat]);
                let card = may & may.wrapping_neg();
                left[seat] &= !card;
                moment.play(card);
                cards.push(layout.card(card));
            }
            (deal, settled, cards)
        });
        let (_, fitted) = learn(games);
        assert!(fitted.asked > 100 && fitted.first as f64 > 0.75 * fitted.asked as f64, "{fitted:?}");
        // Among five cards without preference it would be -1.6.
        assert!(fitted.likelihood > -0.55, "{fitted:?}");
    }
}
