//! Typing cards: a field for them, and how people write them.

use crate::app::Cx;
use crate::app::theme::GAP;
use crate::cards::{Card, Cards, Deck, SpellingError, parse_list};
use crate::problems;
use crate::words::Faces;
use egui::{Id, Key, RichText, TextEdit, Ui};

/// Letters with which a card can begin, in both decks and as words.
const BEGINS_A_CARD: [char; 11] = ['c', 's', 'p', 'h', 'd', 'k', 'e', 'g', 'l', 'r', '♣'];

/// A field for cards, and what was wrong with the last ones.
#[derive(Default)]
pub struct Typing {
    /// What stands in the field.
    pub text: String,
    /// What is wrong with it.
    pub complaint: Option<String>,
    wants_focus: bool,
}

impl Typing {
    /// Gives the field the keyboard, with a beginning.
    pub fn focus(&mut self, beginning: &str) {
        self.text.push_str(beginning);
        self.wants_focus = true;
    }

    /// Hears letters that no field has asked for: one that begins a card goes into this field. Returns
    /// the others. Silent while a menu or a sheet has the keyboard.
    pub fn listen(&mut self, ui: &Ui) -> Vec<String> {
        let ctx = ui.ctx();
        let modal = ctx.memory(|memory| memory.top_modal_layer().is_some());
        if modal || ctx.any_popup_open() || ctx.text_edit_focused() {
            return Vec::new();
        }
        let text = |event: &egui::Event| match event {
            egui::Event::Text(text) => Some(text.clone()),
            _ => None,
        };
        let typed: Vec<String> = ui.input(|input| input.events.iter().filter_map(text).collect());
        let begins = |text: &String| text.to_lowercase().starts_with(BEGINS_A_CARD);
        // Several letters may arrive in one frame: what follows a beginning belongs to it.
        let at = typed.iter().position(begins).unwrap_or(typed.len());
        for letters in &typed[at..] {
            self.focus(letters);
        }
        typed[..at].to_vec()
    }

    /// What stands in the field.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Empties the field.
    pub fn clear(&mut self) {
        self.text.clear();
        self.complaint = None;
    }

    /// Says what is wrong with the text.
    pub fn complain(&mut self, complaint: String) {
        self.complaint = Some(complaint);
    }

    /// What is wrong with the text.
    #[must_use]
    pub fn complaint(&self) -> Option<&str> {
        self.complaint.as_deref()
    }

    /// Draws the field; `Some` when Enter was pressed.
    pub fn ui(&mut self, ui: &mut Ui, id: Id, name: &str, hint: &str, width: f32) -> Option<String> {
        let field = TextEdit::singleline(&mut self.text).id(id).hint_text(hint).desired_width(width);
        let response = ui.add(field).accessible_name(name);
        if std::mem::take(&mut self.wants_focus) {
            response.request_focus();
            let mut state = egui::text_edit::TextEditState::load(ui.ctx(), id).unwrap_or_default();
            let end = egui::text::CCursor::new(self.text.chars().count());
            state.cursor.set_char_range(Some(egui::text::CCursorRange::one(end)));
            state.store(ui.ctx(), id);
        }
        if response.changed() {
            self.complaint = None;
        }
        let enter = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        enter.then(|| self.text.clone()).filter(|text| !text.trim().is_empty())
    }

    /// A field for one card, under a table: the card is handed over as soon as it is named and among the
    /// `playable`, any other with Enter.
    pub fn card_ui(&mut self, ui: &mut Ui, id: Id, playable: Cards, cx: &Cx<'_>) -> Option<Card> {
        let words = cx.words;
        let mut named = None;
        ui.horizontal(|ui| {
            let enter = self.ui(ui, id, words.t("play.typing"), words.t("play.typing_hint"), 230.0).is_some();
            match read(&self.text, words.faces) {
                Ok(cards) if cards.len() == 1 => {
                    named = Some(cards[0]).filter(|&card| enter || playable.has(card));
                }
                Ok(cards) if enter => {
                    let error = SpellingError::NotOne { count: cards.len() };
                    self.complain(problems::spelling(&words, &error));
                }
                Err(error) if enter => self.complain(problems::spelling(&words, &error)),
                _ => {}
            }
            if let Some(complaint) = self.complaint() {
                ui.add_space(GAP);
                ui.label(RichText::new(complaint).color(cx.tokens.bad));
            }
        });
        if named.is_some() {
            self.clear();
            ui.ctx().memory_mut(|memory| memory.surrender_focus(id));
        }
        named
    }
}

/// Whether a text is a list of cards.
pub fn are_cards(text: &str, faces: Faces) -> bool {
    read(text, faces).is_ok_and(|cards| !cards.is_empty())
}

/// Reads typed cards. Kreuz and Karo share their first letter, so players write `kr` and `ka`; the
/// library reads only letters and whole words.
///
/// # Errors
/// What is no card, and where it stands.
pub fn read(text: &str, faces: Faces) -> Result<Vec<Card>, SpellingError> {
    let deck = if faces == Faces::German { Deck::German } else { Deck::French };
    let (short, cuts) = german_shorthand(text);
    parse_list(&short, deck).map_err(|mut error| {
        if let SpellingError::NoSuit { column, .. }
        | SpellingError::NoRank { column, .. }
        | SpellingError::Unfinished { column }
        | SpellingError::Twice { column, .. } = &mut error
        {
            // Say where it stands in what was typed.
            *column += cuts.iter().filter(|&&cut| cut < *column).count();
        }
        error
    })
}

/// Replaces `kr`, `ka`, `he`, `pi` by single letters; also returns the columns where that was done.
fn german_shorthand(text: &str) -> (String, Vec<usize>) {
    const SHORT: [(&str, &str, char); 4] =
        [("kr", "kreuz", 'c'), ("ka", "karo", 'd'), ("he", "herz", 'h'), ("pi", "pik", 'p')];
    let lower = text.to_lowercase();
    let (mut result, mut cuts) = (String::new(), Vec::new());
    let mut rest = lower.as_str();
    while let Some(c) = rest.chars().next() {
        let begins = !result.ends_with(char::is_alphabetic);
        let hit =
            SHORT.iter().find(|(name, word, _)| begins && rest.starts_with(name) && !rest.starts_with(word));
        let (letter, read) = hit.map_or((c, c.len_utf8()), |&(name, _, letter)| (letter, name.len()));
        result.push(letter);
        if hit.is_some() {
            cuts.push(result.chars().count());
        }
        rest = &rest[read..];
    }
    (result, cuts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kreuz_and_karo_may_be_shortened() {
        let read = |text: &str| format!("{:?}", super::read(text, Faces::FourColour));
        assert_eq!(read("krb ka7 Kreuz-Ass karo 9 h10 pik d"), "Ok([CJ, D7, CA, D9, HT, SQ])");
        assert_eq!(read("krb ka7 hea pi8"), "Ok([CJ, D7, HA, S8])");
    }
}
