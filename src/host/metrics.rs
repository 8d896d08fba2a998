//! What is counted and measured, for Prometheus: the names, in one place.
//!
//! Every room counts here; `GET /metrics` tells it, without asking the database. Owns names, labels and buckets; never
//! decides anything. No label holds a text, an id or an address: the number of series is bounded.

use std::sync::LazyLock;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// The media type of [`Metrics::text`].
pub const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

type One = [(&'static str, &'static str); 1];
type Two = [(&'static str, &'static str); 2];
type Route = [(&'static str, String); 3];

/// What is counted in this process.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    first_token: Histogram,
    verdict: Family<One, Histogram>,
    verdicts: Family<Two, Counter>,
    /// Citations that the gate took out of answers.
    pub removed: Counter,
    /// Attempts behind the first of an answer.
    pub retries: Counter,
    answers: Family<One, Counter>,
    decisions: Family<Two, Counter>,
    tokens: Family<One, Counter>,
    errors: Family<One, Counter>,
    requests: Family<Route, Histogram>,
    /// Answers that are being written.
    pub live: Gauge,
    /// Documents that wait or are being read, when the database was last asked.
    pub jobs: Gauge,
    pool: Family<One, Gauge>,
    /// 1 while the database answers.
    pub database: Gauge,
    references: Family<One, Gauge>,
}

static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::new);

/// The counts of this process.
#[must_use]
pub fn metrics() -> &'static Metrics {
    &METRICS
}

/// From five milliseconds to some forty seconds.
fn seconds() -> Histogram {
    Histogram::new(exponential_buckets(0.005, 2.0, 14))
}

impl Metrics {
    fn new() -> Self {
        let mut made = Self {
            registry: Registry::with_prefix("stet"),
            first_token: seconds(),
            verdict: Family::new_with_constructor(seconds),
            verdicts: Family::default(),
            removed: Counter::default(),
            retries: Counter::default(),
            answers: Family::default(),
            decisions: Family::default(),
            tokens: Family::default(),
            errors: Family::default(),
            requests: Family::new_with_constructor(seconds),
            live: Gauge::default(),
            jobs: Gauge::default(),
            pool: Family::default(),
            database: Gauge::default(),
            references: Family::default(),
        };
        let mut registry = std::mem::take(&mut made.registry);
        let r = &mut registry;
        r.register(
            "first_token_seconds",
            "From the question to the model's first token",
            made.first_token.clone(),
        );
        r.register(
            "verdict_seconds",
            "From the question about a sentence to the word of a layer",
            made.verdict.clone(),
        );
        r.register("verdicts", "Sentences by their last state and by who decided", made.verdicts.clone());
        r.register("citations_removed", "Citations that the gate took out of answers", made.removed.clone());
        r.register("retries", "Attempts of answers behind the first", made.retries.clone());
        r.register("answers", "Answers by how they ended", made.answers.clone());
        r.register(
            "patch_decisions",
            "Patches that were decided, by category and action",
            made.decisions.clone(),
        );
        r.register("tokens", "Tokens as the model's server counts them", made.tokens.clone());
        r.register(
            "errors",
            "Faults that were told to clients, and those of models, by kind",
            made.errors.clone(),
        );
        r.register("request_seconds", "From a request to the head of its response", made.requests.clone());
        r.register("answers_live", "Answers that are being written", made.live.clone());
        r.register("ingest_jobs_open", "Documents that wait or are being read", made.jobs.clone());
        r.register("database_connections", "Connections of the pool", made.pool.clone());
        r.register("database_up", "1 while the database answers", made.database.clone());
        r.register(
            "references_day",
            "References to regulations in the answers of the last 24 hours",
            made.references.clone(),
        );
        made.database.set(1);
        made.registry = registry;
        made
    }

    /// Notes how long a question waited for the first token.
    pub fn first_token(&self, wait: Duration) {
        self.first_token.observe(wait.as_secs_f64());
    }

    /// Notes how long a layer took for its word on a sentence.
    pub fn verdict(&self, layer: &'static str, wait: Duration) {
        self.verdict.get_or_create(&[("layer", layer)]).observe(wait.as_secs_f64());
    }

    /// Notes what became of a sentence, and by which layer.
    pub fn sentence(&self, status: &'static str, layer: &'static str) {
        self.verdicts.get_or_create(&[("status", status), ("layer", layer)]).inc();
    }

    /// Notes how an answer ended.
    pub fn answer(&self, status: &'static str) {
        self.answers.get_or_create(&[("status", status)]).inc();
    }

    /// Notes that patches were decided.
    pub fn decided(&self, category: &'static str, action: &'static str) {
        self.decisions.get_or_create(&[("category", category), ("action", action)]).inc();
    }

    /// Notes what the model's server counted.
    pub fn tokens(&self, prompt: u32, completion: u32) {
        self.tokens.get_or_create(&[("kind", "prompt")]).inc_by(prompt.into());
        self.tokens.get_or_create(&[("kind", "completion")]).inc_by(completion.into());
    }

    /// Notes a fault.
    pub fn error(&self, kind: &'static str) {
        self.errors.get_or_create(&[("kind", kind)]).inc();
    }

    /// Notes a request to a route (its pattern, not its path) that was answered with a status.
    pub fn request(&self, method: &'static str, route: String, status: u16, took: Duration) {
        let labels = [("method", method.to_owned()), ("route", route), ("status", status.to_string())];
        self.requests.get_or_create(&labels).observe(took.as_secs_f64());
    }

    /// Sets what the pool of connections looks like.
    pub fn pool(&self, used: usize, idle: usize) {
        for (state, count) in [("used", used), ("idle", idle)] {
            self.pool.get_or_create(&[("state", state)]).set(i64::try_from(count).unwrap_or(i64::MAX));
        }
    }

    /// Sets how many references became what, in the last day.
    pub fn references(&self, became: &'static str, count: i64) {
        self.references.get_or_create(&[("became", became)]).set(count);
    }

    /// Everything, as Prometheus reads it.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to memory does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
