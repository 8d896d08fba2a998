//! `stet lsp` as an editor sees it: the program over its pipes.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

struct Editor {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    count: u64,
}

#[expect(clippy::needless_pass_by_value, reason = "messages are written where they are sent")]
impl Editor {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_stet"))
            .arg("lsp")
            .args(arguments)
            .current_dir(folder)
            .env("STET_LANGUAGE", "en")
            .env_remove("OPENAI_BASE_URL")
            .env_remove("OPENAI_API_KEY")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output, count: 0 }
    }

    fn write(&mut self, message: &Value) {
        let message = message.to_string();
        let input = self.input.as_mut().unwrap();
        write!(input, "Content-Length: {}\r\n\r\n{message}", message.len()).unwrap();
        input.flush().unwrap();
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.write(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// The answer to a request.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.count += 1;
        let id = self.count;
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.until(|message| message["id"] == id && message.get("method").is_none())
    }

    fn next(&mut self) -> Option<Value> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            match line.trim().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().unwrap(),
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).unwrap();
        Some(serde_json::from_slice(&bytes).unwrap())
    }

    /// The next message that is so; what comes before it is passed by.
    fn until(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().expect("the server has ended");
            if is_it(&message) {
                return message;
            }
        }
    }

    /// The next diagnostics that are so.
    fn diagnostics(&mut self, is_it: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let message = self.until(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["diagnostics"].as_array().is_some_and(|all| is_it(all))
        });
        message["params"]["diagnostics"].as_array().unwrap().clone()
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "markdown", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&mut self, uri: &str, range: Value, text: &str) {
        let changes = json!([{ "range": range, "text": text }]);
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": changes }),
        );
    }

    fn actions(&mut self, uri: &str, range: &Value) -> Vec<Value> {
        let params =
            json!({ "textDocument": { "uri": uri }, "range": range, "context": { "diagnostics": [] } });
        self.ask("textDocument/codeAction", params)["result"].as_array().unwrap().clone()
    }

    fn leave(mut self) -> Option<i32> {
        assert_eq!(self.ask("shutdown", Value::Null)["result"], Value::Null);
        assert_eq!(self.ask("textDocument/hover", json!({}))["error"]["code"], -32600);
        self.notify("exit", Value::Null);
        self.child.wait().unwrap().code()
    }
}

fn range(from: (u32, u32), to: (u32, u32)) -> Value {
    let at = |(line, character): (u32, u32)| json!({ "line": line, "character": character });
    json!({ "start": at(from), "end": at(to) })
}

fn codes(all: &[Value]) -> Vec<&str> {
    all.iter().map(|one| one["code"].as_str().unwrap()).collect()
}

#[test]
fn rules_and_spelling_are_told_while_a_text_is_written() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("House")).unwrap();
    let style = "extends: substitution\nmessage: \"Use '%s' for '%s'.\"\nswap:\n  utilize: use\n";
    std::fs::write(folder.path().join("House/Use.yml"), style).unwrap();
    let mut editor = Editor::start(folder.path(), &[]);
    assert_eq!(editor.ask("textDocument/hover", json!({}))["error"]["code"], -32002);
    let root = format!("file://{}", folder.path().display());
    let begun = editor.ask(
        "initialize",
        json!({
            "processId": null, "rootUri": root, "locale": "en-GB", "initializationOptions": { "packs": ["House"] },
            "capabilities": { "general": { "positionEncodings": ["utf-16"] } },
        }),
    );
    assert_eq!(begun["result"]["capabilities"]["positionEncoding"], "utf-16");
    editor.notify("initialized", json!({}));
    let uri = format!("{root}/text.md");
    editor.open(&uri, "😀 We utilize it.\n\nThe libary opens at nine.\n");
    let found = editor.diagnostics(|all| all.len() == 2);
    assert_eq!(codes(&found), ["House.Use", "harper:SpellCheck"]);
    assert_eq!(found[0]["range"], range((0, 6), (0, 13)));
    assert_eq!(found[1]["range"], range((2, 4), (2, 10)));

    let actions = editor.actions(&uri, &found[0]["range"]);
    assert_eq!(
        actions[0]["edit"]["changes"][&uri],
        json!([{ "range": found[0]["range"], "newText": "use" }])
    );
    // The comment of an action switches the rule off.
    let comment = actions[1]["edit"]["changes"][&uri][0]["newText"].as_str().unwrap().to_owned();
    assert_eq!(comment, "<!-- stet House.Use[\"utilize\"] = NO -->\n\n");
    editor.change(&uri, range((0, 0), (0, 0)), &comment);
    let left = editor.diagnostics(|all| all.len() == 1);
    assert_eq!(left[0]["range"], range((4, 4), (4, 10)));

    // A word that is taken into the dictionary is right from then on, and stands in a file.
    let actions = editor.actions(&uri, &left[0]["range"]);
    let learn = actions.iter().find_map(|action| action.get("command")).unwrap().clone();
    let params = json!({ "command": learn["command"], "arguments": learn["arguments"] });
    assert!(editor.ask("workspace/executeCommand", params)["error"].is_null());
    editor.diagnostics(<[Value]>::is_empty);
    assert_eq!(std::fs::read_to_string(folder.path().join(".stet-dictionary.txt")).unwrap(), "libary\n");

    editor.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    editor.diagnostics(<[Value]>::is_empty);
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn a_text_is_held_against_the_sources_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("sources")).unwrap();
    std::fs::write(
        folder.path().join("sources/leave.txt"),
        "Employees are granted 15 days of paid leave a year. 신청서는 7일 안에 낸다.",
    )
    .unwrap();
    let mut editor = Editor::start(folder.path(), &[]);
    let root = format!("file://{}", folder.path().display());
    editor.ask(
        "initialize",
        json!({
            "rootUri": root, "locale": "ko",
            "capabilities": { "window": { "workDoneProgress": true }, "general": { "positionEncodings": ["utf-8"] } },
        }),
    );
    editor.notify("initialized", json!({}));
    let uri = format!("{root}/text.md");
    let text = "Employees are granted 25 days of paid leave a year [1].\n\n신청서는 7일 안에 낸다 [1].\n\n<!-- 신청서는 9일 안에 낸다 [7]. -->\n";
    editor.open(&uri, text);
    editor.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    editor.until(|message| message["params"]["value"]["title"] == "출처와 대조하는 중");
    let found = editor.diagnostics(|all| !all.is_empty());
    assert_eq!(codes(&found), ["unsupported"]);
    assert!(found[0]["relatedInformation"][0]["message"].as_str().unwrap().contains("15 days"), "{found:?}");
    assert_eq!(found[0]["relatedInformation"][0]["location"]["uri"], format!("{root}/sources/leave.txt"));
    let actions = editor.actions(&uri, &found[0]["range"]);
    let titles: Vec<&str> = actions.iter().map(|action| action["title"].as_str().unwrap()).collect();
    assert!(titles[0].contains("15"), "{titles:?}");
    let edit = &actions[0]["edit"]["changes"][&uri][0];

    // What supports a sentence is shown where it is pointed at.
    let at = json!({ "textDocument": { "uri": uri }, "position": { "line": 2, "character": 3 } });
    let shown =
        editor.ask("textDocument/hover", at)["result"]["contents"]["value"].as_str().unwrap().to_owned();
    assert!(shown.contains("leave.txt") && shown.contains("7일 안에"), "{shown}");

    // The finding goes with its words, and does not come back once they are right.
    editor.change(&uri, edit["range"].clone(), edit["newText"].as_str().unwrap());
    editor.diagnostics(<[Value]>::is_empty);
    let checked =
        editor.ask("workspace/executeCommand", json!({ "command": "stet.verify", "arguments": [uri] }));
    assert!(checked["error"].is_null(), "{checked}");
    editor.until(|message| message["params"]["value"]["kind"] == "end");
    editor.diagnostics(<[Value]>::is_empty);
    assert_eq!(editor.leave(), Some(0));
}

/// A text of which a rule has not seen the end is not one that keeps it.
#[test]
fn a_rule_that_does_not_get_to_the_end_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let style = folder.path().join("S");
    std::fs::create_dir(&style).unwrap();
    let rule = "extends: existence\nmessage: found\nnonword: true\ntokens:\n  - '(?:(a|aa)(?!b))+c'\n";
    std::fs::write(style.join("endless.yml"), rule).unwrap();
    let mut editor = Editor::start(folder.path(), &[]);
    let root = format!("file://{}", folder.path().display());
    let options = json!({ "packs": ["S"] });
    editor
        .ask("initialize", json!({ "rootUri": root, "initializationOptions": options, "capabilities": {} }));
    editor.notify("initialized", json!({}));
    editor.open(&format!("{root}/text.md"), &format!("{}\n", "a".repeat(60)));
    let found = editor.diagnostics(|all| codes(all).contains(&"S.endless"));
    let told = found.iter().find(|one| one["code"] == "S.endless").unwrap();
    assert!(told["message"].as_str().unwrap().contains("not searched to its end"), "{told}");
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn what_is_no_message_ends_or_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Editor::start(folder.path(), &[]);
    let input = editor.input.as_mut().unwrap();
    input.write_all(b"Content-Length: 2\r\n\r\n{]").unwrap();
    assert_eq!(editor.next().unwrap()["error"]["code"], -32700);
    editor.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(editor.ask("no/such", json!({}))["error"]["code"], -32601);
    let params = json!({ "command": "stet.verify", "arguments": ["file:///none.md"] });
    assert_eq!(editor.ask("workspace/executeCommand", params)["error"]["code"], -32602);
    // Changes of a text that is not open, of no text, with places that there are not.
    editor.change("file:///none.md", range((0, 0), (0, 1)), "x");
    editor.notify("textDocument/didOpen", json!({}));
    editor.open("untitled:1", "The libary opens");
    editor.change("untitled:1", range((9, 9), (3, 1)), " at nine in the morning.");
    editor.diagnostics(|all| codes(all) == ["harper:SpellCheck"]);
    editor.input.as_mut().unwrap().write_all(b"no header\n").unwrap();
    assert!(editor.next().is_none());
    assert_eq!(editor.child.wait().unwrap().code(), Some(2));
}

#[test]
fn a_client_that_goes_without_a_word_ends_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Editor::start(folder.path(), &["--pack", "no-such-pack"]);
    editor.ask("initialize", json!({ "capabilities": {} }));
    editor.notify("initialized", json!({}));
    let told = editor.until(|message| message["method"] == "window/showMessage");
    assert!(told["params"]["message"].as_str().unwrap().contains("no-such-pack"), "{told}");
    editor.input = None;
    assert_eq!(editor.child.wait().unwrap().code(), Some(1));
}
