//! Names of patches beside those of a draft's other revisions.

use std::collections::HashMap;

use stet_drafts::Desk;
use stet_patch::Patch;

/// A patch is named by its words, and a sentence may stand in a text more than once. Where that name belongs to what stands
/// at another place of the draft, the patch is named by its own place too. `patches` are those of the whole draft.
pub(super) fn tell_apart(desk: &Desk, patches: &mut [Patch]) {
    let places = desk.stage.all_places();
    let elsewhere = |name: &str, patch: &Patch| match places.get(name) {
        Some((Some(place), _)) => place.start != patch.range.start,
        _ => false,
    };
    let mut renamed: HashMap<String, String> = HashMap::new();
    for patch in patches.iter_mut() {
        let mut name = patch.id.clone();
        while elsewhere(&name, patch) {
            name = format!("{name}-at{}", patch.range.start);
        }
        if name != patch.id {
            renamed.insert(std::mem::replace(&mut patch.id, name.clone()), name);
        }
    }
    if renamed.is_empty() {
        return;
    }
    for patch in patches {
        if let Some(name) = renamed.get(&patch.group_id) {
            patch.group_id.clone_from(name);
        }
    }
}
