//! Decks as their programs write them, in small.

use super::*;
use crate::archive::packed;

#[test]
fn slides_are_pages() {
    let slide = "<p:sld><p:sp><p:nvPr><p:ph type='title'/></p:nvPr><p:txBody><a:p><a:r><a:t>요금</a:t></a:r></a:p></p:txBody></p:sp>\
        <p:sp><p:txBody><a:p><a:r><a:t>직원은 48</a:t></a:r><a:r><a:rPr baseline='30000'/><a:t>2</a:t></a:r><a:r><a:t>명</a:t></a:r></a:p>\
        <a:p><a:r><a:rPr strike='sngStrike'/><a:t>20</a:t></a:r><a:r><a:t> 30 euros</a:t></a:r></a:p></p:txBody></p:sp>\
        <a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>b</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></p:sld>";
    let bytes = packed(&[
        (
            "ppt/presentation.xml",
            "<p:presentation><p:sldIdLst><p:sldId id='256' r:id='x'/><p:sldId id='257' r:id='y'/></p:sldIdLst></p:presentation>",
        ),
        (
            "ppt/_rels/presentation.xml.rels",
            "<R><Relationship Id='y' Target='slides/slide2.xml'/><Relationship Id='x' Target='slides/slide1.xml'/></R>",
        ),
        (
            "ppt/slides/slide1.xml",
            "<p:sld show='0'><p:txBody><a:p><a:r><a:t>숨김</a:t></a:r></a:p></p:txBody></p:sld>",
        ),
        ("ppt/slides/slide2.xml", slide),
    ]);
    let extraction = extract(&bytes, &Limits::default()).unwrap();
    assert_eq!(extraction.left_out, [LeftOut::at(Code::HiddenSlides, "", [1])]);
    let blocks: Vec<_> =
        extraction.blocks.iter().map(|block| (block.page, block.category, block.text.as_str())).collect();
    assert_eq!(
        blocks,
        [
            (Some(2), Category::Heading2, "요금"),
            (Some(2), Category::List, "직원은 48명\n 30 euros"),
            (Some(2), Category::Table, "| a | b |\n| --- | --- |"),
        ]
    );
}

fn shape(holder: &str, place: Option<(i64, i64, i64, i64)>, text: &str) -> String {
    let place = place.map_or_else(String::new, |(x, y, width, height)| {
        format!(
            "<a:xfrm><a:off x='{x}000000' y='{y}000000'/><a:ext cx='{width}000000' cy='{height}000000'/></a:xfrm>"
        )
    });
    format!(
        "<p:sp><p:nvSpPr><p:nvPr>{holder}</p:nvPr></p:nvSpPr><p:spPr>{place}</p:spPr><p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"
    )
}

/// A deck of slides, each with its relations, and other parts.
fn deck(slides: &[(String, &str)], parts: &[(&str, &str)]) -> Extraction {
    let each = |text: &str| {
        (0..slides.len()).map(|at| text.replace("AT", &at.to_string())).collect::<Vec<_>>().concat()
    };
    let ids = each("<p:sldId id='25AT' r:id='sAT'/>");
    let relations = each("<Relationship Id='sAT' Target='slides/slideAT.xml'/>");
    let mut all = vec![
        (
            "ppt/presentation.xml".to_owned(),
            format!("<p:presentation><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>"),
        ),
        ("ppt/_rels/presentation.xml.rels".to_owned(), format!("<R>{relations}</R>")),
    ];
    for (at, (shapes, relations)) in slides.iter().enumerate() {
        all.push((
            format!("ppt/slides/slide{at}.xml"),
            format!("<p:sld><p:spTree>{shapes}</p:spTree></p:sld>"),
        ));
        all.push((format!("ppt/slides/_rels/slide{at}.xml.rels"), format!("<R>{relations}</R>")));
    }
    all.extend(parts.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())));
    let all: Vec<(&str, &str)> = all.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    extract(&packed(&all), &Limits::default()).unwrap()
}

fn blocks(extraction: &Extraction) -> Vec<(u32, Category, &str)> {
    let blocks = extraction.blocks.iter();
    blocks.map(|block| (block.page.unwrap_or(0), block.category, block.text.as_str())).collect()
}

#[test]
fn shapes_are_read_by_their_place() {
    let title = "<p:ph type='title'/>";
    let body = "<p:ph idx='1'/>";
    let shapes = [
        shape("", Some((5, 4, 4, 1)), "right foot"),
        shape("", Some((5, 2, 4, 1)), "right head"),
        shape("", Some((0, 4, 4, 1)), "left foot"),
        shape("", Some((0, 2, 4, 1)), "left head"),
        shape(body, None, "over both"),
        shape("<p:ph type='sldNum'/>", Some((0, 9, 1, 1)), "7"),
        shape("<p:ph type='ftr'/>", Some((2, 9, 3, 1)), "Rules"),
        format!(
            "<p:grpSp><p:grpSpPr><a:xfrm><a:off x='0' y='6000000'/><a:ext cx='9' cy='9'/></a:xfrm></p:grpSpPr>{}{}</p:grpSp>",
            shape("", Some((500, 2, 1, 1)), "two"),
            shape("", Some((500, 0, 1, 1)), "one"),
        ),
        shape(title, None, "Title"),
    ];
    let layout = format!("<l>{}</l>", shape("<p:ph type='body' idx='1'/>", Some((0, 1, 9, 1)), "Click"));
    let layout_of = "<Relationship Id='l' Type='t/slideLayout' Target='../layouts/a.xml'/>";
    let found = deck(
        &[(shapes.concat(), layout_of), (shape("", None, "no title here"), "")],
        &[("ppt/layouts/a.xml", &layout)],
    );
    assert_eq!(
        blocks(&found),
        [
            (1, Category::Heading2, "Title"),
            (1, Category::Paragraph, "over both"),
            (1, Category::Paragraph, "left head"),
            (1, Category::Paragraph, "left foot"),
            (1, Category::Paragraph, "right head"),
            (1, Category::Paragraph, "right foot"),
            (1, Category::Paragraph, "one"),
            (1, Category::Paragraph, "two"),
            (1, Category::Footer, "Rules"),
            (2, Category::Paragraph, "no title here"),
        ]
    );
    let under: Vec<usize> = found.blocks.iter().map(|block| block.headings.len()).collect();
    assert_eq!(under, [0, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
}

proptest::proptest! {
    #[test]
    fn every_shape_is_read_once(places in proptest::collection::vec((0_i64..9, 0_i64..9, 0_i64..4, 0_i64..4), 0..25)) {
        let shapes: Vec<String> =
            places.iter().enumerate().map(|(at, place)| shape("", Some(*place), &format!("w{at}"))).collect();
        let found = deck(&[(shapes.concat(), "")], &[]);
        let mut texts: Vec<String> = found.blocks.into_iter().map(|block| block.text).collect();
        texts.sort();
        let mut expected: Vec<String> = (0..places.len()).map(|at| format!("w{at}")).collect();
        expected.sort();
        proptest::prop_assert_eq!(texts, expected);
    }
}

#[test]
fn notes_charts_and_diagrams_are_text() {
    let frame = "<p:graphicFrame><a:graphicData><c:chart r:id='c'/></a:graphicData></p:graphicFrame>\
        <p:graphicFrame><a:graphicData><dgm:relIds r:dm='d' r:lo='x'/></a:graphicData></p:graphicFrame>";
    let relations = "<Relationship Id='c' Target='../charts/c.xml'/><Relationship Id='d' Target='../d.xml'/>\
        <Relationship Id='n' Type='t/notesSlide' Target='../n.xml'/>";
    let words = |text: &str| format!("<c:tx><c:rich><a:p><a:r><a:t>{text}</a:t></a:r></a:p></c:rich></c:tx>");
    let names =
        "<c:strCache><c:pt idx='0'><c:v>Pool</c:v></c:pt><c:pt idx='1'><c:v>Gym</c:v></c:pt></c:strCache>";
    let series = |name: &str, values: [&str; 2]| {
        let [first, second] = values;
        format!(
            "<c:ser><c:tx><c:strRef><c:f>A1</c:f><c:strCache><c:pt idx='0'><c:v>{name}</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef>{names}</c:strRef></c:cat>\
            <c:val><c:numCache><c:formatCode>0%</c:formatCode><c:pt idx='0'><c:v>{first}</c:v></c:pt><c:pt idx='1'><c:v>{second}</c:v></c:pt></c:numCache></c:val></c:ser>"
        )
    };
    let chart = format!(
        "<c:chart><c:title>{}</c:title>{}{}<c:valAx><c:title>{}</c:title></c:valAx></c:chart>",
        words("Use"),
        series("2023", ["0.5", "0.25"]),
        series("2024", ["0.6", "0.3"]),
        words("share")
    );
    let node = |id: &str, text: &str| {
        format!("<dgm:pt modelId='{id}'><dgm:t><a:p><a:r><a:t>{text}</a:t></a:r></a:p></dgm:t></dgm:pt>")
    };
    let link =
        |from: &str, to: &str, at: u32| format!("<dgm:cxn srcId='{from}' destId='{to}' srcOrd='{at}'/>");
    let diagram = format!(
        "<d><dgm:pt modelId='0' type='doc'/>{}{}{}{}{}{}</d>",
        node("2", "then"),
        node("3", "inner"),
        node("1", "first"),
        link("0", "1", 0),
        link("0", "2", 1),
        link("1", "3", 0),
    );
    let notes = format!(
        "<n>{}{}</n>",
        shape("<p:ph type='sldNum'/>", None, "1"),
        shape("<p:ph type='body'/>", None, "Wait here.")
    );
    let found = deck(
        &[(frame.to_owned(), relations)],
        &[("ppt/charts/c.xml", &chart), ("ppt/d.xml", &diagram), ("ppt/n.xml", &notes)],
    );
    assert_eq!(
        blocks(&found),
        [
            (1, Category::Caption, "Use · share"),
            (
                1,
                Category::Table,
                "|  | 2023 | 2024 |\n| --- | --- | --- |\n| Pool | 50% | 60% |\n| Gym | 25% | 30% |"
            ),
            (1, Category::List, "- first\n  - inner\n- then"),
            (1, Category::Footnote, "Wait here."),
        ]
    );
}

#[test]
fn a_damaged_slide_is_lost_alone() {
    let found = deck(&[("<p:sp>".to_owned(), ""), (shape("", None, "Fee 5"), "")], &[]);
    assert_eq!(blocks(&found), [(2, Category::Paragraph, "Fee 5")]);
    assert_eq!(found.left_out, [LeftOut::named(Code::DamagedPart, "ppt/slides/slide0.xml")]);
}
