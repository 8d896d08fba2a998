//! What references mean, with their articles beside them.

use super::*;

#[test]
fn citable_articles_are_those_retrieved_then_those_referred_to_then_their_neighbours() {
    let mut entries: Vec<_> = (1..=40).map(|n| entry("학칙", n, "", "")).collect();
    entries[24].text = "제25조 휴학은 제38조와 「장학 규정」 제2조에 따른다.".to_owned();
    entries[25] = entry("학칙", 26, "", "제26조 삭제");
    entries.extend([entry("장학 규정", 1, "", ""), entry("장학 규정", 2, "", "")]);
    let index = RegulationIndex::new(entries);
    let list = index.citable_near(&[("학칙", ArticleNo::new(25, None))], 7, &|_| 1);
    let ids: Vec<&str> = list.articles.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(ids, ["학칙/25", "학칙/38", "장학 규정/2", "학칙/24", "학칙/23", "학칙/27", "학칙/22"]);
    // Forty articles, one deleted, six listed; nothing else of the other regulation was retrieved.
    assert_eq!(list.left_out, [("학칙", 33)]);
    let all = index.citable_near(&[("장학 규정", ArticleNo::new(1, None))], 100, &|_| 1);
    assert_eq!((all.articles.len(), all.left_out.len()), (2, 0));
    assert!(index.citable_near(&[("없는 규정", ArticleNo::new(1, None))], 100, &|_| 1).articles.is_empty());
}

#[test]
fn a_found_reference_comes_with_the_words_of_its_article() {
    let index = index();
    let mut context = Context::default();
    let cited = |text: &str, context: &mut Context, limit| {
        let reference = scan_statutes_in(text, &index).remove(0);
        let resolution = index.resolve(&reference, context);
        index.cited(&reference, &resolution, limit)
    };
    let articles = cited("학칙 제25조 제2항", &mut context, 1000);
    assert_eq!(articles.len(), 1);
    assert_eq!(articles[0].key_sentence, "군 휴학은 따로 센다.");
    assert!(articles[0].text.starts_with("제25조(휴학) ①") && !articles[0].truncated);
    assert_eq!((articles[0].title.as_deref(), articles[0].number), (Some("휴학"), ArticleNo::new(25, None)));
    let cut = cited("제40조", &mut Context::default(), 5);
    assert_eq!((cut[0].text.as_str(), cut[0].truncated), ("제40조(", true));
    assert_eq!(cut[0].regulation, "장학금 지급에 관한 규정");
    assert!(cited("학칙 제99조", &mut context, 10).is_empty());
    let range = cited("학칙 제1조부터 제25조까지", &mut context, 10);
    assert_eq!(range.iter().map(|article| article.number.number).collect::<Vec<_>>(), [1, 2, 25]);
    assert_eq!(index.titled("동강대학교학칙 제30조").map(|entry| entry.number.number), Some(30));
    assert!(index.titled("동강대학교학칙").is_none());
    assert!(index.titled("동강대학교학칙 제2장 학적").is_none());
}

#[test]
fn of_articles_with_one_number_those_in_force_and_with_the_title_are_meant() {
    let named = |title: &str, id: &str| Entry {
        deleted: title.is_empty(),
        id: id.to_owned(),
        ..entry("학칙", 5, title, &format!("제5조({title}) 본문이다."))
    };
    let index = RegulationIndex::new([named("", "gone"), named("휴학", "first"), named("등록", "second")]);
    let means = |text: &str| {
        outcome(&index.resolve(&scan_statutes_in(text, &index).remove(0), &mut Context::default()))
    };
    assert_eq!(means("학칙 제5조에 따른다."), "found first second");
    assert_eq!(means("학칙 제5조(휴학)에 따른다."), "found first");
    assert_eq!(means("학칙 제5조(등록)에 따른다."), "found second");
    assert_eq!(means("학칙 제5조(졸업)에 따른다."), "missing Title");
    let gone = RegulationIndex::new([named("", "gone")]);
    let reference = scan_statutes_in("학칙 제5조(휴학)에 따른다.", &gone).remove(0);
    assert_eq!(outcome(&gone.resolve(&reference, &mut Context::default())), "missing Deleted");
}

#[test]
fn an_article_without_a_title_is_called_only_by_its_own_words() {
    for (text, reference, expected) in [
        ("제5조 학생은 휴학할 수 있다.", "학칙 제5조(휴학)", "found 학칙/5"),
        ("제5조 학생은 휴학할 수 있다.", "학칙 제5조(등록)", "missing Title"),
        ("제5조 학생은 휴학할 수 있다.", "학칙 제5조(Leave)", "found 학칙/5"),
        ("", "학칙 제5조(등록)", "found 학칙/5"),
    ] {
        let index = RegulationIndex::new([entry("학칙", 5, "", text)]);
        let reference = scan_statutes_in(reference, &index).remove(0);
        assert_eq!(outcome(&index.resolve(&reference, &mut Context::default())), expected, "{text}");
    }
}

#[test]
fn an_article_alone_is_that_of_the_regulation_at_hand() {
    let index = index();
    let reference = scan_statutes_in("제1조에 따른다.", &index).remove(0);
    let mut context = Context::default();
    let among = |preferred: &[&str], context: &mut Context| {
        let preferred: Vec<String> = preferred.iter().map(|name| (*name).to_owned()).collect();
        outcome(&index.resolve_among(&reference, context, &preferred))
    };
    assert_eq!(among(&[], &mut context), "ambiguous 3");
    assert_eq!(among(&["동강대학교학칙", "도서관 이용 지침"], &mut context), "ambiguous 3");
    assert_eq!(among(&["도서관 이용 지침"], &mut context), "completed 도서관:제1조");
    // From here on the text is about this regulation.
    assert_eq!(among(&[], &mut context), "found 도서관:제1조");
}
