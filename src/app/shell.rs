//! Menu bar, rail, and the workspace between them.

use super::commands::{Command, Menu};
use super::theme::{RAIL, Tokens};
use super::widgets::icons::{Icon, icon};
use super::{Kiebitz, Next, Workspace};
use egui::{
    Align2, Button, CornerRadius, FontId, Frame, Margin, MenuBar, Panel, RichText, Role, ScrollArea, Sense,
    Ui, WidgetInfo, pos2, vec2,
};

/// Below this width the rail shows only its signs.
const NARROW: f32 = 1100.0;
/// How wide it is then.
const SLIM_RAIL: f32 = 64.0;
/// The least room in which a workspace is drawn without scrolling.
const LEAST: egui::Vec2 = vec2(560.0, 460.0);

impl Kiebitz {
    pub(super) fn shell_ui(&mut self, ui: &mut Ui) {
        let tokens = Tokens::of(ui.ctx());
        let edge = Frame::new().fill(tokens.edge).inner_margin(Margin::symmetric(8, 3));
        Panel::top("menu").frame(edge).show(ui, |ui| self.menu_ui(ui));
        Panel::bottom("status").frame(edge).show(ui, |ui| self.status_ui(ui));
        let rail = Frame::new().fill(tokens.edge).inner_margin(Margin::symmetric(6, 10));
        let narrow = ui.ctx().content_rect().width() < NARROW;
        let width = if narrow { SLIM_RAIL } else { RAIL };
        Panel::left("rail")
            .resizable(false)
            .exact_size(width)
            .frame(rail)
            .show(ui, |ui| self.rail_ui(ui, narrow));
        if self.settings.workspace == Workspace::Start {
            self.start_ui(ui);
            return;
        }
        let ctx = ui.ctx().clone();
        self.with_shown(&ctx, |view, cx| {
            let space = ui.available_size();
            if space.x >= LEAST.x && space.y >= LEAST.y {
                view.ui(ui, cx);
                return;
            }
            // Magnified in a small window: better to scroll than to squeeze.
            ScrollArea::both().auto_shrink(false).show(ui, |ui| {
                let size = space.max(LEAST);
                ui.allocate_ui_with_layout(size, egui::Layout::top_down(egui::Align::Min), |ui| {
                    ui.set_max_size(size);
                    view.ui(ui, cx);
                });
            });
        });
    }

    fn menu_ui(&mut self, ui: &mut Ui) {
        let words = self.words();
        MenuBar::new().ui(ui, |ui| {
            for menu in Menu::ALL {
                ui.menu_button(menu.name(&words), |ui| {
                    ui.set_min_width(300.0);
                    let mut group = 1;
                    for row in menu.rows() {
                        if row.group != group {
                            ui.separator();
                            group = row.group;
                        }
                        self.menu_item_ui(ui, row.command);
                        if row.command == Command::Open {
                            self.recent_ui(ui);
                        }
                    }
                });
            }
        });
    }

    fn menu_item_ui(&mut self, ui: &mut Ui, command: Command) {
        let words = self.words();
        let mut name = command.name(&words).to_string();
        if self.settings.workspace == Workspace::Compose
            && let Some(step) = self.compose.step_name(command, &words)
        {
            name = format!("{name}: {step}");
        }
        let shortcut = self.settings.keys.text(command, &words);
        let button = Button::new(name).shortcut_text(shortcut);
        let response = ui.add_enabled(self.can_run(command), button);
        if response.on_hover_text(command.why(&words)).clicked() {
            self.commands.push(command);
            ui.close();
        }
    }

    fn recent_ui(&mut self, ui: &mut Ui) {
        let words = self.words();
        let recent = self.settings.recent.clone();
        ui.add_enabled_ui(!recent.is_empty(), |ui| {
            ui.menu_button(words.t("menu.recent"), |ui| {
                for path in recent {
                    let name =
                        path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
                    if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                        let ctx = ui.ctx().clone();
                        self.ask_then(Next::Open(Some(path)), &ctx);
                        ui.close();
                    }
                }
            });
        });
    }

    fn rail_ui(&mut self, ui: &mut Ui, narrow: bool) {
        let words = self.words();
        let tokens = Tokens::of(ui.ctx());
        ui.spacing_mut().item_spacing.y = 6.0;
        for (workspace, command, sign) in [
            (Workspace::Start, Command::Start, Icon::House),
            (Workspace::Compose, Command::Compose, Icon::Fan),
            (Workspace::Solve, Command::Solve, Icon::Tree),
            (Workspace::Replay, Command::Replay, Icon::Replay),
        ] {
            let on = self.settings.workspace == workspace;
            let height = if narrow { 56.0 } else { 76.0 };
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
            let name = command.name(&words);
            response.widget_info(|| WidgetInfo::selected(Role::Tab, true, on, name));
            let fill = if on {
                tokens.accent
            } else if response.hovered() || response.has_focus() {
                tokens.button.hover
            } else {
                tokens.edge
            };
            let ink = if on { tokens.on_accent } else { tokens.ink };
            ui.painter().rect_filled(rect, CornerRadius::same(8), fill);
            icon(ui.painter(), pos2(rect.center().x, rect.top() + 28.0), 36.0, sign, ink);
            if !narrow {
                let at = pos2(rect.center().x, rect.bottom() - 15.0);
                ui.painter().text(at, Align2::CENTER_CENTER, name, FontId::proportional(14.5), ink);
            }
            if response.on_hover_text(self.settings.keys.hint(command, &words)).clicked() {
                self.commands.push(command);
            }
        }
        if narrow {
            return; // both are in the menus
        }
        ui.with_layout(egui::Layout::bottom_up(egui::Align::Center), |ui| {
            for command in [Command::Settings, Command::Keys] {
                let button = Button::new(RichText::new(command.name(&words)).size(14.0))
                    .frame_when_inactive(false)
                    .wrap_mode(egui::TextWrapMode::Extend);
                let width = ui.available_width();
                let response = ui.add_sized(vec2(width, 30.0), button);
                if response.on_hover_text(self.settings.keys.hint(command, &words)).clicked() {
                    self.commands.push(command);
                }
            }
        });
    }
}
