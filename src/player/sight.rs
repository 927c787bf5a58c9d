//! What one seat may see.
//!
//! A player is given a [`Sight`] and nothing else, so that it cannot know what its seat does not
//! see: its own cards, what was said, the contract, its rightful knowledge of the skat, an open hand,
//! and the cards that fell.

use super::advice::Rule;
use super::expert;
use super::seen::Seen;
use crate::cards::{Card, Cards, Dice};
use crate::deal::{Deal, DealSetup, Holding, Place, Position, Split, View};
use crate::rules::{Auction, Call, Contract, Game, Seat};

/// What one seat sees at some moment of a game.
///
/// ```
/// use kiebitz::{cards::Dice, deal::Deal, player::Sight, rules::{Auction, Seat}};
/// let deal = Deal::random(&mut Dice::new(1));
/// let sight = Sight::bidding(&deal, Seat::Middlehand, &Auction::default());
/// // His own cards, and nothing else.
/// assert_eq!((sight.hand, sight.skat), (deal.hand(Seat::Middlehand), None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sight {
    /// Whose eyes.
    pub seat: Seat,
    /// The ten cards he was dealt; once he has discarded, the ten he kept. In an endgame those that he held when
    /// it began.
    pub hand: Cards,
    /// What was said.
    pub auction: Auction,
    /// The skat, for a declarer who took it: as it lay there, later what he laid away.
    pub skat: Option<Cards>,
    /// The game, once it is announced.
    pub announced: Option<Announced>,
}

/// A game that is being played, as everybody at the table sees it.
///
/// ```
/// use kiebitz::{deal::Position, player::Sight, rules::{Auction, Seat}};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let sight = Sight::playing(&position, Seat::Forehand, &Auction::default()).unwrap();
/// let announced = sight.announced.unwrap();
/// assert_eq!((announced.declarer, announced.fallen()), (Seat::Forehand, 24));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Announced {
    /// Who plays alone.
    pub declarer: Seat,
    /// What he plays.
    pub contract: Contract,
    /// The number it was bid to; 0 if nothing is known of the bidding.
    pub bid: u16,
    /// The declarer's ten cards, if they lie open.
    pub open_hand: Option<Cards>,
    /// The cards in the order they fell; forehand leads the first, unless `begun` says otherwise.
    pub played: Vec<Card>,
    /// Where it begins, if not with a fresh deal.
    pub begun: Option<Begun>,
}

/// Where a position begins that is no fresh deal: an endgame, or one with something stated about it. All of it lies
/// open at the table.
///
/// ```
/// use kiebitz::{deal::Position, player::Sight, rules::{Auction, Seat}};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let sight = Sight::playing(&position, Seat::Forehand, &Auction::default()).unwrap();
/// let begun = sight.announced.unwrap().begun.unwrap();
/// assert_eq!((begun.lead, begun.gone.len(), begun.points), (Seat::Forehand, 24, (60, 0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Begun {
    /// Who leads.
    pub lead: Seat,
    /// Cards that fell before.
    pub gone: Cards,
    /// Points of the declarer and of the defenders until then, skat not counted.
    pub points: (u8, u8),
    /// Cards that a place (hands, then the skat) is known not to hold.
    pub not: [Cards; 4],
    /// Cards that everybody is told to be in a place, beside others.
    pub told: [Cards; 4],
    /// How suits are known to be split between the defenders.
    pub splits: [Option<Split>; 5],
}

impl Announced {
    /// Cards that have fallen, also before the position begins.
    #[must_use]
    pub fn fallen(&self) -> usize {
        self.played.len() + self.begun.map_or(0, |begun| begun.gone.len())
    }
}

impl Sight {
    /// What the seat sees while there is bidding.
    #[must_use]
    pub fn bidding(deal: &Deal, seat: Seat, auction: &Auction) -> Sight {
        Sight { seat, hand: deal.hand(seat), auction: auction.clone(), skat: None, announced: None }
    }

    /// What the winner of the auction sees when he has taken the skat.
    #[must_use]
    pub fn with_skat(deal: &Deal, seat: Seat, auction: &Auction) -> Sight {
        Sight { skat: Some(deal.skat()), ..Sight::bidding(deal, seat, auction) }
    }

    /// What the seat sees of a game that is being played, from the first card or from an endgame on: `None` if
    /// the seat's own hand is not given. Whatever else the position holds stays hidden.
    #[must_use]
    pub fn playing(position: &Position, seat: Seat, auction: &Auction) -> Option<Sight> {
        if !position.is_known(seat) {
            return None;
        }
        let start = position.start();
        let told = Place::ALL.map(|place| {
            let holding = place.seat().map_or(&start.skat, |seat| &start.hands[seat]);
            if holding.more { holding.set() } else { Cards::NONE }
        });
        let splits = std::array::from_fn(|at| start.splits.get(at).copied());
        let (gone, nothing) = (position.gone(), [Cards::NONE; 4]);
        let begun = Begun { lead: start.lead, gone, points: start.points, not: start.not, told, splits };
        let fresh = Begun {
            lead: Seat::Forehand,
            gone: Cards::NONE,
            points: (0, 0),
            not: nothing,
            told: nothing,
            splits: [None; 5],
        };
        let (declarer, contract) = (position.declarer(), position.contract());
        let knows_skat = seat == declarer && !contract.is_hand() && position.skat().len() == Deal::SKAT;
        let open = contract.is_ouvert() && position.is_known(declarer) && seat != declarer;
        let announced = Announced {
            declarer,
            contract,
            bid: position.bid().unwrap_or(0),
            open_hand: open.then(|| position.start_hand(declarer)),
            played: position.history().iter().map(|play| play.card).collect(),
            begun: (begun != fresh).then_some(begun),
        };
        Some(Sight {
            seat,
            hand: position.start_hand(seat),
            auction: auction.clone(),
            skat: knows_skat.then(|| position.skat()),
            announced: Some(announced),
        })
    }

    /// The position as this seat sees it; `None` before a game is announced, or if what is seen does not fit
    /// together.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        let announced = self.announced.as_ref()?;
        let mut setup = DealSetup {
            contract: Some(announced.contract),
            declarer: Some(announced.declarer),
            bid: (announced.bid > 0).then_some(announced.bid),
            played: announced.played.clone(),
            view: Some(View::Seat(self.seat)),
            ..DealSetup::default()
        };
        if let Some(begun) = announced.begun {
            setup.lead = begun.lead;
            setup.gone = begun.gone.iter().collect();
            setup.points = begun.points;
            setup.not = begun.not;
            setup.splits = begun.splits.into_iter().flatten().collect();
            for place in Place::ALL {
                let holding = match place.seat() {
                    Some(seat) => &mut setup.hands[seat],
                    None => &mut setup.skat,
                };
                *holding = Holding::partly(begun.told[place.index()]);
            }
        }
        setup.hands[self.seat] = Holding::full(self.hand);
        if let Some(open) = announced.open_hand {
            setup.hands[announced.declarer] = Holding::full(open);
        }
        if let Some(skat) = self.skat {
            setup.skat = Holding::full(skat);
        }
        setup.validate().ok()
    }

    /// The card that rules of good play name for whoever is on turn, without any searching.
    #[must_use]
    pub fn by_rule(&self) -> Option<(Card, Rule)> {
        let seen = Seen::of(self)?;
        expert::rule(&seen, &seen.cards, true)
    }

    /// The kind of game, once it is announced.
    #[must_use]
    pub fn game(&self) -> Option<Game> {
        self.announced.as_ref().map(|announced| announced.contract.game())
    }

    /// Dice that depend on nothing but what is seen and the seed, so that the same sight always leads to
    /// the same choice.
    #[must_use]
    pub fn dice(&self, seed: u64) -> Dice {
        let mut sum = Dice::new(seed).next_u64();
        let mut stir = |number: u64| sum = Dice::new(sum ^ number).next_u64();
        stir(self.seat.index() as u64);
        stir(self.hand.bits().into());
        for &(_, call) in self.auction.calls() {
            stir(match call {
                Call::Bid(number) => number.into(),
                Call::Hold => 1,
                Call::Pass => 2,
            });
        }
        stir(self.skat.map_or(0, |skat| skat.bits().into()));
        if let Some(announced) = &self.announced {
            stir(announced.declarer.index() as u64);
            announced.contract.to_string().bytes().for_each(|letter| stir(letter.into()));
            announced.played.iter().for_each(|card| stir(card.index() as u64));
            if let Some(begun) = &announced.begun {
                stir(begun.lead.index() as u64);
                begun.not.iter().chain(&begun.told).for_each(|cards| stir(cards.bits().into()));
                stir(begun.gone.bits().into());
                begun.splits.iter().flatten().for_each(|split| {
                    split.to_string().bytes().for_each(|letter| stir(letter.into()));
                });
            }
        }
        Dice::new(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::Knowledge;
    use crate::rules::BySeat;

    /// A deal that was played to the end of a trick, given as an endgame of the cards that are left.
    fn endgame(dice: &mut Dice, tricks: usize) -> Position {
        let deal = Deal::random(dice);
        let setup = DealSetup {
            contract: Some(Contract::plain(Game::ALL[dice.below(6) as usize])),
            declarer: Some(Seat::ALL[dice.below(3) as usize]),
            hands: deal.holdings(),
            skat: Holding::full(deal.skat()),
            view: Some(View::Open),
            ..DealSetup::default()
        };
        let mut position = setup.validate().unwrap();
        for _ in 0..3 * tricks {
            let cards: Vec<Card> = position.playable().iter().collect();
            position.play(cards[dice.below(cards.len() as u64) as usize]).unwrap();
        }
        let rest = DealSetup {
            hands: BySeat::from_fn(|seat| Holding::full(position.hand(seat))),
            lead: position.turn().unwrap(),
            gone: position.history().iter().map(|play| play.card).collect(),
            points: (
                position.points(crate::rules::Side::Declarer),
                position.points(crate::rules::Side::Defenders),
            ),
            ..position.start().clone()
        };
        let mut position = rest.validate().unwrap();
        for _ in 0..dice.below(3) {
            let cards: Vec<Card> = position.playable().iter().collect();
            position.play(cards[dice.below(cards.len() as u64) as usize]).unwrap();
        }
        position
    }

    #[test]
    fn what_everybody_is_told_is_seen() {
        let line = "contract=G declarer=F F=CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.SK M=HA.? R=? skat=? played=CJ view=M";
        let told: Position = line.parse().unwrap();
        assert_eq!(Sight::playing(&told, Seat::Middlehand, &Auction::default()), None);
        let line = "contract=G declarer=F F=CA.? M=CJ.SJ.HJ.DJ.CT.CK.SA.ST.SK.HT R=? skat=? played=CA view=M";
        let told: Position = line.parse().unwrap();
        let sight = Sight::playing(&told, Seat::Middlehand, &Auction::default()).unwrap();
        let seen = Knowledge::of(&sight.position().unwrap(), Seat::Middlehand).unwrap();
        assert_eq!(seen, Knowledge::of(&told, Seat::Middlehand).unwrap());
        let line = "contract=G declarer=F F=HA.? M=CJ.SJ.HJ.DJ.CT.CK.SA.ST.SK.HT R=? skat=? played=CA view=M";
        let more: Position = line.parse().unwrap();
        let sight = Sight::playing(&more, Seat::Middlehand, &Auction::default()).unwrap();
        let seen = Knowledge::of(&sight.position().unwrap(), Seat::Middlehand).unwrap();
        assert_eq!(seen, Knowledge::of(&more, Seat::Middlehand).unwrap());
    }

    #[test]
    fn an_endgame_is_seen_with_the_eyes_of_one_seat() {
        let mut dice = Dice::new(17);
        let mut moved = 0;
        for number in 0..120 {
            let position = endgame(&mut dice, 3 + number % 6);
            let seat = position.turn().unwrap();
            let auction = Auction::default();
            let sight = Sight::playing(&position, seat, &auction).unwrap();
            let seen = sight.position().unwrap();
            // What is seen leads to the same turn, goal, points and worlds as the seat's rightful knowledge.
            assert_eq!(seen.turn(), Some(seat));
            assert_eq!((seen.goal(), seen.trick()), (position.goal(), position.trick()));
            for side in [crate::rules::Side::Declarer, crate::rules::Side::Defenders] {
                assert_eq!(seen.points(side), position.points(side));
            }
            let rightful = Knowledge::of(&position.with_view(View::Seat(seat)), seat).unwrap();
            assert_eq!(Knowledge::of(&seen, seat).unwrap().count(), rightful.count());
            // Hidden cards that lie otherwise are not seen.
            let world = rightful.draw(&mut dice).unwrap();
            let mut other = position.to_setup();
            for place in Seat::ALL {
                other.hands[place] = Holding::full(world.hands[place] | position.played_by(place));
            }
            other.skat = Holding::full(world.skat);
            let other = other.validate().unwrap();
            moved += usize::from(other != position);
            assert_eq!(Sight::playing(&other, seat, &auction).unwrap(), sight);
        }
        assert!(moved > 60, "{moved}");
    }
}
