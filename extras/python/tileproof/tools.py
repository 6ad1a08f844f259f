# SPDX-License-Identifier: MIT
"""The tools of mcp.py. Each runs the command, and returns texts, the same as data or None, and whether it failed to run."""
import functools
import json
import re
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Callable

from . import command
from .command import CannotRun

STRING, NUMBER, FLAG = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
STRINGS = {"type": "array", "items": STRING}
KINDS = {"string": str, "integer": int, "boolean": bool, "array": list}
TOOLS = {}


@dataclass
class Tool:
    name: str
    run: Callable
    title: str
    about: str
    takes: dict  # argument -> its schema
    needs: list
    gives: dict  # a schema, or None
    reads_only: bool

    def listed(self):
        schema = {"type": "object", "properties": self.takes, "required": self.needs, "additionalProperties": False}
        gives = {"outputSchema": self.gives} if self.gives else {}
        return {"name": self.name, "title": self.title, "description": self.about, "inputSchema": schema, **gives,
                "annotations": {"readOnlyHint": self.reads_only, "destructiveHint": False, "openWorldHint": False}}

    def wrong(self, arguments):
        """A sentence about what is wrong with the arguments, or None."""
        if not isinstance(arguments, dict):
            return f"The arguments of {self.name} are one object."
        for name in self.needs:
            if name not in arguments:
                return f"{self.name} needs the argument {name}, which is missing."
        for name, value in arguments.items():
            if name not in self.takes:
                return f"{self.name} has no argument {name}; it has {', '.join(self.takes) or 'none'}."
            kind = self.takes[name]["type"]
            if (not isinstance(value, KINDS[kind]) or (kind == "integer" and isinstance(value, bool))
                    or (kind == "array" and not all(isinstance(v, str) for v in value))):
                return f"{name} of {self.name} is {json.dumps(value)}, and must be {kind}{' of strings' if kind == 'array' else ''}."


def tool(title, about, takes, needs=(), gives=None, reads_only=False):
    def add(function):
        TOOLS[function.__name__] = Tool(function.__name__, function, title, about, takes, list(needs), gives, reads_only)
        return function
    return add


def described(schema, text):
    return {**schema, "description": text}


def object_of(**members):
    return {"type": "object", "properties": members, "required": [m for m in members if "null" not in members[m]["type"]]}


MAYBE = {"type": ["string", "null"]}
BUG = object_of(heading=STRING, where=MAYBE, sentence=STRING, condition=MAYBE, likely=STRINGS, smallest_case={"type": "object"},
                replay=MAYBE, laws=STRINGS)


def place(at):
    return f"{at['file']}:{at['line']}:{at['column']}" if at and at.get("file") else None


def bug_of(bug):
    return {"heading": bug["heading"], "where": place(bug) or place(bug.get("stored_at")), "sentence": bug["sentence"],
            "condition": bug.get("fails_when") or None, "likely": [f"{place(x)}: {x['why']}" for x in bug.get("likely_lines") or []],
            "smallest_case": bug.get("case") or {}, "replay": bug.get("replay") or None, "laws": bug["laws"]}


@functools.lru_cache
def version():
    try:
        return command.run(["--version"]).text.split("\n")[0].removeprefix("tileproof ").split(",")[0] or "unknown"
    except CannotRun:
        return "unknown"


@tool("Check a kernel", "Checks a HIP file that declares kernel tests, with random shapes, strides and data on the devices cpu and "
      "cpu-checked: wrong values, accesses outside, races, missing barriers, hangs. Gives for each bug its line, the condition "
      "under which it fails, its smallest case and a replay command. Compiles and runs the file on this machine.",
      {"file": described(STRING, "the .hip file, relative to the server's folder"),
       "cases": described(NUMBER, "how many cases of each test"),
       "budget": described(STRING, "how long to search instead, 10s if nothing is said"),
       "seed": described(NUMBER, "seed of the cases"), "devices": described(STRINGS, "cpu, cpu-checked, hip, cuda"),
       "flags": described(STRINGS, "flags for the compiler, -DN=8"), "wave": described(STRING, "32, 64 or both")},
      ["file"], object_of(verdict={"type": "string", "enum": ["held", "failed", "could not run"]}, bugs={"type": "array", "items": BUG},
                          not_judged=STRINGS, cases=NUMBER))
def check(wait, file, cases=None, budget=None, seed=None, devices=(), flags=(), wave=None):
    if not Path(file).is_file():
        raise CannotRun(f"There is no file {file}; a path is relative to {Path().resolve()}.")
    if cases is None and budget is None:
        budget = "10s"
    result = command.run_check(Path(file), wait, cases=cases, budget=budget, seed=seed, device=devices, flags=flags, wave=wave)
    found = {"verdict": result.verdict, "bugs": [bug_of(b) for b in result.bugs],
             "not_judged": result.report.get("not_judged", []), "cases": result.report.get("cases", 0)}
    return [(result.text + result.errors).strip()], found, result.code not in (0, 1)


@tool("Replay a finding", "Runs a stored finding again: whether its case still fails. It compiles and runs the source that the "
      "finding names.", {"finding": described(STRING, "its file, or `replay` of a bug"),
                         "trust_source": described(FLAG, "also run a source that lies outside of the server's folder")},
      ["finding"], object_of(verdict={"type": "string", "enum": ["fails", "holds", "could not run"]}))
def replay(wait, finding, trust_source=False):
    result = command.run(["replay", *(["--trust-source"] if trust_source else []), "--", finding.removeprefix("tileproof replay ")], wait)
    found = {"verdict": {0: "holds", 1: "fails"}.get(result.code, "could not run")}
    return [(result.text + result.errors).strip()], found, result.code not in (0, 1)


@tool("Explain a layout", "What a layout is and how an index becomes an offset: 'packed [4,8] -> {pad(0,1): 0 -> 0}'.",
      {"layout": STRING, "at": described(STRING, "an index to follow down to its offset, 1,3")}, ["layout"], reads_only=True)
def explain(wait, layout, at=None):
    result = command.run(["explain", *([f"--at={at}"] if at is not None else []), "--", layout], wait)
    return [(result.text + result.errors).strip()], None, result.code != 0


@tool("List findings", "The bugs whose findings are stored in the server's folder, each with its smallest case.",
      {"store": described(STRING, "the folder of findings, .tileproof/findings if nothing is said")},
      gives=object_of(bugs={"type": "array", "items": BUG}), reads_only=True)
def list_findings(wait, store=None):
    store = [f"--store={store}"] if store is not None else []
    text, data = command.run(["findings", *store], wait), command.run(["findings", "--json", *store], wait)
    if data.code not in (0, 1) or not data.text.strip():
        return [(text.text + data.errors).strip()], None, True
    return [(text.text + text.errors).strip()], {"bugs": [bug_of(b) for b in json.loads(data.text)["bugs"]]}, False


class PageText(HTMLParser):
    def __init__(self):
        super().__init__()
        self.text, self.hidden = "", 0

    def handle_starttag(self, tag, attributes):
        self.hidden += tag in ("style", "script")
        self.text += "\n" if tag in ("p", "h1", "h2", "h3", "tr", "div", "li", "pre", "text", "details", "summary") else " "

    def handle_endtag(self, tag):
        self.hidden -= tag in ("style", "script")

    def handle_data(self, data):
        self.text += "" if self.hidden else data


@tool("Read a page", "A document of tileproof, such as 'kernel-tests', 'laws' or 'layouts', or the page of a check's findings "
      "(.tileproof/findings/NAME.html) as text. Without a page: which documents there are.",
      {"page": described(STRING, "a document's name, or the path of a .html page in the server's folder")}, reads_only=True)
def read_page(wait, page=None):
    folder = Path(__file__).parent / "docs"
    documents = sorted(f.stem for f in folder.glob("*.md"))
    if page in documents:
        return [(folder / f"{page}.md").read_text()], None, False
    if page and page.endswith(".html"):
        path = Path(page).resolve()
        if path.is_file() and path.is_relative_to(Path().resolve()):
            reader = PageText()
            reader.feed(path.read_text())
            return [re.sub(r"\s*\n\s*", "\n", reader.text).strip()], None, False
    if page:
        raise CannotRun(f"There is no page {page}: it is one of {', '.join(documents)}, or a .html page in {Path().resolve()}.")
    return ["\n".join(documents)], None, False
