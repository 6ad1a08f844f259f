# SPDX-License-Identifier: MIT
"""Runs the command tileproof and reads its report."""
import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

# What the command is told unless a test says otherwise; the plugin for pytest sets them.
DEFAULTS = {"cases": 100, "seed": None, "budget": None}


class CannotRun(RuntimeError):
    """Nothing is known about the kernel: it was not compiled, or not judged. The text says why."""


@dataclass
class Result:
    code: int  # 0 held, 1 a finding, 2 could not run
    text: str  # what the command prints
    errors: str
    report: dict = field(default_factory=dict)  # --json

    @property
    def verdict(self):
        return {0: "held", 1: "failed"}.get(self.code, "could not run")

    @property
    def bugs(self):
        return self.report.get("bugs", [])


def program():
    named = os.environ.get("TILEPROOF") or shutil.which("tileproof")
    checkout = Path(__file__).resolve().parents[3]
    built = [checkout / "build" / preset / "bin" / "tileproof" for preset in ("release", "first")]
    for path in [named] if named else built:
        if Path(path).is_file():
            return str(path)
    raise CannotRun(f"There is no command {named or 'tileproof'}: install it, or let the environment variable TILEPROOF name it.")


def options(cases=None, seed=None, budget=None, flags=(), device=(), wave=None, store=None):
    """As arguments; what is not said is as DEFAULTS say."""
    if cases is None and budget is None:
        budget = DEFAULTS["budget"]
        cases = DEFAULTS["cases"] if budget is None else None
    said = {"cases": cases, "budget": budget, "seed": DEFAULTS["seed"] if seed is None else seed, "wave": wave, "store": store}
    words = [f"--{name}={value}" for name, value in said.items() if value is not None]
    words += [f"--flag={f}" for f in flags]
    return words + [f"--device={d}" for d in ([device] if isinstance(device, str) else device)]


def run(arguments, wait=None, environment=None):
    """Runs `tileproof ARGUMENTS`. While it runs, wait(process) is called, which returns when it has ended."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen([program(), *arguments], stdin=subprocess.DEVNULL, stdout=out, stderr=errors,
                                   env={**os.environ, **(environment or {})})
        try:
            (wait or subprocess.Popen.wait)(process)
        finally:
            if process.poll() is None:
                process.terminate()
            process.wait()
        for file in (out, errors):
            file.seek(0)
        return Result(process.returncode, out.read(), errors.read())


def run_check(file, wait=None, environment=None, **given):
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        result = run(["check", str(file), f"--json={report}", *options(**given)], wait, environment)
        if report.exists():
            result.report = json.loads(report.read_text())
    return result


def require_run(result):
    """Raises CannotRun, with every sentence that there is, unless there is a verdict."""
    if result.code in (0, 1):
        return
    why = result.report.get("not_judged") or [result.errors.strip() or result.text.strip() or f"Exit code {result.code}."]
    raise CannotRun("\n".join(dict.fromkeys(why)))


def check(file, **given):
    """`tileproof check FILE` of a file that declares its own kernel tests. Raises KernelFailed with the report, or CannotRun."""
    from .kernel import KernelFailed
    if not Path(file).is_file():
        raise CannotRun(f"There is no file {file}; a path is relative to {os.getcwd()}.")
    result = run_check(file, **given)
    require_run(result)
    if result.code == 1:
        raise KernelFailed(result)
    return result
