//! Proves that a game cannot be lost, writes the proof as a file would hold it, and has it checked by the verifier, which
//! shares only cards and rules with the search.

use kiebitz::deal::Position;
use kiebitz::rules::Goal;
use kiebitz::search::Resources;
use kiebitz::search::proof::{ProofLimits, Prover};
use kiebitz::verify::{Checker, Proof};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let line = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
        gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9";
    let position: Position = line.parse()?;
    let mut prover = Prover::with_resources(Resources::new(64, 1));
    let proof = prover.proof(&position, Goal::SCHNEIDER, &ProofLimits::default())?;
    let text = proof.to_ron()?;
    println!("{text}");

    let read = Proof::parse(&text)?;
    match Checker::new(&read)?.check(|_| true) {
        Ok(Some(accepted)) => println!("accepted: {} points of play", accepted.points_of_play),
        Ok(None) => println!("stopped"),
        Err(rejection) => println!("rejected: {rejection}"),
    }
    Ok(())
}
