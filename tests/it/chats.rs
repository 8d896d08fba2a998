//! Stored conversations: what reading one asks of the database.

use std::sync::{Arc, Mutex};

use serde_json::json;
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt as _};

use crate::http::QUESTION;
use crate::support::server::Server;

/// The beginnings of the statements that sqlx has told of.
#[derive(Clone, Default)]
struct Statements(Arc<Mutex<Vec<String>>>);

impl Visit for Statements {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if field.name() == "summary" {
            self.0.lock().unwrap().push(format!("{value:?}"));
        }
    }
}

impl<S: Subscriber> Layer<S> for Statements {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if event.metadata().target() == "sqlx::query" {
            event.record(&mut self.clone());
        }
    }
}

impl Statements {
    /// What was told since the last look, without the workers that look for jobs, the settings of a new connection, and
    /// whether there are keys, which is looked up now and then.
    fn take(&self) -> Vec<String> {
        let mut told = std::mem::take(&mut *self.0.lock().unwrap());
        told.retain(|statement| {
            !["update jobs", "-- What a model", "set_config", "api_keys"]
                .iter()
                .any(|other| statement.contains(other))
        });
        told
    }
}

/// However long a conversation is, it is read with the same few statements.
#[tokio::test]
async fn a_long_conversation_is_read_with_as_few_statements_as_a_short_one() {
    let server = Server::scripted("plain").await;
    let statements = Statements::default();
    // With a single subscriber, a statement that another test's thread meets first is asked of that thread, which has none, and
    // is never told again: a second subscriber makes all of them be asked.
    let _second = tracing::Dispatch::new(tracing_subscriber::registry());
    // The server runs on the thread of the test.
    let _listening =
        tracing::subscriber::set_default(tracing_subscriber::registry().with(statements.clone()));
    let mut asked = Vec::new();
    for answers in 1..=4 {
        server.ask("c", QUESTION).await;
        statements.take();
        let (_, chat) = server.get("/api/chats/c").await;
        asked.push(statements.take());
        let messages = chat["messages"].as_array().unwrap();
        assert_eq!(messages.len(), 2 * answers);
        for answer in messages.iter().filter(|message| message["role"] == "assistant") {
            // Each with its own log.
            assert_eq!(answer["parts"], messages[1]["parts"]);
            let kinds =
                |kind: &str| answer["parts"].as_array().unwrap().iter().any(|part| part["type"] == kind);
            assert!(kinds("text") && kinds("data-sentence") && kinds("source-document"), "{answer}");
        }
    }
    assert!((1..=4).contains(&asked[0].len()), "{:?}", asked[0]);
    assert!(asked.iter().all(|statements| *statements == asked[0]), "{asked:?}");
    let (_, markdown) = server.get("/api/chats/c?format=markdown").await;
    assert_eq!(markdown, json!(null), "it is no JSON");
    assert!(statements.take().len() <= asked[0].len());
}
