//! Sentence encoders from a directory that the user gives: text in, a vector of length 1 out, nothing downloaded.
//!
//! Owns the layout of such a directory (that of sentence-transformers and model2vec: `model.safetensors`,
//! `tokenizer.json`, `config.json`, optionally `modules.json`, `1_Pooling/config.json`, prompts; or one file, [`packed`]) and the
//! arithmetic.
//! It is synchronous and uses one thread a call. Leaves to others: which vectors are
//! stored (`embedding`), and where the directory is named (`config`).
//!
//! Two networks are read: transformers of the BERT family ([`bert`]) and static embeddings ([`lookup`]). A directory
//! that needs anything else is refused when it is opened, by name.

mod bert;
mod error;
mod lookup;
mod packed;
mod pieces;
mod tensors;

use std::fmt;
use std::path::{Path, PathBuf};

use ndarray::Array2;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokenizers::{Tokenizer, TruncationParams};

use self::bert::{Bert, BertConfig};
use self::lookup::Lookup;
use self::packed::Packed;
use self::pieces::Pieces;
use self::tensors::Tensors;
use crate::normalise;

pub use error::EncoderError;

/// The name of a model in one file.
pub const PACKED: &str = "e5-small-q4.bin";
/// Tokens of a text when the directory does not say.
const LONGEST: usize = 512;
/// Bytes of a text that the tokenizer sees: more than any model's tokens hold.
const LONGEST_TEXT: usize = 64 << 10;

/// What goes before a text, as some models want it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prompts {
    pub query: String,
    pub passage: String,
}

/// A model that turns sentences into vectors.
pub struct Encoder {
    path: PathBuf,
    name: String,
    fingerprint: String,
    prompts: Prompts,
    words: Words,
    network: Network,
}

/// How texts become numbers of words.
enum Words {
    Tokenizer(Box<Tokenizer>),
    Pieces { pieces: Pieces, limit: usize },
}

impl Words {
    fn of(&self, text: &str, special: bool) -> Result<Vec<u32>, String> {
        match self {
            Self::Tokenizer(tokenizer) => {
                let tokens = tokenizer.encode_fast(text, special).map_err(|fault| fault.to_string())?;
                Ok(tokens.get_ids().to_vec())
            }
            Self::Pieces { pieces, limit } => Ok(pieces.encode(text, *limit)),
        }
    }
}

#[derive(Debug)]
enum Network {
    Transformer {
        bert: Box<Bert>,
        pooling: Pooling,
    },
    /// With the tokens that have no meaning of their own.
    Static {
        lookup: Lookup,
        unknown: Option<u32>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pooling {
    Mean,
    First,
}

impl fmt::Debug for Encoder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Encoder")
            .field("path", &self.path)
            .field("dimensions", &self.dimensions())
            .finish_non_exhaustive()
    }
}

/// `config.json`, as far as it says what kind of model this is.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Kind {
    model_type: String,
}

/// A line of `modules.json`.
#[derive(Debug, Deserialize)]
struct Module {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    path: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct SentenceBert {
    max_seq_length: Option<usize>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct SentenceTransformers {
    prompts: std::collections::BTreeMap<String, String>,
}

impl Encoder {
    /// Opens a model directory and reads all of it.
    ///
    /// # Errors
    /// The directory or one of its files is missing, damaged, or asks for a network that is not built in.
    pub fn open(directory: &Path) -> Result<Self, EncoderError> {
        if !directory.is_dir() {
            return Err(EncoderError::NoDirectory { path: directory.to_owned() });
        }
        let packed = directory.join(PACKED);
        if packed.is_file() {
            return Self::open_packed(directory, &packed);
        }
        let modules: Vec<Module> = optional(&directory.join("modules.json"))?.unwrap_or_default();
        let part = |kind: &str| {
            modules
                .iter()
                .find(|module| module.kind.rsplit('.').next() == Some(kind))
                .map(|module| &module.path)
        };
        for module in &modules {
            let kind = module.kind.rsplit('.').next().unwrap_or_default();
            if !matches!(kind, "Transformer" | "Pooling" | "Normalize" | "StaticEmbedding") {
                let what = format!("the module {}", module.kind);
                return Err(EncoderError::unsupported(&directory.join("modules.json"), &what));
            }
        }
        let inner = part("Transformer").or_else(|| part("StaticEmbedding"));
        let home = inner.map_or_else(|| directory.to_owned(), |path| directory.join(path));
        let weights = home.join("model.safetensors");
        if !weights.is_file() {
            return Err(no_weights(&home));
        }
        let mut fingerprint = Sha256::new();
        let tokenizer = tokenizer(&home, &mut fingerprint)?;
        let tensors = Tensors::open(&weights, Vec::new(), &mut fingerprint)?;
        let (network, limit) = if let Some(table) = Lookup::table(&tensors) {
            let unknown = unknown_token(&tokenizer);
            (Network::Static { lookup: Lookup::open(&tensors, table)?, unknown }, LONGEST)
        } else {
            let pooling = part("Pooling").map_or("1_Pooling", String::as_str);
            transformer(directory, &home, pooling, &tensors, &mut fingerprint)?
        };
        let tokenizer = limited(tokenizer, limit, &home)?;
        let prompts = prompts(directory)?;
        let name = directory.canonicalize().unwrap_or_else(|_| directory.to_owned());
        let name = name.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let fingerprint = digits(fingerprint);
        let words = Words::Tokenizer(Box::new(tokenizer));
        Ok(Self { path: directory.to_owned(), name, fingerprint, prompts, words, network })
    }

    /// Opens a model in one file. It is of the E5 family, whose texts begin with what they are.
    fn open_packed(directory: &Path, file: &Path) -> Result<Self, EncoderError> {
        let Packed { config, pieces, places } = Packed::load(file)?
            .ok_or_else(|| EncoderError::damaged(file, "it does not begin as such a file does"))?;
        let mut fingerprint = Sha256::new();
        let tensors = Tensors::open(file, places, &mut fingerprint)?;
        let bert = Box::new(Bert::open(&tensors, &config, false, file)?);
        let words = Words::Pieces { pieces, limit: bert.longest() };
        Ok(Self {
            path: directory.to_owned(),
            name: PACKED.trim_end_matches(".bin").to_owned(),
            fingerprint: digits(fingerprint),
            prompts: Prompts { query: "query: ".to_owned(), passage: "passage: ".to_owned() },
            words,
            network: Network::Transformer { bert, pooling: Pooling::Mean },
        })
    }

    /// Whether a text takes a processor so long that nobody should wait for many.
    #[must_use]
    pub const fn is_slow(&self) -> bool {
        matches!(self.network, Network::Transformer { .. })
    }

    /// The directory, as it was given.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The directory's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Twelve hexadecimal digits that change with weights, tokenizer and configuration.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The prompts that the directory names; empty ones otherwise.
    #[must_use]
    pub const fn prompts(&self) -> &Prompts {
        &self.prompts
    }

    /// Length of every vector.
    #[must_use]
    pub const fn dimensions(&self) -> usize {
        match &self.network {
            Network::Transformer { bert, .. } => bert.dimensions(),
            Network::Static { lookup, .. } => lookup.dimensions(),
        }
    }

    /// The vector of `prompt` and `text` together, of length 1; zeros when the model knows none of the words. What is
    /// longer than the model reads is left out.
    ///
    /// # Errors
    /// The files changed since they were opened, or the weights give no finite vector.
    pub fn encode(&self, prompt: &str, text: &str) -> Result<Vec<f32>, EncoderError> {
        Ok(self.encode_all(prompt, &[text])?.pop().unwrap_or_default())
    }

    /// [`Self::encode`] for several texts, which costs less than one after the other.
    ///
    /// # Errors
    /// As there.
    pub(crate) fn encode_all<T: AsRef<str>>(
        &self,
        prompt: &str,
        texts: &[T],
    ) -> Result<Vec<Vec<f32>>, EncoderError> {
        let failed = |reason: String| EncoderError::Failed { path: self.path.clone(), reason };
        let special = matches!(self.network, Network::Transformer { .. });
        let tokens = texts.iter().map(|text| {
            let text = text.as_ref();
            let text = text.get(..text.floor_char_boundary(LONGEST_TEXT)).unwrap_or(text);
            self.words.of(&format!("{prompt}{text}"), special).map_err(failed)
        });
        let tokens: Vec<Vec<u32>> = tokens.collect::<Result<_, _>>()?;
        let mut vectors: Vec<Vec<f32>> = match &self.network {
            Network::Transformer { bert, pooling } => {
                let pool = |vectors: &Array2<f32>| match pooling {
                    // Not even a mark of its beginning: a tokenizer without such.
                    _ if vectors.nrows() == 0 => vec![0.0; self.dimensions()],
                    Pooling::Mean => bert::mean(vectors),
                    Pooling::First => bert::first(vectors),
                };
                bert.run(&tokens)?.iter().map(pool).collect()
            }
            Network::Static { lookup, unknown } => tokens
                .into_iter()
                .map(|tokens| {
                    let known: Vec<u32> = tokens.into_iter().filter(|id| Some(*id) != *unknown).collect();
                    lookup.run(&known)
                })
                .collect::<Result<_, _>>()?,
        };
        if vectors.iter().flatten().any(|value| !value.is_finite()) {
            return Err(failed("a vector is not finite".to_owned()));
        }
        for vector in &mut vectors {
            normalise(vector);
        }
        Ok(vectors)
    }
}

/// The first twelve hexadecimal digits of a hash.
fn digits(hash: Sha256) -> String {
    let digest = hash.finalize();
    let digits = digest.iter().take(6).flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(u32::from(digit), 16)).collect()
}

/// Names the weights that are there instead of `model.safetensors`.
fn no_weights(home: &Path) -> EncoderError {
    let others = ["model.onnx", "onnx/model.onnx", "pytorch_model.bin", "model.safetensors.index.json"];
    let path = home.to_owned();
    match others.into_iter().find(|name| home.join(name).exists()) {
        Some(file) => EncoderError::OtherFormat { path, file },
        None => EncoderError::Missing { path, file: "model.safetensors" },
    }
}

fn read(path: &Path) -> Result<Option<Vec<u8>>, EncoderError> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(fault) if fault.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(fault) => Err(EncoderError::unreadable(path, &fault)),
    }
}

/// A JSON file that may be missing.
fn optional<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, EncoderError> {
    let Some(bytes) = read(path)? else { return Ok(None) };
    serde_json::from_slice(&bytes).map(Some).map_err(|fault| EncoderError::damaged(path, &fault.to_string()))
}

fn tokenizer(home: &Path, fingerprint: &mut Sha256) -> Result<Tokenizer, EncoderError> {
    let path = home.join("tokenizer.json");
    let bytes =
        read(&path)?.ok_or(EncoderError::Missing { path: home.to_owned(), file: "tokenizer.json" })?;
    fingerprint.update(&bytes);
    Tokenizer::from_bytes(&bytes).map_err(|fault| EncoderError::damaged(&path, &fault.to_string()))
}

/// Texts are read one by one, so nothing is padded, and what is behind the limit is left out.
fn limited(mut tokenizer: Tokenizer, limit: usize, home: &Path) -> Result<Tokenizer, EncoderError> {
    let truncation = TruncationParams { max_length: limit, ..TruncationParams::default() };
    tokenizer
        .with_padding(None)
        .with_truncation(Some(truncation))
        .map_err(|fault| EncoderError::damaged(&home.join("tokenizer.json"), &fault.to_string()))?;
    Ok(tokenizer)
}

/// The token for what the vocabulary lacks: static embeddings leave it out of the mean.
fn unknown_token(tokenizer: &Tokenizer) -> Option<u32> {
    ["[UNK]", "<unk>"].iter().find_map(|token| tokenizer.token_to_id(token))
}

/// The transformer of a directory with its pooling, and the most tokens that it reads.
fn transformer(
    directory: &Path,
    home: &Path,
    pooling: &str,
    tensors: &Tensors,
    fingerprint: &mut Sha256,
) -> Result<(Network, usize), EncoderError> {
    let path = home.join("config.json");
    let bytes = read(&path)?.ok_or(EncoderError::Missing { path: home.to_owned(), file: "config.json" })?;
    fingerprint.update(&bytes);
    let damaged = |fault: serde_json::Error| EncoderError::damaged(&path, &fault.to_string());
    let kind: Kind = serde_json::from_slice(&bytes).map_err(damaged)?;
    let roberta = match kind.model_type.as_str() {
        "bert" => false,
        "roberta" | "xlm-roberta" | "camembert" => true,
        other => return Err(EncoderError::unsupported(&path, &format!("model_type {other}"))),
    };
    let config: BertConfig = serde_json::from_slice(&bytes).map_err(damaged)?;
    let bert = Bert::open(tensors, &config, roberta, &path)?;
    let pooling_path = directory.join(pooling).join("config.json");
    let pooling = match optional::<serde_json::Map<String, Value>>(&pooling_path)? {
        None => Pooling::Mean,
        Some(config) => {
            let on =
                config.iter().filter(|(name, on)| name.starts_with("pooling_mode_") && **on == json!(true));
            match on.map(|(name, _)| name.as_str()).collect::<Vec<_>>().as_slice() {
                ["pooling_mode_mean_tokens"] => Pooling::Mean,
                ["pooling_mode_cls_token"] => Pooling::First,
                modes => {
                    let what = format!("pooling by {}", modes.join(" and "));
                    return Err(EncoderError::unsupported(&pooling_path, &what));
                }
            }
        }
    };
    fingerprint.update([u8::from(pooling == Pooling::Mean)]);
    let own: SentenceBert = optional(&home.join("sentence_bert_config.json"))?.unwrap_or_default();
    let limit = bert.longest().min(own.max_seq_length.unwrap_or(LONGEST)).max(2);
    fingerprint.update(limit.to_le_bytes());
    Ok((Network::Transformer { bert: Box::new(bert), pooling }, limit))
}

/// The prompts for queries and passages under the names that models use for them.
fn prompts(directory: &Path) -> Result<Prompts, EncoderError> {
    let config: SentenceTransformers =
        optional(&directory.join("config_sentence_transformers.json"))?.unwrap_or_default();
    let named =
        |names: &[&str]| names.iter().find_map(|name| config.prompts.get(*name)).cloned().unwrap_or_default();
    Ok(Prompts { query: named(&["query"]), passage: named(&["passage", "document"]) })
}

#[cfg(test)]
mod tests;
