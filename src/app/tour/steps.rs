//! What the tours show, step by step.

use crate::app::Workspace;
use crate::app::commands::Command;
use crate::app::widgets::landmarks::Landmark;

/// What is done when a step begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// Show a workspace.
    Go(Workspace),
    /// Put a bundled puzzle into Compose, after asking about unsaved work.
    Compose(&'static str),
    /// Put a bundled puzzle on the table of Solve.
    Play(&'static str),
    /// Show the list of Solve.
    List,
    /// Show the proof of a bundled puzzle, or its best chance.
    Prove(&'static str),
    /// Carry out a command.
    Run(Command),
    /// Open the chosen game of the list, unless one is open.
    OpenGame,
    /// Show what the viewer may suppose of the hidden hands, or hide it.
    Possible(bool),
}

/// What the person is invited to do; it is done when the number it stands for has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// Change the puzzle in Compose.
    Edit,
    /// Play a card in Solve.
    Play,
    /// Ask for a hint.
    Hint,
    /// Choose another node of the tree.
    Node,
    /// Open a game of the list.
    OpenGame,
    /// Step through the game.
    Step,
}

/// One step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// What is said, in the catalogue.
    pub text: &'static str,
    /// What is pointed at.
    pub at: Landmark,
    /// What is done first.
    pub acts: &'static [Act],
    /// What the person is invited to do.
    pub deed: Option<Deed>,
}

const fn step(text: &'static str, at: Landmark, acts: &'static [Act], deed: Option<Deed>) -> Step {
    Step { text, at, acts, deed }
}

/// The puzzle of the tours through Compose and Solve.
const PUZZLE: &str = "kiebitz-grand-1.ron";
/// One in which nothing is forced.
const CHANCE: &str = "chance-grand-1.ron";

pub(super) const COMPOSE: &[Step] = &[
    step("tour.compose.first", Landmark::Table, &[Act::Go(Workspace::Compose), Act::Compose(PUZZLE)], None),
    step("tour.compose.second", Landmark::Grid, &[], Some(Deed::Edit)),
    step("tour.compose.third", Landmark::Panel, &[], None),
    step("tour.compose.fourth", Landmark::Verdict, &[], None),
    step("tour.compose.fifth", Landmark::Panel, &[Act::Run(Command::CheckPuzzle)], None),
    step("tour.compose.sixth", Landmark::Table, &[], None),
];

pub(super) const SOLVE: &[Step] = &[
    step("tour.solve.first", Landmark::List, &[Act::Go(Workspace::Solve), Act::List], None),
    step("tour.solve.second", Landmark::Panel, &[Act::Play(PUZZLE)], None),
    step("tour.solve.third", Landmark::Panel, &[], Some(Deed::Hint)),
    step("tour.solve.fourth", Landmark::Table, &[], Some(Deed::Play)),
    step("tour.solve.fifth", Landmark::Panel, &[], None),
    step("tour.solve.sixth", Landmark::Tree, &[Act::Prove(PUZZLE)], Some(Deed::Node)),
];

pub(super) const REPLAY: &[Step] = &[
    step("tour.replay.first", Landmark::List, &[Act::Go(Workspace::Replay)], None),
    step("tour.replay.second", Landmark::Filters, &[], None),
    step("tour.replay.third", Landmark::List, &[], Some(Deed::OpenGame)),
    step("tour.replay.fourth", Landmark::Table, &[Act::OpenGame], Some(Deed::Step)),
    step("tour.replay.fifth", Landmark::Graph, &[], None),
    step("tour.replay.sixth", Landmark::Panel, &[], None),
];

pub(super) const IDEA: &[Step] = &[
    step("tour.idea.first", Landmark::Table, &[Act::Play(PUZZLE), Act::Possible(false)], None),
    step("tour.idea.second", Landmark::Table, &[Act::Possible(true)], None),
    step("tour.idea.third", Landmark::Panel, &[Act::Possible(false)], None),
    step("tour.idea.fourth", Landmark::Tree, &[Act::Prove(PUZZLE)], Some(Deed::Node)),
    step(
        "tour.idea.fifth",
        Landmark::Tree,
        &[Act::Run(Command::TreeRoot), Act::Run(Command::TreeOthers)],
        None,
    ),
    step("tour.idea.sixth", Landmark::Tree, &[Act::Prove(CHANCE)], None),
];
