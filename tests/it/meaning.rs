//! The layer between words and judge, as seen from outside: what a model of entailment lifts, refuses and leaves, what it is shown,
//! where it is not asked, and what a folder that cannot serve says.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use stet_answer::report::{Layer, Layers};
use stet_answer::{Decider, State};
use stet_ask::Behind;
use stet_embedding::meaning::onnx::CrossEncoder;
use stet_embedding::meaning::{Entailed, Entailment, Meaning, MeaningError};
use stet_llm::judge::Judge;
use stet_llm::openai::{OpenAiChat, OpenAiSettings};
use stet_text::Language;
use stet_verify::{GivenSource, Task};

use crate::cli::stet;
use crate::support::model::{ModelServer, Script};
use crate::support::server::Server;

/// A model that knows the pairs of the trial in some languages, and of everything else says the same.
#[derive(Debug)]
struct Scripted {
    knows: Vec<Language>,
    says: Result<Entailed, MeaningError>,
    /// It answers when nobody holds this.
    hold: tokio::sync::Mutex<()>,
    /// Premises and claims that are not of the trial.
    asked: Mutex<Vec<(String, String)>>,
}

const BOTH: [Language; 2] = [Language::Ko, Language::En];

impl Scripted {
    fn new(knows: &[Language], entailed: f32, contradicted: f32) -> Arc<Self> {
        let says = Ok(Entailed { entailed, contradicted: Some(contradicted) });
        Arc::new(Self {
            knows: knows.to_vec(),
            says,
            hold: tokio::sync::Mutex::default(),
            asked: Mutex::default(),
        })
    }

    fn asked(&self) -> Vec<(String, String)> {
        self.asked.lock().unwrap().clone()
    }
}

impl Entailment for Scripted {
    fn name(&self) -> &'static str {
        "scripted"
    }

    fn entails(&self, premise: &str, hypothesis: &str) -> Result<Entailed, MeaningError> {
        for language in BOTH {
            let pair = stet_prompt::known(language).find(|known| known.claim == hypothesis);
            if let Some(known) = pair {
                let right = self.knows.contains(&language);
                let entailed = if known.supported == right { 0.95 } else { 0.05 };
                return Ok(Entailed { entailed, contradicted: Some(1.0 - entailed) });
            }
        }
        self.asked.lock().unwrap().push((premise.to_owned(), hypothesis.to_owned()));
        drop(self.hold.blocking_lock());
        self.says.clone()
    }
}

fn behind(model: &Arc<Scripted>) -> Behind {
    let model: Arc<dyn Entailment> = Arc::clone(model) as _;
    Behind { meaning: Some(Meaning::new(model, Duration::from_secs(20))), judge: None }
}

async fn verified(behind: &Behind, answer: &str, title: &str, source: &str) -> stet_verify::Outcome {
    let source =
        GivenSource { id: "s".into(), title: Some(title.into()), text: source.into(), ..Default::default() };
    let task = Task {
        deltas: vec![answer.into()],
        sources: vec![source],
        layers: Layers::default(),
        ..Task::default()
    };
    let task = Arc::new(task);
    stet_verify::run(&task, stet_verify::default_policy(&task), behind).await
}

/// A claim that words do not support, and one that they do without quoting it, each with its source.
const OPEN: [(&str, &str, bool); 4] = [
    (
        "The pool admits nobody at the start of the week [1].",
        "On Mondays no guests are let into the swimming pool.",
        false,
    ),
    (
        "수영장은 한 주가 시작되는 날 손님을 받지 않는다[1].",
        "매주 월요일은 수영장이 쉬는 날이라 들어갈 수 없다.",
        false,
    ),
    (
        "The Harbour library opens at ten on Saturdays [1].",
        "On Saturdays the Harbour library opens at ten and closes at four.",
        true,
    ),
    ("항구 도서관은 토요일에 열 시에 연다[1].", "항구 도서관은 토요일에는 열 시에 문을 연다.", true),
];

/// What is entailed is supported, what is contradicted and not supported by words is refused, and the rest stays with the words.
#[tokio::test]
async fn meaning_decides_what_words_leave_open() {
    for (claim, source, by_words) in OPEN {
        for (entailed, contradicted, state, by) in [
            (0.97, 0.01, State::Supported, Decider::Meaning),
            (0.89, 0.01, if by_words { State::Supported } else { State::Unsupported }, Decider::Words),
            (0.02, 0.50, if by_words { State::Supported } else { State::Unsupported }, Decider::Words),
            (
                0.02,
                0.97,
                if by_words { State::Supported } else { State::Unsupported },
                if by_words { Decider::Words } else { Decider::Meaning },
            ),
        ] {
            let model = Scripted::new(&BOTH, entailed, contradicted);
            let outcome = verified(&behind(&model), claim, "hours", source).await;
            let sentence = &outcome.sentences[0];
            let told = format!("{claim} {entailed} {contradicted}: {sentence:?}");
            assert_eq!((sentence.state, sentence.by), (state, Some(by)), "{told}");
            assert_eq!(outcome.text.contains("[1]"), state == State::Supported, "{told}");
            assert_eq!(outcome.report.log[0].by, Some(by), "{told}");
            assert!(outcome.layers.contains(&Layer::Meaning) && !outcome.layers.contains(&Layer::Model));
            let named =
                outcome.report.reasoning.contains("meaning") || outcome.report.reasoning.contains('뜻');
            assert!(named && model.asked().len() == 1, "{}", outcome.report.reasoning);
        }
    }
}

/// A number, a date, a denial or a direction that words have found to differ is not lifted, whatever the model says.
#[tokio::test]
async fn meaning_lifts_no_other_value() {
    for (claim, source) in [
        ("The ferry takes 240 passengers [1].", "Up to 180 passengers may travel on the ferry."),
        ("The bridge was opened on 3 May 2021 [1].", "The bridge was opened to traffic on 3 May 2012."),
        ("Dogs are allowed in the reading room [1].", "Dogs are not allowed in the reading room."),
        ("Rents rose in the old town last year [1].", "Rents fell in the old town last year."),
        ("여객선은 승객 240명을 태운다[1].", "이 여객선은 승객 180명을 태운다."),
        ("다리는 2021년 5월 3일에 개통되었다[1].", "다리는 2012년 5월 3일에 개통되었다."),
        ("열람실에는 개를 데리고 들어갈 수 있다[1].", "열람실에는 개를 데리고 들어갈 수 없다."),
        ("지난해 구시가지의 집세가 올랐다[1].", "지난해 구시가지의 집세가 내렸다."),
    ] {
        let model = Scripted::new(&BOTH, 0.99, 0.0);
        let outcome = verified(&behind(&model), claim, "news", source).await;
        let sentence = &outcome.sentences[0];
        assert_eq!((sentence.state, sentence.by), (State::Unsupported, Some(Decider::Words)), "{sentence:?}");
    }
}

/// The model is shown the passage with its title, and the claim with its subject where it leaves that out.
#[tokio::test]
async fn meaning_is_asked_with_title_and_subject() {
    let model = Scripted::new(&BOTH, 0.97, 0.0);
    let behind = behind(&model);
    let tents = "Packed, it comes to five kilograms. It sleeps two.";
    let outcome =
        verified(&behind, "## Birch tent\n\n- Light at 5 kilograms [1]", "birch tent.pdf", tents).await;
    assert_eq!(outcome.sentences.last().unwrap().by, Some(Decider::Meaning), "{:?}", outcome.sentences);
    let korean = "본관은 학기 중에 밤 열 시까지 연다. 방학에는 쉰다.";
    verified(&behind, "## 도서관\n\n밤 열 시까지 이용할 수 있다[1].", "도서관 안내.txt", korean).await;
    let asked = model.asked();
    assert_eq!(
        asked[0],
        (
            "birch tent; s. Packed, it comes to five kilograms.".into(),
            "Birch tent: Light at 5 kilograms".into()
        )
    );
    assert!(asked[1].0.starts_with("도서관 안내; s. 본관은 학기 중에 밤 열 시까지 연다."), "{asked:?}");
    assert_eq!(asked[1].1, "도서관: 밤 열 시까지 이용할 수 있다.");
}

/// A model that does not know a language is not asked about texts in it, and a line says so; nor across it.
#[tokio::test]
async fn meaning_is_asked_only_where_it_passed_its_trial() {
    let model = Scripted::new(&[Language::En], 0.97, 0.0);
    let behind = behind(&model);
    for (claim, source, by) in [
        (OPEN[1].0, OPEN[1].1, Decider::Words),
        // In the language that it knows, about a source in the other.
        ("The pool is closed on Mondays [1].", OPEN[1].1, Decider::Words),
        (OPEN[0].0, OPEN[0].1, Decider::Meaning),
    ] {
        let outcome = verified(&behind, claim, "hours", source).await;
        assert_eq!(outcome.sentences[0].by, Some(by), "{claim}");
    }
    assert_eq!(model.asked().len(), 1, "{:?}", model.asked());
    let meaning = behind.meaning.unwrap();
    assert!(meaning.judges(Language::En) && !meaning.judges(Language::Ko));
    let line = meaning.unfit(Language::Ko, Language::En).unwrap();
    assert!(line.contains("got 0 of 10 known Korean") && meaning.unfit(Language::En, Language::En).is_none());
    assert!(meaning.unfit(Language::Ko, Language::Ko).unwrap().contains("한국어"));
}

/// A model that is late or fails leaves the sentence to the words; what it said is remembered.
#[tokio::test]
async fn meaning_that_fails_leaves_the_words() {
    let failing = Scripted {
        says: Err(MeaningError::Failed("no memory".into())),
        ..Arc::into_inner(Scripted::new(&BOTH, 0.0, 0.0)).unwrap()
    };
    let outcome = verified(&behind(&Arc::new(failing)), OPEN[2].0, "hours", OPEN[2].1).await;
    assert_eq!(
        (outcome.sentences[0].state, outcome.sentences[0].by),
        (State::Supported, Some(Decider::Words))
    );
    assert!(outcome.sentences[0].reason.starts_with("by words: "), "{:?}", outcome.sentences[0]);

    let slow = Scripted::new(&BOTH, 0.97, 0.0);
    let model: Arc<dyn Entailment> = Arc::clone(&slow) as _;
    let meaning = Meaning::new(model, Duration::from_secs(2));
    for language in BOTH {
        meaning.try_in(language).await;
    }
    let late = Behind { meaning: Some(meaning), judge: None };
    let held = slow.hold.lock().await;
    let outcome = verified(&late, OPEN[2].0, "hours", OPEN[2].1).await;
    assert_eq!(outcome.sentences[0].by, Some(Decider::Words), "{:?}", outcome.sentences[0]);
    // It goes on beside, and another who asks the same has what it says.
    drop(held);
    let outcome = verified(&late, OPEN[2].0, "hours", OPEN[2].1).await;
    assert_eq!((outcome.sentences[0].by, slow.asked().len()), (Some(Decider::Meaning), 1));
}

/// What it leaves open the judge decides; what it decides the judge is not asked about.
#[tokio::test]
async fn the_judge_is_asked_what_meaning_leaves_open() {
    let server = ModelServer::start().await;
    stet_llm::install_tls_provider();
    let chat = OpenAiChat::new(OpenAiSettings::new(server.base_url(), Some("sk".into()), "judge")).unwrap();
    let judge = Judge::new(Arc::new(chat), Duration::from_secs(20));
    for (entailed, by, requests) in [(0.6, Decider::Model, 1), (0.97, Decider::Meaning, 1)] {
        server.push(Script::text([r#"{"is_accurate": true, "confidence": 0.9}"#]));
        let behind = Behind { judge: Some(judge.clone()), ..behind(&Scripted::new(&BOTH, entailed, 0.0)) };
        let outcome = verified(&behind, OPEN[0].0, "hours", OPEN[0].1).await;
        assert_eq!((outcome.sentences[0].state, outcome.sentences[0].by), (State::Supported, Some(by)));
        assert_eq!(server.requests().len(), requests);
    }
}

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/entailment")
}

/// Whether the tests of a real model can run.
fn has_runtime() -> bool {
    static HAS: LazyLock<bool> = LazyLock::new(|| match CrossEncoder::open(&fixture(), None) {
        Ok(_) => true,
        Err(MeaningError::NoRuntime) => {
            println!("skipped: there is no ONNX Runtime; scripts/tools.sh fetches it");
            false
        }
        Err(fault) => panic!("{fault}"),
    });
    *HAS
}

/// The whole way with a network in ONNX: trial, answer, message, status, `/v1` and the check of a text.
#[tokio::test]
async fn a_network_decides_in_answers_and_checks() {
    if !has_runtime() {
        return;
    }
    let mut server = Server::start(Some("plain"), |config| config.meaning.model = Some(fixture())).await;
    let model = server.model.clone().unwrap();
    server.state.asker.try_meaning(Language::En, |line| panic!("{line}")).await;
    let (_, status) = server.get("/api/status").await;
    assert_eq!(status["meaning"]["ko"], json!({ "judges": true, "right": 9, "of": 10 }), "{status}");
    assert_eq!(status["layers"], json!(["citations", "rules", "meaning"]));
    for (claim, source, _) in OPEN {
        // The network takes `않는다` for the contrary.
        let status = if claim.contains("않는다") { "unsupported" } else { "supported" };
        let body = json!({ "answer": claim, "context": [source] });
        let (_, told) = server.post("/api/verify", &body).await;
        let sentence = &told["sentences"][0];
        assert_eq!((&sentence["status"], &sentence["by"]), (&json!(status), &json!("meaning")), "{told}");
        assert_eq!(told["verification_log"][0]["by"], "meaning");
        assert_eq!(told["layers"], json!(["citations", "rules", "meaning"]));
        let quick = json!({ "answer": claim, "context": [source], "quick": true });
        assert_eq!(server.post("/api/verify", &quick).await.1["sentences"][0]["by"], "words");
    }
    let off = json!({ "answer": OPEN[0].0, "context": [OPEN[0].1], "layers": { "meaning": false } });
    let (_, told) = server.post("/api/verify", &off).await;
    assert_eq!(
        (&told["sentences"][0]["by"], &told["layers"]),
        (&json!("words"), &json!(["citations", "rules"]))
    );

    server.ingest("pool.txt", OPEN[0].1).await;
    model.push(Script::text([OPEN[0].0]));
    let answer = server.ask("c", "When are guests let into the swimming pool?").await;
    assert!(answer.text().contains("[1]"), "{}", answer.text());
    let sentences = answer.sentences();
    assert_eq!(sentences[0]["data"]["by"], "meaning", "{sentences:?}");
    assert_eq!(answer.metadata()["verification_log"][0]["by"], "meaning", "{}", answer.metadata());
    model.push(Script::text([OPEN[0].0]));
    let body =
        json!({ "messages": [{ "role": "user", "content": "When are guests let into the swimming pool?" }] });
    let (_, told) = server.post("/v1/chat/completions", &body).await;
    assert!(told["choices"][0]["message"]["content"].as_str().unwrap().contains("[1]"), "{told}");
    assert!(told["stet"]["reasoning"].as_str().unwrap().contains("✓ meaning"), "{told}");
}

fn checked(folder: &Path, language: &str) -> (Option<i32>, String, String) {
    let line = json!({ "answer": OPEN[0].0, "sources": [{ "text": OPEN[0].1 }] }).to_string();
    let mut command = stet();
    command.args(["verify", "--jsonl"]).env("STET_MEANING_MODEL", folder).env("STET_LANGUAGE", language);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // One that refuses its settings does not read.
    let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), format!("{line}\n").as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_terminal_checks_by_meaning_too() {
    if !has_runtime() {
        return;
    }
    let (code, out, fault) = checked(&fixture(), "en");
    let told: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{fault}"));
    assert_eq!((code, &told["sentences"][0]["by"]), (Some(0), &json!("meaning")), "{told}");
}

/// A folder that cannot serve ends the start, with what is wrong and what to do, in both languages.
#[test]
fn a_model_that_cannot_serve_ends_the_start() {
    let root = tempfile::tempdir().unwrap();
    let made = |name: &str, change: &dyn Fn(&Path)| {
        let folder = root.path().join(name);
        std::fs::create_dir(&folder).unwrap();
        for file in ["config.json", "tokenizer.json", "model.onnx"] {
            std::fs::copy(fixture().join(file), folder.join(file)).unwrap();
        }
        change(&folder);
        folder
    };
    let wrong = r#"{"id2label": {"0": "good", "1": "bad"}}"#;
    let unlabelled = made("labels", &|folder| std::fs::write(folder.join("config.json"), wrong).unwrap());
    let bare = made("bare", &|folder| std::fs::remove_file(folder.join("model.onnx")).unwrap());
    let broken = made("broken", &|folder| std::fs::write(folder.join("model.onnx"), "no network").unwrap());
    let words = made("words", &|folder| std::fs::write(folder.join("tokenizer.json"), "{").unwrap());
    let nowhere = root.path().join("nowhere");
    let mut cases = vec![
        (&nowhere, ["has no config.json; a model of entailment is", "config.json이 없습니다"]),
        (&bare, ["has no model.onnx", "model.onnx이(가) 없습니다"]),
        (&unlabelled, ["no label `entailment`", "entailment 라벨이 없습니다"]),
        (&words, ["fetch it again", "다시 받거나"]),
    ];
    if has_runtime() {
        cases.push((&broken, ["fetch it again", "다시 받거나"]));
    }
    for (folder, said) in cases {
        for (language, said) in ["en", "ko"].into_iter().zip(said) {
            let (code, out, fault) = checked(folder, language);
            assert!(code.is_some_and(|code| code > 0) && out.is_empty(), "{out}");
            assert!(fault.contains(said), "{said}: {fault}");
        }
    }
}
