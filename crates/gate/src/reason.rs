//! The reason of a verdict in one sentence, Korean or English.

use crate::Status;
use crate::findings::Findings;
use crate::score::NOTHING;
use stet_text::Language;

/// The reason of a status that needs no comparison.
pub(super) fn of_status(status: Status, language: Language) -> String {
    let (ko, en) = match status {
        Status::NotAClaim => {
            ("확인할 내용이 없는 문장입니다.", "This sentence states nothing that could be checked.")
        }
        Status::Uncited => ("출처 표시가 없습니다.", "This sentence cites no source."),
        Status::UnknownSource => {
            ("표시된 번호의 출처가 이 답변에 없습니다.", "The cited number is no source of this answer.")
        }
        Status::Supported | Status::Unsupported | Status::Uncertain => ("", ""),
    };
    pick(language, ko, en).to_owned()
}

/// The reason of a comparison: what spoke against the claim, else how much of it was found.
pub(super) fn of(status: Status, score: f32, findings: &Findings, language: Language) -> String {
    if let Some(number) = findings.number.as_deref().map(bare) {
        if findings.bound {
            return match language {
                Language::Ko => format!("수치의 한도가 출처와 다릅니다: {number}"),
                Language::En => format!("The source sets another bound for this value: {number}"),
            };
        }
        return match language {
            Language::Ko => format!("출처에 없는 수치입니다: {number}"),
            Language::En => format!("The source does not state this value: {number}"),
        };
    }
    if let Some(quote) = &findings.quotation {
        return match language {
            Language::Ko => format!("출처에 없는 인용문입니다: \"{quote}\""),
            Language::En => format!("The source does not contain this quotation: \"{quote}\""),
        };
    }
    let against = [
        (findings.negation, "긍정과 부정이 출처와 다릅니다.", "What one affirms, the other denies."),
        (
            findings.parts,
            "누가 누구에게 하는 일인지가 출처와 다릅니다.",
            "Who does what to whom is not as in the source.",
        ),
        (
            findings.joined,
            "둘 다인지 둘 중 하나인지가 출처와 다릅니다.",
            "One has both where the other has either.",
        ),
        (
            findings.crossed,
            "출처는 다른 대상에 대해 그렇게 말합니다.",
            "The source says this of another one that it names beside it.",
        ),
        (findings.direction, "방향이 출처와 반대입니다.", "The direction is the opposite of the source's."),
    ];
    if let Some((_, ko, en)) = against.into_iter().find(|(found, ..)| *found) {
        return pick(language, ko, en).to_owned();
    }
    // Rounded down: what just misses a threshold must not read as if it had met it.
    #[expect(clippy::cast_possible_truncation, reason = "a share between 0 and 100")]
    let share = (score * 100.0).floor() as i32;
    // What is neither borne out nor spoken against is left open.
    let status = if status == Status::Unsupported && score >= NOTHING { Status::Uncertain } else { status };
    let mut text = match (status, language) {
        (Status::Supported, Language::Ko) => {
            format!("출처의 해당 부분이 문장을 뒷받침합니다(일치도 {share}%).")
        }
        (Status::Supported, Language::En) => {
            format!("The passage supports the sentence ({share}% agreement).")
        }
        (Status::Uncertain, Language::Ko) => format!("낱말만으로는 판단할 수 없습니다(일치도 {share}%)."),
        (Status::Uncertain, Language::En) => format!("Words alone cannot decide ({share}% agreement)."),
        (_, Language::Ko) => format!("출처에서 근거를 충분히 찾지 못했습니다(일치도 {share}%)."),
        (_, Language::En) => format!("The source does not hold enough of the sentence ({share}% agreement)."),
    };
    add_penalties(&mut text, findings, language);
    text
}

/// A value without the Korean particle or copula behind it: `40석` of `40석이다`.
pub(super) fn bare(value: &str) -> &str {
    const ENDINGS: &str =
        "입니다 이었다 이었고 였다 이다 이며 이고 이라고 까지 부터 마다 씩 으로 을 를 은 는 이 가 에 의";
    let rest = ENDINGS.split(' ').find_map(|end| value.strip_suffix(end));
    rest.filter(|rest| {
        rest.chars().next_back().is_some_and(|last| ('가'..='힣').contains(&last) || last == '%')
    })
    .unwrap_or(value)
}

/// Adds what lowered the score.
fn add_penalties(text: &mut String, findings: &Findings, language: Language) {
    let mut add = |ko: &str, en: &str, what: &str| {
        text.push(' ');
        text.push_str(pick(language, ko, en));
        if !what.is_empty() {
            text.push_str(": ");
            text.push_str(what);
        }
        text.push('.');
    };
    if !findings.names.is_empty() {
        add("출처에 없는 이름", "Names the passage lacks", &findings.names.join(", "));
    }
    if let Some(stranger) = &findings.stranger {
        add("출처에는 그 자리에 다른 말이 있습니다", "The passage says it of another than", stranger);
    }
    if let Some((one, sign, other)) = &findings.reckoned {
        let how = format!("{} {sign} {}", bare(one), bare(other));
        add("출처의 두 값으로 셈한 값입니다", "Reckoned from two values of the source", &how);
    }
    let lowered = [
        (findings.done, "출처는 아직 계획이나 예정으로 말합니다", "The source only plans or expects this"),
        (
            findings.modality && !findings.done,
            "의무인지 가능한지가 출처와 다릅니다",
            "It obliges where the source permits, or the reverse",
        ),
        (
            findings.quantifier,
            "출처는 일부라고 하는데 모두로 썼습니다",
            "It says all where the source says some",
        ),
        (findings.exclusive, "출처는 그것만이라고 하지 않습니다", "It says only where the source does not"),
        (
            findings.unasserted,
            "출처는 이를 사실로 말하지 않습니다(전언, 가정, 물음)",
            "The source reports, supposes or asks this and does not assert it",
        ),
        (findings.former, "출처는 지나간 때의 일로 말합니다", "The source tells this of a time that is over"),
        (findings.condition, "출처의 조건이 빠졌습니다", "It leaves out the source's condition"),
    ];
    for (_, ko, en) in lowered.into_iter().filter(|(found, ..)| *found) {
        add(ko, en, "");
    }
}

fn pick<'a>(language: Language, ko: &'a str, en: &'a str) -> &'a str {
    match language {
        Language::Ko => ko,
        Language::En => en,
    }
}
