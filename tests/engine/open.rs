//! The open-card solver against a plain minimax, against itself with each idea switched off, and
//! against values that several independent programs computed.
//!
//! The long versions run with `cargo test --test engine open -- --ignored`.

use kiebitz::cards::{Card, Cards, Dice, Suit};
use kiebitz::deal::{Deal, Position};
use kiebitz::rules::{Game, Goal, Seat, Side};
use kiebitz::search::open::{Bounds, Ideas, OpenError, Solver};
use kiebitz::search::{Cancel, Limits};

// ---------------------------------------------------------------------------------------------
// A plain minimax: the rules, and nothing else.

#[derive(Clone)]
struct Plain {
    game: Game,
    hands: [Cards; 3], // by seat
    declarer: usize,
    leader: usize,
    trick: Vec<Card>,
}

impl Plain {
    fn of(position: &Position) -> Plain {
        let hands = position.open_hands().unwrap();
        let trick: Vec<Card> = position.trick().iter().map(|play| play.card).collect();
        let turn = position.turn().unwrap().index();
        Plain {
            game: position.game(),
            hands: Seat::ALL.map(|seat| hands[seat]),
            declarer: position.declarer().index(),
            leader: (turn + 3 - trick.len()) % 3,
            trick,
        }
    }

    fn turn(&self) -> usize {
        (self.leader + self.trick.len()) % 3
    }

    /// What the declarer still gets: points, or 1 for a Null without a further trick.
    fn value(&self) -> i32 {
        if self.hands[self.turn()].is_empty() {
            return i32::from(self.game == Game::Null);
        }
        let values = self.playable().into_iter().map(|card| self.value_after(card));
        if self.turn() == self.declarer { values.max().unwrap() } else { values.min().unwrap() }
    }

    fn playable(&self) -> Cards {
        self.game.playable(self.hands[self.turn()], self.trick.first().copied())
    }

    fn value_after(&self, card: Card) -> i32 {
        let mut next = self.clone();
        next.hands[self.turn()].remove(card);
        next.trick.push(card);
        let &[a, b, c] = &next.trick[..] else { return next.value() };
        next.leader = (self.leader + self.game.trick_winner([a, b, c])) % 3;
        next.trick.clear();
        if next.leader != self.declarer {
            return next.value();
        }
        if self.game == Game::Null {
            return 0;
        }
        next.value() + i32::from(a.points() + b.points() + c.points())
    }

    /// Whether the declarer takes every trick.
    fn schwarz(&self) -> bool {
        if self.hands[self.turn()].is_empty() {
            return true;
        }
        let mut after = self.playable().into_iter().map(|card| {
            let mut next = self.clone();
            next.hands[self.turn()].remove(card);
            next.trick.push(card);
            if let &[a, b, c] = &next.trick[..] {
                next.leader = (self.leader + self.game.trick_winner([a, b, c])) % 3;
                next.trick.clear();
                if next.leader != self.declarer {
                    return false;
                }
            }
            next.schwarz()
        });
        if self.turn() == self.declarer { after.any(|won| won) } else { after.all(|won| won) }
    }
}

// ---------------------------------------------------------------------------------------------
// Random positions.

fn list(cards: Cards) -> String {
    cards.to_string()
}

/// An endgame with so many cards a hand, perhaps in the middle of a trick, some points taken.
fn endgame(dice: &mut Dice, game: Game, size: usize) -> Position {
    let mut deck: Vec<Card> = Card::all().collect();
    dice.shuffle(&mut deck);
    let part = |from: usize, to: usize| -> Cards { deck[from..to].iter().copied().collect() };
    let seat = |dice: &mut Dice| ['F', 'M', 'R'][dice.below(3) as usize];
    let gone = part(3 * size + 2, 32);
    let taken = if game == Game::Null { 0 } else { dice.below(u64::from(gone.points()) + 1) };
    let defenders = if game == Game::Null { 0 } else { u64::from(gone.points()) - taken };
    let line = format!(
        "contract={game} declarer={} lead={} F={} M={} R={} skat={} gone={} points={taken}:{defenders} view=open",
        seat(dice),
        seat(dice),
        list(part(0, size)),
        list(part(size, 2 * size)),
        list(part(2 * size, 3 * size)),
        list(part(3 * size, 3 * size + 2)),
        list(gone),
    );
    let mut position: Position = line.parse().unwrap();
    for _ in 0..dice.below(3) {
        let cards: Vec<Card> = position.playable().iter().collect();
        position.play(cards[dice.below(cards.len() as u64) as usize]).unwrap();
    }
    position
}

fn deal_line(deal: &Deal, game: Game, declarer: Seat) -> Position {
    let hand = |seat: Seat| list(deal.hand(seat));
    let [f, m, r] = Seat::ALL.map(hand);
    format!("contract={game} declarer={declarer} F={f} M={m} R={r} skat={} view=open", list(deal.skat()))
        .parse()
        .unwrap()
}

fn have(position: &Position) -> i32 {
    i32::from(position.skat().points()) + i32::from(position.points(Side::Declarer))
}

/// A plain search is too slow for more cards than this.
const PLAIN_SIZE: u64 = 5;

fn compare_with_plain(seed: u64, count: usize, largest: u64) {
    let mut dice = Dice::new(seed);
    let mut solver = Solver::with_table(4);
    let none = Limits::none();
    for i in 0..count {
        let game = Game::ALL[i % 6];
        let size = 1 + dice.below(largest) as usize;
        let position = endgame(&mut dice, game, size);
        let plain = Plain::of(&position);
        let goal = Goal::of(position.contract());
        let offset = if game == Game::Null { 0 } else { have(&position) };
        let cards = solver.cards(&position, goal, &none).unwrap();
        assert_eq!(cards.iter().map(|card| card.card).collect::<Cards>(), position.playable());
        for card in &cards {
            let right = offset + plain.value_after(card.card);
            assert_eq!(card.value.exact().map(i32::from), Some(right), "{position} {}", card.card);
            let needed = if game == Game::Null { 1 } else { 61 };
            assert_eq!(card.declarer_wins, Some(right >= needed));
        }
        // The position's own value and decisions, from an empty table and from a full one.
        let right = offset + plain.value();
        for _ in 0..2 {
            let value = solver.value(&position, &none).unwrap();
            assert_eq!(value.exact().map(i32::from), Some(right), "{position}");
            solver.clear();
        }
        if game != Game::Null {
            for points in [right - 1, right, right + 1, 61] {
                let Ok(points @ 1..=120) = u8::try_from(points) else { continue };
                let decided = solver.decide(&position, Goal::Points(points), &none).unwrap();
                assert_eq!(decided, Some(right >= i32::from(points)), "{position} {points}");
            }
            if size <= 4 {
                let schwarz = solver.decide(&position, Goal::EveryTrick, &none).unwrap();
                let possible = !position.has_trick(Side::Defenders);
                assert_eq!(schwarz, Some(possible && plain.schwarz()), "{position}");
            }
        }
    }
}

#[test]
fn a_plain_minimax_agrees() {
    compare_with_plain(1, 2500, 4);
    compare_with_plain(2, 500, PLAIN_SIZE);
}

#[test]
#[ignore = "long"]
fn a_plain_minimax_agrees_on_many() {
    compare_with_plain(3, 8_000, PLAIN_SIZE);
}

// ---------------------------------------------------------------------------------------------
// Each idea switched off: small endgames hide unsound ones, so these have six to eight cards.

fn compare_with_itself(seed: u64, count: usize) {
    let each = Ideas::EACH.map(|(name, idea)| (name, Ideas::ALL - idea));
    let mut dice = Dice::new(seed);
    let none = Limits::none();
    for i in 0..count {
        let game = [Game::Grand, Game::ALL[i / 2 % 4], Game::Null][i % 3];
        let size = 6 + dice.below(3) as usize;
        let position = endgame(&mut dice, game, size);
        let full = Solver::with_table(64).value(&position, &none).unwrap();
        assert!(full.exact().is_some());
        for (name, ideas) in each {
            let value = Solver::with_table(64).with_ideas(ideas).value(&position, &none).unwrap();
            assert_eq!(value, full, "without {name}: {position}");
        }
        if size < 8 {
            let bare = Solver::with_table(64).with_ideas(Ideas::NONE).value(&position, &none).unwrap();
            assert_eq!(bare, full, "without any: {position}");
        }
    }
}

#[test]
fn no_idea_changes_a_value() {
    compare_with_itself(5, 90);
}

#[test]
#[ignore = "long"]
fn no_idea_changes_any_of_many_values() {
    compare_with_itself(6, 3000);
}

/// Null hands that are nearly safe, where the art of the Null search is at work.
#[test]
fn no_idea_changes_a_close_null() {
    let mut dice = Dice::new(7);
    let none = Limits::none();
    let mut won = 0;
    for _ in 0..4000 {
        let size = 6 + dice.below(3) as usize;
        let position = endgame(&mut dice, Game::Null, size);
        let full = Solver::with_table(4).value(&position, &none).unwrap();
        // Most random Nulls are lost at once; every win is looked at, and a few of the others.
        if full.exact() == Some(0) && dice.below(20) > 0 {
            continue;
        }
        won += u32::from(full.low);
        for ideas in Ideas::EACH.map(|(_, idea)| Ideas::ALL - idea).into_iter().chain([Ideas::NONE]) {
            let value = Solver::with_table(4).with_ideas(ideas).value(&position, &none).unwrap();
            assert_eq!(value, full, "{ideas:?}: {position}");
        }
    }
    assert!(won > 50, "{won}");
}

/// Every trick, with and without the ideas that search uses.
#[test]
fn no_idea_changes_a_schwarz() {
    let mut dice = Dice::new(8);
    let none = Limits::none();
    let mut made = 0;
    for i in 0..3000 {
        let game = [Game::Grand, Game::ALL[i / 2 % 4]][i % 2];
        let size = 5 + dice.below(4) as usize;
        let mut position = endgame(&mut dice, game, size);
        // Schwarz needs defenders without a trick so far.
        let line = position.to_string();
        let points = line.split(' ').find(|word| word.starts_with("points="));
        if let Some(points) = points {
            position = line.replace(points, "points=0:0").parse().unwrap();
        }
        let ask = |ideas: Ideas| {
            Solver::with_table(4).with_ideas(ideas).decide(&position, Goal::EveryTrick, &none).unwrap()
        };
        let full = ask(Ideas::ALL);
        made += u32::from(full == Some(true));
        if full == Some(true) || i % 10 == 0 {
            assert_eq!(ask(Ideas::ALL - Ideas::CASH), full, "{position}");
            assert_eq!(ask(Ideas::ALL - Ideas::EQUAL), full, "{position}");
        }
        if full == Some(true) {
            // Who takes every trick takes every point.
            let value = Solver::with_table(4).value(&position, &none).unwrap();
            assert_eq!(value.low as i32 - have(&position), i32::from(in_play(&position).points()));
        }
    }
    assert!(made > 10, "{made}");
}

fn in_play(position: &Position) -> Cards {
    let hands = position.open_hands().unwrap();
    let table: Cards = position.trick().iter().map(|play| play.card).collect();
    Seat::ALL.iter().fold(table, |all, &seat| all | hands[seat])
}

// ---------------------------------------------------------------------------------------------
// Values that several independent programs computed.

/// The deals of `tests/data/open-values.txt`, with a value for each game.
fn known_values() -> Vec<(Deal, Seat, [u8; 6])> {
    let text = include_str!("../data/open-values.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let read = lines.map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let held = |holder: char| -> Cards {
            let places = words[0].chars().zip(Card::all());
            places.filter(|&(letter, _)| letter == holder).map(|(_, card)| card).collect()
        };
        let hands = kiebitz::rules::BySeat(['F', 'M', 'R'].map(held));
        let values: Vec<u8> = words[2..].iter().map(|word| word.parse().unwrap()).collect();
        (
            Deal::new(hands, held('-')).unwrap(),
            Seat::from_letter(words[1]).unwrap(),
            values.try_into().unwrap(),
        )
    });
    read.collect()
}

fn compare_with_known(step: usize) {
    let mut solver = Solver::with_table(64);
    for (deal, declarer, values) in known_values().into_iter().step_by(step) {
        for (game, value) in Game::ALL.into_iter().zip(values) {
            let position = deal_line(&deal, game, declarer);
            let found = solver.value(&position, &Limits::none()).unwrap();
            assert_eq!(found, Bounds { low: value, high: value }, "{position}");
        }
    }
}

#[test]
fn known_values_agree() {
    assert_eq!(known_values().len(), 100);
    compare_with_known(1);
}

// ---------------------------------------------------------------------------------------------
// Lines, best cards, discards, limits.

fn full_deal(seed: u64, game: Game) -> Position {
    let deal = Deal::random(&mut Dice::new(seed));
    deal_line(&deal, game, Seat::ALL[(seed % 3) as usize])
}

#[test]
fn the_line_ends_at_the_value() {
    let none = Limits::none();
    let mut solver = Solver::with_table(64);
    for seed in 0..12 {
        let game = Game::ALL[seed as usize % 6];
        let start = full_deal(seed, game);
        let value = solver.value(&start, &none).unwrap().exact().unwrap();
        let mut position = start.clone();
        for card in solver.line(&start, &none).unwrap() {
            let best = solver.best_cards(&position, &none).unwrap();
            assert!(best.has(card), "{position}: {card} is not among {best}");
            position.play(card).unwrap();
        }
        if game == Game::Null {
            assert_eq!(position.has_trick(Side::Declarer), value == 0);
            assert_eq!(position.turn().is_none(), value == 1);
        } else {
            assert_eq!(position.turn(), None);
            assert_eq!(have(&position), i32::from(value));
        }
    }
}

#[test]
fn every_discard_has_its_value() {
    let none = Limits::none();
    let mut dice = Dice::new(44);
    for game in [Game::Grand, Game::Suit(Suit::Spades), Game::Null] {
        let deal = Deal::random(&mut dice);
        let declarer = Seat::Middlehand;
        let mut solver = Solver::new();
        let discards = solver.discards(&deal, game, declarer, &none);
        assert_eq!(discards.len(), 66);
        assert!(discards.is_sorted_by_key(|discard| std::cmp::Reverse(discard.value.low)));
        for discard in discards.iter().step_by(13) {
            let after = deal.with_discard(declarer, discard.cards).unwrap();
            let alone = Solver::with_table(16).value(&deal_line(&after, game, declarer), &none).unwrap();
            assert_eq!(discard.value, alone, "{}", discard.cards);
        }
    }
}

#[test]
fn limits_return_what_is_known() {
    let mut stopped = 0;
    for seed in 0..30 {
        let game = Game::ALL[seed as usize % 6];
        let position = full_deal(seed, game);
        let right = Solver::new().value(&position, &Limits::none()).unwrap().exact().unwrap();
        let mut solver = Solver::with_table(16);
        for nodes in [0, 1, 10, 100, 1000, 5000, 20_000] {
            let limits = Limits::nodes(nodes);
            let value = solver.value(&position, &limits).unwrap();
            assert!((value.low..=value.high).contains(&right), "{position} {nodes}: {value:?}, not {right}");
            stopped += u32::from(value.exact().is_none());
            let goal = Goal::of(position.contract());
            let needed = if game == Game::Null { 1 } else { 61 };
            let decided = solver.decide(&position, goal, &limits).unwrap();
            assert!(decided.is_none_or(|wins| wins == (right >= needed)));
            for card in solver.cards(&position, goal, &limits).unwrap() {
                assert!(card.value.low <= card.value.high);
                let mut after = position.clone();
                after.play(card.card).unwrap();
                if nodes == 1000 && seed < 6 {
                    let right = Solver::new().value(&after, &Limits::none()).unwrap().low;
                    assert!((card.value.low..=card.value.high).contains(&right));
                }
            }
        }
        // What an interrupted search left in the table is true.
        assert_eq!(solver.value(&position, &Limits::none()).unwrap().exact(), Some(right));
    }
    assert!(stopped > 50, "{stopped}");
}

#[test]
fn a_cancelled_search_proves_nothing() {
    let cancel = Cancel::default();
    cancel.cancel();
    let position = full_deal(3, Game::Grand);
    let mut solver = Solver::new();
    let limits = Limits::until(cancel);
    assert_eq!(solver.decide(&position, Goal::Points(61), &limits).unwrap(), None);
    assert_eq!(solver.value(&position, &limits).unwrap().exact(), None);
    assert!(solver.line(&position, &limits).unwrap().is_empty());
    assert_eq!(solver.best_cards(&position, &limits).unwrap(), Cards::NONE);
}

#[test]
fn the_smallest_table_gives_the_same_answers() {
    for seed in 0..6 {
        let position = full_deal(seed + 100, Game::ALL[seed as usize]);
        let small = Solver::with_table(0).value(&position, &Limits::none()).unwrap();
        assert_eq!(small, Solver::new().value(&position, &Limits::none()).unwrap());
    }
}

#[test]
fn what_cannot_be_solved_says_why() {
    let closed: Position =
        "contract=G declarer=F F=CJ.SJ.HJ.DJ.CA.CT.SA.ST.HA.HT skat=D7.D8".parse().unwrap();
    let mut solver = Solver::new();
    assert_eq!(solver.value(&closed, &Limits::none()), Err(OpenError::Unplaced));
    let grand = full_deal(1, Game::Grand);
    assert!(matches!(
        solver.decide(&grand, Goal::NoTrick, &Limits::none()),
        Err(OpenError::Goal { goal: Goal::NoTrick, .. })
    ));
}

/// The same question to a fresh solver costs the same, on whatever thread.
#[test]
fn work_is_repeatable_on_any_thread() {
    let ask = |seed: u64| {
        let position = full_deal(seed, Game::ALL[seed as usize % 6]);
        let mut solver = Solver::with_table(8);
        let value = solver.value(&position, &Limits::none()).unwrap();
        (value, solver.nodes())
    };
    let alone: Vec<_> = (0..6).map(ask).collect();
    let threads: Vec<_> = (0..6).map(|seed| std::thread::spawn(move || ask(seed))).collect();
    let together: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    assert_eq!(alone, together);
}
