//! Every card is judged by what it gave away in chance, in certainty and with open cards, and nothing is said
//! that was not asked.

use kiebitz::archive::analysis::{
    Analyst, CardAnalysis, Chance, Depth, GameAnalysis, Judgement, Reason, Summary,
};
use kiebitz::archive::{Reader, Record, RecordedGame, explain, random_record, sample};
use kiebitz::cards::Dice;
use kiebitz::knowledge::Knowledge;
use kiebitz::search::Limits;
use kiebitz::words::{Language, Words};

fn games() -> Vec<RecordedGame> {
    let mut dice = Dice::new(5);
    let made = sample();
    let read = Reader::new(&made[..]).map(|raw| Record::parse(&raw.unwrap().bytes).unwrap());
    let random = (0..16).map(|id| random_record(&mut dice, id));
    random.chain(read.take(8)).map(|record| RecordedGame::of(&record).unwrap()).collect()
}

fn analysed(depth: Depth) -> Vec<(RecordedGame, GameAnalysis)> {
    let mut analyst = Analyst::new(depth);
    let all = games().into_iter().filter_map(|game| {
        let found = analyst.analyse(&game, &Limits::none(), |_| {})?;
        Some((game, found))
    });
    all.collect()
}

fn says_no_mistake(card: &CardAnalysis) -> bool {
    card.reasons().contains(&Reason::NoMistake)
}

/// A quick analysis asks no chances: it calls no lost game unseeable, and says what it has not asked.
#[test]
fn quick_says_nothing_of_what_it_has_not_asked() {
    let mut open = 0;
    for (_, found) in analysed(Depth::Quick) {
        for card in &found.cards {
            assert!(!says_no_mistake(card) && card.judgement != Judgement::Unseen && card.chance.is_none());
            if card.loss.outcome && card.own[0].win == Some(false) {
                open += 1;
                assert_eq!(card.judgement, Judgement::Unclear);
                assert!(card.reasons().contains(&Reason::NotAsked));
            }
        }
        let summary = Summary::of(&found, Depth::Quick);
        let unclear = found.cards.iter().filter(|card| card.judgement == Judgement::Unclear).count();
        assert_eq!(usize::from(summary.open_count()), unclear);
    }
    assert!(open > 3, "{open}");
}

/// Whoever is told that a card is no mistake has had every other card compared in deals he could not rule out; and the
/// number of mistakes counts none of those.
#[test]
fn what_nobody_could_see_is_no_mistake_and_was_asked() {
    let words = Words::from(Language::English);
    let (mut unseen, mut drawn) = (0, 0);
    for (game, found) in analysed(Depth::Full) {
        let play = game.play.as_ref().unwrap();
        let mut mistakes = 0;
        for card in &found.cards {
            mistakes += usize::from(card.judgement.is_mistake());
            if let Some(chance) = &card.chance {
                assert!(card.choices > 1 && chance.best >= chance.played && chance.best <= chance.deals);
                let position = play.position(card.number);
                let possible = Knowledge::of(&position, card.seat).unwrap().count();
                // Enough deals, or all of them.
                match chance.exact {
                    true => assert_eq!(u64::from(chance.deals), possible),
                    false => assert!(chance.deals >= 40, "{}", chance.deals),
                }
                if !chance.exact {
                    drawn += 1;
                    let undecided = chance.best > chance.played && !chance.is_given_away();
                    assert!(!undecided || chance.deals >= 160, "{chance:?}");
                    let said = explain::card(&words, card).join(" ");
                    let (low, high) = Chance::range(chance.played, chance.deals);
                    let range = format!("{:.0}–{:.0}", low * 100.0, high * 100.0);
                    assert!(said.contains("drawn") && said.contains(&range), "{said}: {range}");
                }
            }
            if says_no_mistake(card) {
                unseen += 1;
                assert!(!card.judgement.is_mistake());
                assert!(card.chance.as_ref().is_some_and(|chance| !chance.is_given_away()));
            }
        }
        let summary = Summary::of(&found, Depth::Full);
        assert_eq!(usize::from(summary.mistake_count()), mistakes);
        // By size: what is worse stands first.
        let sizes: Vec<u32> = found.mistakes().iter().map(|card| card.size()).collect();
        assert!(sizes.is_sorted_by(|a, b| a >= b));
    }
    assert!(unseen > 0 && drawn > 0, "{unseen} unseen, {drawn} drawn");
}

/// The three measures of one card, each from the values it rests on.
#[test]
fn a_card_has_three_losses() {
    let (mut open, mut certain) = (0, 0);
    for (_, found) in analysed(Depth::Full).into_iter().filter(|(_, found)| found.counts_points()) {
        for card in &found.cards {
            let fell = |[before, after]: [Option<u8>; 2]| Some(before?.abs_diff(after?));
            assert_eq!(card.loss.open, fell(card.open.map(|known| known.points.exact())));
            assert_eq!(card.loss.own, fell(card.own.map(|sure| sure.points.exact())));
            open += usize::from(card.loss.open > Some(0));
            certain += usize::from(card.loss.own > Some(0));
        }
    }
    assert!(open > 5 && certain > 5, "{open} {certain}");
}

/// An interval holds the truth as often as it says: drawn from a share that is known.
#[test]
fn ranges_hold_what_they_promise() {
    let mut dice = Dice::new(3);
    for share in [0.05, 0.3, 0.5, 0.9] {
        let mut held = 0;
        for _ in 0..2000 {
            let won = (0..60).filter(|_| (dice.below(1 << 20) as f64) < share * f64::from(1 << 20)).count();
            let (low, high) = Chance::range(won as u16, 60);
            held += u32::from(low <= share && share <= high);
        }
        assert!((1800..=2000).contains(&held), "{share}: {held}");
    }
    // Two cards that are equally good: chance alone calls hardly ever one of them the worse.
    let mut wrong = 0;
    for _ in 0..2000 {
        let mut draw = || (0..60).filter(|_| dice.below(2) == 0).count() as u16;
        let (played, best) = (draw(), draw());
        let card = "CJ".parse().unwrap();
        wrong +=
            u32::from(Chance { deals: 60, played, best, card, counter: None, exact: false }.is_given_away());
    }
    assert!(wrong <= 30, "{wrong}");
}
