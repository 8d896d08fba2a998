//! What is said about an operation: parameters, bodies and answers come from its handler's signature.
//!
//! [`openapi`](fn@super::openapi) makes the description of the API out of this, and the guard looks here for what a route needs.

use std::future::Future;

use axum::extract;
use axum::extract::{Extension, Path, Request};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, NoContent, Response};
use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

use super::input::{Body, Json, Query};
use super::schema::{left_out, without_null};
use super::{Result, State};
use stet_store::Scope;

/// Faults that an operation may end with beside those of reading its request: a status and the name of the response.
#[derive(Debug, Clone, Copy)]
pub(super) struct Refusal(u16, &'static str);

pub(super) const INVALID: Refusal = Refusal(400, "Invalid");
pub(super) const NOT_FOUND: Refusal = Refusal(404, "NotFound");
pub(super) const CONFLICT: Refusal = Refusal(409, "Conflict");
pub(super) const MODEL_FAULT: Refusal = Refusal(502, "ModelFault");
pub(super) const BUSY: Refusal = Refusal(503, "Busy");
pub(super) const LIMITED: Refusal = Refusal(429, "Problem");
pub(super) const LATE: Refusal = Refusal(504, "Problem");
pub(super) const UNREADY: Refusal = Refusal(503, "Problem");
pub(super) const UNPROCESSABLE: Refusal = Refusal(422, "Problem");
pub(super) const TOO_LARGE: Refusal = Refusal(413, "TooLarge");
const MEDIA_TYPE: Refusal = Refusal(415, "MediaType");

/// Whoever it is may ask.
pub(super) const ANYBODY: Option<Scope> = None;

type Describe = fn(&mut Description<'_>);
type Success = fn(&mut Description<'_>, u16);

/// What is said about an operation.
#[derive(Debug)]
pub(super) struct Operation {
    pub path: &'static str,
    pub method: Method,
    /// None: whoever it is may ask.
    pub scope: Option<Scope>,
    /// The name under which it is noted; empty: it is not, or the use case does, since there are other ways to it.
    pub audit: &'static str,
    pub id: &'static str,
    pub tag: &'static str,
    pub summary: [&'static str; 2],
    pub about: &'static str,
    pub answer: &'static str,
    pub example: Option<Value>,
    pub refusals: &'static [Refusal],
    pub describe: Describe,
    /// Successes with JSON that the signature of its handler does not say.
    pub returned: Vec<(u16, Success)>,
    /// Bodies of its successes that the signature of its handler does not say: a status, a media type and a schema.
    pub bodies: Vec<(u16, &'static str, Value)>,
    /// Media type and schema of its body where it is no JSON that the signature says.
    pub takes: Option<(&'static str, Value)>,
    /// What is said about places of its path.
    pub places: Vec<(&'static str, Value)>,
    /// Headers that it reads.
    pub headers: Vec<Value>,
    /// Members of its own.
    pub members: Vec<(&'static str, Value)>,
    /// The shape of its faults where they are no problems.
    pub faults: Option<&'static str>,
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
        (self.describe)(&mut out);
        for (status, success) in &self.returned {
            success(&mut out, *status);
        }
        if let Some((kind, schema)) = &self.takes {
            out.body = json!({ *kind: { "schema": schema } });
        }
        if let (Some(example), Some(kinds)) = (&self.example, out.body.as_object_mut()) {
            kinds.values_mut().for_each(|kind| kind["example"] = example.clone());
        }
        for (status, kind, schema) in &self.bodies {
            let response = out.responses.entry(status.to_string());
            let response = response.or_insert_with(|| json!({ "description": self.answer }));
            if kind.is_empty() {
                *response = schema.clone();
            } else {
                response["content"][*kind] = schema.clone();
            }
        }
        for refusal in self.refusals {
            out.refuse(*refusal);
        }
        out.refuse_as("default", "Problem");
        let (mut parameters, body, responses) = (out.parameters, out.body, out.responses);
        for place in places(self.path) {
            if !parameters.iter().any(|one| one["name"] == *place) {
                parameters.push(
                    json!({ "name": place, "in": "path", "required": true, "schema": { "type": "string" } }),
                );
            }
        }
        parameters.extend(self.headers.iter().cloned());
        for (name, about) in &self.places {
            for parameter in parameters.iter_mut().filter(|one| one["name"] == *name) {
                for (member, value) in about.as_object().into_iter().flatten() {
                    parameter[member] = value.clone();
                }
            }
        }
        if !parameters.is_empty() {
            told["parameters"] = parameters.into();
        }
        if !body.is_null() {
            told["requestBody"] = json!({ "required": true, "content": body });
        }
        told["responses"] = responses.into();
        for (name, value) in &self.members {
            told[*name] = value.clone();
        }
        told
    }
}

pub(super) fn reference(schema: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{schema}") })
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

    /// Says a schema that only responses of many operations refer to.
    pub fn give<T: JsonSchema>(&mut self) {
        self.given.subschema_for::<T>();
    }

    /// All that were referred to, by their names; of those that are taken and given in different shapes, which ones.
    pub fn named(mut self) -> (Map<String, Value>, Vec<String>) {
        let mut all = self.taken.take_definitions(true);
        let mut torn = Vec::new();
        for (name, mut schema) in self.given.take_definitions(true) {
            let without = |schema: &Value| {
                let mut members = schema.as_object().cloned().unwrap_or_default();
                members.remove("required");
                members
            };
            // What is taken may leave out what is always given.
            match all.get(&name) {
                None => {
                    left_out(&mut schema);
                    all.insert(name, schema);
                }
                Some(taken) if without(taken) == without(&schema) => {}
                Some(_) => torn.push(name),
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
    fn refuse(&mut self, Refusal(status, name): Refusal) {
        self.refuse_as(&status.to_string(), name);
    }

    fn refuse_as(&mut self, status: &str, name: &str) {
        let name = self.operation.faults.unwrap_or(name);
        self.responses.insert(status.to_owned(), json!({ "$ref": format!("#/components/responses/{name}") }));
    }

    /// A success with a body of this kind, or with none.
    fn answer(&mut self, status: u16, kind: Option<(&str, Value)>) {
        let mut response = json!({ "description": self.operation.answer });
        if let Some((kind, schema)) = kind {
            response["content"] = json!({ (kind): { "schema": schema } });
        }
        self.responses.insert(status.to_string(), response);
    }

    pub(super) fn answer_json<T: JsonSchema>(&mut self, status: u16) {
        let schema = Value::from(self.schemas.given.subschema_for::<T>());
        self.answer(status, Some(("application/json", schema)));
    }

    /// A stream of events beside what is answered otherwise.
    pub(super) fn answer_events<T: JsonSchema>(&mut self, status: u16) {
        let schema = Value::from(self.schemas.given.subschema_for::<T>());
        let response = self.responses.entry(status.to_string());
        let response = response.or_insert_with(|| json!({ "description": self.operation.answer }));
        response["content"]["text/event-stream"] =
            json!({ "schema": reference("ServerSentEvent"), "x-itemSchema": schema });
    }

    pub(super) fn frames<T: JsonSchema, G: JsonSchema>(&mut self) {
        self.schemas.taken.subschema_for::<T>();
        self.schemas.given.subschema_for::<G>();
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

/// What a handler takes from its request.
pub(super) trait Takes {
    fn describe(_: &mut Description<'_>) {}
}

impl Takes for State {}
impl Takes for HeaderMap {}
impl Takes for Request {}
impl<T> Takes for Extension<T> {}
impl<T> Takes for extract::State<T> {}

impl Takes for Body {}

impl<T, E> Takes for std::result::Result<T, E> {}

impl<T: JsonSchema> Takes for Json<T> {
    fn describe(out: &mut Description<'_>) {
        let schema = Value::from(out.schemas.taken.subschema_for::<T>());
        out.body = json!({ "application/json": { "schema": schema } });
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

/// Says that the schema of a type stands in `openapi.json`.
macro_rules! written {
    ($type:ty, $name:literal) => {
        impl schemars::JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "$ref": concat!("#/components/schemas/", $name) })
            }
        }
    };
}
pub(super) use written;

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

/// What such a handler answers with is said beside it.
impl Gives for Response {
    fn describe(_: &mut Description<'_>) {}
}

impl Gives for NoContent {
    fn describe(out: &mut Description<'_>) {
        out.answer(204, None);
    }
}

impl Gives for StatusCode {
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

/// JSON with a status of its own.
macro_rules! with_status {
    ($($(#[$about:meta])* $name:ident $status:ident),*) => {
        $(
            $(#[$about])*
            #[derive(Debug)]
            pub(super) struct $name<T>(pub T);

            impl<T: serde::Serialize> IntoResponse for $name<T> {
                fn into_response(self) -> Response {
                    (StatusCode::$status, axum::Json(self.0)).into_response()
                }
            }

            impl<T: JsonSchema> Gives for $name<T> {
                fn describe(out: &mut Description<'_>) {
                    out.answer_json::<T>(StatusCode::$status.as_u16());
                }
            }
        )*
    };
}

with_status!(
    /// JSON of what was made.
    Created CREATED,
    /// JSON of what is to be done yet.
    Accepted ACCEPTED
);

impl Gives for &str {
    fn describe(out: &mut Description<'_>) {
        out.answer(200, Some(("text/plain", json!({ "type": "string" }))));
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
