//! A wait that begins anew with every sign of life.
//!
//! Tokens come many times a second and the wait for the next one hardly ever ends, so a new deadline is only noted; the
//! runtime's timer is set again when the old deadline has passed, once a wait instead of twice a token.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures::future::poll_fn;
use tokio::time::{Instant, Sleep, sleep_until};

/// Far enough to never come, near enough for the timer.
const NEVER: Duration = Duration::from_hours(24 * 365);

/// A deadline that is pushed back often and seldom met.
#[derive(Debug)]
pub struct Patience {
    due: Instant,
    /// Set to `due` or earlier.
    timer: Pin<Box<Sleep>>,
}

impl Patience {
    /// A wait of `after` from now on.
    #[must_use]
    pub fn new(after: Duration) -> Self {
        let due = from_now(after);
        Self { due, timer: Box::pin(sleep_until(due)) }
    }

    /// Begins the wait anew: it is over `after` from now, unless this is called again.
    pub fn restart(&mut self, after: Duration) {
        self.due = from_now(after);
        if self.due < self.timer.deadline() {
            self.timer.as_mut().reset(self.due);
        }
    }

    /// Ready when the wait is over, and from then on until it begins anew.
    pub fn poll_over(&mut self, context: &mut Context<'_>) -> Poll<()> {
        loop {
            ready!(self.timer.as_mut().poll(context));
            if self.due <= self.timer.deadline() {
                return Poll::Ready(());
            }
            self.timer.as_mut().reset(self.due);
        }
    }

    /// Resolves when the wait is over.
    pub async fn over(&mut self) {
        poll_fn(|context| self.poll_over(context)).await;
    }
}

fn from_now(after: Duration) -> Instant {
    Instant::now() + after.min(NEVER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_wait_ends_after_the_last_sign_of_life() {
        let began = Instant::now();
        let mut patience = Patience::new(Duration::from_millis(20));
        for _ in 0..3 {
            tokio::time::sleep(Duration::from_millis(15)).await;
            patience.restart(Duration::from_millis(20));
        }
        patience.over().await;
        assert!(began.elapsed() >= Duration::from_millis(65));
        patience.over().await;
        // A shorter wait does not stay with the longer one before it.
        patience.restart(Duration::MAX);
        patience.restart(Duration::from_millis(1));
        patience.over().await;
    }
}
