//! How a player plays: which tools it uses and how much it thinks. Effort is counted in nodes and worlds, never in
//! time, so that the same seed gives the same games everywhere.

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
            seed: 1,
        }
    }
}

/// The most worlds that are looked at completely.
pub const ALL_WORLDS: u64 = 2_500;
/// The share of worlds from which an endgame card is trusted.
pub const ENDGAME_CONFIDENCE: f64 = 0.9;
/// The share of worlds that a killer card against most deals must cover.
pub const KILLER_SHARE: f64 = 0.9;

impl Style {
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

    /// Worlds looked at for each that is drawn.
    pub(super) fn tries(&self) -> usize {
        14
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
