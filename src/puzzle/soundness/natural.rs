//! Which card looks natural: to rules of thumb, and to a player who imagines deals.
//!
//! This is no player. It answers one question for the composer: would most people find the key card at first
//! sight? All of it stands behind [`Look::at`].

use crate::cards::{Card, Dice, Rank};
use crate::deal::{Position, View};
use crate::knowledge::Knowledge;
use crate::player::Sight;
use crate::rules::{Auction, Game, Goal, Seat};
use crate::search::Limits;
use crate::search::open::Solver;

use crate::puzzle::distributions::Sitting;

/// Deals that a sampling player imagines.
pub const SAMPLES: u64 = 40;

/// What imagined deals say for a card.
///
/// ```
/// use kiebitz::puzzle::soundness::{Look, Vote};
/// let vote = |card: &str, wins| Vote { card: card.parse().unwrap(), wins, points: 0 };
/// let look = Look { thumb: None, votes: vec![vote("SA", 30), vote("SK", 10)], samples: 40 };
/// assert_eq!(look.favourite(), "SA".parse().ok());
/// assert_eq!(look.share("SK".parse().unwrap()), Some(0.25));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vote {
    /// The card.
    pub card: Card,
    /// In how many deals the viewer's side has its aim after it with open cards.
    pub wins: u64,
    /// The points of the viewer's side after it, summed over the deals.
    pub points: u64,
}

/// How the cards of a position look.
///
/// ```
/// use kiebitz::puzzle::soundness::Look;
/// use kiebitz::{deal::Position, search::{Limits, open::Solver}};
/// let position: Position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let goal = "61".parse().unwrap();
/// let look = Look::at(&position, goal, &mut Solver::with_table(1), 1, &Limits::none()).unwrap();
/// assert!(look.samples == 6 && look.favourite() == "SA".parse().ok());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The card that rules of good play name.
    pub thumb: Option<Card>,
    /// Each card that may be played with what the imagined deals say for it. Empty with open cards, where
    /// nothing has to be imagined.
    pub votes: Vec<Vote>,
    /// Deals imagined.
    pub samples: u64,
}

impl Look {
    /// Looks at a position from the seat on turn. `None` if the limits end it.
    #[must_use]
    pub fn at(
        position: &Position,
        goal: Goal,
        solver: &mut Solver,
        seed: u64,
        limits: &Limits,
    ) -> Option<Look> {
        let turn = position.turn()?;
        // The player's rules of good play; where a hand is missing, simpler ones.
        let sight = Sight::playing(position, turn, &Auction::default());
        let rule = sight.and_then(|sight| sight.by_rule());
        let thumb = rule.map(|(card, _)| card).or_else(|| Look::thumb(position));
        if position.view() != View::Seat(turn) {
            return Some(Look { thumb, votes: Vec::new(), samples: 0 });
        }
        let knowledge = Knowledge::of(position, turn).ok()?;
        let mut dice = Dice::new(seed);
        let declarers = turn == position.declarer();
        let cards = position.game().sorted(position.playable());
        let mut votes: Vec<Vote> = cards.into_iter().map(|card| Vote { card, wins: 0, points: 0 }).collect();
        let samples = SAMPLES.min(knowledge.count());
        for _ in 0..samples {
            let world = knowledge.draw(&mut dice)?;
            let mut sitting = Sitting { hands: world.hands, skat: world.skat };
            for seat in Seat::ALL {
                sitting.hands[seat] |= position.played_by(seat);
            }
            let deal = sitting.on(position).ok()?;
            for found in solver.cards(&deal, goal, limits).ok()? {
                let vote = votes.iter_mut().find(|vote| vote.card == found.card)?;
                vote.wins += u64::from(found.declarer_wins? == declarers);
                let points = u64::from(found.value.exact()?);
                vote.points += if declarers { points } else { 120 - points };
            }
        }
        Some(Look { thumb, votes, samples })
    }

    /// The card of the simplest rules, quick enough to play whole games with: take what can be taken, give the partner points and the opponent none, lead aces
    /// and, as declarer, trumps from the top.
    #[must_use]
    pub fn thumb(position: &Position) -> Option<Card> {
        let turn = position.turn()?;
        let game = position.game();
        let playable = game.sorted(position.playable());
        let declarer = turn == position.declarer();
        let cheapest =
            |cards: &[Card]| cards.iter().copied().min_by_key(|card| (card.points(), game.strength(*card)));
        let dearest =
            |cards: &[Card]| cards.iter().copied().max_by_key(|card| (card.points(), game.strength(*card)));
        let trick = position.trick();
        let Some(lead) = trick.first() else {
            return lead_by_thumb(game, &playable, declarer);
        };
        let best = trick
            .iter()
            .fold(*lead, |best, play| if game.beats(play.card, best.card) { *play } else { best });
        if game == Game::Null {
            // The declarer ducks with his highest losing card, the defenders play low.
            let losing: Vec<Card> =
                playable.iter().copied().filter(|&card| !game.beats(card, best.card)).collect();
            let high = losing.iter().copied().max_by_key(|&card| game.strength(card));
            let low = playable.iter().copied().min_by_key(|&card| game.strength(card));
            return if declarer { high.or(low) } else { low };
        }
        let winning: Vec<Card> =
            playable.iter().copied().filter(|&card| game.beats(card, best.card)).collect();
        let partners = !declarer && best.seat != position.declarer();
        let last = trick.len() == 2;
        if partners && last {
            return dearest(&playable);
        }
        if winning.is_empty() || partners {
            return cheapest(&playable);
        }
        // Last to play takes with what counts most, unless a trump would be wasted; else with a sure card.
        let follows = winning.iter().any(|&card| game.group(lead.card).has(card));
        if last && follows {
            dearest(&winning)
        } else if last {
            cheapest(&winning)
        } else {
            winning.first().copied()
        }
    }

    /// The card that the imagined deals speak for: most wins, then most points, then the first. `None` if
    /// nothing was imagined.
    #[must_use]
    pub fn favourite(&self) -> Option<Card> {
        let best = self.votes.iter().map(|vote| (vote.wins, vote.points)).max()?;
        self.votes.iter().find(|vote| (vote.wins, vote.points) == best).map(|vote| vote.card)
    }

    /// The share of imagined deals in which the card has its aim; `None` if nothing was imagined.
    #[must_use]
    pub fn share(&self, card: Card) -> Option<f64> {
        let vote = self.votes.iter().find(|vote| vote.card == card)?;
        (self.samples > 0).then(|| vote.wins as f64 / self.samples as f64)
    }
}

fn lead_by_thumb(game: Game, playable: &[Card], declarer: bool) -> Option<Card> {
    if game == Game::Null {
        return playable.iter().copied().min_by_key(|&card| game.strength(card));
    }
    let trumps = playable
        .iter()
        .copied()
        .filter(|&card| game.trumps().has(card))
        .max_by_key(|&card| game.strength(card));
    let aces = playable.iter().copied().find(|card| card.rank() == Rank::Ace && !game.trumps().has(*card));
    let low = playable
        .iter()
        .copied()
        .filter(|&card| !game.trumps().has(card))
        .min_by_key(|card| (card.points(), game.strength(*card)));
    if declarer { trumps.or(aces).or(low) } else { aces.or(low).or(trumps) }
}
