//! The words inside the brackets of a mark: before its numbers or its name, between them and behind them.

/// Words that introduce a named mark; with a number they introduce a numeric one.
pub(super) const CITE_WORDS: &[&str] = &[
    "참조",
    "출처",
    "근거",
    "참고",
    "인용",
    "source",
    "sources",
    "see",
    "ref",
    "refs",
    "reference",
    "references",
    "cite",
    "cited",
    "citation",
    "citations",
];

/// Words that make a mark only together with a number: `[문서 1]`, `[doc 2]`, `[S3]`.
pub(super) const NUMBER_WORDS: &[&str] = &[
    "문서",
    "자료",
    "각주",
    "문단",
    "발췌",
    "doc",
    "document",
    "docs",
    "documents",
    "src",
    "s",
    "footnote",
    "fn",
    "no",
    "context",
    "passage",
    "passages",
    "chunk",
    "chunks",
    "excerpt",
    "excerpts",
    "evidence",
    "oaicite",
    "web",
    "file",
    "id",
    "result",
    "results",
    "snippet",
    "cf",
    "참고자료",
    "참고문헌",
    "출처번호",
    "문서번호",
    "자료번호",
    "컨텍스트",
    "검색결과",
    "문헌",
];

/// Words between such a word and its number: `[출처 번호 3]`, `[Document ID: 2]`.
pub(super) const COUNTING: &[&str] = &["번호", "number", "no.", "no", "id", "index"];

/// Words in round brackets that cite only with a colon behind them: `(근거: 3)`, but `(참고 3)` is an annex.
pub(super) const COLON_REMARKS: &[&str] =
    &["참고", "근거", "evidence", "id", "web", "file", "result", "results", "cite", "cited"];

/// Words in round brackets that never make a mark: `(no 2)`.
pub(super) const NO_REMARKS: &[&str] = &["no", "s"];

/// What an assistant writes where the words of a citation begin; it cites nothing by itself.
pub(super) const OPENERS: &[&str] = &["cite_start"];

/// Words that make a range: `[1 to 3]`.
pub(super) const RANGES: &[&str] = &["to", "through"];

/// Words that introduce a source by name also in round brackets. `(참고: …)` and `(see …)` are remarks.
pub(super) const ROUND_WORDS: &[&str] =
    &["출처", "인용", "source", "sources", "reference", "references", "citation", "citations"];

/// Words that introduce a remark in round brackets, and a mark only with nothing but numbers: `(see 3)`, `(참조 2)`.
pub(super) const REMARKS: &[&str] = &[
    "see", "cf", "cite", "cited", "no", "s", "fn", "참조", "참고", "근거", "evidence", "id", "web", "file",
    "result", "results",
];

/// Words between two numbers of one mark.
pub(super) const JOINING: &[&str] = &["and", "또는", "및", "와", "과"];

/// How a place within a source begins: `[2, p. 4]`, `[2, 제3조]`.
pub(super) const LOCATORS: &[&str] = &[
    "pages",
    "page",
    "pp.",
    "p.",
    "chapter",
    "ch.",
    "section",
    "sec.",
    "§",
    "제",
    "paragraph",
    "para.",
    "lines",
    "line",
    "table",
    "figure",
    "fig.",
    "articles",
    "article",
    "art.",
];

/// What makes a number a page: `[2, 4쪽]`.
pub(super) const PAGES: &[&str] = &["쪽", "면", "페이지", "항", "조", "행", "줄", "장", "절"];

/// Words behind the numbers of a mark that say nothing: `(출처 1 참조)`.
pub(super) const TAILS: &[&str] = &["참조", "참고", "인용"];
