use std::fmt::Write as _;

use stet_document::{Document, markdown};

use stet_text::Language::{self, En, Ko};

use crate::{Entry, Reason, Style, cite, cited_keys, parse};

const WORKS: &str = include_str!("../../../tests/fixtures/bibliography/works.bib");
const ITEMS: &str = include_str!("../../../tests/fixtures/bibliography/works.json");

fn works() -> Vec<Entry> {
    let (bib, json) = (parse(WORKS), parse(ITEMS));
    assert_eq!((bib.faults, json.faults), (Vec::new(), Vec::new()));
    bib.entries.into_iter().chain(json.entries).collect()
}

/// The text in a style, and the keys that are unknown.
fn cited(text: &str, style: Style, language: Language) -> (String, Vec<String>) {
    let mut document = stet_document::parse(text);
    let outcome = cite(&mut document, &works(), style, language);
    (written(&document), outcome.unknown)
}

fn written(document: &Document) -> String {
    markdown::write(document).text
}

fn first_line(text: &str, style: Style, language: Language) -> String {
    cited(text, style, language).0.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn a_bibliography_comes_in() {
    let told: Vec<String> = works()
        .iter()
        .map(|entry| {
            let summary = entry.summary();
            let year = summary.year.map(|year| year.to_string()).unwrap_or_default();
            [entry.key(), &summary.kind, &summary.authors, &year, &summary.title, &summary.container]
                .join(" | ")
        })
        .collect();
    assert_eq!(
        told,
        [
            "kim2020 | article-journal | 김영희, 이철수 | 2020 | 문장 단위 인용 검증의 효과 | 한국정보학회지",
            "smith2019 | article-journal | Jane Smith, Pieter van der Berg, Min Lee | 2019 | Checking Citations while they Stream | Journal of Streams",
            "lee2018 | book | 이민호 | 2018 | 글쓰기의 기초 | 한빛출판",
            "park2021 | paper-conference | 박지민, 최수아, 정다은 | 2021 | 초안 편집의 원리 | 한글 및 한국어 정보처리 학술대회",
            "who2022 | webpage | World Health Organization | 2022 | Guidance on writing | https://example.org/guidance",
            "han2017 | chapter | 한소라 | 2017 | 인용의 역사 | 학술 글쓰기",
            "doe2016 | book | Ada Doe | 2016 | A Short Book of Notes | Example Press",
        ]
    );
}

#[test]
fn a_bad_entry_keeps_out_no_other() {
    let text = "@book{a, title = {A}}\n\n@book{b, title = {B}\n  year 2020\n}\n@book{c, title = {C}, year = {2020\n\n@book{d, title = {D}}\n\
                @book{, title = {E}}\n@book{a, title = {F}}\n@book{g, year = 2020}\n@article{h, title = {H}, journal = nowhere}\n\
                @book{i, title = {I}, crossref = {j}}\n@book{j, title = {J}, crossref = {i}}\n@comment{x}\n@book{김2020, title = {김}}\n";
    let read = parse(text);
    let keys: Vec<&str> = read.entries.iter().map(Entry::key).collect();
    assert_eq!(keys, ["a", "d", "i", "j", "김2020"]);
    let told: Vec<(usize, Option<&str>, bool)> = read
        .faults
        .iter()
        .map(|fault| (fault.line, fault.key.as_deref(), fault.reason.message(Ko) != fault.reason.message(En)))
        .collect();
    assert_eq!(
        told,
        [
            (4, Some("b"), true),
            (6, Some("c"), true),
            (9, None, true),
            (10, Some("a"), true),
            (11, Some("g"), true),
            (12, Some("h"), true),
            (13, Some("i"), true),
            (14, Some("j"), true),
        ]
    );
    assert_eq!(read.faults[5].reason, Reason::UnknownAbbreviation("nowhere".into()));
}

#[test]
fn bad_items_keep_out_no_others() {
    let read = parse(
        "[\n {\"id\": \"a\", \"title\": \"A\"},\n {\"title\": \"B\"},\n 3,\n {\"id\": \"c d\", \"title\": \"C\"},\n \
         {\"id\": 7, \"title\": \"D\", \"issued\": {\"date-parts\": [[]]}, \"author\": []},\n {\"id\": \"e\"},\n \
         {\"id\": \"f\", \"title\": \"F\", \"issued\": {\"date-parts\": [[2019, 0, 99], [2020]]}, \"author\": [{\"given\": \"X\"}, 4]}\n]",
    );
    assert_eq!(read.entries.iter().map(Entry::key).collect::<Vec<_>>(), ["a", "7", "f"]);
    assert_eq!(read.faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [3, 4, 5, 7]);
    assert_eq!(crate::parse("").faults[0].reason, Reason::NothingThere);
    assert_eq!(crate::parse("[\n{\"id\": }]").faults[0].line, 2);
    // What is kept can be rendered, whatever it was.
    let mut document = stet_document::parse("[@a; @7; @f, p. 3]");
    let outcome = cite(&mut document, &read.entries, Style::Apa, En);
    assert_eq!(outcome.list.len(), 3);
}

#[test]
fn citations_in_each_style() {
    for (style, language, text, expected) in [
        (Style::Apa, En, "It holds [@smith2019, p. 3].", "It holds (Smith et al., 2019, p. 3)."),
        (
            Style::Apa,
            En,
            "It holds [see @smith2019; @doe2016, pp. 3–5 and more].",
            "It holds (Doe, 2016, pp. 3–5 and more; see Smith et al., 2019).",
        ),
        (Style::Apa, En, "@smith2019 says so.", "Smith et al. (2019) says so."),
        (Style::Apa, En, "Doe says so [-@doe2016].", "Doe says so (2016)."),
        (
            Style::Apa,
            En,
            "[@doe2016] says (so [@doe2016, ch. 2]).",
            "(Doe, 2016) says (so (Doe, 2016, Chapter 2)).",
        ),
        (Style::Apa, Ko, "[@kim2020]은 다르다.", "(김영희 & 이철수, 2020)은 다르다."),
        (Style::Korean, Ko, "[@kim2020]은 다르다.", "(김영희·이철수, 2020)은 다르다."),
        (
            Style::Korean,
            Ko,
            "@park2021은 다르다 [@lee2018, 12쪽].",
            "박지민 외 (2021)은 다르다 (이민호, 2018, 12쪽).",
        ),
        (Style::Korean, Ko, "보라 [@smith2019].", "보라 (Smith et al., 2019)."),
        (Style::Korean, Ko, "보라 [@han2017, 제2장].", "보라 (한소라, 2017, 제2장)."),
        (Style::ChicagoAuthorDate, En, "It holds [@doe2016, p. 3].", "It holds (Doe 2016, 3)."),
        (Style::Mla, En, "It holds [@doe2016, p. 3].", "It holds (Doe 3)."),
        (Style::Ieee, En, "It holds [@doe2016; @smith2019].", "It holds \\[1\\], \\[2\\]."),
        (Style::Vancouver, En, "It holds [@doe2016].", "It holds (1)."),
    ] {
        assert_eq!(first_line(text, style, language), expected, "{style:?} {text}");
    }
}

#[test]
fn notes_stand_behind_the_point() {
    let (text, unknown) = cited(
        "It holds [@doe2016, p. 3]. So it does [@doe2016], they say.[^1] @smith2019 agrees.\n\n[^1]: See [@lee2018].\n",
        Style::ChicagoNotes,
        En,
    );
    assert_eq!(unknown, Vec::<String>::new());
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(
        lines[0],
        "It holds.[^cite-doe2016-1] So it does,[^cite-doe2016-2] they say.[^1] Smith et al.[^cite-smith2019-1] agrees."
    );
    assert_eq!(lines[1], "## Bibliography");
    assert!(text.contains("[^1]: See 이민호"), "{text}");
    assert!(
        text.contains("[^cite-doe2016-1]: Ada Doe, *A Short Book of Notes* (Example Press, 2016), 3."),
        "{text}"
    );
}

#[test]
fn the_list_stands_at_the_end_or_under_its_heading() {
    let (text, _) =
        cited("# 글\n\n가 [@kim2020; @lee2018]. 나 @smith2019는 [@who2022].\n", Style::Korean, Ko);
    let list: Vec<&str> = text.lines().filter(|line| !line.is_empty()).skip(2).collect();
    assert_eq!(
        list,
        [
            "## 참고문헌",
            "김영희·이철수 (2020). 「문장 단위 인용 검증의 효과」, 『한국정보학회지』 12(3), 34–56쪽, [https://doi.org/10.1000/kim.2020](https://doi.org/10.1000/kim.2020).",
            "이민호 (2018). 『글쓰기의 기초』, 서울: 한빛출판.",
            "Smith, J., van der Berg, P., & Lee, M. (2019). Checking Citations while they Stream. *Journal of Streams*, *4*(2), 101–118.",
            "World Health Organization. (2022, May 4). *Guidance on writing*. [https://example.org/guidance](https://example.org/guidance)",
        ]
    );
    let (text, _) = cited("So [@doe2016].\n\n# References\n\n# Appendix\n\nMore.\n", Style::Apa, En);
    assert!(
        text.contains(
            "# References\n\nDoe, A. (2016). *A Short Book of Notes*. Example Press.\n\n# Appendix"
        ),
        "{text}"
    );
}

#[test]
fn what_is_unknown_stays_and_is_told() {
    let text = "It holds [@nobody, p. 3; @doe2016] and \\@doe2016 and `[@doe2016]` and [x](https://a.b/@doe2016), kim@doe2016.com.";
    let (out, unknown) = cited(text, Style::Apa, En);
    assert_eq!(unknown, ["nobody"]);
    assert!(
        out.starts_with(
            "It holds (Doe, 2016) (@nobody, p. 3) and @doe2016 and `[@doe2016]` and [x](https://a.b/@doe2016)"
        ),
        "{out}"
    );
    for (text, style, language, expected) in [
        ("[-@doe2016; see @nokey]", Style::Apa, En, "(2016) (see @nokey)"),
        ("[@a; @lee2018, 3쪽; -@b]", Style::Korean, Ko, "(이민호, 2018, 3쪽) (@a; -@b)"),
        ("[@no1; @no2]", Style::Ieee, En, "[@no1; @no2]"),
        ("So [@doe2016; @nokey].", Style::ChicagoNotes, En, "So.[^cite-doe2016-1] (@nokey)"),
    ] {
        assert_eq!(first_line(text, style, language), expected, "{text}");
    }
    let mut document = stet_document::parse("Ask @octocat [@kim].");
    assert_eq!(cite(&mut document, &[], Style::Apa, En).unknown, ["kim"]);
    assert_eq!(cited_keys(text), ["nobody", "doe2016"]);
}

#[test]
fn citations_stand_wherever_words_do() {
    let text = "# On @doe2016\n\n- **strong [@doe2016]** end\n\n> [@doe2016]\n\n| a [@doe2016] | b |\n| --- | --- |\n| c | [@lee2018] |\n";
    for style in Style::ALL {
        let (out, unknown) = cited(text, style, En);
        assert!(unknown.is_empty() && !out.contains("@doe2016"), "{style:?} {out}");
    }
    let out = cited(text, Style::Apa, En).0;
    assert!(out.contains("- **strong** **(Doe, 2016)** end"), "{out}");
}

#[test]
fn a_date_in_words_has_its_month() {
    for (raw, expected) in [
        ("May 2019", "(2019, May)"),
        ("3 May 2019", "(2019, May 3)"),
        ("Sept. 3, 2019", "(2019, September 3)"),
        ("2019년 5월 3일", "(2019, May 3)"),
        ("spring 2019", "(2019)"),
        ("Marchetti 2019", "(2019)"),
        ("2019-05/2020-01", "(2019, May)"),
    ] {
        let item = format!(
            "[{{\"id\": \"x\", \"title\": \"T\", \"type\": \"webpage\", \"issued\": {{\"raw\": \"{raw}\"}}}}]"
        );
        let mut document = stet_document::parse("[@x]");
        let listed = cite(&mut document, &parse(&item).entries, Style::Apa, En).list;
        assert!(listed[0].1.contains(expected), "{raw}: {}", listed[0].1);
    }
}

#[test]
fn titles_come_in_sentence_case_and_go_out_as_the_style_has_them() {
    for (field, expected) in [
        ("title={Literate Programming}", "Literate programming"),
        ("title={{Literate Programming}}", "Literate Programming"),
        ("title={The {DNA} of {K}orean Writing: A Short Guide}", "The DNA of Korean writing: A short guide"),
        (
            "title={Why PostgreSQL Beats Everything With Its Planner}",
            "Why PostgreSQL beats everything with its planner",
        ),
        ("title={The history of writing in Korea}", "The history of writing in Korea"),
        ("title={Die Leiden des jungen Werthers}, langid={german}", "Die Leiden des jungen Werthers"),
        ("title={인용 검증 Checking}", "인용 검증 Checking"),
    ] {
        let read = parse(&format!("@book{{x, {field}, author={{Doe, Ada}}, year=2000}}"));
        assert_eq!(read.entries[0].summary().title, expected, "{field}");
    }
    let read = parse("@book{a, title={Literate Programming}, author={Knuth, Donald}, year=1984}");
    let same = parse(
        "[{\"id\": \"a\", \"type\": \"book\", \"title\": \"Literate programming\", \"author\": [{\"family\": \"Knuth\", \"given\": \"Donald\"}], \"issued\": {\"date-parts\": [[1984]]}}]",
    );
    for (style, title) in [
        (Style::Apa, "Literate programming"),
        (Style::Mla, "Literate Programming"),
        (Style::ChicagoAuthorDate, "Literate Programming"),
    ] {
        for entries in [&read.entries, &same.entries] {
            let mut document = stet_document::parse("[@a]");
            let list = cite(&mut document, entries, style, En).list;
            assert!(list[0].1.contains(title), "{style:?} {list:?}");
        }
    }
}

#[test]
fn an_english_text_has_no_korean_words_between_names() {
    for style in Style::ALL.into_iter().filter(|style| *style != Style::Korean) {
        let (text, _) = cited("So [@kim2020].", style, En);
        assert!(!text.contains(" 및 ") && !text.contains('년'), "{style:?} {text}");
    }
}

/// As Zotero's local API gives them.
#[test]
fn works_of_zotero_without_a_key_get_one() {
    let item = |id: &str, more: &str| {
        format!(
            "{{\"id\": \"{id}\", \"type\": \"book\", \"title\": \"The Art of Notes\", \"author\": [{{\"family\": \"van Doe\", \"given\": \"A\"}}], \"issued\": {{\"date-parts\": [[\"2016\"]]}}{more}}}"
        )
    };
    let text = format!(
        "[{}, {}, {}, {}]",
        item("http://zotero.org/users/1/items/ABCD2345", ""),
        item("http://zotero.org/users/1/items/ABCD2346", ""),
        item("1/ABCD2347", ", \"citation-key\": \"own2016\""),
        "{\"id\": \"1/ABCD2348\", \"title\": \"인용의 역사\", \"author\": [{\"literal\": \"한소라\"}]}",
    );
    let read = parse(&text);
    assert_eq!(read.faults, Vec::new());
    let keys: Vec<&str> = read.entries.iter().map(Entry::key).collect();
    assert_eq!(keys, ["vandoe_art_2016", "vandoe_art_2016-1", "own2016", "한소라_인용의_nodate"]);
    assert_eq!(cited_keys(&format!("[@{}]", keys.join("] [@"))), keys);
}

/// As a thread of the server: what follows something for ever ends the whole test.
fn on_a_small_stack<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap()
}

/// What is kept of a file, in bytes.
fn kept(read: &crate::Parsed) -> usize {
    read.entries.iter().map(|entry| entry.json().to_string().len()).sum()
}

fn doublings(count: usize, first: &str) -> String {
    let steps = (1..=count).map(|at| format!("@string{{s{at} = s{} # s{}}}\n", at - 1, at - 1));
    format!("@string{{s0 = {first}}}\n{}@book{{x, title = s{count}}}\n", steps.collect::<String>())
}

#[test]
fn files_made_to_grow_do_not() {
    let chain = |length: usize| {
        let steps = (1..length).map(|at| format!("@string{{c{at} = c{}}}\n", at - 1));
        format!("@string{{c0 = {{끝}}}}\n{}@book{{x, title = c{}}}\n", steps.collect::<String>(), length - 1)
    };
    let wide = |field: &str| {
        let names = |level: usize| vec![format!("w{}", level + 1); 60].join(",");
        (0..7)
            .map(|level| format!("@xdata{{w{level}, {field} = {{{}}}}}\n", names(level)))
            .collect::<Vec<_>>()
            .concat()
    };
    let heirs: String = (0..5_000)
        .map(|at| format!("@inbook{{h{at}, title={{t}}, crossref={{p}}}}\n"))
        .collect::<Vec<_>>()
        .concat();
    let bombs = [
        "@string{a = a # a}\n@book{x, title = a}".to_owned(),
        "@string{a = a}\n@book{x, title = a}".to_owned(),
        "@string{가 = 나 # {x}}\n@string{나 = 가}\n@book{x, title = 가}".to_owned(),
        doublings(28, "{a}"),
        doublings(28, "{}"),
        doublings(22, "{문장}"),
        doublings(12, "{{a}{b}}"),
        chain(20_000),
        format!(
            "@string{{l = {{{}}}}}\n@book{{x, title = {}}}",
            "x".repeat(60_000),
            vec!["l"; 40].join(" # ")
        ),
        format!("@book{{x, title = {}}}", vec!["{}"; 60_000].join(" # ")),
        format!("@book{{x, title = {{{}}}}}", "{a}".repeat(100_000)),
        format!("@book{{x, title = {{{}}}}}", "\\a{".repeat(30_000)),
        "@book{x, ids = {y}, title = {t}, crossref = {y}}".to_owned(),
        "@book{x, title = {t}, crossref = {{x}}}\n@book{z, title = {t}, xdata = \"{z}, x\"}".to_owned(),
        format!("{}@book{{x, title = {{t}}, xdata = {{w0}}}}", wide("xdata")),
        format!("{heirs}@book{{p, title = {{{}}}}}", "긴 제목 ".repeat(5_000)),
        format!("[{}{}]", "[".repeat(50_000), "]".repeat(50_000)),
        format!("[{{\"id\": \"x\", \"title\": {}1{}}}]", "{\"a\":".repeat(50_000), "}".repeat(50_000)),
        format!("{}1{}", "{\"items\":".repeat(50_000), "}".repeat(50_000)),
    ];
    for bomb in bombs {
        let shown: String = bomb.chars().take(60).collect();
        let (length, read) = (bomb.len(), on_a_small_stack(move || parse(&bomb)));
        assert!(kept(&read) <= (1 << 20) + 8 * length, "{shown}: {}", kept(&read));
        assert!(!read.faults.is_empty(), "{shown}");
        for fault in &read.faults {
            assert!(fault.line > 0 && fault.reason.message(Ko) != fault.reason.message(En), "{shown}");
        }
    }
}

#[test]
fn an_abbreviation_that_stands_for_itself_is_told_where_it_stands() {
    let read = parse(
        "@string{ok = {학회지}}\n@string{a = b # a}\n@string{\n  b = a}\n@article{x, title = {X}, journal = a}\n\
         @article{y, title = {Y}, journal = ok # { } # ok, month = jan}\n",
    );
    assert_eq!(read.entries.iter().map(Entry::key).collect::<Vec<_>>(), ["y"]);
    assert_eq!(read.entries[0].summary().container, "학회지 학회지");
    let told: Vec<(usize, Option<&str>)> =
        read.faults.iter().map(|fault| (fault.line, fault.key.as_deref())).collect();
    assert_eq!(told, [(2, None), (4, None), (5, Some("x"))]);
    assert!(read.faults.iter().all(|fault| matches!(fault.reason, Reason::Endless(_))));
}

#[test]
fn abbreviations_of_any_graph_take_no_more_than_their_room() {
    let mut seed = 7_u64;
    let mut next = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for _ in 0..300 {
        let count = 1 + next(40);
        // Of some all refer backwards, so that they grow; of others anywhere, so that they turn round.
        let backwards = next(2) == 0;
        let mut text = String::new();
        for at in 0..count {
            let pieces = (0..=next(4)).map(|_| match next(4) {
                0 => ["{}", "{a b}", "\"가나\"", "{{x}}"][next(4)].to_owned(),
                _ if backwards && at == 0 => "{0}".to_owned(),
                _ => format!("s{}", next(if backwards { at } else { count })),
            });
            let value = pieces.collect::<Vec<_>>().join(" # ");
            let _ = writeln!(text, "@string{{s{at} = {value}}}");
        }
        for at in 0..count {
            let _ = writeln!(text, "@book{{b{at}, title = {{t}} # s{at}, note = s{at}, author = {{A}}}}");
        }
        let length = text.len();
        let read = on_a_small_stack(move || parse(&text));
        assert!(kept(&read) <= (1 << 20) + 8 * length, "{}", kept(&read));
        let named = read.faults.iter().filter(|fault| fault.key.is_some()).count();
        assert_eq!(read.entries.len() + named, count);
    }
}
