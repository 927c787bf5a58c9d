//! Seeded records of legal play, for benchmarks and tests that may not use real games.

use super::moves::{DealtCards, Move};
use super::record::Record;
use super::recount::{End, recount};
use super::result::{GameResult, RecordedResult};
use crate::cards::{Card, Cards, Dice};
use crate::deal::Deal;
use crate::rules::{Contract, Game, Seat};

/// One record of random but legal play, with the result that the rules give it. All the ways a
/// game can end occur: played out, decided early, given up by either side, passed.
#[must_use]
pub fn random_record(dice: &mut Dice, id: u64) -> Record {
    let deal = Deal::random(dice);
    let mut moves = Vec::with_capacity(48);
    if dice.below(20) == 0 {
        moves.extend([1, 2, 0].into_iter().filter_map(Seat::from_index).map(Move::Pass));
    } else {
        play(dice, &deal, &mut moves);
    }
    let hands = Seat::ALL.into_iter().map(|seat| deal.hand(seat)).chain([deal.skat()]);
    let cards = hands.flat_map(Cards::iter).map(Some).collect();
    let name = |dice: &mut Dice| Some(format!("player{}", dice.below(500)));
    let mut record = Record {
        place: Some("Kiebitz".into()),
        comment: Some(String::new()),
        series: Some((id / 36).to_string()),
        id: Some(id.to_string()),
        date: Some(format!("2020-{:02}-{:02}/12:00:00/UTC", 1 + id / 28 % 12, 1 + id % 28)),
        owner: None,
        players: [name(dice), name(dice), name(dice)],
        ratings: [const { Some(String::new()) }; 3],
        others: Vec::new(),
        deal: DealtCards { cards, parted: false },
        moves,
        result: RecordedResult::Unknown,
    };
    record.result = computed_result(&record);
    record
}

fn pick(dice: &mut Dice, cards: Cards) -> Option<Card> {
    cards.iter().nth(dice.below(cards.len() as u64) as usize)
}

fn play(dice: &mut Dice, deal: &Deal, moves: &mut Vec<Move>) {
    use Seat::{Forehand, Middlehand, Rearhand};
    let declarer = Seat::ALL[dice.below(3) as usize];
    moves.extend(match declarer {
        Forehand => [Move::Pass(Middlehand), Move::Pass(Rearhand), Move::Bid(Forehand, 18)],
        Middlehand => [Move::Bid(Middlehand, 18), Move::Pass(Forehand), Move::Pass(Rearhand)],
        Rearhand => [Move::Pass(Middlehand), Move::Bid(Rearhand, 18), Move::Pass(Forehand)],
    });
    let game = Game::ALL[dice.below(6) as usize];
    let mut hands = deal.hands();
    let contract = if dice.below(8) == 0 {
        let levels = dice.below(6);
        let null = game == Game::Null;
        let ouvert = levels == 1;
        let contract = Contract::new(game, true, levels == 2 && !null, levels == 3 && !null, ouvert);
        let contract = contract.unwrap_or(Contract::hand_game(game));
        moves.push(Move::Declare(declarer, contract, Vec::new()));
        contract
    } else {
        let mut twelve: Vec<Card> = (deal.hand(declarer) | deal.skat()).iter().collect();
        dice.shuffle(&mut twelve);
        let contract = Contract::plain(game);
        let skat: Vec<Option<Card>> = deal.skat().iter().map(Some).collect();
        if let (&[a, b], Some((discard, hand))) = (skat.as_slice(), twelve.split_at_checked(2)) {
            moves.push(Move::TakeSkat(declarer));
            moves.push(Move::Skat([a, b]));
            moves.push(Move::Declare(declarer, contract, discard.iter().copied().map(Some).collect()));
            hands[declarer] = hand.iter().copied().collect();
        }
        contract
    };
    let stop = if dice.below(4) == 0 { dice.below(30) } else { 30 };
    let mut turn = Forehand;
    let (mut points, mut tricks) = ([0, 0], [0, 0]);
    let mut trick: Vec<Card> = Vec::new();
    for _ in 0..stop {
        let legal = game.playable(hands[turn], trick.first().copied());
        let Some(card) = pick(dice, legal) else { break };
        hands[turn].remove(card);
        moves.push(Move::Play(turn, Some(card)));
        trick.push(card);
        turn = turn.next();
        if let &[a, b, c] = trick.as_slice() {
            turn = turn.after(game.trick_winner([a, b, c]));
            let side = usize::from(turn != declarer);
            points[side] += a.points() + b.points() + c.points();
            tricks[side] += 1;
            trick.clear();
            let decided = game == Game::Null && tricks[0] > 0
                || contract.announces_schwarz() && tricks[1] > 0
                || contract.announces_schneider() && points[1] > 30;
            if decided {
                return;
            }
        }
    }
    if stop < 30 {
        match dice.below(4) {
            0 => moves.push(Move::Resign(declarer)),
            1 => moves.push(Move::TimeOut(declarer.next())),
            2 => moves.push(Move::Leave(declarer)),
            _ => {
                moves.push(Move::Show(declarer, Vec::new()));
                moves.extend([1, 2].map(|turns| Move::Resign(declarer.after(turns))));
            }
        }
    }
}

/// The result that the rules give the record, as the server would write it; `Unknown` where they
/// cannot tell.
#[must_use]
pub fn computed_result(record: &Record) -> RecordedResult {
    let Ok(count) = recount(record) else { return RecordedResult::Unknown };
    if count.end == End::Passed {
        return RecordedResult::Passed;
    }
    let (Some(declarer), Some(outcome)) = (count.declarer, count.outcome) else {
        return RecordedResult::Unknown;
    };
    let last = |find: fn(&Move) -> Option<Seat>| {
        record.moves.iter().rev().find_map(find).map_or(-1, |seat| seat.index() as i8)
    };
    let left = last(|one| if let Move::Leave(seat) = one { Some(*seat) } else { None });
    let timed_out = last(|one| if let Move::TimeOut(seat) = one { Some(*seat) } else { None });
    // One defender who gives up ends nothing, if the other plays on.
    let given_up = matches!(count.end, End::DeclarerGaveUp | End::DefendersGaveUp);
    RecordedResult::Game(GameResult {
        declarer: declarer.index() as i8,
        kind: if outcome.won { "win" } else { "loss" }.into(),
        value: outcome.value,
        matadors: outcome.matadors.into(),
        overbid: outcome.overbid,
        points: count.tally.declarer_points.into(),
        tricks: count.tally.declarer_tricks.into(),
        schneider: outcome.schneider,
        schwarz: outcome.schwarz,
        penalties: [0; 3],
        left,
        timed_out,
        resigned: Some(given_up && left < 0 && timed_out < 0),
    })
}
