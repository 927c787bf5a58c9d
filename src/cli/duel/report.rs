//! What came of a duel.

use super::{Args, Head, settled_word, what};
use crate::cli::sums::{Measured, mean};
use crate::cli::{Failure, Finding};
use crate::player::{Bout, Duel, Settlement, gain};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write as _;

/// Games of one kind that a declarer of one player played against defenders of some kind.
#[derive(Clone, Copy, Default)]
struct Tally {
    games: u64,
    won: u64,
    points: u64,
    value: i64,
}

impl Tally {
    fn won(&self) -> f64 {
        100.0 * self.won as f64 / self.games.max(1) as f64
    }

    fn json(&self) -> Value {
        json!({"games": self.games, "won": self.won, "points": self.points, "value": self.value})
    }
}

/// Suit games, Grand, Null, Null ouvert.
fn kind(contract: &str) -> &'static str {
    match contract.as_bytes() {
        [b'N', rest @ ..] if rest.contains(&b'O') => "null ouvert",
        [b'N', ..] => "null",
        [b'G', ..] => "grand",
        _ => "suit",
    }
}

/// Who declares against whom: `A against BB`.
fn roles(bout: &Bout) -> Option<String> {
    let game = bout.game.as_ref()?;
    let letter = |first: bool| if first { 'A' } else { 'B' };
    let mut others: Vec<char> =
        (0..3).filter(|&seat| seat != game.declarer.index()).map(|seat| letter(bout.first[seat])).collect();
    others.sort_unstable();
    Some(format!(
        "{} against {}",
        letter(bout.first[game.declarer.index()]),
        others.iter().collect::<String>()
    ))
}

/// Gains of a kind of seating: how many seats the first player had.
fn seated(all: &BTreeMap<u64, Vec<Bout>>, seats: usize) -> Measured {
    let of = |bouts: &Vec<Bout>| {
        let leads: Vec<f64> = bouts
            .iter()
            .filter(|bout| bout.first.iter().filter(|&&first| first).count() == seats)
            .map(Bout::lead)
            .collect();
        leads.iter().sum::<f64>() / leads.len().max(1) as f64
    };
    let gains: Vec<f64> = all.values().map(of).collect();
    mean(&gains, gains.len() as u64, 1.0)
}

pub(super) fn report(
    args: &Args,
    head: &Head,
    all: &BTreeMap<u64, Vec<Bout>>,
    settled: Option<Settlement>,
) -> Result<Finding, Failure> {
    let duel = what(&head.duel).map_err(Failure::Input)?;
    let gains: Vec<f64> = all.values().filter_map(|bouts| gain(duel, bouts)).collect();
    let found = mean(&gains, gains.len() as u64, 1.0);
    let mut tallies: BTreeMap<(String, &str), Tally> = BTreeMap::new();
    for bout in all.values().flatten() {
        let (Some(game), Some(roles)) = (&bout.game, roles(bout)) else { continue };
        for kind in ["all", kind(&game.contract)] {
            let tally = tallies.entry((roles.clone(), kind)).or_default();
            tally.games += 1;
            tally.won += u64::from(game.won);
            tally.points += u64::from(game.points);
            tally.value += i64::from(game.value);
        }
    }
    let seatings = [seated(all, 1), seated(all, 2)];
    let mut out = crate::cli::output::stdout();
    if args.json {
        let roles: Vec<Value> = tallies
            .iter()
            .map(|((roles, kind), tally)| json!({"roles": roles, "kind": kind, "games": tally.json()}))
            .collect();
        let answer = json!({"duel": head.duel, "first": head.first, "second": head.second, "seed": head.seed,
            "deals": all.len(), "compared": gains.len(), "gain": found.mean, "interval": found.half,
            "one_against_two": seatings[0].mean, "one_against_two_interval": seatings[0].half,
            "two_against_one": seatings[1].mean, "two_against_one_interval": seatings[1].half,
            "settled": settled.map(settled_word), "roles": roles});
        writeln!(out, "{answer}")?;
        return Ok(Finding::Clean);
    }
    writeln!(out, "A: {}", head.first)?;
    writeln!(out, "B: {}", head.second)?;
    let (deals, count) = (all.len(), gains.len());
    let Measured { mean, half } = found;
    match duel {
        Duel::Games => {
            writeln!(
                out,
                "{deals} deals, six games each: extended score per player and 36 games, A above B, with 95 % intervals"
            )?;
            for (name, found) in
                [("all", found), ("one against two", seatings[0]), ("two against one", seatings[1])]
            {
                writeln!(out, "  {name:16}{:+8.1} ± {:.1}", found.mean, found.half)?;
            }
        }
        Duel::Defend => {
            writeln!(
                out,
                "{deals} deals, {count} games: with defenders A the declarer wins {mean:.2} ± {half:.2} points of percentage less (95 %)"
            )?;
        }
        Duel::Declare => {
            writeln!(
                out,
                "{deals} deals, {count} games: as declarer A wins {mean:+.2} ± {half:.2} points of percentage more (95 %)"
            )?;
        }
    }
    if let Some((low, high)) = args.sequential {
        match settled {
            Some(Settlement::Higher) => writeln!(out, "settled: the gain is at least {high}, not {low}")?,
            Some(Settlement::Lower) => writeln!(out, "settled: the gain is no more than {low}, not {high}")?,
            None => writeln!(out, "not settled between {low} and {high}")?,
        }
    }
    for ((roles, kind), tally) in &tallies {
        let points = tally.points as f64 / tally.games.max(1) as f64;
        writeln!(
            out,
            "  {roles:14}{kind:12}{:>7} games, won {:>5.1} %, {points:>5.1} points, value {:>+7.1}",
            tally.games,
            tally.won(),
            tally.value as f64 / tally.games.max(1) as f64
        )?;
    }
    Ok(Finding::Clean)
}
