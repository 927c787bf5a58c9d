//! Pages as another program draws them, beside pictures of them that somebody has looked at and found good.
//!
//! The pictures lie in `tests/print/approved`. When pages are meant to look different, renew them with
//!
//! ```text
//! KIEBITZ_APPROVE=1 cargo test --test print approved
//! ```
//!
//! and look at each before it is kept: what is wrong there is wrong for good.

use crate::tools::{Folder, tool, written};
use image::GrayImage;
use kiebitz::print::{Content, Ink, Paper, Sheet, Style};
use kiebitz::puzzle::bundled;
use kiebitz::words::{Faces, Language};
use std::path::Path;

/// Dots to the inch: lines and letters can be told apart, and a picture takes a few kilobytes.
const DOTS: &str = "50";
/// Squares of so many dots are compared, by how grey they are: programs soften edges differently.
const SQUARE: u32 = 8;
const TOLERANCE: f32 = 22.0;

fn sheet(language: Language, paper: Paper, content: Content, style: Style) -> Sheet {
    let names = ["kiebitz-grand-1.ron", "skatde-clubs-discard.ron", "kiebitz-null-1.ron"];
    let puzzles = names.iter().filter_map(|wanted| bundled().find(|(name, _)| name == wanted));
    let mut sheet = Sheet::new(puzzles.map(|(_, puzzle)| puzzle).collect(), language);
    assert_eq!(sheet.puzzles.len(), names.len());
    (sheet.paper, sheet.content, sheet.style) = (paper, content, style);
    (sheet.title, sheet.author) = ("Skat im Advent".into(), "Skatverein Altenburg".into());
    sheet.date = Some((2026, 11, 17));
    sheet
}

/// What is compared: a name, a page counted from 1, the sheet.
fn sheets() -> Vec<(&'static str, u32, Sheet)> {
    use Language::{English, German};
    let mut german_suits = sheet(English, Paper::Column(45.0), Content::Both, Style::Letters);
    german_suits.look.words.faces = Faces::German;
    let mut coloured = sheet(English, Paper::A5(1), Content::Solution, Style::Fans);
    (coloured.look.ink, coloured.look.words.faces) = (Ink::Colour, Faces::FourColour);
    vec![
        ("column-45", 1, german_suits),
        ("column-61", 2, sheet(German, Paper::Column(61.0), Content::Question, Style::Cards)),
        ("column-91", 1, sheet(German, Paper::Column(91.0), Content::UpsideDown, Style::Letters)),
        ("a5", 1, coloured),
        ("a4-two-questions", 1, sheet(German, Paper::A4(2), Content::Apart, Style::Letters)),
        ("a4-two-solutions", 2, sheet(German, Paper::A4(2), Content::Apart, Style::Letters)),
        ("a4-three", 1, sheet(English, Paper::A4(3), Content::Both, Style::Cards)),
        ("booklet-contents", 1, sheet(German, Paper::Booklet, Content::Apart, Style::Letters)),
    ]
}

fn grey(picture: &GrayImage, x: u32, y: u32) -> f32 {
    let (right, bottom) = ((x + SQUARE).min(picture.width()), (y + SQUARE).min(picture.height()));
    let dots = (y..bottom).flat_map(|y| (x..right).map(move |x| (x, y)));
    let sum: f32 = dots.map(|(x, y)| f32::from(picture.get_pixel(x, y).0[0])).sum();
    sum / ((right - x) * (bottom - y)) as f32
}

/// Where two pictures differ most, and by how much.
fn difference(a: &GrayImage, b: &GrayImage) -> (f32, u32, u32) {
    let (width, height) = (a.width().min(b.width()), a.height().min(b.height()));
    let squares = (0..height)
        .step_by(SQUARE as usize)
        .flat_map(|y| (0..width).step_by(SQUARE as usize).map(move |x| (x, y)));
    let each = squares.map(|(x, y)| ((grey(a, x, y) - grey(b, x, y)).abs(), x, y));
    each.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
}

#[test]
fn pages_look_as_they_were_approved() {
    let folder = Folder::new("approved");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/print/approved");
    let renew = std::env::var_os("KIEBITZ_APPROVE").is_some();
    for (name, page, sheet) in sheets() {
        let pdf = written(&folder, &format!("{name}.pdf"), &sheet);
        let stem = folder.0.join(name);
        let number = page.to_string();
        let paths = [pdf.to_str().unwrap(), stem.to_str().unwrap()];
        let args = ["-r", DOTS, "-gray", "-png", "-f", &number, "-l", &number, "-singlefile"];
        let args: Vec<&str> = args.into_iter().chain(paths).collect();
        if tool("pdftoppm", &args).is_none() {
            return;
        }
        let file = format!("{name}.png");
        let now = image::open(stem.with_extension("png")).unwrap().to_luma8();
        if renew {
            std::fs::create_dir_all(&kept).unwrap();
            now.save(kept.join(&file)).unwrap();
            continue;
        }
        let approved = image::open(kept.join(&file)).unwrap().to_luma8();
        let sizes = (now.width().abs_diff(approved.width()), now.height().abs_diff(approved.height()));
        assert!(sizes.0 <= 1 && sizes.1 <= 1, "{name} has another size: {:?}", now.dimensions());
        let (most, x, y) = difference(&now, &approved);
        assert!(most < TOLERANCE, "{name} looks different at {x}, {y} by {most}; see the head of this test");
    }
}

/// The comparison would see a lost line, a lost card and a line that moved.
#[test]
fn a_page_that_differs_is_seen() {
    let mut page = GrayImage::from_pixel(120, 120, image::Luma([255]));
    let blank = page.clone();
    for x in 10..110 {
        for y in [41, 44, 45] {
            page.put_pixel(x, y, image::Luma([90]));
        }
    }
    assert!(difference(&page, &blank).0 > TOLERANCE);
    assert!(difference(&page, &page.clone()).0 == 0.0);
}
