//! Joints inside words: hyphens, apostrophes, blanks and the marks of identifiers between two letters.
//!
//! `re-sign` and `resign`, `students'` and `student's`, `black bird` and `blackbird`, `data_1.csv`. Owns the joints that make
//! another word; leaves listed words to [`super::spacing`].

use super::gaps::{Gap, Gaps, run_before, run_behind, slice, word_before, word_behind, words_before};
use super::{grammar, spacing};
use stet_text::span::Span;

pub(super) type Reason = (&'static str, &'static str);

const HYPHEN: Reason = ("붙임표에 따라 다른 말이 될 수 있습니다", "The hyphen can make it another word");
pub(super) const APOSTROPHE: Reason =
    ("아포스트로피에 따라 다른 말이 될 수 있습니다", "The apostrophe can make it another word");
const SPACING: Reason = ("띄어쓰기에 따라 뜻이 달라질 수 있습니다", "The spacing can make other words");
const NAME: Reason =
    ("파일 이름이나 식별자의 부호가 바뀌었습니다", "A mark inside a file name or an identifier changes");

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Joint {
    None,
    Space,
    Hyphen,
    Apostrophe,
    Dot,
    Other,
}

fn joint(marks: &[char]) -> Joint {
    // Stress inside a word leaves it one.
    let marks: Vec<char> = marks.iter().filter(|&&ch| ch != '*').copied().collect();
    match marks.as_slice() {
        [] => Joint::None,
        ['-'] => Joint::Hyphen,
        ['\''] => Joint::Apostrophe,
        ['.'] => Joint::Dot,
        _ if marks.iter().all(|ch| ch.is_whitespace()) => Joint::Space,
        _ => Joint::Other,
    }
}

#[must_use]
pub fn read(texts: &Gaps, gap: &Gap) -> Option<Reason> {
    let (old, new) = (joint(slice(&texts.old, gap.old)), joint(slice(&texts.new, gap.new)));
    let letters = gap.old.start > 0 && gap.old.end < texts.old.len();
    // A genitive at the end of its word: `dogs owner`, `dogs' owner`.
    let genitive = |chars: &[char], span: Span| {
        slice(chars, span).first() == Some(&'\'') && word_before(chars, span.start).ends_with('s')
    };
    if genitive(&texts.old, gap.old) != genitive(&texts.new, gap.new)
        && slice(&texts.old, gap.old).len().abs_diff(slice(&texts.new, gap.new).len()) == 1
    {
        return Some(APOSTROPHE);
    }
    if !letters {
        return None;
    }
    let (left, right) = (word_before(&texts.old, gap.old.start), word_behind(&texts.old, gap.old.end));
    match (old, new) {
        (Joint::Apostrophe, Joint::None) | (Joint::None, Joint::Apostrophe) => {
            apostrophe(texts, gap, &left, &right).then_some(APOSTROPHE)
        }
        (Joint::Hyphen, Joint::None) | (Joint::None, Joint::Hyphen) => {
            let joined = format!("{left}{right}");
            let (left, right) = if old == Joint::None { parts(texts, gap) } else { (left, right) };
            solid(&left, &right, &joined).then_some(HYPHEN)
        }
        (Joint::Hyphen, Joint::Space) | (Joint::Space, Joint::Hyphen) => {
            compound(texts, gap, &left, &right, old == Joint::Hyphen).then_some(HYPHEN)
        }
        (Joint::None, Joint::Space) | (Joint::Space, Joint::None) => {
            let (chars, place) =
                if old == Joint::Space { (&texts.old, gap.old) } else { (&texts.new, gap.new) };
            (identifier(&texts.old, gap.old)
                || identifier(&texts.new, gap.new)
                || new == Joint::None && !slice(&texts.new, gap.new).is_empty()
                || new == Joint::None && spacing::runs_together(&left, &right, capital(texts, gap))
                || spacing::apart(&run_before(chars, place.start), &run_behind(chars, place.end), texts, gap))
            .then_some(SPACING)
        }
        // `U.S.` and `US`, `J.K.` and `J. K.`; `a.b` and `a-b` are two identifiers.
        (Joint::Dot, Joint::Hyphen) | (Joint::Hyphen, Joint::Dot) => Some(NAME),
        // `f(x)` and `fx`
        (Joint::Other, Joint::None) | (Joint::None, Joint::Other) => {
            let marks = [slice(&texts.old, gap.old), slice(&texts.new, gap.new)].concat();
            marks.iter().any(|ch| matches!(ch, '(' | ')' | '[' | ']')).then_some(NAME)
        }
        (Joint::Dot, Joint::None) | (Joint::None, Joint::Dot) => {
            let (left, right) = if old == Joint::None { parts(texts, gap) } else { (left, right) };
            (left.chars().count() > 1 && right.chars().count() > 1).then_some(NAME)
        }
        _ => None,
    }
}

/// Whether a word on either side of the gap opens with a capital.
fn capital(texts: &Gaps, gap: &Gap) -> bool {
    let left = gap.old.start.saturating_sub(word_before(&texts.old, gap.old.start).chars().count());
    [left, gap.old.end].iter().any(|&at| texts.old.get(at).is_some_and(|ch| ch.is_uppercase()))
}

/// The two words of the side that has the mark.
fn parts(texts: &Gaps, gap: &Gap) -> (String, String) {
    (word_before(&texts.new, gap.new.start), word_behind(&texts.new, gap.new.end))
}

/// What an apostrophe can stand before in a contraction.
const CONTRACTED: [&str; 6] = ["t", "m", "ve", "ll", "re", "d"];
/// Words that are others with an apostrophe inside.
const WITHOUT: &str = "well were ill shed shell hell wed id cant wont";

fn apostrophe(texts: &Gaps, gap: &Gap, left: &str, right: &str) -> bool {
    let (left, right) = match slice(&texts.old, gap.old) {
        [] => parts(texts, gap),
        _ => (left.to_owned(), right.to_owned()),
    };
    // The decades: `1990's`.
    if left.ends_with(|ch: char| ch.is_ascii_digit()) {
        return false;
    }
    let joined = format!("{left}{right}");
    !CONTRACTED.contains(&right.as_str()) || WITHOUT.split_whitespace().any(|word| word == joined)
}

/// Words that are others when written solid, beside those with `re-`.
const SOLID: &str =
    "coop coops unionized unionised unionize unionise corespondent corespondents extraordinary";

fn solid(left: &str, right: &str, joined: &str) -> bool {
    let digit = |word: &str| word.contains(|ch: char| ch.is_ascii_digit());
    left == "re" && !right.starts_with('e')
        || SOLID.split_whitespace().any(|word| word == joined)
        || digit(left)
        || digit(right)
}

/// Words that make no compound with what they count or compare.
const COUNTING: [&str; 14] = [
    "more", "most", "less", "least", "few", "fewer", "many", "much", "better", "best", "no", "only", "all",
    "some",
];
/// What stands before a participle in a compound that is no object of it.
const MANNER: &str = "self well ever long hard far never high low fast slow free easy good best better early late full part half \
    non co ill deep wide broad close right left mid multi cross over under out in on up down off fore after near cutting \
    ground hand world wide time breath mind decision policy money problem";
/// Endings of who or what does something.
const AGENT: [&str; 4] = ["er", "or", "ist", "dent"];
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const TEENS: [&str; 12] = [
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "hundred",
    "thousand",
];
const ONES: [&str; 9] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
/// Measures that stand in the singular before what they measure.
const MEASURES: &str = "pound dollar euro cent year month week day hour minute second foot inch mile metre meter kilometre \
    kilometer litre liter ton tonne page man person member room seat degree gallon ounce gram kilogram watt";

fn compound(texts: &Gaps, gap: &Gap, left: &str, right: &str, was: bool) -> bool {
    let english = |word: &str| word.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let digits = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    // `until 2`, `until-2`
    if digits(right) && !digits(left) {
        return true;
    }
    if !english(left) || !english(right) {
        return false;
    }
    // A hyphen that changes its place: `three hundred-dollar bills`.
    let shifted = texts.gaps.iter().any(|other| {
        let (old, new) = (joint(slice(&texts.old, other.old)), joint(slice(&texts.new, other.new)));
        matches!((old, new), (Joint::Space, Joint::Hyphen)) && was
            || matches!((old, new), (Joint::Hyphen, Joint::Space)) && !was
    });
    let number = |word: &str| {
        word.bytes().all(|byte| byte.is_ascii_digit())
            || TENS.contains(&word)
            || TEENS.contains(&word)
            || ONES.contains(&word)
    };
    // `two year-old cats`: the number joins a compound that was there before.
    let behind = gap.old.end + right.chars().count();
    let linked = texts.old.get(behind) == Some(&'-')
        && !texts.gaps.iter().any(|other| other.old.start == behind && other != gap);
    // `twenty five pound boxes`: five pounds each, or twenty-five boxes.
    let measured = TENS.contains(&left) && ONES.contains(&right) && {
        let next = word_behind(&texts.old, behind + 1);
        MEASURES.split_whitespace().any(|word| word == next)
    };
    // `two-year contracts`, `two year contracts`: contracts for two years, or two of them; `a two year contract` is one.
    let counted = number(left)
        && !number(right)
        && right.len() > 2
        && right.bytes().all(|byte| byte.is_ascii_alphabetic())
        && texts.old.get(behind) == Some(&' ')
        && {
            let next = word_behind(&texts.old, behind + 1);
            let start = gap.old.start.saturating_sub(left.chars().count());
            let ahead = words_before(&texts.old, start);
            let single =
                ahead.last().is_some_and(|word| matches!(word.as_str(), "a" | "an" | "each" | "every"));
            grammar::plural(&next) && !single
        };
    // `old car dealer`: who deals, or what is dealt with, is old.
    let agent = texts.old.get(behind) == Some(&' ')
        && !right.ends_with("ed")
        && !MANNER.split_whitespace().any(|word| word == left)
        && {
            let next = word_behind(&texts.old, behind + 1);
            let one = next.strip_suffix('s').unwrap_or(&next);
            one.len() > 4 && AGENT.iter().any(|end| one.ends_with(end))
        };
    shifted
        || counted
        || agent
        || right == "odd"
        || number(left) && linked
        || measured
        || COUNTING.contains(&left)
        || right.ends_with("ing")
            && right.len() > 4
            && !MANNER.split_whitespace().any(|word| word == left)
            && !left.ends_with("ly")
}

/// Whether the characters around a gap are a file name, a path or an identifier.
fn identifier(chars: &[char], gap: Span) -> bool {
    let (head, tail) = (run_before(chars, gap.start), run_behind(chars, gap.end));
    let inner = |run: &str| {
        let run = run.trim_matches(|ch: char| !ch.is_alphanumeric());
        run.contains(['_', '/', '@', '\\'])
            || run.split_once('.').is_some_and(|(stem, ending)| {
                stem.chars().count() > 1
                    && (2..=4).contains(&ending.len())
                    && ending.bytes().all(|byte| byte.is_ascii_lowercase())
            })
    };
    inner(&head) || inner(&tail)
}
