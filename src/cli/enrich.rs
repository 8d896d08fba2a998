//! What a model adds to documents behind their back, as `stet ingest` and `stet sync` wait for it.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::app::App;
use super::{CliError, say, tell};
use stet_config::{Config, terminal_language};
use stet_store::Document;
use stet_text::Language;

/// Says that contexts, translations or entities were asked for and that no model is there to write them.
pub(super) fn warn_without_model(config: &Config) {
    if config.enrich.is_on() && !config.model.is_configured() {
        note_line!(
            "{}",
            say(
                "STET_CONTEXTUALIZE, STET_TRANSLATE, STET_EXTRACT_ENTITIES는 모델이 있어야 합니다. OPENAI_BASE_URL이나 OPENAI_API_KEY를 설정해 주세요.",
                "STET_CONTEXTUALIZE, STET_TRANSLATE and STET_EXTRACT_ENTITIES need a model; set OPENAI_BASE_URL or OPENAI_API_KEY.",
            )
        );
    }
}

/// Waits until the model has added what the settings ask for, and says what it has left out.
pub(super) async fn watch(app: &App) -> Result<(), CliError> {
    if !app.ingest.enriches() {
        return Ok(());
    }
    let store = &app.asker.store;
    app.ingest.enrich(None).await?;
    let open = |document: &Document| {
        document.enrichment.as_ref().is_some_and(|work| matches!(work.status.as_str(), "queued" | "running"))
    };
    let waiting: Vec<Document> = store.documents().await?.into_iter().filter(open).collect();
    if waiting.is_empty() {
        return Ok(());
    }
    note_line!(
        "{}",
        say(
            "검색은 이제 됩니다. 모델이 구절에 더할 것을 이어서 씁니다(Ctrl-C로 멈춰도 다음에 이어집니다).",
            "Found by words from now on. The model goes on with what it adds to passages (Ctrl-C stops it; it goes on the next time).",
        )
    );
    let bar = ProgressBar::new(0);
    if let Ok(style) =
        ProgressStyle::with_template("{spinner} {prefix} {bar:24} {pos}/{len} {elapsed} ({eta})")
    {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(120));
    for document in waiting {
        bar.set_prefix(super::shown(&document.file_name).into_owned());
        let last = loop {
            let Some(now) = store.document(document.id).await? else { break None };
            if !open(&now) {
                break Some(now);
            }
            if let Some(work) = &now.enrichment {
                bar.set_length(work.progress.1.unsigned_abs());
                bar.set_position(work.progress.0.unsigned_abs());
            }
            tokio::time::sleep(Duration::from_millis(250)).await;
        };
        let left_out = last.and_then(|document| document.enrichment?.left_out);
        if let Some(left_out) = left_out {
            let told = if terminal_language() == Language::Ko { left_out.ko } else { left_out.en };
            tell(&format!("– {}: {told}\n", document.file_name))?;
        }
    }
    bar.finish_and_clear();
    Ok(())
}
