//! Form: spelling, spacing, punctuation, case, agreement.
//!
//! The only gate that can call a change DETAIL, and only for what it knows to be form: letters that stay with marks that say
//! nothing, a word that was no word and is mended, a word that agrees with its neighbour. Everything else is wording.

use std::sync::LazyLock;

use regex::Regex;
use rustc_hash::FxHashMap;

use super::lexicon::Class;
use super::words::{Change, Word};
use super::{Finding, Reason, arrow, marks, spelling};
use crate::{Category, GateName};
use stet_text::particle::{PAIRS, takes_closed};
use stet_text::{Language, Script, is_word_char, nfc, normalise};

/// Risk of a change of grammar, which may deny or bound the claim where one of marks or spelling cannot.
pub const GRAMMATICAL: f32 = 0.1;

fn detail(reason: Reason, risk: f32) -> Finding {
    Finding { name: GateName::Form, category: Category::Detail, value: String::new(), reason, risk }
}

#[must_use]
pub fn classify(change: &Change<'_>) -> Finding {
    const MARKS: Reason =
        ("띄어쓰기·문장부호·대소문자만 바뀌었습니다", "Only spacing, punctuation or case changes");
    const SPELLING: Reason = ("맞춤법만 바뀌었습니다", "Only the spelling changes");
    const GRAMMAR: Reason = ("문법에 따른 말만 바뀌었습니다", "Only grammatical words or endings change");
    const WORDING: Reason = ("표현이 바뀌었습니다", "The wording changes");
    const TOGETHER: Reason = (
        "옆의 수정 없이 받아들이면 단어들이 한 단어로 붙습니다",
        "Accepted without the change beside it, it runs words together",
    );
    if let Some(reason) = other(change) {
        return Finding::core(GateName::Form, arrow(change.text_before, change.text_after), reason);
    }
    if change.runs_together() {
        return Finding::soft(GateName::Form, arrow(change.text_before, change.text_after), TOGETHER);
    }
    let loose = loose(change);
    if same_letters(change.text_before, change.text_after) {
        let told = if loose && change.before.len() == change.after.len() {
            marks::signs(change)
        } else {
            marks::find(change, change.text_before)
        };
        return told.unwrap_or_else(|| detail(MARKS, 0.02));
    }
    if loose && same_content(change) {
        return marks::signs(change).unwrap_or_else(|| detail(GRAMMAR, GRAMMATICAL));
    }
    let mend = |fits: fn(&Change<'_>, usize) -> bool| {
        mended(change, fits).filter(|text| same_letters(text, change.text_after))
    };
    if let Some(text) = mend(misspelt) {
        marks::find(change, &text).unwrap_or_else(|| detail(SPELLING, 0.06))
    } else if respaced(change) {
        detail(SPELLING, 0.06)
    } else if let Some(text) = mend(agrees) {
        marks::find(change, &text).unwrap_or_else(|| detail(GRAMMAR, GRAMMATICAL - 0.01))
    } else if doubled(change) {
        detail(GRAMMAR, GRAMMATICAL)
    } else {
        Finding { risk: 0.25, ..Finding::soft(GateName::Form, String::new(), WORDING) }
    }
}

/// What needs no word to be read: a placeholder that a program fills in, or another language.
fn other(change: &Change<'_>) -> Option<Reason> {
    const PLACEHOLDER: Reason = (
        "프로그램이 채울 자리(자리표시자)가 바뀌거나 없어집니다",
        "A placeholder that a program fills in changes or goes",
    );
    const LANGUAGE: Reason = ("다른 언어로 바뀌었습니다", "It is said in another language");
    let (old, new) = change.spliced(marks::REACH)?;
    if placeholders(&old) != placeholders(&new) {
        return Some(PLACEHOLDER);
    }
    // Latin letters, Hangul and words.
    let read = |text: &str| {
        let count = |is: fn(&char) -> bool| text.chars().filter(is).count();
        let latin = count(char::is_ascii_alphabetic);
        (latin, count(|ch| ('가'..='힣').contains(ch)), text.split_whitespace().count())
    };
    match (read(change.text_before), read(change.text_after)) {
        ((8.., 0, 3..), (0, 4.., _)) | ((0, 4.., _), (8.., 0, 3..)) => Some(LANGUAGE),
        _ => None,
    }
}

/// `{{name}}`, `${name}`, `{name}`, `%(name)s`, `<name>`, in their order by letters. Those of formulas and HTML are none.
fn placeholders(text: &str) -> Vec<&str> {
    static FOUND: LazyLock<Option<Regex>> = LazyLock::new(|| {
        let braces = r"\{\{[^{}\n]{1,40}\}\}|(?:^|[^\w\\^}])\{[\p{L}_][\p{L}\p{N}_. -]{0,40}\}";
        Regex::new(&[braces, r"|%\([\w.]+\)[sd]|<[a-zA-Z][\w-]{1,40}>"].concat()).ok()
    });
    const HTML: [&str; 6] = ["<br>", "<hr>", "<em>", "<li>", "<td>", "<wbr>"];
    if !text.contains(['{', '%', '<']) {
        return Vec::new();
    }
    let all = FOUND.as_ref().into_iter().flat_map(|found| found.find_iter(text)).map(|found| found.as_str());
    let tags = text.contains("</");
    let mut all: Vec<&str> =
        all.filter(|one| !one.starts_with('<') || !tags && !HTML.contains(one)).collect();
    all.sort_unstable();
    all
}

/// A loose piece that claims nothing: a whole text of a word at most that has content, neither a title nor a sentence.
fn loose(change: &Change<'_>) -> bool {
    let unit = change.unit;
    let small = |side: &super::words::Side<'_>| {
        let text = side.text.trim();
        let content = side.words.iter().filter(|word| word.class == Class::Content).count();
        let title = content > 0 && text.starts_with(char::is_uppercase);
        let marker = text.len() > 1 && text.starts_with(['-', '*', '+', '#', '|', '>']);
        let sentence = text.contains(' ') && text.ends_with(['.', '!', '?']);
        content <= 1 && !(title || marker || sentence || text.contains(['\n', '\t']))
    };
    let (before, after) = (change.whole.0.trim(), change.whole.1.trim());
    unit.language == Language::En
        && before.len() <= unit.before.text.len()
        && after.len() <= unit.after.text.len()
        && small(&unit.before)
        && small(&unit.after)
}

/// Whether the content words of both sides are forms of the same, with an ending at most, and only articles, auxiliaries and
/// prepositions come or go.
fn same_content(change: &Change<'_>) -> bool {
    let plain = |words: &[Word<'_>], others: &[Word<'_>]| {
        let kept = |word: &Word<'_>| others.iter().any(|other| other.id == word.id);
        // `, and [CITATION]` is one more of them; `is [MATH]` says something.
        let placed = words.iter().any(|word| word.class == Class::Placeholder);
        let claims = placed && others.is_empty();
        words.iter().all(|word| {
            kept(word)
                || match word.class {
                    Class::Preposition | Class::Placeholder | Class::Reference => true,
                    Class::Grammar => !claims,
                    Class::Connective => placed,
                    _ => false,
                }
        })
    };
    if !plain(change.before, change.after) || !plain(change.after, change.before) {
        return false;
    }
    let content = |words: &[Word<'_>]| -> Vec<u32> {
        words
            .iter()
            .filter(|word| matches!(word.class, Class::Content | Class::Number))
            .map(|word| word.id)
            .collect()
    };
    let ending = |b: &Word<'_>, a: &Word<'_>| {
        let common = b.lower.bytes().zip(a.lower.bytes()).take_while(|(x, y)| x == y).count();
        let tail = |word: &Word<'_>| {
            matches!(word.lower.get(common..), Some("" | "s" | "es" | "ed" | "d" | "y" | "ies"))
        };
        tail(b) && tail(a)
    };
    let known = |words: &[Word<'_>]| words.iter().all(|word| word.script == Script::Latin);
    content(change.before) == content(change.after)
        && known(change.before)
        && known(change.after)
        && change
            .before
            .iter()
            .filter(|word| word.class == Class::Content)
            .all(|b| change.after.iter().any(|a| a.id == b.id && ending(b, a)))
}

/// Whether two pieces have the same letters and digits, but for case, width and normalisation.
#[must_use]
pub fn same_letters(one: &str, two: &str) -> bool {
    // A digit or a letter of another width or alphabet is told from the usual one.
    let plain = |text: &str| nfc(text).chars().all(|ch| !('\u{ff10}'..='\u{ff5a}').contains(&ch));
    let letters = |text: &str| normalise(text).chars().filter(|&ch| is_word_char(ch)).collect::<String>();
    letters(one) == letters(two) && plain(one) == plain(two)
}

/// The text before with each word that differs in the other one put in its place, when each of them fits.
fn mended(change: &Change<'_>, fits: fn(&Change<'_>, usize) -> bool) -> Option<String> {
    if change.before.len() != change.after.len() {
        return None;
    }
    let mut out = String::new();
    let mut at = change.hunk.before.start;
    for (place, (b, a)) in change.before.iter().zip(change.after).enumerate() {
        if b.lower != a.lower && !fits(change, place) {
            return None;
        }
        out.push_str(change.whole.0.get(at..b.span.start)?);
        out.push_str(if b.lower == a.lower { b.text } else { a.text });
        at = b.span.end;
    }
    out.push_str(change.whole.0.get(at..change.hunk.before.end)?);
    Some(out)
}

fn misspelt(change: &Change<'_>, at: usize) -> bool {
    let (Some(b), Some(a)) = (change.before.get(at), change.after.get(at)) else { return false };
    // A particle or a suffix of two tokens (`3일`) is a word of its own here.
    match (b.script, a.script) {
        (Script::Hangul, Script::Hangul) => {
            spelling::korean(&b.lower, &a.lower) || particle(&b.lower, &a.lower)
        }
        (Script::Latin, Script::Latin) => {
            // A name, or an abbreviation, is another one by a letter.
            let named = |word: &Word<'_>| word.capital || word.text.chars().skip(1).any(char::is_uppercase);
            // A word that is none says nothing; one that denies does.
            !named(b) && !named(a) && b.denies() == a.denies() && spelling::english(&b.lower, &a.lower)
        }
        _ => false,
    }
}

/// The particle that its noun takes for its last sound, in place of the other one: `사과을 → 사과를`.
fn particle(before: &str, after: &str) -> bool {
    PAIRS.iter().any(|&(closed, open)| {
        let (wrong, right) =
            if after.ends_with(open) && !after.ends_with(closed) { (closed, open) } else { (open, closed) };
        let stems = (before.strip_suffix(wrong), after.strip_suffix(right));
        let (Some(stem), Some(other)) = stems else { return false };
        let takes = stem.chars().next_back().and_then(|last| takes_closed(last, (closed, open)));
        stem == other && takes == Some(right == closed)
    })
}

/// Korean words that were misspelt and cut otherwise: `할수잇는` → `할 수 있는`. What is written now are words, what was written
/// has one that is none.
fn respaced(change: &Change<'_>) -> bool {
    let hangul =
        |words: &[Word<'_>]| !words.is_empty() && words.iter().all(|word| word.script == Script::Hangul);
    let compact = |words: &[Word<'_>]| words.iter().map(|word| word.lower.as_str()).collect::<String>();
    let known = |words: &[Word<'_>]| words.iter().all(|word| spelling::is_korean(&word.lower));
    let marks = |text: &str| text.contains(|ch: char| !ch.is_whitespace() && !is_word_char(ch));
    let same = spelling::same_but_slips(&compact(change.before), &compact(change.after));
    hangul(change.before)
        && hangul(change.after)
        && change.before.len() != change.after.len()
        && !marks(change.text_before)
        && !marks(change.text_after)
        && known(change.after)
        // A slip may have hidden what denies: `외않되는지`, `안되요`.
        && (same || !known(change.before) && change.before.iter().filter(|word| word.denies()).count()
                == change.after.iter().filter(|word| word.denies()).count())
        && spelling::near(&compact(change.before), &compact(change.after))
}

/// A word that stands twice in a row, once by mistake: `the the`.
fn doubled(change: &Change<'_>) -> bool {
    let ([word], []) = (change.before, change.after) else { return false };
    let whole = &change.unit.before.words;
    let beside = [change.before_at.start.checked_sub(1), Some(change.before_at.end)];
    let grammar = word.class != Class::Content && word.script == Script::Latin && !word.denies();
    let marks = change.text_before.contains(|ch: char| !ch.is_whitespace() && !is_word_char(ch));
    grammar
        && !marks
        && beside.into_iter().flatten().filter_map(|at| whole.get(at)).any(|other| other.lower == word.lower)
}

/// What stands behind a word: a noun for several or for one, a verb with its ending or without.
static BEHIND: LazyLock<FxHashMap<&'static str, &'static str>> =
    LazyLock::new(|| stet_data::pairs("words/en/number"));

/// A word that agrees with what stands before it where it did not: `he go → he goes`, `they was → they were`,
/// `a hour → an hour`.
fn agrees(change: &Change<'_>, at: usize) -> bool {
    const FORMS: [(&str, &str); 5] =
        [("is", "are"), ("was", "were"), ("has", "have"), ("does", "do"), ("goes", "go")];
    let (Some(b), Some(a)) = (change.before.get(at), change.after.get(at)) else { return false };
    let (b, a) = (b.lower.as_str(), a.lower.as_str());
    // `don't` agrees as `do` does.
    let (b, a) = b.strip_suffix("n't").zip(a.strip_suffix("n't")).unwrap_or((b, a));
    let place = change.before_at.start + at;
    let whole = &change.unit.before.words;
    let last = place.checked_sub(1).and_then(|last| whole.get(last)).map_or("", |word| word.lower.as_str());
    let next = whole.get(place + 1).map_or("", |word| word.lower.as_str());
    if matches!((b, a), ("a", "an") | ("an", "a")) {
        let vowel = next.starts_with(['a', 'e', 'i', 'o', 'u', 'h']);
        return vowel == (a == "an") || next.starts_with(['e', 'u', 'h', 'o']);
    }
    let first = matches!((b, a), ("is" | "are", "am") | ("has", "have") | ("does", "do"));
    let modal = matches!(last, "could" | "should" | "would" | "might" | "must");
    if (b, a) == ("of", "have") && modal || first && last == "i" {
        return true;
    }
    let behind = BEHIND.get(last).copied();
    let auxiliary = FORMS.iter().any(|(one, many)| {
        (b, a) == (*one, *many) && behind != Some("third")
            || (b, a) == (*many, *one) && behind != Some("others")
    });
    if auxiliary {
        // `the head of the rebels who was`, `the sheep was`: there the number tells who, or how many.
        // `the secretary and treasurer was`, `flying planes is`.
        let before = whole.get(place.saturating_sub(4)..place).unwrap_or_default();
        let turns = before.iter().any(|word| word.lower == "and" || word.lower.ends_with("ing"));
        return !turns
            && !matches!(last, "who" | "which" | "that" | "sheep" | "fish" | "deer")
            && last.len() > 1;
    }
    let grows = a.strip_prefix(b).is_some_and(|tail| matches!(tail, "s" | "es"));
    let shrinks = b.strip_prefix(a).is_some_and(|tail| matches!(tail, "s" | "es"));
    grows && matches!(behind, Some("several" | "third"))
        || shrinks && matches!(behind, Some("one" | "others"))
}
