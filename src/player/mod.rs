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
//! Worlds are weighed by the bidding, by what was announced and laid away (`belief`), and by how likely the cards that fell
//! are in them (`reading`), by a policy learned from the player's own games ([`Policy`]). The votes see all cards of a
//! world; games played to their end by the same policy, in which nobody does, count beside them (`think`).
//!
//! What that brought against the player of before ([`Style::baseline`]), on the same deals (`kiebitz duel`, 95 %):
//!
//! | change | measured | gain |
//! | --- | --- | --- |
//! | cards read (trust 0.6, 60 worlds looked at for each) | declarer's wins against two such defenders, 401 deals | 4.2 ± 3.5 points of percentage fewer |
//! | … games played out, further goals only where votes cannot tell cards apart | the same, 536 deals (1.2 ± 2.9 above the line before on 401 of them) | 5.0 ± 3.0 fewer |
//! | … the policy learned from 2,895 games instead of 1,345 | the same, 860 other games | 4.0 ± 2.3 fewer |
//! | the same | as declarer of the same games, 112 deals | 4.5 ± 6.3 more wins |
//! | the same | whole games, one against two, 320 deals | 77 ± 97 points a player and series |
//! | the same | whole games, two against one, 320 deals | 105 ± 113 |
//!
//! Games played out for seven tenths of the score instead of three: no difference (0.0 ± 3.6 on 187 deals). Trust 0.9, 120 worlds
//! for each and half the score: none that 95 deals could show. What it does not show: whole games need thousands of deals for an
//! interval of some use, both sides bid alike, and nobody but the player of before was the opponent.
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
