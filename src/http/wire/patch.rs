//! Patches and drafts as they are sent: bytes become UTF-16 code units here.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::super::schema::or_null;
use super::super::timestamp::Timestamp;
use super::author;
use stet_drafts::{Desk, Fact, FactEvidence, FactStatus, to_row};
use stet_patch::stage::{Staged, Standing, Status};
use stet_patch::{Category, Context, GateReading, Op, Patch};
use stet_text::span::{Span, Utf16Map};

/// One change of a text. Offsets are UTF-16 code units.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextPatch {
    /// The same for the same change.
    pub id: String,
    /// Patches with the same one are one decision: deciding about one decides about all.
    group_id: String,
    /// What is done to the words.
    op: Op,
    /// null when the patch has no place in the text any more.
    start: Option<usize>,
    /// End of the place, exclusive, in UTF-16 code units.
    end: Option<usize>,
    /// Where a moved text goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "usize")]
    to: Option<usize>,
    /// The words that were there.
    before: String,
    /// The words that take their place.
    after: String,
    context: Context,
    category: Category,
    /// 0 (harmless) to 1.
    risk: f64,
    /// The gates that were asked, in order.
    gates: Vec<GateReading>,
    /// In the language of the text.
    reasons: Vec<String>,
    /// Rules of the criteria packs behind the patch.
    rule_ids: Vec<String>,
}

/// A patch that waits beside a draft, or has been decided.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DraftPatch {
    #[serde(flatten)]
    pub patch: TextPatch,
    /// streaming: proposed by a revision that still runs.
    #[schemars(extend("enum" = ["streaming", "pending", "accepted", "rejected", "conflict", "superseded"]))]
    pub status: &'static str,
    /// The revision of the draft that it was made for.
    base_revision: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "FactVerdict")]
    verdict: Option<FactVerdict>,
    /// Of a conflict: what the writer has there now; null when the patch has no place any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "or_null::<String>")]
    present: Option<Value>,
}

/// Whether the sources support the fact that a CORE patch states.
#[derive(Debug, Serialize, JsonSchema)]
struct FactVerdict {
    /// The verdict.
    status: FactStatus,
    /// The higher, the better it fits.
    score: f64,
    /// Why, in words for a person.
    reason: String,
    /// The words of the source that it was held against; null where none were found.
    evidence: Option<FactEvidence>,
}

/// A draft without its text, as in a list.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DraftSummary {
    /// By which it is asked for.
    id: Uuid,
    /// Of the draft.
    title: String,
    /// Counts up with every change of the text; a change names the one that the writer saw.
    revision: i64,
    /// Who began it, as they were called then; null: nobody noted it.
    author: Option<String>,
    /// Their key or person; null where nobody had one.
    author_id: Option<Uuid>,
    /// In the list only: whether whoever asks began it, or a key that theirs has taken the place of.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub mine: Option<bool>,
    /// Only these sources.
    source_ids: Vec<Uuid>,
    /// Packs of rules that hold.
    criteria_pack_ids: Vec<Uuid>,
    /// In which it goes out; empty for that of its language.
    #[schemars(extend("enum" = ["", "apa", "chicago-author-date", "chicago-notes", "ieee", "mla", "vancouver", "korean"]))]
    citation_style: String,
    /// The project that it is in; null: in none.
    project_id: Option<Uuid>,
    /// When it was made.
    created_at: Timestamp,
    /// When it was changed last.
    updated_at: Timestamp,
}

/// A draft with its text.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Draft {
    #[serde(flatten)]
    about: DraftSummary,
    /// The whole text, as Markdown.
    text: String,
}

/// A draft with what is staged beside it: what a stale client needs to go on.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DraftDesk {
    #[serde(flatten)]
    draft: Draft,
    /// The patches.
    pub patches: Vec<DraftPatch>,
    /// Only when the draft is read: whether a revision of it is being written, whose patches are not staged yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub revising: Option<bool>,
}

/// A patch of `map`'s text that stands at its own range.
pub(crate) fn patch(map: &Utf16Map<'_>, patch: &Patch) -> TextPatch {
    at(map, patch, Some(patch.range), patch.to)
}

fn at(map: &Utf16Map<'_>, patch: &Patch, place: Option<Span>, to: Option<usize>) -> TextPatch {
    TextPatch {
        id: patch.id.clone(),
        group_id: patch.group().to_owned(),
        op: patch.op,
        start: place.map(|place| map.to_utf16(place.start)),
        end: place.map(|place| map.to_utf16(place.end)),
        to: to.map(|to| map.to_utf16(to)),
        before: patch.before.clone(),
        after: patch.after.clone(),
        context: patch.context.clone(),
        category: patch.category,
        risk: super::sentence::round(patch.risk),
        gates: patch.gates.clone(),
        reasons: patch.reasons.clone(),
        rule_ids: patch.rule_ids.clone(),
    }
}

/// A proposal that a revision has just made, not staged yet.
pub(crate) fn proposed(map: &Utf16Map<'_>, made: &Patch, base_revision: i64) -> DraftPatch {
    DraftPatch { patch: patch(map, made), status: "streaming", base_revision, verdict: None, present: None }
}

/// A staged patch where it stands now.
pub(crate) fn staged(map: &Utf16Map<'_>, desk: &Desk, one: &Staged) -> DraftPatch {
    let id = &one.patch.id;
    stands(map, desk, one, (desk.stage.place(id), desk.stage.target(id)))
}

fn stands(map: &Utf16Map<'_>, desk: &Desk, staged: &Staged, (place, to): Standing) -> DraftPatch {
    DraftPatch {
        patch: at(map, &staged.patch, place, to),
        status: to_row(staged.status).name(),
        base_revision: staged.base_revision.cast_signed(),
        verdict: desk.facts.get(&staged.patch.id).map(verdict),
        // What the writer has there now, beside what the patch was made for.
        present: (staged.status == Status::Conflict)
            .then(|| json!(place.map(|place| place.of(desk.stage.text())))),
    }
}

fn verdict(fact: &Fact) -> FactVerdict {
    FactVerdict {
        status: fact.status,
        score: super::sentence::round(fact.score),
        reason: fact.reason.clone(),
        evidence: fact.evidence.clone(),
    }
}

/// Every patch that can be shown in the text: all but the superseded ones, in text order.
pub(crate) fn patches(desk: &Desk) -> Vec<DraftPatch> {
    let map = Utf16Map::new(desk.stage.text());
    let places = desk.stage.all_places();
    let mut all: Vec<(Option<usize>, DraftPatch)> = desk
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
    all.into_iter().map(|(_, patch)| patch).collect()
}

/// What stands in a place: the id of a patch, or where it is.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub(crate) enum Place {
    Id(String),
    At(usize),
}

/// Where every patch stands: `[id, start, end]`, and for a move where it goes, by id.
pub(crate) fn places(desk: &Desk) -> Vec<Vec<Place>> {
    let map = Utf16Map::new(desk.stage.text());
    let at = |byte: usize| Place::At(map.to_utf16(byte));
    let mut all: Vec<(&str, Standing)> = desk.stage.all_places().into_iter().collect();
    all.sort_unstable_by_key(|(id, (place, _))| (place.map(|place| place.start), *id));
    all.into_iter()
        .filter_map(|(id, (place, to))| {
            let place = place?;
            let mut told = vec![Place::Id(id.to_owned()), at(place.start), at(place.end)];
            told.extend(to.map(at));
            Some(told)
        })
        .collect()
}

pub(crate) fn summary(draft: &stet_store::Draft) -> DraftSummary {
    DraftSummary {
        id: draft.id,
        title: draft.title.clone(),
        revision: draft.revision,
        author: draft.author.clone(),
        author_id: author(draft.author_id),
        mine: None,
        source_ids: draft.source_ids.clone(),
        criteria_pack_ids: draft.criteria_pack_ids.clone(),
        citation_style: draft.citation_style.clone(),
        project_id: draft.project_id,
        created_at: Timestamp(draft.created_at),
        updated_at: Timestamp(draft.updated_at),
    }
}

pub(crate) fn draft(draft: &stet_store::Draft) -> Draft {
    Draft { about: summary(draft), text: draft.text.clone() }
}

pub(crate) fn desk(desk: &Desk) -> DraftDesk {
    DraftDesk { draft: draft(&desk.draft), patches: patches(desk), revising: None }
}
