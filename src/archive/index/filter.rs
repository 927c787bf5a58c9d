//! Choosing games: each filter narrows, widens or replaces the selection.

use super::date::{date_text, period};
use super::{Column, Flags, Index, Row, person_of};
use crate::archive::analysis::Summary;
use crate::archive::ask::{Ask, Search};
use crate::archive::notes::Note;
use crate::parallel;
use crate::rules::{Contract, Game, Seat};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The part a player has in a game.
///
/// ```
/// use kiebitz::archive::{Source, index::{Filter, Indexer, Merge, Role}, sample};
/// let index = Indexer::new(Source::from_stream(std::io::Cursor::new(sample())).unwrap()).finish().unwrap();
/// let filter = |role| Filter { player: "kiebitz 1".into(), role, ..Filter::default() };
/// let games = |role| filter(role).apply(&index, &[], Merge::Replace).len();
/// // He sits at every table, and is the declarer of some.
/// assert!(games(Role::Any) == 200 && games(Role::Declarer) < 200);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// Declarer or defender.
    #[default]
    Any,
    /// Declarer.
    Declarer,
    /// Defender.
    Defender,
}

/// Yes, no, or all the same.
///
/// ```
/// use kiebitz::archive::{Source, index::{Filter, Indexer, Merge, Tri}, sample};
/// let index = Indexer::new(Source::from_stream(std::io::Cursor::new(sample())).unwrap()).finish().unwrap();
/// let games = |won| Filter { won, ..Filter::default() }.apply(&index, &[], Merge::Replace).len();
/// assert_eq!(games(Tri::Any), index.len());
/// assert!(games(Tri::Yes) > games(Tri::No));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tri {
    /// All the same.
    #[default]
    Any,
    /// Must be so.
    Yes,
    /// Must not be so.
    No,
}

impl Tri {
    fn allows(self, fact: bool) -> bool {
        match self {
            Tri::Any => true,
            Tri::Yes => fact,
            Tri::No => !fact,
        }
    }
}

/// Who had a forced win and did not win the game.
///
/// ```
/// use kiebitz::archive::{Source, index::{Filter, Indexer, Merge, Missed}, sample};
/// let index = Indexer::new(Source::from_stream(std::io::Cursor::new(sample())).unwrap()).finish().unwrap();
/// let games = |missed| Filter { missed, ..Filter::default() }.apply(&index, &[], Merge::Replace).len();
/// // None of the games is analysed: that nobody missed anything cannot be said either.
/// assert_eq!((games(Missed::Any), games(Missed::Nobody)), (200, 0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Missed {
    /// All the same, also games that were not analysed.
    #[default]
    Any,
    /// The declarer.
    Declarer,
    /// The defenders.
    Defenders,
    /// One side or the other.
    Either,
    /// Nobody, in a game that was analysed.
    Nobody,
}

impl Missed {
    fn allows(self, found: Option<&Summary>) -> bool {
        match self {
            Missed::Any => true,
            Missed::Declarer => found.is_some_and(|found| found.declarer.missed),
            Missed::Defenders => found.is_some_and(|found| found.defenders.missed),
            Missed::Either => found.is_some_and(Summary::missed),
            Missed::Nobody => found.is_some_and(|found| !found.missed()),
        }
    }
}

/// From … to, both included; an end that is missing is open.
///
/// ```
/// use kiebitz::archive::{Source, index::{Filter, Indexer, Merge, Span}, sample};
/// let index = Indexer::new(Source::from_stream(std::io::Cursor::new(sample())).unwrap()).finish().unwrap();
/// let bid = Span { from: Some(30), to: None };
/// let found = Filter { bid, ..Filter::default() }.apply(&index, &[], Merge::Replace);
/// assert!(!found.is_empty() && found.iter().all(|&number| index.row(number).unwrap().bid >= 30));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span<T> {
    /// The least.
    pub from: Option<T>,
    /// The most.
    pub to: Option<T>,
}

impl<T> Default for Span<T> {
    fn default() -> Span<T> {
        Span { from: None, to: None }
    }
}

impl<T: PartialOrd> Span<T> {
    fn allows(&self, value: &T) -> bool {
        self.from.as_ref().is_none_or(|from| value >= from) && self.to.as_ref().is_none_or(|to| value <= to)
    }

    fn is_open(&self) -> bool {
        self.from.is_none() && self.to.is_none()
    }
}

/// What games must be like. The default lets every game pass.
///
/// ```
/// use kiebitz::archive::{Source, index::{Filter, Indexer, Merge, Tri}, sample};
/// let index = Indexer::new(Source::from_stream(std::io::Cursor::new(sample())).unwrap()).finish().unwrap();
/// let lost_grands = Filter { games: "G".into(), won: Tri::No, ..Filter::default() };
/// for number in lost_grands.apply(&index, &[], Merge::Replace) {
///     assert!(index.row(number).unwrap().value < 0);
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Filter {
    /// A player's name, or a part of it, in any case of letters; in quotation marks the whole name.
    pub player: String,
    /// That player's part; without a name it says nothing.
    pub role: Role,
    /// Letters of the games wanted (`CSHDGN`); empty for all, passed ones included.
    pub games: String,
    /// Won by the declarer.
    pub won: Tri,
    /// The declarer's points.
    pub points: Span<u8>,
    /// The bid.
    pub bid: Span<u16>,
    /// Dates as `2010`, `2010-12`, `2010-12-06`, `12.2010` or `6.12.2010`; a shorter date means its whole stretch. What is
    /// no date says nothing; see [`period`].
    pub from_date: String,
    /// The last date.
    pub to_date: String,
    /// Words that must all stand in the row: in a name, the contract or the game's name, the date, the
    /// marks, in what people wrote, or as the game's number, in any case of letters.
    pub text: String,
    /// A question about cards and positions; see [`Ask`]. What cannot be read says nothing.
    pub cards: String,
    /// Games with a forced win missed.
    pub missed: Missed,
    /// The yes-or-no facts. In files they stand beside the rest.
    #[serde(flatten)]
    pub facts: FactFilter,
}

/// Yes-or-no facts that games must have, or must not have.
///
/// ```
/// use kiebitz::archive::{Source, index::{FactFilter, Filter, Indexer, Merge, Tri}, sample};
/// let index = Indexer::new(Source::from_stream(std::io::Cursor::new(sample())).unwrap()).finish().unwrap();
/// let facts = FactFilter { hand: Tri::Yes, ..FactFilter::default() };
/// let found = Filter { facts, ..Filter::default() }.apply(&index, &[], Merge::Replace);
/// assert!(found.iter().all(|&number| index.row(number).unwrap().contract.unwrap().is_hand()));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FactFilter {
    /// Hand games.
    pub hand: Tri,
    /// Ouvert games.
    pub ouvert: Tri,
    /// Games with schneider or schwarz announced.
    pub announced: Tri,
    /// Schneider of either side.
    pub schneider: Tri,
    /// Schwarz of either side.
    pub schwarz: Tri,
    /// Overbid games.
    pub overbid: Tri,
    /// Games in which somebody gave up.
    pub resigned: Tri,
    /// Games whose recorded value differs from the recomputed one.
    pub differs: Tri,
    /// Games in which somebody ran out of time or left.
    pub left: Tri,
    /// Games that everybody passed.
    pub passed: Tri,
    /// Games that stand in the archives before.
    pub repeated: Tri,
    /// Games that were analysed.
    pub analysed: Tri,
    /// Games that ended otherwise than with open cards and best play; asks for analysed games.
    pub glassbox_differs: Tri,
    /// Games with a mistake; asks for analysed games.
    pub mistakes: Tri,
    /// Games about which somebody has written something, a bookmark included.
    pub noted: Tri,
    /// Games with a bookmark.
    pub bookmarked: Tri,
}

/// How a filter changes the selection.
///
/// ```
/// use kiebitz::archive::{Source, index::{Filter, Indexer, Merge}, sample};
/// let index = Indexer::new(Source::from_stream(std::io::Cursor::new(sample())).unwrap()).finish().unwrap();
/// let grands = Filter { games: "G".into(), ..Filter::default() };
/// let null = Filter { games: "N".into(), ..Filter::default() };
/// let found = grands.apply(&index, &[], Merge::Replace);
/// assert!(null.apply(&index, &found, Merge::Narrow).is_empty());
/// assert!(null.apply(&index, &found, Merge::Widen).len() >= found.len());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Merge {
    /// Only what passes the filter, from the whole archive.
    #[default]
    Replace,
    /// What is selected and passes.
    Narrow,
    /// What is selected or passes.
    Widen,
}

impl Filter {
    /// The question about cards made ready; `None` if there is none, or it cannot be read.
    #[must_use]
    pub fn search(&self) -> Option<Search> {
        let ask: Ask = self.cards.parse().ok()?;
        (!ask.is_empty()).then(|| Search::new(&ask))
    }

    /// The games of the selection after this filter, in the order of the file.
    #[must_use]
    pub fn apply(&self, index: &Index, selection: &[u32], merge: Merge) -> Vec<u32> {
        self.apply_until(index, selection, merge, &|| false).unwrap_or_default()
    }

    /// The same on all cores; `None` if it was stopped.
    #[must_use]
    pub fn apply_until(
        &self,
        index: &Index,
        selection: &[u32],
        merge: Merge,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<u32>> {
        let test = Test::new(self, index);
        let all;
        let numbers = match merge {
            Merge::Narrow => selection,
            Merge::Replace | Merge::Widen => {
                all = index.all();
                &all
            }
        };
        let mut kept = Vec::new();
        if merge == Merge::Widen {
            kept = vec![false; index.len()];
            for &number in selection {
                if let Some(kept) = kept.get_mut(number as usize) {
                    *kept = true;
                }
            }
        }
        let wanted = |number: u32| kept.get(number as usize) == Some(&true) || test.passes(index, number);
        let mut found = Vec::new();
        let work = |_: &mut (), some: &[u32]| {
            some.iter().copied().filter(|&number| wanted(number)).collect::<Vec<u32>>()
        };
        let end = parallel::in_order(
            numbers.chunks(STEP),
            parallel::cores(),
            stop,
            || (),
            work,
            |some| {
                found.extend(some);
                true
            },
        );
        match end {
            Ok(parallel::End::All) => Some(found),
            Ok(parallel::End::Stopped) => None,
            Err(panicked) => panicked.raise(),
        }
    }
}

/// Rows looked at between two questions whether to stop.
const STEP: usize = 1 << 14;

/// A filter made ready for a million rows: names looked up once, dates turned into numbers.
struct Test<'a> {
    filter: &'a Filter,
    /// For each name whether it matches; `None` if no name is asked for.
    names: Option<Vec<bool>>,
    dates: Span<u32>,
    /// The words of the free text, in small letters, with the names that contain each.
    words: Vec<(String, Vec<bool>)>,
    /// The question about cards.
    cards: Option<Search>,
    /// Of each note whether it is a bookmark, and its words in small letters.
    notes: HashMap<u64, (bool, String)>,
}

impl<'a> Test<'a> {
    fn new(filter: &'a Filter, index: &Index) -> Test<'a> {
        let wanted = filter.player.trim().to_lowercase();
        let matching = |wanted: &str| -> Vec<bool> {
            index.names.all().iter().map(|name| name.to_lowercase().contains(wanted)).collect()
        };
        // In quotation marks the whole name, whatever number a server added.
        let whole = wanted.trim_matches(['"', '„', '“', '”']);
        let exactly = || -> Vec<bool> {
            let is = |name: &String| {
                let name = name.to_lowercase();
                name == whole || person_of(&name) == whole
            };
            index.names.all().iter().map(is).collect()
        };
        let quoted = whole.len() < wanted.len() && !whole.is_empty();
        let names = (!wanted.is_empty()).then(|| if quoted { exactly() } else { matching(&wanted) });
        let words = filter.text.to_lowercase();
        let words = words.split_whitespace().map(|word| (word.to_string(), matching(word))).collect();
        let dates = Span {
            from: period(&filter.from_date).map(|(first, _)| first),
            to: period(&filter.to_date).map(|(_, last)| last),
        };
        // Looked at only if somebody asks: in millions of games few have any.
        let asked = filter.facts.noted != Tri::Any
            || filter.facts.bookmarked != Tri::Any
            || !filter.text.trim().is_empty();
        let note = |note: &Note| (note.bookmark, note.words().to_lowercase());
        let notes = if asked { index.notes.all(note) } else { HashMap::new() };
        Test { filter, names, dates, words, cards: filter.search(), notes }
    }

    fn passes(&self, index: &Index, number: u32) -> bool {
        let Some(row) = index.row(number) else { return false };
        let filter = self.filter;
        let contract = |ask: fn(Contract) -> bool| row.contract.is_some_and(ask);
        let played = row.contract.is_some();
        self.player(&row)
            && (filter.games.is_empty() || row.game().is_some_and(|game| named(&filter.games, game)))
            && filter.facts.hand.allows(contract(Contract::is_hand))
            && filter.facts.ouvert.allows(contract(Contract::is_ouvert))
            && filter.facts.announced.allows(contract(Contract::announces_schneider))
            // Nobody wins or loses a game that was not played.
            && (filter.won == Tri::Any || played && filter.won.allows(row.flags.has(Flags::WON)))
            && (filter.points.is_open() || played && filter.points.allows(&row.count.points))
            && filter.bid.allows(&row.bid)
            && filter.facts.schneider.allows(row.flags.has(Flags::SCHNEIDER))
            && filter.facts.schwarz.allows(row.flags.has(Flags::SCHWARZ))
            && filter.facts.overbid.allows(row.flags.has(Flags::OVERBID))
            && filter.facts.resigned.allows(row.flags.has(Flags::RESIGNED))
            && filter.facts.differs.allows(row.flags.has(Flags::DIFFERS))
            && filter.facts.left.allows(row.flags.has(Flags::LEFT))
            && filter.facts.passed.allows(row.flags.has(Flags::PASSED))
            && filter.facts.repeated.allows(row.flags.has(Flags::REPEATED))
            && (self.dates.is_open() || row.date > 0 && self.dates.allows(&row.date))
            && self.analysis(&row)
            && self.cards.as_ref().is_none_or(|search| {
                index.course(number).is_some_and(|course| search.place_in(&row, course).is_some())
            })
            && self.notes(&row)
            && self.words.iter().all(|(word, names)| stands(&row, word, names, index) || self.said(&row, word))
    }

    fn notes(&self, row: &Row) -> bool {
        let facts = &self.filter.facts;
        if facts.noted == Tri::Any && facts.bookmarked == Tri::Any {
            return true;
        }
        let note = self.notes.get(&row.key);
        facts.noted.allows(note.is_some()) && facts.bookmarked.allows(note.is_some_and(|&(marked, _)| marked))
    }

    /// Whether somebody wrote this about the game.
    fn said(&self, row: &Row, word: &str) -> bool {
        !self.notes.is_empty() && self.notes.get(&row.key).is_some_and(|(_, words)| words.contains(word))
    }

    fn analysis(&self, row: &Row) -> bool {
        let (filter, found) = (self.filter, row.analysis.as_ref());
        let asks = |tri: Tri, fact: fn(&Summary) -> bool| {
            tri == Tri::Any || found.is_some_and(|found| tri.allows(fact(found)))
        };
        filter.facts.analysed.allows(found.is_some())
            && filter.missed.allows(found)
            && asks(filter.facts.glassbox_differs, Summary::differs_from_glassbox)
            && asks(filter.facts.mistakes, |found| found.mistakes.iter().any(|&count| count > 0))
    }

    fn player(&self, row: &Row) -> bool {
        let Some(names) = &self.names else { return true };
        let sits = |seat: Seat| names.get(row.players[seat.index()] as usize) == Some(&true);
        Seat::ALL.into_iter().filter(|&seat| sits(seat)).any(|seat| match self.filter.role {
            Role::Any => true,
            Role::Declarer => row.declarer == Some(seat),
            Role::Defender => row.declarer.is_some_and(|declarer| declarer != seat),
        })
    }
}

/// What German players call what the rows say in English.
const GERMAN: [(&str, &str); 11] = [
    ("karo", "diamonds"),
    ("herz", "hearts"),
    ("pik", "spades"),
    ("kreuz", "clubs"),
    ("gewonnen", "won"),
    ("verloren", "lost"),
    ("eingepasst", "passed"),
    ("überreizt", "overbid"),
    ("aufgegeben", "resigned"),
    ("verlassen", "left"),
    ("abweichend", "differs"),
];

/// Whether the word stands somewhere in the row.
fn stands(row: &Row, word: &str, names: &[bool], index: &Index) -> bool {
    if row.players.iter().any(|&player| names.get(player as usize) == Some(&true)) {
        return true;
    }
    // Only numbers and dates have figures in them.
    if word.contains(|letter: char| letter.is_ascii_digit()) {
        return row.id != 0 && word.parse() == Ok(row.id) || date_text(row.date).contains(word);
    }
    let word = GERMAN.iter().find(|(german, _)| *german == word).map_or(word, |(_, english)| english);
    let has = |text: &str| text.to_lowercase().contains(word);
    row.game().is_some_and(|game| has(game.name()))
        || row.contract.is_some_and(|contract| has(&contract.to_string()))
        || has(&Column::Result.text(row, index))
        || row.flags != Flags::default() && has(&Column::Flags.text(row, index))
}

fn named(letters: &str, game: Game) -> bool {
    letters.chars().any(|letter| Game::from_letter(letter) == Some(game))
}
