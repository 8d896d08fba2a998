//! What a model adds to the passages of a document that is ready: a context, a translation, what they speak of, each where it is asked
//! for.
//!
//! Owns the order, the bounds and the progress of it; leaves prompts and what a reply may be to [`stet_prompt::enrich`], rows to
//! [`stet_store`]. Nobody waits for it: the document is found by its own words before, and whatever the model does, it stays so.
//! Each passage is stored when it is done, so that what was interrupted goes on where it was; a reply that was refused is noted with
//! the passage and not asked for again, while faults of the model leave the passage to the next start of a process.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures::{StreamExt as _, TryStreamExt as _};
use time::OffsetDateTime;
use uuid::Uuid;

use super::embed::{self, embedded_text};
use super::fault::{Fault, Trouble};
use super::run::Run;
use super::{Ingest, LEASE, POLL};
use stet_config::EnrichConfig;
use stet_gate::{GatePolicy, PreparedSources, Status};
use stet_graph::Found;
use stet_llm::{ChatDelta, ChatModel, ChatRequest, Message, ModelError, ModelKind};
use stet_prompt::enrich::{self as prompt, Placed, Refusal};
use stet_store::{Additions, Chore, ChunkRow, DocumentStatus, Failure, Made, Unmade};
use stet_text::{Language, counted};

/// Passages of a document that are with the model at the same time.
const AT_ONCE: usize = 4;
/// How often one text is asked for.
const ATTEMPTS: usize = 2;
/// Pause before the second time.
const PAUSE: Duration = Duration::from_millis(500);
/// So many passages in a row for which the model has failed mean that it is away.
const GIVE_UP: usize = 3;
/// Characters of a document's beginning, and of what stands beside a passage, that the model is shown.
const HEAD: usize = 2_000;
const BESIDE: usize = 400;
/// Tokens of a context. A translation gets as many as its passage may need.
const CONTEXT_TOKENS: u32 = 250;
/// The same of a list of what a passage speaks of, and characters of it that are read.
const LIST_TOKENS: u32 = 1_000;
const LIST: usize = 6_000;
/// Tokens of a summary.
const THEME_TOKENS: u32 = 500;

/// A model that adds to passages, and what it is to add.
#[derive(Debug, Clone)]
pub(super) struct Enricher {
    model: Arc<dyn ChatModel>,
    pub(super) wanted: Additions,
    deadline: Duration,
}

/// What one question to the model came to.
enum Reply<T> {
    Read(T),
    Refused(Refusal),
    /// The model failed or was late; another time it may not.
    Failed(Trouble),
}

impl Ingest {
    /// Lets a model add to passages what the settings ask for, within `deadline` each. Extracts are no model, and add nothing.
    #[must_use]
    pub fn enriched_by(
        mut self,
        model: &Arc<dyn ChatModel>,
        config: &EnrichConfig,
        deadline: Duration,
    ) -> Self {
        self.enricher = (config.is_on() && model.kind() == ModelKind::Model).then(|| Enricher {
            model: Arc::clone(model),
            wanted: Additions {
                context: config.contextualize,
                languages: config.translate.clone(),
                entities: config.entities,
            },
            deadline,
        });
        self
    }

    /// Whether a model adds to passages here.
    #[must_use]
    pub const fn enriches(&self) -> bool {
        self.enricher.is_some()
    }

    /// Queues what a model is to add to one document, or to all. Tells how many have something to add to.
    ///
    /// # Errors
    /// The store failed.
    pub async fn enrich(&self, document: Option<Uuid>) -> Result<u64, stet_store::StoreError> {
        let Some(enricher) = &self.enricher else { return Ok(0) };
        self.store.queue_enrichment(&enricher.wanted, document, OffsetDateTime::now_utc()).await
    }

    /// The worker of these jobs. They may take hours, so those that read documents do not do them.
    pub(super) async fn enrich_always(self) {
        let worker = Uuid::now_v7();
        while !self.cancel.is_cancelled() {
            match self.store.claim_enrichment(worker, LEASE).await {
                Ok(Some(claimed)) => self.run(claimed, worker).await,
                Ok(None) => self.pause().await,
                Err(error) => {
                    tracing::warn!(%error, "jobs cannot be claimed");
                    self.pause().await;
                }
            }
        }
    }

    async fn pause(&self) {
        self.cancel.run_until_cancelled(self.store.wait_for(Chore::Enrichment, POLL)).await;
    }
}

/// Adds to every passage of the document what it lacks.
pub(super) async fn passages(run: &Run<'_>) -> Result<(), Fault> {
    // Passages of another space are embedded anew, with what is added.
    embed::elsewhere(run).await?;
    let enricher = run.ingest.enricher.as_ref().ok_or(Fault::Lost)?;
    let document = run.store.document(run.document).await?.ok_or(Fault::Lost)?;
    let unmade = run.store.unmade(run.document, &enricher.wanted).await?;
    run.enter(DocumentStatus::Ready, 0, unmade.len()).await?;
    let head = run.store.chunks_between(run.document, 0, 2).await?;
    let head: Vec<&str> = head.iter().map(|chunk| chunk.content.as_str()).collect();
    let head: String = head.join("\n").chars().take(HEAD).collect();
    let (failing, failed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = unmade.iter().map(|passage| async {
        let trouble = enrich_one(run, enricher, (&document.title, &head), passage).await?;
        match trouble {
            None => failing.store(0, Ordering::Relaxed),
            Some(trouble) => {
                failed.fetch_add(1, Ordering::Relaxed);
                tracing::info!(document = %run.document, passage = passage.ordinal, reason = %trouble.message(Language::En), "the model gave no text");
                if failing.fetch_add(1, Ordering::Relaxed) + 1 >= GIVE_UP {
                    return Err(Fault::Model(trouble));
                }
            }
        }
        run.done_with(1).await
    });
    let work: Vec<_> = work.map(futures::FutureExt::boxed).collect();
    let worked = futures::stream::iter(work).buffer_unordered(AT_ONCE).try_collect::<Vec<()>>().await;
    if enricher.wanted.entities {
        // Also where the model has given up: what it found until then is found.
        run.store.ungraph(run.document).await?;
    }
    worked?;
    let left_out = left_out(&run.store.refused(run.document).await?, failed.into_inner());
    let now = OffsetDateTime::now_utc();
    if !run.store.finish_enrichment(run.job, run.worker, left_out.as_ref(), now).await? {
        return Err(Fault::Lost);
    }
    // What could not be queued beside this job.
    run.store.queue_reembedding(run.ingest.embedder.space(), now).await?;
    Ok(())
}

/// Adds to one passage. Gives what kept the model from it; what it did write is stored all the same.
async fn enrich_one(
    run: &Run<'_>,
    enricher: &Enricher,
    (title, head): (&str, &str),
    passage: &Unmade,
) -> Result<Option<Trouble>, Fault> {
    let mut made = Made::default();
    let mut trouble = None;
    if passage.context {
        let around = beside(run, passage).await?;
        let next = |before: bool| {
            around
                .iter()
                .find(|other| (other.ordinal < passage.ordinal) == before && other.ordinal != passage.ordinal)
        };
        let before = next(true).map(|other| tail(&other.content, BESIDE)).unwrap_or_default();
        let behind: String =
            next(false).map(|other| other.content.chars().take(BESIDE).collect()).unwrap_or_default();
        let placed =
            Placed { title, head, headings: &passage.headings, before, behind: &behind, text: &passage.text };
        let language = passage.language;
        let read = |reply: &str| prompt::read_context(reply, &passage.text);
        let question = (prompt::context(language, &placed), CONTEXT_TOKENS, prompt::longest_context());
        match enricher.text(question, language, read).await {
            Reply::Read(text) => made.context = Some(text),
            Reply::Refused(refusal) => made.refused.push(("context", refusal.name())),
            Reply::Failed(fault) => trouble = Some(fault),
        }
    }
    if passage.translation && trouble.is_none() {
        let into = passage.language.other();
        let tokens = u32::try_from(2 * stet_prompt::tokens(&passage.text) + 200).unwrap_or(u32::MAX);
        let read = |reply: &str| prompt::read_translation(reply, &passage.text, into);
        let longest = prompt::longest_translation(&passage.text);
        match enricher.text((prompt::translation(into, &passage.text), tokens, longest), into, read).await {
            Reply::Read(text) => made.translation = Some(text),
            Reply::Refused(refusal) => made.refused.push(("translation", refusal.name())),
            Reply::Failed(fault) => trouble = Some(fault),
        }
    }
    if passage.entities && trouble.is_none() {
        match enricher.entities(passage).await {
            Reply::Read(found) => made.found = Some(found),
            Reply::Refused(refusal) => made.refused.push(("graph", refusal.name())),
            Reply::Failed(fault) => trouble = Some(fault),
        }
    }
    embed_made(run, passage, &mut made).await?;
    let by = (enricher.model.name(), run.ingest.embedder.space());
    if made != Made::default() && !run.store.set_made(run.document, passage, &made, by).await? {
        return Err(Fault::Lost);
    }
    Ok(trouble)
}

/// The passage with its context, and the translation, as vectors.
async fn embed_made(run: &Run<'_>, passage: &Unmade, made: &mut Made) -> Result<(), Fault> {
    let mut texts = Vec::new();
    if let Some(context) = &made.context {
        texts.push(embedded_text(
            &passage.headings,
            &passage.text,
            passage.caption.as_deref(),
            Some(context),
        ));
    }
    texts.extend(made.translation.clone());
    if texts.is_empty() {
        return Ok(());
    }
    let mut vectors = embed::vectors(&*run.ingest.embedder, &texts).await?;
    if made.translation.is_some() {
        made.translation_embedding = vectors.pop();
    }
    made.embedding = vectors.pop();
    Ok(())
}

async fn beside(run: &Run<'_>, passage: &Unmade) -> Result<Vec<ChunkRow>, Fault> {
    let (first, last) = (passage.ordinal - 1, passage.ordinal + 1);
    Ok(run.store.chunks_between(run.document, first, last).await?)
}

impl Enricher {
    /// What the passage speaks of, as far as it says so itself.
    async fn entities(&self, passage: &Unmade) -> Reply<Found> {
        let sources = PreparedSources::new(&[&passage.text]);
        let supported = |told: &str| is_supported(told, &sources);
        let read = |reply: &str| {
            let listed = prompt::read_graph(reply)?;
            Ok((Found::from_list(&listed, &passage.text, supported), prompt::is_cut(reply)))
        };
        let ask = async |known: &[&str]| {
            let question = (prompt::graph(passage.language, &passage.text, known), LIST_TOKENS, LIST);
            self.text(question, passage.language, read).await
        };
        let (mut found, is_cut) = match ask(&[]).await {
            Reply::Read(read) => read,
            Reply::Refused(refusal) => return Reply::Refused(refusal),
            Reply::Failed(fault) => return Reply::Failed(fault),
        };
        // Only a list that was cut off is known to lack something, and it is asked on for once.
        if is_cut && !found.entities.is_empty() {
            let known: Vec<&str> = found.entities.iter().map(|own| own.name.as_str()).collect();
            if let Reply::Read((more, _)) = ask(&known).await {
                found.add(more);
            }
        }
        Reply::Read(found)
    }

    /// Sentences about what passages have in common, with the places of those that they are about; none where it wrote nothing that can
    /// be read.
    pub(super) async fn theme(
        &self,
        language: Language,
        passages: &[&str],
    ) -> Result<Vec<(usize, String)>, Trouble> {
        let question = (prompt::theme(language, passages), THEME_TOKENS, LIST);
        match self.text(question, language, prompt::read_theme).await {
            Reply::Read(told) => Ok(told),
            Reply::Refused(_) => Ok(Vec::new()),
            Reply::Failed(trouble) => Err(trouble),
        }
    }

    /// The model's text, asked for again where it was none.
    async fn text<T>(
        &self,
        (prompts, tokens, longest): ((String, String), u32, usize),
        language: Language,
        read: impl Fn(&str) -> Result<T, Refusal>,
    ) -> Reply<T> {
        let mut last = Reply::Refused(Refusal::Empty);
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                tokio::time::sleep(PAUSE).await;
            }
            let (system, user) = prompts.clone();
            let mut request = ChatRequest::new(vec![Message::system(system), Message::user(user)], language);
            request.max_tokens = Some(tokens);
            last = match tokio::time::timeout(self.deadline, self.reply(request, longest)).await {
                Ok(Ok(reply)) => match read(&reply) {
                    Ok(text) => return Reply::Read(text),
                    Err(refusal) => Reply::Refused(refusal),
                },
                Ok(Err(fault)) => Reply::Failed(Trouble::Model(fault)),
                Err(_) => Reply::Failed(Trouble::Late(self.deadline.as_secs())),
            };
        }
        last
    }

    /// What the model writes, up to a little more than it may: a model that goes on is not listened to.
    async fn reply(&self, request: ChatRequest, longest: usize) -> Result<String, ModelError> {
        let mut stream = self.model.stream(request).await?;
        let (mut text, mut length) = (String::new(), 0);
        while let Some(delta) = stream.next().await {
            if let ChatDelta::Text(piece) = delta? {
                length += piece.chars().count();
                text.push_str(&piece);
                if length > longest + longest / 2 {
                    break;
                }
            }
        }
        Ok(text)
    }
}

/// Whether the gate finds a model's sentence supported by the one text of these, by its words.
pub(super) fn is_supported(sentence: &str, text: &PreparedSources) -> bool {
    stet_gate::judge(sentence, text, &[0], &GatePolicy::default()).status == Status::Supported
}

/// The last characters of a text.
fn tail(text: &str, most: usize) -> &str {
    let start = text.char_indices().rev().nth(most.saturating_sub(1)).map_or(0, |(at, _)| at);
    text.get(start..).unwrap_or_default()
}

/// What the model has left out of a document, for people; nothing where that is nothing.
fn left_out(refused: &[(String, String, i64)], failed: usize) -> Option<Failure> {
    let (mut ko, mut en) = (Vec::new(), Vec::new());
    for (step, name) in [
        ("context", ("맥락", "context")),
        ("translation", ("번역", "translation")),
        ("graph", ("개체 목록", "list of entities")),
    ] {
        let own: Vec<_> = refused.iter().filter(|(of, ..)| of == step).collect();
        if own.is_empty() {
            continue;
        }
        let all: i64 = own.iter().map(|(.., passages)| passages).sum();
        let why = |language| -> String {
            let told = own.iter().map(|(_, why, passages)| {
                let words = Refusal::named(why).map_or(why.as_str(), |refusal| refusal.words(language));
                format!("{words} {passages}")
            });
            told.collect::<Vec<_>>().join(", ")
        };
        let passages = counted(usize::try_from(all).unwrap_or_default(), "passage");
        ko.push(format!("구절 {all}개는 {} 없이 둡니다: {}.", name.0, why(Language::Ko)));
        let stay = if all == 1 { "stays" } else { "stay" };
        en.push(format!("{passages} {stay} without a {}: {}.", name.1, why(Language::En)));
    }
    if failed > 0 {
        ko.push(format!("구절 {failed}개는 모델이 답하지 않아 다음 시작 때 다시 합니다."));
        en.push(format!(
            "{} will be tried again at the next start: the model gave no answer.",
            counted(failed, "passage")
        ));
    }
    let (ko, en) = (ko.join(" "), en.join(" "));
    (!ko.is_empty()).then(|| Failure { code: "left_out".into(), ko, en, transient: failed > 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_out_is_told_in_both_languages() {
        assert_eq!(left_out(&[], 0), None);
        let refused = [
            ("context".to_owned(), "apology".to_owned(), 1),
            ("translation".to_owned(), "numbers".to_owned(), 2),
            ("translation".to_owned(), "fence".to_owned(), 1),
        ];
        let told = left_out(&refused, 4).unwrap();
        assert_eq!(
            told.ko,
            "구절 1개는 맥락 없이 둡니다: 거절하는 답 1. 구절 3개는 번역 없이 둡니다: 숫자가 다른 답 2, 코드 울타리에 싼 답 1. 구절 4개는 모델이 답하지 않아 다음 시작 때 다시 합니다."
        );
        assert!(
            told.en.contains(
                "3 passages stay without a translation: numbers that differ 2, a reply in a code fence 1."
            ),
            "{}",
            told.en
        );
        assert_eq!(tail("가나다", 2), "나다");
        assert_eq!(tail("가", 2), "가");
    }
}
