//! The moves of a record (`MV`): deal, bidding, contract, cards, and how it ended.

use crate::cards::{Card, Cards, Rank, Suit};
use crate::rules::{Contract, Seat};
use std::fmt;
use std::str::FromStr;

/// Who moves: a seat, or the world (the server).
///
/// ```
/// use kiebitz::{archive::Who, rules::Seat};
/// assert_ne!(Who::Player(Seat::Forehand), Who::World);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The server deals, shows the skat, and notes who left.
    World,
    /// A player.
    Player(Seat),
}

/// The 32 cards in the order they were dealt; `None` for a card the recorder did not see.
///
/// ```
/// use kiebitz::archive::random_record;
/// let mut deal = random_record(&mut kiebitz::cards::Dice::new(1), 1).deal;
/// assert_eq!(deal.all().unwrap().len(), 32);
/// // One player's view of the deal hides cards.
/// deal.cards[0] = None;
/// assert_eq!(deal.all(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealtCards {
    /// Ten for each seat, then the skat.
    pub cards: Vec<Option<Card>>,
    /// Whether the record parts the hands with `|`, as player views do.
    pub parted: bool,
}

impl DealtCards {
    /// The cards in full, if all are seen.
    #[must_use]
    pub fn all(&self) -> Option<Vec<Card>> {
        self.cards.iter().copied().collect()
    }
}

/// One move of a record.
///
/// ```
/// use kiebitz::archive::Move;
/// use kiebitz::rules::Seat;
/// assert_eq!(Move::Bid(Seat::Middlehand, 18).to_string(), "1 18");
/// assert_eq!(Move::Play(Seat::Forehand, "DQ".parse().ok()).to_string(), "0 DQ");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// Bids a number.
    Bid(Seat, u16),
    /// Holds the number.
    Hold(Seat),
    /// Passes.
    Pass(Seat),
    /// Asks for the skat.
    TakeSkat(Seat),
    /// The server shows the skat (`None`: to others).
    Skat([Option<Card>; 2]),
    /// Announces the game, with the discard and, in player views, the open hand.
    Declare(Seat, Contract, Vec<Option<Card>>),
    /// Lays away two cards in a move of its own.
    Discard(Seat, [Option<Card>; 2]),
    /// Plays a card; `None` if it was not seen.
    Play(Seat, Option<Card>),
    /// Gives up.
    Resign(Seat),
    /// Shows his cards (player views list them).
    Show(Seat, Vec<Card>),
    /// Ran out of time.
    TimeOut(Seat),
    /// Left the table.
    Leave(Seat),
}

impl Move {
    /// Reads one move as the server writes it; `None` if it is none. A deal is no such move.
    #[must_use]
    pub fn read(who: Who, action: &str) -> Option<Move> {
        match who {
            Who::World => world(action),
            Who::Player(seat) => player(seat, action),
        }
    }
}

/// Reads a deal as the server writes it, in anybody's view.
impl FromStr for DealtCards {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<DealtCards, MoveError> {
        parse_deal(text)
    }
}

/// Why a move cannot be read. Moves are counted from 1, the deal being the first.
///
/// ```
/// use kiebitz::archive::{MoveError, Record, RecordError};
/// let error = Record::parse(b"(;GM[Skat]MV[0 18];)").unwrap_err();
/// assert_eq!(error, RecordError::Moves(MoveError::NoDeal));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// No deal at the beginning.
    #[error("the deal is missing")]
    NoDeal,
    /// A deal that is not 32 different cards.
    #[error("the deal: {0}")]
    Deal(String),
    /// A move without an action.
    #[error("move {number}: '{who}' does nothing")]
    Unfinished {
        /// Which move.
        number: usize,
        /// The word that stands alone.
        who: String,
    },
    /// Somebody who is not at the table.
    #[error("move {number}: '{who}' is no player (w, 0, 1, 2)")]
    NoPlayer {
        /// Which move.
        number: usize,
        /// What stands there.
        who: String,
    },
    /// An action that is none.
    #[error("move {number}: '{action}' is no move")]
    NoMove {
        /// Which move.
        number: usize,
        /// What stands there.
        action: String,
    },
}

const QUOTE: usize = 16;

fn quote(text: &str) -> String {
    text.chars().take(QUOTE).collect()
}

/// Reads exactly the two letters of a card as the server writes it, or `??`.
fn server_card(text: &str) -> Option<Option<Card>> {
    let &[suit, rank] = text.as_bytes() else { return None };
    if (suit, rank) == (b'?', b'?') {
        return Some(None);
    }
    let suit = Suit::ALL.into_iter().find(|s| s.letter() as u8 == suit)?;
    let rank = Rank::ALL.into_iter().find(|r| r.letter() as u8 == rank)?;
    Some(Some(Card::new(suit, rank)))
}

fn server_cards(text: &str) -> Option<Vec<Option<Card>>> {
    text.split('.').map(server_card).collect()
}

/// Reads the deal and all moves.
pub(super) fn parse(text: &str) -> Result<(DealtCards, Vec<Move>), MoveError> {
    let mut words = text.split_ascii_whitespace();
    let (Some("w"), Some(deal)) = (words.next(), words.next()) else {
        return Err(MoveError::NoDeal);
    };
    let deal = parse_deal(deal)?;
    let mut moves = Vec::with_capacity(40);
    let mut number = 1;
    while let Some(who) = words.next() {
        number += 1;
        let Some(action) = words.next() else {
            return Err(MoveError::Unfinished { number, who: quote(who) });
        };
        let who = match who {
            "w" => Who::World,
            "0" => Who::Player(Seat::Forehand),
            "1" => Who::Player(Seat::Middlehand),
            "2" => Who::Player(Seat::Rearhand),
            _ => return Err(MoveError::NoPlayer { number, who: quote(who) }),
        };
        moves.push(
            Move::read(who, action).ok_or_else(|| MoveError::NoMove { number, action: quote(action) })?,
        );
    }
    Ok((deal, moves))
}

fn parse_deal(text: &str) -> Result<DealtCards, MoveError> {
    let parted = text.contains('|');
    let mut cards = Vec::with_capacity(32);
    let mut seen = Cards::NONE;
    for word in text.split(['.', '|']) {
        let card =
            server_card(word).ok_or_else(|| MoveError::Deal(format!("'{}' is no card", quote(word))))?;
        if card.is_some_and(|card| !seen.insert(card)) {
            return Err(MoveError::Deal(format!("{word} is there twice")));
        }
        cards.push(card);
    }
    if cards.len() != 32 {
        return Err(MoveError::Deal(format!("{} cards instead of 32", cards.len())));
    }
    Ok(DealtCards { cards, parted })
}

fn world(action: &str) -> Option<Move> {
    if let Some(seat) = action.strip_prefix("TI.") {
        return Some(Move::TimeOut(numbered(seat)?));
    }
    if let Some(seat) = action.strip_prefix("LE.") {
        return Some(Move::Leave(numbered(seat)?));
    }
    let skat = server_cards(action)?;
    Some(Move::Skat(skat.try_into().ok()?))
}

fn numbered(text: &str) -> Option<Seat> {
    Seat::from_index(text.parse().ok()?)
}

fn player(seat: Seat, action: &str) -> Option<Move> {
    match action {
        "y" => return Some(Move::Hold(seat)),
        "p" => return Some(Move::Pass(seat)),
        "s" => return Some(Move::TakeSkat(seat)),
        "RE" => return Some(Move::Resign(seat)),
        "SC" => return Some(Move::Show(seat, Vec::new())),
        _ => {}
    }
    if let Some(card) = server_card(action) {
        return Some(Move::Play(seat, card));
    }
    if action.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(Move::Bid(seat, action.parse().ok()?));
    }
    if let Some(cards) = action.strip_prefix("SC.") {
        let cards: Option<Vec<Card>> = server_cards(cards)?.into_iter().collect();
        return Some(Move::Show(seat, cards?));
    }
    if let Some(cards) = server_cards(action) {
        return Some(Move::Discard(seat, cards.try_into().ok()?));
    }
    let (contract, cards) = match action.split_once('.') {
        Some((contract, cards)) => (contract, server_cards(cards)?),
        None => (action, Vec::new()),
    };
    // The server writes capitals; a small letter is not an announcement but rubbish.
    if !contract.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return None;
    }
    Some(Move::Declare(seat, contract.parse().ok()?, cards))
}

fn write_card(f: &mut fmt::Formatter<'_>, card: Option<Card>) -> fmt::Result {
    match card {
        Some(card) => write!(f, "{card}"),
        None => f.write_str("??"),
    }
}

fn write_cards(f: &mut fmt::Formatter<'_>, cards: &[Option<Card>]) -> fmt::Result {
    for (i, &card) in cards.iter().enumerate() {
        f.write_str(if i > 0 { "." } else { "" })?;
        write_card(f, card)?;
    }
    Ok(())
}

/// The deal as the server writes it.
impl fmt::Display for DealtCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &card) in self.cards.iter().enumerate() {
            let seam = self.parted && i % 10 == 0;
            f.write_str(match i {
                0 => "",
                _ if seam => "|",
                _ => ".",
            })?;
            write_card(f, card)?;
        }
        Ok(())
    }
}

/// Who and what, as the server writes it.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Bid(seat, number) => write!(f, "{} {number}", seat.index()),
            Move::Hold(seat) => write!(f, "{} y", seat.index()),
            Move::Pass(seat) => write!(f, "{} p", seat.index()),
            Move::TakeSkat(seat) => write!(f, "{} s", seat.index()),
            Move::Skat(cards) => {
                f.write_str("w ")?;
                write_cards(f, cards)
            }
            Move::Declare(seat, contract, cards) => {
                write!(f, "{} {}", seat.index(), contract.record_spelling())?;
                f.write_str(if cards.is_empty() { "" } else { "." })?;
                write_cards(f, cards)
            }
            Move::Discard(seat, cards) => {
                write!(f, "{} ", seat.index())?;
                write_cards(f, cards)
            }
            Move::Play(seat, card) => {
                write!(f, "{} ", seat.index())?;
                write_card(f, *card)
            }
            Move::Resign(seat) => write!(f, "{} RE", seat.index()),
            Move::Show(seat, cards) => {
                write!(f, "{} SC", seat.index())?;
                cards.iter().try_for_each(|card| write!(f, ".{card}"))
            }
            Move::TimeOut(seat) => write!(f, "w TI.{}", seat.index()),
            Move::Leave(seat) => write!(f, "w LE.{}", seat.index()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEAL: &str =
        "HA.SK.SJ.SA.CQ.S8.C9.H7.H9.DQ.CJ.S9.DJ.S7.D9.SQ.C8.HQ.DK.CA.D8.D7.DT.CT.ST.C7.HK.DA.HT.HJ.H8.CK";

    fn why(moves: &str) -> String {
        parse(moves).unwrap_err().to_string()
    }

    #[test]
    fn every_kind_of_move_reads_back() {
        let text = "1 18 0 y 1 p 0 s w H8.CK 0 CHZ 0 NO.H8.CK 0 D 0 ST.H8 0 SA 1 ?? 0 SC 0 SC.CJ.SA 1 RE w TI.2 w LE.0";
        let (deal, moves) = parse(&format!("w {DEAL} {text}")).unwrap();
        assert_eq!(deal.to_string(), DEAL);
        let again: Vec<String> = moves.iter().map(Move::to_string).collect();
        assert_eq!(again.join(" "), text);
    }

    #[test]
    fn player_views_part_the_hands() {
        let hidden = ["??"; 10].join(".");
        let own = "HA.SK.SJ.SA.CQ.S8.C9.H7.H9.DQ";
        let deal = format!("{own}|{hidden}|{hidden}|??.??");
        let (read, _) = parse(&format!("w {deal}")).unwrap();
        assert!(read.parted && read.all().is_none());
        assert_eq!(read.to_string(), deal);
    }

    #[test]
    fn bad_moves_say_where() {
        assert_eq!(why(""), "the deal is missing");
        assert_eq!(why("w C7"), "the deal: 1 cards instead of 32");
        assert_eq!(why("w C7.XX"), "the deal: 'XX' is no card");
        assert_eq!(why("w C7.C7"), "the deal: C7 is there twice");
        let why = |moves: &str| why(&format!("w {DEAL} {moves}"));
        assert_eq!(why("1 18 3 y"), "move 3: '3' is no player (w, 0, 1, 2)");
        assert_eq!(why("1 18 0"), "move 3: '0' does nothing");
        assert_eq!(why("1 QQ"), "move 2: 'QQ' is no move");
    }
}
