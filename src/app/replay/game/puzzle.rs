//! A puzzle out of a moment of a game.

use super::view::GameView;
use crate::archive::analysis::GameAnalysis;
use crate::archive::walk::Walk;
use crate::deal::{Place, View};
use crate::puzzle::{Answer, Asks, Language, PlaceName, Puzzle, Texts};
use crate::rules::{Goal, Seat, Side};
use crate::words::{Faces, Words};

impl GameView {
    /// The position on the table as a puzzle for whoever is on turn, with the question set; `None` where
    /// nobody is.
    #[must_use]
    pub fn puzzle(&self, words: &Words) -> Option<Puzzle> {
        puzzle_of(&self.walk, self.analysis.as_ref(), self.view, words)
    }
}

/// The position where a walk is as a puzzle for whoever is on turn, or for whoever looks.
#[must_use]
pub fn puzzle_of(walk: &Walk, analysis: Option<&GameAnalysis>, view: View, words: &Words) -> Option<Puzzle> {
    let position = walk.position()?;
    let turn = position.turn()?;
    let viewer = match view {
        View::Seat(seat) => seat,
        View::Open => turn,
    };
    let mut puzzle = Puzzle::new(position.with_view(View::Seat(viewer)));
    let declarer = position.declarer();
    let sees_skat = viewer == declarer && !position.contract().is_hand();
    let open = |seat: Seat| seat == viewer || position.contract().is_ouvert() && seat == declarer;
    let hidden = Seat::ALL.into_iter().filter(|&seat| !open(seat)).map(Place::Hand);
    puzzle.hidden = hidden.chain((!sees_skat).then_some(Place::Skat)).map(PlaceName).collect();
    puzzle.asks = match (viewer == turn, viewer.side(declarer)) {
        (true, _) => Asks::Card,
        (false, Side::Declarer) => Asks::Unlosable,
        (false, Side::Defenders) => Asks::Beat,
    };
    let both = |text: &dyn Fn(&Words) -> String| {
        let [de, en] = [Language::German, Language::English].map(|language| {
            // Titles last longer than the deck that is chosen now.
            text(&Words { language, faces: Faces::FourColour })
        });
        Texts { de, en }
    };
    let trick = position.history().len() / 3 + 1;
    let id = walk.record.id.clone().unwrap_or_default();
    puzzle.title = both(&|words| {
        let game = words.contract(position.contract());
        words.fill("puzzle.title", &[("game", &game), ("trick", &trick)])
    });
    puzzle.question = both(&|words| question(words, viewer, turn, viewer.side(declarer), position.goal()));
    let place = walk.record.place.clone().unwrap_or_default();
    puzzle.source = words.fill("puzzle.source", &[("place", &place), ("id", &id)]).trim().to_string();
    puzzle.year = walk.record.date.as_deref().and_then(|date| date.get(..4)?.parse().ok());
    puzzle.answer = answer(walk, analysis).unwrap_or_default();
    Some(puzzle)
}

/// What the analysis knows of the card to be found: those that would have kept a forced win.
fn answer(walk: &Walk, analysis: Option<&GameAnalysis>) -> Option<Answer> {
    let number = walk.cards().filter(|_| walk.variation().is_none())?;
    let found = analysis?.cards.get(number)?;
    let [before, after] = found.own.map(|sure| sure.win);
    if before != Some(true) {
        return None;
    }
    let mut cards = found.better;
    if after == Some(true) {
        // The card played is one that keeps it; whether it is the only one was not asked.
        return Some(Answer { declarer_wins: Some(found.side == Side::Declarer), ..Answer::default() });
    }
    cards.remove(found.card);
    Some(Answer { declarer_wins: Some(found.side == Side::Declarer), cards, ..Answer::default() })
}

fn question(words: &Words, viewer: Seat, turn: Seat, side: Side, goal: Goal) -> String {
    let (seat, goal) = (words.seat(viewer), words.goal(goal));
    let values: [(&str, &dyn std::fmt::Display); 2] = [("seat", &seat), ("goal", &goal)];
    match (viewer == turn, side) {
        (true, Side::Declarer) => words.fill("puzzle.ask_declarer", &values),
        (true, Side::Defenders) => words.fill("puzzle.ask_defender", &values),
        (false, Side::Declarer) => words.fill("puzzle.ask_sure", &values),
        (false, Side::Defenders) => words.fill("puzzle.ask_beat", &values),
    }
}
