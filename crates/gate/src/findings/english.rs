//! What only English claims are asked: whether they put together what their source says apart.

use super::evidence::Passage;
use super::{CLOSE, Findings, NEARLY_EQUAL};
use crate::english::foretold::tells_what_is_to_come;
use crate::english::occasion::{Otherwise, other_occasion};
use crate::english::parallel::{Taken, takes_of_another};
use crate::english::partial::{takes_the_total, takes_the_whole};
use crate::english::swapped::{swapped, turns_a_particle};
use crate::layout::rows::takes_another_row;
use crate::score::Signals;
use crate::search::align::{Alignment, Window};
use crate::text::claim::Claim;
use crate::text::prepare::{PreparedSources, Run};

impl Findings {
    /// Looks for what a claim that nothing else speaks against has of another part of its source.
    pub(super) fn find_crossed(
        &mut self,
        claim: &Claim<'_>,
        sources: &PreparedSources,
        windows: &[Window],
        passage: &Passage<'_, '_>,
        alignment: &Alignment,
    ) {
        /// Content words that such a claim lacks, at most, and the least score of one that may be supported.
        const MOST_MISSING: f32 = 2.0;
        const LEAST: f32 = 0.5;
        if self.veto().is_some()
            || self.stranger.is_some()
            || self.agrees
            || alignment.window_words < CLOSE
            || alignment.missing > MOST_MISSING
            || Signals::new(alignment, self).score(claim.language) < LEAST
        {
            return;
        }
        let Some((top, source)) = windows.first().and_then(|top| Some((top, sources.source(top.source)?)))
        else {
            return;
        };
        let (text, reading) = (&claim.reading, passage.reading());
        let value = takes_the_whole(text, &claim.values, passage.texts)
            .or_else(|| takes_the_total(text, &claim.values, passage.texts));
        if let Some(value) = value {
            self.number = Some(value.span.of(claim.norm).to_owned());
            return;
        }
        if turns_a_particle(text, reading) {
            self.direction = true;
            return;
        }
        let all = Run { first: 0, len: source.units.len() };
        let known = |key: u32| sources.has_word(top.source, all, key);
        let word = match other_occasion(text, reading, known) {
            Some(Otherwise::Turned) => {
                self.direction = true;
                return;
            }
            Some(Otherwise::Another(at)) => Some(at),
            None => None,
        };
        let nearly_equal = alignment.best_cover >= NEARLY_EQUAL && alignment.jaccard >= CLOSE;
        self.modality |= tells_what_is_to_come(text, passage.texts, nearly_equal);
        let before = Run { first: 0, len: top.best.first };
        let earlier = |key: u32| sources.has_word(top.source, before, key);
        let word = word.or_else(|| swapped(text, reading, passage.texts, known, earlier));
        let taken = word.map(Taken::Word).or_else(|| takes_of_another(text, reading, known, earlier));
        self.exclusive |= taken == Some(Taken::All);
        let word = match taken {
            Some(Taken::Word(at)) => Some(at),
            _ => None,
        };
        let word = word.or_else(|| takes_another_row(claim, sources, top));
        self.stranger = word.map(|at| text.word(at).to_owned());
    }
}
