//! Faithful variants: a sentence of a source as a writer who keeps to it would put it, for measuring.
//!
//! Owns the rules that reword a sentence without changing what it says. The counterpart of
//! [`contrast`](crate::measure::contrast), whose changes make a sentence false.

use stet_text::{Language, language};

/// How a sentence was put.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Variant {
    /// Polite endings (`합니다`), or the short forms (`isn't`).
    Register,
    /// Said to be what the source says: `출처에 따르면`, `In short,`.
    LeadIn,
    /// A list item with a word in bold.
    Markup,
    /// One clause of two.
    Clause,
    /// What stands in brackets is left out.
    Bracket,
    /// `않다` for `아니하다`, `해야` for `하여야`, `cannot` for `may not`.
    Form,
    /// The same number as a word, or as a digit.
    Count,
    /// The same bound in other words.
    Bound,
    /// A word of the same meaning.
    Synonym,
    /// What is done, not who does it: `지급된다` for `지급한다`.
    Voice,
    /// `신청이 가능하다` for `신청할 수 있다`.
    Nominal,
    /// The subject and what it is, as an entry: `위원장: 부총장`.
    Entry,
    /// As many of these as the sentence offers at once.
    Together,
}

/// The sentence in as many of the ways as it offers.
#[must_use]
pub fn variants(sentence: &str) -> Vec<(Variant, String)> {
    let sentence = sentence.trim();
    let list: Vec<(Variant, Option<String>)> = match language(sentence) {
        Language::Ko => vec![
            (Variant::Register, polite(sentence)),
            (Variant::LeadIn, Some(led(sentence, KOREAN_LEADS))),
            (Variant::Markup, Some(marked(sentence))),
            (Variant::Clause, korean_clause(sentence)),
            (Variant::Bracket, without_brackets(sentence)),
            (Variant::Form, exchanged(sentence, KOREAN_FORMS)),
            (Variant::Count, exchanged(sentence, KOREAN_COUNTS)),
            (Variant::Bound, exchanged(sentence, KOREAN_BOUNDS)),
            (Variant::Synonym, exchanged(sentence, KOREAN_SYNONYMS)),
            (Variant::Voice, passive(sentence)),
            (Variant::Nominal, exchanged(sentence, KOREAN_NOMINALS)),
            (Variant::Entry, entry(sentence)),
        ],
        Language::En => vec![
            (Variant::Register, exchanged(sentence, ENGLISH_SHORT)),
            (Variant::LeadIn, Some(led(sentence, ENGLISH_LEADS))),
            (Variant::Markup, Some(marked(sentence))),
            (Variant::Clause, english_clause(sentence)),
            (Variant::Bracket, without_brackets(sentence)),
            (Variant::Form, exchanged(sentence, ENGLISH_FORMS)),
            (Variant::Count, exchanged(sentence, ENGLISH_COUNTS)),
            (Variant::Bound, english_bound(sentence)),
            (Variant::Synonym, exchanged(sentence, ENGLISH_SYNONYMS)),
        ],
    };
    let together = Some(together(sentence)).filter(|text| text != sentence);
    list.into_iter()
        .chain([(Variant::Together, together)])
        .filter_map(|(kind, text)| Some((kind, text?)))
        .collect()
}

/// The sentence with everything exchanged that may be, one of each kind.
fn together(sentence: &str) -> String {
    let korean = [KOREAN_FORMS, KOREAN_COUNTS, KOREAN_BOUNDS, KOREAN_SYNONYMS, KOREAN_NOMINALS];
    let english = [ENGLISH_SHORT, ENGLISH_FORMS, ENGLISH_COUNTS, ENGLISH_SYNONYMS];
    let lists = if language(sentence) == Language::Ko { &korean[..] } else { &english };
    let text = without_brackets(sentence).unwrap_or_else(|| sentence.to_owned());
    let text = english_bound(&text).unwrap_or(text);
    let text = lists.iter().fold(text, |text, list| exchanged(&text, list).unwrap_or(text));
    if language(sentence) == Language::Ko { politely(text) } else { text }
}

/// Final predicates and their polite forms, the longest first.
const POLITE: &[(&str, &str)] = &[
    ("지 아니하였다", "지 않았습니다"),
    ("지 아니한다", "지 않습니다"),
    ("지 않는다", "지 않습니다"),
    ("지 못한다", "지 못합니다"),
    ("이 아니다", "이 아닙니다"),
    ("하였다", "했습니다"),
    ("되었다", "되었습니다"),
    ("이었다", "이었습니다"),
    ("었다", "었습니다"),
    ("았다", "았습니다"),
    ("였다", "였습니다"),
    ("했다", "했습니다"),
    ("됐다", "됐습니다"),
    ("있다", "있습니다"),
    ("없다", "없습니다"),
    ("한다", "합니다"),
    ("된다", "됩니다"),
    ("이다", "입니다"),
    ("하다", "합니다"),
];

/// A sentence without its full stop, if it ends in one.
fn stated(sentence: &str) -> Option<&str> {
    sentence.strip_suffix('.')
}

fn polite(sentence: &str) -> Option<String> {
    let body = stated(sentence)?;
    let (ending, other) = POLITE.iter().find(|(ending, _)| body.ends_with(ending))?;
    Some(format!("{}{other}.", body.strip_suffix(ending)?))
}

/// The polite form where there is one: an answer is polite whatever its source is.
fn politely(sentence: String) -> String {
    polite(&sentence).unwrap_or(sentence)
}

const KOREAN_LEADS: &[&str] = &["출처에 따르면 ", "자료에 의하면 ", "즉, ", "따라서 "];
const ENGLISH_LEADS: &[&str] = &["According to the source, ", "In short, ", "Therefore, "];

fn led(sentence: &str, leads: &[&str]) -> String {
    // Any of them, but the same each time.
    let lead = leads.get(sentence.len() % leads.len().max(1)).copied().unwrap_or_default();
    let said = format!("{lead}{sentence}");
    if language(sentence) == Language::Ko { politely(said) } else { said }
}

fn marked(sentence: &str) -> String {
    let (first, rest) = sentence.split_once(' ').unwrap_or((sentence, ""));
    format!("- **{first}** {rest}")
}

/// The text with the first of the entries that it has exchanged, in its polite form.
fn exchanged(sentence: &str, list: &[(&str, &str)]) -> Option<String> {
    // What is quoted is quoted as it is.
    let whole = sentence.find(['"', '“', '‘', '\'', '「', '<']).unwrap_or(sentence.len());
    let (from, to) =
        list.iter().find(|(from, _)| sentence.get(..whole).is_some_and(|text| text.contains(from)))?;
    let text = sentence.replacen(from, to, 1);
    Some(if language(sentence) == Language::Ko { politely(text) } else { text })
}

const KOREAN_FORMS: &[(&str, &str)] = &[
    ("지 아니한 ", "지 않은 "),
    ("지 아니하는 ", "지 않는 "),
    ("지 아니하고", "지 않고"),
    ("지 아니하면", "지 않으면"),
    ("지 아니할 ", "지 않을 "),
    ("하여야 ", "해야 "),
    ("되어야 ", "돼야 "),
    ("하여서는 ", "해서는 "),
    ("할 수 없다.", "하지 못한다."),
    ("하지 못한다.", "할 수 없다."),
    ("하였으나", "했으나"),
    ("하였으며", "했으며"),
    ("하여 ", "해 "),
    ("되어 ", "돼 "),
];

const KOREAN_COUNTS: &[(&str, &str)] = &[
    (" 1회 ", " 한 번 "),
    (" 1회에 ", " 한 번에 "),
    (" 2회 ", " 두 번 "),
    (" 3회 ", " 세 번 "),
    (" 1명", " 한 명"),
    (" 2명", " 두 명"),
    (" 3명", " 세 명"),
    (" 두 명", " 2명"),
    (" 세 명", " 3명"),
    (" 1개월", " 한 달"),
    (" 2개월", " 두 달"),
    (" 7일 ", " 일주일 "),
    (" 1인", " 한 사람"),
    (" 세 가지", " 3가지"),
    (" 두 가지", " 2가지"),
    (" 3가지", " 세 가지"),
    ("3분의 2", "2/3"),
    ("100분의 50", "50%"),
];

const KOREAN_BOUNDS: &[(&str, &str)] = &[
    ("을 초과할 수 없다", "을 넘을 수 없다"),
    ("를 초과할 수 없다", "를 넘을 수 없다"),
    ("을 초과하지 못한다", "을 넘을 수 없다"),
    ("를 초과하지 못한다", "를 넘을 수 없다"),
    ("을 초과하지 아니한다", "을 넘지 않는다"),
    ("일 이내에 ", "일 안에 "),
    ("월 이내에 ", "월 안에 "),
    ("주 이내에 ", "주 안에 "),
    ("년 이내에 ", "년 안에 "),
    ("을 초과하는 ", "을 넘는 "),
    ("를 초과하는 ", "를 넘는 "),
    ("을 초과한 ", "을 넘은 "),
];

const KOREAN_SYNONYMS: &[(&str, &str)] = &[
    ("실시한다", "시행한다"),
    ("시행한다", "실시한다"),
    ("납부하", "내"),
    ("증가했다", "늘었다"),
    ("증가하였다", "늘었다"),
    ("감소했다", "줄었다"),
    ("감소하였다", "줄었다"),
    ("제출하여야", "내야"),
    ("변경하", "바꾸"),
    ("종료된 후", "끝난 후"),
    ("개최한다", "연다"),
    ("개최되었다", "열렸다"),
    ("사망하였다", "숨졌다"),
    ("사망했다", "숨졌다"),
    ("에 의하여 ", "에 따라 "),
    ("에 관하여 ", "에 대해 "),
    ("경우에는 ", "때에는 "),
    ("필요한 때에는 ", "필요한 경우에는 "),
    (" 매년 ", " 해마다 "),
    (" 매월 ", " 매달 "),
    (" 후에 ", " 뒤에 "),
];

const KOREAN_NOMINALS: &[(&str, &str)] = &[
    ("할 수 있다.", "하는 것이 가능하다."),
    ("하여야 한다.", "하는 것이 필요하다."),
    ("해야 한다.", "하는 것이 필요하다."),
    ("할 수 없다.", "하는 것이 불가능하다."),
    ("금지한다.", "금지되어 있다."),
    ("제외한다.", "제외 대상이다."),
];

/// The subject with the first or the second predicate of two.
fn korean_clause(sentence: &str) -> Option<String> {
    /// Ends of a clause that says something of its own, and how it would end.
    const ENDS: &[(&str, &str)] = &[
        ("하였으며, ", "했습니다."),
        ("하였고, ", "했습니다."),
        ("했으며, ", "했습니다."),
        ("했고, ", "했습니다."),
        ("되었으며, ", "되었습니다."),
        ("되었고, ", "되었습니다."),
        ("됐으며, ", "됐습니다."),
        ("있으며, ", "있습니다."),
        ("있고, ", "있습니다."),
        ("없으며, ", "없습니다."),
        ("없고, ", "없습니다."),
        ("이며, ", "입니다."),
        ("하며, ", "합니다."),
        ("되며, ", "됩니다."),
        ("하고, ", "합니다."),
        ("하였으나, ", "했습니다."),
        ("했으나, ", "했습니다."),
        ("있으나, ", "있습니다."),
    ];
    /// Words of a subject, at most.
    const SUBJECT: usize = 4;
    let (at, (end, close)) =
        ENDS.iter().filter_map(|end| Some((sentence.find(end.0)?, end))).min_by_key(|found| found.0)?;
    let (first, rest) = sentence.split_at_checked(at)?;
    let rest = rest.strip_prefix(end)?;
    // One that names its own subject keeps it, any other takes that of the first.
    let is_subject = |word: &str| word.ends_with(['은', '는']) && word.chars().count() > 1;
    let words = first.split_inclusive(' ').take(SUBJECT).scan(0, |end, word| {
        *end += word.len();
        Some((*end, word.trim_end()))
    });
    let subject =
        words.filter(|(_, word)| is_subject(word)).find_map(|(end, _)| first.get(..end))?.trim_end();
    // What a condition opens concerns both, so the first of them is left.
    if sentence.len().is_multiple_of(2) || rest.contains("며, ") || rest.contains("고, ") {
        return Some(format!("{first}{close}"));
    }
    let own = rest.split(' ').take(4).any(|word| is_subject(word) || word.ends_with(['이', '가', '도']));
    Some(politely(if own { rest.to_owned() } else { format!("{subject} {rest}") }))
}

/// A text without the first thing in brackets, if that is not all there is.
fn without_brackets(sentence: &str) -> Option<String> {
    let (before, rest) = sentence.split_once('(')?;
    if before.contains(['"', '“', '‘', '\'']) {
        return None;
    }
    let (inner, after) = rest.split_once(')')?;
    let aside = !before.trim().is_empty() && !inner.contains('(') && inner.chars().any(char::is_alphabetic);
    let tight = language(sentence) == Language::Ko || after.starts_with(['.', ',']);
    let before = if tight { before.trim_end() } else { before };
    aside.then(|| format!("{before}{}", if before.ends_with(' ') { after.trim_start() } else { after }))
}

/// `N을 지급한다` as `N이 지급됩니다`, where no other subject is told.
fn passive(sentence: &str) -> Option<String> {
    let body = stated(sentence)?.strip_suffix("한다")?;
    let words: Vec<&str> = body.split(' ').collect();
    let (verb, object) = (words.last()?, words.get(words.len().checked_sub(2)?)?);
    let before = words.get(..words.len() - 2)?;
    let noun = object.strip_suffix('을').map(|noun| format!("{noun}이"));
    let noun = noun.or_else(|| object.strip_suffix('를').map(|noun| format!("{noun}가")))?;
    let told = before.iter().any(|word| word.ends_with(['은', '는', '이', '가']));
    let plain = verb.chars().count() == 2 && *verb != "못" && !verb.ends_with('야');
    (plain && !told && !before.is_empty()).then(|| format!("{} {noun} {verb}됩니다.", before.join(" ")))
}

/// `위원장은 부총장이 된다` is no entry, `임기는 2년으로 한다` is one.
fn entry(sentence: &str) -> Option<String> {
    let body = stated(sentence)?;
    let body = ["으로 한다", "로 한다", "이다", "입니다"].iter().find_map(|end| body.strip_suffix(end))?;
    let (subject, value) = body.split_once("은 ").or_else(|| body.split_once("는 "))?;
    let short = |text: &str| text.chars().count() < 40 && !text.contains(',');
    let stands = |text: &str| !text.is_empty() && !text.ends_with(['것', ' ']);
    (short(subject) && short(value) && stands(subject) && stands(value))
        .then(|| format!("- **{subject}**: {value}"))
}

const ENGLISH_SHORT: &[(&str, &str)] = &[
    (" does not ", " doesn't "),
    (" do not ", " don't "),
    (" did not ", " didn't "),
    (" cannot ", " can't "),
    (" is not ", " isn't "),
    (" are not ", " aren't "),
    (" was not ", " wasn't "),
    (" were not ", " weren't "),
    (" has not ", " hasn't "),
    (" have not ", " haven't "),
    (" will not ", " won't "),
    (" would not ", " wouldn't "),
];

const ENGLISH_FORMS: &[(&str, &str)] = &[
    (" in order to ", " to "),
    (" shall ", " must "),
    (" may not ", " cannot "),
    (" is able to ", " can "),
    (" are able to ", " can "),
    (" was able to ", " could "),
    (" as well as ", " and "),
    (" has been ", " was "),
];

const ENGLISH_COUNTS: &[(&str, &str)] = &[
    (" two ", " 2 "),
    (" three ", " 3 "),
    (" four ", " 4 "),
    (" five ", " 5 "),
    (" six ", " 6 "),
    (" 2 ", " two "),
    (" 3 ", " three "),
    (" 4 ", " four "),
    (" 5 ", " five "),
    (" 7 days", " one week"),
    (" per cent", "%"),
    (" percent", "%"),
];

const ENGLISH_BOUNDS: &[(&str, &str)] = &[
    (" no more than ", " at most "),
    (" not more than ", " at most "),
    (" up to ", " at most "),
    (" at least ", " no fewer than "),
    (" more than ", " over "),
    (" less than ", " under "),
];

const ENGLISH_SYNONYMS: &[(&str, &str)] = &[
    (" began ", " started "),
    (" begins ", " starts "),
    (" ended ", " finished "),
    (" purchased ", " bought "),
    (" approximately ", " about "),
    (" prior to ", " before "),
    (" increased ", " rose "),
    (" decreased ", " fell "),
    (" however, ", " but "),
    (" obtained ", " got "),
    (" assist ", " help "),
    (" required ", " needed "),
    (" allowed ", " permitted "),
    (" because ", " since "),
    (" while ", " whereas "),
];

/// Another word for the bound of a number: `more than 5`, but not `more than once`.
fn english_bound(sentence: &str) -> Option<String> {
    ENGLISH_BOUNDS.iter().find_map(|(from, to)| {
        let (before, behind) = sentence.split_once(from)?;
        behind.starts_with(|ch: char| ch.is_ascii_digit()).then(|| format!("{before}{to}{behind}"))
    })
}

/// The first of two clauses that a comma and a conjunction join.
fn english_clause(sentence: &str) -> Option<String> {
    /// Words of a clause that says something.
    const LEAST: usize = 5;
    let (first, rest) = [", and ", ", but ", "; "]
        .iter()
        .filter_map(|mark| sentence.split_once(mark))
        .min_by_key(|found| found.0.len())?;
    let words = |text: &str| text.split(' ').count();
    // A list has commas of its own.
    let alone = words(first) >= LEAST && words(rest) >= LEAST && !first.contains([',', '(', '"', '“']);
    let subject = ["he ", "she ", "it ", "they ", "the ", "this ", "we "];
    let states = subject.iter().any(|word| rest.starts_with(word));
    (alone && states).then(|| format!("{first}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(sentence: &str, wanted: Variant) -> Option<String> {
        variants(sentence).into_iter().find(|found| found.0 == wanted).map(|found| found.1)
    }

    #[test]
    fn a_sentence_is_put_in_other_ways() {
        for (sentence, wanted, want) in [
            (
                "회원은 회비를 매월 납부하여야 한다.",
                Variant::Register,
                Some("회원은 회비를 매월 납부하여야 합니다."),
            ),
            (
                "회원은 회비를 매월 납부하여야 한다.",
                Variant::Form,
                Some("회원은 회비를 매월 납부해야 합니다."),
            ),
            ("회의는 1회 이상 연다.", Variant::Count, Some("회의는 한 번 이상 연다.")),
            ("임기는 2년을 초과할 수 없다.", Variant::Bound, Some("임기는 2년을 넘을 수 없습니다.")),
            ("위원회는 매월 열며, 결과를 공개한다.", Variant::Clause, None),
            (
                "위원회는 결과를 공개하며, 회의록을 보관한다.",
                Variant::Clause,
                Some("위원회는 회의록을 보관합니다."),
            ),
            ("위원장(총장)은 회의를 연다.", Variant::Bracket, Some("위원장은 회의를 연다.")),
            (
                "선발된 학생에게 장학금을 지급한다.",
                Variant::Voice,
                Some("선발된 학생에게 장학금이 지급됩니다."),
            ),
            ("위원회가 장학금을 지급한다.", Variant::Voice, None),
            ("위원의 임기는 2년으로 한다.", Variant::Entry, Some("- **위원의 임기**: 2년")),
            ("The board does not meet.", Variant::Register, Some("The board doesn't meet.")),
            ("It lasts up to 5 days.", Variant::Bound, Some("It lasts at most 5 days.")),
            (
                "The old hall was closed in 2001, and it has not been used.",
                Variant::Clause,
                Some("The old hall was closed in 2001."),
            ),
            // What is quoted is quoted as it is.
            ("\"회비를 매월 납부하여야 한다\"고 했다.", Variant::Form, None),
        ] {
            assert_eq!(variant(sentence, wanted).as_deref(), want, "{sentence}");
        }
    }
}
