//! What Stet says itself of the files that it has: which there are, the newest, who has written them, when, how many pages they have, what
//! they are called. It is what the store holds, and no model writes it.

use stet_sources::broad::Fact;
use stet_store::Shelved;
use stet_text::Language;
use time::OffsetDateTime;

/// Files that are listed.
const LISTED: usize = 50;
/// Characters of a name that are shown.
const NAME: usize = 120;

/// What is known of these documents, of so many in all; `is_all` says that they are all that there are.
pub(super) fn told(
    fact: Fact,
    documents: &[&Shelved],
    total: usize,
    is_all: bool,
    language: Language,
) -> String {
    let say = |ko: String, en: String| if language == Language::Ko { ko } else { en };
    let day = |at: OffsetDateTime| at.date().to_string();
    let about = |own: &Shelved| {
        let name = plain(&own.file_name);
        let stored = day(own.created_at);
        match fact {
            Fact::Author => own.author.as_ref().map_or_else(
                || {
                    say(
                        format!("{name}: 파일에 글쓴이가 적혀 있지 않습니다"),
                        format!("{name}: the file names no author"),
                    )
                },
                |author| format!("{name}: {}", plain(author)),
            ),
            Fact::Date => own.dated.map_or_else(
                || {
                    say(
                        format!("{name}: 파일에 날짜가 적혀 있지 않습니다({stored}에 올림)"),
                        format!("{name}: the file names no date (added on {stored})"),
                    )
                },
                |dated| {
                    say(format!("{name}: {} 작성", day(dated)), format!("{name}: written on {}", day(dated)))
                },
            ),
            Fact::Pages if own.pages == 0 => {
                say(format!("{name}: 쪽이 없는 형식입니다"), format!("{name}: a format without pages"))
            }
            Fact::Pages => say(format!("{name}: {}쪽", own.pages), format!("{name}: {} pages", own.pages)),
            Fact::Title if own.title.is_empty() => {
                say(format!("{name}: 제목이 없습니다"), format!("{name}: without a title"))
            }
            Fact::Title => format!("{name}: {}", plain(&own.title)),
            Fact::List | Fact::Newest => {
                let title = plain(&own.title);
                let title = if title.is_empty() { title } else { format!(" — {title}") };
                say(format!("{name}{title} ({stored}에 올림)"), format!("{name}{title} (added on {stored})"))
            }
        }
    };
    let head = match (fact, is_all) {
        (Fact::Newest, _) => say("가장 새로운 문서:".to_owned(), "The newest document:".to_owned()),
        (_, true) if total == 0 => say("문서가 없습니다.".to_owned(), "There are no documents.".to_owned()),
        (Fact::List, true) if total == 1 => {
            say("문서는 1개입니다:".to_owned(), "There is 1 document:".to_owned())
        }
        (Fact::List, true) => {
            say(format!("문서는 {total}개입니다:"), format!("There are {total} documents:"))
        }
        _ => say("파일에 적힌 대로입니다:".to_owned(), "As the files say:".to_owned()),
    };
    let lines = documents.iter().take(LISTED).map(|own| format!("\n- {}", about(own)));
    let lines: String = lines.collect();
    let left = total.saturating_sub(documents.len().min(LISTED));
    let more = if left == 0 {
        String::new()
    } else {
        say(format!("\n\n그 밖에 {left}개가 더 있습니다."), format!("\n\nAnd {left} more."))
    };
    let gap = if lines.is_empty() { "" } else { "\n" };
    format!("{head}{gap}{lines}{more}")
}

/// A name as it can stand in Markdown: one line, no mark, no link.
fn plain(name: &str) -> String {
    let harmless = |ch: char| {
        if ch.is_control() || matches!(ch, '[' | ']' | '<' | '>' | '*' | '`' | '|' | '†' | '\\') {
            ' '
        } else {
            ch
        }
    };
    let line: String = name.chars().map(harmless).take(NAME).collect();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_of_files_is_told_without_a_model() {
        let file = |file_name: &str, pages| Shelved {
            id: uuid::Uuid::nil(),
            title: "A [b](c)".to_owned(),
            file_name: file_name.to_owned(),
            author: (pages == 3).then(|| "Kim".to_owned()),
            dated: None,
            pages,
            created_at: OffsetDateTime::UNIX_EPOCH,
        };
        let (one, two) = (file("one.pdf", 3), file("둘.md", 0));
        let documents = [&one, &two];
        let said = |fact, language| told(fact, &documents, 70, true, language);
        let list = said(Fact::List, Language::En);
        assert!(
            list.starts_with("There are 70 documents:\n\n- one.pdf — A b (c) (added on 1970-01-01)\n- "),
            "{list}"
        );
        assert!(list.ends_with("\n\nAnd 68 more."), "{list}");
        assert!(
            said(Fact::Author, Language::En).contains("- one.pdf: Kim\n- 둘.md: the file names no author")
        );
        assert!(said(Fact::Pages, Language::Ko).contains("- one.pdf: 3쪽\n- 둘.md: 쪽이 없는 형식입니다"));
        assert_eq!(told(Fact::List, &[], 0, true, Language::Ko), "문서가 없습니다.");
    }
}
