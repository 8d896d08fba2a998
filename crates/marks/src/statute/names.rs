//! Names of regulations: their last word, their normal form and where they stand in prose.

use super::view::plain;
use stet_text::SyllableSet;
use stet_text::span::Span;
use unicode_normalization::UnicodeNormalization;

/// Last words of a regulation's name in Korean.
pub(super) const KOREAN: &[&str] = &[
    "규정",
    "규칙",
    "학칙",
    "세칙",
    "지침",
    "법률",
    "시행령",
    "조례",
    "정관",
    "요강",
    "내규",
    "기준",
    "규약",
    "회칙",
    "약관",
    "요령",
    "헌장",
    "예규",
    "훈령",
    "고시",
    "강령",
    "법",
    "령",
];

/// Last words of a regulation's name in English.
pub(super) const ENGLISH: &[&str] = &[
    "regulation",
    "regulations",
    "rule",
    "rules",
    "act",
    "code",
    "bylaws",
    "by-laws",
    "policy",
    "statute",
    "statutes",
    "law",
    "guidelines",
    "guideline",
    "ordinance",
    "charter",
    "constitution",
    "decree",
];

/// What else has articles, and is never a stored regulation by that word alone.
pub(super) const DOCUMENTS: &[&str] =
    &["convention", "directive", "treaty", "agreement", "contract", "covenant", "protocol", "declaration"];

/// Last syllables of [`KOREAN`], to tell quickly where no name ends.
static LAST_SYLLABLES: SyllableSet =
    SyllableSet::of(&['정', '칙', '침', '률', '령', '례', '관', '강', '규', '준', '약', '장', '시', '법']);

/// Whether a name can end with this character.
pub(super) fn may_end_name(c: char) -> bool {
    LAST_SYLLABLES.has(u32::from(c))
}

/// Whether a number behind this character (and spaces) can be the article of what is named there.
pub(super) fn may_precede_number(c: char) -> bool {
    may_end_name(c) || matches!(c, '"' | '\'' | '”' | '’' | '》' | '〉' | '>' | '＞' | '*' | '_' | ')')
}

/// Last words of a name that is nothing but a regulation's, whatever stands before them.
const CERTAIN: &[&str] =
    &["규정", "규칙", "학칙", "세칙", "시행령", "조례", "정관", "내규", "회칙", "법률", "법"];

/// Words that end in `법` and are no law: at the end of a word, and alone.
const WAYS: &[&str] =
    &["방법", "문법", "어법", "기법", "용법", "화법", "해법", "비법", "수법", "요법", "농법", "표기법"];
const LAWFUL: &[&str] =
    &["불법", "위법", "합법", "탈법", "입법", "준법", "편법", "마법", "주법", "사법", "공법", "무법"];

/// Whether a name of one word can be nothing but a regulation's: `민법`, `고등교육법`, `인사규정`.
pub(super) fn is_certain(name: &str) -> bool {
    let word = name.rsplit(' ').next().unwrap_or_default();
    if DEPENDENT.contains(&word) {
        return true;
    }
    CERTAIN.iter().any(|suffix| {
        word.strip_suffix(suffix).is_some_and(|rest| rest.chars().next_back().is_some_and(is_hangul))
    }) && !WAYS.iter().any(|way| word.ends_with(way))
        && !LAWFUL.contains(&word)
}

/// Words that are also common nouns and say little as a whole name.
const GENERIC: &[&str] =
    &["규정", "규칙", "세칙", "지침", "법률", "기준", "내규", "법", "령", "조례", "요령", "고시"];

/// Nouns by which a text means its own regulation: `본 대학교는 기준 제4조에 따라`.
const OWN_NOUNS: &[&str] = &["규정", "규칙", "세칙", "지침", "기준", "내규", "요령"];

/// Whole names that an institution has once.
const OWN: &[&str] = &["학칙", "정관"];

/// Words before a generic noun that point back: `같은 규정`.
const POINTERS: &[&str] = &["같은", "동", "본", "이", "위", "해당", "당해", "상기", "그", "현행"];

/// What points back to a regulation, without spaces.
pub(super) fn pointers() -> impl Iterator<Item = String> {
    let nouns = || GENERIC.iter().chain(OWN);
    POINTERS.iter().flat_map(move |pointer| nouns().map(move |noun| format!("{pointer}{noun}")))
}

/// Whether the text is only a noun for regulations.
pub(super) fn is_generic(text: &str) -> bool {
    GENERIC.contains(&text)
}

/// Longest name in characters.
pub(super) const MAX_NAME: usize = 60;

/// The form in which names are compared: NFC, lower case, in Hangul, without white space, brackets, middle dots and
/// what is not seen.
#[must_use]
pub fn normalised_name(name: &str) -> String {
    // Middle dots go first: compatibility forms turn some of them into full stops and vowels.
    name.chars()
        .filter(|c| !is_ignored(*c))
        .nfkc()
        .filter_map(plain)
        .filter(|c| !c.is_whitespace() && !is_bracket(*c))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Adds the form of a character in which names are compared, nothing for one that does not count.
fn push_normal(c: char, name: &mut String) {
    if is_hangul(c) {
        name.push(c);
    } else if c.is_ascii_alphanumeric() {
        name.push(c.to_ascii_lowercase());
    } else {
        name.push_str(&normalised_name(c.encode_utf8(&mut [0; 4])));
    }
}

/// Characters inside a name that writers leave out or vary.
pub(super) const fn is_ignored(c: char) -> bool {
    matches!(c, '·' | 'ㆍ' | '․' | '・' | '-' | ',')
}

const fn is_bracket(c: char) -> bool {
    matches!(
        c,
        '「' | '」'
            | '『'
            | '』'
            | '｢'
            | '｣'
            | '〈'
            | '〉'
            | '《'
            | '》'
            | '<'
            | '>'
            | '"'
            | '“'
            | '”'
            | '‘'
            | '’'
            | '\''
    )
}

/// Whether the text could be the name of a regulation by its last word.
pub(super) fn is_name(text: &str) -> bool {
    let lower = text.trim().to_lowercase();
    korean_suffix(&lower).is_some()
        || lower.rsplit(char::is_whitespace).next().is_some_and(|word| ENGLISH.contains(&word))
}

/// The last word of a Korean name.
pub(super) fn korean_suffix(text: &str) -> Option<&'static str> {
    KOREAN.iter().copied().find(|suffix| {
        text.strip_suffix(suffix)
            .is_some_and(|rest| suffix.chars().count() > 1 || rest.chars().next_back().is_some_and(is_hangul))
    })
}

pub(super) fn is_hangul(c: char) -> bool {
    ('가'..='힣').contains(&c)
}

pub(super) fn is_name_char(c: char) -> bool {
    // Hangul first: the tables of Unicode are slow for it.
    is_hangul(c) || c.is_alphanumeric() || matches!(c, '·' | 'ㆍ' | '․' | '・' | '-')
}

/// What stands directly before an article.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Before {
    Name(Span),
    /// A name in quotation marks or emphasis, without them.
    Quoted(Span),
    /// `같은 규정`: points back.
    Pointer(Span),
    /// `규정` alone: the regulation that the text is about.
    Own,
}

/// The unbracketed name that ends at `end`, after at most two spaces.
pub(super) fn name_before(text: &str, end: usize) -> Option<Before> {
    let head = text.get(..end)?;
    let bare = head.trim_end_matches(' ');
    if head.len() - bare.len() > 2 {
        return None;
    }
    if let Some(name) = quoted_before(bare) {
        return Some(Before::Quoted(name));
    }
    // `민법의 제5조`, `민법(제5조)`: the article is not one of the regulation at hand.
    if let Some(owner) = bare.strip_suffix(['의', '(', '（']) {
        let name = word_before(text, owner.trim_end_matches(' ').len())?;
        return is_certain(name.of(text)).then_some(Before::Quoted(name));
    }
    let mut name = word_before(text, bare.len())?;
    // A law that the text has abbreviated: `법 제18조`, `영 제3조`.
    if !matches!(name.of(text), "법" | "영" | "령") {
        korean_suffix(name.of(text))?;
    }
    if let Some(pointer) = pointer_to(text, name) {
        return Some(Before::Pointer(pointer));
    }
    let alone = |before: Option<Span>| before.is_none_or(|before| before.of(text).ends_with(is_particle));
    if OWN_NOUNS.contains(&name.of(text)) && alone(spaced_word_before(text, name.start)) {
        return Some(Before::Own);
    }
    let before = spaced_word_before(text, name.start);
    if let Some(before) = before
        && (is_generic(name.of(text)) || DEPENDENT.contains(&name.of(text)))
        && !before.of(text).ends_with(is_particle)
    {
        name = Span::new(before.start, name.end);
        // `같은 법 시행령` is not `같은 법`.
        if let Some(pointer) = pointer_to(text, before) {
            return Some(Before::Name(Span::new(pointer.start, name.end)));
        }
    }
    Some(Before::Name(widened(text, name)))
}

/// Where the words begin that may be the name of the regulation of an article at `at`; `at` when no such stand there.
#[must_use]
pub fn named_from(text: &str, at: usize) -> usize {
    match name_before(text, at) {
        Some(Before::Name(name) | Before::Quoted(name)) => name.start,
        Some(Before::Pointer(_) | Before::Own) | None => at,
    }
}

/// Words before a regulation's English name that are no part of it.
const ENGLISH_LEADS: &[&str] = &[
    "the",
    "this",
    "these",
    "our",
    "under",
    "in",
    "see",
    "according",
    "to",
    "pursuant",
    "and",
    "of",
    "by",
    "as",
    "on",
    "for",
    "with",
];

/// Words inside a regulation's English name that are not capitalised.
const ENGLISH_JOINTS: &[&str] = &["of", "on", "and", "for", "the", "in", "&"];

/// `School Regulations, `, `the Library Rules (`: the English name that ends the text.
pub(super) fn english_before(head: &str) -> Option<Span> {
    let bare = head.trim_end_matches(' ');
    let bare = bare.strip_suffix([',', '(']).unwrap_or(bare).trim_end_matches(' ');
    // `"Library Rules" Article 3`, `"Library Rules," Article 3`
    let bare = bare.strip_suffix(['"', '”']).map_or(bare, |inside| inside.trim_end_matches(','));
    let end = bare.len();
    let mut start = None;
    let mut at = end;
    for count in 0..MAX_WORDS {
        let left = bare.get(..at)?;
        let from = left
            .char_indices()
            .rev()
            .take(MAX_NAME)
            .take_while(|(_, c)| c.is_alphanumeric() || matches!(c, '-' | '&' | '\''))
            .last()
            .map(|(from, _)| from);
        let Some(from) = from else { break };
        let word = bare.get(from..at)?;
        let lower = word.to_lowercase();
        let capital = word.starts_with(char::is_uppercase);
        if count == 0 && !(capital && ENGLISH.contains(&lower.as_str())) {
            return None;
        }
        if ENGLISH_LEADS.contains(&lower.as_str()) && !ENGLISH_JOINTS.contains(&word) {
            break;
        }
        if capital {
            start = Some((from, count));
        } else if !ENGLISH_JOINTS.contains(&word) {
            break;
        }
        match bare.get(..from)?.strip_suffix(' ') {
            Some(before) => at = before.len(),
            None => break,
        }
    }
    // `Rules` alone names nothing.
    start.filter(|(_, count)| *count > 0).map(|(start, _)| Span::new(start, end))
}

/// Words of an English name that are looked at.
const MAX_WORDS: usize = 9;

/// `“학칙”`, `‘…특별법’`, `**학칙**`: the name in quotation marks or emphasis at the end of the text.
fn quoted_before(text: &str) -> Option<Span> {
    const BRACKETS: [char; 6] = ['「', '」', '『', '』', '｢', '｣'];
    const PAIRS: [(&str, &str); 10] = [
        ("“", "”"),
        ("‘", "’"),
        ("\"", "\""),
        ("'", "'"),
        ("《", "》"),
        ("〈", "〉"),
        ("<", ">"),
        ("＜", "＞"),
        ("**", "**"),
        ("_", "_"),
    ];
    let (open, inside) = PAIRS.iter().find_map(|(open, close)| Some((open, text.strip_suffix(close)?)))?;
    let start = inside.char_indices().rev().take(MAX_NAME).take_while(|(_, c)| *c != '\n').last()?.0;
    let start = start + inside.get(start..)?.rfind(open)? + open.len();
    let name = inside.get(start..)?;
    let bare = name.trim_start_matches(BRACKETS);
    let start = start + name.len() - bare.len();
    let bare = bare.trim_end_matches(BRACKETS);
    korean_suffix(bare).is_some().then(|| Span::new(start, start + bare.len()))
}

/// Laws under a law, whose name they need.
pub(super) const DEPENDENT: &[&str] = &["시행령", "시행규칙", "시행세칙"];

/// The noun with what makes it point back: `이 학칙`, `동규정`.
pub(super) fn pointer_to(text: &str, noun: Span) -> Option<Span> {
    let points = |noun: &str| is_generic(noun) || OWN.contains(&noun);
    for pointer in POINTERS {
        if noun.of(text).strip_prefix(pointer).is_some_and(points) {
            return Some(noun);
        }
    }
    if !points(noun.of(text)) {
        return None;
    }
    let before = spaced_word_before(text, noun.start)?;
    POINTERS.contains(&before.of(text)).then(|| Span::new(before.start, noun.end))
}

/// `장학금 지급에 관한 규정`: the words that a relation word binds to the name.
fn widened(text: &str, mut name: Span) -> Span {
    let first = name.of(text).split(' ').next().unwrap_or_default();
    let relation = |word: &str| matches!(word, "관한" | "대한" | "위한");
    let start = name.start;
    let related = if relation(first) { Some(name) } else { spaced_word_before(text, start) };
    let Some(related) = related.filter(|word| relation(word.of(text).split(' ').next().unwrap_or_default()))
    else {
        return name;
    };
    let Some(object) = spaced_word_before(text, related.start) else { return name };
    name = Span::new(object.start, name.end);
    // Nouns without a particle before the object belong to it: `교원 국내외 출장에 관한 규정`.
    for _ in 0..4 {
        let Some(before) = spaced_word_before(text, name.start) else { break };
        let word = before.of(text);
        if word != "및" && (word.ends_with(is_particle) || word.chars().count() < 2) {
            break;
        }
        name = Span::new(before.start, name.end);
    }
    name
}

fn is_particle(c: char) -> bool {
    matches!(
        c,
        '은' | '는'
            | '이'
            | '가'
            | '을'
            | '를'
            | '에'
            | '의'
            | '로'
            | '와'
            | '과'
            | '도'
            | '서'
            | '면'
            | '고'
            | '해'
            | '며'
            | '다'
            | '라'
    )
}

/// The run of name characters that ends at `end`, at most [`MAX_NAME`] characters of it.
fn word_before(text: &str, end: usize) -> Option<Span> {
    let head = text.get(..end)?;
    let start = head.char_indices().rev().take(MAX_NAME).take_while(|(_, c)| is_name_char(*c)).last()?.0;
    Some(Span::new(start, end))
}

fn spaced_word_before(text: &str, start: usize) -> Option<Span> {
    let head = text.get(..start)?;
    let bare = head.strip_suffix(' ')?;
    word_before(text, bare.len())
}

/// Parts of an institution that have rules of their own, by their last and their first syllables.
const BODIES: &[&str] = &["대학원", "산학협력단"];
const ATTACHED: &[&str] = &["부속", "부설"];

/// Words by which a body speaks of itself: `본 대학원 학칙`.
const OURS: &[&str] = &["본", "이", "우리", "저희", "해당"];

/// Where the words begin that make a name without brackets that of a part of the institution: `대학원 학칙`.
pub(super) fn body_before(text: &str, name: Span) -> Option<usize> {
    let body = spaced_word_before(text, name.start)?;
    let word = body.of(text);
    let apart =
        BODIES.iter().any(|end| word.ends_with(end)) || ATTACHED.iter().any(|part| word.starts_with(part));
    let ours = spaced_word_before(text, body.start).is_some_and(|before| OURS.contains(&before.of(text)));
    (apart && !ours && !word.ends_with(is_particle)).then_some(body.start)
}

/// The longest name accepted by `known` (in normal form) that ends at `end`, brackets and spaces ignored.
pub(super) fn known_before(text: &str, end: usize, known: &dyn Fn(&str) -> bool) -> Option<Span> {
    let bare = text.get(..end)?.trim_end_matches(' ');
    let part = |c: char| is_name_char(c) || matches!(c, ' ' | '․' | '(' | ')');
    let first = bare.char_indices().rev().take(MAX_NAME).take_while(|(_, c)| part(*c)).last()?.0;
    // All of it in normal form, and where names may begin there and in the text.
    let mut name = String::with_capacity(bare.len() - first);
    let mut begins: Vec<(usize, usize)> = Vec::new();
    let mut before = text.get(..first)?.chars().next_back();
    for (at, c) in bare.get(first..)?.char_indices() {
        let starts = before.is_none_or(|c| !is_name_char(c) || is_ignored(c));
        before = Some(c);
        let from = name.len();
        push_normal(c, &mut name);
        // The dash of a list item is no part of the name behind it.
        if starts && name.len() > from {
            begins.push((first + at, from));
        }
    }
    let is_known = |&(_, from): &(usize, usize)| name.get(from..).is_some_and(known);
    begins.into_iter().find(is_known).map(|(at, _)| Span::new(at, bare.len()))
}
