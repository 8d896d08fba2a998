//! Paragraphs and tables, with the changes and comments in them.

mod words;

use std::collections::{BTreeSet, HashMap};
use std::time::Instant;

use super::run::{joined, size};
use crate::export::{Change, Edge, Export, PROGRAM, cut, edges};
use crate::flat::{Fate, Line, Merged, Numbered, Numbering, PATIENCE, Spans, Style};
use crate::html::{escape, is_safe};
use crate::{Align, Look, Run};

/// Twentieths of a point that a list is set in by, and a quotation.
pub(super) const INSET: usize = 720;
pub(super) const QUOTE: usize = 360;

pub(super) struct Body<'a> {
    export: &'a Export<'a>,
    out: String,
    pub(super) links: HashMap<String, usize>,
    pub(super) note_links: HashMap<String, usize>,
    /// Notes in the order of the marks that refer to them, and which text has the mark.
    pub(super) references: Vec<(String, Fate)>,
    /// The number under which each note was written first.
    numbers: HashMap<String, usize>,
    /// What each note takes to write, and what may still be spent on writing notes once more.
    sizes: HashMap<&'a str, usize>,
    spare: usize,
    pub(super) comments: String,
    /// Languages of code that need a style.
    pub(super) languages: BTreeSet<String>,
    edges: Vec<Edge>,
    next_edge: usize,
    /// Changes whose reason was told.
    told: Vec<bool>,
    last_comment: usize,
    last_change: usize,
    /// The change that was written last: whom the end of a paragraph belongs to.
    current: Option<usize>,
    pub(super) in_note: bool,
    pub(super) ids: Ids,
    /// Properties of the run beside which words are written, and the look that they give.
    pub(super) beside: Option<(String, Look)>,
    /// Properties of a paragraph that is like the one to be written.
    pub(super) like: Option<String>,
    /// What refers to a note of the file that the text is to go into, by label: for the next who needs it.
    pub(super) freed: HashMap<String, String>,
    /// Pictures of that file by their address.
    pub(super) drawn: HashMap<String, String>,
    /// Pictures that are taken up, by the number of their relation.
    pub(super) pictures: Vec<&'a str>,
    pub(super) numbered: bool,
    /// When the lines of a file are compared no more.
    pub(super) deadline: Instant,
}

/// Where numbers begin, in a file that has some.
#[derive(Debug, Clone, Default)]
pub(super) struct Ids {
    pub(super) comment: usize,
    pub(super) note: usize,
    pub(super) change: usize,
    pub(super) list: usize,
    /// Behind the names of relations.
    pub(super) link: String,
}

/// Characters that notes may take which are written once more, whatever the length of the text.
const SPARE: usize = 1 << 16;

/// What stands around the first paragraph of a note.
const NOTE_MARK: &str = "<w:r><w:rPr><w:rStyle w:val=\"FootnoteReference\"/></w:rPr><w:footnoteRef/></w:r>\
    <w:r><w:t xml:space=\"preserve\"> </w:t></w:r>";

impl<'a> Body<'a> {
    pub(super) fn new(export: &'a Export<'a>, ids: Ids) -> Self {
        let mut sizes: HashMap<&str, usize> = HashMap::new();
        let mut spare = SPARE;
        for document in [Some(export.text), export.proposed].into_iter().flatten() {
            spare += size(&document.blocks);
            for note in &document.notes {
                *sizes.entry(&note.label).or_default() += size(&note.blocks);
                spare += size(&note.blocks);
            }
        }
        let mut body = Self {
            export,
            out: String::new(),
            links: HashMap::new(),
            note_links: HashMap::new(),
            references: Vec::new(),
            numbers: HashMap::new(),
            sizes,
            spare,
            comments: String::new(),
            languages: BTreeSet::new(),
            edges: edges(ids.comment, export.remarks),
            next_edge: 0,
            told: vec![false; export.changes.len()],
            last_comment: ids.comment + export.remarks.len(),
            last_change: ids.change,
            current: None,
            in_note: false,
            ids,
            beside: None,
            like: None,
            freed: HashMap::new(),
            drawn: HashMap::new(),
            pictures: Vec::new(),
            numbered: false,
            deadline: Instant::now() + PATIENCE * 4,
        };
        for (id, remark) in (body.ids.comment..).zip(export.remarks) {
            body.comment(id, &remark.author, &remark.at, &remark.text);
        }
        body
    }

    /// What was written since the last time.
    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.out)
    }

    /// Writes pieces; `note` is the number of the footnote that they are.
    pub(super) fn pieces(&mut self, pieces: &[Merged], lists: &[Numbering], note: Option<usize>) {
        self.in_note = note.is_some();
        let mut first = note.is_some();
        for (index, piece) in pieces.iter().enumerate() {
            match piece {
                Merged::Line(line, fate, spans) => {
                    self.line(line, *fate, spans, lists, std::mem::take(&mut first));
                }
                Merged::Table { align, rows, inset } => {
                    if std::mem::take(&mut first) {
                        put!(self.out, "<w:p>{NOTE_MARK}</w:p>");
                    }
                    self.table(align, rows, usize::from(*inset));
                    // Two tables in a row would be one, and a table is no end of a text.
                    if !matches!(pieces.get(index + 1), Some(Merged::Line(..))) {
                        self.out.push_str("<w:p/>");
                    }
                }
            }
        }
        if first {
            put!(self.out, "<w:p><w:pPr><w:pStyle w:val=\"FootnoteText\"/></w:pPr>{NOTE_MARK}</w:p>");
        }
    }

    pub(super) fn line(&mut self, line: &Line, fate: Fate, spans: &Spans, lists: &[Numbering], marked: bool) {
        // The words first: whom the paragraph's end belongs to is known behind them.
        let outside = std::mem::take(&mut self.out);
        self.current = None;
        if let Some(Numbered { checked: Some(done), .. }) = line.item {
            let sign = Run::text(if done { "☑ " } else { "☐ " }, crate::Look::default());
            self.spans(&vec![(sign, fate)]);
        }
        self.spans(spans);
        let words = std::mem::replace(&mut self.out, outside);
        let properties = self.properties(line, fate, lists);
        self.out.push_str("<w:p>");
        self.out.push_str(&properties);
        if marked {
            self.out.push_str(NOTE_MARK);
        }
        self.out.push_str(&words);
        self.out.push_str("</w:p>");
    }

    fn properties(&mut self, line: &Line, fate: Fate, lists: &[Numbering]) -> String {
        let inner = self.like.take().unwrap_or_else(|| self.shape(line, lists));
        let tag = (fate != Fate::Kept).then(|| self.change_tag(fate, self.current));
        let end = tag.map(|tag| format!("<w:rPr><{tag}/></w:rPr>")).unwrap_or_default();
        if inner.is_empty() && end.is_empty() {
            String::new()
        } else {
            format!("<w:pPr>{inner}{end}</w:pPr>")
        }
    }

    /// Properties of a paragraph, but for its end.
    pub(super) fn shape(&mut self, line: &Line, lists: &[Numbering]) -> String {
        let mut out = String::new();
        let (quote, inset) = (usize::from(line.quote), usize::from(line.inset));
        let style = match &line.style {
            Style::Heading(level) => format!("Heading{level}"),
            Style::Code(language) => self.code_style(language),
            Style::Rule => "HorizontalRule".to_owned(),
            Style::Body if self.in_note && quote == 0 && inset == 0 => "FootnoteText".to_owned(),
            Style::Body if quote > 0 => {
                format!("Quote{}", if quote == 1 { String::new() } else { quote.min(9).to_string() })
            }
            Style::Body if line.item.is_some() => "ListParagraph".to_owned(),
            Style::Body if inset > 0 => "ListContinue".to_owned(),
            Style::Body => String::new(),
        };
        if !style.is_empty() {
            put!(out, "<w:pStyle w:val=\"{style}\"/>");
        }
        let left = inset * INSET + quote * QUOTE;
        if let Some(item) = &line.item {
            let level = lists.get(item.list).map_or(item.level, |list| list.level);
            let id = self.ids.list + item.list + 1;
            self.numbered = true;
            put!(out, "<w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"{id}\"/></w:numPr>");
            if quote > 0 {
                put!(out, "<w:ind w:left=\"{left}\" w:hanging=\"360\"/>");
            }
        } else if left > 0 && (inset > 0 || line.style != Style::Body) {
            put!(out, "<w:ind w:left=\"{left}\"/>");
        }
        out
    }

    fn code_style(&mut self, language: &str) -> String {
        let plain: String = language.chars().filter(char::is_ascii_alphanumeric).collect();
        if plain.is_empty() || plain != language {
            return "SourceCode".to_owned();
        }
        self.languages.insert(plain);
        format!("SourceCode_{language}")
    }

    /// `w:ins w:id=… w:author=… w:date=…`
    pub(super) fn change_tag(&mut self, fate: Fate, change: Option<usize>) -> String {
        self.last_change += 1;
        let change = change.and_then(|at| self.export.changes.get(at));
        let author = change.map_or(PROGRAM, |change| change.author.as_str());
        let at = change.map_or(self.export.at, |change| change.at.as_str());
        let name = if fate == Fate::Deleted { "w:del" } else { "w:ins" };
        format!(
            "{name} w:id=\"{}\" w:author=\"{}\" w:date=\"{}\"",
            self.last_change,
            escape(author),
            escape(at)
        )
    }

    /// The change that a run belongs to: the one over it, else the nearest.
    fn change_of(&self, run: &Run, fate: Fate) -> Option<usize> {
        let place = |change: &Change| match fate {
            Fate::Inserted => change.after.clone(),
            _ => change.before.clone(),
        };
        let distance = |change: &Change| {
            let place = place(change);
            place.start.saturating_sub(run.at.end).max(run.at.start.saturating_sub(place.end))
        };
        let covers = |change: &Change| {
            let place = place(change);
            place.start < run.at.end && run.at.start < place.end
        };
        let changes = &self.export.changes;
        let over = changes.iter().position(covers);
        over.or_else(|| (0..changes.len()).min_by_key(|at| changes.get(*at).map_or(usize::MAX, distance)))
    }

    pub(super) fn spans(&mut self, spans: &Spans) {
        let mut open: Option<(Fate, Option<usize>)> = None;
        let mut link: Option<String> = None;
        let mut telling: Vec<usize> = Vec::new();
        let close = |body: &mut Self, open: &mut Option<(Fate, Option<usize>)>| {
            if let Some((fate, _)) = open.take() {
                body.out.push_str(if fate == Fate::Deleted { "</w:del>" } else { "</w:ins>" });
            }
        };
        let pieces = joined(spans).into_iter().flat_map(|(run, fate)| self.cut(run, fate));
        for (run, fate) in pieces.collect::<Vec<_>>() {
            let wanted = (fate != Fate::Kept).then(|| (fate, self.change_of(&run, fate)));
            let target = run.link.clone().filter(|target| is_safe(target));
            let old = fate != Fate::Inserted && !self.in_note && !run.at.is_empty();
            let edges = old && self.edges.get(self.next_edge).is_some_and(|edge| edge.at <= run.at.start);
            let moves = open != wanted;
            if moves || link != target || edges {
                close(self, &mut open);
                if link.is_some() {
                    self.out.push_str("</w:hyperlink>");
                    link = None;
                }
            }
            let change = wanted.and_then(|(_, change)| change);
            if let Some(id) = telling.pop_if(|_| moves && self.current != change) {
                self.end_comment(id);
            }
            if old {
                self.pass_edges(run.at.start);
            }
            if let (Some(change), true) = (change, moves) {
                telling.extend(self.tell(change));
            }
            if let Some(target) = target.filter(|_| link.is_none()) {
                let id = self.link(&target);
                put!(self.out, "<w:hyperlink r:id=\"rLink{}{id}\" w:history=\"1\">", self.ids.link);
                link = Some(target);
            }
            if let Some((fate, change)) = wanted
                && open.is_none()
            {
                self.current = change.or(self.current);
                let tag = self.change_tag(fate, change);
                put!(self.out, "<{tag}>");
                open = wanted;
            } else if wanted.is_none() {
                self.current = None;
            }
            self.run(&run, fate, link.is_some());
        }
        close(self, &mut open);
        if link.is_some() {
            self.out.push_str("</w:hyperlink>");
        }
        while let Some(id) = telling.pop() {
            self.end_comment(id);
        }
    }

    /// A run in pieces, so that remarks begin and end between them.
    fn cut(&self, run: Run, fate: Fate) -> Vec<(Run, Fate)> {
        if fate == Fate::Inserted || self.in_note {
            return vec![(run, fate)];
        }
        cut(run, fate, self.edges.get(self.next_edge..).unwrap_or_default())
    }

    /// Begins the comment that says why a change is proposed, the first time.
    fn tell(&mut self, change: usize) -> Option<usize> {
        let reason = self.export.untold(change, &mut self.told, self.in_note)?;
        let id = self.last_comment;
        self.last_comment += 1;
        self.comment(id, &reason.author, &reason.at, &reason.reason);
        put!(self.out, "<w:commentRangeStart w:id=\"{id}\"/>");
        Some(id)
    }

    fn end_comment(&mut self, id: usize) {
        put!(
            self.out,
            "<w:commentRangeEnd w:id=\"{id}\"/><w:r><w:rPr><w:rStyle w:val=\"CommentReference\"/></w:rPr><w:commentReference w:id=\"{id}\"/></w:r>"
        );
    }

    fn comment(&mut self, id: usize, author: &str, at: &str, text: &str) {
        let initials: String =
            author.split_whitespace().filter_map(|word| word.chars().next()).take(3).collect();
        put!(
            self.comments,
            "<w:comment w:id=\"{id}\" w:author=\"{}\" w:date=\"{}\" w:initials=\"{}\">",
            escape(author),
            escape(at),
            escape(&initials)
        );
        for line in text.split('\n') {
            put!(
                self.comments,
                "<w:p><w:pPr><w:pStyle w:val=\"CommentText\"/></w:pPr><w:r><w:t xml:space=\"preserve\">{}</w:t></w:r></w:p>",
                escape(line)
            );
        }
        self.comments.push_str("</w:comment>");
    }

    /// Where the next remark begins or ends.
    pub(super) fn next_edge(&self) -> usize {
        self.edges.get(self.next_edge).map_or(usize::MAX, |edge| edge.at)
    }

    /// Begins and ends the remarks whose places were reached.
    pub(super) fn pass_edges(&mut self, at: usize) {
        while let Some(edge) = self.edges.get(self.next_edge).copied().filter(|edge| edge.at <= at) {
            self.next_edge += 1;
            if edge.begins {
                put!(self.out, "<w:commentRangeStart w:id=\"{}\"/>", edge.id);
            } else {
                self.end_comment(edge.id);
            }
        }
    }

    /// Remarks that the text ends with, and those on notes, which Word has no comments in.
    pub(super) fn end_remarks(&mut self) {
        if self.next_edge < self.edges.len() {
            let at = self.out.rfind("</w:p>").unwrap_or(self.out.len());
            let rest = self.out.split_off(at);
            if rest.is_empty() {
                self.out.push_str("<w:p>");
            }
            self.pass_edges(usize::MAX);
            self.out.push_str(if rest.is_empty() { "</w:p>" } else { &rest });
        }
    }

    pub(super) fn table(&mut self, align: &[Align], rows: &[(Fate, Vec<Spans>)], inset: usize) {
        let columns = rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0).max(1);
        let width = 9000 / columns;
        self.out
            .push_str("<w:tbl><w:tblPr><w:tblStyle w:val=\"TableGrid\"/><w:tblW w:w=\"0\" w:type=\"auto\"/>");
        if inset > 0 {
            put!(self.out, "<w:tblInd w:w=\"{}\" w:type=\"dxa\"/>", inset * INSET);
        }
        self.out.push_str("<w:tblLook w:val=\"0020\" w:firstRow=\"1\" w:lastRow=\"0\" w:firstColumn=\"0\" w:lastColumn=\"0\" w:noHBand=\"1\" w:noVBand=\"1\"/></w:tblPr><w:tblGrid>");
        self.out.push_str(&format!("<w:gridCol w:w=\"{width}\"/>").repeat(columns));
        self.out.push_str("</w:tblGrid>");
        for (index, (fate, cells)) in rows.iter().enumerate() {
            let outside = std::mem::take(&mut self.out);
            self.current = None;
            let mut by = None;
            for column in 0..columns {
                let jc = match align.get(column).copied().unwrap_or_default() {
                    Align::None => "",
                    Align::Left => "<w:pPr><w:jc w:val=\"left\"/></w:pPr>",
                    Align::Center => "<w:pPr><w:jc w:val=\"center\"/></w:pPr>",
                    Align::Right => "<w:pPr><w:jc w:val=\"right\"/></w:pPr>",
                };
                put!(self.out, "<w:tc><w:tcPr><w:tcW w:w=\"{width}\" w:type=\"dxa\"/></w:tcPr><w:p>{jc}");
                if let Some(spans) = cells.get(column) {
                    self.spans(spans);
                }
                by = by.or(self.current);
                self.out.push_str("</w:p></w:tc>");
            }
            let words = std::mem::replace(&mut self.out, outside);
            self.out.push_str("<w:tr>");
            let head = if index == 0 { "<w:tblHeader/>" } else { "" };
            let tag = if *fate == Fate::Kept {
                String::new()
            } else {
                format!("<{}/>", self.change_tag(*fate, by))
            };
            if !head.is_empty() || !tag.is_empty() {
                put!(self.out, "<w:trPr>{head}{tag}</w:trPr>");
            }
            self.out.push_str(&words);
            self.out.push_str("</w:tr>");
        }
        self.out.push_str("</w:tbl>");
    }
}
