//! The styles of the file, and what the new words need beside them.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};

use crate::export::Page;
use crate::odt::parts;
use crate::xml::{Edits, Node, Piece, attr, nodes};

/// Family and name of a style.
type Key = (String, String);

#[derive(Debug, Default)]
pub(super) struct Styles {
    /// Names that styles of the file are known by, with those that they are shown as.
    theirs: HashMap<Key, String>,
    /// Styles of paragraphs that begin a page, with the one that each is based on.
    breaks: HashMap<String, (bool, String)>,
    /// Own ones: each with its definition.
    own: HashMap<Key, (String, Option<String>)>,
    add: BTreeSet<Key>,
    mark: String,
    /// Levels of headings that are numbered.
    pub(super) numbered: Vec<bool>,
}

fn each<'n, 'x>(root: Option<&'n Node<'x>>, part: &str, give: &mut dyn FnMut(&'n Node<'x>)) {
    root.and_then(|root| root.child(part)).into_iter().flat_map(|part| &part.nodes).for_each(give);
}

fn key(xml: &str, node: &Node<'_>) -> Option<Key> {
    let tag = xml.get(node.tag())?;
    let family = if node.name == "list-style" { "list".to_owned() } else { attr(tag, "family")? };
    Some((family, attr(tag, "name")?))
}

/// The ends of attributes that have names.
const NAMES: [&str; 8] = [
    "style-name",
    "style:name",
    "xml:id",
    "text:id",
    "change-id",
    "continue-list",
    "office:name",
    "draw:name",
];

impl Styles {
    pub(super) fn of(common: &str, content: &str, mark: &str) -> Self {
        let mut out = Self { mark: mark.to_owned(), ..Self::default() };
        let all = nodes(common, 0..common.len()).unwrap_or_default();
        each(all.first(), "styles", &mut |node| {
            let tag = common.get(node.tag()).unwrap_or_default();
            if let Some((family, name)) = key(common, node) {
                let shown = attr(tag, "display-name").unwrap_or_else(|| name.replace("_20_", " "));
                out.theirs.insert((family.clone(), name.clone()), name.clone());
                out.theirs.entry((family, shown)).or_insert(name);
            }
            if node.name == "outline-style" {
                for level in &node.nodes {
                    let tag = common.get(level.tag()).unwrap_or_default();
                    let counts = attr(tag, "num-format").is_some_and(|format| !format.is_empty());
                    let at =
                        attr(tag, "level").and_then(|level| level.parse().ok()).unwrap_or(0_usize).min(10);
                    out.numbered.resize(out.numbered.len().max(at + 1), false);
                    if let Some(level) = out.numbered.get_mut(at) {
                        *level = counts;
                    }
                }
            }
        });
        let all = nodes(content, 0..content.len()).unwrap_or_default();
        each(all.first(), "automatic-styles", &mut |node| {
            let tag = content.get(node.tag()).unwrap_or_default();
            let page = attr(tag, "master-page-name").is_some_and(|name| !name.is_empty());
            let whole = content.get(node.at.clone()).unwrap_or_default();
            let breaks =
                ["break-before", "break-after", "page-number="].iter().any(|name| whole.contains(name));
            if let (true, Some((_, name))) = (page || breaks, key(content, node)) {
                out.breaks.insert(name, (page, attr(tag, "parent-style-name").unwrap_or_default()));
            }
        });
        out
    }

    /// Takes up the own ones.
    pub(super) fn know(&mut self, language: &str, languages: &BTreeSet<String>) {
        let own = parts::styles(language, &Page::default(), languages);
        let all = nodes(&own, 0..own.len()).unwrap_or_default();
        each(all.first(), "styles", &mut |node| {
            if let Some(key) = key(&own, node) {
                let tag = own.get(node.tag()).unwrap_or_default();
                let whole = own.get(node.at.clone()).unwrap_or_default().to_owned();
                self.own.insert(key, (whole, attr(tag, "parent-style-name")));
            }
        });
    }

    /// A style for a paragraph beside one of this style: it begins no page.
    pub(super) fn beside(&self, name: &str) -> String {
        self.breaks.get(name).map_or(name, |(_, base)| base.as_str()).to_owned()
    }

    /// Whether the file numbers a heading, by its tag.
    pub(super) fn counts(&self, tag: Option<&str>) -> bool {
        let tag = tag.unwrap_or_default();
        let level = attr(tag, "outline-level").and_then(|level| level.parse::<usize>().ok()).unwrap_or(1);
        let bare = attr(tag, "is-list-header").as_deref() == Some("true");
        !bare && self.numbered.get(level).copied().unwrap_or_default()
    }

    /// Whether a paragraph of this style begins pages of another kind.
    pub(super) fn turns(&self, name: &str) -> bool {
        self.breaks.get(name).is_some_and(|(page, _)| *page)
    }

    /// The name that an own style has in the file.
    fn name(&mut self, name: &str) -> String {
        for family in ["paragraph", "text", "list"] {
            let key = (family.to_owned(), name.to_owned());
            let Some((_, base)) = self.own.get(&key).cloned() else { continue };
            let shown = (family.to_owned(), name.replace("_20_", " "));
            if let Some(theirs) = self.theirs.get(&key).or_else(|| self.theirs.get(&shown)) {
                return theirs.clone();
            }
            if self.add.insert(key) {
                base.map(|base| self.name(&base));
            }
            return name.to_owned();
        }
        format!("{}{name}", self.mark)
    }

    /// New words with the names that the file has for what they name.
    pub(super) fn mapped(&mut self, words: &str) -> String {
        let mut out = String::with_capacity(words.len());
        let mut rest = words;
        while let Some((before, after)) = rest.split_once("=\"") {
            out.push_str(before);
            out.push_str("=\"");
            let Some((name, next)) = after.split_once('"') else { break };
            let found = NAMES.iter().find(|end| before.ends_with(*end));
            match (found, name.strip_prefix('=')) {
                (Some(&"style-name"), Some(theirs)) => out.push_str(theirs),
                (Some(&"style-name"), None) => out.push_str(&self.name(name)),
                (Some(_), _) => put!(out, "{}{name}", self.mark),
                (None, _) => out.push_str(name),
            }
            out.push('"');
            rest = next;
        }
        out.push_str(rest);
        out
    }

    /// The part of the styles with those that the file has not; as it is where there are none.
    pub(super) fn added<'c>(&self, common: &'c str) -> Option<Cow<'c, str>> {
        let own: HashSet<&Key> = self.add.iter().collect();
        if own.is_empty() {
            return Some(Cow::Borrowed(common));
        }
        let all = nodes(common, 0..common.len())?;
        let place = all.first()?.child("styles").filter(|styles| !styles.is_empty_tag())?;
        let new: String = self.add.iter().filter_map(|key| Some(self.own.get(key)?.0.as_str())).collect();
        // The faces of fonts are declared in our own files alone.
        let faces = "style:font-name=\"Consolas\" style:font-name-asian=\"맑은 고딕\"";
        let new = new.replace(faces, "fo:font-family=\"Consolas\"");
        let mut edits = Edits::default();
        declare(common, all.first()?, &mut edits)?;
        edits.put(place.inner.end..place.inner.end, vec![Piece::Text(new)]);
        edits.apply(common).map(Cow::Owned)
    }
}

/// Declares the prefixes of what is new. `None` where the part has one of them for something else.
pub(super) fn declare(xml: &str, root: &Node<'_>, edits: &mut Edits) -> Option<()> {
    let tag = xml.get(root.tag())?;
    let mut missing = String::new();
    for name in parts::NAMESPACES.split_whitespace().filter(|name| name.starts_with("xmlns:")) {
        let (prefix, address) = name.split_once('=')?;
        if !tag.contains(name) && !tag.contains(&name.replace('"', "'")) {
            if tag.contains(&format!("{prefix}=")) {
                return None;
            }
            put!(missing, " {prefix}={address}");
        }
    }
    let at = root.inner.start.checked_sub(1).filter(|_| !root.is_empty_tag())?;
    if !missing.is_empty() {
        edits.put(at..at, vec![Piece::Text(missing)]);
    }
    Some(())
}
