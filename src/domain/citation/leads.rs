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
];

/// Words that introduce a source by name also in round brackets. `(참고: …)` and `(see …)` are remarks.
pub(super) const ROUND_WORDS: &[&str] =
    &["출처", "인용", "source", "sources", "reference", "references", "citation", "citations"];

/// Words that make no mark of a number in round brackets: `(see 3)`, `(no 2)`, `(근거 3)`.
pub(super) const REMARKS: &[&str] =
    &["see", "cite", "cited", "no", "s", "fn", "참조", "참고", "근거", "evidence"];

/// Words between two numbers of one mark.
pub(super) const JOINING: &[&str] = &["and", "또는", "및", "와", "과"];

/// How a place within a source begins: `[2, p. 4]`, `[2, 제3조]`.
pub(super) const LOCATORS: &[&str] = &["pages", "page", "pp.", "p.", "chapter", "section", "§", "제"];

/// What makes a number a page: `[2, 4쪽]`.
pub(super) const PAGES: &[&str] = &["쪽", "면", "페이지"];

/// Words behind the numbers of a mark that say nothing: `(출처 1 참조)`.
pub(super) const TAILS: &[&str] = &["참조", "참고", "인용"];
