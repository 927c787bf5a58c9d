//! The real programs: a host and players, each a process of its own.

use kiebitz::archive::{Reader, Record};
use serde_json::Value;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Far longer than anything takes, so that a test that hangs ends at all.
pub const LONG: Duration = Duration::from_secs(600);

/// A folder of its own, removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("kiebitz-net-{name}-{}", std::process::id()));
        std::fs::remove_dir_all(&path).ok();
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

pub fn kiebitz() -> Command {
    // Long forms may be run with another build of the program.
    let program = std::env::var_os("KIEBITZ_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_kiebitz").into());
    let mut command = Command::new(program);
    command.env("LC_ALL", "C").env("KIEBITZ_PASSWORD", "sesame").stdin(Stdio::null());
    command
}

/// A process that is killed when the test ends, however it ends.
pub struct Process(pub Child);

impl Process {
    pub fn kill(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A host, and what it tells, line by line.
pub struct HostProcess {
    pub process: Process,
    pub address: String,
    told: Receiver<Value>,
}

impl HostProcess {
    pub fn start(folder: &Folder, port: u16, more: &[&str]) -> HostProcess {
        let mut child = kiebitz()
            .args(["host", "--json", "--address", "127.0.0.1", "--port", &port.to_string(), "--journal"])
            .arg(folder.path("host.log"))
            .arg("--games")
            .arg(folder.path("host.sgf"))
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = child.stdout.take().unwrap();
        let (tell, told) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if tell.send(serde_json::from_str(&line).unwrap()).is_err() {
                    return;
                }
            }
        });
        let mut host = HostProcess { process: Process(child), address: String::new(), told };
        let first = host.next();
        host.address = first["listening"].as_str().unwrap().to_string();
        host
    }

    pub fn next(&self) -> Value {
        self.told.recv_timeout(LONG).unwrap()
    }

    pub fn port(&self) -> u16 {
        self.address.rsplit(':').next().unwrap().parse().unwrap()
    }

    /// Waits until the game with this number in the series has ended, or a later one.
    pub fn wait_for_game(&self, number: u64) {
        while self.next()["game"].as_u64().is_none_or(|game| game < number) {}
    }
}

/// A player; its games go to a file with its name.
pub fn player(folder: &Folder, server: &str, name: &str, more: &[&str]) -> Process {
    let child = kiebitz()
        .args(["play", "--json", "--server", server, "--name", name, "--games"])
        .arg(folder.path(&format!("{name}.sgf")))
        .arg("--reasons")
        .arg(folder.path(&format!("{name}.jsonl")))
        .args(["--effort", "0.05", "--patience", "300"])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    Process(child)
}

pub const NAMES: [&str; 3] = ["bota", "botb", "botc"];

/// What makes a table of three: the first creates and invites.
pub fn seat(name: &str, deals: &str) -> Vec<String> {
    let mut more = vec!["--deals".to_string(), deals.to_string()];
    if name == NAMES[0] {
        more.extend(["--create".into(), "--invite".into(), NAMES[1..].join(",")]);
    }
    more
}

pub fn start_player(folder: &Folder, server: &str, name: &str, deals: &str) -> Process {
    let more = seat(name, deals);
    player(folder, server, name, &more.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The answer of a player that has ended by itself.
pub fn answer(mut process: Process) -> Value {
    let child = &mut process.0;
    let (mut out, mut error) = (String::new(), String::new());
    std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut out).unwrap();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut error).unwrap();
    let status = child.wait().unwrap();
    assert!(status.success(), "{status}: {out} {error}");
    serde_json::from_str(&out).unwrap()
}

pub fn records(path: &Path) -> Vec<Record> {
    let text = std::fs::read(path).unwrap();
    Reader::new(&text[..]).map(|raw| Record::parse(&raw.unwrap().bytes).unwrap()).collect()
}

/// A record without its date: what must be the same for the same seeds.
pub fn undated(record: &Record) -> String {
    Record { date: None, ..record.clone() }.to_string()
}
