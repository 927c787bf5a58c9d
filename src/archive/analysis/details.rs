//! Whole analyses kept on disk, so that a game looked at again need not be analysed again.
//!
//! A file that is only ever added to, beside the [results](super::Results): entries of a head (key, length,
//! check sum) and what was found, some bytes a card. What follows from the record itself, such as who
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
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek as _, SeekFrom, Write as _};
use std::path::Path;

/// The mark ends in the version: to be raised whenever judgements, budgets or the layout change.
const MARK: &[u8; 9] = b"KIEBITZD\x01";
/// Key, length, check sum.
const HEAD: u64 = 16;
/// No analysis is nearly as long.
const LONGEST: u32 = 1 << 16;

/// Analyses on disk.
#[derive(Debug)]
pub struct Details {
    file: File,
    /// Where each game's entry is: behind its head, and how long.
    places: HashMap<u64, (u64, u32)>,
    end: u64,
}

impl Details {
    /// Opens a file of analyses, or begins it. A file of another version is begun anew, and a piece at the end
    /// is cut off.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn open(path: &Path) -> io::Result<Details> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let size = file.metadata()?.len();
        let mut mark = [0; MARK.len()];
        let known = size >= MARK.len() as u64 && file.read_exact(&mut mark).is_ok() && &mark == MARK;
        if !known {
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(MARK)?;
            return Ok(Details { file, places: HashMap::new(), end: MARK.len() as u64 });
        }
        let mut places = HashMap::new();
        let mut end = MARK.len() as u64;
        let mut reader = BufReader::new(&mut file);
        let mut head = [0; HEAD as usize];
        while reader.read_exact(&mut head).is_ok() {
            let [k @ .., l0, l1, l2, l3, _, _, _, _] = head;
            let length = u32::from_le_bytes([l0, l1, l2, l3]);
            if length > LONGEST || end + HEAD + u64::from(length) > size {
                break;
            }
            places.insert(u64::from_le_bytes(k), (end + HEAD, length));
            end += HEAD + u64::from(length);
            reader.seek_relative(length.into())?;
        }
        drop(reader);
        file.set_len(end)?;
        Ok(Details { file, places, end })
    }

    /// The analysis of a game; `None` if there is none, or if the entry is damaged.
    pub fn get(&mut self, key: u64, game: &RecordedGame) -> Option<GameAnalysis> {
        let &(at, length) = self.places.get(&key)?;
        let mut bytes = vec![0; length as usize];
        let mut sum = [0; 4];
        self.file.seek(SeekFrom::Start(at - 4)).ok()?;
        self.file.read_exact(&mut sum).ok()?;
        self.file.read_exact(&mut bytes).ok()?;
        if sum != check(key, &bytes) {
            return None;
        }
        read(&mut bytes.as_slice(), GameAnalysis::begin(game)?)
    }

    /// Keeps a finished analysis.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn put(&mut self, key: u64, analysis: &GameAnalysis) -> io::Result<()> {
        if !analysis.done {
            return Ok(());
        }
        let content = written(analysis);
        let length = content.len() as u32;
        let mut entry = Vec::with_capacity(content.len() + HEAD as usize);
        entry.extend(key.to_le_bytes());
        entry.extend(length.to_le_bytes());
        entry.extend(check(key, &content));
        entry.extend(content);
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(&entry)?;
        self.places.insert(key, (self.end + HEAD, length));
        self.end += entry.len() as u64;
        Ok(())
    }
}

fn check(number: u64, content: &[u8]) -> [u8; 4] {
    ((key(content) ^ number) as u32).to_le_bytes()
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
        out.push(u8::from(card.chance.is_some()));
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
        card.chance = if byte(input)? == 0 { None } else { Some(chance(input)?) };
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
    Some(Chance { deals, played, best, card, counter })
}
