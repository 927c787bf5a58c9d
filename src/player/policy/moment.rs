//! What everybody at the table has seen so far, in the bits of the game's layout.

use crate::search::Layout;

/// A moment of card play as it lies open to all three. Seats are counted from the declarer: 0 he himself, 1 the one after him.
#[derive(Clone, Copy, Debug)]
pub(in crate::player) struct Moment {
    pub layout: &'static Layout,
    /// The cards on the table, in order.
    trick: [u32; 3],
    len: usize,
    leader: usize,
    /// Cards that have fallen, those on the table included.
    pub gone: u32,
    /// The groups that each seat has shown not to hold.
    pub void: [u32; 3],
    /// The groups that each seat was the first to lead.
    pub opened: [u32; 3],
    /// The groups that were led more than once.
    pub again: u32,
    /// Finished tricks.
    pub tricks: usize,
    /// Who has the best card on the table.
    pub holder: usize,
}

impl Moment {
    /// Before a card, with these fallen before it.
    pub fn new(layout: &'static Layout, leader: usize, gone: u32) -> Moment {
        Moment {
            layout,
            trick: [0; 3],
            len: 0,
            leader,
            gone,
            void: [0; 3],
            opened: [0; 3],
            again: 0,
            tricks: gone.count_ones() as usize / 3,
            holder: leader,
        }
    }

    /// The cards on the table, in order.
    pub fn trick(&self) -> &[u32] {
        &self.trick[..self.len]
    }

    /// Who is on turn.
    pub fn turn(&self) -> usize {
        (self.leader + self.len) % 3
    }

    /// What was led; nothing before that.
    pub fn led(&self) -> Option<u32> {
        self.trick().first().copied()
    }

    /// The best card on the table.
    pub fn best(&self) -> Option<u32> {
        (self.len > 0).then(|| self.trick[(self.holder + 3 - self.leader) % 3])
    }

    /// Points on the table.
    pub fn worth(&self) -> i32 {
        self.trick().iter().map(|&card| self.layout.worth(card)).sum()
    }

    /// The cards of a hand that may be played now.
    pub fn playable(&self, hand: u32) -> u32 {
        self.led().map_or(hand, |led| self.layout.follow(hand, self.layout.group(led)))
    }

    /// Books the card of whoever is on turn; at the end of a trick tells who took it and what it counts.
    pub fn play(&mut self, card: u32) -> Option<(usize, i32)> {
        let seat = self.turn();
        let group = self.layout.group(card);
        match self.led() {
            None => {
                if self.opened.iter().any(|opened| opened & group != 0) {
                    self.again |= group;
                } else {
                    self.opened[seat] |= group;
                }
                self.holder = seat;
            }
            Some(led) => {
                let asked = self.layout.group(led);
                if group != asked {
                    self.void[seat] |= asked;
                }
                if self.best().is_some_and(|best| self.layout.beaters(best) & card != 0) {
                    self.holder = seat;
                }
            }
        }
        self.trick[self.len] = card;
        self.len += 1;
        self.gone |= card;
        if self.len < 3 {
            return None;
        }
        let worth = self.worth();
        (self.leader, self.len) = (self.holder, 0);
        self.tricks += 1;
        Some((self.holder, worth))
    }
}
