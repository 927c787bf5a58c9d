//! Conditions as a Skat player types them.
//!
//! | typed | means |
//! | --- | --- |
//! | `F:HA.HT` | forehand holds the ace and the ten of hearts |
//! | `M:-CJ.SJ` | middlehand has neither black jack |
//! | `R:hearts=3` | rearhand has exactly three hearts |
//! | `R:trumps=2..4`, `=2..`, `=..4` | from two to four trumps; at least two; at most four |
//! | `skat:points=10..` | the skat counts ten points or more |
//! | `F:hearts.points=21` | forehand's hearts count 21 |
//! | `one:hearts=4` | one of the defenders has four hearts |
//! | `result=lost`, `won`, `schneider`, `schwarz`, `61..75`, `59` | what open cards lead to |
//!
//! German words do as well: `V` and `H` for the seats, `herz`, `trumpf`, `asse`, `augen`, `verloren`.

use super::condition::{Condition, Ending, Group, Span, Who};
use crate::cards::{Cards, Deck, Rank, Suit, parse_cards};
use crate::deal::Place;
use crate::rules::Seat;
use std::fmt;
use std::str::FromStr;

/// Why a text is no condition.
///
/// ```
/// use kiebitz::puzzle::distributions::Condition;
/// let error = "X:HA".parse::<Condition>().unwrap_err();
/// assert_eq!(error.to_string(), "'X:HA': 'x' is no place: F, M, R, skat or one (defender)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}': {reason}")]
pub struct ConditionError {
    /// What was typed.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
}

/// Whether a word of a command is meant as a condition and not as part of a position line.
#[must_use]
pub fn is_condition(word: &str) -> bool {
    let end = word.find([':', '=', '<', '>']).unwrap_or(word.len());
    let (key, rest) = word.split_at(end);
    rest.starts_with(':') || key.eq_ignore_ascii_case("result") || key.eq_ignore_ascii_case("ergebnis")
}

impl FromStr for Condition {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Condition, ConditionError> {
        read(text.trim()).map_err(|reason| ConditionError { text: text.trim().to_string(), reason })
    }
}

fn read(text: &str) -> Result<Condition, String> {
    let form = "a condition reads F:HA.HT, M:-CJ, R:hearts=2..4, skat:points=10.. or result=lost";
    let end = text.find([':', '=']).ok_or(form)?;
    let (key, rest) = (text[..end].to_lowercase(), &text[end + 1..]);
    if text[end..].starts_with('=') {
        return if key == "result" || key == "ergebnis" { ending(rest) } else { Err(form.into()) };
    }
    let who = who(&key).ok_or_else(|| format!("'{key}' is no place: F, M, R, skat or one (defender)"))?;
    if let Some(cards) = rest.strip_prefix('-').filter(|cards| !cards.is_empty()) {
        return some_cards(cards).map(|cards| Condition::Lacks(who, cards));
    }
    let Some(at) = rest.find(['=', '<', '>']) else {
        return some_cards(rest).map(|cards| Condition::Holds(who, cards));
    };
    let (name, number) = rest.split_at(at);
    let name = name.to_lowercase();
    let (name, counts_points) = match name.strip_suffix(".points").or_else(|| name.strip_suffix(".augen")) {
        Some(name) => (name, true),
        None => (name.as_str(), false),
    };
    let span = span(number)?;
    match name {
        "points" | "augen" => Ok(Condition::Points(who, Group::All, span)),
        _ => {
            let group = group(name)?;
            Ok(if counts_points {
                Condition::Points(who, group, span)
            } else {
                Condition::Count(who, group, span)
            })
        }
    }
}

fn some_cards(text: &str) -> Result<Cards, String> {
    let cards = parse_cards(text, Deck::French).map_err(|error| error.to_string())?;
    if cards.is_empty() { Err("a card is missing".into()) } else { Ok(cards) }
}

fn who(key: &str) -> Option<Who> {
    match key {
        "skat" | "s" => Some(Who::Place(Place::Skat)),
        "one" | "einer" | "eine" => Some(Who::OneDefender),
        "vorhand" | "forehand" => Some(Who::Place(Place::Hand(Seat::Forehand))),
        "mittelhand" | "middlehand" => Some(Who::Place(Place::Hand(Seat::Middlehand))),
        "hinterhand" | "rearhand" => Some(Who::Place(Place::Hand(Seat::Rearhand))),
        letter => Seat::from_letter(letter).map(|seat| Who::Place(Place::Hand(seat))),
    }
}

fn group(name: &str) -> Result<Group, String> {
    Ok(match name {
        "cards" | "karten" => Group::All,
        "trumps" | "trump" | "trumpf" | "trümpfe" => Group::Trumps,
        "clubs" | "kreuz" | "c" => Group::Suit(Suit::Clubs),
        "spades" | "pik" => Group::Suit(Suit::Spades),
        "hearts" | "herz" => Group::Suit(Suit::Hearts),
        "diamonds" | "karo" => Group::Suit(Suit::Diamonds),
        "jacks" | "buben" => Group::Rank(Rank::Jack),
        "aces" | "asse" => Group::Rank(Rank::Ace),
        "tens" | "zehnen" => Group::Rank(Rank::Ten),
        "kings" | "könige" => Group::Rank(Rank::King),
        "queens" | "damen" => Group::Rank(Rank::Queen),
        "nines" | "neunen" => Group::Rank(Rank::Nine),
        "eights" | "achten" => Group::Rank(Rank::Eight),
        "sevens" | "siebenen" => Group::Rank(Rank::Seven),
        list => Group::These(some_cards(list).map_err(|_| {
            format!("'{list}' is neither a suit, trumps, jacks, aces, tens, points nor a list of cards")
        })?),
    })
}

/// `=3`, `=2..4`, `=2..`, `=..4`, and with signs `>=2`, `<=4`, `>1`, `<5`.
fn span(text: &str) -> Result<Span, String> {
    let number = |text: &str| text.trim().parse::<u8>().map_err(|_| format!("'{text}' is no number"));
    let read = |text: &str| -> Result<Span, String> {
        match text.split_once("..") {
            None => number(text).map(Span::exactly),
            Some(("", "")) => Err("a number is missing".into()),
            Some((from, "")) => number(from).map(Span::at_least),
            Some(("", to)) => number(to).map(Span::at_most),
            Some((from, to)) => Ok(Span { from: number(from)?, to: number(to)? }),
        }
    };
    let span = if let Some(rest) = text.strip_prefix(">=") {
        Span::at_least(number(rest)?)
    } else if let Some(rest) = text.strip_prefix("<=") {
        Span::at_most(number(rest)?)
    } else if let Some(rest) = text.strip_prefix('>') {
        Span::at_least(number(rest)?.saturating_add(1))
    } else if let Some(rest) = text.strip_prefix('<') {
        number(rest)?.checked_sub(1).map(Span::at_most).ok_or("nothing is below 0")?
    } else {
        read(text.strip_prefix('=').unwrap_or(text))?
    };
    if span.from > span.to { Err(format!("{}..{} holds no number", span.from, span.to)) } else { Ok(span) }
}

fn ending(text: &str) -> Result<Condition, String> {
    let ending = match text.to_lowercase().as_str() {
        "won" | "wins" | "gewonnen" | "gewinnt" => Ending::Won,
        "lost" | "loses" | "verloren" | "verliert" => Ending::Lost,
        "schneider" => Ending::Points(Span { from: 90, to: 120 }),
        "schwarz" => Ending::Schwarz,
        number => Ending::Points(span(number).map_err(|_| {
            format!("'{text}' is not won, lost, schneider, schwarz, or points such as 59 or 61..75")
        })?),
    };
    Ok(Condition::Ending(ending))
}

/// The form that is read again.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = |who: &Who| match who {
            Who::Place(place) => place.to_string(),
            Who::OneDefender => "one".into(),
        };
        match self {
            Condition::Holds(whose, cards) => write!(f, "{}:{cards}", who(whose)),
            Condition::Lacks(whose, cards) => write!(f, "{}:-{cards}", who(whose)),
            Condition::Count(whose, group, span) => write!(f, "{}:{}={span}", who(whose), name(*group)),
            Condition::Points(whose, Group::All, span) => write!(f, "{}:points={span}", who(whose)),
            Condition::Points(whose, group, span) => {
                write!(f, "{}:{}.points={span}", who(whose), name(*group))
            }
            Condition::Ending(Ending::Won) => f.write_str("result=won"),
            Condition::Ending(Ending::Lost) => f.write_str("result=lost"),
            Condition::Ending(Ending::Schwarz) => f.write_str("result=schwarz"),
            Condition::Ending(Ending::Points(span)) => write!(f, "result={span}"),
        }
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from, self.to) {
            (from, to) if from == to => write!(f, "{from}"),
            (from, u8::MAX) => write!(f, "{from}.."),
            (0, to) => write!(f, "..{to}"),
            (from, to) => write!(f, "{from}..{to}"),
        }
    }
}

fn name(group: Group) -> String {
    match group {
        Group::All => "cards".into(),
        Group::Trumps => "trumps".into(),
        Group::Suit(suit) => match suit {
            Suit::Clubs => "clubs",
            Suit::Spades => "spades",
            Suit::Hearts => "hearts",
            Suit::Diamonds => "diamonds",
        }
        .into(),
        Group::Rank(rank) => match rank {
            Rank::Jack => "jacks",
            Rank::Ace => "aces",
            Rank::Ten => "tens",
            Rank::King => "kings",
            Rank::Queen => "queens",
            Rank::Nine => "nines",
            Rank::Eight => "eights",
            Rank::Seven => "sevens",
        }
        .into(),
        Group::These(cards) => cards.to_string(),
    }
}
