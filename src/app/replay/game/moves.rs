//! The moves trick by trick, each card to click on; and the list of what was given away.

use super::explain;
use super::view::GameView;
use crate::app::Cx;
use crate::app::theme::{GAP, mix};
use crate::app::widgets::cards::Deck;
use crate::app::widgets::fields::caption;
use crate::archive::analysis::{Accuracy, GameAnalysis, Judgement, Phase};
use crate::archive::notes::Mark;
use crate::archive::walk::Stage;
use crate::cards::Card;
use crate::rules::{Game, Seat};
use crate::words::Words;
use egui::{
    Align2, Button, CornerRadius, FontId, Id, Rect, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind,
    Ui, WidgetInfo, pos2, vec2,
};

const CELL: f32 = 30.0;

impl GameView {
    /// Bidding, then one line a trick.
    pub fn moves_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        let mut go = None;
        // The course follows the card, but lets whoever reads on scroll away.
        let stage = Some(self.walk.stage());
        let follow = std::mem::replace(&mut self.followed, stage) != stage;
        ScrollArea::vertical().auto_shrink(false).id_salt("moves").show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 3.0);
            let stages = self.walk.stages().to_vec();
            let here = self.walk.stage();
            let in_game = self.walk.variation().is_none();
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
                ui.spacing_mut().button_padding = vec2(5.0, 1.0);
                ui.spacing_mut().interact_size.y = 22.0;
                for (at, stage) in stages.iter().enumerate() {
                    let label = match *stage {
                        Stage::Dealt => words.t("stage.dealt").to_string(),
                        Stage::Said(n) => {
                            let (seat, one) = self.walk.game.bidding[n - 1];
                            super::table::said(&words, seat, one)
                        }
                        Stage::Skat => words.t("stage.skat").to_string(),
                        Stage::Cards(_) => continue,
                    };
                    let on = in_game && here == *stage;
                    let ink = if on { cx.tokens.accent } else { cx.tokens.faint };
                    let button = Button::new(RichText::new(label).size(13.5).color(ink))
                        .frame_when_inactive(on)
                        .small();
                    if ui.add(button).clicked() {
                        go = Some(at);
                    }
                }
            });
            self.discard_ui(ui, cx);
            ui.add_space(4.0);
            if follow && self.walk.cards().is_none_or(|cards| cards == 0) {
                ui.scroll_to_rect(Rect::from_min_size(ui.min_rect().min, vec2(1.0, 1.0)), None);
            }
            if let Some(to) = self.tricks_ui(ui, follow, cx) {
                go = stages.iter().position(|&stage| stage == Stage::Cards(to));
            }
        });
        if let Some(at) = go {
            self.walk.go(at);
            self.playing = None;
        }
    }

    /// What was announced and laid away.
    fn discard_ui(&self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        let Some(play) = &self.walk.game.play else { return };
        let game = words.contract(play.contract);
        let seat = words.seat(play.declarer);
        let mut text = words.fill("moves.plays", &[("seat", &seat), ("game", &game)]);
        if let Some(discard) = play.discard {
            let cards: Vec<String> = discard.iter().map(|card| words.short_card(card)).collect();
            text += " ";
            text += &words.fill("moves.discard", &[("cards", &cards.join(" "))]);
        }
        ui.label(text);
    }

    /// The cards; returns after how many of them one wants to be.
    fn tricks_ui(&self, ui: &mut Ui, follow: bool, cx: &Cx<'_>) -> Option<usize> {
        let words = cx.words;
        let play = self.walk.game.play.as_ref()?;
        let end = play.position(play.cards.len());
        let width = ui.available_width() - 10.0;
        let label = 26.0;
        let points = 46.0;
        let cell = (width - label - points) / 3.0;
        let mut chosen = None;
        let here = self.walk.cards().filter(|_| self.walk.variation().is_none());
        for (number, trick) in end.history().chunks(3).enumerate() {
            let (rect, _) = ui.allocate_exact_size(vec2(width, CELL), Sense::hover());
            let painter = ui.painter_at(rect);
            let small = FontId::proportional(13.5);
            let at = pos2(rect.left() + 2.0, rect.center().y);
            painter.text(at, Align2::LEFT_CENTER, number + 1, small.clone(), cx.tokens.faint);
            let winner = match trick {
                [a, b, c] => Some(play.contract.game().trick_winner([a.card, b.card, c.card])),
                _ => None,
            };
            for (i, one) in trick.iter().enumerate() {
                let index = number * 3 + i;
                let room = Rect::from_min_size(
                    pos2(rect.left() + label + cell * i as f32, rect.top()),
                    vec2(cell - 4.0, CELL - 2.0),
                );
                let on = here == Some(index + 1);
                if on && follow {
                    ui.scroll_to_rect(rect.expand2(vec2(0.0, CELL)), None);
                }
                if self.cell_ui(ui, room, one.seat, one.card, index, on, winner == Some(i), cx) {
                    chosen = Some(index + 1);
                }
            }
            if winner.is_some() && play.contract.game() != Game::Null {
                let sum: u8 = trick.iter().map(|one| one.card.points()).sum();
                let at = pos2(rect.right() - 4.0, rect.center().y);
                painter.text(at, Align2::RIGHT_CENTER, words.number(sum.into()), small, cx.tokens.faint);
            }
        }
        chosen
    }

    #[expect(clippy::too_many_arguments, reason = "one cell of a table drawn by hand")]
    fn cell_ui(
        &self,
        ui: &Ui,
        room: Rect,
        seat: Seat,
        card: Card,
        index: usize,
        on: bool,
        wins: bool,
        cx: &Cx<'_>,
    ) -> bool {
        let words = cx.words;
        let tokens = &cx.tokens;
        let found = self.analysis.as_ref().and_then(|analysis| analysis.cards.get(index));
        let judgement = found.map_or(Judgement::Unknown, |found| found.judgement);
        let response = ui.interact(room, Id::unique(("move", index)), Sense::click());
        let mut name = words.fill(
            "moves.card",
            &[("n", &(index + 1)), ("seat", &words.seat(seat)), ("card", &words.card(card))],
        );
        if judgement > Judgement::Fine {
            name = format!("{name}, {}", explain::title(judgement, &words));
        }
        let noted = self.note.on_card(index + 1);
        if noted.is_some() {
            name = format!("{name}, {}", words.t("notes.noted"));
        }
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, &name));
        let fill = if on {
            tokens.accent_wash
        } else if response.hovered() || response.has_focus() {
            tokens.button.hover
        } else {
            mix(tokens.panel, tokens.field, 0.5)
        };
        let edge = if on { tokens.accent } else { mix(tokens.panel, tokens.line, 0.6) };
        let painter = ui.painter();
        painter.rect(room, CornerRadius::same(4), fill, Stroke::new(1.0, edge), StrokeKind::Inside);
        let letter = words.seat(seat).chars().next().unwrap_or(' ');
        let font = FontId::proportional(13.0);
        let ink = if wins { tokens.ink } else { tokens.faint };
        painter.text(pos2(room.left() + 6.0, room.center().y), Align2::LEFT_CENTER, letter, font, ink);
        let plate =
            Rect::from_min_size(pos2(room.left() + 20.0, room.top() + 3.0), vec2(40.0, room.height() - 6.0));
        painter.rect_filled(plate, CornerRadius::same(4), tokens.card.face);
        if wins {
            // Who takes the trick has a ring around his card.
            let ring = Stroke::new(1.5, tokens.card.crown);
            painter.rect_stroke(plate, CornerRadius::same(4), ring, StrokeKind::Outside);
        }
        Deck { texts: &words, tokens }.tile(painter, plate, card);
        if let Some(noted) = noted {
            let sign = noted.mark.map_or("✏", Mark::sign);
            let at = pos2(room.left() + 64.0, room.center().y);
            painter.text(at, Align2::LEFT_CENTER, sign, FontId::proportional(14.0), tokens.accent);
        }
        if let Some(found) = found {
            let at = pos2(room.right() - 6.0, room.center().y);
            let ink = explain::colour(judgement, tokens);
            let size = if judgement.is_marked() { 16.0 } else { 13.0 };
            painter.text(at, Align2::RIGHT_CENTER, explain::mark(found), FontId::proportional(size), ink);
        }
        response.clicked()
    }

    /// What was given away, the largest first.
    pub fn mistakes_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        let mut go = None;
        let Some(analysis) = &self.analysis else {
            ui.label(words.t("mistakes.no_play"));
            return;
        };
        ScrollArea::vertical().auto_shrink(false).id_salt("mistakes").show(ui, |ui| {
            for line in explain::forced(&words, analysis) {
                ui.label(line);
            }
            if let Some(line) = explain::ending(&words, &analysis.ending) {
                ui.label(RichText::new(line).color(cx.tokens.warn));
            }
            if analysis.cut > 0 {
                caption(ui, &words.count("mistakes.cut_one", "mistakes.cut", analysis.cut.into()));
            }
            accuracy_ui(ui, analysis, &words);
            ui.add_space(GAP / 2.0);
            let found = analysis.mistakes();
            if found.is_empty() {
                let text = if analysis.done { words.t("mistakes.none") } else { words.t("mistakes.wait") };
                ui.label(RichText::new(text).color(cx.tokens.faint));
            }
            for card in found {
                let title = explain::title(card.judgement, &words);
                let mut text = words.fill(
                    "mistakes.line",
                    &[("n", &(card.number + 1)), ("card", &words.card(card.card)), ("what", &title)],
                );
                if let Some(points) =
                    card.loss.open.filter(|&points| points > 0 && card.judgement.is_marked())
                {
                    text = format!("{text} (−{points})");
                }
                let sign = explain::mark(card);
                let ink = explain::colour(card.judgement, &cx.tokens);
                ui.horizontal(|ui| {
                    let (room, _) = ui.allocate_exact_size(vec2(30.0, 24.0), Sense::hover());
                    ui.painter().text(
                        room.center(),
                        Align2::CENTER_CENTER,
                        sign,
                        FontId::proportional(17.0),
                        ink,
                    );
                    let on = self.walk.last_played().is_some_and(|(number, _)| number == card.number);
                    let button =
                        Button::new(RichText::new(text).color(cx.tokens.ink)).frame_when_inactive(on).wrap();
                    if ui.add(button).clicked() {
                        go = Some(card.number + 1);
                    }
                });
            }
        });
        if let Some(cards) = go {
            self.walk.go_to_card(cards);
            self.playing = None;
        }
    }
}

/// How carefully each player played: in three parts of the game, and in all.
fn accuracy_ui(ui: &mut Ui, analysis: &GameAnalysis, words: &Words) {
    if !analysis.done {
        return;
    }
    let all = analysis.accuracy();
    let share = |part: Accuracy| part.share().map_or("–".to_string(), |share| words.percent(share, 0));
    egui::Grid::new("accuracy").num_columns(5).spacing([12.0, 2.0]).show(ui, |ui| {
        caption(ui, words.t("accuracy.title")).on_hover_text(words.t("accuracy.why"));
        for phase in Phase::ALL {
            caption(
                ui,
                match phase {
                    Phase::Opening => words.t("accuracy.opening"),
                    Phase::Middle => words.t("accuracy.middle"),
                    Phase::End => words.t("accuracy.end"),
                },
            );
        }
        caption(ui, words.t("accuracy.all"));
        ui.end_row();
        for seat in Seat::ALL {
            caption(ui, words.seat(seat));
            for part in all[seat] {
                ui.label(share(part));
            }
            ui.label(share(analysis.accuracy_of(seat)));
            ui.end_row();
        }
    });
}
