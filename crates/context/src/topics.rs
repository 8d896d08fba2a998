//! Topics: what a sentence of an answer is about where it does not say so itself.
//!
//! Owns the texts around a sentence that may name its subject, while the sentences come: headings, the label of a list, the item
//! above, the heads of a table, the sentence before a pronoun, the question. Leaves to the gate whether the source says
//! it of that subject.

use stet_gate::{Context, leaves_subject_out, under_head};
use stet_segment::SentenceKind;

/// Words of a sentence that may name its subject.
const SUBJECT: usize = 6;
/// Words of a line that is a label.
const LABEL: usize = 12;

/// What stands around the sentence that comes next.
#[derive(Debug, Default)]
pub struct Topics {
    question: Option<String>,
    /// Level and text, outermost first.
    headings: Vec<(usize, String)>,
    /// A line that introduces what follows (`Alder tent:`), until another paragraph begins.
    label: Option<String>,
    /// Items of lists that are open: indentation and text, outermost first.
    items: Vec<(usize, String)>,
    /// The heads of the table that is open.
    heads: Vec<String>,
    /// The beginning of the sentence before, and the blanks behind its last line break.
    before: Option<String>,
    indent: usize,
}

impl Topics {
    pub fn new(question: Option<String>) -> Self {
        Self { question, ..Self::default() }
    }

    /// What a sentence is about, the nearest text first.
    pub fn around(&self, raw: &str, said: &str) -> Context<'static> {
        let mut topics: Vec<&String> = Vec::new();
        if let Some(indent) = self.item_indent(raw) {
            topics.extend(self.items.iter().rev().filter(|(of, _)| *of < indent).map(|(_, text)| text));
        }
        topics.extend(&self.label);
        topics.extend(self.headings.iter().rev().map(|(_, text)| text));
        if leaves_subject_out(said) {
            topics.extend(&self.before);
        }
        topics.extend(&self.question);
        Context::of(topics.into_iter().cloned())
    }

    /// What a row of the open table says, a cell at a time with its label and its head, and what names these.
    pub fn cells(&self, said: &str) -> Vec<(String, Context<'static>)> {
        let row = cells(said);
        let Some((label, rest)) = row.split_first().filter(|_| self.heads.len() == row.len()) else {
            return Vec::new();
        };
        let of_cell = |(at, cell): (usize, &String)| {
            let head = self.heads.get(at + 1)?;
            let says = cell.chars().any(char::is_alphanumeric);
            says.then(|| {
                // `Value` above a column says nothing of what stands in it.
                let head = if names_any(head) { "" } else { head.as_str() };
                let named = [head, label].into_iter().filter(|text| !text.is_empty());
                let told = under_head(head, cell);
                (format!("{label}, {told}"), Context::of(named.map(str::to_owned)))
            })
        };
        let told: Vec<(String, Context<'static>)> = rest.iter().enumerate().filter_map(of_cell).collect();
        // A number names no row: cells that stand behind it one by one would be told of whatever number is next to them.
        if told.len() < 2
            || !label.chars().any(|ch| ch.is_ascii_digit())
            || label.chars().any(char::is_alphabetic)
        {
            return told;
        }
        let cut = |(text, _): &(String, _)| text.get(label.len()..).map(str::to_owned).unwrap_or_default();
        let whole: String = std::iter::once(label.clone()).chain(told.iter().map(cut)).collect();
        vec![(whole, Context::of(self.heads.iter().cloned()))]
    }

    /// The indentation of an item of a list; none of any other line.
    fn item_indent(&self, raw: &str) -> Option<usize> {
        let line = raw.trim_start_matches(['\n', '\r']);
        let body = line.trim_start_matches([' ', '\t']);
        let digits = body.trim_start_matches(|ch: char| ch.is_ascii_digit());
        let bullet = body.starts_with(['-', '*', '+', '•', '○', '·']) && body.chars().nth(1) == Some(' ');
        let number =
            digits.len() < body.len() && digits.starts_with([')', '.']) && digits.get(1..2) == Some(" ");
        (bullet || number).then(|| self.indent + line.len() - body.len())
    }

    /// Takes a sentence in, with what it says without its marks.
    pub fn pass(&mut self, raw: &str, said: &str, kind: SentenceKind) {
        let text = plain(said);
        self.take(raw, text, said, kind);
        let last = raw.rsplit_once('\n').map_or("", |(_, last)| last);
        self.indent = if last.trim().is_empty() { last.len() } else { 0 };
    }

    fn take(&mut self, raw: &str, text: &str, said: &str, kind: SentenceKind) {
        if kind == SentenceKind::Table {
            if self.heads.is_empty() {
                self.heads = cells(said).iter().map(|cell| plain(cell).to_owned()).collect();
            }
            return;
        }
        self.heads.clear();
        let begins_paragraph = raw.starts_with("\n\n") || self.before.is_none();
        let line = said.trim();
        let marks = line.len() - line.trim_start_matches('#').len();
        if marks > 0 || kind == SentenceKind::Heading {
            let level = if marks > 0 { marks } else { usize::MAX };
            self.headings.retain(|(of, _)| *of < level);
            self.headings.push((level, text.to_owned()));
            (self.label, self.before) = (None, None);
            self.items.clear();
            return;
        }
        if let Some(indent) = self.item_indent(raw) {
            self.items.retain(|(of, _)| *of < indent);
            self.items.push((indent, beginning(text, LABEL)));
        } else if is_label(line) || kind == SentenceKind::Question {
            self.label = Some(beginning(text, LABEL));
            self.items.clear();
        } else if begins_paragraph {
            self.items.clear();
        }
        // A pronoun behind a pronoun stands for the same.
        if self.before.is_none() || !leaves_subject_out(said) {
            self.before = Some(beginning(text, SUBJECT));
        }
    }
}

/// Whether a line introduces what follows: it ends in a colon, or all of it is bold.
fn is_label(line: &str) -> bool {
    let bold = line.len() > 4 && line.starts_with("**") && line.trim_end_matches(':').ends_with("**");
    (bold || plain(line).len() < line.len() && line.trim_end_matches('*').ends_with([':', '：']))
        && line.split_whitespace().count() <= LABEL
}

/// Whether the head of a column would stand above any table.
fn names_any(head: &str) -> bool {
    let head = head.to_lowercase();
    ["words/en/table-heads", "words/ko/table-heads"]
        .into_iter()
        .flat_map(stet_data::lines)
        .any(|form| form == head)
}

/// A text without the marks of headings, items and emphasis around it, and without a colon at its end.
fn plain(text: &str) -> &str {
    text.trim().trim_matches(['#', '*', '_', '`', ' ', '-', '+', '•', '○', '·', ':', '：'])
}

/// The first words of a text.
fn beginning(text: &str, words: usize) -> String {
    text.split_whitespace().take(words).collect::<Vec<_>>().join(" ")
}

/// The cells of a row.
fn cells(row: &str) -> Vec<String> {
    let row = row.trim();
    let Some(row) = row.strip_prefix('|') else { return Vec::new() };
    row.strip_suffix('|').unwrap_or(row).split('|').map(|cell| plain(cell).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topics(lines: &[(&str, SentenceKind)], raw: &str) -> Vec<String> {
        let mut topics = Topics::new(None);
        for (line, kind) in lines {
            topics.pass(line, line, *kind);
        }
        topics.around(raw, raw).topics.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_sentence_is_about_what_stands_above_it() {
        use SentenceKind::{Claim, Heading};
        assert_eq!(
            topics(&[("## Tents\n", Heading), ("### Birch tent\n", Heading)], "- Weighs 8 kg"),
            ["Birch tent", "Tents"]
        );
        assert_eq!(topics(&[("## Alder\n", Heading), ("## Birch\n", Heading)], "- 8 kg"), ["Birch"]);
        assert_eq!(topics(&[("**가람 텐트**\n\n", Claim)], "무게는 8kg입니다."), ["가람 텐트"]);
        assert_eq!(topics(&[("- Birch tent\n", Claim)], "  - weighs 8 kg"), ["Birch tent"]);
        assert_eq!(topics(&[("- Birch tent\n", Claim)], "- Alder tent"), [""; 0]);
        assert_eq!(
            topics(&[("The Birch tent is new.", Claim)], "It weighs 8 kg."),
            ["The Birch tent is new."]
        );
        assert_eq!(topics(&[("The Birch tent is new.", Claim)], "The hall has 8 seats."), [""; 0]);
    }

    #[test]
    fn a_cell_is_told_with_its_label_and_its_head() {
        let mut topics = Topics::new(None);
        topics.pass("| | Alder | Birch |\n", "| | Alder | Birch |", SentenceKind::Table);
        let cells: Vec<String> =
            topics.cells("| Weight | 3 kg | 8 kg |").into_iter().map(|cell| cell.0).collect();
        assert_eq!(cells, ["Weight, Alder 3 kg", "Weight, Birch 8 kg"]);
        for (heads, row, said) in [
            ("| Item | Value |", "| Weight | 3 kg |", "Weight, 3 kg"),
            ("| 항목 | 내용 |", "| 무게 | 3kg |", "무게, 3kg"),
            ("| Year | Ducks | Geese |", "| 2022 | 170 | 110 |", "2022, Ducks 170, Geese 110"),
        ] {
            let mut topics = Topics::new(None);
            topics.pass(heads, heads, SentenceKind::Table);
            assert_eq!(topics.cells(row).into_iter().map(|cell| cell.0).collect::<Vec<_>>(), [said]);
        }
    }
}
