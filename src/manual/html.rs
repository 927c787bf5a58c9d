//! The manual as HTML: a folder of pages that need nothing else, neither a script nor a server nor a network.

use super::{Block, Page, Span, Speech, Target, pages};
use crate::plain;
use crate::print;
use std::fmt::Write as _;

const STYLE: &str = include_str!("../../assets/manual/manual.css");

/// The files of the manual in the language of these words, by name; `index.html` opens it.
#[must_use]
pub fn book(speech: &Speech<'_>) -> Vec<(String, String)> {
    let all = pages(speech.words.language);
    let mut files =
        vec![("manual.css".to_string(), STYLE.to_string()), ("index.html".into(), index(all, speech))];
    for (at, page) in all.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| all.get(at));
        files.push((file(page.id), whole(page, [before, all.get(at + 1)], speech)));
    }
    files
}

fn file(id: &str) -> String {
    format!("{id}.html")
}

/// The frame that every page has.
fn framed(title: &str, body: &str, speech: &Speech<'_>) -> String {
    let words = speech.words;
    let language = if words.is_german() { "de" } else { "en" };
    let name = plain::xml(words.t("manual.name"));
    format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta name=\"generator\" content=\"Kiebitz\">\n\
         <title>{} – {name}</title>\n<link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" \
         href=\"manual.css\">\n</head>\n<body>\n{body}</body>\n</html>\n",
        plain::xml(title)
    )
}

/// The contents; `here` is the page on which they stand.
fn contents(all: &[Page], here: Option<&str>, speech: &Speech<'_>) -> String {
    let mut html = String::new();
    for (at, page) in all.iter().enumerate() {
        let first = at == 0 || all[at - 1].chapter != page.chapter;
        if first {
            let close = if at == 0 { "" } else { "</ul>\n" };
            let _ = writeln!(html, "{close}<p class=\"chapter\">{}</p>\n<ul>", chapter(page, speech));
        }
        let current = if here == Some(page.id) { " class=\"here\"" } else { "" };
        let _ = writeln!(
            html,
            "<li><a href=\"{}\"{current}>{}</a></li>",
            file(page.id),
            plain::xml(&page.document.title)
        );
    }
    html + "</ul>\n"
}

fn chapter(page: &Page, speech: &Speech<'_>) -> String {
    plain::xml(speech.words.find(page.chapter).unwrap_or(page.chapter))
}

fn index(all: &[Page], speech: &Speech<'_>) -> String {
    let name = speech.words.t("manual.name");
    let body = format!(
        "<main class=\"index\">\n<h1>{}</h1>\n<nav>\n{}</nav>\n</main>\n",
        plain::xml(name),
        contents(all, None, speech)
    );
    framed(name, &body, speech)
}

fn whole(page: &Page, [before, after]: [Option<&Page>; 2], speech: &Speech<'_>) -> String {
    let words = speech.words;
    let all = pages(words.language);
    let mut body = format!(
        "<nav class=\"contents\" aria-label=\"{}\">\n<p><a href=\"index.html\">{}</a></p>\n{}</nav>\n<main>\n<h1>{}</h1>\n",
        plain::xml(words.t("manual.contents")),
        plain::xml(words.t("manual.name")),
        contents(all, Some(page.id), speech),
        plain::xml(&page.document.title)
    );
    let mut writer = Writer { page, speech, figures: 0, html: String::new() };
    page.document.blocks.iter().for_each(|block| writer.block(block));
    body.push_str(&writer.html);
    body.push_str("<p class=\"turn\">");
    for (sign, other) in [("←", before), ("→", after)] {
        if let Some(other) = other {
            let (file, title) = (file(other.id), plain::xml(&other.document.title));
            let _ = write!(body, "<a href=\"{file}\">{sign} {title}</a> ");
        }
    }
    body.push_str("</p>\n</main>\n");
    framed(&page.document.title, &body, speech)
}

struct Writer<'a> {
    page: &'a Page,
    speech: &'a Speech<'a>,
    figures: usize,
    html: String,
}

impl Writer<'_> {
    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading { level, text, anchor } => {
                let text = plain::xml(&self.speech.words.transposed(text));
                let _ = writeln!(self.html, "<h{level} id=\"{anchor}\">{text}</h{level}>");
            }
            Block::Paragraph(spans) => {
                let text = self.line(spans);
                let _ = writeln!(self.html, "<p>{text}</p>");
            }
            Block::List { numbered, items } => {
                let name = if *numbered { "ol" } else { "ul" };
                let _ = writeln!(self.html, "<{name}>");
                for item in items {
                    let text = self.line(item);
                    let _ = writeln!(self.html, "<li>{text}</li>");
                }
                let _ = writeln!(self.html, "</{name}>");
            }
            Block::Table(rows) => self.table(rows),
            Block::Figure(figure, caption) => {
                self.figures += 1;
                let words = &self.speech.words;
                let letters = format!("f{}-", self.figures);
                let svg = print::inline(&figure.draw(*words), &letters, &figure.in_words(words));
                let caption = self.line(caption);
                let _ = write!(self.html, "<figure>\n{svg}");
                if !caption.is_empty() {
                    let _ = writeln!(self.html, "<figcaption>{caption}</figcaption>");
                }
                self.html.push_str("</figure>\n");
            }
        }
    }

    fn table(&mut self, rows: &[Vec<Vec<Span>>]) {
        self.html.push_str("<table>\n");
        for (at, row) in rows.iter().enumerate() {
            let (open, close) = if at == 0 { ("<th scope=\"col\">", "</th>") } else { ("<td>", "</td>") };
            self.html.push_str("<tr>");
            for cell in row {
                let text = self.line(cell);
                let _ = write!(self.html, "{open}{text}{close}");
            }
            self.html.push_str("</tr>\n");
        }
        self.html.push_str("</table>\n");
    }

    fn line(&self, spans: &[Span]) -> String {
        spans.iter().map(|span| self.span(span)).collect()
    }

    fn span(&self, span: &Span) -> String {
        let text = plain::xml(&self.speech.text(span));
        match span {
            Span::Text(_) => text,
            Span::Bold(_) => format!("<strong>{text}</strong>"),
            Span::Italic(_) => format!("<em>{text}</em>"),
            Span::Code(_) => format!("<code>{text}</code>"),
            Span::Key(_) => format!("<kbd>{text}</kbd>"),
            Span::Command(_) => format!("<b class=\"command\">{text}</b>"),
            Span::Link(_, target) => {
                let Target { page, anchor } = self.page.target(target);
                let anchor = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
                format!("<a href=\"{}{anchor}\">{text}</a>", file(&page))
            }
        }
    }
}
