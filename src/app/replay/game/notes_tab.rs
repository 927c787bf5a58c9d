//! What the person writes about the game: a bookmark, comments, marks on cards, variations that are kept.

use super::view::GameView;
use crate::app::Cx;
use crate::app::replay::notepad::Notepad;
use crate::app::theme::GAP;
use crate::app::widgets::fields::{anchored, caption, choice, section, toggle};
use crate::archive::notes::{CardNote, Mark, NotedLine};
use crate::cards::Card;
use crate::words::Words;
use egui::{Button, RichText, ScrollArea, TextEdit, Ui};

/// What was clicked.
enum Wish {
    /// To go to the moment after so many cards.
    Card(usize),
    /// To try a kept variation.
    Line(usize),
    /// To forget one.
    Forget(usize),
}

impl GameView {
    /// The page. Whatever changes goes to the disk by itself.
    pub(super) fn notes_ui(&mut self, ui: &mut Ui, notes: &mut Notepad, cx: &Cx<'_>) {
        let before = self.note.clone();
        let mut wish = None;
        ScrollArea::vertical().auto_shrink(false).id_salt("notes").show(ui, |ui| {
            anchored(ui, "note game", |ui| self.whole_ui(ui, cx));
            anchored(ui, "note card", |ui| self.card_ui(ui, cx));
            anchored(ui, "note lines", |ui| wish = self.lines_ui(ui, cx));
            anchored(ui, "note cards", |ui| wish = self.noted_cards_ui(ui, cx).or(wish.take()));
            caption(ui, cx.words.t("notes.why"));
        });
        match wish {
            Some(Wish::Card(cards)) => self.walk.go_to_card(cards),
            Some(Wish::Line(at)) => self.try_line(at),
            Some(Wish::Forget(at)) => {
                self.note.lines.remove(at);
            }
            None => {}
        }
        if self.note != before {
            self.note.touch();
            notes.write(self.key, self.note.clone(), self.archive.clone());
        }
    }

    fn whole_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        let label = format!("★ {}", words.t("notes.bookmark"));
        if toggle(ui, self.note.bookmark, &label, words.t("notes.bookmark")).clicked() {
            self.note.bookmark = !self.note.bookmark;
        }
        let label = caption(ui, words.t("notes.game"));
        ui.add(field(&mut self.note.comment, 3)).labelled_by(label.id);
    }

    /// Mark and comment of the card that was played last, or the variation that is being tried.
    fn card_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        if let Some(variation) = self.walk.variation() {
            let (from, cards) = (variation.from as u8, variation.cards[..variation.at].to_vec());
            let kept = self.note.lines.iter().any(|line| line.after == from && line.cards == cards);
            ui.add_space(GAP / 2.0);
            ui.label(line_text(&words, from, &cards));
            if ui.add_enabled(!kept, Button::new(words.t("notes.keep"))).clicked() {
                self.note.keep_line(from, &cards);
            }
            return;
        }
        let Some((number, card)) = self.walk.last_played() else {
            caption(ui, words.t("notes.no_card"));
            return;
        };
        let n = number + 1;
        let mut now = self.note.on_card(n).cloned().unwrap_or_default();
        now.card = n as u8;
        section(ui, &card_text(&words, n, card));
        let mut marks = vec![(None, "–")];
        marks.extend(Mark::ALL.map(|mark| (Some(mark), mark.sign())));
        if let Some(mark) = choice(ui, words.t("notes.mark"), Some(now.mark), &marks) {
            now.mark = mark;
        }
        ui.add(field(&mut now.comment, 2)).accessible_name(words.t("notes.card"));
        if self.note.on_card(n).cloned().unwrap_or(CardNote { card: n as u8, ..CardNote::default() }) != now {
            self.note.set_card(now);
        }
    }

    fn lines_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>) -> Option<Wish> {
        let words = cx.words;
        let mut wish = None;
        if !self.note.lines.is_empty() {
            section(ui, words.t("notes.lines_title"));
        }
        for (at, NotedLine { after, cards, comment }) in self.note.lines.iter_mut().enumerate() {
            let text = line_text(&words, *after, cards);
            ui.horizontal(|ui| {
                let forget = words.fill("notes.forget", &[("line", &text)]);
                if ui.add(Button::new("×").small()).accessible_name(forget).clicked() {
                    wish = Some(Wish::Forget(at));
                }
                if ui.add(Button::new(&text).wrap()).clicked() {
                    wish = Some(Wish::Line(at));
                }
            });
            let name = words.fill("notes.about_line", &[("line", &text)]);
            ui.add(field(comment, 1)).accessible_name(name);
        }
        wish
    }

    /// All cards of which something is said.
    fn noted_cards_ui(&self, ui: &mut Ui, cx: &Cx<'_>) -> Option<Wish> {
        let words = cx.words;
        let mut wish = None;
        let played = self.walk.game.play.as_ref().map_or(&[][..], |play| &play.cards);
        if !self.note.cards.is_empty() {
            section(ui, words.t("notes.cards_title"));
        }
        for note in &self.note.cards {
            let n = usize::from(note.card);
            let Some(&card) = n.checked_sub(1).and_then(|at| played.get(at)) else { continue };
            let sign = note.mark.map_or("", Mark::sign);
            let text = format!("{} {sign} {}", card_text(&words, n, card), note.comment);
            if ui.add(Button::new(text.trim()).wrap()).clicked() {
                wish = Some(Wish::Card(n));
            }
        }
        wish
    }

    /// Puts the cards of a kept variation on the table.
    fn try_line(&mut self, at: usize) {
        let Some(line) = self.note.lines.get(at).cloned() else { return };
        self.walk.go_to_card(line.after.into());
        for card in line.cards {
            // A file that somebody else wrote may hold cards that do not fit: as far as they go.
            if self.walk.play(card).is_err() {
                break;
            }
        }
        self.playing = None;
    }

    /// What is written about a card, above what the analysis thinks of it.
    pub(super) fn said_ui(&self, ui: &mut Ui, card: usize, cx: &Cx<'_>) {
        let Some(note) = self.note.on_card(card) else { return };
        let text = format!("✏ {} {}", note.mark.map_or("", Mark::sign), note.comment);
        ui.add(egui::Label::new(RichText::new(text.trim()).color(cx.tokens.accent)).wrap());
    }
}

fn field(text: &mut String, rows: usize) -> TextEdit<'_> {
    TextEdit::multiline(text).desired_rows(rows).desired_width(f32::INFINITY)
}

fn card_text(words: &Words, n: usize, card: Card) -> String {
    words.fill("notes.at_card", &[("n", &n), ("card", &words.card(card))])
}

fn line_text(words: &Words, after: u8, cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(|&card| words.short_card(card)).collect();
    words.fill("notes.line", &[("n", &after), ("cards", &cards.join(" "))])
}
