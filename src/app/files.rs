//! Choosing files: a field for the path, recent files, and the system's dialog on demand.
//!
//! The dialog runs on its own thread and may be missing altogether (no desktop portal), so the
//! path field is always there.

use crate::app::settings::Settings;
use crate::app::theme::{GAP, Tokens};
use crate::app::widgets::fields;
use crate::print::Format;
use crate::words::Words;
use egui::{Key, RichText, TextEdit};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};

/// What a file is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Open a puzzle.
    Open,
    /// Save the puzzle.
    Save,
    /// Write the diagram.
    Svg,
    /// Write the diagram as a picture.
    Png,
    /// Open an archive of games.
    Archive,
    /// Write games.
    Games,
    /// Write a table of games.
    Csv,
    /// A folder with puzzles.
    Folder,
    /// Write a tree as a drawing.
    TreeSvg,
    /// Write a tree as text.
    TreeText,
    /// Write a proof.
    Proof,
    /// A folder to write puzzles into.
    SaveFolder,
    /// Write a sheet of puzzles.
    Sheet(Format),
    /// Write the keys that were changed.
    SaveKeys,
    /// Read keys.
    OpenKeys,
    /// A folder with card pictures.
    DeckFolder,
    /// A zip file with card pictures.
    DeckZip,
}

impl Purpose {
    /// The title of its prompt, and the endings of its files, the usual one first.
    const fn about(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Purpose::Open => ("file.open_title", &["ron", "sgf", "gz", "bz2"]),
            Purpose::Save => ("file.save_title", &["ron"]),
            Purpose::Svg => ("file.svg_title", &["svg"]),
            Purpose::Png => ("file.png_title", &["png"]),
            Purpose::Archive => ("file.archive_title", &["sgf", "gz", "bz2"]),
            Purpose::Games => ("file.games_title", &["sgf"]),
            Purpose::Csv => ("file.csv_title", &["csv", "jsonl", "parquet"]),
            Purpose::Folder => ("file.folder_title", &[]),
            Purpose::TreeSvg => ("file.tree_svg_title", &["svg"]),
            Purpose::TreeText => ("file.tree_text_title", &["txt"]),
            Purpose::Proof => ("file.proof_title", &["ron"]),
            Purpose::SaveKeys => ("file.save_keys_title", &["txt"]),
            Purpose::OpenKeys => ("file.open_keys_title", &["txt"]),
            Purpose::DeckFolder => ("file.deck_folder_title", &[]),
            Purpose::DeckZip => ("file.deck_zip_title", &["zip"]),
            Purpose::SaveFolder => ("file.save_folder_title", &[]),
            Purpose::Sheet(Format::Pdf) => ("file.sheet_title", &["pdf"]),
            Purpose::Sheet(Format::Svg) => ("file.sheet_title", &["svg"]),
            Purpose::Sheet(Format::Png(_)) => ("file.sheet_title", &["png"]),
            Purpose::Sheet(Format::Jpeg(_)) => ("file.sheet_title", &["jpg", "jpeg"]),
            Purpose::Sheet(Format::Tiff(_)) => ("file.sheet_title", &["tif", "tiff"]),
            Purpose::Sheet(Format::Html) => ("file.sheet_title", &["html", "htm"]),
            Purpose::Sheet(Format::Text) => ("file.sheet_title", &["txt"]),
            Purpose::Sheet(Format::Markdown) => ("file.sheet_title", &["md"]),
        }
    }

    /// The endings of its files.
    const fn endings(self) -> &'static [&'static str] {
        self.about().1
    }

    /// The usual ending.
    #[must_use]
    pub fn extension(self) -> &'static str {
        self.endings().first().copied().unwrap_or_default()
    }

    const fn is_reading(self) -> bool {
        matches!(self, Purpose::Open | Purpose::Archive | Purpose::Folder) || self.is_of_settings()
    }

    /// Whether it is none of the files that are worked on.
    const fn is_of_settings(self) -> bool {
        matches!(self, Purpose::OpenKeys | Purpose::DeckFolder | Purpose::DeckZip)
    }

    /// Whether a file of the chosen name is written.
    #[must_use]
    pub const fn is_writing(self) -> bool {
        !self.is_reading() && !matches!(self, Purpose::SaveFolder)
    }
}

/// The system's file dialog, or something that plays its part in tests.
pub trait Dialogs: Send + Sync {
    /// Asks for a path; blocks, so it is called off the window's thread.
    fn ask(&self, purpose: Purpose, suggestion: &Path) -> Option<PathBuf>;
}

/// The real one.
pub struct NativeDialogs;

impl Dialogs for NativeDialogs {
    fn ask(&self, purpose: Purpose, suggestion: &Path) -> Option<PathBuf> {
        let mut dialog = rfd::FileDialog::new();
        if !purpose.endings().is_empty() {
            dialog = dialog.add_filter(purpose.extension(), purpose.endings());
        }
        if let Some(folder) = suggestion.parent().filter(|folder| folder.is_dir()) {
            dialog = dialog.set_directory(folder);
        }
        if matches!(purpose, Purpose::Folder | Purpose::SaveFolder | Purpose::DeckFolder) {
            return dialog.pick_folder();
        }
        if purpose.is_reading() {
            return dialog.pick_file();
        }
        if let Some(name) = suggestion.file_name().and_then(|name| name.to_str()) {
            dialog = dialog.set_file_name(name);
        }
        dialog.save_file()
    }
}

/// The person's own folder, where files are likely to go.
#[must_use]
pub fn home() -> PathBuf {
    crate::storage::home().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// The path with the ending that belongs to the purpose: added to whatever stands there, so that a name with a dot in
/// it stays whole.
#[must_use]
pub fn with_ending(path: PathBuf, purpose: Purpose) -> PathBuf {
    let has = path.extension().is_some_and(|ending| {
        let ending = ending.to_string_lossy().to_lowercase();
        purpose.endings().contains(&ending.as_str())
    });
    if has || !purpose.is_writing() {
        return path;
    }
    let mut name = path.into_os_string();
    name.push(".");
    name.push(purpose.extension());
    PathBuf::from(name)
}

/// Whether two paths are the same file.
#[must_use]
pub fn is_same(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path)).ok();
    a == b || real(a).is_some() && real(a) == real(b)
}

/// Whether a file is an archive of games, by its name.
#[must_use]
pub fn is_archive(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| Purpose::Archive.endings().contains(&ending.as_str()))
}

/// The prompt that is open.
pub struct FilePrompt {
    /// What for.
    pub purpose: Purpose,
    path: String,
    answer: Option<Receiver<Option<PathBuf>>>,
    focused: bool,
    /// Why the last attempt failed.
    pub complaint: Option<String>,
}

/// What became of a prompt.
pub enum Chosen {
    /// Still open.
    Waiting,
    /// Closed without a path.
    Cancelled,
    /// This path.
    Path(PathBuf),
}

impl FilePrompt {
    /// A prompt that suggests a path.
    #[must_use]
    pub fn new(purpose: Purpose, suggestion: &Path) -> FilePrompt {
        let path = suggestion.display().to_string();
        FilePrompt { purpose, path, answer: None, focused: false, complaint: None }
    }

    fn browse(&mut self, dialogs: &std::sync::Arc<dyn Dialogs>, ctx: &egui::Context) {
        let (send, receive) = channel();
        let (dialogs, ctx) = (std::sync::Arc::clone(dialogs), ctx.clone());
        let (purpose, suggestion) = (self.purpose, PathBuf::from(&self.path));
        std::thread::spawn(move || {
            send.send(dialogs.ask(purpose, &suggestion)).ok();
            ctx.request_repaint();
        });
        self.answer = Some(receive);
    }

    /// Draws the prompt.
    pub fn ui(
        &mut self,
        ctx: &egui::Context,
        words: &Words,
        settings: &Settings,
        dialogs: &std::sync::Arc<dyn Dialogs>,
    ) -> Chosen {
        let answer = self.answer.as_ref().and_then(|answer| answer.try_recv().ok());
        if let Some(answer) = answer {
            self.answer = None;
            match answer {
                Some(path) => return Chosen::Path(with_ending(path, self.purpose)),
                None => self.complaint = Some(words.t("file.no_dialog").into()),
            }
        }
        let mut chosen = Chosen::Waiting;
        let tokens = Tokens::of(ctx);
        let modal = fields::modal(ctx, "file prompt").show(ctx, |ui| {
            ui.set_width(560.0);
            let button = if self.purpose.is_reading() { "file.open_button" } else { "file.save_button" };
            ui.heading(words.t(self.purpose.about().0));
            ui.add_space(GAP);
            let caption = ui.label(RichText::new(words.t("file.path")).color(tokens.faint));
            let mut go = false;
            ui.horizontal(|ui| {
                let width = ui.available_width() - 150.0;
                let field =
                    ui.add(TextEdit::singleline(&mut self.path).desired_width(width)).labelled_by(caption.id);
                if !self.focused {
                    // Until it has come in from the frame before: what is asked for in the frame in which another sheet
                    // closes is taken away again at its end.
                    self.focused = field.has_focus();
                    field.request_focus();
                    ctx.request_repaint();
                }
                go = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
                let waiting = self.answer.is_some();
                if ui.add_enabled(!waiting, egui::Button::new(words.t("file.browse"))).clicked() {
                    self.browse(dialogs, ctx);
                }
            });
            if let Some(complaint) = &self.complaint {
                ui.label(RichText::new(complaint).color(tokens.bad));
            }
            if self.purpose.is_reading() && !self.purpose.is_of_settings() && !settings.recent.is_empty() {
                ui.add_space(GAP);
                ui.label(RichText::new(words.t("file.recent")).color(tokens.faint));
                for path in &settings.recent {
                    let name =
                        path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
                    let row = ui.add(egui::Button::new(name).frame(false));
                    if row.on_hover_text(path.display().to_string()).clicked() {
                        chosen = Chosen::Path(path.clone());
                    }
                }
            }
            ui.add_space(GAP);
            egui::Sides::new().show(
                ui,
                |_| {},
                |ui| {
                    let ready = !self.path.trim().is_empty();
                    if ui.add_enabled(ready, egui::Button::new(words.t(button))).clicked() || go && ready {
                        chosen = Chosen::Path(self.typed_path());
                    }
                    if ui.button(words.t("button.cancel")).clicked() {
                        chosen = Chosen::Cancelled;
                    }
                },
            );
        });
        if modal.should_close() {
            chosen = Chosen::Cancelled;
        }
        chosen
    }

    /// What was typed: `~` is the home folder, a missing ending is added when writing.
    fn typed_path(&self) -> PathBuf {
        let text = self.path.trim();
        let path = text.strip_prefix("~/").map_or_else(|| PathBuf::from(text), |rest| home().join(rest));
        with_ending(path, self.purpose)
    }
}
