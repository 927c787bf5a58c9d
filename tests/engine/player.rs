//! The Skat AI: it knows only what its seat sees, keeps to the rules, is the same on any number of threads, keeps
//! what it has proved, and its tables read back.

use kiebitz::archive::{self, Reader, Record, record_of};
use kiebitz::cards::{Card, Cards, Dice, Suit};
use kiebitz::deal::{Deal, DealSetup, Holding, Position, View};
use kiebitz::knowledge::{Knowledge, World};
use kiebitz::player::{self, Lesson, Played, Player, Reason, Sight, Source, Style, Tables};
use kiebitz::rules::{
    Auction, BySeat, Call, Contract, Game, Goal, Outcome, Seat, Side, Tally, evaluate, ladder,
};
use kiebitz::search::Resources;
use std::collections::HashMap;

/// Quick games: the same player with fewer worlds.
fn quick() -> Style {
    Style { effort: 0.25, ..Style::default() }
}

fn players() -> BySeat<Player<'static>> {
    player::three(Tables::shipped(), &quick(), Resources::default())
}

/// The position of a settled game with all cards given, after so many of its cards.
fn position(played: &Played, deal: &Deal, cards: usize) -> Option<Position> {
    let game = played.game.as_ref()?;
    let setup = DealSetup {
        contract: Some(game.contract),
        declarer: Some(game.declarer),
        bid: Some(game.bid),
        hands: deal.holdings(),
        skat: Holding::full(deal.skat()),
        played: game.cards[..cards.min(game.cards.len())].to_vec(),
        view: Some(View::Open),
        ..DealSetup::default()
    };
    Some(setup.validate().unwrap())
}

/// The deal as it was when the cards fell.
fn laid(played: &Played) -> Option<Deal> {
    let game = played.game.as_ref()?;
    match game.discard {
        Some(discard) => played.deal.with_discard(game.declarer, discard),
        None => Some(played.deal),
    }
}

/// Another deal that looks the same to the seat: the hidden cards are dealt otherwise.
fn other_deal(position: &Position, seat: Seat, dice: &mut Dice) -> Deal {
    let world = Knowledge::of(position, seat).unwrap().draw(dice).unwrap();
    let hands = BySeat::from_fn(|seat| world.hands[seat] | position.played_by(seat));
    Deal::new(hands, world.skat).unwrap()
}

#[test]
fn hidden_cards_do_not_matter() {
    let mut dice = Dice::new(77);
    let (mut asked, mut moved) = (0, 0);
    let mut one = Player::new(Tables::shipped(), quick());
    let mut table = players();
    for number in 0..14 {
        let played = player::play_deal(&player::deal(3, number), &mut table);
        // Bidding: everybody else's cards and the skat are dealt anew.
        for seat in Seat::ALL {
            let mut rest: Vec<Card> = (!played.deal.hand(seat)).iter().collect();
            dice.shuffle(&mut rest);
            let mut parts = rest.chunks(10).map(|part| part.iter().copied().collect::<Cards>());
            let mut hands = played.deal.hands();
            for other in [seat.next(), seat.after(2)] {
                hands[other] = parts.next().unwrap();
            }
            let other = Deal::new(hands, parts.next().unwrap()).unwrap();
            let (a, b) =
                [&played.deal, &other].map(|deal| Sight::bidding(deal, seat, &Auction::default())).into();
            assert_eq!(a, b);
            assert_eq!(one.call(&a), table[seat].call(&b));
        }
        let Some(deal) = laid(&played) else { continue };
        let fallen = played.game.as_ref().unwrap().cards.len();
        for cards in (0..fallen.min(28)).filter(|cards| cards % 5 == number as usize % 5) {
            let here = position(&played, &deal, cards).unwrap();
            let seat = here.turn().unwrap();
            let other = other_deal(&here, seat, &mut dice);
            moved += usize::from(other != deal);
            let there = position(&played, &other, cards).unwrap();
            let a = Sight::playing(&here, seat, &played.auction).unwrap();
            let b = Sight::playing(&there, seat, &played.auction).unwrap();
            assert_eq!(a, b, "the sight shows hidden cards");
            // The other player has just played whole games: nothing of them may be left in its choice.
            let (first, second) = (one.advise(&a).unwrap(), table[seat].advise(&b).unwrap());
            assert_eq!(first, second);
            assert_eq!(first.card(), Some(played.game.as_ref().unwrap().cards[cards]));
            asked += 1;
        }
    }
    assert!(asked > 40 && moved > 30, "{asked} {moved}");
}

#[test]
fn records_recount_without_a_difference() {
    let mut text = String::new();
    let mut games = 0;
    player::selfplay(Tables::shipped(), &quick(), 12, 0..120, Resources::usual(2), |number, played, _| {
        let record = record_of(&played, number);
        assert_eq!(Record::parse(record.to_string().as_bytes()).unwrap(), record);
        text += &format!("{record}\n");
        games += usize::from(played.game.is_some());
        true
    });
    let check = archive::check(text.as_bytes(), |_, _| true).unwrap();
    assert_eq!(
        (check.games, check.unreadable_count, check.differs_count),
        (120, 0, 0),
        "{:?}",
        check.differs
    );
    assert_eq!(check.compared, 120);
    assert!(games > 60, "{games}");
    assert_eq!(Reader::new(text.as_bytes()).count(), 120);
}

#[test]
fn threads_and_memory_do_not_matter() {
    let series = |threads: usize| {
        let mut all = Vec::new();
        player::selfplay(
            Tables::shipped(),
            &quick(),
            5,
            0..12,
            Resources::usual(threads),
            |number, played, _| {
                assert_eq!(number, all.len() as u64);
                all.push(played);
                true
            },
        );
        all
    };
    let one = series(1);
    assert_eq!(one, series(3));
    // Comparing settings plays the same games again, with its thoughts remembered.
    let mut both = Vec::new();
    player::compare(Tables::shipped(), &quick(), 5, 0..12, Resources::usual(2), |_, four| {
        both.push(four.map(|four| four[3].clone()));
        true
    });
    let alone: Vec<_> = one.into_iter().map(|played| played.game).collect();
    assert_eq!(alone, both);
}

#[test]
fn bidding_climbs_the_ladder() {
    let ladder = ladder();
    let mut table = players();
    for number in 0..80 {
        let deal = player::deal(21, number);
        let auction = player::bid(&deal, &mut table);
        let bids: Vec<u16> = auction
            .calls()
            .iter()
            .filter_map(|&(_, call)| if let Call::Bid(n) = call { Some(n) } else { None })
            .collect();
        assert!(bids.windows(2).all(|pair| pair[0] < pair[1]), "{bids:?}");
        assert!(bids.iter().all(|bid| ladder.contains(bid)), "{bids:?}");
        assert_eq!(auction.turn(), None);
        let settled = player::settle(&deal, &auction, &mut table);
        assert_eq!(settled.is_some(), auction.winner().is_some());
        let Some(settled) = settled else { continue };
        assert_eq!((Some(settled.declarer), settled.bid), (auction.winner(), auction.bid()));
        assert_eq!(settled.contract.is_hand(), settled.discard.is_none());
        // Who wins the auction does not announce a Null that cannot reach the bid.
        let tally = Tally { declarer_points: 0, declarer_tricks: 0, finished_tricks: 10 };
        let twelve = deal.hand(settled.declarer) | deal.skat();
        if settled.contract.game() == Game::Null {
            let Outcome { overbid, .. } = evaluate(settled.contract, twelve, settled.bid, tally);
            assert!(!overbid, "{settled:?}");
        }
    }
}

#[test]
fn what_is_proved_is_not_lost() {
    let mut proofs = [0, 0];
    let mut table = players();
    for number in 0..45 {
        let played = player::play_deal(&player::deal(8, number), &mut table);
        let (Some(deal), Some(game)) = (laid(&played), &played.game) else { continue };
        let needed = position(&played, &deal, 0).unwrap().goal();
        for cards in 6..game.cards.len() {
            let here = position(&played, &deal, cards).unwrap();
            let seat = here.turn().unwrap();
            let sight = Sight::playing(&here, seat, &played.auction).unwrap();
            let advice = table[seat].advise(&sight).unwrap();
            let first = advice.all[0];
            let Reason::Forced { goal, covered } = first.reason else { continue };
            assert_eq!(first.source, Source::Killer);
            if covered < 1.0 {
                continue;
            }
            let alone = seat == game.declarer;
            // What a defender knows of the goal is the contract's own.
            let goal = if alone { needed } else { goal };
            proofs[usize::from(alone)] += 1;
            assert_eq!(goal.is_met(game.tally), alone, "deal {number}, card {cards}: {seat} {first:?}");
            break;
        }
    }
    assert!(proofs[1] > 8 && proofs[0] + proofs[1] > 12, "{proofs:?}");
}

/// Plain minimax: the declarer's final points of a world, or 1 for a Null without a trick.
fn minimax(
    game: Game,
    declarer: Seat,
    hands: BySeat<Cards>,
    trick: &[(Seat, Card)],
    turn: Seat,
    points: i32,
) -> i32 {
    let legal = game.playable(hands[turn], trick.first().map(|&(_, card)| card));
    if legal.is_empty() {
        return if game == Game::Null { 1 } else { points };
    }
    let values = legal.iter().map(|card| {
        let mut hands = hands;
        hands[turn].remove(card);
        let mut trick = trick.to_vec();
        trick.push((turn, card));
        if trick.len() < 3 {
            return minimax(game, declarer, hands, &trick, turn.next(), points);
        }
        let cards = [trick[0].1, trick[1].1, trick[2].1];
        let winner = trick[game.trick_winner(cards)].0;
        if game == Game::Null && winner == declarer {
            return 0;
        }
        let count: i32 = cards.iter().map(|card| i32::from(card.points())).sum();
        minimax(game, declarer, hands, &[], winner, points + if winner == declarer { count } else { 0 })
    });
    if turn == declarer { values.max().unwrap() } else { values.min().unwrap() }
}

/// In what share of all worlds the card keeps or wins the declarer's goal, worked out the slow way.
fn slow_share(position: &Position, card: Card, goal: i32) -> f64 {
    let declarer = position.declarer();
    let worlds: Vec<World> = Knowledge::of(position, declarer).unwrap().worlds().collect();
    let won = worlds.iter().filter(|world| {
        let mut after = position.clone();
        after.play(card).unwrap();
        let mut hands = world.hands;
        hands[declarer].remove(card);
        let trick: Vec<(Seat, Card)> = after.trick().iter().map(|play| (play.seat, play.card)).collect();
        let points = i32::from(after.points(Side::Declarer)) + i32::from(world.skat.points());
        if position.game() == Game::Null && after.tricks_of(Side::Declarer) > 0 {
            return false;
        }
        minimax(position.game(), declarer, hands, &trick, after.turn().unwrap_or(declarer), points) >= goal
    });
    won.count() as f64 / worlds.len() as f64
}

#[test]
fn endgames_count_every_world() {
    let mut dice = Dice::new(4);
    let mut player = Player::new(Tables::shipped(), Style { effort: 8.0, reading: 0.0, ..Style::default() });
    let (mut compared, mut open) = (0, 0);
    for number in 0..600 {
        let game = Game::ALL[number % 6];
        let stop = 20 + dice.below(5) as usize;
        let position = at_random(&mut dice, game, stop);
        let declarer = position.declarer();
        if position.turn() != Some(declarer) || game == Game::Null && position.tricks_of(Side::Declarer) > 0 {
            continue;
        }
        // Without bidding, seen by the declarer, and nothing read from the cards, all worlds count the same.
        let sight = Sight::playing(&position, declarer, &Auction::default()).unwrap();
        let advice = player.advise(&sight).unwrap();
        let goal = if game == Game::Null { 1 } else { 61 };
        for recommendation in &advice.all {
            if let Reason::Votes { share, worlds, .. } = recommendation.reason {
                assert_eq!(worlds as u64, Knowledge::of(&position, declarer).unwrap().count());
                let slow = slow_share(&position, recommendation.card, goal);
                assert!((share - slow).abs() < 1e-9, "{position:?} {recommendation:?} {slow}");
                compared += 1;
                open += usize::from(share > 0.0 && share < 1.0);
            }
        }
    }
    assert!(compared > 30 && open > 3, "{compared} {open}");
}

/// A random deal and game, with so many cards played at random.
fn at_random(dice: &mut Dice, game: Game, cards: usize) -> Position {
    let deal = Deal::random(dice);
    let setup = DealSetup {
        contract: Some(Contract::plain(game)),
        declarer: Some(Seat::ALL[dice.below(3) as usize]),
        hands: deal.holdings(),
        skat: Holding::full(deal.skat()),
        view: Some(View::Open),
        ..DealSetup::default()
    };
    let mut position = setup.validate().unwrap();
    while position.history().len() < cards {
        let legal: Vec<Card> = position.playable().iter().collect();
        position.play(legal[dice.below(legal.len() as u64) as usize]).unwrap();
    }
    position
}

#[test]
fn drawn_worlds_are_equally_likely() {
    let mut dice = Dice::new(9);
    let mut tried = 0;
    for number in 0..40 {
        let position = at_random(&mut dice, Game::ALL[number % 6], 15 + number % 9);
        let knowledge = Knowledge::of(&position, Seat::ALL[number % 3]).unwrap();
        let mut sampler = knowledge.sampler();
        assert_eq!(sampler.count(), knowledge.count());
        if !(10..300).contains(&knowledge.count()) {
            continue;
        }
        tried += 1;
        let all: Vec<World> = knowledge.worlds().collect();
        let mut seen: HashMap<World, usize> = HashMap::new();
        let each = 200;
        for _ in 0..each * all.len() {
            *seen.entry(sampler.draw(&mut dice).unwrap()).or_default() += 1;
        }
        for world in &all {
            let count = seen.remove(world).unwrap_or(0);
            assert!((each / 2..each * 2).contains(&count), "{count} of {each}");
        }
        assert!(seen.is_empty(), "drawn but impossible");
    }
    assert!(tried > 5, "{tried}");
}

fn some_lessons() -> Vec<Lesson> {
    let mut dice = Dice::new(6);
    (0..400)
        .map(|number| {
            let deal = Deal::random(&mut dice);
            let game = [Game::Suit(Suit::Hearts), Game::Grand, Game::Null][number % 3];
            let points = if game == Game::Null { 120 * (dice.below(2) as u8) } else { dice.below(121) as u8 };
            let (seat, bid) = (Seat::ALL[number % 3], 18 + dice.below(60) as u16);
            let (kept, laid) = (deal.hand(seat), deal.skat());
            Lesson { game, ouvert: number % 6 == 2, seat, kept, laid, bid, points }
        })
        .collect()
}

#[test]
fn tables_read_back() {
    let tables = Tables::default().learn(&some_lessons());
    let text = tables.to_string();
    assert!(text.lines().count() > 300);
    let again: Tables = text.parse().unwrap();
    assert_eq!(again, tables);
    assert_eq!(again.to_string(), text);
    // The shipped ones do too, and know something.
    let shipped: Tables = include_str!("../../assets/tables.txt").parse().unwrap();
    assert_eq!(&shipped, Tables::shipped());
    assert_eq!(shipped.to_string(), include_str!("../../assets/tables.txt"));
    assert!(shipped.weights(Game::Grand).iter().filter(|&&weight| weight != 0.0).count() > 100);
}

#[test]
fn bad_tables_say_where() {
    let why = |text: &str| text.parse::<Tables>().unwrap_err().to_string();
    assert_eq!(why(""), "line 1: a file of tables begins with 'kiebitz tables 1'");
    assert_eq!(why("kiebitz tables 1\nbids 3 4\nweight suit 9999 1"), "line 3: not understood");
    assert_eq!(why("kiebitz tables 1\nstep won suit 3 5 6"), "line 2: not understood");
    assert_eq!(why("kiebitz tables 1\ncurve won suit 3 -1"), "line 2: not understood");
    assert_eq!(why("kiebitz tables 1\nhello"), "line 2: not understood");
}

#[test]
fn strong_hands_are_worth_more() {
    let mut player = Player::new(Tables::shipped(), quick());
    let mut worth = |hand: &str, bid: u16| player.worth(hand.parse().unwrap(), Seat::Forehand, bid);
    let strong = "CJ.SJ.HJ.CA.CT.CK.C9.SA.HA.HT";
    let weak = "C9.C8.SK.SQ.S7.HQ.H8.DK.D9.D8";
    assert!(worth(strong, 18) > 80.0 && worth(weak, 18) < 0.0, "{} {}", worth(strong, 18), worth(weak, 18));
    // Nobody can be better off for having bid more than any game reaches.
    assert!(worth(strong, 264) < worth(strong, 18));
    let unlosable = "CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.HA";
    let games = Tables::shipped().hand_games(unlosable.parse().unwrap(), Seat::Forehand, 18);
    assert_eq!(games[0].contract.game(), Game::Grand);
    assert_eq!(Goal::of(games[0].contract).to_string().len(), 2);
}

#[test]
fn whoever_thinks_for_long_stops_when_told_to() {
    let line = "contract=H declarer=M F=CT.SK.SQ.S8.S7.HK.HQ.H9.H8.DT M=SJ.DJ.CA.SA.S9.HA.DA.D9.D8.D7 R=CJ.HJ.CK.CQ.C9.C8.ST.HT.DK.DQ skat=C7.H7 view=F";
    let position: Position = line.parse().unwrap();
    let sight = Sight::playing(&position, Seat::Forehand, &Auction::default()).unwrap();
    let cancel = kiebitz::search::Cancel::default();
    let flag = cancel.clone();
    // So much effort that nobody would live to hear the answer.
    let thinking = std::thread::spawn(move || {
        let mut player = Player::new(Tables::shipped(), Style { effort: 500.0, ..Style::default() });
        player.stop_on(Some(flag));
        player.advise(&sight).is_some()
    });
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(!thinking.is_finished(), "this takes longer");
    cancel.cancel();
    let start = std::time::Instant::now();
    while !thinking.is_finished() {
        assert!(start.elapsed() < std::time::Duration::from_secs(20), "it thinks on");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    thinking.join().unwrap();
}
