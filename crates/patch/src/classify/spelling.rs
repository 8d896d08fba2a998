//! Spelling: whether two words are one word, written right and wrong, or in two usages.
//!
//! Owns regular slips (a doubled, swapped, missing or extra inner letter), the
//! regular differences of British and American spelling and common Korean
//! misspellings. There is no dictionary, so pairs of real words that differ by
//! such a slip are listed and refused; a swapped vowel or consonant is never
//! taken for a slip, since that is how `inhibit` becomes `inhabit`.

/// Pairs of real words that a slip of the pen would turn into each other, with `~` between them: those of a dictionary of
/// 50,000 words that the rules below would take for one word.
const CONFUSABLE: &str = include_str!("spelling/pairs.txt");

/// Common misspellings that no regular slip explains and that are no words of their own, with the right form. Forms in
/// `-s`, `-d`, `-ly`, `-ing` go with them.
const ENGLISH: &str = "definately~definitely definatly~definitely definitly~definitely seperate~separate wich~which teh~the thier~their \
    grammer~grammar persue~pursue maintainance~maintenance buisness~business catagory~category desparate~desperate truely~truly \
    tounge~tongue pronounciation~pronunciation writting~writing comming~coming rythm~rhythm becuase~because allready~already \
    cemetary~cemetery ecstacy~ecstasy restaraunt~restaurant liason~liaison millenium~millennium tommorow~tomorrow \
    tommorrow~tomorrow supercede~supersede concensus~consensus adress~address beleive~believe enviroment~environment \
    wierd~weird untill~until reccomend~recommend recomend~recommend accomodate~accommodate";

/// Whether one is a listed misspelling of the other.
fn misspelt(one: &str, two: &str) -> bool {
    ENGLISH.split_whitespace().filter_map(|pair| pair.split_once('~')).any(|(wrong, right)| {
        let forms = |x: &str, y: &str| {
            matches!((x.strip_prefix(wrong), y.strip_prefix(right)), (Some(a), Some(b)) if a == b
                && matches!(a, "" | "s" | "d" | "ed" | "ly" | "ing"))
        };
        forms(one, two) || forms(two, one)
    })
}

/// Whether `one` and `two`, both lower-case Latin, are spellings of one word.
#[must_use]
pub fn english(one: &str, two: &str) -> bool {
    if !one.is_ascii() || !two.is_ascii() || one == two || !letters(one) || !letters(two) {
        return false;
    }
    if misspelt(one, two) {
        return true;
    }
    // Both usages keep the first letter, but for `aesthetic` and `esthetic`, and nearly the length.
    let digraph = |word: &str| word.starts_with("ae") || word.starts_with("oe");
    let alike = one.as_bytes().first() == two.as_bytes().first() || digraph(one) || digraph(two);
    if !alike || one.len().abs_diff(two.len()) > 4 {
        return false;
    }
    // `mourning` and `morning`, `timber` and `timbre` are no two usages of one word.
    if usage(one) == usage(two) {
        return !listed(one, two);
    }
    let (a, b) = (one.as_bytes(), two.as_bytes());
    // No English word opens with a consonant twice, but for a llama.
    let opens = |word: &[u8]| matches!(word, [x, y, ..] if x == y && !b"aeiol".contains(x));
    if opens(a) || opens(b) {
        return false;
    }
    let slip = one.len().min(two.len()) >= 4
        && if a.len() == b.len() {
            swapped(a, b) || suffixed(one, two)
        } else {
            dropped(a, b) || dropped(b, a) || past(one, two) || past(two, one)
        };
    slip && !listed(one, two)
}

/// Whether two words of one stem are listed as different words.
#[must_use]
pub fn real(one: &str, two: &str) -> bool {
    listed(one, two)
}

/// Whether the two are real words, or forms of such, that a slip turns into each other.
fn listed(one: &str, two: &str) -> bool {
    CONFUSABLE.split_whitespace().filter_map(|pair| pair.split_once('~')).any(|(x, y)| {
        let stem = |word: &str, known: &str| {
            word == known
                || word
                    .strip_prefix(known)
                    .is_some_and(|tail| matches!(tail, "s" | "d" | "ed" | "ing" | "ly"))
        };
        stem(one, x) && stem(two, y) || stem(one, y) && stem(two, x)
    })
}

fn letters(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// One form for British and American spelling.
fn usage(word: &str) -> String {
    if word.len() < 5 {
        return word.to_owned();
    }
    let mut out = word
        .replace("our", "or")
        .replace("ogue", "og")
        .replace("yse", "yze")
        .replace("ae", "e")
        .replace("oe", "e");
    for (british, american) in [
        ("ise", "ize"),
        ("isa", "iza"),
        ("isi", "izi"),
        ("yse", "yze"),
        ("ence", "ense"),
        ("lled", "led"),
        ("lling", "ling"),
        ("lle", "le"),
    ] {
        if out.len() > british.len() + 3 {
            out = out.replace(british, american);
        }
    }
    if let Some(stem) = out.strip_suffix("re").filter(|stem| stem.ends_with(['t', 'b'])) {
        out = format!("{stem}er");
    }
    // `publically`: `publicly` is alone among its like.
    if let Some(stem) = out.strip_suffix("ically") {
        out = format!("{stem}icly");
    }
    out
}

/// Two neighbouring inner letters changed places.
fn swapped(a: &[u8], b: &[u8]) -> bool {
    let differing: Vec<usize> = (0..a.len()).filter(|&at| a.get(at) != b.get(at)).collect();
    let &[x, y] = differing.as_slice() else { return false };
    a.len() > 4 && y == x + 1 && x > 0 && a.get(x) == b.get(y) && a.get(y) == b.get(x)
}

/// `existance` and `existence`, `visable` and `visible`: the vowel of an ending that is not heard.
fn suffixed(one: &str, two: &str) -> bool {
    const NASAL: [&str; 7] = ["nt", "nts", "ntly", "nce", "nces", "ncy", "ncies"];
    const ABLE: [&str; 4] = ["ble", "bly", "bility", "bilities"];
    let at = one.bytes().zip(two.bytes()).take_while(|(x, y)| x == y).count();
    let (Some(x), Some(y)) = (one.get(at..), two.get(at..)) else { return false };
    let ends = |vowels: [char; 2], tails: &[&str]| match (x.strip_prefix(vowels), y.strip_prefix(vowels)) {
        (Some(a), Some(b)) => a == b && tails.contains(&a),
        _ => false,
    };
    one.len() > 6 && (ends(['a', 'e'], &NASAL) || ends(['a', 'i'], &ABLE))
}

/// `happend`: the silent vowel of a past form.
fn past(right: &str, wrong: &str) -> bool {
    let stem = right.strip_suffix("ed").filter(|stem| stem.ends_with(['n', 'r', 'l']));
    right.len() > 6 && stem.is_some_and(|stem| wrong.strip_suffix('d') == Some(stem))
}

/// `short` is `long` without one letter: a doubled one, or an inner one of a longer word.
fn dropped(long: &[u8], short: &[u8]) -> bool {
    if long.len() != short.len() + 1 {
        return false;
    }
    let at = long.iter().zip(short).take_while(|(x, y)| x == y).count();
    if long.get(at + 1..) != short.get(at..) || at == 0 || at == 1 && long.first() == long.get(1) {
        return false;
    }
    let doubled = long.get(at) == long.get(at - 1) || long.get(at) == long.get(at + 1);
    // `hopped` and `hoped`, `scarred` and `scared`: behind a single vowel the doubled letter makes another verb.
    let tail = long.get(at + 1..).unwrap_or_default();
    let vowel = |byte: &&u8| b"aeiou".contains(byte);
    let verb = matches!(tail, b"ed" | b"ing" | b"er" | b"ers" | b"y")
        && long.get(..at).unwrap_or_default().iter().filter(vowel).count() == 1;
    if doubled && verb {
        return false;
    }
    // The first two and the last two letters carry prefixes and endings.
    doubled && long.len() > 5 || long.len() > 6 && at > 1 && at + 2 < long.len()
}

/// Korean misspellings and their standard forms; a word is compared after replacing them.
const KOREAN: &[(&str, &str)] = &[
    ("됬", "됐"),
    ("되요", "돼요"),
    ("되서", "돼서"),
    ("되야", "돼야"),
    ("할께", "할게"),
    ("을께", "을게"),
    ("갈께", "갈게"),
    ("줄께", "줄게"),
    ("몇일", "며칠"),
    ("금새", "금세"),
    ("왠만", "웬만"),
    ("웬지", "왠지"),
    ("오랫만", "오랜만"),
    ("설겆이", "설거지"),
    ("어떻해", "어떡해"),
    ("깨끗히", "깨끗이"),
    ("일일히", "일일이"),
    ("틈틈히", "틈틈이"),
    ("곰곰히", "곰곰이"),
    ("솔직이", "솔직히"),
    ("꼼꼼이", "꼼꼼히"),
    ("읍니다", "습니다"),
    ("이예요", "이에요"),
    ("이여서", "이어서"),
    ("할려고", "하려고"),
    ("할수록", "할수록"),
    ("역활", "역할"),
    ("희안", "희한"),
    ("문안하", "무난하"),
    ("어의없", "어이없"),
    ("않되", "안 되"),
    ("않돼", "안 돼"),
    ("않된", "안 된"),
    ("안해", "안 해"),
    ("바램", "바람"),
    ("컨텐츠", "콘텐츠"),
    ("메세지", "메시지"),
    ("스케쥴", "스케줄"),
    ("레포트", "리포트"),
    ("쥬스", "주스"),
    ("까페", "카페"),
    ("악세사리", "액세서리"),
    ("인권비", "인건비"),
    ("성공율", "성공률"),
    ("확율", "확률"),
    ("비률", "비율"),
    ("백분률", "백분율"),
    ("회계년도", "회계연도"),
    ("추스려", "추슬러"),
    ("알맞는", "알맞은"),
    ("걸맞는", "걸맞은"),
    ("통채", "통째"),
    ("구지", "굳이"),
    ("거칠은", "거친"),
    ("대갚음", "되갚음"),
    ("제작년", "재작년"),
    ("이였", "이었"),
    ("워크샵", "워크숍"),
    ("리더쉽", "리더십"),
    ("멤버쉽", "멤버십"),
    ("파트너쉽", "파트너십"),
    ("스킨쉽", "스킨십"),
    ("인턴쉽", "인턴십"),
    ("최대값", "최댓값"),
    ("최소값", "최솟값"),
    ("절대값", "절댓값"),
    ("기대값", "기댓값"),
    ("대표값", "대푯값"),
    ("꼭지점", "꼭짓점"),
    ("등교길", "등굣길"),
    ("하교길", "하굣길"),
    ("장미빛", "장밋빛"),
    ("싯가", "시가"),
    ("갯수", "개수"),
    ("촛점", "초점"),
    ("헛점", "허점"),
    ("댓가", "대가"),
    ("잇점", "이점"),
    ("숫가락", "숟가락"),
    ("왠일", "웬일"),
    ("잠궜", "잠갔"),
    ("잠궈", "잠가"),
    ("담궜", "담갔"),
    ("담궈", "담가"),
    ("치뤘", "치렀"),
    ("치뤄", "치러"),
    ("을려고", "으려고"),
    ("을려면", "으려면"),
    ("앙케이트", "앙케트"),
    ("수퍼마켓", "슈퍼마켓"),
    ("헤택", "혜택"),
    ("쇼파", "소파"),
    ("초콜렛", "초콜릿"),
    ("초코렛", "초콜릿"),
    ("디지탈", "디지털"),
    ("텔레비젼", "텔레비전"),
    ("프리젠테이션", "프레젠테이션"),
    ("심포지움", "심포지엄"),
    ("바베큐", "바비큐"),
    ("소세지", "소시지"),
    ("메뉴얼", "매뉴얼"),
    ("컨퍼런스", "콘퍼런스"),
    ("어플리케이션", "애플리케이션"),
    ("오랜동안", "오랫동안"),
    ("봴게", "뵐게"),
    ("요컨데", "요컨대"),
    ("예컨데", "예컨대"),
    ("하마트면", "하마터면"),
    ("눈쌀", "눈살"),
    ("곱배기", "곱빼기"),
    ("육계장", "육개장"),
    ("찌게", "찌개"),
    ("떡볶기", "떡볶이"),
    ("베게", "베개"),
    ("아둥바둥", "아등바등"),
    ("낭떨어지", "낭떠러지"),
    ("발자욱", "발자국"),
    ("생각컨대", "생각건대"),
    ("일찌기", "일찍이"),
    ("더우기", "더욱이"),
    ("쪽집게", "족집게"),
    ("짜집기", "짜깁기"),
    ("통털어", "통틀어"),
    ("해꼬지", "해코지"),
    ("희노애락", "희로애락"),
    ("고마와", "고마워"),
    ("안밖", "안팎"),
    ("뒷풀이", "뒤풀이"),
    ("윗층", "위층"),
    ("윗쪽", "위쪽"),
    ("아랫쪽", "아래쪽"),
    ("뒷편", "뒤편"),
    ("전세값", "전셋값"),
    ("뒤치닥거리", "뒤치다꺼리"),
];

/// Whether two Korean pieces are equal once common misspellings are put right.
#[must_use]
pub fn korean(one: &str, two: &str) -> bool {
    let right = |text: &str| {
        let mut out = text.to_owned();
        for (wrong, standard) in KOREAN {
            if out.contains(wrong) {
                out = out.replace(wrong, standard);
            }
        }
        out.retain(|ch| !ch.is_whitespace());
        out
    };
    right(one) == right(two)
}
