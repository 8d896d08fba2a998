//! What is decided together, and what stands by itself, in both languages.

use crate::apply::apply;
use crate::{Category, Op, Patch, patches};

/// The groups of a rewriting, each as the old and the new words of its patches.
fn groups(before: &str, after: &str) -> Vec<Vec<(String, String)>> {
    let mut out: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for patch in patches(before, after) {
        let words = (patch.before.clone(), patch.after.clone());
        match out.iter_mut().find(|(group, _)| group == patch.group()) {
            Some((_, all)) => all.push(words),
            None => out.push((patch.group().to_owned(), vec![words])),
        }
    }
    out.into_iter().map(|(_, all)| all).collect()
}

#[test]
fn what_depends_on_another_is_one_decision() {
    for (before, after) in [
        // The frame of a sentence.
        ("In the end a new agreement was negotiated.", "In the end we negotiated a new agreement."),
        ("Last year the old bridge was repaired by monks.", "Last year monks repaired the old bridge."),
        ("지난해 새 계약이 체결되었다.", "지난해 우리는 새 계약을 체결했다."),
        ("어제 낡은 다리가 수리되었다.", "어제 수도사들이 낡은 다리를 수리했다."),
        // Marks and their other halves.
        ("We read the whole report today.", "We read **the whole report** today."),
        ("We read the whole long report today.", "We read “the whole long report” today."),
        ("우리는 오늘 보고서 전체를 읽었다.", "우리는 오늘 **보고서 전체를** 읽었다."),
        ("우리는 긴 보고서 전체를 읽었다.", "우리는 「긴 보고서 전체」를 읽었다."),
        ("Call the office (open all day) first.", "Call the office, open all day, first."),
        (
            "Run\n\nlet a = 1;\nlet b = 2;\n\nthen stop.",
            "Run\n\n```rust\nlet a = 1;\nlet b = 2;\n```\n\nthen stop.",
        ),
        // Lists, tables, notes.
        ("- one cat\n- two dogs\n- ten birds\n", "1. one cat\n2. two dogs\n3. ten birds\n"),
        ("- 고양이 하나\n- 개 둘\n- 새 열\n", "1. 고양이 하나\n2. 개 둘\n3. 새 열\n"),
        (
            "| Name | Fee |\n|---|---|\n| Ann | 30 |\n| Bob | 40 |\n",
            "| Name | Fee | Day |\n|---|---|---|\n| Ann | 30 | May |\n| Bob | 40 | June |\n",
        ),
        ("The pool is free.[^1] It opens in May.\n\n[^1]: Rule 4.\n", "The pool is free. It opens in May.\n"),
        ("수영장은 무료다.[^1] 오월에 연다.\n\n[^1]: 규칙 4조.\n", "수영장은 무료다. 오월에 연다.\n"),
        // A heading and what stands below it.
        (
            "The pool is open all year.\n\n## Staff\n\nThe staff is kind.\n",
            "The pool is open all year.\n\n## Fees\n\nThe ticket costs a lot of money.\n\n## Staff\n\nThe staff is kind.\n",
        ),
        (
            "수영장은 늘 연다.\n\n## 직원\n\n직원은 친절하다.\n",
            "수영장은 늘 연다.\n\n## 요금\n\n표는 값이 비싸다.\n\n## 직원\n\n직원은 친절하다.\n",
        ),
    ] {
        let found = groups(before, after);
        assert_eq!(found.len(), 1, "{before}\n→ {after}\n{found:#?}");
    }
}

#[test]
fn what_stands_by_itself_is_decided_by_itself() {
    for (before, after, count) in [
        ("We recieve a large grant for 3 schools.", "We receive a big grant for 4 schools.", 3),
        ("The whole goverment read the report.", "**The whole government read the report.**", 2),
        ("정부는 학교 3곳에 큰 돈을 할수 있다.", "정부는 학교 4곳에 많은 돈을 할 수 있다.", 2),
        ("휴학은 3년까지 할수 있다.", "휴학은 4년까지 할 수 있다.", 2),
        (
            "- the goverment pays\n- two dogs\n- ten birds\n",
            "1. the government pays\n2. two dogs\n3. ten birds\n",
            2,
        ),
        (
            "One cat sleeps. Two dogs bark. Ten birds sing.",
            "One cat sleeps. Two hounds bark. Ten birds fly.",
            2,
        ),
    ] {
        let found = groups(before, after);
        assert_eq!(found.len(), count, "{before}\n→ {after}\n{found:#?}");
    }
}

/// Accepting what only changes how it is said swallows no heading, whatever moves.
#[test]
fn a_moved_block_takes_what_fills_its_place() {
    let before = "## 4. Liability\n\nThe limit is 250 euros.[^2] It does not apply to gross negligence.\n\n\
        > Fines are not covered.\n\n## 5. Next steps\n\nSign.\n\n[^2]: Rule 7.\n";
    let after = "## 4. Liability\n\n> Fines are not covered.\n\nThe limit is 250 euros.[^2] It applies to gross \
        negligence.\n\n## 5. Next steps\n\nSign.\n\n[^2]: Rule 7.\n";
    let all = patches(before, after);
    for category in [Category::Core, Category::Expression, Category::Detail] {
        let text = apply(before, all.iter().filter(|patch| patch.category == category));
        for block in ["\n\n## 5. Next steps\n\nSign.\n", "> Fines are not covered.\n\n", "250 euros.[^2] It "]
        {
            assert!(text.contains(block), "{category:?}: {text}");
        }
    }
}

/// A sentence that is changed while it moves is one decision, told as both, with the category of the change.
#[test]
fn a_sentence_moves_and_changes() {
    for (before, after, category, told) in [
        (
            "This limit does not apply to gross negligence of the staff.\n\nThe pool opens in May.\n\nDogs stay out.\n",
            "The pool opens in May.\n\nDogs stay out.\n\nThis limit applies to gross negligence of the staff.\n",
            Category::Core,
            "another place and is changed",
        ),
        (
            "이 한도는 직원의 중대한 과실에 적용되지 않는다.\n\n수영장은 오월에 연다.\n\n개는 밖에 둔다.\n",
            "수영장은 오월에 연다.\n\n개는 밖에 둔다.\n\n이 한도는 직원의 중대한 과실에 적용된다.\n",
            Category::Core,
            "자리가 바뀌고 말도",
        ),
        (
            "We recieve the books of the old library.\n\nThe pool opens in May.\n\nDogs stay out.\n",
            "The pool opens in May.\n\nDogs stay out.\n\nWe receive the books of the old library.\n",
            Category::Expression,
            "another place and is changed",
        ),
    ] {
        let all = patches(before, after);
        let told: Vec<&Patch> =
            all.iter().filter(|patch| patch.reasons.iter().any(|reason| reason.contains(told))).collect();
        assert_eq!(told.len(), 2, "{all:#?}");
        assert!(told.iter().all(|patch| patch.group() == told[0].group() && patch.op != Op::Replace));
        assert!(told.iter().all(|patch| patch.category == category), "{told:#?}");
    }
}

/// Words that give way to others here and stand there unchanged are never lost, and never said twice.
#[test]
fn words_that_go_elsewhere_stand_once() {
    for (before, after, words) in [
        (
            "시장은 안되요 아이들 창문. 강이 흐른다.\n",
            "시장은 안되요 **아이들** 창문. 강이 흐른다.\n",
            "창문",
        ),
        (
            "Members walk along the river.\n\n# Machine\n\nIt is loud.\n",
            "# Garden Club\n\n# Machine\n\nMembers walk along the river.[^1]\n\nIt is loud.\n\n[^1]: Since May.\n",
            "Members walk along the river.",
        ),
        (
            "회원은 강을 따라 걷는다.\n\n# 기계\n\n시끄럽다.\n",
            "# 정원 모임\n\n# 기계\n\n회원은 강을 따라 걷는다.[^1]\n\n시끄럽다.\n\n[^1]: 오월부터.\n",
            "회원은 강을 따라 걷는다.",
        ),
    ] {
        let all = patches(before, after);
        for patch in &all {
            let text = apply(before, all.iter().filter(|other| other.group() == patch.group()));
            assert_eq!(text.matches(words).count(), 1, "{text}\n{all:#?}");
        }
    }
}
