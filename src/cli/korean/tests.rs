use clap::{Arg, Command, CommandFactory as _};

use super::super::Cli;
use super::{Korean, TEXTS, command, korean};
use stet_text::{Language, language};

/// Every command with the way to it.
fn every(root: &Command) -> Vec<(String, Command)> {
    let mut all = vec![(root.get_name().to_owned(), root.clone())];
    for verb in root.get_subcommands().filter(|verb| !verb.is_hide_set()) {
        all.extend(every(verb).into_iter().map(|(path, verb)| (format!("{} {path}", root.get_name()), verb)));
    }
    all
}

/// All texts of a command that a person reads.
fn texts(command: &Command) -> Vec<String> {
    let of = |argument: &Arg| {
        let names = argument.get_value_names().unwrap_or_default();
        let mut of: Vec<String> = names.iter().map(ToString::to_string).collect();
        if !argument.get_action().takes_values() {
            of.clear();
        }
        of.push(argument.get_help().map(ToString::to_string).unwrap_or_default());
        of.extend(argument.get_long_help().map(ToString::to_string));
        of
    };
    let mut all: Vec<String> = command.get_arguments().flat_map(of).collect();
    all.push(command.get_about().map(ToString::to_string).unwrap_or_default());
    all.extend(command.get_long_about().map(ToString::to_string));
    all.extend(command.get_after_help().map(ToString::to_string));
    all
}

#[test]
fn every_command_and_argument_has_a_korean_text_and_every_korean_text_is_used() {
    let all = every(&Cli::command());
    for (path, command) in &all {
        for text in texts(command) {
            assert!(!text.is_empty(), "an argument of `{path}` has no help text");
            assert!(korean(&text).is_some(), "no Korean text in cli/korean.rs for “{text}” of `{path}`");
        }
    }
    let shown: Vec<String> = all.iter().flat_map(|(_, command)| texts(command)).collect();
    for (at, (english, korean)) in TEXTS.iter().enumerate() {
        assert!(shown.iter().any(|text| text == english), "stale: no command says “{english}”");
        assert!(TEXTS.iter().skip(at + 1).all(|(other, _)| other != english), "twice: {english}");
        let hangul = korean.chars().any(|c| ('가'..='힣').contains(&c));
        assert!(hangul || *korean == "URL", "not Korean: {korean}");
        // Names that must be written as they are: flags, variables, formats, defaults.
        let technical = |word: &&str| {
            word.starts_with("--")
                || word.contains(['_', '"', '/'])
                || word.chars().any(|c| c.is_ascii_digit())
        };
        let words = english.split(|c: char| c.is_whitespace() || "()[],;`{}".contains(c));
        for word in words.filter(technical).filter(|_| english.contains(' ')) {
            assert!(korean.contains(word.trim_end_matches(':')), "“{korean}” lost {word}");
        }
    }
}

#[test]
fn help_is_korean_from_the_first_line_to_the_last() {
    let mut root = command(Cli::command()).term_width(100);
    root.build();
    for (path, mut command) in every(&root) {
        let help = command.render_help().to_string();
        for english in ["Usage", "Options", "Arguments", "Commands", "OPTIONS", "COMMAND", "Print", "default"]
        {
            assert!(!help.contains(english), "{path}: {english}\n{help}");
        }
        assert!(help.contains("사용법: stet"), "{path}\n{help}");
        // The commands of `help` are told without their flags.
        assert!(help.contains("옵션:\n") || path.contains(" help"), "{path}\n{help}");
        for line in help.lines().filter(|line| line.contains("  ")) {
            assert!(line.chars().any(|c| ('가'..='힣').contains(&c)), "{path}: {line}\n{help}");
        }
    }
}

#[test]
fn arguments_stand_in_their_order() {
    let mut root = command(Cli::command()).term_width(100);
    root.build();
    let mut patch = root.find_subcommand("patch").unwrap().clone();
    let help = patch.render_help().to_string();
    let at = |text: &str| help.find(text).unwrap();
    assert!(at("고치기 전의 글") < at("  고친 글"), "{help}");
}

/// The same words make the same sense to the program.
#[test]
fn commands_and_flags_are_those_of_the_english_command_line() {
    let shape = |mut root: Command| {
        root.build();
        let of = |argument: &Arg| {
            format!("{:?} {:?} {:?}", argument.get_id(), argument.get_long(), argument.get_short())
        };
        let mut all: Vec<String> = Vec::new();
        for (path, command) in every(&root) {
            // Clap gives its own `help` commands instead of an argument.
            if path.contains(" help") {
                continue;
            }
            all.extend(command.get_arguments().map(|argument| format!("{path}: {}", of(argument))));
            all.extend(command.get_subcommands().map(|verb| format!("{path} {}", verb.get_name())));
        }
        all.sort();
        all
    };
    assert_eq!(shape(Cli::command()), shape(command(Cli::command())));
    command(Cli::command()).debug_assert();
}

#[test]
fn faults_of_the_command_line_are_said_in_korean() {
    for (line, said) in [
        ("stet --colour", "모르는 인자입니다: '--colour'"),
        ("stet ask --strickt Why?", "비슷한 것이 있습니다: '--strict'"),
        ("stet serv", "비슷한 것이 있습니다: 'search', 'serve'"),
        ("stet frobnicate", "모르는 명령입니다: 'frobnicate'"),
        ("stet ask", "꼭 필요한 인자가 빠졌습니다:\n  <질문>..."),
        ("stet serve --port", "값이 빠졌습니다: '--port <포트>'"),
        ("stet serve --port abc", "쓸 수 없는 값입니다: 'abc'. 정수를 적어 주세요"),
        ("stet serve --port 70000", "0에서 65535 사이의 수를 적어 주세요"),
        ("stet serve --port 1 --port 2", "한 번만 쓸 수 있습니다: '--port <포트>'"),
        ("stet search -k many x", "정수를 적어 주세요"),
        ("stet search -k 99999999999999999999999 x", "너무 큰 수입니다"),
        ("stet verify --all --json", "함께 쓸 수 없습니다: '--all', '--json'"),
        ("stet segment a b", "모르는 인자입니다: 'b'"),
        ("stet segment --5", "'-- --5'"),
        ("stet --config x", "명령이 빠졌습니다: 'stet …'"),
        ("stet help frobnicate", "모르는 명령입니다: 'frobnicate'"),
    ] {
        let english = Cli::command().try_get_matches_from(line.split(' ')).unwrap_err();
        let fault = command(Cli::command()).try_get_matches_from(line.split(' ')).unwrap_err();
        assert_eq!((english.kind(), english.exit_code()), (fault.kind(), fault.exit_code()), "{line}");
        let text = fault.apply::<Korean>().to_string();
        assert!(text.contains(said), "{line}\n{text}");
        for word in ["error", "tip", "Usage", "For more", "OPTIONS", "COMMAND", "value", "exists"] {
            assert!(!text.contains(word), "{line}: {word}\n{text}");
        }
        // The names of the commands are told as they are.
        let told: Vec<&str> =
            text.lines().filter(|line| !line.trim().chars().all(|c| c.is_ascii_lowercase())).collect();
        assert_eq!(language(&told.join("\n")), Language::Ko, "{text}");
    }
    for line in ["stet", "stet criteria", "stet help verify", "stet verify --help", "stet criteria lint -h"] {
        let fault = command(Cli::command()).try_get_matches_from(line.split(' ')).unwrap_err();
        assert!(fault.to_string().contains("사용법: stet"), "{line}\n{fault}");
    }
    let version = command(Cli::command()).try_get_matches_from(["stet", "--version"]).unwrap_err();
    assert_eq!(version.to_string(), format!("stet {}\n", env!("CARGO_PKG_VERSION")));
}
