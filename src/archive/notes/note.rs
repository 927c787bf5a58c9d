//! A note on one game.

use crate::cards::Card;
use serde::{Deserialize, Serialize};
use std::time::{SystemTime, UNIX_EPOCH};

/// What somebody thinks of a card, in the signs of chess writers.
///
/// ```
/// use kiebitz::archive::notes::Mark;
/// assert_eq!(Mark::ALL.map(Mark::sign), ["!!", "!", "!?", "?!", "?", "??"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    /// Hard to find.
    #[serde(rename = "!!")]
    Brilliant,
    /// Good.
    #[serde(rename = "!")]
    Good,
    /// Worth a thought.
    #[serde(rename = "!?")]
    Interesting,
    /// Questionable.
    #[serde(rename = "?!")]
    Doubtful,
    /// A mistake.
    #[serde(rename = "?")]
    Mistake,
    /// A bad one.
    #[serde(rename = "??")]
    Blunder,
}

impl Mark {
    /// All of them, the best first.
    pub const ALL: [Mark; 6] =
        [Mark::Brilliant, Mark::Good, Mark::Interesting, Mark::Doubtful, Mark::Mistake, Mark::Blunder];

    /// The sign.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Brilliant => "!!",
            Mark::Good => "!",
            Mark::Interesting => "!?",
            Mark::Doubtful => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

/// What stands at a card.
///
/// ```
/// use kiebitz::archive::notes::{CardNote, Mark};
/// let note = CardNote { card: 12, mark: Some(Mark::Mistake), comment: "why not trumps?".into() };
/// assert_eq!(serde_json::to_string(&note).unwrap(), r#"{"card":12,"mark":"?","comment":"why not trumps?"}"#);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CardNote {
    /// Which card of the game, from 1.
    pub card: u8,
    /// What to think of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// In words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
}

/// Cards that might have been played instead.
///
/// ```
/// use kiebitz::archive::notes::NotedLine;
/// let line = NotedLine { after: 11, cards: vec!["CJ".parse().unwrap()], comment: String::new() };
/// assert_eq!(serde_json::to_string(&line).unwrap(), r#"{"after":11,"cards":["CJ"]}"#);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NotedLine {
    /// After how many cards of the game it begins.
    pub after: u8,
    /// The cards.
    pub cards: Vec<Card>,
    /// What to think of it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
}

/// What a person wrote about one game.
///
/// ```
/// use kiebitz::archive::notes::{CardNote, Mark, Note};
/// let mut note = Note::default();
/// note.set_card(CardNote { card: 3, mark: Some(Mark::Good), comment: String::new() });
/// assert!(!note.is_empty() && note.on_card(3).is_some());
/// // A card of which nothing is said any more is left out.
/// note.set_card(CardNote { card: 3, ..CardNote::default() });
/// assert!(note.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Note {
    /// The game's number, for whoever reads the file; 0 if it has none.
    #[serde(skip_serializing_if = "is_zero")]
    pub id: u32,
    /// When it was changed, in milliseconds since 1970: of two notes on one game the later counts.
    pub changed: u64,
    /// Whether the game is to be found again.
    #[serde(skip_serializing_if = "is_not")]
    pub bookmark: bool,
    /// About the whole game.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// About single cards, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<CardNote>,
    /// What else might have been played, in the order of the game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<NotedLine>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn is_not(fact: &bool) -> bool {
    !fact
}

impl Note {
    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.bookmark && self.comment.is_empty() && self.cards.is_empty() && self.lines.is_empty()
    }

    /// What stands at a card, from 1.
    #[must_use]
    pub fn on_card(&self, card: usize) -> Option<&CardNote> {
        self.cards.iter().find(|note| usize::from(note.card) == card)
    }

    /// Says something about a card, or no more.
    pub fn set_card(&mut self, note: CardNote) {
        self.cards.retain(|old| old.card != note.card);
        if note.mark.is_some() || !note.comment.is_empty() {
            let at = self.cards.partition_point(|old| old.card < note.card);
            self.cards.insert(at, note);
        }
    }

    /// Keeps cards that might have been played; what is said of the same cards already stays. Returns its place.
    pub fn keep_line(&mut self, after: u8, cards: &[Card]) -> usize {
        let same = |line: &NotedLine| line.after == after && line.cards == cards;
        if let Some(at) = self.lines.iter().position(same) {
            return at;
        }
        let at = self.lines.partition_point(|line| line.after <= after);
        self.lines.insert(at, NotedLine { after, cards: cards.to_vec(), comment: String::new() });
        at
    }

    /// Marks it as changed now, and in any case later than it was.
    pub fn touch(&mut self) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
        self.changed = now.max(self.changed + 1);
    }

    /// All that is said in words, for searching.
    #[must_use]
    pub fn words(&self) -> String {
        let cards = self.cards.iter().map(|note| note.comment.as_str());
        let lines = self.lines.iter().map(|line| line.comment.as_str());
        let all: Vec<&str> = std::iter::once(self.comment.as_str()).chain(cards).chain(lines).collect();
        all.join("\n")
    }

    /// Short enough for a column: a star for the bookmark, a pen if anything else is said, the first words of the comment.
    #[must_use]
    pub fn brief(&self) -> String {
        let more = !self.comment.is_empty() || !self.cards.is_empty() || !self.lines.is_empty();
        let signs = [self.bookmark.then_some("★"), more.then_some("✏")];
        let comment =
            std::iter::once(self.comment.as_str()).chain(self.cards.iter().map(|note| note.comment.as_str()));
        let first = comment.flat_map(str::lines).find(|line| !line.trim().is_empty());
        let parts: Vec<&str> = signs.into_iter().flatten().chain(first.map(str::trim)).collect();
        parts.join(" ")
    }

    /// For sorting: bookmarks first, then other notes, then none.
    #[must_use]
    pub fn order(&self) -> u32 {
        match (self.bookmark, self.is_empty()) {
            (true, _) => 2,
            (false, false) => 1,
            (false, true) => 0,
        }
    }
}
