//! Time of decisions on a draft with 1,000 staged patches:
//!
//! ```sh
//! cargo run --release --example decide -- FOLDER     # a private PostgreSQL in FOLDER, or a postgres:// URL
//! ```
//!
//! Prints the middle of 31 runs: one decision; the same with every patch read first, as it was done before; a
//! decision about a whole category and its undoing; a keystroke's rebase in the domain.
#![allow(clippy::unwrap_used, clippy::format_collect, reason = "a tool that cannot go on must stop")]

use std::time::{Duration, Instant};

use stet_drafts::{Proposal, Save};
use stet_patch::Category;
use stet_patch::patches;
use stet_patch::rebase::Edit;
use stet_patch::stage::{Action, Selector, Stage};
use stet_store::Store;
use stet_store::embedded::{Embedded, Settings};
use stet_text::span::Span;
use uuid::Uuid;

const RUNS: usize = 31;
const PATCHES: usize = 1000;

fn middle(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1000.0
}

#[tokio::main]
async fn main() {
    let place = std::env::args().nth(1).unwrap_or_else(|| ".stet-bench".to_owned());
    let mut private = None;
    let store = if place.starts_with("postgres") {
        Store::connect(&place, 4).await.unwrap()
    } else {
        let settings = Settings { data_dir: place.into(), postgres_dir: None, python_env: None };
        let embedded = Embedded::start(settings, |_| ()).await.unwrap();
        let store = Store::with_options(embedded.options(), 4).await.unwrap();
        private = Some(embedded);
        store
    };
    store.migrate().await.unwrap();
    let old: String = (0..PATCHES)
        .map(|n| format!("Paragraph {n} says that we utilise the tool on the days that suit us best.\n\n"))
        .collect();
    let new = old.replace("utilise", "employ");
    let found = patches(&old, &new);
    assert_eq!(found.len(), PATCHES);
    let save = Save { text: Some(old.clone()), ..Save::default() };
    let draft = stet_drafts::create(&store, save).await.unwrap().id;
    let proposals = found.iter().map(|patch| Proposal { patch: patch.clone(), fact: None }).collect();
    let staged =
        stet_drafts::stage(&store, draft, Uuid::now_v7(), old.clone(), proposals).await.unwrap().staged;

    let (mut one, mut all_read) = (Vec::new(), Vec::new());
    let mut revision = 1;
    for id in staged.iter().step_by(PATCHES / RUNS / 2).take(2 * RUNS) {
        let whole = one.len() > all_read.len();
        let before = Instant::now();
        if whole {
            stet_drafts::load(&store, draft).await.unwrap();
        }
        let selector = Selector::Ids(vec![id.clone()]);
        let decided = stet_drafts::decide(&store, draft, Action::Accept, selector, revision).await.unwrap();
        let took = before.elapsed();
        revision = decided.desk.draft.revision;
        if whole { all_read.push(took) } else { one.push(took) }
    }
    let (mut bulk, mut back) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        for (action, times) in [(Action::Accept, &mut bulk), (Action::Undo, &mut back)] {
            let selector = Selector::Category(Category::Expression);
            let before = Instant::now();
            let decided = stet_drafts::decide(&store, draft, action, selector, revision).await.unwrap();
            times.push(before.elapsed());
            revision = decided.desk.draft.revision;
        }
    }
    let mut stage = Stage::new(old.clone(), 1);
    stage.stage(found);
    let mut key = Vec::new();
    for n in 0..RUNS {
        let at = old.len() / 2 + n;
        let before = Instant::now();
        stage.edit(&Edit::new(Span::new(at, at), "x"));
        key.push(before.elapsed());
    }
    let (one, all_read) = (middle(one), middle(all_read));
    println!("{PATCHES} patches beside {} bytes", old.len());
    println!("one decision            {one:8.2} ms");
    println!("with every patch read   {all_read:8.2} ms ({:.1} times)", all_read / one);
    println!("a category accepted     {:8.2} ms", middle(bulk));
    println!("a category undone       {:8.2} ms", middle(back));
    println!("rebase of a keystroke   {:8.3} ms", middle(key));
    store.delete_draft(draft).await.unwrap();
    store.close().await;
    if let Some(private) = private {
        private.stop().await.unwrap();
    }
}
