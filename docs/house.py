#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The folders and who includes whom, drawn from the sources.

    docs/house.py             writes docs/house.svg and the table in CONTRIBUTING.md
    docs/house.py --check     exit code 1 when they are not what the sources say

What a folder is for stands below; everything else is read: its sub-folders, and which folders its sources include. The picture leaves
out an arrow where a longer way leads to the same folder. Sub-folders stand in an order in which each includes only those before it:
without such an order nothing is drawn, and exit code 1 says which include each other.
"""
import re
import subprocess
import sys
from pathlib import Path
from xml.sax.saxutils import escape

HOUSE = Path(__file__).resolve().parent.parent
ABOUT = {
    "command": "the command line",
    "extras": "campaigns on many machines, libraries of others, proofs: each an option, and only the command includes it; the Python package",
    "report": "tables, JSON, JUnit, SARIF, pages, pictures",
    "fuzz": "how it is attacked: campaigns, findings, shrinking, reproducers",
    "properties": "what must hold: laws, generators, contracts; no process, file or terminal",
    "compiler": "a user's kernel file or HIP program: translated, compiled, loaded; passes that clang runs on kernels",
    "devices": "where kernels run: the CPU engine, the checks of cpu-checked, AMD and NVIDIA GPUs",
    "kernels": "what runs: HIP kernels, one source for every device",
    "hip": "HIP's headers for the cpu devices, and its runtime",
    "sdk": "what a user's kernel test includes",
    "reference": "what is right: Eigen; never sees lib or kernels, or both could be wrong together",
    "lib": "what a layout is: header only, host and device, no dependency",
    "system": "files, processes, text; includes nothing of ours",
}
# Targets that attack the command line itself.
EXCEPT = {("fuzz/targets", "command")}
WIDTH, BOX, GAP, LINE = 860, 250, 24, 17


def sources(folder):
    listed = subprocess.run(["git", "ls-files", f"{folder}/"], cwd=HOUSE, capture_output=True, text=True, check=True)
    return [Path(name) for name in listed.stdout.splitlines() if name.endswith((".hpp", ".h", ".cpp", ".hip"))]


def folder_of(include):
    if include.startswith("tileproof/"):
        return "lib" if (HOUSE / "lib" / include).exists() else "sdk"
    return "" if re.match("hip/(?!headers/|runtime/)", include) else include.split("/")[0]


def read():
    """folder -> the folders that it includes; folder -> its sub-folders, in their order."""
    included, inner = {name: set() for name in ABOUT}, {}
    for name in ABOUT:
        below = {path.parts[1]: set() for path in sources(name) if len(path.parts) > 2}
        for path in sources(name):
            for include in re.findall(r'^\s*#\s*include\s*[<"]([^">]+)', (HOUSE / path).read_text(errors="replace"), re.M):
                other = folder_of(include)
                if other in ABOUT and other != name and ("/".join(path.parts[:2]), other) not in EXCEPT:
                    included[name].add(other)
                if other == name and len(path.parts) > 2 and (parts := include.split("/"))[1] in below and parts[1] != path.parts[1]:
                    below[path.parts[1]].add(parts[1])
        inner[name] = sorted(below, key=lambda folder: (level(folder, below), folder))
    return included, inner


def level(name, included, above=()):
    if name in above:
        sys.exit(f"These folders include each other: {' -> '.join(above + (name,))}.")
    return 1 + max((level(other, included, above + (name,)) for other in included[name]), default=-1)


def reaches(a, b, included):
    return any(other == b or reaches(other, b, included) for other in included[a])


def wrapped(text, width):
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def picture(included, inner):
    rows = {}
    for name in ABOUT:
        rows.setdefault(level(name, included), []).append(name)
    place, words, y = {}, {}, 16
    for depth in sorted(rows, reverse=True):
        row = rows[depth]
        width = min(BOX, (WIDTH - GAP * (len(row) + 1)) / len(row))
        for name in row:
            lines = [ABOUT[name], ", ".join(f"{folder}/" for folder in inner[name])]
            words[name] = [part for line in lines if line for part in wrapped(line, int((width - 24) / 6.6))]
        height = 34 + LINE * max(len(words[name]) for name in row)
        x = (WIDTH - len(row) * width - GAP * (len(row) - 1)) / 2
        for name in row:
            place[name] = (x, y, width, height)
            x += width + GAP
        y += height + 2 * GAP
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}" role="img"',
           '     font-family="ui-sans-serif, system-ui, sans-serif" font-size="12">',
           "  <title>The house: which folder includes which</title>",
           '  <defs><marker id="a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
           '<path d="M0 0L8 4L0 8z" fill="#57606a"/></marker></defs>',
           f'  <rect width="{WIDTH}" height="{y}" fill="#ffffff"/>',
           '  <text x="16" y="30" fill="#57606a">An arrow is "includes".</text>']
    for name, others in included.items():
        for other in sorted(others):
            if any(o != other and reaches(o, other, included) for o in others):
                continue
            (ax, ay, aw, ah), (bx, by, bw, _) = place[name], place[other]
            side = (bx + bw / 2 > ax + aw / 2) - (bx + bw / 2 < ax + aw / 2)  # leaves its box near where it goes
            out.append(f'  <path d="M{ax + aw * (0.5 + 0.45 * side):.0f} {ay + ah}L{bx + bw / 2:.0f} {by - 2}" stroke="#57606a" fill="none" '
                       'marker-end="url(#a)"/>')
    for name, (x, top, width, height) in place.items():
        out.append(f'  <rect x="{x:.0f}" y="{top}" width="{width:.0f}" height="{height}" rx="6" fill="#f6f8fa" stroke="#57606a"/>')
        out.append(f'  <text x="{x + 12:.0f}" y="{top + 21}" font-weight="700" font-size="14" '
                   f'font-family="ui-monospace, monospace">{name}/</text>')
        for n, line in enumerate(words[name]):
            out.append(f'  <text x="{x + 12:.0f}" y="{top + 40 + LINE * n}" fill="#57606a">{escape(line)}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"


def table(included, inner):
    lines = ["| folder | what | includes | its folders, each including only those before it |", "|---|---|---|---|"]
    for name, what in ABOUT.items():
        others = ", ".join(f"`{o}`" for o in ABOUT if o in included[name]) or "none of ours"
        lines.append(f"| `{name}/` | {what} | {others} | {', '.join(inner[name])} |")
    return "\n".join(lines) + "\n"


def main(words):
    included, inner = read()
    guide = HOUSE / "CONTRIBUTING.md"
    begin, end = "<!-- map -->\n", "<!-- end of the map -->"
    head, rest = guide.read_text().split(begin, 1)
    wanted = {HOUSE / "docs/house.svg": picture(included, inner),
              guide: head + begin + table(included, inner) + rest[rest.index(end):]}
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text() != text]
    if words == ["--check"]:
        for path in stale:
            print(f"{path.relative_to(HOUSE)} is not what the sources say: run docs/house.py, and read the difference.")
        return 1 if stale else 0
    for path in stale:
        path.write_text(wanted[path])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
