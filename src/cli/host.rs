//! `kiebitz host`: a table of one's own for the local network.

use super::play::{appended, password};
use super::resources::effort;
use super::{Failure, Finding, speech};
use crate::archive::{Reader, Record, RecordedResult, recount};
use crate::net::Secret;
use crate::net::accounts::{AccountError, Accounts};
use crate::net::client::{Client, Login};
use crate::net::robot::{Plan, Robot, Sitting};
use crate::net::server::journal::Journal;
use crate::net::server::{Finished, Host, Limits, Options, Report, Settings, Sheet, own_address};
use crate::player::{Style, Tables};
use crate::search::{Cancel, Resources};
use crate::storage::{RealDisk, data_folder};
use crate::words::Words;
use serde_json::json;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Opens a table for others: Kiebitz, JSkat and skatgui can join
#[derive(clap::Args)]
pub(super) struct Args {
    /// The port; 0 for one that is free
    #[arg(long, default_value_t = 7000)]
    port: u16,
    /// The address to listen on; 127.0.0.1 for this machine alone
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::UNSPECIFIED))]
    address: IpAddr,
    /// Only those with an account in this file may play; without it, anybody
    #[arg(long, value_name = "FILE")]
    accounts: Option<PathBuf>,
    /// Adds an account to the file and ends; the password comes from KIEBITZ_PASSWORD, or is asked for
    #[arg(long, value_name = "NAME", requires = "accounts")]
    add: Option<String>,
    /// So many AIs open a table and wait for others
    #[arg(long, value_name = "0-3", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=3))]
    ai: u8,
    /// How much the AIs think
    #[arg(long, default_value_t = 1.0, value_parser = effort)]
    effort: f64,
    /// Seconds that each player has for a game
    #[arg(long, value_name = "SECONDS", default_value_t = 240, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    clock: u64,
    /// Games of a series; 0 for 36 at three and 48 at four
    #[arg(long, value_name = "GAMES", default_value_t = 0)]
    series: u32,
    /// The same deals for the same seed; without one nobody can guess them
    #[arg(long)]
    seed: Option<u64>,
    /// Where the records go
    #[arg(long, value_name = "FILE.sgf")]
    games: Option<PathBuf>,
    /// What is needed to go on after the program was ended; in the data folder if not given
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Remembers nothing
    #[arg(long, conflicts_with = "journal")]
    no_journal: bool,
    /// JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let words = speech::words_for(args.json);
    let mut accounts = Accounts::open();
    if let Some(path) = &args.accounts {
        let failed = |error| account_failure(path, error, &words);
        if let Some(name) = &args.add {
            Accounts::add(path, name, &password(name, &words)?).map_err(failed)?;
            return Ok(Finding::Clean);
        }
        accounts = Accounts::read(path).map_err(failed)?;
    }
    let robots: Vec<(String, Secret)> = (1..=args.ai).map(own_player).collect::<Result<_, _>>()?;
    for (name, password) in &robots {
        let failed = |error| account_failure(Path::new(name), error, &words);
        accounts.admit(name, password).map_err(failed)?;
    }
    let settings = Settings {
        clock: Duration::from_secs(args.clock),
        seed: args.seed,
        series: args.series,
        ..Settings::default()
    };
    let mut games = match &args.games {
        Some(path) => {
            let failed = |error| Failure::File { path: path.clone(), error };
            Some(Games { last: last_record(path), file: appended(path).map_err(failed)?, path: path.clone() })
        }
        None => None,
    };
    let address = SocketAddr::new(args.address, args.port);
    let options =
        Options { address, settings, accounts, journal: journal(args, &words)?, limits: Limits::default() };
    let mut host = Host::open(options).map_err(|error| {
        let why = words.io_error(&error);
        Failure::Input(words.fill("net.cannot_listen", &[("address", &address), ("why", &why)]))
    })?;
    let listening = host.address();
    tell_address(listening, args.json, &words)?;
    let stop = Cancel::default();
    let mut failed = None;
    std::thread::scope(|scope| {
        for (at, (name, password)) in robots.iter().enumerate() {
            let others = robots.iter().skip(1).map(|(name, _)| name.clone()).collect();
            let plan = Plan {
                seat: if at == 0 { Sitting::Create(None) } else { Sitting::Invited },
                invite: if at == 0 { others } else { Vec::new() },
                games: None,
                patience: None,
                style: Style { effort: args.effort, seed: at as u64 + 1, ..Style::default() },
                resources: Resources::default(),
            };
            let ip = if args.address.is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { args.address };
            let login = Login {
                server: SocketAddr::new(ip, listening.port()).to_string(),
                name: name.clone(),
                password: password.clone(),
                retry: Duration::from_secs(86_400),
            };
            let stop = &stop;
            scope.spawn(move || {
                let client = Client::connect(login, || {});
                Robot::new(&client, Tables::shipped(), plan, 0).run(stop, &mut |_| {});
            });
        }
        let served = host.run(&stop, &mut |report| {
            if let Err(failure) = hear(&report, &mut games, args.json, &words) {
                failed.get_or_insert(failure);
                stop.cancel();
            }
        });
        stop.cancel();
        if let Err(error) = served {
            failed.get_or_insert(Failure::Output(error));
        }
    });
    failed.map_or(Ok(Finding::Clean), Err)
}

/// A name and a password for a player of the host's own, for this run.
fn own_player(number: u8) -> Result<(String, Secret), Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Failure::Input(error.to_string()))?;
    let password: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok((format!("Kiebitz{number}"), Secret::new(password)))
}

fn account_failure(path: &Path, error: AccountError, words: &Words) -> Failure {
    let why = match &error {
        AccountError::Line(line) => words.fill("net.account_line", &[("line", line)]),
        AccountError::Exists(name) => words.fill("net.account_exists", &[("name", name)]),
        AccountError::Name(name) => words.fill("net.account_name", &[("name", name)]),
        AccountError::Password => words.t("net.account_password").into(),
        AccountError::Io(error) => words.io_error(error),
        other => other.to_string(),
    };
    Failure::Input(format!("{}: {why}", path.display()))
}

fn journal(
    args: &Args,
    words: &Words,
) -> Result<Option<(Journal, Vec<crate::net::server::journal::Entry>)>, Failure> {
    if args.no_journal {
        return Ok(None);
    }
    let named = args.journal.clone();
    let Some(path) =
        named.or_else(|| data_folder().map(|folder| folder.join(format!("host-{}.log", args.port))))
    else {
        return Ok(None);
    };
    let failed = |error| Failure::File { path: path.clone(), error };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let (journal, entries, report) = Journal::open(RealDisk::shared(), &path).map_err(failed)?;
    if let Some(aside) = &report.aside {
        let aside = aside.path.display();
        writeln!(io::stderr(), "{}", words.fill("net.journal_aside", &[("path", &aside)])).ok();
    }
    Ok(Some((journal, entries)))
}

fn tell_address(address: SocketAddr, as_json: bool, words: &Words) -> Result<(), Failure> {
    let mut out = super::output::stdout();
    if as_json {
        writeln!(out, "{}", json!({"listening": address.to_string()}))?;
    } else {
        let ip = if address.ip().is_unspecified() { own_address() } else { Some(address.ip()) };
        let others = ip
            .map_or_else(|| address.port().to_string(), |ip| SocketAddr::new(ip, address.port()).to_string());
        writeln!(out, "{}", words.fill("net.listening", &[("address", &others)]))?;
        writeln!(out, "{}", words.t("net.clear_text"))?;
    }
    out.flush()?;
    Ok(())
}

fn hear(report: &Report, games: &mut Option<Games>, as_json: bool, words: &Words) -> Result<(), Failure> {
    let mut out = super::output::stdout();
    match report {
        Report::Arrived(name) if as_json => writeln!(out, "{}", json!({"arrived": name}))?,
        Report::Arrived(name) => writeln!(out, "{}", words.fill("net.arrived", &[("name", name)]))?,
        Report::Finished(finished) => {
            let Finished { table, game, record } = &**finished;
            if let Some(games) = games {
                games.enter(record)?;
            }
            if as_json {
                writeln!(out, "{}", json!({"table": table, "game": game, "id": record.id}))?;
            } else {
                let result = result(record, words);
                let values: [(&str, &dyn std::fmt::Display); 3] =
                    [("table", table), ("n", game), ("result", &result)];
                writeln!(out, "{}", words.fill("net.game", &values))?;
            }
        }
        Report::Sheet(sheet) => tell_sheet(sheet, as_json, words, &mut out)?,
        Report::NotKept(error) => {
            let why = words.io_error(error);
            writeln!(io::stderr(), "{}", words.fill("net.not_kept", &[("why", &why)])).ok();
        }
    }
    out.flush()?;
    Ok(())
}

/// The file of records.
struct Games {
    path: PathBuf,
    file: File,
    /// The last record of an earlier run: a host that was killed may end the same game again.
    last: Option<Record>,
}

impl Games {
    fn enter(&mut self, record: &Record) -> Result<(), Failure> {
        let same =
            |last: &Record| (&last.id, &last.deal, &last.moves) == (&record.id, &record.deal, &record.moves);
        if self.last.as_ref().is_some_and(same) {
            return Ok(());
        }
        let written = self.file.write_all(format!("{record}\n").as_bytes());
        written.map_err(|error| Failure::File { path: self.path.clone(), error })
    }
}

fn last_record(path: &Path) -> Option<Record> {
    let records = Reader::new(BufReader::new(File::open(path).ok()?)).flatten();
    records.last().and_then(|raw| Record::parse(&raw.bytes).ok())
}

/// Who played what, and what it brought.
fn result(record: &Record, words: &Words) -> String {
    let RecordedResult::Game(game) = &record.result else { return words.t("net.passed").into() };
    let named = usize::try_from(game.declarer).ok().and_then(|seat| record.players.get(seat)?.clone());
    let contract = recount(record).ok().and_then(|count| count.contract);
    let (Some(name), Some(contract)) = (named, contract) else { return words.t("net.penalty").into() };
    format!("{name}, {}: {}", words.contract_in_text(contract), game.value)
}

fn tell_sheet(sheet: &Sheet, as_json: bool, words: &Words, out: &mut impl Write) -> Result<(), Failure> {
    let Sheet { table, games, chairs, .. } = sheet;
    if as_json {
        let chairs: Vec<_> = chairs
            .iter()
            .map(|(name, solos, won, points)| json!({"name": name, "solos": solos, "won": won, "points": points}))
            .collect();
        writeln!(
            out,
            "{}",
            json!({"table": table, "series": sheet.series, "games": games, "sheet": chairs})
        )?;
        return Ok(());
    }
    writeln!(out, "{}", words.fill("net.sheet", &[("table", table), ("n", games)]))?;
    for (name, solos, won, points) in chairs {
        let values: [(&str, &dyn std::fmt::Display); 4] =
            [("name", name), ("points", points), ("won", won), ("solos", solos)];
        writeln!(out, "  {}", words.fill("net.sheet_line", &values))?;
    }
    Ok(())
}
