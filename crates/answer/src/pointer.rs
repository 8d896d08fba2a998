//! Sentences that only point to a provision: `「학칙」 제25조를 참고하세요.`, `See Article 25.`
//!
//! Owns telling them from sentences that say what it rules (content inclusion); leaves finding references to `statutes`.

use std::sync::LazyLock;

use regex::Regex;

use super::event::SentenceReport;
use stet_segment::SentenceKind;

/// What is left of such a sentence without its references: little more than the word that points.
static POINTS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)^\W*(?:자세한|더|구체적인|관련|상세한|내용은|사항은|내용|사항|해당|및|와|과|규정인|조문인|\s|,)*",
        r"[은는을를이가]?\s*(?:꼭|반드시|먼저|직접|함께|다시)?\s*(?:참고|참조|확인|열람|살펴|찾아|읽어)[가-힣]{0,4}\s?[가-힣]{0,6}\W*$",
        r"|^\W*(?:for (?:(?:more|further|the) )?(?:details|information),?\s*)?(?:please\s+)?",
        r"(?:see|refer to|consult|check|read|look at|cf\.?)(?:\s+(?:also|the|in))*\W*(?:for (?:more |further |the )?(?:details|information))?\W*$",
    ))
    .ok()
});

/// Whether a sentence names a provision and says nothing of what it rules.
pub(super) fn only_points(sentence: &SentenceReport) -> bool {
    let says = !matches!(sentence.kind, SentenceKind::Heading | SentenceKind::Code | SentenceKind::Question);
    let bare = |statement: &str| {
        sentence
            .statutes
            .iter()
            .fold(statement.to_owned(), |rest, statute| rest.replacen(&statute.text, "", 1))
    };
    says && !sentence.statutes.is_empty()
        && POINTS.as_ref().is_some_and(|points| points.is_match(&bare(&sentence.statement)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{stream, tell};
    use super::*;

    #[test]
    fn a_pointer_is_told_from_what_a_provision_rules() {
        for (text, points) in [
            ("「학칙」 제25조를 참고하세요.", true),
            ("자세한 내용은 「학칙」 제25조를 확인하시기 바랍니다.", true),
            ("「학칙」 제26조를 반드시 참조해 주십시오.", true),
            ("For details, see Article 25 of the 학칙.", true),
            ("「학칙」 제25조에 따르면 학생은 휴학할 수 있다.", false),
            ("휴학 기간을 「학칙」 제25조에서 확인한 학생은 신청서를 낸다.", false),
            ("Under Article 25 of the 학칙, students check the form.", false),
        ] {
            let mut answer = stream(&["The library opens at nine.".to_owned()], false, true, false);
            tell(&mut answer, &[text]);
            let sentence = answer.sentences().next().unwrap();
            assert_eq!(only_points(sentence), points, "{text}: {sentence:?}");
        }
    }
}
