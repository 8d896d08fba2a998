//! How the entries of the tables begin and end, in forms that rule out nearly every sentence in one step.

use super::english::{
    ENGLISH_ABILITIES, ENGLISH_ANNOUNCEMENTS, ENGLISH_CONDITIONS, ENGLISH_DENIED, ENGLISH_GREETINGS,
    ENGLISH_INTERJECTIONS, ENGLISH_MISSING, ENGLISH_REFERRALS, ENGLISH_STARTS,
};
use super::korean::{
    KOREAN_ADVICE, KOREAN_ANNOUNCEMENTS, KOREAN_APOLOGIES, KOREAN_CHECKS, KOREAN_DONE, KOREAN_INTERJECTIONS,
    KOREAN_NAMING, KOREAN_OFFERS, KOREAN_PLANS, KOREAN_REQUESTS, KOREAN_SELF_UNABLE, KOREAN_STARTS,
    KOREAN_THANKS, KOREAN_UNABLE, KOREAN_UNFOUND, KOREAN_UNSURE, KOREAN_WISHED,
};
use super::pointer::POINTERS;

/// A set of short runs of bytes, as bits by their hash: some others seem to be in it, too. Rules out nearly every sentence in
/// one step.
struct Runs([u64; 32]);

impl Runs {
    const fn new() -> Self {
        Self([0; 32])
    }

    const fn bit(hash: u64) -> (usize, u64) {
        ((hash >> 58) as usize / 2, 1 << (hash >> 53 & 63))
    }

    const fn add(&mut self, hash: u64) {
        let (word, bit) = Self::bit(hash);
        self.0[word] |= bit;
    }

    const fn has(&self, hash: u64) -> bool {
        let (word, bit) = Self::bit(hash);
        self.0[word] & bit != 0
    }

    /// Of the first four bytes of a text in lower case, the first lowest.
    const fn of_lead(lead: u32) -> u64 {
        (lead as u64 + 1).wrapping_mul(MULTIPLIER)
    }

    /// Of the bytes that a text ends in, one more, before which `hash` has been made of those behind.
    const fn of_end(hash: u64, byte: u8) -> u64 {
        (hash ^ (byte as u64 + 1)).wrapping_mul(MULTIPLIER)
    }
}

const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// How the entries of the English tables begin, but for [`ENGLISH_GREETINGS`], some of which are shorter than a lead.
static ENGLISH_RUNS: Runs = {
    let lists = [
        ENGLISH_STARTS,
        ENGLISH_REFERRALS,
        ENGLISH_CONDITIONS,
        ENGLISH_ABILITIES,
        ENGLISH_ANNOUNCEMENTS,
        ENGLISH_DENIED,
        ENGLISH_MISSING,
        POINTERS,
    ];
    let mut runs = Runs::new();
    let mut list = 0;
    while list < lists.len() {
        let mut entry = 0;
        while entry < lists[list].len() {
            let (lead, mask) = lead_of(lists[list][entry].as_bytes());
            assert!(mask == u32::MAX);
            runs.add(Runs::of_lead(lead));
            entry += 1;
        }
        list += 1;
    }
    runs
};

/// Whether an entry of the English tables may begin like a text.
pub(super) fn may_start(lead: u32) -> bool {
    ENGLISH_RUNS.has(Runs::of_lead(lead)) || may_greet(lead)
}

/// Which bits of a lead tell of the entries of a table whether they may begin so: as many as the shortest entry has.
const ENGLISH_HEAD: u32 = 0xffff;
const KOREAN_HEAD: u32 = 0x00ff_ffff;

/// How the entries of a table begin, as far as `mask` goes.
const fn heads(leads: &[Lead], mask: u32) -> Runs {
    let mut runs = Runs::new();
    let mut at = 0;
    while at < leads.len() {
        assert!(leads[at].1 & mask == mask);
        runs.add(Runs::of_lead(leads[at].0 & mask));
        at += 1;
    }
    runs
}

static START_RUNS: Runs = heads(&ENGLISH_START_LEADS, u32::MAX);
static POINTER_RUNS: Runs = heads(&leads::<{ POINTERS.len() }>(POINTERS), u32::MAX);
static GREETING_HEADS: Runs = heads(&ENGLISH_GREETING_LEADS, ENGLISH_HEAD);
static ENGLISH_INTERJECTION_HEADS: Runs = heads(&ENGLISH_INTERJECTION_LEADS, ENGLISH_HEAD);
static KOREAN_INTERJECTION_HEADS: Runs = heads(&KOREAN_INTERJECTION_LEADS, KOREAN_HEAD);

/// Whether an entry of [`ENGLISH_STARTS`] may begin like a text.
pub(super) fn may_open(lead: u32) -> bool {
    START_RUNS.has(Runs::of_lead(lead))
}

/// The same of [`POINTERS`].
pub(super) fn may_point(lead: u32) -> bool {
    POINTER_RUNS.has(Runs::of_lead(lead))
}

/// Whether an English greeting may begin like a text.
pub(super) fn may_greet(lead: u32) -> bool {
    GREETING_HEADS.has(Runs::of_lead(lead & ENGLISH_HEAD))
}

/// Whether an interjection, English or Korean, may begin like a text.
pub(super) fn may_interject(lead: u32) -> bool {
    ENGLISH_INTERJECTION_HEADS.has(Runs::of_lead(lead & ENGLISH_HEAD))
        || KOREAN_INTERJECTION_HEADS.has(Runs::of_lead(lead & KOREAN_HEAD))
}

/// The Korean tables that tell a sentence by its end.
const KOREAN_ENDS: [&[&str]; 15] = [
    KOREAN_UNFOUND,
    KOREAN_UNSURE,
    KOREAN_APOLOGIES,
    KOREAN_SELF_UNABLE,
    KOREAN_UNABLE,
    KOREAN_WISHED,
    KOREAN_THANKS,
    KOREAN_CHECKS,
    KOREAN_ADVICE,
    KOREAN_ANNOUNCEMENTS,
    KOREAN_PLANS,
    KOREAN_DONE,
    KOREAN_NAMING,
    KOREAN_REQUESTS,
    KOREAN_OFFERS,
];

/// How the entries of [`KOREAN_ENDS`] end. Of a shorter entry the run is shorter.
static KOREAN_RUNS: Runs = {
    let lists = KOREAN_ENDS;
    let mut runs = Runs::new();
    let mut list = 0;
    while list < lists.len() {
        let mut entry = 0;
        while entry < lists[list].len() {
            let text = lists[list][entry].as_bytes();
            let len = if text.len() < RUN_LENGTHS[1] {
                RUN_LENGTHS[0]
            } else if text.len() < RUN_LENGTHS[2] {
                RUN_LENGTHS[1]
            } else {
                RUN_LENGTHS[2]
            };
            let (mut hash, mut at) = (0, 1);
            while at <= len {
                hash = Runs::of_end(hash, text[text.len() - at]);
                at += 1;
            }
            runs.add(hash);
            entry += 1;
        }
        list += 1;
    }
    runs
};

/// Bytes of those runs: two, three or four syllables.
const RUN_LENGTHS: [usize; 3] = [6, 9, 12];

/// Whether an entry of those tables may end like a text.
pub(super) fn may_end(end: &[u8]) -> bool {
    let last = end.len().saturating_sub("다".len());
    if !["다", "요", "오"].iter().any(|syllable| end.get(last..) == Some(syllable.as_bytes())) {
        return false;
    }
    let mut hash = 0;
    (1..).zip(end.iter().rev()).take(RUN_LENGTHS[2]).any(|(len, &byte)| {
        hash = Runs::of_end(hash, byte);
        RUN_LENGTHS.contains(&len) && KOREAN_RUNS.has(hash)
    })
}

/// The first four bytes of an entry of a table, and which bits of them count when it is shorter.
pub(super) type Lead = (u32, u32);

const fn lead_of(text: &[u8]) -> Lead {
    let mut lead = (0, 0);
    let mut byte = 0;
    while byte < 4 && byte < text.len() {
        lead.0 |= (text[byte] as u32) << (8 * byte);
        lead.1 |= 0xff << (8 * byte);
        byte += 1;
    }
    lead
}

const fn leads<const N: usize>(texts: &[&str]) -> [Lead; N] {
    let mut out = [(0, 0); N];
    let mut at = 0;
    while at < N {
        out[at] = lead_of(texts[at].as_bytes());
        at += 1;
    }
    out
}

pub(super) const ENGLISH_START_LEADS: [Lead; ENGLISH_STARTS.len()] = leads(ENGLISH_STARTS);
pub(super) const ENGLISH_GREETING_LEADS: [Lead; ENGLISH_GREETINGS.len()] = leads(ENGLISH_GREETINGS);
pub(super) const ENGLISH_INTERJECTION_LEADS: [Lead; ENGLISH_INTERJECTIONS.len()] =
    leads(ENGLISH_INTERJECTIONS);
pub(super) const KOREAN_INTERJECTION_LEADS: [Lead; KOREAN_INTERJECTIONS.len()] = leads(KOREAN_INTERJECTIONS);
pub(super) const KOREAN_START_LEADS: [Lead; KOREAN_STARTS.len()] = leads(KOREAN_STARTS);

/// The first four bytes of a text in lower case.
pub(super) fn lead(body: &[u8]) -> u32 {
    let mut head = [0; 4];
    for (slot, byte) in head.iter_mut().zip(body) {
        *slot = byte.to_ascii_lowercase();
    }
    u32::from_le_bytes(head)
}

/// What follows those of `starts` in `body`, which begins with `lead`, that it begins with in whatever case.
pub(super) fn begins<'a>(
    body: &'a str,
    lead: u32,
    starts: &'static [&str],
    leads: &'static [Lead],
) -> impl Iterator<Item = &'a str> {
    // Nearly every start is ruled out by its first bytes.
    starts.iter().zip(leads).filter(move |(_, start)| lead & start.1 == start.0).filter_map(|(start, _)| {
        body.get(..start.len()).filter(|head| head.eq_ignore_ascii_case(start))?;
        body.get(start.len()..)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_entry_is_ruled_out() {
        let english = [
            ENGLISH_STARTS,
            ENGLISH_GREETINGS,
            ENGLISH_REFERRALS,
            ENGLISH_CONDITIONS,
            ENGLISH_ABILITIES,
            ENGLISH_ANNOUNCEMENTS,
            ENGLISH_DENIED,
            ENGLISH_MISSING,
        ];
        for entry in english.into_iter().flatten() {
            assert!(may_start(lead(entry.to_uppercase().as_bytes())), "{entry}");
        }
        assert!(ENGLISH_STARTS.iter().all(|entry| may_open(lead(entry.to_uppercase().as_bytes()))));
        assert!(POINTERS.iter().all(|entry| may_point(lead(entry.to_uppercase().as_bytes()))));
        for entry in ENGLISH_INTERJECTIONS.iter().chain(KOREAN_INTERJECTIONS) {
            assert!(may_interject(lead(entry.to_uppercase().as_bytes())), "{entry}");
        }
        for entry in KOREAN_ENDS.into_iter().flatten() {
            assert!(may_end(entry.as_bytes()) && may_end(format!("학칙을 {entry}").as_bytes()), "{entry}");
        }
        assert!(!may_start(lead(b"The library opens at nine.")) && !may_end("휴학을 승인한다".as_bytes()));
        assert!(
            !may_interject(lead(b"Members pay less.")) && !may_interject(lead("휴학을 승인한다".as_bytes()))
        );
    }
}
