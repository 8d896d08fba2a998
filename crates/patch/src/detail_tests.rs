//! Small changes of form that change what a text says, and their neighbours that do not.

use super::{Category, patches, riskiest};

fn says(pairs: &[(&str, &str)]) {
    for (before, after) in pairs {
        assert_ne!(riskiest(&patches(before, after)), Category::Detail, "{before} → {after}");
        assert_ne!(riskiest(&patches(after, before)), Category::Detail, "{after} → {before}");
    }
}

fn form(pairs: &[(&str, &str)]) {
    for (before, after) in pairs {
        assert_eq!(riskiest(&patches(before, after)), Category::Detail, "{before} → {after}");
    }
}

#[test]
fn a_factorial_is_no_exclamation() {
    says(&[("값이 5!이다.", "값이 5이다."), ("There are 5! orders here.", "There are 5 orders here.")]);
    says(&[("n!을 구한다.", "n을 구한다."), ("f'(x) is zero.", "f(x) is zero.")]);
    form(&[("He won 5!", "He won 5.")]);
}

#[test]
fn what_is_left_out_is_told() {
    says(&[
        ("\"He said ... no\" it reads.", "\"He said no\" it reads."),
        ("\"나는 … 간다\"고 했다.", "\"나는 간다\"고 했다."),
        ("그는 갔다…", "그는 갔다."),
    ]);
    form(&[("I thought...", "I thought…"), ("그는 갔다…", "그는 갔다...")]);
}

#[test]
fn a_case_that_tells_two_things_apart() {
    says(&[
        ("Set the variable name to Name.", "Set the variable Name to Name."),
        ("변수 A와 a를 비교한다.", "변수 a와 a를 비교한다."),
    ]);
    form(&[
        ("We visited paris and rome.", "We visited Paris and Rome."),
        ("We flew from oslo to oslo.", "We flew from Oslo to Oslo."),
        ("a dog and a cat.", "A dog and a cat."),
    ]);
}

#[test]
fn an_ending_that_tells_the_time() {
    says(&[
        ("He hit the ball.", "He hits the ball."),
        ("She read the book daily.", "She reads the book daily."),
    ]);
    form(&[("They hits the ball.", "They hit the ball.")]);
}

#[test]
fn a_blank_that_makes_a_noun_of_an_ending() {
    says(&[
        ("비가 오는데 갔다.", "비가 오는 데 갔다."),
        ("약은 쓴데 좋다.", "약은 쓴 데 좋다."),
        ("물건을 들어 내다.", "물건을 들어내다."),
        ("무지개 같은 사장님이다.", "무지 개 같은 사장님이다."),
    ]);
    form(&[
        ("갈데가 없다.", "갈 데가 없다."),
        ("가는데 시간이 든다.", "가는 데 시간이 든다."),
        ("먹지마라.", "먹지 마라."),
        ("가지마.", "가지 마."),
    ]);
}
