//! Traces for a collector, by OTLP over HTTP: what a request, the search for its sources and each attempt of a model took.
//!
//! Owns the way of spans out of the process, and the parent that a client names (`traceparent` of W3C's Trace Context).
//! Spans bear ids, routes and counts, no words of texts. They wait in a queue of bounded length, which throws away what a
//! collector does not take: nothing waits for it.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use opentelemetry::propagation::TextMapPropagator as _;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_http::{Bytes, HeaderExtractor, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tokio::runtime::Handle;
use tracing::{Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use tracing_subscriber::Layer;
use tracing_subscriber::registry::LookupSpan;

/// Longest time that a collector may take for one batch, and for the last one at the end.
const PATIENCE: Duration = Duration::from_secs(5);

/// The attribute of a resource that names the service.
const SERVICE: opentelemetry::Key = opentelemetry::Key::from_static_str("service.name");

/// Spans on their way to a collector.
#[derive(Debug)]
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// Sends to `{endpoint}/v1/traces`, by the runtime that runs the service.
    ///
    /// # Errors
    /// The address is none.
    pub fn new(endpoint: &str, runtime: Handle) -> Result<Self, String> {
        stet_llm::install_tls_provider();
        let client =
            reqwest::Client::builder().timeout(PATIENCE).build().map_err(|fault| fault.to_string())?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(Collector { client, runtime })
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(format!("{}/v1/traces", endpoint.trim_end_matches('/')))
            .build()
            .map_err(|fault| fault.to_string())?;
        // By `OTEL_SERVICE_NAME` or `OTEL_RESOURCE_ATTRIBUTES`, where one of them gives a name.
        let given = Resource::builder().build();
        let is_named = given.get(&SERVICE).is_some_and(|name| !name.as_str().starts_with("unknown_service"));
        let resource = if is_named { given } else { Resource::builder().with_service_name("stet").build() };
        let provider = SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource);
        Ok(Self(provider.build()))
    }

    /// Takes every span that is not filtered out; events go to the log alone.
    #[must_use]
    pub fn layer<S: Subscriber + for<'a> LookupSpan<'a>>(&self) -> impl Layer<S> + use<S> {
        let spans = tracing_subscriber::filter::filter_fn(is_span);
        let layer = tracing_opentelemetry::layer().with_location(false).with_threads(false);
        layer.with_tracer(self.0.tracer("stet")).with_filter(spans)
    }

    /// Sends what is left. Blocks for a few seconds at most.
    pub fn end(&self) {
        if let Err(fault) = self.0.shutdown_with_timeout(PATIENCE) {
            eprintln!("stet: the last traces were not sent: {fault}");
        }
    }
}

fn is_span(metadata: &tracing::Metadata<'_>) -> bool {
    metadata.is_span()
}

/// Hangs a span below the one that a client names, where it names one.
pub fn continued(span: &Span, headers: &http::HeaderMap) {
    let parent = TraceContextPropagator::new().extract(&HeaderExtractor(headers));
    // Without a collector there is nobody to tell.
    let _ = span.set_parent(parent);
}

/// Sends by the runtime of the service: the queue has a thread of its own, which has none.
#[derive(Debug)]
struct Collector {
    client: reqwest::Client,
    runtime: Handle,
}

impl HttpClient for Collector {
    fn send_bytes<'life0, 'async_trait>(
        &'life0 self,
        request: Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'async_trait>>
    where
        'life0: 'async_trait,
        Self: 'async_trait,
    {
        let client = self.client.clone();
        let sent = self.runtime.spawn(async move {
            let response = client.execute(request.try_into()?).await?;
            let mut told = Response::builder().status(response.status());
            if let Some(headers) = told.headers_mut() {
                headers.clone_from(response.headers());
            }
            Ok::<_, HttpError>(told.body(response.bytes().await?)?)
        });
        Box::pin(async move { sent.await? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;
    use tracing_subscriber::layer::SubscriberExt as _;

    /// Makes spans below a named parent.
    fn work(traces: &Traces) {
        let subscriber = tracing_subscriber::registry().with(traces.layer());
        tracing::subscriber::with_default(subscriber, || {
            let span = tracing::info_span!("request", route = "/api/chat");
            let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
            continued(
                &span,
                &[(http::HeaderName::from_static("traceparent"), parent.parse().unwrap())]
                    .into_iter()
                    .collect(),
            );
            span.in_scope(|| {
                tracing::info_span!("prepare")
                    .in_scope(|| tracing::info!(text = "words of a document", "said"));
            });
        });
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn spans_go_to_the_collector_and_words_of_the_log_do_not() {
        let collector = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let traces =
            Traces::new(&format!("http://{}/", collector.local_addr().unwrap()), Handle::current()).unwrap();
        let heard = tokio::spawn(async move {
            let (mut socket, _) = collector.accept().await.unwrap();
            let (mut heard, mut buffer) = (Vec::new(), [0; 4096]);
            while !heard.windows(7).any(|part| part == b"prepare") {
                let read = socket.read(&mut buffer).await.unwrap();
                assert_ne!(read, 0);
                heard.extend_from_slice(&buffer[..read]);
            }
            socket.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await.unwrap();
            heard
        });
        work(&traces);
        tokio::task::spawn_blocking(move || traces.end()).await.unwrap();
        let heard = heard.await.unwrap();
        let holds = |words: &[u8]| heard.windows(words.len()).any(|part| part == words);
        assert!(heard.starts_with(b"POST /v1/traces "));
        assert!(holds(b"request") && holds(b"/api/chat") && holds(b"stet"));
        let parent = u128::from_str_radix("0af7651916cd43dd8448eb211c80319c", 16).unwrap().to_be_bytes();
        assert!(holds(&parent));
        assert!(!holds(b"words of a document") && !holds(b"said"));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_collector_that_is_away_stops_nothing() {
        let traces = Traces::new("http://127.0.0.1:1", Handle::current()).unwrap();
        work(&traces);
        tokio::task::spawn_blocking(move || traces.end()).await.unwrap();
    }
}
