//! Whatever references are taken out of a sentence or replaced in it, nothing is left hanging: no lone particle or
//! conjunction, no empty brackets, no space or comma too many, no particle that does not fit, no words that grew
//! together.

#![allow(clippy::string_slice)]

use super::AnswerEvent;
use super::tests::{Told, reading_the_book, tell};
use proptest::prelude::*;
use regex::Regex;
use std::collections::HashSet;
use stet_marks::statute::Unverifiable;
use stet_text::is_closed;

/// References that lead to an article of the book, and ones that do not.
const REFERENCES: &str = "「학칙」 제25조¦학칙 제30조¦학칙 제25조 제2항¦학칙 제30조(졸업)¦제33조¦「학칙」 제99조¦제98조¦학칙 제30조(등록)¦학칙 제31조¦「학칙」 부칙 제9조¦\
    학칙 부칙 제2조¦부칙 제7조¦[별표 9]¦별지 제8호서식¦학칙 99조¦「학칙」 제97조부터 제98조까지¦제99·98조¦「학칙」 제25조 제9항¦제9\u{200b}9조¦第九十九條¦\
    학칙 제99조(2020. 1. 1. 개정)¦「없는규정」 제3조¦제99조의2 제1항 제3호¦**제99조**¦동 규정 제97조¦학칙 제30조 및 제96조";

/// Sentences around them: `{}` is a reference, `{은}` one with the particle that fits it.
const SENTENCES: &str = "{}에 따라 휴학한다.¦{은} 휴학의 근거이다.¦{이} 휴학을 정한다.¦휴학은 {}에 따른다.¦휴학은 2회까지 한다({}).¦휴학은 2회까지 한다 ({} 참조).¦\
    휴학은 2회까지 한다({}, {}).¦또한, {}에 따라, 휴학은 2회까지 한다.¦또한 {}에 의하여 휴학한다.¦휴학은 **{}**에 따라 한다.¦- {}: 휴학¦\
    - **{}**에 따라 휴학한다.¦휴학은 {}, {} 및 {}에 따라 한다.¦{와} {를} 함께 본다.¦{} 및 {}에 따라 휴학한다.¦{} 또는 {은} 휴학의 근거이다.¦\
    | {} | 휴학 |¦\"{}\"에 따라 휴학한다.¦근거: {}.¦{} 등에 따라 휴학한다.¦{} 단서에 따라 휴학한다.¦{}에서 정한 휴학만 된다.¦\
    {}의 규정에 따라 휴학한다.¦휴학은 2회이다 – {}.¦근거인 {}에 따라 휴학한다.¦휴학은 {를} 준용하여 한다.¦휴학은 (근거: {}) 2회이다.¦\
    휴학은 ({}에 따라) 2회이다.¦1. {}만으로는 부족하다.¦> {}에 따르면 휴학은 2회이다.¦휴학 횟수는 {와} 같다.¦휴학은 {} 휴학이다.¦\
    {} 등 관련 규정에 따라 휴학한다.¦휴학에 관한 {}에 따라 휴학한다.¦Under {}, leave is free.¦Leave is free under {}.¦\
    Leave is free (see {}).¦Leave is free (under {}).¦Leave, under {}, is free.¦\
    Moreover, under {}, leave is free.¦Leave is free pursuant to {} and {}.¦\
    Leave is free pursuant to {} and the rules.¦Both {} and {} apply.¦According to {} leave is free.";

const ENGLISH: &str = "Article 25 of the 「학칙」¦Article 30¦Article 99¦Articles 98 and 99 of the 「학칙」¦Article 30 (등록)¦\
    Article 99(2)(a)¦Section 99 of the School Rules¦the Article 97";

/// Particles that change with the word before: after a vowel, after a consonant.
const PAIRS: [(&str, &str); 4] = [("는", "은"), ("가", "이"), ("를", "을"), ("와", "과")];

fn closed(word: &str) -> bool {
    let last = word.chars().rev().find(|c| ('가'..='힣').contains(c) || *c == '條').unwrap_or('조');
    is_closed(last).unwrap_or_default()
}

fn with_particle(reference: &str, (vowel, consonant): (&str, &str)) -> String {
    let noted = reference.strip_suffix(')').and_then(|head| head.rfind('('));
    let bare = noted.map_or(reference, |at| &reference[..at]);
    format!("{reference}{}", if closed(bare) { consonant } else { vowel })
}

fn written(sentence: &str, references: &[&str]) -> String {
    let mut text = sentence.to_owned();
    for reference in references.iter().cycle().take(8) {
        let Some(at) = text.find('{') else { break };
        let close = at + text[at..].find('}').unwrap();
        let particle = PAIRS.iter().find(|(vowel, consonant)| {
            let slot = &text[at + 1..close];
            slot == *vowel || slot == *consonant
        });
        let words = particle.map_or((*reference).to_owned(), |pair| with_particle(reference, *pair));
        text.replace_range(at..=close, &words);
    }
    text
}

/// Words without their particles and in lower case.
fn words(text: &str) -> HashSet<String> {
    let endings = [
        "만으로는",
        "에서",
        "으로",
        "로",
        "는",
        "은",
        "가",
        "이",
        "를",
        "을",
        "와",
        "과",
        "에",
        "의",
        "만으로",
    ];
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| endings.iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word).to_lowercase())
        .collect()
}

/// What hangs in a text that was mended, if anything does.
fn orphan(before: &str, after: &str) -> Option<String> {
    let patterns = [
        r"\(\s*\)|（\s*）|\[\s*\]|「\s*」|\*{4}|\x22\x22",
        r"  |,,|, ,| [,.)]|\( |,[.)]",
        r"(^|[\s,.(])(은|는|을|를|가|와|과|에|의|로|으로|에서|에게|만으로는)([\s,.)]|$)",
        r"(^|[,(]\s*|^[->] )(및|또는|,|·|and |or )",
        r"(및|또는|와|과) ?([,.)]|$)|(및|또는|,) (및|또는)",
        r"(정|조항\)|조항|항|식)(는|가|를|와|로|다|라)([\s,.*\x22)]|$)",
        r"(조|호|표)(은|을|과|이|으로)([\s,.*\x22)]|$)",
        r"(?i)\b(under|of|to|see|and|or|the|in|both|pursuant) ?([,.);]|$)",
        r"(?i)\bthe the\b|\|\s*\||–\s*\.|:\s*\.|:$",
        r"(근거인|관한) (휴학|한다)",
        r"관련 규정,? (등|및|또는) 관련 규정",
    ];
    for pattern in patterns {
        let found = Regex::new(pattern).unwrap();
        let counted =
            |text: &str| text.lines().map(|line| found.find_iter(line.trim_end()).count()).sum::<usize>();
        if counted(after) > counted(before) {
            return Some(format!("{pattern} in {after:?} of {before:?}"));
        }
    }
    let mut known = words(before);
    known.extend(words(
        "관련 규정 확인되지 않은 조항 삭제된 학칙 the relevant regulation regulations unverified repealed provision article 해당 규정의 구체적 조항 확인이 필요합니다 인용된 조항은 삭제되었습니다 exact needs to be checked was",
    ));
    let strange = words(after)
        .into_iter()
        .find(|word| !known.contains(word) && !known.contains(&word.replace("조항", "")))?;
    // `25조` keeps its number behind the name that went with the one before.
    (!before.contains(strange.as_str())).then(|| format!("{strange:?} in {after:?} of {before:?}"))
}

fn tell_with(text: &[&str], mode: Unverifiable) -> Told {
    let mut answer = reading_the_book(false);
    answer.policy.unverifiable = mode;
    tell(&mut answer, text)
}

fn sentence() -> impl Strategy<Value = String> {
    let korean = (
        prop::sample::select(SENTENCES.split('¦').take(34).collect::<Vec<_>>()),
        prop::collection::vec(prop::sample::select(REFERENCES.split('¦').collect::<Vec<_>>()), 3),
    );
    let english = (
        prop::sample::select(SENTENCES.split('¦').skip(34).collect::<Vec<_>>()),
        prop::collection::vec(prop::sample::select(ENGLISH.split('¦').collect::<Vec<_>>()), 3),
    );
    let written = |(sentence, references): (&str, Vec<&str>)| written(sentence, &references);
    prop_oneof![3 => korean.prop_map(written), 1 => english.prop_map(written)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_left_hanging(
        sentences in prop::collection::vec(sentence(), 1..3),
        mode in prop::sample::select(vec![Unverifiable::Generalise, Unverifiable::Notice, Unverifiable::Remove]),
    ) {
        let text = sentences.join("\n\n");
        let whole = tell_with(&[&text], mode);
        prop_assert_eq!(orphan(&text, &whole.text), None, "{:?}", mode);
        let each: Vec<String> = text.chars().map(String::from).collect();
        let each: Vec<&str> = each.iter().map(String::as_str).collect();
        prop_assert_eq!(&tell_with(&each, mode), &whole);
        prop_assert!(!whole.events.iter().any(|event| matches!(event, AnswerEvent::Edit(_))), "{}", text);
    }
}
