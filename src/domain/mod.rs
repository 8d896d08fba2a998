//! Pure and synchronous: text in, values out.
//!
//! Owns what Stet decides (sentences, marks, verdicts, patches); leaves every
//! effect (database, model, network, clock, randomness, logging) to the rooms
//! around it. Domain code imports only domain code.

pub mod span;
