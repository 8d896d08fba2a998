"""Files made on the spot by whatever program is there: one source with every feature, and what each file has to say."""

import json
import re
import shutil
import sys
import tempfile

from .others import cells_of, office, run, sheets

TITLE, HEAD, FOOT = "Rules of the Harbour Hall 항구회관 규칙", "Harbour Society reference HS-4471", "Quay seven, filed by Anna Berg"
NOTE, BOX, SPEAKER = "Pupils pay thirty euros.", "The boathouse in the box is closed in May.", "The speaker waits for questions."
FEES = [["Room", "Summer fee", "Winter fee"], ["Garage", "90", "150"], ["강당", "110", "210"], ["Gym", "120", "230"]]
LIST = [("1.", "The hall opens at nine.", ["Members may enter at eight.", "회원은 여덟 시에 들어온다."]),
        ("2.", "Dogs stay outside.", []), ("3.", "Keys return on Sunday.", ["The warden counts them."])]
OPENING, BEFORE, FEE = "Opening hours", "김서윤 관장이 열쇠를 맡는다.", "The fee of the hall is 45 euros"
CHART = "Fees of the rooms in euros"
LAST = "The last page names the warden, Jonas Weber."


def expect(box=(), heads=(), notes=(), pages=None, letters="ab", marks=True, fees=FEES):
    """What a file says, in order; the numbers of the list stand before its lines."""
    lines = [TITLE, OPENING, BEFORE, *box, FEE, *notes]
    for mark, line, under in LIST:
        lines += [f"{mark} {line}" if marks else line, *(f"{letter}) {inner}" if marks else inner for letter, inner in zip(letters, under))]
    lines += ["Fees", *(cell for row in fees for cell in row), LAST]
    return {"text": "\n".join(lines), "heads": list(heads), "notes": list(notes), "tables": [fees], "pages": pages}


def markdown():
    list_ = ""
    for mark, line, under in LIST:
        list_ += f"{mark} {line}\n" + "".join(f"    {letter}) {inner}\n" for letter, inner in zip("ab", under))
    rows = "\n".join("| " + " | ".join(row) + " |" + ("\n|---|--:|--:|" if row is FEES[0] else "") for row in FEES)
    return f"# {TITLE}\n\n## {OPENING}\n\n{BEFORE}\n\n{FEE}[^a].\n\n{list_}\n## Fees\n\n{rows}\n\n{LAST}\n\n[^a]: {NOTE}\n"


def page():
    def items(lines):
        inner = [f"<ol type=a>{items([(one, []) for one in under])}</ol>" if under else "" for _, under in lines]
        return "".join(f"<li>{line}{more}</li>" for (line, _), more in zip(lines, inner))
    rows = "".join("<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in row) + "</tr>" for row, tag in zip(FEES, ["th"] + ["td"] * 9))
    return (f"<!doctype html><meta charset=utf-8><title>{TITLE}</title><style>.box{{position:absolute;right:0;width:9em}} td,th{{padding:0 .5em}}</style>"
            f"<h1>{TITLE}</h1><h2>{OPENING}</h2><p>{BEFORE}</p><p>{FEE}.</p><ol>{items([one[1:] for one in LIST])}</ol>"
            f"<div class=box>{BOX}</div><h2>Fees</h2><table>{rows}</table><p style='break-before:page'>{LAST}</p>")


def flat():
    """The source of what LibreOffice makes, as flat ODT: heads with the number of the page, a note, a box, a numbered list."""
    def p(text, style="Standard"):
        return f'<text:p text:style-name="{style}">{text}</text:p>'

    def h(level, text):
        return f'<text:h text:outline-level="{level}">{text}</text:h>'

    def items(lines):
        under = [f"<text:list>{items([(one, []) for one in more])}</text:list>" if more else "" for _, more in lines]
        return "".join(f"<text:list-item>{p(line)}{more}</text:list-item>" for (line, _), more in zip(lines, under))
    row, *rows = ("".join(f'<table:table-cell office:value-type="string">{p(cell)}</table:table-cell>' for cell in row) for row in FEES)
    note = f'<text:note text:id="n" text:note-class="footnote"><text:note-body>{p(NOTE, "Note")}</text:note-body></text:note>'
    frame = '<draw:frame draw:style-name="B" text:anchor-type="paragraph" svg:width="9cm">'
    box = f"{frame}<draw:text-box>{p(BOX)}</draw:text-box></draw:frame>"
    levels = "".join(
        f'<text:list-level-style-number text:level="{at}" style:num-format="{form}" style:num-suffix="{end}">'
        f'<style:list-level-properties text:space-before="{at}cm" text:min-label-width="1cm"/></text:list-level-style-number>'
        for at, form, end in ((1, "1", "."), (2, "a", ")")))
    spaces = dict(office="office", style="style", text="text", table="table", draw="drawing", fo="xsl-fo-compatible", svg="svg-compatible")
    names = " ".join(f'xmlns:{key}="urn:oasis:names:tc:opendocument:xmlns:{value}:1.0"' for key, value in spaces.items())
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document {names} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">
<office:styles><style:style style:name="Standard" style:family="paragraph"/></office:styles>
<office:automatic-styles>
<style:style style:name="Next" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/></style:style>
<style:style style:name="Note" style:family="paragraph"><style:paragraph-properties fo:margin-left="6mm" fo:text-indent="-6mm"/></style:style>
<style:style style:name="B" style:family="graphic"><style:graphic-properties style:wrap="none"/></style:style>
<text:list-style style:name="L">{levels}</text:list-style>
<style:page-layout style:name="P"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm"/>
<style:header-style/><style:footer-style/></style:page-layout>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="P">
<style:header>{p(HEAD)}</style:header><style:footer>{p(FOOT + ", page <text:page-number/>")}</style:footer></style:master-page>
</office:master-styles>
<office:body><office:text>{h(1, TITLE)}{h(2, OPENING)}{p(BEFORE + box)}{p(FEE + note + ".")}
<text:list text:style-name="L">{items([one[1:] for one in LIST])}</text:list>{h(2, "Fees")}
<table:table><table:table-column table:number-columns-repeated="3"/>
<table:table-header-rows><table:table-row>{row}</table:table-row></table:table-header-rows>
{"".join(f"<table:table-row>{row}</table:table-row>" for row in rows)}</table:table>{p(LAST, "Next")}
</office:text></office:body></office:document>"""


def by_libreoffice(folder):
    source = folder / "source.fodt"
    source.write_text(flat())
    for ending in ("odt", "docx", "rtf", "pdf", "epub", "html"):
        with tempfile.TemporaryDirectory() as made:
            all_ = office(source, "html:HTML (StarWriter)" if ending == "html" else ending, made)  # A page has its box as a picture, too.
            shutil.copy(next(one for one in all_ if one.suffix == f".{ending}"), folder / f"libreoffice.{ending}")
        # Its EPUB has no numbers and no heads of tables; its web pages have no running heads, and a picture for the box.
        heads, pages = [HEAD, FOOT] if ending in ("odt", "docx", "rtf", "pdf") else [], 2 if ending == "pdf" else None
        says = expect([BOX][ending == "html":], heads, [NOTE], pages, marks=ending != "epub", fees=FEES[ending == "epub":])
        yield f"libreoffice.{ending}", says
    source.unlink()
    (folder / "fees.csv").write_text("\n".join(",".join(row) for row in FEES))
    yield "fees.csv", {"text": "\n".join(cells_of([FEES])), "tables": [FEES]}
    for ending in ("xlsx", "ods"):
        with tempfile.TemporaryDirectory() as made:
            (one,) = office(folder / "fees.csv", ending, made, "--infilter=CSV:44,34,76,1")
            shutil.copy(one, folder / f"libreoffice.{ending}")
        yield f"libreoffice.{ending}", {"text": sheets(["fees"], [FEES]), "tables": [FEES]}


def by_pandoc(folder):
    source = folder / "source.md"
    source.write_text(markdown())
    yield source.name, expect(notes=[NOTE])
    for ending in ("docx", "odt", "rtf", "epub", "html", "pptx", "tex", "rst", "org", "adoc", "ipynb"):
        run("pandoc", "-s", "-f", "markdown", source, "-o", folder / f"pandoc.{ending}")
        yield f"pandoc.{ending}", expect(notes=[NOTE], letters="12" if ending in ("org", "ipynb") else "ab")  # They know no letters.


def by_python_docx(folder):
    import docx
    made = docx.Document()
    made.sections[0].header.paragraphs[0].text, made.sections[0].footer.paragraphs[0].text = HEAD, FOOT
    items = [(line, "List Number") for _, line, _ in LIST]
    for text, style in ((TITLE, "Title"), (OPENING, "Heading 1"), (BEFORE, None), (FEE, None), *items, ("Fees", "Heading 1")):
        made.add_paragraph(text, style)
    grid = made.add_table(len(FEES), 3)
    for row, texts in zip(grid.rows, FEES):
        for cell, text in zip(row.cells, texts):
            cell.text = text
    made.add_paragraph(LAST)
    made.save(folder / "python-docx.docx")
    flat_ = expect(heads=[HEAD, FOOT])
    yield "python-docx.docx", {**flat_, "text": "\n".join(line for line in flat_["text"].splitlines() if not re.match(r"[ab]\)", line))}


def by_openpyxl(folder):
    import datetime
    import openpyxl
    from openpyxl.comments import Comment
    book = openpyxl.Workbook()
    sheet = book.active
    for row in FEES:
        sheet.append([int(cell) if cell.isdigit() else cell for cell in row])
    values = [("Opens", datetime.time(9, 5), "hh:mm"), ("Since", datetime.date(2019, 3, 4), "yyyy-mm-dd"), ("Share", .125, "0.0%"),
              ("Rent", 1234.5, "#,##0.00"), ("Deposit", 700, '0" euros"')]
    for row, (name, value, form) in enumerate(values, len(FEES) + 2):
        sheet.cell(row, 1, name)
        sheet.cell(row, 2, value).number_format = form
    sheet["A2"].comment = Comment(NOTE, "Anna")
    book.create_sheet(OPENING).append([BEFORE])
    hidden = book.create_sheet("Drafts")
    hidden.append([SPEAKER])
    hidden.sheet_state = "hidden"
    sheet["A12"], sheet["B12"] = "Double rent", "=B9*2"  # Nobody has computed it.
    book.save(folder / "openpyxl.xlsx")
    shown = [["Opens", "09:05"], ["Since", "2019-03-04"], ["Share", "12.5%"], ["Rent", "1,234.50"], ["Deposit", "700 euros"]]
    text = "\n".join(["Sheet", *cells_of([FEES, shown]), "Double rent", OPENING, BEFORE, NOTE])
    told = ["hidden_sheets", "valueless_formulas"]
    yield "openpyxl.xlsx", {"text": text, "notes": [NOTE], "tables": [FEES, shown], "told": told}


def by_python_pptx(folder):
    import pptx
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE
    from pptx.util import Cm
    show = pptx.Presentation()
    for title, lines in ((TITLE, [BEFORE, FEE]), (OPENING, [line for _, line, _ in LIST])):
        slide = show.slides.add_slide(show.slide_layouts[1])
        slide.shapes.title.text, slide.placeholders[1].text = title, "\n".join(lines)
    slide.shapes.add_textbox(Cm(2), Cm(16), Cm(9), Cm(2)).text_frame.text = BOX
    slide.notes_slide.notes_text_frame.text = SPEAKER
    grid = show.slides.add_slide(show.slide_layouts[6]).shapes.add_table(len(FEES), 3, Cm(2), Cm(2), Cm(18), Cm(6)).table
    for at, row in enumerate(FEES):
        for column, text in enumerate(row):
            grid.cell(at, column).text = text
    # Drawn from the last to the first: two columns under a line over both, and a chart under all.
    slide = show.slides.add_slide(show.slide_layouts[6])
    data = CategoryChartData()
    data.categories = [row[0] for row in FEES[1:]]
    for at, name in enumerate(FEES[0][1:], 1):
        data.add_series(name, [int(row[at]) for row in FEES[1:]])
    chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Cm(2), Cm(9), Cm(20), Cm(9), data).chart
    chart.has_title, chart.chart_title.text_frame.text = True, CHART
    for text, x, y in ((LAST, 13, 4), (NOTE, 2, 4), (BEFORE, 2, 1)):
        slide.shapes.add_textbox(Cm(x), Cm(y), Cm(9), Cm(2)).text_frame.text = text
    show.save(folder / "python-pptx.pptx")
    fees = cells_of([FEES])
    lines = [TITLE, BEFORE, FEE, OPENING, *(line for _, line, _ in LIST), BOX, SPEAKER, *fees, BEFORE, NOTE, LAST, CHART, *fees[1:]]
    yield "python-pptx.pptx", {"text": "\n".join(lines), "notes": [SPEAKER], "tables": [FEES], "pages": 4}


def by_reportlab(folder):
    from PIL import Image, ImageDraw
    from reportlab.lib import colors, pagesizes, styles
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfbase import cidfonts, pdfmetrics
    from reportlab.pdfgen import canvas
    from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Table
    pdfmetrics.registerFont(cidfonts.UnicodeCIDFont("HYSMyeongJo-Medium"))
    style = styles.ParagraphStyle("text", fontName="HYSMyeongJo-Medium", fontSize=11, leading=16)
    head = styles.ParagraphStyle("head", style, fontSize=17, leading=26)

    def heads(canvas, made):
        canvas.drawString(72, 805, HEAD)
        canvas.drawString(72, 30, f"{FOOT}, page {made.page}")
    lines = expect()["text"].splitlines()
    lines = lines[:lines.index("Fees")]
    for name, rule in (("ruled", [("GRID", (0, 0), (-1, -1), .5, colors.black)]), ("borderless", [])):
        story = [Paragraph(line, head if line in (TITLE, OPENING, "Fees") else style) for line in [*lines, "Fees"]]
        story += [Table(FEES, style=[("FONT", (0, 0), (-1, -1), "HYSMyeongJo-Medium"), *rule]), PageBreak(), Paragraph(LAST, style)]
        SimpleDocTemplate(str(folder / f"reportlab-{name}.pdf"), pagesize=pagesizes.A4).build(story, onFirstPage=heads, onLaterPages=heads)
        yield f"reportlab-{name}.pdf", expect(heads=[HEAD, FOOT], pages=2)
    # Years over figures, with the unit in the head, over two pages.
    long = [["Berth (euros)", "2024", "2025"], *([f"Berth {at}", str(101 + at), str(201 + at)] for at in range(60))]
    for name, rule in (("long", []), ("long-ruled", [("GRID", (0, 0), (-1, -1), .5, colors.black)])):
        made = SimpleDocTemplate(str(folder / f"reportlab-{name}.pdf"), pagesize=pagesizes.A4)
        made.build([Paragraph(TITLE, head), Table(long, repeatRows=1, style=[("ALIGN", (1, 0), (-1, -1), "RIGHT"), *rule])])
        yield f"reportlab-{name}.pdf", {"text": "\n".join([TITLE, *cells_of([long])]), "tables": [long], "pages": 2}
    # The numbered lines of a ruling, and a scan under a line of its own: a picture of what nobody can read without recognising it.
    drawn = canvas.Canvas(str(folder / "reportlab-lines.pdf"), pagesize=pagesizes.A4)
    lines = [f"The tenant of berth {at} asked the court to set the notice aside and" for at in range(25)]
    for at, line in enumerate(lines):
        drawn.drawRightString(60, 760 - 26 * at, str(at + 1))
        drawn.drawString(80, 760 - 26 * at, line)
    drawn.save()
    yield "reportlab-lines.pdf", {"text": "\n".join(lines), "pages": 1, "prose": True}
    drawn = canvas.Canvas(str(folder / "reportlab-scan.pdf"), pagesize=pagesizes.A4)
    picture = Image.new("L", (1240, 1754), 255)
    pen = ImageDraw.Draw(picture)
    for at in range(40):
        pen.text((120, 150 + 36 * at), f"{SPEAKER} {LAST}", fill=0)
    drawn.drawImage(ImageReader(picture), 0, 0, *pagesizes.A4)
    drawn.drawString(72, 805, HEAD)
    drawn.save()
    yield "reportlab-scan.pdf", {"text": HEAD, "pages": 1, "told": ["scanned_pages"]}


def by_chromium(folder):
    (folder / "page.html").write_text(page())
    yield "page.html", expect([BOX])
    program = next(filter(shutil.which, ("chromium", "chromium-browser", "google-chrome")), "chromium")
    run(program, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={folder / 'chromium.pdf'}",
        (folder / "page.html").resolve().as_uri())
    yield "chromium.pdf", expect([BOX], pages=2)


def make(folder):
    """Makes the files by whatever is there; what is not is named and left out."""
    folder.mkdir(parents=True, exist_ok=True)
    expected = {}
    for maker in (by_libreoffice, by_pandoc, by_python_docx, by_openpyxl, by_python_pptx, by_reportlab, by_chromium):
        try:
            for name, says in maker(folder):
                expected[name] = says
        except Exception as fault:  # Whatever is missing or fails: what it made until then counts, and so do the others.
            print(f"left out: {maker.__name__}: {type(fault).__name__}: {fault}", file=sys.stderr)
    (folder / "expected.json").write_text(json.dumps(expected, ensure_ascii=False, indent=1))
