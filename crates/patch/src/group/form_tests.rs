//! The promise of DETAIL to a reader of Markdown: the same blocks, links, notes, code, tables and marks.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::documents::Dice;
use crate::apply::apply;
use crate::{Category, Patch, patches, riskiest};

/// What a reader has of a text: blocks and marks with the letters between them, and code as it stands.
fn visible(text: &str) -> Vec<String> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_MATH;
    let (mut out, mut said, mut code) = (Vec::new(), String::new(), false);
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Text(words) if code => said.push_str(&words),
            Event::Text(words) => {
                said.extend(words.chars().filter(|ch| ch.is_alphanumeric()).flat_map(char::to_lowercase));
            }
            Event::SoftBreak => {}
            // A blank at the end of a tag is none of it.
            Event::InlineHtml(tag) => out.extend([std::mem::take(&mut said), tag.replace(" >", ">")]),
            other => {
                code = matches!(other, Event::Start(Tag::CodeBlock(_)));
                let end = matches!(other, Event::End(TagEnd::Paragraph | TagEnd::CodeBlock));
                out.push(std::mem::take(&mut said));
                out.push(if end {
                    "end".to_owned()
                } else {
                    format!("{other:?}").replace("Borrowed", "").replace("Boxed", "").replace("Inlined", "")
                });
            }
        }
    }
    out
}

fn wrong(pairs: &[(&str, &str)], wanted: impl Fn(Category) -> bool) -> String {
    let got = |pair: &&(&str, &str)| riskiest(&patches(pair.0, pair.1));
    let wrong = pairs.iter().filter(|pair| !wanted(got(pair)));
    wrong.map(|pair| format!("{pair:?}: {:?}", patches(pair.0, pair.1))).collect::<Vec<_>>().join("\n")
}

/// Blanks and marks of form that Markdown reads.
const READ: [(&str, &str); 40] = [
    ("a|b\n-|-\n1|2\n", "a|b\n- | -\n1|2\n"),
    ("name|\n-|\nAnna|\n", "name|\n- |\nAnna|\n"),
    ("See [the rules](rules.md) first.", "See [the rules] (rules.md) first."),
    ("It holds.[^1]\n\n[^1]: Note.\n", "It holds.[^1]\n\n[^1] : Note.\n"),
    ("- a\n\n  b\n", "- a\n\nb\n"),
    ("- first\n\n  second line.\n", "- first\n\nsecond line.\n"),
    ("This is **bold** text.", "This is ** bold ** text."),
    ("Type `a b` now.", "Type `a  b` now."),
    ("Type `a b` now.", "Type `ab` now."),
    ("Type `ab, c` now.", "Type `ab,c` now."),
    ("So $a b$ holds.", "So $a  b$ holds."),
    ("So $a b$ holds.", "So $ a b $ holds."),
    ("```\nlet a;\n```\n\nThen it ends.\n", "```\nlet a;\n    ```\n\nThen it ends.\n"),
    ("Run:\n\n    make all\n\nThen wait.\n", "Run:\n\nmake all\n\nThen wait.\n"),
    ("one<br>two", "one< br>two"),
    ("# Title\n\nText.", "#Title\n\nText."),
    ("1. First\n2. Second\n", "1 . First\n2. Second\n"),
    ("The ![plan](plan.png) hangs here.", "The ! [plan](plan.png) hangs here."),
    ("See [the rules][r].\n\n[r]: rules.md\n", "See [the rules][r].\n\n[r] : rules.md\n"),
    ("See [the rules][r].\n\n[r]: rules.md\n", "See [the rules] [r].\n\n[r]: rules.md\n"),
    ("~~gone~~ it is", "~~ gone ~~ it is"),
    ("- [ ] call Anna\n", "- [] call Anna\n"),
    ("one line  \nanother line", "one line\nanother line"),
    ("Ask at <https://example.org/a> today.", "Ask at < https://example.org/a> today."),
    ("이름|값\n-|-\n가|나\n", "이름|값\n- | -\n가|나\n"),
    ("먼저 [규정](rules.md)을 본다.", "먼저 [규정] (rules.md)을 본다."),
    ("그렇다.[^가]\n\n[^가]: 각주다.\n", "그렇다.[^가]\n\n[^가] : 각주다.\n"),
    ("- 하나\n\n  둘\n", "- 하나\n\n둘\n"),
    ("이것은 **중요한** 글이다.", "이것은 ** 중요한 ** 글이다."),
    ("이제 `할 수` 라고 친다.", "이제 `할수` 라고 친다."),
    ("이제 `할수 있다` 라고 친다.", "이제 `할 수 있다` 라고 친다."),
    ("```\n할수 있다\n```\n", "```\n할 수 있다\n```\n"),
    ("차례:\n\n    할 일\n\n끝이다.\n", "차례:\n\n할 일\n\n끝이다.\n"),
    ("#제목이다.\n\n글이다.", "# 제목이다.\n\n글이다."),
    ("1. 하나\n2. 둘\n", "1 . 하나\n2. 둘\n"),
    ("> 옛말이다.\n", ">옛말이다.\n\n"),
    ("첫 줄이다.  \n둘째 줄이다.", "첫 줄이다.\n둘째 줄이다."),
    ("그림 ![도면](plan.png)이 있다.", "그림 ! [도면](plan.png)이 있다."),
    ("~~지운 말~~ 이다.", "~~ 지운 말 ~~ 이다."),
    ("- [ ] 전화한다\n", "- [] 전화한다\n"),
];

#[test]
fn a_blank_that_markdown_reads_is_no_form() {
    let told: Vec<_> =
        READ.iter().copied().filter(|(before, after)| visible(before) != visible(after)).collect();
    assert!(told.len() >= 36, "{}", told.len());
    let back: Vec<_> = told.iter().map(|(before, after)| (*after, *before)).collect();
    let wrong = wrong(&told, |category| category != Category::Detail)
        + &wrong(&back, |category| category != Category::Detail);
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn what_a_link_or_code_says_is_core() {
    for (before, after) in [
        ("[a](b)\n", "[a] (b)\n"),
        ("`a b`\n", "` a b `\n"),
        ("$a b$\n", "$ a b $\n"),
        ("See [the map](map.md) first.", "See [the map] (map.md) first."),
        ("먼저 [지도](map.md)를 본다.", "먼저 [지도] (map.md)를 본다."),
        ("It holds.[^1]\n\n[^1]: Note.\n", "It holds.[^1]\n\n[^1] : Note.\n"),
        ("`할 수`\n", "` 할 수 `\n"),
        ("그렇다.[^가]\n\n[^가]: 각주다.\n", "그렇다.[^가]\n\n[^가] : 각주다.\n"),
    ] {
        let found = patches(before, after);
        assert_eq!(riskiest(&found), Category::Core, "{found:?}");
    }
}

#[test]
fn form_beside_what_markdown_reads_stays_form() {
    let before =
        "# Rules\n\nHe recieve it , again.\n\na|b\n-|-\n1|2\n\nWe dont know. See [one][r].\n\n[r]: x.md\n";
    let after =
        "# Rules\n\nHe receive it, again.\n\na|b\n- | -\n1|2\n\nWe don't know. See [one][r].\n\n[r] : x.md\n";
    let found = patches(before, after);
    let form: Vec<&str> = found
        .iter()
        .filter(|patch| patch.category == Category::Detail)
        .map(|patch| patch.after.trim())
        .collect();
    assert!(
        form.iter().any(|words| words.contains("don't"))
            && form.iter().any(|words| words.contains("receive")),
        "{found:#?}"
    );
    let kept = apply(before, found.iter().filter(|patch| patch.category == Category::Detail));
    assert_eq!(visible(&kept).len(), visible(before).len(), "{kept}");
}

/// Blocks of each kind; `W` is a word.
const BLOCKS: [&str; 22] = [
    "W W W, W W. W W W W.",
    "W **W W** W W. W *W* W.",
    "W `W W` W, W. W __W__ W.",
    "W [W W](W.md) W W. W ![W](W.png).",
    "W [W][W1] W.\n\n[W1]: https://example.org/W",
    "W W.[^W2]\n\n[^W2]: W W W.",
    "# W W",
    "W W\n===",
    "- W W.\n- W **W** W.\n  - W W.",
    "- W W.\n\n  W W W.\n\n- W W.",
    "1. W W.\n2. W W.",
    "- [ ] W W.\n- [x] W.",
    "| W | W |\n|---|---|\n| W W | W |",
    "W|W\n-|-\nW|W",
    "```\nW W;\nW(W, W)\n```",
    "    W W;\n    W",
    "> W W W.\n> W W.",
    "W $W W$ W.",
    "W<br>W W <b>W</b>.",
    "W W.  \nW W W.",
    "W W\nW W, W\nW ~~W W~~.",
    "***",
];

/// A document, and the same with blanks and marks that come, go and change.
fn edited(seed: u64) -> (String, String) {
    const ENGLISH: [&str; 10] =
        ["the", "garden", "members", "it", "council", "river", "teacher", "alot", "not", "city"];
    const KOREAN: [&str; 10] =
        ["정원", "회원은", "할수", "있다", "의회", "강에서", "교사", "안되요", "그", "도시"];
    const PUT: [&str; 12] = [" ", " ", " ", "\n", "  ", ".", ",", "\n\n", "-", "    ", "'", "\t"];
    let mut dice = Dice::new(seed);
    let words = if dice.one_in(2) { KOREAN } else { ENGLISH };
    let blocks: Vec<&str> = (0..=dice.below(4)).map(|_| BLOCKS[dice.below(BLOCKS.len())]).collect();
    let mut before = String::new();
    for ch in (blocks.join("\n\n") + "\n").chars() {
        if ch == 'W' { before.push_str(words[dice.below(10)]) } else { before.push(ch) }
    }
    let mut after = before.clone();
    for _ in 0..=dice.below(4) {
        let places: Vec<usize> =
            after.char_indices().filter(|(_, ch)| !ch.is_alphanumeric()).map(|(at, _)| at).collect();
        let Some(&at) = places.get(dice.below(places.len())) else { continue };
        let ch = after.get(at..).and_then(|tail| tail.chars().next()).unwrap();
        match dice.below(4) {
            0 if !ch.is_alphanumeric() => drop(after.remove(at)),
            1 => after.insert_str(at + ch.len_utf8(), PUT[dice.below(PUT.len())]),
            2 if ch.is_whitespace() => after.replace_range(at..=at, PUT[dice.below(PUT.len())]),
            _ => after.insert_str(at, PUT[dice.below(PUT.len())]),
        }
    }
    (before, after)
}

/// Accepting all DETAIL, or one decision of them alone, leaves the same document.
fn kept(before: &str, after: &str) -> Result<usize, String> {
    let found = patches(before, after);
    if apply(before, &found) != after {
        return Err("the patches do not lead to the text".to_owned());
    }
    let form: Vec<&Patch> = found.iter().filter(|patch| patch.category == Category::Detail).collect();
    let groups: Vec<&str> = form.iter().map(|patch| patch.group()).collect();
    let check = |group: Option<&str>| {
        let chosen = form.iter().copied().filter(|patch| group.is_none_or(|group| patch.group() == group));
        let text = apply(before, chosen);
        if visible(before) == visible(&text) { Ok(()) } else { Err(format!("{group:?}\n{text}\n{form:#?}")) }
    };
    check(None)?;
    groups.iter().try_for_each(|group| check(Some(group)))?;
    Ok(form.len())
}

#[test]
fn accepting_every_detail_leaves_the_same_document() {
    let mut form = 0;
    for seed in 0..1_500 {
        let (before, after) = edited(seed);
        match kept(&before, &after) {
            Ok(count) => form += count,
            Err(why) => panic!("{seed}\n{before}\n=====\n{after}\n=====\n{why}"),
        }
    }
    assert!(form > 300, "the documents have {form} changes of form");
}

#[test]
fn marks_that_mean_the_same_are_form() {
    let same = [
        ("* one thing\n* two things\n", "- one thing\n- two things\n"),
        ("Title\n=====\n\nText here.", "# Title\n\nText here."),
        ("It is __bold__ here.", "It is **bold** here."),
        ("It is _so_ here.", "It is *so* here."),
        ("|a|b|\n|-|-|\n|c|d|\n", "| a | b |\n|---|---|\n| c | d |\n"),
        ("* 하나이다\n* 둘이다\n", "- 하나이다\n- 둘이다\n"),
        ("제목\n====\n\n글이다.", "# 제목\n\n글이다."),
        ("이것은 __중요__ 하다.", "이것은 **중요** 하다."),
        ("|가|나|\n|-|-|\n|다|라|\n", "| 가 | 나 |\n|---|---|\n| 다 | 라 |\n"),
        ("***\n", "---\n"),
        ("1. wash\n1. dry\n1. fold\n", "1. wash\n2. dry\n3. fold\n"),
        ("1. 씻는다\n1. 말린다\n", "1. 씻는다\n2. 말린다\n"),
    ];
    let other = [
        ("* one thing\n* two things\n", "* one thing\n- two things\n"),
        ("Title\n---\n\nText here.", "# Title\n\nText here."),
        ("It is __bold__ here.", "It is *bold* here."),
        ("It is **bold** here.", "It is bold here."),
        ("So 2 * 3 * 4 is it.", "So 2 - 3 - 4 is it."),
        ("Read it.\n\n[r]: docs/a.b\n", "Read it.\n\n[r]: docs/a-b\n"),
        ("# Title {.a-b}\n", "# Title {.ab}\n"),
        ("|a|b|\n|-|-|\n|c|d|\n", "|a|b|\n|:-|-:|\n|c|d|\n"),
        ("이것은 __중요__ 하다.", "이것은 *중요* 하다."),
        ("제목\n---\n\n글이다.", "# 제목\n\n글이다."),
        (">5 is too many.\n", "> 5 is too many.\n"),
        ("1. wash\n2. dry\n", "1. wash\n1. dry\n"),
        ("1. wash\n\nText\n\n1. dry\n", "1. wash\n\nText\n\n2. dry\n"),
        ("version\n1. of it\n", "version\n2. of it\n"),
    ];
    let wrong = wrong(&same, |category| category == Category::Detail)
        + &wrong(&other, |category| category != Category::Detail);
    assert!(wrong.is_empty(), "{wrong}");
}

/// Form of words in both languages, and what is like it and says something.
#[test]
fn words_are_mended_and_set_apart() {
    let form = [
        ("He don't know it.", "He doesn't know it."),
        ("They wasn't here.", "They weren't here."),
        ("I has two of them.", "I have two of them."),
        ("We saw a old mill.", "We saw an old mill."),
        ("I wont go there.", "I won't go there."),
        ("The plan - it is long - failed.", "The plan – it is long – failed."),
        ("It  was late.  We left.", "It was late. We left."),
        ("회의는 5월14일에 열린다.", "회의는 5월 14일에 열린다."),
        ("10년만에 만났다.", "10년 만에 만났다."),
        ("Electron 으로 만든다.", "Electron으로 만든다."),
        ("`stet` 은 명령이다.", "`stet`은 명령이다."),
        ("그렇게 하면 안되요.", "그렇게 하면 안 돼요."),
        ("그는 결국 포기 했다.", "그는 결국 포기했다."),
        ("그것은 사실이 아니였다.", "그것은 사실이 아니었다."),
        ("메세지를 보냇다.", "메시지를 보냈다."),
        ("연필을 깍았다.", "연필을 깎았다."),
        ("글쎄 모른다고 했다.", "글쎄, 모른다고 했다."),
    ];
    let other = [
        ("You does not have one.", "I do not have one."),
        ("A kind of gone feeling.", "A kind have gone feeling."),
        ("Set x - y to zero.", "Set x – y to zero."),
        ("The trip took 10 - 12 days.", "The trip took 10 – 12 days."),
        ("name    age\nAnn     40\n", "name age\nAnn 40\n"),
        ("길이 났다.", "길이 낫다."),
        ("`A` 이 사람이다.", "`A`이 사람이다."),
        ("새 집에 산다.", "새집에 산다."),
        ("들어 가다.", "들어가다."),
        ("그 사람 참 안됐다.", "그 사람 참 안 됐다."),
        ("네 집에 간다.", "네, 집에 간다."),
    ];
    let wrong = wrong(&form, |category| category == Category::Detail)
        + &wrong(&other, |category| category != Category::Detail);
    assert!(wrong.is_empty(), "{wrong}");
}

/// Fields that a program fills in, and words of another language, are told as what they are, and as nothing else.
#[test]
fn a_placeholder_and_another_language_are_core() {
    for (before, after, told) in [
        ("Hi {{name}}, welcome.", "Hi there, welcome.", "placeholder"),
        ("Pay {amount} by <date>.", "Pay amount by <date>.", "placeholder"),
        ("{이름}님, 어서 오세요.", "{성함}님, 어서 오세요.", "자리표시자"),
        ("The pump is old.", "펌프는 낡았다.", "another language"),
        ("펌프는 아주 낡았다.", "The pump is very old.", "다른 언어"),
    ] {
        let found = patches(before, after);
        assert_eq!(riskiest(&found), Category::Core, "{found:?}");
        let alone = |patch: &Patch| patch.reasons.len() == 1 && patch.reasons[0].contains(told);
        assert!(found.iter().filter(|patch| patch.category == Category::Core).all(alone), "{found:#?}");
    }
    for (before, after) in [
        ("We use {name} gladly.", "We like to use {name}."),
        ("It is a <br> here.", "It is here."),
        ("Let $x_{i}$ be old.", "Let $x_{j}$ be old."),
        ("We use AI here.", "We use 인공지능 here."),
    ] {
        let found = patches(before, after);
        let told = |patch: &Patch| patch.reasons.iter().any(|why| why.contains("placeholder"));
        assert!(!found.iter().any(told), "{found:?}");
    }
}

#[test]
fn a_piece_of_a_text_has_no_blocks() {
    let wrong = wrong(&[("the", ""), ("", ","), (".", "")], |category| category == Category::Detail);
    assert!(wrong.is_empty(), "{wrong}");
}
