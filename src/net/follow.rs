//! A table and its games, followed from the lines that one client receives.

use super::course::{Course, Phase};
use super::message::{Clock, Mode, PlayedWord, Started, TableEvent, TableState};
use super::view::{Viewer, could_be};
use crate::archive::{DealtCards, Move, Record, Who};
use crate::player::{Announced, Sight};
use crate::rules::Seat;

/// A table at which a client sits or which it watches.
///
/// ```
/// use kiebitz::net::{follow::TableView, message::{FromServer, TableEvent}};
/// let mut view = TableView::new(".3", "anna");
/// let line = "table .3 anna start 1 anna 240.0 bert 240.0 carl 240.0";
/// let FromServer::AtTable { what, .. } = FromServer::read(line) else { unreachable!() };
/// view.hear(&what);
/// assert_eq!(view.game.unwrap().names, ["anna", "bert", "carl"]);
/// ```
#[derive(Clone, Debug)]
pub struct TableView {
    /// The table.
    pub id: String,
    /// The client's name there; `.` if it watches.
    pub viewer: String,
    /// Who sits there, points, switches.
    pub state: Option<TableState>,
    /// The game that is running.
    pub game: Option<SeatGame>,
}

/// A game as one client sees it.
///
/// ```
/// use kiebitz::net::{follow::TableView, message::FromServer};
/// use kiebitz::rules::Seat;
/// let mut view = TableView::new(".3", "bert");
/// let line = "table .3 bert start 1 anna 240.0 bert 240.0 carl 240.0";
/// let FromServer::AtTable { what, .. } = FromServer::read(line) else { unreachable!() };
/// view.hear(&what);
/// let game = view.game.unwrap();
/// assert_eq!(game.seat(), Some(Seat::Middlehand));
/// assert!(game.course.is_none(), "no card is dealt yet");
/// ```
#[derive(Clone, Debug)]
pub struct SeatGame {
    /// Its number in the series.
    pub number: u32,
    /// Forehand, middlehand, rearhand.
    pub names: [String; 3],
    /// Whose eyes.
    pub viewer: Viewer,
    /// What is left to each.
    pub clocks: [Clock; 3],
    /// The game, once the cards are dealt.
    pub course: Option<Course>,
    /// Why it cannot be followed any more, if a line made no sense.
    pub lost: Option<String>,
}

/// What a line brought.
///
/// ```
/// use kiebitz::net::{follow::{Happened, TableView}, message::TableEvent};
/// let mut view = TableView::new(".3", "anna");
/// let said = TableEvent::Tell { from: "bert".into(), text: "good luck".into() };
/// assert_eq!(view.hear(&said), Happened::Said { from: "bert".into(), text: "good luck".into() });
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Happened {
    /// Nothing that matters.
    Nothing,
    /// Something at the table has changed.
    State,
    /// A game begins, or is taken up again.
    Started,
    /// The cards are dealt.
    Dealt,
    /// A move.
    Moved(Move),
    /// The game has ended.
    Ended(Box<Ended>),
    /// Somebody speaks.
    Said {
        /// Who.
        from: String,
        /// What.
        text: String,
    },
    /// Something of the client's own was refused.
    Refused(String),
    /// A move that cannot have happened; the game is followed no further.
    Odd(String),
}

/// A game that has ended.
///
/// ```
/// use kiebitz::net::{follow::{Happened, TableView}, message::TableEvent};
/// let mut view = TableView::new(".3", "anna");
/// let Happened::Ended(ended) = view.hear(&TableEvent::End("(;GM[Skat];)".into())) else { unreachable!() };
/// assert!(!ended.agrees, "it is not the record of a game that was seen");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// The record as the server wrote it.
    pub text: String,
    /// The record, if it can be read.
    pub record: Option<Record>,
    /// Whether it tells the game that was seen.
    pub agrees: bool,
    /// The client's own seat; `None` if it watched.
    pub seat: Option<Seat>,
    /// Its number in the series.
    pub number: u32,
}

impl TableView {
    /// A table that the client has come to.
    #[must_use]
    pub fn new(id: &str, viewer: &str) -> TableView {
        TableView { id: id.into(), viewer: viewer.into(), state: None, game: None }
    }

    /// Takes what happened at this table.
    pub fn hear(&mut self, event: &TableEvent) -> Happened {
        match event {
            TableEvent::State(state) => {
                self.state = Some((**state).clone());
                Happened::State
            }
            TableEvent::Start(started) => {
                self.game = Some(SeatGame::begin(started, &self.viewer));
                Happened::Started
            }
            TableEvent::Play(played) => {
                self.game.as_mut().map_or(Happened::Nothing, |game| game.play(played))
            }
            TableEvent::End(text) => self.end(text),
            TableEvent::Tell { from, text } => Happened::Said { from: from.clone(), text: text.clone() },
            TableEvent::Error(text) => Happened::Refused(text.clone()),
            TableEvent::Go | TableEvent::Other(_) => Happened::Nothing,
        }
    }

    fn end(&mut self, text: &str) -> Happened {
        let game = self.game.take();
        let record = Record::parse(text.as_bytes()).ok();
        let agrees =
            game.as_ref().zip(record.as_ref()).is_some_and(|(game, record)| game.agrees_with(record));
        let seat = game.as_ref().and_then(SeatGame::seat);
        let number = game.map_or(0, |game| game.number);
        Happened::Ended(Box::new(Ended { text: text.to_string(), record, agrees, seat, number }))
    }
}

impl SeatGame {
    fn begin(started: &Started, viewer: &str) -> SeatGame {
        let names = started.players.clone().map(|(name, _)| name);
        let own = names.iter().position(|name| name == viewer).and_then(Seat::from_index);
        let mode = started.record.as_ref().map(|(mode, _)| *mode);
        let viewer = match (mode, own) {
            (Some(Mode::World), _) => Viewer::World,
            (_, Some(seat)) => Viewer::Seat(seat),
            _ => Viewer::Public,
        };
        let clocks = started.players.clone().map(|(_, clock)| clock);
        let mut game = SeatGame { number: started.game, names, viewer, clocks, course: None, lost: None };
        // A record without moves is one of a game that is only just beginning.
        if let Some(record) =
            started.record.as_ref().and_then(|(_, text)| Record::parse(text.as_bytes()).ok())
        {
            let mut course = Course::new(record.deal);
            for one in record.moves {
                let said = one.to_string();
                if course.apply(one).is_err() {
                    game.lost = Some(said);
                    break;
                }
            }
            game.course = Some(course);
        }
        game
    }

    /// The client's own seat; `None` if it watches.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        match self.viewer {
            Viewer::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        self.course.as_ref().filter(|_| self.lost.is_none()).and_then(Course::turn)
    }

    /// Whether the client has to do something.
    #[must_use]
    pub fn is_my_turn(&self) -> bool {
        self.seat().is_some() && self.turn() == self.seat()
    }

    fn play(&mut self, played: &PlayedWord) -> Happened {
        self.clocks = played.clocks;
        if self.lost.is_some() {
            return Happened::Nothing;
        }
        let Some(course) = &mut self.course else {
            return match (played.who, played.word.parse::<DealtCards>()) {
                (Who::World, Ok(deal)) => {
                    self.course = Some(Course::new(deal));
                    Happened::Dealt
                }
                _ => self.lose(&played.word),
            };
        };
        let one = match (played.who, course.phase(), Move::read(played.who, &played.word)) {
            // The second half of a game announced in two moves; one server shows a card too many.
            (Who::Player(seat), Phase::Discard, None) if played.word.ends_with("??") => {
                Some(Move::Discard(seat, [None; 2]))
            }
            (_, _, one) => one,
        };
        match one {
            Some(one) if course.apply(one.clone()).is_ok() => Happened::Moved(one),
            _ => self.lose(&played.word),
        }
    }

    fn lose(&mut self, word: &str) -> Happened {
        self.lost = Some(word.to_string());
        Happened::Odd(word.to_string())
    }

    /// Whether a record tells this game: the same cards where they were seen, the same moves.
    #[must_use]
    pub fn agrees_with(&self, record: &Record) -> bool {
        let Some(course) = self.course.as_ref().filter(|_| self.lost.is_none()) else { return false };
        let cards = course.deal().cards.iter().zip(&record.deal.cards);
        cards.into_iter().all(|(seen, full)| seen.is_none() || seen == full)
            && course.moves().len() == record.moves.len()
            && course.moves().iter().zip(&record.moves).all(|(seen, full)| could_be(seen, full))
    }

    /// The game so far, as a record in the client's view.
    #[must_use]
    pub fn record(&self) -> Option<Record> {
        self.course.as_ref().map(|course| self.viewer.record(course, &self.names))
    }

    /// What the client's seat may see, for the player who sits there.
    #[must_use]
    pub fn sight(&self) -> Option<Sight> {
        let seat = self.seat()?;
        let course = self.course.as_ref()?;
        let auction = course.auction().clone();
        let alone = course.declarer() == Some(seat);
        let skat = course.skat().filter(|_| alone && course.took_skat());
        let Some((declarer, contract)) = course.declarer().zip(course.contract()) else {
            let twelve = course.hand(seat)?;
            return Some(Sight {
                seat,
                hand: twelve - skat.unwrap_or_default(),
                auction,
                skat,
                announced: None,
            });
        };
        let announced = Announced {
            declarer,
            contract,
            bid: auction.bid(),
            open_hand: course.open_hand().filter(|open| !alone && open.len() == 10),
            played: course.played().to_vec(),
            begun: None,
        };
        let hand = course.hand(seat)? | course.played_by(seat);
        Some(Sight { seat, hand, auction, skat, announced: Some(announced) })
    }
}
