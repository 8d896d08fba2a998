//! Offices: who acts, decides or is told by Korean rules (`총장이 임명한다`, `소장에게 통지한다`), and compounds of one head (`의학분관`, `법학분관`).
//!
//! Owns telling that a claim names another of them than the sentence that says the rest of it. Such a noun may stand elsewhere in the source, and begin like
//! another word of the sentence (`감사실장`, `감사계획`), since rules speak of few things by few words.

use std::ops::Range;

use super::form::Form;
use super::{Text, Told, is_name, is_part, modifier_at, names_both};
use crate::korean::lack::tells;
use crate::korean::synonyms::{mean_the_same, meanings};
use crate::parts::roles::{Member, Part};
use crate::parts::stranger::abbreviates;
use crate::text::reading::Reading;

/// What names of offices and of bodies end in, and nouns that end so and name none.
const ENDS: [char; 11] = ['장', '회', '처', '청', '실', '국', '단', '팀', '원', '관', '감'];
const OTHERS: &[&str] = &[
    "공장",
    "시장",
    "입장",
    "주장",
    "확장",
    "문장",
    "통장",
    "연장",
    "극장",
    "성장",
    "보장",
    "포장",
    "사회",
    "기회",
    "조회",
    "후회",
    "사실",
    "현실",
    "교실",
    "화장실",
    "수단",
    "판단",
    "진단",
    "중단",
    "계단",
    "인원",
    "지원",
    "자원",
    "차원",
    "공원",
    "습관",
    "단체",
    "기관",
    "출처",
    "근처",
    "대처",
    "조처",
    "결국",
    "최장",
    "정원",
    "회원",
    "본관",
    "별관",
    "체감",
    "영감",
    "할인",
    "대중교통수단",
];
/// The same of offices that end otherwise.
const TITLES: &[&str] = &["이사", "간사", "감사", "교수", "조교", "학생", "강사"];

/// Share of the rest of the claim, in fifths, that the sentence says.
const MOST: u32 = 3;

/// Nouns of a claim that are looked for, at most.
const MOST_NOUNS: usize = u128::BITS as usize;

/// The claim's office or compound, by position, in whose part the sentence that says the rest names another; `stands` tells of a passage whether
/// the sources have it.
pub(crate) fn other_office(told: &Told<'_>, stands: impl Fn(&str) -> bool) -> Option<usize> {
    let (claim, own) = (told.claim, told.own());
    if let Some(at) = other_complement(told) {
        return Some(at);
    }
    let mut candidates =
        own.list.iter().filter(|member| is_name(claim, member) && may_differ(member)).peekable();
    candidates.peek()?;
    let nouns: Vec<Noun<'_>> = (0..claim.tokens.len())
        .filter(|&at| tells(claim, at))
        .take(MOST_NOUNS)
        .map(|at| Noun::new(claim, at))
        .collect();
    let statements: Vec<Statement<'_, '_>> =
        told.texts().iter().flat_map(|text| text.statements(&nouns)).collect();
    candidates.find_map(|member| {
        let rest = nouns.iter().zip(0..).filter(|(noun, _)| noun.at != member.at);
        let rest = rest.fold(0, |bits, (_, bit)| bits | 1_u128 << bit);
        let mut best: Option<(u32, &Statement<'_, '_>)> = None;
        for there in &statements {
            let shared = (there.held & rest).count_ones();
            // A sentence that has the claim's own in its part counts first.
            if best.is_none_or(|best| shared > best.0 || shared == best.0 && there.has_part_of(member)) {
                best = Some((shared, there));
            }
        }
        let ((shared, there), rest) = (best?, rest.count_ones());
        let says_it = 5 * shared >= MOST * rest && shared > u32::from(rest > 1);
        (says_it && there.text.in_place_of(&there.words, own, member, &stands).is_some()).then_some(member.at)
    })
}

/// A sentence of the evidence.
struct Statement<'t, 'r> {
    text: &'t Text<'r, 'r>,
    words: Range<usize>,
    /// A bit for each noun of the claim that it has in any form, or as a part of a compound.
    held: u128,
}

impl Statement<'_, '_> {
    /// Whether the office or compound of a claim has the part here that it has there.
    fn has_part_of(&self, member: &Member<'_>) -> bool {
        self.text.within(&self.words).any(|other| {
            is_part(other.part, member.part) && is_same_office(member.noun.text, other.noun.text)
        })
    }
}

/// A noun of a claim, to be looked for.
struct Noun<'a> {
    at: usize,
    key: u32,
    head: u32,
    form: Form,
    /// Its stem and the last syllable of that, where it has two and more.
    stem: Option<(&'a str, char)>,
    meanings: Vec<u16>,
}

impl<'a> Noun<'a> {
    /// The word of a text at `at`.
    fn new(text: &Reading<'a>, at: usize) -> Self {
        let stem = text.stem(at);
        Self {
            at,
            key: text.key(at),
            head: text.head(at),
            form: Form::of(text.word(at)),
            stem: stem.chars().next_back().filter(|_| long(stem)).map(|last| (stem, last)),
            meanings: meanings(text.word(at)).collect(),
        }
    }

    /// Whether two words are forms of one, mean the same, or one ends in the other.
    fn is_like(&self, other: &Self) -> bool {
        let ends = |(mine, last): (&str, char)| {
            other.stem.is_some_and(|(theirs, end)| {
                last == end && (theirs.ends_with(mine) || mine.ends_with(theirs))
            })
        };
        self.key == other.key && self.key != 0
            || self.head == other.head && self.head != 0
            || self.form.is_short_of(other.form)
            || self.form.is_contracted_with(other.form)
            || self.stem.is_some_and(ends)
            || self.meanings.iter().any(|group| other.meanings.contains(group))
    }
}

/// What an office is made, by its words: `위원장은 사업단장으로 하고`, `위원장은 사업단장이 된다`.
fn complement<'a>(text: &Text<'a, '_>, clause: &Range<usize>) -> Option<(Member<'a>, Member<'a>)> {
    let topic =
        *text.within(clause).find(|member| member.part == Part::Topic && is_office(member.noun.text))?;
    let made = text
        .within(clause)
        .filter(|member| member.at > topic.at && is_office(member.noun.text))
        .find(|member| {
            let next = text.reading.word(member.at + 1);
            let makes = ["하", "한다", "합니", "함", "할"].iter().any(|head| next.starts_with(head));
            let becomes = ["되", "된", "됩", "맡"].iter().any(|head| next.starts_with(head));
            member.part == Part::Way && makes || member.part == Part::Agent && becomes
        })?;
    Some((topic, *made))
}

/// Who the claim says an office is held by, where the evidence names only another.
fn other_complement(told: &Told<'_>) -> Option<usize> {
    let own = told.own();
    let (topic, made) = own.clauses().iter().find_map(|clause| complement(own, clause))?;
    let mut theirs = told
        .texts()
        .iter()
        .flat_map(|text| text.clauses().iter().filter_map(move |clause| complement(text, clause)))
        .filter(|(other, _)| is_same_office(topic.noun.text, other.noun.text))
        .peekable();
    theirs.peek()?;
    theirs.all(|(_, other)| !is_same_office(made.noun.text, other.noun.text)).then_some(made.at)
}

impl<'r> Text<'r, 'r> {
    /// The sentences of this text, one that introduces a list with the next, and which nouns of a claim they have.
    fn statements(&self, nouns: &[Noun<'_>]) -> Vec<Statement<'_, 'r>> {
        let text = self.reading;
        let held: Vec<u128> = (0..text.tokens.len())
            .map(|at| {
                let word = Noun::new(text, at);
                let like = nouns.iter().zip(0..).filter(|(noun, _)| noun.is_like(&word));
                like.fold(0, |held, (_, bit)| held | 1_u128 << bit)
            })
            .collect();
        let introduces = |sentence: &Range<usize>| {
            sentence.clone().any(|at| text.word(at).starts_with("다음") || text.word(at).starts_with("각호"))
        };
        let list = text.sentences();
        let ends = list.iter().skip(1).map(|next| next.end).chain([text.tokens.len()]);
        list.iter()
            .zip(ends)
            .map(|(sentence, next)| {
                let words = if introduces(sentence) { sentence.start..next } else { sentence.clone() };
                let held = held.get(words.clone()).unwrap_or_default().iter().fold(0, |all, held| all | held);
                Statement { text: self, words, held }
            })
            .collect()
    }

    /// The noun that a sentence of this text has in the part of a claim's, if it does not have that.
    fn in_place_of(
        &self,
        sentence: &Range<usize>,
        claim: &Text<'_, '_>,
        member: &Member<'_>,
        stands: &impl Fn(&str) -> bool,
    ) -> Option<usize> {
        let text = self.reading;
        let mine = member.noun.text;
        let word = claim.reading.word(member.at);
        let is_own = |at: usize| {
            text.word(at) == word
                || is_same_office(mine, text.stem(at))
                || is_same_office(mine, text.word(at))
        };
        if sentence.clone().any(is_own) {
            return None;
        }
        let unclaimed = |noun: &str| {
            !(0..claim.reading.tokens.len()).any(|at| is_same_office(noun, claim.reading.stem(at)))
        };
        // A deputy where the claim has whom he stands for, or the other way round.
        let deputy = sentence.clone().find(|&at| {
            let noun = text.stem(at);
            (is_deputy_of(noun, mine) || is_deputy_of(mine, noun)) && unclaimed(noun)
        });
        deputy.or_else(|| {
            let fits = |other: &&Member<'_>| {
                let noun = other.noun.text;
                sentence.contains(&other.at)
                    && is_part(other.part, member.part)
                    && is_name(text, other)
                    && (is_office(mine) && is_office(noun) || are_siblings(mine, noun))
                    && unclaimed(noun)
                    && !mean_the_same(mine, noun)
                    && !abbreviates(mine, noun)
                    && !abbreviates(noun, mine)
                    && modifier_at(text, &self.list, other.at)
                        .is_none_or(|before| !is_same_office(mine, &format!("{before}{noun}")))
                    && !names_both(member, text, other.at, stands)
            };
            self.list.iter().find(fits).map(|other| other.at)
        })
    }
}

/// Whether a noun may be an office or a compound.
fn may_differ(member: &Member<'_>) -> bool {
    let noun = member.noun.text;
    is_office(noun) || noun.chars().nth(2).is_some() && !matches!(member.part, Part::Cause | Part::Standard)
}

fn is_office(noun: &str) -> bool {
    long(noun)
        && (noun.ends_with(ENDS) || TITLES.iter().any(|title| noun.ends_with(title)))
        && !OTHERS.iter().any(|other| noun.ends_with(other))
}

fn long(word: &str) -> bool {
    word.chars().nth(1).is_some()
}

/// Whether one of two nouns ends in the other, and is no deputy of it: `위원장`, `운영위원장`.
fn is_same_office(one: &str, other: &str) -> bool {
    (one.ends_with(other) || other.ends_with(one))
        && long(one)
        && long(other)
        && !is_deputy_of(one, other)
        && !is_deputy_of(other, one)
}

/// Whether a noun is another with a syllable before it that makes it the second or a helper: `부위원장`, `교학부총장`.
fn is_deputy_of(noun: &str, other: &str) -> bool {
    noun.strip_suffix(other).is_some_and(|before| before.ends_with(['부', '차', '준']))
        && long(other)
        && is_office(other)
}

/// Whether two compounds have one head and differ in what tells of which kind it is: `의학분관`, `법학분관`; `학기제`, `학년제`.
fn are_siblings(one: &str, other: &str) -> bool {
    /// Syllables that are two spellings of one.
    const VARIANTS: [(char, char); 4] = [('율', '률'), ('년', '연'), ('양', '량'), ('열', '렬')];
    let (mine, theirs): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if mine.len() < 3 || mine.len() != theirs.len() || !mine.iter().all(|ch| ('가'..='힣').contains(ch)) {
        return false;
    }
    let pairs = || mine.iter().zip(&theirs);
    let tail = pairs().rev().take_while(|(one, other)| one == other).count();
    let differ: Vec<(char, char)> =
        pairs().filter(|(one, other)| one != other).map(|(one, other)| (*one, *other)).collect();
    let variant =
        |&(one, other): &(char, char)| VARIANTS.contains(&(one, other)) || VARIANTS.contains(&(other, one));
    !differ.is_empty()
        && !differ.iter().all(variant)
        && (tail >= 2 && 2 * tail >= mine.len() || tail >= 1 && differ.len() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    fn found(claim: &str, source: &str) -> Option<String> {
        let (claim, source) = (normalise(claim), normalise(source));
        let (claim, windows) = (Reading::new(&claim), [Reading::new(&source)]);
        let at = other_office(&Told::new(&claim, &windows), |passage| source.contains(passage))?;
        Some(claim.stem(at).to_owned())
    }

    #[test]
    fn another_office_in_the_same_part() {
        let chairs = "의장은 회의를 이끈다. 부의장은 의장을 돕고, 의장이 없을 때 그 일을 대신한다. 부의장 유고 시 대행은 의원 중 호선으로 정한다.";
        for (claim, source, want) in [
            ("감사팀장은 감사일정을 바꿀 수 있다.", "원장이 감사일정을 바꿀 수 있다.", Some("감사팀장")),
            ("원장은 감사일정을 바꿀 수 있다.", "원장이 감사일정을 바꿀 수 있다.", None),
            ("부의장은 회의를 이끈다.", chairs, Some("부의장")),
            ("의장은 회의를 이끈다.", chairs, None),
            ("의장 유고 시 대행은 의원 중 호선으로 정한다.", chairs, None),
            ("의장이 유고하면 대행은 의원 중 호선으로 정한다.", chairs, Some("의장")),
            (
                "심의회 의장은 기획처장이 된다.",
                "심의회 의장은 교무처장이 된다. 기획처장은 간사가 된다.",
                Some("기획처장"),
            ),
            ("운영위원장은 회의를 소집한다.", "위원장은 회의를 소집한다.", None),
            ("결과는 원장에게 알린다.", "결과는 지체 없이 소장에게 알린다.", Some("원장")),
        ] {
            assert_eq!(found(claim, source).as_deref(), want, "{claim} / {source}");
        }
    }

    #[test]
    fn another_compound_of_the_same_head() {
        for (claim, source, want) in [
            ("본교에는 농학분관을 둔다.", "본교에는 공학분관을 둔다.", Some("농학분관")),
            ("수업료는 학년제로 걷는다.", "수업료는 학기제로 걷는다.", Some("학년제")),
            ("본교에는 공학분관을 둔다.", "본교에는 공학분관과 농학분관을 둔다.", None),
            ("참가율은 절반이다.", "참가률은 절반이다.", None),
        ] {
            assert_eq!(found(claim, source).as_deref(), want, "{claim} / {source}");
        }
    }
}
