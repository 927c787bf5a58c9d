//! Which splits of a suit can be said of a deal that is being made.

use super::Document;
use crate::cards::Cards;
use crate::deal::{Place, Split, SplitGroup};
use crate::rules::Seat;

impl Document {
    /// The split that is said of these cards.
    #[must_use]
    pub fn split(&self, group: SplitGroup) -> Option<Split> {
        self.setup.splits.iter().copied().find(|split| self.is_about(split, group))
    }

    /// Says how these cards are split, or nothing more of them.
    pub fn set_split(&mut self, group: SplitGroup, split: Option<Split>) {
        let mut splits = std::mem::take(&mut self.setup.splits);
        splits.retain(|known| !self.is_about(known, group));
        self.setup.splits = splits;
        self.setup.splits.extend(split);
        self.setup.splits.sort();
    }

    /// Whether a split speaks of these cards: trumps may be named by the suit of the game.
    fn is_about(&self, split: &Split, group: SplitGroup) -> bool {
        let game = self.setup.contract.map(|contract| contract.game());
        split.group == group || game.is_some_and(|game| split.group.cards(game) == group.cards(game))
    }

    /// The splits that may be said of these cards, the most even first: what nobody has seen lies with the two defenders, or, if the
    /// skat is not known, up to two of it there. None before there is a game and a declarer.
    #[must_use]
    pub fn possible_splits(&self, group: SplitGroup) -> Vec<Split> {
        let (Some(contract), Some(declarer)) = (self.setup.contract, self.setup.declarer) else {
            return Vec::new();
        };
        let all = group.cards(contract.game());
        let own = self.holding(Place::Hand(declarer));
        let gone: Cards = self.setup.gone.iter().copied().collect();
        let skat = self.holding(Place::Skat);
        let left = (all - own.set() - skat.set() - gone).len();
        // Cards that are not named may be the declarer's own or in the skat.
        let hidden = |place: Place| {
            if self.holding(place).more { self.room(place) - self.holding(place).cards.len() } else { 0 }
        };
        let elsewhere = hidden(Place::Skat) + hidden(Place::Hand(declarer));
        let most = self.hand_size();
        let mut splits = Vec::new();
        for together in (left.saturating_sub(elsewhere)..=left).rev().filter(|&n| n > 0) {
            for less in (0..=together / 2).rev() {
                if together - less <= most {
                    splits.push(Split::new(group, (together - less) as u8, less as u8));
                }
            }
        }
        splits
    }

    /// Whether how the cards are split could be news to anybody: both defenders' hands are not known.
    #[must_use]
    pub fn has_open_defenders(&self) -> bool {
        let declarer = self.setup.declarer;
        Seat::ALL
            .into_iter()
            .filter(|&seat| Some(seat) != declarer)
            .all(|seat| self.holding(Place::Hand(seat)).more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Suit;

    fn document(line: &str) -> Document {
        Document { setup: line.parse().unwrap(), ..Document::default() }
    }

    /// Every split that is offered can be said, and none that can be said is missing.
    #[test]
    fn the_splits_offered_are_those_that_are_possible() {
        for line in [
            "contract=G declarer=F F=CJ.SJ.CA.CT.SA.ST.H8.H7.D8.D7 M=? R=? skat=C7.S7 view=F",
            "contract=H declarer=M M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA F=? R=? skat=DK.D9 view=M",
            "contract=N declarer=R R=C7.C8.C9.S7.S8.S9.H7.H8.H9.D7 F=? M=? skat=DA.DK view=R",
        ] {
            let document = document(line);
            let game = document.setup.contract.unwrap().game();
            for group in SplitGroup::of(game) {
                let offered = document.possible_splits(group);
                for (a, b) in (0..=10).flat_map(|a| (0..=a).map(move |b| (a, b))) {
                    let split = Split::new(group, a, b);
                    let mut said = document.clone();
                    said.set_split(group, Some(split));
                    let possible = said.setup.validate().is_ok() && (a, b) != (0, 0);
                    assert_eq!(offered.contains(&split), possible, "{line}: {split}");
                }
            }
        }
    }

    #[test]
    fn a_split_is_said_once_and_taken_back() {
        let mut document = document("contract=G declarer=F F=? M=? R=? skat=?");
        let spades = SplitGroup::Suit(Suit::Spades);
        document.set_split(spades, Some(Split::new(spades, 2, 1)));
        document.set_split(spades, Some(Split::new(spades, 3, 0)));
        assert_eq!(document.setup.splits, [Split::new(spades, 3, 0)]);
        document.set_split(spades, None);
        assert!(document.setup.splits.is_empty());
    }
}
