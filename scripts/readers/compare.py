"""Compares readings. Pure: a reading is {"text", "heads", "notes", "tables", "pages", "warnings"}, all but the text optional."""

import bisect
import re
import unicodedata
from collections import Counter, defaultdict

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
        # Of made files: what must be said and is not, and tables where there is none.
        "untold": [code for _, one in main for code in one.get("told", []) if not any(said.startswith(code) for said in reading.get("warnings", []))],
        "no table": [table[0] for _, one in main if one.get("prose") for table in reading.get("tables", [])],
        "missing": [word for word, _ in missing.most_common(40)], "extra": [word for word, _ in extra.most_common(40)], "glued": glued[:20],
        "faults": faults[:40], "heads lost": heads_lost[:10], "notes lost": notes_lost[:10], "warnings": reading.get("warnings", []),
    }
