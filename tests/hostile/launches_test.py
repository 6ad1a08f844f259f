#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""launches_test.py PROGRAM [DEVICE...]: no launch function of launches.hip makes a wrong kernel hold, and no harmless one a right one fail."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

devices = sys.argv[2:] or ["cpu", "cpu-checked"]
program, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(__file__).resolve().parent / "launches.hip"
parts = re.split(r"^// (harmless|faults|perhaps)$", source.read_text(), flags=re.M)
kind_of = {name: kind for kind, text in zip(parts[1::2], parts[2::2]) for name in re.findall(r"^TRY\(\s*(\w+),", text, flags=re.M)}
assert len(kind_of) > 40

with tempfile.TemporaryDirectory() as folder:
    (pathlib.Path(folder) / "launches.hip").write_text(source.read_text())
    words = "check launches.hip --cases 12 --seed 1 --time-limit 2s --store none --json report.json".split()
    words += [word for d in devices for word in ("--device", d)]
    ended = subprocess.run([program, *words], cwd=folder, env={**os.environ, "TILEPROOF_EXPLAIN": "0"}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=1400)
    report = json.loads((pathlib.Path(folder) / "report.json").read_text())

rows = {}  # by subject and device: the verdicts
for row in report["rows"]:
    rows.setdefault((row["subject"], row["device"]), set()).add(row["verdict"])
problems = []
for name, kind in kind_of.items():
    for kernel in "right", "wrong":
        for device in devices:
            seen = rows.get((f"{name}_{kernel}", device))
            if seen is None:
                problems.append(f"{name} with the {kernel} kernel is not in the report of {device}")
            elif kernel == "wrong" and seen <= {"held"}:
                problems.append(f"{name}: the wrong kernel holds on {device}")
            elif kernel == "wrong" and kind == "harmless" and "FAILED" not in seen:
                problems.append(f"{name}: the wrong kernel is not found on {device}: {seen}")
            elif kernel == "right" and kind == "harmless" and "FAILED" in seen:
                problems.append(f"{name}: the right kernel is accused on {device}")
            elif kernel == "right" and kind == "faults" and seen <= {"held"}:
                problems.append(f"{name} holds on {device}")
if ended.returncode != 1:
    problems.append(f"the exit code is {ended.returncode}")
print(f"{len(kind_of)} launches, each with two kernels on {' and '.join(devices)}")
for p in problems:
    print(p)
if problems:
    print(ended.stdout.decode(errors="replace")[-3000:])
sys.exit(bool(problems))
