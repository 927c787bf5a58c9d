//! How carefully a game was played: by each player, at the beginning, in the middle and at the end.

use super::game::GameAnalysis;
use super::judgement::Judgement;
use crate::rules::{BySeat, Seat};

/// Cards of one player in one part of the game.
///
/// ```
/// use kiebitz::archive::analysis::Accuracy;
/// let accuracy = Accuracy { choices: 4, kept: 3, mistakes: 1, open: 0, given: 10 };
/// assert_eq!(accuracy.share(), Some(0.75));
/// assert_eq!(Accuracy::default().share(), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accuracy {
    /// Cards with which there was a choice.
    pub choices: u32,
    /// Of these, cards that gave nothing away that the player could have known to keep.
    pub kept: u32,
    /// Mistakes.
    pub mistakes: u32,
    /// Cards of which it was not found out, or not asked.
    pub open: u32,
    /// Points given away against open cards, as far as known.
    pub given: u32,
}

impl Accuracy {
    /// The share of choices that were right, those that are open left out; `None` if there was none.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        let known = self.choices - self.open;
        (known > 0).then(|| f64::from(self.kept) / f64::from(known))
    }

    fn join(&mut self, other: Accuracy) {
        self.choices += other.choices;
        self.kept += other.kept;
        self.mistakes += other.mistakes;
        self.open += other.open;
        self.given += other.given;
    }
}

/// The parts of a game: tricks 1 to 3, 4 to 7, and 8 to 10.
///
/// ```
/// use kiebitz::archive::analysis::Phase;
/// assert_eq!([0, 9, 29].map(Phase::of), [Phase::Opening, Phase::Middle, Phase::End]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The first three tricks.
    Opening,
    /// The next four.
    Middle,
    /// The last three.
    End,
}

impl Phase {
    /// All of them, in order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::End];

    /// The part to which a card belongs, by its number from 0.
    #[must_use]
    pub const fn of(card: usize) -> Phase {
        match card / 3 {
            0..=2 => Phase::Opening,
            3..=6 => Phase::Middle,
            _ => Phase::End,
        }
    }
}

impl GameAnalysis {
    /// How carefully each player played in each part of the game, as far as it is known.
    #[must_use]
    pub fn accuracy(&self) -> BySeat<[Accuracy; 3]> {
        let mut all: BySeat<[Accuracy; 3]> = BySeat::default();
        for card in self.cards.iter().filter(|card| card.choices > 1) {
            let open = matches!(card.judgement, Judgement::Unknown | Judgement::Unclear);
            let mistake = card.judgement.is_mistake();
            all[card.seat][Phase::of(card.number) as usize].join(Accuracy {
                choices: 1,
                kept: u32::from(!open && !mistake),
                mistakes: u32::from(mistake),
                open: u32::from(open),
                given: card.loss.open.unwrap_or(0).into(),
            });
        }
        all
    }

    /// The same over the whole game.
    #[must_use]
    pub fn accuracy_of(&self, seat: Seat) -> Accuracy {
        let mut whole = Accuracy::default();
        self.accuracy()[seat].into_iter().for_each(|part| whole.join(part));
        whole
    }
}
