//! What a request brings: a JSON body, raw bytes, a query.
//!
//! Owns reading them, within the limit of the route, and turning what is wrong with them into a problem that says
//! where and how to mend it. Leaves the words for the faults of a format to [`super::fault`], and what the values
//! mean to the handlers.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::error::{More, Place};
use super::fault::{BETWEEN, Fault, Origin};
use super::problem::{self, code};
use super::{Error, Result};

/// Most bytes of a body on the routes that it lies over.
#[derive(Debug, Clone, Copy)]
pub(super) struct BodyLimit(usize);

/// The limit of some routes.
pub(super) fn route_limit(bytes: usize) -> (DefaultBodyLimit, Extension<BodyLimit>) {
    (DefaultBodyLimit::max(bytes), Extension(BodyLimit(bytes)))
}

/// A JSON body.
#[derive(Debug, Clone, Copy, Default)]
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        if !is_json(request.headers()) {
            return Err(problem::not_json());
        }
        let Body(bytes) = Body::from_request(request, state).await?;
        // A mark of the byte order that some editors write.
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
        if bytes.trim_ascii().is_empty() {
            return Err(problem::no_body());
        }
        // Every body is an object.
        if let Some(fault) = list(bytes, Origin::Body) {
            return Err(fault);
        }
        match axum::Json::from_bytes(bytes) {
            Ok(axum::Json(value)) => Ok(Self(value)),
            Err(rejection) => Err(problem(&Fault::parse(&rejection.body_text(), bytes), Origin::Body)),
        }
    }
}

/// The bytes of a body as they are.
#[derive(Debug, Clone)]
pub(super) struct Body(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for Body {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let limit = request.extensions().get::<BodyLimit>().copied();
        match Bytes::from_request(request, state).await {
            Ok(bytes) => Ok(Self(bytes)),
            Err(rejection) => Err(not_received(&rejection, limit)),
        }
    }
}

fn not_received(rejection: &BytesRejection, limit: Option<BodyLimit>) -> Error {
    if rejection.status() != StatusCode::PAYLOAD_TOO_LARGE {
        return problem::body_cut_off();
    }
    let bytes = limit.map_or(0, |limit| limit.0);
    problem::body_too_large(bytes).with(More { limit: Some(bytes), ..More::default() })
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind.strip_prefix("application/").is_some_and(|of| of == "json" || of.ends_with("+json"))
}

/// An object inside a body: what the readers generate takes a list as well, for its fields in their order.
#[derive(Debug, Clone, Default)]
pub(super) struct Object<T>(pub T);

impl<T: JsonSchema> JsonSchema for Object<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Reader<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Reader<T> {
            type Value = Object<T>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> std::result::Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }

        deserializer.deserialize_map(Reader(PhantomData))
    }
}

/// A whole number of a request between two bounds, which the description of the API names, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Whole<const LEAST: i64, const MOST: i64>(pub i64);

/// A count or a place: what the database and the program can hold.
pub(super) type Count = Whole<0, { i64::MAX }>;

impl Count {
    /// As a place in a text; beyond every text where it does not fit.
    pub(super) fn place(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl<const LEAST: i64, const MOST: i64> JsonSchema for Whole<LEAST, MOST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Whole".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": LEAST, "maximum": MOST })
    }
}

impl<const LEAST: i64, const MOST: i64> Default for Whole<LEAST, MOST> {
    fn default() -> Self {
        Self(LEAST)
    }
}

impl<'de, const LEAST: i64, const MOST: i64> Deserialize<'de> for Whole<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Reader<const LEAST: i64, const MOST: i64>;

        impl<const LEAST: i64, const MOST: i64> Visitor<'_> for Reader<LEAST, MOST> {
            type Value = Whole<LEAST, MOST>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, "{BETWEEN}{LEAST} to {MOST}")
            }

            fn visit_i64<E: serde::de::Error>(self, number: i64) -> std::result::Result<Self::Value, E> {
                if (LEAST..=MOST).contains(&number) {
                    return Ok(Whole(number));
                }
                Err(E::invalid_value(Unexpected::Signed(number), &self))
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> std::result::Result<Self::Value, E> {
                let fits = i64::try_from(number)
                    .map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))?;
                self.visit_i64(fits)
            }

            // `59.0` is a whole number of JSON. Beyond 2^53 not every one can be told from its neighbours.
            fn visit_f64<E: serde::de::Error>(self, number: f64) -> std::result::Result<Self::Value, E> {
                #[expect(clippy::cast_possible_truncation, reason = "it is whole and small enough")]
                match number {
                    whole if whole.fract() == 0.0 && whole.abs() <= 9_007_199_254_740_992.0 => {
                        self.visit_i64(whole as i64)
                    }
                    other => Err(E::invalid_value(Unexpected::Float(other), &self)),
                }
            }
        }

        deserializer.deserialize_i64(Reader)
    }
}

/// The query of an address.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        match axum::extract::Query::try_from_uri(&parts.uri) {
            Ok(axum::extract::Query(value)) => Ok(Self(value)),
            Err(rejection) => Err(problem(&Fault::parse(&rejection.body_text(), &[]), Origin::Query)),
        }
    }
}

/// The fault of a list in the place of an object, which the readers would take for its fields in their order.
pub(super) fn list(bytes: &[u8], origin: Origin) -> Option<Error> {
    bytes.trim_ascii_start().starts_with(b"[").then(|| problem(&Fault::list(), origin))
}

/// JSON of another shape, from elsewhere than a request, as a problem; `bytes` are those that were read.
pub(super) fn unreadable(fault: &serde_json::Error, bytes: &[u8], origin: Origin) -> Error {
    problem(&Fault::parse(&fault.to_string(), bytes), origin)
}

/// Reads a value that stands in a body under `within`, if it is not the whole. What keeps it from being a `T` is told with the
/// way to it; its place in the body is not known any more.
///
/// # Errors
/// It is no `T`.
pub(super) fn read_value<T: DeserializeOwned>(within: &str, value: &Value) -> Result<T> {
    T::deserialize(value).map_err(|told| {
        let mut fault = Fault::parse(&told.to_string(), &[]);
        // Read once more for the way.
        let bytes = value.to_string().into_bytes();
        let way = axum::Json::<T>::from_bytes(&bytes).err();
        let way = way.and_then(|rejection| Fault::parse(&rejection.body_text(), &bytes).field);
        let parts = [Some(within).filter(|within| !within.is_empty()), way.as_deref()];
        let path = parts.into_iter().flatten().collect::<Vec<_>>().join(".").replace(".[", "[");
        fault.field = Some(path).filter(|path| !path.is_empty());
        problem(&fault, Origin::Body)
    })
}

/// A fault of the input as a problem.
fn problem(fault: &Fault, origin: Origin) -> Error {
    let (ko, en) = fault.words(origin);
    let error = Error::new(code::INVALID_INPUT, [ko, en]).at(fault.field.as_deref().unwrap_or(origin.name()));
    match fault.at {
        Some((line, column)) => error.with(More { at: Some(Place { line, column }), ..More::default() }),
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Body {
        #[serde(default)]
        page: Whole<1, 100>,
        #[serde(default)]
        offset: Count,
        inner: Option<Object<Inner>>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Inner {
        #[serde(default)]
        on: bool,
    }

    fn parse(body: &str) -> std::result::Result<Body, String> {
        let rejected = |fault: axum::extract::rejection::JsonRejection| {
            let fault = Fault::parse(&fault.body_text(), body.as_bytes());
            format!("{}: {:?}", fault.field.clone().unwrap_or_default(), fault.words(Origin::Body))
        };
        axum::Json::from_bytes(body.as_bytes()).map(|axum::Json(body)| body).map_err(rejected)
    }

    #[test]
    fn numbers_keep_their_bounds_and_objects_are_no_lists() {
        let body = parse(r#"{"page": 100.0, "offset": 9223372036854775807, "inner": {"on": true}}"#).unwrap();
        assert_eq!((body.page.0, body.offset.0), (100, i64::MAX));
        assert!(body.inner.unwrap().0.on);
        let body = parse(r#"{"inner": null}"#).unwrap();
        assert!(body.page.0 == 1 && body.offset.place() == 0 && body.inner.is_none());
        for (body, field, korean, english) in [
            (r#"{"page": 0}"#, "page", "1에서 100 사이의 정수", "a whole number from 1 to 100"),
            (r#"{"page": 101}"#, "page", "1에서 100 사이의 정수", "this is the number 101"),
            (r#"{"page": 1.5}"#, "page", "지금은 수 1.5", "this is the number 1.5"),
            (r#"{"page": null}"#, "page", "지금은 null", "this is null"),
            (r#"{"offset": -1}"#, "offset", "0에서 9223372036854775807 사이", "the number -1"),
            (r#"{"offset": 9223372036854775808}"#, "offset", "사이의 정수", "9223372036854775808"),
            (r#"{"offset": 1e300}"#, "offset", "사이의 정수", "a whole number"),
            (
                r#"{"inner": [true]}"#,
                "inner",
                "객체를 적어 주세요. 지금은 배열",
                "an object is expected, and this is an array",
            ),
            (r#"{"inner": {"on": 1}}"#, "inner.on", "true나 false", "true or false"),
            (r#"{"inner": {"off": true}}"#, "inner.off", "항목은 없습니다", "there is no field off"),
        ] {
            let told = parse(body).unwrap_err();
            assert!(told.starts_with(&format!("{field}: ")), "{body}: {told}");
            assert!(told.contains(korean) && told.contains(english), "{body}: {told}");
        }
    }

    #[test]
    fn so_do_those_of_a_query() {
        let parse = |query: &str| {
            let uri = format!("http://a.b/c?{query}").parse().unwrap();
            axum::extract::Query::<Body>::try_from_uri(&uri).map(|axum::extract::Query(body)| body)
        };
        let body = parse("page=7&offset=3").unwrap();
        assert_eq!((body.page.0, body.offset.0), (7, 3));
        for query in ["page=0", "page=101", "offset=-1", "offset=9223372036854775808", "offset=x", "page="] {
            let fault = parse(query).unwrap_err();
            let fault = Fault::parse(&fault.body_text(), &[]);
            let name = query.split('=').next();
            assert_eq!(fault.field.as_deref(), name, "{query}: {:?}", fault.words(Origin::Query));
        }
    }
}
