//! The analysis of games: against direct questions to the solvers, by its laws, and as a whole: results
//! kept, batches, shards.

use kiebitz::archive::analysis::{
    Analyst, Batch, CardAnalysis, Depth, Details, Finding, GameAnalysis, Judgement, KeptAnalyses, News,
    Notice, Reason, Results, Summary, Task, key,
};
use kiebitz::archive::index::GameError;
use kiebitz::archive::{End, Reader, Record, RecordedGame, Source, check, random_record, record_of, sample};
use kiebitz::cards::Dice;
use kiebitz::deal::View;
use kiebitz::player::{self, Style, Tables};
use kiebitz::rules::{Game, Goal, Side};
use kiebitz::search::{Cancel, Limits, Resources, open, paranoia};
use kiebitz::storage::AsideReason;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder of its own for each test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("kiebitz-analysis-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// Seeded records: legal play of every kind and ending, then some of the sample's closer games.
fn records(random: u64, made: usize) -> Vec<Record> {
    let mut dice = Dice::new(77);
    let mut all: Vec<Record> = (0..random).map(|id| random_record(&mut dice, id)).collect();
    all.extend(read(&sample()).into_iter().take(made));
    all
}

fn read(text: &[u8]) -> Vec<Record> {
    Reader::new(text).map(|raw| Record::parse(&raw.unwrap().bytes).unwrap()).collect()
}

/// Real records, where they are at hand; a fresh clone has none and tests the others.
fn real_records() -> Vec<Record> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let archives = files.filter(|path| path.extension().is_some_and(|end| end == "sgf"));
    let open = |path: PathBuf| Reader::new(Source::open(&path).unwrap().text);
    archives.flat_map(open).filter_map(|raw| Record::parse(&raw.ok()?.bytes).ok()).collect()
}

fn games(records: &[Record]) -> Vec<RecordedGame> {
    records.iter().filter_map(|record| RecordedGame::of(record).ok()).collect()
}

fn analysed(analyst: &mut Analyst, game: &RecordedGame) -> Option<GameAnalysis> {
    analyst.analyse(game, &Limits::none(), |_| {})
}

#[test]
fn outcomes_are_those_of_the_solvers() {
    let mut analyst = Analyst::new(Depth::Quick);
    let limits = Limits::none();
    let mut asked = 0;
    for game in games(&records(40, 4)).iter().chain(&games(&real_records())) {
        let Some(found) = analysed(&mut analyst, game) else { continue };
        let play = game.play.as_ref().unwrap();
        assert_eq!(found.cards.len(), play.cards.len());
        // Fresh solvers, asked about each position by itself.
        let (mut open, mut own) = (open::Solver::new(), paranoia::Solver::new());
        for card in &found.cards {
            let side = |wins: bool| wins == (card.side == Side::Declarer);
            for (i, number) in [card.number, card.number + 1].into_iter().enumerate() {
                let position = play.position(number);
                let wins = open.decide(&position, position.goal(), &limits).unwrap().unwrap();
                let wins = wins && !found.aim.hopeless;
                assert_eq!(card.open[i].wins, Some(wins), "{position}");
                // Endgames are quick to prove; the analysis itself is not spared the rest.
                let settled = found.aim.hopeless || number < 9;
                if !settled && let Some(win) = card.own[i].win {
                    let view = position.with_view(View::Seat(card.seat));
                    let direct = own.decide(&view, position.goal(), &limits).unwrap().unwrap();
                    assert_eq!(win, side(direct), "{view}");
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 500, "{asked}");
}

#[test]
fn values_are_those_of_the_solvers() {
    let mut analyst = Analyst::new(Depth::Full);
    let limits = Limits::none();
    let mut exact = 0;
    for game in games(&records(7, 0)) {
        let Some(found) = analysed(&mut analyst, &game) else { continue };
        let play = game.play.as_ref().unwrap();
        let (mut open, mut own) = (open::Solver::new(), paranoia::Solver::new());
        for card in &found.cards {
            for (i, number) in [card.number, card.number + 1].into_iter().enumerate() {
                let position = play.position(number);
                assert_eq!(card.open[i].points, open.value(&position, &limits).unwrap(), "{position}");
                if number < 12 {
                    continue;
                }
                let view = position.with_view(View::Seat(card.seat));
                let direct = own.value(&view, &limits).unwrap().exact().unwrap();
                let bounds = card.own[i].points;
                assert!((bounds.low..=bounds.high).contains(&direct), "{view}: {bounds:?} {direct}");
                exact += usize::from(bounds.exact().is_some());
            }
        }
    }
    assert!(exact > 100, "{exact}");
}

/// What the cards gave away is the whole difference between the first value and the last.
#[test]
fn losses_account_for_the_result() {
    let mut analyst = Analyst::new(Depth::Full);
    let mut played = 0;
    for game in games(&records(9, 0)) {
        let Some(found) = analysed(&mut analyst, &game) else { continue };
        if !found.counts_points() {
            let flips = found.cards.iter().filter(|card| card.loss.outcome).count();
            let changed = found.open(0).wins != found.ending.open.wins;
            assert_eq!(flips % 2 == 1, changed);
            continue;
        }
        let lost = |side: Side| -> i32 {
            let own = found.cards.iter().filter(|card| card.side == side);
            own.map(|card| i32::from(card.loss.open.unwrap())).sum()
        };
        let [first, last] =
            [found.open(0), found.ending.open].map(|known| i32::from(known.points.exact().unwrap()));
        assert_eq!(first - lost(Side::Declarer) + lost(Side::Defenders), last);
        if found.ending.end == End::Played {
            assert_eq!(last, i32::from(found.ending.points));
            assert_eq!(found.ending.open.wins, found.ending.won);
            played += 1;
        }
    }
    assert!(played > 2, "{played}");
}

/// The laws that every analysis obeys, whatever the game.
fn check_laws(found: &GameAnalysis) {
    let mut next: BTreeMap<(usize, bool), &CardAnalysis> = BTreeMap::new();
    for card in found.cards.iter().rev() {
        let [before, after] = card.open.map(|known| known.won_by(card.side).unwrap());
        // Nobody wins by his own card what he had not won before, and nobody knows more than all cards.
        assert!(before || !after, "{card:?}");
        for (own, open) in card.own.iter().zip(card.open) {
            assert!(own.win != Some(true) || open.won_by(card.side) == Some(true), "{card:?}");
            assert!(own.points.low <= own.points.high, "{card:?}");
            if found.counts_points() && !found.aim.hopeless && found.aim.goal == Goal::Points(61) {
                let wins = own.points.reaches(61);
                let win = own.win.map(|win| win == (card.side == Side::Declarer));
                assert!(wins.is_none() || win.is_none() || wins == win, "{card:?}");
            }
        }
        assert!(card.own[1].win != Some(true) || card.own[0].win != Some(false), "{card:?}");
        // A forced win once kept stays: only his own card can lose it.
        if let Some(later) = next.insert((card.seat.index(), true), card) {
            assert!(card.own[1].win != Some(true) || later.own[0].win == Some(true), "{card:?} {later:?}");
        }
        match card.judgement {
            Judgement::Unknown => panic!("{card:?}"),
            Judgement::Blunder => {
                assert!(card.own[0].win == Some(true) && !after && card.loss.outcome, "{card:?}");
            }
            Judgement::Risk => assert!(card.own[0].win == Some(true) && after, "{card:?}"),
            Judgement::Unseen | Judgement::Doubtful => {
                // Nobody says "no mistake" of what was not asked.
                assert!(card.chance.is_some(), "{card:?}");
                assert!(card.loss.outcome && card.own[0].win == Some(false), "{card:?}");
            }
            Judgement::Unclear => {
                let asked = card.own[0].win.is_some() && card.chance.is_some();
                assert!(card.loss.outcome && !asked, "{card:?}");
            }
            Judgement::Fine | Judgement::Points | Judgement::Level => {
                assert!(!card.loss.outcome, "{card:?}");
            }
        }
        if card.loss.outcome || card.judgement.is_mistake() {
            // There was a better card, and not the one played.
            let cut = found.cut > 0 && card.better.is_empty();
            assert!(cut || !card.better.is_empty() && !card.better.has(card.card), "{card:?}");
        }
        if card.choices == 1 {
            assert!(matches!(card.judgement, Judgement::Fine), "{card:?}");
        }
        assert!(!card.reasons().is_empty());
    }
    for side in [Side::Declarer, Side::Defenders] {
        let forced = found.forced(side);
        // A blunder or a risk is where a stretch ends, and nowhere else.
        let thrown: Vec<usize> = found
            .cards
            .iter()
            .filter(|card| {
                card.side == side && matches!(card.judgement, Judgement::Risk | Judgement::Blunder)
            })
            .map(|card| card.number)
            .collect();
        let mut ends: Vec<usize> = forced.stretches.iter().filter_map(|stretch| stretch.lost).collect();
        ends.retain(|&card| card < found.cards.len());
        ends.sort_unstable();
        assert_eq!(ends, thrown);
        if forced.kept() && found.ending.end == End::Played {
            assert_eq!(forced.missed, Some(false));
        }
    }
}

#[test]
fn judgements_obey_their_laws() {
    let mut quick = Analyst::new(Depth::Quick);
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for game in games(&records(150, 60)).iter().chain(&games(&real_records())) {
        let Some(found) = analysed(&mut quick, game) else { continue };
        check_laws(&found);
        for card in &found.cards {
            *seen.entry(card.judgement.key()).or_default() += 1;
        }
    }
    assert!(!seen.contains_key(Judgement::Unseen.key()), "{seen:?}");
    for kind in [Judgement::Fine, Judgement::Unclear, Judgement::Risk, Judgement::Blunder] {
        assert!(seen.contains_key(kind.key()), "{seen:?}");
    }
    let mut full = Analyst::new(Depth::Full);
    for game in games(&records(3, 1)) {
        if let Some(found) = analysed(&mut full, &game) {
            check_laws(&found);
        }
    }
}

/// Best play with open cards gives nothing away, and a forced win followed by its own cards is kept.
#[test]
fn a_forced_win_is_kept_by_the_cards_that_keep_it() {
    let mut analyst = Analyst::new(Depth::Quick);
    let mut kept = 0;
    for game in games(&records(100, 40)) {
        let Some(found) = analysed(&mut analyst, &game) else { continue };
        let play = game.play.as_ref().unwrap();
        let thrown =
            found.cards.iter().filter(|card| matches!(card.judgement, Judgement::Risk | Judgement::Blunder));
        for card in thrown {
            let mut own = paranoia::Solver::new();
            for better in card.better.iter() {
                let mut position = play.position(card.number);
                position.play(better).unwrap();
                let view = position.with_view(View::Seat(card.seat));
                let wins = own.decide(&view, found.aim.goal, &Limits::none()).unwrap().unwrap();
                assert_eq!(wins, card.side == Side::Declarer, "{view}");
                kept += 1;
            }
        }
    }
    assert!(kept > 20, "{kept}");
}

#[test]
fn news_make_up_the_whole() {
    let mut analyst = Analyst::new(Depth::Full);
    for game in games(&records(3, 0)) {
        let mut heard = GameAnalysis::begin(&game);
        let mut count = 0;
        let hear = |news: News| {
            count += 1;
            heard.as_mut().unwrap().enter(news);
        };
        let found = analyst.analyse(&game, &Limits::none(), hear);
        assert_eq!(found, heard);
        let Some(found) = found else { continue };
        assert!(found.done && count > found.cards.len());
        // Again with used tables: the same.
        assert_eq!(analysed(&mut analyst, &game), Some(found));
    }
}

#[test]
fn analyses_are_kept_on_disk() {
    let folder = Folder::new("details");
    let path = folder.0.join("games.details");
    let games: Vec<RecordedGame> =
        games(&records(5, 2)).into_iter().filter(|game| game.play.is_some()).collect();
    let mut analyst = Analyst::new(Depth::Full);
    let found: Vec<GameAnalysis> = games.iter().filter_map(|game| analysed(&mut analyst, game)).collect();
    assert!(found.iter().flat_map(|found| &found.cards).any(|card| card.chance.is_some()));
    let mut details = Details::open(&path).unwrap();
    for (number, found) in found.iter().enumerate() {
        details.put(number as u64, found).unwrap();
    }
    for _ in 0..2 {
        for (number, (game, found)) in games.iter().zip(&found).enumerate() {
            assert_eq!(details.get(number as u64, game).as_ref(), Some(found));
        }
        assert_eq!(details.get(99, &games[0]), None);
        drop(details);
        details = Details::open(&path).unwrap();
    }
    drop(details);
    // A cut costs the last game, a bad byte its game.
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[60] ^= 4;
    std::fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
    let mut details = Details::open(&path).unwrap();
    assert_eq!(details.get(0, &games[0]), None);
    let last = games.len() - 1;
    assert_eq!(details.get(last as u64, &games[last]), None);
    assert_eq!(details.get(1, &games[1]).as_ref(), Some(&found[1]));
    details.put(last as u64, &found[last]).unwrap();
    assert_eq!(details.get(last as u64, &games[last]).as_ref(), Some(&found[last]));
}

#[test]
fn a_stopped_analysis_says_nothing() {
    let game = games(&read(&sample())).into_iter().find(|game| game.play.is_some()).unwrap();
    let cancel = Cancel::default();
    cancel.cancel();
    let limits = Limits::until(cancel);
    assert_eq!(Analyst::new(Depth::Full).analyse(&game, &limits, |_| {}), None);
    // In the middle, too.
    let cancel = Cancel::default();
    let limits = Limits::until(cancel.clone());
    assert_eq!(Analyst::new(Depth::Full).analyse(&game, &limits, |_| cancel.cancel()), None);
}

#[test]
fn hopeless_games_and_games_without_cards() {
    let record = |text: &str| Record::parse(text.as_bytes()).unwrap();
    // Diamonds with one, bid 48: lost whatever is played.
    let deal =
        "w HA.SK.SJ.SA.CQ.S8.C9.H7.H9.DQ.CJ.S9.DJ.S7.D9.SQ.C8.HQ.DK.CA.D8.D7.DT.CT.ST.C7.HK.DA.HT.HJ.H8.CK";
    let text =
        format!("(;GM[Skat]MV[{deal} 1 p 2 72 0 p 2 s w H8.CK 2 D.ST.H8 0 SA 1 S7 2 DA ]R[unknown] ;)");
    let game = RecordedGame::of(&record(&text)).unwrap();
    let found = analysed(&mut Analyst::new(Depth::Full), &game).unwrap();
    assert!(found.aim.hopeless && found.cards.len() == 3);
    assert_eq!(found.open(0).wins, Some(false));
    assert_eq!(found.ending.won, None);
    assert!(found.cards.iter().all(|card| !card.loss.outcome && !card.judgement.is_mistake()));
    let passed = format!("(;GM[Skat]MV[{deal} 1 p 2 p 0 p ]R[passed] ;)");
    let game = RecordedGame::of(&record(&passed)).unwrap();
    assert_eq!(analysed(&mut Analyst::new(Depth::Quick), &game), None);
    let summary = Analyst::new(Depth::Quick).summary(&game, &Limits::none());
    assert_eq!(summary, Some(Summary::unplayed(Depth::Quick)));
}

/// Whoever gives up a forced win is told.
#[test]
fn giving_up_can_be_the_mistake() {
    // The unlosable Grand of forehand, given up before the first card.
    let deal =
        "w CJ.SJ.CA.CT.SA.ST.H8.H7.D8.D7.HJ.C9.C8.S9.S8.HA.HK.HQ.DA.DK.DJ.CK.CQ.SK.SQ.HT.H9.DT.D9.DQ.C7.S7";
    let text = format!("(;GM[Skat]MV[{deal} 1 p 2 p 0 18 0 GH 0 RE ]R[unknown] ;)");
    let game = RecordedGame::of(&Record::parse(text.as_bytes()).unwrap()).unwrap();
    let found = analysed(&mut Analyst::new(Depth::Quick), &game).unwrap();
    assert_eq!(found.ending.end, End::DeclarerGaveUp);
    assert_eq!(found.ending.judgement, Judgement::Blunder);
    let forced = found.forced(Side::Declarer);
    assert_eq!((forced.missed, forced.lost()), (Some(true), Some(0)));
    let summary = Summary::of(&found, Depth::Quick);
    assert!(summary.declarer.missed && !summary.defenders.missed && summary.differs_from_glassbox());
    assert_eq!(summary.to_string(), "declarer missed a forced win by giving up");
}

fn tasks(records: &[Record]) -> (Vec<Task>, Vec<Vec<u8>>) {
    let bytes: Vec<Vec<u8>> = records.iter().map(|record| record.to_string().into_bytes()).collect();
    let tasks = bytes.iter().enumerate().map(|(i, bytes)| Task { number: i as u32, key: key(bytes) });
    (tasks.collect(), bytes)
}

#[test]
fn a_batch_does_not_depend_on_its_threads_and_goes_on_where_it_was() {
    let folder = Folder::new("batch");
    let (tasks, bytes) = tasks(&records(40, 10));
    let read = |task: Task| Ok(bytes[task.number as usize].clone());
    let whole = |threads: usize| {
        let results = Mutex::new(Results::in_memory());
        let batch = Batch::new(tasks.clone(), Depth::Quick, &results.lock().unwrap());
        batch.run(Resources::usual(threads), &results, read, |_| {});
        assert_eq!(batch.control().done(), tasks.len() as u64);
        let results = results.into_inner().unwrap();
        tasks.iter().map(|task| *results.get(task.key).unwrap()).collect::<Vec<Summary>>()
    };
    let one = whole(1);
    assert_eq!(one, whole(3));
    // Stopped after some games, and gone on with from the file, whose end was cut meanwhile.
    let path = folder.0.join("games.results");
    let results = Mutex::new(Results::open(&path).unwrap());
    let batch = Batch::new(tasks.clone(), Depth::Quick, &results.lock().unwrap());
    let control = batch.control();
    let heard = AtomicUsize::new(0);
    let hear = |finding: Finding| {
        assert!(matches!(finding, Finding::Analysed(..)), "{finding:?}");
        if heard.fetch_add(1, Ordering::Relaxed) == 14 {
            control.stop();
        }
    };
    batch.run(Resources::usual(2), &results, read, hear);
    drop(results);
    let done = heard.load(Ordering::Relaxed);
    assert!((15..20).contains(&done), "{done}");
    let file = std::fs::read(&path).unwrap();
    std::fs::write(&path, &file[..file.len() - 5]).unwrap();
    let results = Mutex::new(Results::open(&path).unwrap());
    assert_eq!(results.lock().unwrap().len(), done - 1);
    let batch = Batch::new(tasks.clone(), Depth::Quick, &results.lock().unwrap());
    assert_eq!(batch.len(), tasks.len() - done + 1);
    batch.run(Resources::usual(2), &results, read, |_| {});
    assert_eq!(batch.control().remaining(), Some(std::time::Duration::ZERO));
    drop(results);
    let results = Results::open(&path).unwrap();
    let again: Vec<Summary> = tasks.iter().map(|task| *results.get(task.key).unwrap()).collect();
    assert_eq!(one, again);
    // Nothing is left to do, and a deeper analysis is another matter.
    assert!(Batch::new(tasks.clone(), Depth::Quick, &results).is_empty());
    assert_eq!(Batch::new(tasks.clone(), Depth::Full, &results).len(), tasks.len());
}

#[test]
fn a_batch_pauses_and_tells_what_it_cannot_read() {
    let (tasks, bytes) = tasks(&records(6, 0));
    let results = Mutex::new(Results::in_memory());
    let batch = Batch::new(tasks, Depth::Quick, &results.lock().unwrap());
    let control = batch.control();
    control.pause();
    let heard = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        let run = scope.spawn(|| {
            let read = |task: Task| match task.number {
                3 => Err(GameError::Changed),
                number => Ok(bytes[number as usize].clone()),
            };
            batch.run(Resources::usual(2), &results, read, |finding| heard.lock().unwrap().push(finding));
        });
        std::thread::sleep(std::time::Duration::from_millis(30));
        assert_eq!((control.done(), control.is_paused()), (0, true));
        control.resume();
        run.join().unwrap();
    });
    let heard = heard.into_inner().unwrap();
    let bad: Vec<&Finding> = heard.iter().filter(|one| matches!(one, Finding::Unreadable(..))).collect();
    assert!(
        matches!(bad[..], [Finding::Unreadable(task, why)] if task.number == 3 && *why == GameError::Changed.to_string())
    );
    assert_eq!((control.done(), control.failed(), control.total()), (6, 1, 6));
}

#[test]
fn results_read_back_and_damage_costs_no_more_than_it_must() {
    let folder = Folder::new("results");
    let path = folder.0.join("some.results");
    let mut quick = Analyst::new(Depth::Quick);
    let games = games(&records(60, 20));
    let summaries: Vec<Summary> =
        games.iter().map(|game| quick.summary(game, &Limits::none()).unwrap()).collect();
    assert!(summaries.iter().any(|summary| summary.worst.is_some()));
    let mut results = Results::open(&path).unwrap();
    for (number, summary) in summaries.iter().enumerate() {
        results.add(number as u64, *summary).unwrap();
    }
    // The deeper analysis counts, in whatever order they come.
    let deep = Summary { depth: Depth::Full, points: Some(61), ..summaries[0] };
    results.add(0, deep).unwrap();
    results.add(0, summaries[0]).unwrap();
    drop(results);
    let results = Results::open(&path).unwrap();
    assert_eq!(results.len(), summaries.len());
    assert_eq!(results.get(0), Some(&deep));
    for (number, summary) in summaries.iter().enumerate().skip(1) {
        assert_eq!(results.get(number as u64), Some(summary));
    }
    drop(results);
    // One bad byte costs one entry; a cut costs the entry it goes through.
    const ENTRY: usize = 12 + 28;
    let mut bytes = std::fs::read(&path).unwrap();
    assert_eq!(bytes.len(), 16 + ENTRY * (summaries.len() + 2));
    bytes[16 + ENTRY * 5 + 20] ^= 1;
    std::fs::write(&path, &bytes[..16 + ENTRY * 10 + 7]).unwrap();
    let results = Results::open(&path).unwrap();
    assert_eq!((results.len(), results.report().damaged), (9, 1));
    assert_eq!(results.get(5), None);
    drop(results);
    assert_eq!(std::fs::metadata(&path).unwrap().len() as usize, 16 + ENTRY * 10);
    for end in 0..16 {
        std::fs::write(&path, &bytes[..end]).unwrap();
        let results = Results::open(&path).unwrap();
        assert!(results.is_empty() && results.report().is_clean());
    }
    // Somebody else's file is put aside, and so is one from the future.
    let mut newer = bytes[..16].to_vec();
    newer[8] = 9;
    let sum = kiebitz::storage::checksum(&newer[..12]);
    newer[12..].copy_from_slice(&sum.to_le_bytes());
    for (content, reason) in [
        (b"my notes about the last evening\n".to_vec(), AsideReason::Unreadable),
        ([&newer[..], &bytes[16..]].concat(), AsideReason::Newer),
    ] {
        std::fs::write(&path, &content).unwrap();
        let kept = Results::open(&path).unwrap();
        let aside = kept.report().aside.clone().unwrap();
        assert!(kept.is_empty() && aside.reason == reason);
        assert_eq!(std::fs::read(aside.path).unwrap(), content);
    }
}

#[test]
fn files_of_the_first_form_are_taken_over() {
    let folder = Folder::new("forms");
    let record = &read(&sample())[0];
    let game = RecordedGame::of(record).unwrap();
    let found = analysed(&mut Analyst::new(Depth::Full), &game).unwrap();
    let summary = Summary::of(&found, Depth::Full);
    // Results: a head of 16 bytes, then key, summary as it is written today, and sum, the second entry damaged.
    let path = folder.0.join("today");
    Results::open(&path).unwrap().add(7, summary).unwrap();
    let packed = std::fs::read(&path).unwrap()[16 + 12 + 8..].to_vec();
    std::fs::remove_file(&path).unwrap();
    let entry = |number: u64| {
        let content = [&number.to_le_bytes()[..], &packed].concat();
        let sum = (key(&content) as u32).to_le_bytes();
        [content, sum.to_vec()].concat()
    };
    let mut bad = entry(8);
    bad[10] ^= 1;
    let head = b"KIEBITZR\x01\0\0\0\x20\0\0\0".to_vec();
    let path = folder.0.join("analysis.results");
    std::fs::write(&path, [head, entry(7), bad, entry(9), vec![1, 2, 3]].concat()).unwrap();
    for _ in 0..2 {
        let results = Results::open(&path).unwrap();
        assert_eq!((results.len(), results.get(7), results.get(9)), (2, Some(&summary), Some(&summary)));
        assert!(results.report().is_clean());
    }
    // Details: the content as it is written today behind key, length and sum.
    let path = folder.0.join("analysis.details");
    let mut details = Details::open(&path).unwrap();
    details.put(7, &found).unwrap();
    drop(details);
    let content = std::fs::read(&path).unwrap()[16 + 12 + 8..].to_vec();
    let sum = ((key(&content) ^ 7) as u32).to_le_bytes();
    let entry = [&7u64.to_le_bytes()[..], &(content.len() as u32).to_le_bytes(), &sum, &content].concat();
    std::fs::write(&path, [b"KIEBITZD\x01", &entry[..], &entry[..20]].concat()).unwrap();
    for _ in 0..2 {
        let mut details = Details::open(&path).unwrap();
        assert_eq!(details.get(7, &game), Some(found.clone()));
        assert!(details.report().is_clean());
    }
    // A second window reads both and changes neither.
    let before = std::fs::read(&path).unwrap();
    let mut kept = KeptAnalyses::open(&folder.0, false);
    assert!(kept.notices.is_empty());
    assert_eq!(kept.results.len(), 2);
    kept.results.add(1, summary).unwrap();
    let details = kept.details.as_mut().unwrap();
    assert_eq!(details.get(7, &game), Some(found.clone()));
    assert!(details.put(8, &found).is_err());
    assert_eq!(std::fs::read(&path).unwrap(), before);
    drop(kept);
    // What cannot be opened or read is told.
    std::fs::write(&path, "rubbish").unwrap();
    std::fs::remove_file(folder.0.join("analysis.results")).unwrap();
    std::fs::create_dir(folder.0.join("analysis.results")).unwrap();
    let kept = KeptAnalyses::open(&folder.0, true);
    assert!(matches!(kept.notices[..], [Notice::NotOpened { .. }, Notice::PutAside { .. }]));
}

/// Runs `kiebitz analyse` and gives its exit code and what it printed.
fn analyse(arguments: &[&str]) -> (i32, String, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_kiebitz")).arg("analyse").args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (run.status.code().unwrap(), text(run.stdout), text(run.stderr))
}

#[test]
fn shards_and_threads_make_no_difference() {
    let folder = Folder::new("shards");
    let path = folder.0.join("games.sgf");
    let mut text: String = records(30, 5).iter().map(|record| format!("{record}\n")).collect();
    // A game that stands there twice, and things that are no game.
    let first = text.lines().next().unwrap().to_string();
    text += &format!("{first}\nrubbish\n(;GM[Skat]MV[w];)\n(;GM[Skat]");
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let (code, whole, errors) = analyse(&[path, "--json", "--threads", "1"]);
    assert_eq!((code, errors.as_str()), (1, ""));
    assert_eq!(whole.lines().count(), 39);
    assert_eq!(whole.lines().filter(|line| line.contains("\"error\"")).count(), 3);
    assert_eq!(analyse(&[path, "--json", "--threads", "3"]).1, whole);
    let mut shards: Vec<String> = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let (_, part, _) = analyse(&[path, "--json", "--shard", shard]);
        assert_eq!(part.lines().count(), 13);
        shards.extend(part.lines().map(str::to_string));
    }
    let mut lines: Vec<String> = whole.lines().map(str::to_string).collect();
    shards.sort_unstable();
    lines.sort_unstable();
    assert_eq!(shards, lines);
    for line in &lines {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(value["key"].is_string() && value["line"].is_u64());
    }
}

#[test]
fn a_file_that_was_cut_is_gone_on_with() {
    let folder = Folder::new("resume");
    let games = folder.0.join("games.sgf");
    let text: String = records(20, 3).iter().map(|record| format!("{record}\n")).collect();
    let first = text.lines().next().unwrap().to_string();
    std::fs::write(&games, format!("{text}{first}\n")).unwrap();
    let (games, out) = (games.to_str().unwrap(), folder.0.join("out.jsonl"));
    let run = || analyse(&[games, "--json", "--out", out.to_str().unwrap()]);
    let (code, printed, _) = run();
    assert_eq!((code, printed.as_str()), (0, ""));
    let whole = std::fs::read_to_string(&out).unwrap();
    assert_eq!(whole.lines().count(), 24);
    // A second run has nothing to do.
    assert_eq!(run().0, 0);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), whole);
    for cut in [0, 1, whole.len() / 3, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&out, &whole.as_bytes()[..cut]).unwrap();
        assert_eq!(run().0, 0);
        assert_eq!(std::fs::read_to_string(&out).unwrap(), whole, "cut at {cut}");
    }
    // What a machine without a window found is taken over into the results.
    let mut results = Results::in_memory();
    assert_eq!(results.import(whole.as_bytes()).unwrap(), 24);
    assert_eq!(results.len(), 23);
    let (tasks, _) = tasks(&records(20, 3));
    let mut quick = Analyst::new(Depth::Quick);
    for (task, game) in tasks.iter().zip(records(20, 3)) {
        let direct = quick.summary(&RecordedGame::of(&game).unwrap(), &Limits::none());
        assert_eq!(results.get(task.key), direct.as_ref());
    }
    // A file of something else is left alone.
    std::fs::write(&out, "my notes\n").unwrap();
    let (code, _, errors) = run();
    assert_eq!(code, 2);
    assert!(errors.contains("line 1 is no result of an analysis"), "{errors}");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "my notes\n");
}

#[test]
fn a_person_is_told_in_words() {
    let folder = Folder::new("words");
    let path = folder.0.join("games.sgf");
    let text: String = read(&sample()).iter().take(2).map(|record| format!("{record}\n")).collect();
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let (code, words, _) = analyse(&[path, "--depth", "full"]);
    assert_eq!(code, 0);
    assert!(
        words.contains("with open cards")
            && words.contains(", won with 64 (")
            && words.contains("certain win before card 20 (Rearhand)"),
        "{words}"
    );
    let bad = |arguments: &[&str]| analyse(arguments).0;
    assert_eq!(bad(&[path, "--shard", "5/4"]), 2);
    assert_eq!(bad(&[path, "--shard", "0/4"]), 2);
    assert_eq!(bad(&["no-such-file.sgf"]), 2);
}

#[test]
fn the_sample_is_sound() {
    let text = sample();
    let found = check(&text[..], |_, _| true).unwrap();
    assert_eq!((found.games, found.unreadable_count, found.differs_count), (200, 0, 0));
    assert!(found.by_contract.len() >= 7, "{:?}", found.by_contract.keys());
    let won: u64 = found.by_contract.values().map(|count| count.won).sum();
    assert!((120..190).contains(&won), "{won}");
}

#[test]
fn the_sample_is_what_its_seed_makes() {
    let first: Vec<Record> = read(&sample()).into_iter().take(3).collect();
    let mut made = Vec::new();
    player::selfplay(
        Tables::shipped(),
        &Style::baseline(),
        1,
        0..3,
        Resources::usual(2),
        |number, played, _| {
            made.push(record_of(&played, number));
            true
        },
    );
    assert!(made == first, "the players have changed: make the sample anew (see src/archive/sample.rs)");
}

#[test]
fn real_records_are_analysed() {
    let mut analyst = Analyst::new(Depth::Quick);
    for record in real_records() {
        let Ok(game) = RecordedGame::of(&record) else { continue };
        let summary = analyst.summary(&game, &Limits::none()).unwrap();
        let cards = game.play.as_ref().map_or(0, |play| play.cards.len());
        assert_eq!(usize::from(summary.cards), cards);
        if game.count.end == End::Played && game.count.contract.is_some_and(|c| c.game() != Game::Null) {
            assert_eq!(summary.won, game.count.outcome.map(|outcome| outcome.won));
        }
    }
}

/// Near the end a card is judged by the exact chance that it kept or gave away, also where it went well by luck.
#[test]
fn near_the_end_cards_are_judged_by_the_exact_chance() {
    let mut analyst = Analyst::new(Depth::Full);
    let (mut exact, mut given, mut lucky) = (0, 0, 0);
    for game in games(&records(8, 4)) {
        let Some(found) = analysed(&mut analyst, &game) else { continue };
        let play = game.play.as_ref().unwrap();
        for card in &found.cards {
            let Some(chance) = card.chance.as_ref().filter(|chance| chance.exact) else { continue };
            exact += 1;
            let position = play.position(card.number).with_view(View::Seat(card.seat));
            let mut solver = kiebitz::search::chance::Solver::with_table(16);
            let known = solver.chance(&position, found.aim.goal, &Limits::none()).unwrap();
            let won = known.cards.iter().find(|known| known.card == card.card).unwrap().won.exact();
            assert_eq!(known.worlds, u64::from(chance.deals));
            assert_eq!((won, known.won.exact()), (Some(chance.played.into()), Some(chance.best.into())));
            assert!(card.own[0].win != Some(true), "what is forced needs no chance");
            if chance.is_given_away() {
                given += 1;
                assert!(chance.best > chance.played && chance.card != card.card);
            }
            match card.loss.outcome {
                true if card.own[0].win == Some(false) => {
                    assert_eq!(card.judgement == Judgement::Doubtful, chance.is_given_away());
                }
                true => {}
                false => assert_eq!(card.is_lucky(), chance.is_given_away()),
            }
            lucky += usize::from(card.is_lucky());
            assert_eq!(card.reasons().contains(&Reason::Lucky), card.is_lucky());
        }
    }
    assert!(exact >= 5 && given > 1 && lucky > 0, "{exact} exact, {given} gave away, {lucky} lucky");
}
