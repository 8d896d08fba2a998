//! Claims of several clauses, each from a source of its own.

use super::*;

fn status(claim: &str, sources: &[&str]) -> Status {
    let prepared = PreparedSources::new(sources);
    let cited: Vec<usize> = (0..sources.len()).collect();
    judge(claim, &prepared, &cited, &GatePolicy::default()).status
}

const ENGLISH: [&str; 4] = [
    "The tour lasts two hours.",
    "Lunch is served at noon.",
    "Guests need a ticket.",
    "The car park is free.",
];
const KOREAN: [&str; 4] =
    ["견학은 두 시간이 걸린다.", "점심은 정오에 나온다.", "손님은 입장권이 필요하다.", "주차장은 무료이다."];

#[test]
fn each_clause_may_come_from_a_source() {
    for claim in [
        "The tour lasts two hours, lunch is served at noon, and guests need a ticket.",
        "Lunch is served at noon, guests need a ticket, and the car park is free.",
    ] {
        assert_eq!(status(claim, &ENGLISH), Status::Supported, "{claim}");
        assert_ne!(status(claim, ENGLISH.get(..1).unwrap()), Status::Supported, "{claim}");
    }
    for claim in [
        "견학은 두 시간이 걸리고, 점심은 정오에 나오며, 손님은 입장권이 필요하다.",
        "점심은 정오에 나오고, 손님은 입장권이 필요하며, 주차장은 무료이다.",
    ] {
        assert_eq!(status(claim, &KOREAN), Status::Supported, "{claim}");
        assert_ne!(status(claim, KOREAN.get(..1).unwrap()), Status::Supported, "{claim}");
    }
}

#[test]
fn a_clause_that_no_source_has_is_not_carried_by_the_others() {
    for claim in [
        "The tour lasts two hours, lunch is served at noon, and guests get a medal.",
        "The tour lasts two hours, lunch is served at noon, and guests need no ticket.",
        "The tour lasts six hours, lunch is served at noon, and guests need a ticket.",
    ] {
        assert_ne!(status(claim, &ENGLISH), Status::Supported, "{claim}");
    }
    for claim in [
        "견학은 두 시간이 걸리고, 점심은 정오에 나오며, 손님은 훈장을 받는다.",
        "견학은 두 시간이 걸리고, 점심은 정오에 나오며, 손님은 입장권이 필요하지 않다.",
        "견학은 여섯 시간이 걸리고, 점심은 정오에 나오며, 손님은 입장권이 필요하다.",
    ] {
        assert_ne!(status(claim, &KOREAN), Status::Supported, "{claim}");
    }
}
