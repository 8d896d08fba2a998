//! Whether the database is there: one answer, for whoever says that the server is ready and for whoever refuses requests.

use tokio::sync::watch;

#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    /// It did not answer when it was last looked for.
    away: bool,
    /// How often it has answered.
    signs: u64,
}

/// What is known of a database's presence.
#[derive(Debug, Default)]
pub(super) struct Presence(watch::Sender<Seen>);

impl Presence {
    pub(super) fn is_away(&self) -> bool {
        self.0.borrow().away
    }

    /// To be asked before one looks, and told to [`Self::silent`].
    pub(super) fn signs(&self) -> u64 {
        self.0.borrow().signs
    }

    /// It answered; whether that is news.
    pub(super) fn answered(&self) -> bool {
        self.0.send_if_modified(|seen| {
            seen.signs = seen.signs.wrapping_add(1);
            std::mem::take(&mut seen.away)
        })
    }

    /// It was looked for when it had given so many signs, and did not answer; whether that is news. A sign that somebody else had
    /// meanwhile counts more: the look began before it.
    pub(super) fn silent(&self, signs: u64) -> bool {
        self.0.send_if_modified(|seen| signs == seen.signs && !std::mem::replace(&mut seen.away, true))
    }

    /// Resolves when it goes away. Who begins to wait while it is away waits for its return and the next time.
    pub(super) async fn left(&self) {
        let mut seen = self.0.subscribe();
        while seen.changed().await.is_ok() {
            if seen.borrow_and_update().away {
                return;
            }
        }
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests {
    use super::Presence;

    #[test]
    fn a_sign_of_life_counts_more_than_a_look_that_began_before_it() {
        let presence = Presence::default();
        let begun = presence.signs();
        assert!(presence.silent(begun) && presence.is_away() && !presence.silent(begun));
        let late = presence.signs();
        assert!(presence.answered() && !presence.answered());
        assert!(!presence.silent(late) && !presence.is_away());
        assert!(presence.silent(presence.signs()) && presence.is_away());
    }
}
