//! Paragraphs and tables, with the changes and remarks in them.

use std::collections::{BTreeSet, HashMap};

use super::lists::Lists;
use super::parts;
use super::run::{number, style, words};
use super::theirs::Theirs;
use crate::docx::{Change, Edge, Export, PROGRAM, RUN, edges, joined, size};
use crate::flat::{Fate, Line, Merged, Numbered, Numbering, Spans, Style};
use crate::html::{escape, is_safe};
use crate::{Inline, Note, Run, picture};

/// Characters that notes may take which are written once more, whatever the length of the text.
const SPARE: usize = 1 << 16;
/// Pixels of the widest picture that a page has room for.
const WIDEST: u64 = 620;

/// A change that is being written: of which text it is, and whose.
type Open = (Fate, Option<usize>);

pub(super) struct Body<'a> {
    pub(super) export: &'a Export<'a>,
    pub(super) out: String,
    /// What each change did, before the text.
    pub(super) regions: String,
    last_change: usize,
    /// Languages of code, and looks that need a style.
    pub(super) languages: BTreeSet<String>,
    looks: BTreeSet<u8>,
    pub(super) insets: BTreeSet<u8>,
    /// Notes before and after the changes, what each takes to write, and what may still be spent on writing notes once more.
    notes: [HashMap<&'a str, &'a Note>; 2],
    spare: usize,
    /// The number under which each note was written first.
    numbers: HashMap<String, usize>,
    last_note: usize,
    pub(super) in_note: bool,
    pub(super) lists: Lists,
    pub(super) edges: Vec<Edge>,
    pub(super) next_edge: usize,
    /// Changes whose reason was told.
    pub(super) told: Vec<bool>,
    pub(super) last_remark: usize,
    last_picture: usize,
    /// Pictures that are taken up: name of their part, media type, bytes.
    pub(super) pictures: Vec<(String, &'static str, &'a [u8])>,
    /// What the next paragraph begins with.
    pub(super) pending: String,
    /// Where the words of the last paragraph end, unless a table stands behind it, and whether it stands there for what is gone
    /// alone.
    pub(super) tail: Option<(usize, bool)>,
    /// Whether a blank would be taken for none.
    pub(super) blank: bool,
    /// Whether the whole paragraph is changed.
    whole: bool,
    /// What stands in the file that the text came from.
    pub(super) theirs: Theirs,
    /// The style that the paragraph is to have.
    like: Option<String>,
}

impl<'a> Body<'a> {
    pub(super) fn new(export: &'a Export<'a>) -> Self {
        let after = export.proposed.unwrap_or(export.text);
        let written = |document: &crate::Document| {
            size(&document.blocks) + document.notes.iter().map(|note| size(&note.blocks)).sum::<usize>()
        };
        Self {
            export,
            out: String::new(),
            regions: String::new(),
            last_change: 0,
            languages: BTreeSet::new(),
            looks: BTreeSet::new(),
            insets: BTreeSet::new(),
            notes: [export.text.note_of(), after.note_of()],
            spare: SPARE + written(export.text) + written(after),
            numbers: HashMap::new(),
            last_note: 0,
            in_note: false,
            lists: Lists::default(),
            edges: edges(0, export.remarks),
            next_edge: 0,
            told: vec![false; export.changes.len()],
            last_remark: export.remarks.len(),
            last_picture: 0,
            pictures: Vec::new(),
            pending: String::new(),
            tail: None,
            blank: true,
            whole: false,
            theirs: Theirs::default(),
            like: None,
        }
    }

    /// The part that has the text.
    pub(super) fn content(&self) -> String {
        let changes = if self.regions.is_empty() {
            String::new()
        } else {
            format!("<text:tracked-changes>{}</text:tracked-changes>", self.regions)
        };
        parts::content(&self.automatic(), &format!("{changes}{}", self.out))
    }

    /// The styles of some words alone.
    pub(super) fn automatic(&self) -> String {
        let looks: String = self.looks.iter().copied().map(style).collect();
        parts::automatic(looks, &self.insets)
    }

    /// What was written, and what of it has to stand at the beginning of the next paragraph.
    pub(super) fn take(&mut self) -> (String, String) {
        self.tail = None;
        (std::mem::take(&mut self.out), std::mem::take(&mut self.pending))
    }

    /// Pieces in a row, each with the style that it is to have where it has one. `follows`: whether a paragraph stands behind them.
    pub(super) fn pieces(
        &mut self,
        pieces: &[Merged],
        lists: &[Numbering],
        likes: &[Option<String>],
        follows: bool,
    ) {
        for (at, piece) in pieces.iter().enumerate() {
            self.like = likes.get(at).cloned().flatten();
            match piece {
                Merged::Line(line, fate, spans) => {
                    let rest = pieces.iter().skip(at + 1);
                    let mut rest = rest.filter(|piece| !matches!(piece, Merged::Line(_, Fate::Deleted, _)));
                    let followed = rest.next().map_or(follows, |next| matches!(next, Merged::Line(..)));
                    match fate {
                        Fate::Deleted => self.deleted(line, spans, lists, followed),
                        fate => self.line(line, *fate == Fate::Inserted, spans, lists, followed),
                    }
                }
                Merged::Table { align, rows, inset } => {
                    self.lists.end(&mut self.out, *inset > 0);
                    self.table(align, rows, *inset);
                    self.tail = None;
                }
            }
        }
        self.lists.end(&mut self.out, false);
    }

    /// A paragraph that stands in the text, or would. Its end is new with it: what is marked goes up to the next.
    fn line(&mut self, line: &Line, new: bool, spans: &Spans, lists: &[Numbering], followed: bool) {
        let (mut begin, mut end) = (String::new(), String::new());
        if new {
            let change = spans.first().and_then(|(run, fate)| self.change_of(run, *fate));
            let id = self.region(change, None);
            begin = format!("<text:change-start text:change-id=\"{id}\"/>");
            end = format!("<text:change-end text:change-id=\"{id}\"/>");
            if let Some((tail, _)) = self.tail.filter(|_| !followed) {
                self.out.insert_str(tail, &std::mem::take(&mut begin));
            }
        }
        self.lists.open(line, lists, &mut self.out);
        let (tag, opening) = self.opening(line);
        put!(self.out, "<{opening}>{}{begin}", std::mem::take(&mut self.pending));
        self.whole = new;
        self.words(line, spans);
        self.whole = false;
        if followed {
            self.pending = end;
        } else {
            self.out.push_str(&end);
        }
        self.tail = Some((self.out.len(), false));
        put!(self.out, "</{tag}>");
    }

    /// The words of a line.
    pub(super) fn words(&mut self, line: &Line, spans: &Spans) {
        self.blank = true;
        if let Some(Numbered { checked: Some(done), .. }) = line.item {
            self.text(if done { "☑ " } else { "☐ " });
        }
        self.spans(spans);
    }

    /// A paragraph that is to go, which stands beside the text: a mark says where it stood.
    fn deleted(&mut self, line: &Line, spans: &Spans, lists: &[Numbering], followed: bool) {
        let mut outside = std::mem::take(&mut self.out);
        let end = spans.iter().map(|(run, _)| run.at.end).max().unwrap_or_default();
        if !self.in_note {
            self.pass_edges(end);
        }
        let change = spans.first().and_then(|(run, fate)| self.change_of(run, *fate));
        let telling = change.and_then(|change| self.tell(change));
        let mut mark = std::mem::take(&mut self.out);
        let (tag, opening) = self.opening(line);
        self.whole = true;
        self.words(line, spans);
        self.whole = false;
        if self.tail.is_none() && !followed {
            self.lists.end(&mut outside, false);
            outside.push_str("<text:p text:style-name=\"Text_20_body\">");
            self.tail = Some((outside.len(), true));
            outside.push_str("</text:p>");
        }
        let words = std::mem::replace(&mut self.out, outside);
        let paragraph = self.lists.wrapped(line, lists, &format!("<{opening}>{words}</{tag}>"));
        let tail = self.tail.filter(|_| !followed);
        let gone = if tail.is_some_and(|(_, bare)| !bare) {
            format!("<text:p text:style-name=\"Text_20_body\"/>{paragraph}")
        } else {
            format!("{paragraph}<text:p text:style-name=\"Text_20_body\"/>")
        };
        let id = self.region(change, Some(&gone));
        put!(mark, "<text:change text:change-id=\"{id}\"/>");
        if let Some(id) = telling {
            put!(mark, "<office:annotation-end office:name=\"remark{id}\"/>");
        }
        match tail {
            Some((tail, bare)) => {
                self.out.insert_str(tail, &mark);
                self.tail = Some((tail + mark.len(), bare));
            }
            None => self.pending.push_str(&mark),
        }
    }

    /// The element of a line, and that with its attributes.
    fn opening(&mut self, line: &Line) -> (&'static str, String) {
        let quote = usize::from(line.quote).min(9);
        let theirs = self.like.take().map(|name| format!("={}", escape(&name)));
        let style = match &line.style {
            Style::Heading(level) => {
                let level = (*level).clamp(1, 6);
                let style = theirs.unwrap_or_else(|| format!("Heading_20_{level}"));
                let counted = self.theirs.numbered.get(usize::from(level)).copied().unwrap_or_default();
                // The text says which number it has.
                let bare = if counted { " text:is-list-header=\"true\"" } else { "" };
                return (
                    "text:h",
                    format!("text:h text:style-name=\"{style}\" text:outline-level=\"{level}\"{bare}"),
                );
            }
            Style::Code(language) => {
                let language: String = language.chars().filter(|ch| !ch.is_control()).take(40).collect();
                self.languages.insert(language.clone());
                parts::code(&language)
            }
            Style::Rule => "Horizontal_20_Line".to_owned(),
            Style::Body if quote == 1 => "Quotations".to_owned(),
            Style::Body if quote > 1 => format!("Quote_20_{quote}"),
            Style::Body if self.in_note => "Footnote".to_owned(),
            Style::Body if line.inset > 0 => "List_20_Paragraph".to_owned(),
            Style::Body => "Text_20_body".to_owned(),
        };
        ("text:p", format!("text:p text:style-name=\"{}\"", theirs.unwrap_or(style)))
    }

    /// Takes up a change: what it took out, or that it brought something in.
    fn region(&mut self, change: Option<usize>, gone: Option<&str>) -> String {
        self.last_change += 1;
        let change = change.and_then(|at| self.export.changes.get(at));
        let (author, at) =
            change.map_or((PROGRAM, self.export.at), |change| (change.author.as_str(), change.at.as_str()));
        // A change has a moment in every file.
        let at = if at.is_empty() { self.export.at } else { at };
        let kind = if gone.is_some() { "deletion" } else { "insertion" };
        let id = format!("ct{}", self.last_change);
        put!(
            self.regions,
            "<text:changed-region xml:id=\"{id}\" text:id=\"{id}\"><text:{kind}><office:change-info><dc:creator>{}</dc:creator>\
             <dc:date>{}</dc:date></office:change-info>{}</text:{kind}></text:changed-region>",
            escape(author),
            escape(at),
            gone.unwrap_or_default()
        );
        id
    }

    /// The change that words of one of the two texts belong to, or else the nearest.
    fn change_of(&self, run: &Run, fate: Fate) -> Option<usize> {
        let distance = |change: &Change| {
            let place = if fate == Fate::Deleted { &change.before } else { &change.after };
            let apart = place.start.saturating_sub(run.at.end).max(run.at.start.saturating_sub(place.end));
            (apart, !(place.start < run.at.end && run.at.start < place.end))
        };
        let changes = &self.export.changes;
        (0..changes.len()).min_by_key(|at| changes.get(*at).map(distance))
    }

    pub(super) fn spans(&mut self, spans: &Spans) {
        let mut open: Option<Open> = None;
        // What stands before what is deleted, while that is written.
        let mut outside = String::new();
        let mut telling: Vec<(usize, Option<usize>)> = Vec::new();
        let pieces: Vec<(Run, Fate)> =
            joined(spans).into_iter().flat_map(|(run, fate)| self.cut(run, fate)).collect();
        for (run, fate) in pieces {
            let wanted = (fate != Fate::Kept).then(|| (fate, self.change_of(&run, fate)));
            let change = wanted.and_then(|(_, change)| change);
            let old = fate != Fate::Inserted && !self.in_note && !run.at.is_empty();
            let aside = self.whole && fate == Fate::Deleted;
            let edges =
                old && !aside && self.edges.get(self.next_edge).is_some_and(|edge| edge.at <= run.at.start);
            if open != wanted || edges {
                self.close(&mut open, &mut outside);
                if let Some((id, _)) = telling.pop_if(|(_, of)| *of != change) {
                    self.end_remark(id);
                }
                if edges {
                    self.pass_edges(run.at.start);
                }
                if let Some(change) = change.filter(|_| !aside) {
                    telling.extend(self.tell(change).map(|id| (id, Some(change))));
                }
                self.begin(wanted, &mut open, &mut outside);
            }
            self.run(&run, fate);
        }
        self.close(&mut open, &mut outside);
        while let Some((id, _)) = telling.pop() {
            self.end_remark(id);
        }
        if !self.in_note && !self.whole {
            self.end_with(spans);
        }
    }

    /// Begins a change within a paragraph.
    fn begin(&mut self, wanted: Option<Open>, open: &mut Option<Open>, outside: &mut String) {
        *open = wanted;
        match wanted {
            Some((Fate::Deleted, _)) if !self.whole => {
                *outside = std::mem::take(&mut self.out);
                self.blank = true;
            }
            Some((_, change)) if !self.whole => {
                let id = self.region(change, None);
                put!(self.out, "<text:change-start text:change-id=\"{id}\"/>");
            }
            _ => {}
        }
    }

    fn close(&mut self, open: &mut Option<Open>, outside: &mut String) {
        match open.take().filter(|_| !self.whole) {
            Some((Fate::Deleted, change)) => {
                let words = std::mem::replace(&mut self.out, std::mem::take(outside));
                let gone = format!("<text:p text:style-name=\"Text_20_body\">{words}</text:p>");
                let id = self.region(change, Some(&gone));
                put!(self.out, "<text:change text:change-id=\"{id}\"/>");
                // What stood before is not known any more.
                self.blank = true;
            }
            Some(_) => put!(self.out, "<text:change-end text:change-id=\"ct{}\"/>", self.last_change),
            None => {}
        }
    }

    fn run(&mut self, run: &Run, fate: Fate) {
        let link = run.link.as_deref().filter(|target| is_safe(target));
        if let Some(target) = link {
            put!(
                self.out,
                "<text:a xlink:type=\"simple\" xlink:href=\"{}\" text:style-name=\"Internet_20_link\">",
                escape(target)
            );
        }
        let look = number(run.look);
        if look > 0 {
            self.looks.insert(look);
            put!(self.out, "<text:span text:style-name=\"T{look}\">");
        }
        match &run.inline {
            Inline::Text(text) => self.text(text),
            Inline::Picture(alt, address) => {
                if self.picture(alt, address).is_none() {
                    self.text(&format!("[{alt}]"));
                }
            }
            Inline::Break => {
                self.out.push_str("<text:line-break/>");
                self.blank = true;
            }
            Inline::Note(label) => self.note(label, fate),
            Inline::Cited(_, set) => set.iter().for_each(|run| self.run(run, fate)),
            Inline::Anchor(..) => {}
        }
        self.out.push_str(if look > 0 { "</text:span>" } else { "" });
        self.out.push_str(if link.is_some() { "</text:a>" } else { "" });
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(&words(text, &mut self.blank));
    }

    /// A picture of which the bytes are at hand.
    fn picture(&mut self, alt: &str, address: &str) -> Option<()> {
        if let Some(frame) = self.theirs.drawn.get(address).cloned() {
            self.out.push_str(&self.theirs.slice(frame));
            self.blank = false;
            return Some(());
        }
        let bytes = self.export.pictures?.get(address)?.as_slice();
        let ((width, height), (ending, kind)) = (picture::size(bytes)?, picture::kind(bytes)?);
        let known = self.pictures.iter().position(|(.., other)| std::ptr::eq(*other, bytes));
        let at = known.unwrap_or_else(|| {
            let name = format!("Pictures/{}{}.{ending}", self.theirs.mark, self.pictures.len() + 1);
            self.pictures.push((name, kind, bytes));
            self.pictures.len() - 1
        });
        let (name, ..) = self.pictures.get(at)?;
        // Ninety-six pixels an inch, and no wider than the page.
        let shown = width.min(WIDEST);
        let millimetres = |pixels: u64| (pixels * 254).div_ceil(960);
        self.last_picture += 1;
        put!(
            self.out,
            "<draw:frame draw:name=\"Picture {}\" text:anchor-type=\"as-char\" svg:width=\"{}mm\" svg:height=\"{}mm\"><draw:image xlink:href=\"{name}\" \
             xlink:type=\"simple\" xlink:show=\"embed\" xlink:actuate=\"onLoad\"/><svg:desc>{}</svg:desc></draw:frame>",
            self.last_picture,
            millimetres(shown),
            millimetres((height * shown / width).max(1)),
            escape(alt)
        );
        self.blank = false;
        Some(())
    }

    /// A note where it is referred to. There is one for each mark, so a note that the text refers to again is written again
    /// while there is room for it. In a note the mark of another is its number: there are none in notes.
    fn note(&mut self, label: &str, fate: Fate) {
        let blocks = |at: usize| {
            self.notes.get(at).and_then(|notes| notes.get(label)).map(|note| note.blocks.as_slice())
        };
        let (was, is) = (blocks(0), blocks(1));
        let (was, is) = match fate {
            Fate::Kept => (was, is),
            Fate::Inserted => (None, is.or(was)),
            Fate::Deleted => (was.or(is), None),
        };
        let cost = RUN + [was, is].into_iter().flatten().map(size).sum::<usize>();
        let known = self.numbers.get(label).copied();
        if self.in_note || (known.is_some() && cost > self.spare) {
            let mark = known.map_or_else(|| format!("[{label}]"), |number| number.to_string());
            return self.text(&mark);
        }
        self.spare -= if known.is_some() { cost } else { 0 };
        if let (Some(note), false) = (self.theirs.noted.get(label).cloned(), known.is_some()) {
            self.numbers.insert(label.to_owned(), 0);
            self.out.push_str(&self.theirs.slice(note));
            self.blank = false;
            return;
        }
        self.last_note += 1;
        let number = self.last_note;
        self.numbers.entry(label.to_owned()).or_insert(number);
        put!(
            self.out,
            "<text:note text:id=\"note{number}\" text:note-class=\"footnote\"><text:note-citation>{number}</text:note-citation><text:note-body>"
        );
        let (merged, lists) =
            super::merged(was, is.filter(|_| self.export.proposed.is_some() || was.is_none()));
        let outside = (
            std::mem::take(&mut self.lists),
            self.tail.take(),
            std::mem::take(&mut self.pending),
            std::mem::take(&mut self.whole),
        );
        self.lists = outside.0.inner();
        self.in_note = true;
        self.pieces(&merged, &lists, &[], false);
        if merged.is_empty() {
            self.out.push_str("<text:p text:style-name=\"Footnote\"/>");
        }
        self.in_note = false;
        let (lists, tail, pending, whole) = outside;
        self.lists = lists.outer(&self.lists);
        (self.tail, self.pending, self.whole, self.blank) = (tail, pending, whole, false);
        self.out.push_str("</text:note-body></text:note>");
    }
}
