//! Use case: verify a given text against given or stored sources.
//!
//! The same path as an answer that streams: the text is pushed through an `AnswerStream`, the layers behind the words are
//! asked where there are any, and the same report comes out. Nothing is stored.

pub mod comments;
pub mod footnotes;

use std::sync::Arc;

use uuid::Uuid;

use self::footnotes::Named;
use stet_answer::report::{Layer, Layers, Report, ReportPolicy, report};
use stet_answer::{
    AnswerEvent, AnswerPolicy, AnswerSource, AnswerStream, Attribute, ReferenceList, SentenceReport,
};
use stet_ask::retrieve::prepared;
use stet_ask::{AskError, Asker, Behind, Verdicts};
use stet_host::apart::apart;
use stet_marks::statute::{RegulationIndex, given_regulations};
use stet_text::span::Span;
use stet_text::stop;
use stet_text::{Language, language};

/// A source as the caller gives it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GivenSource {
    pub id: String,
    pub title: Option<String>,
    pub page: Option<u32>,
    /// Bytes of the text at which other pages begin, with those pages.
    pub page_starts: Arc<[(u32, u32)]>,
    pub text: String,
    /// Where in it a model's translation begins.
    pub translated: Option<usize>,
}

impl From<AnswerSource> for GivenSource {
    fn from(source: AnswerSource) -> Self {
        Self {
            id: source.key,
            title: Some(source.title),
            page: source.page,
            page_starts: source.page_starts,
            text: source.text.to_string(),
            translated: source.translated,
        }
    }
}

/// What is to be verified, and how.
#[derive(Debug, Clone, Default)]
pub struct Task {
    /// The text in the pieces in which it came; one piece for a whole text.
    pub deltas: Vec<String>,
    /// Bytes at its beginning that say nothing and stay as they are; see [`front_matter`].
    pub head: usize,
    /// The question that the text answers: it may name what a short answer is about.
    pub question: Option<String>,
    /// Source N is `[N]`.
    pub sources: Vec<GivenSource>,
    pub layers: Layers,
    /// Layers 1 and 2 only.
    pub quick: bool,
    pub require_citations: bool,
    /// Least confidence of a verified text.
    pub threshold: f32,
}

/// What came out.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The text with the citations that survived.
    pub text: String,
    pub report: Report,
    pub sentences: Vec<SentenceReport>,
    /// Where each sentence stands in the text that was given.
    pub origins: Vec<Span>,
    pub language: Language,
    /// The checks that the text went through.
    pub layers: Vec<Layer>,
    /// Judging by words needs microseconds; this is mostly the model's time.
    pub asked_model: bool,
}

/// Verifies by words alone.
#[must_use]
pub fn by_words(task: &Task, policy: AnswerPolicy) -> Outcome {
    let mut answer = open(task, policy);
    let mut events = Vec::new();
    write(task, &mut answer, &mut events);
    answer.conclude(&mut events);
    close(task, &answer, Behind::default().layers(task.layers), false)
}

/// Verifies by words, then asks the layers behind them what these leave open.
pub async fn run(task: &Arc<Task>, mut policy: AnswerPolicy, behind: &Behind) -> Outcome {
    policy.gate.model_layer = false;
    let own = Arc::clone(task);
    let behind = behind.in_language(policy.language, task.layers);
    if task.quick || behind.is_empty() {
        let layers = Behind::default().layers(task.layers);
        return apart(move || {
            let (mut answer, mut events) = (open(&own, policy), Vec::new());
            write(&own, &mut answer, &mut events);
            answer.conclude(&mut events);
            close(&own, &answer, layers, false)
        })
        .await;
    }
    let layers = behind.layers(task.layers);
    policy.gate.model_layer = true;
    let spoken = policy.language;
    let (mut answer, mut events) = apart(move || {
        let (mut answer, mut events) = (open(&own, policy), Vec::new());
        write(&own, &mut answer, &mut events);
        (answer, events)
    })
    .await;
    let mut verdicts = Verdicts::new(behind, spoken);
    let mut asked = false;
    loop {
        for event in std::mem::take(&mut events) {
            if let AnswerEvent::Ask(question) = event {
                asked = true;
                verdicts.ask(question);
            }
        }
        let Some((index, word)) = verdicts.next().await else { break };
        answer.hear(index, &word, &mut events);
    }
    let own = Arc::clone(task);
    apart(move || {
        answer.conclude(&mut events);
        close(&own, &answer, layers, asked)
    })
    .await
}

/// How a text is checked that was given: what it cites beyond its sources is told, and its own list of references is not
/// part of what is checked.
pub fn given_text(policy: &mut AnswerPolicy, attribute: Option<Attribute>) {
    policy.references = ReferenceList::Replace;
    policy.attribute = attribute.unwrap_or(Attribute::Suggest);
    policy.article_chars = usize::MAX;
}

/// Bytes of a text that are searched for at once, when the stored sources are asked.
const QUERY: usize = 1000;
/// Searches for one text.
const MOST_QUERIES: usize = 24;

/// The stored sources that a text is held against, those that its footnotes name first, under their numbers. The question
/// finds better passages than the text, whose words may be wrong, and the same as an answer to it would cite. Without one a text is
/// looked up piece by piece, or at once where it is to be `quick`.
///
/// # Errors
/// The store failed.
pub async fn stored(
    asker: &Asker,
    text: &str,
    question: Option<&str>,
    documents: &[Uuid],
    regulations: Option<&RegulationIndex<String>>,
    quick: bool,
) -> Result<Vec<GivenSource>, AskError> {
    let head = front_matter(text);
    let text = comments::left_out(text, head);
    let text = text.get(head..).unwrap_or_default();
    // Footnotes say which source their number is; the others stand behind them, for what cites none.
    let mut sources = noted(asker, text, regulations).await?;
    let mut found = Vec::new();
    match question.filter(|question| !question.trim().is_empty()) {
        Some(question) => found.extend(asker.retrieve(question, documents, regulations).await?.sources),
        None if quick => found.extend(asker.retrieve_to_check(text, documents, regulations).await?.sources),
        None => {
            for piece in queries(text) {
                found.extend(asker.retrieve_to_check(piece, documents, regulations).await?.sources);
            }
        }
    }
    for found in found.into_iter().map(GivenSource::from) {
        if sources.iter().all(|known| known.id != found.id) {
            sources.push(found);
        }
    }
    Ok(sources)
}

/// The text in paragraphs, or several together, of about [`QUERY`] bytes.
fn queries(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices("\n\n") {
        if at - start >= QUERY {
            pieces.extend(text.get(start..at));
            start = at;
        }
    }
    pieces.extend(text.get(start..));
    pieces.retain(|piece| !piece.trim().is_empty());
    pieces.truncate(MOST_QUERIES);
    pieces
}

/// The sources of the text's footnotes.
async fn noted(
    asker: &Asker,
    text: &str,
    regulations: Option<&RegulationIndex<String>>,
) -> Result<Vec<GivenSource>, AskError> {
    if !text.contains("[^") {
        return Ok(Vec::new());
    }
    let stored = asker.store.documents().await?.into_iter();
    let stored: Vec<Named> =
        stored.map(|one| Named { id: one.source_id, file_name: one.file_name, title: one.title }).collect();
    footnotes::sources(asker, text, &stored, regulations).await
}

/// The regulations among given sources, if there are any. What is given is all there is: a reference to an article that
/// no source has cannot be checked.
#[must_use]
pub fn regulations(sources: &[GivenSource]) -> Option<Arc<RegulationIndex<String>>> {
    let given = |source| {
        let GivenSource { id, title, text, .. }: &GivenSource = source;
        (title.as_deref().unwrap_or(id), text.as_str())
    };
    given_regulations(sources.iter().map(given)).map(Arc::new)
}

/// The policy for verifying `task` when nothing is configured.
#[must_use]
pub fn default_policy(task: &Task) -> AnswerPolicy {
    let mut policy = AnswerPolicy::new(language(&comments::left_out(&task.deltas.concat(), task.head)));
    policy.references = ReferenceList::Replace;
    policy.attribute = Attribute::Suggest;
    policy.article_chars = usize::MAX;
    policy
}

fn open(task: &Task, mut policy: AnswerPolicy) -> AnswerStream {
    policy.question.clone_from(&task.question);
    policy.keyed = true;
    let mut sources: Vec<AnswerSource> = task
        .sources
        .iter()
        .map(|source| AnswerSource {
            key: source.id.clone(),
            title: source.title.clone().unwrap_or_else(|| source.id.clone()),
            page: source.page,
            page_starts: Arc::clone(&source.page_starts),
            names: vec![source.id.clone()],
            text: source.text.as_str().into(),
            translated: source.translated,
            ..AnswerSource::default()
        })
        .collect();
    let prepared = prepared(&mut sources);
    AnswerStream::new(sources, prepared, policy)
}

/// Bytes of a line after which it is asked anew whether anybody waits: a text may be one line.
const PIECE: usize = 4096;

/// A text in pieces of a line or less.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n').flat_map(|line| {
        let mut rest = line;
        std::iter::from_fn(move || {
            let (piece, after) = rest.split_at_checked(rest.floor_char_boundary(PIECE))?;
            rest = after;
            (!piece.is_empty()).then_some(piece)
        })
    })
}

/// Writes the text into an answer, piece by piece.
fn write(task: &Task, answer: &mut AnswerStream, events: &mut Vec<AnswerEvent>) {
    let given = task.deltas.concat();
    let read = comments::left_out(&given, task.head);
    let mut end = 0;
    for delta in &task.deltas {
        let start = task.head.max(end);
        end += delta.len();
        for piece in pieces(read.get(start..end).unwrap_or_default()) {
            stop::look();
            answer.push(piece, events);
        }
    }
    answer.finish(true, events);
}

/// Bytes of the fields about the page (YAML between `---`, TOML between `+++`) with which a Markdown file may begin;
/// 0 when there are none. A line of dashes that no field follows is a line.
#[must_use]
pub fn front_matter(text: &str) -> usize {
    let body = text.trim_start_matches('\u{feff}');
    let mut at = text.len() - body.len();
    let mut fields = 0;
    let mut fence = "";
    for (number, line) in body.split_inclusive('\n').enumerate() {
        at += line.len();
        let line = line.trim_end();
        if number == 0 {
            match line {
                "---" | "+++" => fence = line,
                _ => return 0,
            }
        } else if line == fence || (fence == "---" && line == "...") {
            return if fields > 0 { at } else { 0 };
        } else if number == 1 && !is_field(line) {
            return 0;
        } else {
            fields += 1;
        }
    }
    0
}

/// `title: …`, `date = …`, or a comment.
fn is_field(line: &str) -> bool {
    let name = line.split([':', '=']).next().unwrap_or_default();
    let named = name.len() < line.len() && !name.trim().is_empty();
    let plain = |ch: char| ch.is_alphanumeric() || matches!(ch, '_' | '-' | '.' | '"' | '\'');
    line.starts_with('#') || (named && name.trim_end().chars().all(plain))
}

fn close(task: &Task, answer: &AnswerStream, layers: Layers, asked_model: bool) -> Outcome {
    let given = task.deltas.concat();
    let head = given.get(..task.head).unwrap_or_default();
    let mut sentences: Vec<SentenceReport> = answer.sentences().cloned().collect();
    let read = comments::left_out(&given, task.head);
    let language = language(&read);
    let policy = ReportPolicy {
        layers,
        confidence_threshold: task.threshold,
        require_citations: task.require_citations,
        language,
        sources: task.sources.len(),
        breaches: 0,
    };
    let mut report = report(answer.text(), &sentences, &policy, &[]);
    // What the answer may not cite is taken out of it; a given text still has it.
    report.verified &= report.citations_valid || !task.layers.citations;
    for sentence in &mut sentences {
        sentence.relocate(|at| at + head.len());
    }
    let mut origins: Vec<Span> = answer.origins().map(|origin| origin.shifted(head.len())).collect();
    let (mut text, layers) = (format!("{head}{}", answer.text()), layers.names());
    if *read != given {
        let spans: Vec<Span> = sentences.iter().map(|sentence| sentence.span).collect();
        let whole = comments::put_back(&given, task.head, &read, text.clone(), &origins, &spans);
        for (sentence, origin) in sentences.iter_mut().zip(&mut origins) {
            *origin = comments::trimmed(*origin, &given, &read);
            sentence.span = comments::trimmed(sentence.span, &whole, &text);
        }
        text = whole;
    }
    Outcome { text, report, sentences, origins, language, layers, asked_model }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_matter_is_told_from_a_line() {
        for (text, head) in [
            ("---\ntitle: A [1]\n---\nText", "---\ntitle: A [1]\n---\n"),
            (
                "\u{feff}---\r\ntitle: A\r\ntags:\r\n  - b\r\n---\r\nText",
                "\u{feff}---\r\ntitle: A\r\ntags:\r\n  - b\r\n---\r\n",
            ),
            ("+++\ndate = 2024-01-05\n+++\n", "+++\ndate = 2024-01-05\n+++\n"),
            ("---\n# made by hand\n제목: 가\n...\n글", "---\n# made by hand\n제목: 가\n...\n"),
            ("---\n---\nText", ""),
            ("---\n\nThe hall has 30 seats: all [1].\n\n---\n", ""),
            ("---\nThe hall has: 30 seats [1].\n---\n", ""),
            ("---\ntitle: A\n", ""),
            ("Text\n---\ntitle: A\n---\n", ""),
            ("", ""),
        ] {
            assert_eq!(text.get(..front_matter(text)), Some(head), "{text:?}");
        }
    }

    #[tokio::test]
    async fn a_text_is_judged_beside_the_tasks_of_others() {
        let task = Task {
            deltas: vec!["The hall has 30 seats [1].".into()],
            sources: vec![GivenSource { id: "s".into(), text: "A hall.".into(), ..GivenSource::default() }],
            layers: Layers::default(),
            ..Task::default()
        };
        let task = Arc::new(task);
        let nobody = Behind::default();
        let mut turns = 0;
        let others = async {
            loop {
                turns += 1;
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            biased;
            outcome = run(&task, default_policy(&task), &nobody) => assert_eq!(outcome.sentences.len(), 1),
            () = others => {}
        }
        assert!(turns > 0, "nobody else had a turn");
    }

    #[test]
    fn a_text_of_one_line_is_taken_in_pieces() {
        for text in
            [String::new(), "한 줄.\n\n둘째 줄".to_owned(), "가나다 ".repeat(4000), "x".repeat(PIECE + 1)]
        {
            let taken: Vec<&str> = pieces(&text).collect();
            assert_eq!(taken.concat(), text);
            assert!(taken.iter().all(|piece| !piece.is_empty() && piece.len() <= PIECE));
            assert_eq!(taken.len() > 1, text.len() > PIECE || text.contains('\n'));
        }
    }

    #[test]
    fn citations_of_a_bibliography_are_no_false_marks() {
        let verified = |text: &str, said: &str| {
            let source = GivenSource { id: "lib.txt".into(), text: said.into(), ..GivenSource::default() };
            let task = Task { deltas: vec![text.into()], sources: vec![source], ..Task::default() };
            by_words(&task, default_policy(&task))
        };
        for (text, said, key, claim) in [
            (
                "The hall has 30 seats [1] [@kim2020, p. 3].",
                "The hall has 30 seats.",
                "[@kim2020, p. 3]",
                "The hall has 30 seats.",
            ),
            (
                "The hall has 30 seats [see @lee; @kim2020] [1].",
                "The hall has 30 seats.",
                "[see @lee; @kim2020]",
                "",
            ),
            ("The hall ([@kim2020]) has 30 seats [1].", "The hall has 30 seats.", "([@kim2020])", ""),
            (
                "[@kim2020]은 강당에 좌석이 30석 있다고 한다 [1].",
                "강당에는 좌석이 30석 있다.",
                "[@kim2020]은",
                "",
            ),
            (
                "@kim2020은 강당에 좌석이 30석 있다고 한다 [1].",
                "강당에는 좌석이 30석 있다.",
                "@kim2020은",
                "",
            ),
            (
                "강당에는 좌석이 30석 있다[@kim2020].",
                "강당에는 좌석이 30석 있다.",
                "[@kim2020]",
                "강당에는 좌석이 30석 있다.",
            ),
        ] {
            let outcome = verified(text, said);
            assert!(outcome.text.contains(key), "{text}: {}", outcome.text);
            for sentence in &outcome.sentences {
                let no_key = sentence.removed.iter().all(|removed| !removed.mark.contains('@'));
                assert!(no_key, "{text}: {:?}", sentence.removed);
                assert!(claim.is_empty() || sentence.statement == claim, "{text}: {}", sentence.statement);
            }
        }
        // A number that there is not is still a false mark.
        let outcome = verified("It is large [7] [@kim2020].", "The hall has 30 seats.");
        assert!(!outcome.text.contains("[7]") && outcome.text.contains("[@kim2020]"), "{}", outcome.text);
    }

    #[test]
    fn what_comes_before_the_text_is_kept_and_not_judged() {
        let given = "---\ntitle: Halls [1]\n---\nThe hall has 30 seats [1].";
        let source =
            GivenSource { id: "s".into(), text: "The hall has 30 seats.".into(), ..GivenSource::default() };
        let task = Task {
            deltas: vec![given.get(..10).unwrap().into(), given.get(10..).unwrap().into()],
            head: front_matter(given),
            sources: vec![source],
            layers: Layers::default(),
            ..Task::default()
        };
        let outcome = by_words(&task, default_policy(&task));
        assert_eq!(outcome.text, given);
        assert_eq!(outcome.sentences.len(), 1);
        let sentence = &outcome.sentences[0];
        assert_eq!(sentence.span.of(given), "The hall has 30 seats [1].");
        assert_eq!(sentence.citations[0].span.of(given), "[1]");
        assert_eq!(outcome.origins[0].of(given), "The hall has 30 seats [1].");
        assert!(outcome.report.verified, "{}", outcome.report.reasoning);
    }
}
