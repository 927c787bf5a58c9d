//! The table in words, on every bundled puzzle: all that is seen is said, nothing that is hidden.

use kiebitz::cards::Cards;
use kiebitz::deal::{Place, View};
use kiebitz::puzzle::wording::{Shown, Skat, spoken, spoken_position};
use kiebitz::puzzle::{Puzzle, bundled};
use kiebitz::rules::Seat;
use kiebitz::words::{Faces, Language, Words};

/// The line of a place.
fn line<'a>(text: &'a str, name: &str) -> &'a str {
    let own = |line: &&str| line.starts_with(&format!("{name}:")) || line.starts_with(&format!("{name},"));
    text.lines().find(own).unwrap_or_else(|| panic!("{name} is missing in:\n{text}"))
}

/// How many cards a line names: each rank behind a suit, and jacks by their full names.
fn told(line: &str, cards: Cards, puzzle: &Puzzle, words: &Words) {
    let said = words.spoken_cards(puzzle.position.game().sorted(cards));
    assert!(line.contains(&said), "{line}\nlacks {said}");
    let signs = said.matches([';', ',']).count() + 1;
    assert_eq!(signs, cards.len(), "{said}");
}

#[test]
fn every_bundled_puzzle_is_told_as_its_diagram_shows_it() {
    let mut puzzles = 0;
    for (name, puzzle) in bundled() {
        puzzles += 1;
        for language in Language::ALL {
            for faces in [Faces::TwoColour, Faces::German] {
                let words = Words::new(language, faces);
                let text = spoken(&puzzle, &words);
                let shown = Shown::question(&puzzle);
                for seat in Seat::ALL {
                    let line = line(&text, words.seat(seat));
                    match shown.hands[seat] {
                        Some(cards) if !cards.is_empty() => told(line, cards, &puzzle, &words),
                        _ => assert!(
                            !Cards::ALL.iter().any(|card| line.contains(&words.card(card))),
                            "{name}: {line}"
                        ),
                    }
                }
                if let Skat::Cards(cards) = shown.skat {
                    told(line(&text, words.place(Place::Skat)), cards, &puzzle, &words);
                }
                for play in puzzle.position.trick() {
                    let said = format!("{} {}", words.seat(play.seat), words.card(play.card));
                    assert!(text.contains(&said), "{name}: {text}");
                }
                let asked = words.transposed(puzzle.question.get(language));
                assert!(text.contains(asked.trim()), "{name}: {text}");
                assert!(!text.contains('{') && !text.contains(".."), "{name}: {text}");
                assert!(text.lines().all(|line| line.ends_with(['.', '?', '!', '“', '”', ')'])), "{text}");
            }
        }
    }
    assert!(puzzles > 60, "{puzzles}");
}

#[test]
fn a_position_is_told_to_whoever_looks_on() {
    let line = "contract=H declarer=M F=HT.H8.C9.SK.SQ.S9.S8.DA.DT.D8 M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA \
        R=CJ.SJ.HQ.CT.CK.CQ.ST.S7.DQ.D7 skat=DK.D9 view=M played=DA";
    let position: kiebitz::deal::Position = line.parse().unwrap();
    let german = Words::from(Language::German);
    let text = spoken_position(&position, &german);
    let expected = "\
Mittelhand spielt Herz.
Vorhand: neun Karten verdeckt.
Mittelhand, Alleinspieler: Herz-Bube; Karo-Bube; Herz: Ass, König, 9, 7; Kreuz: Ass, 8, 7; Pik: Ass.
Hinterhand: zehn Karten verdeckt.
Skat: Karo: König, 9.
Im Stich liegen: Vorhand Karo-Ass.
Mittelhand ist am Zug.
Ziel: 61 Augen.";
    assert_eq!(text, expected);
    // A defender does not see the skat, an onlooker sees everything.
    let defender = spoken_position(&position.with_view(View::Seat(Seat::Rearhand)), &german);
    assert!(defender.contains("Skat: zwei Karten verdeckt."), "{defender}");
    let open = spoken_position(&position.with_view(View::Open), &german);
    assert!(!open.contains("verdeckt"), "{open}");
}
