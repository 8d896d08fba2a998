//! What an answer knows of its conversation: the earlier turns, and what a question that leans on them asks.
//!
//! The store's turns count; those of a request only where the store has none, as for clients that keep their own.

use std::time::Duration;

use rustc_hash::FxHashSet;
use uuid::Uuid;

use super::{AskError, Asker, Question};
use crate::llm::{ChatRequest, Message, ModelKind};
use crate::store::Role;
use stet_prompt as prompt;
use stet_sources::question::is_asking;
use stet_text::{Language, normalise, search_terms, tokens};

/// Earlier turns that are read, to find what the last question leans on.
const TURNS: usize = 16;
/// Characters of a turn that are read.
const TURN_CHARS: usize = 2000;
/// Earlier turns that the model sees, and the tokens that they may cost together.
const SHOWN_TURNS: usize = 6;
const SHOWN_TOKENS: usize = 2400;

/// How long a model may take to write out what a question means; then the rule does.
const DEADLINE: Duration = Duration::from_secs(5);
/// Longest question that is searched for, in characters.
const LONGEST: usize = 600;
/// Tokens of a rewriting.
const TOKENS: u32 = 120;

/// Whether the user spoke, and what was said.
pub(super) type Turn = (bool, String);

impl Asker {
    /// What was said before an answer and its question, the oldest turn first.
    pub(super) async fn history(&self, question: &Question, answer: Uuid) -> Result<Vec<Turn>, AskError> {
        let (most, chars) = (i64::try_from(TURNS), i32::try_from(TURN_CHARS));
        let stored =
            self.store.turns_before(answer, most.unwrap_or_default(), chars.unwrap_or_default()).await?;
        let stored: Vec<Turn> = stored
            .into_iter()
            .filter(|(role, _)| *role != Role::System)
            .map(|(role, text)| (role == Role::User, text))
            .collect();
        let turns = if stored.is_empty() { question.history.as_slice() } else { &stored };
        let skipped = turns.len().saturating_sub(TURNS);
        let said = turns.iter().skip(skipped).map(|(user, text)| {
            let text = if *user { text } else { without_references(text) };
            (*user, text.trim().chars().take(TURN_CHARS).collect::<String>())
        });
        Ok(said.filter(|(_, text)| !text.is_empty()).collect())
    }

    /// The question as it would be asked without the conversation: what is searched for. A question that leans on nothing
    /// stays as it is.
    pub(super) async fn standalone(&self, question: &str, history: &[Turn], language: Language) -> String {
        let ruled = by_rule(question, history);
        if ruled == question || self.chat.kind() != ModelKind::Model {
            return ruled;
        }
        let (system, user) = prompt::standalone(language, shown(history), question);
        let mut request = ChatRequest::new(vec![Message::system(system), Message::user(user)], language);
        request.temperature = 0.0;
        request.max_tokens = Some(TOKENS);
        match tokio::time::timeout(DEADLINE, self.chat.complete(request)).await {
            Ok(Ok(reply)) => rewritten(&reply, question, history).unwrap_or(ruled),
            Ok(Err(fault)) => {
                tracing::debug!(%fault, "what a question leans on is carried by the rule");
                ruled
            }
            Err(_) => ruled,
        }
    }
}

/// The last turns, as many as the model may see.
pub(super) fn shown(history: &[Turn]) -> &[Turn] {
    let mut left = SHOWN_TOKENS;
    let kept = history.iter().rev().take(SHOWN_TURNS).take_while(|(_, text)| {
        let cost = prompt::tokens(text);
        let fits = cost <= left;
        left = left.saturating_sub(cost);
        fits
    });
    history.get(history.len() - kept.count()..).unwrap_or_default()
}

/// A stored answer without the list of its sources, whose numbers mean nothing in the next one.
fn without_references(text: &str) -> &str {
    let begins = ["## References\n\n- [", "## 참고문헌\n\n- ["].iter().find_map(|head| text.rfind(head));
    begins.and_then(|at| text.get(..at)).unwrap_or(text)
}

/// A question behind those that it leans on, if it does. A bare “yes” means what the assistant has asked.
fn by_rule(question: &str, history: &[Turn]) -> String {
    let (mut known, mut offer) = (String::new(), "");
    for (user, text) in history {
        if *user {
            known = behind(&known, offer, text);
        } else {
            let last = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
            let last = last.split_inclusive(['.', '!', '?']).rfind(|part| !part.trim().is_empty());
            offer = last.map(str::trim).filter(|last| last.ends_with('?')).unwrap_or_default();
        }
    }
    behind(&known, offer, question)
}

fn behind(known: &str, offer: &str, question: &str) -> String {
    let leaning = Leaning::of(question);
    if known.is_empty() || leaning == Leaning::Not {
        return question.to_owned();
    }
    let offer = if leaning == Leaning::Wholly { offer } else { "" };
    let room = LONGEST.saturating_sub(question.chars().count() + offer.chars().count());
    let known: String = known.chars().take(room).collect();
    [&known, offer, question].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// How much a question means by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leaning {
    Not,
    Partly,
    /// It has no words of its own.
    Wholly,
}

impl Leaning {
    fn of(question: &str) -> Self {
        let words: Vec<String> = tokens(question).iter().map(|token| normalise(token.text)).collect();
        let is = |list: &[&str], word: &str| list.contains(&word);
        let points =
            |word: &str| is(POINTING, word) || POINTING_KO.iter().any(|begin| word.starts_with(begin));
        let own = words
            .iter()
            .filter(|word| !points(word) && !is_asking(word) && !is(ANSWERS, word) && !is(JOINING, word))
            .count();
        if own == 0 {
            return Self::Wholly;
        }
        let joins = words.first().is_some_and(|first| is(JOINING, first))
            || (words.get(1).is_some_and(|second| second == "about")
                && words.first().is_some_and(|first| is(&["what", "how"], first)));
        let short = own == 1 && words.len() <= 3;
        if joins || short || (own <= 3 && words.iter().any(|word| points(word))) {
            return Self::Partly;
        }
        Self::Not
    }
}

/// First words of a question that goes on from the one before.
const JOINING: &[&str] = &[
    "and",
    "but",
    "or",
    "so",
    "then",
    "also",
    "plus",
    "그럼",
    "그러면",
    "그렇다면",
    "그리고",
    "그런데",
    "근데",
    "그래서",
    "그래도",
    "그러니까",
    "하지만",
    "그러나",
    "또",
    "또한",
    "아니면",
    "반대로",
    "혹은",
];

/// Words for what was said before.
const POINTING: &[&str] = &[
    "it", "its", "they", "them", "their", "theirs", "this", "that", "these", "those", "he", "she", "him",
    "his", "her", "hers", "there", "ones", "same", "former", "latter", "그", "이", "저", "해당", "앞서",
    "방금",
];

/// The beginnings of such words in Korean.
const POINTING_KO: &[&str] = &[
    "그것", "그건", "그게", "그거", "그걸", "그곳", "그때", "그분", "그들", "그중", "그런", "그렇", "이것",
    "이건", "이게", "이거", "이걸", "이때", "이분", "이들", "이런", "이렇", "저것", "저건", "거기", "여기",
];

/// Words that answer, agree or ask for more, and say nothing of what.
const ANSWERS: &[&str] = &[
    "yes",
    "yeah",
    "yep",
    "no",
    "nope",
    "ok",
    "okay",
    "sure",
    "right",
    "thanks",
    "more",
    "else",
    "go",
    "ahead",
    "further",
    "detail",
    "details",
    "too",
    "네",
    "넵",
    "예",
    "응",
    "아니요",
    "아니오",
    "그래",
    "그래요",
    "좋아요",
    "좋습니다",
    "부탁해요",
    "부탁합니다",
    "부탁드려요",
    "부탁드립니다",
    "더",
    "자세히",
    "계속",
    "맞아요",
    "맞습니다",
];

/// What a model has made of a question, unless it is something else than a question about what was said.
fn rewritten(reply: &str, question: &str, history: &[Turn]) -> Option<String> {
    let line = reply.lines().map(str::trim).find(|line| !line.is_empty())?;
    let line = line.trim_matches(|ch| matches!(ch, '"' | '“' | '”' | '*' | '`')).trim();
    if line.chars().count() > LONGEST {
        return None;
    }
    let said = history.iter().map(|(_, text)| text.as_str()).chain([question]);
    let said: FxHashSet<String> = said.flat_map(search_terms).collect();
    let terms = search_terms(line);
    let known = terms.iter().filter(|term| said.contains(*term)).count();
    (known > 0 && known * 2 >= terms.len()).then(|| line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(turns: &[&str]) -> String {
        let (question, earlier) = turns.split_last().unwrap();
        let history: Vec<Turn> =
            earlier.iter().enumerate().map(|(at, text)| (at % 2 == 0, (*text).to_owned())).collect();
        by_rule(question, &history)
    }

    #[test]
    fn a_question_that_leans_on_others_takes_them_along() {
        let leave = "How long is parental leave at Brindle Works?";
        let pay = "감봉은 무엇인가요?";
        for (turns, expected) in [
            (
                vec![leave, "16 weeks.", "And how early must I ask for it?"],
                "And how early must I ask for it?",
            ),
            (vec![leave, "16 weeks.", "Who approves it?"], "Who approves it?"),
            (
                vec![leave, "16 weeks.", "What about interns at the office in Leeds?"],
                "What about interns at the office in Leeds?",
            ),
            (vec![leave, "16 weeks.", "How early?"], "How early?"),
            (vec![leave, "16 weeks.", "yes"], "yes"),
            (vec![pay, "징계의 하나이다.", "그건 최대 몇 개월인가요?"], "그건 최대 몇 개월인가요?"),
            (vec![pay, "징계의 하나이다.", "그럼 정직은?"], "그럼 정직은?"),
            (vec![pay, "징계의 하나이다.", "그 다음 해는?"], "그 다음 해는?"),
            (vec![pay, "징계의 하나이다.", "기간은?"], "기간은?"),
            (vec![pay, "징계의 하나이다.", "네"], "네"),
        ] {
            assert_eq!(asked(&turns), format!("{} {expected}", turns[0]));
        }
        // Over several turns, and what the assistant has offered.
        assert_eq!(
            asked(&[
                leave,
                "16 weeks.",
                "And how early must I ask for it?",
                "Eight weeks. Shall I tell who approves it?",
                "Yes, please."
            ]),
            format!("{leave} And how early must I ask for it? Shall I tell who approves it? Yes, please.")
        );
        assert_eq!(
            asked(&[pay, "징계의 하나이다. 기간도 알려 드릴까요?", "네, 부탁드립니다."]),
            format!("{pay} 기간도 알려 드릴까요? 네, 부탁드립니다.")
        );
    }

    #[test]
    fn a_question_of_its_own_stays_alone() {
        for turns in [
            vec![
                "How long is parental leave?",
                "16 weeks.",
                "When does the library open on public holidays?",
            ],
            vec![
                "How long is parental leave?",
                "16 weeks.",
                "Is it allowed to bring dogs into the reading hall?",
            ],
            vec!["감봉은 무엇인가요?", "징계이다.", "도서관은 공휴일에 몇 시에 문을 여나요?"],
            vec!["감봉은 무엇인가요?", "징계이다.", "휴학 신청은 어떤 절차로 하나요?"],
            vec!["And how early must I ask for it?"],
        ] {
            assert_eq!(asked(&turns), *turns.last().unwrap());
        }
    }

    #[test]
    fn a_rewriting_is_about_what_was_said() {
        let history = [(true, "How long is parental leave?".to_owned()), (false, "16 weeks.".to_owned())];
        let read = |reply: &str| rewritten(reply, "And how early must I ask for it?", &history);
        let good = "How early must I ask for parental leave?";
        assert_eq!(read(&format!("\n\"{good}\"\nThat is it.")).as_deref(), Some(good));
        for bad in ["", "The provided sources do not contain this information.", "{\"is_accurate\": true}"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_model_sees_the_last_turns_within_their_bound() {
        let turns = |text: &str, count| vec![(true, text.to_owned()); count];
        assert_eq!(shown(&turns("short", 9)).len(), SHOWN_TURNS);
        assert_eq!(shown(&turns(&"가".repeat(1000), 9)).len(), 2);
        assert_eq!(shown(&[]), []);
        assert_eq!(
            without_references("It opens. [†1]\n\n## References\n\n- [†1] a.md\n").trim(),
            "It opens. [†1]"
        );
    }
}
