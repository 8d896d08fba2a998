//! What people read of a verification: what is wrong, where, and why.

use std::fmt::Write as _;

use super::super::say;
use crate::domain::answer::{SentenceReport, State};
use crate::domain::report::Badge;
use crate::domain::statute::CitedArticle;
use crate::verify::{Outcome, Task};

/// Characters of a sentence or a passage that are shown.
const SHOWN: usize = 160;

/// The report on one text; `name` stands before line numbers, `lines` are those of its sentences.
pub(super) fn report(name: &str, lines: &[usize], task: &Task, outcome: &Outcome, all: bool) -> String {
    let given = task.deltas.concat();
    let badge = match outcome.report.badge {
        Badge::Verified if !outcome.report.verified => {
            say("주장은 확인됨, 인용은 아님", "claims verified, citations not")
        }
        Badge::Verified => say("확인됨", "verified"),
        Badge::Partial => say("일부 확인됨", "partly verified"),
        Badge::Unverified => say("확인되지 않음", "not verified"),
        Badge::NoSources => say("출처 없음", "no sources"),
    };
    let sign = if outcome.report.verified { '✓' } else { '✗' };
    let mut text = format!("{sign} {name}: {badge}: {}\n", outcome.report.reasoning);
    for ((sentence, origin), line) in outcome.sentences.iter().zip(&outcome.origins).zip(lines) {
        let stands = matches!(sentence.state, State::Supported | State::NotAClaim);
        if (stands && sentence.removed.is_empty() && !all)
            || (sentence.state == State::NotAClaim
                && sentence.removed.is_empty()
                && sentence.statutes.is_empty())
        {
            continue;
        }
        let words = origin.of(&given).trim_start().trim_start_matches(['-', '*', '+', '>']);
        let _ = writeln!(text, "  {name}:{line} {} {}", sign_of(sentence), one_line(words));
        write_details(&mut text, task, sentence, all);
    }
    let counts = &outcome.report.counts;
    if counts.claims > 0 && counts.uncited == counts.claims {
        text.push_str(&say(
            "  인용이 없는 글입니다. 주장 끝에 [1] 또는 [출처: 파일 이름]처럼 출처를 밝히면 확인할 수 있습니다.\n",
            "  Nothing in this text cites a source. Put [1] or [source: file name] behind a claim to have it checked.\n",
        ));
    }
    text
}

fn write_details(text: &mut String, task: &Task, sentence: &SentenceReport, all: bool) {
    if sentence.state != State::Supported && !sentence.reason.is_empty() {
        let _ = writeln!(text, "      {}", one_line(&sentence.reason));
    }
    for removed in &sentence.removed {
        let _ = writeln!(text, "      − {} {}", removed.mark, one_line(&removed.reason));
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
        let _ = writeln!(text, "      ↳ {}: {}", label(article), one_line(&article.key_sentence));
    }
}

/// `「학칙」 제25조(휴학)`.
fn label(article: &CitedArticle<String>) -> String {
    let title = article.title.as_ref().map(|title| format!("({title})")).unwrap_or_default();
    format!("「{}」 {}{title}", article.regulation, article.number)
}

fn sign_of(sentence: &SentenceReport) -> char {
    match sentence.state {
        State::Supported | State::NotAClaim if !sentence.removed.is_empty() => '!',
        State::Supported | State::NotAClaim => '✓',
        State::Uncertain | State::Judging => '?',
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
