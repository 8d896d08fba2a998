//! Korean particles that have two forms, of which a noun takes one by its last sound.

use std::borrow::Cow;

use super::final_consonant;

/// The form behind a final consonant, and the one behind a vowel; of those that begin alike the longer first.
pub const PAIRS: [(&str, &str); 9] = [
    ("으로서", "로서"),
    ("으로써", "로써"),
    ("이나", "나"),
    ("이랑", "랑"),
    ("이라", "라"),
    ("은", "는"),
    ("이", "가"),
    ("을", "를"),
    ("과", "와"),
];
/// Behind ㄹ as behind a vowel.
const DIRECTION: (&str, &str) = ("으로", "로");
/// Number of the final consonant ㄹ.
const LIQUID: u32 = 8;
/// What may stand behind a particle of these.
const BEHIND: [&str; 6] = ["", "는", "도", "만", "의", "부터"];

/// Whether a noun that ends in `last` takes the form behind a final consonant of a pair; `None` where its last sound is not
/// known.
#[must_use]
pub fn takes_closed(last: char, pair: (&str, &str)) -> Option<bool> {
    let last = final_consonant(last)?;
    Some(last != 0 && !(last == LIQUID && pair.1.starts_with('로')))
}

/// The particle at the beginning of `tail`, what stands behind a noun up to the end of its word, as another noun takes it: the
/// bytes of the old form and the new one. `None` where it is no particle, is none of the old noun, or stays.
#[must_use]
pub fn changed(old: &str, new: &str, tail: &str) -> Option<(usize, &'static str)> {
    let pairs = PAIRS.iter().chain([&DIRECTION]);
    let (written, pair) = pairs
        .flat_map(|pair| [(pair.0, pair), (pair.1, pair)])
        .filter(|(form, _)| tail.strip_prefix(form).is_some_and(|rest| BEHIND.contains(&rest)))
        .max_by_key(|(form, _)| form.len())?;
    let is_right = |noun: &str| {
        takes_closed(noun.chars().next_back()?, *pair).map(|closed| (closed, closed == (written == pair.0)))
    };
    // A syllable that the old noun could not have behind it is the rest of another word.
    if is_right(old).is_some_and(|(_, right)| !right) {
        return None;
    }
    let (closed, stays) = is_right(new)?;
    (!stays).then_some((written.len(), if closed { pair.0 } else { pair.1 }))
}

/// Both forms of a particle as a message writes them behind what is put in.
const BOTH: [(&str, (&str, &str)); 6] = [
    ("을(를)", ("을", "를")),
    ("은(는)", ("은", "는")),
    ("이(가)", ("이", "가")),
    ("와(과)", ("과", "와")),
    ("과(와)", ("과", "와")),
    ("(으)로", DIRECTION),
];

/// A Korean message with the form that its words take of `을(를)` and its kind. Both stay behind a word of which the last sound is
/// not known, as that of most words in Latin letters.
#[must_use]
pub fn agreed(message: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut at = 0;
    for (open, _) in message.match_indices('(') {
        let found = BOTH.iter().find_map(|(both, pair)| {
            let start = open.checked_sub(both.find('(')?)?;
            (start >= at && message.get(start..)?.starts_with(both)).then_some((
                start,
                start + both.len(),
                *pair,
            ))
        });
        let Some((start, end, pair)) = found else { continue };
        let head = message.get(..start).unwrap_or_default();
        let word = head.trim_end_matches(|ch: char| !ch.is_alphanumeric());
        let Some(closed) =
            word.chars().next_back().and_then(sounded).and_then(|last| takes_closed(last, pair))
        else {
            continue;
        };
        out.push_str(message.get(at..start).unwrap_or_default());
        out.push_str(if closed { pair.0 } else { pair.1 });
        at = end;
    }
    if at == 0 {
        return Cow::Borrowed(message);
    }
    out.push_str(message.get(at..).unwrap_or_default());
    Cow::Owned(out)
}

/// A syllable that ends as a character is read: `3` as `삼`. Letters that end a word as their name does alone.
fn sounded(ch: char) -> Option<char> {
    const DIGITS: [char; 10] = ['영', '일', '이', '삼', '사', '오', '육', '칠', '팔', '구'];
    match ch {
        '0'..='9' => DIGITS.get(ch.to_digit(10)? as usize).copied(),
        'l' | 'L' => Some('엘'),
        'm' | 'M' | 'n' | 'N' => Some('엔'),
        'a' | 'i' | 'o' | 'u' | 'y' => Some('아'),
        '가'..='힣' => Some(ch),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_agrees_with_what_is_put_in() {
        for (message, wanted) in [
            ("“학칙”을(를) 찾을 수 없습니다", "“학칙”을 찾을 수 없습니다"),
            ("“규정 2”은(는) 없습니다", "“규정 2”는 없습니다"),
            ("`3`이(가) 너무 깁니다", "`3`이 너무 깁니다"),
            ("서울(으)로, 부산(으)로, 제주(으)로", "서울로, 부산으로, 제주로"),
            ("가와(과) 각와(과)", "가와 각과"),
            ("data.json을(를) 읽을 수 없습니다", "data.json을 읽을 수 없습니다"),
            ("STET_URL와(과) 가을(를)", "STET_URL과 가를"),
            // Nobody knows how it is read; nothing to choose.
            ("report.pdf을(를) 읽을 수 없습니다", "report.pdf을(를) 읽을 수 없습니다"),
            ("을(를)", "을(를)"),
            ("(“규정”을(를))", "(“규정”을)"),
            ("책(을) 읽는다", "책(을) 읽는다"),
        ] {
            assert_eq!(agreed(message), wanted);
        }
    }

    #[test]
    fn a_noun_takes_its_own_form() {
        for (old, new, tail, wanted) in [
            ("툴", "도구", "을", Some("를")),
            ("유저", "사용자", "를", None),
            ("도구", "연장", "가", Some("이")),
            ("도구", "연장", "와도", Some("과")),
            ("차", "차편", "로", Some("으로")),
            ("차", "길", "로", None),
            ("책", "길", "으로", Some("로")),
            ("회원", "사용자", "이나", Some("나")),
            ("회원", "사용자", "으로서는", Some("로서")),
            ("tool", "도구", "을", Some("를")),
            // The rest of another word, what stays, what is not known, what is no particle.
            ("도구", "연장", "은", None),
            ("연장", "도구", "에서", None),
            ("연장", "tool", "을", None),
            ("연장", "도구", "이었다", None),
        ] {
            let found = changed(old, new, tail).map(|(len, form)| (tail.get(..len).unwrap(), form));
            assert_eq!(found.map(|(_, form)| form), wanted, "{old} {new} {tail}");
        }
    }
}
