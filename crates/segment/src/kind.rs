//! What a sentence is to the gate: a claim, or one of the kinds that are not judged.
//!
//! Owns the criteria for a claim, Korean and English. Leaves greetings and statements about the answer itself to
//! `notice` and whether a claim is supported to the gate.

pub mod claim;

use super::SentenceKind;
use super::chars::{is_bullet, is_letter, is_syllable};
use super::markdown::{Block, block_at};
use super::view::View;
use super::words::{Role, ends, is_word};
use stet_marks::citation;
use stet_text::final_consonant;

/// Fewest characters of a claim, white space apart.
const MIN_CHARACTERS: usize = 5;
/// Fewest letters or Hangul syllables of a claim.
const MIN_LETTERS: usize = 2;
/// Most words of a text that claims something because it cites, with its marks.
const MAX_CITED_WORDS: usize = 4;
/// Most words of a label.
const MAX_LABEL_WORDS: usize = 8;
/// Longest heading of a References section with its Markdown, in bytes.
const MAX_REFERENCES_HEADING: usize = 40;

/// Kind of the sentence `text` that stands in `block`; `references` in a References section and for its heading.
pub(super) fn classify(text: &str, block: Block, question: bool, references: bool) -> SentenceKind {
    match by_form(text, block, question, references) {
        Err(kind) => kind,
        Ok((body, item)) if claim::is_claim(body, item) => SentenceKind::Claim,
        // `Up to 15 days [1]`
        Ok((body, _)) if body.split_whitespace().nth(MAX_CITED_WORDS).is_none() && cites(body) => {
            SentenceKind::Claim
        }
        Ok(_) => SentenceKind::Meta,
    }
}

/// The kind that the form of a sentence tells, or what is left to the model: the sentence without its markers, and whether
/// it is the item of a list.
fn by_form(text: &str, block: Block, question: bool, references: bool) -> Result<(&str, bool), SentenceKind> {
    match block {
        Block::Fence { .. } | Block::Literal { .. } | Block::Indented => return Err(SentenceKind::Code),
        Block::Table => return Err(SentenceKind::Table),
        Block::Heading => return Err(SentenceKind::Heading),
        Block::Definition | Block::Wrapper => return Err(SentenceKind::Meta),
        Block::Paragraph | Block::Item | Block::Quote => {}
    }
    if references {
        return Err(SentenceKind::Meta);
    }
    if is_title(text) {
        return Err(if block == Block::Item { SentenceKind::Meta } else { SentenceKind::Heading });
    }
    let body = body(text);
    let plain = body.is_ascii();
    if !has_substance(body) {
        return Err(SentenceKind::Meta);
    }
    if question && !quotes_question(body) || if plain { wonders(body) } else { asks(body) } {
        return Err(SentenceKind::Question);
    }
    if is_bare(body) || is_label(body) {
        return Err(SentenceKind::Meta);
    }
    Ok((body, block == Block::Item))
}

/// `The main points:` announces, and what it announces is judged by itself; `출처: 학칙 제25조` says where something stands.
fn is_label(body: &str) -> bool {
    let announces = body.ends_with([':', '：']) && body.split_whitespace().nth(MAX_LABEL_WORDS).is_none();
    announces || body.split_once([':', '：']).is_some_and(|(head, _)| names_sources(head))
}

/// The sentences of a text whose form leaves open whether they are claims, and whether each is the item of a list.
pub(super) fn undecided(text: &str) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for sentence in super::segment(text) {
        let text = sentence.span.of(text);
        let start = text.len() - text.trim_start().len();
        let view = View { text, base: 0, eof: true };
        let block = block_at(view, start).map_or(Block::Paragraph, |(block, _)| block);
        if let Ok((body, item)) = by_form(text, block, sentence.kind == SentenceKind::Question, false) {
            found.push((body.to_owned(), item));
        }
    }
    found
}

/// A line that is emphasised as a whole and does not end like a sentence.
fn is_title(text: &str) -> bool {
    let text = without_mark(text);
    let text = text.trim().trim_end_matches([':', '：']);
    let start = text.trim_start_matches(|ch: char| !is_letter(ch) && ch != '*');
    start.strip_prefix("**").and_then(|inner| inner.strip_suffix("**")).is_some_and(|inner| {
        !inner.contains("**") && inner.contains(is_letter) && !inner.ends_with(['.', '!', '?', '。'])
    })
}

/// The text without the mark at its end: `**Opening hours** [1]`.
fn without_mark(text: &str) -> &str {
    let bare = text.trim_end();
    if !bare.ends_with([']', '】', '］']) || !bare.contains("**") {
        return text;
    }
    let open = bare.rfind(citation::is_open).filter(|at| {
        let rest = bare.get(*at..).unwrap_or_default();
        matches!(citation::match_mark(rest), citation::MarkMatch::Complete(len) if len == rest.len())
    });
    open.and_then(|at| bare.get(..at)).map_or(text, str::trim_end)
}

/// Number of the final consonant of `습` and `합` (Unicode chapter 3.12).
const FINAL_B: u32 = 17;

/// Korean questions that leave the question mark out: `-ㅂ니까`, `-까요`, `-나요`, `-ㄴ가요`.
fn asks(body: &str) -> bool {
    let end = body.trim_end_matches(|ch: char| !is_syllable(ch));
    // `지나요`, `만나요`: the stem ends so; `오니까요` gives a reason.
    if end.ends_with("니까요") || ends(end, Role::States) {
        return false;
    }
    if let Some(stem) = end.strip_suffix("니까") {
        return stem.chars().next_back().and_then(final_consonant) == Some(FINAL_B);
    }
    ends(end, Role::Asks)
}

/// `The Queen said severely “Who is this?”` asks nothing.
fn quotes_question(body: &str) -> bool {
    let Some(inner) = body.strip_suffix(['”', '"']) else { return false };
    let Some((said, _)) = inner.rsplit_once(['“', '"']) else { return false };
    let first = said.split(|ch: char| !ch.is_ascii_alphabetic()).next().unwrap_or_default();
    !first.is_empty() && !is_word(first, Role::Asks)
}

/// Nothing but a link, a picture, tags or code: `[Installation guide](guide.md)`, `<img src="a.png">`.
fn is_bare(body: &str) -> bool {
    match body.as_bytes().first() {
        Some(b'!') => body.starts_with("![") && body.ends_with(')') && body.matches("](").count() == 1,
        Some(b'[') => {
            let link = body.trim_end_matches(['.', ':', ',', ' ']);
            let Some((text, target)) = link.get(1..).and_then(|rest| rest.split_once("](")) else {
                return false;
            };
            target.strip_suffix(')').is_some_and(|url| !url.contains([' ', ')']))
                && !text.contains([']', '['])
        }
        Some(b'<') => {
            let mut rest = body;
            while let Some(after) = rest.strip_prefix('<').and_then(|tag| tag.split_once('>')) {
                rest = after.1.trim_start();
            }
            rest.len() < body.len() && !has_substance(rest)
        }
        Some(b'`') => {
            let code = body.trim_end_matches(['.', ',', ' ']);
            code.len() > 1 && code.ends_with('`') && code.matches('`').count() == 2
        }
        _ => false,
    }
}

/// English questions and headings that leave all punctuation out: `How long is the leave`.
fn wonders(body: &str) -> bool {
    let word = body.split(' ').next().unwrap_or_default();
    body.ends_with(char::is_alphanumeric) && is_word(word, Role::Wonders)
}

/// Whether a text is the name of a source or of a list of them.
fn names_sources(text: &str) -> bool {
    let name = text.trim_matches(|ch: char| !is_letter(ch) && !ch.is_numeric());
    name.len() <= MAX_REFERENCES_HEADING && is_word(name, Role::Source)
}

/// Whether the sentence opens a References section.
pub(super) fn is_references_heading(text: &str, block: Block) -> bool {
    if matches!(block, Block::Heading | Block::Paragraph | Block::Quote)
        && citation::is_references_heading(text)
    {
        return true;
    }
    text.len() <= MAX_REFERENCES_HEADING
        && matches!(block, Block::Heading | Block::Paragraph)
        && names_sources(text.split('[').next().unwrap_or_default())
}

/// The sentence without list markers, block quotes and emphasis around it.
fn body(text: &str) -> &str {
    let text = text.trim();
    unmarked(text).trim_end_matches(|ch: char| matches!(ch, '*' | '_') || ch.is_whitespace())
}

/// A text without what marks its line as an item or a quotation.
fn unmarked(text: &str) -> &str {
    let text = text.trim_start_matches(|ch: char| {
        matches!(ch, '>' | '-' | '*' | '+' | '_') || ch.is_whitespace() || is_bullet(ch)
    });
    let digits = text.trim_start_matches(|ch: char| ch.is_ascii_digit());
    if digits.len() < text.len() {
        digits.strip_prefix(['.', ')']).map_or(text, str::trim_start)
    } else {
        text
    }
}

fn has_substance(body: &str) -> bool {
    body.chars().filter(|ch| !ch.is_whitespace()).nth(MIN_CHARACTERS - 1).is_some()
        && body.chars().filter(|&ch| is_letter(ch)).nth(MIN_LETTERS - 1).is_some()
}

fn cites(body: &str) -> bool {
    // What names a source in words may say that it has nothing.
    citation::scan_marks(body).iter().any(|mark| mark.cites() && mark.grammar != citation::Grammar::Worded)
}
