//! A game at a table of the host: dealing, moves, clocks, the end.

use super::core::{ConnectionId, Core, Output, at};
use super::journal::Entry;
use super::table::{Chair, Running, Table};
use crate::archive::{
    DealtCards, GameResult, Move, Record, RecordedResult, Who, computed_result, index::date_text,
};
use crate::cards::{Cards, Dice};
use crate::deal::Deal;
use crate::net::course::{Course, Phase, Said};
use crate::net::message::{Mode, PlayedWord, SheetRow, Started, TableEvent};
use crate::net::view::{Viewer, word};
use crate::player::deal as numbered_deal;
use crate::rules::{Game, Seat, TableSize};

/// A game that has ended.
///
/// ```
/// use kiebitz::archive::random_record;
/// use kiebitz::net::server::Finished;
/// let record = random_record(&mut kiebitz::cards::Dice::new(1), 1);
/// let finished = Finished { table: ".0".into(), game: 1, record };
/// assert_eq!(finished.record.deal.cards.len(), 32);
/// ```
#[derive(Clone, Debug)]
pub struct Finished {
    /// Where.
    pub table: String,
    /// Its number in the series.
    pub game: u32,
    /// Its record.
    pub record: Record,
}

/// A series that has ended.
///
/// ```
/// use kiebitz::net::server::Sheet;
/// let chairs = vec![("anna".to_string(), 12, 9, 640)];
/// let sheet = Sheet { table: ".0".into(), series: 1, games: 36, chairs };
/// assert_eq!(sheet.chairs[0].3, 640);
/// ```
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Where.
    pub table: String,
    /// Number of the series.
    pub series: u64,
    /// Games in it.
    pub games: u32,
    /// Name, games as declarer, those won, and points of each chair.
    pub chairs: Vec<(String, u32, u32, i64)>,
}

const PENALTY: i64 = -100;
const OWN_GAME: i64 = 50;

/// `2026-01-31/18:05:00/UTC`.
pub(super) fn date(seconds: u64) -> String {
    let text = u32::try_from(seconds).map(date_text).unwrap_or_default().replace(' ', "/");
    if text.is_empty() { text } else { format!("{text}:{:02}/UTC", seconds % 60) }
}

/// Dice for the n-th game of a table: of the seed, or of the system's own random numbers.
fn dice(seed: Option<u64>, table: &str, number: u64) -> (u64, Dice) {
    let seed = match seed {
        Some(seed) => table.bytes().fold(seed, |sum, byte| Dice::new(sum ^ u64::from(byte)).next_u64()),
        None => {
            let mut bytes = [0; 8];
            // Without random numbers of the system, the time has to do.
            if getrandom::fill(&mut bytes).is_err() {
                let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
                bytes = now.map_or(number, |now| now.as_nanos() as u64).to_le_bytes();
            }
            u64::from_le_bytes(bytes)
        }
    };
    (seed, Dice::new(Dice::new(seed).next_u64() ^ number))
}

impl Core {
    pub(super) fn start_game(&mut self, id: &str) {
        let Some(table) = self.tables.get_mut(id) else { return };
        let (seed, mut dice) = dice(self.settings.seed, id, table.begun);
        if table.fresh {
            let size = table.size;
            let chairs = &mut table.chairs[..size];
            // In whatever order people came, the same seed gives them the same chairs.
            chairs.sort_by(|a, b| a.name.cmp(&b.name));
            for last in (1..size).rev() {
                chairs.swap(last, dice.below(last as u64 + 1) as usize);
            }
            for chair in chairs {
                (chair.solos, chair.won, chair.last, chair.total) = (0, 0, 0, 0);
            }
            (table.fresh, table.game, table.series) = (false, 0, self.next_series);
            table.sheet.clear();
            self.next_series += 1;
        }
        for chair in &mut table.chairs {
            chair.ready = false;
        }
        let dealer = table.game as usize % table.size;
        table.game += 1;
        let deal = numbered_deal(seed, table.begun);
        table.begun += 1;
        let chairs = [1, 2, 3].map(|turns| (dealer + turns) % table.size);
        let clocks = [self.settings.clock.as_millis() as i64; 3];
        let running = Running {
            id: self.next_game,
            course: Course::new(dealt(&deal)),
            half: None,
            chairs,
            clocks,
            since: self.now,
        };
        self.next_game += 1;
        self.show_state(id);
        if let Some(table) = self.tables.get_mut(id) {
            table.running = Some(running);
        }
        self.tell_start(id);
        self.tell_table(id, |_| TableEvent::Go);
        self.tell_deal(id);
        self.keep_table(id);
        self.out.push(Output::Keep(Entry::Numbers { game: self.next_game, series: self.next_series }));
    }

    /// Everybody hears that a game begins; who only watches gets a record without moves.
    fn tell_start(&mut self, id: &str) {
        let Some(table) = self.tables.get(id) else { return };
        let Some(running) = &table.running else { return };
        let fresh = |viewer: Viewer| {
            let text = record_so_far(table, running, viewer);
            let begin = text.find("MV[").map_or(text.len(), |at| at + 3);
            let end = text.find("]R[").unwrap_or(text.len());
            format!("{}{}", &text[..begin], &text[end..])
        };
        let started = |record| Started { game: table.game, players: players(table, running), record };
        let (plain, public, world) = (
            TableEvent::Start(started(None)),
            TableEvent::Start(started(Some((Mode::Public, fresh(Viewer::Public))))),
            TableEvent::Start(started(Some((Mode::World, fresh(Viewer::World))))),
        );
        self.tell_table(id, |receiver| match receiver.viewer {
            Viewer::Seat(_) => plain.clone(),
            Viewer::Public => public.clone(),
            Viewer::World => world.clone(),
        });
    }

    fn tell_deal(&mut self, id: &str) {
        let Some(running) = self.tables.get(id).and_then(|table| table.running.as_ref()) else { return };
        let (deal, clocks) = (running.course.deal().clone(), running.shown_clocks());
        self.tell_table(id, |receiver| {
            let word = receiver.viewer.deal(&deal).to_string();
            TableEvent::Play(PlayedWord { who: Who::World, word, clocks })
        });
    }

    /// Whoever comes in the middle of a game gets what he may know of it.
    pub(super) fn bring_up_to_date(&mut self, id: &str, connection: ConnectionId) {
        let Some(table) = self.tables.get(id) else { return };
        let Some(running) = &table.running else { return };
        let Some(receiver) = table.receivers().into_iter().find(|one| one.connection == connection) else {
            return;
        };
        let mode = match receiver.viewer {
            Viewer::Seat(_) => Mode::Back,
            Viewer::Public => Mode::Public,
            Viewer::World => Mode::World,
        };
        let record = Some((mode, record_so_far(table, running, receiver.viewer)));
        let started = Started { game: table.game, players: players(table, running), record };
        self.send(connection, at(id, &receiver.name, TableEvent::Start(started)));
    }

    /// A move that a client wants to make.
    pub(super) fn play(&mut self, connection: ConnectionId, id: &str, chair: usize, said: &str) {
        let Some(table) = self.tables.get_mut(id) else { return };
        let name = table.chairs[chair].name.clone().unwrap_or_default();
        let read = match &mut table.running {
            None => Err("_game_not_started".to_string()),
            Some(running) => match running.seat_of(chair) {
                None => Err(format!("_player_not_in_game_colon {name}")),
                Some(seat) => match running.course.read(seat, said, running.half) {
                    Ok(Said::Move(one)) => Ok(one),
                    // Nobody hears of half a move; the discard makes it whole.
                    Ok(Said::Half(contract)) => {
                        running.half = Some(contract);
                        return;
                    }
                    Err(refusal) => Err(refusal.to_string()),
                },
            },
        };
        match read {
            Ok(one) => self.make(id, one),
            Err(why) => self.send(connection, at(id, &name, TableEvent::Error(format!("play : {why}")))),
        }
    }

    /// A move that is allowed: clocks, everybody's view, the skat, the end.
    fn make(&mut self, id: &str, one: Move) {
        let Some(running) = self.tables.get_mut(id).and_then(|table| table.running.as_mut()) else { return };
        let turn = running.course.turn();
        let who = who(&one);
        if running.course.apply(one.clone()).is_err() {
            return;
        }
        if let (Some(seat), Who::Player(mover)) = (turn, who)
            && seat == mover
        {
            running.clocks[seat.index()] -= self.now.saturating_sub(running.since) as i64;
            running.since = self.now;
            if !matches!(one, Move::Show(..) | Move::Resign(_)) {
                running.half = None;
            }
        }
        let (clocks, kept) = (running.shown_clocks(), running.clocks);
        let declarer = running.course.declarer();
        self.out.push(Output::Keep(Entry::Move { table: id.into(), one: one.to_string(), clocks: kept }));
        self.tell_table(id, |receiver| {
            let word = word(&receiver.viewer.of(&one, declarer));
            TableEvent::Play(PlayedWord { who, word, clocks })
        });
        self.go_on(id);
    }

    /// Does what is the host's own to do: give the skat, end the game.
    pub(super) fn go_on(&mut self, id: &str) {
        let Some(running) = self.tables.get(id).and_then(|table| table.running.as_ref()) else { return };
        match running.course.phase() {
            Phase::Skat => {
                let cards = &running.course.deal().cards;
                let skat = [30, 31].map(|at| cards.get(at).copied().flatten());
                self.make(id, Move::Skat(skat));
            }
            Phase::Over => self.end_game(id),
            _ => {}
        }
    }

    pub(super) fn check_clocks(&mut self) {
        let late: Vec<(String, Seat)> = self
            .tables
            .values()
            .filter_map(|table| {
                let running = table.running.as_ref()?;
                let seat = running.course.turn()?;
                let left = running.clocks[seat.index()] - self.now.saturating_sub(running.since) as i64;
                (left < 0).then(|| (table.id.clone(), seat))
            })
            .collect();
        for (id, seat) in late {
            let user = self.tables.get(&id).and_then(|table| {
                let running = table.running.as_ref()?;
                table.chairs[running.chairs[seat.index()]].name.clone()
            });
            if let Some(user) = user.and_then(|name| self.users.get_mut(&name)) {
                user.timeouts += 1;
            }
            self.make(&id, Move::TimeOut(seat));
        }
    }

    fn end_game(&mut self, id: &str) {
        let Some(table) = self.tables.get_mut(id) else { return };
        let Some(running) = table.running.take() else { return };
        let mut record = Viewer::World.record(&running.course, &table.names(&running));
        record.place = Some(self.settings.place.clone());
        record.series = Some(table.series.to_string());
        record.id = Some(running.id.to_string());
        record.date = Some(date(self.date));
        record.result = result(&record);
        let row = score(table, &running, &record.result);
        table.sheet.push(row);
        let game = table.game;
        let length = match self.settings.series {
            0 if table.size == 4 => TableSize::Four.series(),
            0 => TableSize::Three.series(),
            games => games,
        };
        let sheet = (game >= length).then(|| {
            table.fresh = true;
            let line =
                |chair: &Chair| (chair.name.clone().unwrap_or_default(), chair.solos, chair.won, chair.total);
            let chairs = table.chairs().iter().map(line).collect();
            Box::new(Sheet { table: id.into(), series: table.series, games: game, chairs })
        });
        let counted = !matches!(record.result, RecordedResult::Passed | RecordedResult::Unknown);
        let mut users = Vec::new();
        for &chair in &running.chairs {
            let chair = &table.chairs[chair];
            if let Some(user) = chair.name.as_ref().and_then(|name| self.users.get_mut(name)) {
                user.games += 1;
                user.points += if counted { chair.last } else { 0 };
                let name = chair.name.clone().unwrap_or_default();
                users.push(Output::Keep(Entry::User { name, user: user.clone() }));
            }
        }
        self.show_table(id);
        let text = record.to_string();
        self.tell_table(id, |_| TableEvent::End(text.clone()));
        self.show_state(id);
        // First the record, then that it is written: a kill between the two writes it twice, and never loses it.
        self.out.push(Output::Finished(Box::new(Finished { table: id.into(), game, record })));
        self.out.append(&mut users);
        self.keep_table(id);
        self.out.extend(sheet.map(Output::Sheet));
    }
}

fn who(one: &Move) -> Who {
    match one {
        Move::Bid(seat, _)
        | Move::Hold(seat)
        | Move::Pass(seat)
        | Move::TakeSkat(seat)
        | Move::Declare(seat, ..)
        | Move::Discard(seat, _)
        | Move::Play(seat, _)
        | Move::Resign(seat)
        | Move::Show(seat, _) => Who::Player(*seat),
        Move::Skat(_) | Move::TimeOut(_) | Move::Leave(_) => Who::World,
    }
}

fn dealt(deal: &Deal) -> DealtCards {
    let hands = Seat::ALL.into_iter().map(|seat| deal.hand(seat)).chain([deal.skat()]);
    DealtCards { cards: hands.flat_map(Cards::iter).map(Some).collect(), parted: false }
}

fn players(table: &Table, running: &Running) -> [(String, crate::net::message::Clock); 3] {
    let [a, b, c] = table.names(running);
    let [x, y, z] = running.shown_clocks();
    [(a, x), (b, y), (c, z)]
}

fn record_so_far(table: &Table, running: &Running, viewer: Viewer) -> String {
    let mut record = viewer.record(&running.course, &table.names(running));
    record.series = Some(table.series.to_string());
    record.id = Some(running.id.to_string());
    record.to_string()
}

/// The result by the rules; who runs out of time before a game is announced pays for it.
fn result(record: &Record) -> RecordedResult {
    let computed = computed_result(record);
    let late = record.moves.iter().find_map(|one| match one {
        Move::TimeOut(seat) => Some(*seat),
        _ => None,
    });
    match (computed, late) {
        (RecordedResult::Unknown, Some(seat)) => {
            let mut penalties = [0; 3];
            penalties[seat.index()] = 1;
            RecordedResult::Game(GameResult {
                declarer: -1,
                kind: "penalty".into(),
                value: 0,
                matadors: 0,
                overbid: false,
                points: 0,
                tricks: 0,
                schneider: false,
                schwarz: false,
                penalties,
                left: -1,
                timed_out: seat.index() as i8,
                resigned: Some(false),
            })
        }
        (computed, _) => computed,
    }
}

/// Books the result for every chair, and makes its row of the sheet.
fn score(table: &mut Table, running: &Running, result: &RecordedResult) -> SheetRow {
    let mut row = SheetRow { declarer: -1, ..SheetRow::default() };
    let RecordedResult::Game(game) = result else { return row };
    let size = table.size;
    let others = if size == 4 { TableSize::Four } else { TableSize::Three }.opponents_loss();
    for chair in &mut table.chairs[..size] {
        chair.last = 0;
    }
    if game.kind == "penalty" {
        row.penalties = game.penalties;
        for (seat, _) in game.penalties.iter().enumerate().filter(|(_, penalty)| **penalty > 0) {
            table.chairs[running.chairs[seat]].last = PENALTY;
        }
    } else if let Ok(seat) = usize::try_from(game.declarer) {
        let declarer = running.chairs[seat.min(2)];
        let won = game.kind == "win";
        for (at, chair) in table.chairs[..size].iter_mut().enumerate() {
            if at == declarer {
                chair.solos += 1;
                chair.won += u32::from(won);
                chair.last = i64::from(game.value) + if won { OWN_GAME } else { -OWN_GAME };
            } else if !won {
                chair.last = others;
            }
        }
        if let Some(contract) = running.course.contract() {
            let base =
                if contract.game() == Game::Null { 23 } else { contract.game().base_value().unwrap_or(0) };
            row = SheetRow {
                declarer: game.declarer,
                base,
                matadors: game.matadors as i16,
                flags: [
                    contract.is_hand(),
                    game.schneider,
                    contract.announces_schneider(),
                    game.schwarz,
                    contract.announces_schwarz(),
                    contract.is_ouvert(),
                    game.overbid,
                ],
                penalties: [0; 3],
                score: game.value,
            };
        }
    }
    for chair in &mut table.chairs[..size] {
        chair.total += chair.last;
    }
    row
}
