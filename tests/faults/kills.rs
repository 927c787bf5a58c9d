//! Real programs that are killed, again and again: what they wrote is whole, and the next one goes on.

use crate::{Folder, archive, kiebitz, run};
use kiebitz::cards::Dice;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

/// Starts the program and kills it after a while; tells whether it was still at work.
fn killed(arguments: &[&str], after: Duration) -> bool {
    let mut command = kiebitz(arguments);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(after);
    let at_work = child.try_wait().unwrap().is_none();
    child.kill().ok();
    child.wait().unwrap();
    at_work
}

/// All whole lines of a file are the first ones of what it must become.
fn is_beginning(path: &Path, whole: &str) {
    let found = std::fs::read_to_string(path).unwrap_or_default();
    let lines = found.rfind('\n').map_or("", |end| &found[..=end]);
    assert!(whole.starts_with(lines), "not what it must become: {lines:.200}");
}

fn killing(arguments: &[&str], kills: usize) {
    let folder = Folder::new();
    let (whole, cut) = (folder.file("whole"), folder.file("cut"));
    let to = |path: &Path| -> Vec<String> {
        let path = path.to_str().unwrap().to_string();
        arguments.iter().map(|one| one.to_string()).chain(["--out".into(), path]).collect()
    };
    let (complete, interrupted) = (to(&whole), to(&cut));
    let complete: Vec<&str> = complete.iter().map(String::as_str).collect();
    let interrupted: Vec<&str> = interrupted.iter().map(String::as_str).collect();
    let start = std::time::Instant::now();
    assert_eq!(run(&complete).0, 0);
    let takes = start.elapsed();
    let whole = std::fs::read_to_string(&whole).unwrap();
    assert!(whole.lines().count() >= 6);
    let mut dice = Dice::new(kills as u64);
    for _ in 0..kills {
        let after = Duration::from_millis(dice.below(takes.as_millis().max(20) as u64));
        killed(&interrupted, after);
        is_beginning(&cut, &whole);
    }
    assert_eq!(run(&interrupted).0, 0);
    assert_eq!(std::fs::read_to_string(&cut).unwrap(), whole);
    // Once more, and a file that was cut anywhere by something else is gone on with too.
    for at in [0, 1, whole.len() / 3, whole.len() - 1] {
        std::fs::write(&cut, &whole[..at]).unwrap();
        assert_eq!(run(&interrupted).0, 0, "cut at {at}");
        assert_eq!(std::fs::read_to_string(&cut).unwrap(), whole, "cut at {at}");
    }
}

fn selfplay(games: &str, kills: usize) {
    killing(&["selfplay", "--games", games, "--effort", "0.1", "--seed", "3", "--threads", "2"], kills);
}

fn analyse(games: u64, kills: usize) {
    let folder = Folder::new();
    let path = folder.file("games.sgf");
    std::fs::write(&path, archive(games, 4)).unwrap();
    killing(&["analyse", path.to_str().unwrap(), "--json", "--threads", "2"], kills);
}

#[test]
fn selfplay_a_few_times() {
    selfplay("6", 3);
}

#[test]
fn analyse_a_few_times() {
    analyse(12, 3);
}

#[test]
#[ignore = "takes minutes"]
fn selfplay_many_times() {
    selfplay("40", 40);
}

#[test]
#[ignore = "takes minutes"]
fn analyse_many_times() {
    analyse(200, 50);
}
