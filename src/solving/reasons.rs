//! The player's reasons in the words of the window.

use crate::player::{CardBelief, Evidence, Reason, Rule, Source};
use crate::rules::{Goal, Side};
use crate::words::Words;

/// Where a recommendation comes from.
#[must_use]
pub fn source(words: &Words, source: Source) -> &'static str {
    match source {
        Source::Only => words.t("source.only"),
        Source::Killer => words.t("source.killer"),
        Source::Endgame => words.t("source.endgame"),
        Source::Chance => words.t("source.chance"),
        Source::Hope => words.t("source.hope"),
        Source::Votes => words.t("source.votes"),
        Source::Expert => words.t("source.expert"),
    }
}

/// Why a card is recommended to somebody on this side.
#[must_use]
pub fn reason(words: &Words, reason: Reason, side: Side) -> String {
    let often = |key: &'static str, share: f64, worlds: usize| {
        words.fill(key, &[("share", &percent(share)), ("worlds", &words.number(worlds as u64))])
    };
    let to = |goal: Goal, often: String| format!("{} – {often}", aim(words, goal, side));
    match reason {
        Reason::NoChoice => words.t("reason.no_choice").into(),
        Reason::Forced { goal, covered } if covered >= 1.0 => to(goal, words.t("often.always").into()),
        Reason::Forced { goal, covered } => to(goal, often("often.share", covered, 0)),
        Reason::AllWorlds { goal, worlds, share } => to(goal, often("often.all", share, worlds)),
        Reason::Votes { goal, worlds, share } => to(goal, often("often.looked", share, worlds)),
        Reason::LastHope { worlds, share } => often("reason.last_hope", share, worlds),
        Reason::Chance { worlds, share, .. } => often("reason.chance", share, worlds),
        Reason::Rule(rule) => words.t(rule_key(rule)).into(),
    }
}

/// Where a card probably is, and what speaks for it.
#[must_use]
pub fn belief(words: &Words, belief: &CardBelief) -> String {
    let place = belief.place();
    let share = |shares: [f64; 4]| words.percent(shares[place.index()], 0);
    let why = match belief.why {
        Evidence::Counting => words.t("advice.because.counting").into(),
        Evidence::Bidding => words.t("advice.because.bidding").into(),
        Evidence::Played(play) => words.fill(
            "advice.because.played",
            &[("seat", &words.seat_in_text(play.seat)), ("card", &words.card(play.card))],
        ),
    };
    let values: [(&str, &dyn std::fmt::Display); 4] = [
        ("place", &words.place(place)),
        ("share", &share(belief.likely)),
        ("counted", &share(belief.counted)),
        ("why", &why),
    ];
    words.fill("advice.believed", &values)
}

/// What the card does for the side that plays it.
fn aim(words: &Words, goal: Goal, side: Side) -> String {
    let key = match (side, goal) {
        (Side::Declarer, Goal::Points(_)) => "aim.reach",
        (Side::Declarer, Goal::EveryTrick) => "aim.all_tricks",
        (Side::Declarer, Goal::NoTrick) => "aim.no_trick",
        (Side::Defenders, Goal::Points(_)) => "aim.below",
        (Side::Defenders, Goal::EveryTrick) => "aim.take_one",
        (Side::Defenders, Goal::NoTrick) => "aim.give_one",
    };
    let points = match goal {
        Goal::Points(points) => points,
        _ => 0,
    };
    words.fill(key, &[("n", &points)])
}

const fn rule_key(rule: Rule) -> &'static str {
    match rule {
        Rule::DrawTrumps => "rule.draw_trumps",
        Rule::CashWinner => "rule.cash_winner",
        Rule::LeadSafely => "rule.lead_safely",
        Rule::LeadToPartner => "rule.lead_to_partner",
        Rule::TakeCheaply => "rule.take",
        Rule::Smear => "rule.smear",
        Rule::GiveLittle => "rule.give_little",
        Rule::GoUnder => "rule.go_under",
        Rule::ThrowDanger => "rule.throw_danger",
        Rule::Attack => "rule.attack",
    }
}

/// A share in whole percent; only what is certain is 0 or 100.
#[must_use]
pub fn percent(share: f64) -> u8 {
    let rounded = (share * 100.0).round().clamp(0.0, 100.0) as u8;
    match rounded {
        100 if share < 1.0 => 99,
        0 if share > 0.0 => 1,
        rounded => rounded,
    }
}

/// A score with its sign.
#[must_use]
pub fn score(score: f64) -> String {
    let whole = score.round() as i32;
    if whole < 0 { format!("−{}", -whole) } else { format!("+{whole}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Language;
    use crate::words::Faces;

    #[test]
    fn reasons_say_whose_success_it_is() {
        let words = Words { language: Language::German, faces: Faces::FourColour };
        let forced = Reason::Forced { goal: Goal::Points(61), covered: 1.0 };
        assert_eq!(
            reason(&words, forced, Side::Declarer),
            "erreicht 61 Augen – erzwungen bei jeder Verteilung"
        );
        let votes = Reason::Votes { goal: Goal::Points(61), worlds: 1200, share: 0.999 };
        assert_eq!(
            reason(&words, votes, Side::Defenders),
            "Alleinspieler unter 61 Augen – mit offenen Karten in 99 % von 1.200 Verteilungen"
        );
        let null = Reason::AllWorlds { goal: Goal::NoTrick, worlds: 12, share: 0.5 };
        assert!(reason(&words, null, Side::Defenders).starts_with("Alleinspieler bekommt einen Stich"));
    }

    #[test]
    fn only_certainty_is_a_hundred_percent() {
        assert_eq!([0.0, 0.001, 0.5, 0.9999, 1.0].map(percent), [0, 1, 50, 99, 100]);
        assert_eq!([12.4, -0.4, -7.6].map(score), ["+12", "+0", "−8"]);
    }
}
