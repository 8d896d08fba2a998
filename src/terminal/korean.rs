//! The command line in Korean: the tree of commands that shows a program's Korean texts.
//!
//! The English text, a doc comment of a verb, is the key: one that changes has no Korean text any more, and [`gaps`] tells a test of
//! the program. What clap says about arguments that it cannot use is in `faults`. Names of commands and flags are the same in both
//! languages.

mod faults;

use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Command};

pub use faults::Korean;

/// What clap shows of a program, in English and in Korean: descriptions of commands, of arguments, and the names of values.
pub type Texts = &'static [(&'static str, &'static str)];

const ARGUMENTS: &str = "인자";
const OPTIONS: &str = "옵션";
const COMMANDS: &str = "명령";

/// The Korean text for an English one.
fn korean(english: &str, texts: Texts) -> Option<&'static str> {
    texts.iter().find(|(key, _)| *key == english).map(|(_, korean)| *korean)
}

/// The commands as they are, with Korean texts.
#[must_use]
pub fn command(english: Command, texts: Texts) -> Command {
    let mut command = translated(english, texts);
    // clap adds its `help` and makes the lines of usage from what is translated by now; the rest of its words follow.
    command.build();
    finish(&mut command);
    command
}

/// The command and those below it, with the flags that clap would add by itself and in English.
fn translated(command: Command, texts: Texts) -> Command {
    let about = command.get_about().map(|about| text(about, texts)).unwrap_or_default();
    let flag = |name: &'static str, short, action, help: &'static str| {
        let flag = Arg::new(name).long(name).short(short).action(action);
        flag.help(help).help_heading(OPTIONS).display_order(999)
    };
    let passes_on = command.is_disable_help_flag_set();
    let command = command
        .about(about)
        .mut_args(in_order(texts))
        .mut_subcommands(|command| translated(command, texts))
        .subcommand_value_name(COMMANDS)
        .disable_help_flag(true)
        .disable_version_flag(true);
    if passes_on {
        return command;
    }
    command.arg(flag("help", 'h', ArgAction::Help, "도움말을 보여 줍니다")).arg(flag(
        "version",
        'V',
        ArgAction::Version,
        "버전을 보여 줍니다",
    ))
}

/// What does not depend on arguments, which cannot be changed any more.
fn finish(command: &mut Command) {
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim_start();
    let usage = usage.replace("[OPTIONS]", &format!("[{OPTIONS}]")).replace("COMMAND", COMMANDS);
    let mut own = std::mem::take(command);
    let heading = own.get_styles().get_usage();
    let template = format!(
        "{{about-with-newline}}\n{heading}사용법:{heading:#} {{usage}}\n\n{{all-args}}{{after-help}}"
    );
    own = own.override_usage(usage).help_template(template).subcommand_help_heading(COMMANDS);
    if own.get_name() == "help" {
        own = own.about("이 도움말이나 명령의 도움말을 보여 줍니다");
    }
    own.get_subcommands_mut().for_each(finish);
    *command = own;
}

/// Translates arguments one after another. Under a heading of their own, clap would sort those with a place by name.
fn in_order(texts: Texts) -> impl FnMut(Arg) -> Arg {
    let mut place = 0;
    move |english| {
        let argument = argument(english, texts);
        if !argument.is_positional() {
            return argument;
        }
        place += 1;
        argument.display_order(place)
    }
}

fn argument(argument: Arg, texts: Texts) -> Arg {
    let help = argument.get_help().map(|help| text(help, texts)).unwrap_or_default();
    let heading = if argument.is_positional() { ARGUMENTS } else { OPTIONS };
    let names: Option<Vec<&str>> =
        argument.get_value_names().and_then(|names| names.iter().map(|name| korean(name, texts)).collect());
    let argument = argument.help(help).help_heading(heading);
    match names {
        Some(names) => argument.value_names(names),
        None => argument,
    }
}

fn text(english: &StyledStr, texts: Texts) -> StyledStr {
    let english = english.to_string();
    korean(&english, texts).map_or_else(|| StyledStr::from(&english), StyledStr::from)
}

/// Every command that is shown, with the way to it.
#[must_use]
pub fn every(root: &Command) -> Vec<(String, &Command)> {
    let mut all = vec![(root.get_name().to_owned(), root)];
    for verb in root.get_subcommands().filter(|verb| !verb.is_hide_set()) {
        all.extend(every(verb).into_iter().map(|(path, verb)| (format!("{} {path}", root.get_name()), verb)));
    }
    all
}

/// All texts of a command that a person reads.
fn shown_texts(command: &Command) -> Vec<String> {
    let of = |argument: &Arg| {
        let names = argument.get_value_names().filter(|_| argument.get_action().takes_values());
        let mut of: Vec<String> = names.unwrap_or_default().iter().map(ToString::to_string).collect();
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

/// What is wrong with the Korean texts of a program, for its tests: one that is missing, used nowhere, given twice, not Korean, or
/// without a name that must be written as it is.
#[must_use]
pub fn gaps(root: &Command, texts: Texts) -> Vec<String> {
    let mut gaps = Vec::new();
    let all = every(root);
    for (path, command) in &all {
        let lacking = shown_texts(command).into_iter().filter(|text| korean(text, texts).is_none());
        gaps.extend(lacking.map(|text| format!("no Korean text for “{text}” of `{path}`")));
    }
    let shown: Vec<String> = all.iter().flat_map(|(_, command)| shown_texts(command)).collect();
    for (at, (english, korean)) in texts.iter().enumerate() {
        if !shown.iter().any(|text| text == english) {
            gaps.push(format!("stale: no command says “{english}”"));
        }
        if texts.iter().skip(at + 1).any(|(other, _)| other == english) {
            gaps.push(format!("twice: {english}"));
        }
        if *korean != "URL" && !korean.contains(|ch| ('가'..='힣').contains(&ch)) {
            gaps.push(format!("not Korean: {korean}"));
        }
        // Flags, variables, formats, defaults.
        let technical = |word: &&str| {
            word.starts_with("--")
                || word.contains(['_', '"', '/'])
                || word.contains(|ch: char| ch.is_ascii_digit())
        };
        let words = english.split(|ch: char| ch.is_whitespace() || "()[],;`{}".contains(ch));
        let names = words.filter(technical).filter(|_| english.contains(' '));
        let lost = names.filter(|name| !korean.contains(name.trim_end_matches(':')));
        gaps.extend(lost.map(|name| format!("“{korean}” lost {name}")));
    }
    gaps
}
