//! A tree as a drawing (SVG) and as text, for a page or a column: what is unfolded, from any node.

use super::camera::{COLUMN, ROW};
use super::layout::Layout;
use super::model::{Mover, NodeId, Tree, Verdict};
use super::paint::colour;
use crate::app::theme::{Tokens, mix};
use crate::cards::Suit;
use crate::deal::{Place, Play};
use crate::puzzle::pips::{self, Tone};
use crate::words::{Faces, Words};
use egui::Color32;
use std::fmt::Write as _;

/// The sign of a verdict in running text.
#[must_use]
pub const fn sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proved => "+",
        Verdict::Refuted => "–",
        Verdict::Open => "?",
    }
}

/// The tree below a node as indented text. Where only one card follows, the line goes on; a stroke
/// parts tricks; `tell` says what is known where a line ends.
#[must_use]
pub fn text(
    tree: &Tree,
    layout: &Layout,
    root: NodeId,
    words: &Words,
    tell: impl Fn(NodeId) -> String,
) -> String {
    let mut out = String::new();
    // What is still to be written, and how far it is indented.
    let mut stack = vec![(root, 0_usize)];
    while let Some((first, indent)) = stack.pop() {
        let _ = write!(out, "{}", "    ".repeat(indent));
        let mut id = first;
        let mut start = true;
        loop {
            if let Some(play) = tree.node(id).play.filter(|_| id != root) {
                let depth = tree.depth(id);
                if !start {
                    let apart = tree.trick_at(depth) != tree.trick_at(depth - 1) && depth > 1;
                    out.push_str(if apart { " | " } else { " " });
                }
                let letter = words.seat(play.seat).chars().next().unwrap_or(' ');
                let _ = write!(out, "{letter} {}", words.short_card(play.card));
                start = false;
            } else if id == root {
                out.push_str(words.t("tree.start"));
                start = false;
            }
            let open = layout.is_open(id) && tree.count(id) > 0;
            match tree.ends(id).filter(|_| open) {
                Some((only, last)) if only == last => id = only,
                _ => break,
            }
        }
        let more = layout.levels(id) == 0 && (tree.count(id) > 0 || !tree.node(id).known);
        let folded = if more && tree.node(id).mover != Mover::Nobody { " …" } else { "" };
        let facts = tell(id);
        let gap = if facts.is_empty() { "" } else { "  " };
        let _ = writeln!(out, "{folded}  {}{gap}{facts}", sign(tree.node(id).verdict));
        if layout.is_open(id) {
            let mut children: Vec<NodeId> = tree.children(id).collect();
            children.reverse();
            stack.extend(children.into_iter().map(|child| (child, indent + 1)));
        }
    }
    out
}

const MARGIN: f32 = 24.0;
/// WorkspaceView at the top for the names of tricks.
const HEAD: f32 = 30.0;
/// Half a node.
const R: f32 = 8.0;
/// Width and height of a card on an edge.
const CHIP: (f32, f32) = (49.0, 21.0);

fn hex(colour: Color32) -> String {
    format!("#{:02x}{:02x}{:02x}", colour.r(), colour.g(), colour.b())
}

/// The tree below a node as a drawing, in daylight colours on white.
#[must_use]
pub fn svg(tree: &Tree, layout: &Layout, root: NodeId, words: &Words) -> String {
    let sheet = Sheet { tree, layout, root, words };
    sheet.draw()
}

struct Sheet<'a> {
    tree: &'a Tree,
    layout: &'a Layout,
    root: NodeId,
    words: &'a Words,
}

impl Sheet<'_> {
    fn x(&self, depth: usize) -> f32 {
        let left = if self.tree.node(self.root).play.is_some() { CHIP.0 + 12.0 } else { R };
        MARGIN + left + (depth - self.tree.depth(self.root)) as f32 * COLUMN
    }

    fn y(&self, row: f64) -> f32 {
        MARGIN + HEAD + (row - self.layout.extent(self.root)[0]) as f32 * ROW
    }

    fn draw(&self) -> String {
        let [low, high] = self.layout.extent(self.root);
        let levels = self.layout.levels(self.root);
        let depth = self.tree.depth(self.root);
        let width = (self.x(depth + levels) + 52.0 + MARGIN).ceil();
        let height = (2.0 * MARGIN + HEAD + (high - low) as f32 * ROW).ceil();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"Ubuntu, Helvetica, Arial, sans-serif\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
        );
        self.suits(&mut svg);
        self.bands(&mut svg, depth, levels, height);
        let mut nodes = String::new();
        let mut stack = vec![(self.root, 0.0_f64)];
        while let Some((id, row)) = stack.pop() {
            self.node(&mut nodes, id, row);
            if self.layout.levels(id) == 0 {
                continue;
            }
            let mut below: Vec<_> = Vec::new();
            for child in self.tree.children(id) {
                let to = row + self.layout.offset(child);
                self.edge(&mut svg, child, row, to);
                below.push((child, to));
            }
            below.reverse();
            stack.extend(below);
        }
        svg.push_str(&nodes);
        svg.push_str("</svg>\n");
        svg
    }

    /// Each suit once, to be used by every card.
    fn suits(&self, svg: &mut String) {
        svg.push_str("<defs>\n");
        for suit in Suit::ALL {
            let _ = write!(svg, "<g id=\"{}\">", suit.letter());
            let german = self.words.faces == Faces::German;
            let pieces = if german { pips::german(suit) } else { pips::french(suit) };
            let ink = Tokens::suit(suit, self.words.faces == Faces::TwoColour);
            for piece in pieces {
                let fill = match piece.tone {
                    Tone::Suit => ink,
                    Tone::Paper => Tokens::LIGHT.card.face,
                    Tone::Shade => mix(ink, Color32::BLACK, 0.35),
                };
                let points: Vec<String> =
                    piece.points.iter().map(|[x, y]| format!("{x:.2},{y:.2}")).collect();
                let _ = write!(svg, "<polygon points=\"{}\" fill=\"{}\"/>", points.join(" "), hex(fill));
            }
            svg.push_str("</g>\n");
        }
        svg.push_str("</defs>\n");
    }

    fn bands(&self, svg: &mut String, depth: usize, levels: usize, height: f32) {
        let mut at = depth + 1;
        while at <= depth + levels {
            let end = self.tree.trick_end(at);
            let (left, right) = (self.x(at) - 0.64 * COLUMN, self.x(end) - 0.64 * COLUMN);
            let number = self.tree.trick_at(at);
            if number.is_multiple_of(2) {
                let _ = writeln!(
                    svg,
                    "<rect x=\"{left:.1}\" y=\"0\" width=\"{:.1}\" height=\"{height}\" fill=\"#f4f1ea\"/>",
                    right - left
                );
            }
            let name = self.words.fill("tree.trick", &[("n", &number)]);
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"24\" font-size=\"13\" fill=\"#63605a\">{name}</text>",
                left + 8.0
            );
            at = end;
        }
    }

    fn edge(&self, svg: &mut String, child: NodeId, from: f64, to: f64) {
        let depth = self.tree.depth(child);
        let (x0, y0) = (self.x(depth - 1) + R, self.y(from));
        let (x1, y1) = (self.x(depth) - R - CHIP.0 - 4.0, self.y(to));
        let bend = (x1 - x0) * 0.55;
        let ink = hex(mix(Color32::WHITE, colour(&Tokens::LIGHT, self.tree.node(child).verdict), 0.6));
        let _ = writeln!(
            svg,
            "<path d=\"M{x0:.1} {y0:.1}C{:.1} {y0:.1} {:.1} {y1:.1} {x1:.1} {y1:.1}H{:.1}\" fill=\"none\" \
             stroke=\"{ink}\" stroke-width=\"1.2\"/>",
            x0 + bend,
            x1 - bend,
            self.x(depth)
        );
    }

    fn node(&self, svg: &mut String, id: NodeId, row: f64) {
        let node = self.tree.node(id);
        let (x, y) = (self.x(self.tree.depth(id)), self.y(row));
        let ink = colour(&Tokens::LIGHT, node.verdict);
        let (fill, line) = match node.verdict {
            Verdict::Open => ("#ffffff".to_string(), hex(ink)),
            _ => (hex(ink), hex(ink)),
        };
        let folded = self.layout.levels(id) == 0 && (self.tree.count(id) > 0 || !node.known);
        if folded && node.mover != Mover::Nobody {
            let share = ((self.tree.weight(id).max(1) as f32).log10() / 7.0).clamp(0.0, 1.0);
            let (long, half) = (7.0 + 19.0 * share, 4.0 + 8.0 * share);
            let pale = hex(mix(Color32::WHITE, ink, if self.tree.count(id) > 0 { 0.55 } else { 0.0 }));
            let _ = writeln!(
                svg,
                "<polygon points=\"{:.1},{y:.1} {:.1},{:.1} {:.1},{:.1}\" fill=\"{pale}\" stroke=\"{line}\"/>",
                x + R + 1.5,
                x + R + 1.5 + long,
                y - half,
                x + R + 1.5 + long,
                y + half
            );
        }
        let paint = format!("fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"1.4\"");
        let _ = match node.mover {
            Mover::Viewer => writeln!(
                svg,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"15\" height=\"15\" rx=\"2.5\" {paint}/>",
                x - 7.5,
                y - 7.5
            ),
            Mover::Adversary => writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{R}\" {paint}/>"),
            Mover::Nobody => writeln!(
                svg,
                "<polygon points=\"{x:.1},{:.1} {:.1},{y:.1} {x:.1},{:.1} {:.1},{y:.1}\" {paint}/>",
                y - 9.0,
                x + 9.0,
                y + 9.0,
                x - 9.0
            ),
        };
        let strokes = match node.verdict {
            Verdict::Proved => "M-3.6 0.4L-1 3.2L3.8 -3",
            Verdict::Refuted => "M-3 -3L3 3M-3 3L3 -3",
            Verdict::Open => "",
        };
        if !strokes.is_empty() {
            let _ = writeln!(
                svg,
                "<path d=\"{strokes}\" transform=\"translate({x:.1} {y:.1})\" fill=\"none\" \
                 stroke=\"#ffffff\" stroke-width=\"2\"/>"
            );
        }
        if let Some(play) = node.play {
            self.card(svg, x - R - 4.0 - CHIP.0, y, play);
        }
    }

    fn card(&self, svg: &mut String, left: f32, y: f32, play: Play) {
        let tokens = &Tokens::LIGHT;
        let (width, height) = CHIP;
        let top = y - height / 2.0;
        let (face, holder) = (hex(tokens.card.face), hex(tokens.holder(Place::Hand(play.seat))));
        let letter = self.words.seat(play.seat).chars().next().unwrap_or(' ');
        let ink = hex(Tokens::suit(play.card.suit(), self.words.faces == Faces::TwoColour));
        let rank = self.words.corner(play.card.rank());
        let _ = writeln!(
            svg,
            "<g transform=\"translate({left:.1} {top:.1})\"><rect width=\"{width}\" height=\"{height}\" \
             rx=\"4\" fill=\"{face}\"/><path d=\"M4 0H15V{height}H4a4 4 0 0 1 -4 -4V4a4 4 0 0 1 4 -4\" \
             fill=\"{holder}\"/><rect width=\"{width}\" height=\"{height}\" rx=\"4\" fill=\"none\" \
             stroke=\"#9d9686\"/><text x=\"7.6\" y=\"15\" font-size=\"12\" fill=\"#ffffff\" \
             text-anchor=\"middle\">{letter}</text><text x=\"25\" y=\"16\" font-size=\"15\" \
             font-weight=\"bold\" fill=\"{ink}\" text-anchor=\"middle\">{rank}</text>\
             <use href=\"#{}\" transform=\"translate(40 10.5) scale(6)\"/></g>",
            play.card.suit().letter()
        );
    }
}
