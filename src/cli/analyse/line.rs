//! What is said of a game: for programs as JSON, for a person in words.

use crate::archive::analysis::{CardAnalysis, Depth, GameAnalysis, Known, Reason, Summary, Sure};
use crate::archive::{End, Record, RecordedGame};
use crate::cards::Cards;
use crate::rules::{Goal, Seat, Side};
use crate::search::open::Bounds;
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
    contract: Option<String>,
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
            contract: game.play.as_ref().map(|play| play.contract.to_string()),
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
        let mut text = String::new();
        match &self.content {
            Err(error) => writeln!(text, "{}:{}: {error}", self.file, self.line).ok(),
            Ok(content) => {
                let id = content.id.as_deref().unwrap_or("");
                write!(text, "{}:{} game {id}: ", self.file, self.line).ok();
                content.text(&mut text);
                Some(())
            }
        };
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

fn wins(side: Side) -> &'static str {
    match side {
        Side::Declarer => "the declarer wins",
        Side::Defenders => "the defenders win",
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
        object.insert("contract".into(), json!(self.contract));
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

    fn text(&self, out: &mut String) {
        let Some(found) = &self.analysis else {
            writeln!(out, "{}", end_name(self.end)).ok();
            return;
        };
        let name = |seat: Seat| match self.players[seat.index()].as_deref() {
            Some(name) if !name.is_empty() => format!("{seat:?} ({name})"),
            _ => format!("{seat:?}"),
        };
        let contract = self.contract.as_deref().unwrap_or("");
        write!(out, "{contract} by {}, goal {}", name(found.declarer), found.aim.goal).ok();
        if found.aim.hopeless {
            out.push_str(" (bid too high: lost before the first card)");
        }
        match found.ending.won {
            Some(true) => out.push_str(", won"),
            Some(false) => out.push_str(", lost"),
            None => out.push_str(", no result"),
        }
        if found.counts_points() {
            write!(out, " with {}", found.ending.points).ok();
        }
        writeln!(out, " ({})", end_name(self.end)).ok();
        let open = found.open(0);
        let wins = if open.wins == Some(true) { "won" } else { "lost" };
        match open.points.exact().filter(|_| found.counts_points()) {
            Some(points) => writeln!(out, "  with open cards {points}: {wins}").ok(),
            None => writeln!(out, "  with open cards {wins}").ok(),
        };
        for side in [Side::Declarer, Side::Defenders] {
            let wins = found.forced(side);
            for stretch in &wins.stretches {
                let who = name(stretch.seat);
                let since = if stretch.from == found.cards.len() {
                    "at the end".to_string()
                } else {
                    format!("from card {}", stretch.from + 1)
                };
                let kept = match stretch.lost {
                    None => "and kept it".to_string(),
                    Some(card) if card == found.cards.len() => "and gave up".to_string(),
                    Some(card) => format!("and lost it at card {}", card + 1),
                };
                writeln!(out, "  {who} had a forced win {since} {kept}").ok();
            }
        }
        for card in found.mistakes() {
            let trick = card.trick();
            let judgement = card.judgement.key();
            let (number, who, what) = (card.number + 1, name(card.seat), card.card);
            writeln!(out, "  card {number} (trick {trick}) {who} {what}: {judgement}").ok();
            for reason in card.reasons() {
                writeln!(out, "      {}", sentence(&reason)).ok();
            }
        }
        if found.cut > 0 {
            writeln!(out, "  {} questions were cut short by their budget of nodes", found.cut).ok();
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

/// A reason in words.
fn sentence(reason: &Reason) -> String {
    let cards = |cards: &Cards| list(*cards).join(" ");
    match reason {
        Reason::OnlyCard => "there was no other card".into(),
        Reason::OpenKept => "with open cards nothing was given away".into(),
        Reason::OpenPoints { from, to } => {
            format!("with open cards the declarer's points go from {from} to {to}")
        }
        Reason::OpenLevel { from, to, line } => {
            format!("with open cards the declarer's points go from {from} to {to}, across the line of {line}")
        }
        Reason::OpenLost { to, points: Some((from, now)) } => {
            let win = wins(*to);
            format!("with open cards the declarer's points go from {from} to {now}: {win} now")
        }
        Reason::OpenLost { to, points: None } => {
            format!("with open cards the game changes hands: {} now", wins(*to))
        }
        Reason::ForcedKept => "the win was forced, and still is".into(),
        Reason::ForcedLost { better } => {
            format!("the win was forced by what he knew, and is not any more; {} keeps it", cards(better))
        }
        Reason::StillStands => "as the cards lie it still stands: a needless risk".into(),
        Reason::NothingForced => "no card was sure to win whatever the deal".into(),
        Reason::NotFoundOut => "whether he could have forced the win was not found out in time".into(),
        Reason::NotAsked => "whether another card wins in more deals is asked in a full analysis only".into(),
        Reason::OpenBetter { better } => format!("with open cards {} would have won", cards(better)),
        Reason::Lucky => "it gave a chance away, and as the cards lie it went well".into(),
        Reason::Odds { deals, played, best, card, exact: true } if best > played => {
            format!(
                "a plan with it wins in {played} of all {deals} possible deals, one with {card} in {best}"
            )
        }
        Reason::Odds { deals, played, exact: true, .. } => {
            format!(
                "a plan with it wins in {played} of all {deals} possible deals, and none with another card in more"
            )
        }
        Reason::Odds { deals, played, best, card, .. } if best > played => {
            format!("of {deals} deals that he could not tell apart it wins {played}, {card} wins {best}")
        }
        Reason::Odds { deals, played, .. } => {
            format!("of {deals} deals that he could not tell apart it wins {played}, and no card wins more")
        }
        Reason::Counter { card, world } => {
            let hands: Vec<String> =
                world.hands.iter().map(|(seat, hand)| format!("{seat}={hand}")).collect();
            format!(
                "if the deal were {} skat={}, {card} would lose and this card win",
                hands.join(" "),
                world.skat
            )
        }
        Reason::GuaranteeFell { from, to } => {
            format!("what he could guarantee goes from {from} to {to} (the declarer's points)")
        }
        Reason::NoMistake => "so it is no mistake".into(),
    }
}
