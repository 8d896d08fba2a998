#!/usr/bin/env python3
"""Makes the rows of data/words/ko/dictionary.tsv from the CSV files of mecab-ko-dic (Apache License 2.0).

usage: scripts/korean-words.py DIRECTORY_OF_CSV_FILES

In that dictionary a word of its training text has a cost of its own, and the others of a class share one. Taken are the words of the
training text; forms of verbs and endings only where they are hardly dearer than that (the rest are rare ones and slips). A word that is
left out may be taken for a slip of another one, so no noun is, but for names of people that are long or rare.
The training text has misspellings, too: a form whose past lacks its second ㅅ (`햇`) is left out. What a stem and endings of the
lists make up is left out as well: `spelling.rs` puts them together itself.
"""

import collections
import csv
import pathlib
import re
import sys

HANGUL = re.compile("[가-힣]{1,4}")
DICTIONARY = pathlib.Path(__file__).parent.parent / "data/words/ko/dictionary.tsv"
STEMS = {"NN": "n", "NP": "n", "NR": "n", "XR": "n", "VV": "v", "VA": "v", "VX": "v", "MA": "a", "MM": "a", "IC": "a"}
ENDINGS = {"J": "j", "E": "e", "VCP": "x", "XSV": "x", "XSA": "x"}
# A word that is alone in its class has no cost to be held against.
ALONE = {"stem": 3500, "ending": 5000}
DEARER = {"stem": 0, "ending": 1000}
# Vowels and finals (numbers of jamo) of a syllable in which an ending has run together with a stem, and the stem's vowel.
OPEN = {6: 20, 9: 8, 14: 13}


def jamo(syllable):
    code = ord(syllable) - 0xAC00
    return code // 588, code % 588 // 28, code % 28


def contracted(head):
    lead, vowel, final = jamo(head[-1])
    if final in (4, 8, 16, 17) or vowel in (0, 1, 4) and final == 20:
        stem = vowel
    elif vowel in OPEN and final in (0, 20):
        stem = OPEN[vowel]
    else:
        return None
    return head[:-1] + chr(0xAC00 + lead * 588 + stem * 28)


def read(directory):
    for path in sorted(pathlib.Path(directory).glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.reader(file):
                if len(row) > 8 and HANGUL.fullmatch(row[0]):
                    tag = "person" if row[5] == "인명" else row[4].split("+")[0]
                    yield row[0], (row[1], row[2]), int(row[3]), tag, row[8] == "Inflect"


def kind_of(tag, inflected):
    kinds = {**STEMS, **ENDINGS, "person": "n"}
    kind = next((kinds[start] for start in kinds if tag.startswith(start)), None)
    return "i" if kind == "v" and inflected else kind


def taken(directory):
    entries = list(read(directory))
    costs = collections.defaultdict(collections.Counter)
    for _, group, cost, _, _ in entries:
        costs[group][cost] += 1
    out = {"stem": collections.defaultdict(set), "ending": collections.defaultdict(set)}
    for form, group, cost, tag, inflected in entries:
        usual, times = costs[group].most_common(1)[0]
        kind = kind_of(tag, inflected)
        if kind is None or times > 1 and abs(cost - usual) <= 1:
            continue
        what = "stem" if kind in "nvai" else "ending"
        frequent = cost <= (usual + DEARER[what] if times > 1 else ALONE[what])
        slip = kind in "iex" and any(jamo(syllable)[2] == 19 for syllable in form)
        named = tag != "person" or frequent and len(form) == 2
        if (frequent or kind in "nva") and named and not slip:
            out[what][form].add(kind)
    return out["stem"], out["ending"]


def cuts(word):
    return ((word[:at], word[at:]) for at in range(1, len(word) + 1))


def are_endings(endings, tail, first, most):
    return any(
        first in endings.get(head, "") and (not rest or most > 1 and are_endings(endings, rest, "e", most - 1))
        for head, rest in cuts(tail)
    )


def prune(words, kinds, is_made):
    """Leaves out the kinds of a word that shorter ones make up, the longest words first."""
    for word in sorted(words, key=lambda word: (-len(word), word)):
        for kind in sorted(words[word] & set(kinds)):
            words[word].discard(kind)
            if not is_made(word, kind):
                words[word].add(kind)


def main(directory):
    stems, endings = taken(directory)
    prune(endings, "ex", lambda word, kind: are_endings(endings, word, kind, 2))

    def is_made(word, _):
        def tail(rest):
            return not rest or are_endings(endings, rest, "e", 2)

        verb = any(rest and {"v", "i"} & stems.get(head, set()) and tail(rest) for head, rest in cuts(word))
        return verb or any("v" in stems.get(contracted(head), ()) and tail(rest) for head, rest in cuts(word))

    prune(stems, "i", is_made)
    sections = []
    for section, words in zip(DICTIONARY.read_text("utf-8").split("\n\n"), (stems, endings), strict=True):
        head = [line for line in section.splitlines() if line.startswith(("[", "#"))]
        rows = [f"{word}\t{''.join(sorted(kinds))}" for word, kinds in sorted(words.items()) if kinds]
        sections.append("\n".join(head + rows) + "\n")
    DICTIONARY.write_text("\n".join(sections), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
