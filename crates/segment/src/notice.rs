//! Sentences that speak of the answer itself: greetings, offers, announcements, and that the sources are silent.
//!
//! Owns the tables of such sentences, Korean and English. Leaves what else is no claim to [`super::kind`].

pub(super) mod about;
mod english;
mod korean;
mod missing;
mod pointer;
mod runs;
mod silence;

use memchr::memchr;

use about::{introduces, introduces_korean};
use english::{
    ENGLISH_ABILITIES, ENGLISH_ANNOUNCED, ENGLISH_ANNOUNCEMENTS, ENGLISH_ANY_CONDITION, ENGLISH_CONDITIONS,
    ENGLISH_CONTACTS, ENGLISH_DENIED, ENGLISH_DENIED_TELLING, ENGLISH_DOERS, ENGLISH_EDITS,
    ENGLISH_GOOD_WISHES, ENGLISH_GREETINGS, ENGLISH_INTERJECTIONS, ENGLISH_JOINTS, ENGLISH_MISSED,
    ENGLISH_MISSING, ENGLISH_NO_STATEMENTS, ENGLISH_OFFERS, ENGLISH_OPENERS, ENGLISH_OWN_OFFERS,
    ENGLISH_REFERRALS, ENGLISH_STARTS, ENGLISH_TELLING, ENGLISH_VERBS, ENGLISH_WISHES, MAX_WISH_WORDS,
};
use korean::{
    KOREAN_ADVICE, KOREAN_ANNOUNCEMENTS, KOREAN_ANNOUNCING, KOREAN_ANSWERED, KOREAN_ANSWERS,
    KOREAN_APOLOGIES, KOREAN_ASKED, KOREAN_CHECKS, KOREAN_DONE, KOREAN_FOLLOWS, KOREAN_INTERJECTIONS,
    KOREAN_INVITING, KOREAN_MORE, KOREAN_NAMING, KOREAN_NO_EXPERT, KOREAN_OFFERS, KOREAN_PLACES,
    KOREAN_PLANS, KOREAN_QUESTIONS, KOREAN_REFERRALS, KOREAN_REQUESTS, KOREAN_SELF, KOREAN_SELF_UNABLE,
    KOREAN_SPEAK, KOREAN_STARTS, KOREAN_STATED, KOREAN_TELLING, KOREAN_THANKS, KOREAN_UNABLE, KOREAN_UNFOUND,
    KOREAN_UNSURE, KOREAN_WISHED, KOREAN_WISHES,
};

use missing::misses_information;
use pointer::{POINTERS, points_elsewhere, points_elsewhere_korean};
use runs::{
    ENGLISH_GREETING_LEADS, ENGLISH_INTERJECTION_LEADS, ENGLISH_START_LEADS, KOREAN_INTERJECTION_LEADS,
    KOREAN_START_LEADS, Lead, begins, lead, may_end, may_greet, may_interject, may_open, may_point,
    may_start,
};
use silence::{denies_sources, denies_sources_korean, is_negated};

use super::chars::{is_syllable, tail};
use stet_text::syllable_at;

/// Longest sentence, in bytes, that is looked up in the tables.
const MAX_NOTICE: usize = 400;

/// Words of an announcement before its noun.
const MAX_ANNOUNCED: usize = 7;

/// Longest interjection with the punctuation behind it, in bytes.
const MAX_INTERJECTION: usize = 24;

/// Interjections of one sentence: `네, 알겠습니다!`
const MAX_INTERJECTIONS: usize = 3;

/// Most words of a greeting.
const MAX_GREETING_WORDS: usize = 7;

/// First byte of a typographic apostrophe.
const APOSTROPHE: u8 = "’".as_bytes()[0];

/// Bytes at the end of a sentence in which its last predicate stands.
const LAST_PREDICATE: usize = 48;

/// Whether a Hangul syllable stands in a text.
fn is_korean(body: &[u8]) -> bool {
    (0..body.len()).any(|at| syllable_at(body, at).is_some())
}

/// Whether the sentence, which is `plain` when it is ASCII, speaks of the answer itself.
pub(super) fn is_notice(body: &str, plain: bool) -> bool {
    if body.len() > MAX_NOTICE {
        return false;
    }
    if plain {
        return english_notice(body);
    }
    let bytes = body.as_bytes();
    if memchr(APOSTROPHE, bytes).is_some() && body.contains('’') {
        let body = body.replace('’', "'");
        return is_notice(&body, body.is_ascii());
    }
    if is_korean(bytes) { korean_notice(body) } else { english_notice(body) }
}

fn english_notice(body: &str) -> bool {
    let lead = lead(body.as_bytes());
    let own = is_first_person(lead);
    if matches!(lead, THIS | THE | IN_THIS) && introduces(body) {
        return true;
    }
    if !(own || may_start(lead)) {
        return announces_later(body) || denies_sources(body);
    }
    if may_open(lead)
        && let Some(rest) = begins(body, lead, ENGLISH_STARTS, &ENGLISH_START_LEADS).next()
    {
        return if begins_any(body, ENGLISH_OPENERS) {
            !is_followed_by_statement(rest)
        } else if begins_any(body, &[ENGLISH_GOOD_WISHES]) {
            body.split_whitespace().nth(MAX_WISH_WORDS).is_none()
        } else {
            !states_besides(body)
        };
    }
    let numbered = || body.bytes().any(|byte| byte.is_ascii_digit());
    let greets = |rest: &str| {
        !rest.starts_with(|ch: char| ch.is_alphanumeric() || ch == '-')
            && !numbered()
            && body.split_whitespace().nth(MAX_GREETING_WORDS).is_none()
            && !body.split_whitespace().any(|word| ENGLISH_VERBS.contains(&word))
    };
    if may_greet(lead) && begins(body, lead, ENGLISH_GREETINGS, &ENGLISH_GREETING_LEADS).any(greets) {
        return true;
    }
    let begins = |list: &[&str]| begins_any(body, list);
    // `For details, see Section 3.`
    if may_point(lead) && begins(POINTERS) && points_elsewhere(body) {
        return true;
    }
    // No other table has a sentence that begins otherwise.
    if !matches!(
        body.as_bytes().first(),
        Some(
            b'P' | b'p'
                | b'S'
                | b's'
                | b'I'
                | b'i'
                | b'Y'
                | b'y'
                | b'H'
                | b'h'
                | b'B'
                | b'b'
                | b'N'
                | b'n'
                | b'A'
                | b'a'
        )
    ) {
        return announces_later(body) || denies_sources(body);
    }
    let has = |text: &str, list: &[&str]| list.iter().any(|phrase| text.contains(phrase));
    if begins(ENGLISH_DENIED) {
        return denies_with_verb(body) && !states_besides(body);
    }
    if begins(ENGLISH_MISSING) {
        return has(body, ENGLISH_MISSED) && !states_besides(body);
    }
    if begins(ENGLISH_REFERRALS) && !numbered() && !states_besides(body) {
        return true;
    }
    if begins(ENGLISH_ANNOUNCEMENTS) {
        let announced = body.split_whitespace().take(MAX_ANNOUNCED).any(|word| {
            let word = word.trim_end_matches(|ch: char| !ch.is_ascii_alphabetic());
            ENGLISH_ANNOUNCED.iter().any(|noun| word.eq_ignore_ascii_case(noun))
        });
        return announced && !numbered() && !states_besides(body);
    }
    if begins(&[ENGLISH_ANY_CONDITION]) {
        let lower = body.to_ascii_lowercase();
        // What is offered stands in the main clause; `if you want to renew, contact the library` states a rule.
        let main = lower.find(',').and_then(|at| lower.get(at..)).unwrap_or_default();
        return has(main, ENGLISH_OWN_OFFERS)
            || begins(ENGLISH_CONDITIONS)
                && has(main, ENGLISH_OFFERS)
                && !(main.contains("reach out") && numbered())
            || lower.starts_with("if you have")
                && lower.contains(" question")
                && has(main, ENGLISH_CONTACTS)
                && !main.contains(" must ")
                && !numbered();
    }
    if begins(ENGLISH_ABILITIES) {
        return has(&body.to_ascii_lowercase(), ENGLISH_WISHES);
    }
    if own && tells_of_own_work(body) {
        return !numbered() && !states_besides(body);
    }
    announces_later(body) || denies_sources(body)
}

const THIS: u32 = u32::from_le_bytes(*b"this");
const THE: u32 = u32::from_le_bytes(*b"the ");
const IN_THIS: u32 = u32::from_le_bytes(*b"in t");

/// Whether a sentence begins with `I`, alone or before an apostrophe.
const fn is_first_person(lead: u32) -> bool {
    let [first, second, ..] = lead.to_le_bytes();
    first == b'i' && matches!(second, b' ' | b'\'')
}

/// Whether a text begins with one of a list, in whatever case.
fn begins_any(body: &str, list: &[&str]) -> bool {
    let Some(first) = body.as_bytes().first() else { return false };
    let head = |start: &&str| {
        // The first letter rules out nearly every one.
        start.as_bytes().first().is_some_and(|letter| letter.eq_ignore_ascii_case(first))
            && body.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
    };
    list.iter().any(head)
}

/// `I've left out the appendix.`
fn tells_of_own_work(body: &str) -> bool {
    ENGLISH_DOERS.iter().any(|doer| {
        let head = body.get(..doer.len()).is_some_and(|head| head.eq_ignore_ascii_case(doer));
        head && begins_any(body.get(doer.len()..).unwrap_or_default(), ENGLISH_EDITS)
    })
}

/// Where the comma behind a lead-in is looked for, in bytes.
const MAX_LEAD_IN: usize = 48;

/// Whether a notice stands behind a lead-in: `With that in mind, let's look at the costs.`
fn announces_later(body: &str) -> bool {
    const ANNOUNCING: &[&str] =
        &["let's ", "here is ", "here are ", "here's ", "i'll ", "i will ", "let me ", "on to "];
    let head = body.as_bytes().get(..MAX_LEAD_IN).unwrap_or(body.as_bytes());
    let Some(at) = memchr(b',', head) else { return false };
    if !matches!(body.as_bytes().get(at + 2), Some(b'l' | b'h' | b'i' | b'I' | b'o')) {
        return false;
    }
    let rest = body.get(at + 2..).unwrap_or_default();
    begins_any(rest, ANNOUNCING) && english_notice(rest)
}

/// `None of the documents mentions a fee.`
fn denies_with_verb(body: &str) -> bool {
    let telling =
        |word: &str| ENGLISH_TELLING.iter().chain(ENGLISH_DENIED_TELLING).any(|verb| word.starts_with(verb));
    body.split_whitespace().skip(3).take(MAX_ANNOUNCED).any(telling)
}

/// Fewest words of a statement behind a notice.
const MIN_STATEMENT: usize = 3;

/// Whether what stands behind a notice states something.
fn is_statement(rest: &str) -> bool {
    rest.split_whitespace().nth(MIN_STATEMENT - 1).is_some()
        && !begins_any(rest, ENGLISH_NO_STATEMENTS)
        && !english_notice(rest)
}

/// Whether a sentence that begins as a notice states something besides: `I'm not sure, but the fee rose in 2021.`
fn states_besides(body: &str) -> bool {
    ENGLISH_JOINTS.iter().any(|joint| body.split_once(joint).is_some_and(|(_, rest)| is_statement(rest)))
}

/// `Thanks for asking, the shop opens at nine.`
fn is_followed_by_statement(rest: &str) -> bool {
    [", ", ": ", "; ", " – ", " — ", " - "]
        .iter()
        .any(|joint| rest.split_once(joint).is_some_and(|(_, said)| is_statement(said)))
}

fn korean_notice(body: &str) -> bool {
    let lead = lead(body.as_bytes());
    if begins(body, lead, KOREAN_STARTS, &KOREAN_START_LEADS).next().is_some() {
        return true;
    }
    let has = |phrases: &[&str]| phrases.iter().any(|phrase| body.contains(phrase));
    if KOREAN_LEADS.contains(&first_syllable(body)) && leads_to_notice_korean(body) {
        return true;
    }
    let end = body.trim_end_matches(|ch: char| !is_syllable(ch));
    let ends = |list: &[&str]| list.iter().any(|ending| end.ends_with(ending));
    if !may_end(end.as_bytes()) {
        return is_negated(body.as_bytes())
            && (denies_sources_korean(body, end) || misses_information(body, end));
    }
    let begins = |list: &[&str]| list.iter().any(|start| body.starts_with(start));
    let numbered = || body.contains(|ch: char| ch.is_ascii_digit());
    if ends(KOREAN_UNABLE)
        || ends(KOREAN_APOLOGIES) && !numbered()
        || begins(KOREAN_SELF)
            && (ends(KOREAN_SELF_UNABLE) || ends(KOREAN_REQUESTS) && has(KOREAN_NO_EXPERT) && !numbered())
        || ends(KOREAN_UNSURE) && !has(&["지만 ", "으나 "]) && !numbered()
        || ends(KOREAN_UNFOUND) && finds_nothing(body)
        || begins(KOREAN_WISHES) && ends(KOREAN_WISHED)
    {
        return true;
    }
    // `질문해 주셔서 감사합니다`, `추가 확인이 필요합니다`.
    if ends(KOREAN_THANKS) && has(&["주셔서", "해주셔서"])
        || ends(KOREAN_CHECKS) && body.split(' ').nth(3).is_none()
    {
        return true;
    }
    // `학과에 문의하는 것이 좋습니다`.
    if ends(KOREAN_ADVICE) && has(&["문의하", "상담하", "확인하시", "확인해 보"]) && !numbered()
    {
        return true;
    }
    // `휴학 절차를 안내해 드리겠습니다`, `요청하신 내용을 정리했습니다`.
    let announces = ends(KOREAN_ANNOUNCEMENTS) && {
        let last = tail(end, 2 * LAST_PREDICATE / 3);
        let verbs = if end.ends_with("드립니다") { KOREAN_TELLING } else { KOREAN_ANNOUNCING.len() };
        KOREAN_ANNOUNCING.iter().take(verbs).any(|verb| last.contains(verb))
    };
    if announces || ends(KOREAN_PLANS) || ends(KOREAN_DONE) && (begins(KOREAN_PLACES) || begins(KOREAN_ASKED))
    {
        return true;
    }
    // `다음은 휴학 신청 절차입니다.`
    if begins(KOREAN_FOLLOWS) && ends(KOREAN_NAMING) && !numbered() {
        return true;
    }
    // `필요하시면 말씀해 주세요`, `자세한 내용은 학과에 문의하세요`, `원하시면 표로 정리해 드릴 수 있습니다`.
    let asked = ends(KOREAN_REQUESTS);
    if asked || ends(KOREAN_OFFERS) {
        let offered = ["시면", "시다면", "신다면"].iter().any(|condition| body.contains(condition));
        let refers = |body: &str| KOREAN_REFERRALS.iter().any(|start| body.starts_with(start));
        let more = KOREAN_MORE.iter().find_map(|more| body.strip_prefix(more)).unwrap_or(body);
        if offered && (ends(KOREAN_OFFERS) || asked && has(KOREAN_SPEAK) && !numbered())
            || asked && (refers(body) || refers(more) || begins(KOREAN_PLACES)) && !numbered()
        {
            return true;
        }
        if asked && points_elsewhere_korean(end) {
            return true;
        }
    }
    is_negated(body.as_bytes()) && (denies_sources_korean(body, end) || misses_information(body, end))
}

/// Whether nobody and nothing is named but what is not found: `전대차 조항은 찾지 못했습니다`, not `경찰은 범인을 찾지 못했습니다`.
fn finds_nothing(body: &str) -> bool {
    let mut words = body.split(' ');
    let acts = |word: &str| word.chars().nth(1).is_some() && word.ends_with(['을', '를', '이', '가', '서']);
    let short = words.clone().nth(MAX_UNFOUND_WORDS).is_none();
    short && !words.any(acts)
}

/// Most words of a sentence that says that something was not found.
const MAX_UNFOUND_WORDS: usize = 6;

/// The first syllables of what [`leads_to_notice_korean`] looks for.
const KOREAN_LEADS: [[u8; 3]; 18] = {
    let words = [
        "이", "본", "다", "아", "위", "제", "앞", "궁", "추", "더", "도", "자", "최", "정", "보", "좀", "구",
        "기",
    ];
    let mut leads = [[0; 3]; 18];
    let mut at = 0;
    while at < words.len() {
        let word = words[at].as_bytes();
        leads[at] = [word[0], word[1], word[2]];
        at += 1;
    }
    leads
};

/// Notices that their beginning tells, whatever they end in.
fn leads_to_notice_korean(body: &str) -> bool {
    let begins = |list: &[&str]| list.iter().any(|start| body.starts_with(start));
    let has = |phrases: &[&str]| phrases.iter().any(|phrase| body.contains(phrase));
    let end = body.trim_end_matches(|ch: char| !is_syllable(ch));
    if introduces_korean(body, end) {
        return true;
    }
    let more = KOREAN_MORE.iter().find_map(|more| body.strip_prefix(more)).unwrap_or(body);
    // `자세한 설명은 튜토리얼에 있습니다.`
    let placed = || {
        end.ends_with("에 있습니다")
            || end.ends_with("에서 확인할 수 있습니다")
            || end.ends_with("에서 볼 수 있습니다")
    };
    let refers =
        || placed() && KOREAN_REFERRALS.iter().any(|start| more.starts_with(start)) && !has(KOREAN_STATED);
    (begins(KOREAN_ANSWERS) && has(KOREAN_ANSWERED)
        || begins(KOREAN_QUESTIONS) && has(KOREAN_INVITING)
        || refers())
        && !body.contains(|ch: char| ch.is_ascii_digit())
}

fn first_syllable(body: &str) -> [u8; 3] {
    body.as_bytes().first_chunk().copied().unwrap_or_default()
}

/// What a sentence says behind the words that only greet, agree or regret: `Yes, staff may park in lot B.`
pub(super) fn after_greeting(body: &str) -> &str {
    let mut rest = body;
    for _ in 0..MAX_INTERJECTIONS {
        let Some(after) = without_interjection(rest) else { break };
        rest = after;
    }
    rest
}

fn without_interjection(body: &str) -> Option<&str> {
    let first = *body.as_bytes().first()?;
    let head = lead(body.as_bytes());
    if !may_interject(head) {
        return None;
    }
    // No word without punctuation behind it, and it is never far: this rules out nearly every sentence.
    let set_apart =
        |byte: &u8| matches!(byte, b',' | b'.' | b'!' | b'~' | b':' | b'^') || first < 0x80 && *byte >= 0x80;
    if body.len() > MAX_INTERJECTION && !body.as_bytes().iter().take(MAX_INTERJECTION).any(set_apart) {
        return None;
    }
    let (list, leads): (_, &[Lead]) = if first.is_ascii_alphabetic() {
        (ENGLISH_INTERJECTIONS, &ENGLISH_INTERJECTION_LEADS)
    } else if (0xea..=0xed).contains(&first) {
        (KOREAN_INTERJECTIONS, &KOREAN_INTERJECTION_LEADS)
    } else {
        return None;
    };
    begins(body, head, list, leads).find_map(|rest| {
        let bare = rest.trim_start_matches(|ch: char| {
            matches!(ch, ',' | '.' | '!' | '~' | '，' | '、' | '…' | ':' | '^' | 'ㅎ' | 'ㅋ' | '—' | '–')
                || ch.is_whitespace()
        });
        // `네 번째`, `예 3건`, `No one`: only punctuation sets a word apart.
        let apart = rest
            .chars()
            .next()
            .is_none_or(|ch| !ch.is_alphanumeric() && !ch.is_whitespace() && ch != '-' && ch != '\'')
            || rest.trim_start().starts_with(['—', '–']);
        // `1.5` and `no.3` are no ends.
        let glued = bare.len() + 1 == rest.len() && rest.starts_with(['.', ':']) && !bare.is_empty();
        // `Sorry, but …`
        let bare = bare.strip_prefix("but ").unwrap_or(bare);
        (apart && !glued).then_some(bare)
    })
}
