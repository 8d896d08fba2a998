//! The semantic layer and local embeddings, from a model directory that the tests make: each word means one thing, and
//! words that mean the same have one vector.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use stet::embedding::local::LocalEmbedder;
use stet::embedding::{EmbedRole, Embedder};
use stet::encoder::Encoder;
use stet::semantic::{Semantic, SemanticError};
use stet_answer::semantic::anchors;
use stet_text::Language;

use crate::support::model::Script;
use crate::support::server::Server;

const DIMENSIONS: usize = 40;

const SOURCE: &str = "박물관 이사회는 봄에 남쪽 전시실의 개방 시간을 늘리기로 의결했다.";
/// Says the same in other words: too few of them are the source's for the words to support it.
const REWORDED: &str = "이사회가 남쪽 전시실의 관람 시간을 연장했다";

fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|ch: char| !ch.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Writes static embeddings in which the texts of a group have one direction.
fn write(directory: &Path, groups: &[Vec<&str>]) {
    let mut meaning: BTreeMap<String, Option<usize>> = BTreeMap::new();
    for (number, group) in groups.iter().enumerate() {
        for word in group.iter().flat_map(|text| words(text)) {
            // A word of two groups means nothing.
            meaning
                .entry(word)
                .and_modify(|known| *known = known.filter(|known| *known == number))
                .or_insert(Some(number));
        }
    }
    let mut vocabulary = serde_json::Map::from_iter([("[UNK]".to_owned(), json!(0))]);
    let mut data = vec![0; 4 * DIMENSIONS];
    for (at, (word, group)) in meaning.into_iter().enumerate() {
        vocabulary.insert(word, json!(at + 1));
        for column in 0..DIMENSIONS {
            let value: f32 = if group == Some(column) { 1.0 } else { 0.0 };
            data.extend(value.to_le_bytes());
        }
    }
    let header = json!({ "embeddings": {
        "dtype": "F32", "shape": [vocabulary.len(), DIMENSIONS], "data_offsets": [0, data.len()],
    } });
    let header = header.to_string();
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend(header.as_bytes());
    file.extend(data);
    std::fs::write(directory.join("model.safetensors"), file).unwrap();
    let tokenizer = json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
        "normalizer": { "type": "Lowercase" }, "pre_tokenizer": { "type": "Whitespace" },
        "post_processor": null, "decoder": null,
        "model": { "type": "WordLevel", "unk_token": "[UNK]", "vocab": vocabulary },
    });
    std::fs::write(directory.join("tokenizer.json"), tokenizer.to_string()).unwrap();
}

/// A model that knows the anchors of `languages`, and that [`REWORDED`] means [`SOURCE`].
fn model(languages: &[Language]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let pairs = languages.iter().flat_map(|language| anchors(*language));
    let mut groups: Vec<Vec<&str>> = pairs.map(|(one, two)| vec![one, two]).collect();
    groups.push(vec![SOURCE, REWORDED]);
    write(directory.path(), &groups);
    directory
}

fn open(directory: &Path) -> Result<Semantic, SemanticError> {
    let encoder = Arc::new(Encoder::open(directory).unwrap());
    Semantic::new(encoder, Some(0.2), Duration::from_secs(10))
}

async fn server(directory: &Path, scenario: Option<&str>, model_layer: bool) -> Server {
    let mut server = Server::start(scenario, |config| {
        config.gate.semantic_model = Some(directory.to_owned());
        config.gate.semantic_threshold = Some(0.2);
        config.gate.model_layer = model_layer;
    })
    .await;
    server.ingest("museum.txt", SOURCE).await;
    server
}

#[tokio::test]
async fn an_answer_in_other_words_is_compared_while_it_streams() {
    let directory = model(&[Language::Ko, Language::En]);
    let server = server(directory.path(), Some("plain"), false).await;
    let (status, told) = server.get("/api/status").await;
    assert_eq!(status, 200);
    assert_eq!(told["semantic"]["languages"], json!(["ko", "en"]));
    assert_eq!(told["layers"], json!(["citations", "rules", "semantic"]));
    server.model.clone().unwrap().push(Script::text([&format!("{REWORDED} [1]. "), "고양이는 잔다."]));
    let told = server.ask("c", "박물관 이사회는 무엇을 의결했나?").await;
    let last = told.sentences()[0]["data"].clone();
    assert_eq!(last["status"], "supported", "{}", told.raw);
    assert!(last["closeness"].as_f64().unwrap() > 0.9, "{last}");
    assert!(told.of("data-sentence").iter().any(|part| part["data"]["status"] == "judging"));
    assert!(told.text().starts_with(&format!("{REWORDED} [1].")), "{}", told.text());
    let finish = told.of("finish")[0];
    assert_eq!(finish["messageMetadata"]["layers"], json!(["citations", "rules", "semantic"]), "{finish}");
}

#[tokio::test]
async fn the_model_overrules_what_is_only_near() {
    let directory = model(&[Language::Ko]);
    let server = server(directory.path(), Some("plain"), true).await;
    let model = server.model.clone().unwrap();
    model.push(Script::text([format!("{REWORDED} [1].").as_str()]));
    model.push(Script::text([r#"{"is_accurate": false, "confidence": 0.9, "explanation": "아니다."}"#]));
    let told = server.ask("c", "박물관 이사회는 무엇을 의결했나?").await;
    let last = told.sentences()[0]["data"].clone();
    assert_eq!(last["status"], "unsupported", "{}", told.raw);
    assert!(!told.text().contains("[1]"), "{}", told.text());
    let metadata = &told.of("finish")[0]["messageMetadata"];
    assert_eq!(metadata["layers"], json!(["citations", "rules", "semantic", "model"]));
}

#[tokio::test]
async fn verifying_says_which_layers_ran() {
    let directory = model(&[Language::Ko]);
    let server = server(directory.path(), None, false).await;
    for (more, layers, status) in [
        (json!({}), json!(["citations", "rules", "semantic"]), "supported"),
        (json!({ "quick": true }), json!(["citations", "rules"]), "unsupported"),
        (json!({ "layers": { "semantic": false } }), json!(["citations", "rules"]), "unsupported"),
    ] {
        let mut body = json!({ "answer": format!("{REWORDED} [1]."), "context": [SOURCE] });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let (code, result) = server.post("/api/verify", &body).await;
        assert_eq!(code, 200, "{result}");
        assert_eq!(
            (&result["layers"], &result["sentences"][0]["status"]),
            (&layers, &json!(status)),
            "{result}"
        );
    }
    // A number that the source lacks is not lifted, however near the rest.
    let wrong = format!("{} [1].", REWORDED.replace("시간을", "시간을 31일에"));
    let (_, result) = server.post("/api/verify", &json!({ "answer": wrong, "context": [SOURCE] })).await;
    assert_eq!(result["sentences"][0]["status"], "unsupported", "{result}");
    assert_eq!(result["sentences"][0]["closeness"], Value::Null);
}

#[tokio::test]
async fn a_language_that_the_model_does_not_know_is_left_to_words() {
    let directory = model(&[Language::En]);
    let layer = open(directory.path()).unwrap();
    assert_eq!(layer.languages(), [Language::En]);
    let compare = |text: &'static str| {
        let layer = layer.clone();
        async move { layer.compare(text, &[SOURCE.to_owned()], 0.5, Language::En).await }
    };
    assert_eq!(compare(REWORDED).await, Ok(None));
    let (one, two) = anchors(Language::En).next().unwrap();
    let found = layer.compare(one, &[two.to_owned()], 0.5, Language::En).await.unwrap().unwrap();
    assert!(found.lifts && found.closeness > 0.9, "{found:?}");
}

#[tokio::test]
async fn a_model_that_tells_nothing_apart_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), &[vec![SOURCE]]);
    let fault = open(directory.path()).unwrap_err();
    assert!(matches!(fault, SemanticError::Useless { .. }));
    for language in [Language::Ko, Language::En] {
        assert!(fault.message(language).contains(&*directory.path().to_string_lossy()));
    }
}

#[tokio::test]
async fn a_comparison_that_is_late_is_a_fault() {
    let directory = model(&[Language::Ko]);
    let encoder = Arc::new(Encoder::open(directory.path()).unwrap());
    let layer = Semantic::new(encoder, None, Duration::ZERO).unwrap();
    let found = layer.compare(REWORDED, &[SOURCE.to_owned()], 0.5, Language::Ko).await;
    assert!(found.unwrap_err().contains("제때"));
}

#[tokio::test]
async fn a_directory_embeds_beside_the_others() {
    let directory = model(&[Language::Ko, Language::En]);
    let encoder = Arc::new(Encoder::open(directory.path()).unwrap());
    let plain = LocalEmbedder::new(Arc::clone(&encoder), "", "");
    let texts: Vec<String> =
        anchors(Language::En).flat_map(|(one, two)| [one.to_owned(), two.to_owned()]).collect();
    let vectors = plain.embed(&texts, EmbedRole::Passage).await.unwrap();
    assert_eq!((vectors.len(), plain.dimensions()), (texts.len(), DIMENSIONS));
    // In order, whatever thread made them.
    for (text, vector) in texts.iter().zip(&vectors) {
        assert_eq!(vector, &encoder.encode("", text).unwrap(), "{text}");
    }
    let name = directory.path().file_name().unwrap().to_string_lossy().into_owned();
    assert_eq!(plain.space(), format!("local:{name}:{}:{DIMENSIONS}", encoder.fingerprint()));
    // Another prefix gives other vectors, so another space; another model, too.
    let prefixed = LocalEmbedder::new(Arc::clone(&encoder), "query: ", "");
    assert_ne!(prefixed.space(), plain.space());
    let other = model(&[Language::Ko]);
    let other = LocalEmbedder::new(Arc::new(Encoder::open(other.path()).unwrap()), "", "");
    assert_ne!(other.space(), plain.space());
}
