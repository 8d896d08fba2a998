//! Transfers: the same told of who gives and of who takes (`A sold it to B`, `B bought it from A`; `A가 B에게 팔았다`,
//! `B가 A에게서 샀다`).
//!
//! Owns finding that a claim has exchanged both the two persons and the word for what they do; persons exchanged without
//! the word are [`roles`](crate::parts::roles)'.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::parts::roles::{Member, Part, is_title, members};
use crate::text::heads::Heads;
use crate::text::reading::{COMMA, Reading, STOP};
use crate::text::similarity::hash;
use stet_text::Script;

/// English verbs of who gives and of who takes, a pair a row.
const ENGLISH: &[(&[&str], &[&str])] = &[
    (
        &["sell", "sells", "sold"],
        &["buy", "buys", "bought", "purchase", "purchases", "purchased", "acquired"],
    ),
    (
        &["give", "gives", "gave", "handed", "sent", "sends"],
        &["receive", "receives", "received", "got", "gets"],
    ),
    (&["lend", "lends", "lent", "loaned"], &["borrow", "borrows", "borrowed"]),
    (&["teaches", "taught"], &["learns", "learned", "learnt"]),
    (&["lets", "leased", "leases", "rented"], &["rented", "rents", "leased", "leases"]),
];

/// The same in Korean, by how the verbs begin.
const KOREAN: &[(&[&str], &[&str])] = &[
    (
        &["팔았", "팔아", "판다", "팔고", "팔며", "매각", "매도"],
        &["샀", "사들", "산다", "사고", "사며", "매입", "매수", "구입"],
    ),
    (
        &["주었", "줬", "준다", "주고", "주며", "건넸", "건네주", "수여"],
        &["받았", "받는", "받아", "받고", "받으", "건네받", "수상"],
    ),
    (&["빌려주", "빌려줬", "빌려준", "대여", "임대"], &["빌렸", "빌린", "빌리", "임차"]),
    (&["가르쳤", "가르친", "가르치"], &["배웠", "배운", "배우"]),
    (&["넘겼", "넘긴", "넘겨주", "양도"], &["넘겨받", "양수", "인수"]),
];

/// Who hands something over to whom, by a verb at `at`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Transfer {
    pair: usize,
    gives: bool,
    giver: u32,
    taker: u32,
    at: usize,
}

impl Transfer {
    /// Of the verb's subject and the other of the two.
    const fn new(pair: usize, gives: bool, (one, other): (u32, u32), at: usize) -> Self {
        let parties = if gives { (one, other) } else { (other, one) };
        Self { pair, gives, giver: parties.0, taker: parties.1, at }
    }

    /// Whether two tell of one hand-over.
    fn is_of_the_same(&self, other: &Self) -> bool {
        (self.pair, self.giver, self.taker) == (other.pair, other.giver, other.taker)
    }
}

/// The verbs of a claim with which it tells from the other side what its evidence tells, and whether it has the giver take and the taker
/// give.
pub(super) fn handed_over(claim: &Reading<'_>, windows: &[Reading<'_>]) -> (Vec<usize>, bool) {
    let mine = transfers(claim);
    if mine.is_empty() {
        return (Vec::new(), false);
    }
    let theirs: Vec<Transfer> = windows.iter().flat_map(transfers).collect();
    let told =
        |own: &&Transfer| theirs.iter().any(|other| own.is_of_the_same(other) && own.gives != other.gives);
    let back = mine.iter().any(|own| {
        let turned =
            |other: &Transfer| own.pair == other.pair && (own.giver, own.taker) == (other.taker, other.giver);
        theirs.iter().any(turned) && !theirs.iter().any(|other| own.is_of_the_same(other))
    });
    (mine.iter().filter(told).map(|own| own.at).collect(), back)
}

fn transfers(text: &Reading<'_>) -> Vec<Transfer> {
    let hangul = text.tokens.iter().any(|token| token.script == Script::Hangul);
    if hangul { korean(text) } else { english(text) }
}

/// For each of [`ENGLISH`] in which pairs it is, and whether of who gives.
static ENGLISH_VERBS: LazyLock<FxHashMap<&str, Vec<(usize, bool)>>> = LazyLock::new(|| {
    let mut verbs: FxHashMap<&str, Vec<(usize, bool)>> = FxHashMap::default();
    for (pair, (gives, takes)) in ENGLISH.iter().enumerate() {
        for (list, gives) in [(gives, true), (takes, false)] {
            list.iter().for_each(|verb| verbs.entry(verb).or_default().push((pair, gives)));
        }
    }
    verbs
});

/// The same of [`KOREAN`].
static KOREAN_VERBS: LazyLock<Heads<(usize, bool)>> = LazyLock::new(|| {
    let mut verbs = Heads::default();
    for (pair, (gives, takes)) in KOREAN.iter().enumerate() {
        for (list, gives) in [(gives, true), (takes, false)] {
            list.iter().for_each(|head| verbs.add(head, (pair, gives)));
        }
    }
    verbs
});

fn english(text: &Reading<'_>) -> Vec<Transfer> {
    /// Words between the verb and the other of the two.
    const REACH: usize = 8;
    let mut out = Vec::new();
    for at in 0..text.tokens.len() {
        for &(pair, gives) in ENGLISH_VERBS.get(text.word(at)).into_iter().flatten() {
            let mut clause = (0..at).rev().take_while(|&before| text.gap(before + 1) & (STOP | COMMA) == 0);
            let subject = clause.find_map(|before| text.content(before));
            let mut behind = (at + 1..text.tokens.len().min(at + 1 + REACH))
                .take_while(|&there| text.gap(there) & STOP == 0);
            let particle = if gives { "to" } else { "from" };
            let other = behind.find(|&there| text.word(there) == particle).and_then(|there| {
                (there + 1..text.tokens.len().min(there + 4)).find_map(|there| text.content(there))
            });
            out.extend(subject.zip(other).map(|parties| Transfer::new(pair, gives, parties, at)));
        }
    }
    out
}

fn korean(text: &Reading<'_>) -> Vec<Transfer> {
    let verbs: Vec<(usize, usize, bool)> = (0..text.tokens.len())
        .flat_map(|at| KOREAN_VERBS.of(text.word(at)).map(move |(_, (pair, gives))| (at, pair, gives)))
        .collect();
    if verbs.is_empty() {
        return Vec::new();
    }
    let list = members(text);
    let mut out = Vec::new();
    for (at, pair, gives) in verbs {
        let before =
            || list.iter().filter(move |member| member.at < at && text.is_one_sentence(member.at, at));
        let subject = before().rfind(|member| matches!(member.part, Part::Topic | Part::Agent));
        // `회사에 빌려주었다`
        let is_other = |part: Part| match part {
            Part::Recipient | Part::Goal => gives,
            Part::Source => !gives,
            _ => false,
        };
        let other = before().rfind(|member| is_other(member.part));
        let parties = subject.zip(other).map(|(subject, other)| (person(text, subject), person(text, other)));
        out.extend(parties.map(|parties| Transfer::new(pair, gives, parties, at)));
    }
    out
}

/// What tells a person: the name before a title (`김 씨`), else the noun.
fn person(text: &Reading<'_>, member: &Member<'_>) -> u32 {
    let noun = member.noun.text;
    let titled = is_title(noun) || matches!(noun, "군" | "양");
    match member.at.checked_sub(1).filter(|_| titled) {
        Some(name) => hash(text.word(name)),
        None => hash(noun),
    }
}
