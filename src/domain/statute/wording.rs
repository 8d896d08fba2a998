//! How a sentence reads when a reference in it means no known article.

use super::StatuteRef;
use super::cursor::Partial;
use super::names::{Before, is_hangul, name_before};
use super::view::plain;
use crate::domain::span::Span;
use serde::{Deserialize, Serialize};

/// What stands in the place of a reference that could not be verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unverifiable {
    /// `관련 규정`, `the relevant regulation`.
    #[default]
    Generalise,
    /// `(확인되지 않은 조항)`, `(unverified provision)`.
    Notice,
    /// Nothing.
    Remove,
}

/// Why a reference is not shown as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfounded {
    /// It leads to nothing that is known.
    Unknown,
    /// To an article that was repealed.
    Repealed,
}

/// A piece of the old text and what replaces it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Replacement {
    /// In the old text; the particle behind the reference is part of it.
    pub span: Span,
    pub text: String,
}

/// Particles after a vowel and after a consonant; the same where one form serves both.
const PARTICLES: &[(&str, &str)] = &[
    ("로부터", "으로부터"),
    ("로써", "으로써"),
    ("로서", "으로서"),
    ("로", "으로"),
    ("는", "은"),
    ("가", "이"),
    ("를", "을"),
    ("와", "과"),
    ("라고", "이라고"),
    ("라는", "이라는"),
    ("라도", "이라도"),
    ("라", "이라"),
    ("란", "이란"),
    ("나", "이나"),
    ("랑", "이랑"),
    ("다", "이다"),
    ("며", "이며"),
    ("면", "이면"),
    ("에서", "에서"),
    ("에게", "에게"),
    ("에", "에"),
    ("의", "의"),
    ("도", "도"),
    ("만", "만"),
    ("까지", "까지"),
    ("부터", "부터"),
    ("보다", "보다"),
    ("처럼", "처럼"),
    ("입니다", "입니다"),
    ("상", "상"),
    ("뿐", "뿐"),
    ("밖에", "밖에"),
    ("조차", "조차"),
    ("마저", "마저"),
    ("대로", "대로"),
    ("야말로", "이야말로"),
    ("므로", "이므로"),
    ("지만", "이지만"),
    ("고", "이고"),
    ("인데", "인데"),
    ("인", "인"),
];

/// Particles that follow another particle.
const AUXILIARY: &[&str] = &[
    "",
    "는",
    "은",
    "도",
    "만",
    "의",
    "서",
    "을",
    "이",
    "와",
    "로",
    "로는",
    "로도",
    "으로",
    "으로는",
    "으로도",
    "부터",
    "만이",
    "만은",
    "만을",
    "를",
    "가",
];

/// Longest particle in characters.
const MAX_PARTICLE: usize = 5;

/// The particle as it follows a consonant, or nothing when the word is none.
fn after_consonant(word: &str) -> Option<String> {
    for (vowel, consonant) in PARTICLES {
        for form in [consonant, vowel] {
            if let Some(auxiliary) = word.strip_prefix(*form).filter(|rest| AUXILIARY.contains(rest)) {
                return Some(format!("{consonant}{auxiliary}"));
            }
        }
    }
    None
}

/// Bytes of the particle at the beginning of `rest`. Partial while the word could go on.
pub(super) fn particle_len(rest: &str, last: bool) -> Result<usize, Partial> {
    let end = rest.char_indices().take(MAX_PARTICLE + 1).find(|(_, c)| !is_hangul(*c)).map(|(at, _)| at);
    let word = match end {
        Some(at) => rest.get(..at).unwrap_or_default(),
        None if rest.chars().nth(MAX_PARTICLE).is_some() => return Ok(0),
        None if !last => return Err(Partial),
        None => rest,
    };
    Ok(if word.is_empty() || after_consonant(word).is_none() { 0 } else { word.len() })
}

/// Whether a reference is written in English: by its first character, unless it ends with a Korean unit.
fn is_english(words: &str) -> bool {
    let first = words.chars().filter_map(plain).find(|c| !matches!(c, '[' | '<' | '('));
    first.is_some_and(|c| c.is_ascii_alphanumeric() || c == '§')
        && !words.ends_with(|c| is_hangul(c) || c == '목')
}

/// Emphasis or quotation marks around a reference, of which the ones behind it stand before its particle.
const WRAPS: [(&str, &str); 8] =
    [("**", "**"), ("__", "__"), ("*", "*"), ("_", "_"), ("\"", "\""), ("'", "'"), ("“", "”"), ("‘", "’")];

/// What closes around the reference at `span` when it stands alone between the two, with what opens there; or the
/// marks glued to it.
fn wrap(text: &str, span: Span) -> Option<(&'static str, &str)> {
    let head = text.get(..span.start)?;
    let tail = text.get(span.end..)?;
    let wraps = WRAPS.iter().find(|(open, close)| head.ends_with(open) && tail.starts_with(close));
    if let Some((open, close)) = wraps {
        let noted = close.len() + note_len(tail.get(close.len()..)?);
        return Some((open, tail.get(..noted)?));
    }
    // The text of a link.
    if let Some(target) = tail.strip_prefix("](").filter(|_| head.ends_with('[')) {
        let end = target
            .find([')', ' ', '\n'])
            .filter(|at| *at <= MAX_TARGET && target.get(*at..=*at) == Some(")"))?;
        return Some(("", tail.get(..end + "](".len() + 1)?));
    }
    let mut marks = note_len(tail);
    for _ in 0..MAX_MARKS {
        let rest = tail.get(marks..)?;
        if !rest.starts_with(['[', '【']) {
            break;
        }
        let close = rest.find([']', '】', '\n', ' ']).filter(|close| *close <= MAX_MARK)?;
        let c = rest.get(close..)?.chars().next().filter(|c| matches!(c, ']' | '】'))?;
        marks += close + c.len_utf8();
    }
    (marks > 0).then_some(("", tail.get(..marks)?))
}

/// Bytes of a note in parentheses glued to a reference: `제99조(2024. 1. 1. 개정)를`.
fn note_len(tail: &str) -> usize {
    if !tail.starts_with(['(', '（']) {
        return 0;
    }
    let mut depth = 0_usize;
    for (at, c) in tail.char_indices().take_while(|(at, c)| *at <= MAX_NOTE && *c != '\n') {
        match c {
            '(' | '（' => depth += 1,
            ')' | '）' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + c.len_utf8();
        }
    }
    0
}

/// Longest note in bytes.
const MAX_NOTE: usize = 120;

/// Longest target of a link whose text is a reference, in bytes.
const MAX_TARGET: usize = 2048;

/// Marks between a reference and its particle, and the longest of them in bytes.
const MAX_MARKS: usize = 3;
const MAX_MARK: usize = 24;

/// What replaces the reference at `span`, with a particle that agrees: `제99조는` becomes `관련 규정은`.
/// The language is that of the reference. Where nothing can stand in its place without breaking the sentence, the
/// general words do.
#[must_use]
pub fn replacement(text: &str, span: Span, mode: Unverifiable, why: Unfounded) -> Replacement {
    let english = is_english(span.of(text));
    let (open, close) = wrap(text, span).unwrap_or_default();
    let rest = text.get(span.end + close.len()..).unwrap_or_default();
    let particle = if english { 0 } else { particle_len(rest, true).unwrap_or(0) };
    let mut whole = Span::new(span.start, span.end);
    let mut agreed = String::new();
    let mut stays = close;
    if particle > 0 {
        whole.end += close.len() + particle;
        agreed = after_consonant(rest.get(..particle).unwrap_or_default()).unwrap_or_default();
    } else {
        stays = "";
    }
    // `제99조의 규정에 따라` is said by `관련 규정에 따라`.
    if let Some(after) = rest.strip_prefix("의 규정").filter(|_| !english) {
        let tail = particle_len(after, true).unwrap_or(0);
        whole.end = text.len() - after.len() + tail;
        agreed = after_consonant(after.get(..tail).unwrap_or_default()).unwrap_or_default();
        stays = close;
    }
    if mode == Unverifiable::Remove {
        let marked = open.is_empty() && !close.is_empty();
        let around = if marked {
            span
        } else {
            Span::new(span.start - open.len(), whole.end.max(span.end + close.len()))
        };
        // A quotation mark was shown already, and a mark that bears the particle needs a noun.
        let stays =
            open.starts_with(['"', '\'', '“', '‘']) || marked && particle > 0 || close.starts_with("](");
        if let Some(gone) = (!stays).then(|| removal(text, span, around, english)).flatten() {
            return gone;
        }
    }
    let head = text.get(..whole.start).unwrap_or_default();
    let said = head.trim_end_matches(['*', '_', '"', '“', '‘', '(', ' ', '>', '-', '#']);
    // `42 U.S.C. § 1983` goes on.
    let word = said.rsplit(char::is_whitespace).next().unwrap_or_default().trim_end_matches('.');
    let begins =
        said.chars().next_back().is_none_or(|c| matches!(c, '.' | '!' | '?' | '\n')) && !word.contains('.');
    // Brackets that hold only the reference hold the notice.
    let bare = in_brackets(text, span);
    match (mode, english) {
        (Unverifiable::Notice, false) => {
            let notice = match why {
                Unfounded::Unknown => "확인되지 않은 조항",
                Unfounded::Repealed => "삭제된 조항",
            };
            let notice = if bare { notice.to_owned() } else { format!("({notice})") };
            Replacement { span: whole, text: format!("{notice}{stays}{agreed}") }
        }
        (_, false) => Replacement { span: whole, text: format!("관련 규정{stays}{agreed}") },
        (Unverifiable::Notice, true) => {
            let notice = match why {
                Unfounded::Unknown => "unverified provision",
                Unfounded::Repealed => "repealed provision",
            };
            Replacement { span: whole, text: if bare { notice.to_owned() } else { format!("({notice})") } }
        }
        (_, true) => {
            let article = ["the ", "The "].iter().any(|article| head.ends_with(article));
            let words = match (article, begins) {
                (true, _) => "relevant regulation",
                (false, true) => "The relevant regulation",
                (false, false) => "the relevant regulation",
            };
            Replacement { span: whole, text: words.to_owned() }
        }
    }
}

/// Nouns that cannot stand without what tells of them: `제99조에 따른 것이다`.
const BOUND: &[&str] = &["것", "바", "데", "수", "때문", "대로", "만큼"];

/// Verbs that need the provision: `제99조에 따른다`, `제99조에 해당한다`.
const NEEDING: &[&str] =
    &["따르", "따른", "따릅", "따라", "의하", "의한", "의거", "근거", "해당", "위배", "위반", "반하", "반한"];

/// Nothing in place of a reference, when a sentence is left. `around` has its particle and emphasis.
fn removal(text: &str, span: Span, around: Span, english: bool) -> Option<Replacement> {
    let gone = removed(text, around);
    let bracketed = in_brackets(text, span) || in_brackets(text, around);
    let head = text.get(..gone.start).unwrap_or_default();
    let tail = text.get(gone.end..).unwrap_or_default();
    let line = head.rsplit('\n').next().unwrap_or_default();
    let opens = !line.contains(char::is_alphanumeric);
    if english {
        // A lead went with it, or it stood in brackets: anything else is a part of the sentence.
        let led = text.get(gone.start..span.start).is_some_and(|lead| lead.contains(char::is_alphabetic));
        if !(bracketed || led) {
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
    let bare = tail.trim_start_matches([' ', ',']);
    let particle = text
        .get(span.end..around.end)
        .unwrap_or_default()
        .trim_start_matches(['*', '_', '"', '”', '’', '\'']);
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
            || needs(&["와", "과"], &["같", "다르", "다른", "동일", "비슷"])
            || needs(&["로", "으로"], &["한", "하", "합", "정"]));
    // A name that was shown already needs its article: `민법 제99조에 따라`.
    let named = matches!(name_before(text, span.start), Some(Before::Name(_) | Before::Quoted(_)));
    let bound = followed && BOUND.iter().any(|noun| bare.starts_with(noun));
    let glued = particle.is_empty() && tail.starts_with(is_hangul);
    let says = bare.chars().take_while(|c| !matches!(c, '.' | '\n')).any(char::is_alphanumeric);
    let labelled = line.trim_end().ends_with([':', '：']) && !says || opens && bare.starts_with([':', '：']);
    let broken =
        labelled || copula.contains(&particle) || needed || named || bound || glued || (opens && !says);
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
        let bare = head.trim_end_matches([' ', ',', '(', '（', '[', '·', '、']);
        let lead = LEADS.iter().filter_map(|lead| tail_of(bare, lead)).min().unwrap_or(bare.len());
        if lead == at {
            break;
        }
        at = lead;
    }
    at
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
fn in_brackets(text: &str, span: Span) -> bool {
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
    Some(Span::new(open.trim_end_matches(' ').len(), text.len() - close.len()))
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

/// The reference with the words that say nothing without it, and one of the spaces around.
fn removed(text: &str, mut span: Span) -> Span {
    // `부칙 제9조`: what it is an article of goes with it.
    let head = text.get(..span.start).unwrap_or_default();
    if let Some(before) = head.trim_end().strip_suffix("부칙")
        && !before.ends_with(char::is_alphanumeric)
    {
        span.start = before.len();
    }
    if let Some(around) = brackets(text, span) {
        return around;
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
    let head = text.get(..span.start).unwrap_or_default();
    let rest = text.get(span.end..).unwrap_or_default();
    let open = head.chars().next_back().is_none_or(char::is_whitespace);
    if open && rest.starts_with(", ") && !head.contains(char::is_alphanumeric) {
        span.end += 2;
    } else if open && rest.starts_with(' ') {
        span.end += 1;
    } else if head.ends_with(' ') && rest.starts_with(['.', ',', ')', '?', '!']) {
        span.start -= 1;
    }
    span
}

/// The text with every reference replaced for which `unverified` (asked with its place in `refs`) says why, and
/// the replacements in order. `refs` are those of [`super::scan_statutes`]. References that are joined
/// in a list and all unverified become one replacement.
pub fn rewrite_statutes(
    text: &str,
    refs: &[StatuteRef],
    mode: Unverifiable,
    unverified: &mut dyn FnMut(usize) -> Option<Unfounded>,
) -> (String, Vec<Replacement>) {
    let bad: Vec<Option<Unfounded>> = (0..refs.len()).map(unverified).collect();
    let mut edits: Vec<Replacement> = Vec::new();
    let mut rest = (refs, bad.as_slice());
    while !rest.0.is_empty() {
        let joined = |pair: &&[StatuteRef]| match pair {
            [before, after] => joins(Span::new(before.span.end, after.span.start).of(text)),
            _ => false,
        };
        let size = 1 + rest.0.windows(2).take_while(joined).count();
        let (list, refs) = rest.0.split_at_checked(size).unwrap_or((rest.0, &[]));
        let (bad, others) = rest.1.split_at_checked(size).unwrap_or((rest.1, &[]));
        rewrite_list(text, list, bad, mode, &mut edits);
        rest = (refs, others);
    }
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for edit in &edits {
        out.push_str(Span::new(done, edit.span.start).of(text));
        out.push_str(&edit.text);
        done = edit.span.end;
    }
    out.push_str(Span::new(done, text.len()).of(text));
    (out, edits)
}

/// The replacements in one list of references.
fn rewrite_list(
    text: &str,
    list: &[StatuteRef],
    bad: &[Option<Unfounded>],
    mode: Unverifiable,
    edits: &mut Vec<Replacement>,
) {
    let removes = mode == Unverifiable::Remove && bad.contains(&None);
    let mut at = 0;
    while let (Some(first), Some(run)) = (list.get(at), bad.get(at..)) {
        let gone = run.iter().take_while(|bad| bad.is_some()).count();
        if gone == 0 {
            at += 1;
            continue;
        }
        let end = list.get(at + gone - 1).map_or(first.span.end, |last| last.span.end);
        let before = at.checked_sub(1).and_then(|before| list.get(before));
        let next = list.get(at + gone);
        // `Articles 99 and 3`: what stays still needs the word, and the name that went with the one before.
        let needed = next.map(|next| what_is_needed(text, next)).unwrap_or_default();
        match (before, next) {
            // `제3조 및 제99조에 따라`: the rest of the list keeps the particle.
            (Some(before), _) if removes => {
                edits.push(Replacement { span: Span::new(before.span.end, end), text: String::new() });
            }
            (None, Some(next)) if removes => {
                edits.push(Replacement { span: Span::new(first.span.start, next.span.start), text: needed });
            }
            _ => {
                let repealed = run.iter().take(gone).all(|why| *why == Some(Unfounded::Repealed));
                let why = if repealed { Unfounded::Repealed } else { Unfounded::Unknown };
                edits.push(replacement(text, Span::new(first.span.start, end), mode, why));
                if let Some(next) = next.filter(|_| !needed.is_empty()) {
                    let span = Span::new(next.span.start, next.span.start);
                    edits.push(Replacement { span, text: needed });
                }
            }
        }
        at += gone;
    }
}

/// What a member of a list needs before it when those before it go.
fn what_is_needed(text: &str, reference: &StatuteRef) -> String {
    let words = reference.span.of(text);
    if is_english(words) && words.starts_with(|c: char| c.is_ascii_digit()) {
        return "Article ".to_owned();
    }
    match &reference.regulation {
        Some(name) if !is_english(words) && !words.contains(name.as_str()) => format!("「{name}」 "),
        _ => String::new(),
    }
}

/// Longest joint in bytes.
const MAX_JOINT: usize = 24;

/// Whether the text between two references only joins them, so that they are one list.
#[must_use]
pub fn joins(between: &str) -> bool {
    let seen: String = between.chars().take(MAX_JOINT + 1).filter_map(plain).collect();
    matches!(
        seen.trim().trim_start_matches(','),
        "" | "，"
            | "、"
            | "·"
            | "ㆍ"
            | "및"
            | "와"
            | "과"
            | "또는"
            | "이나"
            | "나"
            | "혹은"
            | "그리고"
            | "and"
            | "or"
            | "&"
            | " and"
            | " or"
            | " 및"
    ) && between.len() <= MAX_JOINT
}
