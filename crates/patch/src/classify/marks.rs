//! What stands between the letters of a text, before and after a change that keeps every letter.
//!
//! Owns which differences of marks, blanks, lines and case are form. The list is of what is form: a blank too many, the full
//! stop of a sentence, a comma of habit, a capital at the head. What is not on it may say something.

use super::gaps::{Gap, LINES, Texts, end, is_code, is_ordinary, line, numbers, plain, slice, words};
use super::lexicon::{CAPITALS, COMMAS, COMPOUNDS, Class, PREFIXES, class};
use super::words::{Change, Word};
use super::{Finding, Reason, arrow, spacing, spelling};
use crate::GateName;
use stet_text::span::Span;
use stet_text::{is_word_char, lower};

const SIGN: Reason =
    ("기호가 바뀌어 가리키는 것이 달라질 수 있습니다", "A sign that stands for something changes");
const CODE: Reason =
    ("경로나 코드, 주소 안의 글자가 바뀝니다", "A character of a path, a code or an address changes");
const PAUSE: Reason = (
    "문장부호에 따라 말이 이어지는 곳이 달라질 수 있습니다",
    "A mark that comes, goes or moves can bind the words otherwise",
);
const SPACING: Reason = ("띄어쓰기에 따라 뜻이 달라질 수 있습니다", "The spacing can make other words");
const CASE: Reason =
    ("대소문자에 따라 가리키는 것이 달라질 수 있습니다", "The case can make another word or a name of it");

/// Bytes of the sentence that are read on each side of a change.
pub const REACH: usize = 400;

/// What the marks of a change say; nothing when they are form. `text` is what stood there, its spelling mended.
#[must_use]
pub fn find(change: &Change<'_>, text: &str) -> Option<Finding> {
    let (old, new) = change.spliced(REACH)?;
    let old = if text == change.text_before {
        old
    } else {
        let (b, a) = (change.text_before, change.text_after);
        let same = |at: &usize| {
            old.get(..*at) == new.get(..*at) && old.get(at + b.len()..) == new.get(at + a.len()..)
        };
        let at = old.match_indices(b).map(|(at, _)| at).find(same)?;
        [old.get(..at)?, text, old.get(at + b.len()..)?].concat()
    };
    let (before, side) = (change.whole.0, &change.unit.before);
    let texts = Texts {
        old: plain(&old),
        new: plain(&new),
        last: side.span.end == before.len(),
        first: before.get(..side.span.start).is_none_or(|head| head.is_empty() || head.ends_with('\n')),
    };
    let told =
        |reason| Some(Finding::soft(GateName::Form, arrow(change.text_before, change.text_after), reason));
    let (mut i, mut j) = (0, 0);
    loop {
        let gap = Gap { old: Span::new(i, end(&texts.old, i)), new: Span::new(j, end(&texts.new, j)) };
        (i, j) = (gap.old.end, gap.new.end);
        if slice(&texts.old, gap.old) != slice(&texts.new, gap.new)
            && let Err(reason) = texts.gap(gap)
        {
            return told(reason);
        }
        match (texts.old.get(i), texts.new.get(j)) {
            (None, None) => return None,
            (Some(x), Some(y)) if x == y => {}
            (Some(&x), Some(&y)) if lower(x) == lower(y) => {
                if !texts.case(i, j) {
                    return told(CASE);
                }
            }
            _ => return told(SPACING),
        }
        (i, j) = (i + 1, j + 1);
    }
}

/// The signs of a loose piece, where no words tell what a comma or a bracket does.
#[must_use]
pub fn signs(change: &Change<'_>) -> Option<Finding> {
    let told = |text: &str| -> String {
        let odd = |ch: &char| {
            is_code(*ch)
                || ch.is_ascii_digit()
                || matches!(ch, '\'' | '*')
                || !is_word_char(*ch) && !is_ordinary(*ch)
        };
        plain(text).into_iter().filter(|ch| odd(ch) && !matches!(ch, '[' | ']' | '`')).collect()
    };
    // What stands between two numbers: `4–6` and `4; 6` are other pages. A comma may stand in one number.
    let binds = |text: &str| -> String {
        let chars = plain(text);
        let digit = |side: &[char]| side.first().is_some_and(char::is_ascii_digit);
        let all = chars.chunk_by(|one, two| one.is_ascii_digit() == two.is_ascii_digit()).collect::<Vec<_>>();
        let between = all.windows(3).filter(|three| three.first().is_some_and(|side| digit(side)));
        let marks = between.filter_map(|three| three.get(1)).flat_map(|marks| marks.iter());
        let kept = marks.filter(|ch| !ch.is_whitespace() && !is_word_char(**ch) && **ch != ',');
        kept.map(|ch| if matches!(ch, '–' | '—') { '-' } else { *ch }).collect()
    };
    let letters = |words: &[Word<'_>]| -> usize {
        let said = words.iter().filter(|word| word.class != Class::Placeholder);
        said.map(|word| word.text.chars().filter(|ch| ch.is_uppercase()).count()).sum()
    };
    let value = arrow(change.text_before, change.text_after);
    let bound = change.spliced(REACH).is_some_and(|(old, new)| binds(&old) != binds(&new));
    if bound || told(change.text_before) != told(change.text_after) {
        return Some(Finding::soft(GateName::Form, value, SIGN));
    }
    let (b, a) = (letters(change.before), letters(change.after));
    (b.abs_diff(a) > 1).then(|| Finding::soft(GateName::Form, value, CASE))
}

impl Texts {
    /// Whether the difference of one gap is form, and why not.
    fn gap(&self, gap: Gap) -> Result<(), Reason> {
        let (old, new) = (slice(&self.old, gap.old), slice(&self.new, gap.new));
        let bare = |marks: &[char]| marks.iter().filter(|ch| !ch.is_whitespace()).collect::<String>();
        let (b, a) = (bare(old), bare(new));
        let ends = gap.old.end == self.old.len();
        if old.contains(&'\n') || new.contains(&'\n') || old.contains(&'\t') || new.contains(&'\t') {
            return self.lines(gap, b == a);
        }
        let split = gap.old.is_empty();
        let (left, right) = if split { words(&self.new, gap.new) } else { words(&self.old, gap.old) };
        // `stet` 은: a particle stands on its word, whatever marks that has.
        if b == a
            && !b.is_empty()
            && !new.contains(&' ')
            && old.last() == Some(&' ')
            && spacing::is_particle(&right)
        {
            return Ok(());
        }
        // What stands inside a run without blanks that no sentence has: a path, an address, a formula.
        if self.inside_code(gap) {
            return Err(CODE);
        }
        let digit = |word: &str, at_end: bool| {
            let digit = |ch: char| ch.is_ascii_digit();
            if at_end { word.ends_with(digit) } else { word.starts_with(digit) }
        };
        // A dash between words; letters alone are a formula.
        let dash = |marks: &[char]| matches!(marks, [' ', '-' | '–' | '—', ' '] | [' ', '-', '-', ' ']);
        let long = |word: &str| word.chars().filter(|ch| ch.is_alphabetic()).count() > 1;
        let words_beside = long(&left) && long(&right) || !(b == "-" || a == "-");
        if dash(old) && dash(new) && words_beside && !digit(&right, false) && !digit(&left, true) {
            return Ok(());
        }
        let signs = |marks: &[char]| marks.iter().filter(|ch| !is_ordinary(**ch)).collect::<String>();
        if signs(old) != signs(new) {
            return Err(SIGN);
        }
        if digit(&left, true) && digit(&right, false) {
            return numbers(&left, &right, &self.old, &self.new, gap);
        }
        if b != a {
            return self.marks(gap, &b, &a, ends, (&left, &right));
        }
        // Blanks alone.
        if !b.is_empty() || ends || gap.old.start == 0 {
            // A blank that parts a mark from a number or a word may part a sign from what it belongs to.
            let signed = |word: &str| digit(word, false) && b.contains(['-', '–', '—', '+', '<', '>']);
            let inner = b.contains(['.', '-', '\'', '–', '—']) && !b.contains([',', ' ']) && !ends;
            let free = |marks: &[char]| {
                marks.first().is_some_and(|ch| ch.is_whitespace())
                    || marks.last().is_some_and(|ch| ch.is_whitespace())
            };
            let opens =
                right.chars().next().is_some_and(|ch| ch.is_uppercase() || ('가'..='힣').contains(&ch));
            let told = signed(&right)
                || inner && !(free(old) && free(new)) && !(b == "." && opens && left.chars().count() > 2);
            return if told { Err(SIGN) } else { Ok(()) };
        }
        if !old.is_empty() && !new.is_empty() {
            // A run of blanks: columns where the line has another one.
            let widest = old.len().max(new.len());
            let wide = |chars: &[char]| chars.windows(3).any(|three| three == [' '; 3]);
            let many = wide(line(&self.old, gap.old)) || wide(line(&self.new, gap.new));
            let table = line(&self.old, gap.old).contains(&'|');
            return if many || table || widest > 2 { Err(LINES) } else { Ok(()) };
        }
        // A blank that comes where another one goes cuts other words: `도시 공원`, `도 시공원`.
        let name = right.is_ascii() && [&left, &right].iter().any(|word| word.contains(char::is_uppercase));
        let form = !self.shifts(gap) && !name && spacing::is_form(&left, &right, new.is_empty());
        if form { Ok(()) } else { Err(SPACING) }
    }

    /// Whether a blank next to this one goes the other way.
    fn shifts(&self, gap: Gap) -> bool {
        let blanks = |chars: &[char]| chars.iter().filter(|ch| ch.is_whitespace()).count();
        let comes = gap.old.is_empty();
        let (b, a) = (blanks(&self.old), blanks(&self.new));
        if comes { a <= b } else { b <= a }
    }

    /// Marks that come, go or change; `b` and `a` are those of the gap without blanks.
    fn marks(
        &self,
        gap: Gap,
        b: &str,
        a: &str,
        ends: bool,
        (left, right): (&str, &str),
    ) -> Result<(), Reason> {
        let (old, new) = (slice(&self.old, gap.old), slice(&self.new, gap.new));
        // The full stop of the last sentence, or of a line's.
        if ends && matches!((b, a), ("" | ".." | "。", ".") | (".", "" | "。")) {
            return Ok(());
        }
        match (b, a) {
            // Between words with blanks it is form; before a number it may be a sign.
            ("-" | "--" | "–" | "—", "-" | "--" | "–" | "—") => Err(SIGN),
            // `fire-brigade`, `inves-tigate`: the parts are words, or only the whole is.
            ("-", "") | ("", "-") if [old, new].contains(&['-'].as_slice()) => {
                if self.hyphen(gap, left, right) { Ok(()) } else { Err(PAUSE) }
            }
            ("", "'") if old.is_empty() && new == ['\''] => self.apostrophe(gap, left, right),
            // `did'nt`: no word ends so.
            ("'", "") if new.is_empty() && old == ['\''] && right == "nt" => Ok(()),
            // `UK`, `U.K.`
            ("", ".") | (".", "") if self.abbreviates(gap, left, right) => Ok(()),
            // Single and double quotation marks; behind a number they are minutes and feet.
            ("\"", "'") | ("'", "\"") if !left.ends_with(|ch: char| ch.is_ascii_digit()) => Ok(()),
            ("", ",") | (",", "") if !ends => {
                let (chars, place) = if a == "," { (&self.new, gap.new) } else { (&self.old, gap.old) };
                if habit(chars, place, left, right) { Ok(()) } else { Err(PAUSE) }
            }
            _ if b.contains(['"', '\'']) != a.contains(['"', '\'']) => {
                Err(("인용 표시가 생기거나 없어집니다", "Quotation marks around words come or go"))
            }
            _ if b.contains(['(', ')']) != a.contains(['(', ')']) => {
                Err(("말을 묶는 괄호가 생기거나 없어집니다", "Brackets around words come or go"))
            }
            _ if b.contains('?') != a.contains('?') => {
                Err(("묻는 말과 서술하는 말이 바뀝니다", "A statement and a question change places"))
            }
            _ => Err(PAUSE),
        }
    }

    /// Whether a hyphen between two words, or in one, is form: `long-term`, `colour-coded`, `nontrivial`, `18-year-old`; `old-car
    /// dealer` and `old car-dealer` are two things.
    fn hyphen(&self, gap: Gap, left: &str, right: &str) -> bool {
        let (left, right) = (&*left.to_lowercase(), &*right.to_lowercase());
        let digit = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let word = |word: &str| spelling::is_english(word);
        let parts = word(left) && word(right);
        let glued = gap.old.is_empty() || gap.new.is_empty();
        let listed = |between: &str| COMPOUNDS.contains(&*[left, between, right].concat());
        if PREFIXES.contains(left) && word(right) || listed("=") {
            return true;
        }
        if glued {
            return !parts;
        }
        // Two words alone bind no third one.
        let alone = |chars: &[char], gap: Span| {
            let letters = |side: &[char]| side.iter().any(|ch| !is_word_char(*ch));
            let (head, tail) = (chars.get(..gap.start), chars.get(gap.end..));
            !letters(head.unwrap_or_default()) && !letters(tail.unwrap_or_default())
        };
        let content = |word: &str| class(word) == Class::Content && word.len() > 2;
        let counted = (Self::counted(&self.old, gap.old), Self::counted(&self.new, gap.new));
        if digit(left) || is_number(left) {
            return digit(left) && word(right);
        }
        // `18-year-old`: its hyphens come, or go, together.
        match counted {
            (None, None) => {}
            (Some(before), Some(after)) => return before != after,
            _ => return false,
        }
        let compound = listed("-")
            || right.ends_with("ed") && parts && content(left) && !left.ends_with("ly")
            || alone(&self.old, gap.old) && parts && content(left) && content(right);
        compound && !word(&[left, right].concat())
    }

    /// Whether a number stands before the word left of a gap (`two year-old cats`), and whether it is bound to it.
    fn counted(chars: &[char], gap: Span) -> Option<bool> {
        let head: String = chars.get(..gap.start).unwrap_or_default().iter().collect();
        let (head, _) = head.rsplit_once([' ', '-'])?;
        let number = head.rsplit([' ', '-']).next()?;
        is_number(&number.to_lowercase()).then(|| chars.get(head.chars().count()) == Some(&'-'))
    }

    /// Whether a full stop stands behind a letter of an abbreviation.
    fn abbreviates(&self, gap: Gap, left: &str, right: &str) -> bool {
        let capitals = |word: &str| word.chars().all(|ch| ch.is_ascii_uppercase());
        let (chars, place) =
            if gap.old.len() < gap.new.len() { (&self.new, gap.new) } else { (&self.old, gap.old) };
        let dotted = words(chars, place).0.chars().count() == 1;
        let inner = gap.old.is_empty() || gap.new.is_empty();
        let last = place.start.checked_sub(2).and_then(|at| chars.get(at)) == Some(&'.');
        dotted && capitals(left) && (inner && !right.is_empty() && capitals(right) || last)
    }

    /// An apostrophe that was left out: of a word that is none without it, or before a verb (`its hot`).
    fn apostrophe(&self, gap: Gap, left: &str, right: &str) -> Result<(), Reason> {
        let (left, right) = (left.to_lowercase(), right.to_lowercase());
        let contraction = matches!(right.as_str(), "t" | "s" | "re" | "ve" | "ll" | "d" | "m");
        let behind: String =
            self.new.get(gap.new.end + right.chars().count()..).unwrap_or_default().iter().collect();
        let next = behind.split_whitespace().next().unwrap_or_default().trim_end_matches(['.', ',']);
        let slip = if (left.as_str(), right.as_str()) == ("it", "s") {
            spelling::is_quality(next)
        } else {
            matches!(&*left, "won" | "can") && right == "t" && next != "to"
                || !spelling::is_english(&[left, right].concat())
        };
        if contraction && slip { Ok(()) } else { Err(SIGN) }
    }

    /// Whether a letter of another case is form: at the head of a sentence, in a word that is always written with a capital.
    fn case(&self, i: usize, j: usize) -> bool {
        let word = |chars: &[char], at: usize| {
            let from = chars
                .get(..at)
                .unwrap_or_default()
                .iter()
                .rposition(|ch| !is_word_char(*ch))
                .map_or(0, |at| at + 1);
            let len = chars.iter().skip(from).take_while(|ch| is_word_char(**ch)).count();
            (from, chars.get(from..from + len).unwrap_or_default().to_vec())
        };
        let ((start, old), (_, new)) = (word(&self.old, i), word(&self.new, j));
        let tail = |word: &[char]| word.iter().skip(1).all(|ch| ch.is_lowercase());
        if start != i || !tail(&old) || !tail(&new) {
            return false;
        }
        let plain: String = old.iter().copied().map(lower).collect();
        let capital = new.first().is_some_and(|ch| ch.is_uppercase());
        if capital && (plain == "i" || CAPITALS.contains(plain.as_str())) {
            return true;
        }
        let head = self.old.get(..start).unwrap_or_default();
        let marks: Vec<char> = head.iter().rev().take_while(|ch| !is_word_char(**ch)).copied().collect();
        let opens = head.len() == marks.len() || marks.iter().any(|ch| matches!(ch, '.' | '!' | '?' | '\n'));
        let coded = marks.iter().any(|ch| is_code(*ch) || matches!(ch, '*' | '['));
        opens && !coded && (plain.len() > 1 || plain == "a")
    }
}

/// Whether a word is a number, in digits or in letters.
fn is_number(word: &str) -> bool {
    word.contains(|ch: char| ch.is_ascii_digit()) || super::values::counts(word)
}

/// Whether a comma is one of habit: around a word that only links, before a clause, before the last of a list, behind a
/// short opening.
fn habit(chars: &[char], gap: Span, left: &str, right: &str) -> bool {
    let (left, right) = (left.to_lowercase(), right.to_lowercase());
    if left == "however" && degree(chars, gap) {
        return false;
    }
    if COMMAS.contains(&*left) || COMMAS.contains(&*right) {
        return true;
    }
    if right.starts_with(|ch| ('가'..='힣').contains(&ch)) {
        // Behind a connective ending.
        return left.chars().count() > 2
            && ["지만", "는데", "므로", "니까"].iter().any(|end| left.ends_with(end));
    }
    let head = chars.get(..gap.start).unwrap_or_default();
    let from =
        head.iter().rposition(|ch| matches!(ch, '.' | '!' | '?' | '\n' | ';' | ':')).map_or(0, |at| at + 1);
    let opening: String = head.get(from..).unwrap_or_default().iter().collect();
    if matches!(right.as_str(), "and" | "or" | "but" | "so") {
        let behind: String = chars.get(gap.end..).unwrap_or_default().iter().collect();
        let next = behind.split_whitespace().nth(1).unwrap_or_default().to_lowercase();
        let clause = matches!(next.as_str(), "i" | "you" | "he" | "she" | "it" | "we" | "they");
        // `red, green, and blue`, but `my parents, Ann, and Bob`.
        let member = opening.rsplit_once(',').map_or("", |(_, member)| member);
        let listed = !member.is_empty()
            && member.split_whitespace().count() <= 2
            && !member.contains(char::is_uppercase);
        return clause || listed;
    }
    let mut all = opening.split_whitespace();
    let first = all.next().unwrap_or_default().to_lowercase();
    // Behind a preposition: the opening has no verb of its own that could take what follows.
    class(&first) == Class::Preposition && all.count() < 5 && !opening.contains(',')
}

/// Whether the word at the head of a sentence can say to what degree, as another comma follows: `However you vote, it counts.`
fn degree(chars: &[char], gap: Span) -> bool {
    let ends = |ch: &&char| matches!(ch, '.' | '!' | '?' | '\n' | ';' | ':');
    let head = chars.get(..gap.start).unwrap_or_default().iter().rev();
    let first = head.take_while(|ch| !ends(ch)).filter(|ch| is_word_char(**ch)).count() == "however".len();
    first && chars.iter().skip(gap.end).take_while(|ch| !ends(ch)).any(|ch| *ch == ',')
}
