//! ODT as a draft: the same tree as that of a Word file, seen in the same way.

#[cfg(test)]
mod kept;

use stet_document::markdown;

use super::docx::{View, origins, told};
use super::imported::Imported;
use crate::odt::File;
use crate::{ExtractError, Limits};

pub(super) fn parse(bytes: &[u8], limits: &Limits) -> Result<Imported, ExtractError> {
    let mut file = File::open(bytes, limits)?;
    file.whole()?;
    let named = file.about.title.clone();
    let (reader, pieces) = file.read(true)?;
    let (pictures, tracked) = (reader.pictures, reader.tracks());
    let view = |accept| View::new(reader.tree(), &reader.notes, accept).document(&pieces);
    let refused = view(false);
    let old = markdown::write(&refused);
    let new = tracked.then(|| markdown::write(&view(true)));
    let origins = origins(&pieces, &old, new.as_ref());
    let told = told(named.or_else(|| refused.title()), &old, new, reader.marks);
    Ok(Imported { pictures, origins, ..told })
}

#[cfg(test)]
#[expect(clippy::string_slice, reason = "a test")]
mod tests {
    use super::*;
    use crate::archive::packed;

    const STYLES: &str = "<s><styles><style name='Strong_20_Emphasis' family='text'><text-properties font-weight='bold'/></style>\
        <style name='Quotations' family='paragraph'/><style name='Preformatted_20_Text' family='paragraph'/>\
        <style name='Heading_20_1' family='paragraph'><text-properties font-weight='bold'/></style>\
        <list-style name='L'><list-level-style-number level='1' num-format='1' num-suffix='.'/>\
        <list-level-style-bullet level='2'/></list-style></styles></s>";

    /// A file with such a list of changes and such a body, read as a draft.
    fn read(changes: &str, body: &str) -> Imported {
        let content = format!(
            "<d><automatic-styles><style name='T1' family='text' parent-style-name='Strong_20_Emphasis'>\
             <text-properties font-style='italic'/></style><style name='T2' family='text'>\
             <text-properties text-position='-33% 58%' text-line-through-style='none'/></style>\
             <style name='T3' family='text'><text-properties text-line-through-style='solid'/></style>\
             <style name='P1' family='paragraph' parent-style-name='Heading_20_1'>\
             <text-properties font-weight='normal'/></style><style name='P2' family='paragraph'>\
             <paragraph-properties text-align='end'/><text-properties font-weight='bold'/></style></automatic-styles>\
             <body><tracked-changes>{changes}</tracked-changes>{body}</body></d>"
        );
        let manifest =
            format!("<m><file-entry full-path='Object 1/' media-type='{}'/></m>", crate::odt::FORMULA);
        let math = "<math><semantics><mfrac><mi>a</mi><mn>2</mn></mfrac><annotation>{a} over 2</annotation></semantics></math>";
        let parts = [
            ("META-INF/manifest.xml", manifest.as_str()),
            ("Object 1/content.xml", math),
            ("styles.xml", STYLES),
            ("content.xml", &content),
        ];
        parse(&packed(&parts), &Limits::default()).unwrap()
    }

    fn p(text: &str) -> String {
        format!("<p>{text}</p>")
    }

    #[test]
    fn what_a_text_is_made_of_is_kept() {
        let item = |inner: &str| format!("<list-item>{inner}</list-item>");
        let cell =
            |style: &str, text: &str| format!("<table-cell><p style-name='{style}'>{text}</p></table-cell>");
        let body = [
            "<h outline-level='1' style-name='P1'>요금</h>".to_owned(),
            p("\n  <span style-name='T1'>Both</span> and H<span style-name='T2'>2</span>O, \
               <span style-name='T3'>gone</span> <a href='https://a.kr/'>여기</a><note note-class='endnote'><note-citation>i</note-citation>\
               <note-body><p>See  <span style-name='T1'>p</span>.</p></note-body></note> \
               <bibliography-mark identifier='kim2020'>[1]</bibliography-mark> as <frame><object href='./Object 1'/>\
               <image href='ObjectReplacements/Object 1'/><desc>formula</desc></frame>."),
            format!(
                "<list style-name='L'>{}<list-item start-value='7'>{}</list-item></list>",
                item(&(p("하나") + &p("more") + "<list>" + &item(&p("In")) + "</list>")),
                p("Seven")
            ),
            "<p style-name='Quotations'>인용</p><p style-name='Preformatted_20_Text'>let x<s c='3'/>= 1;</p>\
             <p style-name='Preformatted_20_Text'><s c='2'/>y</p>"
                .to_owned(),
            format!(
                "<table><table-row>{}{}</table-row><table-row><table-cell number-columns-spanned='2'><p>넓게</p></table-cell>\
                 <covered-table-cell/></table-row></table>",
                cell("", "a"),
                cell("P2", "b")
            ),
            p("<frame><image href='a.png'/><desc>A map</desc></frame>"),
        ];
        let found = read("", &body.concat());
        assert_eq!(
            found.text,
            "# 요금\n\n***Both*** and H<sub>2</sub>O, ~~gone~~ [여기](https://a.kr/)[^1] [@kim2020] as a/2.\n\n\
             1. 하나\n\n   more\n\n   - In\n\n7) Seven\n\n> 인용\n\n```\nlet x   = 1;\n  y\n```\n\n\
             | a | **b** |\n| --- | --: |\n| 넓게 | |\n\n![A map](a.png)\n\n[^1]: See ***p***.\n"
        );
        assert_eq!((found.pictures, found.title.as_deref()), (0, Some("요금")));
    }

    #[test]
    fn both_texts_of_changes_and_the_places_of_comments() {
        let said = "<change-info><creator>김</creator><date>2026-01-02T03:04:05</date></change-info>";
        let gone = |id: &str, what: &str| {
            format!("<changed-region id='{id}'><deletion>{said}{what}</deletion></changed-region>")
        };
        let new =
            |id: &str| format!("<changed-region id='{id}'><insertion>{said}</insertion></changed-region>");
        let changes = [
            gone("a", "<p>옛</p>"),
            new("b"),
            // Between the words of two paragraphs, as a writer makes it that has the end before what was typed.
            gone("c", "<p/><list style-name='L'><list-item><p>Two</p></list-item></list>"),
            new("d"),
            gone("e", "<h outline-level='2'>Old head</h><p/>"),
            new("f"),
        ];
        let note = |name: &str, text: &str| {
            format!(
                "<annotation {name}><creator>Lee</creator><date>2026-01-03T00:00:00Z</date><p>{text}</p><p>end</p></annotation>"
            )
        };
        let body = [
            p(&format!(
                "{}The <change change-id='a'/><change-start change-id='b'/>새<change-end change-id='b'/> fee{}{}.<annotation-end name='x'/>",
                note("name='x'", "Sure?"),
                note("name='y' parent-name='x'", "Yes"),
                note("", "Here")
            )),
            "<list style-name='L'><list-item><p>One<change change-id='c'/></p></list-item><list-item><p>Three<change-start change-id='d'/></p></list-item>\
             <list-item><p>Four<change-end change-id='d'/></p></list-item></list>"
                .to_owned(),
            p("<change change-id='e'/>Last"),
            "<table><table-row><table-cell><p>a</p></table-cell><table-cell><p>b</p></table-cell></table-row><table-row><table-cell>\
             <p><change-start change-id='f'/>c</p></table-cell><table-cell><p>d<change-end change-id='f'/></p></table-cell></table-row></table>"
                .to_owned(),
        ];
        let found = read(&changes.concat(), &body.concat());
        let table = "| a | b |\n| --- | --- |\n";
        assert_eq!(
            found.text,
            format!("The 옛 fee.\n\n1. One\n2. Two\n3. Three\n\n## Old head\n\nLast\n\n{table}")
        );
        assert_eq!(
            found.proposed.unwrap(),
            format!("The 새 fee.\n\n1. One\n2. Three\n3. Four\n\nLast\n\n{table}| c | d |\n")
        );
        let [change] = &found.changes[..] else { panic!("one author at one time") };
        assert_eq!((change.author.as_str(), change.at.as_str()), ("김", "2026-01-02T03:04:05Z"));
        let words: Vec<&str> = change.before.iter().map(|range| &found.text[range.clone()]).collect();
        assert_eq!(words, ["옛", "Two", "Old head"]);
        let comments: Vec<_> = found
            .comments
            .iter()
            .map(|comment| (comment.text.as_str(), &found.text[comment.range.clone()]))
            .collect();
        assert_eq!(comments, [("Sure?\nend", "The 옛 fee."), ("Yes\nend", "."), ("Here\nend", "")]);
    }

    #[test]
    fn bad_files_say_why() {
        let content = "<d><p>Open.</p></d>";
        let locked = "<m><encryption-data/></m>";
        let open = |parts: &[(&str, &str)]| parse(&packed(parts), &Limits::default()).unwrap_err();
        assert_eq!(
            open(&[("META-INF/manifest.xml", locked), ("content.xml", content)]),
            ExtractError::Encrypted
        );
        assert!(matches!(open(&[("content.xml", "<d><p>Open.")]), ExtractError::Corrupt { .. }));
        assert!(matches!(
            open(&[("content.xml", content), ("styles.xml", "<s>")]),
            ExtractError::Corrupt { .. }
        ));
        let small = Limits { unpacked_bytes: 10, ..Limits::default() };
        let found = parse(&packed(&[("content.xml", content)]), &small);
        assert!(matches!(found, Err(ExtractError::ArchiveBomb { .. })));
    }
}
