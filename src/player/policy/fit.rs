//! Learning how cards fall: weights that make the cards of many games likely.
//!
//! Every choice between different cards is one lesson. The weights follow the slope of its likelihood, each by steps that
//! shrink as it has moved (Adagrad), drawn a little towards nothing. A tenth of the games is left out and only asked.

use super::traits::{CELLS, MOST, Traits, View, distinct, lowest_alike};
use super::{Moment, Policy, kind};
use crate::cards::{Card, Dice};
use crate::deal::Deal;
use crate::player::table::Settled;
use crate::rules::Seat;
use crate::search::Layout;

/// How often all lessons are gone through.
const ROUNDS: usize = 8;
/// The length of the first steps.
const PACE: f32 = 0.15;
/// How strongly weights are drawn towards nothing.
const DOUBT: f32 = 2e-5;
/// Every so many games one is left out.
const HELD_OUT: usize = 10;

/// What came of learning, on the games left out.
///
/// ```
/// use kiebitz::player::{Fitted, learn_cards};
/// // Without games there is nothing to learn.
/// let (_, fitted) = learn_cards(std::iter::empty());
/// assert_eq!(fitted, Fitted::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fitted {
    /// Choices learned from.
    pub lessons: usize,
    /// Choices of the games left out.
    pub asked: usize,
    /// How many of these are the card with the highest score.
    pub first: usize,
    /// The mean of the logarithms of their likelihoods.
    pub likelihood: f64,
}

/// A choice: the traits of all cards, and which was played.
struct Choice {
    kind: usize,
    from: usize,
    cards: usize,
    played: usize,
}

#[derive(Default)]
struct Choices {
    all: Vec<Choice>,
    traits: Vec<Traits>,
}

impl Choices {
    /// Enters all choices of a game.
    fn enter(&mut self, deal: &Deal, settled: &Settled, cards: &[Card]) {
        let declarer = settled.declarer;
        let Some(deal) = settled.discard.map_or(Some(*deal), |laid| deal.with_discard(declarer, laid)) else {
            return;
        };
        let layout = Layout::of(settled.contract.game());
        let mut hands = [0, 1, 2].map(|turns| layout.bits(deal.hand(declarer.after(turns))));
        let forehand = (Seat::Forehand.index() + 3 - declarer.index()) % 3;
        let mut moment = Moment::new(layout, forehand, 0);
        for &card in cards {
            let (seat, card) = (moment.turn(), layout.bit(card));
            let (own, len) = distinct(&moment, hands[seat]);
            let same = lowest_alike(&moment, hands[seat], card);
            if len > 1
                && let Some(played) = own[..len].iter().position(|&card| card == same)
            {
                let view = View::new(&moment, hands[seat]);
                let kind = kind(layout.game());
                self.all.push(Choice { kind, from: self.traits.len(), cards: len, played });
                self.traits.extend(own[..len].iter().map(|&card| view.traits(card)));
            }
            hands[seat] &= !card;
            moment.play(card);
        }
    }
}

/// Learns from games: the cards as dealt, what was settled, and the cards as they fell.
pub fn learn(games: impl Iterator<Item = (Deal, Settled, Vec<Card>)>) -> (Policy, Fitted) {
    let (mut lessons, mut held_out) = (Choices::default(), Choices::default());
    for (number, (deal, settled, cards)) in games.enumerate() {
        let choices = if number % HELD_OUT == HELD_OUT - 1 { &mut held_out } else { &mut lessons };
        choices.enter(&deal, &settled, &cards);
    }
    let mut policy = Policy::default();
    let mut moved: [Vec<f32>; 3] = std::array::from_fn(|_| vec![1e-2; CELLS]);
    let mut dice = Dice::new(1);
    let mut order: Vec<usize> = (0..lessons.all.len()).collect();
    for _ in 0..ROUNDS {
        dice.shuffle(&mut order);
        for &at in &order {
            let choice = &lessons.all[at];
            let traits = &lessons.traits[choice.from..choice.from + choice.cards];
            let weights = &mut policy.weights[choice.kind];
            let (shares, _) = shares(weights, traits);
            for (number, (traits, share)) in traits.iter().zip(shares).enumerate() {
                let slope = f32::from(u8::from(number == choice.played)) - share;
                for &cell in traits {
                    let cell = usize::from(cell);
                    let slope = slope - DOUBT * weights[cell];
                    moved[choice.kind][cell] += slope * slope;
                    weights[cell] += PACE * slope / moved[choice.kind][cell].sqrt();
                }
            }
        }
    }
    // What a file keeps is what is judged.
    let policy = Policy::read(&policy.to_bytes()).unwrap_or_default();
    let mut fitted = Fitted { lessons: lessons.all.len(), asked: held_out.all.len(), ..Fitted::default() };
    for choice in &held_out.all {
        let traits = &held_out.traits[choice.from..choice.from + choice.cards];
        let (shares, best) = shares(&policy.weights[choice.kind], traits);
        fitted.first += usize::from(best == choice.played);
        fitted.likelihood += f64::from(shares[choice.played].max(1e-9).ln()) / fitted.asked as f64;
    }
    (policy, fitted)
}

/// How likely each card is, and which is the likeliest.
fn shares(weights: &[f32], traits: &[Traits]) -> ([f32; 10], usize) {
    let mut shares = [0.0; 10];
    let mut best = 0;
    for (at, traits) in traits.iter().enumerate() {
        shares[at] = traits.iter().map(|&cell| weights[usize::from(cell)]).sum();
        if shares[at] > shares[best] {
            best = at;
        }
    }
    let most = shares[best];
    let mut all = 0.0;
    for share in &mut shares[..traits.len()] {
        *share = (*share - most).exp();
        all += *share;
    }
    for share in &mut shares[..traits.len()] {
        *share /= all;
    }
    (shares, best)
}

const _: () = assert!(MOST > 0 && CELLS < u16::MAX as usize);
