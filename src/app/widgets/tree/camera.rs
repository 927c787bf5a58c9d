//! Which part of the drawing is seen, and how large: it glides to where it is sent.

use egui::{Pos2, Rect, Vec2, pos2};

/// Width of a column at natural size.
pub const COLUMN: f32 = 104.0;
/// Height of a row at natural size.
pub const ROW: f32 = 28.0;
/// Columns are never narrower than this share of their natural width: a tree has thirty columns at
/// most, but may have any number of rows.
const LEAST_COLUMN: f32 = 0.34;
/// The largest and the smallest size.
const LARGEST: f32 = 2.5;
const SMALLEST: f32 = 1e-6;
/// Time in which it goes two thirds of the way, in seconds.
const GLIDE: f32 = 0.055;

/// A place to look at.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Aim {
    /// Column and row in the middle of the picture.
    column: f64,
    row: f64,
    /// 1 is natural size.
    zoom: f32,
}

/// The camera.
#[derive(Clone, Debug)]
pub struct Camera {
    now: Aim,
    goal: Aim,
    rect: Rect,
}

impl Default for Camera {
    fn default() -> Camera {
        let aim = Aim { column: 0.0, row: 0.0, zoom: 1.0 };
        Camera { now: aim, goal: aim, rect: Rect::from_min_size(Pos2::ZERO, Vec2::splat(400.0)) }
    }
}

impl Aim {
    fn column_width(&self) -> f32 {
        COLUMN * self.zoom.max(LEAST_COLUMN)
    }

    fn row_height(&self) -> f32 {
        ROW * self.zoom
    }

    fn tree_at(&self, rect: Rect, at: Pos2) -> (f64, f64) {
        let off = at - rect.center();
        (
            self.column + f64::from(off.x) / f64::from(self.column_width()),
            self.row + f64::from(off.y) / f64::from(self.row_height()),
        )
    }
}

impl Camera {
    /// Says where on the screen the picture is.
    pub fn set_rect(&mut self, rect: Rect) {
        self.rect = rect;
    }

    /// Where on the screen the picture is.
    #[must_use]
    pub fn rect(&self) -> Rect {
        self.rect
    }

    /// Size of the drawing, 1 being natural.
    #[must_use]
    pub fn zoom(&self) -> f32 {
        self.now.zoom
    }

    /// Width of a column on the screen.
    #[must_use]
    pub fn column_width(&self) -> f32 {
        self.now.column_width()
    }

    /// Height of a row on the screen.
    #[must_use]
    pub fn row_height(&self) -> f32 {
        self.now.row_height()
    }

    /// The place of a column on the screen.
    #[must_use]
    pub fn x(&self, column: f64) -> f32 {
        self.rect.center().x + ((column - self.now.column) * f64::from(self.column_width())) as f32
    }

    /// The place of a row on the screen.
    #[must_use]
    pub fn y(&self, row: f64) -> f32 {
        // Far outside, a number that floats can hold is as good as the true one.
        let y = (row - self.now.row) * f64::from(self.row_height());
        self.rect.center().y + y.clamp(-1e6, 1e6) as f32
    }

    /// The place of a node on the screen.
    #[must_use]
    pub fn at(&self, depth: usize, row: f64) -> Pos2 {
        pos2(self.x(depth as f64), self.y(row))
    }

    /// Columns and rows that are seen: from, to.
    #[must_use]
    pub fn seen(&self) -> [(f64, f64); 2] {
        [self.rect.min, self.rect.max].map(|corner| self.now.tree_at(self.rect, corner))
    }

    /// Moves what it is sent to by so many columns.
    pub fn shift(&mut self, columns: f64) {
        self.goal.column += columns;
    }

    /// Moves the drawing along with a hand that drags it.
    pub fn drag(&mut self, by: Vec2) {
        for aim in [&mut self.now, &mut self.goal] {
            aim.column -= f64::from(by.x / aim.column_width());
            aim.row -= f64::from(by.y) / f64::from(aim.row_height());
        }
    }

    /// Glides by this many points.
    pub fn glide(&mut self, by: Vec2) {
        self.goal.column += f64::from(by.x / self.goal.column_width());
        self.goal.row += f64::from(by.y) / f64::from(self.goal.row_height());
    }

    /// Zooms so that what is at this point of the screen stays there.
    pub fn zoom_at(&mut self, at: Pos2, factor: f32) {
        let (column, row) = self.goal.tree_at(self.rect, at);
        self.goal.zoom = (self.goal.zoom * factor).clamp(SMALLEST, LARGEST);
        let (new_column, new_row) = self.goal.tree_at(self.rect, at);
        self.goal.column += column - new_column;
        self.goal.row += row - new_row;
    }

    /// Zooms around the middle.
    pub fn zoom_by(&mut self, factor: f32) {
        self.zoom_at(self.rect.center(), factor);
    }

    /// Puts this place into the middle.
    pub fn centre(&mut self, depth: usize, row: f64) {
        (self.goal.column, self.goal.row) = (depth as f64, row);
    }

    /// Brings this place onto the screen if it is not, or too near to its edge.
    pub fn show(&mut self, depth: usize, row: f64) {
        let (w, h) = (self.goal.column_width(), self.goal.row_height());
        let half = self.rect.size() / 2.0;
        let reach = |size: f32, half: f32, margin: f32| f64::from((half - margin).max(0.0) / size);
        let columns = reach(w, half.x, w.min(half.x * 0.5) * 1.2);
        let rows = reach(h, half.y, (2.5 * ROW).min(half.y * 0.5));
        let (x, y) = (depth as f64, row);
        self.goal.column = self.goal.column.clamp(x - columns, x + columns);
        self.goal.row = self.goal.row.clamp(y - rows, y + rows);
    }

    /// Shows everything between these rows down to this depth, at natural size or smaller.
    pub fn fit(&mut self, depth: usize, rows: [f64; 2]) {
        let room = self.rect.shrink2(Vec2::new(30.0, 34.0)).size().max(Vec2::splat(40.0));
        let columns = depth as f32 + 1.2;
        let wide = room.x / (columns * COLUMN);
        let high = f64::from(room.y) / ((rows[1] - rows[0]).max(1.0) * f64::from(ROW));
        // Narrower than the least column only helps if the rows want it anyway.
        let wide = if wide < LEAST_COLUMN { LEAST_COLUMN } else { wide };
        self.goal.zoom = (high as f32).min(wide).clamp(SMALLEST, 1.0);
        self.goal.row = (rows[0] + rows[1]) / 2.0;
        let seen = f64::from(self.rect.width() / self.goal.column_width());
        // The root stays in sight: from there one reads.
        self.goal.column = (depth as f64 / 2.0 - 0.2).min(seen / 2.0 - 0.9);
    }

    /// Keeps a place where it is on the screen while the drawing around it changes by this many
    /// rows.
    pub fn hold(&mut self, rows: f64) {
        self.now.row += rows;
        self.goal.row += rows;
    }

    /// Goes to the goal at once.
    pub fn jump(&mut self) {
        self.now = self.goal;
    }

    /// Is there at once, without gliding.
    pub fn arrive(&mut self) {
        self.now = self.goal;
    }

    /// Goes on gliding; true while there is some way to go.
    pub fn advance(&mut self, seconds: f32) -> bool {
        let share = f64::from(1.0 - (-seconds.clamp(0.0, 0.1) / GLIDE).exp());
        let (now, goal) = (&mut self.now, &self.goal);
        now.column += (goal.column - now.column) * share;
        now.row += (goal.row - now.row) * share;
        // Sizes are felt as ratios.
        now.zoom *= (goal.zoom / now.zoom).powf(share as f32);
        let near = (self.x(goal.column) - self.rect.center().x).abs() < 0.5
            && (self.y(goal.row) - self.rect.center().y).abs() < 0.5
            && (self.goal.zoom / self.now.zoom - 1.0).abs() < 0.004;
        if near {
            self.now = self.goal;
        }
        !near
    }
}
