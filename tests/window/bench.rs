//! A window to test on, and what a hand does with it.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use kiebitz::app::Kiebitz;
use kiebitz::app::files::{Dialogs, Purpose};
use kiebitz::app::settings::Settings;
use kiebitz::puzzle::Language;
use kiebitz::solving::today::Day;
use kiebitz::storage::DataFolder;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A file dialog that answers at once.
pub struct Answers(pub Option<PathBuf>);

impl Dialogs for Answers {
    fn ask(&self, _purpose: Purpose, _suggestion: &Path) -> Option<PathBuf> {
        self.0.clone()
    }
}

/// The window, made in its first frame.
pub struct Stage {
    pub app: Option<Kiebitz>,
    settings: Settings,
    dialogs: Arc<dyn Dialogs>,
    data: Option<PathBuf>,
    /// The most bytes that a frame has asked for on the window's thread.
    pub heaviest: u64,
}

/// Counts the bytes that each thread asks for; otherwise it is the system's allocator.
struct Counting;

thread_local! {
    static ASKED_FOR: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[allow(unsafe_code)] // there is no other way to count, and every call is handed on as it came
unsafe impl std::alloc::GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: std::alloc::Layout) -> *mut u8 {
        ASKED_FOR.try_with(|bytes| bytes.set(bytes.get() + layout.size() as u64)).ok();
        unsafe { std::alloc::System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: std::alloc::Layout) {
        unsafe { std::alloc::System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: std::alloc::Layout, size: usize) -> *mut u8 {
        ASKED_FOR.try_with(|bytes| bytes.set(bytes.get() + size as u64)).ok();
        unsafe { std::alloc::System.realloc(place, layout, size) }
    }
}

pub type Bench = Harness<'static, Stage>;

pub fn window_with(settings: Settings, dialogs: Answers, data: Option<PathBuf>) -> Bench {
    let stage = Stage { app: None, settings, dialogs: Arc::new(dialogs), data, heaviest: 0 };
    let frame = |ui: &mut egui::Ui, stage: &mut Stage| {
        let app = stage.app.get_or_insert_with(|| {
            let data = stage.data.as_deref().map(DataFolder::open);
            let mut app = Kiebitz::new(ui.ctx(), stage.settings.clone(), Arc::clone(&stage.dialogs), data);
            app.set_day(Day::of(2026, 11, 18));
            app
        });
        let before = ASKED_FOR.get();
        app.logic(ui.ctx());
        app.show(ui);
        stage.heaviest = stage.heaviest.max(ASKED_FOR.get() - before);
    };
    let mut bench = Harness::builder().with_size([1280.0, 800.0]).build_ui_state(frame, stage);
    bench.run_steps(3);
    bench
}

/// A window in this language.
pub fn window(language: Language) -> Bench {
    let settings = Settings { language: Some(language), memory: 32, ..Settings::default() };
    window_with(settings, Answers(None), None)
}

/// Clicks the widget with this name.
pub fn click(bench: &mut Bench, name: &str) {
    bench.get_by_label(name).click();
    bench.run_steps(3);
    written(bench);
}

/// Waits until what was told to be saved is on the disk, and what there is to tell of it on the screen.
pub fn written(bench: &mut Bench) {
    let is_done = |bench: &Bench| !app(bench).is_writing() && !app(bench).has_unseen_news();
    if !is_done(bench) {
        until(bench, "the file to be written", is_done);
        bench.run_steps(3);
    }
}

/// Types text as if on a keyboard.
pub fn type_text(bench: &mut Bench, text: &str) {
    for letter in text.chars() {
        bench.event(egui::Event::Text(letter.to_string()));
        bench.run_steps(1);
    }
    bench.run_steps(2);
}

pub fn press(bench: &mut Bench, key: Key) {
    bench.key_press(key);
    bench.run_steps(3);
    written(bench);
}

pub fn press_ctrl(bench: &mut Bench, key: Key) {
    bench.key_press_modifiers(Modifiers::COMMAND, key);
    bench.run_steps(3);
    written(bench);
}

/// Replaces what stands in a field.
pub fn fill(bench: &mut Bench, name: &str, text: &str) {
    let is_field = |role| matches!(role, Role::TextInput | Role::MultilineTextInput | Role::PasswordInput);
    bench.get_all_by_label(name).find(|node| is_field(node.accesskit_node().role())).unwrap().focus();
    bench.run_steps(2);
    bench.key_press_modifiers(Modifiers::COMMAND, Key::A);
    bench.run_steps(1);
    bench.event(egui::Event::Text(text.into()));
    bench.run_steps(3);
}

/// The position line of what lies on the table.
pub fn line(bench: &Bench) -> String {
    app(bench).compose().document().setup.to_string()
}

pub fn app(bench: &Bench) -> &Kiebitz {
    bench.state().app.as_ref().unwrap()
}

/// Every accessible name on screen.
pub fn names(bench: &Bench) -> Vec<String> {
    let mut names = Vec::new();
    let mut nodes = vec![bench.root().accesskit_node()];
    while let Some(node) = nodes.pop() {
        names.extend(node.label());
        names.extend(node.value());
        nodes.extend(node.children());
    }
    names
}

/// Waits for background work.
pub fn until(bench: &mut Bench, what: &str, arrived: impl Fn(&Bench) -> bool) {
    let start = Instant::now();
    while !arrived(bench) {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "{what} did not arrive; on screen: {:#?}",
            names(bench)
        );
        std::thread::sleep(PAUSE);
        // The window's clock goes on as slowly: with its usual quarter of a second a step, news would be gone after a moment of
        // waiting, the sooner the less the machine has to do.
        let now = bench.ctx.input(|input| input.time);
        bench.input_mut().time = Some(now + PAUSE.as_secs_f64());
        bench.step();
        bench.input_mut().time = None;
    }
}

/// How long a test waits between two looks.
const PAUSE: Duration = Duration::from_millis(10);

pub fn shows(bench: &Bench, text: &str) -> bool {
    names(bench).iter().any(|name| name.contains(text))
}

/// An empty folder of this test's own.
pub fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("kiebitz-window-{}-{name}", std::process::id()));
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Opens a file as a drop on the window does.
pub fn open(bench: &mut Bench, path: &Path) {
    bench.state_mut().app.as_mut().unwrap().open(path);
    opened(bench);
}

/// Waits until a file has been read.
pub fn opened(bench: &mut Bench) {
    bench.run_steps(1);
    until(bench, "the file", |bench| !app(bench).is_opening());
    bench.run_steps(3);
}

/// Writes a puzzle of this position.
pub fn write_puzzle(path: &Path, line: &str) {
    let text = kiebitz::puzzle::Puzzle::new(line.parse().unwrap()).to_ron().unwrap();
    std::fs::write(path, text).unwrap();
}
