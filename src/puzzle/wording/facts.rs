//! What a reader is told beside the cards: the points so far, whose turn it is, what is known. And which cards he is
//! shown at all.

use crate::cards::{Cards, Suit};
use crate::deal::{Place, Position};
use crate::puzzle::distributions::{Condition, Group, Span, Who};
use crate::puzzle::{Asks, Puzzle, question};
use crate::rules::{BySeat, Game, Seat, Side};
use crate::words::Words;

/// The trick of the game, from 1, that falls after so many cards from the position on. Tricks that are gone count, so
/// that the check, the solution and the diagram speak of the same one.
#[must_use]
pub fn trick_number(position: &Position, after: usize) -> usize {
    position.trick_number(after)
}

/// All the points that the position still has to do with: those taken, and those of the cards not gone.
#[must_use]
pub fn total(position: &Position) -> u8 {
    let (declarer, defenders) = position.start().points;
    declarer.saturating_add(defenders).saturating_add((Cards::ALL - position.gone()).points())
}

/// The points so far: `51:21 (Alleinspieler : Gegenspieler, ohne Skat)`. Nothing where no trick has fallen yet, or where
/// points do not count.
#[must_use]
pub fn score(position: &Position, words: &Words) -> Option<String> {
    let points = [Side::Declarer, Side::Defenders].map(|side| position.points(side));
    let begun = trick_number(position, 0) > 1 || points != [0, 0];
    let [declarer, defenders] = points;
    (begun && position.game() != Game::Null)
        .then(|| words.fill("facts.score_is", &[("declarer", &declarer), ("defenders", &defenders)]))
}

/// Whose turn it is and in which trick: `Vorhand spielt zum 7. Stich aus`.
#[must_use]
pub fn turn(position: &Position, words: &Words) -> Option<String> {
    let turn = position.turn()?;
    let number = trick_number(position, 0);
    let key = match (position.trick().is_empty(), number) {
        (true, 1) => "facts.leads",
        (true, _) => "facts.leads_trick",
        (false, 1) => "facts.plays",
        (false, _) => "facts.plays_trick",
    };
    Some(words.fill(key, &[("seat", &words.seat(turn)), ("trick", &words.ordinal(number as u64))]))
}

/// What is known of hands that are not seen, as clauses: `Vorhand hat kein Herz`.
#[must_use]
pub fn known(puzzle: &Puzzle, words: &Words) -> Vec<String> {
    let position = &puzzle.position;
    let game = position.game();
    let mut clauses = Vec::new();
    for place in Place::ALL {
        let mut not = position.start().not[place.index()] - position.gone();
        let trumps = (game != Game::Null).then_some(Group::Trumps);
        let suits = Suit::ALL.into_iter().rev().filter(|&suit| game != Game::Suit(suit)).map(Group::Suit);
        let mut tell = |condition: Condition| clauses.push(condition.words(game, puzzle.goal(), words));
        for group in trumps.into_iter().chain(suits) {
            let cards = group.cards(game) - position.gone();
            if !cards.is_empty() && (cards - not).is_empty() {
                tell(Condition::Count(Who::Place(place), group, Span::exactly(0)));
                not -= cards;
            }
        }
        if !not.is_empty() {
            tell(Condition::Lacks(Who::Place(place), not));
        }
    }
    clauses.extend(position.start().splits.iter().map(|&split| words.split(split.in_game(game))));
    clauses
}

/// All of it, each with its label, as a sheet without pictures lists it.
#[must_use]
pub fn facts(puzzle: &Puzzle, words: &Words) -> Vec<(String, String)> {
    let position = &puzzle.position;
    let mut facts = Vec::new();
    let mut tell = |label: &'static str, text: String| facts.push((words.t(label).to_string(), text));
    if let Some(score) = score(position, words) {
        tell("facts.score", score);
    }
    if let Some(turn) = turn(position, words) {
        tell("facts.turn", turn);
    }
    let known = known(puzzle, words);
    if !known.is_empty() {
        tell("facts.known", known.join("; "));
    }
    facts
}

/// What a reader sees of the skat.
///
/// ```
/// use kiebitz::puzzle::{Puzzle, wording::{Shown, Skat}};
/// let position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// assert_eq!(Shown::solution(&Puzzle::new(position)).skat, Skat::Cards("D7.D8".parse().unwrap()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skat {
    /// These cards.
    Cards(Cards),
    /// Not shown, or not known.
    Hidden,
    /// It is what the question asks for.
    Asked,
    /// The same, and these cards were found in it.
    Found(Cards),
    /// There is none to speak of.
    Absent,
}

/// The cards that a reader is shown.
///
/// ```
/// use kiebitz::{puzzle::{Puzzle, wording::Shown}, rules::Seat};
/// let position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let shown = Shown::question(&Puzzle::new(position));
/// assert!(shown.hands[Seat::Forehand].is_some() && shown.hands[Seat::Middlehand].is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Each hand, if it is shown.
    pub hands: BySeat<Option<Cards>>,
    /// The skat.
    pub skat: Skat,
}

impl Shown {
    /// The question side: what the [kind of question](question::Kind::table) lets be seen.
    #[must_use]
    pub fn question(puzzle: &Puzzle) -> Shown {
        let table = question::kind(puzzle.asks).table(puzzle);
        let hand = |seat: Seat| table.of(Place::Hand(seat));
        let skat = match table.of(Place::Skat) {
            Some(skat) => Skat::Cards(skat),
            None if table.skat => Skat::Hidden,
            None if !table.found.is_empty() => Skat::Found(table.found),
            None if puzzle.asks == Asks::Discard => Skat::Asked,
            None => Skat::Absent,
        };
        Shown { hands: BySeat([hand(Seat::Forehand), hand(Seat::Middlehand), hand(Seat::Rearhand)]), skat }
    }

    /// The solution side: every card that is known, after the right discard if one was asked for.
    #[must_use]
    pub fn solution(puzzle: &Puzzle) -> Shown {
        let position = question::kind(puzzle.asks).played(puzzle);
        let hand = |seat: Seat| Some(position.hand(seat)).filter(|cards| !cards.is_empty());
        let skat = match position.skat() {
            skat if !skat.is_empty() => Skat::Cards(skat),
            _ if position.has_skat() => Skat::Hidden,
            _ => Skat::Absent,
        };
        Shown { hands: BySeat([hand(Seat::Forehand), hand(Seat::Middlehand), hand(Seat::Rearhand)]), skat }
    }
}
