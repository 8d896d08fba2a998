//! Polarity: what a sentence denies, and whether another one states it.
//!
//! Owns the negations of both languages, negating prefixes included, and which
//! word each of them denies.

use rustc_hash::FxHashMap;

use crate::domain::gate::reading::Reading;
use crate::domain::gate::similarity::{is_function_word, word_key};
use crate::domain::span::Span;
use crate::domain::text::{Script, Token, tokens};

/// How two sentences differ in what they deny.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "findings are independent of one another")]
pub(super) struct Conflict {
    /// A word both have is denied in one and stated in the other.
    pub denied: bool,
    /// One has an odd number of negations, the other an even one.
    pub parity: bool,
    /// The claim denies something, and not one negative word stands in what it is compared with.
    pub unmatched: bool,
    /// The claim denies something, what it is compared with nothing.
    pub added: bool,
    /// The claim denies a word that is not denied in what it is compared with, whatever else is.
    pub unconfirmed: bool,
}

/// Words that can be what a negation was rephrased from: by beginning, besides the negations
/// themselves.
const NEGATIVE: &[&str] = &[
    "refus",
    "deny",
    "deni",
    "forbid",
    "forbad",
    "prohibit",
    "ban",
    "lack",
    "fail",
    "prevent",
    "avoid",
    "stop",
    "reject",
    "illegal",
    "only",
    "few",
    "little",
    "rare",
    "instead",
    "rather",
    "free",
    "false",
    "wrong",
    "lost",
    "miss",
    "absen",
    "un",
    "in",
    "im",
    "dis",
    "non",
    "less",
    "end",
    "ceas",
    "hard",
    "difficult",
    "declin",
    "exclu",
    "except",
    "but",
    "불",
    "비",
    "미",
    "무",
    "부",
    "금지",
    "거부",
    "거절",
    "실패",
    "제외",
    "반대",
    "어렵",
    "어려",
    "말",
    "중단",
    "취소",
    "폐지",
    "밖에",
    "만",
    "거의",
    "아직",
    "막",
    "안",
    "못",
    "적",
    "드물",
    "모르",
    "모른",
    "몰",
];

/// Whether a normalised text has any word that could carry a denial.
fn has_negative_word(norm: &str) -> bool {
    tokens(norm).iter().any(|token| {
        NEGATIVE.iter().any(|head| token.text.starts_with(head))
            || token.text.ends_with("n't")
            || token.text.ends_with("less")
    })
}

/// Compares a claim with a sentence, and with the window the sentence stands in.
pub(super) fn conflict(claim: &Reading<'_>, sentence: &Reading<'_>, window: &str) -> Conflict {
    let (mut mine, mut theirs) = (Polarity::of(claim), Polarity::of(sentence));
    let (my_prefixed, their_prefixed) = (prefixed(claim, &theirs.words), prefixed(sentence, &mine.words));
    mine.deny(&my_prefixed);
    theirs.deny(&their_prefixed);
    let denied = mine.words.iter().any(|(key, word)| {
        theirs.words.get(key).is_some_and(|other| {
            let odd = |word: &Denial| word.denied % 2 == 1;
            // A word that is both stated and denied in one sentence proves nothing.
            let settled = |word: &Denial| word.denied == 0 || word.denied >= word.count;
            odd(word) != odd(other) && settled(word) && settled(other)
        })
    });
    let unmatched = mine.negations % 2 == 1
        && theirs.negations == 0
        && !has_negative_word(window)
        && Polarity::of(&Reading::new(window)).negations == 0;
    let unconfirmed = mine.words.iter().any(|(key, word)| {
        word.denied % 2 == 1 && theirs.words.get(key).is_none_or(|other| other.denied == 0)
    });
    Conflict {
        unconfirmed,
        denied,
        parity: mine.negations % 2 != theirs.negations % 2,
        unmatched,
        added: mine.negations > 0 && theirs.negations == 0,
    }
}

/// How often a word occurs, and how often it is denied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Denial {
    count: u32,
    denied: u32,
}

#[derive(Debug, Clone, Default)]
struct Polarity {
    negations: u32,
    words: FxHashMap<u32, Denial>,
}

impl Polarity {
    fn of(text: &Reading<'_>) -> Self {
        let (norm, tokens) = (text.norm, &text.tokens);
        let content = |at: usize| text.content(at);
        let mut found = Self::default();
        found.words.reserve(tokens.len());
        for key in (0..tokens.len()).filter_map(content) {
            found.words.entry(key).or_default().count += 1;
        }
        for (at, token) in tokens.iter().enumerate() {
            // `뿐만 아니라` adds.
            if at > 0 && tokens.get(at - 1).is_some_and(|before| before.text.contains('뿐')) {
                continue;
            }
            let denied = match token.script {
                Script::Latin if is_english_negation(tokens, at) => {
                    // English denies what follows, within the clause.
                    let end = clause_end(norm, token.span.end);
                    let reach = (at + 1..tokens.len())
                        .take_while(|&next| tokens.get(next).is_some_and(|next| next.span.start < end));
                    reach.filter_map(content).take(2).collect()
                }
                Script::Hangul => match korean_negation(token.text).or_else(|| prohibition(tokens, at)) {
                    Some(side) => korean_reach(tokens, at, side, &content),
                    None => continue,
                },
                _ => continue,
            };
            found.negations += 1;
            for key in denied {
                found.words.entry(key).or_default().denied += 1;
            }
        }
        found
    }

    /// Counts words that a negating prefix denies.
    fn deny(&mut self, keys: &[u32]) {
        for key in keys {
            self.negations += 1;
            let word = self.words.entry(*key).or_default();
            word.count += 1;
            word.denied += 1;
        }
    }
}

/// `불가능` where the other sentence says `가능`, `unlawful` where it says `lawful`: the words of
/// the other sentence that a prefix negates here.
fn prefixed(text: &Reading<'_>, others: &FxHashMap<u32, Denial>) -> Vec<u32> {
    let mut out = Vec::new();
    for (at, token) in text.tokens.iter().enumerate() {
        let prefixes: &[&str] = match token.script {
            Script::Hangul => &["불", "비", "미", "무", "부"],
            Script::Latin => &["un", "in", "im", "ir", "il", "dis", "non"],
            Script::Digit | Script::Other => continue,
        };
        let least = if token.script == Script::Hangul { 2 } else { 4 };
        let mut rests = prefixes.iter().filter_map(|prefix| token.text.strip_prefix(prefix)).peekable();
        if rests.peek().is_none() || others.contains_key(&text.key(at)) {
            continue;
        }
        let key = rests
            .filter(|rest| rest.chars().count() >= least)
            .map(|rest| word_key(rest, token.script))
            .find(|key| others.contains_key(key) && !is_function_word(*key));
        out.extend(key);
    }
    out
}

/// Where the clause that contains the byte `from` ends.
fn clause_end(norm: &str, from: usize) -> usize {
    let rest = Span::new(from, norm.len()).of(norm);
    rest.find([',', ';', '.', ':']).map_or(norm.len(), |at| from + at)
}

fn is_english_negation(words: &[Token<'_>], at: usize) -> bool {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    match text(at) {
        "no" => text(at + 1) != "doubt",
        "not" => text(at + 1) != "only",
        "never" | "none" | "nobody" | "nothing" | "neither" | "nor" | "without" | "cannot" | "unable"
        | "hardly" | "lack" | "lacks" | "lacked" | "lacking" => true,
        "fail" | "fails" | "failed" | "failing" => text(at + 1) == "to",
        word => word.ends_with("n't"),
    }
}

/// `하지 마`, `하지 말고`.
fn prohibition(words: &[Token<'_>], at: usize) -> Option<Side> {
    let word = words.get(at)?.text;
    let before = words.get(at.checked_sub(1)?)?.text;
    let forbids = matches!(word, "마" | "마라" | "마세요" | "마십시오" | "말라" | "말고" | "말아" | "말자");
    (forbids && before.ends_with('지')).then_some(Side::Before)
}

/// Where the word stands that a Korean negation denies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
    /// In the same word: `허용되지않는다`.
    Within,
}

fn korean_negation(word: &str) -> Option<Side> {
    let begins = |heads: &[&str]| heads.iter().any(|head| word.starts_with(head));
    if matches!(word, "안" | "못") {
        return Some(Side::After);
    }
    if begins(&[
        "않",
        "못하",
        "못한",
        "못할",
        "못했",
        "못합",
        "아니다",
        "아니라",
        "아니며",
        "아니고",
        "아니한",
        "아니하",
        "아니었",
        "아니면",
        "아닌",
        "아닙",
        "아님",
        "아니에",
        "말아야",
        "안되",
        "안된",
        "안될",
        "안됐",
        "안됩",
        "안돼",
        "안했",
        "안하",
        "못되",
    ]) || (word.starts_with('없') && !word.starts_with("없애"))
    {
        return Some(Side::Before);
    }
    if ["지않", "지못", "수없", "지아니"].iter().any(|inner| word.contains(inner)) {
        return Some(Side::Within);
    }
    None
}

/// The word that is denied: the nearest content word on the given side, else on the other
/// (`사용해서는 안 된다` denies `사용`, since `된다` means nothing by itself).
fn korean_reach(
    words: &[Token<'_>],
    at: usize,
    side: Side,
    content: &impl Fn(usize) -> Option<u32>,
) -> Vec<u32> {
    const REACH: usize = 3;
    let before = || (at.saturating_sub(REACH)..at).rev().find_map(content);
    let key = match side {
        Side::Before => before(),
        Side::After => content(at + 1).filter(|_| at + 1 < words.len()).or_else(before),
        Side::Within => content(at),
    };
    key.into_iter().collect()
}
