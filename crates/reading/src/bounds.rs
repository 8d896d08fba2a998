//! The words that make a bound of a value, before and behind it.

use std::sync::LazyLock;

use crate::reading::Reading;
use stet_text::Script;
use stet_text::values::Value;

/// Which way a value bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Not more than the value.
    Upper,
    /// Not less than the value.
    Lower,
}

impl Side {
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Upper => Self::Lower,
            Self::Lower => Self::Upper,
        }
    }
}

/// Words that make a bound of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "properties are independent of one another")]
pub struct Mark {
    pub side: Side,
    /// The value itself is out of bounds (`미만`, `more than`).
    pub strict: bool,
    /// Says so by denying the opposite.
    pub denied: bool,
    /// Of the words that tell whether the value itself is within: `이상` is not `초과`.
    pub formal: bool,
    /// Means a bound in most places only (`까지`, `within`): enough to agree with another, not to contradict it.
    pub weak: bool,
    /// Positions of the words.
    pub tokens: Vec<usize>,
}

impl Mark {
    const fn new(side: Side, tokens: Vec<usize>) -> Self {
        Self { side, strict: false, denied: false, formal: false, weak: false, tokens }
    }
}

/// What makes a bound of a value of a text; of several words on one side, all together.
pub fn bound(text: &Reading<'_>, value: &Value) -> Option<Mark> {
    if value.implied {
        return None;
    }
    let (first, next) = (text.first_from(value.span.start), text.first_from(value.span.end));
    let is_latin = |at: usize| text.tokens.get(at).is_some_and(|token| token.script == Script::Latin);
    let mut marks = korean(text, value, first, next);
    if first > 0 && is_latin(first - 1) {
        marks.extend(english_before(text, first, next));
    }
    if is_latin(next) {
        marks.extend(english_behind(text, next));
    }
    let strong = |side| marks.iter().any(|mark| mark.side == side && !mark.weak);
    let side = match (strong(Side::Upper), strong(Side::Lower)) {
        (true, true) => return None,
        (_, true) => Side::Lower,
        (true, _) => Side::Upper,
        _ => marks.first()?.side,
    };
    marks.retain(|mark| mark.side == side);
    Some(Mark {
        side,
        strict: marks.iter().any(|mark| mark.strict),
        denied: marks.iter().any(|mark| mark.denied),
        formal: marks.iter().any(|mark| mark.formal),
        weak: marks.iter().all(|mark| mark.weak),
        tokens: marks.into_iter().flat_map(|mark| mark.tokens).collect(),
    })
}

/// Words behind a Korean value, by how they begin, with what they make of it.
static BEHIND: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let rows = stet_data::rows("words/ko/bounds");
    rows.filter_map(|row| Some((*row.first()?, *row.get(1)?))).collect()
});

/// The marks of a value that stands in the words `first..next`.
fn korean(text: &Reading<'_>, value: &Value, first: usize, next: usize) -> Vec<Mark> {
    let mut out = Vec::new();
    let before = first.checked_sub(1).map_or("", |before| text.word(before));
    let begins = |heads: &[&str]| heads.iter().any(|head| before.starts_with(head));
    if begins(&["최대", "최장", "많아야", "길어야"]) {
        out.push(Mark::new(Side::Upper, vec![first - 1]));
    } else if begins(&["최소", "최저", "적어도"]) {
        out.push(Mark::new(Side::Lower, vec![first - 1]));
    }
    out.extend(short_of(text, next));
    // `1년보다 짧은`, but not `을반의 70점보다 높다`: what someone has is exact.
    if text.word(next.saturating_sub(1)).ends_with("보다") && !before.ends_with('의') {
        let side = match text.word(next).chars().next() {
            Some('적' | '작' | '낮' | '짧' | '젊' | '어') => Some(Side::Upper),
            Some('많' | '큰' | '크' | '높' | '길' | '긴' | '늙') => Some(Side::Lower),
            _ => None,
        };
        out.extend(side.map(|side| Mark { strict: true, ..Mark::new(side, vec![next]) }));
    }
    // In the word of the counter (`1년이내`) or in one of the next (`1년의 기간을 초과`).
    for at in next.saturating_sub(1)..next + 2 {
        let word = text.word(at);
        if text.tokens.get(at).is_none_or(|token| token.script != Script::Hangul) {
            if at < next {
                continue;
            }
            break;
        }
        // `제3자에게 넘기다` hands over.
        let before = text.word(at.saturating_sub(1));
        let handed =
            word.starts_with('넘') && ["에게", "한테", "으로"].iter().any(|end| before.ends_with(end));
        let stands = |head: &str| {
            if at < next { word.contains(head) } else { word.starts_with(head) && !handed }
        };
        let Some(&(_, how)) = BEHIND.iter().find(|(head, _)| stands(head)) else { continue };
        let is = |property: &str| how.split(' ').any(|one| one == property);
        let side = if is("upper") { Side::Upper } else { Side::Lower };
        let (until, own) = (is("until"), usize::from(at < next));
        let weak = is("weak") || until && !counts_up_to(text, first, value);
        let mark = Mark { strict: is("strict"), formal: is("formal"), weak, ..Mark::new(side, Vec::new()) };
        if let Some(tokens) = denial(text, at).filter(|_| !until) {
            let (side, tokens) = (side.opposite(), tokens.into_iter().skip(own).collect());
            out.push(Mark { side, strict: !mark.strict, denied: true, tokens, ..mark });
        } else {
            // `1년까지 가능하다` permits what is within the bound.
            let permits = side == Side::Upper && text.word(at + 1).starts_with("가능");
            out.push(Mark { tokens: (at..=at + usize::from(permits)).skip(own).collect(), ..mark });
        }
        if !weak {
            break;
        }
    }
    out
}

/// The mark of a value that is not reached: `1년이 안 된`, `절반에 못 미치는`, `10명이 되지 않는`.
fn short_of(text: &Reading<'_>, next: usize) -> Option<Mark> {
    let begins = |at: usize, heads: &[&str]| heads.iter().any(|head| text.word(at).starts_with(head));
    let reached = match text.word(next) {
        "안" | "못" => begins(next + 1, &["된", "되", "될", "됐", "돼", "찬", "미치", "미친", "이르"]),
        _ => begins(next, &["되지", "차지", "미치지", "이르지"]) && begins(next + 1, &["않", "못", "아니"]),
    };
    let particle = text.word(next.checked_sub(1)?).ends_with(['이', '가', '도', '에']);
    let mark = Mark::new(Side::Upper, vec![next, next + 1]);
    (particle && reached).then_some(Mark { strict: true, denied: true, formal: true, ..mark })
}

/// Whether `까지` behind a value bounds it: what is counted, not a date nor the end of a range (`9시부터 18시까지`).
fn counts_up_to(text: &Reading<'_>, first: usize, value: &Value) -> bool {
    /// Words in which the beginning of a range is looked for.
    const RANGE: usize = 4;
    let begins = |at: usize| text.word(at).ends_with("부터") || text.word(at).ends_with("에서");
    value.is_counted() && !(first.saturating_sub(RANGE)..first).any(begins)
}

/// The words with which the predicate at `at` is denied, it among them: `초과할 수 없다`, `넘지 못한다`,
/// `초과해서는 안 된다`, `초과하여 신청할 수 없다` (all but `신청할`).
fn denial(text: &Reading<'_>, at: usize) -> Option<Vec<usize>> {
    /// Words between an adverbial excess and what denies it.
    const REACH: usize = 3;
    let word = text.word(at);
    if ["지않", "지못", "수없", "지아니", "불가"].iter().any(|inner| word.contains(inner)) {
        return Some(vec![at]);
    }
    let ends = |word: &str, tails: &[&str]| tails.iter().any(|tail| word.ends_with(tail));
    // The words from `from` on that deny the word before them.
    let denies = |from: usize| -> Option<Vec<usize>> {
        let (before, here, next) = (text.word(from - 1), text.word(from), text.word(from + 1));
        let begins = |heads: &[&str]| heads.iter().any(|head| here.starts_with(head));
        if begins(&["수"]) && next.starts_with('없') || begins(&["것"]) && next.starts_with("불가") {
            return Some(vec![from, from + 1]);
        }
        let one = begins(&["아니", "아닌", "아닙", "아님", "불가", "금지", "수없"])
            || ends(before, &["지", "지는", "지도"]) && begins(&["않", "못"])
            || ends(before, &["서는", "서", "면"]) && begins(&["안"]);
        one.then(|| vec![from])
    };
    let adverbial = ends(word, &["하여", "해", "해서", "넘어", "넘어서", "넘겨", "넘겨서"]);
    let reach = if adverbial { REACH } else { 0 };
    let rest = (at + 1..=at + 1 + reach).find_map(denies)?;
    Some(std::iter::once(at).chain(rest).collect())
}

/// The mark in front of an English value: `at most`, `no more than`, `may not exceed a total of`.
fn english_before(text: &Reading<'_>, first: usize, next: usize) -> Option<Mark> {
    /// Words before a value among which its mark stands.
    const BEFORE: usize = 4;
    /// Words in which a denial is looked for: `may not be paid for more than`, `no car may occupy a station for more than`.
    const DENIAL: usize = 10;
    let filler = |word: &str| matches!(word, "a" | "an" | "the" | "of" | "total" | "period" | "about");
    let last = (first.saturating_sub(BEFORE)..first).rev().find(|&at| !filler(text.word(at)))?;
    let back = |by: usize| last.checked_sub(by).map_or("", |at| text.word(at));
    // `no later than 5 days before the trip` is at least 5 days before it, `up to 5 days before it` until then; `higher than a
    // year earlier` compares with what was then.
    let behind = text.word(next);
    let counts_back = matches!(behind, "before" | "prior" | "ahead");
    let mark = |side, strict, from: usize, weak| {
        Some(Mark { strict, weak, ..Mark::new(side, (from..first).collect()) })
    };
    let (side, from) = match (back(1), text.word(last)) {
        _ if matches!(behind, "earlier" | "ago" | "previously") => return None,
        // `went up to 5` tells where something went.
        ("up", "to") if ["go", "went", "mov", "add"].iter().any(|verb| back(2).starts_with(verb)) => {
            return None;
        }
        ("up", "to") => return mark(Side::Upper, false, last - 1, counts_back),
        ("at", "most") | ("limited", "to") => return mark(Side::Upper, false, last - 1, false),
        ("many" | "much" | "long", "as") if back(2) == "as" => {
            return mark(Side::Upper, false, last - 2, false);
        }
        ("at", "least") => return mark(Side::Lower, false, last - 1, false),
        (_, "minimum") => return mark(Side::Lower, false, last, false),
        (_, "maximum") => return mark(Side::Upper, false, last, false),
        (_, "within") => return mark(Side::Upper, false, last, true),
        (_, "over" | "above") => return mark(Side::Lower, true, last, true),
        (_, "under" | "below") => return mark(Side::Upper, true, last, true),
        ("later", "than") if counts_back => (Side::Upper, last - 1),
        ("earlier", "than") if counts_back => (Side::Lower, last - 1),
        ("more" | "longer" | "greater" | "higher" | "later" | "larger" | "older", "than") => {
            (Side::Lower, last - 1)
        }
        ("less" | "fewer" | "shorter" | "lower" | "smaller" | "earlier" | "younger", "than") => {
            (Side::Upper, last - 1)
        }
        (_, "exceed" | "exceeds" | "exceeding" | "exceeded" | "beyond") => (Side::Lower, last),
        _ => return None,
    };
    let subordinate =
        |word: &str| matches!(word, "if" | "when" | "unless" | "who" | "that" | "which" | "because");
    let denies =
        |word: &str| matches!(word, "no" | "not" | "never" | "cannot" | "nor") || word.ends_with("n't");
    let mut clause = (from.saturating_sub(DENIAL)..from).rev().take_while(|&at| !subordinate(text.word(at)));
    let Some(denial) = clause.find(|&at| denies(text.word(at))) else { return mark(side, true, from, false) };
    // `may not` permits nothing.
    let before = denial.checked_sub(1).map_or("", |before| text.word(before));
    let modal = matches!(before, "may" | "can" | "could" | "shall" | "must" | "should");
    let tokens = (denial - usize::from(modal)..=denial).chain(from..first).collect();
    Some(Mark { denied: true, ..Mark::new(side.opposite(), tokens) })
}

/// The mark behind an English value: `5 days or less`, `5 days at most`.
fn english_behind(text: &Reading<'_>, next: usize) -> Option<Mark> {
    let side = match (text.word(next), text.word(next + 1)) {
        (
            "or" | "and",
            "less" | "fewer" | "under" | "shorter" | "below" | "lower" | "younger" | "earlier",
        )
        | ("at", "most") => Side::Upper,
        (
            "or" | "and",
            "more" | "over" | "longer" | "above" | "higher" | "greater" | "up" | "older" | "later",
        )
        | ("at", "least") => Side::Lower,
        _ => return None,
    };
    Some(Mark::new(side, vec![next, next + 1]))
}
