//! How long each frame keeps the window's thread, counted by the window itself. It costs two looks at the clock a frame;
//! with `KIEBITZ_FRAMES` set the figures are written when the window closes.

use std::fmt;
use std::time::{Duration, Instant};

/// A frame longer than this is felt.
pub const LIMIT: Duration = Duration::from_millis(16);
/// So many of the longest are kept.
const KEPT: usize = 12;

/// The frames so far.
#[derive(Debug, Default)]
pub struct Frames {
    begun: Option<Instant>,
    /// How many there were.
    pub count: u64,
    /// How many took longer than [`LIMIT`].
    pub slow: u64,
    /// How long they took together.
    pub total: Duration,
    /// The longest, and which frame each was.
    pub longest: Vec<(Duration, u64)>,
}

impl Frames {
    /// A frame begins.
    pub fn begin(&mut self) {
        self.begun.get_or_insert_with(Instant::now);
    }

    /// It ends.
    pub fn end(&mut self) {
        if let Some(begun) = self.begun.take() {
            self.add(begun.elapsed());
        }
    }

    fn add(&mut self, time: Duration) {
        self.count += 1;
        self.slow += u64::from(time > LIMIT);
        self.total += time;
        self.longest.push((time, self.count));
        self.longest.sort_unstable_by_key(|&(time, _)| std::cmp::Reverse(time));
        self.longest.truncate(KEPT);
    }
}

impl Drop for Frames {
    fn drop(&mut self) {
        if std::env::var_os("KIEBITZ_FRAMES").is_some() {
            eprintln!("{self}");
        }
    }
}

impl fmt::Display for Frames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let mean = ms(self.total) / self.count.max(1) as f64;
        write!(f, "{} frames, {} over 16 ms, mean {mean:.2} ms, longest", self.count, self.slow)?;
        self.longest.iter().try_for_each(|&(time, frame)| write!(f, " {:.1} (no. {frame})", ms(time)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_are_kept() {
        let mut frames = Frames::default();
        for n in 1..=40 {
            frames.add(Duration::from_millis(n));
        }
        assert_eq!((frames.count, frames.slow, frames.longest.len()), (40, 24, KEPT));
        assert_eq!(frames.longest[0], (Duration::from_millis(40), 40));
        assert!(
            frames.to_string().starts_with("40 frames, 24 over 16 ms, mean 20.50 ms, longest 40.0 (no. 40)")
        );
    }
}
