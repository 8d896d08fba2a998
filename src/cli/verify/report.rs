//! What people read of a verification: what is wrong, where, and why.

use std::fmt::Write as _;

use super::super::say;
use stet_answer::{SentenceReport, State};
use stet_verify::{Outcome, Task};

/// Characters of a sentence or a passage that are shown.
const SHOWN: usize = 160;

/// The report on one text; `name` stands before line numbers, `places` are lines and columns of its sentences. Of a text with a least
/// severity only the sentences at `shown` are told.
pub(super) fn report(
    name: &str,
    places: &[(usize, usize)],
    task: &Task,
    (outcome, cites_nothing): (&Outcome, bool),
    (all, shown): (bool, Option<&[usize]>),
) -> String {
    let given = task.deltas.concat();
    let mut text = if cites_nothing {
        say(&format!("· {name}: 확인할 인용이 없습니다\n"), &format!("· {name}: no citation to check\n"))
    } else if shown.is_some_and(<[usize]>::is_empty) && !outcome.report.verified {
        say(
            &format!("· {name}: 이 심각도의 문제는 없습니다\n"),
            &format!("· {name}: nothing of this severity\n"),
        )
    } else {
        let sign = if outcome.report.verified { '✓' } else { '✗' };
        format!("{sign} {name}: {}\n", outcome.report.reasoning)
    };
    let counts = &outcome.report.counts;
    // A line for every claim would say the same each time.
    let uncited = counts.claims > 0 && counts.uncited == counts.claims && shown.is_none();
    let sentences = outcome.sentences.iter().zip(&outcome.origins).zip(places).enumerate();
    for (at, ((sentence, origin), (line, column))) in sentences {
        if shown.is_some_and(|shown| !shown.contains(&at)) {
            continue;
        }
        let stands = matches!(sentence.state, State::Supported | State::NotAClaim);
        let could = sentence.suggested.is_some() || sentence.against.is_some();
        let said = stands || (uncited && sentence.state == State::Uncited && !could);
        if (said && sentence.removed.is_empty() && !all)
            || (sentence.state == State::NotAClaim
                && sentence.removed.is_empty()
                && sentence.statutes.is_empty())
        {
            continue;
        }
        let words = origin.of(&given).trim_start().trim_start_matches(['-', '*', '+', '>']);
        let _ = writeln!(text, "  {name}:{line}:{column} {} {}", sign_of(sentence), one_line(words));
        write_details(&mut text, task, sentence, all);
    }
    if uncited {
        let count = |is: fn(&SentenceReport) -> bool| outcome.sentences.iter().filter(|one| is(one)).count();
        let (against, could) = (count(|one| one.against.is_some()), count(|one| one.suggested.is_some()));
        let rest = counts.claims.saturating_sub(against + could);
        text.push_str(&say(
            &format!(
                "  인용이 없는 글입니다. 주장 {}개 가운데 출처가 다르게 말하는 것 {against}개, 인용을 붙일 수 있는 것 {could}개, 어느 쪽도 아닌 것 {rest}개.\n",
                counts.claims
            ),
            &format!(
                "  Nothing in this text cites a source. Of {} claims a source says otherwise than {against}, {could} could cite one, {rest} neither.\n",
                counts.claims
            ),
        ));
    }
    text
}

fn write_details(text: &mut String, task: &Task, sentence: &SentenceReport, all: bool) {
    // A mark that was taken out for what is wrong with the sentence says so itself.
    let told = sentence.state == State::Supported
        || (sentence.state == State::Uncited && sentence.against.is_none())
        || sentence.reason.is_empty()
        || sentence.removed.iter().any(|removed| removed.reason == sentence.reason);
    if !told {
        let _ = writeln!(text, "      {}", one_line(&sentence.reason));
    }
    for removed in &sentence.removed {
        let _ = writeln!(text, "      − {} {}", removed.mark, one_line(&removed.reason));
    }
    if let Some(citation) = &sentence.suggested
        && let Some(source) = task.sources.get(citation.source)
    {
        let title = source.title.as_deref().unwrap_or(&source.id);
        if sentence.state == State::Uncertain {
            let passage = citation.evidence.map_or("", |span| span.of(&source.text));
            let check = say("확인할 구절", "to be checked against");
            let _ = writeln!(text, "      ? {check} [{}] {title}: {}", citation.number, one_line(passage));
        } else {
            let could = say("붙일 수 있는 인용", "could cite");
            let _ = writeln!(text, "      + {could} [{}] {title}", citation.number);
        }
    }
    if sentence.state == State::Uncited
        && let Some(against) = &sentence.against
        && let Some(source) = task.sources.get(against.source)
    {
        let title = source.title.as_deref().unwrap_or(&source.id);
        let _ = writeln!(text, "      ≠ {title}: {}", one_line(against.passage.of(&source.text)));
    }
    if !all {
        return;
    }
    for citation in &sentence.citations {
        let Some(source) = task.sources.get(citation.source) else { continue };
        let title = source.title.as_deref().unwrap_or(&source.id);
        let passage = citation.evidence.map_or("", |span| span.of(&source.text));
        let _ = writeln!(text, "      ↳ {} {title}: {}", citation.mark, one_line(passage));
    }
    for article in sentence.statutes.iter().flat_map(|statute| &statute.articles) {
        let _ = writeln!(text, "      ↳ {}: {}", article.label(), one_line(&article.key_sentence));
    }
}

fn sign_of(sentence: &SentenceReport) -> char {
    match sentence.state {
        State::Supported | State::NotAClaim if !sentence.removed.is_empty() => '!',
        State::Supported | State::NotAClaim => '✓',
        State::Uncertain | State::Judging => '?',
        State::Uncited if sentence.against.is_some() => '≠',
        State::Uncited => '·',
        State::Unsupported | State::UnknownSource => '✗',
    }
}

/// The text on one line, its end left out when it is long.
fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", line.get(..at).unwrap_or_default()),
        None => line,
    }
}
