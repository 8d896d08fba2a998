//! The nouns of a Korean text, and the part that its particle gives each.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use stet_text::span::Span;
use stet_text::{Script, Token, is_closed};

/// What a noun is to its predicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Who does it.
    Agent,
    /// Whom or what it is done to.
    Object,
    Recipient,
    Source,
    Goal,
    /// Where to, into what, or by what means (`로`).
    Way,
    /// What is spoken of: mostly the agent.
    Topic,
    /// What something is compared with.
    Standard,
    /// Whose something is.
    Owner,
}

/// A particle with the part it gives a noun, and whether it stands behind a final consonant, if that matters.
type Particle = (&'static str, Part, Option<bool>);

/// The particles by their last characters.
static PARTICLES: LazyLock<FxHashMap<char, Vec<Particle>>> = LazyLock::new(|| {
    let mut found: FxHashMap<char, Vec<Particle>> = FxHashMap::default();
    for row in stet_data::rows("words/ko/case-particles") {
        let [form, part, behind] = row[..] else { continue };
        let part = match part {
            "agent" => Part::Agent,
            "object" => Part::Object,
            "recipient" => Part::Recipient,
            "source" => Part::Source,
            "goal" => Part::Goal,
            "way" => Part::Way,
            "topic" => Part::Topic,
            "standard" => Part::Standard,
            _ => Part::Owner,
        };
        let closed = match behind {
            "final" => Some(true),
            "vowel" => Some(false),
            _ => None,
        };
        if let Some(last) = form.chars().next_back() {
            found.entry(last).or_default().push((form, part, closed));
        }
    }
    found
});

/// The noun and the part of a Korean word, if it ends in a particle.
pub fn member(word: &str) -> Option<(&str, Part)> {
    PARTICLES.get(&word.chars().next_back()?)?.iter().find_map(|&(particle, part, behind)| {
        let noun = word.strip_suffix(particle)?;
        let closed = is_closed(noun.chars().next_back()?)?;
        // `회의`, `동의`
        let whole = part == Part::Owner && noun.chars().nth(1).is_none();
        (behind.is_none_or(|behind| behind == closed) && !whole).then_some((noun, part))
    })
}

/// The part that a word tells which is nothing but a particle: what it belongs to is written in another script.
pub fn particle(word: &str) -> Option<Part> {
    let particles = PARTICLES.get(&word.chars().next_back()?)?;
    particles.iter().find(|entry| entry.0 == word).map(|entry| entry.1)
}

/// Where a noun of a text stands, and its part; which many rules ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NounPlace {
    pub(crate) span: Span,
    pub part: Part,
    /// The position of its last word.
    pub at: usize,
}

/// A Korean noun and its part, at a position.
#[derive(Debug, Clone, Copy)]
pub struct Member<'a> {
    pub noun: &'a str,
    pub part: Part,
    /// The position of its last word.
    pub at: usize,
}

/// The nouns of a Korean text; what is written in two scripts (`A사는`, `Alpha는`) is one noun.
pub(crate) fn noun_places(tokens: &[Token<'_>]) -> Vec<NounPlace> {
    let hangul = tokens.iter().enumerate().filter(|(_, token)| token.script == Script::Hangul);
    let places = hangul.filter_map(|(at, token)| {
        let prefix = at
            .checked_sub(1)
            .and_then(|before| tokens.get(before))
            .filter(|before| before.script != Script::Hangul && before.span.end == token.span.start);
        let mixed = prefix.and_then(|prefix| Some((prefix.span.end, particle(token.text)?)));
        let (end, part) =
            mixed.or_else(|| member(token.text).map(|(noun, part)| (token.span.start + noun.len(), part)))?;
        let start = prefix.map_or(token.span.start, |prefix| prefix.span.start);
        Some(NounPlace { span: Span::new(start, end), part, at })
    });
    places.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn particles_tell_the_parts_of_nouns() {
        for (word, want) in [
            ("교수가", Some(("교수", Part::Agent))),
            ("학생이", Some(("학생", Part::Agent))),
            ("나이", None),
            ("시는", Some(("시", Part::Topic))),
            ("학생을", Some(("학생", Part::Object))),
            ("임차인에게", Some(("임차인", Part::Recipient))),
            ("서울에서", Some(("서울", Part::Source))),
            ("부산보다", Some(("부산", Part::Standard))),
            ("인수했다", None),
            ("가", None),
        ] {
            assert_eq!(member(word), want, "{word}");
        }
    }
}
