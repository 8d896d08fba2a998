//! The nouns of a Korean text, and the part that its particle gives each.

use crate::text::reading::{Reading, SPACE};
use crate::text::similarity::hash;
use stet_text::span::Span;
use stet_text::{Script, SyllableSet, is_closed, syllable_at};

/// What a noun is to its predicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Who does it.
    Agent,
    /// Whom or what it is done to.
    Object,
    Recipient,
    Source,
    Goal,
    /// Where to, into what, or by what means (`로`).
    Way,
    /// What is spoken of: mostly the agent.
    Topic,
    /// What something is compared with.
    Standard,
    /// Whose something is.
    Owner,
    /// Because of what (`때문에`).
    Cause,
}

/// Whether a particle stands behind a final consonant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Behind {
    Final,
    Vowel,
    Any,
}

/// A Korean particle with the part it gives a noun.
type Particle = (&'static str, Part, Behind);

/// Korean particles by their last syllables, longest first.
const PARTICLES: &[(char, &[Particle])] = &[
    (
        '터',
        &[
            ("으로부터", Part::Source, Behind::Final),
            ("로부터", Part::Source, Behind::Any),
            ("부터", Part::Source, Behind::Any),
        ],
    ),
    (
        '서',
        &[
            ("에게서", Part::Source, Behind::Any),
            ("께서", Part::Agent, Behind::Any),
            ("에서", Part::Source, Behind::Any),
        ],
    ),
    (
        '는',
        &[
            ("에게는", Part::Recipient, Behind::Any),
            ("에서는", Part::Source, Behind::Any),
            ("에는", Part::Recipient, Behind::Any),
            ("는", Part::Topic, Behind::Vowel),
        ],
    ),
    ('게', &[("에게", Part::Recipient, Behind::Any)]),
    ('테', &[("한테", Part::Recipient, Behind::Any)]),
    ('지', &[("까지", Part::Goal, Behind::Any)]),
    (
        '의',
        &[
            ("과의", Part::Owner, Behind::Final),
            ("와의", Part::Owner, Behind::Vowel),
            ("의", Part::Owner, Behind::Any),
        ],
    ),
    (
        '로',
        &[
            ("에게로", Part::Way, Behind::Any),
            ("으로", Part::Way, Behind::Final),
            ("로", Part::Way, Behind::Any),
        ],
    ),
    ('께', &[("께", Part::Recipient, Behind::Any)]),
    ('에', &[("에", Part::Recipient, Behind::Any)]),
    ('이', &[("이", Part::Agent, Behind::Final)]),
    ('가', &[("가", Part::Agent, Behind::Vowel)]),
    ('은', &[("은", Part::Topic, Behind::Final)]),
    ('을', &[("을", Part::Object, Behind::Final)]),
    ('를', &[("를", Part::Object, Behind::Vowel)]),
];

/// The particle of what something is compared with; a verb, too, but not behind a noun.
const THAN: &str = "보다";

/// A Korean noun as it is written, and the hash of it: nouns are compared often, and most differ.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Noun<'a> {
    pub text: &'a str,
    hash: u32,
}

impl<'a> Noun<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, hash: hash(text) }
    }
}

impl PartialEq for Noun<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && self.text == other.text
    }
}

/// Bits of nouns, by their hashes: of most nouns that are looked for some texts have none.
#[derive(Debug)]
pub(crate) struct Nouns([u64; 8]);

impl Nouns {
    /// Those of some lists.
    pub(crate) fn of(lists: &[Vec<Member<'_>>]) -> Self {
        let mut bits = [0; 8];
        for member in lists.iter().flatten() {
            let (block, bit) = Self::place(member.noun);
            bits[block] |= bit;
        }
        Self(bits)
    }

    /// Whether a noun may be one of these.
    pub(crate) fn may_have(&self, noun: Noun<'_>) -> bool {
        let (block, bit) = Self::place(noun);
        self.0[block] & bit != 0
    }

    fn place(noun: Noun<'_>) -> (usize, u64) {
        ((noun.hash >> 6) as usize % 8, 1 << (noun.hash % 64))
    }
}

/// A Korean noun and its part, at a position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Member<'a> {
    pub noun: Noun<'a>,
    pub part: Part,
    /// The position of its last word.
    pub at: usize,
}

/// The last syllables of the particles.
static LAST: SyllableSet = SyllableSet::of(&[
    '터', '서', '는', '게', '테', '께', '지', '로', '에', '이', '가', '은', '을', '를', '의', '다',
]);

/// Whether a Korean word may end in a particle.
fn may_have_particle(word: &str) -> bool {
    let last = word.len().checked_sub(3).and_then(|at| syllable_at(word.as_bytes(), at));
    last.is_some_and(|last| LAST.has(last))
}

/// The noun and the part of a Korean word, if it ends in a particle.
pub(crate) fn member(word: &str) -> Option<(&str, Part)> {
    let last = syllable_at(word.as_bytes(), word.len().checked_sub(6)? + 3)?;
    if let Some(noun) = word.strip_suffix(THAN) {
        return (!noun.is_empty()).then_some((noun, Part::Standard));
    }
    let particles = PARTICLES.iter().find(|(end, _)| u32::from(*end) == last)?.1;
    particles.iter().find_map(|&(particle, part, behind)| {
        // One of one syllable is known by it.
        let noun =
            if particle.len() == 3 { word.get(..word.len() - 3)? } else { word.strip_suffix(particle)? };
        let closed = is_closed(noun.chars().next_back()?)?;
        let fits = match behind {
            Behind::Final => closed,
            Behind::Vowel => !closed,
            Behind::Any => true,
        };
        // `회의`, `동의`
        let whole = part == Part::Owner && noun.chars().nth(1).is_none();
        (fits && !whole).then_some((noun, part))
    })
}

/// The part that a word tells which is nothing but a particle: what it belongs to is written in another script.
pub(crate) fn particle(word: &str) -> Option<Part> {
    if word == THAN {
        return Some(Part::Standard);
    }
    let last = word.chars().next_back()?;
    let (_, particles) = PARTICLES.iter().find(|entry| entry.0 == last)?;
    particles.iter().find(|entry| entry.0 == word).map(|entry| entry.1)
}

/// Titles behind a name.
const TITLES: &[&str] = &[
    "대표",
    "교수",
    "총장",
    "학장",
    "회장",
    "부회장",
    "사장",
    "부사장",
    "장관",
    "차관",
    "의원",
    "박사",
    "감독",
    "선수",
    "작가",
    "시장",
    "지사",
    "이사",
    "대통령",
    "총리",
    "부장",
    "차장",
    "과장",
    "대리",
    "판사",
    "검사",
    "변호사",
    "기자",
    "위원",
    "위원장",
    "부위원장",
    "원장",
    "소장",
    "국장",
    "팀장",
    "실장",
    "처장",
    "관장",
    "의장",
    "단장",
    "센터장",
    "본부장",
    "학생",
    "씨",
    "연구원",
    "선생",
    "주무관",
    "사무관",
    "상무",
    "전무",
    "코치",
];

/// Korean surnames of one syllable that are common before a title.
const SURNAMES: &str = "김이박최정강조윤장임한오서신권황안송류유홍전고문양손배백허남심노하곽성차주우구민나진지엄채원천방공현함변염여추";

/// The title with which a Korean word begins, a particle or nothing behind it.
pub(crate) fn title(word: &str) -> Option<&'static str> {
    // The longest one: `위원장` is no `위원`.
    let found = TITLES.iter().filter(|title| word.starts_with(**title)).max_by_key(|title| title.len())?;
    let rest = word.get(found.len()..)?;
    let ends = rest.is_empty()
        || particle(rest).is_some()
        || ["도", "과", "와", "만", "인", "이며", "이다", "님", "등", "이나"]
            .iter()
            .any(|end| rest.starts_with(end));
    ends.then_some(*found)
}

/// Whether a Korean word is a title, with its particle.
pub(crate) fn is_title(word: &str) -> bool {
    // The first syllables of the titles.
    static FIRST: SyllableSet = SyllableSet::of(&[
        '대', '교', '총', '학', '회', '사', '부', '장', '차', '의', '박', '감', '선', '작', '시', '지', '이',
        '과', '판', '검', '변', '기', '위', '원', '소', '국', '팀', '실', '처', '관', '단', '센', '본', '씨',
        '연', '주', '상', '전', '코',
    ]);
    syllable_at(word.as_bytes(), 0).is_some_and(|first| FIRST.has(first)) && title(word).is_some()
}

/// The surname that a word is.
pub(crate) fn surname(word: &str) -> Option<char> {
    let mut chars = word.chars();
    let first = chars.next().filter(|_| chars.next().is_none())?;
    SURNAMES.contains(first).then_some(first)
}

/// Where a noun of a text stands, and its part; which many rules ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NounPlace {
    span: Span,
    hash: u32,
    part: Part,
    /// The position of its last word.
    at: usize,
}

/// The nouns of a Korean text with their parts.
pub(crate) fn members<'a>(text: &Reading<'a>) -> Vec<Member<'a>> {
    let noun = |place: &NounPlace| Noun { text: place.span.of(text.norm), hash: place.hash };
    let nouns = text.nouns().iter();
    nouns.map(|place| Member { noun: noun(place), part: place.part, at: place.at }).collect()
}

/// The nouns of a Korean text; what is written in two scripts (`A사는`, `Alpha는`) is one noun.
pub(crate) fn noun_places(text: &Reading<'_>) -> Vec<NounPlace> {
    let hangul = text.tokens.iter().enumerate().filter(|(_, token)| token.script == Script::Hangul);
    let mut list = Vec::with_capacity(text.tokens.len());
    list.extend(hangul.filter_map(|(at, token)| {
        let because = || text.word(at + 1).starts_with("때문");
        // Most words end like no noun that has a part.
        if !may_have_particle(token.text) && !because() {
            return None;
        }
        let prefix = at
            .checked_sub(1)
            .and_then(|before| text.tokens.get(before))
            .filter(|before| before.script != Script::Hangul && before.span.end == token.span.start);
        let start = prefix.map_or(token.span.start, |prefix| prefix.span.start);
        let mixed = prefix.and_then(|prefix| Some((prefix.span.end, particle(token.text)?)));
        let (end, part) = match mixed {
            Some(found) => found,
            None if prefix.is_none() && because() => (token.span.end, Part::Cause),
            None => member(token.text).map(|(noun, part)| (token.span.start + noun.len(), part))?,
        };
        // `박 교수` is another than `이 교수`.
        let start = surname_before(text, at).unwrap_or(start);
        let span = Span::new(start, end);
        Some(NounPlace { span, hash: hash(span.of(text.norm)), part, at })
    }));
    list
}

/// Where the surname before the title at `at` begins; `이 교수` is this one, unless another is named so.
fn surname_before(text: &Reading<'_>, at: usize) -> Option<usize> {
    let is_named = |at: usize| {
        let name = at.checked_sub(1).and_then(|before| surname(text.word(before)));
        name.filter(|_| text.gap(at) == SPACE && is_title(text.word(at)))
    };
    let name = is_named(at)?;
    let another = || (1..text.tokens.len()).any(|at| is_named(at).is_some_and(|name| name != '이'));
    (name != '이' || another()).then(|| text.tokens.get(at - 1).map(|token| token.span.start))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_may_have_its_nouns_and_few_others() {
        let (text, other) =
            (Reading::new("교수가 학생을 도서관에서 만났다"), Reading::new("직원이 회의를 마쳤다"));
        let nouns = Nouns::of(&[members(&text)]);
        assert!(members(&text).iter().all(|member| nouns.may_have(member.noun)));
        assert!(!members(&other).iter().any(|member| nouns.may_have(member.noun)));
    }

    #[test]
    fn particles_tell_the_parts_of_nouns() {
        for (word, want) in [
            ("교수가", Some(("교수", Part::Agent))),
            ("학생이", Some(("학생", Part::Agent))),
            ("나이", None),
            ("시는", Some(("시", Part::Topic))),
            ("학생을", Some(("학생", Part::Object))),
            ("임차인에게", Some(("임차인", Part::Recipient))),
            ("서울에서", Some(("서울", Part::Source))),
            ("부산보다", Some(("부산", Part::Standard))),
            ("인수했다", None),
            ("가", None),
        ] {
            assert_eq!(member(word), want, "{word}");
        }
    }
}
