//! The forms of English words, for rules that a writer makes of one word: who avoids `utilize` avoids `utilizing`, too.
//!
//! Owns how verbs and nouns are inflected, and which form of one word takes the place of which form of another. Which words
//! are verbs or nouns, and which forms exist, is told by the dictionary of `harper-core`.

use std::sync::{Arc, LazyLock};

use harper_core::spell::{Dictionary as _, FstDictionary};
use rustc_hash::FxHashMap;

static DICTIONARY: LazyLock<Arc<FstDictionary>> = LazyLock::new(FstDictionary::curated);
/// Irregular forms by their words: the past, then the participle.
static IRREGULAR: LazyLock<FxHashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let mut out: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for (form, word) in stet_data::pairs("words/en/forms") {
        out.entry(word).or_default().push(form);
    }
    for row in stet_data::rows("words/en/pasts-of") {
        if let [word, forms] = row.as_slice() {
            out.insert(word, forms.split(' ').collect());
        }
    }
    for forms in out.values_mut() {
        forms.sort_unstable();
    }
    out
});

/// What a word becomes: with `s`, with `ing`, and its past forms.
struct Forms {
    s: String,
    ing: Option<String>,
    past: Vec<String>,
}

fn is_vowel(ch: Option<char>) -> bool {
    ch.is_some_and(|ch| "aeiou".contains(ch))
}

fn known(word: &str) -> bool {
    DICTIONARY.contains_word_str(word)
}

fn is_verb(word: &str) -> bool {
    DICTIONARY.get_word_metadata_str(word).is_some_and(harper_core::WordMetadata::is_verb)
}

fn is_noun(word: &str) -> bool {
    DICTIONARY.get_word_metadata_str(word).is_some_and(harper_core::WordMetadata::is_noun)
}

/// A word with an ending that begins with a vowel: `use`, `stop`, `try` with `ed`.
fn joined(word: &str, ending: &str) -> String {
    let mut back = word.chars().rev();
    let (last, before, third) = (back.next(), back.next(), back.next());
    if let Some(stem) = word.strip_suffix("ie").filter(|_| ending == "ing") {
        return format!("{stem}ying");
    }
    if let Some(stem) =
        word.strip_suffix('e').filter(|_| ending == "ed" || !matches!(before, Some('e' | 'y' | 'o')))
    {
        return format!("{stem}{ending}");
    }
    if let Some(stem) = word.strip_suffix('y').filter(|_| ending == "ed" && !is_vowel(before)) {
        return format!("{stem}ied");
    }
    let plain = format!("{word}{ending}");
    let short =
        is_vowel(before) && !is_vowel(third) && !is_vowel(last) && !matches!(last, Some('w' | 'x' | 'y'));
    let doubled = last.filter(|_| short).map(|last| format!("{word}{last}{ending}"));
    match doubled {
        Some(doubled) if known(&doubled) && (!known(&plain) || word.len() < 5) => doubled,
        _ => plain,
    }
}

fn with_s(word: &str) -> String {
    let before = word.chars().rev().nth(1);
    if let Some(stem) = word.strip_suffix('y').filter(|_| !is_vowel(before)) {
        return format!("{stem}ies");
    }
    let hissing = ["s", "x", "z", "ch", "sh"].iter().any(|end| word.ends_with(end));
    let o = word.ends_with('o') && !is_vowel(before) && known(&format!("{word}es"));
    if hissing || o { format!("{word}es") } else { format!("{word}s") }
}

impl Forms {
    /// The forms of a word, or of the verb that begins a phrase, or of the noun that ends it.
    fn of(phrase: &str, verb: bool) -> Self {
        let (before, word, behind) = if verb {
            let (word, behind) = phrase.split_at(phrase.find(' ').unwrap_or(phrase.len()));
            ("", word, behind)
        } else {
            let (before, word) = phrase.split_at(phrase.rfind(' ').map_or(0, |at| at + 1));
            (before, word, "")
        };
        let whole = |form: &str| format!("{before}{form}{behind}");
        let irregular = IRREGULAR.get(word);
        if !verb {
            // `child`, `children`
            let plural = irregular.and_then(|forms| forms.first().map(|form| (*form).to_owned()));
            let s = whole(&plural.unwrap_or_else(|| with_s(word)));
            return Self { s, ing: None, past: Vec::new() };
        }
        let past = irregular.map_or_else(
            || vec![whole(&joined(word, "ed"))],
            |forms| forms.iter().map(|form| whole(form)).collect(),
        );
        Self { s: whole(&with_s(word)), ing: Some(whole(&joined(word, "ing"))), past }
    }
}

/// Whether a phrase is of plain English words.
fn is_plain(phrase: &str) -> bool {
    !phrase.is_empty() && phrase.chars().all(|ch| ch.is_ascii_lowercase() || matches!(ch, ' ' | '-'))
}

fn first(phrase: &str) -> &str {
    phrase.split(' ').next().unwrap_or_default()
}

fn last(phrase: &str) -> &str {
    phrase.rsplit(' ').next().unwrap_or_default()
}

/// A pair with the pairs of its forms. Of words that are not inflected alike it is alone.
pub(super) fn pairs(from: &str, to: &str) -> Vec<(String, String)> {
    let mut out = vec![(from.to_owned(), to.to_owned())];
    let (from, to) = (from.to_lowercase(), to.to_lowercase());
    let verbs = is_verb(first(&from)) && is_verb(first(&to)) && (from.contains(' ') || !is_only_noun(&from));
    let nouns = is_noun(last(&from)) && is_noun(last(&to));
    if !is_plain(&from) || !is_plain(&to) || !verbs && !nouns {
        return out;
    }
    let (old, new) = (Forms::of(&from, verbs), Forms::of(&to, verbs));
    out.push((old.s, new.s));
    out.extend(old.ing.zip(new.ing));
    // A past may be told from a participle by both words or by none.
    for (at, past) in old.past.iter().enumerate() {
        let same = (old.past.len() == new.past.len()).then(|| new.past.get(at).cloned()).flatten();
        out.push((past.clone(), same.unwrap_or_else(|| new.past.join("|"))));
    }
    out.retain(|(from, _)| !from.is_empty());
    let mut seen = rustc_hash::FxHashSet::default();
    out.retain(|(from, _)| seen.insert(from.clone()));
    out
}

fn is_only_noun(word: &str) -> bool {
    is_noun(word) && !is_verb(word)
}

/// A word with its forms.
pub(super) fn all(word: &str) -> Vec<String> {
    let lower = word.to_lowercase();
    let mut out = vec![word.to_owned()];
    if is_plain(&lower) {
        if is_verb(first(&lower)) {
            let forms = Forms::of(&lower, true);
            out.extend([forms.s].into_iter().chain(forms.ing).chain(forms.past));
        } else if is_noun(last(&lower)) {
            out.push(Forms::of(&lower, false).s);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(from: &str, to: &str) -> String {
        let pairs = pairs(from, to).into_iter().map(|(from, to)| format!("{from}>{to}"));
        pairs.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_give_way_in_all_their_forms() {
        for (from, to, wanted) in [
            ("utilize", "use", "utilize>use utilizes>uses utilizing>using utilized>used"),
            ("purchase", "buy", "purchase>buy purchases>buys purchasing>buying purchased>bought"),
            ("halt", "stop", "halt>stop halts>stops halting>stopping halted>stopped"),
            ("attempt", "try", "attempt>try attempts>tries attempting>trying attempted>tried"),
            (
                "commence",
                "begin",
                "commence>begin commences>begins commencing>beginning commenced>began|begun",
            ),
            ("depart", "leave", "depart>leave departs>leaves departing>leaving departed>left"),
            ("make use of", "use", "make use of>use makes use of>uses making use of>using made use of>used"),
            ("methodology", "method", "methodology>method methodologies>methods"),
            ("very", "quite", "very>quite"),
            ("e-mail", "Nachricht!", "e-mail>Nachricht!"),
        ] {
            assert_eq!(told(from, to), wanted);
        }
        assert_eq!(all("leverage"), ["leverage", "leverages", "leveraging", "leveraged"]);
        assert_eq!(all("very"), ["very"]);
    }
}
