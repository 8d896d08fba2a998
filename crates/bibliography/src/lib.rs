//! Works that a text cites by key: a bibliography in, citations and their list in a citation style out.
//!
//! Owns reading BibTeX and CSL-JSON, what is cited where in a document, and how that is set in a style. Leaves the syntax
//! of a citation to `marks`, what a document is to `document`, and where works are kept to the service.

mod abbreviations;
mod bibtex;
mod cite;
mod entry;
mod fault;
mod locator;
mod parse;
mod render;
mod style;
#[cfg(test)]
mod tests;
mod titles;

pub use cite::{Outcome, cite, cited_keys};
pub use entry::{Entry, Summary};
pub use fault::{Fault, Reason};
pub use parse::{Parsed, parse};
pub use style::Style;
