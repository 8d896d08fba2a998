//! Faults of a format, as the reader of JSON or of a query reports them, in the words of the two languages.
//!
//! The readers say them in English only, and in words made for programmers. Owns taking such a message apart (which
//! field, which line, what is wrong) and saying it so that it can be mended; what is not known is quoted.

use stet_text::is_closed;

/// Where the input stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    Body,
    Query,
    /// A frame of a WebSocket.
    Frame,
    /// The `body` of such a frame.
    Extras,
}

impl Origin {
    /// What is named as the field when no field is to blame.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Body | Self::Extras => "body",
            Self::Query => "query",
            Self::Frame => "frame",
        }
    }
}

/// One fault of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    /// The way to the field: `messages[0].role`.
    pub field: Option<String>,
    /// Line and character in it, from 1.
    pub at: Option<(usize, usize)>,
    /// What the reader says.
    what: String,
}

/// What axum writes before the words of the reader.
const LEADS: [&str; 3] = [
    "Failed to deserialize the JSON body into the target type: ",
    "Failed to parse the request body as JSON: ",
    "Failed to deserialize query string: ",
];

impl Fault {
    /// The fault that a rejection tells of the input `bytes`.
    pub fn parse(told: &str, bytes: &[u8]) -> Self {
        let told = LEADS.iter().find_map(|lead| told.strip_prefix(lead)).unwrap_or(told);
        let (what, at) = placed(told);
        let path = what.split_once(": ").filter(|(path, _)| is_path(path));
        let (path, what) = path.map_or((None, what), |(path, what)| (Some(path), what));
        // The field that is missing, or that nobody knows, is none of those on the way to it.
        let named = ["missing field `", "unknown field `", "duplicate field `"]
            .iter()
            .find_map(|lead| what.strip_prefix(lead)?.split('`').next());
        let field = match (path, named) {
            (Some(path), Some(name)) if path != name && !path.ends_with(&format!(".{name}")) => {
                Some(format!("{path}.{name}"))
            }
            (Some(path), _) => Some(path.to_owned()),
            (None, named) => named.map(str::to_owned),
        };
        Self { field, at: at.map(|at| in_characters(at, bytes)), what: what.to_owned() }
    }

    /// A list in the place of an object, which the reader would take for its fields in their order.
    pub fn list() -> Self {
        Self { field: None, at: None, what: "invalid type: sequence, expected a map".to_owned() }
    }

    /// What is wrong, where, and how to mend it: Korean, English.
    pub fn words(&self, origin: Origin) -> (String, String) {
        let (mut ko, mut en) = match origin {
            Origin::Body => ("요청 본문".to_owned(), "The request body".to_owned()),
            Origin::Query => ("주소의 물음표 뒤".to_owned(), "The query of the address".to_owned()),
            Origin::Frame => ("프레임".to_owned(), "The frame".to_owned()),
            Origin::Extras => ("프레임의 body".to_owned(), "The body of the frame".to_owned()),
        };
        if let Some((line, column)) = self.at {
            ko = format!("{ko} {line}번째 줄 {column}번째 글자");
            en = format!("{en}, line {line}, character {column}");
        }
        if let Some(field) = &self.field {
            ko = format!("{ko}의 {field}");
            en = format!("{en}, {field}");
        }
        let (wrong_ko, wrong_en) = wrong(&self.what);
        (format!("{ko}: {wrong_ko}"), format!("{en}: {wrong_en}"))
    }
}

/// The message without ` at line 1 column 2`, and the place.
fn placed(told: &str) -> (&str, Option<(usize, usize)>) {
    let place = told.rsplit_once(" at line ").and_then(|(what, place)| {
        let (line, column) = place.split_once(" column ")?;
        Some((what, (line.parse().ok()?, column.parse().ok()?)))
    });
    place.map_or((told, None), |(what, at)| (what, Some(at)))
}

/// `messages[0].role`: no word of a sentence.
fn is_path(text: &str) -> bool {
    !text.is_empty() && !text.contains([' ', '`', '"'])
}

/// The readers count bytes; people count characters.
fn in_characters((line, column): (usize, usize), bytes: &[u8]) -> (usize, usize) {
    let text = bytes.split(|byte| *byte == b'\n').nth(line.saturating_sub(1)).unwrap_or_default();
    let before = text.get(..column.min(text.len())).unwrap_or_default();
    let column = String::from_utf8_lossy(before).chars().count();
    (line, column.max(1))
}

/// Faults of which the message says all, by its beginning.
const SAID: [(&str, &str, &str); 23] = [
    (
        "EOF while parsing",
        "끝나기 전에 끊겼습니다. 닫는 괄호나 따옴표가 빠지지 않았는지 확인해 주세요.",
        "it ends too early; look for a closing bracket or quotation mark that is missing.",
    ),
    (
        "expected value",
        "값이 있어야 할 자리입니다. 문자열은 큰따옴표로 묶고, JSON이 맞는지 확인해 주세요.",
        "a value is expected here; put strings in double quotation marks, and check that this is JSON.",
    ),
    (
        "expected ident",
        "값이 있어야 할 자리입니다. true, false, null은 그대로 적고 문자열은 큰따옴표로 묶어 주세요.",
        "a value is expected here; write true, false or null as they are, and strings in double quotation marks.",
    ),
    ("expected `,` or `}`", "쉼표나 닫는 중괄호가 빠졌습니다.", "a comma or a closing brace is missing."),
    ("expected `,` or `]`", "쉼표나 닫는 대괄호가 빠졌습니다.", "a comma or a closing bracket is missing."),
    ("expected `:`", "이름 뒤에 쌍점이 빠졌습니다.", "a colon is missing behind the name."),
    ("key must be a string", "이름을 큰따옴표로 묶어 주세요.", "put the name in double quotation marks."),
    ("trailing comma", "마지막 값 뒤의 쉼표를 지워 주세요.", "remove the comma behind the last value."),
    (
        "trailing characters",
        "JSON이 끝난 뒤에 다른 글자가 있습니다. 지워 주세요.",
        "there is more behind the end of the JSON; remove it.",
    ),
    ("invalid number", "수를 잘못 적었습니다.", "this is no number of JSON."),
    ("number out of range", "수가 너무 큽니다.", "the number is too large."),
    ("number too large", "수가 너무 큽니다.", "the number is too large."),
    ("number too small", "수가 너무 작습니다.", "the number is too small."),
    ("invalid digit found", "수가 아닙니다. 정수를 적어 주세요.", "this is no number; write a whole one."),
    ("invalid float", "수가 아닙니다.", "this is no number."),
    ("cannot parse integer", "수가 비어 있습니다.", "the number is empty."),
    ("provided string was not `true` or `false`", "true나 false를 적어 주세요.", "write true or false."),
    (
        "invalid escape",
        "역슬래시 뒤에 올 수 없는 글자입니다. 역슬래시 자체는 \\\\로 적어 주세요.",
        "this cannot stand behind a backslash; write \\\\ for a backslash itself.",
    ),
    (
        "control character",
        "문자열 안의 줄바꿈은 \\n으로, 탭은 \\t로 적어 주세요.",
        "write a line break in a string as \\n and a tab as \\t.",
    ),
    (
        "lone leading surrogate",
        "\\u로 적은 글자가 반쪽입니다. 두 개를 이어 적어 주세요.",
        "half of a character written as \\u is missing.",
    ),
    (
        "unexpected end of hex escape",
        "\\u로 적은 글자가 반쪽이거나 네 자리가 아닙니다. 빠진 자리나 나머지 반쪽을 이어 적어 주세요.",
        "a character written as \\u lacks digits or its other half; add them.",
    ),
    ("recursion limit", "너무 깊이 겹쳐 있습니다.", "it is nested too deeply."),
    ("invalid unicode", "UTF-8이 아닌 글자가 있습니다.", "there are bytes that are no UTF-8."),
];

/// What is wrong and how to mend it, without the place: Korean, English.
#[must_use]
pub fn wrong(what: &str) -> (String, String) {
    let (what, _) = placed(what);
    if let Some((_, ko, en)) = SAID.iter().find(|(lead, ..)| what.starts_with(lead)) {
        return ((*ko).to_owned(), (*en).to_owned());
    }
    let quoted = |lead: &str| what.strip_prefix(lead)?.split_once('`');
    if let Some((name, _)) = quoted("missing field `") {
        return (format!("{name}이(가) 없습니다. 넣어 주세요."), format!("{name} is missing; add it."));
    }
    if let Some((name, rest)) = quoted("unknown field `") {
        let known = names(rest);
        return (
            format!("{name}(이)라는 항목은 없습니다. 쓸 수 있는 항목: {known}."),
            format!("there is no field {name}; the fields are {known}."),
        );
    }
    if let Some((name, rest)) = quoted("unknown variant `") {
        let known = names(rest);
        return (
            format!("“{name}”은(는) 쓸 수 없는 값입니다. 쓸 수 있는 값: {known}."),
            format!("“{name}” is none of the values; they are {known}."),
        );
    }
    if let Some((name, _)) = quoted("duplicate field `") {
        return (
            format!("{name}이(가) 두 번 있습니다. 하나만 남겨 주세요."),
            format!("{name} is there twice; leave one of them."),
        );
    }
    for lead in ["invalid type: ", "invalid value: "] {
        if let Some((got, wanted)) = what.strip_prefix(lead).and_then(|rest| rest.rsplit_once(", expected "))
        {
            let ((got_ko, got_en), (wanted_ko, wanted_en)) = (given(got), expected(wanted));
            return (
                format!("{} 적어 주세요. 지금은 {got_ko}입니다.", object(&wanted_ko)),
                format!("{wanted_en} is expected, and this is {got_en}."),
            );
        }
    }
    if let Some((count, wanted)) =
        what.strip_prefix("invalid length ").and_then(|rest| rest.split_once(", expected "))
    {
        // A list in the place of an object: how long it is matters to nobody.
        if wanted.starts_with("struct ") {
            return wrong(&Fault::list().what);
        }
        let (wanted_ko, wanted_en) = expected(wanted);
        return (
            format!("개수가 {count}개입니다. {} 적어 주세요.", object(&wanted_ko)),
            format!("there are {count} of them; {wanted_en} is expected."),
        );
    }
    if what.starts_with("UUID parsing failed") {
        return (
            "식별자(UUID)가 아닙니다. 목록에서 받은 id를 그대로 적어 주세요.".to_owned(),
            "this is no UUID; use an id as a list gives it.".to_owned(),
        );
    }
    if what.starts_with("data did not match any variant") {
        return (
            "값의 모양이 맞지 않습니다. 설명서(/docs)의 꼴대로 적어 주세요.".to_owned(),
            "the value has none of the shapes that are accepted; see /docs.".to_owned(),
        );
    }
    (format!("읽을 수 없습니다({what})."), format!("{what}."))
}

/// A word with the particle of an object.
fn object(word: &str) -> String {
    let closed = word.chars().next_back().and_then(is_closed).unwrap_or_default();
    format!("{word}{}", if closed { '을' } else { '를' })
}

/// The names that a message lists, each between grave accents.
fn names(rest: &str) -> String {
    let names: Vec<&str> = rest.split('`').skip(1).step_by(2).collect();
    if names.is_empty() { "—".to_owned() } else { names.join(", ") }
}

/// What was given: a kind, and for some kinds the value in quotation marks or grave accents.
fn given(got: &str) -> (String, String) {
    let (kind, value) = got.split_once(' ').unwrap_or((got, ""));
    let value: String = value.trim_matches('`').chars().take(60).collect();
    let (ko, en) = match kind {
        "string" => ("문자열", "the string"),
        "integer" => ("정수", "the number"),
        "floating" => ("수", "the number"),
        "boolean" => ("참거짓값", "the truth value"),
        "null" => return ("null".to_owned(), "null".to_owned()),
        "map" => return ("객체".to_owned(), "an object".to_owned()),
        "sequence" => return ("배열".to_owned(), "an array".to_owned()),
        _ => return (got.to_owned(), got.to_owned()),
    };
    let value = value.strip_prefix("point `").unwrap_or(&value);
    (format!("{ko} {value}"), format!("{en} {value}"))
}

/// How the bounds of a number begin: `a whole number from 0 to 9`.
pub const BETWEEN: &str = "a whole number from ";

/// What an item of the context of a verification may be.
pub const CONTEXT_ITEM: &str = "a text, or an object with its text in `content`";

/// What was expected: `a string`, `u32`, `struct Body`.
fn expected(wanted: &str) -> (String, String) {
    let said = |ko: &str, en: &str| (ko.to_owned(), en.to_owned());
    match wanted {
        "a string" | "a borrowed string" | "string or map" | "map with a single key" | "a character" => {
            said("문자열", "a string")
        }
        "u16" => said("0에서 65535 사이의 정수", "a whole number from 0 to 65535"),
        "u8" | "u32" | "u64" | "usize" => said("0 이상의 정수", "a whole number from 0 on"),
        "i8" | "i16" | "i32" | "i64" | "isize" => said("정수", "a whole number"),
        "f32" | "f64" => said("수", "a number"),
        "a boolean" => said("true나 false", "true or false"),
        "a sequence" => said("배열", "an array"),
        "a map" => said("객체", "an object"),
        "a formatted UUID string" | "a UUID" => said("식별자(UUID)", "a UUID"),
        CONTEXT_ITEM => said("글, 또는 글을 content에 담은 객체", CONTEXT_ITEM),
        "null" | "unit" => said("null", "null"),
        other if other.starts_with(BETWEEN) => {
            let bounds = other.trim_start_matches(BETWEEN).replace(" to ", "에서 ");
            (format!("{bounds} 사이의 정수"), other.to_owned())
        }
        other if other.starts_with("struct ") || other.starts_with("internally tagged enum ") => {
            said("객체", "an object")
        }
        other if other.starts_with("enum ") => said("정해진 값 가운데 하나", "one of the known values"),
        other => said(other, other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Body {
        name: String,
        #[serde(default)]
        count: u32,
        #[serde(default)]
        list: Vec<Item>,
    }

    #[derive(Debug, Deserialize)]
    #[allow(dead_code)]
    struct Item {
        kind: Kind,
        #[serde(default)]
        on: bool,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        First,
        Second,
    }

    fn told(body: &str) -> (Option<String>, Option<(usize, usize)>, String, String) {
        let rejection = axum::Json::<Body>::from_bytes(body.as_bytes()).unwrap_err();
        let fault = Fault::parse(&rejection.body_text(), body.as_bytes());
        let (ko, en) = fault.words(Origin::Body);
        (fault.field, fault.at, ko, en)
    }

    #[test]
    fn a_fault_says_where_and_how_to_mend_it() {
        for (body, field, at, korean, english) in [
            ("", None, Some((1, 1)), "끊겼습니다", "ends too early"),
            ("{\"name\": ", Some("name"), Some((1, 9)), "끊겼습니다", "ends too early"),
            ("{\n\"name\": \"가나\",\n}", None, Some((3, 1)), "쉼표를 지워", "remove the comma"),
            ("{name: 1}", None, Some((1, 2)), "큰따옴표", "double quotation marks"),
            ("{\"name\": \"가나다\" \"count\"}", None, Some((1, 16)), "쉼표나", "comma"),
            ("{\"name\": \"a\"} b", None, Some((1, 15)), "끝난 뒤", "behind the end"),
            ("{}", Some("name"), Some((1, 2)), "name이(가) 없습니다", "name is missing"),
            (
                "{\"name\": 3}",
                Some("name"),
                Some((1, 10)),
                "문자열을 적어 주세요. 지금은 정수 3입니다",
                "a string is expected, and this is the number 3",
            ),
            ("{\"name\": null}", Some("name"), Some((1, 13)), "지금은 null", "this is null"),
            ("{\"name\": \"가\", \"count\": -1}", Some("count"), Some((1, 25)), "0 이상의 정수", "from 0 on"),
            ("{\"name\": \"a\", \"count\": 1.5}", Some("count"), Some((1, 26)), "수 1.5", "the number 1.5"),
            (
                "{\"name\": \"a\", \"nmae\": 1}",
                Some("nmae"),
                Some((1, 20)),
                "쓸 수 있는 항목: name, count, list",
                "the fields are name, count, list",
            ),
            (
                "{\"name\": \"a\", \"list\": [{}]}",
                Some("list[0].kind"),
                Some((1, 25)),
                "kind이(가) 없습니다",
                "kind is missing",
            ),
            (
                "{\"name\": \"a\", \"list\": [{\"kind\": \"third\"}]}",
                Some("list[0].kind"),
                Some((1, 39)),
                "쓸 수 있는 값: first, second",
                "they are first, second",
            ),
            (
                "{\"name\": \"a\", \"list\": {}}",
                Some("list"),
                Some((1, 22)),
                "배열을 적어",
                "an array is expected, and this is an object",
            ),
            (
                "{\"name\": \"a\", \"list\": [{\"kind\": \"first\", \"on\": \"네\"}]}",
                Some("list[0].on"),
                Some((1, 50)),
                "true나 false",
                "true or false",
            ),
            ("{\"name\": \"a\", \"name\": \"b\"}", Some("name"), Some((1, 20)), "두 번", "twice"),
            (
                "{\"name\": \"a\", \"list\": [[]]}",
                Some("list[0]"),
                Some((1, 25)),
                "지금은 배열입니다",
                "an object is expected, and this is an array",
            ),
            ("[1]", Some("[0]"), Some((1, 2)), "문자열을 적어", "a string"),
            ("{\"name\": \"a\nb\"}", Some("name"), Some((2, 1)), "\\n으로", "as \\n"),
        ] {
            let (got_field, got_at, ko, en) = told(body);
            assert_eq!((got_field.as_deref(), got_at), (field, at), "{body}: {ko} {en}");
            assert!(ko.contains(korean), "{body}: {ko}");
            assert!(en.contains(english), "{body}: {en}");
        }
    }

    #[test]
    fn a_query_has_no_lines() {
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Page {
            #[allow(dead_code)]
            limit: Option<u32>,
        }
        for (query, field, korean) in
            [("limit=x", Some("limit"), "정수를 적어"), ("limt=1", Some("limt"), "쓸 수 있는 항목: limit")]
        {
            let uri = format!("http://a.b/c?{query}").parse().unwrap();
            let rejection = axum::extract::Query::<Page>::try_from_uri(&uri).unwrap_err();
            let fault = Fault::parse(&rejection.body_text(), &[]);
            let (ko, en) = fault.words(Origin::Query);
            assert_eq!((fault.field.as_deref(), fault.at), (field, None), "{ko} {en}");
            assert!(ko.contains(korean) && ko.starts_with("주소의 물음표 뒤"), "{ko}");
        }
    }
}
