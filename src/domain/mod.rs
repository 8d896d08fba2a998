//! Pure and synchronous: text in, values out.
//!
//! Owns what Stet decides (sentences, marks, verdicts, patches); leaves every effect (database, model, network,
//! clock, randomness, logging) to the rooms around it. Domain code imports only domain code.

pub mod span;
pub mod text;

pub mod citation;
pub mod segment;
pub mod statute;

pub mod answer;
pub mod gate;
pub mod json;
pub mod report;
pub mod semantic;

pub mod chunk;
pub mod criteria;
pub mod evidence;
pub mod fusion;

pub mod patch;
pub mod prompt;
