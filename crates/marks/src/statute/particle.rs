//! Particles behind a reference, and the form that agrees with another word.

use super::NotYet;
use super::words::is_hangul;
use std::sync::LazyLock;
use stet_text::final_consonant;

/// Particles after a vowel and after a consonant; the same where one form serves both.
static PARTICLES: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let pair = |row: Vec<&'static str>| Some((*row.first()?, *row.get(1)?));
    stet_data::rows("words/ko/particles").filter_map(pair).collect()
});

/// Particles that follow another particle.
const AUXILIARY: &str =
    "는 은 도 만 의 서 을 이 와 로 로는 로도 으로 으로는 으로도 부터 만이 만은 만을 를 가";

/// Longest particle in characters.
const MAX_PARTICLE: usize = 5;

/// The two forms of the particle with which a word begins, and what follows it.
fn find(word: &str) -> Option<(&'static str, &'static str, &str)> {
    PARTICLES.iter().find_map(|(vowel, consonant)| {
        let rest = |form: &str| {
            word.strip_prefix(form)
                .filter(|rest| rest.is_empty() || AUXILIARY.split(' ').any(|known| known == *rest))
        };
        Some((*vowel, *consonant, rest(consonant).or_else(|| rest(vowel))?))
    })
}

/// The particle as it follows a consonant, or nothing when the word is none.
pub(super) fn after_consonant(word: &str) -> Option<String> {
    find(word).map(|(_, consonant, auxiliary)| format!("{consonant}{auxiliary}"))
}

/// Whether a word is a particle, perhaps with another one behind it.
pub(crate) fn is_particle(word: &str) -> bool {
    find(word).is_some()
}

/// The particle as it follows `head`: `제2항는` becomes `제2항은`. A note in parentheses does not count.
pub(crate) fn agreeing(word: &str, head: &str) -> Option<String> {
    let noted = head.strip_suffix([')', '）']).and_then(|head| head.rfind(['(', '（']));
    let head = noted.and_then(|at| head.get(..at)).unwrap_or(head);
    let last = head.chars().rev().find(|c| c.is_alphanumeric())?;
    let final_letter = final_consonant(last)?;
    let (vowel, consonant, auxiliary) = find(word)?;
    // `제1호로`, `별로`: a final ㄹ takes the short form of this one.
    let open = final_letter == 0 || final_letter == 8 && vowel.starts_with('로');
    Some(format!("{}{auxiliary}", if open { vowel } else { consonant }))
}

/// Bytes of the particle at the beginning of `rest`, unless the word could go on.
pub(super) fn particle_len(rest: &str, last: bool) -> Result<usize, NotYet> {
    let end = rest.char_indices().take(MAX_PARTICLE + 1).find(|(_, c)| !is_hangul(*c)).map(|(at, _)| at);
    let word = match end {
        Some(at) => rest.get(..at).unwrap_or_default(),
        None if rest.chars().nth(MAX_PARTICLE).is_some() => return Ok(0),
        None if !last => return Err(NotYet),
        None => rest,
    };
    Ok(if word.is_empty() || !is_particle(word) { 0 } else { word.len() })
}
