//! The report of a batch: the worst mistakes of the games listed, and how careful each player was.

use super::archives::OpenArchives;
use crate::app::Cx;
use crate::app::common::{follow, waker};
use crate::app::files::Purpose;
use crate::app::theme::{GAP, WIDE};
use crate::app::view::Request;
use crate::app::widgets::fields::{caption, section};
use crate::archive::analysis::{Judgement, Report};
use crate::engine::{JobContext, Task};
use crate::print::Format;
use crate::words::Words;
use egui::{Button, RichText, ScrollArea, Ui};
use std::path::PathBuf;
use std::sync::Arc;

/// The games that are reported on.
#[derive(Clone)]
pub struct ReportQuestion {
    /// Where they are.
    pub archives: Arc<OpenArchives>,
    /// Which.
    pub rows: Arc<Vec<u32>>,
}

impl PartialEq for ReportQuestion {
    fn eq(&self, other: &ReportQuestion) -> bool {
        self.archives.version == other.archives.version && Arc::ptr_eq(&self.rows, &other.rows)
    }
}

/// The page.
pub struct ReportPanel {
    task: Task<ReportQuestion, Box<Report>>,
}

/// A judgement in a word or two.
#[must_use]
pub fn judged(words: &Words, judgement: Judgement) -> &'static str {
    super::game::judgement_title(judgement, words)
}

impl ReportPanel {
    /// Nothing is reported yet.
    #[must_use]
    pub fn new(ctx: &egui::Context) -> ReportPanel {
        let work = |asked: &ReportQuestion, job: &JobContext<Box<Report>>| {
            job.tell(Box::new(Report::of(&asked.archives.library.index, &asked.rows)));
        };
        ReportPanel { task: Task::new("replay report", waker(ctx), work) }
    }

    /// Asks, while the page is shown.
    pub fn follow(&mut self, wanted: Option<ReportQuestion>, cx: &mut Cx<'_>) {
        match wanted {
            Some(wanted) => self.task.ask(Some(wanted)),
            None => self.task.pause(),
        }
        follow(&mut self.task, cx);
    }

    /// Draws it; returns the row and the card of a mistake that is to be seen.
    pub fn ui(&mut self, ui: &mut Ui, folder: PathBuf, cx: &mut Cx<'_>) -> Option<(u32, u8)> {
        let words = cx.words;
        let Some(report) = self.task.last() else {
            ui.label(RichText::new(words.t("explore.wait")).color(cx.tokens.faint));
            return None;
        };
        let number = |n: u32| words.number(n.into());
        let (games, analysed) = (number(report.games), number(report.analysed));
        ui.label(words.fill("report.games", &[("n", &analysed), ("all", &games)]));
        if report.analysed == 0 {
            caption(ui, words.t("report.nothing"));
            return None;
        }
        let (mistakes, missed) = (number(report.with_mistakes), number(report.missed));
        ui.label(words.fill("report.found", &[("mistakes", &mistakes), ("missed", &missed)]));
        ui.horizontal_wrapped(|ui| {
            let forced = report.worst.iter().any(|one| one.worst.is_forced());
            let name = words.t("report.file");
            for (ready, label, why, purpose, file) in [
                (
                    true,
                    "report.html",
                    "report.html.why",
                    Purpose::Sheet(Format::Html),
                    folder.join(name).with_extension("html"),
                ),
                (
                    forced,
                    "report.pdf",
                    "report.pdf.why",
                    Purpose::Sheet(Format::Pdf),
                    folder.join(name).with_extension("pdf"),
                ),
                (
                    forced,
                    "report.train",
                    "report.train.why",
                    Purpose::SaveFolder,
                    folder.join(words.t("report.folder")),
                ),
            ] {
                let text = words.find(label).unwrap_or(label);
                let why = words.find(why).unwrap_or(why);
                if ui.add_enabled(ready, Button::new(text)).on_hover_text(why).clicked() {
                    cx.requests.push(Request::File(purpose, file));
                }
            }
        });
        ui.add_space(GAP);
        let half = (ui.available_width() - WIDE) / 2.0;
        let height = ui.available_height();
        let mut chosen = None;
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(half);
                ui.set_height(height);
                section(ui, words.t("report.worst"));
                chosen = worst_ui(ui, report, &words);
            });
            ui.add_space(WIDE - GAP);
            ui.vertical(|ui| {
                ui.set_width(ui.available_width());
                ui.set_height(height);
                section(ui, words.t("stats.players"));
                caption(ui, words.t("report.players.why"));
                players_ui(ui, report, &words);
            });
        });
        chosen
    }
}

fn worst_ui(ui: &mut Ui, report: &Report, words: &Words) -> Option<(u32, u8)> {
    let mut chosen = None;
    if report.worst.is_empty() {
        caption(ui, words.t("report.none"));
    }
    ScrollArea::vertical().auto_shrink(false).id_salt("report worst").show_rows(
        ui,
        30.0,
        report.worst.len(),
        |ui, range| {
            for one in report.worst.get(range).unwrap_or_default() {
                let card = one.played.map_or(String::new(), |(_, card)| words.short_card(card));
                let what = judged(words, one.worst.judgement);
                let n = one.worst.card + 1;
                let player = crate::plain::line(&one.player);
                let values: [(&str, &dyn std::fmt::Display); 4] =
                    [("player", &player), ("n", &n), ("card", &card), ("what", &what)];
                let mut text = words.fill("report.line", &values);
                if one.worst.points > 0 {
                    text = format!("{text} (−{})", one.worst.points);
                }
                if ui.add(Button::new(text).truncate().frame_when_inactive(false)).clicked() {
                    chosen = Some((one.number, one.worst.card));
                }
            }
        },
    );
    chosen
}

fn players_ui(ui: &mut Ui, report: &Report, words: &Words) {
    let shown = report.players.len().min(300);
    ScrollArea::both().auto_shrink(false).id_salt("report players").show(ui, |ui| {
        egui::Grid::new("report players").striped(true).num_columns(6).spacing([16.0, 4.0]).show(ui, |ui| {
            for key in [
                "stats.player",
                "stats.count",
                "report.clean",
                "report.alone",
                "report.against",
                "report.missed",
            ] {
                caption(ui, words.find(key).unwrap_or(key));
            }
            ui.end_row();
            for player in &report.players[..shown] {
                let all = player.all();
                ui.label(crate::plain::line(&player.name).as_ref());
                ui.label(words.number(all.games.into()));
                ui.label(words.percent(all.share_clean(), 0));
                for side in player.sides {
                    ui.label(if side.games > 0 {
                        words.decimal(side.per_hundred(), 1)
                    } else {
                        "–".into()
                    });
                }
                ui.label(words.number(player.missed.into()));
                ui.end_row();
            }
        });
    });
}
