//! On what a sentence says that it rests.

use super::*;

fn grounds(statement: &str) -> Option<Grounds> {
    Grounds::of(statement, &references(statement, None, &mut None))
}

#[test]
fn what_points_back_is_completed_by_what_was_said_before() {
    let mut last = None;
    let mut named = |text: &str| {
        let found = references(text, None, &mut last);
        let name = |found: &StatuteRef| found.regulation.clone().unwrap_or_default();
        let article = |found: &StatuteRef| found.article.map(|number| number.to_string()).unwrap_or_default();
        found
            .iter()
            .map(|found| format!("{}/{}/{:?}", name(found), article(found), found.paragraph))
            .collect::<Vec<_>>()
    };
    assert!(named("같은 조 제2항에 따른다.").is_empty());
    assert_eq!(named("「학칙」 제25조 제2항에 따른다."), ["학칙/제25조/Some(2)"]);
    assert_eq!(named("같은 조 제3항에 따른다."), ["학칙/제25조/Some(3)"]);
    assert_eq!(named("전항에 따른다."), ["학칙/제25조/Some(2)"]);
    assert_eq!(named("전조에 따른다."), ["학칙/제24조/None"]);
    assert_eq!(named("동 규정 제30조에 따른다."), ["학칙/제30조/None"]);
    assert_eq!(named("같은 항에 따른다."), Vec::<String>::new());
    assert_eq!(named("같은 규정 시행세칙 제3조에 따른다."), ["학칙 시행세칙/제3조/None"]);
    assert_eq!(named("법 제5조에 따른다."), ["학칙/제5조/None"]);
    assert_eq!(named("영 제7조에 따른다."), ["학칙 시행령/제7조/None"]);
}

#[test]
fn grounds_go_and_contents_stay() {
    for (statement, rest) in [
        ("「학칙」 제25조에 따라 질병으로 휴학할 수 있습니다.", Some("질병으로 휴학할 수 있습니다.")),
        ("「학칙」 제25조(휴학) 제2항에 따르면, 휴학기간은 1년이다.", Some("휴학기간은 1년이다.")),
        ("휴학기간은 1년을 넘을 수 없다(제25조 제2항).", Some("휴학기간은 1년을 넘을 수 없다.")),
        ("휴학기간은 1년을 넘을 수 없다 (「학칙」 제25조 제2항).", Some("휴학기간은 1년을 넘을 수 없다.")),
        ("제25조 및 제26조에 의하여 학생은 휴학한다.", Some("학생은 휴학한다.")),
        ("Under Article 25, students may take leave.", Some("students may take leave.")),
        ("According to Article 25(2) of the School Rules, leave ends.", Some("leave ends.")),
        ("제25조는 제26조를 준용한다.", Some("제26조를 준용한다.")),
        ("「학칙」 제25조는 휴학을 정하고 있다.", None),
        ("같은 조 제2항에 따라 휴학한다.", None),
        ("제25조 제1항 단서에 따라 휴학기간은 1년이다.", Some("휴학기간은 1년이다.")),
        (
            "또한 제25조는 휴학기간이 1년을 넘을 수 없다고 규정하고 있습니다.",
            Some("또한 휴학기간이 1년을 넘을 수 없다"),
        ),
        (
            "제25조에 따르면 '휴학은 1년을 넘을 수 없다'고 명시되어 있습니다.",
            Some("'휴학은 1년을 넘을 수 없다'"),
        ),
        ("졸업학점은 130학점이라고 학칙 제30조에 규정되어 있다.", Some("졸업학점은 130학점이라")),
        ("동강대학교 학칙 제25조에 따라 휴학할 수 있다.", Some("동강대학교 휴학할 수 있다.")),
        ("\"학칙\" 제25조에 따라 휴학할 수 있다.", Some("휴학할 수 있다.")),
        ("제25조의 규정에 의하여 휴학기간은 1년이다.", Some("휴학기간은 1년이다.")),
        ("휴학기간은 1년이다(제25조 참조).", Some("휴학기간은 1년이다.")),
        ("휴학기간은 1년이다(제25조에 따른 휴학만 해당).", Some("휴학기간은 1년이다(휴학만 해당).")),
        ("Under Section 1.3 pets are forbidden.", Some("pets are forbidden.")),
        ("같은 규정 제25조에 따라 휴학기간은 1년이다.", Some("휴학기간은 1년이다.")),
        ("Article 25 provides that leave is free.", Some("leave is free.")),
        ("In the School Regulations (Article 25), leave is free.", Some("leave is free.")),
        ("Under the School Regulations, Article 25, leave is free.", Some("leave is free.")),
        ("휴학은 민법의 제25조에 따라 할 수 있다.", Some("휴학은 할 수 있다.")),
        ("Article 30 requires 130 credits.", Some("requires 130 credits.")),
        ("Students may take leave under Article 25.", Some("Students may take leave.")),
        ("Students may take leave (see Article 25).", Some("Students may take leave.")),
        ("The thunder Article 25 is loud, they say.", None),
        ("제25조에 따른다.", None),
        ("Articles were written.", None),
    ] {
        let found = grounds(statement);
        assert_eq!(found.as_ref().map(|found| found.rest.as_str()), rest, "{statement}");
    }
}

#[test]
fn numbered_places_are_grounds_as_articles_are() {
    for (statement, rest) in [
        ("Clause 1.2 lets the tenant sublet the flat.", Some("lets the tenant sublet the flat.")),
        ("Under Section 2, the deposit is 900 euros.", Some("the deposit is 900 euros.")),
        ("The deposit is 900 euros (§ 3).", Some("The deposit is 900 euros.")),
        ("The fees are listed under Schedule 2.", Some("The fees are listed.")),
        ("According to clause 4.1(b), notice takes 30 days.", Some("notice takes 30 days.")),
        ("1.2 The tenant may sublet the flat.", Some("The tenant may sublet the flat.")),
        ("1.2항에 따라 임차인은 전대할 수 있다.", Some("임차인은 전대할 수 있다.")),
        ("2.3절은 보증금을 900유로로 정한다.", Some("보증금을 900유로로")),
        ("수수료는 3만 원이다(별표 3).", Some("수수료는 3만 원이다.")),
        ("제3장에 따르면 임대 기간은 2년이다.", Some("임대 기간은 2년이다.")),
        ("부록 2에 따르면 수수료는 3만 원이다.", Some("수수료는 3만 원이다.")),
        ("1.2 million people live here.", None),
        ("사진 3장은 신청서와 함께 낸다.", None),
        ("The part 2 people saw was short.", None),
        ("The rate is 1.2.", None),
    ] {
        let found = grounds(statement);
        assert_eq!(found.as_ref().map(|found| found.rest.as_str()), rest, "{statement}");
    }
}

#[test]
fn a_numbered_place_is_that_of_its_own_heading() {
    let english = "# Lease\n\n## 1.1 Term\n\nThe term is 12 months.\n\n## 1.2 Subletting\n\nThe tenant may sublet the flat.";
    let list = "1. The term is 12 months.\n2. The tenant may sublet the flat.\n3. Pets are allowed.";
    let korean =
        "# 임대차 계약\n\n## 1.1 기간\n\n기간은 12개월이다.\n\n## 1.2 전대\n\n임차인은 전대할 수 있다.";
    let plain = "The term is 12 months.\nThe tenant may sublet the flat.";
    for (text, claim, words, leads, other) in [
        (english, "Clause 1.2 lets the tenant sublet.", "The tenant may", true, None),
        (english, "1.2 The tenant may sublet.", "The tenant may", true, None),
        (english, "Section 1 lets the tenant sublet.", "The tenant may", true, None),
        (english, "Clause 1.1 lets the tenant sublet.", "The tenant may", false, Some("1.2")),
        (english, "Clause 1.3 lets the tenant sublet.", "The tenant may", false, Some("1.2")),
        (list, "Section 2 lets the tenant sublet.", "The tenant may", true, None),
        (list, "§ 3 lets the tenant sublet.", "The tenant may", false, Some("2")),
        (korean, "1.2항에 따라 임차인은 전대할 수 있다.", "임차인은", true, None),
        (korean, "1.1항에 따라 임차인은 전대할 수 있다.", "임차인은", false, Some("1.2")),
        (plain, "Clause 1.2 lets the tenant sublet.", "The tenant may", false, None),
    ] {
        let source = AnswerSource { text: text.into(), ..AnswerSource::default() };
        let start = text.find(words).unwrap();
        let span = Span::new(start, start + words.len());
        let grounds = grounds(claim).unwrap();
        assert_eq!(grounds.lead_to(&source, span), leads, "{claim} {text}");
        assert_eq!(grounds.other_section(&source, span).as_deref(), other, "{claim} {text}");
    }
}

#[test]
fn a_law_is_not_its_decree() {
    for (title, text, claim, bears) in [
        (
            "염전관리법 시행령",
            "제3조(보존) 10년 동안 보관한다.",
            "「염전관리법」 제3조에 따라 장부를 보관한다.",
            false,
        ),
        (
            "염전관리법 시행령",
            "제3조(보존) 염전관리법에 따른다.",
            "「염전관리법 시행령」 제3조에 따라 장부를 보관한다.",
            true,
        ),
        (
            "염전관리법",
            "제3조(보존) 5년 동안 보관한다.",
            "「염전관리법」 제3조에 따라 장부를 보관한다.",
            true,
        ),
        (
            "세칙.md",
            "# 관리 규정 시행세칙\n\n제3조(보존) 이 세칙은 관리 규정의 시행을 정한다.",
            "「관리 규정」 제3조에 따라 장부를 보관한다.",
            false,
        ),
        (
            "규정.md",
            "# 관리 규정\n\n제3조(보존) 시행에 필요한 것은 관리 규정 시행세칙으로 정한다.",
            "「관리 규정」 제3조에 따라 장부를 보관한다.",
            true,
        ),
        (
            "Enforcement Decree of the Salt Act",
            "Article 3 Records are kept.",
            "Under Article 3 of the Salt Act, records are kept.",
            false,
        ),
        (
            "Salt Act",
            "Article 3 Records are kept.",
            "Under Article 3 of the Salt Act, records are kept.",
            true,
        ),
    ] {
        let source = AnswerSource { title: title.into(), text: text.into(), ..AnswerSource::default() };
        let start = text.find("조").or(text.find("Records")).unwrap();
        let found = grounds(claim).unwrap();
        assert_eq!(found.lead_to(&source, Span::new(start, text.len())), bears, "{claim} {title}");
    }
}

#[test]
fn a_ground_leads_to_its_own_article() {
    let source = AnswerSource {
        title: "학칙".into(),
        text: "제25조(휴학) ① 학생은 휴학할 수 있다. ② 휴학기간은 1년을 넘을 수 없다.\n제26조(복학) 학생은 복학한다.".into(),
        ..AnswerSource::default()
    };
    let at_first = |text: &str, words: &str| {
        let start = text.find(words).unwrap();
        Span::new(start, start + words.len())
    };
    let at = |words: &str| at_first(&source.text, words);
    for (ground, words, expected) in [
        ("「학칙」 제25조에 따라 휴학할 수 있다.", "학생은 휴학할 수 있다.", true),
        ("「인사규정」 제25조에 따라 휴학할 수 있다.", "학생은 휴학할 수 있다.", false),
        ("「학칙」 제26조에 따라 휴학할 수 있다.", "학생은 휴학할 수 있다.", false),
        ("제25조 제2항에 따라 휴학은 1년이다.", "휴학기간은 1년을 넘을 수 없다.", true),
        ("제25조 제1항에 따라 휴학은 1년이다.", "휴학기간은 1년을 넘을 수 없다.", false),
        ("제25조의2에 따라 휴학할 수 있다.", "학생은 휴학할 수 있다.", false),
        ("제24조부터 제26조까지에 따라 학생은 복학한다.", "학생은 복학한다.", true),
        ("제26조에 따라 학생은 복학한다.", "학생은 복학한다.", true),
    ] {
        let grounds = grounds(ground).unwrap_or_else(|| panic!("{ground}"));
        assert_eq!(grounds.lead_to(&source, at(words)), expected, "{ground}");
    }
    let sources = [source];
    let found = |ground: &str| grounds(ground).unwrap().among(&sources);
    assert_eq!(found("「학칙」 제26조에 따라 학생은 복학한다."), [0]);
    assert!(found("「학칙」 제27조에 따라 학생은 복학한다.").is_empty());
    assert!(found("「장학규정」 제26조에 따라 학생은 복학한다.").is_empty());
    let wrong = grounds("「학칙」 제26조에 따라 휴학할 수 있다.").unwrap();
    let span = at_first(&sources[0].text, "학생은 휴학할 수 있다.");
    assert_eq!(wrong.elsewhere(&sources[0], span), Some(ArticleNo::new(25, None).to_string()));
    let by_name = grounds("「학칙」에 따르면 학생은 휴학할 수 있다.").unwrap();
    assert_eq!(by_name.elsewhere(&sources[0], span), None);
}

#[test]
fn what_stands_in_the_decree_stands_elsewhere() {
    let article = |title: &str| AnswerSource {
        title: title.to_owned(),
        text: "제3조(보관) 회의록은 5년 동안 보관한다.".into(),
        ..AnswerSource::default()
    };
    for (statement, title, want) in [
        ("「관리 규정」 제3조에 따라 회의록은 5년 동안 보관한다.", "관리 규정 시행세칙", true),
        ("「관리 규정 시행세칙」 제3조에 따라 회의록은 5년 동안 보관한다.", "관리 규정", true),
        ("「관리 규정」 제3조에 따라 회의록은 5년 동안 보관한다.", "관리 규정", false),
        ("「관리 규정」 제3조에 따라 회의록은 5년 동안 보관한다.", "scan_12", false),
    ] {
        let source = article(title);
        let other = grounds(statement).unwrap().elsewhere(&source, Span::new(0, source.text.len()));
        assert_eq!(other.is_some(), want, "{statement} / {title}: {other:?}");
    }
}
