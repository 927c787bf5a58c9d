//! What servers and connections say, in the user's words.

use crate::words::Words;

/// The keys in which a server says why it refuses something, and our words for them.
const REFUSALS: [(&str, &str); 9] = [
    ("_id_pw_mismatch", "server.refused.login"),
    ("_not_your_turn", "server.refused.turn"),
    ("_no_vacancy", "server.refused.vacancy"),
    ("_Table_unknown_colon", "server.refused.unknown"),
    ("_Table_pw_false", "server.refused.password"),
    ("_full_or_already_there", "server.refused.full"),
    ("_Game_underway", "server.refused.underway"),
    ("_not_allowed_when_playing", "server.refused.playing"),
    ("_Shut_up_playing", "server.refused.talk"),
];

/// Why connections are lost, as a client says it, and our words for it.
const LOSSES: [(&str, &str); 7] = [
    ("connection refused", "server.lost.refused"),
    ("connection reset", "server.lost.ended"),
    ("connection aborted", "server.lost.ended"),
    ("broken pipe", "server.lost.ended"),
    ("host unreachable", "server.lost.unreachable"),
    ("network unreachable", "server.lost.unreachable"),
    ("timed out", "server.lost.silent"),
];

/// Why the connection is lost.
#[must_use]
pub fn lost(why: &str, words: &Words) -> String {
    let known = LOSSES.iter().find(|(said, _)| why == *said).and_then(|(_, key)| words.find(key));
    let unknown = why.contains("lookup address");
    match known {
        Some(text) => text.to_string(),
        None if unknown => words.t("server.lost.unknown").into(),
        None => crate::plain::line(why).into_owned(),
    }
}

/// What a server refuses, in words.
#[must_use]
pub fn refusal(why: &str, words: &Words) -> String {
    let known = REFUSALS.iter().find(|(said, _)| why.split_whitespace().any(|word| word == *said));
    match known.and_then(|(_, key)| words.find(key)) {
        Some(text) => text.to_string(),
        None => {
            let plain = crate::plain::line(why).replace('_', " ");
            words.fill("server.refused", &[("why", &plain.trim())])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    #[test]
    fn nobody_reads_the_words_of_the_protocol_or_of_the_system() {
        let german = Words::from(Language::German);
        assert_eq!(refusal("_id_pw_mismatch", &german), "Name oder Passwort stimmt nicht.");
        assert_eq!(refusal("play : _not_your_turn", &german), "Sie sind nicht am Zug.");
        assert!(refusal("_something_new 3", &german).ends_with("something new 3"));
        assert_eq!(lost("connection refused", &german), "Dort nimmt niemand Verbindungen an");
        let unknown = "failed to lookup address information: Name or service not known";
        assert_eq!(lost(unknown, &german), "Einen Rechner dieses Namens gibt es nicht");
        for (_, key) in LOSSES.iter().chain(&REFUSALS) {
            assert!(german.find(key).is_some(), "{key}");
        }
    }
}
