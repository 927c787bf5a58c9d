//! Small form parts: captions, choices in a row, sections.

use super::icons::{Icon, icon};
use crate::app::theme::Tokens;
use egui::{Button, RichText, Ui};

/// A quiet caption over a field.
pub fn caption(ui: &mut Ui, text: &str) -> egui::Response {
    let faint = Tokens::of(ui.ctx()).faint;
    ui.label(RichText::new(text).size(14.0).color(faint))
}

/// A heading of a section, with a hairline.
pub fn section(ui: &mut Ui, text: &str) {
    ui.add_space(4.0);
    ui.label(RichText::new(text).size(17.0).color(Tokens::of(ui.ctx()).accent));
}

/// A row of alternatives; returns the one clicked. `name` is what a screen reader says before it.
pub fn choice<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    current: Option<T>,
    options: &[(T, &str)],
) -> Option<T> {
    let mut chosen = None;
    let mut content = |ui: &mut Ui| {
        let spacing = std::mem::replace(&mut ui.spacing_mut().item_spacing.x, 4.0);
        for &(value, label) in options {
            if option(ui, current == Some(value), label, &format!("{name}: {label}")).clicked() {
                chosen = Some(value);
            }
        }
        ui.spacing_mut().item_spacing.x = spacing;
    };
    // In a row that wraps, each button finds its own place; a row within it would be squeezed into what is left of the line.
    if ui.layout().is_horizontal() && ui.layout().main_wrap() {
        content(ui);
    } else {
        ui.horizontal_wrapped(content);
    }
    chosen
}

/// One of several buttons of which one is on.
pub fn option(ui: &mut Ui, on: bool, label: &str, accessible: &str) -> egui::Response {
    switch(ui, on, label, accessible, egui::Role::RadioButton)
}

/// A button that is on or off by itself.
pub fn toggle(ui: &mut Ui, on: bool, label: &str, accessible: &str) -> egui::Response {
    switch(ui, on, label, accessible, egui::Role::CheckBox)
}

fn switch(ui: &mut Ui, on: bool, label: &str, accessible: &str, role: egui::Role) -> egui::Response {
    let tokens = Tokens::of(ui.ctx());
    let mut text = RichText::new(label);
    if on {
        text = text.color(tokens.on_accent);
    }
    let mut button = Button::new(text);
    if on {
        button = button.fill(tokens.accent).stroke(egui::Stroke::new(1.0, tokens.accent));
    }
    let response = ui.add(button);
    response.widget_info(|| egui::WidgetInfo::selected(role, true, on, accessible));
    response
}

/// A part of a form whose widgets keep their ids, and with them the focus, whatever appears above it: egui
/// counts widgets, so without this a new row would hand the keyboard to somebody else.
pub fn anchored(ui: &mut Ui, name: &'static str, content: impl FnOnce(&mut Ui)) {
    let builder = egui::UiBuilder::new().scope_id(egui::Id::unique(("anchored", name)));
    ui.scope_builder(builder, content);
}

/// The highlighted button of a form or a question. Enter presses it too, unless something else has the keyboard.
pub fn highlighted(ui: &mut Ui, enabled: bool, text: &str, least: egui::Vec2) -> bool {
    let tokens = Tokens::of(ui.ctx());
    let button = Button::new(RichText::new(text).color(tokens.on_accent)).fill(tokens.accent).min_size(least);
    if ui.add_enabled(enabled, button).clicked() {
        return true;
    }
    let hears = ui.memory(|memory| {
        memory.focused().is_none() && memory.top_modal_layer().is_none_or(|top| top == ui.layer_id())
    });
    let hears = enabled && hears && !egui::Popup::is_any_open(ui.ctx());
    hears && ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Enter))
}

/// A large button with a sign, a name and what it is good for.
pub fn tile(ui: &mut Ui, sign: Icon, name: &str, why: &str) -> egui::Response {
    let tokens = Tokens::of(ui.ctx());
    let inside = ui.available_width() - 76.0;
    let font = |size| egui::FontId::proportional(size);
    let title = ui.painter().layout(name.into(), font(17.0), tokens.ink, inside);
    let note = ui.painter().layout(why.into(), font(14.0), tokens.faint, inside);
    let text = title.size().y + 2.0 + note.size().y;
    let size = egui::vec2(ui.available_width(), (text + 18.0).max(60.0));
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
    let active = response.hovered() || response.has_focus();
    let fill = if active { tokens.button.hover } else { tokens.field };
    let line = if response.has_focus() { tokens.accent } else { tokens.line };
    let stroke = egui::Stroke::new(1.0, line);
    ui.painter().rect(rect, egui::CornerRadius::same(8), fill, stroke, egui::StrokeKind::Inside);
    icon(ui.painter(), egui::pos2(rect.left() + 34.0, rect.center().y), 34.0, sign, tokens.accent);
    let top = egui::pos2(rect.left() + 66.0, rect.center().y - text / 2.0);
    let below = top + egui::vec2(0.0, title.size().y + 2.0);
    ui.painter().galley(top, title, tokens.ink);
    ui.painter().galley(below, note, tokens.faint);
    response
}

/// A sheet over the window, with room to breathe.
pub fn modal(ctx: &egui::Context, name: &'static str) -> egui::Modal {
    let style = ctx.global_style();
    let frame = egui::Frame::popup(&style).inner_margin(egui::Margin::same(22)).corner_radius(12);
    egui::Modal::new(egui::Id::unique(name)).frame(frame)
}

/// Names the handle of a panel for screen readers; egui's own name is English. `ui` is the one the
/// panel was shown in.
pub fn name_splitter(ui: &Ui, panel: &'static str, name: &str) {
    let handle = ui.scope_id().with(panel).with("__resize");
    if ui.ctx().has_accesskit_node(handle) {
        ui.ctx().accesskit_node_builder(handle, |node| node.set_label(name));
    }
}

/// A list that opens to pick one from. `name` is what a screen reader says; a value that is not among
/// the options gives way to the first.
pub fn list<T: Copy + PartialEq>(
    ui: &mut Ui,
    id: impl egui::AsIdSalt,
    name: &str,
    now: &mut T,
    options: &[(T, &str)],
    width: f32,
) {
    let shown = options.iter().find(|option| option.0 == *now).or(options.first());
    let Some(&(value, text)) = shown else { return };
    *now = value;
    egui::ComboBox::from_id_salt(id)
        .selected_text(text)
        .width(width)
        .height(420.0)
        .show_ui(ui, |ui| {
            for &(value, label) in options {
                ui.selectable_value(now, value, label);
            }
        })
        .response
        .accessible_name(name);
}
