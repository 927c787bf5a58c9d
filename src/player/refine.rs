//! Trying out the best offers: tables know hands by their features only, so the few games and discards that they
//! like best are played out with open cards in some drawn worlds before one is announced.

use super::belief::Belief;
use super::judge::{Offer, expected};
use super::sight::Sight;
use super::style::Style;
use crate::cards::{Card, Cards};
use crate::rules::{Game, Goal, Seat};
use crate::search::Layout;
use crate::search::limits::Watch;
use crate::search::open::{OpenState, Solver};
use crate::search::{Cancel, Limits};

/// Offers further below the best are not tried.
const NEAR: f64 = 30.0;
/// How many worlds the tables' word counts for.
const TRUST: f64 = 8.0;

/// How often a game is won in play that misses its goal by so many points with open cards: people without a view
/// of all cards defend less well. Measured over 1,434 games of self-play, suit games and Grands alike.
const FALLING_SHORT: [(i32, f64); 3] = [(0, 1.0), (8, 0.6), (16, 0.3)];

/// Corrects the chances of the best offers by trial, and puts them in order again.
pub(super) fn refine(
    sight: &Sight,
    offers: &mut [Offer],
    style: &Style,
    belief: &Belief<'_>,
    solver: &mut Solver,
    cancel: Option<Cancel>,
) {
    let (most, worlds) = style.trials();
    let Some(best) = offers.first().map(|offer| offer.score) else { return };
    let tried = offers.iter().take(most).take_while(|offer| offer.score >= best - NEAR).count();
    if tried < 2 || worlds == 0 {
        return;
    }
    let twelve = sight.hand | sight.skat.unwrap_or_default();
    let deals = draw(sight, !twelve, worlds, belief, style);
    let bid = sight.auction.bid();
    solver.clear();
    let mut watch = Watch::new(&Limits { cancel, ..Limits::nodes(style.vote_nodes()) });
    for offer in &mut offers[..tried] {
        let Some((win, schneider)) = trial(offer, sight.seat, twelve, &deals, solver, &mut watch) else {
            break;
        };
        let count = deals.len() as f64;
        let blend = |table: f64, trial: f64| (TRUST * table + trial) / (TRUST + count);
        offer.win = blend(offer.win, win);
        offer.schneider = blend(offer.schneider, schneider).min(offer.win);
        offer.score = expected(offer.contract, twelve, bid, offer.win, offer.schneider);
    }
    offers[..tried].sort_by(|a, b| b.score.total_cmp(&a.score));
}

/// The other two hands in some worlds, each the likeliest of a few by what was bid.
fn draw(sight: &Sight, unseen: Cards, worlds: usize, belief: &Belief<'_>, style: &Style) -> Vec<[Cards; 2]> {
    let mut dice = sight.dice(style.seed);
    let mut cards: Vec<Card> = unseen.iter().collect();
    let seats = [1, 2].map(|turns| sight.seat.after(turns));
    let likely = |hand: Cards, seat: Seat| {
        let bids = belief.bids(hand, seat);
        if sight.auction.highest_of(seat) > 0 { bids } else { 1.0 - bids }
    };
    let mut deals = Vec::new();
    for _ in 0..worlds {
        let mut best: Option<(f64, [Cards; 2])> = None;
        for _ in 0..2 {
            dice.shuffle(&mut cards);
            let hands = [cards[..10].iter().copied().collect(), cards[10..].iter().copied().collect()];
            let weight = likely(hands[0], seats[0]) * likely(hands[1], seats[1]);
            if best.is_none_or(|(known, _)| weight > known) {
                best = Some((weight, hands));
            }
        }
        deals.extend(best.map(|(_, hands)| hands));
    }
    deals
}

/// In how many worlds the offer wins, and makes schneider; `None` if the watch stopped.
fn trial(
    offer: &Offer,
    seat: Seat,
    twelve: Cards,
    deals: &[[Cards; 2]],
    solver: &mut Solver,
    watch: &mut Watch,
) -> Option<(f64, f64)> {
    let game = offer.contract.game();
    let layout = Layout::of(game);
    let laid = offer.discard.unwrap_or_default();
    let leader = (3 - seat.index()) % 3;
    let (mut win, mut schneider) = (0.0, 0.0);
    let goal = match Goal::of(offer.contract) {
        Goal::Points(points) => i32::from(points),
        Goal::EveryTrick => 120,
        Goal::NoTrick => 1,
    };
    for [left, right] in deals {
        let hands = [layout.bits(twelve - laid), layout.bits(*left), layout.bits(*right)];
        let state = OpenState::new(hands, leader);
        let taken = i32::from(laid.points());
        if game == Game::Null {
            win += f64::from(u8::from(solver.holds(game, &state, 1, watch)?));
            continue;
        }
        let mut made = false;
        for (short, chance) in FALLING_SHORT {
            if solver.holds(game, &state, goal - taken - short, watch)? {
                win += chance;
                made = short == 0;
                break;
            }
        }
        if made && solver.holds(game, &state, 90 - taken, watch)? {
            schneider += 1.0;
        }
    }
    Some((win, schneider))
}
