//! Texts that mean harm stay texts.

use kiebitz::print::{Content, Format, Paper, Printing, Sheet, page_path};
use kiebitz::puzzle::{Puzzle, bundled};
use kiebitz::words::Language;

use crate::tools::{Folder, tool, written};

fn hostile() -> Vec<String> {
    vec![
        "<script>alert(1)</script>".into(),
        "</script><img src=x onerror=alert(1)>".into(),
        "]]> --> */ </style> </desc> </title>".into(),
        ") Tj ET (\\) << /JS (app.alert(1)) >> stream endstream".into(),
        "\u{0}\u{1}\u{7}\u{1b}[31m\u{7f}\u{85}\u{2028}\u{2029}\u{fffe}".into(),
        "\u{202e}gnol\u{202c} \u{2066}x\u{2069}\u{200f}".into(),
        "x".repeat(10_000),
        "Wort ".repeat(2_000),
        "漢字 😀 𝄞 ﷽".into(),
        "'; DROP TABLE x; -- \" & &amp; $(rm) `id` ../../etc/passwd".into(),
    ]
}

fn puzzle(text: &str) -> Puzzle {
    let (_, mut puzzle) = bundled().find(|(name, _)| *name == "kiebitz-grand-1.ron").unwrap();
    for texts in [&mut puzzle.title, &mut puzzle.question, &mut puzzle.solution] {
        (texts.de, texts.en) = (text.to_string(), text.to_string());
    }
    (puzzle.author, puzzle.source) = (text.to_string(), text.to_string());
    puzzle.tags.insert(text.to_string());
    puzzle
}

#[test]
fn hostile_texts_are_harmless_in_every_format() {
    let folder = Folder::new("hostile");
    for text in hostile() {
        let mut sheet = Sheet::new(vec![puzzle(&text), puzzle(&text)], Language::German);
        (sheet.title, sheet.author, sheet.content) = (text.clone(), text.clone(), Content::Both);
        for paper in [Paper::Column(45.0), Paper::A4(3), Paper::Booklet] {
            sheet.paper = paper;
            let file = written(&folder, "hostile.pdf", &sheet);
            if let Some(facts) = tool("pdfinfo", &[file.to_str().unwrap()]) {
                assert!(
                    facts.lines().any(|line| line.split_whitespace().eq(["JavaScript:", "no"])),
                    "{facts}"
                );
            }
            tool("qpdf", &["--check", file.to_str().unwrap()]);
            for svg in sheet.to_svg() {
                assert!(!svg.contains("<script") && !svg.contains("<img"));
                let parsed = resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default());
                assert!(parsed.is_ok(), "{text:.60}");
            }
        }
        let plain = sheet.to_text();
        assert!(!plain.chars().any(|c| c.is_control() && c != '\n'), "{text:.60}");
        let markdown = sheet.to_markdown();
        // A backslash makes of the bracket a letter.
        let raw = markdown.replace("\\<", "");
        assert!(!raw.contains("<script") && !raw.contains("<img"), "{markdown:.400}");
        let html = sheet.print(Format::Html, &Printing::default()).unwrap().swap_remove(0);
        let html = String::from_utf8(html).unwrap();
        // Two scripts are ours: the data and the program.
        assert_eq!(html.matches("<script").count(), 2, "{text:.60}");
        assert_eq!(html.matches("</script").count(), 2);
        assert_eq!(html.matches("</style").count(), 1);
        assert!(!html.contains("<img") && !html.contains('\u{202e}'), "{text:.60}");
    }
}

#[test]
fn a_file_is_named_by_its_path_alone() {
    let path = page_path("out/../sheet.svg".as_ref(), 1);
    assert_eq!(path, std::path::Path::new("out/../sheet-2.svg"));
}
