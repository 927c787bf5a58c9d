//! A game with its announcements.

use super::Game;
use crate::cards::serde_as_text;
use std::fmt;
use std::str::FromStr;

serde_as_text!(Contract);

/// What the declarer announced. Make it with [`Contract::new`] or by parsing, so that an
/// announcement always includes what it rests on.
///
/// ```
/// use kiebitz::rules::{Contract, Goal};
/// let grand: Contract = "GZ".parse().unwrap();
/// assert!(grand.is_hand() && grand.announces_schneider());
/// assert_eq!((grand.to_string().as_str(), Goal::of(grand)), ("GHSZ", Goal::EveryTrick));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Contract {
    game: Game,
    hand: bool,
    schneider: bool,
    schwarz: bool,
    ouvert: bool,
}

/// Why a text is no contract.
///
/// ```
/// use kiebitz::rules::{Contract, ContractError};
/// assert_eq!("NS".parse::<Contract>(), Err(ContractError::LevelInNull));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ContractError {
    /// Nothing there.
    #[error("the game is missing (C S H D G N)")]
    Empty,
    /// The first letter is no game.
    #[error("'{0}' is no game (C S H D G N)")]
    NoGame(char),
    /// A later letter is no announcement.
    #[error("'{0}' is no announcement (H hand, S schneider, Z schwarz, O ouvert)")]
    NoAnnouncement(char),
    /// A letter stands twice.
    #[error("'{0}' stands twice")]
    Twice(char),
    /// Schneider or schwarz in Null.
    #[error("Null knows no schneider and no schwarz")]
    LevelInNull,
}

impl Contract {
    /// A game without announcements, played after taking the skat.
    #[must_use]
    pub const fn plain(game: Game) -> Contract {
        Contract { game, hand: false, schneider: false, schwarz: false, ouvert: false }
    }

    /// A hand game without further announcements.
    #[must_use]
    pub const fn hand_game(game: Game) -> Contract {
        Contract { hand: true, ..Contract::plain(game) }
    }

    /// The contract with these announcements and all that they include (5.2.5, 5.2.6): ouvert in
    /// suit and Grand includes schwarz announced, that includes schneider announced, and that hand.
    /// `None` if schneider or schwarz is announced in Null.
    #[must_use]
    pub const fn new(
        game: Game,
        hand: bool,
        schneider: bool,
        schwarz: bool,
        ouvert: bool,
    ) -> Option<Contract> {
        if matches!(game, Game::Null) {
            if schneider || schwarz {
                return None;
            }
            return Some(Contract { game, hand, schneider, schwarz, ouvert });
        }
        let schwarz = schwarz || ouvert;
        let schneider = schneider || schwarz;
        let hand = hand || schneider;
        Some(Contract { game, hand, schneider, schwarz, ouvert })
    }

    /// The kind of game.
    #[must_use]
    pub const fn game(self) -> Game {
        self.game
    }

    /// Whether the skat was left untouched.
    #[must_use]
    pub const fn is_hand(self) -> bool {
        self.hand
    }

    /// Whether schneider was announced (also as part of a higher announcement).
    #[must_use]
    pub const fn announces_schneider(self) -> bool {
        self.schneider
    }

    /// Whether schwarz was announced (also as part of ouvert).
    #[must_use]
    pub const fn announces_schwarz(self) -> bool {
        self.schwarz
    }

    /// Whether the declarer's cards lie open.
    #[must_use]
    pub const fn is_ouvert(self) -> bool {
        self.ouvert
    }

    /// The spelling of game records, which name only the highest announcement: `GO`, `CHZ`, `NOH`.
    #[must_use]
    pub fn record_spelling(self) -> String {
        let mut text = self.game.letter().to_string();
        if self.game == Game::Null {
            text += if self.ouvert { "O" } else { "" };
            text += if self.hand { "H" } else { "" };
        } else if self.ouvert {
            text.push('O');
        } else {
            text += if self.hand { "H" } else { "" };
            text += if self.schwarz {
                "Z"
            } else if self.schneider {
                "S"
            } else {
                ""
            };
        }
        text
    }
}

/// All letters, in the order hand, schneider, schwarz, ouvert: `GHSZO`.
impl fmt::Display for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.game.letter())?;
        for (said, letter) in
            [(self.hand, 'H'), (self.schneider, 'S'), (self.schwarz, 'Z'), (self.ouvert, 'O')]
        {
            if said {
                write!(f, "{letter}")?;
            }
        }
        Ok(())
    }
}

/// ```
/// use kiebitz::rules::Contract;
/// let short: Contract = "GO".parse().unwrap();
/// assert_eq!(short.to_string(), "GHSZO");
/// assert_eq!("nho".parse::<Contract>().unwrap().record_spelling(), "NOH");
/// assert!("NS".parse::<Contract>().is_err());
/// ```
impl FromStr for Contract {
    type Err = ContractError;

    fn from_str(text: &str) -> Result<Contract, ContractError> {
        let mut letters = text.chars();
        let first = letters.next().ok_or(ContractError::Empty)?;
        let game = Game::from_letter(first).ok_or(ContractError::NoGame(first))?;
        let mut said = [false; 4];
        for letter in letters {
            let i = match letter.to_ascii_uppercase() {
                'H' => 0,
                'S' => 1,
                'Z' => 2,
                'O' => 3,
                _ => return Err(ContractError::NoAnnouncement(letter)),
            };
            if std::mem::replace(&mut said[i], true) {
                return Err(ContractError::Twice(letter));
            }
        }
        let [hand, schneider, schwarz, ouvert] = said;
        Contract::new(game, hand, schneider, schwarz, ouvert).ok_or(ContractError::LevelInNull)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every contract there is: 6 games with their 5 (Null: 4) steps of announcement.
    pub(crate) fn every_contract() -> Vec<Contract> {
        let mut all = Vec::new();
        for game in Game::ALL {
            for bits in 0..16 {
                let [a, b, c, d] = [1, 2, 4, 8].map(|bit| bits & bit != 0);
                if let Some(contract) = Contract::new(game, a, b, c, d)
                    && !all.contains(&contract)
                {
                    all.push(contract);
                }
            }
        }
        all
    }

    #[test]
    fn contracts_read_back() {
        let all = every_contract();
        assert_eq!(all.len(), 5 * 5 + 4);
        for contract in all {
            assert_eq!(contract.to_string().parse(), Ok(contract));
            assert_eq!(contract.record_spelling().parse(), Ok(contract));
        }
    }

    #[test]
    fn announcements_include_what_they_rest_on() {
        let chz: Contract = "CHZ".parse().unwrap();
        assert!(chz.is_hand() && chz.announces_schneider() && !chz.is_ouvert());
        let no: Contract = "NO".parse().unwrap();
        assert!(no.is_ouvert() && !no.is_hand());
    }

    #[test]
    fn bad_contracts_say_why() {
        let why = |text: &str| text.parse::<Contract>().unwrap_err();
        assert_eq!(why(""), ContractError::Empty);
        assert_eq!(why("X"), ContractError::NoGame('X'));
        assert_eq!(why("GQ"), ContractError::NoAnnouncement('Q'));
        assert_eq!(why("GHH"), ContractError::Twice('H'));
        assert_eq!(why("NZ"), ContractError::LevelInNull);
    }
}
