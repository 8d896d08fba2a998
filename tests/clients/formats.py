"""The reports of `stet verify` and `stet criteria lint` as the programs that they are for read them.

    STET=target/debug/stet python formats.py

SARIF by the models of its schema (pydantic-sarif), JUnit by junitparser, the GitHub action by running its step.
"""

import io
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import junitparser
import yaml
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Sarif

# Words alone judge: no model of the surroundings is asked.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}
STET = os.environ["STET"]
ROOT = Path(__file__).resolve().parents[2]
TEXTS = {
    "sources/lib.txt": "The library opens at nine. It has 30 seats. 도서관은 아홉 시에 문을 연다. 좌석은 30개다.\n",
    "docs/good.md": "The library opens at nine [1].\n",
    "docs/나쁜 글.md": "# 도서관\n\n도서관은 아홉 시에 문을 연다 [1]. 좌석은 40개다 [1].\n",
    "docs/more/bad.md": "It is very \"big\" & <old>.\n\nThe library has 40 seats [1].\n",
    "House/Very.yml": "extends: existence\nmessage: \"Drop '%s': it is <weak> & says 50 %\"\nlevel: suggestion\ntokens:\n  - very\n",
    "House/Big.yml": "extends: existence\nmessage: Say how big.\nlevel: error\ntokens:\n  - big\n",
}
VERIFY = ["verify", "docs", "--source", "sources", "--quick"]
LINT = ["criteria", "lint", "docs", "--pack", "House"]


class Formats(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for name, text in TEXTS.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def stet(self, *arguments, code):
        done = subprocess.run([STET, *arguments], cwd=self.folder, env=ENVIRONMENT, capture_output=True, encoding="utf-8")
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def test_sarif(self):
        for verb, rules in (VERIFY, {"unsupported"}), (LINT, {"House.Big", "House.Very"}):
            told = json.loads(self.stet(*verb, "--format", "sarif", code=1))
            Sarif.model_validate(told)
            (run,) = told["runs"]
            self.assertEqual({result["ruleId"] for result in run["results"]} & rules, rules)
            for result in run["results"]:
                place = result["locations"][0]["physicalLocation"]
                self.assertNotIn(" ", place["artifactLocation"]["uri"])
                self.assertGreaterEqual(place["region"]["startLine"], 1)
        (korean,) = [one for one in self.found("verify") if "%20" in one["artifactLocation"]["uri"]]
        self.assertEqual((korean["region"]["startLine"], korean["region"]["startColumn"]), (3, 23))

    def found(self, verb):
        told = json.loads(self.stet(*(VERIFY if verb == "verify" else LINT), "--format", "sarif", code=1))
        return [result["locations"][0]["physicalLocation"] for result in told["runs"][0]["results"]]

    def test_junit(self):
        for verb, failures in (VERIFY, 2), (LINT, 2):
            told = self.stet(*verb, "--format", "junit", code=1)
            suites = junitparser.JUnitXml.fromroot(junitparser.junitparser.etree.parse(io.BytesIO(told.encode())).getroot())
            self.assertEqual(len(list(suites)), 3)
            self.assertGreaterEqual(suites.failures, failures)
            self.assertEqual(suites.tests, sum(len(list(suite)) for suite in suites))
        self.assertIn("it is &lt;weak&gt; &amp; says 50 %", told)

    def test_severity_and_exit_codes(self):
        self.assertIn("House.Very", self.stet(*LINT, code=1))
        told = self.stet(*LINT, "--min-severity", "error", code=1)
        self.assertNotIn("House.Very", told)
        (self.folder / "House/Big.yml").unlink()
        self.assertEqual(self.stet(*LINT, "--min-severity", "warning", code=0), "")
        self.stet("verify", "docs/good.md", "none.md", "--source", "sources", "--quick", "--format", "sarif", code=2)
        self.stet(*VERIFY, "--format", "nonsense", code=2)

    def test_action(self):
        action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
        (step,) = action["runs"]["steps"]
        usual = {name: given.get("default", "") for name, given in action["inputs"].items()}
        given = {**usual, "paths": "docs/more\ndocs/good.md", "sources": "sources", "stet": STET}
        names = {"${{ inputs.%s }}" % name: value for name, value in given.items()}
        env = {**ENVIRONMENT, **{name: names[value] for name, value in step["env"].items()}}
        done = subprocess.run(["bash", "-eo", "pipefail", "-c", step["run"]], cwd=self.folder, env=env, capture_output=True, encoding="utf-8")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^::error file=docs/more/bad\.md,line=3,col=1,endLine=3,endColumn=\d+,title=unsupported::")

    def test_hooks(self):
        for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")):
            verb = hook["entry"].split()[1:]
            self.assertIn("--format", self.stet(*verb, "--help", code=0))


if __name__ == "__main__":
    unittest.main()
