//! Every form of `data/marks/` on its own examples, and on every cut of them.

#![allow(clippy::string_slice)]

use super::table::TABLE;
use super::*;

pub(super) fn show(marks: &[Mark]) -> String {
    let refs = marks.iter().flat_map(|mark| &mark.refs);
    let show = |member: &MarkRef| match member {
        MarkRef::Number { n, .. } => n.to_string(),
        MarkRef::Range { from, to, .. } => format!("{from}-{to}"),
        MarkRef::Name { text, .. } => text.clone(),
    };
    refs.map(show).collect::<Vec<_>>().join("+")
}

#[test]
fn every_form_reads_its_examples() {
    let mut wrong = Vec::new();
    for form in TABLE.groups.iter().flat_map(|group| &group.forms) {
        if form.captures().is_none() {
            wrong.push(format!("{}: its pattern is none", form.id));
        }
        for example in &form.examples {
            let Some((text, expected)) = example.split_once(" => ") else {
                wrong.push(format!("{}: {example}", form.id));
                continue;
            };
            let found = show(&scan_marks(text));
            if found != expected {
                wrong.push(format!("{}: {text:?} gives {found:?}, not {expected:?}", form.id));
            }
        }
        for text in &form.not {
            let found = scan_marks(text);
            if !found.is_empty() {
                wrong.push(format!("{}: {text:?} gives {:?}", form.id, show(&found)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
