//! Work beside the threads that carry the streams of others, which ends when nobody waits for it any more.

use stet_text::stop::Stop;

/// Sets a token when it goes.
struct Gone(Stop);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// Does work that may take long: a given text may have megabytes. When the future is dropped, because a client has left,
/// the work is left at its next [`look`](stet_text::stop::look).
pub async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let waiting = Gone(Stop::default());
    let stop = waiting.0.clone();
    match tokio::task::spawn_blocking(move || stop.within(work)).await {
        Ok(Some(done)) => done,
        Err(fault) if fault.is_panic() => std::panic::resume_unwind(fault.into_panic()),
        // Nobody waits, or the runtime ends and this task with it.
        Ok(None) | Err(_) => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::stop::look;

    #[tokio::test]
    async fn work_is_left_when_nobody_waits_for_it_any_more() {
        /// Tells when the work goes.
        struct Left(Option<tokio::sync::oneshot::Sender<()>>);
        impl Drop for Left {
            fn drop(&mut self) {
                self.0.take().unwrap().send(()).unwrap();
            }
        }
        let (start, started) = tokio::sync::oneshot::channel();
        let (end, ended) = tokio::sync::oneshot::channel();
        let waiting = tokio::spawn(apart(move || {
            let _left = Left(Some(end));
            start.send(()).unwrap();
            loop {
                look();
                std::thread::yield_now();
            }
        }));
        started.await.unwrap();
        waiting.abort();
        ended.await.unwrap();
        assert_eq!(apart(|| 3).await, 3);
    }
}
