//! Cross-encoders in ONNX, run by the shared library of ONNX Runtime, which is looked for when the first one is opened.
//!
//! Owns the layout of a model folder (`model.onnx` or `onnx/model.onnx`, `tokenizer.json`, `config.json` whose `id2label` names
//! entailment) and the way from two texts to probabilities. One thread of the processor a call, one call at a time.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use ort::environment::Environment;
use ort::session::Session;
use ort::value::Tensor;
use serde::Deserialize;
use tokenizers::{PaddingParams, PaddingStrategy, Tokenizer, TruncationParams, TruncationStrategy};

use super::{Entailed, Entailment, MeaningError};

/// Tokens of both texts at most: what such models were trained on.
const LONGEST: usize = 512;
/// Bytes of a text that the tokenizer sees: more than the tokens hold.
const LONGEST_TEXT: usize = 64 << 10;

/// A process has one runtime.
static RUNTIME: OnceLock<Result<Environment, MeaningError>> = OnceLock::new();

/// What is read of `config.json`.
#[derive(Deserialize)]
struct Config {
    #[serde(default)]
    id2label: BTreeMap<String, String>,
    max_position_embeddings: Option<usize>,
}

/// Positions of the logits.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Labels {
    entailed: usize,
    contradicted: Option<usize>,
}

impl Labels {
    fn of(names: &BTreeMap<String, String>) -> Option<Self> {
        let at = |wanted: fn(&str) -> bool| {
            let found = names.iter().find(|(_, name)| wanted(&name.to_lowercase()));
            found.and_then(|(at, _)| at.parse().ok())
        };
        // `not_entailment` is the rest of a model with two labels.
        let entailed = at(|name| name.starts_with("entail"))?;
        Some(Self { entailed, contradicted: at(|name| name.starts_with("contradict")) })
    }
}

/// A cross-encoder that was opened.
pub struct CrossEncoder {
    name: String,
    session: Mutex<Session>,
    tokenizer: Tokenizer,
    labels: Labels,
    /// The network wants to know which words are of which text.
    typed: bool,
}

impl fmt::Debug for CrossEncoder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("CrossEncoder").field("name", &self.name).finish_non_exhaustive()
    }
}

impl CrossEncoder {
    /// Opens a model folder. `library` is the file of the runtime or its folder, if it is known.
    ///
    /// # Errors
    /// There is no runtime, a file is missing or cannot be read, or no label names entailment.
    pub fn open(folder: &Path, library: Option<&Path>) -> Result<Self, MeaningError> {
        let unusable =
            |why: &dyn fmt::Display| MeaningError::Unusable { path: folder.to_owned(), why: why.to_string() };
        let missing = |file| MeaningError::Missing { path: folder.to_owned(), file };
        for file in ["config.json", "tokenizer.json"] {
            if !folder.join(file).is_file() {
                return Err(missing(file));
            }
        }
        let config = std::fs::read(folder.join("config.json"))
            .map_err(|fault| unusable(&format_args!("config.json: {fault}")))?;
        let config: Config = serde_json::from_slice(&config)
            .map_err(|fault| unusable(&format_args!("config.json: {fault}")))?;
        let labels =
            Labels::of(&config.id2label).ok_or_else(|| MeaningError::NoLabels { path: folder.to_owned() })?;
        let mut tokenizer = Tokenizer::from_file(folder.join("tokenizer.json"))
            .map_err(|fault| unusable(&format_args!("tokenizer.json: {fault}")))?;
        let model = ["model.onnx", "onnx/model.onnx"].map(|name| folder.join(name));
        let model = model.iter().find(|path| path.is_file());
        let model = model.ok_or_else(|| missing("model.onnx"))?;
        let session = session(model, library)?.map_err(|fault| unusable(&fault))?;
        // Some are exported for one length, which shorter texts are filled up to.
        let lengths = session.inputs().first().and_then(|input| input.dtype().tensor_shape());
        let fixed = lengths.and_then(|shape| shape.get(1).and_then(|length| usize::try_from(*length).ok()));
        let fixed = fixed.filter(|length| *length > 0);
        let longest = fixed.unwrap_or_else(|| config.max_position_embeddings.unwrap_or(LONGEST).min(LONGEST));
        let truncation = TruncationParams {
            max_length: longest,
            // The claim is never cut; of the passage the rest is.
            strategy: TruncationStrategy::OnlyFirst,
            ..TruncationParams::default()
        };
        tokenizer.with_truncation(Some(truncation)).map_err(|fault| unusable(&fault))?;
        let padding = fixed.map(|length| PaddingParams {
            strategy: PaddingStrategy::Fixed(length),
            ..tokenizer.get_padding().cloned().unwrap_or_default()
        });
        tokenizer.with_padding(padding);
        let typed = session.inputs().iter().any(|input| input.name() == "token_type_ids");
        let name = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Ok(Self { name, session: Mutex::new(session), tokenizer, labels, typed })
    }
}

impl Entailment for CrossEncoder {
    fn name(&self) -> &str {
        &self.name
    }

    fn entails(&self, premise: &str, hypothesis: &str) -> Result<Entailed, MeaningError> {
        let failed = |fault: &dyn fmt::Display| MeaningError::Failed(fault.to_string());
        let head = |text: &str| text.get(..text.floor_char_boundary(LONGEST_TEXT)).unwrap_or(text).to_owned();
        let encoded =
            self.tokenizer.encode((head(premise), head(hypothesis)), true).map_err(|fault| failed(&fault))?;
        let tensor = |values: &[u32]| {
            let values: Vec<i64> = values.iter().map(|value| i64::from(*value)).collect();
            Tensor::from_array(([1, values.len()], values)).map_err(|fault| failed(&fault))
        };
        let mut inputs = ort::inputs! {
            "input_ids" => tensor(encoded.get_ids())?,
            "attention_mask" => tensor(encoded.get_attention_mask())?,
        };
        if self.typed {
            inputs.push(("token_type_ids".into(), tensor(encoded.get_type_ids())?.into()));
        }
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        let outputs = session.run(inputs).map_err(|fault| failed(&fault))?;
        let logits = outputs.values().next().ok_or_else(|| failed(&"the model gives nothing"))?;
        let (_, logits) = logits.try_extract_tensor::<f32>().map_err(|fault| failed(&fault))?;
        probabilities(logits, self.labels).ok_or_else(|| failed(&"the model gives other numbers than labels"))
    }
}

/// The softmax of some logits, by what they mean.
fn probabilities(logits: &[f32], labels: Labels) -> Option<Entailed> {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = logits.iter().map(|logit| (logit - most).exp()).sum();
    let of = |at: usize| logits.get(at).map(|logit| (logit - most).exp() / sum);
    let entailed = of(labels.entailed).filter(|probability| probability.is_finite())?;
    Some(Entailed { entailed, contradicted: labels.contradicted.and_then(of) })
}

/// Loads a model; the outer error is a runtime that is missing or cannot be used.
fn session(model: &Path, library: Option<&Path>) -> Result<Result<Session, String>, MeaningError> {
    let runtime = if let Some(runtime) = RUNTIME.get() {
        runtime
    } else {
        let library = find(library, model.parent()).ok_or(MeaningError::NoRuntime)?;
        RUNTIME.get_or_init(|| {
            let bad = |fault: &dyn fmt::Display| MeaningError::BadRuntime {
                path: library.clone(),
                why: fault.to_string(),
            };
            let builder = ort::init_from(&library).map_err(|fault| bad(&fault))?;
            builder.with_telemetry(false).build().map_err(|fault| bad(&fault))
        })
    };
    let environment = runtime.as_ref().map_err(Clone::clone)?;
    let text = |fault: &dyn fmt::Display| fault.to_string();
    let open = || {
        let builder = Session::builder(environment).map_err(|fault| text(&fault))?;
        let builder = builder.with_intra_threads(1).map_err(|fault| text(&fault))?;
        let mut builder = builder.with_inter_threads(1).map_err(|fault| text(&fault))?;
        builder.commit_from_file(model).map_err(|fault| text(&fault))
    };
    Ok(open())
}

/// The library: the one that is named (a file or its folder), and where none is, that beside the model, beside the program, of the
/// project's tools, of the Python environment that the program lies in.
fn find(library: Option<&Path>, model: Option<&Path>) -> Option<PathBuf> {
    if let Some(file) = library.filter(|library| library.is_file()) {
        return Some(file.to_owned());
    }
    let usual = || model.map(Path::to_owned).into_iter().chain(stet_host::python::libraries(None)).collect();
    let places: Vec<PathBuf> = library.map_or_else(usual, |named| vec![named.to_owned()]);
    // As the Python wheel `onnxruntime` unpacks.
    let mut folders = places.into_iter().flat_map(|place| [place.join("onnxruntime/capi"), place]);
    folders.find_map(|folder| {
        let files = std::fs::read_dir(folder).ok()?.filter_map(Result::ok).map(|entry| entry.path());
        let mut found: Vec<PathBuf> = files.filter(|path| is_library(path)).collect();
        found.sort();
        found.pop()
    })
}

fn is_library(path: &Path) -> bool {
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    name.starts_with("libonnxruntime.so")
        || name == "onnxruntime.dll"
        || (name.starts_with("libonnxruntime.") && path.extension().is_some_and(|ending| ending == "dylib"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_read_by_their_names() {
        let labels = |names: &[&str]| {
            Labels::of(
                &names.iter().enumerate().map(|(at, name)| (at.to_string(), (*name).to_owned())).collect(),
            )
        };
        assert_eq!(
            labels(&["CONTRADICTION", "ENTAILMENT", "NEUTRAL"]),
            Some(Labels { entailed: 1, contradicted: Some(0) })
        );
        assert_eq!(
            labels(&["not_entailment", "entailment"]),
            Some(Labels { entailed: 1, contradicted: None })
        );
        assert_eq!(labels(&["LABEL_0", "LABEL_1"]), None);
    }

    /// A network of a few bytes, made by `scripts/tiny-entailment.py`, in which `not` contradicts and `perhaps` says nothing.
    #[test]
    fn a_cross_encoder_tells_what_follows_from_what() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/entailment");
        let model = match CrossEncoder::open(&folder, None) {
            Ok(model) => model,
            Err(MeaningError::NoRuntime) => {
                println!("skipped: there is no ONNX Runtime; scripts/tools.sh fetches it");
                return;
            }
            Err(fault) => panic!("{fault}"),
        };
        assert_eq!(model.name(), "entailment");
        for (claim, entailed, contradicted) in [
            ("The hall is open.", 0.96, 0.02),
            ("The hall is not open.", 0.02, 0.98),
            ("Perhaps the hall is open.", 0.02, 0.0),
            ("강당은 열지 않는다", 0.02, 0.98),
        ] {
            let found = model.entails("The hall opens at ten.", claim).unwrap();
            assert!((found.entailed - entailed).abs() < 0.01, "{claim}: {found:?}");
            assert!((found.contradicted.unwrap() - contradicted).abs() < 0.01, "{claim}: {found:?}");
        }
        // However long the passage, the claim is read.
        let found = model.entails(&"The hall opens. ".repeat(5000), "It is not open.").unwrap();
        assert!(found.contradicted.unwrap() > 0.9, "{found:?}");
    }

    #[test]
    fn a_folder_that_cannot_serve_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let fault = CrossEncoder::open(folder.path(), None).unwrap_err();
        assert!(fault.message(stet_text::Language::En).contains("config.json"), "{fault}");
        std::fs::write(folder.path().join("tokenizer.json"), "{}").unwrap();
        std::fs::write(folder.path().join("config.json"), r#"{"id2label": {"0": "good", "1": "bad"}}"#)
            .unwrap();
        let fault = CrossEncoder::open(folder.path(), None).unwrap_err();
        assert!(fault.message(stet_text::Language::Ko).contains("entailment"), "{fault}");
    }

    #[test]
    fn probabilities_are_those_of_a_softmax() {
        let labels = Labels { entailed: 1, contradicted: Some(0) };
        let found = probabilities(&[0.0, 1000.0, 0.0], labels).unwrap();
        assert!((found.entailed - 1.0).abs() < 1e-6 && found.contradicted.unwrap() < 1e-6);
        let even = probabilities(&[1.0, 1.0], Labels { entailed: 1, contradicted: None }).unwrap();
        assert!((even.entailed - 0.5).abs() < 1e-6 && even.contradicted.is_none());
        assert_eq!(probabilities(&[f32::NAN, f32::NAN], labels), None);
        assert_eq!(probabilities(&[1.0], labels), None);
    }
}
