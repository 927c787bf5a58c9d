//! The diagram: hands around the table, whoever looks sitting below, and beside him what else there is to know.

use super::face::Cut;
use super::marks::{Mark, Place as At, Rgb};
use super::paragraph::{self, Align, LEADING, Piece, Setting, run};
use super::suits::{CARD, Look};
use crate::cards::{Card, Cards, Suit};
use crate::deal::{Play, View};
use crate::puzzle::Puzzle;
use crate::puzzle::wording::{self, Shown, Skat};
use crate::rules::{Game, Seat, Side};

/// How hands are shown.
///
/// ```
/// use kiebitz::print::{Sheet, Style};
/// use kiebitz::puzzle::{Language, bundled};
/// let (_, puzzle) = bundled().next().unwrap();
/// let mut sheet = Sheet::new(vec![puzzle], Language::German);
/// let letters = sheet.to_svg();
/// sheet.style = Style::Fans;
/// assert_ne!(sheet.to_svg(), letters);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Suit by suit in letters, as columns print it.
    #[default]
    Letters,
    /// A small picture of each card.
    Cards,
    /// Cards held in a fan.
    Fans,
}

/// Marks in a box, from its top left corner.
#[derive(Debug, Default)]
pub(crate) struct Drawing {
    /// How wide the marks reach.
    pub width: f32,
    /// How high the box is.
    pub height: f32,
    /// The marks.
    pub marks: Vec<Mark>,
}

impl Drawing {
    fn add(&mut self, other: Drawing, x: f32, y: f32) {
        self.width = self.width.max(x + other.width);
        self.height = self.height.max(y + other.height);
        self.marks.extend(other.marks.into_iter().map(|mark| mark.moved(At::at(x, y))));
    }
}

/// A diagram to be drawn.
pub(crate) struct Diagram<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Deck and colours.
    pub look: &'a Look,
    /// How hands are shown.
    pub style: Style,
    /// Type size in points.
    pub size: f32,
    /// Whether hidden cards are shown.
    pub open: bool,
}

/// No wider, however wide the column.
const WIDEST: f32 = 330.0;

impl Diagram<'_> {
    /// The drawing in a column of this width.
    #[must_use]
    pub fn draw(&self, column: f32) -> Drawing {
        let width = column.min(WIDEST);
        let position = &self.puzzle.position;
        let bottom = match position.view() {
            View::Seat(seat) => seat,
            View::Open => position.declarer(),
        };
        let seats = [bottom.next(), bottom.next().next(), bottom];
        let hands: Vec<Drawing> = seats.iter().map(|&seat| self.hand(seat, width)).collect();
        let pad = self.size * 0.5;
        let half = (width - self.size) / 2.0;
        let right = width - half;
        let mut inside = Drawing::default();
        let mut y = pad;
        // Two things side by side where both have room, else one below the other.
        let mut pair = |left: Drawing, other: Drawing, beside: bool, y: &mut f32| {
            let tall = left.height;
            inside.add(left, 0.0, *y);
            let (x, top) = if beside { (right, *y) } else { (0.0, *y + tall + self.size * 0.55) };
            *y = (top + other.height).max(*y + tall);
            inside.add(other, x, top);
        };
        let mut hands = hands.into_iter();
        if let (Some(left), Some(other), Some(own)) = (hands.next(), hands.next(), hands.next()) {
            let beside = left.width <= half && other.width <= half;
            pair(left, other, beside, &mut y);
            y += self.size * 0.7;
            let info = self.info(half);
            // Facts that would run on far below the hand are better off in lines of full width.
            let short = info.height <= own.height.max(self.size * LEADING * 5.0) + self.size * LEADING;
            let beside = own.width <= half && short && half >= self.size * 9.0;
            let info = if beside { info } else { self.info(width) };
            pair(own, info, beside, &mut y);
        }
        y += pad * 0.8;
        let mut whole = Drawing { width: column, height: y + 0.8, marks: Vec::new() };
        let left = (column - width) / 2.0;
        whole.marks.push(Mark::rule(left, 0.0, width, 0.4, Rgb::RULE));
        whole.marks.extend(inside.marks.into_iter().map(|mark| mark.moved(At::at(left, 0.0))));
        whole.marks.push(Mark::rule(left, y, width, 0.4, Rgb::RULE));
        whole
    }

    /// What the diagram shows, in words, for those who hear it.
    #[must_use]
    pub fn in_words(&self) -> String {
        let rows = self.rows().into_iter().map(|(label, text)| format!("{label}: {text}"));
        rows.collect::<Vec<_>>().join("; ")
    }

    /// The diagram as lines: each seat and the skat, then what has been played, and what else a solver must know.
    #[must_use]
    pub fn rows(&self) -> Vec<(String, String)> {
        let words = &self.look.words;
        let position = &self.puzzle.position;
        let shown = self.shown();
        let hidden = words.t("sheet.hidden");
        let hand = |cards: Cards| words.hand(cards, position.game());
        let mut rows = Vec::new();
        for seat in Seat::ALL {
            let mut name = words.seat(seat).to_string();
            if seat == position.declarer() {
                name = words.fill("sheet.declarer", &[("seat", &name)]);
            }
            rows.push((name, shown.hands[seat].map_or_else(|| hidden.to_string(), hand)));
        }
        let skat = match shown.skat {
            Skat::Cards(cards) => Some(hand(cards)),
            Skat::Hidden => Some(hidden.to_string()),
            Skat::Asked => Some(words.t("sheet.asked").to_string()),
            Skat::Found(cards) => Some(format!("{} {}", words.t("sheet.found"), hand(cards))),
            Skat::Absent => None,
        };
        rows.extend(skat.map(|skat| (words.t("place.skat").into(), skat)));
        let fallen: Vec<String> = position.history().iter().map(|play| words.card(play.card)).collect();
        if !fallen.is_empty() {
            rows.push((words.t("sheet.played").into(), fallen.join(", ")));
        }
        rows.extend(wording::facts(self.puzzle, words));
        rows
    }

    /// The cards that are shown.
    fn shown(&self) -> Shown {
        if self.open { Shown::solution(self.puzzle) } else { Shown::question(self.puzzle) }
    }

    /// A hand below the name of its seat.
    fn hand(&self, seat: Seat, width: f32) -> Drawing {
        let position = &self.puzzle.position;
        let words = self.look.words;
        let size = self.size;
        let mut drawing = Drawing { height: size * LEADING, ..Drawing::default() };
        let name = run(words.seat(seat), Cut::Bold, size, Rgb::BLACK);
        let mut right = name.width();
        drawing.marks.push(Mark::letters(name, 0.0, size * paragraph::BASELINE));
        if seat == position.declarer() {
            let side = format!("  {}", words.side(Side::Declarer));
            let side = run(&side, Cut::Italic, size * 0.85, Rgb::GREY);
            let wide = side.width();
            // Only where there is room: who plays is also said above.
            if right + wide <= width * 0.5 - size || self.style != Style::Letters {
                drawing.marks.push(Mark::letters(side, right, size * paragraph::BASELINE));
                right += wide;
            }
        }
        drawing.width = right;
        let Some(cards) = self.shown().hands[seat] else {
            let hidden = run(words.t("sheet.hidden"), Cut::Italic, size, Rgb::GREY);
            drawing.width = drawing.width.max(hidden.width());
            drawing.marks.push(Mark::letters(hidden, 0.0, drawing.height + size * paragraph::BASELINE));
            drawing.height += size * LEADING;
            return drawing;
        };
        let more = position.cards_left(seat) > cards.len();
        let held = match self.style {
            Style::Letters => self.letters(cards, more),
            Style::Cards => self.cards(cards, width),
            Style::Fans => self.fan(cards, width),
        };
        let top = drawing.height + if self.style == Style::Letters { 0.0 } else { size * 0.25 };
        drawing.add(held, 0.0, top);
        drawing
    }

    /// Suit by suit.
    fn letters(&self, cards: Cards, more: bool) -> Drawing {
        let size = self.size;
        let mut drawing = Drawing::default();
        let mut lines = suits(self.puzzle.position.game(), cards);
        if lines.is_empty() {
            lines.push((None, Vec::new()));
        }
        let last = lines.len() - 1;
        for (at, (suit, cards)) in lines.into_iter().enumerate() {
            let y = at as f32 * size * LEADING;
            let base = y + size * paragraph::BASELINE;
            let middle = base - size * 0.32;
            let mut x = 0.0;
            if let Some(suit) = suit {
                drawing.marks.push(self.look.pip(suit, x, middle, size * 0.86));
                x += size * 1.2;
            }
            for card in cards {
                if suit.is_none() {
                    drawing.marks.push(self.look.pip(card.suit(), x, middle, size * 0.86));
                    x += size * 0.9;
                }
                let text = format!("{} ", self.look.words.corner(card.rank()));
                let rank = run(&text, Cut::Regular, size * 1.06, Rgb::BLACK);
                let wide = rank.width();
                drawing.marks.push(Mark::letters(rank, x, base));
                drawing.width = drawing.width.max(x + wide);
                x += wide + size * if suit.is_none() { 0.35 } else { 0.14 };
            }
            if more && at == last {
                drawing.marks.push(Mark::letters(run("…", Cut::Regular, size, Rgb::GREY), x, base));
                drawing.width = drawing.width.max(x + size);
            }
            drawing.height = y + size * LEADING;
        }
        drawing
    }

    /// Small pictures side by side, in as many rows as it takes.
    fn cards(&self, cards: Cards, width: f32) -> Drawing {
        let gap = 1.6;
        let row = ((width + gap) / 21.0).floor().clamp(5.0, 10.0);
        let wide = ((width + gap) / row - gap).min(27.0);
        let mut drawing = Drawing::default();
        for (at, card) in self.puzzle.position.game().sorted(cards).into_iter().enumerate() {
            let (x, y) = ((at % row as usize) as f32, (at / row as usize) as f32);
            let card = Drawing { width: wide, height: wide * CARD, marks: self.look.card(card, wide) };
            drawing.add(card, x * (wide + gap), y * (wide * CARD + gap));
        }
        drawing
    }

    /// Cards held in a fan.
    fn fan(&self, cards: Cards, width: f32) -> Drawing {
        let cards = self.puzzle.position.game().sorted(cards);
        let count = cards.len() as f32;
        // Twelve cards, before the discard, are as much a hand as three; the last part is for leaning cards.
        let wide = (width / (1.0 + 0.5 * (count - 1.0) + 1.1)).min(36.0);
        let (step, bend) = (wide * 0.5, 0.055);
        let mut marks = Vec::new();
        for (at, card) in cards.into_iter().enumerate() {
            let off = at as f32 - (count - 1.0) / 2.0;
            // Each card leans away from the middle and sinks a little, as in a hand.
            let turn = At::turned(off * bend, [wide / 2.0, wide * CARD]);
            let place = turn.then(At::at(off * step, off * off * bend * step * 0.45));
            marks.extend(self.look.card(card, wide).into_iter().map(|mark| mark.moved(place)));
        }
        let none = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];
        let [left, top, right, bottom] = marks
            .iter()
            .map(Mark::bounds)
            .fold(none, |a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]);
        let marks = marks.into_iter().map(|mark| mark.moved(At::at(-left, -top))).collect();
        Drawing { width: right - left, height: bottom - top, marks }
    }

    /// What was played, the points so far, whose turn it is, what is known: each with its label.
    fn facts(&self) -> Vec<(String, String)> {
        let words = &self.look.words;
        let position = &self.puzzle.position;
        let cards = |trick: &[Play]| words.short_cards(trick.iter().map(|play| play.card));
        let mut facts = Vec::new();
        let first = wording::trick_number(position, 0) - position.tricks().count();
        for (at, trick) in position.tricks().enumerate() {
            let name = words.fill("sheet.trick", &[("n", &words.ordinal((first + at) as u64))]);
            facts.push((name, cards(trick)));
        }
        if let Some(led) = position.trick().first() {
            facts
                .push((words.fill("sheet.led", &[("seat", &words.seat(led.seat))]), cards(position.trick())));
        }
        facts.extend(wording::turn(position, words).map(|turn| (String::new(), turn)));
        facts.extend(wording::score(position, words).map(|score| (words.t("facts.score").into(), score)));
        let known = wording::known(self.puzzle, words);
        if !known.is_empty() {
            facts.push((words.t("facts.known").into(), known.join("; ")));
        }
        facts
    }

    /// The skat, then the facts.
    fn info(&self, width: f32) -> Drawing {
        let words = self.look.words;
        let size = self.size * 0.94;
        let mut drawing = Drawing::default();
        let mut y = 0.0;
        let name = words.t("place.skat");
        match self.shown().skat {
            Skat::Cards(skat) if self.style != Style::Letters => {
                let name = run(name, Cut::Bold, self.size, Rgb::BLACK);
                drawing.marks.push(Mark::letters(name, 0.0, self.size * paragraph::BASELINE));
                let held = self.cards(skat, width);
                y = self.size * 1.45;
                let tall = held.height;
                drawing.add(held, 0.0, y);
                y += tall + self.size * 0.5;
            }
            Skat::Absent => {}
            skat => {
                let mut text = vec![Piece { text: format!("{name} "), cut: Cut::Bold, colour: Rgb::BLACK }];
                let aside =
                    |key| vec![Piece { text: words.t(key).into(), cut: Cut::Italic, colour: Rgb::GREY }];
                let listed = |cards: Cards| {
                    let sorted = self.puzzle.position.game().sorted(cards);
                    self.look.coloured(&words.short_cards(sorted), Cut::Regular, Rgb::BLACK)
                };
                match skat {
                    Skat::Cards(skat) => text.extend(listed(skat)),
                    Skat::Hidden => text.extend(aside("sheet.hidden")),
                    Skat::Asked => text.extend(aside("sheet.asked")),
                    Skat::Found(found) => {
                        text.extend(aside("sheet.found"));
                        text.push(Piece { text: " ".into(), cut: Cut::Regular, colour: Rgb::BLACK });
                        text.extend(listed(found));
                    }
                    Skat::Absent => {}
                }
                y = self.lines(&mut drawing, &text, y, size, width);
            }
        }
        for (label, text) in self.facts() {
            let mut pieces = Vec::new();
            if !label.is_empty() {
                pieces.push(Piece { text: format!("{label} "), cut: Cut::Italic, colour: Rgb::BLACK });
            }
            // No line begins with a colon.
            let text = text.replace(" : ", "\u{A0}: ");
            pieces.extend(self.look.coloured(&text, Cut::Regular, Rgb::BLACK));
            y = self.lines(&mut drawing, &pieces, y, size, width);
        }
        drawing.height = y;
        drawing
    }

    fn lines(&self, drawing: &mut Drawing, text: &[Piece], mut y: f32, size: f32, width: f32) -> f32 {
        let language = self.look.words.language;
        let setting = Setting { size, width, align: Align::Left, hanging: size * 0.9, language };
        for line in paragraph::lines(text, &setting) {
            drawing.marks.extend(line.into_iter().map(|mark| mark.moved(At::at(0.0, y))));
            y += size * LEADING;
        }
        y
    }
}

/// The jacks of a trump game, then suit by suit, trumps before plain ones.
#[must_use]
pub(crate) fn suits(game: Game, cards: Cards) -> Vec<(Option<Suit>, Vec<Card>)> {
    let mut lines = Vec::new();
    let mut rest = cards;
    if game != Game::Null {
        lines.push((None, game.sorted(cards & Cards::JACKS)));
        rest -= Cards::JACKS;
    }
    let mut order = vec![Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds];
    if let Game::Suit(trump) = game {
        order.retain(|&suit| suit != trump);
        order.insert(0, trump);
    }
    lines.extend(order.into_iter().map(|suit| (Some(suit), game.sorted(rest & Cards::suit(suit)))));
    lines.retain(|(_, cards)| !cards.is_empty());
    lines
}
