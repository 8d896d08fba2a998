//! What styles and numbering definitions say: the looks of runs, the headings, and which paragraph has which number. Both
//! readers, of sources and of drafts, ask here.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::look::Look;
use crate::ExtractError;
use crate::headings::heading_level;
use crate::numbering::{Counters, LEVELS, Level};
use crate::xml::{Element, Pull};

/// Styles based on styles: more of them go round in a circle.
const MAX_BASES: usize = 32;

/// What a paragraph or a style says of its list. Each half may be said by another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// The list; `0` takes the paragraph out of every list.
    num: Option<String>,
    level: Option<usize>,
}

impl Place {
    /// Takes up one property of a paragraph.
    pub(crate) fn set(&mut self, element: &Element<'_>) {
        match element.name() {
            "numId" => self.num = element.attr("val"),
            "ilvl" => self.level = element.number("val"),
            _ => {}
        }
    }
}

#[derive(Debug, Default)]
struct Style {
    /// In lower case.
    name: String,
    /// The style that it is based on.
    base: String,
    /// Of a heading.
    level: Option<usize>,
    look: Look,
    place: Place,
}

#[derive(Default)]
struct Definition {
    levels: Vec<Level>,
    /// Levels by the style that stands at each.
    styled: HashMap<String, usize>,
    /// A style of lists in whose definition the levels are.
    link: Option<String>,
}

/// A list: whose levels it has, which of them it defines anew and where they start.
#[derive(Default)]
struct Num {
    definition: String,
    starts: HashMap<usize, u32>,
    own: Vec<(usize, Level)>,
}

/// Styles and lists by id.
#[derive(Default)]
pub(crate) struct Styles {
    by_id: HashMap<String, Style>,
    /// The style of a paragraph that names none.
    default: String,
    nums: HashMap<String, Num>,
    definitions: HashMap<String, Definition>,
}

impl Styles {
    pub(crate) fn parse(&mut self, text: &str) -> Result<(), ExtractError> {
        let mut xml = Pull::new(text);
        let mut id = String::new();
        while let Some(element) = xml.element()? {
            if element.name() == "style" {
                id = element.attr("styleId").unwrap_or_default();
                let (kind, default) = (element.attr("type"), element.attr("default"));
                if kind.as_deref() == Some("paragraph") && matches!(default.as_deref(), Some("1" | "true")) {
                    self.default.clone_from(&id);
                }
                self.by_id.insert(id.clone(), Style::default());
            }
            let Some(style) = self.by_id.get_mut(&id) else { continue };
            match element.name() {
                "name" => {
                    let name = element.attr("val").unwrap_or_default();
                    style.level = style.level.or_else(|| heading_level(&name));
                    style.name = name.to_lowercase();
                }
                "basedOn" => style.base = element.attr("val").unwrap_or_default(),
                "outlineLvl" => {
                    if let Some(level @ 0..=8) = element.number::<usize>("val") {
                        style.level = Some(level + 1);
                    }
                }
                "numId" | "ilvl" => style.place.set(&element),
                "vertAlign" | "strike" | "dstrike" | "vanish" => style.look.take(&element),
                _ => {}
            }
        }
        Ok(())
    }

    pub(crate) fn numbers(&mut self, text: &str) -> Result<(), ExtractError> {
        let mut xml = Pull::new(text);
        let (mut definition, mut num, mut at, mut over) = (String::new(), String::new(), 0, 0);
        while let Some(element) = xml.element()? {
            let value = || element.attr("val").unwrap_or_default();
            match element.name() {
                // The same in what is understood everywhere, and less exact.
                "Fallback" => xml.skip()?,
                "abstractNum" => {
                    (definition, num) = (element.attr("abstractNumId").unwrap_or_default(), String::new());
                    let levels = vec![Level { start: 1, ..Level::default() }; LEVELS];
                    self.definitions
                        .insert(definition.clone(), Definition { levels, ..Definition::default() });
                }
                "num" => num = element.attr("numId").unwrap_or_default(),
                "lvlOverride" => over = element.number::<usize>("ilvl").unwrap_or(0),
                "lvl" if num.is_empty() => at = element.number::<usize>("ilvl").unwrap_or(0),
                name if num.is_empty() => {
                    let Some(found) = self.definitions.get_mut(&definition) else { continue };
                    match name {
                        "pStyle" => drop(found.styled.insert(value(), at)),
                        "numStyleLink" => found.link = Some(value()),
                        _ => found.levels.get_mut(at).into_iter().for_each(|level| set(level, &element)),
                    }
                }
                name => {
                    let num = self.nums.entry(num.clone()).or_default();
                    match name {
                        "abstractNumId" => num.definition = value(),
                        "startOverride" => drop(num.starts.insert(over, element.number("val").unwrap_or(1))),
                        "lvl" if num.own.len() < LEVELS => {
                            num.own.push((over, Level { start: 1, ..Level::default() }));
                        }
                        _ => num.own.last_mut().into_iter().for_each(|(_, level)| set(level, &element)),
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds a style of paragraphs of another kind of file.
    pub(crate) fn put_style(&mut self, id: &str, name: &str, base: &str) {
        let (name, level) = (name.to_lowercase(), heading_level(name));
        self.by_id.insert(id.to_owned(), Style { name, base: base.to_owned(), level, ..Style::default() });
    }

    /// Adds a list of another kind of file, unless it is there: what it is counted with, its levels, and the one of them that
    /// begins anew with a number.
    pub(crate) fn put_list(
        &mut self,
        id: &str,
        counted: &str,
        levels: &[Level],
        start: Option<(usize, u32)>,
    ) {
        if self.nums.contains_key(id) {
            return;
        }
        let all = vec![Level { start: 1, ..Level::default() }; LEVELS];
        self.definitions
            .entry(counted.to_owned())
            .or_insert_with(|| Definition { levels: all, ..Definition::default() });
        let (definition, starts) = (counted.to_owned(), start.into_iter().collect());
        let own = levels.iter().cloned().enumerate().collect();
        self.nums.insert(id.to_owned(), Num { definition, starts, own });
    }

    /// A style and those that it is based on, the nearest first.
    fn chain<'s>(&'s self, id: &str) -> impl Iterator<Item = (&'s String, &'s Style)> + use<'s> {
        let first = self.by_id.get_key_value(id);
        std::iter::successors(first, |(_, style)| self.by_id.get_key_value(&style.base)).take(MAX_BASES)
    }

    /// The level of heading that a style has by its name or outline, without those that it is based on.
    pub(crate) fn level(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).and_then(|style| style.level).or_else(|| heading_level(id))
    }

    /// The name of a style in lower case.
    pub(crate) fn name(&self, id: &str) -> Cow<'_, str> {
        self.by_id.get(id).map_or_else(|| id.to_lowercase().into(), |style| Cow::from(&style.name))
    }

    /// The ids of a style and of those that it is based on, the nearest first.
    pub(crate) fn bases<'s>(&'s self, id: &'s str) -> impl Iterator<Item = &'s str> {
        std::iter::once(id).chain(self.chain(id).skip(1).map(|(id, _)| id.as_str()))
    }

    /// The look of a run in a style of characters: by what the style says, or by its name.
    pub(crate) fn look(&self, id: &str) -> Look {
        let mut look = self.by_id.get(id).map(|style| style.look).unwrap_or_default();
        let name = self.name(id);
        look.set.strong |= name == "strong" || name == "intense emphasis";
        look.set.em |= name == "emphasis";
        look.set.code |= is_code(&name);
        look
    }

    /// The list and the level of a paragraph: what it says of each itself, or else the nearest of its styles that does. Which
    /// level a style stands at is said by the list as well.
    pub(crate) fn list(&self, style: Option<&str>, own: &Place) -> Option<(String, usize)> {
        let style = style.unwrap_or(&self.default);
        let said = || self.chain(style).find_map(|(_, style)| style.place.num.as_ref());
        let num = own.num.as_ref().or_else(said).filter(|num| *num != "0")?;
        let styled = self.definition(num).map(|definition| &definition.styled);
        let by_style = || {
            self.chain(style).find_map(|(id, style)| {
                styled.and_then(|levels| levels.get(id)).copied().or(style.place.level)
            })
        };
        Some((num.clone(), own.level.or_else(by_style).unwrap_or(0)))
    }

    /// Whether the numbering of the file has such a list.
    pub(crate) fn defines(&self, list: &str) -> bool {
        self.definition(list).is_some()
    }

    /// Where the levels of a list are defined.
    fn definition(&self, num: &str) -> Option<&Definition> {
        let found = self.definitions.get(&self.nums.get(num)?.definition)?;
        let linked = found.link.as_ref().and_then(|style| {
            let num = self.by_id.get(style)?.place.num.as_ref()?;
            self.definitions.get(&self.nums.get(num)?.definition)
        });
        Some(linked.unwrap_or(found))
    }
}

/// Whether a style of characters of this name, in lower case, is that of code.
pub(crate) fn is_code(name: &str) -> bool {
    ["verbatim", "source text", "code", "teletype"].iter().any(|part| name.contains(part))
}

/// Takes up one property of a level.
fn set(level: &mut Level, element: &Element<'_>) {
    let value = || element.attr("val").unwrap_or_default();
    let on = || !matches!(value().as_str(), "0" | "false" | "off");
    match element.name() {
        "start" => level.start = element.number("val").unwrap_or(1),
        // One of the author's own tells how its row begins.
        "numFmt" => level.format = element.attr("format").unwrap_or_else(value),
        "lvlText" => level.text = value(),
        "lvlRestart" => level.restart = element.number("val"),
        "isLgl" => level.legal = on(),
        "caps" => level.capitals = on(),
        "suff" => level.glued = value() == "nothing",
        _ => {}
    }
}

/// The numbers of a text, as its paragraphs come.
#[derive(Default)]
pub(crate) struct Numbers {
    counters: Counters,
    /// Levels of lists whose own starts were taken up.
    begun: HashSet<(String, usize)>,
}

impl Numbers {
    /// Counts one paragraph on; its label, `None` for a bullet and for a list that is not defined.
    pub(crate) fn next(&mut self, styles: &Styles, (list, level): &(String, usize)) -> Option<String> {
        let (num, definition) = (styles.nums.get(list)?, styles.definition(list)?);
        // Where the levels above stand is not touched by a list that begins in the middle.
        let own = num.starts.get(level);
        if let Some(start) = own.filter(|_| self.begun.insert((list.clone(), *level))) {
            self.counters.restart(&num.definition, *level, *start);
        }
        let mut levels: Vec<&Level> = definition.levels.iter().collect();
        for (at, own) in &num.own {
            levels.get_mut(*at).into_iter().for_each(|level| *level = own);
        }
        self.counters.next(&num.definition, &levels, *level)
    }
}

#[cfg(test)]
mod tests {
    use crate::archive::packed;
    use crate::{Limits, docx, draft};

    const LISTS: &str = "<n><abstractNum abstractNumId='0'>\
        <lvl ilvl='0'><start val='1'/><numFmt val='upperRoman'/><pStyle val='Head'/><lvlText val='Article %1'/></lvl>\
        <lvl ilvl='1'><start val='1'/><numFmt val='decimal'/><isLgl/><lvlText val='%1.%2'/></lvl>\
        <lvl ilvl='2'><start val='1'/><numFmt val='lowerLetter'/><lvlText val='(%3)'/></lvl></abstractNum>\
        <abstractNum abstractNumId='1'><lvl ilvl='0'><start val='1'/><numFmt val='decimal'/><lvlText val='제%1장'/></lvl>\
        <lvl ilvl='1'><start val='1'/><numFmt val='decimal'/><lvlRestart val='0'/><pStyle val='조'/><lvlText val='제%2조'/></lvl></abstractNum>\
        <abstractNum abstractNumId='2'><numStyleLink val='목록'/></abstractNum>\
        <abstractNum abstractNumId='3'><styleLink val='목록'/><lvl ilvl='0'><start val='1'/><numFmt val='ganada'/><lvlText val='%1.'/></lvl></abstractNum>\
        <num numId='4'><abstractNumId val='0'/></num><num numId='5'><abstractNumId val='1'/></num>\
        <num numId='6'><abstractNumId val='2'/></num><num numId='7'><abstractNumId val='3'/></num>\
        <num numId='8'><abstractNumId val='0'/><lvlOverride ilvl='0'><startOverride val='7'/></lvlOverride>\
        <lvlOverride ilvl='1'><lvl ilvl='1'><start val='1'/><numFmt val='decimal'/><lvlText val='§ %2'/></lvl></lvlOverride></num></n>";

    const STYLES: &str = "<s><style type='paragraph' default='1' styleId='Normal'><name val='Normal'/></style>\
        <style type='paragraph' styleId='Head'><basedOn val='Normal'/><pPr><numPr><numId val='4'/></numPr></pPr></style>\
        <style type='paragraph' styleId='Clause'><basedOn val='Head'/><pPr><numPr><ilvl val='1'/></numPr></pPr></style>\
        <style type='paragraph' styleId='Child'><basedOn val='Clause'/></style>\
        <style type='paragraph' styleId='Plain'><basedOn val='Clause'/><pPr><numPr><numId val='0'/></numPr></pPr></style>\
        <style type='paragraph' styleId='A'><basedOn val='B'/></style><style type='paragraph' styleId='B'><basedOn val='A'/></style>\
        <style type='paragraph' styleId='장'><pPr><numPr><numId val='5'/></numPr></pPr></style>\
        <style type='paragraph' styleId='조'><basedOn val='장'/></style>\
        <style type='paragraph' styleId='조둘'><basedOn val='조'/></style>\
        <style type='numbering' styleId='목록'><pPr><numPr><numId val='7'/></numPr></pPr></style>\
        <style type='character' styleId='Gone'><rPr><strike/></rPr></style><style type='character' styleId='Kept'/></s>";

    fn document(body: &str) -> Vec<u8> {
        let body = format!("<document><body>{body}</body></document>");
        packed(&[("word/document.xml", &body), ("word/styles.xml", STYLES), ("word/numbering.xml", LISTS)])
    }

    /// A paragraph of such a style, with what it says itself before it.
    fn paragraph(style: &str, own: &str, text: &str) -> String {
        let style = if style.is_empty() { String::new() } else { format!("<pStyle val='{style}'/>") };
        format!("<p><pPr>{own}{style}</pPr><r><t>{text}</t></r></p>")
    }

    /// The lines as a source and as a draft, without the marks of headings and lists.
    fn source_and_draft(body: &str) -> (Vec<String>, Vec<String>) {
        let lines = |text: String| -> Vec<String> {
            let lines = text.lines().map(|line| line.trim_start_matches(['#', '-', ' ']).replace('\\', ""));
            lines.filter(|line| !line.is_empty()).collect()
        };
        let source = docx::extract(&document(body), &Limits::default()).unwrap();
        let blocks: Vec<&str> = source.blocks.iter().map(|block| block.text.as_str()).collect();
        let draft = draft("a.docx", &document(body), &Limits::default()).unwrap();
        (lines(blocks.join("\n")), lines(draft.text))
    }

    #[test]
    fn numbers_come_from_the_styles_that_a_style_is_based_on() {
        let level = |level: usize| format!("<numPr><ilvl val='{level}'/></numPr>");
        let off = "<numPr><numId val='0'/></numPr>";
        let list = |num: usize| format!("<numPr><numId val='{num}'/></numPr>");
        let body = [
            paragraph("Head", "", "Rent"),
            paragraph("Clause", "", "Due in May"),
            paragraph("Child", "", "A deposit"),
            paragraph("Head", &level(2), "In cash"),
            paragraph("Plain", "", "A remark"),
            paragraph("Child", off, "Another"),
            paragraph("Child", "", "No pets"),
            paragraph("Head", "", "Term"),
            paragraph("Child", "", "One year"),
            paragraph("A", "", "Round"),
            paragraph("", &level(1), "No list"),
            paragraph("장", "", "총칙"),
            paragraph("조", "", "목적"),
            paragraph("조둘", "", "정의"),
            paragraph("장", "", "회비"),
            paragraph("조둘", "", "금액"),
            paragraph("", &list(6), "하나"),
            paragraph("", &list(6), "둘"),
            paragraph("Clause", &list(8), "Own"),
            paragraph("Head", "", "Notice"),
            paragraph("", &list(8), "Apart"),
            paragraph("Clause", "", "Last"),
        ];
        let expected = [
            "Article I Rent",
            "1.1 Due in May",
            "1.2 A deposit",
            "(a) In cash",
            "A remark",
            "Another",
            "1.3 No pets",
            "Article II Term",
            "2.1 One year",
            "Round",
            "No list",
            "제1장 총칙",
            "제1조 목적",
            "제2조 정의",
            "제2장 회비",
            "제3조 금액",
            "가. 하나",
            "나. 둘",
            "§ 2 Own",
            "Article III Notice",
            "Article VII Apart",
            "7.1 Last",
        ];
        let (source, draft) = source_and_draft(&body.concat());
        assert_eq!(source, expected);
        assert_eq!(draft, expected);
    }

    #[test]
    fn the_order_of_properties_tells_nothing() {
        let own = "<numPr><ilvl val='0'/><numId val='7'/></numPr><outlineLvl val='9'/>";
        let run = |properties: &str, text: &str| format!("<r><rPr>{properties}</rPr><t>{text}</t></r>");
        let body = [
            paragraph("Clause", own, "하나"),
            format!("<p><pPr><pStyle val='Clause'/>{own}</pPr><r><t>둘</t></r></p>"),
            format!(
                "<p>{}{}{}{}</p>",
                run("<strike/><rStyle val='Kept'/>", "20 "),
                run("<rStyle val='Gone'/>", "25 "),
                run("<rStyle val='Gone'/><strike val='0'/>", "30 "),
                run("<strike val='0'/><rStyle val='Gone'/>", "euros")
            ),
        ];
        let (source, draft) = source_and_draft(&body.concat());
        assert_eq!(source, ["가. 하나", "나. 둘", "30 euros"]);
        assert_eq!(draft, ["가. 하나", "나. 둘", "~~20 25~~ 30 euros"]);
    }

    #[test]
    fn a_deleted_paragraph_is_not_counted() {
        let marked = |kind: &str, text: &str| {
            let (open, close) = (format!("<{kind} author='a' date='d'>"), format!("</{kind}>"));
            let word = if kind == "del" { "delText" } else { "t" };
            format!(
                "<p><pPr><pStyle val='Head'/><rPr>{open}{close}</rPr></pPr>{open}<r><{word}>{text}</{word}></r>{close}</p>"
            )
        };
        let body = [
            paragraph("Head", "", "Members"),
            marked("del", "Guests"),
            marked("ins", "회원"),
            "<p><pPr><rPr><del author='a' date='d'/></rPr></pPr><r><t>The hall </t></r></p>".into(),
            paragraph("Head", "", "is open"),
        ];
        let bytes = document(&body.concat());
        let (source, _) = source_and_draft(&body.concat());
        assert_eq!(source, ["Article I Members", "Article II 회원", "Article III The hall is open"]);
        let draft = draft("a.docx", &bytes, &Limits::default()).unwrap();
        assert_eq!(draft.text, "Article I Members\n\nArticle II Guests\n\nThe hall\n\nArticle III is open\n");
        assert_eq!(
            draft.proposed.as_deref(),
            Some("Article I Members\n\nArticle II 회원\n\nArticle III The hall is open\n")
        );
    }

    #[test]
    fn a_dropped_capital_begins_its_word() {
        let capital =
            |kind: &str, letter: &str| paragraph("", &format!("<framePr dropCap='{kind}'/>"), letter);
        let body = [
            capital("drop", "T") + &paragraph("", "", "he hall"),
            capital("margin", "강") + &paragraph("", "", "당은 연다"),
            capital("none", "A") + &paragraph("", "", "framed one"),
        ];
        let (source, _) = source_and_draft(&body.concat());
        assert_eq!(source, ["The hall", "강당은 연다", "A", "framed one"]);
        let draft = draft("a.docx", &document(&body.concat()), &Limits::default()).unwrap();
        assert_eq!(draft.text, "The hall\n\n강당은 연다\n\nA\n\nframed one\n");
    }

    #[test]
    fn numbers_stand_in_cells_and_boxes_and_are_no_change_of_an_end() {
        let cell = |inner: &str| format!("<tc>{inner}</tc>");
        let list = "<numPr><ins author='a' date='d'/><numId val='7'/></numPr>";
        let gone = "<rPr><del author='a' date='d'/></rPr>";
        let row = |inner: [String; 2]| format!("<tr>{}</tr>", inner.map(|text| cell(&text)).concat());
        let deleted = row([paragraph("", list, "셋"), paragraph("", list, "넷")]);
        let body = [
            paragraph("", list, "하나"),
            format!(
                "<tbl>{}{}</tbl>",
                row([
                    paragraph("", list, "둘"),
                    paragraph("", gone, "The hall ") + &paragraph("", "", "is open")
                ]),
                deleted
                    .replace("<tr>", "<tr><trPr><del author='a' date='d'/></trPr>")
                    .replace("<pPr>", &format!("<pPr>{gone}"))
            ),
            format!("<p><r><t>Box</t><txbxContent>{}</txbxContent></r></p>", paragraph("", list, "안")),
            paragraph("", list, "셋"),
        ]
        .concat();
        let source = docx::extract(&document(&body), &Limits::default()).unwrap();
        let texts: Vec<&str> = source.blocks.iter().map(|block| block.text.as_str()).collect();
        assert_eq!(
            texts,
            ["가. 하나", "| 나. 둘 | The hall is open |\n| --- | --- |", "Box", "가. 안", "다. 셋"]
        );
        let draft = draft("a.docx", &document(&body), &Limits::default()).unwrap();
        assert_eq!(
            draft.proposed.as_deref(),
            Some("가. 하나\n\n| 나. 둘 | The hall is open |\n| --- | --- |\n\nBox\n\n가. 안\n\n다. 셋\n")
        );
    }
}
