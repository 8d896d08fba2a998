//! `/openapi.json` against the program: the routes in the source, the fields that requests may have, and the shape
//! of real answers. What is missing on either side is named.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use reqwest::Method;
use serde_json::{Value, json};

use crate::architecture::files;
use crate::drafts::revise;
use crate::support::model::Script;
use crate::support::server::{LIBRARY, Server, Told};

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

/// The page, its files, and the description itself are no part of the described API.
const APART: [&str; 6] = ["/", "/assets/{*path}", "/docs", "/docs.css", "/docs.js", "/openapi.json"];

const QUESTION: &str = "When does the library open and how many books may students borrow?";

const REGULATION: &str = "휴가 규정\n\n제1장 총칙\n\n제1조(목적) 이 규정은 직원의 휴가에 관한 사항을 정함을 목적으로 한다.\n\n\
    제2조(휴가) 직원에게 연 15일의 유급휴가를 준다.\n";

pub fn document() -> Value {
    stet_http::openapi().clone()
}

/// Every operation of the document: path, method, and what is said about it.
pub fn operations(document: &Value) -> Vec<(&str, &str, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    paths
        .iter()
        .flat_map(|(path, item)| {
            METHODS.iter().filter_map(move |method| Some((path.as_str(), *method, item.get(*method)?)))
        })
        .collect()
}

#[test]
fn the_description_is_of_this_version() {
    assert_eq!(document()["info"]["version"], env!("CARGO_PKG_VERSION"));
}

/// A path with its places filled.
fn filled(path: &str) -> String {
    let mut out = Vec::new();
    for piece in path.split('/') {
        out.push(match piece {
            "{page}" | "{article}" => "1",
            piece if piece.starts_with('{') => "00000000-0000-0000-0000-000000000000",
            piece => piece,
        });
    }
    out.join("/")
}

async fn call(
    server: &Server,
    method: &str,
    path: &str,
    key: Option<&str>,
    body: Option<&Value>,
) -> (u16, Value) {
    let method: Method = method.to_uppercase().parse().unwrap();
    let mut request = server.client.request(method, server.url(&filled(path)));
    if let Some(key) = key {
        request = request.bearer_auth(key);
    }
    if let Some(body) = body {
        request = request.json(body);
    }
    let response = request.send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap_or_default())
}

/// The text between `(` at the start of `code` and the bracket that closes it.
fn bracketed(code: &str) -> &str {
    let mut depth = 0;
    let mut quoted = false;
    let mut before = ' ';
    for (at, ch) in code.char_indices() {
        match ch {
            '"' if before != '\\' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &code[1..at];
        }
        before = ch;
    }
    panic!("a bracket is open: {code:.80}");
}

/// Methods of a method router: the calls of its outer chain, `get(list).post(upload).layer(…)`.
fn methods(mut code: &str) -> Vec<&'static str> {
    let mut found = Vec::new();
    while let Some(at) = code.find('(') {
        let name = code[..at].rsplit(|ch: char| !ch.is_alphanumeric() && ch != '_').next().unwrap();
        found.extend(METHODS.iter().find(|method| **method == name));
        code = &code[at + bracketed(&code[at..]).len() + 2..];
    }
    found
}

/// The Rust files of `src/http`, by their name there, without lines of comment.
fn sources() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http");
    let mut all = Vec::new();
    files(&folder, &mut all);
    let code = |file: PathBuf| {
        let text = std::fs::read_to_string(&file).unwrap();
        let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        (file.strip_prefix(&folder).unwrap().display().to_string(), code.join("\n"))
    };
    all.into_iter().map(code).collect()
}

/// Every route of the source, with the file that has it.
fn routes() -> BTreeMap<(String, &'static str), String> {
    let mut found = BTreeMap::new();
    for (name, code) in sources() {
        assert!(!code.contains(".nest("), "{name}: the test reads whole paths; write them out in .route");
        for (at, call) in code.match_indices(".route(") {
            let inner = bracketed(&code[at + call.len() - 1..]).trim();
            let literal = inner.strip_prefix('"').and_then(|rest| rest.split_once('"'));
            let Some((path, rest)) = literal else {
                // What operations are put together from; their paths stand beside their handlers.
                assert_eq!(name, "routes.rs", "the path of .route({inner}) is no literal");
                continue;
            };
            if APART.contains(&path) {
                continue;
            }
            let methods = methods(rest);
            assert!(!methods.is_empty(), "{name}: no known method in .route({inner})");
            for method in methods {
                found.insert((path.to_owned(), method), name.clone());
            }
        }
        for method in METHODS {
            for (at, call) in code.match_indices(&format!("{method}(")) {
                if code[..at].ends_with(|before: char| before.is_alphanumeric() || "_:.".contains(before)) {
                    continue;
                }
                let arguments = code[at + call.len()..].trim_start();
                if let Some((path, _)) = arguments.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
                    found.insert((path.to_owned(), method), name.clone());
                }
            }
        }
    }
    found
}

#[test]
fn the_document_has_the_routes_of_the_source() {
    let document = document();
    let described: BTreeSet<(String, &str)> =
        operations(&document).iter().map(|(path, method, _)| ((*path).to_owned(), *method)).collect();
    let routes = routes();
    assert!(routes.len() > 20, "the routes were not found");
    let mut wrong = Vec::new();
    for ((path, method), file) in &routes {
        if !described.contains(&(path.clone(), *method)) {
            let method = method.to_uppercase();
            wrong.push(format!("{method} {path} (src/http/{file}) is not described"));
        }
    }
    for (path, method) in &described {
        if !routes.contains_key(&(path.clone(), *method)) {
            let method = method.to_uppercase();
            wrong.push(format!("{method} {path} is described and in no route of src/http"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_document_has_the_parts_of_the_stream() {
    let document = document();
    let part = &document["components"]["schemas"]["Part"];
    let mapping = part["discriminator"]["mapping"].as_object().unwrap();
    let variants: Vec<&Value> = part["oneOf"].as_array().unwrap().iter().map(|one| &one["$ref"]).collect();
    let mut wrong = Vec::new();
    for (kind, address) in mapping {
        assert!(variants.contains(&address), "{address}");
        let named = document.pointer(address.as_str().unwrap().trim_start_matches('#')).unwrap();
        if named["properties"]["type"]["const"] != **kind {
            wrong.push(format!("{address} is not {kind}"));
        }
    }
    assert_eq!(mapping.len(), variants.len());
    let mut described = BTreeSet::new();
    walk(&document, "#", &mut |_, value| described.extend(value["const"].as_str().map(str::to_owned)));
    for (file, code) in sources() {
        if !file.starts_with("wire") {
            continue;
        }
        for (at, start) in code.match_indices("\"type\": \"") {
            let kind = code[at + start.len()..].split('"').next().unwrap();
            if !described.contains(kind) {
                wrong.push(format!("the part {kind} (src/http/{file}) is not described"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Calls `look` for every value inside, the outer one first.
fn walk(value: &Value, at: &str, look: &mut dyn FnMut(&str, &Value)) {
    look(at, value);
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| walk(member, &format!("{at}/{name}"), look));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| walk(item, &format!("{at}/{index}"), look));
        }
        _ => {}
    }
}

#[test]
fn the_document_holds_together() {
    let document = document();
    assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    walk(&document, "#", &mut |at, value| {
        if let Some(address) = value["$ref"].as_str() {
            used.insert(address.to_owned());
            if document.pointer(address.trim_start_matches('#')).is_none() {
                wrong.push(format!("{at}: {address} leads nowhere"));
            }
        }
        if let (Some(required), Some(known)) = (value["required"].as_array(), value["properties"].as_object())
        {
            for name in required.iter().filter(|name| !known.contains_key(name.as_str().unwrap())) {
                wrong.push(format!("{at}: {name} is required and not described"));
            }
        }
    });
    for (kind, components) in document["components"].as_object().unwrap() {
        for name in components.as_object().unwrap().keys() {
            if kind != "securitySchemes" && !used.contains(&format!("#/components/{kind}/{name}")) {
                wrong.push(format!("#/components/{kind}/{name} is used nowhere"));
            }
        }
    }
    let mut ids = BTreeSet::new();
    for (path, method, operation) in operations(&document) {
        if !ids.insert(operation["operationId"].as_str().unwrap_or_default()) {
            wrong.push(format!("{method} {path}: the operationId is missing or taken"));
        }
        let item = &document["paths"][path];
        let places: BTreeSet<&str> =
            path.split('/').filter_map(|piece| piece.strip_prefix('{')?.strip_suffix('}')).collect();
        let named: BTreeSet<&str> = [&item["parameters"], &operation["parameters"]]
            .into_iter()
            .filter_map(Value::as_array)
            .flatten()
            .map(|parameter| resolved(&document, parameter))
            .filter(|parameter| parameter["in"] == "path")
            .map(|parameter| parameter["name"].as_str().unwrap())
            .collect();
        if places != named {
            wrong.push(format!("{method} {path}: the parameters of the path are {named:?}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// By itself, by what it refers to, or by having one value alone.
#[test]
fn every_property_says_what_it_is() {
    let document = document();
    let says = |schema: &Value| !resolved(&document, schema)["description"].is_null();
    let mut silent = Vec::new();
    walk(&document, "#", &mut |at, value| {
        for (name, schema) in value["properties"].as_object().into_iter().flatten() {
            let variants =
                ["oneOf", "anyOf"].into_iter().filter_map(|kind| schema[kind].as_array()).flatten();
            let said = says(schema) || !schema["description"].is_null() || variants.clone().any(says);
            if !said && schema.get("const").is_none() {
                silent.push(format!("{at}/properties/{name}"));
            }
        }
    });
    assert!(silent.is_empty(), "{} properties have no description:\n{}", silent.len(), silent.join("\n"));
}

#[tokio::test]
async fn described_operations_are_served_and_guarded() {
    let server = Server::start(None, |config| config.server.api_key = Some("s3cret".into())).await;
    let document = document();
    let mut wrong = Vec::new();
    for (path, method, operation) in operations(&document) {
        let public = operation["security"] == json!([]);
        let (status, _) = call(&server, method, path, None, None).await;
        // There are more routes than tries in a minute.
        if [401, 429].contains(&status) == public {
            wrong.push(format!("{method} {path}: {status} without the key, and public is {public}"));
        }
        let (status, problem) = call(&server, method, path, Some("s3cret"), None).await;
        let nowhere = problem["detail"].as_str().is_some_and(|detail| detail.contains("no address “"));
        if status == 405 || nowhere {
            wrong.push(format!("{method} {path}: {status}, there is no such route"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));

    let served = server.client.get(server.url("/openapi.json")).send().await.unwrap();
    assert_eq!(served.headers()["content-type"], "application/json");
    assert_eq!(served.json::<Value>().await.unwrap(), document);
    for (path, kind) in [("/docs.css", "text/css"), ("/docs.js", "text/javascript")] {
        let file = server.client.get(server.url(path)).send().await.unwrap();
        assert_eq!(file.headers()["content-type"], format!("{kind}; charset=utf-8"));
    }
    for (language, expected) in [("en", "Ask a question"), ("ko", "질문하기")] {
        let docs = server.client.get(server.url("/docs")).header("accept-language", language);
        let docs = docs.send().await.unwrap();
        assert_eq!(docs.headers()["content-type"], "text/html; charset=utf-8");
        assert!(docs.text().await.unwrap().contains(expected), "{language}");
    }
}

/// The names in `there is no field …; the fields are …`.
fn expected_fields(problem: &Value) -> Option<BTreeSet<String>> {
    let told = problem["detail"].as_str().or_else(|| problem["error"]["message"].as_str())?;
    let (_, list) = told.split_once("there is no field nobody; the fields are ")?;
    Some(list.trim_end_matches('.').split(", ").map(str::to_owned).collect())
}

#[tokio::test]
async fn requests_have_the_described_fields() {
    let server = Server::extracts().await;
    let document = document();
    let mut wrong = Vec::new();
    let mut checked = 0;
    for (path, method, operation) in operations(&document) {
        let schema = resolved(&document, &operation["requestBody"]["content"]["application/json"]["schema"]);
        let mut bodies = vec![(schema, json!({ "nobody": 1 }))];
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            bodies.push((resolved(&document, field), json!({ (name): { "nobody": 1 } })));
        }
        for (schema, body) in bodies {
            let Some(fields) = schema["properties"].as_object() else { continue };
            let (status, problem) = call(&server, method, path, None, Some(&body)).await;
            let expected = expected_fields(&problem);
            if schema["additionalProperties"] == true {
                if expected.is_some() {
                    wrong.push(format!("{method} {path} refuses {body}: {problem}"));
                }
                continue;
            }
            checked += 1;
            let described: BTreeSet<String> = fields.keys().cloned().collect();
            if status != 400 || expected.as_ref() != Some(&described) {
                wrong.push(format!("{method} {path} with {body}: {problem}\n    described: {described:?}"));
            }
        }
    }
    assert!(checked >= 7, "{checked}");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

pub fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let address = schema["$ref"].as_str().and_then(|address| address.strip_prefix('#'));
    address.map_or(schema, |address| document.pointer(address).unwrap())
}

/// The members of an object's schema, those of its `allOf` included.
#[derive(Default)]
struct Members<'a> {
    known: BTreeMap<&'a str, &'a Value>,
    required: BTreeSet<&'a str>,
    open: bool,
}

impl<'a> Members<'a> {
    fn add(&mut self, document: &'a Value, schema: &'a Value) {
        let schema = resolved(document, schema);
        self.known
            .extend(schema["properties"].as_object().into_iter().flatten().map(|(k, v)| (k.as_str(), v)));
        self.required.extend(schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str));
        self.open |= schema["additionalProperties"] == true;
        for part in schema["allOf"].as_array().into_iter().flatten() {
            self.add(document, part);
        }
    }
}

fn is(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => panic!("{kind} is no type"),
    }
}

/// Where a value is not what its schema says. Stricter than JSON Schema: a member that is not described is a fault
/// unless `additionalProperties` is true.
fn faults(document: &Value, schema: &Value, value: &Value, at: &str, out: &mut Vec<String>) {
    let schema = resolved(document, schema);
    if let Some(variants) = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array()) {
        let tried = variants.iter().map(|variant| {
            let mut faults_here = Vec::new();
            faults(document, variant, value, at, &mut faults_here);
            faults_here
        });
        out.extend(tried.min_by_key(Vec::len).unwrap());
        return;
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        kind => kind.as_str().into_iter().collect(),
    };
    let fits = kinds.is_empty() || kinds.iter().any(|kind| is(value, kind));
    let listed = schema["enum"].as_array().is_none_or(|values| values.contains(value));
    let same = schema.get("const").is_none_or(|fixed| fixed == value);
    if !(fits && listed && same) {
        out.push(format!("{at} is {value:.80}"));
        return;
    }
    if let Some(items) = value.as_array() {
        for (index, item) in items.iter().enumerate() {
            faults(document, &schema["items"], item, &format!("{at}[{index}]"), out);
        }
    }
    if let Some(object) = value.as_object() {
        let mut members = Members::default();
        members.add(document, schema);
        for name in members.required.iter().filter(|name| !object.contains_key(**name)) {
            out.push(format!("{at}.{name} is described and not sent"));
        }
        for (name, member) in object {
            match members.known.get(name.as_str()) {
                Some(schema) => faults(document, schema, member, &format!("{at}.{name}"), out),
                None if members.open => {}
                None if schema["additionalProperties"].is_object() => {
                    faults(document, &schema["additionalProperties"], member, &format!("{at}.{name}"), out);
                }
                None => out.push(format!("{at}.{name} is sent and not described")),
            }
        }
    }
}

/// Holds values against the document and remembers what did not fit.
struct Shapes {
    document: Value,
    wrong: Vec<String>,
}

impl Shapes {
    fn new() -> Self {
        Self { document: document(), wrong: Vec::new() }
    }

    fn fits(&mut self, schema: &str, value: &Value) {
        let schema = json!({ "$ref": format!("#/components/schemas/{schema}") });
        let at = schema["$ref"].as_str().unwrap().rsplit('/').next().unwrap();
        faults(&self.document, &schema, value, at, &mut self.wrong);
    }

    /// The body of an answer with this status. `path` may have a query and filled places; `route` has neither.
    async fn answer(
        &mut self,
        server: &Server,
        method: &str,
        route: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Value {
        let (status, value) = call(server, method, path, None, body).await;
        assert_eq!(status, 200, "{method} {path}: {value}");
        let response = &self.document["paths"][route][method]["responses"]["200"];
        let schema = &resolved(&self.document, response)["content"]["application/json"]["schema"];
        assert!(schema.is_object(), "{method} {route} has no described answer");
        faults(&self.document, schema, &value, &format!("{method} {route}"), &mut self.wrong);
        value
    }

    fn stream(&mut self, schema: &str, told: &Told) {
        for part in &told.parts {
            self.fits(schema, part);
        }
    }

    fn end(self) {
        assert!(self.wrong.is_empty(), "\n{}", self.wrong.join("\n"));
    }
}

#[tokio::test]
async fn answers_stream_as_described() {
    let mut shapes = Shapes::new();
    let server = Server::scripted("plain").await;
    let model = server.model.as_ref().unwrap();
    model.push(Script::text([
        "The library opens at nine in the morning [†1]. Students may borrow seven books for two weeks [†1]. ",
        "Dogs bark [†9].\n",
    ]));
    let told = server.ask("c", QUESTION).await;
    shapes.stream("Part", &told);
    let sentence = told.sentences().swap_remove(0);
    assert!(!sentence["data"]["citations"][0]["evidence"].is_null(), "{sentence}");
    shapes.fits("PartSentence", &sentence);
    let metadata = &told.parts.last().unwrap()["messageMetadata"];
    assert!(!metadata["verification_log"].as_array().unwrap().is_empty());
    assert!(!metadata["removed_citations"].as_array().unwrap().is_empty());
    shapes.fits("Metadata", metadata);
    shapes.answer(&server, "get", "/api/chats", "/api/chats", None).await;
    shapes.answer(&server, "get", "/api/chats/{id}", "/api/chats/c", None).await;
    let query = json!({ "question": QUESTION });
    shapes.answer(&server, "post", "/query/verified", "/query/verified", Some(&query)).await;
    let route = "/api/stats?days=7&timeZone=Asia/Seoul";
    let stats = shapes.answer(&server, "get", "/api/stats", route, None).await;
    let log = metadata["verification_log"].as_array().unwrap();
    let day = &stats["answers"][0];
    assert_eq!(day["answers"], 1, "{stats}");
    assert_eq!(day["judged"], log.len(), "{stats}");
    assert_eq!(day["removed"].as_u64(), Some(metadata["removed_citations"].as_array().unwrap().len() as u64));
    assert_eq!(day["badges"][metadata["badge"].as_str().unwrap()], 1, "{stats}");
    let accurate = log.iter().filter(|entry| entry["is_accurate"] == true).count();
    assert!(accurate > 0 && accurate < log.len(), "{metadata}");
    assert_eq!(stats["sources"][0]["supported"], accurate, "{stats}");
    assert_eq!(stats["sources"][0]["documentId"], metadata["sources"][0]["document_id"]);
    assert_eq!(stats["latency"]["totalMs"]["count"], 1, "{stats}");
    assert_eq!(stats["patches"].as_array().unwrap().len(), 3);
    for (query, field) in
        [("days=0", "days"), ("days=x", ""), ("timeZone=Mars/Olympus", "timeZone"), ("nobody=1", "")]
    {
        let (status, problem) = call(&server, "get", &format!("/api/stats?{query}"), None, None).await;
        assert_eq!(status, 400, "{query}: {problem}");
        if !field.is_empty() {
            assert_eq!(problem["field"], field, "{problem}");
        }
        shapes.fits("Problem", &problem);
    }
    let turns = json!([{ "role": "user", "content": QUESTION }]);
    let body = json!({ "messages": turns });
    shapes.answer(&server, "post", "/v1/chat/completions", "/v1/chat/completions", Some(&body)).await;
    let body = json!({ "messages": turns, "stream": true, "stream_options": { "include_usage": true } });
    let stream = server.client.post(server.url("/v1/chat/completions")).json(&body).send().await.unwrap();
    shapes.stream("CompletionChunk", &Told::read(stream).await);
    let body = json!({ "input": QUESTION });
    shapes.answer(&server, "post", "/v1/responses", "/v1/responses", Some(&body)).await;
    let body = json!({ "input": QUESTION, "stream": true });
    let stream = server.client.post(server.url("/v1/responses")).json(&body).send().await.unwrap();
    shapes.stream("ResponseEvent", &Told::read(stream).await);
    let body = json!({ "input": ["paid leave", "휴가"] });
    shapes.answer(&server, "post", "/v1/embeddings", "/v1/embeddings", Some(&body)).await;
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    shapes.answer(&server, "post", "/mcp", "/mcp", Some(&body)).await;

    let silent = Server::scripted("unauthorised").await;
    let told = silent.ask("c", QUESTION).await;
    assert_eq!(told.parts.last().unwrap()["type"], "error");
    shapes.stream("Part", &told);
    shapes.end();
}

#[tokio::test]
async fn resources_answer_as_described() {
    let mut shapes = Shapes::new();
    let mut server = Server::extracts().await;
    let id = server.ingest("library.txt", LIBRARY).await;
    server.ingest("휴가규정.txt", REGULATION).await;
    for route in ["/api/status", "/api/sources", "/v1/models"] {
        shapes.answer(&server, "get", route, route, None).await;
    }
    shapes.answer(&server, "get", "/api/sources/{id}", &format!("/api/sources/{id}"), None).await;
    let versions = format!("/api/sources/{id}/versions");
    shapes.answer(&server, "get", "/api/sources/{id}/versions", &versions, None).await;
    let search = json!({ "query": "paid leave 유급휴가", "topK": 5 });
    let found = shapes.answer(&server, "post", "/api/search", "/api/search", Some(&search)).await;
    let chunk = found["hits"][0]["id"].as_str().unwrap();
    shapes.answer(&server, "get", "/api/chunks/{id}", &format!("/api/chunks/{chunk}"), None).await;
    let note = json!({ "text": "Checked." });
    let feedback = format!("/api/chunks/{chunk}/feedback");
    shapes.answer(&server, "put", "/api/chunks/{id}/feedback", &feedback, Some(&note)).await;
    let known = shapes.answer(&server, "get", "/api/regulations", "/api/regulations", None).await;
    let name = known["regulations"][0]["name"].as_str().unwrap();
    let article = format!("/api/regulations/{name}/articles/2");
    shapes.answer(&server, "get", "/api/regulations/{name}/articles/{article}", &article, None).await;
    let given = json!({
        "answer": "The library opens at nine [1]. It has 40 seats [1]. See [7].",
        "context": ["The library opens at nine.", { "title": "Hall", "page": 2, "content": "The hall has 30 seats." }],
    });
    shapes.answer(&server, "post", "/api/verify", "/api/verify", Some(&given)).await;

    let form = reqwest::multipart::Form::new()
        .part("file", reqwest::multipart::Part::bytes(vec![0_u8, 1, 2, 3]).file_name("broken.txt"));
    let sent = server.client.post(server.url("/api/sources")).multipart(form).send().await.unwrap();
    let sent: Value = sent.json().await.unwrap();
    shapes.fits("UploadResult", &sent);
    let events = format!("/api/sources/{}/events", sent["sources"][0]["id"].as_str().unwrap());
    let told = Told::read(server.client.get(server.url(&events)).send().await.unwrap()).await;
    assert_eq!(told.parts.last().unwrap()["status"], "failed");
    shapes.stream("Source", &told);
    for (method, path) in [("get", "/api/chats/none"), ("post", "/api/nowhere"), ("post", "/api/chat")] {
        let (status, problem) = call(&server, method, path, None, Some(&json!({}))).await;
        assert!(status >= 400);
        shapes.fits("Problem", &problem);
    }
    shapes.end();
}

#[tokio::test]
async fn drafts_answer_as_described() {
    let mut shapes = Shapes::new();
    let mut server = Server::scripted("plain").await;
    let source = server.ingest("library.txt", LIBRARY).await;
    let rules = json!({ "name": "r", "rules": [{ "id": "teh", "kind": "must_not", "text": "the", "pattern": "teh" }, { "id": "warm", "text": "Be warm." }] });
    let pack = server.post("/api/criteria-packs", &rules).await.1["id"].clone();
    let (before, after) = (
        "The library opens at ten in the morning. We utilise teh tool 😀. It runs daily , too.",
        "The library opens at nine in the morning. We use the tool 😀. It runs daily, too.",
    );
    let given = json!({ "title": "t", "text": before, "sourceIds": [source], "criteriaPackIds": [pack] });
    let (status, made) = server.post("/api/drafts", &given).await;
    assert_eq!(status, 201, "{made}");
    shapes.fits("Draft", &made);
    let id = made["id"].as_str().unwrap();
    let path = |rest: &str| format!("/api/drafts/{id}{rest}");
    let lint =
        shapes.answer(&server, "post", "/api/drafts/{id}/lint", &path("/lint"), Some(&json!({}))).await;
    assert_eq!(
        (&lint["breaches"][0]["ruleId"], &lint["notChecked"][0]["ruleId"]),
        (&json!("teh"), &json!("warm"))
    );

    server.model.as_ref().unwrap().push(Script::text([after]));
    let told = revise(&server, id, &json!({ "instruction": "Mend it.", "baseRevision": 1 })).await;
    for part in told.of("data-patch") {
        shapes.fits("DataPatch", part);
    }
    shapes.answer(&server, "get", "/api/drafts", "/api/drafts", None).await;
    let desk = shapes.answer(&server, "get", "/api/drafts/{id}", &path(""), None).await;
    let patches = desk["patches"].as_array().unwrap();
    assert!(
        patches.len() > 2 && patches.iter().any(|patch| patch["verdict"]["evidence"].is_object()),
        "{desk}"
    );
    shapes.answer(&server, "get", "/api/drafts/{id}/patches", &path("/patches"), None).await;

    // The writer edits one of the places, so that its patch is a conflict; the others are decided.
    let edited = json!({ "baseRevision": 1, "text": before.replace("utilise", "utilize") });
    let saved = shapes.answer(&server, "put", "/api/drafts/{id}", &path(""), Some(&edited)).await;
    let conflict = saved["patches"].as_array().unwrap().iter().find(|patch| patch["status"] == "conflict");
    assert!(conflict.is_some_and(|patch| patch["present"].is_string()), "{saved}");
    let one = patches.iter().find(|patch| patch["category"] == "CORE").unwrap()["id"].as_str().unwrap();
    let route = "/api/drafts/{id}/patches/{patch}/{action}";
    let accept = path(&format!("/patches/{one}/accept"));
    let decided = shapes.answer(&server, "post", route, &accept, Some(&json!({ "baseRevision": 2 }))).await;
    assert_eq!(decided["changed"], json!([one]), "{decided}");
    let rest = json!({ "baseRevision": 3, "action": "accept", "all": true, "brief": true });
    let route = "/api/drafts/{id}/patches/decide";
    let decided = shapes.answer(&server, "post", route, &path("/patches/decide"), Some(&rest)).await;
    assert!(decided["places"][0].is_array(), "{decided}");

    let route = "/api/drafts/{id}/revisions";
    let kept = shapes.answer(&server, "get", route, &path("/revisions?text=false"), None).await;
    assert!(kept["total"].as_i64() > Some(2), "{kept}");
    let route = "/api/drafts/{id}/revisions/{revision}";
    shapes.answer(&server, "get", route, &path("/revisions/1"), None).await;
    let base = json!({ "baseRevision": kept["total"] });
    let restore = path("/revisions/1/restore");
    shapes
        .answer(&server, "post", "/api/drafts/{id}/revisions/{revision}/restore", &restore, Some(&base))
        .await;
    shapes.answer(&server, "get", "/api/drafts/{id}/revisions", &path("/revisions"), None).await;
    let said = json!({ "baseRevision": kept["total"].as_i64().unwrap() + 1, "start": 0, "end": 11, "body": "Which?" });
    let (status, told) = server.post(&path("/comments"), &said).await;
    assert_eq!(status, 201, "{told}");
    shapes.fits("CommentList", &told);
    let answered = path(&format!("/comments/{}/replies", told["made"].as_str().unwrap()));
    let (status, told) = server.post(&answered, &json!({ "body": "Ours." })).await;
    assert_eq!(status, 201, "{told}");
    shapes.fits("CommentList", &told);
    let route = "/api/drafts/{id}/comments";
    let told = shapes.answer(&server, "get", route, &path("/comments"), None).await;
    assert_eq!(told["comments"][0]["replies"][0]["body"], "Ours.");
    let log =
        shapes.answer(&server, "get", "/api/drafts/{id}/decisions", &path("/decisions?limit=1"), None).await;
    assert!(log["next"] == 1 && log["decisions"][0]["decision"] == "accept", "{log}");
    let texts = json!({ "before": before, "after": after });
    shapes.answer(&server, "post", "/api/patches/classify", "/api/patches/classify", Some(&texts)).await;
    shapes.end();
}

#[test]
fn the_checker_finds_faults() {
    let document = document();
    let schema = json!({ "$ref": "#/components/schemas/Rank" });
    for (value, expected) in [
        (json!({ "rank": 1, "score": 0.5 }), None),
        (json!(null), Some("Rank is null")),
        (json!({ "rank": 1 }), Some("Rank.score is described and not sent")),
        (json!({ "rank": 1, "score": 1, "more": 1 }), Some("Rank.more is sent and not described")),
        (json!({ "rank": "1", "score": 1 }), Some("Rank.rank is \"1\"")),
    ] {
        let mut found = Vec::new();
        faults(&document, &schema, &value, "Rank", &mut found);
        assert_eq!(found.first().map(String::as_str), expected, "{value}");
    }
    assert_eq!(methods(r#", get(list).post(up).layer(Limit::of("(", put(x)))"#), ["get", "post"]);
}
