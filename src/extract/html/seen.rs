//! What of a page is seen: hidden and struck parts are passed over, raised text, readings and formulas become
//! characters.

use std::borrow::Cow;
use std::collections::HashSet;
use std::convert::Infallible;

use ego_tree::NodeId;
use scraper::node::Element;
use scraper::{ElementRef, Html, Node, Selector};

use crate::math;
use crate::script::{END, LOWERED, RAISED};

/// Rules of a style sheet that are looked at.
const MAX_RULES: usize = 200;
/// Elements nested deeper than this lose their tags, not their text: a parser's work per element grows with its depth.
const MAX_DEPTH: usize = 400;

pub(super) enum Step<'a> {
    Text(&'a str),
    /// Answered with whether to go inside.
    Open(ElementRef<'a>),
    Close(ElementRef<'a>),
}

/// Visits an element and what is inside it, in the order of the page.
pub(super) fn walk<'a, E>(
    root: ElementRef<'a>,
    visit: &mut impl FnMut(Step<'a>) -> Result<bool, E>,
) -> Result<(), E> {
    let top = *root;
    let mut node = top;
    let mut entering = true;
    loop {
        let mut inside = false;
        if entering {
            match node.value() {
                Node::Text(text) => drop(visit(Step::Text(text))?),
                Node::Element(_) => {
                    if let Some(element) = ElementRef::wrap(node) {
                        inside = visit(Step::Open(element))?;
                    }
                }
                _ => {}
            }
            if inside && let Some(child) = node.first_child() {
                node = child;
                continue;
            }
        }
        // Past the element: its end counts when it was entered.
        if (inside || !entering)
            && let Some(element) = ElementRef::wrap(node)
        {
            visit(Step::Close(element))?;
        }
        if node == top {
            return Ok(());
        }
        if let Some(next) = node.next_sibling() {
            node = next;
            entering = true;
        } else if let Some(parent) = node.parent() {
            node = parent;
            entering = false;
        } else {
            return Ok(());
        }
    }
}

/// What the page's own style sheets hide.
pub(crate) struct View {
    hidden: Vec<Selector>,
    /// Parts around the text of the page.
    pub(super) aside: HashSet<NodeId>,
}

impl View {
    pub(super) fn of(page: &Html) -> Self {
        let mut hidden = Vec::new();
        if let Ok(style) = Selector::parse("style") {
            for sheet in page.select(&style) {
                rules(&sheet.text().collect::<String>(), &mut hidden);
            }
        }
        Self { hidden, aside: HashSet::new() }
    }

    /// Shows the large parts of the page all the same: what would hide most of it waits for a script to show it.
    pub(super) fn show<'a>(&mut self, large: impl FnOnce() -> Vec<ElementRef<'a>>) {
        if !self.hidden.is_empty() {
            let large = large();
            self.hidden.retain(|selector| !large.iter().any(|element| selector.matches(element)));
        }
    }

    /// Without style sheets.
    pub(super) fn plain() -> Self {
        Self { hidden: Vec::new(), aside: HashSet::new() }
    }

    /// Whether an element is no part of what a reader sees as the page's text.
    pub(super) fn hides(&self, whole: ElementRef<'_>) -> bool {
        let element = whole.value();
        is_furniture(element)
            || is_hidden(element)
            || is_struck(element.name())
            || is_note(whole)
            || self.aside.contains(&whole.id())
            || self.hidden.iter().any(|selector| selector.matches(&whole))
    }

    /// As [`Self::hides`], for who wants to know what is struck and where notes stand.
    pub(crate) fn keeps_back(&self, whole: ElementRef<'_>) -> bool {
        let element = whole.value();
        let style = element.attr("style").unwrap_or_default().to_ascii_lowercase().replace(' ', "");
        let unseen =
            ["display:none", "visibility:hidden", "mso-hide:all"].iter().any(|rule| style.contains(rule));
        is_furniture(element)
            || unseen
            || element.attr("hidden").is_some()
            || self.hidden.iter().any(|selector| selector.matches(&whole))
    }

    /// The text inside an element.
    pub(super) fn text(&self, whole: ElementRef<'_>) -> String {
        let mut out = String::new();
        let mut at_top = true;
        let _: Result<(), Infallible> = walk(whole, &mut |step| {
            match step {
                Step::Text(text) => apart(&mut out, text),
                Step::Open(_) if at_top => at_top = false,
                Step::Open(inner) if inner.value().name() == "math" => {
                    out.push_str(&formula(inner));
                    return Ok(false);
                }
                Step::Open(inner) if self.hides(inner) => return Ok(false),
                Step::Open(inner) => enter(&mut out, inner.value()),
                Step::Close(inner) => leave(&mut out, inner.value().name()),
            }
            Ok(true)
        });
        out
    }
}

/// Letters of a word that a number does not stand in: not those of `CO2`, `A4`, `1st`.
const WORD: usize = 3;

/// Adds the text behind a tag: no sentence ends right before the first letter of another one, no number at a word.
pub(super) fn apart(open: &mut String, text: &str) {
    let letters = |chars: &mut dyn Iterator<Item = char>| {
        chars.take_while(char::is_ascii_alphabetic).take(WORD).count() == WORD
    };
    let digit = |ch: char| ch.is_ascii_digit();
    if (text.starts_with(digit) && letters(&mut open.chars().rev()))
        || (open.ends_with(digit) && letters(&mut text.chars()))
    {
        open.push(' ');
    }
    let next = text.chars().next().is_some_and(|ch| ch.is_uppercase() || ('가'..='힣').contains(&ch));
    let mut last = open.chars().rev();
    let ends = matches!(last.next(), Some('.' | '!' | '?' | '。'));
    // Not in `U.S`.
    if next && ends && last.take(2).filter(|ch| ch.is_alphanumeric()).count() == 2 {
        open.push(' ');
    }
    open.push_str(text);
}

/// What an element in a line begins with.
pub(super) fn enter(out: &mut String, element: &Element) {
    match element.name() {
        "br" => out.push('\n'),
        "sup" => out.push(RAISED),
        "sub" => out.push(LOWERED),
        "rt" => out.push('('),
        "input" => out.push(if element.attr("checked").is_some() { '☑' } else { '☐' }),
        "p" | "div" | "li" | "td" | "th" | "tr" | "dt" | "dd" => out.push(' '),
        _ => {}
    }
}

/// And ends with.
pub(super) fn leave(out: &mut String, name: &str) {
    match name {
        "sup" | "sub" => out.push(END),
        "rt" => out.push(')'),
        _ => {}
    }
}

/// Parts of a page that are not its content.
pub(super) fn is_furniture(element: &Element) -> bool {
    let ticks = || matches!(element.attr("type"), Some("checkbox" | "radio"));
    match element.name() {
        "script" | "style" | "noscript" | "template" | "nav" | "svg" | "iframe" | "object" | "select"
        | "button" | "textarea" | "datalist" | "rp" => true,
        "input" => !ticks(),
        _ => matches!(element.attr("role"), Some("navigation" | "search" | "menu" | "menubar")),
    }
}

/// Struck out: said to hold no longer.
fn is_struck(name: &str) -> bool {
    matches!(name, "del" | "s" | "strike")
}

/// Hidden by what the element itself says.
fn is_hidden(element: &Element) -> bool {
    element.attr("hidden").is_some()
        || element.attr("aria-hidden") == Some("true")
        || element.attr("style").is_some_and(hides)
}

/// Whether declarations take an element out of sight, or strike it.
fn hides(style: &str) -> bool {
    style.split(';').filter_map(|rule| rule.split_once(':')).any(|(name, value)| {
        let value = value.trim().trim_end_matches("!important").trim().to_ascii_lowercase();
        match name.trim().to_ascii_lowercase().as_str() {
            "display" => value == "none",
            "visibility" => value == "hidden" || value == "collapse",
            "font-size" | "opacity" => matches!(value.as_str(), "0" | "0px" | "0pt" | "0em" | "0%"),
            "text-decoration" | "text-decoration-line" => value.contains("line-through"),
            _ => false,
        }
    })
}

/// A raised link within the page is the mark of a note.
fn is_note(whole: ElementRef<'_>) -> bool {
    let element = whole.value();
    if element.attr("role") == Some("doc-noteref") || element.attr("epub:type") == Some("noteref") {
        return true;
    }
    element.name() == "sup"
        && whole.child_elements().any(|child| {
            child.value().name() == "a" && child.value().attr("href").is_some_and(|to| to.contains('#'))
        })
}

/// The selectors of the rules that hide, conditional ones (`@media print`) left aside.
fn rules(sheet: &str, hidden: &mut Vec<Selector>) {
    let mut rest = sheet;
    while let Some((selector, after)) = rest.split_once('{') {
        if selector.trim_start().starts_with('@') {
            let mut depth = 1_usize;
            let end = after.char_indices().find(|(_, ch)| {
                depth = match ch {
                    '{' => depth + 1,
                    '}' => depth - 1,
                    _ => depth,
                };
                depth == 0
            });
            rest = end.and_then(|(at, _)| after.get(at + 1..)).unwrap_or_default();
            continue;
        }
        let (declarations, next) = after.split_once('}').unwrap_or((after, ""));
        if hides(declarations)
            && hidden.len() < MAX_RULES
            && let Ok(selector) = Selector::parse(selector.trim())
        {
            hidden.push(selector);
        }
        rest = next;
    }
}

/// A formula in `MathML` as one line.
pub(crate) fn formula(math: ElementRef<'_>) -> String {
    match math.value().name() {
        "mi" | "mn" | "mo" | "mtext" | "ms" => math::leaf(&math.text().collect::<String>()),
        name => math::set(name, &math.child_elements().map(formula).collect::<Vec<_>>()),
    }
}

/// Tags that end by themselves or have no end: they do not count as depth.
const FLAT: [&str; 28] = [
    "p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "option", "br", "hr", "img", "input",
    "meta", "link", "col", "wbr", "area", "base", "source", "embed", "track", "param", "html", "head",
    "body",
];

/// The source without the tags of elements that are nested too deep. Their text stays.
pub(crate) fn shallow(source: &str) -> Cow<'_, str> {
    if source.matches('<').count() <= MAX_DEPTH {
        return Cow::Borrowed(source);
    }
    let mut out = String::with_capacity(source.len());
    let (mut depth, mut dropped) = (0_usize, false);
    let mut rest = source;
    while let Some(at) = rest.find('<') {
        let (text, tag) = rest.split_at(at);
        out.push_str(text);
        let inner = tag.get(1..).unwrap_or_default();
        let closing = inner.starts_with('/');
        let name = inner.strip_prefix('/').unwrap_or(inner);
        let name = name
            .split(|ch: char| !ch.is_ascii_alphanumeric())
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        let length = if inner.starts_with("!--") {
            tag.find("-->").map_or(tag.len(), |end| end + 3)
        } else if !closing && matches!(name.as_str(), "script" | "style" | "textarea" | "title" | "xmp") {
            raw_end(tag, &name)
        } else {
            tag_end(tag)
        };
        let (whole, after) = tag.split_at_checked(length).unwrap_or((tag, ""));
        let counts = !name.is_empty()
            && !FLAT.contains(&name.as_str())
            && !whole.ends_with("/>")
            && (closing || !matches!(name.as_str(), "script" | "style" | "textarea" | "title" | "xmp"));
        let mut keep = true;
        if counts && closing {
            keep = depth <= MAX_DEPTH;
            depth = depth.saturating_sub(1);
        } else if counts {
            depth += 1;
            keep = depth <= MAX_DEPTH;
        }
        if keep {
            out.push_str(whole);
        } else {
            dropped = true;
            out.push(' ');
        }
        rest = after;
    }
    if !dropped {
        return Cow::Borrowed(source);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Bytes of a tag: to its `>`, those in quoted values left aside.
fn tag_end(tag: &str) -> usize {
    let mut quote = None;
    for (at, byte) in tag.bytes().enumerate().take(4096) {
        match (byte, quote) {
            (b'"' | b'\'', None)
                if tag
                    .as_bytes()
                    .get(at.wrapping_sub(1))
                    .is_some_and(|before| matches!(before, b'=' | b' ')) =>
            {
                quote = Some(byte);
            }
            (b'>', None) => return at + 1,
            (byte, Some(open)) if byte == open => quote = None,
            _ => {}
        }
    }
    // A quote that never ends: the tag ends at its first `>` after all.
    tag.find('>').map_or(tag.len(), |at| at + 1)
}

/// Bytes of an element whose content is no markup, to its end tag.
fn raw_end(tag: &str, name: &str) -> usize {
    let end = tag.match_indices("</").find(|(at, _)| {
        tag.get(at + 2..at + 2 + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name))
    });
    end.map_or(tag.len(), |(at, _)| at + tag.get(at..).map_or(0, tag_end))
}
