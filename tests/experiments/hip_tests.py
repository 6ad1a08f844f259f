#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""AMD's conformance suite (ROCm/hip-tests) on the cpu devices: which of its files compile unchanged, which of its cases pass.

  hip_tests.py --suite HIP_TESTS --hipcc tileproof-hipcc --each 5 --from 1     every fifth file of catch/unit, and the table
  hip_tests.py ... --files LIST --only-compile                                 the files named in LIST, read only

Each file is compiled for each device and linked with the suite's own main; then each of its cases runs by itself. A file whose name says that its kernels are wrong must be refused. Folders of graphics are left out. Needs Catch2's single
header (Debian: catch2).
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import xml.sax.saxutils as xml

MUST_FAIL = re.compile(r"negative_kernels|kernels_negative|atomic_builtin_kernels|compiler_error_kernels|negative_(bitwise|negate)_")
SMALL = ["-I", "1", "-W", "1", "-A", "65536"]  # one repetition; random operands of mathematics
CASES = "TEST_CASE|TEST_DEF"
GRAPHICS = ("catch/unit/gl_interop/", "catch/unit/vulkan_interop/")
MAIN = ["hipTestMain/main.cc", "hipTestMain/hip_test_context.cc", "hipTestMain/hip_test_features.cc", "kernels/Set.cpp"]


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--suite", required=True, help="the folder of hip-tests")
    p.add_argument("--hipcc", required=True)
    p.add_argument("--each", type=int, default=5, help="take every n-th file")
    p.add_argument("--from", type=int, default=1, dest="first", help="the first file that is taken, from 1")
    p.add_argument("--files", help="a list of files instead, relative to the suite")
    p.add_argument("--arch", default="gfx942")
    p.add_argument("--seconds", type=int, default=20, help="limit of each case: processor time, or three times as much of the clock")
    p.add_argument("--jobs", type=int, default=2, help="files at a time")
    p.add_argument("--catch", default="/usr/include/catch2", help="the folder of catch.hpp")
    p.add_argument("--only-compile", action="store_true")
    p.add_argument("--devices", nargs="+", default=["cpu", "cpu-checked"])
    p.add_argument("--work", help="a folder that keeps the compiled main for the next time")
    p.add_argument("--json", help="also stores every result here; files that are in it already are not run again")
    return p.parse_args()


def finished(command, seconds, **more):
    """The exit code and the output; the code is None if the limit was reached, and what the command started has ended as well."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)), **more) as p:
        try:
            text, _ = p.communicate(timeout=3 * seconds)
            return (None if p.returncode == -signal.SIGKILL else p.returncode), text
        except subprocess.TimeoutExpired:
            os.killpg(p.pid, signal.SIGKILL)
            return None, p.communicate()[0]


class suite:
    def __init__(self, a, work):
        self.a, self.work = a, work
        catch = os.path.join(a.suite, "catch")
        self.compile = [a.hipcc, "-std=c++17", f"--offload-arch={a.arch}", f"-I{catch}/include", f"-I{catch}/kernels", f"-I{a.catch}",
                        f"-I{catch}/external/picojson", "-D__HIP_PLATFORM_AMD__",
                        f'-DKERNELS_PATH="{catch}/kernels/"']
        self.main = [os.path.join(catch, f) for f in MAIN]

    def files(self):
        if self.a.files:
            return open(self.a.files).read().split()
        every = sorted(os.path.relpath(os.path.join(at, f), self.a.suite)
                       for at, _, names in os.walk(os.path.join(self.a.suite, "catch", "unit"))
                       for f in names if f.endswith(".cc"))
        return [f for f in every if not f.startswith(GRAPHICS)][self.a.first - 1::self.a.each]

    def compiled(self, device, *words):
        return finished([*self.compile, *words], 600, env={**os.environ, "TILEPROOF_DEVICE": device})

    def objects(self, device):
        return [os.path.join(self.work, f"{os.path.basename(m)}.{device}.o") for m in self.main]

    def make_main(self):
        for device in self.a.devices:
            for source, made in zip(self.main, self.objects(device)):
                code, text = (0, "") if os.path.exists(made) else self.compiled(device, "-c", source, "-o", made)
                if code != 0:
                    sys.exit(f"{source}, the suite's own main, does not compile:\n{text}")

    def result_of(self, file):
        source, program = os.path.join(self.a.suite, file), os.path.join(self.work, file.replace("/", "_") + ".program")
        here = f"-I{os.path.dirname(source)}"
        r = {"file": file, "must_fail": bool(MUST_FAIL.search(file)), "cases": {}}
        if r["must_fail"] or self.a.only_compile:
            code, text = self.compiled("cpu", here, "-fsyntax-only", source)
            return {**r, "compiles": code == 0, **({"message": self.error_of(text)} if code else {})}
        has_cases = self.has(CASES, source)
        for device in self.a.devices:
            if not has_cases:  # a program that others start, or a module that they load
                code, text = self.made_for_others(device, source)
            else:
                for other in re.findall(r'"(\w+)\.code"|SpawnProc[^"\n]*"(\w+)"', open(source, errors="replace").read()):
                    other = os.path.join(os.path.dirname(source), "".join(other) + ".cc")
                    if os.path.exists(other):
                        self.made_for_others(device, other)
                code, text = self.compiled(device, here, source, *self.objects(device), "-o", program)
            if code != 0 and "undefined reference" in text:
                code, text = self.compiled(device, here, source, *self.parts(source), *self.objects(device), "-o", program)
            if code != 0:
                return {**r, "compiles": "undefined reference" in text, "message": self.error_of(text)}
            if has_cases:
                r["cases"][device] = self.cases(program)
                os.remove(program)
        return {**r, "compiles": True}

    def made_for_others(self, device, source):
        made = os.path.join(self.work, os.path.basename(source).removesuffix(".cc"))
        how = ["-o", made] if self.has("int main", source) else ["--genco", "-o", made + ".code"]
        return self.compiled(device, f"-I{os.path.dirname(source)}", source, *how)

    @staticmethod
    def has(what, source):
        return re.search(what, open(source, errors="replace").read()) is not None

    def parts(self, source):
        """The sources of its folder that have no cases, no module's kernels, no main."""
        every = [os.path.join(os.path.dirname(source), f) for f in sorted(os.listdir(os.path.dirname(source))) if f.endswith(".cc")]
        return [f for f in every if not any(self.has(w, f) for w in (CASES, 'extern "C"', "int main"))]

    def error_of(self, text):
        found = re.search(r"(?m)^.*(error:|undefined reference|multiple definition).*$", text)
        return found[0].replace(self.a.suite + "/", "") if found else text[-300:]

    def cases(self, program):
        """What became of each case."""
        text = finished([program, "--list-test-names-only"], 60, cwd=self.work)[1]
        names = [n for line in text.splitlines() if (n := line.strip()) and not n.startswith("tileproof:")]
        outcome, report = {}, program + ".xml"
        for name in names:
            open(report, "w").close()
            code, said = finished([program, f'"{name}"', "-r", "xml", "-o", report, *SMALL], self.a.seconds, cwd=self.work)
            ended = re.search(r"<TestCase name=.*?</TestCase>", open(report, errors="replace").read(), re.S)
            how = f"not ended after {self.a.seconds} s" if code is None else f"the program ended with {code}"
            last = [line for line in said.splitlines() if line.strip()]
            outcome[name] = self.verdict(ended[0]) if ended else f"{how}: {last[-1][:160]}" if last else how
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
    for r in sorted(results, key=lambda r: r["file"]):
        row = rows.setdefault(r["file"].split("/")[2], collections.Counter())
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
        s.make_main()
        left = [f for f in s.files() if f not in known]
        with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
            for r in pool.map(s.result_of, left):
                results.append(r)
                if a.json:
                    with open(a.json, "w") as f:
                        json.dump(results, f, indent=1)
    table(results)


main()
