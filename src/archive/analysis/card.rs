//! What is known about one card of the game.

use super::judgement::{Judgement, Loss};
use crate::cards::{Card, Cards};
use crate::knowledge::World;
use crate::rules::{Game, Goal, Seat, Side};
use crate::search::open::Bounds;

/// What best play leads to with all cards seen.
///
/// ```
/// use kiebitz::archive::analysis::Known;
/// use kiebitz::rules::Side;
/// let known = Known { wins: Some(true), ..Known::NOTHING };
/// assert_eq!(known.won_by(Side::Defenders), Some(false));
/// assert_eq!(Known::NOTHING.won_by(Side::Declarer), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The declarer's final points; in Null 1 for won and 0 for lost. Bounds that do not meet if only
    /// the outcome was asked for.
    pub points: Bounds,
    /// Whether the declarer reaches his goal; `None` only while it is not found out.
    pub wins: Option<bool>,
}

impl Known {
    /// Nothing is known yet.
    pub const NOTHING: Known = Known { points: Bounds { low: 0, high: 120 }, wins: None };

    /// Whether this side wins.
    #[must_use]
    pub fn won_by(self, side: Side) -> Option<bool> {
        self.wins.map(|wins| wins == (side == Side::Declarer))
    }
}

/// What the player on turn can force from his own knowledge, against every deal that he cannot rule
/// out and every play of all others, a partner included.
///
/// ```
/// use kiebitz::archive::analysis::{CardAnalysis, Judgement, Known, Sure};
/// use kiebitz::rules::{Game, Goal, Seat};
/// let mut card = CardAnalysis::unknown(0, Seat::Forehand, "CJ".parse().unwrap(), Seat::Forehand, 10);
/// // With all cards seen the game is still won; but he could force it, and cannot any more.
/// card.open = [Known { wins: Some(true), ..Known::NOTHING }; 2];
/// card.own = [Sure { win: Some(true), ..Sure::NOTHING }, Sure { win: Some(false), ..Sure::NOTHING }];
/// card.judge(Game::Grand, Goal::Points(61));
/// assert_eq!(card.judgement, Judgement::Risk);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sure {
    /// Whether he can force his side's win; `None` if the search was cut short.
    pub win: Option<bool>,
    /// The declarer's final points that he can guarantee: for the declarer at least so many, for a
    /// defender at most so many; in Null 1 and 0. Exact if the bounds meet; else the search was cut
    /// short or not asked, and the guarantee lies between them.
    pub points: Bounds,
}

impl Sure {
    /// Nothing is known yet.
    pub const NOTHING: Sure = Sure { win: None, points: Bounds { low: 0, high: 120 } };
}

/// How a card does in other deals that the player could not tell from the real one. If exact, these are all deals that he
/// could not rule out, and those that the best plan with the card wins whatever the others play. Else deals were drawn,
/// and after the card everybody is taken to see all cards: comparisons of cards, not promises.
///
/// ```
/// use kiebitz::archive::analysis::Chance;
/// let card = "CJ".parse().unwrap();
/// let mut chance = Chance { deals: 100, played: 50, best: 60, card, counter: None, exact: false };
/// // Ten of a hundred deals drawn at random prove nothing; ten of all deals do.
/// assert!(!chance.is_given_away());
/// let (low, high) = Chance::range(50, 100);
/// assert!(low < 0.41 && high > 0.59);
/// chance.exact = true;
/// assert!(chance.is_given_away());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Chance {
    /// Deals drawn, all equally likely by what he knew; if exact, all there are.
    pub deals: u16,
    /// In how many his side wins after the card he played.
    pub played: u16,
    /// In how many after the card that does best.
    pub best: u16,
    /// That card; the one played if none does better.
    pub card: Card,
    /// Why the card that wins here was no better: a deal in which it loses and the one played wins.
    pub counter: Option<(Card, World)>,
    /// Whether every deal was counted, by what one plan wins.
    pub exact: bool,
}

impl Chance {
    /// Whether the card played gave a part of the chance away: if exact, what is worth a word; else what deals drawn at
    /// random tell for sure.
    #[must_use]
    pub fn is_given_away(&self) -> bool {
        if self.best <= self.played || self.deals == 0 {
            return false;
        }
        let deals = f64::from(self.deals);
        let [played, best] = [self.played, self.best].map(|won| f64::from(won) / deals);
        if self.exact {
            return best - played >= EXACTLY;
        }
        let chance = (played * (1.0 - played) + best * (1.0 - best)) / deals;
        best - played >= DRAWN && best - played > SURE * chance.sqrt()
    }

    /// Whether more deals would tell: a card may have been better, but so few deals do not show it.
    pub(super) fn is_open(&self) -> bool {
        !self.exact && !self.is_given_away() && self.best > self.played
    }

    /// Between which shares of all deals the true one lies, by deals drawn at random; 95 times of a hundred it does.
    #[must_use]
    pub fn range(won: u16, deals: u16) -> (f64, f64) {
        const Z: f64 = 1.96;
        let n = f64::from(deals.max(1));
        let share = f64::from(won) / n;
        let middle = share + Z * Z / (2.0 * n);
        let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let low = (middle - half) / (1.0 + Z * Z / n);
        let high = (middle + half) / (1.0 + Z * Z / n);
        (low.max(0.0), high.min(1.0))
    }
}

/// Another card must win in this share of all deals more before the one played is called doubtful.
const EXACTLY: f64 = 0.01;
/// The same where deals were drawn: less is not worth a word, even if it were certain.
const DRAWN: f64 = 0.05;
/// And by so many standard deviations. The best of several cards is partly the luckiest of them, so two would say too much.
const SURE: f64 = 2.58;

/// One card of the game, measured.
///
/// ```
/// use kiebitz::archive::analysis::CardAnalysis;
/// use kiebitz::rules::{Seat, Side};
/// let card = CardAnalysis::unknown(4, Seat::Middlehand, "CJ".parse().unwrap(), Seat::Forehand, 3);
/// assert_eq!((card.trick(), card.side), (2, Side::Defenders));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CardAnalysis {
    /// Which card, from 0.
    pub number: usize,
    /// Who played it.
    pub seat: Seat,
    /// What he played.
    pub card: Card,
    /// Whose side he is on.
    pub side: Side,
    /// How many cards he could have played.
    pub choices: usize,
    /// Open cards, before and after the card.
    pub open: [Known; 2],
    /// His own knowledge, before and after the card.
    pub own: [Sure; 2],
    /// What the card gave away.
    pub loss: Loss,
    /// What to think of it.
    pub judgement: Judgement,
    /// Where something was given away: the cards that would have kept it. After a forced win thrown
    /// away these still force it; else they keep the value, or at least the outcome, with open cards.
    pub better: Cards,
    /// Where no win was forced: how the cards would have done in other deals. Only where it was asked for: if the card
    /// lost the game against open cards, or near the end of the game.
    pub chance: Option<Chance>,
}

impl CardAnalysis {
    /// A card of which nothing is found out yet.
    #[must_use]
    pub fn unknown(number: usize, seat: Seat, card: Card, declarer: Seat, choices: usize) -> CardAnalysis {
        CardAnalysis {
            number,
            seat,
            card,
            side: seat.side(declarer),
            choices,
            open: [Known::NOTHING; 2],
            own: [Sure::NOTHING; 2],
            loss: Loss::default(),
            judgement: Judgement::Unknown,
            better: Cards::NONE,
            chance: None,
        }
    }

    /// Whether it gave away a part of the chance there was and yet kept the game, as the cards lie.
    #[must_use]
    pub fn is_lucky(&self) -> bool {
        let given = self.chance.as_ref().is_some_and(|chance| chance.exact && chance.is_given_away());
        given && !self.loss.outcome
    }

    /// The trick, from 1.
    #[must_use]
    pub fn trick(&self) -> usize {
        self.number / 3 + 1
    }

    /// Judges the card anew by what is known of it.
    pub fn judge(&mut self, game: Game, goal: Goal) {
        self.loss = Loss::of(self, game, goal);
        self.judgement = Judgement::of(self);
    }

    /// For a list of mistakes by size: the larger, the worse. Forced wins thrown away come first, then
    /// risks, then the rest by their points.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.judgement.weight() * 1000
            + u32::from(self.loss.open.unwrap_or(0).max(self.loss.own.unwrap_or(0)))
    }
}
