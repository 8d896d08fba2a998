//! Spacing that makes other words: `안되다` and `안 되다`, `maybe` and `may be`.

use super::gaps::{Gap, Gaps, run_behind, slice};
use super::lexicon::{Class, class};
use super::number;
use super::unit::{Change, hangul};
use super::{Finding, arrow, register};
use crate::GateName;
use stet_text::{is_word_char, normalise};

/// Joined forms that mean something else than their parts.
const ENGLISH: &str = "maybe;already;altogether;everyday;everyone;anyone;someone;anyway;anytime;sometime;sometimes;nobody;nowhere;\
    into;onto;apart;awhile;although;cannot but;therapist;together;nothing;nonetheless;overall;without;within;outside;inside;upon;\
    underway;setup;login;breakdown;checkout;workout;takeover;overtime;anymore;however;whatever;altar;abroad;across;along;alone;ahead;\
    aside;asleep;await;aware;away;island;legend;manslaughter;understand;withhold;nevertheless;henceforth;anyhow;meantime;backup";
const KOREAN: &str = "안되;안돼;안된;안됐;못하;못한;못했;못해;못할;못되;못된;못살;잘하;잘한;잘못;잘되;한번;한잔;한때;한데;한걸음;큰집;작은집;큰소리;\
    큰일;큰손;집안;이밖;그밖;밖에;뿐;만큼;대로;하루종일;만원;작은아버지;큰아버지;작은어머니;큰어머니;돌아보;돌아봤;돌아가;돌아갔;들어가;들어갔;들어내;들어냈;물어내;물어냈;놀아나;놀아났;살아나;살아났;알아보;알아봤;잡아먹;떨어지;떨어졌;\
    넘어가;넘어갔;받아들;일어나;일어났;빠져나;그만두;눈물;볼만;알만;하는데;본데;간데;온데;은커녕;우리나라;이것저것;함께하;다하;더하;마주보;\
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

/// Words of certainty and quantity that stand alone.
const LIMITING: [&str; 12] =
    ["may", "must", "can", "should", "will", "could", "all", "some", "few", "most", "only", "many"];
/// Adjectives that make a compound of another meaning with the noun behind them: `black bird`, `blackbird`.
const ADJECTIVES: &str = "black white red blue green grey gray brown hot cold cool big small high low dark light hard soft half short \
    long dead free heavy sweet wet dry wild fat flat quick slow loose tight blind any every some no all a";
/// Syllables that go with the word behind them: negations, adverbs, determiners.
const MODIFIERS: &str = "안못잘큰새첫온참막더또왜내네제이그저다반";
/// What a determiner is written together with as one word.
const POINTED: [&str; 10] = ["때", "날", "곳", "것", "번", "중", "간", "쪽", "분", "후"];
/// Nouns of one syllable that only stand behind another word, and those of place: together or apart, they say the same.
const BOUND: &str =
    "것거게걸건수줄때등데바지뿐듯채만중적번김척체터양겸앞뒤옆위밑안밖속곁가끝전후내외간말초식측쪽편씨님";
/// Words that count as a numeral does.
const SEVERAL: [&str; 10] = ["몇", "여러", "수", "전", "각", "매", "한두", "두세", "서너", "수십"];
const INSTITUTIONS: [&str; 12] =
    ["은행", "신문", "일보", "연금", "공사", "공단", "방송", "항공", "대학", "학원", "병원", "자동차"];
/// Particles that are written on their own by mistake.
const PARTICLES: &str = "이 가 은 는 을 를 의 에 에서 에게 으로 로 와 과 도 만 까지 부터 보다 처럼 이다 입니다 이고 이며 이라 라고 \
    에는 에도 에서는 으로는 로는 이나 나 마다 조차 마저 대로 만큼 뿐 이라고 이라는 라는 께서 한테";

/// Whether the blank between two words makes, or keeps from being, another word.
#[must_use]
pub fn apart(left: &str, right: &str, texts: &Gaps, gap: &Gap) -> bool {
    // A blank that comes where another one goes: `도시 공원`, `도 시공원`.
    let blank = |marks: &[char]| !marks.is_empty() && marks.iter().all(|ch| ch.is_whitespace());
    let comes = |gap: &Gap| blank(slice(&texts.new, gap.new)) && gap.old.start == gap.old.end;
    let goes = |gap: &Gap| blank(slice(&texts.old, gap.old)) && gap.new.start == gap.new.end;
    if comes(gap) && texts.gaps.iter().any(goes) || goes(gap) && texts.gaps.iter().any(comes) {
        return true;
    }
    let bare = |word: &str| word.trim_matches(|ch: char| !ch.is_alphanumeric()).to_owned();
    let (left, right) = (bare(left), bare(right));
    if left.is_ascii() && right.is_ascii() {
        let listed = ADJECTIVES.split_whitespace().any(|word| word == left);
        // `alot` is no word of its own.
        return listed
            && right.len() > 2
            && right.bytes().all(|byte| byte.is_ascii_alphabetic())
            && !(left == "a" && right == "lot");
    }
    goes(gap) && (compounded(&left, &right) || verbs(&left, &right))
        || korean_apart(&left, &right)
        || place_or_ending(&left, &right, texts, gap)
        || ten_thousand(&left, &right, texts, gap)
}

/// Whether `만` behind the blank is the numeral: `학생 만 명` are ten thousand, `학생만` are none but they.
fn ten_thousand(left: &str, right: &str, texts: &Gaps, gap: &Gap) -> bool {
    let Some(rest) = right.strip_prefix('만') else { return false };
    let (chars, blank) =
        if gap.old.start == gap.old.end { (&texts.new, gap.new) } else { (&texts.old, gap.old) };
    let counted = if rest.is_empty() { run_behind(chars, blank.end + 2) } else { rest.to_owned() };
    !number::opens(left) && number::counts(&counted)
}

/// Whether two English words that lose the blank between them run together: a grammar word, a number or a name is no part of
/// a compound.
#[must_use]
pub fn runs_together(left: &str, right: &str, capital: bool) -> bool {
    let english = |word: &str| word.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let digits = |word: &str| word.ends_with(|ch: char| ch.is_ascii_digit());
    let grammar = |word: &str| class(word) != Class::Content || LIMITING.contains(&word);
    english(left)
        && english(right)
        // A negation that is lost in another word is read in the text that is made, and weighs more.
        && ![left, right].iter().any(|word| matches!(*word, "not" | "no" | "never" | "none" | "nor" | "neither"))
        && (grammar(left) || grammar(right) || digits(right) || capital)
}

/// Whether two Korean words that lose the blank between them make a word of their own: `검은 콩`, `쓴 소리`, `손 보다`. Nobody joins
/// a modifier, or a word of one syllable, with what follows it for the sake of form.
fn compounded(left: &str, right: &str) -> bool {
    let hangul = |word: &str| !word.is_empty() && word.chars().all(|ch| ('가'..='힣').contains(&ch));
    let dependent = right.starts_with(|ch| BOUND.contains(ch))
        || PARTICLES.split_whitespace().any(|particle| particle == right)
        || (number::opens(left) || SEVERAL.contains(&left)) && number::counts(right)
        || "이그저".contains(left) && POINTED.iter().any(|noun| right.starts_with(noun));
    let modifier = left.ends_with(['은', '는', '던', '른', '운', '한', '된', '쓴']);
    hangul(left) && hangul(right) && !dependent && (modifier || left.chars().count() == 1)
}

/// Syllables that an auxiliary verb begins with: written together or apart, it says the same.
const AUXILIARY: &str = "보봤봐본볼봅주줬줘준줄줍드두뒀둬둔둘둡놓놔놨내냈낸낼냅버있계가갔간갈갑오왔온올와옵지졌져진질집대댔댄쌓하했해한할합빠나났난날납되됐돼된될";

/// Whether a verb that loses the blank behind a connective makes another verb with it: `털어 먹다`, `털어먹다`.
fn verbs(left: &str, right: &str) -> bool {
    // ㅏ ㅐ ㅓ ㅔ ㅕ ㅘ ㅙ ㅝ without a tail: the connective `-아`, `-어`, or what a stem makes of it.
    let connective = left.chars().next_back().and_then(hangul);
    connective.is_some_and(|(_, vowel, tail)| tail == 0 && matches!(vowel, 0 | 1 | 4 | 5 | 6 | 9 | 10 | 14))
        && !right.starts_with(|ch| AUXILIARY.contains(ch))
        && register::verbal(right)
        && !PARTICLES.split_whitespace().any(|particle| particle == right)
}

/// Syllables that make a verb, or a word before one, on their own behind `-고`, `-서` or `-지`.
const VERBS: &str = "자사쉬마말못안써싶잘다더또꼭";

/// What a doing takes: before these words `-는데` is the noun, written together by mistake.
const TAKEN: [&str; 14] =
    ["시간", "돈", "비용", "오래", "노력", "힘", "필요", "도움", "쓰", "사용", "집중", "성공", "실패", "걸"];

/// `비가 오는데`, `비가 오는 데`: the ending goes on, the noun is a place or a doing. With a particle, or before what it takes,
/// it is the noun either way.
fn place_or_ending(left: &str, right: &str, texts: &Gaps, gap: &Gap) -> bool {
    let clause = left.chars().next_back().and_then(hangul).is_some_and(|(_, _, tail)| tail == 4);
    if !clause || !matches!(right, "데" | "데도") {
        return false;
    }
    let (chars, blank) =
        if gap.old.start == gap.old.end { (&texts.new, gap.new) } else { (&texts.old, gap.old) };
    let next = run_behind(chars, blank.end + right.chars().count() + 1);
    !TAKEN.iter().any(|taken| next.starts_with(taken)) && !number::opens(&next)
}

fn korean_apart(left: &str, right: &str) -> bool {
    let hangul = |word: &str| !word.is_empty() && word.chars().all(|ch| ('가'..='힣').contains(&ch));
    if !hangul(left) || !hangul(right) {
        return false;
    }
    // `너밖에` is `only you`, `너 밖에` is outside of you.
    if right == "밖에" {
        return true;
    }
    if PARTICLES.split_whitespace().any(|particle| particle == right) {
        return false;
    }
    let numeral = number::opens(left);
    let single = left.chars().count() == 1;
    if single && MODIFIERS.contains(left) && !(numeral && number::counts(right)) {
        return !("이그저".contains(left) && POINTED.iter().any(|noun| right.starts_with(noun)));
    }
    // `매일 신문` and `매일신문`: a kind of institution makes a proper name of what it is written on to.
    if INSTITUTIONS.iter().any(|kind| right.starts_with(kind)) {
        return true;
    }
    // A noun of one syllable joined to another one: `눈 물`, `대통령 령`.
    let stem = right
        .strip_suffix(['이', '가', '은', '는', '을', '를', '의', '에', '도', '로'])
        .filter(|stem| !stem.is_empty());
    let stem = stem.unwrap_or(right);
    let one = stem.chars().count() == 1 && !BOUND.contains(stem);
    // A clause goes on behind an ending; what stands there is a word in its own right. Behind `-고` or `-지` it is a verb:
    // `하지 마`, but `무지 개`.
    let verb = right.starts_with(|ch| AUXILIARY.contains(ch) || VERBS.contains(ch));
    let clause = left.ends_with(['는', '은', '던', '할', '한', '된', '될'])
        || left.ends_with(['고', '서', '면', '지']) && verb;
    let noun = !clause;
    let counted = SEVERAL.contains(&left) || numeral;
    one && noun && !(counted && number::counts(right))
}
