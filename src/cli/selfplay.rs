//! `kiebitz selfplay`: games of three AIs.

use super::resources::{ResourceArgs, effort, nerve};
use super::sums::{Measured, PER_SERIES, Sums, mean, together};
use super::{Failure, Finding, learn};
use crate::archive::{Record, record_of, recount};
use crate::player::{SETTINGS, Style, Tables, compare, selfplay};
use serde_json::json;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Plays seeded games of three AIs
#[derive(clap::Args)]
pub(super) struct Args {
    /// Games
    #[arg(long, default_value_t = 36)]
    games: u64,
    /// Seed of the deals
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the records go; a file that was begun with the same games is gone on with
    #[arg(long, value_name = "FILE.sgf")]
    out: Option<PathBuf>,
    #[command(flatten)]
    resources: ResourceArgs,
    /// Play each deal four times, with and without paranoia on each side, and compare
    #[arg(long, conflicts_with_all = ["out", "declarer_paranoia", "defender_paranoia"])]
    compare: bool,
    #[command(flatten)]
    switches: Switches,
    /// Tables to use instead of those that come with the program
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    /// JSON
    #[arg(long)]
    json: bool,
}

/// What can be switched on and off.
#[derive(clap::Args)]
pub(super) struct Switches {
    /// How they play: beginner, club, best or baseline; what follows changes it
    #[arg(long, default_value = "best")]
    style: Style,
    /// Killer cards for the declarer
    #[arg(long, value_name = "on|off", value_parser = on_off)]
    declarer_paranoia: Option<bool>,
    /// Killer cards for the defenders
    #[arg(long, value_name = "on|off", value_parser = on_off)]
    defender_paranoia: Option<bool>,
    /// The best chance near the end for the declarer
    #[arg(long, value_name = "on|off", value_parser = on_off)]
    chance: Option<bool>,
    /// How much is thought: 2 is twice as many worlds
    #[arg(long, value_parser = effort)]
    effort: Option<f64>,
    /// Bids as if every game were worth so many points more: learning needs weak hands too
    #[arg(long, allow_negative_numbers = true, value_parser = nerve)]
    nerve: Option<f64>,
}

fn on_off(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("'{text}' is neither on nor off")),
    }
}

impl Switches {
    pub(super) fn style(&self) -> Style {
        let known = &self.style;
        Style {
            declarer_paranoia: self.declarer_paranoia.unwrap_or(known.declarer_paranoia),
            defender_paranoia: self.defender_paranoia.unwrap_or(known.defender_paranoia),
            chance: self.chance.unwrap_or(known.chance),
            effort: self.effort.unwrap_or(known.effort).clamp(0.1, 20.0),
            nerve: self.nerve.unwrap_or(known.nerve),
            ..known.clone()
        }
    }
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let own;
    let tables = match &args.tables {
        Some(path) => {
            own = learn::tables(path)?;
            &own
        }
        None => Tables::shipped(),
    };
    if args.compare {
        return compared(args, tables);
    }
    let resources = args.resources.all_cores();
    let threads = resources.threads();
    let style = args.switches.style();
    let failed = |error| Failure::File { path: args.out.clone().unwrap_or_default(), error };
    let mut sums = Sums::default();
    let mut file = match &args.out {
        Some(path) => {
            let expected = |number: u64| {
                let mut record = String::new();
                selfplay(tables, &style, args.seed, number..number + 1, resources, |number, played, _| {
                    record = format!("{}\n", record_of(&played, number));
                    true
                });
                record
            };
            Some(resumed(path, args.games, expected, &mut sums)?)
        }
        None => None,
    };
    let known = sums.games;
    let start = Instant::now();
    let bar = learn::bar(args.games);
    let mut written = Ok(());
    let mut slowest = Duration::ZERO;
    bar.set_position(known);
    selfplay(tables, &style, args.seed, known..args.games, resources, |number, played, so_far| {
        slowest = slowest.max(so_far);
        sums.book(&played);
        bar.inc(1);
        if let Some(file) = &mut file {
            // In one piece, so that a program that is killed leaves whole records.
            written = file.write_all(format!("{}\n", record_of(&played, number)).as_bytes());
        }
        written.is_ok()
    });
    bar.finish_and_clear();
    written.map_err(failed)?;
    let times = Times { seconds: start.elapsed().as_secs_f64(), slowest: slowest.as_secs_f64(), threads };
    report(&sums, times, args.json)
}

/// How long the games took.
#[derive(Clone, Copy)]
struct Times {
    seconds: f64,
    /// The card that took longest.
    slowest: f64,
    threads: usize,
}

/// Tells what came of the games.
fn report(sums: &Sums, times: Times, json: bool) -> Result<Finding, Failure> {
    let Times { seconds, slowest, threads } = times;
    let (with, without) = (sums.seeger(true), sums.seeger(false));
    let mut out = crate::cli::output::stdout();
    if json {
        let answer = json!({
            "games": sums.games, "passed": sums.passed, "declarer_wins": sums.wins, "seeger": with.mean,
            "seeger_interval": with.half, "seeger_without_passed": without.mean,
            "seeger_without_passed_interval": without.half, "seconds": seconds,
            "slowest_card": slowest, "rows": [],
        });
        writeln!(out, "{answer}")?;
        return Ok(Finding::Clean);
    }
    writeln!(
        out,
        "{} games, {} passed; the declarer won {} of {} ({:.2} %)",
        sums.games,
        sums.passed,
        sums.wins,
        sums.played(),
        100.0 * sums.wins as f64 / sums.played().max(1) as f64
    )?;
    writeln!(
        out,
        "extended Seeger per player and 36 games: {:.1} ± {:.1}; without passed deals {:.1} ± {:.1}",
        with.mean, with.half, without.mean, without.half
    )?;
    for (kind, (games, won)) in &sums.kinds {
        writeln!(out, "  {kind:6}{games:>8}  won {:>6.1} %", 100.0 * *won as f64 / (*games).max(1) as f64)?;
    }
    writeln!(
        out,
        "{seconds:.1} s, {:.3} s a game on {threads} threads; the slowest card took {:.2} s",
        seconds / sums.games.max(1) as f64,
        slowest
    )?;
    Ok(Finding::Clean)
}

/// Opens the file of records to go on with it: its games are booked, and a piece of a record at its end, which a
/// killed program left, is cut off. A file of anything else is left alone.
fn resumed(
    path: &Path,
    games: u64,
    expected: impl Fn(u64) -> String,
    sums: &mut Sums,
) -> Result<File, Failure> {
    let failed = |error| Failure::File { path: path.to_path_buf(), error };
    let mut file =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
    if !file.metadata().map_err(failed)?.is_file() {
        return Ok(file);
    }
    let other = |what: &str| {
        let advice = "give another file, or remove it to begin anew";
        Failure::Input(format!("{}: {what}; {advice}", path.display()))
    };
    if file.try_lock().is_err() {
        return Err(other("somebody else is writing to it"));
    }
    let mut whole = 0;
    let mut line = Vec::new();
    let mut last = Vec::new();
    let mut reader = BufReader::with_capacity(1 << 18, &file);
    loop {
        line.clear();
        reader.read_until(b'\n', &mut line).map_err(failed)?;
        if !line.ends_with(b"\n") {
            break;
        }
        let count = Record::parse(&line).ok().and_then(|record| recount(&record).ok());
        let count = count.ok_or_else(|| other("holds something other than these games"))?;
        let result = count.declarer.zip(count.contract).zip(count.outcome);
        sums.book_result(result.map(|((declarer, contract), outcome)| (declarer, contract, outcome)));
        whole += line.len() as u64;
        last.clone_from(&line);
    }
    // The last game and what follows it show whether the file is of the same deals and players.
    let known = sums.games;
    if known > 0 && last != expected(known - 1).as_bytes() {
        return Err(other("holds other games than these"));
    }
    if !line.is_empty() && !expected(known).as_bytes().starts_with(&line) {
        return Err(other("holds something other than these games"));
    }
    if known > games {
        return Err(other(&format!("holds {known} games already")));
    }
    file.set_len(whole).map_err(failed)?;
    file.seek(SeekFrom::End(0)).map_err(failed)?;
    Ok(file)
}

/// How two settings differ on the same deals.
struct Gain {
    wins: i64,
    share: Measured,
    seeger: Measured,
}

fn gain(games: &[[(bool, f64); 4]], from: usize, to: usize) -> Gain {
    let won = |game: &[(bool, f64); 4], at: usize| f64::from(u8::from(game[at].0));
    let wins: Vec<f64> = games.iter().map(|game| won(game, to) - won(game, from)).collect();
    let scores: Vec<f64> = games.iter().map(|game| game[to].1 - game[from].1).collect();
    let count = games.len() as u64;
    Gain {
        wins: wins.iter().sum::<f64>() as i64,
        share: mean(&wins, count, 100.0),
        seeger: mean(&scores, count, PER_SERIES),
    }
}

fn name(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

fn compared(args: &Args, tables: &Tables) -> Result<Finding, Failure> {
    let start = Instant::now();
    let bar = learn::bar(args.games);
    let mut games: Vec<[(bool, f64); 4]> = Vec::new();
    let mut sums: [Sums; 4] = Default::default();
    let style = args.switches.style();
    compare(tables, &style, args.seed, 0..args.games, args.resources.all_cores(), |_, four| {
        for (at, sums) in sums.iter_mut().enumerate() {
            sums.book_game(four.as_ref().map(|four| &four[at]));
        }
        games.extend(four.map(|four| four.map(|game| (game.outcome.won, together(&game)))));
        bar.inc(1);
        true
    });
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    // The declarer's paranoia alone, the defenders' alone, both against none.
    let gains = [(0, 1), (0, 2), (0, 3)].map(|(from, to)| (to, gain(&games, from, to)));
    if args.json { compared_json(&sums, &gains, seconds) } else { compared_text(&sums, &gains, seconds) }
}

fn compared_json(sums: &[Sums; 4], gains: &[(usize, Gain)], seconds: f64) -> Result<Finding, Failure> {
    let mut out = crate::cli::output::stdout();
    let rows: Vec<_> = SETTINGS
        .iter()
        .zip(sums)
        .map(|((declarer, defenders), sums)| {
            json!({"declarer_paranoia": declarer, "defender_paranoia": defenders, "declarer_wins": sums.wins,
                "seeger": sums.seeger(true).mean, "seeger_without_passed": sums.seeger(false).mean})
        })
        .collect();
    let gains: Vec<_> = gains
        .iter()
        .map(|(to, gain)| {
            json!({"declarer_paranoia": SETTINGS[*to].0, "defender_paranoia": SETTINGS[*to].1,
                "wins": gain.wins, "percent": gain.share.mean, "percent_interval": gain.share.half,
                "seeger": gain.seeger.mean, "seeger_interval": gain.seeger.half})
        })
        .collect();
    let answer = json!({
        "games": sums[0].games, "passed": sums[0].passed, "declarer_wins": sums[3].wins,
        "seeger": sums[3].seeger(true).mean, "seconds": seconds, "rows": rows, "gains": gains,
    });
    writeln!(out, "{answer}")?;
    Ok(Finding::Clean)
}

fn compared_text(sums: &[Sums; 4], gains: &[(usize, Gain)], seconds: f64) -> Result<Finding, Failure> {
    let mut out = crate::cli::output::stdout();
    let played = sums[0].played();
    writeln!(
        out,
        "{} deals, {} passed, each of the others played four times",
        sums[0].games, sums[0].passed
    )?;
    writeln!(
        out,
        "paranoia of declarer / defenders: declarer's wins, extended Seeger (without passed deals)"
    )?;
    for ((declarer, defenders), sums) in SETTINGS.iter().zip(sums) {
        let (with, without) = (sums.seeger(true), sums.seeger(false));
        writeln!(
            out,
            "  {:>3} / {:3} {:>7} ({:.2} %)  {:.1} ± {:.1}  ({:.1} ± {:.1})",
            name(*declarer),
            name(*defenders),
            sums.wins,
            100.0 * sums.wins as f64 / played.max(1) as f64,
            with.mean,
            with.half,
            without.mean,
            without.half
        )?;
    }
    writeln!(out, "against none, on the same deals, with 95 % intervals:")?;
    for &(to, Gain { wins, share, seeger }) in gains {
        writeln!(
            out,
            "  {:>3} / {:3} {wins:>+7} wins, {:+.2} ± {:.2} points of percentage, {:+.1} ± {:.1} Seeger",
            name(SETTINGS[to].0),
            name(SETTINGS[to].1),
            share.mean,
            share.half,
            seeger.mean,
            seeger.half
        )?;
    }
    writeln!(out, "{seconds:.1} s, {:.3} s a game", seconds / (4 * played + sums[0].passed).max(1) as f64)?;
    Ok(Finding::Clean)
}
