//! What clap says about arguments that it cannot use, in Korean.

use std::error::Error as _;
use std::fmt::Write as _;
use std::num::{IntErrorKind, ParseIntError};

use clap::builder::{StyledStr, Styles};
use clap::error::{ContextKind, ContextValue, Error, ErrorFormatter, ErrorKind};

/// Korean words for the faults of a command line, in the order of clap's own: fault, hints, usage, where help is.
#[derive(Debug)]
pub struct Korean;

impl ErrorFormatter for Korean {
    fn format_error(fault: &Error<Self>) -> StyledStr {
        let styles = Styles::default();
        let (error, hint, heading) = (styles.get_error(), styles.get_valid(), styles.get_usage());
        let mut out = StyledStr::new();
        // Writing into a text does not fail.
        let _ = write!(out, "{error}오류:{error:#} {}", what(fault));
        let hints = hints(fault);
        for (at, line) in hints.iter().enumerate() {
            let gap = if at == 0 { "\n" } else { "" };
            let _ = write!(out, "{gap}\n  {hint}힌트:{hint:#} {line}");
        }
        if let Some(ContextValue::StyledStr(usage)) = fault.get(ContextKind::Usage) {
            let usage = usage.to_string();
            let _ = write!(
                out,
                "\n\n{heading}사용법:{heading:#} {}",
                usage.trim_start_matches("Usage:").trim_start()
            );
        }
        let _ = writeln!(out, "\n\n자세한 설명은 '--help'로 볼 수 있습니다.");
        out
    }
}

/// What is wrong, without a particle behind what was written, since its end is not known.
fn what(fault: &Error<Korean>) -> String {
    let one = |kind| fault.get(kind).map(ToString::to_string).unwrap_or_default();
    let argument = one(ContextKind::InvalidArg);
    let value = one(ContextKind::InvalidValue);
    match fault.kind() {
        ErrorKind::UnknownArgument => format!("모르는 인자입니다: '{argument}'"),
        ErrorKind::InvalidSubcommand => {
            format!("모르는 명령입니다: '{}'", one(ContextKind::InvalidSubcommand))
        }
        ErrorKind::MissingRequiredArgument => {
            format!("꼭 필요한 인자가 빠졌습니다:{}", list(fault.get(ContextKind::InvalidArg)))
        }
        ErrorKind::MissingSubcommand => format!(
            "명령이 빠졌습니다: '{} …'{}",
            one(ContextKind::InvalidSubcommand),
            list(fault.get(ContextKind::ValidSubcommand))
        ),
        ErrorKind::InvalidValue if value.is_empty() => format!("값이 빠졌습니다: '{argument}'"),
        ErrorKind::InvalidValue => {
            let known = list(fault.get(ContextKind::ValidValue));
            format!("'{argument}'에 쓸 수 없는 값입니다: '{value}'{known}")
        }
        ErrorKind::ValueValidation => match fault.source() {
            Some(why) => format!("'{argument}'에 쓸 수 없는 값입니다: '{value}'. {}", reason(why)),
            None => format!("'{argument}'에 쓸 수 없는 값입니다: '{value}'"),
        },
        ErrorKind::TooManyValues => format!("'{argument}'에 값이 너무 많습니다: '{value}'"),
        ErrorKind::ArgumentConflict => match fault.get(ContextKind::PriorArg) {
            Some(ContextValue::String(prior)) if *prior == argument => {
                format!("한 번만 쓸 수 있습니다: '{argument}'")
            }
            Some(prior) => format!("함께 쓸 수 없습니다: '{argument}', '{prior}'"),
            None => format!("다른 인자와 함께 쓸 수 없습니다: '{argument}'"),
        },
        ErrorKind::InvalidUtf8 => "인자가 UTF-8이 아닙니다".to_owned(),
        other => format!("인자를 읽을 수 없습니다({other})"),
    }
}

/// Why a value is none: the words of our own parsers are Korean already.
fn reason(why: &(dyn std::error::Error + 'static)) -> String {
    if let Some(fault) = why.downcast_ref::<ParseIntError>() {
        return match fault.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => "너무 큰 수입니다".to_owned(),
            _ => "정수를 적어 주세요".to_owned(),
        };
    }
    let why = why.to_string();
    match why.split_once(" is not in ").and_then(|(_, range)| range.split_once("..=")) {
        Some((least, greatest)) => format!("{least}에서 {greatest} 사이의 수를 적어 주세요"),
        None => why,
    }
}

fn list(of: Option<&ContextValue>) -> String {
    let Some(ContextValue::Strings(names)) = of else { return String::new() };
    names.iter().fold(String::new(), |list, name| list + "\n  " + name)
}

fn hints(fault: &Error<Korean>) -> Vec<String> {
    let mut hints = Vec::new();
    for kind in [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue] {
        let names = match fault.get(kind) {
            Some(ContextValue::String(name)) => format!("'{name}'"),
            Some(ContextValue::Strings(names)) if !names.is_empty() => {
                names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ")
            }
            _ => continue,
        };
        hints.push(format!("비슷한 것이 있습니다: {names}"));
    }
    if let Some(ContextValue::StyledStrs(lines)) = fault.get(ContextKind::Suggested) {
        hints.extend(lines.iter().filter_map(|line| suggested(&line.to_string())));
    }
    hints
}

/// Clap's English sentence about another way to write it; what is quoted in it stays.
fn suggested(english: &str) -> Option<String> {
    let mut quoted = english.split('\'').skip(1).step_by(2);
    let first = quoted.next()?;
    if english.starts_with("to pass") {
        return Some(format!("값으로 쓰려면 이렇게 적습니다: '{}'", quoted.next()?));
    }
    if english.starts_with("subcommand") {
        return Some(format!("'--' 없이 적으면 명령이 됩니다: '{first}'"));
    }
    english.ends_with("exists").then(|| format!("이렇게 쓸 수 있습니다: '{first}'"))
}
