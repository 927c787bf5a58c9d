//! Pictures of a trace that grows, so that whoever looks sees the search at work.

use super::visit::Trace;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Visits between two looks at the clock.
pub(super) const BETWEEN: u32 = 1 << 14;
/// Time between two pictures of a trace that grows.
const PICTURES: Duration = Duration::from_millis(300);
/// Visits of such a picture, about.
const PICTURE: usize = 2_000;

/// Where a trace that grows leaves pictures of itself, for somebody else to take.
///
/// ```
/// use kiebitz::search::trace::{Sample, Trace};
/// let sample = Sample::default();
/// let trace = Trace::sampled(1_000, sample.clone());
/// // Nothing has been visited yet.
/// assert!(trace.visits().is_empty() && sample.take().is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sample(Arc<Mutex<Option<Trace>>>);

/// The same place.
impl PartialEq for Sample {
    fn eq(&self, other: &Sample) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Sample {}

impl Sample {
    /// Leaves a trace there.
    pub fn put(&self, trace: Trace) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(trace);
    }

    /// Whether somebody else may still leave something there.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    /// The last picture, once.
    #[must_use]
    pub fn take(&self) -> Option<Trace> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[derive(Clone, Debug)]
pub(super) struct Sampler {
    place: Sample,
    last: Instant,
}

impl Trace {
    /// The same, which leaves a picture of itself in a place from time to time while it grows: of the visits near the root, so
    /// that whoever looks sees the search at work.
    #[must_use]
    pub fn sampled(budget: usize, place: Sample) -> Trace {
        Trace { sampler: Some(Sampler { place, last: Instant::now() }), ..Trace::new(budget) }
    }

    /// Leaves a picture of what there is, if the last one is old enough and was taken away.
    #[cold]
    pub(super) fn sample(&mut self) {
        let Some(sampler) = &mut self.sampler else { return };
        if sampler.last.elapsed() < PICTURES {
            return;
        }
        sampler.last = Instant::now();
        let place = Arc::clone(&sampler.place.0);
        if let Ok(mut place) = place.try_lock() {
            *place = Some(self.picture(PICTURE));
        }
    }

    /// The visits nearest to the root, at most so many, as a trace of its own; the way to the visit under way is in it.
    fn picture(&self, most: usize) -> Trace {
        let end = |number: usize| {
            let under_way = self.open.contains(&(number as u32));
            if under_way { self.visits.len() } else { self.visits[number].end() }
        };
        // How deep the picture goes: as deep as there is room for all of a level.
        let mut depth = 0;
        let mut level = vec![0_usize];
        let mut count = level.len().min(self.visits.len());
        while !level.is_empty() {
            let mut next = Vec::new();
            for &number in &level {
                let mut child = number + 1;
                while child < end(number) && count + next.len() <= most {
                    next.push(child);
                    child = end(child);
                }
            }
            count += next.len();
            if count > most || next.is_empty() {
                break;
            }
            depth += 1;
            level = next;
        }
        let mut trace = Trace { visits: Vec::with_capacity(most), sampler: None, ..self.without_visits() };
        // In the order of numbers; where the old visits are among the new ones.
        let mut stack = vec![(0_usize, 0_u32)];
        while let Some((number, parent)) = stack.pop() {
            if trace.visits.len() > most {
                break;
            }
            let at = trace.visits.len() as u32;
            let mut visit = self.visits[number];
            (visit.parent, visit.end) = (parent, at + 1);
            trace.visits.push(visit);
            let shown = usize::from(visit.depth) < depth || self.open.contains(&(number as u32));
            let mut children = Vec::new();
            let mut child = number + 1;
            while shown && child < end(number) && children.len() < 64 {
                children.push((child, at));
                child = end(child);
            }
            stack.extend(children.into_iter().rev());
        }
        // Backwards, so that what is below is done.
        for at in (1..trace.visits.len()).rev() {
            let (parent, end) = (trace.visits[at].parent(), trace.visits[at].end);
            let above = &mut trace.visits[parent];
            above.end = above.end.max(end);
        }
        trace
    }

    fn without_visits(&self) -> Trace {
        Trace {
            counted: self.counted,
            layout: self.layout,
            first_seat: self.first_seat,
            on_table: self.on_table,
            ..Trace::new(self.budget)
        }
    }
}
