//! The Skat AI: it bids, chooses the game, discards and plays.
//!
//! A [`Player`] is given a [`Sight`], what its seat may see, and nothing else. Bidding, game and discard come from
//! learned [`Tables`] of winning features, averaged over all skats ([`Tables::outlook`]). Cards come from an ensemble with
//! fixed priorities, each recommendation with its [`Reason`] and confidence:
//!
//! | source | what it is | where |
//! | --- | --- | --- |
//! | killer | forced against every deal, or against nearly all (paranoia search) | `killer` |
//! | chance | near the end: a plan with it wins in clearly more deals than one with the votes' card | `chance` |
//! | endgame | good in nearly all worlds, all of them looked at | `think` |
//! | hope | every other card loses in all worlds | `think` |
//! | votes | good in most of the worlds drawn by what bidding and play reveal | `think`, `belief`, `vote` |
//! | expert | a rule of good play, with tables of suit factors | `expert`, `factors` |
//!
//! Effort is counted in nodes and worlds, never in time; dice are thrown from the sight alone. So the same sight
//! always leads to the same choice, on any machine and any number of threads.

mod advice;
mod belief;
mod beliefs;
mod chance;
pub mod course;
mod decide;
mod decides;
mod duel;
mod ending;
mod expert;
mod factors;
mod features;
mod judge;
mod killer;
mod learn;
mod policy;
mod reading;
mod refine;
pub mod safety;
mod seen;
mod series;
mod sight;
mod style;
mod table;
mod tables;
mod think;
mod vote;
mod wire;

pub use advice::{Advice, Reason, Recommendation, Rule, Source};
pub use beliefs::{CardBelief, Evidence};
pub use decide::Player;
pub use decides::Decides;
pub use duel::{Bout, BoutGame, Duel, Settlement, Test, duel, gain};
pub use features::Kind;
pub use judge::{Offer, Outlook, Prospect, expected};
pub use learn::Lesson;
pub use policy::{Fitted, Policy, PolicyError, learn as learn_cards};
pub use series::{SETTINGS, compare, deal, in_order, open_lessons, selfplay, three};
pub use sight::{Announced, Begun, Sight};
pub use style::{ALL_WORLDS, ENDGAME_CONFIDENCE, KILLER_SHARE, Style, StyleError};
pub use table::{Played, PlayedGame, Settled, bid, play, play_deal, settle};
pub use tables::{Tables, TablesError};
pub use wire::{Question, WireError, bid_word, read_announcement, read_bid, read_card, read_hand};
