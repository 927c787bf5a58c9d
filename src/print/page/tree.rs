//! The game that a page can play, worked out beforehand: the right cards whole, each wrong card with its refutation.
//!
//! The others answer as [`Adversary::reply`] does, with the deal that hurts most, so one answer is enough for each card
//! of the reader.

use crate::cards::Card;
use crate::deal::{Position, View};
use crate::puzzle::{Asks, Puzzle};
use crate::rules::{Goal, Seat, Side};
use crate::search::Limits;
use crate::search::adversary::Adversary;
use crate::search::proof::{Claim, ProofError, unseen};
use serde_json::{Map, Value, json};

/// Most nodes of a tree: what lies beyond is shown as one line instead of being played.
const MOST: usize = 2_500;
/// Nodes that a search may take for one question; a puzzle that needs more is not played in the page.
const NODES: u64 = 30_000_000;

/// A puzzle that can be played.
#[derive(Debug)]
pub(crate) struct Game {
    /// The cards that the reader plays are those of these seats.
    pub seats: Vec<Seat>,
    /// The tree, as the page reads it.
    pub tree: Value,
}

/// What the reader is to reach: the goal, or where points are asked for, so many.
fn claim(puzzle: &Puzzle) -> Claim {
    let position = &puzzle.position;
    let claim = Claim::new(position, puzzle.goal());
    let claim = match position.view() {
        View::Seat(_) => claim,
        View::Open => claim.for_side(match (puzzle.asks, puzzle.answer.declarer_wins, position.turn()) {
            (Asks::Card, _, Some(turn)) => turn.side(position.declarer()),
            (Asks::Play | Asks::Beat, Some(false), _) => Side::Defenders,
            _ => Side::Declarer,
        }),
    };
    match puzzle.answer.points {
        Some(points) if puzzle.asks == Asks::Points => {
            Claim { goal: Goal::Points(points + u8::from(claim.side == Side::Defenders)), ..claim }
        }
        _ => claim,
    }
}

/// The game of a puzzle; nothing if it is not one that is played, or is too hard to work out here.
///
/// # Errors
/// If the searches cannot take the position.
pub(crate) fn game(puzzle: &Puzzle, limits: &Limits) -> Result<Option<Game>, ProofError> {
    if !matches!(puzzle.asks, Asks::Play | Asks::Card | Asks::Beat | Asks::Unlosable | Asks::Points) {
        return Ok(None);
    }
    let claim = claim(puzzle);
    let position = unseen(&puzzle.position)?;
    let limits = Limits { nodes: Some(NODES), ..limits.clone() };
    let mut grower = Grower { adversary: Adversary::with_table(64), claim, limits, nodes: 0 };
    if grower.adversary.decide(&position, claim, &grower.limits)? != Some(true) {
        return Ok(None);
    }
    let Some(tree) = grower.grow(&position)? else { return Ok(None) };
    let seats = Seat::ALL.into_iter().filter(|&seat| claim.plays(&position, seat)).collect();
    Ok(Some(Game { seats, tree }))
}

struct Grower {
    adversary: Adversary,
    claim: Claim,
    limits: Limits,
    nodes: usize,
}

fn spelled(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect()
}

impl Grower {
    /// What follows a position in which the reader still has what he wants: the others' cards, then each of his.
    fn grow(&mut self, position: &Position) -> Result<Option<Value>, ProofError> {
        self.nodes += 1;
        let mut position = position.clone();
        let mut answers = Vec::new();
        // A trick that has begun is played to its end, so that the reader sees who takes it.
        let over = |position: &Position| {
            position.turn().is_none() || self.claim.outcome(position).is_some() && position.trick().is_empty()
        };
        while !over(&position) && !self.claim.is_persons_turn(&position) {
            let Some(reply) = self.adversary.reply(&position, self.claim, &self.limits)? else {
                return Ok(None);
            };
            answers.push(reply.card);
            if position.play(reply.card).is_err() {
                return Ok(None);
            }
        }
        if over(&position) {
            return Ok(Some(json!({ "a": spelled(&answers), "w": 1 })));
        }
        if self.nodes > MOST {
            // Enough of it: the rest is shown, and the page says so.
            let Some(line) = self.adversary.line(&position, self.claim, &self.limits)? else {
                return Ok(None);
            };
            answers.extend(line);
            return Ok(Some(json!({ "a": spelled(&answers), "w": 1, "c": 1 })));
        }
        let Some(judged) = self.adversary.cards(&position, self.claim, &self.limits)? else {
            return Ok(None);
        };
        let mut moves = Map::new();
        for card in judged {
            let mut after = position.clone();
            if after.play(card.card).is_err() {
                return Ok(None);
            }
            let follows = if card.keeps {
                self.grow(&after)?
            } else {
                self.adversary.line(&after, self.claim, &self.limits)?.map(|line| spelled(&line).into())
            };
            let Some(follows) = follows else { return Ok(None) };
            moves.insert(card.card.to_string(), follows);
        }
        Ok(Some(json!({ "a": spelled(&answers), "m": moves })))
    }
}
