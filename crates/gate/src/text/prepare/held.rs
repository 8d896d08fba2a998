//! The sources that somebody holds: a text that many answers cite at the same time is read and kept once.
//!
//! Owns no source: when the last answer that cites it has ended, it is gone.

use std::hash::BuildHasher as _;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::PreparedSource;

/// From how many on it is looked which of them are gone.
const LOOK: usize = 64;

#[derive(Debug, Default)]
struct Held {
    /// By the hash of the text.
    sources: FxHashMap<u64, Weak<PreparedSource>>,
    /// How many were left when it was looked last.
    left: usize,
}

static HELD: LazyLock<Mutex<Held>> = LazyLock::new(Mutex::default);

/// A text, prepared: as somebody else holds it, where there is one.
pub(super) fn prepared(text: Arc<str>) -> Arc<PreparedSource> {
    let hash = FxBuildHasher.hash_one(&*text);
    let lock = || HELD.lock().unwrap_or_else(PoisonError::into_inner);
    let known = lock().sources.get(&hash).and_then(Weak::upgrade);
    // Two texts may have one hash.
    if let Some(known) = known.filter(|known| *known.text == *text) {
        return known;
    }
    // Outside of the lock: to read a text takes long.
    let source = Arc::new(PreparedSource::new(text));
    let mut held = lock();
    if held.sources.len() >= LOOK.max(2 * held.left) {
        held.sources.retain(|_, source| source.strong_count() > 0);
        held.left = held.sources.len();
    }
    held.sources.insert(hash, Arc::downgrade(&source));
    source
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_kept_once_while_somebody_holds_it() {
        let text = |n: usize| Arc::<str>::from(format!("Hall {n} of the held tests has {n} doors."));
        let first = prepared(text(0));
        assert!(Arc::ptr_eq(&first, &prepared(text(0))) && !Arc::ptr_eq(&first, &prepared(text(1))));
        let gone = Arc::downgrade(&first);
        drop(first);
        assert!(gone.upgrade().is_none());
        // What is gone does not pile up, and what is held stays.
        let kept = prepared(text(2));
        for n in 3..1000 {
            prepared(text(n));
        }
        assert!(HELD.lock().unwrap().sources.len() < 900 && Arc::ptr_eq(&kept, &prepared(text(2))));
    }
}
