use std::fmt::Write as _;

use super::*;
use crate::{Extraction, extract, has_engine};

/// Words at a place, in Korean as well.
fn at(x: u32, y: u32, text: &str) -> String {
    if text.is_ascii() {
        return format!("BT /F1 10 Tf {x} {y} Td ({text}) Tj ET\n");
    }
    let codes = text.encode_utf16().fold(String::new(), |mut codes, code| {
        let _ = write!(codes, "{code:04X}");
        codes
    });
    format!("BT /F2 10 Tf {x} {y} Td <{codes}> Tj ET\n")
}

/// The same in bold letters.
fn bold(x: u32, y: u32, text: &str) -> String {
    at(x, y, text).replace("/F1", "/F3").replace("/F2", "/F4")
}

/// A line from one place to another.
fn drawn(x: u32, y: u32, to_x: u32, to_y: u32) -> String {
    format!("{x} {y} m {to_x} {to_y} l S\n")
}

/// Rows of words from a height downwards, a column at each place.
fn rows(columns: &[u32], from: u32, step: u32, rows: &[&[&str]]) -> String {
    let mut page = String::new();
    for (row, down) in rows.iter().zip(0..) {
        for (column, text) in columns.iter().zip(*row).filter(|(_, text)| !text.is_empty()) {
            page += &at(*column, from - down * step, text);
        }
    }
    page
}

/// A PDF of pages of 595 by 842 points, by what is drawn on them; `more` of the catalogue.
pub(super) fn made(pages: &[String], more: &str) -> Vec<u8> {
    let kids = (0..pages.len()).map(|at| format!("{} 0 R", at * 2 + 9)).collect::<Vec<_>>().join(" ");
    let mut objects = vec![
        format!("<</Type/Catalog/Pages 2 0 R{more}>>"),
        format!("<</Type/Pages/Count {}/Kids[{kids}]>>", pages.len()),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".into(),
        "<</Type/Font/Subtype/Type0/BaseFont/HYSMyeongJo-Medium/Encoding/UniKS-UCS2-H/DescendantFonts[5 0 R]>>".into(),
        "<</Type/Font/Subtype/CIDFontType0/BaseFont/HYSMyeongJo-Medium/CIDSystemInfo<</Registry(Adobe)/Ordering(Korea1)/Supplement 1>>>>".into(),
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>".into(),
        "<</Type/Font/Subtype/Type0/BaseFont/HYSMyeongJo-Bold/Encoding/UniKS-UCS2-H/DescendantFonts[8 0 R]>>".into(),
        "<</Type/Font/Subtype/CIDFontType0/BaseFont/HYSMyeongJo-Bold/CIDSystemInfo<</Registry(Adobe)/Ordering(Korea1)/Supplement 1>>>>".into(),
    ];
    for (page, number) in pages.iter().zip(4..) {
        let resources = "<</Font<</F1 3 0 R/F2 4 0 R/F3 6 0 R/F4 7 0 R>>>>";
        let content = number * 2 + 2;
        objects.push(format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources{resources}/Contents {content} 0 R>>"
        ));
        objects.push(format!("<</Length {}>>stream\n{page}endstream", page.len()));
    }
    let mut file = String::from("%PDF-1.5\n");
    let mut places = String::new();
    for (object, number) in objects.iter().zip(1..) {
        let _ = writeln!(places, "{:010} 00000 n ", file.len());
        let _ = write!(file, "{number} 0 obj\n{object}\nendobj\n");
    }
    let start = file.len();
    let count = objects.len() + 1;
    let _ = write!(
        file,
        "xref\n0 {count}\n0000000000 65535 f \n{places}trailer<</Size {count}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n"
    );
    file.into_bytes()
}

/// What is read of pages; nothing where the engine is not here.
fn read(pages: &[String]) -> Option<Extraction> {
    has_engine(&Limits::default()).then(|| extract("a.pdf", &made(pages, ""), &Limits::default()).unwrap())
}

fn texts(extraction: &Extraction) -> Vec<&str> {
    extraction.blocks.iter().map(|block| block.text.as_str()).collect()
}

#[test]
fn ruled_lines_part_the_cells_however_near_they_stand() {
    let grid = |columns: &[u32], rows: &[u32]| {
        let mut page = String::new();
        let (left, right) = (columns[0], columns[columns.len() - 1]);
        let (top, bottom) = (rows[0], rows[rows.len() - 1]);
        for y in rows {
            page += &drawn(left, *y, right, *y);
        }
        for x in columns {
            page += &drawn(*x, bottom, *x, top);
        }
        page
    };
    let words = [
        (["Room", "Fee", "Winter"], ["Hall A", "110", "210"], ["Boathouse", "120", "on the quay"]),
        (["방", "요금", "겨울"], ["강당", "110", "210"], ["보트 창고", "120", "부두에서"]),
    ];
    for (head, hall, boat) in words {
        // The cells follow each other without a gap, and the last wraps.
        let (two, three) = (["Open", "all the"], ["", "year"]);
        let page = grid(&[50, 101, 123, 180], &[712, 698, 684, 670, 644])
            + &rows(&[52, 103, 125], 701, 14, &[&head, &hall, &boat])
            + &rows(&[52, 125], 659, 12, &[&two, &three]);
        let Some(extraction) = read(&[page]) else { return };
        let row = |cells: [&str; 3]| format!("| {} |", cells.join(" | "));
        let expected =
            [row(head), row(["---"; 3]), row(hall), row(boat), row(["Open", "", "all the year"])].join("\n");
        assert_eq!(texts(&extraction), [expected]);
    }
}

#[test]
fn rows_of_columns_keep_their_places_without_a_line() {
    // Numbers are set to the right, a name stands over two columns, the years stand at the edge of the page.
    let page = rows(&[250, 330], 800, 14, &[&["2024", "2025"]])
        + &rows(
            &[60, 256, 336],
            786,
            14,
            &[&["Members", "12.5", "14.1"], &["Grants", "", "3.0"], &["Total", "12.5", "17.1"]],
        )
        + &at(60, 700, "The board met in May.");
    let Some(extraction) = read(&[page]) else { return };
    let expected = "|  | 2024 | 2025 |\n| --- | --- | --- |\n| Members | 12.5 | 14.1 |\n| Grants |  | 3.0 |\n| Total | 12.5 | 17.1 |";
    assert_eq!(texts(&extraction), [expected, "The board met in May."]);
}

#[test]
fn a_table_over_pages_says_its_names_once() {
    for (head, hall, gym) in [
        (["Room", "Fee"], ["Hall", "110"], ["Gym", "120"]),
        (["방", "요금"], ["강당", "110"], ["체육관", "120"]),
    ] {
        let page = |row: [&str; 2]| {
            drawn(50, 812, 250, 812)
                + &drawn(50, 798, 250, 798)
                + &drawn(50, 784, 250, 784)
                + &drawn(50, 784, 50, 812)
                + &drawn(150, 784, 150, 812)
                + &drawn(250, 784, 250, 812)
                + &rows(&[55, 155], 801, 14, &[&head, &row])
                + &at(290, 30, "7")
        };
        let Some(extraction) = read(&[page(hall), page(gym)]) else { return };
        let table = extraction.blocks.iter().find(|block| block.category == Category::Table).unwrap();
        let row = |cells: [&str; 2]| format!("| {} |", cells.join(" | "));
        assert_eq!(table.text, [row(head), row(["---"; 2]), row(hall), row(gym)].join("\n"));
        assert_eq!(table.turns, [table.text.find(gym[0]).unwrap()]);
        assert_eq!(extraction.blocks.iter().filter(|block| block.category == Category::Table).count(), 1);
    }
}

#[test]
fn a_stamp_aslant_is_no_part_of_the_text() {
    let page = rows(&[60, 200], 700, 14, &[&["Hall", "110"], &["Gym", "120"], &["Loft", "130"]])
        + "q .7 .7 -.7 .7 80 640 cm BT /F1 30 Tf 0 0 Td (DRAFT) Tj ET Q\n";
    let Some(extraction) = read(&[page]) else { return };
    let found = extraction.blocks.iter().map(|block| (block.category, block.text.as_str()));
    let table = "| Hall | 110 |\n| --- | --- |\n| Gym | 120 |\n| Loft | 130 |";
    assert_eq!(found.collect::<Vec<_>>(), [(Category::Header, "DRAFT"), (Category::Table, table)]);
}

/// As a map has them.
#[test]
fn a_page_of_very_many_lines_is_read_in_time() {
    let mut page = at(60, 800, "The map of the harbour");
    for step in 0..50_000_u32 {
        page += &drawn(step % 590, step % 800, step % 590, step % 800 + 20);
        page += &drawn(step % 590, step % 800, step % 590 + 20, step % 800);
    }
    let begun = std::time::Instant::now();
    let Some(extraction) = read(&[page]) else { return };
    assert_eq!(texts(&extraction), ["The map of the harbour"]);
    assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
}

/// An image over a whole page: rows of strokes on white, as writing has them, or one dark field.
fn image(is_writing: bool) -> String {
    let stroked = if is_writing { "F7".repeat(32) } else { "00".repeat(32) };
    let rows: String = (0..64)
        .map(|row| if row % 4 == 0 || !is_writing { stroked.clone() } else { "FF".repeat(32) })
        .collect();
    format!("q 595 0 0 842 0 0 cm BI /W 256 /H 64 /BPC 1 /CS /G /F /AHx ID {rows}> EI Q\n")
}

#[test]
fn a_page_of_writing_under_a_few_native_lines_is_a_picture() {
    let stamped = |over: &str| image(true) + &at(60, 815, over) + &at(60, 20, "Page 1");
    let pages = [
        stamped("Received by the archive"),
        stamped("기록 보관소 접수"),
        at(60, 700, "The hall opens in May."),
        image(false) + &at(60, 815, "The harbour at night"),
    ];
    let Some(extraction) = read(&pages) else { return };
    let pictures =
        extraction.blocks.iter().filter(|block| block.category == Category::Figure && block.text.is_empty());
    assert_eq!(pictures.map(|block| block.page).collect::<Vec<_>>(), [Some(1), Some(2)]);
    let text = texts(&extraction).join("\n");
    for kept in
        ["Received by the archive", "기록 보관소 접수", "The hall opens in May.", "The harbour at night"]
    {
        assert!(text.contains(kept), "{text}");
    }
}

#[test]
fn a_layer_of_letters_that_are_no_text_is_left_out_and_named() {
    // Each letter is 29 places on.
    let shifted = "WKH VL[ PHPEHUV RI WKH KDOO DQG WKH SUL]HV RI WKH PRQWK DUH WROG WR WKH ZDUGHQ";
    let Some(extraction) = read(&[at(60, 700, shifted), at(60, 700, "강당은 오월에 열린다.")])
    else {
        return;
    };
    assert_eq!(texts(&extraction), ["", "강당은 오월에 열린다."]);
    assert_eq!((extraction.blocks[0].category, extraction.blocks[0].page), (Category::Figure, Some(1)));
    let told = extraction.left_out.iter().map(|left_out| left_out.text(stet_text::Language::En));
    assert_eq!(told.collect::<Vec<_>>(), ["the text kept with 1 page (1), which is not what is seen there"]);
}

#[test]
fn pages_are_called_what_the_file_calls_them() {
    if !has_engine(&Limits::default()) {
        return;
    }
    let pages: Vec<String> = (0..4).map(|_| at(60, 700, "The hall opens in May.")).collect();
    let labels = |more: &str| extract("a.pdf", &made(&pages, more), &Limits::default()).unwrap().page_labels;
    let roman = "/PageLabels<</Nums[0<</S/r>>2<</S/D>>3<</S/D/P(A-)>>]>>";
    assert_eq!(labels(roman), ["i", "ii", "1", "A-1"]);
    assert_eq!(labels(""), Vec::<String>::new());
    assert_eq!(labels("/PageLabels<</Nums[0<</S/D>>]>>"), Vec::<String>::new());
}

#[test]
fn a_heading_in_bold_letters_stands_apart_from_the_text_around_it() {
    let words = [
        ("Opening hours", ["The hall opens at nine in the", "morning and closes at ten."], "Fees"),
        ("여는 시간", ["강당은 아침 아홉 시에 열고 열 시에", "닫으며 회원은 늘 들어온다."], "요금"),
    ];
    for (heading, [first, second], next) in words {
        let page = bold(60, 700, heading)
            + &at(60, 687, first)
            + &at(60, 674, second)
            + &bold(60, 661, next)
            + &at(60, 648, first);
        let Some(extraction) = read(&[page]) else { return };
        assert_eq!(texts(&extraction), [heading, &format!("{first} {second}"), next, first]);
    }
}

#[test]
fn names_of_several_lines_are_one_and_years_side_by_side_are_each_their_own() {
    let words = [
        (["Number of", "members"], ["Fee", "(euros)"], ["Hall", "Boathouse", "Gym"]),
        (["회원의", "수"], ["요금", "(유로)"], ["강당", "보트 창고", "체육관"]),
    ];
    for (count, fee, rooms) in words {
        // The years stand closer than columns do.
        let page = at(200, 724, "2024")
            + &at(232, 724, "2025")
            + &at(290, 718, count[0])
            + &at(290, 707, count[1])
            + &at(350, 718, fee[0])
            + &at(350, 707, fee[1])
            + &rows(
                &[60, 210, 240, 300, 360],
                690,
                14,
                &[
                    &[rooms[0], "12", "45", "7", "5"],
                    &[rooms[1], "80", "30", "8", "6"],
                    &[rooms[2], "60", "25", "9", "4"],
                ],
            );
        let Some(extraction) = read(&[page]) else { return };
        let expected = [
            format!("|  | 2024 | 2025 | {} | {} |", count.join(" "), fee.join(" ")),
            "| --- | --- | --- | --- | --- |".into(),
            format!("| {} | 12 | 45 | 7 | 5 |", rooms[0]),
            format!("| {} | 80 | 30 | 8 | 6 |", rooms[1]),
            format!("| {} | 60 | 25 | 9 | 4 |", rooms[2]),
        ];
        assert_eq!(texts(&extraction), [expected.join("\n")]);
    }
}

#[test]
fn rules_over_and_under_names_part_columns_that_stand_near() {
    for (heading, rooms) in [("Staff", ["Room", "Hall", "Gym"]), ("직원", ["방", "강당", "체육관"])] {
        let rules = |y: u32| drawn(58, y, 200, y);
        let page = rules(732)
            + &rules(716)
            + &rules(688)
            + &rows(
                &[60, 94, 118],
                720,
                14,
                &[&[rooms[0], "Fee", "Day"], &[rooms[1], "110", "210"], &[rooms[2], "120", "230"]],
            )
            + &at(60, 660, heading).replace(" 10 Tf", " 13 Tf")
            + &rows(&[60, 160, 220], 645, 14, &[&[rooms[1], "12", "7"], &[rooms[2], "14", "9"]]);
        let Some(extraction) = read(&[page]) else { return };
        let row = |cells: [&str; 3]| format!("| {} |", cells.join(" | "));
        let first = [
            row([rooms[0], "Fee", "Day"]),
            row(["---"; 3]),
            row([rooms[1], "110", "210"]),
            row([rooms[2], "120", "230"]),
        ];
        let second = [row([rooms[1], "12", "7"]), row(["---"; 3]), row([rooms[2], "14", "9"])];
        assert_eq!(texts(&extraction), [&first.join("\n"), heading, &second.join("\n")]);
    }
}

#[test]
fn a_page_that_is_turned_is_read_upright() {
    let table = |rooms: [&str; 2]| {
        drawn(50, 732, 250, 732)
            + &drawn(50, 718, 250, 718)
            + &drawn(50, 704, 250, 704)
            + &drawn(50, 704, 50, 732)
            + &drawn(150, 704, 150, 732)
            + &drawn(250, 704, 250, 732)
            + &rows(&[55, 155], 721, 14, &[&[rooms[0], "110"], &[rooms[1], "120"]])
            + &at(60, 600, "The hall opens in May and the boathouse in June.")
    };
    for rooms in [["Hall", "Gym"], ["강당", "체육관"]] {
        let expected = [
            format!("| {} | 110 |\n| --- | --- |\n| {} | 120 |", rooms[0], rooms[1]),
            "The hall opens in May and the boathouse in June.".to_owned(),
        ];
        // Upright, upside down, to the left and to the right.
        for turn in ["1 0 0 1 0 0", "-1 0 0 -1 595 842", "0 1 -1 0 780 100", "0 -1 1 0 -200 700"] {
            let Some(extraction) = read(&[format!("q {turn} cm {}Q\n", table(rooms))]) else { return };
            assert_eq!(texts(&extraction), expected, "{turn}");
        }
    }
}
