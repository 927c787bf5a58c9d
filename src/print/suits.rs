//! The suits on paper: colours, symbols, and the small pictures of cards.

use super::Ink;
use super::deck::Deck;
use super::face::{Cut, Step};
use super::marks::{Mark, Place, Rgb, Shape, rounded};
use super::paragraph::{Piece, run};
use crate::cards::{Card, Suit};
use crate::puzzle::pips::{self, Tone};
use crate::words::{Faces, Words};

/// How suits look: the deck, in colour or grey.
///
/// ```
/// use kiebitz::print::Sheet;
/// use kiebitz::puzzle::{Language, bundled};
/// use kiebitz::words::Faces;
/// let (_, puzzle) = bundled().next().unwrap();
/// let mut sheet = Sheet::new(vec![puzzle], Language::German);
/// let french = sheet.to_text();
/// sheet.look.words.faces = Faces::German;
/// assert_ne!(sheet.to_text(), french);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// Language and deck.
    pub words: Words,
    /// Colour or grey.
    pub ink: Ink,
    /// Card pictures of one's own.
    pub deck: Option<Deck>,
}

/// Height of a card, if it is one unit wide.
pub(crate) const CARD: f32 = 1.5;

impl Look {
    /// The colour of a suit.
    #[must_use]
    pub(crate) fn colour(&self, suit: Suit) -> Rgb {
        match (self.ink, self.words.faces, suit) {
            (Ink::Grey, _, Suit::Clubs | Suit::Spades) => Rgb::BLACK,
            (Ink::Grey, _, Suit::Hearts | Suit::Diamonds) => Rgb(112, 112, 112),
            (_, _, Suit::Clubs) | (_, Faces::TwoColour, Suit::Spades) => Rgb(17, 17, 17),
            (_, _, Suit::Hearts) | (_, Faces::TwoColour, Suit::Diamonds) => Rgb(190, 26, 26),
            (_, _, Suit::Spades) => Rgb(23, 108, 54),
            (_, _, Suit::Diamonds) => Rgb(205, 104, 0),
        }
    }

    fn shade(&self, suit: Suit) -> Rgb {
        match (self.ink, suit) {
            (Ink::Grey, _) => Rgb(51, 51, 51),
            (_, Suit::Clubs) => Rgb(91, 59, 26),
            (_, Suit::Spades) => Rgb(15, 74, 37),
            (_, Suit::Hearts) => Rgb(125, 20, 20),
            (_, Suit::Diamonds) => Rgb(148, 80, 10),
        }
    }

    /// A text with its suit symbols in the colours of the deck.
    #[must_use]
    pub(crate) fn coloured(&self, text: &str, cut: Cut, colour: Rgb) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        for c in text.chars() {
            let suit = Suit::ALL.into_iter().find(|suit| suit.symbol() == c);
            let colour = suit.map_or(colour, |suit| self.colour(suit));
            match pieces.last_mut() {
                Some(piece) if piece.colour == colour => piece.text.push(c),
                _ => pieces.push(Piece { text: c.into(), cut, colour }),
            }
        }
        pieces
    }

    /// The symbol of a suit in a square of this size, its left edge there and its middle at that height.
    #[must_use]
    pub(crate) fn pip(&self, suit: Suit, x: f32, middle: f32, size: f32) -> Mark {
        if self.words.faces != Faces::German {
            // The symbols of the face stand on the baseline and are about as high as a capital.
            let run = run(&suit.symbol().to_string(), Cut::Regular, size * 1.25, self.colour(suit));
            let left = x + (size - run.width()) / 2.0;
            return Mark::letters(run, left, middle + size * 0.40);
        }
        let scale = size / 2.0;
        let areas = pips::german(suit).into_iter().map(|piece| {
            let colour = match piece.tone {
                Tone::Suit => self.colour(suit),
                Tone::Paper => Rgb::PAPER,
                Tone::Shade => self.shade(suit),
            };
            let mut steps: Vec<Step> = Vec::with_capacity(piece.points.len() + 1);
            for (at, [px, py]) in piece.points.iter().enumerate() {
                let point = [scale + px * scale, py * scale];
                steps.push(if at == 0 { Step::Move(point) } else { Step::Line(point) });
            }
            steps.push(Step::Close);
            (steps, colour)
        });
        let says = Some(format!("{} ", crate::words::capitalised(self.words.suit(suit))));
        Mark { shape: Shape::Areas(areas.collect()), place: Place::at(x, middle), says }
    }

    /// A small card, so wide, its top left corner at the origin.
    #[must_use]
    pub(crate) fn card(&self, card: Card, width: f32) -> Vec<Mark> {
        let height = width * CARD;
        if let Some(dots) = self.deck.as_ref().and_then(|deck| deck.printed(card, self.ink)) {
            let says = Some(format!("{} ", self.words.short_card(card)));
            // As large as the place allows, in its own form.
            let scale = (width / dots.width as f32).min(height / dots.height as f32);
            let size = [dots.width as f32 * scale, dots.height as f32 * scale];
            let shape = Shape::Picture(std::sync::Arc::clone(dots), size);
            let place = Place::at((width - size[0]) / 2.0, (height - size[1]) / 2.0);
            return vec![Mark { shape, place, says }];
        }
        let frame = rounded(0.0, 0.0, width, height, width * 0.1);
        let place = Place::at(0.0, 0.0);
        let mut marks = vec![
            Mark { shape: Shape::Areas(vec![(frame.clone(), Rgb::PAPER)]), place, says: None },
            Mark {
                shape: Shape::Outline(frame, (width * 0.03).max(0.35), Rgb(70, 70, 70)),
                place,
                says: None,
            },
        ];
        let rank = run(self.words.corner(card.rank()), Cut::Bold, width * 0.46, self.colour(card.suit()));
        let index = rank.width();
        // The suit is read before the rank, as everywhere.
        marks.push(self.pip(card.suit(), width * 0.08, height * 0.47, width * 0.3));
        marks.push(Mark::letters(rank, (width * 0.23 - index / 2.0).max(width * 0.05), height * 0.29));
        let mut large = self.pip(card.suit(), width * 0.42, height * 0.74, width * 0.5);
        // The large symbol only adorns: areas instead of a letter that would be read a second time.
        large = self.silent(large);
        marks.push(large);
        marks
    }

    /// The same mark without words.
    fn silent(&self, mark: Mark) -> Mark {
        let Shape::Letters(run) = &mark.shape else { return Mark { says: None, ..mark } };
        let scaled = |[x, y]: [f32; 2]| [x * run.size, y * run.size];
        let steps =
            run.glyphs.first().map(|glyph| super::face::outline(run.cut, glyph.id)).unwrap_or_default();
        let steps = steps.into_iter().map(|step| match step {
            Step::Move(p) => Step::Move(scaled(p)),
            Step::Line(p) => Step::Line(scaled(p)),
            Step::Curve(a, b, c) => Step::Curve(scaled(a), scaled(b), scaled(c)),
            Step::Close => Step::Close,
        });
        Mark { shape: Shape::Areas(vec![(steps.collect(), run.colour)]), place: mark.place, says: None }
    }
}
