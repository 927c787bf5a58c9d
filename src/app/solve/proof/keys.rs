//! What the keys of the tree do.

use crate::app::commands::Command;
use crate::app::widgets::tree::model::{NodeId, Verdict};
use crate::app::widgets::tree::{Step, TreeView};

/// Commands that any tree obeys.
pub(super) fn tree_command(view: &mut TreeView, command: Command) {
    match command {
        Command::NextCard => {
            view.step(Step::Child);
        }
        Command::PreviousCard => {
            view.step(Step::Parent);
        }
        Command::NextTrick => {
            let end = view.tree().trick_end(view.tree().depth(view.chosen()) + 1) - 1;
            while view.tree().depth(view.chosen()) < end && view.step(Step::Child) {}
        }
        Command::PreviousTrick => {
            let trick = |view: &TreeView| view.tree().trick_at(view.tree().depth(view.chosen()));
            let before = trick(view);
            while view.step(Step::Parent) && trick(view) == before {}
        }
        Command::LastCard => while view.step(Step::Child) {},
        Command::FirstCard | Command::TreeRoot => {
            view.choose(NodeId::ROOT);
            view.centre();
        }
        Command::TreeUp => {
            view.step(Step::Up);
        }
        Command::TreeDown => {
            view.step(Step::Down);
        }
        Command::TreeFoldLost => {
            view.fold(|tree, id| id != NodeId::ROOT && tree.node(id).verdict == Verdict::Refuted);
        }
        Command::TreeOnly => view.show_only(),
        Command::TreeLabels => view.names = !view.names,
        Command::TreeCentre => view.centre(),
        Command::TreeFit => view.fit(),
        Command::TreeBookmark => view.bookmark(),
        Command::TreeNextBookmark => {
            if let Some(next) = view.after(view.bookmarks(), true) {
                view.choose(next);
            }
        }
        _ => {}
    }
}
