//! From games to tables.
//!
//! The weights of the strength are fitted to the declarer's final points, one group of weights after the
//! other, each drawn to what is known already (nothing, or earlier tables) as if that had been seen in some
//! games. Then the curve of each kind is fitted, and steps and cells are counted.

use super::belief::{all_fast, best_of_ten};
use super::features::{self, Kind, WEIGHTS};
use super::series::deal;
use super::tables::{LEAST_GAMES, Odds, Tables};
use crate::cards::Cards;
use crate::rules::{Game, Seat};

/// One game to learn from.
///
/// ```
/// use kiebitz::archive::{Reader, Record, RecordedGame, lesson_of, sample};
/// use kiebitz::rules::Game;
/// let text = sample();
/// let raw = Reader::new(&text[..]).next().unwrap().unwrap();
/// let game = RecordedGame::of(&Record::parse(&raw.bytes).unwrap()).unwrap();
/// let lesson = lesson_of(&game).unwrap();
/// assert_eq!((lesson.game, lesson.points, lesson.kept.len()), (Game::Grand, 64, 10));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The game.
    pub game: Game,
    /// Whether the declarer's cards lay open.
    pub ouvert: bool,
    /// The declarer's seat.
    pub seat: Seat,
    /// The ten cards he played with.
    pub kept: Cards,
    /// What lay in the skat meanwhile.
    pub laid: Cards,
    /// The number at which the bidding ended.
    pub bid: u16,
    /// His points in the end, the skat included; in Null 120 if he won, else 0.
    pub points: u8,
}

impl Lesson {
    fn won(&self) -> bool {
        self.points >= 61
    }

    fn schneider(&self) -> bool {
        self.points >= 90
    }
}

/// Rounds of fitting; the weights hardly move in the end.
const ROUNDS: usize = 60;
/// Part of each correction that is made: groups overlap, and full steps would swing.
const PACE: f64 = 0.5;
/// Fewer games say nothing of a kind.
const LEAST_LESSONS: usize = 40;

impl Tables {
    /// The tables that these games teach, `self` being what was known before.
    #[must_use]
    pub fn learn(&self, lessons: &[Lesson]) -> Tables {
        let mut tables = self.clone();
        for (at, grand) in [false, true].into_iter().enumerate() {
            let own: Vec<&Lesson> = lessons
                .iter()
                .filter(|lesson| lesson.game != Game::Null && (lesson.game == Game::Grand) == grand)
                .collect();
            if own.len() >= LEAST_LESSONS {
                tables.weights[at] = fit_weights(&self.weights[at], &own);
            }
        }
        for kind in Kind::ALL {
            let own: Vec<(&Lesson, f32)> = lessons
                .iter()
                .filter(|lesson| Kind::of(lesson.game, lesson.ouvert) == kind)
                .map(|lesson| (lesson, tables.strength(lesson.game, lesson.kept, lesson.laid, lesson.seat)))
                .collect();
            if own.len() < LEAST_LESSONS {
                continue;
            }
            tables.won[kind as usize] = fit_odds(&self.won[kind as usize], &own, Lesson::won);
            if matches!(kind, Kind::Suit | Kind::Grand) {
                let before = &self.schneider[kind as usize];
                tables.schneider[kind as usize] = fit_odds(before, &own, Lesson::schneider);
            }
        }
        tables.bids = tables.learn_bids();
        tables
    }

    /// How strong ten cards must be for a bid of 18: tried out on seeded hands.
    fn learn_bids(&self) -> (f32, f32) {
        let fast = all_fast(self);
        let mut tried = Vec::new();
        for number in 0..HANDS {
            let hand = deal(HANDS, number).hand(Seat::Forehand);
            let bids = self.outlook(hand, Seat::Forehand).score(18) > 0.0;
            tried.push((best_of_ten(&fast[0], hand), bids));
        }
        fit_curve(self.bids, &tried)
    }
}

/// Hands for the curve of bidding.
const HANDS: u64 = 400;

/// Three digits are enough, and short to write.
fn rounded(number: f64) -> f32 {
    ((number * 1000.0).round() / 1000.0) as f32
}

fn fit_weights(before: &[f32], lessons: &[&Lesson]) -> Vec<f32> {
    let used: Vec<Vec<usize>> = lessons
        .iter()
        .map(|lesson| features::weights(lesson.game, lesson.kept, lesson.laid, lesson.seat))
        .collect();
    let start: Vec<f64> = before.iter().map(|&weight| f64::from(weight)).collect();
    let mut weights = start.clone();
    let points: Vec<f64> = lessons.iter().map(|lesson| f64::from(lesson.points)).collect();
    let mut rest: Vec<f64> = Vec::new();
    for round in 0..ROUNDS {
        if round % 10 == 0 {
            let sum = |used: &Vec<usize>| used.iter().map(|&weight| weights[weight]).sum::<f64>();
            rest = used.iter().zip(&points).map(|(used, points)| points - sum(used)).collect();
        }
        // All weights look at the same rest, so each takes only its part of it.
        let mut sums = vec![(0.0, 0.0); WEIGHTS];
        for (used, rest) in used.iter().zip(&rest) {
            for &weight in used {
                sums[weight].0 += rest;
                sums[weight].1 += 1.0;
            }
        }
        let moves: Vec<f64> = (0..WEIGHTS)
            .map(|weight| {
                let (sum, games) = sums[weight];
                let drawn = features::reluctance(weight);
                let wanted = (sum - drawn * (weights[weight] - start[weight])) / (games + drawn);
                wanted * PACE / 4.0
            })
            .collect();
        for (weight, step) in weights.iter_mut().zip(&moves) {
            *weight += step;
        }
        for (used, rest) in used.iter().zip(&mut rest) {
            *rest -= used.iter().map(|&weight| moves[weight]).sum::<f64>();
        }
    }
    weights.into_iter().map(rounded).collect()
}

fn fit_odds(before: &Odds, lessons: &[(&Lesson, f32)], good: fn(&Lesson) -> bool) -> Odds {
    let tried: Vec<(f32, bool)> =
        lessons.iter().map(|(lesson, strength)| (*strength, good(lesson))).collect();
    let (even, scale) = fit_curve((before.even, before.scale), &tried);
    let mut odds = Odds { even, scale, ..Odds::default() };
    for &(lesson, strength) in lessons {
        let good = good(lesson);
        odds.steps[features::step(strength)].book(good);
        if lesson.game != Game::Null {
            let Lesson { game, kept, laid, seat, bid, .. } = *lesson;
            let cells = features::cells(game, kept, laid, seat, bid, strength);
            for (level, cell) in odds.cells.iter_mut().zip(cells) {
                level.entry(cell).or_default().book(good);
            }
        }
    }
    for level in &mut odds.cells {
        level.retain(|_, tried| tried.games >= LEAST_GAMES);
    }
    odds
}

/// The two numbers of the curve, by Newton's method on the likelihood; some made-up games that went as the
/// curve before says keep it finite.
fn fit_curve(before: (f32, f32), tried: &[(f32, bool)]) -> (f32, f32) {
    let centre = tried.iter().map(|(strength, _)| f64::from(*strength)).sum::<f64>() / tried.len() as f64;
    let slope_before = 1.0 / f64::from(before.1.max(0.01));
    let base_before = (centre - f64::from(before.0)) * slope_before;
    let (mut base, mut slope) = (base_before, slope_before);
    const BELIEF: f64 = 10.0;
    for _ in 0..50 {
        let (mut g, mut h) = ([0.0; 2], [[0.0; 2]; 2]);
        g[0] -= BELIEF * 0.1 * (base - base_before);
        g[1] -= BELIEF * 40.0 * (slope - slope_before);
        h[0][0] += BELIEF * 0.1;
        h[1][1] += BELIEF * 40.0;
        for (strength, good) in tried {
            let x = f64::from(*strength) - centre;
            let p = 1.0 / (1.0 + (-(base + slope * x)).exp());
            let rest = f64::from(u8::from(*good)) - p;
            let weight = p * (1.0 - p);
            g[0] += rest;
            g[1] += rest * x;
            h[0][0] += weight;
            h[0][1] += weight * x;
            h[1][1] += weight * x * x;
        }
        let det = h[0][0] * h[1][1] - h[0][1] * h[0][1];
        if det.abs() < 1e-9 {
            break;
        }
        base += ((h[1][1] * g[0] - h[0][1] * g[1]) / det).clamp(-1.0, 1.0);
        slope += ((h[0][0] * g[1] - h[0][1] * g[0]) / det).clamp(-0.05, 0.05);
        slope = slope.clamp(0.005, 2.0);
    }
    (rounded(centre - base / slope), rounded(1.0 / slope))
}
