//! What a model's word about the meaning changes about a patch.
//!
//! New words can say the old thing or a new one, and words alone cannot tell: an EXPRESSION patch that brings in
//! content words is asked about when there is a model. Its word can only make a patch riskier. No word, or an
//! unclear one, counts as doubt, and in doubt the riskier category stands. Owns the question and its effect; leaves
//! asking to the use cases and the wording to `prompt`.

use rustc_hash::FxHashSet;

use super::classify::lexicon::Class;
use super::classify::words::Reader;
use super::{Category, GateName, GateReading, GateVerdict, Op, Patch};
use stet_prompt::json::Meaning;
use stet_segment::Sentence;
use stet_text::span::Span;
use stet_text::{Language, language};

/// Confidence from which on a model's word counts.
const SURE: f32 = 0.5;
/// Risk of a patch that a model reads another meaning into.
const DIFFERENT: f32 = 0.85;
/// Risk of a patch whose meaning could not be judged.
const UNCLEAR: f32 = 0.7;

/// Whether words alone leave open what the patch does to the meaning.
#[must_use]
pub fn is_open(patch: &Patch) -> bool {
    patch.category == Category::Expression
        && matches!(patch.op, Op::Replace | Op::Insert)
        && !patch.gates.iter().any(|gate| gate.name == GateName::Meaning)
        && {
            let old = contents(&patch.before);
            contents(&patch.after).iter().any(|word| !old.contains(word))
        }
}

/// Stems of the content words, numbers apart.
fn contents(text: &str) -> FxHashSet<String> {
    let mut reader = Reader::default();
    let words = reader.words(text, 0).into_iter().filter(|word| word.class == Class::Content);
    words.map(|word| word.key.clone()).collect()
}

/// The sentences that a patch stands in, before and with it alone; `sentences` are those of `text`.
#[must_use]
pub fn versions(text: &str, sentences: &[Sentence], patch: &Patch) -> (String, String) {
    let touched = |span: Span| {
        span.overlaps(patch.range)
            || patch.range.is_empty() && span.start <= patch.range.start && patch.range.start < span.end
    };
    let mut around = patch.range;
    let from = sentences.partition_point(|sentence| sentence.span.end <= patch.range.start);
    for sentence in sentences.iter().skip(from).take_while(|sentence| touched(sentence.span)) {
        around = Span::new(around.start.min(sentence.span.start), around.end.max(sentence.span.end));
    }
    if around.is_empty() {
        // Behind the last sentence.
        let last = sentences.last().map_or(0, |sentence| sentence.span.start);
        around = Span::new(last.min(around.start), around.end);
    }
    let head = Span::new(around.start, patch.range.start).of(text);
    let tail = Span::new(patch.range.end, around.end).of(text);
    (around.of(text).to_owned(), [head, &patch.after, tail].concat())
}

/// Writes a model's word, or why there is none, into a patch.
pub fn settle(patch: &mut Patch, word: &Result<Meaning, String>) {
    let ko =
        language(if patch.after.trim().is_empty() { &patch.before } else { &patch.after }) == Language::Ko;
    let say = |ko_words: &str, en_words: &str| if ko { ko_words.to_owned() } else { en_words.to_owned() };
    let (value, verdict, reason) = match word {
        Ok(meaning) if meaning.same && meaning.confidence >= SURE => {
            (format!("{} ({:.2})", say("같은 뜻", "same"), meaning.confidence), GateVerdict::Clear, None)
        }
        Ok(meaning) if !meaning.same => (
            format!("{} ({:.2})", say("다른 뜻", "different"), meaning.confidence),
            GateVerdict::Core,
            Some((
                DIFFERENT,
                format!(
                    "{}: {}",
                    say("모델은 뜻이 달라졌다고 보았습니다", "The model reads another meaning"),
                    meaning.explanation
                ),
            )),
        ),
        Ok(meaning) => (
            format!("{} ({:.2})", say("불확실", "unsure"), meaning.confidence),
            GateVerdict::Core,
            Some((
                UNCLEAR,
                say(
                    "모델이 뜻이 같은지 확신하지 못했습니다",
                    "The model is not sure that the meaning is the same",
                ),
            )),
        ),
        Err(why) => (
            say("판정 없음", "not judged"),
            GateVerdict::Core,
            Some((
                UNCLEAR,
                format!(
                    "{}: {why}",
                    say(
                        "뜻이 같은지 판정하지 못했습니다",
                        "Whether the meaning is the same could not be judged"
                    )
                ),
            )),
        ),
    };
    patch.gates.push(GateReading { name: GateName::Meaning, value, verdict });
    if let Some((risk, reason)) = reason {
        patch.category = Category::Core;
        patch.risk = patch.risk.max(risk);
        patch.reasons.insert(0, reason.trim_end_matches([' ', ':']).to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patches;
    use stet_segment::segment;

    fn one(before: &str, after: &str) -> Patch {
        patches(before, after).into_iter().find(|patch| patch.category == Category::Expression).unwrap()
    }

    #[test]
    fn open_are_new_content_words_and_nothing_else() {
        for (before, after) in [
            ("We utilise the tool daily.", "We employ the tool daily."),
            ("이 도구를 매일 사용한다.", "이 도구를 매일 활용한다."),
        ] {
            let mut patch = one(before, after);
            assert!(is_open(&patch), "{before}: {patch:?}");
            patch.after = format!("{} of the", patch.before);
            assert!(!is_open(&patch), "no new word of content: {patch:?}");
        }
        let core = patches("It costs 3 dollars.", "It costs 5 dollars.").remove(0);
        assert!(!is_open(&core), "{core:?}");
    }

    #[test]
    fn the_question_has_the_sentence_with_this_patch_alone() {
        let text = "First one. We utilise teh tool daily. Last one.";
        let found = patches(text, "First one. We employ the tool daily. Last one.");
        let patch = found.iter().find(|patch| patch.before.contains("utilise")).unwrap();
        let (before, after) = versions(text, &segment(text), patch);
        assert_eq!(before.trim(), "We utilise teh tool daily.");
        assert!(after.contains("employ") && after.starts_with("We"), "{after}");
    }

    #[test]
    fn a_word_can_only_make_a_patch_riskier() {
        let word = |same, confidence| Ok(Meaning { same, confidence, explanation: "why".to_owned() });
        for (word, category, verdict) in [
            (word(true, 0.9), Category::Expression, GateVerdict::Clear),
            (word(true, 0.2), Category::Core, GateVerdict::Core),
            (word(false, 0.1), Category::Core, GateVerdict::Core),
            (Err("late".to_owned()), Category::Core, GateVerdict::Core),
        ] {
            for (before, after) in [
                ("We utilise the tool daily.", "We employ the tool daily."),
                ("이 도구를 매일 사용한다.", "이 도구를 매일 활용한다."),
            ] {
                let mut patch = one(before, after);
                let risk = patch.risk;
                settle(&mut patch, &word);
                assert_eq!(patch.category, category);
                assert_eq!(
                    patch.gates.last().map(|gate| (gate.name, gate.verdict)),
                    Some((GateName::Meaning, verdict))
                );
                assert!(patch.risk >= risk && !is_open(&patch), "asked once: {patch:?}");
            }
        }
    }
}
