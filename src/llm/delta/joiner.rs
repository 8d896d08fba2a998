//! Text from bytes that are cut anywhere.

use std::borrow::Cow;

/// Joins bytes into text. Bytes that begin a character are kept until the rest comes; halves of a surrogate pair,
/// which a server written in JavaScript may put into two frames, are joined as well.
#[derive(Debug, Default)]
pub(super) struct TextJoiner {
    kept: Vec<u8>,
}

impl TextJoiner {
    pub(super) fn push<'b>(&mut self, bytes: &'b [u8]) -> Cow<'b, str> {
        if self.kept.is_empty()
            && let Ok(text) = std::str::from_utf8(bytes)
        {
            return Cow::Borrowed(text);
        }
        let mut all = std::mem::take(&mut self.kept);
        all.extend_from_slice(bytes);
        Cow::Owned(self.decode(&join_surrogates(&all), true))
    }

    /// What is still kept will not be completed.
    pub(super) fn finish(&mut self) -> String {
        let rest = std::mem::take(&mut self.kept);
        self.decode(&rest, false)
    }

    fn decode(&mut self, bytes: &[u8], more: bool) -> String {
        let mut text = String::with_capacity(bytes.len());
        let mut at = 0;
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            match std::str::from_utf8(rest) {
                Ok(valid) => {
                    text.push_str(valid);
                    break;
                }
                Err(error) => {
                    let (valid, broken) = rest.split_at(error.valid_up_to());
                    text.push_str(std::str::from_utf8(valid).unwrap_or_default());
                    if more && may_be_completed(broken) {
                        self.kept = broken.to_vec();
                        break;
                    }
                    // A character that never became whole is left out: a mark for it would be text that the
                    // model did not write. A lone surrogate is three bytes long.
                    at += valid.len()
                        + if is_surrogate(broken) { 3 } else { error.error_len().unwrap_or(broken.len()) };
                }
            }
        }
        text
    }
}

/// Whether `bytes`, which are no UTF-8 from their first character on, may become so when more come.
fn may_be_completed(bytes: &[u8]) -> bool {
    let cut_short = std::str::from_utf8(bytes)
        .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none());
    // A first half of a surrogate pair, whole or cut: ED A0..AF xx, and nothing after it yet but the second's begin.
    let first_half = matches!(
        bytes,
        [0xED]
            | [0xED, 0xA0..=0xAF]
            | [0xED, 0xA0..=0xAF, _]
            | [0xED, 0xA0..=0xAF, _, 0xED]
            | [0xED, 0xA0..=0xAF, _, 0xED, 0xB0..=0xBF]
    );
    cut_short || first_half
}

fn is_surrogate(bytes: &[u8]) -> bool {
    matches!(bytes, [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..])
}

/// Replaces each pair of surrogates that were encoded one by one (CESU-8) with the character they stand for.
fn join_surrogates(bytes: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(0xED, bytes).is_none() {
        return Cow::Borrowed(bytes);
    }
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((&first, tail)) = rest.split_first() {
        if let &[
            0xED,
            a @ 0xA0..=0xAF,
            b @ 0x80..=0xBF,
            0xED,
            c @ 0xB0..=0xBF,
            d @ 0x80..=0xBF,
            ref after @ ..,
        ] = rest
        {
            let high = (u32::from(a) & 0x0F) << 6 | (u32::from(b) & 0x3F);
            let low = (u32::from(c) & 0x0F) << 6 | (u32::from(d) & 0x3F);
            if let Some(character) = char::from_u32(0x1_0000 + (high << 10) + low) {
                out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
            rest = after;
        } else {
            out.push(first);
            rest = tail;
        }
    }
    Cow::Owned(out)
}
