//! Sentences that speak of the answer itself: greetings, offers, announcements, and that the sources are silent.
//!
//! Owns the tables of such sentences, Korean and English. Leaves what else is no claim to [`super::kind`].

mod english;
mod korean;

use std::sync::LazyLock;

use memchr::{memchr, memmem};

use english::{
    ENGLISH_ABILITIES, ENGLISH_ANNOUNCED, ENGLISH_ANNOUNCEMENTS, ENGLISH_CONDITIONS, ENGLISH_GREETINGS,
    ENGLISH_INTERJECTIONS, ENGLISH_OFFERS, ENGLISH_REFERRALS, ENGLISH_SILENCE, ENGLISH_SOURCES,
    ENGLISH_STARTS, ENGLISH_TELLING, ENGLISH_WISHES,
};
use korean::{
    KOREAN_ANNOUNCEMENTS, KOREAN_ANNOUNCING, KOREAN_ASKED, KOREAN_DENIALS, KOREAN_DONE, KOREAN_FINDINGS,
    KOREAN_FOLLOWS, KOREAN_INTERJECTIONS, KOREAN_MORE, KOREAN_NEGATIONS, KOREAN_OFFERS, KOREAN_PLACES,
    KOREAN_PLANS, KOREAN_REFERRALS, KOREAN_REQUESTS, KOREAN_SILENCE, KOREAN_SOUGHT, KOREAN_SOURCES,
    KOREAN_SPEAK, KOREAN_STARTS, KOREAN_TELLING, KOREAN_WITHIN,
};

use super::chars::is_syllable;
use crate::domain::text::syllable_at;

/// Longest sentence, in bytes, that is looked up in the tables.
const MAX_NOTICE: usize = 400;

/// Words of an announcement before its noun.
const MAX_ANNOUNCED: usize = 7;

/// Longest interjection with the punctuation behind it, in bytes.
const MAX_INTERJECTION: usize = 24;

/// Interjections of one sentence: `네, 알겠습니다!`
const MAX_INTERJECTIONS: usize = 3;

/// Most words of a greeting.
const MAX_GREETING_WORDS: usize = 7;

/// Bytes at the end of a sentence in which its last predicate stands.
const LAST_PREDICATE: usize = 48;

/// What stands in a text that is not ASCII.
#[derive(Debug, Clone, Copy, Default)]
struct Traits {
    /// A Hangul syllable.
    korean: bool,
    /// One of [`KOREAN_NEGATIONS`].
    negated: bool,
    /// A typographic apostrophe.
    apostrophe: bool,
}

impl Traits {
    fn of(body: &str) -> Self {
        const NEGATIONS: [u32; 4] = [
            KOREAN_NEGATIONS[0] as u32,
            KOREAN_NEGATIONS[1] as u32,
            KOREAN_NEGATIONS[2] as u32,
            KOREAN_NEGATIONS[3] as u32,
        ];
        let bytes = body.as_bytes();
        let mut found = Self::default();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if let Some(code) = syllable_at(bytes, at) {
                found.korean = true;
                found.negated |= NEGATIONS.contains(&code);
                at += 3;
                continue;
            }
            found.apostrophe |=
                byte == 0xe2 && bytes.get(at..).is_some_and(|rest| rest.starts_with("’".as_bytes()));
            at += 1;
        }
        found
    }
}

/// Whether the sentence, which is `plain` when it is ASCII, speaks of the answer itself.
pub(super) fn is_notice(body: &str, plain: bool) -> bool {
    if body.len() > MAX_NOTICE {
        return false;
    }
    let traits = if plain { Traits::default() } else { Traits::of(body) };
    if traits.apostrophe {
        let body = body.replace('’', "'");
        return is_notice(&body, body.is_ascii());
    }
    if traits.korean { korean_notice(body, traits) } else { english_notice(body) }
}

fn english_notice(body: &str) -> bool {
    if !may_start(body.as_bytes()) {
        return denies_sources(body);
    }
    let lead = lead(body.as_bytes());
    if begins(body, lead, ENGLISH_STARTS, &ENGLISH_START_LEADS).next().is_some() {
        return true;
    }
    let numbered = || body.bytes().any(|byte| byte.is_ascii_digit());
    let greets = |rest: &str| {
        !rest.starts_with(|ch: char| ch.is_alphanumeric() || ch == '-')
            && !numbered()
            && body.split_whitespace().nth(MAX_GREETING_WORDS).is_none()
    };
    if begins(body, lead, ENGLISH_GREETINGS, &ENGLISH_GREETING_LEADS).any(greets) {
        return true;
    }
    let begins = |list: &[&str]| {
        let head =
            |start: &&str| body.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start));
        list.iter().any(head)
    };
    // No other table has a sentence that begins otherwise.
    if !matches!(
        body.as_bytes().first(),
        Some(b'P' | b'p' | b'S' | b's' | b'I' | b'i' | b'Y' | b'y' | b'H' | b'h' | b'B' | b'b')
    ) {
        return denies_sources(body);
    }
    let has = |text: &str, list: &[&str]| list.iter().any(|phrase| text.contains(phrase));
    if begins(ENGLISH_REFERRALS) && !numbered() {
        return true;
    }
    if begins(ENGLISH_ANNOUNCEMENTS) {
        let announced = body.split_whitespace().take(MAX_ANNOUNCED).any(|word| {
            let word = word.trim_end_matches(|ch: char| !ch.is_ascii_alphabetic());
            ENGLISH_ANNOUNCED.iter().any(|noun| word.eq_ignore_ascii_case(noun))
        });
        return announced && !numbered();
    }
    if begins(ENGLISH_CONDITIONS) {
        let lower = body.to_ascii_lowercase();
        // What is offered stands in the main clause; `if you want to renew, contact the library` states a rule.
        let main = lower.find(',').and_then(|at| lower.get(at..)).unwrap_or_default();
        return has(main, ENGLISH_OFFERS) && !(main.contains("reach out") && numbered());
    }
    if begins(ENGLISH_ABILITIES) {
        return has(&body.to_ascii_lowercase(), ENGLISH_WISHES);
    }
    denies_sources(body)
}

fn korean_notice(body: &str, traits: Traits) -> bool {
    let lead = lead(body.as_bytes());
    if begins(body, lead, KOREAN_STARTS, &KOREAN_START_LEADS).next().is_some() {
        return true;
    }
    let has = |phrases: &[&str]| phrases.iter().any(|phrase| body.contains(phrase));
    let end = body.trim_end_matches(|ch: char| !is_syllable(ch));
    let ends = |list: &[&str]| list.iter().any(|ending| end.ends_with(ending));
    let begins = |list: &[&str]| list.iter().any(|start| body.starts_with(start));
    let numbered = || body.contains(|ch: char| ch.is_ascii_digit());
    // `질문해 주셔서 감사합니다`, `추가 확인이 필요합니다`.
    if ends(&["감사합니다", "고맙습니다"]) && has(&["주셔서", "해주셔서"])
        || end.ends_with("확인이 필요합니다") && body.split(' ').nth(3).is_none()
    {
        return true;
    }
    // `학과에 문의하는 것이 좋습니다`.
    if ends(&["권장합니다", "권합니다", "것이 좋습니다"])
        && has(&["문의하", "상담하", "확인하시"])
        && !numbered()
    {
        return true;
    }
    // `휴학 절차를 안내해 드리겠습니다`, `요청하신 내용을 정리했습니다`.
    let announces = ends(KOREAN_ANNOUNCEMENTS) && {
        let last = tail(end, 2 * LAST_PREDICATE / 3);
        let verbs = if end.ends_with("드립니다") { KOREAN_TELLING } else { KOREAN_ANNOUNCING.len() };
        KOREAN_ANNOUNCING.iter().take(verbs).any(|verb| last.contains(verb))
    };
    if announces || ends(KOREAN_PLANS) || ends(KOREAN_DONE) && (begins(KOREAN_PLACES) || begins(KOREAN_ASKED))
    {
        return true;
    }
    // `다음은 휴학 신청 절차입니다.`
    if begins(KOREAN_FOLLOWS) && ends(&["입니다", "이에요", "예요", "이다"]) && !numbered() {
        return true;
    }
    // `필요하시면 말씀해 주세요`, `자세한 내용은 학과에 문의하세요`, `원하시면 표로 정리해 드릴 수 있습니다`.
    let asked = ends(KOREAN_REQUESTS);
    if asked || ends(KOREAN_OFFERS) {
        let offered = ["시면", "시다면", "신다면"].iter().any(|condition| body.contains(condition));
        let refers = |body: &str| KOREAN_REFERRALS.iter().any(|start| body.starts_with(start));
        let more = KOREAN_MORE.iter().find_map(|more| body.strip_prefix(more)).unwrap_or(body);
        if offered && (ends(KOREAN_OFFERS) || asked && has(KOREAN_SPEAK) && !numbered())
            || asked && (refers(body) || refers(more) || begins(KOREAN_PLACES)) && !numbered()
        {
            return true;
        }
    }
    traits.negated && denies_sources_korean(body, end)
}

/// Whether a Korean sentence, which ends with `end`, says that the sources are silent.
fn denies_sources_korean(body: &str, end: &str) -> bool {
    let has = |text: &str, phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
    if has(body, KOREAN_SILENCE) {
        return true;
    }
    // A denial before the last predicate is a condition: `확인할 수 없는 경우 인정하지 않는다`.
    let last = tail(end, LAST_PREDICATE);
    let denies = |denial: &str| {
        // `포함되지 않아야 한다` forbids. Looking whether it stands there is much cheaper than finding the place.
        last.contains(denial)
            && last
                .rfind(denial)
                .and_then(|at| last.get(at + denial.len()..))
                .is_some_and(|rest| !["아야", "어야", "도록"].iter().any(|must| rest.starts_with(must)))
    };
    if !KOREAN_DENIALS.iter().any(|denial| denies(denial)) {
        return false;
    }
    let sought = KOREAN_SOUGHT.iter().any(|start| body.starts_with(start))
        && has(body.get(..body.len().min(LAST_PREDICATE)).unwrap_or(body), KOREAN_FINDINGS);
    sought || speaks_of_sources(body)
}

/// `자료에는`, `제공된 문서만으로는`: the sources as the place where something is missing.
fn speaks_of_sources(body: &str) -> bool {
    KOREAN_SOURCES.iter().any(|source| {
        body.match_indices(source).any(|(at, _)| {
            let rest = body.get(at + source.len()..).unwrap_or_default();
            KOREAN_WITHIN.iter().any(|within| rest.starts_with(within))
        })
    })
}

/// The last `bytes` of a text, or a little less.
fn tail(text: &str, bytes: usize) -> &str {
    let mut from = text.len().saturating_sub(bytes);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    text.get(from..).unwrap_or_default()
}

/// What a sentence says behind the words that only greet, agree or regret: `Yes, staff may park in lot B.`
pub(super) fn after_greeting(body: &str) -> &str {
    let mut rest = body;
    for _ in 0..MAX_INTERJECTIONS {
        let Some(after) = without_interjection(rest) else { break };
        rest = after;
    }
    rest
}

fn without_interjection(body: &str) -> Option<&str> {
    let first = *body.as_bytes().first()?;
    // No word without punctuation behind it, and it is never far: this rules out nearly every sentence.
    let set_apart =
        |byte: &u8| matches!(byte, b',' | b'.' | b'!' | b'~' | b':' | b'^') || first < 0x80 && *byte >= 0x80;
    if body.len() > MAX_INTERJECTION && !body.as_bytes().iter().take(MAX_INTERJECTION).any(set_apart) {
        return None;
    }
    let list = if first.is_ascii_alphabetic() {
        ENGLISH_INTERJECTIONS
    } else if (0xea..=0xed).contains(&first) {
        KOREAN_INTERJECTIONS
    } else {
        return None;
    };
    list.iter().find_map(|word| {
        body.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word))?;
        let rest = body.get(word.len()..)?;
        let bare = rest.trim_start_matches(|ch: char| {
            matches!(ch, ',' | '.' | '!' | '~' | '，' | '、' | '…' | ':' | '^' | 'ㅎ' | 'ㅋ')
                || ch.is_whitespace()
        });
        // `네 번째`, `예 3건`, `No one`: only punctuation sets a word apart.
        let apart = rest
            .chars()
            .next()
            .is_none_or(|ch| !ch.is_alphanumeric() && !ch.is_whitespace() && ch != '-' && ch != '\'');
        // `1.5` and `no.3` are no ends.
        let glued = bare.len() + 1 == rest.len() && rest.starts_with(['.', ':']) && !bare.is_empty();
        // `Sorry, but …`
        let bare = bare.strip_prefix("but ").unwrap_or(bare);
        (apart && !glued).then_some(bare)
    })
}

/// Searches for the commonest denial; made once.
static NOT: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new("not"));

/// Whether an English sentence says that the sources are silent.
fn denies_sources(body: &str) -> bool {
    let bytes = body.as_bytes();
    let denies =
        NOT.find(bytes).is_some() || memchr(b'\'', bytes).is_some() && memmem::find(bytes, b"n't").is_some();
    denies && {
        let mut lower = body.to_ascii_lowercase();
        for given in
            [" you shared", " you provided", " you gave me", " provided", " given", " above", " available"]
        {
            if lower.contains(given) {
                lower = lower.replace(given, "");
            }
        }
        // Looking whether it stands there is much cheaper than splitting.
        let silent = |source: &str| {
            lower.contains(source)
                && lower
                    .split(source)
                    .skip(1)
                    .any(|rest| ENGLISH_TELLING.iter().any(|verb| rest.starts_with(verb)))
        };
        ENGLISH_SILENCE.iter().any(|phrase| lower.contains(phrase))
            || ENGLISH_SOURCES.iter().any(|source| silent(source))
    }
}

/// For each first letter the second letters with which an entry of the English tables begins, as bits; bit 31 is anything
/// that is no letter. Rules out nearly every sentence in one step.
const ENGLISH_INITIALS: [u32; 26] = {
    let mut table = [0_u32; 26];
    let lists = [
        ENGLISH_STARTS,
        ENGLISH_GREETINGS,
        ENGLISH_REFERRALS,
        ENGLISH_CONDITIONS,
        ENGLISH_ABILITIES,
        ENGLISH_ANNOUNCEMENTS,
    ];
    let mut list = 0;
    while list < lists.len() {
        let mut entry = 0;
        while entry < lists[list].len() {
            let word = lists[list][entry].as_bytes();
            table[(word[0] - b'a') as usize] |= second_bit(word[1]);
            entry += 1;
        }
        list += 1;
    }
    table
};

const fn second_bit(byte: u8) -> u32 {
    if byte.is_ascii_alphabetic() { 1 << (byte.to_ascii_lowercase() - b'a') } else { 1 << 31 }
}

/// Whether an entry of the English tables has the first two bytes of `body`.
fn may_start(body: &[u8]) -> bool {
    let &[first, second, ..] = body else { return false };
    let row = usize::from(first.to_ascii_lowercase().wrapping_sub(b'a'));
    ENGLISH_INITIALS.get(row).is_some_and(|row| row & second_bit(second) != 0)
}

/// The first four bytes of an entry of a table, and which bits of them count when it is shorter.
type Lead = (u32, u32);

const fn leads<const N: usize>(texts: &[&str]) -> [Lead; N] {
    let mut out = [(0, 0); N];
    let mut at = 0;
    while at < N {
        let bytes = texts[at].as_bytes();
        let mut byte = 0;
        while byte < 4 && byte < bytes.len() {
            out[at].0 |= (bytes[byte] as u32) << (8 * byte);
            out[at].1 |= 0xff << (8 * byte);
            byte += 1;
        }
        at += 1;
    }
    out
}

const ENGLISH_START_LEADS: [Lead; ENGLISH_STARTS.len()] = leads(ENGLISH_STARTS);
const ENGLISH_GREETING_LEADS: [Lead; ENGLISH_GREETINGS.len()] = leads(ENGLISH_GREETINGS);
const KOREAN_START_LEADS: [Lead; KOREAN_STARTS.len()] = leads(KOREAN_STARTS);

/// The first four bytes of a text in lower case.
fn lead(body: &[u8]) -> u32 {
    let mut head = [0; 4];
    for (slot, byte) in head.iter_mut().zip(body) {
        *slot = byte.to_ascii_lowercase();
    }
    u32::from_le_bytes(head)
}

/// What follows those of `starts` in `body`, which begins with `lead`, that it begins with in whatever case.
fn begins<'a>(
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
