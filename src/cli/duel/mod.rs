//! `kiebitz duel`: two players on the same deals.

mod external;
mod report;

use super::resources::ResourceArgs;
use super::{Failure, Finding, learn};
use crate::parallel;
use crate::player::{Bout, Decides, Duel, Player, Settlement, Style, Tables, Test, deal, duel, gain};
use crate::search::Resources;
use external::External;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};

/// Measures two players against each other on the same deals
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(super) struct Args {
    /// The first player: beginner, club, best or baseline, then changes; or cmd:PROGRAM ARGUMENTS
    #[arg(long, value_name = "PLAYER", default_value = "best")]
    first: String,
    /// The second player
    #[arg(long, value_name = "PLAYER", default_value = "baseline")]
    second: String,
    /// What is measured: games, defend or declare
    #[arg(long, value_name = "WHAT", default_value = "games", value_parser = what)]
    what: Duel,
    /// Deals, of all shards together
    #[arg(long, default_value_t = 100)]
    deals: u64,
    /// Seed of the deals
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stops when the gain is settled to be no more than LOW or no less than HIGH
    #[arg(long, value_name = "LOW,HIGH", value_parser = claims, allow_hyphen_values = true)]
    sequential: Option<(f64, f64)>,
    /// How often such a test may be wrong, either way
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = errors)]
    errors: f64,
    /// Only every N-th deal, beginning with the K-th
    #[arg(long, value_name = "K/N", default_value = "1/1", value_parser = shard)]
    shard: (u64, u64),
    /// Where each deal is written, a line of JSON each; a file that was begun is gone on with
    #[arg(long, value_name = "FILE.jsonl")]
    out: Option<PathBuf>,
    /// Plays nothing: sums up these files, which may be shards of one duel
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "out")]
    sum: Vec<PathBuf>,
    #[command(flatten)]
    resources: ResourceArgs,
    /// JSON
    #[arg(long)]
    json: bool,
}

const HELP: &str = "\
games     whole games, each deal in all six mixed seatings; the gain is the extended score per player and 36 games
defend    the second player bids and declares, once against two of the first, once against two of its own kind;
          the gain is by how many points of percentage the declarer wins less
declare   the first player plays the second one's games, and the second does; the gain is by how many points of
          percentage it wins more

A program is any that answers the questions of 'kiebitz player'; its choices should depend on them alone.";

fn what(text: &str) -> Result<Duel, String> {
    text.parse().map_err(|()| format!("'{text}' is neither games nor defend nor declare"))
}

fn claims(text: &str) -> Result<(f64, f64), String> {
    let two = text.split_once(',').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    two.filter(|(low, high): &(f64, f64)| low < high && low.is_finite() && high.is_finite())
        .ok_or_else(|| format!("'{text}' is not two numbers, the lower first, as in 0,50"))
}

fn errors(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.001..0.5).contains(share));
    share.ok_or_else(|| format!("'{text}' is no share from 0.001 to 0.5"))
}

fn shard(text: &str) -> Result<(u64, u64), String> {
    let two = text.split_once('/').and_then(|(at, of)| Some((at.parse().ok()?, of.parse().ok()?)));
    two.filter(|&(at, of): &(u64, u64)| (1..=of).contains(&at))
        .ok_or_else(|| format!("'{text}' is no part of a whole, as in 2/4"))
}

/// The first line of a file of deals: what was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Head {
    duel: String,
    first: String,
    second: String,
    seed: u64,
    shard: (u64, u64),
}

/// Another line: a deal, and how its games ended.
#[derive(Serialize, Deserialize)]
struct Line {
    deal: u64,
    bouts: Vec<String>,
}

/// A player as it was asked for.
#[derive(Clone)]
enum Seat {
    Own(Style),
    Program(String),
}

impl Seat {
    fn read(text: &str) -> Result<Seat, Failure> {
        match text.strip_prefix("cmd:") {
            Some(command) => External::start(command)
                .map(|_| Seat::Program(command.to_string()))
                .map_err(|reason| Failure::Input(format!("cmd:{command}: {reason}"))),
            None => text.parse().map(Seat::Own).map_err(|error| Failure::Input(format!("{text}: {error}"))),
        }
    }

    /// What stands in a file: two spellings of one player are one.
    fn name(&self) -> String {
        match self {
            Seat::Own(style) => style.to_string(),
            Seat::Program(command) => format!("cmd:{command}"),
        }
    }
}

/// A player at the table of one thread.
enum Seated<'t> {
    Own(Box<RefCell<Player<'t>>>),
    Program(RefCell<External>),
    /// It could not be started.
    Missing(String),
}

impl Seated<'_> {
    fn sit(seat: &Seat, resources: Resources) -> Seated<'static> {
        match seat {
            Seat::Own(style) => {
                let player = Player::with_resources(Tables::shipped(), style.clone(), resources);
                Seated::Own(Box::new(RefCell::new(player)))
            }
            Seat::Program(command) => match External::start(command) {
                Ok(program) => Seated::Program(RefCell::new(program)),
                Err(reason) => Seated::Missing(reason),
            },
        }
    }

    fn failed(&self) -> Option<String> {
        match self {
            Seated::Own(_) => None,
            Seated::Program(program) => program.borrow().failed.clone(),
            Seated::Missing(reason) => Some(reason.clone()),
        }
    }

    /// Each of several games of one deal asks the same questions of the bidding again.
    fn remember(&self) {
        if let Seated::Own(player) = self {
            player.borrow_mut().remember();
        }
    }
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    if !args.sum.is_empty() {
        return sum(args);
    }
    let seats = [Seat::read(&args.first)?, Seat::read(&args.second)?];
    let [first, second] = seats.clone().map(|seat| seat.name());
    let head = Head { duel: name(args.what).into(), first, second, seed: args.seed, shard: args.shard };
    let mut known = BTreeMap::new();
    let mut file = match &args.out {
        Some(path) => Some((path, begun(path, &head, &mut known)?)),
        None => None,
    };
    let own = (args.shard.0 - 1..args.deals).step_by(args.shard.1 as usize);
    let resources = args.resources.all_cores();
    let mut test = args.sequential.map(|(low, high)| Test::new(low, high, args.errors));
    let mut all: BTreeMap<u64, Vec<Bout>> = BTreeMap::new();
    let mut settled = None;
    // What is known already is looked at in the same order as if it were played now.
    let mut book = |number: u64, bouts: Vec<Bout>, all: &mut BTreeMap<u64, Vec<Bout>>| {
        if let (Some(test), Some(gain)) = (&mut test, gain(args.what, &bouts)) {
            settled = test.enter(gain);
        }
        all.insert(number, bouts);
        settled.is_none()
    };
    let mut open: Vec<u64> = Vec::new();
    let mut go_on = true;
    for number in own {
        match known.remove(&number) {
            Some(bouts) if open.is_empty() && go_on => go_on = book(number, bouts, &mut all),
            Some(_) => {}
            None => open.push(number),
        }
    }
    let mut failed = None;
    if go_on {
        let bar = learn::bar(open.len() as u64);
        let each = resources.each_thread().part(2);
        let state = || [Seated::sit(&seats[0], each), Seated::sit(&seats[1], each)];
        let work = |players: &mut [Seated<'static>; 2], number: u64| {
            (number, bout(args, players, number), players.each_ref().map(Seated::failed))
        };
        let take = |(number, bouts, reasons): (u64, Vec<Bout>, [Option<String>; 2])| {
            if let Some(reason) = reasons.into_iter().flatten().next() {
                failed = Some(Failure::Input(format!("deal {number}: {reason}")));
                return false;
            }
            bar.inc(1);
            if let Some((path, file)) = &mut file {
                let line = Line { deal: number, bouts: bouts.iter().map(Bout::to_string).collect() };
                let written = serde_json::to_string(&line)
                    .map_err(std::io::Error::other)
                    .and_then(|text| file.write_all(format!("{text}\n").as_bytes()));
                if let Err(error) = written {
                    failed = Some(Failure::File { path: path.to_path_buf(), error });
                    return false;
                }
            }
            book(number, bouts, &mut all)
        };
        if let Err(panicked) = parallel::in_order(open, resources.threads(), || false, state, work, take) {
            panicked.raise();
        }
        bar.finish_and_clear();
    }
    if let Some(failure) = failed {
        return Err(failure);
    }
    report::report(args, &head, &all, settled)
}

fn name(what: Duel) -> &'static str {
    match what {
        Duel::Games => "games",
        Duel::Defend => "defend",
        Duel::Declare => "declare",
    }
}

/// The games of one deal.
fn bout(args: &Args, players: &[Seated<'static>; 2], number: u64) -> Vec<Bout> {
    let deal = deal(args.seed, number);
    players.iter().for_each(Seated::remember);
    fn seat<'a>(seated: &'a Seated<'static>) -> Option<&'a RefCell<dyn Decides + 'a>> {
        match seated {
            Seated::Own(player) => Some(&**player),
            Seated::Program(program) => Some(program),
            Seated::Missing(_) => None,
        }
    }
    match (seat(&players[0]), seat(&players[1])) {
        (Some(first), Some(second)) => duel(args.what, &deal, first, second),
        _ => Vec::new(),
    }
}

fn bad(path: &Path, what: &str) -> Failure {
    Failure::Input(format!("{}: {what}", path.display()))
}

/// Reads what a file holds: its head, and deals in any order. A piece of a line at the end is left out; the number of
/// bytes before it comes with the rest.
fn read(path: &Path, known: &mut BTreeMap<u64, Vec<Bout>>) -> Result<Option<(Head, u64)>, Failure> {
    let failed = |error| Failure::File { path: path.to_path_buf(), error };
    let mut reader = BufReader::new(File::open(path).map_err(failed)?);
    let mut head = None;
    let (mut line, mut whole) = (String::new(), 0);
    loop {
        line.clear();
        let read = reader.read_line(&mut line).map_err(failed)?;
        if !line.ends_with('\n') {
            return Ok(head.map(|head| (head, whole)));
        }
        whole += read as u64;
        if head.is_none() {
            let read: Head = serde_json::from_str(&line).map_err(|_| bad(path, "is no file of a duel"))?;
            head = Some(read);
            continue;
        }
        let entry: Option<Line> = serde_json::from_str(&line).ok();
        let entry = entry.and_then(|line| {
            let bouts: Result<Vec<Bout>, ()> = line.bouts.iter().map(|bout| bout.parse()).collect();
            Some((line.deal, bouts.ok()?))
        });
        let (number, bouts) =
            entry.ok_or_else(|| bad(path, &format!("'{}' is no deal of a duel", line.trim())))?;
        known.insert(number, bouts);
    }
}

/// Opens a file to go on with it, or begins it.
fn begun(path: &Path, head: &Head, known: &mut BTreeMap<u64, Vec<Bout>>) -> Result<File, Failure> {
    let failed = |error| Failure::File { path: path.to_path_buf(), error };
    let found = if path.exists() { read(path, known)? } else { None };
    if found.as_ref().is_some_and(|(found, _)| found != head) {
        return Err(bad(path, "holds another duel; give another file, or remove it to begin anew"));
    }
    let mut file = File::options().append(true).create(true).open(path).map_err(failed)?;
    match found {
        Some((_, whole)) => file.set_len(whole).map_err(failed)?,
        None if file.metadata().map_err(failed)?.len() > 0 => return Err(bad(path, "is no file of a duel")),
        None => {
            let line = serde_json::to_string(head).map_err(std::io::Error::other).map_err(failed)?;
            file.write_all(format!("{line}\n").as_bytes()).map_err(failed)?;
        }
    }
    Ok(file)
}

/// Sums up files, and says if one of their deals is missing.
fn sum(args: &Args) -> Result<Finding, Failure> {
    let mut all = BTreeMap::new();
    let mut common: Option<Head> = None;
    for path in &args.sum {
        let mut known = BTreeMap::new();
        let (head, _) = read(path, &mut known)?.ok_or_else(|| bad(path, "is no file of a duel"))?;
        let head = Head { shard: (1, 1), ..head };
        if common.as_ref().is_some_and(|common| *common != head) {
            return Err(bad(path, "is of another duel than the files before it"));
        }
        if let Some(number) = known.keys().find(|number| all.contains_key(*number)) {
            return Err(bad(path, &format!("deal {number} stands in an earlier file too")));
        }
        common = Some(head);
        all.append(&mut known);
    }
    let head = common.ok_or_else(|| Failure::Input("no file is named".into()))?;
    let what = what(&head.duel).map_err(Failure::Input)?;
    let missing = all.last_key_value().map_or(0, |(last, _)| last + 1 - all.len() as u64);
    let mut settled = None;
    if let Some((low, high)) = args.sequential {
        let mut test = Test::new(low, high, args.errors);
        let mut gains = all.values().filter_map(|bouts| gain(what, bouts));
        settled = gains.find_map(|gain| test.enter(gain));
    }
    let found = report::report(args, &head, &all, settled)?;
    if missing > 0 {
        super::say(&Failure::Input(format!("{missing} deals before the last one are missing")));
        return Ok(Finding::Negative);
    }
    Ok(found)
}

fn settled_word(settled: Settlement) -> &'static str {
    match settled {
        Settlement::Lower => "lower",
        Settlement::Higher => "higher",
    }
}
