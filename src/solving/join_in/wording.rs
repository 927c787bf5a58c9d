//! What is said at the table.

use super::claim::Claimed;
use super::review::Review;
use crate::archive::score_list::{OTHERS, chair};
use crate::cards::{Card, Cards};
use crate::player::PlayedGame;
use crate::player::course::{Game, Refusal, Stage};
use crate::rules::{Asked, Call, Contract, Game as Kind, Goal, Seat, Side, Tally, evaluate, matadors};
use crate::search::proof::Refutation;
use crate::words::Words;

/// What somebody at the table is called.
pub(crate) fn name(seat: Seat, me: Seat, words: &Words) -> &'static str {
    match chair(seat, me) {
        0 => words.t("join.you"),
        other => OTHERS[other - 1],
    }
}

/// One word of the auction.
pub(crate) fn call(call: Call, words: &Words) -> String {
    match call {
        Call::Bid(number) => number.to_string(),
        Call::Hold => words.t("join.yes").into(),
        Call::Pass => words.t("join.pass").into(),
    }
}

/// What is going on, for the middle of the table while no card lies there.
pub(crate) fn hint(game: &Game, words: &Words) -> String {
    let Some(turn) = game.turn() else {
        let passed = game.played().is_some_and(|played| played.game.is_none());
        return words.t(if passed { "join.all_passed" } else { "join.laid_open" }).into();
    };
    let mine = turn == game.me();
    let who = name(turn, game.me(), words);
    match (game.stage(), mine) {
        (Stage::Bidding, true) => asked(game, words),
        (Stage::Choosing, true) => words.t("join.choose_here").into(),
        (Stage::Announcing { hand: false }, true) => words.t("play.discard_here").into(),
        (Stage::Announcing { hand: true }, true) => words.t("join.announce_here").into(),
        (Stage::Playing, true) => words.t("play.your_turn").into(),
        (Stage::Announcing { .. }, false) => words.fill("join.takes_skat", &[("name", &who)]),
        (_, false) => words.fill("join.thinks", &[("name", &who)]),
        (Stage::Over, true) => String::new(),
    }
}

/// What the person is asked in the auction, and by whom.
pub(crate) fn asked(game: &Game, words: &Words) -> String {
    match game.auction().asked() {
        Asked::Hold(number) => {
            let last = game.auction().calls().last().map_or(game.me(), |&(seat, _)| seat);
            let who = name(last, game.me(), words);
            words.fill("join.hold", &[("name", &who), ("n", &number)])
        }
        Asked::Number => {
            let left = |seat: &Seat| *seat != game.me() && !game.auction().has_passed(*seat);
            match Seat::ALL.into_iter().find(left) {
                Some(hearer) => words.fill("join.bid_to", &[("name", &name(hearer, game.me(), words))]),
                None => words.t("join.bid_last").into(),
            }
        }
    }
}

/// Why a game cannot be announced.
pub(crate) fn refusal(refusal: Refusal, words: &Words) -> &'static str {
    match refusal {
        Refusal::NotNow => words.t("join.not_yet"),
        Refusal::Discard => words.t("join.discard_two"),
        Refusal::NullBelowBid => words.t("join.null_below"),
    }
}

/// "With two", "without one": empty in Null.
pub(crate) fn with(matadors: i8, words: &Words) -> String {
    let n = matadors.unsigned_abs();
    match matadors {
        0 => String::new(),
        1.. => words.fill("join.with", &[("n", &n)]),
        _ => words.fill("join.without", &[("n", &n)]),
    }
}

/// What a game counts that is just won with these cards.
pub(crate) fn worth(contract: Contract, cards: Cards) -> i32 {
    let (points, tricks) = match Goal::of(contract) {
        Goal::Points(points) => (points, 5),
        Goal::EveryTrick => (120, 10),
        Goal::NoTrick => (0, 0),
    };
    let tally = Tally { declarer_points: points, declarer_tricks: tricks, finished_tricks: 10 };
    evaluate(contract, cards, 0, tally).value
}

/// What an announcement would mean: what it counts, and what has to be reached.
pub(crate) fn outlook(contract: Contract, cards: Cards, bid: u16, words: &Words) -> (String, Option<String>) {
    let with_how_many = matadors(contract.game(), cards);
    let value = worth(contract, cards);
    let mut parts = vec![words.contract(contract), with(with_how_many, words)];
    parts.retain(|part| !part.is_empty());
    let counts = words.fill("join.worth", &[("game", &parts.join(", ")), ("n", &value)]);
    let problem = match Goal::with_bid(contract, with_how_many, bid) {
        _ if contract.game() == Kind::Null && value < i32::from(bid) => {
            Some(words.t("join.null_below").into())
        }
        Some(goal) if goal == Goal::of(contract) => None,
        Some(goal) => Some(words.fill("join.goal_rises", &[("goal", &words.goal(goal))])),
        None => Some(words.t("join.overbid_now").into()),
    };
    (counts, problem)
}

/// The hidden hands of a deal that beats something.
fn hands(deal: &Refutation, me: Seat, words: &Words) -> String {
    let game = deal.position.game();
    let hold = |seat: Seat| {
        let cards = words.hand(deal.hands[seat], game).replace("  ", ", ");
        format!("{} {cards}", name(seat, me, words))
    };
    let hands: Vec<String> = Seat::ALL.into_iter().filter(|&seat| seat != me).map(hold).collect();
    words.and(&hands)
}

/// What the others say to a claim.
pub(crate) fn claimed(claimed: &Claimed, me: Seat, words: &Words) -> String {
    match claimed {
        Claimed::Granted => words.t("join.claim_granted").into(),
        Claimed::Unclear => words.t("join.claim_unclear").into(),
        Claimed::Refused(None) => words.t("join.claim_refused").into(),
        Claimed::Refused(Some(deal)) => {
            words.fill("join.claim_refused_by", &[("hands", &hands(deal, me, words))])
        }
    }
}

/// What the review of a game says.
pub(crate) fn review(review: &Review, me: Seat, words: &Words) -> String {
    let better = |better: &Option<Card>| match better {
        Some(card) => words.fill("review.better", &[("card", &words.card(*card))]),
        None => String::new(),
    };
    let text = match review {
        Review::Clean => words.t("review.clean").to_string(),
        Review::LetGo { trick, card, better: other, deal } => {
            let values: [(&str, &dyn std::fmt::Display); 4] = [
                ("card", &words.card(*card)),
                ("trick", &words.ordinal(*trick as u64)),
                ("hands", &hands(deal, me, words)),
                ("better", &better(other)),
            ];
            words.fill("review.let_go", &values)
        }
        Review::Points { trick, card, better: other, points } => {
            let values: [(&str, &dyn std::fmt::Display); 4] = [
                ("card", &words.card(*card)),
                ("trick", &words.ordinal(*trick as u64)),
                ("points", &words.points(*points)),
                ("better", &better(other)),
            ];
            words.fill("review.points", &values)
        }
    };
    text.trim_end().into()
}

/// Who plays what, and for how much.
pub(crate) fn plays(seat: Seat, contract: Contract, bid: u16, me: Seat, words: &Words) -> String {
    let game = words.contract(contract);
    if seat == me {
        return words.fill("join.you_play", &[("game", &game), ("bid", &bid)]);
    }
    words.fill("join.plays", &[("name", &name(seat, me, words)), ("game", &game), ("bid", &bid)])
}

/// Who has won.
pub(crate) fn winner(game: &PlayedGame, me: Seat, words: &Words) -> String {
    let who = name(game.declarer, me, words);
    match (game.declarer == me, game.outcome.won) {
        (true, true) => words.t("join.you_win").into(),
        (true, false) => words.t("join.you_lose").into(),
        (false, true) => words.fill("join.wins", &[("name", &who)]),
        (false, false) => words.fill("join.loses", &[("name", &who)]),
    }
}

/// Whether that is good news for the person.
pub(crate) fn is_good(game: &PlayedGame, me: Seat) -> bool {
    game.outcome.won == (me.side(game.declarer) == Side::Declarer)
}

/// How the value comes about: "with 2, schneider: 4 × 12 = 48".
pub(crate) fn value(game: &PlayedGame, words: &Words) -> String {
    let outcome = game.outcome;
    let mut parts = vec![with(outcome.matadors, words)];
    let contract = game.contract;
    for (on, word) in [
        (contract.is_hand(), words.t("contract.hand")),
        (outcome.schwarz || contract.announces_schwarz(), words.t("list.schwarz")),
        (
            (outcome.schneider || contract.announces_schneider())
                && !(outcome.schwarz || contract.announces_schwarz()),
            words.t("list.schneider"),
        ),
        (contract.announces_schneider(), words.t("join.announced")),
        (contract.is_ouvert(), words.t("contract.ouvert")),
        (outcome.overbid, words.t("list.overbid")),
    ] {
        if on {
            parts.push(word.into());
        }
    }
    parts.retain(|part| !part.is_empty());
    let single = outcome.value.unsigned_abs() / if outcome.won { 1 } else { 2 };
    let sum = match contract.game().base_value() {
        Some(base) => format!("{} × {base} = {single}", single / u32::from(base)),
        None => single.to_string(),
    };
    let sum = if parts.is_empty() { sum } else { format!("{}: {sum}", parts.join(", ")) };
    if outcome.won { sum } else { words.fill("join.doubled", &[("sum", &sum)]) }
}

/// A number with its sign.
pub(crate) fn signed(n: i64) -> String {
    match n {
        0 => "0".into(),
        1.. => format!("+{n}"),
        _ => format!("−{}", -n),
    }
}
