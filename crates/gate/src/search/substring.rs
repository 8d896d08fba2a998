//! The longest run of text that a claim has in common with its evidence.
//!
//! Owns the search. The figure is shown, not judged.

/// Length in bytes of the longest run of text that stands in both, from character to byte.
///
/// The first `SEED` bytes of a run lead to the places of the claim where it may stand, from where it is extended both
/// ways. A run that is longer than the longest so far has a seed in every stretch of that length, so the longer that is,
/// the fewer places are looked at; shorter runs than `SEED` are not reported.
pub(crate) fn common_substring(claim: &str, text: &str) -> usize {
    const SEED: usize = 4;
    /// Of a longer claim only the beginning is compared: the figure is shown, not judged.
    const LONGEST: usize = 1024;
    let (claim, text) = (claim.as_bytes(), text.as_bytes());
    let claim = claim.get(..LONGEST).unwrap_or(claim);
    if claim.len() < SEED || text.len() < SEED {
        return 0;
    }
    // Positions of the claim by the hash of the four bytes that begin there, chained.
    let mut heads = [u16::MAX; SEEDS];
    let mut links = [u16::MAX; LONGEST];
    for ((at, seed), link) in (0_u16..).zip(claim.windows(SEED)).zip(&mut links) {
        let head = &mut heads[seed_slot(seed)];
        *link = *head;
        *head = at;
    }
    let mut best = SEED - 1;
    let mut at = 0;
    while let Some(seed) = text.get(at..at + SEED) {
        let mut from = heads[seed_slot(seed)];
        while let Some(rest) = claim.get(usize::from(from)..) {
            let start = usize::from(from);
            if rest.starts_with(seed) {
                let ends = |(a, b): &(&u8, &u8)| a == b;
                let ahead = rest.iter().zip(text.iter().skip(at)).take_while(ends).count();
                let (left, right) = (claim.get(..start), text.get(..at));
                let (left, right) = (left.unwrap_or_default(), right.unwrap_or_default());
                let behind = left.iter().rev().zip(right.iter().rev()).take_while(ends).count();
                // Runs begin with a character.
                let run = text.get(at - behind..at + ahead).unwrap_or_default();
                let cut = run.iter().take_while(|byte| **byte & 0xc0 == 0x80).count();
                best = best.max(run.len() - cut);
            }
            from = links[start];
        }
        // A longer run that begins behind this place begins at the next or has a seed at each of so many places.
        at += (best + 2 - SEED).max(1);
    }
    if best < SEED { 0 } else { best }
}

/// Slots of the positions of a claim.
const SEEDS: usize = 1 << 10;

fn seed_slot(seed: &[u8]) -> usize {
    let wide = seed.first_chunk().map_or(0, |four| u32::from_le_bytes(*four));
    (wide.wrapping_mul(0x9e37_79b1) >> 22) as usize % SEEDS
}
