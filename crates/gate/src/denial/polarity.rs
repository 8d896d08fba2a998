//! Polarity: what a text denies, and how often.
//!
//! Owns which words a negation denies. Where its clause ends is [`clause`]'s, which words are negations is
//! [`negation`](super::negation)'s.

mod clause;

use std::ops::Range;

use crate::denial::negation::{
    DENIED_BY_BU, Side, in_brackets, is_doubled, is_english_negation, korean_negation, korean_reach,
    korean_side, names_a_ban, permits, prefix_of, prohibits,
};
use crate::english::verbs::is_verb;
use crate::text::marks::{DENIAL, PREFIXED};
use crate::text::reading::{COMMA, Reading, STOP};
use crate::text::similarity::{is_function_word, word_key};
use stet_text::{Script, Token};

use clause::{clause_end, clause_of, is_cut, is_preposition, one_clause, rest_of_list, subordinates};

/// Words on each side of a negation that it may deny.
const NEAR: usize = 4;

/// How often a word occurs, and how often it is denied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Denial {
    pub count: usize,
    pub denied: usize,
    /// How often it stands beside a negation that may deny it, too.
    pub near: usize,
}

/// What a text denies. Most deny nothing, so a word is looked for only when something is.
#[derive(Debug)]
pub(crate) struct Denials<'a> {
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
}

/// What a text denies beside another.
#[derive(Debug)]
pub(crate) struct Polarity<'a> {
    own: &'a Denials<'a>,
    /// The keys of the words of the other that a negating prefix denies here.
    prefixed: Vec<u32>,
}

impl<'a> Denials<'a> {
    pub(crate) fn of(text: &'a Reading<'a>) -> Self {
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
            if at > 0 && tokens.get(at - 1).is_some_and(|before| before.text.chars().any(|ch| ch == '뿐')) {
                continue;
            }
            let clause = match token.script {
                Script::Latin => clause_of(text, at),
                _ => 0..tokens.len(),
            };
            match token.script {
                // `neither … nor` denies once.
                Script::Latin if is_half(tokens, at) || is_willing(tokens, at) => continue,
                // `may not enter without a permit` denies neither.
                _ if is_conditional(text, at) => {}
                Script::Latin
                    if is_english_negation(tokens, at)
                        || prohibits(token.text) && !names_a_ban(tokens, at) =>
                {
                    found.deny_english(at, clause.end);
                }
                Script::Hangul if prohibits(token.text) => {
                    korean_reach(tokens, at, Side::Before, &content, &mut found.denied);
                }
                Script::Hangul => match korean_side(tokens, at) {
                    Some(side) => korean_reach(tokens, at, side, &content, &mut found.denied),
                    None => continue,
                },
                _ => continue,
            }
            found.count += 1;
            found.add_near(at);
            // `not cover damage that is caused by water`: the clause goes on behind the nearest words.
            if token.script == Script::Latin {
                let denied = found.ends.last().map_or(0, |end| end.0)..found.denied.len();
                // So does its subject: `damage that is caused by water is not covered`.
                let passive = at > clause.start && is_form_of_be(text.word(at - 1));
                let apart = (clause.start + 1..at).any(|before| text.gap(before) & COMMA != 0);
                let last = if passive && !apart { at.saturating_sub(NEAR) } else { 0 };
                let before = clause.start..last.max(clause.start);
                let words = before.chain(at + 1 + NEAR..clause.end).filter_map(content);
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

    /// What an English negation denies: what follows, within its clause, which ends before `last`; `entry is prohibited` what
    /// stands before.
    fn deny_english(&mut self, at: usize, last: usize) {
        let text = self.text;
        let (norm, tokens) = (text.norm, &text.tokens);
        let Some(token) = tokens.get(at) else { return };
        let end = clause_end(norm, token.span.end);
        let reach =
            (at + 1..last).take_while(|&next| tokens.get(next).is_some_and(|next| next.span.start < end));
        let (mut permitted, mut ranked) = (false, false);
        let before = self.denied.len();
        // `when hunting was banned in 1966`
        let passive = prohibits(token.text)
            && at > 0
            && is_form_of_be(text.word(at - 1))
            && (at + 1 >= last
                || matches!(text.word(at + 1), "from" | "until" | "since" | "by")
                || tokens.get(at + 2).is_some_and(|time| time.script == Script::Digit));
        // `patients without insurance`, `patients who have no insurance`
        let lacks = token.text == "without"
            || token.text == "no"
                && at
                    .checked_sub(1)
                    .is_some_and(|before| matches!(text.word(before), "have" | "has" | "had" | "with"));
        for next in reach.filter(|_| !passive) {
            let word = tokens.get(next).map_or("", |word| word.text);
            let denied = self.denied.len() - before;
            // `does not respond and is not breathing`: the next has its own.
            if denied > 0 && text.is_marked(next, DENIAL) && is_english_negation(tokens, next) {
                break;
            }
            // `not the most important part` is a part.
            ranked |= denied == 0 && matches!(word, "most" | "least");
            // What is not approved by an agency is no denial of the agency.
            if denied > 0 && (!permitted && is_preposition(word) || subordinates(tokens, next)) {
                break;
            }
            // `patients without insurance pay more`
            if denied > 0 && lacks && is_verb(text, next) {
                break;
            }
            let Some(key) = text.content(next) else { continue };
            // `does not get any pay` is not paid.
            if denied == 0 && text.word(next + 1) == "any" {
                continue;
            }
            self.denied.push(key);
            permitted |= permits(word);
            if denied + 1 == 2 + usize::from(permitted) - usize::from(ranked) {
                break;
            }
        }
        // `no side effects were observed`: what is denied of the subject.
        if token.text == "no" && !lacks && self.denied.len() > before {
            let be = (at + 2..last.min(at + 2 + NEAR)).find(|&next| is_form_of_be(text.word(next)));
            let verb = be.and_then(|be| (be + 1..last.min(be + 3)).find_map(|next| text.content(next)));
            self.denied
                .extend(verb.filter(|key| !self.denied.get(before..).unwrap_or_default().contains(key)));
        }
        self.denied.extend(rest_of_list(text, at, end).filter_map(|at| text.content(at)));
        // `stops there rarely`
        let behind = matches!(token.text, "rarely" | "seldom");
        if (prohibits(token.text) || behind) && self.denied.len() == before {
            self.denied.extend((0..at).rev().find_map(|at| text.content(at)));
        }
    }

    /// The words beside a negation, which it may deny.
    fn add_near(&mut self, at: usize) {
        let text = self.text;
        let Some(token) = text.tokens.get(at) else { return };
        let before = (1..=NEAR).map_while(|step| {
            let near = at.checked_sub(step)?;
            (one_clause(text, near) && (step == 1 || !is_cut(text, near + 1))).then_some(near)
        });
        let behind = (1..=NEAR)
            .map(|step| at + step)
            .take_while(|&near| one_clause(text, near - 1) && (near - 1 == at || !is_cut(text, near - 1)));
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
        let words = std::iter::once(at).chain(before).chain(behind);
        self.near.extend(words.filter_map(|at| text.content(at)));
    }

    pub(crate) fn text(&self) -> &'a Reading<'a> {
        self.text
    }

    /// How often it denies, prefixes apart.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The negations beside which another text has one of the words at least: the rest deny what it does not speak of.
    fn count_in(&self, other: &Reading<'_>) -> usize {
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
}

impl<'a> Polarity<'a> {
    pub(crate) fn new(own: &'a Denials<'a>, other: &Reading<'_>) -> Self {
        Self { own, prefixed: prefixed(own.text, other) }
    }

    pub(crate) fn negations(&self) -> usize {
        self.own.count + self.prefixed.len()
    }

    /// The negations beside which another text has one of the words at least: the rest deny what it does not speak of.
    pub(crate) fn negations_in(&self, other: &Reading<'_>) -> usize {
        self.own.count_in(other) + self.prefixed.len()
    }

    /// The keys of all words that are denied.
    pub(crate) fn keys(&self) -> impl Iterator<Item = u32> {
        self.own.denied.iter().chain(&self.prefixed).copied()
    }

    /// Whether a word stands in the clause of a negation that denies what another text denies.
    pub(crate) fn may_deny(&self, key: u32, other: &Self) -> bool {
        let alike = |denied: &Range<usize>| {
            self.own
                .denied
                .get(denied.clone())
                .into_iter()
                .flatten()
                .any(|word| other.own.denied.contains(word))
        };
        self.own.far.iter().any(|(word, denied)| *word == key && alike(denied))
    }

    /// Whether any word is denied, prefixes apart.
    pub(crate) fn denies_any(&self) -> bool {
        !self.own.denied.is_empty()
    }

    /// Whether a word is denied, prefixes apart.
    pub(crate) fn denies(&self, key: u32) -> bool {
        self.own.denied.contains(&key)
    }

    /// How often a word is denied.
    pub(crate) fn denials(&self, key: u32) -> usize {
        self.keys().filter(|&one| one == key).count()
    }

    /// A content word of the text, or one that a prefix denies there.
    pub(crate) fn word(&self, key: u32) -> Option<Denial> {
        let count = |keys: &[u32]| keys.iter().filter(|&&one| one == key).count();
        let prefixed = count(&self.prefixed);
        let word = Denial {
            count: self.own.text.count(key) + prefixed,
            denied: self.denials(key),
            near: count(&self.own.near),
        };
        (word.count > 0).then_some(word)
    }
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
        let word = tokens.get(at).filter(|_| text.is_marked(at, DENIAL));
        word.is_some_and(|token| match token.script {
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
    let behind = || at + 1..tokens.len().min(at + 1 + CONDITION);
    let before = || at.saturating_sub(CONDITION)..at;
    // `Without a permit, nobody may enter`
    let opens = |at: usize| text.word(at) == "without" && (at == 0 || text.gap(at) & STOP != 0);
    if lacks(at) {
        if latin {
            before().any(|other| denies(other) && text.is_one_sentence(other, at))
                || opens(at) && behind().any(|other| denies(other) && text.is_one_sentence(at, other))
        } else {
            behind().any(|other| denies(other) && text.is_one_sentence(at, other))
        }
    } else if latin {
        // Few lack anything.
        (behind().any(|other| lacks(other) && text.is_one_sentence(at, other))
            || before().any(|other| opens(other) && text.is_one_sentence(other, at)))
            && denies(at)
    } else {
        before().any(|other| lacks(other) && text.is_one_sentence(other, at)) && denies(at)
    }
}

/// Whether a text denies what is allowed where a condition is denied: `회원이 아니면 투표할 수 없다`, `those who are not members
/// may not vote`, `출입은 허가 없이는 할 수 없다`.
pub(crate) fn allows_on_condition(text: &Reading<'_>) -> bool {
    /// Words between the two.
    const CONDITION: usize = 8;
    let words = &text.tokens;
    let latin = |at: usize| words.get(at).is_some_and(|token| token.script == Script::Latin);
    // `who are not`, `if they do not`, `아니면`, `않으면`, `없이는`
    let condition = |at: usize| {
        let word = text.word(at);
        if latin(at) {
            return word == "without"
                || word == "not"
                    && (1..=3).any(|back| {
                        at.checked_sub(back).is_some_and(|before| matches!(text.word(before), "who" | "if"))
                    });
        }
        word.starts_with("없이")
            || word.ends_with('면') && ["아니", "않", "없", "못"].iter().any(|head| word.starts_with(head))
    };
    // `may not`, `cannot`, `할 수 없다`
    let ban = |at: usize| {
        let before = at.checked_sub(1).map_or("", |before| text.word(before));
        if latin(at) {
            text.word(at) == "cannot"
                || text.word(at) == "not" && matches!(before, "may" | "can" | "must" | "shall" | "could")
        } else {
            text.word(at).starts_with("없") && before == "수"
        }
    };
    let near = |one: usize, other: usize| {
        let (first, last) = (one.min(other), one.max(other));
        // In Korean the condition comes first, in English on either side.
        (latin(one) || one < other) && last - first <= CONDITION && text.is_one_sentence(first, last)
    };
    text.marked(DENIAL)
        .filter(|&one| condition(one))
        .any(|one| text.marked(DENIAL).any(|other| ban(other) && near(one, other)))
}

/// Whether a text allows something to some alone: `only members may vote`, `회원만 투표할 수 있다`, `회원에 한한다`.
pub(crate) fn allows_some_only(text: &Reading<'_>) -> bool {
    text.tokens.iter().any(|token| match token.script {
        Script::Latin => token.text == "only",
        Script::Hangul => {
            ["한한", "한하", "한해", "한정"].iter().any(|head| token.text.starts_with(head))
                || token.text.ends_with('만') && token.text.chars().nth(1).is_some()
        }
        _ => false,
    })
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
        // `impossible to change` is a negation of its own.
        if is_english_negation(&text.tokens, at) {
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

pub(crate) fn is_form_of_be(word: &str) -> bool {
    matches!(word, "is" | "are" | "was" | "were" | "be" | "been" | "being")
}
