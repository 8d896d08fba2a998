//! What models and their servers leave in a text that is no answer: reasoning, calls of tools, marks of templates, fences of the
//! prompt.
//!
//! Owns taking it out while text streams, by the forms of `data/marks/leaks.toml`; holds back no more than may become one. That what
//! has come out was reasoning may be known only from its end: it is said then.

use serde::Deserialize;
use std::sync::LazyLock;
use stet_data::{FENCE, FENCE_END};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Leak {
    open: Vec<String>,
    #[serde(default)]
    close: Vec<String>,
    #[serde(default)]
    at: At,
    /// What stands behind it is no answer either.
    #[serde(default)]
    rest: bool,
    /// Nor is what stands before it, where it ends a line outside code.
    #[serde(default)]
    before: bool,
}

impl Leak {
    /// What comes behind its beginning.
    const fn begun(&'static self) -> State {
        if self.rest {
            State::Ended
        } else if self.close.is_empty() {
            State::Answer
        } else {
            State::Inside(self)
        }
    }
}

/// Where a form counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum At {
    #[default]
    Any,
    Line,
    Start,
    End,
}

#[derive(Deserialize)]
struct Table {
    leak: Vec<Leak>,
}

static LEAKS: LazyLock<Vec<Leak>> = LazyLock::new(|| {
    let table = toml::from_str::<Table>(stet_data::text("marks/leaks.toml"));
    debug_assert!(table.is_ok(), "data/marks/leaks.toml: {:?}", table.as_ref().err());
    table.map(|table| table.leak).unwrap_or_default()
});

/// The bytes with which a form begins.
static BEGINS: LazyLock<[bool; 256]> = LazyLock::new(|| {
    let mut begins = [false; 256];
    let opens = LEAKS.iter().flat_map(|leak| leak.open.iter().map(String::as_str)).chain([FENCE, FENCE_END]);
    for first in opens.filter_map(|open| open.bytes().next()) {
        if let Some(begins) = begins.get_mut(usize::from(first)) {
            *begins = true;
        }
    }
    begins
});

/// White space at the end of which a form counts as the end.
const MAX_END: usize = 64;

/// Takes leaks out of a text that comes in pieces; what comes out does not depend on how it was cut.
#[expect(clippy::struct_excessive_bools, reason = "independent facts about what has come out")]
#[derive(Debug, Default)]
pub struct LeakFilter {
    held: String,
    state: State,
    /// The last character of the answer that has come out and is no white space.
    word: Option<char>,
    /// Some of the answer stands on this line.
    mid_line: bool,
    /// What has come out last.
    last: Option<char>,
    /// White space goes, as a leak stood before it.
    bare: bool,
    /// Blanks go, as a fence stood between them and others.
    joins: bool,
    /// An odd number of backticks has come out: what comes is code.
    code: bool,
    keep: Keep,
    /// What stood in a fence of its own lines: a source once more, or the answer, where there is nothing else.
    fenced: String,
}

/// What of a reply is no leak.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    #[default]
    Nothing,
    /// The fences, of a text that stood in one: whoever asked for it takes them off.
    Fences,
    /// All, of a text that has such forms itself.
    All,
}

impl Keep {
    /// For a rewriting of this text.
    #[must_use]
    pub fn of_rewriting(text: &str) -> Self {
        let (mut filter, mut out) = (LeakFilter::keeping(Self::Fences), String::new());
        filter.push(text, &mut out);
        filter.finish(&mut out);
        if out == text { Self::Fences } else { Self::All }
    }
}

#[derive(Debug, Default, Clone, Copy)]
enum State {
    #[default]
    Answer,
    Inside(&'static Leak),
    /// Behind the line of a fence, before that of its end.
    Fenced,
    /// Nothing that comes is answer.
    Ended,
}

/// What stands at a place.
enum Here {
    Text,
    /// More has to come to tell.
    Hold,
    Leak(&'static Leak, usize),
    /// A leak of so many bytes that makes reasoning of all before it.
    Before(usize),
    /// A fence of so many bytes, of a line of its own or between words.
    Fence(usize),
    FenceLine(usize),
}

impl LeakFilter {
    #[must_use]
    pub fn keeping(keep: Keep) -> Self {
        Self { keep, ..Self::default() }
    }

    /// Takes the next piece and appends what is answer to `out`. `true`: all that came out before was none, and is taken out of
    /// `out`.
    pub fn push(&mut self, text: &str, out: &mut String) -> bool {
        if self.keep == Keep::All {
            out.push_str(text);
            return false;
        }
        self.held.push_str(text);
        self.run(false, out)
    }

    /// Ends the text.
    pub fn finish(&mut self, out: &mut String) {
        self.run(true, out);
        if matches!(self.state, State::Fenced) {
            self.fenced.push_str(&self.held);
        }
        self.held.clear();
        // It is the answer where nothing else is, or only what announces it.
        if matches!(self.word, None | Some(':' | '：')) {
            let answer = std::mem::take(&mut self.fenced);
            self.show(answer.trim(), out);
        }
    }

    fn run(&mut self, last: bool, out: &mut String) -> bool {
        let mut taken_back = false;
        let mut held = std::mem::take(&mut self.held);
        let mut at = 0;
        while at < held.len() && !matches!(self.state, State::Ended) {
            let rest = held.get(at..).unwrap_or_default();
            if let State::Inside(leak) = self.state {
                let Some(end) = closing(leak, rest) else {
                    // The tail may be the beginning of what closes it.
                    let longest = leak.close.iter().map(String::len).max().unwrap_or_default();
                    at = held.ceil_char_boundary(held.len().saturating_sub(longest).max(at));
                    break;
                };
                self.state = State::Answer;
                at += end;
                continue;
            }
            if matches!(self.state, State::Fenced) {
                at += self.keep_fenced(rest, last);
                if matches!(self.state, State::Fenced) {
                    break;
                }
                continue;
            }
            // Nothing was shown yet of an answer that begins with white space.
            let blank = if self.word.is_some() { 0 } else { rest.len() - rest.trim_start().len() };
            if blank == rest.len() && !last {
                break;
            }
            let begins = |byte: u8| BEGINS.get(usize::from(byte)).copied().unwrap_or_default();
            let next = rest.bytes().skip(blank).position(begins).map_or(rest.len(), |next| blank + next);
            if next > blank {
                self.show(rest.get(..next).unwrap_or_default(), out);
                at += next;
                continue;
            }
            let begun = rest.get(blank..).unwrap_or_default();
            let len = match self.here(begun, last) {
                Here::Hold => break,
                Here::Leak(leak, len) => {
                    self.state = leak.begun();
                    self.bare |= !self.mid_line;
                    len
                }
                Here::Before(len) => {
                    out.clear();
                    self.fenced.clear();
                    taken_back = true;
                    (self.word, self.mid_line, self.last, self.code, self.bare) =
                        (None, false, None, false, true);
                    len
                }
                Here::Fence(len) => {
                    self.bare |= !self.mid_line;
                    self.joins |= self.last.is_none_or(char::is_whitespace);
                    len
                }
                Here::FenceLine(len) => {
                    self.bare |= !self.mid_line;
                    self.fenced.clear();
                    // The end may stand on the next line.
                    self.state = State::Fenced;
                    len
                }
                Here::Text => {
                    let len = begun.chars().next().map_or(0, char::len_utf8);
                    self.show(rest.get(..blank + len).unwrap_or_default(), out);
                    len
                }
            };
            at += blank + len;
        }
        // The room of what was held is kept for what comes.
        let ended = matches!(self.state, State::Ended);
        held.drain(..if ended { held.len() } else { at });
        self.held = held;
        taken_back
    }

    /// Keeps what stands in a fence, as far as it is known; gives the bytes of it and of the fence's end.
    fn keep_fenced(&mut self, text: &str, last: bool) -> usize {
        // Else the line of the end may have begun.
        let open = || text.floor_char_boundary(text.len().saturating_sub(FENCE_END.len() + 1));
        let end = fence_end(text, last);
        let kept = end.unwrap_or_else(open);
        let behind = end.map_or(kept, |end| end + 1 + FENCE_END.len());
        if behind > kept {
            self.state = State::Answer;
        }
        self.fenced.push_str(text.get(..kept).unwrap_or_default());
        behind
    }

    /// A fence of the prompt: outside code, and no part of a longer run (`<<<<<<< HEAD`).
    fn fence(&self, rest: &str, last: bool) -> Option<Here> {
        let fence = [FENCE, FENCE_END]
            .into_iter()
            .find(|fence| rest.starts_with(fence) || fence.starts_with(rest))?;
        let own = fence.chars().next();
        if self.code || self.keep == Keep::Fences || self.last == Some('`') || self.last == own {
            return None;
        }
        let Some(behind) = rest.strip_prefix(fence) else { return (!last).then_some(Here::Hold) };
        let line = behind.trim_start_matches([' ', '\t', '\r']);
        match line.chars().next() {
            next if next == own && line.len() == behind.len() => None,
            None if !last && behind.len() < MAX_END => Some(Here::Hold),
            Some('\n') if fence == FENCE && !self.mid_line => Some(Here::FenceLine(rest.len() - line.len())),
            _ => Some(Here::Fence(fence.len())),
        }
    }

    fn here(&self, rest: &str, last: bool) -> Here {
        if let Some(fence) = self.fence(rest, last) {
            return fence;
        }
        let fits = |leak: &&Leak| match leak.at {
            At::Any | At::End => self.last != Some('`'),
            At::Line => !self.mid_line,
            At::Start => self.word.is_none(),
        };
        let mut found: Option<(&'static Leak, usize)> = None;
        for leak in LEAKS.iter().filter(fits) {
            for open in &leak.open {
                if rest.get(..open.len()).is_some_and(|head| head.eq_ignore_ascii_case(open)) {
                    found = found.filter(|(_, len)| *len >= open.len()).or(Some((leak, open.len())));
                } else if !last && open.get(..rest.len()).is_some_and(|head| head.eq_ignore_ascii_case(rest))
                {
                    return Here::Hold;
                }
            }
        }
        let Some((leak, len)) = found else { return Here::Text };
        let behind = rest.get(len..rest.floor_char_boundary(len + MAX_END)).unwrap_or_default();
        match leak.at {
            At::End if !behind.trim_start().is_empty() => Here::Text,
            At::End if !last && behind.len() + 4 <= MAX_END => Here::Hold,
            _ if leak.before && self.word.is_some() && !self.code => {
                let behind = behind.trim_start_matches([' ', '\t', '\r']);
                match behind.chars().next() {
                    None if !last && MAX_END > rest.len().saturating_sub(len) => Here::Hold,
                    Some('\n') => Here::Before(len),
                    _ => Here::Leak(leak, len),
                }
            }
            _ => Here::Leak(leak, len),
        }
    }

    fn show(&mut self, text: &str, out: &mut String) {
        let text = if self.bare { text.trim_start() } else { text };
        let text = if self.joins { text.trim_start_matches(' ') } else { text };
        let Some(last) = text.chars().next_back() else { return };
        (self.bare, self.joins) = (false, false);
        if let Some(word) = text.trim_end().chars().next_back() {
            self.word = Some(word);
            self.fenced.clear();
        }
        self.last = Some(last);
        self.code ^= text.matches('`').count() % 2 == 1;
        let line = text.rsplit_once('\n').map(|(_, line)| line);
        self.mid_line = !line.unwrap_or(text).trim().is_empty() || self.mid_line && line.is_none();
        out.push_str(text);
    }
}

/// Bytes before the line that ends a fence; the line feed behind the fence's own line stays for it.
fn fence_end(text: &str, last: bool) -> Option<usize> {
    text.match_indices('\n').map(|(at, _)| at).find(|at| {
        let line = text.get(at + 1..).and_then(|line| line.strip_prefix(FENCE_END));
        line.is_some_and(|behind| !behind.starts_with('>') && (last || !behind.is_empty()))
    })
}

/// Bytes up to the end of a leak.
fn closing(leak: &Leak, text: &str) -> Option<usize> {
    let ends = text.char_indices().filter_map(|(at, _)| {
        let rest = text.get(at..)?;
        let closes =
            |close: &&String| rest.get(..close.len()).is_some_and(|head| head.eq_ignore_ascii_case(close));
        Some(at + leak.close.iter().find(closes)?.len())
    });
    ends.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn clean(pieces: &[&str]) -> String {
        let (mut filter, mut out) = (LeakFilter::default(), String::new());
        for piece in pieces {
            filter.push(piece, &mut out);
        }
        filter.finish(&mut out);
        out
    }

    #[test]
    fn what_is_no_answer_goes() {
        for (text, expected) in [
            ("<think>Hm, 생각 <b></think>\n\nAnswer.", "Answer."),
            ("\n<THINKING>Hm</thinking>It opens.", "It opens."),
            ("◁think▷음◁/think▷ 연다[1].", "연다[1]."),
            ("<seed:think>a</seed:think>It opens.", "It opens."),
            ("<thought>a</thought>It opens.\n<think>b</think>\nIt closes.", "It opens.\nIt closes."),
            ("<reasoning>a</reasoning>It opens.", "It opens."),
            ("It gives\n<reasoning>a</reasoning>", "It gives\n<reasoning>a</reasoning>"),
            ("<think>never closed", ""),
            ("It opens.</think> It closes.", "It opens. It closes."),
            ("Hm, it opens at ten?\n</think>\n\nIt opens at nine.", "It opens at nine."),
            ("생각해 보자.</think> \n아홉 시에 연다[1].", "아홉 시에 연다[1]."),
            ("a [/THINK]\nb ◁/think▷\nIt opens.", "It opens."),
            ("It opens.\n</think>", "It opens.\n"),
            ("It ends so:\n```\na\n</think>\nb\n```\n", "It ends so:\n```\na\nb\n```\n"),
            (
                "<|channel|>analysis<|message|>We need<|end|><|start|>assistant<|channel|>final<|message|>It opens [1].<|return|>",
                "It opens [1].",
            ),
            (
                "<|channel|>commentary to=functions.search<|message|>{}<|call|>아홉 시에 연다.",
                "아홉 시에 연다.",
            ),
            ("It opens.\n<tool_call>{\"name\": \"f\"}</tool_call>\nIt closes.", "It opens.\nIt closes."),
            ("It opens. [TOOL_CALLS][{\"name\": \"f\"}]", "It opens. "),
            ("<answer>It opens [1].</answer>", "It opens [1]."),
            ("아홉 시에 연다.<|im_end|>\n<|im_start|>user\n그럼?", "아홉 시에 연다.\n"),
            ("It opens.</s>", "It opens."),
            ("It opens.</s>\n", "It opens.\n"),
            ("<s>It opened</s> late.", "<s>It opened</s> late."),
            ("It opens.<end_of_turn>", "It opens."),
            ("[/INST] It opens.", "It opens."),
            ("<<<\nSource text\n>>>\nIt opens.", "It opens."),
            ("It opens.\n<<<\nSource text\n>>>", "It opens.\n"),
            ("<<<\n>>>\nIt opens.", "It opens."),
            ("<<<\nIt opens [1].\n>>>", "It opens [1]."),
            ("<<< \n아홉 시에 연다[1].\n", "아홉 시에 연다[1]."),
            ("<<<It opens [1].>>>", "It opens [1]."),
            ("The answer:\n<<<\nIt opens [1].\n>>>\n", "The answer:\nIt opens [1]."),
            ("It opens <<< at nine >>> [1].", "It opens at nine [1]."),
            ("아홉 시에<<< 연다>>>[1]. <<<", "아홉 시에 연다[1]. "),
            ("It opens.\n>>>\nIt closes.\n>>>", "It opens.\nIt closes.\n"),
            ("- It opens >>>\n- It closes", "- It opens \n- It closes"),
            ("<<<<<<< HEAD\na\n>>>>>>> b", "<<<<<<< HEAD\na\n>>>>>>> b"),
            ("Write `cat <<< x` or\n```\n>>> x\n```\n", "Write `cat <<< x` or\n```\n>>> x\n```\n"),
            ("> a\n>> b, x >> 3 << 4", "> a\n>> b, x >> 3 << 4"),
            (
                "The tag `</think>` ends it, `<think>` begins it.",
                "The tag `</think>` ends it, `<think>` begins it.",
            ),
            ("It is a <b> tag, x < 3 [1].", "It is a <b> tag, x < 3 [1]."),
            ("Ends with <|im", "Ends with <|im"),
            ("", ""),
        ] {
            assert_eq!(clean(&[text]), expected, "{text}");
            let each: Vec<String> = text.chars().map(String::from).collect();
            assert_eq!(clean(&each.iter().map(String::as_str).collect::<Vec<_>>()), expected, "{text}");
        }
    }

    #[test]
    fn no_more_is_held_than_may_become_a_leak() {
        let longest =
            LEAKS.iter().flat_map(|leak| leak.open.iter().chain(&leak.close)).map(String::len).max();
        for open in LEAKS.iter().flat_map(|leak| &leak.open) {
            let (mut filter, mut out) = (LeakFilter::default(), String::new());
            filter.push(&format!("a\n{}", open.repeat(200)), &mut out);
            assert!(filter.held.len() <= longest.unwrap(), "{open}");
        }
    }

    #[test]
    fn a_text_that_was_asked_for_keeps_its_fence() {
        let (mut filter, mut out) = (LeakFilter::keeping(Keep::Fences), String::new());
        filter.push("<think>a</think>\nHere:\n<<<\nIt opens.\n>>>", &mut out);
        filter.finish(&mut out);
        assert_eq!(out, "Here:\n<<<\nIt opens.\n>>>");
        for (text, keep) in [
            ("It opens. 연다.\n", Keep::Fences),
            ("Type `</think>` or >>>.", Keep::Fences),
            ("It ends\n</think>\nso.", Keep::All),
            ("[INST] begins it.", Keep::All),
        ] {
            assert_eq!(Keep::of_rewriting(text), keep, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_comes_out_does_not_depend_on_cuts(
            pieces in prop::collection::vec(
                prop::sample::select(vec![
                    "It opens", "\n", " ", "`", "</think>\n", "<think>", "</think>", "<", "</s>", "<|", "im_end|>", "[INST]",
                    "<|channel|>analysis", "<|end|>", "◁think▷", "◁", "연다", "<answer>", "<reasoning>", "</reasoning>", "<<<\n", "<<<", "\n>>>", ">", "x",
                ]),
                0..16,
            ),
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        ) {
            let text = pieces.concat();
            let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let mut at: Vec<usize> = cuts.iter().map(|cut| ends[cut.index(ends.len())]).collect();
            at.extend([0, text.len()]);
            at.sort_unstable();
            let parts: Vec<&str> = at.windows(2).map(|pair| text.get(pair[0]..pair[1]).unwrap()).collect();
            prop_assert_eq!(clean(&parts), clean(&[&text]));
        }
    }
}
