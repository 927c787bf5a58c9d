//! The map of the window's rooms in `src/lib.rs` is true: every room is on it, and none looks up.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The rooms of the map with their rows.
fn map() -> HashMap<String, usize> {
    let text = include_str!("../../src/lib.rs");
    let (_, table) = text.split_once("//! | room | what is in it |").unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with("//! |"));
    let rooms = rows.map(|line| line.split('|').nth(1).unwrap());
    let named = rooms.enumerate().flat_map(|(row, names)| {
        names.split('`').skip(1).step_by(2).map(move |name| (name.to_string(), row))
    });
    named.collect()
}

/// Every source file below a folder, with the room it belongs to.
fn sources(root: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path != root.join("mod.rs") {
                let room = path.strip_prefix(root).unwrap().components().next().unwrap();
                let room = room.as_os_str().to_str().unwrap().trim_end_matches(".rs").to_string();
                found.push((room, path));
            }
        }
    }
    found
}

/// Whether a line imports a room by its path from the crate, or from the folder of all rooms.
fn imports(line: &str, room: &str, above: &str) -> bool {
    let Some(path) = line.trim_start().strip_prefix("use ") else { return false };
    [format!("crate::app::{room}"), format!("{above}{room}")].iter().any(|start| {
        path.strip_prefix(start.as_str())
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

#[test]
fn the_map_of_rooms_is_true() {
    let map = map();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app");
    let sources = sources(&root);
    let mut wrong = Vec::new();
    for (room, path) in &sources {
        let Some(row) = map.get(room) else {
            wrong.push(format!("{room} is not on the map"));
            continue;
        };
        let text = std::fs::read_to_string(path).unwrap();
        let depth = path.strip_prefix(&root).unwrap().components().count();
        let is_folder = path.file_name().is_some_and(|name| name == "mod.rs");
        let above = "super::".repeat(depth - usize::from(is_folder));
        for (other, other_row) in &map {
            let remembers = room == "settings" && ["replay", "solve"].contains(&other.as_str());
            let workspaces = ["compose", "solve", "replay"];
            let neighbour = workspaces.contains(&room.as_str()) && workspaces.contains(&other.as_str());
            let may = other_row < row || (other_row == row && !neighbour) || remembers || room == other;
            if !may && text.lines().any(|line| imports(line, other, &above)) {
                wrong.push(format!("{} uses {other}", path.display()));
            }
        }
    }
    for room in map.keys() {
        if !sources.iter().any(|(other, _)| other == room) {
            wrong.push(format!("{room} is on the map, but not there"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(sources.len() > 100 && map.len() > 20);
}
