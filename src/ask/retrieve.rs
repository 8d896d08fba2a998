//! Retrieval: the question to numbered sources, prepared for the gate.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use time::OffsetDateTime;
use uuid::Uuid;

use super::card::{SourceArticle, SourceCard};
use super::graph::{self, Mode};
use super::words::{Facts, words};
use super::{AskError, Asker};
use stet_answer::AnswerSource;
use stet_embedding::{EmbedError, EmbedRole};
use stet_gate::PreparedSources;
use stet_llm::web::WebPassage;
use stet_marks::statute::{ArticleNo, RegulationIndex, key_sentence, normalised_name, paragraphs};
use stet_sources::apart::told_apart;
use stet_sources::chunk::ArticleAnchor;
use stet_sources::evidence::Grade;
use stet_sources::fusion::FusionPolicy;
use stet_sources::question::Question as Subject;
use stet_store::{Article, Filter, Hit, Query};
use stet_text::{Language, language, search_terms};

/// The evidence for one answer: source N is element N − 1 of each list.
#[derive(Debug, Clone)]
pub struct Evidence {
    pub cards: Vec<SourceCard>,
    pub sources: Vec<AnswerSource>,
    /// What is known of them beside their text.
    pub facts: Vec<Facts>,
    pub prepared: PreparedSources,
    /// The best grade.
    pub quality: Option<Grade>,
}

/// What a search found.
#[derive(Debug)]
pub struct Found {
    pub hits: Vec<Hit>,
    /// Why only words were searched for, where the query could not be embedded.
    pub words_only: Option<EmbedError>,
    /// The way that the search went.
    pub mode: Mode,
}

/// Lets the names of passages tell their files from all others of that name.
pub fn tell_apart(hits: &mut [Hit]) {
    let names = names(&*hits);
    hits.iter_mut().zip(names).for_each(|(hit, name)| hit.chunk.file_name = name);
}

fn names<'a>(hits: impl IntoIterator<Item = &'a Hit, IntoIter: Clone>) -> Vec<String> {
    let hits = hits.into_iter();
    let own = hits.clone().map(|hit| (hit.chunk.file_name.as_str(), hit.chunk.path.as_deref()));
    let alike =
        |hit: &'a Hit| hit.chunk.alike.iter().map(|path| (hit.chunk.file_name.as_str(), Some(path.as_str())));
    let mut names = told_apart(own.chain(hits.clone().flat_map(alike)));
    names.truncate(hits.count());
    names
}

/// The name of a grade on the wire.
#[must_use]
pub const fn grade_name(grade: Grade) -> &'static str {
    match grade {
        Grade::High => "High",
        Grade::Medium => "Medium",
        Grade::Low => "Low",
    }
}

impl Asker {
    /// Ranked passages for a query. Without a usable embedding only keywords are searched, which is told.
    ///
    /// # Errors
    /// The store failed.
    pub async fn search(&self, text: &str, filter: &Filter, top_k: usize) -> Result<Found, AskError> {
        let mut found = self.search_with(text, filter, top_k, self.fusion_policy(), Mode::default()).await?;
        tell_apart(&mut found.hits);
        Ok(found)
    }

    /// [`Self::search`] in these documents, in the versions that are searched now; in all without any.
    ///
    /// # Errors
    /// The store failed.
    pub async fn search_in(
        &self,
        text: &str,
        documents: &[Uuid],
        top_k: usize,
    ) -> Result<Vec<Hit>, AskError> {
        let document_ids = self.store.searched_versions(documents).await?;
        let filter = Filter { document_ids, ..Filter::default() };
        Ok(self.search(text, &filter, top_k).await?.hits)
    }

    /// The fusion of the settings.
    #[must_use]
    pub fn fusion_policy(&self) -> FusionPolicy {
        let search = &self.config.search;
        FusionPolicy {
            fusion: search.fusion,
            semantic_weight: f64::from(search.semantic_weight),
            keyword_weight: f64::from(search.keyword_weight),
            rrf_k: f64::from(search.rrf_k),
        }
    }

    /// [`Self::search`] under another fusion.
    ///
    /// # Errors
    /// The store failed.
    pub async fn search_with(
        &self,
        text: &str,
        filter: &Filter,
        top_k: usize,
        policy: FusionPolicy,
        mode: Mode,
    ) -> Result<Found, AskError> {
        let query = [text.to_owned()];
        let (vector, words_only) = match self.embedder.embed(&query, EmbedRole::Query).await {
            Ok(vectors) => (vectors.into_iter().next(), None),
            // The keyword leg still finds something; the log says what is missing.
            Err(fault) => {
                tracing::warn!(%fault, "searching by keywords alone");
                (None, Some(fault))
            }
        };
        let embedding = vector.as_deref().map(|vector| (self.embedder.space(), vector));
        let now = OffsetDateTime::now_utc();
        let query = Query { text, embedding, filter, top_k, policy, now };
        let (hits, mode) = graph::search(&self.store, mode, &query, false).await?;
        Ok(Found { hits, words_only, mode })
    }
}

/// The passages of the articles that the question names, in its order: they are what it asks about, however few of its
/// words they share. They are taken out of `hits`. A number that more regulations have than there may be sources
/// means those that the words found.
pub(super) async fn named_articles(
    asker: &Asker,
    index: &RegulationIndex<String>,
    question: &str,
    documents: &[Uuid],
    hits: &mut Vec<Hit>,
) -> Result<Vec<Hit>, AskError> {
    let entries = index.asked_for(question);
    let most = asker.config.sources.max_sources;
    let mut named: Vec<Hit> = Vec::new();
    if entries.len() > most {
        let is_asked = |hit: &Hit| {
            hit.chunk.article.as_ref().is_some_and(|article| {
                let number = ArticleNo::new(article.number, article.branch);
                entries.iter().any(|entry| {
                    entry.number == number
                        && normalised_name(&entry.regulation) == normalised_name(&article.regulation)
                })
            })
        };
        named.extend(hits.extract_if(.., |hit| is_asked(hit)).take(most));
        return Ok(named);
    }
    for entry in entries {
        let number = i32::try_from(entry.number.number).unwrap_or_default();
        let branch = entry.number.branch.and_then(|branch| i32::try_from(branch).ok()).unwrap_or_default();
        let articles = asker.store.articles(&entry.regulation, number, branch).await?;
        let here: Vec<Article> = articles
            .into_iter()
            .filter(|article| {
                !article.supplementary && (documents.is_empty() || documents.contains(&article.document_id))
            })
            .collect();
        // Another edition where the one that counts is not among the documents.
        let own = here.iter().find(|article| article.id.to_string() == entry.id);
        let Some(chunk_id) = own.or(here.first()).and_then(|article| article.chunk_id) else { continue };
        if let Some(at) = hits.iter().position(|hit| hit.chunk.id == chunk_id) {
            named.push(Hit { grade: Grade::High, relevance: 1.0, ..hits.remove(at) });
        } else if let Some(chunk) = asker.store.chunk(chunk_id).await?
            && named.iter().all(|hit| hit.chunk.id != chunk_id)
        {
            named.push(Hit::asked_for(chunk));
        }
    }
    Ok(named)
}

impl Evidence {
    #[expect(clippy::cast_possible_truncation, reason = "scores lie between 0 and 1")]
    pub(super) fn new<'a>(picked: impl Iterator<Item = &'a Hit>) -> Self {
        let (mut cards, mut sources) = (Vec::new(), Vec::new());
        let mut facts = Vec::new();
        let mut quality = None;
        let picked: Vec<&Hit> = picked.collect();
        let names = names(picked.iter().copied());
        for (hit, file_name) in picked.into_iter().zip(&names) {
            let chunk = &hit.chunk;
            let (text, translated) = words(chunk);
            let page = chunk.page.and_then(|page| u32::try_from(page).ok());
            let title = if chunk.title.is_empty() { file_name } else { &chunk.title };
            let cited = |article: &ArticleAnchor| {
                format!("{} {}", article.regulation, ArticleNo::new(article.number, article.branch))
            };
            let article = chunk.article.as_ref().map(article_title);
            cards.push(SourceCard {
                source_id: chunk.id.to_string(),
                document_id: chunk.document_id.to_string(),
                chunk_id: chunk.id.to_string(),
                media_type: media_type(&chunk.file_name).into(),
                title: article.clone().unwrap_or_else(|| title.clone()),
                file_name: file_name.clone(),
                page,
                grade: grade_name(hit.grade).into(),
                score: hit.relevance as f32,
                recognised: chunk.recognised,
                url: None,
                article: chunk.article.as_ref().map(|article| SourceArticle {
                    regulation: article.regulation.clone(),
                    number: ArticleNo::new(article.number, article.branch),
                    title: article.title.clone(),
                    key_sentence: key_sentence(&text, None).to_owned(),
                }),
            });
            sources.push(AnswerSource {
                key: chunk.id.to_string(),
                title: article
                    .as_ref()
                    .map_or_else(|| file_name.clone(), |article| format!("{file_name} — {article}")),
                from: chunk.from.as_ref().map(|(url, day)| format!("{url} ({})", day.date())),
                page,
                page_starts: chunk.page_starts.as_slice().into(),
                page_labels: chunk.page_labels.as_slice().into(),
                recognised: chunk.recognised,
                // A mark may name an article in either language, whatever that of its regulation.
                names: chunk
                    .headings
                    .iter()
                    .cloned()
                    .chain(chunk.article.as_ref().map(cited))
                    .chain(article)
                    .chain([title.clone()])
                    .collect(),
                text: text.into(),
                translated,
            });
            facts.push(Facts::of(chunk));
            quality = quality.max(Some(hit.grade));
        }
        let prepared = prepared(&mut sources);
        Self { cards, sources, facts, prepared, quality }
    }

    /// No evidence at all.
    #[must_use]
    pub fn none() -> Self {
        Self::new(std::iter::empty())
    }

    /// The evidence with passages of the web behind it, `most` sources in all. They are no better than Medium: nobody has
    /// chosen them.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "scores lie between 0 and 1")]
    pub(crate) fn with_web(mut self, found: Vec<WebPassage>, most: usize) -> Self {
        let kept = most.saturating_sub(found.len());
        self.cards.truncate(kept);
        self.sources.truncate(kept);
        self.facts.truncate(kept);
        let today = OffsetDateTime::now_utc().date();
        for passage in found.into_iter().take(most) {
            let grade = Grade::of(passage.score, false).min(Grade::Medium);
            self.quality = self.quality.max(Some(grade));
            self.cards.push(SourceCard {
                source_id: passage.url.clone(),
                document_id: String::new(),
                chunk_id: String::new(),
                media_type: "text/html".into(),
                title: passage.title.clone(),
                file_name: passage.title.clone(),
                page: None,
                grade: grade_name(grade).into(),
                score: passage.score as f32,
                recognised: false,
                url: Some(passage.url.clone()),
                article: None,
            });
            // The day that the page says it is of, then the day that it was read on.
            let days = passage.dated.map_or_else(|| today.to_string(), |day| format!("{day}; {today}"));
            self.sources.push(AnswerSource {
                from: Some(format!("{} ({days})", passage.url)),
                key: passage.url,
                title: passage.title.clone(),
                page_starts: [].into(),
                names: vec![passage.title],
                text: passage.text.into(),
                ..AnswerSource::default()
            });
            self.facts.push(Facts::default());
        }
        self.prepared = prepared(&mut self.sources);
        self
    }

    /// The same with so many characters of each source at most, cut behind a sentence or a word. Places in what is left stay
    /// where they are.
    pub(super) fn shortened(&self, most: usize) -> Self {
        let cut = |source: &AnswerSource| {
            let end = source.text.char_indices().nth(most).map_or(source.text.len(), |(end, _)| end);
            let head = source.text.get(..end).unwrap_or_default();
            let is_cut = end < source.text.len();
            let sentence = head.rfind(['.', '。', '!', '?', '\n']).map(|at| head.ceil_char_boundary(at + 1));
            let sentence = sentence.filter(|&at| at * 2 > head.len());
            let at = sentence.or_else(|| head.rfind(char::is_whitespace)).filter(|_| is_cut);
            let head = at.and_then(|at| head.get(..at)).unwrap_or(head);
            AnswerSource { text: head.into(), ..source.clone() }
        };
        let mut sources: Vec<AnswerSource> = self.sources.iter().map(cut).collect();
        let prepared = prepared(&mut sources);
        Self { sources, prepared, ..self.clone() }
    }

    /// The articles among the sources, in order: regulation and number.
    #[must_use]
    pub fn articles(&self) -> Vec<(&str, ArticleNo)> {
        let articles = self.cards.iter().filter_map(|card| card.article.as_ref());
        articles.map(|article| (article.regulation.as_str(), article.number)).collect()
    }

    /// Whether a source speaks of something that the question speaks of.
    pub(super) fn speaks_of(&self, question: &str) -> bool {
        let asked = Subject::new(question);
        self.sources.iter().any(|source| {
            let terms: FxHashSet<String> = search_terms(&source.text).into_iter().collect();
            asked.share(|term| terms.contains(term)) > 0.0
        })
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }
}

/// The sources made ready, each with its text as other answers hold it.
#[must_use]
pub fn prepared(sources: &mut [AnswerSource]) -> PreparedSources {
    let prepared = PreparedSources::sharing(sources.iter().map(|source| Arc::clone(&source.text)));
    for (source, held) in sources.iter_mut().zip(prepared.texts()) {
        source.text = Arc::clone(held);
    }
    prepared
}

/// A regulation and an article of it, in the language of the regulation.
fn article_title(article: &ArticleAnchor) -> String {
    let number = ArticleNo::new(article.number, article.branch);
    if language(&article.regulation) == Language::Ko {
        return format!("{} {number}", article.regulation);
    }
    let branch = article.branch.map_or(String::new(), |branch| format!("-{branch}"));
    format!("{} Article {}{branch}", article.regulation, article.number)
}

/// The title of a source in a prompt: of an article also the paragraphs that the passage has.
pub(super) fn title_line(card: &SourceCard, source: &AnswerSource) -> String {
    let article = card.article.as_ref();
    let Some((article, (first, last))) = article.and_then(|own| Some((own, paragraphs(&source.text)?)))
    else {
        return source.title.clone();
    };
    let korean = language(&article.regulation) == Language::Ko;
    match (korean, first == last) {
        (true, true) => format!("{} 제{first}항", source.title),
        (true, false) => format!("{} 제{first}항~제{last}항", source.title),
        (false, true) => format!("{}({first})", source.title),
        (false, false) => format!("{}({first})–({last})", source.title),
    }
}

/// What a client is told of a source's format.
fn media_type(file_name: &str) -> &'static str {
    let ending = file_name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    match ending.as_str() {
        "pdf" => "application/pdf",
        "md" | "markdown" => "text/markdown",
        "html" | "htm" => "text/html",
        "docx" => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "hwpx" => "application/hwp+zip",
        "hwp" => "application/x-hwp",
        "jsonl" => "application/jsonl",
        _ => "text/plain",
    }
}
