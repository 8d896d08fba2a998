//! Commas and their like: a pause that comes or goes can bind words otherwise.
//!
//! `Let's eat, Grandma`, a clause with `which`, `철수는, 울면서 떠나는 영희를`. Owns the places where a pause is only a habit of
//! writing: behind an opening, before a conjunction, between clauses.

use super::gaps::{Gap, Gaps, slice, word_before, word_behind, words_before};
use super::lexicon::{Class, class};
use stet_text::span::Span;
use stet_text::{Language, is_closed};

const REASON: (&str, &str) = (
    "쉼표 같은 부호에 따라 말이 이어지는 곳이 달라질 수 있습니다",
    "A comma or its like can bind the words otherwise",
);

#[must_use]
pub fn read(texts: &Gaps, gap: &Gap) -> Option<(&'static str, &'static str)> {
    let (old, new) = (slice(&texts.old, gap.old), slice(&texts.new, gap.new));
    let (b, a) = (pauses(old), pauses(new));
    // A full stop ends a sentence with or without a comma (`e.g.,`); the end of a piece binds nothing.
    let stops = |marks: &[char]| marks.iter().any(|ch| matches!(ch, '.' | '!' | '?' | '…' | '\n'));
    let ends = gap.old.end == texts.old.len();
    // `co - owners`: a short prefix and its hyphen.
    let prefix = word_before(&texts.old, gap.old.start).chars().count() < 4 && bare_marks(old) == ['-'];
    let spaced = prefix && bare_marks(old) == bare_marks(new);
    // What stands behind a colon says what is meant before it.
    let told = |one: &[char], two: &[char]| one.contains(&':') && two.contains(&',') && !two.contains(&':');
    let explains = told(old, new) || told(new, old);
    if b == a && !explains
        || ends
        || spaced
        || gap.old.start == 0
        || stops(old)
        || stops(new)
        || old.contains(&'"')
        || new.contains(&'"')
    {
        return None;
    }
    let digits = |at: Option<usize>| at.and_then(|at| texts.old.get(at)).is_some_and(char::is_ascii_digit);
    let (left, right) = (digits(gap.old.start.checked_sub(1)), digits(Some(gap.old.end)));
    if left && right {
        // `May 3, 2024`; other marks between two numbers are read with them.
        return None;
    }
    // The side with the pause.
    let (chars, place) = if a { (&texts.new, gap.new) } else { (&texts.old, gap.old) };
    let korean = |ch: &char| ('가'..='힣').contains(ch);
    let beside = place.start.checked_sub(1).and_then(|at| chars.get(at)).is_some_and(korean)
        || chars.get(place.end).is_some_and(korean);
    let habit = if beside || texts.language == Language::Ko {
        korean_habit(texts, chars, place)
    } else {
        english_habit(chars, place)
    };
    (explains || !habit).then_some(REASON)
}

fn bare_marks(marks: &[char]) -> Vec<char> {
    marks.iter().filter(|ch| !ch.is_whitespace()).copied().collect()
}

/// Whether a gap holds a comma, a colon, a spaced dash or a mark of enumeration.
fn pauses(marks: &[char]) -> bool {
    let dash = marks.windows(2).any(|pair| pair == ['-', '-'])
        || marks.contains(&'-') && marks.iter().any(|ch| ch.is_whitespace());
    dash || marks.iter().any(|ch| matches!(ch, ',' | ':' | ';' | '·' | '・' | '‧' | '、' | '∙'))
}

/// Words of an opening up to which a pause behind it is a habit: `After the long war, …`.
const OPENING: usize = 5;
const BEFORE: &[&str] = &["and", "or", "but", "nor", "yet", "so", "etc", "respectively"];
const BESIDE: &[&str] = &[
    "however",
    "therefore",
    "thus",
    "hence",
    "moreover",
    "furthermore",
    "too",
    "also",
    "instead",
    "indeed",
    "namely",
    "then",
    "consequently",
    "accordingly",
    "nevertheless",
    "nonetheless",
    "meanwhile",
    "finally",
    "additionally",
    "e",
    "g",
    "i",
];
const OPENERS: &[&str] = &[
    "yes",
    "well",
    "oh",
    "today",
    "yesterday",
    "tomorrow",
    "now",
    "here",
    "later",
    "to",
    "of",
    "as",
    "last",
    "next",
    "this",
    "that",
];

fn english_habit(chars: &[char], place: Span) -> bool {
    let (left, right) = (word_before(chars, place.start), word_behind(chars, place.end));
    let is = |list: &[&str], word: &str| list.contains(&word);
    let opening = words_before(chars, place.start);
    let head = chars.get(..place.start).unwrap_or_default();
    if is(BEFORE, &right) {
        // `the dancers, Stalin, and Lenin` names two more people; `a hundred, and five` counts twice.
        let capital = |word: Option<&char>| word.is_some_and(|ch| ch.is_uppercase());
        let from = place.start - left.chars().count().min(place.start);
        let behind = place.end + right.chars().count() + 1;
        let names = capital(chars.get(from)) && capital(chars.get(behind)) && opening.len() > 1;
        let counts = matches!(left.as_str(), "hundred" | "thousand" | "million" | "billion");
        // `old men, and women`: one comma in a pair of two parts them; a clause or a third member may have it.
        let next = word_behind(chars, behind);
        let commas = |chars: &[char]| chars.iter().filter(|&&ch| matches!(ch, ',' | ':' | ';')).count();
        let pair = matches!(right.as_str(), "and" | "or")
            && !head.contains(&',')
            && commas(chars.get(place.end..).unwrap_or_default()) == 0
            && !next.is_empty()
            && matches!(class(&next), Class::Content);
        let except = right == "but" && matches!(next.as_str(), "me" | "him" | "her" | "us" | "them");
        // `packing for shipment, or distribution`: the last member may go with the preposition of the one before.
        let from = head.iter().rposition(|&ch| ch == ',').map_or(head.len(), |at| at + 1);
        let member = words_before(head.get(from..).unwrap_or_default(), head.len() - from);
        let nested = matches!(right.as_str(), "and" | "or")
            && member.iter().skip(1).any(|word| class(word) == Class::Preposition);
        return !names && !counts && !pair && !except && !nested;
    }
    let first = opening.first().map(String::as_str).unwrap_or_default();
    let capital = chars.get(place.end).is_some_and(|ch| ch.is_uppercase());
    // `However the results were bad, he stayed` is another `however`.
    if is(BESIDE, &left) || is(BESIDE, &right) {
        let again = || chars.get(place.end..).unwrap_or_default().contains(&',');
        let degree = matches!(left.as_str(), "however" | "too") && again();
        // `Further, research is needed`, `instead, of her`: the word goes with what follows it.
        let bound = is(BESIDE, &left) && (right == "of" || opening.len() == 1 && !subject(&right, capital));
        return !degree && !bound;
    }
    let opens = matches!(class(first), Class::Preposition | Class::Connective | Class::Relation)
        || first.ends_with("ly") && first.len() > 4
        || is(OPENERS, first);
    let earlier = head.iter().any(|&ch| matches!(ch, ',' | ':' | ';'));
    let whole = |word: &str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    opens
        && !earlier
        && opening.len() <= OPENING
        && first != "however"
        && closes(&opening, first, &left)
        && subject(&right, capital)
        || opens && !earlier && opening.len() <= OPENING && first != "however" && nominative(&right)
        // `in May, 2024`
        || whole(&right) && !left.is_empty() && MONTHS.iter().any(|month| left.starts_with(month))
        || whole(&left) && opening.len() <= OPENING && subject(&right, capital)
}

/// Pronouns that nothing but a clause of their own can follow: no object, no noun behind them.
fn nominative(word: &str) -> bool {
    matches!(word, "i" | "he" | "she" | "we" | "they" | "there")
}

/// Whether a word can only open what the clause is about, and does not go on with the words before it: in `Normally, distributed
/// data` and `Later, talks failed` the pause alone keeps them apart.
fn subject(word: &str, capital: bool) -> bool {
    let determiner = matches!(
        word,
        "the"
            | "a"
            | "an"
            | "this"
            | "these"
            | "those"
            | "it"
            | "you"
            | "my"
            | "our"
            | "their"
            | "his"
            | "its"
            | "your"
    );
    capital || nominative(word) || determiner
}

/// Whether an opening is complete without the noun behind the pause: `After eating`, `Inside`, `To win`, `Before we leave` can
/// take it as their object, `In fact` and `Clearly` cannot.
fn closes(opening: &[String], first: &str, last: &str) -> bool {
    let single = opening.len() == 1;
    let listed = matches!(first, "to" | "as" | "of" | "this" | "that" | "last" | "next");
    let phrase = class(first) == Class::Preposition && !single;
    let adverb = single && !listed && class(first) != Class::Preposition;
    (phrase || adverb) && !listed && !(phrase && last.ends_with("ing"))
}

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Endings behind which a clause goes on.
const CLAUSE: [&str; 22] = [
    "고",
    "며",
    "면서",
    "면",
    "지만",
    "는데",
    "은데",
    "니",
    "니까",
    "서",
    "으나",
    "자",
    "려고",
    "도록",
    "므로",
    "거나",
    "든지",
    "더라도",
    "어도",
    "아도",
    "다가",
    "때문에",
];
/// What may end a place in time.
const TIMES: [&str; 12] = ["년", "월", "일", "때", "후", "전", "뒤", "날", "이후", "이래", "당시", "동안"];
const CONNECTIVES: &str = "그리고 그러나 하지만 그런데 그래서 따라서 그러므로 또한 또 또는 혹은 그러면 게다가 더구나 아울러 한편 우선 먼저 \
    끝으로 결국 반면 그렇지만 다만 특히 예컨대 물론 예를들어 마지막으로 오히려 실제로";

/// Connectives that are also adverbs of a verb behind them.
const ADVERBS: &str = "먼저 우선 특히 오히려 실제로 결국 끝으로 마지막으로 또 한편 다만";
/// Words that are a determiner or a numeral without the pause: `네, 말이`, `단, 한 명`, `첫째, 아들이`.
const BINDING: &str = "네 예 단 즉 첫째 둘째 셋째 넷째";

fn korean_habit(texts: &Gaps, chars: &[char], place: Span) -> bool {
    let (left, right) = (word_before(chars, place.start), word_behind(chars, place.end));
    if BINDING.split_whitespace().any(|word| word == left) {
        return false;
    }
    if CONNECTIVES.split_whitespace().any(|word| word == left) || right == "및" || right == "또는" {
        // `먼저, 온 사람이`: without the pause it tells how they came.
        return !(ADVERBS.split_whitespace().any(|word| word == left) && adnominal(&right));
    }
    let opening = words_before(chars, place.start);
    if TIMES.iter().any(|end| left.ends_with(end)) && opening.len() <= 3 {
        return !adnominal(&right);
    }
    if left != "아니" && CLAUSE.iter().any(|end| left.ends_with(end)) {
        // `웃으며, 들어오는 손님을`: what the clause goes with is decided by the pause.
        return !adnominal(&right) && !denies(&right);
    }
    // `사과 배 감`, `사과, 배, 감`: the members of a list of bare nouns.
    texts.commas > 1 && bare(&left)
}

fn denies(word: &str) -> bool {
    word.starts_with(['않', '말', '못', '없', '아'])
}

/// `떠나는`, `들어온`, `갈`: a verb that goes on to a noun.
fn adnominal(word: &str) -> bool {
    word.ends_with(['는', '은', '던'])
        || word
            .chars()
            .next_back()
            .and_then(super::unit::hangul)
            .is_some_and(|(_, _, tail)| matches!(tail, 4 | 8))
}

/// Ends in no particle.
fn bare(word: &str) -> bool {
    let particle = word.ends_with(['은', '는', '을', '를', '의', '에', '로', '도', '만', '서', '께']);
    !word.is_empty() && !particle && word.chars().next_back().and_then(is_closed).is_some()
}
