//! The score list: one line a game, as it is written at the table, and kept between runs as an archive of games.

use crate::archive::index::date_text;
use crate::archive::{Reader, Record, RecordedGame, record_of};
use crate::player::Played;
use crate::rules::{Account, Contract, Seat};
use crate::storage::DataFolder;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// The two others at the table, to the left and to the right of the person.
pub const OTHERS: [&str; 2] = ["Anna", "Bernd"];

/// Which chair a seat is: 0 the person, 1 to his left, 2 to his right. Chairs stay where they are when the deal
/// moves on.
#[must_use]
pub fn chair(seat: Seat, me: Seat) -> usize {
    (seat.index() + 3 - me.index()) % 3
}

/// One game of the list.
///
/// ```
/// use kiebitz::archive::score_list::{Line, book};
/// use kiebitz::rules::Account;
/// let mut accounts = [Account::default(); 3];
/// // The person plays a Grand and loses it.
/// book(&mut accounts, &Line { game: Some((0, "G".parse().unwrap(), false, -96)) });
/// assert_eq!((accounts[0].value, accounts[1].losses_of_others), (-96, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Who played what, and what it counted; `None` if everybody passed.
    pub game: Option<(usize, Contract, bool, i32)>,
}

/// The list.
///
/// ```
/// use kiebitz::archive::{random_record, score_list::{Line, ScoreList}};
/// let mut list = ScoreList::new(None);
/// let record = random_record(&mut kiebitz::cards::Dice::new(1), 1);
/// list.note(Line { game: Some((0, "G".parse().unwrap(), true, 48)) }, &record).unwrap();
/// assert_eq!((list.lines().len(), list.accounts()[0].value), (1, 48));
/// list.begin_anew();
/// assert!(list.lines().is_empty());
/// ```
#[derive(Debug, Default)]
pub struct ScoreList {
    path: Option<PathBuf>,
    /// Whether games may be added to the file: another window may own it.
    is_owner: bool,
    series: u64,
    games: u64,
    lines: Vec<Line>,
    records: String,
    read: bool,
}

impl ScoreList {
    /// The list that is kept in this folder, if there is one. It is read when it is first looked at.
    #[must_use]
    pub fn new(data: Option<&DataFolder>) -> ScoreList {
        let path = data.map(|data| data.path().join("own-games.sgf"));
        ScoreList {
            path,
            is_owner: data.is_some_and(DataFolder::is_owner),
            series: 1,
            ..ScoreList::default()
        }
    }

    /// Reads what earlier runs kept, once. The list goes on where it was left; lines that cannot be read are
    /// passed over, and stay in the file.
    ///
    /// # Errors
    /// If the file is there and cannot be opened.
    pub fn read(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.read, true) {
            return Ok(());
        }
        let Some(path) = &self.path else { return Ok(()) };
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        for raw in Reader::new(BufReader::new(file)).flatten() {
            let Ok(record) = Record::parse(&raw.bytes) else { continue };
            self.games += 1;
            let series = record.series.as_deref().and_then(|series| series.parse().ok()).unwrap_or(1);
            if series > self.series {
                self.begin(series);
            }
            if series == self.series
                && let Some(line) = line_of(&record)
            {
                self.enter(line, &record);
            }
        }
        Ok(())
    }

    /// The games of the list.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Its records, one a line, for Replay.
    #[must_use]
    pub fn records(&self) -> &str {
        &self.records
    }

    /// What each chair has.
    #[must_use]
    pub fn accounts(&self) -> [Account; 3] {
        let mut accounts = [Account::default(); 3];
        for line in &self.lines {
            book(&mut accounts, line);
        }
        accounts
    }

    /// Begins a new list; the games of the old one stay in the file.
    pub fn begin_anew(&mut self) {
        if !self.lines.is_empty() {
            self.begin(self.series + 1);
        }
    }

    fn begin(&mut self, series: u64) {
        self.series = series;
        self.lines.clear();
        self.records.clear();
    }

    fn enter(&mut self, line: Line, record: &Record) {
        self.lines.push(line);
        self.records += &format!("{record}\n");
    }

    /// The record of a game at this table; `person` is what the person is called.
    #[must_use]
    pub fn record(&self, played: &Played, me: Seat, person: &str) -> Record {
        let mut record = record_of(played, self.games + 1);
        record.series = Some(self.series.to_string());
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let date = date_text(u32::try_from(now).unwrap_or(0)).replace(' ', "/");
        record.date = (!date.is_empty()).then(|| format!("{date}:00/UTC"));
        let name = |seat: Seat| match chair(seat, me) {
            0 => person,
            other => OTHERS[other - 1],
        };
        record.players = Seat::ALL.map(|seat| Some(name(seat).to_string()));
        record
    }

    /// Writes a game down with its record.
    ///
    /// # Errors
    /// If the file cannot be written; the game stands in the list all the same.
    pub fn note(&mut self, line: Line, record: &Record) -> io::Result<()> {
        self.enter(line, record);
        self.games += 1;
        let Some(path) = self.path.as_ref().filter(|_| self.is_owner) else { return Ok(()) };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new().read(true).create(true).append(true).open(path)?;
        let end = file.seek(SeekFrom::End(0))?;
        let mut last = [b'\n'];
        if end > 0 {
            file.seek(SeekFrom::Start(end - 1))?;
            file.read_exact(&mut last)?;
        }
        // What a program that was killed left of a line must not spoil this one.
        let begin = if last == *b"\n" { "" } else { "\n" };
        // One write, so that a line is there or not; half of one is taken back.
        file.write_all(format!("{begin}{record}\n").as_bytes()).inspect_err(|_| {
            file.set_len(end).ok();
        })
    }
}

/// A game as a line of the list.
#[must_use]
pub fn line(played: &Played, me: Seat) -> Line {
    let game = played.game.as_ref();
    Line {
        game: game
            .map(|game| (chair(game.declarer, me), game.contract, game.outcome.won, game.outcome.value)),
    }
}

/// Books a line for all three chairs.
pub fn book(accounts: &mut [Account; 3], line: &Line) {
    for (chair, account) in accounts.iter_mut().enumerate() {
        match line.game {
            None => account.passed(),
            Some((declarer, _, won, value)) if declarer == chair => account.own_game(won, value),
            Some((_, _, true, _)) => account.won_by_another(),
            Some(_) => account.lost_by_another(),
        }
    }
}

/// The line of a record that was written here: the person is whoever is none of the others.
fn line_of(record: &Record) -> Option<Line> {
    let other =
        |seat: &Seat| record.players[seat.index()].as_deref().is_some_and(|name| OTHERS.contains(&name));
    let me = Seat::ALL.into_iter().find(|seat| !other(seat))?;
    let count = RecordedGame::of(record).ok()?.count;
    let game = match (count.declarer, count.contract, count.outcome) {
        (Some(declarer), Some(contract), Some(outcome)) => {
            Some((chair(declarer, me), contract, outcome.won, outcome.value))
        }
        _ => None,
    };
    Some(Line { game })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Style, Tables, play_deal, three};
    use crate::search::Resources;

    #[test]
    fn a_list_is_there_again_after_a_new_start() {
        let folder = std::env::temp_dir().join(format!("kiebitz-list-{}", std::process::id()));
        fs::remove_dir_all(&folder).ok();
        let style = Style { effort: 0.05, ..Style::default() };
        let mut players = three(Tables::shipped(), &style, Resources::default());
        let mut list = ScoreList::new(Some(&DataFolder::open(&folder)));
        list.read().unwrap();
        let mut expected = Vec::new();
        for number in 0..12 {
            if number == 5 {
                list.begin_anew();
                expected.clear();
            }
            let played = play_deal(&crate::player::deal(4, number), &mut players);
            let me = Seat::ALL[number as usize % 3];
            let record = list.record(&played, me, "Sie");
            list.note(line(&played, me), &record).unwrap();
            expected.push(line(&played, me));
        }
        assert_eq!(list.lines(), expected);
        let path = folder.join("own-games").with_extension("sgf");
        fs::write(&path, fs::read_to_string(&path).unwrap() + "(;GM[Skat]brok").unwrap();
        // The line after a broken one is whole.
        let played = play_deal(&crate::player::deal(4, 12), &mut players);
        let record = list.record(&played, Seat::Forehand, "Sie");
        list.note(line(&played, Seat::Forehand), &record).unwrap();
        let mut again = ScoreList::new(Some(&DataFolder::open(&folder)));
        again.read().unwrap();
        assert_eq!((again.lines(), again.records()), (list.lines(), list.records()));
        assert_eq!(again.accounts(), list.accounts());
        assert!(again.accounts().iter().all(|account| account.games == 8));
        assert_eq!(again.games, 13);
        fs::remove_dir_all(&folder).ok();
    }
}
