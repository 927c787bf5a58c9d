//! Skat in words: names of cards, seats, games and goals, in German and English.
//!
//! German as a Skat column writes it ("Kreuz-Bube", "Mittelhand", "Augen"), English as an English
//! book on the game does. Everything that puts a finding or a solution into words uses these; the [`Solution`]
//! of a puzzle is made from the proof.

mod names;
mod solution;

pub use names::{
    card, cards, contract, first_up, game, goal, join, place, points, rank, seat, short, suit, the_card,
};
pub use solution::{Solution, tricks};
