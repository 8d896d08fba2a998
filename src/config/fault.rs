//! Why settings cannot be read, in the words of the two languages.

use std::fmt;
use std::path::PathBuf;

use super::environment::with_variable;
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
    #[error(
        "{name} is no setting any more: nearness of meaning did not tell true claims from false ones. Remove it; what words leave open is judged by a model (STET_JUDGE_MODEL, else OPENAI_MODEL), and STET_EMBEDDING_MODEL_DIR finds by meaning"
    )]
    Gone { name: &'static str },
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
            Self::Gone { name } => format!(
                "{name}은(는) 이제 없는 설정입니다. 뜻이 가까운지로는 맞는 주장과 틀린 주장을 가리지 못했습니다. 설정을 지워 주세요. 낱말로 가리지 못한 것은 모델(STET_JUDGE_MODEL, 없으면 OPENAI_MODEL)이 판정하고, 뜻으로 찾는 모델은 STET_EMBEDDING_MODEL_DIR에 지정합니다"
            ),
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

/// What a setting has to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    Between(usize, usize),
    AtLeast(usize),
    /// Of a secret, whose length alone is told.
    Characters(usize),
    HalfOfChunk,
    OneEmbedding,
    /// An address that begins with one of these.
    Begins(&'static str, &'static str),
    /// Needed where another setting is set.
    Beside(&'static str),
    Https,
    /// Rows that say what groups give.
    Grants,
    /// Words with this one among them.
    Holds(&'static str),
}

impl Rule {
    /// What stands between a setting and the value that is told of it.
    const fn verb(self) -> &'static str {
        if let Self::Characters(_) = self { "has a length of" } else { "is" }
    }

    fn korean(self) -> String {
        match self {
            Self::Between(least, greatest) => format!("{least}에서 {greatest} 사이여야 합니다"),
            Self::AtLeast(least) => format!("{least} 이상이어야 합니다"),
            Self::Characters(least) => format!("{least}자 이상이어야 합니다(`openssl rand -hex 32`)"),
            Self::HalfOfChunk => "ingest.chunk_size의 절반 이하여야 합니다".to_owned(),
            Self::OneEmbedding => "embedding.model_dir도 설정되어 있으니 하나만 남겨 주세요".to_owned(),
            Self::Begins(one, other) => format!("{one} 또는 {other}로 시작해야 합니다"),
            Self::Beside(other) => format!("{other}을(를) 정했으면 함께 정해야 합니다"),
            Self::Https => "https://로 시작해야 합니다(http://는 이 컴퓨터의 주소만)".to_owned(),
            Self::Grants => "한 줄은 `그룹 = 작업 공간:read`(또는 ask, write, admin)여야 합니다".to_owned(),
            Self::Holds(word) => format!("{word}이(가) 들어 있어야 합니다"),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Between(least, greatest) => write!(f, "it must lie between {least} and {greatest}"),
            Self::AtLeast(least) => write!(f, "it must be at least {least}"),
            Self::Characters(least) => {
                write!(f, "it must have at least {least} characters (`openssl rand -hex 32`)")
            }
            Self::HalfOfChunk => f.write_str("it must be at most half of ingest.chunk_size"),
            Self::OneEmbedding => f.write_str("embedding.model_dir is set, too; keep one of them"),
            Self::Begins(one, other) => write!(f, "it must begin with {one} or {other}"),
            Self::Beside(other) => write!(f, "it is needed where {other} is set"),
            Self::Https => f.write_str("it must begin with https:// (http:// only for this machine)"),
            Self::Grants => f.write_str("each row must be `group = workspace:read` (or ask, write or admin)"),
            Self::Holds(word) => write!(f, "{word} must be among it"),
        }
    }
}
