//! What a question wants: an answer from the sources, or only a word back.
//!
//! Owns the rule for greetings, thanks, small talk and questions about Stet itself. Leaves what is said back to the prompts,
//! and what a model thinks of the rest to `ask`.

use std::sync::LazyLock;

use super::question::Question;
use stet_text::{normalise, tokens};

/// What is said to a program and not asked of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Talk {
    Greeting,
    Praise,
    Farewell,
    Thanks,
    SmallTalk,
    /// Who or what Stet is, and what it can do.
    About,
}

impl Talk {
    /// The name in `words/*/direct`, in the answers to it, and in a model's reply.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Greeting => "greeting",
            Self::Praise => "praise",
            Self::Farewell => "farewell",
            Self::Thanks => "thanks",
            Self::SmallTalk => "smalltalk",
            Self::About => "about",
        }
    }

    /// The talk of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Greeting, Self::Praise, Self::Farewell, Self::Thanks, Self::SmallTalk, Self::About]
            .into_iter()
            .find(|talk| talk.name() == name)
    }
}

/// What the words of a question say of its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route {
    /// Nothing but talk.
    Talk(Talk),
    /// The sources are asked.
    Search,
    /// Talk beside other words, or nothing to search for: the sources are asked unless somebody knows better.
    Unsure,
}

/// A longer question is one, whatever greeting stands before it; in words.
const LONGEST_TALK: usize = 12;
/// Talk beside so many other words may still be talk (`thanks, that solved it`).
const OTHER_WORDS: usize = 3;

/// The way of a question by its words alone.
#[must_use]
pub fn route(question: &str) -> Route {
    let words: Vec<String> =
        tokens(question).iter().map(|token| normalise(token.text).replace('’', "'")).collect();
    if words.is_empty() || words.len() > LONGEST_TALK {
        return if words.is_empty() { Route::Unsure } else { Route::Search };
    }
    let (mut at, mut talk, mut others) = (0, None, 0);
    while at < words.len() {
        let rest = words.get(at..).unwrap_or_default();
        let found = FORMS.iter().filter(|form| form.begins(rest)).max_by_key(|form| form.words.len());
        if let Some(form) = found {
            talk = talk.max(form.talk);
        } else {
            others += 1;
        }
        at += found.map_or(1, |form| form.words.len());
    }
    match talk {
        Some(talk) if others == 0 => Route::Talk(talk),
        Some(_) if others <= OTHER_WORDS => Route::Unsure,
        _ if Question::new(question).is_empty() => Route::Unsure,
        _ => Route::Search,
    }
}

struct Form {
    /// Each with whether any ending may follow.
    words: Vec<(String, bool)>,
    /// Nothing for words that may stand beside talk.
    talk: Option<Talk>,
}

impl Form {
    fn begins(&self, words: &[String]) -> bool {
        self.words.len() <= words.len()
            && self.words.iter().zip(words).all(|((form, open), word)| {
                if *open { word.starts_with(form.as_str()) } else { word == form }
            })
    }
}

static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let rows = ["words/en/direct", "words/ko/direct"].into_iter().flat_map(stet_data::rows);
    rows.filter_map(|row| {
        let [form, kind] = row.as_slice() else { return None };
        let word = |word: &str| match word.strip_suffix('*') {
            Some(beginning) => (beginning.to_owned(), true),
            None => (word.to_owned(), false),
        };
        Some(Form { words: form.split(' ').map(word).collect(), talk: Talk::named(kind) })
    })
    .collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn talk_is_no_question() {
        for (said, talk) in [
            ("안녕하세요!", Talk::Greeting),
            ("안녕", Talk::Greeting),
            ("Hi there", Talk::Greeting),
            ("Good morning, everyone!", Talk::Greeting),
            ("고마워요 :)", Talk::Thanks),
            ("답변해 주셔서 정말 감사합니다.", Talk::Thanks),
            ("Thanks a lot!", Talk::Thanks),
            ("ok thank you very much", Talk::Thanks),
            ("수고하셨습니다", Talk::Farewell),
            ("bye, see you tomorrow", Talk::Farewell),
            ("알겠습니다", Talk::Praise),
            ("That’s great", Talk::Praise),
            ("잘 지내세요?", Talk::SmallTalk),
            ("Hello, how are you doing today?", Talk::SmallTalk),
            ("넌 누구야?", Talk::About),
            ("안녕하세요, 무엇을 할 수 있나요?", Talk::About),
            ("What can you do?", Talk::About),
            ("Stet이 뭐야?", Talk::About),
            ("who are you", Talk::About),
        ] {
            assert_eq!(route(said), Route::Talk(talk), "{said}");
        }
    }

    #[test]
    fn a_question_stays_one_whatever_it_begins_with() {
        for asked in [
            "안녕하세요, 도서관은 공휴일에 몇 시에 문을 여나요?",
            "감사 규정 알려줘",
            "내부감사는 누가 하나요?",
            "Hi! How long is parental leave at Brindle Works?",
            "What is the greeting policy of the front desk?",
            "누가 총장을 임명하나요?",
            "장학금 받고 싶어",
            "Who are the members of the council?",
            "최고 한도는 얼마인가요?",
        ] {
            assert_ne!(route(asked), Route::Talk(Talk::Greeting), "{asked}");
            assert!(matches!(route(asked), Route::Search | Route::Unsure), "{asked}");
        }
        for asked in
            ["When does the library open?", "휴학은 몇 학기까지 할 수 있나요?", "Who approves travel?"]
        {
            assert_eq!(route(asked), Route::Search, "{asked}");
        }
        for unsure in ["고마워요 덕분에 문제를 풀었어요", "thanks, that solved it", "?!", "뭐"]
        {
            assert_eq!(route(unsure), Route::Unsure, "{unsure}");
        }
    }
}
