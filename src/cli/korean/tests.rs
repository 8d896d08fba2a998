use clap::{Arg, Command, CommandFactory as _};

use super::super::Cli;
use super::TEXTS;
use stet_terminal::korean::{Korean, every, gaps};
use stet_text::{Language, language};

fn command(english: Command) -> Command {
    stet_terminal::korean::command(english, TEXTS)
}

#[test]
fn every_command_and_argument_has_a_korean_text_and_every_korean_text_is_used() {
    assert_eq!(gaps(&Cli::command(), TEXTS), Vec::<String>::new());
}

#[test]
fn help_is_korean_from_the_first_line_to_the_last() {
    let mut root = command(Cli::command()).term_width(100);
    root.build();
    for (path, command) in every(&root) {
        let help = command.clone().render_help().to_string();
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
