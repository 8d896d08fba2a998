//! Stet: a streaming editor-assist backend.
//!
//! Answers stream token by token while every finished sentence is checked against the writer's own sources; revisions
//! arrive as patches sorted by how much they can hurt. This is the code map, in reading order:
//!
//! * The crates under `crates/` decide: sentences, citation marks, verdicts, patches. Pure and synchronous.
//! * [`llm`], [`encoder`], [`embedding`], [`extract`], [`proof`], [`store`], [`web`], [`meaning`], [`oidc`] are the adapters: models,
//!   sentence encoders from a directory, vectors, file formats, English spelling and grammar, PostgreSQL, web search,
//!   entailment, an organisation's accounts.
//! * [`ask`], [`verify`], [`ingest`], [`drafts`], [`revise`], [`judge`], [`criteria`] are the use cases; [`access`] says who may what.
//! * [`metrics`] is what all of them count; `traces` (with the feature `otlp`) sends spans to a collector.
//! * [`http`], [`cli`], [`mcp`] for agents and [`lsp`] for editors (in the messages of [`rpc`]) are the front doors; [`config`] has every setting.
//!
//! Imports point one way only: `http, cli → mcp, lsp → use cases → llm, embedding, extract, store → crates`.

pub mod embedding;
pub mod encoder;
pub mod extract;
mod files;
pub mod llm;
pub mod meaning;
pub mod metrics;
pub mod oidc;
pub mod proof;
mod python;
pub mod store;
#[cfg(feature = "otlp")]
pub mod traces;
pub mod web;

pub mod access;
mod apart;
pub mod archive;
pub mod ask;
pub mod bibliography;
pub mod criteria;
pub mod drafts;
pub mod ingest;
pub mod judge;
pub mod revise;
pub mod transfer;
pub mod verify;

pub mod cli;
pub mod config;
pub mod http;
pub mod lsp;
pub mod mcp;
pub mod rpc;
