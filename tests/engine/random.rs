//! Seeded positions with a goal, for tests that compare.

use kiebitz::cards::{Card, Cards, Dice, Suit};
use kiebitz::deal::{Deal, DealSetup, Holding, Position, Split, SplitGroup, View};
use kiebitz::knowledge::Knowledge;
use kiebitz::rules::{BySeat, Contract, Game, Goal, Seat, Side};
use kiebitz::search::{Limits, open, paranoia};

/// Views of a random position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    Declarer,
    HandGame,
    Defender,
    Open,
}

pub const ALL_WHO: [Who; 4] = [Who::Declarer, Who::HandGame, Who::Defender, Who::Open];

/// A position with `cards` left in each hand, some of them played down from more cards, often in the
/// middle of a trick, and a goal that is neither always nor never reached.
pub fn question(dice: &mut Dice, who: Who, cards: usize) -> (Position, Goal) {
    loop {
        let game = match dice.below(4) {
            0 => Game::Grand,
            1 => Game::Null,
            _ => Game::Suit(Suit::ALL[dice.below(4) as usize]),
        };
        let deal = Deal::random(dice);
        let declarer = Seat::ALL[dice.below(3) as usize];
        let hand = who == Who::HandGame || dice.below(4) == 0;
        let ouvert = game == Game::Null && dice.below(4) == 0;
        let contract = Contract::new(game, hand, false, false, ouvert).unwrap();
        let view = match who {
            Who::Open => View::Open,
            Who::Defender => View::Seat(declarer.after(1 + dice.below(2) as usize)),
            _ => View::Seat(declarer),
        };
        let extra = (dice.below(3) as usize).min(10 - cards);
        let size = cards + extra;
        let dealt = |seat: Seat| {
            let mut held: Vec<Card> = deal.hand(seat).iter().collect();
            Dice::new(deal.hand(seat).bits().into()).shuffle(&mut held);
            held.into_iter().take(size).collect::<Cards>()
        };
        let hands = BySeat::from_fn(dealt);
        let kept = hands.iter().fold(deal.skat(), |kept, (_, &hand)| kept | hand);
        let gone = Cards::ALL - kept;
        let points = dice.below(u64::from(gone.points()) + 1) as u8;
        let mut setup = DealSetup {
            contract: Some(contract),
            declarer: Some(declarer),
            hands: BySeat::from_fn(|seat| Holding::full(hands[seat])),
            skat: Holding::full(deal.skat()),
            lead: Seat::ALL[dice.below(3) as usize],
            gone: gone.iter().collect(),
            points: if game == Game::Null { (0, 0) } else { (points, gone.points() - points) },
            view: Some(view),
            ..DealSetup::default()
        };
        if let (View::Seat(viewer), 0) = (view, dice.below(3)) {
            hint(dice, &mut setup, viewer);
        }
        let mut position = setup.validate().unwrap();
        for _ in 0..3 * extra + dice.below(3) as usize {
            let playable: Vec<Card> = position.playable().iter().collect();
            position.play(playable[dice.below(playable.len() as u64) as usize]).unwrap();
        }
        if game == Game::Null && position.has_trick(Side::Declarer) {
            continue;
        }
        let worlds = match view {
            View::Open => 1,
            View::Seat(seat) => Knowledge::of(&position, seat).unwrap().count(),
        };
        if worlds > 200_000 {
            continue;
        }
        let goal = match (game, dice.below(8)) {
            (Game::Null, _) => Goal::NoTrick,
            (_, 0) if !position.has_trick(Side::Defenders) => Goal::EveryTrick,
            (_, 1) => Goal::SCHNEIDER,
            (_, 2) => Goal::Points(31),
            (_, 3) => Goal::Points(61),
            _ => {
                // Near what can be forced, where proofs are longest.
                let value = match view {
                    View::Open => open::Solver::with_table(1).value(&position, &Limits::none()).unwrap(),
                    View::Seat(_) => {
                        paranoia::Solver::with_table(1).value(&position, &Limits::none()).unwrap()
                    }
                };
                Goal::Points((value.exact().unwrap() + dice.below(2) as u8).clamp(1, 120))
            }
        };
        return (position, goal);
    }
}

/// Says how a suit or the trumps are split between the defenders in this deal, without the direction.
pub fn true_split(dice: &mut Dice, game: Game, declarer: Seat, hands: impl Fn(Seat) -> Cards) -> Split {
    let groups = SplitGroup::of(game);
    let group = groups[dice.below(groups.len() as u64) as usize];
    let count = |seat: Seat| (hands(seat) & group.cards(game)).len() as u8;
    Split::new(group, count(declarer.next()), count(declarer.after(2)))
}

/// States something as known: a card or two of another hand, and cards that a place does not hold.
fn hint(dice: &mut Dice, setup: &mut DealSetup, viewer: Seat) {
    if dice.below(2) == 0 {
        let game = setup.contract.unwrap().game();
        let hands = setup.hands.clone();
        let split = true_split(dice, game, setup.declarer.unwrap(), |seat| hands[seat].set());
        setup.splits.push(split);
        if dice.below(2) == 0 {
            return;
        }
    }
    let other = viewer.after(1 + dice.below(2) as usize);
    let cards = setup.hands[other].set();
    if dice.below(2) == 0 {
        let known = cards.iter().take(dice.below(3) as usize).collect();
        setup.hands[other] = Holding::partly(known);
    } else {
        let elsewhere = Cards::from_bits(dice.next_u64() as u32 & dice.next_u64() as u32) - cards;
        setup.not[other.index()] = elsewhere;
        setup.not[3] = Cards::from_bits(dice.next_u64() as u32 & dice.next_u64() as u32) - setup.skat.set();
    }
}
