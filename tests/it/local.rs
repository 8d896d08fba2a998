//! Local embeddings, from a model directory that the tests make: each word means one thing, and
//! words that mean the same have one vector.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde_json::json;
use stet_embedding::encoder::Encoder;
use stet_embedding::local::LocalEmbedder;
use stet_embedding::{EmbedRole, Embedder};

const DIMENSIONS: usize = 40;

const PAIRS: [[&str; 2]; 3] = [
    ["The meeting was put off until Friday.", "They moved our session to the end of this week."],
    ["버스 요금이 다음 달에 오른다.", "내달부터 시내 교통비를 더 낸다."],
    ["Rain fell all night.", "It poured from dusk till dawn."],
];

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

/// A model that knows some pairs of sentences, each of which says one thing.
fn model(pairs: &[[&str; 2]]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), &pairs.iter().map(|pair| pair.to_vec()).collect::<Vec<_>>());
    directory
}

#[tokio::test]
async fn a_directory_embeds_beside_the_others() {
    let directory = model(&PAIRS);
    let encoder = Arc::new(Encoder::open(directory.path()).unwrap());
    let plain = LocalEmbedder::new(Arc::clone(&encoder));
    let texts: Vec<String> = PAIRS.as_flattened().iter().map(|text| (*text).to_owned()).collect();
    let vectors = plain.embed(&texts, EmbedRole::Passage).await.unwrap();
    assert_eq!((vectors.len(), plain.dimensions()), (texts.len(), DIMENSIONS));
    // In order, whatever thread made them.
    for (text, vector) in texts.iter().zip(&vectors) {
        assert_eq!(vector, &encoder.encode("", text).unwrap(), "{text}");
    }
    let name = directory.path().file_name().unwrap().to_string_lossy().into_owned();
    assert_eq!(plain.space(), format!("local:{name}:{}:{DIMENSIONS}", encoder.fingerprint()));
    // Another prefix gives other vectors, so another space; another model, too.
    let prompts = json!({ "prompts": { "query": "query: " } }).to_string();
    std::fs::write(directory.path().join("config_sentence_transformers.json"), prompts).unwrap();
    let prefixed = LocalEmbedder::new(Arc::new(Encoder::open(directory.path()).unwrap()));
    assert_ne!(prefixed.space(), plain.space());
    let other = model(&PAIRS[..2]);
    let other = LocalEmbedder::new(Arc::new(Encoder::open(other.path()).unwrap()));
    assert_ne!(other.space(), plain.space());
}
