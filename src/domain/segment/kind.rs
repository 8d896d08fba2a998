//! What a sentence is to the gate: a claim, or one of the kinds that are not judged.
//!
//! Owns the criteria for a claim and the tables of greetings and statements about the answer itself, Korean
//! and English. Leaves whether a claim is supported to [`crate::domain::gate`].

use std::sync::LazyLock;

use memchr::{memchr, memmem};

use super::SentenceKind;
use super::chars::{is_bullet, is_letter, is_syllable};
use super::markdown::Block;
use crate::domain::citation::{MarkMatch, match_mark};
use crate::domain::text::syllable_at;

/// Fewest characters of a claim, white space apart.
const MIN_CHARACTERS: usize = 5;
/// Fewest letters or Hangul syllables of a claim.
const MIN_LETTERS: usize = 2;
/// Fewest words of a claim without a predicate we know.
const MIN_WORDS: usize = 4;
/// Longest heading of a References section with its Markdown, in bytes.
const MAX_REFERENCES_HEADING: usize = 40;
/// Longest sentence, in bytes, that is looked up in the tables of greetings and notices.
const MAX_META: usize = 400;

/// Kind of the sentence `text` that stands in `block`.
pub(super) fn classify(text: &str, block: Block, question: bool, references: bool) -> SentenceKind {
    match block {
        Block::Fence { .. } | Block::Indented => return SentenceKind::Code,
        Block::Table => return SentenceKind::Table,
        Block::Heading => return SentenceKind::Heading,
        Block::Definition => return SentenceKind::Meta,
        Block::Paragraph | Block::Item | Block::Quote => {}
    }
    if references || is_references_heading(text, block) {
        return SentenceKind::Meta;
    }
    if is_title(text) {
        return if block == Block::Item { SentenceKind::Meta } else { SentenceKind::Heading };
    }
    let body = body(text);
    let plain = body.is_ascii();
    if !has_substance(body) {
        return SentenceKind::Meta;
    }
    if question || !plain && asks(body) {
        return SentenceKind::Question;
    }
    if is_meta(body, plain) || is_label(body) || !is_claim_like(body, block) {
        return SentenceKind::Meta;
    }
    SentenceKind::Claim
}

/// A line that is emphasised as a whole and does not end like a sentence.
fn is_title(text: &str) -> bool {
    let text = text.trim().trim_end_matches([':', '：']);
    let start = text.trim_start_matches(|ch: char| !is_letter(ch) && ch != '*');
    start.strip_prefix("**").and_then(|inner| inner.strip_suffix("**")).is_some_and(|inner| {
        !inner.contains("**") && inner.contains(is_letter) && !inner.ends_with(['.', '!', '?', '。'])
    })
}

/// Korean questions that leave the question mark out: `-ㅂ니까`, `-까요`, `-나요`.
fn asks(body: &str) -> bool {
    let end = body.trim_end_matches(|ch: char| !is_syllable(ch));
    end.ends_with("까요")
        || end.ends_with("나요")
        || end.ends_with("습니까")
        || end.ends_with("입니까")
        || end.ends_with("합니까")
}

/// Names of the section that lists sources.
const REFERENCES: &[&str] = &[
    "references",
    "reference",
    "sources",
    "source",
    "citations",
    "bibliography",
    "works cited",
    "참고문헌",
    "참고 문헌",
    "참고자료",
    "참고 자료",
    "출처",
    "인용",
    "근거 자료",
    "근거자료",
];

/// Whether the sentence opens a References section.
pub(super) fn is_references_heading(text: &str, block: Block) -> bool {
    if text.len() > MAX_REFERENCES_HEADING || !matches!(block, Block::Heading | Block::Paragraph) {
        return false;
    }
    let name = text
        .split('[')
        .next()
        .unwrap_or_default()
        .trim_matches(|ch: char| !is_letter(ch) && !ch.is_numeric());
    REFERENCES.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// The sentence without list markers, block quotes and emphasis around it.
fn body(text: &str) -> &str {
    let text = text.trim();
    let text = text.trim_start_matches(|ch: char| {
        matches!(ch, '>' | '-' | '*' | '+' | '_') || ch.is_whitespace() || is_bullet(ch)
    });
    let digits = text.trim_start_matches(|ch: char| ch.is_ascii_digit());
    let text = if digits.len() < text.len() {
        digits.strip_prefix(['.', ')']).map_or(text, str::trim_start)
    } else {
        text
    };
    text.trim_end_matches(|ch: char| matches!(ch, '*' | '_') || ch.is_whitespace())
}

fn has_substance(body: &str) -> bool {
    let (mut characters, mut letters) = (0, 0);
    for ch in body.chars() {
        characters += usize::from(!ch.is_whitespace());
        letters += usize::from(is_letter(ch));
        if characters >= MIN_CHARACTERS && letters >= MIN_LETTERS {
            return true;
        }
    }
    false
}

/// Most words of a label, and of one that says itself that something follows.
const MAX_LABEL_WORDS: usize = 8;
const MAX_ANNOUNCEMENT_WORDS: usize = 16;

/// How a sentence ends that only announces what follows.
const LEAD_INS: &[&str] = &[
    "as follows",
    "다음과 같습니다",
    "다음과 같다",
    "다음과 같아요",
    "아래와 같습니다",
    "아래와 같다",
    "아래와 같아요",
];

/// "다음과 같습니다." and "The main points:" announce; what they announce is judged by itself.
fn is_label(body: &str) -> bool {
    let words = || body.split_whitespace().count();
    let end = body.trim_end_matches(|ch: char| !is_letter(ch));
    if LEAD_INS.iter().any(|lead| end.ends_with(lead)) {
        return words() <= MAX_ANNOUNCEMENT_WORDS;
    }
    body.ends_with([':', '：'])
        && (words() <= MAX_LABEL_WORDS
            || words() <= MAX_ANNOUNCEMENT_WORDS
                && ["here is", "here are", "here's", "following", "다음", "아래"]
                    .iter()
                    .any(|word| body.contains(word)))
}

/// Text states something when it ends like a sentence, cites, has a predicate we know, labels a value, or has enough
/// words for a predicate we do not know.
fn is_claim_like(body: &str, block: Block) -> bool {
    let words = body.split_whitespace().filter(|word| word.contains(is_letter)).take(MIN_WORDS).count();
    if words >= MIN_WORDS {
        return true;
    }
    let end = body.trim_end_matches(|ch: char| !is_letter(ch) && !ch.is_numeric());
    let tail = body.get(end.len()..).unwrap_or_default();
    (tail.contains(['.', '。', '!', '…']) && (words >= 2 || block != Block::Item))
        || end.ends_with(['다', '요', '음', '함', '임', '됨', '짐', '야', '죠'])
        || body.contains(": ") && (words >= 3 || body.contains(|ch: char| ch.is_ascii_digit()))
        || cites(body)
}

fn cites(body: &str) -> bool {
    body.match_indices(['[', '【', '［'])
        .any(|(at, _)| matches!(match_mark(body.get(at..).unwrap_or_default()), MarkMatch::Complete(_)))
}

/// How a sentence about the answer itself begins, English.
const ENGLISH_STARTS: &[&str] = &[
    "great question",
    "good question",
    "i hope this",
    "hope this",
    "i hope that",
    "let me know",
    "please let me know",
    "feel free",
    "please feel free",
    "i'm sorry",
    "i am sorry",
    "i apologize",
    "i apologise",
    "i cannot",
    "i can't",
    "i could not",
    "i couldn't",
    "i do not have",
    "i don't have",
    "i was unable",
    "i am unable",
    "i'm unable",
    "if you have any question",
    "if you have any other question",
    "if you have any further question",
    "as an ai",
    "you're welcome",
    "is there anything",
    "would you like",
    "i found no",
    "i did not find",
    "no information",
    "there is no information",
    "no relevant",
    "let me explain",
    "let me summari",
    "let me walk",
    "let me break",
    "i'll explain",
    "i'll summari",
    "i'll outline",
    "i'll walk",
    "i'll go through",
    "i will explain",
    "i will summari",
    "i will outline",
    "in this answer,",
    "in this response,",
    "i'd be happy",
    "i would be happy",
    "i'm happy to",
    "i am happy to",
    "happy to help",
    "glad to help",
    "i can also help",
];

/// How a referral to someone else begins, English; a date, a place with a number or an amount in it can be checked.
const ENGLISH_REFERRALS: &[&str] =
    &["please contact", "please check with", "please consult", "please reach out", "please ask"];

/// How an offer on condition begins, English, and what shows that it is the assistant's.
const ENGLISH_CONDITIONS: &[&str] = &[
    "if you need",
    "if you have",
    "if you want",
    "if you wish",
    "if you would like",
    "if you'd like",
    "if you like",
    "i can",
    "i could",
];
const ENGLISH_OFFERS: &[&str] = &[
    "let me know",
    "feel free",
    "just ask",
    ", i can",
    ", i could",
    ", i'd",
    ", i'll",
    ", i will",
    "reach out",
    "happy to",
    "hesitate",
    "if you like",
    "if you'd like",
    "if you would like",
    "if you want",
];

/// How a greeting, thanks or announcement begins, English; a claim may follow in the same sentence, so a long one counts as one.
const ENGLISH_GREETINGS: &[&str] = &[
    "hello",
    "hi",
    "hey",
    "dear",
    "thank you",
    "thanks",
    "sure",
    "certainly",
    "of course",
    "sorry",
    "here is",
    "here are",
    "here's",
    "below is",
    "below are",
    "welcome",
];

/// How a sentence about the answer itself begins, Korean.
const KOREAN_STARTS: &[&str] = &[
    "좋은 질문",
    "도움이 되",
    "도움이 필요",
    "궁금한 점",
    "궁금하신",
    "추가로 궁금",
    "더 궁금",
    "추가 질문",
    "아래와 같이 정리",
    "답변드리겠",
    "답변 드리겠",
    "요약하면 다음과 같",
    "정리하면 다음과 같",
    "저는 ai",
    "저는 인공지능",
    "저는 언어 모델",
];

/// How a referral to someone else begins, Korean.
const KOREAN_REFERRALS: &[&str] = &[
    "정확한 내용",
    "정확한 사항",
    "정확한 정보",
    "자세한 내용",
    "자세한 사항",
    "자세한 정보",
    "더 자세한",
    "보다 자세한",
    "구체적인 내용",
    "구체적인 사항",
];

/// What asks the reader to speak, Korean, and how a sentence ends that asks or offers.
const KOREAN_SPEAK: &[&str] = &["말씀", "알려", "문의", "물어", "질문", "요청"];
const KOREAN_REQUESTS: &[&str] =
    &["주세요", "보세요", "하세요", "바랍니다", "주십시오", "하십시오", "주시면 됩니다"];
const KOREAN_OFFERS: &[&str] = &["드릴 수 있습니다", "드릴게요", "드릴 수 있어요", "드리겠습니다"];

/// How an announcement ends, Korean.
const KOREAN_ANNOUNCEMENTS: &[&str] =
    &["드리겠습니다", "살펴보겠습니다", "정리하겠습니다", "설명하겠습니다", "알아보겠습니다"];

/// How a greeting, thanks or announcement begins, Korean.
const KOREAN_GREETINGS: &[&str] = &[
    "안녕하",
    "감사합니다",
    "고맙습니다",
    "죄송",
    "네,",
    "네.",
    "네!",
    "예,",
    "물론입니다",
    "물론이죠",
    "알겠습니다",
    "반갑습니다",
];

/// Most words of a greeting.
const MAX_GREETING_WORDS: usize = 7;

/// Sources that are said not to do something, English, and what makes that silence: a document may well "not apply".
const ENGLISH_SOURCES: &[&str] = &[
    "sources do not ",
    "sources don't ",
    "documents do not ",
    "documents don't ",
    "document does not ",
    "document doesn't ",
    "source does not ",
    "source doesn't ",
];
const ENGLISH_TELLING: &[&str] = &[
    "mention",
    "contain",
    "say",
    "state",
    "specif",
    "provid",
    "includ",
    "cover",
    "address",
    "discuss",
    "list",
    "give",
    "explain",
    "defin",
    "have",
    "indicat",
    "describ",
    "answer",
    "refer",
    "tell",
    "clarif",
    "detail",
    "explicitly",
    "directly",
    "appear",
];

/// What says by itself that the sources are silent, English.
const ENGLISH_SILENCE: &[&str] = &[
    "not contain any information",
    "not contain information",
    "not provide information",
    "not mentioned in the",
    "not stated in the",
    "not specified in the",
    "not found in the sources",
    "not found in the document",
    "not found in the provided",
    "cannot be confirmed from",
    "could not be confirmed from",
    "cannot be determined from",
];

/// What says by itself that nothing was found, Korean: the polite present tense of an answer.
const KOREAN_SILENCE: &[&str] = &[
    "확인되지 않습니다",
    "확인되지 않았습니다",
    "답변드릴 수 없",
    "답변할 수 없",
    "답할 수 없",
    "자료에 없습니다",
    "문서에 없습니다",
];

/// What says so when the sentence speaks of the sources ([`KOREAN_SOURCES`]).
const KOREAN_DENIALS: &[&str] = &[
    "확인되지 않",
    "확인할 수 없",
    "찾을 수 없",
    "찾지 못했",
    "나와 있지 않",
    "나와있지 않",
    "언급되어 있지 않",
    "언급되지 않",
    "언급이 없",
    "포함되어 있지 않",
    "포함되지 않",
    "알 수 없",
    "정보가 없",
    "내용이 없",
    "기재되어 있지 않",
    "명시되어 있지 않",
];
const KOREAN_SOURCES: &[&str] = &["자료", "문서", "출처", "제공된", "주어진", "검색 결과"];

/// One of these stands in every sentence that denies.
const KOREAN_NEGATIONS: [char; 3] = ['않', '없', '못'];

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
        const NEGATIONS: [u32; 3] =
            [KOREAN_NEGATIONS[0] as u32, KOREAN_NEGATIONS[1] as u32, KOREAN_NEGATIONS[2] as u32];
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
fn is_meta(body: &str, plain: bool) -> bool {
    if body.len() > MAX_META {
        return false;
    }
    let traits = if plain { Traits::default() } else { Traits::of(body) };
    if traits.apostrophe {
        let body = body.replace('’', "'");
        return is_meta(&body, body.is_ascii());
    }
    let korean = traits.korean;
    if !korean && !may_start(body.as_bytes()) {
        return denies_sources(body);
    }
    let lead = lead(body.as_bytes());
    let (mut starts, mut greetings) = if korean {
        (
            begins(body, lead, KOREAN_STARTS, &KOREAN_START_LEADS),
            begins(body, lead, KOREAN_GREETINGS, &KOREAN_GREETING_LEADS),
        )
    } else {
        (
            begins(body, lead, ENGLISH_STARTS, &ENGLISH_START_LEADS),
            begins(body, lead, ENGLISH_GREETINGS, &ENGLISH_GREETING_LEADS),
        )
    };
    if starts.next().is_some() {
        return true;
    }
    let greets = |rest: &str| korean || !rest.starts_with(char::is_alphanumeric);
    if greetings.any(greets) && body.split_whitespace().nth(MAX_GREETING_WORDS).is_none() {
        return true;
    }
    if korean {
        let has = |phrases: &[&str]| phrases.iter().any(|phrase| body.contains(phrase));
        let end = body.trim_end_matches(|ch: char| !is_syllable(ch));
        let ends = |list: &[&str]| list.iter().any(|ending| end.ends_with(ending));
        let begins = |list: &[&str]| list.iter().any(|start| body.starts_with(start));
        // `필요하시면 말씀해 주세요`, `자세한 내용은 학과에 문의하세요`, `원하시면 표로 정리해 드릴 수 있습니다`.
        let offered = ["시면", "시다면", "신다면"].iter().any(|condition| body.contains(condition));
        let asked = ends(KOREAN_REQUESTS);
        if ends(KOREAN_ANNOUNCEMENTS)
            || offered && (ends(KOREAN_OFFERS) || asked && has(KOREAN_SPEAK))
            || asked && begins(KOREAN_REFERRALS) && !body.contains(|ch: char| ch.is_ascii_digit())
        {
            return true;
        }
        return traits.negated && (has(KOREAN_SILENCE) || has(KOREAN_SOURCES) && has(KOREAN_DENIALS));
    }
    let begins = |list: &[&str]| {
        let head =
            |start: &&str| body.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start));
        list.iter().any(head)
    };
    if begins(ENGLISH_REFERRALS) && !body.contains(|ch: char| ch.is_ascii_digit()) {
        return true;
    }
    if begins(ENGLISH_CONDITIONS) {
        let lower = body.to_ascii_lowercase();
        if ENGLISH_OFFERS.iter().any(|offer| lower.contains(offer)) {
            return true;
        }
    }
    denies_sources(body)
}

/// Searches for the commonest denial; made once.
static NOT: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new("not"));

/// Whether an English sentence says that the sources are silent.
fn denies_sources(body: &str) -> bool {
    let bytes = body.as_bytes();
    let denies =
        NOT.find(bytes).is_some() || memchr(b'\'', bytes).is_some() && memmem::find(bytes, b"n't").is_some();
    denies && {
        let lower = body.to_ascii_lowercase();
        let silent = |source: &str| {
            lower.split(source).skip(1).any(|rest| ENGLISH_TELLING.iter().any(|verb| rest.starts_with(verb)))
        };
        ENGLISH_SILENCE.iter().any(|phrase| lower.contains(phrase))
            || ENGLISH_SOURCES.iter().any(|source| silent(source))
    }
}

/// For each first letter the second letters with which an entry of the English tables begins, as bits; bit 31 is anything
/// that is no letter. Rules out nearly every sentence in one step.
const ENGLISH_INITIALS: [u32; 26] = {
    let mut table = [0_u32; 26];
    let lists = [ENGLISH_STARTS, ENGLISH_GREETINGS, ENGLISH_REFERRALS, ENGLISH_CONDITIONS];
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
const KOREAN_GREETING_LEADS: [Lead; KOREAN_GREETINGS.len()] = leads(KOREAN_GREETINGS);

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
