//! Faults of a file of rules, in the words of the two languages: what is wrong, where, and how to mend it.

use super::fault::wrong;
use stet_packs::{FileMistake, Unreadable};

/// What YAML's reader says, by a part of it; Korean, English.
const YAML: [(&str, &str, &str); 13] = [
    (
        "mapping values are not allowed",
        "쌍점이 올 수 없는 자리입니다. 쌍점이 든 글은 따옴표로 묶고, 들여쓰기를 확인해 주세요.",
        "a colon cannot stand here; put a text with a colon in quotation marks, and check the indentation.",
    ),
    (
        "expected key",
        "들여쓰기가 맞지 않거나 이름이 빠졌습니다. 같은 규칙의 항목은 같은 칸에서 시작해 주세요.",
        "the indentation is off or a name is missing; begin the fields of one rule in the same column.",
    ),
    (
        "expected '-' indicator",
        "목록의 줄이 같은 칸에서 시작하지 않습니다. 각 줄을 같은 칸의 -로 시작해 주세요.",
        "the lines of the list do not begin alike; begin each with - in the same column.",
    ),
    (
        "block sequence entries are not allowed",
        "목록이 올 수 없는 자리입니다. -를 다음 줄로 옮기고 들여 써 주세요.",
        "a list cannot stand here; put the - on the next line, indented.",
    ),
    ("expected ':'", "이름 뒤에 쌍점이 빠졌습니다.", "a colon is missing behind the name."),
    ("expected ',' or", "쉼표나 닫는 괄호가 빠졌습니다.", "a comma or a closing bracket is missing."),
    (
        "end of stream",
        "따옴표나 괄호가 닫히지 않았습니다. 닫아 주세요.",
        "a quotation mark or a bracket is never closed; close it.",
    ),
    (
        "cannot start any token",
        "탭으로 들여 썼거나, 따옴표 없이 쓸 수 없는 글자(@, %, ` 등)로 시작합니다. 빈칸으로 들여 쓰고 그런 글은 따옴표로 묶어 주세요.",
        "it is indented with a tab, or begins with a character that needs quotation marks (@, %, `); indent with spaces and quote such a text.",
    ),
    (
        "unknown escape",
        "큰따옴표 안의 역슬래시 뒤에 올 수 없는 글자입니다. 패턴은 작은따옴표로 묶어 주세요.",
        "this cannot stand behind a backslash in double quotation marks; put a pattern in single ones.",
    ),
    (
        "duplicate entry",
        "같은 이름이 두 번 있습니다. 하나만 남겨 주세요.",
        "the same name is there twice; leave one of them.",
    ),
    (
        "repetition limit",
        "별칭(*)을 펼치면 너무 길어집니다. 별칭 대신 값을 바로 적어 주세요.",
        "its aliases (*) unfold to too much; write the values out instead.",
    ),
    (
        "recursion limit",
        "목록이 너무 깊습니다. 안에 든 목록을 줄여 주세요.",
        "its lists are nested too deeply; flatten them.",
    ),
    (
        "anchor",
        "*로 시작하는 글은 별칭으로 읽힙니다. 따옴표로 묶어 주세요.",
        "a text that begins with * is read as an alias; put it in quotation marks.",
    ),
];

/// What is wrong, where, and how to mend it: Korean, English.
#[must_use]
pub fn unreadable(fault: &Unreadable) -> (String, String) {
    let (mut ko, mut en) = (Vec::new(), Vec::new());
    if !fault.file.is_empty() {
        ko.push(fault.file.clone());
        en.push(fault.file.clone());
    }
    if let Some((line, column)) = fault.at {
        ko.push(format!("{line}번째 줄 {column}번째 글자"));
        en.push(format!("line {line}, character {column}"));
    }
    if let Some(id) = &fault.after_id {
        ko.push(format!("id “{id}” 뒤"));
        en.push(format!("behind the id {id}"));
    }
    let (what_ko, what_en) = what(&fault.mistake);
    let at = |place: Vec<String>, what: String| {
        if place.is_empty() { what } else { format!("{}: {what}", place.join(", ")) }
    };
    (at(ko, what_ko), at(en, what_en))
}

fn what(mistake: &FileMistake) -> (String, String) {
    let both = |ko: &str, en: &str| (ko.to_owned(), en.to_owned());
    match mistake {
        FileMistake::NotUtf8 => both(
            "UTF-8로 적힌 글이 아닙니다. UTF-8로 저장해 주세요.",
            "this is no text in UTF-8; save it as UTF-8.",
        ),
        FileMistake::Json(told) => wrong(told),
        FileMistake::Yaml(told) => YAML.iter().find(|(part, ..)| told.contains(part)).map_or_else(
            || {
                (
                    format!("YAML로 읽을 수 없습니다. 이 줄을 확인해 주세요({told})."),
                    format!("this is no YAML; check this line ({told})."),
                )
            },
            |(_, ko, en)| both(ko, en),
        ),
        FileMistake::Archive(told) => (
            format!("ZIP을 풀 수 없습니다. 폴더를 다시 압축해 주세요({told})."),
            format!("the ZIP cannot be unpacked; pack the folder again ({told})."),
        ),
        FileMistake::TooLarge(limit) => {
            let mib = limit >> 20;
            (
                format!("ZIP을 풀면 {mib} MiB가 넘습니다. 규칙 파일만 담아 주세요."),
                format!("the archive unpacks to more than {mib} MiB; pack the files of the rules only."),
            )
        }
        FileMistake::NoRules => both(
            "ZIP에 YAML 파일이 없습니다. Vale 스타일 폴더를 압축해 주세요.",
            "the archive has no YAML files; pack the folder of a Vale style.",
        ),
    }
}
