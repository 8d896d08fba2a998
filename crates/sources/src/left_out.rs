//! What was left out of a source when it was read: as data, which is stored, and in words for a person.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use stet_text::{Language, counted};

/// Cells, sheets and pages that an entry names; of more their number is told.
const NAMED: usize = 10;

/// Entries of a source. The rest is counted.
const MOST: usize = 30;

/// Characters of a name.
const LONGEST: usize = 100;

/// What kind of thing is missing. Stored and sent under these names: they stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    ScannedPages,
    UnreadablePages,
    PoorText,
    DamagedPart,
    MissingPart,
    HiddenSheets,
    HiddenRows,
    HiddenColumns,
    HiddenSlides,
    ValuelessFormulas,
    Drawings,
    Pictures,
    Objects,
    Files,
    InsertedDocuments,
    NewerCharts,
    Comments,
    TornPicture,
    BadBytes,
    CutCharacter,
    IncludedFiles,
    EndlessMacros,
    PageSurroundings,
    /// What no entry of its own is left for.
    More,
}

impl Code {
    /// The words in Korean and English: a noun that follows “read without”. `{count:noun}` is a number with an English noun,
    /// `{places}` the places in brackets.
    const fn words(self) -> [&'static str; 2] {
        match self {
            Self::ScannedPages => [
                "스캔한 {count}쪽{places}: Tesseract(tesseract-ocr, tesseract-ocr-kor)를 설치한 뒤 다시 올리면 읽습니다",
                "{count:scanned page}{places}; install Tesseract (tesseract-ocr, tesseract-ocr-kor) and add the file again to have them read",
            ],
            Self::UnreadablePages => {
                ["읽을 수 없는 {count}쪽{places}", "{count:page}{places} that could not be read"]
            }
            Self::PoorText => [
                "{count}쪽{places}에 담긴 글. 보이는 것과 다릅니다",
                "the text kept with {count:page}{places}, which is not what is seen there",
            ],
            Self::DamagedPart => ["{name}의 손상된 부분", "what is damaged in {name}"],
            Self::MissingPart => ["목록에만 있고 파일에 없는 {name}", "{name}, which is listed but missing"],
            Self::HiddenSheets => ["숨긴 시트 {count}개{places}", "{count:hidden sheet}{places}"],
            Self::HiddenRows => ["시트 {name}의 숨긴 행 {count}개", "{count:hidden row} of the sheet {name}"],
            Self::HiddenColumns => {
                ["시트 {name}의 숨긴 열 {count}개", "{count:hidden column} of the sheet {name}"]
            }
            Self::HiddenSlides => ["숨긴 슬라이드 {count}장{places}", "{count:hidden slide}{places}"],
            Self::ValuelessFormulas => [
                "시트 {name}에서 값이 저장되지 않은 수식 {count}개{places}",
                "{count:formula} of the sheet {name} whose value the file does not keep{places}",
            ],
            Self::Drawings => ["시트 {name}의 그리기 개체 {count}개", "{count:drawing} of the sheet {name}"],
            Self::Pictures => [
                "그림 {count}개의 내용. 그림은 설명만 읽습니다",
                "the content of {count:picture}; of pictures only their descriptions are read",
            ],
            Self::Objects => ["끼워 넣은 개체 {count}개", "{count:embedded object}"],
            Self::Files => ["끼워 넣은 파일 {count}개", "{count:embedded file}"],
            Self::InsertedDocuments => ["통째로 넣은 문서 {count}개", "{count:document} inserted as a whole"],
            Self::NewerCharts => ["새로운 종류의 차트 {count}개", "{count:chart} of a newer kind"],
            Self::Comments => ["메모 {count}개", "{count:comment}"],
            Self::TornPicture => [
                "끝이 잘린 그림. 그 뒤의 글은 틀릴 수 있습니다",
                "a picture that is cut off; what stands behind it may be wrong",
            ],
            Self::BadBytes => ["{name}이 아닌 바이트", "bytes that are no {name}"],
            Self::CutCharacter => ["끝에서 잘린 글자", "the character that is cut off at the end"],
            Self::IncludedFiles => [
                "따로 둔 파일 {count}개{places}: 그 파일도 올리면 읽습니다",
                "{count:file} that it draws in{places}; add them to have them read",
            ],
            Self::EndlessMacros => ["끝없이 이어지는 매크로", "macros that go on without end"],
            Self::PageSurroundings => [
                "본문 둘레의 글 {count}단어(메뉴, 댓글, 다른 글의 목록)",
                "{count:word} around the text of the page, such as menus, comments and lists of other pages",
            ],
            Self::More => ["그 밖의 {count}가지", "{count:other thing}"],
        }
    }
}

/// One thing that a source was read without.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    pub code: Code,
    /// The part, the sheet or the encoding that is spoken of.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    /// The first cells, sheets, slides or pages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    places: Vec<String>,
    /// How many there are in all.
    #[serde(default, skip_serializing_if = "is_zero")]
    count: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "Serde asks by reference")]
const fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl LeftOut {
    /// A thing with its name.
    #[must_use]
    pub fn named(code: Code, name: &str) -> Self {
        Self { code, name: short(name), places: Vec::new(), count: 0 }
    }

    /// Things of the same kind that nobody names.
    #[must_use]
    pub fn counted(code: Code, name: &str, count: usize) -> Self {
        Self { count, ..Self::named(code, name) }
    }

    /// Things of the same kind, where they are.
    #[must_use]
    pub fn at(code: Code, name: &str, places: impl IntoIterator<Item: ToString>) -> Self {
        let mut left_out = Self::named(code, name);
        for place in places {
            if left_out.count < NAMED {
                left_out.places.push(short(&place.to_string()));
            }
            left_out.count += 1;
        }
        left_out
    }

    /// In words: a noun that follows “read without”.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let [ko, en] = self.code.words();
        let words = if language == Language::Ko { ko } else { en };
        let mut out = String::new();
        for piece in words.split('{') {
            // In front of the first brace stands none to be closed.
            let Some((what, behind)) = piece.split_once('}') else {
                out.push_str(piece);
                continue;
            };
            match what.split_once(':').unwrap_or((what, "")) {
                ("name", _) => out.push_str(&self.name),
                ("places", _) => self.places(&mut out, language),
                (_, "") => {
                    let _ = write!(out, "{}", self.count);
                }
                (_, noun) => out.push_str(&counted(self.count, noun)),
            }
            out.push_str(behind);
        }
        out
    }

    fn places(&self, out: &mut String, language: Language) {
        if self.places.is_empty() {
            return;
        }
        let more = match (self.count.saturating_sub(self.places.len()), language) {
            (0, _) => String::new(),
            (more, Language::Ko) => format!(" 외 {more}"),
            (more, Language::En) => format!(" and {more} more"),
        };
        let open = if language == Language::Ko { "(" } else { " (" };
        let _ = write!(out, "{open}{}{more})", self.places.join(", "));
    }

    /// Puts a thing at the end of a list that does not grow without bound.
    pub fn put(self, list: &mut Vec<Self>) {
        if list.len() < MOST {
            list.push(self);
        } else if let Some(more) = list.get_mut(MOST) {
            more.count += 1;
        } else {
            list.push(Self::counted(Code::More, "", 1));
        }
    }
}

/// A name from a file, on one line and of a length that can be shown.
fn short(name: &str) -> String {
    let mut shown = name.chars().map(|ch| if ch.is_control() { ' ' } else { ch });
    let mut out: String = shown.by_ref().take(LONGEST).collect();
    if shown.next().is_some() {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_told_in_both_languages() {
        let told = |left_out: &LeftOut| [Language::Ko, Language::En].map(|language| left_out.text(language));
        let cells = LeftOut::at(Code::ValuelessFormulas, "요금", (1..=12).map(|row| format!("B{row}")));
        assert_eq!(
            told(&cells),
            [
                "시트 요금에서 값이 저장되지 않은 수식 12개(B1, B2, B3, B4, B5, B6, B7, B8, B9, B10 외 2)",
                "12 formulas of the sheet 요금 whose value the file does not keep (B1, B2, B3, B4, B5, B6, B7, B8, B9, B10 and 2 more)"
            ]
        );
        assert_eq!(
            told(&LeftOut::at(Code::HiddenSheets, "", ["{name}"])),
            ["숨긴 시트 1개({name})", "1 hidden sheet ({name})"]
        );
        assert_eq!(
            told(&LeftOut::counted(Code::Pictures, "", 2)),
            [
                "그림 2개의 내용. 그림은 설명만 읽습니다",
                "the content of 2 pictures; of pictures only their descriptions are read"
            ]
        );
        assert_eq!(
            told(&LeftOut::counted(Code::InsertedDocuments, "", 1)),
            ["통째로 넣은 문서 1개", "1 document inserted as a whole"]
        );
        assert_eq!(
            told(&LeftOut::named(Code::MissingPart, "a\u{1b}[2J.xml")),
            ["목록에만 있고 파일에 없는 a [2J.xml", "a [2J.xml, which is listed but missing"]
        );
    }

    #[test]
    fn it_is_stored_by_its_name_and_what_it_speaks_of() {
        let rows = LeftOut::counted(Code::HiddenRows, "Fees", 3);
        let stored = serde_json::json!({ "code": "hidden_rows", "name": "Fees", "count": 3 });
        assert_eq!(serde_json::to_value(&rows).unwrap(), stored);
        assert_eq!(serde_json::from_value::<LeftOut>(stored).unwrap(), rows);
    }

    #[test]
    fn a_list_and_its_names_have_an_end() {
        let mut list = Vec::new();
        for _ in 0..100 {
            LeftOut::named(Code::DamagedPart, &"가".repeat(200)).put(&mut list);
        }
        assert_eq!((list.len(), list[0].name.chars().count()), (MOST + 1, LONGEST + 1));
        assert_eq!(list[MOST].text(Language::En), "70 other things");
    }
}
