//! What cells show: formats of sheets as office programs show them.

use super::*;

fn show(cases: &[(&str, f64, &str)], since_1904: bool) {
    for (code, value, expected) in cases {
        let shown = Format::new(code).number(*value, since_1904);
        assert_eq!(shown.as_deref(), Some(*expected), "{code} of {value}");
    }
}

/// What Excel shows, but that full dates are written as ISO 8601 does.
#[test]
fn times_are_shown_as_their_cells_show_them() {
    let cases = [
        // Times of day and durations.
        ("hh:mm", 0.375, "09:00"),
        ("hh:mm", 0.0, "00:00"),
        ("hh:mm", 1.0, "00:00"),
        ("h:mm", 45292.75, "18:00"),
        ("h:mm:ss", 0.708_333_33, "17:00:00"),
        ("h:mm AM/PM", 0.75, "6:00 PM"),
        ("h:mm AM/PM", 0.0, "12:00 AM"),
        ("[h]:mm", 1.0, "24:00"),
        ("[h]:mm", 2.25, "54:00"),
        ("[hh]:mm:ss", 0.0, "00:00:00"),
        ("[h]:mm", -0.25, "-6:00"),
        ("[h]:mm;(-)[h]:mm", -0.25, "(-)6:00"),
        ("[mm]:ss", 0.0625, "90:00"),
        ("mm:ss", 0.010_416_666_7, "15:00"),
        ("mm:ss.0", 0.000_787_037, "01:08.0"),
        ("[s]", 0.000_787_037, "68"),
        ("h\"h\" mm\"m\"", 0.3125, "7h 30m"),
        ("h\"시\" mm\"분\"", 0.375, "9시 00분"),
        ("h시 mm분", 0.375, "9시 00분"),
        ("[$-412]AM/PM h:mm", 0.75, "오후 6:00"),
        ("오전/오후 h\"시\"", 0.25, "오전 6시"),
        ("[h]\"시간\" m\"분\"", 1.520_833_333, "36시간 30분"),
        // Dates, with their times and without.
        ("m/d/yy h:mm", 45_292.604_166_666_7, "2024-01-01 14:30"),
        ("h:mm, d mmm yyyy", 45292.5, "2024-01-01 12:00"),
        ("yyyy\"년\" m\"월\" d\"일\" h\"시\" mm\"분\"", 45292.375, "2024-01-01 9시 00분"),
        ("yyyy-mm-dd", 45292.75, "2024-01-01"),
        ("[$-409]mmmm d, yyyy", 1.0, "1900-01-01"),
        ("[$-F800]dddd, mmmm dd, yyyy", 45292.0, "2024-01-01 Monday"),
        ("ggge\"年\"m\"月\"d\"日\"", 45292.0, "2024-01-01"),
        ("mmm-yy", 45292.0, "2024-01"),
        ("yyyy", 45292.0, "2024"),
        ("d-mmm", 45292.0, "1-Jan"),
        ("dddd", 45292.0, "Monday"),
        ("aaaa", 45292.0, "월요일"),
        ("[$-412]m\"월\" d\"일\" (ddd)", 45292.0, "1월 1일 (월)"),
    ];
    show(&cases, false);
    let cases =
        [("yyyy-mm-dd", 43830.0, "2024-01-01"), ("yyyy-mm-dd", 0.0, "1904-01-01"), ("hh:mm", 0.5, "12:00")];
    show(&cases, true);
}

/// What Excel shows, but that red alone is told by a sign.
#[test]
fn numbers_are_shown_as_their_cells_show_them() {
    let accounting = "_(\"$\"* #,##0.00_);_(\"$\"* \\(#,##0.00\\);_(\"$\"* \"-\"??_);_(@_)";
    let cases = [
        // Digits, thousands, signs.
        ("0", -0.5, "-1"),
        ("0.00", 1.005, "1.01"),
        ("0.00", 0.125, "0.13"),
        ("0.0##", 1.5, "1.5"),
        ("#,##0.##", 1234.0, "1,234"),
        ("#.00", 0.5, ".50"),
        ("#,##0", 999_999.5, "1,000,000"),
        ("000,000", 1234.0, "001,234"),
        ("#,##0;[Red]#,##0", -1234.0, "-1,234"),
        ("#,##0_);[Red]\\(#,##0\\)", -1234.0, "(1,234)"),
        ("0;\"△\"0", -3.0, "△3"),
        ("[<0]\"▼\"0;0", -3.0, "▼3"),
        ("+0.0;-0.0;0", 3.25, "+3.3"),
        // Units and words.
        ("0%", 0.125, "13%"),
        ("0.0%", 0.125, "12.5%"),
        ("0.0\"%\"", 12.5, "12.5%"),
        ("$#,##0.00", 45.5, "$45.50"),
        ("\"$\"#,##0.00;\\-\"$\"#,##0.00", -45.5, "-$45.50"),
        ("#,##0.00\\ [$€-407]", 45.5, "45.50 €"),
        ("[$₩-412]#,##0", 5000.0, "₩5,000"),
        ("#,##0\"원\"", 1_234_567.0, "1,234,567원"),
        ("#,##0,\"천\"", 1_234_567.0, "1,235천"),
        ("0.0,,\"M\"", 12_345_678.0, "12.3M"),
        ("General\"명\"", 48.0, "48명"),
        ("\"No. \"000", 7.0, "No. 007"),
        ("No. 000.0", 7.0, "No. 007.0"),
        ("000-0000-0000", 1_012_345_678.0, "010-1234-5678"),
        (accounting, 1234.5, "$1,234.50"),
        (accounting, -3.0, "$(3.00)"),
        (accounting, 0.0, "$-"),
        ("[=1]\"예\";[=0]\"아니오\";General", 1.0, "예"),
        ("[=1]\"예\";[=0]\"아니오\";General", 0.0, "아니오"),
        ("[=1]\"예\";[=0]\"아니오\";General", 5.0, "5"),
        ("[>=1000]0.0,\"k\";0", 1500.0, "1.5k"),
        (";;;", 5.0, ""),
    ];
    show(&cases, false);
    for (id, value, expected) in [
        (9, 0.5, "50%"),
        (18, 0.75, "6:00 PM"),
        (20, 0.375, "9:00"),
        (21, 0.375, "9:00:00"),
        (22, 45292.5, "2024-01-01 12:00"),
        (32, 0.375, "9시 00분"),
        (38, -5.0, "(5)"),
        (45, 0.010_416_666_7, "15:00"),
        (46, 1.5, "36:00:00"),
        (47, 0.000_787_037, "01:08.0"),
    ] {
        assert_eq!(Format::built_in(id).number(value, false).as_deref(), Some(expected), "{id} of {value}");
    }
}

#[test]
fn what_no_format_says_is_the_plain_number() {
    for (code, value) in [
        ("General", 0.5),
        ("", 0.5),
        ("0.00E+00", 12345.0),
        ("# ?/?", 0.5),
        ("yyyy-mm-dd", -1.0),
        ("yyyy-mm-dd", 0.5),
        ("yyyy-mm-dd", 1e300),
        ("hh:mm", 1e300),
        ("0 h", 5.0),
    ] {
        assert_eq!(Format::new(code).number(value, false), None, "{code} of {value}");
    }
    assert_eq!(Format::new("@\"님\"").text("김".into()), "김님");
    assert_eq!(Format::new("0;-0;0;\"No. \"@").text("7a".into()), "No. 7a");
    assert_eq!(Format::new("0.00").text("7a".into()), "7a");
}

proptest::proptest! {
    #[test]
    fn no_format_panics(
        code in r#"([0#?.,%;@_* eEgGyYmMdDhHsSaAbB/:"\\\[\]<>=$-]|AM/PM|오전/오후|General|\[h+\]|\[\$₩-412\]|시){0,40}"#,
        value in proptest::num::f64::ANY,
        since_1904: bool,
    ) {
        let format = Format::new(&code);
        let _ = format.number(value, since_1904);
        let _ = format.number(value % 100_000.0, since_1904);
        let _ = format.text("x".into());
    }
}
