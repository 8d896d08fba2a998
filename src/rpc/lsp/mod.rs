//! The Language Server Protocol: what is wrong with a text, told in the editor in which it is written.
//!
//! Owns the protocol (life cycle, buffers, diagnostics, actions, hover, progress) over any pair of streams. One task owns the
//! buffers; checks run beside it and their findings come back as messages. What is checked is the caller's ([`Checks`]).

mod buffer;
mod checks;
mod finding;
mod place;
mod wire;

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite, BufReader};
use tokio::sync::mpsc::{self, UnboundedSender};

use crate::Message;
use buffer::Buffer;
pub use checks::{Checks, Options, Text, Verified};
pub use finding::{Finding, Fix, Kind, Note, Severity};
use place::{Encoding, Lines};
use stet_criteria::blocks::Form;
use stet_host::apart::apart;
use stet_text::Language;
use stet_text::particle::agreed;

/// How long a writer has to pause before a text is checked again.
const PAUSE: Duration = Duration::from_millis(300);
/// Codes of the protocol beside those of JSON-RPC.
const NOT_INITIALIZED: i32 = -32002;
const REQUEST_FAILED: i32 = -32803;

/// What comes to the task that owns the buffers.
enum Event {
    Said(Result<Message, Value>),
    Linted {
        uri: String,
        version: u64,
        findings: Vec<Finding>,
    },
    Verified {
        uri: String,
        run: u64,
        outcome: Result<Verified, String>,
    },
    /// The client is gone, or the stream cannot be read.
    Ended(io::Result<()>),
}

/// One client.
struct Server<C> {
    checks: Arc<C>,
    told: UnboundedSender<Value>,
    events: UnboundedSender<Event>,
    options: Options,
    language: Language,
    encoding: Encoding,
    folder: Option<PathBuf>,
    shows_progress: bool,
    stage: Stage,
    buffers: HashMap<String, Buffer>,
    /// Requests and checks of this side, counted.
    count: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Fresh,
    Open,
    Closed,
}

/// Serves one client until it is gone; whether it said goodbye as it should. `options` hold where it sets none, `language` where
/// it names none.
///
/// # Errors
/// Input or output failed.
pub async fn serve<C: Checks>(
    checks: Arc<C>,
    options: Options,
    language: Language,
    input: impl AsyncRead + Unpin + Send + 'static,
    output: impl AsyncWrite + Unpin + Send + 'static,
) -> io::Result<bool> {
    let (told, telling) = mpsc::unbounded_channel();
    let (events, mut coming) = mpsc::unbounded_channel();
    let writing = tokio::spawn(wire::write(telling, output));
    let said = events.clone();
    let reading = tokio::spawn(async move {
        let mut input = BufReader::new(input);
        loop {
            let event = match wire::read(&mut input).await {
                Ok(Some(bytes)) => match crate::parse(&bytes) {
                    Ok(Some(message)) => Event::Said(Ok(message)),
                    Ok(None) => continue,
                    Err(fault) => Event::Said(Err(fault)),
                },
                Ok(None) => Event::Ended(Ok(())),
                Err(fault) => Event::Ended(Err(fault)),
            };
            let is_end = matches!(event, Event::Ended(_));
            if said.send(event).is_err() || is_end {
                break;
            }
        }
    });
    let mut server = Server {
        checks,
        told,
        events,
        options,
        language,
        encoding: Encoding::Utf16,
        folder: None,
        shows_progress: false,
        stage: Stage::Fresh,
        buffers: HashMap::new(),
        count: 0,
    };
    let mut ended = Ok(());
    while let Some(event) = coming.recv().await {
        match event {
            Event::Said(Ok(message)) if message.method == "exit" => break,
            Event::Said(Ok(message)) => server.hear(message),
            Event::Said(Err(fault)) => server.tell(fault),
            Event::Linted { uri, version, findings } => server.linted(&uri, version, findings),
            Event::Verified { uri, run, outcome } => server.verified(&uri, run, outcome),
            Event::Ended(how) => {
                ended = how;
                break;
            }
        }
    }
    let is_closed = server.stage == Stage::Closed;
    reading.abort();
    drop(server);
    writing.await.map_err(io::Error::other)??;
    ended.map(|()| is_closed)
}

impl<C: Checks> Server<C> {
    /// Whoever has stopped listening is told nothing.
    fn tell(&self, message: Value) {
        let _ = self.told.send(message);
    }

    fn say(&self, ko: &str, en: &str) -> String {
        if self.language == Language::Ko { agreed(ko).into_owned() } else { en.to_owned() }
    }

    fn hear(&mut self, message: Message) {
        let Message { id, method, params } = message;
        let answer = match (self.stage, method.as_str()) {
            (Stage::Fresh, "initialize") => Ok(self.initialize(&params)),
            (Stage::Fresh, _) => Err((NOT_INITIALIZED, "`initialize` comes first".to_owned())),
            (Stage::Closed, _) => Err((crate::NO_REQUEST, "the server was shut down".to_owned())),
            (Stage::Open, "shutdown") => {
                self.stage = Stage::Closed;
                Ok(Value::Null)
            }
            (Stage::Open, "textDocument/codeAction") => Ok(self.actions(&params)),
            (Stage::Open, "textDocument/hover") => Ok(self.hover(&params)),
            (Stage::Open, "workspace/executeCommand") => self.command(&params),
            (Stage::Open, method) => {
                if id.is_none() {
                    self.notice(method, &params);
                }
                Err((crate::UNKNOWN_METHOD, format!("this server has no method `{method}`")))
            }
        };
        let Some(id) = id else { return };
        self.tell(match answer {
            Ok(result) => crate::result(&id, &result),
            Err((code, why)) => crate::error(&id, code, &why),
        });
    }

    fn notice(&mut self, method: &str, params: &Value) {
        let uri = params["textDocument"]["uri"].as_str().unwrap_or_default().to_owned();
        match method {
            "initialized" => self.set(),
            "workspace/didChangeConfiguration" => {
                let settings = &params["settings"];
                self.take(settings.get("stet").unwrap_or(settings));
                self.set();
                self.lint_all();
            }
            "textDocument/didOpen" => {
                let document = &params["textDocument"];
                let words = document["text"].as_str().unwrap_or_default().to_owned();
                let path = place::path(&uri);
                let is_plain = document["languageId"] == "plaintext";
                let form = if is_plain { Form::Plain } else { Form::of(&path) };
                self.buffers.insert(uri.clone(), Buffer::new(Text { words, path, form }));
                self.lint(&uri, Duration::ZERO);
            }
            "textDocument/didChange" => {
                let Some(buffer) = self.buffers.get_mut(&uri) else { return };
                for change in params["contentChanges"].as_array().into_iter().flatten() {
                    let text = change["text"].as_str().unwrap_or_default();
                    let range = change.get("range").filter(|range| !range.is_null());
                    buffer.change(
                        range.map(|range| Lines::new(&buffer.text.words).span(range, self.encoding)),
                        text,
                    );
                }
                self.lint(&uri, PAUSE);
                self.publish(&uri);
            }
            "textDocument/didSave" if self.options.verify_on_save => {
                let _ = self.verify(&uri, false);
            }
            "textDocument/didClose" if self.buffers.remove(&uri).is_some() => {
                self.told_of(&uri, &json!([]));
            }
            _ => {}
        }
    }

    fn initialize(&mut self, params: &Value) -> Value {
        self.stage = Stage::Open;
        let locale = params["locale"].as_str().unwrap_or_default().to_lowercase();
        match locale.get(..2) {
            Some("ko") => self.language = Language::Ko,
            Some(_) => self.language = Language::En,
            None => {}
        }
        let offered = params["capabilities"]["general"]["positionEncodings"].as_array();
        if offered.is_some_and(|offered| offered.iter().any(|one| one == "utf-8")) {
            self.encoding = Encoding::Utf8;
        }
        self.shows_progress = params["capabilities"]["window"]["workDoneProgress"] == true;
        let folder = params["workspaceFolders"][0]["uri"].as_str().or(params["rootUri"].as_str());
        self.folder = folder.map(place::path);
        self.take(&params["initializationOptions"]);
        json!({
            "capabilities": {
                "positionEncoding": self.encoding.name(),
                "textDocumentSync": { "openClose": true, "change": 2, "save": true },
                "hoverProvider": true,
                "codeActionProvider": { "codeActionKinds": ["quickfix"] },
                "executeCommandProvider": { "commands": [VERIFY, LEARN] },
            },
            "serverInfo": { "name": "stet", "version": env!("CARGO_PKG_VERSION") },
        })
    }

    /// Takes what a client sets; paths are those of the folder that is open.
    fn take(&mut self, given: &Value) {
        let list = |name: &str| -> Option<Vec<String>> {
            let value = given.get(name)?;
            let one = value.as_str().map(|one| vec![one.to_owned()]);
            let many = || {
                value.as_array().map(|all| all.iter().filter_map(Value::as_str).map(str::to_owned).collect())
            };
            one.or_else(many)
        };
        let folder = self.folder.clone().unwrap_or_default();
        if let Some(packs) = list("packs") {
            // An id of a pack is no path.
            let at = |pack: String| {
                let path = folder.join(&pack);
                if path.exists() { path.display().to_string() } else { pack }
            };
            self.options.packs = packs.into_iter().map(at).collect();
        }
        if let Some(sources) = list("sources") {
            self.options.sources = sources.into_iter().map(|source| folder.join(source)).collect();
        }
        if let Some(on_save) = given.get("verifyOnSave").and_then(Value::as_bool) {
            self.options.verify_on_save = on_save;
        }
    }

    fn set(&self) {
        for fault in self.checks.set(&self.options) {
            self.show(1, &fault);
        }
    }

    /// Shows a person a message; 1: a fault, 3: for information.
    fn show(&self, kind: u8, message: &str) {
        self.tell(crate::notification("window/showMessage", &json!({ "type": kind, "message": message })));
    }

    fn lint_all(&mut self) {
        for uri in self.buffers.keys().cloned().collect::<Vec<_>>() {
            self.lint(&uri, Duration::ZERO);
        }
    }

    /// Looks for breaches after a while; a look that is under way is given up.
    fn lint(&mut self, uri: &str, after: Duration) {
        let Some(buffer) = self.buffers.get_mut(uri) else { return };
        let (checks, events) = (Arc::clone(&self.checks), self.events.clone());
        let (uri, version, text) = (uri.to_owned(), buffer.version, buffer.text.clone());
        let work = tokio::spawn(async move {
            tokio::time::sleep(after).await;
            let findings = apart(move || checks.lint(&text)).await;
            let _ = events.send(Event::Linted { uri, version, findings });
        });
        buffer.linting = Some(tokio_util::task::AbortOnDropHandle::new(work));
    }

    fn linted(&mut self, uri: &str, version: u64, findings: Vec<Finding>) {
        if let Some(buffer) = self.buffers.get_mut(uri).filter(|buffer| buffer.version == version) {
            buffer.linted = findings;
            self.publish(uri);
        }
    }

    /// Holds a text against its sources; `asked`: a person waits for it, and is told when there are none.
    fn verify(&mut self, uri: &str, asked: bool) -> Result<Value, (i32, String)> {
        let (folder, ko) = (self.folder.clone(), self.language == Language::Ko);
        let Some(buffer) = self.buffers.get_mut(uri) else {
            return Err((crate::WRONG_PARAMS, format!("`{uri}` is not open")));
        };
        self.count += 1;
        let run = self.count;
        let (checks, events, text) = (Arc::clone(&self.checks), self.events.clone(), buffer.text.clone());
        let own = uri.to_owned();
        let work = tokio::spawn(async move {
            let outcome = checks.verify(text, folder).await;
            let _ = events.send(Event::Verified { uri: own, run, outcome });
        });
        let progress = self.shows_progress.then(|| {
            let token = format!("stet-verify-{run}");
            let create = json!({ "token": token });
            let _ = self.told.send(crate::request(&json!(run), "window/workDoneProgress/create", &create));
            let title = if ko { "출처와 대조하는 중" } else { "Checking against the sources" };
            let begin = json!({ "token": token, "value": { "kind": "begin", "title": title } });
            let _ = self.told.send(crate::notification("$/progress", &begin));
            buffer::Progress { token, told: self.told.clone() }
        });
        buffer.verifies(run, asked, work, progress);
        Ok(Value::Null)
    }

    fn verified(&mut self, uri: &str, run: u64, outcome: Result<Verified, String>) {
        let Some(buffer) = self.buffers.get_mut(uri) else { return };
        let Some(asked) = buffer.take_run(run) else { return };
        match outcome {
            Ok(verified) => {
                buffer.hold(verified);
                self.publish(uri);
            }
            Err(why) if asked => self.show(1, &why),
            // Who has only saved a text has not asked for sources.
            Err(why) => {
                self.tell(crate::notification("window/logMessage", &json!({ "type": 3, "message": why })));
            }
        }
    }

    fn told_of(&self, uri: &str, diagnostics: &Value) {
        let params = json!({ "uri": uri, "diagnostics": diagnostics });
        self.tell(crate::notification("textDocument/publishDiagnostics", &params));
    }

    fn publish(&self, uri: &str) {
        let Some(buffer) = self.buffers.get(uri) else { return };
        let lines = Lines::new(&buffer.text.words);
        let told: Vec<Value> = buffer.findings().map(|one| one.told(&lines, self.encoding)).collect();
        self.told_of(uri, &json!(told));
    }

    fn hover(&self, params: &Value) -> Value {
        let Some((buffer, _)) = self.buffer(params) else { return Value::Null };
        let lines = Lines::new(&buffer.text.words);
        let at = lines.byte(&params["position"], self.encoding);
        let here: Vec<&Note> = buffer.notes.iter().filter(|note| note.span.has(at)).collect();
        let (Some(first), told) = (here.first(), here.iter().map(|note| note.words.as_str())) else {
            return Value::Null;
        };
        let value = told.collect::<Vec<_>>().join("\n\n---\n\n");
        json!({
            "contents": { "kind": "markdown", "value": value },
            "range": lines.range(first.span, self.encoding),
        })
    }

    fn buffer<'a>(&'a self, params: &'a Value) -> Option<(&'a Buffer, &'a str)> {
        let uri = params["textDocument"]["uri"].as_str()?;
        Some((self.buffers.get(uri)?, uri))
    }

    /// What can be done about what is found in a range.
    fn actions(&self, params: &Value) -> Value {
        let Some((buffer, uri)) = self.buffer(params) else { return json!([]) };
        let lines = Lines::new(&buffer.text.words);
        let range = lines.span(&params["range"], self.encoding);
        let here = buffer.findings().filter(|one| one.span.start <= range.end && range.start <= one.span.end);
        let mut actions = Vec::new();
        for finding in here {
            let told = finding.told(&lines, self.encoding);
            let edit = |title: &str, fix: &Fix, is_best: bool| {
                let edits = json!([{ "range": lines.range(fix.span, self.encoding), "newText": fix.text }]);
                json!({
                    "title": title, "kind": "quickfix", "diagnostics": [told], "isPreferred": is_best,
                    "edit": { "changes": { uri: edits } },
                })
            };
            for (at, fix) in finding.fixes.iter().enumerate() {
                actions.push(edit(&fix.title, fix, at == 0));
            }
            let words = finding.span.of(&buffer.text.words);
            if finding.kind == Kind::Spelling {
                let title = self.say(
                    &format!("“{words}”을(를) 사전에 넣기"),
                    &format!("Add “{words}” to the dictionary"),
                );
                let command = json!({ "title": title, "command": LEARN, "arguments": [uri, words] });
                actions.push(
                    json!({ "title": title, "kind": "quickfix", "diagnostics": [told], "command": command }),
                );
            }
            if finding.kind != Kind::Source && buffer.text.form == Form::Markdown {
                for words in [Some(words), None] {
                    let (title, fix) = self.switch_off(buffer, finding, words);
                    actions.push(edit(&title, &fix, false));
                }
            }
        }
        json!(actions)
    }

    /// A comment at the head of a text that switches a rule off, for these words alone where there are some.
    fn switch_off(&self, buffer: &Buffer, finding: &Finding, words: Option<&str>) -> (String, Fix) {
        let rule = &finding.rule;
        let title = match words {
            Some(words) => self.say(
                &format!("이 글에서 “{words}”에 대한 {rule} 무시"),
                &format!("Ignore {rule} for “{words}” in this text"),
            ),
            None => self.say(&format!("이 글에서 {rule} 무시"), &format!("Ignore {rule} in this text")),
        };
        let comment = stet_criteria::comments::switching_off(rule, words);
        let fix = Fix { title: String::new(), span: buffer.head(), text: format!("{comment}\n\n") };
        (title, fix)
    }

    fn command(&mut self, params: &Value) -> Result<Value, (i32, String)> {
        let argument = |at: usize| params["arguments"][at].as_str().map(str::to_owned);
        let needs = |what: &str| (crate::WRONG_PARAMS, format!("`arguments` has to hold {what}"));
        match params["command"].as_str() {
            Some(VERIFY) => {
                let uri = argument(0).ok_or_else(|| needs("the address of a document"))?;
                self.verify(&uri, true)
            }
            Some(LEARN) => {
                let found = argument(0).zip(argument(1));
                let (uri, word) = found.ok_or_else(|| needs("the address of a document and a word"))?;
                let learnt = self.checks.learn(&place::path(&uri), self.folder.as_deref(), &word);
                let file = learnt.map_err(|fault| (REQUEST_FAILED, fault.to_string()))?;
                self.lint_all();
                Ok(json!(place::uri(&file)))
            }
            _ => Err((crate::WRONG_PARAMS, format!("`command` has to be `{VERIFY}` or `{LEARN}`"))),
        }
    }
}

/// Commands of this server.
const VERIFY: &str = "stet.verify";
const LEARN: &str = "stet.addToDictionary";
