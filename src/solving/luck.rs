//! Where the best chance is asked for: one deal is drawn from those that are possible, the others know it and play their
//! best in it, and each card of the person's is judged by the share of deals that it keeps.

use crate::cards::{Card, Dice};
use crate::deal::{Holding, Place, Position, View};
use crate::knowledge::Knowledge;
use crate::rules::Seat;
use crate::search::adversary::{Adversary, Judged};
use crate::search::chance::Chance;
use crate::search::limits::Limits;
use crate::search::proof::{Claim, ProofError};
use std::collections::BTreeMap;

/// The deal that was drawn, and the chances on the way.
///
/// ```
/// use kiebitz::{cards::Dice, deal::Position, solving::luck::Luck};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let luck = Luck::draw(&position, &mut Dice::new(1)).unwrap();
/// // Every card has its place in the deal that is drawn.
/// assert!(position.open_hands().is_none() && luck.deal.open_hands().is_some());
/// ```
pub struct Luck {
    /// The deal, at the beginning of the attempt.
    pub deal: Position,
    /// The same as somebody sees it who knows where every card is.
    pub known: Position,
    /// The chances where the person was on turn, by the number of cards played before.
    chances: BTreeMap<usize, Chance>,
}

/// What a card of the person's kept.
///
/// ```
/// use kiebitz::search::chance::{CardChance, Chance, Count};
/// use kiebitz::{cards::Dice, deal::Position, solving::luck::Luck};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let (jack, ace) = ("CJ".parse().unwrap(), "SA".parse().unwrap());
/// let card = |card, won| CardChance { card, won: Count { at_least: won, at_most: won } };
/// let best = Count { at_least: 6, at_most: 6 };
/// let mut luck = Luck::draw(&position, &mut Dice::new(1)).unwrap();
/// luck.hear(0, Chance { worlds: 6, won: best, cards: vec![card(jack, 6), card(ace, 4)] });
/// let kept = luck.kept(0, ace).unwrap();
/// assert_eq!((kept.won, kept.best, kept.worlds), (4, 6, 6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The card.
    pub card: Card,
    /// In how many deals the best plan with it wins.
    pub won: u64,
    /// In how many the best plan of all would have.
    pub best: u64,
    /// Of how many.
    pub worlds: u64,
}

impl Luck {
    /// Draws a deal; `None` with open cards, where there is nothing to draw.
    #[must_use]
    pub fn draw(start: &Position, dice: &mut Dice) -> Option<Luck> {
        let View::Seat(viewer) = start.view() else { return None };
        let knowledge = Knowledge::of(start, viewer).ok()?;
        let world = knowledge.draw(dice)?;
        let (mut deal, mut known) = (start.to_setup(), start.to_setup());
        let unseen = knowledge.unseen();
        for seat in Seat::ALL {
            deal.hands[seat] = Holding::full(world.hands[seat] | start.played_by(seat));
            if seat != viewer {
                known.not[Place::Hand(seat).index()] = unseen - world.hands[seat];
            }
        }
        if start.has_skat() {
            deal.skat = Holding::full(world.skat);
            known.not[Place::Skat.index()] = unseen - world.skat;
        }
        Some(Luck { deal: deal.validate().ok()?, known: known.validate().ok()?, chances: BTreeMap::new() })
    }

    /// Hears the chances after so many cards.
    pub fn hear(&mut self, cards: usize, chance: Chance) {
        self.chances.insert(cards, chance);
    }

    /// What the card that fell after so many others kept, once that is known.
    #[must_use]
    pub fn kept(&self, after: usize, card: Card) -> Option<Kept> {
        let chance = self.chances.get(&after)?;
        let won = chance.cards.iter().find(|known| known.card == card)?.won;
        Some(Kept { card, won: won.at_least, best: chance.won.at_least, worlds: chance.worlds })
    }
}

/// The chances of a position, each card judged by whether it keeps the best of them, and one that does.
pub fn weigh(
    adversary: &mut Adversary,
    position: &Position,
    aim: Claim,
    limits: &Limits,
) -> Result<Option<(Chance, Vec<Judged>)>, ProofError> {
    let chance = adversary.chance(position, aim, limits)?;
    if limits.cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled()) {
        return Ok(None);
    }
    let best = chance.won.at_least;
    let judge = |known: &crate::search::chance::CardChance| Judged {
        card: known.card,
        keeps: known.won.at_most >= best,
    };
    let judged = chance.cards.iter().map(judge).collect();
    Ok(Some((chance, judged)))
}

/// The card with the best chance.
#[must_use]
pub fn best(chance: &Chance) -> Option<Card> {
    let most = chance.cards.iter().map(|card| card.won.at_least).max()?;
    chance.cards.iter().find(|card| card.won.at_least == most).map(|card| card.card)
}

/// The position as somebody sees it who knows the deal.
pub fn known_at(known: &Position, position: &Position) -> Result<Position, ProofError> {
    let mut now = known.clone();
    for play in &position.history()[known.history().len()..] {
        now.play(play.card).map_err(|problem| ProofError::Position(problem.to_string()))?;
    }
    Ok(now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Cards;
    use crate::rules::Goal;

    const LINE: &str = "contract=G declarer=F F=SA.SK.HA.H9 M=? R=? skat=D7.D8 view=F points=32:25 lead=F \
        gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HT.H7.H8.DA";

    /// Whoever knows the deal has one world, and it is the one that was drawn.
    #[test]
    fn the_drawn_deal_is_known_to_the_others_and_to_nobody_else() {
        let start: Position = LINE.parse().unwrap();
        let aim = Claim::new(&start, Goal::Points(61));
        let mut adversary = Adversary::with_table(8);
        for seed in 0..20 {
            let luck = Luck::draw(&start, &mut Dice::new(seed)).unwrap();
            let knowledge = Knowledge::of(&luck.known, Seat::Forehand).unwrap();
            assert_eq!(knowledge.count(), 1);
            let world = knowledge.worlds().next().unwrap();
            for seat in Seat::ALL {
                assert_eq!(world.hands[seat], luck.deal.hand(seat));
            }
            assert_eq!(Knowledge::of(&luck.deal, Seat::Forehand).unwrap().count(), 70);
            let (chance, judged) = weigh(&mut adversary, &start, aim, &Limits::none()).unwrap().unwrap();
            let card = best(&chance).unwrap();
            assert!(judged.iter().any(|judged| judged.card == card && judged.keeps));
            let mut now = start.clone();
            now.play(card).unwrap();
            let reply = adversary.reply(&known_at(&luck.known, &now).unwrap(), aim, &Limits::none());
            let reply = reply.unwrap().unwrap();
            let held: Cards = luck.deal.hand(Seat::Middlehand);
            assert!(held.has(reply.card));
        }
    }
}
