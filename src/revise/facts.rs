//! Facts in patches: the sentence that a CORE patch writes is put through the gate against the draft's sources.

use std::collections::HashMap;

use super::Run;
use stet_ask::{Evidence, Regulations, Step, StepState, Told};
use stet_drafts::{Fact, FactEvidence, FactStatus};
use stet_gate as gate;
use stet_gate::{GatePolicy, Status};
use stet_patch::{Category, Op, Patch};
use stet_segment::segment;
use stet_text::span::Span;

/// Sentences of one revision that are looked up; each is a search. The rest stays uncertain.
const MOST: usize = 40;
/// Below this share of the claim found in the best passage, and without a contradiction, the sources are about
/// something else: they say nothing for or against it.
const ABOUT: f32 = 0.3;

impl Run {
    /// Verdicts on the CORE patches that write a sentence, by patch.
    pub(super) async fn facts(&self, rewritten: &str, patches: &[Patch]) -> HashMap<String, Fact> {
        let mut out = HashMap::new();
        let stating: Vec<&Patch> = patches
            .iter()
            .filter(|patch| patch.category == Category::Core && matches!(patch.op, Op::Replace | Op::Insert))
            .collect();
        if stating.is_empty() {
            return out;
        }
        self.step(Step::Check, StepState::Running, []);
        let sentences = segment(rewritten);
        // Once for the whole revision: its facts are all held against the same rules.
        let regulations = self.asker.regulations().await;
        if let Err(fault) = &regulations {
            tracing::warn!(%fault, "the facts of a revision could not be looked up");
        }
        let mut known: HashMap<Span, Option<Fact>> = HashMap::new();
        for patch in stating {
            let at = patch.after_range.trimmed(rewritten).start;
            let Some(sentence) = sentences.iter().find(|sentence| sentence.span.has(at)) else { continue };
            if !known.contains_key(&sentence.span) {
                let fact = match &regulations {
                    Ok(regulations) if known.len() < MOST => {
                        self.fact(sentence.span.of(rewritten).trim(), regulations.as_ref()).await
                    }
                    _ => Some(self.no_source(FactStatus::Uncertain)),
                };
                known.insert(sentence.span, fact);
            }
            if let Some(Some(fact)) = known.get(&sentence.span) {
                out.insert(patch.id.clone(), fact.clone());
            }
        }
        self.step(Step::Check, StepState::Done, []);
        out
    }

    async fn fact(&self, claim: &str, regulations: Option<&Regulations>) -> Option<Fact> {
        let sources = &self.desk.draft.source_ids;
        let found = self.asker.retrieve_to_check(claim, sources, regulations.map(AsRef::as_ref)).await;
        let evidence = match found {
            Ok(evidence) => evidence,
            Err(fault) => {
                tracing::warn!(%fault, "a patch's fact could not be looked up");
                return Some(self.no_source(FactStatus::Uncertain));
            }
        };
        if evidence.is_empty() {
            return Some(self.no_source(FactStatus::NoSource));
        }
        let policy = GatePolicy {
            model_layer: false,
            reason_language: Some(self.language),
            off: self.asker.config.gate.off,
            ..GatePolicy::default()
        };
        let all: Vec<usize> = (0..evidence.sources.len()).collect();
        let verdict = gate::judge(claim, &evidence.prepared, &all, &policy);
        let status = match verdict.status {
            Status::Supported => FactStatus::Supported,
            Status::Uncertain => FactStatus::Uncertain,
            Status::NotAClaim => return None,
            // A number that is missing from a passage about something else contradicts nothing.
            _ if verdict.evidence.first().is_none_or(|best| {
                best.similarity < if verdict.veto.is_none() { ABOUT } else { ABOUT / 2.0 }
            }) =>
            {
                FactStatus::NoSource
            }
            _ => FactStatus::Unsupported,
        };
        if status == FactStatus::NoSource {
            return Some(self.no_source(status));
        }
        let best = verdict.evidence.first();
        let passage = best.and_then(|best| passage(&evidence, best.source, best.span));
        Some(Fact { status, score: verdict.score, reason: verdict.reason, evidence: passage })
    }

    fn no_source(&self, status: FactStatus) -> Fact {
        let reason = if status == FactStatus::NoSource { Told::NotInSources } else { Told::NotLookedUp };
        Fact { status, score: 0.0, reason: reason.text(self.language), evidence: None }
    }
}

fn passage(evidence: &Evidence, source: usize, span: Span) -> Option<FactEvidence> {
    let (card, source) = (evidence.cards.get(source)?, evidence.sources.get(source)?);
    Some(FactEvidence {
        chunk_id: card.chunk_id.clone(),
        document_id: card.document_id.clone(),
        title: card.title.clone(),
        page: source.page_at(span.start),
        text: span.of(&source.text).to_owned(),
    })
}
