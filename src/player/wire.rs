//! Decisions as lines of text: what a player on standard input and output is asked, and what it answers.
//!
//! Every question holds all that the seat may see, so that a player need remember nothing:
//!
//! ```text
//! hello
//! bid seat=M hand=CJ.SJ.HA.HT.H9.H7.CA.C8.S7.D9
//! bid seat=F hand=HJ.DJ.SA.ST.SK.CK.CQ.DA.D8.D7 auction=M18
//! hand seat=F hand=HJ.DJ.SA.ST.SK.CK.CQ.DA.D8.D7 auction=M18.Fy.Mp.Rp
//! announce seat=F hand=HJ.DJ.SA.ST.SK.CK.CQ.DA.D8.D7 skat=S9.C7 auction=M18.Fy.Mp.Rp
//! card contract=S declarer=F bid=18 F=… skat=… played=H7.HA.H9 view=F auction=M18.Fy.Mp.Rp
//! quit
//! ```
//!
//! | question | answers |
//! | --- | --- |
//! | `hello` | `kiebitz VERSION SETTINGS` |
//! | `bid` | `18`, `20`, … if a number is asked for, `yes` if one is to be held; `pass` |
//! | `hand` | `skat` to take it, or the hand game: `SH`, `GHS`, `NHO` … |
//! | `announce` | the game and the two cards laid away: `S C7.CQ` |
//! | `card` | the card: `HJ` |
//!
//! What was said in the auction is a list: the seat's letter, and a number, `y` for yes or `p` for pass. The words of `card`
//! are those of a position line seen from the seat on turn (`view`). A question that cannot be answered brings
//! `error` and the reason.

use super::sight::Sight;
use crate::cards::{Card, Cards};
use crate::deal::{Position, View};
use crate::rules::{Auction, Call, Contract, Seat};
use std::fmt;
use std::str::FromStr;

/// A question to a player.
///
/// ```
/// use kiebitz::player::Question;
/// let line = "bid seat=F hand=HJ.DJ.SA.ST.SK.CK.CQ.DA.D8.D7 auction=M18";
/// let question: Question = line.parse().unwrap();
/// assert_eq!(question.to_string().parse(), Ok(question));
/// assert!("bid seat=F hand=HJ".parse::<Question>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Who are you?
    Hello,
    /// What do you say?
    Bid(Sight),
    /// Do you play without the skat?
    Hand(Sight),
    /// What do you play, and what do you lay away?
    Announce(Sight),
    /// Which card?
    Card(Sight),
    /// That was all.
    Quit,
}

/// An answer that is not one, or a question that makes no sense.
///
/// ```
/// use kiebitz::player::Question;
/// assert_eq!("juggle".parse::<Question>().unwrap_err().to_string(), "'juggle' is no question");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WireError(String);

fn error(text: impl Into<String>) -> WireError {
    WireError(text.into())
}

/// The words of the auction.
fn said(auction: &Auction) -> String {
    let one = |&(seat, call): &(Seat, Call)| match call {
        Call::Bid(number) => format!("{}{number}", seat.letter()),
        Call::Hold => format!("{}y", seat.letter()),
        Call::Pass => format!("{}p", seat.letter()),
    };
    auction.calls().iter().map(one).collect::<Vec<_>>().join(".")
}

fn heard(text: &str) -> Result<Auction, WireError> {
    let mut auction = Auction::default();
    for word in text.split('.').filter(|word| !word.is_empty()) {
        let wrong = || error(format!("'{word}' does not fit into the auction '{text}'"));
        let (seat, call) = word.split_at_checked(1).ok_or_else(wrong)?;
        let call = match call {
            "y" => Call::Hold,
            "p" => Call::Pass,
            number => Call::Bid(number.parse().map_err(|_| wrong())?),
        };
        let seat = Seat::from_letter(seat).filter(|&seat| auction.turn() == Some(seat)).ok_or_else(wrong)?;
        debug_assert_eq!(auction.turn(), Some(seat));
        if !auction.call(call) {
            return Err(wrong());
        }
    }
    Ok(auction)
}

impl FromStr for Question {
    type Err = WireError;

    fn from_str(line: &str) -> Result<Question, WireError> {
        let line = line.trim();
        let (what, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (mut words, mut auction) = (Vec::new(), Auction::default());
        for word in rest.split_whitespace() {
            match word.strip_prefix("auction=") {
                Some(text) => auction = heard(text)?,
                None => words.push(word),
            }
        }
        match what {
            "hello" => Ok(Question::Hello),
            "quit" => Ok(Question::Quit),
            "card" => card(&words.join(" "), &auction).map(Question::Card),
            "bid" => sight(&words, auction, false).map(Question::Bid),
            "hand" => sight(&words, auction, false).map(Question::Hand),
            "announce" => sight(&words, auction, true).map(Question::Announce),
            _ => Err(error(format!("'{what}' is no question"))),
        }
    }
}

/// What a seat sees before the first card.
fn sight(words: &[&str], auction: Auction, with_skat: bool) -> Result<Sight, WireError> {
    let value = |key: &str| {
        let found = words.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
        found.ok_or_else(|| error(format!("{key}= is missing")))
    };
    let cards = |key: &str, count: usize| {
        let text = value(key)?;
        let cards: Cards = text.parse().map_err(|_| error(format!("{key}={text}: no list of cards")))?;
        if cards.len() == count {
            Ok(cards)
        } else {
            Err(error(format!("{key}= holds {} different cards, not {count}", cards.len())))
        }
    };
    let seat = Seat::from_letter(value("seat")?).ok_or_else(|| error("seat= is F, M or R"))?;
    let hand = cards("hand", 10)?;
    let skat = if with_skat { Some(cards("skat", 2)?) } else { None };
    if skat.is_some_and(|skat| !(skat & hand).is_empty()) {
        return Err(error("a card is in the hand and in the skat"));
    }
    Ok(Sight { seat, hand, auction, skat, announced: None })
}

/// What a seat sees while cards fall.
fn card(line: &str, auction: &Auction) -> Result<Sight, WireError> {
    let position: Position =
        line.parse().map_err(|wrong: crate::deal::Problems| error(wrong.to_string().replace('\n', "; ")))?;
    let seat = match position.view() {
        View::Seat(seat) => seat,
        View::Open => return Err(error("view= names the seat that is asked")),
    };
    if position.turn() != Some(seat) {
        return Err(error(format!("it is not {}'s turn", seat.letter())));
    }
    Sight::playing(&position, seat, auction)
        .ok_or_else(|| error("the hand of the seat that is asked is missing"))
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, sight) = match self {
            Question::Hello => return f.write_str("hello"),
            Question::Quit => return f.write_str("quit"),
            Question::Bid(sight) => ("bid", sight),
            Question::Hand(sight) => ("hand", sight),
            Question::Announce(sight) => ("announce", sight),
            Question::Card(sight) => ("card", sight),
        };
        match sight.position().filter(|_| what == "card") {
            Some(position) => write!(f, "card {position}")?,
            None => write!(f, "{what} seat={} hand={}", sight.seat.letter(), sight.hand)?,
        }
        if what == "announce" {
            write!(f, " skat={}", sight.skat.unwrap_or_default())?;
        }
        if !sight.auction.calls().is_empty() {
            write!(f, " auction={}", said(&sight.auction))?;
        }
        Ok(())
    }
}

/// An answer to `bid`, as a word.
///
/// ```
/// use kiebitz::player::{bid_word, read_bid};
/// use kiebitz::rules::Call;
/// assert_eq!(read_bid(&bid_word(Call::Bid(18))), Ok(Call::Bid(18)));
/// ```
#[must_use]
pub fn bid_word(call: Call) -> String {
    match call {
        Call::Bid(number) => number.to_string(),
        Call::Hold => "yes".to_string(),
        Call::Pass => "pass".to_string(),
    }
}

/// Reads an answer to `bid`.
pub fn read_bid(answer: &str) -> Result<Call, WireError> {
    match answer.trim() {
        "yes" => Ok(Call::Hold),
        "pass" => Ok(Call::Pass),
        number => number.parse().map(Call::Bid).map_err(|_| error(format!("'{number}' is no answer to bid"))),
    }
}

/// Reads an answer to `hand`: a hand game, or nothing for the skat.
pub fn read_hand(answer: &str) -> Result<Option<Contract>, WireError> {
    match answer.trim() {
        "skat" => Ok(None),
        text => match text.parse::<Contract>() {
            Ok(contract) if contract.is_hand() => Ok(Some(contract)),
            _ => Err(error(format!("'{text}' is neither skat nor a hand game"))),
        },
    }
}

/// Reads an answer to `announce`.
pub fn read_announcement(answer: &str) -> Result<(Contract, Cards), WireError> {
    let wrong = || error(format!("'{}' is no game and two cards", answer.trim()));
    let (contract, cards) = answer.trim().split_once(' ').ok_or_else(wrong)?;
    let contract: Contract = contract.parse().map_err(|_| wrong())?;
    let cards: Cards = cards.trim().parse().map_err(|_| wrong())?;
    if contract.is_hand() || cards.len() != 2 { Err(wrong()) } else { Ok((contract, cards)) }
}

/// Reads an answer to `card`.
pub fn read_card(answer: &str) -> Result<Card, WireError> {
    answer.trim().parse().map_err(|_| error(format!("'{}' is no card", answer.trim())))
}
