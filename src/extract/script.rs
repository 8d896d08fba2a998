//! Raised and lowered text as characters: powers, indices, marks of notes.
//!
//! A reader puts [`RAISED`] or [`LOWERED`] before such text and [`END`] behind it; [`settle`], which every
//! block's text goes through, decides what each stands for. `10⁶` is a power, the `3` over `12 percent` the
//! mark of a note, and taking one for the other changes a number: what is left out is only what can
//! be nothing but a mark.

use std::borrow::Cow;

pub(super) const RAISED: char = '\u{e}';
pub(super) const LOWERED: char = '\u{f}';
pub(super) const END: char = '\u{10}';

/// Adds text that may be raised or lowered.
pub(super) fn put(out: &mut String, text: &str, shift: Option<char>) {
    out.extend(shift);
    out.push_str(text);
    out.extend(shift.map(|_| END));
}

/// Units of measure that are squared and cubed.
const UNITS: [&str; 18] = [
    "mm", "cm", "dm", "km", "nm", "µm", "μm", "um", "ft", "in", "yd", "mi", "sec", "min", "kg", "mg", "ha",
    "rad",
];
/// Functions whose power stands right behind the name.
const FUNCTIONS: [&str; 9] = ["sin", "cos", "tan", "cot", "sec", "csc", "log", "ln", "exp"];
/// What is set raised behind a number and read with it: 12th, 2de, 1er, 3ème.
const ORDINALS: [&str; 13] =
    ["st", "nd", "rd", "th", "er", "re", "e", "ème", "eme", "de", "ste", "ère", "do"];

/// The text with what is raised or lowered in it as characters.
pub(super) fn settle(text: &str) -> Cow<'_, str> {
    if !text.contains([RAISED, LOWERED]) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find([RAISED, LOWERED, END]) {
        let (plain, from) = rest.split_at(at);
        out.push_str(plain);
        let (inner, after) = shifted(from);
        let blank = inner.ends_with(char::is_whitespace);
        let inner = inner.trim();
        if from.starts_with(RAISED) && !inner.is_empty() {
            rest = fraction(&mut out, inner, after).unwrap_or_else(|| {
                let length = out.len();
                raise(&mut out, inner, after);
                // A mark that went leaves no blank before the point behind it.
                let closes =
                    after.strip_prefix(' ').filter(|after| after.starts_with(['.', ',', ';', ':', ')']));
                closes.filter(|_| out.len() == length).unwrap_or(after)
            });
        } else {
            if from.starts_with(LOWERED) && !inner.is_empty() {
                lower(&mut out, inner, after);
            }
            rest = after;
        }
        if blank {
            out.push(' ');
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The text of a shift that `from` begins with and what follows it; one right behind another of its kind is one
/// with it (`1` and `)` in runs of their own), and what is shifted inside it is part of it.
fn shifted(from: &str) -> (String, &str) {
    let mut inner = String::new();
    let mut depth = 0_usize;
    let Some(kind) = from.chars().next() else { return (inner, from) };
    let mut chars = from.char_indices().peekable();
    while let Some((at, ch)) = chars.next() {
        match ch {
            RAISED | LOWERED => depth += 1,
            END => {
                depth = depth.saturating_sub(1);
                if depth == 0 && chars.peek().is_none_or(|(_, next)| *next != kind || kind == END) {
                    return (inner, from.get(at + ch.len_utf8()..).unwrap_or_default());
                }
            }
            other => inner.push(other),
        }
    }
    (inner, "")
}

/// `³⁄₄₅`: raised and lowered digits with a bar between them.
fn fraction<'a>(out: &mut String, above: &str, after: &'a str) -> Option<&'a str> {
    let below = after.strip_prefix(['/', '⁄', '∕']).filter(|below| below.starts_with(LOWERED))?;
    let (inner, rest) = shifted(below);
    let digits = |text: &str| !text.is_empty() && text.chars().all(|ch| ch.is_ascii_digit());
    let inner = inner.trim();
    if !digits(above) || !digits(inner) {
        return None;
    }
    if out.ends_with(|ch: char| ch.is_ascii_digit()) {
        out.push(' ');
    }
    out.push_str(above);
    out.push('/');
    out.push_str(inner);
    Some(rest)
}

fn raise(out: &mut String, inner: &str, after: &str) {
    // The number of a note before its text.
    if out.is_empty() || out.ends_with('\n') {
        out.push_str(inner);
        if !after.starts_with(char::is_whitespace) {
            out.push(' ');
        }
        return;
    }
    if is_mark(out, inner, after) {
        return;
    }
    match inner {
        "TM" => return out.push('™'),
        "∘" | "°" | "o" | "º" if out.ends_with(|ch: char| ch.is_ascii_digit()) => return out.push('°'),
        _ => {}
    }
    let letters = inner.chars().all(char::is_alphabetic);
    let base = base(out);
    let word = base.chars().next().is_some_and(char::is_alphabetic) && base.chars().count() > 1;
    // Already what it stands for (™, ª, ⁶), an ordinal, the end of a word.
    if inner.chars().all(|ch| !ch.is_ascii() && !ch.is_alphabetic())
        || ORDINALS.contains(&inner)
        || (letters && (word || (base.is_empty() && inner.chars().count() > 1)))
    {
        out.push_str(inner);
        return;
    }
    match inner.chars().map(superscript).collect::<Option<String>>() {
        Some(power) => out.push_str(&power),
        None if inner.chars().all(char::is_alphanumeric) => {
            out.push('^');
            out.push_str(inner);
        }
        None => {
            out.push_str("^(");
            out.push_str(inner);
            out.push(')');
        }
    }
}

/// `H₂O` is written H2O; an index that would run into a number keeps its distance.
fn lower(out: &mut String, inner: &str, after: &str) {
    let digits = inner.chars().all(|ch| ch.is_ascii_digit());
    let runs_on = after.starts_with(|ch: char| ch.is_ascii_digit());
    let glued = digits && out.ends_with(|ch: char| ch.is_alphabetic() || ch == ')') && !runs_on;
    if !glued && out.ends_with(char::is_alphanumeric) {
        out.push('_');
    }
    out.push_str(inner);
    if runs_on {
        out.push(' ');
    }
}

/// The number or the word that a text ends with.
fn base(text: &str) -> &str {
    let digit = text.ends_with(|ch: char| ch.is_ascii_digit());
    let part =
        |ch: char| if digit { ch.is_ascii_digit() || ch == '.' || ch == ',' } else { ch.is_alphabetic() };
    text.get(text.trim_end_matches(part).len()..).unwrap_or_default()
}

/// Whether raised text is the mark of a note.
fn is_mark(before: &str, inner: &str, after: &str) -> bool {
    let Some(last) = before.chars().next_back() else { return false };
    let bare = inner.trim_matches(['(', ')', '[', ']', '*', '주', '註', '^']);
    let number =
        !bare.is_empty() && bare.chars().all(|ch| ch.is_ascii_digit() || matches!(ch, ',' | ' ' | '–'));
    if inner.chars().all(|ch| matches!(ch, '*' | '†' | '‡' | '§' | '¶' | '#' | ')' | '(')) {
        return true;
    }
    if number && bare.len() < inner.len() {
        return true;
    }
    let letter = inner.len() == 1 && inner.chars().all(|ch| matches!(ch, 'a'..='h'));
    if !number && !letter {
        return false;
    }
    if last.is_whitespace() {
        return true;
    }
    let word = base(before);
    let count = word.chars().count();
    if last.is_ascii_digit() {
        let stem = before.get(..before.len() - word.len()).unwrap_or_default();
        let operator = |ch: Option<char>| {
            ch.is_some_and(|ch| {
                matches!(ch, '=' | '+' | '×' | '·' | '*' | '−' | '^' | '<' | '>' | '≤' | '≥' | '≈')
            })
        };
        let in_sum =
            operator(stem.trim_end().chars().next_back()) || operator(after.trim_start().chars().next());
        // Powers of ten and two are written as such; any other number with a small one over it is a note's.
        return letter || !(matches!(word, "10" | "2") || in_sum);
    }
    if !last.is_alphabetic() {
        let inside = before.rsplit_once('(').map_or("", |(_, inside)| inside);
        let math = inside.contains(['=', '+', '-', '−', '×', '/', '·']) && !inside.contains("  ");
        return !(matches!(last, ')' | '|') && math && inside.chars().count() < 20) && last != '}';
    }
    let latin = last.is_ascii_alphabetic() || matches!(last, 'α'..='ω' | 'Α'..='Ω' | 'µ');
    if letter {
        return count > 1 || !latin;
    }
    !latin || (count > 1 && !UNITS.contains(&word) && !FUNCTIONS.contains(&word))
}

fn superscript(ch: char) -> Option<char> {
    Some(match ch {
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        '+' => '⁺',
        '-' | '−' | '–' => '⁻',
        'n' => 'ⁿ',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `^{…}` raised and `_{…}` lowered, as in formulas.
    fn settled(text: &str) -> String {
        let mut marked = String::new();
        let mut chars = text.chars().peekable();
        while let Some(ch) = chars.next() {
            match (ch, chars.peek()) {
                ('^', Some('{')) => marked.push(RAISED),
                ('_', Some('{')) => marked.push(LOWERED),
                ('}', _) => marked.push(END),
                ('{', _) => {}
                _ => marked.push(ch),
            }
        }
        settle(&marked).into_owned()
    }

    #[test]
    fn powers_and_units_stay() {
        for (marked, text) in [
            ("The lake holds 10^{6} litres", "The lake holds 10⁶ litres"),
            ("균은 10^{6}개를 넘었다", "균은 10⁶개를 넘었다"),
            ("2^{18} cells", "2¹⁸ cells"),
            ("4 × 10^{−3} s", "4 × 10⁻³ s"),
            ("면적은 40 km^{2}이다", "면적은 40 km²이다"),
            ("5 m^{2} wide", "5 m² wide"),
            ("x^{2} = 9", "x² = 9"),
            ("3^{2} + 4^{2} = 5^{2}", "3² + 4² = 5²"),
            ("(a+b)^{2}", "(a+b)²"),
            ("sin^{2} x", "sin² x"),
            ("e^{kt}", "e^kt"),
            ("2^{n}", "2ⁿ"),
            ("a^{n+1}", "aⁿ⁺¹"),
            ("a^{k+1}", "a^(k+1)"),
            ("SO_{4}^{2−}", "SO4²⁻"),
            ("25^{o} C", "25° C"),
        ] {
            assert_eq!(settled(marked), text);
        }
    }

    #[test]
    fn marks_of_notes_go() {
        for (marked, text) in [
            ("rose by 12^{3} percent", "rose by 12 percent"),
            ("직원은 48^{2}명이다", "직원은 48명이다"),
            ("매출은 1,250^{1}^{)}억 원", "매출은 1,250억 원"),
            ("매출^{주1)}은", "매출은"),
            ("best practice^{2}.", "best practice."),
            ("the end.^{4}", "the end."),
            ("40^{[3]} million", "40 million"),
            ("prices^{*} rose", "prices rose"),
            ("12^{a} of them", "12 of them"),
            ("Article 12^{2} applies", "Article 12 applies"),
            ("^{3}Provisional", "3 Provisional"),
        ] {
            assert_eq!(settled(marked), text);
        }
    }

    #[test]
    fn fractions_indices_and_ordinals() {
        for (marked, text) in [
            ("^{3}/_{45} of it", "3/45 of it"),
            ("1^{1}⁄_{2} cups", "1 1/2 cups"),
            ("H_{2}O and CO_{2}", "H2O and CO2"),
            ("log_{2}8", "log_2 8"),
            ("1011_{2}", "1011_2"),
            ("V_{max}", "V_max"),
            ("the 12^{th} day", "the 12th day"),
            ("Acme^{TM}", "Acme™"),
        ] {
            assert_eq!(settled(marked), text);
        }
    }
}
