//! Rules of good play, by role and by place in the trick. They decide where votes are even, and they explain.

use super::advice::Rule;
use super::factors;
use super::safety;
use super::seen::Seen;
use crate::cards::{Card, Cards, Suit};
use crate::deal::Place;
use crate::rules::{Game, Seat};

/// The card that the rules would play, of those given (never none). `long_way` is whether "long way, short suit" is meant the
/// right way round.
pub(super) fn rule(seen: &Seen<'_>, cards: &[Card], long_way: bool) -> Option<(Card, Rule)> {
    let hand = seen.position.hand(seen.me);
    if seen.game == Game::Null {
        return null(seen, cards, hand);
    }
    let trick = seen.position.trick();
    if trick.is_empty() {
        return if seen.alone() {
            declarer_leads(seen, cards, hand)
        } else {
            defender_leads(seen, cards, hand, long_way)
        };
    }
    follow(seen, cards)
}

fn by<K: PartialOrd>(cards: impl IntoIterator<Item = Card>, key: impl Fn(Card) -> K) -> Option<Card> {
    cards.into_iter().reduce(|best, next| if key(next) > key(best) { next } else { best })
}

/// The cards of a group that the others may hold.
fn with_others(seen: &Seen<'_>, group: Cards) -> Cards {
    let places = seen.knowledge.places();
    Seat::ALL
        .into_iter()
        .filter(|&seat| seat != seen.me)
        .fold(Cards::NONE, |all, seat| all | places.may(Place::Hand(seat)))
        & group
}

/// Whether nothing that is left in its suit beats the card.
fn stands(seen: &Seen<'_>, card: Card) -> bool {
    with_others(seen, seen.game.group(card)).iter().all(|other| !seen.game.beats(other, card))
}

fn declarer_leads(seen: &Seen<'_>, cards: &[Card], hand: Cards) -> Option<(Card, Rule)> {
    let trumps = seen.game.trumps();
    let others = with_others(seen, trumps);
    let own = hand & trumps;
    if !others.is_empty() && own.len() >= others.len().div_ceil(2) && !own.is_empty() {
        let card = if let Game::Suit(_) = seen.game {
            let group = |cards: Cards| seen.layout.bits(cards) & 0x7FF;
            let factor = factors::trumps().get(group(own), group(others))?;
            seen.layout.card(1 << factor.lead)
        } else {
            by(own, |card| seen.game.strength(card))?
        };
        // A card of the same worth stands for it where equal cards were left out.
        let equal = cards.iter().copied().filter(|&other| trumps.has(other));
        let near = by(equal, |other| {
            let distance = i32::from(seen.game.strength(other)) - i32::from(seen.game.strength(card));
            std::cmp::Reverse(distance.abs())
        });
        return near.map(|card| (card, Rule::DrawTrumps));
    }
    let side: Vec<Card> = cards.iter().copied().filter(|&card| !trumps.has(card)).collect();
    if let Some(card) = by(side.iter().copied().filter(|&card| stands(seen, card)), |card| card.points()) {
        return Some((card, Rule::CashWinner));
    }
    lead_safely(seen, if side.is_empty() { cards } else { &side }, hand)
}

/// The card whose suit loses fewest tricks by its factor, and there the cheapest.
fn lead_safely(seen: &Seen<'_>, cards: &[Card], hand: Cards) -> Option<(Card, Rule)> {
    let lost = |card: Card| {
        if seen.game.trumps().has(card) {
            return 9;
        }
        let group = |cards: Cards| cards.bits() >> (8 * card.suit().index()) & 0x7F;
        factors::side()
            .get(group(hand), group(with_others(seen, seen.game.group(card))))
            .map_or(9, |factor| factor.lost)
    };
    let card = by(cards.iter().copied(), |card| std::cmp::Reverse((lost(card), card.points())))?;
    Some((card, Rule::LeadSafely))
}

fn defender_leads(seen: &Seen<'_>, cards: &[Card], hand: Cards, long_way: bool) -> Option<(Card, Rule)> {
    let trumps = seen.game.trumps();
    let side: Vec<Card> = cards.iter().copied().filter(|&card| !trumps.has(card)).collect();
    let length = |card: Card| (hand & seen.game.group(card)).len();
    let declarer_is_last = seen.me.after(2) == seen.declarer;
    let aces = side.iter().copied().filter(|&card| stands(seen, card) && card.points() >= 10);
    // Long suits of the defenders are short with the declarer: an ace from a short suit lives longer.
    if let Some(card) = by(aces, |card| std::cmp::Reverse(length(card))) {
        return Some((card, Rule::CashWinner));
    }
    if side.is_empty() {
        return lead_safely(seen, cards, hand);
    }
    // Short to a declarer who plays last, long to one in the middle.
    let key = |card: Card| {
        let length = length(card) as i32;
        (if declarer_is_last == long_way { -length } else { length }, -i32::from(card.points()))
    };
    by(side, key).map(|card| (card, Rule::LeadToPartner))
}

fn follow(seen: &Seen<'_>, cards: &[Card]) -> Option<(Card, Rule)> {
    let trick = seen.position.trick();
    let best = trick
        .iter()
        .copied()
        .reduce(|best, next| if seen.game.beats(next.card, best.card) { next } else { best })?;
    let points: u8 = trick.iter().map(|play| play.card.points()).sum();
    let last = trick.len() == 2;
    let friend = !seen.alone() && best.seat != seen.declarer;
    let winning: Vec<Card> = cards.iter().copied().filter(|&card| seen.game.beats(card, best.card)).collect();
    let cheapest = |cards: &[Card]| {
        by(cards.iter().copied(), |card| {
            let trump = seen.game.trumps().has(card);
            std::cmp::Reverse((card.points(), trump, seen.game.strength(card)))
        })
    };
    if friend && (last || stands(seen, best.card)) {
        let card = by(cards.iter().copied(), |card| {
            (!seen.game.trumps().has(card), card.points(), std::cmp::Reverse(seen.game.strength(card)))
        });
        return card.map(|card| (card, Rule::Smear));
    }
    if last && !winning.is_empty() && !friend {
        // In the last place the richest card that wins brings most home.
        let card = by(winning, |card| {
            (
                !seen.game.trumps().has(card) || card.points() >= 10,
                card.points(),
                std::cmp::Reverse(seen.game.strength(card)),
            )
        });
        return card.map(|card| (card, Rule::TakeCheaply));
    }
    let sure: Vec<Card> = winning.iter().copied().filter(|&card| stands(seen, card)).collect();
    if !sure.is_empty() && (points >= 3 || !seen.alone()) {
        return cheapest(&sure).map(|card| (card, Rule::TakeCheaply));
    }
    let losing: Vec<Card> = cards.iter().copied().filter(|card| !winning.contains(card)).collect();
    let give = if losing.is_empty() { cheapest(cards) } else { cheapest(&losing) };
    give.map(|card| (card, Rule::GiveLittle))
}

fn null(seen: &Seen<'_>, cards: &[Card], hand: Cards) -> Option<(Card, Rule)> {
    let strength = |card: Card| seen.game.strength(card);
    let trick = seen.position.trick();
    let highest = trick
        .iter()
        .copied()
        .reduce(|best, next| if seen.game.beats(next.card, best.card) { next } else { best });
    if !seen.alone() {
        // Defenders go low, so that the declarer cannot get under; what they need not keep low goes high.
        let Some(highest) = highest else {
            let low = by(cards.iter().copied(), |card| std::cmp::Reverse(strength(card)));
            return low.map(|card| (card, Rule::Attack));
        };
        let declarer_holds = highest.seat == seen.declarer;
        let card = by(cards.iter().copied(), |card| {
            let beats = seen.game.beats(card, highest.card);
            (
                declarer_holds && !beats,
                if beats { -i32::from(strength(card)) } else { i32::from(strength(card)) },
            )
        });
        return card.map(|card| (card, Rule::Attack));
    }
    match highest {
        None => {
            // The suit that stays safest without the card, and of it the lowest.
            let after = |card: Card| (safety::of_hand(hand.without(card)), -f32::from(strength(card)));
            by(cards.iter().copied(), after).map(|card| (card, Rule::LeadSafely))
        }
        Some(highest) => {
            let under: Vec<Card> =
                cards.iter().copied().filter(|&card| !seen.game.beats(card, highest.card)).collect();
            if under.is_empty() {
                let low = by(cards.iter().copied(), |card| std::cmp::Reverse(strength(card)));
                return low.map(|card| (card, Rule::GoUnder));
            }
            let follows = Suit::ALL
                .iter()
                .any(|&suit| trick[0].card.suit() == suit && under.iter().any(|card| card.suit() == suit));
            if follows {
                return by(under, strength).map(|card| (card, Rule::GoUnder));
            }
            let after = |card: Card| (safety::of_hand(hand.without(card)), f32::from(strength(card)));
            by(under, after).map(|card| (card, Rule::ThrowDanger))
        }
    }
}
