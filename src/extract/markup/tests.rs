use super::*;

fn read(source: &str, kind: Kind) -> Extraction {
    extract(source.as_bytes(), kind, &Limits::default()).unwrap()
}

fn blocks(source: &str, kind: Kind) -> Vec<(Category, String)> {
    read(source, kind).blocks.into_iter().map(|block| (block.category, block.text)).collect()
}

fn heading(text: &str) -> (Category, String) {
    (Category::Heading1, text.to_owned())
}

fn words(text: &str) -> (Category, String) {
    (Category::Paragraph, text.to_owned())
}

fn list(text: &str) -> (Category, String) {
    (Category::List, text.to_owned())
}

fn note(text: &str) -> (Category, String) {
    (Category::Footnote, text.to_owned())
}

fn code(text: &str) -> (Category, String) {
    (Category::Code, text.to_owned())
}

fn fees() -> (Category, String) {
    (Category::Table, "| Item | Fee |\n| --- | --- |\n| Pool | 5 |".to_owned())
}

#[test]
fn restructured_text() {
    let source = "=====\n수영장\n=====\n\n:Date: 2026-05-12\n\nThe **pool** opens, see :ref:`x <y>` and `the page <http://a.org>`_ [#f]_.\n|sub| is *open* on H\\ :sub:`2`\\ O.\n\n\
        .. note:: Closed in May.\n   And in June.\n\n.. comment 42\n   43\n\n.. |sub| replace:: The bar\n.. [#f] Not on Monday.\n\nCode::\n\n  f()\n\n.. code-block:: rust\n   :linenos:\n\n   let x = 1;\n\n\
        * One\n* Two\n\n#. First\n#. Second\n\n.. include:: other.rst\n\n.. math:: \\frac{3}{45}\n\n.. image:: a.png\n   :alt: A pool\n\nEnd\n---\n\nlink_ stays.";
    let read = read(source, Kind::Rest);
    assert_eq!(read.dated.as_deref(), Some("2026-05-12"));
    assert_eq!(read.left_out, [LeftOut::at(Code::IncludedFiles, "", ["other.rst"])]);
    assert_eq!(
        blocks(source, Kind::Rest),
        [
            heading("수영장"),
            words("Date: 2026-05-12"),
            words("The pool opens, see x and the page.\nThe bar is open on H2O."),
            words("Closed in May.\nAnd in June."),
            note("Not on Monday."),
            words("Code:"),
            code("f()"),
            code("let x = 1;"),
            list("- One\n- Two"),
            list("1. First\n2. Second"),
            words("3/45"),
            (Category::Figure, "A pool".into()),
            (Category::Heading2, "End".into()),
            words("link_ stays."),
        ]
    );
}

#[test]
fn tables_of_restructured_text() {
    for source in [
        ".. list-table:: x\n   :header-rows: 1\n\n   * - Item\n     - Fee\n   * - Pool\n     - 5",
        ".. csv-table:: x\n   :header: Item, \"Fee\"\n\n   Pool,5",
        "+------+-----+\n| Item | Fee |\n+======+=====+\n| Pool | 5   |\n+------+-----+",
        "====  ===\nItem  Fee\n====  ===\nPool  5\n====  ===",
    ] {
        assert_eq!(blocks(source, Kind::Rest), [fees()], "{source}");
    }
    let spans = "+------+-----------+\n| 방   | Fee       |\n|      +-----+-----+\n|      | Jan | Jul |\n+------+-----+-----+\n| 다락 | 5   | 7   |\n+------+-----+-----+";
    let expected = "| 방 | Fee Jan | Fee Jul |\n| --- | --- | --- |\n| 다락 | 5 | 7 |";
    assert_eq!(blocks(spans, Kind::Rest), [(Category::Table, expected.to_owned())]);
}

#[test]
fn ascii_doc() {
    let source = "////\n42\n////\n= Pool\nAnn Lee <a@b.org>\nv1.0, 2026-05-12\n:toc: left\n:fee: 5 euros\n\nThe *fee* is {fee}.footnote:[Not on _Monday_.] See https://a.org[the page], <<x,Rules>> and {unknown}.\n// 42\n\n\
        ////\n43\n////\n\nNOTE: 오월에는 쉰다.\n\n. First\n.. Inner\n. Second\n[upperroman,start=3]\n.. 셋째\n\n* One +\nmore\n\nterm:: Meaning\n\n\
        .Rates\n[cols=\"1,1\"]\n|===\n|Item |Fee\n\n|Pool\n|5\n|===\n\n[source,rust]\n----\nlet x = 1;\n----\n\nifdef::pdf[]\nHidden\nendif::[]\ninclude::b.adoc[]\n\n\
        ====\nInside `{fee}`.\n====\n\nimage::a.png[A pool]\n\n== End\n\nH~2~O";
    let read = read(source, Kind::AsciiDoc);
    assert_eq!((read.title.as_deref(), read.dated.as_deref()), (Some("Pool"), Some("2026-05-12")));
    assert_eq!(read.author.as_deref(), Some("Ann Lee"));
    assert_eq!(read.left_out, [LeftOut::at(Code::IncludedFiles, "", ["b.adoc"])]);
    assert_eq!(read.blocks.iter().find_map(|block| block.caption.as_deref()), Some("Rates"));
    assert_eq!(
        blocks(source, Kind::AsciiDoc),
        [
            heading("Pool"),
            words("Ann Lee"),
            words("The fee is 5 euros. See the page, Rules and {unknown}."),
            note("Not on Monday."),
            words("오월에는 쉰다."),
            list("1. First\n  a. Inner\n2. Second\n  III. 셋째"),
            list("- One\nmore"),
            words("term: Meaning"),
            fees(),
            code("let x = 1;"),
            words("Inside 5 euros."),
            (Category::Figure, "A pool".into()),
            (Category::Heading2, "End".into()),
            words("H2O"),
        ]
    );
    let spans = "|===\n|Room |Month |Fee\n\n.2+|Loft |Jan |5\n|Jul |7\n2+|Hall |9\n|===";
    let expected = "| Room | Month | Fee |\n| --- | --- | --- |\n| Loft | Jan | 5 |\n| Loft | Jul | 7 |\n| Hall | Hall | 9 |";
    assert_eq!(blocks(spans, Kind::AsciiDoc), [(Category::Table, expected.to_owned())]);
    assert_eq!(blocks("////\nOpen.", Kind::AsciiDoc), [words("Open.")]);
    let fields = ",===\nItem,Fee\nPool,5\n,===";
    assert_eq!(blocks(fields, Kind::AsciiDoc), [fees()]);
}

#[test]
fn org() {
    let source = "#+TITLE: Pool\n#+AUTHOR: Ann Lee\n#+DATE: <2026-05-12 Tue>\n* TODO [#A] 요금 :tag:\n:PROPERTIES:\n:ID: 42\n:END:\n\
        The *fee* is =5= /euros/[fn:1], see [[https://a.org][the page]] by +six+ seven [cite:@lee].\n\n[fn:1] Not on Monday.\n\n# 42\n#+CAPTION: Rates\n| Item | Fee |\n|------+-----|\n| Pool | 5   |\n\n\
        - [X] paid\n- term :: Meaning\n  1. First\n\n#+BEGIN_SRC rust\nlet x = 1;\n#+END_SRC\n#+begin_quote\nSaid.\n#+end_quote\n\
        \\begin{equation}\nE = mc^2\n\\end{equation}\n$\\frac{3}{45}$ of 10^{6} \\alpha\n** COMMENT Away\n43\n* End\nLast[fn:: Inner.].";
    let read = read(source, Kind::Org);
    assert_eq!((read.title.as_deref(), read.dated.as_deref()), (Some("Pool"), Some("2026-05-12 Tue")));
    assert_eq!(read.author.as_deref(), Some("Ann Lee"));
    assert_eq!(read.blocks.iter().find_map(|block| block.caption.as_deref()), Some("Rates"));
    assert_eq!(
        blocks(source, Kind::Org),
        [
            heading("Pool"),
            words("Ann Lee"),
            heading("요금"),
            words("The fee is 5 euros, see the page by seven."),
            note("Not on Monday."),
            fees(),
            list("- [x] paid\n- term: Meaning\n  1. First"),
            code("let x = 1;"),
            words("Said."),
            words("E = mc²"),
            words("3/45 of 10⁶ α"),
            heading("End"),
            words("Last."),
            note("Inner."),
        ]
    );
}

#[test]
fn html_in_other_texts() {
    for (source, kind) in [
        (".. raw:: html\n\n   <p>The <b>pool</b> opens.</p>\n\n.. raw:: latex\n\n   \\newpage", Kind::Rest),
        ("++++\n<p>The <b>pool</b> opens.</p>\n++++", Kind::AsciiDoc),
        (
            "#+begin_export html\n<p>The <b>pool</b> opens.</p>\n#+end_export\n#+begin_export latex\nx\n#+end_export",
            Kind::Org,
        ),
    ] {
        assert_eq!(blocks(source, kind), [words("The pool opens.")], "{source}");
    }
}

#[test]
fn hostile_texts_end() {
    for (part, kind) in [
        ("`a", Kind::Rest),
        ("*a ", Kind::Rest),
        (".. a::\n ", Kind::Rest),
        ("+-+\n", Kind::Rest),
        ("== =\n", Kind::Rest),
        ("{a}", Kind::AsciiDoc),
        ("link:[", Kind::AsciiDoc),
        ("|===\n200*|a\n|===\n", Kind::AsciiDoc),
        ("\n:b: {b}{b}x\n{b}", Kind::AsciiDoc),
        ("\n#+begin_src\n", Kind::Org),
        ("\n:a:\n", Kind::Org),
        ("[[", Kind::Org),
        ("$^{", Kind::Org),
    ] {
        drop(extract(format!("{}끝", part.repeat(300)).as_bytes(), kind, &Limits::default()));
    }
}
