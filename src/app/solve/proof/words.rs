//! What the proof view says of its nodes.

use super::job::{Case, Shows};
use super::recording::Recording;
use super::session::{Fact, Session};
use crate::app::widgets::tree::find::reason_key;
use crate::app::widgets::tree::model::{Mover, NodeId, Tree, Verdict};
use crate::deal::{Position, View};
use crate::puzzle::question::share;
use crate::rules::{Game, Side};
use crate::search::open::Bounds;
use crate::search::proof::{ProofError, Settled};
use crate::search::trace::{Counted, Ended};
use crate::words::Words;

/// Proved, refuted or open.
#[must_use]
pub fn verdict(words: &Words, verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proved => words.t("tree.proved"),
        Verdict::Refuted => words.t("tree.refuted"),
        Verdict::Open => words.t("tree.open"),
    }
}

/// Who played what, or that it is the start.
#[must_use]
pub fn card(words: &Words, tree: &Tree, id: NodeId) -> String {
    match tree.node(id).play {
        Some(play) => {
            words.fill("proof.plays", &[("seat", &words.seat(play.seat)), ("card", &words.card(play.card))])
        }
        None => words.t("tree.start").into(),
    }
}

/// Points so far, declarer first.
#[must_use]
pub fn points(words: &Words, position: &Position) -> Option<String> {
    (position.game() != Game::Null).then(|| {
        let (own, other) = (position.points(Side::Declarer), position.points(Side::Defenders));
        words.fill("table.points", &[("own", &own), ("other", &other)])
    })
}

/// How many deals are left.
#[must_use]
pub fn worlds(words: &Words, n: u64) -> String {
    words.count("proof.world", "proof.worlds", n)
}

/// In how many of the deals left the strategy wins, if one is shown: at least in so many if there may be a better one.
#[must_use]
pub fn chance(words: &Words, fact: &Fact) -> Option<String> {
    let (won, of) = (fact.won?, fact.worlds);
    let key = if fact.at_least { "verdict.chance.at_least" } else { "verdict.chance.exact" };
    let (n, all) = (words.number(won), words.number(of));
    Some(words.fill(key, &[("share", &share(won, of, words)), ("n", &n), ("of", &all)]))
}

/// A value that is known exactly, or between which points it lies.
#[must_use]
pub fn value(words: &Words, bounds: Bounds, null: bool) -> String {
    match bounds.exact() {
        Some(won) if null => {
            let key = if won > 0 { "proof.null_won" } else { "proof.null_lost" };
            words.find(key).unwrap_or(key).into()
        }
        Some(points) => words.points(points),
        None => words.fill("proof.between", &[("low", &bounds.low), ("high", &bounds.high)]),
    }
}

/// Why no further card matters.
#[must_use]
pub fn settled(words: &Words, settled: Settled) -> &'static str {
    match settled {
        Settled::GoalMet => words.t("proof.goal_met"),
        Settled::OutOfReach => words.t("proof.out_of_reach"),
    }
}

/// Everything about a node in one line.
#[must_use]
pub fn line(words: &Words, session: &Session, id: NodeId) -> String {
    let node = session.view.tree().node(id);
    let fact = session.fact(id);
    let mut parts = vec![card(words, session.view.tree(), id), verdict(words, node.verdict).to_string()];
    parts.extend(points(words, &session.position(id)));
    if let Some(chance) = chance(words, &fact) {
        parts.push(chance);
    } else if fact.worlds > 0 {
        parts.push(worlds(words, fact.worlds));
    }
    parts.extend(fact.settled.map(|why| settled(words, why).to_string()));
    if node.twin.is_some() {
        parts.push(words.t("tree.twin").into());
    }
    parts.join(" · ")
}

/// What stands beside a card in a tree written as text: the share of deals won, or the points.
#[must_use]
pub fn beside(words: &Words, session: &Session, id: NodeId) -> String {
    let fact = session.fact(id);
    chance(words, &fact).or_else(|| points(words, &session.position(id))).unwrap_or_default()
}

/// What is to be proved.
#[must_use]
pub fn question(words: &Words, case: &Case) -> String {
    let goal = words.goal(case.question.goal);
    let (open, declarers) = (case.root.view() == View::Open, case.question.side == Side::Declarer);
    let seat = match case.root.view() {
        View::Seat(seat) => words.seat(seat),
        View::Open if declarers => words.seat(case.root.declarer()),
        View::Open => words.t("proof.defenders"),
    };
    let values: [(&str, &dyn std::fmt::Display); 2] = [("seat", &seat), ("goal", &goal)];
    if case.tree == Shows::Plan {
        return words.fill(if declarers { "plan.reaches" } else { "plan.prevents" }, &values);
    }
    match (declarers, open) {
        (true, false) => words.fill("proof.reaches", &values),
        (false, false) => words.fill("proof.prevents", &values),
        (true, true) => words.fill("proof.reaches_open", &values),
        (false, true) => words.fill("proof.prevents_open", &values),
    }
}

/// What is the case, once it is known; until then what is to be proved.
#[must_use]
pub fn verdict_sentence(words: &Words, session: &Session) -> String {
    let case = session.case();
    let tree = session.view.tree();
    let root = tree.node(NodeId::ROOT);
    if case.tree == Shows::Plan || root.verdict == Verdict::Open {
        return words.fill("proof.to_prove", &[("what", &question(words, case))]);
    }
    let (open, declarers) = (case.root.view() == View::Open, case.question.side == Side::Declarer);
    let proved = root.verdict == Verdict::Proved;
    let seat = match case.root.view() {
        View::Seat(seat) => words.seat(seat),
        View::Open if declarers => words.seat(case.root.declarer()),
        View::Open => words.t("proof.defenders"),
    };
    let key = match (declarers, open, proved) {
        (true, false, true) => "proof.forces",
        (true, false, false) => "proof.forces_not",
        (false, false, true) => "proof.holds",
        (false, false, false) => "proof.holds_not",
        (true, true, true) => "proof.forces_open",
        (true, true, false) => "proof.forces_open_not",
        (false, true, true) => "proof.holds_open",
        (false, true, false) => "proof.holds_open_not",
    };
    let by = if proved { String::new() } else { beaten_by(words, session) };
    words.fill(key, &[("seat", &seat), ("goal", &words.goal(case.question.goal)), ("by", &by)])
}

/// The card that beats it, or that every card of one's own fails; nothing while that is not known.
fn beaten_by(words: &Words, session: &Session) -> String {
    let tree = session.view.tree();
    match tree.node(NodeId::ROOT).mover {
        Mover::Adversary => {
            let mut cards = tree.children(NodeId::ROOT).filter(|&id| session.fact(id).chosen);
            let play = cards.next().and_then(|id| tree.node(id).play);
            play.map_or_else(String::new, |play| {
                words.fill("proof.beaten_by", &[("card", &words.card(play.card))])
            })
        }
        Mover::Viewer => words.t("proof.every_card_fails").into(),
        Mover::Nobody => String::new(),
    }
}

/// Why something could not be proved.
#[must_use]
pub fn error(words: &Words, error: &ProofError) -> String {
    match error {
        ProofError::Open(_) => words.t("proof.needs_all").into(),
        ProofError::Knowledge(_) => words.t("proof.needs_hand").into(),
        ProofError::Goal { .. } => words.t("proof.wrong_goal").into(),
        ProofError::Stopped => words.t("proof.stopped").into(),
        ProofError::NoChance => words.t("proof.no_chance").into(),
        ProofError::TooLarge { lines } => {
            words.fill("proof.too_large", &[("n", &words.number(*lines as u64))])
        }
        other => words.fill("proof.fault", &[("why", other)]),
    }
}

/// Why a visit ended.
#[must_use]
pub fn ended(words: &Words, ended: Ended) -> &'static str {
    words.find(reason_key(ended)).unwrap_or_default()
}

/// What a visit was asked.
#[must_use]
pub fn asked(words: &Words, counted: Counted, asked: i32) -> String {
    match counted {
        Counted::DeclarersPoints => words.fill("recording.asked_declarer", &[("n", &asked)]),
        Counted::DefendersPoints => words.fill("recording.asked_defenders", &[("n", &asked)]),
        Counted::Tricks => words.t("recording.asked_tricks").into(),
    }
}

/// A question of a recorded search in one line: its goal, its answer, what it cost.
#[must_use]
pub fn film(words: &Words, at: usize, film: &Recording) -> String {
    let root = film.view.tree().node(NodeId::ROOT).verdict;
    let values: [(&str, &dyn std::fmt::Display); 4] = [
        ("n", &(at + 1)),
        ("goal", &words.goal(film.case().question.goal)),
        ("verdict", &verdict(words, root)),
        ("nodes", &words.number(film.stats().nodes)),
    ];
    words.fill("recording.question_is", &values)
}

/// What a recorded search asked, with which ideas, and what it cost.
#[must_use]
pub fn searched(words: &Words, film: &Recording) -> String {
    let case = film.case();
    let values: [(&str, &dyn std::fmt::Display); 4] = [
        ("what", &question(words, case)),
        ("ideas", &super::ideas::told(words, case.root.view(), film.options().without)),
        ("nodes", &words.number(film.stats().nodes)),
        ("steps", &words.number(film.stats().made)),
    ];
    words.fill("compare.searched", &values)
}

/// A visit in one line.
#[must_use]
pub fn visit(words: &Words, recording: &Recording, id: NodeId) -> String {
    let Some(visit) = recording.visit(id) else { return String::new() };
    let mut parts = vec![card(words, recording.view.tree(), id)];
    parts.extend(visit.rank().map(|rank| words.fill("recording.rank", &[("n", &(rank + 1))])));
    parts.push(ended(words, visit.ended()).into());
    if visit.effort() > 0 {
        parts.push(words.fill("recording.effort", &[("n", &words.number(visit.effort()))]));
    }
    parts.join(" · ")
}
