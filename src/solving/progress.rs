//! What has been solved, and which folders belong to the list: kept between runs in one small file.
//!
//! The file is small (a line a puzzle) and readable, so every change writes it as a whole: it is the old one or the new one, and
//! needs no tidying up as a log would. It is written off the window's thread, one state after the other; the last one is
//! waited for when the window goes.

use super::practice::{DayMark, End, Mark, Stats};
use super::today::Day;
use crate::engine::file_writer::{ChosenFile, ContentError, FileWriter, NotWritten};
use crate::engine::{Budget, fresh_number};
use crate::puzzle::Puzzle;
use crate::storage::{AsideReason, DataFolder, Overwrite, RealDisk, put_aside};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The version of the file.
const VERSION: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    version: u32,
    folders: Vec<PathBuf>,
    puzzles: BTreeMap<String, Mark>,
    /// By the number of the day.
    days: BTreeMap<u32, DayMark>,
}

impl Default for Kept {
    fn default() -> Kept {
        Kept { version: VERSION, folders: Vec::new(), puzzles: BTreeMap::new(), days: BTreeMap::new() }
    }
}

/// Something about the file that the person should know.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// It could not be read; what was there is kept under this name.
    Broken(PathBuf),
    /// It could not be written.
    Unwritten(NotWritten),
}

/// Everything kept.
pub(crate) struct Progress {
    path: Option<PathBuf>,
    writer: FileWriter<()>,
    kept: Kept,
    trouble: Option<Trouble>,
    /// Another one whenever a mark changes.
    version: u64,
}

impl Progress {
    /// What an earlier run kept in this folder, or nothing.
    pub fn open(wake: impl Fn(Duration) + Send + Sync + 'static, folder: Option<&DataFolder>) -> Progress {
        let writer = FileWriter::new(wake);
        let mut progress =
            Progress { path: None, writer, kept: Kept::default(), trouble: None, version: fresh_number() };
        let Some(folder) = folder else { return progress };
        let path = &folder.path().join("solved.ron");
        // Another window may own it; then nothing is written.
        progress.path = folder.is_owner().then(|| path.clone());
        let kept = match fs::read(path) {
            Ok(bytes) => String::from_utf8(bytes).ok().and_then(|text| ron::from_str::<Kept>(&text).ok()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return progress,
            Err(_) => None,
        };
        match kept.filter(|kept| kept.version <= VERSION) {
            Some(kept) => progress.kept = kept,
            // Nobody's work is thrown away: it stays beside the new file.
            None if folder.is_owner() => {
                let aside = put_aside(&RealDisk, path, AsideReason::Unreadable).ok();
                progress.trouble = aside.map(Trouble::Broken);
            }
            None => {}
        }
        progress
    }

    /// Hears of what was written, and tells what there is to say, once.
    pub fn follow(&mut self, budget: &Budget) -> Option<Trouble> {
        while let Some(((), end)) = self.writer.follow(budget) {
            if let Err(error) = end {
                self.trouble = Some(Trouble::Unwritten(error));
            }
        }
        self.trouble.take()
    }

    /// Another number whenever a mark changes.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// How a puzzle stands.
    #[must_use]
    pub fn mark(&self, key: &str) -> Mark {
        self.kept.puzzles.get(key).copied().unwrap_or_default()
    }

    /// An attempt has come to an end.
    pub fn note(&mut self, key: &str, end: &End) {
        self.version = fresh_number();
        self.kept.puzzles.entry(key.into()).or_default().note(end);
        self.kept.days.entry(end.day.0).or_default().note(end);
        self.write();
    }

    /// How it goes, as of this day.
    #[must_use]
    pub fn stats(&self, today: Day) -> Stats {
        Stats::of(&self.kept.days, today)
    }

    /// The person's folders.
    #[must_use]
    pub fn folders(&self) -> &[PathBuf] {
        &self.kept.folders
    }

    /// Adds a folder; `false` if it is there already.
    pub fn add_folder(&mut self, folder: PathBuf) -> bool {
        if self.kept.folders.contains(&folder) {
            return false;
        }
        self.kept.folders.push(folder);
        self.write();
        true
    }

    /// Takes a folder off the list; its files stay.
    pub fn remove_folder(&mut self, folder: &Path) {
        self.kept.folders.retain(|known| known != folder);
        self.write();
    }

    fn write(&mut self) {
        let Some(path) = self.path.clone() else { return };
        let pretty = ron::ser::PrettyConfig::new().struct_names(true).new_line("\n");
        let text =
            ron::ser::to_string_pretty(&self.kept, pretty).map_err(|error| ContentError(error.to_string()));
        let content = move || text.clone().map(String::into_bytes);
        self.writer.write(ChosenFile { path, overwrite: Overwrite::Allowed }, Arc::new(content), ());
    }
}

/// What makes a puzzle the same puzzle, whatever its file is called: cards, goal and question.
#[must_use]
pub(crate) fn key(puzzle: &Puzzle) -> String {
    format!("{} goal={} {:?}", puzzle.position, puzzle.goal(), puzzle.asks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("kiebitz-progress-{}-{name}", std::process::id()));
        fs::remove_dir_all(&folder).ok();
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn end(right: bool, helped: bool) -> End {
        End { right, helped, seconds: 20, day: Day(100) }
    }

    fn open(folder: &Path) -> Progress {
        Progress::open(|_| {}, Some(&DataFolder::open(folder)))
    }

    #[test]
    fn progress_reads_back() {
        let folder = folder("back");
        let mut progress = open(&folder);
        progress.note("a", &end(false, false));
        progress.note("a", &end(true, true));
        progress.note("b", &end(true, false));
        assert!(progress.add_folder("/x/y".into()) && !progress.add_folder("/x/y".into()));
        drop(progress);
        let again = open(&folder);
        let a = Mark { tries: 2, solved: true, helped: true, due: 101, ..Mark::default() };
        assert_eq!(again.mark("a"), a);
        assert_eq!(again.mark("b"), Mark { tries: 1, solved: true, seconds: 20, ..Mark::default() });
        assert_eq!((again.stats(Day(100)).right, again.stats(Day(100)).tries), (1, 3));
        assert_eq!(again.mark("c"), Mark::default());
        assert_eq!(again.folders(), [PathBuf::from("/x/y")]);
        fs::remove_dir_all(folder).unwrap();
    }

    /// What earlier versions wrote is read, and nothing of it is lost.
    #[test]
    fn an_old_file_is_read() {
        let folder = folder("old");
        let text = "Kept(version: 1, folders: [\"/x\"], puzzles: {\"a\": Mark(tries: 3, solved: true, helped: true)})";
        fs::write(folder.join("solved.ron"), text).unwrap();
        let progress = open(&folder);
        let mark = Mark { tries: 3, solved: true, helped: true, ..Mark::default() };
        assert_eq!((progress.mark("a"), progress.folders().len()), (mark, 1));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn help_is_forgotten_once_it_is_solved_without() {
        let mut progress = Progress::open(|_| {}, None);
        progress.note("a", &end(true, true));
        assert!(progress.mark("a").helped);
        progress.note("a", &end(true, false));
        assert!(!progress.mark("a").helped);
        progress.note("a", &end(true, true));
        assert!(!progress.mark("a").helped && progress.mark("a").solved);
        progress.note("a", &end(false, false));
        assert!(progress.mark("a").solved);
    }

    #[test]
    fn a_broken_file_is_put_aside() {
        for text in ["Kept(version: 1, puzzles: {", "Kept(version: 99)", "\u{0}\u{1}"] {
            let folder = folder("broken");
            fs::write(folder.join("solved").with_extension("ron"), text).unwrap();
            let mut progress = open(&folder);
            let Some(Trouble::Broken(aside)) = progress.follow(&Budget::default()) else {
                panic!("{text:?}")
            };
            assert_eq!(fs::read_to_string(aside).unwrap(), text);
            assert!(progress.follow(&Budget::default()).is_none());
            progress.note("a", &end(true, false));
            drop(progress);
            assert!(open(&folder).mark("a").solved);
            fs::remove_dir_all(folder).unwrap();
        }
    }
}
