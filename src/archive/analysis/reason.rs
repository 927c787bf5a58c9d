//! Why a card is judged as it is: statements in order, which window and command line put into words.

use super::card::CardAnalysis;
use super::judgement::Judgement;
use crate::cards::{Card, Cards};
use crate::knowledge::World;
use crate::rules::Side;

/// One statement about a card.
///
/// ```
/// use kiebitz::archive::analysis::{CardAnalysis, Reason};
/// use kiebitz::rules::Seat;
/// let card = CardAnalysis::unknown(29, Seat::Rearhand, "CJ".parse().unwrap(), Seat::Forehand, 1);
/// assert_eq!(card.reasons(), [Reason::OnlyCard]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// The player had no other card.
    OnlyCard,
    /// With open cards nothing was given away.
    OpenKept,
    /// With open cards this many points were given away; who wins stays the same.
    OpenPoints {
        /// The declarer's points before.
        from: u8,
        /// And after.
        to: u8,
    },
    /// With open cards the points crossed a line of schneider: 31, or 90.
    OpenLevel {
        /// The declarer's points before.
        from: u8,
        /// And after.
        to: u8,
        /// The line.
        line: u8,
    },
    /// With open cards the game changed hands.
    OpenLost {
        /// Who wins now.
        to: Side,
        /// The declarer's points before and after, where they were asked for.
        points: Option<(u8, u8)>,
    },
    /// The player had a forced win by what he knew, and the card keeps it.
    ForcedKept,
    /// The player had a forced win by what he knew, and after the card it is forced no more.
    ForcedLost {
        /// Cards that keep it.
        better: Cards,
    },
    /// As the cards lie the win still stands.
    StillStands,
    /// No card was sure to win, whatever the deal.
    NothingForced,
    /// Whether a win was forced was not found out within the budget.
    NotFoundOut,
    /// Whether another card would have won in more deals was not asked.
    NotAsked,
    /// With open cards these would have won.
    OpenBetter {
        /// The cards.
        better: Cards,
    },
    /// How the cards do in deals that the player could not tell from this one.
    Odds {
        /// Deals drawn.
        deals: u16,
        /// Won with the card played.
        played: u16,
        /// Won with the best card.
        best: u16,
        /// That card; the one played if none does better.
        card: Card,
        /// Whether these are all deals, and those that one plan wins whatever the others play.
        exact: bool,
    },
    /// The card gave a chance away, and as the cards lie the game was won all the same.
    Lucky,
    /// In this deal, which he could not rule out, the card that wins here loses and the one played wins.
    Counter {
        /// The card that wins here.
        card: Card,
        /// The other deal, as the hands would be then.
        world: Box<World>,
    },
    /// What the player could guarantee fell, in the declarer's points.
    GuaranteeFell {
        /// Before.
        from: u8,
        /// After.
        to: u8,
    },
    /// So it is no mistake.
    NoMistake,
}

impl CardAnalysis {
    /// Why the card is judged as it is.
    #[must_use]
    pub fn reasons(&self) -> Vec<Reason> {
        let mut reasons = Vec::new();
        if self.choices == 1 {
            return vec![Reason::OnlyCard];
        }
        let [before, after] =
            self.open.map(|known| known.points.exact().filter(|_| self.loss.open.is_some()));
        let points = before.zip(after);
        if self.loss.outcome {
            let to = if self.side == Side::Declarer { Side::Defenders } else { Side::Declarer };
            reasons.push(Reason::OpenLost { to, points });
        } else {
            match points.filter(|(from, to)| from != to) {
                Some((from, to)) if self.loss.level => {
                    let line = if from.min(to) < 31 { 31 } else { 90 };
                    reasons.push(Reason::OpenLevel { from, to, line });
                }
                Some((from, to)) => reasons.push(Reason::OpenPoints { from, to }),
                None => reasons.push(Reason::OpenKept),
            }
        }
        match (self.own[0].win, self.own[1].win) {
            (Some(true), Some(false)) => reasons.push(Reason::ForcedLost { better: self.better }),
            (Some(true), _) => reasons.push(Reason::ForcedKept),
            (Some(false), _) if self.loss.outcome => reasons.push(Reason::NothingForced),
            (None, _) if self.loss.outcome => reasons.push(Reason::NotFoundOut),
            _ => {}
        }
        if self.judgement == Judgement::Risk {
            reasons.push(Reason::StillStands);
        }
        let forced_lost = matches!(self.judgement, Judgement::Risk | Judgement::Blunder);
        if !forced_lost && !self.better.is_empty() && self.loss.outcome {
            reasons.push(Reason::OpenBetter { better: self.better });
        }
        if let Some(chance) = &self.chance {
            let (deals, played, best, card) = (chance.deals, chance.played, chance.best, chance.card);
            reasons.push(Reason::Odds { deals, played, best, card, exact: chance.exact });
            if self.is_lucky() {
                reasons.push(Reason::Lucky);
            }
            if let Some((card, world)) = chance.counter.filter(|_| self.judgement == Judgement::Unseen) {
                reasons.push(Reason::Counter { card, world: Box::new(world) });
            }
        }
        if self.loss.outcome && self.own[0].win == Some(false) && self.chance.is_none() {
            reasons.push(Reason::NotAsked);
        }
        if self.loss.own > Some(0)
            && let (Some(from), Some(to)) = (self.own[0].points.exact(), self.own[1].points.exact())
        {
            reasons.push(Reason::GuaranteeFell { from, to });
        }
        if self.judgement == Judgement::Unseen {
            reasons.push(Reason::NoMistake);
        }
        reasons
    }
}
