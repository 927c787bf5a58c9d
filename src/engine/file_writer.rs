//! Files written off the window's thread, one after the other: making a file safe can take a disk many frames.
//!
//! Every file has an end that is told, good or bad, and comes back with the value it was given (what is to happen then). Whatever
//! waits when the window goes is written before it goes.

use super::{Budget, JobContext, Task};
use crate::problems;
use crate::storage::{Disk, Overwrite, RealDisk, WriteError, write_on};
use crate::words::Words;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How long the end of the program waits for files that are not written yet.
const LAST_WAIT: Duration = Duration::from_secs(20);

/// A file that was chosen. One of that name may be replaced only if the person has said so.
///
/// ```
/// use kiebitz::engine::{Budget, file_writer::{ChosenFile, FileWriter, NotWritten}};
/// use kiebitz::storage::{Overwrite, WriteError};
/// use std::sync::Arc;
/// let path = std::env::temp_dir().join(format!("kiebitz-chosen-file-{}", std::process::id()));
/// std::fs::write(&path, b"precious")?;
/// // Nobody has said that the file may be replaced.
/// let file = ChosenFile { path: path.clone(), overwrite: Overwrite::Refused };
/// let mut writer = FileWriter::new(|_| {});
/// writer.write(file, Arc::new(|| Ok(b"text".to_vec())), ());
/// let (_, end) = writer.finish(&Budget::default()).unwrap();
/// assert!(matches!(end, Err(NotWritten::Disk(WriteError::Exists(_)))));
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenFile {
    /// Where.
    pub path: PathBuf,
    /// Whether a file of that name is replaced.
    pub overwrite: Overwrite,
}

/// Why the content of a file cannot be made, in the person's language.
///
/// ```
/// use kiebitz::engine::file_writer::ContentError;
/// assert_eq!(ContentError("Die Seite ist zu groß.".into()).to_string(), "Die Seite ist zu groß.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ContentError(pub String);

/// Makes the content of a file, or says why it cannot be made.
///
/// ```
/// use kiebitz::engine::file_writer::Content;
/// use std::sync::Arc;
/// let text = String::from("made when it is written");
/// let content: Content = Arc::new(move || Ok(text.clone().into_bytes()));
/// assert_eq!(content(), Ok(b"made when it is written".to_vec()));
/// ```
pub type Content = Arc<dyn Fn() -> Result<Vec<u8>, ContentError> + Send + Sync>;

/// Why a file was not written.
///
/// ```
/// use kiebitz::engine::file_writer::{ContentError, NotWritten};
/// use kiebitz::words::{Faces, Language, Words};
/// let error = NotWritten::from(ContentError("Die Seite ist zu groß.".into()));
/// assert_eq!(error.why(&Words::new(Language::German, Faces::TwoColour)), "Die Seite ist zu groß.");
/// ```
#[derive(Debug, thiserror::Error)]
pub enum NotWritten {
    /// Its content could not be made.
    #[error(transparent)]
    Content(#[from] ContentError),
    /// The disk refuses.
    #[error(transparent)]
    Disk(#[from] WriteError),
}

impl NotWritten {
    /// The same in words.
    #[must_use]
    pub fn why(&self, words: &Words) -> String {
        match self {
            NotWritten::Content(why) => why.to_string(),
            NotWritten::Disk(error) => problems::write_error(words, error),
        }
    }
}

#[derive(Clone)]
struct Job {
    disk: Arc<dyn Disk>,
    file: ChosenFile,
    content: Content,
}

impl Job {
    fn carry_out(&self) -> Result<(), NotWritten> {
        let bytes = (self.content)()?;
        let ChosenFile { path, overwrite } = &self.file;
        Ok(write_on(Arc::clone(&self.disk), path, &bytes, *overwrite)?)
    }
}

/// See the [module](self).
///
/// ```
/// use kiebitz::engine::{Budget, file_writer::{ChosenFile, FileWriter}};
/// use kiebitz::storage::Overwrite;
/// use std::sync::Arc;
/// let path = std::env::temp_dir().join(format!("kiebitz-file-writer-{}", std::process::id()));
/// let file = ChosenFile { path: path.clone(), overwrite: Overwrite::Allowed };
/// let mut writer = FileWriter::new(|_| {});
/// writer.write(file, Arc::new(|| Ok(b"text".to_vec())), "the puzzle");
/// let (tag, end) = writer.finish(&Budget::default()).unwrap();
/// assert!(tag == "the puzzle" && end.is_ok() && !writer.is_busy());
/// assert_eq!(std::fs::read(&path)?, b"text");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct FileWriter<T> {
    disk: Arc<dyn Disk>,
    waiting: VecDeque<(Job, T)>,
    now: Option<T>,
    task: Task<Job, Result<(), NotWritten>>,
}

impl<T> FileWriter<T> {
    /// Nothing to write yet. `wake` is called when [`FileWriter::follow`] is worth while.
    #[must_use]
    pub fn new(wake: impl Fn(Duration) + Send + Sync + 'static) -> FileWriter<T> {
        let work = |job: &Job, context: &JobContext<_>| context.tell(job.carry_out());
        FileWriter {
            disk: RealDisk::shared(),
            waiting: VecDeque::new(),
            now: None,
            task: Task::new("write file", wake, work),
        }
    }

    /// Writes to another disk from now on.
    pub fn set_disk(&mut self, disk: Arc<dyn Disk>) {
        self.disk = disk;
    }

    /// Writes a file; `tag` comes back with its end.
    pub fn write(&mut self, file: ChosenFile, content: Content, tag: T) {
        self.waiting.push_back((Job { disk: Arc::clone(&self.disk), file, content }, tag));
    }

    /// Whether something is being written or waits for it.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.now.is_some() || !self.waiting.is_empty()
    }

    /// What belongs to the files that are not written yet, the one under way first.
    pub fn tags(&mut self) -> impl Iterator<Item = &mut T> {
        self.now.iter_mut().chain(self.waiting.iter_mut().map(|(_, tag)| tag))
    }

    /// Starts what waits, and tells of a file that has come to its end.
    pub fn follow(&mut self, budget: &Budget) -> Option<(T, Result<(), NotWritten>)> {
        if self.now.is_none() {
            let (job, tag) = self.waiting.pop_front()?;
            self.now = Some(tag);
            self.task.begin(job);
        }
        self.task.poll(budget);
        let failed = self.task.take_failure().map(|why| Err(ContentError(why).into()));
        let end = failed.or_else(|| self.task.take().pop())?;
        self.now.take().map(|tag| (tag, end))
    }

    /// Waits until everything is written, but not for ever; tells how the last one ended.
    pub fn finish(&mut self, budget: &Budget) -> Option<(T, Result<(), NotWritten>)> {
        let mut last = None;
        while self.is_busy() {
            let mut end = self.follow(budget);
            if end.is_none() {
                self.task.finish(budget, LAST_WAIT);
                end = self.follow(budget);
            }
            last = Some(end?);
        }
        last
    }
}

impl<T> Drop for FileWriter<T> {
    fn drop(&mut self) {
        self.finish(&Budget::default());
    }
}
