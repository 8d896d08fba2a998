//! Spacing that makes other words: `안되다` and `안 되다`, `maybe` and `may be`.

use super::unit::Change;
use super::{Finding, arrow};
use crate::domain::patch::GateName;
use crate::domain::text::{is_word_char, normalise};

/// Joined forms that mean something else than their parts.
const ENGLISH: &str = "maybe;already;altogether;everyday;everyone;anyone;someone;anyway;anytime;sometime;sometimes;nobody;nowhere;\
    into;onto;apart;awhile;although;cannot but;therapist;together;nothing;nonetheless;overall;without;within;outside;inside;upon;\
    underway;setup;login;breakdown;checkout;workout;takeover;overtime;anymore;however;whatever;altar;abroad;across;along;alone;ahead;\
    aside;asleep;await;aware;away;island;legend;manslaughter;understand;withhold";
const KOREAN: &str = "안되;안돼;안된;안됐;못하;못한;못했;못해;못할;못되;못된;못살;잘하;잘한;잘못;잘되;한번;한잔;한때;한데;한걸음;큰집;작은집;큰소리;\
    큰일;큰손;집안;이밖;그밖;밖에;뿐;만큼;대로;하루종일;볼만;알만;하는데;본데;간데;온데;은커녕;우리나라;이것저것;함께하;다하;더하;마주보;\
    지난주;지난달;첫인상;한눈;한몫;한편;한마디;제자리;제멋대로;이후;온몸;새로;다시;어느새;그나마;그만;더욱더";

#[must_use]
pub fn read(change: &Change<'_>) -> Option<Finding> {
    let words =
        |text: &str| -> Vec<String> { normalise(text).split_whitespace().map(str::to_owned).collect() };
    let (b, a) = (words(change.text_before), words(change.text_after));
    let reason = ("띄어쓰기에 따라 뜻이 달라질 수 있습니다", "The spacing can make other words");
    let hit = other_words(&b, &a) || other_words(&a, &b) || shifted(&b, &a);
    hit.then(|| Finding::core(GateName::Form, arrow(change.text_before, change.text_after), reason))
}

/// A listed word that is written apart on the other side.
fn other_words(joined: &[String], apart: &[String]) -> bool {
    if joined.len() >= apart.len() {
        return false;
    }
    let bare = |word: &str| word.trim_matches(|ch: char| !ch.is_alphanumeric()).to_owned();
    joined.iter().map(|word| bare(word)).any(|word| {
        let kept = apart.iter().any(|other| bare(other) == word);
        !kept
            && (ENGLISH.split(';').any(|known| known == word)
                || KOREAN.split(';').any(|known| {
                    known.chars().count() > 1 && word.starts_with(known) && split_inside(&word, known, apart)
                }))
    })
}

/// Whether the boundary that came or went lies inside the listed form.
fn split_inside(word: &str, known: &str, apart: &[String]) -> bool {
    apart
        .iter()
        .any(|part| known.starts_with(part.as_str()) && part != known && word.starts_with(part.as_str()))
}

/// The letters are the same and there are as many words, but they are cut elsewhere:
/// `나물 좀` and `나 물좀`.
fn shifted(b: &[String], a: &[String]) -> bool {
    let letters = |words: &[String]| -> Vec<String> {
        words
            .iter()
            .map(|word| word.chars().filter(|&ch| is_word_char(ch)).collect::<String>())
            .filter(|word| !word.is_empty())
            .collect()
    };
    let (b, a) = (letters(b), letters(a));
    b.len() == a.len() && b != a && b.concat() == a.concat()
}
