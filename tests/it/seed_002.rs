//! The three layers of the “Hallucination Verifier”, row by row, with the document's own examples.
//!
//! On purpose different: the third layer judges sentence by sentence and only what words leave open (row 15: a verdict on the
//! whole answer cannot be shown where the fault stands), its criteria are one sentence on numbers, dates, names and negation
//! (row 20), and citations are required where Stet writes, not where it checks (row 26).

use serde_json::{Value, json};

use crate::support::model::Script;
use crate::support::server::Server;

const SOURCE: &str = "환불은 7일 이내 가능합니다.";

async fn verify(server: &Server, body: &Value) -> Value {
    let (status, result) = server.post("/api/verify", body).await;
    assert_eq!(status, 200, "{result}");
    result
}

/// Rows 4, 6, 29–36: the calls of the document as they are written there, with the title and content of sections.
#[tokio::test]
async fn the_documents_own_calls_are_answered() {
    let server = Server::extracts().await;
    let result = verify(
        &server,
        &json!({
            "question": "환불 규정이 어떻게 되나요?", "answer": "환불은 7일 이내 가능합니다. [참조: 제5조]",
            "context": [{ "section_title": "제5조 환불규정", "section_content": SOURCE }],
        }),
    )
    .await;
    assert_eq!(
        (&result["verified"], &result["confidence"], &result["issues"], &result["citations_valid"]),
        (&json!(true), &json!(1.0), &json!([]), &json!(true)),
        "{result}"
    );
    // Every layer that passed is named, also by the quick check.
    let quick = json!({ "answer": "환불은 7일 이내 가능합니다. [참조: 제5조]", "context": [{ "section_title": "제5조 환불규정", "content": SOURCE }], "quick": true });
    for result in [result, verify(&server, &quick).await] {
        let reasoning = result["reasoning"].as_str().unwrap();
        assert!(reasoning.contains("✓ 인용 | ✓ 규칙 | ✓ 출처 대조"), "{reasoning}");
    }
}

/// Rows 2, 3, 5–7 and 22: `[참조: 제3조 2항]` on a section that is called `제3조 이용조건`, whatever the shape of its content.
#[tokio::test]
async fn a_mark_that_names_an_article_means_the_section_of_that_title() {
    let server = Server::extracts().await;
    let claim = "회원은 만 14세 이상이어야 합니다";
    let plain = format!("{claim}.");
    let english = "Members are at least 14 years old";
    for (mark, title, content, valid) in [
        ("[참조: 제3조 2항]", "제3조 이용조건", plain.clone(), true),
        ("[참조: 제3조 2항]", "제3조 이용조건", format!("① 회원은 본인이어야 합니다. ② {plain}"), true),
        ("[참조: 제3조 2항]", "제3조 이용조건", format!("1. 회원은 본인이어야 합니다.\n2. {plain}"), true),
        (
            "[참조: 제3조 2항]",
            "제3조 이용조건",
            format!("제3조 (이용조건) ① 회원은 본인이어야 합니다. ② {plain}"),
            true,
        ),
        ("[출처: 제3조]", "제3조 (이용조건)", plain.clone(), true),
        ("[출처: 이용조건]", "제3조 이용조건", plain.clone(), true),
        ("[참조: 제3조 9항]", "제3조 이용조건", format!("① 회원은 본인이어야 합니다. ② {plain}"), false),
        ("[참조: 제4조]", "제3조 이용조건", plain.clone(), false),
        ("[source: Article 3]", "Article 3 Conditions of use", format!("{english}."), true),
        ("[source: Article 3(2)]", "Article 3 Conditions of use", format!("{english}."), true),
        ("[source: Article 4]", "Article 3 Conditions of use", format!("{english}."), false),
    ] {
        let said = if mark.starts_with("[source") { english } else { claim };
        for field in ["content", "section_content"] {
            let body = json!({ "answer": format!("{said} {mark}."), "context": [{ "section_title": title, field: content }], "quick": true });
            let result = verify(&server, &body).await;
            let told = (&result["citations_valid"], &result["verified"]);
            assert_eq!(told, (&json!(valid), &json!(valid)), "{mark} {content}: {result}");
            let confidence = result["confidence"].as_f64().unwrap();
            assert_eq!(confidence > 0.95, valid, "{result}");
        }
    }
}

/// Rows 8–14, 21–25, 27: signs, their price, and the threshold.
#[tokio::test]
async fn signs_cost_what_the_document_says() {
    let server = Server::extracts().await;
    for (sign, answer) in [
        ("일반적으로", "일반적으로 환불은 7일 이내 가능합니다[1]."),
        ("보통", "보통 환불은 7일 이내 가능합니다[1]."),
        ("아마도", "아마도 환불은 7일 이내 가능합니다[1]."),
        ("수도 있습니다", "환불은 7일 이내 가능합니다[1]. 그럴 수도 있습니다."),
        ("제 생각에는", "제 생각에는 환불은 7일 이내 가능합니다[1]."),
        ("추측컨대", "추측컨대 환불은 7일 이내 가능합니다[1]."),
        ("probably", "Refunds are probably possible within 7 days [1]."),
    ] {
        let context = if answer.is_ascii() { "Refunds are possible within 7 days." } else { SOURCE };
        let result = verify(&server, &json!({ "answer": answer, "context": [context], "quick": true })).await;
        let issues = result["issues"].to_string();
        assert!(issues.contains(sign), "{answer}: {result}");
        assert!(result["confidence"].as_f64().unwrap() <= 0.85, "{answer}: {result}");
        assert!(result["reasoning"].as_str().unwrap().contains("✗"), "{result}");
    }
    let both = "아마도 환불은 7일 이내 가능합니다[1]. 보통 환불은 7일 이내 가능합니다[1].";
    for (threshold, verified) in [(0.7, true), (0.71, false)] {
        let body = json!({ "answer": both, "context": [SOURCE], "quick": true, "threshold": threshold });
        let result = verify(&server, &body).await;
        let confidence = result["confidence"].as_f64().unwrap();
        assert!((confidence - 0.7).abs() < 1e-6 && result["verified"] == verified, "{result}");
    }
    let long = "환불에 관한 안내는 여러 곳에 흩어져 있으므로 차례대로 살펴보는 것이 좋습니다. ".repeat(14);
    for (answer, told) in [(long.clone(), true), (format!("{long}환불은 7일 이내 가능합니다[1]."), false)]
    {
        let result = verify(&server, &json!({ "answer": answer, "context": [SOURCE], "quick": true })).await;
        assert_eq!(
            result["issues"].to_string().contains("500자가 넘는 글에 출처가 없습니다"),
            told,
            "{result}"
        );
    }
}

/// Rows 1, 16–19, 24, 28: the model layer, what it is shown, how its reply is read, and the mean.
#[tokio::test]
async fn the_model_layer_reads_what_models_write() {
    let server = Server::start(Some("plain"), |config| config.gate.model_layer = true).await;
    let model = server.model.clone().unwrap();
    for (at, (reply, status, confidence)) in [
        (r#"{"is_accurate": true, "confidence": 0.9, "explanation": "맞습니다."}"#, "supported", 0.95),
        ("```json\n{\"is_accurate\": true, \"confidence\": 0.9}\n```", "supported", 0.95),
        ("판정은 {\"is_accurate\": true, \"confidence\": 0.9} 입니다.", "supported", 0.95),
        (r#"{"is_accurate": "true", "confidence": "0.9"}"#, "supported", 0.95),
    ]
    .into_iter()
    .enumerate()
    {
        model.push(Script::text([reply]));
        // Words leave it open: it is said in other words than the source has. Another passage each time, as verdicts are kept.
        let context = format!("구매한 날부터 일주일 안에 돈을 돌려받을 수 있다. 창구 {at}번.");
        let body = json!({
            "question": "환불 규정이 어떻게 되나요?", "answer": "일주일 안에 구매한 돈을 돌려받는 것이 가능합니다[1].", "context": [context],
        });
        let result = verify(&server, &body).await;
        let sentence = &result["sentences"][0];
        assert_eq!(
            (&sentence["by"], &sentence["status"]),
            (&json!("model"), &json!(status)),
            "{reply}: {result}"
        );
        assert_eq!(result["confidence"], json!(confidence), "{reply}: {result}");
        assert!(result["reasoning"].as_str().unwrap().contains("✓ 모델"), "{result}");
        let request = model.requests().pop().unwrap();
        let shown = request.body["messages"][1]["content"].as_str().unwrap().to_owned();
        for part in ["질문: 환불 규정이 어떻게 되나요?", "구매한 날부터", "문장:\n<<<\n일주일 안에"]
        {
            assert!(shown.contains(part), "{part}: {shown}");
        }
        let asked = model.requests().len();
        let mut off = body.clone();
        off["layers"] = json!({ "model": false });
        let result = verify(&server, &off).await;
        assert!(!result["reasoning"].as_str().unwrap().contains("모델"), "{result}");
        assert_eq!(model.requests().len(), asked);
    }
}

/// Row 37: badge, verdict and confidence agree with one another.
#[tokio::test]
async fn figures_do_not_contradict_one_another() {
    let server = Server::extracts().await;
    for answer in [
        "환불은 7일 이내 가능합니다.",
        "환불은 7일 이내 가능합니다[1].",
        "아마도 환불은 7일 이내 가능합니다[1].",
        "환불은 9일 이내 가능합니다[1].",
        "환불은 7일 이내 가능합니다[9].",
        "The refund is possible within 7 days.",
    ] {
        for threshold in [0.5, 0.7, 0.95] {
            let body =
                json!({ "answer": answer, "context": [SOURCE], "quick": true, "threshold": threshold });
            let result = verify(&server, &body).await;
            let (verified, badge) = (result["verified"] == true, result["badge"] == "verified");
            assert_eq!(verified, badge, "{answer} {threshold}: {result}");
            let confidence = result["confidence"].as_f64().unwrap();
            assert!(badge || confidence < 1.0, "not verified, and certain: {result}");
            assert!(!badge || confidence >= threshold, "{result}");
        }
    }
}
