#!/usr/bin/env python3
"""Makes the rows of data/words/en/synonyms.tsv from the database files of WordNet 3.1 (WordNet License).

usage: scripts/english-synonyms.py DIRECTORY_WITH_INDEX.SENSE_AND_DATA_FILES   (needs the package snowballstemmer)

A word stands in a group for a sense in which it is usually met: its first one, or one that makes up a fifth of what was counted.
So `purchase` and `buy` are one, and `charge` and `convict` are none. A group of words of which none was ever counted is left out.
A word goes with what is derived from it (`decide`, `decision`), but for people (`employer`, `employee`), in both their usual senses.
Words are written as their stems (Porter 2), by which they are looked up.
"""

import collections
import pathlib
import re
import sys

import snowballstemmer

TABLE = pathlib.Path(__file__).parent.parent / "data/words/en/synonyms.tsv"
FILES = {"1": "noun", "2": "verb", "3": "adj", "4": "adv", "5": "adj"}
LETTERS = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}
WORD = re.compile("[a-z]{2,}")
PERSON = "18"
DERIVED = {"+", "\\", "<"}
SHARE = 0.2


def read_senses(directory):
    """By (part of speech, offset): the words with the number of the sense, how often it and the word were counted."""
    senses = collections.defaultdict(list)
    for line in (directory / "index.sense").read_text("ascii").splitlines():
        key, offset, number, count = line.split()
        lemma, sense = key.split("%")
        senses[lemma, FILES[sense[0]]].append((int(number), offset, int(count)))
    synsets = collections.defaultdict(dict)
    for (lemma, part), found in senses.items():
        total = sum(count for _, _, count in found)
        for number, offset, count in found:
            if WORD.fullmatch(lemma) and (number == 1 or total and count >= SHARE * total):
                synsets[part, offset][lemma] = total
    return synsets


def derived(directory, synsets):
    """Pairs of usual words of which one is derived from the other."""
    for part in sorted(set(FILES.values())):
        for line in (directory / f"data.{part}").read_text("ascii").splitlines():
            if line.startswith(" "):
                continue
            fields = line.split("|")[0].split()
            names = [name.lower().split("(")[0] for name in fields[4 : 4 + 2 * int(fields[3], 16) : 2]]
            at = 5 + 2 * int(fields[3], 16)
            for symbol, offset, letter, places in zip(*[iter(fields[at : at + 4 * int(fields[at - 1])])] * 4):
                if symbol not in DERIVED or places == "0000" or PERSON in (fields[1], files_of.get((LETTERS[letter], offset))):
                    continue
                own, other = names[int(places[:2], 16) - 1], names_of[LETTERS[letter], offset][int(places[2:], 16) - 1]
                if own in synsets.get((part, fields[0]), ()) and other in synsets.get((LETTERS[letter], offset), ()):
                    if synsets[part, fields[0]][own] + synsets[LETTERS[letter], offset][other]:
                        yield own, other


names_of, files_of = {}, {}


def read_names(directory):
    for part in set(FILES.values()):
        for line in (directory / f"data.{part}").read_text("ascii").splitlines():
            if not line.startswith(" "):
                fields = line.split("|")[0].split()
                words = fields[4 : 4 + 2 * int(fields[3], 16) : 2]
                names_of[part, fields[0]] = [word.lower().split("(")[0] for word in words]
                files_of[part, fields[0]] = fields[1]


def main(directory):
    directory = pathlib.Path(directory)
    read_names(directory)
    synsets = read_senses(directory)
    stem = snowballstemmer.stemmer("english").stemWord
    groups = {tuple(sorted({stem(word) for word in words})) for words in synsets.values() if sum(words.values())}
    groups |= {tuple(sorted({stem(own), stem(other)})) for own, other in derived(directory, synsets)}
    groups = {group for group in groups if len(group) > 1}
    # What another group holds says nothing more.
    holders = collections.defaultdict(set)
    for group in groups:
        for word in group:
            holders[word].add(group)
    groups = {g for g in groups if not any(set(g) < set(o) for o in set.intersection(*(holders[w] for w in g)))}
    head = [line for line in TABLE.read_text("utf-8").splitlines() if line.startswith(("[", "#"))]
    TABLE.write_text("\n".join(head + sorted(" ".join(group) for group in groups)) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
