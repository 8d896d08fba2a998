use super::*;

#[test]
fn a_page_is_read_as_seen() {
    let source = "<html><head><title>규정 안내</title><meta property='article:published_time' content='2026-05-12T09:00:00Z'><meta name=author content='김하나'><meta property='article:author' content='https://a.org/kim'><style>p{}</style></head><body><nav>메뉴</nav>\
        <h1>제1장 <em>총칙</em></h1><p>첫째\n 문장.<br>둘째</p><ul><li>하나<ul><li>안</li></ul></li><li>둘</li></ul>\
        <table><caption>등록금</caption><tr><th rowspan=2>구분</th><th>금액</th></tr><tr><td>1&nbsp;원</td></tr></table>\
        <pre>a\n  b</pre><script>x()</script>끝</body></html>";
    let extraction = extract(source.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(
        (extraction.title.as_deref(), extraction.dated.as_deref()),
        (Some("규정 안내"), Some("2026-05-12"))
    );
    assert_eq!(extraction.author.as_deref(), Some("김하나"));
    let blocks: Vec<_> = extraction.blocks.iter().map(|b| (b.category, b.text.as_str())).collect();
    assert_eq!(
        blocks,
        [
            (Category::Heading1, "제1장 총칙"),
            (Category::Paragraph, "첫째 문장. 둘째"),
            (Category::List, "- 하나\n  - 안\n- 둘"),
            (Category::Table, "| 구분 | 금액 |\n| --- | --- |\n| 구분 | 1 원 |"),
            (Category::Code, "a\n  b"),
            (Category::Paragraph, "끝"),
        ]
    );
    assert_eq!(extraction.blocks[3].caption.as_deref(), Some("등록금"));
}

#[test]
fn lists_are_numbered_as_they_say() {
    let source = "<ol type=a><li>Dogs<li>Cats<ol type=i start=9><li>In<li>Out</ol></ol>\
        <ol start=3 type=I><li>Fees</ol><ol reversed><li>Third<li>Second<li value=7>Odd</ol>\
        <ol style='list-style-type: hangul'><li>하나<li type=A>둘</ol><ol style='list-style:none'><li>Bare</ol><ol start=-1><li>x<li>y</ol>";
    let extraction = extract(source.as_bytes(), &Limits::default()).unwrap();
    let texts: Vec<&str> = extraction.blocks.iter().map(|block| block.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "a. Dogs\nb. Cats\n  ix. In\n  x. Out",
            "III. Fees",
            "3. Third\n2. Second\n7. Odd",
            "가. 하나\nB. 둘",
            "- Bare",
            "-1. x\n0. y"
        ]
    );
}

#[test]
fn tables_with_names_spans_and_tables_in_cells() {
    for (source, expected) in [
        (
            "<table><tr><th>Day<th colspan=2>Fee<tr><td rowspan=2>Mon<td>low<td>high<tr><td colspan=2>free</table>",
            "| Day | Fee | Fee |\n| --- | --- | --- |\n| Mon | low | high |\n| Mon | free | free |",
        ),
        (
            "<table><thead><tr><td rowspan=2>방<td colspan=2>요금<tr><td>여름<td>겨울<tbody><tr><td>다락<td>5<td>7</table>",
            "| 방 | 요금 여름 | 요금 겨울 |\n| --- | --- | --- |\n| 다락 | 5 | 7 |",
        ),
        (
            "<table><tr><td>A<td>B<tr><td><table><tr><td>a<td>b<tr><td>c<td>d</table><td>2</table>",
            "| A | B |\n| --- | --- |\n| a b c d | 2 |",
        ),
    ] {
        assert_eq!(text(source), expected);
    }
}

#[test]
fn a_page_that_its_script_fills_is_read_from_its_data() {
    let data = r#"{"@graph":[{"articleBody":"<p>수영장은 아침 아홉 시에 열고 저녁 여덟 시에 닫는다. The pool opens at nine.</p>","comment":[{"text":"No, it does not open at nine, it opens at ten."}]}]}"#;
    let page = |body: &str| format!("<script type='application/ld+json'>{data}</script><p>{body}</p>");
    assert_eq!(
        text(&page("Load.")),
        "Load. 수영장은 아침 아홉 시에 열고 저녁 여덟 시에 닫는다. The pool opens at nine."
    );
    assert_eq!(text(&page(&"Said. ".repeat(20))), "Said. ".repeat(20).trim_end());
}

#[test]
fn declared_encodings_are_followed() {
    let (bytes, _, _) = encoding_rs::EUC_KR.encode("<meta charset=euc-kr><p>한글 문서</p>");
    let extraction = extract(&bytes, &Limits::default()).unwrap();
    assert_eq!((extraction.blocks[0].text.as_str(), extraction.left_out), ("한글 문서", vec![]));
    let extraction = extract(b"<meta charset=euc-kr><p>a\xffb</p>", &Limits::default()).unwrap();
    assert_eq!(extraction.left_out, [LeftOut::named(Code::BadBytes, "EUC-KR")]);
}

fn text(source: &str) -> String {
    let extraction = extract(source.as_bytes(), &Limits::default()).unwrap();
    extraction.blocks.iter().map(|block| block.text.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn hidden_and_struck_text_is_not_seen() {
    let source = "<style>.x, p#y { display : none } @media print { b { display:none } }</style>\
        <div style='color:red; display: none'>A</div><div hidden>B</div><i class=x>C</i><p id=y>D</p>\
        <span style='visibility:hidden'>E</span><b>굵은</b> 요금은 <del>20</del> <s>25</s> <ins>30</ins>유로";
    assert_eq!(text(source), "굵은 요금은 30유로");
    let table = "<table><tr><td><style>.k{color:red}</style>Fee</td><td><s>20</s> 30</td></tr></table>";
    assert_eq!(text(table), "| Fee | 30 |\n| --- | --- |");
}

#[test]
fn raised_text_formulas_and_readings() {
    let source = "10<sup>6</sup>개, H<sub>2</sub>O, 48<sup>2</sup>명, 40<sup>[3]</sup> m<sup>2</sup>, \
        12<sup><a href='#n'>4</a></sup> percent, <ruby>頒布<rp>(</rp><rt>반포</rt><rp>)</rp></ruby>";
    assert_eq!(text(source), "10⁶개, H2O, 48명, 40 m², 12 percent, 頒布(반포)");
    let formula = "<math><mfrac><mn>3</mn><mn>45</mn></mfrac><mo>=</mo><msup><mi>x</mi><mn>2</mn></msup>\
        <mo>+</mo><msqrt><mn>16</mn></msqrt></math>";
    assert_eq!(text(formula), "3/45=x²+√16");
}

#[test]
fn content_without_what_stands_around_it() {
    let source = "<header>Shop</header><main><h1>Pool</h1><p>The pool opens at nine on every day.</p>\
        <input type=checkbox checked> yes <input type=checkbox> no</main><aside>Ads</aside><footer>2031</footer>";
    assert_eq!(text(source), "Pool The pool opens at nine on every day. ☑ yes ☐ no");
}

#[test]
fn what_stands_apart_is_not_glued() {
    for (source, expected) in [
        ("<blockquote>We lied.<cite>The mayor</cite></blockquote>", "We lied. The mayor"),
        (
            "<p>문을 닫았다.<b>내일</b> 연다. <i>U.</i>S. and v1.<b>5</b>, re<b>turn</b></p>",
            "문을 닫았다. 내일 연다. U.S. and v1.5, return",
        ),
        ("<p>Fee<span style='display: block'>5 euros</span></p>", "Fee\n5 euros"),
        (
            "<dl><dt>Fee</dt><dd>5 euros</dd><dt>Hours:</dt><dd><p>9 to 5</p></dd></dl>",
            "Fee: 5 euros\nHours: 9 to 5",
        ),
        (
            "<dl><div><dt>수영장</dt>\n<dt>체육관</dt><dd>아홉 시에 연다.</dd> <dd>월요일은 쉰다.</dd></div></dl>끝",
            "수영장, 체육관: 아홉 시에 연다.\n월요일은 쉰다.\n끝",
        ),
        ("<dl><dt>Rooms<dd><ul><li>Loft<li>Hall</ul></dl>", "Rooms:\n- Loft\n- Hall"),
        (
            "<p>Fee<span>5</span>euros, CO<span>2</span>, the 1<span>st</span>, 제<b>5</b>조</p>",
            "Fee 5 euros, CO2, the 1st, 제5조",
        ),
        ("<dl><dt>Alone</dl><p>Next.</p>", "Alone:\nNext."),
    ] {
        let extraction = extract(source.as_bytes(), &Limits::default()).unwrap();
        let texts: Vec<&str> = extraction.blocks.iter().map(|block| block.text.as_str()).collect();
        assert_eq!(texts.join("\n"), expected, "{source}");
    }
}

#[test]
fn nesting_does_not_matter() {
    // Browsers stop nesting at a few hundred as well: what the parser does per element grows with the depth.
    let source = format!("{}깊이{}<p>끝", "<div>".repeat(50_000), "</div>".repeat(50_000));
    let extraction = extract(source.as_bytes(), &Limits::default()).unwrap();
    let texts: Vec<&str> = extraction.blocks.iter().map(|block| block.text.as_str()).collect();
    assert_eq!(texts, ["깊이", "끝"]);
}
