use super::*;

const INI: &str = r#"
; remarks
StylesPath = styles
MinAlertLevel = warning
Vocab = Base, 학교
Packages = Google, \
  write-good   # more
NLPEndpoint = x

[formats]
mdx = md

[*]
BasedOnStyles = Vale
Google.We = NO
Vale.Terms = suggestion

[*.md]
BasedOnStyles = "Vale", Google
TokenIgnores = (\$+[^\n$]+\$+)
Google.We = error

[docs/{ko,en}/**]
BasedOnStyles = House
House.Very = NO

[!*.{md,mdx}]
write-good.Weasel = YES
"#;

#[test]
fn the_last_section_that_takes_a_file_says_its_styles_and_all_say_its_rules() {
    let project = Project::parse(INI).unwrap();
    assert_eq!(project.styles_path.as_deref(), Some("styles"));
    assert_eq!(project.vocabularies, ["Base", "학교"]);
    assert_eq!(project.packages, ["Google", "write-good"]);
    assert_eq!(project.unread, [(8, "NLPEndpoint".to_owned())]);
    assert_eq!(project.styles(), ["Google", "House", "Vale", "write-good"]);
    let takes = |path: &str, rules: &[&str]| -> Vec<bool> {
        let choice = project.choice(path);
        rules.iter().map(|rule| choice.takes(rule)).collect()
    };
    let rules = ["Vale.Terms", "Google.We", "Google.Em", "House.Very", "House.So", "write-good.Weasel"];
    for (path, wanted) in [
        ("a.md", [true, true, true, false, false, false]),
        ("학교/글.mdx", [true, true, true, false, false, false]),
        ("a.txt", [true, false, false, false, false, true]),
        ("docs/ko/a/b.md", [true, true, false, false, true, false]),
        ("docs/fr/b.md", [true, true, true, false, false, false]),
    ] {
        assert_eq!(takes(path, &rules), wanted, "{path}");
    }
    assert_eq!(project.choice("a.md").ignores, [r"(\$+[^\n$]+\$+)"]);
}

#[test]
fn a_section_goes_on_and_a_level_that_is_none_is_off() {
    let text = "[*.md]\nBasedOnStyles = A\nA.B = off\n[*]\nA.C = warning\n[*.md]\nBasedOnStyles = D\nA.C = error\nA.C = NO\nPackages = E";
    let project = Project::parse(text).unwrap();
    assert_eq!(project.unread, [(3, "A.B = off".to_owned()), (10, "Packages".to_owned())]);
    let choice = project.choice("a.md");
    assert_eq!(["A.X", "A.B", "A.C", "D.X"].map(|rule| choice.takes(rule)), [true, false, true, true]);
    let rule = Rule { id: "A.C".into(), ..Rule::default() };
    let mut pack = Pack {
        criteria_definition: Definition { rules: vec![rule], ..Definition::default() },
        ..Pack::default()
    };
    project.apply(&mut pack, &[]);
    assert_eq!(pack.criteria_definition.rules[0].severity, Severity::Error);
}

#[test]
fn levels_and_words_change_rules() {
    let project = Project::parse(INI).unwrap();
    let accepted = words("# remark\nStet\n한빛관\n(?i)regex.*\n");
    let mut pack = built_in(&accepted, &["bad".to_owned()]);
    project.apply(&mut pack, &accepted);
    let ids: Vec<&str> = pack.criteria_definition.rules.iter().map(|rule| rule.id.as_str()).collect();
    assert_eq!(
        ids,
        ["Vale.Repetition", "Vale.Spelling", "Vale.Avoid"],
        "a suggestion is below the least level"
    );
    let pack = built_in(&accepted, &[]);
    let found = |text: &str| -> Vec<String> {
        let rules = crate::compile::compile(&pack).0;
        crate::lint::lint(&rules, text).into_iter().map(|breach| breach.message).collect()
    };
    assert_eq!(found("We use stet. It is is here."), ["Use 'Stet' instead of 'stet'.", "'is' is repeated!"]);
    assert!(found("We use Stet in 한빛관.").is_empty());
}

#[test]
fn a_wrong_line_is_named() {
    for (text, line, says) in [
        ("StylesPath = x\nwhat\n", 2, "`what` is neither"),
        ("BasedOnStyles = x", 1, "below a `[…]`"),
        ("[*.md]\n\nMinAlertLevel = error", 3, "above the first"),
        ("MinAlertLevel = high", 1, "suggestion, warning or error"),
        ("[a[b]\n", 1, "no pattern"),
    ] {
        let mistake = Project::parse(text).unwrap_err();
        assert_eq!(mistake.line, line, "{text}");
        assert!(mistake.words(Language::En).contains(says), "{}", mistake.words(Language::En));
        assert!(mistake.words(Language::Ko).chars().any(|ch| ('가'..='힣').contains(&ch)));
    }
}
