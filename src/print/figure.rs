//! Small pictures for running text: a diagram, a row of cards, the beginning of a proof.

use super::diagram::{Diagram, Style};
use super::face::{Cut, Step};
use super::flow::{Page, Placed};
use super::marks::{Mark, Place, Rgb, Shape, rectangle};
use super::paragraph::run;
use super::suits::{CARD, Look};
use crate::cards::Card;
use crate::puzzle::Puzzle;

/// How wide a diagram is, in points.
const TABLE: f32 = 320.0;
/// Around everything.
const MARGIN: f32 = 8.0;
/// How wide a card of a row is.
const WIDTH: f32 = 34.0;
/// From one card of a tree to the next that follows it.
const COLUMN: f32 = 66.0;
/// From one branch to the next.
const ROW: f32 = 21.0;
/// Half of a node.
const NODE: f32 = 5.0;
/// Type size of the cards in a tree.
const SIZE: f32 = 11.0;
/// Proved, refuted: dark enough on white.
const GOOD: Rgb = Rgb(28, 110, 58);
const BAD: Rgb = Rgb(168, 35, 27);

/// A part of a proof: what leads to a position, and what follows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Branch {
    /// The card that leads here; the root has none.
    pub card: Option<Card>,
    /// Whether the one for whom it is proved is on turn.
    pub own: bool,
    /// Whether it is proved or refuted, where that is known.
    pub proved: Option<bool>,
    /// Whether something follows that is not shown.
    pub folded: bool,
    /// How many further cards are not shown.
    pub more: usize,
    /// What follows.
    pub branches: Vec<Branch>,
}

/// A page as large as its marks.
fn page(marks: Vec<Mark>, width: f32, height: f32) -> Page {
    let moved = |mark: Mark| mark.moved(Place::at(MARGIN, MARGIN));
    let placed = Placed { part: None, top: 0.0, marks: marks.into_iter().map(moved).collect() };
    Page { width: width + 2.0 * MARGIN, height: height + 2.0 * MARGIN, placed: vec![placed] }
}

/// The diagram of a position with small pictures of cards.
#[must_use]
pub(crate) fn table(puzzle: &Puzzle, look: &Look) -> Page {
    let diagram = Diagram { puzzle, look, style: Style::Cards, size: 10.5, open: false };
    let drawing = diagram.draw(TABLE);
    page(drawing.marks, TABLE, drawing.height)
}

/// Cards side by side.
#[must_use]
pub(crate) fn cards(cards: &[Card], look: &Look) -> Page {
    let step = WIDTH + 5.0;
    let at = |i: usize| Place::at(i as f32 * step, 0.0);
    let marks = cards.iter().enumerate();
    let marks =
        marks.flat_map(|(i, &card)| look.card(card, WIDTH).into_iter().map(move |mark| mark.moved(at(i))));
    page(marks.collect(), cards.len() as f32 * step - 5.0, WIDTH * CARD)
}

/// The beginning of a proof: squares where one card is enough, circles where every card must be met.
#[must_use]
pub(crate) fn tree(root: &Branch, look: &Look) -> Page {
    let mut drawing = Tree { look, marks: Vec::new(), row: 0.0, right: 0.0 };
    let label = root.card.map_or(0.0, |_| COLUMN);
    drawing.branch(root, label + NODE);
    page(drawing.marks, drawing.right + SIZE, (drawing.row * ROW).max(ROW))
}

struct Tree<'a> {
    look: &'a Look,
    marks: Vec<Mark>,
    /// The next free row.
    row: f32,
    right: f32,
}

impl Tree<'_> {
    /// Draws what follows, then the node itself in the middle of it; returns its height.
    fn branch(&mut self, branch: &Branch, x: f32) -> f32 {
        let mut heights = Vec::new();
        for child in &branch.branches {
            heights.push((self.branch(child, x + COLUMN), child));
        }
        if branch.more > 0 {
            let y = self.next_row();
            self.letters(&format!("+ {}", branch.more), x + NODE * 2.0, y, Cut::Italic, Rgb::GREY);
        }
        let y = match (heights.first(), heights.last()) {
            (Some((first, _)), Some((last, _))) => (first + last) / 2.0,
            _ => self.next_row(),
        };
        for (below, child) in &heights {
            self.edge([x + NODE, y], [x + COLUMN - NODE, *below], child.proved);
            if let Some(card) = child.card {
                self.card(card, x + COLUMN - NODE - 4.0, *below);
            }
        }
        self.node(branch, x, y);
        y
    }

    fn next_row(&mut self) -> f32 {
        self.row += 1.0;
        (self.row - 0.5) * ROW
    }

    /// Out of the node, then level to the next one, below its card.
    fn edge(&mut self, [x, y]: [f32; 2], [right, below]: [f32; 2], proved: Option<bool>) {
        let bend = x + 12.0;
        let steps = vec![Step::Move([x, y]), Step::Line([bend, below]), Step::Line([right, below])];
        let (width, colour) = if proved == Some(true) { (1.4, GOOD) } else { (0.8, Rgb::RULE) };
        self.add(Shape::Outline(steps, width, colour), Place::at(0.0, 0.0));
    }

    /// The card on a branch, ending there and just above its line.
    fn card(&mut self, card: Card, right: f32, y: f32) {
        let rank = run(self.look.words.corner(card.rank()), Cut::Bold, SIZE, self.look.colour(card.suit()));
        let wide = rank.width();
        let pip = SIZE * 0.8;
        self.marks.push(self.look.pip(card.suit(), right - wide - pip - 1.0, y - SIZE * 0.55, pip));
        self.marks.push(Mark::letters(rank, right - wide, y - SIZE * 0.22));
    }

    fn letters(&mut self, text: &str, x: f32, y: f32, cut: Cut, colour: Rgb) {
        let run = run(text, cut, SIZE, colour);
        self.right = self.right.max(x + run.width());
        self.marks.push(Mark::letters(run, x, y + SIZE * 0.3));
    }

    fn node(&mut self, branch: &Branch, x: f32, y: f32) {
        let colour = match branch.proved {
            Some(true) => GOOD,
            Some(false) => BAD,
            None => Rgb::GREY,
        };
        let steps =
            if branch.own { rectangle(x - NODE, y - NODE, 2.0 * NODE, 2.0 * NODE) } else { circle(x, y) };
        self.add(Shape::Areas(vec![(steps, colour)]), Place::at(0.0, 0.0));
        self.right = self.right.max(x + NODE);
        let mut after = x + NODE + 3.0;
        if branch.branches.is_empty() {
            let sign = match branch.proved {
                Some(true) => vec![Step::Move([0.0, 0.5]), Step::Line([2.6, 3.4]), Step::Line([8.0, -3.6])],
                _ => vec![
                    Step::Move([0.5, -3.0]),
                    Step::Line([6.5, 3.0]),
                    Step::Move([6.5, -3.0]),
                    Step::Line([0.5, 3.0]),
                ],
            };
            if branch.proved.is_some() {
                self.add(Shape::Outline(sign, 1.5, colour), Place::at(after, y));
                after += 12.0;
            }
            if branch.folded {
                self.letters("…", after, y, Cut::Regular, Rgb::GREY);
            }
            self.right = self.right.max(after);
        }
    }

    fn add(&mut self, shape: Shape, place: Place) {
        self.marks.push(Mark { shape, place, says: None });
    }
}

/// A circle as large as a node.
fn circle(x: f32, y: f32) -> Vec<Step> {
    let (r, k) = (NODE, NODE * 0.5523);
    vec![
        Step::Move([x + r, y]),
        Step::Curve([x + r, y + k], [x + k, y + r], [x, y + r]),
        Step::Curve([x - k, y + r], [x - r, y + k], [x - r, y]),
        Step::Curve([x - r, y - k], [x - k, y - r], [x, y - r]),
        Step::Curve([x + k, y - r], [x + r, y - k], [x + r, y]),
        Step::Close,
    ]
}
