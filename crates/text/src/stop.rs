//! The end of work that nobody waits for any more.
//!
//! What others send is worked on by functions that know nothing of requests. A token stands beside them, on their thread:
//! [`look`], called between two sentences, changes or rules, leaves the work when the token is set, by unwinding, as a cancelled
//! query of salsa does. What such a function does between two looks is bounded by other means, and none of them holds
//! what another thread could find half done. Never called where a static value is made.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    static CURRENT: RefCell<Option<Stop>> = const { RefCell::new(None) };
}

/// A token that ends the work it is given to. Clones are the same token.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

/// How work is left.
struct Stopped;

impl Stop {
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Does some work on this thread; `None` when it was left at a [`look`].
    pub fn within<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        let before = CURRENT.replace(Some(self.clone()));
        let done = catch_unwind(AssertUnwindSafe(work));
        CURRENT.set(before);
        match done {
            Ok(done) => Some(done),
            Err(panic) if panic.is::<Stopped>() => None,
            Err(panic) => resume_unwind(panic),
        }
    }
}

/// Leaves the work around when its token is set; nothing otherwise.
pub fn look() {
    if CURRENT.with_borrow(|stop| stop.as_ref().is_some_and(Stop::is_set)) {
        resume_unwind(Box::new(Stopped));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_left_at_the_next_look() {
        let (stop, inner) = (Stop::default(), Stop::default());
        let mut steps = 0;
        let mut run = |until: usize| {
            stop.within(|| {
                for step in 0..10 {
                    // The work of another token inside: its end is not the end of this.
                    let found = inner.within(|| {
                        inner.set();
                        look();
                    });
                    assert!(found.is_none());
                    look();
                    steps += 1;
                    if step == until {
                        stop.set();
                    }
                }
            })
        };
        assert_eq!(run(3), None);
        assert_eq!(steps, 4);
        // Outside of any work a look is nothing.
        look();
        let panics = catch_unwind(|| Stop::default().within(|| std::panic::panic_any("own")));
        assert!(panics.unwrap_err().is::<&str>());
        assert!(CURRENT.with_borrow(Option::is_none));
    }
}
