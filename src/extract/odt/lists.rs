//! Which list an item of an ODT stands in, and what is counted with what.

use std::collections::HashMap;

use super::styles::Styles;
use crate::docx;
use crate::numbering::LEVELS;
use crate::xml::Element;

/// The list of headings.
const OUTLINE: &str = "outline";

/// A list that is open.
#[derive(Clone)]
pub(super) struct List {
    /// Names what is counted: lists that go on have the same.
    key: String,
    pub(super) style: Option<String>,
    /// The style of the list that it stands in.
    root: Option<String>,
    pub(super) depth: usize,
    /// Tells it from others of the same, and from itself before its numbers began again; those that it stands in before it.
    path: Vec<usize>,
}

/// The lists of a text, as they come.
pub(super) struct Lists<'a> {
    styles: &'a Styles,
    /// Every list with its levels.
    pub(super) tree: docx::Styles,
    /// What is counted by each list that has an id, and by the last of each style.
    known: HashMap<String, String>,
    /// The list of the last paragraph, where it stood in one.
    pub(super) last: Option<List>,
    count: usize,
}

impl<'a> Lists<'a> {
    pub(super) fn new(styles: &'a Styles) -> Self {
        Self { styles, tree: styles.tree(), known: HashMap::new(), last: None, count: 0 }
    }

    /// The list and the level of a heading.
    pub(super) fn heading(&mut self, heading: &Element<'_>, level: usize) -> Option<(String, usize)> {
        let header = heading.attr("is-list-header").is_some_and(|header| header == "true");
        let styled = heading.attr("style-name").is_some_and(|style| self.styles.unnumbered(&style));
        if header || styled || level == 0 || self.styles.outline.is_empty() {
            return None;
        }
        let mut start = None;
        let mut id = OUTLINE.to_owned();
        if heading.attr("restart-numbering").is_some_and(|restart| restart == "true") {
            self.count += 1;
            start = Some((level - 1, heading.number("start-value").unwrap_or(1)));
            id = format!("{OUTLINE} {}", self.count);
        }
        self.tree.put_list(&id, OUTLINE, &self.styles.outline, start);
        Some((id, level - 1))
    }

    /// Opens a list in another, or one of its own. One that was deleted goes on the one that it stood in.
    pub(super) fn open(&mut self, element: &Element<'_>, above: Option<&List>, deleted: bool) -> List {
        let style = element.attr("style-name").or_else(|| above?.style.clone());
        let on = element.attr("continue-numbering").is_some_and(|on| on == "true");
        // A paragraph may be an item by itself, of the list of this id.
        let after = element.attr("continue-list").or_else(|| element.attr("list-id"));
        let last = format!(" {}", style.as_deref().unwrap_or_default());
        let before = after.as_ref().or(Some(&last).filter(|_| on)).and_then(|name| self.known.get(name));
        let depth = match above {
            Some(above) => above.depth + 1,
            None => element.number::<usize>("level").unwrap_or(1).clamp(1, LEVELS) - 1,
        };
        let beside = self.last.as_ref().filter(|last| deleted && last.root == style);
        if let (Some(beside), None) = (beside, above) {
            let path = beside.path.iter().take(1).copied().collect();
            return List { key: beside.key.clone(), root: style.clone(), style, depth, path };
        }
        let key = above.map(|above| above.key.clone()).or_else(|| before.cloned()).unwrap_or_else(|| {
            self.count += 1;
            self.count.to_string()
        });
        self.known
            .extend(element.attr("id").or(after).into_iter().chain([last]).map(|name| (name, key.clone())));
        // Two in one item are two lists.
        let mut path = above.map(|above| above.path.clone()).unwrap_or_default();
        let same =
            self.last.as_ref().filter(|last| deleted && last.key == key && last.path.starts_with(&path));
        path.push(match same.and_then(|last| last.path.get(path.len())) {
            Some(same) => *same,
            None if above.is_none() => 0,
            None => {
                self.count += 1;
                self.count
            }
        });
        let root = above.map_or_else(|| style.clone(), |above| above.root.clone());
        List { key, style, root, depth, path }
    }

    /// The list and the level of an item; `from` is the number that it begins anew with.
    pub(super) fn item(
        &mut self,
        list: &mut List,
        paragraph: Option<&str>,
        from: Option<u32>,
    ) -> (String, usize) {
        if from.is_some() {
            self.count += 1;
            list.path.pop();
            list.path.push(self.count);
        }
        let style = list.style.as_deref();
        let named = style.or(paragraph).unwrap_or_default();
        let id = format!("{} {:?} {named}", list.key, list.path.last());
        let levels = self.styles.levels(style, paragraph).unwrap_or_default();
        self.tree.put_list(&id, &list.key, levels, from.map(|from| (list.depth, from)));
        (id, list.depth)
    }
}
