//! Waiting until the hand rests: nothing long is begun while somebody still types or drags.

use std::time::Instant;

/// Whether the moment has come; it comes once. Until then the window is asked to look again.
pub fn is_due(due: &mut Option<Instant>, ctx: &egui::Context) -> bool {
    let Some(moment) = *due else { return false };
    let wait = moment.saturating_duration_since(Instant::now());
    if !wait.is_zero() {
        ctx.request_repaint_after(wait);
        return false;
    }
    *due = None;
    true
}
