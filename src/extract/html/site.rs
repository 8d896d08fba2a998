//! What stands around the text of a page of a web site: menus, comments, lists of other pages, what is shared and sold.
//!
//! A saved document is no such page and loses nothing. Nor does a page lose anything when what is left would be no text.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::sync::LazyLock;

use ego_tree::NodeId;
use scraper::node::Element;
use scraper::{ElementRef, Html};

use super::is_block;
use super::seen::{Step, View, is_furniture, walk};

type Names = LazyLock<HashSet<&'static str>>;

/// Names of comments, and those that other parts around a text have: whole words of `class` and `id`. Who wrote a page and
/// when belongs to it.
static COMMENTS: Names = LazyLock::new(|| {
    "comment comments commentlist respond disqus kommentare kommentar reply replies community leserkommentare"
        .split_whitespace()
        .collect()
});
static AROUND: Names = LazyLock::new(|| {
    "nav navi navbar navigation subnav menu submenu topbar toolbar breadcrumb breadcrumbs sidebar aside footer foot footnav \
    related relateds recommended recommendation recommendations similar \
    share shares sharing sharedaddy social socials sociable addtoany addthis follow newsletter subscribe subscription cookie cookies consent gdpr \
    advert adverts advertisement ad ads adsense anzeige werbung promo promoted promotion sponsor sponsored outbrain taboola teaser teasers teaserlist \
    popup modal overlay tags taglist tagcloud categories pagination pager paging pagenav login signup search searchform searchbar language languages \
    skip banner trending popular mostread bestseller copyright imprint disclaimer printfooter catlinks blogroll archive archives linklist \
    bio authorbox rating ratings vote votes slider carousel masthead meta postmeta metadata entrymeta \
    postnav postnavigation nextprev jumplinks buttons button cta paywall noprint readmore readnext morefrom morestories seealso \
    latestnews tellafriend authorinfo 댓글 관련기사"
        .split_whitespace()
        .collect()
});
/// Names of pages whose text is what people say to one another.
const FORUM: [&str; 5] = ["forum", "thread", "topic", "discussion", "question"];
/// Programs whose documents are no pages of a site.
const WRITERS: [&str; 8] = [
    "pandoc",
    "libreoffice",
    "openoffice",
    "microsoft word",
    "word.document",
    "excel.sheet",
    "asciidoctor",
    "docutils",
];
/// Links to other pages that a page of a site has at least.
const LEAST_LINKS: usize = 8;
/// Characters of a run of words that reads as a sentence.
const SENTENCE: usize = 40;
/// Of the sentences of a page: what a part around the text has at most, and what the text has at least, in percent.
const AROUND_MOST: usize = 30;
const TEXT_LEAST: usize = 85;
/// Characters that a text has at least.
const TEXT_SHORTEST: usize = 80;

/// What is not of the text, and how many words.
#[derive(Default)]
pub(super) struct Surroundings {
    pub(super) aside: HashSet<NodeId>,
    pub(super) words: usize,
}

#[derive(Debug, Clone, Copy, Default)]
struct Weight {
    chars: usize,
    linked: usize,
    /// Characters in sentences that are no links.
    said: usize,
    links: usize,
}

type Weights = HashMap<NodeId, Weight>;

pub(super) fn surroundings(page: &Html, view: &View) -> Surroundings {
    let root = page.root_element();
    if !is_site(page) {
        return Surroundings::default();
    }
    let whole = weigh(root, &|element| view.hides(element));
    let said = |weights: &Weights, of: ElementRef<'_>| weights.get(&of.id()).map_or(0, |weight| weight.said);
    let total = said(&whole, root);
    // Where comments are all that there is to read, they are the text.
    let forum = large(page)
        .iter()
        .take(2)
        .any(|element| names(element.value()).any(|name| FORUM.contains(&name.as_str())));
    let found = [!forum, false].into_iter().find_map(|comments| {
        let mut aside = HashSet::new();
        let _: Result<(), Infallible> = walk(root, &mut |step| {
            let Step::Open(element) = step else { return Ok(true) };
            if view.hides(element) {
                return Ok(false);
            }
            let weight = whole.get(&element.id()).copied().unwrap_or_default();
            let goes = is_around(element, weight, total, comments);
            if goes {
                aside.insert(element.id());
            }
            Ok(!goes && !holds_values(element))
        });
        let left = weigh(root, &|element| view.hides(element) || aside.contains(&element.id()));
        (said(&left, root) >= TEXT_SHORTEST).then_some((aside, left))
    });
    let Some((mut aside, left)) = found else { return Surroundings::default() };
    let rest = said(&left, root);
    // The innermost part that has nearly all that is left to say.
    let mut text = root;
    while let Some(inner) = text.child_elements().find(|inner| said(&left, *inner) * 100 >= rest * TEXT_LEAST)
    {
        if !is_block(inner.value().name())
            || matches!(inner.value().name(), "p" | "blockquote" | "td" | "pre")
        {
            break;
        }
        text = inner;
    }
    let has_title = |element: ElementRef<'_>| {
        element.value().name() == "h1"
            || element.descendent_elements().any(|inner| inner.value().name() == "h1")
    };
    let mut around = text;
    while let Some(outer) = around.parent().and_then(ElementRef::wrap) {
        let others = outer.child_elements().filter(|other| *other != around);
        for other in others {
            if !has_title(other) {
                aside.insert(other.id());
                continue;
            }
            // Of a head the title alone.
            let _: Result<(), Infallible> = walk(other, &mut |step| {
                let Step::Open(inner) = step else { return Ok(true) };
                let goes = !has_title(inner);
                if goes {
                    aside.insert(inner.id());
                }
                Ok(!goes && inner.value().name() != "h1")
            });
        }
        around = outer;
    }
    let kept = words(root, &|element| view.hides(element) || aside.contains(&element.id()));
    let all = words(root, &|element| view.hides(element));
    Surroundings { aside, words: all - kept.min(all) }
}

/// The elements that hold more than half of what a page has.
pub(super) fn large(page: &Html) -> Vec<ElementRef<'_>> {
    let root = page.root_element();
    let weights = weigh(root, &|element| is_furniture(element.value()));
    let chars = |of: &ElementRef<'_>| weights.get(&of.id()).map_or(0, |weight| weight.chars);
    let mut out = vec![root];
    while let Some(inner) =
        out.last().and_then(|outer| outer.child_elements().find(|inner| chars(inner) * 2 > chars(&root)))
    {
        out.push(inner);
    }
    out
}

/// Whether a page says that it is one of many: by its parts and its links.
fn is_site(page: &Html) -> bool {
    let (mut links, mut parts) = (0, 0);
    for element in page.root_element().descendent_elements() {
        let element = element.value();
        match element.name() {
            "meta"
                if element.attr("name").is_some_and(|name| {
                    name.eq_ignore_ascii_case("generator") || name.eq_ignore_ascii_case("progid")
                }) =>
            {
                let writer = element.attr("content").unwrap_or_default().to_lowercase();
                if WRITERS.iter().any(|known| writer.contains(known)) {
                    return false;
                }
            }
            "a" => {
                links +=
                    usize::from(element.attr("href").is_some_and(|to| !to.starts_with('#') && to.len() > 1));
            }
            "nav" | "footer" | "aside" | "header" | "form" | "script" | "iframe" => parts += 1,
            _ => {
                parts += usize::from(names(element).any(|name| {
                    matches!(name.as_str(), "nav" | "navbar" | "menu" | "footer" | "sidebar" | "header")
                }));
            }
        }
    }
    links >= LEAST_LINKS && parts > 0
}

/// The words of the names of an element, and its names in pairs.
fn names(element: &Element) -> impl Iterator<Item = String> {
    let mut out: Vec<String> = Vec::new();
    for name in [element.attr("id"), element.attr("class")].into_iter().flatten() {
        for name in name.split_whitespace().take(20) {
            let mut word = String::new();
            let mut before: Option<String> = None;
            for ch in name.chars().chain(['-']).take(100) {
                let turns = ch.is_uppercase() && word.ends_with(char::is_lowercase);
                if !ch.is_alphabetic() || turns {
                    let done = std::mem::take(&mut word);
                    if !done.is_empty() {
                        out.extend(before.replace(done.clone()).map(|before| before + &done));
                        out.push(done);
                    }
                }
                if ch.is_alphabetic() {
                    word.extend(ch.to_lowercase());
                }
            }
        }
    }
    out.into_iter()
}

/// Whether an element stands around the text, by what it is called and by how much of it leads elsewhere.
fn is_around(whole: ElementRef<'_>, weight: Weight, total: usize, comments: bool) -> bool {
    let element = whole.value();
    let name = element.name();
    let listed = |list: &HashSet<&str>| names(element).any(|name| list.contains(name.as_str()));
    if comments && !matches!(name, "html" | "body" | "main" | "article") && listed(&COMMENTS) {
        return true;
    }
    if matches!(name, "html" | "body" | "main" | "article" | "h1") || weight.said * 100 > total * AROUND_MOST
    {
        return false;
    }
    let role = element.attr("role").unwrap_or_default();
    if matches!(name, "aside" | "footer" | "form" | "dialog")
        || matches!(role, "complementary" | "contentinfo" | "banner" | "dialog" | "alert" | "search")
    {
        return true;
    }
    if name == "header" && weight.said < SENTENCE {
        return !whole.descendent_elements().any(|inner| inner.value().name() == "h1");
    }
    // A paragraph may be called so when it is a line; what stands in a line may not.
    let part = matches!(
        name,
        "div" | "section" | "ul" | "ol" | "dl" | "li" | "table" | "header" | "figure" | "center"
    );
    if !part && (name != "p" || weight.chars >= 4 * SENTENCE) {
        return false;
    }
    if holds_values(whole) {
        return false;
    }
    if listed(&AROUND) {
        return !whole.descendent_elements().any(|inner| inner.value().name() == "h1");
    }
    // Lists and boxes of links.
    let leads = weight.linked * 100 > weight.chars * 60;
    let many =
        weight.links > 2 || (weight.links > 0 && weight.chars < SENTENCE && matches!(name, "p" | "div"));
    matches!(name, "ul" | "ol" | "dl" | "div" | "section" | "table" | "p")
        && leads
        && many
        && weight.said * 3 < weight.chars
}

/// A table with names over its columns or before its rows holds values, which may be links.
fn holds_values(element: ElementRef<'_>) -> bool {
    element.value().name() == "table"
        && element.descendent_elements().any(|inner| inner.value().name() == "th")
        && !element.descendent_elements().skip(1).any(|inner| inner.value().name() == "table")
}

/// What each element weighs with all that is in it.
fn weigh<'a>(root: ElementRef<'a>, hides: &dyn Fn(ElementRef<'a>) -> bool) -> Weights {
    let mut out = Weights::new();
    let mut open: Vec<Weight> = vec![Weight::default()];
    let (mut run, mut linked, mut in_link) = (0_usize, 0_usize, 0_usize);
    let _: Result<(), Infallible> = walk(root, &mut |step| {
        let block = |element: ElementRef<'_>| {
            matches!(element.value().name(), "li" | "ul" | "ol" | "br") || is_block(element.value().name())
        };
        let settle = |open: &mut Vec<Weight>, run: &mut usize, linked: &mut usize| {
            if let Some(weight) = open.last_mut() {
                weight.chars += *run;
                weight.linked += *linked;
                if *run >= SENTENCE && *linked * 2 < *run {
                    weight.said += *run - *linked;
                }
            }
            (*run, *linked) = (0, 0);
        };
        match step {
            Step::Text(text) => {
                let chars: usize =
                    text.split_whitespace().map(|word| 1 + word.chars().map(wide).sum::<usize>()).sum();
                run += chars;
                linked += if in_link > 0 { chars } else { 0 };
            }
            Step::Open(element) => {
                if hides(element) {
                    return Ok(false);
                }
                if element.value().name() == "a" {
                    in_link += 1;
                }
                if block(element) {
                    settle(&mut open, &mut run, &mut linked);
                }
                open.push(Weight::default());
            }
            Step::Close(element) => {
                let link = element.value().name() == "a";
                if block(element) {
                    settle(&mut open, &mut run, &mut linked);
                }
                if let Some(mut weight) = open.pop() {
                    if link {
                        in_link -= 1;
                        weight.links += 1;
                    }
                    if let Some(outer) = open.last_mut() {
                        outer.chars += weight.chars;
                        outer.linked += weight.linked;
                        outer.said += weight.said;
                        outer.links += weight.links;
                    }
                    out.insert(element.id(), weight);
                }
            }
        }
        Ok(true)
    });
    out
}

/// Letters that a character counts for: a syllable says more than a letter.
fn wide(ch: char) -> usize {
    if ch >= '\u{1100}' { 2 } else { 1 }
}

fn words<'a>(root: ElementRef<'a>, hides: &dyn Fn(ElementRef<'a>) -> bool) -> usize {
    let mut out = 0;
    let _: Result<(), Infallible> = walk(root, &mut |step| {
        match step {
            Step::Text(text) => out += text.split_whitespace().count(),
            Step::Open(element) => return Ok(!hides(element) && element.value().name() != "title"),
            Step::Close(_) => {}
        }
        Ok(true)
    });
    out
}

#[cfg(test)]
mod tests {
    use super::super::extract;
    use crate::Limits;
    use stet_sources::left_out::{Code, LeftOut};

    const SAID: &str = "수영장은 화요일부터 일요일까지 아침 아홉 시에 문을 열고, the pool closes at eight in the evening on every day of the week.";

    fn read(source: &str) -> (String, Vec<LeftOut>) {
        let extraction = extract(source.as_bytes(), &Limits::default()).unwrap();
        let texts: Vec<String> = extraction.blocks.into_iter().map(|block| block.text).collect();
        (texts.join("|"), extraction.left_out)
    }

    fn links(count: usize) -> String {
        "<li><a href='/a'>Other page</a></li>".repeat(count)
    }

    #[test]
    fn a_page_of_a_site_is_read_without_what_surrounds_its_text() {
        let menu = links(9);
        let page = format!(
            "<body class='has-sidebar'><header><h1>Pool</h1><p>Login</p></header><div class=siteNav><ul>{menu}</ul></div><div id=page>\
            <article><div class='entry-content'><h2 class='anchorNavbar'>Hours</h2><p>{SAID}</p>\
            <p>{SAID} <a href=/rules>The rules</a> hold.</p><ul><li>Bring <a href=/x>a towel</a> and a cap to the pool.</li></ul>\
            <table class=related><tr><th>Day</th><th>Fee</th></tr><tr><td><ul><li><a href=/m>Mon</a></ul></td><td><a href=/f>5</a></td></tr></table>\
            <div class='share-buttons'>Share this</div></div></article><div class=box><ul>{menu}</ul></div>\
            <section id=comments><p>{SAID} I think it is 7.</p><p>{SAID}</p><p>{SAID}</p></section></div><footer>2031</footer></body>"
        );
        let (text, left_out) = read(&page);
        let table = "| Day | Fee |\n| --- | --- |\n| Mon | 5 |";
        assert_eq!(
            text,
            format!(
                "Pool|Hours|{SAID}|{SAID} The rules hold.|- Bring a towel and a cap to the pool.|{table}"
            )
        );
        assert_eq!(left_out[0].code, Code::PageSurroundings);
    }

    #[test]
    fn what_is_no_page_of_a_site_loses_nothing() {
        let menu = links(9);
        let around = format!("<div id=footer>{SAID}</div><div class=comments><ul>{menu}</ul></div>");
        for page in [
            // A document that a program wrote, one without links, a page that is nothing but comments, a list of links.
            format!(
                "<head><meta name=generator content='LibreOffice 7'></head><p>{SAID}</p>{around}<nav>x</nav>"
            ),
            format!(
                "<p>{SAID}</p><div id=footer>{SAID}</div><div class=comments>One.</div><script></script>"
            ),
            format!("<div class=menu><p>Pool</p><ul>{menu}</ul></div>"),
        ] {
            assert_eq!(read(&page).1, [], "{page}");
        }
        let (text, _) = read(&format!(
            "<nav><ul>{menu}</ul></nav><div class=comment><p>{SAID}</p></div><div class=comment><p>{SAID}</p></div>"
        ));
        assert_eq!(text.matches("pool closes").count(), 2);
        let (text, _) = read(&format!(
            "<body class=forum-page><nav><ul>{menu}</ul></nav><p>{SAID}</p><div class=comment><p>{SAID}</p></div>"
        ));
        assert_eq!(text.matches("pool closes").count(), 2);
    }

    #[test]
    fn a_page_that_waits_for_its_script_is_seen() {
        let (text, _) = read(&format!(
            "<style>body {{ opacity: 0 }} .x {{ display: none }}</style><p>{SAID}</p><p class=x>Hidden</p>"
        ));
        assert_eq!(text, SAID);
    }
}
