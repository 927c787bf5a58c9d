//! What the check says of a question, in the words of the catalogue.

use super::finding::Finding;
use crate::cards::Cards;
use crate::puzzle::distributions::{About, Condition, Pattern};
use crate::puzzle::question::{Exception, Heap, Lack, SafeGame, share};
use crate::rules::{Contract, Game, Goal, Side};
use crate::words::Words;

/// Most pairs or games that a sentence lists.
const LISTED: usize = 6;

/// `Karo-9 und Karo-7`; several with a semicolon between them.
fn listed(words: &Words, pairs: &[Cards], game: Game) -> String {
    let mut all: Vec<String> = pairs.iter().take(LISTED).map(|&pair| words.cards(pair, game)).collect();
    if pairs.len() > LISTED {
        all.push("…".into());
    }
    all.join("; ")
}

fn unsolvable(words: &Words, side: Side, made: Option<u8>, goal: Goal) -> String {
    match (side, goal, made) {
        (Side::Declarer, Goal::NoTrick, _) => words.t("finding.unsolvable_null").into(),
        (Side::Defenders, Goal::NoTrick, _) => words.t("finding.unbeatable_null").into(),
        (Side::Declarer, Goal::EveryTrick, _) => words.t("finding.unsolvable_schwarz").into(),
        (Side::Defenders, Goal::EveryTrick, _) => words.t("finding.unbeatable_schwarz").into(),
        (Side::Declarer, Goal::Points(needed), Some(made)) => words
            .fill("finding.unsolvable", &[("needed", &words.points(needed)), ("made", &words.points(made))]),
        (Side::Declarer, Goal::Points(needed), None) => {
            words.fill("finding.unsolvable_open", &[("needed", &words.points(needed))])
        }
        (Side::Defenders, Goal::Points(needed), Some(made)) => words
            .fill("finding.unbeatable", &[("needed", &words.points(needed)), ("made", &words.points(made))]),
        (Side::Defenders, Goal::Points(needed), None) => {
            words.fill("finding.unbeatable_open", &[("needed", &words.points(needed))])
        }
    }
}

fn lack(words: &Words, lack: Lack) -> &'static str {
    words.t(match lack {
        Lack::PointsInNull => "lack.points_in_null",
        Lack::Twelve => "lack.twelve",
        Lack::Ten => "lack.ten",
        Lack::BeforePlay => "lack.before_play",
        Lack::HandGame => "lack.hand_game",
        Lack::NobodyOnTurn => "lack.nobody_on_turn",
        Lack::NotHisTurn => "lack.not_his_turn",
        Lack::NothingHidden => "lack.nothing_hidden",
        Lack::DeclarersView => "lack.declarers_view",
    })
}

fn discards(words: &Words, good: &[(Contract, Cards)], of: usize, free_game: bool, game: Game) -> String {
    if let ([(contract, pair)], true) = (good, free_game) {
        let contract = words.contract_in_text(*contract);
        return words.sentence(
            "finding.discard_game",
            &[("contract", &contract), ("cards", &words.cards(*pair, game))],
        );
    }
    let pairs: Vec<Cards> = good.iter().map(|(_, pair)| *pair).collect();
    let list = if free_game {
        let named = good.iter().take(LISTED).map(|(contract, pair)| {
            format!("{}: {}", words.contract(*contract), words.cards(*pair, contract.game()))
        });
        let mut named: Vec<String> = named.collect();
        if good.len() > LISTED {
            named.push("…".into());
        }
        named.join("; ")
    } else {
        listed(words, &pairs, game)
    };
    match good.len() {
        1 => words.sentence("finding.discard", &[("cards", &list)]),
        all if all == of => words.fill("finding.discard_any", &[("n", &words.number(of as u64))]),
        some => words.fill(
            "finding.discards",
            &[("n", &words.number(some as u64)), ("of", &words.number(of as u64)), ("list", &list)],
        ),
    }
}

fn safe_games(words: &Words, games: &[SafeGame]) -> String {
    let name = |game: &SafeGame| format!("{} ({})", words.contract_in_text(game.contract), game.value);
    let names: Vec<String> = games.iter().map(name).collect();
    match names.as_slice() {
        [] => words.t("finding.no_safe_game").into(),
        all if all.len() == Game::ALL.len() => words.t("finding.every_game").into(),
        [one] => words.fill("finding.safe_game", &[("contract", one)]),
        several => words.fill("finding.safe_games", &[("list", &words.and(several))]),
    }
}

/// The finding as a sentence.
pub(super) fn of(finding: &Finding, words: &Words, game: Game, goal: Goal) -> String {
    let condition = |one: &Condition| one.words(game, goal, words);
    match finding {
        Finding::Unsolvable { side, made } => unsolvable(words, *side, *made, goal),
        Finding::CannotFail { side: Side::Declarer } => words.t("finding.cannot_fail_declarer").into(),
        Finding::CannotFail { side: Side::Defenders } => words.t("finding.cannot_fail_defenders").into(),
        Finding::EveryCard { side, count, asked } => {
            let key = match (side, asked) {
                (Side::Declarer, true) => "finding.every_card_declarer",
                (Side::Defenders, true) => "finding.every_card_defenders",
                (Side::Declarer, false) => "finding.free_card_declarer",
                (Side::Defenders, false) => "finding.free_card_defenders",
            };
            words.sentence(key, &[("n", &words.spelled(*count as u64))])
        }
        Finding::Lack(what) => lack(words, *what).into(),
        Finding::Unless(found) => unless(words, found, game, goal),
        Finding::GonePoints { gone, told } => words.fill(
            "finding.gone_points",
            &[
                ("gone", &words.points(*gone)),
                ("declarer", &told.0),
                ("defenders", &told.1),
                ("sum", &(u16::from(told.0) + u16::from(told.1))),
            ],
        ),
        Finding::OtherLead(seat) => {
            words.sentence("finding.other_lead", &[("seat", &words.seat_in_text(*seat))])
        }
        Finding::Discards { good, of, free_game } => discards(words, good, *of, *free_game, game),
        Finding::WrongDiscard { said, good } if good.is_empty() => {
            words.fill("finding.wrong_discard", &[("said", &words.cards(*said, game))])
        }
        Finding::WrongDiscard { said, good } => words.fill(
            "finding.wrong_discard_right",
            &[("said", &words.cards(*said, game)), ("right", &listed(words, good, game))],
        ),
        Finding::NoDiscard { made: Some(made) } => {
            words.fill("finding.no_discard_best", &[("made", &words.points(*made))])
        }
        Finding::NoDiscard { made: None } => words.t("finding.no_discard").into(),
        Finding::NaturalDiscard { cards, made: Some(made) } => words.fill(
            "finding.natural_discard_points",
            &[("cards", &words.cards(*cards, game)), ("made", &words.points(*made))],
        ),
        Finding::NaturalDiscard { cards, made: None } => {
            words.fill("finding.natural_discard", &[("cards", &words.cards(*cards, game))])
        }
        Finding::SafeGames(games) => safe_games(words, games),
        Finding::WrongGame(contract) => {
            words.fill("finding.wrong_game", &[("contract", &words.contract_in_text(*contract))])
        }
        Finding::HighestBid { .. } => highest_bid(words, finding, game),
        Finding::WrongBid { said, is: 0 } => words.fill("finding.wrong_bid_none", &[("said", said)]),
        Finding::WrongBid { said, is } => words.fill("finding.wrong_bid", &[("said", said), ("is", is)]),
        Finding::FirstCards(good) if good.is_empty() => words.t("finding.first_cards_none").into(),
        Finding::FirstCards(good) => words.count_with(
            "finding.first_card",
            "finding.first_cards",
            good.len() as u64,
            &[("list", &words.cards(*good, game))],
        ),
        Finding::WrongCount { said, is } => words.fill("finding.wrong_count", &[("said", said), ("is", is)]),
        Finding::NoLie(why) => why.words_in(game, goal, words),
        Finding::ToldLieFails => words.t("finding.told_lie_fails").into(),
        Finding::WrongLie(claim) => words.fill("finding.wrong_lie", &[("claim", &condition(claim))]),
        Finding::OneLie { of } => words.fill("finding.one_lie", &[("n", &words.number(*of))]),
        Finding::CertainCards { deals, certain } => {
            let list: Vec<String> = certain.iter().map(condition).collect();
            words.fill("finding.certain_cards", &[("n", &words.number(*deals)), ("list", &words.and(&list))])
        }
        Finding::NothingCertain { deals, at_least: false } => {
            words.fill("finding.nothing_certain", &[("n", &words.number(*deals))])
        }
        Finding::NothingCertain { .. } => words.t("finding.nothing_certain_open").into(),
        Finding::IdleCondition(idle) => {
            words.fill("finding.idle_condition", &[("condition", &condition(idle))])
        }
        other => chance(other, words, game, goal),
    }
}

/// What is found where the best chance is asked for.
fn chance(finding: &Finding, words: &Words, game: Game, goal: Goal) -> String {
    let fill = |key, cards: &str, won: u64, of: u64| {
        let values: [(&str, &dyn std::fmt::Display); 4] = [
            ("cards", &cards),
            ("share", &share(won, of, words)),
            ("won", &words.number(won)),
            ("of", &words.number(of)),
        ];
        words.sentence(key, &values)
    };
    match finding {
        Finding::BestChance { cards, kinds, won, of, second } => {
            let (one, least) = ("finding.best_chance", "finding.best_chance_least");
            let first = match (*kinds > 1, won.exact()) {
                (true, _) => fill("finding.best_chances", &words.cards(*cards, game), won.at_least, *of),
                (_, exact) => {
                    let key = if exact.is_some() { one } else { least };
                    fill(key, &words.any_card(*cards, game), won.at_least, *of)
                }
            };
            let Some((card, won)) = second else { return first };
            let next = fill("finding.next_chance", &words.card_in_text(*card), *won, *of);
            format!("{first} {next}")
        }
        Finding::EveryChance { won, of } => fill("finding.every_chance", "", *won, *of),
        Finding::ForcedAnyway { cards, of } => {
            fill("finding.forced_anyway", &words.any_card(*cards, game), *of, *of)
        }
        Finding::NoChance { of } => fill("finding.no_chance", "", 0, *of),
        Finding::NaturalChance { card, won, of } => {
            fill("finding.natural_chance", &words.card_in_text(*card), *won, *of)
        }
        Finding::WrongShare { said, is, of } => words.fill(
            "finding.wrong_share",
            &[("said", &words.number(*said)), ("is", &words.number(*is)), ("of", &words.number(*of))],
        ),
        Finding::LostDeals(pattern) => lost_deals(pattern, words, game, goal),
        other => other.name().into(),
    }
}

/// Most rules that a sentence about lost deals lists.
const RULES: usize = 4;

/// When the best plan loses, or wins, if that is rarer: the rule that says it exactly, or rules for most of the deals.
fn lost_deals(pattern: &Pattern, words: &Words, game: Game, goal: Goal) -> String {
    let say = |conditions: &[Condition]| {
        let parts: Vec<String> = conditions.iter().map(|each| each.words(game, goal, words)).collect();
        words.and(&parts)
    };
    let lost = pattern.about == About::Others;
    if pattern.exact {
        let key = if lost { "finding.lost_only" } else { "finding.won_only" };
        return words.fill(key, &[("always", &say(&pattern.always))]);
    }
    if pattern.rules.is_empty() {
        let key = if lost { "finding.lost_somehow" } else { "finding.won_somehow" };
        return words.fill(key, &[]);
    }
    let told = |rule: &crate::puzzle::distributions::Rule| {
        words
            .fill("finding.deals_rule", &[("rule", &say(&rule.conditions)), ("n", &words.number(rule.deals))])
    };
    let mut rules: Vec<String> = pattern.rules.iter().take(RULES).map(told).collect();
    let rest = pattern.rules.iter().skip(RULES).map(|rule| rule.deals).sum::<u64>() + pattern.rest;
    if rest > 0 {
        rules.push(words.count("finding.deals_rest_one", "finding.deals_rest", rest));
    }
    let key = if lost { "finding.lost_if" } else { "finding.won_if" };
    words.fill(key, &[("rules", &rules.join("; "))])
}

fn highest_bid(words: &Words, finding: &Finding, game: Game) -> String {
    let Finding::HighestBid { bid, hand, next, fails_with } = finding else { return String::new() };
    let mut text = match (bid, hand) {
        (0, _) => words.t("finding.no_bid").to_string(),
        (bid, Some(hand)) => {
            words.fill("finding.bid_hand", &[("bid", bid), ("contract", &words.contract_in_text(*hand))])
        }
        (bid, None) => words.fill("finding.bid", &[("bid", bid)]),
    };
    if let (Some(next), false) = (next, fails_with.is_empty()) {
        text.push(' ');
        text += &words.fill("finding.bid_next", &[("next", next), ("skat", &words.cards(*fails_with, game))]);
    }
    text
}

/// The lies of the cards that lose the game.
fn unless(words: &Words, found: &Exception, game: Game, goal: Goal) -> String {
    let heap = |heap: &Heap| {
        if !heap.is_all() {
            return heap.condition(game).words(game, goal, words);
        }
        let count = heap.cards.len() as u64;
        let key = if count == 2 { "finding.both_together" } else { "finding.all_together" };
        let cards = heap.group(game).plural(game, words);
        words.fill(key, &[("n", &words.spelled(count)), ("cards", &cards)])
    };
    let heaps: Vec<String> = found.heaps.iter().map(heap).collect();
    let share = words.percent(found.covered, 1);
    words.fill("finding.unless", &[("heaps", &words.or(&heaps)), ("share", &share)])
}
