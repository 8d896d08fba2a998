//! Weights in the safetensors format: eight bytes of length, a JSON header, then the numbers.
//!
//! Owns reading single tensors, and rows of a large table straight from the file, so that the vocabulary of a
//! multilingual model (some 400 MB) needs no memory. Leaves to others what the tensors mean.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read as _;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::EncoderError;

/// Longest header that is read; those of large models have some hundred kilobytes.
const LONGEST_HEADER: u64 = 64 << 20;
/// Most numbers of a row; vectors of models have some hundreds or thousands.
const WIDEST: usize = 1 << 14;
/// Most numbers of one tensor that is held in memory.
const LARGEST: usize = 1 << 28;

/// Where a weight stands in a file that does not say it itself.
#[derive(Debug)]
pub(super) struct Place {
    pub name: String,
    pub shape: Vec<usize>,
    /// In blocks of four bits; else in single precision.
    pub packed: bool,
    pub start: u64,
}

/// An open file of tensors.
#[derive(Debug)]
pub(super) struct Tensors {
    path: PathBuf,
    file: Arc<File>,
    entries: HashMap<String, Entry>,
    /// Where the numbers begin.
    data_at: u64,
}

#[derive(Debug, Clone, Deserialize)]
struct Entry {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: [u64; 2],
}

/// How a number is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    F64,
    F32,
    F16,
    Bf16,
    I64,
    I32,
    /// Blocks of [`BLOCK`] weights in four bits each behind their scale in half precision (`Q4_0`).
    Q4,
}

/// Weights of one block.
pub(super) const BLOCK: usize = 32;
/// Bytes of one block.
const BLOCK_BYTES: usize = 2 + BLOCK / 2;

impl Kind {
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "F64" => Self::F64,
            "F32" => Self::F32,
            "F16" => Self::F16,
            "BF16" => Self::Bf16,
            "I64" => Self::I64,
            "I32" => Self::I32,
            "Q4" => Self::Q4,
            _ => return None,
        })
    }

    /// Bytes of so many numbers.
    const fn bytes(self, numbers: usize) -> Option<usize> {
        match self {
            Self::F64 | Self::I64 => numbers.checked_mul(8),
            Self::F32 | Self::I32 => numbers.checked_mul(4),
            Self::F16 | Self::Bf16 => numbers.checked_mul(2),
            Self::Q4 if numbers.is_multiple_of(BLOCK) => (numbers / BLOCK).checked_mul(BLOCK_BYTES),
            Self::Q4 => None,
        }
    }

    /// Numbers from their little-endian bytes.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "weights need no more than single precision, and indices of vocabularies are below 2^24"
    )]
    fn decode(self, bytes: &[u8], out: &mut Vec<f32>) {
        fn each<const N: usize>(bytes: &[u8], out: &mut Vec<f32>, number: impl Fn([u8; N]) -> f32) {
            let (numbers, _) = bytes.as_chunks::<N>();
            out.extend(numbers.iter().map(|bytes| number(*bytes)));
        }
        match self {
            Self::F64 => each(bytes, out, |bytes| f64::from_le_bytes(bytes) as f32),
            Self::F32 => each(bytes, out, f32::from_le_bytes),
            Self::F16 => each(bytes, out, |bytes| half(u16::from_le_bytes(bytes))),
            Self::Bf16 => {
                each(bytes, out, |bytes| f32::from_bits(u32::from(u16::from_le_bytes(bytes)) << 16));
            }
            Self::I64 => each(bytes, out, |bytes| i64::from_le_bytes(bytes) as f32),
            Self::I32 => each(bytes, out, |bytes| i32::from_le_bytes(bytes) as f32),
            Self::Q4 => {
                for [low, high, quarters @ ..] in bytes.as_chunks::<BLOCK_BYTES>().0 {
                    let scale = half(u16::from_le_bytes([*low, *high]));
                    let weight = |bits: u8| scale * (f32::from(bits) - 8.0);
                    out.extend(quarters.iter().map(|pair| weight(pair & 15)));
                    out.extend(quarters.iter().map(|pair| weight(pair >> 4)));
                }
            }
        }
    }
}

/// A number of IEEE 754 half precision.
fn half(bits: u16) -> f32 {
    let sign = u32::from(bits >> 15) << 31;
    let exponent = u32::from((bits >> 10) & 0x1F);
    let fraction = u32::from(bits & 0x3FF);
    match exponent {
        // Below 2^-14 the fraction counts in steps of 2^-24.
        0 => f32::from_bits(sign | (fraction as f32 / 16_777_216.0).to_bits()),
        31 => f32::from_bits(sign | 0x7F80_0000 | fraction << 13),
        _ => f32::from_bits(sign | (exponent + 112) << 23 | fraction << 13),
    }
}

impl Tensors {
    /// Opens `path` and adds its whole content to `fingerprint`. `places` are those of its tensors, where it does not say them
    /// itself.
    pub(super) fn open(
        path: &Path,
        places: Vec<Place>,
        fingerprint: &mut Sha256,
    ) -> Result<Self, EncoderError> {
        let unreadable = |fault: std::io::Error| EncoderError::unreadable(path, &fault);
        let mut file = File::open(path).map_err(unreadable)?;
        let size = file.metadata().map_err(unreadable)?.len();
        let mut block = vec![0; 1 << 20];
        loop {
            let read = file.read(&mut block).map_err(unreadable)?;
            if read == 0 {
                break;
            }
            fingerprint.update(block.get(..read).unwrap_or_default());
        }
        let damaged = |what: &str| EncoderError::damaged(path, what);
        let cut_off = "it ends before its last tensor; the download may have been cut off";
        if !places.is_empty() {
            let mut entries = HashMap::new();
            for Place { name, shape, packed, start } in places {
                let kind = if packed { Kind::Q4 } else { Kind::F32 };
                let bytes = shape.iter().try_fold(1_usize, |all, &side| all.checked_mul(side));
                let bytes =
                    bytes.and_then(|numbers| kind.bytes(numbers)).and_then(|bytes| u64::try_from(bytes).ok());
                let end = bytes.and_then(|bytes| start.checked_add(bytes)).filter(|&end| end <= size);
                let end = end.ok_or_else(|| damaged(cut_off))?;
                let dtype = if packed { "Q4" } else { "F32" };
                entries.insert(name, Entry { dtype: dtype.to_owned(), shape, data_offsets: [start, end] });
            }
            return Ok(Self { path: path.to_owned(), file: Arc::new(file), entries, data_at: 0 });
        }
        let mut length = [0; 8];
        file.read_exact_at(&mut length, 0).map_err(|_| damaged("it is shorter than its header"))?;
        let length = u64::from_le_bytes(length);
        if length > LONGEST_HEADER || length.saturating_add(8) > size {
            return Err(damaged("it is no safetensors file, or it is cut off (a Git LFS pointer?)"));
        }
        let mut header = vec![0; usize::try_from(length).unwrap_or_default()];
        file.read_exact_at(&mut header, 8).map_err(unreadable)?;
        let header: serde_json::Map<String, serde_json::Value> =
            serde_json::from_slice(&header).map_err(|fault| damaged(&fault.to_string()))?;
        let data_at = length + 8;
        let mut entries = HashMap::new();
        for (name, value) in header {
            if name == "__metadata__" {
                continue;
            }
            let entry: Entry = serde_json::from_value(value).map_err(|fault| damaged(&fault.to_string()))?;
            let [start, end] = entry.data_offsets;
            if start > end || data_at.saturating_add(end) > size {
                return Err(damaged(cut_off));
            }
            entries.insert(name, entry);
        }
        Ok(Self { path: path.to_owned(), file: Arc::new(file), entries, data_at })
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.entries.contains_key(name)
    }

    /// Shape, place and kind of a tensor whose size fits its shape.
    fn entry(&self, name: &str) -> Result<(&[usize], u64, Kind), EncoderError> {
        let damaged = |what: String| EncoderError::damaged(&self.path, &what);
        let entry = self.entries.get(name).ok_or_else(|| damaged(format!("it has no tensor {name}")))?;
        let kind = Kind::of(&entry.dtype).ok_or_else(|| {
            EncoderError::unsupported(&self.path, &format!("tensor {name} in {}", entry.dtype))
        })?;
        let numbers = entry.shape.iter().try_fold(1_usize, |product, &side| product.checked_mul(side));
        let bytes = numbers.and_then(|numbers| kind.bytes(numbers));
        let [start, end] = entry.data_offsets;
        if bytes.and_then(|bytes| u64::try_from(bytes).ok()) != Some(end - start) {
            return Err(damaged(format!("the size of tensor {name} does not fit its shape")));
        }
        Ok((&entry.shape, self.data_at + start, kind))
    }

    /// A whole tensor of the given shape.
    pub(super) fn read(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, EncoderError> {
        let (own, at, kind) = self.entry(name)?;
        if own != shape {
            let what = format!("tensor {name} has the shape {own:?}, not {shape:?}");
            return Err(EncoderError::damaged(&self.path, &what));
        }
        let numbers: usize = shape.iter().product();
        if numbers > LARGEST {
            let what = format!("tensor {name} is too large");
            return Err(EncoderError::unsupported(&self.path, &what));
        }
        let mut bytes = vec![0; kind.bytes(numbers).unwrap_or_default()];
        let read = self.file.read_exact_at(&mut bytes, at);
        read.map_err(|fault| EncoderError::unreadable(&self.path, &fault))?;
        let mut out = Vec::with_capacity(numbers);
        kind.decode(&bytes, &mut out);
        Ok(out)
    }

    /// A tensor of one dimension and any length.
    pub(super) fn list(&self, name: &str) -> Result<Vec<f32>, EncoderError> {
        let (shape, ..) = self.entry(name)?;
        let shape = shape.to_vec();
        if shape.len() != 1 {
            let what = format!("tensor {name} has the shape {shape:?}, not a list's");
            return Err(EncoderError::damaged(&self.path, &what));
        }
        self.read(name, &shape)
    }

    /// A table whose rows are read when they are needed.
    pub(super) fn rows(&self, name: &str) -> Result<Rows, EncoderError> {
        let (shape, at, kind) = self.entry(name)?;
        let &[count, width] = shape else {
            let what = format!("tensor {name} has the shape {shape:?}, not a table's");
            return Err(EncoderError::damaged(&self.path, &what));
        };
        if count == 0 || !(1..=WIDEST).contains(&width) || kind.bytes(width).is_none() {
            let what = format!("a table of {count} rows of {width} numbers ({name})");
            return Err(EncoderError::unsupported(&self.path, &what));
        }
        Ok(Rows { path: self.path.clone(), file: Arc::clone(&self.file), at, kind, count, width })
    }
}

/// A table that stays in its file.
#[derive(Debug)]
pub(super) struct Rows {
    path: PathBuf,
    file: Arc<File>,
    at: u64,
    kind: Kind,
    count: usize,
    width: usize,
}

impl Rows {
    /// Length of a row.
    pub(super) const fn width(&self) -> usize {
        self.width
    }

    /// Appends row `number` to `out`.
    pub(super) fn read(&self, number: usize, out: &mut Vec<f32>) -> Result<(), EncoderError> {
        if number >= self.count {
            let what = format!("the tokenizer knows word {number}, the table of words ends before it");
            return Err(EncoderError::damaged(&self.path, &what));
        }
        let bytes = self.kind.bytes(self.width).unwrap_or_default();
        let mut row = vec![0; bytes];
        let read = self.file.read_exact_at(&mut row, self.at + number as u64 * bytes as u64);
        read.map_err(|fault| EncoderError::unreadable(&self.path, &fault))?;
        self.kind.decode(&row, out);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(header: &str, data: &[u8]) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("model.safetensors");
        let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
        bytes.extend(header.as_bytes());
        bytes.extend(data);
        std::fs::write(&path, bytes).unwrap();
        (dir, path)
    }

    fn open(header: &str, data: &[u8]) -> Result<(tempfile::TempDir, Tensors), EncoderError> {
        let (dir, path) = file(header, data);
        Ok((dir, Tensors::open(&path, Vec::new(), &mut Sha256::new())?))
    }

    #[test]
    fn every_kind_of_number_is_read() {
        for (kind, bytes) in [
            ("F64", [(-1.5_f64).to_le_bytes(), 2.0_f64.to_le_bytes()].concat()),
            ("F32", [(-1.5_f32).to_le_bytes(), 2.0_f32.to_le_bytes()].concat()),
            ("F16", vec![0x00, 0xBE, 0x00, 0x40]),
            ("BF16", vec![0xC0, 0xBF, 0x00, 0x40]),
        ] {
            let header =
                format!(r#"{{"t":{{"dtype":"{kind}","shape":[1,2],"data_offsets":[0,{}]}}}}"#, bytes.len());
            let (_dir, tensors) = open(&header, &bytes).unwrap();
            assert_eq!(tensors.read("t", &[1, 2]).unwrap(), [-1.5, 2.0], "{kind}");
            let mut row = Vec::new();
            tensors.rows("t").unwrap().read(0, &mut row).unwrap();
            assert_eq!(row, [-1.5, 2.0], "{kind}");
            assert!(tensors.rows("t").unwrap().read(1, &mut row).is_err());
            assert!(tensors.read("t", &[2]).is_err() && tensors.read("u", &[2]).is_err());
        }
    }

    #[test]
    fn half_precision_at_its_ends() {
        let least = 2.0_f32.powi(-24);
        for (bits, value) in
            [(0x0001, least), (0x8001, -least), (0x0400, 2.0_f32.powi(-14)), (0x7BFF, 65504.0)]
        {
            assert_eq!(half(bits).to_bits(), value.to_bits());
        }
        assert!(half(0x7C00).is_infinite() && half(0x7E00).is_nan());
    }

    #[test]
    fn a_broken_file_is_refused() {
        let whole = r#"{"t":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}"#;
        assert!(open(whole, &[0; 8]).is_ok());
        for (header, data) in [
            (whole, 4),
            ("{", 0),
            (r#"{"t":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}}"#, 8),
            (r#"{"t":{"dtype":"F32"}}"#, 8),
        ] {
            assert!(open(header, &vec![0; data]).is_err(), "{header}");
        }
        for shape in ["[0,1099511627776]", "[1,0]"] {
            let header = format!(r#"{{"t":{{"dtype":"F32","shape":{shape},"data_offsets":[0,0]}}}}"#);
            let (_dir, tensors) = open(&header, &[]).unwrap();
            assert!(tensors.rows("t").is_err(), "{shape}");
        }
        let (_dir, tensors) =
            open(r#"{"t":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}}"#, &[0; 8]).unwrap();
        assert!(tensors.list("t").is_err());
        let pointer = tempfile::tempdir().unwrap();
        let path = pointer.path().join("model.safetensors");
        std::fs::write(&path, "version https://git-lfs.github.com/spec/v1\n").unwrap();
        assert!(Tensors::open(&path, Vec::new(), &mut Sha256::new()).is_err());
    }
}
