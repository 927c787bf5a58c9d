//! What the manual says of a position, in a form that the engine can be asked.

use crate::cards::Card;
use crate::deal::{Position, View};
use crate::knowledge::Knowledge;
use crate::rules::Goal;
use crate::search::Limits;
use crate::search::adversary::Adversary;
use crate::search::proof::{Claim as Question, ProofError, unseen};

/// A sentence about a position.
///
/// ```
/// use kiebitz::manual::Document;
/// let page = Document::parse("# Two cards\n\n{claim only CJ 90: contract=G declarer=F F=CJ.SA skat=D7.D8 view=F \
///     points=60:0 gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9}").unwrap();
/// assert!(page.claims[0].holds().unwrap());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    said: Said,
    position: Box<Position>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Said {
    /// `forced GOAL`: the viewer has it by force.
    Forced(Goal),
    /// `unforced GOAL`: he has not.
    Unforced(Goal),
    /// `only CARD GOAL`: after this card he still has it, after no other.
    Only(Card, Goal),
    /// `sure N`: so many points are certain, and no more.
    Sure(u8),
    /// `open N`: so many with all cards seen.
    Open(u8),
    /// `chance WON OF GOAL`: one plan wins in so many of the deals.
    Chance(u64, u64, Goal),
    /// `deals N`: so many deals are possible.
    Deals(u64),
}

impl Claim {
    pub(super) fn parse(words: &[&str], line: &str) -> Result<Claim, String> {
        let position: Position = line.parse().map_err(|problems| format!("{problems}"))?;
        let goal = |text: &str| text.parse::<Goal>().map_err(|_| format!("{text} is no goal"));
        let number = |text: &str| text.parse::<u64>().map_err(|_| format!("{text} is no number"));
        let small = |text: &str| text.parse::<u8>().map_err(|_| format!("{text} is no number of points"));
        let said = match *words {
            ["forced", to] => Said::Forced(goal(to)?),
            ["unforced", to] => Said::Unforced(goal(to)?),
            ["only", card, to] => {
                Said::Only(card.parse().map_err(|_| format!("{card} is no card"))?, goal(to)?)
            }
            ["sure", points] => Said::Sure(small(points)?),
            ["open", points] => Said::Open(small(points)?),
            ["chance", won, of, to] => Said::Chance(number(won)?, number(of)?, goal(to)?),
            ["deals", count] => Said::Deals(number(count)?),
            _ => return Err(format!("„{}“ is no claim", words.join(" "))),
        };
        Ok(Claim { said, position: Box::new(position) })
    }

    /// Whether it is true, asked of the engine.
    ///
    /// # Errors
    /// If the position is not for the search that would know.
    pub fn holds(&self) -> Result<bool, ProofError> {
        let limits = Limits::none();
        let mut adversary = Adversary::with_table(64);
        let position = unseen(&self.position)?;
        let question = |goal| Question::new(&position, goal);
        Ok(match self.said {
            Said::Forced(goal) => adversary.decide(&position, question(goal), &limits)? == Some(true),
            Said::Unforced(goal) => adversary.decide(&position, question(goal), &limits)? == Some(false),
            Said::Only(card, goal) => {
                let judged = adversary.cards(&position, question(goal), &limits)?.unwrap_or_default();
                !judged.is_empty() && judged.iter().all(|one| one.keeps == (one.card == card))
            }
            Said::Sure(points) => adversary.value(&position, &limits)?.exact() == Some(points),
            Said::Open(points) => {
                let open = self.position.with_view(View::Open);
                adversary.value(&open, &limits)?.exact() == Some(points)
            }
            Said::Chance(won, of, goal) => {
                let chance = adversary.chance(&position, question(goal), &limits)?;
                chance.won.exact() == Some(won) && deals(&position) == of
            }
            Said::Deals(count) => deals(&position) == count,
        })
    }

    /// Where it is said, for a message.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }
}

/// The deals that whoever looks on cannot rule out.
fn deals(position: &Position) -> u64 {
    match position.view() {
        View::Open => 1,
        View::Seat(seat) => Knowledge::of(position, seat).map_or(0, |known| known.count()),
    }
}
