//! How the game ended, in a line or two, and where the server counted otherwise.

use super::view::GameView;
use crate::archive::index::{calendar, period};
use crate::archive::{DifferenceReason, End, differences};
use crate::rules::Game;
use crate::words::Words;

/// Game, winner, points and value in one line.
pub(super) fn result_line(words: &Words, game: &GameView) -> String {
    let count = &game.walk.game.count;
    let Some(contract) = count.contract else {
        return match count.end {
            End::Passed => words.t("result.passed").into(),
            _ => words.t("result.none").into(),
        };
    };
    let name = words.contract(contract);
    let Some(outcome) = count.outcome else {
        return words.fill("result.open", &[("game", &name)]);
    };
    let points = count.tally.declarer_points;
    let what = if outcome.won { words.t("list.won") } else { words.t("list.lost") };
    let value =
        if outcome.value < 0 { format!("−{}", -outcome.value) } else { format!("+{}", outcome.value) };
    if contract.game() == Game::Null {
        words.fill("result.null", &[("game", &name), ("what", &what), ("value", &value)])
    } else {
        let against = 120 - points;
        words.fill(
            "result.points",
            &[("game", &name), ("what", &what), ("own", &points), ("other", &against), ("value", &value)],
        )
    }
}

/// Where the server counted otherwise than the rules, and why.
pub(super) fn differences_of(words: &Words, game: &GameView) -> Vec<String> {
    let found = differences(&game.walk.record.result, &game.walk.game.count);
    let mut lines: Vec<String> = found
        .iter()
        .filter(|one| one.why != Some(DifferenceReason::Malformed))
        .map(|one| {
            let say = |said: &str| match said {
                "true" => words.t("filter.yes").to_string(),
                "false" => words.t("filter.no").to_string(),
                other => other.replace('-', "−"),
            };
            let (recorded, computed) = (say(&one.recorded), say(&one.computed));
            let field = match one.field {
                "declarer" => words.t("list.declarer"),
                "won" => words.t("list.won"),
                "value" => words.t("list.value"),
                "matadors" => words.t("list.matadors"),
                "overbid" => words.t("list.overbid"),
                "points" => words.t("list.points"),
                "tricks" => words.t("list.tricks"),
                "schneider" => words.t("list.schneider"),
                _ => words.t("list.schwarz"),
            };
            let values: [(&str, &dyn std::fmt::Display); 3] =
                [("field", &field), ("recorded", &recorded), ("computed", &computed)];
            words.fill("result.differs", &values)
        })
        .collect();
    let why = |why| match why {
        DifferenceReason::NoDiscard => words.t("result.no_discard"),
        DifferenceReason::Stopped => words.t("result.stopped"),
        DifferenceReason::Malformed => words.t("result.malformed"),
    };
    lines.extend(found.iter().find_map(|one| one.why).map(|reason| why(reason).to_string()));
    lines
}

/// Date, how it ended, and what was special.
pub(super) fn details(words: &Words, game: &GameView) -> String {
    let count = &game.walk.game.count;
    let date = game.walk.record.date.as_deref().and_then(|date| date.split('/').next()).unwrap_or("");
    let day = period(date).and_then(|(first, _)| calendar(first));
    let mut parts = vec![day.map_or(date.to_string(), |(year, month, day)| words.date(year, month, day))];
    if let Some(id) = game.walk.record.id.as_deref().filter(|id| !id.is_empty()) {
        parts.push(words.fill("result.id", &[("id", &id)]));
    }
    let ended = match count.end {
        End::DeclarerGaveUp => words.t("result.declarer_gave_up"),
        End::DefendersGaveUp => words.t("result.defenders_gave_up"),
        End::Decided => words.t("result.decided"),
        End::Unfinished => words.t("result.unfinished"),
        End::BeforeTheGame(_) => words.t("result.before"),
        End::Played | End::Passed | End::Hidden => "",
    };
    parts.push(ended.into());
    if let Some(outcome) = count.outcome {
        for (on, word) in [
            (outcome.schwarz, words.t("list.schwarz")),
            (outcome.schneider && !outcome.schwarz, words.t("list.schneider")),
            (outcome.overbid, words.t("list.overbid")),
        ] {
            if on {
                parts.push(word.into());
            }
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.join(" · ")
}
