//! Questions that count or compare what stands in the columns of a table: it is read as a whole, and the rows that meet what is asked
//! are the answer.
//!
//! Owns where such a table begins and ends among the passages of its document, how much of it is read, and what is said above its
//! rows. No model is asked: it would count what it was shown, and of a long table that is not all. The rows go through the gate as
//! everything that is shown. Leaves to `stet_sources` which rows they are.

use std::fmt::Write as _;

use rustc_hash::FxHashSet;
use uuid::Uuid;

use super::event::{Step, StepState};
use super::graph::Mode;
use super::retrieve::Evidence;
use super::teller::Teller;
use super::told::Told;
use super::words::words;
use super::{AskError, Asker, Question};
use stet_gate::heads_of_part;
use stet_marks::citation::scan_marks;
use stet_sources::chunk::ChunkType;
use stet_sources::columns::{Answer, Asks, Table, Wanted};
use stet_store::{ChunkRow, Filter, Hit, StoreError};
use stet_text::Language;

/// Passages with tables that are looked at, tables that are read, and passages of one table before and behind the one that was found:
/// some six thousand rows.
const FOUND: usize = 20;
const TABLES: usize = 4;
const REACH: i32 = 400;
/// Rows that are shown.
const SHOWN: usize = 20;

/// What the tables say.
pub(super) struct Found {
    pub evidence: Evidence,
    /// Rows, each with its mark.
    pub rows: Option<String>,
    /// That there is no such row, or that nobody can tell.
    pub told: Option<String>,
}

/// A table in the passages of its document.
struct Run {
    head: String,
    passages: Vec<ChunkRow>,
    texts: Vec<String>,
    /// There is more of it.
    is_cut: bool,
}

impl Run {
    fn document(&self) -> Option<Uuid> {
        self.passages.first().map(|own| own.document_id)
    }
}

/// What tables say to a question that counts or compares; nothing where it asks for something else, or where no table answers it for
/// certain. `evidence` is what the question found.
pub(super) async fn found(
    asker: &Asker,
    question: &Question,
    alone: &str,
    evidence: &Evidence,
    teller: Teller<'_>,
) -> Result<Option<Found>, AskError> {
    let Some(wanted) = Wanted::new(alone) else { return Ok(None) };
    let of_tables = evidence.cards.iter().zip(&evidence.sources).filter(|(_, own)| own.text.starts_with('|'));
    let ids: Vec<Uuid> = of_tables.filter_map(|(card, _)| card.chunk_id.parse().ok()).collect();
    let mut near = if ids.is_empty() { Vec::new() } else { asker.store.chunks(&ids).await? };
    if wanted.is_plain() {
        let document_ids = asker.store.searched_versions(&question.documents).await?;
        let chunk_types = vec![ChunkType::Table.name().to_owned()];
        let filter = Filter { document_ids, chunk_types, ..question.filter.clone() };
        let more = asker.search_with(alone, &filter, FOUND, asker.fusion_policy(), Mode::Naive).await?;
        near.extend(more.hits.into_iter().map(|hit| hit.chunk));
    }
    let (mut seen, mut runs): (FxHashSet<Uuid>, Vec<Run>) = (FxHashSet::default(), Vec::new());
    for passage in near {
        let text = words(&passage).0;
        let Some(head) = head_of(&text).filter(|_| !seen.contains(&passage.id)) else { continue };
        // Another part of a table that is too long has nothing to add.
        let is_of = |run: &Run| run.head == head && run.document() == Some(passage.document_id);
        if runs.iter().any(|run| run.is_cut && is_of(run)) {
            continue;
        }
        if runs.len() < TABLES && wanted.asks_of(&Table::new(&head, [text.as_str()]), &above(&passage)) {
            let run = around(asker, &passage, head).await?;
            seen.extend(run.passages.iter().map(|own| own.id));
            runs.push(run);
        }
    }
    let tables: Vec<Table<'_>> =
        runs.iter().map(|run| Table::new(&run.head, run.texts.iter().map(String::as_str))).collect();
    let mut answers: Vec<(&Run, &Table<'_>, Answer)> = runs
        .iter()
        .zip(&tables)
        .filter_map(|(run, table)| Some((run, table, answer(&wanted, run, table)?)))
        .collect();
    let is_met = |answer: &Answer| !answer.rows.is_empty();
    if answers.iter().any(|(.., answer)| is_met(answer)) {
        answers.retain(|(.., answer)| is_met(answer));
    }
    if answers.is_empty() {
        return Ok(None);
    }
    let read = Told::ReadRows { n: answers.iter().map(|(.., answer)| answer.of).sum() };
    teller.step(Step::Retrieve, StepState::Done, [read]);
    let needs_all = wanted.needs_all();
    let is_unsure = answers.iter().any(|(run, ..)| run.is_cut && needs_all);
    if !is_unsure && answers.iter().any(|(.., answer)| is_met(answer)) {
        let shown = shown(&answers, teller.language);
        return Ok(shown.map(|(hits, rows)| Found {
            evidence: Evidence::new(hits.iter()),
            rows: Some(rows),
            told: None,
        }));
    }
    let lines = answers.iter().map(|(run, _, answer)| no_row(run, answer, needs_all, teller.language));
    let told = Some(lines.collect::<Vec<_>>().join("\n\n"));
    let firsts = answers.iter().filter_map(|(run, ..)| run.passages.first().cloned());
    let hits: Vec<Hit> = firsts.map(Hit::asked_for).collect();
    Ok(Some(Found { evidence: Evidence::new(hits.iter()), rows: None, told }))
}

fn answer(wanted: &Wanted, run: &Run, table: &Table<'_>) -> Option<Answer> {
    let first = run.passages.first()?;
    // What a person has corrected stands there twice, or not in its row.
    if run.passages.iter().any(|own| own.human_feedback.is_some()) {
        return None;
    }
    wanted.of(table, &above(first), &format!("{} {}", first.title, first.file_name))
}

/// What stands over a table; of a later part only the headings, since its caption has the heads.
fn above(first: &ChunkRow) -> Vec<&str> {
    let caption = first.caption.as_deref().filter(|caption| !caption.contains('|'));
    first.headings.iter().map(String::as_str).chain(caption).collect()
}

/// The table of a passage.
async fn around(asker: &Asker, found: &ChunkRow, head: String) -> Result<Run, StoreError> {
    let (first, last) = (found.ordinal.saturating_sub(REACH), found.ordinal.saturating_add(REACH));
    let beside = asker.store.chunks_between(found.document_id, first, last).await?;
    let texts: Vec<String> = beside.iter().map(|own| words(own).0).collect();
    let at = beside.iter().position(|own| own.id == found.id).unwrap_or_default();
    let is_of_it = |at: &usize| {
        beside.get(*at).zip(texts.get(*at)).is_some_and(|(own, text)| {
            own.headings == found.headings && head_of(text).as_ref() == Some(&head)
        })
    };
    // A table that begins with a name of its own is another, though its columns are called the same.
    let is_named = |at: &usize| {
        let own = beside.get(*at).zip(texts.get(*at));
        own.is_some_and(|(own, text)| heads_of_part(text).is_none() && own.caption.is_some())
    };
    let mut from = at;
    while from > 0 && !is_named(&from) && is_of_it(&(from - 1)) {
        from -= 1;
    }
    let to =
        (at + 1..beside.len()).take_while(|at| is_of_it(at) && !is_named(at)).last().map_or(at, |last| last);
    let is_cut = beside.get(from).is_some_and(|own| own.ordinal == first && first > 0)
        || beside.get(to).is_some_and(|own| own.ordinal == last);
    let count = to + 1 - from;
    let passages = beside.into_iter().skip(from).take(count).collect();
    Ok(Run { head, passages, texts: texts.into_iter().skip(from).take(count).collect(), is_cut })
}

/// The heads of the table that a text begins with, between bars.
fn head_of(text: &str) -> Option<String> {
    let mut lines = text.lines();
    let (first, second) = (lines.next()?, lines.next());
    let is_rule = second.is_some_and(|line| line.starts_with("| ---") || line.starts_with("|---"));
    if is_rule && first.starts_with('|') {
        return Some(first.trim_matches(['|', ' ']).to_owned());
    }
    heads_of_part(text).map(str::to_owned)
}

/// The rows as small tables, each row with the mark of its passage, and the passages; nothing where a row has a mark of its own.
fn shown(answers: &[(&Run, &Table<'_>, Answer)], language: Language) -> Option<(Vec<Hit>, String)> {
    let (mut hits, mut text): (Vec<Hit>, String) = (Vec::new(), String::new());
    for (run, table, answer) in answers {
        let name = run.passages.first().map_or("", |own| own.file_name.as_str());
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        text.push_str(&head_line(answer, run.is_cut, name, language));
        let _ = write!(text, "\n\n| {} |\n|{}", run.head, " --- |".repeat(run.head.split('|').count()));
        for row in answer.rows.iter().take(SHOWN).filter_map(|at| table.rows.get(*at)) {
            let passage = run.passages.get(row.passage)?;
            if !scan_marks(row.line).is_empty() {
                return None;
            }
            let known = hits.iter().position(|hit| hit.chunk.id == passage.id);
            let number = known.unwrap_or_else(|| {
                hits.push(Hit::asked_for(passage.clone()));
                hits.len() - 1
            });
            let _ = write!(text, "\n{} [†{}] |", row.line.trim_end_matches(['|', ' ']), number + 1);
        }
    }
    Some((hits, text))
}

/// What stands above the rows.
fn head_line(answer: &Answer, is_cut: bool, name: &str, language: Language) -> String {
    let Answer { asks, rows, of, silent, column } = answer;
    let (met, column) = (rows.len(), column.as_deref().unwrap_or_default());
    let korean = language == Language::Ko;
    // A line in bold is a title, which claims nothing.
    let mut line = format!("**{name} — ");
    let told = match (asks, korean) {
        (_, true) if is_cut => format!("긴 표에서 읽은 {of}행 가운데 {met}행이 해당합니다"),
        (_, false) if is_cut => format!("Of the {of} rows that were read of a longer table, {met} meet it"),
        (Asks::All, true) => format!("표에는 {of}행이 있습니다"),
        (Asks::All, false) => format!("The table has {of} rows"),
        (Asks::Some, true) => format!("표의 {of}행 가운데 {met}행이 해당합니다"),
        (Asks::Some, false) if met == 1 => format!("1 of the {of} rows of the table meets it"),
        (Asks::Some, false) => format!("{met} of the {of} rows of the table meet it"),
        (Asks::Highest, true) => format!("표의 {of}행 가운데 “{column}” 값이 가장 큰 행"),
        (Asks::Highest, false) => format!("Of the {of} rows of the table, the highest “{column}”"),
        (Asks::Lowest, true) => format!("표의 {of}행 가운데 “{column}” 값이 가장 작은 행"),
        (Asks::Lowest, false) => format!("Of the {of} rows of the table, the lowest “{column}”"),
    };
    line.push_str(&told);
    let _ = match (*silent, korean) {
        (0, _) => Ok(()),
        (silent, true) => write!(line, " (“{column}” 값이 없는 행 {silent}개는 빼고)"),
        (silent, false) => write!(line, " (without {silent} that say no “{column}”)"),
    };
    let _ = match (met > SHOWN, korean) {
        (false, _) => Ok(()),
        (true, true) => write!(line, ", 그 가운데 처음 {SHOWN}행"),
        (true, false) => write!(line, ", the first {SHOWN} of them"),
    };
    line.push_str(":**");
    line
}

/// What is said where no row meets what is asked, or where too little of the table was read to tell.
fn no_row(run: &Run, answer: &Answer, needs_all: bool, language: Language) -> String {
    let (of, head) = (answer.of, run.head.as_str());
    let name = run.passages.first().map_or("", |own| own.file_name.as_str());
    match (run.is_cut && needs_all, language) {
        (true, Language::Ko) => format!(
            "{name}의 표({head})는 길어서 전체를 세거나 비교할 수 없습니다. {of}행까지만 읽었습니다. 표 계산 프로그램에서 열어 확인해 주세요."
        ),
        (true, Language::En) => format!(
            "The table in {name} ({head}) is too long to be counted or compared as a whole: {of} of its rows were read. Open it in a spreadsheet program."
        ),
        (false, Language::Ko) => format!("{name}의 표({head}) {of}행 가운데 해당하는 행이 없습니다."),
        (false, Language::En) => format!("None of the {of} rows of the table in {name} ({head}) meets it."),
    }
}
