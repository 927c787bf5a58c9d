//! Three hundred tables at once.

use crate::hostile::Raw;
use crate::process::{Folder, HostProcess};
use crate::script::Script;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

const TABLES: usize = 300;
const GAMES: usize = 3;
/// People do not come all in one moment: so many milliseconds lie between two of them.
const ARRIVAL: u64 = 30;
/// How long a player thinks over each move, at most: a quick game between people.
const THINK: u64 = 2_000;

fn memory(pid: u32, what: &str) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with(what)).unwrap_or_default().to_string();
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse().ok()).unwrap_or(0)
}

#[test]
#[ignore = "nine hundred clients, minutes"]
fn three_hundred_tables() {
    let folder = Folder::new("load");
    let host = HostProcess::start(&folder, 0, &["--seed", "2"]);
    let pid = host.process.0.id();
    let empty = memory(pid, "VmRSS");
    let times: Arc<Mutex<Vec<Duration>>> = Arc::default();
    let seated = Arc::new(AtomicUsize::new(0));
    let start = Instant::now();
    let players: Vec<_> = (0..3 * TABLES)
        .map(|at| {
            let (address, times) = (host.address.clone(), Arc::clone(&times));
            let seated = Arc::clone(&seated);
            let work = move || {
                let (table, name) = (format!("t{:03}", at / 3), format!("p{at:03}"));
                thread::sleep(Duration::from_millis(ARRIVAL * at as u64));
                let mut raw = Raw::login(&address, &name);
                let mut script = Script { most: GAMES, ..Script::new(&name, at as u64) };
                raw.send(&if at % 3 == 0 {
                    format!("create / 3 {table} secret")
                } else {
                    format!("join {table} secret")
                });
                let mut own: Option<(Instant, &str)> = None;
                let mut mine = Vec::new();
                while script.ended.len() < GAMES {
                    let line = raw.line().unwrap();
                    if script.view.is_none() && line.starts_with("error join") {
                        thread::sleep(Duration::from_millis(50));
                        raw.send(&format!("join {table} secret"));
                    }
                    // The answer to what was sent last: who is on turn sees his own move next.
                    if let Some((sent, what)) = own
                        && line.starts_with(&format!("table {table} {name} {what}"))
                    {
                        mine.push(sent.elapsed());
                        own = None;
                    }
                    let was_seated = script.view.is_some();
                    for answer in script.hear(&line) {
                        let think = script.dice.below(THINK);
                        thread::sleep(Duration::from_millis(think));
                        raw.send(&answer);
                        own =
                            Some((Instant::now(), if answer.ends_with("ready") { "state" } else { "play" }));
                    }
                    if !was_seated && script.view.is_some() {
                        seated.fetch_add(1, Ordering::Relaxed);
                    }
                }
                times.lock().unwrap().append(&mut mine);
            };
            thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap()
        })
        .collect();
    for player in players {
        player.join().unwrap();
    }
    assert_eq!(seated.load(Ordering::Relaxed), 3 * TABLES, "everybody has found his chair");
    let mut times = times.lock().unwrap().clone();
    assert!(times.len() > 3 * TABLES * GAMES, "{} answers", times.len());
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    eprintln!(
        "{} clients, {TABLES} tables, {} games each, {} answers in {:.0} s: median {:?}, 99 % {:?}, most {:?}; host {} MB at rest, {} MB at most",
        seated.load(Ordering::Relaxed),
        GAMES,
        times.len(),
        start.elapsed().as_secs_f64(),
        at(0.5),
        at(0.99),
        at(1.0),
        empty / 1024,
        memory(pid, "VmHWM") / 1024,
    );
}
