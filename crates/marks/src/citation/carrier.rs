//! Words that only carry a mark, and go with it: `According to [9], …`, `[9]에 따르면 …`.
//!
//! Owns what stands in the place of such a phrase, so that the sentence stays one. Leaves how much of it a stream
//! holds back to [`super::hold`], and marks beside which a sentence stands by itself to [`mod@super::rewrite`].

use super::grammar::is_open;
use super::hold::{carrier, lead_start};
use super::nouns::{is_saying, singular};
use super::removal::{is_closing, opens_line};
use super::words::{ASIDES, KOREAN_ADVERBS, RESTS};
use crate::statute::{agreeing, is_hangul, is_particle};
use stet_text::span::Span;

/// What goes with the marks in `group`, within `limits`, when a phrase carries them, and what takes its place.
pub(super) fn with_carrier(sentence: &str, limits: Span, group: Span) -> Option<(Span, String)> {
    english(sentence, limits, group)
        .or_else(|| korean(sentence, limits, group))
        .or_else(|| subject(sentence, limits, group))
        .or_else(|| {
            // `As \citet{kim2019} shows, …`
            if !group.of(sentence).starts_with('\\') {
                return None;
            }
            let floor = lead_start(sentence, group.start).max(limits.start);
            as_clause(sentence, Span::new(floor, limits.end), group)
        })
}

/// The same for a source that is named in words, which stands as a noun of its own where no phrase carries it.
pub(super) fn carried(sentence: &str, limits: Span, reference: Span) -> Option<(Span, String)> {
    let right = Span::new(reference.end, limits.end).of(sentence);
    let word = right.trim_start_matches([',', ' ']).split(|c: char| !c.is_ascii_alphabetic()).next()?;
    // `According to Source 9 and the handbook, …`
    let goes_on =
        ["and", "or", "as", "which", "that", "who", "at"].contains(&word) || right.starts_with(['\'', '’']);
    if !goes_on && let Some(found) = english(sentence, limits, reference) {
        return Some(found);
    }
    resting(sentence, limits, reference)
}

/// `According to [9], the library opens` is `The library opens`; `…, according to [9].` ends before the comma.
fn english(sentence: &str, limits: Span, group: Span) -> Option<(Span, String)> {
    let (start, whole) = carrier(sentence, group.start)?;
    if !whole || start < limits.start {
        return None;
    }
    let right = Span::new(group.end, limits.end).of(sentence);
    let bare = right.trim_start_matches([',', ' ', '\u{a0}']);
    let inner = sentence.get(start..)?.starts_with(',');
    if inner {
        let phrase = Span::new(start + 1, group.start).of(sentence).trim();
        let aside = ASIDES.iter().any(|known| known.eq_ignore_ascii_case(phrase));
        if aside && !right.trim_start_matches(' ').chars().next().is_none_or(|c| c == '\n' || is_closing(c)) {
            return None;
        }
        // The comma behind the phrase goes with the one before it.
        let end = match right.strip_prefix(',') {
            Some(rest) => limits.end - rest.len(),
            None => group.end,
        };
        return Some((Span::new(start, end), String::new()));
    }
    let next = bare.chars().next().filter(|c| c.is_alphanumeric())?;
    let end = limits.end - bare.len();
    Some((Span::new(start, end + next.len_utf8()), next.to_uppercase().collect()))
}

/// `[9]에 따르면 직원은 …` is `직원은 …`; after a noun (`문서 [9]에 따르면`) the phrase is the noun's.
fn korean(sentence: &str, limits: Span, group: Span) -> Option<(Span, String)> {
    let right = Span::new(group.end, limits.end).of(sentence);
    if !stands_alone(sentence, group.start) {
        return None;
    }
    if RESTS.iter().any(|phrase| right.starts_with(phrase)) {
        return resting(sentence, limits, group);
    }
    let end = right.find(|c| !is_hangul(c)).unwrap_or(right.len());
    let particle = right.get(..end).filter(|word| is_particle(word))?;
    // `[9]은` becomes `출처는`.
    let agreed = agreeing(particle, "출처").unwrap_or_else(|| particle.to_owned());
    Some((Span::new(group.start, group.end + particle.len()), format!("출처{agreed}")))
}

fn resting(sentence: &str, limits: Span, group: Span) -> Option<(Span, String)> {
    let right = Span::new(group.end, limits.end).of(sentence);
    let rest = RESTS.iter().find_map(|phrase| right.strip_prefix(phrase))?;
    let bare = rest.trim_start_matches([',', ' ', '\u{a0}']);
    (bare.len() < rest.len() && stands_alone(sentence, group.start))
        .then(|| (Span::new(group.start, limits.end - bare.len()), String::new()))
}

/// Whether no noun stands before the mark: it begins the sentence, or follows a comma or an adverb.
fn stands_alone(sentence: &str, at: usize) -> bool {
    let head = sentence.get(..at).unwrap_or_default();
    let bare = head.trim_end_matches([' ', '\u{a0}']);
    let markup = |c: char| {
        matches!(c, '-' | '*' | '_' | '>' | '"' | '“' | '‘' | '(' | '.' | ')') || c.is_ascii_digit()
    };
    let opens = bare.trim_matches(markup).trim().is_empty();
    // `자세한 내용은 [9]를`, but `규칙 [9]를`
    let topic = bare.len() < head.len() && bare.ends_with(['은', '는', '을', '를', '에', '면', '며', '여']);
    opens
        || topic
        || bare.ends_with([',', '\n', ':', '：'])
        || bare.len() < head.len()
            && KOREAN_ADVERBS
                .iter()
                .any(|word| bare.strip_suffix(word).is_some_and(|before| !before.ends_with(is_hangul)))
}

/// `[9] states that …` at the beginning of a sentence is `The source states that …`.
fn subject(sentence: &str, limits: Span, group: Span) -> Option<(Span, String)> {
    let head = sentence.get(..group.start)?;
    let begins = !head.contains(char::is_alphanumeric);
    let right = Span::new(group.end, limits.end).of(sentence);
    let verb = right.strip_prefix(' ')?;
    let word = verb.split(' ').next()?;
    // `[2] and [9] both state that …`
    let marks = group.of(sentence).matches(is_open).count();
    let both = verb.strip_prefix("both ").unwrap_or(verb).split(' ').next()?;
    if begins && marks > 1 && singular(both).is_some() {
        let rest = verb.strip_prefix("both ").unwrap_or(verb);
        return Some((Span::new(group.start, limits.end - rest.len()), "The sources ".to_owned()));
    }
    let states = word.len() > 2 && word.ends_with('s') && word.bytes().all(|b| b.is_ascii_lowercase());
    let goes_on = verb.get(word.len()..)?.chars().next().is_some_and(|c| !is_closing(c));
    (begins && states && goes_on).then(|| (group, "The source".to_owned()))
}

/// `As Source 9 shows, the library opens.` and `…, as Source 9 shows.`
pub(super) fn as_clause(sentence: &str, limits: Span, span: Span) -> Option<(Span, String)> {
    let left = Span::new(limits.start, span.start).of(sentence);
    let bare = left.trim_end_matches(' ');
    let start = span.start - left.len() + bare.len().checked_sub(2)?;
    if bare.len() == left.len() || !sentence.get(start..start + 2)?.eq_ignore_ascii_case("as") {
        return None;
    }
    let right = Span::new(span.end, limits.end).of(sentence);
    let word = right.strip_prefix(' ')?.split(|c: char| !c.is_ascii_alphabetic()).next()?;
    let rest = right.get(1 + word.len()..).filter(|_| is_saying(word))?;
    let before = Span::new(0, start).of(sentence).trim_end_matches(' ');
    let next = rest.chars().next();
    if before.ends_with(',') {
        if !next.is_none_or(is_closing) {
            return None;
        }
        let end = limits.end - rest.strip_prefix(',').unwrap_or(rest).len();
        return Some((Span::new(before.len() - 1, end), String::new()));
    }
    if !opens_line(before) || next != Some(',') {
        return None;
    }
    let claim = rest.trim_start_matches([',', ' ']);
    let first = claim.chars().next().filter(|c| c.is_alphanumeric())?;
    let end = limits.end - claim.len() + first.len_utf8();
    Some((Span::new(start, end), first.to_uppercase().collect()))
}
