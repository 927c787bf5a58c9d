//! A record as a game to step through: bidding, skat, discard, and the position after each card.

use super::moves::Move;
use super::record::Record;
use super::recount::{PlayError, Recount, recount};
use crate::cards::{Card, Cards};
use crate::deal::{Deal, DealSetup, Holding, Position, View};
use crate::rules::{Auction, BySeat, Call, Contract, Seat};

/// One word of the bidding.
///
/// ```
/// use kiebitz::archive::{Reader, Record, RecordedGame, Said, sample};
/// use kiebitz::rules::Seat;
/// let text = sample();
/// let raw = Reader::new(&text[..]).next().unwrap().unwrap();
/// let game = RecordedGame::of(&Record::parse(&raw.bytes).unwrap()).unwrap();
/// assert_eq!(game.bidding[0], (Seat::Middlehand, Said::Bid(18)));
/// assert_eq!(game.bidding[1], (Seat::Forehand, Said::Pass));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// A number.
    Bid(u16),
    /// "Yes."
    Hold,
    /// "Pass."
    Pass,
}

/// A recorded game, ready to be shown.
///
/// ```
/// use kiebitz::archive::{Reader, Record, RecordedGame, sample};
/// let text = sample();
/// let raw = Reader::new(&text[..]).next().unwrap().unwrap();
/// let game = RecordedGame::of(&Record::parse(&raw.bytes).unwrap()).unwrap();
/// assert_eq!(game.deal.skat().len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedGame {
    /// The cards as they were dealt.
    pub deal: Deal,
    /// The bidding, word by word.
    pub bidding: Vec<(Seat, Said)>,
    /// What counting by the rules gives.
    pub count: Recount,
    /// The contract and who plays it, once announced and, where the skat was taken, discarded.
    pub play: Option<CardPlay>,
}

/// The part of the game after the announcement.
///
/// ```
/// use kiebitz::archive::{Reader, Record, RecordedGame, sample};
/// let text = sample();
/// let raw = Reader::new(&text[..]).next().unwrap().unwrap();
/// let game = RecordedGame::of(&Record::parse(&raw.bytes).unwrap()).unwrap();
/// let play = game.play.unwrap();
/// // After two tricks every hand holds eight cards.
/// assert_eq!(play.position(6).playable().len(), 8);
/// assert_eq!((play.cards.len(), play.contract.to_string().as_str()), (30, "G"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CardPlay {
    /// Who plays alone.
    pub declarer: Seat,
    /// What he announced.
    pub contract: Contract,
    /// What he laid away; `None` in hand games.
    pub discard: Option<Cards>,
    /// The cards in the order they fell, as far as the record shows them.
    pub cards: Vec<Card>,
    /// The position before the first card, all cards open.
    start: Position,
}

/// Why a record cannot be stepped through.
///
/// ```
/// use kiebitz::archive::{GameError, Record, RecordedGame, sample};
/// // The first record, with a card that its owner could not see.
/// let text = String::from_utf8_lossy(&sample()).replacen("CT", "??", 1);
/// let record = Record::parse(text.lines().next().unwrap().as_bytes()).unwrap();
/// assert_eq!(RecordedGame::of(&record), Err(GameError::Hidden));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// One player's view: not all cards are known.
    #[error("the record hides cards: it is one player's view")]
    Hidden,
    /// The moves break the rules.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The cards do not make a position; a record that was counted always does.
    #[error("{0}")]
    Position(#[from] crate::deal::Problems),
}

impl RecordedGame {
    /// The auction after so many words, as far as it kept to the rules.
    #[must_use]
    pub fn auction(&self, words: usize) -> Auction {
        let mut auction = Auction::default();
        for &(seat, said) in self.bidding.iter().take(words) {
            let call = match said {
                Said::Bid(number) => Call::Bid(number),
                Said::Hold => Call::Hold,
                Said::Pass => Call::Pass,
            };
            if auction.turn() != Some(seat) || !auction.call(call) {
                break;
            }
        }
        auction
    }

    /// Makes the game of a record.
    ///
    /// # Errors
    /// If the record hides cards or breaks the rules.
    pub fn of(record: &Record) -> Result<RecordedGame, GameError> {
        let cards = record.deal.all().ok_or(GameError::Hidden)?;
        let count = recount(record)?;
        let part = |from: usize, to: usize| cards[from..to].iter().copied().collect::<Cards>();
        let deal = Deal::new(BySeat([part(0, 10), part(10, 20), part(20, 30)]), part(30, 32))?;
        let said = |one: &Move| match *one {
            Move::Bid(seat, number) => Some((seat, Said::Bid(number))),
            Move::Hold(seat) => Some((seat, Said::Hold)),
            Move::Pass(seat) => Some((seat, Said::Pass)),
            _ => None,
        };
        let bidding = record.moves.iter().filter_map(said).collect();
        let play = match (count.declarer, count.contract) {
            (Some(declarer), Some(contract)) if !count.no_discard => {
                Some(CardPlay::new(record, &deal, declarer, contract, count.bid)?)
            }
            _ => None,
        };
        Ok(RecordedGame { deal, bidding, count, play })
    }
}

impl CardPlay {
    fn new(
        record: &Record,
        deal: &Deal,
        declarer: Seat,
        contract: Contract,
        bid: u16,
    ) -> Result<CardPlay, GameError> {
        let two = |cards: &[Option<Card>]| match cards {
            [Some(a), Some(b), ..] => Some(Cards::one(*a) | Cards::one(*b)),
            _ => None,
        };
        let discard = if contract.is_hand() {
            None
        } else {
            record.moves.iter().find_map(|one| match one {
                Move::Declare(_, _, cards) => two(cards),
                Move::Discard(_, cards) => two(cards),
                _ => None,
            })
        };
        let laid = discard.and_then(|discard| deal.with_discard(declarer, discard)).unwrap_or(*deal);
        let setup = DealSetup {
            contract: Some(contract),
            declarer: Some(declarer),
            bid: (bid > 0).then_some(bid),
            hands: laid.holdings(),
            skat: Holding::full(laid.skat()),
            view: Some(View::Open),
            ..DealSetup::default()
        };
        // Behind a hidden card nothing more can be told.
        let fell = record
            .moves
            .iter()
            .filter_map(|one| if let Move::Play(_, card) = one { Some(*card) } else { None });
        let cards = fell.map_while(|card| card).collect();
        Ok(CardPlay { declarer, contract, discard, cards, start: setup.validate()? })
    }

    /// The position after so many cards (all of them if there are not so many), all cards open.
    #[must_use]
    pub fn position(&self, cards: usize) -> Position {
        let mut position = self.start.clone();
        for &card in self.cards.iter().take(cards) {
            // The record was counted: every card was legal.
            if position.play(card).is_err() {
                break;
            }
        }
        position
    }
}
