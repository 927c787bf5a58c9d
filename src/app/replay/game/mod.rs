//! The game page: one game on the table, card by card, with what the analysis found.

mod advice_tab;
mod explain;
mod graph;
mod moves;
mod notes_tab;
mod page;
mod puzzle;
mod result;
mod table;
pub mod view;

pub use explain::{card as explain_card, title as judgement_title};
pub use page::types_a_card;
pub use puzzle::puzzle_of;

use super::Once;
use super::archives::OpenArchives;
use super::kept::Kept;
use super::notepad::Notepad;
use crate::app::Cx;
use crate::app::advice::Adviser;
use crate::app::commands::Command;
use crate::app::common::evaluation::{Evaluation, EvaluationRequest};
use crate::app::common::typing::Typing;
use crate::app::common::{follow, waker};
use crate::app::view::Request;
use crate::archive::analysis::{Analyst, Depth, GameAnalysis, News, Summary};
use crate::archive::{Record, RecordedGame};
use crate::deal::View;
use crate::engine::{JobContext, Monitor, Task};
use crate::words::Words;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use view::{GameTab, GameView};

/// The game of this row, and after how many cards it is to be shown.
type FetchRequest = (Arc<OpenArchives>, u32, Option<u8>);

/// A game of the archives, ready to be shown.
struct Fetched {
    row: u32,
    key: u64,
    record: Record,
    game: RecordedGame,
    place: Option<u8>,
    /// The game's number, and the archive's file.
    id: u32,
    archive: Option<PathBuf>,
}

enum AnalysisEvent {
    /// What was found out before.
    Known(Box<GameAnalysis>),
    /// Something new.
    News(News),
    /// It cannot be kept.
    NotKept(String),
}

/// The page.
pub struct GamePage {
    /// The game on the table.
    pub game: Option<GameView>,
    fetch: Task<Once<FetchRequest>, Result<Box<Fetched>, String>>,
    analysis: Task<Once<(u64, RecordedGame)>, AnalysisEvent>,
    evaluation: Evaluation,
    adviser: Adviser,
    typing: Typing,
}

impl GamePage {
    /// An empty table.
    #[must_use]
    pub fn new(ctx: &egui::Context, kept: Arc<Kept>) -> GamePage {
        let analyse = move |asked: &Once<(u64, RecordedGame)>, job: &JobContext<AnalysisEvent>| {
            analyse(&asked.1, &kept, job);
        };
        GamePage {
            game: None,
            fetch: Task::new("replay game", waker(ctx), fetch),
            analysis: Task::new("replay analyse", waker(ctx), analyse),
            evaluation: Evaluation::new(ctx),
            adviser: Adviser::new(ctx),
            typing: Typing::default(),
        }
    }

    /// Fetches a game, to be shown after so many cards.
    pub fn open(&mut self, open: &Arc<OpenArchives>, row: u32, place: Option<u8>) {
        self.fetch.begin(Once::new((Arc::clone(open), row, place)));
    }

    /// Whether a game is being fetched.
    #[must_use]
    pub fn is_fetching(&self) -> bool {
        self.fetch.is_busy()
    }

    /// Whether the game is being analysed.
    #[must_use]
    pub fn is_analysing(&self) -> bool {
        self.analysis.is_busy()
    }

    /// What the player says.
    #[must_use]
    pub fn adviser(&self) -> &Adviser {
        &self.adviser
    }

    /// What is at work, for the status bar.
    pub fn work(&self, words: &Words) -> Option<(String, &Monitor)> {
        let analysis = self.analysis.work().map(|monitor| (words.t("work.analysing").to_string(), monitor));
        let advice = || Some((words.t("status.advice").to_string(), self.adviser.work()?));
        let values = || Some((words.t("work.values").to_string(), self.evaluation.work(words)?.1));
        analysis.or_else(advice).or_else(values)
    }

    /// Stops what helps; what is known stays.
    pub fn rest(&mut self) {
        self.evaluation.stop();
        self.adviser.stop();
        if let Some(game) = &mut self.game {
            game.playing = None;
        }
    }

    /// Stops to fetch and to analyse; whether there was anything to stop.
    pub fn stop(&mut self) -> bool {
        let busy = self.fetch.is_busy() || self.analysis.is_busy();
        self.fetch.stop();
        self.analysis.stop();
        busy
    }

    /// Hears the work. Returns whether another game was put on the table, and the key and result of a game whose analysis
    /// is done.
    pub fn update(
        &mut self,
        shown: bool,
        notes: &Notepad,
        cx: &mut Cx<'_>,
    ) -> (bool, Option<(u64, Summary)>) {
        follow(&mut self.fetch, cx);
        let mut other = false;
        for answer in self.fetch.take() {
            match answer {
                Ok(fetched) => {
                    self.show(*fetched, notes);
                    other = true;
                }
                Err(why) => {
                    let why = crate::archive::reasons::reason(&cx.words, &why);
                    cx.toasts.problem(cx.words.fill("replay.no_game", &[("why", &why)]));
                }
            }
        }
        if !self.fetch.is_busy() {
            self.fetch.forget(); // and with it the archives
        }
        let done = self.follow_analysis(cx);
        let game = self.game.as_mut().filter(|_| shown);
        let mut wanted = None;
        if let Some(game) = game {
            if let Some(wait) = game.autoplay(cx.settings.replay.pace.pause()) {
                cx.ctx.request_repaint_after(wait);
            }
            let position = game.walk.position().filter(|_| cx.settings.values);
            wanted = position.and_then(|position| {
                let view = View::Seat(position.turn()?);
                Some(EvaluationRequest { position: position.with_view(view), goal: position.goal() })
            });
        }
        self.evaluation.follow(wanted, cx);
        self.follow_advice(shown, cx);
        (other, done)
    }

    fn follow_analysis(&mut self, cx: &mut Cx<'_>) -> Option<(u64, Summary)> {
        follow(&mut self.analysis, cx);
        let mut done = None;
        for event in self.analysis.take() {
            let Some(game) = &mut self.game else { continue };
            match event {
                AnalysisEvent::Known(known) => game.analysis = Some(*known),
                AnalysisEvent::News(news) => {
                    game.apply(news);
                    let found = game.analysis.as_ref().filter(|found| found.done);
                    done = found.map(|found| (game.key, Summary::of(found, Depth::Full))).or(done);
                }
                AnalysisEvent::NotKept(why) => {
                    cx.toasts.problem(cx.words.fill("queue.not_kept", &[("why", &why)]));
                }
            }
        }
        done
    }

    /// Puts a fetched game on the table and begins to analyse it. Whoever looks goes on looking.
    fn show(&mut self, fetched: Fetched, notes: &Notepad) {
        let Fetched { row, key, record, game, place, id, archive } = fetched;
        let before = self.game.as_ref().map(|old| (old.view, old.tab, old.playing));
        let (view, tab, playing) = before.unwrap_or((View::Open, GameTab::default(), None));
        let bottom = match view {
            View::Seat(seat) => Some(seat),
            View::Open => None,
        };
        self.analysis.forget();
        if game.play.is_some() {
            self.analysis.begin(Once::new((key, game.clone())));
        }
        let mut shown = GameView::new(row, key, record, game, view, bottom);
        (shown.tab, shown.playing) = (tab, playing);
        shown.note = notes.get(key).unwrap_or_default();
        shown.note.id = id;
        shown.archive = archive;
        if let Some(cards) = place {
            shown.walk.go_to_card(cards.into());
        }
        self.game = Some(shown);
    }

    /// Carries out a command of the game.
    pub fn run(&mut self, command: Command, cx: &mut Cx<'_>) {
        let Some(game) = &mut self.game else { return };
        let played = game.playing.take();
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
                if !game.to_marked(command == Command::NextMistake) {
                    let wait = self.analysis.is_busy();
                    cx.toasts.done(cx.words.t(if wait { "mistakes.wait" } else { "mistakes.no_more" }));
                }
            }
            Command::BackToGame => {
                game.walk.back_to_game();
            }
            Command::BestCard => {
                let side = game.walk.position().and_then(|now| Some(now.turn()?.side(now.declarer())));
                let best =
                    page::shown(&self.evaluation, cx).zip(side).map(|(values, side)| values.best(side));
                if let Some(&card) = best.iter().flatten().next() {
                    game.walk.play(card).ok();
                }
            }
            Command::TurnTable => game.bottom = game.bottom.next(),
            Command::Autoplay if played.is_none() => {
                game.playing = Some(Instant::now() + cx.settings.replay.pace.pause());
            }
            Command::CopyLine => {
                if let Some(position) = game.walk.position() {
                    cx.ctx.copy_text(position.with_view(game.view).to_string());
                    cx.toasts.done(cx.words.t("copy.done"));
                }
            }
            Command::TypeCards => self.typing.focus(""),
            Command::Advice => game.tab = GameTab::Advice,
            command => cx.requests.extend(game.request(command, &cx.words)),
        }
    }

    /// Whether a command of the game has something to do.
    #[must_use]
    pub fn can_run(&self, command: Command) -> bool {
        let Some(game) = &self.game else { return false };
        let position = game.walk.position();
        match command {
            Command::NextCard
            | Command::PreviousCard
            | Command::NextTrick
            | Command::PreviousTrick
            | Command::FirstCard
            | Command::LastCard
            | Command::TypeCards
            | Command::NextMistake
            | Command::PreviousMistake
            | Command::Autoplay
            | Command::Advice
            | Command::SitDown
            | Command::TurnTable => true,
            Command::BackToGame | Command::TakeBack => game.walk.variation().is_some(),
            Command::CopyLine => position.is_some(),
            Command::BestCard | Command::MakePuzzle | Command::ShowProof => {
                position.is_some_and(|position| position.turn().is_some())
            }
            _ => false,
        }
    }
}

impl GameView {
    /// What another workspace is asked for.
    fn request(&self, command: Command, words: &Words) -> Option<Request> {
        match command {
            Command::SitDown => {
                let seat = match self.view {
                    View::Seat(seat) => Some(seat),
                    View::Open => self.walk.game.play.as_ref().map(|play| play.declarer),
                };
                Some(Request::Sit(Box::new(self.walk.game.deal), seat))
            }
            Command::MakePuzzle => self.puzzle(words).map(|puzzle| Request::Compose(Box::new(puzzle))),
            Command::ShowProof => {
                let position = self.walk.position()?;
                let turn = position.turn()?;
                let viewer = match self.view {
                    View::Seat(seat) => seat,
                    View::Open => turn,
                };
                Some(Request::Prove(Box::new(position.with_view(View::Seat(viewer)))))
            }
            _ => None,
        }
    }
}

fn fetch(asked: &Once<FetchRequest>, job: &JobContext<Result<Box<Fetched>, String>>) {
    let (archives, row, place) = &asked.1;
    let (key, id) = archives.library.index.row(*row).map_or((0, 0), |row| (row.key, row.id));
    let part = archives.library.part_of(*row).map(|part| part.path.clone());
    let archive = part.filter(|path| !path.as_os_str().is_empty());
    let game = archives.library.game(*row).map_err(|error| error.to_string());
    let fetched = |(record, game)| {
        Box::new(Fetched { row: *row, key, record, game, place: *place, id, archive: archive.clone() })
    };
    job.tell(game.map(fetched));
}

/// Analyses a game, unless that was done before; what is found is kept.
fn analyse((key, game): &(u64, RecordedGame), kept: &Kept, job: &JobContext<AnalysisEvent>) {
    if let Some(known) = kept.find(*key, game) {
        return job.tell(AnalysisEvent::Known(Box::new(known)));
    }
    let limits = job.monitor().limits();
    let tell = |news| job.tell(AnalysisEvent::News(news));
    let mut analyst = Analyst::with_resources(Depth::Full, job.share().resources());
    let Some(found) = analyst.analyse(game, &limits, tell) else { return };
    if let Err(error) = kept.keep(*key, &found, Summary::of(&found, Depth::Full)) {
        job.tell(AnalysisEvent::NotKept(error.to_string()));
    }
}
