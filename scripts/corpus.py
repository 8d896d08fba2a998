#!/usr/bin/env python3
"""Holds what Stet reads of files against what other readers read of them.

    scripts/corpus.py FOLDER... [--stet PROGRAM] [--json FILE] [--worst N] [--only docx,pdf] [--seconds S] [--strict]
    scripts/corpus.py --make DIR      makes files by what is installed, expected.json beside them, and reads those
    scripts/corpus.py --self-test     tries the comparison

A table a format, a row a reader, all measured alike: words recalled (mean of the files, and files that reach .95), words that no other
reader has, order, numbers of lists (right · wrong of), running heads, notes, cells of tables (F1 of neighbours), pages, seconds in all,
the most memory of a file, and silent loss: recall under .9 without a warning. What is not installed is left out: pdftotext, LibreOffice,
pandoc, hwp5txt, pdfplumber, python-docx, openpyxl, python-pptx, ebooklib, trafilatura; walks through the XML need nothing.

What a file says is nowhere written down, so it is what a reader of its format surely finds (a walk through its parts; `expected.json`
of files that were made) or else what two readers agree on, which is kind to those readers' own rows. One file at a time, each reader in
a process of its own with a limit on time. Exits 1 when Stet crashed on a file, with --strict also when a made file lost anything.
"""

import argparse
import bisect
import csv
import html.parser
import importlib.util
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unicodedata
import urllib.parse
import zipfile
from collections import Counter, defaultdict, namedtuple
from xml.etree import ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent

# ---- Comparison: pure. A reading is {"text", "heads", "notes", "tables", "pages", "warnings"}, all but the text optional.

# Han and kana have no spaces, and lines of a PDF break within Korean words: there a character is a word.
WORD = re.compile(r"\d+(?:[.,:]\d+)+|[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+")
SYLLABLE = re.compile(r"\d+(?:[.,:]\d+)+|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]|[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+")
MARK = re.compile(
    r"\s*((?:article|section|chapter|clause|part)\s+(?:[ivxlc]+|\d+(?:\.\d+)*)\b[.:]?|제\s*\d+\s*[장절조항]|[①-⑳]|\(?\d{1,3}(?:\.\d{1,3})+[.)]?|"
    r"\(?(?:\d{1,3}|[ivxlcdm]{1,7}|[a-z]{1,2}|[가나다라마바사아자차카타파하])[.)])\s+(.*)", re.I)


def words(text, syllables=False):
    """The words of a text. Hyphens within words are dropped, for readers differ in joining lines.

    >>> words("Well-\\nknown fees: 1,234.50 (강당)")
    ['wellknown', 'fees', '1,234.50', '강당']
    """
    text = unicodedata.normalize("NFKC", text).replace("\u00ad", "").casefold()
    text = re.sub(r"(?<=[^\W\d_])[-‐‑]\s*(?=[^\W\d_])", "", text)
    return (SYLLABLE if syllables else WORD).findall(text)


def in_order(reference, found):
    """The share of the words both have once that stand in the same order; None where hardly any.

    >>> in_order(list("abcdef"), list("abcxdfe")), in_order(list("ab"), list("ba"))
    (0.8333333333333334, None)
    """
    once, mine = ({word for word, n in Counter(side).items() if n == 1} for side in (reference, found))
    both = once & mine
    place = {word: at for at, word in enumerate(reference) if word in both}
    tails = []
    for at in (place[word] for word in found if word in place):
        where = bisect.bisect_left(tails, at)
        tails[where:where + 1] = [at]
    return len(tails) / len(place) if len(place) > 4 else None


def numbered(text):
    """What stands after a number at the start of a line: its first words -> the numbers, without brackets and dots.

    >>> dict(numbered("1.1 The rent is due\\n  (a) Dogs stay out\\nplain\\n제3조 요금은 5유로"))
    {'the rent is due': ['1.1'], 'dogs stay out': ['a'], '요금은 5유로': ['제3조']}
    """
    found = defaultdict(list)
    for line in text.splitlines():
        mark = MARK.match(line)
        if mark and (key := " ".join(words(mark[2])[:5])) and re.search(r"[^\W\d_]", key):
            found[key].append(re.sub(r"[\s().:]+$|^\(|\s", "", mark[1]))
    return found


def numbers(reference, found):
    """Numbers of lists: right, wrong, of how many, and those that are not right. Lines that are not there at all count as words alone.

    >>> numbers("1. One fee\\n2. Two fees\\n3. Three fees", "1. One fee\\n3. Two fees\\nThree fees")
    (1, 1, 3, ['2 two fees (here 3)', '3 three fees'])
    """
    mine, all_, right, wrong, total, faults = numbered(found), " ".join(words(found)), 0, 0, 0, []
    for key, marks in numbered(reference).items():
        if key not in all_:
            continue
        here = Counter(mine.get(key, []))
        missed, odd = Counter(marks) - here, here - Counter(marks)
        total += len(marks)
        right += len(marks) - missed.total()
        wrong += min(missed.total(), odd.total())
        faults += [f"{mark} {key}" + (f" (here {', '.join(odd)})" if odd else "") for mark in missed.elements()]
    return right, wrong, total, faults


def held(pieces, text):
    """Which of the pieces the text lacks: less than four of five of its pairs of words stand in it.

    >>> held(["The annual report", "Not for sale"], "first page: the annual report 2")
    ['Not for sale']
    """
    def pairs(list_):
        return set(zip(list_, list_[1:])) if len(list_) > 1 else set(list_)
    all_, lost = words(text), []
    for piece in pieces:
        own = words(piece)
        there = set(all_) if len(own) < 2 else pairs(all_)
        if own and len(pairs(own) & there) < .8 * len(pairs(own)):
            lost.append(piece)
    return lost


def neighbours(tables):
    """Which cells stand right of, and under, which: what the competition on tables of ICDAR 2013 counts. Empty cells and the copies of a
    merged one are passed over, for readers write those out differently."""
    found = set()
    for table in tables:
        rows = [[" ".join(words(cell or "")) for cell in row] for row in table]
        width = max(map(len, rows), default=0)
        columns = [[row[at] if at < len(row) else "" for row in rows] for at in range(width)]
        for way, lines in (("right", rows), ("under", columns)):
            for line in lines:
                cells = [cell for cell in line if cell]
                found |= {(way, a, b) for a, b in zip(cells, cells[1:]) if a != b}
    return found


def cells(reference, found):
    """F1 over neighbours; None where the reference has no table.

    >>> cells([[["a", "b"], ["c", "d"]]], [[["a", "b"], ["c", "e"]]]), cells([], [[["a"]]])
    (0.5, None)
    """
    theirs, mine = neighbours(reference), neighbours(found)
    return 2 * len(theirs & mine) / (len(theirs) + len(mine)) if theirs else None


def said_in(others, split):
    """What the others bear out: which of them count, the words that have to be there, and how many of a word at most there are.

    `others` are (role, reading): `truth` is all that counts where there is one, `sure` counts alone, `one` where a second agrees or where
    it is alone, `outer` only keeps its words from counting as invented."""
    main = [one for one in others if one[0] == "truth"]
    main = main or [one for one in others if one[0] != "outer" and words(one[1]["text"])] or others
    base, most, seen = Counter(), Counter(), defaultdict(list)
    for role, other in main:
        counts = Counter(split(other["text"]))
        base |= counts if role in ("truth", "sure") or len(main) == 1 else Counter()
        for word, count in counts.items():
            seen[word].append(count)
    base |= Counter({word: sorted(counts)[-2] for word, counts in seen.items() if len(counts) > 1})
    for _, other in others:
        most |= Counter(split("\n".join([other["text"], *other.get("heads", []), *other.get("also", [])])))
    return main, base, most


def compare(reading, others, pdf=False):
    """The figures of a reading against others; of a file that was refused (None) only how much there is.

    >>> found = compare({"text": "The fee is 52 lockers"}, [("sure", {"text": "The fee is 5\\n2 lockers"}), ("one", {"text": "A fee"})])
    >>> found["missing"], found["extra"], found["glued"], found["silent"]
    (['5', '2'], ['52'], ['52'], True)
    """
    def split(text):
        return words(text, syllables=pdf)
    main, base, ceiling = said_in(others, split)
    if reading is None:
        return {"words": base.total()}
    mine = Counter(split(reading["text"]))
    # Where no other reader looks for running heads, they are not invented.
    told = any("heads" in one for _, one in others)
    missing, extra = base - mine, mine - ceiling - Counter([] if told else split("\n".join(reading.get("heads", []))))
    # Lines of a PDF begin with any number; only where it is known which are numbers of lists do they count.
    lines = next((other["text"] for role, other in others if role == "truth" or (other.get("numbered") and not pdf)), "")
    right, wrong, total, faults = numbers(lines, reading["text"])
    # A reader that has no place for heads or tables is not held against those of others.
    heads = next((one["heads"] for _, one in main if "heads" in one and "heads" in reading), [])
    notes = next((one["notes"] for _, one in main if "notes" in one), [])
    tables = next((one["tables"] for _, one in others if one.get("tables")), [])  # The truth is the first of them.
    pages = next((one["pages"] for _, one in main if one.get("pages")), None)
    orders = [in_order(split(other["text"]), split(reading["text"])) for _, other in main]
    heads_lost = held(heads, "\n".join(reading.get("heads", [])))
    notes_lost = held(notes, reading["text"])
    recalled = 1 - missing.total() / base.total() if base else None
    glued = [word for word in extra if any(word[:at] in missing and word[at:] in missing for at in range(1, min(len(word), 40)))]
    return {
        "recalled": recalled, "invented": extra.total() / mine.total() if mine and ceiling else None, "words": base.total(),
        "order": max((order for order in orders if order is not None), default=None),
        "numbers": [right, wrong, total], "heads": [len(heads) - len(heads_lost), len(heads)],
        "notes": [len(notes) - len(notes_lost), len(notes)], "cells": cells(tables, reading["tables"]) if "tables" in reading else None,
        "pages": None if pages is None or "pages" not in reading else reading["pages"] == pages,
        "silent": recalled is not None and recalled < .9 and not reading.get("warnings"),
        "missing": [word for word, _ in missing.most_common(40)], "extra": [word for word, _ in extra.most_common(40)], "glued": glued[:20],
        "faults": faults[:40], "heads lost": heads_lost[:10], "notes lost": notes_lost[:10], "warnings": reading.get("warnings", []),
    }


# ---- Readers: a small function each, by the endings of files.

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


# ---- A file by every reader.

def apart(seconds, work, *args):
    """What `work` gives in a process of its own, with its time and the most memory it or what it started took. Started early it is small,
    and so does not hide a small child."""
    into, out = os.pipe()
    child = os.fork()
    if not child:
        os.setsid()
        os.close(into)
        begun = time.monotonic()
        try:
            said = {"ok": work(*args)}
        except BaseException as fault:  # Whatever a reader throws is its answer to this file.
            said = {"fault": f"{type(fault).__name__}: {fault}"[:300]}
        most = max(resource.getrusage(whose).ru_maxrss for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        said = {"seconds": time.monotonic() - begun, "mb": most / 1024, **said}
        with os.fdopen(out, "w") as pipe:
            json.dump(said, pipe, default=str)
        os._exit(0)
    os.close(out)
    timer = threading.Timer(seconds, lambda: os.killpg(child, signal.SIGKILL))
    timer.start()
    with os.fdopen(into) as pipe:
        said = pipe.read()
    timer.cancel()
    os.waitpid(child, 0)
    return json.loads(said) if said.endswith("}") else {"fault": "took too long or died", "seconds": seconds, "mb": 0}


def engine():
    """Where PDFium is: the server looks beside the program and in the Python that is active, this as well in what `make tools` puts."""
    module = importlib.util.find_spec("pypdfium2_raw")
    places = [os.environ.get("STET_PDFIUM"), ROOT / ".tools/pypdfium2_raw", module and pathlib.Path(module.origin).parent]
    return next((str(place) for place in places if place and pathlib.Path(place).exists()), None)


def stet(file, program, seconds):
    """Reads a file as a source, by the verb and the request with which the server starts its child. Called before anything else has run
    in this process: the most memory of its children is that of Stet."""
    request = json.dumps({"file_name": pathlib.Path(file).name, "wanted": "Source", "limits": {"pdfium": engine()}})
    begun, said = time.monotonic(), {}
    try:
        done = subprocess.run([program, "extract-child", file], input=request.encode(), capture_output=True, timeout=seconds,
                              env={"MIMALLOC_ARENA_RESERVE": "32768"})
        complaint = done.stderr.decode(errors="replace")[-300:]
        answer = json.loads(done.stdout) if done.returncode == 0 else {"crash": f"{done.returncode}: {complaint}"}
    except (subprocess.TimeoutExpired, ValueError) as fault:
        answer = {"crash": f"{type(fault).__name__}: {fault}"[:300]}
    said |= {"seconds": time.monotonic() - begun, "mb": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024}
    if "Ok" not in answer:
        return {**said, "refused": answer.get("Err"), "crash": answer.get("crash")}
    found = answer["Ok"]
    texts, heads, tables = [], [], []
    for block in found["blocks"]:
        text = block["text"]
        if block["category"] == "table":
            rows = [re.split(r"(?<!\\)\|", row.strip().strip("|")) for row in text.splitlines() if row.startswith("|")]
            tables.append([row for row in rows if re.sub(r"[\s:-]", "", "".join(row))])
            text = re.sub(r"(?<!\\)\|", "\n", text)
        texts.append("\n".join([text, block.get("caption") or ""]))
        heads += [text] if block["category"] in ("header", "footer") else []
    reading = {"text": "\n".join(texts), "heads": heads, "tables": tables,
               "warnings": [f"{one['code']} {one.get('name') or ''}".strip() for one in found["left_out"]]}
    return {**said, "ok": reading | ({"pages": found["pages"]} if found.get("pages") else {})}


def judge(file, options):
    """The figures of every reader for a file."""
    said = {"stet": stet(file, options.stet, options.seconds)}
    ending = ending_of(file)
    expected = pathlib.Path(file).with_name("expected.json")
    truth = json.loads(expected.read_text()).get(pathlib.Path(file).name) if expected.exists() else None
    others = [("truth", truth)] if truth else []
    for reader in READERS[ending]:
        said[reader.name] = apart(options.seconds, reader.read, file)
        if "ok" in said[reader.name]:
            others.append((reader.role, said[reader.name]["ok"]))
    figures = {}
    for name, one in said.items():
        kept = {key: value for key, value in one.items() if key != "ok"}
        figures[name] = kept | (compare(one.get("ok"), others, ending == "pdf") if others else {"read": "ok" in one})
    return {"file": str(file), "ending": ending, "made": bool(truth), "readers": figures}


# ---- What is printed.

def mean(values):
    values = [value for value in values if value is not None]
    return f"{sum(values) / len(values):.3f}".replace("0.", ".", 1) if values else "–"


def row_of(name, rows):
    """A line of a table: what a reader made of the files it was given."""
    full = [row for row in rows if "recalled" in row]
    sums = {key: [sum(column) for column in zip(*(row[key] for row in full))] or [0, 0, 0] for key in ("numbers", "heads", "notes")}
    right, wrong, total = sums["numbers"]
    paged = [row["pages"] for row in full if row["pages"] is not None]
    share = {key: "{} of {}".format(*sums[key]) if sums[key][1] else "–" for key in ("heads", "notes")}
    values = [name, sum("recalled" in row or row.get("read", False) for row in rows), mean([row["recalled"] for row in full]),
              sum((row["recalled"] or 0) >= .95 for row in full), *(mean([row[key] for row in full]) for key in ("invented", "order")),
              f"{right} · {wrong} of {total}" if total else "–", share["heads"], share["notes"], mean([row["cells"] for row in full]),
              f"{sum(paged)} of {len(paged)}" if paged else "–", f"{sum(row['seconds'] for row in rows):.1f}",
              f"{max(row['mb'] for row in rows):.0f}", sum(row["silent"] for row in full)]
    return "| " + " | ".join(map(str, values)) + " |"


def table(ending, judged):
    names = dict.fromkeys(name for one in judged for name in one["readers"])
    return "\n".join([
        f"\n## {ending}: {len(judged)} files\n",
        "| reader | read | recalled | ≥ .95 | invented | order | numbers | heads | notes | cells | pages | s | MB | silent |",
        "|---|" + "--:|" * 13, *(row_of(name, [one["readers"][name] for one in judged if name in one["readers"]]) for name in names)])


def harm(row):
    """How bad a file is, for the list of the worst."""
    if "recalled" not in row:
        return 9 if row.get("crash") else .1 if row.get("words", 0) < 10 else 1.5
    lost = sum(1 - row[key][0] / row[key][-1] for key in ("numbers", "heads", "notes") if row[key][-1])
    whole = {key: 1 if row[key] is None else row[key] for key in ("recalled", "order", "cells")}
    return 2 * (1 - whole["recalled"]) + (row["invented"] or 0) + 1 - whole["order"] + .3 * (1 - whole["cells"]) + .5 * lost + row["silent"]


def short(row):
    """Whether a made file lost more than the order of its box or its note."""
    if "recalled" not in row:
        return True
    least = {"recalled": .98, "cells": .95, "order": .85}
    return (any(row[key] is not None and row[key] < floor for key, floor in least.items()) or row["pages"] is False
            or any(row[key][0] < row[key][-1] for key in ("numbers", "heads", "notes")))


def worst(one):
    """What is wrong with a file in a line."""
    row = one["readers"]["stet"]
    if "recalled" not in row:
        return f"- {one['file']}: crashed: {row['crash']}" if row.get("crash") else (
            f"- {one['file']}: refused: {json.dumps(row.get('refused') or row.get('fault'))}; others find {row.get('words', 0)} words")
    said = [f"recalled {mean([row['recalled']])} of {row['words']} words" + (", silent" if row["silent"] else "")]
    for key, few in (("missing", 12), ("extra", 12), ("glued", 8), ("faults", 6), ("heads lost", 4), ("notes lost", 4), ("warnings", 3)):
        texts = "; ".join(" ".join(text.split())[:90] for text in row[key][:few])
        said += [f"{'numbers' if key == 'faults' else key}: {texts}"] if texts else []
    said += [f"{key} {mean([row[key]])}" for key in ("order", "cells") if row[key] is not None and row[key] < .95]
    return f"- {one['file']}: " + ". ".join(said)


# ---- Files made on the spot: one source with every feature, and what each file has to say.

TITLE, HEAD, FOOT = "Rules of the Harbour Hall 항구회관 규칙", "Harbour Society reference HS-4471", "Quay seven, filed by Anna Berg"
NOTE, BOX, SPEAKER = "Pupils pay thirty euros.", "The boathouse in the box is closed in May.", "The speaker waits for questions."
FEES = [["Room", "Summer fee", "Winter fee"], ["Garage", "90", "150"], ["강당", "110", "210"], ["Gym", "120", "230"]]
LIST = [("1.", "The hall opens at nine.", ["Members may enter at eight.", "회원은 여덟 시에 들어온다."]),
        ("2.", "Dogs stay outside.", []), ("3.", "Keys return on Sunday.", ["The warden counts them."])]
OPENING, BEFORE, FEE = "Opening hours", "김서윤 관장이 열쇠를 맡는다.", "The fee of the hall is 45 euros"
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
    return (f"<!doctype html><meta charset=utf-8><title>{TITLE}</title><style>.box{{position:absolute;right:0;width:9em}}</style>"
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
    note = f'<text:note text:id="n" text:note-class="footnote"><text:note-body>{p(NOTE)}</text:note-body></text:note>'
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
    for ending in ("docx", "odt", "rtf", "epub", "html", "pptx", "tex", "rst", "org", "ipynb"):
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
    book.save(folder / "openpyxl.xlsx")
    shown = [["Opens", "09:05"], ["Since", "2019-03-04"], ["Share", "12.5%"], ["Rent", "1,234.50"], ["Deposit", "700 euros"]]
    text = "\n".join(["Sheet", *cells_of([FEES, shown]), OPENING, BEFORE, NOTE])
    yield "openpyxl.xlsx", {"text": text, "notes": [NOTE], "tables": [FEES, shown]}


def by_python_pptx(folder):
    import pptx
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
    show.save(folder / "python-pptx.pptx")
    lines = [TITLE, BEFORE, FEE, OPENING, *(line for _, line, _ in LIST), BOX, *(cell for row in FEES for cell in row), SPEAKER]
    yield "python-pptx.pptx", {"text": "\n".join(lines), "notes": [SPEAKER], "tables": [FEES], "pages": 3}


def by_reportlab(folder):
    from reportlab.lib import colors, pagesizes, styles
    from reportlab.pdfbase import cidfonts, pdfmetrics
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
        story = [Paragraph(line, head if line in (TITLE, OPENING) else style) for line in [*lines, "Fees"]]
        story += [Table(FEES, style=[("FONT", (0, 0), (-1, -1), "HYSMyeongJo-Medium"), *rule]), PageBreak(), Paragraph(LAST, style)]
        SimpleDocTemplate(str(folder / f"reportlab-{name}.pdf"), pagesize=pagesizes.A4).build(story, onFirstPage=heads, onLaterPages=heads)
        yield f"reportlab-{name}.pdf", expect(heads=[HEAD, FOOT], pages=2)


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


def main():
    asks = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asks.add_argument("folders", nargs="*", type=pathlib.Path, help="files, or folders of files")
    asks.add_argument("--stet", default=str(ROOT / "target/debug/stet"), help="the program")
    asks.add_argument("--json", type=pathlib.Path, help="write all figures to this file")
    asks.add_argument("--worst", type=int, default=0, metavar="N", help="name the N worst files and what is missing")
    asks.add_argument("--only", default="", help="endings, with commas between")
    asks.add_argument("--seconds", type=float, default=60, help="time that a reader has for a file")
    asks.add_argument("--make", type=pathlib.Path, metavar="DIR", help="make files here, and read them")
    asks.add_argument("--strict", action="store_true", help="exit 1 when a made file lost anything")
    asks.add_argument("--self-test", action="store_true")
    options = asks.parse_args()
    if options.self_test:
        import doctest
        failed, tried = doctest.testmod()
        print(f"{tried - failed} passed, {failed} failed")
        return int(failed > 0)
    if not shutil.which(options.stet):
        asks.error(f"{options.stet} is not there; build it, or name another by --stet")
    if options.make:
        # Apart, for what it loads would be counted as memory of what is started later.
        print(apart(900, make, options.make).get("fault") or "", file=sys.stderr)
        options.folders.append(options.make)
    only = set(filter(None, options.only.split(",")))
    files = sorted(file for folder in options.folders for file in (folder.rglob("*") if folder.is_dir() else [folder]) if file.is_file())
    # An ending without a reader is read by Stet alone where it is named: it must not crash.
    files = [file for file in files if file.name != "expected.json" and (ending_of(file) in only if only else ending_of(file) in READERS)]
    judged = []
    for at, file in enumerate(files, 1):
        print(f"\r{at} of {len(files)} {file.name[:60]:60}", end="", file=sys.stderr, flush=True)
        said = apart(options.seconds * 9, judge, str(file), options)
        judged.append(said["ok"] if "ok" in said else {"file": str(file), "ending": ending_of(file), "made": False, "readers": {
            "stet": {"fault": said["fault"], "seconds": said["seconds"], "mb": 0}}})
    print(file=sys.stderr)
    by_ending = defaultdict(list)
    for one in judged:
        by_ending[one["ending"]].append(one)
    for ending in sorted(by_ending):
        print(table(ending, by_ending[ending]))
    if options.worst:
        print("\n## Worst\n")
        print(*(worst(one) for one in sorted(judged, key=lambda one: -harm(one["readers"]["stet"]))[:options.worst]), sep="\n")
    if options.json:
        options.json.write_text(json.dumps(judged, ensure_ascii=False, indent=1))
    crashed = [one["file"] for one in judged if one["readers"]["stet"].get("crash")]
    made, lost = [[one for one in judged if one["made"] and how(one["readers"]["stet"])] for how in (bool, short)]
    silent = sum(one["readers"]["stet"].get("silent", False) for one in judged)
    print(f"\n{len(judged)} files, {len(crashed)} crashed, {silent} silent losses")
    if made:
        print(f"of {len(made)} made files {len(lost)} lost something:", *(pathlib.Path(one["file"]).name for one in lost))
    return int(bool(crashed or (options.strict and lost)))


if __name__ == "__main__":
    sys.exit(main())
