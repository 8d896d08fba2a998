//! Marks and signs that say something: a question mark, an operator, an emoji, a struck-out word, the brackets and quotation
//! marks around words, the break of a line of verse or a list.
//!
//! Owns what a differing gap says by itself; leaves commas and their like to [`super::pause`], the joints inside words to
//! [`super::joint`] and numbers to [`super::number`].

use super::gaps::{Gap, Gaps, slice, word_before, word_behind};
use super::joint::Reason;
use super::unit::Change;
use super::{Finding, arrow, case, gaps, joint, number, pause};
use crate::{Category, GateName};
use stet_text::span::Span;

const SIGN: Reason =
    ("기호가 바뀌어 가리키는 것이 달라질 수 있습니다", "A sign that stands for something changes");
const NUMBERS: Reason = ("수와 수 사이의 부호가 바뀌었습니다", "The mark between two numbers changes");
const QUESTION: Reason = ("묻는 말과 서술하는 말이 바뀝니다", "A statement and a question change places");
const BRACKETS: Reason = ("말을 묶는 괄호가 생기거나 없어집니다", "Brackets around words come or go");
const QUOTES: Reason = ("인용 표시가 생기거나 없어집니다", "Quotation marks around words come or go");
const LINES: Reason =
    ("시나 목록의 줄, 들여쓰기가 바뀝니다", "A line of verse or of a list, or its level, changes");

/// What the marks of a change that keeps every letter say.
#[must_use]
pub fn read(change: &Change<'_>) -> Option<Finding> {
    let texts = gaps::read(change)?;
    let mut worst: Option<Finding> = None;
    let mut add = |found: Option<Finding>| {
        if let Some(found) = found
            && worst.as_ref().is_none_or(|worst| worst.category < found.category)
        {
            worst = Some(found);
        }
    };
    for gap in &texts.gaps {
        add(signs(&texts, gap, change));
        add(numbers(&texts, gap, change));
        // The joints of a word are its own, whatever stands around it; what a genitive belongs to is not.
        let joint =
            joint::read(&texts, gap).filter(|reason| !change.is_bare() || *reason != joint::APOSTROPHE);
        add(joint.map(|reason| soft(change, reason)));
        // A loose piece without its sentence: nothing around it tells what its marks do.
        if change.is_bare() {
            continue;
        }
        add(lines(&texts, gap, change));
        add(paired(&texts, gap, change));
        add(pause::read(&texts, gap).map(|reason| soft(change, reason)));
    }
    if !change.is_bare() {
        add(case::read(&texts, change.unit.after.text).map(|reason| soft(change, reason)));
    }
    worst
}

/// A finding that keeps the change from being a matter of form.
pub(super) fn soft(change: &Change<'_>, reason: Reason) -> Finding {
    Finding {
        name: GateName::Form,
        category: Category::Expression,
        value: arrow(change.text_before, change.text_after),
        reason,
        risk: 0.4,
    }
}

fn core(change: &Change<'_>, name: GateName, reason: Reason) -> Finding {
    Finding::core(name, arrow(change.text_before, change.text_after), reason)
}

/// Signs other than the ordinary marks of a text: `C++`, `x^2`, `👍`, `~~not~~`, `#5`, `-n`.
fn signs(texts: &Gaps, gap: &Gap, change: &Change<'_>) -> Option<Finding> {
    let (old, new) = (loaded(&texts.old, gap.old), loaded(&texts.new, gap.new));
    if old != new {
        return Some(core(change, GateName::Form, SIGN));
    }
    let (old, new) = (flags(&texts.old, gap.old), flags(&texts.new, gap.new));
    let told = old != new && !change.is_bare()
        || formula(&texts.old, gap.old) != formula(&texts.new, gap.new)
        || primes(&texts.old, gap.old) != primes(&texts.new, gap.new)
        || inside_formula(&texts.old, gap.old) != inside_formula(&texts.new, gap.new)
        || faces(&texts.old, gap.old) != faces(&texts.new, gap.new)
        || numbered(&texts.old, gap.old) != numbered(&texts.new, gap.new)
        || trails(&texts.old, gap.old) != trails(&texts.new, gap.new);
    told.then(|| soft(change, SIGN))
}

/// The marks between two names of one letter, or before one that stands for a value: `x - y`, `$a, b$`, `(-x)`. A full stop
/// between them shortens a word (`e.g.`), and `a` and `I` are words.
fn formula(chars: &[char], gap: Span) -> String {
    let named = |word: &str| word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let (left, right) = (word_before(chars, gap.start), word_behind(chars, gap.end));
    let marks = slice(chars, gap);
    if !named(&right) {
        return String::new();
    }
    let negated = match marks {
        [.., last, '-'] => matches!(last, '$' | '(' | '=' | '+' | '*' | '/' | '<' | '>' | '[' | '{' | ','),
        _ => false,
    };
    let operates = |ch: &&char| matches!(ch, '-' | ',' | ':' | ';' | '|' | '·');
    if negated {
        "-".to_owned()
    } else if named(&left) && left != "i" && !marks.contains(&'\'') {
        let mut signs: Vec<char> = marks.iter().filter(operates).copied().collect();
        // `a -- b` is a dash of a typewriter.
        signs.dedup();
        signs.into_iter().collect()
    } else {
        String::new()
    }
}

/// The marks of a gap inside of `$…$`, where each of them counts: `$n!$`, `$x'$`. As in Markdown no white space stands next to
/// the signs on the inside, and no digit behind the second one, so that `$5 and $10` is no formula.
fn inside_formula(chars: &[char], gap: Span) -> String {
    let space = |at: usize| chars.get(at).is_none_or(|ch| ch.is_whitespace());
    let mut out = String::new();
    let mut from = None;
    let signs = chars.iter().enumerate().filter(|(_, ch)| **ch == '$').map(|(at, _)| at);
    for at in signs {
        match from {
            None => from = (!space(at + 1)).then_some(at),
            Some(start) => {
                let digit = chars.get(at + 1).is_some_and(char::is_ascii_digit);
                if at > start + 1 && !space(at - 1) && !digit {
                    let inner = Span::new(
                        (start + 1).max(gap.start),
                        at.min(gap.end).max((start + 1).max(gap.start)),
                    );
                    out.extend(slice(chars, inner).iter().filter(|ch| !ch.is_whitespace()));
                    from = None;
                } else {
                    from = (!space(at + 1)).then_some(at);
                }
            }
        }
    }
    out
}

/// The faces of a gap, in order: `:)`, `;-(`.
fn faces(chars: &[char], gap: Span) -> String {
    let marks: Vec<char> = slice(chars, gap).iter().filter(|&&ch| ch != '-').copied().collect();
    let eyes = |at: usize| at == 0 || marks.get(at - 1).is_some_and(|ch| ch.is_whitespace());
    (0..marks.len())
        .filter(|&at| eyes(at) && matches!(marks.get(at), Some(':' | ';')))
        .filter_map(|at| marks.get(at + 1).filter(|ch| matches!(ch, '(' | ')')))
        .collect()
}

/// Whether words are left out in a gap, or a sentence is left open: `a, …, z`, `"I … agree"`, `He left…`
fn trails(chars: &[char], gap: Span) -> bool {
    let marks = slice(chars, gap);
    marks.contains(&'…') || marks.windows(2).any(|pair| pair == ['.', '.'])
}

/// Whether the mark of exclamation behind a number, or the name of one, is its factorial: its sentence goes on (`5!이다`,
/// `5! orders`).
fn factorial(chars: &[char], gap: Span) -> bool {
    let word = word_before(chars, gap.start);
    let letter = word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    (letter || word.ends_with(|ch: char| ch.is_ascii_digit()))
        && slice(chars, gap).first() == Some(&'!')
        && chars.get(gap.end).is_some_and(|&ch| {
            let korean = ('가'..='힣').contains(&ch) && gap.end == gap.start + 1;
            let goes_on = slice(chars, gap).iter().skip(1).all(|ch| *ch == ' ') && ch.is_lowercase();
            korean || goes_on
        })
}

/// What belongs to the number beside a gap: its brackets, which say whether an end is in the range (`(0, 1]`), its factorial,
/// and the full stop of `no. 5`, without which there are none of the five.
fn numbered(chars: &[char], gap: Span) -> String {
    let marks = slice(chars, gap);
    let digit = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
    let mut out = String::new();
    if digit(gap.start.checked_sub(1)) {
        out.extend(marks.first().filter(|ch| matches!(ch, ']' | '}')));
    }
    if factorial(chars, gap) {
        out.push('!');
    }
    if digit(Some(gap.end)) {
        out.extend(marks.last().filter(|ch| matches!(ch, '[' | '{')));
        if word_before(chars, gap.start) == "no" && marks.first() == Some(&'.') {
            out.push('.');
        }
    }
    out
}

/// Whether a quotation opened before `at`: a quotation mark with no letter before it.
fn quoted(chars: &[char], at: usize) -> bool {
    let head = chars.get(..at).unwrap_or_default();
    let free =
        |at: usize| at.checked_sub(1).and_then(|last| head.get(last)).is_none_or(|ch| !ch.is_alphanumeric());
    head.iter().enumerate().any(|(at, ch)| matches!(ch, '\'' | '"') && free(at))
}

/// Feet and inches, minutes and seconds: the prime directly behind a number, where no quotation ends; and that of a function
/// (`f'(x)`).
fn primes(chars: &[char], gap: Span) -> Option<char> {
    let mark = slice(chars, gap).first().copied().filter(|ch| matches!(ch, '\'' | '"'))?;
    let number = gap.start.checked_sub(1).and_then(|last| chars.get(last)).is_some_and(char::is_ascii_digit)
        || word_before(chars, gap.start).chars().count() == 1 && slice(chars, gap) == ['\'', '('];
    // `1990's`
    let joined = gap.end == gap.start + 1 && chars.get(gap.end).is_some_and(|ch| ch.is_alphabetic());
    (number && !joined && !quoted(chars, gap.start)).then_some(mark)
}

/// The signs of a gap that stand for something, in order.
fn loaded(chars: &[char], gap: Span) -> String {
    let mut out = String::new();
    for at in gap.start..gap.end {
        let Some(&ch) = chars.get(at) else { break };
        let last = at.checked_sub(1).and_then(|last| chars.get(last)).copied();
        let next = chars.get(at + 1).copied();
        if ch.is_whitespace() || is_ordinary(ch) || marker(chars, at) {
            continue;
        }
        let is = |ch: Option<char>, test: fn(&char) -> bool| ch.as_ref().is_some_and(test);
        let keep = match ch {
            // Between the letters of a name or the factors of a product, not around a stressed word.
            '*' => {
                let factor = |ch: Option<char>| is(ch, char::is_ascii_alphanumeric) || ch == Some('*');
                let apart = |ch: Option<char>| is(ch, |ch| ch.is_whitespace());
                factor(last) && factor(next) && !doubled(chars, at, gap) || apart(last) && apart(next)
            }
            '_' => is(last, |ch| ch.is_alphanumeric()) && is(next, |ch| ch.is_alphanumeric()),
            // Struck out, or about; between two numbers it is a range.
            '~' => next == Some('~') || last != Some('~') && !around(chars, gap, char::is_ascii_digit),
            '#' => is(last, char::is_ascii_alphanumeric) || is(next, |ch| ch.is_alphanumeric()),
            // An image, a negated name.
            '!' => {
                next == Some('[')
                    || is(next, |ch| ch.is_alphanumeric()) && last.is_none_or(char::is_whitespace)
            }
            '/' => !around(chars, gap, char::is_ascii_digit),
            // Read with their number, where nothing but a blank parts them: `100 %`, not `**100**%`.
            '%' | '$' | '€' | '£' | '¥' | '₩' | '￦' => {
                let digit = |ch: Option<&char>| ch.is_some_and(char::is_ascii_digit);
                let mut before = chars.iter().take(at).rev().skip_while(|ch| **ch == ' ');
                let mut behind = chars.iter().skip(at + 1).skip_while(|ch| **ch == ' ');
                // A share stands behind its number: `lost% 20` is none.
                !(digit(before.next()) || ch != '%' && digit(behind.next()))
            }
            // `.NET`
            '.' => {
                slice(chars, gap).iter().filter(|ch| !ch.is_whitespace()).count() == 1 && {
                    is(next, |ch| ch.is_alphabetic()) && is(last, |ch| ch.is_whitespace())
                }
            }
            _ => true,
        };
        if keep {
            out.push(ch);
        }
    }
    out
}

/// The marks of any text, which are read elsewhere or say nothing.
fn is_ordinary(ch: char) -> bool {
    matches!(
        ch,
        ',' | ';'
            | ':'
            | '?'
            | '"'
            | '\''
            | '('
            | ')'
            | '['
            | ']'
            | '`'
            | '-'
            | '…'
            | '·'
            | '・'
            | '‧'
            | '•'
            | '∙'
            | '、'
            | '。'
            | '¿'
            | '¡'
            | '«'
            | '»'
            | '〔'
            | '〕'
            | '\u{3008}'..='\u{3011}' | '\u{fe0e}' | '\u{fe0f}'
    )
}

/// Letters or digits on either side of a gap.
fn around(chars: &[char], gap: Span, test: fn(&char) -> bool) -> bool {
    let last = gap.start.checked_sub(1).and_then(|last| chars.get(last));
    last.is_some_and(test) && chars.get(gap.end).is_some_and(test)
}

/// `un**do**ing`: two in a row stress a part of a word, but for a power of numbers.
fn doubled(chars: &[char], at: usize, gap: Span) -> bool {
    let near = |other: Option<usize>| other.and_then(|at| chars.get(at)) == Some(&'*');
    (near(at.checked_sub(1)) || near(Some(at + 1))) && !around(chars, gap, char::is_ascii_digit)
}

/// The mark of a list or a heading at the beginning of a line.
fn marker(chars: &[char], at: usize) -> bool {
    let head = chars.get(..at).unwrap_or_default();
    let line = head.iter().rposition(|&ch| ch == '\n').map_or(0, |last| last + 1);
    let opens = head.get(line..).unwrap_or_default().iter().all(|&ch| ch.is_whitespace() || ch == '#');
    let next = chars.get(at + 1);
    opens
        && match chars.get(at) {
            Some('*' | '+' | '-') => next.is_none_or(|ch| ch.is_whitespace()),
            Some('#') => next.is_none_or(|&ch| ch.is_whitespace() || ch == '#'),
            _ => false,
        }
}

/// Hyphens that belong to the word beside them: `-n`, `--no-cache`, `AB-`.
fn flags(chars: &[char], gap: Span) -> usize {
    let marks = slice(chars, gap);
    let dashes = marks.iter().filter(|&&ch| ch == '-').count();
    let (first, last) = (marks.first(), marks.last());
    let option = last == Some(&'-')
        && marks.len() > 1
        && marks.iter().rev().find(|&&ch| ch != '-').is_some_and(|ch| ch.is_whitespace())
        && marks.iter().filter(|&&ch| ch != '-').all(|ch| ch.is_whitespace());
    let word = word_before(chars, gap.start);
    let name = |chars: &[char]| {
        chars.iter().rev().take(word.chars().count()).any(|ch| ch.is_uppercase() || ch.is_ascii_digit())
    };
    let signed = first == Some(&'-')
        // Before a letter it joins two words.
        && (gap.end == chars.len() || marks.len() > 1)
        && marks.get(1).is_none_or(|&ch| ch.is_whitespace() || matches!(ch, '.' | ',' | ')'))
        && (1..=4).contains(&word.chars().count())
        && name(chars.get(..gap.start).unwrap_or_default());
    if option || signed { dashes } else { 0 }
}

/// What stands between two numbers that keep their values.
fn numbers(texts: &Gaps, gap: &Gap, change: &Change<'_>) -> Option<Finding> {
    if !around(&texts.old, gap.old, char::is_ascii_digit) {
        return None;
    }
    let quantities = [&change.unit.before.quantities, &change.unit.after.quantities];
    let dated = quantities.iter().all(|all| all.iter().any(|quantity| quantity.unit == "년"));
    if dated && number::same(quantities[0], quantities[1]) {
        return None;
    }
    let kind = |marks: &[char]| -> String {
        let bare: String = marks.iter().filter(|ch| !ch.is_whitespace()).collect();
        match bare.as_str() {
            "-" | "~" => "-".to_owned(),
            // A comma that groups digits, or a blank that does, is read with the value.
            "," | "" if bare.len() == marks.len() => String::new(),
            _ => bare,
        }
    };
    let (old, new) = (slice(&texts.old, gap.old), slice(&texts.new, gap.new));
    let blank = |marks: &[char]| marks.iter().all(|ch| ch.is_whitespace());
    if kind(old) != kind(new) {
        let spaced = |marks: &[char]| marks.first() == Some(&',') && marks.len() > 1;
        // `1,23` and `1, 23`.
        let list = |one: &[char], two: &[char]| one == [','] && spaced(two);
        let dashes = [kind(old), kind(new)].iter().all(|kind| kind.starts_with('-'));
        if dashes || list(old, new) || list(new, old) {
            return Some(soft(change, NUMBERS));
        }
        return Some(core(change, GateName::Number, NUMBERS));
    }
    // `1 000` is one number, `1, 000` are two.
    (blank(old) != blank(new) && !old.is_empty() && !new.is_empty())
        .then(|| core(change, GateName::Number, NUMBERS))
}

/// Questions, brackets and quotation marks.
fn paired(texts: &Gaps, gap: &Gap, change: &Change<'_>) -> Option<Finding> {
    let (old, new) = (slice(&texts.old, gap.old), slice(&texts.new, gap.new));
    let count = |marks: &[char], test: &dyn Fn(char) -> bool| marks.iter().filter(|&&ch| test(ch)).count();
    let whole = |test: &dyn Fn(char) -> bool| count(&texts.old, test);
    let question = |ch: char| ch == '?';
    if (count(old, &question) == 0) != (count(new, &question) == 0) {
        return Some(soft(change, QUESTION));
    }
    let (open, close) = (|ch: char| ch == '(', |ch: char| ch == ')');
    // A bracket that only puts right another one is form.
    let balanced = whole(&open) == whole(&close);
    if balanced && (count(old, &open) != count(new, &open) || count(old, &close) != count(new, &close)) {
        return Some(soft(change, BRACKETS));
    }
    let quote = |ch: char| matches!(ch, '"' | '«' | '»' | '\u{3008}'..='\u{300f}');
    let single = |marks: &[char], chars: &[char], span: Span| {
        let apostrophe = marks == ['\''] && around(chars, span, |ch| ch.is_alphanumeric());
        // `students' books`
        let genitive = marks.first() == Some(&'\'')
            && word_before(chars, span.start).ends_with('s')
            && !quoted(chars, span.start);
        if apostrophe || genitive { 0 } else { count(marks, &|ch| ch == '\'') }
    };
    let quotes = |marks: &[char], chars: &[char], span: Span| {
        (count(marks, &quote) + single(marks, chars, span)).min(1)
    };
    let even = whole(&|ch: char| ch == '"').is_multiple_of(2);
    (even && quotes(old, &texts.old, gap.old) != quotes(new, &texts.new, gap.new))
        .then(|| soft(change, QUOTES))
}

/// Columns up to which a line that does not end a sentence is one of verse, of a list or of a table.
const SHORT_LINE: usize = 40;

/// A line break inside a short line, or another indentation.
fn lines(texts: &Gaps, gap: &Gap, change: &Change<'_>) -> Option<Finding> {
    let (old, new) = (slice(&texts.old, gap.old), slice(&texts.new, gap.new));
    let breaks = |marks: &[char]| marks.contains(&'\n');
    let indent = |marks: &[char]| -> usize {
        let behind = marks.iter().rposition(|&ch| ch == '\n').map_or(0, |last| last + 1);
        let width = |ch: &char| if *ch == '\t' { 4 } else { 1 };
        marks.iter().skip(behind).take_while(|ch| ch.is_whitespace()).map(width).sum()
    };
    let listed = |marks: &[char]| marks.iter().any(|ch| matches!(ch, '-' | '*' | '+'));
    // How deep an item stands is read with the items above it, in `blocks`.
    let item = listed(old) && listed(new) || gap.old.end == texts.old.len();
    let nested = item && indent(old) > 0 && indent(new) > 0;
    let changed = !nested
        && match (breaks(old), breaks(new)) {
            // The piece begins with its line.
            _ if gap.old.start == 0 && listed(old) && listed(new) => indent(old).abs_diff(indent(new)) > 1,
            (false, false) => false,
            (true, true) => indent(old).abs_diff(indent(new)) > 1,
            (true, false) => short_line(&texts.old, gap.old),
            (false, true) => short_line(&texts.new, gap.new),
        };
    changed.then(|| soft(change, LINES))
}

fn short_line(chars: &[char], gap: Span) -> bool {
    let ends = |marks: &[char]| marks.iter().any(|ch| matches!(ch, '.' | '!' | '?' | ':' | ';' | '…'));
    let head = chars.get(..gap.start).unwrap_or_default();
    let from = head.iter().rposition(|&ch| ch == '\n').map_or(0, |last| last + 1);
    let columns: usize =
        head.get(from..).unwrap_or_default().iter().map(|ch| if ch.is_ascii() { 1 } else { 2 }).sum();
    columns < SHORT_LINE && !ends(slice(chars, gap))
}

/// The signs of a change of words: those outside of its numbers come and go with what they stand for.
#[must_use]
pub fn beside(change: &Change<'_>) -> Option<Finding> {
    let (old, new) =
        (between(&change.unit.before, change.hunk.before), between(&change.unit.after, change.hunk.after));
    if old.len() == new.len() && old != new {
        return Some(core(change, GateName::Number, NUMBERS));
    }
    let asks = |text: &str| text.contains('?');
    if asks(change.text_before) != asks(change.text_after) && !change.is_bare() {
        return Some(soft(change, QUESTION));
    }
    let signs = |text: &str, numbers: &[Span]| -> Vec<char> {
        text.char_indices()
            .filter(|&(at, ch)| is_sign(ch) && !numbers.iter().any(|span| span.start <= at && at < span.end))
            .map(|(_, ch)| ch)
            .collect()
    };
    let numbers = |side: &super::unit::Side<'_>, hunk: Span| -> Vec<Span> {
        let start = hunk.start;
        side.quantities
            .iter()
            .map(|quantity| quantity.span.shifted(side.span.start))
            .filter(|span| span.overlaps(hunk))
            .map(|span| Span::new(span.start.saturating_sub(start), span.end.saturating_sub(start)))
            .collect()
    };
    let b = signs(change.text_before, &numbers(&change.unit.before, change.hunk.before));
    let a = signs(change.text_after, &numbers(&change.unit.after, change.hunk.after));
    let struck = |text: &str| text.matches("~~").count();
    (b != a || struck(change.text_before) != struck(change.text_after))
        .then(|| core(change, GateName::Form, SIGN))
}

/// Signs that are never a mark of the sentence: operators, pictures, controls of the direction of writing.
fn is_sign(ch: char) -> bool {
    matches!(ch, '=' | '^' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2190}'..='\u{2bff}')
        || u32::from(ch) >= 0x1f000
}

/// What stands between neighbouring numbers of a hunk; a range is one however it is written, and the parts of a date are
/// read with their units.
fn between(side: &super::unit::Side<'_>, hunk: Span) -> Vec<&'static str> {
    let touched = |span: Span| span.shifted(side.span.start).overlaps(hunk);
    side.quantities
        .windows(2)
        .filter_map(|pair| match pair {
            [one, two] if touched(one.span) && touched(two.span) => Some((one, two)),
            _ => None,
        })
        .filter(|(one, _)| !matches!(one.unit.as_str(), "년" | "월"))
        .filter_map(|(one, two)| side.text.get(one.span.end..two.span.start))
        .filter(|gap| !gap.contains(stet_text::is_word_char))
        .map(|gap| match gap.trim() {
            "-" | "–" | "—" | "~" | "∼" | "〜" => "-",
            "," | "·" => ",",
            "" if gap.is_empty() => "",
            "" => " ",
            _ => "other",
        })
        .collect()
}
