//! Names close up: positions that differ only in the names of cards are one.
//!
//! Between two tricks a card may be renamed if nothing depends on its name: within the 7, 8 and 9 of a
//! suit, which count nothing, and within the jacks, the cards still in play move down to the lowest names,
//! their order kept. Where points do not matter (Null, every trick), all cards of a suit or of the trumps
//! close up so. And suits that are not trumps change places, the fuller ones first. The cards keep their
//! groups, their order and what they count, so whatever can be forced before the renaming can be
//! forced after it. A strategy is written in these names, which makes it much shorter.

use super::state::State;
use crate::cards::{Card, Cards, Rank, Suit};
use crate::rules::{Game, Goal};

/// Cards that may take each other's names, in ascending strength.
type Class = Vec<Card>;

/// How cards of a game may be renamed.
#[derive(Clone, Debug)]
pub(crate) struct Naming {
    classes: Vec<Class>,
    /// The suits that may change places.
    suits: Vec<Suit>,
    game: Game,
}

/// What each card is called: `names[card]` is the old name of a card with a new one.
pub(crate) type Names = [Card; 32];

/// Every card under its own name.
pub(crate) fn own_names() -> Names {
    let mut names = [Card::new(Suit::Diamonds, Rank::Seven); 32];
    for card in Card::all() {
        names[card.index()] = card;
    }
    names
}

impl Naming {
    /// The renaming that a game and a goal allow.
    pub fn new(game: Game, goal: Goal) -> Naming {
        let points = matches!(goal, Goal::Points(_));
        let mut classes: Vec<Class> = Vec::new();
        let mut left = Cards::ALL;
        while let Some(card) = left.iter().next() {
            let group = game.group(card);
            left -= group;
            let mut cards: Class = group.iter().collect();
            cards.sort_by_key(|&card| game.strength(card));
            // A run of neighbours that count the same; all of the group where nothing counts.
            for run in cards.chunk_by(|a, b| !points || a.points() == b.points()) {
                classes.push(run.to_vec());
            }
        }
        let suits = Suit::ALL.into_iter().filter(|&suit| game != Game::Suit(suit)).collect();
        Naming { classes, suits, game }
    }

    /// Renames the cards of a state between two tricks. `names`, which tells what the cards of the state
    /// were called at the start, then does so for the new ones.
    pub fn close_up(&self, state: &State, names: &Names) -> (State, Names) {
        debug_assert!(state.table.count == 0);
        let old = self.lowest_names(state.cards());
        let closed = renamed(state, &old);
        // The suits, the fuller ones first.
        let mut order: Vec<(Suit, [u8; 4])> =
            self.suits.iter().map(|&suit| (suit, self.content(&closed, suit))).collect();
        order.sort_by(|(_, a), (_, b)| b.cmp(a));
        let mut swapped = own_names();
        for (&to, &(from, _)) in self.suits.iter().zip(&order) {
            for card in self.game.plain_suit(to) {
                swapped[card.index()] = old[Card::new(from, card.rank()).index()];
            }
        }
        for card in self.game.trumps() {
            swapped[card.index()] = old[card.index()];
        }
        (renamed(state, &swapped), swapped.map(|card| names[card.index()]))
    }

    /// For each name the card that gets it when the cards in play take the lowest names.
    fn lowest_names(&self, in_play: Cards) -> Names {
        let mut old = own_names();
        for class in &self.classes {
            let here = class.iter().filter(|&&card| in_play.has(card));
            let gone = class.iter().filter(|&&card| !in_play.has(card));
            for (&name, &card) in class.iter().zip(here.chain(gone)) {
                old[name.index()] = card;
            }
        }
        old
    }

    /// The state in its lowest names, also in the middle of a trick, where a beaten card counts but no
    /// longer has a rank. States of one form are alike but for the names of cards.
    pub fn form(&self, state: &State) -> (State, u8) {
        let best = state.table.best.map_or(Cards::NONE, Cards::one);
        let old = self.lowest_names(state.cards() | best);
        let mut form = renamed(state, &old);
        form.table.best = Card::all().find(|card| state.table.best == Some(old[card.index()]));
        form.table.cards = Cards::NONE;
        (form, state.table.cards.points())
    }

    /// Which cards of the suit may be where.
    fn content(&self, state: &State, suit: Suit) -> [u8; 4] {
        let plain = self.game.plain_suit(suit);
        state.may.map(|may| ((may & plain).bits() >> (8 * suit.index())) as u8)
    }
}

/// The state with its cards renamed: a card is in a new set if the card of that name was in the old one.
fn renamed(state: &State, old: &Names) -> State {
    let mut may = [Cards::NONE; 4];
    for card in Card::all() {
        let was = old[card.index()];
        for (new, before) in may.iter_mut().zip(state.may) {
            if before.has(was) {
                new.insert(card);
            }
        }
    }
    let mut divided = state.divided;
    for one in divided.iter_mut().flatten() {
        one.cards = Card::all().filter(|card| one.cards.has(old[card.index()])).collect();
    }
    divided.sort_by_key(|one| one.map_or((true, None), |one| (false, Some(one))));
    State { may, divided, ..*state }
}
