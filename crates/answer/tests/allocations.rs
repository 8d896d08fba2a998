//! What a token costs the allocator, counted: a binary of its own, since the counter sees everything in it.
#![allow(unsafe_code, reason = "an allocator that counts hands everything on to the system's")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use stet_answer::{Addresses, AnswerEvent, AnswerPolicy, AnswerSource, AnswerStream};
use stet_gate::PreparedSources;
use stet_marks::leaks::LeakFilter;
use stet_text::Language;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn note() {
    // Gone while a thread ends.
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every call is handed on as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note();
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note();
        // SAFETY: the caller's promise.
        unsafe { System.realloc(at, layout, size) }
    }
}

fn counted<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = COUNT.get();
    let made = work();
    (made, COUNT.get() - before)
}

/// The words of one sentence after another, each a token with the blank before it.
fn words(sentence: &str) -> impl Iterator<Item = String> {
    sentence.split_inclusive(' ').map(str::to_owned)
}

const ENGLISH: &str =
    "The collection of the museum has grown since it was founded beside the river and never closed";
const KOREAN: &str =
    "박물관의 모음은 강가에 세워진 뒤로 해마다 조금씩 늘어 이제는 방 여덟 곳을 가득 채우고 있다";

#[test]
fn a_word_inside_a_sentence_allocates_nothing_but_its_own_text() {
    for text in [ENGLISH, KOREAN] {
        let sources = vec![AnswerSource { key: "a".into(), text: text.into(), ..AnswerSource::default() }];
        let prepared = PreparedSources::new(&[text]);
        let mut answer = AnswerStream::new(sources, prepared, AnswerPolicy::new(Language::En));
        let (mut out, mut shown, mut more) = (Vec::with_capacity(64), 0, 0);
        let mut leaks = LeakFilter::default();
        let (mut addresses, mut piece) = (Addresses::default(), String::with_capacity(256));
        for round in 0..8 {
            for (at, word) in words(&format!("{text} [1]. ")).enumerate() {
                piece.clear();
                let ((), made) = counted(|| {
                    leaks.push(&word, &mut piece);
                    answer.push(&addresses.push(&piece, |_, _| false), &mut out);
                });
                let texts = out.iter().filter(|event| matches!(event, AnswerEvent::Text(_))).count();
                let plain = at > 0 && !word.contains(['[', '.']) && texts == out.len();
                // What is held grows in the first rounds.
                if plain && round > 3 {
                    shown += texts;
                    more += made.saturating_sub(texts);
                }
                out.clear();
            }
        }
        // The text of the whole answer doubles its room now and then.
        assert!(shown > 40 && more <= 2, "{more} beside {shown} texts");
    }
}
