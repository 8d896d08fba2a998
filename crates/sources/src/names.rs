//! The names in a question: what it quotes, what it writes as a name, codes.
//!
//! Owns telling them by how they are written. A passage that lacks one is about something else, however many other words of the
//! question it has; so only what is surely a name is one. Korean writes names as other words, and few of them are told.

use std::sync::LazyLock;

use regex::Regex;

use super::leaning::{means_several, points};
use super::question::is_asking;
use stet_text::{Language, korean_stem, language, normalise};

/// Characters of what is quoted; a longer quotation is a text.
const LONGEST: usize = 60;

static QUOTED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#""([^"]+)"|“([^”]+)”|‘([^’]+)’|「([^」]+)」|『([^』]+)』|《([^》]+)》|〈([^〉]+)〉"#).ok()
});

/// The names in a question, in its order.
#[must_use]
pub fn names(question: &str) -> Vec<String> {
    let mut rest = question.to_owned();
    let mut names: Vec<String> = Vec::new();
    for found in QUOTED.iter().flat_map(|quoted| quoted.captures_iter(question)) {
        let told = found.iter().skip(1).flatten().map(|group| group.as_str().trim());
        names.extend(told.filter(|told| told.chars().count() <= LONGEST).map(str::to_owned));
        rest = rest.replace(found.get(0).map_or("", |whole| whole.as_str()), " ");
    }
    let korean = language(question) == Language::Ko;
    let words: Vec<&str> = rest.split_whitespace().collect();
    // A heading writes all its words so, or words of asking behind the first.
    let behind = || words.iter().skip(1).filter(|word| word.starts_with(char::is_alphabetic));
    let capitals = || behind().filter(|word| word.starts_with(char::is_uppercase));
    let is_heading = behind().count() > 1 && behind().count() == capitals().count()
        || capitals().any(|word| is_asking(&normalise(word)) && word.chars().nth(1).is_some());
    let (mut run, mut begins): (Vec<&str>, bool) = (Vec::new(), true);
    for (at, word) in words.iter().enumerate() {
        let bare = word.trim_matches(|ch: char| !ch.is_alphanumeric());
        let bare = bare.strip_suffix("'s").or_else(|| bare.strip_suffix("’s")).unwrap_or(bare);
        // What a Korean question writes in other letters, without the particle behind it: `PX-4471-B의`.
        let bare = if korean { bare.trim_end_matches(|ch| matches!(ch, '가'..='힣')) } else { bare };
        let latin = bare.starts_with(|ch: char| ch.is_alphabetic() && !matches!(ch, '가'..='힣'));
        let is_code = latin && bare.contains(|ch: char| ch.is_ascii_digit());
        let is_written = bare.starts_with(char::is_uppercase) && (korean || !begins && !is_heading);
        let is_name = is_code || latin && is_written && bare.chars().nth(1).is_some() && is_own(bare);
        if is_name {
            run.push(bare);
        }
        let ends = word.ends_with([',', ';', ':', '.', '?', '!', ')']) || *word != bare && !is_name;
        if !is_name || ends || at + 1 == words.len() {
            names.extend((!run.is_empty()).then(|| run.join(" ")));
            run.clear();
        }
        begins = word.ends_with(['.', '?', '!', ':']);
    }
    names.dedup();
    names
}

/// Words of a Korean question that stand where the name of what is `called` has another: of `별빛 지점의 수수료` the first, where that is
/// `가람 지점 안내`.
#[must_use]
pub fn other_names<'q>(question: &'q str, called: &str) -> Vec<&'q str> {
    fn bare(word: &str) -> &str {
        word.trim_matches(|ch: char| !ch.is_alphanumeric())
    }
    let words: Vec<&str> = question.split_whitespace().map(bare).collect();
    let own: Vec<&str> = called.split_whitespace().map(bare).collect();
    let is_other = |pair: &[&str]| {
        let [name, kind] = pair else { return false };
        let plain = name.chars().nth(1).is_some()
            && name.chars().all(|ch| matches!(ch, '가'..='힣'))
            && korean_stem(name) == *name
            && !is_asking(name)
            && !points(name)
            && !means_several(name)
            // `가까운 지점`; a name of two syllables may end so.
            && (name.chars().nth(2).is_none() || !name.ends_with(['운', '한', '은', '는', '된', '던']));
        plain
            && own
                .windows(2)
                .any(|own| matches!(own, [one, known] if one != name && *known == korean_stem(kind)))
    };
    words.windows(2).filter(|pair| is_other(pair)).filter_map(|pair| pair.first().copied()).collect()
}

/// Whether a word that has a capital is no word that always has one, as `Monday` and `I'm` do.
fn is_own(word: &str) -> bool {
    let plain = normalise(word).replace('’', "'");
    let always = || ["words/en/capitals", "words/en/months"].into_iter().flat_map(stet_data::rows);
    !is_asking(&plain)
        && !plain.starts_with("i'")
        && !always().any(|row| row.first().is_some_and(|form| *form == plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_as_a_name_is_one() {
        for (question, expected) in [
            ("Who manages Depot Zander?", &["Depot Zander"][..]),
            ("What does a copy cost in Garside and in Fennel Cross?", &["Garside", "Fennel Cross"]),
            ("Where is Zander?", &["Zander"]),
            ("Is Ostrava's processor liable?", &["Ostrava"]),
            ("Does \"life jacket\" apply to Tern?", &["life jacket", "Tern"]),
            ("Where is EQ-1595?", &["EQ-1595"]),
            ("연료 펌프 패킹 PX-4471-B의 값은?", &["PX-4471-B"]),
            ("「주차 세칙」과 Hexley 지점은?", &["주차 세칙", "Hexley"]),
            ("Is it open on Monday, and in May?", &[]),
            ("Who Pays The Fine?", &[]),
            ("What Are the Terms of Use?", &[]),
            ("Does it help that I pay?", &[]),
            ("May I bring a dog? Who says so?", &[]),
            ("지점장은 누구인가요?", &[]),
            ("", &[]),
        ] {
            assert_eq!(names(question), expected, "{question}");
        }
    }
    #[test]
    fn another_name_of_the_same_kind_is_told() {
        for (question, expected) in [
            ("별빛 지점의 수수료는?", &["별빛"][..]),
            ("가람 지점의 수수료는?", &[]),
            ("이 지점은 어느 지점인가요?", &[]),
            ("모든 지점과 가까운 지점의 수수료는?", &[]),
            ("수수료는 얼마인가요?", &[]),
        ] {
            assert_eq!(other_names(question, "가람 지점 안내"), expected, "{question}");
        }
    }
}
