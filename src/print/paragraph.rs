//! Paragraphs: words measured by the font, lines broken where the whole paragraph looks best, justified, words divided
//! by the patterns of their language.

use super::face::{self, Cut};
use super::marks::{Mark, Rgb, Run};
use crate::words::Language;

/// A stretch of text in one cut and colour.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Piece {
    /// The text, without line breaks.
    pub text: String,
    /// The cut.
    pub cut: Cut,
    /// The colour.
    pub colour: Rgb,
}

/// How lines stand in the column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Align {
    /// Even on both sides.
    #[default]
    Justified,
    /// Even on the left.
    Left,
    /// In the middle.
    Centre,
    /// Even on the right.
    Right,
}

/// How a paragraph is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Setting {
    /// Type size in points.
    pub size: f32,
    /// Width of the lines in points.
    pub width: f32,
    /// How lines stand.
    pub align: Align,
    /// How far lines after the first are indented.
    pub hanging: f32,
    /// Whose patterns divide words.
    pub language: Language,
}

/// Height of a line, in units of the type size.
pub(crate) const LEADING: f32 = 1.2;
/// Where in the height of a line its letters stand.
pub(crate) const BASELINE: f32 = 0.92;
/// A blank may grow to so many times its width; a line that needs more stays uneven.
const LOOSEST: f32 = 3.2;
/// A blank may shrink to this share of its width.
const TIGHTEST: f32 = 0.78;

/// A part of a word that stays whole.
struct Part {
    pieces: Vec<Piece>,
    /// In points.
    width: f32,
    /// Whether a blank comes before it.
    blank: bool,
    /// Whether a hyphen is added if the line ends after it.
    hyphen: bool,
}

/// The lines of a paragraph: the marks of each, with the line's top left corner as origin.
#[must_use]
pub(crate) fn lines(text: &[Piece], setting: &Setting) -> Vec<Vec<Mark>> {
    let parts = parts(text, setting);
    let breaks = breaks(&parts, setting);
    let mut from = 0;
    let mut lines = Vec::with_capacity(breaks.len());
    for &to in &breaks {
        let indent = if from > 0 { setting.hanging } else { 0.0 };
        lines.push(line(&parts[from..to], parts.get(to), indent, setting));
        from = to;
    }
    lines
}

/// Splits at blanks, and words where they may be divided.
fn parts(text: &[Piece], setting: &Setting) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut word: Vec<(char, usize)> = Vec::new();
    for (at, piece) in text.iter().enumerate() {
        for c in face::settable(&piece.text).chars() {
            if c == ' ' || c == '\n' {
                divide(&std::mem::take(&mut word), text, setting, &mut parts);
            } else {
                word.push((c, at));
            }
        }
    }
    divide(&word, text, setting, &mut parts);
    parts
}

fn divide(word: &[(char, usize)], text: &[Piece], setting: &Setting, parts: &mut Vec<Part>) {
    if word.is_empty() {
        return;
    }
    let hyphen_width = face::shape("-", Cut::Regular).width * setting.size;
    let room = setting.width - setting.hanging;
    let mut first = true;
    // Headings and lists are not divided, only what is justified.
    let language = (setting.align == Align::Justified).then_some(setting.language);
    for (from, to, hyphen) in places(word, language) {
        let whole = part(&word[from..to], text, setting.size, hyphen);
        if whole.width + if hyphen { hyphen_width } else { 0.0 } <= room {
            parts.push(Part { blank: first, ..whole });
            first = false;
            continue;
        }
        // Longer than a line: broken where the line ends.
        let mut rest = &word[from..to];
        while !rest.is_empty() {
            let mut count = 1;
            while count < rest.len() && part(&rest[..count + 1], text, setting.size, false).width <= room {
                count += 1;
            }
            let (head, tail) = rest.split_at(count);
            parts.push(Part { blank: first, ..part(head, text, setting.size, false) });
            (first, rest) = (false, tail);
        }
    }
}

/// Where a word may be divided: from, to, and whether a hyphen is added.
fn places(word: &[(char, usize)], language: Option<Language>) -> Vec<(usize, usize, bool)> {
    let language = language.map(|language| match language {
        Language::German => hypher::Lang::German,
        Language::English => hypher::Lang::English,
    });
    let mut places = Vec::new();
    let mut from = 0;
    let mut at = 0;
    while at < word.len() {
        let end = (at..word.len()).find(|&i| !word[i].0.is_alphabetic()).unwrap_or(word.len());
        if let Some(language) = language
            && (6..=60).contains(&(end - at))
        {
            let letters: String = word[at..end].iter().map(|(c, _)| c).collect();
            let mut place = at;
            for syllable in hypher::hyphenate_bounded(&letters, language, 2, 3) {
                place += syllable.chars().count();
                if place < end {
                    places.push((from, place, true));
                    from = place;
                }
            }
        }
        at = end;
        // After a hyphen or dash within a word a line may end as it is.
        while at < word.len() && !word[at].0.is_alphabetic() {
            let dash = matches!(word[at].0, '-' | '–' | '/');
            at += 1;
            if dash
                && at < word.len()
                && at > 1
                && word[at].0.is_alphanumeric()
                && word[at - 2].0.is_alphabetic()
            {
                places.push((from, at, false));
                from = at;
            }
        }
    }
    places.push((from, word.len(), false));
    places
}

fn part(letters: &[(char, usize)], text: &[Piece], size: f32, hyphen: bool) -> Part {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut last = None;
    for &(c, at) in letters {
        match pieces.last_mut() {
            Some(piece) if last == Some(at) => piece.text.push(c),
            _ => pieces.push(Piece { text: c.to_string(), ..text[at].clone() }),
        }
        last = Some(at);
    }
    let width = pieces.iter().map(|piece| face::shape(&piece.text, piece.cut).width * size).sum();
    Part { pieces, width, blank: true, hyphen }
}

/// Where lines end, chosen for the whole paragraph: the fewest ugly lines, ugliness growing fast.
fn breaks(parts: &[Part], setting: &Setting) -> Vec<usize> {
    let count = parts.len();
    let blank = face::blank(Cut::Regular) * setting.size;
    let hyphen = face::shape("-", Cut::Regular).width * setting.size;
    // Only a justified line can be pressed together.
    let tightest = if setting.align == Align::Justified { TIGHTEST } else { 1.0 };
    let mut best: Vec<(f64, usize)> = vec![(f64::INFINITY, 0); count + 1];
    best[0].0 = 0.0;
    for from in 0..count {
        let so_far = best[from].0;
        if !so_far.is_finite() {
            continue;
        }
        let room = setting.width - if from > 0 { setting.hanging } else { 0.0 };
        let after_hyphen = from > 0 && parts[from - 1].hyphen && !parts[from].blank;
        let (mut width, mut blanks) = (0.0, 0);
        for to in from + 1..=count {
            let part = &parts[to - 1];
            width += part.width;
            if to - 1 > from && part.blank {
                blanks += 1;
            }
            let divided = to < count && !parts[to].blank;
            let natural = width + blanks as f32 * blank + if divided && part.hyphen { hyphen } else { 0.0 };
            let slack = room - natural;
            let least = -(blanks as f32) * blank * (1.0 - tightest);
            if slack < least - 0.01 && to > from + 1 {
                break;
            }
            let ratio = if slack < 0.0 {
                f64::from(slack / least.min(-0.01))
            } else if to == count {
                0.0
            } else if setting.align == Align::Justified {
                f64::from(slack / (blanks.max(1) as f32 * blank * 0.6))
            } else {
                // Where blanks keep their width, only the empty end of the line counts.
                f64::from(slack / (room * 0.4))
            };
            let bad = (100.0 * ratio.powi(3)).min(20_000.0);
            let mut cost = (1.0 + bad).powi(2);
            if divided {
                cost += if part.hyphen { 4_000.0 } else { 400.0 };
                cost += if after_hyphen { 12_000.0 } else { 0.0 };
            }
            if to == count && width < room * 0.12 && from > 0 {
                cost += 2_500.0;
            }
            if so_far + cost < best[to].0 {
                best[to] = (so_far + cost, from);
            }
        }
    }
    let mut ends = Vec::new();
    let mut at = count;
    while at > 0 {
        ends.push(at);
        at = best[at].1;
    }
    ends.reverse();
    ends
}

/// One line: runs of one cut and colour, blanks among their letters.
fn line(parts: &[Part], next: Option<&Part>, indent: f32, setting: &Setting) -> Vec<Mark> {
    let last = next.is_none();
    let mut pieces: Vec<Piece> = Vec::new();
    let mut add = |text: &str, like: &Piece| match pieces.last_mut() {
        Some(piece) if piece.cut == like.cut && piece.colour == like.colour => piece.text.push_str(text),
        // A blank belongs to what came before, so that colour never changes a line's spacing.
        Some(piece) if text == " " => piece.text.push(' '),
        _ => pieces.push(Piece { text: text.into(), ..like.clone() }),
    };
    for (at, part) in parts.iter().enumerate() {
        for (first, piece) in part.pieces.iter().enumerate() {
            if at > 0 && first == 0 && part.blank {
                add(" ", piece);
            }
            add(&piece.text, piece);
        }
    }
    let sign = match next {
        Some(next) if next.blank => Some(' '),
        Some(_) if parts.last().is_some_and(|part| part.hyphen) => Some('\u{AD}'),
        _ => None,
    };
    let mut runs: Vec<Run> =
        pieces.into_iter().map(|piece| run(&piece.text, piece.cut, setting.size, piece.colour)).collect();
    if let (Some(run), Some(sign)) = (runs.last_mut(), sign) {
        end_line(run, sign);
    }
    let room = setting.width - indent;
    let ink: f32 = runs.iter().map(Run::width).sum::<f32>() - runs.last().map_or(0.0, trailing);
    let blanks = runs.iter().flat_map(|run| run.glyphs.iter().filter(|glyph| is_blank(run, glyph))).count()
        - usize::from(runs.last().is_some_and(|run| trailing(run) > 0.0));
    let blank = face::blank(Cut::Regular) * setting.size;
    let more = (room - ink) / blanks.max(1) as f32;
    let justify = setting.align == Align::Justified
        && blanks > 0
        && (!last || more < 0.0)
        && more < blank * (LOOSEST - 1.0);
    if justify {
        let mut left = blanks;
        for run in &mut runs {
            let (text, size) = (run.text.clone(), run.size);
            for glyph in &mut run.glyphs {
                if left > 0 && text[glyph.range.clone()] == *" " {
                    glyph.advance += more / size;
                    left -= 1;
                }
            }
        }
    }
    let mut x = indent
        + match setting.align {
            Align::Centre => ((room - ink) / 2.0).max(0.0),
            Align::Right => (room - ink).max(0.0),
            _ => 0.0,
        };
    let mut marks = Vec::with_capacity(runs.len());
    for run in runs {
        let width = run.width();
        marks.push(Mark::letters(run, x, BASELINE * setting.size));
        x += width;
    }
    marks
}

/// A line ends with the blank that the break took, or with a hyphen that reads as a soft one.
fn end_line(run: &mut Run, sign: char) {
    let shaped = face::shape(if sign == ' ' { " " } else { "-" }, run.cut);
    let start = run.text.len();
    run.text.push(sign);
    for mut glyph in shaped.glyphs {
        glyph.range = start..run.text.len();
        run.glyphs.push(glyph);
    }
}

fn is_blank(run: &Run, glyph: &face::Glyph) -> bool {
    run.text[glyph.range.clone()] == *" "
}

/// The width of the blank at the end.
fn trailing(run: &Run) -> f32 {
    run.glyphs.last().filter(|glyph| is_blank(run, glyph)).map_or(0.0, |glyph| glyph.advance * run.size)
}

/// A text in one cut, size and colour.
#[must_use]
pub(crate) fn run(text: &str, cut: Cut, size: f32, colour: Rgb) -> Run {
    let shaped = face::shape(text, cut);
    Run { cut, size, colour, glyphs: shaped.glyphs, text: shaped.text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str, width: f32, language: Language) -> Vec<Vec<Mark>> {
        let piece = Piece { text: text.into(), cut: Cut::Regular, colour: Rgb::BLACK };
        lines(&[piece], &Setting { size: 9.0, width, align: Align::Justified, hanging: 0.0, language })
    }

    fn text_of(lines: &[Vec<Mark>]) -> String {
        let mut text = String::new();
        for mark in lines.iter().flatten() {
            if let crate::print::marks::Shape::Letters(run) = &mark.shape {
                text += &run.text;
            }
        }
        text.replace('\u{AD}', "")
    }

    const PROSE: &str = "Vorhand spielt Grand. Der Alleinspieler hat mit dem Skat 55 Augen, die Gegenspieler haben \
        31. Bei den Gegenspielern sind noch ♠10, ♥10 ♥K ♥D, ♦K ♦D. Mit welcher Karte muss Vorhand herauskommen?";

    #[test]
    fn nothing_is_lost_and_nothing_overruns() {
        for width in [60.0, 90.0, 127.0, 173.0, 258.0, 500.0] {
            for language in Language::ALL {
                let lines = set(PROSE, width, language);
                assert_eq!(text_of(&lines), PROSE);
                for line in &lines {
                    let right = line.iter().map(|mark| mark.bounds()[2]).fold(0.0, f32::max);
                    assert!(right <= width + 0.05, "{right} in {width}");
                }
            }
        }
    }

    #[test]
    fn lines_but_the_last_are_even() {
        let lines = set(PROSE, 200.0, Language::German);
        assert!(lines.len() > 3);
        for line in &lines[..lines.len() - 1] {
            let right = line.iter().map(|mark| mark.bounds()[2]).fold(0.0, f32::max);
            assert!((right - 200.0).abs() < 0.3, "{right}");
        }
    }

    #[test]
    fn words_are_divided_by_their_language() {
        let divided = |language| {
            let lines = set("Gegenspieler Gegenspieler Gegenspieler Gegenspieler", 62.0, language);
            let ends = lines.iter().filter_map(|line| line.last().cloned());
            ends.filter(|mark| matches!(&mark.shape, crate::print::marks::Shape::Letters(run) if run.text.ends_with('\u{AD}')))
                .count()
        };
        assert!(divided(Language::German) > 0);
    }

    #[test]
    fn a_word_longer_than_the_line_is_broken() {
        let word = "x".repeat(10_000);
        let lines = set(&word, 127.0, Language::English);
        assert_eq!(text_of(&lines), word);
        assert!(lines.iter().flatten().all(|mark| mark.bounds()[2] <= 127.1));
    }
}
