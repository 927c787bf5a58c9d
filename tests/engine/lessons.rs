//! Lessons of good play: positions seen from one seat, in which a principle of Skat names the card.
//!
//! They stand in `tests/data/lessons.txt`: the principle, perhaps the auction, the position, the right cards. Nobody finds
//! all; how many are found is a measure of the player, and it must not fall.

use kiebitz::cards::Cards;
use kiebitz::deal::{Position, View};
use kiebitz::player::{Player, Question, Sight, Style, Tables};
use std::collections::BTreeMap;

/// The seeds whose mean is told.
const SEEDS: u64 = 5;
/// Lessons that must be found in the mean: a little fewer than are.
const FOUND: f64 = 40.0;

struct Lesson {
    principle: String,
    sight: Sight,
    defends: bool,
    right: Cards,
}

fn lessons() -> Vec<Lesson> {
    let text = include_str!("../data/lessons.txt");
    text.split("\n\n").filter(|block| !block.trim().is_empty()).map(lesson).collect()
}

fn lesson(block: &str) -> Lesson {
    let (mut principle, mut auction, mut line, mut right) = (String::new(), "", "", Cards::NONE);
    for text in block.lines() {
        if let Some(said) = text.strip_prefix("# ") {
            principle = said.to_string();
        } else if let Some(said) = text.strip_prefix("bid: ") {
            auction = said;
        } else if let Some(cards) = text.strip_prefix("= ") {
            right = cards.parse().unwrap();
        } else {
            line = text;
        }
    }
    let position: Position = line.parse().unwrap_or_else(|problems| panic!("{principle}: {problems}"));
    // The same way that other programs ask the player.
    let auction = if auction.is_empty() { String::new() } else { format!(" auction={auction}") };
    let question = format!("card {position}{auction}").parse();
    let Ok(Question::Card(sight)) = question else { panic!("{principle}: {question:?}") };
    let View::Seat(seat) = position.view() else { panic!("{principle}: seen by nobody") };
    let (may, wrong) = (position.playable(), right - position.playable());
    assert!(!right.is_empty() && wrong.is_empty() && right != may, "{principle}: {right} of {may}");
    Lesson { principle, sight, defends: seat != position.declarer(), right }
}

/// How many lessons of both kinds, declarer and defence, a style finds in the mean of the seeds, and which it misses how often.
fn found(lessons: &[Lesson], style: &Style) -> ([f64; 2], BTreeMap<usize, u64>) {
    let mut found = [0.0; 2];
    let mut missed = BTreeMap::new();
    for seed in 1..=SEEDS {
        let mut player = Player::new(Tables::shipped(), Style { seed, ..style.clone() });
        for (number, lesson) in lessons.iter().enumerate() {
            let card = player.card(&lesson.sight).unwrap();
            if lesson.right.has(card) {
                found[usize::from(lesson.defends)] += 1.0 / SEEDS as f64;
            } else {
                *missed.entry(number).or_default() += 1;
            }
        }
    }
    (found, missed)
}

#[test]
fn lessons_are_lessons() {
    let lessons = lessons();
    let defence = lessons.iter().filter(|lesson| lesson.defends).count();
    assert!(
        lessons.len() >= 60 && defence >= 35 && lessons.len() - defence >= 20,
        "{} {defence}",
        lessons.len()
    );
    let mut principles: Vec<&String> = lessons.iter().map(|lesson| &lesson.principle).collect();
    principles.sort();
    principles.dedup();
    assert_eq!(principles.len(), lessons.len());
}

#[test]
fn most_lessons_are_found() {
    let lessons = lessons();
    let ([declarer, defence], missed) = found(&lessons, &Style::default());
    let told: Vec<String> = missed
        .iter()
        .map(|(&number, times)| format!("{times} of {SEEDS}: {}", lessons[number].principle))
        .collect();
    println!("declarer {declarer:.1}, defence {defence:.1} of {}\n{}", lessons.len(), told.join("\n"));
    assert!(declarer + defence >= FOUND, "declarer {declarer:.1}, defence {defence:.1}\n{}", told.join("\n"));
}

#[test]
#[ignore = "measures the player of before on the same lessons"]
fn lessons_found_before() {
    let lessons = lessons();
    let ([declarer, defence], _) = found(&lessons, &Style::baseline());
    println!("declarer {declarer:.1}, defence {defence:.1} of {}", lessons.len());
}
