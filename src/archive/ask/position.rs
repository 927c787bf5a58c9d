//! Games in which a position came up: exactly, or up to suits and ranks without meaning.
//!
//! What lies on the table, who is on turn, who plays alone in which game, and the cards: all that are open if the
//! position's view is open, else the viewer's own, with what has fallen. How it came about does not matter.

use super::eval::Played;
use crate::cards::{Card, Cards, Suit};
use crate::deal::{Position, View};
use crate::rules::{Game, Seat};

/// A position that is asked for.
///
/// ```
/// use kiebitz::archive::ask::{Ask, PositionAsk};
/// let gone = "C9.CQ.CK.CT.CA.S9.SQ.SK.ST.SJ.H7.H8.H9.HQ.HK.HT.HA.HJ.D9.DQ.DK.DT.DA.DJ";
/// let line = format!("contract=G declarer=F F=CJ.SA M=C7.S7 R=C8.S8 skat=D7.D8 gone={gone} view=open");
/// let Ok(Ask::Position(asked)) = format!("alike \"{line}\"").parse() else { panic!("a position") };
/// assert!(asked.alike && asked.position.hand_size() == 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PositionAsk {
    /// The position.
    pub position: Position,
    /// Whether suits may change places, and ranks that mean the same.
    pub alike: bool,
}

/// A position made ready to be compared with many games.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    game: Game,
    declarer: Seat,
    view: View,
    /// How many cards have fallen by then.
    fallen: usize,
    scene: Scene,
    /// How many trumps each seat has, from the declarer on: what throws out most games.
    trumps: [usize; 3],
    /// The scene without names, if that is asked for.
    shape: Option<Shape>,
}

/// What can be seen at one moment by whoever looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Scene {
    hands: [Cards; 3],
    skat: Cards,
    /// Cards that he knows to be there, but not where.
    unseen: Cards,
    trick: [Option<Card>; 2],
    turn: Option<Seat>,
}

impl Scene {
    /// Leaves out what a viewer does not see. `None`: all cards are open.
    fn seen_by(self, viewer: Option<Seat>, declarer: Seat, is_hand: bool) -> Scene {
        let Some(viewer) = viewer else { return self };
        let own = self.hands[viewer.index()];
        let mut hands = [Cards::NONE; 3];
        hands[viewer.index()] = own;
        let skat = if viewer == declarer && !is_hand { self.skat } else { Cards::NONE };
        Scene { hands, skat, unseen: self.unseen - own - skat, ..self }
    }
}

/// A suit or the trumps from the highest card to the lowest: who holds each, and what it counts. Three bits for the
/// place and three for the points.
type Line = u128;

/// A scene without names of suits and ranks: the trumps, then the suits in order of what they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    turn: Option<usize>,
    trumps: Line,
    suits: [Line; 4],
}

/// Places in a line: 1 to 3 are the seats from the declarer on, then the cards of the trick, then what is unseen.
const TRICK: u8 = 4;
const UNSEEN: u8 = 6;

impl Wanted {
    /// `None` for a position of which too little is known: whoever looks must know his own hand and what has fallen.
    pub(super) fn of(asked: &PositionAsk) -> Option<Wanted> {
        let position = &asked.position;
        let (game, declarer, view) = (position.game(), position.declarer(), position.view());
        let left: usize = Seat::ALL.iter().map(|&seat| position.cards_left(seat)).sum();
        let fallen = 30usize.checked_sub(left)?;
        let gone = position.history().iter().fold(position.gone(), |gone, play| gone.with(play.card));
        let open = Seat::ALL.into_iter().all(|seat| position.is_known(seat)) && position.has_skat();
        let known = match view {
            View::Open => open,
            View::Seat(seat) => position.is_known(seat) && (open || gone.len() == fallen),
        };
        if !known {
            return None;
        }
        let hand = |seat: Seat| if position.is_known(seat) { position.hand(seat) } else { Cards::NONE };
        let hands = Seat::ALL.map(hand);
        let skat = if position.has_skat() { position.skat() } else { Cards::NONE };
        let trick = position.trick();
        let unseen = if open { hands.iter().fold(skat, |all, &hand| all | hand) } else { Cards::ALL - gone };
        let whole = Scene {
            hands,
            skat,
            unseen,
            trick: [trick.first().map(|play| play.card), trick.get(1).map(|play| play.card)],
            turn: position.turn(),
        };
        let viewer = viewer(view, declarer, declarer);
        let scene = whole.seen_by(viewer, declarer, position.contract().is_hand());
        Some(Wanted {
            game,
            declarer,
            view,
            fallen,
            scene,
            trumps: [0, 1, 2].map(|at| (hand(declarer.after(at)) & game.trumps()).len()),
            shape: asked.alike.then(|| shape(&scene, game, declarer)),
        })
    }

    /// Whether the position came up; the number of cards that had fallen.
    pub(super) fn place(&self, played: &Played<'_>) -> Option<u8> {
        let (game, declarer) = (played.game?, played.declarer?);
        if played.course.len() < self.fallen || kind(game) != kind(self.game) {
            return None;
        }
        let found = match self.shape {
            None => self.exactly(played, game, declarer),
            Some(shape) => self.alike(played, game, declarer, shape),
        };
        found.then_some(self.fallen as u8)
    }

    fn exactly(&self, played: &Played<'_>, game: Game, declarer: Seat) -> bool {
        if game != self.game || declarer != self.declarer {
            return false;
        }
        // Whoever holds a card at that moment has it in his ten: this throws nearly all games out.
        let at_start = |seat: Seat| played.hand(seat).has_all(self.scene.hands[seat.index()]);
        if !Seat::ALL.into_iter().all(at_start) {
            return false;
        }
        let viewer = viewer(self.view, declarer, declarer);
        scene(played, game, self.fallen).seen_by(viewer, declarer, played.is_hand) == self.scene
    }

    fn alike(&self, played: &Played<'_>, game: Game, declarer: Seat, wanted: Shape) -> bool {
        if self.view == View::Open {
            let fallen = played.course.fallen(self.fallen);
            let trumps = |at: usize| ((played.hand(declarer.after(at)) - fallen) & game.trumps()).len();
            if (0..3).any(|at| trumps(at) != self.trumps[at]) {
                return false;
            }
        }
        let viewer = viewer(self.view, self.declarer, declarer);
        let scene = scene(played, game, self.fallen).seen_by(viewer, declarer, played.is_hand);
        shape(&scene, game, declarer) == wanted
    }
}

/// Games whose positions can be alike.
fn kind(game: Game) -> u8 {
    match game {
        Game::Suit(_) => 0,
        Game::Grand => 1,
        Game::Null => 2,
    }
}

/// Who looks, in a game in which somebody else may play alone: as many seats behind the declarer.
fn viewer(view: View, wanted: Seat, declarer: Seat) -> Option<Seat> {
    match view {
        View::Open => None,
        View::Seat(seat) => Some(declarer.after((seat.index() + 3 - wanted.index()) % 3)),
    }
}

/// Where a card of the scene is: 0 for one that is gone, or laid away and known to be.
fn place(scene: &Scene, declarer: Seat, card: Card) -> u8 {
    if let Some(at) = scene.trick.iter().position(|&laid| laid == Some(card)) {
        return TRICK + at as u8;
    }
    match (0..3).find(|&at| scene.hands[declarer.after(at).index()].has(card)) {
        Some(at) => 1 + at as u8,
        None if scene.unseen.has(card) && !scene.skat.has(card) => UNSEEN,
        None => 0,
    }
}

/// The cards of a suit, or the trumps, that are not gone, from the highest to the lowest.
fn ladder(scene: &Scene, game: Game, declarer: Seat, cards: Cards) -> impl Iterator<Item = (Card, u8)> {
    let mut sorted = [(0, 0, 0); 11];
    let mut count = 0;
    for card in cards {
        let held = place(scene, declarer, card);
        if held > 0 && count < sorted.len() {
            sorted[count] = (game.strength(card), held << 3 | points(game, card), card.index());
            count += 1;
        }
    }
    sorted[..count].sort_unstable();
    let steps = sorted.into_iter().take(count).rev();
    steps.filter_map(|(_, held, card)| Some((Card::from_index(card)?, held)))
}

fn line(scene: &Scene, game: Game, declarer: Seat, cards: Cards) -> Line {
    ladder(scene, game, declarer, cards).fold(0, |line, (_, held)| line << 6 | u128::from(held))
}

fn shape(scene: &Scene, game: Game, declarer: Seat) -> Shape {
    let mut suits = Suit::ALL.map(|suit| line(scene, game, declarer, game.plain_suit(suit)));
    suits.sort_unstable();
    let turn = scene.turn.map(|turn| (turn.index() + 3 - declarer.index()) % 3);
    Shape { turn, trumps: line(scene, game, declarer, game.trumps()), suits }
}

impl Wanted {
    /// The name that a card of a game, in which the position came up, has in this one: the card at the same step of a
    /// suit that is alike. Of two suits that are alike it is the first: they are the same.
    pub(super) fn as_here(&self, played: &Played<'_>, card: Card) -> Option<Card> {
        if self.shape.is_none() {
            return Some(card);
        }
        let (game, declarer) = (played.game?, played.declarer?);
        let viewer = viewer(self.view, self.declarer, declarer);
        let there = scene(played, game, self.fallen).seen_by(viewer, declarer, played.is_hand);
        let group = game.group(card);
        let step = ladder(&there, game, declarer, group).position(|(other, _)| other == card)?;
        let wanted = line(&there, game, declarer, group);
        let trumps = self.game.trumps();
        let suits = Suit::ALL.map(|suit| self.game.plain_suit(suit));
        let groups = if game.trumps().has(card) { vec![trumps] } else { suits.to_vec() };
        let here = |cards: &Cards| line(&self.scene, self.game, self.declarer, *cards) == wanted;
        let group = groups.into_iter().filter(|cards| !cards.is_empty()).find(here)?;
        let found = ladder(&self.scene, self.game, self.declarer, group).nth(step);
        found.map(|(card, _)| card)
    }
}

/// What a card counts, as a number of three bits. In Null nothing counts.
fn points(game: Game, card: Card) -> u8 {
    match card.points() {
        _ if game == Game::Null => 0,
        0 => 1,
        2 => 2,
        3 => 3,
        4 => 4,
        10 => 5,
        _ => 6,
    }
}

/// The scene after so many cards, found without playing them: who is on turn follows from the last trick.
fn scene(played: &Played<'_>, game: Game, fallen: usize) -> Scene {
    let course = played.course;
    let gone = course.fallen(fallen);
    let hands = Seat::ALL.map(|seat| played.hand(seat) - gone);
    let owner = |card: Card| Seat::ALL.into_iter().find(|&seat| played.hand(seat).has(card));
    let in_trick = fallen % 3;
    let begin = fallen - in_trick;
    let leader = if begin == 0 {
        Some(Seat::Forehand)
    } else {
        let card = |at: usize| course.card(begin - 3 + at);
        match (card(0), card(1), card(2)) {
            (Some(a), Some(b), Some(c)) => owner([a, b, c][game.trick_winner([a, b, c])]),
            _ => None,
        }
    };
    let at = |place: usize| if place < in_trick { course.card(begin + place) } else { None };
    Scene {
        hands,
        skat: played.skat(),
        unseen: Cards::ALL - gone,
        trick: [at(0), at(1)],
        turn: leader.filter(|_| fallen < 30).map(|leader| leader.after(in_trick)),
    }
}
