//! Why no deal meets the conditions.

use super::condition::{Condition, Span, Who};
use super::deals::Deals;
use super::{DistributionQuery, Swept};
use crate::rules::{Game, Goal};
use crate::words::Words;

/// Why there is no such deal.
///
/// ```
/// use kiebitz::{deal::Position, puzzle::distributions::{DistributionQuery, Impossible}};
/// let position: Position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// // Nobody holds three of two spades.
/// let query = DistributionQuery::new(position, "61".parse().unwrap(), vec!["M:spades=3".parse().unwrap()]);
/// assert!(matches!(query.unwrap().why_impossible(), Some(Impossible::Alone(..))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// This condition cannot be met by itself; the numbers that are possible, if it is about a number.
    Alone(Condition, Option<Span>),
    /// Each of these can be met, but not all together, and none of them can be spared.
    Together(Vec<Condition>),
    /// So many deals meet the conditions on the cards, but none ends as asked for.
    Ending(u64, Vec<Condition>),
}

impl DistributionQuery {
    /// Why no deal can meet the conditions on the cards; `None` if one does.
    #[must_use]
    pub fn why_impossible(&self) -> Option<Impossible> {
        let cards: Vec<Condition> =
            self.conditions().iter().copied().filter(|condition| !condition.is_ending()).collect();
        if self.allows(&cards) {
            return None;
        }
        if let Some(alone) = cards.iter().find(|condition| !self.allows(&[**condition])) {
            return Some(Impossible::Alone(*alone, self.possible(alone)));
        }
        // What can be left out with the rest still impossible has no part in it.
        let mut needed = cards;
        let mut at = 0;
        while at < needed.len() {
            let mut fewer = needed.clone();
            fewer.remove(at);
            if self.allows(&fewer) {
                at += 1;
            } else {
                needed = fewer;
            }
        }
        Some(Impossible::Together(needed))
    }

    /// Why a finished sweep found nothing.
    #[must_use]
    pub fn why_none(&self, swept: &Swept) -> Option<Impossible> {
        if swept.solutions > 0 || !swept.finished {
            return None;
        }
        self.why_impossible().or_else(|| {
            let endings = self.conditions().iter().copied().filter(Condition::is_ending).collect();
            Some(Impossible::Ending(swept.fitting, endings))
        })
    }

    fn allows(&self, conditions: &[Condition]) -> bool {
        Deals::with(self, conditions).any().is_some()
    }

    /// The numbers that a condition's count can have.
    fn possible(&self, condition: &Condition) -> Option<Span> {
        let game = self.position().game();
        let exactly = |number: u8| match *condition {
            Condition::Count(who, group, _) => Condition::Count(who, group, Span::exactly(number)),
            Condition::Points(who, group, _) => Condition::Points(who, group, Span::exactly(number)),
            other => other,
        };
        let most = match condition {
            Condition::Count(Who::Place(_), group, _) => group.cards(game).len() as u8,
            Condition::Points(Who::Place(_), group, _) => group.cards(game).points(),
            _ => return None,
        };
        let from = (0..=most).find(|&number| self.allows(&[exactly(number)]))?;
        let to = (from..=most).rev().find(|&number| self.allows(&[exactly(number)]))?;
        Some(Span { from, to })
    }
}

impl Impossible {
    /// The reason as a sentence.
    #[must_use]
    pub fn words(&self, question: &DistributionQuery, words: impl Into<Words>) -> String {
        self.words_in(question.position().game(), question.goal(), words)
    }

    /// The same for those who know only the game and the goal.
    #[must_use]
    pub fn words_in(&self, game: Game, goal: Goal, words: impl Into<Words>) -> String {
        let words = &words.into();
        let say = |condition: &Condition| condition.words(game, goal, words);
        match self {
            Impossible::Alone(condition, span) => {
                let never = words.fill("impossible.alone", &[("condition", &say(condition))]);
                let possible = span.map(|Span { from, to }| match from == to {
                    true => words.fill("impossible.only", &[("n", &from)]),
                    false => words.fill("impossible.span", &[("from", &from), ("to", &to)]),
                });
                possible.map_or(never.clone(), |possible| format!("{never} {possible}"))
            }
            Impossible::Together(conditions) => {
                let quoted = |each: &Condition| words.fill("impossible.quoted", &[("condition", &say(each))]);
                let list = words.and(&conditions.iter().map(quoted).collect::<Vec<_>>());
                words.fill("impossible.together", &[("conditions", &list)])
            }
            Impossible::Ending(fitting, endings) => {
                let list = words.and(&endings.iter().map(say).collect::<Vec<_>>());
                let (one, many) = ("impossible.ending_one", "impossible.ending");
                words.count_with(one, many, *fitting, &[("conditions", &list)])
            }
        }
    }
}
