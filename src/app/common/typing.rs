//! Typing cards: a field for them, and how people write them.

use crate::app::Cx;
use crate::app::theme::GAP;
use crate::cards::{Card, Cards, Deck, SpellingError, parse_list};
use crate::problems;
use crate::words::Faces;
use egui::{Event, Id, Key, RichText, TextEdit, Ui};

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
    /// What was typed and has not reached the field: before it had the keyboard, or after an Enter. A slow frame brings a
    /// whole line at once.
    waiting: Vec<Event>,
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
        let mut typed = std::mem::take(&mut self.waiting);
        ui.input(|input| typed.extend(input.events.iter().filter(is_typed).cloned()));
        let begins = |event: &Event| matches!(event, Event::Text(text) if text.to_lowercase().starts_with(BEGINS_A_CARD));
        // Several letters may arrive in one frame: what follows a beginning belongs to it.
        if let Some(at) = typed.iter().position(begins) {
            self.waiting.extend(typed.split_off(at));
            self.wants_focus = true;
        }
        let text = |event| match event {
            Event::Text(text) => Some(text),
            _ => None,
        };
        typed.into_iter().filter_map(text).collect()
    }

    /// Takes the next letter that was typed out of the queue if it is a digit.
    pub fn next_digit(&mut self, ui: &Ui) -> Option<usize> {
        let digit = |events: &mut Vec<Event>| {
            let at = events.iter().position(|event| matches!(event, Event::Text(_)) || is_enter(event))?;
            let Event::Text(text) = &events[at] else { return None };
            let digit = text.parse().ok()?;
            events.remove(at);
            Some(digit)
        };
        match self.waiting.is_empty() {
            true => ui.input_mut(|input| digit(&mut input.events)),
            false => digit(&mut self.waiting),
        }
    }

    /// Hands the field, which has the keyboard, what is typed up to an Enter; that ends its turn, and what follows has to wait for
    /// the next one.
    fn take_turn(&mut self, ui: &Ui) {
        ui.input_mut(|input| {
            let (typed, others): (Vec<Event>, Vec<Event>) =
                std::mem::take(&mut input.events).into_iter().partition(|event| is_typed(&event));
            self.waiting.extend(typed);
            let end = self.waiting.iter().position(is_enter).map_or(self.waiting.len(), |at| at + 1);
            input.events = self.waiting.drain(..end).chain(others).collect();
        });
        if !self.waiting.is_empty() {
            ui.ctx().request_repaint();
        }
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
        if ui.memory(|memory| memory.has_focus(id)) {
            self.take_turn(ui);
        }
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

/// A field for a set of cards. It shows the set; what is typed stays as it is until it can be read.
#[derive(Clone, Debug, Default)]
pub struct CardsField {
    text: String,
    /// The cards that the text stands for, and in which deck.
    shown: Option<(Cards, Faces)>,
    wrong: Option<String>,
}

impl CardsField {
    /// Draws the field; the cards if they were changed in it.
    pub fn ui(&mut self, ui: &mut Ui, name: &str, now: Cards, cx: &Cx<'_>) -> Option<Cards> {
        let words = cx.words;
        if self.shown != Some((now, words.faces)) && self.wrong.is_none() {
            let cards: Vec<String> = now.iter().map(|card| words.short_card(card)).collect();
            (self.text, self.shown) = (cards.join(" "), Some((now, words.faces)));
        }
        let field = TextEdit::singleline(&mut self.text).desired_width(f32::INFINITY);
        let mut entered = None;
        if ui.add(field).accessible_name(name).changed() {
            match read(&self.text, words.faces) {
                Ok(cards) => {
                    let cards: Cards = cards.into_iter().collect();
                    (self.shown, self.wrong) = (Some((cards, words.faces)), None);
                    entered = Some(cards);
                }
                Err(error) => self.wrong = Some(problems::spelling(&words, &error)),
            }
        }
        if let Some(wrong) = &self.wrong {
            ui.label(RichText::new(wrong).color(cx.tokens.bad));
        }
        entered
    }
}

/// Whether an event is a letter, or a key that means something in a field.
fn is_typed(event: &&Event) -> bool {
    matches!(event, Event::Text(_) | Event::Key { pressed: true, .. })
}

fn is_enter(event: &Event) -> bool {
    matches!(event, Event::Key { key: Key::Enter, pressed: true, .. })
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
