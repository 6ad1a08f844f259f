# SPDX-License-Identifier: MIT
"""ci_lint.py PROGRAM FILE...: the templates for CI, GitHub's (jobs:) and GitLab's, against what both document.

Keys, references between jobs, expressions, shell (shellcheck), options of tileproof (--help); and what a template is
for: a pull request has --sarif or JUnit, a nightly job keeps its corpus whatever happens, a GPU job chooses its runner.
Prints a line for each mistake; exit code 1 when there are any.
"""
import re
import subprocess
import sys

import yaml

program = sys.argv[1]
mistakes = []
TOP = {"name", "run-name", "on", "permissions", "env", "defaults", "concurrency", "jobs"}
JOB = {"name", "permissions", "needs", "if", "runs-on", "environment", "concurrency", "outputs", "env", "defaults", "steps",
       "timeout-minutes", "strategy", "continue-on-error", "container", "services", "uses", "with", "secrets"}
STEP = {"id", "if", "name", "uses", "run", "working-directory", "shell", "with", "env", "continue-on-error",
        "timeout-minutes"}
CONTEXTS = {"github", "env", "vars", "job", "steps", "runner", "secrets", "strategy", "matrix", "needs", "inputs"}
FUNCTIONS = {"always", "failure", "success", "cancelled", "contains", "hashFiles", "format", "fromJSON", "toJSON"}
GITLAB_TOP = {"stages", "variables", "default", "include", "workflow"}
GITLAB_JOB = {"stage", "rules", "needs", "tags", "image", "before_script", "script", "after_script", "cache", "artifacts",
              "timeout", "variables", "extends", "retry", "interruptible", "services", "allow_failure"}


def check(holds, where, sentence):
    if not holds:
        mistakes.append(f"{where}: {sentence}")
    return holds


def keys(mapping, known, where):
    if check(isinstance(mapping, dict), where, "must be a mapping"):
        for key in mapping:
            check(key in known, where, f"'{key}' is no key here")


def expressions(text, where):
    check(text.count("${{") == text.count("}}"), where, "an expression does not end")
    for body in re.findall(r"\$\{\{(.*?)\}\}", text):
        body = re.sub(r"'[^']*'", "''", body)
        for name, call in re.findall(r"(?<![\w.'-])([A-Za-z_]\w*)\s*(\()?", body):
            known = FUNCTIONS if call else CONTEXTS
            check(name in known or name in ("true", "false", "null"), where, f"'{name}' is not known in expressions")


def shell(text, where):
    text = re.sub(r"\$\{\{.*?\}\}", "x", text)
    try:
        said = subprocess.run(["shellcheck", "-s", "bash", "-S", "warning", "-f", "gcc", "-"], input=text, text=True,
                              capture_output=True).stdout
        for line in said.splitlines():
            check(False, where, line)
    except FileNotFoundError:
        said = subprocess.run(["bash", "-n"], input=text, text=True, capture_output=True).stderr
        check(not said, where, said)
    for command in re.findall(r"\btileproof (\w+ .*?)(?:$|\|\||;)", text.replace("\\\n", " "), re.M):
        words = command.split()
        known = subprocess.run([program, words[0], "--help"], text=True, capture_output=True).stdout
        for option in (w.split("=")[0] for w in words[1:] if w.startswith("--")):
            check(re.search(re.escape(option) + r"\b", known), where, f"tileproof {words[0]} has no option {option}")


def github(flow, name):
    if True in flow:  # what YAML 1.1 makes of on:
        flow["on"] = flow.pop(True)
    keys(flow, TOP, name)
    for needed in ("on", "jobs"):
        check(needed in flow, name, f"'{needed}' is missing")
    triggers = set(flow.get("on") or {})
    for job_name, job in (flow.get("jobs") or {}).items():
        where = f"{name}: {job_name}"
        keys(job, JOB, where)
        check("runs-on" in job, where, "'runs-on' is missing")
        check("timeout-minutes" in job, where, "it has no time limit")
        expressions("${{" + str(job.get("if", "true")) + "}}", where)
        needs = job.get("needs", [])
        for other in [needs] if isinstance(needs, str) else needs:
            check(other in flow["jobs"], where, f"needs '{other}', which is no job")
        steps = job.get("steps", [])
        ids = {s.get("id") for s in steps}
        uses, runs = [], ""
        for number, step in enumerate(steps):
            at = f"{where}: step {number + 1}"
            keys(step, STEP, at)
            check(("uses" in step) != ("run" in step), at, "must have either 'uses' or 'run'")
            if "uses" in step:
                check(re.fullmatch(r"[\w.-]+/[\w./-]+@[\w.-]+", step["uses"]), at, f"'{step['uses']}' is no action with a version")
                uses.append(step)
            else:
                shell(step["run"], at)
                runs += step["run"]
            expressions(yaml.dump(step), at)
            expressions("${{" + str(step.get("if", "true")) + "}}", at)
            for other in re.findall(r"steps\.(\w+)\.", yaml.dump(step)):
                check(other in ids, at, f"there is no step '{other}'")
        names = [s["uses"].split("@")[0] for s in uses]
        if "pull_request" in triggers:
            check("--sarif" in runs, where, "a pull request must have --sarif")
            check("github/codeql-action/upload-sarif" in names, where, "nobody uploads the SARIF")
            check(flow.get("permissions", {}).get("security-events") == "write", where, "alerts need security-events: write")
        if "schedule" in triggers:
            saves = [s for s in uses if s["uses"].startswith("actions/cache/save@")]
            check("actions/cache/restore" in names, where, "the corpus of the night before is not restored")
            check(saves and all(s.get("if") == "always()" for s in saves), where, "the corpus must be saved whatever happens")
        if "gpu" in job_name:
            check("vars.GPU_RUNNER" in str(job.get("if")) and "vars.GPU_RUNNER" in str(job["runs-on"]), where,
                  "it must run only where GPU_RUNNER names a runner")
            if "pull_request" in triggers:
                check("head.repo.full_name == github.repository" in str(job.get("if")), where,
                      "code of a stranger must not run on a runner of one's own")


def lines_of(script):
    for part in [script] if isinstance(script, str) else script or []:
        yield from lines_of(part) if isinstance(part, list) else [part]


def gitlab(flow, name):
    jobs = {n: j for n, j in flow.items() if n not in GITLAB_TOP and not n.startswith(".")}
    check(jobs, name, "there is no job")
    for job_name, job in jobs.items():
        where = f"{name}: {job_name}"
        keys(job, GITLAB_JOB, where)
        check(job.get("script"), where, "'script' is missing")
        check(job.get("stage") in flow.get("stages", []), where, f"'{job.get('stage')}' is no stage")
        for other in job.get("needs", []):
            check(other in jobs, where, f"needs '{other}', which is no job")
        text = "\n".join([*lines_of(job.get("before_script")), *lines_of(job.get("script"))])
        shell(text, where)
        rules = str(job.get("rules"))
        check("CI_PIPELINE_SOURCE" in rules, where, "its rules do not say in which pipelines it runs")
        check(job.get("artifacts", {}).get("when", "on_success") in ("always", "on_failure", "on_success"), where,
              "'artifacts:when' is none of always, on_failure, on_success")
        if job.get("stage") == "check":
            check("--sarif" in text and "junit" in job.get("artifacts", {}).get("reports", {}), where,
                  "a merge request must have --sarif and JUnit")
        if "schedule" in rules and job.get("stage") == "fuzz":
            check(job.get("cache", {}).get("when") == "always", where, "the corpus must be kept whatever happens")
        if job_name.endswith("gpu"):
            check("$GPU_RUNNER" in rules and job.get("tags"), where, "it must run only on a runner with a GPU")


for name in sys.argv[2:]:
    try:
        flow = yaml.safe_load(open(name))
    except yaml.YAMLError as e:
        check(False, name, f"it is not YAML: {e}")
        continue
    if check(isinstance(flow, dict), name, "must be a mapping"):
        (github if "jobs" in flow else gitlab)(flow, name)
print("\n".join(mistakes))
sys.exit(1 if mistakes else 0)
