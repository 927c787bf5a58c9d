//! Searching a tree: for a card, for a line of cards, for a verdict, or for the reason why it ends.

use super::model::{NodeId, Tree, Verdict};
use crate::cards::Card;
use crate::cards::{Deck, parse_list};
use crate::search::trace::Ended;
use crate::words::{Faces, Language, Words};

/// What is searched for.
///
/// ```
/// use kiebitz::solving::tree::{find::Query, model::{Node, Tree, Verdict}};
/// use kiebitz::words::{Faces, Language, Words};
/// let words = Words::new(Language::German, Faces::TwoColour);
/// let query = Query::parse("CJ SA", &words).unwrap();
/// assert_eq!(query, Query::Line(vec!["CJ".parse().unwrap(), "SA".parse().unwrap()]));
/// // No such cards have fallen in a tree of one position.
/// assert!(query.find(&Tree::new(Node::default(), 1, 0)).is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// Where these cards have just fallen, in this order.
    Line(Vec<Card>),
    /// Positions with this verdict.
    Verdict(Verdict),
    /// Positions that stand elsewhere in the tree too.
    Twins,
    /// In the recording of a search: visits that ended for this reason.
    Reason(Ended),
}

impl Query {
    /// Reads what was typed: cards as everywhere, or the beginning of a verdict's name.
    #[must_use]
    pub fn parse(text: &str, words: &Words) -> Option<Query> {
        let text = text.trim().to_lowercase();
        if text.is_empty() {
            return None;
        }
        let deck = if words.faces == Faces::German { Deck::German } else { Deck::French };
        if let Ok(cards) = parse_list(&text, deck)
            && !cards.is_empty()
        {
            return Some(Query::Line(cards));
        }
        if let Some(cards) = by_name(&text, words) {
            return Some(Query::Line(cards));
        }
        let names = [
            (words.t("tree.proved"), Query::Verdict(Verdict::Proved)),
            (words.t("tree.refuted"), Query::Verdict(Verdict::Refuted)),
            (words.t("tree.open"), Query::Verdict(Verdict::Open)),
            (words.t("tree.twin"), Query::Twins),
        ];
        let verdict = names.into_iter().find(|(name, _)| name.to_lowercase().starts_with(&text));
        let reason = || {
            let named = |ended: &Ended| words.t(reason_key(*ended)).to_lowercase().contains(&text);
            Ended::ALL.into_iter().find(named).map(Query::Reason)
        };
        verdict.map(|(_, query)| query).or_else(reason)
    }

    /// Every node that it fits, by number.
    #[must_use]
    pub fn find(&self, tree: &Tree) -> Vec<NodeId> {
        self.find_with(tree, |_| None)
    }

    /// The same in a recording, of whose nodes it is known why they end.
    #[must_use]
    pub fn find_with(&self, tree: &Tree, ended: impl Fn(NodeId) -> Option<Ended>) -> Vec<NodeId> {
        match self {
            Query::Reason(reason) => tree.ids().filter(|&id| ended(id) == Some(*reason)).collect(),
            _ => tree.ids().filter(|&id| self.fits(tree, id)).collect(),
        }
    }

    fn fits(&self, tree: &Tree, id: NodeId) -> bool {
        match self {
            Query::Verdict(verdict) => tree.node(id).verdict == *verdict,
            Query::Twins => tree.node(id).twin.is_some(),
            Query::Reason(_) => false,
            Query::Line(cards) => {
                let mut at = Some(id);
                cards.iter().rev().all(|card| {
                    let here = at;
                    at = here.and_then(|id| tree.parent(id));
                    here.and_then(|id| tree.node(id).play).is_some_and(|play| play.card == *card)
                })
            }
        }
    }
}

/// The text of the reason why a visit ended.
#[must_use]
pub fn reason_key(ended: Ended) -> &'static str {
    match ended {
        Ended::Searched => "recording.searched",
        Ended::GoalMet => "recording.goal_met",
        Ended::OutOfReach => "recording.out_of_reach",
        Ended::Table => "recording.table",
        Ended::TableAhead => "recording.table_ahead",
        Ended::Sure => "recording.sure",
        Ended::PlayedOut => "recording.played_out",
        Ended::Equivalent => "recording.equivalent",
        Ended::NoSuchDeal => "recording.no_such_deal",
        Ended::CutBySibling => "recording.cut",
        Ended::Stopped => "recording.stopped",
    }
}

/// Cards by their names as they are spoken, one after the other: `Herz-Bube`, `Herz Bube Pik Ass`, `jack of hearts`.
fn by_name(text: &str, words: &Words) -> Option<Vec<Card>> {
    let plain = |text: &str| -> String {
        let spoken = text.to_lowercase().replace(['-', ',', '.'], " ");
        let kept = spoken.split_whitespace().filter(|word| !["of", "the", "dann", "then"].contains(word));
        kept.collect::<Vec<_>>().join(" ")
    };
    let names: Vec<(String, Card)> = Card::all()
        .flat_map(|card| {
            // In either language, whichever is on the screen.
            Language::ALL.map(|language| (plain(&Words { language, ..*words }.card(card)), card))
        })
        .collect();
    let mut rest = plain(text);
    let mut cards = Vec::new();
    while !rest.is_empty() {
        let found = names
            .iter()
            .filter(|(name, _)| rest == *name || rest.starts_with(&format!("{name} ")))
            .max_by_key(|(name, _)| name.len())?;
        cards.push(found.1);
        rest = rest[found.0.len()..].trim_start().to_string();
    }
    Some(cards).filter(|cards| !cards.is_empty())
}
