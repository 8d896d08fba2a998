//! What a sentence is to the gate: a claim, or one of the kinds that are not judged.
//!
//! Owns the criteria for a claim, Korean and English. Leaves greetings and statements about the answer itself to
//! [`super::notice`] and whether a claim is supported to the gate.

use super::SentenceKind;
use super::chars::{is_bullet, is_letter, is_space, is_syllable, trimmed};
use super::markdown::Block;
use super::notice::about::{is_caption, names};
use super::notice::{after_greeting, is_notice};
use stet_marks::citation;
use stet_text::{final_consonant, syllable_at};

/// Fewest characters of a claim, white space apart.
const MIN_CHARACTERS: usize = 5;
/// Fewest letters or Hangul syllables of a claim.
const MIN_LETTERS: usize = 2;
/// Fewest words of a claim without a predicate we know.
const MIN_WORDS: usize = 4;
/// Longest heading of a References section with its Markdown, in bytes.
const MAX_REFERENCES_HEADING: usize = 40;

/// Kind of the sentence `text` that stands in `block`; `references` in a References section and for its heading.
pub(super) fn classify(text: &str, block: Block, question: bool, references: bool) -> SentenceKind {
    match block {
        Block::Fence { .. } | Block::Literal { .. } | Block::Indented => return SentenceKind::Code,
        Block::Table => return SentenceKind::Table,
        Block::Heading => return SentenceKind::Heading,
        Block::Definition => return SentenceKind::Meta,
        Block::Paragraph | Block::Item | Block::Quote => {}
    }
    if references {
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
    if question && !quotes_question(body) || if plain { wonders(body) } else { asks(body) } {
        return SentenceKind::Question;
    }
    if is_bare(body) {
        return SentenceKind::Meta;
    }
    // `네, 휴학은 3년까지 가능합니다.` greets, and claims what follows.
    let said = after_greeting(body);
    if said.len() < body.len() && !has_substance(said) {
        return SentenceKind::Meta;
    }
    if is_notice(said, plain) || is_label(said) || is_caption(said) || !is_claim_like(said, block) {
        return SentenceKind::Meta;
    }
    SentenceKind::Claim
}

/// A line that is emphasised as a whole and does not end like a sentence.
fn is_title(text: &str) -> bool {
    let text = without_mark(text);
    // Its last byte tells of nearly every sentence that it is none.
    let last = text.bytes().rev().find(|&byte| !is_space(byte) && byte != b':');
    if last.is_none_or(|last| last.is_ascii() && last != b'*') {
        return false;
    }
    let text = text.trim().trim_end_matches([':', '：']);
    let start = text.trim_start_matches(|ch: char| !is_letter(ch) && ch != '*');
    start.strip_prefix("**").and_then(|inner| inner.strip_suffix("**")).is_some_and(|inner| {
        !inner.contains("**") && inner.contains(is_letter) && !inner.ends_with(['.', '!', '?', '。'])
    })
}

/// The text without the mark at its end: `**Opening hours** [1]`.
fn without_mark(text: &str) -> &str {
    let bare = text.trim_end();
    if !bare.ends_with([']', '】', '］']) || !bare.contains("**") {
        return text;
    }
    let open = bare.rfind(citation::is_open).filter(|at| {
        let rest = bare.get(*at..).unwrap_or_default();
        matches!(citation::match_mark(rest), citation::MarkMatch::Complete(len) if len == rest.len())
    });
    open.and_then(|at| bare.get(..at)).map_or(text, str::trim_end)
}

/// Number of the final consonant of `습` and `합` (Unicode chapter 3.12).
const FINAL_B: u32 = 17;

/// Korean questions that leave the question mark out: `-ㅂ니까`, `-까요`, `-나요`, `-ㄴ가요`.
fn asks(body: &str) -> bool {
    let end = body.trim_end_matches(|ch: char| !is_syllable(ch));
    // `지나요`, `만나요`: the stem ends so; `오니까요` gives a reason.
    if end.ends_with("니까요") || end.ends_with("나요") && STATING.iter().any(|word| end.ends_with(word))
    {
        return false;
    }
    if let Some(stem) = end.strip_suffix("니까") {
        return stem.chars().next_back().and_then(final_consonant) == Some(FINAL_B);
    }
    if !end.ends_with('요') {
        return false;
    }
    ["까요", "나요", "한가요", "인가요", "는가요", "은가요", "던가요", "된가요", "신가요"]
        .iter()
        .any(|ending| end.ends_with(ending))
}

/// Predicates whose stem ends in `나` and that state; those after a space are words of their own.
const STATING: [&str; 15] = [
    " 나요",
    "끝나요",
    "만나요",
    "떠나요",
    "지나요",
    "어나요",
    "드러나요",
    "물러나요",
    "나타나요",
    "생겨나요",
    "쫓겨나요",
    "어긋나요",
    "빛나요",
    "혼나요",
    "화나요",
];

/// Words that begin a question by themselves.
const ASKING: [&str; 22] = [
    "who", "what", "when", "where", "which", "why", "whose", "how", "is", "are", "was", "were", "do", "does",
    "did", "can", "could", "will", "would", "should", "has", "have",
];

/// `The Queen said severely “Who is this?”` asks nothing.
fn quotes_question(body: &str) -> bool {
    let Some(inner) = body.strip_suffix(['”', '"']) else { return false };
    let Some((said, _)) = inner.rsplit_once(['“', '"']) else { return false };
    let first = said.split(|ch: char| !ch.is_ascii_alphabetic()).next().unwrap_or_default();
    !first.is_empty() && !ASKING.iter().any(|word| first.eq_ignore_ascii_case(word))
}

/// Nothing but a link, a picture, tags or code: `[Installation guide](guide.md)`, `<img src="a.png">`.
fn is_bare(body: &str) -> bool {
    match body.as_bytes().first() {
        Some(b'!') => body.starts_with("![") && body.ends_with(')') && body.matches("](").count() == 1,
        Some(b'[') => {
            let link = body.trim_end_matches(['.', ':', ',', ' ']);
            let Some((text, target)) = link.get(1..).and_then(|rest| rest.split_once("](")) else {
                return false;
            };
            target.strip_suffix(')').is_some_and(|url| !url.contains([' ', ')']))
                && !text.contains([']', '['])
                && names(text)
        }
        Some(b'<') => {
            let mut rest = body;
            while let Some(after) = rest.strip_prefix('<').and_then(|tag| tag.split_once('>')) {
                rest = after.1.trim_start();
            }
            rest.len() < body.len() && !has_substance(rest)
        }
        Some(b'`') => {
            let code = body.trim_end_matches(['.', ',', ' ']);
            code.len() > 1 && code.ends_with('`') && code.matches('`').count() == 2
        }
        _ => false,
    }
}

/// English questions and headings that leave all punctuation out: `How long is the leave`.
fn wonders(body: &str) -> bool {
    const WORDS: [&str; 8] = ["how", "what", "when", "where", "which", "who", "whose", "why"];
    if !matches!(body.as_bytes().first(), Some(b'H' | b'W' | b'h' | b'w')) {
        return false;
    }
    let word = body.split(' ').next().unwrap_or_default();
    WORDS.iter().any(|known| word.eq_ignore_ascii_case(known)) && body.ends_with(char::is_alphanumeric)
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

/// Bytes with which a name or its decoration may begin.
const REFERENCE_LEADS: [bool; 256] = {
    let mut table = [false; 256];
    let mut at = 0;
    while at < REFERENCES.len() {
        table[REFERENCES[at].as_bytes()[0] as usize] = true;
        at += 1;
    }
    let mut byte = 0x80;
    while byte < 256 {
        table[byte] = true;
        byte += 1;
    }
    table
};

/// Whether the sentence opens a References section.
pub(super) fn is_references_heading(text: &str, block: Block) -> bool {
    if matches!(block, Block::Heading | Block::Paragraph | Block::Quote)
        && citation::is_references_heading(text)
    {
        return true;
    }
    if text.len() > MAX_REFERENCES_HEADING || !matches!(block, Block::Heading | Block::Paragraph) {
        return false;
    }
    // Its first letter tells of nearly every line that it is none of the names.
    let first = text.bytes().find(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
    if !first.is_some_and(|first| REFERENCE_LEADS[usize::from(first.to_ascii_lowercase())]) {
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
    let text = trimmed(text);
    // Most begin with a letter, ASCII or Hangul.
    let lead = text.as_bytes().first().copied().unwrap_or_default();
    let text = if lead.is_ascii_alphabetic() || matches!(lead, 0xeb | 0xec) { text } else { unmarked(text) };
    if text.ends_with(['*', '_']) {
        text.trim_end_matches(|ch: char| matches!(ch, '*' | '_') || ch.is_whitespace())
    } else {
        text
    }
}

/// A text without what marks its line as an item or a quotation.
fn unmarked(text: &str) -> &str {
    let text = text.trim_start_matches(|ch: char| {
        matches!(ch, '>' | '-' | '*' | '+' | '_') || ch.is_whitespace() || is_bullet(ch)
    });
    let digits = text.trim_start_matches(|ch: char| ch.is_ascii_digit());
    if digits.len() < text.len() {
        digits.strip_prefix(['.', ')']).map_or(text, str::trim_start)
    } else {
        text
    }
}

fn has_substance(body: &str) -> bool {
    // The first bytes are enough for most.
    if let Some(first) = body.as_bytes().first_chunk::<{ 2 * MIN_CHARACTERS }>()
        && first.is_ascii()
        && first.iter().filter(|byte| !is_space(**byte)).count() >= MIN_CHARACTERS
        && first.iter().filter(|byte| byte.is_ascii_alphabetic()).count() >= MIN_LETTERS
    {
        return true;
    }
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
    "이렇습니다",
    "다음과 같습니다",
    "다음과 같다",
    "다음과 같아요",
    "아래와 같습니다",
    "아래와 같다",
    "아래와 같아요",
];

/// How they end themselves.
const LEAD_IN_ENDS: [&str; 5] = ["follows", "같습니다", "같다", "같아요", "이렇습니다"];

/// The last bytes of those.
const LEAD_IN_LASTS: [bool; 256] = {
    let mut table = [false; 256];
    let mut at = 0;
    while at < LEAD_IN_ENDS.len() {
        let end = LEAD_IN_ENDS[at].as_bytes();
        table[end[end.len() - 1] as usize] = true;
        at += 1;
    }
    table
};

/// Bytes of a label and the colon behind it.
const MAX_LABEL: usize = 24;

/// What introduces the name of a source: `출처: 학칙 제25조`.
const LABELS: &[&str] =
    &["source", "sources", "reference", "references", "출처", "참고문헌", "참고 문헌", "참조", "인용"];

/// "다음과 같습니다." and "The main points:" announce; what they announce is judged by itself.
fn is_label(body: &str) -> bool {
    let words = || body.split_whitespace().count();
    // The colon stands near, whichever it is.
    let bracketed = matches!(body.as_bytes().first(), Some(b'(' | b'[' | 0xef));
    let bare = if bracketed { body.trim_start_matches(['(', '（', '[']) } else { body };
    let near = bare.as_bytes().get(..MAX_LABEL).unwrap_or(bare.as_bytes());
    if memchr::memchr2(b':', "：".as_bytes()[0], near).is_some()
        && LABELS.iter().any(|label| {
            bare.get(..label.len()).is_some_and(|head| head.eq_ignore_ascii_case(label))
                && bare.get(label.len()..).is_some_and(|rest| rest.trim_start().starts_with([':', '：']))
        })
    {
        return true;
    }
    let end = body.trim_end_matches(|ch: char| !is_letter(ch));
    if end.as_bytes().last().is_some_and(|last| LEAD_IN_LASTS[usize::from(*last)])
        && LEAD_IN_ENDS.iter().any(|last| end.ends_with(last))
        && LEAD_INS.iter().any(|lead| end.ends_with(lead))
    {
        return words() <= MAX_ANNOUNCEMENT_WORDS;
    }
    matches!(body.as_bytes().last(), Some(b':' | 0x9a))
        && body.ends_with([':', '：'])
        && (words() <= MAX_LABEL_WORDS
            || words() <= MAX_ANNOUNCEMENT_WORDS
                && ["here is", "here are", "here's", "following", "다음", "아래"]
                    .iter()
                    .any(|word| body.contains(word)))
}

/// Text states something when it ends like a sentence, cites, has a predicate we know, labels a value, or has enough
/// words for a predicate we do not know.
fn is_claim_like(body: &str, block: Block) -> bool {
    let words = words_of(body);
    if words >= MIN_WORDS {
        return true;
    }
    let end = body.trim_end_matches(|ch: char| !is_letter(ch) && !ch.is_numeric());
    let tail = body.get(end.len()..).unwrap_or_default();
    (tail.contains(['.', '。', '!', '…']) && (words >= 2 || block != Block::Item))
        || end.ends_with(['다', '요', '음', '함', '임', '됨', '짐', '야', '죠'])
        || block == Block::Item && (states_as_item(body, end, words))
        || body.contains(": ") && (words >= 3 || body.contains(|ch: char| ch.is_ascii_digit()))
        || cites(body)
}

/// Words at the end of an item that state something of what stands before: `Breakfast included`, `주차 가능`.
const ITEM_ENDS: &[&str] = &[
    "forbidden",
    "prohibited",
    "banned",
    "included",
    "excluded",
    "required",
    "allowed",
    "permitted",
    "accepted",
    "available",
    "free",
    "optional",
    "mandatory",
    "compulsory",
    "accessible",
    "only",
    "refundable",
    "non-refundable",
    "waived",
    "guaranteed",
    "unlimited",
    "deprecated",
    "removed",
    "supported",
    "unsupported",
];
const KOREAN_ITEM_ENDS: &[&str] = &[
    "금지",
    "금연",
    "가능",
    "불가",
    "불가능",
    "필요",
    "필수",
    "무료",
    "유료",
    "면제",
    "제외",
    "허용",
    "포함",
    "의무",
    "휴무",
    "휴관",
    "무제한",
    "별도",
];
/// The same of three words or more, of fewer they name a topic: `- IPv6 지원 추가`, but `- 파일 추가`.
const KOREAN_ITEM_DEEDS: &[&str] = &[
    "추가", "제거", "삭제", "수정", "변경", "개선", "중단", "종료", "폐지", "지원", "제한", "인상", "인하",
    "지급", "완료",
];
/// How an item of a change log begins.
const ITEM_DEEDS: &[&str] = &[
    "added",
    "fixed",
    "removed",
    "changed",
    "renamed",
    "deprecated",
    "dropped",
    "updated",
    "improved",
    "implemented",
    "disabled",
    "enabled",
    "closed",
    "free",
    "no",
];

/// Whether an item of a list, which ends with `end`, says in few words what holds: `No pets`, `재발급 불가`.
fn states_as_item(body: &str, end: &str, words: usize) -> bool {
    if words < 2 {
        return false;
    }
    let last = end.rsplit(' ').next().unwrap_or_default();
    let first = body.split([' ', ':']).next().unwrap_or_default();
    ITEM_ENDS.iter().any(|known| last.eq_ignore_ascii_case(known))
        || ITEM_DEEDS.iter().any(|known| first.eq_ignore_ascii_case(known))
        || KOREAN_ITEM_ENDS.contains(&last)
        || words >= 3 && KOREAN_ITEM_DEEDS.contains(&last)
}

/// What a byte is to a word.
#[derive(Clone, Copy)]
enum Part {
    Letter,
    Space,
    /// The first byte of a character that is not ASCII.
    Wide,
    Other,
}

const PARTS: [Part; 256] = {
    let mut table = [Part::Other; 256];
    let mut byte = u8::MIN;
    loop {
        if byte.is_ascii_alphabetic() {
            table[byte as usize] = Part::Letter;
        } else if is_space(byte) {
            table[byte as usize] = Part::Space;
        } else if byte >= 0xc0 {
            table[byte as usize] = Part::Wide;
        }
        if byte == u8::MAX {
            break;
        }
        byte += 1;
    }
    table
};

/// Number of the words with a letter, up to [`MIN_WORDS`].
fn words_of(body: &str) -> usize {
    let bytes = body.as_bytes();
    let (mut words, mut lettered) = (0, false);
    for (at, &byte) in bytes.iter().enumerate() {
        match PARTS[usize::from(byte)] {
            Part::Letter => lettered = true,
            Part::Other => {}
            Part::Space => {
                words += usize::from(lettered);
                if words >= MIN_WORDS {
                    return words;
                }
                lettered = false;
            }
            // The rest of a syllable decides nothing.
            Part::Wide if syllable_at(bytes, at).is_some() => lettered = true,
            Part::Wide => {
                let lettered = |word: &&str| word.contains(is_letter);
                return body.split_whitespace().filter(lettered).take(MIN_WORDS).count();
            }
        }
    }
    words + usize::from(lettered)
}

fn cites(body: &str) -> bool {
    // What names a source in words may say that it has nothing.
    citation::scan_marks(body).iter().any(|mark| mark.cites() && mark.grammar != citation::Grammar::Worded)
}
