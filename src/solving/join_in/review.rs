//! After a game: which of the person's cards cost most, and against which deal.
//!
//! A card that let a forced win go costs most, however the cards lay: there is a deal that beats it, and it is shown. Where none
//! did, what counts is the deal as it was: the card after which best play with open cards gave him the fewest points less.

use crate::cards::Card;
use crate::deal::{Position, View};
use crate::engine::JobContext;
use crate::rules::{Game, Goal, Seat, Side};
use crate::search::adversary::Adversary;
use crate::search::proof::{Claim, Prover, Refutation, unseen};
use crate::search::{Limits, Resources, open};

/// Nodes for one question of forced wins, and for one with open cards.
const NODES: (u64, u64) = (600_000, 3_000_000);

/// What the review says.
#[derive(Clone, Debug)]
pub(crate) enum Review {
    /// No card cost anything, as far as could be found out.
    Clean,
    /// A forced win was let go.
    LetGo {
        /// The trick, from 1.
        trick: usize,
        /// The card.
        card: Card,
        /// One that would have kept it.
        better: Option<Card>,
        /// A deal that beats the card.
        deal: Box<Refutation>,
    },
    /// Points, in the deal as it was.
    Points {
        /// The trick, from 1.
        trick: usize,
        /// The card.
        card: Card,
        /// One that costs nothing.
        better: Option<Card>,
        /// How many.
        points: u8,
    },
}

/// A point of the game at which the person had a choice.
struct Choice {
    before: Position,
    card: Card,
}

impl Choice {
    fn trick(&self) -> usize {
        self.before.history().len() / 3 + 1
    }
}

/// Looks through a game that is over: all cards are known now. `None` if it was stopped.
pub(crate) fn review(game: &Position, me: Seat, resources: Resources, limits: &Limits) -> Option<Review> {
    let mut now = game.clone();
    let mut choices = Vec::new();
    while let Some(last) = now.history().last().copied() {
        now.undo();
        if last.seat == me && now.playable().len() > 1 {
            choices.push(Choice { before: now.clone(), card: last.card });
        }
    }
    choices.reverse();
    let let_go = let_go(&choices, me, resources, limits);
    if limits.is_cancelled() {
        return None;
    }
    let found = let_go.or_else(|| dearest(&choices, me, resources, limits)).unwrap_or(Review::Clean);
    (!limits.is_cancelled()).then_some(found)
}

/// The card that let a forced win go.
fn let_go(choices: &[Choice], me: Seat, resources: Resources, limits: &Limits) -> Option<Review> {
    let limits = &Limits { nodes: Some(NODES.0), ..limits.clone() };
    let mut adversary = Adversary::with_resources(resources.part(2));
    for choice in choices {
        let seen = unseen(&choice.before.with_view(View::Seat(me))).ok()?;
        let claim = Claim::new(&seen, seen.goal());
        if adversary.decide(&seen, claim, limits).ok()? != Some(true) {
            continue;
        }
        let mut after = seen.clone();
        after.play(choice.card).ok()?;
        if adversary.decide(&after, claim, limits).ok()? != Some(false) {
            continue;
        }
        let mut prover = Prover::with_resources(resources.part(2));
        let deal = prover.refutation(&seen, claim, &[], choice.card, limits).ok()?;
        let better = adversary.best(&seen, claim, limits).ok()?;
        return Some(Review::LetGo {
            trick: choice.trick(),
            card: choice.card,
            better,
            deal: Box::new(deal),
        });
    }
    None
}

/// The card that cost the most points as the cards lay.
fn dearest(choices: &[Choice], me: Seat, resources: Resources, limits: &Limits) -> Option<Review> {
    let limits = &Limits { nodes: Some(NODES.1), ..limits.clone() };
    let mut solver = open::Solver::with_resources(resources.at_most_threads(1));
    let mut worst: Option<(u8, Review)> = None;
    for choice in choices {
        let before = choice.before.with_view(View::Open);
        if before.game() == Game::Null && before.has_trick(Side::Declarer) {
            break;
        }
        let goal = if before.game() == Game::Null { Goal::NoTrick } else { Goal::Points(61) };
        let cards = solver.cards(&before, goal, limits).ok()?;
        let own = |value: u8| if me == before.declarer() { value } else { 120 - value.min(120) };
        let exact = |card: Card| cards.iter().find(|found| found.card == card)?.value.exact().map(own);
        let best = cards
            .iter()
            .filter_map(|found| Some((own(found.value.exact()?), found.card)))
            .max_by_key(|one| one.0);
        let (Some(made), Some((most, better))) = (exact(choice.card), best) else { continue };
        let points = most.saturating_sub(made);
        if points > worst.as_ref().map_or(0, |(known, _)| *known) {
            let (trick, card) = (choice.trick(), choice.card);
            worst = Some((points, Review::Points { trick, card, better: Some(better), points }));
        }
    }
    worst.map(|(_, review)| review)
}

/// The same on a background thread.
pub(crate) fn ask((game, me): &(Position, Seat), job: &JobContext<Review>) {
    if let Some(review) = review(game, *me, job.share().resources(), &job.monitor().limits()) {
        job.tell(review);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The jack of spades is out; whoever plays the ace first loses it to a ruff.
    #[test]
    fn the_card_that_let_the_win_go_is_named_with_a_deal() {
        let line = "contract=G declarer=F F=CJ.SA M=SJ.HT R=ST.SK skat=D7.D8 view=open points=60:0 \
            gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9 played=";
        let game = |cards: &str| -> Position { format!("{line}{cards}").parse().unwrap() };
        let told = |game: &Position, me| review(game, me, Resources::new(16, 1), &Limits::none()).unwrap();
        let clean = told(&game("CJ.SJ.SK.SA.HT.ST"), Seat::Forehand);
        assert!(matches!(clean, Review::Clean), "{clean:?}");
        let dear = told(&game("SA.SJ.ST.HT.SK.CJ"), Seat::Forehand);
        let Review::Points { card, points, .. } = dear else { panic!("{dear:?}") };
        assert_eq!((card.to_string().as_str(), points > 10), ("SA", true));
    }
}
