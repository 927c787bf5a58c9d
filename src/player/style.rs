//! How a player plays: which tools it uses and how much it thinks. Effort is counted in nodes and worlds, never in
//! time, so that the same seed gives the same games everywhere.

use std::fmt;
use std::str::FromStr;

/// Settings of a player.
///
/// ```
/// use kiebitz::player::Style;
/// let quick = Style { effort: 0.25, ..Style::default() };
/// assert!(quick.declarer_paranoia);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// Whether killer cards are searched for when playing alone.
    pub declarer_paranoia: bool,
    /// Whether they are searched for when defending.
    pub defender_paranoia: bool,
    /// Whether near the end the declarer counts the deals that the best plan with each card wins.
    pub chance: bool,
    /// How much is thought: 1 is the usual, 2 twice as many worlds and nodes.
    pub effort: f64,
    /// From which card on (counted from 0) killer cards against most deals are searched for; three cards later
    /// against all.
    pub first_killer: usize,
    /// Added to the score to expect when bidding. Below 0, because the best of many offers looks better than it is;
    /// above 0 it bids on weaker hands, so that tables learn about them too.
    pub nerve: f64,
    /// How far the cards that fell are trusted to tell what others hold: the power to which their likelihood is raised.
    pub reading: f64,
    /// Worlds looked at for each that is drawn.
    pub tries: usize,
    /// Games played to their end, for each card; none if 0.
    pub playouts: usize,
    /// What they count beside the votes, from 0 to 1.
    pub playout_share: f64,
    /// How often players of these games play what they like less.
    pub noise: f64,
    /// Cards so many standard errors below the best are asked about further goals; 0 for a fixed distance.
    pub near: f64,
    /// Whether a defender leads short to a declarer who plays last, and long to one in the middle, as the rule has it; the player of
    /// before did it the other way round.
    pub long_way: bool,
    /// How often a card is played as it comes to mind, without looking further: what people overlook.
    pub slips: f64,
    /// Seed of everything that is drawn.
    pub seed: u64,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            declarer_paranoia: true,
            defender_paranoia: true,
            chance: false,
            effort: 1.0,
            first_killer: 3,
            nerve: -10.0,
            reading: 0.6,
            tries: 60,
            playouts: 60,
            playout_share: 0.3,
            noise: 0.5,
            near: 1.0,
            long_way: true,
            slips: 0.0,
            seed: 1,
        }
    }
}

/// Settings that are none.
///
/// ```
/// use kiebitz::player::Style;
/// assert!("best,effort=2".parse::<Style>().is_ok() && "best,luck=7".parse::<Style>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StyleError {
    /// Nobody is called that.
    #[error("'{0}' is none of beginner, club, best, baseline")]
    Name(String),
    /// Not a change that there is.
    #[error("'{0}' is no setting")]
    Setting(String),
}

/// A name, then changes: `best,effort=0.5,seed=2`.
impl FromStr for Style {
    type Err = StyleError;

    fn from_str(text: &str) -> Result<Style, StyleError> {
        let mut words = text.split(',').map(str::trim);
        let mut style = match words.next().unwrap_or_default() {
            "baseline" => Style::baseline(),
            "best" => Style::default(),
            "club" => Style::club(),
            "beginner" => Style::beginner(),
            other => return Err(StyleError::Name(other.into())),
        };
        for word in words {
            let wrong = || StyleError::Setting(word.into());
            let (key, value) = word.split_once('=').ok_or_else(wrong)?;
            let number = || value.parse::<f64>().ok().filter(|number| number.is_finite()).ok_or_else(wrong);
            let count = || value.parse::<usize>().map_err(|_| wrong());
            let on = || value.parse::<bool>().map_err(|_| wrong());
            match key {
                "declarer_paranoia" => style.declarer_paranoia = on()?,
                "defender_paranoia" => style.defender_paranoia = on()?,
                "chance" => style.chance = on()?,
                "effort" => style.effort = number()?.clamp(0.01, 100.0),
                "first_killer" => style.first_killer = count()?,
                "nerve" => style.nerve = number()?,
                "reading" => style.reading = number()?,
                "tries" => style.tries = count()?.clamp(1, 10_000),
                "playouts" => style.playouts = count()?.min(100_000),
                "playout_share" => style.playout_share = number()?,
                "noise" => style.noise = number()?,
                "near" => style.near = number()?,
                "long_way" => style.long_way = on()?,
                "slips" => style.slips = number()?.clamp(0.0, 1.0),
                "seed" => style.seed = value.parse().map_err(|_| wrong())?,
                _ => return Err(wrong()),
            }
        }
        Ok(style)
    }
}

/// All settings, so that two players of one text are the same player.
impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Style { declarer_paranoia, defender_paranoia, chance, effort, first_killer, nerve, .. } = self;
        let Style { reading, tries, playouts, playout_share, noise, near, long_way, slips, seed, .. } = self;
        write!(f, "baseline,declarer_paranoia={declarer_paranoia},defender_paranoia={defender_paranoia}")?;
        write!(f, ",chance={chance},effort={effort},first_killer={first_killer},nerve={nerve}")?;
        write!(f, ",reading={reading},tries={tries},playouts={playouts},playout_share={playout_share}")?;
        write!(f, ",noise={noise},near={near},long_way={long_way},slips={slips},seed={seed}")
    }
}

/// The most worlds that are looked at completely.
pub const ALL_WORLDS: u64 = 2_500;
/// The share of worlds from which an endgame card is trusted.
pub const ENDGAME_CONFIDENCE: f64 = 0.9;
/// The share of worlds that a killer card against most deals must cover.
pub const KILLER_SHARE: f64 = 0.9;

impl Style {
    /// The player as it was before it read cards: what gains are measured against.
    #[must_use]
    pub fn baseline() -> Style {
        Style { reading: 0.0, tries: 14, playouts: 0, near: 0.0, long_way: false, ..Style::default() }
    }

    /// A player of a club: counts and remembers, but looks at fewer deals, forces nothing as a defender and slips now and then.
    #[must_use]
    pub fn club() -> Style {
        Style { effort: 0.3, defender_paranoia: false, slips: 0.08, ..Style::default() }
    }

    /// A fair beginner: plays every third card as it comes to mind, draws no conclusions from what fell, and forces nothing.
    #[must_use]
    pub fn beginner() -> Style {
        Style {
            effort: 0.1,
            declarer_paranoia: false,
            defender_paranoia: false,
            slips: 0.35,
            nerve: -20.0,
            ..Style::baseline()
        }
    }

    /// Worlds drawn when so many cards have fallen.
    pub(super) fn worlds(&self, fallen: usize) -> usize {
        let worlds = match fallen {
            0..=2 => 8,
            3..=5 => 12,
            6..=8 => 18,
            9..=11 => 24,
            _ => 32,
        };
        (f64::from(worlds) * self.effort).round().max(1.0) as usize
    }

    /// How many worlds may be looked at completely.
    pub(super) fn most_worlds(&self) -> u64 {
        (self.effort * ALL_WORLDS as f64).min(ALL_WORLDS as f64) as u64
    }

    /// Offers that are tried out in drawn worlds, and worlds for each.
    pub(super) fn trials(&self) -> (usize, usize) {
        (4, (7.0 * self.effort).round() as usize)
    }

    /// Nodes for all votes on one card.
    pub(super) fn vote_nodes(&self) -> u64 {
        (600_000.0 * self.effort) as u64
    }

    /// Nodes for the best chance.
    pub(super) fn chance_nodes(&self) -> u64 {
        (60_000.0 * self.effort) as u64
    }

    /// Nodes for one paranoia search.
    pub(super) fn killer_nodes(&self) -> u64 {
        (60_000.0 * self.effort) as u64
    }
}
