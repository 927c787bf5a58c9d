//! The commands of a recording, and one that is being made.

use super::keys::tree_command;
use super::recording::Recording;
use super::{Cx, ProofView};
use crate::app::commands::Command;
use crate::app::widgets::tree::model::NodeId;

/// Opening what a recording has below a node shows at most so many nodes more.
const MOST_FILMED: usize = 400;

impl ProofView {
    /// Whether a command has something to do with the recording.
    pub(super) fn can_run_recording(&self, command: Command) -> bool {
        let Some(recording) = &self.recording else { return command == Command::RecordSearch };
        let view = &recording.view;
        let at = view.chosen();
        match command {
            Command::NextCard
            | Command::NextTrick
            | Command::LastCard
            | Command::TreeUnfold
            | Command::TreeUnfoldTrick
            | Command::TreeFold => view.tree().count(at) > 0,
            Command::PreviousCard | Command::PreviousTrick | Command::FirstCard | Command::TreeRoot => {
                at != NodeId::ROOT
            }
            Command::TreeNextBookmark => !view.bookmarks().is_empty(),
            Command::TreeFindNext => !view.found().is_empty(),
            Command::RecordingForward => recording.at() < recording.last(),
            Command::RecordingBack => recording.at() > 0,
            Command::RecordingPlay
            | Command::TreeUp
            | Command::TreeDown
            | Command::TreeFoldLost
            | Command::TreeLabels
            | Command::TreeCentre
            | Command::TreeFit
            | Command::TreeOnly
            | Command::TreeBookmark
            | Command::TreeFind
            | Command::TreeSvg
            | Command::TreeText
            | Command::RecordSearch
            | Command::CopyLine => true,
            _ => false,
        }
    }

    /// Carries out what means something else in a recording; false for the rest.
    pub(super) fn run_recording(&mut self, command: Command, cx: &mut Cx<'_>) -> bool {
        let Some(recording) = &mut self.recording else { return true };
        let at = recording.view.chosen();
        match command {
            Command::RecordingPlay => recording.play(),
            Command::RecordingForward => recording.step(true),
            Command::RecordingBack => recording.step(false),
            Command::TreeUnfold | Command::TreeUnfoldTrick => recording.view.unfold_below(at, MOST_FILMED),
            Command::TreeFold => {
                recording.view.toggle(at);
            }
            Command::CopyLine => {
                cx.ctx.copy_text(recording.position(at).to_setup().to_string());
                cx.toasts.done(cx.words.t("copy.done"));
            }
            Command::TreeFind | Command::TreeFindNext | Command::TreeSvg | Command::TreeText => return false,
            other => tree_command(&mut recording.view, other),
        }
        true
    }

    /// Shows a recording while it is being made, and keeps one that was stopped.
    pub(super) fn look_at_growth(&mut self, cx: &Cx<'_>) {
        let (Some(sample), Some(session)) = (&self.awaited.growing, &self.session) else { return };
        if let Some(trace) = sample.take() {
            let growing = Recording::growing(session.case(), trace);
            self.recording = growing.ok().map(Box::new);
            self.find.query.clear();
        }
        cx.ctx.request_repaint_after(std::time::Duration::from_millis(200));
    }
}
