//! What every route needs, and which of them the audit log notes. A route that is not here is an administrator's alone.

use axum::http::Method;

use stet_store::Scope::{self, Admin, Ask, Read, Write};

/// A route's method and pattern, the scope it needs, and the name under which it is noted; empty: it is not, or the use case does, since
/// there are other ways to it. What reads changes nothing at all: searching and checking keep nothing. Asking takes a scope of its own, which
/// changes the conversations of whoever asks and no others; whose they are is for the use case to say.
const ROUTES: &[(&str, &str, Scope, &str)] = &[
    ("POST", "/api/chat", Ask, ""),
    ("GET", "/api/chat/{id}/stream", Read, ""),
    ("POST", "/api/chat/{id}/stop", Ask, ""),
    // Watching an answer; what it sends is looked at frame by frame.
    ("GET", "/ws", Read, ""),
    ("GET", "/api/chats", Read, ""),
    ("GET", "/api/chats/{id}", Read, ""),
    ("DELETE", "/api/chats/{id}", Ask, "chat.delete"),
    ("POST", "/v1/chat/completions", Ask, ""),
    ("POST", "/v1/responses", Ask, ""),
    ("POST", "/v1/embeddings", Read, ""),
    // Its tool `ask` takes the scope, the others keep nothing.
    ("POST", "/mcp", Read, ""),
    ("GET", "/v1/models", Read, ""),
    ("GET", "/v1/models/{id}", Read, ""),
    ("POST", "/api/verify", Read, ""),
    ("POST", "/query/verified", Ask, ""),
    ("POST", "/api/search", Read, ""),
    ("GET", "/api/sources", Read, ""),
    ("POST", "/api/sources", Write, "source.import"),
    ("GET", "/api/sources/{id}", Read, ""),
    ("DELETE", "/api/sources/{id}", Write, "source.delete"),
    ("GET", "/api/sources/{id}/events", Read, ""),
    ("GET", "/api/sources/{id}/versions", Read, ""),
    ("POST", "/api/sources/{id}/retry", Write, ""),
    ("GET", "/api/sources/{id}/content", Read, ""),
    ("GET", "/api/sources/{id}/pages/{page}", Read, ""),
    ("GET", "/api/sources/{id}/pages/{page}/image", Read, ""),
    ("GET", "/api/chunks/{id}", Read, ""),
    ("PUT", "/api/chunks/{id}/feedback", Write, "passage.correct"),
    ("GET", "/api/chunks/{id}/image", Read, ""),
    ("GET", "/api/regulations", Read, ""),
    ("GET", "/api/regulations/{name}/articles/{article}", Read, ""),
    ("GET", "/api/graph", Read, ""),
    ("GET", "/api/graph/entities", Read, ""),
    ("GET", "/api/graph/entities/{id}", Read, ""),
    ("GET", "/api/graph/relations", Read, ""),
    ("GET", "/api/graph/themes", Read, ""),
    ("GET", "/api/graph/neighbourhood", Read, ""),
    ("GET", "/api/references/review", Read, ""),
    ("GET", "/api/references/accepted", Read, ""),
    ("POST", "/api/references/accepted", Write, "reference.accept"),
    ("DELETE", "/api/references/accepted", Write, "reference.forget"),
    ("GET", "/api/drafts", Read, ""),
    ("POST", "/api/drafts", Write, ""),
    ("GET", "/api/drafts/{id}", Read, ""),
    ("PUT", "/api/drafts/{id}", Write, ""),
    ("DELETE", "/api/drafts/{id}", Write, "draft.delete"),
    ("GET", "/api/drafts/{id}/comments", Read, ""),
    ("POST", "/api/drafts/{id}/comments", Write, ""),
    ("PATCH", "/api/drafts/{id}/comments/{comment}", Write, ""),
    ("DELETE", "/api/drafts/{id}/comments/{comment}", Write, "comment.delete"),
    ("POST", "/api/drafts/{id}/comments/{comment}/replies", Write, ""),
    ("GET", "/api/drafts/{id}/revisions", Read, ""),
    ("GET", "/api/drafts/{id}/revisions/{revision}", Read, ""),
    ("POST", "/api/drafts/{id}/revisions/{revision}/restore", Write, "draft.restore"),
    ("POST", "/api/drafts/{id}/revise", Write, "draft.revise"),
    ("POST", "/api/drafts/{id}/revise/stop", Write, "draft.stop"),
    ("GET", "/api/drafts/{id}/citations", Read, ""),
    ("GET", "/api/bibliography", Read, ""),
    ("POST", "/api/bibliography", Write, "bibliography.import"),
    ("DELETE", "/api/bibliography/{key}", Write, "bibliography.delete"),
    ("GET", "/api/drafts/{id}/export", Read, ""),
    ("POST", "/api/drafts/import", Write, "draft.import"),
    ("POST", "/api/drafts/paste", Read, ""),
    ("GET", "/api/drafts/{id}/patches", Read, ""),
    ("POST", "/api/drafts/{id}/lint", Read, ""),
    ("POST", "/api/drafts/{id}/patches/decide", Write, "patch.decide"),
    ("POST", "/api/drafts/{id}/patches/{patch}/{action}", Write, "patch.decide"),
    ("GET", "/api/drafts/{id}/decisions", Read, ""),
    ("POST", "/api/patches/classify", Read, ""),
    ("GET", "/api/criteria-packs", Read, ""),
    ("POST", "/api/criteria-packs", Write, "pack.create"),
    ("GET", "/api/criteria-packs/examples", Read, ""),
    ("POST", "/api/criteria-packs/import", Write, "pack.import"),
    ("GET", "/api/criteria-packs/{id}", Read, ""),
    ("PUT", "/api/criteria-packs/{id}", Write, "pack.replace"),
    ("DELETE", "/api/criteria-packs/{id}", Write, "pack.delete"),
    ("GET", "/api/criteria-packs/{id}/versions", Read, ""),
    ("POST", "/api/criteria-packs/{id}/lint", Read, ""),
    ("GET", "/api/status", Read, ""),
    ("GET", "/api/stats", Read, ""),
    // Figures of all workspaces.
    ("GET", "/metrics", Admin, ""),
];

/// The scope that a route needs, and the name under which it is noted.
pub(super) fn of(method: &Method, pattern: &str) -> (Scope, &'static str) {
    let method = method.as_str();
    let found = ROUTES.iter().find(|(verb, path, ..)| *verb == method && *path == pattern);
    found.map_or((Admin, ""), |&(_, _, scope, action)| (scope, action))
}
