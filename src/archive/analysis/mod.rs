//! What a recorded game gave away.
//!
//! Every card is measured twice. *Against open cards*: what best play of both sides would lead to
//! before the card and after it, all cards seen ([`crate::search::open`]). *Against what the player
//! could know*: what he could force from his own knowledge before and after, whatever the deal
//! ([`crate::search::paranoia`]). The two together make a [`Judgement`]: a card that loses a game
//! which could only be won by looking into the others' hands is no mistake; a card that throws away
//! a forced win is.
//!
//! [`Analyst`] analyses a game and tells each finding as it comes; [`GameAnalysis`] holds them all;
//! [`Summary`] is what an archive keeps of it, in a [`Results`] file; [`Batch`] works through many
//! games on several threads.
//!
//! All budgets are numbers of nodes, never of seconds, and no game starts with what another has left
//! in the tables: the findings are the same on every machine and with any number of threads. What a
//! budget cut short is said to be so: a verdict is then missing, a value has bounds that do not meet.

mod accuracy;
mod analyst;
mod batch;
mod card;
mod chance;
mod details;
mod forced;
mod game;
mod guarantee;
mod judgement;
mod kept;
mod marks;
mod reason;
mod refute;
mod report;
mod results;
mod summary;

pub use accuracy::{Accuracy, Phase};
pub use analyst::{Analyst, Depth, News};
pub use batch::{Batch, Control, Finding, Task};
pub use card::{CardAnalysis, Chance, Known, Sure};
pub use details::Details;
pub use forced::{Forced, Stretch};
pub use game::{Aim, Ending, GameAnalysis};
pub use judgement::{Judgement, Loss};
pub use kept::{KeptAnalyses, Notice};
pub use marks::marks;
pub use reason::Reason;
pub use report::{PlayerReport, Report, Reported};
pub use results::{Results, key};
pub use summary::{ForcedWin, Summary, Worst};
