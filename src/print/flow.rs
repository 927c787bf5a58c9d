//! Columns and pages: slabs that are never cut, set one below the other, column by column, page by page.

use super::marks::{MM, Mark, Place};

/// What a part of the document is, for readers that do not look at it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Role {
    /// A heading of this level.
    Heading(u16),
    /// A paragraph.
    Paragraph,
    /// A diagram, and what it shows in words.
    Figure(String),
}

/// A part of the document: a heading, a paragraph, a diagram. Its slabs may lie on several pages.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    /// What it is.
    pub role: Role,
    /// What a list of bookmarks calls it.
    pub bookmark: Option<String>,
}

/// Something that is never cut: a line, a diagram.
#[derive(Clone, Debug)]
pub(crate) struct Slab {
    /// In points.
    pub height: f32,
    /// Room above it, unless it stands at the head of a column.
    pub above: f32,
    /// Whether it stays with the next one.
    pub keep: bool,
    /// Whether a new page begins with it.
    pub page: bool,
    /// Whether it reaches across all columns, which only the first slabs of a page do.
    pub across: bool,
    /// The number of its part.
    pub part: usize,
    /// Its marks, from its top left corner.
    pub marks: Vec<Mark>,
}

/// The paper and what of it is printed on. Lengths in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    /// Width of the page.
    pub width: f32,
    /// Height of the page; a strip that is cut to what stands on it if `strip`.
    pub height: f32,
    /// On all four sides.
    pub margin: f32,
    /// Room for the running head and for the page number.
    pub head: f32,
    /// Columns side by side.
    pub columns: usize,
    /// Between columns.
    pub gap: f32,
    /// A page as long as what stands on it.
    pub strip: bool,
}

impl Frame {
    /// A page of this size in millimetres.
    #[must_use]
    pub fn paper(width: f32, height: f32, columns: usize) -> Frame {
        let margin = if width < 160.0 { 13.0 } else { 17.0 };
        Frame {
            width: width * MM,
            height: height * MM,
            margin: margin * MM,
            head: 7.0 * MM,
            columns: columns.clamp(1, 4),
            gap: 6.0 * MM,
            strip: false,
        }
    }

    /// A column of a newspaper of this width in millimetres.
    #[must_use]
    pub fn column(width: f32) -> Frame {
        Frame {
            width: width * MM,
            height: 2_000.0 * MM,
            margin: 1.0 * MM,
            head: 0.0,
            columns: 1,
            gap: 0.0,
            strip: true,
        }
    }

    /// How wide a column is.
    #[must_use]
    pub fn measure(&self) -> f32 {
        let gaps = self.gap * (self.columns - 1) as f32;
        (self.width - 2.0 * self.margin - gaps) / self.columns as f32
    }

    /// How high a column is.
    #[must_use]
    pub fn depth(&self) -> f32 {
        self.height - 2.0 * (self.margin + self.head)
    }
}

/// What of a part stands on a page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Placed {
    /// The part, or none for what is no part of the text: the running head, a rule.
    pub part: Option<usize>,
    /// Where it begins, from the top of the page.
    pub top: f32,
    /// Its marks, in the page's own coordinates.
    pub marks: Vec<Mark>,
}

/// A page.
///
/// ```
/// use kiebitz::print::Sheet;
/// use kiebitz::puzzle::{Language, bundled};
/// let (_, puzzle) = bundled().next().unwrap();
/// let pages = Sheet::new(vec![puzzle], Language::German).pages();
/// // Everything that is printed lies on the paper.
/// let [left, top, right, bottom] = pages[0].bounds();
/// assert!(left >= 0.0 && top >= 0.0 && right <= pages[0].width && bottom <= pages[0].height);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Width in points.
    pub width: f32,
    /// Height in points.
    pub height: f32,
    /// Everything on it, in the order of reading.
    pub(crate) placed: Vec<Placed>,
}

impl Page {
    /// All marks.
    pub(crate) fn marks(&self) -> impl Iterator<Item = &Mark> {
        self.placed.iter().flat_map(|placed| &placed.marks)
    }

    /// The box that the marks cover: left, top, right, bottom.
    #[must_use]
    pub fn bounds(&self) -> [f32; 4] {
        let none = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];
        self.marks()
            .map(Mark::bounds)
            .fold(none, |a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])])
    }
}

/// Sets the slabs on pages.
#[must_use]
pub(crate) fn pages(slabs: Vec<Slab>, frame: &Frame) -> Vec<Page> {
    let mut flow = Flow { frame: *frame, pages: Vec::new(), column: 0, y: 0.0, top: 0.0 };
    let mut group: Vec<Slab> = Vec::new();
    for slab in slabs {
        if slab.page && !group.is_empty() {
            flow.group(std::mem::take(&mut group));
        }
        let keep = slab.keep;
        group.push(slab);
        if !keep {
            flow.group(std::mem::take(&mut group));
        }
    }
    flow.group(group);
    flow.finish()
}

struct Flow {
    frame: Frame,
    pages: Vec<Page>,
    column: usize,
    y: f32,
    /// Where columns begin on this page: below what reaches across all of them.
    top: f32,
}

impl Flow {
    /// Slabs that stay together, if a column can hold them.
    fn group(&mut self, slabs: Vec<Slab>) {
        let Some(first) = slabs.first() else { return };
        let depth = self.frame.depth();
        if self.pages.is_empty() || first.page {
            self.new_page();
        }
        let tall: f32 = slabs.iter().map(|slab| slab.above + slab.height).sum::<f32>() - first.above;
        // Below a title there may be too little room in every column of the page.
        while self.y > 0.0 && self.y + self.above(first) + tall > depth && tall <= depth {
            self.next_column();
        }
        for slab in slabs {
            while self.y > 0.0 && self.y + self.above(&slab) + slab.height > depth + 0.01 {
                self.next_column();
            }
            self.y += self.above(&slab);
            self.place(slab);
        }
    }

    fn place(&mut self, slab: Slab) {
        let frame = &self.frame;
        let x = frame.margin + self.column as f32 * (frame.measure() + frame.gap);
        let y = frame.margin + frame.head + self.y;
        self.y += slab.height;
        if slab.across {
            self.top = self.y;
        }
        let Some(page) = self.pages.last_mut() else { return };
        let marks = slab.marks.into_iter().map(|mark| mark.moved(Place::at(x, y))).collect();
        page.placed.push(Placed { part: Some(slab.part), top: y, marks });
    }

    /// The room above a slab: none at the head of a column.
    fn above(&self, slab: &Slab) -> f32 {
        let is_head = self.y == 0.0 || self.y <= self.top && !slab.across;
        if is_head { 0.0 } else { slab.above }
    }

    fn next_column(&mut self) {
        (self.column, self.y) = (self.column + 1, self.top);
        if self.column >= self.frame.columns {
            self.new_page();
        }
    }

    fn new_page(&mut self) {
        (self.column, self.y, self.top) = (0, 0.0, 0.0);
        let (width, height) = (self.frame.width, self.frame.height);
        self.pages.push(Page { width, height, placed: Vec::new() });
    }

    fn finish(mut self) -> Vec<Page> {
        if self.frame.strip {
            for page in &mut self.pages {
                page.height = (page.bounds()[3].max(1.0) + self.frame.margin).ceil();
            }
        }
        self.pages
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slab(height: f32, keep: bool) -> Slab {
        Slab { height, above: 4.0, keep, page: false, across: false, part: 0, marks: Vec::new() }
    }

    #[test]
    fn what_belongs_together_stays_together() {
        let frame = Frame { height: 100.0, margin: 0.0, head: 0.0, ..Frame::paper(100.0, 100.0, 2) };
        // Sixty are taken; a heading of ten with a diagram of forty no longer fits and goes to the next column.
        let pages =
            pages(vec![slab(60.0, false), slab(10.0, true), slab(40.0, false), slab(80.0, false)], &frame);
        let tops: Vec<Vec<f32>> =
            pages.iter().map(|page| page.placed.iter().map(|placed| placed.top).collect()).collect();
        assert_eq!(tops, [vec![0.0, 0.0, 14.0], vec![0.0]]);
    }

    #[test]
    fn columns_begin_below_a_title() {
        let frame = Frame { height: 100.0, margin: 0.0, head: 0.0, ..Frame::paper(100.0, 100.0, 2) };
        let title = Slab { across: true, ..slab(30.0, true) };
        let pages = pages(vec![title, slab(60.0, false), slab(60.0, false), slab(90.0, false)], &frame);
        let tops: Vec<Vec<f32>> =
            pages.iter().map(|page| page.placed.iter().map(|placed| placed.top).collect()).collect();
        assert_eq!(tops, [vec![0.0, 30.0, 30.0], vec![0.0]]);
    }

    #[test]
    fn a_group_taller_than_a_column_is_broken_between_slabs() {
        let frame = Frame { height: 100.0, margin: 0.0, head: 0.0, ..Frame::paper(100.0, 100.0, 1) };
        let pages = pages((0..9).map(|at| slab(30.0, at < 8)).collect(), &frame);
        assert_eq!(pages.iter().map(|page| page.placed.len()).collect::<Vec<_>>(), [3, 3, 3]);
    }
}
