//! A question cut into words, quotations and signs.

use super::AskError;

/// A word, a quotation or a sign.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Word(String),
    Quoted(String),
    Sign(&'static str),
}

/// Two letters before one, so that `>=` is not `>`.
const SIGNS: [&str; 12] = ["..", ">=", "<=", "!=", "(", ")", ",", "=", ">", "<", "-", "."];

pub(super) fn tokens(text: &str) -> Result<Vec<(Token, usize)>, AskError> {
    let letters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let letter = letters[at];
        let is_word = |letter: char| letter.is_alphanumeric() || "♣♠♥♦_".contains(letter);
        let sign = SIGNS
            .iter()
            .find(|sign| sign.chars().enumerate().all(|(i, wanted)| letters.get(at + i) == Some(&wanted)));
        if letter.is_whitespace() {
            at += 1;
        } else if letter == '"' || letter == '„' || letter == '“' {
            let ends = |letter: &char| matches!(letter, '"' | '“' | '”');
            let end = letters[at + 1..].iter().position(ends);
            let end = end.ok_or(AskError::Missing { what: "\"", at: letters.len() })?;
            tokens.push((Token::Quoted(letters[at + 1..at + 1 + end].iter().collect()), at));
            at += end + 2;
        } else if let Some(sign) = sign {
            // A dot between cards is a blank.
            if *sign != "." {
                tokens.push((Token::Sign(sign), at));
            }
            at += sign.chars().count();
        } else if is_word(letter) {
            let length = letters[at..].iter().take_while(|letter| is_word(**letter)).count();
            tokens.push((Token::Word(letters[at..at + length].iter().collect()), at));
            at += length;
        } else {
            return Err(AskError::Unknown { word: letter.to_string(), at });
        }
    }
    tokens.push((Token::Sign(""), letters.len()));
    Ok(tokens)
}
