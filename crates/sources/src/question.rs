//! What a question asks for, as words to look for.
//!
//! Owns which words of a question say nothing of what it is about (`어떻게 돼`, `how do I`), and which other words stand for
//! those that people say but rules do not write (`기숙사`: `생활관`). Leaves the weight of a word to [`super::fusion`].

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use stet_marks::statute::normalised_name;
use stet_text::{Script, english_stem, irregular_forms, korean_stem, normalise, search_terms, tokens};

/// Letters that lie beside one another on a keyboard, as they are typed without a thought.
const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/// Whether a question has a word that can be one: letters of a keyboard's row, consonants alone (`ㅁㄴㅇㄹ`, `xkzzqw`) and figures ask
/// nothing.
#[must_use]
pub fn is_worded(question: &str) -> bool {
    let is_row = |word: &str| {
        let begin = word.get(..4).unwrap_or(word);
        word.len() > 2 && ROWS.iter().any(|row| row.contains(begin))
    };
    let is_spoken = |word: &str| word.contains(['a', 'e', 'i', 'o', 'u', 'y']) && !is_row(word);
    tokens(&question.to_lowercase()).iter().any(|token| {
        let word = token.text;
        let letters = word.chars().filter(|ch| ch.is_alphabetic()).count();
        letters > 1 && (!word.is_ascii() && !word.chars().all(is_jamo) || is_spoken(word))
    })
}

/// A letter of Hangul that is no syllable.
const fn is_jamo(ch: char) -> bool {
    matches!(ch, '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}')
}

/// One way to say a thing: the terms of a word or of words that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    pub terms: Vec<String>,
    /// Terms that count where they are found, but are not missed.
    pub extra: Vec<String>,
}

/// One thing that a question speaks of: what it calls it, then what else that may be called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concept {
    pub ways: Vec<Way>,
    /// What is asked for (`언제`), which an answer need not call by name: found, it counts; missing, it is not missed.
    pub asked: bool,
}

/// What a question is about; nothing where it only greets or asks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Question {
    pub concepts: Vec<Concept>,
    /// Its words without blanks, as names are compared, and where each begins.
    words: String,
    begins: Vec<usize>,
}

impl Question {
    #[must_use]
    pub fn new(question: &str) -> Self {
        let mut words: Vec<Word> =
            tokens(question).iter().filter_map(|token| Word::new(token.text)).collect();
        // What is counted in the answer: `몇 권까지`.
        for at in 1..words.len() {
            if words.get(at - 1).is_some_and(|before| before.text == "몇")
                && let Some(counted) = words.get_mut(at)
            {
                counted.asks = true;
            }
        }
        let mut concepts: Vec<Concept> = Vec::new();
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let rest = words.get(at..).unwrap_or_default();
            let (taken, others) = EVERYDAY.matching(rest);
            let mut ways: Vec<Way> = Vec::new();
            let own: Vec<&Word> = rest.iter().take(taken.max(1)).filter(|word| !word.asks).collect();
            if !own.is_empty() {
                ways.push(Way::of(own.iter().map(|word| word.text.as_str())));
            }
            let written = others.iter().copied();
            let bent =
                own.iter().map(|word| word.text.as_str()).filter(|_| own.len() == 1).chain(written.clone());
            let bent: Vec<&str> = bent.flat_map(irregular_forms).collect();
            for way in written.chain(bent).map(|way| Way::of(std::iter::once(way))) {
                if !ways.contains(&way) {
                    ways.push(way);
                }
            }
            at += taken.max(1);
            ways.retain(|way| !way.terms.is_empty());
            if ways.is_empty() || (taken == 0 && word.asks) {
                continue;
            }
            let concept = Concept { ways, asked: own.is_empty() };
            if !concepts.contains(&concept) {
                concepts.push(concept);
            }
        }
        let (mut spelled, mut begins) = (String::new(), Vec::new());
        for word in question.split_whitespace() {
            begins.push(spelled.len());
            spelled.push_str(&normalised_name(word));
        }
        Self { concepts, words: spelled, begins }
    }

    /// Every word as it stands, those of asking, too: what [`Self::new`] is measured against.
    #[must_use]
    pub fn literally(question: &str) -> Self {
        let concept =
            |term: String| Concept { ways: vec![Way { terms: vec![term], extra: Vec::new() }], asked: false };
        let terms: FxHashSet<String> = search_terms(question).into_iter().collect();
        Self { concepts: terms.into_iter().map(concept).collect(), ..Self::default() }
    }

    /// Whether the question says this name, of a regulation or a document, in full.
    #[must_use]
    pub fn names(&self, name: &str) -> bool {
        let name = normalised_name(name);
        let begins = |at: &usize| self.words.get(*at..).is_some_and(|rest| rest.starts_with(&name));
        name.chars().nth(1).is_some() && self.begins.iter().any(begins)
    }

    /// All terms to look for, each once.
    #[must_use]
    pub fn terms(&self) -> Vec<String> {
        let ways = self.concepts.iter().flat_map(|concept| &concept.ways);
        let mut terms: Vec<String> =
            ways.flat_map(|way| way.terms.iter().chain(&way.extra)).cloned().collect();
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    /// The share of what it speaks of that is spoken of where these terms stand: each thing counts alike, since retrieval has
    /// weighed them.
    #[must_use]
    pub fn share(&self, has: impl Fn(&str) -> bool) -> f64 {
        let told = self.concepts.iter().filter(|concept| !concept.asked);
        let (mut held, mut all) = (0.0, 0.0);
        for concept in told {
            let said = |way: &Way| 2 * way.terms.iter().filter(|term| has(term)).count() >= way.terms.len();
            held += if concept.ways.iter().any(said) { 1.0 } else { 0.0 };
            all += 1.0;
        }
        if all > 0.0 { held / all } else { 0.0 }
    }

    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.concepts.is_empty()
    }
}

impl Way {
    fn of<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let (mut terms, mut extra) = (Vec::new(), Vec::new());
        for word in words {
            let stem = korean_stem(word);
            let pairs = stem.chars().nth(2).is_some();
            for term in search_terms(word) {
                // A compound may hold the stem of another: its pairs tell that, the whole does not. A pair that reaches over
                // the end of a stem tells nothing, unless the stem is a single syllable.
                let is_extra =
                    if term == stem { pairs } else { !stem.contains(&term) && stem.chars().nth(1).is_some() };
                let is_hangul = term.chars().all(|c| matches!(c, '가'..='힣'));
                let list = if is_hangul && is_extra { &mut extra } else { &mut terms };
                if !list.contains(&term) {
                    list.push(term);
                }
            }
        }
        Self { terms, extra }
    }
}

/// A word of a question.
struct Word {
    text: String,
    stem: String,
    script: Script,
    asks: bool,
}

impl Word {
    fn new(text: &str) -> Option<Self> {
        let normal = normalise(text);
        let script = stet_text::script(normal.chars().next()?)?;
        let asks = is_asking(&normal);
        let noun = (script == Script::Hangul)
            .then(|| {
                ASKING.ends.iter().find_map(|end| normal.strip_suffix(end)).filter(|noun| !noun.is_empty())
            })
            .flatten();
        let text = noun.unwrap_or(&normal).to_owned();
        let stem = if script == Script::Latin { english_stem(&text) } else { korean_stem(&text).to_owned() };
        Some(Self { text, stem, script, asks })
    }
}

/// Whether a normalised word may stand in every question, whatever that is about.
#[must_use]
pub fn is_asking(word: &str) -> bool {
    ASKING.whole.contains(word)
        || word.char_indices().any(|(at, ch)| {
            word.get(..at + ch.len_utf8()).is_some_and(|beginning| ASKING.beginnings.contains(beginning))
        })
}

struct Asking {
    whole: FxHashSet<&'static str>,
    beginnings: FxHashSet<&'static str>,
    /// What makes a question of a noun in Korean, the longest first: `개월인가요`.
    ends: Vec<&'static str>,
}

static ASKING: LazyLock<Asking> = LazyLock::new(|| {
    let mut asking =
        Asking { whole: FxHashSet::default(), beginnings: FxHashSet::default(), ends: Vec::new() };
    for word in ["words/en/asking", "words/ko/asking"].into_iter().flat_map(stet_data::lines) {
        if let Some(beginning) = word.strip_suffix('*') {
            asking.beginnings.insert(beginning);
        } else if let Some(end) = word.strip_prefix('~') {
            asking.ends.push(end);
        } else {
            asking.whole.insert(word);
        }
    }
    asking.ends.sort_by_key(|end| std::cmp::Reverse(end.len()));
    asking
});

/// What people say, by its first word, with what is written for it.
struct Everyday {
    /// By the first character: beginnings of the words, and the ways.
    rows: FxHashMap<char, Vec<Row>>,
}

/// Beginnings of words that follow each other, and what is written for them.
type Row = (Vec<String>, Vec<&'static str>);

impl Everyday {
    /// How many of these words are said otherwise in writing, and how; the longest row.
    fn matching(&self, words: &[Word]) -> (usize, &[&'static str]) {
        let rows = words.first().and_then(|word| word.stem.chars().next()).and_then(|ch| self.rows.get(&ch));
        let fits = |(keys, _): &&Row| {
            keys.len() <= words.len()
                && keys.iter().zip(words).all(|(key, word)| {
                    // A single syllable begins too many words.
                    if word.script == Script::Latin || key.chars().nth(1).is_none() {
                        word.stem == *key
                    } else {
                        word.text.starts_with(key.as_str())
                    }
                })
        };
        let best = rows
            .into_iter()
            .flatten()
            .filter(fits)
            .max_by_key(|(keys, _)| (keys.len(), keys.iter().map(String::len).sum::<usize>()));
        best.map_or((0, &[]), |(keys, ways)| (keys.len(), ways))
    }
}

static EVERYDAY: LazyLock<Everyday> = LazyLock::new(|| {
    let mut rows: FxHashMap<char, Vec<Row>> = FxHashMap::default();
    for row in ["words/en/everyday", "words/ko/everyday"].into_iter().flat_map(stet_data::rows) {
        let [said, written] = row.as_slice() else { continue };
        let written: Vec<&str> = written.split('|').collect();
        for key in said.split('|') {
            let keys: Vec<String> = key
                .split(' ')
                .map(|word| if word.is_ascii() { english_stem(word) } else { word.to_owned() })
                .collect();
            if let Some(first) = key.chars().next() {
                rows.entry(first).or_default().push((keys, written.clone()));
            }
        }
    }
    Everyday { rows }
});

#[cfg(test)]
mod tests {
    use super::*;

    /// The longest term of each way.
    fn ways(question: &str) -> Vec<Vec<String>> {
        let longest = |way: Way| {
            way.terms.into_iter().chain(way.extra).min_by_key(|term| std::cmp::Reverse(term.chars().count()))
        };
        let concepts = Question::new(question).concepts.into_iter();
        concepts.map(|concept| concept.ways.into_iter().filter_map(longest).collect()).collect()
    }

    #[test]
    fn words_of_asking_say_nothing() {
        assert_eq!(ways("장학금 받고 싶어"), [["장학금"]]);
        assert_eq!(ways("징계 절차가 어떻게 돼?"), [vec!["징계", "처벌", "벌칙"], vec!["절차"]]);
        assert_eq!(ways("How can I get a scholarship?"), [["scholarship"]]);
        for nothing in ["안녕하세요", "어떻게 돼?", "hello", "Thanks!", "what is it", "?!", ""] {
            assert!(Question::new(nothing).is_empty(), "{nothing}");
        }
    }

    #[test]
    fn what_is_said_is_looked_for_as_it_is_written_too() {
        assert_eq!(ways("기숙사 환불돼?"), [vec!["기숙사", "생활관"], vec!["환불", "반환", "환급"]]);
        let dorm = ways("How do I get into the dorm?");
        assert!(dorm.iter().any(|ways| ways.contains(&"dormitori".to_owned())), "{dorm:?}");
    }

    #[test]
    fn what_is_typed_without_a_thought_asks_nothing() {
        for (question, worded) in [
            ("How tall is the tower of Marlow?", true),
            ("Marlow tower", true),
            ("말로 탑의 높이는?", true),
            ("탑 높이", true),
            ("GDPR fines", true),
            ("asdf qwer", false),
            ("ㅁㄴㅇㄹ ㅋㅋㅋ", false),
            ("xkzzqw 12345", false),
            ("zxcvbn!!", false),
            ("", false),
        ] {
            assert_eq!(is_worded(question), worded, "{question}");
        }
    }
}
