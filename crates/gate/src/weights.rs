//! Weights: how much each signal counts, per language.
//!
//! Owns the fitted numbers; the function they go into is [`score`](crate::score)'s.

use stet_text::Language;

/// The weights of one language, by the names of the [`Signals`](crate::Signals); 0 where a signal told nothing that the others
/// did not tell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weights {
    pub window: f32,
    pub source: f32,
    pub missing: f32,
    pub lack: f32,
    pub stated: f32,
    pub number: f32,
    pub names: f32,
    pub denial: f32,
    pub denied: f32,
    pub unconfirmed: f32,
    pub absolute: f32,
    pub degree: f32,
    pub circumstance: f32,
    pub astray: f32,
    pub rivals: f32,
    pub bias: f32,
    /// The sum from which a claim is supported: where three of four claims called so are.
    pub threshold: f32,
    /// Puts the cuts where the decisions are right as often as gate.md asks.
    pub slope: f32,
}

impl Weights {
    pub(super) const fn of(language: Language) -> Self {
        match language {
            Language::En => Self {
                window: 2.5,
                source: 2.85,
                missing: 0.1,
                lack: 0.0,
                stated: 0.0,
                number: 1.4,
                names: 0.5,
                denial: 0.35,
                denied: 0.5,
                unconfirmed: 0.55,
                absolute: 0.05,
                degree: 0.75,
                circumstance: 0.0,
                astray: 0.9,
                rivals: 0.0,
                bias: -3.15,
                threshold: 0.95,
                slope: 1.3,
            },
            // The words a Korean claim lacks are counted once, by their letters and meanings.
            Language::Ko => Self {
                window: 1.15,
                source: 0.0,
                missing: 0.0,
                lack: 1.1,
                stated: 0.2,
                number: 1.8,
                names: 0.3,
                denial: 0.75,
                denied: 0.55,
                unconfirmed: 0.1,
                absolute: 1.75,
                degree: 0.95,
                circumstance: 0.5,
                astray: 0.5,
                rivals: 0.7,
                bias: 1.1,
                threshold: 0.98,
                slope: 2.2,
            },
        }
    }
}
