//! Books as their programs write them, in small.

use super::*;
use crate::archive::packed;

#[test]
fn sheets_are_tables_with_names() {
    let bytes = packed(&[
        (
            "xl/workbook.xml",
            "<workbook><sheets><sheet name='요금' r:id='a'/><sheet name='x' state='hidden' r:id='b'/></sheets></workbook>",
        ),
        (
            "xl/_rels/workbook.xml.rels",
            "<R><Relationship Id='a' Type='t/worksheet' Target='worksheets/sheet1.xml'/>\
            <Relationship Id='s' Type='t/sharedStrings' Target='sharedStrings.xml'/><Relationship Id='y' Type='t/styles' Target='/xl/styles.xml'/></R>",
        ),
        (
            "xl/sharedStrings.xml",
            "<sst><si><t>방</t></si><si><r><t>요</t></r><r><t>금</t></r><rPh><t>x</t></rPh></si><si><t>다락</t></si></sst>",
        ),
        (
            "xl/styles.xml",
            "<s><numFmts><numFmt numFmtId='164' formatCode='yyyy\\-mm'/></numFmts><cellXfs><xf numFmtId='0'/><xf numFmtId='164'/><xf numFmtId='9'/></cellXfs></s>",
        ),
        (
            "xl/worksheets/sheet1.xml",
            "<worksheet><sheetData><row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1' t='s'><v>1</v></c><c r='C1' t='inlineStr'><is><t>날</t></is></c><c r='D1'><v>2</v></c></row>\
            <row r='2' hidden='1'><c r='A2'><v>9</v></c></row><row r='3'><c r='A3' t='s'><v>2</v></c><c r='B3'><v>250</v></c><c r='C3' s='1'><v>45292</v></c><c r='D3' s='2'><v>0.125</v></c></row></sheetData></worksheet>",
        ),
    ]);
    let extraction = extract(&bytes, &Limits::default()).unwrap();
    let texts: Vec<&str> = extraction.blocks.iter().map(|block| block.text.as_str()).collect();
    assert_eq!(
        texts,
        ["요금", "| 방 | 요금 | 날 | 2 |\n| --- | --- | --- | --- |\n| 다락 | 250 | 2024-01 | 13% |"]
    );
}

#[test]
fn times_and_units_are_shown_in_their_cells() {
    let sheet = |pr: &str| {
        packed(&[
            (
                "xl/workbook.xml",
                &format!("<workbook>{pr}<sheets><sheet name='s' r:id='a'/></sheets></workbook>"),
            ),
            (
                "xl/_rels/workbook.xml.rels",
                "<R><Relationship Id='a' Type='t/worksheet' Target='worksheets/sheet1.xml'/><Relationship Id='y' Type='t/styles' Target='/xl/styles.xml'/></R>",
            ),
            (
                "xl/styles.xml",
                "<s><numFmts><numFmt numFmtId='164' formatCode='h&quot;시&quot; mm&quot;분&quot;'/><numFmt numFmtId='165' formatCode='&quot;$&quot;0.00'/></numFmts>\
                <cellXfs><xf/><xf numFmtId='164'/><xf numFmtId='165'/><xf numFmtId='14'/><xf numFmtId='20'/></cellXfs></s>",
            ),
            (
                "xl/worksheets/sheet1.xml",
                "<worksheet><sheetData><row r='1'><c r='A1' t='str'><v>Pool</v></c><c r='B1' s='4'><v>0.375</v></c></row>\
                <row r='2'><c r='A2' s='1'><v>0.25</v></c><c r='B2' s='2'><v>45.5</v></c></row><row r='3'><c r='A3' s='3'><v>43830</v></c><c r='B3'><v>nan</v></c></row></sheetData></worksheet>",
            ),
        ])
    };
    for (pr, day) in [("", "2019-12-31"), ("<workbookPr date1904='1'/>", "2024-01-01")] {
        let extraction = extract(&sheet(pr), &Limits::default()).unwrap();
        assert_eq!(
            extraction.blocks[1].text,
            format!("| Pool | 9:00 |\n| --- | --- |\n| 6시 00분 | $45.50 |\n| {day} | nan |")
        );
    }
}

#[test]
fn what_is_drawn_and_noted_is_said_and_what_is_missing_is_named() {
    let words = |text: &str| format!("<a:p><a:r><a:t>{text}</a:t></a:r></a:p>");
    let parts = [
        (
            "xl/workbook.xml",
            "<workbook><sheets><sheet name='Fees' r:id='a'/><sheet name='Old' state='hidden' r:id='b'/><sheet name='Torn' r:id='c'/></sheets><calcPr fullCalcOnLoad='1'/></workbook>".to_owned(),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            "<R><Relationship Id='a' Target='s1.xml'/><Relationship Id='b' Target='s2.xml'/><Relationship Id='c' Target='s3.xml'/></R>".to_owned(),
        ),
        (
            "xl/s1.xml",
            "<worksheet><cols><col min='3' max='16384' hidden='1'/></cols><sheetData><row r='1'><c r='A1' t='str'><v>Room</v></c><c r='B1' t='str'><v>Fee</v></c><c r='C1'><v>9</v></c></row>\
            <row r='2'><c r='A2' t='str'><v>Loft</v></c><c r='B2'><f>1+1</f><v></v></c></row><row r='3' hidden='1'><c r='A3'><v>1</v></c></row>\
            <row r='4'><c r='A4'><f>1-1</f><v>0</v></c><c r='B4'><f>2+2</f><v>4</v></c></row></sheetData></worksheet>".to_owned(),
        ),
        (
            "xl/_rels/s1.xml.rels",
            "<R><Relationship Type='t/drawing' Target='d.xml'/><Relationship Type='t/comments' Target='c.xml'/><Relationship Type='t/threadedComment' Target='t.xml'/></R>".to_owned(),
        ),
        ("xl/d.xml", format!("<d><xdr:txBody>{}{}</xdr:txBody></d>", words("From May,"), words("without tax."))),
        ("xl/_rels/d.xml.rels", "<R><Relationship Type='t/chart' Target='h.xml'/></R>".to_owned()),
        ("xl/h.xml", format!("<c:chart><c:title>{}</c:title></c:chart>", words("Fees of 2024"))),
        (
            "xl/c.xml",
            "<comments><comment ref='B1'><text><r><t>In </t></r><r><t>euros</t></r></text></comment><comment ref='A2'><text><t>again</t></text></comment>\
            <comment ref='A3'><text><t>hidden</t></text></comment></comments>".to_owned(),
        ),
        ("xl/t.xml", "<T><threadedComment ref='A2'><text>Under the roof</text></threadedComment></T>".to_owned()),
        ("xl/s3.xml", "<worksheet><sheetData><row r='1'><c r='A1'><v>7</v></c></row>".to_owned()),
    ];
    let parts: Vec<(&str, &str)> = parts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let found = extract(&packed(&parts), &Limits::default()).unwrap();
    let texts: Vec<&str> = found.blocks.iter().map(|block| block.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "Fees",
            "| Room | Fee |\n| --- | --- |\n| Loft |  |\n|  | 4 |",
            "From May,\nwithout tax.",
            "Fees of 2024",
            "A2: Under the roof",
            "B1: In euros",
            "Torn",
            "7",
        ]
    );
    assert_eq!(
        found.left_out,
        [
            LeftOut::at(Code::HiddenSheets, "", ["Old"]),
            LeftOut::at(Code::ValuelessFormulas, "Fees", ["B2", "A4"]),
            LeftOut::counted(Code::HiddenRows, "Fees", 1),
            LeftOut::counted(Code::HiddenColumns, "Fees", 1),
            LeftOut::named(Code::DamagedPart, "xl/s3.xml"),
        ]
    );
}

#[test]
fn a_string_in_every_cell_is_no_way_to_take_all_memory() {
    let long = "x".repeat(30_000);
    let cells = "<c t='s'><v>0</v></c>".repeat(5_000);
    let bytes = packed(&[
        ("xl/workbook.xml", "<workbook><sheets><sheet name='s' r:id='a'/></sheets></workbook>"),
        (
            "xl/_rels/workbook.xml.rels",
            "<R><Relationship Id='a' Target='s.xml'/><Relationship Type='t/sharedStrings' Target='t.xml'/></R>",
        ),
        ("xl/t.xml", &format!("<sst><si><t>{long}</t></si></sst>")),
        ("xl/s.xml", &format!("<worksheet><sheetData><row>{cells}</row></sheetData></worksheet>")),
    ]);
    let found = extract(&bytes, &Limits { text_bytes: 1 << 20, ..Limits::default() });
    assert!(matches!(found, Err(ExtractError::TooLarge { .. })));
}
