//! The PDF as other programs read it.

use kiebitz::print::{Content, Format, Ink, Paper, Printing, Sheet, Style};
use kiebitz::puzzle::{Asks, Puzzle, bundled};
use kiebitz::rules::Seat;
use kiebitz::words::{Faces, Language};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder of one's own that is gone afterwards.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("kiebitz-print-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What a program prints; nothing if it is not installed, which a message says.
pub fn tool(name: &str, args: &[&str]) -> Option<String> {
    match Command::new(name).args(args).output() {
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{name}: {text}{}", String::from_utf8_lossy(&output.stderr));
            Some(text)
        }
        Err(_) => {
            eprintln!("{name} is not installed: its check is left out");
            None
        }
    }
}

pub fn written(folder: &Folder, name: &str, sheet: &Sheet) -> PathBuf {
    let path = folder.0.join(name);
    std::fs::write(&path, sheet.to_pdf().unwrap()).unwrap();
    path
}

fn text_of(path: &Path) -> Option<String> {
    tool("pdftotext", &["-raw", path.to_str().unwrap(), "-"])
}

/// Letters and digits only: where lines break is the layout's business.
fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric() || "♣♠♥♦".contains(*c)).collect()
}

fn everything() -> Vec<Puzzle> {
    bundled().map(|(_, puzzle)| puzzle).collect()
}

#[test]
fn every_word_is_found() {
    let folder = Folder::new("words");
    for language in Language::ALL {
        for faces in [Faces::TwoColour, Faces::German] {
            let mut sheet = Sheet::new(everything(), language);
            (sheet.paper, sheet.content) = (Paper::A4(2), Content::Both);
            sheet.look.words.faces = faces;
            let words = sheet.look.words;
            let Some(text) = text_of(&written(&folder, "words.pdf", &sheet)) else { return };
            let text = bare(&text.replace("\u{AD}\n", "").replace("\u{AD}", ""));
            for puzzle in &sheet.puzzles {
                // Titles keep their words whatever the deck.
                let titles = puzzle.title.get(language).to_string();
                let texts =
                    [&puzzle.question, &puzzle.solution].map(|part| words.transposed(part.get(language)));
                for word in texts.iter().chain([&titles]).flat_map(|part| part.split_whitespace()).map(bare) {
                    assert!(text.contains(&word), "{word} of {}", puzzle.title.de);
                }
            }
        }
    }
}

/// All cards of all hands, suit by suit, in both languages.
#[test]
fn every_card_is_found() {
    let folder = Folder::new("cards");
    for language in Language::ALL {
        for style in [Style::Letters, Style::Cards, Style::Fans] {
            for puzzle in everything().into_iter().step_by(4) {
                let mut sheet = Sheet::new(vec![puzzle.clone()], language);
                (sheet.content, sheet.style) = (Content::Solution, style);
                let Some(text) = text_of(&written(&folder, "cards.pdf", &sheet)) else { return };
                let text = bare(&text);
                let game = puzzle.position.game();
                for seat in Seat::ALL {
                    let mut cards = puzzle.position.hand(seat);
                    // The solution shows the hand with which the declarer plays.
                    if puzzle.asks == Asks::Discard && seat == puzzle.position.declarer() {
                        cards = (cards | puzzle.position.skat()) - puzzle.answer.cards;
                    }
                    let spelled: String = match style {
                        Style::Letters => sheet.look.words.hand(cards, game),
                        _ => game
                            .sorted(cards)
                            .into_iter()
                            .map(|card| sheet.look.words.short_card(card))
                            .collect(),
                    };
                    assert!(text.contains(&bare(&spelled)), "{spelled} in {text}");
                }
            }
        }
    }
}

#[test]
fn fonts_are_embedded_and_the_file_is_sound() {
    let folder = Folder::new("fonts");
    let mut sheet = Sheet::new(everything(), Language::German);
    (sheet.paper, sheet.content, sheet.look.ink) = (Paper::Booklet, Content::Apart, Ink::Colour);
    (sheet.title, sheet.author) = ("Skataufgaben (Auswahl)".into(), "Skatverein Altenburg".into());
    sheet.date = Some((2026, 11, 17));
    let path = written(&folder, "booklet.pdf", &sheet);
    let path = path.to_str().unwrap();
    if let Some(fonts) = tool("pdffonts", &[path]) {
        let rows: Vec<&str> = fonts.lines().skip(2).collect();
        assert!(rows.len() >= 3, "{fonts}");
        for row in rows {
            // A subset has a name like ABCDEF+LibertinusSerif; embedded, subset and with a map to Unicode.
            assert!(row.as_bytes()[6] == b'+' && row.contains("yes yes yes"), "{fonts}");
        }
    }
    if let Some(info) = tool("pdfinfo", &[path]) {
        for line in
            ["Title:           Skataufgaben (Auswahl)", "Tagged:          yes", "PDF version:     1.7"]
        {
            assert!(info.contains(line), "{info}");
        }
        assert!(info.contains("Skatverein Altenburg") && info.contains("2026"), "{info}");
        assert!(info.contains("Suspects:        no") && info.contains("JavaScript:      no"), "{info}");
    }
    if let Some(metadata) = tool("pdfinfo", &["-meta", path]) {
        assert!(metadata.contains("pdfaid:part>2") && metadata.contains("pdfuaid:part>1"), "{metadata}");
    }
    tool("qpdf", &["--check", path]);
}

#[test]
fn a_page_looks_as_its_picture_does() {
    let folder = Folder::new("picture");
    let mut sheet = Sheet::new(everything().into_iter().take(3).collect(), Language::German);
    (sheet.paper, sheet.content, sheet.look.ink) = (Paper::A5(1), Content::Both, Ink::Colour);
    let path = written(&folder, "page.pdf", &sheet);
    let stem = folder.0.join("page");
    let args = [
        "-r",
        "72",
        "-png",
        "-f",
        "1",
        "-l",
        "1",
        "-singlefile",
        path.to_str().unwrap(),
        stem.to_str().unwrap(),
    ];
    if tool("pdftoppm", &args).is_none() {
        return;
    }
    let theirs = image::open(stem.with_extension("png")).unwrap().to_rgb8();
    let ours = sheet.print(Format::Png(72), &Printing::default()).unwrap().swap_remove(0);
    let ours = image::load_from_memory(&ours).unwrap().to_rgb8();
    assert!(theirs.width().abs_diff(ours.width()) <= 1 && theirs.height().abs_diff(ours.height()) <= 1);
    // Two programs soften edges differently; a lost letter or a moved line would show in the mean of a square.
    let mean = |picture: &image::RgbImage, x: u32, y: u32| -> f32 {
        let square = (0..12).flat_map(|dy| (0..12).map(move |dx| (x + dx, y + dy)));
        square.map(|(x, y)| f32::from(picture.get_pixel(x, y).0[1])).sum::<f32>() / 144.0
    };
    let (width, height) = (theirs.width().min(ours.width()), theirs.height().min(ours.height()));
    for y in (0..height - 12).step_by(12) {
        for x in (0..width - 12).step_by(12) {
            let (a, b) = (mean(&theirs, x, y), mean(&ours, x, y));
            assert!((a - b).abs() < 26.0, "at {x}, {y}: {a} and {b}");
        }
    }
}

#[test]
fn a_hundred_puzzles_are_printed() {
    let puzzles: Vec<Puzzle> = everything().into_iter().cycle().take(100).collect();
    let mut sheet = Sheet::new(puzzles, Language::German);
    (sheet.paper, sheet.content) = (Paper::A4(2), Content::Apart);
    let begun = std::time::Instant::now();
    let pdf = sheet.to_pdf().unwrap();
    println!(
        "{} puzzles with solutions: {:?}, {} KB",
        sheet.puzzles.len(),
        begun.elapsed(),
        pdf.len() / 1024
    );
    assert!(pdf.starts_with(b"%PDF-") && pdf.len() < 2_000_000, "{}", pdf.len());
}
