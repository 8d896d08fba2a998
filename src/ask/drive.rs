//! Who does an answer's work: the reader that waits for it, or a task of its own.
//!
//! While somebody reads an answer, its work is done inside the reader's own task: what the model sends wakes the
//! connection that carries the answer, and no token passes through a task in between. When the reader goes, or is so slow
//! that the work would wait for it, the work moves to a task of its own and stays there: an answer is written to its
//! end whether anybody watches or not, and a slow reader holds up nobody.
//!
//! The waker that the work sees is the same for its whole life, wherever it is done; only the task behind it changes.

use std::fmt;
use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::task::{Context, Poll, Wake, Waker};

use futures::future::BoxFuture;
use futures::task::AtomicWaker;
use tokio::runtime::Handle;

/// The work of one answer.
pub(super) struct Drive {
    work: Mutex<Work>,
    relay: Arc<Relay>,
    /// The waker of `relay`.
    waker: Waker,
    /// The work was called and not done when [`Drive::is_overdue`] last looked.
    late: AtomicBool,
}

#[derive(Default)]
struct Work {
    /// None before it is given and after it is done.
    future: Option<BoxFuture<'static, ()>>,
    /// It has a task of its own, which alone goes on with it.
    own_task: bool,
}

/// Passes wakes on to whoever does the work now.
struct Relay {
    called: AtomicBool,
    owner: AtomicWaker,
}

impl Wake for Relay {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.called.store(true, Ordering::Release);
        self.owner.wake();
    }
}

impl Default for Drive {
    fn default() -> Self {
        let relay = Arc::new(Relay { called: AtomicBool::new(true), owner: AtomicWaker::new() });
        let waker = Waker::from(Arc::clone(&relay));
        Self { work: Mutex::default(), relay, waker, late: AtomicBool::new(false) }
    }
}

impl fmt::Debug for Drive {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Drive").field("called", &self.relay.called).finish_non_exhaustive()
    }
}

impl Drive {
    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the work, which is begun by the first reader or by [`Self::hand_over`].
    pub(super) fn give(&self, future: BoxFuture<'static, ()>) {
        self.work().future = Some(future);
    }

    /// Goes on with the work inside a reader's task, as far as it goes now.
    pub(super) fn help(&self, context: &Context<'_>) {
        let mut work = match self.work.try_lock() {
            Ok(work) => work,
            Err(TryLockError::Poisoned(work)) => work.into_inner(),
            // Another reader is at it.
            Err(TryLockError::WouldBlock) => return,
        };
        if !work.own_task {
            self.advance(&mut work, context);
        }
    }

    /// Does what can be done now on behalf of the task of `context`, which is woken for the rest.
    fn advance(&self, work: &mut Work, context: &Context<'_>) {
        self.relay.owner.register(context.waker());
        if !self.relay.called.swap(false, Ordering::AcqRel) {
            return;
        }
        self.late.store(false, Ordering::Relaxed);
        if let Some(future) = &mut work.future
            && future.as_mut().poll(&mut Context::from_waker(&self.waker)).is_ready()
        {
            work.future = None;
        }
    }

    /// Whether the work was called before the last look and nobody has come since.
    pub(super) fn is_overdue(&self) -> bool {
        self.late.swap(self.relay.called.load(Ordering::Acquire), Ordering::Relaxed)
            && self.relay.called.load(Ordering::Acquire)
    }

    /// Moves the work, if there is any left, to a task of its own. `whole` is what keeps this alive.
    pub(super) fn hand_over<T>(&self, runtime: &Handle, whole: Arc<T>)
    where
        T: AsRef<Self> + Send + Sync + 'static,
    {
        let mut work = self.work();
        if work.future.is_none() || std::mem::replace(&mut work.own_task, true) {
            return;
        }
        drop(work);
        // The first look of the task is at work that was called, whoever was called before.
        self.relay.called.store(true, Ordering::Release);
        runtime.spawn(poll_fn(move |context| {
            let drive: &Self = (*whole).as_ref();
            let mut work = drive.work();
            drive.advance(&mut work, context);
            if work.future.is_none() { Poll::Ready(()) } else { Poll::Pending }
        }));
    }
}
