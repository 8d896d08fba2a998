//! What Korean words end in: particles, and the endings of verbs and adjectives.
//!
//! Owns the lists; the order in which they are tried is `stem`'s.

/// Particles that follow a noun, by the sound they ask for before them.
pub(super) const PARTICLES: &[(&str, After)] = &[
    ("으로부터", After::Any),
    ("에게서는", After::Any),
    ("으로서의", After::Any),
    ("에서부터", After::Any),
    ("이라고는", After::Any),
    ("에게서", After::Any),
    ("에서는", After::Any),
    ("에서도", After::Any),
    ("에서의", After::Any),
    ("에게는", After::Any),
    ("에게도", After::Any),
    ("으로는", After::Any),
    ("으로도", After::Any),
    ("으로써", After::Any),
    ("으로서", After::Any),
    ("로부터", After::Any),
    ("까지의", After::Any),
    ("까지는", After::Any),
    ("부터는", After::Any),
    ("에서만", After::Any),
    ("이라는", After::Any),
    ("이라고", After::Any),
    ("이라도", After::Any),
    ("이거나", After::Any),
    ("에서", After::Any),
    ("에게", After::Any),
    ("에는", After::Any),
    ("에도", After::Any),
    ("에만", After::Any),
    ("에의", After::Any),
    ("으로", After::Any),
    ("로서", After::Any),
    ("로써", After::Any),
    ("로는", After::Any),
    ("까지", After::Any),
    ("부터", After::Any),
    ("마다", After::Any),
    ("처럼", After::Any),
    ("보다", After::Any),
    ("조차", After::Any),
    ("밖에", After::Any),
    ("이나", After::Any),
    ("이며", After::Any),
    ("이고", After::Any),
    ("이란", After::Any),
    ("라는", After::Any),
    ("라고", After::Any),
    ("께서", After::Any),
    ("한테", After::Any),
    ("과의", After::Any),
    ("와의", After::Any),
    ("들이", After::Any),
    ("들은", After::Any),
    ("들을", After::Any),
    ("들의", After::Any),
    ("들", After::Any),
    ("은", After::Closed),
    ("을", After::Closed),
    ("이", After::Closed),
    ("과", After::Closed),
    ("는", After::Open),
    ("를", After::Open),
    ("가", After::Open),
    ("와", After::Open),
    ("의", After::Any),
    ("에", After::Any),
    ("도", After::Any),
    ("만", After::Any),
    ("로", After::Any),
    ("나", After::Open),
];

/// What the syllable before a particle must end in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum After {
    /// A final consonant (`법은`).
    Closed,
    /// A vowel (`휴가는`).
    Open,
    Any,
}

/// First syllables of the endings that make a noun a verb (`허용된다`, `사용하는`, `부여받았다`).
pub(super) const fn is_verb_head(ch: char) -> bool {
    matches!(
        ch,
        '하' | '했'
            | '한'
            | '할'
            | '함'
            | '합'
            | '해'
            | '되'
            | '됐'
            | '된'
            | '될'
            | '됨'
            | '됩'
            | '돼'
            | '시'
            | '킨'
            | '킬'
    )
}

/// Endings of verbs and adjectives, longest first.
pub(super) const ENDINGS: &[&str] = &[
    "었습니다",
    "았습니다",
    "였습니다",
    "겠습니다",
    "습니다",
    "입니다",
    "었으며",
    "았으며",
    "였으며",
    "었지만",
    "았지만",
    "이었다",
    "이므로",
    "으므로",
    "으면서",
    "으려고",
    "는데도",
    "었다",
    "았다",
    "였다",
    "겠다",
    "는다",
    "이다",
    "어야",
    "아야",
    "여야",
    "으며",
    "으면",
    "으나",
    "으니",
    "은데",
    "는데",
    "지만",
    "지는",
    "지도",
    "므로",
    "면서",
    "도록",
    "거나",
    "려고",
    "어서",
    "아서",
    "었던",
    "았던",
    "던",
    "다",
    "며",
    "면",
    "고",
    "지",
    "게",
    "요",
    "기",
    "음",
];

/// Syllables with which an ending goes on behind [`is_verb_head`].
pub(super) const fn is_verbal_tail(ch: char) -> bool {
    matches!(
        ch,
        '다' | '는'
            | '고'
            | '며'
            | '면'
            | '여'
            | '지'
            | '였'
            | '었'
            | '았'
            | '기'
            | '게'
            | '도'
            | '거'
            | '므'
            | '려'
            | '니'
            | '던'
            | '을'
            | '음'
            | '으'
            | '야'
            | '서'
            | '요'
            | '세'
            | '십'
            | '습'
            | '된'
            | '됨'
            | '될'
            | '됐'
            | '되'
            | '시'
            | '켜'
            | '키'
            | '어'
    )
}
