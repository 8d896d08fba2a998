//! A database at several addresses. Real replicas: `scripts/failover.sh`.

use std::time::Duration;

use sqlx::ConnectOptions as _;
use stet_store::{Store, StoreError};

use crate::support::database::TestDatabase;

/// Where nobody listens.
const NOWHERE: &str = "postgres://stet@127.0.0.1:1/stet";

#[tokio::test]
async fn of_several_addresses_the_one_that_takes_writes_is_used() {
    let database = TestDatabase::new().await;
    let here = database.options().to_url_lossy();
    let store = Store::connect(&format!("{NOWHERE}, {here}"), 2).await.unwrap();
    store.ping().await.unwrap();
    let direct = store.with_sessions_at(&format!("{NOWHERE},{here}")).unwrap();
    direct.migrate().await.unwrap();
    let fault = Store::connect(&format!("{NOWHERE},{NOWHERE}"), 2).await.unwrap_err();
    assert!(fault.is_absence(), "whoever starts waits for it: {fault}");
    assert!(matches!(
        Store::connect(&format!("{here},postgres://a:port/b"), 2).await,
        Err(StoreError::Connect(_))
    ));
}

#[tokio::test]
async fn what_follows_no_primary_is_not_read_from() {
    let database = TestDatabase::new().await;
    let here = database.options().to_url_lossy();
    let store = database.store.clone();
    let store = store.reading_from(&format!("{here},{NOWHERE}"), Duration::from_millis(50), 2).unwrap();
    assert_eq!(store.replicas(), (0, 2), "none is before it was looked at");
    store.look().await;
    assert_eq!(store.replicas(), (0, 2), "a primary of its own is none, nor is nobody");
    assert!(store.documents().await.unwrap().is_empty());
}
