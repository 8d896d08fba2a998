//! Lists as ODT has them: one in an item of another. What may not stand in a list ends it, and behind that it goes on.

use std::collections::HashMap;

use crate::flat::{Line, Numbered, Numbering};
use crate::html::escape;

/// Lists that are open, by their numbers.
#[derive(Default)]
pub(super) struct Lists {
    open: Vec<usize>,
    /// Those that were open when something ended them that stands between their items.
    ended: Vec<usize>,
    /// The lists of the last item, whichever text has it.
    passed: Vec<usize>,
    /// Names of outermost lists.
    ids: HashMap<usize, usize>,
    count: usize,
    /// Styles that lists have in the file that the text goes into, by their numbers; empty where those of their paragraphs say it.
    pub(super) theirs: HashMap<usize, String>,
}

impl Lists {
    /// Those of a note, whose names are none of the text's.
    pub(super) fn inner(&self) -> Self {
        Self { count: self.count, ..Self::default() }
    }

    /// Those of the text behind a note.
    pub(super) fn outer(self, inner: &Self) -> Self {
        Self { count: inner.count, ..self }
    }

    /// Ends all lists, and says whether they may go on.
    pub(super) fn end(&mut self, out: &mut String, go_on: bool) {
        let open = self.open.len();
        if go_on && open > 0 {
            self.ended.clone_from(&self.open);
        } else if !go_on {
            self.ended.clear();
        }
        self.close(0, out);
    }

    fn close(&mut self, depth: usize, out: &mut String) {
        while self.open.len() > depth {
            self.open.pop();
            out.push_str("</text:list-item></text:list>");
        }
    }

    /// Opens what a line stands in, up to its own item.
    pub(super) fn open(&mut self, line: &Line, all: &[Numbering], out: &mut String) {
        let Some(item) = &line.item else {
            let depth = usize::from(line.inset);
            if depth == 0 {
                return self.end(out, false);
            }
            self.close(depth, out);
            let deepest = self.ended.last().copied().unwrap_or_default();
            while self.open.len() < depth {
                let list = self.ended.get(self.open.len()).copied().unwrap_or(deepest);
                self.begin(list, all, false, out);
            }
            return;
        };
        let depth = self.pass(item, all);
        self.close(depth + 1, out);
        if self.open.get(depth) == Some(&item.list) {
            out.push_str("</text:list-item><text:list-item>");
            return;
        }
        self.close(depth, out);
        while self.open.len() < depth {
            let list = self.ended.get(self.open.len()).copied().unwrap_or(item.list);
            self.begin(list, all, false, out);
        }
        let anew = self.ended.get(depth) != Some(&item.list);
        self.begin(item.list, all, anew, out);
    }

    /// A paragraph of a line in lists of its own, as what is deleted stands beside the text.
    pub(super) fn wrapped(&mut self, line: &Line, all: &[Numbering], paragraph: &str) -> String {
        let first = line.item.as_ref().is_some_and(|item| !self.passed.contains(&item.list));
        let depth = line.item.as_ref().map_or(usize::from(line.inset), |item| self.pass(item, all) + 1);
        let kind = if line.item.is_some() { "item" } else { "header" };
        let (mut before, mut after) = (String::new(), String::new());
        for at in 1..=depth {
            let kind = if at < depth { "item" } else { kind };
            let list = self.passed.get(at - 1);
            let start = list.and_then(|list| all.get(*list)?.start);
            let style = self.style(list.copied(), start);
            put!(before, "<text:list{style}><text:list-{kind}");
            if let Some(start) = start.filter(|start| at == depth && first && *start != 1) {
                put!(before, " text:start-value=\"{start}\"");
            }
            before.push('>');
            after.insert_str(0, &format!("</text:list-{kind}></text:list>"));
        }
        format!("{before}{paragraph}{after}")
    }

    /// The level of an item, which is passed.
    fn pass(&mut self, item: &Numbered, all: &[Numbering]) -> usize {
        let depth = usize::from(all.get(item.list).map_or(item.level, |list| list.level));
        self.passed.resize(depth, item.list);
        self.passed.push(item.list);
        depth
    }

    fn style(&self, list: Option<usize>, start: Option<u64>) -> String {
        match list.and_then(|list| self.theirs.get(&list)) {
            Some(theirs) if theirs.is_empty() => String::new(),
            Some(theirs) => format!(" text:style-name=\"={}\"", escape(theirs)),
            None if start.is_some() => " text:style-name=\"Numbers\"".to_owned(),
            None => " text:style-name=\"Bullets\"".to_owned(),
        }
    }

    /// Opens a list and an item of it. One that goes on has its name.
    fn begin(&mut self, list: usize, all: &[Numbering], anew: bool, out: &mut String) {
        let start = all.get(list).and_then(|list| list.start);
        put!(out, "<text:list{}", self.style(Some(list), start));
        if self.open.is_empty() {
            if let Some(before) = self.ids.get(&list) {
                put!(out, " text:continue-list=\"list{before}\"");
            }
            self.count += 1;
            put!(out, " xml:id=\"list{}\"", self.count);
            self.ids.insert(list, self.count);
        }
        out.push_str("><text:list-item");
        if let Some(start) = start.filter(|start| anew && (*start != 1 || !self.open.is_empty())) {
            put!(out, " text:start-value=\"{start}\"");
        }
        out.push('>');
        self.open.push(list);
        self.ended.truncate(self.open.len() - usize::from(anew));
    }
}
