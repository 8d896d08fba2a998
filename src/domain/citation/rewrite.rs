//! A sentence with its marks renumbered or removed.
//!
//! Owns what a mark looks like after release and what disappears together with a removed one (white
//! space, commas, empty brackets, lead-in words). Text that is not next to a removed mark is never
//! touched; nothing before [`super::HoldScanner::safe`] is.

use super::carrier::with_carrier;
use super::cursor::read;
use super::grammar::{Grammar, MarkRef, is_raised, is_separator, may_mark, may_open, parse};
use super::hold::{is_comma, is_joint, lead_start, without_lead};
use super::{MAX_NUMBER, Mark, mention, worded};
use crate::domain::span::Span;
use crate::domain::statute::circled;
use crate::domain::text::digit;
use rustc_hash::FxHashSet;
use serde::Serialize;

/// Members of one range that are asked for; no answer has more sources. The rest of a wider range shares
/// the decision on the last.
const MAX_RANGE: u32 = 100;

/// Longest text between two marks that makes them one group, in characters.
const MAX_CONNECTOR: usize = 8;

/// What a mark cites: one member of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Cited {
    Number {
        n: u32,
    },
    /// Consecutive numbers that were removed for the same reason.
    Range {
        from: u32,
        to: u32,
    },
    Name {
        text: String,
    },
}

/// What becomes of a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision<R> {
    /// Shown, as this number if the mark is numeric.
    Keep(u32),
    Remove(R),
}

/// A citation of the rewritten sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KeptMark {
    /// The whole mark in the new text; members of one list share it.
    pub span: Span,
    /// The released number.
    pub number: u32,
    /// What the model cited.
    pub cited: Cited,
    /// The mark as the model wrote it.
    pub raw: String,
}

/// A citation that the reader does not see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RemovedMark<R> {
    pub cited: Cited,
    /// The mark as the model wrote it.
    pub raw: String,
    /// The mark in the old text.
    pub span: Span,
    pub reason: R,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rewritten<R> {
    pub text: String,
    pub kept: Vec<KeptMark>,
    pub removed: Vec<RemovedMark<R>>,
}

/// Rewrites `sentence`, asking `decide` about each member of each mark, in order. `marks` are those of
/// [`super::scan_marks`] (ascending, not overlapping). A member of a range is asked for as a number.
///
/// A number that its group of adjacent marks already shows is dropped: `[1][1]` becomes `[1]`.
pub fn rewrite<R: Clone + PartialEq>(
    sentence: &str,
    marks: &[Mark],
    decide: &mut dyn FnMut(&Cited) -> Decision<R>,
) -> Rewritten<R> {
    rewrite_as(sentence, marks, decide, true)
}

/// The sentence as it is judged: every mark gone, with the spaces and brackets that belonged to it and the words that
/// only say that a source says so.
#[must_use]
pub fn without_marks(sentence: &str, marks: &[Mark]) -> String {
    if marks.is_empty() {
        return sentence.to_owned();
    }
    let (worded, others): (Vec<Mark>, Vec<Mark>) =
        marks.iter().cloned().partition(|mark| mark.grammar == Grammar::Worded);
    let gone =
        |text: &str, marks: &[Mark]| rewrite_as(text, marks, &mut |_| Decision::Remove(()), false).text;
    if worded.is_empty() {
        return gone(sentence, marks);
    }
    // Marks beside what names a source in words would stand between it and what it says.
    let bare = if others.is_empty() { sentence.to_owned() } else { gone(sentence, &others) };
    let named: FxHashSet<&str> = worded.iter().map(|mark| mark.span.of(sentence)).collect();
    let mut left = super::scan_marks(&bare);
    left.retain(|mark| mark.grammar == Grammar::Worded && named.contains(mark.span.of(&bare)));
    let bare = gone(&bare, &left);
    if named.iter().any(|raw| raw.contains(is_hangul)) { mention::without_saying(&bare) } else { bare }
}

fn rewrite_as<R: Clone + PartialEq>(
    sentence: &str,
    marks: &[Mark],
    decide: &mut dyn FnMut(&Cited) -> Decision<R>,
    article: bool,
) -> Rewritten<R> {
    let mut out =
        Writer { out: String::with_capacity(sentence.len()), kept: Vec::new(), removed: Vec::new() };
    let mut at = 0;
    // End of the text that is as it was.
    let mut same = None;
    let mut rest = marks;
    while let Some(first) = rest.first() {
        let size = group_size(sentence, rest);
        let (group, tail) = rest.split_at_checked(size).unwrap_or((rest, &[]));
        rest = tail;
        let end = group.last().map_or(first.span.end, |mark| mark.span.end);
        if first.grammar == Grammar::Worded {
            let next = rest.first().map_or(sentence.len(), |mark| mark.span.start);
            let (until, kept) = out.write_mention(sentence, first, Span::new(at, next), article, decide);
            same.get_or_insert(kept);
            at = until;
            continue;
        }
        let survivors = out.decide_group(sentence, group, decide);
        if survivors.is_empty() {
            let next = rest.first().map_or(sentence.len(), |mark| mark.span.start);
            let limits = Span::new(at, next);
            let group = Span::new(first.span.start, end);
            let (gone, instead) = mention::publication(sentence, group)
                .filter(|_| first.grammar == Grammar::Bibliographic)
                .map(|noun| (group, noun.to_owned()))
                .or_else(|| with_carrier(sentence, limits, group))
                .unwrap_or_else(|| (removal(sentence, limits, group), String::new()));
            out.out.push_str(Span::new(at, gone.start).of(sentence));
            same.get_or_insert(out.out.len());
            out.out.push_str(&instead);
            at = gone.end;
        } else {
            // `[[1], [9]]`: brackets around a group have nothing to hold together when one mark is left. They stay beside
            // another mark, which would join the group.
            let before = (at > 0).then(|| Span::new(at, first.span.start.saturating_sub(1).max(at)));
            let after = rest.first().map(|next| Span::new(end + 1, next.span.start.max(end + 1)));
            let joins = before.into_iter().chain(after).any(|between| is_connector(between.of(sentence)));
            let alone = survivors.len() == 1 && group.len() > 1 && !joins;
            let bracketed = alone
                && Span::new(at, first.span.start).of(sentence).ends_with('[')
                && Span::new(end, sentence.len()).of(sentence).starts_with(']');
            let bracket = usize::from(bracketed);
            out.out.push_str(Span::new(at, first.span.start - bracket).of(sentence));
            same.get_or_insert(out.out.len());
            out.write_group(sentence, group, survivors);
            at = end + bracket;
        }
    }
    out.out.push_str(Span::new(at, sentence.len()).of(sentence));
    let mut rewritten = Rewritten { text: out.out, kept: out.kept, removed: out.removed };
    if let Some(same) = same {
        disarm(&mut rewritten, same, sentence, marks);
    }
    rewritten
}

/// Bytes of a reference in words that may have been shown before the place from which a text is another.
const MAX_MENTION: usize = 64;

/// Rounds of [`disarm`]; a mark that hides in more layers of removed ones does not occur by accident.
const MAX_ROUNDS: usize = 8;

/// A removal can leave text that reads as a mark nobody released: `[[9]1]` without `[9]`. Its closing
/// bracket becomes a parenthesis; the opening one may have been shown already, as all before `same` has.
fn disarm<R>(rewritten: &mut Rewritten<R>, same: usize, sentence: &str, marks: &[Mark]) {
    if !may_forge(rewritten, same) {
        return;
    }
    // What was left as it is in the sentence is no mark to the caller.
    let given: FxHashSet<Span> = marks.iter().map(|mark| mark.span).collect();
    let own: FxHashSet<&str> = super::scan_marks(sentence)
        .iter()
        .filter(|mark| !given.contains(&mark.span))
        .map(|mark| mark.span.of(sentence))
        .collect();
    let released: FxHashSet<Span> = rewritten.kept.iter().map(|kept| kept.span).collect();
    for round in 0..MAX_ROUNDS {
        let mut text = String::with_capacity(rewritten.text.len());
        let mut at = 0;
        let forged = |mark: &&Mark| {
            mark.span.end > same
                && !released.contains(&mark.span)
                && !own.contains(mark.span.of(&rewritten.text))
        };
        for mark in super::scan_marks(&rewritten.text).iter().filter(forged) {
            let raw = mark.span.of(&rewritten.text);
            if mark.grammar == Grammar::Worded {
                // `Source [9] 2`: as many bytes that name nothing, where they are not shown yet.
                text.push_str(Span::new(at, mark.span.start).of(&rewritten.text));
                let behind = |at: usize| mark.span.start + at >= same;
                let numbered = raw.char_indices().any(|(at, c)| behind(at) && c.is_ascii_digit());
                let breaks = |c: char| if numbered { c.is_ascii_digit() } else { c == ' ' };
                text.extend(raw.char_indices().map(|(at, c)| if behind(at) && breaks(c) { '-' } else { c }));
                at = mark.span.end;
                continue;
            }
            let close = raw.chars().next_back().unwrap_or_default();
            if mark.grammar == Grammar::Bibliographic
                && !matches!(close, ')' | '）' | ']' | '】' | '］' | '〕' | '〗')
            {
                // An identifier that grew: `doi:10.1000/18[9]2`.
                let grown = raw.char_indices().find(|(at, c)| mark.span.start + at >= same && c.is_ascii());
                let grown = mark.span.start + grown.map_or(0, |(at, _)| at);
                text.push_str(Span::new(at, grown).of(&rewritten.text));
                text.push(' ');
                text.push_str(Span::new(grown + 1, mark.span.end).of(&rewritten.text));
                at = mark.span.end;
                continue;
            }
            text.push_str(Span::new(at, mark.span.end - close.len_utf8()).of(&rewritten.text));
            // As many bytes as before, so that the spans of the released marks stay.
            text.push_str(match close {
                // What closes no mark, where the other bracket closed another one: `[출처: 약관](출처 1)`.
                _ if round > 0 && close.is_ascii() => "}",
                _ if round > 0 && close.len_utf8() == 3 => "｝",
                ')' => "]",
                '）' => "］",
                _ if close.is_ascii() => ")",
                _ if close.len_utf8() == 2 => "·",
                _ => "）",
            });
            at = mark.span.end;
        }
        if at == 0 {
            return;
        }
        text.push_str(Span::new(at, rewritten.text.len()).of(&rewritten.text));
        rewritten.text = text;
    }
}

/// Whether a mark that nobody released may begin at one of the brackets of a text.
fn may_forge<R>(rewritten: &Rewritten<R>, same: usize) -> bool {
    let text = &rewritten.text;
    worded::may_name(
        text.get(text.floor_char_boundary(same.saturating_sub(MAX_MENTION))..).unwrap_or_default(),
    ) || may_mark(text)
        && text.char_indices().filter(|(_, c)| may_open(*c)).any(|(at, _)| {
            let mark = parse(Span::new(at, text.len()).of(text)).map(|body| Span::new(at, at + body.len));
            mark.is_ok_and(|mark| mark.end > same && !rewritten.kept.iter().any(|kept| kept.span == mark))
        })
}

/// A surviving mark of a group: its place there, its new text and its citations.
struct Survivor {
    at: usize,
    text: String,
    shown: Vec<(u32, Cited)>,
}

struct Writer<R> {
    out: String,
    kept: Vec<KeptMark>,
    removed: Vec<RemovedMark<R>>,
}

impl<R: Clone + PartialEq> Writer<R> {
    fn decide_group(
        &mut self,
        sentence: &str,
        group: &[Mark],
        decide: &mut dyn FnMut(&Cited) -> Decision<R>,
    ) -> Vec<Survivor> {
        let mut seen = FxHashSet::default();
        let mut survivors = Vec::new();
        for (at, mark) in group.iter().enumerate() {
            let mut pieces = Vec::new();
            let mut shown = Vec::new();
            for reference in &mark.refs {
                let numbers = self.decide_reference(sentence, mark, reference, decide, &mut shown);
                if let Some(piece) = piece(sentence, reference, &numbers, &mut seen) {
                    pieces.push((reference.span(), piece));
                }
            }
            if let Some(text) = compose(sentence, mark, &pieces) {
                survivors.push(Survivor { at, text, shown });
            }
        }
        survivors
    }

    /// The numbers under which the members of one reference are shown.
    fn decide_reference(
        &mut self,
        sentence: &str,
        mark: &Mark,
        reference: &MarkRef,
        decide: &mut dyn FnMut(&Cited) -> Decision<R>,
        shown: &mut Vec<(u32, Cited)>,
    ) -> Vec<u32> {
        let mut numbers = Vec::new();
        let mut ask = |cited: Cited, removed: &mut Vec<RemovedMark<R>>| match decide(&cited) {
            Decision::Keep(number) => {
                numbers.push(number);
                shown.push((number, cited));
                None
            }
            Decision::Remove(reason) => {
                let raw = mark.span.of(sentence).to_owned();
                merge(removed, RemovedMark { cited, raw, span: mark.span, reason: reason.clone() });
                Some(reason)
            }
        };
        match reference {
            MarkRef::Number { n, .. } => drop(ask(Cited::Number { n: *n }, &mut self.removed)),
            MarkRef::Name { text, .. } => drop(ask(Cited::Name { text: text.clone() }, &mut self.removed)),
            MarkRef::Range { from, to, .. } => {
                let (low, high) = (*from.min(to), *from.max(to));
                let end = high.min(low.saturating_add(MAX_RANGE)).min(MAX_NUMBER + 1);
                let mut reason = None;
                for n in low..=end {
                    reason = ask(Cited::Number { n }, &mut self.removed);
                }
                if let (Some(reason), true) = (reason, end < high) {
                    let raw = mark.span.of(sentence).to_owned();
                    let cited = Cited::Range { from: end + 1, to: high };
                    merge(&mut self.removed, RemovedMark { cited, raw, span: mark.span, reason });
                }
            }
        }
        numbers
    }

    /// Writes what becomes of a source that is named in words; what stands before it in `limits` is written, too.
    /// Returns where the rest of the sentence begins, and where the text ends that is as it was.
    fn write_mention(
        &mut self,
        sentence: &str,
        mark: &Mark,
        limits: Span,
        article: bool,
        decide: &mut dyn FnMut(&Cited) -> Decision<R>,
    ) -> (usize, usize) {
        let mut seen = FxHashSet::default();
        let mut shown = Vec::new();
        let mut numbers = Vec::new();
        for reference in &mark.refs {
            let mut fresh = self.decide_reference(sentence, mark, reference, decide, &mut shown);
            fresh.retain(|n| seen.insert(*n));
            numbers.push(fresh);
        }
        if let Some(kept) = mention::kept(sentence, mark, &numbers) {
            self.out.push_str(Span::new(limits.start, mark.span.start).of(sentence));
            let span = Span::new(self.out.len(), self.out.len() + kept.len);
            self.out.push_str(&kept.text);
            self.kept.extend(shown.into_iter().map(|(number, cited)| KeptMark {
                span,
                number,
                cited,
                raw: mark.span.of(sentence).to_owned(),
            }));
            return (kept.end, span.start);
        }
        let (gone, instead) = mention::refused(sentence, limits, mark, article);
        self.out.push_str(Span::new(limits.start, gone.start).of(sentence));
        let same = self.out.len();
        self.out.push_str(&instead);
        (gone.end, same)
    }

    /// Writes the survivors of a group, each but the first behind the connector that stood before it.
    fn write_group(&mut self, sentence: &str, group: &[Mark], survivors: Vec<Survivor>) {
        for (place, survivor) in survivors.into_iter().enumerate() {
            let Some(mark) = group.get(survivor.at) else { continue };
            if let (true, Some(before)) = (place > 0, survivor.at.checked_sub(1).and_then(|at| group.get(at)))
            {
                self.out.push_str(Span::new(before.span.end, mark.span.start).of(sentence));
            }
            // `¹[9]²` is not `¹²`.
            if place > 0 && self.out.ends_with(is_numeral) && survivor.text.starts_with(is_numeral) {
                self.out.push(',');
            }
            let span = Span::new(self.out.len(), self.out.len() + survivor.text.len());
            self.out.push_str(&survivor.text);
            for (number, cited) in survivor.shown {
                let raw = mark.span.of(sentence).to_owned();
                self.kept.push(KeptMark { span, number, cited, raw });
            }
        }
    }
}

/// Adds a removed member; neighbours of one range with the same reason become one entry.
fn merge<R: PartialEq>(removed: &mut Vec<RemovedMark<R>>, entry: RemovedMark<R>) {
    let bounds = |cited: &Cited| match *cited {
        Cited::Number { n } => Some((n, n)),
        Cited::Range { from, to } => Some((from, to)),
        Cited::Name { .. } => None,
    };
    if let Some(last) = removed.last_mut()
        && last.span == entry.span
        && last.reason == entry.reason
        && let (Some((from, end)), Some((start, to))) = (bounds(&last.cited), bounds(&entry.cited))
        && end + 1 == start
    {
        last.cited = Cited::Range { from, to };
        return;
    }
    removed.push(entry);
}

/// The new text of one reference, or nothing when all its numbers are gone or shown already. A name
/// stays as it is.
fn piece(sentence: &str, reference: &MarkRef, numbers: &[u32], seen: &mut FxHashSet<u32>) -> Option<String> {
    let raw = &read(reference.span().of(sentence));
    let total = match reference {
        MarkRef::Name { .. } => {
            seen.extend(numbers);
            return (!numbers.is_empty()).then(|| reference.span().of(sentence).to_owned());
        }
        MarkRef::Number { .. } => 1,
        MarkRef::Range { from, to, .. } => from.abs_diff(*to) as usize + 1,
    };
    let fresh: Vec<u32> = numbers.iter().copied().filter(|n| seen.insert(*n)).collect();
    let (first, last) = (*fresh.first()?, *fresh.last()?);
    let start = raw.find(is_numeral)?;
    let (prefix, digits) = raw.split_at_checked(start)?;
    let written = digits.chars().next()?;
    let show = |n: u32| {
        let mut text = prefix.to_owned();
        text.push_str(&numeral(n, written));
        text
    };
    if total == 1 {
        return Some(show(first));
    }
    let run = fresh.windows(2).all(|pair| matches!(pair, [a, b] if a + 1 == *b));
    if total > 1 && run && (fresh.len() == total || fresh.len() > 2) {
        let tail = digits.trim_start_matches(is_numeral);
        let dash = tail.find(is_numeral).and_then(|at| tail.get(..at)).unwrap_or("-");
        return Some(format!("{}{dash}{}", show(first), numeral(last, written)));
    }
    Some(fresh.into_iter().map(show).collect::<Vec<_>>().join(if is_raised(written) { "," } else { ", " }))
}

fn is_numeral(c: char) -> bool {
    digit(c).is_some() || circled(c).is_some()
}

/// A number in digits like the one that was `written`: ASCII, full-width, raised or in a circle.
pub(super) fn numeral(n: u32, written: char) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let ascii = n.to_string();
    let each = |show: fn(u32) -> Option<char>| {
        ascii.chars().filter_map(|c| show(c.to_digit(10)?)).collect::<String>()
    };
    match written {
        '０'..='９' => each(|digit| char::from_u32(u32::from('０') + digit)),
        _ if is_raised(written) => each(|digit| RAISED.get(digit as usize).copied()),
        '①'..='⑳' if (1..=20).contains(&n) => {
            char::from_u32(u32::from('①') + n - 1).map(String::from).unwrap_or_default()
        }
        _ => ascii,
    }
}

/// The mark with what is left of it, or nothing.
fn compose(sentence: &str, mark: &Mark, pieces: &[(Span, String)]) -> Option<String> {
    let first = mark.refs.first()?.span();
    let last = mark.refs.last()?.span();
    let (head, tail) = pieces.split_first()?;
    let mut text = Span::new(mark.span.start, first.start).of(sentence).to_owned();
    text.push_str(&head.1);
    for (span, piece) in tail {
        let before = mark.refs.iter().map(MarkRef::span).rfind(|other| other.end <= span.start);
        text.push_str(before.map_or(", ", |other| Span::new(other.end, span.start).of(sentence)));
        text.push_str(piece);
    }
    let close = Span::new(last.end, mark.span.end).of(sentence);
    // `[1, 2,]`: the last separator separates nothing.
    let bare = close.trim_start_matches(|c: char| c.is_whitespace() || is_separator(c));
    let orphan = close.trim_start().starts_with(is_separator) && bare.chars().count() == 1;
    text.push_str(if orphan { bare } else { close });
    Some(text)
}

/// How many of the marks stand together: with nothing, white space, a comma or a conjunction between.
fn group_size(sentence: &str, marks: &[Mark]) -> usize {
    let joined = |pair: &&[Mark]| {
        let [left, right] = pair else { return false };
        let worded = left.grammar == Grammar::Worded || right.grammar == Grammar::Worded;
        !worded && is_connector(Span::new(left.span.end, right.span.start).of(sentence))
    };
    1 + marks.windows(2).take_while(joined).count()
}

/// Whether the text between two marks makes them one group.
fn is_connector(between: &str) -> bool {
    between.len() <= 3 * MAX_CONNECTOR
        && !between.contains('\n')
        && matches!(
            between.trim().to_lowercase().as_str(),
            "" | ","
                | ";"
                | "，"
                | "；"
                | "、"
                | "·"
                | "/"
                | "-"
                | "–"
                | "—"
                | "~"
                | "∼"
                | "～"
                | "&"
                | "+"
                | "and"
                | "or"
                | ", and"
                | ", or"
                | "및"
                | "와"
                | "과"
                | "또는"
                | ", 및"
        )
}

/// What goes when the marks in `group` go, within `limits` and never before the lead-in.
pub(super) fn removal(sentence: &str, limits: Span, group: Span) -> Span {
    let floor = lead_start(sentence, group.start).max(limits.start);
    let mut gone = group;
    while let Some(wider) = enclosed(sentence, Span::new(floor, limits.end), gone) {
        gone = wider;
    }
    // `[9]번 자료`
    if Span::new(gone.end, limits.end).of(sentence).starts_with('번') {
        gone.end += '번'.len_utf8();
    }
    let left = Span::new(floor, gone.start).of(sentence);
    let right = Span::new(gone.end, limits.end).of(sentence);
    // `- [9]: claim`, `[9], claim`: what joined the mark to the text behind it.
    if opens_line(Span::new(0, gone.start).of(sentence)) {
        let bare = right.trim_start_matches([' ', '\t', '\u{a0}']);
        let joined = bare.trim_start_matches(|c| is_comma(c) || is_joint(c) || c == '-');
        let text = joined.trim_start_matches([' ', '\t', '\u{a0}']);
        if joined.len() < bare.len() && text.starts_with(char::is_alphanumeric) {
            return Span::new(gone.start, limits.end - text.len());
        }
    }
    // White space from the text before the lead-in counts as context, but is not taken.
    let before = sentence.get(..floor).and_then(|text| text.chars().next_back());
    let mut kept = left.trim_end_matches([' ', '\t', '\u{a0}']);
    let space_left = kept.len() < left.len() || (left.is_empty() && before.is_some_and(char::is_whitespace));
    let trimmed = right.trim_start_matches([' ', '\t', '\u{a0}']);
    let space_right = right.len() - trimmed.len();
    let next = sentence.get(gone.end + space_right..).and_then(|text| text.chars().next());
    // `Claim [9]—next`
    let dash = space_right == 0 && matches!(next, Some('—' | '–'));
    let closes = dash || next.is_none_or(|c| c == '\n' || c == '\r' || is_closing(c));
    if closes {
        // `… — [9].`; a colon at the end of a line announces what follows.
        let ends_clause = next.is_some_and(|c| !matches!(c, '\n' | '\r'));
        let orphan = kept.trim_end_matches(|c| is_comma(c) || (ends_clause && is_joint(c)));
        if orphan.len() < kept.len() {
            kept = orphan.trim_end_matches([' ', '\t', '\u{a0}']);
        }
        // At the end of the text the white space separates the next sentence and stays.
        let end = if next.is_none() { gone.end } else { gone.end + space_right };
        let last = kept.chars().next_back().or(if kept.is_empty() { before } else { None });
        let twice = second_stop(last, Span::new(end, limits.end).of(sentence));
        return Span::new(floor + kept.len(), end + twice);
    }
    let last = kept.chars().next_back().or(if kept.is_empty() { before } else { None });
    let opens = last.is_none_or(|c| matches!(c, '\n' | '(' | '（' | '[' | '「' | '“' | '‘' | '"'));
    if opens && !(last.is_some() && space_left && last != Some('\n')) {
        return Span::new(gone.start, gone.end + space_right);
    }
    if space_left && space_right > 0 {
        // One of the two runs is enough; the left one is never longer than the lead-in.
        return if left.is_empty() {
            Span::new(gone.start, gone.end + space_right)
        } else {
            Span::new(floor + kept.len(), gone.end)
        };
    }
    let glued = space_left && next.is_some_and(is_hangul) && last.is_some_and(is_hangul);
    if glued && starts_with_particle(trimmed) {
        return Span::new(floor + kept.len(), gone.end);
    }
    gone
}

/// Whether nothing but the markers of lists and quotations stands before in the line.
pub(super) fn opens_line(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    let bare = line.trim_matches([' ', '\t', '>', '-', '*', '+', '_', '•', '·']);
    let number = bare.trim_end_matches(['.', ')']);
    number.bytes().all(|b| b.is_ascii_digit()) && (number.is_empty() || number.len() < bare.len())
}

/// Length of the full stop at the start of `right` when the text before the mark has one already:
/// `at 10 a.m. [2].` An ellipsis stays.
fn second_stop(last: Option<char>, right: &str) -> usize {
    let mut rest = right.chars();
    match (last, rest.next()) {
        (Some('.'), Some('.')) if rest.next() != Some('.') => 1,
        (Some('。'), Some('。')) => '。'.len_utf8(),
        _ => 0,
    }
}

/// The brackets, emphasis or tag around `gone` when nothing but lead-in words would be left in them.
pub(super) fn enclosed(sentence: &str, limits: Span, gone: Span) -> Option<Span> {
    const PAIRS: [(&str, &str); 9] = [
        ("(", ")"),
        ("（", "）"),
        ("[", "]"),
        ("<sup>", "</sup>"),
        ("**", "**"),
        ("__", "__"),
        ("~~", "~~"),
        ("*", "*"),
        ("_", "_"),
    ];
    let left = without_lead(Span::new(limits.start, gone.start).of(sentence));
    let right = Span::new(gone.end, limits.end).of(sentence).trim_start();
    let right = TAIL_WORDS.iter().find_map(|word| right.strip_prefix(word)).map_or(right, str::trim_start);
    let (open, close) =
        PAIRS.iter().find(|(open, close)| left.ends_with(open) && right.starts_with(close))?;
    let end = limits.end - right.len() + close.len();
    Some(Span::new(limits.start + left.len() - open.len(), end))
}

/// Words that say nothing behind a removed mark: `([1] 참조)`.
const TAIL_WORDS: &[&str] = &["참조", "참고", "인용", "출처"];

/// Particles glued to a mark in Korean prose: `문서 [1]에 따르면`.
pub(super) const PARTICLES: &[&str] = &[
    "은",
    "는",
    "이",
    "가",
    "을",
    "를",
    "의",
    "에",
    "와",
    "과",
    "로",
    "으로",
    "도",
    "만",
    "에서",
    "에는",
    "에도",
    "에게",
    "까지",
    "부터",
    "처럼",
    "보다",
    "라고",
    "이라고",
    "에서는",
];

fn starts_with_particle(text: &str) -> bool {
    let end = text.find(|c| !is_hangul(c)).unwrap_or(text.len());
    text.get(..end).is_some_and(|word| PARTICLES.contains(&word))
}

pub(super) fn is_hangul(c: char) -> bool {
    ('가'..='힣').contains(&c)
}

/// Punctuation that no white space precedes.
pub(super) const fn is_closing(c: char) -> bool {
    matches!(
        c,
        '.' | ','
            | ';'
            | ':'
            | '!'
            | '?'
            | ')'
            | ']'
            | '}'
            | '。'
            | '，'
            | '、'
            | '；'
            | '：'
            | '！'
            | '？'
            | '）'
            | '」'
            | '』'
            | '”'
            | '’'
            | '…'
    )
}
