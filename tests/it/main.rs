//! The one integration-test binary: adapters, use cases and front doors against real counterparts.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::string_slice,
    reason = "a test that cannot go on must stop"
)]

mod architecture;
mod cli;
mod criteria;
mod drafts;
mod embedded;
mod http;
mod ingest;
mod llm;
mod search;
mod store;

mod support {
    pub mod database;
    pub mod model;
    pub mod server;
}
