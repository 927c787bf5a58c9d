//! Title and question of a generated puzzle.

use super::Motif;
use crate::cards::{Cards, Dice};
use crate::deal::{Position, View};
use crate::knowledge::Knowledge;
use crate::puzzle::words::first_up;
use crate::puzzle::{Language, Puzzle, words};
use crate::rules::{Game, Goal, Side};

/// Titles for each motif, then for puzzles without one: German and English.
const ODDS: [(&str, &str); 4] = [
    ("Gegen die Wahrscheinlichkeit", "Against the odds"),
    ("Sicher ist sicher", "Safe is safe"),
    ("Die Mehrheit irrt", "The majority is wrong"),
    ("Nicht auf Verdacht", "Not on suspicion"),
];
const TRAP: [(&str, &str); 4] = [
    ("Wer schielt, verliert", "Peeking loses"),
    ("Die Falle", "The trap"),
    ("Verlockend offen", "Tempting when open"),
    ("Augen zu", "Eyes shut"),
];
const THROW: [(&str, &str); 4] = [
    ("Was werfe ich ab?", "What to throw?"),
    ("Abwurf mit Folgen", "A discard with consequences"),
    ("Die Karte, die fehlt", "The card you part with"),
    ("Stechen oder abwerfen", "Ruff or throw"),
];
const LEAD: [(&str, &str); 4] = [
    ("Nur ein Ausspiel", "Only one lead"),
    ("Das richtige Nachspiel", "The right return"),
    ("Gegenspiel", "Defence"),
    ("So wird es geschlagen", "How to beat it"),
];
const PLAIN: [(&str, &str); 8] = [
    ("Genau gezählt", "Counted out"),
    ("Auf den Punkt", "To the point"),
    ("Der letzte Stich zählt", "The last trick counts"),
    ("Eine Karte nur", "One card only"),
    ("Im Endspiel", "In the ending"),
    ("Kurz vor Schluss", "Shortly before the end"),
    ("Nichts zu verschenken", "Nothing to give away"),
    ("Ruhig überlegen", "Think it over"),
];

/// Fills in title, question and tags.
pub(super) fn write(puzzle: &mut Puzzle, motifs: &[Motif], seed: u64) {
    let mut dice = Dice::new(seed);
    let position = &puzzle.position;
    let choices: &[(&str, &str)] = match motifs.first() {
        Some(Motif::Odds) => &ODDS,
        Some(Motif::Trap) => &TRAP,
        Some(Motif::Throw) => &THROW,
        Some(Motif::Lead) => &LEAD,
        None => &PLAIN,
    };
    let (german, english) = choices[dice.below(choices.len() as u64) as usize];
    puzzle.title.de = format!("{}: {german}", words::game(position.game(), Language::German));
    puzzle.title.en =
        format!("{}: {}", first_up(words::game(position.game(), Language::English)), english.to_lowercase());
    puzzle.question.de = question(position, puzzle.goal(), Language::German);
    puzzle.question.en = question(position, puzzle.goal(), Language::English);
    let tags = motifs.iter().map(Motif::to_string);
    puzzle.tags.extend(tags);
    puzzle.tags.insert(position.game().name().to_string());
    puzzle.tags.insert(if position.view() == View::Open { "open" } else { "fair" }.to_string());
}

fn question(position: &Position, goal: Goal, language: Language) -> String {
    let german = language == Language::German;
    let Some(turn) = position.turn() else { return String::new() };
    let game = words::game(position.game(), language);
    let who = first_up(&words::seat(position.declarer(), language));
    let mover = first_up(&words::seat(turn, language));
    let declarers = turn == position.declarer();
    let cards = position.cards_left(turn);
    let mut parts = Vec::new();
    let whose = match (position.trick().is_empty(), german) {
        (true, true) => "Jeder".to_string(),
        (true, false) => "Everyone".to_string(),
        _ => mover.clone(),
    };
    parts.push(match german {
        true => format!("{who} spielt {game}. {whose} hat noch {} Karten.", number(cards, language)),
        false => format!("{who} plays {game}. {whose} has {} cards left.", number(cards, language)),
    });
    if position.game() != Game::Null {
        let open = position.view() == View::Open;
        let knows = open || declarers && !position.contract().is_hand();
        let own = position.points(Side::Declarer) + if knows { position.skat().points() } else { 0 };
        let others = position.points(Side::Defenders);
        parts.push(match (german, knows) {
            (true, true) => {
                format!("Der Alleinspieler hat mit dem Skat {own} Augen, die Gegenspieler haben {others}.")
            }
            (true, false) => format!(
                "Der Alleinspieler hat in seinen Stichen {own} Augen, die Gegenspieler haben {others}."
            ),
            (false, true) => {
                format!("The declarer has {own} points with the skat, the defenders have {others}.")
            }
            (false, false) => {
                format!("The declarer has {own} points in his tricks, the defenders have {others}.")
            }
        });
    }
    if let View::Seat(viewer) = position.view() {
        let unseen = Knowledge::of(position, viewer).map_or(Cards::NONE, |knowledge| knowledge.unseen());
        let list = listed(unseen, position.game(), language);
        let skat = declarers && !position.contract().is_hand();
        parts.push(match (german, skat) {
            (true, true) => format!("Bei den Gegenspielern sind noch {list}."),
            (true, false) => format!("In den anderen Händen und im Skat sind {list}."),
            (false, true) => format!("The defenders still hold {list}."),
            (false, false) => format!("In the other hands and the skat are {list}."),
        });
    }
    let fallen: Vec<String> = position
        .trick()
        .iter()
        .map(|play| {
            let seat = words::seat(play.seat, language);
            match german {
                true => format!("{seat} {}", words::card(play.card, language)),
                false => format!("{seat} {}", words::the_card(play.card, language)),
            }
        })
        .collect();
    if !fallen.is_empty() {
        parts.push(match german {
            true => format!("Auf dem Tisch: {}.", fallen.join(", ")),
            false => format!("On the table: {}.", fallen.join(", ")),
        });
    }
    let lead = position.trick().is_empty();
    let certain = position.view() != View::Open;
    let aim = words::goal(goal, language);
    let beats = goal == Goal::of(position.contract());
    parts.push(match (german, declarers) {
        (true, true) => format!(
            "{} {} {} {}{}?",
            if lead { "Mit welcher Karte muss" } else { "Welche Karte muss" },
            mover,
            if lead { "herauskommen, um" } else { "legen, um" },
            match goal {
                Goal::NoTrick => "keinen Stich zu bekommen".to_string(),
                _ => format!("{aim} zu erreichen"),
            },
            if certain { ", wie die Karten auch liegen" } else { "" }
        ),
        (true, false) => format!(
            "{} {}{}?",
            if lead { "Mit welchem Ausspiel" } else { "Mit welcher Karte" },
            if beats {
                format!("schlägt {mover} das Spiel")
            } else {
                format!("verwehrt {mover} dem Alleinspieler {aim}")
            },
            if certain { " sicher, wie die Karten auch liegen und was der Partner auch tut" } else { "" }
        ),
        (false, true) => format!(
            "Which card must {mover} {} to {}{}?",
            if lead { "lead" } else { "play" },
            match goal {
                Goal::NoTrick => "take no trick".to_string(),
                _ => format!("make {aim}"),
            },
            if certain { ", however the cards lie" } else { "" }
        ),
        (false, false) => format!(
            "With which {} does {mover} {}{}?",
            if lead { "lead" } else { "card" },
            if beats { "beat the game".to_string() } else { format!("keep the declarer from {aim}") },
            if certain { " for certain, however the cards lie and whatever partner does" } else { "" }
        ),
    });
    let mut text = parts.join(" ");
    if position.view() == View::Open {
        text = format!("{} {text}", if german { "Alle Karten liegen offen." } else { "All cards are seen." });
    }
    if !german {
        // Seats stand in small letters within English sentences.
        for name in ["Forehand", "Middlehand", "Rearhand"] {
            text = text.replace(&format!("; {name}"), &format!("; {}", name.to_lowercase()));
            text = text.replace(&format!(" must {name}"), &format!(" must {}", name.to_lowercase()));
            text = text.replace(&format!(" does {name}"), &format!(" does {}", name.to_lowercase()));
        }
    }
    text
}

fn number(count: usize, language: Language) -> String {
    let german = ["keine", "eine", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"];
    let english = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let names = if language == Language::German { german } else { english };
    names.get(count).map_or_else(|| count.to_string(), |name| (*name).to_string())
}

/// `♣B ♠B, ♥ A 10 K, ♦ 9`.
fn listed(cards: Cards, game: Game, language: Language) -> String {
    let mut groups: Vec<(Cards, String)> = Vec::new();
    for card in game.sorted(cards) {
        let text = words::short(card, language);
        match groups.last_mut() {
            Some((group, list)) if group.has(card) => *list = format!("{list} {text}"),
            _ => groups.push((game.group(card), text)),
        }
    }
    let lists: Vec<String> = groups.into_iter().map(|(_, list)| list).collect();
    lists.join(", ")
}
