//! Plain plots: columns by depth, and bars with names.

use crate::app::theme::{Tokens, mix};
use crate::words::Words;
use egui::{Align2, CornerRadius, FontId, Id, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

/// Height of a bar with its name.
const BAR: f32 = 24.0;
/// Height of a plot of columns.
const COLUMNS: f32 = 132.0;

/// One bar.
pub struct Bar {
    /// What it counts.
    pub name: String,
    /// How many.
    pub count: u64,
}

fn font() -> FontId {
    FontId::proportional(13.5)
}

/// Bars below each other: name, bar, number. Their lengths compare as the numbers do. Returns the one that was clicked.
pub fn bars_ui(ui: &mut Ui, tokens: &Tokens, words: &Words, bars: &[Bar]) -> Option<usize> {
    let mut clicked = None;
    let most = bars.iter().map(|bar| bar.count).max().unwrap_or(0).max(1);
    let wide = ui.available_width();
    let names = bars
        .iter()
        .map(|bar| ui.painter().layout_no_wrap(bar.name.clone(), font(), tokens.ink).size().x)
        .fold(0.0, f32::max)
        .min(wide * 0.45);
    let numbers = ui.painter().layout_no_wrap(words.number(most), font(), tokens.ink).size().x;
    let total: u64 = bars.iter().map(|bar| bar.count).sum();
    for (i, bar) in bars.iter().enumerate() {
        let (rect, _) = ui.allocate_exact_size(vec2(wide, BAR - 6.0), Sense::hover());
        let number = words.number(bar.count);
        let share = bar.count as f64 * 100.0 / total.max(1) as f64;
        let response = ui.interact(rect, Id::unique(("bar", &bar.name, i)), Sense::click());
        let name = format!("{}: {number} ({share:.0} %)", bar.name);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        if response.on_hover_text(&name).clicked() {
            clicked = Some(i);
        }
        let painter = ui.painter();
        let middle = rect.center().y;
        let clip = painter.with_clip_rect(Rect::from_min_size(rect.min, vec2(names, rect.height())));
        clip.text(pos2(rect.left(), middle), Align2::LEFT_CENTER, &bar.name, font(), tokens.ink);
        let track = Rect::from_min_max(
            pos2(rect.left() + names + 10.0, rect.top() + 3.0),
            pos2(rect.right() - numbers - 10.0, rect.bottom() - 3.0),
        );
        let length = track.width() * (bar.count as f64 / most as f64) as f32;
        let attempt = CornerRadius::same(3);
        painter.rect_filled(track, attempt, mix(tokens.panel, tokens.line, 0.35));
        let filled = Rect::from_min_size(track.min, vec2(length.max(1.0), track.height()));
        painter.rect_filled(filled, attempt, mix(tokens.panel, tokens.accent, 0.7));
        painter.text(pos2(rect.right(), middle), Align2::RIGHT_CENTER, number, font(), tokens.faint);
    }
    clicked
}

/// Columns side by side, one for each depth. Their heights grow with the logarithm, because a tree
/// does; `mark` names the columns that get a number below them.
pub fn columns_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    words: &Words,
    name: &str,
    counts: &[u64],
    mark: impl Fn(usize) -> Option<String>,
) {
    let wide = ui.available_width();
    let (rect, _) = ui.allocate_exact_size(vec2(wide, COLUMNS), Sense::hover());
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let scale = |count: u64| ((count as f64 + 1.0).ln() / (most as f64 + 1.0).ln()) as f32;
    let plot = Rect::from_min_max(rect.min + vec2(0.0, 16.0), rect.max - vec2(0.0, 18.0));
    let painter = ui.painter().clone();
    // Powers of ten as hairlines with their numbers.
    let mut ten = 10_u64;
    while ten <= most {
        let y = plot.bottom() - plot.height() * scale(ten);
        let line = Stroke::new(1.0, mix(tokens.panel, tokens.line, 0.6));
        painter.line_segment([pos2(plot.left(), y), pos2(plot.right(), y)], line);
        let font = FontId::proportional(11.5);
        painter.text(pos2(plot.left(), y - 1.0), Align2::LEFT_BOTTOM, words.number(ten), font, tokens.faint);
        ten *= 10;
    }
    let pitch = plot.width() / counts.len().max(1) as f32;
    for (depth, &count) in counts.iter().enumerate() {
        let left = plot.left() + depth as f32 * pitch;
        let height = if count > 0 { (plot.height() * scale(count)).max(1.5) } else { 0.0 };
        let column = Rect::from_min_max(
            pos2(left + pitch * 0.12, plot.bottom() - height),
            pos2(left + pitch * 0.88, plot.bottom()),
        );
        painter.rect_filled(column, CornerRadius::same(2), mix(tokens.panel, tokens.accent, 0.7));
        if let Some(text) = mark(depth) {
            let at = pos2(left + pitch / 2.0, plot.bottom() + 3.0);
            painter.text(at, Align2::CENTER_TOP, text, FontId::proportional(12.0), tokens.faint);
        }
        let whole = Rect::from_min_max(pos2(left, plot.top()), pos2(left + pitch, rect.bottom()));
        let response = ui.interact(whole, Id::unique(("column", name, depth)), Sense::hover());
        let text = words.fill("plot.column", &[("n", &words.number(count)), ("depth", &depth)]);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
        response.on_hover_text(text);
    }
    painter.line_segment([plot.left_bottom(), plot.right_bottom()], Stroke::new(1.0, tokens.line));
}
