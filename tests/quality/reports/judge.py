#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judges the verdicts on kernels that were written from public bug reports, by somebody who had read the documents only.

    judge.py build/release                  all of them, some 20 minutes on two cores
    judge.py build/release --only w27       those whose name has this

w*.hip are wrong, r*.hip are right. Their first lines say when one fails, how many bugs it has and which report it comes from;
`// BUG` marks the wrong lines. Printed is a row for each: whether it was found or held, whether a bug's line is a marked one,
how many bugs were told, and the condition beside the one that is true. Exit code 1: a right one was accused or a wrong one held.
"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def said_at_the_top(source, word):
    found = re.search(rf"^// {word}: (.*)$", source, re.M)
    return found.group(1) if found else ""


def lines_of(bug):
    witness = (bug.get("why") or {}).get("witness") or {}
    places = [bug, bug.get("stored_at") or {}, witness.get("access") or {}, witness.get("other") or {}]
    return {place.get("line") for place in places} - {None, 0}


def judge(tool, path, budget):
    source = path.read_text()
    wrong = path.name.startswith("w")
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        done = subprocess.run([tool, "check", path, "--seed", "1", "--budget", budget, "--json", report, "--store", f"{folder}/store",
                               "--cache", f"{folder}/cache"], capture_output=True, text=True, timeout=600)
        told = json.loads(report.read_text()) if report.exists() else {}
    bugs = told.get("bugs", [])
    marked = {n for n, line in enumerate(source.splitlines(), 1) if "// BUG" in line}
    well = done.returncode == (1 if wrong else 0)
    cells = [path.stem, "wrong" if wrong else "right", {0: "held", 1: "found"}.get(done.returncode, "not judged"),
             "" if not wrong or not bugs else "yes" if any(lines_of(b) & marked for b in bugs) else "no",
             f'{len(bugs)}/{said_at_the_top(source, "bugs") or "?"}', "; ".join(b.get("fails_when", "") for b in bugs),
             said_at_the_top(source, "when")]
    if done.returncode == 2:
        cells[5] = (done.stderr or done.stdout).strip().splitlines()[-1]
    print("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |", flush=True)
    return wrong, well, cells[3] == "yes"


def main(words):
    if not words:
        print(__doc__, file=sys.stderr)
        return 2
    options = dict(zip(words[1::2], words[2::2]))
    tool = Path(words[0]).resolve() / "bin/tileproof"
    chosen = [path for path in sorted(HERE.glob("*.hip")) if options.get("--only", "") in path.name]
    print("| kernel | is | verdict | its line | bugs | told condition | true condition |\n|---|---|---|---|---|---|---|")
    rows = [judge(tool, path, options.get("--budget", "5s")) for path in chosen]
    wrong, right = [r for r in rows if r[0]], [r for r in rows if not r[0]]
    print(f"\n{sum(r[1] for r in wrong)} of {len(wrong)} wrong ones found, {sum(r[2] for r in wrong)} at a marked line; "
          f"{sum(not r[1] for r in right)} of {len(right)} right ones not held.")
    return 0 if all(r[1] for r in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
