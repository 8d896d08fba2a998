//! What a source asserts: a clause that it only asks, supposes, reports or denies is no evidence that things are so, though all its
//! words stand there.
//!
//! Owns which clauses those are, and whether a claim is one of them or leaves out the condition on which the source says it. The words
//! that open such clauses are [tagged](stet_reading::tags). A claim that asks, supposes or reports itself is compared with none.

use std::ops::Range;

use stet_reading::denial::denies;
use stet_reading::reading::{COMMA, Reading, SEMICOLON, STOP};
use stet_reading::tags::Tags;
use stet_text::final_consonant;

/// Final consonants of what stands before a noun that it is about: `위조한 혐의`, `팔릴 것`.
const NIEUN: u32 = 4;
const RIEUL: u32 = 8;

/// Words between what reports and `that`: `the rumour in town that`.
const REACH: usize = 3;

/// Whether all that the passage has of a claim stands in a clause that it does not assert.
pub(crate) fn is_unasserted(claim: &Reading<'_>, passage: &Reading<'_>) -> bool {
    if is_framed(claim) {
        return false;
    }
    let opened = passage.tagged(Tags::OPEN.and(Tags::SAID)).filter_map(|at| {
        let open = passage.tags(at).has(Tags::OPEN);
        if open { opened_by(passage, at) } else { said_by_somebody(passage, at) }
    });
    let asked = (0..passage.tokens.len())
        .filter(|&at| asks_whether(passage, at))
        .map(|at| start(passage, at)..at + 1);
    opened.chain(asked).any(|clause| is_said_in(claim, passage, &clause))
        || conditions(passage)
            .any(|(condition, _)| !claim.has_tag(Tags::CASE) && is_said_in(claim, passage, &condition))
}

/// Whether a claim asks, supposes or reports itself.
fn is_framed(claim: &Reading<'_>) -> bool {
    // `may` permits, and is a month.
    let unsure = |at: usize| claim.word(at) != "may";
    claim.has_tag(Tags::OPEN.and(Tags::SAID))
        || claim.tagged(Tags::UNSURE).any(unsure)
        || claim.norm.ends_with('?')
        || (0..claim.tokens.len()).any(|at| asks_whether(claim, at))
}

/// Whether a passage only asks what a claim says: a question that yes would answer, with no more behind it than another or a no.
pub(crate) fn is_only_asked(claim: &Reading<'_>, passage: &Reading<'_>, next: &str) -> bool {
    if !passage.norm.ends_with('?') || is_framed(claim) {
        return false;
    }
    let asks_which = (0..passage.tokens.len()).any(|at| passage.tags(at).has(Tags::WHICH));
    let open = next.is_empty() || next.ends_with('?') || next.starts_with("no") || next.starts_with("아니");
    open && !asks_which
        && is_in(
            claim,
            passage,
            &(start(passage, passage.tokens.len().saturating_sub(1))..passage.tokens.len()),
        )
}

/// Whether a passage says a claim on a condition that the claim leaves out.
pub(crate) fn drops_if(claim: &Reading<'_>, passage: &Reading<'_>) -> bool {
    let framed = Tags::CASE.and(Tags::LIMIT).and(Tags::OUT).and(Tags::OPEN);
    if claim.has_tag(framed) {
        return false;
    }
    conditions(passage).any(|(condition, main)| {
        let korean = passage.is_korean(condition.start);
        let topic = |at: &usize| korean && passage.word(*at).ends_with(['은', '는']);
        let content = |at: &usize| passage.content(*at).is_some();
        let terms: Vec<usize> = condition.clone().filter(content).filter(|at| !topic(at)).collect();
        let told = terms.iter().filter(|&&at| claim.same_as(passage, at).next().is_some()).count();
        // `if necessary` limits little.
        let least = 2;
        terms.len() >= least
            && told * 2 < terms.len()
            && if korean {
                found_in(claim, passage, &main) >= 2 && says_last(claim, passage, &main)
            } else {
                is_in(claim, passage, &main)
            }
    })
}

/// How many content words of a claim stand in a part of a passage.
fn found_in(claim: &Reading<'_>, passage: &Reading<'_>, part: &Range<usize>) -> usize {
    let content = (0..claim.tokens.len()).filter(|&at| claim.content(at).is_some());
    content.filter(|&at| passage.same_as(claim, at).any(|there| part.contains(&there))).count()
}

/// Whether a claim has the predicate with which a Korean clause ends.
fn says_last(claim: &Reading<'_>, passage: &Reading<'_>, part: &Range<usize>) -> bool {
    let last = part.clone().rev().find(|&at| passage.content(at).is_some());
    last.is_some_and(|last| !passage.is_korean(last) || claim.same_as(passage, last).next().is_some())
}

/// Whether a claim is about what a part of a passage says: most of its words stand there, and none only elsewhere.
pub(crate) fn is_in(claim: &Reading<'_>, passage: &Reading<'_>, part: &Range<usize>) -> bool {
    let (mut all, mut inside) = (0, 0);
    for at in (0..claim.tokens.len()).filter(|&at| claim.content(at).is_some()) {
        let mut places = passage.same_as(claim, at).peekable();
        all += 1;
        if places.peek().is_some() {
            if !places.any(|there| part.contains(&there)) {
                return false;
            }
            inside += 1;
        }
    }
    inside * 3 >= all * 2 && inside >= all.min(2) && inside > 0
}

/// The same of a clause, the predicate of which a Korean claim has to have.
pub(crate) fn is_said_in(claim: &Reading<'_>, passage: &Reading<'_>, part: &Range<usize>) -> bool {
    is_in(claim, passage, part) && says_last(claim, passage, part)
}

fn is_apart(text: &Reading<'_>, at: usize) -> bool {
    text.gap(at) & (STOP | SEMICOLON | COMMA) != 0
}

/// Where the clause of a word begins.
fn start(text: &Reading<'_>, at: usize) -> usize {
    let contrast = |word: &str| ["지만", "는데", "으나"].iter().any(|end| word.ends_with(end));
    (1..=at).rev().find(|&word| is_apart(text, word) || contrast(text.word(word - 1))).unwrap_or_default()
}

/// Where the clause of a word ends.
fn end(text: &Reading<'_>, at: usize) -> usize {
    (at + 1..text.tokens.len()).find(|&word| is_apart(text, word)).unwrap_or(text.tokens.len())
}

/// The clause that an opening word governs.
fn opened_by(text: &Reading<'_>, at: usize) -> Option<Range<usize>> {
    if text.is_korean(at) {
        return reported(text, at);
    }
    let (word, end) = (text.word(at), end(text, at));
    if word == "whether" {
        // `whether or not it rains` leaves nothing open.
        return (text.word(at + 1) != "or").then_some(at + 1..end);
    }
    if word.ends_with("ly") {
        return Some(sentence(text, at));
    }
    let first = (at + 1..=at + REACH).take_while(|&next| next < end).find(|&next| text.word(next) == "that");
    let that = first.filter(|&that| !is_verb(text.word(that + 1)));
    let bare = || first.is_none().then_some(at).filter(|&at| is_subject(text.word(at + 1)));
    // Who is accused of forging forged nothing: the clause has its subject before it.
    let doing = text.word(at + 1) == "of" && text.word(at + 2).ends_with("ing");
    if that.is_none() && doing {
        return Some(start(text, at)..end);
    }
    that.or_else(bare).map(|before| before + 1..end)
}

/// What somebody says who is no text: `the union says that …`, `노조에 따르면 …`.
fn said_by_somebody(text: &Reading<'_>, at: usize) -> Option<Range<usize>> {
    let is_text = |part: Range<usize>| part.into_iter().any(|at| text.tags(at).has(Tags::TEXT));
    let whole = sentence(text, at);
    if text.word(at) == "according"
        || text.word(at).starts_with("따르면")
        || text.word(at).starts_with("의하면")
    {
        let comma = (at + 1..whole.end).find(|&at| text.gap(at) & COMMA != 0);
        let (who, what) = if text.is_korean(at) {
            (whole.start..at, at + 1..end(text, at + 1))
        } else {
            (at + 1..comma?, comma?..end(text, comma?))
        };
        return (!is_text(who) && !what.is_empty()).then_some(what);
    }
    if is_text(whole.start..at + 1) {
        return None;
    }
    if !text.is_korean(at) {
        return opened_by(text, at);
    }
    // `…라고 말한다`, `…것으로 본다`, not `사람을 말한다`.
    let before = at.checked_sub(1).map_or("", |before| text.word(before));
    (before.ends_with('고') || before.starts_with('것')).then(|| reported(text, at)).flatten()
}

/// Behind `that` which is what was claimed: `the motion that was refused`.
fn is_verb(word: &str) -> bool {
    matches!(
        word,
        "is" | "are" | "was" | "were" | "has" | "have" | "had" | "will" | "would" | "can" | "could"
    ) || matches!(word, "may" | "might" | "must" | "should" | "does" | "did" | "do")
}

/// What a clause without `that` begins with.
fn is_subject(word: &str) -> bool {
    matches!(
        word,
        "the" | "a" | "an" | "its" | "his" | "her" | "their" | "our" | "it" | "he" | "she" | "they" | "we"
    )
}

/// The sentence of a word.
fn sentence(text: &Reading<'_>, at: usize) -> Range<usize> {
    let stops = |word: usize| text.gap(word) & (STOP | SEMICOLON) != 0;
    let first = (1..=at).rev().find(|&word| stops(word)).unwrap_or_default();
    first..(at + 1..text.tokens.len()).find(|&word| stops(word)).unwrap_or(text.tokens.len())
}

/// What stands before a Korean word that reports it: `위조한 혐의`, `무너질까 걱정`, `낮춘다고 주장`, `팔릴 것을 우려`.
fn reported(text: &Reading<'_>, at: usize) -> Option<Range<usize>> {
    let mut end = at;
    let word = text.word(at);
    // `증거` alone is none; `…다는 증거는 없다` denies.
    if word.starts_with("증거") && !(at + 1..=at + 2).any(|next| denies(text, next).is_some()) {
        return None;
    }
    if end > 0 && (text.word(end - 1).starts_with('것') || text.word(end - 1) == "봐") {
        end -= 1;
    }
    let last = text.word(end.checked_sub(1)?);
    let syllable = last.chars().next_back()?;
    let adnominal = matches!(final_consonant(syllable), Some(NIEUN | RIEUL));
    let quoted = ["다고", "라고", "자고", "까"].iter().any(|ending| last.ends_with(ending));
    (text.is_korean(end - 1) && !is_apart(text, end) && (adnominal || quoted || word.starts_with("여부")))
        .then(|| start(text, end - 1)..end)
}

/// Whether a Korean word asks whether: `안전한지는`, `새는지`; nouns end in `지`, too.
fn asks_whether(text: &Reading<'_>, at: usize) -> bool {
    if !text.is_korean(at) {
        return false;
    }
    let word = text.word(at).trim_end_matches(['는', '를', '도', '가']);
    let word = if word.ends_with('지') { word } else { text.word(at) };
    let mut syllables = word.chars().rev();
    syllables.next() == Some('지')
        && syllables.next().is_some_and(|before| "는은던인한운른쁜된할될을릴질".contains(before))
        && syllables.next().is_some()
}

/// Whether a Korean word has the ending -면: `이면`, `들면`. Behind any other consonant a stem takes 으면, so `감면`, `정면` are nouns.
fn is_conditional(word: &str) -> bool {
    let before = word.strip_suffix('면').and_then(|stem| stem.chars().next_back());
    before.is_some_and(|syllable| matches!(final_consonant(syllable), None | Some(0 | RIEUL)))
}

/// The conditions of a passage, each with what it says on that condition.
fn conditions(text: &Reading<'_>) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
    text.tagged(Tags::CASE).filter_map(|at| {
        let whole = sentence(text, at);
        if text.is_korean(at) {
            // `화재가 난 경우 …`, but not `이 경우`.
            let case = text.word(at).starts_with("경우")
                && at.checked_sub(1).is_some_and(|before| text.content(before).is_some());
            let supposes =
                case || is_conditional(text.word(at)) && !text.tags(at).has(Tags::NO.and(Tags::SAID));
            return (supposes && at + 1 < whole.end)
                .then(|| (start(text, at)..at + 1, at + 1..end(text, at + 1)));
        }
        let before = at.checked_sub(1).map_or("", |before| text.word(before));
        if text.word(at) != "if" || matches!(before, "even" | "as" | "what" | "only") {
            return None;
        }
        let end = end(text, at);
        let main = if at == whole.start {
            end..self::end(text, end).min(whole.end)
        } else {
            start(text, at - 1)..at
        };
        (!main.is_empty()).then_some((at + 1..end, main))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_is_only_supposed_reported_or_denied_is_not_asserted() {
        for (claim, passage, want) in [
            ("The dam is safe.", "Whether the dam is safe has not been examined.", true),
            ("The dam is not safe.", "Whether the dam is safe has not been examined.", true),
            ("The market takes place.", "Whether or not it rains, the market takes place.", false),
            (
                "The library survived it.",
                "It is unknown whether the archive burnt, but the library survived it.",
                false,
            ),
            ("The mill will be sold.", "It is rumoured that the mill will be sold.", true),
            (
                "It is rumoured that the mill will be sold.",
                "It is rumoured that the mill will be sold.",
                false,
            ),
            ("The bridge is rotten.", "The claim that the bridge is rotten was rejected.", true),
            ("The motion was refused.", "They withdrew the motion that was refused.", false),
            ("Kim forged the accounts.", "Kim is accused of forging the accounts.", true),
            ("The clerk lost the keys.", "Reportedly, the clerk lost the keys.", true),
            ("The bridge will open in May.", "Residents hope the bridge will open in May.", true),
            ("Ten people register.", "If ten people register, the course begins.", true),
            ("The drug lowers the pressure.", "The study found that the drug lowers the pressure.", false),
            ("피고는 서명을 위조했다.", "피고는 서명을 위조한 혐의를 받는다.", true),
            ("피고는 서명을 위조한 혐의를 받는다.", "피고는 서명을 위조한 혐의를 받는다.", false),
            ("그 약은 혈압을 낮춘다.", "그 약이 혈압을 낮춘다는 증거는 없다.", true),
            ("그 약은 혈압을 낮춘다.", "그 약이 혈압을 낮춘다는 증거를 찾았다.", false),
            ("공장은 강을 오염시킨다.", "회사는 공장이 강을 오염시킨다는 주장을 부인한다.", true),
            ("둑이 무너진다.", "주민들은 둑이 무너질까 걱정한다.", true),
            ("둑이 무너질 것이다.", "주민들은 둑이 무너질 것을 우려한다.", true),
            ("The plant is unsafe.", "The union says that the plant is unsafe.", true),
            ("The plant is unsafe.", "According to the union, the plant is unsafe.", true),
            ("The plant is unsafe.", "According to the report, the plant is unsafe.", false),
            ("Fares rose.", "The report notes that fares rose.", false),
            ("공장은 위험하다.", "노조는 공장이 위험하다고 말한다.", true),
            ("공장은 위험하다.", "노조에 따르면 공장은 위험하다.", true),
            ("공장은 위험하다.", "보고서는 공장이 위험하다고 밝혔다.", false),
            ("예산이 줄 것이다.", "위원장은 예산이 줄 것이라고 본다.", true),
            ("미성년자는 성년이 아닌 사람이다.", "미성년자는 성년이 아닌 사람을 말한다.", false),
            ("둑은 안전하다.", "둑이 안전한지는 조사되지 않았다.", true),
            ("둑의 안전은 조사되지 않았다.", "둑이 안전한지는 조사되지 않았다.", false),
            ("규정은 편지를 금지한다.", "규정은 편지를 금지한다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(passage));
            let found = is_unasserted(&Reading::new(&mine), &Reading::new(&theirs));
            assert_eq!(found, want, "{claim} / {passage}");
        }
    }

    #[test]
    fn a_condition_may_not_be_left_out() {
        for (claim, passage, want) in [
            ("The course is cancelled.", "If fewer than ten people register, the course is cancelled.", true),
            ("The course is cancelled.", "The course is cancelled if fewer than ten people register.", true),
            ("Members may bring a guest.", "Members may bring a guest if the guest signs the book.", true),
            (
                "A course with fewer than ten people is cancelled.",
                "If fewer than ten people register, the course is cancelled.",
                false,
            ),
            ("The market takes place.", "Even if it rains, the market takes place.", false),
            ("Tools are lent.", "Tools are lent, if necessary.", false),
            ("강좌를 폐강한다.", "신청자가 열 명 미만이면 강좌를 폐강한다.", true),
            ("도서관은 문을 닫는다.", "도서관은 비가 오면 문을 닫는다.", true),
            ("승강기는 멈춘다.", "건물에 화재가 난 경우 승강기는 멈춘다.", true),
            ("건물에 화재가 나면 승강기는 멈춘다.", "건물에 화재가 난 경우 승강기는 멈춘다.", false),
            ("신청자가 열 명 미만인 강좌는 폐강한다.", "신청자가 열 명 미만이면 강좌를 폐강한다.", false),
            ("회비는 3월에 낸다.", "규정에 따르면 회비는 3월에 낸다.", false),
            ("수영장은 월요일에 쉰다.", "도서관과 반면 수영장은 월요일에 쉰다.", false),
            // Nouns in 면.
            (
                "성적이 우수한 학생은 등록금의 절반을 감면한다.",
                "제27조의2(감면) 성적이 우수한 학생은 등록금의 절반을 감면한다.",
                false,
            ),
            ("회원은 회비를 반값에 낸다.", "특별 회비 감면 회원은 회비를 반값에 낸다.", false),
            ("버스는 시청 앞에 선다.", "역 광장 맞은편 정면 버스는 시청 앞에 선다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(passage));
            assert_eq!(drops_if(&Reading::new(&mine), &Reading::new(&theirs)), want, "{claim} / {passage}");
        }
    }

    #[test]
    fn a_question_with_no_answer_states_nothing() {
        for (claim, question, next, want) in [
            ("The shop accepts cards.", "Does the shop accept cards?", "", true),
            ("The shop accepts cards.", "Does the shop accept cards?", "yes, at the counter.", false),
            ("The shop accepts cards.", "Where does the shop accept cards?", "", false),
            ("가게에서 카드를 받습니다.", "가게에서 카드를 받나요?", "", true),
            ("가게에서 카드를 받습니다.", "가게에서 카드를 받나요?", "네, 받습니다.", false),
            ("가게에서 카드를 받습니다.", "언제 가게에서 카드를 받나요?", "", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(question));
            let found = is_only_asked(&Reading::new(&mine), &Reading::new(&theirs), next);
            assert_eq!(found, want, "{claim} / {question} {next}");
        }
    }
}
