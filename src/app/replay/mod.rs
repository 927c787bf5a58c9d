//! Replay: browse archives of games, and see what was missed.
//!
//! Two pages. The [archive page](archive_page) lists games, filters and counts them; the [game
//! page](game_page) walks through one of them, with what the analysis found. Reading, filtering,
//! analysing and writing are jobs of the engine ([`work`]).

mod advice_tab;
mod archive_page;
mod explain;
pub mod filters;
pub mod game;
mod game_page;
mod graph;
pub mod list;
mod moves;
mod puzzle;
pub mod query;
pub mod queue;
mod reasons;
mod statistics;
mod table;
pub mod walk;
mod work;

use super::Cx;
use super::advice::Adviser;
use super::commands::Command;
use super::compose::judge::Judgement;
use super::files::Purpose;
use super::problems;
use super::texts::Words;
use super::view::{Request, WorkspaceView};
use crate::app::debounce::is_due;
use crate::archive::analysis::{Depth, Summary};
use crate::archive::index::Stats;
use crate::archive::{Record, RecordedGame};
use crate::deal::View;
use crate::engine::{Engine, Event, Monitor};
use crate::rules::Seat;
use archive_page::ArchivePage;
use egui::Ui;
use filters::FilterPanel;
use game::GameView;
use query::{Found, Order, Query, SavedFilter};
use queue::Queue;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use work::{Export, Kept, OpenArchives, Origin, ReplayEvent, topic};

/// Changes of a filter are looked up once the hand rests so long.
const PAUSE: Duration = Duration::from_millis(120);
/// Between two looks whether a file has grown.
const LOOK: Duration = Duration::from_secs(3);

/// How fast cards fall by themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// Time to think.
    Slow,
    /// One card a second.
    #[default]
    Medium,
    /// For an overview.
    Fast,
}

impl Pace {
    /// Between two cards.
    #[must_use]
    pub fn pause(self) -> Duration {
        Duration::from_millis(match self {
            Pace::Slow => 2400,
            Pace::Medium => 1100,
            Pace::Fast => 350,
        })
    }
}

/// What Replay remembers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Remembered {
    /// Filters kept under a name.
    pub saved: Vec<SavedFilter>,
    /// The archives that were open.
    pub archives: Vec<PathBuf>,
    /// The pace of autoplay.
    pub pace: Pace,
    /// A batch that is not finished.
    pub pending: Option<queue::Pending>,
}

/// Which page is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// The list of games.
    #[default]
    Archive,
    /// One game.
    Game,
}

/// An archive that is being read.
struct Reading {
    origin: Origin,
    records: usize,
    share: Option<f32>,
}

/// The workspace.
pub struct Replay {
    engine: Engine<ReplayEvent>,
    values: Engine<Judgement>,
    adviser: Adviser,
    /// Where indexes and results are kept.
    folder: PathBuf,
    kept: Arc<Kept>,
    archives: Arc<OpenArchives>,
    waiting: VecDeque<Origin>,
    reading: Option<Reading>,
    /// Whether something has been opened, if only what was open the last time.
    begun: bool,
    filters: FilterPanel,
    order: Order,
    /// What the last question was about: the archives, the filters, the order.
    asked: Option<(usize, u64, Order)>,
    due: Option<Instant>,
    found: Found,
    stats: Option<Box<Stats>>,
    /// The chosen place in the list.
    chosen: usize,
    page: Page,
    archive: ArchivePage,
    game: Option<GameView>,
    /// The game that is being fetched.
    fetching: Option<u32>,
    typing: super::compose::typing::Typing,
    /// When the files were looked at, and whether one had changed.
    looked: Option<(Instant, bool)>,
    queue: Queue,
    /// Whether this is the workspace that is shown.
    shown: bool,
    /// Whether a game that is the only one is to be opened.
    open_single: bool,
}

impl Replay {
    /// The workspace in this window; `data` is where indexes are kept, if anywhere.
    #[must_use]
    pub fn new(ctx: &egui::Context, data: Option<&Path>) -> Replay {
        let (first, second) = (ctx.clone(), ctx.clone());
        Replay {
            engine: Engine::new(move || first.request_repaint()),
            values: Engine::new(move || second.request_repaint()),
            adviser: Adviser::new(ctx),
            kept: Arc::new(Kept::open(data.map(|data| data.join("archives")).as_deref())),
            folder: data.map_or_else(|| std::env::temp_dir().join("kiebitz"), |data| data.join("archives")),
            archives: Arc::default(),
            waiting: VecDeque::new(),
            reading: None,
            begun: false,
            filters: FilterPanel::default(),
            order: None,
            asked: None,
            due: None,
            found: Found::default(),
            stats: None,
            chosen: 0,
            page: Page::default(),
            archive: ArchivePage::default(),
            game: None,
            fetching: None,
            typing: Default::default(),
            looked: None,
            queue: Queue::default(),
            shown: false,
            open_single: false,
        }
    }

    /// Opens an archive, beside those that are open.
    pub fn open(&mut self, path: &Path) {
        self.add(Origin::File(path.to_path_buf()));
    }

    /// Shows games given as text, and nothing else.
    pub fn show(&mut self, records: String) {
        self.clear();
        self.add(Origin::Text(records.into_bytes().into()));
    }

    /// Opens the game that is being read, if it is the only one.
    pub fn open_single(&mut self) {
        self.open_single = true;
    }

    /// The archives that are open.
    #[must_use]
    pub fn archives(&self) -> &OpenArchives {
        &self.archives
    }

    /// The games listed, in order.
    #[must_use]
    pub fn rows(&self) -> &[u32] {
        &self.found.rows
    }

    /// The game on the table.
    #[must_use]
    pub fn game(&self) -> Option<&GameView> {
        self.game.as_ref()
    }

    /// The page that is shown.
    #[must_use]
    pub fn page(&self) -> Page {
        self.page
    }

    /// Whether nothing is being read, looked up or fetched.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.reading.is_none()
            && self.waiting.is_empty()
            && self.fetching.is_none()
            && self.asked == Some(self.question())
            && self.engine.watch(topic::QUERY).is_none()
    }

    fn add(&mut self, origin: Origin) {
        self.begun = true;
        self.page = Page::Archive;
        self.waiting.retain(|other| *other != origin);
        self.waiting.push_back(origin);
    }

    /// The first start, or a later one: what was open, else the games that come with Kiebitz.
    fn begin(&mut self, cx: &Cx<'_>) {
        self.begun = true;
        let there = cx.settings.replay.archives.iter().filter(|path| path.is_file());
        let known: Vec<Origin> = there.map(|path| Origin::File(path.clone())).collect();
        self.waiting.extend(known);
        if self.waiting.is_empty() {
            self.waiting.push_back(Origin::Sample);
        }
    }

    /// Takes an archive away. The others are read again, which their cached indexes make quick.
    fn close(&mut self, origin: &Origin, cx: &mut Cx<'_>) {
        let others = self.archives.origins.iter().filter(|other| *other != origin).cloned();
        self.waiting.extend(others.collect::<Vec<_>>());
        self.clear();
        if let Origin::File(path) = origin {
            cx.settings.replay.archives.retain(|other| other != path);
        }
        if self.waiting.is_empty() && self.reading.is_none() {
            self.waiting.push_back(Origin::Sample);
        }
    }

    /// No archive is open, and nothing is listed that was.
    fn clear(&mut self) {
        self.archives = Arc::default();
        self.found = Found::default();
        self.stats = None;
    }

    /// Starts to read what waits.
    fn read_on(&mut self, cx: &mut Cx<'_>) {
        if self.reading.is_some() {
            return;
        }
        let Some(origin) = self.waiting.pop_front() else { return };
        let mut archives = self.archives.as_ref().clone();
        // The sample makes room for real games, and a file read again replaces what it was.
        if archives.origins.contains(&origin) || archives.origins.contains(&Origin::Sample) {
            let others =
                archives.origins.iter().filter(|other| **other != origin && **other != Origin::Sample);
            for other in others.rev() {
                self.waiting.push_front(other.clone());
            }
            archives = OpenArchives::default();
        }
        if let Origin::File(path) = &origin {
            cx.settings.replay.archives.retain(|other| other != path);
            cx.settings.replay.archives.push(path.clone());
        }
        self.looked = None;
        self.reading = Some(Reading { origin: origin.clone(), records: 0, share: None });
        let (folder, kept) = (self.folder.clone(), Arc::clone(&self.kept));
        self.engine
            .submit(topic::READ, move |job| work::read(archives, &origin, &folder, &kept.results, job));
    }

    /// Whether a file of the archives is no longer what was read. Looked at now and then, not every frame.
    fn changed_on_disk(&mut self) -> bool {
        if self.reading.is_some() {
            return false;
        }
        match self.looked {
            Some((when, changed)) if when.elapsed() < LOOK => changed,
            _ => {
                let changed = self.archives.library.parts().iter().any(|part| part.has_changed());
                self.looked = Some((Instant::now(), changed));
                changed
            }
        }
    }

    /// The index has the results now, so nothing else need remember them.
    fn take(&mut self, archives: Arc<OpenArchives>) {
        self.archives = archives;
        self.queue.fresh.clear();
    }

    fn question(&self) -> (usize, u64, Order) {
        (Arc::as_ptr(&self.archives) as usize, self.filters.version(), self.order)
    }

    /// Asks anew when the archives, the filters or the order have changed.
    fn ask(&mut self, ctx: &egui::Context) {
        if self.asked == Some(self.question()) {
            return;
        }
        // The archives and the order answer at once, typing waits until the hand rests.
        let typed = self.asked.is_some_and(|(_, version, _)| version != self.filters.version());
        self.due.get_or_insert(Instant::now() + if typed { PAUSE } else { Duration::ZERO });
        if !is_due(&mut self.due, ctx) {
            return;
        }
        self.asked = Some(self.question());
        let query = Query {
            archives: Arc::clone(&self.archives),
            steps: self.filters.steps().to_vec(),
            order: self.order,
        };
        self.engine.submit(topic::QUERY, move |job| work::ask(&query, job));
    }

    fn apply(&mut self, answer: ReplayEvent, cx: &mut Cx<'_>) {
        let words = cx.words;
        match answer {
            ReplayEvent::Reading(records, share) => {
                if let Some(reading) = &mut self.reading {
                    (reading.records, reading.share) = (records, share);
                }
            }
            ReplayEvent::OpenArchives(archives) => self.take(archives),
            ReplayEvent::Joined(archives) => {
                // Only if it is still what lies on the table: another archive may have come meanwhile.
                let same = archives.origins == self.archives.origins
                    && archives.library.index.rows.len() == self.archives.library.index.rows.len();
                if same && self.reading.is_none() {
                    self.take(archives);
                }
            }
            ReplayEvent::Batch(control) => self.queue.begun(control),
            ReplayEvent::NotRead(origin, error) => {
                if let Origin::File(path) = &origin {
                    cx.settings.replay.archives.retain(|other| other != path);
                }
                let why = problems::io_error(&words, &error);
                let name = self.archive_name(&origin, &words);
                cx.toasts.problem(words.fill("open.failed", &[("file", &name), ("why", &why)]));
                if self.archives.origins.is_empty() && self.waiting.is_empty() {
                    self.waiting.push_back(Origin::Sample);
                }
            }
            ReplayEvent::Found(found) => {
                let kept = self.found.rows.get(self.chosen).copied();
                self.found = *found;
                // The chosen game stays chosen where it is still listed.
                let again = kept.and_then(|row| self.found.rows.iter().position(|&other| other == row));
                self.chosen = again.unwrap_or(0);
                self.archive.list.reveal(self.chosen);
                if !self.found.rows.is_empty()
                    && std::mem::take(&mut self.open_single)
                    && self.found.rows.len() == 1
                {
                    self.open_at(0);
                }
            }
            ReplayEvent::Stats(stats) => self.stats = Some(stats),
            ReplayEvent::Game(row, Ok(game)) => {
                self.fetching = None;
                let (record, game) = *game;
                self.show_game(row, record, game);
            }
            ReplayEvent::Game(_, Err(why)) => {
                self.fetching = None;
                let why = reasons::reason(&words, &why);
                cx.toasts.problem(words.fill("replay.no_game", &[("why", &why)]));
            }
            ReplayEvent::Known(key, known) => {
                if let Some(game) = self.game.as_mut().filter(|game| game.key == key) {
                    game.analysis = Some(*known);
                    game.thinking = false;
                }
            }
            ReplayEvent::News(key, news) => {
                if let Some(game) = self.game.as_mut().filter(|game| game.key == key) {
                    game.apply(news);
                    if let Some(analysis) = game.analysis.as_ref().filter(|analysis| analysis.done) {
                        self.queue.fresh.insert(game.key, Summary::of(analysis, Depth::Full));
                    }
                }
            }
            ReplayEvent::Analysed(key, summary) => {
                self.queue.fresh.insert(key, summary);
            }
            ReplayEvent::NotKept(why) => cx.toasts.problem(words.fill("queue.not_kept", &[("why", &why)])),
            ReplayEvent::Written(count, path) => {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                let n = words.number(count as u64);
                cx.toasts.done(words.fill("replay.written", &[("n", &n), ("file", &name)]));
            }
            ReplayEvent::NotWritten(path, why) => {
                let name = path.display();
                cx.toasts.problem(words.fill("save.failed", &[("file", &name), ("why", &why)]));
            }
        }
    }

    /// Puts a fetched game on the table and begins to analyse it. Whoever looks goes on looking.
    fn show_game(&mut self, row: u32, record: Record, game: RecordedGame) {
        let (view, tab, playing) = self
            .game
            .as_ref()
            .map_or((View::Open, game::GameTab::default(), None), |old| (old.view, old.tab, old.playing));
        let bottom = match view {
            View::Seat(seat) => Some(seat),
            View::Open => None,
        };
        let key = self.archives.library.index.row(row).map_or(0, |row| row.key);
        let copy = game.clone();
        let mut shown = GameView::new(row, key, record, game, view, bottom);
        (shown.tab, shown.playing) = (tab, playing);
        self.engine.cancel(topic::ANALYSE);
        if copy.play.is_some() {
            shown.thinking = true;
            let kept = Arc::clone(&self.kept);
            self.engine.submit(topic::ANALYSE, move |job| work::analyse(key, &copy, &kept, job));
        }
        self.game = Some(shown);
        self.page = Page::Game;
    }

    /// Fetches the game at a place of the list.
    fn open_at(&mut self, place: usize) {
        let Some(&row) = self.found.rows.get(place) else { return };
        self.chosen = place;
        self.archive.list.reveal(place);
        self.fetching = Some(row);
        let archives = Arc::clone(&self.archives);
        self.engine.submit(topic::GAME, move |job| work::fetch(&archives, row, job));
    }

    /// Chooses a place of the list.
    fn choose(&mut self, place: usize) {
        self.chosen = place.min(self.found.rows.len().saturating_sub(1));
        self.archive.list.reveal(self.chosen);
    }

    fn move_choice(&mut self, by: isize) {
        let place = self.chosen.saturating_add_signed(by).min(self.found.rows.len().saturating_sub(1));
        if self.page == Page::Game {
            if place != self.chosen {
                self.open_at(place);
            }
        } else {
            self.choose(place);
        }
    }

    fn export(&mut self, what: Export, path: &Path) {
        let (archives, rows) = (Arc::clone(&self.archives), Arc::clone(&self.found.rows));
        let path = path.to_path_buf();
        self.engine.submit(topic::EXPORT, move |job| work::export(&archives, &rows, what, &path, job));
    }

    /// A file name beside the archive.
    fn suggestion(&self, purpose: Purpose, cx: &Cx<'_>) -> PathBuf {
        let files = self.archives.origins.iter().find_map(|origin| match origin {
            Origin::File(path) => path.parent().map(Path::to_path_buf),
            _ => None,
        });
        let folder = files.unwrap_or_default();
        match purpose {
            Purpose::Archive => folder.join(""),
            _ => folder.join(cx.words.t("replay.file")).with_extension(purpose.extension()),
        }
    }

    fn run_in_game(&mut self, command: Command, cx: &mut Cx<'_>) {
        let Some(game) = &mut self.game else { return };
        game.playing = None;
        match command {
            Command::NextCard => {
                game.walk.forward();
            }
            Command::PreviousCard | Command::TakeBack => {
                game.walk.back();
            }
            Command::NextTrick => game.walk.next_trick(),
            Command::PreviousTrick => game.walk.previous_trick(),
            Command::FirstCard => game.walk.first(),
            Command::LastCard => game.walk.last(),
            Command::NextMistake | Command::PreviousMistake => {
                let forward = command == Command::NextMistake;
                if !game.to_marked(forward) {
                    let text = if game.thinking {
                        cx.words.t("mistakes.wait")
                    } else {
                        cx.words.t("mistakes.no_more")
                    };
                    cx.toasts.done(text);
                }
            }
            Command::BackToGame => {
                game.walk.back_to_game();
            }
            Command::BestCard => {
                let best = game.live.best(cx.settings.shown);
                if let Some(&card) = best.first() {
                    game.walk.play(card).ok();
                }
            }
            Command::TurnTable => game.bottom = game.bottom.next(),
            Command::Autoplay => game.playing = Some(Instant::now() + cx.settings.replay.pace.pause()),
            Command::CopyLine => {
                if let Some(position) = game.walk.position() {
                    cx.ctx.copy_text(position.with_view(game.view).to_string());
                    cx.toasts.done(cx.words.t("copy.done"));
                }
            }
            Command::TypeCards => self.typing.focus(""),
            Command::Advice => game.tab = game::GameTab::Advice,
            Command::SitDown => {
                let seat = match game.view {
                    View::Seat(seat) => Some(seat),
                    View::Open => game.walk.game.play.as_ref().map(|play| play.declarer),
                };
                cx.requests.push(Request::Sit(Box::new(game.walk.game.deal), seat));
            }
            Command::MakePuzzle => {
                cx.requests.extend(game.puzzle(&cx.words).map(|puzzle| Request::Compose(Box::new(puzzle))));
            }
            Command::ShowProof => {
                if let Some(position) = game.walk.position()
                    && let Some(turn) = position.turn()
                {
                    let viewer = match game.view {
                        View::Seat(seat) => seat,
                        View::Open => turn,
                    };
                    cx.requests.push(Request::Prove(Box::new(position.with_view(View::Seat(viewer)))));
                }
            }
            _ => {}
        }
    }
}

impl WorkspaceView for Replay {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        if !self.begun {
            self.begin(cx);
        }
        match self.page {
            Page::Archive => self.archive_ui(ui, cx),
            Page::Game => self.game_ui(ui, cx),
        }
    }

    fn update(&mut self, cx: &mut Cx<'_>) {
        self.shown = cx.settings.workspace == super::Workspace::Replay;
        for (topic, event) in self.engine.poll() {
            match event {
                Event::Answer(answer) => self.apply(answer, cx),
                Event::Finished | Event::Panicked(_) => {
                    if let Event::Panicked(text) = event {
                        cx.toasts.problem(cx.words.fill("engine.failed", &[("why", &text)]));
                    }
                    match topic {
                        topic::READ => self.reading = None,
                        topic::BATCH => self.batch_ends(cx),
                        topic::GAME => self.fetching = None,
                        topic::ANALYSE => {
                            if let Some(game) = &mut self.game {
                                game.thinking = false;
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
        for (_, event) in self.values.poll() {
            let Some(game) = &mut self.game else { continue };
            match event {
                Event::Answer(judgement) => game.live.apply(judgement),
                Event::Finished => game.live.rest(),
                Event::Panicked(text) => {
                    game.live.rest();
                    cx.toasts.problem(cx.words.fill("engine.failed", &[("why", &text)]));
                }
            }
        }
        self.read_on(cx);
        if self.begun {
            self.ask(&cx.ctx);
        }
        if self.page == Page::Game
            && self.shown
            && let Some(game) = &mut self.game
        {
            if let Some(wait) = game.autoplay(cx.settings.replay.pace.pause()) {
                cx.ctx.request_repaint_after(wait);
            }
            let GameView { live, walk, .. } = game;
            live.follow(walk.position(), &mut self.values, cx.settings, &cx.ctx);
        }
        self.follow_advice(cx);
    }

    fn run(&mut self, command: Command, cx: &mut Cx<'_>) {
        match command {
            Command::OpenGames => {
                cx.requests.push(Request::File(Purpose::Archive, self.suggestion(Purpose::Archive, cx)));
            }
            Command::ExportGames => {
                cx.requests.push(Request::File(Purpose::Games, self.suggestion(Purpose::Games, cx)));
            }
            Command::ExportTable => {
                cx.requests.push(Request::File(Purpose::Csv, self.suggestion(Purpose::Csv, cx)));
            }
            Command::ReadAgain => {
                self.waiting.extend(self.archives.origins.iter().cloned());
                self.clear();
            }
            Command::ListOrGame => match self.page {
                Page::Game => self.page = Page::Archive,
                Page::Archive
                    if self
                        .game
                        .as_ref()
                        .is_some_and(|game| self.found.rows.get(self.chosen) == Some(&game.row)) =>
                {
                    self.page = Page::Game
                }
                Page::Archive => self.open_at(self.chosen),
            },
            Command::AnalyseGames => self.start_batch(cx),
            Command::NextItem => self.move_choice(1),
            Command::PreviousItem => self.move_choice(-1),
            Command::FirstCard if self.page == Page::Archive => self.choose(0),
            Command::LastCard if self.page == Page::Archive => self.choose(usize::MAX),
            Command::TypeCards if self.page == Page::Archive => self.open_at(self.chosen),
            Command::Autoplay if self.game.as_ref().is_some_and(|game| game.playing.is_some()) => {
                if let Some(game) = &mut self.game {
                    game.playing = None;
                }
            }
            own => self.run_in_game(own, cx),
        }
    }

    fn can_run(&self, command: Command) -> bool {
        let in_game = self.page == Page::Game && self.game.is_some();
        let position = self.game.as_ref().and_then(|game| game.walk.position());
        let listed = !self.found.rows.is_empty();
        match command {
            Command::OpenGames => true,
            Command::ReadAgain => self.reading.is_none() && !self.archives.origins.is_empty(),
            Command::AnalyseGames => listed && self.queue.control().is_none(),
            Command::ExportGames
            | Command::ExportTable
            | Command::NextItem
            | Command::PreviousItem
            | Command::FirstCard
            | Command::LastCard
            | Command::TypeCards
            | Command::ListOrGame => listed || in_game,
            Command::NextCard
            | Command::PreviousCard
            | Command::NextTrick
            | Command::PreviousTrick
            | Command::NextMistake
            | Command::PreviousMistake
            | Command::Autoplay
            | Command::Advice
            | Command::SitDown
            | Command::TurnTable => in_game,
            Command::BackToGame | Command::TakeBack => {
                in_game && self.game.as_ref().is_some_and(|game| game.walk.variation().is_some())
            }
            Command::CopyLine => in_game && position.is_some(),
            Command::BestCard | Command::MakePuzzle | Command::ShowProof => {
                in_game && position.is_some_and(|position| position.turn().is_some())
            }
            _ => false,
        }
    }

    fn work(&self, words: &Words) -> Option<(String, &Monitor)> {
        let at_work = [
            (topic::READ, words.t("work.reading")),
            (topic::EXPORT, words.t("work.writing")),
            (topic::QUERY, words.t("work.filtering")),
            (topic::ANALYSE, words.t("work.analysing")),
            (topic::BATCH, words.t("work.batch")),
        ];
        let found = at_work.into_iter().find_map(|(topic, said)| Some((said, self.engine.watch(topic)?)));
        let values = || Some((words.t("work.values"), self.values.watch(game::TOPIC)?));
        let advice = || Some((words.t("status.advice"), self.adviser.work()?));
        let found = found.or_else(advice).or_else(values);
        found.map(|(said, monitor)| (said.to_string(), monitor))
    }

    /// What is shown stops first; a batch only when nothing else is left to stop. While another workspace is
    /// shown, its Esc is not meant for what goes on here for hours.
    fn stop(&mut self) {
        self.values.cancel_all();
        self.adviser.stop();
        let others = [topic::READ, topic::QUERY, topic::GAME, topic::ANALYSE, topic::EXPORT];
        let busy = others.into_iter().any(|topic| self.engine.watch(topic).is_some());
        if let Some(game) = &mut self.game {
            game.playing = None;
            game.live.rest();
        }
        if !self.shown {
            return;
        }
        if !busy {
            self.queue.stop();
        }
        for topic in others {
            self.engine.cancel(topic);
        }
        self.reading = None;
        self.waiting.clear();
        self.fetching = None;
        self.asked = None;
        if let Some(game) = &mut self.game {
            game.thinking = false;
        }
    }

    fn name(&self, words: &Words) -> String {
        match self.archives.origins.as_slice() {
            [] => words.t("replay.name").into(),
            [one] => self.archive_name(one, words),
            many => words.fill("replay.several", &[("n", &many.len())]),
        }
    }

    fn paste(&mut self, text: &str, _cx: &mut Cx<'_>) {
        // Records from the clipboard are as good as those of a file.
        if text.contains("(;") {
            self.show(text.to_string());
        }
    }

    fn file_chosen(&mut self, purpose: Purpose, path: &Path, cx: &mut Cx<'_>) {
        match purpose {
            Purpose::Archive => {
                let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
                cx.settings.remember(&path);
                self.open(&path);
            }
            Purpose::Games => self.export(Export::Sgf, path),
            Purpose::Csv => self.export(Export::Csv, path),
            _ => {}
        }
    }

    fn awaits_cards(&self, ctx: &egui::Context) -> bool {
        self.page == Page::Game && game_page::types_a_card(ctx)
    }
}

impl Replay {
    /// The name of an archive: its file's, or what stands for games without a file.
    fn archive_name(&self, origin: &Origin, words: &Words) -> String {
        match origin {
            Origin::File(path) => path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            Origin::Sample => words.t("replay.sample").into(),
            Origin::Text(_) => words.t("replay.pasted").into(),
        }
    }

    /// Who sits at the bottom, for tests.
    #[must_use]
    pub fn bottom(&self) -> Option<Seat> {
        self.game.as_ref().map(|game| game.bottom)
    }
}
