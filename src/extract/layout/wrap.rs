//! Joins the lines of a paragraph: hyphens, and Korean words broken at the end of a line.
//!
//! English breaks lines between words or at a hyphen. Korean documents do either of two things: break
//! between words (eojeol), or anywhere. Which one a document does shows in three ways, tried in this
//! order: spaces kept at line ends, ragged right edges, and which words the document knows from
//! the middle of its lines.

use std::collections::HashSet;

use super::sheet::Sheet;

/// What a document does at line ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Habit {
    /// A break between words keeps its space: no space, no word boundary.
    KeepsSpaces,
    /// Lines end where the next word did not fit.
    BetweenWords,
    Unknown,
}

#[derive(Debug)]
pub(super) struct Joiner {
    habit: Habit,
    /// Words seen inside lines.
    words: HashSet<String>,
}

/// Particles and endings that stand at the start of a line only when their word was broken before them.
const TAILS: [&str; 44] = [
    "을", "를", "은", "는", "이", "가", "의", "에", "와", "과", "도", "로", "으로", "에서", "에게", "부터",
    "까지", "만", "이나", "나", "라", "이라", "다", "이다", "한다", "된다", "하고", "하며", "하여", "하는",
    "되는", "한", "할", "된", "게", "서", "터", "는데", "므로", "으며", "으나", "어야", "아야", "니다",
];

/// Endings after which a word is complete more often than not.
const COMPLETE: [&str; 26] = [
    "을", "를", "은", "는", "에", "의", "와", "과", "도", "로", "고", "며", "면", "서", "게", "한", "할",
    "된", "될", "및", "다", "등", "수", "그", "이", "각",
];

impl Joiner {
    pub(super) fn learn(sheets: &[Sheet]) -> Self {
        let mut words = HashSet::new();
        let (mut spaced, mut unspaced) = (0_usize, 0_usize);
        let (mut ragged, mut straight) = (0_usize, 0_usize);
        for sheet in sheets {
            for pair in sheet.lines.windows(2) {
                let [line, next] = pair else { continue };
                let parts: Vec<&str> = line.text.split_whitespace().collect();
                for part in parts.iter().skip(1).take(parts.len().saturating_sub(2)) {
                    words.insert(bare(part).to_owned());
                }
                if !is_hangul_end(&line.text) || !starts_hangul(&next.text) {
                    continue;
                }
                if line.text.ends_with(' ') {
                    spaced += 1;
                } else {
                    unspaced += 1;
                }
                if line.size > 0.0 && (line.left - next.left).abs() < line.size * 2.5 {
                    // More than a character of room: a break anywhere would have used it.
                    if next.right - line.right > line.size * 1.3 {
                        ragged += 1;
                    } else {
                        straight += 1;
                    }
                }
            }
        }
        let habit = if spaced * 5 >= spaced + unspaced && unspaced > 0 {
            Habit::KeepsSpaces
        } else if ragged * 5 >= (ragged + straight) * 2 && ragged > 2 {
            Habit::BetweenWords
        } else {
            Habit::Unknown
        };
        Self { habit, words }
    }

    /// Appends a line to the text before it.
    pub(super) fn join(&self, text: &mut String, line: &str) {
        let spaced = text.ends_with(char::is_whitespace);
        text.truncate(text.trim_end().len());
        let next = line.trim_start();
        if text.ends_with('\u{ad}') {
            // A hyphen that the engine saw as one of the line break.
            text.pop();
            text.push_str(next);
            return;
        }
        if text.ends_with('-') && self.is_broken(text, next) {
            text.pop();
            text.push_str(next);
            return;
        }
        let hyphenated = text.ends_with('-')
            && text.chars().rev().nth(1).is_some_and(char::is_alphanumeric)
            && next.starts_with(char::is_alphanumeric);
        let together = hyphenated
            || (!spaced && is_hangul_end(text) && starts_hangul(next) && self.is_one_word(text, next));
        if !text.is_empty() && !together {
            text.push(' ');
        }
        text.push_str(next);
    }

    /// Whether a hyphen at a line end belongs to the break: the word without it is known, or the word
    /// with it is not and both halves are lower-case letters.
    fn is_broken(&self, text: &str, next: &str) -> bool {
        let stem = text.trim_end_matches('-');
        let before = stem.rsplit(|ch: char| !ch.is_alphabetic()).next().unwrap_or_default();
        // `state-of-the-` is a compound already.
        if stem.get(..stem.len() - before.len()).is_some_and(|start| start.ends_with('-')) {
            return false;
        }
        let after = next.split(|ch: char| !ch.is_alphabetic()).next().unwrap_or_default();
        // Known solid from elsewhere, it is one word; else these are written with their hyphen.
        if !self.words.contains(&format!("{before}{after}")) && keeps_hyphen(&before.to_lowercase(), after) {
            return false;
        }
        let lower = |part: &str| part.chars().count() > 1 && part.chars().all(|ch| ch.is_ascii_lowercase());
        let starts_lower = after.chars().next().is_some_and(|ch| ch.is_ascii_lowercase());
        if self.words.contains(&format!("{before}{after}")) {
            return true;
        }
        !self.words.contains(&format!("{before}-{after}"))
            && starts_lower
            && before.chars().count() > 1
            && before.chars().skip(1).all(|ch| ch.is_ascii_lowercase())
            && lower(after)
    }

    /// Whether a Korean word was broken between two lines.
    fn is_one_word(&self, text: &str, next: &str) -> bool {
        match self.habit {
            // The caller saw that there is no space.
            Habit::KeepsSpaces => return true,
            Habit::BetweenWords => return false,
            Habit::Unknown => {}
        }
        let before = bare(text.rsplit(char::is_whitespace).next().unwrap_or_default());
        let after = bare(next.split_whitespace().next().unwrap_or_default());
        let known = |word: &str| self.words.contains(word);
        if known(&format!("{before}{after}")) {
            return true;
        }
        let tail = TAILS.contains(&after);
        match (known(before), known(after)) {
            (_, true) if !tail => false,
            _ if tail => true,
            (true, false) => false,
            // Neither is known: a word rarely breaks right after a particle or an ending.
            _ => !COMPLETE.iter().any(|ending| before.ends_with(ending)),
        }
    }
}

/// Firsts of compounds that are not written solid.
const COMPOUNDS: [&str; 5] = ["self", "well", "cross", "half", "non"];
/// Verbs that with `re` before them, solid, mean something else: to resign is not to re-sign.
const AGAIN: [&str; 17] = [
    "sign", "sent", "sort", "cover", "creat", "collect", "dress", "mark", "press", "serv", "treat", "form",
    "lease", "sound", "side", "lay", "count",
];

fn keeps_hyphen(before: &str, after: &str) -> bool {
    if before == "re" {
        return AGAIN.iter().any(|verb| after.starts_with(verb));
    }
    COMPOUNDS.contains(&before) && !matches!(after, "ish" | "ishly" | "ishness" | "less" | "lessly" | "sense")
}

/// A word without the punctuation around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|ch: char| !ch.is_alphanumeric())
}

fn is_hangul_end(text: &str) -> bool {
    text.trim_end().ends_with(|ch| matches!(ch, '가'..='힣'))
}

fn starts_hangul(text: &str) -> bool {
    text.trim_start().starts_with(|ch| matches!(ch, '가'..='힣'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Line;

    fn joined(lines: &[&str], known: &[&str]) -> String {
        let line = |text: &&str| Line { text: (*text).to_owned(), ..Line::default() };
        let joiner = Joiner::learn(&[Sheet { lines: known.iter().map(line).collect(), ..Sheet::default() }]);
        let mut text = String::new();
        for line in lines {
            joiner.join(&mut text, line);
        }
        text
    }

    #[test]
    fn english_words_and_hyphens() {
        assert_eq!(joined(&["internationali-", "sation is"], &[]), "internationalisation is");
        assert_eq!(joined(&["a well-", "Known"], &[]), "a well-Known");
        assert_eq!(joined(&["state-of-the-", "art"], &[]), "state-of-the-art");
        assert_eq!(joined(&["x co-", "operate y"], &["is co-operate or", "end"]), "x co-operate y");
        assert_eq!(joined(&["soft\u{ad}", "ware"], &[]), "software");
        assert_eq!(joined(&["one ", "two"], &[]), "one two");
        assert_eq!(joined(&["pages 3-", "5"], &[]), "pages 3-5");
        assert_eq!(
            joined(&["It was re-", "signed by self-", "employed users"], &[]),
            "It was re-signed by self-employed users"
        );
        assert_eq!(
            joined(&["It was re-", "served"], &["all seats reserved today", "end"]),
            "It was reserved"
        );
        assert_eq!(joined(&["capabili-", "ties re-", "turn"], &[]), "capabilities return");
    }

    #[test]
    fn korean_words_by_what_the_document_knows() {
        let known = ["이 운영위원회는 총장이 정하는 바에 따라 둔다", "끝"];
        assert_eq!(joined(&["모든 운영위", "원회는 연다"], &known), "모든 운영위원회는 연다");
        assert_eq!(joined(&["새로 만든", "총장이 정한다"], &known), "새로 만든 총장이 정한다");
        assert_eq!(joined(&["그 사람", "을 뽑는다"], &known), "그 사람을 뽑는다");
        assert_eq!(joined(&["학생은", "도서를 빌린다"], &[]), "학생은 도서를 빌린다");
    }

    #[test]
    fn kept_spaces_decide() {
        let known = ["가나다 라마바 ", "사아자 차카", "타파하 거너", "더러머 버서", "어저처"];
        assert_eq!(
            joined(&["낱말이 여기서 ", "끝나고 이", "어진다"], &known),
            "낱말이 여기서 끝나고 이어진다"
        );
    }
}
