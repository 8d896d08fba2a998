//! What was noted to places of the text, and why a change is proposed.

use super::body::Body;
use super::run::words;
use crate::Run;
use crate::docx::cut;
use crate::flat::{Fate, Spans};
use crate::html::escape;

impl Body<'_> {
    /// A run in pieces, so that remarks begin and end between them.
    pub(super) fn cut(&self, run: Run, fate: Fate) -> Vec<(Run, Fate)> {
        if fate == Fate::Inserted || self.in_note {
            return vec![(run, fate)];
        }
        cut(run, fate, self.edges.get(self.next_edge..).unwrap_or_default())
    }

    /// Begins the remark that says why a change is proposed, the first time.
    pub(super) fn tell(&mut self, change: usize) -> Option<usize> {
        let reason = self.export.untold(change, &mut self.told, self.in_note)?;
        self.last_remark += 1;
        let id = self.last_remark - 1;
        self.remark(id, &reason.author, &reason.at, &reason.reason);
        Some(id)
    }

    fn remark(&mut self, id: usize, author: &str, at: &str, text: &str) {
        put!(
            self.out,
            "<office:annotation office:name=\"remark{id}\"><dc:creator>{}</dc:creator>",
            escape(author)
        );
        if !at.is_empty() {
            put!(self.out, "<dc:date>{}</dc:date>", escape(at));
        }
        for line in text.split('\n') {
            put!(self.out, "<text:p>{}</text:p>", words(line, &mut true));
        }
        self.out.push_str("</office:annotation>");
    }

    pub(super) fn end_remark(&mut self, id: usize) {
        put!(self.out, "<office:annotation-end office:name=\"remark{id}\"/>");
    }

    /// Begins and ends the remarks whose places were reached.
    pub(super) fn pass_edges(&mut self, at: usize) {
        let export = self.export;
        while let Some(edge) = self.edges.get(self.next_edge).copied().filter(|edge| edge.at <= at) {
            self.next_edge += 1;
            match export.remarks.get(edge.id).filter(|_| edge.begins) {
                Some(remark) => self.remark(edge.id, &remark.author, &remark.at, &remark.text),
                None => self.end_remark(edge.id),
            }
        }
    }

    /// Remarks that the text ends with, and those on notes.
    pub(super) fn end_remarks(&mut self) {
        if self.next_edge < self.edges.len() || self.out.is_empty() {
            let at = self.tail.map_or(self.out.len(), |(at, _)| at);
            let rest = self.out.split_off(at);
            self.out.push_str(if rest.is_empty() { "<text:p text:style-name=\"Text_20_body\">" } else { "" });
            self.pass_edges(usize::MAX);
            self.out.push_str(if rest.is_empty() { "</text:p>" } else { &rest });
        }
    }

    /// Ends the remarks that end with these words, and not with the next.
    pub(super) fn end_with(&mut self, spans: &Spans) {
        let end = spans.iter().filter(|(_, fate)| *fate != Fate::Inserted).map(|(run, _)| run.at.end).max();
        while let Some(edge) =
            self.edges.get(self.next_edge).filter(|edge| !edge.begins && Some(edge.at) <= end)
        {
            let id = edge.id;
            self.next_edge += 1;
            self.end_remark(id);
        }
    }
}
