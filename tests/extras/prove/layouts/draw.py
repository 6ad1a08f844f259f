#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws layouts with names for drawn.txt: python3 draw.py COUNT SEED"""
import random
import sys


def draw(r):
    names = iter("ABCDEFGH")
    used, known, dims, stages = [], [], [], []

    def name(bound=""):
        used.append(next(names))
        known.append(used[-1] + (bound and ">=" + bound))
        return used[-1]

    # A dim: its length, and how it can be split.
    for _ in range(r.randint(1, 3)):
        kind = r.choice("nnmmp")
        a = name()
        if kind == "n":
            dims.append((a, None))
        elif kind == "m":
            by = r.choice([2, 4, 8, 16])
            dims.append((f"{a}*{by}", (a, str(by))))
        else:
            b = name()
            dims.append((f"{a}*{b}", (a, b)))
    lengths = ",".join(n for n, _ in dims)
    base = f"packed [{lengths}]"
    if r.random() < 0.3:
        inner = ["*".join(n for n, _ in dims[d + 1:]) or "1" for d in range(len(dims))]
        if len(dims) > 1 and r.random() < 0.5:
            inner[0] = name(inner[0])
        base = f"naive [{lengths}] strides [{','.join(inner)}]"

    for _ in range(r.randint(1, 3)):
        order, items, above, d = list(range(len(dims))), [], [], 0
        if r.random() < 0.4:
            r.shuffle(order)

        def up(*new):
            above.extend(new)
            return ",".join(str(len(above) - len(new) + i) for i in range(len(new))) or "()"

        while d < len(order):
            at = order[d]
            n, split = dims[at]
            what = r.choice(["pass", "pass", "pad", "left", "right", "slice", "split", "split", "merge", "merge",
                             "freeze", "modulo", "gather", "shift", "embed"])
            if what in ("merge", "shift") and d + 1 < len(order):
                other = order[d + 1]
                d += 1
                if what == "merge":
                    items.append(f"{r.choice(['merge', 'merge_divmod'])}: {at},{other} -> "
                                 + up((f"({n})*({dims[other][0]})", None)))
                else:
                    items.append(f"{r.choice(['', 'inverse_'])}cyclic_shift: {at},{other} -> " + up(dims[at], dims[other]))
            elif what == "pad":
                items.append(f"pad(1,1): {at} -> " + up((f"{n}+2", None)))
            elif what == "left":
                items.append(f"left_pad(2): {at} -> " + up((f"{n}+2", None)))
            elif what == "right":
                p = r.choice([0, 1, 3])
                items.append(f"right_pad({p}): {at} -> " + up((f"{n}+{p}" if p else n, None)))
            elif what == "slice" and "-" not in n:
                items.append(f"slice(1,{n}): {at} -> " + up((f"{n}-1", None)))
            elif what == "split" and split and len(dims) < 5:
                items.append(f"unmerge({split[0]},{split[1]}): {at} -> " + up((split[0], None), (split[1], None)))
            elif what == "embed" and split and len(dims) < 5:
                items.append(f"embed([{split[1]},{split[0]}],[1,{split[1]}]): {at} -> "
                             + up((split[1], None), (split[0], None)))
            elif what == "freeze" and len(dims) > 1 and "-" not in n and not any(i.startswith("freeze") for i in items):
                items.append(f"freeze(0): {at} -> ()")
            elif what == "modulo" and "-" not in n:
                times = r.choice([1, 1, 2])
                items.append(f"modulo({n},{times}*({n})): {at} -> " + up((f"{times}*({n})", None)))
            elif what == "gather" and split and split[1].isdigit():
                items.append(f"gather([1,0]): {at} -> " + up(("2", None)))
            else:
                items.append(f"pass: {at} -> " + up(dims[at]))
            d += 1
        if len(above) < 4 and r.random() < 0.15:
            items.append("insert(3): () -> " + up(("3", None)))
        dims = above
        stages.append("{" + "; ".join(items) + "}")
        if not dims:
            break
    return f"{base} -> {' -> '.join(stages)} | {', '.join(known)}"


source, drawn = random.Random(int(sys.argv[2])), {}
while len(drawn) < int(sys.argv[1]):
    drawn[draw(source)] = True
print("\n".join(drawn))
