//! Commands that write: never over what is not theirs, and they say what they could not read.

use crate::{Folder, archive, run};
use std::io::Write as _;
use std::path::Path;

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn analyse_leaves_foreign_files_alone() {
    let folder = Folder::new();
    let games = folder.file("games.sgf");
    let records = archive(3, 1);
    std::fs::write(&games, &records).unwrap();
    let out = folder.file("notes.txt");
    for notes in
        ["notes", "two\nlines", "{\"my\": \"object\"}", "{\"my\": 1}\n", "{ \"contract", "(;GM[Skat];)"]
    {
        std::fs::write(&out, notes).unwrap();
        for input in [text(&games), "/dev/null"] {
            let (code, _, errors) = run(&["analyse", "--json", input, "--out", text(&out)]);
            assert_eq!(code, 2, "{notes}");
            assert!(errors.contains("notes.txt"), "{errors}");
            assert_eq!(std::fs::read_to_string(&out).unwrap(), notes);
        }
    }
    // Its own input, with and without a line feed at the end, and by another name.
    for content in [records.clone(), records.trim_end().to_string(), String::new()] {
        std::fs::write(&games, &content).unwrap();
        let other = folder.0.join(".").join("games.sgf");
        let (code, _, errors) = run(&["analyse", "--json", text(&games), "--out", text(&other)]);
        assert_eq!(code, 2);
        assert!(errors.contains("is read and cannot be written to"), "{errors}");
        assert_eq!(std::fs::read_to_string(&games).unwrap(), content);
    }
}

#[test]
fn selfplay_leaves_foreign_files_alone() {
    let folder = Folder::new();
    let out = folder.file("games.sgf");
    let play = |seed: &str, games: &str| {
        run(&["selfplay", "--games", games, "--effort", "0.1", "--seed", seed, "--out", text(&out)])
    };
    for notes in ["notes", "notes\n", &archive(2, 5)] {
        std::fs::write(&out, notes).unwrap();
        let (code, _, errors) = play("1", "2");
        assert_eq!(code, 2, "{notes:.30}");
        assert!(errors.contains("games.sgf"), "{errors}");
        assert_eq!(std::fs::read_to_string(&out).unwrap(), notes);
    }
    std::fs::remove_file(&out).unwrap();
    let (code, first, _) = play("1", "3");
    assert_eq!(code, 0);
    let whole = std::fs::read_to_string(&out).unwrap();
    assert_eq!(whole.lines().count(), 3);
    // Again: nothing to do, the same sums. Another seed: other games.
    let (code, again, _) = play("1", "3");
    let sums =
        |said: &str| said.lines().filter(|line| !line.contains(" s a game")).collect::<Vec<_>>().join("\n");
    assert_eq!((code, sums(&again)), (0, sums(&first)));
    assert_eq!(play("2", "3").0, 2);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), whole);
    // More games of the same.
    assert_eq!(play("1", "4").0, 0);
    assert!(std::fs::read_to_string(&out).unwrap().starts_with(&whole));
}

#[test]
fn a_replay_goes_on_and_never_empties_its_file() {
    let folder = Folder::new();
    let (games, resume) = (folder.file("games.sgf"), folder.file("resume"));
    let played = kiebitz::archive::sample();
    let few: Vec<&[u8]> = played.split_inclusive(|&byte| byte == b'\n').take(3).collect();
    std::fs::write(&games, few.concat()).unwrap();
    let go_on = || run(&["replay", text(&games), "--effort", "0.1", "--resume", text(&resume)]);
    assert_eq!(go_on().0, 0);
    let whole = std::fs::read_to_string(&resume).unwrap();
    assert!(whole.lines().count() >= 3, "{whole}");
    for cut in [0, 5, whole.len() - 2, whole.len()] {
        std::fs::write(&resume, &whole[..cut]).unwrap();
        assert_eq!(go_on().0, 0, "cut at {cut}");
        assert_eq!(std::fs::read_to_string(&resume).unwrap(), whole, "cut at {cut}");
    }
    // A file that may not be written is not emptied either.
    let mut permissions = std::fs::metadata(&resume).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&resume, permissions).unwrap();
    let (code, _, errors) = go_on();
    assert!(code == 2 && errors.contains("resume: Access is not allowed"), "{errors}");
    assert_eq!(std::fs::read_to_string(&resume).unwrap(), whole);
}

#[test]
fn half_an_archive_is_not_taken_for_a_whole_one() {
    let folder = Folder::new();
    let records = archive(600, 2);
    let mut bz = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bz.write_all(records.as_bytes()).unwrap();
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gz.write_all(records.as_bytes()).unwrap();
    let tables = folder.file("tables");
    for (name, bytes) in [("half.bz2", bz.finish().unwrap()), ("half.gz", gz.finish().unwrap())] {
        let path = folder.file(name);
        std::fs::write(&path, &bytes[..bytes.len() * 2 / 3]).unwrap();
        let (code, said, errors) = run(&["learn", text(&path), "--out", text(&tables)]);
        assert_eq!(code, 1, "{name}: {said}{errors}");
        assert!(errors.contains(name) && errors.contains("cannot be read on"), "{errors}");
        let (code, said, _) = run(&["archive", text(&path)]);
        assert_eq!(code, 1, "{name}: {said}");
        assert!(said.contains("cannot be read on"), "{said}");
        let read: u64 = said.split(" records").next().unwrap().rsplit(' ').next().unwrap().parse().unwrap();
        assert!((150..600).contains(&read), "{said}");
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(run(&["learn", text(&path), "--out", text(&tables)]).0, 0);
        // The tables do not replace what they were learned from.
        let (code, ..) = run(&["learn", text(&path), "--out", text(&path)]);
        assert_eq!((code, std::fs::read(&path).unwrap()), (2, bytes));
    }
}

#[test]
fn an_edited_puzzle_is_not_overwritten() {
    let folder = Folder::new();
    let made = folder.file("made");
    let generate = |more: &[&str]| {
        let wishes =
            ["generate", "--open", "--cards", "3", "--choice", "1", "--seed", "2", "--out", text(&made)];
        run(&[&wishes[..], more].concat())
    };
    let files = || {
        let mut files: Vec<_> = std::fs::read_dir(&made).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        files
    };
    assert_eq!(generate(&[]).0, 0);
    let [first] = &files()[..] else { panic!("{:?}", files()) };
    let first = first.clone();
    let original = std::fs::read_to_string(&first).unwrap();
    // The same again is the same file.
    assert_eq!(generate(&[]).0, 0);
    assert_eq!(files().len(), 1);
    let edited = original.replacen('\n', "\n// mine\n", 1);
    std::fs::write(&first, &edited).unwrap();
    for _ in 0..2 {
        assert_eq!(generate(&[]).0, 0);
        assert_eq!(files().len(), 2);
    }
    assert_eq!(std::fs::read_to_string(&first).unwrap(), edited);
    let other = files().into_iter().find(|path| *path != first).unwrap();
    assert_eq!(std::fs::read_to_string(other).unwrap(), original);
    assert_eq!(generate(&["--force"]).0, 0);
    assert_eq!(std::fs::read_to_string(&first).unwrap(), original);
}
