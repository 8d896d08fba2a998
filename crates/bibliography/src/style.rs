//! Citation styles: which there are, and how one reads in a language.

use std::sync::LazyLock;

use hayagriva::archive::{ArchivedStyle, locales};
use hayagriva::citationberg::{IndependentStyle, Locale, LocaleCode, LocaleFile, Style as AnyStyle};
use stet_text::Language;

/// A citation style. Its name on the wire is that of [`Style::name`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    Apa,
    ChicagoAuthorDate,
    ChicagoNotes,
    Ieee,
    Mla,
    Vancouver,
    Korean,
}

impl Style {
    pub const ALL: [Self; 7] = [
        Self::Apa,
        Self::ChicagoAuthorDate,
        Self::ChicagoNotes,
        Self::Ieee,
        Self::Mla,
        Self::Vancouver,
        Self::Korean,
    ];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Apa => "apa",
            Self::ChicagoAuthorDate => "chicago-author-date",
            Self::ChicagoNotes => "chicago-notes",
            Self::Ieee => "ieee",
            Self::Mla => "mla",
            Self::Vancouver => "vancouver",
            Self::Korean => "korean",
        }
    }

    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|style| style.name() == name)
    }

    /// The style of a text in a language for which nobody has chosen one.
    #[must_use]
    pub const fn usual(language: Language) -> Self {
        match language {
            Language::Ko => Self::Korean,
            Language::En => Self::Apa,
        }
    }

    /// The style for works in a language. The Korean one sets works in other languages as APA does, as Korean journals ask.
    pub(crate) fn csl(self, language: Language) -> Option<IndependentStyle> {
        let archived = match self {
            Self::Korean if language == Language::Ko => {
                return IndependentStyle::from_xml(include_str!("../styles/korean.csl")).ok();
            }
            Self::Apa | Self::Korean => ArchivedStyle::AmericanPsychologicalAssociation,
            Self::ChicagoAuthorDate => ArchivedStyle::ChicagoAuthorDate,
            Self::ChicagoNotes => ArchivedStyle::ChicagoNotes,
            Self::Ieee => ArchivedStyle::InstituteOfElectricalAndElectronicsEngineers,
            Self::Mla => ArchivedStyle::ModernLanguageAssociation,
            Self::Vancouver => ArchivedStyle::NlmCitationSequence,
        };
        let AnyStyle::Independent(mut style) = archived.get() else { return None };
        style.locale.extend(TERMS.clone());
        Some(style)
    }
}

/// Terms in which Korean texts differ from the archive's, which are translated word for word.
static TERMS: LazyLock<Option<Locale>> =
    LazyLock::new(|| LocaleFile::from_xml(include_str!("../styles/terms-ko.xml")).ok().map(Locale::from));

/// The locales of both languages.
pub(crate) static LOCALES: LazyLock<Vec<Locale>> = LazyLock::new(|| {
    let ours =
        |locale: &Locale| locale.lang.as_ref().is_some_and(|code| matches!(&*code.0, "en-US" | "ko-KR"));
    locales().into_iter().filter(ours).collect()
});

pub(crate) fn locale(language: Language) -> LocaleCode {
    LocaleCode(if language == Language::Ko { "ko-KR" } else { "en-US" }.to_owned())
}
