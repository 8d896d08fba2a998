//! Parts of charts and diagrams, in small.

use super::*;
use crate::Limits;

fn blocks(give: impl Fn(&mut Builder) -> Result<(), ExtractError>) -> Vec<(Category, String)> {
    let mut out = Builder::new(&Limits::default());
    give(&mut out).unwrap();
    out.finish().into_iter().map(|block| (block.category, block.text)).collect()
}

#[test]
fn charts_are_tables_of_their_values() {
    let point = |at: usize, value: &str| format!("<pt idx='{at}'><v>{value}</v></pt>");
    let series = |name: &str, values: [&str; 2]| {
        format!(
            "<ser><tx><strRef><f>S!$B$1</f><strCache>{}</strCache></strRef></tx><cat><strRef><strCache>{}{}</strCache></strRef></cat>\
            <val><numRef><numCache><formatCode>0.0%</formatCode>{}{}</numCache></numRef></val></ser>",
            point(0, name),
            point(0, "Adults"),
            point(1, "어린이"),
            point(0, values[0]),
            point(1, values[1])
        )
    };
    let rich = |text: &str| format!("<title><tx><rich><p><r><t>{text}</t></r></p></rich></tx></title>");
    let part = format!(
        "<chartSpace><chart>{}<plotArea><barChart>{}{}</barChart><catAx>{}</catAx><valAx>{}</valAx></plotArea></chart></chartSpace>",
        rich("Visitors"),
        series("2024", ["0.125", "0.5"]),
        series("2025", ["0.25", "0.75"]),
        rich("Group"),
        rich("Share")
    );
    let found = chart(&part).unwrap();
    assert_eq!(found.lines(), "Visitors\nShare\nGroup 2024 2025\nAdults 12.5% 25.0%\n어린이 50.0% 75.0%");
    let table = "| Group | 2024 | 2025 |\n| --- | --- | --- |\n| Adults | 12.5% | 25.0% |\n| 어린이 | 50.0% | 75.0% |";
    assert_eq!(
        blocks(|out| found.give(None, out)),
        [(Category::Caption, "Visitors · Share".into()), (Category::Table, table.into())]
    );
}

#[test]
fn diagrams_are_lists_of_their_points() {
    let point = |id: &str, kind: &str, text: &str| {
        format!("<pt modelId='{id}' type='{kind}'><prSet/><t><p><r><t>{text}</t></r></p></t></pt>")
    };
    let link =
        |from: &str, order: u32, to: &str| format!("<cxn srcId='{from}' srcOrd='{order}' destId='{to}'/>");
    let part = format!(
        "<dataModel><ptLst>{}{}{}{}{}<pt modelId='e'><prSet phldr='1'/><t><p><r><t>[Text]</t></r></p></t></pt></ptLst><cxnLst>{}{}{}{}</cxnLst></dataModel>",
        point("d", "doc", ""),
        point("a", "node", "Pay"),
        point("b", "node", "신청"),
        point("c", "node", "By card"),
        point("x", "pres", "drawn"),
        link("d", 1, "a"),
        link("d", 0, "b"),
        link("a", 0, "c"),
        // Round in a circle.
        link("c", 0, "a")
    );
    let found = diagram(&part).unwrap();
    assert_eq!(found.lines(), "신청\nPay\nBy card");
    assert_eq!(blocks(|out| found.give(None, out)), [(Category::List, "- 신청\n- Pay\n  - By card".into())]);
}

#[test]
fn names_over_names_days_and_titles_from_cells() {
    let part = "<chartSpace><date1904 val='1'/><chart><title><tx><strRef><f>A1</f><strCache><pt idx='0'><v>Guests</v></pt></strCache></strRef></tx></title>\
        <ser><tx><v>All</v></tx><cat><multiLvlStrRef><multiLvlStrCache><lvl><pt idx='0'><v>May</v></pt><pt idx='1'><v>June</v></pt><pt idx='2'><v>May</v></pt></lvl>\
        <lvl><pt idx='0'><v>2023</v></pt><pt idx='2'><v>2024</v></pt></lvl></multiLvlStrCache></multiLvlStrRef></cat>\
        <val><numRef><numCache><formatCode>General</formatCode><pt idx='0'><v>0.1</v></pt><pt idx='1' formatCode='0%'><v>0.25</v></pt>\
        <pt idx='2' formatCode='yyyy-mm-dd'><v>43830</v></pt><pt idx='99999999999'><v>7</v></pt></numCache></numRef></val></ser></chart></chartSpace>";
    assert_eq!(
        chart(part).unwrap().lines(),
        "Guests\nAll\n2023 May 0.1\n2023 June 25%\n2024 May 2024-01-01\n7"
    );
}

#[test]
fn paragraphs_have_their_automatic_numbers() {
    let p = |level: usize, kind: &str, text: &str| {
        let number = if kind.is_empty() { String::new() } else { format!("<buAutoNum {kind}/>") };
        format!("<p><pPr lvl='{level}'>{number}</pPr><r><t>{text}</t></r></p>")
    };
    let part = [
        p(0, "type='arabicPeriod'", "The hall opens"),
        p(1, "type='alphaLcParenBoth' startAt='3'", "개회"),
        p(0, "", " "),
        p(1, "type='alphaLcParenBoth' startAt='3'", "휴회"),
        p(0, "type='arabicPeriod'", "Dogs stay outside"),
        p(1, "type='alphaLcParenBoth' startAt='3'", "again"),
        p(0, "", "No number"),
        p(0, "type='circleNumDbPlain'", "끝"),
        p(0, "type='arabicPeriod'", "new"),
    ]
    .concat();
    let part = format!("<txBody>{part}</txBody>");
    let mut xml = Pull::new(&part);
    xml.element().unwrap();
    let expected = [
        "1. The hall opens",
        "(c) 개회",
        "(d) 휴회",
        "2. Dogs stay outside",
        "(c) again",
        "No number",
        "① 끝",
        "1. new",
    ];
    assert_eq!(body(&mut xml).unwrap(), expected);
}
