//! What to think of a card, in words: what it gave away against open cards, what against that which
//! the player could know, and why the two differ.

use crate::archive::analysis::{CardAnalysis, Chance, Ending, GameAnalysis, Judgement, Reason};
use crate::cards::Cards;
use crate::rules::{Game, Seat, Side};
use crate::search::open::Bounds;
use crate::words::Words;

/// The mark beside a card, readable without colour: points given away as a number, the rest as signs.
#[must_use]
pub fn mark(found: &CardAnalysis) -> String {
    let points = found.loss.open.unwrap_or(0);
    if found.is_lucky() {
        return "(?)".into();
    }
    match found.judgement {
        Judgement::Unknown | Judgement::Fine => String::new(),
        Judgement::Points | Judgement::Level => format!("−{points}"),
        Judgement::Unseen => "○".into(),
        Judgement::Unclear => "¿".into(),
        Judgement::Doubtful => "?".into(),
        Judgement::Risk => "?!".into(),
        Judgement::Blunder => "??".into(),
    }
}

/// The judgement in a word or two.
#[must_use]
pub fn title(judgement: Judgement, words: &Words) -> &'static str {
    match judgement {
        Judgement::Unknown => words.t("judge.unknown"),
        Judgement::Fine => words.t("judge.fine"),
        Judgement::Points => words.t("judge.points"),
        Judgement::Level => words.t("judge.level"),
        Judgement::Unseen => words.t("judge.unseen"),
        Judgement::Unclear => words.t("judge.unclear"),
        Judgement::Doubtful => words.t("judge.doubtful"),
        Judgement::Risk => words.t("judge.risk"),
        Judgement::Blunder => words.t("judge.blunder"),
    }
}

/// Cards as a list.
fn list(words: &Words, cards: Cards) -> String {
    cards.iter().map(|card| words.short_card(card)).collect::<Vec<_>>().join(" ")
}

/// The explanation of a card, sentence by sentence.
#[must_use]
pub fn card(words: &Words, found: &CardAnalysis) -> Vec<String> {
    if found.judgement == Judgement::Unknown {
        return vec![words.t("explain.unknown").into()];
    }
    found.reasons().iter().map(|reason| sentence(words, found, reason)).collect()
}

fn sentence(words: &Words, found: &CardAnalysis, reason: &Reason) -> String {
    let (card, seat) = (words.card(found.card), words.seat(found.seat));
    let known: [(&str, &dyn std::fmt::Display); 2] = [("card", &card), ("seat", &seat)];
    let fill = |key, more: &[(&str, &dyn std::fmt::Display)]| words.fill(key, &[&known, more].concat());
    match reason {
        Reason::OnlyCard => fill("explain.forced", &[]),
        Reason::OpenKept => fill("explain.kept", &[]),
        Reason::OpenPoints { from, to } => {
            fill("explain.points", &[("n", &from.abs_diff(*to)), ("from", from), ("to", to)])
        }
        Reason::OpenLevel { from, to, line } => {
            fill("explain.level", &[("n", &from.abs_diff(*to)), ("from", from), ("to", to), ("line", line)])
        }
        Reason::OpenLost { to, points } => {
            let winner = match to {
                Side::Declarer => words.t("explain.declarer_wins"),
                Side::Defenders => words.t("explain.defenders_win"),
            };
            match points {
                Some((before, after)) => {
                    fill("explain.lost_points", &[("winner", &winner), ("from", before), ("to", after)])
                }
                None => fill("explain.lost", &[("winner", &winner)]),
            }
        }
        Reason::ForcedKept => fill("explain.sure_kept", &[]),
        Reason::ForcedLost { better } if better.is_empty() => fill("explain.sure_lost", &[]),
        Reason::ForcedLost { better } => fill("explain.sure_better", &[("cards", &list(words, *better))]),
        Reason::StillStands => fill("explain.went_well", &[]),
        Reason::NothingForced => fill("explain.nothing_sure", &[]),
        Reason::NotFoundOut => fill("explain.not_settled", &[]),
        Reason::NotAsked => fill("explain.not_asked", &[]),
        Reason::OpenBetter { better } => fill("explain.better_open", &[("cards", &list(words, *better))]),
        Reason::Lucky => fill("explain.lucky", &[]),
        Reason::Odds { deals, played, card: best, exact: true, .. } if *best == found.card => {
            fill("explain.best_chance", &[("deals", deals), ("n", played)])
        }
        Reason::Odds { deals, played, card: best, .. } if *best == found.card => fill(
            "explain.best_odds",
            &[("deals", deals), ("n", played), ("range", &range(words, *played, *deals))],
        ),
        Reason::Odds { deals, played, best, card: other, exact: true } => fill(
            "explain.chance",
            &[("deals", deals), ("best", best), ("other", &words.card(*other)), ("played", played)],
        ),
        Reason::Odds { deals, played, best, card: other, .. } => fill(
            "explain.odds",
            &[
                ("deals", deals),
                ("best", best),
                ("range", &range(words, *best, *deals)),
                ("other", &words.card(*other)),
                ("played", played),
                ("played_range", &range(words, *played, *deals)),
            ],
        ),
        Reason::Counter { card: other, world } => {
            let others = Seat::ALL.into_iter().filter(|&seat| seat != found.seat);
            let mut hands: Vec<String> = others
                .map(|seat| format!("{} {}", words.seat(seat), list(words, world.hands[seat])))
                .collect();
            hands.push(format!("{} {}", words.t("place.skat"), list(words, world.skat)));
            fill("explain.counter", &[("other", &words.card(*other)), ("hands", &hands.join("; "))])
        }
        Reason::GuaranteeFell { from, to } if found.side == Side::Declarer => {
            fill("explain.fell_declarer", &[("from", from), ("to", to)])
        }
        Reason::GuaranteeFell { from, to } => fill("explain.fell_defender", &[("from", from), ("to", to)]),
        Reason::NoMistake => fill("explain.no_mistake", &[]),
    }
}

/// What deals drawn at random tell about all of them.
fn range(words: &Words, won: u16, deals: u16) -> String {
    let (low, high) = Chance::range(won, deals);
    format!("{}–{}", words.decimal(low * 100.0, 0), words.percent(high, 0))
}

/// A value as a player reads it: points, a range where it is not known exactly, a word in Null.
fn value(words: &Words, game: Game, points: Bounds, wins: Option<bool>) -> String {
    if game == Game::Null {
        return match wins {
            Some(true) => words.t("value.won_short").into(),
            Some(false) => words.t("value.lost_short").into(),
            None => "?".into(),
        };
    }
    match points.exact() {
        Some(points) => points.to_string(),
        None => format!("{}–{}", points.low, points.high),
    }
}

/// The figures of a card: open and guaranteed, before and after.
#[must_use]
pub fn figures(words: &Words, analysis: &GameAnalysis, found: &CardAnalysis) -> Vec<(&'static str, String)> {
    if found.judgement == Judgement::Unknown {
        return Vec::new();
    }
    let game = analysis.game;
    let open = found.open.map(|known| value(words, game, known.points, known.wins));
    let declarer = found.side == Side::Declarer;
    let own = found.own.map(|sure| value(words, game, sure.points, sure.win.map(|win| win == declarer)));
    let arrow = |[before, after]: [String; 2]| {
        if before == after { before } else { format!("{before} ➡ {after}") }
    };
    let sure = if declarer { words.t("explain.own_declarer") } else { words.t("explain.own_defender") };
    vec![(words.t("explain.open"), arrow(open)), (sure, arrow(own))]
}

/// What to say of the ending, if a side gave up what it had.
#[must_use]
pub fn ending(words: &Words, ending: &Ending) -> Option<String> {
    match ending.judgement {
        Judgement::Blunder => Some(words.t("explain.gave_up_sure").into()),
        Judgement::Unseen | Judgement::Unclear => Some(words.t("explain.gave_up_open").into()),
        _ => None,
    }
}

/// The forced wins of both sides, in sentences.
#[must_use]
pub fn forced(words: &Words, analysis: &GameAnalysis) -> Vec<String> {
    let mut lines = Vec::new();
    for side in [Side::Declarer, Side::Defenders] {
        let forced = analysis.forced(side);
        let Some(first) = forced.first() else { continue };
        let (who, seat) = (side_name(words, side), words.seat(first.seat));
        let from = words.fill("forced.from", &[("who", &who), ("seat", &seat), ("n", &(first.from + 1))]);
        let kept = match forced.lost() {
            Some(card) if card < analysis.cards.len() => words
                .fill("forced.lost", &[("n", &(card + 1)), ("card", &words.card(analysis.cards[card].card))]),
            Some(_) => words.t("forced.given_up").to_string(),
            None => words.t("forced.kept").to_string(),
        };
        lines.push(format!("{from} {kept}"));
    }
    if lines.is_empty() && analysis.done {
        lines.push(words.t("forced.never").into());
    }
    lines
}

/// Alleinspieler, Gegenspieler.
#[must_use]
fn side_name(words: &Words, side: Side) -> &'static str {
    match side {
        Side::Declarer => words.t("role.declarer"),
        Side::Defenders => words.t("forced.defenders"),
    }
}
