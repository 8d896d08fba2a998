//! The encoder half of a transformer as BERT, `RoBERTa` and `XLM-RoBERTa` have it: post-norm, learned positions, GELU.
//!
//! Owns the arithmetic from token numbers to one vector a token; leaves tokens and pooling to the module above.
//! Devlin et al. 2019, section 3; names of tensors as the `transformers` library writes them.

use std::ops::Range;

use ndarray::linalg::general_mat_mul;
use ndarray::{Array1, Array2, ArrayView1, Axis, s};
use serde::Deserialize;

use super::EncoderError;
use super::tensors::{Rows, Tensors};

/// The parts of `config.json` that shape the network.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct BertConfig {
    hidden_size: usize,
    num_hidden_layers: usize,
    num_attention_heads: usize,
    intermediate_size: usize,
    #[serde(default = "gelu")]
    hidden_act: String,
    #[serde(default = "epsilon")]
    layer_norm_eps: f32,
    max_position_embeddings: usize,
    #[serde(default)]
    pad_token_id: Option<usize>,
    #[serde(default)]
    position_embedding_type: Option<String>,
}

impl BertConfig {
    /// Of a network of the usual kind.
    pub(super) fn new(
        width: usize,
        layers: usize,
        heads: usize,
        inner: usize,
        positions: usize,
        epsilon: f32,
    ) -> Self {
        Self {
            hidden_size: width,
            num_hidden_layers: layers,
            num_attention_heads: heads,
            intermediate_size: inner,
            hidden_act: gelu(),
            layer_norm_eps: epsilon,
            max_position_embeddings: positions,
            pad_token_id: None,
            position_embedding_type: None,
        }
    }
}

fn gelu() -> String {
    "gelu".to_owned()
}

const fn epsilon() -> f32 {
    1e-12
}

/// `y = x·Wᵀ + b`, with the weights as they are stored: one row for each output.
#[derive(Debug)]
struct Linear {
    weight: Array2<f32>,
    bias: Array1<f32>,
}

impl Linear {
    fn apply(&self, x: &Array2<f32>) -> Array2<f32> {
        let mut out = Array2::zeros((x.nrows(), self.weight.nrows()));
        out += &self.bias;
        general_mat_mul(1.0, x, &self.weight.t(), 1.0, &mut out);
        out
    }
}

#[derive(Debug)]
struct Norm {
    weight: Array1<f32>,
    bias: Array1<f32>,
    epsilon: f32,
}

impl Norm {
    fn apply(&self, x: &mut Array2<f32>) {
        let width = x.ncols().max(1) as f32;
        for mut row in x.rows_mut() {
            let mean = row.sum() / width;
            row -= mean;
            let variance = row.iter().map(|x| x * x).sum::<f32>() / width;
            row /= (variance + self.epsilon).sqrt();
            row *= &self.weight;
            row += &self.bias;
        }
    }
}

#[derive(Debug)]
struct Layer {
    /// Query, key and value, one under the other.
    attention: Linear,
    attention_out: Linear,
    attention_norm: Norm,
    wide: Linear,
    narrow: Linear,
    out_norm: Norm,
}

/// A transformer encoder with its weights.
#[derive(Debug)]
pub(super) struct Bert {
    words: Rows,
    positions: Array2<f32>,
    /// What tokens of the first (here: the only) text get.
    kind: Array1<f32>,
    norm: Norm,
    layers: Vec<Layer>,
    heads: usize,
    /// Number of the first position: `RoBERTa` counts from behind its padding token.
    first_position: usize,
    tanh: bool,
}

impl Bert {
    /// Reads the weights. `roberta` says how positions are counted.
    pub(super) fn open(
        tensors: &Tensors,
        config: &BertConfig,
        roberta: bool,
        config_path: &std::path::Path,
    ) -> Result<Self, EncoderError> {
        let refuse = |what: String| EncoderError::unsupported(config_path, &what);
        let tanh = match config.hidden_act.as_str() {
            "gelu" => false,
            "gelu_new" | "gelu_pytorch_tanh" => true,
            other => return Err(refuse(format!("hidden_act {other}"))),
        };
        if let Some(other) = config.position_embedding_type.as_deref().filter(|&kind| kind != "absolute") {
            return Err(refuse(format!("position_embedding_type {other}")));
        }
        let (width, heads) = (config.hidden_size, config.num_attention_heads);
        if width == 0 || heads == 0 || !width.is_multiple_of(heads) {
            return Err(refuse(format!("{width} dimensions in {heads} attention heads")));
        }
        let prefix = ["", "bert.", "roberta.", "0.auto_model."]
            .into_iter()
            .find(|prefix| tensors.has(&format!("{prefix}embeddings.word_embeddings.weight")))
            .unwrap_or_default();
        let reader = Reader { tensors, prefix, epsilon: config.layer_norm_eps };
        let words = tensors.rows(&format!("{prefix}embeddings.word_embeddings.weight"))?;
        if words.width() != width {
            return Err(refuse(format!("words of {} numbers in {width} dimensions", words.width())));
        }
        let positions =
            reader.matrix("embeddings.position_embeddings", config.max_position_embeddings, width)?;
        let mut kind = Vec::new();
        let kinds = tensors.rows(&format!("{prefix}embeddings.token_type_embeddings.weight"))?;
        if kinds.width() != width {
            return Err(refuse(format!("token types of {} numbers in {width} dimensions", kinds.width())));
        }
        kinds.read(0, &mut kind)?;
        let layers = (0..config.num_hidden_layers)
            .map(|number| reader.layer(number, width, config.intermediate_size))
            .collect::<Result<_, _>>()?;
        let first_position = if roberta { config.pad_token_id.unwrap_or(1) + 1 } else { 0 };
        Ok(Self {
            words,
            positions,
            kind: kind.into(),
            norm: reader.norm("embeddings.LayerNorm", width)?,
            layers,
            heads,
            first_position,
            tanh,
        })
    }

    /// Length of the vectors.
    pub(super) const fn dimensions(&self) -> usize {
        self.words.width()
    }

    /// Most tokens of one text.
    pub(super) fn longest(&self) -> usize {
        self.positions.nrows().saturating_sub(self.first_position)
    }

    /// One vector for each token of each text, of which there are at most [`Self::longest`]. The texts go through the weights
    /// together, which are made ready once for all of them.
    pub(super) fn run(&self, texts: &[Vec<u32>]) -> Result<Vec<Array2<f32>>, EncoderError> {
        let mut flat = Vec::new();
        let mut spans: Vec<Range<usize>> = Vec::new();
        for tokens in texts {
            let tokens = tokens.get(..self.longest()).unwrap_or(tokens);
            let start = spans.last().map_or(0, |before| before.end);
            spans.push(start..start + tokens.len());
            for &token in tokens {
                self.words.read(token as usize, &mut flat)?;
            }
        }
        let total = spans.last().map_or(0, |last| last.end);
        let mut x = Array2::from_shape_vec((total, self.dimensions()), flat).unwrap_or_default();
        for span in &spans {
            let positions = s![self.first_position..self.first_position + span.len(), ..];
            let mut own = x.slice_mut(s![span.clone(), ..]);
            own += &self.positions.slice(positions);
        }
        x += &self.kind;
        self.norm.apply(&mut x);
        for layer in &self.layers {
            x = self.layer(layer, x, &spans);
        }
        Ok(spans.into_iter().map(|span| x.slice(s![span, ..]).to_owned()).collect())
    }

    fn layer(&self, layer: &Layer, mut x: Array2<f32>, spans: &[Range<usize>]) -> Array2<f32> {
        x += &layer.attention_out.apply(&self.attend(&layer.attention.apply(&x), spans));
        layer.attention_norm.apply(&mut x);
        let mut wide = layer.wide.apply(&x);
        if self.tanh {
            wide.mapv_inplace(gelu_tanh);
        } else {
            wide.mapv_inplace(gelu_exact);
        }
        x += &layer.narrow.apply(&wide);
        layer.out_norm.apply(&mut x);
        x
    }

    /// Each token looks at all of its text: softmax(q·kᵀ / √d)·v in every head.
    fn attend(&self, joined: &Array2<f32>, spans: &[Range<usize>]) -> Array2<f32> {
        let width = self.dimensions();
        let head = width / self.heads;
        let scale = 1.0 / (head as f32).sqrt();
        let mut out = Array2::zeros((joined.nrows(), width));
        for span in spans {
            for start in (0..width).step_by(head) {
                let part = |at: usize| joined.slice(s![span.clone(), at + start..at + start + head]);
                let mut weights = Array2::zeros((span.len(), span.len()));
                general_mat_mul(scale, &part(0), &part(width).t(), 0.0, &mut weights);
                for row in weights.rows_mut() {
                    softmax(row);
                }
                let mut place = out.slice_mut(s![span.clone(), start..start + head]);
                general_mat_mul(1.0, &weights, &part(2 * width), 0.0, &mut place);
            }
        }
        out
    }
}

/// The mean of the tokens' vectors.
pub(super) fn mean(vectors: &Array2<f32>) -> Vec<f32> {
    vectors.mean_axis(Axis(0)).map(|mean| mean.to_vec()).unwrap_or_default()
}

/// The vector of the first token, which stands for the text in models trained so.
pub(super) fn first(vectors: &Array2<f32>) -> Vec<f32> {
    vectors.rows().into_iter().next().map(|row: ArrayView1<'_, f32>| row.to_vec()).unwrap_or_default()
}

fn softmax(mut row: ndarray::ArrayViewMut1<'_, f32>) {
    let top = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    row.mapv_inplace(|x| (x - top).exp());
    let sum = row.sum();
    row /= sum;
}

/// x·Φ(x), with the error function of Abramowitz and Stegun 7.1.26 (off by at most 1.5e-7).
fn gelu_exact(x: f32) -> f32 {
    let z = x.abs() * std::f32::consts::FRAC_1_SQRT_2;
    let t = 1.0 / 0.327_591_1_f32.mul_add(z, 1.0);
    let terms = [1.061_405_4_f32, -1.453_152, 1.421_413_7, -0.284_496_74, 0.254_829_6];
    let sum = terms.into_iter().fold(0.0_f32, |sum, term| sum * t + term);
    let tail = sum * t * (-z * z).exp();
    let below = if x < 0.0 { tail } else { 2.0 - tail };
    0.5 * x * below
}

/// The form with the hyperbolic tangent that some models were trained with.
fn gelu_tanh(x: f32) -> f32 {
    let inner = 0.797_884_6 * (x + 0.044_715 * x * x * x);
    0.5 * x * (1.0 + inner.tanh())
}

/// Reads the weights of one network.
struct Reader<'a> {
    tensors: &'a Tensors,
    prefix: &'a str,
    epsilon: f32,
}

impl Reader<'_> {
    fn matrix(&self, name: &str, rows: usize, columns: usize) -> Result<Array2<f32>, EncoderError> {
        let flat = self.tensors.read(&format!("{}{name}.weight", self.prefix), &[rows, columns])?;
        Ok(Array2::from_shape_vec((rows, columns), flat).unwrap_or_default())
    }

    fn linear(&self, name: &str, from: usize, to: usize) -> Result<Linear, EncoderError> {
        let bias = self.tensors.read(&format!("{}{name}.bias", self.prefix), &[to])?;
        Ok(Linear { weight: self.matrix(name, to, from)?, bias: bias.into() })
    }

    fn norm(&self, name: &str, width: usize) -> Result<Norm, EncoderError> {
        let name = format!("{}{name}", self.prefix);
        // The names of the first releases.
        let old = self.tensors.has(&format!("{name}.gamma"));
        let (weight, bias) = if old { ("gamma", "beta") } else { ("weight", "bias") };
        let read = |part: &str| self.tensors.read(&format!("{name}.{part}"), &[width]);
        Ok(Norm { weight: read(weight)?.into(), bias: read(bias)?.into(), epsilon: self.epsilon })
    }

    fn layer(&self, number: usize, width: usize, inner: usize) -> Result<Layer, EncoderError> {
        let name = |part: &str| format!("encoder.layer.{number}.{part}");
        let mut weight = Vec::with_capacity(3 * width * width);
        let mut bias = Vec::with_capacity(3 * width);
        for part in ["query", "key", "value"] {
            let own = self.linear(&name(&format!("attention.self.{part}")), width, width)?;
            weight.extend(own.weight);
            bias.extend(own.bias);
        }
        Ok(Layer {
            attention: Linear {
                weight: Array2::from_shape_vec((3 * width, width), weight).unwrap_or_default(),
                bias: bias.into(),
            },
            attention_out: self.linear(&name("attention.output.dense"), width, width)?,
            attention_norm: self.norm(&name("attention.output.LayerNorm"), width)?,
            wide: self.linear(&name("intermediate.dense"), width, inner)?,
            narrow: self.linear(&name("output.dense"), inner, width)?,
            out_norm: self.norm(&name("output.LayerNorm"), width)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gelu_has_the_values_of_its_definition() {
        for (x, value) in [(-3.0, -0.004_049_694), (-0.5, -0.154_268_77), (0.0, 0.0), (1.0, 0.841_344_7)] {
            assert!((gelu_exact(x) - value).abs() < 1e-6, "{x}: {}", gelu_exact(x));
            assert!((gelu_tanh(x) - value).abs() < 1e-3, "{x}: {}", gelu_tanh(x));
        }
    }
}
