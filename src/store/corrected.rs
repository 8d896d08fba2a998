//! Articles as a person has corrected them: the correction of a passage stands in every article that the passage is of.

use std::ops::Range;

use sqlx::PgConnection;
use uuid::Uuid;

use super::{Result, Store};
use stet_marks::statute::parse_structure;

/// A passage that was corrected.
struct Passage {
    content: String,
    correction: String,
}

impl Store {
    /// Writes the corrections of a document's passages into its articles, and takes back what is corrected no more. The
    /// document's row is locked. Whether an article has changed.
    ///
    /// # Errors
    /// A statement failed.
    pub(super) async fn correct_articles(
        &self,
        document: Uuid,
        connection: &mut PgConnection,
    ) -> Result<bool> {
        let passages = sqlx::query_as!(
            Passage,
            "select content, human_feedback as \"correction!\" from rag_chunks \
             where workspace_id = $1 and document_id = $2 and human_feedback is not null order by ordinal",
            self.workspace,
            document,
        )
        .fetch_all(&mut *connection)
        .await?;
        let articles = sqlx::query!(
            "select id, number, branch, content, corrected from regulation_articles \
             where workspace_id = $1 and document_id = $2",
            self.workspace,
            document,
        )
        .fetch_all(&mut *connection)
        .await?;
        let (mut ids, mut texts) = (Vec::new(), Vec::new());
        for article in articles {
            let text = corrected(&article.content, (article.number, article.branch), &passages);
            if text != article.corrected {
                ids.push(article.id);
                texts.push(text);
            }
        }
        sqlx::query!(
            "update regulation_articles a set corrected = n.text \
             from unnest($2::uuid[], $3::text[]) as n (id, text) where a.workspace_id = $1 and a.id = n.id",
            self.workspace,
            &ids,
            &texts as _,
        )
        .execute(connection)
        .await?;
        Ok(!ids.is_empty())
    }
}

/// The text of an article with the corrections of its passages; `None` where none is of it.
fn corrected(article: &str, number: (i32, i32), passages: &[Passage]) -> Option<String> {
    let mut out = String::new();
    let mut written = 0;
    for passage in passages {
        if let Some(place) = place(article, &passage.content) {
            // Passages lie over each other at their ends.
            let start = place.start.max(written);
            if start < place.end {
                out.push_str(article.get(written..start).unwrap_or_default());
                out.push_str(&passage.correction);
                written = place.end;
            }
        } else if place_of(&passage.content, article).is_some() {
            return Some(article_in(&passage.correction, number));
        }
    }
    out.push_str(article.get(written..).unwrap_or_default());
    (written > 0).then_some(out)
}

/// Where a passage lies in an article, but for the headings that it may begin with.
fn place(article: &str, passage: &str) -> Option<Range<usize>> {
    let begins = passage.match_indices('\n').map(|(at, _)| at + 1).take(4);
    std::iter::once(0).chain(begins).find_map(|at| place_of(article, passage.get(at..)?))
}

/// Where a text stands in another, whatever blanks and marks stand between their letters; the marks around it belong to it.
fn place_of(text: &str, wanted: &str) -> Option<Range<usize>> {
    let letters = |text: &str| {
        let mut places = Vec::new();
        let mut letters = String::new();
        for (at, ch) in text.char_indices().filter(|(_, ch)| ch.is_alphanumeric()) {
            letters.push(ch);
            places.extend(std::iter::repeat_n(at, ch.len_utf8()));
        }
        (letters, places)
    };
    let ((all, places), (wanted, _)) = (letters(text), letters(wanted));
    if wanted.is_empty() {
        return None;
    }
    let at = all.find(&wanted)?;
    let (start, last) = (*places.get(at)?, *places.get(at + wanted.len() - 1)?);
    let is_mark = |ch: &char| !ch.is_alphanumeric() && !ch.is_whitespace();
    let before: usize = text.get(..start)?.chars().rev().take_while(is_mark).map(char::len_utf8).sum();
    let rest = text.get(last..)?;
    let letter = rest.chars().next().map_or(0, char::len_utf8);
    let after: usize = rest.get(letter..)?.chars().take_while(is_mark).map(char::len_utf8).sum();
    Some(start - before..last + letter + after)
}

/// The article of a number in the correction of a passage of several; the whole where it names none.
fn article_in(correction: &str, (number, branch): (i32, i32)) -> String {
    let regulations = parse_structure(correction.lines().map(|line| (line, None)));
    let is_it = |article: &&stet_marks::statute::Article| {
        i64::from(article.number.number) == i64::from(number)
            && i64::from(article.number.branch.unwrap_or(0)) == i64::from(branch)
    };
    let found = regulations.iter().flat_map(|regulation| &regulation.articles).find(is_it);
    found.map_or_else(|| correction.to_owned(), |article| article.text.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARTICLE: &str = "제2조(휴가) ① 휴가는 15일이다.\n② 신청은 사흘 전까지 한다.";

    fn said(passages: &[(&str, &str)]) -> Option<String> {
        let passages: Vec<Passage> = passages
            .iter()
            .map(|(content, correction)| Passage {
                content: (*content).into(),
                correction: (*correction).into(),
            })
            .collect();
        corrected(ARTICLE, (2, 0), &passages)
    }

    #[test]
    fn a_correction_stands_where_its_passage_stood() {
        assert_eq!(said(&[]), None);
        assert_eq!(said(&[("제7조 삭제", "제7조 …")]), None);
        let first = ("## 제1장 총칙\n\n제2조(휴가)  ① 휴가는 15일이다.", "휴가는 20일이다.");
        let second = ("② 신청은 사흘 전까지 한다.", "② 신청은 닷새 전까지 한다.");
        assert_eq!(said(&[first]).unwrap(), "휴가는 20일이다.\n② 신청은 사흘 전까지 한다.");
        assert_eq!(said(&[first, second]).unwrap(), "휴가는 20일이다.\n② 신청은 닷새 전까지 한다.");
        let over = ("15일이다.\n\n② 신청은 사흘 전까지 한다.", "신청은 닷새 전까지 한다.");
        assert_eq!(said(&[first, over]).unwrap(), "휴가는 20일이다.신청은 닷새 전까지 한다.");
    }

    #[test]
    fn of_a_passage_of_several_articles_each_has_its_own_part() {
        let passage = format!("제1조(목적) 휴가를 정한다.\n\n{ARTICLE}\n\n제3조(병가) 병가는 60일이다.");
        let changed = passage.replace("15일", "20일");
        assert_eq!(said(&[(&passage, &changed)]).unwrap(), ARTICLE.replace("15일", "20일"));
        assert_eq!(said(&[(&passage, "휴가는 20일이다.")]).unwrap(), "휴가는 20일이다.");
    }
}
