//! `kiebitz play`: the AI as a player of its own on a server.

use super::resources::{MemoryArg, effort};
use super::sums::mean;
use super::{Failure, Finding, speech};
use crate::archive::{Reader, Record, RecordedResult};
use crate::net::Secret;
use crate::net::client::{Client, Login};
use crate::net::robot::{Plan, Report, Robot, Sitting, Stopped};
use crate::net::wording::{lost, refusal};
use crate::player::{Style, Tables};
use crate::rules::{Account, BySeat, GAMES_PER_SERIES, Seat, TableSize};
use crate::search::Cancel;
use crate::words::Words;
use serde_json::json;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Plays on a server, as a player of its own
#[derive(clap::Args)]
pub(super) struct Args {
    /// The server, as in localhost:7000
    #[arg(long, value_name = "HOST:PORT")]
    server: String,
    /// The name to log in with; the password comes from KIEBITZ_PASSWORD, or is asked for
    #[arg(long)]
    name: String,
    #[command(flatten)]
    sitting: SittingArgs,
    /// Ends after so many series of 36 games
    #[arg(long, value_name = "N")]
    series: Option<u64>,
    /// Ends after so many games
    #[arg(long, value_name = "N", conflicts_with = "series")]
    deals: Option<u64>,
    /// Where the records go; a file that was begun is gone on with
    #[arg(long, value_name = "FILE.sgf")]
    games: Option<PathBuf>,
    /// Where it is written why each card was played, a line of JSON each
    #[arg(long, value_name = "FILE")]
    reasons: Option<PathBuf>,
    /// How much is thought: 2 is twice as many worlds; less when time is short
    #[arg(long, default_value_t = 1.0, value_parser = effort)]
    effort: f64,
    /// Seed of everything that is drawn
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    memory: MemoryArg,
    /// Goes when there was no game for so many seconds; 0 for never
    #[arg(long, value_name = "SECONDS", default_value_t = 100)]
    patience: u64,
    /// Tries to come back for so many seconds when the connection is lost
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    retry: u64,
    /// JSON
    #[arg(long)]
    json: bool,
}

/// How it comes to a table.
#[derive(clap::Args)]
struct SittingArgs {
    /// Makes a table instead of waiting for an invitation
    #[arg(long, conflicts_with = "join")]
    create: bool,
    /// Name and password of the table it makes, as in NAME:PASSWORD
    #[arg(long, value_name = "NAME:PASSWORD", requires = "create")]
    private: Option<String>,
    /// Joins this table, with its password if it has one
    #[arg(long, value_name = "TABLE[:PASSWORD]")]
    join: Option<String>,
    /// Asks these players to its table
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    invite: Vec<String>,
}

impl SittingArgs {
    fn sitting(&self, words: &Words) -> Result<Sitting, Failure> {
        let two = |text: &str| text.split_once(':').map(|(a, b)| (a.to_string(), b.to_string()));
        Ok(match (&self.join, &self.private) {
            (Some(table), _) => match two(table) {
                Some((table, password)) => Sitting::Join(table, Some(password)),
                None => Sitting::Join(table.clone(), None),
            },
            (None, Some(table)) => {
                let named = two(table).ok_or_else(|| Failure::Input(words.t("net.no_private").into()))?;
                Sitting::Create(Some(named))
            }
            (None, None) if self.create => Sitting::Create(None),
            (None, None) => Sitting::Invited,
        })
    }
}

/// The password of the environment, or one that is typed. It stands in no argument and no log.
pub(super) fn password(name: &str, words: &Words) -> Result<Secret, Failure> {
    if let Ok(password) = std::env::var("KIEBITZ_PASSWORD") {
        return Ok(Secret::new(password));
    }
    let typed = rpassword::prompt_password(words.fill("net.password", &[("name", &name)]));
    typed.map(Secret::new).map_err(|_| Failure::Input(words.t("net.no_password").into()))
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let words = speech::words_for(args.json);
    let sitting = args.sitting.sitting(&words)?;
    let password = password(&args.name, &words)?;
    let mut book = Book::open(args)?;
    let login = Login {
        server: args.server.clone(),
        name: args.name.clone(),
        password,
        retry: Duration::from_secs(args.retry),
    };
    let plan = Plan {
        seat: sitting,
        invite: args.sitting.invite.clone(),
        games: args.deals.or(args.series.map(|series| series * u64::from(GAMES_PER_SERIES))),
        patience: (args.patience > 0).then(|| Duration::from_secs(args.patience)),
        style: Style { effort: args.effort, seed: args.seed, ..Style::default() },
        resources: args.memory.resources(),
    };
    let client = Client::connect(login, || {});
    let mut failed = None;
    let stopped = {
        let stop = Cancel::default();
        let mut robot = Robot::new(&client, Tables::shipped(), plan, book.scores.len() as u64);
        robot.run(&stop, &mut |report| {
            if let Err(failure) = book.hear(&report, &words) {
                failed.get_or_insert(failure);
                stop.cancel();
            }
        })
    };
    drop(client);
    if let Some(failure) = failed {
        return Err(failure);
    }
    book.sum_up(args, &words)?;
    match stopped {
        Stopped::Done | Stopped::Cancelled => Ok(Finding::Clean),
        Stopped::Alone => {
            writeln!(io::stderr(), "{}", words.t("net.alone")).ok();
            Ok(Finding::Negative)
        }
        Stopped::Refused(why) => Err(Failure::Input(refusal(&why, &words))),
        Stopped::Lost(why) => {
            let why = lost(&why, &words);
            Err(Failure::Input(words.fill("net.lost", &[("server", &args.server), ("why", &why)])))
        }
    }
}

/// Records, reasons and scores.
struct Book {
    name: String,
    games: Option<(PathBuf, File)>,
    reasons: Option<(PathBuf, File)>,
    /// What each game brought this player.
    scores: Vec<f64>,
    won: u64,
    solos: u64,
    quiet: bool,
}

impl Book {
    fn open(args: &Args) -> Result<Book, Failure> {
        let mut book = Book {
            name: args.name.clone(),
            games: None,
            reasons: None,
            scores: Vec::new(),
            won: 0,
            solos: 0,
            quiet: args.json,
        };
        if let Some(path) = &args.games {
            let failed = |error| Failure::File { path: path.clone(), error };
            if let Ok(old) = File::open(path) {
                let records = Reader::new(BufReader::new(old)).flatten();
                for record in records.filter_map(|raw| Record::parse(&raw.bytes).ok()) {
                    let seat = record.players.iter().position(|name| name.as_deref() == Some(&args.name));
                    book.enter(&record, seat.and_then(Seat::from_index));
                }
            }
            book.games = Some((path.clone(), appended(path).map_err(failed)?));
        }
        if let Some(path) = &args.reasons {
            let failed = |error| Failure::File { path: path.clone(), error };
            book.reasons = Some((path.clone(), appended(path).map_err(failed)?));
        }
        Ok(book)
    }

    fn hear(&mut self, report: &Report<'_>, words: &Words) -> Result<(), Failure> {
        let line = match report {
            Report::Decided(decision) => {
                if let Some((path, file)) = &mut self.reasons {
                    let line = super::output::json(decision)?;
                    let written = file.write_all(format!("{line}\n").as_bytes());
                    written.map_err(|error| Failure::File { path: path.clone(), error })?;
                }
                return Ok(());
            }
            Report::Ended(ended) => {
                if let Some((path, file)) = &mut self.games {
                    let written = file.write_all(format!("{}\n", ended.text).as_bytes());
                    written.map_err(|error| Failure::File { path: path.clone(), error })?;
                }
                if let Some(record) = &ended.record {
                    self.enter(record, ended.seat);
                }
                let last = self.scores.last().copied().unwrap_or_default();
                words.fill("net.played", &[("n", &self.scores.len()), ("points", &last)])
            }
            Report::Online(user) => words.fill("net.online", &[("name", user)]),
            Report::Offline(why) => words.fill("net.offline", &[("why", &lost(why, words))]),
            Report::Seated(table) => words.fill("net.seated", &[("table", table)]),
            Report::Refused(why) => refusal(why, words),
        };
        if !self.quiet {
            writeln!(io::stderr(), "{}: {}", self.name, crate::plain::lines(&line)).ok();
        }
        Ok(())
    }

    fn enter(&mut self, record: &Record, seat: Option<Seat>) {
        let mut accounts = BySeat::<Account>::default();
        if let RecordedResult::Game(game) = &record.result {
            let declarer = usize::try_from(game.declarer).ok().and_then(Seat::from_index);
            let won = game.kind == "win";
            Account::book(&mut accounts, declarer, won, game.value);
            if declarer.is_some() && declarer == seat {
                self.solos += 1;
                self.won += u64::from(won);
            }
        }
        let score = seat.map_or(0, |seat| accounts[seat].seeger(TableSize::Three));
        self.scores.push(score as f64);
    }

    fn sum_up(&self, args: &Args, words: &Words) -> Result<(), Failure> {
        let games = self.scores.len() as u64;
        let seeger = mean(&self.scores, games, f64::from(GAMES_PER_SERIES));
        let mut out = super::output::stdout();
        if args.json {
            let answer = json!({"name": self.name, "games": games, "solos": self.solos, "won": self.won,
                "seeger": seeger.mean, "seeger_interval": seeger.half});
            writeln!(out, "{answer}")?;
        } else {
            let [mean, half] = [seeger.mean, seeger.half].map(|number| format!("{number:.1}"));
            let values: [(&str, &dyn std::fmt::Display); 6] = [
                ("name", &self.name),
                ("n", &games),
                ("solos", &self.solos),
                ("won", &self.won),
                ("mean", &mean),
                ("half", &half),
            ];
            writeln!(out, "{}", words.fill("net.summary", &values))?;
        }
        Ok(())
    }
}

/// Opens a file to add lines to it. What a killed program left of one does not spoil the next.
pub(super) fn appended(path: &Path) -> io::Result<File> {
    let mut file = OpenOptions::new().read(true).create(true).append(true).open(path)?;
    let mut last = [b'\n'];
    if file.seek(SeekFrom::End(0))? > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    if last != *b"\n" {
        file.write_all(b"\n")?;
    }
    Ok(file)
}
