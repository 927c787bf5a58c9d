//! A second start hands its file to the window that is open.
//!
//! The owner of the data folder listens on this machine alone, and leaves a note in the folder that says where, with a word
//! that only those know who can read the note. So nobody else on the machine can open anything in the window. It is the
//! same on every system.

use super::atomic::write_atomic;
use super::folder::DataFolder;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// The note.
pub(super) const NOTE: &str = "kiebitz.window";
/// A path longer than this is none.
const LONGEST: u64 = 1 << 16;
/// How long the other side may take.
const PATIENCE: Duration = Duration::from_secs(3);
/// What is answered when a file was taken.
const TAKEN: &str = "taken";

/// Where the open window takes files of later starts.
///
/// ```
/// use kiebitz::storage::{DataFolder, Reception, hand_over};
/// let folder = std::env::temp_dir().join(format!("kiebitz-reception-{}", std::process::id()));
/// let owner = DataFolder::open(&folder);
/// let reception = Reception::open(&owner, || {})?;
/// let file = std::env::temp_dir().join("a puzzle.ron");
/// assert!(hand_over(&folder, &file));
/// assert_eq!(reception.wait(), Some(file));
/// # drop(reception);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reception {
    files: Receiver<PathBuf>,
    note: PathBuf,
}

impl Reception {
    /// Begins to listen; `wake` is called when a file has come.
    ///
    /// # Errors
    /// If somebody else owns the folder, or the system has no free port.
    pub fn open(folder: &DataFolder, wake: impl Fn() + Send + 'static) -> io::Result<Reception> {
        if !folder.is_owner() {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let word = secret_word();
        let note = folder.path().join(NOTE);
        let text = format!("{}\n{word}\n", listener.local_addr()?.port());
        write_atomic(&note, text.as_bytes()).map_err(io::Error::other)?;
        only_for_the_owner(&note);
        let (tell, files) = mpsc::channel();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if let Some(file) = receive(&stream, &word) {
                    if tell.send(file).is_err() {
                        return;
                    }
                    writeln!(&stream, "{TAKEN}").ok();
                    wake();
                }
            }
        });
        Ok(Reception { files, note })
    }

    /// The files that came since the last time.
    #[must_use]
    pub fn take(&self) -> Vec<PathBuf> {
        self.files.try_iter().collect()
    }

    /// Waits for the next file.
    #[must_use]
    pub fn wait(&self) -> Option<PathBuf> {
        self.files.recv().ok()
    }
}

impl Drop for Reception {
    fn drop(&mut self) {
        std::fs::remove_file(&self.note).ok();
    }
}

/// Gives a file to the window that owns this folder; false if there is none that takes it.
#[must_use]
pub fn hand_over(folder: &Path, file: &Path) -> bool {
    let Some(file) = std::path::absolute(file).ok().and_then(|file| file.to_str().map(String::from)) else {
        return false;
    };
    // A line is a line: a name with a line break in it is opened in a window of its own.
    !file.contains('\n') && given(folder, &file).unwrap_or(false)
}

fn given(folder: &Path, file: &str) -> io::Result<bool> {
    let note = std::fs::read_to_string(folder.join(NOTE))?;
    let mut lines = note.lines();
    let port = lines.next().and_then(|line| line.parse().ok()).ok_or(io::ErrorKind::InvalidData)?;
    let word = lines.next().ok_or(io::ErrorKind::InvalidData)?;
    let address = SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port);
    let stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    (&stream).write_all(format!("{word}\n{file}\n").as_bytes())?;
    let mut answer = String::new();
    BufReader::new((&stream).take(64)).read_line(&mut answer)?;
    Ok(answer.trim_end() == TAKEN)
}

/// The file that somebody hands over, if he knows the word.
fn receive(stream: &TcpStream, word: &str) -> Option<PathBuf> {
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    let mut lines = BufReader::new(stream.take(LONGEST)).lines();
    let known = lines.next()?.ok()? == word;
    let file = PathBuf::from(lines.next()?.ok()?);
    (known && file.is_absolute()).then_some(file)
}

/// A word that cannot be guessed: the standard library draws the keys of its hash tables from the system.
fn secret_word() -> String {
    let part = || RandomState::new().hash_one(NOTE);
    format!("{:016x}{:016x}", part(), part())
}

fn only_for_the_owner(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)).ok();
    }
    #[cfg(not(unix))]
    let _ = path;
}

#[cfg(test)]
mod tests {
    use super::super::testing::Folder;
    use super::*;

    #[test]
    fn only_who_has_read_the_note_hands_something_over() {
        let folder = Folder::new();
        let data = DataFolder::open(&folder.0);
        let file = folder.0.join("Äpfel und Birnen.ron");
        assert!(!hand_over(&folder.0, &file), "nobody is there");
        let reception = Reception::open(&data, || {}).unwrap();
        assert!(Reception::open(&DataFolder::open(&folder.0), || {}).is_err(), "the folder has an owner");
        let note = folder.0.join(NOTE);
        let right = std::fs::read_to_string(&note).unwrap();
        std::fs::write(&note, right.replacen('\n', "\nx", 1)).unwrap();
        assert!(!hand_over(&folder.0, &file), "a wrong word");
        std::fs::write(&note, right).unwrap();
        assert!(hand_over(&folder.0, &file));
        assert_eq!(reception.take(), std::slice::from_ref(&file));
        assert!(!data.stored().iter().any(|stored| stored.path == note), "the note is nothing that is kept");
        drop(reception);
        assert!(!note.exists() && !hand_over(&folder.0, &file));
    }

    #[test]
    fn who_says_nothing_or_nonsense_harms_nobody() {
        let folder = Folder::new();
        let reception = Reception::open(&DataFolder::open(&folder.0), || {}).unwrap();
        let note = std::fs::read_to_string(folder.0.join(NOTE)).unwrap();
        let port: u16 = note.lines().next().unwrap().parse().unwrap();
        for said in [&b"\xff\xfe\n\n"[..], b"", b"GET / HTTP/1.1\n\n", &[b'x'; 100_000]] {
            let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
            stream.write_all(said).ok();
        }
        let file = folder.0.join("after.ron");
        assert!(hand_over(&folder.0, &file));
        assert_eq!(reception.take(), [file]);
    }
}
