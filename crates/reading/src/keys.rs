//! How much of a claim stands in a text: its content words, and the keys they are compared by.
//!
//! What the texts share of letters is told by their n-grams. What follows from a number, a
//! negation or a name is not similarity and is judged elsewhere.

use std::hash::Hasher;
use std::sync::LazyLock;

use rustc_hash::{FxHashSet, FxHasher};

use stet_text::span::Span;
use stet_text::{Script, each_token, english_key, korean_stem, script};

/// A content word: where it stands in the normalised text, and the key it is compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    pub span: Span,
    pub key: u32,
    pub script: Script,
}

impl Word {
    /// The part of the word that is compared; `norm` is the text it stands in.
    pub fn stem(self, norm: &str) -> &str {
        let text = self.span.of(norm);
        match self.script {
            Script::Latin => english_key(text),
            Script::Hangul => korean_stem(text),
            Script::Digit | Script::Other => text,
        }
    }
}

/// Function words of both languages, as stems: they carry grammar, not facts. Negations are in
/// the list because polarity is judged apart.
const FUNCTION_WORDS: &str = "a an the and or but if then than so as of in on at to for from by with \
    into onto about over under between through during is are was were be been being am do does did doing done \
    have has had having it its this that these those there here he she they them his her their we us our you your \
    i my me who whom whose which what when where why how can could may might must shall should will would not no \
    nor never also just only such some any all both each very more most other own same too one s t re ve ll \
    isn't aren't wasn't weren't don't doesn't didn't hasn't haven't hadn't won't wouldn't can't cannot couldn't \
    shouldn't mustn't without \
    것 수 등 및 그 이 저 또 또는 그리고 그러나 하지만 있 없 않 못 안 때 더 위 대한 대해 대하여 위한 위해 위하여 \
    따라 따른 의한 의해 의하여 관한 관하여 통해 통한 하는 하여 한다 합니다 된다 됩니다 되는 되어 이는 그는 그녀 우리 제 \
    해당 각 본 중 후 전 할 한 될 된 함 됨 하고 하며 되고 되며 라고 이라고 라는 이라는 경우";

/// The keys of the function words, and a filter in front of them: a bit for each value of the lowest bits of a key,
/// since most words are none.
struct FunctionKeys {
    filter: [u64; 64],
    keys: FxHashSet<u32>,
}

static FUNCTION_KEYS: LazyLock<FunctionKeys> = LazyLock::new(|| {
    let keys: FxHashSet<u32> = FUNCTION_WORDS
        .split_ascii_whitespace()
        .flat_map(|word| [hash(word), word_key(word, script_of(word))])
        .collect();
    let mut filter = [0; 64];
    for key in &keys {
        filter[(key >> 6) as usize % 64] |= 1 << (key % 64);
    }
    FunctionKeys { filter, keys }
});

/// Whether a key is that of a function word.
#[inline]
pub fn is_function_word(key: u32) -> bool {
    let known = &*FUNCTION_KEYS;
    known.filter[(key >> 6) as usize % 64] & (1 << (key % 64)) != 0 && known.keys.contains(&key)
}

fn script_of(word: &str) -> Script {
    word.chars().next().and_then(script).unwrap_or(Script::Other)
}

/// The hash that the key of a word is.
pub fn hash(text: &str) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    let wide = hasher.finish();
    #[expect(clippy::cast_possible_truncation, reason = "a hash: the halves are folded into one")]
    let folded = (wide ^ (wide >> 32)) as u32;
    folded
}

/// The comparing key of a normalised word.
pub fn word_key(word: &str, script: Script) -> u32 {
    match script {
        Script::Latin => hash(english_key(word)),
        Script::Hangul => hash(korean_stem(word)),
        Script::Digit if word.bytes().any(|byte| byte == b',') => hash(&word.replace(',', "")),
        Script::Digit | Script::Other => hash(word),
    }
}

/// The keys of the content words of a normalised text, in order, repeated as they occur.
pub fn content_keys(norm: &str) -> Vec<u32> {
    let mut out = Vec::new();
    each_token(norm, |token| {
        let key = word_key(token.text, token.script);
        if !is_function_word(key) {
            out.push(key);
        }
    });
    out
}
