//! Nothing lies outside the margins, whatever is printed.

use kiebitz::print::{Content, MM, Paper, Sheet, Style};
use kiebitz::puzzle::{Puzzle, bundled};
use kiebitz::words::{Faces, Language};
use std::sync::atomic::{AtomicUsize, Ordering};

const PAPERS: [(Paper, f32); 9] = [
    (Paper::Column(45.0), 1.0),
    (Paper::Column(61.0), 1.0),
    (Paper::Column(91.0), 1.0),
    (Paper::A5(1), 13.0),
    (Paper::A5(2), 13.0),
    (Paper::A4(1), 17.0),
    (Paper::A4(2), 17.0),
    (Paper::A4(3), 17.0),
    (Paper::Booklet, 13.0),
];

const CONTENTS: [(Style, Content); 4] = [
    (Style::Letters, Content::Apart),
    (Style::Cards, Content::Question),
    (Style::Fans, Content::Solution),
    (Style::Letters, Content::UpsideDown),
];

/// Everything on one paper in one language.
fn check(puzzles: Vec<Puzzle>, (paper, margin): (Paper, f32), language: Language) {
    let mut sheet = Sheet::new(puzzles, language);
    (sheet.paper, sheet.date) = (paper, Some((2026, 11, 17)));
    (sheet.title, sheet.author) = ("Skataufgaben".into(), "Skatverein".into());
    for faces in Faces::ALL {
        sheet.look.words.faces = faces;
        for (style, content) in CONTENTS {
            (sheet.style, sheet.content) = (style, content);
            for (at, page) in sheet.pages().iter().enumerate() {
                let [left, top, right, bottom] = page.bounds();
                let edge = margin * MM - 0.3;
                let inside =
                    left >= edge && top >= edge && right <= page.width - edge && bottom <= page.height - edge;
                assert!(
                    inside,
                    "{paper:?} {language:?} {faces:?} {style:?} {content:?}, page {}: {left} {top} {right} {bottom} of {} × {}",
                    at + 1,
                    page.width,
                    page.height
                );
            }
        }
    }
}

#[test]
fn no_mark_lies_outside_the_margins() {
    let puzzles: Vec<_> = bundled().map(|(_, puzzle)| puzzle).collect();
    let all: Vec<_> =
        PAPERS.iter().flat_map(|&paper| Language::ALL.map(|language| (paper, language))).collect();
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(&(paper, language)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check(puzzles.clone(), paper, language);
                }
            });
        }
    });
}
