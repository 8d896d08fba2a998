//! What the service has of the machine it runs on: files that somebody names, packages of Python, threads beside the
//! streams, figures.

pub mod apart;
pub mod files;
pub mod metrics;
pub mod python;
