//! `kiebitz selfplay`: games of three AIs.

use super::{Failure, Finding, learn};
use crate::archive::record_of;
use crate::player::{Played, Style, Tables, selfplay};
use crate::rules::{Account, BySeat, GAMES_PER_SERIES, Table};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;

/// Plays seeded games of three AIs
#[derive(clap::Args)]
pub(super) struct Args {
    /// Games
    #[arg(long, default_value_t = 36)]
    games: u64,
    /// Seed of the deals
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the records go
    #[arg(long, value_name = "FILE.sgf")]
    out: Option<PathBuf>,
    /// Threads; the games do not depend on it
    #[arg(long)]
    threads: Option<usize>,
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
    /// Killer cards for the declarer
    #[arg(long, value_name = "on|off", default_value = "on", value_parser = on_off, action = clap::ArgAction::Set)]
    pub(super) declarer_paranoia: bool,
    /// Killer cards for the defenders
    #[arg(long, value_name = "on|off", default_value = "on", value_parser = on_off, action = clap::ArgAction::Set)]
    pub(super) defender_paranoia: bool,
    /// How much is thought: 2 is twice as many worlds
    #[arg(long, default_value_t = 1.0)]
    pub(super) effort: f64,
    /// Bids as if every game were worth so many points more: learning needs weak hands too
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    pub(super) nerve: f64,
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
        Style {
            declarer_paranoia: self.declarer_paranoia,
            defender_paranoia: self.defender_paranoia,
            effort: self.effort.clamp(0.1, 20.0),
            nerve: self.nerve,
            ..Style::default()
        }
    }
}

/// Sums over games.
#[derive(Default)]
pub(super) struct Sums {
    pub(super) games: u64,
    pub(super) passed: u64,
    pub(super) wins: u64,
    pub(super) accounts: BySeat<Account>,
    /// Scores of all three seats together, one for each game, for the confidence interval.
    scores: Vec<f64>,
    kinds: BTreeMap<String, (u64, u64)>,
}

impl Sums {
    pub(super) fn book(&mut self, played: &Played) {
        self.games += 1;
        let before: i64 = self.accounts.0.iter().map(|account| account.seeger(Table::Three)).sum();
        match &played.game {
            None => {
                self.passed += 1;
                Account::book(&mut self.accounts, None, false, 0);
            }
            Some(game) => {
                self.wins += u64::from(game.outcome.won);
                let kind = self.kinds.entry(game.contract.to_string()).or_default();
                kind.0 += 1;
                kind.1 += u64::from(game.outcome.won);
                Account::book(&mut self.accounts, Some(game.declarer), game.outcome.won, game.outcome.value);
            }
        }
        let after: i64 = self.accounts.0.iter().map(|account| account.seeger(Table::Three)).sum();
        self.scores.push((after - before) as f64);
    }

    /// Extended Seeger score per player and series, and half the width of its 95 % interval: over all games, or
    /// over those that were played.
    pub(super) fn seeger(&self, with_passed: bool) -> (f64, f64) {
        let games = if with_passed { self.games } else { self.games - self.passed };
        interval(self.scores.iter().sum(), self.scores.iter().map(|score| score * score).sum(), games)
    }
}

/// Mean per player and series of sums over three players, with its interval.
pub(super) fn interval(sum: f64, squares: f64, games: u64) -> (f64, f64) {
    if games < 2 {
        return (0.0, 0.0);
    }
    let n = games as f64;
    let mean = sum / n;
    let spread = ((squares / n - mean * mean).max(0.0) / n).sqrt();
    let unit = f64::from(GAMES_PER_SERIES) / 3.0;
    (mean * unit, 1.96 * spread * unit)
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
    let threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let failed = |error| Failure::File { path: args.out.clone().unwrap_or_default(), error };
    let mut file = match &args.out {
        Some(path) => Some(BufWriter::new(std::fs::File::create(path).map_err(failed)?)),
        None => None,
    };
    let start = Instant::now();
    let bar = learn::bar(args.games);
    let mut sums = Sums::default();
    let mut written = Ok(());
    let style = args.switches.style();
    selfplay(tables, &style, args.seed, 0..args.games, threads, |number, played| {
        sums.book(&played);
        bar.inc(1);
        if let Some(file) = &mut file {
            written = writeln!(file, "{}", record_of(&played, number));
        }
        written.is_ok()
    });
    bar.finish_and_clear();
    written.and_then(|()| file.as_mut().map_or(Ok(()), Write::flush)).map_err(failed)?;
    let seconds = start.elapsed().as_secs_f64();
    let (with, with_half) = sums.seeger(true);
    let (without, without_half) = sums.seeger(false);
    let mut out = io::stdout().lock();
    if args.json {
        let answer = json!({
            "games": sums.games, "passed": sums.passed, "declarer_wins": sums.wins, "seeger": with,
            "seeger_interval": with_half, "seeger_without_passed": without,
            "seeger_without_passed_interval": without_half, "seconds": seconds, "rows": [],
        });
        writeln!(out, "{answer}")?;
        return Ok(Finding::Clean);
    }
    let played = sums.games - sums.passed;
    writeln!(
        out,
        "{} games, {} passed; the declarer won {} of {played} ({:.2} %)",
        sums.games,
        sums.passed,
        sums.wins,
        100.0 * sums.wins as f64 / played.max(1) as f64
    )?;
    writeln!(
        out,
        "extended Seeger per player and 36 games: {with:.1} ± {with_half:.1}; without passed deals {without:.1} ± {without_half:.1}"
    )?;
    for (kind, (games, won)) in &sums.kinds {
        writeln!(out, "  {kind:6}{games:>8}  won {:>6.1} %", 100.0 * *won as f64 / (*games).max(1) as f64)?;
    }
    writeln!(out, "{seconds:.1} s, {:.3} s a game on {threads} threads", seconds / sums.games.max(1) as f64)?;
    Ok(Finding::Clean)
}
