//! What a reader is told of the steps of an answer.

use super::event::{Event, Step, StepState};
use super::live::Live;
use super::told::Told;
use stet_text::Language;

/// Tells the reader of an answer what is done for it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Teller<'a> {
    pub live: &'a Live,
    pub language: Language,
}

impl Teller<'_> {
    pub fn step(self, step: Step, state: StepState, told: impl Into<Vec<Told>>) {
        self.live.push([Event::step(step, state, told.into(), self.language)]);
    }
}
