//! Domains: of whom a Korean text says what, from one subject to the next.
//!
//! Owns telling that a claim gives its subject what the evidence says of another, whatever the predicate: most of the claim stands where
//! another is spoken of, little where its own subject is.

use std::cell::OnceCell;
use std::ops::Range;

use super::persons::person;
use super::pointing::GENERAL;
use super::{Text, Told, are_akin, is_name, names_both};
use crate::korean::lack::is_light;
use crate::parts::roles::{Member, Part, particle};
use crate::text::clause::connects;
use crate::text::reading::{COMMA, Reading, SPACE, STOP};
use crate::values::number::Value;
use stet_text::Script;

/// Content words that a claim says of its subject, from which most are enough, and fewer of which all must be said of the other; and how
/// many more of them than of it.
const LEAST: usize = 3;
const MORE: usize = 2;

/// Words of a noun with those before it that tell which of its kind it is.
const PHRASE: usize = 3;

/// What a text says of one subject.
pub(super) struct Domain<'a> {
    /// Whose the subject is, where that is told right before it: `학생의 만족도는`.
    owner: Option<Member<'a>>,
    subject: Member<'a>,
    words: Range<usize>,
}

/// A claim's subject, which is compared with those of its evidence.
struct Subjects<'t, 'a, 'b> {
    own: &'t Text<'a, 'b>,
    owner: Option<Member<'a>>,
    subject: Member<'a>,
    /// The noun that is compared, with the words before it that tell which of its kind it is.
    phrase: Vec<usize>,
}

/// The position of the claim's subject where the evidence says nearly all that the claim says of it of another.
pub(crate) fn belongs_to_another(told: &Told<'_>, stands: impl Fn(&str) -> bool) -> Option<usize> {
    let claim = told.claim;
    let subjects = Subjects::of(told.own())?;
    let named = subjects.named();
    let phrase = &subjects.phrase;
    let rest: Vec<usize> = (0..claim.tokens.len())
        .filter(|at| !phrase.contains(at) && claim.content(*at).is_some())
        .filter(|&at| !is_light(claim.word(at), claim.stem(at)))
        .collect();
    if rest.len() < MORE || GENERAL.contains(&named.noun.text) && person(claim, named.at).is_none() {
        return None;
    }
    // Most that is said of another, and where.
    let mut best = None;
    let mut most = None;
    let mut own_share = None;
    for text in told.texts() {
        for domain in text.domains() {
            let Some(other) = subjects.counterpart(domain) else { continue };
            let said = |&&at: &&usize| text.has_word(&domain.words, claim, at);
            let shared = rest.iter().filter(said).count();
            if subjects.is_same(text, &other) && !subjects.are_persons(text.reading, &other) {
                own_share = own_share.max(Some(shared));
            } else if most.is_none_or(|most| shared > most) {
                (most, best) = (Some(shared), Some((text, domain, other)));
            }
        }
    }
    let (shared, (text, domain, other)) = most.zip(best)?;
    let enough = shared == rest.len() || shared >= LEAST && 5 * shared >= 3 * rest.len();
    // `김도윤 부사장` and `박선영 대표` are two, also where only one of them does something.
    let persons = subjects.are_persons(text.reading, &other);
    let own_share = own_share.or_else(|| (persons && shared == rest.len() && shared >= LEAST).then_some(0));
    let is_other = || persons || subjects.is_other(text, domain, &other, &stands);
    // A value that is stated of the other alone tells enough.
    let stated = |value: &Value| {
        let at = claim.first_from(value.span.start);
        let there = |words: &Range<usize>| text.has_word(words, claim, at);
        rest.contains(&at)
            && there(&domain.words)
            && !text.domains().iter().any(|own| own.words != domain.words && there(&own.words))
    };
    let more = if shared == rest.len() && claim.values().iter().any(stated) { 1 } else { MORE };
    let fits = enough && own_share? + more <= shared && is_other();
    // A noun in another script stands before its particle.
    fits.then(|| phrase.last().copied().unwrap_or(named.at))
}

/// The claim's value that a sentence gives to another than the claim's subject, to which it gives another value of that kind.
pub(crate) fn value_in_a_list<'v>(told: &Told<'_>, values: &'v [Value]) -> Option<&'v Value> {
    if values.iter().all(|value| value.implied) || told.windows.iter().all(|window| window.values().len() < 2)
    {
        return None;
    }
    let subjects = Subjects::of(told.own())?;
    let mut found = None;
    for text in told.texts() {
        let window = text.reading;
        let list: Vec<(&Domain<'_>, OnceCell<bool>)> =
            text.domains().iter().map(|domain| (domain, OnceCell::new())).collect();
        let placed: Vec<(usize, &Value)> =
            window.values().iter().map(|other| (window.first_from(other.span.start), other)).collect();
        // Whether a domain is the subject's own is asked of the few that state a value, or a rival of it.
        let is_own = |(domain, own): &(&Domain<'_>, OnceCell<bool>)| {
            let same = || subjects.counterpart(domain).is_some_and(|other| subjects.is_same(text, &other));
            *own.get_or_init(same)
        };
        for value in values.iter().filter(|value| !value.implied) {
            let states = |domain: &Domain<'_>| {
                placed.iter().any(|(at, other)| domain.words.contains(at) && value.is_stated_as(other))
            };
            // Another value of that kind, of which the claim says nothing.
            let has_rival = |domain: &Domain<'_>| {
                placed.iter().any(|(at, other)| {
                    !other.implied
                        && other.unit == value.unit
                        && domain.words.contains(at)
                        && !values.iter().any(|mine| mine.is_stated_as(other))
                })
            };
            let stating: Vec<_> = list.iter().filter(|(domain, _)| states(domain)).collect();
            if stating.iter().any(|one| is_own(one)) {
                return None;
            }
            let one_sentence = |one: &Domain<'_>, other: &Domain<'_>| {
                let (from, to) =
                    (one.words.start.min(other.words.start), one.words.start.max(other.words.start));
                window.is_one_sentence(from, to)
            };
            let of_another = stating.iter().any(|(domain, _)| {
                list.iter().any(|rival| one_sentence(rival.0, domain) && has_rival(rival.0) && is_own(rival))
            });
            if of_another {
                found = Some(value);
            }
        }
    }
    found
}

impl<'t, 'a, 'b> Subjects<'t, 'a, 'b> {
    fn of(own: &'t Text<'a, 'b>) -> Option<Self> {
        let Domain { owner, subject, .. } = *own.domains().first()?;
        Some(Self { own, owner, subject, phrase: phrase(own.reading, owner.unwrap_or(subject).at) })
    }

    /// The noun that is compared.
    fn named(&self) -> Member<'a> {
        self.owner.unwrap_or(self.subject)
    }

    /// The noun of a domain that is compared with that: an owner with the owner of the same.
    fn counterpart<'c>(&self, domain: &Domain<'c>) -> Option<Member<'c>> {
        match (self.owner, domain.owner) {
            (Some(_), Some(owner)) if domain.subject.noun.text == self.subject.noun.text => Some(owner),
            // `학생의 만족도는`, `학생은`
            (Some(_), None) | (None, _) => Some(domain.subject),
            _ => None,
        }
    }

    /// Whether a word of the claim is one of a text, or one of the two a part of the other.
    fn is_one(&self, at: usize, window: &Reading<'_>, there: usize) -> bool {
        let claim = self.own.reading;
        claim.is_same(at, window, there) || contains(claim.stem(at), window.stem(there))
    }

    /// The words of the noun that the noun of a domain has not.
    fn missing(&self, window: &Reading<'_>, theirs: &[usize]) -> impl Iterator<Item = usize> {
        let has = move |at: usize| theirs.iter().any(|&there| self.is_one(at, window, there));
        self.phrase.iter().copied().filter(move |&at| !has(at))
    }

    /// Whether the nouns of the claim and of a domain are titles behind the names of two, or have such a title before them: `김 교수 연구팀`,
    /// `이 교수 연구팀`.
    fn are_persons(&self, window: &Reading<'_>, other: &Member<'_>) -> bool {
        let mine = person(self.own.reading, self.named().at);
        mine.is_some() && person(window, other.at).is_some_and(|theirs| mine != Some(theirs))
    }

    /// Whether the noun of a domain is that of the claim.
    fn is_same(&self, text: &Text<'_, '_>, other: &Member<'_>) -> bool {
        let theirs = phrase(text.reading, other.at);
        self.missing(text.reading, &theirs).next().is_none()
    }

    /// Whether the noun of a domain, which is not that of the claim, is another one and not that one in other words.
    fn is_other(
        &self,
        text: &Text<'_, '_>,
        domain: &Domain<'_>,
        other: &Member<'_>,
        stands: &impl Fn(&str) -> bool,
    ) -> bool {
        let (claim, window) = (self.own.reading, text.reading);
        let (mine, theirs) = (&self.phrase, phrase(window, other.at));
        let missing: Vec<usize> = self.missing(window, &theirs).collect();
        let is_fresh = |there: &usize| !mine.iter().any(|&at| self.is_one(at, window, *there));
        let fresh: Vec<usize> = theirs.iter().copied().filter(is_fresh).collect();
        let in_claim = |there: usize| {
            (0..claim.tokens.len()).any(|at| claim.is_same(at, window, there))
                || claim.norm.contains(window.stem(there))
        };
        let one_noun = self.named().noun.text == other.noun.text;
        let differ = fresh.iter().any(|&there| !in_claim(there))
            && (one_noun
                || fresh.contains(&other.at)
                    && !in_claim(other.at)
                    && missing.iter().any(|&at| at + 1 >= self.named().at));
        let said_there = || missing.iter().any(|&at| text.has_word(&domain.words, claim, at));
        // The topic of a sentence is spoken of in all its clauses.
        let before = || window.sentence_begin(domain.words.start)..domain.words.start;
        let outer =
            || other.part != Part::Topic && missing.iter().any(|&at| text.has_word(&before(), claim, at));
        let akin = || !one_noun && are_akin(self.named().noun.text, other.noun.text, None, None);
        differ
            && !said_there()
            && !outer()
            && !akin()
            && !GENERAL.contains(&other.noun.text)
            && !names_both(&self.named(), window, other.at, stands)
    }
}

/// Whether one word is a part of the other, two syllables at least.
fn contains(one: &str, other: &str) -> bool {
    let long = |word: &str| word.chars().nth(1).is_some();
    long(one) && long(other) && (one.contains(other) || other.contains(one))
}

/// The domains of a text.
pub(super) fn domains<'a>(text: &Text<'a, '_>) -> Vec<Domain<'a>> {
    let reading = text.reading;
    let mut found: Vec<Domain<'a>> = Vec::new();
    let mut owner: Option<Member<'a>> = None;
    // Where the clause begins, and whether it has a subject.
    let (mut clause, mut has_subject) = (0, false);
    // Behind a comma another topic may follow, but no other subject: `서구, 북구의 하천이`.
    let mut behind_comma = false;
    let mut members = text.list.iter().peekable();
    for at in 0..reading.tokens.len() {
        let stops = reading.gap(at) & STOP != 0;
        if stops || at > 0 && connects(reading, at - 1) {
            (clause, has_subject, behind_comma, owner) = (at, false, false, None);
        } else if reading.gap(at) & COMMA != 0 {
            (clause, behind_comma, owner) = (at, true, None);
        }
        if stops && let Some(last) = found.last_mut().filter(|last| last.words.end > at) {
            last.words.end = at;
        }
        while members.peek().is_some_and(|member| member.at < at) {
            members.next();
        }
        let Some(&member) = members.peek().copied().filter(|member| member.at == at) else { continue };
        if !is_name(reading, &member) {
            continue;
        }
        match member.part {
            Part::Owner if !has_subject && owner.is_none() => owner = Some(member),
            Part::Topic | Part::Agent if !has_subject || behind_comma && member.part == Part::Topic => {
                (has_subject, behind_comma) = (true, false);
                let mine = owner.take().filter(|owner| owner.at + 2 >= at);
                let first = phrase(reading, mine.map_or(at, |owner| owner.at))
                    .first()
                    .copied()
                    .unwrap_or(at)
                    .max(clause);
                if let Some(last) = found.last_mut().filter(|last| last.words.end > first) {
                    last.words.end = first;
                }
                found.push(Domain { owner: mine, subject: member, words: first..reading.tokens.len() });
            }
            _ => {}
        }
    }
    found.retain(|domain| !domain.words.is_empty());
    found
}

/// A noun with the words before it that tell which of its kind it is, by position.
fn phrase(text: &Reading<'_>, at: usize) -> Vec<usize> {
    let glued = |at: usize| {
        at.checked_sub(1).filter(|&before| {
            let ends = text
                .tokens
                .get(before)
                .filter(|token| token.script != Script::Hangul)
                .map(|token| token.span.end);
            ends.is_some() && ends == text.tokens.get(at).map(|token| token.span.start)
        })
    };
    // `ODNW는`
    let mut first = glued(at).unwrap_or(at);
    while first + PHRASE > at + 1 {
        let Some(before) = first.checked_sub(1).filter(|_| text.gap(first) == SPACE) else { break };
        // `주 2일 근무 학급`
        if let Some(digits) = glued(before) {
            first = digits;
            break;
        }
        let digits = text.tokens.get(before).is_some_and(|token| token.script == Script::Digit);
        if !digits && !may_modify(text, before) {
            break;
        }
        first = before;
    }
    (first..=at).filter(|&at| particle(text.word(at)).is_none()).collect()
}

/// Whether a word may be a noun that stands before another to tell which of its kind that is.
pub(super) fn may_modify(text: &Reading<'_>, at: usize) -> bool {
    /// What verbs end in before a noun, and few nouns (`야간`, `개인`) do.
    const ADNOMINAL: &str = "은는던한된린난킨른든큰할될을릴킬칠를클";
    let word = text.word(at);
    word.chars().nth(1).is_some()
        && text.content(at).is_some()
        && !word.ends_with(|ch: char| ADNOMINAL.contains(ch))
        && !connects(text, at)
        && !is_particled(word)
        && !is_light(word, text.stem(at))
}

/// Whether a word ends like a noun with a particle.
fn is_particled(word: &str) -> bool {
    ["은", "는", "이", "가", "을", "를", "의", "에", "로", "에서", "에게", "과", "와", "도"]
        .iter()
        .any(|end| word.strip_suffix(end).is_some_and(|noun| noun.chars().nth(1).is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_is_said_of_another() {
        let press = "노조는 휴게실을 늘려 달라고 했다. 반면 사무국은 주차 요금을 500원으로 내리자는 쪽이다.";
        let board =
            "이사회는 김도윤 부사장을 대표이사로 내정했다. 전임 박선영 대표는 건강상의 이유로 사임했다.";
        let teams = "김 교수 연구팀은 화합물이 종양의 성장을 늦춘다는 것을 확인했다. 이 교수 연구팀은 같은 화합물이 간에 독성을 보였다고 보고했다.";
        let schools = "주간 학급의 수업 참여도가 가장 높았으며, 야간 학급은 통신 학급과 차이가 없었다.";
        for (claim, source, want) in [
            ("노조는 주차 요금을 500원으로 내리자고 주장했다.", press, Some("노조")),
            ("사무국은 주차 요금을 500원으로 내리자고 주장했다.", press, None),
            ("김도윤 부사장은 건강상의 이유로 사임했다.", board, Some("부사장")),
            ("김 교수 연구팀은 화합물이 간에 독성을 보였다고 보고했다.", teams, Some("연구팀")),
            ("이 교수 연구팀은 화합물이 간에 독성을 보였다고 보고했다.", teams, None),
            ("박선영 대표는 건강상의 이유로 사임했다.", board, None),
            ("야간 학급의 수업 참여도가 가장 높았다.", schools, Some("학급")),
            ("주간 학급의 수업 참여도가 가장 높았다.", schools, None),
        ] {
            let (claim, source) = (normalise(claim), normalise(source));
            let (claim, windows) = (Reading::new(&claim), [Reading::new(&source)]);
            let found = belongs_to_another(&Told::new(&claim, &windows), |passage| source.contains(passage));
            let noun = found.and_then(|at| Text::of(&claim).list.into_iter().find(|member| member.at == at));
            assert_eq!(noun.map(|member| member.noun.text), want, "{} / {source}", claim.norm);
        }
    }

    #[test]
    fn whose_value_of_a_list_it_is() {
        let shares = "국내선이 매출의 45%를 차지하였으며, 국제선 화물은 32%, 국제선 여객은 23%를 차지하였다.";
        for (claim, want) in [
            ("국제선 화물은 매출의 23%를 차지한다.", true),
            ("국제선 화물은 매출의 32%를 차지한다.", false),
            ("국내선은 매출의 45%를 차지한다.", false),
        ] {
            let (claim, source) = (normalise(claim), normalise(shares));
            let claim = Reading::new(&claim);
            let found = value_in_a_list(&Told::new(&claim, &[Reading::new(&source)]), claim.values());
            assert_eq!(found.is_some(), want, "{}", claim.norm);
        }
    }
}
