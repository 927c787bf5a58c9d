//! The settings on disk: one file of their own, written whole or not at all, read one setting at a time.
//!
//! A file that is no settings file at all gets another name and is told of; a single setting that cannot be read takes its
//! usual value, and the others stay.

use super::common::waker;
use super::settings::Settings;
use crate::engine::{Budget, Task};
use crate::storage::{AsideReason, DataFolder, RealDisk, WriteError, put_aside, write_atomic};
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Its name in the data folder.
const NAME: &str = "settings.json";
/// How long settings rest before they are written.
const PAUSE: Duration = Duration::from_secs(1);
/// How long leaving waits for the last writing.
const LAST_WAIT: Duration = Duration::from_secs(2);

/// Something about the settings that the person should know.
#[derive(Debug, PartialEq, Eq)]
pub enum SettingsTrouble {
    /// The file could not be read and is kept under this name.
    Unreadable(PathBuf),
    /// These settings have their usual values again.
    Reset(Vec<String>),
}

/// What was read.
#[derive(Debug, Default)]
pub struct SettingsRead {
    /// The settings, if there is a file.
    pub settings: Option<Settings>,
    /// What could not be read.
    pub trouble: Option<SettingsTrouble>,
}

/// Reads the settings in a data folder. What cannot be read is put aside, unless another window owns the folder.
#[must_use]
pub fn read(data: &DataFolder) -> SettingsRead {
    let path = data.path().join(NAME);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return SettingsRead::default(),
        Err(_) => Vec::new(),
    };
    let Ok(mut stored @ Value::Object(_)) = serde_json::from_slice(&bytes) else {
        let aside =
            data.is_owner().then(|| put_aside(&RealDisk, &path, AsideReason::Unreadable).ok()).flatten();
        let trouble = aside.map(SettingsTrouble::Unreadable);
        return SettingsRead { settings: Some(Settings::default()), trouble };
    };
    // The pause had a name of its own before there were other settings of cards.
    if let Some(pause) = stored.get("card_pause").cloned()
        && stored.get("cards").is_none()
    {
        stored["cards"] = serde_json::json!({ "pause": pause });
    }
    // And so had the choice of values.
    if let Some(shown) = stored.get("shown").cloned()
        && let Some(cards) = stored.get_mut("cards").and_then(Value::as_object_mut)
    {
        cards.entry("shown").or_insert(shown);
    }
    let mut reset = Vec::new();
    let mut whole = serde_json::to_value(Settings::default()).unwrap_or_default();
    take(&mut whole, "", &stored, &mut reset);
    let trouble = (!reset.is_empty()).then_some(SettingsTrouble::Reset(reset));
    SettingsRead { settings: Some(serde_json::from_value(whole).unwrap_or_default()), trouble }
}

/// Puts a stored value at its place if the whole can still be read with it; else its parts, one by one.
fn take(whole: &mut Value, place: &str, stored: &Value, reset: &mut Vec<String>) {
    let Some(at) = whole.pointer_mut(place) else { return };
    let usual = std::mem::replace(at, stored.clone());
    if serde_json::from_value::<Settings>(whole.clone()).is_ok() {
        return;
    }
    let parts = if let (Value::Object(usual), Value::Object(parts)) = (&usual, stored) {
        Some(parts.iter().filter(|(name, _)| usual.contains_key(*name)).collect::<Vec<_>>())
    } else {
        None
    };
    if let Some(at) = whole.pointer_mut(place) {
        *at = usual;
    }
    match parts {
        Some(parts) => parts.into_iter().for_each(|(name, part)| {
            let inner = name.replace('~', "~0").replace('/', "~1");
            take(whole, &format!("{place}/{inner}"), part, reset);
        }),
        None => reset.push(place.trim_start_matches('/').replace('/', ".")),
    }
}

/// What the toolkit's own file holds, where settings were kept before. If it cannot be read it is copied, because the toolkit is
/// going to replace it.
#[must_use]
pub fn keep_old_file(data: &DataFolder) -> Option<SettingsTrouble> {
    let old = data.path().join("app.ron");
    let unreadable =
        fs::read_to_string(&old).map(|text| ron::from_str::<HashMap<String, String>>(&text).is_err());
    if !data.is_owner() || data.path().join(NAME).exists() || !old.exists() || !unreadable.unwrap_or(true) {
        return None;
    }
    put_aside(&RealDisk, &old, AsideReason::Unreadable).ok().map(SettingsTrouble::Unreadable)
}

/// Writes the settings when they have changed.
pub(super) struct SettingsFile {
    last: Settings,
    writing: Task<Arc<Settings>, WriteError>,
    told: bool,
}

impl SettingsFile {
    /// Writes to this folder, if there is one; these settings are there already.
    pub(super) fn new(ctx: &egui::Context, folder: Option<&Path>, last: Settings) -> SettingsFile {
        let path = folder.map(|folder| folder.join(NAME));
        let writing = Task::new("settings", waker(ctx), move |settings: &Arc<Settings>, job| {
            if let Some(path) = &path
                && let Err(error) = write(path, settings)
            {
                job.tell(error);
            }
        });
        SettingsFile { last, writing: writing.resting(PAUSE), told: false }
    }

    /// Writes what has changed. Why it could not be written, once.
    pub(super) fn follow(&mut self, settings: &Settings, budget: &Budget) -> Option<WriteError> {
        if *settings != self.last {
            self.last = settings.clone();
            self.writing.ask(Some(Arc::new(settings.clone())));
        }
        self.writing.poll(budget);
        let error = self.writing.take().pop()?;
        (!std::mem::replace(&mut self.told, true)).then_some(error)
    }

    /// The window closes.
    pub(super) fn close(&mut self, settings: &Settings, budget: &Budget) {
        self.follow(settings, budget);
        self.writing.finish(budget, LAST_WAIT);
    }
}

fn write(path: &Path, settings: &Settings) -> Result<(), WriteError> {
    let mut settings = settings.clone();
    // A name that is no text cannot be written down; better without it than nothing at all.
    settings.recent.retain(|path| path.to_str().is_some());
    settings.cards.own_deck = settings.cards.own_deck.filter(|path| path.to_str().is_some());
    settings.replay.archives.retain(|path| path.to_str().is_some());
    let bytes = serde_json::to_vec_pretty(&settings)
        .map_err(|error| WriteError::Io { path: path.to_path_buf(), error: error.into() })?;
    write_atomic(path, &bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::settings::ThemeChoice;
    use crate::storage::testing::Folder;

    fn settings() -> Settings {
        let mut settings =
            Settings { memory: 77, theme: ThemeChoice::Dark, zoom: 1.3, ..Settings::default() };
        settings.replay.archives.push("a.sgf".into());
        settings.recent.push("b.ron".into());
        settings
    }

    #[test]
    fn settings_come_back() {
        let folder = Folder::new();
        assert!(read(&DataFolder::open(&folder.0)).settings.is_none());
        write(&folder.0.join(NAME), &settings()).unwrap();
        let back = read(&DataFolder::open(&folder.0));
        assert_eq!((back.settings, back.trouble), (Some(settings()), None));
    }

    #[test]
    fn a_pause_of_old_is_kept() {
        let folder = Folder::new();
        fs::write(folder.0.join(NAME), "{ \"card_pause\": 1.5, \"memory\": 99 }").unwrap();
        let back = read(&DataFolder::open(&folder.0));
        assert_eq!(back.trouble, None);
        assert_eq!(back.settings.map(|settings| (settings.cards.pause, settings.memory)), Some((1.5, 99)));
    }

    #[test]
    fn one_unreadable_setting_leaves_the_others() {
        let folder = Folder::new();
        let path = folder.0.join(NAME);
        write(&path, &settings()).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let text = text.replace("\"Dark\"", "\"Polka dots\"").replace("\"Medium\"", "17");
        fs::write(&path, text.replacen('{', "{ \"unknown\": [1, 2],", 1)).unwrap();
        let back = read(&DataFolder::open(&folder.0));
        assert_eq!(back.settings, Some(Settings { theme: ThemeChoice::System, ..settings() }));
        assert_eq!(
            back.trouble,
            Some(SettingsTrouble::Reset(vec![["replay", "pace"].join("."), "theme".into()]))
        );
    }

    #[test]
    fn a_file_that_is_none_is_kept_under_another_name() {
        for bytes in [&b""[..], b"{ \"zoom\": 1.", b"\xff\xfe", b"[1]"] {
            let folder = Folder::new();
            fs::write(folder.0.join(NAME), bytes).unwrap();
            let back = read(&DataFolder::open(&folder.0));
            let Some(SettingsTrouble::Unreadable(aside)) = back.trouble else { panic!("{bytes:?}") };
            assert_eq!(fs::read(aside).unwrap(), bytes);
            assert_eq!(back.settings, Some(Settings::default()));
        }
    }

    #[test]
    fn the_toolkits_file_is_copied_before_it_is_replaced() {
        let folder = Folder::new();
        let old = folder.0.join("app.ron");
        fs::write(&old, "{\"kiebitz settings\": \"(memory: 77)\"}").unwrap();
        assert_eq!(keep_old_file(&DataFolder::open(&folder.0)), None);
        fs::write(&old, "{\"kiebitz settings\": \"(mem").unwrap();
        let Some(SettingsTrouble::Unreadable(aside)) = keep_old_file(&DataFolder::open(&folder.0)) else {
            panic!()
        };
        assert!(fs::read_to_string(aside).unwrap().contains("(mem"));
    }
}
