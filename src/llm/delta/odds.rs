//! How likely a model was to write what it wrote: `choices[0].logprobs`, where they were asked for.
//!
//! Read beside the text and never instead of it: a server that tells them in another form has only not told them.

use serde::Deserialize;

use crate::Token;

#[derive(Deserialize)]
struct Frame {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    logprobs: Option<Odds>,
}

#[derive(Deserialize)]
struct Odds {
    content: Option<Vec<Likely>>,
}

#[derive(Deserialize)]
struct Likely {
    token: String,
    logprob: f32,
    /// The most likely ones in its place, itself among them.
    top_logprobs: Option<Vec<Likely>>,
}

impl Likely {
    /// The word, however it is spelled.
    fn word(&self) -> String {
        self.token.trim_matches(|ch: char| !ch.is_alphanumeric()).to_lowercase()
    }

    fn into_token(self) -> Token {
        let word = self.word();
        let is_same = |other: &&Self| !word.is_empty() && other.token != self.token && other.word() == word;
        let others = self.top_logprobs.iter().flatten().filter(is_same);
        let sum: f32 = others.map(|other| other.logprob.exp()).sum();
        Token { probability: (self.logprob.exp() + sum).min(1.0), text: self.token }
    }
}

/// The tokens of a frame.
pub(super) fn tokens(json: &[u8]) -> Option<Vec<Token>> {
    let frame: Frame = serde_json::from_slice(json).ok()?;
    let told = frame.choices.into_iter().next()?.logprobs?.content?;
    Some(told.into_iter().map(Likely::into_token).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_the_probability_of_all_its_spellings() {
        let frame = br#"{"choices":[{"delta":{"content":"true"},"logprobs":{"content":[
            {"token":" true","logprob":-0.6931472,"bytes":[1],"top_logprobs":[
                {"token":" true","logprob":-0.6931472},{"token":"True","logprob":-1.3862944},{"token":"false","logprob":-2.0}
            ]},{"token":",","logprob":0.0}]}}]}"#;
        let found = tokens(frame).unwrap();
        assert_eq!((found[0].text.as_str(), found[1].text.as_str()), (" true", ","));
        assert!((found[0].probability - 0.75).abs() < 1e-5 && (found[1].probability - 1.0).abs() < 1e-5);
        for other in [
            &br#"{"choices":[{"delta":{"content":"true"},"logprobs":null}]}"#[..],
            br#"{"choices":[{"logprobs":{"tokens":["true"],"token_logprobs":[-0.1]}}]}"#,
            br#"{"choices":[{"logprobs":{"content":[{"token":"true"}]}}]}"#,
            br#"{"choices":[]}"#,
            b"[DONE]",
        ] {
            assert_eq!(tokens(other), None);
        }
    }
}
