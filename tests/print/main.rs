//! Sheets and pages, checked by tools that nobody here wrote: poppler, qpdf, a browser.

#![allow(clippy::unwrap_used)] // in helpers too: a panic is how a test fails

mod approved;
mod browser;
mod hostile;
mod manual;
mod margins;
mod tools;
