//! A client's own work on a conversation, told from a question by its form: a title, tags, what to ask next, a question that stands
//! by itself. Chat clients ask for these behind their user's back; nothing in the sources answers them. And what of a question is
//! the client's.
//!
//! Owns the forms: templates that clients share, and an order to make something of a conversation that is sent along. An order
//! without a conversation, and a question about one, stay questions.

/// Characters at the beginning, and at the end, of a text that may hold the order.
const HEAD: usize = 400;
/// Bytes behind a colon that are a message, and no more of the order.
const QUOTED: usize = 20;

/// How the templates of `Open WebUI` begin that hold no conversation in its usual place.
const OPENINGS: [&str; 3] = [
    "your task is to reflect the speaker's likely facial expression",
    "you have been provided with a set of responses from various models",
    "available tools:",
];

/// What makes something, as an order or in the description of an assistant.
const VERBS: &str = "generate generates create creates write writes provide provides suggest suggests give reply respond output return \
                     produce produces make craft propose summarize summarise summarizing edit predict formulate rephrase rewrite \
                     convert condense find pick assign choose come";
/// Words before a verb that make no order of it, and words that tie what is made to the answers of a conversation.
const TOLD: &str = "can could may might will users they we i did does people";
const OF_ANSWERS: &str = "each every answers when whenever also always end start begin section page";
const CONVERSATIONS: &str = "conversation conversations dialogue dialog thread chat chats";
/// What stands behind such a word where it is not part of a longer name (the chat policy).
const BEHIND: &str = "history transcript that thread conversation conversations session message messages based using with title titles \
                      name and which between below above so in for from about is a without as to into by on of omitting";
const SAYERS: &str = "user user's users' user’s first";
const GOES_ON: &str = "might could may would next";

fn among(words: &str, word: &str) -> bool {
    words.split_ascii_whitespace().any(|one| one == word)
}

/// Whether this is such work: `instructions` are the application's, `follows` says that a conversation came before the text, and
/// `tools` that the client offers some, which it does to its user's questions alone.
pub(super) fn is_errand(instructions: &str, follows: bool, tools: bool, text: &str) -> bool {
    let text = text.trim();
    let [system, head] = [instructions, text].map(|text| first(text.trim_start()).to_lowercase());
    if head.starts_with("### task:") && text.contains("<chat_history>") {
        return true;
    }
    if OPENINGS.iter().any(|opening| head.starts_with(opening) || system.starts_with(opening)) {
        return true;
    }
    if !tools && orders(&system) {
        return true;
    }
    let is_quoted = text.split_once(": ").is_some_and(|(_, said)| said.len() > QUOTED);
    let is_sent_along = follows
        || is_quoted
        || text.lines().filter(|line| !line.trim().is_empty()).nth(1).is_some()
        || text.len() > HEAD;
    is_sent_along && (orders(&head) || orders(&last(text).to_lowercase()))
}

fn first(text: &str) -> &str {
    let end = text.char_indices().nth(HEAD).map_or(text.len(), |(end, _)| end);
    text.get(..end).unwrap_or(text)
}

fn last(text: &str) -> &str {
    let from = text.char_indices().rev().nth(HEAD).map_or(0, |(from, _)| from);
    text.get(from..).unwrap_or(text)
}

/// Least bytes of instructions that are taken for such behind a question, so that no chance likeness is.
const REPEATED: usize = 80;

/// A question without the end that stands in the application's instructions as well, which a client (aider) sends once more
/// behind it: neither its language nor what to search for lies there.
pub(super) fn own_words<'a>(text: &'a str, instructions: &str) -> &'a str {
    let lines = |text: &'a str| text.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    let mut said = instructions.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    let same = lines(text).zip(&mut said).take_while(|(one, other)| one == other).count();
    let Some(first) = lines(text).take(same).last() else { return text };
    // The lines are parts of the text: where the first of them begins is where the rest ends.
    let end = first.as_ptr().addr() - text.as_ptr().addr();
    match text.get(..end).map(str::trim_end) {
        Some(own) if !own.is_empty() && text.len() - end >= REPEATED => own,
        _ => text,
    }
}

/// The lines of a text, a list as part of the line that it follows: an order often names in a list what is to be made.
fn with_lists(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut is_list = false;
    for line in text.split('\n') {
        let item = line.trim_start().trim_start_matches(|ch: char| ch.is_ascii_digit());
        let item = [". ", ") ", "- ", "* "].iter().find_map(|mark| item.strip_prefix(mark));
        is_list = item.is_some() && (is_list || joined.ends_with(':'));
        if let Some(item) = item.filter(|_| is_list) {
            joined.truncate(joined.trim_end_matches(':').len());
            joined.push_str(", ");
            joined.push_str(item);
        } else {
            joined.push('\n');
            joined.push_str(line.trim_end());
        }
    }
    joined
}

/// Whether a sentence of the text, in small letters, orders something that is made of a conversation.
fn orders(text: &str) -> bool {
    let text = with_lists(text);
    let lines = text.split('\n').flat_map(|line| line.split_inclusive(['?', '。']));
    let mut sentences = lines.flat_map(|part| part.split(". ")).flat_map(|part| part.split(": "));
    sentences.any(|sentence| {
        let sentence = sentence.trim();
        !sentence.ends_with('?') && (orders_in_english(sentence) || orders_in_korean(sentence))
    })
}

fn orders_in_english(sentence: &str) -> bool {
    let raw: Vec<&str> = sentence.split([' ', '-', '\t']).filter(|word| !word.is_empty()).collect();
    let words: Vec<&str> =
        raw.iter().map(|word| word.trim_matches(|ch: char| !ch.is_alphanumeric())).collect();
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    if words.iter().any(|word| among(OF_ANSWERS, word)) {
        return false;
    }
    if words.windows(2).any(|pair| pair == ["title", "generator"]) {
        return true;
    }
    let before = |at: usize| at.checked_sub(1).map_or("", word);
    let ends = |at: usize| {
        at + 1 == words.len()
            || raw.get(at).is_some_and(|raw| raw.ends_with(|ch: char| !ch.is_alphanumeric()))
    };
    let is_conversation = |at: usize| match word(at) {
        "message" => (at.saturating_sub(2)..at).any(|at| among(SAYERS, word(at))),
        "user" => among(GOES_ON, word(at + 1)),
        "chat" if ["in", "a"].contains(&before(at)) => false,
        other => among(CONVERSATIONS, other) && (ends(at) || among(BEHIND, word(at + 1))),
    };
    let is_made = |at: usize| match word(at) {
        "title" | "titles" | "name" | "names" | "headline" | "tags" | "emoji" => word(at + 1) != "of",
        "follow" => word(at + 1).starts_with("up"),
        "followup" | "followups" => true,
        "standalone" => word(at + 1) == "question",
        "search" => word(at + 1).starts_with("quer"),
        _ => false,
    };
    if !(0..words.len()).any(is_conversation) {
        return false;
    }
    let names = word(0) == "name" && is_conversation(2);
    let verb = (0..words.len()).find(|at| among(VERBS, word(*at)) && !among(TOLD, before(*at)));
    names || verb.is_some_and(|verb| (verb + 1..words.len()).any(is_made))
}

fn orders_in_korean(sentence: &str) -> bool {
    const MADE: &str = "제목|태그|이름을|후속 질문|이어서 물|이모지";
    const VERBS: &str = "지어|짓|만들|생성|작성|붙여|출력|추천해|제안|요약|예측";
    // Behind these nothing makes another word of them (대화상자, 대화 기술).
    const CONVERSATIONS: &str = "대화|채팅|첫 메시지|첫 질문|첫 번째 메시지";
    const BEHIND: &str = "의|를|을|에|방|와|로| 제목| 세션| 내용| 기록| 주제| 이름| 태그|,";
    const OTHERS: &str = "나요|까요|마다";
    let has = |words: &str, text: &str| words.split('|').any(|word| text.contains(word));
    let Some(made) = MADE.split('|').filter_map(|word| sentence.find(word)).min() else { return false };
    let behind = |at: usize| sentence.get(at..).unwrap_or_default();
    let is_conversation = |word: &str| {
        let mut found = sentence.match_indices(word).map(|(at, word)| behind(at + word.len()));
        found.any(|rest| rest.is_empty() || BEHIND.split('|').any(|next| rest.starts_with(next)))
    };
    CONVERSATIONS.split('|').any(is_conversation) && has(VERBS, behind(made)) && !has(OTHERS, sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clients_own_work_is_told_from_a_question() {
        // As clients send it: what the application says, and the last of the user's.
        for (system, text) in [
            (
                "",
                "### Task:\nGenerate 1-3 broad tags categorizing the main themes of the chat history\n### Chat History:\n<chat_history>\nUSER: When?\n</chat_history>",
            ),
            (
                "",
                "### Task:\nYou are an autocompletion system. Continue the text in `<text>`\n<chat_history>\n</chat_history>\n<text>When</text>",
            ),
            ("", "### Task:\n대화의 제목을 지어 주세요.\n<chat_history>\nUSER: 언제?\n</chat_history>"),
            (
                "",
                "Your task is to reflect the speaker's likely facial expression through a fitting emoji.\n\nMessage: ```When?```",
            ),
            (
                "",
                "You have been provided with a set of responses from various models to the latest user query: \"When?\"",
            ),
            (
                "Available Tools: [{\"name\": \"f\"}]\n\nYour task is to choose and return the correct tool(s)",
                "Query: When?",
            ),
            (
                "",
                "Provide a concise, 5-word-or-less title for the conversation, using title case.\n\nConversation:\nUser: When?",
            ),
            (
                "",
                "Given the following... please reply with a title for the chat that is 3-4 words in length, all words used should be directly related.\n\nThe library opens at nine.",
            ),
            (
                "",
                "Analyze this conversation and provide:\n1. The detected language of the conversation\n2. A concise title in the detected language (5 words or less)\n\nUser: When?\nAI: At nine.",
            ),
            (
                "",
                "다음 대화를 보고 만들어 주세요:\n- 대화의 언어\n- 짧은 제목을 하나 지어 주세요\n\n사용자: 언제?",
            ),
            (
                "You are a title generator. You output ONLY a thread title. Nothing else.",
                "When does the library open?",
            ),
            (
                "",
                "Conversation context:\nWhen does it open? At nine.\n\nGenerate a concise 3-7 word title for this conversation. Reply with ONLY the title, no quotes.",
            ),
            ("Name the conversation based on the user input. Use a total of 18 characters or less.", "When?"),
            ("Given the conversation history, provide a SHORT name for the conversation.", "When?"),
            (
                "You are a helpful assistant that generates meaningful titles for AI chat conversations.",
                "When?",
            ),
            (
                "",
                "Based on this message, generate a short 4-6 word title for the conversation. Reply with only the title:\n\nWhen?",
            ),
            (
                "Given a chat history and the latest user question, formulate a standalone question which can be understood without the chat history.",
                "And when does it close?",
            ),
            (
                "Your task is to generate 3 relevant follow-up questions based on the conversation history.",
                "When?",
            ),
            (
                "Create a concise, descriptive title (max 50 characters) based on the user's first message.",
                "When?",
            ),
            (
                "Given a question and its answer, suggest exactly 3 short follow-up questions the user might ask next.",
                "Question: When?",
            ),
            (
                "",
                "Create a short title for this conversation: \"When does the library open on Saturdays in summer?\"",
            ),
            ("너는 대화의 제목을 짓는 역할이다. 출력은 제목만.", "언제 여나요?"),
            ("당신은 대화의 제목을 만들어주는 도우미입니다.", "언제 여나요?"),
            (
                "",
                "다음 대화를 요약하여 5단어 이내의 간단한 한국어 제목을 만들어주세요.\n\n사용자: '언제?'\n\n제목만 답변해주세요.",
            ),
            (
                "",
                "사용자의 첫 질문을 보고 채팅 세션 제목을 15자 이내 한국어로 생성하세요.\n질문: 언제 여나요?",
            ),
            (
                "",
                "다음 대화를 보고 사용자가 물을 만한 후속 질문을 3개 제안해 주세요.\n\n사용자: 언제?\n도우미: 아홉 시.",
            ),
        ] {
            assert!(is_errand(system, false, false, text), "{system} / {text}");
        }
    }

    #[test]
    fn behind_a_conversation_one_line_is_enough() {
        for text in [
            "Please generate a four to five word title summarizing our conversation without any lead-in or punctuation.",
            "Generate a concise 3-7 word title for this conversation, omitting punctuation.",
            "Based on the chat history, give this conversation a name.",
            "이 대화에 어울리는 제목을 다섯 단어 이내로 지어 주세요.",
        ] {
            assert!(is_errand("", true, true, text), "{text}");
            assert!(!is_errand("", false, false, text), "nothing to make it of: {text}");
        }
    }

    #[test]
    fn a_question_stays_one() {
        for (system, text) in [
            (
                "",
                "### Task:\nRespond to the user query using the provided context.\n<context>…</context>\n<user_query>When?</user_query>",
            ),
            ("", "### Task: what does the task force do?"),
            ("", "What is the title for the head of the library?"),
            ("", "For the conversation guide, provide:\n1. The price\n2. The title of its second part"),
            ("", "How do I prepare for the conversation:\n- with the head\n- about my title?"),
            ("", "Give the name of the chat tool that the handbook recommends.\nAnd its price."),
            ("", "Provide the title of the conversation guide.\nAnd who wrote it."),
            ("", "Suggest a title for the chat policy.\nIt is for the handbook."),
            ("", "Name the conversation partners in chapter 3.\nAnd in chapter 4."),
            ("", "Write a title for the conversation guide.\nIt is for the handbook."),
            ("", "대화 기술 교육의 제목과 내용을 요약해 주세요.\n표로."),
            ("", "Did the tool generate a title for the conversation?\nWhich one?"),
            ("", "Check this paragraph:\nUsers can create a title for the conversation in the settings."),
            ("", "대화의 제목은 무엇인가요?\n그리고 누가 썼나요?"),
            ("", "대화상자의 제목을 만드는 법을 알려 주세요.\n그리고 크기는?"),
            ("", "채팅 프로그램은 대화마다 제목을 만들어 주나요?\n어떻게?"),
            (
                "You are a chat assistant. Give each answer a title and provide short answers.",
                "When does the library open?",
            ),
            ("You are a helpful assistant in a chat. Always return a title for the conversation.", "When?"),
            ("Answer from the handbook. When the conversation ends, suggest follow-up questions.", "When?"),
            ("친절하게 답하세요. 답변마다 제목을 붙여 주세요. 대화는 한국어로 합니다.", "언제 여나요?"),
        ] {
            for follows in [false, true] {
                assert!(!is_errand(system, follows, false, text), "{system} / {text}");
            }
        }
        // A client that offers tools asks for its user.
        let titles = "You are a title generator.";
        assert!(!is_errand(titles, false, true, "When does the library open?"));
    }

    #[test]
    fn instructions_behind_a_question_are_no_part_of_it() {
        let order = "To suggest changes to a file you MUST return its content.\n\nUse this form:\n- First line: the name\n- Last line: a fence\n\nReply in English.";
        let system = format!("You are an expert.\n{order}\n\n");
        for question in ["학생은 책을 몇 권까지 빌릴 수 있나요?", "When?\nAnd where?"] {
            assert_eq!(own_words(&format!("{question}\n\n{order}\n\n"), &system), question);
        }
        // All of it, a word or two of it, and another order are the user's own.
        for text in [order, "Say it again.\nReply in English.", "When?\n\nTo suggest changes, begin."] {
            assert_eq!(own_words(text, &system), text);
        }
        assert_eq!(own_words("When?", ""), "When?");
    }
}
