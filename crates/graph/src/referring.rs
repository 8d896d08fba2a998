//! Questions for the rules that refer to another: `교원인사규정을 준용하는 조문은?`, `Which rules cite the Leave Rules?`
//!
//! Known by their form: what is asked for is a rule, a word says that it refers to something, and the name is what that is. A name
//! that does the referring (`교원인사규정이 준용하는 조문은?`, `Which rules do the Leave Rules cite?`) is none.

use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::question::{Run, forms, runs, words};
use stet_text::parts;

type Table = FxHashMap<&'static str, Vec<&'static str>>;

static KOREAN: LazyLock<Table> = LazyLock::new(|| table("words/ko/referring"));
static ENGLISH: LazyLock<Table> = LazyLock::new(|| table("words/en/referring"));

/// Words of the longest form of referring in English.
const LONGEST: usize = 3;
/// The number of the final ㄴ.
const NIEUN: u32 = 4;

fn table(name: &str) -> Table {
    stet_data::pairs(name).into_iter().map(|(form, tags)| (form, tags.split(',').collect())).collect()
}

fn is(table: &Table, form: &str, tag: &str) -> bool {
    table.get(form).is_some_and(|tags| tags.contains(&tag))
}

/// Those of these keys of names whose referring rules a question asks for.
#[must_use]
pub fn referred_to<'a>(question: &str, keys: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let asked: FxHashSet<String> = asked(question).collect();
    keys.into_iter().filter(|key| asked.contains(*key)).collect()
}

/// Whether a question asks for the rules that refer to whatever it names: by its form, before anything is looked up.
#[must_use]
pub fn asks_for_referring(question: &str) -> bool {
    asked(question).next().is_some()
}

/// The keys of what could be names in a question, where it asks for what refers to them.
fn asked(question: &str) -> impl Iterator<Item = String> {
    let words = words(question);
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let (korean, english) = (said_in_korean(&words), said_in_english(&lower));
    // Most questions say of nothing that it refers to something.
    let says = korean.iter().any(Option::is_some) || !english.is_empty();
    let runs = if says { runs(&words) } else { Vec::new() };
    let asks = move |run: &Run<'_>| in_korean(&words, &korean, run) || in_english(&lower, &english, run);
    runs.into_iter().filter(asks).map(|run| run.key)
}

/// Of each word what a name has to be, of which it says as a form of referring that it does so or that this is done to it.
fn said_in_korean(words: &[&str]) -> Vec<Option<&'static [&'static str]>> {
    let verbs = ["object", "subject", "basis", "source", "way"];
    let verbs = KOREAN.iter().filter(|(_, tags)| tags.iter().any(|tag| verbs.contains(tag)));
    let verbs: Vec<(&str, &[&str])> = verbs.map(|(form, tags)| (*form, tags.as_slice())).collect();
    let said = |word: &&str| {
        let fits = |form: &str| match form.strip_prefix('~') {
            Some(end) => word.ends_with(end),
            None => word.starts_with(form),
        };
        let known = verbs.iter().filter(|(form, _)| fits(form));
        known.max_by_key(|(form, _)| form.len()).map(|(_, tags)| *tags)
    };
    words.iter().map(said).collect()
}

fn in_korean(words: &[&str], said: &[Option<&[&str]>], run: &Run<'_>) -> bool {
    let (mut end, mut particle) = (run.words.end, run.particle);
    // `교원인사규정의 조항에서`, `제2조 제1항을`: what the last of them is in the sentence.
    while matches!(particle, "" | "의")
        && let Some(own) = words.get(end).and_then(|word| part(word))
    {
        particle = own;
        end += 1;
    }
    let roles: &[&str] = match particle {
        "을" | "를" => &["object"],
        "에" => &["basis"],
        "에서" | "로부터" | "으로부터" => &["source"],
        "로" | "으로" => &["way"],
        "이" | "가" | "은" | "는" => &["subject"],
        // Left out, as in `교원인사규정 준용 조문은?`
        "" => &["object", "basis", "subject"],
        _ => return false,
    };
    let before = words.get(..run.words.start).unwrap_or_default();
    let rest = words.get(end..).unwrap_or_default();
    rest.iter().enumerate().any(|(at, word)| {
        let (between, behind) = (rest.get(..at).unwrap_or_default(), rest.get(at + 1..).unwrap_or_default());
        let says = said.get(end + at).copied().flatten();
        says.is_some_and(|tags| tags.iter().any(|tag| roles.contains(tag)))
            && (is_asked_behind(word, behind) || [before, between].into_iter().any(asks_which))
    })
}

/// The particle of what stands between a name and its own: of `제1항을`, of `조항에서`.
fn part(word: &str) -> Option<&str> {
    let is_part = |name: &str| {
        let number =
            name.strip_prefix('제').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        number || is(&KOREAN, name, "part")
    };
    forms(word)
        .filter(|(name, _)| is_part(name))
        .map(|(_, particle)| particle)
        .max_by_key(|particle| particle.len())
}

/// Whether what a form of referring is said of is a rule that is asked for: `준용하는 다른 규정의 조문은?`, `따라 정한 세칙은?`
fn is_asked_behind(verb: &str, behind: &[&str]) -> bool {
    // A bare noun is said of the next as an attribute is.
    let direct = is_attribute(verb) || is(&KOREAN, verb, "noun");
    let Some(at) = (0..behind.len()).find(|&at| is_head(behind, at)) else { return false };
    let between = behind.get(..at).unwrap_or_default();
    if direct {
        between.iter().all(|word| may_stand_between(word))
    } else {
        between.iter().any(|word| is_attribute(word))
    }
}

/// A rule, with nothing behind it but the ending of what is asked for.
fn is_head(words: &[&str], at: usize) -> bool {
    let Some(word) = words.get(at) else { return false };
    let asked =
        |next: &&str| KOREAN.iter().any(|(form, tags)| tags.contains(&"asked") && next.starts_with(form));
    let is_bare = words.get(at + 1).is_none_or(asked);
    let rules = KOREAN.iter().filter(|(_, tags)| tags.contains(&"rule"));
    rules
        .filter_map(|(form, _)| word.strip_prefix(form))
        .any(|ending| if ending.is_empty() { is_bare } else { is(&KOREAN, ending, "ending") })
}

/// What may stand between an attribute and the rule: `다른`, `규정의`, another noun without a particle.
fn may_stand_between(word: &str) -> bool {
    let is_rule = |(name, particle): (&str, &str)| is(&KOREAN, name, "rule") && particle == "의";
    is(&KOREAN, word, "between")
        || forms(word).any(is_rule)
        || forms(word).nth(1).is_none() && !is_attribute(word)
}

/// `하는`, `정한`, `만든`.
fn is_attribute(word: &str) -> bool {
    let last = word.chars().next_back().and_then(parts);
    last.is_some_and(|(_, _, end)| end == NIEUN)
}

/// `어느 규정이`, `어떤 조문에서`, `어디에서`.
fn asks_which(words: &[&str]) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        let rule = words.get(at + 1).is_some_and(|next| {
            forms(next).any(|(name, particle)| {
                is(&KOREAN, name, "rule") && matches!(particle, "이" | "가" | "들이" | "에서" | "에" | "도")
            })
        });
        is(&KOREAN, word, "which") && rule || word.starts_with("어디")
    })
}

/// Where forms of referring stand, with their words and what the name is to them.
fn said_in_english(words: &[String]) -> Vec<(usize, usize, &'static [&'static str])> {
    let places = (0..words.len()).flat_map(|at| (1..=LONGEST).map(move |length| (at, length)));
    let said = places.filter_map(|(at, length)| {
        let tags = ENGLISH.get(words.get(at..at + length)?.join(" ").as_str())?;
        let says = tags.iter().any(|tag| matches!(*tag, "subject" | "object"));
        says.then_some((at, length, tags.as_slice()))
    });
    said.collect()
}

fn in_english(words: &[String], said: &[(usize, usize, &[&str])], run: &Run<'_>) -> bool {
    let Range { start, end } = run.words;
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let has = |mut range: Range<usize>, tag: &str| {
        range.any(|at| !run.words.contains(&at) && is(&ENGLISH, word(at), tag))
    };
    let leads =
        |at: usize| is(&ENGLISH, word(at), "between") || word(at).starts_with(|c: char| c.is_ascii_digit());
    let says = |&(at, length, tags): &(usize, usize, &[&str])| {
        if end <= at {
            let is_passive = tags.contains(&"subject") && has(0..at, "be");
            return is_passive && (has(0..words.len(), "rule") || has(0..at, "which"));
        }
        let asked = has(0..at, "rule") || at.checked_sub(1).is_some_and(|at| is(&ENGLISH, word(at), "which"));
        at + length <= start && tags.contains(&"object") && asked && (at + length..start).all(leads)
    };
    said.iter().any(says)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asks(question: &str) -> bool {
        let keys = [
            "교원인사규정",
            "교원인사규정제12조",
            "회계규정제7조",
            "여비규정",
            "leaverules",
            "leaverulesarticle3",
        ];
        !referred_to(question, keys).is_empty()
    }

    #[test]
    fn the_rules_that_refer_to_another_are_asked_for() {
        for question in [
            "교원인사규정을 준용하는 규칙은 무엇인가요?",
            "「회계규정」 제7조를 근거로 삼은 세칙 알려줘",
            "교원인사규정 제12조제1항은 어떤 규정에서 인용되나요?",
            "여비규정에 따르도록 한 조문을 찾아줘.",
            "여비규정에 따라 여행 경비를 정하는 지침을 모두 찾아 주세요.",
            "회계규정 제7조에 의하여 만들어진 세칙은?",
            "여비규정 준용 조문은?",
            "교원인사규정을 언급하는 다른 규정의 조항을 모두 보여 주세요",
            "어느 규정이 교원인사규정 제12조를 적용하고 있나요?",
            "교원인사규정의 조항에서 위임받아 만든 지침은?",
            "Which rules refer to the Leave Rules?",
            "List all articles citing Article 3 of the Leave Rules.",
            "In which regulations are the Leave Rules mentioned?",
            "What applies Article 3 of the Leave Rules?",
            "Which policies are based on the Leave Rules?",
        ] {
            assert!(asks(question), "{question}");
        }
    }

    #[test]
    fn what_a_rule_says_or_refers_to_itself_is_another_question() {
        for question in [
            "교원인사규정 제12조에 따라 무엇을 하나요?",
            "교원인사규정 제12조가 인용하는 조문은?",
            "교원인사규정에서 준용하는 규정은?",
            "교원인사규정의 근거가 되는 법률은?",
            "교원인사규정에 인용된 법률은?",
            "교원인사규정에 따라 휴직할 수 있는 기간은?",
            "교원인사규정을 적용하는 대상은 누구인가요?",
            "교원인사규정에서 휴직을 정한 조문은?",
            "교원인사규정을 준용하는 직원의 휴직 기간과 규정 위반은 어떻게 되나요?",
            "Which rules do the Leave Rules refer to?",
            "What must I do according to Article 3 of the Leave Rules?",
            "Which articles are cited in the Leave Rules?",
            "Which rules apply under the Leave Rules?",
            "How long may a leave be that the Leave Rules mention?",
        ] {
            assert!(!asks(question), "{question}");
        }
    }

    #[test]
    fn the_name_that_is_referred_to_is_told() {
        let keys = ["여비규정", "교원인사규정"];
        assert_eq!(referred_to("여비규정은 교원인사규정을 인용하는 조문이 있나요?", keys), ["교원인사규정"]);
    }
}
