//! The commands of a recording, and one that is being made.

use super::job::ProofRequest;
use super::keys::tree_command;
use super::recording::{Films, Recording};
use super::session::Session;
use super::{Cx, ProofView};
use crate::app::commands::Command;
use crate::app::widgets::tree::model::NodeId;

/// Opening what a recording has below a node shows at most so many nodes more.
const MOST_FILMED: usize = 400;

impl ProofView {
    /// Whether a command has something to do with the recording.
    pub(super) fn can_run_recording(&self, command: Command) -> bool {
        let Some(recording) = self.films.shown() else { return command == Command::RecordSearch };
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
        let Some(recording) = self.films.shown_mut() else { return true };
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
        let Some(sample) = &self.awaited.growing else { return };
        // Whoever was stopped puts what it has before it lets go of the place, so the look comes second.
        let (last, trace) = (!sample.is_shared(), sample.take());
        if let Some(trace) = trace {
            let right = self.compare.as_ref().filter(|_| self.awaited.right);
            let (session, options) = match right {
                Some(compare) => (Some(&compare.right), compare.options),
                None => (self.session.as_ref(), self.options),
            };
            let growing = session.map(|session| Recording::growing(session.case(), options, trace));
            if let Some(Ok(recording)) = growing {
                self.place(vec![recording]);
            }
        }
        if last {
            self.awaited.growing = None;
        } else {
            cx.ctx.request_repaint_after(std::time::Duration::from_millis(200));
        }
    }

    /// Takes the recordings of a search that is done.
    pub(super) fn take_films(&mut self, films: Vec<Recording>) {
        // Of two that are compared the other may still be to come.
        let more =
            |session: &Session| session.asks.iter().any(|ask| matches!(ask, ProofRequest::Recording(..)));
        if !self.compare.as_ref().is_some_and(|compare| more(&compare.right)) {
            self.awaited.growing = None;
        }
        self.place(films);
    }

    /// To the left or to the right, where two are compared.
    fn place(&mut self, films: Vec<Recording>) {
        self.find.query.clear();
        match &mut self.compare {
            Some(compare) if self.awaited.right => compare.films = Films::new(films),
            _ => self.films = Films::new(films),
        }
    }
}
