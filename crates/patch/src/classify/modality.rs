//! Modality and quantity words: how certain, how binding, how many.
//!
//! A word of one class that gives way to a word of another (`may → must`,
//! `일부 → 모든`) always counts. A word that only comes or goes counts when its
//! whole sentence is known and the class is a strong one.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::lexicon::Class;
use super::unit::{Change, Side, Word};
use super::{Finding, arrow, bounds};
use crate::{Category, GateName};
use stet_text::{Language, Script};

/// A class of words that bound a claim.
#[derive(Debug, PartialEq, Eq)]
pub struct Limit {
    name: &'static str,
    /// Whether a word that only comes or goes changes the claim.
    strong: bool,
    words: &'static str,
}

const fn limits(name: &'static str, strong: bool, words: &'static str) -> Limit {
    Limit { name, strong, words }
}

static CLASSES: [Limit; 18] = [
    limits(
        "possible",
        true,
        "may might possibly perhaps maybe potentially likely probably allegedly reportedly presumably",
    ),
    limits("able", true, "can could able"),
    limits("must", true, "must shall required requires require mandatory obliged obligatory"),
    limits("should", true, "should ought recommended"),
    limits("will", false, "will would"),
    limits("certain", false, "definitely certainly surely undoubtedly"),
    limits("always", true, "always"),
    limits(
        "all",
        true,
        "all every each everyone everything everybody entire whole both completely entirely fully",
    ),
    limits("some", true, "some several partly partially"),
    limits("most", true, "most mostly majority largely"),
    limits("few", true, "few fewer rarely seldom"),
    limits("many", true, "many numerous multiple"),
    limits("only", true, "only solely exclusively"),
    limits("often", false, "often frequently usually commonly"),
    limits("sometimes", false, "sometimes occasionally"),
    limits("about", false, "approximately roughly nearly almost"),
    limits("none", false, "none no"),
    limits("any", false, "any anyone anything"),
];

static KO_CLASSES: [Limit; 11] = [
    limits("all", true, "모든 모두 전부 전체 온갖 다 모든것"),
    limits("some", true, "일부 몇몇 일부분"),
    limits("most", true, "대부분 대다수"),
    limits("few", false, "거의 극소수"),
    limits("only", true, "오직 오로지 단지 뿐 유일"),
    limits("always", true, "항상 언제나 늘"),
    limits("sometimes", false, "가끔 때때로 종종 이따금"),
    limits("above", true, "이상 초과"),
    limits("below", true, "이하 미만"),
    limits("atleast", false, "최소 적어도"),
    limits("atmost", false, "최대 기껏"),
];

#[must_use]
pub fn read(change: &Change<'_>) -> Option<Finding> {
    let (b, a) = (classes(change.before), classes(change.after));
    let korean = if change.unit.language == Language::Ko { duty(change) } else { None };
    if !(b.is_empty() && a.is_empty())
        && let Some(value) = scope(change)
    {
        let reason = ("한정하는 말이 다른 낱말에 걸립니다", "A limiting word bears on another word");
        return Some(Finding::core(GateName::Modality, value, reason));
    }
    if korean.is_none() && (b.is_empty() && a.is_empty() || sorted(&b) == sorted(&a)) {
        return None;
    }
    let (all_b, all_a) = (classes(&change.unit.before.words), classes(&change.unit.after.words));
    if korean.is_none() && sorted(&all_b) == sorted(&all_a) {
        return None;
    }
    // `at most 5` → `up to 5`, `최소 5명` → `5명 이상`: one bound in other words.
    if korean.is_none() && bounds::kept(change) {
        return None;
    }
    let gone = |from: &[&'static Limit], to: &[&'static Limit]| -> Vec<&'static Limit> {
        from.iter().copied().filter(|entry| !to.contains(entry)).collect()
    };
    let (lost, new) = (gone(&b, &all_a), gone(&a, &all_b));
    let exchanged =
        !lost.is_empty() && !new.is_empty() && change.before.len().max(change.after.len()) <= EXCHANGE_WORDS;
    let strong = !change.unit.fragment && lost.iter().chain(&new).any(|entry| entry.strong);
    let strong = strong
        || !change.unit.fragment
            && (short_of(&change.unit.before, &lost, change.before)
                || short_of(&change.unit.after, &new, change.after));
    let words = |list: &[Word<'_>]| {
        list.iter().filter(|word| word.limit.is_some()).map(|word| word.text).collect::<Vec<_>>().join(" ")
    };
    let reason = (
        "확실성·의무·수량을 한정하는 말이 바뀌었습니다",
        "A word of certainty, obligation or quantity changes",
    );
    if let Some(value) = korean {
        return Some(Finding::core(GateName::Modality, value, reason));
    }
    let value = arrow(&words(change.before), &words(change.after));
    if exchanged || strong {
        return Some(Finding::core(GateName::Modality, value, reason));
    }
    Some(Finding { name: GateName::Modality, category: Category::Expression, value, reason, risk: 0.5 })
}

/// `He only eats fish` → `Only he eats fish`, `위원만 의장을` → `위원이 의장만`: the same limit on another word.
fn scope(change: &Change<'_>) -> Option<String> {
    let anchors = |words: &[Word<'_>]| -> Vec<u32> {
        let only = |word: &Word<'_>| word.limit.is_some_and(|limit| limit.name == "only");
        let held = |(at, word): (usize, &Word<'_>)| {
            let holder = if word.script == Script::Hangul { Some(word) } else { words.get(at + 1) };
            holder.map(|holder| holder.id())
        };
        words.iter().enumerate().filter(|(_, word)| only(word)).filter_map(held).collect()
    };
    let (b, a) = (anchors(&change.unit.before.words), anchors(&change.unit.after.words));
    // Both words stand in both sentences: nothing else explains the difference.
    let kept =
        |ids: &[u32], words: &[Word<'_>]| ids.iter().all(|id| words.iter().any(|word| word.id() == *id));
    let moved = !b.is_empty() && b.len() == a.len() && b != a;
    (moved && kept(&b, &change.unit.after.words) && kept(&a, &change.unit.before.words))
        .then(|| arrow(change.text_before, change.text_after))
}

/// `almost won`: what nearly happened did not. Before a number the word only rounds it.
fn short_of(side: &Side<'_>, classes: &[&'static Limit], words: &[Word<'_>]) -> bool {
    classes.iter().any(|entry| entry.name == "about")
        && words.iter().filter(|word| matches!(word.lower.as_str(), "almost" | "nearly")).any(|word| {
            let next = side.words.iter().find(|next| next.span.start > word.span.start);
            let number = |next: &Word<'_>| {
                let spans = side.quantities.iter().map(|quantity| quantity.span.shifted(side.span.start));
                next.class == Class::Number || spans.into_iter().any(|span| span.overlaps(next.span))
            };
            next.is_some_and(|next| next.class == Class::Content && !number(next))
        })
}

/// In a long replacement a lost and a new class are rarely each other's counterpart.
const EXCHANGE_WORDS: usize = 4;

fn sorted(list: &[&'static Limit]) -> Vec<&'static str> {
    let mut names: Vec<_> = list.iter().map(|entry| entry.name).collect();
    names.sort_unstable();
    names
}

fn classes(words: &[Word<'_>]) -> Vec<&'static Limit> {
    let superlative = |at: usize| {
        words.get(at).is_some_and(|word| word.lower == "most")
            && at.checked_sub(1).and_then(|last| words.get(last)).is_some_and(|last| last.lower == "the")
    };
    (0..words.len())
        .filter(|&at| !superlative(at))
        .filter_map(|at| words.get(at).and_then(|word| word.limit))
        .collect()
}

/// The particles `만`, `뿐` and `밖에` on a noun.
fn limited(word: &str) -> bool {
    let whole = ["지만", "그만", "랜만", "얼마만", "만큼", "웬만", "을만", "할만", "볼만", "것만"];
    let noun = |particle: &str| {
        word.strip_suffix(particle)
            .is_some_and(|stem| stem.chars().count() > 1 || matches!(stem, "나" | "저" | "너"))
    };
    (noun("만") || noun("만을") || noun("만이") || noun("뿐") || noun("밖에"))
        && !whole.iter().any(|end| word.ends_with(end))
}

static LIMITS: LazyLock<FxHashMap<&'static str, &'static Limit>> = LazyLock::new(|| {
    let mut map = FxHashMap::default();
    for limit in CLASSES.iter().chain(&KO_CLASSES) {
        for word in limit.words.split_whitespace() {
            map.entry(word).or_insert(limit);
        }
    }
    map
});

/// The class of a word by its lower-case form, or in Korean by its stem or its particle.
#[must_use]
pub fn limit(lower: &str, key: &str, script: Script) -> Option<&'static Limit> {
    let listed = |word: &str| LIMITS.get(word).copied();
    match script {
        Script::Hangul => listed(lower)
            .or_else(|| listed(key))
            .or_else(|| if limited(lower) { listed("오직") } else { None }),
        _ => listed(lower),
    }
}

/// What a Korean sentence binds its reader to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Duty {
    Must,
    May,
    Forbidden,
}

impl Duty {
    const fn name(self) -> &'static str {
        match self {
            Self::Must => "의무",
            Self::May => "허용",
            Self::Forbidden => "금지",
        }
    }
}

/// `하여야 한다` against `할 수 있다` or `하면 안 된다`; a plain statement against any of them.
fn duty(change: &Change<'_>) -> Option<String> {
    if let Some(doubt) = doubted(change) {
        return Some(doubt);
    }
    if duty_of(change.text_before) == duty_of(change.text_after) {
        return None;
    }
    let (b, a) = (duty_of(change.unit.before.text), duty_of(change.unit.after.text));
    if b == a || change.unit.before.words.is_empty() || change.unit.after.words.is_empty() {
        return None;
    }
    // A question or a request asks for one of them anyway; only plain statements can lose one.
    let plain = |text: &str| text.trim().trim_end_matches(['.', '"', '”', ' ']).ends_with('다');
    let stated = plain(change.unit.before.text) && plain(change.unit.after.text);
    let show = |duty: Option<Duty>| duty.map_or("—", Duty::name);
    (b.is_some() && a.is_some() || stated).then(|| arrow(show(b), show(a)))
}

/// `닫힐 것이다` → `닫힐 수도 있다`: what is stated becomes what is only possible, or the reverse.
fn doubted(change: &Change<'_>) -> Option<String> {
    let doubts = |text: &str| {
        let compact: String = text.split_whitespace().collect();
        ["수도있", "지도모르", "지도모른", "지도몰"].iter().any(|end| compact.contains(end))
    };
    let turned = |before: &str, after: &str| doubts(before) != doubts(after);
    let stated = |text: &str| text.trim().trim_end_matches(['.', '"', '”', ' ']).ends_with('다');
    let both = stated(change.unit.before.text) && stated(change.unit.after.text);
    (both
        && turned(change.text_before, change.text_after)
        && turned(change.unit.before.text, change.unit.after.text))
    .then(|| arrow(change.text_before, change.text_after))
}

fn duty_of(text: &str) -> Option<Duty> {
    // `수없이` is a number, not a ban; `궁금하다`, `입금하다` hold no `금하다`.
    let compact = text.split_whitespace().collect::<String>().replace("수없이", "");
    let ban = text.split_whitespace().any(|word| {
        word.strip_prefix('금').is_some_and(|rest| rest.starts_with(['한', '합', '하', '해', '했']))
    });
    let has = |list: &[&str]| list.iter().any(|part| compact.contains(part));
    // `하지 않으면 안 된다`: two negations make a duty.
    if has(&["않으면안", "아니하면안", "없으면안"]) {
        return Some(Duty::Must);
    }
    if ban || has(&["면안되", "면안된", "면안됩", "면안돼", "서는안", "수없", "금지", "불가능", "할수없"])
    {
        Some(Duty::Forbidden)
    } else if has(&[
        "야한다",
        "야합니다",
        "야하며",
        "야하고",
        "야할",
        "야된다",
        "야됩니다",
        "야해요",
        "야만",
        "야하는",
    ]) {
        Some(Duty::Must)
    } else if has(&["수있", "가능하", "가능한", "가능합", "도된다", "도됩니다", "도좋", "도괜찮"])
    {
        Some(Duty::May)
    } else {
        None
    }
}
