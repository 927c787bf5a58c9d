//! The manual's pictures: not files that grow old, but positions that the program draws when they are looked at.

use crate::cards::{Card, Cards};
use crate::deal::Position;
use crate::print::figure::{self, Branch};
use crate::print::{Ink, Look, Page};
use crate::puzzle::{Puzzle, wording};
use crate::search::Limits;
use crate::search::proof::{Chooser, Claim, Detail, Prover, Verdict, unseen};
use crate::words::Words;

/// Most cards that a tree may be deep.
const DEEPEST: usize = 6;
/// Most branches that a node of a tree shows; the others are counted.
const WIDEST: usize = 4;

/// A picture.
///
/// ```
/// use kiebitz::manual::Document;
/// let page = Document::parse("# Jacks\n\n{cards: CJ.SJ.HJ.DJ} The four jacks.").unwrap();
/// let kiebitz::manual::Block::Figure(figure, _) = &page.blocks[0] else { panic!("a figure") };
/// let drawn = figure.draw(kiebitz::words::Language::German.into());
/// assert!(drawn.width > drawn.height);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// The diagram of a position, as a sheet prints it.
    Table(Box<Position>),
    /// Cards in a row.
    Cards(Vec<Card>),
    /// The beginning of a proof, so many cards deep.
    Tree(Box<Position>, usize),
}

impl Figure {
    pub(super) fn parse(kind: &str, details: &[&str], body: &str) -> Result<Figure, String> {
        let position = || body.parse::<Position>().map(Box::new).map_err(|problems| format!("{problems}"));
        match (kind, details) {
            ("table", []) => Ok(Figure::Table(position()?)),
            ("cards", []) => {
                let cards: Cards = body.parse().map_err(|error| format!("{error}"))?;
                // In the order in which they are written.
                let one = |card: &str| card.trim().parse::<Card>().map_err(|error| format!("{error}"));
                let listed: Vec<Card> = body.split('.').map(one).collect::<Result<_, _>>()?;
                if listed.len() == cards.len() {
                    Ok(Figure::Cards(listed))
                } else {
                    Err("a card twice".into())
                }
            }
            ("tree", [depth]) => match depth.parse() {
                Ok(depth @ 1..=DEEPEST) => Ok(Figure::Tree(position()?, depth)),
                _ => Err(format!("a tree is 1 to {DEEPEST} cards deep")),
            },
            _ => Err(format!("„{kind}“ is no picture")),
        }
    }

    /// The picture as a page of its own.
    #[must_use]
    pub fn draw(&self, words: Words) -> Page {
        let look = Look { words, ink: Ink::Colour, deck: None };
        match self {
            Figure::Table(position) => figure::table(&Puzzle::new((**position).clone()), &look),
            Figure::Cards(cards) => figure::cards(cards, &look),
            Figure::Tree(position, depth) => figure::tree(&grown(position, *depth), &look),
        }
    }

    /// What it shows, in words.
    #[must_use]
    pub fn in_words(&self, words: &Words) -> String {
        match self {
            Figure::Table(position) => wording::spoken_position(position, words),
            Figure::Cards(cards) => {
                words.and(&cards.iter().map(|&card| words.card_in_text(card)).collect::<Vec<_>>())
            }
            Figure::Tree(position, depth) => told(&grown(position, *depth), words),
        }
    }
}

/// The beginning of the proof of a position's own goal.
fn grown(position: &Position, depth: usize) -> Branch {
    let mut root = Branch::default();
    let Ok(position) = unseen(position) else { return root };
    let question = Claim::new(&position, position.goal());
    let mut grower = Grower { prover: Prover::with_table(16), position: &position, question };
    grower.grow(&mut root, &mut Vec::new(), depth);
    root
}

struct Grower<'a> {
    prover: Prover,
    position: &'a Position,
    question: Claim,
}

impl Grower<'_> {
    fn grow(&mut self, branch: &mut Branch, path: &mut Vec<Card>, depth: usize) {
        // At the root every card is shown, so that the wrong ones can be seen; further on, what the proof needs.
        let detail = if path.is_empty() { Detail::AllCards } else { Detail::Proof };
        let Ok(node) = self.prover.unfold(self.position, self.question, path, detail, &Limits::none()) else {
            return;
        };
        branch.own = node.chooser == Chooser::Viewer;
        branch.proved = match node.verdict {
            Verdict::Proved => Some(true),
            Verdict::Refuted => Some(false),
            Verdict::Open => None,
        };
        if depth == 0 || (branch.proved == Some(false) && !path.is_empty()) {
            branch.folded = !node.branches.is_empty() && node.settled.is_none();
            return;
        }
        let different: Vec<_> = node.branches.iter().filter(|branch| branch.twin_of.is_none()).collect();
        branch.more = different.len().saturating_sub(WIDEST);
        for shown in different.into_iter().take(WIDEST) {
            let mut child = Branch { card: Some(shown.card), ..Branch::default() };
            path.push(shown.card);
            self.grow(&mut child, path, depth - 1);
            path.pop();
            branch.branches.push(child);
        }
    }
}

/// The first cards of a tree and what becomes of them.
fn told(root: &Branch, words: &Words) -> String {
    let cards = root.branches.iter().filter_map(|branch| {
        let verdict = match branch.proved? {
            true => words.t("tree.proved"),
            false => words.t("tree.refuted"),
        };
        Some(format!("{}: {verdict}", words.card(branch.card?)))
    });
    cards.collect::<Vec<_>>().join("; ")
}
