//! Claims that are a sentence of a cited source, word for word.
//!
//! Such a claim says what its source says: nothing in the sentence is left out that could take anything from it. It needs
//! neither windows nor signals, so answers of extracts and of models that quote cost next to nothing.

use crate::Evidence;
use crate::text::claim::{SHORTEST_QUOTE, core, is_worded};
use crate::text::prepare::{PreparedSources, Run};

/// The sentence that a normalised claim is, in the first of the cited sources that has it. None for a claim that is too short to be evidence by itself.
pub(crate) fn quoted(norm: &str, sources: &PreparedSources, cited: &[usize]) -> Option<Evidence> {
    let found = cited.iter().find_map(|&at| {
        let source = sources.source(at)?;
        let sentence = source.sentence_of(norm)?;
        Some((at, source.span_of(Run::one(sentence))))
    });
    let (source, span) = found?;
    let counts = is_worded(norm) && core(norm).chars().nth(SHORTEST_QUOTE - 1).is_some();
    counts.then_some(Evidence {
        source,
        span,
        similarity: 1.0,
        best_sentence_jaccard: 1.0,
        common_substring: 1.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::claim::Wording;
    use crate::{GatePolicy, Status, judge};

    fn found(claim: &str, sources: &PreparedSources, cited: &[usize]) -> Option<Evidence> {
        quoted(Wording::new(claim).alone()?, sources, cited)
    }

    #[test]
    fn a_sentence_of_a_source_is_its_own_evidence() {
        let korean = "휴가는 “미리” 신청한다. 직원에게 15일의 유급휴가가 부여된다.";
        let english = "Opening HOURS vary. Été is “summer” in French, not winter.";
        let sources = PreparedSources::new(&[korean, english]);
        for (claim, source, want) in [
            ("직원에게 15일의 유급휴가가 부여된다.", 0, "직원에게 15일의 유급휴가가 부여된다."),
            ("휴가는 \"미리\" 신청한다.", 0, "휴가는 “미리” 신청한다."),
            ("opening hours vary. [2]", 1, "Opening HOURS vary."),
            ("été is \"summer\" in French, not winter.", 1, "Été is “summer” in French, not winter."),
        ] {
            let found = found(claim, &sources, &[0, 1]).unwrap();
            let text = [korean, english][found.source];
            assert_eq!((found.source, found.span.of(text)), (source, want), "{claim}");
            let verdict = judge(claim, &sources, &[0, 1], &GatePolicy::default());
            assert_eq!((verdict.status, verdict.evidence), (Status::Supported, vec![found]), "{claim}");
        }
    }

    #[test]
    fn what_is_another_sentence_or_too_short_is_not_quoted() {
        let sources = PreparedSources::new(&["Dogs bark. Do dogs bark? They bark at night. 1,234,567,890."]);
        for claim in [
            "They bark at noon.",
            "They bark",
            "Dogs bark.",
            "1,234,567,890.",
            "Do dogs bark? They bark at night.",
        ] {
            assert_eq!(found(claim, &sources, &[0]), None, "{claim}");
        }
        assert_eq!(found("They bark at night.", &sources, &[]), None);
        assert_eq!(found("They bark at night.", &sources, &[7]), None);
    }
}
