//! A workspace as the shell sees it: it draws, hears its engine, and carries out commands.

use super::Cx;
use super::commands::Command;
use super::files::Purpose;
use crate::deal::{Deal, Position};
use crate::engine::Monitor;
use crate::engine::file_writer::ChosenFile;
use crate::puzzle::Puzzle;
use crate::rules::Seat;
use crate::words::Words;
use egui::Ui;
use std::path::PathBuf;

/// A workspace. Each owns its engine, so that none drops the answers of another.
pub trait WorkspaceView {
    /// Draws it.
    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>);

    /// Hears the engine and asks it; called every frame, also while another workspace is shown.
    fn update(&mut self, cx: &mut Cx<'_>);

    /// Carries out a command of its own.
    fn run(&mut self, command: Command, cx: &mut Cx<'_>);

    /// Whether a command of its own has something to do. Commands of other workspaces have not.
    fn can_run(&self, command: Command) -> bool;

    /// What its engine is at, for the status bar: the work in words, and its progress.
    fn work(&self, words: &Words) -> Option<(String, &Monitor)>;

    /// Stops its engine.
    fn stop(&mut self);

    /// What it shows, for the title and the status bar.
    fn name(&self, words: &Words) -> String;

    /// The page of the manual about what it shows now.
    fn help(&self) -> &'static str;

    /// Takes what was pasted while it is shown.
    fn paste(&mut self, text: &str, cx: &mut Cx<'_>);

    /// A file that it asked for ([`Request::File`]) was chosen.
    fn file_chosen(&mut self, _purpose: Purpose, _file: ChosenFile, _cx: &mut Cx<'_>) {}

    /// Whether the keyboard is typing cards in a field of its own, which keeps undo and paste for itself.
    fn awaits_cards(&self, _ctx: &egui::Context) -> bool {
        false
    }
}

/// What a workspace wants of the window; carried out after the frame.
#[derive(Clone, Debug)]
pub enum Request {
    /// Open this puzzle in Compose, after asking about unsaved work.
    Compose(Box<Puzzle>),
    /// Open this position in Solve and show its proof.
    Prove(Box<Position>),
    /// Play this puzzle in Solve.
    Play(Box<Puzzle>),
    /// Play a game with these cards in Solve, in this seat if one is wished for.
    Sit(Box<Deal>, Option<Seat>),
    /// Add a folder of puzzles to those in Solve, and show it.
    Collection(PathBuf),
    /// Open these games (records as text) in Replay.
    Replay(String),
    /// Ask for a file, suggesting this one; [`WorkspaceView::file_chosen`] hears of it.
    File(Purpose, PathBuf),
    /// Write this text into a file that was chosen, and say so.
    Write(ChosenFile, String),
}
