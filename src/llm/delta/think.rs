//! What a model thinks aloud before it answers, between `<think>` tags.

use std::collections::VecDeque;

use crate::llm::ChatDelta;

/// Leaves out what a model thinks aloud before it answers: `<think> … </think>` at the very start.
#[derive(Debug, Default)]
pub(super) enum ThinkFilter {
    /// Nothing but white space and perhaps a part of the opening tag so far.
    #[default]
    Start,
    /// The same, with the text held back.
    Held(String),
    /// Inside; the tail that may be a part of the closing tag.
    Inside(String),
    /// After the closing tag, before the first word.
    After,
    Answer,
}

const THINK_OPEN: &str = "<think>";
const THINK_CLOSE: &str = "</think>";

impl ThinkFilter {
    pub(super) fn push(&mut self, text: String, out: &mut VecDeque<ChatDelta>) {
        if text.is_empty() {
            return;
        }
        match self {
            Self::Answer => out.push_back(ChatDelta::Text(text)),
            Self::Start => self.held(text, out),
            Self::Held(held) => {
                let mut all = std::mem::take(held);
                all.push_str(&text);
                self.held(all, out);
            }
            Self::Inside(tail) => {
                tail.push_str(&text);
                if let Some((_, after)) = tail.split_once(THINK_CLOSE) {
                    let after = after.to_owned();
                    *self = Self::After;
                    self.push(after, out);
                } else {
                    let mut from = tail.len().saturating_sub(THINK_CLOSE.len() - 1);
                    while !tail.is_char_boundary(from) {
                        from += 1;
                    }
                    tail.drain(..from);
                }
            }
            Self::After => {
                let text = text.trim_start();
                if !text.is_empty() {
                    out.push_back(ChatDelta::Text(text.to_owned()));
                    *self = Self::Answer;
                }
            }
        }
    }

    fn held(&mut self, text: String, out: &mut VecDeque<ChatDelta>) {
        let start = text.trim_start();
        if let Some(thought) = start.strip_prefix(THINK_OPEN) {
            let thought = thought.to_owned();
            *self = Self::Inside(String::new());
            self.push(thought, out);
        } else if THINK_OPEN.starts_with(start) {
            *self = Self::Held(text);
        } else {
            out.push_back(ChatDelta::Text(text));
            *self = Self::Answer;
        }
    }

    pub(super) fn finish(&mut self, out: &mut VecDeque<ChatDelta>) {
        if let Self::Held(held) = self {
            let held = std::mem::take(held);
            if !held.is_empty() {
                out.push_back(ChatDelta::Text(held));
            }
            *self = Self::Answer;
        }
    }
}
