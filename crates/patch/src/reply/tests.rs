//! Replies as models write them, in both languages.

use super::{Opening, Reply, Told, parse};

const ENGLISH: &str = "The pump is old. Residents check the level on Fridays. The tank holds 40 litres. Nobody may open the valve.";
const BETTER: &str = "The pump is ancient. Residents check the level on Fridays. The tank holds 40 litres. Nobody may open the valve.";
const KOREAN: &str = "펌프가 낡았다. 주민들은 금요일마다 수위를 확인한다. 물통에는 40리터가 들어간다. 아무도 밸브를 열 수 없다.";
const KOREAN_BETTER: &str = "펌프가 오래되었다. 주민들은 금요일마다 수위를 확인한다. 물통에는 40리터가 들어간다. 아무도 밸브를 열 수 없다.";

fn check(original: &str, reply: &str, wanted: &str, told: Told) {
    let found = parse(original, "Improve the text. 글을 다듬어 줘.", reply, true);
    assert_eq!(found.text, wanted, "{reply}");
    assert!(found.told.contains(&told), "{reply}: {:?}", found.told);
    // What is around a text that nothing is changed in changes nothing.
    if told == Told::Unwrapped {
        assert_eq!(parse(original, "", &reply.replace(wanted, original), true).text, original, "{reply}");
    }
}

/// An instruction that is said again is none of the text, unless it stands in it.
#[test]
fn an_echo_of_the_instruction_is_taken_off() {
    for (original, better, instruction) in [
        (ENGLISH, BETTER, "Improve the text.\nKeep the meaning."),
        (KOREAN, KOREAN_BETTER, "글을 다듬어 줘. 뜻은 그대로."),
    ] {
        let echo = format!("지시: {instruction}");
        for reply in [
            format!("{echo}\n\n{better}"),
            format!("{instruction}\n{better}"),
            format!("{better}>>>\n\n{echo}"),
            format!("{better}\n\nInstruction: {}", instruction.split_inclusive('.').next().unwrap()),
        ] {
            assert_eq!(parse(original, instruction, &reply, true).text, better, "{reply}");
        }
        let own = format!("{instruction}\n{original}");
        assert_eq!(
            parse(&own, instruction, &format!("{instruction}\n{better}"), true).text,
            format!("{instruction}\n{better}")
        );
    }
}

/// What a prompt breaks up in the text stands as it was.
#[test]
fn a_text_keeps_its_own_marks() {
    for (original, reply, wanted) in [
        (
            "Type >>> to go on. It is old.",
            "Type > > > to go on. It is ancient.",
            "Type >>> to go on. It is ancient.",
        ),
        ("<<<를 쓴다. 낡았다.", "< < <를 쓴다. 오래되었다.", "<<<를 쓴다. 오래되었다."),
        ("Type it. It is old.", "Type > > > it. It is old.", "Type > > > it. It is old."),
    ] {
        assert_eq!(parse(original, "", reply, true).text, wanted);
    }
}

#[test]
fn what_stands_around_is_taken_off() {
    for (original, better, wrappings) in [
        (
            ENGLISH,
            BETTER,
            &[
                ("```markdown\n", "\n```"),
                ("```\n", "\n```\n\nI changed one verb for clarity."),
                ("Here is the revised text:\n\n", "\n\nI changed one verb for clarity."),
                ("Sure! Here's the rewritten version: ", ""),
                (
                    "**Revised text**\n\n",
                    "\n\n---\n\n**Changes made:**\n- “old” became “ancient”\n- nothing else",
                ),
                (
                    "Certainly! Below is the text.\n\n```text\n",
                    "\n```\n\nLet me know if you'd like another version.",
                ),
                ("\"", "\""),
                ("“", "”"),
                ("<<<\n", "\n>>>"),
                ("Instruction: Improve the text.\n\n<<<\n", "\n>>>"),
                ("<<<", ">>>"),
                ("<<< ", " >>>\n\nI changed one verb for clarity."),
                ("", "\n\nNote: I kept all figures."),
                ("<revised_text>", "</revised_text>"),
                ("Here it is.\n\n<final text>\n", "\n</final text>\n\nI changed one verb."),
                ("<thinking>Old is dull.</thinking>\n\n<rewriting lang=\"en\">\n", "\n</rewriting>"),
                ("<p>", "</p>"),
                ("<html><body>\n<p>", "</p>\n</body></html>"),
                ("", "\n\nIs there anything else you would like me to change?"),
                ("", " Would you like me to change the tone?"),
                ("", " [reworded for clarity]"),
                ("[\"", "\"]"),
                ("{\"note\": \"Done.\", \"better\": {\"body\": \"", "\"}}"),
            ][..],
        ),
        (
            KOREAN,
            KOREAN_BETTER,
            &[
                ("```markdown\n", "\n```"),
                ("다음은 수정한 글입니다:\n\n", "\n\n수정 사항: 동사 하나를 바꾸었습니다."),
                ("**수정본**\n\n", ""),
                ("네, 알겠습니다. 고친 글입니다.\n\n", "\n\n더 필요한 것이 있으면 말씀해 주세요."),
                ("요청하신 대로 고쳤습니다.\n\n```\n", "\n```\n\n**변경 사항**\n- ‘낡았다’를 ‘오래되었다’로"),
                ("“", "”"),
                ("「", "」"),
                ("<<<\n", "\n>>>\n\n지시: 글을 다듬어 줘."),
                ("<<< ", ""),
                ("<수정본>", "</수정본>"),
                (
                    "<분석>낡았다는 말이 밋밋하다.</분석>\n<고친 글>\n",
                    "\n</고친 글>\n\n더 수정할 부분이 있을까요?",
                ),
                ("<p>", "</p>"),
                ("", " 어조를 바꿔 드릴까요?"),
                ("", "\n\n다른 부분도 손볼까요?"),
                ("", " (표현을 다듬음)"),
                ("{\"응답\": {\"고친 글\": \"", "\", \"설명\": \"낱말 하나\"}}"),
            ][..],
        ),
    ] {
        for (head, tail) in wrappings {
            check(original, &format!("{head}{better}{tail}"), better, Told::Unwrapped);
        }
    }
}

#[test]
fn what_is_the_writers_stays() {
    for text in [
        "Here is the plan: we build a pump.\n\nNote: the valve stays shut.",
        "```rust\nlet a = 1;\n```\n\nThe code above runs.",
        "“Stay,” she said. “Go,” he said.",
        "다음은 계획이다: 펌프를 만든다.\n\n참고: 밸브는 닫아 둔다.",
        "I cannot come. I am sorry.",
        "Option 1: walk.\n\nOption 2: run.",
        "> quoted\n\nChanges are near.",
        "<note>We build a pump &amp; more.</note>",
        "We build {++a++} pump {--now--}. Type \\n at the end.",
        "[\"pump\", \"come\"]",
        "The pump (corrected for inflation) is cheap. Shall I bring a pump?",
        "우리는 <b>펌프</b>를 (일정 변경) 만든다.",
    ] {
        let changed =
            text.replace("pump", "new pump").replace("펌프", "새 펌프").replace("come", "come today");
        assert_eq!(
            parse(text, "More.", &changed, true),
            Reply { text: changed.clone(), told: vec![] },
            "{text}"
        );
    }
}

#[test]
fn the_first_of_several_is_taken() {
    for (original, better, reply) in [
        (ENGLISH, BETTER, format!("**Option 1:**\n\n{BETTER}\n\n**Option 2:**\n\n{ENGLISH}")),
        (ENGLISH, BETTER, format!("Version A: {BETTER}\n\nVersion B: {ENGLISH}")),
        (KOREAN, KOREAN_BETTER, format!("1안:\n{KOREAN_BETTER}\n\n2안:\n{KOREAN}")),
        (KOREAN, KOREAN_BETTER, format!("대안 1: {KOREAN_BETTER}\n\n대안 2: {KOREAN}")),
    ] {
        check(original, &reply, better, Told::Alternatives);
    }
}

#[test]
fn edits_are_applied_where_they_fit() {
    let search = |old: &str, new: &str| format!("<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE");
    let diff = |old: &str, new: &str| format!("--- a/text\n+++ b/text\n@@ -1 +1 @@\n-{old}\n+{new}");
    for (original, better, old, new) in [
        (ENGLISH, BETTER, "The pump is old.", "The pump is ancient."),
        (KOREAN, KOREAN_BETTER, "펌프가 낡았다.", "펌프가 오래되었다."),
    ] {
        check(original, &search(old, new), better, Told::Edits);
        check(original, &format!("```diff\n{}\n```", diff(original, better)), better, Told::Edits);
        check(original, &diff(original, better), better, Told::Edits);
        check(original, &serde_json::json!({ "text": better }).to_string(), better, Told::Unwrapped);
        check(
            original,
            &format!("```json\n{}\n```", serde_json::json!({ "result": better })),
            better,
            Told::Unwrapped,
        );
        for (one, two) in [("find", "replace"), ("old_text", "new_text"), ("original", "replacement")] {
            let word = serde_json::json!({ "edits": [{ one: old, two: new, "why": "It is told so." }] });
            check(original, &word.to_string(), better, Told::Edits);
        }
        assert_eq!(parse(original, "", "{\"ok\": true}", true).told, vec![Told::Refused]);
        let both = format!("{}\n\n{}", search(old, new), search("No such words.", "Others."));
        check(original, &both, better, Told::EditsLost);
    }
}

/// Marks of what was changed are read for what they leave.
#[test]
fn marks_of_changes_are_taken_off() {
    for (original, better, old, new) in
        [(ENGLISH, BETTER, "old", "ancient"), (KOREAN, KOREAN_BETTER, "낡았다", "오래되었다")]
    {
        for marked in [
            format!("{{--{old}--}}{{++{new}++}}"),
            format!("{{~~{old}~>{new}~~}}{{>>so it is clearer<<}}"),
            format!("{{=={new}==}}"),
            format!("<del>{old}</del> <ins>{new}</ins>"),
            format!("~~{old}~~ **{new}**"),
            format!("{new}{{--, as it is--}}"),
        ] {
            let reply = original.replacen(old, &marked, 1);
            assert_eq!(parse(original, "", &reply, true).text, better, "{reply}");
            let mut opening = Opening::new(original);
            assert!(opening.is_remark(reply.split_inclusive(". ").next().unwrap()), "{reply}");
        }
        // Signs and line ends as another format writes them.
        let (lines, better) = (original.replace(". ", ".\n\n"), better.replace(". ", ".\n\n"));
        assert_eq!(parse(&lines, "", &better.replace('\n', "\\n"), true).text, better);
        let (signs, better) = (format!("A & B: “{lines}”"), format!("A & B: “{better}”"));
        assert_eq!(parse(&signs, "", &better.replace('&', "&amp;"), true).text, better);
    }
    let list = "<h2>Pump</h2><ul><li>One <b>old</b> pump</li><li>No valve</li></ul>";
    assert_eq!(parse("A pump. No valve.", "", list, true).text, "## Pump\n\n- One **old** pump\n- No valve");
    assert_eq!(parse("A pump. No valve.", "Write HTML.", list, true).text, list);
}

#[test]
fn the_rest_is_kept() {
    for (original, head, tail) in [
        (ENGLISH, "The pump is ancient.", "Nobody may open that valve."),
        (KOREAN, "펌프가 아주 낡았다.", "아무도 밸브를 열어서는 안 된다."),
    ] {
        let (first, last) =
            (original.split_inclusive('.').next().unwrap(), original.rsplit('.').nth(1).unwrap());
        let rest = original.strip_prefix(first).unwrap();
        for sign in [
            "[... rest of the text unchanged ...]",
            "(이하 동일)",
            "… (나머지 내용은 그대로입니다)",
            "…",
            "...",
            "<!-- remaining text unchanged -->",
            "*(the rest remains the same)*",
        ] {
            check(original, &format!("{head}\n\n{sign}"), &format!("{head}{rest}"), Told::RestKept);
            check(original, &format!("{head} {sign}"), &format!("{head}{rest}"), Told::RestKept);
        }
        let middle = rest.strip_suffix(&format!("{last}.")).unwrap();
        check(
            original,
            &format!("{head}\n\n[... unchanged ...]\n\n{tail}"),
            &format!("{head}{middle} {tail}"),
            Told::RestKept,
        );
    }
}

#[test]
fn a_refusal_is_no_rewriting() {
    for (original, reply) in [
        (ENGLISH, "I'm sorry, but I can't help with that."),
        (ENGLISH, "I cannot rewrite this text. It may be harmful."),
        (ENGLISH, "Which tone would you like me to use?"),
        (KOREAN, "죄송하지만 그 요청은 도와드릴 수 없습니다."),
        (KOREAN, "어떤 말투로 고칠까요?"),
    ] {
        let found = parse(original, "Improve it.", reply, true);
        assert_eq!((found.text.as_str(), found.told), ("", vec![Told::Refused]), "{reply}");
    }
}

#[test]
fn front_matter_and_code_stay_unless_they_are_meant() {
    for (body, better) in [(ENGLISH, BETTER), (KOREAN, KOREAN_BETTER)] {
        let front = format!("---\ntitle: Pump\ntags: [a]\n---\n\n{body}");
        let kept = parse(&front, "Improve it.", better, true);
        assert_eq!(kept.text, front.replace(body, better));
        let changed = format!("---\ntitle: Ancient pump\n---\n\n{better}");
        assert_eq!(parse(&front, "Improve it.", &changed, true).text, kept.text);
        assert_eq!(parse(&front, "Change the title in the front matter.", &changed, true).text, changed);
        let coded = format!("{body}\n\n```sh\nrm pump\n```\n\nThat is all there is.");
        let wanted = coded.replace(body, better);
        assert_eq!(
            parse(&coded, "Improve it.", &wanted.replace("rm pump", "rm -rf pump"), true).text,
            wanted
        );
        assert_eq!(
            parse(&coded, "Improve it.", &wanted.replace("```sh\nrm pump\n```\n\n", ""), true).text,
            wanted
        );
        let asked = wanted.replace("rm pump", "rm -rf pump");
        assert_eq!(parse(&coded, "Improve the code.", &asked, true).text, asked);
    }
}

/// What is shown while a reply is written begins with the text, however the reply is cut.
#[test]
fn the_beginning_is_taken_off_while_it_is_written() {
    for (original, reply, shown) in [
        (ENGLISH, format!("```markdown\n{BETTER}\n```"), format!("{BETTER}\n```")),
        (ENGLISH, format!("<<<\n{BETTER}\n>>>"), format!("{BETTER}\n>>>")),
        (ENGLISH, format!("  {BETTER}"), format!("  {BETTER}")),
        (ENGLISH, format!("Here is the revised text:\n\n{BETTER}"), BETTER.to_owned()),
        (ENGLISH, format!("Sure! Here it is:\n```md\n{BETTER}"), BETTER.to_owned()),
        (KOREAN, format!("다음은 수정한 글입니다:\n{KOREAN_BETTER}"), KOREAN_BETTER.to_owned()),
        (KOREAN, "죄송하지만 도와드릴 수 없습니다.".to_owned(), String::new()),
        (KOREAN, format!("1안: {KOREAN_BETTER}"), String::new()),
        (ENGLISH, format!("“{BETTER}”"), String::new()),
        (ENGLISH, "`pump` is old.".to_owned(), "`pump` is old.".to_owned()),
        (KOREAN, format!("```\n{KOREAN_BETTER}"), KOREAN_BETTER.to_owned()),
        (KOREAN, serde_json::json!({ "text": KOREAN_BETTER }).to_string(), String::new()),
        (ENGLISH, "<<<<<<< SEARCH\nThe pump\n=======\nA pump\n>>>>>>> REPLACE".to_owned(), String::new()),
        (ENGLISH, format!("<p>{BETTER}</p>"), String::new()),
        (KOREAN, format!("<수정본>{KOREAN_BETTER}</수정본>"), String::new()),
        (ENGLISH, "[{\"find\": \"old\", \"replace\": \"ancient\"}]".to_owned(), String::new()),
        ("[a](b) is old.", "[a](b) is new.".to_owned(), "[a](b) is new.".to_owned()),
        (ENGLISH, format!("@@ -1 +1 @@\n-{ENGLISH}\n+{BETTER}"), String::new()),
        ("```sh\nrm\n```", "```sh\nls\n```".to_owned(), "```sh\nls\n```".to_owned()),
    ] {
        for size in [1, 2, 5, 1000] {
            let mut opening = Opening::new(original);
            let chars: Vec<char> = reply.chars().collect();
            let told: String =
                chars.chunks(size).map(|piece| opening.push(&piece.iter().collect::<String>())).collect();
            assert_eq!(told, shown, "{reply} by {size}");
        }
    }
}
