//! Background tasks in the window: woken by egui, fed from the budget, faults told. How a panel uses one is told at
//! [`Task`].

use crate::app::Cx;
use crate::engine::Task;
use std::time::Duration;

/// Wakes the window, at once or after a while.
pub fn waker(ctx: &egui::Context) -> impl Fn(Duration) + Send + Sync + 'static {
    let ctx = ctx.clone();
    move |wait| ctx.request_repaint_after(wait)
}

/// Hears the task, and says so if its work has panicked. Whether anything has changed.
pub fn follow<Q, A>(task: &mut Task<Q, A>, cx: &mut Cx<'_>) -> bool
where
    Q: Clone + Send + 'static,
    A: Send + 'static,
{
    let changed = task.poll(&cx.budget);
    if let Some(why) = task.take_failure() {
        cx.toasts.problem(cx.words.fill("engine.failed", &[("why", &why)]));
    }
    changed
}
