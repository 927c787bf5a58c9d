//! How long each frame keeps the window's thread, counted by the window itself. It costs two looks at the clock a frame;
//! with `KIEBITZ_FRAMES` set the figures are written when the window closes, together with the time in which the thread
//! really worked, where the system tells: on a busy machine a thread may wait long for its turn.

use std::fmt;
use std::time::{Duration, Instant};

/// A frame longer than this is felt.
pub const LIMIT: Duration = Duration::from_millis(16);
/// So many of the longest are kept.
const KEPT: usize = 24;

/// A long frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongFrame {
    /// How long it took.
    pub time: Duration,
    /// How long the thread worked in it, if that is known.
    pub worked: Option<Duration>,
    /// Which frame it was.
    pub number: u64,
    /// What it was about.
    pub about: String,
}

/// The frames so far.
#[derive(Debug)]
pub struct Frames {
    begun: Option<(Instant, Option<Duration>)>,
    /// Whether figures are written at the end.
    told: bool,
    /// How many there were.
    pub count: u64,
    /// How many took longer than [`LIMIT`].
    pub slow: u64,
    /// In how many the thread worked longer than that.
    pub slow_work: u64,
    /// How long they took together.
    pub total: Duration,
    /// The longest.
    pub longest: Vec<LongFrame>,
}

impl Default for Frames {
    fn default() -> Frames {
        Frames {
            begun: None,
            told: std::env::var_os("KIEBITZ_FRAMES").is_some(),
            count: 0,
            slow: 0,
            slow_work: 0,
            total: Duration::ZERO,
            longest: Vec::new(),
        }
    }
}

impl Frames {
    /// A frame begins.
    pub fn begin(&mut self) {
        let told = self.told;
        self.begun.get_or_insert_with(|| (Instant::now(), worked(told)));
    }

    /// It ends; `about` says what it was about, if that is worth knowing.
    pub fn end(&mut self, about: impl FnOnce() -> String) {
        if let Some((begun, before)) = self.begun.take() {
            let time = begun.elapsed();
            let worked = worked(self.told).zip(before).map(|(now, before)| now.saturating_sub(before));
            self.add(time, worked, about);
        }
    }

    fn add(&mut self, time: Duration, worked: Option<Duration>, about: impl FnOnce() -> String) {
        self.count += 1;
        self.total += time;
        self.slow += u64::from(time > LIMIT);
        self.slow_work += u64::from(worked.is_some_and(|worked| worked > LIMIT));
        let shortest = self.longest.last().filter(|_| self.longest.len() >= KEPT);
        if shortest.is_none_or(|shortest| shortest.time < time) {
            self.longest.push(LongFrame { time, worked, number: self.count, about: about() });
            self.longest.sort_by_key(|frame| std::cmp::Reverse(frame.time));
            self.longest.truncate(KEPT);
        }
    }
}

/// How long this thread has worked so far, by the scheduler's own account.
fn worked(wanted: bool) -> Option<Duration> {
    let text = wanted.then(|| std::fs::read_to_string("/proc/thread-self/schedstat").ok()).flatten()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

impl Drop for Frames {
    fn drop(&mut self) {
        if self.told {
            eprintln!("{self}");
        }
    }
}

impl fmt::Display for Frames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let mean = ms(self.total) / self.count.max(1) as f64;
        let Frames { count, slow, slow_work, .. } = self;
        write!(f, "{count} frames, {slow} over 16 ms ({slow_work} by own work), mean {mean:.2} ms, longest")?;
        self.longest.iter().try_for_each(|LongFrame { time, worked, number, about }| {
            write!(f, "\n{:8.1} ms", ms(*time))?;
            if let Some(worked) = worked {
                write!(f, ", {:6.1} of work", ms(*worked))?;
            }
            write!(f, "  no. {number}  {about}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_are_kept() {
        let mut frames = Frames::default();
        for n in 1..=40 {
            frames.add(Duration::from_millis(n), Some(Duration::from_millis(n / 2)), || format!("round {n}"));
        }
        assert_eq!((frames.count, frames.slow, frames.slow_work), (40, 24, 7));
        assert_eq!(frames.longest.len(), KEPT);
        let first = &frames.longest[0];
        assert_eq!(
            (first.time, first.number, first.about.as_str()),
            (Duration::from_millis(40), 40, "round 40")
        );
        let text = frames.to_string();
        assert!(
            text.starts_with("40 frames, 24 over 16 ms (7 by own work), mean 20.50 ms, longest"),
            "{text}"
        );
    }
}
