//! What the player reads from the cards that fell: likelihoods add up, beliefs keep to what is possible and are as good as
//! they say.

use kiebitz::cards::{Cards, Dice};
use kiebitz::deal::{DealSetup, Holding, Place, Position, View};
use kiebitz::knowledge::Knowledge;
use kiebitz::player::{self, Evidence, Played, Player, Sight, Style, Tables};
use kiebitz::rules::Seat;
use kiebitz::search::Resources;

/// Games of quick players, with everything that was hidden.
fn games(count: u64) -> Vec<Played> {
    let style = Style { effort: 0.1, playouts: 0, ..Style::default() };
    let mut games = Vec::new();
    player::selfplay(Tables::shipped(), &style, 88, 0..count, Resources::usual(2), |_, played, _| {
        games.push(played);
        true
    });
    games
}

/// The position after so many cards, all cards given; `None` if the game was passed or had ended.
fn position(played: &Played, cards: usize) -> Option<Position> {
    let game = played.game.as_ref().filter(|game| game.cards.len() > cards)?;
    let deal = match game.discard {
        Some(discard) => played.deal.with_discard(game.declarer, discard)?,
        None => played.deal,
    };
    let setup = DealSetup {
        contract: Some(game.contract),
        declarer: Some(game.declarer),
        bid: Some(game.bid),
        hands: deal.holdings(),
        skat: Holding::full(deal.skat()),
        played: game.cards[..cards].to_vec(),
        view: Some(View::Open),
        ..DealSetup::default()
    };
    Some(setup.validate().unwrap())
}

fn holds(position: &Position, place: Place) -> Cards {
    place.seat().map_or(position.skat(), |seat| position.hand(seat))
}

/// Of cards said to be somewhere with seven in ten, seven in ten are there; and so at every step. Counting alone is asked the
/// same of: what is read must tell more than that.
#[test]
fn beliefs_are_as_good_as_they_say() {
    let reader = Player::new(Tables::shipped(), Style::default());
    let mut steps = [(0.0, 0.0, 0.0); 10];
    let (mut read, mut counted, mut asked) = (0.0, 0.0, 0.0);
    let mut told = [0; 3];
    for (number, played) in games(160).iter().enumerate() {
        for cards in [4 + number % 3, 10 + number % 4, 17 + number % 3] {
            let Some(here) = position(played, cards) else { continue };
            let seat = here.turn().unwrap();
            let sight = Sight::playing(&here, seat, &played.auction).unwrap();
            for belief in reader.beliefs(&sight).unwrap() {
                let place =
                    Place::ALL.into_iter().find(|&place| holds(&here, place).has(belief.card)).unwrap();
                for at in Place::ALL {
                    let likely = belief.likely[at.index()];
                    let step = &mut steps[((likely * 10.0) as usize).min(9)];
                    *step = (step.0 + likely, step.1 + f64::from(u8::from(at == place)), step.2 + 1.0);
                }
                read += belief.likely[place.index()].max(1e-3).ln();
                counted += belief.counted[place.index()].max(1e-3).ln();
                asked += 1.0;
                told[match belief.why {
                    Evidence::Counting => 0,
                    Evidence::Bidding => 1,
                    Evidence::Played(play) => {
                        assert!(here.history().contains(&play) && play.seat != seat);
                        2
                    }
                }] += 1;
            }
        }
    }
    let mut off = 0.0;
    for &(said, were, count) in &steps {
        if count >= 150.0 {
            let (said, were) = (said / count, were / count);
            assert!((said - were).abs() < 0.09, "said {said:.3}, were {were:.3} of {count}: {steps:?}");
        }
        off += (said - were).abs();
    }
    assert!(off / steps.iter().map(|step| step.2).sum::<f64>() < 0.03, "{steps:?}");
    assert!((read - counted) / asked > 0.05, "read {}, counted {}", read / asked, counted / asked);
    assert!(told.iter().all(|&told| told > 30), "{told:?}");
}

/// Beliefs are shares of what is possible, and look at nothing hidden.
#[test]
fn beliefs_keep_to_what_is_possible() {
    let reader = Player::new(Tables::shipped(), Style::default());
    let mut dice = Dice::new(5);
    let mut moved = 0;
    for (number, played) in games(40).iter().enumerate() {
        let Some(here) = position(played, 3 + number % 20) else { continue };
        let seat = here.turn().unwrap();
        let knowledge = Knowledge::of(&here, seat).unwrap();
        let beliefs = reader.beliefs(&Sight::playing(&here, seat, &played.auction).unwrap()).unwrap();
        assert_eq!(beliefs.iter().map(|belief| belief.card).collect::<Cards>(), knowledge.unseen());
        for belief in &beliefs {
            assert!((belief.likely.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            for place in Place::ALL {
                let may = knowledge.places().may(place).has(belief.card);
                assert!(may || belief.likely[place.index()] == 0.0, "{here} {belief:?}");
            }
        }
        // As many cards are expected in each place as it holds.
        for place in Place::ALL.into_iter().filter(|place| place.seat() != Some(seat)) {
            let expected: f64 = beliefs.iter().map(|belief| belief.likely[place.index()]).sum();
            let known = knowledge.unseen() & holds(&here, place);
            assert!((expected - known.len() as f64).abs() < 1e-6, "{here} {place:?} {expected}");
        }
        let world = knowledge.draw(&mut dice).unwrap();
        let mut other = here.to_setup();
        for seat in Seat::ALL {
            other.hands[seat] = Holding::full(world.hands[seat] | here.played_by(seat));
        }
        other.skat = Holding::full(world.skat);
        let there = other.validate().unwrap();
        moved += usize::from(there != here);
        let again = reader.beliefs(&Sight::playing(&there, seat, &played.auction).unwrap()).unwrap();
        assert_eq!(beliefs, again);
    }
    assert!(moved > 20, "{moved}");
}
