//! The web, asked where the sources have little or where it is wished: what it says becomes sources with an address, fenced as all
//! are.

use super::Asker;
use super::event::{Step, StepState};
use super::question::Web;
use super::retrieve::Evidence;
use super::teller::Teller;
use super::told::Told;
use stet_sources::evidence::Grade;
use stet_sources::question::is_worded;
use stet_text::Language;

/// The evidence with what the web says, where there is a key and it is wished, or the evidence is low or none and the question made
/// of words.
pub(super) async fn with_web(
    asker: &Asker,
    (question, wish): (&str, Web),
    evidence: Evidence,
    teller: Teller<'_>,
) -> Evidence {
    let Some(web) = &asker.web else { return evidence };
    let most = asker.config.sources.max_sources;
    let room = most.saturating_sub(evidence.sources.len());
    let is_low = evidence.quality.is_none_or(|quality| quality <= Grade::Low);
    let wanted = match wish {
        Web::Off => false,
        Web::Auto => is_low && is_worded(question),
        Web::Always => true,
    };
    if !wanted || most == 0 {
        return evidence;
    }
    teller.step(Step::Web, StepState::Running, []);
    // Low sources do not keep better ones out.
    let room = room.max(most.div_ceil(2));
    match web.search(question, room).await {
        Ok(found) if found.is_empty() => {
            teller.step(Step::Web, StepState::Done, [Told::NothingFound]);
            evidence
        }
        Ok(mut found) => {
            let whole = web.read_whole(question, &mut found).await;
            let mut told = vec![Told::WebSources { n: found.len() }];
            told.extend((whole > 0).then_some(Told::ReadWhole { n: whole }));
            teller.step(Step::Web, StepState::Done, told);
            evidence.with_web(found, most)
        }
        Err(fault) => {
            tracing::warn!(%fault, "the web was not searched");
            teller.step(
                Step::Web,
                StepState::Skipped,
                [Told::Said { ko: fault.message(Language::Ko), en: fault.message(Language::En) }],
            );
            evidence
        }
    }
}
