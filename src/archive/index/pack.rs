//! A row in 59 bytes, in memory and on disk alike.

use super::row::{Count, Flags, Row, Session};
use crate::rules::{Contract, Game, Seat};

/// Bytes of a row.
pub(super) const ROW: usize = 59;
/// Stands for "no declarer" and "no contract".
const NONE: u8 = 0xFF;
/// Stands for "no rating".
const NO_RATING: i16 = i16::MIN;

/// A row as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::archive) struct PackedRow(pub(super) [u8; ROW]);

/// Writes one number after the other.
struct Writer {
    bytes: [u8; ROW],
    at: usize,
}

impl Writer {
    fn put(&mut self, number: u64, bytes: usize) {
        self.bytes[self.at..self.at + bytes].copy_from_slice(&number.to_le_bytes()[..bytes]);
        self.at += bytes;
    }
}

/// Reads them again.
struct Numbers<'a> {
    bytes: &'a [u8; ROW],
    at: usize,
}

impl Numbers<'_> {
    fn next(&mut self, bytes: usize) -> u64 {
        let mut number = [0; 8];
        number[..bytes].copy_from_slice(&self.bytes[self.at..self.at + bytes]);
        self.at += bytes;
        u64::from_le_bytes(number)
    }
}

impl PackedRow {
    pub(in crate::archive) fn of(row: &Row) -> PackedRow {
        let mut to = Writer { bytes: [0; ROW], at: 0 };
        to.put(row.offset, 5);
        to.put(row.length.into(), 3);
        to.put(row.key, 8);
        to.put(row.id.into(), 4);
        to.put(row.date.into(), 4);
        for player in row.players {
            to.put(player.into(), 3);
        }
        to.put(row.declarer.map_or(NONE, |seat| seat.index() as u8).into(), 1);
        to.put(row.contract.map_or(NONE, contract_code).into(), 1);
        to.put(row.bid.into(), 2);
        to.put(row.value as u16 as u64, 2);
        to.put(row.count.points.into(), 1);
        to.put(row.count.tricks.into(), 1);
        to.put(row.count.cards.into(), 1);
        to.put(row.count.matadors as u8 as u64, 1);
        to.put(row.flags.0.into(), 2);
        to.put(row.part.into(), 2);
        to.put(row.session.place.into(), 2);
        to.put(row.session.series.into(), 4);
        for rating in row.session.ratings {
            to.put(rating.unwrap_or(NO_RATING) as u16 as u64, 2);
        }
        PackedRow(to.bytes)
    }

    /// The row, without what its analysis found.
    pub(in crate::archive) fn row(&self) -> Row {
        let mut from = Numbers { bytes: &self.0, at: 0 };
        Row {
            offset: from.next(5),
            length: from.next(3) as u32,
            key: from.next(8),
            id: from.next(4) as u32,
            date: from.next(4) as u32,
            players: [from.next(3) as u32, from.next(3) as u32, from.next(3) as u32],
            declarer: Seat::from_index(from.next(1) as usize),
            contract: contract_of(from.next(1) as u8),
            bid: from.next(2) as u16,
            value: from.next(2) as u16 as i16,
            count: Count {
                points: from.next(1) as u8,
                tricks: from.next(1) as u8,
                cards: from.next(1) as u8,
                matadors: from.next(1) as u8 as i8,
            },
            flags: Flags(from.next(2) as u16),
            part: from.next(2) as u16,
            session: Session {
                place: from.next(2) as u16,
                series: from.next(4) as u32,
                ratings: std::array::from_fn(|_| {
                    Some(from.next(2) as u16 as i16).filter(|&rating| rating != NO_RATING)
                }),
            },
            analysis: None,
        }
    }
}

/// A contract in one byte: the game's place in [`Game::ALL`], then a bit for each announcement.
fn contract_code(contract: Contract) -> u8 {
    let game = Game::ALL.iter().position(|&game| game == contract.game()).unwrap_or(0) as u8;
    let said = [
        contract.is_hand(),
        contract.announces_schneider(),
        contract.announces_schwarz(),
        contract.is_ouvert(),
    ];
    said.iter().enumerate().fold(game, |code, (i, &said)| code | u8::from(said) << (3 + i))
}

fn contract_of(code: u8) -> Option<Contract> {
    let game = *Game::ALL.get(usize::from(code & 7)).filter(|_| code != NONE)?;
    let said = |i: u8| code >> (3 + i) & 1 == 1;
    Contract::new(game, said(0), said(1), said(2), said(3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::{Source, index::Indexer, sample};

    #[test]
    fn a_row_reads_back() {
        let source = Source::from_stream(std::io::Cursor::new(sample())).unwrap();
        let index = Indexer::new(source).finish().unwrap();
        for number in index.all() {
            let mut row = index.row(number).unwrap();
            assert_eq!(PackedRow::of(&row).row(), row);
            // The largest of everything.
            row.offset = (1 << 40) - 1;
            row.length = (1 << 24) - 1;
            (row.key, row.id, row.date) = (u64::MAX, u32::MAX, u32::MAX);
            row.players = [0, 1, (1 << 24) - 1];
            (row.bid, row.value, row.part) = (u16::MAX, i16::MIN, u16::MAX);
            row.count = Count { points: 120, tricks: 10, cards: 30, matadors: -11 };
            row.session = Session { place: 7, series: u32::MAX, ratings: [Some(-3), None, Some(2400)] };
            assert_eq!(PackedRow::of(&row).row(), row);
        }
    }
}
