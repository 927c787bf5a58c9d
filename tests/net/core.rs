//! The host without sockets: what it says to whom, and that no card is seen by anybody who may not see it.

use crate::script::Script;
use kiebitz::archive::{Move, Record, recount};
use kiebitz::cards::{Card, Cards, Dice};
use kiebitz::net::message::{FromServer, TableEvent};
use kiebitz::net::server::{Core, Output, Settings, journal::Entry};
use kiebitz::rules::Seat;
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// A host and its clients in one place.
pub struct Bench {
    pub core: Core,
    pub scripts: BTreeMap<u64, Script>,
    /// Everything a connection received, and what it said, in order.
    pub heard: BTreeMap<u64, Vec<String>>,
    pub said: BTreeMap<u64, Vec<String>>,
    pub records: Vec<Record>,
    pub journal: Vec<Entry>,
    queue: VecDeque<(u64, String)>,
    next: u64,
    pub now: u64,
}

impl Bench {
    pub fn new(settings: Settings) -> Bench {
        Bench::of(Core::new(settings))
    }

    pub fn of(core: Core) -> Bench {
        Bench {
            core,
            scripts: BTreeMap::new(),
            heard: BTreeMap::new(),
            said: BTreeMap::new(),
            records: Vec::new(),
            journal: Vec::new(),
            queue: VecDeque::new(),
            next: 2,
            now: 0,
        }
    }

    /// Logs somebody in.
    pub fn arrive(&mut self, script: Script) -> u64 {
        let id = self.next;
        self.next += 1;
        self.core.connected(id, "127.0.0.1");
        let name = script.name.clone();
        self.scripts.insert(id, script);
        self.say(id, &name);
        self.say(id, "secret");
        id
    }

    /// Somebody says a line, and everybody answers whatever comes of it.
    pub fn say(&mut self, id: u64, line: &str) {
        self.queue.push_back((id, line.to_string()));
        while let Some((id, line)) = self.queue.pop_front() {
            self.now += 5;
            self.core.set_time(self.now, 1_800_000_000 + self.now / 1000);
            self.said.entry(id).or_default().push(line.clone());
            self.core.line(id, &line);
            self.carry_out();
        }
    }

    pub fn lose(&mut self, id: u64) {
        self.core.lost(id);
        self.scripts.remove(&id);
        self.carry_out();
        self.say_nothing();
    }

    pub fn tick(&mut self, later: u64) {
        self.now += later;
        self.core.set_time(self.now, 1_800_000_000 + self.now / 1000);
        self.core.tick();
        self.carry_out();
        self.say_nothing();
    }

    fn say_nothing(&mut self) {
        if let Some((id, line)) = self.queue.pop_front() {
            self.say(id, &line);
        }
    }

    fn carry_out(&mut self) {
        loop {
            let outputs = self.core.take();
            if outputs.is_empty() {
                return;
            }
            for output in outputs {
                match output {
                    Output::Line(to, line) | Output::News(to, line) => {
                        assert!(!line.is_empty() && !line.contains('\n'), "{line:?}");
                        self.heard.entry(to).or_default().push(line.to_string());
                        let answers = self.scripts.get_mut(&to).map(|script| script.hear(&line));
                        for answer in answers.into_iter().flatten() {
                            self.queue.push_back((to, answer));
                        }
                    }
                    Output::Verify { connection, .. } => self.core.verified(connection, true),
                    Output::Keep(entry) => self.journal.push(entry),
                    Output::Finished(finished) => self.records.push(finished.record),
                    Output::Close(_) | Output::Sheet(_) => {}
                }
            }
        }
    }

    fn last(&self, id: u64) -> &str {
        self.heard[&id].last().unwrap()
    }

    /// The last line that has this in it.
    fn find(&self, id: u64, what: &str) -> &str {
        self.heard[&id].iter().rev().find(|line| line.contains(what)).unwrap()
    }
}

fn settings(seed: u64) -> Settings {
    Settings { seed: Some(seed), ..Settings::default() }
}

/// A quiet client: it answers nothing.
fn quiet(name: &str) -> Script {
    Script { silent: true, ..Script::new(name, 1) }
}

#[test]
fn lines_come_in_the_order_of_the_protocol() {
    let mut bench = Bench::new(settings(1));
    let [anna, bert, carl] = ["anna", "bert", "carl"].map(|name| bench.arrive(quiet(name)));
    let first: Vec<&str> = bench.heard[&carl].iter().map(String::as_str).collect();
    assert_eq!(first[0], "password:");
    assert!(first[1].starts_with("Welcome carl @ 127.0.0.1 to ISS version 14."), "{}", first[1]);
    assert_eq!(
        first[2..],
        [
            "clients + carl 0 - 0 0.0 0 0 0 1",
            "clients + anna 0 - 0 0.0 0 0 0 1",
            "clients + bert 0 - 0 0.0 0 0 0 1"
        ]
    );
    bench.heard.clear();
    bench.say(anna, "create / 3");
    let free = ". . 0 0 0 0 0 0 0 0";
    assert_eq!(
        bench.heard[&anna],
        [
            "tables + .0 3 0 . . . -1".to_string(),
            "tables + .0 3 0 anna . . -1".into(),
            "create .0 anna 3 -1 3 ? ? ? 0".into(),
            format!("table .0 anna state 3 anna . . . anna . 0 0 0 0 0 0 1 0 {free} {free} {free} false 0"),
        ]
    );
    bench.say(anna, "table .0 anna invite bert nobody");
    assert_eq!(bench.last(bert), "invite anna .0 pw0");
    assert_eq!(bench.last(anna), "table .0 anna error invite : _player_not_connected_colon nobody");
    bench.say(bert, "join .0 pw0");
    bench.say(carl, "join .0\r");
    bench.say(carl, "join .0");
    assert_eq!(bench.last(carl), "error join : _full_or_already_there");
    bench.say(bert, "table .0 carl ready");
    assert_eq!(bench.last(bert), "table .0 carl error _player_not_sender_colon carl bert");
    bench.say(bert, "table .0 bert ready");
    bench.say(bert, "table .0 bert ready");
    bench.say(bert, "table .0 bert ready");
    bench.say(anna, "table .0 anna ready");
    bench.heard.clear();
    bench.say(carl, "table .0 carl ready");
    let kinds: Vec<&str> = bench.heard[&bert].iter().map(|line| line.split(' ').nth(3).unwrap()).collect();
    assert_eq!(kinds, ["state", "start", "go", "play"]);
    bench.say(bert, "table .0 bert leave");
    assert_eq!(bench.last(bert), "table .0 bert error leave : _not_allowed_when_playing");
    bench.say(bert, "yell hello");
    assert_eq!(bench.last(bert), "error yell : _Shut_up_playing");
    // Nobody moves: middlehand runs out of time and pays for it.
    bench.tick(239_000);
    assert!(bench.records.is_empty());
    bench.heard.clear();
    bench.tick(2_000);
    let kinds: Vec<String> = bench.heard[&bert]
        .iter()
        .map(|line| line.split(' ').skip(if line.starts_with("tables") { 0 } else { 3 }).take(1).collect())
        .collect();
    assert_eq!(kinds, ["play", "tables", "end", "state"]);
    assert!(bench.find(bert, " play ").contains("play w TI.1 240.0 240.0 240.0"));
    assert!(
        bench.records[0].to_string().contains(
            "w TI.1 ]R[d:-1 penalty v:0 m:0 bidok p:0 t:0 s:0 z:0 p0:0 p1:1 p2:0 l:-1 to:1 r:0] ;)"
        )
    );
    bench.heard.clear();
    bench.say(bert, "table .0 bert leave");
    assert_eq!(bench.last(bert), "destroy .0 bert");
    bench.say(anna, "table .0 anna leave");
    bench.say(carl, "table .0 carl leave");
    assert_eq!(bench.last(anna), "tables - .0");
    assert_eq!(bench.core.count(), (0, 0));
}

/// The cards that stand as words of their own in a line.
fn cards_in(line: &str) -> Vec<Card> {
    let is_card = |text: &&str| {
        let bytes = text.as_bytes();
        bytes.len() == 2 && b"CSHD".contains(&bytes[0]) && b"789TJQKA".contains(&bytes[1])
    };
    // The label of a record's date looks like a card.
    line.replace("DT[", "")
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(is_card)
        .map(|text| text.parse().unwrap())
        .collect()
}

/// What a seat may have seen after so many moves of a game; `None` for somebody who watches.
fn visible(record: &Record, seat: Option<Seat>, moves: usize) -> Cards {
    let dealt: Vec<Card> = record.deal.all().unwrap();
    let part = |from: usize, to: usize| dealt[from..to].iter().copied().collect::<Cards>();
    let mut seen = seat.map_or(Cards::NONE, |seat| part(10 * seat.index(), 10 * seat.index() + 10));
    let mut declarers = Cards::NONE;
    for one in record.moves.iter().take(moves) {
        match one {
            Move::TakeSkat(who) => {
                declarers = part(10 * who.index(), 10 * who.index() + 10) | part(30, 32);
                if seat == Some(*who) {
                    seen |= part(30, 32);
                }
            }
            Move::Declare(who, contract, cards) => {
                let laid: Cards =
                    cards.iter().take(if contract.is_hand() { 0 } else { 2 }).flatten().copied().collect();
                if contract.is_hand() {
                    declarers = part(10 * who.index(), 10 * who.index() + 10);
                }
                declarers -= laid;
                if contract.is_ouvert() {
                    seen |= declarers;
                }
            }
            Move::Show(..) => seen |= declarers,
            Move::Play(_, Some(card)) => {
                seen.insert(*card);
            }
            _ => {}
        }
    }
    seen
}

/// Looks at every byte that a connection received: no card before its time.
fn look_for_leaks(bench: &Bench, id: u64, name: &str) -> usize {
    let said = bench
        .said
        .get(&id)
        .map_or(Cards::NONE, |lines| lines.iter().flat_map(|line| cards_in(line)).collect());
    let mut checked = 0;
    // The running game: its record, the own seat, whether all may be seen, moves heard of.
    let mut game: Option<(&Record, Option<Seat>, bool, usize)> = None;
    for line in &bench.heard[&id] {
        let read = FromServer::read(line);
        let talk = matches!(
            read,
            FromServer::Tell { .. }
                | FromServer::Yell { .. }
                | FromServer::AtTable { what: TableEvent::Tell { .. }, .. }
        );
        if let FromServer::AtTable { what, .. } = &read {
            match what {
                TableEvent::Start(started) => {
                    let text = started.record.as_ref().map_or("", |(_, text)| text.as_str());
                    let names = started.players.clone().map(|(name, _)| Some(name));
                    let dealer = started
                        .record
                        .as_ref()
                        .is_some_and(|(mode, _)| *mode == kiebitz::net::message::Mode::World);
                    let moves = Record::parse(text.as_bytes()).map_or(0, |record| record.moves.len());
                    // A record so far tells which game it is; a player stays until the end, which tells it.
                    let so_far = text.split_once("]ID[").and_then(|(_, rest)| rest.split_once(']'));
                    let at = bench.heard[&id].iter().position(|known| std::ptr::eq(known, line)).unwrap();
                    let seat = names.iter().position(|known| known.as_deref() == Some(name));
                    let own: Option<Vec<Option<Card>>> = bench.heard[&id][at..]
                        .iter()
                        .find(|line| line.contains(" play w "))
                        .map(|line| cards_in(line).into_iter().map(Some).collect());
                    // A record so far tells which game it is; a player's ten cards do.
                    let record = bench.records.iter().find(|known| match (so_far, seat, &own) {
                        (Some((id, _)), ..) => known.id.as_deref() == Some(id),
                        (None, Some(seat), Some(own)) => {
                            known.players == names && known.deal.cards[10 * seat..10 * seat + 10] == own[..]
                        }
                        _ => false,
                    });
                    let record = record.unwrap_or_else(|| panic!("{name}: the game of '{line}' did not end"));
                    assert_eq!(record.players, names);
                    game = Some((record, seat.and_then(Seat::from_index), dealer, moves));
                }
                TableEvent::Play(played) => {
                    if let Some((.., moves)) = &mut game
                        && played.word.len() != 95
                    {
                        *moves += 1;
                    }
                }
                TableEvent::End(_) => {
                    game = None;
                    continue;
                }
                _ => {}
            }
        }
        if matches!(read, FromServer::Destroy { .. }) {
            game = None;
        }
        if talk {
            continue;
        }
        let allowed = match game {
            Some((_, _, true, _)) => Cards::ALL,
            Some((record, seat, false, moves)) => visible(record, seat, moves) | said,
            None => said,
        };
        let cards: Cards = cards_in(line).into_iter().collect();
        assert!(allowed.has_all(cards), "{name} sees {:?}: {line}", cards - allowed);
        checked += cards.len();
    }
    checked
}

/// Hundreds of games with every oddity: observers, people who drop out and come back, games announced in two parts, hands
/// appended to contracts, cards shown, giving up; at three and at four.
#[test]
fn nobody_ever_sees_a_card_too_much() {
    let (mut checked, mut stalled) = (0, 0);
    for (seats, seed) in [(3, 1), (4, 2), (3, 3)] {
        let mut bench = Bench::new(settings(seed));
        let mut names: BTreeMap<u64, String> = BTreeMap::new();
        let odd = |name: &str, seed: u64| Script { odd: 4, most: 60, ..Script::new(name, seed) };
        let otto = bench.arrive(odd("otto", 99));
        names.insert(otto, "otto".into());
        let players = ["anna", "bert", "carl", "dora"];
        let mut first = 0;
        for (at, name) in players.iter().take(seats).enumerate() {
            let id = bench.arrive(odd(name, seed * 10 + at as u64));
            names.insert(id, (*name).into());
            if at == 0 {
                first = id;
                bench.say(id, &format!("create / {seats}"));
                bench.say(otto, "observe .0");
            } else {
                bench.say(id, "join .0");
            }
        }
        // Everything has happened by now: in the bench there is no waiting. Two more come and go in between.
        assert!(bench.records.len() >= 60, "{}", bench.records.len());
        let mut dice = Dice::new(seed);
        for round in 0..30 {
            // One more game, in which somebody says nothing, drops out and comes back.
            for script in bench.scripts.values_mut() {
                script.most = script.ended.len() + 1;
            }
            let ids: Vec<u64> = bench.scripts.keys().copied().filter(|id| names[id] != "otto").collect();
            let out = ids[dice.below(ids.len() as u64) as usize];
            let name = names[&out].clone();
            bench.scripts.get_mut(&out).unwrap().silent = true;
            let state = bench.scripts[&out].view.as_ref().unwrap().state.clone().unwrap();
            let ready = state.chairs[state.chair_of(&name).unwrap()].ready;
            bench.say(out, &format!("table .0 {name} {}", if ready { "gametalk" } else { "ready" }));
            stalled += bench.core.count().1;
            bench.lose(out);
            let id = bench.arrive(Script { odd: 4, most: 1, ..Script::new(&name, seed * 1000 + round) });
            names.insert(id, name);
        }
        assert_eq!(bench.core.count().1, 0);
        for record in &bench.records {
            recount(record).unwrap();
        }
        for (&id, name) in &names {
            if bench.heard.contains_key(&id) {
                checked += look_for_leaks(&bench, id, name);
            }
        }
        assert!(first > 0);
    }
    assert!(checked > 20_000 && stalled > 40, "{checked} cards, {stalled} games taken up again");
}

/// The two leaks of the original, each by its own test.
#[test]
fn a_hand_behind_a_closed_game_and_a_game_in_two_parts_show_nothing() {
    let mut bench = Bench::new(settings(4));
    let ids = ["anna", "bert", "carl"].map(|name| bench.arrive(quiet(name)));
    bench.say(ids[0], "create / 3");
    bench.say(ids[1], "join .0");
    bench.say(ids[2], "join .0");
    let otto = bench.arrive(quiet("otto"));
    bench.say(otto, "observe .0");
    for two_parts in [false, true] {
        for (id, name) in ids.iter().zip(["anna", "bert", "carl"]) {
            bench.say(*id, &format!("table .0 {name} ready"));
        }
        let start = bench.find(ids[0], " start ").to_string();
        let names: Vec<String> = start.split(' ').skip(5).step_by(2).take(3).map(String::from).collect();
        let id_of =
            |name: &str| ids[["anna", "bert", "carl"].iter().position(|known| *known == name).unwrap()];
        let by = |seat: usize| (id_of(&names[seat]), names[seat].clone());
        let (forehand, me) = by(0);
        for seat in [1, 2] {
            let (id, name) = by(seat);
            bench.say(id, &format!("table .0 {name} play p"));
        }
        bench.say(forehand, &format!("table .0 {me} play 18"));
        let deal = bench.find(forehand, " play w ").to_string();
        let hand: Vec<String> = cards_in(&deal).iter().map(Card::to_string).collect();
        assert_eq!(hand.len(), 10);
        if two_parts {
            bench.say(forehand, &format!("table .0 {me} play s"));
            bench.heard.clear();
            bench.say(forehand, &format!("table .0 {me} play G"));
            assert!(bench.heard.is_empty(), "half a move is nobody's business");
            bench.say(forehand, &format!("table .0 {me} play {}.{}", hand[0], hand[1]));
            assert!(bench.last(forehand).contains(&format!("play 0 G.{}.{} ", hand[0], hand[1])));
        } else {
            bench.heard.clear();
            bench.say(forehand, &format!("table .0 {me} play SHZ.{}", hand.join(".")));
            assert!(bench.last(forehand).contains("play 0 SHZ "));
        }
        for id in ids.into_iter().chain([otto]).filter(|id| *id != forehand) {
            let lines = bench.heard[&id].join("\n");
            assert!(cards_in(&lines).is_empty(), "{lines}");
            assert!(lines.contains(if two_parts { "play 0 G.??.?? " } else { "play 0 SHZ " }), "{lines}");
        }
        bench.say(forehand, &format!("table .0 {me} play RE"));
    }
    assert_eq!(bench.records.len(), 2);
}

/// Lines as clients send them, with damage.
fn mutated(dice: &mut Dice, name: &str, table: &str) -> String {
    let card = Card::from_index(dice.below(32) as usize).unwrap();
    let lines = [
        format!("table {table} {name} play {card}"),
        format!("table {table} {name} play {}", 18 + dice.below(30)),
        format!("table {table} {name} play G.{card}.C7"),
        format!("table {table} {name} play p"),
        format!("table {table} {name} play y"),
        format!("table {table} {name} play s"),
        format!("table {table} {name} play SC"),
        format!("table {table} {name} play NOH.{card}"),
        format!("table {table} {name} ready"),
        format!("table {table} {name} 34"),
        format!("table {table} {name} gametalk"),
        format!("table {table} {name} invite {name} anna bert"),
        format!("table {table} {name} tell hello"),
        format!("table {table} . leave"),
        "create / 3".into(),
        "create / 4 tisch geheim".into(),
        format!("join {table}"),
        format!("observe {table}"),
        "finger anna".into(),
        "tell anna hi".into(),
        "time".into(),
    ];
    let mut bytes = lines[dice.below(lines.len() as u64) as usize].clone().into_bytes();
    for _ in 0..dice.below(4) {
        let at = dice.below(bytes.len().max(1) as u64) as usize;
        match dice.below(6) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << dice.below(8),
            1 => bytes.truncate(at),
            2 => bytes.insert(at.min(bytes.len()), dice.below(256) as u8),
            3 => bytes.extend(bytes.clone()),
            4 if !bytes.is_empty() => bytes[at] = b' ',
            _ => bytes.extend(std::iter::repeat_n(b'9', 40)),
        }
        bytes.truncate(5000);
    }
    String::from_utf8_lossy(&bytes).replace('\n', " ")
}

fn mutations(count: usize) {
    let mut bench = Bench::new(Settings { clock: Duration::from_secs(30), ..settings(7) });
    let mut names: BTreeMap<u64, String> = BTreeMap::new();
    for (at, name) in ["anna", "bert", "carl"].iter().enumerate() {
        let script = Script { odd: 4, most: usize::MAX, ..Script::new(name, at as u64) };
        let id = bench.arrive(script);
        names.insert(id, (*name).into());
    }
    // One of the players is hostile as well as two who have no seat: his own moves come only from the dice.
    let ids: Vec<u64> = names.keys().copied().collect();
    let hostile: Vec<u64> = ["max", "moritz"]
        .iter()
        .map(|name| {
            let id = bench.arrive(quiet(name));
            names.insert(id, (*name).into());
            id
        })
        .chain([ids[2]])
        .collect();
    bench.scripts.insert(ids[2], quiet("carl"));
    bench.say(ids[0], "create / 3");
    bench.say(ids[1], "join .0");
    bench.say(ids[2], "join .0");
    let mut dice = Dice::new(11);
    for _ in 0..count {
        let id = hostile[dice.below(hostile.len() as u64) as usize];
        let table = if dice.below(8) == 0 { ".1" } else { ".0" };
        let line = mutated(&mut dice, &names[&id], table);
        bench.say(id, &line);
        if dice.below(50) == 0 {
            bench.tick(1000);
        }
        // Now and then he does something sensible, or no game would come to anything.
        if dice.below(3) == 0 {
            for line in bench.scripts.get_mut(&ids[2]).unwrap().act() {
                bench.say(ids[2], &line);
            }
        }
        if dice.below(20) == 0 && bench.core.count().1 == 0 {
            bench.say(ids[2], "table .0 carl ready");
        }
    }
    bench.tick(100_000);
    // The honest ones were never told anything odd: their scripts would have failed. And nobody saw too much.
    for (&id, name) in &names {
        look_for_leaks(&bench, id, name);
    }
    assert!(bench.records.len() > count / 250, "{}", bench.records.len());
    for record in &bench.records {
        recount(record).unwrap();
    }
    eprintln!("{count} mutated lines, {} games ended", bench.records.len());
}

#[test]
fn mutated_lines_harm_nobody() {
    mutations(5_000);
}

#[test]
#[ignore = "a hundred thousand lines"]
fn a_hundred_thousand_mutated_lines_harm_nobody() {
    mutations(100_000);
}

/// A host that is killed after any entry of its journal goes on where it was.
#[test]
fn a_host_comes_back_from_its_journal_at_any_moment() {
    let mut bench = Bench::new(settings(9));
    for (at, name) in ["anna", "bert", "carl"].iter().enumerate() {
        let id = bench.arrive(Script { odd: 5, most: 4, ..Script::new(name, at as u64) });
        bench.say(id, if at == 0 { "create / 3" } else { "join .0" });
    }
    assert_eq!(bench.records.len(), 4);
    for cut in (1..bench.journal.len()).step_by(7) {
        let entries = bench.journal[..cut].to_vec();
        // Through text, as it goes to the disk.
        let text: Vec<String> = entries.iter().map(|entry| serde_json::to_string(entry).unwrap()).collect();
        let entries: Vec<Entry> = text.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
        let mut again = Bench::of(Core::restore(settings(9), entries));
        again.core.resume();
        again.carry_out();
        let (tables, running) = again.core.count();
        let before = again.records.len();
        for (at, name) in ["anna", "bert", "carl"].iter().enumerate() {
            let id = again.arrive(Script { odd: 5, most: 1, ..Script::new(name, 100 + at as u64) });
            if tables == 0 || again.scripts[&id].view.is_none() {
                again.say(id, if again.core.count().0 == 0 { "create / 3" } else { "join .0" });
            }
        }
        assert!(again.records.len() > before, "after {cut} entries: {tables} tables, {running} games");
        for record in &again.records {
            recount(record).unwrap();
        }
    }
}
