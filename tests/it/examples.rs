//! The examples of `/openapi.json`, each sent to a running service: it answers with a success that the document declares.

use reqwest::header::{AUTHORIZATION, HeaderValue};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::drafts::stage;
use crate::openapi::{document, operations, resolved};
use crate::support::server::{LIBRARY, Server};

/// Operations whose example does not succeed on the server of the test, with what it answers and why.
const OTHERWISE: [(&str, u16, &str); 10] = [
    ("socket", 400, "a WebSocket begins with a handshake"),
    ("showBranch", 404, "which messages a conversation has, it alone says"),
    ("retrySource", 409, "nothing has failed that could be tried again"),
    ("drawPage", 404, "the sources of the test are texts, which have no pages to draw"),
    ("readNeighbourhood", 400, "it wants one of two parameters, of which neither is required by itself"),
    ("readPicture", 404, "the sources of the test have no pictures"),
    ("importZotero", 422, "no Zotero is open where the tests run"),
    ("createShare", 404, "which drafts there are, the server alone says"),
    ("beginSignIn", 404, "no provider of accounts is configured"),
    ("endSignIn", 404, "no provider of accounts is configured"),
];

const REGULATION: &str = "휴가 규정\n\n제1장 총칙\n\n제1조(목적) 이 규정은 직원의 휴가에 관한 사항을 정함을 목적으로 한다.\n\n\
    제2조(휴가) 직원에게 연 15일의 유급휴가를 준다.\n";
const WORK: &str = "@book{kim2020, title={The Harbour}, author={Kim, Ara}, year={2020}}";

struct Rig {
    server: Server,
    document: Value,
}

impl Rig {
    /// The example of a body, by its operation.
    fn body(&self, operation: &str) -> Value {
        let mut all = operations(&self.document).into_iter().map(|(_, _, one)| one);
        let found = all.find(|one| one["operationId"] == operation).unwrap();
        found["requestBody"]["content"]["application/json"]["example"].clone()
    }

    /// What stands in a place of a path that begins so: something made for it, or what the document gives as its example.
    async fn place(&mut self, begun: &str, name: &str, parameters: &[&Value]) -> String {
        let known = parameters.iter().find(|one| one["name"] == *name).map(|one| &one["example"]);
        if let Some(example) = known.filter(|example| !example.is_null()) {
            return example.as_str().map_or_else(|| example.to_string(), str::to_owned);
        }
        let member = |(status, told): (u16, Value), at: &str| {
            assert!(status < 300, "{begun}: {told}");
            told.pointer(at).and_then(Value::as_str).map_or_else(|| panic!("{begun}: {told}"), str::to_owned)
        };
        let made = match begun {
            "/api/chat" | "/api/chats" => {
                self.server.ask("c", "When does the library open?").await;
                return "c".to_owned();
            }
            "/api/sources" => {
                let text = format!("{LIBRARY}\n{}", uuid::Uuid::now_v7());
                return self.server.ingest("other.txt", &text).await;
            }
            "/api/chunks" => {
                let found = self.server.post("/api/search", &self.body("search")).await;
                return member(found, "/hits/0/id");
            }
            "/api/graph/entities" => return member(self.server.get(begun).await, "/entities/0/id"),
            "/api/drafts" => "createDraft",
            "/api/criteria-packs" => "createPack",
            "/api/ignored" => "ignoreFinding",
            "/api/keys" => "createKey",
            "/api/workspaces" => "createWorkspace",
            "/api/projects" => "createProject",
            "/api/shares" | "/api/shared" => {
                let draft = member(self.server.post("/api/drafts", &self.body("createDraft")).await, "/id");
                let made = self.server.post("/api/shares", &json!({ "draftId": draft })).await;
                let at = if begun == "/api/shared" { "/link" } else { "/id" };
                return member(made, at).replace("/#/shared/", "");
            }
            _ if name == "action" => return "accept".to_owned(),
            _ if name == "patch" => {
                let text = self.body("createDraft")["text"].as_str().unwrap().to_owned();
                let draft = begun.split('/').nth(3).unwrap();
                return stage(&self.server, draft, &text, &text.replace("nine", "ten")).await.swap_remove(0);
            }
            _ if name == "comment" => {
                return member(self.server.post(begun, &self.body("addComment")).await, "/made");
            }
            _ => panic!("nothing is known to stand in {{{name}}} of {begun}"),
        };
        let mut body = self.body(made);
        if ["createWorkspace", "createProject"].contains(&made) {
            body["name"] = json!(uuid::Uuid::now_v7());
        }
        member(self.server.post(begun, &body).await, "/id")
    }

    async fn address(&mut self, path: &str, parameters: &[&Value]) -> String {
        let mut begun = String::new();
        for piece in path.split('/').skip(1) {
            let piece = match piece.strip_prefix('{').and_then(|piece| piece.strip_suffix('}')) {
                Some(name) => self.place(&begun, name, parameters).await,
                None => piece.to_owned(),
            };
            begun = format!("{begun}/{piece}");
        }
        begun
    }

    fn filled(&self, operation: &Value, request: RequestBuilder) -> RequestBuilder {
        let content = &operation["requestBody"]["content"];
        if content["application/json"].is_object() {
            let example = &content["application/json"]["example"];
            assert!(example.is_object(), "{}: the body has no example", operation["operationId"]);
            return request.json(example);
        }
        if content["multipart/form-data"].is_object() {
            let (name, text) = match operation["operationId"].as_str() {
                Some("importWorks") => ("works.bib", WORK),
                _ => ("library.md", LIBRARY),
            };
            return request.multipart(Form::new().part("file", Part::text(text).file_name(name)));
        }
        if content["application/octet-stream"].is_object() {
            return request.query(&[("name", "house.json")]).body(self.body("createPack").to_string());
        }
        request
    }
}

#[tokio::test]
async fn every_example_is_answered_as_it_is_declared() {
    let document = document();
    // The first key that is made asks everybody for one, so that here everybody has that of the settings.
    let signing =
        operations(&document).into_iter().find(|(.., one)| one["operationId"] == "signIn").unwrap().2;
    let key = signing["requestBody"]["content"]["application/json"]["example"]["key"].as_str().unwrap();
    let mut server =
        Server::start(Some("grounded"), |config| config.server.api_key = Some(key.to_owned())).await;
    let headers = [(AUTHORIZATION, HeaderValue::from_str(&format!("Bearer {key}")).unwrap())];
    server.client =
        reqwest::Client::builder().default_headers(headers.into_iter().collect()).build().unwrap();
    server.ingest("library.txt", LIBRARY).await;
    server.ingest("휴가규정.txt", REGULATION).await;
    server.state.ingest.read_graph().await.unwrap();
    let mut rig = Rig { server, document: document.clone() };
    let mut wrong = Vec::new();
    for (path, method, operation) in operations(&document) {
        let id = operation["operationId"].as_str().unwrap();
        let item = &document["paths"][path];
        let parameters: Vec<&Value> = [&item["parameters"], &operation["parameters"]]
            .into_iter()
            .filter_map(Value::as_array)
            .flatten()
            .map(|one| resolved(&document, one))
            .collect();
        let address = rig.address(path, &parameters).await;
        let mut request = rig
            .server
            .client
            .request(method.to_uppercase().parse::<Method>().unwrap(), rig.server.url(&address));
        for one in parameters.iter().filter(|one| one["in"] == "query" && one["required"] == true) {
            let first = &resolved(&document, &one["schema"])["enum"][0];
            let value = one["example"].as_str().or_else(|| first.as_str());
            let value = value.unwrap_or_else(|| panic!("{id}: {} has no example", one["name"]));
            request = request.query(&[(one["name"].as_str().unwrap(), value)]);
        }
        let response = rig.filled(operation, request).send().await.unwrap();
        let status = response.status().as_u16();
        let told = response.bytes().await.unwrap();
        let otherwise = OTHERWISE.iter().find(|(known, ..)| *known == id).map(|(_, status, _)| *status);
        let declared = (200..300).contains(&status) && operation["responses"][status.to_string()].is_object();
        if otherwise.map_or(!declared, |expected| status != expected) {
            let told = String::from_utf8_lossy(&told);
            wrong.push(format!("{} {path}: {status} {told:.300}", method.to_uppercase()));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
