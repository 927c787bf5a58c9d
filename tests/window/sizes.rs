//! No text is cut and none lies on another, on every page, from 1024 × 700 to large screens and at 200 and 300 %.
//! Measured on what is painted: each text against the area it is painted in, and against the texts beside it.

use crate::bench::{Answers, Bench, app, press, press_ctrl, until, window_with};
use egui::epaint::{ClippedShape, Shape};
use egui::{Key, Modifiers, Rect};
use egui_kittest::kittest::Queryable as _;
use kiebitz::app::Workspace;
use kiebitz::app::commands::Command;
use kiebitz::app::replay::Page;
use kiebitz::app::settings::Settings;
use kiebitz::puzzle::Language;

/// Width and height in points. 960 × 540 is 1920 × 1080 at 200 %, 640 × 360 the same at 300 %, 2560 × 1440 at 75 %.
const SIZES: [[f32; 2]; 5] =
    [[1024.0, 700.0], [1280.0, 800.0], [960.0, 540.0], [640.0, 360.0], [2560.0, 1440.0]];
/// The last three tricks of a Grand: proved at once.
const THREE_TRICKS: &str = "contract=G declarer=F F=CJ.SJ.CA M=HJ.C7.S7 R=DJ.C8.S8 skat=D7.D8 \
    gone=CT.CK.CQ.C9.SA.ST.SK.SQ.S9.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK.DQ.D9 points=50:30 view=F";
/// A letter may reach over the edge of its line by so much.
const SLACK: f32 = 1.5;

fn texts(shape: &Shape, clip: Rect, found: &mut Vec<(String, Rect, Rect)>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, clip, found)),
        Shape::Text(text) if !text.galley.text().trim().is_empty() && text.angle == 0.0 => {
            // Line by line: the second line of a text may begin left of the first.
            for row in &text.galley.rows {
                let rect = row.rect_without_leading_space().translate(text.pos.to_vec2());
                found.push((row.text(), rect, clip));
            }
        }
        _ => {}
    }
}

/// Whether a text stands anywhere on the screen, also where no name does.
pub fn painted(bench: &Bench, wanted: &str) -> bool {
    let mut found = Vec::new();
    bench.output().shapes.iter().for_each(|shape| texts(&shape.shape, shape.clip_rect, &mut found));
    found.iter().any(|(text, ..)| text.contains(wanted))
}

/// What is wrong with the texts of the last frame. Under a dialog the page is still there, so there only cuts count.
pub fn faults(shapes: &[ClippedShape], dialog: bool) -> Vec<String> {
    let mut found = Vec::new();
    for shape in shapes {
        texts(&shape.shape, shape.clip_rect, &mut found);
    }
    // What is scrolled out of sight is not there.
    let seen = |rect: Rect, clip: Rect| clip.is_positive() && rect.y_range().intersects(clip.y_range());
    found.retain(|(text, rect, clip)| !text.trim().is_empty() && seen(*rect, *clip));
    let mut faults = Vec::new();
    for (text, rect, clip) in &found {
        if rect.left() < clip.left() - SLACK || rect.right() > clip.right() + SLACK {
            faults.push(format!("cut: {text:?} {rect:?} in {clip:?}"));
        }
    }
    if dialog {
        return faults;
    }
    for (i, (text, rect, clip)) in found.iter().enumerate() {
        let seen = rect.intersect(*clip).shrink(SLACK * 2.0);
        for (other, place, around) in &found[..i] {
            if seen.intersect(place.intersect(*around).shrink(SLACK * 2.0)).is_positive() {
                faults.push(format!("{text:?} {rect:?} lies on {other:?} {place:?}"));
            }
        }
    }
    faults
}

fn look(bench: &mut Bench, page: &str, all: &mut Vec<String>) {
    bench.run_steps(3);
    let screen = bench.ctx.content_rect();
    let dialog = bench.ctx.memory(|memory| memory.top_modal_layer().is_some());
    let found = faults(&bench.output().shapes, dialog);
    let size = format!("{} × {}", screen.width(), screen.height());
    all.extend(found.into_iter().map(|fault| format!("{page} at {size}: {fault}")));
}

fn choose(bench: &mut Bench, name: &str) -> bool {
    let found = bench.query_all_by_label(name).last().map(|node| node.click());
    bench.run_steps(3);
    found.is_some()
}

fn window(language: Language, size: [f32; 2]) -> Bench {
    let settings = Settings {
        language: Some(language),
        workspace: Workspace::Start,
        memory: 32,
        threads: 1,
        ..Settings::default()
    };
    let mut bench = window_with(settings, Answers(None), None);
    bench.set_size(size.into());
    bench.run_steps(4);
    bench
}

/// A small proof, its recording, and two searches beside each other.
fn proof_pages(bench: &mut Bench, all: &mut Vec<String>) {
    press_ctrl(bench, Key::Num1);
    bench.event(egui::Event::Paste(THREE_TRICKS.into()));
    bench.run_steps(4);
    // What is on the table was not saved: it may go.
    press_ctrl(bench, Key::P);
    let words = app(bench).words();
    until(bench, "the proof", |bench| {
        app(bench).solve().proof().session().is_some_and(|session| session.view.tree().len() > 1)
    });
    // News lies over the page for a moment, and may: it goes before the page is measured.
    bench.run_steps(20);
    look(bench, "proof", all);
    bench.key_press_modifiers(Modifiers::SHIFT, Key::R);
    until(bench, "the recording", |bench| app(bench).solve().proof().recording().is_some());
    look(bench, "recording", all);
    choose(bench, &format!("{}: {}", words.t("proof.mode"), words.t("compare.title")));
    look(bench, "compare", all);
}

/// A game from the list, each of its tabs.
fn game_pages(bench: &mut Bench, all: &mut Vec<String>) {
    press(bench, Key::Enter);
    until(bench, "the game", |bench| app(bench).replay().page() == Page::Game);
    let words = app(bench).words();
    let panel = format!("{}: {}", words.t("beside.shown"), words.t("beside.panel"));
    look(bench, "game", all);
    choose(bench, &panel);
    for tab in ["game.moves", "game.mistakes", "game.belief", "tab.advice", "explore.title"] {
        choose(bench, &format!("{}: {}", words.t("tab.name"), words.t(tab)));
        look(bench, tab, all);
    }
}

/// Every page, one after the other.
fn tour(language: Language, size: [f32; 2]) -> Vec<String> {
    let mut all = Vec::new();
    let mut bench = window(language, size);
    look(&mut bench, "start", &mut all);
    let words = app(&bench).words();
    // The puzzle of the day into Compose, its panel page by page.
    press_ctrl(&mut bench, Key::Num2);
    look(&mut bench, "solve table", &mut all);
    let panel = format!("{}: {}", words.t("beside.shown"), words.t("beside.panel"));
    if choose(&mut bench, &panel) {
        look(&mut bench, "solve panel", &mut all);
    }
    choose(&mut bench, words.t("play.compose"));
    press_ctrl(&mut bench, Key::Num1);
    look(&mut bench, "compose", &mut all);
    choose(&mut bench, &panel);
    for tab in ["tab.contract", "tab.texts", "tab.diagram", "tab.check", "tab.advice", "tab.distributions"] {
        choose(&mut bench, &format!("{}: {}", words.t("tab.name"), words.t(tab)));
        look(&mut bench, tab, &mut all);
    }
    press_ctrl(&mut bench, Key::Num2);
    for page in ["solve.list", "tab.distributions", "join.title", "server.title"] {
        choose(&mut bench, &format!("{}: {}", words.t("solve.pages"), words.t(page)));
        look(&mut bench, page, &mut all);
    }
    proof_pages(&mut bench, &mut all);
    press_ctrl(&mut bench, Key::Num3);
    until(&mut bench, "the games", |bench| app(bench).replay().is_settled());
    look(&mut bench, "replay list", &mut all);
    game_pages(&mut bench, &mut all);
    for command in [Command::Keys, Command::Settings, Command::About] {
        bench.state_mut().app.as_mut().unwrap().send(command);
        look(&mut bench, command.id(), &mut all);
        bench.key_press(Key::Escape);
        bench.run_steps(3);
    }
    all
}

#[test]
fn no_text_is_cut_and_none_lies_on_another() {
    let mut all = Vec::new();
    for language in [Language::German, Language::English] {
        for size in SIZES {
            all.extend(tour(language, size));
        }
    }
    assert!(all.is_empty(), "{} faults:\n{}", all.len(), all.join("\n"));
}
