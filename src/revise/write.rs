//! The rewriting itself: a model's stream sentence by sentence, or the rules alone when there is no model.

use futures::StreamExt as _;
use unicode_normalization::{UnicodeNormalization as _, is_nfc, is_nfd};

use super::notes::{self, Note};
use super::{Ending, Run};
use stet_answer::Addresses;
use stet_ask::{FinishReason, Step, StepState, Told};
use stet_criteria::lint;
use stet_criteria::prompt::token_estimate;
use stet_drafts::DraftError;
use stet_host::apart::apart;
use stet_llm::judge::{Meanings, Pair};
use stet_llm::{ChatDelta, ChatRequest, ChatStream, Limit, Message, ModelError, ModelKind};
use stet_marks::leaks::Keep;
use stet_patch as patch;
use stet_patch::align::Aligner;
use stet_patch::reply::{self, Opening};
use stet_patch::stage::Status;
use stet_patch::{Around, Patch};
use stet_prompt as prompt;
use stet_segment::SentenceSegmenter;

/// Bytes on either side of the range that the model sees.
const AROUND: usize = 600;
/// Rejected suggestions that the model is reminded of.
const REJECTED: usize = 20;
/// A rewriting this many times as long as its original is stopped: the model has lost its way.
const RUNAWAY: usize = 20;
/// What a rewriting of the shortest text may have, in bytes.
const RUNAWAY_FLOOR: usize = 8 << 10;

/// What was written so far.
struct Writing {
    segmenter: SentenceSegmenter,
    aligner: Aligner,
    /// The reply as it came, in the form of the draft.
    reply: String,
    /// What of it is shown while it is written.
    written: String,
    opening: Opening,
    /// Bytes of `written` that the aligner has.
    taken: usize,
    crlf: bool,
    decomposed: bool,
    addresses: Addresses,
    /// What the addresses of the rewriting may be from; `None`: from anywhere.
    own: String,
}

impl Run {
    /// The rewritten text and the patches that lead there, in bytes of the range.
    pub(super) async fn propose(&mut self) -> Result<(String, Vec<Patch>, Ending), DraftError> {
        if self.asker.chat.kind() == ModelKind::Extracts {
            return self.by_rules().await;
        }
        self.step(Step::Generate, StepState::Running, [Told::as_is(self.asker.chat.name())]);
        let original = self.original().to_owned();
        let mut writing = Writing::new(&original, &self.around(), self.own());
        let ending = self.write(&mut writing).await;
        if ending.complete {
            self.show_rest(&mut writing);
        }
        let (whole, told) = (ending.complete, self.language);
        let cutting = notes::asks_to_cut(&self.instruction);
        let around = self.around();
        let around = (around.before.to_owned(), around.after.to_owned());
        let (instruction, cut) = (self.instruction.clone(), ending.finish == FinishReason::Length);
        let work = apart(move || {
            let said = reply::parse(&original, &instruction, &writing.reply, whole);
            // Of a rewriting that was cut off the last sentence is not known.
            let mut sentences = Vec::new();
            let mut segmenter = SentenceSegmenter::new();
            segmenter.push(&said.text, &mut sentences);
            if whole {
                segmenter.finish(&mut sentences);
            }
            let end = sentences.last().map_or(0, |last| last.span.end);
            let text = said.text.get(..end).unwrap_or_default();
            if text.trim() != writing.aligner.rewritten().trim() {
                // What was shown is taken back where it was not the text.
                let around = Around { before: &around.0, after: &around.1 };
                writing.aligner = Aligner::new(original.clone(), &around);
                for sentence in &sentences {
                    writing.aligner.push(sentence.span.of(text));
                }
            }
            let mut notes = notes::told(told, &said.told);
            if whole && !said.told.contains(&reply::Told::Refused) {
                notes.extend(notes::notes(told, &original, writing.aligner.rewritten()));
            }
            if cut {
                notes.push(Note::new(told, Told::Length));
            }
            // Some servers say "stop" when they were cut off.
            let short = whole && !cutting && writing.aligner.stops_short();
            if short {
                writing.aligner.retract_half();
                notes.push(Note::new(told, Told::CutShort));
            }
            let rewritten = writing.aligner.rewritten().trim_end().to_owned();
            let patches = if !whole || short {
                writing.aligner.finish(false)
            } else if rewritten.is_empty() {
                // Nothing was written: a model that says nothing does not want everything deleted.
                Vec::new()
            } else {
                writing.aligner.settle(&rewritten)
            };
            (rewritten, patches, whole && !short, notes)
        });
        let (rewritten, patches, complete, notes) = work.await;
        for note in &notes {
            self.step(Step::Check, StepState::Done, [note.told.clone()]);
        }
        let mut ending = ending;
        ending.complete = complete;
        ending.notes.extend(notes);
        let state = if ending.fault.is_some() { StepState::Skipped } else { StepState::Done };
        self.step(Step::Generate, state, []);
        Ok((rewritten, patches, ending))
    }

    /// Shows what the last words of a whole rewriting change.
    fn show_rest(&mut self, writing: &mut Writing) {
        let found = writing.rest();
        self.show(found);
        writing.segmenter.finish(&mut Vec::new());
        let rest = writing.written.get(writing.taken..).unwrap_or_default().to_owned();
        if !writing.opening.is_remark(&rest) {
            let found = writing.aligner.push(&rest);
            self.show(found);
        }
    }

    /// What a rewriting may take addresses from: the draft, and what the writer asked for.
    fn own(&self) -> String {
        format!("{}\n{}", self.desk.stage.text(), self.instruction)
    }

    /// Without a model the rules that have a replacement make the patches, and for English text the checks of
    /// spelling and grammar. Where both want the same words, the writer's rule stands.
    async fn by_rules(&mut self) -> Result<(String, Vec<Patch>, Ending), DraftError> {
        let (text, range, rules) = (self.desk.stage.text().to_owned(), self.range, self.rules.clone());
        let work = apart(move || {
            let (original, around) = (range.of(&text), Around::of(&text, range));
            let mut breaches = rules.lint(original);
            breaches.retain(|breach| breach.replacement.is_some() && !breach.span.is_empty());
            let mut free = stet_proof::suggestions(original);
            let mut at = 0;
            free.retain(|suggestion| {
                while breaches.get(at).is_some_and(|rule| rule.span.end <= suggestion.span.start) {
                    at += 1;
                }
                breaches.get(at).is_none_or(|rule| !rule.span.overlaps(suggestion.span))
            });
            breaches.extend(free);
            breaches.sort_by_key(|breach| (breach.span.start, breach.span.end));
            // A comment before the range holds in it, too.
            rules.spared().leave_out(&text, range.start, &mut breaches);
            let patches = lint::replaced(&breaches, original, &around);
            (patch::apply::apply(original, &patches), patches)
        });
        let (rewritten, patches) = work.await;
        if patches.is_empty() {
            self.step(Step::Generate, StepState::Skipped, [Told::NothingToChange]);
        }
        self.show(patches.clone());
        let ending = Ending {
            complete: true,
            finish: FinishReason::Stop,
            fault: None,
            stopped: false,
            notes: Vec::new(),
        };
        Ok((rewritten, patches, ending))
    }

    fn request(&self) -> ChatRequest {
        let text = self.desk.stage.text();
        let whole = text.len();
        let (from, to) = (
            text.ceil_char_boundary(self.range.start.saturating_sub(AROUND)),
            text.floor_char_boundary((self.range.end + AROUND).min(whole)),
        );
        let rules = self.rules.instructions(self.language).text;
        let rejected: Vec<(&str, &str)> = self
            .desk
            .stage
            .patches()
            .iter()
            .rev()
            .filter(|staged| staged.status == Status::Rejected && staged.patch.before.len() < AROUND)
            .take(REJECTED)
            .map(|staged| (staged.patch.before.as_str(), staged.patch.after.as_str()))
            .collect();
        let revision = prompt::Revision {
            instruction: &self.instruction,
            text: self.original(),
            before: text.get(from..self.range.start).unwrap_or_default(),
            after: text.get(self.range.end..to).unwrap_or_default(),
            rules: &rules,
            rejected: &rejected,
        };
        let (system, user) = prompt::revise(self.language, &revision);
        let mut request = ChatRequest::new(vec![Message::system(system), Message::user(user)], self.language);
        let model = &self.asker.config.model;
        // The rewriting is about as long as the text; twice that leaves room for what is added.
        let needed = u32::try_from(2 * token_estimate(self.original())).unwrap_or(u32::MAX);
        request.max_tokens = Some(model.max_tokens.max(needed));
        request.question.clone_from(&self.instruction);
        request.keep = Keep::of_rewriting(self.original());
        request
    }

    async fn write(&mut self, writing: &mut Writing) -> Ending {
        let request = self.request();
        let stop = self.stop.clone();
        let mut stream: ChatStream = tokio::select! {
            opened = self.asker.chat.stream(request) => match opened {
                Ok(stream) => stream,
                Err(fault) => return self.model_failed(&fault),
            },
            () = stop.cancelled() => return self.interrupted(),
        };
        let limit = (self.range.len() * RUNAWAY).max(RUNAWAY_FLOOR);
        let silence = self.asker.config.model.silence();
        let mut finish = FinishReason::Stop;
        loop {
            let next = tokio::select! {
                biased;
                () = stop.cancelled() => return self.interrupted(),
                Some(pair) = next_word(&mut self.meanings) => {
                    self.answered(&pair);
                    continue;
                }
                next = tokio::time::timeout(silence, stream.next()) => next,
            };
            match next {
                Ok(Some(Ok(ChatDelta::Text(delta)))) => {
                    let found = writing.push(&delta);
                    self.show(found);
                    if writing.reply.len() > limit {
                        self.step(Step::Check, StepState::Done, [Told::Runaway]);
                        let notes = vec![Note::new(self.language, Told::Runaway)];
                        return Ending {
                            complete: false,
                            finish: FinishReason::Length,
                            fault: None,
                            stopped: false,
                            notes,
                        };
                    }
                }
                Ok(Some(Ok(ChatDelta::Finish { reason }))) => {
                    finish = match reason {
                        stet_llm::FinishReason::Stop => FinishReason::Stop,
                        stet_llm::FinishReason::Length => FinishReason::Length,
                        stet_llm::FinishReason::ContentFilter => FinishReason::ContentFilter,
                        stet_llm::FinishReason::ToolCalls | stet_llm::FinishReason::Other => {
                            FinishReason::Other
                        }
                    };
                }
                // So far it was thinking: what that would have changed is taken back with the end.
                Ok(Some(Ok(ChatDelta::TakenBack))) => {
                    self.waiting.clear();
                    *writing = Writing::new(self.original(), &self.around(), self.own());
                }
                Ok(Some(Ok(ChatDelta::Tokens(_) | ChatDelta::Usage { .. }))) => {}
                Ok(Some(Err(fault))) => return self.model_failed(&fault),
                Ok(None) => break,
                Err(_) => {
                    return self.model_failed(&ModelError::Idle {
                        seconds: silence.as_secs(),
                        limit: Limit::Silence,
                    });
                }
            }
        }
        // A rewriting that was cut off says nothing about the rest of the text.
        let complete = !matches!(finish, FinishReason::Length | FinishReason::ContentFilter);
        Ending { complete, finish, fault: None, stopped: false, notes: Vec::new() }
    }

    fn model_failed(&self, fault: &ModelError) -> Ending {
        tracing::warn!(%fault, "the model failed during a revision");
        let fault = Some(fault.message(self.language));
        Ending { complete: false, finish: FinishReason::Error, fault, stopped: false, notes: Vec::new() }
    }

    /// The end of a rewriting that the writer stopped or that the program does not outlive.
    fn interrupted(&self) -> Ending {
        let ending = Ending {
            complete: false,
            finish: FinishReason::Other,
            fault: None,
            stopped: false,
            notes: Vec::new(),
        };
        if self.asker.shutdown.is_cancelled() {
            return Ending { fault: Some(Told::ShuttingDown.text(self.language)), ..ending };
        }
        Ending { stopped: true, notes: vec![Note::new(self.language, Told::Stopped)], ..ending }
    }
}

/// The next answer about a patch; waits for ever when no question is open.
async fn next_word(meanings: &mut Option<Meanings>) -> Option<Pair> {
    match meanings {
        Some(meanings) if meanings.open() > 0 => meanings.next().await,
        _ => std::future::pending().await,
    }
}

impl Writing {
    fn new(original: &str, around: &Around<'_>, own: String) -> Self {
        Self {
            segmenter: SentenceSegmenter::new(),
            crlf: original.contains("\r\n")
                && original.matches('\n').count() == original.matches("\r\n").count(),
            decomposed: !is_nfc(original) && is_nfd(original),
            aligner: Aligner::new(original, around),
            reply: String::new(),
            written: String::new(),
            opening: Opening::new(original),
            taken: 0,
            addresses: Addresses::default(),
            own,
        }
    }

    /// Takes the next piece of the rewriting; gives the patches of the sentences it finishes.
    fn push(&mut self, delta: &str) -> Vec<Patch> {
        // Models write LF, composed letters and no NUL whatever they were given; the draft keeps its own form.
        let mut piece = delta.replace(['\0', '\r'], "");
        if self.reply.is_empty() {
            piece = piece.trim_start().to_owned();
        }
        if self.crlf {
            piece = piece.replace('\n', "\r\n");
        }
        if self.decomposed {
            piece = piece.nfd().collect();
        }
        let piece = self.addresses.push(&piece, |address, _| self.own.contains(address)).into_owned();
        self.take(&piece)
    }

    /// The patches of what waited for the end of an address.
    fn rest(&mut self) -> Vec<Patch> {
        let rest = self.addresses.finish(|address, _| self.own.contains(address));
        self.take(&rest)
    }

    fn take(&mut self, piece: &str) -> Vec<Patch> {
        self.reply.push_str(piece);
        let piece = self.opening.push(piece);
        self.written.push_str(&piece);
        let mut done = Vec::new();
        self.segmenter.push(&piece, &mut done);
        let mut out = Vec::new();
        for sentence in done {
            let words = sentence.span.of(&self.written);
            if !self.opening.is_remark(words) {
                out.extend(self.aligner.push(words));
            }
            self.taken = sentence.span.end;
        }
        out
    }
}
