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
import threading
import time
from collections import defaultdict

from readers import compare as comparison
from readers.compare import compare
from readers.made import make
from readers.others import READERS, ending_of

ROOT = pathlib.Path(__file__).resolve().parent.parent

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
    texts, heads, tables, scans = [], [], [], []
    for block in found["blocks"]:
        text = block["text"]
        if block["category"] == "table":
            rows = [re.split(r"(?<!\\)\|", row.strip().strip("|")) for row in text.splitlines() if row.startswith("|")]
            tables.append([row for row in rows if re.sub(r"[\s:-]", "", "".join(row))])
            text = re.sub(r"(?<!\\)\|", "\n", text)
        texts.append("\n".join([text, block.get("caption") or ""]))
        # The server tells of it, or has it recognised.
        scans += ["scanned_pages"] if block["category"] == "figure" and block.get("page") and not text else []
        heads += [text] if block["category"] in ("header", "footer") else []
    reading = {"text": "\n".join(texts), "heads": heads, "tables": tables,
               "warnings": [f"{one['code']} {one.get('name') or ''}".strip() for one in found["left_out"]] + scans}
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
            or any(row[key][0] < row[key][-1] for key in ("numbers", "heads", "notes")) or bool(row["untold"] or row["no table"]))


def worst(one):
    """What is wrong with a file in a line."""
    row = one["readers"]["stet"]
    if "recalled" not in row:
        return f"- {one['file']}: crashed: {row['crash']}" if row.get("crash") else (
            f"- {one['file']}: refused: {json.dumps(row.get('refused') or row.get('fault'))}; others find {row.get('words', 0)} words")
    said = [f"recalled {mean([row['recalled']])} of {row['words']} words" + (", silent" if row["silent"] else "")]
    for key, few in (("missing", 12), ("extra", 12), ("glued", 8), ("faults", 6), ("heads lost", 4), ("notes lost", 4), ("untold", 4), ("no table", 3), ("warnings", 3)):
        texts = "; ".join(" ".join(str(text).split())[:90] for text in row[key][:few])
        said += [f"{'numbers' if key == 'faults' else key}: {texts}"] if texts else []
    said += [f"{key} {mean([row[key]])}" for key in ("order", "cells") if row[key] is not None and row[key] < .95]
    return f"- {one['file']}: " + ". ".join(said)


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
        failed, tried = doctest.testmod(comparison)
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
