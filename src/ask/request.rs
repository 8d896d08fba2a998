//! What the model is asked for an answer.

use std::sync::Arc;

use time::OffsetDateTime;

use super::grade::AnswerGrade;
use super::memory;
use super::prepare::Brief;
use super::result::{image_url, markdown_image};
use super::retrieve::{Evidence, title_line};
use super::run::Run;
use super::trace::Subtask;
use stet_llm::{ChatRequest, Message, PromptPart, PromptSource};
use stet_marks::statute::{Entry, RegulationIndex};
use stet_prompt as prompt;
use stet_prompt::{Citable, CitableArticle, SourceLine};

/// Share of the prompt for the list of citable articles, in tokens.
const CITABLE_TOKENS: usize = 800;

/// Why there is another attempt, and what it has to mind.
pub(super) enum Remedy {
    /// These claims no source supports.
    Correct(Vec<String>),
    Improve(AnswerGrade),
}

/// What the model is asked.
pub(super) fn request(run: &Run<'_>, brief: &Brief<'_>, remedy: Option<&Remedy>) -> ChatRequest {
    let (call, model) = (&brief.question.call, &run.asker.config.model);
    let mut request = ChatRequest::new(run.messages(brief, remedy), run.language);
    // With refused claims half as free as before: 0.1 becomes 0.05.
    let is_correction = matches!(remedy, Some(Remedy::Correct(_)));
    let temperature = call.temperature.unwrap_or(request.temperature);
    request.temperature = if is_correction { temperature / 2.0 } else { temperature };
    request.max_tokens = Some(call.max_tokens.unwrap_or(model.max_tokens));
    request.sampling = call.sampling.clone();
    request.question.clone_from(&brief.asked.alone);
    request.whole = brief.asked.is_whole;
    request.own.clone_from(&brief.asked.own);
    request.turn = brief.asked.turn;
    let part = |own: &Subtask| PromptPart {
        question: own.question.clone(),
        sources: own.sources.iter().filter_map(|&number| number.try_into().ok()).collect(),
    };
    request.parts = run.trace.subtasks.iter().map(part).collect();
    request.sources = prompt_sources(&brief.evidence);
    request
}

/// The sources as they are quoted.
pub(super) fn prompt_sources(evidence: &Evidence) -> Vec<PromptSource> {
    (1_u32..)
        .zip(evidence.sources.iter().zip(&evidence.facts))
        .map(|(number, (source, facts))| PromptSource {
            number,
            title: source.title.clone(),
            place: facts.place.clone(),
            page: source.page,
            // Quoted as they stand: what a model has translated is nobody's words.
            text: source.translated.map_or_else(|| Arc::clone(&source.text), |_| source.original().into()),
        })
        .collect()
}

impl Run<'_> {
    /// What the model is told: the system prompt, what was said before, the question with its sources.
    fn messages(&self, brief: &Brief<'_>, remedy: Option<&Remedy>) -> Vec<Message> {
        let evidence = &brief.evidence;
        let images: Vec<Option<String>> = evidence
            .cards
            .iter()
            .zip(&evidence.facts)
            .map(|(card, facts)| {
                let path = facts.image_path.as_deref()?;
                let url = image_url(card, facts);
                // The name of a file is the document's word, too: one that is a sentence is none.
                let plain = !path.contains(|ch: char| ch.is_whitespace() || ch.is_control());
                let url = url.or_else(|| plain.then(|| path.to_owned()))?;
                Some(markdown_image(Some(facts.caption.as_deref().unwrap_or(&card.title)), &url))
            })
            .collect();
        let titles: Vec<String> = evidence
            .cards
            .iter()
            .zip(&evidence.sources)
            .map(|(card, source)| title_line(card, source))
            .collect();
        let places: Vec<Vec<&str>> =
            evidence.facts.iter().map(|facts| facts.place.iter().map(String::as_str).collect()).collect();
        let lines: Vec<SourceLine<'_>> = (1_u32..)
            .zip(&evidence.sources)
            .zip(evidence.facts.iter().zip(&places).zip(images.iter().zip(&titles)))
            .map(|((number, source), ((facts, place), (image, name)))| SourceLine {
                number,
                name,
                place,
                dated: facts.dated,
                page: source.page,
                page_end: source.page_at(source.text.len()),
                category: &facts.category,
                text: &source.text,
                corrected: facts.corrected.map(|end| end.min(source.text.len())),
                image: image.as_deref(),
                context: facts.context.as_deref(),
            })
            .collect();
        let rules = self.rules.instructions(self.language);
        let mut messages =
            vec![Message::system(self.system(&rules, evidence, brief.policy.regulations.as_deref()))];
        if let [system] = messages.as_mut_slice() {
            system.content.push_str(&prompt::application(self.language, &brief.question.call.instructions));
        }
        for (user, text) in memory::shown(&brief.asked.history) {
            messages.push(if *user { Message::user(text) } else { Message::assistant(text) });
        }
        let mind = match remedy {
            Some(Remedy::Correct(refused)) => {
                let refused: Vec<&str> = refused.iter().map(String::as_str).collect();
                prompt::corrective(self.language, &refused)
            }
            Some(Remedy::Improve(grade)) => {
                let weak: Vec<String> = grade.weak().iter().map(|own| own.text(self.language)).collect();
                let weak: Vec<&str> = weak.iter().map(String::as_str).collect();
                prompt::improved(self.language, &weak, &grade.feedback)
            }
            None => String::new(),
        };
        let (question, today) = (&brief.question.text, OffsetDateTime::now_utc().date());
        messages.push(Message::user(prompt::answer_user(self.language, question, &lines, &mind, today)));
        messages
    }

    /// The system prompt, with the articles that an answer from this evidence may cite.
    fn system(
        &self,
        rules: &str,
        evidence: &Evidence,
        regulations: Option<&RegulationIndex<String>>,
    ) -> String {
        let retrieved = evidence.articles();
        let Some(regulations) = regulations.filter(|_| !retrieved.is_empty()) else {
            return prompt::answer_system(self.language, rules, &Citable::default());
        };
        let named = |entry: &Entry<String>| entry.number.to_string();
        let list = regulations.citable_near(&retrieved, CITABLE_TOKENS, &|entry| {
            prompt::tokens(&prompt::citable_line(&citable(entry, &named(entry))))
        });
        let numbers: Vec<String> = list.articles.iter().map(|entry| named(entry)).collect();
        let articles: Vec<CitableArticle<'_>> =
            list.articles.iter().zip(&numbers).map(|(entry, number)| citable(entry, number)).collect();
        let citable = Citable { articles: &articles, left_out: &list.left_out };
        prompt::answer_system(self.language, rules, &citable)
    }
}

fn citable<'a>(entry: &'a Entry<String>, number: &'a str) -> CitableArticle<'a> {
    CitableArticle {
        regulation: &entry.regulation,
        article: number,
        title: entry.title.as_deref().unwrap_or_default(),
    }
}
