//! Puzzles, hints, refutations and results in words.

use super::attempt::Attempt;
use super::luck::Kept;
use super::practice::{Mark, Stats};
use super::thinking::Line;
use super::today::Day;
use crate::cards::{Card, Cards};
use crate::deal::{Position, View};
use crate::knowledge::Knowledge;
use crate::puzzle::question::{self, Attempt as Finding, Fact, Given, Placement, share};
use crate::puzzle::wording::{had_to_take, total};
use crate::puzzle::{Asks, Puzzle};
use crate::rules::{Game, Goal, Side};
use crate::words::Words;

/// What stands between facts.
const DOT: &str = "  ·  ";

/// The title, or what there is instead.
#[must_use]
pub(crate) fn title(puzzle: &Puzzle, words: &Words) -> String {
    let title = puzzle.title.get(words.language);
    if title.is_empty() { words.t("document.untitled").into() } else { title.into() }
}

/// The text of a grade.
#[must_use]
pub(crate) fn difficulty(grade: u8) -> &'static str {
    match grade {
        1 => "difficulty.easy",
        2 => "difficulty.medium",
        _ => "difficulty.hard",
    }
}

/// Game, declarer, what is asked, difficulty and tags.
pub(crate) fn facts(puzzle: &Puzzle, words: &Words) -> String {
    let position = &puzzle.position;
    let mut facts = vec![
        words.contract(position.contract()),
        words.fill("solve.declarer", &[("seat", &words.seat(position.declarer()))]),
        words.t(asks(puzzle.asks)).into(),
        words.fill("table.goal", &[("goal", &words.goal(puzzle.goal()))]),
    ];
    if !question::kind(puzzle.asks).table(puzzle).contract {
        // The game is asked for, and what it needs depends on it.
        facts = vec![words.seat(position.declarer()).into(), words.t(asks(puzzle.asks)).into()];
    }
    facts.extend(puzzle.difficulty.map(|grade| words.t(difficulty(grade)).into()));
    // What the game's name says already is not said twice.
    let said = facts[0].to_lowercase();
    let name = |tag: &String| tag_key(tag).map_or(tag.clone(), |key| words.t(key).into());
    let tags: Vec<String> = puzzle.tags.iter().map(name).collect();
    let tags: Vec<String> = tags.into_iter().filter(|tag| !said.contains(&tag.to_lowercase())).collect();
    if !tags.is_empty() {
        facts.push(tags.join(", "));
    }
    facts.join(DOT)
}

/// The texts of tags that every collection uses; others are shown as they are.
fn tag_key(tag: &str) -> Option<&'static str> {
    Some(match tag {
        "clubs" => "suit.clubs",
        "spades" => "suit.spades",
        "hearts" => "suit.hearts",
        "diamonds" => "suit.diamonds",
        "grand" => "game.grand",
        "null" => "game.null",
        "hand" => "contract.hand",
        "ouvert" => "contract.ouvert",
        "forehand" => "seat.forehand",
        "middlehand" => "seat.middlehand",
        "rearhand" => "seat.rearhand",
        "unlosable" => "value.unlosable",
        "open" => "tag.open",
        "discard" => "tag.discard",
        "lead" => "tag.lead",
        "fair" => "tag.fair",
        "odds" => "tag.odds",
        "chance" => "tag.chance",
        "throw" => "tag.throw",
        "trap" => "tag.trap",
        _ => return None,
    })
}

/// The text of a kind of question.
pub(crate) fn asks(asks: Asks) -> &'static str {
    match asks {
        Asks::Play => "asks.play",
        Asks::Card => "asks.card",
        Asks::Chance => "asks.chance",
        Asks::Beat => "asks.beat",
        Asks::Unlosable => "asks.unlosable",
        Asks::Points => "asks.points",
        Asks::Discard => "asks.discard",
        Asks::Cards => "asks.cards",
        Asks::Bid => "asks.bid",
        Asks::Announce => "asks.announce",
        Asks::FirstCards => "asks.first_cards",
    }
}

/// How solving goes: `71 % von 24 Versuchen richtig`, time, days in a row. Nothing before the first attempt.
pub(crate) fn stats(stats: &Stats, words: &Words) -> String {
    if stats.tries == 0 {
        return String::new();
    }
    let share = u64::from(stats.right) * 100 / u64::from(stats.tries.max(1));
    let tries = words.number(u64::from(stats.tries));
    let mut parts = vec![words.fill("list.rate", &[("share", &share), ("n", &tries)])];
    if let Some(seconds) = stats.seconds {
        let time = format!("{}:{:02}", seconds / 60, seconds % 60);
        parts.push(words.fill("list.time", &[("time", &time)]));
    }
    if stats.streak > 0 {
        parts.push(words.count("list.streak_one", "list.streak", u64::from(stats.streak)));
    }
    if stats.longest > stats.streak {
        parts.push(words.fill("list.longest", &[("n", &stats.longest)]));
    }
    parts.join(DOT)
}

/// Solved or not.
pub(crate) fn state(mark: Mark, today: Day, words: &Words) -> String {
    let key = match mark {
        _ if mark.is_due(today) => "list.due",
        Mark { solved: true, helped: true, .. } => "list.solved_helped",
        Mark { solved: true, .. } => "list.solved",
        Mark { tries: 0, .. } => "list.unsolved",
        _ => "list.tried",
    };
    words.t(key).into()
}

/// Cards in a row, as players sort them.
pub(crate) fn card_list(cards: Cards, game: Game, words: &Words) -> String {
    let names: Vec<String> = game.sorted(cards).into_iter().map(|card| words.card(card)).collect();
    names.join(", ")
}

/// What the person has to reach.
pub(crate) fn task(attempt: &Attempt, words: &Words) -> String {
    let aim = attempt.aim();
    let declarer = aim.side == Side::Declarer;
    match aim.goal {
        Goal::Points(points) if declarer => words.fill("task.points", &[("n", &points)]),
        Goal::Points(points) => words.fill("task.hold", &[("n", &points.saturating_sub(1))]),
        Goal::EveryTrick if declarer => words.t("task.every").into(),
        Goal::EveryTrick => words.t("task.one").into(),
        Goal::NoTrick if declarer => words.t("task.none").into(),
        Goal::NoTrick => words.t("task.force").into(),
    }
}

/// Which seat the person has.
pub(crate) fn seat(attempt: &Attempt, words: &Words) -> String {
    let position = attempt.position();
    let declarer = attempt.aim().side == Side::Declarer;
    match position.view() {
        View::Seat(seat) if declarer => words.fill("play.you_declarer", &[("seat", &words.seat(seat))]),
        View::Seat(seat) => words.fill("play.you_defender", &[("seat", &words.seat(seat))]),
        View::Open if declarer => words.t("play.you_open_declarer").into(),
        View::Open => words.t("play.you_open_defenders").into(),
    }
}

/// What the others do, for the beginning.
pub(crate) fn defence(attempt: &Attempt, words: &Words) -> &'static str {
    let declarer = attempt.aim().side == Side::Declarer;
    words.t(match attempt.position().view() {
        View::Seat(_) if attempt.luck.is_some() => "play.defence_chance",
        View::Open => "play.defence_open",
        View::Seat(_) if declarer => "play.defence_declarer",
        View::Seat(_) => "play.defence_defender",
    })
}

/// The hint as far as it has been asked for, line by line.
pub(crate) fn hint(attempt: &Attempt, words: &Words) -> Vec<String> {
    let Some(judged) = attempt.judged() else { return vec![words.t("hint.wait").into()] };
    let right: Cards = judged.iter().filter(|card| card.keeps).map(|card| card.card).collect();
    let game = attempt.position().game();
    let mut lines = vec![count(right.len(), judged.len(), words)];
    lines.extend(look_at(attempt, right, words));
    let best = attempt.best().or_else(|| game.sorted(right).first().copied());
    let Some(best) = best else { return lines };
    if attempt.help.hint >= 2 {
        lines.push(if game.trumps().has(best) {
            words.t("hint.trump").into()
        } else {
            words.fill("hint.suit", &[("suit", &words.suit(best.suit()))])
        });
    }
    if attempt.help.hint >= 3 {
        lines.push(words.fill("hint.card", &[("card", &words.card(best))]));
    }
    lines
}

fn count(right: usize, all: usize, words: &Words) -> String {
    match right {
        0 => words.t("hint.none").into(),
        n if n == all => words.t("hint.all").into(),
        1 => words.fill("hint.one", &[("all", &all)]),
        n => words.fill("hint.some", &[("n", &n), ("all", &all)]),
    }
}

/// What matters in the situation: leading, following, or being free to ruff or throw away.
fn look_at(attempt: &Attempt, right: Cards, words: &Words) -> Vec<String> {
    let position = attempt.position();
    let game = position.game();
    if right.is_empty() {
        return Vec::new();
    }
    if game == Game::Null {
        let own = attempt.aim().side == Side::Declarer;
        return vec![words.t(if own { "hint.null_own" } else { "hint.null_other" }).into()];
    }
    let mut lines = Vec::new();
    let trick = position.trick();
    match trick.first() {
        None => {
            if let Some(trumps) = trumps_out(position) {
                lines.push(words.count("hint.trump_out", "hint.trumps_out", trumps as u64));
            }
            lines.push(words.t("hint.lead").into());
        }
        Some(led) => {
            let playable = position.playable();
            let best = trick
                .iter()
                .skip(1)
                .fold(led.card, |best, play| if game.beats(play.card, best) { play.card } else { best });
            let takes = |card: &Card| game.beats(*card, best);
            let follows = playable.iter().any(|card| game.group(led.card).has(card));
            let (some, all) = (playable.iter().any(|card| takes(&card)), playable.iter().all(|c| takes(&c)));
            let points: u8 = trick.iter().map(|play| play.card.points()).sum();
            lines.push(words.fill("hint.on_table", &[("n", &points)]));
            if !follows {
                lines.push(words.t("hint.ruff").into());
            } else if some && !all {
                lines.push(words.t("hint.take").into());
            } else {
                lines.push(words.t(if some { "hint.must_take" } else { "hint.cannot_take" }).into());
            }
        }
    }
    lines
}

/// How many trumps the person does not see.
fn trumps_out(position: &Position) -> Option<usize> {
    let View::Seat(viewer) = position.view() else { return None };
    let knowledge = Knowledge::of(position, viewer).ok()?;
    Some((knowledge.unseen() & position.game().trumps()).len())
}

/// What a card leads to, in one or two sentences.
pub(crate) fn line(line: &Line, words: &Words) -> String {
    let Some(&card) = line.cards.first() else { return String::new() };
    let name = words.card(card);
    if line.keeps {
        return words.fill("why.right", &[("card", &name)]);
    }
    let mut text = match line.cards.get(1) {
        Some(&reply) => {
            let begun = line.end.history().len() - line.cards.len();
            let seat = line.end.history()[begun + 1].seat;
            words.fill(
                "why.reply",
                &[("card", &name), ("seat", &words.seat(seat)), ("reply", &words.card(reply))],
            )
        }
        None => words.fill("why.at_once", &[("card", &name)]),
    };
    text.push(' ');
    text += &consequence(line, words);
    text
}

fn consequence(line: &Line, words: &Words) -> String {
    let end = &line.end;
    let declarer = line.aim.side == Side::Declarer;
    let defenders = end.points(Side::Defenders);
    let own = end.points(Side::Declarer) + end.skat().points();
    match line.aim.goal {
        Goal::Points(goal) if declarer => words.fill("why.too_few", &[("n", &defenders), ("goal", &goal)]),
        Goal::Points(_) => words.fill("why.too_many", &[("n", &own)]),
        Goal::EveryTrick if declarer => match end.history().chunks(3).next_back() {
            Some(trick) => words.fill("why.lost_trick", &[("cards", &trick_text(trick, words))]),
            None => String::new(),
        },
        Goal::EveryTrick => words.t("why.all_tricks").into(),
        Goal::NoTrick if declarer => match end.history().chunks(3).next_back() {
            Some(trick) => {
                let forced = had_to_take(end);
                let key = if forced { "why.took_trick" } else { "why.gets_trick" };
                words.fill(key, &[("cards", &trick_text(trick, words))])
            }
            None => String::new(),
        },
        Goal::NoTrick => words.t("why.no_trick").into(),
    }
}

fn trick_text(trick: &[crate::deal::Play], words: &Words) -> String {
    trick.iter().map(|play| words.short_card(play.card)).collect::<Vec<_>>().join(" ")
}

/// What became of an answer, in words.
pub(crate) fn finding(finding: &Finding, puzzle: &Puzzle, words: &Words) -> String {
    let verdict = words.t(if finding.right { "answer.right" } else { "answer.wrong" });
    let goal = words.goal(puzzle.goal());
    let mut text = match &finding.fact {
        Fact::Wins(wins) => {
            let beat = puzzle.asks == Asks::Beat;
            let key = match (beat, wins) {
                (true, true) => "answer.not_beaten",
                (true, false) => "answer.beaten",
                (false, true) => "answer.unlosable",
                (false, false) => "answer.losable",
            };
            words.fill(key, &[("goal", &goal)])
        }
        Fact::Points(points) => match (&finding.given, finding.right) {
            (Given::Points(said), false) => {
                let less = said.trim().parse::<u8>().is_ok_and(|said| said < *points);
                words.t(if less { "answer.too_few" } else { "answer.too_many" }).into()
            }
            _ => words.fill("answer.points", &[("n", points)]),
        },
        Fact::Discard(contract, cards, wins) => {
            let list = card_list(*cards, contract.game(), words);
            let key = if *wins { "answer.discard" } else { "answer.discard_wrong" };
            words.fill(key, &[("cards", &list), ("goal", &goal)])
        }
        Fact::Game(contract, safe, _) => {
            let key = if *safe { "answer.game_safe" } else { "answer.game_losable" };
            words.sentence(key, &[("contract", &words.contract_in_text(*contract))])
        }
        Fact::Bid(_) if !finding.right => words.t("answer.bid_wrong").into(),
        Fact::Bid(bid) => words.fill("answer.bid", &[("bid", bid)]),
        Fact::Count(_) if !finding.right => words.t("answer.count_wrong").into(),
        Fact::Count(count) => words.fill("answer.count", &[("n", count)]),
        Fact::Placed(Placement::Conditions(true)) => words.t("answer.conditions_met").into(),
        Fact::Placed(Placement::Conditions(false)) => words.t("answer.conditions_missed").into(),
        Fact::Placed(Placement::Impossible(card, place)) => {
            words.fill("answer.impossible", &[("card", &words.card(*card)), ("place", &words.place(*place))])
        }
        Fact::Placed(Placement::Wins(true)) => words.t("answer.so_won").into(),
        Fact::Placed(Placement::Wins(false)) => words.t("answer.so_lost").into(),
        Fact::Placed(Placement::Elsewhere(0)) => words.t("answer.placed").into(),
        Fact::Placed(Placement::Elsewhere(n)) => {
            words.count("answer.elsewhere_one", "answer.elsewhere", *n as u64)
        }
    };
    if !finding.file_agrees {
        text.push(' ');
        text += words.t("answer.file_differs");
    }
    format!("{verdict} {text}")
}

/// What each card of the person's kept of the chance, and whether it kept all of it.
pub(crate) fn kept(attempt: &Attempt, words: &Words) -> Vec<(String, bool)> {
    let line = |kept: &Kept| {
        let whole = kept.won >= kept.best;
        let text = words.sentence(
            if whole { "chance.kept" } else { "chance.lost" },
            &[
                ("card", &words.card_in_text(kept.card)),
                ("share", &share(kept.won, kept.worlds, words)),
                ("best", &share(kept.best, kept.worlds, words)),
                ("won", &words.number(kept.won)),
                ("of", &words.number(kept.worlds)),
            ],
        );
        (text, whole)
    };
    attempt.kept().iter().filter(|kept| kept.worlds > 1 || kept.won < kept.best).map(line).collect()
}

/// How it ended in the deal that was drawn, and in how many the plan would have won.
fn luck_result(attempt: &Attempt, won: bool, words: &Words) -> String {
    let mut text: String = words.t(if won { "chance.won" } else { "chance.missed" }).into();
    if let Some(first) = attempt.kept().first() {
        text.push(' ');
        let values: [(&str, &dyn std::fmt::Display); 4] = [
            ("card", &words.card_in_text(first.card)),
            ("share", &share(first.won, first.worlds, words)),
            ("won", &words.number(first.won)),
            ("of", &words.number(first.worlds)),
        ];
        text += &words.sentence("chance.plan", &values);
    }
    text
}

/// How the game ended, in words; `None` while it is open.
pub(crate) fn result(attempt: &Attempt, words: &Words) -> Option<String> {
    let won = attempt.outcome()?;
    if attempt.luck.is_some() {
        return Some(luck_result(attempt, won, words));
    }
    let position = attempt.position();
    let mut text: String = words.t(if won { "result.won" } else { "result.lost" }).into();
    if position.turn().is_none() && position.game() != Game::Null {
        // All cards have fallen: what the defenders do not have is the declarer's, also where nobody has seen the skat.
        let other = position.points(Side::Defenders);
        let own = total(position).saturating_sub(other);
        text.push(' ');
        text += &words.fill("result.score", &[("own", &own), ("other", &other)]);
    }
    text.push(' ');
    text += &match (won, attempt.lost_at(), attempt.was_winnable()) {
        (true, _, _) if attempt.help.helped => words.t("result.helped").to_string(),
        (true, _, _) if attempt.help.slips > 0 => {
            words.fill("result.again", &[("n", &words.ordinal(u64::from(attempt.help.slips) + 1))])
        }
        (true, _, _) => words.count("result.right_one", "result.right", attempt.own_cards() as u64),
        (false, Some((at, play)), _) => {
            let before = position.gone().len() + attempt.start().history().len();
            let trick = (before + at) / 3 + 1;
            words.fill("result.lost_at", &[("trick", &trick), ("card", &words.card(play.card))])
        }
        (false, None, Some(false)) => words.t("result.never").to_string(),
        (false, None, _) => String::new(),
    };
    Some(text.trim_end().into())
}
