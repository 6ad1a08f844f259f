#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judges the verdicts on kernels that were written from public bug reports, by somebody who had read the documents only.

    judge.py build/release                  all of them, some 20 minutes on two cores
    judge.py build/release --only w27       those whose name has this
    judge.py build/release --keep FOLDER    and keep their reports there, as JSON

w*.hip are wrong, r*.hip are right. Their first lines say when one fails, how many bugs it has and which report it comes from;
`// BUG` marks the wrong lines. Printed is a row for each: whether it was found or held, whether a bug's line is a marked one,
which of the likely lines of a wrong value without any fault is a marked one (0: none), how many bugs were told, and the condition
beside the one that is true. Exit code 1: a right one was accused or a wrong one held.
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


def likely_places(bugs, marked):
    """Of each wrong value without any fault, nor a line: the place of a marked line among its likely ones, 0 of none."""
    named = [[line["line"] for line in b["likely_lines"]] for b in bugs if b["kind"] == "wrong value" and not b["line"]]
    return [next((n for n, line in enumerate(lines, 1) if line in marked), 0) for lines in named]


def judge(tool, path, budget, kept):
    source = path.read_text()
    wrong = path.name.startswith("w")
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        done = subprocess.run([tool, "check", path, "--seed", "1", "--budget", budget, "--json", report, "--store", f"{folder}/store",
                               "--cache", f"{folder}/cache"], capture_output=True, text=True, timeout=600)
        told = json.loads(report.read_text()) if report.exists() else {}
    if kept:
        Path(kept, path.stem + ".json").write_text(json.dumps(told, indent=1))
    bugs = told.get("bugs", [])
    marked = {n for n, line in enumerate(source.splitlines(), 1) if "// BUG" in line}
    likely = likely_places(bugs, marked) if wrong else []
    well = done.returncode == (1 if wrong else 0)
    cells = [path.stem, "wrong" if wrong else "right", {0: "held", 1: "found"}.get(done.returncode, "not judged"),
             "" if not wrong or not bugs else "yes" if any(lines_of(b) & marked for b in bugs) else "no",
             " ".join(map(str, likely)),
             f'{len(bugs)}/{said_at_the_top(source, "bugs") or "?"}', "; ".join(b.get("fails_when", "") for b in bugs),
             said_at_the_top(source, "when")]
    if done.returncode == 2:
        cells[6] = (done.stderr or done.stdout).strip().splitlines()[-1]
    print("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |", flush=True)
    return wrong, well, cells[3] == "yes", likely


def main(words):
    if not words:
        print(__doc__, file=sys.stderr)
        return 2
    options = dict(zip(words[1::2], words[2::2]))
    tool = Path(words[0]).resolve() / "bin/tileproof"
    chosen = [path for path in sorted(HERE.glob("*.hip")) if options.get("--only", "") in path.name]
    print("| kernel | is | verdict | its line | likely | bugs | told condition | true condition |\n|---|---|---|---|---|---|---|---|")
    kept = options.get("--keep")
    if kept:
        Path(kept).mkdir(parents=True, exist_ok=True)
    rows = [judge(tool, path, options.get("--budget", "5s"), kept) for path in chosen]
    wrong, right = [r for r in rows if r[0]], [r for r in rows if not r[0]]
    print(f"\n{sum(r[1] for r in wrong)} of {len(wrong)} wrong ones found, {sum(r[2] for r in wrong)} at a marked line; "
          f"{sum(not r[1] for r in right)} of {len(right)} right ones not held.")
    places = [place for r in rows for place in r[3]]
    print(f"Of {len(places)} wrong values a marked line is the first likely one of {places.count(1)}, "
          f"among three of {sum(place > 0 for place in places)}.")
    return 0 if all(r[1] for r in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
