//! The manual holds what it promises: links lead somewhere, commands exist, claims about positions are true.

use kiebitz::manual::{Block, Document, Page, Span, Speech, book, page, pages, search};
use kiebitz::words::{Language, Words};
use std::collections::{BTreeSet, HashSet};

/// Level and anchor of every heading.
fn headings(document: &Document) -> Vec<(u8, &str)> {
    let heading = |block| match block {
        &Block::Heading { level, ref anchor, .. } => Some((level, anchor.as_str())),
        _ => None,
    };
    document.blocks.iter().filter_map(heading).collect()
}

fn everywhere() -> impl Iterator<Item = (Language, &'static Page)> {
    Language::ALL.into_iter().flat_map(|language| pages(language).iter().map(move |page| (language, page)))
}

#[test]
fn both_languages_have_the_same_pages_headings_and_pictures() {
    for (german, english) in pages(Language::German).iter().zip(pages(Language::English)) {
        assert_eq!((german.id, german.chapter), (english.id, english.chapter));
        let [de, en] = [german, english].map(|page| headings(&page.document));
        assert_eq!(
            de.iter().collect::<HashSet<_>>().len(),
            de.len(),
            "{}: an anchor stands twice",
            german.id
        );
        match german.id {
            // Each in the order of its alphabet.
            "glossary" => assert_eq!(de.iter().collect::<BTreeSet<_>>(), en.iter().collect::<BTreeSet<_>>()),
            id => assert_eq!(de, en, "{id}"),
        }
        let figures = |page: &Page| -> Vec<_> {
            let figure = |block: &Block| match block {
                Block::Figure(figure, _) => Some(figure.clone()),
                _ => None,
            };
            page.document.blocks.iter().filter_map(figure).collect()
        };
        assert_eq!(figures(german), figures(english), "{}", german.id);
        assert_eq!(german.document.claims, english.document.claims, "{}", german.id);
    }
    assert!(pages(Language::German).len() > 25);
    assert!(headings(&page("glossary", Language::German).unwrap().document).len() >= 80);
}

#[test]
fn every_link_leads_somewhere() {
    let mut links = 0;
    for (language, own) in everywhere() {
        for span in own.document.texts().flatten() {
            let Span::Link(_, link) = span else { continue };
            links += 1;
            let target = own.target(link);
            let Some(other) = page(&target.page, language) else { panic!("{}: {link}", own.id) };
            let anchors: Vec<&str> = headings(&other.document).iter().map(|heading| heading.1).collect();
            let found = target.anchor.is_empty() || anchors.contains(&target.anchor.as_str());
            assert!(found, "{language:?} {}: {link} is not among {anchors:?}", own.id);
        }
    }
    assert!(links > 150, "{links}");
}

#[test]
fn every_page_can_be_reached_by_links_from_the_first() {
    let mut reached: BTreeSet<String> = BTreeSet::from(["first-steps".into()]);
    let mut open: Vec<String> = reached.iter().cloned().collect();
    while let Some(id) = open.pop() {
        let own = page(&id, Language::German).unwrap();
        for span in own.document.texts().flatten() {
            if let Span::Link(_, link) = span
                && reached.insert(own.target(link).page)
            {
                open.push(own.target(link).page);
            }
        }
    }
    let missed: Vec<&str> =
        pages(Language::German).iter().map(|page| page.id).filter(|id| !reached.contains(*id)).collect();
    assert!(missed.is_empty(), "{missed:?}");
}

#[test]
fn every_command_has_its_name() {
    let mut named = 0;
    for (language, page) in everywhere() {
        let words = Words::from(language);
        for span in page.document.texts().flatten() {
            if let Span::Command(id) | Span::Key(id) = span {
                named += 1;
                assert!(words.find(&format!("command.{id}")).is_some(), "{language:?} {}: {id}", page.id);
            }
        }
    }
    assert!(named > 200, "{named}");
}

#[test]
fn every_claim_is_true() {
    let mut claims = 0;
    // Both languages claim the same.
    for page in pages(Language::German) {
        for claim in &page.document.claims {
            claims += 1;
            assert!(claim.holds().unwrap(), "{}: {claim:?}", page.id);
        }
    }
    assert!(claims >= 9, "{claims}");
}

#[test]
fn every_picture_is_drawn_within_its_edges_and_says_what_it_shows() {
    let mut drawn = 0;
    for (language, page) in everywhere() {
        for block in &page.document.blocks {
            let Block::Figure(figure, _) = block else { continue };
            let picture = figure.draw(language.into());
            let [left, top, right, bottom] = picture.bounds();
            assert!(left >= 0.0 && top >= 0.0, "{} {figure:?}", page.id);
            assert!(right <= picture.width && bottom <= picture.height, "{} {figure:?}", page.id);
            assert!(picture.height < 600.0, "{} is {} high", page.id, picture.height);
            assert!(figure.in_words(&language.into()).chars().count() > 15, "{} {figure:?}", page.id);
            drawn += 1;
        }
    }
    assert!(drawn >= 18, "{drawn}");
}

#[test]
fn what_people_look_for_is_found() {
    let expects = [
        (Language::German, "unverlierbar", "meaning"),
        (Language::German, "drucken", "print"),
        (Language::German, "tipp", "solve-table"),
        (Language::German, "schneider", "glossary"),
        (Language::German, "loesen", "solve"),
        (Language::English, "typing cards", "table"),
        (Language::English, "best chance", "meaning"),
        (Language::English, "keys changing", "keys"),
    ];
    for (language, typed, wanted) in expects {
        let hits = search(typed, &Speech { words: language.into(), key: &|_| None });
        assert!(hits.iter().take(6).any(|hit| hit.target.page == wanted), "{typed}: {hits:#?}");
        for hit in &hits {
            let found = page(&hit.target.page, language).unwrap();
            let anchor = &hit.target.anchor;
            let known = headings(&found.document).iter().any(|heading| heading.1 == anchor.as_str());
            assert!(anchor.is_empty() || known);
        }
    }
}

#[test]
fn the_book_is_whole() {
    let files = book(&Speech { words: Language::German.into(), key: &|id| Some(format!("⌘{id}")) });
    let names: HashSet<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), pages(Language::German).len() + 2);
    let mut links = 0;
    for (name, text) in files.iter().filter(|(name, _)| name.ends_with(".html")) {
        for link in text.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            if link.starts_with("data:") {
                continue;
            }
            links += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let file = if file.is_empty() { name.as_str() } else { file };
            assert!(names.contains(file), "{name}: {link}");
            let whole = &files.iter().find(|(other, _)| other == file).unwrap().1;
            assert!(anchor.is_empty() || whole.contains(&format!("id=\"{anchor}\"")), "{name}: {link}");
        }
        assert!(
            !text.contains("<script") && !text.contains("http://") || text.contains("www.w3.org/2000/svg")
        );
        // No name of an outline stands twice.
        let ids: Vec<&str> =
            text.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "{name}");
    }
    assert!(links > 1000, "{links}");
    let keys = &files.iter().find(|(name, _)| name == "keys.html").unwrap().1;
    assert!(keys.contains("<kbd>⌘help</kbd>"));
}
