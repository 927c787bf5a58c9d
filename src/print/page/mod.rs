//! A page that plays: one file with everything in it, no server and no network. Question, diagram and solution stand
//! in it as plain HTML too, for readers and programs without scripts.

mod asked;
mod tree;

use super::diagram::Diagram;
use super::{Content, PrintError, Printing, Sheet};
use crate::cards::Cards;
use crate::plain;
use crate::puzzle::wording::{Shown, Skat, subtitle};
use crate::puzzle::{Puzzle, Texts};
use crate::rules::{Game, Seat, Side};
use crate::search::Limits;
use crate::words::{Language, Words};
use serde_json::{Value, json};
use std::fmt::Write as _;

const SCRIPT: &str = include_str!("../../../assets/page/page.js");
const STYLE: &str = include_str!("../../../assets/page/page.css");

/// What the page says; its script calls each by the second half of its name.
const SAID: [&str; 42] = [
    "page.list",
    "page.next",
    "page.back",
    "page.again",
    "page.hint",
    "page.hint_suit",
    "page.hint_card",
    "page.solved",
    "page.wrong",
    "page.your_turn",
    "page.right",
    "page.plays",
    "page.takes",
    "page.score",
    "page.table",
    "page.no_play",
    "page.done",
    "page.progress",
    "page.other",
    "page.rest",
    "page.check",
    "page.ask_points",
    "page.ask_bid",
    "page.ask_count",
    "page.ask_yes",
    "page.ask_discard",
    "page.ask_game",
    "page.ask_place",
    "page.ask_card",
    "page.unknown",
    "page.ask_which",
    "page.ask_reach",
    "page.ask_beat",
    "page.yes",
    "page.no",
    "page.lay_away",
    "page.answer_right",
    "page.too_many",
    "page.too_few",
    "page.answer_wrong",
    "page.some_right",
    "page.choose_two",
];

/// What the page says, by the names that its script uses.
fn said(words: &Words) -> Value {
    let ranks: Vec<&str> = crate::cards::Rank::ALL.into_iter().map(|rank| words.corner(rank)).collect();
    let cards: Vec<String> = Cards::ALL.into_iter().map(|card| words.card(card)).collect();
    let mut said = json!({
        "solution": words.t("sheet.solution"),
        "hidden": words.t("sheet.hidden"),
        "skat": words.t("place.skat"),
        "seats": Seat::ALL.map(|seat| words.seat(seat)),
        "declarer": words.side(Side::Declarer),
        "ranks": ranks,
        "rank_keys": crate::cards::Rank::ALL.map(|rank| rank.to_string()),
        "suits": crate::cards::Suit::ALL.map(|suit| words.suit(suit)),
        "suit_keys": crate::cards::Suit::ALL.map(|suit| suit.to_string()),
        "games": Game::ALL.map(|game| words.game(game)),
        "game_keys": Game::ALL.map(asked::letter),
        "cards": cards,
        "card_keys": Cards::ALL.into_iter().map(|card| card.to_string()).collect::<Vec<_>>(),
    });
    for key in SAID {
        said[key.trim_start_matches("page.")] = words.t(key).into();
    }
    said
}

/// A text in both languages.
fn both(texts: &Texts, sheet: &Sheet) -> Value {
    let get = |language| {
        plain::lines(&Words::new(language, sheet.look.words.faces).transposed(texts.get(language)))
            .into_owned()
    };
    json!({ "de": get(Language::German), "en": get(Language::English) })
}

fn spelled(cards: Cards, game: Game) -> Vec<String> {
    game.sorted(cards).into_iter().map(|card| card.to_string()).collect()
}

/// A name that stays the same as long as the position does, for the progress that the browser keeps.
fn key(puzzle: &Puzzle) -> String {
    let text = format!("{} {}", puzzle.position, puzzle.goal());
    // FNV-1a: short, and the same on every machine.
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}

fn puzzle_data(sheet: &Sheet, puzzle: &Puzzle, limits: &Limits) -> Value {
    let position = &puzzle.position;
    let game = position.game();
    let shown = Shown::question(puzzle);
    let subtitles = Texts {
        de: subtitle(puzzle, &Words::new(Language::German, sheet.look.words.faces)),
        en: subtitle(puzzle, &Words::new(Language::English, sheet.look.words.faces)),
    };
    let seat = |seat: Seat| seat.index();
    // A puzzle that the searches cannot take is shown without being played.
    let played = tree::game(puzzle, limits).ok().flatten();
    let ask = asked::asked(puzzle, played.is_some(), limits);
    let skat = match shown.skat {
        Skat::Cards(cards) => json!(spelled(cards, game)),
        _ => Value::Null,
    };
    let mut from = vec![puzzle.author.clone(), puzzle.source.clone()];
    from.retain(|part| !part.trim().is_empty());
    json!({
        "key": key(puzzle),
        "title": both(&puzzle.title, sheet),
        "subtitle": { "de": subtitles.de, "en": subtitles.en },
        "question": both(&puzzle.question, sheet),
        "solution": both(&puzzle.solution, sheet),
        "credit": plain::line(&from.join(", ")),
        "game": asked::letter(game),
        "declarer": seat(position.declarer()),
        "hands": Seat::ALL.map(|of| shown.hands[of].map(|cards| spelled(cards, game))),
        "counts": Seat::ALL.map(|of| position.cards_left(of)),
        "skat": skat,
        "trick": position.trick().iter().map(|play| json!([seat(play.seat), play.card.to_string()])).collect::<Vec<_>>(),
        "turn": position.turn().map(seat),
        "points": [position.points(Side::Declarer), position.points(Side::Defenders)],
        "mine": played.as_ref().map(|game| game.seats.iter().map(|&of| seat(of)).collect::<Vec<_>>()),
        "tree": played.map(|game| game.tree),
        "ask": ask,
    })
}

/// JSON that may stand inside a script element.
fn embedded(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// The page of a sheet.
///
/// # Errors
/// If it is stopped.
pub(crate) fn page(sheet: &Sheet, printing: &Printing) -> Result<String, PrintError> {
    printing.expect(sheet.puzzles.len());
    let limits = Limits::until(printing.cancel.clone());
    let mut puzzles = Vec::new();
    for puzzle in &sheet.puzzles {
        puzzles.push(puzzle_data(sheet, puzzle, &limits));
        if printing.cancel.is_cancelled() {
            return Err(PrintError::Stopped);
        }
        printing.step();
    }
    let words = sheet.look.words;
    let faces = words.faces;
    let said = |language| said(&Words::new(language, faces));
    let language = if words.is_german() { "de" } else { "en" };
    let title = match sheet.title.trim() {
        "" => words.t("print.file"),
        title => title,
    };
    let data = json!({
        "title": plain::line(title),
        "language": language,
        "german_suits": faces == crate::words::Faces::German,
        "puzzles": puzzles,
        "said": { "de": said(Language::German), "en": said(Language::English) },
    });
    let mut html = String::new();
    let _ = write!(
        html,
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; \
         base-uri 'none'; form-action 'none'\">\n<meta name=\"viewport\" content=\"width=device-width, \
         initial-scale=1\">\n<meta name=\"generator\" content=\"Kiebitz\">\n<title>{}</title>\n<link rel=\"icon\" \
         href=\"data:,\">\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main id=\"page\">\n<h1>{}</h1>\n{}</main>\n\
         <script type=\"application/json\" id=\"data\">{}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        plain::xml(title),
        plain::xml(title),
        without_script(sheet),
        embedded(&data)
    );
    Ok(html)
}

/// The puzzles without a script: the diagram as a table, the question, the solution folded away.
fn without_script(sheet: &Sheet) -> String {
    let words = sheet.look.words;
    let text = |texts: &Texts| plain::xml(&words.transposed(texts.get(words.language)));
    let mut html = String::new();
    for puzzle in &sheet.puzzles {
        let open = sheet.content == Content::Solution;
        let diagram = Diagram { puzzle, look: &sheet.look, style: sheet.style, size: 10.0, open };
        let _ = write!(
            html,
            "<article>\n<h2>{}</h2>\n<p><em>{}</em></p>\n<table>\n",
            text(&puzzle.title),
            plain::xml(&subtitle(puzzle, &words))
        );
        for (name, held) in diagram.rows() {
            let _ = writeln!(
                html,
                "<tr><th scope=\"row\">{}</th><td>{}</td></tr>",
                plain::xml(&name),
                plain::xml(&held)
            );
        }
        let _ = writeln!(html, "</table>\n<p>{}</p>", text(&puzzle.question));
        if !puzzle.solution.is_empty() {
            let lines = text(&puzzle.solution).replace('\n', "<br>\n");
            let _ = writeln!(
                html,
                "<details><summary>{}</summary><p>{lines}</p></details>",
                words.t("sheet.solution")
            );
        }
        html.push_str("</article>\n");
    }
    html
}
