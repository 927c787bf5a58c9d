//! Knowledge against the slow and obvious: every deal written out and played through.

use kiebitz::cards::{Card, Cards, Dice};
use kiebitz::deal::{Deal, DealSetup, Holding, Place, Position, Split, View};
use kiebitz::knowledge::{Assumption, Knowledge, World};
use kiebitz::rules::{BySeat, Contract, Game, Seat};
use std::collections::HashSet;

fn cards(text: &str) -> Cards {
    text.parse().unwrap()
}

const PAPER: &str = "contract=H declarer=M F=HT.H8.C9.SK.SQ.S9.S8.DA.DT.D8 M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA \
    R=CJ.SJ.HQ.CT.CK.CQ.ST.S7.DQ.D7 skat=DK.D9";

#[test]
fn the_papers_example() {
    // Its players 0, 1, 2 are our middlehand (declarer), rearhand and forehand.
    let mut position: Position = PAPER.parse().unwrap();
    let plausible = [Assumption::NoTrumpDiscarded, Assumption::NoAceDiscarded];
    let knows = |position: &Position, seat: Seat| {
        Knowledge::of(position, seat).unwrap().assuming(position, &plausible)
    };
    let forehand = knows(&position, Seat::Forehand);
    assert_eq!(forehand.pool().len(), 22);
    assert_eq!(forehand.fixed(Place::Hand(Seat::Middlehand)), Cards::NONE);
    assert_eq!(forehand.declarer_or_skat() | forehand.partner_or_skat(), Cards::NONE);
    let no_skat = cards("CJ.SJ.HJ.DJ.HA.HT.HK.HQ.H9.H8.H7.CA.SA.DA");
    assert!(forehand.no_skat().has_all(no_skat));
    assert_eq!(forehand.no_skat() - position.hand(Seat::Forehand), no_skat - cards("HT.H8.DA"));
    assert_eq!(forehand.assumptions(), plausible);

    position.play("DA".parse().unwrap()).unwrap();
    let declarer = knows(&position, Seat::Middlehand);
    assert_eq!(declarer.fixed(Place::Skat), cards("DK.D9"));
    assert_eq!(declarer.pool(), cards("CJ.SJ.HQ.HT.H8.CT.CK.CQ.C9.ST.SK.SQ.S9.S8.S7.DT.DQ.D8.D7"));
    assert!(declarer.assumptions().is_empty());

    // The declarer ruffs: no diamonds in his hand.
    position.play("HA".parse().unwrap()).unwrap();
    let rearhand = knows(&position, Seat::Rearhand);
    assert_eq!(rearhand.pool(), cards("HJ.DJ.HK.HT.H9.H8.H7.CA.C9.C8.C7.SA.SK.SQ.S9.S8"));
    assert_eq!(rearhand.partner_or_skat(), cards("DT.DK.D9.D8"));
    assert_eq!(rearhand.declarer_or_skat(), Cards::NONE);
    let no_skat = cards("CJ.SJ.HJ.DJ.HT.HK.HQ.H9.H8.H7.CA.SA");
    assert!(rearhand.no_skat().has_all(no_skat));
}

/// A random endgame with some play, from any view, some of it stated as known.
fn any_position(seed: u64, most: u64) -> (Position, Seat) {
    let mut dice = Dice::new(seed);
    let deal = Deal::random(&mut dice);
    let size = 1 + dice.below(most) as usize;
    let part = |cards: Cards| cards.iter().take(size).collect::<Cards>();
    let hands = BySeat::from_fn(|seat| part(deal.hand(seat)));
    let kept = Seat::ALL.iter().fold(deal.skat(), |kept, &seat| kept | hands[seat]);
    let game = Game::ALL[dice.below(6) as usize];
    let hand = dice.below(2) == 0;
    let ouvert = game == Game::Null && dice.below(3) == 0;
    let viewer = Seat::ALL[dice.below(3) as usize];
    let mut setup = DealSetup {
        contract: Contract::new(game, hand, false, false, ouvert),
        declarer: Some(Seat::ALL[dice.below(3) as usize]),
        hands: BySeat::from_fn(|seat| Holding::full(hands[seat])),
        skat: Holding::full(deal.skat()),
        gone: (!kept).iter().collect(),
        lead: Seat::ALL[dice.below(3) as usize],
        view: Some(View::Seat(viewer)),
        ..DealSetup::default()
    };
    for seat in Seat::ALL {
        if seat != viewer && dice.below(4) == 0 {
            setup.hands[seat] = Holding::partly(hands[seat].iter().take(1).collect());
        }
    }
    let wrong = hands[viewer.next()].iter().next().unwrap();
    if dice.below(3) == 0 {
        setup.not[3] = Cards::one(wrong);
    }
    for _ in 0..dice.below(3) {
        let split = crate::random::true_split(&mut dice, game, setup.declarer.unwrap(), |seat| hands[seat]);
        if setup.splits.iter().all(|other| other.group != split.group) {
            setup.splits.push(split);
        }
    }
    let mut position = setup.validate().unwrap_or_else(|problems| panic!("{problems}"));
    for _ in 0..dice.below(3 * size as u64) {
        // Only cards of the true deal, so that it stays possible.
        let seat = position.turn().unwrap();
        let left = hands[seat] - position.played_by(seat);
        let led = position.trick().first().map(|play| play.card);
        let legal: Vec<Card> = game.playable(left, led).iter().collect();
        position.play(legal[dice.below(legal.len() as u64) as usize]).unwrap();
    }
    (position, viewer)
}

/// Every way to deal the cards that the viewer does not know for certain, kept if it agrees with
/// what is stated and if every card played was legal in it.
fn every_world(position: &Position, viewer: Seat) -> HashSet<World> {
    let size = position.hand_size();
    let start = position.start();
    let declarer = position.declarer();
    let contract = position.contract();
    let mut known = [Cards::NONE; 4];
    known[viewer.index()] = position.start_hand(viewer);
    if contract.is_ouvert() && position.is_known(declarer) {
        known[declarer.index()] |= position.start_hand(declarer);
    }
    if viewer == declarer && !contract.is_hand() {
        known[3] = position.skat();
    }
    for seat in Seat::ALL {
        if start.hands[seat].more {
            known[seat.index()] |= start.hands[seat].set();
        }
    }
    let placed = known.iter().fold(Cards::NONE, |all, &cards| all | cards);
    let open: Vec<Card> = (Cards::ALL - position.gone() - placed).iter().collect();
    let mut worlds = HashSet::new();
    deal_out(&open, &mut known, size, &mut |hands| {
        if (0..4).any(|i| !(hands[i] & start.not[i]).is_empty()) {
            return;
        }
        for split in &start.splits {
            let group = split.group.cards(position.game());
            let defenders = [declarer.next(), declarer.after(2)];
            let [a, b] = defenders.map(|seat| (hands[seat.index()] & group).len() as u8);
            if Split::new(split.group, a, b) != *split {
                return;
            }
        }
        let mut left = *hands;
        for (i, play) in position.history().iter().enumerate() {
            let led = (i % 3 > 0).then(|| position.history()[i / 3 * 3].card);
            let hand = &mut left[play.seat.index()];
            if !position.game().playable(*hand, led).has(play.card) {
                return;
            }
            hand.remove(play.card);
        }
        worlds.insert(World { hands: BySeat([left[0], left[1], left[2]]), skat: left[3] });
    });
    worlds
}

fn deal_out(open: &[Card], hands: &mut [Cards; 4], size: usize, found: &mut impl FnMut(&[Cards; 4])) {
    let Some((&card, rest)) = open.split_first() else {
        return found(hands);
    };
    for i in 0..4 {
        let room = if i < 3 { size } else { 2 };
        if hands[i].len() < room {
            hands[i].insert(card);
            deal_out(rest, hands, size, found);
            hands[i].remove(card);
        }
    }
}

#[test]
fn worlds_are_exactly_those_that_play_allows() {
    for seed in 0..1500 {
        let (position, viewer) = any_position(seed, 3);
        let knowledge = Knowledge::of(&position, viewer).unwrap();
        let expected = every_world(&position, viewer);
        let listed: Vec<World> = knowledge.worlds().collect();
        assert_eq!(listed.len() as u64, knowledge.count(), "{position}");
        let set: HashSet<World> = listed.iter().copied().collect();
        assert_eq!(set.len(), listed.len(), "a world twice: {position}");
        assert_eq!(set, expected, "{position}");
        for (number, world) in listed.iter().enumerate() {
            assert_eq!(knowledge.world(number as u64).as_ref(), Some(world), "{position}");
        }
        assert_eq!(knowledge.world(knowledge.count()), None);
        // The matrix is the share of worlds, and places are exact.
        for (card, row) in knowledge.matrix() {
            assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{position}");
            for place in Place::ALL {
                let here = |world: &&World| match place {
                    Place::Hand(seat) => world.hands[seat].has(card),
                    Place::Skat => world.skat.has(card),
                };
                let share = listed.iter().filter(here).count() as f64 / listed.len() as f64;
                assert!((row[place.index()] - share).abs() < 1e-9, "{card} {place}: {position}");
                assert_eq!(knowledge.places().may(place).has(card), share > 0.0, "{position}");
            }
        }
    }
}

#[test]
fn before_the_first_card() {
    let position: Position = PAPER.parse().unwrap();
    let count = |seat| Knowledge::of(&position, seat).unwrap().count();
    assert_eq!(count(Seat::Middlehand), 184_756); // twenty cards, ten each
    assert_eq!(count(Seat::Forehand), 42_678_636); // twenty-two cards, ten, ten and two
}

#[test]
fn draws_are_uniform() {
    let line = "contract=G declarer=F F=CJ.CA M=SJ.SA R=HJ.HA skat=C7.C8 view=F lead=F \
        gone=CT.CK.CQ.C9.ST.SK.SQ.S9.S8.S7.HT.HK.HQ.H9.H8.H7.DJ.DA.DT.DK.DQ.D9.D8.D7";
    let position: Position = line.parse().unwrap();
    let knowledge = Knowledge::of(&position, Seat::Forehand).unwrap();
    let worlds: Vec<World> = knowledge.worlds().collect();
    assert_eq!(worlds.len(), 6);
    let mut dice = Dice::new(9);
    let mut seen = vec![0; worlds.len()];
    for _ in 0..6000 {
        let world = knowledge.draw(&mut dice).unwrap();
        seen[worlds.iter().position(|other| *other == world).unwrap()] += 1;
    }
    assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
}

#[test]
fn conventions_shape_knowledge_only_where_they_can() {
    // Forehand leads the club ace, middlehand (declarer) follows with the ten's junior, and
    // rearhand, his partner's trick being safe, gives the king: so he has no ten.
    let line = "contract=G declarer=M F=CA.C7.SA.S7.H7.H8.H9.D7.D8.D9 view=F played=CA.C8.CK";
    let position: Position = line.parse().unwrap();
    let plain = Knowledge::of(&position, Seat::Forehand).unwrap();
    let assumed = plain.clone().assuming(&position, &Assumption::ALL);
    let rearhand = Place::Hand(Seat::Rearhand);
    assert!(plain.places().may(rearhand).has("CT".parse().unwrap()));
    assert!(!assumed.places().may(rearhand).has("CT".parse().unwrap()));
    assert!(assumed.assumptions().contains(&Assumption::MostToPartner));
    assert!(assumed.count() < plain.count());
    // What contradicts certainty is left out: all clubs but the king are known to be his.
    let line = format!("{line} not=M:CT.CQ.C9,skat:CT.CQ.C9");
    let position: Position = line.parse().unwrap();
    let plain = Knowledge::of(&position, Seat::Forehand).unwrap();
    let assumed = plain.clone().assuming(&position, &[Assumption::MostToPartner]);
    assert_eq!(assumed, plain);
}

#[test]
fn an_unknown_own_hand_is_an_error() {
    let position: Position = "contract=G declarer=F view=F".parse().unwrap();
    let message = Knowledge::of(&position, Seat::Forehand).unwrap_err().to_string();
    assert_eq!(message, "the hand of F must be given in full: it is his view");
}

/// Sampling keeps to the known splits, and each world is as likely as any other.
#[test]
fn samples_keep_to_known_splits() {
    let line = "contract=G declarer=F F=CJ.SA.HA M=SJ.S7.S8 R=HJ.S9.D9 skat=C7.C8 view=F lead=F split=S:2-1 \
        gone=CA.CT.CK.CQ.C9.ST.SK.SQ.HT.HK.HQ.H9.H8.H7.DJ.DA.DT.DK.DQ.D8.D7";
    let position: Position = line.parse().unwrap();
    let knowledge = Knowledge::of(&position, Seat::Forehand).unwrap();
    let worlds: Vec<World> = knowledge.worlds().collect();
    // Three spades 2-1, either way; the hand with two has one of three other cards, the other two of them.
    assert_eq!((worlds.len(), knowledge.count()), (18, 18));
    let mut sampler = knowledge.sampler();
    let mut dice = Dice::new(4);
    let mut seen = vec![0; worlds.len()];
    for _ in 0..18_000 {
        let world = sampler.draw(&mut dice).unwrap();
        seen[worlds.iter().position(|other| *other == world).unwrap()] += 1;
    }
    assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
}

#[test]
fn wrong_splits_are_named() {
    let why = |split: &str| {
        let line = format!("contract=N declarer=F F=CJ.SA.HA.S7.S8.S9.SK.SQ.ST.D7 skat=C7.C8 {split}");
        line.parse::<Position>().map_err(|problems| problems.to_string())
    };
    assert!(why("split=S:1-0").is_ok());
    let said = |split: &str, message: &str| {
        let error = why(split).unwrap_err();
        assert!(error.contains(message), "{split}: {error}");
    };
    said("split=T:2-1", "Null has no trumps");
    said("split=S:2-1", "the defenders cannot hold S:2-1");
    said("split=S:7-3", "S:7-3 speaks of more cards than the 8 left");
    said("split=S:1-0,S:1-0", "S is said twice");
    said("split=S:x", "'S:x' is not suit:number-number");
    said("split=C:5-0,H:7-0,D:7-0", "cannot hold C:5-0 and H:7-0 and D:7-0");
    let suit = "contract=H declarer=F split=H:5-4,T:5-4".parse::<Position>().unwrap_err().to_string();
    assert!(suit.contains("T is said twice"), "{suit}");
}
