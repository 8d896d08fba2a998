//! `GET /api/graph` and `stet graph export`: the whole graph as a file, for other programs to draw and to count.
//!
//! It goes a page of rows at a time, so that its size costs no memory. `GraphML` is that of Brandes et al. (2002) as `NetworkX`, Gephi
//! and yEd read it; a fault on the way cuts the file off, and no reader takes half of one for a whole.

use std::fmt::Write as _;

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use futures::stream::BoxStream;
use futures::{Stream, StreamExt as _, stream};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{AppState, Query, State};
use stet_store::{Edge, Node, Store, StoreError};

/// The form of the file.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Format {
    #[default]
    Json,
    GraphMl,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Form {
    /// graphml is read by `NetworkX`, Gephi and yEd; chunkIds stand in it with spaces between them.
    #[serde(default)]
    #[schemars(extend("default" = "json"))]
    format: Format,
}

type Page<T> = Result<Vec<T>, StoreError>;

pub(super) async fn whole(State(state): State<AppState>, Query(form): Query<Form>) -> Response {
    let (media_type, name) = match form.format {
        Format::Json => ("application/json", "graph.json"),
        Format::GraphMl => ("application/graphml+xml", "graph.graphml"),
    };
    let named = format!("attachment; filename=\"{name}\"");
    let body = Body::from_stream(pieces(state.store(), form.format));
    ([(header::CONTENT_TYPE, media_type.to_owned()), (header::CONTENT_DISPOSITION, named)], body)
        .into_response()
}

/// The file, a piece after the other.
#[must_use]
pub fn pieces(store: &Store, format: Format) -> BoxStream<'static, Piece> {
    let (nodes, edges) = (store.all_nodes(), store.all_edges());
    match format {
        Format::Json => json(nodes, edges).boxed(),
        Format::GraphMl => graphml(nodes, edges).boxed(),
    }
}

type Piece = Result<String, StoreError>;

fn json(
    nodes: impl Stream<Item = Page<Node>> + Send,
    edges: impl Stream<Item = Page<Edge>> + Send,
) -> impl Stream<Item = Piece> + Send {
    /// Rows with commas between them, over pages.
    fn rows<T: Serialize>(pages: impl Stream<Item = Page<T>> + Send) -> impl Stream<Item = Piece> + Send {
        let mut first = true;
        pages.map(move |page| {
            page.map(|page| {
                let rows: Vec<String> =
                    page.iter().map(|row| serde_json::to_string(row).unwrap_or_default()).collect();
                let comma = if std::mem::take(&mut first) { "" } else { ",\n" };
                comma.to_owned() + &rows.join(",\n")
            })
        })
    }
    told("{\"entities\":[\n")
        .chain(rows(nodes))
        .chain(told("],\n\"relations\":[\n"))
        .chain(rows(edges))
        .chain(told("]}\n"))
}

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="name" for="node" attr.name="name" attr.type="string"/>
<key id="kind" for="node" attr.name="kind" attr.type="string"/>
<key id="passages" for="node" attr.name="passages" attr.type="long"/>
<key id="label" for="edge" attr.name="label" attr.type="string"/>
<key id="description" for="all" attr.name="description" attr.type="string"/>
<key id="chunkIds" for="all" attr.name="chunkIds" attr.type="string"/>
<graph edgedefault="directed">
"#;

fn graphml(
    nodes: impl Stream<Item = Page<Node>> + Send,
    edges: impl Stream<Item = Page<Edge>> + Send,
) -> impl Stream<Item = Piece> + Send {
    let nodes = nodes.map(|page| page.map(|page| page.iter().map(node_xml).collect::<String>()));
    let edges = edges.map(|page| page.map(|page| page.iter().map(edge_xml).collect::<String>()));
    told(HEAD).chain(nodes).chain(edges).chain(told("</graph>\n</graphml>\n"))
}

fn told(text: &'static str) -> impl Stream<Item = Piece> + Send {
    stream::iter([Ok(text.to_owned())])
}

fn node_xml(node: &Node) -> String {
    let mut text = format!("<node id=\"{}\">", node.id);
    data(&mut text, "name", &node.name);
    data(&mut text, "kind", &node.kind);
    data(&mut text, "passages", &node.passages.to_string());
    data(&mut text, "description", &node.description);
    data(&mut text, "chunkIds", &listed(&node.chunks));
    text + "</node>\n"
}

fn edge_xml(edge: &Edge) -> String {
    let mut text = format!("<edge id=\"{}\" source=\"{}\" target=\"{}\">", edge.id, edge.source, edge.target);
    data(&mut text, "label", &edge.label);
    data(&mut text, "description", &edge.description);
    data(&mut text, "chunkIds", &listed(&edge.chunks));
    text + "</edge>\n"
}

fn listed(ids: &[uuid::Uuid]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn data(out: &mut String, key: &str, value: &str) {
    if !value.is_empty() {
        let _ = write!(out, "<data key=\"{key}\">{}</data>", escaped(value));
    }
}

/// Text as XML takes it: without the characters that it has not.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{10000}'.. => out.push(letter),
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_names_are_text_in_xml() {
        assert_eq!(escaped("<a href=\"x\">&\u{0}\u{B}\u{FFFF}가😀"), "&lt;a href=\"x\"&gt;&amp;가😀");
    }
}
