//! Setting a sheet: headings, diagrams, questions and solutions as slabs, then pages with running head and number.

use super::diagram::Diagram;
use super::face::Cut;
use super::flow::{self, Frame, Page, Part, Placed, Role, Slab};
use super::marks::{Mark, Place as At, Rgb};
use super::paragraph::{self, Align, LEADING, Piece, Setting, run};
use super::{Content, Paper, Sheet};
use crate::puzzle::Puzzle;
use crate::puzzle::wording::subtitle;
use std::collections::BTreeMap;

/// Pages, and what their parts are.
pub(crate) struct Document {
    /// The pages.
    pub pages: Vec<Page>,
    /// The parts that [`Placed::part`] counts.
    pub parts: Vec<Part>,
}

/// Sets the whole sheet.
pub(crate) fn document(sheet: &Sheet) -> Document {
    let frame = frame(sheet);
    let mut setter = Setter::new(sheet, frame);
    match sheet.paper {
        Paper::Column(_) => setter.strips(),
        Paper::Booklet => return booklet(sheet, frame),
        _ => setter.sheet(),
    }
    let mut pages = flow::pages(std::mem::take(&mut setter.slabs), &frame);
    furnish(&mut pages, sheet, &frame);
    Document { pages, parts: setter.parts }
}

/// The paper of a sheet.
fn frame(sheet: &Sheet) -> Frame {
    match sheet.paper {
        Paper::Column(width) => Frame::column(width.clamp(35.0, 200.0)),
        Paper::A5(columns) => Frame::paper(148.0, 210.0, columns.min(2)),
        Paper::A4(columns) => Frame::paper(210.0, 297.0, columns.min(4)),
        Paper::Booklet => Frame::paper(148.0, 210.0, 1),
    }
}

/// Type size in points: it depends on the column, never on how much is to be printed.
fn type_size(measure: f32) -> f32 {
    match measure {
        ..150.0 => 8.5,
        ..200.0 => 9.0,
        _ => 9.8,
    }
}

struct Setter<'a> {
    sheet: &'a Sheet,
    frame: Frame,
    size: f32,
    parts: Vec<Part>,
    slabs: Vec<Slab>,
    /// Whether lines reach across all columns.
    across: bool,
    /// Where each puzzle's question begins.
    questions: BTreeMap<usize, usize>,
}

impl<'a> Setter<'a> {
    fn new(sheet: &'a Sheet, frame: Frame) -> Setter<'a> {
        let size = type_size(frame.measure());
        let (parts, slabs, questions) = (Vec::new(), Vec::new(), BTreeMap::new());
        Setter { sheet, frame, size, parts, slabs, across: false, questions }
    }

    /// One strip for each puzzle, and one for its solution if that comes apart.
    fn strips(&mut self) {
        for at in 0..self.sheet.puzzles.len() {
            let from = self.slabs.len();
            if self.sheet.content != Content::Solution {
                self.question(at, 1);
                self.page_at(from);
            }
            let from = self.slabs.len();
            match self.sheet.content {
                Content::Solution => self.solution_with_cards(at, 1),
                Content::Both => self.solution(at, None),
                Content::UpsideDown => self.upside_down(at),
                Content::Apart => self.solution(at, Some(1)),
                Content::Question => {}
            }
            if matches!(self.sheet.content, Content::Solution | Content::Apart) {
                self.page_at(from);
            }
        }
    }

    fn page_at(&mut self, slab: usize) {
        if let Some(slab) = self.slabs.get_mut(slab) {
            slab.page = true;
        }
    }

    /// Puzzles in columns below the title of the sheet.
    fn sheet(&mut self) {
        let level = if self.title() { 2 } else { 1 };
        for at in 0..self.sheet.puzzles.len() {
            match self.sheet.content {
                Content::Solution => self.solution_with_cards(at, level),
                content => {
                    self.question(at, level);
                    match content {
                        Content::Both => self.solution(at, None),
                        Content::UpsideDown => self.upside_down(at),
                        _ => {}
                    }
                }
            }
        }
        if self.sheet.content == Content::Apart {
            self.solutions();
        }
    }

    /// All solutions on pages of their own.
    fn solutions(&mut self) {
        let from = self.slabs.len();
        let heading = self.sheet.look.words.t("sheet.solutions");
        self.across = true;
        self.heading(1, heading, 1.5, true);
        self.gap(0.6);
        self.across = false;
        self.page_at(from);
        for at in 0..self.sheet.puzzles.len() {
            self.solution(at, Some(2));
        }
    }

    /// The title of the sheet and who made it; whether there is one.
    fn title(&mut self) -> bool {
        let title = self.sheet.title.trim();
        if title.is_empty() {
            return false;
        }
        self.across = true;
        self.heading(1, title, 1.7, true);
        if !self.sheet.author.trim().is_empty() {
            let author = self.piece(&self.sheet.author, Cut::Italic, Rgb::BLACK);
            self.paragraph(&[author], 1.0, Align::Centre, 0.0, true);
            self.gap(0.5);
        }
        self.across = false;
        self.gap(0.6);
        true
    }

    /// Number and title of a puzzle.
    fn name(&self, at: usize) -> String {
        let title = self.sheet.puzzles[at].title.get(self.sheet.look.words.language).trim();
        match (self.sheet.is_numbered(), title.is_empty()) {
            (true, true) => format!("{}", self.sheet.first + at),
            // The number stays with the first word.
            (true, false) => format!("{}\u{A0}\u{A0}{title}", self.sheet.first + at),
            (false, true) => subtitle(&self.sheet.puzzles[at], &self.sheet.look.words),
            (false, false) => title.to_string(),
        }
    }

    fn question(&mut self, at: usize, level: u16) {
        self.questions.insert(at, self.parts.len());
        self.head(at, level, false);
        let puzzle = &self.sheet.puzzles[at];
        let words = self.sheet.look.words;
        let question = words.transposed(puzzle.question.get(words.language));
        let last = question.trim().is_empty();
        self.diagram(puzzle, false, !last);
        self.prose(&question, 1.0);
        self.credit(puzzle);
    }

    /// Heading and what is played.
    fn head(&mut self, at: usize, level: u16, again: bool) {
        let name = self.name(at);
        let name = match again {
            true => self.sheet.look.words.fill("sheet.solution_of", &[("title", &name)]),
            false => name,
        };
        self.heading(level, &name, 1.22, false);
        let subtitle = subtitle(&self.sheet.puzzles[at], &self.sheet.look.words);
        if !again || self.sheet.content == Content::Solution {
            let piece = self.piece(&subtitle, Cut::Italic, Rgb::GREY);
            self.paragraph(&[piece], 0.97, Align::Centre, 0.0, true);
            self.gap(0.25);
        }
    }

    /// More room above the next slab.
    fn gap(&mut self, ems: f32) {
        if let Some(slab) = self.slabs.last_mut() {
            slab.height += ems * self.size;
        }
    }

    fn diagram(&mut self, puzzle: &Puzzle, open: bool, keep: bool) {
        let sheet = self.sheet;
        let diagram = Diagram { puzzle, look: &sheet.look, style: sheet.style, size: self.size * 1.04, open };
        let drawing = diagram.draw(self.frame.measure());
        let part = self.part(Role::Figure(diagram.in_words()), None);
        // A diagram taller than a column is made smaller rather than cut.
        let scale = (self.frame.depth() / drawing.height.max(1.0)).min(1.0);
        let left = self.frame.measure() * (1.0 - scale) / 2.0;
        let place = At([scale, 0.0, 0.0, scale, left, 0.0]);
        let marks = drawing.marks.into_iter().map(|mark| mark.moved(place)).collect();
        let height = drawing.height * scale;
        self.slabs.push(Slab { height, above: 0.0, keep, page: false, across: false, part, marks });
        self.gap(0.45);
    }

    /// Author and source.
    fn credit(&mut self, puzzle: &Puzzle) {
        let mut from = vec![puzzle.author.trim().to_string(), puzzle.source.trim().to_string()];
        from.extend(puzzle.year.map(|year| year.to_string()).filter(|year| !puzzle.source.contains(year)));
        from.retain(|part| !part.is_empty());
        if from.is_empty() {
            return;
        }
        if let Some(slab) = self.slabs.last_mut() {
            slab.keep = true;
        }
        let piece = self.piece(&from.join(", "), Cut::Italic, Rgb::GREY);
        self.paragraph(&[piece], 0.88, Align::Right, 0.0, false);
    }

    /// The solution sheet: everything open.
    fn solution_with_cards(&mut self, at: usize, level: u16) {
        self.head(at, level, true);
        let puzzle = &self.sheet.puzzles[at];
        self.diagram(puzzle, true, true);
        self.solution_text(at, 1.0);
        self.credit(puzzle);
    }

    /// The solution below its question, or under its number on a page of solutions.
    fn solution(&mut self, at: usize, level: Option<u16>) {
        match level {
            Some(level) => {
                let name = self.name(at);
                let name = match level {
                    1 => self.sheet.look.words.fill("sheet.solution_of", &[("title", &name)]),
                    _ => name,
                };
                self.heading(level, &name, 1.06, false);
            }
            None => {
                let piece = self.piece(self.sheet.look.words.t("sheet.solution"), Cut::Bold, Rgb::BLACK);
                let from = self.slabs.len();
                self.paragraph(&[piece], 1.0, Align::Left, 0.0, true);
                if let Some(slab) = self.slabs.get_mut(from) {
                    slab.above = self.size * 0.7;
                }
            }
        }
        self.solution_text(at, 0.95);
    }

    fn solution_text(&mut self, at: usize, scale: f32) {
        let words = self.sheet.look.words;
        let text = words.transposed(self.sheet.puzzles[at].solution.get(words.language));
        if text.trim().is_empty() {
            let none = self.piece(self.sheet.look.words.t("sheet.no_solution"), Cut::Italic, Rgb::GREY);
            self.paragraph(&[none], scale, Align::Left, 0.0, false);
        } else {
            self.prose(&text, scale);
        }
    }

    /// The solution turned on its head, in small type.
    fn upside_down(&mut self, at: usize) {
        let mut inner = Setter::new(self.sheet, self.frame);
        inner.size = self.size * 0.9;
        let label = inner.piece(self.sheet.look.words.t("sheet.solution"), Cut::Bold, Rgb::BLACK);
        inner.paragraph(&[label], 1.0, Align::Left, 0.0, true);
        inner.solution_text(at, 1.0);
        let (width, depth) = (self.frame.measure(), self.frame.depth());
        let mut lines = std::mem::take(&mut inner.slabs).into_iter().peekable();
        while lines.peek().is_some() {
            // As much as a column holds is turned as one.
            let (mut height, mut marks) = (0.0, Vec::new());
            while let Some(line) =
                lines.next_if(|line| height == 0.0 || height + line.above + line.height <= depth)
            {
                let y = height + if height > 0.0 { line.above } else { 0.0 };
                marks.extend(line.marks.into_iter().map(|mark| mark.moved(At::at(0.0, y))));
                height = y + line.height;
            }
            let turn = At::turned(std::f32::consts::PI, [width / 2.0, height / 2.0]);
            let marks = marks.into_iter().map(|mark| mark.moved(turn)).collect();
            let part = self.part(Role::Paragraph, None);
            let above = self.size * 0.8;
            self.slabs.push(Slab { height, above, keep: false, page: false, across: false, part, marks });
        }
    }

    fn part(&mut self, role: Role, bookmark: Option<String>) -> usize {
        self.parts.push(Part { role, bookmark });
        self.parts.len() - 1
    }

    fn piece(&self, text: &str, cut: Cut, colour: Rgb) -> Piece {
        Piece { text: text.to_string(), cut, colour }
    }

    fn heading(&mut self, level: u16, text: &str, scale: f32, centre: bool) {
        let align = if centre { Align::Centre } else { Align::Left };
        let text = super::face::settable(text);
        let bookmark: String =
            text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(120).collect();
        let part = self.part(Role::Heading(level), Some(bookmark));
        let pieces = self.sheet.look.coloured(&text, Cut::Bold, Rgb::BLACK);
        let above = self.size * if centre { 0.6 } else { 1.5 };
        self.lines(&pieces, part, scale, align, 0.0, true, above);
        self.gap(if centre { 0.5 } else { 0.1 });
    }

    fn paragraph(&mut self, text: &[Piece], scale: f32, align: Align, hanging: f32, keep: bool) {
        let part = self.part(Role::Paragraph, None);
        self.lines(text, part, scale, align, hanging, keep, self.size * 0.18);
    }

    /// Running text, a paragraph for each line; tricks that are counted hang from their numbers.
    fn prose(&mut self, text: &str, scale: f32) {
        let count = text.lines().filter(|line| !line.trim().is_empty()).count();
        for (at, line) in text.lines().filter(|line| !line.trim().is_empty()).enumerate() {
            let counted = line.split_once(". ").is_some_and(|(number, _)| number.parse::<u8>().is_ok());
            let pieces = self.sheet.look.coloured(line.trim(), Cut::Regular, Rgb::BLACK);
            let hanging = if counted { self.size * scale * 1.1 } else { 0.0 };
            // The last sentence does not go to the next column alone.
            self.paragraph(&pieces, scale, Align::Justified, hanging, at + 2 == count);
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn lines(
        &mut self,
        text: &[Piece],
        part: usize,
        scale: f32,
        align: Align,
        hanging: f32,
        keep: bool,
        above: f32,
    ) {
        let size = self.size * scale;
        let language = self.sheet.look.words.language;
        let width = match self.across {
            true => self.frame.width - 2.0 * self.frame.margin,
            false => self.frame.measure(),
        };
        let setting = Setting { size, width, align, hanging, language };
        let lines = paragraph::lines(text, &setting);
        let count = lines.len();
        for (at, marks) in lines.into_iter().enumerate() {
            // No first line alone at the foot of a column, no last line alone at its head.
            let together = count > 1 && (at == 0 || at + 2 == count);
            self.slabs.push(Slab {
                height: size * LEADING,
                above: if at == 0 { above } else { 0.0 },
                keep: keep || together,
                page: false,
                across: self.across,
                part,
                marks,
            });
        }
    }
}

/// Running head and page number.
fn furnish(pages: &mut [Page], sheet: &Sheet, frame: &Frame) {
    if frame.strip {
        return;
    }
    let size = 8.0;
    let head = flow_title(sheet);
    let date = sheet.date.map(|date| printed_date(sheet, date));
    for (at, page) in pages.iter_mut().enumerate() {
        let mut marks = Vec::new();
        let y = frame.margin + size;
        let (left, right) = (frame.margin, frame.width - frame.margin);
        let mut room = right - left;
        if let Some(date) = &date {
            let date = run(date, Cut::Italic, size, Rgb::GREY);
            room -= date.width() + size;
            let x = right - date.width();
            marks.push(Mark::letters(date, x, y));
        }
        let title = fitting(&head, size, room);
        if !title.is_empty() {
            marks.push(Mark::letters(run(&title, Cut::Italic, size, Rgb::GREY), left, y));
        }
        if !marks.is_empty() {
            marks.push(Mark::rule(left, y + 3.0, right - left, 0.3, Rgb::RULE));
        }
        let number = run(&(at + 1).to_string(), Cut::Regular, size + 0.5, Rgb::BLACK);
        let x = (frame.width - number.width()) / 2.0;
        marks.push(Mark::letters(number, x, frame.height - frame.margin - 2.5));
        page.placed.push(Placed { part: None, top: 0.0, marks });
    }
}

/// What the running head says.
fn flow_title(sheet: &Sheet) -> String {
    let title = match sheet.title.trim() {
        "" => sheet.look.words.t("print.file"),
        title => title,
    };
    let parts = [title, sheet.author.trim()];
    super::face::settable(&parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · "))
        .replace('\n', " ")
}

/// As much of a text as fits, with dots where it was cut.
fn fitting(text: &str, size: f32, room: f32) -> String {
    let mut text: String = text.chars().take(300).collect();
    if run(&text, Cut::Italic, size, Rgb::GREY).width() <= room {
        return text;
    }
    while !text.is_empty() && run(&format!("{text}…"), Cut::Italic, size, Rgb::GREY).width() > room {
        text.pop();
    }
    format!("{}…", text.trim_end())
}

const MONTHS: [&str; 12] = [
    "month.january",
    "month.february",
    "month.march",
    "month.april",
    "month.may",
    "month.june",
    "month.july",
    "month.august",
    "month.september",
    "month.october",
    "month.november",
    "month.december",
];

/// `17. November 2026`, `17 November 2026`.
fn printed_date(sheet: &Sheet, (year, month, day): super::Date) -> String {
    let words = sheet.look.words;
    let month = MONTHS.get(usize::from(month).wrapping_sub(1)).map_or("", |key| words.t(key));
    words.fill("sheet.date", &[("day", &day), ("month", &month), ("year", &year)])
}

/// A booklet: title and contents, questions, solutions, an index of motifs and difficulty.
fn booklet(sheet: &Sheet, frame: Frame) -> Document {
    let mut body = Setter::new(sheet, frame);
    for at in 0..sheet.puzzles.len() {
        let from = body.slabs.len();
        body.question(at, 2);
        if at == 0 {
            body.page_at(from);
        }
    }
    body.solutions();
    body.index();
    let questions = body.questions.clone();
    let body_pages = flow::pages(std::mem::take(&mut body.slabs), &frame);
    // The contents are as long whatever the numbers are, so their pages can be counted before.
    let contents = |first: usize| {
        let mut front = Setter::new(sheet, frame);
        if !front.title() {
            front.heading(1, sheet.look.words.t("print.file"), 1.7, true);
        }
        for (&at, &part) in &questions {
            let page =
                body_pages.iter().position(|page| page.placed.iter().any(|placed| placed.part == Some(part)));
            front.entry(&front.name(at), first + page.unwrap_or(0));
        }
        let pages = flow::pages(std::mem::take(&mut front.slabs), &frame);
        (pages, front.parts)
    };
    let length = contents(0).0.len();
    let (mut pages, mut parts) = contents(length + 1);
    let offset = parts.len();
    pages.extend(body_pages.into_iter().map(|mut page| {
        for placed in &mut page.placed {
            placed.part = placed.part.map(|part| part + offset);
        }
        page
    }));
    parts.extend(body.parts);
    furnish(&mut pages, sheet, &frame);
    Document { pages, parts }
}

impl Setter<'_> {
    /// A line of the contents: dots lead to the page.
    fn entry(&mut self, name: &str, page: usize) {
        let size = self.size;
        let width = self.frame.measure();
        let number = run(&page.to_string(), Cut::Regular, size, Rgb::BLACK);
        let name = fitting(&super::face::settable(name), size, width - 40.0);
        let name = run(&format!("{name} "), Cut::Regular, size, Rgb::BLACK);
        let base = size * paragraph::BASELINE;
        let dot = run(" .", Cut::Regular, size, Rgb::GREY);
        let room = width - name.width() - number.width() - size * 0.6;
        let dots = run(&" .".repeat((room / dot.width()).max(0.0) as usize), Cut::Regular, size, Rgb::GREY);
        let dots_at = width - number.width() - size * 0.4 - dots.width();
        let x = width - number.width();
        let marks = vec![
            Mark::letters(name, 0.0, base),
            Mark::letters(dots, dots_at, base),
            Mark::letters(number, x, base),
        ];
        let part = self.part(Role::Paragraph, None);
        let height = size * LEADING;
        let above = size * 0.15;
        self.slabs.push(Slab { height, above, keep: false, page: false, across: false, part, marks });
    }

    /// Which puzzles have which motif, and how hard they are.
    fn index(&mut self) {
        let words = self.sheet.look.words;
        let from = self.slabs.len();
        self.heading(1, words.t("sheet.index"), 1.5, true);
        self.page_at(from);
        let mut tags: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut grades: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
        for (at, puzzle) in self.sheet.puzzles.iter().enumerate() {
            for tag in &puzzle.tags {
                // Motifs, games and seats all serve as tags; what the catalogue does not know is printed as it is.
                let name = ["tag", "suit", "game", "contract", "seat"]
                    .iter()
                    .find_map(|kind| words.find(&format!("{kind}.{tag}")))
                    .map_or_else(|| tag.clone(), ToString::to_string);
                tags.entry(crate::words::capitalised(&name)).or_default().push(self.sheet.first + at);
            }
            if let Some(grade) = puzzle.difficulty {
                grades.entry(grade).or_default().push(self.sheet.first + at);
            }
        }
        let grade = |grade: u8| match grade {
            1 => words.t("difficulty.easy"),
            2 => words.t("difficulty.medium"),
            _ => words.t("difficulty.hard"),
        };
        let grades =
            grades.into_iter().map(|(at, puzzles)| (crate::words::capitalised(grade(at)), puzzles)).collect();
        for (heading, rows) in
            [(words.t("sheet.motifs"), tags.into_iter().collect()), (words.t("sheet.difficulty"), grades)]
        {
            let rows: Vec<(String, Vec<usize>)> = rows;
            if rows.is_empty() {
                continue;
            }
            self.heading(2, heading, 1.15, false);
            for (name, puzzles) in rows {
                let numbers: Vec<String> = puzzles.iter().map(ToString::to_string).collect();
                let text = [
                    self.piece(&format!("{name}: "), Cut::Italic, Rgb::BLACK),
                    self.piece(&numbers.join(", "), Cut::Regular, Rgb::BLACK),
                ];
                let hanging = self.size;
                self.paragraph(&text, 1.0, Align::Left, hanging, false);
            }
        }
    }
}
