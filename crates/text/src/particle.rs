//! Korean particles that have two forms, of which a noun takes one by its last sound.

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

#[cfg(test)]
mod tests {
    use super::*;

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
