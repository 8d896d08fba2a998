//! English verbs: which words may be finite verbs, by their endings or by a table.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::parts::roles::is_past_verb;
use crate::text::reading::Reading;
use crate::text::similarity::word_key;
use stet_text::Script;

static VERB_KEYS: LazyLock<FxHashSet<u32>> = LazyLock::new(|| {
    stet_data::lines("words/en/verbs.tsv").map(|verb| word_key(verb, Script::Latin)).collect()
});

/// Whether an English word may be a finite verb, told by its ending or by a list.
pub(crate) fn is_verb(text: &Reading<'_>, at: usize) -> bool {
    is_past_verb(text.word(at)) || VERB_KEYS.contains(&text.key(at))
}
