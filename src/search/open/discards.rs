//! The 66 ways to lay away two of twelve cards.
//!
//! Their positions differ in two cards only, so that one table serves them all: once ranks close
//! up, most of what one search found out holds for the others too.

use super::solver::{Asked, Bounds, FIRST_GUESS, Solver};
use super::state::OpenState;
use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::rules::{Game, Seat};
use crate::search::layout::Layout;
use crate::search::limits::Limits;

/// What laying away two cards leads to.
///
/// ```
/// use kiebitz::{cards::Dice, deal::Deal, rules::{Game, Seat}, search::{Limits, open::Solver}};
/// let deal = Deal::random(&mut Dice::new(1));
/// // So few nodes that no value is found; all 66 ways to lay away two cards are there all the same.
/// let discards = Solver::with_table(1).discards(&deal, Game::Grand, Seat::Forehand, &Limits::nodes(1));
/// assert_eq!(discards.len(), 66);
/// assert!(discards.iter().all(|discard| discard.cards.len() == 2 && discard.value.low <= discard.value.high));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discard {
    /// The two cards.
    pub cards: Cards,
    /// The value of the game after it.
    pub value: Bounds,
}

impl Solver {
    /// The value of each of the 66 discards, best first, with all other cards seen: `deal` is the
    /// deal before the declarer took the skat. Discards of equal value stay in the order of the
    /// cards. Where the limits end the search, the rest comes with the bounds that are known.
    #[must_use]
    pub fn discards(&mut self, deal: &Deal, game: Game, declarer: Seat, limits: &Limits) -> Vec<Discard> {
        let twelve: Vec<Card> = game.sorted(deal.hand(declarer) | deal.skat());
        let layout = Layout::of(game);
        let seat = |turns: usize| declarer.after(turns);
        let leader = (0..3).find(|&turns| seat(turns) == Seat::Forehand).unwrap_or(0);
        let mut discards = self.question(limits, |solver, watch| {
            let mut discards = Vec::new();
            let mut guess = FIRST_GUESS;
            for (i, &first) in twelve.iter().enumerate() {
                for &second in &twelve[i + 1..] {
                    let cards: Cards = [first, second].into_iter().collect();
                    let own = deal.hand(declarer) | deal.skat();
                    let hands = [own - cards, deal.hand(seat(1)), deal.hand(seat(2))];
                    let asked = Asked {
                        game,
                        state: OpenState::new(hands.map(|hand| layout.bits(hand)), leader),
                        taken: i32::from(cards.points()),
                        declarer_has_trick: false,
                        defenders_have_trick: false,
                    };
                    let value = solver.value_of(&asked, &asked.state, guess, watch);
                    guess = value.exact().map_or(guess, i32::from);
                    discards.push(Discard { cards, value });
                }
            }
            discards
        });
        discards.sort_by_key(|discard| std::cmp::Reverse((discard.value.low, discard.value.high)));
        discards
    }
}
