//! How a lost side holds out: as long as it can, and with as many traps as it can set.
//!
//! Whoever has lost by force chooses, of the cards that he may play, those that put the end off longest: the end is the trick
//! after which counting alone settles the goal, if the other side never lets its win go and hurries. Of these he prefers the card
//! after which the fewest answers keep the win, then the one after which the answer that comes to mind is wrong.
//!
//! It is a matter of style: within its limits. Where they end it early, what was found out so far decides.

use super::oracle::Oracle;
use super::prover::{ProofError, Prover};
use crate::cards::{Card, Cards};
use crate::deal::Position;
use crate::rules::{Game, Goal};
use crate::search::limits::{Limits, Watch};
use crate::search::{open, paranoia};
use crate::verify::chooses;
use crate::verify::names::Naming;
use crate::verify::state::{SKAT, State, settled};
use std::collections::HashMap;

/// Nodes spent on telling cards apart that are alike in the verdict.
pub(crate) const STYLE: u64 = 30_000;

/// The most cards that can fall.
const MOST_CARDS: u8 = 30;

/// How hard a card makes it for the side that wins: smaller is harder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ease {
    /// Whether no answer is wrong.
    safe: bool,
    /// Answers that keep the win, equal ones counted once.
    right: usize,
    /// Whether the answer that comes to mind is right.
    natural: bool,
}

impl Ease {
    /// As easy as can be.
    const LEAST: Ease = Ease { safe: true, right: usize::MAX, natural: true };
}

/// A state alike but for names, the points on the table, and how many cards may still fall.
type Point = ((State, u8), u8);

/// The question of one position, whose winner is known.
pub(crate) struct Resistance<'a> {
    oracle: Oracle<'a>,
    goal: Goal,
    /// Whether the declarer reaches the goal.
    reaches: bool,
    /// The seats of the side that has its way.
    winners: [bool; 3],
    naming: Naming,
    ended: HashMap<Point, bool>,
    watch: Watch,
}

impl<'a> Resistance<'a> {
    /// For this position, of which it is known whether the declarer reaches the goal; `limits` are those of the whole question.
    ///
    /// # Errors
    /// If the position or the goal is not for the search.
    pub fn of(
        (open, paranoia): (&'a mut open::Solver, &'a mut paranoia::Solver),
        position: &Position,
        goal: Goal,
        reaches: bool,
        limits: &Limits,
    ) -> Result<(Resistance<'a>, State), ProofError> {
        let step = Prover::step(position, goal, &[])?;
        let oracle = Oracle::of(open, paranoia, &step.position);
        let limits = Limits { nodes: Some(STYLE.min(limits.nodes.unwrap_or(STYLE))), ..limits.clone() };
        Ok((Resistance::new(oracle, goal, reaches, Watch::new(&limits)), step.state))
    }

    pub(super) fn new(oracle: Oracle<'a>, goal: Goal, reaches: bool, watch: Watch) -> Resistance<'a> {
        let winners = chooses(oracle.viewer, oracle.declarer, reaches);
        let naming = Naming::new(oracle.game, goal);
        Resistance { oracle, goal, reaches, winners, naming, ended: HashMap::new(), watch }
    }

    /// What was visited.
    pub fn nodes(&self) -> u64 {
        self.watch.nodes()
    }

    fn after(&self, state: &State, card: Card) -> Option<State> {
        state.after(self.oracle.game, self.oracle.declarer, card)
    }

    /// Whether the side that has its way still has it.
    fn kept(&mut self, state: &State) -> Option<bool> {
        let known = settled(state, self.goal);
        let reaches = known.or_else(|| self.oracle.reaches(state, self.goal, &mut self.watch))?;
        Some(reaches == self.reaches)
    }

    /// The cards that put the end off longest.
    pub fn longest(&mut self, state: &State, cards: &[Card]) -> Vec<Card> {
        self.by_end(state, cards, true)
    }

    /// The cards that bring the end soonest, whatever the other side does.
    pub fn soonest(&mut self, state: &State, cards: &[Card]) -> Vec<Card> {
        self.by_end(state, cards, false)
    }

    fn by_end(&mut self, state: &State, cards: &[Card], late: bool) -> Vec<Card> {
        let mut left: Vec<(Card, State)> =
            cards.iter().filter_map(|&card| Some((card, self.after(state, card)?))).collect();
        // Card by card: what falls may settle it in the middle of a trick, by telling what lies in the skat.
        for cards in 0..=MOST_CARDS {
            if left.len() < 2 {
                break;
            }
            let mut ended = Vec::new();
            for (_, next) in &left {
                match self.ends_within(next, cards) {
                    Some(ends) => ended.push(ends),
                    None => return left.into_iter().map(|(card, _)| card).collect(),
                }
            }
            let any = ended.contains(&true);
            let all = !ended.contains(&false);
            if any && !(late && all) {
                let mut ended = ended.into_iter();
                left.retain(|_| ended.next() == Some(!late));
            }
            if all || !late && any {
                break;
            }
        }
        left.into_iter().map(|(card, _)| card).collect()
    }

    /// Whether the side that has its way can have it settled after so many more cards; `None` if the watch has stopped.
    fn ends_within(&mut self, state: &State, cards: u8) -> Option<bool> {
        if settled(state, self.goal).is_some() {
            return Some(true);
        }
        // With the last card it is settled, and the side that has its way keeps it until then.
        if u32::from(cards) >= still_to_fall(state) {
            return Some(true);
        }
        if cards == 0 || !self.can_be_counted(state, cards) {
            return Some(false);
        }
        let point = (self.naming.form(state), cards);
        if let Some(&known) = self.ended.get(&point) {
            return Some(known);
        }
        self.watch.count(1);
        if self.watch.must_stop() {
            return None;
        }
        let wins = self.winners[usize::from(state.turn)];
        let mut ends = !wins;
        for next in self.unlike(state) {
            let here = (!wins || self.kept(&next)?) && self.ends_within(&next, cards - 1)?;
            if here == wins {
                ends = wins;
                break;
            }
        }
        self.ended.insert(point, ends);
        Some(ends)
    }

    /// Whether so many cards, not the last ones, can settle it: by their points. Of every trick and of no trick only the last card
    /// tells that it is reached.
    fn can_be_counted(&self, state: &State, cards: u8) -> bool {
        let Goal::Points(goal) = self.goal else { return !self.reaches };
        let in_play = state.cards();
        let mut points: Vec<u8> = in_play.iter().map(|card| card.points()).collect();
        points.sort_unstable_by(|a, b| b.cmp(a));
        let on_table = u16::from(state.table.cards.points());
        // What falls may also tell what lies in the skat, which counts from then on.
        let counted = usize::from(cards) + usize::from(state.room[SKAT]);
        let most = on_table + points.iter().take(counted).map(|&n| u16::from(n)).sum::<u16>();
        let has = u16::from(state.points[0]);
        let goal = u16::from(goal);
        if self.reaches {
            has + most >= goal
        } else {
            let rest = on_table + u16::from(in_play.points());
            has + rest < goal + most
        }
    }

    /// What may follow, of cards that are alike one.
    fn unlike(&self, state: &State) -> Vec<State> {
        let mut forms = Vec::new();
        let mut states = Vec::new();
        for card in self.oracle.game.sorted(state.may_fall()) {
            let Some(next) = self.after(state, card) else { continue };
            let form = self.naming.form(&next);
            if !forms.contains(&form) {
                forms.push(form);
                states.push(next);
            }
        }
        states
    }

    /// How easy it is for the side that has its way to keep it at its next turn; of the other side's cards before that the
    /// hardest counts. `None` if the watch has stopped.
    pub fn ease(&mut self, state: &State) -> Option<Ease> {
        if settled(state, self.goal).is_some() || still_to_fall(state) == 0 {
            return Some(Ease::LEAST);
        }
        if !self.winners[usize::from(state.turn)] {
            let mut hardest = Ease::LEAST;
            for next in self.unlike(state) {
                hardest = hardest.min(self.ease(&next)?);
            }
            return Some(hardest);
        }
        let first = natural(self.oracle.game, state);
        let natural = match first.and_then(|card| self.after(state, card)) {
            Some(next) => self.kept(&next)?,
            None => true,
        };
        let (mut right, mut all) = (0, 0);
        for next in self.unlike(state) {
            right += usize::from(self.kept(&next)?);
            all += 1;
        }
        Some(Ease { safe: right == all, right, natural })
    }

    /// Of these cards the ones after which the win is hardest to keep.
    pub fn hardest(&mut self, state: &State, mut cards: Vec<Card>) -> Vec<Card> {
        if cards.len() < 2 {
            return cards;
        }
        let mut eases = Vec::new();
        for &card in &cards {
            let ease = self.after(state, card).and_then(|next| self.ease(&next));
            match ease {
                Some(ease) => eases.push(ease),
                None => return cards,
            }
        }
        let hardest = eases.iter().min().copied();
        let mut eases = eases.into_iter();
        cards.retain(|_| eases.next() == hardest);
        cards
    }
}

/// Cards that have not been played, those of the skat apart.
fn still_to_fall(state: &State) -> u32 {
    state.room[..SKAT].iter().map(|&room| u32::from(room)).sum()
}

/// The card that comes to mind: a high one led, a trick taken with what counts, else what counts least; in Null a low one.
fn natural(game: Game, state: &State) -> Option<Card> {
    let cards: Cards = state.may_fall();
    let low = |cards: Cards| cards.iter().min_by_key(|&card| (card.points(), game.strength(card)));
    if game == Game::Null {
        return cards.iter().min_by_key(|&card| game.strength(card));
    }
    match state.table.best {
        None => cards.iter().max_by_key(|&card| (game.strength(card), card.points())),
        Some(best) => {
            let takes: Cards = cards.iter().filter(|&card| game.beats(card, best)).collect();
            takes.iter().max_by_key(|&card| (card.points(), game.strength(card))).or_else(|| low(cards))
        }
    }
}
