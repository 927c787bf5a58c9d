//! The 32 cards as the searches see them: one bit each, laid out for the game.
//!
//! Cards that follow one another (the trumps, or a plain suit) form a *group* of neighbouring bits
//! in ascending strength. So following suit is a mask, the stronger of two cards of a group is the
//! higher bit, and cards that are worth the same are neighbours. All four suit games share one
//! layout, with the trumps at the bottom.
//!
//! | game | bits |
//! | --- | --- |
//! | suit | 0–10 trumps `7 8 9 Q K T A DJ HJ SJ CJ`, then three suits `7 8 9 Q K T A` at 11, 18, 25 |
//! | Grand | 0–3 jacks `DJ HJ SJ CJ`, then four suits `7 8 9 Q K T A` at 4, 11, 18, 25 |
//! | Null | four suits `7 8 9 T J Q K A` at 0, 8, 16, 24 |
//!
//! A set of cards in this layout is a plain `u32` here, called *bits*, to keep it apart from
//! [`Cards`].

use crate::cards::{Card, Cards, Rank, Suit};
use crate::rules::Game;
use std::sync::LazyLock;

/// Ranks of a plain suit in Grand and suit games.
pub(super) const PLAIN_RANKS: u32 = 7;
/// The lowest bits of the groups above the trumps of a suit game; Grand has one more at 4.
const PLAIN_STARTS: [u32; 3] = [11, 18, 25];

/// The layout of one game. Get it with [`Layout::of`].
///
/// ```
/// use kiebitz::{rules::Game, search::Layout};
/// let layout = Layout::of(Game::Grand);
/// let trick = ["HT", "HA", "DJ"].map(|card| layout.bit(card.parse().unwrap()));
/// assert_eq!(layout.winner(trick), 2);
/// assert_eq!(layout.points(trick[0] | trick[1]), 21);
/// assert_eq!(layout.cards(layout.bits("CJ.S7".parse().unwrap())).to_string(), "CJ.S7");
/// ```
#[derive(Debug)]
pub struct Layout {
    game: Game,
    bit_of: [u8; 32],
    card_of: [Card; 32],
    group: [u32; 32],
    beats: [u32; 32],
    points: [u8; 32],
    byte_points: [[u8; 256]; 4],
    ranks: [u32; 8],
    starts: u32,
    trumps: u32,
}

static LAYOUTS: LazyLock<[Layout; 6]> = LazyLock::new(|| Game::ALL.map(Layout::new));

/// The index of the lowest of these bits.
#[inline(always)]
pub(super) fn index(bits: u32) -> usize {
    // The mask lets the compiler drop the bounds check of tables of 32.
    (bits.trailing_zeros() & 31) as usize
}

/// The lowest of these bits, alone.
#[inline(always)]
pub(super) fn lowest(bits: u32) -> u32 {
    bits & bits.wrapping_neg()
}

/// The highest of these bits, alone; there must be one.
#[inline(always)]
pub(super) fn highest(bits: u32) -> u32 {
    1 << (31 - bits.leading_zeros())
}

/// The cards of `own` that lie above every card of `others`, both within one group.
#[inline(always)]
pub(super) fn above(own: u32, others: u32) -> u32 {
    if others == 0 { own } else { own & !(highest(others) | (highest(others) - 1)) }
}

impl Layout {
    /// The layout of a game.
    #[must_use]
    pub fn of(game: Game) -> &'static Layout {
        let layouts = &*LAYOUTS;
        layouts.iter().find(|layout| layout.game == game).unwrap_or(&layouts[0])
    }

    fn new(game: Game) -> Layout {
        let bit_of = std::array::from_fn(|card| Card::from_index(card).map_or(0, |card| place(game, card)));
        let mut card_of = [Card::new(Suit::Diamonds, Rank::Seven); 32];
        let mut group = [0; 32];
        let mut beats = [0; 32];
        let mut points = [0; 32];
        let mut ranks = [0; 8];
        let bits = |cards: Cards| cards.iter().map(|card| 1u32 << bit_of[card.index()]).sum::<u32>();
        let trumps = bits(game.trumps());
        let mut starts = 0;
        for card in Card::all() {
            let at = usize::from(bit_of[card.index()]);
            card_of[at] = card;
            group[at] = bits(game.group(card));
            starts |= lowest(group[at]);
            beats[at] = bits(Card::all().filter(|&other| game.beats(other, card)).collect());
            points[at] = if game == Game::Null { 0 } else { card.points() };
            ranks[card.rank().index()] |= 1 << at;
        }
        let byte_points = std::array::from_fn(|byte| {
            std::array::from_fn(|bits| {
                (0..8).filter(|bit| bits >> bit & 1 == 1).map(|bit| points[8 * byte + bit]).sum()
            })
        });
        Layout { game, bit_of, card_of, group, beats, points, byte_points, ranks, starts, trumps }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> Game {
        self.game
    }

    /// The bit of a card.
    #[must_use]
    pub fn bit(&self, card: Card) -> u32 {
        1 << self.bit_of[card.index()]
    }

    /// The bits of a set of cards.
    #[must_use]
    pub fn bits(&self, cards: Cards) -> u32 {
        cards.iter().map(|card| self.bit(card)).sum()
    }

    /// The card of the lowest of these bits.
    #[must_use]
    pub fn card(&self, bits: u32) -> Card {
        self.card_of[index(bits)]
    }

    /// The cards with these bits.
    #[must_use]
    pub fn cards(&self, bits: u32) -> Cards {
        (0..32).filter(|at| bits >> at & 1 == 1).map(|at| self.card_of[at]).collect()
    }

    /// All trumps.
    #[inline(always)]
    #[must_use]
    pub fn trumps(&self) -> u32 {
        self.trumps
    }

    /// The lowest bit of every group.
    #[inline(always)]
    #[must_use]
    pub fn starts(&self) -> u32 {
        self.starts
    }

    /// All cards of a rank.
    #[inline(always)]
    #[must_use]
    pub fn rank(&self, rank: Rank) -> u32 {
        self.ranks[rank.index()]
    }

    /// The group of the lowest of these bits: what has to be followed when it is led.
    #[inline(always)]
    #[must_use]
    pub fn group(&self, bits: u32) -> u32 {
        self.group[index(bits)]
    }

    /// The cards that take the trick from the lowest of these bits when played after it.
    #[inline(always)]
    #[must_use]
    pub fn beaters(&self, bits: u32) -> u32 {
        self.beats[index(bits)]
    }

    /// The cards of `hand` that may be played to a lead of this group.
    #[inline(always)]
    #[must_use]
    pub fn follow(&self, hand: u32, group: u32) -> u32 {
        if hand & group != 0 { hand & group } else { hand }
    }

    /// What the lowest of these bits counts; nothing in Null.
    #[inline(always)]
    #[must_use]
    pub fn worth(&self, bits: u32) -> i32 {
        i32::from(self.points[index(bits)])
    }

    /// What these cards count together; nothing in Null.
    #[inline(always)]
    #[must_use]
    pub fn points(&self, bits: u32) -> i32 {
        let [a, b, c, d] = bits.to_le_bytes().map(usize::from);
        let table = &self.byte_points;
        i32::from(table[0][a]) + i32::from(table[1][b]) + i32::from(table[2][c]) + i32::from(table[3][d])
    }

    /// Which of three cards, given as one bit each, wins the trick: 0 for the one that was led.
    #[inline(always)]
    #[must_use]
    pub fn winner(&self, trick: [u32; 3]) -> usize {
        let (best, card) = if self.beaters(trick[0]) & trick[1] != 0 { (1, trick[1]) } else { (0, trick[0]) };
        if self.beaters(card) & trick[2] != 0 { 2 } else { best }
    }

    /// The cards of `own` from `low` (one bit of it) upwards with no card of `wall` and no end of
    /// the group in between: to each other card they stand alike.
    #[inline(always)]
    #[must_use]
    pub fn neighbours(&self, own: u32, low: u32, wall: u32) -> u32 {
        let stop = lowest((wall | self.starts) & !(low | (low - 1)));
        // With nothing to stop it, the run goes on to the top: 0 − low has all bits from low up.
        own & stop.wrapping_sub(low)
    }
}

/// Where a card goes.
fn place(game: Game, card: Card) -> u8 {
    let (suit, strength) = (card.suit().index(), game.strength(card));
    let at = match game {
        Game::Null => 8 * suit as u32,
        // Among the trumps the strength is the place: 0–6 the suit, 7–10 the jacks.
        Game::Suit(_) if game.trumps().has(card) => 0,
        Game::Suit(trump) => PLAIN_STARTS[suit - usize::from(suit > trump.index())],
        Game::Grand if card.rank() == Rank::Jack => return strength - PLAIN_RANKS as u8,
        Game::Grand if suit == 0 => 4,
        Game::Grand => PLAIN_STARTS[suit - 1],
    };
    at as u8 + strength
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Dice;

    #[test]
    fn every_card_has_its_bit() {
        for game in Game::ALL {
            let layout = Layout::of(game);
            assert_eq!(layout.game(), game);
            assert_eq!(layout.bits(Cards::ALL), u32::MAX);
            for card in Card::all() {
                assert_eq!(layout.card(layout.bit(card)), card);
                let group = layout.group(layout.bit(card));
                assert_eq!(layout.cards(group), game.group(card));
                // A group is a run of neighbours, in ascending strength.
                let run = group >> group.trailing_zeros();
                assert_eq!(run & (run + 1), 0, "{game} {card}");
                for other in game.group(card) {
                    let higher = layout.bit(other) > layout.bit(card);
                    assert_eq!(higher, game.strength(other) > game.strength(card), "{game} {card} {other}");
                }
            }
        }
    }

    #[test]
    fn it_keeps_the_rules() {
        let mut dice = Dice::new(8);
        let mut deck: Vec<Card> = Card::all().collect();
        for _ in 0..2000 {
            dice.shuffle(&mut deck);
            for game in Game::ALL {
                let layout = Layout::of(game);
                let trick = [deck[0], deck[1], deck[2]];
                assert_eq!(layout.winner(trick.map(|card| layout.bit(card))), game.trick_winner(trick));
                let hand: Cards = deck[3..10].iter().copied().collect();
                let bits = layout.bits(hand);
                let legal = layout.follow(bits, layout.group(layout.bit(deck[0])));
                assert_eq!(layout.cards(legal), game.playable(hand, Some(deck[0])));
                if game != Game::Null {
                    assert_eq!(layout.points(bits), i32::from(hand.points()));
                }
            }
        }
    }

    #[test]
    fn neighbours_end_at_walls_and_groups() {
        let layout = Layout::of(Game::Suit(Suit::Hearts));
        let bits = |text: &str| layout.bits(text.parse().unwrap());
        let hand = bits("DJ.HA.HT.H7.DA.DT");
        let run =
            |low: &str, wall: &str| layout.cards(layout.neighbours(hand, bits(low), bits(wall))).to_string();
        assert_eq!(run("HT", "HK"), "DJ.HA.HT");
        assert_eq!(run("H7", "HQ"), "H7");
        assert_eq!(run("H7", "HJ"), "DJ.HA.HT.H7");
        assert_eq!(run("DT", "DJ"), "DA.DT");
    }
}
