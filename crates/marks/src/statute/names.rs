//! Names of regulations: their last word, their normal form and where they stand in prose.

use super::forms::Cursor;
use super::view::plain;
use super::words::{EN, KO, is_hangul, is_name_char, without_ending};
use super::{Found, NotYet};
use std::sync::LazyLock;
use stet_text::SyllableSet;
use stet_text::span::Span;
use unicode_normalization::UnicodeNormalization;

/// Last syllables of names, to tell quickly where none ends.
static LAST_SYLLABLES: LazyLock<SyllableSet> = LazyLock::new(|| {
    let mut set = SyllableSet::empty();
    KO.of("name").iter().filter_map(|word| word.chars().next_back()).for_each(|last| set.add(last));
    set
});

/// Whether a name can end with this character.
pub(super) fn may_end_name(c: char) -> bool {
    is_hangul(c) && LAST_SYLLABLES.has(u32::from(c))
}

/// Whether a number behind this character (and spaces) can be the article of what is named there.
pub(super) fn may_precede_number(c: char) -> bool {
    may_end_name(c) || matches!(c, '"' | '\'' | '”' | '’' | '》' | '〉' | '>' | '＞' | '*' | '_' | ')')
}

/// Whether a name of one word can be nothing but a regulation's: `민법`, `고등교육법`, `인사규정`.
pub(super) fn is_certain(name: &str) -> bool {
    let word = name.rsplit(' ').next().unwrap_or_default();
    let ends = |suffix: &&str| word.strip_suffix(*suffix).is_some_and(|rest| rest.ends_with(is_hangul));
    KO.has("under", word)
        || KO.of("certain").iter().any(ends) && KO.ending("way", word).is_none() && !KO.has("lawful", word)
}

/// What points back to a regulation, without spaces.
pub(super) fn pointers() -> impl Iterator<Item = String> {
    let nouns = || KO.of("generic").iter().chain(KO.of("whole"));
    KO.of("points").iter().flat_map(move |pointer| nouns().map(move |noun| format!("{pointer}{noun}")))
}

/// Whether the text is only a noun for regulations.
pub(super) fn is_generic(text: &str) -> bool {
    KO.has("generic", text)
}

/// Longest name in characters.
pub(super) const MAX_NAME: usize = 60;

/// The form in which names are compared: NFC, lower case, in Hangul, without white space, brackets, middle dots and
/// what is not seen.
#[must_use]
pub fn normalised_name(name: &str) -> String {
    // Middle dots go first: compatibility forms turn some of them into full stops and vowels.
    name.chars()
        .filter(|c| !is_ignored(*c))
        .nfkc()
        .filter_map(plain)
        .filter(|c| !c.is_whitespace() && !is_bracket(*c))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Adds the form of a character in which names are compared, nothing for one that does not count.
fn push_normal(c: char, name: &mut String) {
    if is_hangul(c) {
        name.push(c);
    } else if c.is_ascii_alphanumeric() {
        name.push(c.to_ascii_lowercase());
    } else {
        name.push_str(&normalised_name(c.encode_utf8(&mut [0; 4])));
    }
}

/// Characters inside a name that writers leave out or vary.
pub(super) const fn is_ignored(c: char) -> bool {
    matches!(c, '·' | 'ㆍ' | '․' | '・' | '‧' | '•' | '･' | '⋅' | '∙' | '-' | ',')
}

fn is_bracket(c: char) -> bool {
    "「」『』｢｣〈〉《》<>\"“”‘’'".contains(c)
}

/// Whether the text could be the name of a regulation by its last word.
pub(super) fn is_name(text: &str) -> bool {
    let lower = text.trim().to_lowercase();
    korean_suffix(&lower).is_some()
        || lower.rsplit(char::is_whitespace).next().is_some_and(|word| EN.has("name", word))
}

/// The last word of a Korean name.
pub(super) fn korean_suffix(text: &str) -> Option<&'static str> {
    KO.of("name").iter().copied().find(|suffix| {
        text.strip_suffix(suffix)
            .is_some_and(|rest| suffix.chars().count() > 1 || rest.chars().next_back().is_some_and(is_hangul))
    })
}

impl Cursor<'_> {
    /// The inside of the brackets or quotation marks that open here, when they close within a name.
    pub(super) fn inside(&mut self, pairs: &[(&str, char)]) -> Found<Span> {
        let Some((open, close)) = pairs.iter().find(|(open, _)| self.rest().starts_with(open)) else {
            return Ok(None);
        };
        let start = self.at + open.len();
        let inside = self.rest().get(open.len()..).unwrap_or_default();
        let longest = inside.char_indices().nth(MAX_NAME).map_or(inside.len(), |(at, _)| at);
        let window = inside.get(..longest).unwrap_or(inside);
        match window.find([*close, '\n']) {
            Some(at) if window.get(at..).is_some_and(|tail| tail.starts_with(*close)) => {
                self.at = start + at + close.len_utf8();
                Ok(Some(Span::new(start, start + at)))
            }
            None if !self.last && window.len() == inside.len() => Err(NotYet),
            _ => Ok(None),
        }
    }
}

/// What stands directly before an article.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Before {
    Name(Span),
    /// A name in quotation marks or emphasis, without them.
    Quoted(Span),
    /// `같은 규정`: points back.
    Pointer(Span),
    /// `규정` alone: the regulation that the text is about.
    Own,
}

/// The unbracketed name that ends at `end`, after at most two spaces.
pub(super) fn name_before(text: &str, end: usize) -> Option<Before> {
    let head = text.get(..end)?;
    let bare = head.trim_end_matches(' ');
    if head.len() - bare.len() > 2 {
        return None;
    }
    if let Some(name) = quoted_before(bare) {
        return Some(Before::Quoted(name));
    }
    // `민법의 제5조`, `민법(제5조)`: the article is not one of the regulation at hand.
    if let Some(owner) = bare.strip_suffix(['의', '(', '（']) {
        let name = word_before(text, owner.trim_end_matches(' ').len())?;
        return is_certain(name.of(text)).then_some(Before::Quoted(name));
    }
    let mut name = word_before(text, bare.len())?;
    // A law that the text has abbreviated: `법 제18조`, `영 제3조`.
    if !matches!(name.of(text), "법" | "영" | "령") {
        korean_suffix(name.of(text))?;
    }
    if let Some(pointer) = pointer_to(text, name) {
        return Some(Before::Pointer(pointer));
    }
    let alone = |before: Option<Span>| before.is_none_or(|before| before.of(text).ends_with(is_particle));
    if KO.has("own", name.of(text)) && alone(spaced_word_before(text, name.start)) {
        return Some(Before::Own);
    }
    let before = spaced_word_before(text, name.start);
    if let Some(before) = before
        && (is_generic(name.of(text)) || KO.has("under", name.of(text)))
        && !before.of(text).ends_with(is_particle)
    {
        name = Span::new(before.start, name.end);
        // `같은 법 시행령` is not `같은 법`.
        if let Some(pointer) = pointer_to(text, before) {
            return Some(Before::Name(Span::new(pointer.start, name.end)));
        }
    }
    Some(Before::Name(widened(text, name)))
}

/// Whether a name goes on so, without spaces, as that of what is made under it: `시행령` behind `염전관리법`.
#[must_use]
pub fn is_of_another(rest: &str) -> bool {
    let lower = || rest.get(..MADE.len()).is_some_and(|head| head.eq_ignore_ascii_case(MADE));
    KO.beginning("under", rest).is_some() || rest.starts_with("세칙") || lower()
}

/// The whole name of what is called by the regulation named before: `같은 법 시행령`, `영` and `법` after `염전관리법` or its decree.
#[must_use]
pub fn called_after(name: &str, last: &str) -> Option<String> {
    let made = |name: &str| KO.ending("under", name).or_else(|| name.ends_with("세칙").then_some("세칙"));
    let law = made(last).and_then(|under| last.strip_suffix(under)).map_or(last, str::trim_end);
    let whole = |under: &str| format!("{law} {under}");
    match name {
        "법" => return (law != last).then(|| law.to_owned()),
        "영" | "령" => return Some(whole("시행령")),
        _ => {}
    }
    let under = made(name)?;
    let before = name.strip_suffix(under)?.trim_end();
    let points = before.is_empty() || pointer_to(before, Span::new(0, before.len())).is_some() || {
        let noun = before.rfind(' ').map_or(0, |at| at + 1);
        pointer_to(before, Span::new(noun, before.len())).is_some_and(|pointer| pointer.start == 0)
    };
    points.then(|| whole(under))
}

/// `Salt Act Enforcement Decree`
const MADE: &str = "enforcement";

/// Whether a name that begins behind these words, without spaces, is in that of what is made under it: `EnforcementDecreeofthe`.
#[must_use]
pub fn is_under_it(before: &str) -> bool {
    let head = before.strip_suffix("the").unwrap_or(before);
    let Some(head) = head.strip_suffix("of").or_else(|| head.strip_suffix("under")) else { return false };
    EN.of("name").iter().any(|word| without_ending(head, word).is_some())
}

/// Where the words begin that may be the name of the regulation of an article at `at`; `at` when no such stand there.
#[must_use]
pub fn named_from(text: &str, at: usize) -> usize {
    match name_before(text, at) {
        Some(Before::Name(name) | Before::Quoted(name)) => name.start,
        Some(Before::Pointer(_) | Before::Own) | None => at,
    }
}

/// `School Regulations, `, `the Library Rules (`: the English name that ends the text.
pub(super) fn english_before(head: &str) -> Option<Span> {
    let bare = head.trim_end_matches(' ');
    let bare = bare.strip_suffix([',', '(']).unwrap_or(bare).trim_end_matches(' ');
    // `"Library Rules" Article 3`, `"Library Rules," Article 3`
    let bare = bare.strip_suffix(['"', '”']).map_or(bare, |inside| inside.trim_end_matches(','));
    let end = bare.len();
    let mut start = None;
    let mut at = end;
    for count in 0..MAX_WORDS {
        let left = bare.get(..at)?;
        let from = left
            .char_indices()
            .rev()
            .take(MAX_NAME)
            .take_while(|(_, c)| c.is_alphanumeric() || matches!(c, '-' | '&' | '\''))
            .last()
            .map(|(from, _)| from);
        let Some(from) = from else { break };
        let word = bare.get(from..at)?;
        let lower = word.to_lowercase();
        let capital = word.starts_with(char::is_uppercase);
        if count == 0 && !(capital && EN.has("name", &lower)) {
            return None;
        }
        if EN.has("lead", &lower) && !EN.has("inside", word) {
            break;
        }
        if capital {
            start = Some((from, count));
        } else if !EN.has("inside", word) {
            break;
        }
        match bare.get(..from)?.strip_suffix(' ') {
            Some(before) => at = before.len(),
            None => break,
        }
    }
    // `Rules` alone names nothing.
    start.filter(|(_, count)| *count > 0).map(|(start, _)| Span::new(start, end))
}

/// Words of an English name that are looked at.
const MAX_WORDS: usize = 9;

/// `“학칙”`, `‘…특별법’`, `**학칙**`: the name in quotation marks or emphasis at the end of the text.
fn quoted_before(text: &str) -> Option<Span> {
    const BRACKETS: [char; 6] = ['「', '」', '『', '』', '｢', '｣'];
    let pairs = "“” ‘’ \"\" '' 《》 〈〉 <> ＜＞ __"
        .split(' ')
        .filter_map(|pair| pair.split_at_checked(pair.len() / 2));
    let (open, inside) =
        pairs.chain([("**", "**")]).find_map(|(open, close)| Some((open, text.strip_suffix(close)?)))?;
    let start = inside.char_indices().rev().take(MAX_NAME).take_while(|(_, c)| *c != '\n').last()?.0;
    let start = start + inside.get(start..)?.rfind(open)? + open.len();
    let name = inside.get(start..)?;
    let bare = name.trim_start_matches(BRACKETS);
    let start = start + name.len() - bare.len();
    let bare = bare.trim_end_matches(BRACKETS);
    korean_suffix(bare).is_some().then(|| Span::new(start, start + bare.len()))
}

/// The noun with what makes it point back: `이 학칙`, `동규정`.
pub(super) fn pointer_to(text: &str, noun: Span) -> Option<Span> {
    let points = |noun: &str| is_generic(noun) || KO.has("whole", noun);
    for pointer in KO.of("points") {
        if noun.of(text).strip_prefix(pointer).is_some_and(points) {
            return Some(noun);
        }
    }
    if !points(noun.of(text)) {
        return None;
    }
    let before = spaced_word_before(text, noun.start)?;
    KO.has("points", before.of(text)).then(|| Span::new(before.start, noun.end))
}

/// `장학금 지급에 관한 규정`: the words that a relation word binds to the name.
fn widened(text: &str, mut name: Span) -> Span {
    let first = name.of(text).split(' ').next().unwrap_or_default();
    let relation = |word: &str| matches!(word, "관한" | "대한" | "위한");
    let start = name.start;
    let related = if relation(first) { Some(name) } else { spaced_word_before(text, start) };
    let Some(related) = related.filter(|word| relation(word.of(text).split(' ').next().unwrap_or_default()))
    else {
        return name;
    };
    let Some(object) = spaced_word_before(text, related.start) else { return name };
    name = Span::new(object.start, name.end);
    // Nouns without a particle before the object belong to it: `교원 국내외 출장에 관한 규정`.
    for _ in 0..4 {
        let Some(before) = spaced_word_before(text, name.start) else { break };
        let word = before.of(text);
        if word != "및" && (word.ends_with(is_particle) || word.chars().count() < 2) {
            break;
        }
        name = Span::new(before.start, name.end);
    }
    name
}

/// Whether a word may end with this as its particle or ending.
fn is_particle(c: char) -> bool {
    "은는이가을를에의로와과도서면고해며다라".contains(c)
}

/// The run of name characters that ends at `end`, at most [`MAX_NAME`] characters of it.
fn word_before(text: &str, end: usize) -> Option<Span> {
    let head = text.get(..end)?;
    let start = head.char_indices().rev().take(MAX_NAME).take_while(|(_, c)| is_name_char(*c)).last()?.0;
    Some(Span::new(start, end))
}

fn spaced_word_before(text: &str, start: usize) -> Option<Span> {
    let head = text.get(..start)?;
    let bare = head.strip_suffix(' ')?;
    word_before(text, bare.len())
}

/// Where the words begin that make a name without brackets that of a part of the institution: `대학원 학칙`.
pub(super) fn body_before(text: &str, name: Span) -> Option<usize> {
    let body = spaced_word_before(text, name.start)?;
    let word = body.of(text);
    let apart = KO.ending("body", word).is_some() || KO.beginning("attached", word).is_some();
    let ours = spaced_word_before(text, body.start).is_some_and(|before| KO.has("ours", before.of(text)));
    (apart && !ours && !word.ends_with(is_particle)).then_some(body.start)
}

/// The longest name accepted by `known` (in normal form) that ends at `end`, brackets and spaces ignored.
pub(super) fn known_before(text: &str, end: usize, known: &dyn Fn(&str) -> bool) -> Option<Span> {
    let bare = text.get(..end)?.trim_end_matches(' ');
    let part = |c: char| is_name_char(c) || matches!(c, ' ' | '․' | '(' | ')');
    let first = bare.char_indices().rev().take(MAX_NAME).take_while(|(_, c)| part(*c)).last()?.0;
    // All of it in normal form, and where names may begin there and in the text.
    let mut name = String::with_capacity(bare.len() - first);
    let mut begins: Vec<(usize, usize)> = Vec::new();
    let mut before = text.get(..first)?.chars().next_back();
    for (at, c) in bare.get(first..)?.char_indices() {
        let starts = before.is_none_or(|c| !is_name_char(c) || is_ignored(c));
        before = Some(c);
        let from = name.len();
        push_normal(c, &mut name);
        // The dash of a list item is no part of the name behind it.
        if starts && name.len() > from {
            begins.push((first + at, from));
        }
    }
    let is_known = |&(_, from): &(usize, usize)| name.get(from..).is_some_and(known);
    begins.into_iter().find(is_known).map(|(at, _)| Span::new(at, bare.len()))
}
