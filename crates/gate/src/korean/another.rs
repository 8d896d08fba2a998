//! Another: a Korean claim that says of one what its source says of another (`향로는 술을 데운다` where the source has the kettle heat
//! the wine and burns incense in the burner).
//!
//! Owns finding the clause of the evidence that says what a clause of the claim says, and whether that has another subject, or another owner,
//! while the claim's own belongs to something else. A noun that no source has is [`stranger`](crate::parts::stranger)'s, two nouns
//! beside one predicate are [`roles`](crate::parts::roles)'.

mod compared;
mod domain;
mod form;
mod held;
mod mixed;
mod office;
mod paired;
mod persons;
mod pieces;
mod pointing;

use std::cell::OnceCell;
use std::ops::Range;

use crate::korean::lack::is_light;
use crate::korean::synonyms::mean_the_same;
use crate::parts::roles::{Member, Part, members};
use crate::text::clause::connects;
use crate::text::reading::{Reading, SPACE, STOP};
use stet_text::span::Span;
use stet_text::{Script, final_consonant};

pub(crate) use compared::{compares_otherwise, takes_the_standard};
use domain::{Domain, domains};
pub(crate) use domain::{belongs_to_another, value_in_a_list};
use form::Form;
pub(crate) use held::value_of_another;
pub(crate) use mixed::mixes_clauses;
pub(crate) use office::other_office;
pub(crate) use paired::value_of_another_case;
pub(crate) use persons::tells_of_another_person;
pub(crate) use pointing::GENERAL;
use pointing::names_both;

/// Words of a clause that must stand in the clause of the evidence, the predicate among them, where the claim has more.
const SHARED: usize = 2;

/// A claim and its windows with their nouns and clauses, which are told apart once for all that ask.
pub(crate) struct Told<'a> {
    claim: &'a Reading<'a>,
    windows: &'a [Reading<'a>],
    own: OnceCell<Text<'a, 'a>>,
    texts: OnceCell<Vec<Text<'a, 'a>>>,
}

impl<'a> Told<'a> {
    pub(crate) const fn new(claim: &'a Reading<'a>, windows: &'a [Reading<'a>]) -> Self {
        Self { claim, windows, own: OnceCell::new(), texts: OnceCell::new() }
    }

    fn own(&self) -> &Text<'a, 'a> {
        self.own.get_or_init(|| Text::of(self.claim))
    }

    fn texts(&self) -> &[Text<'a, 'a>] {
        self.texts.get_or_init(|| self.windows.iter().map(Text::of).collect())
    }
}

/// The claim's noun, by position, of which the evidence says nothing of what the claim says of it; `stands` tells of a passage whether the
/// sources have it.
pub(crate) fn said_of_another(told: &Told<'_>, stands: impl Fn(&str) -> bool) -> Option<usize> {
    let (claim, own) = (told.claim, told.own());
    let parts = |member: &&Member<'_>| {
        let told = matches!(
            member.part,
            Part::Topic | Part::Agent | Part::Owner | Part::Source | Part::Object | Part::Recipient
        );
        told && is_name(claim, member)
    };
    own.list.iter().find(parts)?;
    let texts = told.texts();
    own.clauses().iter().find_map(|clause| {
        let best = own.counterpart(clause, texts)?;
        let there = best.text;
        own.within(clause).filter(parts).find_map(|member| {
            let other = own.other(member, &best)?;
            let known = is_known(member, told.windows, &stands);
            let free = !texts.iter().any(|text| text.says(own, member, clause, best.shared));
            let named = names_both(member, there.reading, other, &stands);
            (known && free && !named).then_some(member.at)
        })
    })
}

/// A text with its nouns and clauses.
struct Text<'a, 'b> {
    reading: &'b Reading<'a>,
    list: Vec<Member<'a>>,
    clauses: OnceCell<Vec<Range<usize>>>,
    domains: OnceCell<Vec<Domain<'a>>>,
    /// What tells of each word of what verb it is a form.
    forms: OnceCell<Vec<Form>>,
    /// Whether the claim has each word in any form, once that has been asked.
    had: OnceCell<Vec<OnceCell<bool>>>,
}

impl<'a, 'b> Text<'a, 'b> {
    fn of(text: &'b Reading<'a>) -> Self {
        let (clauses, domains, forms, had) = Default::default();
        Self { reading: text, list: members(text), clauses, domains, forms, had }
    }

    fn clauses(&self) -> &[Range<usize>] {
        self.clauses.get_or_init(|| clauses(self.reading))
    }

    fn domains(&self) -> &[Domain<'a>] {
        self.domains.get_or_init(|| domains(self))
    }

    fn form(&self, at: usize) -> Option<&Form> {
        let forms = || self.reading.tokens.iter().map(|token| Form::of(token.text)).collect();
        self.forms.get_or_init(forms).get(at)
    }

    /// Whether the claim has a word of this text, which `look` tells.
    fn is_had(&self, at: usize, look: impl FnOnce() -> bool) -> bool {
        let had = self.had.get_or_init(|| vec![OnceCell::new(); self.reading.tokens.len()]);
        had.get(at).is_some_and(|known| *known.get_or_init(look))
    }

    /// Whether some words of this text have one of a claim.
    fn has_word(&self, words: &Range<usize>, claim: &Reading<'_>, at: usize) -> bool {
        words.clone().any(|there| claim.is_same(at, self.reading, there))
    }

    fn within(&self, clause: &Range<usize>) -> impl Iterator<Item = &Member<'a>> {
        self.list.iter().filter(|member| clause.contains(&member.at))
    }

    /// The words that a clause says of its subject, and which of them is the predicate.
    fn said(&self, clause: &Range<usize>) -> (Vec<usize>, Option<usize>) {
        let subject = |at: usize| {
            let is =
                |member: &Member<'_>| member.at == at && matches!(member.part, Part::Topic | Part::Agent);
            self.list.iter().any(|member| is(member) && is_name(self.reading, member))
        };
        let words: Vec<usize> =
            clause.clone().filter(|&at| self.reading.content(at).is_some() && !subject(at)).collect();
        let last =
            words.iter().rev().copied().find(|&at| !is_light(self.reading.word(at), self.reading.stem(at)));
        (words, last)
    }

    /// The clause of the evidence that says most of what a clause of the claim says, its predicate at least.
    fn counterpart<'t, 'c, 'd>(
        &self,
        clause: &Range<usize>,
        texts: &'t [Text<'c, 'd>],
    ) -> Option<Counterpart<'t, 'c, 'd>> {
        let (words, predicate) = self.said(clause);
        let mut best: Option<Counterpart<'t, 'c, 'd>> = None;
        let mut places = 0;
        for text in texts {
            for there in text.clauses() {
                let Some(at) = text.position(there, self, predicate?) else { continue };
                places += 1;
                let shared = text.shared(there, self, &words);
                if best.as_ref().is_none_or(|best| shared > best.shared) {
                    best = Some(Counterpart { text, clause: there.clone(), predicate: at, shared });
                }
            }
        }
        // One word is enough where it is all that is said, and said once.
        best.filter(|best| {
            let topic = usize::from(self.has_topic_of(clause, best));
            // Of whom something is told may be said in another clause of the sentence.
            let receives = || self.within(clause).any(|member| is_receiver(self.reading, member));
            let wide = || best.text.shared(&best.text.sentence(&best.clause), self, &words);
            best.shared + topic >= SHARED
                && (2 * best.shared + topic >= words.len() || receives() && 2 * wide() >= words.len())
                || best.shared == words.len() && places == 1
        })
    }

    /// Whether a clause and its counterpart have one topic.
    fn has_topic_of(&self, clause: &Range<usize>, best: &Counterpart<'_, '_, '_>) -> bool {
        let topic = |member: &&Member<'_>| member.part == Part::Topic;
        self.within(clause).find(topic).is_some_and(|own| {
            is_name(self.reading, own)
                && best.text.within(&best.clause).find(topic).is_some_and(|other| other.noun == own.noun)
        })
    }

    /// The sentence of a clause of this text.
    fn sentence(&self, clause: &Range<usize>) -> Range<usize> {
        self.reading.sentence_begin(clause.start)..self.reading.sentence_end(clause.end)
    }

    /// The last position in a clause of this text of a word of a claim.
    fn position(&self, clause: &Range<usize>, claim: &Text<'_, '_>, at: usize) -> Option<usize> {
        let mine = claim.form(at)?;
        clause.clone().rev().find(|&there| {
            claim.reading.is_same(at, self.reading, there)
                || self
                    .form(there)
                    .is_some_and(|theirs| mine.is_short_of(*theirs) || mine.is_contracted_with(*theirs))
        })
    }

    /// How many of some words of a claim a clause of this text has.
    fn shared(&self, clause: &Range<usize>, claim: &Text<'_, '_>, words: &[usize]) -> usize {
        words.iter().filter(|&&at| self.position(clause, claim, at).is_some()).count()
    }

    /// The position of the noun that a clause of the evidence has in the part of the claim's, if it does not name that.
    fn other(&self, member: &Member<'_>, best: &Counterpart<'_, '_, '_>) -> Option<usize> {
        let (there, place) = (best.text, &best.clause);
        if there.names(self, member, place) {
            return None;
        }
        let compared = |other: &Member<'_>| other.part == Part::Standard && other.noun == member.noun;
        // `총회에서 선출한다`, `이사회에서 선출한다`, but a place may be within another.
        let body = member.part == Part::Source && is_body(member.noun.text);
        if member.part == Part::Source && !body && !there.within(place).any(compared) {
            return None;
        }
        let (_, last) = self
            .clauses()
            .iter()
            .find(|clause| clause.contains(&member.at))
            .map(|clause| self.said(clause))?;
        if !matches!(member.part, Part::Topic | Part::Owner)
            && last.is_none_or(|last| acts_between(self.reading, member.at, last))
        {
            return None;
        }
        let owned = (member.part == Part::Owner).then(|| next_content(self.reading, member.at));
        // What is spoken of is spoken of in all clauses of its sentence, unless another topic follows.
        let topic = there.is_topic(self, member, place);
        let found = there.within(place).find(|other| {
            is_part(other.part, member.part)
                && other.at < best.predicate
                && (matches!(other.part, Part::Topic | Part::Owner)
                    || !acts_between(there.reading, other.at, best.predicate))
                && !(topic && other.part == Part::Agent)
                && is_name(there.reading, other)
                && (!body || is_body(other.noun.text))
                && !GENERAL.contains(&other.noun.text)
                && !self.mentions(there, other, member)
                && !are_akin(member.noun.text, other.noun.text, self.modifier(member), there.modifier(other))
                && owned.is_none_or(|mine| {
                    let next = next_content(there.reading, other.at);
                    mine.zip(next).is_some_and(|(at, next)| same(self.reading, at, there.reading, next))
                })
        });
        found.map(|other| other.at)
    }

    /// Whether a clause of this text names the noun of a claim other than to compare with it.
    fn names(&self, claim: &Text<'_, '_>, member: &Member<'_>, clause: &Range<usize>) -> bool {
        let modifier = claim.modifier(member);
        let compares = claim.list.iter().any(|member| member.part == Part::Standard);
        let mixed = !member.noun.text.chars().all(|ch| matches!(ch, '가'..='힣'));
        let said = self.passage(clause);
        if mixed && said.contains(member.noun.text) {
            return true;
        }
        clause.clone().any(|at| {
            let standard = || self.list.iter().any(|other| other.at == at && other.part == Part::Standard);
            is_noun(self.reading, at, member.noun.text)
                && !(!compares && member.part != Part::Owner && standard())
                && match (modifier, modifier_at(self.reading, &self.list, at)) {
                    (Some(mine), Some(other)) => {
                        alike(mine, other) || claim.reading.norm.contains(other) || said.contains(mine)
                    }
                    _ => true,
                }
        })
    }

    /// Whether the noun of a claim is the topic of the sentence in which a clause of this text stands behind it.
    fn is_topic(&self, claim: &Text<'_, '_>, member: &Member<'_>, clause: &Range<usize>) -> bool {
        let begins = |at: usize| at == 0 || self.reading.gap(at) & STOP != 0;
        let first = (0..=clause.start).rev().find(|&at| begins(at)).unwrap_or_default();
        let mut topics = self.list.iter().filter(|other| {
            (first..clause.start).contains(&other.at)
                && other.part == Part::Topic
                && is_name(self.reading, other)
        });
        topics.next_back().is_some_and(|topic| {
            topic.noun == member.noun || claim.reading.is_same(member.at, self.reading, topic.at)
        })
    }

    /// The text of a clause.
    fn passage(&self, clause: &Range<usize>) -> &'a str {
        let start = self.reading.tokens.get(clause.start).map_or(0, |token| token.span.start);
        let end = clause.end.checked_sub(1).and_then(|at| self.reading.tokens.get(at));
        Span::new(start, end.map_or(start, |token| token.span.end)).of(self.reading.norm)
    }

    /// Whether this text has a noun of the evidence, unless it is the subject of another clause than that of `member`.
    fn mentions(&self, there: &Text<'_, '_>, other: &Member<'_>, member: &Member<'_>) -> bool {
        let modifier = there.modifier(other).filter(|_| other.noun == member.noun);
        let Some(modifier) = modifier else {
            let home = self.clauses().iter().find(|clause| clause.contains(&member.at));
            return (0..self.reading.tokens.len()).any(|at| {
                let elsewhere = || {
                    let subject =
                        |own: &Member<'_>| own.at == at && matches!(own.part, Part::Topic | Part::Agent);
                    self.list.iter().any(subject) && home.is_some_and(|home| !home.contains(&at))
                };
                is_noun(self.reading, at, other.noun.text) && !elsewhere()
            });
        };
        self.reading.norm.contains(modifier)
    }

    /// Whether a clause that names the noun of a claim says as much of what the claim's clause says as the best.
    fn says(&self, claim: &Text<'_, '_>, member: &Member<'_>, clause: &Range<usize>, best: usize) -> bool {
        let (mut words, predicate) = claim.said(clause);
        words.retain(|&at| at != member.at);
        self.clauses().iter().any(|there| {
            self.names(claim, member, there)
                && predicate.is_some_and(|at| self.position(there, claim, at).is_some())
                && self.shared(there, claim, &words) >= best
        })
    }

    fn modifier(&self, member: &Member<'_>) -> Option<&'a str> {
        modifier_at(self.reading, &self.list, member.at)
    }
}

/// Whether another predicate stands between a noun and a predicate: the noun may be that one's.
fn acts_between(text: &Reading<'_>, from: usize, to: usize) -> bool {
    (from + 1..to).any(|at| {
        let word = text.word(at);
        let last = word.chars().next_back();
        let verbal = last.is_some_and(|last| {
            matches!(final_consonant(last), Some(4 | 8))
                || matches!(
                    last,
                    '는' | '던'
                        | '어'
                        | '아'
                        | '여'
                        | '해'
                        | '돼'
                        | '고'
                        | '며'
                        | '서'
                        | '면'
                        | '기'
                        | '음'
                        | '려'
                )
        });
        verbal
            && text.content(at).is_some()
            && word.chars().nth(1).is_some()
            && !matches!(word, "매일" | "동안" | "평균")
    })
}

/// The clause of the evidence that says what a clause of the claim says.
struct Counterpart<'t, 'a, 'b> {
    text: &'t Text<'a, 'b>,
    clause: Range<usize>,
    /// Where the claim's predicate stands in it, and how many of the claim's words do.
    predicate: usize,
    shared: usize,
}

/// The noun right before another that tells which of its kind that is: `실험 집단`.
fn modifier_at<'a>(text: &Reading<'a>, list: &[Member<'_>], at: usize) -> Option<&'a str> {
    let before = at.checked_sub(1).filter(|_| text.gap(at) == SPACE)?;
    let word = text.tokens.get(before).filter(|token| token.script == Script::Hangul)?.text;
    let ending = word.chars().next_back()?;
    // What ends in `ㄴ` or `ㄹ` may be a verb.
    let adnominal =
        matches!(final_consonant(ending), Some(4 | 8)) || matches!(ending, '은' | '는' | '던' | '의');
    let noun = word.chars().nth(1).is_some()
        && text.content(before).is_some()
        && !adnominal
        && !connects(text, before)
        && !list.iter().any(|member| member.at == before)
        && !is_light(word, text.stem(before));
    noun.then_some(word)
}

/// The next content word of the same sentence.
fn next_content(text: &Reading<'_>, at: usize) -> Option<usize> {
    (at + 1..text.tokens.len().min(at + 3))
        .take_while(|&at| text.gap(at) & STOP == 0)
        .find(|&at| text.content(at).is_some())
}

fn is_part(one: Part, other: Part) -> bool {
    let role = |part: Part| if part == Part::Topic { Part::Agent } else { part };
    role(one) == role(other)
}

/// Whether a noun names something: no verb before its noun (`있는`), no pronoun.
fn is_name(text: &Reading<'_>, member: &Member<'_>) -> bool {
    let noun = member.noun.text;
    let before = member.at.checked_sub(1).map_or("", |at| text.word(at));
    let pointed =
        !noun.contains(' ') && matches!(before, "이" | "그" | "본" | "해당" | "같은" | "당" | "동" | "두");
    // `작가는` and `도시는` begin a sentence, `나가는` and `마시는` hardly do.
    let first = member.at == 0 || text.gap(member.at) & STOP != 0;
    let verb = member.part == Part::Topic
        && text.word(member.at).ends_with('는')
        && noun != "대리"
        && (noun.ends_with(['하', '되', '있', '없', '받', '않', '쓰'])
            || !first && noun.ends_with(['시', '리', '키', '지', '가', '우']));
    // `3월에`
    let dated = member.part == Part::Recipient && noun.starts_with(|ch: char| ch.is_ascii_digit());
    // `센터` and `신청서` end in no particle.
    let until = noun.ends_with(['에', '로', '면'])
        || ["에서", "해서", "아서", "어서", "까지", "부터", "에게", "하고", "다고", "라고", "자고"]
            .iter()
            .any(|end| noun.ends_with(end));
    let until = dated || until && noun.chars().nth(2).is_some();
    !pointed && !verb && !until && !is_light(text.word(member.at), noun)
}

/// Whether a word is a noun with or without a particle.
fn is_noun(text: &Reading<'_>, at: usize, noun: &str) -> bool {
    let word = text.word(at);
    if noun.chars().nth(1).is_some() {
        return word.contains(noun) || {
            let before = at.checked_sub(1).filter(|_| text.gap(at) == SPACE);
            // `계약 기간` is `계약기간`.
            before.is_some_and(|before| {
                noun.strip_prefix(text.word(before))
                    .is_some_and(|rest| !rest.is_empty() && word.starts_with(rest.trim_start()))
            })
        };
    }
    word.strip_prefix(noun).is_some_and(|rest| {
        rest.is_empty()
            || matches!(
                rest,
                "은" | "는"
                    | "이"
                    | "가"
                    | "을"
                    | "를"
                    | "의"
                    | "에게"
                    | "도"
                    | "과"
                    | "와"
                    | "만"
                    | "에"
                    | "로"
                    | "보다"
                    | "이나"
                    | "나"
                    | "까지"
            )
    })
}

/// Whether something is told or given to whom a noun names.
fn is_receiver(text: &Reading<'_>, member: &Member<'_>) -> bool {
    member.part == Part::Recipient && (text.word(member.at).ends_with("에게") || is_body(member.noun.text))
}

/// Whether a noun is a body that decides or acts.
fn is_body(noun: &str) -> bool {
    noun.chars().nth(1).is_some() && noun.ends_with(['회', '원', '처', '청', '단']) || noun == "법원"
}

/// Whether two words begin alike.
fn alike(one: &str, other: &str) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

/// Whether two nouns may be one: one a part of the other, or of one meaning.
fn are_akin(one: &str, other: &str, mine: Option<&str>, theirs: Option<&str>) -> bool {
    if one == other {
        return mine.is_none() || theirs.is_none() || mine == theirs;
    }
    let first = |word: &str| word.chars().next();
    one.contains(other)
        || other.contains(one)
        // `한국은행`, `한은`
        || first(one) == first(other)
            && one.chars().last() == other.chars().last()
            && one.chars().nth(1).is_some()
            && one.len() != other.len()
        || mean_the_same(one, other)
}

/// Whether the noun of a claim stands elsewhere in its evidence.
fn is_known(member: &Member<'_>, windows: &[Reading<'_>], stands: &impl Fn(&str) -> bool) -> bool {
    let noun = member.noun.text;
    if GENERAL.contains(&noun) {
        return false;
    }
    if noun.chars().nth(1).is_some() {
        return stands(noun);
    }
    windows.iter().any(|window| (0..window.tokens.len()).any(|at| is_noun(window, at, noun)))
}

/// Whether a word of the claim is one of a text, in any form, or, as a predicate, means the same.
pub(crate) fn same(claim: &Reading<'_>, at: usize, text: &Reading<'_>, there: usize) -> bool {
    claim.is_same(at, text, there) || {
        let (mine, theirs) = (Form::of(claim.word(at)), Form::of(text.word(there)));
        mine.is_short_of(theirs) || mine.is_contracted_with(theirs)
    }
}

/// The clauses of a text: cut at the end of sentences and behind connective endings.
pub(crate) fn clauses(text: &Reading<'_>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut first = 0;
    for at in 0..text.tokens.len() {
        let last = at + 1 == text.tokens.len();
        let word = text.word(at);
        // `없애겠다고 밝혔다`
        let quoted =
            || ["다고", "라고", "자고", "냐고", "다며", "라며"].iter().any(|end| word.ends_with(end));
        if last || text.gap(at + 1) & STOP != 0 || (connects(text, at) || follows(word)) && !quoted() {
            found.push(first..at + 1);
            first = at + 1;
        }
    }
    found
}

/// Whether a word ends a clause with a condition or a reason: `나타나면`, `단단하므로`.
fn follows(word: &str) -> bool {
    word.ends_with("므로") || word.strip_suffix('면').is_some_and(|stem| stem.chars().nth(1).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_the_source_says_of_another() {
        for (claim, source, want) in [
            (
                "쟁반은 국을 담는 데 쓴다.",
                "대접은 국을 담는 데 쓰고 쟁반은 전을 올리는 데 쓴다.",
                Some("쟁반"),
            ),
            ("대접은 국을 담는 데 쓴다.", "대접은 국을 담는 데 쓰고 쟁반은 전을 올리는 데 쓴다.", None),
            (
                "병은 물품을 검사하고 정은 대금을 치른다.",
                "정은 물품을 검사하고 병은 대금을 치른다.",
                Some("병"),
            ),
            ("정은 물품을 검사하고 병은 대금을 치른다.", "정은 물품을 검사하고 병은 대금을 치른다.", None),
            ("관장의 사전 허가를 받는다.", "사서의 사전 허가를 받는다. 관장은 예산을 짠다.", Some("관장")),
            ("비교 조는 날마다 두 번 걸었다.", "운동 조는 날마다 두 번 걸었고 비교 조는 쉬었다.", Some("조")),
            ("운동 조는 날마다 두 번 걸었다.", "운동 조는 날마다 두 번 걸었고 비교 조는 쉬었다.", None),
            (
                "도자기에서 금이 더 많이 나타났다.",
                "도자기보다 유리에서 금이 더 많이 나타났다.",
                Some("도자기"),
            ),
            ("유리에서 금이 더 많이 나타났다.", "도자기보다 유리에서 금이 더 많이 나타났다.", None),
            // A general noun, and one without a subject of its own, may be said of the noun.
            ("새롬제과는 공장을 옮겼다.", "새롬제과는 빵을 판다. 회사는 공장을 옮겼다.", None),
            ("총무는 회비를 걷는다.", "총무는 장부를 적고 회비를 걷는다.", None),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            let (mine, windows) = (Reading::new(&mine), [Reading::new(&theirs)]);
            let found = said_of_another(&Told::new(&mine, &windows), |passage| theirs.contains(passage));
            let noun = found.and_then(|at| members(&mine).into_iter().find(|member| member.at == at));
            assert_eq!(noun.map(|member| member.noun.text), want, "{claim} / {source}");
        }
    }
}
