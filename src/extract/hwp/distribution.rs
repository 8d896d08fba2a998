//! HWP for distribution: its text is kept from other programs than Hancom's, not from readers. Each section begins with a
//! record of 256 bytes that holds the key to the rest (HWP 5.0 revision 1.3, distribution documents).

use std::io::{Cursor, Read as _, Write as _};

use aes::Aes128;
use aes::cipher::{BlockDecrypt as _, KeyInit as _};

/// The record that holds the key, by the lowest ten bits of its head.
const TAG: u32 = 28;
const DATA: usize = 256;
/// Where the header tells what kind of file it is, and the bit of this kind.
const PROPERTIES: usize = 36;
const DISTRIBUTION: u8 = 1 << 2;

/// The file as it was before it was made one for distribution; `None` when it is none, or another than we know.
pub(super) fn unlocked(bytes: &[u8], limit: u64) -> Option<Vec<u8>> {
    let mut file = cfb::CompoundFile::open(Cursor::new(bytes.to_vec())).ok()?;
    let mut header = read(&mut file, "/FileHeader", limit)?;
    *header.get_mut(PROPERTIES)? &= !DISTRIBUTION;
    let names: Vec<String> = file
        .read_storage("/ViewText")
        .ok()?
        .filter(cfb::Entry::is_stream)
        .map(|entry| entry.name().to_owned())
        .collect();
    for name in &names {
        let section = section(&read(&mut file, &format!("/ViewText/{name}"), limit)?)?;
        write(&mut file, &format!("/BodyText/{name}"), &section)?;
    }
    write(&mut file, "/FileHeader", &header)?;
    file.flush().ok()?;
    (!names.is_empty()).then(|| file.into_inner().into_inner())
}

type File = cfb::CompoundFile<Cursor<Vec<u8>>>;

fn read(file: &mut File, name: &str, limit: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    file.open_stream(name).ok()?.take(limit).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn write(file: &mut File, name: &str, bytes: &[u8]) -> Option<()> {
    file.create_stream(name).ok()?.write_all(bytes).ok()
}

/// A section without its lock.
fn section(bytes: &[u8]) -> Option<Vec<u8>> {
    let (head, rest) = bytes.split_first_chunk::<4>()?;
    let (tag, size) = (u32::from_le_bytes(*head) & 0x3ff, u32::from_le_bytes(*head) >> 20);
    let (data, rest) = rest.split_first_chunk::<DATA>()?;
    if tag != TAG || size as usize != DATA {
        return None;
    }
    let cipher = Aes128::new(&key(data)?.into());
    let (blocks, _) = rest.as_chunks::<16>();
    let mut out = Vec::with_capacity(rest.len());
    for block in blocks {
        let mut block = (*block).into();
        cipher.decrypt_block(&mut block);
        out.extend_from_slice(&block);
    }
    Some(out)
}

/// The key that stands in the record, under numbers that its first four bytes begin.
fn key(data: &[u8; DATA]) -> Option<[u8; 16]> {
    let (seed, _) = data.split_first_chunk::<4>()?;
    let seed = u32::from_le_bytes(*seed);
    let mut state = seed;
    let mut random = || {
        state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
        (state >> 16) & 0x7fff
    };
    let mut plain = *data;
    let (mut mask, mut left) = (0, 0);
    for (at, byte) in plain.iter_mut().enumerate() {
        if left == 0 {
            mask = u8::try_from(random() & 0xff).ok()?;
            left = (random() & 0xf) + 1;
        }
        if at >= 4 {
            *byte ^= mask;
        }
        left -= 1;
    }
    let start = 4 + (seed & 0xf) as usize;
    plain.get(start..start + 16)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use aes::cipher::BlockEncrypt as _;

    use super::*;

    /// A record that holds the key, as Hancom's programs write it: the mask is its own inverse.
    fn locked(seed: u32, key: [u8; 16]) -> [u8; DATA] {
        let mut data = [0_u8; DATA];
        data[..4].copy_from_slice(&seed.to_le_bytes());
        // The mask alone, over nothing.
        let mut state = seed;
        let mut random = || {
            state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
            (state >> 16) & 0x7fff
        };
        let mut at = 0;
        while at < DATA {
            let mask = (random() & 0xff) as u8;
            for _ in 0..=(random() & 0xf) {
                if (4..DATA).contains(&at) {
                    data[at] = mask;
                }
                at += 1;
            }
        }
        let start = 4 + (seed & 0xf) as usize;
        data[start..start + 16].iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
        data
    }

    #[test]
    fn a_section_is_unlocked_with_the_key_in_its_first_record() {
        let (seed, secret) = (0x1234_5679, *b"0123456789abcdef");
        let text = *b"records of a section, 32 bytes..";
        let mut bytes = (TAG | 256 << 20).to_le_bytes().to_vec();
        bytes.extend(locked(seed, secret));
        let cipher = Aes128::new(&secret.into());
        for block in text.as_chunks::<16>().0 {
            let mut block = (*block).into();
            cipher.encrypt_block(&mut block);
            bytes.extend_from_slice(&block);
        }
        assert_eq!(section(&bytes).unwrap(), text);
        bytes[0] = 0;
        assert_eq!(section(&bytes), None);
        assert_eq!(section(b"short"), None);
    }

    /// A real one, where it is at hand.
    #[test]
    fn a_real_file_is_read() {
        let Ok(bytes) = std::fs::read("../shared/trials/files/pyhwp__viewtext.hwp") else {
            println!("skipped: there is no HWP for distribution here");
            return;
        };
        let read = super::super::extract(&bytes, &crate::Limits::default()).unwrap();
        let text: Vec<&str> = read.blocks.iter().map(|block| block.text.as_str()).collect();
        assert!(text.concat().contains("배포 문서 예제입니다"), "{text:?}");
    }
}
