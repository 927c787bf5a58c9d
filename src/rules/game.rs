//! The six games: what is trump, which cards must be followed, which card wins a trick.

use crate::cards::{Card, Cards, LetterError, Rank, Suit, by_letter, serde_as_text};
use std::fmt;
use std::str::FromStr;

/// The kind of game, without announcements.
///
/// ```
/// use kiebitz::{cards::Suit, rules::Game};
/// let hearts: Game = "H".parse().unwrap();
/// assert_eq!(hearts, Game::Suit(Suit::Hearts));
/// assert_eq!(hearts.trumps().len(), 11);
/// let [jack, ace] = ["DJ", "HA"].map(|card| card.parse().unwrap());
/// assert!(hearts.beats(jack, ace));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Game {
    /// Jacks and one suit are trumps.
    Suit(Suit),
    /// Only the jacks are trumps.
    Grand,
    /// No trumps; the declarer must not take a trick.
    Null,
}

impl Game {
    /// All six games, from diamonds up to Grand, then Null.
    pub const ALL: [Game; 6] = [
        Game::Suit(Suit::Diamonds),
        Game::Suit(Suit::Hearts),
        Game::Suit(Suit::Spades),
        Game::Suit(Suit::Clubs),
        Game::Grand,
        Game::Null,
    ];

    /// The letter used in all texts: `C S H D G N`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Game::Suit(suit) => suit.letter(),
            Game::Grand => 'G',
            Game::Null => 'N',
        }
    }

    /// The name in English, in small letters: `clubs` … `grand`, `null`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Game::Suit(Suit::Diamonds) => "diamonds",
            Game::Suit(Suit::Hearts) => "hearts",
            Game::Suit(Suit::Spades) => "spades",
            Game::Suit(Suit::Clubs) => "clubs",
            Game::Grand => "grand",
            Game::Null => "null",
        }
    }

    /// The game with this letter, also small.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Game> {
        let letter = letter.to_ascii_uppercase();
        Game::ALL.into_iter().find(|game| game.letter() == letter)
    }

    /// The trumps.
    #[must_use]
    pub fn trumps(self) -> Cards {
        match self {
            Game::Suit(suit) => Cards::JACKS | Cards::suit(suit),
            Game::Grand => Cards::JACKS,
            Game::Null => Cards::NONE,
        }
    }

    /// The plain cards of a suit: those that have to follow it. Empty for the trump suit.
    #[must_use]
    pub fn plain_suit(self, suit: Suit) -> Cards {
        if self == Game::Suit(suit) { Cards::NONE } else { Cards::suit(suit) - self.trumps() }
    }

    /// All cards that belong together with this one for following: the trumps, or its suit.
    #[must_use]
    pub fn group(self, card: Card) -> Cards {
        if self.trumps().has(card) { self.trumps() } else { Cards::suit(card.suit()) - self.trumps() }
    }

    /// The cards of `hand` that may be played when `led` was led (`None`: the hand leads).
    ///
    /// ```
    /// use kiebitz::{cards::Suit, rules::Game};
    /// let hand = "HJ.C7.C8.DA".parse().unwrap();
    /// let clubs = Game::Suit(Suit::Clubs);
    /// // The jack is a trump, so it follows clubs here but not in Null.
    /// assert_eq!(clubs.playable(hand, "CA".parse().ok()).to_string(), "HJ.C8.C7");
    /// assert_eq!(Game::Null.playable(hand, "CA".parse().ok()).to_string(), "C8.C7");
    /// ```
    #[must_use]
    pub fn playable(self, hand: Cards, led: Option<Card>) -> Cards {
        match led {
            None => hand,
            Some(led) => {
                let following = hand & self.group(led);
                if following.is_empty() { hand } else { following }
            }
        }
    }

    /// How strong a card is within its group.
    #[must_use]
    pub fn strength(self, card: Card) -> u8 {
        let rank = card.rank();
        match self {
            Game::Null => match rank {
                Rank::Seven => 0,
                Rank::Eight => 1,
                Rank::Nine => 2,
                Rank::Ten => 3,
                Rank::Jack => 4,
                Rank::Queen => 5,
                Rank::King => 6,
                Rank::Ace => 7,
            },
            // Jacks are above the trump suit, among themselves in the order of the suits.
            Game::Suit(_) | Game::Grand if rank == Rank::Jack => 7 + card.suit().index() as u8,
            Game::Suit(_) | Game::Grand => rank.index() as u8,
        }
    }

    /// Whether `card`, played later, takes the trick from `best`, which holds it so far.
    #[must_use]
    pub fn beats(self, card: Card, best: Card) -> bool {
        if self.group(best).has(card) {
            self.strength(card) > self.strength(best)
        } else {
            self.trumps().has(card)
        }
    }

    /// Which card wins the trick: 0 for the one that was led.
    #[must_use]
    pub fn trick_winner(self, trick: [Card; 3]) -> usize {
        let mut best = 0;
        for later in 1..3 {
            if self.beats(trick[later], trick[best]) {
                best = later;
            }
        }
        best
    }

    /// Sorts cards as players hold them: trumps from the highest, then the suits from clubs to
    /// diamonds, each from its highest card.
    #[must_use]
    pub fn sorted(self, cards: Cards) -> Vec<Card> {
        let mut sorted: Vec<Card> = cards.iter().collect();
        sorted.sort_by_key(|&card| {
            let trump = self.trumps().has(card);
            let suit = if trump { 4 } else { card.suit().index() };
            std::cmp::Reverse((trump, suit, self.strength(card)))
        });
        sorted
    }

    /// What one step of the game's value is worth; Null has fixed values instead.
    #[must_use]
    pub const fn base_value(self) -> Option<u16> {
        match self {
            Game::Suit(Suit::Diamonds) => Some(9),
            Game::Suit(Suit::Hearts) => Some(10),
            Game::Suit(Suit::Spades) => Some(11),
            Game::Suit(Suit::Clubs) => Some(12),
            Game::Grand => Some(24),
            Game::Null => None,
        }
    }
}

serde_as_text!(Game);

/// Reads the letter, large or small.
impl FromStr for Game {
    type Err = LetterError;

    fn from_str(text: &str) -> Result<Game, LetterError> {
        by_letter(text, &Game::ALL, Game::letter, "game (C S H D G N)")
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trick(text: &str) -> [Card; 3] {
        let cards = crate::cards::parse_list(text, Default::default()).unwrap();
        [cards[0], cards[1], cards[2]]
    }

    #[test]
    fn groups_part_the_deck() {
        for game in Game::ALL {
            for a in Card::all() {
                assert!(game.group(a).has(a));
                for b in Card::all() {
                    assert_eq!(game.group(a).has(b), game.group(b).has(a));
                    let same = game.group(a).has(b);
                    // Within a group any two cards compare; across groups only trumps beat.
                    if a != b && same {
                        assert_ne!(game.beats(a, b), game.beats(b, a), "{game} {a} {b}");
                    }
                    if !same {
                        assert_eq!(game.beats(a, b), game.trumps().has(a));
                    }
                }
            }
        }
    }

    #[test]
    fn winners() {
        let hearts = Game::Suit(Suit::Hearts);
        assert_eq!(hearts.trick_winner(trick("CA CT CK")), 0);
        assert_eq!(hearts.trick_winner(trick("CA H7 CK")), 1);
        assert_eq!(hearts.trick_winner(trick("CA H7 DJ")), 2);
        assert_eq!(hearts.trick_winner(trick("HA DJ CJ")), 2);
        assert_eq!(hearts.trick_winner(trick("C7 DA SA")), 0);
        assert_eq!(Game::Grand.trick_winner(trick("HT HA H7")), 1);
        assert_eq!(Game::Null.trick_winner(trick("HT HJ HQ")), 2);
        assert_eq!(Game::Null.trick_winner(trick("HT CJ H9")), 0);
    }

    #[test]
    fn sorting_is_a_players() {
        let hand = "HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA".parse().unwrap();
        let sorted = format!("{:?}", Game::Suit(Suit::Hearts).sorted(hand));
        assert_eq!(sorted, "[HJ, DJ, HA, HK, H9, H7, CA, C8, C7, SA]");
        let null = format!("{:?}", Game::Null.sorted(hand));
        assert_eq!(null, "[CA, C8, C7, SA, HA, HK, HJ, H9, H7, DJ]");
    }
}
