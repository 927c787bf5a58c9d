//! What is said of a game: for programs as JSON, for a person in words.

use crate::archive::analysis::{CardAnalysis, Depth, GameAnalysis, Known, Summary, Sure};
use crate::archive::reasons::reason;
use crate::archive::{End, Record, RecordedGame, explain};
use crate::cards::Cards;
use crate::cli::speech;
use crate::rules::{Contract, Goal, Seat, Side};
use crate::search::open::Bounds;
use crate::words::Words;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::io;

/// One line of the answer. Cards are counted from 1.
pub(super) struct Line {
    key: u64,
    file: String,
    line: u64,
    content: Result<Content, String>,
}

struct Content {
    id: Option<String>,
    players: [Option<String>; 3],
    depth: Depth,
    contract: Option<Contract>,
    end: End,
    analysis: Option<GameAnalysis>,
}

impl Line {
    pub(super) fn error(key: u64, file: String, line: u64, error: String) -> Line {
        Line { key, file, line, content: Err(error) }
    }

    pub(super) fn game(
        key: u64,
        file: String,
        line: u64,
        record: &Record,
        game: &RecordedGame,
        analysis: Option<GameAnalysis>,
        depth: Depth,
    ) -> Line {
        let content = Content {
            id: record.id.clone(),
            players: record.players.clone(),
            depth,
            contract: game.play.as_ref().map(|play| play.contract),
            end: game.count.end,
            analysis,
        };
        Line { key, file, line, content: Ok(content) }
    }

    pub(super) fn is_error(&self) -> bool {
        self.content.is_err()
    }

    /// The object of a game on one line, with its line feed.
    pub(super) fn json(&self, cards: bool) -> io::Result<String> {
        let mut object = Map::new();
        object.insert("key".into(), format!("{:016x}", self.key).into());
        object.insert("file".into(), self.file.clone().into());
        object.insert("line".into(), self.line.into());
        match &self.content {
            Err(error) => {
                object.insert("error".into(), error.clone().into());
            }
            Ok(content) => content.json(&mut object, cards),
        }
        let mut text = serde_json::to_string(&object)?;
        text.push('\n');
        Ok(text)
    }

    /// The game for a person, with its line feeds.
    pub(super) fn text(&self) -> String {
        let words = speech::words();
        let mut text = format!("{}:{}", self.file, self.line);
        match &self.content {
            Err(error) => {
                writeln!(text, ": {}", reason(&words, error)).ok();
            }
            Ok(content) => {
                let id = content.id.as_deref().unwrap_or("");
                write!(text, " {}: ", words.fill("cli.game_number", &[("id", &id)])).ok();
                content.text(&words, &mut text);
            }
        }
        text
    }
}

/// Who plays a side.
fn side_name(side: Side) -> &'static str {
    match side {
        Side::Declarer => "declarer",
        Side::Defenders => "defenders",
    }
}

fn end_name(end: End) -> &'static str {
    match end {
        End::Passed => "passed",
        End::Played => "played",
        End::Decided => "decided",
        End::DeclarerGaveUp => "declarer gave up",
        End::DefendersGaveUp => "defenders gave up",
        End::BeforeTheGame(_) => "ended before the game",
        End::Unfinished => "unfinished",
        End::Hidden => "hidden",
    }
}

/// The same for a person: the key of the words.
fn end_key(end: End) -> &'static str {
    match end {
        End::Passed => "result.passed",
        End::Played => "cli.end_played",
        End::Decided => "result.decided",
        End::DeclarerGaveUp => "result.declarer_gave_up",
        End::DefendersGaveUp => "result.defenders_gave_up",
        End::BeforeTheGame(_) => "result.before",
        End::Unfinished => "result.unfinished",
        End::Hidden => "cli.end_hidden",
    }
}

fn goal_value(goal: Goal) -> Value {
    match goal {
        Goal::Points(points) => points.into(),
        other => other.to_string().into(),
    }
}

/// A value: a number if it is exact, else its bounds; nothing in Null.
fn points(bounds: Bounds, null: bool) -> Value {
    match bounds.exact() {
        _ if null => Value::Null,
        Some(exact) => exact.into(),
        None => json!([bounds.low, bounds.high]),
    }
}

impl Content {
    fn json(&self, object: &mut Map<String, Value>, cards: bool) {
        let depth = if self.depth == Depth::Quick { "quick" } else { "full" };
        object.insert("id".into(), json!(self.id));
        object.insert("depth".into(), depth.into());
        object.insert("contract".into(), json!(self.contract.map(|contract| contract.to_string())));
        object.insert("end".into(), end_name(self.end).into());
        let brief = |found| Summary::of(found, self.depth);
        let summary = self.analysis.as_ref().map_or(Summary::unplayed(self.depth), brief);
        object.insert("packed".into(), summary.to_hex().into());
        let Some(found) = &self.analysis else { return };
        let null = !found.counts_points();
        object.insert("declarer".into(), found.declarer.to_string().into());
        object.insert("goal".into(), goal_value(found.aim.goal));
        if found.aim.hopeless {
            object.insert("hopeless".into(), true.into());
        }
        object.insert("won".into(), json!(found.ending.won));
        object.insert("points".into(), if null { Value::Null } else { found.ending.points.into() });
        object.insert("glassbox".into(), known(found.open(0), null));
        let mut forced = Map::new();
        for side in [Side::Declarer, Side::Defenders] {
            let wins = found.forced(side);
            if let Some(first) = wins.first() {
                let win = json!({
                    "seat": first.seat.to_string(),
                    "first": first.from + 1,
                    "lost": wins.lost().map(|card| card + 1),
                    "missed": wins.missed,
                });
                forced.insert(side_name(side).into(), win);
            }
        }
        object.insert("forced".into(), forced.into());
        let judgement = found.ending.judgement;
        if judgement.is_marked() {
            object.insert("gave_up".into(), judgement.key().into());
        }
        let mut listed: Vec<&CardAnalysis> = found.mistakes();
        if cards {
            listed = found.cards.iter().collect();
        }
        let listed: Vec<Value> = listed.into_iter().map(|card| card_json(card, null)).collect();
        object.insert(if cards { "cards" } else { "marks" }.into(), listed.into());
        object.insert("cut".into(), found.cut.into());
    }

    fn text(&self, words: &Words, out: &mut String) {
        let Some(found) = &self.analysis else {
            writeln!(out, "{}", words.t(end_key(self.end))).ok();
            return;
        };
        let name = |seat: Seat| match self.players[seat.index()].as_deref() {
            Some(name) if !name.is_empty() => format!("{} ({name})", words.seat(seat)),
            _ => words.seat(seat).to_string(),
        };
        let contract = self.contract.map_or_else(String::new, |contract| words.contract(contract));
        let (declarer, goal, points) =
            (name(found.declarer), words.goal(found.aim.goal), found.ending.points);
        let values: [(&str, &dyn std::fmt::Display); 4] =
            [("contract", &contract), ("name", &declarer), ("goal", &goal), ("n", &points)];
        out.push_str(&words.fill("cli.analysed", &values));
        out.push_str(words.t(match (found.ending.won, found.counts_points()) {
            (Some(true), _) => "cli.analysed_won",
            (Some(false), _) => "cli.analysed_lost",
            (None, _) => "cli.analysed_open",
        }));
        if found.counts_points() {
            out.push(' ');
            out.push_str(&words.fill("cli.analysed_points", &values));
        }
        writeln!(out, " ({})", words.t(end_key(self.end))).ok();
        if found.aim.hopeless {
            writeln!(out, "  {}", words.t("cli.hopeless")).ok();
        }
        let open = found.open(0);
        let wins = words.t(if open.wins == Some(true) { "cli.won" } else { "cli.lost" });
        match open.points.exact().filter(|_| found.counts_points()) {
            Some(points) => {
                writeln!(out, "  {}", words.fill("cli.open_points", &[("n", &points), ("result", &wins)]))
                    .ok()
            }
            None => writeln!(out, "  {}", words.fill("cli.open_result", &[("result", &wins)])).ok(),
        };
        for line in explain::forced(words, found) {
            writeln!(out, "  {line}").ok();
        }
        for card in found.mistakes() {
            let (number, trick, who) = (card.number + 1, card.trick(), name(card.seat));
            let (what, judgement) = (words.short_card(card.card), explain::title(card.judgement, words));
            let values: [(&str, &dyn std::fmt::Display); 5] =
                [("n", &number), ("trick", &trick), ("name", &who), ("card", &what), ("what", &judgement)];
            writeln!(out, "  {}", words.fill("cli.mistake", &values)).ok();
            for reason in explain::card(words, card) {
                writeln!(out, "      {reason}").ok();
            }
        }
        if found.cut > 0 {
            writeln!(out, "  {}", words.count("cli.cut_one", "cli.cut", found.cut.into())).ok();
        }
    }
}

fn known(known: Known, null: bool) -> Value {
    json!({ "wins": known.wins, "points": points(known.points, null) })
}

fn sure(sure: Sure, null: bool) -> Value {
    json!({ "win": sure.win, "points": points(sure.points, null) })
}

#[derive(Serialize)]
struct Odds {
    deals: u16,
    played: u16,
    best: u16,
    card: String,
    exact: bool,
}

fn card_json(card: &CardAnalysis, null: bool) -> Value {
    let chance = card.chance.as_ref().map(|chance| Odds {
        deals: chance.deals,
        played: chance.played,
        best: chance.best,
        card: chance.card.to_string(),
        exact: chance.exact,
    });
    let mut object = json!({
        "card": card.number + 1,
        "seat": card.seat.to_string(),
        "played": card.card.to_string(),
        "judgement": card.judgement.key(),
        "open": [known(card.open[0], null), known(card.open[1], null)],
        "own": [sure(card.own[0], null), sure(card.own[1], null)],
        "lost": card.loss.open,
        "better": list(card.better),
    });
    if let (Some(chance), Some(object)) = (chance, object.as_object_mut()) {
        object.insert("chance".into(), json!(chance));
    }
    object
}

fn list(cards: Cards) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}
