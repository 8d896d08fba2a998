//! What a reader is told of the steps of an answer.

use super::event::{Event, Step, StepState};
use super::live::Live;
use stet_text::Language;

/// Tells the reader of an answer what is done for it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Teller<'a> {
    pub live: &'a Live,
    pub language: Language,
}

impl Teller<'_> {
    pub fn step(self, step: Step, state: StepState, detail: String) {
        self.live.push([Event::Step { step, state, detail }]);
    }

    pub fn say(self, ko: impl Into<String>, en: impl Into<String>) -> String {
        match self.language {
            Language::Ko => ko.into(),
            Language::En => en.into(),
        }
    }
}
