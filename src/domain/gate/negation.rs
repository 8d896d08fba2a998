//! Polarity: what a sentence denies, and whether another one states it.
//!
//! Owns the negations of both languages, negating prefixes included, and which
//! word each of them denies.

use std::ops::Range;

use crate::domain::gate::marks::{DENIAL, PREFIXED};
use crate::domain::gate::reading::{COMMA, Reading, SEMICOLON, STOP};
use crate::domain::gate::similarity::{is_function_word, word_key};
use crate::domain::span::Span;
use crate::domain::text::{FIRST_SYLLABLE, Script, Token, syllable_at};

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
    "피하",
    "피해",
    "유지",
    "정지",
    "중지",
    "제한",
    "박탈",
    "상실",
    "배제",
    "탈락",
    "소멸",
    "실격",
    "낙제",
];

/// Words that deny by what they mean, by how they begin.
const REFUSES: &[&str] = &[
    "refus", "reject", "miss", "lack", "absen", "declin", "exclu", "avoid", "prevent", "omit", "neglect",
    "exempt", "waiv", "거부", "거절", "실패", "제외", "취소", "중단", "놓치", "놓쳤", "놓친", "빠지", "빠진",
    "빠졌", "미달", "불참", "결석",
];

fn has_word_of(text: &Reading<'_>, heads: &[&str]) -> bool {
    text.tokens.iter().any(|token| heads.iter().any(|head| token.text.starts_with(head)))
}

/// Whether a text says of a word by its meaning that it is not (`rejected the plan`), and not of a word of such a meaning.
fn refuses_of(text: &Reading<'_>, key: u32) -> bool {
    /// English words between the two.
    const REACH: usize = 8;
    let refuses = |at: usize| REFUSES.iter().any(|head| text.word(at).starts_with(head));
    let before = |at: usize| {
        // What is refused stands behind the verb in English, before it in Korean.
        match text.tokens.get(at).map(|token| token.script) {
            Some(Script::Hangul) => (at + 1..text.tokens.len()).any(refuses),
            _ => (at.saturating_sub(REACH)..at).any(|before| {
                refuses(before) && (before + 1..=at).all(|at| text.gap(at) & (STOP | COMMA | SEMICOLON) == 0)
            }),
        }
    };
    text.positions(key).all(|at| !refuses(at)) && text.positions(key).any(before)
}

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
    mine.prefixed = prefixed(claim, sentence);
    theirs.prefixed = prefixed(sentence, claim);
    let (my_negations, their_negations) = (mine.negations(), theirs.negations());
    if my_negations == 0 && their_negations == 0 {
        return Conflict::default();
    }
    // `misses the deadline`, where the other has `fails to meet` it.
    let refuses = |text: &Reading<'_>, negations: usize| negations == 0 && has_word_of(text, REFUSES);
    let rephrased = || refuses(claim, my_negations) || refuses(sentence, their_negations);
    let is_refusal_of = |key: u32| {
        my_negations == 0 && refuses_of(claim, key) || their_negations == 0 && refuses_of(sentence, key)
    };
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
        settled(word)
            && settled(other)
            && !(mine.may_deny(key, &theirs) || theirs.may_deny(key, &mine))
            && !is_refusal_of(key)
            && !(is_ended(claim, key) || is_ended(sentence, key))
    });
    let denied = denied || rules_out(claim, sentence, &mine, &theirs);
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

/// Whether a Korean claim comes to an obligation or a permission of a verb that a sentence forbids in another form: `뿌려야 한다`, `뿌리지
/// 마십시오`.
fn obliges_what_is_banned(claim: &Reading<'_>, sentence: &Reading<'_>) -> bool {
    /// Vowels and finals of a syllable.
    const REST: u32 = 588;
    // Two syllables, the second but for what an ending changes.
    let stem = |word: &str| {
        let bytes = word.as_bytes();
        let (first, second) = (syllable_at(bytes, 0)?, syllable_at(bytes, 3)?);
        Some((first, (second - FIRST_SYLLABLE) / REST))
    };
    let banned = |at: usize| {
        let word = sentence.word(at);
        word.ends_with('지')
            && word.chars().count() == 3
            && FORBIDS.iter().chain(&["말"]).any(|head| sentence.word(at + 1).starts_with(head))
    };
    let Some(last) = claim.tokens.len().checked_sub(2) else { return false };
    let word = claim.word(last);
    let obliges = word.ends_with('야') && word.chars().count() == 3;
    obliges
        && sentence
            .marked(DENIAL)
            .filter_map(|at| at.checked_sub(1))
            .any(|at| banned(at) && stem(sentence.word(at)) == stem(word))
}

/// Whether a Korean text says of a word that it ends or is taken away, which denies it (`대출이 정지된다`).
fn is_ended(text: &Reading<'_>, key: u32) -> bool {
    const ENDS: &[&str] = &["정지", "중지", "중단", "박탈", "상실", "제한", "거부", "취소", "소멸"];
    const LEFT_OUT: &[&str] = &["제외", "배제", "탈락"];
    text.positions(key).any(|at| {
        let begins = |at: usize, heads: &[&str]| heads.iter().any(|head| text.word(at).starts_with(head));
        text.word(at).ends_with(['이', '가', '을', '를', '은', '는']) && begins(at + 1, ENDS)
            // `수리 대상에서 제외한다`
            || (at..at + 2).any(|from| text.word(from).ends_with("에서") && begins(from + 1, LEFT_OUT))
    })
}

/// Whether a Korean claim that denies nothing may have what a sentence rules out in a longer or a shorter word: `환불받을 수 있다`,
/// `환불이 불가하다`.
fn rules_out(
    claim: &Reading<'_>,
    sentence: &Reading<'_>,
    mine: &Polarity<'_>,
    theirs: &Polarity<'_>,
) -> bool {
    if mine.negations() > 0 || theirs.denied.is_empty() {
        return false;
    }
    let able = |at: usize| {
        let word = |at: usize| claim.word(at);
        word(at + 1).starts_with('수') && word(at + 2).starts_with('있') || word(at + 1).starts_with("가능")
    };
    let is_denied_there = |at: usize| {
        (at + 1..at + 3).any(|next| prohibits(sentence.word(next))) || is_denied(&sentence.tokens, at)
    };
    let denied = |noun: &str| {
        let is = |stem: &str| {
            stem == noun || stem.strip_prefix(noun).is_some_and(|rest| matches!(rest, "하" | "되"))
        };
        let mut places = (0..sentence.tokens.len()).filter(|&at| is(sentence.stem(at))).peekable();
        places.peek().is_some()
            && places.all(|at| is_denied_there(at) && theirs.denied.contains(&sentence.key(at)))
    };
    if obliges_what_is_banned(claim, sentence) {
        return true;
    }
    (0..claim.tokens.len()).filter(|&at| able(at) && !sentence.has(claim.key(at))).any(|at| {
        let stem = claim.stem(at);
        (2..4).filter_map(|length| stem.get(..3 * length)).any(denied)
    })
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
        let stated = |text: &Reading<'_>| {
            (0..text.tokens.len()).any(|at| same(text, at) && !is_denied(&text.tokens, at))
        };
        let denied = |text: &Reading<'_>| {
            (0..text.tokens.len()).any(|at| same(text, at) && is_denied(&text.tokens, at))
        };
        !stated(text) && stated(other) && !denied(other)
    })
}

/// Whether the word at `at` is denied: by a negation within the words before it in English; in Korean by one right before
/// it, in it, or behind it (`허용하지 않는다`, `허용할 수 없다`).
pub(super) fn is_denied(words: &[Token<'_>], at: usize) -> bool {
    /// `was not always allowed`
    const REACH: usize = 3;
    let korean = |at: usize| {
        let token = words.get(at).filter(|token| token.script == Script::Hangul && !is_doubled(words, at))?;
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

/// Whether an English passage denies what it says word for word: `No telemetry is collected` of `telemetry is collected`.
pub(super) fn denies_what_follows(passage: &str, words: &str) -> bool {
    let mut places = passage.match_indices(words).map(|(at, _)| Span::new(0, at).of(passage)).peekable();
    places.peek().is_some()
        && places.all(|before| {
            let last = before.rsplit(|ch: char| !ch.is_ascii_alphabetic()).find(|word| !word.is_empty());
            matches!(last, Some("no" | "not" | "never" | "neither" | "nor" | "cannot" | "without"))
        })
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
    /// The words of a negation's clause behind those nearest to it, each with the place in `denied` of those that it denies.
    far: Vec<(u32, Range<usize>)>,
    /// The words of each negation's clause.
    clauses: Vec<Range<usize>>,
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
            far: Vec::new(),
            clauses: Vec::new(),
            prefixed: Vec::new(),
        };
        for (at, token) in text.marked(DENIAL).filter_map(|at| Some((at, tokens.get(at)?))) {
            // `공개하지 않으면 안 된다` obliges.
            if is_doubled(tokens, at) {
                continue;
            }
            // `제4조 (통행의 금지)` heads, `무치(어리석지 않음)` explains: neither states.
            let hangul = token.script == Script::Hangul;
            if hangul && in_brackets(norm, token.span) && !in_brackets_only(norm) {
                continue;
            }
            // `뿐만 아니라` adds.
            if at > 0 && tokens.get(at - 1).is_some_and(|before| before.text.contains('뿐')) {
                continue;
            }
            match token.script {
                // `neither … nor` denies once.
                Script::Latin if is_half(tokens, at) || is_willing(tokens, at) => continue,
                // `may not enter without a permit` denies neither.
                _ if is_conditional(text, at) => {}
                Script::Latin if is_english_negation(tokens, at) || prohibits(token.text) => {
                    // English denies what follows, within the clause; `entry is prohibited` what stands before.
                    let end = clause_end(norm, token.span.end);
                    let reach = (at + 1..clause_of(text, at).end)
                        .take_while(|&next| tokens.get(next).is_some_and(|next| next.span.start < end));
                    let (mut permitted, mut ranked) = (false, false);
                    let before = found.denied.len();
                    // `when hunting was banned in 1966`
                    let passive = prohibits(token.text)
                        && at > 0
                        && is_form_of_be(text.word(at - 1))
                        && tokens.get(at + 2).is_some_and(|time| time.script == Script::Digit);
                    for next in reach.filter(|_| !passive) {
                        let word = tokens.get(next).map_or("", |word| word.text);
                        let denied = found.denied.len() - before;
                        // `does not respond and is not breathing`: the next has its own.
                        if denied > 0 && is_english_negation(tokens, next) {
                            break;
                        }
                        // `not the most important part` is a part.
                        ranked |= denied == 0 && matches!(word, "most" | "least");
                        // What is not approved by an agency is no denial of the agency.
                        if denied > 0 && (!permitted && is_preposition(word) || subordinates(tokens, next)) {
                            break;
                        }
                        let Some(key) = content(next) else { continue };
                        // `does not get any pay` is not paid.
                        if denied == 0 && text.word(next + 1) == "any" {
                            continue;
                        }
                        found.denied.push(key);
                        permitted |= permits(word);
                        if denied + 1 == 2 + usize::from(permitted) - usize::from(ranked) {
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
            // `is not a static goal`, `is not the most modern room`, `전쟁이 아닌 패전`: nothing but what it is not. What follows `필요 없는` is what it is said of.
            let identity = match token.script {
                Script::Latin => match text.word(at + 1) {
                    "a" | "an" => true,
                    "the" => matches!(text.word(at + 2), "most" | "least"),
                    _ => false,
                },
                _ => token.text.starts_with("아닌") || token.text.starts_with("아니라"),
            };
            let of_next = identity || token.script == Script::Hangul && token.text.starts_with("없는");
            // `창문이 없는 방`, `난방이 필요 없는 방`
            let subject = at.checked_sub(1).is_some_and(|before| text.word(before).ends_with(['이', '가']));
            let before = before.filter(|_| !identity).take(match (of_next, subject) {
                (true, true) => 1,
                (true, false) => 2,
                (false, _) => NEAR,
            });
            let behind = behind.filter(|_| !of_next);
            found.near.extend(std::iter::once(at).chain(before).chain(behind).filter_map(content));
            let clause = match token.script {
                Script::Latin => clause_of(text, at),
                _ => 0..tokens.len(),
            };
            // `not cover damage that is caused by water`: the clause goes on behind the nearest words.
            if token.script == Script::Latin {
                let denied = found.ends.last().map_or(0, |end| end.0)..found.denied.len();
                let words = (at + 1 + NEAR..clause.end).filter_map(content);
                found.far.extend(words.map(|key| (key, denied.clone())));
            }
            found.clauses.push(clause);
            found.ends.push((found.denied.len(), found.near.len()));
            // `not … unless` denies twice, as `not … without` does.
            if is_taken_back(text, at) {
                found.count += 1;
                found.clauses.extend(found.clauses.last().cloned());
                found.ends.extend(found.ends.last().copied());
            }
        }
        found
    }

    fn negations(&self) -> usize {
        self.count + self.prefixed.len()
    }

    /// The negations beside which another text has one of the words at least: the rest deny what it does not speak of.
    fn negations_in(&self, other: &Reading<'_>) -> usize {
        let starts = std::iter::once((0, 0)).chain(self.ends.iter().copied());
        let shared = |keys: Option<&[u32]>| -> Vec<u32> {
            keys.into_iter().flatten().copied().filter(|&key| other.has(key)).collect()
        };
        let concerns = |from: (usize, usize), to: (usize, usize)| {
            // Of what has no content nothing is known.
            if from == to {
                return true;
            }
            let (denied, near) = (shared(self.denied.get(from.0..to.0)), shared(self.near.get(from.1..to.1)));
            match denied.first() {
                Some(_) => denied.iter().any(|&key| !self.is_stated_better(key, &near, other)),
                None => {
                    near.iter().any(|&key| !self.is_topic(key))
                        || !near.is_empty() && !self.states_else(other)
                }
            }
        };
        starts
            .zip(&self.ends)
            .zip(&self.clauses)
            .filter(|&((from, &to), clause)| concerns(from, to) && self.says_only_in(clause, other))
            .count()
            + self.prefixed.len()
    }

    /// Whether a word of another text stands in this one only within a clause: else the other may speak of the rest (`covers
    /// defects for 24 months but does not cover water damage`).
    fn says_only_in(&self, clause: &Range<usize>, other: &Reading<'_>) -> bool {
        *clause == (0..self.text.tokens.len())
            || other.content_words().any(|word| {
                let mut places = self.text.positions(word.key).peekable();
                places.peek().is_some() && places.all(|at| clause.contains(&at))
            })
    }

    /// Whether a sentence of the text is about a word: it begins with it.
    fn is_topic(&self, key: u32) -> bool {
        self.text.positions(key).any(|at| {
            (at == 0 || self.text.gap(at) & STOP != 0) && self.text.word(at).ends_with(['은', '는'])
        })
    }

    /// Whether another text has a word of this one that stands far from every negation.
    fn states_else(&self, other: &Reading<'_>) -> bool {
        let words = (0..self.text.tokens.len()).filter_map(|at| self.text.content(at));
        words
            .into_iter()
            .any(|key| other.has(key) && !self.near.contains(&key) && !self.denied.contains(&key))
    }

    /// Whether a word beside a negation, beside which stand the words `near` of another text, stands far from every negation,
    /// too, with more words of that text: `일본에서 방영되지 않았으며 이번에 국내에서 방영하는`.
    fn is_stated_better(&self, key: u32, near: &[u32], other: &Reading<'_>) -> bool {
        let beside = self.near.iter().filter(|&&one| one == key).count();
        if beside == 0 || self.text.count(key) <= beside {
            return false;
        }
        // What the sentence is about is said of both clauses.
        let mut here: Vec<u32> = near.iter().copied().filter(|&key| !self.is_topic(key)).collect();
        here.sort_unstable();
        here.dedup();
        let around = |at: usize| {
            let before =
                (at.saturating_sub(NEAR)..at).rev().take_while(|&before| one_clause(self.text, before));
            let behind = (at + 1..=at + NEAR).take_while(|&behind| one_clause(self.text, behind - 1));
            let words = before.chain(behind).filter_map(|at| self.text.content(at));
            let mut there: Vec<u32> = words.filter(|&key| other.has(key)).chain([key]).collect();
            there.sort_unstable();
            there.dedup();
            there.len()
        };
        self.text.positions(key).any(|at| around(at) > here.len() + 1)
    }

    /// The keys of all words that are denied.
    fn keys(&self) -> impl Iterator<Item = u32> {
        self.denied.iter().chain(&self.prefixed).copied()
    }

    /// Whether a word stands in the clause of a negation that denies what another text denies.
    fn may_deny(&self, key: u32, other: &Self) -> bool {
        let alike = |denied: &Range<usize>| {
            self.denied.get(denied.clone()).into_iter().flatten().any(|word| other.denied.contains(word))
        };
        self.far.iter().any(|(word, denied)| *word == key && alike(denied))
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

/// The clause of an English negation. What both clauses say of one subject begins with the negation: `is not a toy and should
/// be kept away`.
fn clause_of(text: &Reading<'_>, at: usize) -> Range<usize> {
    let word = |at: usize| text.word(at);
    let joins = |at: usize| match word(at) {
        "but" | "while" | "whereas" | "although" | "though" | "because" | "if" | "when" | "unless" => true,
        "and" => is_auxiliary(word(at + 1)) || text.gap(at) & COMMA != 0,
        _ => false,
    };
    let ends = |at: usize| text.gap(at) & (STOP | SEMICOLON) != 0;
    let end =
        (at + 1..text.tokens.len()).find(|&next| ends(next) || joins(next)).unwrap_or(text.tokens.len());
    // The words of a list that the negation denies, too.
    let behind = text.tokens.get(at).map_or(0, |token| token.span.end);
    let list = rest_of_list(text, at, clause_end(text.norm, behind));
    let end = if list.is_empty() { end } else { end.max(list.end) };
    let start =
        (0..=at).rev().find(|&first| first == 0 || ends(first) || joins(first - 1)).unwrap_or_default();
    let shared = matches!(word(end), "and" | "but") && !ends(end) && is_auxiliary(word(end + 1));
    if shared { at - usize::from(at > start && is_auxiliary(word(at - 1)))..end } else { start..end }
}

/// Whether a word can begin a clause without a subject of its own, behind `and`.
fn is_auxiliary(word: &str) -> bool {
    matches!(
        word,
        "is" | "are"
            | "was"
            | "were"
            | "be"
            | "has"
            | "have"
            | "had"
            | "does"
            | "do"
            | "did"
            | "can"
            | "could"
            | "may"
            | "might"
            | "must"
            | "shall"
            | "should"
            | "will"
            | "would"
            | "cannot"
    )
}

/// Whether another clause begins with the English word at `at`, of which the denial before it says nothing: `do not take it if`,
/// `must not be used to clean`.
fn subordinates(words: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", |token| token.text);
    matches!(word(at), "if" | "when" | "unless" | "while" | "although" | "though" | "whereas" | "where")
        || word(at) == "to"
            && at > 1
            && word(at - 1) == "used"
            && (is_form_of_be(word(at - 2)) || word(at - 2) == "not")
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

/// Whether a passage of a text stands in brackets.
pub(super) fn in_brackets(norm: &str, span: Span) -> bool {
    /// Bytes in which the bracket is looked for.
    const REACH: usize = 120;
    let bytes = norm.as_bytes();
    let before = bytes.get(span.start.saturating_sub(REACH)..span.start).unwrap_or_default();
    let bracket = before.iter().rposition(|byte| matches!(byte, b'(' | b')'));
    bracket.is_some_and(|at| before.get(at) == Some(&b'('))
        && bytes.get(span.end..).is_some_and(|rest| rest.iter().take(REACH).any(|byte| *byte == b')'))
}

/// Whether a text is nothing but something in brackets.
fn in_brackets_only(norm: &str) -> bool {
    norm.starts_with('(') && norm.trim_end_matches('.').ends_with(')')
}

/// Whether the word at `at` is a `neither` that a `nor` follows.
fn is_half(words: &[Token<'_>], at: usize) -> bool {
    /// Words between the two.
    const REACH: usize = 5;
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    text(at) == "neither" && (at + 1..at + 1 + REACH).any(|at| text(at) == "nor")
}

/// Whether what the word at `at` denies is a reluctance: `must not be afraid to ask` is to ask.
fn is_willing(words: &[Token<'_>], at: usize) -> bool {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    let next = at + 1 + usize::from(matches!(text(at + 1), "be" | "been"));
    matches!(
        text(next),
        "afraid" | "hesitate" | "hesitated" | "hesitant" | "reluctant" | "forget" | "forgot" | "neglect"
    ) && text(next + 1) == "to"
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
            // `없이 복학하지 아니한 학생` is no condition of what is allowed.
            Script::Hangul => {
                let adnominal = token.text.ends_with(['한', '은', '는']);
                !adnominal && !token.text.starts_with("없이") && korean_negation(token.text).is_some()
            }
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

/// Whether an `unless` behind the English denial at `at` takes it back.
fn is_taken_back(text: &Reading<'_>, at: usize) -> bool {
    /// Words between the two.
    const CONDITION: usize = 8;
    is_english_negation(&text.tokens, at)
        && (at + 1..text.tokens.len().min(at + 1 + CONDITION))
            .take_while(|&at| text.gap(at) & STOP == 0)
            .any(|at| text.word(at) == "unless")
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
        // `불가` is counted as a prohibition; `부총장`, `부전공` are second ones.
        let second = token.text.starts_with('부') && !DENIED_BY_BU.iter().any(|head| rest.starts_with(head));
        if rest.chars().nth(least - 1).is_none() || token.text.starts_with("불가") || second {
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

/// Words that `부` negates; before a title or an office it makes a second one of it.
const DENIED_BY_BU: &[&str] = &[
    "적격", "적합", "적절", "적당", "적정", "정확", "정기", "정직", "도덕", "자연", "당하", "동의", "주의",
    "족하", "조화", "합리", "균형", "존재", "자유",
];

/// Where the clause that contains the byte `from` ends.
fn clause_end(norm: &str, from: usize) -> usize {
    let rest = Span::new(from, norm.len()).of(norm);
    rest.find(CUTS).map_or(norm.len(), |at| from + at)
}

/// English negations, whole words, and with which word behind it one is none, or only is one.
const ENGLISH: &[(&str, Behind)] = &[
    ("no", Behind::Not(&["doubt"])),
    ("not", Behind::Not(&["only", "just", "merely"])),
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
    Not(&'static [&'static str]),
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
        Some((_, Behind::Not(next))) => !next.contains(&text(at + 1)),
        Some((_, Behind::Only(next))) => text(at + 1) == *next,
        // `doesn't just affect those involved` adds.
        None => word.ends_with("n't") && !matches!(text(at + 1), "only" | "just" | "merely"),
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
            | "under"
            | "through"
            | "between"
            | "within"
            | "among"
            | "throughout"
    )
}

fn is_form_of_be(word: &str) -> bool {
    matches!(word, "is" | "are" | "was" | "were" | "be" | "been" | "being")
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
const AFTER: &[&str] = &["안", "못", "아니"];

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
    "아니할",
    "아니함",
    "아니합",
    "아니해",
    "아니했",
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
