//! Words: normalisation, tokens, stems and search terms of Korean and English text.
//!
//! Owns what a word is, when two spellings are the same word, and which values a text states ([`values`]). Leaves
//! sentences to the segmenter and negation to the gate. Everything here is rules on characters:
//! no dictionary, so a stem is a key for comparing, not a word to show.

pub mod entity;
mod fold;
pub mod particle;
pub mod span;
mod stem;
pub mod stop;
mod syllable;
mod token;
pub mod values;

use std::borrow::Cow;
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use fold::{fold, nfc, normalise, normalise_into};
pub use syllable::{FIRST_SYLLABLE, SYLLABLES, SyllableSet, parts, syllable};
pub use token::{Token, each_token, syllable_at, tokens};

/// The two languages Stet treats as equals; everything that is not Korean follows the English rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    Ko,
    #[default]
    En,
}

impl Language {
    /// The one of the two that this is not.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Ko => Self::En,
            Self::En => Self::Ko,
        }
    }
}

/// Korean when at least a quarter as many Hangul syllables stand in the text as other letters:
/// a Korean sentence full of English names is still Korean, an English one that quotes a Korean
/// word is not.
#[must_use]
pub fn language(text: &str) -> Language {
    if text.is_ascii() {
        return Language::En;
    }
    let (mut hangul, mut other) = (0_usize, 0_usize);
    for ch in text.chars() {
        // Most characters are these.
        if matches!(ch, '가'..='힣') {
            hangul += 1;
        } else if ch.is_ascii() {
            other += usize::from(ch.is_ascii_alphabetic());
        } else {
            match script(ch) {
                Some(Script::Hangul) => hangul += 1,
                Some(Script::Latin | Script::Other) => other += 1,
                _ => {}
            }
        }
    }
    if hangul > 0 && hangul * 4 >= other { Language::Ko } else { Language::En }
}

/// What a token is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Script {
    Hangul,
    Latin,
    Digit,
    /// Any other letters: Hanja, kana, Greek, Cyrillic …
    Other,
}

/// The script of a word character; `None` for white space, punctuation and symbols.
#[must_use]
#[inline]
pub fn script(ch: char) -> Option<Script> {
    match ch {
        'a'..='z' | 'A'..='Z' | 'ａ'..='ｚ' | 'Ａ'..='Ｚ' => Some(Script::Latin),
        '0'..='9' | '０'..='９' => Some(Script::Digit),
        '\0'..='\u{7f}' => None,
        '가'..='힣' | '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' => Some(Script::Hangul),
        '\u{aa}' | '\u{ba}' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' if ch.is_alphabetic() => {
            Some(Script::Latin)
        }
        _ if ch.is_alphanumeric() => Some(Script::Other),
        _ => None,
    }
}

/// Whether a character is a letter or a digit: `char::is_alphanumeric`, quick for Hangul.
#[must_use]
#[inline]
pub fn is_word_char(ch: char) -> bool {
    script(ch).is_some()
}

/// The first character of the lower-case form, quick for Hangul.
#[must_use]
#[inline]
pub fn lower(ch: char) -> char {
    if ch.is_ascii() {
        ch.to_ascii_lowercase()
    } else if ('가'..='힣').contains(&ch) {
        ch
    } else {
        ch.to_lowercase().next().unwrap_or(ch)
    }
}

/// Lower-cased Snowball (Porter 2) stem of an English word, without a possessive ending.
#[must_use]
pub fn english_stem(word: &str) -> String {
    let mut lower = String::with_capacity(word.len());
    for ch in word.chars().filter_map(fold) {
        if ch.is_ascii() { lower.push(ch.to_ascii_lowercase()) } else { lower.extend(ch.to_lowercase()) }
    }
    match Stemmer::create(Algorithm::English).stem(&lower) {
        Cow::Borrowed(stem) if stem.len() == lower.len() => lower,
        stem => stem.into_owned(),
    }
}

/// Irregular English forms and the words they are of: `paid` of `pay`.
static IRREGULAR: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| stet_data::pairs("words/en/forms"));

/// The irregular forms by the word of which they are.
static FORMS: LazyLock<FxHashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut forms: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for (&form, &word) in IRREGULAR.iter() {
        forms.entry(word).or_default().push(form);
    }
    for forms in forms.values_mut() {
        forms.sort_unstable();
    }
    forms
});

/// The other forms of a lower-cased English word that no stem tells to be the same: `lent` of `lend`, `lend` of `lent`.
pub fn irregular_forms(word: &str) -> impl Iterator<Item = &'static str> {
    let base = IRREGULAR.get_key_value(word).map(|(_, base)| *base);
    let forms = FORMS.get(base.unwrap_or(word)).into_iter().flatten().copied();
    base.into_iter().chain(forms).filter(move |form| *form != word)
}

/// Whether a lower-cased English word is an irregular form of another: `led`, `built`.
#[must_use]
pub fn is_irregular_form(word: &str) -> bool {
    IRREGULAR.contains_key(word)
}

/// A quick comparing key of a lower-cased English word: a prefix of it, or of the word of which it is an irregular form, without
/// inflection.
///
/// Coarser than [`english_stem`] and some thirty times faster (no allocation), which is what
/// preparing a source for the gate needs; both fold `approved`, `approves` and `approving`.
#[must_use]
pub fn english_key(word: &str) -> &str {
    let word = match word.as_bytes() {
        [.., b'\''] | [.., b'\'', b's'] => word.strip_suffix("'s").unwrap_or(word).trim_end_matches('\''),
        _ => word,
    };
    let word = IRREGULAR.get(word).copied().unwrap_or(word);
    let bytes = word.as_bytes();
    if bytes.len() <= 3 || !bytes.is_ascii() {
        return word;
    }
    // All endings are told by their last letters; most words have none of them.
    let mut len = match bytes {
        [.., b's', b's', b'e', b's'] | [.., b'i', b'e', b's'] => bytes.len() - 2,
        [.., b's' | b'u' | b'i', b's'] => bytes.len(),
        [.., b's'] => bytes.len() - 1,
        _ => bytes.len(),
    };
    let head = |len: usize| bytes.get(..len).unwrap_or(bytes);
    len = match head(len) {
        [stem @ .., b'i', b'n', b'g', b'l', b'y'] | [stem @ .., b'e', b'd', b'l', b'y']
            if is_verb(stem, 3) =>
        {
            undoubled(stem)
        }
        [stem @ .., b'l', b'y'] if is_verb(stem, 4) => stem.len(),
        [stem @ .., b'i', b'n', b'g'] | [stem @ .., b'e', b'd'] if is_verb(stem, 3) => undoubled(stem),
        [stem @ .., b'i', b'o', b'n'] if stem.len() >= 5 && matches!(stem, [.., b't' | b's']) => stem.len(),
        _ => len,
    };
    if len >= 4 && matches!(head(len), [.., b'e' | b'y' | b'i']) {
        len -= 1;
    }
    word.get(..len).unwrap_or(word)
}

/// Whether what stands before an ending may be a word: so many letters at least, a vowel among them.
fn is_verb(stem: &[u8], least: usize) -> bool {
    stem.len() >= least && stem.iter().any(|byte| matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u' | b'y'))
}

/// The length of a stem without the letter that is doubled before an ending: `planned`, but `called`.
fn undoubled(stem: &[u8]) -> usize {
    let doubled = matches!(stem, [.., a, b] if a == b && !matches!(a, b'l' | b's' | b'z' | b'a' | b'e' | b'i' | b'o' | b'u'));
    stem.len() - usize::from(doubled)
}

/// The comparing key of a Korean word: a prefix of it, without particles and endings.
///
/// Rules only, so a noun that happens to end like a particle is shortened too (`전문가` →
/// `전문`); because stripping is repeated until nothing changes, the bare noun and the noun with
/// a particle still give the same key. At least one syllable stays, two before an ambiguous
/// one-syllable particle.
#[must_use]
pub fn korean_stem(word: &str) -> &str {
    stem::korean(word)
}

/// Whether `tail` is nothing but particles and endings that can stand behind a noun whose last character is `before`:
/// `은` and `에서는` behind `한빛관`. Nothing is one, too.
#[must_use]
pub fn is_tail(before: char, tail: &str) -> bool {
    stem::is_tail(before, tail)
}

/// Number of the final consonant of a Hangul syllable, 0 for none (Unicode chapter 3.12); `None` for any other character.
#[must_use]
pub const fn final_consonant(ch: char) -> Option<u32> {
    if matches!(ch, '가'..='힣') { Some((ch as u32 - FIRST_SYLLABLE) % 28) } else { None }
}

/// Whether a Hangul syllable ends in a consonant; `None` for any other character.
#[must_use]
pub fn is_closed(ch: char) -> Option<bool> {
    final_consonant(ch).map(|last| last != 0)
}

/// A count with its English noun: `1 source`, `2 sources`.
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Terms for keyword search, in reading order and as often as they occur.
///
/// Hangul: the word without particles, and the bigrams inside it (compounds are written with and
/// without spaces, so a word alone would miss them). Latin: the stem. Numbers: the digits without
/// thousands separators. Other scripts: the word and its bigrams.
#[must_use]
pub fn search_terms(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    each_search_word(text, |word| each_term(word, |term| out.push(term.to_owned())));
    out
}

/// Calls `each` with every word that [`search_terms`] makes terms of, as it sees it: composed, and without what is invisible.
pub fn each_search_word(text: &str, each: impl FnMut(Token<'_>)) {
    let text: String = nfc(text).chars().filter_map(fold).collect();
    each_token(&text, each);
}

/// Calls `each` with the search terms of one word; the same word has the same terms wherever it stands.
pub fn each_term(word: Token<'_>, mut each: impl FnMut(&str)) {
    match word.script {
        Script::Latin => each(&english_stem(word.text)),
        Script::Digit if word.text.contains(',') => each(&word.text.replace(',', "")),
        Script::Digit => each(word.text),
        Script::Hangul => with_bigrams(word.text, korean_stem(word.text), each),
        Script::Other => {
            let word = word.text.to_lowercase();
            with_bigrams(&word, &word, each);
        }
    }
}

/// The stem, then the bigrams of the word that begin inside the stem: one of them reaches over its
/// end, so that a noun cut short by mistake (`유급휴가` → `유급휴`) still has all of its bigrams.
fn with_bigrams(word: &str, stem: &str, mut each: impl FnMut(&str)) {
    each(stem);
    let ends = word.char_indices().map(|(at, ch)| at + ch.len_utf8()).skip(1);
    for ((start, _), end) in word.char_indices().zip(ends) {
        let Some(pair) = word.get(start..end) else { continue };
        if start < stem.len() && pair != stem {
            each(pair);
        }
    }
}

/// Value of a digit, also of a full-width, raised, lowered or mathematical one, or one of another script.
#[must_use]
pub fn digit(c: char) -> Option<u32> {
    if c.is_ascii() {
        return c.to_digit(10);
    }
    let zero = match c {
        '０'..='９' => '０',
        '₀'..='₉' => '₀',
        '⁴'..='⁹' | '⁰' => '⁰',
        '\u{660}'..='\u{669}' => '\u{660}',
        '\u{6f0}'..='\u{6f9}' => '\u{6f0}',
        '\u{966}'..='\u{96f}' => '\u{966}',
        '\u{1d7ce}'..='\u{1d7ff}' => return Some((u32::from(c) - 0x1d7ce) % 10),
        '¹' => return Some(1),
        '²' => return Some(2),
        '³' => return Some(3),
        _ => return None,
    };
    Some(u32::from(c) - u32::from(zero))
}

/// Whether a character shows nothing: controls, joiners, marks of direction, fillers, selectors, tags.
#[must_use]
pub const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{8}'
            | '\u{e}'..='\u{1f}'
            | '\u{7f}'..='\u{84}'
            | '\u{86}'..='\u{9f}'
            | '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn particles_and_endings_give_one_key() {
        for forms in [
            &["직원은", "직원에게", "직원이", "직원의", "직원"][..],
            &["유급휴가", "유급휴가가", "유급휴가를", "유급휴가는"],
            &["허용된다", "허용되지", "허용되었다", "허용하는", "허용한", "허용"],
            &["사용할", "사용하였다", "사용합니다", "사용"],
            &["법은", "법을"],
            &["전문가", "전문가가", "전문가는"],
            &["있다", "있는", "있습니다"],
            &["국가", "국가의", "국가가"],
        ] {
            let keys: Vec<&str> = forms.iter().map(|form| korean_stem(form)).collect();
            assert!(keys.iter().all(|key| *key == keys[0]), "{forms:?} -> {keys:?}");
        }
        for word in ["마을", "가을", "휴가", "국가"] {
            assert_eq!(korean_stem(word), word);
        }
    }

    #[test]
    fn what_stands_behind_a_noun_is_told_from_the_rest_of_another() {
        for (before, tail, is_one) in [
            ('관', "", true),
            ('관', "은", true),
            ('관', "는", false),
            ('관', "에서는", true),
            ('관', "들에게도", true),
            ('관', "이었습니다", true),
            ('관', "만큼은", true),
            ('관', "리자", false),
            ('페', "라고", true),
            ('페', "은", false),
            // What is no Hangul has both forms.
            ('b', "은", true),
            ('b', "는", true),
            ('관', &"이다".repeat(40), false),
        ] {
            assert_eq!(is_tail(before, tail), is_one, "{before} {tail}");
        }
    }

    #[test]
    fn tokens_split_at_script_changes() {
        let words: Vec<&str> = tokens("15일의 don't 1,000.5km, COVID-19는.").iter().map(|t| t.text).collect();
        assert_eq!(words, ["15", "일의", "don't", "1,000.5", "km", "COVID", "19", "는"]);
    }

    #[test]
    fn spellings_fold() {
        assert_eq!(normalise(" ＡＢＣ　１２ \n“It’s”\u{200b} "), "abc 12 \"it's\"");
        assert_eq!(normalise("한글"), "한글");
        assert_eq!(english_stem("Regulations"), english_stem("regulation"));
        assert_eq!(english_stem("student's"), "student");
    }

    #[test]
    fn language_is_the_reader_s() {
        assert_eq!(language("API의 response status를 확인한다"), Language::Ko);
        assert_eq!(language("The word 김치 is Korean"), Language::En);
        assert_eq!(language("123"), Language::En);
    }

    #[test]
    fn terms_of_both_languages() {
        assert_eq!(
            search_terms("유급휴가는 15일, Holidays"),
            ["유급휴", "유급", "급휴", "휴가", "15", "일", "holiday"]
        );
    }

    proptest! {
        #[test]
        fn tokens_lie_in_the_text_and_stems_are_stable(text in "\\PC{0,60}") {
            for token in tokens(&text) {
                prop_assert_eq!(token.span.of(&text), token.text);
                prop_assert!(!token.text.is_empty());
                let stem = korean_stem(token.text);
                prop_assert!(!stem.is_empty() && token.text.starts_with(stem));
                prop_assert_eq!(korean_stem(stem), stem);
            }
            let once = normalise(&text);
            prop_assert_eq!(normalise(&once), once.clone());
            let _ = search_terms(&text);
        }
    }
}
