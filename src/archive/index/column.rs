//! The columns of the table: what a cell says, and how a column sorts.

use super::date::date_text;
use super::{Flags, Index, Row};
use crate::rules::{Contract, Game};
use serde::{Deserialize, Serialize};

/// A column of the table.
///
/// ```
/// use kiebitz::archive::{Source, index::{Column, Indexer}, sample};
/// let source = Source::from_stream(std::io::Cursor::new(sample())).unwrap();
/// let index = Indexer::new(source).finish().unwrap();
/// let cell = |column: Column| column.text(&index.row(0).unwrap(), &index);
/// assert_eq!((cell(Column::Contract), cell(Column::Result)), ("G".into(), "won".into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Column {
    /// Date and time.
    Date,
    /// Forehand's name.
    Forehand,
    /// Middlehand's name.
    Middlehand,
    /// Rearhand's name.
    Rearhand,
    /// The declarer's name.
    Declarer,
    /// The contract.
    Contract,
    /// The bid.
    Bid,
    /// Won or lost.
    Result,
    /// The value.
    Value,
    /// The declarer's points.
    Points,
    /// The declarer's tricks.
    Tricks,
    /// Marks.
    Flags,
    /// Who wins with all cards seen.
    Glassbox,
    /// What the analysis found.
    Analysis,
    /// The game's number.
    Id,
    /// The server.
    Place,
    /// The series.
    Series,
    /// The time of day.
    Time,
    /// Forehand's rating.
    ForehandRating,
    /// Middlehand's rating.
    MiddlehandRating,
    /// Rearhand's rating.
    RearhandRating,
    /// Matadors.
    Matadors,
    /// Cards played.
    Cards,
    /// Mistakes of all three.
    Mistakes,
    /// The points given away by the worst card.
    Worst,
    /// Bookmark and comment.
    Notes,
}

impl Column {
    /// All columns, from left to right.
    pub const ALL: [Column; 26] = [
        Column::Date,
        Column::Forehand,
        Column::Middlehand,
        Column::Rearhand,
        Column::Declarer,
        Column::Contract,
        Column::Bid,
        Column::Result,
        Column::Value,
        Column::Points,
        Column::Tricks,
        Column::Flags,
        Column::Glassbox,
        Column::Analysis,
        Column::Id,
        Column::Place,
        Column::Series,
        Column::Time,
        Column::ForehandRating,
        Column::MiddlehandRating,
        Column::RearhandRating,
        Column::Matadors,
        Column::Cards,
        Column::Mistakes,
        Column::Worst,
        Column::Notes,
    ];

    /// The head of the column in exported tables.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Column::Date => "date",
            Column::Forehand => "forehand",
            Column::Middlehand => "middlehand",
            Column::Rearhand => "rearhand",
            Column::Declarer => "declarer",
            Column::Contract => "contract",
            Column::Bid => "bid",
            Column::Result => "result",
            Column::Value => "value",
            Column::Points => "points",
            Column::Tricks => "tricks",
            Column::Flags => "flags",
            Column::Glassbox => "glassbox",
            Column::Analysis => "analysis",
            Column::Id => "id",
            Column::Place => "place",
            Column::Series => "series",
            Column::Time => "time",
            Column::ForehandRating => "forehand_rating",
            Column::MiddlehandRating => "middlehand_rating",
            Column::RearhandRating => "rearhand_rating",
            Column::Matadors => "matadors",
            Column::Cards => "cards",
            Column::Mistakes => "mistakes",
            Column::Worst => "worst",
            Column::Notes => "notes",
        }
    }

    /// What the cell says, in the words of records and exports.
    #[must_use]
    pub fn text(self, row: &Row, index: &Index) -> String {
        let names = &index.names;
        let played = row.contract.is_some();
        match self {
            Column::Date => date_text(row.date),
            Column::Forehand => names.name(row.players[0]).to_string(),
            Column::Middlehand => names.name(row.players[1]).to_string(),
            Column::Rearhand => names.name(row.players[2]).to_string(),
            Column::Declarer => row.declarer_name().map_or("", |number| names.name(number)).to_string(),
            Column::Contract => row.contract.map_or(String::new(), |contract| contract.to_string()),
            Column::Bid if row.bid > 0 => row.bid.to_string(),
            Column::Result if row.flags.has(Flags::PASSED) => "passed".into(),
            Column::Result if row.value != 0 => if row.flags.has(Flags::WON) { "won" } else { "lost" }.into(),
            Column::Value if played => row.value.to_string(),
            Column::Points if played => row.count.points.to_string(),
            Column::Tricks if played => row.count.tricks.to_string(),
            Column::Flags => {
                let words = [
                    (Flags::SCHNEIDER, "schneider"),
                    (Flags::SCHWARZ, "schwarz"),
                    (Flags::OVERBID, "overbid"),
                    (Flags::RESIGNED, "resigned"),
                    (Flags::LEFT, "left"),
                    (Flags::DIFFERS, "differs"),
                ];
                let words = words.iter().filter(|(flag, _)| row.flags.has(*flag)).map(|(_, word)| *word);
                words.collect::<Vec<_>>().join(" ")
            }
            Column::Glassbox => match row.analysis.and_then(|found| found.glassbox) {
                Some(true) => "won".into(),
                Some(false) => "lost".into(),
                None => String::new(),
            },
            Column::Analysis => row.analysis.map_or(String::new(), |found| found.to_string()),
            Column::Id if row.id > 0 => row.id.to_string(),
            Column::Place => index.places.name(row.session.place.into()).to_string(),
            Column::Series if row.session.series > 0 => row.session.series.to_string(),
            Column::Time => date_text(row.date).chars().skip(11).collect(),
            Column::ForehandRating | Column::MiddlehandRating | Column::RearhandRating => {
                self.rating(row).map_or(String::new(), |rating| rating.to_string())
            }
            Column::Matadors if row.count.matadors != 0 => row.count.matadors.to_string(),
            Column::Cards if played => row.count.cards.to_string(),
            Column::Mistakes => row.analysis.map_or(String::new(), |found| found.mistake_count().to_string()),
            Column::Worst => {
                let worst = row.analysis.and_then(|found| found.worst);
                worst.map_or(String::new(), |worst| format!("{} (-{})", worst.card + 1, worst.points))
            }
            Column::Notes => index.notes.get(row.key).map_or(String::new(), |note| note.brief()),
            _ => String::new(),
        }
    }

    fn rating(self, row: &Row) -> Option<i16> {
        let seat = match self {
            Column::ForehandRating => 0,
            Column::MiddlehandRating => 1,
            Column::RearhandRating => 2,
            _ => return None,
        };
        row.session.ratings[seat]
    }

    /// A number that sorts rows as this column does; `ranks` gives the place of each name in the order of
    /// the alphabet. What is missing comes before all that is there.
    pub(super) fn order(self, row: &Row, ranks: &[u32]) -> u32 {
        let name = |number: u32| ranks.get(number as usize).map_or(0, |&rank| rank + 1);
        let signed = |number: i16| (i32::from(number) - i32::from(i16::MIN)) as u32 + 1;
        match self {
            Column::Date => row.date,
            Column::Time => row.date % 86_400,
            Column::Forehand => name(row.players[0]),
            Column::Middlehand => name(row.players[1]),
            Column::Rearhand => name(row.players[2]),
            Column::Declarer => row.declarer_name().map_or(0, name),
            Column::Place => name(row.session.place.into()),
            Column::Contract => row.contract.map_or(0, |contract| 1 + contract_order(contract)),
            Column::Bid => row.bid.into(),
            // Games without a result, then lost ones, then won ones.
            Column::Result if row.value == 0 => 0,
            Column::Result => 1 + u32::from(row.flags.has(Flags::WON)),
            // What the cell does not say is missing.
            Column::Points | Column::Tricks if row.contract.is_none() => 0,
            Column::Value => signed(row.value),
            Column::Points => row.count.points.into(),
            Column::Tricks => row.count.tricks.into(),
            Column::Cards => row.count.cards.into(),
            Column::Matadors => signed(row.count.matadors.into()),
            Column::Flags => row.flags.shown().into(),
            Column::Id => row.id,
            Column::Series => row.session.series,
            Column::ForehandRating | Column::MiddlehandRating | Column::RearhandRating => {
                self.rating(row).map_or(0, signed)
            }
            Column::Glassbox => {
                row.analysis.and_then(|found| found.glassbox).map_or(0, |won| 1 + u32::from(won))
            }
            Column::Analysis => row.analysis.map_or(0, |found| 1 + found.order()),
            Column::Mistakes => row.analysis.map_or(0, |found| 1 + u32::from(found.mistake_count())),
            Column::Worst => {
                row.analysis.map_or(0, |found| 1 + found.worst.map_or(0, |worst| worst.points.into()))
            }
            // Not of the row; see `Index::sort`.
            Column::Notes => 0,
        }
    }

    /// The places of the names that it shows in the order of the alphabet.
    pub(super) fn ranks(self, index: &Index) -> Vec<u32> {
        match self {
            Column::Forehand | Column::Middlehand | Column::Rearhand | Column::Declarer => {
                index.names.ranks()
            }
            Column::Place => index.places.ranks(),
            _ => Vec::new(),
        }
    }
}

/// The order of contracts: by game, then by what was announced.
fn contract_order(contract: Contract) -> u32 {
    let game = Game::ALL.iter().position(|&game| game == contract.game()).unwrap_or(0) as u32;
    let (schneider, schwarz) = (contract.announces_schneider(), contract.announces_schwarz());
    let said = [contract.is_ouvert(), schwarz, schneider, contract.is_hand()];
    said.iter().fold(game, |order, &said| order << 1 | u32::from(said))
}
