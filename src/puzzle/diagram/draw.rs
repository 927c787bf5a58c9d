//! Drawing: seats around a table, then the words below.

use super::{Diagram, Ink, Side};
use crate::cards::{Card, Cards, Rank, Suit};
use crate::deal::View;
use crate::plain;
use crate::puzzle::pips::{self, Tone};
use crate::puzzle::wording::{self, Shown, Skat};
use crate::rules::{Game, Seat};
use crate::words::Faces;
use std::fmt::Write as _;

/// The font that is embedded for PNG; an SVG on another machine falls back to what it has.
pub const FONT: &str = "Ubuntu";
pub const WIDTH: f32 = 560.0;
const MARGIN: f32 = 24.0;
/// Height of a line of a hand.
const LINE: f32 = 23.0;
/// Size of ranks.
const RANK: f32 = 18.0;
/// Height of a line of running text.
const PROSE: f32 = 21.0;
/// Letters of running text to a line, chosen so that also a wide font stays inside.
const LETTERS: usize = 64;

const INK: &str = "#111111";
const GREY: &str = "#666666";

struct Sheet<'a> {
    diagram: &'a Diagram,
    shown: Shown,
    body: String,
}

pub fn draw(diagram: &Diagram) -> String {
    let shown = match diagram.side {
        Side::Solution => Shown::solution(&diagram.puzzle),
        Side::Question | Side::Both => Shown::question(&diagram.puzzle),
    };
    let mut sheet = Sheet { diagram, shown, body: String::new() };
    let height = sheet.all();
    let mut svg = String::new();
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" font-family=\"{FONT}, Helvetica, Arial, sans-serif\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n{}{}</svg>\n",
        sheet.suits(),
        sheet.body
    );
    svg
}

impl Sheet<'_> {
    /// Draws everything and returns the height.
    fn all(&mut self) -> f32 {
        let diagram = self.diagram;
        let puzzle = &diagram.puzzle;
        let mut y = MARGIN + 14.0;
        let words = &diagram.words;
        let title = puzzle.title.get(words.language).to_string();
        for line in wrap(&title, 44) {
            self.bold(WIDTH / 2.0, y, 22.0, "middle", &line);
            y += 27.0;
        }
        let subtitle = wording::subtitle(puzzle, words);
        self.text(WIDTH / 2.0, y, 15.0, "middle", GREY, &subtitle);
        y += 16.0;
        y = self.table(y);
        if diagram.side != Side::Solution {
            let question = words.transposed(puzzle.question.get(words.language));
            y = self.prose(y + 8.0, &question);
        }
        if diagram.side != Side::Question && !puzzle.solution.is_empty() {
            let solution = words.transposed(puzzle.solution.get(words.language));
            y += 10.0;
            self.bold(MARGIN, y + 12.0, 16.0, "start", words.t("sheet.solution"));
            y = self.prose(y + PROSE + 2.0, &solution);
        }
        let mut from = vec![puzzle.author.clone(), puzzle.source.clone()];
        from.extend(puzzle.year.map(|year| year.to_string()));
        from.retain(|part| !part.is_empty());
        if !from.is_empty() {
            y += 8.0;
            for line in wrap(&from.join(", "), 72) {
                self.text(WIDTH - MARGIN, y + 12.0, 13.0, "end", GREY, &line);
                y += 17.0;
            }
        }
        (y + MARGIN).ceil()
    }

    /// The hands around the table; whoever looks sits below, the next player to his left.
    fn table(&mut self, top: f32) -> f32 {
        let position = &self.diagram.puzzle.position;
        let bottom = match position.view() {
            View::Seat(seat) => seat,
            View::Open => position.declarer(),
        };
        let (left, right) = (bottom.next(), bottom.next().next());
        let column = WIDTH / 2.0 + 24.0;
        let mut y = top + 12.0;
        let rule = y - 6.0;
        let upper = self.lines(left).len().max(self.lines(right).len()).max(1);
        self.hand(MARGIN + 8.0, y, left);
        self.hand(column, y, right);
        y += 26.0 + upper as f32 * LINE + 10.0;
        self.middle(column, y);
        let lower = self.lines(bottom).len().max(1);
        self.hand(MARGIN + 8.0, y, bottom);
        y += 26.0 + lower.max(self.middle_lines()) as f32 * LINE + 4.0;
        for fact in self.facts() {
            for line in wrap(&fact, 72) {
                self.text(MARGIN + 8.0, y + 6.0, 14.0, "start", INK, &line);
                y += 18.0;
            }
        }
        for at in [rule, y] {
            let _ = writeln!(
                self.body,
                "<line x1=\"{MARGIN}\" y1=\"{at}\" x2=\"{}\" y2=\"{at}\" stroke=\"#999999\" stroke-width=\"0.8\"/>",
                WIDTH - MARGIN
            );
        }
        y + 12.0
    }

    /// Points so far and what is known, below the cards.
    fn facts(&self) -> Vec<String> {
        let (puzzle, words) = (&self.diagram.puzzle, &self.diagram.words);
        let mut facts = Vec::new();
        if let Some(score) = wording::score(&puzzle.position, words) {
            facts.push(format!("{}: {score}", words.t("facts.score")));
        }
        let known = wording::known(puzzle, words);
        if !known.is_empty() {
            facts.push(format!("{}: {}", words.t("facts.known"), known.join("; ")));
        }
        facts
    }

    /// A hand as lines: the jacks of a trump game, then suit by suit.
    fn lines(&self, seat: Seat) -> Vec<Vec<Card>> {
        let cards = self.shown.hands[seat].unwrap_or(Cards::NONE);
        lines(self.diagram.puzzle.position.game(), cards)
    }

    fn hand(&mut self, x: f32, y: f32, seat: Seat) {
        let words = &self.diagram.words;
        let mut name = words.seat(seat).to_string();
        if seat == self.diagram.puzzle.position.declarer() {
            name = words.fill("sheet.declarer", &[("seat", &name)]);
        }
        self.bold(x, y + 12.0, 16.0, "start", &name);
        let lines = self.lines(seat);
        if lines.is_empty() {
            self.text(x, y + 12.0 + LINE, 15.0, "start", GREY, words.t("sheet.hidden"));
        }
        for (i, cards) in lines.iter().enumerate() {
            self.cards(x, y + 16.0 + (i + 1) as f32 * LINE, cards);
        }
    }

    /// How many lines of a hand the middle takes.
    fn middle_lines(&self) -> usize {
        let position = &self.diagram.puzzle.position;
        let tricks = position.tricks().count();
        3.max(2 + tricks + usize::from(!position.trick().is_empty()))
    }

    /// Skat, the trick on the table, and earlier tricks.
    fn middle(&mut self, x: f32, mut y: f32) {
        let diagram = self.diagram;
        let words = &diagram.words;
        let position = &diagram.puzzle.position;
        if self.shown.skat != Skat::Absent {
            self.bold(x, y + 12.0, 16.0, "start", words.t("place.skat"));
        }
        match self.shown.skat {
            Skat::Cards(skat) => self.singles(x + 52.0, y + 12.0, &position.game().sorted(skat)),
            Skat::Hidden => self.text(x + 52.0, y + 12.0, 15.0, "start", GREY, words.t("sheet.hidden")),
            Skat::Asked => self.text(x + 52.0, y + 12.0, 15.0, "start", GREY, words.t("sheet.asked")),
            Skat::Found(skat) => {
                self.text(x + 52.0, y + 12.0, 15.0, "start", GREY, words.t("sheet.found"));
                y += LINE;
                self.singles(x, y + 12.0, &position.game().sorted(skat));
            }
            Skat::Absent => {}
        }
        y += LINE + 8.0;
        let first = wording::trick_number(position, 0) - position.tricks().count();
        for (i, trick) in position.tricks().enumerate() {
            let cards: Vec<Card> = trick.iter().map(|play| play.card).collect();
            let name = words.fill("sheet.trick", &[("n", &words.ordinal((first + i) as u64))]);
            self.text(x, y + 12.0, 14.0, "start", GREY, &name);
            self.singles(x + 66.0, y + 12.0, &cards);
            y += LINE;
        }
        let trick = position.trick();
        if let Some(first) = trick.first() {
            let name = words.fill("sheet.led", &[("seat", &words.seat(first.seat))]);
            self.text(x, y + 12.0, 15.0, "start", INK, &name);
            let cards: Vec<Card> = trick.iter().map(|play| play.card).collect();
            self.singles(x, y + 12.0 + LINE, &cards);
        } else if let Some(turn) = wording::turn(position, words) {
            self.text(x, y + 12.0, 15.0, "start", INK, &turn);
        }
    }

    /// One line: the suit once, then its ranks; jacks with their own suits.
    fn cards(&mut self, x: f32, y: f32, cards: &[Card]) {
        let Some(first) = cards.first() else { return };
        let mixed = cards.iter().any(|card| card.suit() != first.suit());
        let jacks = cards.iter().all(|card| card.rank() == Rank::Jack);
        if mixed || jacks && self.diagram.puzzle.position.game() != Game::Null {
            self.singles(x, y, cards);
            return;
        }
        self.pip(x + 8.0, y - 6.0, 16.0, first.suit());
        let mut at = x + 34.0;
        for card in cards {
            self.rank(at, y, card.rank());
            at += 23.0;
        }
    }

    /// Cards one by one, each with its suit.
    fn singles(&mut self, x: f32, y: f32, cards: &[Card]) {
        for (i, card) in cards.iter().enumerate() {
            let at = x + i as f32 * 44.0;
            self.pip(at + 8.0, y - 6.0, 16.0, card.suit());
            self.rank(at + 26.0, y, card.rank());
        }
    }

    fn rank(&mut self, x: f32, y: f32, rank: Rank) {
        let text = self.diagram.words.corner(rank);
        let _ = writeln!(
            self.body,
            "<text class=\"rank\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{RANK}\" text-anchor=\"middle\" \
             fill=\"{INK}\" stroke=\"{INK}\" stroke-width=\"0.45\">{text}</text>"
        );
    }

    fn pip(&mut self, x: f32, y: f32, size: f32, suit: Suit) {
        let _ = writeln!(
            self.body,
            "<use href=\"#{suit}\" transform=\"translate({x:.1} {y:.1}) scale({:.2})\"/>",
            size / 2.0
        );
    }

    /// The four suits, drawn once and used everywhere.
    fn suits(&self) -> String {
        let german = self.diagram.words.faces == Faces::German;
        let mut defs = String::from("<defs>\n");
        for suit in Suit::ALL {
            let pieces = if german { pips::german(suit) } else { pips::french(suit) };
            let _ = write!(defs, "<g id=\"{suit}\">");
            for piece in pieces {
                let fill = match piece.tone {
                    Tone::Suit => self.colour(suit),
                    Tone::Paper => "#ffffff",
                    Tone::Shade if self.diagram.ink == Ink::Grey => "#333333",
                    Tone::Shade => shade(suit),
                };
                let mut path = String::new();
                for (i, [px, py]) in piece.points.iter().enumerate() {
                    let _ = write!(path, "{}{px:.3} {py:.3}", if i == 0 { "M" } else { "L" });
                }
                let _ = write!(defs, "<path d=\"{path}Z\" fill=\"{fill}\"/>");
            }
            defs.push_str("</g>\n");
        }
        defs + "</defs>\n"
    }

    fn colour(&self, suit: Suit) -> &'static str {
        match (self.diagram.ink, self.diagram.words.faces, suit) {
            (Ink::Grey, _, Suit::Clubs | Suit::Spades) => "#000000",
            (Ink::Grey, _, Suit::Hearts | Suit::Diamonds) => "#7a7a7a",
            (_, _, Suit::Clubs) | (_, Faces::TwoColour, Suit::Spades) => "#111111",
            (_, _, Suit::Hearts) | (_, Faces::TwoColour, Suit::Diamonds) => "#c21f1f",
            (_, _, Suit::Spades) => "#1b743b",
            (_, _, Suit::Diamonds) => "#e07a0b",
        }
    }

    fn prose(&mut self, mut y: f32, text: &str) -> f32 {
        for line in text.lines().flat_map(|paragraph| wrap(paragraph, LETTERS)) {
            self.text(MARGIN, y + 12.0, 16.0, "start", INK, &line);
            y += PROSE;
        }
        y
    }

    fn text(&mut self, x: f32, y: f32, size: f32, anchor: &str, fill: &str, text: &str) {
        let _ = writeln!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"{anchor}\" fill=\"{fill}\">{}</text>",
            plain::xml(text)
        );
    }

    /// Bold by an outline, because only one weight is embedded.
    fn bold(&mut self, x: f32, y: f32, size: f32, anchor: &str, text: &str) {
        let _ = writeln!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"{anchor}\" fill=\"{INK}\" \
             stroke=\"{INK}\" stroke-width=\"{:.2}\">{}</text>",
            size * 0.035,
            plain::xml(text)
        );
    }
}

fn shade(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs => "#5b3b1a",
        Suit::Spades => "#0f4a25",
        Suit::Hearts => "#7d1414",
        Suit::Diamonds => "#94500a",
    }
}

/// Jacks of a trump game first, then the suits, trumps before plain ones.
fn lines(game: Game, cards: Cards) -> Vec<Vec<Card>> {
    let mut lines = Vec::new();
    let mut rest = cards;
    if game != Game::Null {
        lines.push(game.sorted(cards & Cards::JACKS));
        rest -= Cards::JACKS;
    }
    let mut suits = vec![Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds];
    if let Game::Suit(trump) = game {
        suits.retain(|&suit| suit != trump);
        suits.insert(0, trump);
    }
    lines.extend(suits.into_iter().map(|suit| game.sorted(rest & Cards::suit(suit))));
    lines.retain(|line| !line.is_empty());
    lines
}

/// Breaks a paragraph at blanks; a word longer than a line stays whole.
fn wrap(text: &str, letters: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().map_or(0, |line| line.chars().count());
        if line > 0 && line + 1 + word.chars().count() > letters {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}
