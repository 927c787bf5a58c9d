//! Saving, opening, recovering.

use crate::bench::{
    Answers, Bench, app, click, fill, folder, line, names, open, press, press_ctrl, shows, until, window,
    window_with, write_puzzle, written,
};
use crate::compose::compose_by_clicking;
use egui::Key;
use egui_kittest::kittest::Queryable as _;
use kiebitz::app::settings::Settings;
use kiebitz::puzzle::Language;
use kiebitz::storage::{Disk, DiskFile, Fault, FaultyDisk, FileInfo, Open, RealDisk};
use std::io;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};

#[test]
fn saved_and_opened_again_it_is_the_same() {
    let folder = folder("same");
    let path = folder.join("beispiel.ron");
    let mut bench = window(Language::German);
    compose_by_clicking(&mut bench);
    click(&mut bench, "Bereich: Texte");
    fill(&mut bench, "Titel", "Karo-Ass zum Auftakt");
    fill(&mut bench, "Frage", "Wie spielt Mittelhand? ♦A lag vor.");
    assert!(app(&bench).compose().is_unsaved());
    let document = app(&bench).compose().document().clone();
    press_ctrl(&mut bench, Key::S);
    fill(&mut bench, "Datei", &path.display().to_string());
    press(&mut bench, Key::Enter);
    assert!(shows(&bench, "beispiel.ron gespeichert"), "{:#?}", names(&bench));
    assert!(!app(&bench).compose().is_unsaved());
    press_ctrl(&mut bench, Key::N);
    assert!(app(&bench).compose().document().is_empty());
    press_ctrl(&mut bench, Key::O);
    fill(&mut bench, "Datei", &path.display().to_string());
    press(&mut bench, Key::Enter);
    crate::bench::opened(&mut bench);
    let opened = app(&bench).compose().document();
    // The file says whose view counts, which the empty form left open.
    let expected = {
        let mut expected = document;
        expected.setup.view = opened.setup.view;
        expected
    };
    assert_eq!(opened, &expected);
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn leaving_unsaved_work_asks_first() {
    let mut bench = window(Language::German);
    click(&mut bench, "Kreuz-Bube");
    press_ctrl(&mut bench, Key::N);
    assert!(shows(&bench, "Änderungen speichern?"));
    click(&mut bench, "Abbrechen");
    assert_eq!(line(&bench), "F=CJ.? M=? R=? skat=?");
    press_ctrl(&mut bench, Key::N);
    click(&mut bench, "Verwerfen");
    assert_eq!(line(&bench), "F=? M=? R=? skat=?");
}

#[test]
fn enter_presses_the_highlighted_answer() {
    let folder = folder("enter");
    let path = folder.join("enter.ron");
    let mut bench = window_with(german(), Answers(Some(path.clone())), None);
    // The field for cards has the keyboard; a question takes it over.
    crate::bench::type_text(&mut bench, "krb");
    press(&mut bench, Key::Enter);
    assert_eq!(line(&bench), "F=CJ.? M=? R=? skat=?");
    press_ctrl(&mut bench, Key::N);
    assert!(shows(&bench, "Verwerfen"));
    press(&mut bench, Key::Enter);
    // Saving asks for a name, and the new table comes after it.
    click(&mut bench, "Durchsuchen …");
    until(&mut bench, "the file", |bench| path.exists() && app(bench).compose().document().is_empty());
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn a_broken_file_is_explained_and_nothing_is_lost() {
    let folder = folder("broken");
    let path = folder.join("kaputt.ron");
    std::fs::write(&path, "Puzzle(\n    version: 1,\n    title: 7,\n)").unwrap();
    let mut bench = window(Language::German);
    click(&mut bench, "Kreuz-Bube");
    press_ctrl(&mut bench, Key::O);
    click(&mut bench, "Verwerfen");
    fill(&mut bench, "Datei", &path.display().to_string());
    press(&mut bench, Key::Enter);
    crate::bench::opened(&mut bench);
    assert!(
        shows(&bench, "kaputt.ron lässt sich nicht öffnen") && shows(&bench, "Zeile 3"),
        "{:#?}",
        names(&bench)
    );
    assert_eq!(line(&bench), "F=CJ.? M=? R=? skat=?");
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn the_systems_dialog_may_answer() {
    let folder = folder("dialog");
    let path = folder.join("gewählt.ron");
    let settings = Settings { language: Some(Language::German), ..Settings::default() };
    let mut bench = window_with(settings, Answers(Some(path.clone())), None);
    click(&mut bench, "Kreuz-Bube");
    press_ctrl(&mut bench, Key::S);
    click(&mut bench, "Durchsuchen …");
    until(&mut bench, "the file", |_| path.exists());
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("Draft("));
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn work_is_found_again_after_a_crash() {
    let folder = folder("crash");
    let settings = Settings { language: Some(Language::German), ..Settings::default() };
    let copy = folder.join("recovery.ron");
    {
        let mut bench = window_with(settings.clone(), Answers(None), Some(folder.clone()));
        click(&mut bench, "Kreuz-Bube");
        until(&mut bench, "the copy", |_| copy.exists());
        // Dropped without closing: a crash.
    }
    let mut bench = window_with(settings, Answers(None), Some(folder.clone()));
    click(&mut bench, "Wiederherstellen");
    assert_eq!(line(&bench), "F=CJ.? M=? R=? skat=?");
    assert!(app(&bench).compose().is_unsaved());
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn the_diagram_is_written() {
    let folder = folder("diagram");
    let mut bench = window(Language::German);
    compose_by_clicking(&mut bench);
    click(&mut bench, "Bereich: Diagramm");
    until(&mut bench, "the picture", |bench| shows(bench, "Diagramm der Aufgabe"));
    let svg = folder.join("bild.svg");
    press_ctrl(&mut bench, Key::E);
    fill(&mut bench, "Datei", &svg.display().to_string());
    press(&mut bench, Key::Enter);
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    let png = folder.join("bild");
    click(&mut bench, "Diagramm als PNG …");
    fill(&mut bench, "Datei", &png.display().to_string());
    press(&mut bench, Key::Enter);
    // The ending that was not typed is added.
    assert!(std::fs::read(png.with_extension("png")).unwrap().starts_with(b"\x89PNG"));
    std::fs::remove_dir_all(folder).ok();
}

const LINE: &str = "contract=H declarer=M M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA skat=DK.D9 played=DA view=M";
const OTHER: &str = "contract=G declarer=F F=CJ.SJ.CA.CT.SA.ST.H8.H7.D8.D7 skat=C7.S7 view=F";

fn german() -> Settings {
    Settings { language: Some(Language::German), memory: 32, ..Settings::default() }
}

/// A folder with the copy that a crash leaves behind.
fn crashed(name: &str) -> std::path::PathBuf {
    let folder = folder(name);
    let mut bench = window_with(german(), Answers(None), Some(folder.clone()));
    click(&mut bench, "Kreuz-Bube");
    until(&mut bench, "the copy", |_| folder.join("recovery.ron").exists());
    folder
}

#[test]
fn a_file_opened_at_the_start_leaves_the_copy_until_the_person_has_answered() {
    let folder = crashed("start");
    let file = folder.join("datei.ron");
    write_puzzle(&file, LINE);
    {
        // Opened by argument, or dropped on the question; then the window is closed without an answer.
        let mut bench = window_with(german(), Answers(None), Some(folder.clone()));
        open(&mut bench, &file);
        assert_eq!(app(&bench).compose().path(), Some(file.as_path()));
        assert!(shows(&bench, "Wiederherstellen"));
        std::thread::sleep(std::time::Duration::from_millis(300));
        bench.run_steps(3);
    }
    let mut bench = window_with(german(), Answers(None), Some(folder.clone()));
    open(&mut bench, &file);
    click(&mut bench, "Wiederherstellen");
    assert_eq!(line(&bench), "F=CJ.? M=? R=? skat=?");
    assert!(app(&bench).compose().is_unsaved() && app(&bench).compose().path().is_none());
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn a_copy_that_cannot_be_read_is_put_aside() {
    let folder = folder("aside");
    std::fs::write(folder.join("recovery.ron"), "Draft(line: 7").unwrap();
    let mut bench = window_with(german(), Answers(None), Some(folder.clone()));
    bench.run_steps(2);
    assert!(shows(&bench, "Sicherungskopie ließ sich nicht lesen"), "{:#?}", names(&bench));
    assert_eq!(std::fs::read_to_string(folder.join("recovery.ron.unreadable-1")).unwrap(), "Draft(line: 7");
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn what_waits_for_a_save_waits_for_no_other() {
    let folder = folder("then");
    let mut bench = window_with(german(), Answers(None), None);
    click(&mut bench, "Kreuz-Bube");
    // "Save, then a new one" fails: there is no such folder.
    press_ctrl(&mut bench, Key::N);
    click(&mut bench, "Speichern");
    fill(&mut bench, "Datei", &folder.join("gibt es nicht").join("a.ron").display().to_string());
    press(&mut bench, Key::Enter);
    until(&mut bench, "the message", |bench| shows(bench, "lässt sich nicht speichern"));
    assert_eq!(line(&bench), "F=CJ.? M=? R=? skat=?");
    // The next save is only a save.
    press_ctrl(&mut bench, Key::S);
    fill(&mut bench, "Datei", &folder.join("a.ron").display().to_string());
    press(&mut bench, Key::Enter);
    until(&mut bench, "the file", |bench| {
        folder.join("a.ron").exists() && !app(bench).compose().is_unsaved()
    });
    assert_eq!(line(&bench), "F=CJ.? M=? R=? skat=?", "the table was cleared");
    // So it is after cancelling.
    click(&mut bench, "Karo-Bube");
    press_ctrl(&mut bench, Key::N);
    click(&mut bench, "Abbrechen");
    press_ctrl(&mut bench, Key::S);
    assert_eq!(line(&bench), "F=CJ.DJ.? M=? R=? skat=?");
    // And a good one goes on.
    click(&mut bench, "Pik-Bube");
    press_ctrl(&mut bench, Key::N);
    click(&mut bench, "Speichern");
    until(&mut bench, "a new table", |bench| app(bench).compose().document().is_empty());
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn what_came_from_elsewhere_is_unsaved() {
    let mut bench = window_with(german(), Answers(None), None);
    press_ctrl(&mut bench, Key::Num2);
    fill(&mut bench, "Suchen", "Dreißig sind zu viel");
    bench.get_by_label_contains("Dreißig sind zu viel: ").click();
    bench.run_steps(3);
    click(&mut bench, "Im Entwurf öffnen");
    assert!(!app(&bench).compose().document().is_empty());
    assert!(app(&bench).compose().is_unsaved());
    press_ctrl(&mut bench, Key::N);
    assert!(shows(&bench, "Änderungen speichern?"), "{:#?}", names(&bench));
}

#[test]
fn nothing_is_replaced_without_a_question_and_names_keep_their_dots() {
    let folder = folder("replace");
    let (own, other) = (folder.join("Nr. 5"), folder.join("andere.ron"));
    write_puzzle(&other, OTHER);
    let before = std::fs::read(&other).unwrap();
    let mut bench = window_with(german(), Answers(None), None);
    click(&mut bench, "Kreuz-Bube");
    let save_as = |bench: &mut crate::bench::Bench, path: &std::path::Path| {
        bench.key_press_modifiers(egui::Modifiers::COMMAND | egui::Modifiers::SHIFT, Key::S);
        bench.run_steps(3);
        fill(bench, "Datei", &path.display().to_string());
        press(bench, Key::Enter);
    };
    save_as(&mut bench, &own);
    let own = folder.join("Nr. 5.ron");
    assert!(own.exists(), "{:?}", std::fs::read_dir(&folder).unwrap().collect::<Vec<_>>());
    // Its own file may be written again, also under its name.
    click(&mut bench, "Karo-Bube");
    save_as(&mut bench, &own);
    assert!(!app(&bench).compose().is_unsaved());
    // Another one is asked about, and saying no brings the prompt back.
    save_as(&mut bench, &other);
    assert!(shows(&bench, "Datei ersetzen?"), "{:#?}", names(&bench));
    click(&mut bench, "Anderen Namen wählen");
    assert_eq!(std::fs::read(&other).unwrap(), before);
    assert!(shows(&bench, "Aufgabe speichern"));
    click(&mut bench, "Speichern");
    click(&mut bench, "Ersetzen");
    assert_ne!(std::fs::read(&other).unwrap(), before);
    // All of it by keyboard: Enter says no, the next letters go into the field, Enter saves.
    let third = folder.join("dritte.ron");
    write_puzzle(&third, OTHER);
    save_as(&mut bench, &third);
    assert!(shows(&bench, "Datei ersetzen?"));
    press(&mut bench, Key::Enter);
    bench.run_steps(2);
    bench.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
    bench.run_steps(1);
    let fourth = folder.join("vierte.ron");
    bench.event(egui::Event::Text(fourth.display().to_string()));
    bench.run_steps(1);
    press(&mut bench, Key::Enter);
    until(&mut bench, "the file under its new name", |_| fourth.exists());
    // Pictures too.
    let svg = folder.join("bild.svg");
    std::fs::write(&svg, "mein Bild").unwrap();
    open(&mut bench, &other);
    press_ctrl(&mut bench, Key::E);
    fill(&mut bench, "Datei", &svg.display().to_string());
    press(&mut bench, Key::Enter);
    assert!(shows(&bench, "Datei ersetzen?"), "{:#?}", names(&bench));
    assert_eq!(std::fs::read_to_string(&svg).unwrap(), "mein Bild");
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn a_second_window_leaves_the_first_ones_files_alone() {
    let folder = folder("two");
    let mut first = window_with(german(), Answers(None), Some(folder.clone()));
    click(&mut first, "Kreuz-Bube");
    until(&mut first, "the copy", |_| folder.join("recovery.ron").exists());
    let copy = std::fs::read_to_string(folder.join("recovery.ron")).unwrap();
    let mut second = window_with(german(), Answers(None), Some(folder.clone()));
    assert!(shows(&second, "läuft schon in einem anderen Fenster"), "{:#?}", names(&second));
    assert!(!shows(&second, "Wiederherstellen"));
    click(&mut second, "Karo-Bube");
    let start = std::time::Instant::now();
    while start.elapsed() < std::time::Duration::from_millis(2600) {
        second.step();
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(std::fs::read_to_string(folder.join("recovery.ron")).unwrap(), copy);
    drop((first, second));
    std::fs::remove_dir_all(folder).ok();
}

#[cfg(unix)]
#[test]
fn a_pipe_that_looks_like_a_puzzle_does_not_hang_the_window() {
    let folder = folder("pipe");
    let pipe = folder.join("rohr.ron");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut bench = window_with(german(), Answers(None), None);
    open(&mut bench, &pipe);
    assert!(shows(&bench, "keine gewöhnliche Datei"), "{:#?}", names(&bench));
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn settings_are_written_by_themselves() {
    let folder = folder("settings");
    let mut bench = window_with(german(), Answers(None), Some(folder.clone()));
    press_ctrl(&mut bench, Key::Num2);
    let read = || kiebitz::app::settings_file::read(&kiebitz::storage::DataFolder::open(&folder)).settings;
    until(&mut bench, "the settings", |_| read().is_some());
    assert_eq!(read().as_ref(), Some(app(&bench).settings()));
    std::fs::remove_dir_all(&folder).ok();
}

/// A disk on which no file gets its name before the test lets it.
#[derive(Clone, Debug, Default)]
struct SlowDisk(Arc<(Mutex<bool>, Condvar)>);

impl SlowDisk {
    fn let_go(&self) {
        *self.0.0.lock().unwrap() = true;
        self.0.1.notify_all();
    }

    fn wait(&self) {
        drop(self.0.1.wait_while(self.0.0.lock().unwrap(), |free| !*free).unwrap());
    }
}

impl Disk for SlowDisk {
    fn open(&self, path: &Path, how: Open) -> io::Result<Box<dyn DiskFile>> {
        RealDisk.open(path, how)
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.wait();
        RealDisk.rename(from, to)
    }
    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.wait();
        RealDisk.link(from, to)
    }
    fn remove(&self, path: &Path) -> io::Result<()> {
        RealDisk.remove(path)
    }
    fn create_folder(&self, path: &Path) -> io::Result<()> {
        RealDisk.create_folder(path)
    }
    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        RealDisk.sync_folder(path)
    }
    fn set_permissions(&self, path: &Path, like: &FileInfo) -> io::Result<()> {
        RealDisk.set_permissions(path, like)
    }
    fn touch(&self, path: &Path) -> io::Result<()> {
        RealDisk.touch(path)
    }
    fn info(&self, path: &Path) -> io::Result<FileInfo> {
        RealDisk.info(path)
    }
    fn list(&self, folder: &Path) -> io::Result<Vec<FileInfo>> {
        RealDisk.list(folder)
    }
}

/// A window with a file of its own on a disk that is slow from now on, and a change that is not saved.
fn on_a_slow_disk(folder: &Path) -> (Bench, SlowDisk) {
    let path = folder.join("langsam.ron");
    write_puzzle(&path, LINE);
    let mut bench = window_with(german(), Answers(None), None);
    open(&mut bench, &path);
    let disk = SlowDisk::default();
    bench.state_mut().app.as_mut().unwrap().set_disk(Arc::new(disk.clone()));
    click(&mut bench, "Bereich: Texte");
    fill(&mut bench, "Titel", "Neu");
    (bench, disk)
}

/// Ctrl and a key, without waiting for any file.
fn ctrl(bench: &mut Bench, key: Key) {
    bench.key_press_modifiers(egui::Modifiers::COMMAND, key);
    bench.run_steps(3);
}

#[test]
fn the_window_goes_on_while_the_disk_is_busy() {
    let folder = folder("slow");
    let (mut bench, disk) = on_a_slow_disk(&folder);
    ctrl(&mut bench, Key::S);
    assert!(shows(&bench, "Speichert langsam.ron"), "{:#?}", names(&bench));
    assert!(app(&bench).compose().is_unsaved() && !shows(&bench, "langsam.ron gespeichert"));
    // "New" waits for the file, and asks nothing as long as it is on its way.
    ctrl(&mut bench, Key::N);
    assert!(!shows(&bench, "Änderungen speichern?") && !app(&bench).compose().document().is_empty());
    disk.let_go();
    written(&mut bench);
    assert!(shows(&bench, "langsam.ron gespeichert"), "{:#?}", names(&bench));
    assert!(app(&bench).compose().document().is_empty());
    assert!(std::fs::read_to_string(folder.join("langsam.ron")).unwrap().contains("Neu"));
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn what_is_changed_while_the_disk_is_busy_is_unsaved() {
    let folder = folder("meanwhile");
    let (mut bench, disk) = on_a_slow_disk(&folder);
    ctrl(&mut bench, Key::S);
    fill(&mut bench, "Titel", "Noch neuer");
    ctrl(&mut bench, Key::N);
    disk.let_go();
    written(&mut bench);
    assert!(shows(&bench, "Änderungen speichern?"), "{:#?}", names(&bench));
    click(&mut bench, "Speichern");
    assert!(app(&bench).compose().document().is_empty());
    assert!(std::fs::read_to_string(folder.join("langsam.ron")).unwrap().contains("Noch neuer"));
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn a_disk_that_refuses_disarms_what_waits() {
    let folder = folder("refuses");
    let (mut bench, _) = on_a_slow_disk(&folder);
    let disk = FaultyDisk::new(2, Fault::From(io::ErrorKind::StorageFull));
    bench.state_mut().app.as_mut().unwrap().set_disk(Arc::new(disk));
    let before = std::fs::read(folder.join("langsam.ron")).unwrap();
    ctrl(&mut bench, Key::S);
    ctrl(&mut bench, Key::N);
    written(&mut bench);
    assert!(shows(&bench, "lässt sich nicht speichern"), "{:#?}", names(&bench));
    assert!(app(&bench).compose().is_unsaved());
    assert_eq!(std::fs::read(folder.join("langsam.ron")).unwrap(), before);
    bench.state_mut().app.as_mut().unwrap().set_disk(RealDisk::shared());
    // The question may be open if the disk had refused before Ctrl+N; either way the next save is only a save.
    if shows(&bench, "Änderungen speichern?") {
        click(&mut bench, "Abbrechen");
    }
    press_ctrl(&mut bench, Key::S);
    assert!(!app(&bench).compose().is_unsaved() && !app(&bench).compose().document().is_empty());
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn a_file_that_comes_between_question_and_writing_is_not_replaced() {
    let folder = folder("between");
    let (mut bench, disk) = on_a_slow_disk(&folder);
    let other = folder.join("neu.ron");
    bench.key_press_modifiers(egui::Modifiers::COMMAND | egui::Modifiers::SHIFT, Key::S);
    bench.run_steps(3);
    fill(&mut bench, "Datei", &other.display().to_string());
    bench.key_press(Key::Enter);
    bench.run_steps(3);
    assert!(app(&bench).is_writing() && !shows(&bench, "Datei ersetzen?"));
    std::fs::write(&other, "von jemand anderem").unwrap();
    disk.let_go();
    written(&mut bench);
    assert!(shows(&bench, "gibt es schon"), "{:#?}", names(&bench));
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "von jemand anderem");
    assert_eq!(app(&bench).compose().path(), Some(folder.join("langsam.ron").as_path()));
    std::fs::remove_dir_all(folder).ok();
}
