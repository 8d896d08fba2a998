//! A page of the web that a search found, read by the reader of files: what of it speaks of the question.

use futures::future::{BoxFuture, FutureExt as _};
use rustc_hash::{FxHashMap, FxHashSet};
use time::OffsetDateTime;

use super::Ingest;
use super::dated::dated;
use stet_extract::Isolated;
use stet_llm::web::fetch::fetch;
use stet_llm::web::{ReadPage, WebPage};
use stet_sources::chunk::{Chunk, chunk};
use stet_sources::fusion::{Bm25, Passage};
use stet_sources::question::Question;
use stet_text::search_terms;

/// Largest page that is read for an answer, in bytes.
const MOST_BYTES: usize = 4 << 20;
/// Most passages of a page that are looked through.
const MOST_PASSAGES: usize = 2_000;

impl ReadPage for Ingest {
    fn page<'a>(
        &'a self,
        address: &'a str,
        question: &'a str,
        most: usize,
    ) -> BoxFuture<'a, Option<WebPage>> {
        async move {
            let fetched = fetch(address, MOST_BYTES, &self.private_hosts).await;
            let found = fetched.inspect_err(|fault| tracing::info!(%fault, "a page was not read")).ok()?;
            let name = found.name;
            let read = self
                .waited_for(found.bytes, async |file| Isolated { file_name: &name, ..file }.source().await);
            let read = read.await.inspect_err(|fault| tracing::info!(%fault, "a page was not read")).ok()?;
            let (question, policy) = (question.to_owned(), self.policy);
            let picked = move || {
                let text = spoken_of(&chunk(&read.blocks, policy).1, &question, most)?;
                let title = read.title.as_deref().unwrap_or_default();
                Some(WebPage { text, dated: dated(&read, title, &name).map(OffsetDateTime::date) })
            };
            tokio::task::spawn_blocking(picked).await.ok().flatten()
        }
        .boxed()
    }
}

/// The passages that share most with the question, in the page's order, in so many characters; nothing where none shares a word.
fn spoken_of(chunks: &[Chunk], question: &str, most: usize) -> Option<String> {
    let chunks = chunks.get(..MOST_PASSAGES.min(chunks.len()))?;
    let terms: Vec<Vec<String>> = chunks.iter().map(|chunk| search_terms(&chunk.content)).collect();
    let mut frequencies: FxHashMap<&str, u64> = FxHashMap::default();
    for own in &terms {
        let own: FxHashSet<&str> = own.iter().map(String::as_str).collect();
        for term in own {
            *frequencies.entry(term).or_default() += 1;
        }
    }
    let all: usize = terms.iter().map(Vec::len).sum();
    let mean = all as f64 / terms.len().max(1) as f64;
    let frequency = |term: &str| Some(frequencies.get(term).copied().unwrap_or(0));
    let bm25 = Bm25::new(Question::new(question), frequency, chunks.len() as u64, mean);
    let mut scorer = bm25.scorer();
    let mut ranked: Vec<(usize, f64)> = Vec::new();
    for (at, chunk) in chunks.iter().enumerate() {
        let titles: Vec<&str> = chunk.headings.iter().map(String::as_str).collect();
        let fit = scorer.score(&Passage { names: &[], titles: &titles, texts: &[&chunk.content] });
        if fit.score > 0.0 {
            ranked.push((at, fit.score));
        }
    }
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut left = most;
    let mut kept: Vec<usize> = Vec::new();
    for (at, _) in ranked {
        let long = chunks.get(at).map_or(0, |chunk| chunk.content.chars().count()) + 2;
        if long <= left {
            left -= long;
            kept.push(at);
        }
    }
    kept.sort_unstable();
    let texts: Vec<&str> =
        kept.iter().filter_map(|&at| chunks.get(at)).map(|chunk| chunk.content.trim()).collect();
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_sources::chunk::{Block, Category, ChunkPolicy};

    #[test]
    fn what_a_page_says_of_the_question_is_taken_in_its_order() {
        let block = |category, text: &str| Block { category, text: text.to_owned(), ..Block::default() };
        let filler = "The gardens of the town are open all year and nobody pays for a visit. ".repeat(30);
        let mut blocks = vec![block(Category::Heading1, "Marlow")];
        for text in
            [filler.as_str(), "The tower is 61 metres tall.", &filler, "탑의 높이는 61미터이다.", &filler]
        {
            blocks.push(block(Category::Heading2, "Part"));
            blocks.push(block(Category::Paragraph, text));
        }
        let (_, chunks) = chunk(&blocks, ChunkPolicy::default());
        for (question, wanted) in [
            ("How tall is the tower?", "The tower is 61 metres tall."),
            ("탑의 높이는?", "탑의 높이는 61미터이다."),
        ] {
            let found = spoken_of(&chunks, question, 400).unwrap();
            assert!(found.contains(wanted) && found.chars().count() <= 400, "{found}");
        }
        assert_eq!(spoken_of(&chunks, "Who sells umbrellas?", 400), None);
    }
}
