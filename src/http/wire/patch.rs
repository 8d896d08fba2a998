//! Patches and drafts as JSON: bytes become UTF-16 code units here.

use serde_json::{Value, json};

use super::super::chats::author;
use super::super::timestamp::timestamp;
use stet_drafts::{Desk, Fact, to_row};
use stet_patch::Patch;
use stet_patch::stage::{Staged, Standing, Status};
use stet_store::Draft;
use stet_text::span::{Span, Utf16Map};

/// A patch of `map`'s text that stands at its own range.
pub(crate) fn patch(map: &Utf16Map<'_>, patch: &Patch) -> Value {
    at(map, patch, Some(patch.range), patch.to)
}

fn at(map: &Utf16Map<'_>, patch: &Patch, place: Option<Span>, to: Option<usize>) -> Value {
    let mut value = json!({
        "id": patch.id, "groupId": patch.group(), "op": patch.op,
        "start": place.map(|place| map.to_utf16(place.start)),
        "end": place.map(|place| map.to_utf16(place.end)),
        "before": patch.before, "after": patch.after, "context": patch.context,
        "category": patch.category, "risk": super::round(patch.risk), "gates": patch.gates,
        "reasons": patch.reasons, "ruleIds": patch.rule_ids,
    });
    if let Some(to) = to {
        value["to"] = json!(map.to_utf16(to));
    }
    value
}

/// A proposal that a revision has just made, not staged yet.
pub(crate) fn proposed(map: &Utf16Map<'_>, made: &Patch, base_revision: i64) -> Value {
    let mut value = patch(map, made);
    value["status"] = json!("streaming");
    value["baseRevision"] = json!(base_revision);
    value
}

/// A staged patch where it stands now.
pub(crate) fn staged(map: &Utf16Map<'_>, desk: &Desk, one: &Staged) -> Value {
    let id = &one.patch.id;
    stands(map, desk, one, (desk.stage.place(id), desk.stage.target(id)))
}

fn stands(map: &Utf16Map<'_>, desk: &Desk, staged: &Staged, (place, to): Standing) -> Value {
    let mut value = at(map, &staged.patch, place, to);
    value["status"] = json!(to_row(staged.status));
    value["baseRevision"] = json!(staged.base_revision);
    if let Some(fact) = desk.facts.get(&staged.patch.id) {
        value["verdict"] = verdict(fact);
    }
    if staged.status == Status::Conflict {
        // What the writer has there now, beside what the patch was made for.
        value["present"] = json!(place.map(|place| place.of(desk.stage.text())));
    }
    value
}

fn verdict(fact: &Fact) -> Value {
    json!({
        "status": fact.status, "score": super::round(fact.score), "reason": fact.reason,
        "evidence": fact.evidence,
    })
}

/// Every patch that can be shown in the text: all but the superseded ones, in text order.
pub(crate) fn patches(desk: &Desk) -> Vec<Value> {
    let map = Utf16Map::new(desk.stage.text());
    let places = desk.stage.all_places();
    let mut all: Vec<(Option<usize>, Value)> = desk
        .stage
        .patches()
        .iter()
        .filter(|patch| patch.status != Status::Superseded)
        .map(|patch| {
            let place = places.get(patch.patch.id.as_str()).copied().unwrap_or_default();
            (place.0.map(|place| place.start), stands(&map, desk, patch, place))
        })
        .collect();
    all.sort_by_key(|(start, _)| *start);
    all.into_iter().map(|(_, value)| value).collect()
}

/// Where every patch stands: `[id, start, end]`, and for a move where it goes, by id.
pub(crate) fn places(desk: &Desk) -> Vec<Value> {
    let map = Utf16Map::new(desk.stage.text());
    let mut all: Vec<(&str, Standing)> = desk.stage.all_places().into_iter().collect();
    all.sort_unstable_by_key(|(id, (place, _))| (place.map(|place| place.start), *id));
    all.into_iter()
        .filter_map(|(id, (place, to))| {
            let place = place?;
            let (start, end) = (map.to_utf16(place.start), map.to_utf16(place.end));
            Some(match to {
                Some(to) => json!([id, start, end, map.to_utf16(to)]),
                None => json!([id, start, end]),
            })
        })
        .collect()
}

/// A draft without its text, as in a list.
pub(crate) fn summary(draft: &Draft) -> Value {
    json!({
        "id": draft.id, "title": draft.title, "revision": draft.revision,
        "author": draft.author, "authorId": author(draft.author_id),
        "sourceIds": draft.source_ids, "criteriaPackIds": draft.criteria_pack_ids,
        "citationStyle": draft.citation_style, "createdAt": timestamp(draft.created_at), "updatedAt": timestamp(draft.updated_at),
    })
}

/// A draft with its text.
pub(crate) fn draft(draft: &Draft) -> Value {
    let mut value = summary(draft);
    value["text"] = json!(draft.text);
    value
}

/// A draft with its text and its patches: what a stale client needs to go on.
pub(crate) fn desk(desk: &Desk) -> Value {
    let mut value = draft(&desk.draft);
    value["patches"] = json!(patches(desk));
    value
}
