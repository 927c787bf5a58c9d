//! The Skat AI as a client like any other: it sits down, bids, discards and plays within its clock.
//!
//! It sees nothing but its own lines. What it does depends on what its seat sees and on its seed alone, as long as there
//! is time enough: then the same deals give the same games. When time gets short it thinks less, and at last plays by
//! rules of thumb.

use super::client::{Client, Event};
use super::course::{Course, Phase};
use super::follow::{Ended, Happened, SeatGame, TableView};
use super::message::{FromClient, FromServer, Request};
use crate::player::{Player, Sight, Style, Tables};
use crate::rules::{Call, Game};
use crate::search::{Cancel, Resources};
use std::collections::BTreeSet;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// What a robot is to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How it comes to a table.
    pub seat: Sitting,
    /// Whom it asks to its table.
    pub invite: Vec<String>,
    /// After so many games it goes.
    pub games: Option<u64>,
    /// Without a game for so long it goes.
    pub patience: Option<Duration>,
    /// How it plays.
    pub style: Style,
    /// What it may take of the machine.
    pub resources: Resources,
}

/// How a robot comes to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sitting {
    /// It waits until somebody asks it.
    Invited,
    /// It makes a table, with name and password if it shall be private.
    Create(Option<(String, String)>),
    /// It joins this table as soon as it is there.
    Join(String, Option<String>),
}

/// What a robot tells.
#[derive(Debug)]
pub enum Report<'a> {
    /// Logged in.
    Online(&'a str),
    /// The connection is lost; it is tried again.
    Offline(&'a str),
    /// It sits at a table.
    Seated(&'a str),
    /// It has decided something.
    Decided(&'a Decision),
    /// A game has ended.
    Ended(&'a Ended),
    /// The server refused something.
    Refused(&'a str),
}

/// A decision, and why.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Decision {
    /// The table.
    pub table: String,
    /// The game's number in the series.
    pub game: u32,
    /// What it says or plays, as it is sent.
    pub said: String,
    /// Where it comes from.
    pub source: &'static str,
    /// Why.
    pub why: String,
    /// How sure, from 0 to 1, where that can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Seconds that were left.
    pub left: f64,
}

/// Why a robot stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It has played its games.
    Done,
    /// Nobody played with it for too long.
    Alone,
    /// It was told to.
    Cancelled,
    /// The server did not let it in.
    Refused(String),
    /// The connection was lost for good.
    Lost(String),
}

/// How much it thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effort {
    Full,
    Less,
    Rules,
}

/// Seconds for each decision that is still to come, from which it thinks in full, or at all.
const ENOUGH: f64 = 4.0;
const LITTLE: f64 = 1.0;
/// How often it looks whether it was told to stop.
const GLANCE: Duration = Duration::from_millis(200);

/// How much thought the clock allows: the time that is left, shared among the decisions that are still to come.
fn effort(left: f64, decisions: usize) -> (Effort, f64) {
    let each = left / (decisions as f64 + 2.0);
    let effort = match each {
        _ if each >= ENOUGH => Effort::Full,
        _ if each >= LITTLE => Effort::Less,
        _ => Effort::Rules,
    };
    (effort, each)
}

/// A robot at work.
pub struct Robot<'a> {
    client: &'a Client,
    plan: Plan,
    tables: &'a Tables,
    player: Option<(Effort, Player<'a>)>,
    name: String,
    table: Option<TableView>,
    /// Whether the server has said everything there is to say after a login.
    settled: bool,
    /// Who is connected.
    others: BTreeSet<String>,
    /// Whether it has said that it is ready for the next game.
    ready: bool,
    invited: BTreeSet<String>,
    /// When the clock of its own turn began to run.
    turn_since: Instant,
    played: u64,
    busy: Instant,
    leaving: bool,
}

impl<'a> Robot<'a> {
    /// A robot that plays over this connection; `played` games are behind it.
    #[must_use]
    pub fn new(client: &'a Client, tables: &'a Tables, plan: Plan, played: u64) -> Robot<'a> {
        Robot {
            client,
            plan,
            tables,
            player: None,
            name: String::new(),
            table: None,
            settled: false,
            others: BTreeSet::new(),
            ready: false,
            invited: BTreeSet::new(),
            turn_since: Instant::now(),
            played,
            busy: Instant::now(),
            leaving: false,
        }
    }

    /// Plays until it is done.
    pub fn run(&mut self, stop: &Cancel, report: &mut dyn FnMut(Report<'_>)) -> Stopped {
        loop {
            if stop.is_cancelled() {
                return Stopped::Cancelled;
            }
            match self.client.events().recv_timeout(GLANCE) {
                Ok(event) => {
                    if let Some(stopped) = self.hear(event, report) {
                        return stopped;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Stopped::Lost(String::new()),
                Err(RecvTimeoutError::Timeout) => {
                    let alone = self.plan.patience.is_some_and(|patience| self.busy.elapsed() > patience);
                    if alone {
                        self.leave();
                        return Stopped::Alone;
                    }
                }
            }
        }
    }

    fn hear(&mut self, event: Event, report: &mut dyn FnMut(Report<'_>)) -> Option<Stopped> {
        match event {
            Event::Online { user } => {
                report(Report::Online(&user));
                self.name = user;
                (self.table, self.settled) = (None, false);
                (self.ready, self.leaving) = (false, false);
                self.others.clear();
                self.invited.clear();
                self.busy = Instant::now();
                // The answer comes after everything that the server says of its own accord.
                self.client.send(FromClient::Time);
            }
            Event::Offline { why } => report(Report::Offline(&why)),
            Event::Refused { why } => return Some(Stopped::Refused(why)),
            Event::Closed { why } => return Some(why.map_or(Stopped::Cancelled, Stopped::Lost)),
            Event::Line(line) => return self.line(line, report),
        }
        None
    }

    fn line(&mut self, line: FromServer, report: &mut dyn FnMut(Report<'_>)) -> Option<Stopped> {
        match line {
            FromServer::Client(info) => {
                self.others.insert(info.name);
                self.invite();
            }
            FromServer::ClientGone(name) => {
                self.others.remove(&name);
                self.invited.remove(&name);
            }
            FromServer::Time(_) => return self.settle(),
            FromServer::Table(info) => {
                if let Sitting::Join(table, password) = self.plan.seat.clone()
                    && table == info.id
                    && self.settled
                    && self.table.is_none()
                    && info.users.iter().any(|user| user == ".")
                {
                    self.client.send(FromClient::Join { table, password });
                }
            }
            FromServer::Invite { table, ticket, .. } if self.table.is_none() => {
                self.client.send(FromClient::Join { table, password: Some(ticket) });
            }
            FromServer::Create { table, viewer, .. } if viewer != "." => {
                report(Report::Seated(&table));
                self.table = Some(TableView::new(&table, &viewer));
                self.ready = false;
                self.busy = Instant::now();
            }
            FromServer::Destroy { table, .. } => {
                let own = self.table.take_if(|view| view.id == table);
                return own.filter(|_| self.leaving).map(|_| Stopped::Done);
            }
            FromServer::Error(why) => report(Report::Refused(&why)),
            FromServer::AtTable { table, what, .. } => {
                let view = self.table.as_mut().filter(|view| view.id == table)?;
                let happened = view.hear(&what);
                return self.happened(happened, report);
            }
            _ => {}
        }
        None
    }

    /// After a login the server has said everything: whoever has no table yet sees to one.
    fn settle(&mut self) -> Option<Stopped> {
        if std::mem::replace(&mut self.settled, true) || self.table.is_some() {
            return None;
        }
        if self.plan.games.is_some_and(|games| self.played >= games) {
            return Some(Stopped::Done);
        }
        match self.plan.seat.clone() {
            Sitting::Invited => {}
            Sitting::Create(named) => {
                let named = named.map(|(name, password)| (name, Some(password)));
                self.client.send(FromClient::Create { file: "/".into(), seats: "3".into(), named });
            }
            Sitting::Join(table, password) => self.client.send(FromClient::Join { table, password }),
        }
        None
    }

    fn happened(&mut self, happened: Happened, report: &mut dyn FnMut(Report<'_>)) -> Option<Stopped> {
        match happened {
            Happened::State => return self.state(),
            Happened::Started => {
                self.busy = Instant::now();
                self.ready = false;
                self.move_if_asked(report);
            }
            Happened::Dealt | Happened::Moved(_) => {
                self.busy = Instant::now();
                self.move_if_asked(report);
            }
            Happened::Ended(ended) => {
                self.played += 1;
                self.ready = false;
                report(Report::Ended(&ended));
            }
            // It is still our turn: something simple instead of something clever that the server does not like.
            Happened::Refused(why) => {
                report(Report::Refused(&why));
                // The number of a game is told just before it begins: who takes it for one that is over asks too early.
                self.leaving &= !why.starts_with("leave : ");
                if why.starts_with("play : ") && !why.contains("_not_your_turn") {
                    self.move_simply(report);
                }
            }
            Happened::Said { .. } | Happened::Odd(_) | Happened::Nothing => {}
        }
        None
    }

    /// Ready for the next game, or off, or another invitation.
    fn state(&mut self) -> Option<Stopped> {
        let view = self.table.as_ref()?;
        let state = view.state.as_ref()?;
        if state.running {
            return None;
        }
        // Games that ended while it was away count as well.
        let behind = self.played.max(state.game.unwrap_or(0).into());
        if self.plan.games.is_some_and(|games| behind >= games) {
            self.leave();
            return None;
        }
        let said = state.chair_of(&view.viewer).is_some_and(|chair| state.chairs[chair].ready);
        if state.is_full() && !said && !self.ready {
            self.ready = true;
            self.client.send(FromClient::at(&view.id, &view.viewer, Request::Ready));
        }
        self.invite();
        None
    }

    fn leave(&mut self) {
        if let Some(view) = &self.table
            && !std::mem::replace(&mut self.leaving, true)
        {
            self.client.send(FromClient::at(&view.id, &view.viewer, Request::Leave));
        }
    }

    /// Asks those who are wanted, are there, and do not sit at the table yet.
    fn invite(&mut self) {
        let Some(view) = &self.table else { return };
        let Some(state) = view.state.as_ref().filter(|state| !state.running && !state.is_full()) else {
            return;
        };
        let wanted: Vec<String> = self
            .plan
            .invite
            .iter()
            .filter(|name| self.others.contains(*name) && !self.invited.contains(*name))
            .filter(|name| state.chair_of(name).is_none())
            .cloned()
            .collect();
        if !wanted.is_empty() {
            self.invited.extend(wanted.iter().cloned());
            self.client.send(FromClient::at(&view.id, &view.viewer, Request::Invite(wanted)));
        }
    }

    fn game(&self) -> Option<(&TableView, &SeatGame)> {
        let view = self.table.as_ref()?;
        Some((view, view.game.as_ref()?))
    }

    fn move_if_asked(&mut self, report: &mut dyn FnMut(Report<'_>)) {
        self.turn_since = Instant::now();
        if self.game().is_some_and(|(_, game)| game.is_my_turn()) {
            let decided = self.decide(false);
            self.send_decision(decided, report);
        }
    }

    fn move_simply(&mut self, report: &mut dyn FnMut(Report<'_>)) {
        if self.game().is_some_and(|(_, game)| game.is_my_turn()) {
            let decided = self.decide(true);
            self.send_decision(decided, report);
        }
    }

    fn send_decision(&mut self, decided: Option<Decision>, report: &mut dyn FnMut(Report<'_>)) {
        let (Some(decision), Some(view)) = (decided, &self.table) else { return };
        self.client.send(FromClient::play(&view.id, &view.viewer, decision.said.clone()));
        report(Report::Decided(&decision));
    }

    fn decide(&mut self, simply: bool) -> Option<Decision> {
        let (view, game) = self.game()?;
        let course = game.course.as_ref()?;
        let (sight, phase) = (game.sight()?, course.phase());
        let (table, number) = (view.id.clone(), game.number);
        let gone = self.turn_since.elapsed().as_secs_f64();
        let left = game.clocks[sight.seat.index()].seconds() - gone;
        let decisions = 10 - course.played_by(sight.seat).len();
        let (mut effort, each) = effort(left, decisions);
        if simply {
            effort = Effort::Rules;
        }
        let simple = simple_move(course, &sight);
        let alarm = Alarm::after(Duration::from_secs_f64((2.0 * each).clamp(0.05, 3600.0)));
        let thought = match effort {
            Effort::Rules => None,
            effort => self.think(effort, phase, &sight, &alarm.cancel),
        };
        let thought = thought.filter(|_| !alarm.cancel.is_cancelled());
        let (said, source, why, confidence) =
            thought.or_else(|| simple.map(|said| (said, "simple", "little time".to_string(), None)))?;
        Some(Decision { table, game: number, said, source, why, confidence, left })
    }

    fn think(&mut self, effort: Effort, phase: Phase, sight: &Sight, cancel: &Cancel) -> Option<Thought> {
        if self.player.as_ref().is_none_or(|(known, _)| *known != effort) {
            let mut style = self.plan.style.clone();
            if effort == Effort::Less {
                style.effort *= 0.25;
                (style.declarer_paranoia, style.defender_paranoia, style.chance) = (false, false, false);
            }
            self.player = Some((effort, Player::with_resources(self.tables, style, self.plan.resources)));
        }
        let (_, player) = self.player.as_mut()?;
        player.stop_on(Some(cancel.clone()));
        let bid = sight.auction.bid();
        match phase {
            Phase::Bidding => {
                let worth = player.worth(sight.hand, sight.seat, bid.max(18));
                let said = match player.call(sight) {
                    Call::Bid(number) => number.to_string(),
                    Call::Hold => "y".to_string(),
                    Call::Pass => "p".to_string(),
                };
                Some((said, "tables", format!("a game for {} is worth {worth:.1}", bid.max(18)), None))
            }
            Phase::SkatOrHand => Some(match player.hand_game(sight) {
                Some(contract) => {
                    (contract.record_spelling(), "tables", "better than with the skat".into(), None)
                }
                None => ("s".to_string(), "tables", "better than any hand game".into(), None),
            }),
            Phase::Announce | Phase::Discard => {
                let offer = player.offers(sight).into_iter().find(|offer| offer.discard.is_some())?;
                let discard: Vec<String> =
                    offer.discard.unwrap_or_default().iter().map(|card| card.to_string()).collect();
                let said = format!("{}.{}", offer.contract.record_spelling(), discard.join("."));
                Some((said, "tables", format!("worth {:.1}", offer.score), None))
            }
            Phase::Playing => {
                let advice = player.advise(sight)?;
                let first = advice.all.first()?;
                let why = first.reason.to_string();
                Some((first.card.to_string(), first.source.name(), why, Some(first.confidence)))
            }
            Phase::Skat | Phase::Over => None,
        }
    }
}

/// What it says, where that comes from, why, and how sure.
type Thought = (String, &'static str, String, Option<f64>);

/// Something that is always allowed and never quite foolish, without thinking.
fn simple_move(course: &Course, sight: &Sight) -> Option<String> {
    match course.phase() {
        Phase::Bidding => Some("p".into()),
        Phase::SkatOrHand => Some("s".into()),
        Phase::Announce | Phase::Discard => {
            let twelve = sight.hand | sight.skat.unwrap_or_default();
            // The longest suit as trumps, and the cheapest cards of the others laid away.
            let trumps = Game::ALL
                .into_iter()
                .filter(|game| matches!(game, Game::Suit(_)))
                .max_by_key(|game| (twelve & game.trumps()).len())?;
            let mut rest: Vec<_> = (twelve - trumps.trumps()).iter().collect();
            rest.sort_by_key(|card| card.points());
            rest.extend((twelve & trumps.trumps()).iter());
            let &[a, b, ..] = rest.as_slice() else { return None };
            Some(format!("{}.{a}.{b}", trumps.letter()))
        }
        Phase::Playing => {
            let playable = course.playable()?;
            let by_rule = sight.by_rule().map(|(card, _)| card).filter(|&card| playable.has(card));
            by_rule.or_else(|| playable.iter().next()).map(|card| card.to_string())
        }
        Phase::Skat | Phase::Over => None,
    }
}

/// Raises its flag when the time is over, unless it is dropped before.
struct Alarm {
    cancel: Cancel,
    _done: mpsc::Sender<()>,
}

impl Alarm {
    fn after(time: Duration) -> Alarm {
        let (done, wait) = mpsc::channel::<()>();
        let cancel = Cancel::default();
        let flag = cancel.clone();
        std::thread::spawn(move || {
            if wait.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                flag.cancel();
            }
        });
        Alarm { cancel, _done: done }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::{Move, random_record};
    use crate::cards::Dice;
    use crate::net::course::Said;
    use crate::net::view::Viewer;

    #[test]
    fn less_time_means_less_thought() {
        assert_eq!(effort(240.0, 10).0, Effort::Full);
        assert_eq!(effort(30.0, 10).0, Effort::Less);
        assert_eq!(effort(8.0, 0).0, Effort::Full);
        assert_eq!(effort(5.0, 10).0, Effort::Rules);
        assert_eq!(effort(-1.0, 3).0, Effort::Rules);
    }

    /// Without time to think, what it does is still allowed, at every moment of a game and for every seat.
    #[test]
    fn simple_moves_are_allowed() {
        let mut dice = Dice::new(8);
        let mut tried = 0;
        for id in 0..200 {
            let record = random_record(&mut dice, id);
            let mut truth = Course::new(record.deal.clone());
            for one in record.moves {
                if let Some(seat) = truth.turn() {
                    let viewer = Viewer::Seat(seat);
                    let mut seen = Course::new(viewer.deal(truth.deal()));
                    for one in truth.moves() {
                        seen.apply(viewer.of(one, truth.declarer())).unwrap();
                    }
                    let game = SeatGame {
                        number: 1,
                        names: Default::default(),
                        viewer,
                        clocks: Default::default(),
                        course: Some(seen.clone()),
                        lost: None,
                    };
                    let said = simple_move(&seen, &game.sight().unwrap()).unwrap();
                    assert!(matches!(truth.read(seat, &said, None), Ok(Said::Move(_))), "{said}");
                    tried += 1;
                }
                let over = matches!(one, Move::TimeOut(_) | Move::Leave(_));
                truth.apply(one).unwrap();
                if over {
                    break;
                }
            }
        }
        assert!(tried > 3000, "{tried}");
    }
}
