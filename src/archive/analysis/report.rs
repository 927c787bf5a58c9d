//! What the analyses of many games come to: the worst cards, and how careful each player was.

use super::judgement::Judgement;
use super::summary::Worst;
use crate::archive::index::{Care, Index, Row, person_of};
use crate::cards::Card;
use crate::rules::Seat;
use std::collections::HashMap;

/// A mistake of the report.
///
/// ```
/// use kiebitz::archive::analysis::{Depth, Judgement, Report, Summary, Worst};
/// use kiebitz::archive::{Source, index::Indexer, sample};
/// let mut index = Indexer::new(Source::from_stream(std::io::Cursor::new(sample())).unwrap()).finish().unwrap();
/// let worst = Some(Worst { card: 3, judgement: Judgement::Blunder, points: 12 });
/// index.enter(0, Summary { cards: 30, mistakes: [1, 0, 0], worst, ..Summary::unplayed(Depth::Quick) });
/// let report = Report::of(&index, &index.all());
/// assert_eq!((report.analysed, report.worst.len(), report.worst[0].number), (1, 1, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reported {
    /// The game's row.
    pub number: u32,
    /// The card and what to think of it.
    pub worst: Worst,
    /// Which card it was, and whose.
    pub played: Option<(Seat, Card)>,
    /// Who played it.
    pub player: String,
}

/// One player of the report.
///
/// ```
/// use kiebitz::archive::{Source, analysis::Report, index::Indexer, sample};
/// let index = Indexer::new(Source::from_stream(std::io::Cursor::new(sample())).unwrap()).finish().unwrap();
/// // Nothing is analysed, so nothing is said of anybody.
/// assert!(Report::of(&index, &index.all()).players.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerReport {
    /// The player.
    pub name: String,
    /// As declarer and as defender.
    pub sides: [Care; 2],
    /// Points given away against open cards in games analysed in full.
    pub given: u32,
    /// Forced wins of his side that were missed.
    pub missed: u32,
}

/// The report.
///
/// ```
/// use kiebitz::archive::{Source, analysis::Report, index::Indexer, sample};
/// let index = Indexer::new(Source::from_stream(std::io::Cursor::new(sample())).unwrap()).finish().unwrap();
/// let report = Report::of(&index, &index.all());
/// assert_eq!((report.games, report.analysed), (200, 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games asked about.
    pub games: u32,
    /// Games among them that are analysed and were played.
    pub analysed: u32,
    /// Games with a mistake.
    pub with_mistakes: u32,
    /// Games in which a forced win was missed.
    pub missed: u32,
    /// The worst mistakes, the largest first; at most [`Report::MOST`].
    pub worst: Vec<Reported>,
    /// The players, most games first.
    pub players: Vec<PlayerReport>,
}

impl Report {
    /// Mistakes that are listed.
    pub const MOST: usize = 200;

    /// Adds up what is known of some games.
    #[must_use]
    pub fn of(index: &Index, rows: &[u32]) -> Report {
        let mut report = Report { games: rows.len() as u32, ..Report::default() };
        let mut worst: Vec<(u32, u32)> = Vec::new();
        let mut players: HashMap<&str, PlayerReport> = HashMap::new();
        for &number in rows {
            let Some(row) = index.row(number) else { continue };
            let Some(found) = row.analysis.filter(|found| found.cards > 0) else { continue };
            report.analysed += 1;
            report.with_mistakes += u32::from(found.mistake_count() > 0);
            report.missed += u32::from(found.missed());
            if found.worst.is_some_and(|worst| worst.judgement.is_mistake()) {
                worst.push((found.order(), number));
            }
            for seat in Seat::ALL {
                let name = person_of(index.names.name(row.players[seat.index()]));
                let player = players.entry(name).or_insert_with(|| PlayerReport::new(name));
                player.add(&row, seat);
            }
        }
        worst.sort_unstable_by_key(|&(order, number)| (std::cmp::Reverse(order), number));
        worst.truncate(Report::MOST);
        report.worst = worst.into_iter().filter_map(|(_, number)| reported(index, number)).collect();
        report.players = players.into_values().collect();
        let games = |player: &PlayerReport| player.sides.iter().map(|side| side.games).sum::<u32>();
        report.players.sort_by(|a, b| games(b).cmp(&games(a)).then(a.name.cmp(&b.name)));
        report
    }
}

fn reported(index: &Index, number: u32) -> Option<Reported> {
    let row = index.row(number)?;
    let worst = row.analysis?.worst?;
    let played = played(index, number, &row, worst.card.into());
    let player = played.map_or("", |(seat, _)| index.names.name(row.players[seat.index()]));
    Some(Reported { number, worst, played, player: player.to_string() })
}

/// The card with this number, from 0, and who played it.
fn played(index: &Index, number: u32, row: &Row, card: usize) -> Option<(Seat, Card)> {
    let course = index.course(number)?;
    let card = course.card(card)?;
    let seat = Seat::ALL.into_iter().find(|&seat| course.hand(seat, row.declarer).has(card))?;
    Some((seat, card))
}

impl PlayerReport {
    fn new(name: &str) -> PlayerReport {
        PlayerReport { name: name.to_string(), sides: [Care::default(); 2], given: 0, missed: 0 }
    }

    fn add(&mut self, row: &Row, seat: Seat) {
        let (Some(found), Some(declarer)) = (row.analysis, row.declarer) else { return };
        let alone = declarer == seat;
        self.sides[usize::from(!alone)].add(found.mistakes[seat.index()], u32::from(found.cards) / 3);
        self.given += u32::from(found.given[seat.index()]);
        let side = if alone { found.declarer } else { found.defenders };
        self.missed += u32::from(side.missed);
    }

    /// Both sides together.
    #[must_use]
    pub fn all(&self) -> Care {
        let [a, b] = self.sides;
        Care {
            games: a.games + b.games,
            cards: a.cards + b.cards,
            mistakes: a.mistakes + b.mistakes,
            clean: a.clean + b.clean,
        }
    }
}

impl Worst {
    /// Whether a forced win was thrown away, so that it makes a puzzle.
    #[must_use]
    pub fn is_forced(&self) -> bool {
        matches!(self.judgement, Judgement::Blunder | Judgement::Risk)
    }
}
