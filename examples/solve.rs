//! Solves a position line: with all cards seen, and from one seat's view.
//!
//! `cargo run --example solve` takes the classic unlosable Grand; another line may be given as an argument.

use kiebitz::deal::{Position, View};
use kiebitz::search::{Limits, Resources, open, paranoia};

const GRAND: &str = "contract=GH declarer=F F=CJ.SJ.CA.CT.SA.ST.H8.H7.D8.D7 view=F";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let line = std::env::args().nth(1).unwrap_or_else(|| GRAND.into());
    let position: Position = line.parse()?;
    let resources = Resources::new(128, 2);
    let limits = Limits::nodes(50_000_000);
    let (value, cards) = match position.view() {
        View::Open => {
            let mut solver = open::Solver::with_resources(resources);
            (solver.value(&position, &limits)?, solver.cards(&position, position.goal(), &limits)?)
        }
        View::Seat(_) => {
            let mut solver = paranoia::Solver::with_resources(resources);
            (solver.value(&position, &limits)?, solver.cards(&position, position.goal(), &limits)?)
        }
    };
    println!("{position}");
    println!("between {} and {} points for the declarer", value.low, value.high);
    for card in cards {
        println!("  {}  {:?}  {:?}", card.card, card.value.exact(), card.declarer_wins);
    }
    Ok(())
}
