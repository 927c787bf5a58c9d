//! Whole analyses kept on disk, so that a game looked at again need not be analysed again.
//!
//! A [`Log`] beside the [results](super::Results): the game's key and what was found, some bytes a card. What follows from the record itself, such as who
//! played what, is not kept but taken from there. The last entry of a game counts.

use super::card::{CardAnalysis, Chance, Known, Sure};
use super::game::{Ending, GameAnalysis};
use super::judgement::Judgement;
use super::results::key;
use crate::archive::game::RecordedGame;
use crate::cards::{Card, Cards};
use crate::knowledge::World;
use crate::rules::{BySeat, Seat};
use crate::search::open::Bounds;
use crate::storage::{Disk, Log, LogReport, Place, RealDisk};
use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

const MARK: [u8; 8] = *b"KIEBITZD";
/// To be raised whenever judgements, budgets or the layout change.
const VERSION: u32 = 2;

/// Analyses on disk.
///
/// ```
/// use kiebitz::archive::{Reader, Record, RecordedGame, sample};
/// use kiebitz::archive::analysis::{Details, GameAnalysis, key};
/// let text = sample();
/// let raw = Reader::new(&text[..]).next().unwrap().unwrap();
/// let game = RecordedGame::of(&Record::parse(&raw.bytes).unwrap()).unwrap();
/// let mut analysis = GameAnalysis::begin(&game).unwrap();
/// // Only what is found out to the end is kept.
/// analysis.done = true;
/// let path = std::env::temp_dir().join(format!("kiebitz-details-{}", std::process::id()));
/// let mut details = Details::open(&path)?;
/// details.put(key(&raw.bytes), &analysis)?;
/// assert_eq!(details.get(key(&raw.bytes), &game).unwrap().cards.len(), 30);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Details {
    log: Option<Log>,
    places: HashMap<u64, Place>,
    report: LogReport,
}

impl Details {
    /// Opens a file of analyses, or begins it. What cannot be read is told by [`report`](Details::report); a
    /// file of a newer version, or of something else, is put aside.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn open(path: &Path) -> io::Result<Details> {
        Details::open_on(RealDisk::shared(), path)
    }

    /// The same on any disk.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn open_on(disk: Arc<dyn Disk>, path: &Path) -> io::Result<Details> {
        let mut places = HashMap::new();
        let (log, report) = Log::open_or_convert(disk, path, MARK, VERSION, earlier, |place, entry| {
            hear(&mut places, place, entry);
        })?;
        Ok(Details { log: Some(log), places, report })
    }

    /// Opens a file of analyses that another window owns: nothing can be added.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn read_only(path: &Path) -> io::Result<Details> {
        let mut places = HashMap::new();
        let read = Log::open_read_only(&RealDisk, path, MARK, VERSION, |place, entry| {
            hear(&mut places, place, entry);
        })?;
        let (log, report) = read.map_or((None, LogReport::default()), |(log, report)| (Some(log), report));
        Ok(Details { log, places, report })
    }

    /// What was found when the file was opened.
    #[must_use]
    pub fn report(&self) -> &LogReport {
        &self.report
    }

    /// The analysis of a game; `None` if there is none, or if the entry is damaged.
    pub fn get(&mut self, key: u64, game: &RecordedGame) -> Option<GameAnalysis> {
        let entry = self.log.as_mut()?.read(*self.places.get(&key)?).ok()?;
        let content = entry.strip_prefix(&key.to_le_bytes())?;
        read(&mut &content[..], GameAnalysis::begin(game)?)
    }

    /// Keeps a finished analysis.
    ///
    /// # Errors
    /// If the disk refuses, or if another window owns the file.
    pub fn put(&mut self, key: u64, analysis: &GameAnalysis) -> io::Result<()> {
        if !analysis.done {
            return Ok(());
        }
        let Some(log) = &mut self.log else { return Err(io::ErrorKind::ReadOnlyFilesystem.into()) };
        let entry = [&key.to_le_bytes()[..], &written(analysis)].concat();
        self.places.insert(key, log.append(&entry)?);
        Ok(())
    }
}

fn hear(places: &mut HashMap<u64, Place>, place: Place, entry: &[u8]) {
    if let Some((key, _)) = entry.split_first_chunk() {
        places.insert(u64::from_le_bytes(*key), place);
    }
}

/// The entries of a file in the first form: key, length, check sum and content of each.
fn earlier(bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut rest = bytes.strip_prefix(b"KIEBITZD\x01")?;
    let mut entries = Vec::new();
    while let Some((head, behind)) = rest.split_first_chunk::<16>() {
        let [number @ .., l0, l1, l2, l3, s0, s1, s2, s3] = *head;
        let length = u32::from_le_bytes([l0, l1, l2, l3]) as usize;
        let Some((content, behind)) = behind.split_at_checked(length) else { break };
        rest = behind;
        if (key(content) ^ u64::from_le_bytes(number)) as u32 == u32::from_le_bytes([s0, s1, s2, s3]) {
            entries.push([&number[..], content].concat());
        }
    }
    Some(entries)
}

fn written(analysis: &GameAnalysis) -> Vec<u8> {
    let mut out = Vec::with_capacity(32 * analysis.cards.len());
    out.push(analysis.cards.len() as u8);
    out.extend(analysis.cut.to_le_bytes());
    for card in &analysis.cards {
        for known in card.open {
            out.extend([known.points.low, known.points.high, fact(known.wins)]);
        }
        for sure in card.own {
            out.extend([sure.points.low, sure.points.high, fact(sure.win)]);
        }
        out.extend(bits(card.better));
        out.push(card.chance.as_ref().map_or(0, |chance| 1 + u8::from(chance.exact)));
        let Some(chance) = &card.chance else { continue };
        for number in [chance.deals, chance.played, chance.best] {
            out.extend(number.to_le_bytes());
        }
        out.push(chance.card.index() as u8);
        out.push(chance.counter.map_or(NONE, |(card, _)| card.index() as u8));
        if let Some((_, world)) = chance.counter {
            let hands = world.hands.0.into_iter().chain([world.skat]);
            out.extend(hands.flat_map(bits));
        }
    }
    let Ending { open, sure, judgement, .. } = &analysis.ending;
    out.extend([open.points.low, open.points.high, fact(open.wins), judgement.weight() as u8]);
    out.push(sure.len() as u8);
    out.extend(sure.iter().flat_map(|&(seat, win)| [seat.index() as u8, fact(win)]));
    out
}

/// Fills the analysis of a game with what was written; `None` if it is not that game's.
fn read(input: &mut &[u8], mut analysis: GameAnalysis) -> Option<GameAnalysis> {
    if usize::from(byte(input)?) != analysis.cards.len() {
        return None;
    }
    analysis.cut = u32::from_le_bytes(array(input)?);
    let (game, goal) = (analysis.game, analysis.aim.goal);
    for card in &mut analysis.cards {
        card.open = [known(input)?, known(input)?];
        card.own = [known(input)?, known(input)?].map(|Known { points, wins }| Sure { points, win: wins });
        card.better = cards(input)?;
        card.chance = match byte(input)? {
            0 => None,
            form => Some(Chance { exact: form == EXACT, ..chance(input)? }),
        };
        CardAnalysis::judge(card, game, goal);
    }
    let (open, judgement) = (known(input)?, byte(input)?);
    let mut sure = Vec::new();
    for _ in 0..byte(input)? {
        sure.push((Seat::from_index(byte(input)?.into())?, unfact(byte(input)?)?));
    }
    let judgement = *Judgement::ALL.get(usize::from(judgement))?;
    analysis.ending = Ending { open, sure, judgement, ..analysis.ending };
    analysis.done = true;
    input.is_empty().then_some(analysis)
}

/// Stands before a chance that is exact; before one of drawn deals stands 1.
const EXACT: u8 = 2;

/// Stands for "none" in a byte.
const NONE: u8 = 0xFF;

fn fact(fact: Option<bool>) -> u8 {
    fact.map_or(NONE, u8::from)
}

fn unfact(byte: u8) -> Option<Option<bool>> {
    match byte {
        0 => Some(Some(false)),
        1 => Some(Some(true)),
        NONE => Some(None),
        _ => None,
    }
}

fn bits(cards: Cards) -> [u8; 4] {
    cards.iter().fold(0u32, |bits, card| bits | 1 << card.index()).to_le_bytes()
}

fn array<const N: usize>(input: &mut &[u8]) -> Option<[u8; N]> {
    let (bytes, rest) = input.split_first_chunk::<N>()?;
    *input = rest;
    Some(*bytes)
}

fn byte(input: &mut &[u8]) -> Option<u8> {
    array::<1>(input).map(|[byte]| byte)
}

fn known(input: &mut &[u8]) -> Option<Known> {
    let [low, high, wins] = array(input)?;
    Some(Known { points: Bounds { low, high }, wins: unfact(wins)? })
}

fn cards(input: &mut &[u8]) -> Option<Cards> {
    let bits = u32::from_le_bytes(array(input)?);
    Some((0..32).filter(|at| bits >> at & 1 == 1).filter_map(Card::from_index).collect())
}

fn chance(input: &mut &[u8]) -> Option<Chance> {
    let mut number = || array(input).map(u16::from_le_bytes);
    let (deals, played, best) = (number()?, number()?, number()?);
    let card = Card::from_index(byte(input)?.into())?;
    let counter = match byte(input)? {
        NONE => None,
        other => {
            let hands = BySeat([cards(input)?, cards(input)?, cards(input)?]);
            Some((Card::from_index(other.into())?, World { hands, skat: cards(input)? }))
        }
    };
    Some(Chance { deals, played, best, card, counter, exact: false })
}
