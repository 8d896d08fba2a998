//! Measuring the gate: figures, made-up contrasts and faithful variants. Nothing here takes part in a judgement.

pub mod contrast;
pub mod faithful;
pub mod metrics;
