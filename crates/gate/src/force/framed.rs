//! Frames: what stands in a source around words that a claim repeats, and takes from them: a case in which alone they hold (`If it rains,
//! the match is cancelled`), somebody's belief (`some believe that`, `~다고 본다`, `~다는 의혹`), or that it was only nearly so (`almost won`,
//! `할 뻔했다`).
//!
//! Owns which words of a sentence are framed, and by what. Conditions that say `only` are [`condition`](super::condition)'s, plans and
//! doubts that stand beside one word [`fact`](super::fact)'s.

use std::ops::Range;

use crate::denial::negation::korean_denials;
use crate::force::condition::begins_a_case;
use crate::parts::roles::is_past_verb;
use crate::text::reading::{COMMA, Reading, SEMICOLON};
use stet_text::Script;

/// What a frame takes from the words in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Framed {
    /// They hold in a case.
    Case,
    /// They are believed, denied or nearly so.
    Belief,
}

/// Verbs of what somebody holds to be so, or not to be so; a clause follows.
const HOLDS: &[&str] = &[
    "believe",
    "believes",
    "believed",
    "think",
    "thinks",
    "thought",
    "suspect",
    "suspects",
    "suspected",
    "speculate",
    "speculates",
    "speculated",
    "assume",
    "assumes",
    "assumed",
    "fear",
    "fears",
    "feared",
    "deny",
    "denies",
    "denied",
    "doubt",
    "doubts",
    "doubted",
    "hope",
    "hopes",
    "hoped",
];

/// Words of a claim that tell whose word it gives, or that it is not sure.
const TOLD: &[&str] = &[
    "according",
    "say",
    "says",
    "said",
    "argue",
    "argues",
    "argued",
    "claim",
    "claims",
    "claimed",
    "may",
    "might",
    "could",
    "perhaps",
    "possibly",
    "view",
    "opinion",
    "allegedly",
    "reportedly",
    "supposedly",
    "would",
    "held",
    "regarded",
    "considered",
    "seen",
    "almost",
    "nearly",
    "close",
];

/// Korean words of a belief or a rumour behind `~다고` and `~다는`, by how they begin.
const KOREAN_HOLDS: &[&str] = &[
    "본다", "봤다", "보았", "보고", "보는", "봅니", "생각", "믿", "여긴", "여겼", "여기", "주장", "우려",
    "의심", "추측", "추정", "짐작",
];
const KOREAN_NAMED: &[&str] = &["의혹", "주장", "소문", "추측", "우려", "설이", "설은", "설을", "의심"];

/// Words of the framed part that a claim has, of four, at least.
const MOST_OF_FOUR: usize = 3;

/// What the windows frame of what a claim states without a frame of its own.
pub(crate) fn framed(claim: &Reading<'_>, windows: &[Reading<'_>]) -> Option<Framed> {
    let stated = |text: &Reading<'_>, frame: &Frame| {
        let elsewhere = |other: &Reading<'_>| {
            other.sentences().into_iter().any(|sentence| {
                let same = std::ptr::eq(other, text) && sentence.contains(&frame.inner.start);
                !same && holds(text, &frame.inner, other, sentence)
            })
        };
        is_stated(claim, text, frame) && !windows.iter().any(elsewhere)
    };
    if denies_of_more(claim, windows) {
        return Some(Framed::Case);
    }
    windows
        .iter()
        .find_map(|text| frames(text).into_iter().find(|frame| stated(text, frame)).map(|frame| frame.kind))
}

/// Whether a claim denies of a thing what its evidence denies only of one of a kind: `부작용은 없었다`, where it says `심각한 부작용은 없었다`; `no
/// effects`, where it says `no serious effects`.
fn denies_of_more(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    // The windows have what is denied, and wherever they do, it is one of a kind that the claim does not name.
    let only = |what: u32, narrow: &dyn Fn(&Reading<'_>, usize) -> bool| {
        let mut places =
            windows.iter().flat_map(|text| text.positions(what).map(move |there| (text, there))).peekable();
        places.peek().is_some() && places.all(|(text, there)| there > 0 && narrow(text, there))
    };
    let english = |text: &Reading<'_>, there: usize| {
        there > 1
            && text.word(there - 2) == "no"
            && text.content(there - 1).is_some_and(|kind| !claim.has(kind))
    };
    let kind = |word: &str| {
        word.chars().nth(2).is_some()
            && !word.starts_with(['그', '이', '저'])
            && ["한", "된", "인"].iter().any(|end| word.ends_with(end))
    };
    let korean = |text: &Reading<'_>, there: usize| {
        kind(text.word(there - 1))
            && text.gap(there) & COMMA == 0
            && claim.same_as(text, there - 1).next().is_none()
    };
    let negations = (0..claim.tokens.len()).filter(|&at| claim.word(at) == "no");
    if negations.filter_map(|at| claim.content(at + 1)).any(|what| only(what, &english)) {
        return true;
    }
    // What a Korean claim begins with and denies at its end.
    let denies = || korean_denials(claim).last().is_some_and(|at| at > 0 && at + 2 >= claim.tokens.len());
    claim.word(0).ends_with(['은', '는', '이', '가'])
        && claim.content(0).is_some_and(|what| denies() && only(what, &korean))
}

/// Words of a sentence in a frame.
#[derive(Debug)]
struct Frame {
    kind: Framed,
    /// The words that are framed.
    inner: Range<usize>,
    /// The words of the frame: a claim that has one of them says in which it holds.
    outer: Range<usize>,
}

fn contents<'a>(text: &'a Reading<'_>, words: &Range<usize>) -> impl Iterator<Item = usize> + 'a {
    words.clone().filter(|&at| text.content(at).is_some() && text.word(at) != "거의")
}

/// Whether most of the content words of a part of one text stand in a part of another.
fn holds(text: &Reading<'_>, part: &Range<usize>, other: &Reading<'_>, within: Range<usize>) -> bool {
    let (mut all, mut said) = (0, 0);
    for there in contents(text, part) {
        all += 1;
        said += usize::from(within.clone().any(|at| other.is_same(at, text, there)));
    }
    all > 0 && 4 * said >= MOST_OF_FOUR * all
}

/// Whether a claim says what stands in a frame, and nothing of the frame.
fn is_stated(claim: &Reading<'_>, text: &Reading<'_>, frame: &Frame) -> bool {
    let all = 0..claim.tokens.len();
    let (first, end) = (text.sentence_begin(frame.inner.start), text.sentence_end(frame.inner.start + 1));
    let of_frame = |&there: &usize| {
        let inside = || frame.inner.clone().any(|at| text.is_same(at, text, there));
        claim.same_as(text, there).next().is_some() && !inside()
    };
    holds(text, &frame.inner, claim, all.clone())
        && holds(claim, &all, text, first..end)
        && !contents(text, &frame.outer).any(|there| of_frame(&there))
        && !is_framed(claim, frame.kind)
}

/// Whether a claim says that what it states holds in a case, or is somebody's word.
fn is_framed(claim: &Reading<'_>, kind: Framed) -> bool {
    claim.tokens.iter().any(|token| match (token.script, kind) {
        (_, Framed::Case) if begins_a_case(token) => true,
        (Script::Latin, Framed::Case) => {
            matches!(token.text, "case" | "event" | "otherwise" | "after" | "until" | "with" | "depending")
        }
        (Script::Latin, Framed::Belief) => TOLD.contains(&token.text) || HOLDS.contains(&token.text),
        (Script::Hangul, Framed::Case) => {
            ["시에", "한하", "조건"].iter().any(|head| token.text.starts_with(head))
                || token.text.ends_with('시')
        }
        (Script::Hangul, Framed::Belief) => {
            KOREAN_HOLDS.iter().chain(KOREAN_NAMED).any(|head| token.text.starts_with(head))
                || ["다고", "라고", "다는", "라는", "따르면", "의하면"]
                    .iter()
                    .any(|end| token.text.ends_with(end))
                || ["수", "가능", "뻔", "거의"].iter().any(|head| token.text.starts_with(head))
        }
        _ => false,
    })
}

/// The frames of a text.
fn frames(text: &Reading<'_>) -> Vec<Frame> {
    let begins = |at: usize| match text.tokens.get(at).map(|token| token.script) {
        Some(Script::Latin) => english_case(text, at).or_else(|| english_belief(text, at)),
        Some(Script::Hangul) => korean_case(text, at).or_else(|| korean_belief(text, at)),
        _ => None,
    };
    (0..text.tokens.len())
        .filter_map(begins)
        .filter(|frame| contents(text, &frame.inner).next().is_some())
        .collect()
}

/// `If it rains, the match is cancelled`, `The match is cancelled if it rains`.
fn english_case(text: &Reading<'_>, at: usize) -> Option<Frame> {
    if !matches!(text.word(at), "if" | "unless") {
        return None;
    }
    let before = at.checked_sub(1).map_or("", |before| text.word(before));
    // `ask if`, `even if`, `as if`
    let asks = [
        "ask", "see", "know", "knew", "wonder", "determin", "find", "check", "test", "decid", "tell",
        "whether",
    ];
    if matches!(before, "even" | "as" | "only" | "and" | "or" | "but")
        || asks.iter().any(|verb| before.starts_with(verb))
    {
        return None;
    }
    let (first, end) = (text.sentence_begin(at), text.sentence_end(at + 1));
    let comma = (at + 1..end).find(|&at| text.gap(at) & (COMMA | SEMICOLON) != 0);
    let (outer, inner) = if at == first {
        let comma = comma?;
        (at + 1..comma, comma..end)
    } else {
        let begin = (first + 1..at).rev().find(|&at| text.gap(at) & SEMICOLON != 0).unwrap_or(first);
        (at + 1..comma.unwrap_or(end), begin..at)
    };
    // `if necessary`, `if you wish`
    if outer.clone().any(|at| {
        matches!(text.word(at), "necessary" | "wish" | "like" | "desired" | "possible" | "applicable")
    }) {
        return None;
    }
    (contents(text, &outer).next().is_some() && outer.len() > 1).then_some(Frame {
        kind: Framed::Case,
        inner,
        outer,
    })
}

/// `Some believe that it came from bats`, `It almost won the cup`.
fn english_belief(text: &Reading<'_>, at: usize) -> Option<Frame> {
    let (word, next) = (text.word(at), text.word(at + 1));
    let that = next == "that" && HOLDS.contains(&word);
    let nearly = matches!(word, "almost" | "nearly") && is_done(next);
    if !that && !nearly {
        return None;
    }
    let (first, end) = (text.sentence_begin(at), text.sentence_end(at + 1));
    let inner = if nearly { first..end } else { at + 2..end };
    (nearly || at > first).then_some(Frame { kind: Framed::Belief, inner, outer: at..at + 1 })
}

/// Whether a word behind `almost` is a verb of what is done or not, rather than one of a measure (`almost doubled`).
fn is_done(word: &str) -> bool {
    let measures = ["doubl", "tripl", "halv", "quadrupl", "hundred", "finish", "complet"];
    let irregular = matches!(
        word,
        "won"
            | "lost"
            | "fell"
            | "broke"
            | "hit"
            | "died"
            | "sank"
            | "left"
            | "became"
            | "went"
            | "took"
            | "drowned"
    );
    (irregular || is_past_verb(word)) && !measures.iter().any(|head| word.starts_with(head))
}

/// `비가 오면 경기를 취소한다`, `비가 올 경우 경기를 취소한다`.
fn korean_case(text: &Reading<'_>, at: usize) -> Option<Frame> {
    let word = text.word(at);
    let long = word.chars().nth(1).is_some();
    let others = ["려면", "따르면", "의하면", "보면", "라면", "반면", "측면", "화면", "표면", "전면"];
    let conditional = long && word.ends_with('면') && !others.iter().any(|other| word.ends_with(other));
    let case = matches!(word, "경우" | "경우에" | "경우에는" | "경우는" | "때에는");
    // `협회의 경우`: of whom it is said.
    let of_whom = case && at.checked_sub(1).is_some_and(|before| text.word(before).ends_with('의'));
    if !conditional && !case || of_whom {
        return None;
    }
    let (first, end) = (text.sentence_begin(at), text.sentence_end(at + 1));
    let begin = (first..at).rev().find(|&at| text.gap(at + 1) & COMMA != 0).map_or(first, |at| at + 1);
    // What the whole sentence is about is no part of the case.
    let topic = (begin..at).find(|&at| text.word(at).ends_with(['은', '는']) && at < begin + 2);
    let outer = topic.map_or(begin, |topic| topic + 1)..at + usize::from(conditional);
    // `필요한 경우`
    let any = |at: usize| {
        ["필요", "가능", "원하", "원할", "해당"].iter().any(|head| text.word(at).starts_with(head))
    };
    (at + 1 < end && contents(text, &outer).any(|at| !any(at))).then_some(Frame {
        kind: Framed::Case,
        inner: at + 1..end,
        outer,
    })
}

/// `박쥐에서 왔다고 본다`, `팔았다는 의혹`, `우승할 뻔했다`.
fn korean_belief(text: &Reading<'_>, at: usize) -> Option<Frame> {
    let frame = |inner: Range<usize>, outer: Range<usize>| Some(Frame { kind: Framed::Belief, inner, outer });
    let word = text.word(at);
    if word.starts_with("뻔했") || word.starts_with("뻔하였") {
        return frame(text.sentence_begin(at)..at, at..at + 1);
    }
    let begins = |heads: &[&str]| heads.iter().any(|head| text.word(at + 1).starts_with(head));
    let quoted = (word.ends_with("다고") || word.ends_with("라고")) && begins(KOREAN_HOLDS);
    let named = (word.ends_with("다는") || word.ends_with("라는")) && begins(KOREAN_NAMED);
    if !quoted && !named {
        return None;
    }
    // Whose belief it is stands before it: `일부 학자는`.
    let first = text.sentence_begin(at);
    let holder = (first..at).find(|&at| text.word(at).ends_with(['은', '는']) && at < first + 3);
    frame(holder.map_or(first, |holder| holder + 1)..at + 1, at + 1..at + 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_a_frame_takes() {
        for (claim, source, want) in [
            ("The match is cancelled.", "If it rains, the match is cancelled.", Some(Framed::Case)),
            ("The match is cancelled.", "The match is cancelled if it rains.", Some(Framed::Case)),
            ("The match is cancelled in case of rain.", "If it rains, the match is cancelled.", None),
            ("If it rains, the match is cancelled.", "If it rains, the match is cancelled.", None),
            ("The match is cancelled.", "If it rains, the match is cancelled. The match is cancelled.", None),
            (
                "The virus came from bats.",
                "Some believe that the virus came from bats.",
                Some(Framed::Belief),
            ),
            ("Some think the virus came from bats.", "Some believe that the virus came from bats.", None),
            ("The data had been sold.", "He denied that the data had been sold.", Some(Framed::Belief)),
            ("The team won the cup.", "The team almost won the cup.", Some(Framed::Belief)),
            ("The team nearly won the cup.", "The team almost won the cup.", None),
            ("Prices doubled in May.", "Prices almost doubled in May.", None),
            ("경기를 취소한다.", "비가 오면 경기를 취소한다.", Some(Framed::Case)),
            ("비가 올 때 경기를 취소한다.", "비가 오면 경기를 취소한다.", None),
            (
                "바이러스는 박쥐에서 왔다.",
                "일부 학자는 바이러스가 박쥐에서 왔다고 본다.",
                Some(Framed::Belief),
            ),
            ("바이러스가 박쥐에서 왔다는 주장이 있다.", "일부 학자는 바이러스가 박쥐에서 왔다고 본다.", None),
            ("장관은 자료를 팔았다.", "장관은 자료를 팔았다는 의혹을 부인했다.", Some(Framed::Belief)),
            ("No effects were seen.", "No serious effects were seen.", Some(Framed::Case)),
            ("No serious effects were seen.", "No serious effects were seen.", None),
            ("부작용은 관찰되지 않았다.", "심각한 부작용은 관찰되지 않았다.", Some(Framed::Case)),
            ("부작용이 관찰되었다.", "심각한 부작용이 관찰되었다.", None),
            ("그 팀은 우승했다.", "그 팀은 우승할 뻔했다.", Some(Framed::Belief)),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            assert_eq!(framed(&Reading::new(&mine), &[Reading::new(&theirs)]), want, "{claim} | {source}");
        }
    }
}
