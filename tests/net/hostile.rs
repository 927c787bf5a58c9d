//! Clients that mean harm, on real connections: the others play on.

use crate::process::{Folder, HostProcess, LONG};
use crate::script::Script;
use kiebitz::net::LineReader;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// A connection that is logged in.
pub struct Raw {
    pub stream: TcpStream,
    pub reader: LineReader<TcpStream>,
}

impl Raw {
    pub fn connect(address: &str) -> Raw {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        let reader = LineReader::new(stream.try_clone().unwrap());
        Raw { stream, reader }
    }

    pub fn login(address: &str, name: &str) -> Raw {
        let mut raw = Raw::connect(address);
        raw.send(name);
        raw.send(&format!("password-of-{name}"));
        raw.until("Welcome ");
        raw
    }

    pub fn send(&mut self, line: &str) {
        self.stream.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    pub fn line(&mut self) -> Option<String> {
        self.reader.next_line().ok().flatten()
    }

    /// The next line that begins so.
    pub fn until(&mut self, begin: &str) -> String {
        loop {
            let line = self.line().unwrap_or_else(|| panic!("closed before '{begin}'"));
            if line.starts_with(begin) {
                return line;
            }
        }
    }
}

/// Three who play so many games at a table of their own.
fn honest(address: &str, table: &str, games: usize) -> Vec<thread::JoinHandle<usize>> {
    ["x", "y", "z"]
        .into_iter()
        .enumerate()
        .map(|(at, letter)| {
            let (address, table, name) = (address.to_string(), table.to_string(), format!("{table}{letter}"));
            thread::spawn(move || {
                let mut raw = Raw::login(&address, &name);
                let mut script = Script { most: games, ..Script::new(&name, at as u64) };
                if at == 0 {
                    raw.send(&format!("create / 3 {table} secret"));
                } else {
                    raw.send("time");
                }
                while script.ended.len() < games {
                    let line = raw.line().unwrap();
                    let seated = script.view.is_some();
                    if at > 0
                        && !seated
                        && (line.starts_with(&format!("tables + {table} ")) || line.starts_with("error join"))
                    {
                        raw.send(&format!("join {table} secret"));
                    }
                    for answer in script.hear(&line) {
                        raw.send(&answer);
                    }
                }
                script.ended.len()
            })
        })
        .collect()
}

#[test]
fn floods_stalls_and_nonsense_do_not_stop_the_others() {
    let folder = Folder::new("hostile");
    let host = HostProcess::start(&folder, 0, &["--seed", "2", "--series", "1000"]);
    let address = host.address.clone();
    let over = Arc::new(AtomicBool::new(false));
    let mut enemies = Vec::new();
    let mut enemy = |act: fn(&str, &AtomicBool)| {
        let (address, over) = (address.clone(), Arc::clone(&over));
        enemies.push(thread::spawn(move || act(&address, &over)));
    };
    // Says things as fast as it can, and reads nothing.
    enemy(|address, over| {
        let mut raw = Raw::login(address, "flood");
        raw.stream.set_write_timeout(Some(std::time::Duration::from_millis(100))).unwrap();
        let lines = "time\nyell hello all of you\ntable .0 flood play CJ\n".repeat(1000);
        while !over.load(Ordering::Relaxed) && raw.stream.write_all(lines.as_bytes()).is_ok() {}
    });
    // A line without an end.
    enemy(|address, over| {
        while !over.load(Ordering::Relaxed) {
            let mut raw = Raw::login(address, "endless");
            let _ = raw.stream.write_all(&vec![b'x'; 1 << 18]);
            // It is closed, sooner or later.
            let mut rest = Vec::new();
            let _ = raw.stream.read_to_end(&mut rest);
        }
    });
    // Connects, and says nothing, or half a name; comes and goes.
    enemy(|address, over| {
        let mut silent = Vec::new();
        while !over.load(Ordering::Relaxed) {
            if let Ok(mut stream) = TcpStream::connect(address) {
                let _ = stream.write_all(b"hal");
                silent.push(stream);
            }
            if silent.len() > 50 {
                silent.clear();
            }
        }
    });
    // Makes tables and leaves them, watches and goes.
    enemy(|address, over| {
        let mut raw = Raw::login(address, "restless");
        while !over.load(Ordering::Relaxed) {
            raw.send("create / 3");
            let created = raw.until("create ");
            let table = created.split(' ').nth(1).unwrap().to_string();
            raw.send(&format!("table {table} restless leave"));
            raw.until("destroy ");
        }
    });
    let players: Vec<_> = ["ta1", "tb2", "tc3"].iter().flat_map(|table| honest(&address, table, 6)).collect();
    for player in players {
        assert_eq!(player.join().unwrap(), 6);
    }
    over.store(true, Ordering::Relaxed);
    for enemy in enemies {
        enemy.join().unwrap();
    }
    // It still lets people in.
    Raw::login(&address, "latecomer");
}

#[test]
fn wrong_things_are_answered_as_the_protocol_says() {
    let folder = Folder::new("wrong");
    let host = HostProcess::start(&folder, 0, &["--seed", "2"]);
    let address = host.address.clone();
    // Somebody else's name.
    let mut anna = Raw::login(&address, "anna");
    let mut thief = Raw::connect(&address);
    thief.send("anna\r");
    assert_eq!(thief.line().unwrap(), "password:");
    thief.send("guessed");
    assert_eq!(thief.line().unwrap(), "error _id_pw_mismatch");
    assert_eq!(thief.line(), None);
    // No name at all, another protocol, an endless name.
    for (said, answer) in [("x", Some("error _id_pw_mismatch")), ("GET / HTTP/1.1", None)] {
        let mut raw = Raw::connect(&address);
        raw.send(said);
        assert_eq!(raw.line().as_deref(), answer);
        assert_eq!(raw.line(), None);
    }
    let mut raw = Raw::connect(&address);
    let _ = raw.stream.write_all(&vec![b'a'; 1 << 18]);
    assert_eq!(raw.line(), None);
    // A second login of the same person takes the first one's place.
    let mut again = Raw::login(&address, "anna");
    while anna.line().is_some() {}
    for (said, answer) in [
        ("join .9", "error join : _Table_unknown_colon .9"),
        ("create / 7", "error create : _illegal_table_type"),
        ("create / 3 a b", "error create : _Table_name_invalid"),
        ("table .9 anna ready", "error table : _Table_unknown_colon .9"),
        ("gibberish \u{7}", "error _Command_unknown_colon gibberish"),
        ("tell nobody hi", "error tell : _not_connected nobody"),
    ] {
        again.send(said);
        assert_eq!(again.until("error "), answer);
    }
    again.send("create / 3");
    again.until("table .0 anna state ");
    again.send("table .0 anna play CJ");
    assert_eq!(again.until("table .0 anna error "), "table .0 anna error play : _game_not_started");
    // Harmless things are not answered with an error.
    for said in ["news de", "languages D", "report it\u{2}crashed", "finger", "time"] {
        again.send(said);
    }
    again.until("finger anna ");
    assert!(again.line().unwrap().starts_with("time "));
}

#[test]
fn accounts_let_in_whoever_has_the_password() {
    let folder = Folder::new("accounts");
    let file = folder.path("accounts");
    // The password comes from the environment.
    for (name, good) in [("anna", true), ("Anna", false), ("an:na", false)] {
        let output = crate::process::kiebitz()
            .args(["host", "--add", name, "--accounts"])
            .arg(&file)
            .output()
            .unwrap();
        assert_eq!(output.status.success(), good, "{output:?}");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("sesame"));
    }
    assert!(!std::fs::read_to_string(&file).unwrap().contains("sesame"));
    let host = HostProcess::start(&folder, 0, &["--accounts", file.to_str().unwrap()]);
    for (name, password, good) in
        [("anna", "sesame", true), ("anna", "wrong", false), ("bert", "sesame", false)]
    {
        let mut raw = Raw::connect(&host.address);
        raw.send(name);
        raw.until("password:");
        raw.send(password);
        let answer = raw.line().unwrap();
        assert_eq!(answer.starts_with("Welcome anna "), good, "{answer}");
        assert_eq!(answer == "error _id_pw_mismatch", !good, "{answer}");
    }
    let journal = String::from_utf8_lossy(&std::fs::read(folder.path("host.log")).unwrap()).into_owned();
    assert!(!journal.contains("sesame"));
}
