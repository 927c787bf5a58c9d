//! Finding something in the manual: every word that is typed must occur in a section; titles count most.

use super::{Block, Page, Speech, Target, pages};

/// How much is shown around what was found.
const AROUND: usize = 60;
/// Most places that are listed.
const MOST: usize = 60;

/// A place that was found.
///
/// ```
/// use kiebitz::manual::{Speech, search};
/// use kiebitz::words::Language;
/// let speech = Speech { words: Language::English.into(), key: &|_| None };
/// let hits = search("glossary", &speech);
/// assert_eq!(hits[0].target.page, "glossary");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Where.
    pub target: Target,
    /// The title of the page.
    pub title: String,
    /// The heading of the section; empty above the first one.
    pub heading: String,
    /// Some words around it.
    pub text: String,
}

/// The sections in which all typed words occur, those with the words in their titles first.
#[must_use]
pub fn search(typed: &str, speech: &Speech<'_>) -> Vec<Hit> {
    let wanted: Vec<String> = typed.split_whitespace().map(folded).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(u8, Hit)> = Vec::new();
    for page in pages(speech.words.language) {
        for section in sections(page, speech) {
            let all = folded(&format!("{} {} {}", section.title, section.heading, section.text));
            if !wanted.iter().all(|word| all.contains(word.as_str())) {
                continue;
            }
            let within = |text: &str| {
                let text = folded(text);
                wanted.iter().all(|word| text.contains(word.as_str()))
            };
            let rank = match &section {
                // The page itself, before its parts.
                hit if hit.heading.is_empty() && within(&hit.title) => 0,
                hit if within(&hit.heading) => 1,
                hit if within(&format!("{} {}", hit.title, hit.heading)) => 3,
                _ => 2,
            };
            let text = around(&section.text, &wanted);
            found.push((rank, Hit { text, ..section }));
        }
    }
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().take(MOST).map(|(_, hit)| hit).collect()
}

/// A page section by section, with the whole text of each.
fn sections(page: &Page, speech: &Speech<'_>) -> Vec<Hit> {
    let start = Hit {
        target: Target { page: page.id.into(), anchor: String::new() },
        title: page.document.title.clone(),
        heading: String::new(),
        text: String::new(),
    };
    let mut sections = vec![start.clone()];
    for block in &page.document.blocks {
        if let Block::Heading { text, anchor, .. } = block {
            let target = Target { anchor: anchor.clone(), ..start.target.clone() };
            sections.push(Hit { target, heading: text.clone(), ..start.clone() });
            continue;
        }
        let Some(section) = sections.last_mut() else { continue };
        let lines: Vec<String> = match block {
            Block::Heading { .. } => Vec::new(),
            Block::Paragraph(spans) | Block::Figure(_, spans) => vec![speech.line(spans)],
            Block::List { items, .. } => items.iter().map(|item| speech.line(item)).collect(),
            Block::Table(rows) => rows.iter().flatten().map(|cell| speech.line(cell)).collect(),
        };
        for line in lines.iter().filter(|line| !line.is_empty()) {
            if !section.text.is_empty() {
                section.text.push(' ');
            }
            section.text.push_str(line);
        }
    }
    sections
}

/// Small letters, and umlauts as somebody without them types: "fächer", "faecher" and "facher" find the same.
fn folded(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            'ä' => plain.push('a'),
            'ö' => plain.push('o'),
            'ü' => plain.push('u'),
            'ß' => plain.push_str("ss"),
            c => plain.push(c),
        }
    }
    plain.replace("ae", "a").replace("oe", "o").replace("ue", "u")
}

/// Some words around the first place at which one of these occurs.
fn around(text: &str, wanted: &[String]) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let is_found = |word: &&str| wanted.iter().any(|wanted| folded(word).contains(wanted.as_str()));
    let at = words.iter().position(is_found).unwrap_or(0);
    let mut start = at;
    let mut before = 0;
    while start > 0 && before < AROUND {
        start -= 1;
        before += words[start].chars().count() + 1;
    }
    let mut shown = String::new();
    for word in &words[start..] {
        if shown.chars().count() > 2 * AROUND {
            shown.push_str(" …");
            break;
        }
        if !shown.is_empty() {
            shown.push(' ');
        }
        shown.push_str(word);
    }
    if start > 0 { format!("… {shown}") } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    #[test]
    fn umlauts_are_found_however_they_are_typed() {
        assert_eq!(folded("Fächer"), folded("faecher"));
        assert_eq!(folded("Größe"), folded("grosse"));
        assert_eq!(folded("neue"), folded("neu"), "a little too much is found rather than too little");
    }

    #[test]
    fn titles_come_first_and_words_may_be_in_any_order() {
        let speech = Speech { words: Language::German.into(), key: &|_| None };
        let hits = search("erfinden aufgaben", &speech);
        assert_eq!(hits[0].target.page, "invent", "{hits:#?}");
        assert!(search("", &speech).is_empty() && search("xyzzy", &speech).is_empty());
    }

    #[test]
    fn words_around_what_was_found_are_whole() {
        let text = "eins zwei drei ".repeat(40) + "Schlagwort " + &"vier fünf ".repeat(40);
        let shown = around(&text, &["schlagwort".into()]);
        assert!(shown.starts_with("… ") && shown.ends_with(" …") && shown.contains("Schlagwort"), "{shown}");
        assert!(shown.chars().count() < 3 * AROUND);
    }
}
