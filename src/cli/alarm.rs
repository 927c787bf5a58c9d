//! Stops a search after some seconds.

use crate::search::Cancel;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Raises the flag when its time is over, unless it is dropped before.
pub(super) struct Alarm {
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Alarm {
    /// Raises the flag after so many seconds.
    pub(super) fn after(seconds: f64, cancel: Cancel) -> Alarm {
        let (done, wait) = channel::<()>();
        let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        let thread = std::thread::spawn(move || {
            if wait.recv_timeout(time) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                cancel.cancel();
            }
        });
        Alarm { done: Some(done), thread: Some(thread) }
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        // The thread wakes up when the other end is gone.
        self.done.take();
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }
}

/// A number of seconds above zero.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| format!("'{text}' is no number of seconds"))?;
    if value > 0.0 && value.is_finite() { Ok(value) } else { Err("seconds must be above 0".into()) }
}
