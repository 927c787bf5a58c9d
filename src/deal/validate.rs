//! From a setup to a position, with every problem on the way.

use super::position::{given_places, seated};
use super::{Deal, DealSetup, Holder, Place, Play, Position, Problem, Problems, Splits};
use crate::cards::{Card, Cards};
use crate::rules::{Game, Seat};

pub(super) fn validate(setup: DealSetup) -> Result<Position, Problems> {
    let setup = with_all_gone(setup);
    let mut problems = Vec::new();
    if setup.contract.is_none() {
        problems.push(Problem::NoContract);
    }
    if setup.declarer.is_none() {
        problems.push(Problem::NoDeclarer);
    }
    twice(&setup, &mut problems);
    let size = sizes(&setup, &mut problems);
    denied(&setup, &mut problems);
    points(&setup, &mut problems);
    let (Some(contract), Some(declarer)) = (setup.contract, setup.declarer) else {
        return Err(Problems(problems));
    };
    let plays = seated(contract.game(), setup.lead, &setup.played);
    if let Some(size) = size {
        play(&setup, contract.game(), size, &plays, &mut problems);
        // Only when each part is right is it worth asking whether the whole fits together.
        if problems.is_empty() {
            fits(&setup, contract.game(), size, &plays, &mut problems);
        }
        splits(&setup, contract.game(), &mut problems);
        if problems.is_empty() {
            fits_splits(&setup, contract.game(), declarer, size, &plays, &mut problems);
        }
        if problems.is_empty() {
            return Ok(Position::checked(setup, contract, declarer, size, plays));
        }
    }
    Err(Problems(problems))
}

/// Without a skat and with equal hands given in full, whatever no hand holds is gone: nobody has to list it.
fn with_all_gone(mut setup: DealSetup) -> DealSetup {
    let sizes = setup.hands.0.each_ref().map(|hand| if hand.more { 0 } else { hand.cards.len() });
    let equal = (1..Deal::HAND).contains(&sizes[0]) && sizes.iter().all(|&size| size == sizes[0]);
    if !setup.has_skat() && equal {
        let held = setup.hands.0.iter().fold(Cards::NONE, |held, hand| held | hand.set());
        let listed: Cards = setup.gone.iter().copied().collect();
        setup.gone.extend((Cards::ALL - held - listed).iter());
    }
    setup
}

/// Hands, skat and the gone cards share no card.
fn twice(setup: &DealSetup, problems: &mut Vec<Problem>) {
    let hands = setup.hands.0.iter().flat_map(|hand| &hand.cards);
    let mut seen = Cards::NONE;
    let mut told = Cards::NONE;
    for &card in hands.chain(&setup.skat.cards).chain(&setup.gone) {
        if !seen.insert(card) && told.insert(card) {
            problems.push(Problem::Twice(card));
        }
    }
}

/// Each hand has as many cards as the gone ones leave, the skat two. Returns the size of a hand.
fn sizes(setup: &DealSetup, problems: &mut Vec<Problem>) -> Option<usize> {
    let gone = setup.gone.len();
    let skat = if setup.has_skat() { Deal::SKAT } else { 0 };
    if skat == 0 && gone < 5 {
        // Not even one trick is gone beside the two cards of the skat.
        problems.push(Problem::SkatNeeded);
        return None;
    }
    let left = 32usize.saturating_sub(gone + skat);
    if gone + skat > 32 || !left.is_multiple_of(3) {
        problems.push(if skat == 0 {
            Problem::GoneNoSkat { count: gone }
        } else {
            Problem::Gone { count: gone }
        });
        return None;
    }
    let size = left / 3;
    for place in Place::ALL {
        let (holding, wanted) = match place.seat() {
            Some(seat) => (&setup.hands[seat], size),
            None => (&setup.skat, skat),
        };
        let count = holding.cards.len();
        if count > wanted || count < wanted && !holding.more {
            problems.push(Problem::Count { place, count, wanted });
        }
    }
    Some(size)
}

/// No card is named where it is stated not to be.
fn denied(setup: &DealSetup, problems: &mut Vec<Problem>) {
    for place in Place::ALL {
        let cards = match place.seat() {
            Some(seat) => setup.hands[seat].set(),
            None => setup.skat.set(),
        };
        let wrong = cards & setup.not[place.index()];
        problems.extend(wrong.iter().map(|card| Problem::Denied { card, place }));
    }
}

/// Nobody has taken more points than are gone. Fewer are let pass: a composer may care only for
/// what is still to come.
fn points(setup: &DealSetup, problems: &mut Vec<Problem>) {
    let taken = u16::from(setup.points.0) + u16::from(setup.points.1);
    let gone = setup.gone.iter().copied().collect::<Cards>().points();
    if taken > u16::from(gone) {
        problems.push(Problem::Points { taken, gone });
    }
}

/// Each card was there to be played, and nobody revoked.
fn play(setup: &DealSetup, game: Game, size: usize, plays: &[Play], problems: &mut Vec<Problem>) {
    if plays.len() > 3 * size {
        problems.push(Problem::TooManyPlayed { count: plays.len(), most: 3 * size });
        return;
    }
    for (i, play) in plays.iter().enumerate() {
        let trick = 11 - size + i / 3;
        let Play { seat, card } = *play;
        if let Some(holder) = elsewhere(setup, &plays[..i], *play) {
            problems.push(Problem::NotHeld { trick, seat, card, holder });
            continue;
        }
        let group = game.group(plays[i / 3 * 3].card);
        if group.has(card) {
            continue;
        }
        // What he is known to hold after the cards he played before: named, or played later on.
        let of = |plays: &[Play]| plays.iter().filter(|p| p.seat == seat).map(|p| p.card).collect::<Cards>();
        let held = (setup.hands[seat].set() - of(&plays[..i])) | of(&plays[i..]);
        if let Some(had) = (held & group).iter().next() {
            problems.push(Problem::Revoke { trick, seat, card, had });
        }
    }
}

/// Why the card cannot have come from this hand; the inner `None` where it is just not in it.
fn elsewhere(setup: &DealSetup, before: &[Play], play: Play) -> Option<Option<Holder>> {
    let Play { seat, card } = play;
    if before.iter().any(|play| play.card == card) {
        return Some(Some(Holder::Played));
    }
    let own = &setup.hands[seat];
    if own.cards.contains(&card) {
        return None;
    }
    if setup.gone.contains(&card) {
        return Some(Some(Holder::Gone));
    }
    let other = |other: &Seat| *other != seat && setup.hands[*other].cards.contains(&card);
    if let Some(other) = Seat::ALL.into_iter().find(other) {
        return Some(Some(Holder::Place(Place::Hand(other))));
    }
    if setup.skat.cards.contains(&card) {
        return Some(Some(Holder::Place(Place::Skat)));
    }
    (!own.more).then_some(None)
}

/// Some deal puts every card somewhere.
fn fits(setup: &DealSetup, game: Game, size: usize, plays: &[Play], problems: &mut Vec<Problem>) {
    let places = given_places(setup, game, size, plays);
    let all = Card::all().filter(|card| !setup.gone.contains(card));
    let nowhere: Vec<Card> = all.filter(|&card| !places.cards().has(card)).collect();
    if !nowhere.is_empty() {
        problems.extend(nowhere.into_iter().map(|card| Problem::Nowhere { card }));
    } else if let Some((places, cards)) = places.overfull() {
        problems.push(Problem::NoDeal { cards, places });
    }
}

/// Each split speaks of cards that the game has, and of each group there is one.
fn splits(setup: &DealSetup, game: Game, problems: &mut Vec<Problem>) {
    let gone: Cards = setup.gone.iter().copied().collect();
    let mut seen = Cards::NONE;
    for &split in &setup.splits {
        let cards = split.group.cards(game);
        let [a, b] = split.counts();
        if cards.is_empty() {
            problems.push(Problem::SplitNoTrumps);
        } else if !(cards & seen).is_empty() {
            problems.push(Problem::SplitTwice { group: split.group });
        } else if usize::from(a + b) > (cards - gone).len() {
            problems.push(Problem::SplitTooMany { split, left: (cards - gone).len() });
        }
        seen |= cards;
    }
}

/// Some deal keeps to the splits, all together.
fn fits_splits(
    setup: &DealSetup,
    game: Game,
    declarer: Seat,
    size: usize,
    plays: &[Play],
    problems: &mut Vec<Problem>,
) {
    let mut places = given_places(setup, game, size, plays);
    let cards = places.cards();
    let fits = |stated: &[super::Split], places: &super::Places| {
        Splits::of(stated, game, declarer).is_possible(places, cards)
    };
    places.settle();
    if setup.splits.is_empty() || fits(&setup.splits, &places) {
        return;
    }
    // The one that alone is impossible; or else all of them together.
    let alone = setup.splits.iter().copied().find(|&split| !fits(&[split], &places));
    let wrong = alone.map_or_else(|| setup.splits.clone(), |split| vec![split]);
    problems.push(Problem::NoSplit { splits: wrong });
}
