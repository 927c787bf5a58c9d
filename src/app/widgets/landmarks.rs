//! Places that a tour points at: whoever draws one says where it is, and whoever points asks for it.

use egui::{Context, Id, Rect};

/// A place of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Landmark {
    /// The table in the middle.
    Table,
    /// The panel beside it.
    Panel,
    /// The grid of cards in Compose.
    Grid,
    /// The verdict in Compose.
    Verdict,
    /// The row of pages over a panel or a workspace.
    Pages,
    /// The list of puzzles or games.
    List,
    /// The filters beside the list of games.
    Filters,
    /// The tree of a proof.
    Tree,
    /// The graph below a game.
    Graph,
}

fn id(landmark: Landmark) -> Id {
    Id::unique(("landmark", landmark))
}

/// It was drawn here in this frame.
pub fn mark(ctx: &Context, landmark: Landmark, rect: Rect) {
    let frame = ctx.cumulative_frame_nr();
    ctx.data_mut(|data| data.insert_temp(id(landmark), (frame, rect)));
}

/// Where it is, if it was drawn in this frame or in the last one.
#[must_use]
pub fn find(ctx: &Context, landmark: Landmark) -> Option<Rect> {
    let frame = ctx.cumulative_frame_nr();
    let (seen, rect) = ctx.data(|data| data.get_temp::<(u64, Rect)>(id(landmark)))?;
    (frame <= seen + 1 && rect.is_positive()).then_some(rect)
}
