//! Sheets and pages, checked by tools that nobody here wrote: poppler, qpdf, a browser.

mod browser;
mod hostile;
mod margins;
mod tools;
