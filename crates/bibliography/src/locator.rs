//! The place in a work that a citation names: `p. 3`, `pp. 3–5 and more`, `12쪽`, `제2장`.

use hayagriva::citationberg::taxonomy::Locator;

/// What stands behind a key: a place, and the words behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) locator: Option<(Locator, String)>,
    pub(crate) rest: String,
}

/// Words before a number, the longer ones first.
const BEFORE: &[(&str, Locator)] = &[
    ("pages", Locator::Page),
    ("page", Locator::Page),
    ("pp.", Locator::Page),
    ("p.", Locator::Page),
    ("chapters", Locator::Chapter),
    ("chapter", Locator::Chapter),
    ("chaps.", Locator::Chapter),
    ("chap.", Locator::Chapter),
    ("ch.", Locator::Chapter),
    ("sections", Locator::Section),
    ("section", Locator::Section),
    ("secs.", Locator::Section),
    ("sec.", Locator::Section),
    ("§§", Locator::Section),
    ("§", Locator::Section),
    ("volumes", Locator::Volume),
    ("volume", Locator::Volume),
    ("vols.", Locator::Volume),
    ("vol.", Locator::Volume),
    ("figures", Locator::Figure),
    ("figure", Locator::Figure),
    ("figs.", Locator::Figure),
    ("fig.", Locator::Figure),
    ("tables", Locator::Table),
    ("table", Locator::Table),
    ("paragraphs", Locator::Paragraph),
    ("paragraph", Locator::Paragraph),
    ("paras.", Locator::Paragraph),
    ("para.", Locator::Paragraph),
    ("¶", Locator::Paragraph),
    ("lines", Locator::Line),
    ("line", Locator::Line),
    ("notes", Locator::Note),
    ("note", Locator::Note),
    ("nos.", Locator::Issue),
    ("no.", Locator::Issue),
    ("parts", Locator::Part),
    ("part", Locator::Part),
    ("pt.", Locator::Part),
    ("verses", Locator::Verse),
    ("verse", Locator::Verse),
    ("그림", Locator::Figure),
    ("표", Locator::Table),
];

/// Words behind a number.
const BEHIND: &[(&str, Locator)] = &[
    ("쪽", Locator::Page),
    ("페이지", Locator::Page),
    ("면", Locator::Page),
    ("장", Locator::Chapter),
    ("절", Locator::Section),
    ("권", Locator::Volume),
    ("호", Locator::Issue),
    ("행", Locator::Line),
    ("항", Locator::Paragraph),
    ("부", Locator::Part),
];

/// Reads what stands behind a key.
pub(crate) fn place(text: &str) -> Place {
    let text = text.trim();
    let lower = text.to_lowercase();
    let named = BEFORE.iter().find_map(|(word, locator)| {
        let rest = text.get(word.len()..).filter(|_| lower.starts_with(word))?;
        let (number, rest) = number(rest)?;
        Some(found(*locator, number, rest))
    });
    named.or_else(|| counted(text)).unwrap_or_else(|| Place { locator: None, rest: text.to_owned() })
}

/// `12쪽`, `제2장`, and a number alone, which is a page.
fn counted(text: &str) -> Option<Place> {
    let (number, rest) = number(text.strip_prefix('제').unwrap_or(text))?;
    let behind = rest.trim_start();
    let unit = BEHIND.iter().find_map(|(word, locator)| Some((behind.strip_prefix(word)?, *locator)));
    match unit {
        Some((rest, locator)) => Some(found(locator, number, rest)),
        None if !text.starts_with('제') && !rest.starts_with(char::is_alphanumeric) => {
            Some(found(Locator::Page, number, rest))
        }
        None => None,
    }
}

fn found(locator: Locator, number: String, rest: &str) -> Place {
    // A comma between the place and what follows is the writer's own.
    Place { locator: Some((locator, number)), rest: rest.trim_end().to_owned() }
}

/// A number, a range or a row of them, as styles read them: with hyphens. And what stands behind.
fn number(text: &str) -> Option<(String, &str)> {
    let text = text.trim_start();
    let part = |ch: char| {
        ch.is_ascii_digit()
            || matches!(
                ch,
                '-' | '–' | '—' | '~' | '∼' | ',' | ' ' | '.' | 'i' | 'v' | 'x' | 'l' | 'c' | 'I' | 'V' | 'X'
            )
    };
    let run = text.find(|ch| !part(ch)).unwrap_or(text.len());
    let run = text.get(..run)?;
    // A letter behind it is a part of another word, or of the number: `12a`.
    let end = run.rfind(|ch: char| ch.is_ascii_alphanumeric())? + 1;
    let mut end = end;
    let next = text.get(end..)?.chars().next();
    if next.is_some_and(|ch| ch.is_ascii_alphabetic()) {
        let suffixed = text.get(end + 1..).is_none_or(|rest| !rest.starts_with(char::is_alphanumeric))
            && run.get(..end)?.ends_with(|ch: char| ch.is_ascii_digit());
        if suffixed {
            end += 1;
        } else {
            end = run.get(..end)?.rfind([' ', ','])?;
            end = run.get(..end)?.trim_end_matches([' ', ',']).len();
        }
    }
    let said = text.get(..end)?;
    if !said.starts_with(|ch: char| ch.is_ascii_alphanumeric())
        || said.starts_with('c') && !said.contains(|ch: char| ch.is_ascii_digit())
    {
        return None;
    }
    let plain = said.replace(['–', '—', '~', '∼'], "-").replace("--", "-");
    Some((plain, text.get(end..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_told_from_words() {
        for (text, locator, rest) in [
            ("p. 3", Some((Locator::Page, "3")), ""),
            ("pp. 3–5", Some((Locator::Page, "3-5")), ""),
            ("pp. 3--5, 9 and elsewhere", Some((Locator::Page, "3-5, 9")), " and elsewhere"),
            ("12쪽", Some((Locator::Page, "12")), ""),
            ("12~15쪽 참조", Some((Locator::Page, "12-15")), " 참조"),
            ("제2장", Some((Locator::Chapter, "2")), ""),
            ("ch. 4", Some((Locator::Chapter, "4")), ""),
            ("§ 7", Some((Locator::Section, "7")), ""),
            ("p. xii", Some((Locator::Page, "xii")), ""),
            ("p. 12a", Some((Locator::Page, "12a")), ""),
            ("33", Some((Locator::Page, "33")), ""),
            ("33, emphasis added", Some((Locator::Page, "33")), ", emphasis added"),
            ("emphasis added", None, "emphasis added"),
            ("참조", None, "참조"),
            ("3rd floor", None, "3rd floor"),
            ("", None, ""),
        ] {
            let place = place(text);
            let told = place.locator.as_ref().map(|(kind, number)| (*kind, number.as_str()));
            assert_eq!((told, place.rest.as_str()), (locator, rest), "{text}");
        }
    }
}
