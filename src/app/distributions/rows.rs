//! The conditions, one a row, built from words of the game instead of being typed.

use crate::app::Cx;
use crate::app::common::typing;
use crate::app::widgets::fields;
use crate::cards::{Card, Cards, Rank, Suit};
use crate::deal::Place;
use crate::problems;
use crate::puzzle::distributions::{Condition, Ending, Group, Span, Who};
use crate::rules::{Game, Seat};
use crate::words::Words;
use egui::{Align, Button, DragValue, Frame, Key, Layout, Margin, RichText, Stroke, TextEdit, Ui};

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A hand, the skat, or one of the defenders.
    Holder(Who),
    /// What open cards lead to.
    Ending,
    /// The cards that fell first.
    Course,
}

impl Subject {
    const ALL: [Subject; 7] = [
        Subject::Ending,
        Subject::Holder(Who::Place(Place::Hand(Seat::Forehand))),
        Subject::Holder(Who::Place(Place::Hand(Seat::Middlehand))),
        Subject::Holder(Who::Place(Place::Hand(Seat::Rearhand))),
        Subject::Holder(Who::Place(Place::Skat)),
        Subject::Holder(Who::OneDefender),
        Subject::Course,
    ];

    fn name(self, words: &Words) -> &'static str {
        match self {
            Subject::Holder(Who::Place(place)) => words.place(place),
            Subject::Holder(Who::OneDefender) => words.t("dist.one_defender"),
            Subject::Ending => words.t("dist.ending"),
            Subject::Course => words.t("dist.course"),
        }
    }
}

/// What is said of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Has,
    Lacks,
    Count,
    Points,
}

/// How a number is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Exactly,
    AtLeast,
    AtMost,
    Between,
}

/// How it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Won,
    Lost,
    Points,
    Schneider,
    Schwarz,
}

/// Which cards are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counted {
    Group(Group),
    /// Those that stand in the field.
    Typed,
}

/// What a row means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A condition.
    Condition(Condition),
    /// Cards that have been played, in order.
    Course(Vec<Card>),
}

/// One row.
#[derive(Clone, Debug)]
pub struct Row {
    subject: Subject,
    what: What,
    cards: String,
    counted: Counted,
    bound: Bound,
    from: u8,
    to: u8,
    end: End,
}

impl Row {
    /// "The declarer loses": what is asked most.
    #[must_use]
    pub fn lost() -> Row {
        Row::new(Subject::Ending)
    }

    /// A row about this, with what is most usual.
    #[must_use]
    pub fn new(subject: Subject) -> Row {
        Row {
            subject,
            what: What::Has,
            cards: String::new(),
            counted: Counted::Group(Group::Trumps),
            bound: Bound::AtLeast,
            from: 3,
            to: 4,
            end: End::Lost,
        }
    }

    /// What the row means, or why it means nothing yet.
    ///
    /// # Errors
    /// The reason in words.
    pub fn part(&self, words: &Words) -> Result<Part, String> {
        let who = match self.subject {
            Subject::Course => return self.read(words).map(Part::Course),
            Subject::Ending => return self.ending(words).map(|end| Part::Condition(Condition::Ending(end))),
            Subject::Holder(who) => who,
        };
        let condition = match self.what {
            What::Has => Condition::Holds(who, self.set(words)?),
            What::Lacks => Condition::Lacks(who, self.set(words)?),
            What::Count => Condition::Count(who, self.group(words)?, self.span(words)?),
            What::Points => Condition::Points(who, self.group(words)?, self.span(words)?),
        };
        Ok(Part::Condition(condition))
    }

    fn read(&self, words: &Words) -> Result<Vec<Card>, String> {
        match typing::read(&self.cards, words.faces) {
            Ok(cards) if cards.is_empty() => Err(words.t("dist.no_cards").into()),
            Ok(cards) => Ok(cards),
            Err(error) => Err(problems::spelling(words, &error)),
        }
    }

    fn set(&self, words: &Words) -> Result<Cards, String> {
        Ok(self.read(words)?.into_iter().collect())
    }

    fn group(&self, words: &Words) -> Result<Group, String> {
        match self.counted {
            Counted::Group(group) => Ok(group),
            Counted::Typed => self.set(words).map(Group::These),
        }
    }

    fn span(&self, words: &Words) -> Result<Span, String> {
        match self.bound {
            Bound::Exactly => Ok(Span::exactly(self.from)),
            Bound::AtLeast => Ok(Span::at_least(self.from)),
            Bound::AtMost => Ok(Span::at_most(self.from)),
            Bound::Between if self.from > self.to => Err(words.t("dist.from_to").into()),
            Bound::Between => Ok(Span { from: self.from, to: self.to }),
        }
    }

    fn ending(&self, words: &Words) -> Result<Ending, String> {
        Ok(match self.end {
            End::Won => Ending::Won,
            End::Lost => Ending::Lost,
            End::Schwarz => Ending::Schwarz,
            End::Schneider => Ending::Points(Span { from: 90, to: 120 }),
            End::Points => Ending::Points(self.span(words)?),
        })
    }

    fn has_field(&self) -> bool {
        match self.subject {
            Subject::Course => true,
            Subject::Ending => false,
            Subject::Holder(_) => {
                matches!(self.what, What::Has | What::Lacks) || self.counted == Counted::Typed
            }
        }
    }

    fn has_number(&self) -> bool {
        match self.subject {
            Subject::Course => false,
            Subject::Ending => self.end == End::Points,
            Subject::Holder(_) => matches!(self.what, What::Count | What::Points),
        }
    }
}

/// What was done to a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowDeed {
    /// It goes.
    Remove,
    /// Enter was pressed in it.
    Search,
}

/// Draws a row. `number` counts from 1; `game` decides which groups and endings there are.
pub fn row_ui(ui: &mut Ui, row: &mut Row, number: usize, game: Option<Game>, cx: &Cx<'_>) -> Option<RowDeed> {
    let words = &cx.words;
    let mut deed = None;
    let title = words.fill("dist.row", &[("n", &number)]);
    let named = |part: &'static str| format!("{title}: {}", words.t(part));
    let frame = Frame::new()
        .fill(cx.tokens.field)
        .stroke(Stroke::new(1.0, cx.tokens.line))
        .corner_radius(8)
        .inner_margin(Margin::symmetric(8, 6));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let options = Subject::ALL.map(|subject| (subject, subject.name(words)));
            fields::list(ui, ("dist", number, 0), &named("dist.who"), &mut row.subject, &options, 128.0);
            what_ui(ui, row, number, game, &named, words);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let cross = ui.add(Button::new("✖").frame_when_inactive(false));
                let name = words.fill("dist.remove", &[("n", &number)]);
                if cross.accessible_name(&name).on_hover_text(&name).clicked() {
                    deed = Some(RowDeed::Remove);
                }
            });
        });
        if row.has_number() {
            ui.horizontal_wrapped(|ui| {
                if let (Subject::Holder(_), What::Count | What::Points) = (row.subject, row.what) {
                    let options = groups(game, words);
                    fields::list(
                        ui,
                        ("dist", number, 2),
                        &named("dist.which"),
                        &mut row.counted,
                        &options,
                        112.0,
                    );
                }
                number_ui(ui, row, number, &named, words);
            });
        }
        if row.has_field() {
            let field = TextEdit::singleline(&mut row.cards)
                .id(egui::Id::unique(("dist cards", number)))
                .hint_text(words.t("dist.cards_hint"))
                .desired_width(f32::INFINITY);
            let response = ui.add(field).accessible_name(named("dist.cards"));
            if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
                deed = Some(RowDeed::Search);
            }
        }
        if let Err(why) = row.part(words)
            && !(row.has_field() && row.cards.trim().is_empty())
        {
            ui.add(egui::Label::new(RichText::new(why).size(14.0).color(cx.tokens.bad)).wrap());
        }
    });
    deed
}

/// What the subject of the row has, or how the game ends.
fn what_ui(
    ui: &mut Ui,
    row: &mut Row,
    number: usize,
    game: Option<Game>,
    named: &dyn Fn(&'static str) -> String,
    words: &Words,
) {
    match row.subject {
        Subject::Holder(_) => {
            let options = [
                (What::Has, words.t("dist.has")),
                (What::Lacks, words.t("dist.lacks")),
                (What::Count, words.t("dist.count")),
                (What::Points, words.t("dist.points")),
            ];
            fields::list(ui, ("dist", number, 1), &named("dist.what"), &mut row.what, &options, 124.0);
        }
        Subject::Ending => {
            let mut options = vec![(End::Won, words.t("dist.won")), (End::Lost, words.t("dist.lost"))];
            if game != Some(Game::Null) {
                options.extend([
                    (End::Points, words.t("dist.declarers_points")),
                    (End::Schneider, words.t("dist.schneider")),
                    (End::Schwarz, words.t("dist.schwarz")),
                ]);
            } else if !matches!(row.end, End::Won | End::Lost) {
                row.end = End::Lost;
            }
            fields::list(ui, ("dist", number, 1), &named("dist.what"), &mut row.end, &options, rest(ui));
        }
        Subject::Course => {}
    }
}

/// From … to.
fn number_ui(
    ui: &mut Ui,
    row: &mut Row,
    number: usize,
    named: &impl Fn(&'static str) -> String,
    words: &Words,
) {
    let options = [
        (Bound::Exactly, words.t("dist.exactly")),
        (Bound::AtLeast, words.t("dist.at_least")),
        (Bound::AtMost, words.t("dist.at_most")),
        (Bound::Between, words.t("dist.between")),
    ];
    fields::list(ui, ("dist", number, 3), &named("dist.bound"), &mut row.bound, &options, 96.0);
    let points = row.subject == Subject::Ending || row.what == What::Points;
    let most = if points { 120 } else { 11 };
    row.from = row.from.min(most);
    row.to = row.to.min(most);
    ui.add(DragValue::new(&mut row.from).range(0..=most)).accessible_name(named("dist.number"));
    if row.bound == Bound::Between {
        ui.label(words.t("dist.to"));
        ui.add(DragValue::new(&mut row.to).range(0..=most)).accessible_name(named("dist.second_number"));
    }
}

/// Suits and ranks that can be counted in this game.
fn groups(game: Option<Game>, words: &Words) -> Vec<(Counted, &'static str)> {
    let null = game == Some(Game::Null);
    let mut all = vec![(Group::All, words.t("dist.all_cards"))];
    if !null {
        all.push((Group::Trumps, words.t("dist.trumps")));
    }
    let suits = Suit::ALL.into_iter().rev().filter(|&suit| game != Some(Game::Suit(suit)));
    all.extend(suits.map(|suit| (Group::Suit(suit), words.suit(suit))));
    let ranks = [
        (Rank::Jack, "dist.jacks"),
        (Rank::Ace, "dist.aces"),
        (Rank::Ten, "dist.tens"),
        (Rank::King, "dist.kings"),
        (Rank::Queen, "dist.queens"),
        (Rank::Nine, "dist.nines"),
        (Rank::Eight, "dist.eights"),
        (Rank::Seven, "dist.sevens"),
    ];
    all.extend(ranks.map(|(rank, key)| (Group::Rank(rank), words.t(key))));
    let mut all: Vec<(Counted, &str)> =
        all.into_iter().map(|(group, name)| (Counted::Group(group), name)).collect();
    all.push((Counted::Typed, words.t("dist.these")));
    all
}

/// Width of the second list of a row: what the cross leaves.
fn rest(ui: &Ui) -> f32 {
    (ui.available_width() - 46.0).clamp(90.0, 190.0)
}
