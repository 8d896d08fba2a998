"""The readers that Stet is held against: a small function each, by the endings of files. What is not installed is left out."""

import csv
import html.parser
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import urllib.parse
import zipfile
from collections import defaultdict, namedtuple
from xml.etree import ElementTree

Reader = namedtuple("Reader", "name role read")
READERS = defaultdict(list)
ALIASES = {"docm": "docx", "dotx": "docx", "dotm": "docx", "pptm": "pptx", "ppsx": "pptx", "potx": "pptx", "xlsm": "xlsx", "xltx": "xlsx",
           "xltm": "xlsx", "ots": "ods", "htm": "html", "xhtml": "html", "markdown": "md", "asciidoc": "adoc", "text": "txt", "log": "txt"}
PANDOC = {"docx": "docx", "odt": "odt", "rtf": "rtf", "epub": "epub", "html": "html", "md": "markdown", "rst": "rst", "org": "org",
          "tex": "latex", "ipynb": "ipynb"}


def reads(endings, role="one", program=None, module=None):
    """Registers a reader where what it needs is installed."""
    def register(read):
        if (not program or shutil.which(program)) and (not module or importlib.util.find_spec(module)):
            for ending in endings.split():
                READERS[ending].append(Reader(read.__name__, role, read))
        return read
    return register


def ending_of(file):
    ending = pathlib.Path(file).suffix[1:].lower()
    return ALIASES.get(ending, ending)


def run(*command):
    """What a program prints; it has a minute where nothing else stops it."""
    done = subprocess.run([str(one) for one in command], capture_output=True, check=True, stdin=subprocess.DEVNULL, timeout=60)
    return done.stdout.decode("utf-8", "replace")


def office(file, form, folder, *more):
    """Converts by LibreOffice with a profile of its own, for another that runs would take the work over."""
    profile = pathlib.Path(tempfile.gettempdir(), f"corpus-office-{os.getuid()}").as_uri()
    run("soffice", f"-env:UserInstallation={profile}", "--headless", *more, "--convert-to", form, "--outdir", folder, file)
    made = sorted(pathlib.Path(folder).iterdir())
    if not made:
        raise RuntimeError("LibreOffice made nothing of it")
    return made


def local(node):
    return node.tag.rpartition("}")[2]


def attribute(node, name):
    return next((value for key, value in node.attrib.items() if key.rpartition("}")[2] == name), None)


def outermost(node, names):
    """The elements of these names under a node, without those within them."""
    for child in node:
        if local(child) in names:
            yield child
        else:
            yield from outermost(child, names)


# `text`: elements whose own text is shown, all where there is none; `apart`: those that go elsewhere. Fallback repeats its Choice, what
# was deleted or moved and the instruction of a field are not shown.
Form = namedtuple("Form", "text skip apart")
OOXML = Form({"t"}, {"Fallback", "del", "moveFrom"}, {})
ODF = Form(set(), {"tracked-changes", "note-citation", "binary-data", "sequence-decls"}, {"note-body": "notes", "annotation": "notes"})
HWPX = Form({"t"}, {"hiddenComment"}, {"footNote": "notes", "endNote": "notes", "header": "heads", "footer": "heads"})
BREAKS = {"p", "h", "tr", "tc", "table-row", "table-cell", "txbxContent", "sp"}
SPACES = {"tab": " ", "s": " ", "br": "\n", "cr": "\n", "line-break": "\n", "lineBreak": "\n"}


def flow(node, form, out, apart):
    for child in node:
        name = local(child)
        if name in form.apart:
            apart[form.apart[name]].append(part(child, form)["text"].strip())
        elif name not in form.skip and not child.tag.startswith("{http://purl.org/dc/"):  # Who commented, and when.
            edge = "\n" if name in BREAKS else SPACES.get(name, "")
            out += edge, (child.text or "") if not form.text or name in form.text else ""
            flow(child, form, out, apart)
            out.append(edge if name in BREAKS else "")
        if not form.text or local(node) in form.text:
            out.append(child.tail or "")


def part(node, form):
    """A part as a reading; notes stand behind the text."""
    out, apart, tables = [], defaultdict(list), []
    flow(node, form, out, apart)
    for table in (one for one in node.iter() if local(one) in ("tbl", "table")):
        tables.append([])
        for row in outermost(table, ("tr", "table-row")):
            tables[-1].append([])
            for cell in outermost(row, ("tc", "table-cell")):
                span = next((attribute(one, "val") for one in cell.iter() if local(one) == "gridSpan"), attribute(cell, "gridSpan") or 1)
                text = []
                flow(cell, form, text, defaultdict(list))
                tables[-1][-1] += ["".join(text)] * min(int(span), 30)
    text = "\n".join(["".join(out), *apart["notes"]])
    return {"text": text, "tables": tables, "notes": lettered(apart["notes"]), "heads": lettered(apart["heads"])}


def lettered(pieces):
    """Those that say more than the number of a page."""
    return [piece for piece in pieces if re.search(r"[^\W\d_]", piece)]


def joined(parts):
    lists = {key: [piece for one in parts for piece in one.get(key, [])] for key in ("tables", "notes", "heads")}
    return {"text": "\n".join(one["text"] for one in parts), **lists}


def cells_of(tables):
    return [cell for table in tables for row in table for cell in row]


class Package(zipfile.ZipFile):
    def tree(self, name):
        return ElementTree.fromstring(self.read(name))

    def named(self, pattern):
        """Parts by a pattern, by the number in their names."""
        found = [name for name in self.namelist() if re.fullmatch(pattern, name)]
        return sorted(found, key=lambda name: [int(digits) for digits in re.findall(r"\d+", name)])

    def targets(self, name):
        folder, _, base = name.rpartition("/")
        try:
            rels = self.tree(f"{folder}/_rels/{base}.rels")
        except KeyError:
            return {}
        return {one.get("Id"): os.path.normpath(os.path.join("/", folder, one.get("Target", "")))[1:] for one in rels}

    def drawn(self):
        """The words of diagrams and charts, and as what may be said as well the values of charts, which are kept as no one sees them."""
        found, also = [], []
        for name in self.named(r"\w+/(diagrams/data|charts/chart)\d*\.xml"):
            texts = [node.text or "" for node in self.tree(name).iter() if local(node) in ("t", "v")]
            # Every series of a chart names the categories again.
            found += lettered(dict.fromkeys(texts) if "/charts/" in name else texts)
            also += texts
        return found, also


@reads("docx", "sure")
def walk_docx(file):
    with Package(file) as package:
        name = package.named(r"word/document\d*\.xml")[0]
        body, targets = package.tree(name), package.targets(name)
        # Heads of first and of even pages may stand in files that never show them.
        kinds = {"default"} | {"first" for node in body.iter() if local(node) == "titlePg" and attribute(node, "val") not in ("0", "false")}
        if "word/settings.xml" in package.namelist() and b"evenAndOddHeaders" in package.read("word/settings.xml"):
            kinds.add("even")
        shown = {targets.get(attribute(node, "id")) for node in body.iter()
                 if local(node) in ("headerReference", "footerReference") and attribute(node, "type") in kinds}
        heads = [part(package.tree(one), OOXML)["text"].strip() for one in sorted(shown & set(package.namelist()))]
        apart = package.named(r"word/(footnotes|endnotes|comments)\.xml")
        notes = [part(note, OOXML)["text"].strip() for one in apart for note in package.tree(one)]
        reading = part(body, OOXML)
        drawn, also = package.drawn()
        text = "\n".join([reading["text"], *notes, *drawn])
        return {**reading, "text": text, "notes": lettered(notes), "heads": lettered(heads), "also": also}


@reads("pptx", "sure")
def walk_pptx(file):
    with Package(file) as package:
        targets = package.targets("ppt/presentation.xml")
        order = [targets[value] for node in package.tree("ppt/presentation.xml").iter() if local(node) == "sldId"
                 for value in node.attrib.values() if value in targets]
        notes = []
        for one in (one for slide in order for one in package.targets(slide).values() if "/notesSlides/" in one):
            notes += [part(shape, OOXML)["text"].strip() for shape in package.tree(one).iter() if local(shape) == "sp"
                      and any(local(inner) == "ph" and attribute(inner, "type") == "body" for inner in shape.iter())]
        reading = joined([part(package.tree(slide), OOXML) for slide in order])
        drawn, also = package.drawn()
        text = "\n".join([reading["text"], *notes, *drawn])
        return {**reading, "text": text, "notes": lettered(notes), "pages": len(order), "also": also}


@reads("odt", "sure")
def walk_odt(file):
    with Package(file) as package:
        heads = [part(node, ODF)["text"].strip() for node in package.tree("styles.xml").iter() if local(node) in ("header", "footer")]
        body = next(node for node in package.tree("content.xml").iter() if local(node) == "body")
        return {**part(body, ODF), "heads": lettered(heads)}


@reads("hwpx", "sure")
def walk_hwpx(file):
    with Package(file) as package:
        return joined([part(package.tree(name), HWPX) for name in package.named(r"Contents/section\d+\.xml")])


class Page(html.parser.HTMLParser):
    """What a page shows, and its tables, nested ones by themselves."""
    BLOCKS = set("p div br h1 h2 h3 h4 h5 h6 li ul ol tr td th table section article header footer dt dd pre blockquote caption".split())
    UNSEEN = {"script", "style", "template", "title", "noscript"}

    def __init__(self, text):
        super().__init__()
        self.out, self.tables, self.open, self.unseen = [], [], [], 0
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.unseen += tag in self.UNSEEN
        self.out += "\n" * (tag in self.BLOCKS)
        if tag == "table":
            self.tables.append([])
            self.open.append(self.tables[-1])
        elif self.open and tag == "tr":
            self.open[-1].append([])
        elif self.open and tag in ("td", "th") and self.open[-1]:
            span = dict(attributes).get("colspan") or "1"
            self.open[-1][-1] += [""] * (min(int(span), 30) if span.isdigit() else 1)

    def handle_endtag(self, tag):
        self.unseen = max(0, self.unseen - (tag in self.UNSEEN))
        self.out += "\n" * (tag in self.BLOCKS)
        if tag == "table" and self.open:
            self.open.pop()

    def handle_data(self, data):
        if not self.unseen:
            self.out.append(data)
            if self.open and self.open[-1] and self.open[-1][-1]:
                self.open[-1][-1][-1] += data

    def reading(self):
        return {"text": "".join(self.out), "tables": [table for table in self.tables if len(table) > 1 and len(table[0]) > 1]}


def plain(file):
    data = pathlib.Path(file).read_bytes()
    for encoding in ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp949", "latin-1"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            pass
    return ""


@reads("html", module="trafilatura")
def trafilatura(file):
    import trafilatura as module
    return {"text": module.extract(plain(file), include_comments=False) or ""}


@reads("html", "outer")
def walk_html(file):
    return Page(plain(file)).reading()


@reads("epub", "sure")
def walk_epub(file):
    with Package(file) as package:
        root = next(attribute(node, "full-path") for node in package.tree("META-INF/container.xml").iter() if local(node) == "rootfile")
        nodes = list(package.tree(root).iter())
        items = {node.get("id"): node.get("href") for node in nodes if local(node) == "item"}
        pages = []
        for node in (node for node in nodes if local(node) == "itemref"):
            name = os.path.normpath(os.path.join(os.path.dirname(root), urllib.parse.unquote(items[node.get("idref")])))
            try:
                pages.append(Page(package.read(name).decode("utf-8", "replace")).reading())
            except (KeyError, zipfile.BadZipFile):
                continue  # One damaged chapter; what the others say still counts.
        return joined(pages)


@reads("epub", module="ebooklib")
def ebooklib(file):
    from ebooklib import ITEM_DOCUMENT, epub
    return {"text": "\n".join(Page(item.get_content().decode("utf-8", "replace")).reading()["text"]
                              for item in epub.read_epub(file).get_items_of_type(ITEM_DOCUMENT))}


@reads("pdf", program="pdftotext")
def pdftotext(file):
    text = run("pdftotext", "-enc", "UTF-8", file, "-")
    return {"text": text.replace("\f", "\n"), "pages": text.count("\f")}


@reads("pdf", module="pdfplumber")
def pdfplumber(file):
    import pdfplumber as module
    with module.open(file) as pdf:
        texts, tables = [], []
        for page in pdf.pages:
            texts.append(page.extract_text() or "")
            tables += [table for table in page.extract_tables() if len(table) > 1 and len(table[0]) > 1]
            page.close()
        return {"text": "\n".join(texts), "tables": tables, "pages": len(texts)}


@reads("docx odt rtf", program="soffice")
def soffice(file):
    with tempfile.TemporaryDirectory() as folder:
        # It numbers lists as they are shown, which no other reader does.
        return {"text": office(file, "txt:Text (encoded):UTF8", folder)[0].read_text("utf-8-sig", "replace"), "numbered": True}


def sheets(names, tables):
    return "\n".join("\n".join([name, *cells_of([table])]) for name, table in zip(names, tables))


@reads("xlsx ods", "sure", program="soffice")
def soffice_cells(file):
    with tempfile.TemporaryDirectory() as folder:
        made = office(file, "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1", folder)
        names = [one.stem.removeprefix(pathlib.Path(file).stem + "-") for one in made]
        tables = [list(csv.reader(one.read_text("utf-8", "replace").splitlines(True))) for one in made]
        return {"text": sheets(names, tables), "tables": tables}


@reads("xlsx", module="openpyxl")
def openpyxl(file):
    import openpyxl as module
    book = module.load_workbook(file, data_only=True)
    tables = [[["" if cell.value is None else str(cell.value) for cell in row] for row in sheet.iter_rows()] for sheet in book.worksheets]
    notes = [cell.comment.text for sheet in book.worksheets for row in sheet.iter_rows() for cell in row if cell.comment]
    return {"text": "\n".join([sheets((sheet.title for sheet in book.worksheets), tables), *notes]), "tables": tables, "notes": notes}


@reads("docx", module="docx")
def python_docx(file):
    import docx
    made = docx.Document(file)
    tables = [[[cell.text for cell in row.cells] for row in table.rows] for table in made.tables]
    return {"text": "\n".join([*(one.text for one in made.paragraphs), *cells_of(tables)]), "tables": tables}


@reads("pptx", module="pptx")
def python_pptx(file):
    import pptx

    def texts(shapes):
        for shape in shapes:
            yield from texts(getattr(shape, "shapes", ()))
            yield shape.text_frame.text if shape.has_text_frame else ""
            yield from (cell.text for row in shape.table.rows for cell in row.cells) if getattr(shape, "has_table", False) else ()
    slides = pptx.Presentation(file).slides
    notes = [slide.notes_slide.notes_text_frame for slide in slides if slide.has_notes_slide]
    found = [*(text for slide in slides for text in texts(slide.shapes)), *(note.text for note in notes if note)]
    return {"text": "\n".join(found), "pages": len(slides)}


@reads("hwp", program="hwp5txt")
def hwp5txt(file):
    return {"text": run("hwp5txt", file)}


def pandoc(file):
    return {"text": run("pandoc", "-f", PANDOC[ending_of(file)], "-t", "plain", "--wrap=none", file), "numbered": True}


# Of a page it reads all, which is more than the text of the page.
reads("html", "outer", program="pandoc")(pandoc)
reads(" ".join(set(PANDOC) - {"html"}), program="pandoc")(pandoc)


@reads("csv tsv", "sure")
def rows(file):
    text = plain(file)
    table = list(csv.reader(text.splitlines(True), delimiter=max(",;\t|", key=text.count)))
    return {"text": "\n".join(cells_of([table])), "tables": [table]}


@reads("txt", "sure")
@reads("adoc")
@reads("md rst org tex", "outer")
def raw(file):
    return {"text": plain(file)}
