//! The collections: those that come with Kiebitz, and the person's own folders.

use super::practice::Mark;
use super::progress::{self, Progress};
use super::today::Day;
use crate::cards::Card;
use crate::deal::View;
use crate::engine::{JobContext, fresh_number};
use crate::puzzle::document::file::{OpenError, read_text};
use crate::puzzle::wording::Shown as QuestionSide;
use crate::puzzle::{Asks, Puzzle, bundled, question};
use crate::rules::{Game, Side};
use crate::words::Words;
use std::cell::RefCell;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Files of one folder that are read.
const MOST_FILES: usize = 20_000;

/// A puzzle of the list.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Under which its progress is kept.
    pub key: String,
    /// The cards that its line shows: of whoever has to solve it.
    pub preview: Vec<Card>,
    /// What a search looks at, in small letters.
    text: String,
}

impl Entry {
    /// The puzzle as an entry.
    #[must_use]
    pub fn new(puzzle: Puzzle) -> Entry {
        let key = progress::key(&puzzle);
        let mut text =
            [&puzzle.title, &puzzle.question].map(|texts| format!("{} {}", texts.de, texts.en)).join(" ");
        text += &format!(" {} {}", puzzle.author, puzzle.source);
        text.extend(puzzle.year.map(|year| format!(" {year}")));
        text.extend(puzzle.tags.iter().map(|tag| format!(" {tag}")));
        let preview = preview(&puzzle);
        Entry { puzzle, key, preview, text: text.to_lowercase() }
    }

    /// Cards in the hand of whoever has to solve it.
    fn cards_left(&self) -> usize {
        let position = &self.puzzle.position;
        position.turn().map_or(position.hand_size(), |turn| position.cards_left(turn))
    }
}

/// The hand that a person would hold in his own: never more than the question shows.
fn preview(puzzle: &Puzzle) -> Vec<Card> {
    let position = &puzzle.position;
    let declarer = position.declarer();
    let seat = match position.view() {
        View::Seat(viewer) => viewer,
        View::Open if question::side(puzzle) == Side::Declarer => declarer,
        View::Open => position.turn().filter(|&turn| turn != declarer).unwrap_or(declarer.next()),
    };
    let cards = QuestionSide::question(puzzle).hands[seat].unwrap_or_default();
    position.game().sorted(cards)
}

/// One collection.
#[derive(Debug)]
pub(crate) struct Collection {
    /// Where it is; `None` for what comes with Kiebitz.
    pub folder: Option<PathBuf>,
    /// Its puzzles, by file name.
    pub entries: Vec<Entry>,
    /// Files that cannot be read, and why.
    pub broken: Vec<(String, OpenError)>,
    /// Files that were not read because there are too many.
    pub left_out: usize,
}

impl Collection {
    /// What comes with Kiebitz.
    #[must_use]
    pub fn bundled() -> Collection {
        let entries = bundled().map(|(_, puzzle)| Entry::new(puzzle)).collect();
        Collection { folder: None, entries, broken: Vec::new(), left_out: 0 }
    }

    /// Reads every puzzle file of a folder.
    #[must_use]
    pub fn read(folder: &Path) -> Collection {
        let mut collection =
            Collection { folder: Some(folder.into()), entries: Vec::new(), broken: Vec::new(), left_out: 0 };
        let mut names = match puzzle_files(folder) {
            Ok(names) => names,
            Err(error) => {
                collection.broken.push((folder.display().to_string(), OpenError::Io(error)));
                return collection;
            }
        };
        collection.left_out = names.len().saturating_sub(MOST_FILES);
        names.truncate(MOST_FILES);
        for path in names {
            match read_puzzle(&path) {
                Ok(puzzle) => collection.entries.push(Entry::new(puzzle)),
                Err(error) => {
                    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                    collection.broken.push((name, error));
                }
            }
        }
        collection
    }
}

fn puzzle_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_ron = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"));
        if is_ron && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn read_puzzle(path: &Path) -> Result<Puzzle, OpenError> {
    let text = read_text(path).map_err(OpenError::Io)?;
    Puzzle::parse(text.trim_start_matches('\u{feff}')).map_err(OpenError::Puzzle)
}

/// Games as the list tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Suit games.
    Suit,
    /// Grand.
    Grand,
    /// Null.
    Null,
}

impl Kind {
    fn of(game: Game) -> Kind {
        match game {
            Game::Suit(_) => Kind::Suit,
            Game::Grand => Kind::Grand,
            Game::Null => Kind::Null,
        }
    }
}

/// How a puzzle stands, as the list tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Never solved.
    Unsolved,
    /// Solved, with help or without.
    Solved,
    /// It comes again.
    Due,
}

/// How far a game has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// At most four cards each.
    Few,
    /// Five to nine.
    Some,
    /// All ten.
    Whole,
}

impl Length {
    fn of(cards: usize) -> Length {
        match cards {
            0..=4 => Length::Few,
            5..=9 => Length::Some,
            _ => Length::Whole,
        }
    }
}

/// In which order the list is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Order {
    /// As the files are.
    #[default]
    Listed,
    /// Easy ones first.
    Easiest,
    /// Hard ones first.
    Hardest,
    /// Those with the fewest cards first.
    Shortest,
    /// By title.
    Title,
}

/// What the list shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Filter {
    /// Words that must all occur.
    pub text: String,
    /// Only these games.
    pub kind: Option<Kind>,
    /// Only this difficulty.
    pub grade: Option<u8>,
    /// Only those that stand so.
    pub standing: Option<Standing>,
    /// Only this side's.
    pub side: Option<Side>,
    /// Only this kind of question.
    pub asks: Option<Asks>,
    /// Only with so many cards.
    pub length: Option<Length>,
    /// Only with open cards, or only seen from a seat.
    pub open: Option<bool>,
    /// The order.
    pub order: Order,
}

impl Filter {
    /// Whether a puzzle is shown.
    #[must_use]
    pub fn passes(&self, entry: &Entry, mark: Mark, today: Day, words: &Words) -> bool {
        let puzzle = &entry.puzzle;
        let stands = |standing| match standing {
            Standing::Unsolved => !mark.solved,
            Standing::Solved => mark.solved,
            Standing::Due => mark.is_due(today),
        };
        self.kind.is_none_or(|kind| kind == Kind::of(puzzle.position.game()))
            && self.grade.is_none_or(|grade| puzzle.difficulty == Some(grade))
            && self.standing.is_none_or(stands)
            && self.side.is_none_or(|side| question::side(puzzle) == side)
            && self.asks.is_none_or(|asks| puzzle.asks == asks)
            && self.length.is_none_or(|length| Length::of(entry.cards_left()) == length)
            && self.open.is_none_or(|open| (puzzle.position.view() == View::Open) == open)
            && self.finds(entry, words)
    }

    fn finds(&self, entry: &Entry, words: &Words) -> bool {
        let contract = || words.contract(entry.puzzle.position.contract()).to_lowercase();
        let mut wanted = self.text.split_whitespace().map(str::to_lowercase);
        wanted.all(|word| entry.text.contains(&word) || contract().contains(&word))
    }
}

/// What the filter leaves, and how many puzzles of each collection are solved.
#[derive(Debug)]
pub(crate) struct Shown {
    /// The puzzles, in order.
    pub puzzles: Vec<At>,
    /// Solved ones of each collection.
    pub solved: Vec<usize>,
    /// Those that come again, the one that has waited longest first; whatever the filter says.
    pub due: Vec<At>,
}

/// What [`Shown`] depends on: the collections, the progress, the filter, the words, the day.
type ShownKey = (u64, u64, Filter, Words, Day);

/// All collections.
#[derive(Debug)]
pub(crate) struct Collections {
    /// What comes with Kiebitz, then the folders.
    pub collections: Vec<Collection>,
    /// What is shown.
    pub filter: Filter,
    /// Another one whenever the collections change.
    version: u64,
    /// The list is drawn sixty times a second, and filtered only when something has changed.
    shown: RefCell<Option<(ShownKey, Rc<Shown>)>>,
}

/// Which puzzle: number of the collection, number within it.
pub(crate) type At = (usize, usize);

impl Collections {
    /// What comes with Kiebitz.
    #[must_use]
    pub fn new() -> Collections {
        Collections {
            collections: vec![Collection::bundled()],
            filter: Filter::default(),
            version: fresh_number(),
            shown: RefCell::default(),
        }
    }

    /// A folder has been read: it takes its place, or the place of an earlier reading.
    pub fn put(&mut self, collection: Collection) {
        self.version = fresh_number();
        let old = self.collections.iter().position(|known| known.folder == collection.folder);
        match old {
            Some(at) => self.collections[at] = collection,
            None => self.collections.push(collection),
        }
    }

    /// Takes a folder off the list.
    pub fn remove(&mut self, folder: &Path) {
        self.version = fresh_number();
        self.collections.retain(|known| known.folder.as_deref() != Some(folder));
    }

    /// A puzzle.
    #[must_use]
    pub fn entry(&self, (collection, number): At) -> Option<&Entry> {
        self.collections.get(collection)?.entries.get(number)
    }

    /// What the filter leaves.
    #[must_use]
    pub fn shown(&self, progress: &Progress, words: &Words) -> Rc<Shown> {
        let mut known = self.shown.borrow_mut();
        let today = Day::today();
        let state = (self.version, progress.version(), &self.filter, words, today);
        match &*known {
            Some(((collections, solved, filter, old, day), shown))
                if state == (*collections, *solved, filter, old, *day) =>
            {
                Rc::clone(shown)
            }
            _ => {
                let shown = Rc::new(self.filtered(progress, today, words));
                let key = (self.version, progress.version(), self.filter.clone(), *words, today);
                *known = Some((key, Rc::clone(&shown)));
                shown
            }
        }
    }

    fn filtered(&self, progress: &Progress, today: Day, words: &Words) -> Shown {
        let solved = vec![0; self.collections.len()];
        let mut shown = Shown { puzzles: Vec::new(), solved, due: Vec::new() };
        let wanted = self.filter.text.trim().to_lowercase();
        for (c, collection) in self.collections.iter().enumerate() {
            for (n, entry) in collection.entries.iter().enumerate() {
                let mark = progress.mark(&entry.key);
                shown.solved[c] += usize::from(mark.solved);
                if mark.is_due(today) {
                    shown.due.push((c, n));
                }
                if self.filter.passes(entry, mark, today, words) {
                    shown.puzzles.push((c, n));
                }
            }
        }
        shown.due.sort_by_key(|&at| self.entry(at).map(|entry| progress.mark(&entry.key).due));
        self.sort(&mut shown.puzzles, words);
        // Whoever types a title wants that puzzle first, not another one whose question has the same words.
        if !wanted.is_empty() {
            shown.puzzles.sort_by_key(|&at| {
                let title = self.entry(at).map(|entry| entry.puzzle.title.get(words.language).to_lowercase());
                (at.0, !title.is_some_and(|title| title.contains(&wanted)))
            });
        }
        shown
    }

    /// Puts the puzzles of each collection into the order that is wished.
    fn sort(&self, puzzles: &mut [At], words: &Words) {
        let entry = |at: &At| self.entry(*at);
        let grade = |at: &At| entry(at).and_then(|entry| entry.puzzle.difficulty);
        match self.filter.order {
            Order::Listed => {}
            Order::Easiest => puzzles.sort_by_key(|at| (at.0, grade(at).unwrap_or(u8::MAX))),
            Order::Hardest => puzzles.sort_by_key(|at| (at.0, std::cmp::Reverse(grade(at)))),
            Order::Shortest => puzzles.sort_by_key(|at| (at.0, entry(at).map(Entry::cards_left))),
            Order::Title => {
                puzzles.sort_by_key(|at| {
                    (at.0, entry(at).map(|entry| entry.puzzle.title.get(words.language).to_lowercase()))
                });
            }
        }
    }

    /// The puzzle of a day, of those that come with Kiebitz: the one that [`super::today::from_collection`] tells.
    #[must_use]
    pub fn todays(&self, day: Day) -> Option<At> {
        let entries = &self.collections.first()?.entries;
        let is_played = |entry: &Entry| question::kind(entry.puzzle.asks).is_played_for();
        let played: Vec<usize> = (0..entries.len()).filter(|&at| is_played(&entries[at])).collect();
        Some((0, *played.get(day.pick(played.len())?)?))
    }

    /// The first puzzle after the one with this key, among those shown, that has not been solved; from the end it goes on
    /// at the beginning.
    #[must_use]
    pub fn next_unsolved(&self, key: Option<&str>, progress: &Progress, words: &Words) -> Option<At> {
        let shown = &self.shown(progress, words).puzzles;
        let is = |at: &At, test: &dyn Fn(&Entry) -> bool| self.entry(*at).is_some_and(test);
        let here = shown.iter().position(|at| is(at, &|entry| Some(entry.key.as_str()) == key));
        let from = here.map_or(0, |here| here + 1);
        let open =
            |at: &&At| is(at, &|entry| Some(entry.key.as_str()) != key && !progress.mark(&entry.key).solved);
        shown[from..].iter().chain(&shown[..from]).find(open).copied()
    }

    /// The puzzle `step` places after the one with this key, among those shown; the first or last shown
    /// if that one is not.
    #[must_use]
    pub fn neighbour(
        &self,
        key: Option<&str>,
        step: isize,
        progress: &Progress,
        words: &Words,
    ) -> Option<At> {
        let shown = &self.shown(progress, words).puzzles;
        let is_here = |at: &At| self.entry(*at).is_some_and(|entry| Some(entry.key.as_str()) == key);
        match shown.iter().position(is_here) {
            Some(at) => shown.get(at.checked_add_signed(step)?).copied(),
            None if step > 0 => shown.first().copied(),
            None => shown.last().copied(),
        }
    }
}

/// Reads folders, one after the other. Runs on a background thread.
pub(crate) fn read_folders(folders: &[PathBuf], job: &JobContext<Collection>) {
    for folder in folders {
        if job.monitor().is_stopped() {
            return;
        }
        job.tell(Collection::read(folder));
    }
}
