//! Stretches of one look: their properties, and what writing them takes.

use crate::flat::{Fate, Spans};
use crate::{Block, Inline, Look, Run};

/// What a stretch of one look takes beside its characters.
pub(crate) const RUN: usize = 32;

/// What blocks take to write, in characters.
pub(crate) fn size(blocks: &[Block]) -> usize {
    let runs = |runs: &[Run]| {
        let text = |run: &Run| match &run.inline {
            Inline::Text(text) | Inline::Picture(text, _) => text.len(),
            Inline::Cited(source, set) => source.len() + crate::plain(set).len(),
            _ => 0,
        };
        runs.iter().map(|run| RUN + text(run)).sum::<usize>()
    };
    let block = |block: &Block| match block {
        Block::Heading { runs: line, .. } | Block::Paragraph(line) => runs(line),
        Block::Code { text, .. } => text.len() + RUN * text.matches('\n').count(),
        Block::Quote(inner) => size(inner),
        Block::List(list) => list.items.iter().map(|item| RUN + size(&item.blocks)).sum(),
        Block::Table(table) => table.rows.iter().flatten().map(|cell| RUN + runs(cell)).sum(),
        Block::Rule => 0,
    };
    blocks.iter().map(|one| RUN + block(one)).sum()
}

/// Neighbours of one look and fate as one run.
pub(crate) fn joined(spans: &Spans) -> Vec<(Run, Fate)> {
    let mut out: Vec<(Run, Fate)> = Vec::new();
    for (run, fate) in spans {
        if let (Inline::Text(new), Some((last, before))) = (&run.inline, out.last_mut())
            && before == fate
            && *fate != Fate::Kept
            && last.look == run.look
            && last.link == run.link
            && last.at.end == run.at.start
            && let Inline::Text(old) = &mut last.inline
        {
            old.push_str(new);
            last.at.end = run.at.end;
        } else {
            out.push((run.clone(), *fate));
        }
    }
    out
}

/// Properties of a run.
pub(super) fn look(run: &Run, text: &str, linked: bool) -> String {
    let mut out = String::new();
    let look = run.look;
    if look.code {
        out.push_str("<w:rStyle w:val=\"VerbatimChar\"/>");
    } else if linked {
        out.push_str("<w:rStyle w:val=\"Hyperlink\"/>");
    }
    // Quotation marks and dashes have no script of their own: beside Korean they are set as Korean.
    if text.chars().any(is_east_asian) {
        out.push_str("<w:rFonts w:hint=\"eastAsia\"/>");
    }
    for (tag, on) in
        [("b", look.strong), ("bCs", look.strong), ("i", look.em), ("iCs", look.em), ("strike", look.strike)]
    {
        if on {
            put!(out, "<w:{tag}/>");
        }
    }
    if look.raised || look.lowered {
        let to = if look.raised { "superscript" } else { "subscript" };
        put!(out, "<w:vertAlign w:val=\"{to}\"/>");
    }
    if out.is_empty() { out } else { format!("<w:rPr>{out}</w:rPr>") }
}

/// Properties of a run that stands beside one with `properties`, which give it the look `before`.
pub(super) fn beside(run: &Run, text: &str, properties: &str, before: Look) -> String {
    let wrapped =
        |inner: &str| if inner.is_empty() { String::new() } else { format!("<w:rPr>{inner}</w:rPr>") };
    if run.look == before {
        return wrapped(properties);
    }
    // What the look says is said anew; the order is that of the format.
    let own = look(run, text, false);
    let own = own.strip_prefix("<w:rPr>").and_then(|own| own.strip_suffix("</w:rPr>")).unwrap_or(&own);
    let (mut first, mut rest) = (String::new(), String::new());
    // A look that goes may be that of the style.
    let is_less = [
        (before.strong, run.look.strong),
        (before.em, run.look.em),
        (before.strike, run.look.strike),
        (before.code, run.look.code),
        (before.raised || before.lowered, run.look.raised || run.look.lowered),
    ];
    let styled = !run.look.code && !is_less.contains(&(true, false));
    for node in crate::xml::nodes(properties, 0..properties.len()).unwrap_or_default() {
        let xml = properties.get(node.at.clone()).unwrap_or_default();
        match node.name {
            "rFonts" => first.push_str(xml),
            "rStyle" if styled => first.insert_str(0, xml),
            "rStyle" | "b" | "bCs" | "i" | "iCs" | "strike" | "dstrike" | "vertAlign" => {}
            _ => rest.push_str(xml),
        }
    }
    let (own, raised) = own.split_once("<w:vertAlign").unwrap_or((own, ""));
    let own = if first.contains("rFonts") {
        own.replace("<w:rFonts w:hint=\"eastAsia\"/>", "")
    } else {
        own.to_owned()
    };
    let raised = if raised.is_empty() { String::new() } else { format!("<w:vertAlign{raised}") };
    wrapped(&format!("{first}{own}{rest}{raised}"))
}

fn is_east_asian(ch: char) -> bool {
    matches!(ch, '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{9fff}' | '\u{a960}'..='\u{a97f}' | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}
