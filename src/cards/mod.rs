//! The deck: suits, ranks, cards, sets of cards, and how they are spelled.
//!
//! Nothing here knows the rules of Skat. Which card beats which depends on the game
//! and lives in [`crate::rules`].

mod as_text;
mod card;
mod dice;
mod rank;
mod set;
mod spelling;
mod suit;

pub use as_text::LetterError;
pub(crate) use as_text::{by_letter, serde_as_text};
pub use card::Card;
pub use dice::Dice;
pub use rank::Rank;
pub use set::{Cards, CardsIter};
pub use spelling::{Deck, SpellingError, parse_card, parse_cards, parse_list};
pub use suit::Suit;
