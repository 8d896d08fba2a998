//! Stretches of one look: the words as ODT has them, and the styles that they need.

use crate::Look;
use crate::html::escape;

/// Words, each blank that would be taken for none as an element. `blank`: whether the next one would.
pub(super) fn words(text: &str, blank: &mut bool) -> String {
    let mut out = String::new();
    let mut from = 0;
    for (at, ch) in text.char_indices() {
        let mark = match ch {
            ' ' if *blank => "<text:s/>",
            '\t' => "<text:tab/>",
            _ => "",
        };
        *blank = matches!(ch, ' ' | '\t');
        if !mark.is_empty() {
            out.push_str(&escape(text.get(from..at).unwrap_or_default()));
            out.push_str(mark);
            from = at + 1;
        }
    }
    out + &escape(text.get(from..).unwrap_or_default())
}

/// The number of the style of a look; 0 for none.
pub(super) fn number(look: Look) -> u8 {
    let all = [look.strong, look.em, look.strike, look.code, look.raised, look.lowered];
    all.iter().rev().fold(0, |number, on| number * 2 + u8::from(*on))
}

/// The style of such a number.
pub(super) fn style(number: u8) -> String {
    let set = |element: &str, value: &str| {
        let each = |script: &str| format!(" {element}{script}=\"{value}\"");
        let asian = element.replace("fo:", "style:");
        format!(
            " {element}=\"{value}\"{}",
            ["-asian", "-complex"].map(|script| each(script).replace(element, &asian)).concat()
        )
    };
    let properties = [
        set("fo:font-weight", "bold"),
        set("fo:font-style", "italic"),
        " style:text-line-through-style=\"solid\" style:text-line-through-type=\"single\"".to_owned(),
        String::new(),
        " style:text-position=\"super 58%\"".to_owned(),
        " style:text-position=\"sub 58%\"".to_owned(),
    ];
    let on = |at: &usize| number >> at & 1 == 1;
    let all: String =
        properties.iter().enumerate().filter(|(at, _)| on(at)).map(|(_, set)| set.as_str()).collect();
    let parent = if on(&3) { " style:parent-style-name=\"Source_20_Text\"" } else { "" };
    format!(
        "<style:style style:name=\"T{number}\" style:family=\"text\"{parent}><style:text-properties{all}/></style:style>"
    )
}
