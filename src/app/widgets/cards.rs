//! Cards: faces, backs, and the small tiles of the grid, painted from shapes at any size.

use super::glyphs;
use crate::app::own_deck;
use crate::app::theme::{self, Tokens, mix};
use crate::cards::{Card, Rank, Suit};
use crate::puzzle::pips::{self, Tone};
use crate::words::{Faces, Words};
use egui::{Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

/// Below this size a leaf has no veins.
const VEINS: f32 = 26.0;
/// How much of the cloth shines through a card that is only possible; more, and its suit could not be read.
pub const UNCERTAIN: f32 = 0.20;
/// Below this width a face shows only index and suit.
const SMALL: f32 = 44.0;

/// Whether a value on a card is good for the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// The declarer reaches the goal, or the defenders prevent it.
    Good,
    /// The other way round.
    Bad,
    /// Neither: where the card comes from.
    Plain,
}

/// A value shown on a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    /// Points, or a word for Null.
    pub text: String,
    /// For the side on turn.
    pub mood: Mood,
    /// Whether no other card is better.
    pub best: bool,
}

/// How a card looks just now.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// Under the pointer.
    pub hovered: bool,
    /// Chosen.
    pub selected: bool,
    /// Something is wrong with it.
    pub wrong: bool,
    /// May not be played.
    pub illegal: bool,
    /// Fixed in its place.
    pub locked: bool,
    /// Only a trace, because it is being dragged.
    pub ghost: bool,
    /// The value of playing it.
    pub badge: Option<Badge>,
    /// How likely it is to be here, where that is not certain.
    pub chance: Option<f32>,
}

/// What faces need to know: texts give the letters and the deck.
#[derive(Clone, Copy)]
pub struct Deck<'a> {
    /// Letters of the ranks, and which deck.
    pub texts: &'a Words,
    /// The colours.
    pub tokens: &'a Tokens,
}

impl Deck<'_> {
    fn colour(&self, suit: Suit) -> Color32 {
        Tokens::suit(suit, self.texts.faces == Faces::TwoColour)
    }

    /// Paints a suit's symbol into a square.
    pub fn pip(
        &self,
        painter: &Painter,
        centre: Pos2,
        size: f32,
        suit: Suit,
        colour: Color32,
        paper: Color32,
    ) {
        let pieces = if self.texts.faces == Faces::German { pips::german(suit) } else { pips::french(suit) };
        // The leaf's fine veins would only be specks in a small sign.
        let coarse = suit == Suit::Spades && size < VEINS;
        for piece in pieces.into_iter().filter(|piece| !coarse || piece.tone != Tone::Paper) {
            let fill = match piece.tone {
                Tone::Suit => colour,
                Tone::Paper => paper,
                Tone::Shade => mix(colour, Color32::BLACK, 0.35),
            };
            let at = |&[x, y]: &[f32; 2]| centre + vec2(x, y) * (size / 2.0);
            let points = piece.points.iter().map(at).collect();
            painter.add(Shape::convex_polygon(points, fill, Stroke::NONE));
        }
    }

    /// A suit's symbol in running text, on the ground of a panel.
    pub fn text_pip(&self, painter: &Painter, centre: Pos2, size: f32, suit: Suit) {
        let colour = self.tokens.suit_in_text(suit, self.texts.faces == Faces::TwoColour);
        self.pip(painter, centre, size, suit, colour, self.tokens.panel);
    }

    /// A face with everything its look asks for.
    pub fn face(&self, painter: &Painter, rect: Rect, card: Card, look: &Look) {
        let colour = self.colour(card.suit());
        let uncertain = look.chance.is_some();
        let paper = if uncertain {
            mix(self.tokens.card.face, self.tokens.cloth.ground, UNCERTAIN)
        } else {
            self.tokens.card.face
        };
        self.paper(painter, rect, paper, look);
        let painter = painter.with_clip_rect(painter.clip_rect().intersect(rect));
        let w = rect.width();
        if let Some(own) = own_deck::textures(painter.ctx()).filter(|_| w >= SMALL)
            && let Some(picture) = own.get(card)
        {
            self.picture(&painter, rect, picture, uncertain);
            self.marks(&painter, rect, look);
            return;
        }
        if w < SMALL {
            // Too small for a picture: index and suit side by side.
            let middle = rect.top() + w * 0.34;
            self.index(&painter, pos2(rect.left() + w * 0.30, middle), w * 0.27, card.rank(), colour);
            self.pip(&painter, pos2(rect.left() + w * 0.73, middle), w * 0.36, card.suit(), colour, paper);
            self.marks(&painter, rect, look);
            return;
        }
        // The corner: a tall index, and the suit beneath it.
        let corner = rect.min + vec2(w * 0.215, w * 0.265);
        self.index(&painter, corner, w * 0.205, card.rank(), colour);
        self.pip(&painter, rect.min + vec2(w * 0.215, w * 0.60), w * 0.26, card.suit(), colour, paper);
        let middle = rect.center() + vec2(w * 0.15, w * 0.12);
        self.centre(&painter, middle, w, card, colour, paper);
        self.marks(&painter, rect, look);
    }

    /// A picture of one's own, as large as the card allows, in its own form; the rim of the card stays to be seen.
    fn picture(&self, painter: &Painter, rect: Rect, picture: &egui::TextureHandle, uncertain: bool) {
        let rim = rect.shrink((rect.width() * 0.025).max(1.5));
        let size = picture.size_vec2();
        let scale = (rim.width() / size.x).min(rim.height() / size.y);
        let shown = Rect::from_center_size(rim.center(), size * scale);
        let tint = if uncertain { Color32::from_white_alpha(170) } else { Color32::WHITE };
        let all = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        let shape = egui::epaint::RectShape::filled(shown, corner_radius(rim.width()), tint);
        painter.add(shape.with_texture(picture.id(), all));
    }

    /// What is laid over a face: veil, lock, chance, value.
    fn marks(&self, painter: &Painter, rect: Rect, look: &Look) {
        let w = rect.width();
        if look.illegal {
            painter.rect_filled(rect, corner_radius(w), self.tokens.card.veil);
        }
        if look.locked {
            self.padlock(painter, rect.right_top() + vec2(-w * 0.15, w * 0.16), w * 0.17);
        }
        if let Some(chance) = look.chance {
            self.chance(painter, rect, chance);
        }
        if let Some(badge) = &look.badge {
            self.badge(painter, rect, badge);
        }
    }

    /// A back.
    pub fn back(&self, painter: &Painter, rect: Rect, look: &Look) {
        self.paper(painter, rect, self.tokens.card.face, look);
        let w = rect.width();
        let inner = rect.shrink(w * 0.07);
        painter.rect_filled(inner, corner_radius(w * 0.7), self.tokens.card.back);
        let painter = painter.with_clip_rect(painter.clip_rect().intersect(inner));
        let step = w * 0.17;
        let line = Stroke::new((w * 0.016).max(0.6), self.tokens.card.back_line);
        let mut x = inner.left() - inner.height();
        while x < inner.right() {
            painter.line_segment([pos2(x, inner.top()), pos2(x + inner.height(), inner.bottom())], line);
            painter.line_segment([pos2(x, inner.bottom()), pos2(x + inner.height(), inner.top())], line);
            x += step;
        }
    }

    /// A tile of the 4×8 grid: index and suit side by side.
    pub fn tile(&self, painter: &Painter, rect: Rect, card: Card) {
        let colour = self.colour(card.suit());
        let h = rect.height();
        let centre = rect.center();
        self.index(painter, centre - vec2(h * 0.25, h * 0.04), h * 0.27, card.rank(), colour);
        self.pip(
            painter,
            centre + vec2(h * 0.28, -h * 0.04),
            h * 0.36,
            card.suit(),
            colour,
            self.tokens.card.face,
        );
    }

    /// The index, centred, `width` wide for a single sign.
    fn index(&self, painter: &Painter, centre: Pos2, width: f32, rank: Rank, colour: Color32) {
        let text = self.texts.corner(rank);
        let (strokes, units) = glyphs::word(text);
        // Two signs are set a little narrower, not smaller.
        let wide = if text.len() > 1 { width * 0.80 } else { width };
        let start = centre - vec2(units * wide, glyphs::HEIGHT * width) / 2.0;
        let stroke = Stroke::new(width * 0.24, colour);
        for points in strokes {
            let points: Vec<Pos2> = points.iter().map(|&[x, y]| start + vec2(x * wide, y * width)).collect();
            // Round joints where lines meet at an angle, and round ends.
            let sharp = points.len() <= 4;
            let ends = points.iter().enumerate().filter(|(i, _)| sharp || *i == 0 || *i == points.len() - 1);
            for (_, &point) in ends {
                painter.circle_filled(point, stroke.width / 2.0, colour);
            }
            painter.add(Shape::line(points, stroke));
        }
    }

    /// The large picture: the suit alone, or with the sign of jack, queen or king.
    fn centre(&self, painter: &Painter, at: Pos2, w: f32, card: Card, colour: Color32, paper: Color32) {
        let suit = card.suit();
        let pale = mix(paper, colour, 0.16);
        let put = |points: &[[f32; 2]], fill: Color32| {
            let points = points.iter().map(|&[x, y]| at + vec2(x, y) * w * 0.92).collect();
            painter.add(Shape::convex_polygon(points, fill, Stroke::NONE));
        };
        match card.rank() {
            Rank::Jack => {
                // A shield.
                let mut shield = vec![[-0.27, -0.34], [0.27, -0.34], [0.27, 0.06]];
                shield.extend(pips::curve([0.27, 0.06], [0.26, 0.26], [0.12, 0.38], [0.0, 0.46]));
                shield.extend(pips::curve([0.0, 0.46], [-0.12, 0.38], [-0.26, 0.26], [-0.27, 0.06]));
                put(&shield, colour);
                let inner: Vec<[f32; 2]> =
                    shield.iter().map(|&[x, y]| [x * 0.87, (y - 0.04) * 0.90 + 0.04]).collect();
                put(&inner, mix(paper, colour, 0.10));
                self.pip(painter, at + vec2(0.0, 0.03) * w, w * 0.34, suit, colour, paper);
            }
            Rank::Queen => {
                // A coronet with pearls.
                put(&[[-0.27, -0.10], [0.27, -0.10], [0.24, -0.02], [-0.24, -0.02]], colour);
                for x in [-0.24_f32, -0.12, 0.0, 0.12, 0.24] {
                    let top = -0.29 + x.abs() * 0.28;
                    put(&[[x - 0.035, -0.09], [x, top], [x + 0.035, -0.09]], colour);
                    painter.circle_filled(at + vec2(x, top) * w * 0.92, w * 0.034, colour);
                }
                self.pip(painter, at + vec2(0.0, 0.22) * w, w * 0.36, suit, colour, paper);
            }
            Rank::King => {
                // A crown.
                put(&[[-0.25, -0.08], [0.25, -0.08], [0.23, 0.0], [-0.23, 0.0]], colour);
                put(&[[-0.25, -0.09], [-0.31, -0.32], [-0.06, -0.09]], colour);
                put(&[[-0.15, -0.09], [0.0, -0.38], [0.15, -0.09]], colour);
                put(&[[0.06, -0.09], [0.31, -0.32], [0.25, -0.09]], colour);
                for [x, y] in [[-0.31, -0.33], [0.0, -0.39], [0.31, -0.33]] {
                    painter.circle_filled(at + vec2(x, y) * w * 0.92, w * 0.037, colour);
                }
                self.pip(painter, at + vec2(0.0, 0.23) * w, w * 0.36, suit, colour, paper);
            }
            Rank::Ace => self.pip(painter, at, w * 0.66, suit, colour, paper),
            _ => self.pip(painter, at, w * 0.44, suit, mix(pale, colour, 0.82), paper),
        }
    }

    fn paper(&self, painter: &Painter, rect: Rect, paper: Color32, look: &Look) {
        let w = rect.width();
        let radius = corner_radius(w);
        if !look.ghost {
            let shadow = rect.translate(vec2(0.0, w * 0.015)).expand(w * 0.012);
            painter.rect_filled(shadow, radius, Color32::from_black_alpha(46));
        }
        painter.rect_filled(rect, radius, paper);
        let edge = if look.wrong {
            Stroke::new((w * 0.05).max(2.0), self.tokens.bad)
        } else if look.selected {
            Stroke::new((w * 0.05).max(2.0), self.tokens.accent)
        } else if look.hovered {
            Stroke::new((w * 0.03).max(1.5), self.tokens.accent)
        } else {
            Stroke::new(1.0, self.tokens.card.line)
        };
        painter.rect_stroke(rect, radius, edge, StrokeKind::Inside);
    }

    /// A number in a pill at the visible left foot: filled where the player gets what he wants,
    /// outlined where not, so that it reads without colour; a golden ring marks the best.
    fn badge(&self, painter: &Painter, rect: Rect, badge: &Badge) {
        let w = rect.width();
        let height = (w * 0.30).clamp(13.0, 30.0);
        let font = egui::FontId::proportional(height * 0.78);
        let written = painter.layout_no_wrap(badge.text.clone(), font, Color32::PLACEHOLDER);
        let width = (w * 0.44).max(height * 1.5).max(written.size().x + height * 0.5);
        let corner = pos2(rect.left() + w * 0.035, rect.bottom() - height - w * 0.045);
        let pill = Rect::from_min_size(corner, vec2(width, height));
        let colour = match badge.mood {
            Mood::Good => Tokens::LIGHT.good,
            Mood::Bad => Tokens::LIGHT.bad,
            Mood::Plain => Tokens::LIGHT.faint,
        };
        let radius = CornerRadius::same((height / 2.0) as u8);
        let text = if badge.mood == Mood::Good {
            painter.rect_filled(pill, radius, colour);
            Color32::WHITE
        } else {
            painter.rect(pill, radius, self.tokens.card.face, Stroke::new(1.5, colour), StrokeKind::Inside);
            colour
        };
        painter.galley(pill.center() - written.size() / 2.0, written, text);
        if badge.best {
            let ring = Stroke::new((height * 0.11).max(1.5), self.tokens.card.crown);
            painter.rect_stroke(pill, radius, ring, StrokeKind::Outside);
        }
    }

    /// A bar with a percentage along the foot.
    fn chance(&self, painter: &Painter, rect: Rect, chance: f32) {
        let w = rect.width();
        let height = (w * if w < SMALL { 0.38 } else { 0.20 }).clamp(9.0, 20.0);
        let bar = Rect::from_min_max(pos2(rect.left(), rect.bottom() - height), rect.max);
        painter.rect_filled(bar, CornerRadius::ZERO, self.tokens.cloth.line);
        let filled = Rect::from_min_size(bar.min, vec2(bar.width() * chance.clamp(0.0, 1.0), height));
        // The darker grey in both themes: white figures stand on it.
        let grey = Tokens::LIGHT.holder(crate::deal::Place::Skat);
        painter.rect_filled(filled, CornerRadius::ZERO, grey);
        let font = egui::FontId::proportional(height * 0.88);
        let text = format!("{:.0} %", chance * 100.0);
        let at = pos2(bar.left() + w * 0.05, bar.center().y);
        painter.text(at, egui::Align2::LEFT_CENTER, text, font, Color32::WHITE);
    }

    fn padlock(&self, painter: &Painter, centre: Pos2, size: f32) {
        let colour = self.tokens.card.line;
        let body = Rect::from_center_size(centre + vec2(0.0, size * 0.2), vec2(size, size * 0.75));
        let arch: Vec<Pos2> = pips::curve([-0.3, 0.0], [-0.35, -0.75], [0.35, -0.75], [0.3, 0.0])
            .iter()
            .map(|&[x, y]| centre + vec2(x, y) * size)
            .collect();
        painter.add(Shape::line(arch, Stroke::new(size * 0.17, colour)));
        painter.rect_filled(body, CornerRadius::same((size * 0.15) as u8), colour);
    }
}

fn corner_radius(width: f32) -> CornerRadius {
    CornerRadius::same((width * 0.085).round().clamp(2.0, 40.0) as u8)
}

/// The size of a card of this width.
#[must_use]
pub fn size(width: f32) -> Vec2 {
    vec2(width, width * theme::CARD_RATIO)
}
