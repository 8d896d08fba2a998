//! The writer's rules in the words that a model reads, within a budget.

use super::{Check, Kind, Pack, Rule};
use stet_text::{Language, Script, tokens};

/// The text for the system prompt and what had no room in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Instructions {
    /// Empty when there is no active rule.
    pub text: String,
    /// Ids of rules that were left out, as `pack/rule`.
    pub left_out: Vec<String>,
}

/// Tokens that a text takes, on the safe side: a Korean syllable counts as one, a Latin word as
/// one for every four letters, marks as one each.
#[must_use]
pub fn token_estimate(text: &str) -> usize {
    let words: usize = tokens(text)
        .iter()
        .map(|token| match token.script {
            Script::Latin => token.text.len().div_ceil(4),
            Script::Digit => token.text.len().div_ceil(3),
            _ => token.text.chars().count(),
        })
        .sum();
    words + text.chars().filter(|ch| !ch.is_alphanumeric() && !ch.is_whitespace()).count()
}

/// The rules of the active packs, pinned and binding ones first, up to `budget` tokens. What was
/// left out is said in the text and listed.
#[must_use]
pub fn instructions(packs: &[Pack], language: Language, budget: usize) -> Instructions {
    let active = || packs.iter().filter(|pack| pack.is_active);
    let all = active().flat_map(|pack| pack.criteria_definition.rules.iter().map(move |rule| (pack, rule)));
    let mut rules: Vec<(&Pack, &Rule)> = all.collect();
    if rules.is_empty() {
        return Instructions::default();
    }
    // Stable: within a rank the packs keep their order.
    rules.sort_by_key(|(_, rule)| rank(rule));
    let (head, note) = match language {
        Language::Ko => ("사용자 규칙:", "(자리가 모자라 규칙을 다음만큼 뺐음: "),
        Language::En => ("The writer's rules:", "(rules left out for lack of room: "),
    };
    // Room for the note is set aside, so that saying what was left out never goes over.
    let room = budget.saturating_sub(token_estimate(note) + 8);
    let mut text = head.to_owned();
    let mut spent = token_estimate(head);
    let mut left_out = Vec::new();
    for (pack, rule) in rules {
        let line = line(rule, language);
        let cost = token_estimate(&line) + 1;
        if line.is_empty() {
            continue;
        }
        if spent + cost > room {
            left_out.push(format!("{}/{}", pack.id, rule.id));
            continue;
        }
        spent += cost;
        text.extend(["\n", &line]);
    }
    for pack in active() {
        let (good, bad) = match language {
            Language::Ko => ("좋은 예", "나쁜 예"),
            Language::En => ("Good", "Bad"),
        };
        let examples = pack.criteria_definition.do_examples.iter().map(|example| (good, example));
        for (label, example) in
            examples.chain(pack.criteria_definition.dont_examples.iter().map(|example| (bad, example)))
        {
            let line = format!("{label}: {example}");
            let cost = token_estimate(&line) + 1;
            if spent + cost <= room {
                spent += cost;
                text.extend(["\n", &line]);
            }
        }
    }
    if !left_out.is_empty() {
        text.extend(["\n", note, &left_out.len().to_string(), ")"]);
    }
    Instructions { text, left_out }
}

const fn rank(rule: &Rule) -> u8 {
    match (rule.pinned, rule.kind) {
        (true, _) => 0,
        (false, Kind::Must) => 1,
        (false, Kind::MustNot) => 2,
        (false, Kind::Prefer) => 3,
    }
}

fn line(rule: &Rule, language: Language) -> String {
    let of_check = rule.check.as_ref().map(|check| words_of(check, language)).unwrap_or_default();
    let body = match (rule.text.trim(), &rule.replacement, &rule.pattern) {
        ("", Some(new), Some(old)) => match language {
            Language::Ko => format!("‘{old}’ 대신 ‘{new}’"),
            Language::En => format!("“{new}” in place of “{old}”"),
        },
        ("", None, Some(old)) => format!("`{old}`"),
        ("", ..) if of_check.is_empty() => return String::new(),
        ("", ..) => of_check,
        (text, ..) => text.replace("%s", "…"),
    };
    let kind = kind_name(rule.kind, language);
    format!("- [{kind}] {body}")
}

/// What a check without a text of its own asks for, at most a hundred of its words.
fn words_of(check: &Check, language: Language) -> String {
    let swapped = |(from, to): &(String, String)| match language {
        Language::Ko => format!("‘{from}’ 대신 ‘{to}’"),
        Language::En => format!("“{to}” in place of “{from}”"),
    };
    let avoided = |token: &String| match language {
        Language::Ko => format!("‘{token}’ 쓰지 않기"),
        Language::En => format!("avoid “{token}”"),
    };
    let all: Vec<String> = match (check.extends.as_str(), language) {
        ("substitution", _) => check.swap.iter().take(100).map(swapped).collect(),
        ("existence", _) => check.tokens.iter().take(100).map(avoided).collect(),
        ("occurrence", _) if check.max == 0 || check.scope != ["sentence"] => Vec::new(),
        ("occurrence", Language::Ko) => vec![format!("한 문장은 {}어절 이하", check.max)],
        ("occurrence", Language::En) => vec![format!("at most {} words in a sentence", check.max)],
        _ => Vec::new(),
    };
    all.join(", ")
}

/// How binding a rule is, in a model's words.
#[must_use]
pub const fn kind_name(kind: Kind, language: Language) -> &'static str {
    match (language, kind) {
        (Language::Ko, Kind::Must) => "반드시 지킬 것",
        (Language::Ko, Kind::MustNot) => "하지 말 것",
        (Language::Ko, Kind::Prefer) => "되도록",
        (Language::En, Kind::Must) => "Must",
        (Language::En, Kind::MustNot) => "Must not",
        (Language::En, Kind::Prefer) => "Prefer",
    }
}
