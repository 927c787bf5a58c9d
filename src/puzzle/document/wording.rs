//! Texts follow the cards: suits and seats named in them are exchanged too.

use crate::cards::Suit;

/// Words and signs of one suit, position by position the same in all suits.
fn words(suit: Suit) -> [&'static str; 8] {
    match suit {
        Suit::Clubs => ["♣", "Kreuz", "Eichel", "clubs", "Clubs", "club", "Club", "KREUZ"],
        Suit::Spades => ["♠", "Pik", "Grün", "spades", "Spades", "spade", "Spade", "PIK"],
        Suit::Hearts => ["♥", "Herz", "Rot", "hearts", "Hearts", "heart", "Heart", "HERZ"],
        Suit::Diamonds => ["♦", "Karo", "Schellen", "diamonds", "Diamonds", "diamond", "Diamond", "KARO"],
    }
}

/// What after a suit makes it a jack, which stays where it is.
const JACK_AFTER: [&str; 7] = ["-Bube", " Bube", "-Unter", " Unter", " jack", "B", "J"];
/// The same before it.
const JACK_BEFORE: [&str; 2] = ["jack of ", "Jack of "];

/// Exchanges two suits in a text. Outside Null jacks keep theirs.
#[must_use]
pub fn swap_suits(text: &str, a: Suit, b: Suit, null: bool) -> String {
    let pairs: Vec<(&str, &str)> =
        words(a).into_iter().zip(words(b)).flat_map(|(x, y)| [(x, y), (y, x)]).collect();
    replace(text, &pairs, |before, after| {
        !null
            && (JACK_AFTER.iter().any(|jack| after.starts_with(jack))
                || JACK_BEFORE.iter().any(|jack| before.ends_with(jack)))
    })
}

/// Moves every seat named in a text on by one.
#[must_use]
pub fn rotate_seats(text: &str) -> String {
    let pairs = [
        ("Vorhand", "Mittelhand"),
        ("Mittelhand", "Hinterhand"),
        ("Hinterhand", "Vorhand"),
        ("forehand", "middlehand"),
        ("middlehand", "rearhand"),
        ("rearhand", "forehand"),
        ("Forehand", "Middlehand"),
        ("Middlehand", "Rearhand"),
        ("Rearhand", "Forehand"),
    ];
    replace(text, &pairs, |_, _| false)
}

/// Replaces words from left to right, the longest first, never inside another word.
fn replace(text: &str, pairs: &[(&str, &str)], keep: impl Fn(&str, &str) -> bool) -> String {
    let mut sorted = pairs.to_vec();
    sorted.sort_by_key(|(from, _)| std::cmp::Reverse(from.len()));
    let mut result = String::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let (before, rest) = text.split_at(at);
        let begins_word = !before.ends_with(char::is_alphabetic);
        let hit = sorted.iter().find(|(from, _)| {
            let sign = !from.starts_with(char::is_alphabetic);
            rest.strip_prefix(from).is_some_and(|after| {
                // German joins words: Herzass, Karokönig. English does not.
                let joined = from.starts_with(char::is_uppercase) && after.starts_with(char::is_lowercase);
                (sign || begins_word)
                    && (sign || joined || !after.starts_with(char::is_alphabetic))
                    && !keep(before, after)
            })
        });
        match (hit, rest.chars().next()) {
            (Some((from, to)), _) => {
                result.push_str(to);
                at += from.len();
            }
            (None, Some(c)) => {
                result.push(c);
                at += c.len_utf8();
            }
            (None, None) => break,
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_signs_change_and_other_words_stay() {
        let swap = |text: &str| swap_suits(text, Suit::Hearts, Suit::Diamonds, false);
        assert_eq!(swap("Herz-Ass, Karo 7, ♥K und Herzdame"), "Karo-Ass, Herz 7, ♦K und Karodame");
        assert_eq!(swap("the ace of hearts, diamond king"), "the ace of diamonds, heart king");
        assert_eq!(swap("Herz-Bube, ♥B, jack of hearts"), "Herz-Bube, ♥B, jack of hearts");
        assert_eq!(swap("hearty"), "hearty");
        assert_eq!(swap_suits("♥B", Suit::Hearts, Suit::Diamonds, true), "♦B");
    }
}
