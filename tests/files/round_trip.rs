//! Print and parse are inverse to each other: cards, contracts, position lines, records, puzzles.

use kiebitz::archive::{Record, random_record};
use kiebitz::cards::{Card, Cards, Dice};
use kiebitz::deal::{Deal, DealSetup, Holding, Position, Split, SplitGroup, View};
use kiebitz::puzzle::{Answer, Asks, Puzzle, Texts};
use kiebitz::rules::{BySeat, Contract, Game, Goal, Seat, Side};
use proptest::prelude::*;

fn any_contract(dice: &mut Dice) -> Contract {
    let game = Game::ALL[dice.below(6) as usize];
    let mut coin = || dice.below(3) == 0;
    let null = game == Game::Null;
    Contract::new(game, coin(), !null && coin(), !null && coin(), coin()).unwrap()
}

/// A random position: any contract, any view, hands known, partly known or unknown, some cards
/// gone, some played, some stated not to be somewhere.
fn any_position(seed: u64) -> Position {
    let mut dice = Dice::new(seed);
    let deal = Deal::random(&mut dice);
    let contract = any_contract(&mut dice);
    let declarer = Seat::ALL[dice.below(3) as usize];
    // Play some tricks to make them "gone".
    let full = DealSetup {
        contract: Some(contract),
        declarer: Some(declarer),
        hands: deal.holdings(),
        skat: Holding::full(deal.skat()),
        lead: Seat::ALL[dice.below(3) as usize],
        view: Some(View::Open),
        ..DealSetup::default()
    };
    let mut game = full.validate().unwrap();
    let gone = 3 * dice.below(8) as usize;
    for _ in 0..gone {
        let legal: Vec<Card> = game.playable().iter().collect();
        game.play(legal[dice.below(legal.len() as u64) as usize]).unwrap();
    }
    let mut setup = DealSetup {
        bid: (dice.below(2) == 0).then_some(18),
        lead: game.turn().unwrap(),
        gone: game.history().iter().map(|play| play.card).collect(),
        points: (game.points(Side::Declarer), game.points(Side::Defenders)),
        hands: BySeat::from_fn(|seat| Holding::full(game.hand(seat))),
        ..game.start().clone()
    };
    // Forget some of it.
    for seat in Seat::ALL {
        match dice.below(3) {
            0 => setup.hands[seat] = Holding::unknown(),
            1 => {
                setup.hands[seat].cards.truncate(3);
                setup.hands[seat].more = true;
            }
            _ => {}
        }
    }
    if dice.below(2) == 0 {
        setup.skat = Holding::unknown();
    }
    if dice.below(2) == 0 {
        setup.not[3] = game.hand(declarer).iter().take(2).collect();
    }
    if dice.below(2) == 0 {
        let groups = SplitGroup::of(contract.game());
        let group = groups[dice.below(groups.len() as u64) as usize];
        let held = |seat: Seat| (game.hand(seat) & group.cards(contract.game())).len() as u8;
        setup.splits = vec![Split::new(group, held(declarer.next()), held(declarer.after(2)))];
    }
    let views = [None, Some(View::Open), Some(View::Seat(declarer)), Some(View::Seat(declarer.next()))];
    setup.view = views[dice.below(4) as usize];
    let mut position = setup.validate().unwrap();
    for _ in 0..dice.below(8) {
        let legal: Vec<Card> = position.playable().iter().collect();
        if legal.is_empty() {
            break;
        }
        position.play(legal[dice.below(legal.len() as u64) as usize]).unwrap();
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..Default::default() })]

    #[test]
    fn sets_of_cards(bits: u32) {
        let cards = Cards::from_bits(bits);
        prop_assert_eq!(cards.to_string().parse::<Cards>(), Ok(cards));
    }

    #[test]
    fn contracts(seed: u64) {
        let contract = any_contract(&mut Dice::new(seed));
        prop_assert_eq!(contract.to_string().parse::<Contract>(), Ok(contract));
        prop_assert_eq!(contract.record_spelling().parse::<Contract>(), Ok(contract));
    }

    #[test]
    fn positions(seed: u64) {
        let position = any_position(seed);
        let line = position.to_string();
        let again: Position = line.parse().unwrap_or_else(|problems| panic!("{line}\n{problems}"));
        prop_assert_eq!(&again, &position);
        prop_assert_eq!(again.to_string(), line);
        prop_assert_eq!(position.to_setup().to_string().parse::<DealSetup>(), Ok(position.to_setup()));
    }

    #[test]
    fn undo_takes_back_what_play_did(seed: u64) {
        let position = any_position(seed);
        let mut walk = position.clone();
        let mut cards = 0;
        while let Some(card) = walk.playable().iter().next() {
            walk.play(card).unwrap();
            cards += 1;
        }
        prop_assert_eq!(walk.turn(), None);
        for _ in 0..cards {
            walk.undo();
        }
        prop_assert_eq!(walk, position);
    }

    #[test]
    fn all_points_are_counted(seed: u64) {
        let mut position = any_position(seed);
        let before = position.gone().points();
        let taken = position.points(Side::Declarer) + position.points(Side::Defenders);
        let played: u8 = position.history().iter().map(|play| play.card.points()).sum();
        let on_table: u8 = position.trick().iter().map(|play| play.card.points()).sum();
        prop_assert_eq!(taken, before + played - on_table);
        while let Some(card) = position.playable().iter().last() {
            position.play(card).unwrap();
        }
        // When the last card has fallen, every hand is known, and so is the skat.
        prop_assert_eq!(position.skat().len(), 2);
        let end = position.points(Side::Declarer) + position.points(Side::Defenders);
        prop_assert_eq!(end + position.skat().points(), 120);
    }

    #[test]
    fn records(seed: u64, name in "\\PC*") {
        let mut record = random_record(&mut Dice::new(seed), seed);
        record.players[1] = Some(name.replace('\\', "/"));
        let text = record.to_string();
        let again = Record::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}\n{error}"));
        prop_assert_eq!(&again, &record);
        prop_assert_eq!(again.to_string(), text);
    }

    #[test]
    fn puzzles(seed: u64, german in "\\PC*", english: String, year: Option<u16>) {
        let position = any_position(seed);
        let asks = [Asks::Play, Asks::Card, Asks::Beat, Asks::Unlosable, Asks::Points, Asks::Cards];
        let asks = asks[seed as usize % asks.len()];
        let named = usize::from(asks != Asks::Cards);
        let cards = position.playable().iter().take(named).collect();
        let puzzle = Puzzle {
            title: Texts { de: german.clone(), en: english.clone() },
            question: Texts { de: english, en: german.clone() },
            author: german,
            year,
            asks,
            goal: (seed % 2 == 0).then_some(Goal::EveryTrick),
            // Where cards lie is answered by conditions, not by cards alone.
            answer: Answer { declarer_wins: Some(true), points: Some(61), cards, ..Answer::default() },
            ..Puzzle::new(position)
        };
        let text = puzzle.to_ron().unwrap();
        let again = Puzzle::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        prop_assert_eq!(&again, &puzzle);
        prop_assert_eq!(again.to_ron().unwrap(), text);
    }
}
