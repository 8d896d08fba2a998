//! Polarity: what a sentence denies, and whether another one states it.
//!
//! Owns the negations of both languages, negating prefixes included, and which
//! word each of them denies.

use std::ops::Range;
use std::sync::LazyLock;

use crate::domain::gate::heads::Heads;
use crate::domain::gate::marks::{DENIAL, PREFIXED};
use crate::domain::gate::reading::{COMMA, Reading, SEMICOLON, STOP};
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
    /// The one without a negation has a word that may say the same.
    pub rephrased: bool,
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
    "exempt",
    "waiv",
    "remov",
    "acquit",
    "drop",
    "면제",
    "해제",
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

/// Words that deny by what they mean, by how they begin.
const REFUSES: &[&str] = &[
    "refus", "reject", "miss", "lack", "absen", "declin", "exclu", "avoid", "prevent", "omit", "neglect",
    "거부", "거절", "실패", "제외", "취소", "중단", "놓치", "놓쳤", "놓친", "빠지", "빠진", "빠졌", "미달",
    "불참", "결석",
];

/// The beginnings of [`NEGATIVE`] and [`REFUSES`].
static NEGATIVE_HEADS: LazyLock<Heads<()>> = LazyLock::new(|| Heads::of_all(NEGATIVE));
static REFUSING_HEADS: LazyLock<Heads<()>> = LazyLock::new(|| Heads::of_all(REFUSES));

fn has_word_of(text: &Reading<'_>, heads: &Heads<()>) -> bool {
    text.tokens.iter().any(|token| heads.begin(token.text))
}

/// Whether a text has any word that could carry a denial.
fn has_negative_word(text: &Reading<'_>) -> bool {
    let heads = &*NEGATIVE_HEADS;
    text.tokens.iter().any(|token| {
        let ends = |end: &str| token.text.as_bytes().ends_with(end.as_bytes());
        heads.begin(token.text) || ends("n't") || ends("less")
    })
}

/// Compares a claim with a sentence, and with the window the sentence stands in.
pub(super) fn conflict(claim: &Reading<'_>, sentence: &Reading<'_>, window: &Reading<'_>) -> Conflict {
    let (mut mine, mut theirs) = (Polarity::of(claim), Polarity::of(sentence));
    mine.prefixed = prefixed(claim, sentence);
    theirs.prefixed = prefixed(sentence, claim);
    let (my_negations, their_negations) = (mine.negations(), theirs.negations());
    if my_negations == 0 && their_negations == 0 {
        return Conflict::default();
    }
    let denied = mine.keys().chain(theirs.keys()).any(|key| {
        // Most are denied in both.
        if mine.denials(key) % 2 == theirs.denials(key) % 2 {
            return false;
        }
        let Some((word, other)) = mine.word(key).and_then(|word| Some((word, theirs.word(key)?))) else {
            return false;
        };
        // A word that is both stated and denied in one sentence proves nothing, nor does one whose predicate is denied
        // (`증거가 없다`, `증거는 발견되지 않았다`).
        let settled = |word: Denial| {
            word.denied == 0 && word.near < word.count || word.denied >= word.count && word.denied > 0
        };
        settled(word) && settled(other)
    });
    // `misses the deadline`, where the other has `fails to meet` it.
    let rephrased = || {
        my_negations == 0 && has_word_of(claim, &REFUSING_HEADS)
            || their_negations == 0 && has_word_of(sentence, &REFUSING_HEADS)
    };
    let denied = denied || denies_short_verb(claim, sentence) || denies_short_verb(sentence, claim);
    let parity = my_negations % 2 != theirs.negations_in(claim) % 2;
    let unmatched = my_negations % 2 == 1
        && their_negations == 0
        && !has_negative_word(window)
        && Polarity::of(window).negations() == 0;
    let unconfirmed = mine.keys().any(|key| {
        // A word of the claim is in it; what the other denies is in the other.
        mine.denials(key) % 2 == 1 && theirs.denials(key) == 0
    });
    Conflict {
        unconfirmed,
        denied,
        parity,
        // Of no matter where the two deny alike.
        rephrased: parity && rephrased(),
        unmatched,
        added: my_negations > 0 && their_negations == 0,
    }
}

/// Whether a Korean text denies a verb of one syllable (`뽑지 않는다`) that the other only states: the keys of its forms differ.
fn denies_short_verb(text: &Reading<'_>, other: &Reading<'_>) -> bool {
    /// What may follow the stem.
    const ENDINGS: &str = "는은을고기다던자지며면았었아어";
    let stem = |word: &str| {
        let mut chars = word.chars();
        let first = chars.next()?;
        chars.next().is_some_and(|next| ENDINGS.contains(next)).then_some(first)
    };
    text.marked(DENIAL).any(|at| {
        let Some(before) = at.checked_sub(1) else { return false };
        let word = text.word(before);
        let short = word.chars().nth(2).is_none() && word.ends_with('지');
        let Some(verb) = stem(word).filter(|_| short && korean_negation(text.word(at)) == Some(Side::Before))
        else {
            return false;
        };
        let same = |text: &Reading<'_>, at: usize| {
            stem(text.word(at)) == Some(verb) && text.word(at).ends_with(['다', '고', '며', '지'])
        };
        let stated =
            |text: &Reading<'_>| (0..text.tokens.len()).any(|at| same(text, at) && !is_denied(text, at));
        let denied =
            |text: &Reading<'_>| (0..text.tokens.len()).any(|at| same(text, at) && is_denied(text, at));
        !stated(text) && stated(other) && !denied(other)
    })
}

/// Whether the word at `at` is denied: by a negation within the words before it in English; in Korean by one right before
/// it, in it, or behind it (`허용하지 않는다`, `허용할 수 없다`).
pub(super) fn is_denied(text: &Reading<'_>, at: usize) -> bool {
    /// `was not always allowed`
    const REACH: usize = 3;
    if !text.has_mark(DENIAL) {
        return false;
    }
    let words = &text.tokens;
    let korean = |at: usize| {
        let token =
            words.get(at).filter(|token| token.script == Script::Hangul && text.is_marked(at, DENIAL))?;
        let side = korean_negation(token.text).or_else(|| prohibition(words, at))?;
        (!is_doubled(words, at)).then_some(side)
    };
    match words.get(at).map(|token| token.script) {
        Some(Script::Latin) => (at.saturating_sub(REACH)..at)
            .filter(|&at| text.is_marked(at, DENIAL))
            .filter(|&at| words.get(at).is_some_and(|token| token.script == Script::Latin))
            .any(|at| is_english_negation(words, at)),
        Some(Script::Hangul) => {
            // `해서는 안 된다`
            let bars =
                |token: &Token<'_>| ["서는", "서", "선", "면"].iter().any(|end| token.text.ends_with(end));
            let barred = korean(at + 1) == Some(Side::After) && words.get(at).is_some_and(bars);
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

/// Whether nothing between a word of a text and the next begins another clause.
fn one_clause(text: &Reading<'_>, first: usize) -> bool {
    let Some((from, to)) = text.tokens.get(first).zip(text.tokens.get(first + 1)) else { return false };
    let joins = match from.script {
        Script::Hangul => {
            ["고", "며", "지만", "는데", "으나", "면"].iter().any(|end| from.text.ends_with(end))
        }
        _ => matches!(
            from.text,
            "if" | "who" | "that" | "which" | "because" | "while" | "and" | "but" | "when" | "although"
        ),
    };
    !joins && !Span::new(from.span.end, to.span.start).of(text.norm).contains(CUTS)
}

/// What ends a clause.
const CUTS: [char; 4] = [',', ';', '.', ':'];

/// Whether such a mark stands in a word (`1,000`).
fn is_cut(text: &Reading<'_>, at: usize) -> bool {
    text.tokens.get(at).is_some_and(|token| token.script == Script::Digit && token.text.contains(CUTS))
}

/// How often a word occurs, and how often it is denied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Denial {
    count: usize,
    denied: usize,
    /// How often it stands beside a negation that may deny it, too.
    near: usize,
}

/// What a text denies. Most deny nothing, so a word is looked for only when something is.
#[derive(Debug)]
struct Polarity<'a> {
    text: &'a Reading<'a>,
    count: usize,
    /// The keys of the words that are denied, and of those beside a negation, as often as they are.
    denied: Vec<u32>,
    near: Vec<u32>,
    /// Where the words of each negation end in `denied` and in `near`.
    ends: Vec<(usize, usize)>,
    /// The keys of the words that a negating prefix denies.
    prefixed: Vec<u32>,
}

impl<'a> Polarity<'a> {
    fn of(text: &'a Reading<'a>) -> Self {
        let (norm, tokens) = (text.norm, &text.tokens);
        let content = |at: usize| text.content(at);
        let mut found = Self {
            text,
            count: 0,
            denied: Vec::new(),
            near: Vec::new(),
            ends: Vec::new(),
            prefixed: Vec::new(),
        };
        for (at, token) in text.marked(DENIAL).filter_map(|at| Some((at, tokens.get(at)?))) {
            // `공개하지 않으면 안 된다` obliges.
            if is_doubled(tokens, at) {
                continue;
            }
            // `뿐만 아니라` adds.
            if at > 0 && tokens.get(at - 1).is_some_and(|before| before.text.contains('뿐')) {
                continue;
            }
            match token.script {
                // `neither … nor` denies once.
                Script::Latin if is_half(tokens, at) => continue,
                // `may not enter without a permit` denies neither.
                _ if is_conditional(text, at) => {}
                Script::Latin if is_english_negation(tokens, at) || prohibits(token.text) => {
                    // English denies what follows, within the clause; `entry is prohibited` what stands before.
                    let end = clause_end(norm, token.span.end);
                    let reach = (at + 1..tokens.len())
                        .take_while(|&next| tokens.get(next).is_some_and(|next| next.span.start < end));
                    let mut permitted = false;
                    let before = found.denied.len();
                    for next in reach {
                        let word = tokens.get(next).map_or("", |word| word.text);
                        let denied = found.denied.len() - before;
                        // What is not approved by an agency is no denial of the agency.
                        if denied > 0 && !permitted && is_preposition(word) {
                            break;
                        }
                        let Some(key) = content(next) else { continue };
                        found.denied.push(key);
                        permitted |= permits(word);
                        if denied + 1 == 2 + usize::from(permitted) {
                            break;
                        }
                    }
                    found.denied.extend(rest_of_list(text, at, end).filter_map(content));
                    if prohibits(token.text) && found.denied.len() == before {
                        found.denied.extend((0..at).rev().find_map(content));
                    }
                }
                Script::Hangul if prohibits(token.text) => {
                    korean_reach(tokens, at, Side::Before, &content, &mut found.denied);
                }
                Script::Hangul => match korean_negation(token.text).or_else(|| prohibition(tokens, at)) {
                    Some(side) => korean_reach(tokens, at, side, &content, &mut found.denied),
                    None => continue,
                },
                _ => continue,
            }
            found.count += 1;
            let before = (1..=NEAR).map_while(|step| {
                let near = at.checked_sub(step)?;
                (one_clause(text, near) && (step == 1 || !is_cut(text, near + 1))).then_some(near)
            });
            let behind = (1..=NEAR).map(|step| at + step).take_while(|&near| {
                one_clause(text, near - 1) && (near - 1 == at || !is_cut(text, near - 1))
            });
            found.near.extend(std::iter::once(at).chain(before).chain(behind).filter_map(content));
            found.ends.push((found.denied.len(), found.near.len()));
        }
        found
    }

    fn negations(&self) -> usize {
        self.count + self.prefixed.len()
    }

    /// The negations beside which another text has one of the words at least: the rest deny what it does not speak of.
    fn negations_in(&self, other: &Reading<'_>) -> usize {
        let starts = std::iter::once((0, 0)).chain(self.ends.iter().copied());
        let concerns = |from: (usize, usize), to: (usize, usize)| {
            let words =
                self.denied.get(from.0..to.0).into_iter().chain(self.near.get(from.1..to.1)).flatten();
            // Of what has no content nothing is known.
            from == to || words.copied().any(|key| other.has(key))
        };
        starts.zip(&self.ends).filter(|&(from, &to)| concerns(from, to)).count() + self.prefixed.len()
    }

    /// The keys of all words that are denied.
    fn keys(&self) -> impl Iterator<Item = u32> {
        self.denied.iter().chain(&self.prefixed).copied()
    }

    /// How often a word is denied.
    fn denials(&self, key: u32) -> usize {
        self.keys().filter(|&one| one == key).count()
    }

    /// A content word of the text, or one that a prefix denies there.
    fn word(&self, key: u32) -> Option<Denial> {
        let count = |keys: &[u32]| keys.iter().filter(|&&one| one == key).count();
        let prefixed = count(&self.prefixed);
        let word = Denial {
            count: self.text.count(key) + prefixed,
            denied: self.denials(key),
            near: count(&self.near),
        };
        (word.count > 0).then_some(word)
    }
}

/// The words of a list that goes on behind the clause of a negation, which ends at a byte: `not theft, fire or flooding`.
fn rest_of_list(text: &Reading<'_>, at: usize, end: usize) -> Range<usize> {
    /// Words of a member, and of the list.
    const MEMBER: usize = 3;
    const LIST: usize = 12;
    /// Words of the negation and its first member.
    const HEAD: usize = 5;
    let first = at + text.tokens.iter().skip(at).take_while(|token| token.span.start < end).count();
    if first - at > HEAD {
        return first..first;
    }
    let mut length = 0;
    for next in first..text.tokens.len().min(first + LIST) {
        if text.gap(next) & (STOP | SEMICOLON) != 0 || length > MEMBER {
            break;
        }
        if matches!(text.word(next), "or" | "nor") {
            return first..text.tokens.len().min(next + MEMBER);
        }
        length = if text.gap(next) & COMMA != 0 { 1 } else { length + 1 };
    }
    first..first
}

/// Whether the word at `at` is a `neither` that a `nor` follows.
fn is_half(words: &[Token<'_>], at: usize) -> bool {
    /// Words between the two.
    const REACH: usize = 5;
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    text(at) == "neither" && (at + 1..at + 1 + REACH).any(|at| text(at) == "nor")
}

/// Whether the word at `at` is one of two negations of a condition: `동의 없이 가입할 수 없다`, `may not enter without a
/// permit`.
fn is_conditional(text: &Reading<'_>, at: usize) -> bool {
    /// Words between the two.
    const CONDITION: usize = 8;
    let tokens = &text.tokens;
    let denies = |at: usize| {
        tokens.get(at).is_some_and(|token| match token.script {
            Script::Latin => !matches!(token.text, "without" | "unless") && is_english_negation(tokens, at),
            Script::Hangul => !token.text.starts_with("없이") && korean_negation(token.text).is_some(),
            _ => false,
        })
    };
    let lacks = |at: usize| {
        tokens
            .get(at)
            .is_some_and(|token| matches!(token.text, "without" | "unless") || token.text.starts_with("없이"))
    };
    // English denies before (`not … without`), Korean behind (`없이 … 수 없다`).
    let latin = tokens.get(at).is_some_and(|token| token.script == Script::Latin);
    let one_sentence = |first: usize, last: usize| (first + 1..=last).all(|at| text.gap(at) & STOP == 0);
    let behind = || at + 1..tokens.len().min(at + 1 + CONDITION);
    let before = || at.saturating_sub(CONDITION)..at;
    if lacks(at) {
        if latin {
            before().any(|other| denies(other) && one_sentence(other, at))
        } else {
            behind().any(|other| denies(other) && one_sentence(at, other))
        }
    } else if latin {
        denies(at) && behind().any(|other| lacks(other) && one_sentence(at, other))
    } else {
        denies(at) && before().any(|other| lacks(other) && one_sentence(other, at))
    }
}

/// `불가능` where the other text says `가능`, `unlawful` where it says `lawful`: the words of the other text that a prefix
/// negates here.
fn prefixed(text: &Reading<'_>, other: &Reading<'_>) -> Vec<u32> {
    let mut out = Vec::new();
    for (at, token) in text.marked(PREFIXED).filter_map(|at| Some((at, text.tokens.get(at)?))) {
        if token.text == "non" {
            // `non-refundable`
            let next = at + 1;
            let key = text.key(next);
            let denied =
                |there: usize| there.checked_sub(1).is_some_and(|before| other.word(before) == "non");
            let joined = text.gap(next) == 0 && text.content(next).is_some();
            if joined && other.has(key) && !other.positions(key).any(denied) {
                out.push(key);
            }
            continue;
        }
        let Some(prefix) = prefix_of(token) else { continue };
        let least = if token.script == Script::Hangul { 2 } else { 4 };
        let rest = token.text.get(prefix..).unwrap_or_default();
        // `불가` is counted as a prohibition.
        if rest.chars().nth(least - 1).is_none() || token.text.starts_with("불가") {
            continue;
        }
        let key = word_key(rest, token.script);
        if !is_function_word(key) && other.has(key) && other.count(text.key(at)) == 0 {
            out.push(key);
        }
    }
    out
}

/// How many bytes of a word are a negating prefix, if it begins with one.
fn prefix_of(token: &Token<'_>) -> Option<usize> {
    match (token.script, token.text.as_bytes()) {
        (Script::Latin, [b'u', b'n', ..] | [b'i', b'n' | b'm' | b'r' | b'l', ..]) => Some(2),
        (Script::Latin, [b'd', b'i', b's', ..] | [b'n', b'o', b'n', ..]) => Some(3),
        (Script::Hangul, _) => token.text.starts_with(PREFIXES).then_some(3),
        _ => None,
    }
}

/// Whether an English word may be one that a prefix negates, with letters enough behind it.
pub(super) fn begins_negated(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() >= 6
        && matches!(
            bytes,
            [b'u', b'n', ..]
                | [b'i', b'n' | b'm' | b'r' | b'l', ..]
                | [b'd', b'i', b's', ..]
                | [b'n', b'o', b'n', ..]
        )
        || bytes == b"non"
}

/// Syllables that negate what follows them.
pub(super) const PREFIXES: [char; 5] = ['불', '비', '미', '무', '부'];

/// Where the clause that contains the byte `from` ends.
fn clause_end(norm: &str, from: usize) -> usize {
    let rest = Span::new(from, norm.len()).of(norm);
    rest.find(CUTS).map_or(norm.len(), |at| from + at)
}

/// English negations, whole words, and with which word behind it one is none, or only is one.
const ENGLISH: &[(&str, Behind)] = &[
    ("no", Behind::Not("doubt")),
    ("not", Behind::Not("only")),
    ("never", Behind::Any),
    ("none", Behind::Any),
    ("nobody", Behind::Any),
    ("nothing", Behind::Any),
    ("neither", Behind::Any),
    ("nor", Behind::Any),
    ("without", Behind::Any),
    ("cannot", Behind::Any),
    ("unable", Behind::Any),
    ("hardly", Behind::Any),
    ("lack", Behind::Any),
    ("lacks", Behind::Any),
    ("lacked", Behind::Any),
    ("lacking", Behind::Any),
    ("fail", Behind::Only("to")),
    ("fails", Behind::Only("to")),
    ("failed", Behind::Only("to")),
    ("failing", Behind::Only("to")),
    ("deny", Behind::Only("that")),
    ("denies", Behind::Only("that")),
    ("denied", Behind::Only("that")),
    ("denying", Behind::Only("that")),
];

/// Which word may stand behind an English negation.
#[derive(Debug, Clone, Copy)]
enum Behind {
    Any,
    Not(&'static str),
    Only(&'static str),
}

/// Words that are, or begin with, a negation or a prohibition, for [`marks`](crate::domain::gate::marks); those that end
/// in `n't` or have one inside (`허용되지않는다`) are none of them.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    let korean = BEFORE.iter().chain(AFTER).chain(FORBIDS).chain(&["없", "금지", "불허", "불가"]);
    ENGLISH.iter().map(|entry| entry.0).chain(korean.copied())
}

/// Whether the word at `at` is an English negation.
pub(super) fn is_english_negation(words: &[Token<'_>], at: usize) -> bool {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    let word = text(at);
    // `No, they are` answers.
    let answers = || {
        matches!(
            text(1),
            "but" | "it" | "they" | "he" | "she" | "i" | "we" | "you" | "there" | "that" | "this"
        )
    };
    if at == 0 && word == "no" && answers() {
        return false;
    }
    match ENGLISH.iter().find(|entry| entry.0 == word) {
        Some((_, Behind::Any)) => true,
        Some((_, Behind::Not(next))) => text(at + 1) != *next,
        Some((_, Behind::Only(next))) => text(at + 1) == *next,
        None => word.ends_with("n't"),
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
pub(super) fn prohibits(word: &str) -> bool {
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

/// Whether the word at `at` is one of two Korean negations that oblige together: `하지 않으면 안 된다`, `하지 않을 수 없다`.
fn is_doubled(words: &[Token<'_>], at: usize) -> bool {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    let begins = |at: usize| {
        let (word, next) = (text(at), text(at + 1));
        matches!(word, "않으면" | "아니하면" | "못하면" | "않고서는" | "않아서는")
            && (matches!(next, "안" | "아니") && text(at + 2).starts_with(['되', '된', '될', '됩'])
                || next.starts_with("안되")
                || next.starts_with("안된"))
            || word == "않을" && next == "수" && text(at + 2).starts_with('없')
    };
    (at.saturating_sub(2)..=at).any(begins)
}

/// Behind a word that ends in `지`.
const FORBIDS: &[&str] = &["마", "마라", "마세요", "마십시오", "말라", "말고", "말아", "말자"];

/// `하지 마`, `하지 말고`.
fn prohibition(words: &[Token<'_>], at: usize) -> Option<Side> {
    let word = words.get(at)?.text;
    let before = words.get(at.checked_sub(1)?)?.text;
    (FORBIDS.contains(&word) && before.ends_with('지')).then_some(Side::Before)
}

/// Where the word stands that a Korean negation denies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
    /// In the same word: `허용되지않는다`.
    Within,
}

/// Whole words that deny what follows.
const AFTER: &[&str] = &["안", "못"];

/// Beginnings of words that deny what stands before them, `없` apart.
const BEFORE: &[&str] = &[
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
];

fn korean_negation(word: &str) -> Option<Side> {
    if AFTER.contains(&word) {
        return Some(Side::After);
    }
    // Most words begin like none of these.
    let negative = word.starts_with(['않', '못', '아', '말', '안', '없']);
    if negative
        && (BEFORE.iter().any(|head| word.starts_with(head))
            || (word.starts_with('없') && !word.starts_with("없애")))
    {
        return Some(Side::Before);
    }
    // `허용되지않는다`, `허용할수없다`
    let joined = |pair: (char, char)| matches!(pair, ('지', '않' | '못') | ('수', '없'));
    let within =
        word.chars().zip(word.chars().skip(1)).any(joined) || word.contains('니') && word.contains("지아니");
    within.then_some(Side::Within)
}

/// Adds the word that is denied: the nearest content word on the given side, else on the other
/// (`사용해서는 안 된다` denies `사용`, since `된다` means nothing by itself).
fn korean_reach(
    words: &[Token<'_>],
    at: usize,
    side: Side,
    content: &impl Fn(usize) -> Option<u32>,
    out: &mut Vec<u32>,
) {
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
    out.extend(found.into_iter().chain(done).map(|(_, key)| key));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::text::normalise;

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
            assert_eq!(is_denied(&Reading::new(&norm), word), want, "{text}");
        }
    }
}
