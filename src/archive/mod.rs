//! Archives of game records in the dialect of the Internet Skat Server (ISS).
//!
//! [`Reader`] finds the records in a stream and keeps only one of them in memory; [`Record`] is a
//! record read word by word, and writes itself again; [`recount`] plays it through by the rules;
//! [`check`](crate::archive::check()) compares that with what the server recorded. [`index`] is the table of all games with
//! their cards, [`ask`] asks it about hands, tricks and positions, [`explore`] counts what was done there, and
//! [`notes`] is what people write about games.

pub mod analysis;
pub mod ask;
mod check;
mod difference;
pub mod explain;
pub mod explore;
mod finished;
mod game;
pub mod index;
pub mod library;
mod moves;
pub mod notes;
mod packed;
mod played;
mod random;
mod reader;
pub mod reasons;
mod record;
mod recount;
mod result;
mod sample;
pub mod score_list;
mod source;
pub mod table;
pub mod walk;

pub use check::{Check, ContractCount, Difference, Unreadable, check};
pub use difference::{DifferenceReason, FieldDifference, differences};
pub use finished::FinishedGames;
pub use game::{CardPlay, GameError, RecordedGame, Said};
pub use moves::{DealtCards, Move, MoveError, Who};
pub use packed::{PackedText, SeekTable};
pub use played::{lesson_of, record_of};
pub use random::{computed_result, random_record};
pub use reader::{RawRecord, ReadProblem, Reader};
pub use record::{Record, RecordError};
pub use recount::{End, PlayError, Recount, recount};
pub use result::{GameResult, RecordedResult, ResultError};
pub use sample::sample;
pub use source::{Packing, Source};
