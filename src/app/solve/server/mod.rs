//! Playing with people: a connection to a server, its lobby, and the table at which the person sits or watches.
//!
//! No machine is contacted before the person says which. There is no advice on this page, and what lies on the table cannot be
//! taken to another one before the game is over.

mod actions;
mod lobby;
mod login;
mod passwords;
mod score_sheet;
mod table;
mod wording;

use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::common::typing::Typing;
use crate::app::common::waker;
use crate::app::view::Request;
use crate::cards::Cards;
use crate::engine::file_writer::{ChosenFile, FileWriter};
use crate::net::client::{Client, Login};
use crate::net::follow::{Ended, SeatGame, TableView};
use crate::net::hosting::Hosting;
use crate::net::lobby::{Lobby, News};
use crate::net::message::{FromClient, Request as AtTable};
use crate::net::passwords::{NoStore, PasswordStore};
use crate::net::wording::refusal;
use crate::rules::{Call, Contract};
use crate::solving::sound::{Sound, Speaker};
use crate::storage::{DataFolder, Overwrite};
use crate::words::Words;
use egui::Ui;
use passwords::{Passwords, Wish};
use score_sheet::SheetLine;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a lost connection is tried again.
const RETRY: Duration = Duration::from_secs(600);

/// What is remembered of it; never the password, only that it is in the system's keyring.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Remembered {
    /// Host and port of the last server.
    pub server: String,
    /// The name there.
    pub name: String,
    /// The port of a table of one's own.
    pub port: u16,
    /// How many AIs sit at it.
    pub ais: u8,
    /// Whether the password is kept in the system's keyring.
    pub keep_password: bool,
    /// Whether there are sounds.
    pub sounds: bool,
}

impl Default for Remembered {
    fn default() -> Remembered {
        Remembered {
            server: String::new(),
            name: String::new(),
            port: 7000,
            ais: 2,
            keep_password: false,
            sounds: false,
        }
    }
}

/// A connection and what it has told.
struct Session {
    client: Client,
    lobby: Lobby,
    /// When the clocks were last told.
    clocks_since: Instant,
    /// What becomes of the password in the keyring once the server has accepted it.
    wish: Option<Wish>,
}

/// The announcement that is being put together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Draft {
    /// Cards to be laid away.
    away: Cards,
    contract: Option<Contract>,
    /// Whether it is to be played without the skat.
    hand: bool,
    /// A number above the next one.
    jump: Option<u16>,
}

/// What is typed on the page.
#[derive(Default)]
struct Typed {
    password: String,
    talk: String,
}

/// The page.
pub struct Server {
    ctx: egui::Context,
    session: Option<Session>,
    hosting: Option<Hosting>,
    draft: Draft,
    typed: Typed,
    typing: Typing,
    /// The games of this sitting, each a record.
    records: Vec<String>,
    /// Where they are kept, and where a table of one's own keeps what it needs after a kill.
    file: Option<PathBuf>,
    journal: Option<PathBuf>,
    writer: FileWriter<()>,
    passwords: Passwords,
    speaker: Option<Speaker>,
    sheet: Vec<SheetLine>,
}

impl Server {
    /// The page in this window; `data` is where games are kept, if anywhere.
    #[must_use]
    pub fn new(ctx: &egui::Context, data: Option<&DataFolder>) -> Server {
        let name = || {
            let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
            let date = crate::archive::index::date_text(since.map_or(0, |since| since.as_secs() as u32));
            format!("server-{}.sgf", date.replace([':', ' '], "-"))
        };
        let owned = data.filter(|data| data.is_owner());
        Server {
            ctx: ctx.clone(),
            session: None,
            hosting: None,
            draft: Draft::default(),
            typed: Typed::default(),
            typing: Typing::default(),
            records: Vec::new(),
            file: owned.map(|data| data.path().join("games").join(name())),
            journal: owned.map(|data| data.path().join("host.log")),
            writer: FileWriter::new(waker(ctx)),
            passwords: Passwords::new(ctx, Arc::new(NoStore)),
            speaker: owned.and_then(|data| Speaker::find(&data.sounds())),
            sheet: Vec::new(),
        }
    }

    /// Passwords that the person wants kept go here from now on; before, there is no place for them.
    pub fn set_password_store(&mut self, store: Arc<dyn PasswordStore>) {
        self.passwords = Passwords::new(&self.ctx, store);
    }

    /// What the server has told; `None` while nobody is logged in.
    #[must_use]
    pub fn lobby(&self) -> Option<&Lobby> {
        self.session.as_ref().map(|session| &session.lobby)
    }

    fn connect(&mut self, login: Login, wish: Option<Wish>) {
        let ctx = self.ctx.clone();
        let client = Client::connect(login, move || ctx.request_repaint());
        let (lobby, clocks_since) = (Lobby::default(), Instant::now());
        self.session = Some(Session { client, lobby, clocks_since, wish });
        self.draft = Draft::default();
        self.sheet.clear();
    }

    fn disconnect(&mut self) {
        self.session = None;
    }

    fn send(&self, line: FromClient) {
        if let Some(session) = &self.session {
            session.client.send(line);
        }
    }

    fn table(&self) -> Option<&TableView> {
        self.lobby()?.table.as_ref()
    }

    fn game(&self) -> Option<&SeatGame> {
        self.table()?.game.as_ref()
    }

    /// Says something at the table at which the person sits.
    fn send_at_table(&self, what: AtTable) {
        if let Some(view) = self.table() {
            self.send(FromClient::at(&view.id, &view.viewer, what));
        }
    }

    /// Hears the connection.
    pub fn update(&mut self, cx: &mut Cx<'_>) {
        let mut news = Vec::new();
        if let Some(session) = &mut self.session {
            let events: Vec<_> = session.client.events().try_iter().collect();
            if !events.is_empty() {
                session.clocks_since = Instant::now();
            }
            news.extend(events.into_iter().filter_map(|event| session.lobby.hear(event)));
        }
        for news in news {
            match news {
                News::Ended(ended) => self.ended(*ended, cx),
                News::Refused(why) => cx.toasts.problem(refusal(&why, &cx.words)),
                News::Odd(word) => cx.toasts.problem(cx.words.fill("server.odd", &[("word", &word)])),
                News::YourTurn => self.sound(Sound::Turn, cx),
                News::CardFell => self.sound(Sound::Card, cx),
            }
        }
        self.follow_passwords(cx);
        if self.game().is_some() {
            // The clocks run.
            cx.ctx.request_repaint_after(Duration::from_millis(500));
        } else {
            self.draft = Draft::default();
        }
        if let Some((_, Err(error))) = self.writer.follow(&cx.budget) {
            let why = error.why(&cx.words);
            cx.toasts.problem(cx.words.fill("join.unwritten", &[("why", &why)]));
        }
        if let Some(hosting) = &self.hosting
            && let Some(error) = hosting.take_failure()
        {
            let why = crate::problems::io_error(&cx.words, &error);
            cx.toasts.problem(cx.words.fill("server.host_failed", &[("why", &why)]));
            self.hosting = None;
        }
    }

    /// Lets a sound be heard, if the person wants to hear any.
    fn sound(&mut self, sound: Sound, cx: &mut Cx<'_>) {
        if cx.settings.join_in.server.sounds
            && let Some(Err(_)) = self.speaker.as_ref().map(|speaker| speaker.play(sound))
        {
            // Said once: the box is grey from now on.
            self.speaker = None;
            cx.toasts.problem(cx.words.t("server.no_sounds"));
        }
    }

    /// A game has ended: its record is kept.
    fn ended(&mut self, ended: Ended, cx: &mut Cx<'_>) {
        self.draft = Draft::default();
        if let Some(record) = &ended.record {
            cx.toasts.done(wording::result(record, &cx.words));
            self.enter(ended.number, record);
        }
        self.records.push(ended.text);
        let text = self.records.join("\n") + "\n";
        if let Some(path) = self.file.clone() {
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).ok();
            }
            let file = ChosenFile { path, overwrite: Overwrite::Allowed };
            self.writer.write(file, Arc::new(move || Ok(text.clone().into_bytes())), ());
        }
    }

    /// Opens the games of this sitting in Replay; not while one is running.
    fn to_replay(&self, cx: &mut Cx<'_>) {
        if !self.records.is_empty() && !self.lobby().is_some_and(Lobby::is_playing) {
            cx.requests.push(Request::Replay(self.records.join("\n")));
        }
    }

    /// The page.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        match &self.session {
            None => self.login_ui(ui, cx),
            Some(session) if session.lobby.table.is_some() => self.table_ui(ui, cx),
            Some(_) => self.lobby_ui(ui, cx),
        }
    }

    /// Carries out a command of its own.
    pub fn run(&mut self, command: Command) {
        match command {
            Command::SayBid => {
                if let Some(call) = self.yes() {
                    self.say(call);
                }
            }
            Command::PassBid => self.say(Call::Pass),
            Command::TypeCards => self.typing.focus(""),
            _ => {}
        }
    }

    /// Whether a command of its own has something to do.
    #[must_use]
    pub fn can_run(&self, command: Command) -> bool {
        match command {
            Command::SayBid | Command::PassBid => self.yes().is_some(),
            Command::TypeCards => self.game().is_some_and(SeatGame::is_my_turn),
            _ => false,
        }
    }

    /// What is shown, for the title.
    #[must_use]
    pub fn name(&self, words: &Words) -> String {
        match self.table() {
            Some(view) => words.fill("server.at_table", &[("table", &view.id)]),
            None => words.t("server.title").into(),
        }
    }
}
