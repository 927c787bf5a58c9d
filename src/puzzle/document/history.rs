//! Undo and redo without limit, with a name for each step.

use super::Document;
use crate::cards::Card;
use crate::parallel::fresh_number;
use crate::words::Words;

/// What a step did: a key of the catalogue, and the card it was about.
///
/// ```
/// use kiebitz::puzzle::document::history::Step;
/// use kiebitz::words::{Faces, Language, Words};
/// let step = Step::with_card("step.place", "CJ".parse().unwrap());
/// assert!(step.name(&Words::new(Language::German, Faces::TwoColour)).contains("Kreuz-Bube"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Key of its name.
    pub key: &'static str,
    /// The card placed, removed or played.
    pub card: Option<Card>,
}

impl Step {
    /// A step about no single card.
    #[must_use]
    pub const fn named(key: &'static str) -> Step {
        Step { key, card: None }
    }

    /// A step about one card.
    #[must_use]
    pub const fn with_card(key: &'static str, card: Card) -> Step {
        Step { key, card: Some(card) }
    }

    /// The name in words.
    #[must_use]
    pub fn name(&self, texts: &Words) -> String {
        let card = self.card.map_or(String::new(), |card| texts.card(card));
        texts.fill(self.key, &[("card", &card)])
    }
}

/// The document with everything it was before and, after undoing, will be again.
///
/// ```
/// use kiebitz::puzzle::document::{Document, history::{History, Step}};
/// let mut history = History::new(Document::default());
/// let changed = Document { author: "Anna".into(), ..Document::default() };
/// history.step(Step::named("step.place"), changed.clone());
/// history.undo();
/// assert!(history.now().is_empty());
/// history.redo();
/// assert_eq!(*history.now(), changed);
/// ```
#[derive(Clone, Debug)]
pub struct History {
    now: Document,
    past: Vec<(Step, Document)>,
    future: Vec<(Step, Document)>,
    /// A number of its own for every change of every document, so that others can see whether anything moved.
    version: u64,
    /// Letters typed into one field are one step as long as nothing else happens.
    merging: Option<&'static str>,
}

impl History {
    /// A document without past.
    #[must_use]
    pub fn new(document: Document) -> History {
        History {
            now: document,
            past: Vec::new(),
            future: Vec::new(),
            version: fresh_number(),
            merging: None,
        }
    }

    /// The document as it is.
    #[must_use]
    pub fn now(&self) -> &Document {
        &self.now
    }

    /// Changes whenever the document does.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Goes on with a changed document. Nothing happens if it is the same.
    pub fn step(&mut self, step: Step, next: Document) {
        if next != self.now {
            let before = std::mem::replace(&mut self.now, next);
            self.past.push((step, before));
            self.future.clear();
            self.version = fresh_number();
            self.merging = None;
        }
    }

    /// The same for typing: joins the step before if that was typing in the same field.
    pub fn typed(&mut self, key: &'static str, next: Document) {
        if next == self.now {
            return;
        }
        if self.merging == Some(key) {
            self.now = next;
            self.version = fresh_number();
        } else {
            self.step(Step::named(key), next);
            self.merging = Some(key);
        }
    }

    /// The step that undoing would take back.
    #[must_use]
    pub fn last(&self) -> Option<Step> {
        self.past.last().map(|(step, _)| *step)
    }

    /// The step that redoing would do again.
    #[must_use]
    pub fn next(&self) -> Option<Step> {
        self.future.last().map(|(step, _)| *step)
    }

    /// Takes the last step back.
    pub fn undo(&mut self) -> Option<Step> {
        let (step, before) = self.past.pop()?;
        let after = std::mem::replace(&mut self.now, before);
        self.future.push((step, after));
        self.version = fresh_number();
        self.merging = None;
        Some(step)
    }

    /// Does the step again that was taken back last.
    pub fn redo(&mut self) -> Option<Step> {
        let (step, after) = self.future.pop()?;
        let before = std::mem::replace(&mut self.now, after);
        self.past.push((step, before));
        self.version = fresh_number();
        self.merging = None;
        Some(step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titled(title: &str) -> Document {
        let mut document = Document::default();
        document.title.de = title.into();
        document
    }

    #[test]
    fn undo_and_redo_walk_the_same_way() {
        let mut history = History::new(Document::default());
        for title in ["a", "b", "c"] {
            history.step(Step::named("step.paste"), titled(title));
        }
        for title in ["b", "a", ""] {
            history.undo();
            assert_eq!(history.now().title.de, title);
        }
        assert_eq!(history.undo(), None);
        for title in ["a", "b", "c"] {
            history.redo();
            assert_eq!(history.now().title.de, title);
        }
        history.undo();
        history.step(Step::named("step.paste"), titled("d"));
        assert_eq!(history.next(), None);
    }

    #[test]
    fn typing_is_one_step_per_field() {
        let mut history = History::new(Document::default());
        history.typed("step.title", titled("n"));
        history.typed("step.title", titled("ne"));
        history.typed("step.question", titled("neu"));
        history.undo();
        assert_eq!(history.now().title.de, "ne");
        history.undo();
        assert_eq!(history.now(), &Document::default());
    }
}
