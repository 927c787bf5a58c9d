//! A position as one seat sees it, in the terms of the search.

use super::hidden::{ANY, Hidden, LEFT, RIGHT, SKAT};
use super::search::Trick;
use super::task::{Count, Task};
use crate::cards::{Card, Cards};
use crate::deal::{Place, Position};
use crate::knowledge::Knowledge;
use crate::rules::{Game, Goal, Seat, Side};
use crate::search::layout::Layout;

/// What a viewer sees.
#[derive(Clone, Debug)]
pub(in crate::search) struct Scene {
    pub(in crate::search) game: Game,
    pub(in crate::search) layout: &'static Layout,
    /// The declarer's seat, counted from the viewer.
    pub(in crate::search) declarer: usize,
    pub(in crate::search) hand: u32,
    /// The cards that are not seen; several where splits are known without their direction, and then with what surely lies
    /// in the skat.
    pub(in crate::search) hidden: Vec<Hidden>,
    pub(in crate::search) trick: Trick,
    /// The declarer's points so far and all points still in play or in the skat: what the defenders
    /// do not take of them is his in the end.
    pub(in crate::search) total: i32,
    /// Whether each side has a trick already: declarer, defenders.
    pub(in crate::search) has_trick: [bool; 2],
}

impl Scene {
    pub(in crate::search) fn new(position: &Position, knowledge: &Knowledge) -> Scene {
        let game = position.game();
        let layout = Layout::of(game);
        let viewer = knowledge.viewer();
        let places = knowledge.places();
        let [left, right] = [viewer.next(), viewer.after(2)].map(Place::Hand);
        let others = [left, right, Place::Skat];
        let mut hidden = Hidden {
            may: others.map(|place| layout.bits(places.may(place))),
            room: others.map(|place| places.room(place)),
            splits: [[ANY; 5]; 2],
            bounded: false,
            exact: 0,
        };
        let relative = |seat: Seat| (seat.index() + 3 - viewer.index()) % 3;
        let declarer = relative(position.declarer());
        let task = Task::new(game, declarer, Count::DefendersTrick);
        hidden.settle(&task);
        let own = layout.bits(places.may(Place::Hand(viewer)));
        let splits = knowledge.splits().all().iter().map(|divided| Division {
            cards: layout.bits(divided.cards),
            hands: divided.hands.map(relative),
            ways: divided.ways.clone(),
        });
        let hidden = divided(game, declarer, hidden, own, splits);
        let on_table = position.trick();
        let leader = on_table.first().map(|play| play.seat).or(position.turn()).unwrap_or(viewer);
        let mut trick = Trick::led_by(relative(leader));
        for play in on_table {
            trick = trick.with(layout.bit(play.card), &task);
        }
        let table_cards: Cards = on_table.iter().map(|play| play.card).collect();
        let in_play = (places.cards() | table_cards).points();
        Scene {
            game,
            layout,
            declarer,
            hand: own,
            hidden,
            trick,
            total: i32::from(position.points(Side::Declarer)) + i32::from(in_play),
            has_trick: [Side::Declarer, Side::Defenders].map(|side| position.has_trick(side)),
        }
    }

    /// The task that decides this goal, and the number of units at which the declarer misses it; or
    /// the answer, if it is given already. `None` for a goal that makes no sense in the game.
    pub(in crate::search) fn question(&self, goal: Goal) -> Option<GoalTest> {
        let null = self.game == Game::Null;
        match goal {
            Goal::Points(points) if !null => {
                let task = Task::new(self.game, self.declarer, Count::Points);
                Some(GoalTest::AtLeast(task, self.total - i32::from(points) + 1))
            }
            Goal::EveryTrick if !null => Some(if self.has_trick[1] {
                GoalTest::Settled(false)
            } else {
                GoalTest::AtLeast(Task::new(self.game, self.declarer, Count::DefendersTrick), 1)
            }),
            Goal::NoTrick if null => Some(if self.has_trick[0] {
                GoalTest::Settled(false)
            } else {
                GoalTest::AtLeast(Task::new(self.game, self.declarer, Count::DeclarersTrick), 1)
            }),
            _ => None,
        }
    }

    /// The cards that may be played next: legal for the viewer, or legal in some world.
    pub(in crate::search) fn playable(&self) -> Vec<Card> {
        let task = Task::new(self.game, self.declarer, Count::DefendersTrick);
        let seat = self.trick.turn();
        let bits = if seat == 0 {
            self.layout.follow(self.hand, self.trick.led)
        } else {
            let falls = |hidden: &Hidden| {
                let follows = hidden.may[seat - 1] & self.trick.led;
                let without = hidden.without(seat - 1, self.trick.led, &task);
                follows | without.filter(|_| self.trick.count > 0).map_or(0, |void| void.may[seat - 1])
            };
            self.hidden.iter().fold(0, |cards, hidden| cards | falls(hidden))
        };
        self.layout.cards(bits).iter().collect()
    }

    /// What is to be seen after a card that may be played.
    pub(in crate::search) fn after(&self, card: Card) -> Option<Scene> {
        let task = Task::new(self.game, self.declarer, Count::DefendersTrick);
        let (bit, seat) = (self.layout.bit(card), self.trick.turn());
        let mut next = self.clone();
        if seat == 0 {
            next.hand &= !bit;
        } else {
            let shown = |hidden: &Hidden| hidden.shown(seat - 1, bit, &self.trick, &task);
            next.hidden = self.hidden.iter().filter_map(shown).collect();
            match next.hidden.as_mut_slice() {
                [] => return None,
                [one] => one.clear_skat(),
                _ => {}
            }
        }
        next.trick = self.trick.with(bit, &task);
        if next.trick.count == 3 {
            let holder = next.trick.holder;
            let defenders = holder != self.declarer;
            if defenders {
                next.total -= self.layout.points(next.trick.cards);
            }
            next.has_trick[usize::from(defenders)] = true;
            next.trick = Trick::led_by(holder);
        }
        Some(next)
    }
}

/// How a goal is decided.
pub(in crate::search) enum GoalTest {
    /// The declarer misses the goal if the units to come reach the number.
    AtLeast(Task, i32),
    /// It is decided already: whether he reaches it.
    Settled(bool),
}

/// A known split in the terms of the search.
pub(in crate::search) struct Division {
    /// The cards of the group.
    pub(in crate::search) cards: u32,
    /// The two hands, counted from the viewer.
    pub(in crate::search) hands: [usize; 2],
    /// How many they may hold.
    pub(in crate::search) ways: Vec<[u8; 2]>,
}

/// The hidden cards, once for each way in which the known splits may go. `own` is the viewer's hand, `declarer` counted from
/// him.
pub(in crate::search) fn divided(
    game: Game,
    declarer: usize,
    mut hidden: Hidden,
    own: u32,
    splits: impl Iterator<Item = Division>,
) -> Vec<Hidden> {
    let task = Task::new(game, declarer, Count::DefendersTrick);
    let mut all = vec![hidden];
    let mut any = false;
    for Division { cards, hands, ways } in splits {
        // Where all of the group is gone, nothing is left to say.
        let Some(group) = task.groups().iter().position(|group| group & cards != 0) else { continue };
        any = true;
        let total = (hidden.all() & cards).count_ones() as u8;
        let held = (own & cards).count_ones() as u8;
        let fits = |left: u8, right: u8| {
            let of = |seat: usize| [held, left, right][seat];
            ways.contains(&hands.map(of)) && total - left - right <= hidden.room[SKAT]
        };
        let counts: Vec<[u8; 2]> = (0..=total)
            .flat_map(|left| (0..=total - left).map(move |right| [left, right]))
            .filter(|&[left, right]| fits(left, right))
            .collect();
        let with = |one: &Hidden, [left, right]: [u8; 2]| {
            let mut one = Hidden { bounded: true, exact: one.exact | 1 << group, ..*one };
            one.splits[LEFT][group] = left;
            one.splits[RIGHT][group] = right;
            one
        };
        all = all.iter().flat_map(|one| counts.iter().map(move |&count| with(one, count))).collect();
    }
    if !any {
        hidden.clear_skat();
        return vec![hidden];
    }
    all.retain_mut(|one| one.settle(&task));
    debug_assert!(!all.is_empty(), "what is known has a world");
    if let [one] = all.as_mut_slice() {
        one.clear_skat();
    }
    all
}
