//! Citations in the markup of other systems, by keys, as notes and in the cells of tables: what is shown before one, what
//! is left of it, and that reading them stays linear.

#![allow(clippy::string_slice)]

use super::literal::Lexer;
use super::*;
use proptest::prelude::*;

/// What texts with such citations are made of, and what looks like one.
const PIECES: &[&str] = &[
    r"\cite{kim2019}",
    r"~\citep[p. 3]{a, 9}",
    r"\cite{",
    r"\",
    r"\alpha{x}",
    "[@kim2019]",
    "[see @kim2019, p. 3; @b2]",
    "[@octocat]",
    "[^note]",
    "[^a-z]",
    "[^",
    "^[Handbook, p. 3]",
    "^[",
    "x^[2]",
    "[p. 3]",
    "[3쪽]",
    "[Kim20, Lee21]",
    "[Smith 2019]",
    "(Smith, 2019)",
    "(Smith 2019: 44)",
    "(김민수, 2019)",
    "(Employee Handbook, p. 12)",
    "(취업규칙, 12쪽)",
    "<a href=\"#9\">9</a>",
    "<a href=\"https://a.b\">",
    "</a>",
    "<sup id=\"r\">",
    "</sup>",
    "<ref>Handbook</ref>",
    "<ref name=\"a\" />",
    "<source id=\"9\"/>",
    "<b>",
    "</b>",
    "{{cite|9}}",
    "{{name}}",
    "{{",
    "}}",
    "{9}",
    "⟦9⟧",
    "(9)",
    "(2, 3)",
    "（９）",
    "(",
    ")",
    "⑨",
    "②③",
    "ref. 9",
    "refs. 2 and 3",
    "According to ",
    ", see ",
    "see ",
    "The office closes at noon",
    "회사는 정오에 닫는다",
    "Source: ",
    "| ",
    " | 9 |",
    "nine ",
    "step ",
    " and ",
    "[1]",
    "[9]",
    "`",
    "$",
    "*",
    "**",
    ".",
    ", ",
    " ",
    "\n",
    "9",
    "A",
    "가",
];

fn prose() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..16).prop_map(|parts| parts.concat())
}

fn columns() -> impl Strategy<Value = Vec<usize>> {
    prop::sample::select(vec![vec![], vec![0], vec![1]])
}

fn scanner(columns: &[usize]) -> HoldScanner {
    let mut scanner = HoldScanner::new();
    scanner.reset(columns);
    scanner
}

fn hold(text: &str, columns: &[usize]) -> usize {
    let mut scanner = scanner(columns);
    scanner.push(text);
    scanner.safe()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn holding_is_monotone_and_independent_of_cuts(text in prose(), columns in columns()) {
        let mut each = scanner(&columns);
        let mut buffer = [0; 4];
        let (mut seen, mut last) = (0, 0);
        for c in text.chars() {
            each.push(c.encode_utf8(&mut buffer));
            seen += c.len_utf8();
            prop_assert!(each.safe() >= last && each.safe() <= seen);
            prop_assert_eq!(each.safe(), hold(&text[..seen], &columns), "{:?}", &text[..seen]);
            last = each.safe();
        }
        if let Some(mark) = scan_row(&text, &columns).first() {
            prop_assert!(last <= mark.span.start, "{:?}", &text);
        }
    }

    #[test]
    fn removal_never_touches_what_was_shown(text in prose(), columns in columns()) {
        let marks = scan_row(&text, &columns);
        let gone = rewrite(&text, &marks, &mut |_| Decision::Remove(()));
        prop_assert!(gone.text.starts_with(&text[..hold(&text, &columns)]), "{:?} -> {:?}", &text, &gone.text);
        let same = text.bytes().zip(gone.text.bytes()).take_while(|(a, b)| a == b).count();
        for mark in scan_marks(&gone.text) {
            prop_assert!(mark.span.end <= same, "{:?} -> {:?}", &text, &gone.text);
        }
    }

    #[test]
    fn what_is_kept_stands_where_it_is_said_to(text in prose(), columns in columns()) {
        let marks = scan_row(&text, &columns);
        let kept = rewrite(&text, &marks, &mut |_| Decision::<()>::Keep(1));
        for kept in &kept.kept {
            prop_assert!(!kept.span.of(&text).is_empty() || !kept.raw.is_empty());
        }
        prop_assert!(kept.removed.is_empty());
        prop_assert!(kept.kept.iter().all(|mark| kept.text.get(mark.span.start..mark.span.end).is_some()));
    }
}

/// What is repeated to make a scanner look at the same text again.
const HOSTILE: &[&str] = &[
    r"\cite{",
    r"\cite[",
    r"\citep[a][b]{",
    r"\",
    r"\cite",
    "[^",
    "[^a",
    "[@",
    "[@a1;",
    "[see @",
    "^[a ",
    "<a href=\"#",
    "<a ",
    "<a href=\"#9\">",
    "<a href=\"#9\">9",
    "<ref>",
    "<ref name=",
    "<ref>{{cite ",
    "<sup id=",
    "{{",
    "{{cite|",
    "{{cite web ",
    "{9",
    "closes (9) ",
    "closes (9 ",
    "닫는다(9, ",
    "⑨",
    "닫는다⑨ ",
    "(Smith, ",
    "(Smith, 2019; ",
    "(A b ",
    "[A b ",
    "[Kim20, ",
    "[p. 3-",
    "ref. ",
    "refs. 2, ",
    "| ",
    "| 9 ",
    ", see ",
];

fn work(text: &str, columns: &[usize]) -> (usize, usize) {
    let mut lexer = Lexer::new(text);
    lexer.columns = columns.to_vec();
    lexer.run(true);
    let mut scanner = scanner(columns);
    let mut buffer = [0; 4];
    for c in text.chars() {
        scanner.push(c.encode_utf8(&mut buffer));
    }
    (lexer.work, scanner.work())
}

#[test]
fn work_is_linear_on_hostile_input() {
    for seed in HOSTILE {
        let size = 1500;
        for columns in [&[][..], &[0, 1, 2, 3][..]] {
            let small = work(&seed.repeat(size / seed.len()), columns);
            let large = work(&seed.repeat(2 * size / seed.len()), columns);
            for (small, large) in [(small.0, large.0), (small.1, large.1)] {
                assert!(large <= small * 5 / 2 + 3000, "{seed:?}: {small} steps become {large}");
            }
        }
    }
}
