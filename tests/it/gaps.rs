//! What a first search leaves open, without a model: which of documents alike is meant, and names that no passage has.

use crate::support::server::{Server, Told};

/// Branch offices whose guides differ in their names and figures alone, more than there are sources.
async fn offices() -> Server {
    let mut server = Server::start(None, |_| ()).await;
    let names = ["Arden", "Birkfield", "Colmer", "Dunhollow", "Eastwick", "Garside", "Hexley"];
    for (at, name) in names.iter().enumerate() {
        let text = format!(
            "# Branch office {name}\n\n## Hours\n\nThe office opens at {at}:30.\n\n## Fees\n\nA certified copy costs {at}2 \
             euros.\n\n## Staff\n\nThe office is headed by Keeper {at}.\n"
        );
        server.ingest(&format!("office-{name}.md"), &text).await;
    }
    for (at, name) in ["가람", "누리", "다솜", "라온", "마루", "바다"].iter().enumerate() {
        let text = format!(
            "# {name} 지점 안내\n\n## 시간\n\n지점은 평일 {at}시 30분에 연다.\n\n## 수수료\n\n증명서 수수료는 {at}00원이다.\n\n## \
             주차\n\n건물 뒤에 {at}대를 세울 수 있다.\n"
        );
        server.ingest(&format!("지점-{name}.md"), &text).await;
    }
    server
}

fn is_sure(told: &Told) -> bool {
    told.metadata()["badge"] == "verified"
}

#[tokio::test]
async fn the_name_of_the_turn_before_decides_between_documents_alike() {
    let server = offices().await;
    for (chat, first, then, expected, other) in [
        ("one", "When does the Hexley office open?", "Who is the head?", "Keeper 6", "Keeper 0"),
        ("둘", "누리 지점은 몇 시에 여나요?", "주차는 몇 대까지 되나요?", "1대", "0대"),
    ] {
        assert!(is_sure(&server.ask(chat, first).await), "{first}");
        let told = server.ask(chat, then).await;
        let text = told.text();
        assert!(text.contains(expected) && !text.contains(other), "{then}: {text}");
        let words = ["looked again in the document", "앞선 답변의 문서에서 다시 찾음"];
        assert!(words.iter().any(|words| told.raw.contains(words)), "{}", told.raw);
    }
    // Of several, and of what another document alone says.
    for (question, expected) in [
        ("Which office is headed by Keeper 2?", "Keeper 2"),
        ("What does a certified copy cost in Garside?", "52 euros"),
    ] {
        let text = server.ask("one", question).await.text();
        assert!(
            text.contains(expected) && !text.contains("Keeper 6") && !text.contains("62 euros"),
            "{text}"
        );
    }
}

#[tokio::test]
async fn a_name_without_a_passage_is_looked_for_again_and_answered_by_no_other() {
    let server = offices().await;
    for (question, told_so) in [
        ("What does a certified copy cost in Westport?", "looked again for: Westport"),
        ("별빛 지점의 증명서 수수료는 얼마인가요?", "다시 찾음: 별빛"),
    ] {
        let told = server.ask(question, question).await;
        assert!(told.raw.contains(told_so) && !is_sure(&told), "{}", told.raw);
    }
    let told = server.ask("none", "What does a certified copy cost in Hexley?").await;
    assert!(is_sure(&told) && !told.raw.contains("looked again"), "{}", told.raw);
}

#[tokio::test]
async fn what_orders_a_language_asks_what_stands_behind() {
    let server = offices().await;
    let whole = server.ask("one", "Answer in Korean: summarise office-Hexley.md").await.text();
    assert!(whole.starts_with("출처에서 그대로") && whole.contains("Keeper 6"), "{whole}");
    let cost = server.ask("one", "Answer in Korean: what does a certified copy cost in Colmer?").await.text();
    assert!(cost.contains("22 euros"), "{cost}");
}
