//! The settings, page by page.

mod general;
mod keys_page;
mod storage_page;

use super::Kiebitz;
use super::files::Purpose;
use super::keys::{KeyFileError, KeyFileProblem, Keys};
use super::own_deck::DeckState;
use super::theme::GAP;
use super::widgets::fields::choice;
use crate::engine::file_writer::ChosenFile;
use crate::problems;
use crate::words::Words;
use general::DeckEvent;
use keys_page::{KeysEvent, KeysPage};
use std::path::Path;
use storage_page::StoragePage;

/// A file of keys is a few lines; what is longer is something else.
const LONGEST: u64 = 100_000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Page {
    #[default]
    General,
    Keys,
    Storage,
}

/// What is open in the dialog.
#[derive(Default)]
pub struct SettingsDialog {
    page: Page,
    keys: KeysPage,
    storage: StoragePage,
}

impl SettingsDialog {
    /// The page of the manual about the page that is open.
    pub(super) fn help(&self) -> &'static str {
        match self.page {
            Page::General => "settings",
            Page::Keys => "keys#change",
            Page::Storage => "files#storage",
        }
    }
}

impl Kiebitz {
    pub(super) fn settings_ui(&mut self, ctx: &egui::Context) {
        let mut dialog = std::mem::take(&mut self.over.settings);
        let (mut event, mut deck_event) = (None, None);
        // Taken out for the moment, because the sheet borrows the window.
        let state = match self.files.deck.state() {
            DeckState::Failed(why) => Err(why.to_string()),
            DeckState::None => Ok(DeckState::None),
            DeckState::Reading => Ok(DeckState::Reading),
            DeckState::Ready => Ok(DeckState::Ready),
        };
        let data = self.files.data.clone();
        self.sheet_ui(ctx, 660.0, |ui, words, settings| {
            ui.heading(words.t("command.settings"));
            ui.add_space(GAP / 2.0);
            let pages = [
                (Page::General, words.t("settings.general")),
                (Page::Keys, words.t("command.keys")),
                (Page::Storage, words.t("settings.storage")),
            ];
            if let Some(page) = choice(ui, words.t("tab.name"), Some(dialog.page), &pages) {
                dialog.page = page;
            }
            ui.separator();
            // One height for all pages, so that the tabs stay under the pointer.
            ui.set_min_height((ui.ctx().content_rect().height() - 220.0).min(540.0));
            match dialog.page {
                Page::General => {
                    let state = state.as_ref().map_or_else(|why| DeckState::Failed(why), |state| *state);
                    deck_event = general::ui(ui, words, settings, state);
                }
                Page::Keys => event = dialog.keys.ui(ui, words, &mut settings.keys),
                Page::Storage => dialog.storage.ui(ui, words, data.as_ref()),
            }
        });
        if self.dialog.is_some() {
            self.over.settings = dialog;
        }
        let suggestion = self.folder().join(self.words().t("keys.file")).with_extension("txt");
        match event {
            Some(KeysEvent::Save) => self.files.ask(Purpose::SaveKeys, &suggestion, None),
            Some(KeysEvent::Open) => self.files.ask(Purpose::OpenKeys, &suggestion, None),
            None => {}
        }
        let folder = self.folder().join("");
        match deck_event {
            Some(DeckEvent::Folder) => self.files.ask(Purpose::DeckFolder, &folder, None),
            Some(DeckEvent::Zip) => self.files.ask(Purpose::DeckZip, &folder, None),
            None => {}
        }
    }

    /// Writes the keys that were changed.
    pub(super) fn save_keys(&mut self, file: ChosenFile) {
        let text = format!("{}\n{}", self.words().t("keys.file_head"), self.settings.keys.to_file());
        self.write_text(file, text);
    }

    /// Takes the keys of a file, all or none.
    pub(super) fn open_keys(&mut self, path: &Path) {
        let words = self.words();
        let name = path.display();
        let read = read_short(path).map_err(|error| problems::io_error(&words, &error));
        match read.and_then(|text| Keys::from_file(&text).map_err(|error| explain(&error, &words))) {
            Ok(keys) => {
                self.settings.keys = keys;
                self.toasts.done(words.fill("keys.taken_over", &[("file", &name)]));
            }
            Err(why) => self.toasts.problem(words.fill("open.failed", &[("file", &name), ("why", &why)])),
        }
    }
}

/// The text of a small file.
fn read_short(path: &Path) -> std::io::Result<String> {
    let found = std::fs::metadata(path)?;
    if !found.is_file() || found.len() > LONGEST {
        return Err(std::io::ErrorKind::InvalidData.into());
    }
    std::fs::read_to_string(path)
}

/// What is wrong with a file of keys.
fn explain(error: &KeyFileError, words: &Words) -> String {
    let why = match &error.problem {
        KeyFileProblem::NoEquals => words.t("keys.no_equals").to_string(),
        KeyFileProblem::Command(name) => words.fill("keys.no_command", &[("name", name)]),
        KeyFileProblem::Key(name) => words.fill("keys.no_key", &[("name", name)]),
        KeyFileProblem::Fixed(command) => words.fill("keys.fixed_line", &[("command", &command.name(words))]),
        KeyFileProblem::Taken(other) => words.fill("keys.taken_line", &[("command", &other.name(words))]),
    };
    words.fill("keys.line", &[("line", &error.line), ("why", &why)])
}
