//! Nothing lies outside the margins, whatever is printed.

use kiebitz::print::marks::MM;
use kiebitz::print::{Content, Paper, Sheet, Style};
use kiebitz::puzzle::bundled;
use kiebitz::words::{Faces, Language};

#[test]
fn no_mark_lies_outside_the_margins() {
    let puzzles: Vec<_> = bundled().map(|(_, puzzle)| puzzle).collect();
    let papers = [
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
    for (paper, margin) in papers {
        for language in Language::ALL {
            for faces in Faces::ALL {
                for (style, content) in [
                    (Style::Letters, Content::Apart),
                    (Style::Cards, Content::Question),
                    (Style::Fans, Content::Solution),
                    (Style::Letters, Content::UpsideDown),
                ] {
                    let mut sheet = Sheet::new(puzzles.clone(), language);
                    (sheet.paper, sheet.content, sheet.style) = (paper, content, style);
                    sheet.look.words.faces = faces;
                    sheet.date = Some((2026, 11, 17));
                    for (at, page) in sheet.pages().iter().enumerate() {
                        let [left, top, right, bottom] = page.bounds();
                        let edge = margin * MM - 0.3;
                        let inside = left >= edge
                            && top >= edge
                            && right <= page.width - edge
                            && bottom <= page.height - edge;
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
    }
}
