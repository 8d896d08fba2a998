//! When a full stop, question or exclamation mark in Latin-script text ends a sentence.
//!
//! Owns the rules on abbreviations, initials, numbers, times and lower-case beginnings; leaves the word tables to
//! [`super::words`]. The rules see the word before the mark and the first word after it; both are bounded.

use super::chars::{is_bullet, is_emoji, is_opener, is_syllable, tail};
use super::korean;
use super::view::{Look, View};
use super::words::{Role, abbreviation, is, is_capital, is_vowel};

/// How far back the word before a mark is looked for, in bytes.
const WORD_REACH: usize = 24;
/// How far back the start of the clause is looked for, in bytes.
const CLAUSE_REACH: usize = 64;
/// Longest word after a mark that is compared with a table, in characters.
const NEXT_WORD: usize = 12;

/// What kind of mark stands between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// A single full stop.
    Dot,
    Ellipsis,
    /// Exactly three full stops with spaces between them: something was left out inside the sentence.
    Omission,
    /// `?`, `!` and runs of them.
    Strong,
}

/// What stands on the two sides of a sentence-ending mark.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context<'a> {
    /// The open sentence up to the mark.
    pub before: &'a str,
    /// Where the next token starts.
    pub next: usize,
    pub mark: Mark,
    /// A closing quotation mark or bracket, or a citation mark, stood between the mark and the white space.
    pub closed: bool,
    /// It was the bracket of a remark inside the sentence: `Canandaigua (N.Y.) Motorsports Park`.
    pub aside: bool,
}

/// Whether a mark after Latin text, with white space behind it, ends the sentence.
pub(super) fn ends(view: View<'_>, ctx: Context<'_>) -> Look<bool> {
    let Some((first, at)) = first_letter(view, ctx.next)? else { return Ok(false) };
    if matches!(
        first,
        ',' | ';' | ':' | ')' | ']' | '}' | '…' | '.' | '!' | '?' | '/' | '&' | '=' | '—' | '–'
    ) {
        return Ok(false);
    }
    if first == '-' && (ctx.mark != Mark::Dot || view.byte(at + 1)? == Some(b'-')) {
        // "so? -- a bit" goes on, a line of dashes does not.
        let dashes = at + view.run(at, b'-', 3)?;
        let gap = usize::from(view.byte(dashes)? == Some(b' '));
        return Ok(view.char(dashes + gap)?.is_some_and(|ch| ch.is_uppercase() || ch == '-'));
    }
    if first_is_aside(view, ctx)? {
        return Ok(false);
    }
    if first.is_lowercase() {
        return lower_case_follows(view, ctx, at);
    }
    if ctx.mark == Mark::Omission {
        return Ok(false);
    }
    let word = last_word(ctx.before);
    if ctx.mark == Mark::Ellipsis && !ctx.closed {
        // "I... I can't": the speaker begins again.
        return Ok(word.is_empty() || view.word(at, NEXT_WORD, is_word)? != word);
    }
    if ctx.mark != Mark::Dot {
        return Ok(true);
    }
    if word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') && !word.is_empty() {
        return number_ends(view, ctx, word, first, at);
    }
    let shortened = abbreviation(word).filter(|_| !ctx.closed || ctx.aside || word.len() == 1);
    let Some(class) = shortened else { return Ok(true) };
    if is_bullet(first) || is_emoji(first) {
        return Ok(true);
    }
    let upper = first.is_alphabetic();
    Ok(match class {
        Role::Title => false,
        Role::Open => is_syllable(first) && ctx.closed,
        Role::Numbered | Role::Unit | Role::Closing => upper,
        Role::Clock => upper && clock_ends(view, ctx.before, at)?,
        _ => upper && starts_sentence(view, at)?,
    })
}

/// Whether a sentence inside a quotation is over although the quotation goes on: a capitalised word follows. Where the
/// quotation is `reported` by words in front of it, a conjunction carries that sentence on as often as not; a name
/// before a comma only calls somebody.
pub(super) fn speech_goes_on(view: View<'_>, at: usize, reported: bool) -> Look<bool> {
    // "(Laughter.)"
    let at = at + usize::from(view.byte(at)? == Some(b'('));
    let word = view.word(at, NEXT_WORD, is_word)?;
    Ok(word.starts_with(|ch: char| ch.is_ascii_uppercase())
        && !(reported && matches!(word, "And" | "But" | "Or" | "So"))
        && (is_capital(without_clitic(word), Role::Starter) || view.byte(at + word.len())? != Some(b',')))
}

/// A parenthesis behind a quotation that is only part of the sentence comments on that sentence.
fn first_is_aside(view: View<'_>, ctx: Context<'_>) -> Look<bool> {
    if !ctx.closed || view.char(ctx.next)? != Some('(') {
        return Ok(false);
    }
    let lead = ctx.before.trim_start();
    Ok(['"', '\''].iter().any(|&quote| lead.strip_prefix(quote).is_some_and(|rest| rest.contains(quote))))
}

/// What some assistants write before a sentence that cites.
const CITE_START: &str = "[cite_start]";

/// The first character of the next sentence behind opening quotes and brackets (three at most), and its offset.
fn first_letter(view: View<'_>, mut at: usize) -> Look<Option<(char, usize)>> {
    if view.word(at, CITE_START.len(), |ch| matches!(ch, '[' | '_' | ']' | 'a'..='z'))? == CITE_START {
        at += CITE_START.len();
    }
    for _ in 0..3 {
        match view.char(at)? {
            Some(ch) if is_opener(ch) => at += ch.len_utf8(),
            Some(' ') => at += 1,
            found => return Ok(found.map(|ch| (ch, at))),
        }
    }
    Ok(view.char(at)?.map(|ch| (ch, at)))
}

fn starts_sentence(view: View<'_>, at: usize) -> Look<bool> {
    if view.char(at)?.is_some_and(is_syllable) {
        // Korean sentences hardly end in a Latin abbreviation: `피터 C. 뉴먼`, `U.S. 스틸`.
        return korean::resumes(view, at);
    }
    let word = view.word(at, NEXT_WORD, is_word)?;
    // "J. A. Hobson"
    let initial = word.len() == 1 && view.byte(at + 1)? == Some(b'.');
    Ok(!initial && is_capital(without_clitic(word), Role::Starter))
}

fn is_word(ch: char) -> bool {
    ch.is_alphanumeric() || matches!(ch, '\'' | '’')
}

/// `I` of `I've`.
fn without_clitic(word: &str) -> &str {
    word.split(['\'', '’']).next().unwrap_or_default()
}

/// Lower case follows: informal text, an abbreviation, a name that ends in a mark, or a quotation that goes on.
fn lower_case_follows(view: View<'_>, ctx: Context<'_>, at: usize) -> Look<bool> {
    let word = view.word(at, NEXT_WORD, char::is_alphabetic)?;
    if matches!(ctx.mark, Mark::Ellipsis | Mark::Omission) {
        return Ok(false);
    }
    if ctx.closed || is(word, Role::Link) || is(word, Role::Speech) {
        return Ok(false);
    }
    if ctx.mark == Mark::Dot {
        return Ok(is_ordinary(last_word(ctx.before)));
    }
    // "Leave me alone! he yelled."
    if matches!(word, "he" | "she" | "they" | "i" | "we") {
        let end = at + word.len();
        // What stands behind it may be wider than a space: `i’m`.
        let next = end + view.char(end)?.map_or(0, char::len_utf8);
        let verb = view.word(next, NEXT_WORD, char::is_alphabetic)?;
        return Ok(!is(verb, Role::Speech));
    }
    Ok(true)
}

/// A whole word and not a shortened one: at least two letters, a vowel, no abbreviation we know.
fn is_ordinary(word: &str) -> bool {
    let letters = word.trim_end_matches(|ch: char| !ch.is_alphanumeric());
    if letters.contains(|ch: char| ch.is_ascii_digit()) {
        return letters.len() >= 3 && !letters.contains('.');
    }
    letters.len() >= 2
        && letters.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'\'')
        && letters.bytes().any(is_vowel)
        && abbreviation(letters).is_none()
}

/// Whether a mark after Latin text ends the sentence although a letter follows directly: `service.There are`.
/// File names, code and addresses look alike, so both words have to be plain.
pub(super) fn ends_attached(view: View<'_>, before: &str, at: usize, single_dot: bool) -> Look<bool> {
    let token = tail(before, WORD_REACH).rsplit(char::is_whitespace).next().unwrap_or_default();
    let small = |text: &str| text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'\'');
    let plain = |text: &str| text.len() >= 3 && small(text);
    if !plain(token) || abbreviation(token).is_some() {
        return Ok(false);
    }
    let word = view.word(at, NEXT_WORD, |ch| ch.is_ascii_alphabetic() || ch == '\'')?;
    let Some(rest) = word.get(1..) else { return Ok(false) };
    let capital = word.starts_with(|ch: char| ch.is_ascii_uppercase());
    let worded =
        if capital { word == "I" || !rest.is_empty() && small(rest) } else { !single_dot && plain(word) };
    Ok(worded && matches!(view.char(at + word.len())?, Some(' ' | ',')))
}

/// A number before the full stop: an ordinal, a date, the marker of a list, or the end of the sentence.
fn number_ends(view: View<'_>, ctx: Context<'_>, word: &str, first: char, at: usize) -> Look<bool> {
    let lead = ctx.before.trim_start_matches(|ch: char| is_opener(ch) || ch.is_whitespace());
    // `Figure 3. Cross-section of the valve`: the number of what follows.
    let label = lead.strip_suffix(word).unwrap_or_default().trim_end();
    if word.len() <= 4 && is_capital(label, Role::Label) {
        return Ok(false);
    }
    if is_syllable(first) {
        return korean::number_ends(view, ctx.before, word, at);
    }
    if first.is_ascii_digit() {
        // "2024. 1. 5.": a number that is itself followed by a full stop continues the date.
        let digits = view.word(at, 3, |ch| ch.is_ascii_digit())?;
        return Ok(!(digits.len() <= 2 && view.byte(at + digits.len())? == Some(b'.')));
    }
    Ok(true)
}

/// "a.m." before a capital letter: a zone continues it, and so does the subject of a clause that began with the time.
fn clock_ends(view: View<'_>, before: &str, at: usize) -> Look<bool> {
    let word = view.word(at, NEXT_WORD, |ch| ch.is_alphanumeric() || ch == '\'')?;
    if is_capital(without_clitic(word), Role::Starter) {
        return Ok(true);
    }
    // "at 8 p.m. Friday, August 14"
    if is_capital(word, Role::Weekday) || is_capital(word, Role::Date) {
        return Ok(false);
    }
    let zone = word.len() <= 4 && word.len() != 1 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    let dotted = word.len() == 1 && view.byte(at + 1)? == Some(b'.');
    Ok(!zone && !dotted && !is(&first_word_of_clause(before).to_ascii_lowercase(), Role::Preposition))
}

fn first_word_of_clause(before: &str) -> &str {
    let tail = tail(before, CLAUSE_REACH);
    let whole = if tail.len() == before.len() { tail } else { "" };
    let clause = tail.rfind([':', ';']).map_or(whole, |colon| tail.get(colon..).unwrap_or_default());
    let clause = clause.trim_start_matches(|ch: char| !ch.is_alphanumeric());
    clause.split(|ch: char| !ch.is_alphanumeric()).next().unwrap_or_default()
}

/// The word that ends `before`, without quotes and brackets in front of it; a space between word and mark is tolerated.
fn last_word(before: &str) -> &str {
    let before = before.trim_end_matches([' ', '*', '_']);
    let word = tail(before, WORD_REACH)
        .rsplit(|ch: char| ch.is_whitespace() || matches!(ch, '-' | '–' | '—' | '~' | ',' | '(' | '[' | '{'))
        .next();
    let word = word.unwrap_or_default().trim_start_matches(is_opener);
    // `’24. 3. 1.`: the apostrophe stands for the century.
    word.strip_prefix('’').filter(|year| year.starts_with(|ch: char| ch.is_ascii_digit())).unwrap_or(word)
}
