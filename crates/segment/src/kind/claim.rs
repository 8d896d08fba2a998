//! Which sentence is a claim, where nothing in its form decides: a linear model.
//!
//! Owns the features of a sentence and the weights of `data/segment/claims.tsv`, which `stet train claims` writes. A sentence is
//! judged by its parts, and one that states something makes it a claim: `I could not find it, but tenants may keep cats`. Leaves
//! what the form of a line decides (headings, questions, tables, what is too short) to [`kind`](super).

mod features;
pub mod train;

use std::fmt::Write as _;
use std::sync::LazyLock;

use features::{BUCKETS, features};

/// Where the weights are.
const FILE: &str = "segment/claims.tsv";
/// Largest weight, and the character that stands for 0; none of those around it is a blank.
const LIMIT: i8 = 31;
const ZERO: u8 = b'O';
/// Weights in a line.
const LINE: usize = 128;

static MODEL: LazyLock<Model> = LazyLock::new(|| Model::from_rows(stet_data::rows(FILE)));

/// Weights of features, as small whole numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    weights: Vec<i8>,
}

impl Model {
    fn from_rows<'a>(rows: impl Iterator<Item = Vec<&'a str>>) -> Self {
        let weight = |byte: u8| byte.checked_signed_diff(ZERO).unwrap_or(0);
        let mut weights: Vec<i8> =
            rows.filter_map(|row| row.get(1).copied()).flat_map(str::bytes).map(weight).collect();
        weights.resize(BUCKETS as usize, 0);
        Self { weights }
    }

    /// The file of the weights, with remarks at its head.
    #[must_use]
    pub fn write(&self, remarks: &str) -> String {
        let mut out = String::from("# first\tweights\n");
        for remark in remarks.lines() {
            let _ = writeln!(out, "# {remark}");
        }
        for (at, weights) in self.weights.chunks(LINE).enumerate() {
            let text: String =
                weights.iter().map(|&weight| char::from(ZERO.saturating_add_signed(weight))).collect();
            let _ = writeln!(out, "{}\t{text}", at * LINE);
        }
        out
    }

    /// Whether a part of a sentence, which may be the item of a list, claims something.
    fn is_claim(&self, text: &str, item: bool) -> bool {
        let sum = |part: &[u32]| -> i32 {
            part.iter().filter_map(|&at| self.weights.get(at as usize)).map(|&weight| i32::from(weight)).sum()
        };
        features(text, item).iter().any(|part| sum(part) > 0)
    }
}

/// Whether a sentence states something that a source can support.
pub(crate) fn is_claim(text: &str, item: bool) -> bool {
    MODEL.is_claim(text, item)
}

#[cfg(test)]
mod tests {
    use super::train::{Row, figures, fit};
    use super::*;
    use crate::SentenceKind;

    #[test]
    fn the_same_rows_give_the_same_weights_and_are_read_back() {
        let rows: Vec<Row> = [
            ("The fee is 30 euros.", SentenceKind::Claim),
            ("The sources do not mention a fee.", SentenceKind::Meta),
            ("수수료는 3만 원입니다.", SentenceKind::Claim),
            ("자료에는 수수료에 대한 언급이 없습니다.", SentenceKind::Meta),
        ]
        .map(|(text, kind)| Row { text: text.to_owned(), kind })
        .into();
        let model = fit(&rows);
        assert_eq!(model, fit(rows.iter().rev()));
        assert_eq!(figures(&model, &rows).claims_right + figures(&model, &rows).others_right, 4);
        let file = model.write("a remark");
        let lines = file.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect());
        assert_eq!(Model::from_rows(lines), model);
    }
}
