//! What settings have to keep, and how it is said in the two languages.

use std::fmt;

use toml::Value;

use super::oidc::{grants, is_safe};

/// What a setting has to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    Between(u32, u32),
    AtLeast(u32),
    /// Of a secret, whose length alone is told.
    Characters(usize),
    /// An address, or each of some, that begins with one of these.
    Begins(&'static str, &'static str),
    /// Needed where another setting is set.
    Beside(&'static str),
    Https,
    /// Steps of an address behind `/`, or nothing.
    Path,
    /// Rows that say what groups give.
    Grants,
}

impl Rule {
    /// What may be told of a value that breaks the rule. `is_set` knows of the other settings.
    pub(super) fn broken(self, value: Option<&Value>, is_set: impl Fn(&str) -> bool) -> Option<String> {
        let text = value.and_then(Value::as_str);
        match self {
            Self::Between(least, most) => out_of(value?, f64::from(least), f64::from(most)),
            Self::AtLeast(least) => out_of(value?, f64::from(least), f64::INFINITY),
            Self::Characters(least) => {
                Some(text?.chars().count()).filter(|count| *count < least).map(|count| count.to_string())
            }
            Self::Begins(one, other) => {
                let list = value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
                text.into_iter().chain(list).find_map(|url| foreign(url, one, other))
            }
            Self::Beside(other) => {
                (is_set(other) && text.is_none_or(|text| text.trim().is_empty())).then(|| "“”".to_owned())
            }
            Self::Https => text.filter(|url| !is_safe(url)).map(|url| {
                let scheme = url.split_once("://").map_or("...", |(scheme, _)| scheme);
                format!("{scheme}://...")
            }),
            Self::Path => text.filter(|path| !is_path(path)).map(|path| format!("“{path}”")),
            Self::Grants => grants(text?).err().map(|row| format!("“{row}”")),
        }
    }

    /// What stands between a setting and the value that is told of it.
    pub(super) const fn verb(self) -> &'static str {
        if let Self::Characters(_) = self { "has a length of" } else { "is" }
    }

    pub(super) fn korean(self) -> String {
        match self {
            Self::Between(least, greatest) => format!("{least}에서 {greatest} 사이여야 합니다"),
            Self::AtLeast(least) => format!("{least} 이상이어야 합니다"),
            Self::Characters(least) => format!("{least}자 이상이어야 합니다(`openssl rand -hex 32`)"),
            Self::Begins(one, other) => format!("{one} 또는 {other}로 시작해야 합니다"),
            Self::Beside(other) => format!("{other}을(를) 정했으면 함께 정해야 합니다"),
            Self::Https => "https://로 시작해야 합니다(http://는 이 컴퓨터의 주소만)".to_owned(),
            Self::Path => {
                "`/`로 시작하고 `/`로 끝나지 않으며, 글자·숫자·`-._~`로만 이루어져야 합니다".to_owned()
            }
            Self::Grants => "한 줄은 `그룹 = 작업 공간:read`(또는 ask, write, admin)여야 합니다".to_owned(),
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
            Self::Begins(one, other) => write!(f, "it must begin with {one} or {other}"),
            Self::Beside(other) => write!(f, "it is needed where {other} is set"),
            Self::Https => f.write_str("it must begin with https:// (http:// only for this machine)"),
            Self::Path => f.write_str("it must be like `/stet`: letters, digits and `-._~` behind each `/`"),
            Self::Grants => f.write_str("each row must be `group = workspace:read` (or ask, write or admin)"),
        }
    }
}

/// Whether it is nothing, or steps of which none is empty or leads elsewhere.
fn is_path(path: &str) -> bool {
    let plain = |step: &str| {
        !matches!(step, "" | "." | "..")
            && step.chars().all(|ch| ch.is_ascii_alphanumeric() || "-._~".contains(ch))
    };
    path.is_empty() || path.strip_prefix('/').is_some_and(|steps| steps.split('/').all(plain))
}

/// A number that does not lie between two others.
fn out_of(value: &Value, least: f64, most: f64) -> Option<String> {
    #[expect(clippy::cast_precision_loss, reason = "bounds are small")]
    let number = value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64))?;
    (!(least..=most).contains(&number)).then(|| number.to_string())
}

/// An address that does not begin as it must. Only its beginning is told: it may hold a password.
fn foreign(url: &str, one: &str, other: &str) -> Option<String> {
    let lower = url.trim().to_ascii_lowercase();
    if lower.starts_with(one) || lower.starts_with(other) {
        return None;
    }
    Some(url.split_once("://").map_or_else(
        || if url.contains('@') { "...".to_owned() } else { url.to_owned() },
        |(scheme, _)| format!("{scheme}://..."),
    ))
}
