//! What the window remembers.

use crate::app::Workspace;
use crate::app::keys::Keys;
use crate::app::replay::Remembered;
use crate::app::solve::join_in;
use crate::app::theme;
use crate::puzzle::Language;
use crate::words::{Faces, Words, system_language};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// How many recent files are kept.
const RECENT: usize = 8;

/// Light, dark, or as the system has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeChoice {
    /// As the system has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// Which values stand on the cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shown {
    /// What can be guaranteed in the chosen view.
    #[default]
    Guaranteed,
    /// In what share of the deals the best strategy wins.
    Chance,
    /// What open cards give.
    Open,
}

/// What is remembered of cards on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CardSettings {
    /// Seconds between two cards of the others when a puzzle is played.
    pub pause: f32,
    /// The folder or zip file with card pictures of one's own.
    pub own_deck: Option<PathBuf>,
    /// Which values stand on the cards.
    pub shown: Shown,
}

impl Default for CardSettings {
    fn default() -> CardSettings {
        CardSettings { pause: 0.7, own_deck: None, shown: Shown::default() }
    }
}

/// What makes the window easier on eyes and hands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Comfort {
    /// Nothing glides or fades: everything is at once where it belongs.
    pub less_motion: bool,
    /// Larger buttons and rows.
    pub large_targets: bool,
}

/// Everything remembered beside window size and panel widths, which egui keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language; `None` is the system's.
    pub language: Option<Language>,
    /// The deck.
    pub faces: Faces,
    /// The theme.
    pub theme: ThemeChoice,
    /// Size of everything, 0.5 to 3.
    pub zoom: f32,
    /// Memory for the search's table, in MB.
    pub memory: u32,
    /// Threads for the search.
    pub threads: u32,
    /// Whether values stand on the cards.
    pub values: bool,
    /// Whether unseen hands show which cards may be there.
    pub possible: bool,
    /// Motion and the size of buttons.
    pub comfort: Comfort,
    /// Cards on the table.
    pub cards: CardSettings,
    /// The workspace that was open.
    pub workspace: Workspace,
    /// Files opened or saved, the latest first.
    pub recent: Vec<PathBuf>,
    /// What Replay remembers.
    pub replay: Remembered,
    /// What is remembered of joining in.
    #[serde(alias = "join in")]
    pub join_in: join_in::Remembered,
    /// The keys that were changed.
    pub keys: Keys,
}

impl Default for Settings {
    fn default() -> Settings {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Settings {
            language: None,
            faces: Faces::default(),
            theme: ThemeChoice::default(),
            zoom: 1.0,
            memory: 256,
            threads: cores.clamp(1, 16) as u32,
            values: true,
            possible: false,
            comfort: Comfort::default(),
            cards: CardSettings::default(),
            workspace: Workspace::default(),
            recent: Vec::new(),
            replay: Remembered::default(),
            join_in: join_in::Remembered::default(),
            keys: Keys::default(),
        }
    }
}

impl Settings {
    /// The language in use.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language.unwrap_or_else(system_language)
    }

    /// The words in use.
    #[must_use]
    pub fn words(&self) -> Words {
        Words { language: self.language(), faces: self.faces }
    }

    /// Puts a file at the top of the recent ones.
    pub fn remember(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        self.recent.retain(|old| *old != path);
        self.recent.insert(0, path);
        self.recent.truncate(RECENT);
    }

    /// Tells egui about theme and size.
    pub fn apply(&mut self, ctx: &egui::Context) {
        self.zoom = self.zoom.clamp(0.5, 3.0);
        if (ctx.zoom_factor() - self.zoom).abs() > 0.001 {
            ctx.set_zoom_factor(self.zoom);
        }
        let theme = match self.theme {
            ThemeChoice::System => egui::ThemePreference::System,
            ThemeChoice::Light => egui::ThemePreference::Light,
            ThemeChoice::Dark => egui::ThemePreference::Dark,
        };
        if ctx.options(|options| options.theme_preference) != theme {
            ctx.set_theme(theme);
        }
        theme::comfort(ctx, self.comfort.less_motion, self.comfort.large_targets);
    }
}
