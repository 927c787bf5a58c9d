//! How things stand for the checker: who may hold what, the trick on the table, what each side has.
//!
//! For each place (three hands and the skat) there is the set of cards that may be there and the number
//! of cards that are. A deal is any way to put every card into a place that it may be in. That is all the
//! checker knows of uncertainty, and everything else follows from two sentences: a card may be in a place
//! if some deal has it there; a player who does not follow holds nothing of what was led.

use crate::cards::{Card, Cards};
use crate::rules::{Game, Goal, Seat};

/// The place of the skat, after the three hands.
pub(crate) const SKAT: usize = 3;

/// The unfinished trick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct OpenTrick {
    /// Cards on the table.
    pub count: u8,
    /// What has to be followed.
    pub led: Cards,
    /// The card that wins so far, if there is one.
    pub best: Option<Card>,
    /// Who played it.
    pub holder: u8,
    /// The cards on the table.
    pub cards: Cards,
}

/// What one viewer (or, with open cards, everybody) can know at some point of the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// The cards that may be in F, M, R and the skat. Cards known to be in the skat have left play.
    pub may: [Cards; 4],
    /// How many cards are there.
    pub room: [u8; 4],
    /// Who is on turn.
    pub turn: u8,
    /// The trick on the table.
    pub table: OpenTrick,
    /// Points of the declarer (the skat as far as it is known) and of the defenders.
    pub points: [u8; 2],
    /// Whether each side has a trick.
    pub tricks: [bool; 2],
}

/// What counting says: whether the declarer reaches the goal, if that is certain.
pub(crate) fn settled(state: &State, goal: Goal) -> Option<bool> {
    let over = state.room[..SKAT].iter().all(|&room| room == 0) && state.table.count == 0;
    match goal {
        Goal::EveryTrick if state.tricks[1] => Some(false),
        Goal::NoTrick if state.tricks[0] => Some(false),
        Goal::EveryTrick | Goal::NoTrick => over.then_some(true),
        Goal::Points(points) => {
            let rest = u16::from(state.cards().points()) + u16::from(state.table.cards.points());
            let has = u16::from(state.points[0]);
            if has >= u16::from(points) {
                Some(true)
            } else {
                (has + rest < u16::from(points)).then_some(false)
            }
        }
    }
}

/// Numbers by a set of places, a bit for each place.
type BySet = [u8; 16];

/// Adds up what each set of places has within it.
fn within(mut numbers: BySet) -> BySet {
    for place in 0..4 {
        for set in (0..16usize).filter(|set| set >> place & 1 == 1) {
            numbers[set] += numbers[set & !(1 << place)];
        }
    }
    numbers
}

/// Whether some deal puts the cards, counted by the places they may be in, into the places: no set of
/// places has to take more cards than it has room for, and all room is filled.
fn possible(cards: &BySet, room: &BySet) -> bool {
    let inside = within(*cards);
    cards[0] == 0 && inside[15] == room[15] && inside.iter().zip(room).all(|(inside, room)| inside <= room)
}

impl State {
    /// All cards not yet played, but those known to be in the skat.
    pub fn cards(&self) -> Cards {
        self.may.iter().fold(Cards::NONE, |all, &may| all | may)
    }

    fn places(&self, card: Card) -> usize {
        (0..4).fold(0, |places, place| places | usize::from(self.may[place].has(card)) << place)
    }

    /// Leaves a card in a place only if some deal has it there; false if there is no deal. What is then
    /// known to be in the skat is the declarer's.
    pub fn settle(&mut self) -> bool {
        let mut classes: BySet = [0; 16];
        let mut members = [Cards::NONE; 16];
        for card in self.cards() {
            let class = self.places(card);
            classes[class] += 1;
            members[class].insert(card);
        }
        let [f, m, r, skat] = self.room;
        let room = within([0, f, m, 0, r, 0, 0, 0, skat, 0, 0, 0, 0, 0, 0, 0]);
        if !possible(&classes, &room) {
            return false;
        }
        // Cards that may be in the same places are alike, so one of them speaks for all.
        for class in (1..16usize).filter(|&class| classes[class] > 0 && !class.is_power_of_two()) {
            for place in (0..4).filter(|place| class >> place & 1 == 1) {
                let mut with = classes;
                with[class] -= 1;
                with[1 << place] += 1;
                if !possible(&with, &room) {
                    self.may[place] -= members[class];
                }
            }
        }
        let skat = self.may[SKAT] - (self.may[0] | self.may[1] | self.may[2]);
        self.may[SKAT] -= skat;
        self.room[SKAT] -= skat.len() as u8;
        self.points[0] += skat.points();
        true
    }

    /// What may fall now.
    pub fn falls(&self) -> Falls {
        let turn = usize::from(self.turn);
        let mut void = *self;
        void.may[turn] -= self.table.led;
        // Nobody fails to follow who leads.
        let possible = self.table.count > 0 && void.settle();
        Falls { state: *self, void: possible.then_some(void) }
    }

    /// The cards that may fall: those legal in some deal.
    pub fn may_fall(&self) -> Cards {
        self.falls().cards()
    }

    /// What is known after the card has fallen; `None` if no deal allows it.
    pub fn after(&self, game: Game, declarer: usize, card: Card) -> Option<State> {
        self.falls().after(game, declarer, card)
    }

    /// The seat on turn.
    pub fn seat(&self) -> Seat {
        Seat::ALL[usize::from(self.turn) % 3]
    }
}

/// The cards that may fall, and what each of them shows.
pub(crate) struct Falls {
    state: State,
    /// What is known if whoever is on turn cannot follow; `None` if no deal allows that.
    void: Option<State>,
}

impl Falls {
    /// The cards: those legal in some deal.
    pub fn cards(&self) -> Cards {
        let turn = usize::from(self.state.turn);
        let own = self.state.may[turn];
        let follows = if self.state.table.count == 0 { own } else { own & self.state.table.led };
        follows | self.void.map_or(Cards::NONE, |void| void.may[turn])
    }

    /// What is known after the card has fallen; `None` if no deal allows it.
    pub fn after(&self, game: Game, declarer: usize, card: Card) -> Option<State> {
        let (seat, turn) = (self.state.turn, usize::from(self.state.turn));
        let follows = self.state.table.count == 0 || self.state.table.led.has(card);
        let mut state = if follows { self.state } else { self.void? };
        if !state.may[turn].has(card) || state.room[turn] == 0 {
            return None;
        }
        for may in &mut state.may {
            may.remove(card);
        }
        state.room[turn] -= 1;
        if !state.settle() {
            return None;
        }
        let table = &mut state.table;
        match table.best {
            None => *table = OpenTrick { led: game.group(card), best: Some(card), holder: seat, ..*table },
            Some(best) if game.beats(card, best) => (table.best, table.holder) = (Some(card), seat),
            Some(_) => {}
        }
        table.count += 1;
        table.cards.insert(card);
        state.turn = (seat + 1) % 3;
        if table.count == 3 {
            let side = usize::from(usize::from(table.holder) != declarer);
            state.turn = table.holder;
            state.points[side] += table.cards.points();
            state.tricks[side] = true;
            state.table = OpenTrick::default();
        }
        Some(state)
    }
}
