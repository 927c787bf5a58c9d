//! Which hand with the fewest points is still unlosable? A search over hands.
//!
//! The ten cards of a declarer who does not look into the skat are gone through by their points, from none upwards. The first
//! number at which some hand is won by force against every deal is the answer, and all hands of that number belong to it.
//! Plain suits that may change places count once: of hands that differ only in their suits one is looked at.

use super::question::Engines;
use crate::cards::{Card, Cards, Suit};
use crate::deal::{Deal, DealSetup, Holding, Position, View};
use crate::rules::{Contract, Game, Goal, Seat};
use crate::search::Limits;
use crate::search::proof::ProofError;

/// What is searched for.
///
/// ```
/// use kiebitz::puzzle::fewest::FewestQuery;
/// use kiebitz::{cards::Cards, rules::{Contract, Game, Seat}, search::Limits};
/// // Nine cards are given; the tenth is to be found.
/// let query = FewestQuery {
///     has: "CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9".parse().unwrap(),
///     ..FewestQuery::new(Contract::hand_game(Game::Grand), Seat::Forehand)
/// };
/// let found = query.search(&mut Default::default(), &Limits::none(), |_, _| true).unwrap().unwrap();
/// assert_eq!(found.points, 2 * 4 + 11 + 10 + 4 + 3);
/// assert!(found.hands.iter().any(|hand| hand.has("C7".parse().unwrap())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FewestQuery {
    /// The game, played without looking into the skat.
    pub contract: Contract,
    /// The declarer's seat.
    pub declarer: Seat,
    /// What has to be reached.
    pub goal: Goal,
    /// Cards that the hand holds in any case.
    pub has: Cards,
    /// Cards that it does not hold.
    pub without: Cards,
    /// Points from which the search starts.
    pub from: u8,
}

/// The hands found.
///
/// ```
/// use kiebitz::puzzle::fewest::FewestQuery;
/// use kiebitz::{rules::{Contract, Game, Seat}, search::Limits};
/// let query = FewestQuery {
///     has: "CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9".parse().unwrap(),
///     ..FewestQuery::new(Contract::hand_game(Game::Grand), Seat::Forehand)
/// };
/// let found = query.search(&mut Default::default(), &Limits::none(), |_, _| true).unwrap().unwrap();
/// assert!(found.hands.iter().all(|hand| hand.len() == 10 && hand.points() == found.points));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fewest {
    /// Points of the ten cards.
    pub points: u8,
    /// The hands, one of those that differ only in their suits.
    pub hands: Vec<Cards>,
    /// Hands that were looked at.
    pub tried: u64,
}

impl FewestQuery {
    /// Any hand, in a game that is played without the skat.
    #[must_use]
    pub fn new(contract: Contract, declarer: Seat) -> FewestQuery {
        let goal = Goal::of(contract);
        FewestQuery { contract, declarer, goal, has: Cards::NONE, without: Cards::NONE, from: 0 }
    }

    /// The position before the first card, seen by the declarer with this hand.
    fn position(&self, hand: Cards) -> Option<Position> {
        let mut setup = DealSetup {
            contract: Some(self.contract),
            declarer: Some(self.declarer),
            view: Some(View::Seat(self.declarer)),
            ..DealSetup::default()
        };
        setup.hands[self.declarer] = Holding::full(hand);
        setup.validate().ok()
    }

    /// Suits that may change places: the plain ones, as far as nothing is said that tells them apart.
    fn alike(&self) -> Vec<Suit> {
        let game = self.contract.game();
        let plain = Suit::ALL.into_iter().filter(|&suit| game != Game::Suit(suit));
        let said = self.has | self.without;
        plain.filter(|&suit| (game.plain_suit(suit) & said).is_empty()).collect()
    }

    /// Whether the hand is the one to be looked at of those that differ only in their suits.
    fn is_first(&self, alike: &[Suit], hand: Cards) -> bool {
        let game = self.contract.game();
        let content = |suit: Suit| (hand & game.plain_suit(suit)).bits() >> (8 * suit.index());
        alike.windows(2).all(|pair| content(pair[0]) >= content(pair[1]))
    }

    /// Every hand of so many points, one after the other; `false` from `tell` ends it.
    fn hands(&self, points: u8, tell: &mut dyn FnMut(Cards) -> bool) -> bool {
        let mut cards: Vec<Card> = (Cards::ALL - self.has - self.without).iter().collect();
        cards.sort_by_key(|card| card.points());
        let Some(count) = Deal::HAND.checked_sub(self.has.len()) else { return true };
        let Some(points) = points.checked_sub(self.has.points()) else { return true };
        let alike = self.alike();
        choose(&cards, count, points, self.has, &mut |hand| !self.is_first(&alike, hand) || tell(hand))
    }

    /// Searches. `go_on` is told the points that are looked at and how many hands have been; if it returns false, or the
    /// limits' cancellation says so, the search ends without an answer. The limits' nodes are those of one hand: a hand that
    /// takes more is taken for one that can be lost only if it is so, never by guess, so the search then ends too.
    ///
    /// # Errors
    /// If the contract or the goal is not for the search.
    pub fn search(
        &self,
        engines: &mut Engines,
        limits: &Limits,
        mut go_on: impl FnMut(u8, u64) -> bool,
    ) -> Result<Option<Fewest>, ProofError> {
        let mut tried = 0;
        for points in self.from..=120 {
            let mut hands = Vec::new();
            let mut failed = None;
            let whole = self.hands(points, &mut |hand| {
                tried += 1;
                if !go_on(points, tried) || limits.is_cancelled() {
                    return false;
                }
                let Some(position) = self.position(hand) else { return true };
                match engines.decide(&position, self.goal, limits) {
                    Ok(Some(wins)) => {
                        if wins {
                            hands.push(hand);
                        }
                        true
                    }
                    Ok(None) => false,
                    Err(error) => {
                        failed = Some(error);
                        false
                    }
                }
            });
            if let Some(error) = failed {
                return Err(error);
            }
            if !whole {
                return Ok(None);
            }
            if !hands.is_empty() {
                return Ok(Some(Fewest { points, hands, tried }));
            }
        }
        Ok(None)
    }
}

/// Chooses so many of the cards, which are sorted by points, that count so much together.
fn choose(
    cards: &[Card],
    count: usize,
    points: u8,
    hand: Cards,
    tell: &mut dyn FnMut(Cards) -> bool,
) -> bool {
    if count == 0 {
        return points > 0 || tell(hand);
    }
    let sum = |cards: &[Card]| cards.iter().map(|card| u16::from(card.points())).sum::<u16>();
    let fits = cards.len() >= count
        && sum(&cards[..count]) <= u16::from(points)
        && sum(&cards[cards.len() - count..]) >= u16::from(points);
    if !fits {
        return true;
    }
    let (first, rest) = (cards[0], &cards[1..]);
    let with = points.checked_sub(first.points());
    with.is_none_or(|left| choose(rest, count - 1, left, hand.with(first), tell))
        && choose(rest, count, points, hand, tell)
}
