//! The diagram of a puzzle as a newspaper prints it: seats, suit symbols, the question.
//!
//! The drawing is SVG; the PNG is made from that very SVG, so both always show the same. Hidden
//! hands are left out. Letters keep their distance by fixed steps, so that another font on another
//! machine cannot push them into each other.

mod draw;
#[cfg(feature = "print")]
mod raster;

#[cfg(feature = "print")]
pub(super) use raster::{png, rasterize, tree};

use super::Puzzle;
use crate::words::Words;

/// Colour or grey.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    /// In colour.
    #[default]
    Colour,
    /// Shades of grey, for newsprint.
    Grey,
}

/// Which side of a puzzle is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// The question, and only the cards that go with it.
    #[default]
    Question,
    /// The solution, with every card.
    Solution,
    /// The question's cards, the question and the solution.
    Both,
}

/// A diagram to be drawn.
///
/// ```
/// use kiebitz::puzzle::{bundled, diagram::{Diagram, Ink, Side}};
/// use kiebitz::words::{Faces, Language, Words};
/// let (_, puzzle) = bundled().next().unwrap();
/// let words = Words::new(Language::German, Faces::TwoColour);
/// let diagram = Diagram { puzzle, words, ink: Ink::Grey, side: Side::Question };
/// assert!(diagram.to_svg().starts_with("<svg"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Diagram {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Language and deck.
    pub words: Words,
    /// Colour or grey.
    pub ink: Ink,
    /// Question, solution or both.
    pub side: Side,
}

/// Why no picture could be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// The SVG was refused, which is a fault of ours.
    #[error("the diagram cannot be drawn: {0}")]
    Svg(String),
    /// No memory for so large a picture.
    #[error("a picture of {0} × {1} dots is too large")]
    Size(u32, u32),
    /// The PNG could not be written.
    #[error("the picture cannot be written: {0}")]
    Png(String),
}

impl Diagram {
    /// How wide every diagram is, in units of its SVG.
    pub const WIDTH: f32 = draw::WIDTH;

    /// The diagram as SVG.
    #[must_use]
    pub fn to_svg(&self) -> String {
        draw::draw(self)
    }

    /// The diagram as a PNG file, `scale` dots for each unit (1 is screen size, 4 good for print).
    ///
    /// # Errors
    /// If the picture is too large for the machine.
    #[cfg(feature = "print")]
    pub fn to_png(&self, scale: f32) -> Result<Vec<u8>, DiagramError> {
        png(&self.to_svg(), scale)
    }

    /// Width, height and dots (red, green, blue, opaque) of the picture.
    ///
    /// # Errors
    /// If the picture is too large for the machine.
    #[cfg(feature = "print")]
    pub fn rasterize(&self, scale: f32) -> Result<(usize, usize, Vec<u8>), DiagramError> {
        rasterize(&self.to_svg(), scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::bundled;
    use crate::words::{Faces, Language};

    fn example() -> Diagram {
        let (_, puzzle) = bundled().find(|(name, _)| *name == "paper-example.ron").unwrap();
        Diagram { puzzle, words: Language::German.into(), ink: Ink::Colour, side: Side::Question }
    }

    #[test]
    fn hidden_hands_are_left_out() {
        let svg = example().to_svg();
        assert!(svg.contains("Vorhand") && svg.contains("Mittelhand"));
        // Forehand's ten of hearts and rearhand's jacks are nowhere: only M, the skat and the ace led.
        let ranks = svg.matches("class=\"rank\"").count();
        assert_eq!(ranks, 10 + 2 + 1);
    }

    #[test]
    fn the_solution_comes_only_on_request() {
        let mut diagram = example();
        diagram.puzzle.solution.de = "Man <muss> stechen & zählen.".into();
        assert!(!diagram.to_svg().contains("stechen"));
        diagram.side = Side::Both;
        assert!(diagram.to_svg().contains("&lt;muss&gt; stechen &amp; zählen."));
        assert!(diagram.to_png(1.0).is_ok());
    }

    #[test]
    fn grey_has_no_colour() {
        let mut diagram = example();
        diagram.ink = Ink::Grey;
        let (_, _, dots) = diagram.rasterize(1.0).unwrap();
        assert!(dots.chunks_exact(4).all(|dot| dot[0] == dot[1] && dot[1] == dot[2]));
        diagram.ink = Ink::Colour;
        let (_, _, dots) = diagram.rasterize(1.0).unwrap();
        assert!(dots.chunks_exact(4).any(|dot| dot[0] != dot[1]));
    }

    #[test]
    fn every_bundled_puzzle_can_be_drawn() {
        for (name, puzzle) in bundled() {
            for faces in Faces::ALL {
                for language in Language::ALL {
                    let words = Words::new(language, faces);
                    let diagram =
                        Diagram { puzzle: puzzle.clone(), words, ink: Ink::Colour, side: Side::Both };
                    assert!(diagram.rasterize(0.5).is_ok(), "{name}");
                }
            }
        }
    }
}
