//! Why a record cannot be read, in the reader's language. The library says it in English; what it can
//! say stands in the catalogue, so the English text is the pattern for the other.

use crate::puzzle::Language;
use crate::rules::Seat;
use crate::words::Words;

const KNOWN: [&str; 24] = [
    "reason.not_closed",
    "reason.no_record",
    "reason.no_property",
    "reason.open_text",
    "reason.other_game",
    "reason.no_moves",
    "reason.no_deal",
    "reason.no_player",
    "reason.does_nothing",
    "reason.no_move",
    "reason.late_bid",
    "reason.other_skat",
    "reason.twice_announced",
    "reason.hand_with_skat",
    "reason.discard",
    "reason.too_early",
    "reason.not_on_turn",
    "reason.not_held",
    "reason.revoke",
    "reason.hidden",
    "reason.cut",
    "reason.changed",
    "reason.not_declarer",
    "reason.twice",
];

/// The reason in the language in use; as it is, if it is none of the known ones.
#[must_use]
pub fn reason(words: &Words, text: &str) -> String {
    let english = Words { language: Language::English, ..*words };
    for key in KNOWN {
        let (Some(pattern), Some(answer)) = (english.find(key), words.find(key)) else { continue };
        let Some(values) = matched(pattern, text) else { continue };
        let mut answer = answer.to_string();
        for (name, value) in values {
            let seat = Seat::from_letter(value).filter(|_| name == "seat");
            let value = match name {
                "why" => reason(words, value),
                _ => seat.map_or(value.to_string(), |seat| words.seat(seat).to_string()),
            };
            answer = answer.replace(&format!("{{{name}}}"), &value);
        }
        return answer;
    }
    text.to_string()
}

/// What stands in a text where the pattern has `{names}`.
fn matched<'a>(pattern: &'static str, text: &'a str) -> Option<Vec<(&'static str, &'a str)>> {
    let mut parts = pattern.split('{');
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut values = Vec::new();
    for part in parts {
        let (name, fixed) = part.split_once('}')?;
        let end = if fixed.is_empty() { rest.len() } else { rest.find(fixed)? };
        values.push((name, &rest[..end]));
        rest = &rest[end + fixed.len()..];
    }
    rest.is_empty().then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::{GameError, MoveError, PlayError, ReadProblem, RecordError};
    use crate::words::Faces;

    #[test]
    fn what_the_library_says_is_said_in_german() {
        let words = Words { language: Language::German, faces: Faces::FourColour };
        let (seat, card) = (Seat::Rearhand, "CJ".parse().unwrap());
        let said: Vec<String> = vec![
            ReadProblem::NotClosed { line: 1 }.to_string(),
            ReadProblem::Outside { line: 1 }.to_string(),
            RecordError::NoProperty("x".into()).to_string(),
            RecordError::NotClosed("P0".into()).to_string(),
            RecordError::Twice("ID".into()).to_string(),
            RecordError::OtherGame("Chess".into()).to_string(),
            RecordError::NoMoves.to_string(),
            MoveError::NoDeal.to_string(),
            MoveError::Unfinished { number: 3, who: "1".into() }.to_string(),
            MoveError::NoPlayer { number: 3, who: "5".into() }.to_string(),
            MoveError::NoMove { number: 3, action: "QQ".into() }.to_string(),
            PlayError::LateBid(seat).to_string(),
            PlayError::OtherSkat.to_string(),
            PlayError::NotDeclarer(seat).to_string(),
            PlayError::AnnouncedTwice.to_string(),
            PlayError::HandWithSkat("GH".parse().unwrap()).to_string(),
            PlayError::Discard.to_string(),
            PlayError::TooEarly(seat).to_string(),
            PlayError::NotOnTurn { trick: 2, seat, card }.to_string(),
            PlayError::NotHeld { trick: 2, seat, card }.to_string(),
            PlayError::Revoke { trick: 2, seat, card }.to_string(),
            GameError::Hidden.to_string(),
            format!("the archive has changed: {}", RecordError::NoMoves),
            "the archive cannot be read on: unexpected end of file".into(),
        ];
        for text in said {
            let german = reason(&words, &text);
            assert_ne!(german, text);
            assert!(!german.contains('{'), "{german}");
            let english = Words { language: Language::English, ..words };
            // A seat's letter becomes its name; all else stays.
            assert_eq!(reason(&english, &text).replace("Rearhand", "R"), text);
        }
        let text = PlayError::Revoke { trick: 2, seat, card }.to_string();
        assert_eq!(reason(&words, &text), "2. Stich: Hinterhand spielt CJ und bedient nicht");
    }
}
