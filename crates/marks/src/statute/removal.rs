//! A sentence without a reference: what goes with it, and whether a sentence is left.
//!
//! Leaves what stands in its place where none is left to [`super::wording`].

use super::names::{Before, is_hangul, korean_suffix, name_before};
use super::scan::in_supplement;
use super::wording::{Replacement, WRAPS};
use stet_text::span::Span;

/// Nouns that cannot stand without what tells of them: `제99조에 따른 것이다`.
const BOUND: &[&str] = &["것", "바", "데", "수", "때문", "대로", "만큼"];

/// Verbs that need the provision: `제99조에 따른다`, `제99조에 해당한다`.
const NEEDING: &[&str] =
    &["따르", "따른", "따릅", "따라", "의하", "의한", "의거", "근거", "해당", "위배", "위반", "반하", "반한"];

/// Verbs by which a provision rules something: `제99조에서 정한 휴학`.
const RULING: &[&str] = &["정하", "정한", "정해", "규정", "명시", "말하", "의미", "열거", "언급"];

/// Words that do not end a text from which something behind them went.
const OPEN_ENDS: &[&str] = &[
    "및",
    "또는",
    "혹은",
    "그리고",
    "관한",
    "대한",
    "위한",
    "의한",
    "따른",
    "정한",
    "규정된",
    "정해진",
    "명시된",
    "하는",
    "되는",
    "있는",
    "없는",
    "인",
    "의",
    ":",
    "：",
    ";",
    "–",
    "—",
    "→",
    "/",
    "&",
    "=",
    "~",
    "(",
    "（",
    "[",
];
const OPEN_ENGLISH: &[&str] = &[
    "and", "or", "nor", "both", "either", "neither", "of", "the", "a", "per", "see", "by", "in", "to",
    "with", "from", "under", "as", "on", "for", "than", "between",
];

/// Words with which none begins from which something before them went.
const OPEN_STARTS: &[&str] = &[
    "및 ",
    "또는 ",
    "혹은 ",
    "그리고 ",
    "등에",
    "등을",
    "등은",
    "등의",
    "등이",
    "등 ",
    "등,",
    "본문",
    "단서",
    "전단",
    "후단",
    "각 호",
    "각호",
    "and ",
    "or ",
    "nor ",
    ", and ",
    ", or ",
];

/// Whether something is left hanging where a reference went between two texts.
fn hangs(head: &str, tail: &str, english: bool) -> bool {
    let before = head.trim_end_matches([' ', '*', '_']);
    let line = before.rsplit('\n').next().unwrap_or_default();
    let after = tail.trim_start_matches([' ', '*', '_']);
    // A cell of a table.
    if line.ends_with('|') && (after.is_empty() || after.starts_with(['|', '\n'])) {
        return true;
    }
    // Nothing between two quotation marks, or between a comma and the end.
    // `「고등교육법」, 제99조에 따라`: other provisions stand before it.
    let listed = before.strip_suffix([',', '，', '、', '·', 'ㆍ']).map(str::trim_end);
    if listed.is_some_and(|listed| listed.ends_with(['」', '』', '｣']) || korean_suffix(listed).is_some())
    {
        return true;
    }
    let wrapped = WRAPS.iter().any(|(open, close)| head.ends_with(open) && tail.starts_with(close));
    // `<b>제99조</b>에 따라`
    if head.ends_with('>') && tail.starts_with("</") {
        return true;
    }
    let ended = after.is_empty() || after.starts_with(['.', ')', '）', ']', '\n']);
    if wrapped || ended && line.ends_with([',', '，', '·', 'ㆍ', '、']) {
        return true;
    }
    if OPEN_STARTS.iter().any(|word| after.starts_with(word)) {
        return true;
    }
    if !line.contains(char::is_alphanumeric) {
        return false;
    }
    if english {
        let word = line.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        return OPEN_ENGLISH.contains(&word.to_lowercase().as_str())
            || line.ends_with([':', ';', '-', '–', '—', '(', '[']);
    }
    OPEN_ENDS.iter().any(|end| line.ends_with(end)) || line.ends_with(" -")
}

/// Nothing in place of a reference, when a sentence is left. `around` has its particle and emphasis.
pub(super) fn removal(text: &str, span: Span, around: Span, english: bool) -> Option<Replacement> {
    let (gone, bracketed) = removed(text, around);
    let head = text.get(..gone.start).unwrap_or_default();
    let tail = text.get(gone.end..).unwrap_or_default();
    // Marks of code or formulas that came together would be others: `` `[1]`(제99조 참조)` ``.
    if ['`', '$'].iter().any(|mark| head.ends_with(*mark) && tail.starts_with(*mark)) {
        return None;
    }
    let line = head.rsplit('\n').next().unwrap_or_default();
    let opens = !line.contains(char::is_alphanumeric);
    if english {
        // A lead went with it, or it stood in brackets: anything else is a part of the sentence.
        let led = text.get(gone.start..span.start).is_some_and(|lead| lead.contains(char::is_alphabetic));
        if !(bracketed || led && !hangs(head, tail, english)) {
            return None;
        }
        // `Under Article 99, students …` begins with the students.
        let first = tail.chars().next().filter(|c| opens && !bracketed && c.is_alphabetic());
        return Some(match first {
            Some(c) => Replacement {
                span: Span::new(gone.start, gone.end + c.len_utf8()),
                text: c.to_uppercase().collect(),
            },
            None => Replacement { span: gone, text: String::new() },
        });
    }
    if bracketed {
        return Some(Replacement { span: gone, text: String::new() });
    }
    // `부칙 <2020. 1. 1.> 제9조`: the note was shown already.
    if in_supplement(text, span.start) && gone.start == around.start {
        return None;
    }
    let bare = tail.trim_start_matches([' ', ',']);
    let particle = text
        .get(span.end..around.end)
        .unwrap_or_default()
        .trim_start_matches(['*', '_', '"', '”', '’', '\'']);
    // `제99조의 규정을 위반하면` needs what is violated, as `제99조를 위반하면` does.
    let particle = particle.strip_prefix("의 규정").unwrap_or(particle);
    let copula = [
        "다",
        "이다",
        "입니다",
        "이며",
        "며",
        "이고",
        "고",
        "인",
        "인데",
        "므로",
        "이므로",
        "지만",
        "이지만",
        "면",
        "이면",
        "뿐",
        "뿐만",
        "라고",
        "라는",
    ];
    let followed =
        gone.end > around.end && text.get(around.end..gone.end).is_some_and(|gone| gone.contains(is_hangul));
    let needs = |begin: &[&str], verbs: &[&str]| {
        begin.contains(&particle) && verbs.iter().any(|verb| bare.starts_with(verb))
    };
    let needed = !followed
        && (particle.starts_with('에') && NEEDING.iter().any(|verb| bare.starts_with(verb))
            || needs(&["에", "에서", "에는", "이", "가"], RULING)
            || needs(&["와", "과"], &["같", "다르", "다른", "동일", "비슷"])
            || needs(&["로", "으로"], &["한", "하", "합", "정"]));
    // A name that was shown already needs its article: `민법 제99조에 따라`.
    let named = matches!(name_before(text, span.start), Some(Before::Name(_) | Before::Quoted(_)));
    let bound = followed && BOUND.iter().any(|noun| bare.starts_with(noun));
    let glued = particle.is_empty() && tail.starts_with(is_hangul);
    let says = bare.chars().take_while(|c| !matches!(c, '.' | '\n')).any(char::is_alphanumeric);
    let labelled = line.trim_end().ends_with([':', '：']) && !says || opens && bare.starts_with([':', '：']);
    // What is done to it is not done to nothing: `제99조를 준용한다`.
    let object = matches!(particle, "을" | "를");
    let hangs = particle != "의" && hangs(head, tail, english);
    let broken = labelled
        || copula.contains(&particle)
        || needed
        || object
        || named
        || bound
        || glued
        || hangs
        || (opens && !says);
    (!broken).then(|| Replacement { span: gone, text: String::new() })
}

/// Words that go with a removed reference behind them, or that join it to the one before, in lower case.
const LEADS: &[&str] = &[
    "according to ",
    "under ",
    "pursuant to ",
    "in accordance with ",
    "as required by ",
    "as provided in ",
    "as stated in ",
    "as set out in ",
    "the ",
    "see ",
    "cf. ",
    "부칙 ",
    "참조 ",
    "참고 ",
    "관련 ",
    "및 ",
    "또는 ",
    "혹은 ",
    "그리고 ",
    "and ",
    "or ",
];

/// Such words before one reference: `, and pursuant to `.
const MAX_LEADS: usize = 4;

/// Where the words begin before `end` that would go with a reference there if it were removed, or that may still become
/// such words: what a stream must not show yet.
#[must_use]
pub fn removable_lead(text: &str, end: usize) -> usize {
    let mut at = end;
    for _ in 0..MAX_LEADS {
        let head = text.get(..at).unwrap_or_default();
        let bare = head.trim_end_matches([' ', ',', '，', '(', '（', '[', '·', 'ㆍ', '、', '&']);
        let bare = joining_particle(bare).unwrap_or(bare);
        let lead = LEADS.iter().filter_map(|lead| tail_of(bare, lead)).min().unwrap_or(bare.len());
        if lead == at {
            break;
        }
        at = lead;
    }
    at
}

/// The text without the particle at its end that would join the reference before to one behind: `제25조와`.
fn joining_particle(text: &str) -> Option<&str> {
    let joined = ["이나", "와", "과", "나"].iter().find_map(|particle| text.strip_suffix(particle))?;
    joined.ends_with(['조', '항', '호', '목', '장', '절', '표', '식', '」', '』', ')']).then_some(joined)
}

/// Where the text's end begins that is `lead` without its space, or the beginning of it.
fn tail_of(text: &str, lead: &str) -> Option<usize> {
    // The longest beginning counts; the space at its end was taken off the text.
    let ends = lead.char_indices().map(|(at, _)| at).rev();
    ends.filter(|at| *at > 0).filter_map(|at| lead.get(..at)).find_map(|begun| {
        let start = text.len().checked_sub(begun.len())?;
        let fits = text.get(start..)?.to_lowercase() == begun;
        let word = text.get(..start)?.chars().next_back().is_none_or(|c| !c.is_alphanumeric());
        (fits && word).then_some(start)
    })
}

/// Words beside a reference in brackets that say nothing without it.
const ASIDES: [&str; 6] = ["참조", "참고", "관련", "see", "cf.", "See"];

/// Whether brackets hold the reference and nothing else that matters.
pub(super) fn in_brackets(text: &str, span: Span) -> bool {
    brackets(text, span).is_some()
}

/// The brackets around a reference, with the space before them.
fn brackets(text: &str, span: Span) -> Option<Span> {
    let head = text.get(..span.start)?.trim_end();
    let head = ASIDES.iter().find_map(|word| head.strip_suffix(word)).map_or(head, str::trim_end);
    let tail = text.get(span.end..)?.trim_start();
    let tail = ASIDES.iter().find_map(|word| tail.strip_prefix(word)).map_or(tail, str::trim_start);
    let (open, close) = match head.strip_suffix('[') {
        // No link.
        Some(open) => (open, tail.strip_prefix(']').filter(|after| !after.starts_with(['(', ':']))?),
        None => (head.strip_suffix(['(', '（'])?, tail.strip_prefix([')', '）'])?),
    };
    let open = open.trim_end_matches(' ');
    // `(제99조) 휴학은 …` begins with what follows.
    let begins = open.is_empty() || open.ends_with('\n');
    let close = if begins { close.trim_start_matches(' ') } else { close };
    Some(Span::new(open.len(), text.len() - close.len()))
}

/// Verbs that only tie a sentence to its provision.
const ACCORDING: &[&str] = &[
    "따르면",
    "따라서",
    "따라",
    "따른",
    "의하면",
    "의하여",
    "의해",
    "의한",
    "의거하여",
    "의거",
    "근거하여",
    "근거한",
];

/// The same in English.
const UNDER: &[&str] = &[
    "According to ",
    "according to ",
    "Under ",
    "under ",
    "pursuant to ",
    "Pursuant to ",
    "In accordance with ",
    "in accordance with ",
    "As required by ",
    "as required by ",
    "as provided in ",
    "as stated in ",
    "as set out in ",
];

/// What follows an aside between a subject and its verb.
const VERBS: [&str; 12] = [
    ", is ",
    ", are ",
    ", was ",
    ", were ",
    ", may ",
    ", must ",
    ", shall ",
    ", will ",
    ", can ",
    ", cannot ",
    ", has ",
    ", have ",
];

/// The reference with the words that say nothing without it, and one of the spaces around; and whether it went with its
/// brackets.
fn removed(text: &str, mut span: Span) -> (Span, bool) {
    // `부칙 제9조`: what it is an article of goes with it.
    let head = text.get(..span.start).unwrap_or_default();
    if let Some(before) = head.trim_end().strip_suffix("부칙")
        && !before.ends_with(char::is_alphanumeric)
    {
        span.start = before.len();
    }
    if let Some(around) = brackets(text, span) {
        return (around, true);
    }
    let rest = text.get(span.end..).unwrap_or_default();
    let bare = rest.trim_start_matches(' ');
    let ends = |word: &&&str| bare.strip_prefix(**word).is_some_and(|after| !after.starts_with(is_hangul));
    if Span::new(span.start, span.end).of(text).ends_with('에')
        && let Some(word) = ACCORDING.iter().find(ends)
    {
        span.end += rest.len() - bare.len() + word.len();
    }
    let head = text.get(..span.start).unwrap_or_default();
    let stands = |word: &&&str| {
        head.strip_suffix(**word).is_some_and(|before| !before.ends_with(char::is_alphanumeric))
    };
    if let Some(word) = UNDER.iter().find(stands) {
        span.start -= word.len();
    } else if let Some(word) = ["the ", "The "].iter().find_map(|article| {
        let head = head.strip_suffix(article)?;
        UNDER.iter().find(|word| head.ends_with(**word)).map(|word| word.len() + article.len())
    }) {
        span.start -= word;
    }
    // `(제99조에 따라)`, `(under Article 99)`
    if let Some(around) = brackets(text, span) {
        return (around, true);
    }
    let head = text.get(..span.start).unwrap_or_default();
    let rest = text.get(span.end..).unwrap_or_default();
    let open = head.chars().next_back().is_none_or(char::is_whitespace);
    let comma = head.trim_end_matches(' ').strip_suffix(',');
    if let Some(subject) = comma.filter(|_| VERBS.iter().any(|verb| rest.starts_with(verb))) {
        // `Leave, under Article 99, is free.`
        span = Span::new(subject.len(), span.end + 1);
    } else if open && rest.starts_with(", ") && (comma.is_some() || !head.contains(char::is_alphanumeric)) {
        span.end += 2;
    } else if open && rest.starts_with(' ') {
        span.end += 1;
    } else if head.ends_with(' ') && rest.starts_with(['.', ',', ')', '?', '!', ';', ':']) {
        span.start -= 1;
    }
    (span, false)
}
