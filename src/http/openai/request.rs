//! What clients of `/v1` ask for: both forms of a request as one [`Asking`], and the refusal by name of what Stet does not do.

use super::super::problem;
use super::errand::{is_errand, own_words};
use super::replaced::{Replaced, standing};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::input::{Object, read_value};
use crate::{Error, Result};
use stet_ask::{COMPLETIONS, Call, Errand, KEPT_COMPLETIONS, Question, Web};
use stet_llm::Sampling;
use stet_text::Language;

/// An answer that a client asks for.
#[derive(Debug)]
pub(super) struct Asking {
    pub question: Question,
    pub stream: bool,
    /// Sentences that no source supports get a footnote.
    pub footnotes: bool,
    pub replaced: Replaced,
    /// The client's own work on a conversation, which asks nothing of the sources.
    pub errand: Option<Errand>,
}

/// Stet's own member of a request.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Extras {
    strict: Option<bool>,
    mark: Option<Mark>,
    #[serde(default)]
    source_ids: Vec<Uuid>,
    #[serde(default)]
    criteria_pack_ids: Vec<Uuid>,
    language: Option<Language>,
    replaced: Option<Replaced>,
    web: Option<Web>,
}

/// How a sentence that no source supports is marked in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mark {
    None,
    Footnote,
}

/// The members of a request, read one by one, so that a fault names the member that has it. Those that say nothing about
/// the answer (`user`, `metadata`, `service_tier` …) are left unread, as compatible servers do.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub(super) struct Body(Map<String, Value>);

#[derive(Debug, Default, Deserialize)]
struct StreamOptions {
    include_usage: Option<bool>,
}

/// One text or several.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Stop {
    One(String),
    Several(Vec<String>),
}

/// A message, or an item of `input`, which is a message where it does not say otherwise.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
struct Turn {
    #[serde(rename = "type")]
    kind: Option<String>,
    role: Option<String>,
    content: Value,
}

/// Members that ask for what Stet does not do, with what is said of it (Korean, English) and whether a value asks for it.
type Refusal = (&'static str, &'static str, &'static str, fn(&Value) -> bool);

const REFUSED: [Refusal; 15] = [
    // Offered tools may be left alone: a model that has no use for them answers in words, and that is what Stet does.
    (
        "tool_choice",
        "도구 호출, 다만 auto라면 글로 답합니다",
        "calls of tools, but with auto an answer in words",
        must_call,
    ),
    (
        "function_call",
        "함수 호출, 다만 auto라면 글로 답합니다",
        "calls of functions, but with auto an answer in words",
        must_call,
    ),
    ("response_format", "JSON 형식의 답", "answers in JSON", asks_for_json),
    ("text", "JSON 형식의 답", "answers in JSON", |text| asks_for_json(&text["format"])),
    ("n", "여러 개의 답", "more than one answer", is_several),
    ("logprobs", "토큰의 확률", "probabilities of tokens", is_something),
    ("top_logprobs", "토큰의 확률", "probabilities of tokens", is_something),
    ("logit_bias", "토큰의 가중치", "weights of tokens", is_something),
    ("audio", "소리", "sound", is_something),
    ("modalities", "글이 아닌 답", "answers other than text", is_other_than_text),
    ("web_search_options", "요청별 웹 검색", "a search of the web by request", is_something),
    ("background", "뒤에서 쓰는 답", "answers in the background", is_something),
    (
        "previous_response_id",
        "앞선 응답에 이어 묻기. 앞선 메시지를 input에 함께 보내 주세요",
        "going on from an earlier response, unless its messages come along in input",
        is_something,
    ),
    ("conversation", "서버에 저장된 대화", "conversations kept by the server", is_something),
    ("prompt", "저장된 프롬프트", "stored prompts", is_something),
];

/// Those of them that ask for JSON.
const JSON: [&str; 2] = ["response_format", "text"];

fn is_something(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::Bool(true) | Value::String(_) => true,
    }
}

/// Whether a tool has to be called, any or a certain one.
fn must_call(choice: &Value) -> bool {
    match choice {
        Value::String(choice) => !matches!(choice.as_str(), "auto" | "none"),
        Value::Object(choice) if choice.get("type").is_some_and(|kind| kind == "allowed_tools") => {
            let mode = choice.get("mode").or_else(|| choice.get("allowed_tools")?.get("mode"));
            mode.is_some_and(|mode| mode == "required")
        }
        other => is_something(other),
    }
}

fn asks_for_json(format: &Value) -> bool {
    is_something(format) && format["type"] != "text"
}

fn is_several(count: &Value) -> bool {
    !count.is_null() && count.as_u64() != Some(1)
}

fn is_other_than_text(modalities: &Value) -> bool {
    modalities.as_array().is_none_or(|all| all.iter().any(|one| one != "text")) && !modalities.is_null()
}

fn refused(field: &str, ko: &str, en: &str) -> Error {
    problem::not_given(field, [ko, en])
}

impl Body {
    /// A member; `null` is as good as nothing, since clients send it for what they were not told.
    fn member<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>> {
        match self.0.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => read_value(name, &value).map(Some),
        }
    }

    /// A number between two others.
    fn within(&mut self, name: &str, least: f32, most: f32) -> Result<Option<f32>> {
        let value: Option<f32> = self.member(name)?;
        if value.is_none_or(|value| (least..=most).contains(&value)) {
            return Ok(value);
        }
        Err(problem::number_outside(name, least, most))
    }

    /// A number of tokens, which is none when it is 0.
    fn tokens(&mut self, name: &str) -> Result<Option<u32>> {
        let tokens = self.member(name)?;
        if tokens == Some(0) {
            return Err(problem::number_too_small(name));
        }
        Ok(tokens)
    }

    /// Refuses what Stet does not do; a model that is asked alone, for a client's own work, writes JSON as well.
    fn refuse(&self, is_errand: bool) -> Result<()> {
        let is_given = |field: &str| is_errand && JSON.contains(&field);
        let asked =
            REFUSED.iter().find(|(field, .., asks)| self.0.get(*field).is_some_and(asks) && !is_given(field));
        asked.map_or(Ok(()), |(field, ko, en, _)| Err(refused(field, ko, en)))
    }

    /// The client's own work on a conversation, where the request is that.
    fn errand(&self, instructions: &str, follows: bool, text: &str) -> Option<Errand> {
        let tools = ["tools", "functions"].iter().any(|name| self.0.get(*name).is_some_and(is_something));
        let json = REFUSED
            .iter()
            .any(|(field, .., asks)| JSON.contains(field) && self.0.get(*field).is_some_and(asks));
        is_errand(instructions, follows, tools, text).then_some(Errand { json })
    }

    /// Whether the client of a stream wants to know what the model's server has counted.
    pub fn includes_usage(&mut self) -> Result<bool> {
        let options: StreamOptions = self.member("stream_options")?.unwrap_or_default();
        Ok(options.include_usage.unwrap_or(false))
    }

    /// What `/v1/chat/completions` asks for.
    pub fn chat(mut self) -> Result<Asking> {
        let stop = match self.member("stop")? {
            None => Vec::new(),
            Some(Stop::One(text)) => vec![text],
            Some(Stop::Several(texts)) => texts,
        };
        let sampling = Sampling {
            presence_penalty: self.within("presence_penalty", -2.0, 2.0)?,
            frequency_penalty: self.within("frequency_penalty", -2.0, 2.0)?,
            seed: self.member("seed")?,
            stop,
            top_p: None,
        };
        let max_tokens = self.tokens("max_completion_tokens")?.or(self.tokens("max_tokens")?);
        let turns = self.turns("messages")?;
        self.asking("messages", &turns, Call { max_tokens, sampling, ..Call::default() })
    }

    /// What `/v1/responses` asks for.
    pub fn responses(mut self) -> Result<Asking> {
        let max_tokens = self.tokens("max_output_tokens")?;
        let instructions = self.member("instructions")?.unwrap_or_default();
        let turns = match self.0.remove("input") {
            Some(content @ Value::String(_)) => {
                vec![Turn { role: Some("user".to_owned()), content, kind: None }]
            }
            items => {
                self.0.extend(items.map(|items| ("input".to_owned(), items)));
                self.turns("input")?
            }
        };
        self.asking("input", &turns, Call { instructions, max_tokens, ..Call::default() })
    }

    fn turns(&mut self, field: &str) -> Result<Vec<Turn>> {
        let given: Vec<Value> = self.member(field)?.unwrap_or_default();
        given.into_iter().enumerate().map(|(at, turn)| read_value(&format!("{field}[{at}]"), &turn)).collect()
    }

    /// The question of these turns: the last that is the user's.
    fn asking(mut self, field: &str, turns: &[Turn], mut call: Call) -> Result<Asking> {
        let Object(Extras { strict, mark, source_ids, criteria_pack_ids, language, replaced, web }) =
            self.member("stet")?.unwrap_or_default();
        let Said { system, mut turns } = said(field, turns)?;
        let instructions = std::iter::once(call.instructions).chain(system);
        let instructions: Vec<String> = instructions.filter(|words| !words.trim().is_empty()).collect();
        call.instructions = instructions.join("\n\n");
        let last = turns
            .iter()
            .rposition(|(user, _)| *user)
            .ok_or_else(|| problem::no_message_of_user_role(field))?;
        turns.truncate(last + 1);
        let text = turns.pop().map(|(_, text)| text).unwrap_or_default();
        let text = own_words(&text, &call.instructions).to_owned();
        let errand = self.errand(&call.instructions, !turns.is_empty(), &text);
        self.refuse(errand.is_some())?;
        // Whatever is named, the one there is answers.
        let _: Option<String> = self.member("model")?;
        let stream = self.member("stream")?.unwrap_or(false);
        let store = self.member("store")?.unwrap_or(false);
        call.temperature = self.within("temperature", 0.0, 2.0)?;
        call.sampling.top_p = self.within("top_p", 0.0, 1.0)?;
        call.retries = true;
        let replaced = replaced.filter(|_| stream).unwrap_or_default();
        let id = Uuid::now_v7();
        let chat_id = if store { format!("{KEPT_COMPLETIONS}{id}") } else { format!("{COMPLETIONS}{id}") };
        let question = Question {
            chat_id,
            text,
            history: turns,
            strict,
            once: replaced == Replaced::Once,
            web: web.unwrap_or_default(),
            documents: source_ids,
            criteria_packs: criteria_pack_ids,
            language,
            call,
            ..Question::default()
        };
        Ok(Asking { question, stream, footnotes: mark == Some(Mark::Footnote), replaced, errand })
    }
}

/// What was said: by the application, and by the user (`true`) and the assistant in their order.
#[derive(Debug, Default)]
struct Said {
    system: Vec<String>,
    turns: Vec<(bool, String)>,
}

fn said(field: &str, given: &[Turn]) -> Result<Said> {
    let mut said = Said::default();
    for (at, turn) in given.iter().enumerate() {
        let place = format!("{field}[{at}]");
        match turn.kind.as_deref() {
            None | Some("message") => {}
            // What an earlier model thought, and what it called and was given, is no part of what was said.
            Some("reasoning") => continue,
            Some(kind) if kind.ends_with("_call") || kind.ends_with("_call_output") => continue,
            Some(other) => return Err(refused(&format!("{place}.type"), other, other)),
        }
        if matches!(turn.role.as_deref(), Some("tool" | "function")) {
            continue;
        }
        let text = text(&place, &turn.content)?;
        match turn.role.as_deref() {
            Some("system" | "developer") => said.system.push(text),
            Some("user") => said.turns.push((true, text)),
            Some("assistant") => {
                let text = standing(&text);
                if !text.is_empty() {
                    said.turns.push((false, text.to_owned()));
                }
            }
            role => {
                let role = role.unwrap_or("-");
                return Err(refused(
                    &format!("{place}.role"),
                    &format!("{role}의 메시지"),
                    &format!("answers to messages of the role {role}"),
                ));
            }
        }
    }
    Ok(said)
}

/// The text of a message: as it is, or in parts. A part that is no text is named.
fn text(place: &str, content: &Value) -> Result<String> {
    let parts = match content {
        Value::Null => return Ok(String::new()),
        Value::String(text) => return Ok(text.clone()),
        Value::Array(parts) => parts.as_slice(),
        other => std::slice::from_ref(other),
    };
    let mut texts = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        match (part["type"].as_str(), part["text"].as_str().or_else(|| part["refusal"].as_str())) {
            (None | Some("text" | "input_text" | "output_text" | "refusal"), Some(text)) => texts.push(text),
            (kind, _) => {
                let (field, kind) = (format!("{place}.content[{at}]"), kind.unwrap_or("?"));
                let en = format!("answers about a part of the type {kind}, only about text");
                return Err(refused(&field, &format!("{kind}. 글만 읽습니다"), &en));
            }
        }
    }
    Ok(texts.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn chat(body: Value) -> Result<Asking> {
        serde_json::from_value::<Body>(body).unwrap().chat()
    }

    fn responses(body: Value) -> Result<Asking> {
        serde_json::from_value::<Body>(body).unwrap().responses()
    }

    #[test]
    fn both_forms_ask_the_same() {
        let turns = json!([
            { "role": "system", "content": "Be short." },
            { "role": "user", "content": "Hello" },
            { "role": "assistant", "content": [{ "type": "text", "text": "Hi." }] },
            { "role": "user", "content": [{ "type": "text", "text": "When?" }, { "type": "text", "text": "Where?" }] },
        ]);
        let one =
            chat(json!({ "messages": turns, "max_tokens": 7, "temperature": 0.5, "stop": "x" })).unwrap();
        let items = json!([
            { "type": "message", "role": "user", "content": [{ "type": "input_text", "text": "Hello" }] },
            { "type": "reasoning", "summary": [] },
            { "type": "message", "role": "assistant", "content": [{ "type": "output_text", "text": "Hi." }] },
            { "role": "user", "content": "When?\nWhere?" },
        ]);
        let body = json!({ "input": items, "instructions": "Be short.", "max_output_tokens": 7, "temperature": 0.5 });
        let other = responses(body).unwrap();
        for Asking { question, .. } in [&one, &other] {
            assert_eq!(question.text, "When?\nWhere?");
            assert_eq!(question.history, [(true, "Hello".to_owned()), (false, "Hi.".to_owned())]);
            assert_eq!(question.call.instructions, "Be short.");
            assert_eq!((question.call.max_tokens, question.call.temperature), (Some(7), Some(0.5)));
            assert_eq!(question.strict, None);
        }
        assert_eq!(one.question.call.sampling.stop, ["x"]);
        assert_eq!(responses(json!({ "input": "When?" })).unwrap().question.text, "When?");
    }

    #[test]
    fn what_stet_does_not_do_is_refused_by_its_name() {
        let tools = json!([{ "type": "function", "function": { "name": "f" } }]);
        for (field, value) in [
            ("tool_choice", json!("required")),
            ("tool_choice", tools[0].clone()),
            ("tool_choice", json!({ "type": "allowed_tools", "mode": "required", "tools": tools })),
            ("function_call", json!({ "name": "f" })),
            ("n", json!(2)),
            ("response_format", json!({ "type": "json_schema", "json_schema": { "name": "x" } })),
            ("logprobs", json!(true)),
            ("modalities", json!(["text", "audio"])),
            ("temperature", json!(3)),
            ("temperature", json!("warm")),
            ("stream", json!(1)),
            ("stet", json!({ "mark": "bold" })),
            ("messages", json!("When?")),
            ("max_tokens", json!(0)),
        ] {
            let mut body = json!({ "messages": [{ "role": "user", "content": "When?" }] });
            body[field] = value;
            let error = chat(body).unwrap_err();
            for language in [Language::En, Language::Ko] {
                assert!(error.detail(language).contains(field), "{error:?}");
            }
        }
        let picture = json!([{ "type": "text", "text": "What?" }, { "type": "image_url", "image_url": {} }]);
        for content in [picture, json!([3]), json!({ "type": "file" })] {
            let body = json!({ "messages": [{ "role": "user", "content": content }] });
            assert!(chat(body).unwrap_err().detail(Language::En).starts_with("messages[0].content["));
        }
        let told = chat(json!({ "messages": [{ "role": "nobody", "content": "3" }] })).unwrap_err();
        assert!(told.detail(Language::En).starts_with("messages[0].role"), "{told:?}");
        let format = json!({ "input": "When?", "text": { "format": { "type": "json_object" } } });
        assert!(responses(format).unwrap_err().detail(Language::En).starts_with("text"));
        let before = json!({ "input": "When?", "previous_response_id": "resp_1" });
        assert!(responses(before).is_err());
        // What asks for nothing is no reason.
        let usual = json!({
            "messages": [{ "role": "user", "content": "When?" }], "n": 1, "tools": tools, "tool_choice": "none",
            "functions": [], "response_format": { "type": "text" }, "logprobs": false, "top_logprobs": null,
            "logit_bias": {}, "modalities": ["text"], "user": "u", "stream": null, "stet": null, "stream_options": null,
            "stop": null, "text": { "format": { "type": "text" } },
        });
        assert!(chat(usual).is_ok());
    }

    #[test]
    fn offered_tools_are_left_alone_and_what_others_were_given_is_passed_over() {
        let tools = json!([{ "type": "function", "function": { "name": "f", "parameters": {} } }]);
        let call = json!([{ "id": "c", "type": "function", "function": { "name": "f", "arguments": "{}" } }]);
        for choice in
            [Value::Null, json!("auto"), json!("none"), json!({ "type": "allowed_tools", "mode": "auto" })]
        {
            let asking = chat(json!({
                "messages": [
                    { "role": "user", "content": "Hello" },
                    { "role": "assistant", "content": null, "tool_calls": call },
                    { "role": "tool", "tool_call_id": "c", "content": "3" },
                    { "role": "assistant", "content": "Hi." },
                    { "role": "user", "content": "When?" },
                ],
                "tools": tools, "functions": [{ "name": "f" }], "tool_choice": choice, "parallel_tool_calls": true,
            }));
            let question = asking.unwrap().question;
            assert_eq!(question.history, [(true, "Hello".to_owned()), (false, "Hi.".to_owned())], "{choice}");
            assert_eq!(question.text, "When?");
        }
        let items = json!([
            { "type": "web_search_call", "id": "w", "status": "completed" },
            { "type": "function_call", "call_id": "c", "name": "f", "arguments": "{}" },
            { "type": "function_call_output", "call_id": "c", "output": "3" },
            { "role": "user", "content": "When?" },
        ]);
        let asking = responses(json!({ "input": items, "tools": [{ "type": "web_search" }] })).unwrap();
        assert_eq!((asking.question.text.as_str(), asking.question.history.len()), ("When?", 0));
    }
}
