//! Learned tables: how strong a hand is, and how often such a hand wins.
//!
//! The strength of a trump hand is a sum of weights, in points. How often a strength wins, or makes schneider,
//! is first a curve with two numbers; the games seen at each step of strength correct the curve, and the
//! cells of the winning parameters correct the steps, each only as far as its games can say: a table counts
//! as if it had seen [`DOUBT`] games that went as the coarser table says. Null is judged by its safety suit by
//! suit (see [`super::safety`]) and the same curve and steps.
//!
//! Tables are text, a line for each number. Those that come with the program begin with deals solved with open cards
//! and go on with rounds of play, each with the tables of the round before; the first rounds bid boldly, so that weak
//! hands are learned about too:
//!
//! ```text
//! quick="--effort 0.5 --declarer-paranoia off --defender-paranoia off"
//! kiebitz learn --open 20000 --seed 2 --out round0.txt
//! kiebitz selfplay --games 3000 --seed 101 --tables round0.txt --nerve 40 $quick --out round1.sgf
//! kiebitz learn round1.sgf --from round0.txt --out round1.txt
//! kiebitz selfplay --games 3000 --seed 202 --tables round1.txt --nerve 10 $quick --out round2.sgf
//! kiebitz learn round1.sgf round2.sgf --from round0.txt --out round2.txt
//! kiebitz selfplay --games 3000 --seed 303 --tables round2.txt --nerve -10 $quick --out round3.sgf
//! kiebitz learn round1.sgf round2.sgf round3.sgf --from round0.txt --out round3.txt
//! kiebitz selfplay --games 4000 --seed 404 --tables round3.txt --nerve -10 $quick --out round4.sgf
//! kiebitz learn round1.sgf round2.sgf round3.sgf round4.sgf --from round0.txt --out assets/tables.txt
//! ```
//!
//! The first lines of `assets/tables.txt` tell how many lessons each round gave.

use super::features::{self, Kind, STEP, STEPS, WEIGHTS};
use super::safety;
use crate::cards::Cards;
use crate::rules::{Game, Seat};
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::str::FromStr;
use std::sync::LazyLock;

/// How many games of what the coarser table says each cell starts with.
pub const DOUBT: f64 = 30.0;
/// Cells with fewer games are not kept: they would hardly be believed.
pub(super) const LEAST_GAMES: u32 = 6;

/// The tables that come with the program.
static SHIPPED: LazyLock<Tables> =
    LazyLock::new(|| include_str!("../../assets/tables.txt").parse().unwrap_or_default());

/// Games seen, and how many of them came out well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tried {
    /// Games.
    pub games: u32,
    /// Of them good.
    pub good: u32,
}

impl Tried {
    /// Books a game.
    pub fn book(&mut self, good: bool) {
        self.games += 1;
        self.good += u32::from(good);
    }

    /// The share of good games if `before` was believed until they were seen.
    #[must_use]
    pub fn share(self, before: f64) -> f64 {
        (f64::from(self.good) + DOUBT * before) / (f64::from(self.games) + DOUBT)
    }
}

/// How often a kind of game reaches a goal.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Odds {
    /// The curve: strength at which it is even.
    pub even: f32,
    /// … and by how many points of strength the odds grow by a factor of e.
    pub scale: f32,
    /// Games by step of strength.
    pub steps: Vec<Tried>,
    /// Games by cell, the coarsest cells first.
    pub cells: [BTreeMap<u32, Tried>; 3],
}

impl Default for Odds {
    fn default() -> Odds {
        Odds {
            even: 61.0,
            scale: 9.0,
            steps: vec![Tried::default(); STEPS],
            cells: [const { BTreeMap::new() }; 3],
        }
    }
}

impl Odds {
    fn curve(&self, strength: f32) -> f64 {
        1.0 / (1.0 + f64::from((self.even - strength) / self.scale.max(0.01)).exp())
    }

    /// The probability by strength and cells; the steps are blended so that it has no jumps.
    #[must_use]
    pub fn probability(&self, strength: f32, cells: Option<[u32; 3]>) -> f64 {
        let at = |step: usize| {
            let middle = (step as f32 + 0.5) * STEP;
            let tried = self.steps.get(step).copied().unwrap_or_default();
            tried.share(self.curve(middle)) - self.curve(middle)
        };
        let place = (strength / STEP - 0.5).clamp(0.0, (STEPS - 1) as f32);
        let low = place as usize;
        let part = f64::from(place - low as f32);
        let correction = at(low) * (1.0 - part) + at((low + 1).min(STEPS - 1)) * part;
        let mut share = (self.curve(strength) + correction).clamp(0.001, 0.999);
        for (level, cell) in cells.into_iter().flatten().enumerate() {
            if let Some(tried) = self.cells[level].get(&cell) {
                share = tried.share(share);
            }
        }
        share
    }
}

/// Everything that is learned.
///
/// ```
/// use kiebitz::player::Tables;
/// let text = Tables::shipped().to_string();
/// assert_eq!(text.parse::<Tables>().unwrap().to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tables {
    /// Weights of the strength: suit games, Grand.
    pub(super) weights: [Vec<f32>; 2],
    /// How often each kind is won.
    pub(super) won: [Odds; 4],
    /// How often each kind makes schneider.
    pub(super) schneider: [Odds; 4],
    /// The strength of ten cards without the skat at which every other player bids, and how sharply it grows.
    pub(super) bids: (f32, f32),
    /// Where they come from: lines of comment.
    pub origin: Vec<String>,
}

impl Default for Tables {
    fn default() -> Tables {
        Tables {
            weights: [const { Vec::new() }; 2].map(|_: Vec<f32>| vec![0.0; WEIGHTS]),
            won: std::array::from_fn(|_| Odds::default()),
            schneider: std::array::from_fn(|_| Odds { even: 90.0, ..Odds::default() }),
            bids: (50.0, 5.0),
            origin: Vec::new(),
        }
    }
}

impl Tables {
    /// The tables that come with the program.
    #[must_use]
    pub fn shipped() -> &'static Tables {
        &SHIPPED
    }

    /// The weights of a trump game.
    #[must_use]
    pub fn weights(&self, game: Game) -> &[f32] {
        &self.weights[usize::from(game == Game::Grand)]
    }

    /// The strength of ten cards with two laid away, in points; in Null, safety times 120.
    #[must_use]
    pub fn strength(&self, game: Game, kept: Cards, laid: Cards, seat: Seat) -> f32 {
        if game == Game::Null {
            return 120.0 * safety::of_hand(kept);
        }
        let weights = self.weights(game);
        features::weights(game, kept, laid, seat).into_iter().map(|weight| weights[weight]).sum()
    }

    /// The probabilities that the declarer wins, and that he makes schneider (0 in Null), when his cards have
    /// this strength.
    #[must_use]
    pub fn chances(
        &self,
        game: Game,
        ouvert: bool,
        cards: (Cards, Cards),
        seat: Seat,
        bid: u16,
        strength: f32,
    ) -> (f64, f64) {
        let kind = Kind::of(game, ouvert) as usize;
        if game == Game::Null {
            return (self.won[kind].probability(strength, None), 0.0);
        }
        let cells = features::cells(game, cards.0, cards.1, seat, bid, strength);
        let won = self.won[kind].probability(strength, Some(cells));
        let schneider = self.schneider[kind].probability(strength, Some(cells)).min(won);
        (won, schneider)
    }
}

const HEAD: &str = "kiebitz tables 1";
const NAMES: [&str; 2] = ["suit", "grand"];

impl fmt::Display for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        for line in &self.origin {
            writeln!(f, "# {line}")?;
        }
        for (name, weights) in NAMES.into_iter().zip(&self.weights) {
            for (at, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
                writeln!(f, "weight {name} {at} {weight}")?;
            }
        }
        writeln!(f, "bids {} {}", self.bids.0, self.bids.1)?;
        for (what, all) in [("won", &self.won), ("schneider", &self.schneider)] {
            for (kind, odds) in Kind::ALL.into_iter().zip(all) {
                let name = kind.name();
                writeln!(f, "curve {what} {name} {} {}", odds.even, odds.scale)?;
                for (at, tried) in odds.steps.iter().enumerate().filter(|(_, tried)| tried.games > 0) {
                    writeln!(f, "step {what} {name} {at} {} {}", tried.games, tried.good)?;
                }
                for (level, cells) in odds.cells.iter().enumerate() {
                    let mut line = String::new();
                    for (cell, tried) in cells {
                        write!(line, " {cell}:{}/{}", tried.good, tried.games)?;
                    }
                    if !line.is_empty() {
                        writeln!(f, "cells {what} {name} {level}{line}")?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Why a text is no table.
///
/// ```
/// use kiebitz::player::Tables;
/// assert_eq!("nonsense".parse::<Tables>().unwrap_err().line, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct TablesError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl FromStr for Tables {
    type Err = TablesError;

    fn from_str(text: &str) -> Result<Tables, TablesError> {
        let mut tables = Tables::default();
        let mut lines = text.lines().enumerate();
        if lines.next().map(|(_, line)| line.trim()) != Some(HEAD) {
            return Err(TablesError { line: 1, reason: format!("a file of tables begins with '{HEAD}'") });
        }
        for (at, line) in lines {
            let bad = |reason: &str| TablesError { line: at + 1, reason: reason.to_string() };
            if let Some(comment) = line.strip_prefix('#') {
                tables.origin.push(comment.trim().to_string());
                continue;
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            if !words.is_empty() {
                tables.read(&words).ok_or_else(|| bad("not understood"))?;
            }
        }
        Ok(tables)
    }
}

impl Tables {
    fn read(&mut self, words: &[&str]) -> Option<()> {
        if let ["weight", name, at, weight] = words {
            let kind = NAMES.into_iter().position(|known| known == *name)?;
            let weight = weight.parse::<f32>().ok().filter(|weight| weight.is_finite())?;
            *self.weights[kind].get_mut(at.parse::<usize>().ok()?)? = weight;
            return Some(());
        }
        if let ["bids", even, scale] = words {
            let scale = scale.parse().ok().filter(|scale: &f32| *scale > 0.0)?;
            self.bids = (even.parse().ok()?, scale);
            return Some(());
        }
        let [what, goal, kind, rest @ ..] = words else { return None };
        let kind = Kind::ALL.into_iter().find(|known| known.name() == *kind)? as usize;
        let odds = match *goal {
            "won" => &mut self.won[kind],
            "schneider" => &mut self.schneider[kind],
            _ => return None,
        };
        match (*what, rest) {
            ("curve", [even, scale]) => {
                odds.even = even.parse().ok()?;
                odds.scale = scale.parse().ok().filter(|scale: &f32| *scale > 0.0)?;
            }
            ("step", [at, games, good]) => {
                let tried = Tried { games: games.parse().ok()?, good: good.parse().ok()? };
                *odds.steps.get_mut(at.parse::<usize>().ok()?)? = checked(tried)?;
            }
            ("cells", [level, cells @ ..]) => {
                let level = odds.cells.get_mut(level.parse::<usize>().ok()?)?;
                for cell in cells {
                    let (cell, tried) = cell.split_once(':')?;
                    let (good, games) = tried.split_once('/')?;
                    let tried = Tried { games: games.parse().ok()?, good: good.parse().ok()? };
                    level.insert(cell.parse().ok()?, checked(tried)?);
                }
            }
            _ => return None,
        }
        Some(())
    }
}

fn checked(tried: Tried) -> Option<Tried> {
    (tried.good <= tried.games).then_some(tried)
}
