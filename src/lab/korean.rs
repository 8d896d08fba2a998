//! The Korean text of everything that clap prints from the doc comments of the verbs.

use stet_terminal::korean::Texts;

/// Descriptions of commands, of arguments, and the names of values.
pub(crate) const TEXTS: Texts = &[
    (
        "Measures what Stet decides, and fits what it has learned",
        "Stet의 판정을 재고, 배운 것을 다시 맞춥니다",
    ),
    ("Fit what is learned from rows", "자료에서 배운 가중치를 맞춥니다"),
    (
        "Which sentence is a claim: {\"text\", \"kind\"} or {\"claim\"} a line",
        "어느 문장이 주장인지: 한 줄에 {\"text\", \"kind\"}나 {\"claim\"} 하나",
    ),
    (
        "The score of the gate: {\"claim\", \"source\", \"supported\", \"lang\"} a line",
        "문장 확인의 점수: 한 줄에 {\"claim\", \"source\", \"supported\", \"lang\"} 하나",
    ),
    (
        "What a word counts that is found in part: the same lines; takes minutes",
        "일부만 찾은 낱말을 얼마로 칠지: 같은 줄. 몇 분 걸립니다",
    ),
    (
        "Also what a model of entailment adds: a folder with model.onnx, tokenizer.json and config.json",
        "함의 모델이 더하는 것도 보여 줍니다: model.onnx, tokenizer.json, config.json이 있는 폴더",
    ),
    (
        "The library of ONNX Runtime, or its folder [default: the package onnxruntime beside the program]",
        "ONNX Runtime 라이브러리 파일이나 그 폴더 [기본값: 프로그램 곁의 onnxruntime 패키지]",
    ),
    (
        "Where to write the weights [default: only the figures are printed]",
        "가중치를 쓸 파일 [기본값: 수치만 보여 줍니다]",
    ),
    ("Measure accuracy on development data", "정답이 있는 자료로 정확도를 잽니다"),
    ("Sentence boundaries: {\"text\", \"sents\"} a line", "문장 경계: 한 줄에 {\"text\", \"sents\"} 하나"),
    (
        "Claims against sources: {\"claim\", \"source\", \"supported\", \"lang\"} a line",
        "주장과 출처: 한 줄에 {\"claim\", \"source\", \"supported\", \"lang\"} 하나",
    ),
    (
        "Patch categories: {\"before\", \"after\", \"label\", \"lang\"} a line",
        "바뀐 곳의 분류: 한 줄에 {\"before\", \"after\", \"label\", \"lang\"} 하나",
    ),
    (
        "The findings of the gate: how often each speaks against a claim, and how often it is right",
        "문장을 막는 근거마다 몇 번 쓰였고 몇 번 맞았는지",
    ),
    (
        "Write what Stet says of every row, one line a row, for `eval diff`",
        "행마다 무엇이라 판정하는지 한 줄씩 적습니다. `eval diff`로 비교합니다",
    ),
    (
        "Show what changed between two files of `eval golden`; exits 1 when anything did",
        "`eval golden`의 두 파일 사이에 달라진 것을 보여 줍니다. 달라진 것이 있으면 1로 끝납니다",
    ),
    (
        "How well passages are found: by words, by meaning, by both",
        "구절을 얼마나 잘 찾는지: 낱말로, 뜻으로, 둘 다로",
    ),
    (
        "Folders with corpus.jsonl, queries.jsonl and qrels.tsv, or files of `{\"text\", \"relevant\": [ids]}` a line; without relevant ones a question is about another subject",
        "corpus.jsonl, queries.jsonl, qrels.tsv가 있는 폴더, 또는 한 줄에 `{\"text\", \"relevant\": [id]}` 하나인 파일. relevant가 비면 다른 주제의 질문입니다",
    ),
    (
        "What the questions of such files are asked of: a folder with corpus.jsonl, or a document, whose passages are called by their articles (`Leave Rules 제3조`)",
        "그런 파일의 질문을 물을 곳: corpus.jsonl이 있는 폴더나 문서. 문서의 구절은 조문으로 부릅니다(`휴학규정 제3조`)",
    ),
    (
        "Model directory for the vectors [default: feature hashing]",
        "벡터를 만들 모델 폴더 [기본값: 낱말 해시]",
    ),
    (
        "Print what each figure of relevance means, to set the thresholds of a model",
        "모델의 문턱을 정하도록 관련도 수치마다 뜻하는 바를 보여 줍니다",
    ),
    ("JSON-lines files, or folders of them", "JSON Lines 파일, 또는 그런 파일이 든 폴더"),
    ("File to write [default: standard output]", "적을 파일 [기본값: 표준 출력]"),
    ("What Stet said", "바뀌기 전의 판정"),
    ("What it says now", "지금의 판정"),
    ("Rows to show [default: 40]", "보여 줄 행 수 [기본값: 40]"),
    ("FILE", "파일"),
    ("DIR", "폴더"),
    ("FOLDER", "폴더"),
    ("PATH", "경로"),
    ("DATA", "자료"),
    ("ROWS", "행수"),
];
