#!/usr/bin/env python3
"""What each way of a search finds of what a question needs, against a running server that has the document:

    scripts/compare-modes.py http://127.0.0.1:8000 tests/cases/retrieval/graph_ko.jsonl [--pid SERVER] [--all] [--each]

A row names the articles that answer it (`휴학규정 제3조`), or, for a theme, regulations of which any article will do. A table for the
half that is looked at, or with --all for the unread half as well: by kind and mode, the share of what is needed among the first eight
articles that a search finds, among the sources of an answer, and among what the answer quotes (without a model: extracts); tokens of
the sources; and with --pid the milliseconds of processor time of the server and its database a search, the modes asked in turn.
--each tells of every question of the half that is looked at.
"""

import argparse
import json
import os
import re
import unicodedata
import urllib.request
from collections import defaultdict
from pathlib import Path

MODES = ["auto", "naive", "local", "global", "hybrid", "mix"]
AT = 8
TICK = os.sysconf("SC_CLK_TCK")


def ask(base, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(base + path, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def plain(name):
    return re.sub(r"[\s·ㆍ,「」()]", "", unicodedata.normalize("NFC", name))


def family(pid):
    """A process and all that it has started."""
    children = defaultdict(list)
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                children[int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])].append(int(entry.name))
            except OSError:
                pass
    found, left = [], [pid]
    while left:
        found.append(left.pop())
        left += children[found[-1]]
    return found


def spent(pids):
    ticks = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            ticks += int(fields[11]) + int(fields[12])
        except OSError:
            pass
    return ticks * 1000 / TICK


def named(article):
    if not article:
        return None
    number = article["number"]
    if isinstance(number, dict):
        branch = number["branch"]
        number = f"제{number['number']}조" + (f"의{branch}" if branch else "")
    return plain(article["regulation"]) + number


def share(needed, found):
    """Of a regulation any article will do."""
    whole = [re.sub(r"제\d+조(의\d+)?$", "", one) for one in found]
    return sum(one in found or one in whole for one in needed) / len(needed)


def tokens(text):
    ascii_ = sum(ord(c) < 128 for c in text)
    return len(text) - ascii_ + -(-ascii_ // 4)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base")
    parser.add_argument("questions", type=Path)
    parser.add_argument("--pid", type=int)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--each", action="store_true")
    args = parser.parse_args()
    rows = [json.loads(line) for line in args.questions.read_text().splitlines()]
    rows = [row for row in rows if args.all or not row["unread"]]
    table = defaultdict(lambda: defaultdict(list))
    texts = {}
    pids = family(args.pid) if args.pid else []
    for row in rows:
        needed = [plain(one) for one in row["relevant"]]
        half = "unread" if row["unread"] else "looked at"
        line = []
        for mode in MODES:
            body = {"query": row["text"], "mode": mode, "topK": 40}
            found = ask(args.base, "/api/search", body)
            before = spent(pids)
            for _ in range(4 if pids else 0):
                ask(args.base, "/api/search", body)
            time = (spent(pids) - before) / 4
            articles = dict.fromkeys(name for hit in found["hits"] if (name := named(hit["article"])))
            told = ask(args.base, "/query/verified", {"question": row["text"], "mode": mode})
            marks = {int(n) for n in re.findall(r"\[†(\d+)\]", told["original_answer"])}
            sources = [named(card.get("article")) or "" for card in told["sources"]]
            quoted = [name for number, name in enumerate(sources, 1) if number in marks]
            for card in told["sources"]:
                if card["chunk_id"] not in texts:
                    texts[card["chunk_id"]] = tokens(ask(args.base, "/api/chunks/" + card["chunk_id"])["content"])
            context = sum(texts[card["chunk_id"]] for card in told["sources"])
            first = list(articles)[:AT]
            figures = [share(needed, first), share(needed, sources), share(needed, quoted), context, time, found["mode"] == mode]
            for kind in (row["kind"], "all"):
                table[half, kind][mode].append(figures)
            line.append(f"{mode}{'' if found['mode'] == mode else '*'} {figures[0]:.2f}/{figures[1]:.2f}")
        if args.each and not row["unread"]:
            print(row["_id"], row["text"], "|", "  ".join(line))
    print("| half | kind | mode | questions | ran | recall@8 | in sources | quoted | tokens | ms |")
    print("|---|---|---|---:|---:|---:|---:|---:|---:|---:|")
    for (half, kind), modes in sorted(table.items()):
        for mode, all_ in modes.items():
            mean = [sum(column) / len(all_) for column in zip(*all_)]
            print(
                f"| {half} | {kind} | {mode} | {len(all_)} | {mean[5]:.2f} | {mean[0]:.3f} | {mean[1]:.3f} | {mean[2]:.3f} "
                f"| {mean[3]:.0f} | {mean[4]:.1f} |"
            )


if __name__ == "__main__":
    main()
