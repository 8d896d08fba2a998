//! The tiny directory of `scripts/tiny-encoder.py`, whose vectors were computed there, and broken copies of it.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::*;
use stet_text::Language;

#[derive(Deserialize)]
struct Expected {
    text: String,
    bert_mean: Vec<f32>,
    roberta_first: Vec<f32>,
}

fn tiny() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/encoder")
}

fn expected() -> Vec<Expected> {
    serde_json::from_slice(&std::fs::read(tiny().join("expected.json")).unwrap()).unwrap()
}

/// A copy of the tiny directory, to be changed.
fn copy() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("1_Pooling")).unwrap();
    for file in [
        "model.safetensors",
        "tokenizer.json",
        "config.json",
        "modules.json",
        "1_Pooling/config.json",
        "config_sentence_transformers.json",
    ] {
        std::fs::copy(tiny().join(file), dir.path().join(file)).unwrap();
    }
    dir
}

fn change(dir: &Path, file: &str, from: &str, to: &str) {
    let text = std::fs::read_to_string(dir.join(file)).unwrap();
    assert!(text.contains(from), "{file} has no {from}");
    std::fs::write(dir.join(file), text.replace(from, to)).unwrap();
}

fn close(one: &[f32], two: &[f32]) -> bool {
    one.len() == two.len() && one.iter().zip(two).all(|(a, b)| (a - b).abs() < 2e-5)
}

#[test]
fn vectors_are_those_of_another_implementation() {
    let encoder = Encoder::open(&tiny()).unwrap();
    assert_eq!((encoder.name(), encoder.dimensions()), ("encoder", 8));
    assert_eq!((encoder.prompts().query.as_str(), encoder.prompts().passage.as_str()), ("", "the "));
    for Expected { text, bert_mean, .. } in expected() {
        let vector = encoder.encode("", &text).unwrap();
        assert!(close(&vector, &bert_mean), "{text}: {vector:?} {bert_mean:?}");
    }
    let prompted = encoder.encode("the ", "leave of staff is paid.").unwrap();
    assert!(close(&prompted, &encoder.encode("", "The leave of staff is paid.").unwrap()));
}

#[test]
fn another_family_and_another_pooling() {
    let dir = copy();
    change(dir.path(), "config.json", "\"bert\"", "\"xlm-roberta\"");
    change(dir.path(), "1_Pooling/config.json", "cls_token\": false", "cls_token\": true");
    change(dir.path(), "1_Pooling/config.json", "mean_tokens\": true", "mean_tokens\": false");
    let encoder = Encoder::open(dir.path()).unwrap();
    for Expected { text, roberta_first, .. } in expected() {
        let vector = encoder.encode("", &text).unwrap();
        assert!(close(&vector, &roberta_first), "{text}: {vector:?} {roberta_first:?}");
    }
}

#[test]
fn every_change_of_the_model_changes_its_fingerprint() {
    let first = Encoder::open(&tiny()).unwrap().fingerprint().to_owned();
    assert_eq!(first.len(), 12);
    for (file, from, to) in [
        ("tokenizer.json", "fifteen", "sixteen"),
        ("config.json", "\"gelu\"", "\"gelu_new\""),
        ("1_Pooling/config.json", "cls_token\": false", "cls_token\": true"),
    ] {
        let dir = copy();
        change(dir.path(), file, from, to);
        if file.starts_with("1_") {
            change(dir.path(), file, "mean_tokens\": true", "mean_tokens\": false");
        }
        assert_ne!(Encoder::open(dir.path()).unwrap().fingerprint(), first, "{file}");
    }
    let dir = copy();
    let path = dir.path().join("model.safetensors");
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, bytes).unwrap();
    assert_ne!(Encoder::open(dir.path()).unwrap().fingerprint(), first);
}

#[test]
fn what_cannot_be_used_is_named() {
    let gone = Encoder::open(Path::new("/no/such/model")).unwrap_err();
    assert!(matches!(gone, EncoderError::NoDirectory { .. }));
    for (file, named) in [
        ("model.safetensors", "model.safetensors"),
        ("tokenizer.json", "tokenizer.json"),
        ("config.json", "config.json"),
    ] {
        let dir = copy();
        std::fs::remove_file(dir.path().join(file)).unwrap();
        let fault = Encoder::open(dir.path()).unwrap_err();
        for language in [Language::Ko, Language::En] {
            let message = fault.message(language);
            assert!(message.contains(named) && message.contains(&*dir.path().to_string_lossy()), "{message}");
        }
    }
    let onnx = copy();
    std::fs::rename(onnx.path().join("model.safetensors"), onnx.path().join("model.onnx")).unwrap();
    let fault = Encoder::open(onnx.path()).unwrap_err();
    assert!(matches!(fault, EncoderError::OtherFormat { file: "model.onnx", .. }));
    for (file, from, to, named) in [
        ("config.json", "\"bert\"", "\"modernbert\"", "modernbert"),
        ("config.json", "\"gelu\"", "\"swiglu\"", "swiglu"),
        ("config.json", "\"num_attention_heads\": 2", "\"num_attention_heads\": 3", "3 attention heads"),
        ("config.json", "\"num_hidden_layers\": 2", "\"num_hidden_layers\": 3", "encoder.layer.2"),
        ("config.json", "\"intermediate_size\": 16", "\"intermediate_size\": 17", "not [17]"),
        ("modules.json", "models.Normalize", "models.Dense", "Dense"),
        ("1_Pooling/config.json", "max_tokens\": false", "max_tokens\": true", "pooling"),
        ("tokenizer.json", "\"WordPiece\"", "\"Nothing\"", "tokenizer.json"),
    ] {
        let dir = copy();
        change(dir.path(), file, from, to);
        let fault = Encoder::open(dir.path()).unwrap_err();
        assert!(fault.message(Language::En).contains(named), "{fault}");
    }
    // A tokenizer that knows more words than the table has rows is found out when it uses one.
    let dir = copy();
    change(dir.path(), "tokenizer.json", "\"fifteen\": 13", "\"fifteen\": 1300");
    let fault = Encoder::open(dir.path()).unwrap().encode("", "fifteen").unwrap_err();
    assert!(matches!(fault, EncoderError::Damaged { .. }), "{fault}");
}

#[test]
fn static_embeddings_are_the_mean_of_their_words() {
    let dir = tempfile::tempdir().unwrap();
    let words: [[f32; 2]; 3] = [[9.0, 9.0], [1.0, 0.0], [0.0, 1.0]];
    let weights: [f32; 3] = [1.0, 1.0, 3.0];
    let mut data: Vec<u8> = words.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
    data.extend(weights.iter().flat_map(|value| value.to_le_bytes()));
    let header = serde_json::json!({
        "__metadata__": { "format": "pt" },
        "embeddings": { "dtype": "F32", "shape": [3, 2], "data_offsets": [0, 24] },
        "weights": { "dtype": "F32", "shape": [3], "data_offsets": [24, 36] },
    });
    let header = header.to_string();
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend(header.as_bytes());
    file.extend(data);
    std::fs::write(dir.path().join("model.safetensors"), file).unwrap();
    let tokenizer = serde_json::json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [], "normalizer": null,
        "pre_tokenizer": { "type": "Whitespace" }, "post_processor": null, "decoder": null,
        "model": { "type": "WordLevel", "unk_token": "[UNK]", "vocab": { "[UNK]": 0, "left": 1, "right": 2 } },
    });
    std::fs::write(dir.path().join("tokenizer.json"), tokenizer.to_string()).unwrap();
    let encoder = Encoder::open(dir.path()).unwrap();
    assert_eq!(encoder.dimensions(), 2);
    let vector = |text: &str| encoder.encode("", text).unwrap();
    assert!(close(&vector("left"), &[1.0, 0.0]));
    // (1 · left + 3 · right) / 2, at length 1; what is unknown has no part in it.
    let length = 10.0_f32.sqrt();
    assert!(close(&vector("left unknown right"), &[1.0 / length, 3.0 / length]));
    assert!(close(&vector("nothing here"), &[0.0, 0.0]) && close(&vector(""), &[0.0, 0.0]));
}
