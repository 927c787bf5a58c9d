//! How things stand for the checker: who may hold what, the trick on the table, what each side has.
//!
//! For each place (three hands and the skat) there is the set of cards that may be there and the number
//! of cards that are. A deal is any way to put every card into a place that it may be in. That is all the
//! checker knows of uncertainty, and everything else follows from two sentences: a card may be in a place
//! if some deal has it there; a player who does not follow holds nothing of what was led.
//! Where the line says how a suit is split between the defenders, only deals with these numbers count.

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
    /// How groups of cards are split between two hands, where that is known; in the order of their cards.
    pub divided: [Option<Divided>; 5],
}

/// A group of cards of which two hands hold known numbers, in one of two ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Divided {
    /// The whole group.
    pub cards: Cards,
    /// The two hands.
    pub hands: [u8; 2],
    /// How many each of them may still hold, the smaller number of the first hand first.
    pub ways: [Option<[u8; 2]>; 2],
}

impl Divided {
    /// The hand has played a card of the group.
    fn play(&mut self, hand: usize) {
        if let Some(at) = self.hands.iter().position(|&one| usize::from(one) == hand) {
            for way in &mut self.ways {
                *way = way.filter(|way| way[at] > 0).map(|mut way| {
                    way[at] -= 1;
                    way
                });
            }
            // What is left comes first, so that equal knowledge has one form.
            self.ways.sort_by_key(Option::is_none);
        }
    }

    fn allows(&self, shares: &Shares) -> bool {
        self.ways.contains(&Some(self.hands.map(|hand| shares[usize::from(hand)])))
    }
}

/// How many cards go to each place.
type Shares = [u8; 4];

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

fn total(shares: &[Shares]) -> Shares {
    shares.iter().fold([0; 4], |sum, share| std::array::from_fn(|place| sum[place] + share[place]))
}

fn fits(shares: &Shares, room: &Shares) -> bool {
    shares.iter().zip(room).all(|(share, room)| share <= room)
}

/// Every way to share out so many cards alike among the places they may be in.
fn class_shares(class: usize, count: u8) -> Vec<Shares> {
    let most = |place: usize| if class >> place & 1 == 1 { count } else { 0 };
    let mut all = Vec::new();
    for a in 0..=most(0) {
        for b in 0..=most(1).min(count - a) {
            for c in 0..=most(2).min(count - a - b) {
                let d = count - a - b - c;
                if d <= most(3) {
                    all.push([a, b, c, d]);
                }
            }
        }
    }
    all
}

impl State {
    /// All cards not yet played, but those known to be in the skat.
    pub fn cards(&self) -> Cards {
        self.may.iter().fold(Cards::NONE, |all, &may| all | may)
    }

    fn places(&self, card: Card) -> usize {
        (0..4).fold(0, |places, place| places | usize::from(self.may[place].has(card)) << place)
    }

    /// Whether a deal of the cards left has the numbers of every split.
    pub fn keeps(&self, deal: &[Cards; 4]) -> bool {
        self.splits().all(|divided| divided.allows(&deal.map(|cards| (cards & divided.cards).len() as u8)))
    }

    /// The splits that are known.
    pub fn splits(&self) -> impl Iterator<Item = Divided> {
        self.divided.into_iter().flatten()
    }

    /// With known splits: the cards of each group, and all others, by the places they may be in, with every way to share
    /// them out that the numbers and the rooms allow.
    fn shared(&self) -> Vec<(Vec<Cards>, Vec<Vec<Shares>>)> {
        let stated = self.splits().fold(Cards::NONE, |all, divided| all | divided.cards);
        let groups = self.splits().map(|divided| (divided.cards, Some(divided)));
        let groups = groups.chain([(Cards::ALL - stated, None)]);
        let mut parts = Vec::new();
        for (group, divided) in groups {
            let mut members: Vec<(usize, Cards)> = Vec::new();
            for card in self.cards() & group {
                let class = self.places(card);
                match members.iter_mut().find(|(known, _)| *known == class) {
                    Some((_, cards)) => {
                        cards.insert(card);
                    }
                    None => members.push((class, Cards::one(card))),
                }
            }
            let mut ways: Vec<Vec<Shares>> = vec![Vec::new()];
            for &(class, cards) in &members {
                let shares = class_shares(class, cards.len() as u8);
                let longer = |way: &Vec<Shares>, share: Shares| {
                    let mut way = way.clone();
                    way.push(share);
                    way
                };
                ways = ways
                    .iter()
                    .flat_map(|way| shares.iter().map(move |&share| longer(way, share)))
                    .filter(|way| fits(&total(way), &self.room))
                    .collect();
            }
            ways.retain(|way| divided.is_none_or(|divided| divided.allows(&total(way))));
            parts.push((members.into_iter().map(|(_, cards)| cards).collect(), ways));
        }
        parts
    }

    /// As [`State::settle`], with known splits: a card stays in a place only if the rest can be shared out around it.
    fn settle_divided(&mut self) -> bool {
        let parts = self.shared();
        let totals: Vec<Vec<Shares>> = parts
            .iter()
            .map(|(_, ways)| {
                let mut totals: Vec<Shares> = ways.iter().map(|way| total(way)).collect();
                totals.sort_unstable();
                totals.dedup();
                totals
            })
            .collect();
        let mut may = [Cards::NONE; 4];
        for (at, (members, ways)) in parts.iter().enumerate() {
            // What all the other parts together may take.
            let mut others = vec![[0; 4]];
            for (_, part) in totals.iter().enumerate().filter(|(other, _)| *other != at) {
                let sums = others.iter().flat_map(|one| part.iter().map(move |two| total(&[*one, *two])));
                let mut sums: Vec<Shares> = sums.filter(|sum| fits(sum, &self.room)).collect();
                sums.sort_unstable();
                sums.dedup();
                others = sums;
            }
            for way in ways {
                let sum = total(way);
                let left: Shares = std::array::from_fn(|place| self.room[place] - sum[place]);
                if others.binary_search(&left).is_err() {
                    continue;
                }
                for (cards, share) in members.iter().zip(way) {
                    for place in (0..4).filter(|&place| share[place] > 0) {
                        may[place] |= *cards;
                    }
                }
            }
        }
        let all = self.cards();
        self.may = may;
        self.cards() == all && !(all.is_empty() && self.room != [0; 4])
    }

    /// Leaves a card in a place only if some deal has it there; false if there is no deal. What is then
    /// known to be in the skat is the declarer's.
    pub fn settle(&mut self) -> bool {
        if self.divided[0].is_some() {
            if !self.settle_divided() {
                return false;
            }
            self.clear_skat();
            return true;
        }
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
        self.clear_skat();
        true
    }

    fn clear_skat(&mut self) {
        let skat = self.may[SKAT] - (self.may[0] | self.may[1] | self.may[2]);
        self.may[SKAT] -= skat;
        self.room[SKAT] -= skat.len() as u8;
        self.points[0] += skat.points();
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
        state.divided.iter_mut().flatten().filter(|one| one.cards.has(card)).for_each(|one| one.play(turn));
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
