//! What a setting is, and the macro that makes structs, defaults and the table of all of them from one declaration each.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use stet_gate::RuleSet;
use stet_marks::statute::Unverifiable;
use stet_sources::fusion::Fusion;
use stet_text::Language;

use super::rule::Rule;

/// How the value of a variable is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Integer,
    Number,
    Switch,
    /// Words between commas.
    List,
}

/// A table of `stet.toml`.
#[derive(Debug)]
pub(super) struct Section {
    #[cfg(test)]
    pub name: &'static str,
    #[cfg(test)]
    pub texts: [&'static str; 2],
    pub settings: &'static [Setting],
}

/// One line of it.
#[derive(Debug)]
pub(super) struct Setting {
    /// `server.port`.
    pub name: &'static str,
    /// The last that is set wins. Each may be a file's instead (`NAME_FILE`).
    pub variables: &'static [&'static str],
    pub kind: Kind,
    pub rules: &'static [Rule],
    /// English, Korean.
    #[cfg(test)]
    pub texts: [&'static str; 2],
}

/// A type that a setting may have.
pub(super) trait Typed {
    const KIND: Kind;
}

macro_rules! typed {
    ($($kind:ident: $($type:ty),+;)+) => { $($(impl Typed for $type { const KIND: Kind = Kind::$kind; })+)+ };
}

typed! {
    Text: String, PathBuf, Embeddings, Fusion, Unverifiable;
    Integer: u16, u32, u64, usize;
    Number: f32, f64;
    Switch: bool;
    List: Vec<String>, Vec<Language>, RuleSet;
}

impl<T: Typed> Typed for Option<T> {
    const KIND: Kind = T::KIND;
}

/// Who embeds texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Embeddings {
    /// The model that is installed on this machine.
    Local,
    /// Nobody: feature hashing, which knows words alone.
    Hashing,
    /// A sentence encoder on this machine, by its folder.
    Folder(PathBuf),
    /// The model of a server, by its name.
    Server(String),
}

impl From<String> for Embeddings {
    fn from(text: String) -> Self {
        match text.as_str() {
            "local" => Self::Local,
            "hashing" => Self::Hashing,
            // Models of a server have names with slashes, too (`intfloat/e5`).
            path if path.starts_with('.') || Path::new(path).is_absolute() => Self::Folder(text.into()),
            _ => Self::Server(text),
        }
    }
}

impl From<Embeddings> for String {
    fn from(embeddings: Embeddings) -> Self {
        match embeddings {
            Embeddings::Local => "local".to_owned(),
            Embeddings::Hashing => "hashing".to_owned(),
            Embeddings::Folder(path) => path.to_string_lossy().into_owned(),
            Embeddings::Server(name) => name,
        }
    }
}

/// Sections of settings: the English text as doc comment, the Korean one in brackets, then name, type, default, variables and the
/// rules that a value has to keep. `beside` a section stands what no file sets.
macro_rules! settings {
    ($(
        $(#[doc = $about:literal])+
        ($about_korean:literal)
        $section:ident: $struct:ident {
            $(
                $(#[doc = $english:literal])+
                ($korean:literal)
                $field:ident: $type:ty = $default:expr, [$($variable:literal),*] $(, $rule:expr)*;
            )*
        }
        $(beside { $($(#[doc = $told:literal])+ $extra:ident: $extra_type:ty),+ })?
    )+) => {
        /// All settings of one process.
        #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Config {
            $(pub $section: $struct,)+
            /// The workspace of a verb of the command line, by its name; none: the default one. No setting: a server serves all.
            #[serde(skip)]
            pub workspace: Option<String>,
            /// Variables that are set and are no settings any more.
            #[serde(skip)]
            pub gone: Vec<&'static Gone>,
        }

        $(
            $(#[doc = $about])+
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
            #[serde(default, deny_unknown_fields)]
            pub struct $struct {
                $($(#[doc = $english])+ pub $field: $type,)*
                $($($(#[doc = $told])+ #[serde(skip)] pub $extra: $extra_type,)+)?
            }

            impl Default for $struct {
                fn default() -> Self {
                    Self { $($field: $default,)* $($($extra: Default::default(),)+)? }
                }
            }
        )+

        pub(super) const SECTIONS: &[Section] = &[$(Section {
            #[cfg(test)]
            name: stringify!($section),
            #[cfg(test)]
            texts: [concat!($($about),+), $about_korean],
            settings: &[$(Setting {
                name: concat!(stringify!($section), ".", stringify!($field)),
                variables: &[$($variable),*],
                kind: <$type as Typed>::KIND,
                rules: &[$($rule),*],
                #[cfg(test)]
                texts: [concat!($($english),+), $korean],
            }),*],
        }),+];
    };
}

pub(super) use settings;
