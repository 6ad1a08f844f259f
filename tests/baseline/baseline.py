#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a build finds, as JSON, and how two builds differ in it: the judge of a change of devices or compilers.

    baseline.py record build/release now.json          # everything below, some minutes
    baseline.py record build/release now.json a.hip    # these kernel tests and programs only
    baseline.py compare before.json now.json           # what differs; exit code 1 when anything was lost

Recorded are, for each kernel test of the repository (examples, sets of bugs, users' kernels, huge shapes): the verdict of
every test, device and law, and of every bug its kind, file, line, column, kernel, variables and smallest case; for each
whole program its findings; for each kernel planted for cpu-checked the report as a sentence; and for each exhibit of the
museum whether it was found, at its minimum, and its right twin left alone. Seeds and numbers of cases are fixed, so that two
records of one build are equal. Conditions are left out: how far they are looked for depends on the time that is there.
"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]
KERNEL_TESTS = ("examples/*.hip", "tests/quality/bugs/*.hip", "tests/quality/huge/*.hip", "tests/fuzz/diagnosis/*.hip",
                "tests/compiler/build/*.hip")
PROGRAMS = ("tests/compiler/program/*.hip",)


def output_of(command, seconds=600):
    try:
        return subprocess.run([str(word) for word in command], cwd=HOUSE, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None


def place(bug):
    return {key: bug.get(key) for key in ("subject", "kind", "file", "line", "column", "kernel", "laws", "heading")} | {
        "variables": {value["name"]: value["value"] for value in bug.get("values") or []},
        "case": {key: value for key, value in (bug.get("case") or {}).items() if key != "source"}}


def report_of(command, report):
    """The rows and bugs of a command that writes --json, or the reason why there are none."""
    done = output_of(command[:2] + ["--json", report] + command[2:])
    if done is None:
        return {"trouble": "did not end"}
    try:
        told = json.loads(Path(report).read_text())
    except (OSError, ValueError):
        return {"trouble": "\n".join((done.stderr or done.stdout).splitlines()[:3])}
    rows = {f'{row["property"]} {row["law"]}': row["verdict"] for row in told.get("rows", [])}
    bugs = [place(bug) for bug in told.get("bugs", [])]
    for finding in told.get("findings", []) if "bugs" not in told else []:
        bugs.append(place(finding))
    return {"rows": rows, "bugs": {f'{bug["subject"]} {bug["file"]}:{bug["line"]} {bug["kind"]}': bug for bug in bugs}}


def planted(build):
    with tempfile.NamedTemporaryFile(suffix=".json") as told:
        output_of([build / "bin/tests/cpu_checked_planted_test", f"--gtest_output=json:{told.name}"])
        suites = json.loads(Path(told.name).read_text() or "{}").get("testsuites", [])
    return {test["name"]: {"passed": "failures" not in test, "report": test.get("report", "")}
            for suite in suites for test in suite["testsuite"]}


def museum(build):
    told = output_of([build / "bin/tests/museum", "--seeds", "1", "--naive-seeds", "0"])
    columns = ("exhibit", "class", "law", "found", "first", "minimum", "accused")
    exhibits = {}
    for line in told.stdout.splitlines() if told else []:
        cells = [cell.strip() for cell in line.strip("| ").split("|")]
        if cells[0].startswith("`"):
            row = dict(zip(columns, cells))
            del row["first"]  # a time
            exhibits[row["exhibit"].strip("`")] = row
    return exhibits


def record(build, files):
    build = Path(build).resolve()
    tool = build / "bin/tileproof"
    found = {}
    chosen = [Path(file).resolve() for file in files] or sorted(
        path for pattern in KERNEL_TESTS + PROGRAMS for path in HOUSE.glob(pattern))
    with tempfile.TemporaryDirectory() as folder:
        for path in chosen:
            name = str(path.relative_to(HOUSE)) if path.is_relative_to(HOUSE) else str(path)
            source = path.read_text(errors="replace")
            report = f"{folder}/{len(found)}.json"
            if re.search(r"tileproof/\w+\.hpp", source):
                options = ["--seed", "1", "--cases", "200", "--jobs", "2", "--store", f"{folder}/{len(found)}"]
                found[name] = report_of([tool, "check", path] + options, report)
            elif re.search(r"\bint main\(", source):
                found[name] = report_of([tool, "run", path], report)
    if not files:
        found |= {"planted": planted(build), "museum": museum(build)}
    return found


def leaves(tree, path=()):
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from leaves(value, path + (key,))
    else:
        yield path, tree


def compare(before, now):
    """Prints each value that differs. What was there and is no more is lost; a row that was held and is not now is one too."""
    old, new = dict(leaves(before)), dict(leaves(now))
    lost = 0
    for path in sorted(old.keys() | new.keys()):
        if old.get(path) == new.get(path):
            continue
        what = "new" if path not in old else "LOST" if path not in new else "changed"
        lost += what == "LOST"
        print(f'{what:8}{": ".join(path)}')
        if path in old:
            print(f"    - {json.dumps(old[path])}")
        if path in new:
            print(f"    + {json.dumps(new[path])}")
    print(f"{len(old)} values before, {len(new)} now; {lost} lost.")
    return 1 if lost else 0


def main(words):
    if len(words) >= 3 and words[0] == "record":
        found = record(words[1], words[3:])
        Path(words[2]).write_text(json.dumps(found, indent=1, sort_keys=True) + "\n")
        print(f"{words[2]}: {sum(1 for _ in leaves(found))} values of {len(found)} sources")
        return 0
    if len(words) == 3 and words[0] == "compare":
        return compare(*(json.loads(Path(word).read_text()) for word in words[1:]))
    print(__doc__.split("\n\nRecorded")[0], file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
