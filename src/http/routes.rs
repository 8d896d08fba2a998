//! What a route says of itself: beside its handler stand the operation's name, the scope it takes and the name under which it
//! is noted; parameters, bodies and answers come from the handler's signature.
//!
//! [`super::openapi`] makes the description of the API out of this, and the guard looks here for what a route needs.

use std::future::Future;

use axum::extract::{Extension, Path, Request};
use axum::handler::Handler;
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse, NoContent, Response};
use axum::routing::{self, MethodRouter};
use axum::{Router, extract};
use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

use super::input::{Json, Query};
use super::{AppState, Result, State};
use stet_store::Scope;

/// Faults that an operation may end with beside those of reading its request: a status and the name of the response.
#[derive(Debug, Clone, Copy)]
pub(super) struct Refusal(u16, &'static str);

pub(super) const INVALID: Refusal = Refusal(400, "Invalid");
pub(super) const NOT_FOUND: Refusal = Refusal(404, "NotFound");
pub(super) const CONFLICT: Refusal = Refusal(409, "Conflict");
pub(super) const TOO_LARGE: Refusal = Refusal(413, "TooLarge");
const MEDIA_TYPE: Refusal = Refusal(415, "MediaType");

type Describe = fn(&mut Description<'_>);

/// What is said about an operation.
#[derive(Debug)]
pub(super) struct Operation {
    pub path: &'static str,
    pub method: Method,
    /// None: whoever it is may ask.
    pub scope: Option<Scope>,
    /// The name under which it is noted; empty: it is not, or the use case does, since there are other ways to it.
    pub audit: &'static str,
    id: &'static str,
    tag: &'static str,
    summary: [&'static str; 2],
    about: &'static str,
    answer: &'static str,
    example: Option<Value>,
    refusals: &'static [Refusal],
    describe: Vec<Describe>,
}

impl Operation {
    /// The operation as the document has it.
    pub fn described(&self, schemas: &mut Schemas) -> Value {
        let mut told = json!({
            "operationId": self.id, "tags": [self.tag], "summary": self.summary[0], "x-summary-ko": self.summary[1],
        });
        if !self.about.is_empty() {
            told["description"] = self.about.into();
        }
        if !self.audit.is_empty() {
            told["x-audit"] = self.audit.into();
        }
        match self.scope {
            Some(scope) => told["x-scope"] = json!(scope),
            None => told["security"] = json!([]),
        }
        let mut out = Description {
            operation: self,
            schemas,
            parameters: Vec::new(),
            body: Value::Null,
            responses: Map::new(),
        };
        for describe in &self.describe {
            describe(&mut out);
        }
        for refusal in self.refusals {
            out.refuse(*refusal);
        }
        out.responses.entry("default").or_insert_with(|| json!({ "$ref": "#/components/responses/Problem" }));
        let (mut parameters, body, responses) = (out.parameters, out.body, out.responses);
        for place in places(self.path) {
            if !parameters.iter().any(|one| one["name"] == *place) {
                parameters.push(
                    json!({ "name": place, "in": "path", "required": true, "schema": { "type": "string" } }),
                );
            }
        }
        if !parameters.is_empty() {
            told["parameters"] = parameters.into();
        }
        if !body.is_null() {
            told["requestBody"] = json!({ "required": true, "content": body });
        }
        told["responses"] = responses.into();
        told
    }
}

/// The names of what a pattern leaves open.
fn places(pattern: &'static str) -> impl Iterator<Item = &'static str> {
    pattern.split('/').filter_map(|piece| piece.strip_prefix('{')?.strip_suffix('}'))
}

/// The schemas that operations refer to.
#[derive(Debug)]
pub(super) struct Schemas {
    taken: SchemaGenerator,
    given: SchemaGenerator,
}

impl Schemas {
    pub fn new() -> Self {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        });
        let given = settings.clone().for_serialize().into_generator();
        Self { taken: settings.into_generator(), given }
    }

    /// All that were referred to, by their names; of those that are taken and given in different shapes, which ones.
    pub fn named(mut self) -> (Map<String, Value>, Vec<String>) {
        let mut all = self.taken.take_definitions(true);
        let mut torn = Vec::new();
        for (name, schema) in self.given.take_definitions(true) {
            // What is taken may leave out what is always given.
            let taken = all.entry(name.clone()).or_insert_with(|| schema.clone());
            let without = |schema: &Value| {
                let mut members = schema.as_object().cloned().unwrap_or_default();
                members.remove("required");
                members
            };
            if without(taken) != without(&schema) {
                torn.push(name);
            }
        }
        (all, torn)
    }
}

/// An operation while its handler's signature is read.
#[derive(Debug)]
pub(super) struct Description<'a> {
    operation: &'a Operation,
    schemas: &'a mut Schemas,
    parameters: Vec<Value>,
    body: Value,
    responses: Map<String, Value>,
}

impl Description<'_> {
    pub fn refuse(&mut self, Refusal(status, name): Refusal) {
        let reference = json!({ "$ref": format!("#/components/responses/{name}") });
        self.responses.insert(status.to_string(), reference);
    }

    /// A success with a body of this kind, or with none.
    fn answer(&mut self, status: u16, kind: Option<(&str, Value)>) {
        let mut response = json!({ "description": self.operation.answer });
        if let Some((kind, schema)) = kind {
            response["content"] = json!({ (kind): { "schema": schema } });
        }
        self.responses.insert(status.to_string(), response);
    }

    fn answer_json<T: JsonSchema>(&mut self, status: u16) {
        let schema = Value::from(self.schemas.given.subschema_for::<T>());
        self.answer(status, Some(("application/json", schema)));
    }

    /// A parameter takes its words and its example from the schema of its type; what may be left out is never null.
    fn parameter(&mut self, name: &str, place: &str, required: bool, schema: Value) {
        let mut schema = without_null(schema);
        let mut told = json!({ "name": name, "in": place, "required": required });
        if let Some(members) = schema.as_object_mut() {
            if let Some(description) = members.remove("description") {
                told["description"] = description;
            }
            if let Some(Value::Array(examples)) = members.remove("examples") {
                told["example"] = examples.into_iter().next().unwrap_or_default();
            }
        }
        told["schema"] = schema;
        self.parameters.push(told);
    }
}

fn without_null(mut schema: Value) -> Value {
    let Some(members) = schema.as_object_mut() else { return schema };
    if let Some(Value::Array(kinds)) = members.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            let kind = kind.clone();
            members.insert("type".into(), kind);
        }
    }
    if let Some(Value::Array(values)) = members.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if let Some(Value::Array(variants)) = members.remove("anyOf") {
        let mut variants: Vec<Value> =
            variants.into_iter().filter(|variant| variant["type"] != "null").collect();
        match variants.pop() {
            Some(Value::Object(only)) if variants.is_empty() => members.extend(only),
            last => {
                variants.extend(last);
                members.insert("anyOf".into(), variants.into());
            }
        }
    }
    schema
}

/// What a handler takes from its request.
pub(super) trait Takes {
    fn describe(_: &mut Description<'_>) {}
}

impl Takes for State {}
impl Takes for HeaderMap {}
impl Takes for Request {}
impl<T> Takes for Extension<T> {}
impl<T> Takes for extract::State<T> {}

impl<T: JsonSchema> Takes for Json<T> {
    fn describe(out: &mut Description<'_>) {
        let schema = Value::from(out.schemas.taken.subschema_for::<T>());
        out.body = json!({ "application/json": { "schema": schema } });
        if let Some(example) = &out.operation.example {
            out.body["application/json"]["example"] = example.clone();
        }
        for refusal in [INVALID, TOO_LARGE, MEDIA_TYPE] {
            out.refuse(refusal);
        }
    }
}

impl<T: JsonSchema> Takes for Query<T> {
    fn describe(out: &mut Description<'_>) {
        let schema = Value::from(T::json_schema(&mut out.schemas.taken));
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            out.parameter(name, "query", required.iter().any(|one| one == name), schema.clone());
        }
        out.refuse(INVALID);
    }
}

impl<T: JsonSchema> Takes for Path<T> {
    fn describe(out: &mut Description<'_>) {
        let schema = out.schemas.taken.subschema_for::<T>();
        let schemas = match schema.get("prefixItems") {
            Some(Value::Array(schemas)) => schemas.clone(),
            _ => vec![schema.into()],
        };
        for (name, schema) in places(out.operation.path).zip(schemas) {
            out.parameter(name, "path", true, schema);
        }
    }
}

/// What a handler answers with.
pub(super) trait Gives {
    fn describe(out: &mut Description<'_>);
}

impl<T: Gives> Gives for Result<T> {
    fn describe(out: &mut Description<'_>) {
        T::describe(out);
    }
}

impl<T: JsonSchema> Gives for axum::Json<T> {
    fn describe(out: &mut Description<'_>) {
        out.answer_json::<T>(200);
    }
}

impl Gives for NoContent {
    fn describe(out: &mut Description<'_>) {
        out.answer(204, None);
    }
}

/// What is answered with headers or extensions.
impl<A, T: Gives> Gives for (A, T) {
    fn describe(out: &mut Description<'_>) {
        T::describe(out);
    }
}

impl<A, B, T: Gives> Gives for (A, B, T) {
    fn describe(out: &mut Description<'_>) {
        T::describe(out);
    }
}

/// JSON of what was made.
#[derive(Debug)]
pub(super) struct Created<T>(pub T);

impl<T: serde::Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (axum::http::StatusCode::CREATED, axum::Json(self.0)).into_response()
    }
}

impl<T: JsonSchema> Gives for Created<T> {
    fn describe(out: &mut Description<'_>) {
        out.answer_json::<T>(201);
    }
}

/// A handler whose signature says what it takes and gives.
pub(super) trait Describes<I> {
    fn describe(out: &mut Description<'_>);
}

macro_rules! describes {
    ($($taken:ident),*) => {
        impl<Handle, Answer, $($taken: Takes),*> Describes<($($taken,)*)> for Handle
        where
            Handle: Fn($($taken),*) -> Answer,
            Answer: Future<Output: Gives>,
        {
            fn describe(out: &mut Description<'_>) {
                $($taken::describe(out);)*
                Answer::Output::describe(out);
            }
        }
    };
}

describes!();
describes!(A);
describes!(A, B);
describes!(A, B, C);
describes!(A, B, C, D);
describes!(A, B, C, D, E);
describes!(A, B, C, D, E, F);

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
                    describe: vec![H::describe],
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
}
