//! The ideas that spare a search work. Each can be switched off, so that tests can compare the
//! search with itself: an unsound one may pass thousands of small endgames and still be wrong.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitOr, Sub};

/// A set of ideas of one search; `Of` tells the searches apart, so that nobody hands one the ideas of
/// another.
///
/// ```
/// use kiebitz::search::open::Ideas;
/// let ideas = Ideas::ALL - Ideas::QUASI;
/// assert!(ideas.has(Ideas::SURE | Ideas::CASH) && !ideas.has(Ideas::QUASI));
/// ```
pub struct Ideas<Of>(u32, PhantomData<fn() -> Of>);

impl<Of> Ideas<Of> {
    /// Plain search with a table.
    pub const NONE: Ideas<Of> = Ideas(0, PhantomData);

    /// The idea with this number.
    pub(in crate::search) const fn number(number: u32) -> Ideas<Of> {
        Ideas(1 << number, PhantomData)
    }

    /// The first so many.
    pub(in crate::search) const fn first(count: usize) -> Ideas<Of> {
        Ideas((1 << count) - 1, PhantomData)
    }

    /// Whether all these are among them.
    #[inline(always)]
    #[must_use]
    pub const fn has(self, other: Ideas<Of>) -> bool {
        self.0 & other.0 == other.0
    }
}

// Written out, since deriving would ask the same of the search that only names them.
impl<Of> Clone for Ideas<Of> {
    #[inline(always)]
    fn clone(&self) -> Ideas<Of> {
        *self
    }
}

impl<Of> Copy for Ideas<Of> {}

impl<Of> PartialEq for Ideas<Of> {
    fn eq(&self, other: &Ideas<Of>) -> bool {
        self.0 == other.0
    }
}

impl<Of> Eq for Ideas<Of> {}

impl<Of> fmt::Debug for Ideas<Of> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ideas({:b})", self.0)
    }
}

impl<Of> BitOr for Ideas<Of> {
    type Output = Ideas<Of>;

    fn bitor(self, other: Ideas<Of>) -> Ideas<Of> {
        Ideas(self.0 | other.0, PhantomData)
    }
}

impl<Of> Sub for Ideas<Of> {
    type Output = Ideas<Of>;

    fn sub(self, other: Ideas<Of>) -> Ideas<Of> {
        Ideas(self.0 & !other.0, PhantomData)
    }
}
