//! No input makes a reader panic or hang, and every refusal gives a reason.

use kiebitz::archive::{Reader, Record, check, random_record, recount};
use kiebitz::cards::{Cards, Deck, Dice, parse_list};
use kiebitz::deal::{DealSetup, Position};
use kiebitz::puzzle::{BUNDLED, Puzzle};
use kiebitz::rules::{Contract, Goal};
use proptest::prelude::*;

/// A few bytes of a good text changed, removed, doubled or swapped.
fn mutated(text: &str, seed: u64) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    let mut dice = Dice::new(seed);
    for _ in 0..=dice.below(6) {
        if bytes.is_empty() {
            break;
        }
        let at = dice.below(bytes.len() as u64) as usize;
        let other = dice.below(bytes.len() as u64) as usize;
        match dice.below(6) {
            0 => bytes[at] = dice.next_u64() as u8,
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, bytes[other]),
            3 => bytes.swap(at, other),
            4 => bytes.truncate(at),
            _ => {
                let piece = bytes[at..(at + 30).min(bytes.len())].to_vec();
                bytes.splice(other..other, piece);
            }
        }
    }
    bytes
}

const LINE: &str = "contract=CHSZ declarer=M bid=18 F=CJ.SJ.? M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA R=? skat=DK.? \
    lead=R points=0:0 not=F:S7,skat:HT played=ST.S8 view=M";

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 1500, ..Default::default() })]

    #[test]
    fn arbitrary_text(text: String) {
        if let Err(error) = text.parse::<Cards>() { prop_assert!(!error.to_string().is_empty()); }
        if let Err(error) = parse_list(&text, Deck::German) { prop_assert!(!error.to_string().is_empty()); }
        if let Err(error) = text.parse::<Contract>() { prop_assert!(!error.to_string().is_empty()); }
        if let Err(error) = text.parse::<Goal>() { prop_assert!(!error.to_string().is_empty()); }
        if let Err(problems) = text.parse::<Position>() {
            prop_assert!(!problems.0.is_empty() && !problems.to_string().is_empty());
        }
        if let Err(error) = Puzzle::parse(&text) { prop_assert!(!error.to_string().is_empty()); }
    }

    #[test]
    fn arbitrary_bytes(bytes: Vec<u8>) {
        let found = check(bytes.as_slice(), |_, _| true).unwrap();
        prop_assert_eq!(found.games, found.read + found.unreadable_count);
        if let Err(error) = Record::parse(&bytes) { prop_assert!(!error.to_string().is_empty()); }
    }

    #[test]
    fn mutated_lines(seed: u64) {
        let line = String::from_utf8_lossy(&mutated(LINE, seed)).into_owned();
        match line.parse::<Position>() {
            // Whatever is accepted is a position: it can be played out.
            Ok(mut position) => {
                let mut cards = 0;
                while let Some(card) = position.playable().iter().next() {
                    position.play(card).unwrap();
                    cards += 1;
                }
                prop_assert_eq!(position.turn(), None);
                prop_assert!(cards <= 30);
            }
            Err(problems) => prop_assert!(!problems.0.is_empty()),
        }
        if let Ok(setup) = line.parse::<DealSetup>() { drop(setup.validate()); }
    }

    #[test]
    fn mutated_records(seed: u64) {
        let good = random_record(&mut Dice::new(seed), 1).to_string();
        let next = random_record(&mut Dice::new(!seed), 2).to_string();
        let mut bytes = mutated(&good, seed);
        if let Ok(record) = Record::parse(&bytes) { drop(recount(&record)); }
        // A broken record never swallows the next one.
        bytes.extend_from_slice(b"\n");
        bytes.extend_from_slice(next.as_bytes());
        let last = Reader::new(bytes.as_slice()).filter_map(Result::ok).last();
        let last = last.map(|raw| Record::parse(&raw.bytes));
        prop_assert_eq!(last, Some(Record::parse(next.as_bytes())));
    }

    #[test]
    fn mutated_puzzles(seed: u64) {
        let (_, text) = BUNDLED[seed as usize % BUNDLED.len()];
        let text = String::from_utf8_lossy(&mutated(text, seed)).into_owned();
        if let Err(error) = Puzzle::parse(&text) { prop_assert!(!error.to_string().is_empty()); }
    }
}
