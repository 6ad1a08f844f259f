# SPDX-License-Identifier: MIT
"""The smallest case of a finding as arrays: the command replays it, and shows what the kernel reads and leaves."""
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from . import command
from .floats import decoded
from .reference import answer, arrays_of
from .server import Server


SHOWN = 40  # elements of an array, whose other ones are left out


@dataclass
class Case:
    dims: dict
    scalars: dict = field(default_factory=dict)
    inputs: dict = field(default_factory=dict)
    actual: dict = field(default_factory=dict)  # of the kernel; empty if it did not come to its end
    expected: dict = field(default_factory=dict)
    file: str = ""
    wrong: tuple = None  # the first wrong element: its operand, its index

    def __str__(self):
        lines = [f"{n} = {v}" for n, v in {**self.dims, **self.scalars}.items()]
        lines += [f"{n} = {shown(a)}" for n, a in self.inputs.items()]
        for name, right in self.expected.items():
            lines.append(f"{name} must be {shown(right)}")
            if name in self.actual:
                lines.append(f"{name} is      {shown(self.actual[name])}")
        name, at = self.wrong or ("", ())
        if name in self.actual and self.actual[name].size > SHOWN:
            lines.append(f"{name}{list(at)} must be {self.expected[name][at]} and is {self.actual[name][at]}")
        return "\n   ".join([f"The smallest case as arrays; np.load('{self.file}') has them:", *lines])


def shown(array):
    return np.array2string(array, threshold=SHOWN, separator=", ", prefix=" " * 14)


def smallest_case(test, result):
    """Of the first bug. None where it is not told again."""
    case = result.bugs[0]["case"] if result.bugs else None
    file = result.bugs[0].get("replay", "").rpartition(" ")[2] if result.bugs else ""
    if not case or not Path(file).is_file():
        return None
    asked, seen = [], []

    def listen(question, memory):
        if question["dims"] == case["dims"]:
            given, outputs = arrays_of(test, question, memory)
            (seen if question["ask"] == "seen" else asked).append(copies(test, given, outputs))
        if question["ask"] == "answer":
            answer(test, *arrays_of(test, question, memory))
        return "ok"

    with Server(listen) as server:
        for sees in {"TILEPROOF_PYTHON_SEES": "1"}, {}:
            command.run(["replay", file, "--trust-source"], server, {**server.environment, **sees})
            if seen or asked:
                break
    if not seen + asked:
        return None
    cases = seen or asked
    for c in cases:
        c.expected = {n: np.zeros_like(a) for n, a in c.actual.items()}
        answer(test, {**c.dims, **c.scalars, **c.inputs}, c.expected)
    differs = [c for c in cases if any(c.actual[n].tobytes() != a.tobytes() for n, a in c.expected.items())]
    why = result.bugs[0].get("why") or {}
    where = why.get("where") or {}
    wrong = (where["operand"], tuple(where["index"])) if where.get("index") and where.get("operand") else None
    one = (differs or cases)[0]
    if wrong and why.get("given"):  # "With other contents of the inputs": in a later call
        one = max(differs or cases, key=lambda c: error_of(test, c, *wrong))
    if not seen:
        one.actual = {}
    one.file = str(Path(".tileproof/python") / f"{test.file_name}.npz")
    one.wrong = wrong
    np.savez(one.file, **one.inputs, **{f"{n}_expected": a for n, a in one.expected.items()},
             **{f"{n}_actual": a for n, a in one.actual.items()})
    return one


def error_of(test, case, name, index):
    """Of one element, in a case's several calls the greatest where it is the wrong one: others may be off by what is allowed."""
    kind = test.operands[name].stands_for
    right, is_ = (np.float64(decoded(a[name][index], kind) if kind else a[name][index]) for a in (case.expected, case.actual))
    with np.errstate(all="ignore"):
        off = 0.0 if np.array_equal(right, is_, equal_nan=True) else abs(right - is_)
    return np.inf if np.isnan(off) else off


def copies(test, given, outputs):
    return Case({d: given[d] for d in test.dims}, {s: given[s] for s in test.scalars},
                {n: given[n].copy() for n in test.operands if n in given}, {n: a.copy() for n, a in outputs.items()})
