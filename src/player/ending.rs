//! Ends before the last card: giving up a game that is lost whatever falls, and showing one's cards once the rest is proved.
//!
//! Giving up costs nothing here. By the rules the declarer who gives up keeps what he has, and defenders who give up
//! leave the rest to him; it is done only where every way to play the rest comes to the same. Neither needs luck: the
//! first is a matter of adding up, the second is proved by the paranoia search against every deal.

use super::decide::Player;
use super::seen::Seen;
use super::sight::Sight;
use crate::cards::Card;
use crate::deal::{Holding, Position, View};
use crate::knowledge::World;
use crate::rules::{Goal, Seat, Side, Tally};
use crate::search::Limits;

/// Nodes for one question about the rest: what is forced beyond doubt is found quickly.
const NODES: u64 = 30_000;
/// Deals that are looked at one by one when the declarer's cards lie open: the skat among at most twelve cards.
const MOST_DEALS: u64 = 66;
/// All points, and all tricks.
const POINTS: u8 = 120;
const TRICKS: u8 = 10;

impl Player<'_> {
    /// Whether this seat, on turn, has lost in such a way that nothing that can still fall changes the result.
    ///
    /// A defender who sees the declarer's cards also gives up if the rest is the declarer's in every deal that is left.
    pub fn gives_up(&mut self, sight: &Sight) -> bool {
        let Some(seen) = Seen::of(sight) else { return false };
        is_settled(&seen) || self.rest_is_his(&seen)
    }

    /// A card after which the declarer, on turn, takes everything that is left (in Null: nothing), whatever the others hold
    /// and play. Who has such a card may show his hand.
    pub fn claim(&mut self, sight: &Sight) -> Option<Card> {
        let seen = Seen::of(sight).filter(|seen| seen.alone() && seen.position.cards_left(seen.me) > 1)?;
        let goal = the_rest(&seen.position);
        let limits = self.limits();
        let solver = &mut self.paranoia;
        solver.clear();
        solver.set_share(1.0);
        if solver.decide(&seen.position, goal, &limits).ok()? != Some(true) {
            return None;
        }
        seen.cards.iter().copied().find(|&card| {
            let mut after = seen.position.clone();
            after.play(card).is_ok()
                && solver.decide(&after, goal, &limits).is_ok_and(|held| held == Some(true))
        })
    }

    /// Whether the declarer's cards lie open, and the rest is his in every deal that is left.
    fn rest_is_his(&mut self, seen: &Seen<'_>) -> bool {
        let open = !seen.alone() && seen.announced.open_hand.is_some();
        if !open || seen.knowledge.count() > MOST_DEALS {
            return false;
        }
        let (goal, limits) = (the_rest(&seen.position), self.limits());
        let solver = &mut self.open;
        seen.knowledge.worlds().all(|world| {
            laid_open(&seen.position, &world)
                .and_then(|position| solver.decide(&position, goal, &limits).ok().flatten())
                .unwrap_or(false)
        })
    }

    fn limits(&self) -> Limits {
        Limits { cancel: self.cancel.clone(), ..Limits::nodes(NODES) }
    }
}

/// Everything that can still be had, as a goal of the declarer.
fn the_rest(position: &Position) -> Goal {
    match position.goal() {
        Goal::NoTrick => Goal::NoTrick,
        _ if !position.has_trick(Side::Defenders) => Goal::EveryTrick,
        _ => Goal::Points(POINTS - position.points(Side::Defenders)),
    }
}

/// A position in which every card lies as in this world.
fn laid_open(position: &Position, world: &World) -> Option<Position> {
    let mut setup = position.to_setup();
    for seat in Seat::ALL {
        setup.hands[seat] = Holding::full(world.hands[seat] | position.played_by(seat));
    }
    setup.skat = Holding::full(world.skat);
    setup.view = Some(View::Open);
    setup.validate().ok()
}

/// Whether the seat's side has lost and the steps of the game's value are the same whoever takes the rest.
fn is_settled(seen: &Seen<'_>) -> bool {
    let position = &seen.position;
    if seen.goal == Goal::NoTrick {
        return false;
    }
    let (own, others) = (position.points(Side::Declarer), position.points(Side::Defenders));
    let (took, lost) = (position.tricks_of(Side::Declarer), position.tricks_of(Side::Defenders));
    // A skat that is not seen may be worth nothing.
    let skat = if position.knows_skat() { position.skat().points() } else { 0 };
    let least = Tally { declarer_points: own + skat, declarer_tricks: took, finished_tricks: TRICKS };
    let most =
        Tally { declarer_points: POINTS - others, declarer_tricks: TRICKS - lost, finished_tricks: TRICKS };
    let steps = |tally: Tally| {
        let points = [31, 61, 90].map(|goal| Goal::Points(goal).is_met(tally));
        (points, tally.declarer_tricks == 0, Goal::EveryTrick.is_met(tally))
    };
    let is_lost = if seen.alone() { !seen.goal.is_met(most) } else { seen.goal.is_met(least) };
    is_lost && steps(least) == steps(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Dice;
    use crate::deal::{Deal, DealSetup};
    use crate::player::{Style, Tables};
    use crate::rules::{Auction, Contract, Game, evaluate};

    /// A random deal in a random game, before the first card.
    fn position(dice: &mut Dice, open: bool) -> Position {
        let deal = Deal::random(dice);
        let game = Game::ALL[dice.below(6) as usize];
        let contract = if open && game == Game::Null { "NO".parse().unwrap() } else { Contract::plain(game) };
        let mut setup = DealSetup {
            contract: Some(contract),
            declarer: Some(Seat::ALL[dice.below(3) as usize]),
            view: Some(View::Open),
            skat: Holding::full(deal.skat()),
            ..DealSetup::default()
        };
        for seat in Seat::ALL {
            setup.hands[seat] = Holding::full(deal.hand(seat));
        }
        setup.validate().unwrap()
    }

    fn any(position: &Position, dice: &mut Dice) -> Card {
        let cards: Vec<Card> = position.playable().iter().collect();
        cards[dice.below(cards.len() as u64) as usize]
    }

    fn sight(position: &Position, open: bool) -> Sight {
        let seat = position.turn().unwrap();
        let mut sight = Sight::playing(position, seat, &Auction::default()).unwrap();
        let announced = sight.announced.as_mut().unwrap();
        if open && announced.declarer != seat {
            announced.open_hand = Some(position.start_hand(announced.declarer));
        }
        sight
    }

    fn tally(position: &Position) -> Tally {
        Tally {
            declarer_points: position.points(Side::Declarer) + position.skat().points(),
            declarer_tricks: position.tricks_of(Side::Declarer),
            finished_tricks: position.tricks_of(Side::Declarer) + position.tricks_of(Side::Defenders),
        }
    }

    fn outcome(position: &Position, tally: Tally) -> crate::rules::Outcome {
        let twelve = position.start_hand(position.declarer()) | position.skat();
        evaluate(position.contract(), twelve, 18, tally)
    }

    /// Where somebody gives up with closed cards, every way to play the rest comes to the same.
    #[test]
    fn giving_up_changes_nothing() {
        let mut dice = Dice::new(31);
        let mut player = Player::new(Tables::shipped(), Style::default());
        let mut found = [0; 2];
        for _ in 0..60 {
            let mut position = position(&mut dice, false);
            while position.turn().is_some() {
                let seat = position.turn().unwrap();
                if player.gives_up(&sight(&position, false)) {
                    let alone = seat == position.declarer();
                    found[usize::from(alone)] += 1;
                    let mut given_up = tally(&position);
                    if !alone {
                        given_up.declarer_points = POINTS - position.points(Side::Defenders);
                        given_up.declarer_tricks = TRICKS - position.tricks_of(Side::Defenders);
                    }
                    given_up.finished_tricks = TRICKS;
                    let mut rest = position.clone();
                    while rest.turn().is_some() {
                        let card = any(&rest, &mut dice);
                        rest.play(card).unwrap();
                    }
                    assert_eq!(outcome(&rest, tally(&rest)), outcome(&rest, given_up), "{position}");
                }
                let card = any(&position, &mut dice);
                position.play(card).unwrap();
            }
        }
        assert!(found.iter().all(|&found| found > 10), "{found:?}");
    }

    /// Who shows his cards takes the rest, however the others play, though they see them.
    #[test]
    fn what_is_claimed_is_taken() {
        let mut dice = Dice::new(32);
        let mut player = Player::new(Tables::shipped(), Style::default());
        let (mut claims, mut accepted) = (0, 0);
        for _ in 0..200 {
            let mut position = position(&mut dice, true);
            let mut claimed = None;
            while let Some(seat) = position.turn() {
                let alone = seat == position.declarer();
                let mut card = any(&position, &mut dice);
                if alone && let Some(sure) = player.claim(&sight(&position, true)) {
                    claims += usize::from(claimed.is_none());
                    let now = (position.points(Side::Defenders), position.tricks_of(Side::Declarer));
                    claimed.get_or_insert(now);
                    card = sure;
                } else if claimed.is_some() && !alone {
                    accepted += usize::from(player.gives_up(&sight(&position, true)));
                }
                position.play(card).unwrap();
            }
            if let Some((others, tricks)) = claimed {
                let null = position.game() == Game::Null;
                let kept = if null {
                    position.tricks_of(Side::Declarer) == tricks
                } else {
                    position.points(Side::Defenders) == others
                };
                assert!(kept, "{position}");
            }
        }
        assert!(claims > 15 && accepted > 5, "{claims} {accepted}");
    }
}
