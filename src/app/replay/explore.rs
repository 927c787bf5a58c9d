//! The explorer: what was bid, announced, laid away, led and played, how often, and how it ended; of the games that are
//! listed, or of those in which the position on the table came up.

use super::archives::OpenArchives;
use crate::app::Cx;
use crate::app::common::evaluation::Values;
use crate::app::common::{follow, waker};
use crate::app::theme::{GAP, WIDE, mix};
use crate::app::widgets::cards::Deck;
use crate::app::widgets::fields::{caption, choice, section};
use crate::archive::explore::{Ended, Explored, Explorer, Laid, Opening};
use crate::cards::Card;
use crate::deal::Position;
use crate::engine::{JobContext, Monitor, Task};
use crate::rules::Side;
use crate::words::Words;
use egui::{CornerRadius, Id, Rect, RichText, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use std::sync::Arc;
use std::time::Duration;

const LINE: f32 = 26.0;
/// Lines of each table.
const LINES: usize = 40;
/// The hand must rest so long on a position before games are looked for.
const PAUSE: Duration = Duration::from_millis(200);

/// What is explored.
#[derive(Clone)]
pub enum What {
    /// The games that are listed.
    Rows(Arc<Vec<u32>>),
    /// A position, perhaps up to suits and ranks without meaning.
    Position(Box<Position>, bool),
}

/// A question to the archives.
#[derive(Clone)]
pub struct Request {
    /// Where to look.
    pub archives: Arc<OpenArchives>,
    /// What for.
    pub what: What,
}

impl PartialEq for Request {
    fn eq(&self, other: &Request) -> bool {
        self.archives.version == other.archives.version
            && match (&self.what, &other.what) {
                (What::Rows(a), What::Rows(b)) => Arc::ptr_eq(a, b),
                (What::Position(a, alike), What::Position(b, other)) => alike == other && a == b,
                _ => false,
            }
    }
}

/// The panel.
pub struct ExplorePanel {
    task: Task<Request, Option<Box<Explored>>>,
    /// Whether positions may be alike only.
    pub alike: bool,
}

impl ExplorePanel {
    /// Nothing explored yet.
    #[must_use]
    pub fn new(ctx: &egui::Context) -> ExplorePanel {
        ExplorePanel { task: Task::new("replay explore", waker(ctx), explore).resting(PAUSE), alike: true }
    }

    /// Asks, or lets it rest where nothing is to be seen.
    pub fn follow(&mut self, wanted: Option<Request>, cx: &mut Cx<'_>) {
        match wanted {
            Some(wanted) => self.task.ask(Some(wanted)),
            None => self.task.pause(),
        }
        follow(&mut self.task, cx);
    }

    /// Whether it is at work, for tests and the status bar.
    #[must_use]
    pub fn work(&self) -> Option<&Monitor> {
        self.task.work()
    }

    /// Stops it; what is known stays.
    pub fn stop(&mut self) {
        self.task.stop();
    }

    fn explored(&self) -> Option<&Explored> {
        self.task.last().and_then(|found| found.as_deref())
    }

    fn waiting_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        if self.task.is_stopped() {
            if ui.button(words.t("archive.search_again")).clicked() {
                self.task.ask_again();
            }
            return;
        }
        let unknown = matches!(self.task.last(), Some(None));
        let text = if unknown { words.t("explore.unknown") } else { words.t("explore.wait") };
        ui.label(RichText::new(text).color(cx.tokens.faint));
    }

    /// The games that are listed.
    pub fn list_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        let Some(found) = self.explored() else { return self.waiting_ui(ui, cx) };
        let half = (ui.available_width() - WIDE) / 2.0;
        let height = ui.available_height();
        let column = |ui: &mut Ui, name: &'static str, content: &dyn Fn(&mut Ui)| {
            ui.vertical(|ui| {
                ui.set_width(half);
                ui.set_height(height);
                ScrollArea::vertical().auto_shrink(false).id_salt(name).show(ui, |ui| content(ui));
            });
        };
        ui.horizontal_top(|ui| {
            column(ui, "explore left", &|ui| {
                section(ui, words.t("explore.openings"));
                caption(ui, words.t("explore.openings.why"));
                table_ui(ui, found.all, &found.openings, cx, |opening| opening_text(&words, opening));
            });
            ui.add_space(WIDE - GAP);
            column(ui, "explore right", &|ui| {
                section(ui, words.t("explore.contracts"));
                table_ui(ui, found.all, &found.contracts, cx, |contract| words.contract(*contract));
                section(ui, words.t("explore.bids"));
                table_ui(ui, found.all, &found.bids, cx, |bid| match bid {
                    0 => words.t("explore.no_bid").to_string(),
                    bid => bid.to_string(),
                });
                section(ui, words.t("explore.laid"));
                table_ui(ui, found.all, &found.laid, cx, |laid| laid_text(&words, laid));
            });
        });
    }

    /// The position on the table; returns a card that is to be played.
    pub fn position_ui(
        &mut self,
        ui: &mut Ui,
        side: Option<Side>,
        values: [Option<&Values>; 2],
        cx: &Cx<'_>,
    ) -> Option<Card> {
        let words = cx.words;
        let options = [(true, words.t("explore.alike")), (false, words.t("explore.exact"))];
        if let Some(alike) = choice(ui, words.t("explore.which"), Some(self.alike), &options) {
            self.alike = alike;
        }
        let Some(found) = self.explored() else {
            self.waiting_ui(ui, cx);
            return None;
        };
        let games = words.count("explore.game", "explore.games", found.all.games.into());
        ui.label(format!("{games}. {}", ended_text(&words, found.all)));
        let mut chosen = None;
        ScrollArea::vertical().auto_shrink(false).id_salt("explore position").show(ui, |ui| {
            if !found.next.is_empty() {
                section(ui, words.t("explore.next"));
                caption(ui, words.t("explore.next.why"));
                chosen = next_ui(ui, found, side, values, cx);
            }
            if found.all.games > 1 {
                section(ui, words.t("explore.contracts"));
                table_ui(ui, found.all, &found.contracts, cx, |contract| words.contract(*contract));
                section(ui, words.t("explore.bids"));
                table_ui(ui, found.all, &found.bids, cx, ToString::to_string);
            }
        });
        chosen
    }
}

fn explore(request: &Request, job: &JobContext<Option<Box<Explored>>>) {
    let stopped = || job.monitor().is_stopped();
    let index = &request.archives.library.index;
    let found = match &request.what {
        What::Rows(rows) => Explored::of(index, rows, &stopped),
        What::Position(position, alike) => match Explorer::new(position, *alike) {
            Some(explorer) => explorer.run(index, &index.all(), &stopped),
            None => return job.tell(None),
        },
    };
    if let Some(found) = found {
        job.tell(Some(Box::new(found)));
    }
}

/// How games ended, in words.
fn ended_text(words: &Words, ended: Ended) -> String {
    let won = words.percent(ended.share_won(), 0);
    match ended.average() {
        Some(points) => {
            let points = words.decimal(points, 1);
            words.fill("explore.ended", &[("won", &won), ("points", &points)])
        }
        None => words.fill("explore.ended_null", &[("won", &won)]),
    }
}

fn laid_text(words: &Words, laid: &Laid) -> String {
    let ranks = laid.ranks.map(|rank| words.corner(rank));
    let key = if laid.one_suit { "explore.one_suit" } else { "explore.two_suits" };
    words.fill(key, &[("a", &ranks[0]), ("b", &ranks[1])])
}

fn opening_text(words: &Words, opening: &Opening) -> String {
    let game = words.game(opening.game);
    let what = match (opening.trump, opening.length) {
        (true, _) => words.fill("explore.trump", &[("rank", &words.corner(opening.rank))]),
        (false, 1) => words.fill("explore.blank", &[("rank", &words.corner(opening.rank))]),
        (false, 4..) => words.fill("explore.long", &[("rank", &words.corner(opening.rank))]),
        (false, n) => words.fill("explore.from", &[("rank", &words.corner(opening.rank)), ("n", &n)]),
    };
    match opening.by {
        Side::Declarer => words.fill("explore.by_declarer", &[("game", &game), ("what", &what)]),
        Side::Defenders => words.fill("explore.by_defender", &[("game", &game), ("what", &what)]),
    }
}

/// Name, games and their share as a bar, won, points on average.
fn table_ui<K>(ui: &mut Ui, all: Ended, lines: &[(K, Ended)], cx: &Cx<'_>, name: impl Fn(&K) -> String) {
    let words = cx.words;
    let width = ui.available_width() - 12.0;
    let columns = [0.0, 0.48, 0.66, 0.83, 1.0].map(|share| share * width);
    let head = [
        String::new(),
        words.t("stats.count").into(),
        words.t("explore.won").into(),
        words.t("stats.average").into(),
    ];
    line_ui(ui, &columns, &head, None, cx);
    for (key, ended) in lines.iter().take(LINES) {
        let cells = [
            name(key),
            words.number(ended.games.into()),
            words.percent(ended.share_won(), 0),
            ended.average().map_or("–".into(), |points| words.decimal(points, 1)),
        ];
        let share = ended.games as f32 / all.games.max(1) as f32;
        line_ui(ui, &columns, &cells, Some(share), cx);
    }
    if lines.len() > LINES {
        caption(ui, &words.fill("explore.more", &[("n", &(lines.len() - LINES))]));
    }
}

/// The cards that came next, with what they are worth.
fn next_ui(
    ui: &mut Ui,
    found: &Explored,
    side: Option<Side>,
    [open, sure]: [Option<&Values>; 2],
    cx: &Cx<'_>,
) -> Option<Card> {
    let words = cx.words;
    let width = ui.available_width() - 12.0;
    let columns = [0.0, 0.2, 0.36, 0.52, 0.68, 0.84, 1.0].map(|share| share * width);
    let mut head = vec![String::new()];
    head.extend(
        [
            words.t("stats.count"),
            words.t("explore.won"),
            words.t("stats.average"),
            words.t("explore.open"),
            words.t("explore.sure"),
        ]
        .map(String::from),
    );
    line_ui(ui, &columns, &head, None, cx);
    let mut chosen = None;
    for (card, ended) in &found.next {
        let value = |values: Option<&Values>| {
            let value = values.and_then(|values| values.cards.iter().find(|value| value.card == *card));
            value.map_or(String::new(), |value| match (value.points, value.declarer_wins) {
                (Some(points), _) => points.to_string(),
                (None, true) => words.t("value.won_short").into(),
                (None, false) => words.t("value.lost_short").into(),
            })
        };
        // The share won is told for whoever is on turn.
        let won = match side {
            Some(Side::Defenders) => 1.0 - ended.share_won(),
            _ => ended.share_won(),
        };
        let cells = vec![
            words.short_card(*card),
            words.number(ended.games.into()),
            words.percent(won, 0),
            ended.average().map_or("–".into(), |points| words.decimal(points, 1)),
            value(open),
            value(sure),
        ];
        let share = ended.games as f32 / found.all.games.max(1) as f32;
        let rect = line_ui(ui, &columns, &cells, Some(share), cx);
        let plate = Rect::from_min_size(rect.min + vec2(0.0, 1.0), vec2(40.0, rect.height() - 2.0));
        ui.painter().rect_filled(plate, CornerRadius::same(4), cx.tokens.card.face);
        Deck { texts: &words, tokens: &cx.tokens }.tile(ui.painter(), plate, *card);
        let response = ui.interact(rect, Id::unique(("explored", card.index())), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, cells.join(", ")));
        if response.on_hover_text(words.t("explore.play")).clicked() {
            chosen = Some(*card);
        }
    }
    chosen
}

fn line_ui(ui: &mut Ui, columns: &[f32], cells: &[String], share: Option<f32>, cx: &Cx<'_>) -> Rect {
    let width = columns.last().copied().unwrap_or(0.0);
    let (rect, response) =
        ui.allocate_exact_size(vec2(width, LINE - ui.spacing().item_spacing.y), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, cells.join(", ")));
    let painter = ui.painter_at(rect);
    if let (Some(share), Some(&[from, to])) = (share, columns.get(1..3).and_then(|two| two.first_chunk())) {
        let bar = Rect::from_min_max(
            pos2(rect.left() + from + 6.0, rect.top() + 4.0),
            pos2(rect.left() + from + 6.0 + (to - from - 12.0) * share.clamp(0.0, 1.0), rect.bottom() - 4.0),
        );
        painter.rect_filled(bar, CornerRadius::same(2), mix(cx.tokens.accent, cx.tokens.panel, 0.75));
    }
    let ink = if share.is_some() { cx.tokens.ink } else { cx.tokens.faint };
    let mut whole = true;
    for (i, said) in cells.iter().enumerate() {
        let room = Rect::from_min_max(
            pos2(rect.left() + columns[i], rect.top()),
            pos2(rect.left() + columns[i + 1] - 6.0, rect.bottom()),
        );
        whole &= super::list::text(&painter, room, said, ink, i > 0, false);
    }
    if !whole {
        response.on_hover_text(cells.join("  "));
    }
    let y = rect.bottom() + 2.0;
    let hair = Stroke::new(1.0, mix(cx.tokens.panel, cx.tokens.line, 0.5));
    ui.painter().line_segment([pos2(rect.left(), y), pos2(rect.right(), y)], hair);
    rect
}
