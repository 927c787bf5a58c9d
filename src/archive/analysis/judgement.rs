//! What to think of a card.

use super::card::{CardAnalysis, Chance};
use crate::rules::{Game, Goal, Side};
use crate::search::open::Bounds;

/// What a card gave away.
///
/// ```
/// use kiebitz::archive::analysis::{CardAnalysis, Known};
/// use kiebitz::rules::{Game, Goal, Seat};
/// use kiebitz::search::open::Bounds;
/// let mut card = CardAnalysis::unknown(0, Seat::Forehand, "CJ".parse().unwrap(), Seat::Forehand, 10);
/// let known = |points, wins| Known { points: Bounds { low: points, high: points }, wins: Some(wins) };
/// card.open = [known(70, true), known(55, false)];
/// card.judge(Game::Grand, Goal::Points(61));
/// assert_eq!((card.loss.open, card.loss.outcome), (Some(15), true));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loss {
    /// Points against open cards; `None` if the values are not known exactly, and in Null.
    pub open: Option<u8>,
    /// Points of what the player could guarantee from his own knowledge; `None` likewise.
    pub own: Option<u8>,
    /// Whether with open cards the game changed hands.
    pub outcome: bool,
    /// Whether with open cards a schneider was lost or incurred while the outcome stayed the same.
    pub level: bool,
}

impl Loss {
    /// The losses by the values known so far.
    pub(super) fn of(card: &CardAnalysis, game: Game, goal: Goal) -> Loss {
        let [before, after] = card.open;
        let null = game == Game::Null;
        let points = |a: Bounds, b: Bounds| {
            let (a, b) = (a.exact()?, b.exact()?);
            Some(match card.side {
                Side::Declarer => a.saturating_sub(b),
                Side::Defenders => b.saturating_sub(a),
            })
            .filter(|_| !null)
        };
        let outcome = before.won_by(card.side) == Some(true) && after.won_by(card.side) == Some(false);
        // A schneider announced or needed is the goal itself.
        let lines: &[u8] = if goal == Goal::Points(61) { &[31, 90] } else { &[] };
        let crossed = |line: &u8| match (before.points.reaches(*line), after.points.reaches(*line)) {
            (Some(a), Some(b)) => a != b,
            _ => false,
        };
        Loss {
            open: points(before.points, after.points),
            own: points(card.own[0].points, card.own[1].points),
            outcome,
            level: !outcome && lines.iter().any(crossed),
        }
    }
}

/// What to think of a card, from the harmless to the worst. The order is that of size.
///
/// ```
/// use kiebitz::archive::analysis::Judgement;
/// assert!(Judgement::Blunder > Judgement::Risk);
/// // What nobody could see is marked, but no mistake.
/// assert!(Judgement::Unseen.is_marked() && !Judgement::Unseen.is_mistake());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Judgement {
    /// Not found out yet.
    Unknown,
    /// Nothing given away.
    Fine,
    /// Some points against open cards; outcome and schneider stay the same.
    Points,
    /// Against open cards a schneider was lost or incurred; the outcome stays the same.
    Level,
    /// Against open cards the card lost the game, but nobody could see it: no card was sure to win, and
    /// no other won in clearly more deals. Not a mistake.
    Unseen,
    /// Against open cards the card lost the game; whether the player could have forced the win was
    /// not found out within the budget, or whether another card wins in more deals was not asked.
    Unclear,
    /// No card was sure to win, but another one wins in clearly more of the deals that the player had
    /// to reckon with, and the card played lost the game against open cards. A misjudgement.
    Doubtful,
    /// The win was forced, and after the card it is not, though as the cards lie it still stands: a
    /// needless risk.
    Risk,
    /// The win was forced, and the card lost it: with open cards the others win now.
    Blunder,
}

impl Judgement {
    /// All of them, in order of size.
    pub const ALL: [Judgement; 9] = [
        Judgement::Unknown,
        Judgement::Fine,
        Judgement::Points,
        Judgement::Level,
        Judgement::Unseen,
        Judgement::Unclear,
        Judgement::Doubtful,
        Judgement::Risk,
        Judgement::Blunder,
    ];

    /// The judgement of a card by what is known of it.
    pub(super) fn of(card: &CardAnalysis) -> Judgement {
        let [before, after] = card.open.map(|known| known.won_by(card.side));
        let (Some(_), Some(after)) = (before, after) else { return Judgement::Unknown };
        let [could, can] = card.own.map(|sure| sure.win);
        if could == Some(true) && can == Some(false) {
            return if after { Judgement::Risk } else { Judgement::Blunder };
        }
        if card.loss.outcome {
            // What was not asked is neither a mistake nor none.
            return match card.chance.as_ref().filter(|_| could.is_some()).map(Chance::is_given_away) {
                None => Judgement::Unclear,
                Some(true) => Judgement::Doubtful,
                Some(false) => Judgement::Unseen,
            };
        }
        if card.loss.level {
            Judgement::Level
        } else if card.loss.open > Some(0) {
            Judgement::Points
        } else {
            Judgement::Fine
        }
    }

    /// Whether the player is to blame: he had better by what he could know.
    #[must_use]
    pub fn is_mistake(self) -> bool {
        matches!(self, Judgement::Doubtful | Judgement::Risk | Judgement::Blunder)
    }

    /// Whether the card is worth a mark: the game changed hands, or a forced win was given up.
    #[must_use]
    pub fn is_marked(self) -> bool {
        self >= Judgement::Unseen
    }

    /// The place in the order of size.
    #[must_use]
    pub fn weight(self) -> u32 {
        self as u32
    }

    /// The name used in files: `fine`, `blunder`, ….
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Judgement::Unknown => "unknown",
            Judgement::Fine => "fine",
            Judgement::Points => "points",
            Judgement::Level => "level",
            Judgement::Unseen => "unseen",
            Judgement::Unclear => "unclear",
            Judgement::Doubtful => "doubtful",
            Judgement::Risk => "risk",
            Judgement::Blunder => "blunder",
        }
    }
}
