//! The verdict of a verifying model: any reply is read, and a judgement only with a confidence from 0 to 1.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stet_answer::ModelVerdict;
use stet_prompt::json::{model_verdict, objects};
use stet_text::Language;

fuzz_target!(|reply: &str| {
    let _ = objects(reply);
    match model_verdict(reply, Language::Ko) {
        ModelVerdict::Judged { confidence, .. } => assert!((0.0..=1.0).contains(&confidence)),
        ModelVerdict::Failed { reason } => assert!(!reason.is_empty()),
    }
});
