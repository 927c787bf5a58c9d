//! Where a player thinks that the hidden cards are, and why.
//!
//! Every deal that is possible, or many drawn ones, are weighed by what bidding, announcement and the cards that fell say of
//! them; a card is where it is in the weight of these deals. What a single card, or the bidding, has to do with it is seen by
//! leaving it out.

use super::belief::Belief;
use super::decide::Player;
use super::policy::Policy;
use super::reading::Reading;
use super::seen::Seen;
use super::sight::Sight;
use crate::cards::Card;
use crate::deal::{Place, Play};
use crate::knowledge::World;

/// Deals that are drawn where there are more.
const DRAWN: usize = 2_000;
/// A reason must move a card by so much to be named.
const TELLING: f64 = 0.05;

/// What speaks for the place of a card.
///
/// ```
/// use kiebitz::player::Evidence;
/// assert_ne!(Evidence::Bidding, Evidence::Counting);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Nothing in particular: that is how many places there are.
    Counting,
    /// What was bid, announced and laid away.
    Bidding,
    /// This card, when it fell.
    Played(Play),
}

/// Where one card may be.
///
/// ```
/// use kiebitz::deal::{Place, Position};
/// use kiebitz::player::{Player, Sight, Style, Tables};
/// use kiebitz::rules::{Auction, Seat};
/// let line = "contract=S declarer=F bid=18 M=CA.CT.C9.C8.HA.HT.H9.DA.DT.D9 view=M played=CJ";
/// let position: Position = line.parse().unwrap();
/// let sight = Sight::playing(&position, Seat::Middlehand, &Auction::default()).unwrap();
/// let beliefs = Player::new(Tables::shipped(), Style::default()).beliefs(&sight).unwrap();
/// for card in &beliefs {
///     assert!((card.likely.iter().sum::<f64>() - 1.0).abs() < 1e-9);
/// }
/// // Of a declarer of spades one expects the other black jack rather than of rearhand.
/// let jack = beliefs.iter().find(|belief| belief.card.to_string() == "SJ").unwrap();
/// assert!(jack.likely[Place::Hand(Seat::Forehand).index()] > jack.likely[Place::Hand(Seat::Rearhand).index()]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CardBelief {
    /// The card.
    pub card: Card,
    /// How likely it is in each place: the three hands, then the skat.
    pub likely: [f64; 4],
    /// The same if all possible deals were alike.
    pub counted: [f64; 4],
    /// What speaks most for the likeliest place.
    pub why: Evidence,
}

impl CardBelief {
    /// The likeliest place.
    #[must_use]
    pub fn place(&self) -> Place {
        Place::ALL
            .into_iter()
            .reduce(
                |best, next| if self.likely[next.index()] > self.likely[best.index()] { next } else { best },
            )
            .unwrap_or(Place::Skat)
    }
}

/// A deal with what each piece of evidence says of it, as logarithms: the bidding, then each card.
struct Weighed {
    world: World,
    bidding: f64,
    cards: Vec<f64>,
}

impl Weighed {
    /// Its weight, with one piece of evidence left out.
    fn weight(&self, without: Option<usize>) -> f64 {
        let bidding = if without == Some(0) { 0.0 } else { self.bidding };
        let cards = self.cards.iter().enumerate().filter(|&(at, _)| without != Some(at + 1));
        (bidding + cards.map(|(_, said)| said).sum::<f64>()).exp()
    }
}

impl Player<'_> {
    /// Where it thinks that the cards it does not see are, the surest first; `None` if it is not its turn.
    pub fn beliefs(&self, sight: &Sight) -> Option<Vec<CardBelief>> {
        let seen = Seen::of(sight)?;
        let reading = Reading::new(&seen, Policy::shipped(), self.style().reading);
        let belief = self.belief();
        let weighed = worlds(&seen, &belief, &reading);
        let played = reading.plays(&seen);
        let mut beliefs = Vec::new();
        for card in seen.knowledge.unseen() {
            let likely = shares(&weighed, card, |deal| deal.weight(None));
            let counted = shares(&weighed, card, |_| 1.0);
            let mut found = CardBelief { card, likely, counted, why: Evidence::Counting };
            let place = found.place().index();
            // Without what speaks for it, it would be there less often.
            let mut most = TELLING;
            for without in 0..=played.len() {
                let moved = likely[place] - shares(&weighed, card, |deal| deal.weight(Some(without)))[place];
                if moved > most {
                    most = moved;
                    found.why = match without {
                        0 => Evidence::Bidding,
                        at => Evidence::Played(played[at - 1]),
                    };
                }
            }
            beliefs.push(found);
        }
        let sure = |belief: &CardBelief| belief.likely.iter().copied().fold(0.0, f64::max);
        beliefs.sort_by(|a, b| sure(b).total_cmp(&sure(a)));
        Some(beliefs)
    }
}

fn worlds(seen: &Seen<'_>, belief: &Belief<'_>, reading: &Reading<'_>) -> Vec<Weighed> {
    let weigh = |world: World| {
        let bidding = belief.weight(seen, &world).ln();
        let cards = reading.words(seen, &world);
        Weighed { world, bidding, cards }
    };
    if seen.knowledge.count() <= DRAWN as u64 {
        return seen.knowledge.worlds().map(weigh).collect();
    }
    let mut dice = seen.sight.dice(0);
    let mut sampler = seen.knowledge.sampler();
    (0..DRAWN).filter_map(|_| sampler.draw(&mut dice)).map(weigh).collect()
}

/// In what share of the deals the card is in each place.
fn shares(deals: &[Weighed], card: Card, weight: impl Fn(&Weighed) -> f64) -> [f64; 4] {
    let mut sums = [0.0; 4];
    for deal in deals {
        let place = Place::ALL.into_iter().find(|place| match place.seat() {
            Some(seat) => deal.world.hands[seat].has(card),
            None => deal.world.skat.has(card),
        });
        if let Some(place) = place {
            sums[place.index()] += weight(deal);
        }
    }
    let all: f64 = sums.iter().sum();
    sums.map(|sum| if all > 0.0 { sum / all } else { 0.0 })
}
