//! The rules of Skat: games, contracts, following suit, tricks, values, bidding, scores.
//!
//! The paragraphs in brackets are those of the International Skat Order (ISkO).

mod auction;
mod bidding;
mod contract;
mod game;
mod result;
mod score;
mod seat;

pub use auction::{Asked, Auction, Call};
pub use bidding::{ladder, next_bid};
pub use contract::{Contract, ContractError};
pub use game::Game;
pub use result::{Goal, GoalError, Outcome, Tally, evaluate, matadors};
pub use score::{Account, GAMES_PER_SERIES, TableSize};
pub use seat::{BySeat, Seat, Side};
