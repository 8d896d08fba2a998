//! The one integration-test binary: adapters, use cases and front doors against real counterparts.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::string_slice,
    clippy::format_collect,
    clippy::similar_names,
    clippy::duration_suboptimal_units,
    reason = "a test that cannot go on must stop; its wording may be plain"
)]

/// Waits until an expression holds; fails with its words when it does not for a minute and a half.
macro_rules! until {
    ($holds:expr) => {{
        let begun = std::time::Instant::now();
        while !$holds {
            assert!(begun.elapsed() < std::time::Duration::from_secs(90), "never: {}", stringify!($holds));
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    }};
}

mod accounts;
mod addresses;
mod again;
mod architecture;
mod attribute;
mod backup;
mod behaviour;
mod belongs;
mod beside;
mod bibliography;
mod bounds;
mod branches;
mod broad;
mod chats;
mod cli;
mod columns;
mod comments;
mod conversations;
mod corrections;
mod counted;
mod criteria;
mod doctor;
mod drafts;
mod drain;
mod embedded;
mod endings;
mod enrich;
mod examples;
mod extracted;
mod faults;
mod gaps;
mod graph;
mod groups;
mod hops;
mod hostile;
mod http;
mod ingest;
mod isolation;
mod judge;
mod keep;
mod left_out;
mod limits;
mod llm;
mod local;
mod lsp;
mod mcp;
mod meaning;
mod measured;
mod memory;
mod mutated;
mod named;
mod nodes;
mod oidc;
mod openai;
mod openai_calls;
mod openai_streams;
mod openapi;
mod orders;
mod originals;
mod origins;
mod pictures;
mod place;
mod probes;
mod projects;
mod regulations;
mod revise;
mod search;
mod seed_000;
mod seed_001;
mod seed_002;
mod seed_003;
mod seed_004;
mod shared;
mod shares;
mod spaces;
mod store;
mod taken;
mod terminal;
mod themes;
mod timing;
mod transfer;
mod trials;
mod vectors;
mod verifying;
mod versions;
mod workflow_correct;
mod workflow_route;
mod workflow_sources;
mod workflow_web;

mod support {
    pub mod database;
    pub mod gate;
    pub mod model;
    pub mod server;
    pub mod wire;
}
