//! What can be wrong with a pack, in words, and its limits.

/// Rules a pack may have.
pub const RULE_LIMIT: usize = 5_000;
/// Characters a written pattern may have.
pub const PATTERN_LIMIT: usize = 20_000;
/// The most of them.
pub const SIZE_LIMIT: usize = 1 << 23;

/// What is wrong with a pack or one of its rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mistake {
    /// The pack has another shape; what the reader says of it.
    Shape(String),
    /// There is nothing in the file.
    Empty,
    /// More rules than [`RULE_LIMIT`].
    Rules(usize),
    NoId,
    SameId(String),
    NoText,
    NoTokens,
    NoBounds,
    /// A check of Vale that Stet does not have.
    Check(String),
    /// A formula of reading that Stet does not have.
    Metric(String),
    /// A setting of a project that changes nothing here.
    Setting(String),
    /// A dictionary that is not there.
    Dictionary(String),
    /// An action that makes nothing of a hit here.
    Action(String),
    /// A scope that no block has.
    Scope(String),
    /// More characters than [`PATTERN_LIMIT`].
    Long,
    /// A pattern, the first characters of it, that takes more than [`SIZE_LIMIT`].
    Large(String),
    /// The first characters of a pattern, and what the engine says of it.
    Pattern(String, String),
}

impl Mistake {
    /// Whether a rule is right and Stet cannot run it: it stays in its pack, and every report names it.
    #[must_use]
    pub const fn is_foreign(&self) -> bool {
        matches!(self, Self::Check(_) | Self::Metric(_) | Self::Dictionary(_))
    }

    pub(super) fn english(&self) -> String {
        match self {
            Self::Shape(why) => why.clone(),
            Self::Empty => "the file is empty".to_owned(),
            Self::Rules(count) => format!("a pack may have {RULE_LIMIT} rules, this one has {count}"),
            Self::NoId => "a rule needs an id".to_owned(),
            Self::SameId(id) => format!("two rules have the id `{id}`"),
            Self::NoText => "a rule needs a text or a pattern".to_owned(),
            Self::NoTokens => "an existence check needs tokens".to_owned(),
            Self::NoBounds => "an occurrence check needs max or min".to_owned(),
            Self::Check(name) => format!("the check `{name}` is not run here"),
            Self::Metric(name) => format!("there is no formula `{name}`"),
            Self::Setting(name) => format!("`{name}` changes nothing here"),
            Self::Dictionary(name) => format!("the dictionary `{name}` is not there"),
            Self::Action(name) => format!("the action `{name}` suggests nothing here; the rule itself runs"),
            Self::Scope(name) => format!("there is no scope `{name}`"),
            Self::Long => format!("a pattern may have {PATTERN_LIMIT} characters"),
            Self::Large(pattern) => {
                format!(
                    "bad pattern `{pattern}`: it takes more than {SIZE_LIMIT} bytes when compiled, or those of the pack take too much together"
                )
            }
            Self::Pattern(pattern, why) => format!("bad pattern `{pattern}`: {why}"),
        }
    }

    pub(super) fn korean(&self) -> String {
        match self {
            Self::Shape(why) => format!("모양이 맞지 않습니다: {why}"),
            Self::Empty => "파일이 비어 있습니다".to_owned(),
            Self::Rules(count) => {
                format!("묶음에는 규칙을 {RULE_LIMIT}개까지 둘 수 있는데 {count}개가 있습니다")
            }
            Self::NoId => "규칙에 id가 없습니다".to_owned(),
            Self::SameId(id) => format!("id가 `{id}`인 규칙이 둘입니다"),
            Self::NoText => "규칙에 글(text)이나 패턴(pattern)이 있어야 합니다".to_owned(),
            Self::NoTokens => "existence 검사에는 tokens가 있어야 합니다".to_owned(),
            Self::NoBounds => "occurrence 검사에는 max나 min이 있어야 합니다".to_owned(),
            Self::Check(name) => format!("`{name}` 검사는 여기서 하지 않습니다"),
            Self::Metric(name) => format!("`{name}` 공식은 없습니다"),
            Self::Setting(name) => format!("`{name}` 설정은 여기서 아무것도 바꾸지 않습니다"),
            Self::Dictionary(name) => format!("`{name}` 사전이 없습니다"),
            Self::Action(name) => {
                format!("`{name}` 동작은 여기서 고칠 말을 내지 않습니다. 규칙은 그대로 봅니다")
            }
            Self::Scope(name) => format!("`{name}`(이)라는 범위(scope)는 없습니다"),
            Self::Long => format!("패턴은 {PATTERN_LIMIT}자까지 쓸 수 있습니다"),
            Self::Large(pattern) => {
                format!(
                    "패턴 `{pattern}`이(가) 너무 큽니다. 번역하면 {SIZE_LIMIT}바이트를 넘거나, 묶음의 패턴을 합친 것이 너무 큽니다"
                )
            }
            Self::Pattern(pattern, why) => format!("패턴 `{pattern}`이(가) 잘못되었습니다: {why}"),
        }
    }
}

/// The field that a mistake is in, and the mistake.
pub(super) type Misplaced = (&'static str, Mistake);
