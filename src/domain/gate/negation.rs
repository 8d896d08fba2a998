//! Polarity: what a sentence denies, and whether another one states it.
//!
//! Owns the negations of both languages, negating prefixes included, and which
//! word each of them denies.

use rustc_hash::FxHashMap;

use crate::domain::gate::reading::Reading;
use crate::domain::gate::similarity::{is_function_word, word_key};
use crate::domain::span::Span;
use crate::domain::text::{Script, Token};

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

/// Whether a text has any word that could carry a denial.
fn has_negative_word(text: &Reading<'_>) -> bool {
    text.tokens.iter().any(|token| {
        NEGATIVE.iter().any(|head| token.text.starts_with(head))
            || token.text.ends_with("n't")
            || token.text.ends_with("less")
    })
}

/// Compares a claim with a sentence, and with the window the sentence stands in.
pub(super) fn conflict(claim: &Reading<'_>, sentence: &Reading<'_>, window: &Reading<'_>) -> Conflict {
    let (mut mine, mut theirs) = (Polarity::of(claim), Polarity::of(sentence));
    let (my_prefixed, their_prefixed) = (prefixed(claim, &theirs.words), prefixed(sentence, &mine.words));
    mine.deny(&my_prefixed);
    theirs.deny(&their_prefixed);
    let denied = mine.words.iter().any(|(key, word)| {
        theirs.words.get(key).is_some_and(|other| {
            let odd = |word: &Denial| word.denied % 2 == 1;
            // A word that is both stated and denied in one sentence proves nothing, nor does one whose predicate is denied
            // (`증거가 없다`, `증거는 발견되지 않았다`).
            let settled = |word: &Denial| {
                word.denied == 0 && word.near < word.count || word.denied >= word.count && word.denied > 0
            };
            odd(word) != odd(other) && settled(word) && settled(other)
        })
    });
    let unmatched = mine.negations % 2 == 1
        && theirs.negations == 0
        && !has_negative_word(window)
        && Polarity::of(window).negations == 0;
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

/// Whether the word at `at` is denied: by a negation within the words before it in English; in Korean by one right before
/// it, in it, or behind it (`허용하지 않는다`, `허용할 수 없다`).
pub(super) fn is_denied(words: &[Token<'_>], at: usize) -> bool {
    /// `was not always allowed`
    const REACH: usize = 3;
    let korean = |at: usize| {
        let token = words.get(at).filter(|token| token.script == Script::Hangul)?;
        korean_negation(token.text).or_else(|| prohibition(words, at))
    };
    match words.get(at).map(|token| token.script) {
        Some(Script::Latin) => (at.saturating_sub(REACH)..at)
            .filter(|&at| words.get(at).is_some_and(|token| token.script == Script::Latin))
            .any(|at| is_english_negation(words, at)),
        Some(Script::Hangul) => {
            // `해서는 안 된다`
            let barred = words
                .get(at)
                .is_some_and(|token| ["서는", "서", "선", "면"].iter().any(|end| token.text.ends_with(end)))
                && korean(at + 1) == Some(Side::After);
            let able = usize::from(words.get(at + 1).is_some_and(|token| token.text.starts_with('수')));
            barred
                || korean(at) == Some(Side::Within)
                || korean(at + 1 + able) == Some(Side::Before)
                || at.checked_sub(1).and_then(korean) == Some(Side::After)
        }
        _ => false,
    }
}

/// Words on each side of a negation that it may deny.
const NEAR: usize = 4;

/// Whether nothing between two words of a text begins another clause.
fn one_clause(text: &Reading<'_>, one: usize, other: usize) -> bool {
    let (first, last) = (one.min(other), one.max(other));
    let Some((from, to)) = text.tokens.get(first).zip(text.tokens.get(last)) else { return false };
    !Span::new(from.span.end, to.span.start).of(text.norm).contains([',', ';', '.', ':'])
        && (first..last).all(|at| {
            text.tokens.get(at).is_none_or(|token| match token.script {
                Script::Hangul => {
                    !["고", "며", "지만", "는데", "으나", "면"].iter().any(|end| token.text.ends_with(end))
                }
                _ => !matches!(
                    token.text,
                    "if" | "who"
                        | "that"
                        | "which"
                        | "because"
                        | "while"
                        | "and"
                        | "but"
                        | "when"
                        | "although"
                ),
            })
        })
}

/// How often a word occurs, and how often it is denied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Denial {
    count: u32,
    denied: u32,
    /// How often it stands beside a negation that may deny it, too.
    near: u32,
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
                Script::Latin if is_english_negation(tokens, at) || prohibits(token.text) => {
                    // English denies what follows, within the clause; `entry is prohibited` what stands before.
                    let end = clause_end(norm, token.span.end);
                    let reach = (at + 1..tokens.len())
                        .take_while(|&next| tokens.get(next).is_some_and(|next| next.span.start < end));
                    let mut permitted = false;
                    let mut denied: Vec<u32> = Vec::new();
                    for next in reach {
                        let word = tokens.get(next).map_or("", |word| word.text);
                        // What is not approved by an agency is no denial of the agency.
                        if !denied.is_empty() && !permitted && is_preposition(word) {
                            break;
                        }
                        let Some(key) = content(next) else { continue };
                        denied.push(key);
                        permitted |= permits(word);
                        if denied.len() == 2 + usize::from(permitted) {
                            break;
                        }
                    }
                    if prohibits(token.text) && denied.is_empty() {
                        denied.extend((0..at).rev().find_map(content));
                    }
                    denied
                }
                Script::Hangul if prohibits(token.text) => korean_reach(tokens, at, Side::Before, &content),
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
            for key in (at.saturating_sub(NEAR)..=at + NEAR)
                .filter(|&near| one_clause(text, at, near))
                .filter_map(content)
            {
                found.words.entry(key).or_default().near += 1;
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
        // Counted as a prohibition.
        if token.text.starts_with("불가") {
            continue;
        }
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

/// Whether the word at `at` is an English negation.
pub(super) fn is_english_negation(words: &[Token<'_>], at: usize) -> bool {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    match text(at) {
        // `No, they are` answers.
        "no" => {
            let answers = at == 0
                && matches!(
                    text(1),
                    "but" | "it" | "they" | "he" | "she" | "i" | "we" | "you" | "there" | "that" | "this"
                );
            text(at + 1) != "doubt" && !answers
        }
        "not" => text(at + 1) != "only",
        "never" | "none" | "nobody" | "nothing" | "neither" | "nor" | "without" | "cannot" | "unable"
        | "hardly" | "lack" | "lacks" | "lacked" | "lacking" => true,
        "fail" | "fails" | "failed" | "failing" => text(at + 1) == "to",
        "deny" | "denies" | "denied" | "denying" => text(at + 1) == "that",
        word => word.ends_with("n't"),
    }
}

/// Prepositions of place, time and agent, behind which something else is told.
fn is_preposition(word: &str) -> bool {
    matches!(
        word,
        "in" | "on"
            | "at"
            | "by"
            | "for"
            | "from"
            | "with"
            | "during"
            | "since"
            | "until"
            | "after"
            | "before"
            | "because"
    )
}

/// Words that deny what they prohibit.
fn prohibits(word: &str) -> bool {
    word.starts_with(['p', 'f', 'b', '금', '불'])
        && (["prohibit", "forbid", "forbad", "금지", "불허", "불가"]
            .iter()
            .any(|head| word.starts_with(head))
            || matches!(word, "ban" | "bans" | "banned" | "banning"))
}

/// Words of permission: to deny these is to deny what is permitted.
fn permits(word: &str) -> bool {
    ["allow", "permit", "허용", "허가", "가능"].iter().any(|head| word.starts_with(head))
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
    // Most words begin like none of these.
    let negative = word.starts_with(['않', '못', '아', '말', '안', '없']);
    if negative
        && (begins(&[
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
        ]) || (word.starts_with('없') && !word.starts_with("없애")))
    {
        return Some(Side::Before);
    }
    // `허용되지않는다`, `허용할수없다`
    let joined = |pair: (char, char)| matches!(pair, ('지', '않' | '못') | ('수', '없'));
    let within =
        word.chars().zip(word.chars().skip(1)).any(joined) || word.contains('니') && word.contains("지아니");
    within.then_some(Side::Within)
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
    let before =
        |at: usize| (at.saturating_sub(REACH)..at).rev().find_map(|before| Some((before, content(before)?)));
    let found = match side {
        Side::Before => before(at),
        Side::After => {
            content(at + 1).filter(|_| at + 1 < words.len()).map(|key| (at + 1, key)).or_else(|| before(at))
        }
        Side::Within => content(at).map(|key| (at, key)),
    };
    // What may not be permitted may not be done: `출입은 허용되지 않는다` denies `출입`, too.
    let permitted = found.filter(|&(at, _)| words.get(at).is_some_and(|word| permits(word.text)));
    let done = permitted.and_then(|(at, _)| before(at));
    found.into_iter().chain(done).map(|(_, key)| key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::text::{normalise, tokens};

    /// A word is denied in one only, or the two deny an odd and an even number of times.
    fn denied(claim: &str, evidence: &str) -> bool {
        let (claim, evidence) = (normalise(claim), normalise(evidence));
        let evidence = Reading::new(&evidence);
        let found = conflict(&Reading::new(&claim), &evidence, &evidence);
        found.denied || found.parity
    }

    #[test]
    fn what_is_prohibited_is_denied() {
        for (claim, evidence, want) in [
            ("출입할 수 없다", "출입을 금지한다", false),
            ("출입할 수 있다", "출입을 금지한다", true),
            ("출입은 허용되지 않는다", "출입은 금지된다", false),
            ("출입은 금지되지 않는다", "출입은 금지된다", true),
            ("Visitors may not enter the hall.", "Visitors are forbidden to enter the hall.", false),
            ("Visitors may enter the hall.", "Visitors are forbidden to enter the hall.", true),
            ("Guests are not allowed to enter.", "Guests are prohibited from entering.", false),
            ("Smoking is banned.", "Smoking is not banned.", true),
            ("입장이 불가능하다", "입장할 수 없다", false),
            ("입장이 가능하다", "입장할 수 없다", true),
            ("새 단서가 없다", "새 단서는 나오지 않았다", false),
            ("새 단서가 있다", "새 단서는 나오지 않았다", true),
            ("Fees are not refunded.", "The school does not refund fees.", false),
            ("Fees are refunded.", "The school does not refund fees.", true),
            ("She said the plan was not late.", "She denied that the plan was late.", false),
        ] {
            assert_eq!(denied(claim, evidence), want, "{claim} / {evidence}");
        }
    }

    #[test]
    fn a_negation_ends_before_a_preposition() {
        let found = |claim: &str, evidence: &str| {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            let evidence = Reading::new(&evidence);
            conflict(&Reading::new(&claim), &evidence, &evidence).denied
        };
        assert!(!found("Sales did not rise in winter.", "Sales fell in winter."));
        assert!(found("Sales did not rise in winter.", "Sales did rise in winter."));
        assert!(!found("It was not approved by the senate.", "It was rejected by the senate."));
    }

    #[test]
    fn which_words_are_denied() {
        for (text, word, want) in [
            ("허용되지 않는다", 0, true),
            ("허용할 수 없다", 0, true),
            ("허용할 수 있다", 0, false),
            ("안 허용한다", 1, true),
            ("허용해서는 안 된다", 0, true),
            ("허용되지않는다", 0, true),
            ("not always allowed", 2, true),
            ("allowed, not closed", 0, false),
        ] {
            let norm = normalise(text);
            assert_eq!(is_denied(&tokens(&norm), word), want, "{text}");
        }
    }
}
