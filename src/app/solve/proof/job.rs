//! What the proof view asks the engine. Runs on an engine thread.

use super::film::Film;
use crate::app::widgets::tree::model::NodeId;
use crate::cards::Card;
use crate::deal::Position;
use crate::engine::Desk;
use crate::search::proof::{Node, ProofError, ProofLimits, Prover, Question, Refutation, Wish};
use crate::verify::Proof;
use std::sync::{Arc, Mutex, PoisonError};

/// What is to be proved.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// From where, and in whose view.
    pub root: Position,
    /// What, and for whom.
    pub question: Question,
}

/// One thing that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// The cards that may fall at a node.
    Unfold {
        /// The node.
        at: NodeId,
        /// The cards that lead there.
        path: Vec<Card>,
        /// How much of it.
        wish: Wish,
    },
    /// Why the last card of the path fails.
    Refute {
        /// The node after that card.
        at: NodeId,
        /// The cards that lead there, the failing one last.
        path: Vec<Card>,
    },
    /// The whole proof, as a file.
    Proof,
    /// A film of the search, of so many visits, with so much memory.
    Film(usize, usize),
}

/// What comes back.
#[derive(Debug)]
pub enum Answer {
    /// A node.
    Node(NodeId, Wish, Box<Node>),
    /// A refutation of the card before this node, after these cards.
    Refuted(NodeId, Vec<Card>, Box<Refutation>),
    /// A whole proof.
    Proof(Box<Proof>),
    /// A film.
    Film(Box<Film>),
    /// It could not be done.
    Failed(Ask, ProofError),
}

/// The prover with its tables, which outlive a question so that the next is answered from them.
pub type SharedProver = Arc<Mutex<Prover>>;

/// Answers one thing after the other.
pub fn answer(case: &Case, asks: Vec<Ask>, prover: &SharedProver, desk: &Desk<Answer>) {
    // A search that failed leaves nothing behind but its table, which is sound at any moment.
    let mut prover = prover.lock().unwrap_or_else(PoisonError::into_inner);
    let Case { root, question } = case;
    let limits = desk.monitor().limits();
    for ask in asks {
        if desk.monitor().is_stopped() {
            return;
        }
        let answer = match &ask {
            Ask::Unfold { at, path, wish } => prover
                .unfold(root, *question, path, *wish, &limits)
                .map(|node| Answer::Node(*at, *wish, Box::new(node))),
            Ask::Refute { at, path } => match path.split_last() {
                Some((&card, before)) => prover
                    .refutation(root, *question, before, card, &limits)
                    .map(|refutation| Answer::Refuted(*at, before.to_vec(), Box::new(refutation))),
                None => continue,
            },
            Ask::Proof => {
                let limits = ProofLimits { search: limits.clone(), ..ProofLimits::default() };
                prover.proof(root, question.goal, &limits).map(|proof| Answer::Proof(Box::new(proof)))
            }
            Ask::Film(budget, memory) => {
                Film::record(case, *budget, *memory, &limits).map(|film| Answer::Film(Box::new(film)))
            }
        };
        if desk.monitor().is_stopped() {
            // Cut short: what was not finished is not told.
            return;
        }
        desk.tell(answer.unwrap_or_else(|error| Answer::Failed(ask, error)));
    }
}
