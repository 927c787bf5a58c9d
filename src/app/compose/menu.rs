//! The menu of one card: play it, lock it, move it.

use super::Compose;
use crate::app::Cx;
use crate::app::common::document::Target;
use crate::app::common::document::history::Step;
use crate::cards::Card;
use egui::{Area, Frame, Id, Order, Pos2};

/// The open menu.
#[derive(Clone, Copy, Debug)]
pub struct CardMenu {
    /// Of which card.
    pub card: Card,
    /// Where it was opened.
    pub at: Pos2,
    /// Opened in this very frame, so the click that opened it does not close it.
    pub fresh: bool,
}

impl Compose {
    pub(super) fn card_menu_ui(&mut self, ctx: &egui::Context, cx: &mut Cx<'_>) {
        let Some(menu) = self.dialogs.menu else { return };
        let words = cx.words;
        let card = menu.card;
        let mut target = None;
        let mut toggle = false;
        let locked = self.document().locked.has(card);
        let held = self.document().place_of(card);
        let area =
            Area::new(Id::unique("card menu")).order(Order::Foreground).fixed_pos(menu.at).show(ctx, |ui| {
                Frame::menu(ui.style()).show(ui, |ui| {
                    ui.set_min_width(200.0);
                    ui.style_mut().visuals.button_frame = false;
                    ui.label(words.card(card));
                    ui.separator();
                    if !self.document().setup.played.contains(&card)
                        && ui.button(words.t("card.play")).clicked()
                    {
                        target = Some(Target::Table);
                    }
                    if held.is_some() {
                        let key = if locked { words.t("card.unlock") } else { words.t("card.lock") };
                        toggle = ui.button(key).clicked();
                    }
                    for to in Target::ALL {
                        let there = matches!(to, Target::Place(place) if held == Some(place));
                        if to != Target::Table && !there {
                            let name = super::grid::target_name(&words, to);
                            if ui.button(words.fill("card.move", &[("place", &name)])).clicked() {
                                target = Some(to);
                            }
                        }
                    }
                });
            });
        if toggle {
            let key = if locked { "step.unlock_card" } else { "step.lock_card" };
            self.edit(Step::with_card(key, card), |document| {
                if locked {
                    document.locked.remove(card);
                } else {
                    document.locked.insert(card);
                }
            });
        }
        if let Some(target) = target {
            self.put(card, target, cx);
        }
        let away = area.response.clicked_elsewhere() && !menu.fresh;
        let escape = ctx.input(|input| input.key_pressed(egui::Key::Escape));
        self.dialogs.menu = if toggle || target.is_some() || away || escape {
            None
        } else {
            Some(CardMenu { fresh: false, ..menu })
        };
    }
}
