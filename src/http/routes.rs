//! Handlers at their paths, with what each says of itself beside it: the operation's name, the scope it takes and the name under
//! which it is noted. What its signature says is read by [`super::operation`].

use axum::Router;
use axum::handler::Handler;
use axum::http::Method;
use axum::routing::{self, MethodRouter};
use schemars::JsonSchema;
use serde_json::{Value, json};

use super::AppState;
pub(super) use super::operation::*;
use stet_store::Scope;

/// An operation with its handler.
#[derive(Debug)]
pub(super) struct Route<S = AppState> {
    handler: MethodRouter<S>,
    operation: Operation,
}

macro_rules! methods {
    ($($name:ident $method:ident),*) => {
        $(
            pub(super) fn $name<H, I, T, S>(
                path: &'static str,
                handler: H,
                id: &'static str,
                tag: &'static str,
                scope: impl Into<Option<Scope>>,
            ) -> Route<S>
            where
                H: Handler<T, S> + Describes<I>,
                T: 'static,
                S: Clone + Send + Sync + 'static,
            {
                let operation = Operation {
                    path,
                    method: Method::$method,
                    scope: scope.into(),
                    audit: "",
                    id,
                    tag,
                    summary: ["", ""],
                    about: "",
                    answer: "Done.",
                    example: None,
                    refusals: &[],
                    describe: H::describe,
                    returned: Vec::new(),
                    bodies: Vec::new(),
                    takes: None,
                    places: Vec::new(),
                    headers: Vec::new(),
                    members: Vec::new(),
                    faults: None,
                };
                Route { handler: routing::$name(handler), operation }
            }
        )*
    };
}

methods!(get GET, post POST, put PUT, patch PATCH, delete DELETE);

impl<S> Route<S> {
    /// Its summary, in both languages.
    pub fn says(mut self, english: &'static str, korean: &'static str) -> Self {
        self.operation.summary = [english, korean];
        self
    }

    /// More about it.
    pub fn about(mut self, about: &'static str) -> Self {
        self.operation.about = about;
        self
    }

    /// Notes it in the audit log under this name.
    pub fn audit(mut self, name: &'static str) -> Self {
        self.operation.audit = name;
        self
    }

    /// What its success brings.
    pub fn answers(mut self, answer: &'static str) -> Self {
        self.operation.answer = answer;
        self
    }

    /// A body that succeeds.
    pub fn example(mut self, body: Value) -> Self {
        self.operation.example = Some(body);
        self
    }

    pub fn refuses(mut self, refusals: &'static [Refusal]) -> Self {
        self.operation.refusals = refusals;
        self
    }

    /// A success that the signature of its handler does not say: JSON of a type.
    pub fn returns<T: JsonSchema>(mut self, status: u16) -> Self {
        self.operation.returned.push((status, |out, status| out.answer_json::<T>(status)));
        self
    }

    /// A success that the signature of its handler does not say: JSON of the named schema.
    pub fn gives(self, status: u16, schema: &str) -> Self {
        self.brings(status, "application/json", json!({ "schema": reference(schema) }))
    }

    /// A success that the signature of its handler does not say; no media type: the response as a whole.
    pub fn brings(mut self, status: u16, kind: &'static str, content: Value) -> Self {
        self.operation.bodies.push((status, kind, content));
        self
    }

    /// A stream of events with JSON of a type in each.
    pub fn streams_of<T: JsonSchema>(mut self) -> Self {
        self.operation.returned.push((200, |out, status| out.answer_events::<T>(status)));
        self
    }

    /// Frames of a socket: what is taken, what is given.
    pub fn frames<T: JsonSchema, G: JsonSchema>(mut self) -> Self {
        self.operation.returned.push((101, |out, _| out.frames::<T, G>()));
        self
    }

    /// What stands in a place of its path: members of the parameter.
    pub fn place(mut self, name: &'static str, about: Value) -> Self {
        self.operation.places.push((name, about));
        self
    }

    /// A header that it reads.
    pub fn header(mut self, name: &str, about: &str) -> Self {
        let schema = json!({ "type": "string" });
        let header = json!({ "name": name, "in": "header", "required": false, "description": about, "schema": schema });
        self.operation.headers.push(header);
        self
    }

    /// A member of its own.
    pub fn member(mut self, name: &'static str, value: Value) -> Self {
        self.operation.members.push((name, value));
        self
    }

    /// The response that all its faults have.
    pub fn faults(mut self, response: &'static str) -> Self {
        self.operation.faults = Some(response);
        self
    }

    /// A body of another kind than JSON.
    pub fn takes(mut self, kind: &'static str, schema: Value) -> Self {
        self.operation.takes = Some((kind, schema));
        self
    }

    /// A form whose field `file` is one.
    pub fn takes_file(self, about: &str) -> Self {
        let file =
            json!({ "type": "string", "contentMediaType": "application/octet-stream", "description": about });
        self.takes(
            "multipart/form-data",
            json!({ "type": "object", "required": ["file"], "properties": { "file": file } }),
        )
    }

    pub fn with(self, change: impl FnOnce(MethodRouter<S>) -> MethodRouter<S>) -> Self {
        Self { handler: change(self.handler), ..self }
    }
}

/// Handlers at their paths, and what is said about them.
#[derive(Debug)]
pub(super) struct Routes<S = AppState> {
    pub router: Router<S>,
    pub operations: Vec<Operation>,
}

impl<S: Clone + Send + Sync + 'static> Routes<S> {
    pub fn of<const N: usize>(routes: [Route<S>; N]) -> Self {
        let mut all = Self { router: Router::new(), operations: Vec::new() };
        for Route { handler, operation } in routes {
            all.router = all.router.route(operation.path, handler);
            all.operations.push(operation);
        }
        all
    }

    pub fn merge(mut self, other: Self) -> Self {
        self.operations.extend(other.operations);
        Self { router: self.router.merge(other.router), ..self }
    }

    pub fn with(self, change: impl FnOnce(Router<S>) -> Router<S>) -> Self {
        Self { router: change(self.router), ..self }
    }
}
