//! Reads an archive of games (plain, .gz or .bz2), recounts each by the rules, and prints who won what.
//!
//! `cargo run --example archive -- games.sgf.bz2`; without a name it reads the sample that comes with Kiebitz.

use kiebitz::archive::{Reader, Record, RecordedGame, Source, sample};
use std::io::BufRead;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text: Box<dyn BufRead + Send> = match std::env::args().nth(1) {
        Some(path) => Source::open(Path::new(&path))?.text,
        None => Box::new(std::io::Cursor::new(sample())),
    };
    let (mut games, mut won, mut value) = (0, 0, 0);
    for raw in Reader::new(text) {
        let raw = raw?;
        let record = Record::parse(&raw.bytes)?;
        let game = RecordedGame::of(&record)?;
        if let (Some(declarer), Some(contract), Some(outcome)) =
            (game.count.declarer, game.count.contract, game.count.outcome)
        {
            games += 1;
            won += i32::from(outcome.won);
            value += outcome.value;
            if games <= 10 {
                println!("line {}: {declarer} plays {contract}: {}", raw.line, outcome.value);
            }
        }
    }
    println!("{games} games, {won} won, {value} points in all");
    Ok(())
}
