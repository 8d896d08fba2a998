//! Why settings cannot be read, in the words of the two languages.

use std::fmt;
use std::path::PathBuf;

use super::gone::Gone;
use super::rule::Rule;
use super::settings::with_variable;
use stet_text::Language;

/// Why the settings could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("cannot read the settings file {path}: {source}")]
    Read { path: PathBuf, source: std::io::Error },
    #[error("the settings file {path} is not valid TOML: {source}")]
    Syntax { path: PathBuf, source: Box<toml::de::Error> },
    #[error("cannot read the file {path} that {name} names: {source}")]
    Secret { name: String, path: PathBuf, source: std::io::Error },
    #[error("both {name} and {name}_FILE are set; keep one of them")]
    Twice { name: String },
    #[error("{name} should be {expected}, but is “{value}”")]
    Value { name: String, value: String, expected: Expected },
    #[error("a setting is wrong: {0}")]
    Setting(Box<toml::de::Error>),
    #[error("{}", .0.message(Language::En))]
    Gone(&'static Gone),
    #[error("{} {} {value}: {rule}", with_variable(name), rule.verb())]
    Rule { name: &'static str, value: String, rule: Rule },
}

impl ConfigError {
    /// What is wrong, for a person.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        if language == Language::En {
            return self.to_string();
        }
        match self {
            Self::Read { path, source } => {
                format!("설정 파일 {}을(를) 읽을 수 없습니다: {source}", path.display())
            }
            Self::Syntax { path, source } => {
                format!("설정 파일 {}이(가) 올바른 TOML이 아닙니다: {source}", path.display())
            }
            Self::Secret { name, path, source } => {
                format!("{name}에 적힌 파일 {}을(를) 읽을 수 없습니다: {source}", path.display())
            }
            Self::Twice { name } => {
                format!("{name}와(과) {name}_FILE이 모두 설정되어 있으니 하나만 남겨 주세요")
            }
            Self::Value { name, value, expected } => {
                format!("{name}에는 {} 적어야 합니다. 지금은 “{value}”입니다", expected.korean())
            }
            Self::Setting(fault) => format!("설정 하나가 잘못되었습니다: {fault}"),
            Self::Gone(gone) => gone.message(language),
            Self::Rule { name, value, rule: rule @ Rule::Characters(_) } => {
                format!("{}의 길이가 {value}자입니다. {}", with_variable(name), rule.korean())
            }
            Self::Rule { name, value, rule } => {
                format!("{}의 값이 {value}입니다. {}", with_variable(name), rule.korean())
            }
        }
    }
}

/// What a variable has to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    Integer,
    Number,
    Switch,
}

impl Expected {
    const fn korean(self) -> &'static str {
        match self {
            Self::Integer => "정수를",
            Self::Number => "수를",
            Self::Switch => "true나 false를",
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Integer => "a whole number",
            Self::Number => "a number",
            Self::Switch => "true or false",
        })
    }
}
