//! Settings: language, look, and how much of the machine the engine may take.

use crate::app::own_deck::DeckState;
use crate::app::settings::{Settings, ThemeChoice};
use crate::app::theme::{GAP, Tokens};
use crate::app::widgets::cards::{Deck, Look, size};
use crate::app::widgets::fields::{caption, choice};
use crate::puzzle::Language;
use crate::words::{Faces, Words};
use egui::{Rect, RichText, Slider, Ui, vec2};

/// What the page asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeckEvent {
    /// A folder with card pictures.
    Folder,
    /// A zip file with card pictures.
    Zip,
}

/// Draws the page.
pub fn ui(ui: &mut Ui, words: &Words, settings: &mut Settings, deck: DeckState<'_>) -> Option<DeckEvent> {
    caption(ui, words.t("settings.language"));
    let languages = [
        (None, words.t("settings.system")),
        (Some(Language::German), "Deutsch"),
        (Some(Language::English), "English"),
    ];
    if let Some(language) = choice(ui, words.t("settings.language"), Some(settings.language), &languages) {
        settings.language = language;
    }
    caption(ui, words.t("settings.theme"));
    let themes = [
        (ThemeChoice::System, words.t("settings.system")),
        (ThemeChoice::Light, words.t("settings.light")),
        (ThemeChoice::Dark, words.t("settings.dark")),
    ];
    if let Some(theme) = choice(ui, words.t("settings.theme"), Some(settings.theme), &themes) {
        settings.theme = theme;
    }
    caption(ui, words.t("settings.deck"));
    let decks = [
        (Faces::FourColour, words.t("settings.four")),
        (Faces::TwoColour, words.t("settings.two")),
        (Faces::German, words.t("settings.german")),
    ];
    if let Some(faces) = choice(ui, words.t("settings.deck"), Some(settings.faces), &decks) {
        settings.faces = faces;
    }
    deck_sample(ui, settings);
    let event = own_deck(ui, words, settings, deck);
    ui.horizontal_wrapped(|ui| {
        let comfort = &mut settings.comfort;
        ui.checkbox(&mut comfort.less_motion, words.t("settings.less_motion"))
            .on_hover_text(words.t("settings.less_motion.why"));
        ui.checkbox(&mut comfort.large_targets, words.t("settings.large_targets"))
            .on_hover_text(words.t("settings.large_targets.why"));
    });
    ui.add_space(GAP / 2.0);
    egui::Grid::new("settings").num_columns(2).spacing(vec2(16.0, 8.0)).show(ui, |ui| {
        let percent = |n: f64, _| format!("{:.0} %", n * 100.0);
        let label = caption(ui, words.t("settings.size"));
        let mut zoom = settings.zoom;
        // Only when released: a slider must not grow under the pointer.
        let id = ui.scope_id().with("zoom being dragged");
        zoom = ui.data(|data| data.get_temp(id)).unwrap_or(zoom);
        let slider = ui
            .add(Slider::new(&mut zoom, 0.5..=3.0).step_by(0.1).custom_formatter(percent))
            .labelled_by(label.id);
        if slider.dragged() {
            ui.data_mut(|data| data.insert_temp(id, zoom));
        } else {
            ui.data_mut(|data| data.remove_temp::<f32>(id));
            settings.zoom = zoom;
        }
        ui.end_row();
        let label = caption(ui, words.t("settings.memory"));
        ui.add(Slider::new(&mut settings.memory, 16..=8192).logarithmic(true).suffix(" MB"))
            .labelled_by(label.id);
        ui.end_row();
        let label = caption(ui, words.t("settings.threads"));
        ui.add(Slider::new(&mut settings.threads, 1..=16)).labelled_by(label.id);
        ui.end_row();
        let label = caption(ui, words.t("settings.pause"));
        let seconds = |n: f64, _| words.decimal(n, 1);
        let pause = Slider::new(&mut settings.cards.pause, 0.0..=3.0).step_by(0.1).suffix(" s");
        ui.add(pause.custom_formatter(seconds)).labelled_by(label.id);
        ui.end_row();
    });
    event
}

/// Card pictures of one's own: which, what became of them, and the buttons to choose others.
fn own_deck(ui: &mut Ui, words: &Words, settings: &mut Settings, deck: DeckState<'_>) -> Option<DeckEvent> {
    let mut event = None;
    caption(ui, words.t("deck.own")).on_hover_text(words.t("deck.own_why"));
    ui.horizontal(|ui| {
        for (key, chosen) in [("deck.folder", DeckEvent::Folder), ("deck.zip", DeckEvent::Zip)] {
            if ui.button(words.t(key)).on_hover_text(words.t("deck.own_why")).clicked() {
                event = Some(chosen);
            }
        }
        if let Some(path) = settings.cards.own_deck.clone() {
            if ui.button(words.t("deck.remove")).clicked() {
                settings.cards.own_deck = None;
            }
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
            let label = egui::Label::new(name.as_ref()).truncate();
            ui.add(label).on_hover_text(path.display().to_string());
        }
    });
    match deck {
        DeckState::Reading => {
            ui.label(words.t("deck.reading"));
        }
        DeckState::Failed(why) => {
            ui.add(egui::Label::new(RichText::new(why).color(Tokens::of(ui.ctx()).bad)).wrap());
        }
        DeckState::None | DeckState::Ready => {}
    }
    event
}

/// Four cards of the chosen deck.
fn deck_sample(ui: &mut Ui, settings: &Settings) {
    let words = settings.words();
    let tokens = Tokens::of(ui.ctx());
    let deck = Deck { texts: &words, tokens: &tokens };
    let card = size(58.0);
    let (rect, _) = ui.allocate_exact_size(vec2(5.0 * (card.x + GAP), card.y + 6.0), egui::Sense::hover());
    let at = |i: usize| Rect::from_min_size(rect.min + vec2(i as f32 * (card.x + GAP), 3.0), card);
    for (i, name) in ["CJ", "SA", "HK", "DT"].into_iter().enumerate() {
        if let Ok(card) = name.parse() {
            deck.face(ui.painter(), at(i), card, &Look::default());
        }
    }
    deck.back(ui.painter(), at(4), &Look::default());
}
