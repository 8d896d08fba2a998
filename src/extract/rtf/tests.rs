//! RTF as its programs write it, in small.

use proptest::strategy::Strategy;

use super::*;

#[test]
fn text_in_code_pages_and_unicode() {
    let source = br"{\rtf1\ansi\ansicpg949{\fonttbl{\f0 Arial;}}{\*\generator x;}\pard \'bc\'f6\'bf\'b5\'c0\'e5\u51008?\par
The fee is {\strike 20} 30 {\v secret}euros; 10{\super 6} of {\b all}.\par
\trowd Room\cell Fee\cell\row\trowd Loft\cell 480\cell\row\pard End.\par}";
    let extraction = extract(source, &Limits::default()).unwrap();
    let texts: Vec<&str> = extraction.blocks.iter().map(|block| block.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "수영장은",
            "The fee is  30 euros; 10⁶ of all.",
            "| Room | Fee |\n| --- | --- |\n| Loft | 480 |",
            "End.",
        ]
    );
}

fn texts(source: &[u8]) -> (Vec<String>, Vec<LeftOut>) {
    let extraction = extract(source, &Limits::default()).unwrap();
    (extraction.blocks.into_iter().map(|block| block.text).collect(), extraction.left_out)
}

#[test]
fn a_line_end_behind_a_backslash_ends_a_paragraph() {
    for end in ["\n", "\r", "\r\n"] {
        let source = format!(
            "{{\\rtf1\\ansi\\ansicpg949{{\\*\\x a\\{end}b}}The fee is 5\\{end}2 lockers are free\\{end}\\{end}\
            \\uc0\\u50836 \\u44552 \\'c0\\'ba 5\\{end}\\'bb\\'e7\\'b9\\'b0\\'c7\\'d4\\{end}A line\nof two.\\{end}}}"
        );
        let (texts, _) = texts(source.as_bytes());
        assert_eq!(
            texts,
            ["The fee is 5", "2 lockers are free", "요금은 5", "사물함", "A lineof two."],
            "{end:?}"
        );
    }
}

#[test]
fn raw_bytes_of_pictures_are_passed_over() {
    let source = br"{\rtf1\ansi Before.\par{\pict\wmetafile8\bin9 }}{\par\\ab}\par
After {\pict{\*\blipuid ab}\bin3 {{{}the picture.\par}";
    assert_eq!(texts(source).0, ["Before.", "After the picture."]);
    // Too long, negative, or without a length: the rest is read on, and what was not there is said.
    for (length, said) in [("99999999999999999999", false), ("4000000000", true), ("-5", false), ("", false)]
    {
        let source = format!("{{\\rtf1 Fee 5.\\par{{\\pict\\bin{length} }}Behind.\\par}}");
        let (texts, left_out) = texts(source.as_bytes());
        assert_eq!(
            (texts, !left_out.is_empty()),
            (vec!["Fee 5.".into(), "Behind.".into()], said),
            "{length}"
        );
    }
}

/// Text behind a table of fonts.
fn with_fonts(fonts: &str, text: &[u8]) -> Vec<u8> {
    let mut source = format!("{{\\rtf1\\ansi\\ansicpg1252\\deff0{{\\fonttbl{fonts}}}").into_bytes();
    source.extend_from_slice(text);
    source.push(b'}');
    source
}

#[test]
fn the_font_decides_the_code_page() {
    let fonts = r"{\f0\fcharset0 Arial;}{\f1\fnil\fcharset129{\*\falt x}\'b5\'b8;}{\f2\fcharset238 Times CE;}{\f3\fcharset128 MS;}\
        {\f4\fcharset134 Sim;}{\f5\fcharset136 Ming;}{\f6\fcharset204 Times Cyr;}{\f7\fcharset1\cpg949 Bat;}{\f8 Arial CE;}\
        {\f9\fcharset2 Symbol;}{\f10\fcharset161 A;}";
    let cases: [(&[u8], &str); 13] = [
        (br"caf\'e9 \f1\'c8\'b8\'ba\'f1 5\plain  \'e9", "café 회비 5 é"),
        (br"{\f1 \'c8\'b8}\'e9", "회é"),
        // Raw bytes, and a pair of which the second half is written as a letter or as a sign of its own.
        (b"\\f1 \xc8\xb8\xba\xf1", "회비"),
        (b"\\f1 \xc8\\'b8\r\n\\'ba\xf1", "회비"),
        (br"\f3 \'83A\'83\\\'83\'65", "アソテ"),
        (br"\f2 m\'f8\'9e e \'e8l\'e1nek", "mřž e článek"),
        (br"\f4 \'d3\'a1\'cb\'a2", "印刷"),
        (br"\f5 \'a4\'a4\'a4\'e5", "中文"),
        (br"\f6 \'cf\'f0\'e8\'e2\'e5\'f2", "Привет"),
        (br"\f7 \'c8\'b8", "회"),
        (br"\f8 \'e8", "č"),
        (br"\f9 1. a\'b7 \u-3999 ?\f0 a", "1. α· αa"),
        (br"\f10 \'e1", "α"),
    ];
    for (text, expected) in cases {
        assert_eq!(texts(&with_fonts(fonts, text)).0, [expected], "{}", String::from_utf8_lossy(text));
    }
    // A Western font over Korean bytes in a Korean file, and letters of a Western one in it.
    let korean =
        br"{\rtf1\ansi\ansicpg949{\fonttbl{\f0\fcharset0 Arial;}}\f0 \'c8\'b8\'ba\'f1 5\par caf\'e9 au\par}";
    assert_eq!(texts(korean).0, ["회비 5", "café au"]);
    // Bytes of UTF-8, as programs write them that do not know better.
    assert_eq!(texts("{\\rtf1\\ansi Café 회비\\par}".as_bytes()).0, ["Café 회비"]);
}

#[test]
fn characters_by_their_numbers() {
    let cases = [
        (r"\u50836?\u44552 ? 5", "요금 5"),
        (r"\uc2\u54924\'c8\'b8\u48708\'ba\'f1", "회비"),
        (r"\uc0\u54924\u48708{\uc1\u-10612 ?}\u-10612 ", "회비회회"),
        // Two halves of one character, with what stands for each.
        (r"\u-10240?\u-8386?!", "\u{1033e}!"),
        (r"\u8220\ldblquote a\u8211\endash b\u8221 ", "“a–b”"),
        (r"a\u8364}{\'80 b", "a€€ b"),
        (r"{\upr{Fee 5}{\*\ud{\u50836?\u44552? 5}}}", "요금 5"),
        (r"{\*\bkmkstart {\upr{x}{\*\ud{y}}}}z", "z"),
    ];
    for (text, expected) in cases {
        assert_eq!(texts(format!("{{\\rtf1\\ansi {text}\\par}}").as_bytes()).0, [expected], "{text}");
    }
}

#[test]
fn only_what_says_so_is_passed_over_unknown() {
    let cases = [
        (r"{\newword The fee is \other5 5}.", "The fee is 5."),
        (r"{\*\newword The fee} is 5.", "is 5."),
        (r"{\loch\f2\b0\*\cs7\cf0 The fee is 5.}", "The fee is 5."),
        (r"{\shp{\*\shpinst{\sp{\sn a}{\sv b}}{\shptxt Box}}{\shprslt Box}}Fee", "Fee\nBox"),
        (
            r"{\field{\*\fldinst HYPERLINK x}{\fldrslt here}} and {\object{\*\objdata 00}{\result there}}",
            "here and there",
        ),
        (r"{\xe\v word}Fee{\*\annotation no}", "Fee"),
        (r"10{\updnprop8000\up8 6}, 5{\up1 7}, H{\dn4 2}O, \up10 \up0 7", "10⁶, 57, H2O, 7"),
        (r"{\mmath{\*\moMath{\mf{\mfPr x}{\mnum{\mr a}}{\mden{\mr b}}}}}{\mmathPict p}", "a/b"),
        (r"{\info{\title My {\b book}}{\author A}}Fee", "Fee"),
    ];
    for (text, expected) in cases {
        assert_eq!(
            texts(format!("{{\\rtf1\\ansi {text}\\par}}").as_bytes()).0.join("\n"),
            expected,
            "{text}"
        );
    }
    let source = br"{\rtf1{\info{\title My {\b book}}{\author Ann Lee}}Fee}";
    let read = extract(source, &Limits::default()).unwrap();
    assert_eq!((read.title.as_deref(), read.author.as_deref()), (Some("My book"), Some("Ann Lee")));
}

/// Categories and texts.
fn blocks(text: &str) -> Vec<(Category, String)> {
    let source = format!("{{\\rtf1\\ansi {text}}}");
    let extraction = extract(source.as_bytes(), &Limits::default()).unwrap();
    extraction.blocks.into_iter().map(|block| (block.category, block.text)).collect()
}

#[test]
fn notes_running_lines_and_headings_stand_by_themselves() {
    let found = blocks(
        r"{\stylesheet{\s1\outlinelevel0 Mine;}{\s2 heading 2;}{\s3\sbasedon1 Yours;}}{\header\pard Rules of 2024\par}
        {\footer Page {\field{\*\fldinst PAGE}}\par}\pard\s3 Pool\par\pard\plain\s2 Fees\par
        \pard\plain The fee{\super\chftn{\footnote\pard\plain\super\chftn \nosupersub Of 2024.}} is 5.\par\sect{\header\pard Rules of 2024\par}End.\par",
    );
    let expected = [
        (Category::Header, "Rules of 2024"),
        (Category::Footer, "Page"),
        (Category::Heading1, "Pool"),
        (Category::Heading2, "Fees"),
        (Category::Paragraph, "The fee is 5."),
        (Category::Footnote, "Of 2024."),
        (Category::Paragraph, "End."),
    ];
    assert_eq!(found, expected.map(|(category, text)| (category, text.to_owned())));
}

#[test]
fn cells_stand_under_their_names() {
    for (text, expected) in [
        // Paragraphs in cells, and a table in one.
        (
            r"\trowd\pard\intbl Room\par of two\cell Fee\cell\row\trowd\intbl Loft\par\pard\intbl\itap2 A\nestcell B\nestcell{\*\nesttableprops\trowd\nestrow}{\nonesttables\par}\pard\intbl\cell 5\cell\row",
            "| Room of two | Fee |\n| --- | --- |\n| Loft A B | 5 |",
        ),
        // A name over two columns, of which one is a little off.
        (
            r"\trowd\cellx1000\cellx3000 Room\cell Fee\cell\row\trowd\cellx1000\cellx2010\cellx3000 \cell summer\cell winter\cell\row\trowd\cellx1000\cellx2000\cellx2990 Loft\cell 5\cell 7\cell\row",
            "| Room | Fee summer | Fee winter |\n| --- | --- | --- |\n| Loft | 5 | 7 |",
        ),
        // Merged cells.
        (
            r"\trowd\cellx1000\cellx2000 Room\cell Fee\cell\row\trowd\clvmgf\cellx1000\cellx2000 Loft\cell 5\cell\row\trowd\clvmrg\cellx1000\cellx2000 \cell 7\cell\row\trowd\clmgf\cellx1000\clmrg\cellx2000 Free\cell\cell\row",
            "| Room | Fee |\n| --- | --- |\n| Loft | 5 |\n| Loft | 7 |\n| Free | Free |",
        ),
        // A row without its end.
        (
            r"\trowd\cellx1000\cellx2000 Room\cell Fee\cell\row Loft\cell 5",
            "| Room | Fee |\n| --- | --- |\n| Loft | 5 |",
        ),
    ] {
        assert_eq!(blocks(text), [(Category::Table, expected.to_owned())], "{text}");
    }
    let two = blocks(r"\trowd a\cell b\cell\row\pard\par\trowd c\cell d\cell\row\pard End.");
    assert_eq!(two.len(), 3);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]

    #[test]
    fn no_order_of_words_panics(
        words in proptest::collection::vec(
            proptest::prop_oneof![
                proptest::sample::select(vec![
                    "{", "}", "\\cell ", "\\row ", "\\nestcell ", "\\trowd ", "\\cellx900 ", "\\cellx-9 ", "\\clvmrg ", "\\clmrg ", "\\intbl ",
                    "\\pard ", "\\par ", "{\\footnote ", "{\\header ", "{\\shptxt ", "{\\*\\shpinst ", "{\\*\\ud ", "{\\upr ", "{\\fonttbl ", "\\f1 ",
                    "\\fcharset129 ", "{\\stylesheet ", "\\s1 ", "heading 1;", "\\u-10240 ", "\\u-8386 ", "\\uc2 ", "\\'c8", "\\'b8", "\\bin3 ", "a", "가",
                    "\\super ", "\\up6 ", "\\plain ", "{\\info{\\title ", "\\ansicpg949 ", "\\sbasedon1 ", "\\outlinelevel99999999999 ",
                ])
                .prop_map(str::to_owned),
                r"\\[a-z]{1,4}-?[0-9]{0,12} ?",
            ],
            0..60,
        )
    ) {
        let _ = extract(format!("{{\\rtf1 {}", words.concat()).as_bytes(), &Limits::default());
    }
}
