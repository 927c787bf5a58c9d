//! Compose: lay out a deal, give it words, and see its value while you edit.

mod advice_panel;
mod answer_panel;
mod card_fields;
pub mod check;
mod check_panel;
mod contract_panel;
mod diagram_panel;
mod distributions_tab;
mod grid;
mod knowledge_panel;
mod menu;
mod table;
mod texts_panel;
pub mod verdict;
mod writer;

use crate::app::Cx;
use crate::app::advice::Adviser;
use crate::app::commands::Command;
use crate::app::common::document::history::Step;
use crate::app::common::document::{Document, DocumentStore, Refusal, Saving, Target, file};
use crate::app::common::typing::{CardsField, Typing, are_cards};
use crate::app::distributions::Distributions;
use crate::app::files::Purpose;
use crate::app::invent::Invent;
use crate::app::print::{Print, Scope};
use crate::app::theme::{GAP, WIDE};
use crate::app::view::{Request, WorkspaceView};
use crate::app::widgets::beside::Beside;
use crate::app::widgets::fields;
use crate::app::widgets::landmarks::{self, Landmark};
use crate::cards::{Card, Cards, Dice, Suit};
use crate::deal::{Deal, DealSetup, Place};
use crate::engine::file_writer::ChosenFile;
use crate::engine::{Budget, Monitor};
use crate::problems;
use crate::puzzle::Language;
use crate::rules::Seat;
use crate::storage::DataFolder;
use crate::words::Words;
use egui::{Frame, Margin, Panel, ScrollArea, Ui};
use std::path::{Path, PathBuf};
use verdict::Verdict;

/// What the panel on the right shows above the verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    #[default]
    Contract,
    Texts,
    Diagram,
    Check,
    Advice,
    Distributions,
}

impl Tab {
    /// Whether the verdict stands below; a page that needs the height is shown without it.
    const fn has_verdict(self) -> bool {
        !matches!(self, Tab::Texts | Tab::Check | Tab::Advice | Tab::Distributions)
    }
}

/// What opens over the table.
struct ComposeDialogs {
    menu: Option<menu::CardMenu>,
    swap: Option<(Suit, Suit)>,
    invent: Invent,
    print: Print,
}

/// What the pages of the panel work with.
struct Pages {
    answer: answer_panel::AnswerTexts,
    /// What hands and skat are known not to hold.
    not: [CardsField; 4],
    diagram: diagram_panel::DiagramPanel,
    check: check::Check,
    writer: writer::Writer,
    adviser: Adviser,
    distributions: Distributions,
    /// A deal found that lies on the table.
    on_table: Option<distributions_tab::OnTable>,
}

/// The workspace.
pub struct Compose {
    store: DocumentStore,
    target: Target,
    selected: Option<Card>,
    bottom: Seat,
    /// Whether the bottom seat follows the view; turning the table by hand ends that.
    follows_view: bool,
    tab: Tab,
    text_language: Option<Language>,
    typing: Typing,
    played: Typing,
    dialogs: ComposeDialogs,
    pages: Pages,
    verdict: Verdict,
    /// Cards that a finding of the check names, shown on the table.
    marked: Cards,
    dice: Dice,
}

impl Compose {
    /// An empty table in this window.
    #[must_use]
    pub fn new(ctx: &egui::Context, data: Option<&DataFolder>) -> Compose {
        let clock = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        Compose {
            store: DocumentStore::new(ctx, data),
            target: Target::ALL[0],
            selected: None,
            bottom: Seat::Forehand,
            follows_view: true,
            tab: Tab::default(),
            text_language: None,
            typing: Typing::default(),
            played: Typing::default(),
            dialogs: ComposeDialogs {
                menu: None,
                swap: None,
                invent: Invent::new(ctx),
                print: Print::new(ctx),
            },
            pages: Pages {
                answer: answer_panel::AnswerTexts::default(),
                not: Default::default(),
                diagram: diagram_panel::DiagramPanel::new(ctx),
                check: check::Check::new(ctx),
                writer: writer::Writer::new(ctx),
                adviser: Adviser::new(ctx),
                distributions: Distributions::new(ctx),
                on_table: None,
            },
            verdict: Verdict::new(ctx),
            marked: Cards::NONE,
            dice: Dice::new(clock.map_or(1, |time| time.as_nanos() as u64)),
        }
    }

    /// The document as it is now.
    #[must_use]
    pub fn document(&self) -> &Document {
        self.store.history.now()
    }

    /// What can be printed: the puzzle on the table.
    fn print_scope(&self, words: &Words) -> Vec<Scope> {
        let Some(puzzle) = file::to_puzzle(self.document()) else { return Vec::new() };
        let name = self.name(words);
        let file = name.strip_suffix(".ron").unwrap_or(&name).to_string();
        vec![Scope { name: words.t("print.this").into(), file, puzzles: vec![puzzle] }]
    }

    /// The dialog that invents puzzles.
    #[must_use]
    pub fn invent(&self) -> &Invent {
        &self.dialogs.invent
    }

    /// The panel that asks how the cards may lie.
    #[must_use]
    pub fn distributions(&self) -> &Distributions {
        &self.pages.distributions
    }

    /// Changes whenever the document does.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.store.history.version()
    }

    /// The file the document belongs to.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.store.path()
    }

    /// What is known about the soundness of the puzzle.
    #[must_use]
    pub fn check(&self) -> &check::Check {
        &self.pages.check
    }

    /// The cards that a finding points at.
    #[must_use]
    pub fn marked(&self) -> Cards {
        self.marked
    }

    /// The card that is chosen.
    #[must_use]
    pub fn selected(&self) -> Option<Card> {
        self.selected
    }

    /// The document with its file and its copy.
    #[must_use]
    pub fn store(&self) -> &DocumentStore {
        &self.store
    }

    /// Whether closing now would lose something.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        self.store.is_unsaved()
    }

    /// Shows another document, read from a file.
    pub fn open(&mut self, document: Document, path: PathBuf) {
        self.store.open(document, path);
        self.show_other();
    }

    /// Shows another document, which is in no file.
    pub fn show(&mut self, document: Document) {
        self.store.put(document);
        self.show_other();
    }

    /// Shows what an earlier run left behind.
    pub fn recover(&mut self) {
        self.store.take_found();
        self.show_other();
    }

    /// Drops what an earlier run left behind.
    pub fn discard_found(&mut self) {
        self.store.discard_found();
    }

    /// The document has been written.
    pub fn saved(&mut self, saving: Saving, path: PathBuf) {
        self.store.saved(saving, path);
    }

    /// The window closes, and nothing is to be kept beside the file.
    pub fn close(&mut self, budget: &Budget) {
        self.store.close(budget);
    }

    /// Another document is there: nothing of the old one stays.
    fn show_other(&mut self) {
        self.selected = None;
        self.target = Target::ALL[0];
        self.typing = Typing::default();
        self.played = Typing::default();
        self.follows_view = true;
        self.pages.diagram.forget();
        self.pages.distributions.forget();
        self.pages.on_table = None;
        self.marked = Cards::NONE;
        self.follow_view();
    }

    /// Whoever looks sits at the bottom.
    fn follow_view(&mut self) {
        if self.follows_view {
            let setup = &self.document().setup;
            let viewer = match setup.view {
                Some(crate::deal::View::Seat(seat)) => Some(seat),
                _ => setup.declarer,
            };
            self.bottom = viewer.unwrap_or(Seat::Forehand);
        }
    }

    /// Makes a change as one named step.
    fn edit(&mut self, step: Step, change: impl FnOnce(&mut Document)) {
        let mut next = self.document().clone();
        change(&mut next);
        self.store.history.step(step, next);
        self.follow_view();
    }

    /// Makes a change that belongs to typing in one field.
    fn edit_text(&mut self, key: &'static str, change: impl FnOnce(&mut Document)) {
        let mut next = self.document().clone();
        change(&mut next);
        self.store.history.typed(key, next);
    }

    /// Puts a card somewhere as one step, or says why not.
    fn put(&mut self, card: Card, target: Target, cx: &mut Cx<'_>) {
        let mut next = self.document().clone();
        match next.put(card, target) {
            Ok(()) => {
                let key = match target {
                    Target::Place(_) => "step.place",
                    Target::Table => "step.play",
                    Target::Gone => "step.gone",
                    Target::Stock => "step.remove",
                };
                self.store.history.step(Step::with_card(key, card), next);
                self.advance();
            }
            Err(refusal) => cx.toasts.problem(refusal_text(&cx.words, refusal, card)),
        }
    }

    /// A full hand hands the choice on to the next place with room.
    fn advance(&mut self) {
        let document = self.store.history.now();
        let has_room = |place: Place| document.holding(place).cards.len() < document.room(place);
        if let Target::Place(place) = self.target
            && !has_room(place)
        {
            let after = (1..4).map(|i| Place::ALL[(place.index() + i) % 4]);
            if let Some(next) = after.into_iter().find(|&place| has_room(place)) {
                self.target = Target::Place(next);
            }
        }
    }

    /// Replaces the deal by a position line, or explains what is wrong with it.
    fn paste_line(&mut self, text: &str, cx: &mut Cx<'_>) {
        let line = text.trim();
        match line.parse::<DealSetup>() {
            Ok(setup) if !line.is_empty() => {
                self.edit(Step::named("step.paste"), |document| {
                    document.setup = setup;
                    document.locked = Default::default();
                    document.answer = Default::default();
                    document.sort_hands();
                });
                self.selected = None;
                cx.toasts.done(cx.words.t("paste.done"));
            }
            Ok(_) => cx.toasts.problem(cx.words.t("paste.empty")),
            Err(all) => {
                let why = problems::problems(&cx.words, &all);
                cx.toasts.problem(cx.words.fill("paste.bad", &[("why", &why)]));
            }
        }
    }

    /// The name of the step that a command would undo or redo.
    #[must_use]
    pub fn step_name(&self, command: Command, words: &Words) -> Option<String> {
        match command {
            Command::Undo => self.store.history.last().map(|step| step.name(words)),
            Command::Redo => self.store.history.next().map(|step| step.name(words)),
            _ => None,
        }
    }

    fn next_problem(&mut self) {
        let cards: Vec<Card> = self.verdict.problems().iter().filter_map(problems::card_of).collect();
        let after = self.selected.and_then(|card| cards.iter().position(|&c| c == card)).map_or(0, |i| i + 1);
        self.selected = cards.get(after % cards.len().max(1)).copied().or(self.selected);
    }

    fn tabs_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let options = [
            (Tab::Contract, words.t("tab.contract")),
            (Tab::Texts, words.t("tab.texts")),
            (Tab::Diagram, words.t("tab.diagram")),
            (Tab::Check, words.t("tab.check")),
            (Tab::Advice, words.t("tab.advice")),
            (Tab::Distributions, words.t("tab.distributions")),
        ];
        if let Some(tab) = fields::choice(ui, words.t("tab.name"), Some(self.tab), &options) {
            self.tab = tab;
        }
        ui.add_space(GAP);
        if self.tab == Tab::Distributions {
            // It scrolls its own parts.
            self.distributions_ui(ui, cx);
            return;
        }
        ScrollArea::vertical().auto_shrink(false).id_salt(("tab", self.tab as u8)).show(ui, |ui| match self
            .tab
        {
            Tab::Contract => self.contract_ui(ui, cx),
            Tab::Texts => self.texts_ui(ui, cx),
            Tab::Diagram => self.diagram_ui(ui, cx),
            Tab::Check => self.check_ui(ui, cx),
            Tab::Advice => self.advice_ui(ui, cx),
            Tab::Distributions => {}
        });
    }

    /// Digits choose where cards go; a letter of a suit begins to type a card.
    fn keys(&mut self, ui: &Ui) {
        if self.field_waits(ui.ctx()) {
            // No card begins with a digit, so in the empty field they still choose a place.
            while let Some(target) =
                self.typing.next_digit(ui).and_then(|n| Target::ALL.get(n.wrapping_sub(1)))
            {
                self.target = *target;
            }
            return;
        }
        for text in self.typing.listen(ui) {
            let digit = text.parse::<usize>().ok().and_then(|n| Target::ALL.get(n.wrapping_sub(1)));
            if let Some(target) = digit {
                self.target = *target;
            }
        }
    }

    fn swap_ui(&mut self, ctx: &egui::Context, cx: &mut Cx<'_>) {
        let Some((mut a, mut b)) = self.dialogs.swap else { return };
        let words = cx.words;
        let mut done = None;
        let modal = fields::modal(ctx, "swap suits").show(ctx, |ui| {
            ui.set_width(420.0);
            ui.heading(words.t("swap.title"));
            ui.add_space(GAP);
            let suits = [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds]
                .map(|suit| (suit, words.suit(suit)));
            a = fields::choice(ui, words.t("swap.first"), Some(a), &suits).unwrap_or(a);
            b = fields::choice(ui, words.t("swap.second"), Some(b), &suits).unwrap_or(b);
            ui.add_space(GAP);
            fields::caption(ui, words.t("swap.note"));
            ui.add_space(WIDE);
            egui::Sides::new().show(
                ui,
                |_| {},
                |ui| {
                    if ui.add_enabled(a != b, egui::Button::new(words.t("swap.button"))).clicked() {
                        done = Some(true);
                    }
                    if ui.button(words.t("button.cancel")).clicked() {
                        done = Some(false);
                    }
                },
            );
        });
        self.dialogs.swap = Some((a, b));
        if done == Some(true) {
            self.edit(Step::named("step.swap_suits"), |document| document.swap_suits(a, b));
        }
        if done.is_some() || modal.should_close() {
            self.dialogs.swap = None;
        }
    }
}

impl Compose {
    /// The table, and the grid below it.
    fn main_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let tray = Panel::bottom("tray")
            .resizable(false)
            .show_separator_line(false)
            .frame(Frame::new().inner_margin(Margin { left: 14, right: 14, top: 6, bottom: 10 }))
            .show(ui, |ui| self.grid_ui(ui, cx));
        landmarks::mark(ui.ctx(), Landmark::Grid, tray.response.rect);
        let frame = Frame::new().inner_margin(Margin { left: 14, right: 14, top: 12, bottom: 4 });
        egui::CentralPanel::no_frame().show(ui, |ui| {
            frame.show(ui, |ui| {
                let (_, rect) = ui.allocate_space(ui.available_size());
                self.table_ui(ui, rect, cx);
            });
        });
    }
}

impl WorkspaceView for Compose {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        self.keys(ui);
        let panel = Beside::right("compose panel", (372.0, 440.0), (340.0, 560.0));
        let words = cx.words;
        let main = panel.show(ui, &words, |ui| {
            if self.tab.has_verdict() {
                let verdict_height = (ui.available_height() * 0.37).clamp(190.0, 420.0);
                Panel::bottom("verdict")
                    .resizable(true)
                    .default_size(verdict_height)
                    .min_size(150.0)
                    // A height from a larger window leaves room for the tabs.
                    .max_size((ui.available_height() * 0.6).max(190.0))
                    .frame(Frame::new().inner_margin(Margin::symmetric(4, 8)))
                    .show(ui, |ui| {
                        landmarks::mark(ui.ctx(), Landmark::Verdict, ui.max_rect());
                        self.verdict_ui(ui, cx);
                    });
                fields::name_splitter(ui, "verdict", cx.words.t("panel.resize"));
            }
            Frame::new().inner_margin(Margin::symmetric(4, 8)).show(ui, |ui| self.tabs_ui(ui, cx));
        });
        if main {
            self.main_ui(ui, cx);
        }
        self.card_menu_ui(ui.ctx(), cx);
        self.swap_ui(ui.ctx(), cx);
        self.dialogs.invent.ui(ui.ctx(), cx);
        self.dialogs.print.ui(ui.ctx(), cx);
    }

    fn update(&mut self, cx: &mut Cx<'_>) {
        self.pages.distributions.update(cx);
        self.dialogs.invent.update(cx);
        self.dialogs.print.update(cx);
        self.store.follow(cx);
        if let Some(aside) = self.store.take_aside() {
            cx.toasts.problem(cx.words.fill("recover.unreadable", &[("file", &aside.display())]));
        }
        self.verdict.follow(&self.store.history, cx);
        self.follow_advice(cx);
        self.follow_check(cx);
        self.follow_writer(cx);
    }

    fn run(&mut self, command: Command, cx: &mut Cx<'_>) {
        match command {
            Command::Undo => match self.store.history.undo() {
                Some(_) => self.follow_view(),
                None => cx.toasts.done(cx.words.t("undo.nothing")),
            },
            Command::Redo => match self.store.history.redo() {
                Some(_) => self.follow_view(),
                None => cx.toasts.done(cx.words.t("redo.nothing")),
            },
            Command::CopyLine => {
                cx.ctx.copy_text(self.document().setup.to_string());
                cx.toasts.done(cx.words.t("copy.done"));
            }
            Command::TypeCards => self.typing.focus(""),
            Command::TakeBack => {
                if let Some(&card) = self.document().setup.played.last() {
                    self.edit(Step::with_card("step.back", card), |document| {
                        document.setup.played.pop();
                    });
                }
            }
            Command::DealRest => {
                let mut dice = self.dice.clone();
                self.edit(Step::named("step.deal"), |document| document.deal_rest(&mut dice));
                self.dice = dice;
            }
            Command::ClearCards => self.edit(Step::named("step.clear"), Document::clear_cards),
            Command::LockAll => self.edit(Step::named("step.lock"), |document| {
                let placed = Place::ALL.iter().map(|&place| document.holding(place).set());
                document.locked = placed.fold(Default::default(), |all, cards| all | cards);
            }),
            Command::UnlockAll => {
                self.edit(Step::named("step.unlock"), |document| document.locked = Default::default());
            }
            Command::RotateSeats => self.edit(Step::named("step.rotate"), Document::rotate),
            Command::SwapSuits => self.dialogs.swap = Some((Suit::Hearts, Suit::Diamonds)),
            Command::TurnTable => {
                self.bottom = self.bottom.next();
                self.follows_view = false;
            }
            Command::NextProblem => self.next_problem(),
            Command::Advice => self.tab = Tab::Advice,
            Command::Distributions => self.tab = Tab::Distributions,
            Command::Invent => self.dialogs.invent.open(),
            Command::Print => self.dialogs.print.open(self.print_scope(&cx.words), &cx.words),
            Command::SitDown => {
                let setup = &self.document().setup;
                let seat = match setup.view {
                    Some(crate::deal::View::Seat(seat)) => Some(seat),
                    _ => None,
                };
                cx.requests.extend(Deal::of(setup).map(|deal| Request::Sit(Box::new(deal), seat)));
            }
            Command::CheckPuzzle => self.tab = Tab::Check,
            Command::ShowProof => {
                let position = self.verdict.position().cloned();
                cx.requests.extend(position.map(|position| Request::Prove(Box::new(position))));
            }
            _ => {}
        }
    }

    fn can_run(&self, command: Command) -> bool {
        match command {
            Command::Undo => self.store.history.last().is_some(),
            Command::Redo => self.store.history.next().is_some(),
            Command::TakeBack => !self.document().setup.played.is_empty(),
            Command::UnlockAll => !self.document().locked.is_empty(),
            Command::NextProblem => !self.verdict.problems().is_empty(),
            Command::ShowProof | Command::Print => self.verdict.position().is_some(),
            Command::SitDown => Deal::of(&self.document().setup).is_some(),
            Command::CopyLine
            | Command::TypeCards
            | Command::DealRest
            | Command::ClearCards
            | Command::LockAll
            | Command::RotateSeats
            | Command::SwapSuits
            | Command::Advice
            | Command::Distributions
            | Command::Invent
            | Command::CheckPuzzle
            | Command::TurnTable => true,
            _ => false,
        }
    }

    fn work(&self, words: &Words) -> Option<(String, &Monitor)> {
        let own = [
            (words.t("status.advice"), self.pages.adviser.work()),
            (words.t("status.check"), self.pages.check.work()),
            (words.t("status.solution"), self.pages.writer.work()),
        ];
        if let Some((what, monitor)) = own.into_iter().find_map(|(what, work)| Some((what, work?))) {
            return Some((what.into(), monitor));
        }
        let workshop = [
            self.pages.distributions.work(words),
            self.dialogs.invent.work(words),
            self.dialogs.print.work(words),
        ];
        if let Some(work) = workshop.into_iter().flatten().next() {
            return Some(work);
        }
        self.verdict.values().work(words)
    }

    fn stop(&mut self) {
        self.pages.distributions.stop();
        self.dialogs.invent.stop();
        self.dialogs.print.stop();
        self.verdict.stop();
        self.pages.adviser.stop();
        self.pages.check.stop();
        self.pages.writer.stop();
    }

    fn name(&self, words: &Words) -> String {
        if let Some(name) = self.store.path().and_then(Path::file_name) {
            return name.to_string_lossy().into_owned();
        }
        let title = self.document().title.get(words.language);
        if title.is_empty() { words.t("document.untitled").into() } else { title.into() }
    }

    fn help(&self) -> &'static str {
        if self.dialogs.invent.is_open() {
            return "invent";
        }
        if self.dialogs.print.is_open() {
            return "print";
        }
        if self.dialogs.swap.is_some() {
            return "compose#swap";
        }
        match self.tab {
            Tab::Contract => "compose",
            Tab::Texts => "texts",
            Tab::Diagram => "texts#diagram",
            Tab::Check => "check",
            Tab::Advice => "advice",
            Tab::Distributions => "distributions",
        }
    }

    fn paste(&mut self, text: &str, cx: &mut Cx<'_>) {
        if text.contains('=') || !are_cards(text, cx.words.faces) {
            self.paste_line(text, cx);
        } else {
            self.typing.focus(text.trim());
        }
    }

    fn file_chosen(&mut self, purpose: Purpose, file: ChosenFile, cx: &mut Cx<'_>) {
        match purpose {
            Purpose::Archive => self.dialogs.invent.archive(&file.path),
            Purpose::SaveFolder => self.dialogs.invent.save_all(&file.path),
            Purpose::Sheet(_) => self.dialogs.print.export(file, &cx.words, &cx.ctx),
            _ => {}
        }
    }

    fn awaits_cards(&self, ctx: &egui::Context) -> bool {
        self.field_waits(ctx)
    }
}

fn refusal_text(words: &Words, refusal: Refusal, card: Card) -> String {
    match refusal {
        Refusal::Full(Place::Skat) => words.t("refusal.skat").into(),
        Refusal::Full(place) => words.fill("refusal.full", &[("seat", &words.place(place))]),
        Refusal::Played => words.fill("refusal.played", &[("card", &words.card(card))]),
    }
}
