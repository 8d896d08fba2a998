//! Small words that turn a claim, and phrases that only link.

use super::{Category, patches, riskiest};

#[test]
fn small_words_turn_a_claim() {
    for (before, after) in [
        ("Bring a ticket and a badge.", "Bring a ticket or a badge."),
        ("신분증과 통장을 가져온다.", "신분증이나 통장을 가져온다."),
        ("서면 및 구두로 알린다.", "서면 또는 구두로 알린다."),
        ("등록하고 납부한다.", "등록하거나 납부한다."),
        ("소가 말을 찼다.", "소를 말이 찼다."),
        ("X가 Y를 이겼다.", "Y가 X를 이겼다."),
        ("이것은 은보다 무겁다.", "은은 이것보다 무겁다."),
        ("3일 이내에 낸다.", "3일 이후에 낸다."),
        ("정문을 연다.", "정문을 닫는다."),
        ("그 약은 유해하다.", "그 약은 무해하다."),
        ("Smoking is permitted here.", "Smoking is forbidden here."),
        ("Prices rose last May.", "Prices fell last May."),
        ("비가 올 것이다.", "비가 올 수도 있다."),
        ("Paris hosts the games.", "Rome hosts the games."),
        ("Smith signed the form.", "Miller signed the form."),
        ("옛 문장이다.", ""),
    ] {
        assert_eq!(riskiest(&patches(before, after)), Category::Core, "{before} → {after}");
        assert_eq!(riskiest(&patches(after, before)), Category::Core, "{after} → {before}");
    }
}

#[test]
fn what_only_links_says_nothing() {
    for (before, after) in [
        ("We meet in order to plan.", "We meet to plan."),
        ("For example, it rains.", "It rains, for example."),
        // Neither of two is both of two not.
        ("A ticket and a badge are not needed.", "A ticket or a badge are not needed."),
        ("표와 명찰은 필요하지 않다.", "표나 명찰은 필요하지 않다."),
    ] {
        assert_eq!(riskiest(&patches(before, after)), Category::Expression, "{before} → {after}");
    }
}
