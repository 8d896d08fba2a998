//! What documents speak of, and how it hangs together: entities and relations, each with the passages that say so.
//!
//! Pure. Nothing is in a graph that no passage says: an entity or relation without evidence cannot be made, except the other
//! end of a reference to what is not at hand (a law), which its relation's evidence speaks for.

mod found;
mod graph;
mod key;
mod question;
mod referring;
mod rules;
mod themes;

pub use found::{Found, Link, Named};
pub use graph::{Entity, Graph, Kind, Label, MAX_NAME, Relation, Said};
pub use key::key;
pub use question::named_in;
pub use referring::{asks_for_referring, referred_to};
pub use rules::{Passage, VERSION, extract};
pub use themes::{quotation, themes};
