//! What hands, cards and tricks must be like.

use super::Range;
use crate::cards::{Cards, Rank, Suit};
use crate::rules::Seat;

/// Whose cards are asked about.
///
/// ```
/// use kiebitz::archive::ask::{Ask, Holder};
/// assert!(matches!("skat(jacks=1)".parse(), Ok(Ask::Cards(Holder::Skat, _))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// The declarer's ten cards as he plays.
    Declarer,
    /// The ten cards that the declarer was dealt.
    Dealt,
    /// The declarer's hand and skat together.
    Twelve,
    /// A seat's ten cards as it plays; as dealt where nobody played.
    Seat(Seat),
    /// One of the defenders.
    Defender,
    /// The two cards of the skat.
    Skat,
    /// What the declarer laid away.
    Discard,
}

impl Holder {
    /// All of them.
    pub const ALL: [Holder; 9] = [
        Holder::Declarer,
        Holder::Dealt,
        Holder::Twelve,
        Holder::Seat(Seat::Forehand),
        Holder::Seat(Seat::Middlehand),
        Holder::Seat(Seat::Rearhand),
        Holder::Defender,
        Holder::Skat,
        Holder::Discard,
    ];
}

/// Something to be counted in a set of cards.
///
/// ```
/// use kiebitz::archive::ask::Count;
/// use kiebitz::rules::Game;
/// let hand = "CJ.DJ.HA.HT.S7".parse().unwrap();
/// assert_eq!((Count::Trumps.of(hand, Game::Grand), Count::Voids.of(hand, Game::Grand)), (2, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Trumps of the game that was played; the jacks where none was.
    Trumps,
    /// Cards of a rank.
    Rank(Rank),
    /// Cards of a suit that must follow it: without jacks in trump games, none of the trump suit.
    Suit(Suit),
    /// Side suits without a card.
    Voids,
    /// The points that the cards count.
    Points,
}

impl Count {
    /// All of them.
    pub const ALL: [Count; 15] = [
        Count::Trumps,
        Count::Rank(Rank::Jack),
        Count::Rank(Rank::Ace),
        Count::Rank(Rank::Ten),
        Count::Rank(Rank::King),
        Count::Rank(Rank::Queen),
        Count::Rank(Rank::Nine),
        Count::Rank(Rank::Eight),
        Count::Rank(Rank::Seven),
        Count::Suit(Suit::Clubs),
        Count::Suit(Suit::Spades),
        Count::Suit(Suit::Hearts),
        Count::Suit(Suit::Diamonds),
        Count::Voids,
        Count::Points,
    ];

    /// How many there are.
    #[must_use]
    pub fn of(self, cards: Cards, game: crate::rules::Game) -> i32 {
        let count = match self {
            Count::Trumps => (cards & game.trumps()).len(),
            Count::Rank(rank) => (cards & Cards::rank(rank)).len(),
            Count::Suit(suit) => (cards & game.plain_suit(suit)).len(),
            Count::Voids => {
                let side =
                    Suit::ALL.into_iter().map(|suit| game.plain_suit(suit)).filter(|side| !side.is_empty());
                side.filter(|&side| (cards & side).is_empty()).count()
            }
            Count::Points => cards.points().into(),
        };
        count as i32
    }
}

/// One demand on a set of cards.
///
/// ```
/// use kiebitz::archive::ask::{Ask, HandItem, Holder};
/// let ask: Ask = "declarer(CJ.SJ -HA)".parse().unwrap();
/// let items = vec![HandItem::Has("CJ.SJ".parse().unwrap()), HandItem::Lacks("HA".parse().unwrap())];
/// assert_eq!(ask, Ask::Cards(Holder::Declarer, items));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandItem {
    /// These are in it.
    Has(Cards),
    /// These are not.
    Lacks(Cards),
    /// So many of a kind.
    Count(Count, Range),
    /// Some side suit is like this.
    Side(Vec<SideItem>),
}

/// One demand on a suit of a hand. Sets of ranks are the bits of [`Rank::index`].
///
/// ```
/// use kiebitz::archive::ask::{Ask, HandItem, Holder, SideItem};
/// use kiebitz::cards::Rank;
/// let ask: Ask = "declarer(side(only T))".parse().unwrap();
/// let blank_ten = HandItem::Side(vec![SideItem::Only(1 << Rank::Ten.index())]);
/// assert_eq!(ask, Ask::Cards(Holder::Declarer, vec![blank_ten]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideItem {
    /// These ranks are in it.
    Has(u8),
    /// These are not.
    Lacks(u8),
    /// These and no others.
    Only(u8),
    /// So many cards.
    Length(Range),
}

/// Who plays a card or takes a trick.
///
/// ```
/// use kiebitz::archive::ask::{Ask, CardItem, Who};
/// assert_eq!("lead(defender)".parse(), Ok(Ask::Lead(vec![CardItem::By(Who::Defender)])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The declarer.
    Declarer,
    /// A defender.
    Defender,
    /// A seat.
    Seat(Seat),
}

impl Who {
    /// All of them.
    pub const ALL: [Who; 5] = [
        Who::Declarer,
        Who::Defender,
        Who::Seat(Seat::Forehand),
        Who::Seat(Seat::Middlehand),
        Who::Seat(Seat::Rearhand),
    ];

    /// Whether it is this seat.
    #[must_use]
    pub fn is(self, seat: Seat, declarer: Seat) -> bool {
        match self {
            Who::Declarer => seat == declarer,
            Who::Defender => seat != declarer,
            Who::Seat(wanted) => seat == wanted,
        }
    }
}

/// One demand on a card that is played.
///
/// ```
/// use kiebitz::archive::ask::{Ask, CardItem};
/// assert_eq!("play(ruffs wins)".parse(), Ok(Ask::Play(vec![CardItem::Ruffs, CardItem::Wins])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardItem {
    /// Who plays it.
    By(Who),
    /// One of these cards: single ones, ranks and suits that were named.
    One(Cards),
    /// A trump.
    Trump,
    /// No trump.
    Side,
    /// The player has no other card of the suit, or no other trump.
    Blank,
    /// So many cards of the suit, or trumps, this one included, are in the player's hand.
    Length(Range),
    /// It follows a suit or trump that was led.
    Follows,
    /// It trumps a suit that was led.
    Ruffs,
    /// It is neither led, nor follows, nor trumps.
    Discards,
    /// It takes the trick.
    Wins,
}

/// One demand on a trick.
///
/// ```
/// use kiebitz::archive::ask::{Ask, Range, TrickItem, Who};
/// let ask: Ask = "trick(points>=28 won(defender))".parse().unwrap();
/// let points = TrickItem::Points(Range { from: Some(28), to: None });
/// assert_eq!(ask, Ask::Trick(None, vec![points, TrickItem::Won(Who::Defender)]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrickItem {
    /// The card at this place of the trick, from 0, is like this.
    Card(u8, Vec<CardItem>),
    /// One of its cards is like this.
    Some(Vec<CardItem>),
    /// Who takes it.
    Won(Who),
    /// What it counts.
    Points(Range),
}
