//! What a closed sentence is judged by: the sources it cites, with or without the references on which it rests.
//!
//! Owns which statement is held against which sources, which of them have a part in the verdict, and which layers are
//! asked. Leaves judging to the gate, and what becomes of the marks to `close`.

use std::sync::OnceLock;

use super::articles::ByArticle;
use super::event::{Meant, Passages, State};
use super::{AnswerSource, AnswerStream};
use stet_context::grounds::Grounds;
use stet_context::held::{Held, says, squeezed};
use stet_gate as gate;
use stet_gate::{Context, Evidence, PreparedSources, Status, Verdict, Veto, Zone};
use stet_marks::citation::{self, Mark};
use stet_segment::SentenceKind;
use stet_text::span::Span;
use stet_text::{Language, language};

/// Bytes of a statement up to which it is judged. Comparing who does what is quadratic in the words of a claim (a Korean
/// line of 60 kB without an end needs seconds), and what is longer than eight of the longest sentences of statutes is no
/// sentence that one passage could support.
const LONGEST: usize = 16 << 10;

/// Passages that the model layer is shown for one sentence.
const MAX_EVIDENCE: usize = 3;

/// Bytes of a source up to which the model is shown all of it: four times the size of a passage.
const MAX_PASSAGE: usize = 4 << 10;

/// Words of a statement up to which it may be an item or a short answer without a subject: `Weighs 8 kg`, `26 days`.
const BARE: usize = 5;

/// What is left of the score of words that stand in another article than the one that is named.
const WRONG_ARTICLE: f32 = 0.3;

/// The language of a source, by its beginning.
fn language_of(source: &AnswerSource) -> Language {
    /// Bytes of a source that tell its language.
    const ENOUGH: usize = 4 << 10;
    let original = source.original();
    language(original.get(..original.floor_char_boundary(ENOUGH)).unwrap_or_default())
}

/// What a sentence was held against, and what came of it.
#[derive(Debug)]
pub(super) struct Judged<'a> {
    pub verdict: Verdict,
    /// What was judged: the sentence, or what it says besides its grounds.
    pub statement: &'a str,
    pub cited: Vec<usize>,
    /// The passages of the articles on which the verdict rests, if it rests on some, each with its regulation.
    pub articles: Option<Passages>,
}

impl AnswerStream {
    /// Judges a statement by the sources that its marks or, without marks, its grounds cite, or by the articles that these mean.
    pub(super) fn held_against<'a>(
        &self,
        statement: &'a str,
        around: &Context<'_>,
        grounds: Option<&'a Grounds>,
        (kind, marks, held): (SentenceKind, &[Mark], &[Held]),
    ) -> Judged<'a> {
        let cited = match grounds {
            // The reference is the citation.
            Some(grounds) if !marks.iter().any(Mark::cites) => grounds.among(&self.sources),
            _ => self.cited(marks),
        };
        let (verdict, judged) = self.judge_grounded(statement, around, grounds, kind, marks, &cited);
        match self.said_by_articles(grounds, held, &verdict, &cited) {
            // Beside an article that says it, sources that do not are no citations of it.
            Some((grounds, ByArticle { verdict, passages })) => {
                Judged { verdict, statement: &grounds.rest, cited: Vec::new(), articles: Some(passages) }
            }
            None => Judged { verdict, statement: judged, cited, articles: None },
        }
    }

    /// Judges the statement without the references on which it rests when they lead to where the rest was found,
    /// else as it stands. Returns what was judged, too.
    fn judge_grounded<'a>(
        &self,
        statement: &'a str,
        around: &Context<'_>,
        grounds: Option<&'a Grounds>,
        kind: SentenceKind,
        marks: &[Mark],
        cited: &[usize],
    ) -> (Verdict, &'a str) {
        if statement.len() > LONGEST && !cited.is_empty() {
            let reason = self.policy.say(
                "한 문장으로 판단하기에는 너무 깁니다. 문장을 나누어 주세요",
                "too long to be judged as one sentence; divide it",
            );
            return (Verdict::without_evidence(Status::Uncertain, reason), statement);
        }
        if let (Some(grounds), false) = (grounds, cited.is_empty()) {
            let verdict = self.compare(&grounds.rest, around, cited);
            // What a source says word for word is not judged by what is left without its references.
            let quoted = || {
                let whole = self.is_quoted(statement, cited);
                let verdict = whole.then(|| self.judge(statement, around, kind, marks, cited))?;
                self.supports_by_words(&verdict).then_some((verdict, statement))
            };
            if !self.supports_by_words(&verdict)
                && let Some(quoted) = quoted()
            {
                return quoted;
            }
            let place = |verdict: &Verdict| {
                let evidence = verdict.evidence.first()?;
                Some((self.sources.get(evidence.source)?, evidence.span))
            };
            let leads =
                |verdict: &Verdict| place(verdict).is_some_and(|(source, at)| grounds.lead_to(source, at));
            if place(&verdict).is_some_and(|(source, at)| grounds.misname(source, at)) {
                let reason = self.policy.say(
                    "조문의 번호와 제목이 서로 맞지 않습니다",
                    "the number and the title of the article do not agree",
                );
                return (rejected(verdict, reason), statement);
            }
            if leads(&verdict) {
                return (verdict, &grounds.rest);
            }
            // Another source may have the same words in the article that is meant.
            for evidence in verdict.evidence.iter().skip(1) {
                let own = self.compare(&grounds.rest, around, &[evidence.source]);
                if leads(&own) {
                    return (own, &grounds.rest);
                }
            }
            if let Some(place) = place(&verdict).and_then(|(source, at)| grounds.elsewhere(source, at)) {
                // `휴가 신청은 제4조에 따른다` in another article: a provision that refers to one.
                return quoted()
                    .unwrap_or_else(|| (rejected(verdict, self.say_elsewhere(&place)), statement));
            }
        }
        (self.judge(statement, around, kind, marks, cited), statement)
    }

    /// Whether one of these sources has the statement word for word.
    fn is_quoted(&self, statement: &str, cited: &[usize]) -> bool {
        let words = squeezed(statement);
        let words = words.trim_matches(|ch: char| !ch.is_alphanumeric());
        cited.iter().filter_map(|&at| self.sources.get(at)).any(|source| says(&squeezed(&source.text), words))
    }

    fn judge(
        &self,
        statement: &str,
        around: &Context<'_>,
        kind: SentenceKind,
        marks: &[Mark],
        cited: &[usize],
    ) -> Verdict {
        let worded = |mark: &Mark| mark.grammar == citation::Grammar::Worded;
        let claims = matches!(kind, SentenceKind::Claim | SentenceKind::Table);
        if !claims && !marks.is_empty() && marks.iter().all(worded) {
            let reason = self.policy.say(
                "주장이 아닌 문장이 말하는 출처는 확인할 수 없습니다",
                "the source is named in a sentence that claims nothing to be checked",
            );
            return Verdict::without_evidence(Status::NotAClaim, reason);
        }
        let status = if !marks.iter().any(Mark::cites) && cited.is_empty() {
            if kind == SentenceKind::Claim { Status::Uncited } else { Status::NotAClaim }
        } else if cited.is_empty() {
            Status::UnknownSource
        } else {
            // Each cell of a row is a claim of its own; the worst speaks for the row, and nobody overrules one that is refused for good.
            let cells = if kind == SentenceKind::Table { self.topics.cells(statement) } else { Vec::new() };
            let of_cells = cells.iter().map(|(cell, around)| self.compare(cell, around, cited));
            let open = |verdict: &Verdict| verdict.zone != Zone::Reject;
            let worst = of_cells
                .min_by(|one, other| open(one).cmp(&open(other)).then(one.score.total_cmp(&other.score)));
            return worst.unwrap_or_else(|| self.compare(statement, around, cited));
        };
        let reason = match status {
            Status::Uncited => self.policy.say_uncited(),
            Status::UnknownSource => {
                self.policy.say("인용한 출처가 이 답변에 없습니다", "the cited source is none of this answer")
            }
            _ => String::new(),
        };
        Verdict::without_evidence(status, reason)
    }

    fn compare(&self, statement: &str, around: &Context<'_>, cited: &[usize]) -> Verdict {
        gate::judge_in(statement, around, &self.prepared, cited, &self.policy.gate)
    }

    /// The sources, or articles, among these that support a statement alone, each with its verdict.
    pub(super) fn supporting(
        &self,
        statement: &str,
        around: &Context<'_>,
        prepared: &PreparedSources,
        among: &[usize],
    ) -> Vec<(usize, Verdict)> {
        let policy = &self.policy.gate;
        // Most statements are supported by none.
        if !self.supports_by_words(&gate::judge_in(statement, around, prepared, among, policy)) {
            return Vec::new();
        }
        let each = gate::judge_each(statement, around, prepared, among, policy);
        let each = among.iter().copied().zip(each);
        each.filter(|(_, verdict)| self.supports_by_words(verdict)).collect()
    }

    /// Whether words alone support the sentence.
    pub(super) fn supports_by_words(&self, verdict: &Verdict) -> bool {
        verdict.by_words(self.policy.gate.similarity_threshold) == Status::Supported
    }

    /// What words alone say of a sentence: what they leave open is neither supported nor unsupported.
    pub(super) fn state_by_words(&self, verdict: &Verdict) -> State {
        let threshold = self.policy.gate.similarity_threshold;
        if verdict.is_open(threshold) { State::Uncertain } else { verdict.by_words(threshold).into() }
    }

    /// Whether words support the sentence by nothing but a model's translation of its source.
    pub(super) fn by_translation(&self, verdict: &Verdict) -> bool {
        self.supports_by_words(verdict) && rests_on_translation(&self.sources, verdict)
    }

    /// Whether a statement is in another language than everything that it cites: words cannot compare them, and their
    /// vetoes mean nothing.
    pub(super) fn is_foreign(&self, statement: &str, cited: &[usize]) -> bool {
        if cited.is_empty() || statement.len() > LONGEST {
            return false;
        }
        let own = language(statement);
        let written = cited.iter().filter_map(|&at| self.sources.get(at).zip(self.languages.get(at)));
        let of = |(source, known): (&AnswerSource, &OnceLock<Language>)| {
            *known.get_or_init(|| language_of(source))
        };
        written.map(of).all(|language| language != own)
    }

    /// Whole sources as evidence, where no passage of theirs can be told by words.
    pub(super) fn whole(&self, cited: &[usize]) -> Vec<Evidence> {
        let whole = |&at: &usize| {
            let source = self.sources.get(at)?;
            Some(Evidence {
                source: at,
                span: Span::new(0, source.original().floor_char_boundary(MAX_PASSAGE)),
                similarity: 0.0,
                best_sentence_jaccard: 0.0,
                common_substring: 0.0,
            })
        };
        cited.iter().filter_map(whole).take(MAX_EVIDENCE).collect()
    }

    /// The cited sources of which words cannot tell whether they have a part: all of them, with all that they say.
    pub(super) fn all_with_part(&self, cited: &[usize], verdict: &mut Verdict) -> Vec<usize> {
        verdict.evidence = self.whole(cited);
        verdict.evidence.iter().map(|evidence| evidence.source).collect()
    }

    /// What the model is shown: the passages that were compared, and where words found little in them, all of their
    /// sources if that is not too long.
    pub(super) fn passages(&self, verdict: &Verdict, cited: &[usize]) -> Passages {
        let close = verdict.score >= self.policy.gate.similarity_threshold;
        let short = |at: usize| self.sources.get(at).is_some_and(|source| source.text.len() <= MAX_PASSAGE);
        let mut shown = verdict.evidence.clone();
        shown.truncate(MAX_EVIDENCE);
        if shown.is_empty() || !close && shown.iter().all(|evidence| short(evidence.source)) {
            let compared: Vec<usize> = shown.iter().map(|evidence| evidence.source).collect();
            let others = cited.iter().copied().filter(|at| !compared.contains(at));
            shown = self.whole(&compared.iter().copied().chain(others).collect::<Vec<_>>());
        }
        let passage = |evidence: &Evidence| {
            let source = self.sources.get(evidence.source)?;
            let span = source.in_original(evidence.span, MAX_PASSAGE);
            Some((source.title.clone(), span.of(&source.text).to_owned()))
        };
        shown.iter().filter_map(passage).filter(|(_, text)| !text.trim().is_empty()).collect()
    }

    /// What a model of entailment is asked about a statement: against the passages that words found closest, or against
    /// `articles`, where it rests on them.
    pub(super) fn meant(
        &self,
        statement: &str,
        around: &Context<'_>,
        verdict: &Verdict,
        articles: Option<&Passages>,
    ) -> Meant {
        let window = |evidence: &Evidence| {
            let source = self.sources.get(evidence.source)?;
            Some((source.called(), evidence.span.of(&source.text).to_owned()))
        };
        let windows = || verdict.evidence.iter().filter_map(window).take(MAX_EVIDENCE).collect();
        let bare = gate::leaves_subject_out(statement) || statement.split_whitespace().count() <= BARE;
        let subject = around.topics.first().filter(|_| bare);
        Meant {
            claim: subject.map_or_else(
                || statement.to_owned(),
                |subject| format!("{}: {statement}", subject.trim_end_matches([':', '：'])),
            ),
            windows: articles.map_or_else(windows, Passages::clone),
            by_words: self.supports_by_words(verdict),
            vetoed: verdict.veto.is_some(),
        }
    }

    /// The cited sources with a part in what the verdict rests on: whatever layer has the last word, the mark of
    /// another one would lead to nothing that was checked. Gives each of them its passage among the evidence.
    pub(super) fn with_part(
        &self,
        statement: &str,
        around: &Context<'_>,
        cited: &[usize],
        verdict: &mut Verdict,
    ) -> Vec<usize> {
        if cited.len() < 2 {
            return cited.to_vec();
        }
        let mut alone = Vec::new();
        let each = gate::judge_each(statement, around, &self.prepared, cited, &self.policy.gate);
        for (&source, own) in cited.iter().zip(each) {
            if own.veto.is_none() && own.score >= self.policy.gate.similarity_threshold {
                alone.push(source);
                if !verdict.evidence.iter().any(|evidence| evidence.source == source) {
                    verdict.evidence.extend(own.evidence.first());
                }
            }
        }
        if !alone.is_empty() {
            return alone;
        }
        // Only together do they support it: each whose passage is looked at has its part.
        let looked_at = verdict.evidence.iter().take(MAX_EVIDENCE);
        let together: Vec<usize> = cited
            .iter()
            .copied()
            .filter(|&source| looked_at.clone().any(|evidence| evidence.source == source))
            .collect();
        if together.is_empty() { cited.iter().copied().take(MAX_EVIDENCE).collect() } else { together }
    }

    /// Whether the model layer has a say in this sentence.
    pub(super) fn asks(&self, verdict: &Verdict, foreign: bool) -> bool {
        let judged = matches!(verdict.status, Status::Supported | Status::Unsupported | Status::Uncertain);
        let open = match verdict.zone {
            Zone::Ask => true,
            // A value is read with certainty in both languages.
            Zone::Reject => foreign && judged && verdict.veto != Some(Veto::Number),
            Zone::Accept => false,
        };
        self.policy.gate.model_layer && open
    }
}

/// Whether the best passage of a verdict stands in a model's translation.
pub(super) fn rests_on_translation(sources: &[AnswerSource], verdict: &Verdict) -> bool {
    verdict.evidence.first().is_some_and(|evidence| {
        let translated = sources.get(evidence.source).and_then(|source| source.translated);
        translated.is_some_and(|at| evidence.span.start >= at)
    })
}

/// Leads a verdict from a model's translation to the original, by which another layer has judged.
pub(super) fn lead_to_original(sources: &[AnswerSource], verdict: &mut Verdict) {
    for evidence in &mut verdict.evidence {
        if let Some(source) = sources.get(evidence.source).filter(|source| source.translated.is_some()) {
            evidence.span = source.in_original(evidence.span, MAX_PASSAGE);
        }
    }
}

/// The verdict on words of which the article is not the one that is named.
pub(super) fn rejected(mut verdict: Verdict, reason: String) -> Verdict {
    verdict.status = Status::Unsupported;
    verdict.zone = Zone::Reject;
    verdict.veto = Some(Veto::Number);
    verdict.score *= WRONG_ARTICLE;
    verdict.reason = reason;
    verdict
}
