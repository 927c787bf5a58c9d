//! The crate as other programs use it: what may cross threads, what can be stored.

use kiebitz::archive::analysis::Analyst;
use kiebitz::archive::{Record, RecordedGame};
use kiebitz::cards::{Card, Cards, Dice, Rank, Suit};
use kiebitz::deal::{Deal, DealSetup, Position};
use kiebitz::knowledge::Knowledge;
use kiebitz::player::{Player, Style, Tables};
use kiebitz::puzzle::Puzzle;
use kiebitz::puzzle::soundness::Checker;
use kiebitz::rules::{Contract, Game, Goal, Seat};
use kiebitz::search::adversary::Adversary;
use kiebitz::search::proof::Prover;
use kiebitz::search::{Cancel, Limits, Progress, Resources, open, paranoia};
use kiebitz::verify::Proof;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

const fn crosses_threads<T: Send + Sync>() {}

// Asked at compile time: solvers can be made here and used there, data can be shared.
const _: () = {
    crosses_threads::<open::Solver>();
    crosses_threads::<paranoia::Solver>();
    crosses_threads::<Prover>();
    crosses_threads::<Adversary>();
    crosses_threads::<Checker>();
    crosses_threads::<Player<'static>>();
    crosses_threads::<Analyst>();
    crosses_threads::<kiebitz::verify::Checker>();
    crosses_threads::<(Cancel, Limits, Progress, Resources)>();
    crosses_threads::<(Card, Cards, Deal, DealSetup, Position, Knowledge)>();
    crosses_threads::<(Puzzle, Proof, Record, RecordedGame, Tables, Style)>();
};

fn stores<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, text: &str) {
    let json = serde_json::to_string(value).unwrap();
    assert_eq!(json, format!("\"{text}\""));
    assert_eq!(&serde_json::from_str::<T>(&json).unwrap(), value);
    let ron = ron::to_string(value).unwrap();
    assert_eq!(&ron::from_str::<T>(&ron).unwrap(), value);
    assert!(serde_json::from_str::<T>("\"nonsense\"").is_err());
    assert!(serde_json::from_str::<T>("7").is_err());
}

#[test]
fn cards_and_contracts_are_stored_as_text() {
    Suit::ALL.iter().for_each(|suit| stores(suit, &suit.letter().to_string()));
    Rank::ALL.iter().for_each(|rank| stores(rank, &rank.letter().to_string()));
    Seat::ALL.iter().for_each(|seat| stores(seat, &seat.letter().to_string()));
    Game::ALL.iter().for_each(|game| stores(game, &game.letter().to_string()));
    Card::all().for_each(|card| stores(&card, &card.to_string()));
    let mut dice = Dice::new(1);
    for _ in 0..500 {
        let cards = Cards::from_bits(dice.next_u64() as u32 & dice.next_u64() as u32);
        stores(&cards, &cards.to_string());
    }
    stores(&Cards::NONE, "-");
    for text in ["C", "GHSZO", "N", "NO", "NHO", "DH", "SHS"] {
        let contract: Contract = text.parse().unwrap();
        stores(&contract, &contract.to_string());
    }
    for points in 1..=120 {
        stores(&Goal::Points(points), &points.to_string());
    }
    stores(&Goal::EveryTrick, "schwarz");
    stores(&Goal::NoTrick, "null");
}
