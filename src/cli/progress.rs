//! The progress bar of long work: on a terminal only.

use crate::search::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal as _};
use std::sync::mpsc;
use std::time::Duration;

/// How often the bar of a search is drawn.
const TICK: Duration = Duration::from_millis(200);

/// Parts of a bar that shows a share.
pub(super) const PARTS: u64 = 1000;

/// A bar of this length, with room for a message.
pub(super) fn bar(length: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {percent:>3} %  {msg}") {
        bar.set_style(style);
    }
    bar
}

/// Does work that reports its progress, and shows on a terminal how many of its parts are done.
pub(super) fn watched<T>(message: &str, work: impl FnOnce(&Progress) -> T) -> T {
    let progress = Progress::default();
    if !io::stderr().is_terminal() {
        return work(&progress);
    }
    let (end, ended) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let seen = &progress;
        scope.spawn(move || {
            let bar = bar(PARTS);
            bar.set_message(message.to_string());
            while ended.recv_timeout(TICK) == Err(mpsc::RecvTimeoutError::Timeout) {
                if let Some((done, of)) = seen.part() {
                    bar.set_position(done * PARTS / of);
                }
            }
            bar.finish_and_clear();
        });
        let done = work(&progress);
        drop(end);
        done
    })
}
