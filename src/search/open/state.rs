//! How things stand: a position as the open-card searches see it.

use super::OpenError;
use crate::deal::Position;
use crate::search::layout::Layout;

/// All hands in the [`Layout`] of the game, counted from the declarer, who is seat 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenState {
    /// The hands, without the cards on the table.
    pub hands: [u32; 3],
    /// Who led the trick on the table, or is to lead.
    pub leader: usize,
    table: [u32; 2],
    on_table: usize,
}

impl OpenState {
    /// At the start of a trick; the hands must be equally large.
    #[must_use]
    pub fn new(hands: [u32; 3], leader: usize) -> OpenState {
        debug_assert!(hands.iter().all(|hand| hand.count_ones() == hands[0].count_ones()));
        OpenState { hands, leader, table: [0; 2], on_table: 0 }
    }

    /// In the middle of a trick: with these cards on the table, at most two, in the order they fell.
    #[must_use]
    pub fn with_trick(hands: [u32; 3], leader: usize, trick: &[u32]) -> OpenState {
        let mut state = OpenState { hands, leader, table: [0; 2], on_table: trick.len().min(2) };
        for (place, &card) in state.table.iter_mut().zip(trick) {
            *place = card;
        }
        state
    }

    /// A position in which every card is placed.
    ///
    /// # Errors
    /// If one is not.
    pub fn of(position: &Position) -> Result<OpenState, OpenError> {
        let layout = Layout::of(position.game());
        let open = position.open_hands().ok_or(OpenError::Unplaced)?;
        let seat = |turns: usize| position.declarer().after(turns);
        let hands = [0, 1, 2].map(|turns| layout.bits(open[seat(turns)]));
        let trick = position.trick();
        let leads = trick.first().map(|play| play.seat).or(position.turn()).unwrap_or(position.declarer());
        let leader = (0..3).find(|&turns| seat(turns) == leads).unwrap_or(0);
        let mut state = OpenState { hands, leader, table: [0; 2], on_table: trick.len() };
        for (place, play) in state.table.iter_mut().zip(trick) {
            *place = layout.bit(play.card);
        }
        Ok(state)
    }

    /// The unfinished trick, one bit for each card.
    #[must_use]
    pub fn trick(&self) -> &[u32] {
        &self.table[..self.on_table]
    }

    /// Who is on turn.
    #[must_use]
    pub fn turn(&self) -> usize {
        (self.leader + self.on_table) % 3
    }

    /// Whether all cards are played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.hands[self.turn()] == 0
    }

    /// What all cards in play count, those on the table included.
    #[must_use]
    pub fn points(&self, layout: &Layout) -> i32 {
        let [a, b, c] = self.hands;
        layout.points(a | b | c | self.table[0] | self.table[1])
    }

    /// The cards that may be played now.
    #[must_use]
    pub fn playable(&self, layout: &Layout) -> u32 {
        let hand = self.hands[self.turn()];
        match self.trick().first() {
            Some(&lead) => layout.follow(hand, layout.group(lead)),
            None => hand,
        }
    }

    /// Plays a card. If it ends the trick, tells who won it and what it counted.
    pub fn play(&mut self, layout: &Layout, card: u32) -> Option<(usize, i32)> {
        let turn = self.turn();
        self.hands[turn] &= !card;
        if let Some(place) = self.table.get_mut(self.on_table) {
            *place = card;
            self.on_table += 1;
            return None;
        }
        let trick = [self.table[0], self.table[1], card];
        let winner = (self.leader + layout.winner(trick)) % 3;
        *self = OpenState::new(self.hands, winner);
        Some((winner, layout.points(trick[0] | trick[1] | trick[2])))
    }
}
