//! The PDF: text that can be selected and searched, embedded parts of the fonts, metadata, tags for screen readers
//! (PDF/UA-1) and fit for archives (PDF/A-2a); krilla checks that the file keeps both promises.

use super::face::{Cut, FILES, Step};
use super::flow::Role;
use super::marks::{Mark, Rgb, Run, Shape};
use super::set::Document;
use super::{PrintError, Printing, Sheet};
use krilla::configure::{Accessibility, Archival, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::{Path, PathBuilder, Point, Size, Transform};
use krilla::image::Image;
use krilla::metadata::{DateTime, Metadata};
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, Stroke};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, Identifier, SpanTag, Tag, TagGroup, TagTree};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{SerializeSettings, color::rgb};
use std::collections::HashMap;
use std::num::NonZeroU16;
use std::sync::Arc;

/// What is looked up again and again.
struct Stock {
    fonts: Vec<Font>,
    pictures: HashMap<usize, Image>,
}

/// The pages as one PDF file.
pub(crate) fn file(document: &Document, sheet: &Sheet, printing: &Printing) -> Result<Vec<u8>, PrintError> {
    let fault = |error: String| PrintError::Pdf(error);
    let configuration = ConfigurationBuilder::new()
        .with_archival_validator(Archival::A2_A)
        .with_accessibility_validator(Accessibility::UA1)
        .finish()
        .map_err(|error| fault(format!("{error:?}")))?;
    let settings = SerializeSettings { configuration, ..SerializeSettings::default() };
    let mut pdf = krilla::Document::new_with(settings);
    let fonts: Option<Vec<Font>> = FILES.iter().map(|file| Font::new(file.to_vec().into(), 0)).collect();
    let fonts = fonts.ok_or_else(|| fault("a font cannot be read".into()))?;
    let mut stock = Stock { fonts, pictures: HashMap::new() };
    // What belongs to each part, and the parts in the order of reading.
    let mut tagged: HashMap<usize, Vec<Identifier>> = HashMap::new();
    let mut order: Vec<usize> = Vec::new();
    let mut outline = Outline::new();
    for (number, page) in document.pages.iter().enumerate() {
        if printing.cancel.is_cancelled() {
            return Err(PrintError::Stopped);
        }
        let settings =
            PageSettings::from_wh(page.width, page.height).ok_or_else(|| fault("an empty page".into()))?;
        let mut sheet_of_paper = pdf.start_page_with(settings);
        let mut surface = sheet_of_paper.surface();
        for placed in &page.placed {
            let Some(part) = placed.part else {
                surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(ArtifactType::Page)));
                placed.marks.iter().for_each(|mark| draw(&mut surface, mark, &mut stock));
                surface.end_tagged();
                continue;
            };
            if !tagged.contains_key(&part) {
                order.push(part);
                if let Some(name) = document.parts.get(part).and_then(|part| part.bookmark.clone()) {
                    let there = XyzDestination::new(number, Point::from_xy(0.0, placed.top));
                    outline.push_child(OutlineNode::new(name, there));
                }
            }
            let ids = tagged.entry(part).or_default();
            for marks in placed.marks.chunk_by(|a, b| a.says.is_none() && b.says.is_none()) {
                let tag = match marks[0].says.as_deref() {
                    Some(says) => ContentTag::Span(SpanTag::empty().with_actual_text(Some(says))),
                    None if matches!(marks[0].shape, Shape::Letters(_)) => ContentTag::Span(SpanTag::empty()),
                    None => ContentTag::Other,
                };
                ids.push(surface.start_tagged(tag));
                marks.iter().for_each(|mark| draw(&mut surface, mark, &mut stock));
                surface.end_tagged();
            }
        }
        surface.finish();
        sheet_of_paper.finish();
        printing.step();
    }
    let mut tree = TagTree::new();
    for part in order {
        let Some(ids) = tagged.remove(&part) else { continue };
        let mut group = match &document.parts[part].role {
            Role::Heading(level) => {
                let level = NonZeroU16::new(*level).unwrap_or(NonZeroU16::MIN);
                TagGroup::new(Tag::Hn(level, document.parts[part].bookmark.clone()))
            }
            Role::Paragraph => TagGroup::new(Tag::P),
            Role::Figure(shows) => TagGroup::new(Tag::Figure(Some(shows.clone()))),
        };
        ids.into_iter().for_each(|id| group.push(id));
        tree.push(group);
    }
    pdf.set_tag_tree(tree);
    pdf.set_outline(outline);
    pdf.set_metadata(metadata(sheet));
    pdf.finish().map_err(|error| fault(format!("{error:?}")))
}

fn metadata(sheet: &Sheet) -> Metadata {
    let words = sheet.look.words;
    let language = if words.is_german() { "de" } else { "en" };
    let tidy = |text: &str| {
        let safe = super::face::settable(text).split_whitespace().collect::<Vec<_>>().join(" ");
        safe.chars().take(400).collect::<String>()
    };
    let title = match (sheet.title.trim(), sheet.puzzles.as_slice()) {
        ("", [puzzle]) if !puzzle.title.is_empty() => tidy(puzzle.title.get(words.language)),
        ("", _) => words.t("print.file").to_string(),
        (title, _) => tidy(title),
    };
    let mut authors: Vec<String> = Vec::new();
    for author in std::iter::once(&sheet.author).chain(sheet.puzzles.iter().map(|puzzle| &puzzle.author)) {
        let author = tidy(author);
        if !author.is_empty() && !authors.contains(&author) {
            authors.push(author);
        }
    }
    authors.truncate(20);
    let title = if title.is_empty() { words.t("print.file").to_string() } else { title };
    let mut metadata = Metadata::new()
        .title(title)
        .language(language.into())
        .creator("Kiebitz".into())
        .keywords(vec!["Skat".into()]);
    if !authors.is_empty() {
        metadata = metadata.authors(authors);
    }
    // The format wants a date even where none is printed.
    if let Some((year, month, day)) = sheet.date.or_else(super::today) {
        metadata = metadata.creation_date(DateTime::new(year).month(month).day(day));
    }
    metadata
}

fn fill(Rgb(r, g, b): Rgb) -> Fill {
    Fill { paint: rgb::Color::new(r, g, b).into(), opacity: NormalizedF32::ONE, rule: FillRule::NonZero }
}

fn draw(surface: &mut Surface<'_>, mark: &Mark, stock: &mut Stock) {
    let [a, b, c, d, e, f] = mark.place.0;
    surface.push_transform(&Transform::from_row(a, b, c, d, e, f));
    match &mark.shape {
        Shape::Letters(run) => letters(surface, run, &stock.fonts),
        Shape::Areas(areas) => {
            for (steps, colour) in areas {
                surface.set_stroke(None);
                surface.set_fill(Some(fill(*colour)));
                if let Some(path) = path(steps) {
                    surface.draw_path(&path);
                }
            }
        }
        Shape::Outline(steps, width, Rgb(r, g, b)) => {
            surface.set_fill(None);
            let paint = rgb::Color::new(*r, *g, *b).into();
            surface.set_stroke(Some(Stroke { paint, width: *width, ..Stroke::default() }));
            if let Some(path) = path(steps) {
                surface.draw_path(&path);
            }
            surface.set_stroke(None);
        }
        Shape::Picture(dots, [width, height]) => {
            let key = Arc::as_ptr(dots) as usize;
            let image = stock
                .pictures
                .entry(key)
                .or_insert_with(|| Image::from_rgba8(dots.rgba.clone(), dots.width, dots.height));
            if let Some(size) = Size::from_wh(*width, *height) {
                surface.draw_image(image.clone(), size);
            }
        }
    }
    surface.pop();
}

fn letters(surface: &mut Surface<'_>, run: &Run, fonts: &[Font]) {
    let font = match run.cut {
        Cut::Regular => &fonts[0],
        Cut::Bold => &fonts[1],
        Cut::Italic => &fonts[2],
    };
    let glyphs: Vec<KrillaGlyph> = run
        .glyphs
        .iter()
        .map(|glyph| {
            let id = GlyphId::new(u32::from(glyph.id));
            KrillaGlyph::new(id, glyph.advance, glyph.dx, glyph.dy, 0.0, glyph.range.clone(), None)
        })
        .collect();
    surface.set_stroke(None);
    surface.set_fill(Some(fill(run.colour)));
    surface.draw_glyphs(Point::from_xy(0.0, 0.0), &glyphs, font.clone(), &run.text, run.size, false);
}

fn path(steps: &[Step]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for step in steps {
        match *step {
            Step::Move([x, y]) => builder.move_to(x, y),
            Step::Line([x, y]) => builder.line_to(x, y),
            Step::Curve([a, b], [c, d], [x, y]) => builder.cubic_to(a, b, c, d, x, y),
            Step::Close => builder.close(),
        }
    }
    builder.finish()
}
