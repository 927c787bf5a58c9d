//! The progress bar of long work: on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal as _};

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
