//! `stet eval retrieval`: how well passages are found, by words, by meaning, and by both.
//!
//! Owns the sets and the figures. The arithmetic is that of the store; the passages are held in memory, and all of them are
//! compared.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;

use crate::rows::{name, rows};
use crate::{LabError, say};
use stet_config::terminal_language;
use stet_embedding::encoder::Encoder;
use stet_embedding::hashing::HashingEmbedder;
use stet_embedding::local::LocalEmbedder;
use stet_embedding::{EmbedRole, Embedder};
use stet_host::files;
use stet_marks::statute::ArticleNo;
use stet_sources::chunk::{ChunkPolicy, ChunkType, chunk};
use stet_sources::evidence::{Signs, SourcePolicy, SpaceProfile};
use stet_sources::fusion::{Bm25, FusionPolicy, Passage, fuse};
use stet_sources::question::{Question, is_worded};
use stet_store::DIMENSIONS;
use stet_text::{Language, language, search_terms};

/// Passages of each leg that are fused.
const DEPTH: usize = 100;

#[derive(Debug, Args)]
pub(super) struct RetrievalArgs {
    /// Folders with corpus.jsonl, queries.jsonl and qrels.tsv, or files of `{"text", "relevant": [ids]}` a line; without relevant
    /// ones a question is about another subject
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// What the questions of such files are asked of: a folder with corpus.jsonl, or a document, whose passages are called by
    /// their articles (`Leave Rules 제3조`)
    #[arg(long, value_name = "PATH")]
    corpus: Option<PathBuf>,
    /// Model directory for the vectors [default: feature hashing]
    #[arg(long, value_name = "DIR")]
    model: Option<PathBuf>,
    /// Print what each figure of relevance means, to set the thresholds of a model
    #[arg(long)]
    calibrate: bool,
}

#[derive(Deserialize)]
struct Row {
    #[serde(rename = "_id", default)]
    id: String,
    #[serde(default)]
    title: String,
    text: String,
    #[serde(default)]
    relevant: Vec<String>,
}

/// A passage that can be found.
struct Searched {
    /// What it counts as: its own id, or its article and the regulation of that.
    ids: Vec<String>,
    names: Vec<String>,
    titles: Vec<String>,
    text: String,
    language: Language,
    is_table: bool,
    terms: usize,
}

/// Passages with what searching them takes.
struct Corpus {
    passages: Vec<Searched>,
    frequencies: FxHashMap<String, u64>,
    mean_length: f64,
    vectors: Vec<Vec<f32>>,
}

/// What one way to search reached.
#[derive(Default)]
struct Reached {
    ndcg: f64,
    at: [usize; 3],
}

const WAYS: [&str; 4] = ["words as typed", "words", "vectors", "both"];
const RANKS: [usize; 3] = [1, 5, 10];

pub(super) fn print(args: &RetrievalArgs) -> Result<(), LabError> {
    let embedder: Arc<dyn Embedder> = match &args.model {
        Some(directory) => Arc::new(LocalEmbedder::new(encoder(directory)?)),
        None => Arc::new(HashingEmbedder::new(DIMENSIONS)),
    };
    let runtime = tokio::runtime::Runtime::new()?;
    let embed = |texts: &[String], role| {
        let vectors = runtime.block_on(async { embedder.embed(texts, role).await });
        vectors.map_err(|fault| LabError::Said(fault.message(terminal_language())))
    };
    let profile = SpaceProfile::of(Some(embedder.space()));
    tell_line!("{}\n", embedder.space())?;
    tell_line!(
        "| set | lang | questions | by | nDCG@10 | recall@1 | @5 | @10 |\n|---|---|---:|---|---:|---:|---:|---:|"
    )?;
    let mut judged: Vec<(f64, f64, bool)> = Vec::new();
    let mut shared: Option<Corpus> = None;
    for path in &args.data {
        let own = path.join("corpus.jsonl");
        let queries = questions(path)?;
        let corpus_path =
            if own.is_file() { path.as_path() } else { args.corpus.as_deref().ok_or_else(no_corpus)? };
        let read;
        let corpus = if own.is_file() {
            read = corpus(corpus_path, &embed)?;
            &read
        } else {
            if shared.is_none() {
                shared = Some(corpus(corpus_path, &embed)?);
            }
            shared.as_ref().ok_or_else(no_corpus)?
        };
        let texts: Vec<String> = queries.iter().map(|query| query.text.clone()).collect();
        let vectors = embed(&texts, EmbedRole::Query)?;
        let mut reached: [Reached; 4] = Default::default();
        let (mut count, mut others, mut held_back) = (0_usize, 0_usize, 0_usize);
        for (query, vector) in queries.iter().zip(&vectors) {
            let profile = if is_worded(&query.text) { profile } else { SpaceProfile::of(None) };
            let (rankings, best) = corpus.search(query, vector, &profile);
            judged.extend(
                best.map(|(signs, relevant)| (signs.cosine.unwrap_or(0.0), signs.coverage, relevant)),
            );
            let is_source = |(signs, _)| profile.relevance(signs) >= SourcePolicy::default().min_relevance;
            // What asks for nothing is not searched for.
            let asks = !Question::new(&query.text).is_empty();
            let has_source = asks && best.is_some_and(is_source);
            if query.relevant.is_empty() {
                others += 1;
                held_back += usize::from(!has_source);
                continue;
            }
            count += 1;
            for (ranking, reached) in rankings.iter().zip(&mut reached) {
                reached.add(ranking, &query.relevant);
            }
        }
        if others > 0 {
            tell_line!("| {} | – | {others} | without a source | {held_back} | | | |", name(path))?;
        }
        let korean = queries.iter().filter(|query| language(&query.text) == Language::Ko).count();
        let lang = if 2 * korean >= queries.len() { "ko" } else { "en" };
        let of = |sum: f64| sum / count.max(1) as f64;
        for (way, reached) in WAYS.iter().zip(&reached).filter(|_| count > 0) {
            let [one, five, ten] = reached.at.map(|found| of(found as f64));
            tell_line!(
                "| {} | {lang} | {count} | {way} | {:.3} | {one:.2} | {five:.2} | {ten:.2} |",
                name(path),
                of(reached.ndcg)
            )?;
        }
    }
    if args.calibrate { calibrate(&judged) } else { Ok(()) }
}

fn encoder(directory: &Path) -> Result<Arc<Encoder>, LabError> {
    let encoder = Encoder::open(directory);
    encoder.map(Arc::new).map_err(|fault| LabError::Said(fault.message(terminal_language())))
}

fn no_corpus() -> LabError {
    LabError::Said(say(
        "질문만 있습니다. 물을 문서나 corpus.jsonl이 있는 폴더를 --corpus로 주세요",
        "these are questions alone; give a document, or a folder with corpus.jsonl, with --corpus",
    ))
}

/// The questions of a set, each with what is relevant to it.
fn questions(path: &Path) -> Result<Vec<Row>, LabError> {
    if !path.is_dir() {
        return rows(path);
    }
    let mut relevant: FxHashMap<String, Vec<String>> = FxHashMap::default();
    let qrels = path.join("qrels.tsv");
    let table = files::read_text(&qrels).map_err(|source| LabError::Read { path: qrels, source })?;
    for line in table.lines().skip(1) {
        if let [query, passage, ..] = line.split('\t').collect::<Vec<_>>().as_slice() {
            relevant.entry((*query).to_owned()).or_default().push((*passage).to_owned());
        }
    }
    let mut queries: Vec<Row> = rows(&path.join("queries.jsonl"))?;
    for query in &mut queries {
        query.relevant = relevant.remove(&query.id).unwrap_or_default();
    }
    queries.retain(|query| !query.relevant.is_empty());
    Ok(queries)
}

type Embedded = Result<Vec<Vec<f32>>, LabError>;

fn corpus(path: &Path, embed: &impl Fn(&[String], EmbedRole) -> Embedded) -> Result<Corpus, LabError> {
    let passages = if path.is_dir() { listed(&path.join("corpus.jsonl"))? } else { document(path)? };
    let mut frequencies: FxHashMap<String, u64> = FxHashMap::default();
    let mut all = 0;
    let mut passages: Vec<Searched> = passages;
    for passage in &mut passages {
        let terms: Vec<String> =
            passage.titles.iter().chain([&passage.text]).flat_map(|text| search_terms(text)).collect();
        passage.terms = terms.len();
        all += terms.len();
        for term in terms.into_iter().collect::<FxHashSet<_>>() {
            *frequencies.entry(term).or_default() += 1;
        }
    }
    let texts: Vec<String> = passages
        .iter()
        .map(|passage| format!("{}\n{}", passage.titles.join("\n"), passage.text).trim().to_owned())
        .collect();
    let vectors = embed(&texts, EmbedRole::Passage)?;
    let mean_length = all as f64 / passages.len().max(1) as f64;
    Ok(Corpus { passages, frequencies, mean_length, vectors })
}

fn listed(path: &Path) -> Result<Vec<Searched>, LabError> {
    let texts: Vec<Row> = rows(path)?;
    let passage = |Row { id, title, text, .. }| Searched {
        ids: vec![id],
        names: Vec::new(),
        titles: (!title.is_empty()).then_some(title).into_iter().collect(),
        language: language(&text),
        text,
        is_table: false,
        terms: 0,
    };
    Ok(texts.into_iter().map(passage).collect())
}

fn document(path: &Path) -> Result<Vec<Searched>, LabError> {
    let bytes = files::read(path, files::LONGEST)
        .map_err(|source| LabError::Read { path: path.to_owned(), source })?;
    let extraction = stet_extract::extract(&path.to_string_lossy(), &bytes, &stet_extract::Limits::default())
        .map_err(|fault| LabError::Said(fault.message(terminal_language())))?;
    let (_, chunks) = chunk(&extraction.blocks, ChunkPolicy::default());
    let passage = |chunk: stet_sources::chunk::Chunk| {
        let regulation = chunk.article.as_ref().map(|article| article.regulation.replace(' ', ""));
        let ids = chunk.article.as_ref().zip(regulation.clone()).map(|(article, regulation)| {
            let number = ArticleNo::new(article.number, article.branch);
            vec![format!("{regulation} {number}"), regulation]
        });
        let last = chunk.headings.last().filter(|heading| !chunk.content.starts_with(heading.as_str()));
        Searched {
            ids: ids.unwrap_or_default(),
            names: regulation.into_iter().collect(),
            titles: last
                .cloned()
                .into_iter()
                .chain(chunk.article.and_then(|article| article.title))
                .collect(),
            language: language(&chunk.content),
            text: chunk.content,
            is_table: chunk.chunk_type == ChunkType::Table,
            terms: 0,
        }
    };
    Ok(chunks.into_iter().map(passage).collect())
}

fn slices(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

/// A ranking for each of the [`WAYS`], as the ids of what was found; and what is told of the first of the last way: the signs of
/// its relevance, and whether it is relevant.
type Found<'a> = (Vec<Vec<&'a [String]>>, Option<(Signs, bool)>);

impl Corpus {
    fn search(&self, query: &Row, vector: &[f32], profile: &SpaceProfile) -> Found<'_> {
        let words = |question: Question| {
            let count = self.passages.len() as u64;
            let frequency = |term: &str| Some(self.frequencies.get(term).copied().unwrap_or(0));
            let bm25 = Bm25::new(question, frequency, count, self.mean_length);
            let mut scorer = bm25.scorer();
            let fits = self.passages.iter().map(|passage| {
                let (names, titles) = (slices(&passage.names), slices(&passage.titles));
                scorer.score(&Passage { names: &names, titles: &titles, texts: &[&passage.text] })
            });
            fits.collect::<Vec<_>>()
        };
        let ranked = |scores: Vec<f64>| {
            let mut ranked: Vec<(usize, f64)> =
                scores.into_iter().enumerate().filter(|(_, score)| *score > 0.0).collect();
            ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
            ranked.truncate(DEPTH);
            ranked
        };
        let fits = words(Question::new(&query.text));
        let asked_in = language(&query.text);
        let cosines: Vec<f64> = self
            .vectors
            .iter()
            .zip(&fits)
            .zip(&self.passages)
            .map(|((own, fit), passage)| {
                let cosine = own.iter().zip(vector).map(|(a, b)| f64::from(a * b)).sum();
                let across = passage.language != asked_in;
                if fit.may_be_near(passage.is_table, across) { cosine } else { 0.0 }
            })
            .collect();
        let typed = ranked(words(Question::literally(&query.text)).iter().map(|fit| fit.score).collect());
        let asked = ranked(fits.iter().map(|fit| fit.score).collect());
        let compared = |(cosine, passage): (&f64, &Searched)| {
            if *cosine > 0.0 { profile.nearness(*cosine, passage.language != asked_in) } else { 0.0 }
        };
        let near = ranked(cosines.iter().zip(&self.passages).map(compared).collect());
        let standard = FusionPolicy::default();
        let policy = FusionPolicy { semantic_weight: standard.semantic_weight * profile.trust, ..standard };
        let both: Vec<(usize, f64)> =
            fuse(&near, &asked, &policy).iter().map(|hit| (hit.key, hit.score)).collect();
        let best = both.first().and_then(|&(first, _)| {
            let passage = self.passages.get(first)?;
            let signs = Signs {
                cosine: cosines.get(first).copied(),
                coverage: fits.get(first)?.coverage,
                across: passage.language != asked_in,
            };
            Some((signs, passage.ids.iter().any(|id| query.relevant.contains(id))))
        });
        let ids = |ranking: Vec<(usize, f64)>| {
            let passages = ranking.into_iter().filter_map(|(at, _)| self.passages.get(at));
            passages.map(|passage| passage.ids.as_slice()).collect()
        };
        ([typed, asked, near, both].into_iter().map(ids).collect(), best)
    }
}

impl Reached {
    fn add(&mut self, ranking: &[&[String]], relevant: &[String]) {
        // Parts of one article are one hit.
        let mut seen = FxHashSet::default();
        let places: Vec<bool> = ranking
            .iter()
            .filter(|ids| ids.first().is_none_or(|first| seen.insert(first)))
            .take(10)
            .map(|ids| ids.iter().any(|id| relevant.contains(id)))
            .collect();
        let gain = |rank: usize| 1.0 / (rank as f64 + 2.0).log2();
        let got: f64 = places.iter().enumerate().filter(|(_, hit)| **hit).map(|(rank, _)| gain(rank)).sum();
        // Of a whole regulation, any article will do.
        let best: f64 =
            (0..relevant.len().max(places.iter().filter(|hit| **hit).count()).min(10)).map(gain).sum();
        self.ndcg += got / best;
        for (count, rank) in self.at.iter_mut().zip(RANKS) {
            *count += usize::from(places.iter().take(rank).any(|hit| *hit));
        }
    }
}

/// How many of the first hits are relevant, by tenths of their cosines and of their coverage.
fn calibrate(judged: &[(f64, f64, bool)]) -> Result<(), LabError> {
    tenths("cosine", judged.iter().map(|hit| (hit.0, hit.2)).collect())?;
    tenths("words", judged.iter().map(|hit| (hit.1, hit.2)).collect())
}

fn tenths(named: &str, mut judged: Vec<(f64, bool)>) -> Result<(), LabError> {
    tell_line!("\n| {named} from | first hits | relevant |\n|---:|---:|---:|")?;
    judged.sort_by(|a, b| a.0.total_cmp(&b.0));
    for part in judged.chunks(judged.len().div_ceil(10).max(1)) {
        let from = part.first().map(|hit| hit.0).unwrap_or_default();
        let share = average(part.iter().map(|hit| f64::from(u8::from(hit.1))));
        tell_line!("| {from:.3} | {} | {share:.2} |", part.len())?;
    }
    Ok(())
}

fn average(values: impl Iterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.collect();
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_asked_of_a_document_without_a_model() {
        let folder = std::env::temp_dir().join(format!("stet-retrieval-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (asked, corpus) = (folder.join("asked.jsonl"), folder.join("rules.md"));
        std::fs::write(&asked, r#"{"text": "When does the library open?"}"#).unwrap();
        std::fs::write(&corpus, "# Library\n\nThe library opens at nine.\n").unwrap();
        let args = RetrievalArgs { data: vec![asked], corpus: Some(corpus), model: None, calibrate: true };
        assert!(print(&args).is_ok());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
