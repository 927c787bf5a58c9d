//! What a search has found: the counts, what the deals have in common, and the deals themselves.

use super::Deed;
use crate::app::Cx;
use crate::app::theme::{GAP, Tokens};
use crate::app::widgets::fields::caption;
use crate::cards::{Cards, Rank};
use crate::deal::Place;
use crate::puzzle::distributions::{About, Sitting};
use crate::rules::Game;
use crate::solving::hunt::{Hunt, LISTED, Listed};
use crate::words::{Faces, Words};
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Button, CollapsingHeader, CornerRadius, FontId, Label, Layout, Rect, RichText, Role, ScrollArea,
    Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

/// Height of one hand in the list.
const LINE: f32 = 21.0;
/// WorkspaceView for the name of a hand.
const NAMES: f32 = 84.0;

/// Draws the results of a search.
pub fn results_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    hunt: &mut Hunt,
    shown: Option<&Sitting>,
    working: bool,
) -> Option<Deed> {
    let words = cx.words;
    let mut deed = None;
    counts_ui(ui, cx, hunt);
    if let Some(why) = &hunt.why {
        ui.add(Label::new(why.words(&hunt.question, words)).wrap());
    }
    if hunt.pattern.is_some() {
        pattern_ui(ui, cx, hunt);
    } else if working && hunt.swept.is_some() {
        caption(ui, words.t("dist.comparing"));
    }
    if hunt.found.len() >= LISTED {
        caption(ui, &words.fill("dist.listed", &[("n", &words.number(LISTED as u64))]));
    }
    if !hunt.deals().is_empty() {
        // Always there, so that nothing moves under the pointer when a deal is put on the table.
        ui.horizontal(|ui| {
            caption(ui, words.t(if shown.is_some() { "dist.on_table" } else { "dist.click" }));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let back = ui.add_enabled(shown.is_some(), Button::new(words.t("dist.back")));
                if back.on_hover_text(words.t("dist.back.why")).clicked() {
                    deed = Some(Deed::Back);
                }
            });
        });
        deed = list_ui(ui, cx, hunt, shown).or(deed);
    }
    deed
}

/// A share in percent, precise enough to tell rare things from impossible ones.
fn percent(part: u64, of: u64, words: &Words) -> String {
    let share = 100.0 * part as f64 / of.max(1) as f64;
    words.decimal(share, if part == 0 || share >= 1.0 { 2 } else { 4 })
}

fn counts_ui(ui: &mut Ui, cx: &Cx<'_>, hunt: &Hunt) {
    let words = cx.words;
    let number = |n: u64| words.number(n);
    let Some(swept) = &hunt.swept else {
        let (solutions, fitting) = (hunt.watch.solutions(), hunt.watch.fitting());
        let text = words.fill("dist.so_far", &[("n", &number(solutions)), ("of", &number(fitting))]);
        ui.label(text);
        return;
    };
    if hunt.why.is_some() {
        ui.label(RichText::new(words.t("dist.none")).color(cx.tokens.bad).size(17.0));
        return;
    }
    if !swept.finished {
        let (n, of) = (number(swept.solutions), number(swept.fitting));
        ui.add(Label::new(words.fill("dist.stopped", &[("n", &n), ("of", &of)])).wrap());
        return;
    }
    let (n, of) = (number(swept.solutions), number(swept.deals));
    let share = percent(swept.solutions, swept.deals, &words);
    let text = words.fill("dist.found", &[("n", &n), ("of", &of), ("share", &share)]);
    ui.add(Label::new(RichText::new(text).size(17.0)).wrap());
    if swept.fitting != swept.deals && swept.fitting != swept.solutions {
        let share = percent(swept.solutions, swept.fitting, &words);
        let of = number(swept.fitting);
        caption(ui, &words.fill("dist.fitting", &[("of", &of), ("share", &share)]));
    }
}

/// What the deals have in common; a click on a group lists its deals.
fn pattern_ui(ui: &mut Ui, cx: &Cx<'_>, hunt: &mut Hunt) {
    let words = cx.words;
    let Some(pattern) = &hunt.pattern else { return };
    let mut chosen = None;
    let most = (ui.available_height() * 0.45).max(90.0);
    let body = |ui: &mut Ui| {
        let say = |ui: &mut Ui, text: &str| ui.add(Label::new(RichText::new(text).size(14.5)).wrap());
        for line in pattern.opening(&hunt.question, &words) {
            say(ui, &line);
        }
        let all = words.t("dist.all_solutions");
        if !pattern.rules.is_empty() && rule_ui(ui, cx, all, None, hunt.listed() == Listed::Solutions) {
            chosen = Some(Listed::Solutions);
        }
        for (at, rule) in pattern.rules.iter().enumerate() {
            let text = rule.words(&hunt.question, &words);
            let count = words.number(rule.deals);
            if rule_ui(ui, cx, &text, Some(&count), hunt.listed() == Listed::Rule(at)) {
                chosen = Some(Listed::Rule(at));
            }
        }
        if pattern.rest > 0 {
            say(ui, &words.fill("dist.rest", &[("n", &words.number(pattern.rest))]));
        }
        for line in pattern.closing(&hunt.question, &words) {
            say(ui, &line);
        }
    };
    CollapsingHeader::new(words.t("dist.common")).default_open(true).show(ui, |ui| {
        ScrollArea::vertical().id_salt("pattern").max_height(most).auto_shrink([false, true]).show(ui, body);
    });
    let others = pattern.about == About::Others;
    if let Some(listed) = chosen {
        hunt.list(listed);
    }
    if others && hunt.listed() != Listed::Solutions {
        caption(ui, words.t("dist.others_listed"));
    }
}

/// One group of deals; whether it was clicked.
fn rule_ui(ui: &mut Ui, cx: &Cx<'_>, text: &str, count: Option<&str>, on: bool) -> bool {
    let text = match count {
        Some(count) => format!("{count} · {text}"),
        None => text.to_string(),
    };
    let mut button = Button::new(RichText::new(text).size(14.5)).wrap().frame_when_inactive(on);
    if on {
        button = button.fill(cx.tokens.accent_wash).stroke(Stroke::new(1.0, cx.tokens.accent));
    }
    ui.add(button).clicked()
}

/// The deals, drawn only where they are seen.
fn list_ui(ui: &mut Ui, cx: &Cx<'_>, hunt: &Hunt, shown: Option<&Sitting>) -> Option<Deed> {
    let words = cx.words;
    let uncertain = hunt.question.uncertain();
    let game = hunt.question.position().game();
    let deals = hunt.deals();
    let first = deals.first()?;
    // Hands that are given in full need not be repeated.
    let open = |place: &Place| !(first.cards(*place) & uncertain).is_empty();
    let places: Vec<Place> = Place::ALL.into_iter().filter(open).collect();
    let height = LINE * places.len() as f32 + 10.0;
    let mut deed = None;
    ui.spacing_mut().item_spacing.y = 4.0;
    ScrollArea::vertical().id_salt("deals").auto_shrink(false).show_rows(
        ui,
        height,
        deals.len(),
        |ui, range| {
            for at in range {
                let sitting = &deals[at];
                let width = ui.available_width() - GAP;
                let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
                let on = shown == Some(sitting);
                let name = name(at, sitting, &places, game, &words);
                response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, &name));
                deal_ui(ui, rect, sitting, &places, game, on, response.hovered() || response.has_focus(), cx);
                if response.clicked() {
                    deed = Some(Deed::Show(*sitting));
                }
            }
        },
    );
    deed
}

/// The deal as a screen reader says it.
fn name(at: usize, sitting: &Sitting, places: &[Place], game: Game, words: &Words) -> String {
    let hands: Vec<String> = places
        .iter()
        .map(|&place| {
            let cards = game.sorted(sitting.cards(place)).into_iter().map(|card| words.short_card(card));
            format!("{} {}", words.place(place), cards.collect::<Vec<_>>().join(" "))
        })
        .collect();
    format!("{}: {}", words.fill("dist.deal", &[("n", &words.number(at as u64 + 1))]), hands.join("; "))
}

#[expect(clippy::too_many_arguments, reason = "all of it is what one row looks like")]
fn deal_ui(
    ui: &Ui,
    rect: Rect,
    sitting: &Sitting,
    places: &[Place],
    game: Game,
    on: bool,
    hovered: bool,
    cx: &Cx<'_>,
) {
    let tokens = &cx.tokens;
    let (fill, line) = match (on, hovered) {
        (true, _) => (tokens.accent_wash, tokens.accent),
        (false, true) => (tokens.button.hover, tokens.line),
        (false, false) => (tokens.field, tokens.line),
    };
    let painter = ui.painter_at(rect);
    painter.rect(rect, CornerRadius::same(6), fill, Stroke::new(1.0, line), StrokeKind::Inside);
    for (row, &place) in places.iter().enumerate() {
        let y = rect.top() + 5.0 + LINE * row as f32;
        let name =
            painter.layout_no_wrap(cx.words.place(place).into(), FontId::proportional(14.0), tokens.faint);
        painter.galley(pos2(rect.left() + GAP, y + (LINE - name.size().y) / 2.0), name, tokens.faint);
        let hand = painter.layout_job(hand(sitting.cards(place), game, &cx.words, tokens));
        painter.galley(pos2(rect.left() + NAMES + GAP, y + (LINE - hand.size().y) / 2.0), hand, tokens.ink);
    }
}

/// `♣B ♥B  ♠A 10 7`: jacks of a trump game by themselves, then each suit once.
fn hand(cards: Cards, game: Game, words: &Words, tokens: &Tokens) -> LayoutJob {
    let mut job = LayoutJob::default();
    let mut last = None;
    for card in game.sorted(cards) {
        let jack = card.rank() == Rank::Jack && game != Game::Null;
        let format =
            |color| TextFormat { font_id: FontId::proportional(14.5), color, ..TextFormat::default() };
        let colour = tokens.suit_in_text(card.suit(), words.faces == Faces::TwoColour);
        if jack || last != Some(card.suit()) {
            let gap = if last.is_none() && job.is_empty() { 0.0 } else { 7.0 };
            let sign = match words.faces {
                Faces::German => words.suit(card.suit()).chars().take(1).collect(),
                _ => card.suit().symbol().to_string(),
            };
            job.append(&sign, gap, format(colour));
        } else {
            job.append("", 4.0, format(tokens.ink));
        }
        job.append(words.corner(card.rank()), 0.0, format(tokens.ink));
        last = (!jack).then_some(card.suit());
    }
    job
}
