#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""AMD's conformance suite (ROCm/hip-tests) on the cpu devices: which of its files compile unchanged, which of its cases pass.

  hip_tests.py --suite HIP_TESTS --hipcc tileproof-hipcc --each 5 --from 1     every fifth file of catch/unit, and the table
  hip_tests.py ... --files LIST --only-compile                                 the files named in LIST, read only

Each file is compiled and linked with the suite's own main. Its cases run on cpu, and those that pass there on cpu-checked. A file
whose name says that its kernels are wrong must be refused. Needs Catch2's single header (Debian: catch2).
"""
import argparse
import collections
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import xml.sax.saxutils as xml

MUST_FAIL = re.compile(r"negative_kernels|kernels_negative|atomic_builtin_kernels|compiler_error_kernels|negative_(bitwise|negate)_")
SMALL = ["-I", "1", "-W", "1", "-A", "65536"]  # one repetition; random operands of mathematics
MAIN = ["main.cc", "hip_test_context.cc", "hip_test_features.cc"]


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--suite", required=True, help="the folder of hip-tests")
    p.add_argument("--hipcc", required=True)
    p.add_argument("--each", type=int, default=5, help="take every n-th file")
    p.add_argument("--from", type=int, default=1, dest="first", help="the first file that is taken, from 1")
    p.add_argument("--files", help="a list of files instead, relative to the suite")
    p.add_argument("--arch", default="gfx942")
    p.add_argument("--seconds", type=int, default=60, help="limit of each run")
    p.add_argument("--catch", default="/usr/include/catch2", help="the folder of catch.hpp")
    p.add_argument("--only-compile", action="store_true")
    p.add_argument("--only-cpu", action="store_true")
    p.add_argument("--work", help="a folder that keeps the compiled main for the next time")
    p.add_argument("--json", help="also stores every result here; files that are in it already are not run again")
    return p.parse_args()


def finished(command, seconds, **more):
    """The exit code and the output; the code is None if the limit was reached, and what the command started has ended as well."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          start_new_session=True, **more) as p:
        try:
            text, _ = p.communicate(timeout=seconds)
            return p.returncode, text
        except subprocess.TimeoutExpired:
            os.killpg(p.pid, signal.SIGKILL)
            return None, p.communicate()[0]


class suite:
    def __init__(self, a, work):
        self.a, self.work = a, work
        catch = os.path.join(a.suite, "catch")
        self.compile = [a.hipcc, "-std=c++17", f"--offload-arch={a.arch}", f"-I{catch}/include", f"-I{a.catch}",
                        f"-I{catch}/external/picojson", "-D__HIP_PLATFORM_AMD__",
                        f'-DKERNELS_PATH="{catch}/kernels/"']
        self.main = [os.path.join(catch, "hipTestMain", f) for f in MAIN]
        self.objects = []

    def files(self):
        if self.a.files:
            return open(self.a.files).read().split()
        every = sorted(os.path.relpath(os.path.join(at, f), self.a.suite)
                       for at, _, names in os.walk(os.path.join(self.a.suite, "catch", "unit"))
                       for f in names if f.endswith(".cc"))
        return every[self.a.first - 1::self.a.each]

    def made_main(self):
        for source in self.main if not self.objects else []:
            out = os.path.join(self.work, os.path.basename(source) + ".o")
            if os.path.exists(out):
                self.objects.append(out)
                continue
            code, text = finished([*self.compile, "-c", source, "-o", out], 600)
            if code != 0:
                sys.exit(f"{source}, the suite's own main, does not compile:\n{text}")
            self.objects.append(out)
        return self.objects

    def result_of(self, file):
        source, program = os.path.join(self.a.suite, file), os.path.join(self.work, "program")
        here = [f"-I{os.path.dirname(source)}"]
        must_fail = bool(MUST_FAIL.search(file))
        r = {"file": file, "must_fail": must_fail, "cases": {}}
        if must_fail or self.a.only_compile:
            code, text = finished([*self.compile, *here, "-fsyntax-only", source], 600)
        else:
            code, text = finished([*self.compile, *here, source, *self.made_main(), "-o", program], 600)
            if code != 0:  # it may need the other files of its folder
                linked, (code, unlinked) = text, finished([*self.compile, *here, "-fsyntax-only", source], 600)
                r["no_link"] = code == 0
                text = linked if code == 0 else unlinked
        r["compiles"] = code == 0
        if code != 0 or r.get("no_link"):
            found = re.search(r"(?m)^.*(error:|undefined reference|multiple definition).*$", text)
            r["message"] = found[0].replace(self.a.suite + "/", "") if found else text[-300:]
        elif not must_fail and not self.a.only_compile:
            r["cases"]["cpu"] = self.cases(program, "cpu", None)
            passing = [n for n, c in r["cases"]["cpu"].items() if c == "passed"]
            if passing and not self.a.only_cpu:
                r["cases"]["cpu-checked"] = self.cases(program, "cpu-checked", passing)
        return r

    def cases(self, program, device, names):
        """What became of each case. After a crash or at the limit, the cases that follow get a run of their own."""
        if names is None:
            text = finished([program, "--list-test-names-only"], 60, cwd=self.work)[1]
            names = [n for line in text.splitlines() if (n := line.strip()) and not n.startswith("tileproof:")]
        outcome, left = {}, names
        listed, report = os.path.join(self.work, "names"), os.path.join(self.work, "report.xml")
        while left:
            with open(listed, "w") as f:
                f.write("\n".join(left) + "\n")
            if os.path.exists(report):
                os.remove(report)
            code, said = finished([program, "-f", listed, "-r", "xml", "-o", report, *SMALL], self.a.seconds, cwd=self.work,
                                  env={**os.environ, "TILEPROOF_DEVICE": device})
            text = open(report, errors="replace").read() if os.path.exists(report) else ""
            ended = re.findall(r'<TestCase name="([^"]*)"(.*?)</TestCase>', text, re.S)
            for name, body in ended:
                outcome[xml.unescape(name, {"&quot;": '"'})] = self.verdict(body)
            rest = [n for n in left if n not in outcome]
            if not rest:
                break
            # The one that had begun, if the report tells, else the first.
            begun = [xml.unescape(n, {"&quot;": '"'}) for n in re.findall(r'<TestCase name="([^"]*)"', text)]
            blamed = next((n for n in reversed(begun) if n in rest), rest[0])
            how = f"not ended after {self.a.seconds} s" if code is None else f"the program ended with {code}"
            last = [line for line in said.splitlines() if line.strip()]
            outcome[blamed] = f"{how}: {last[-1][:160]}" if last else how
            left = [n for n in rest if n != blamed]
        return outcome

    @staticmethod
    def verdict(body):
        if "HIP_SKIP_THIS_TEST" in body:
            return "skipped"
        if '<OverallResult success="true"' in body:
            return "passed"
        failed = re.search(r'<Expression success="false"[^>]*filename="([^"]*)" line="(\d+)".*?<Expanded>\s*(.*?)\s*</Expanded>'
                           r'|<(?:Failure|Exception|FatalErrorCondition)[^>]*filename="([^"]*)" line="(\d+)"[^>]*>\s*(.*?)\s*</', body, re.S)
        if not failed:
            return "failed"
        file, line, what = [g for g in failed.groups() if g is not None]
        return f"{os.path.basename(file)}:{line}: {' '.join(xml.unescape(what).split())[:160]}"


def table(results):
    rows = collections.OrderedDict()
    for r in results:
        row = rows.setdefault(os.path.dirname(r["file"]).removeprefix("catch/unit/"), collections.Counter())
        if r["must_fail"]:
            row["wrong"] += 1
            row["refused"] += not r["compiles"]
        else:
            row["files"] += 1
            row["compile"] += r["compiles"]
        for device, cases in r["cases"].items():
            for c in cases.values():
                row[device, "skipped" if c == "skipped" else "run"] += 1
                row[device, "passed"] += c == "passed"
    whole = sum(rows.values(), collections.Counter())
    print("| folder | files | compile | wrong ones refused | cases run on cpu | pass | skipped | cases run on cpu-checked | pass |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, row in [*rows.items(), ("**all**", whole)]:
        wrong = f"{row['refused']} of {row['wrong']}" if row["wrong"] else ""
        print(f"| {name} | {row['files']} | {row['compile']} | {wrong} | {row['cpu', 'run']} | {row['cpu', 'passed']} "
              f"| {row['cpu', 'skipped']} | {row['cpu-checked', 'run']} | {row['cpu-checked', 'passed']} |")
    print()
    for r in results:
        if r["must_fail"] and r["compiles"]:
            print(f"{r['file']}: compiles, and must not")
        if not r["must_fail"] and "message" in r:
            print(f"{r['file']}: {'does not link' if r['compiles'] else 'does not compile'}: {r['message']}")
        for device, cases in r["cases"].items():
            for name, c in cases.items():
                if c not in ("passed", "skipped"):
                    print(f"{r['file']}: {name} ({device}): {c}")


def main():
    a = arguments()
    a.suite = os.path.abspath(a.suite)
    results = json.load(open(a.json)) if a.json and os.path.exists(a.json) else []
    known = {r["file"] for r in results}
    with tempfile.TemporaryDirectory() as passing:
        s = suite(a, os.path.abspath(a.work) if a.work else passing)
        for file in s.files():
            if file in known:
                continue
            results.append(s.result_of(file))
            if a.json:
                with open(a.json, "w") as f:
                    json.dump(results, f, indent=1)
    table(results)


main()
