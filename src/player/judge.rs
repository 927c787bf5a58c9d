//! What a hand is worth: every game with its chances and the score to expect.
//!
//! Before the skat is seen, all 231 skats are looked at, each with the best of its 66 discards in each game;
//! the strength of the tables ranks the discards, and the score to expect chooses the game. Scores are those of
//! Seeger and Fabian: the game's value and 50 for a win, twice the value and 50 lost for a loss.

use super::features::Fast;
use super::safety;
use super::tables::Tables;
use crate::cards::{Card, Cards};
use crate::rules::{Contract, Game, Seat, Tally, evaluate};

/// A game that could be announced.
///
/// ```
/// use kiebitz::{player::Tables, rules::{Game, Seat}};
/// let hand = "CJ.SJ.HJ.DJ.CA.CT.CK.SA.HA.DA".parse().unwrap();
/// let offers = Tables::shipped().hand_games(hand, Seat::Forehand, 18);
/// // With four jacks and four aces there is nothing like a Grand.
/// assert_eq!(offers[0].contract.game(), Game::Grand);
/// assert!(offers[0].win > 0.9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    /// The game.
    pub contract: Contract,
    /// What would be laid away; `None` in a hand game.
    pub discard: Option<Cards>,
    /// The strength of the cards, in points.
    pub strength: f32,
    /// The probability of winning.
    pub win: f64,
    /// The probability of making schneider.
    pub schneider: f64,
    /// The score to expect.
    pub score: f64,
}

/// The best discard in one game for one skat.
#[derive(Clone, Copy, Debug)]
struct Laid {
    game: Game,
    kept: Cards,
    laid: Cards,
    strength: f32,
}

/// What a hand can expect of the skat.
///
/// ```
/// use kiebitz::{player::Tables, rules::Seat};
/// let tables = Tables::shipped();
/// let score = |hand: &str| tables.outlook(hand.parse().unwrap(), Seat::Forehand).score(18);
/// assert!(score("CJ.SJ.HJ.DJ.CA.CT.CK.SA.HA.DA") > score("CQ.C9.C8.SK.S9.HK.H9.DK.DQ.D9"));
/// ```
#[derive(Clone, Debug)]
pub struct Outlook<'a> {
    tables: &'a Tables,
    hand: Cards,
    seat: Seat,
    skats: Vec<[Laid; 6]>,
}

/// How often a game would be chosen after taking the skat, and how it would do.
///
/// ```
/// use kiebitz::{player::Tables, rules::Seat};
/// let hand = "CJ.SJ.HJ.DJ.CA.CT.CK.SA.HA.DA".parse().unwrap();
/// let prospects = Tables::shipped().outlook(hand, Seat::Forehand).prospects(18);
/// // Of each skat one game is the best.
/// let chosen: f64 = prospects.iter().map(|prospect| prospect.chosen).sum();
/// assert!((chosen - 1.0).abs() < 1e-9 && prospects[0].chosen >= prospects[1].chosen);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prospect {
    /// The game.
    pub game: Game,
    /// In what share of the skats it is the best game.
    pub chosen: f64,
    /// The probability of winning it, over all skats.
    pub win: f64,
    /// The score to expect of it, over all skats.
    pub score: f64,
}

/// All pairs of cards.
fn pairs(cards: Cards) -> impl Iterator<Item = Cards> {
    let cards: Vec<Card> = cards.iter().collect();
    (0..cards.len()).flat_map(move |i| {
        let cards = cards.clone();
        (i + 1..cards.len()).map(move |j| Cards::one(cards[i]) | Cards::one(cards[j]))
    })
}

/// The score of a game that ends with so many points.
fn score_at(contract: Contract, twelve: Cards, bid: u16, points: u8, tricks: u8) -> f64 {
    let tally = Tally { declarer_points: points, declarer_tricks: tricks, finished_tricks: 10 };
    let outcome = evaluate(contract, twelve, bid, tally);
    f64::from(outcome.value) + if outcome.won { 50.0 } else { -50.0 }
}

/// The score to expect when these are the chances.
#[must_use]
pub fn expected(contract: Contract, twelve: Cards, bid: u16, win: f64, schneider: f64) -> f64 {
    let at = |points: u8, tricks: u8| score_at(contract, twelve, bid, points, tricks);
    if contract.game() == Game::Null {
        return win * at(0, 0) + (1.0 - win) * at(20, 1);
    }
    schneider * at(95, 9) + (win - schneider) * at(70, 7) + (1.0 - win) * at(45, 4)
}

/// Looks for the best discards of one hand.
struct Discards {
    fast: [Fast; 5],
}

impl Discards {
    fn new(tables: &Tables, seat: Seat) -> Discards {
        let fast = std::array::from_fn(|at| Fast::new(tables.weights(Game::ALL[at]), Game::ALL[at], seat));
        Discards { fast }
    }

    /// The strength of every discard in every game, the best of each game.
    fn best(&self, twelve: Cards) -> [Laid; 6] {
        let mut best =
            Game::ALL.map(|game| Laid { game, kept: twelve, laid: Cards::NONE, strength: f32::MIN });
        let all: Vec<Card> = twelve.iter().collect();
        for (i, &first) in all.iter().enumerate() {
            for &second in &all[i + 1..] {
                let laid = Cards::one(first) | Cards::one(second);
                let kept = twelve - laid;
                for (best, fast) in best.iter_mut().zip(&self.fast) {
                    let strength = fast.strength(best.game, kept, laid);
                    if strength > best.strength {
                        *best = Laid { game: best.game, kept, laid, strength };
                    }
                }
            }
        }
        best[5] = best_null(twelve);
        best
    }
}

/// In Null the two cards go that make the product of safeties largest.
fn best_null(twelve: Cards) -> Laid {
    let mut best = Laid { game: Game::Null, kept: twelve, laid: Cards::NONE, strength: f32::MIN };
    for laid in pairs(twelve) {
        let kept = twelve - laid;
        let strength = 120.0 * safety::of_hand(kept);
        if strength > best.strength {
            best = Laid { game: Game::Null, kept, laid, strength };
        }
    }
    best
}

/// The contracts that may be announced after taking the skat.
fn contracts(game: Game) -> impl Iterator<Item = Contract> {
    let open = if game == Game::Null { Contract::new(game, false, false, false, true) } else { None };
    std::iter::once(Contract::plain(game)).chain(open)
}

impl Tables {
    fn offer(&self, contract: Contract, laid: &Laid, twelve: Cards, seat: Seat, bid: u16) -> Offer {
        let game = contract.game();
        let cards = (laid.kept, laid.laid);
        let (win, schneider) = self.chances(game, contract.is_ouvert(), cards, seat, bid, laid.strength);
        let score = expected(contract, twelve, bid, win, schneider);
        Offer { contract, discard: Some(laid.laid), strength: laid.strength, win, schneider, score }
    }

    /// Every game that could be announced with these twelve cards, each with its best discards (at most
    /// `discards` for each game), best first.
    #[must_use]
    pub fn offers(&self, hand: Cards, skat: Cards, seat: Seat, bid: u16, discards: usize) -> Vec<Offer> {
        let twelve = hand | skat;
        let ranker = Discards::new(self, seat);
        let mut offers = Vec::new();
        for (at, game) in Game::ALL.into_iter().enumerate() {
            let mut laid: Vec<Laid> = pairs(twelve)
                .map(|laid| {
                    let kept = twelve - laid;
                    let strength = match ranker.fast.get(at) {
                        Some(fast) => fast.strength(game, kept, laid),
                        None => 120.0 * safety::of_hand(kept),
                    };
                    Laid { game, kept, laid, strength }
                })
                .collect();
            laid.sort_by(|a, b| b.strength.total_cmp(&a.strength));
            for laid in laid.iter().take(discards.max(1)) {
                offers.extend(contracts(game).map(|contract| self.offer(contract, laid, twelve, seat, bid)));
            }
        }
        offers.sort_by(|a, b| b.score.total_cmp(&a.score));
        offers
    }

    /// Every hand game, averaged over all skats, best first.
    #[must_use]
    pub fn hand_games(&self, hand: Cards, seat: Seat, bid: u16) -> Vec<Offer> {
        let skats: Vec<Cards> = pairs(!hand).collect();
        let mut offers = Vec::new();
        for game in Game::ALL {
            let levels: &[[bool; 3]] = match game {
                Game::Null => &[[false, false, false], [false, false, true]],
                _ => &[[false, false, false], [true, false, false]],
            };
            for &[schneider, schwarz, ouvert] in levels {
                let Some(contract) = Contract::new(game, true, schneider, schwarz, ouvert) else { continue };
                let mut sum =
                    Offer { contract, discard: None, strength: 0.0, win: 0.0, schneider: 0.0, score: 0.0 };
                for &laid in &skats {
                    let strength = self.strength(game, hand, laid, seat);
                    let (win, made) = self.chances(game, ouvert, (hand, laid), seat, bid, strength);
                    sum.strength += strength;
                    sum.win += if schneider { made } else { win };
                    sum.schneider += made;
                    sum.score += expected(contract, hand | laid, bid, win, made);
                }
                let share = 1.0 / skats.len() as f64;
                offers.push(Offer {
                    strength: sum.strength * share as f32,
                    win: sum.win * share,
                    schneider: sum.schneider * share,
                    score: sum.score * share,
                    ..sum
                });
            }
        }
        offers.sort_by(|a, b| b.score.total_cmp(&a.score));
        offers
    }

    /// What ten cards can expect of the 231 skats.
    #[must_use]
    pub fn outlook(&self, hand: Cards, seat: Seat) -> Outlook<'_> {
        let ranker = Discards::new(self, seat);
        let skats = pairs(!hand).map(|skat| ranker.best(hand | skat)).collect();
        Outlook { tables: self, hand, seat, skats }
    }
}

impl Outlook<'_> {
    /// The best game for each skat when it was bid to this number.
    fn choices(&self, bid: u16) -> impl Iterator<Item = [Offer; 6]> {
        self.skats.iter().map(move |skat| {
            skat.map(|laid| {
                let twelve = laid.kept | laid.laid;
                let offers = contracts(laid.game)
                    .map(|contract| self.tables.offer(contract, &laid, twelve, self.seat, bid));
                offers.reduce(|best, next| if next.score > best.score { next } else { best }).unwrap_or_else(
                    || self.tables.offer(Contract::plain(laid.game), &laid, twelve, self.seat, bid),
                )
            })
        })
    }

    /// The score to expect of taking the skat when it was bid to this number.
    #[must_use]
    pub fn score(&self, bid: u16) -> f64 {
        let best =
            self.choices(bid).map(|offers| offers.iter().map(|offer| offer.score).fold(f64::MIN, f64::max));
        best.sum::<f64>() / self.skats.len().max(1) as f64
    }

    /// Every game over all skats, the likeliest choice first.
    #[must_use]
    pub fn prospects(&self, bid: u16) -> Vec<Prospect> {
        let mut all = Game::ALL.map(|game| Prospect { game, chosen: 0.0, win: 0.0, score: 0.0 });
        let share = 1.0 / self.skats.len().max(1) as f64;
        for offers in self.choices(bid) {
            // Of equally good games the first is chosen.
            let best = (0..offers.len())
                .reduce(|best, next| if offers[next].score > offers[best].score { next } else { best });
            for (at, (prospect, offer)) in all.iter_mut().zip(&offers).enumerate() {
                prospect.win += offer.win * share;
                prospect.score += offer.score * share;
                if Some(at) == best {
                    prospect.chosen += share;
                }
            }
        }
        all.sort_by(|a, b| b.chosen.total_cmp(&a.chosen).then(b.score.total_cmp(&a.score)));
        all.to_vec()
    }

    /// The hand it is about.
    #[must_use]
    pub fn hand(&self) -> Cards {
        self.hand
    }
}
