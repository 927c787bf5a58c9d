//! Searching a tree: for a card, for a line of cards, or for a verdict.

use super::model::{NodeId, Tree, Verdict};
use crate::cards::Card;
use crate::cards::{Deck, parse_list};
use crate::words::{Faces, Words};

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
        let names = [
            (words.t("tree.proved"), Query::Verdict(Verdict::Proved)),
            (words.t("tree.refuted"), Query::Verdict(Verdict::Refuted)),
            (words.t("tree.open"), Query::Verdict(Verdict::Open)),
            (words.t("tree.twin"), Query::Twins),
        ];
        names.into_iter().find(|(name, _)| name.to_lowercase().starts_with(&text)).map(|(_, query)| query)
    }

    /// Every node that it fits, by number.
    #[must_use]
    pub fn find(&self, tree: &Tree) -> Vec<NodeId> {
        tree.ids().filter(|&id| self.fits(tree, id)).collect()
    }

    fn fits(&self, tree: &Tree, id: NodeId) -> bool {
        match self {
            Query::Verdict(verdict) => tree.node(id).verdict == *verdict,
            Query::Twins => tree.node(id).twin.is_some(),
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
