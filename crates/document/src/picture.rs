//! Pictures that a text names: of which kind they are, and how large.

use std::collections::HashMap;

/// Pictures by their address.
pub type Pictures = HashMap<String, Vec<u8>>;

/// Most pixels that a side is said to have.
const MOST: u64 = 100_000;

/// Ending and media type of PNG, JPEG and GIF; of nothing else is there one.
#[must_use]
pub fn kind(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some(("png", "image/png")),
        [0xff, 0xd8, 0xff, ..] => Some(("jpeg", "image/jpeg")),
        [b'G', b'I', b'F', b'8', ..] => Some(("gif", "image/gif")),
        _ => None,
    }
}

/// Width and height in pixels.
pub(crate) fn size(bytes: &[u8]) -> Option<(u64, u64)> {
    let be = |at: usize| Some(u64::from(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
    let le = |at: usize| Some(u64::from(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
    let (width, height) = match kind(bytes)?.0 {
        "png" => (be(16)? << 16 | be(18)?, be(20)? << 16 | be(22)?),
        "gif" => (le(6)?, le(8)?),
        _ => {
            // Segments up to the frame, which has both.
            let mut at = 2;
            loop {
                let [0xff, marker] = *bytes.get(at..at + 2)? else { return None };
                match marker {
                    0xff => at += 1,
                    0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => break (be(at + 7)?, be(at + 5)?),
                    _ => at += 2 + usize::try_from(be(at + 2)?).ok()?,
                }
            }
        }
    };
    ((1..MOST).contains(&width) && (1..MOST).contains(&height)).then_some((width, height))
}
