//! Groups of Korean words by their dictionary forms: what is done, said in a native or in a Sino-Korean word (`먹다`, `복용`).
//!
//! Owns the table and the beginnings that the forms of a verb have. Groups whose forms are written out are
//! [`synonyms`](super)'s.

use stet_text::{parts, syllable};

/// The consonants that forms of a verb add to its last syllable, by their numbers among the finals.
const NIEUN: u32 = 4;
const RIEUL: u32 = 8;
const BIEUP: u32 = 17;
const SSANG_SIOT: u32 = 20;

/// What may follow a stem of one syllable: alone it begins too many words.
const BEHIND_OPEN: &str = "고며면는지던려게기거니므";
const BEHIND_CLOSED: &str = "고는은을으지던게기거도자아어았었습";
const BEHIND_RIEUL: &str = "고며면지던려게기거도자아어았었";
const BEHIND_VOWEL: &str = "서야";

/// Forms of such verbs that are nouns, too.
const NOUNS: &[&str] = &[
    "사고", "사면", "사기", "사서", "사지", "재고", "재기", "세기", "세면", "내면", "내기", "타고", "타지",
    "타기", "쓰기", "서기", "서고", "보고", "주기", "주거", "두고", "끄기", "켜기",
];

/// Vowels by their numbers, and those of which the second is the first contracted with `아` or `어`.
const A: u32 = 0;
const O: u32 = 8;
const EU: u32 = 18;
const CONTRACTED: [(u32, u32); 5] = [(20, 6), (13, 14), (8, 9), (11, 10), (EU, 4)];

/// A Hangul syllable in parts.
#[derive(Debug, Clone, Copy)]
struct Syllable {
    initial: u32,
    vowel: u32,
    last: u32,
}

impl Syllable {
    fn of(ch: char) -> Option<Self> {
        parts(ch).map(|(initial, vowel, last)| Self { initial, vowel, last })
    }

    fn with(self, vowel: u32, last: u32) -> char {
        syllable((self.initial, vowel, last)).unwrap_or_default()
    }

    fn ending_in(self, last: u32) -> char {
        self.with(self.vowel, last)
    }
}

/// Adds what the words that an entry stands for begin with, each behind a space.
pub fn beginnings(entry: &str, out: &mut String) {
    let stem = entry.strip_suffix('다').filter(|stem| !stem.is_empty());
    let parts = stem.and_then(|stem| {
        let last = stem.chars().next_back()?;
        Some((stem, stem.get(..stem.len() - last.len_utf8())?, Syllable::of(last)?))
    });
    let Some((stem, head, last)) = parts else {
        out.push(' ');
        out.push_str(entry);
        return;
    };
    let short = head.is_empty();
    let mut add = |end: char, behind: &str| {
        out.push(' ');
        out.push_str(head);
        out.push(end);
        out.push_str(behind);
    };
    let each = |add: &mut dyn FnMut(char, &str), end: char, list: &str| {
        let is_noun = |ch: char| NOUNS.iter().any(|noun| noun.chars().eq([end, ch]));
        let fit = list.char_indices().filter(|&(_, ch)| !is_noun(ch));
        fit.for_each(|(at, ch)| add(end, list.get(at..at + ch.len_utf8()).unwrap_or_default()));
    };
    let own = last.ending_in(last.last);
    if last.last == 0 || last.last == RIEUL {
        // `팔다`: `파는`, `판다`, `팝니다`.
        add(last.ending_in(BIEUP), "니");
        add(last.ending_in(NIEUN), if short { "다" } else { "" });
    }
    if last.last != 0 {
        if last.last == RIEUL {
            add(last.ending_in(0), "는");
        }
        match (short, last.last == RIEUL) {
            (true, true) => each(&mut add, own, BEHIND_RIEUL),
            (true, false) => each(&mut add, own, BEHIND_CLOSED),
            (false, _) => add(own, ""),
        }
        return;
    }
    if short {
        each(&mut add, own, BEHIND_OPEN);
    } else {
        add(last.ending_in(RIEUL), "");
        add(own, "");
    }
    let before = head.chars().next_back().and_then(Syllable::of);
    let bright = before.is_some_and(|before| matches!(before.vowel, A | O));
    if stem.ends_with('르')
        && let Some(before) = before
    {
        // `고르다`: `골라`, `골랐다`.
        let start = head.get(..head.len() - '르'.len_utf8()).unwrap_or_default();
        for end in if bright { ["라", "랐"] } else { ["러", "렀"] } {
            out.push(' ');
            out.push_str(start);
            out.push(before.ending_in(RIEUL));
            out.push_str(end);
        }
        return;
    }
    let vowel = match CONTRACTED.iter().find(|pair| pair.0 == last.vowel) {
        Some((EU, _)) if bright => A,
        Some((_, vowel)) => *vowel,
        None => last.vowel,
    };
    add(last.with(vowel, SSANG_SIOT), "");
    if short {
        each(&mut add, last.with(vowel, 0), BEHIND_VOWEL);
    } else {
        add(last.with(vowel, 0), "");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_verb_begin_like_this() {
        for (entry, forms) in [
            ("이어지다", &["이어집니다", "이어졌다", "이어지는", "이어진", "이어질"][..]),
            ("먹다", &["먹고", "먹습니다", "먹었다", "먹는", "먹으면"]),
            ("팔다", &["파는", "팝니다", "판다", "팔고", "팔았다"]),
            ("고르다", &["고른", "골라", "골랐다", "고르면"]),
            ("쓰다", &["쓴다", "씁니다", "썼다", "써야", "쓰지"]),
            ("옮기다", &["옮긴", "옮겨", "옮겼다", "옮깁니다"]),
            ("만들다", &["만드는", "만든", "만듭니다", "만들어"]),
            ("지연", &["지연", "지연되었다"]),
        ] {
            let mut list = String::new();
            beginnings(entry, &mut list);
            for form in forms {
                assert!(list.split_whitespace().any(|head| form.starts_with(head)), "{form}: {list}");
            }
        }
        let mut list = String::new();
        beginnings("사다", &mut list);
        assert!(list.split_whitespace().all(|head| !"사람".starts_with(head) && !"산업".starts_with(head)));
    }
}
