//! Who a claim speaks of: names that the evidence lacks, and nouns that it has in another's place.

use std::borrow::Cow;

use crate::english::commanded::commands_of_another;
use crate::english::holder::other_holder;
use crate::english::misjoined::of_another_clause;
use crate::english::office::office_of_another;
use crate::korean::another::{
    belongs_to_another, compares_otherwise, mixes_clauses, other_office, said_of_another,
    tells_of_another_person,
};
use crate::korean::authority::other_authority;
use crate::korean::scope::takes_the_deputy;
use crate::parts::names::{may_name, names};
use crate::parts::stranger::stranger;
use crate::parts::subject::other_subject;
use crate::search::align::{Alignment, Window};
use crate::text::claim::{Claim, as_written};
use crate::text::prepare::{PreparedSources, Run};
use stet_text::Language;

use super::evidence::{Passage, Whole};
use super::{CLOSE, Findings};

impl Findings {
    /// Looks for the names of a claim, as it was written, that the windows lack.
    pub(super) fn find_names(&mut self, written: &str, sources: &PreparedSources, windows: &[Window]) {
        let written = if may_name(written) { as_written(written) } else { Cow::Borrowed("") };
        let list = names(&written);
        if !list.is_empty() {
            let in_window =
                |window: &Window, key| window.runs().any(|run| sources.has_word(window.source, run, key));
            let known = |key| windows.iter().any(|window| in_window(window, key));
            let mut missing = Vec::new();
            for name in &list {
                if known(name.key) {
                    self.names_known.push(name.key);
                } else {
                    missing.push(name.text.to_owned());
                }
            }
            self.names_missing = missing.len() as f32 / list.len() as f32;
            self.names = missing;
        }
    }

    /// Looks for a noun of a claim that nothing else speaks against, in whose place the evidence names another.
    pub(super) fn find_stranger(
        &mut self,
        claim: &Claim<'_>,
        passage: &Passage<'_, '_>,
        alignment: &Alignment,
        whole: &Whole<'_>,
    ) {
        /// Content words that such a claim lacks, at most.
        const MOST_MISSING: f32 = 3.0;
        if self.veto().is_some()
            || self.stranger.is_some()
            || alignment.window_words < CLOSE
            || alignment.missing > MOST_MISSING
        {
            return;
        }
        let (texts, told) = (passage.texts, &passage.told);
        // A Korean text says `회사는` without an article of whom it has named before.
        let elsewhere =
            |word: &str| claim.language == Language::Ko && word.chars().nth(1).is_some() && whole.has(word);
        let found =
            stranger(claim, &alignment.reworded, &self.names_known, texts).filter(|word| !elsewhere(word));
        let another = || {
            if claim.language != Language::Ko {
                return None;
            }
            let at = takes_the_deputy(&claim.reading, texts)
                .or_else(|| other_authority(&claim.reading, texts))
                .or_else(|| said_of_another(told, |passage| whole.has(passage)))
                .or_else(|| other_office(told, |passage| whole.has(passage)))
                .or_else(|| belongs_to_another(told, |passage| whole.has(passage)))
                .or_else(|| mixes_clauses(told, |passage| whole.has(passage)))
                .or_else(|| compares_otherwise(told))
                .or_else(|| tells_of_another_person(told, |passage| whole.has(passage)))?;
            Some(claim.reading.stem(at))
        };
        self.stranger = found.or_else(another).map(str::to_owned);
    }

    /// Looks for the subject of an English claim that nothing else speaks against, of which the best sentence says nothing, since it
    /// says the same of another.
    pub(super) fn find_subject(
        &mut self,
        written: &str,
        claim: &Claim<'_>,
        sources: &PreparedSources,
        windows: &[Window],
        passage: &Passage<'_, '_>,
        reworded: &[usize],
    ) {
        if self.veto().is_some() || self.stranger.is_some() || self.agrees {
            return;
        }
        let Some((top, source)) = windows.first().and_then(|top| Some((top, sources.source(top.source)?)))
        else {
            return;
        };
        let names_of_claim =
            || names(&as_written(written)).into_iter().map(|name| name.key).collect::<Vec<_>>();
        let sentences = if passage.part.is_some() { top.best } else { top.run };
        let text =
            || source.written(sentences.first..sentences.first + sentences.len).collect::<Vec<_>>().join(" ");
        let whole = Run { first: 0, len: source.units.len() };
        let known = |key: u32| sources.has_word(top.source, whole, key);
        let named = |word: &str| {
            // A capital behind a word of its sentence.
            let is_name = |text: &str| names(text).iter().any(|name| name.text.to_lowercase() == word);
            source.written(0..source.units.len()).any(|text| is_name(&text))
        };
        let subject =
            other_subject(&claim.reading, names_of_claim, passage.reading(), text, known, named, |at| {
                reworded.contains(&at)
            });
        let subject = subject
            .or_else(|| of_another_clause(&claim.reading, passage.window, known))
            .or_else(|| other_holder(&claim.reading, passage.texts))
            .or_else(|| office_of_another(&claim.reading, passage.texts))
            .or_else(|| commands_of_another(&claim.reading, passage.texts));
        self.stranger = subject.map(|at| claim.reading.word(at).to_owned());
    }
}
