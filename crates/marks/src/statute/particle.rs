//! Particles behind a reference, and the form that agrees with another word.

use super::cursor::Partial;
use super::names::is_hangul;
use stet_text::final_consonant;

/// Particles after a vowel and after a consonant; the same where one form serves both.
const PARTICLES: &[(&str, &str)] = &[
    ("로부터", "으로부터"),
    ("로써", "으로써"),
    ("로서", "으로서"),
    ("로", "으로"),
    ("는", "은"),
    ("가", "이"),
    ("를", "을"),
    ("와", "과"),
    ("라고", "이라고"),
    ("라는", "이라는"),
    ("라도", "이라도"),
    ("라면", "이라면"),
    ("라서", "이라서"),
    ("라며", "이라며"),
    ("라지만", "이라지만"),
    ("나마", "이나마"),
    ("든지", "이든지"),
    ("든", "이든"),
    ("요", "이요"),
    ("여서", "이어서"),
    ("였다", "이었다"),
    ("였고", "이었고"),
    ("였지만", "이었지만"),
    ("였습니다", "이었습니다"),
    ("였으며", "이었으며"),
    ("예요", "이에요"),
    ("거나", "이거나"),
    ("니", "이니"),
    ("라", "이라"),
    ("란", "이란"),
    ("나", "이나"),
    ("랑", "이랑"),
    ("다", "이다"),
    ("며", "이며"),
    ("면", "이면"),
    ("에서", "에서"),
    ("에게", "에게"),
    ("에", "에"),
    ("의", "의"),
    ("도", "도"),
    ("만", "만"),
    ("까지", "까지"),
    ("부터", "부터"),
    ("보다", "보다"),
    ("처럼", "처럼"),
    ("입니다", "입니다"),
    ("상", "상"),
    ("뿐", "뿐"),
    ("밖에", "밖에"),
    ("조차", "조차"),
    ("마저", "마저"),
    ("대로", "대로"),
    ("야말로", "이야말로"),
    ("므로", "이므로"),
    ("지만", "이지만"),
    ("고", "이고"),
    ("인데", "인데"),
    ("인", "인"),
];

/// Particles that follow another particle.
const AUXILIARY: &[&str] = &[
    "",
    "는",
    "은",
    "도",
    "만",
    "의",
    "서",
    "을",
    "이",
    "와",
    "로",
    "로는",
    "로도",
    "으로",
    "으로는",
    "으로도",
    "부터",
    "만이",
    "만은",
    "만을",
    "를",
    "가",
];

/// Longest particle in characters.
const MAX_PARTICLE: usize = 5;

/// The particle as it follows a consonant, or nothing when the word is none.
pub(super) fn after_consonant(word: &str) -> Option<String> {
    for (vowel, consonant) in PARTICLES {
        for form in [consonant, vowel] {
            if let Some(auxiliary) = word.strip_prefix(*form).filter(|rest| AUXILIARY.contains(rest)) {
                return Some(format!("{consonant}{auxiliary}"));
            }
        }
    }
    None
}

/// Whether a word is a particle, perhaps with another one behind it.
pub(crate) fn is_particle(word: &str) -> bool {
    after_consonant(word).is_some()
}

/// The particle as it follows `head`: `제2항는` becomes `제2항은`. A note in parentheses does not count.
pub(crate) fn agreeing(word: &str, head: &str) -> Option<String> {
    let noted = head.strip_suffix([')', '）']).and_then(|head| head.rfind(['(', '（']));
    let head = noted.and_then(|at| head.get(..at)).unwrap_or(head);
    let last = head.chars().rev().find(|c| c.is_alphanumeric())?;
    let final_letter = final_consonant(last)?;
    PARTICLES.iter().find_map(|(vowel, consonant)| {
        let auxiliary = [consonant, vowel]
            .iter()
            .find_map(|form| word.strip_prefix(**form).filter(|rest| AUXILIARY.contains(rest)))?;
        // `제1호로`, `별로`: a final ㄹ takes the short form of this one.
        let open = final_letter == 0 || final_letter == 8 && vowel.starts_with('로');
        Some(format!("{}{auxiliary}", if open { vowel } else { consonant }))
    })
}

/// Bytes of the particle at the beginning of `rest`. Partial while the word could go on.
pub(super) fn particle_len(rest: &str, last: bool) -> Result<usize, Partial> {
    let end = rest.char_indices().take(MAX_PARTICLE + 1).find(|(_, c)| !is_hangul(*c)).map(|(at, _)| at);
    let word = match end {
        Some(at) => rest.get(..at).unwrap_or_default(),
        None if rest.chars().nth(MAX_PARTICLE).is_some() => return Ok(0),
        None if !last => return Err(Partial),
        None => rest,
    };
    Ok(if word.is_empty() || after_consonant(word).is_none() { 0 } else { word.len() })
}
