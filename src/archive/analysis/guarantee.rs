//! What each player could guarantee from his own knowledge, in points.
//!
//! Others' cards never worsen what a player can guarantee, and his own never better it. So what he has at
//! his next turn bounds what he has after his card, that bounds what he had before it, and mostly one or
//! two questions settle that nothing changed.

use super::analyst::{News, Work};
use super::card::CardAnalysis;
use crate::deal::View;
use crate::rules::{BySeat, Game, Goal, Seat, Side};
use crate::search::open::Bounds;

/// Nodes for one question what is guaranteed, in points.
const VALUE_NODES: u64 = 1_000_000;
/// A player's guarantee is asked for no more, going back, after so many questions cut short: earlier ones
/// are harder still.
const CUTS: u8 = 2;

impl<T: FnMut(News)> Work<'_, T> {
    /// What bounds a guarantee before it is searched for: what is taken, that nobody can guarantee more
    /// than open cards give, and that a forced win guarantees what wins.
    pub(super) fn guarantee(&self, number: usize, seat: Seat, win: Option<bool>) -> Bounds {
        let declarer = seat == self.found.declarer;
        let wins = win.map(|win| win == declarer);
        if self.found.game == Game::Null {
            return self.bounds(&self.positions[number], wins);
        }
        let position = &self.positions[number];
        let open = self.found.open(number).points;
        let Bounds { mut low, mut high } = self.bounds(position, wins);
        if declarer {
            // Who plays hand does not know what the skat adds.
            let skat = if position.contract().is_hand() { position.skat().points() } else { 0 };
            if wins != Some(true)
                || self.found.aim.hopeless
                || !matches!(self.found.aim.goal, Goal::Points(_))
            {
                low = low.saturating_sub(skat);
            }
            high = high.min(open.high);
        } else {
            low = low.max(open.low);
        }
        Bounds { low: low.min(high), high }
    }

    /// The guarantee of a seat, given bounds that hold already; `cuts` counts the questions cut short.
    fn guaranteed(
        &mut self,
        number: usize,
        seat: Seat,
        known: Bounds,
        guess: Option<u8>,
        cuts: &mut u8,
    ) -> Option<Bounds> {
        if known.exact().is_some() {
            return Some(known);
        }
        if *cuts >= CUTS {
            self.found.cut += 1;
            return Some(known);
        }
        let position = self.positions[number].with_view(View::Seat(seat));
        let mut left = VALUE_NODES;
        let mut bounds = known;
        // The value at a neighbouring card is mostly the value here, and two questions settle that.
        if let Some(guess) = guess.filter(|&guess| bounds.low <= guess && guess <= bounds.high) {
            for goal in [guess, guess + 1] {
                if goal <= bounds.low || goal > bounds.high || left == 0 {
                    continue;
                }
                let limits = self.budget(Some(left));
                let reached = self.analyst.paranoia.decide(&position, Goal::Points(goal), &limits).ok()?;
                left = left.saturating_sub(self.analyst.paranoia.nodes());
                match reached {
                    Some(true) => bounds.low = goal,
                    Some(false) => bounds.high = goal - 1,
                    None => left = 0,
                }
            }
        }
        if bounds.exact().is_none() && left > 0 {
            let found = self.analyst.paranoia.value(&position, &self.budget(Some(left))).ok()?;
            bounds = Bounds { low: bounds.low.max(found.low), high: bounds.high.min(found.high) };
        }
        if self.cancelled() {
            return None;
        }
        if bounds.exact().is_none() {
            self.found.cut += 1;
            *cuts += 1;
        }
        Some(bounds)
    }

    /// The exact guarantees from each player's own knowledge, as far as the budget goes.
    pub(super) fn own_values(&mut self) -> Option<()> {
        let last = self.found.cards.len();
        let over = self.positions[last].turn().is_none();
        let mut next: BySeat<Option<Bounds>> = BySeat([over.then_some(self.found.ending.open.points); 3]);
        let mut cuts = BySeat([0; 3]);
        for number in (0..last).rev() {
            let CardAnalysis { seat, side, choices, own: [before, after], .. } = self.found.cards[number];
            // Others' cards never worsen what he can guarantee; his own never better it.
            let mut known = after.points;
            if let Some(next) = next[seat] {
                match side {
                    Side::Declarer => known.high = known.high.min(next.high),
                    Side::Defenders => known.low = known.low.max(next.low),
                }
            }
            let guess = next[seat].and_then(Bounds::exact);
            let after = self.guaranteed(number + 1, seat, known, guess, &mut cuts[seat])?;
            let before = if choices == 1 {
                after
            } else {
                let mut known = before.points;
                match side {
                    Side::Declarer => known.low = known.low.max(after.low),
                    Side::Defenders => known.high = known.high.min(after.high),
                }
                self.guaranteed(number, seat, known, after.exact(), &mut cuts[seat])?
            };
            next[seat] = Some(before);
            self.report_card(number, |card| (card.own[0].points, card.own[1].points) = (before, after));
        }
        Some(())
    }
}
