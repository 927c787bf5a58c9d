//! Questions about cards: hands, skat and discard, leads, tricks, positions.
//!
//! A question is read from a line of text and written as one again, in English or German words; the window builds the
//! same line by clicks, filters keep it, and the command line takes it. What can be asked:
//!
//! ```text
//! game=G lead(forehand defender T blank)         a blank ten led against Grand by forehand
//! declarer(CJ SJ trumps>=5 side(A T))            two black jacks, five trumps, an ace and ten beside
//! skat(jacks>=1) discard(tens=2) lost            a jack in the skat, two tens laid away, lost
//! trick 1(lead(A side) third(ruffs) won(declarer))
//! alike "contract=G declarer=F … view=open"      a position up to suits and ranks without meaning
//! ```
//!
//! Words side by side must all hold; `or`, `not` and brackets do what they say. [`Ask::HELP`] lists the words.
//! [`Search`] is the question made ready for millions of games; it tells for each at which card it holds.

mod eval;
mod parse;
mod pattern;
mod position;
mod print;
mod tokens;
mod vocabulary;

pub use eval::Search;
pub use parse::AskError;
pub use pattern::{CardItem, Count, HandItem, Holder, SideItem, TrickItem, Who};
pub use position::PositionAsk;

use crate::rules::{Game, Seat};

/// From … to, both included.
///
/// ```
/// use kiebitz::archive::ask::Range;
/// let bid = Range { from: Some(18), to: None };
/// assert!(bid.has(23) && !bid.has(0));
/// assert!(Range::exactly(2).has(2));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub from: Option<i32>,
    /// The most.
    pub to: Option<i32>,
}

impl Range {
    /// This number and no other.
    #[must_use]
    pub const fn exactly(number: i32) -> Range {
        Range { from: Some(number), to: Some(number) }
    }

    /// Whether a number lies in it.
    #[must_use]
    pub fn has(self, number: i32) -> bool {
        self.from.is_none_or(|from| number >= from) && self.to.is_none_or(|to| number <= to)
    }
}

/// A yes-or-no fact of a game.
///
/// ```
/// use kiebitz::archive::ask::{Ask, Fact};
/// assert_eq!("won".parse(), Ok(Ask::Fact(Fact::Won)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The declarer won.
    Won,
    /// The declarer lost.
    Lost,
    /// Everybody passed.
    Passed,
    /// A hand game.
    Hand,
    /// An open game.
    Ouvert,
    /// Schneider of either side.
    Schneider,
    /// Schwarz of either side.
    Schwarz,
    /// Bid too high.
    Overbid,
    /// Somebody gave up.
    Resigned,
}

impl Fact {
    /// All of them.
    pub const ALL: [Fact; 9] = [
        Fact::Won,
        Fact::Lost,
        Fact::Passed,
        Fact::Hand,
        Fact::Ouvert,
        Fact::Schneider,
        Fact::Schwarz,
        Fact::Overbid,
        Fact::Resigned,
    ];
}

/// A number of a game.
///
/// ```
/// use kiebitz::archive::ask::{Ask, Number, Range};
/// let ask: Ask = "matadors=-2..1".parse().unwrap();
/// assert_eq!(ask, Ask::Number(Number::Matadors, Range { from: Some(-2), to: Some(1) }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// The bid.
    Bid,
    /// The declarer's points.
    Points,
    /// The declarer's tricks.
    Tricks,
    /// The signed value.
    Value,
    /// Matadors, negative for "without".
    Matadors,
    /// Cards played.
    Cards,
    /// The year.
    Year,
}

impl Number {
    /// All of them.
    pub const ALL: [Number; 7] = [
        Number::Bid,
        Number::Points,
        Number::Tricks,
        Number::Value,
        Number::Matadors,
        Number::Cards,
        Number::Year,
    ];
}

/// A question about games.
///
/// ```
/// use kiebitz::archive::ask::Ask;
/// let ask: Ask = "spiel=G und ausspiel(vorhand T blank)".parse().unwrap();
/// assert_eq!(ask.to_string(), "game=G lead(forehand T blank)");
/// assert_eq!(ask.to_string().parse(), Ok(ask));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// All of these hold; with none of them, of every game.
    All(Vec<Ask>),
    /// One of these holds.
    Any(Vec<Ask>),
    /// This does not hold.
    Not(Box<Ask>),
    /// One of these games was played.
    Game(Vec<Game>),
    /// This seat played alone.
    Declarer(Seat),
    /// A fact.
    Fact(Fact),
    /// A number.
    Number(Number, Range),
    /// Somebody's cards are like this.
    Cards(Holder, Vec<HandItem>),
    /// The first card of the game is like this.
    Lead(Vec<CardItem>),
    /// Some card of the game is like this.
    Play(Vec<CardItem>),
    /// A trick is like this: the one with this number from 1, or some trick.
    Trick(Option<u8>, Vec<TrickItem>),
    /// This position came up.
    Position(Box<PositionAsk>),
}

impl Ask {
    /// The words that can be used, each with an example; see the catalogue for explanations.
    pub const HELP: [(&'static str, &'static str); 9] = [
        ("ask.help.game", "game=G,N   declarer=F   won   lost   hand   ouvert   schneider   passed"),
        ("ask.help.numbers", "bid>=30   points=61..89   value<0   tricks=10   matadors>=4   year=2010..2012"),
        ("ask.help.hand", "declarer(CJ SJ -DJ trumps>=5 aces=2 side(A T))   forehand(jacks=4)"),
        ("ask.help.holders", "declarer dealt twelve forehand middlehand rearhand defender skat discard"),
        (
            "ask.help.counts",
            "trumps jacks aces tens kings queens clubs spades hearts diamonds voids cardpoints",
        ),
        ("ask.help.side", "side(A T)   side(only T)   side(A -T length>=4)"),
        (
            "ask.help.lead",
            "lead(defender T blank)   play(declarer ruffs A)   lead(trump)   play(discards T wins)",
        ),
        ("ask.help.trick", "trick(points>=28 won(defender))   trick 1(lead(A) third(ruffs))"),
        ("ask.help.position", "position \"contract=G declarer=F …\"   alike \"…\"   or   not   ( )"),
    ];

    /// Whether it asks for nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(self, Ask::All(asks) if asks.is_empty())
    }

    /// Both questions at once.
    #[must_use]
    pub fn and(self, other: Ask) -> Ask {
        let parts = |ask| if let Ask::All(parts) = ask { parts } else { vec![ask] };
        let mut all = parts(self);
        all.extend(parts(other));
        if all.len() == 1 { all.remove(0) } else { Ask::All(all) }
    }
}
