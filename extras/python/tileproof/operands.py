# SPDX-License-Identifier: MIT
"""What a kernel reads and writes, declared in Python and spelled in C++.

    input("float32", "rows", "columns", values_from=(-10, 10))      a dtype, extents, what the operand holds
    output("float16", "rows")
    scalar("int32", -8, 8), scalar("int32", [0, 1, 3])              a range, a list
"""
import json
import math
import re
from dataclasses import dataclass

import numpy as np

# NumPy's name -> C++'s; for types that NumPy lacks, the whole number that has their bits.
TYPES = {"bool": "bool", "int8": "signed char", "uint8": "unsigned char", "int16": "short", "uint16": "unsigned short",
         "int32": "int", "uint32": "unsigned", "int64": "long", "uint64": "unsigned long",
         "float16": "_Float16", "float32": "float", "float64": "double"}
RAW = {"bf16": ("uint16", "__bf16"), "e4m3": ("uint8", "__hip_fp8_e4m3"), "e5m2": ("uint8", "__hip_fp8_e5m2"),
       "e4m3_fnuz": ("uint8", "__hip_fp8_e4m3_fnuz"), "e5m2_fnuz": ("uint8", "__hip_fp8_e5m2_fnuz")}
OF_OPERANDS = {"values_from", "indices_below", "each_once", "sorted", "row_pointers", "one_of", "finite", "no_nan", "any_bits",
               "positive"}
OF_TESTS = {"within", "multiples_of", "at_least", "at_most", "exactly", "powers_of_two", "square", "aligned", "waves",
            "flushes_subnormals", "work_of_all_dims"}


@dataclass(frozen=True)
class Operand:
    use: str  # "input", "output", "in_out"
    dtype: np.dtype
    type: str  # in C++
    extents: tuple
    says: dict
    stands_for: str = ""  # of RAW, where NumPy has only its bits

    def dims(self):
        return [name for e in self.extents for name in re.findall(r"[A-Za-z_]\w*", e) if name not in ("ceil", "floor")]


@dataclass(frozen=True)
class Scalar:
    dtype: np.dtype
    type: str
    values: list  # [least, most], or [[each of them]]


def known_type(dtype, type):
    raw, spelled = RAW.get(dtype, (dtype, None)) if isinstance(dtype, str) else (dtype, None)
    raw = np.dtype(raw)
    spelled = type or spelled or TYPES.get(raw.name)
    if not spelled:
        raise TypeError(f"There is no C++ type for {dtype}: use one of {', '.join([*TYPES, *RAW])}, or name it: type='particle'.")
    return raw, spelled


def require_known(says, known, what):
    for name in says:
        if name not in known:
            raise TypeError(f"{name} says nothing about {what}; there are {', '.join(sorted(known))}.")


def _operand(use, dtype, extents, type, says):
    if not extents:
        raise TypeError(f"An {use} has extents, dims or expressions of them: tileproof.{use}('float32', 'rows', 'columns').")
    require_known(says, OF_OPERANDS, "an operand")
    if use == "output" and says:
        raise TypeError(f"What an output holds is the kernel's: say {next(iter(says))} of an input.")
    return Operand(use, *known_type(dtype, type), tuple(str(e) for e in extents), says,
                   dtype if isinstance(dtype, str) and dtype in RAW else "")


def input(dtype, *extents, type=None, **says):
    return _operand("input", dtype, extents, type, says)


def output(dtype, *extents, type=None, **says):
    return _operand("output", dtype, extents, type, says)


def in_out(dtype, *extents, type=None, **says):
    return _operand("in_out", dtype, extents, type, says)


def scalar(dtype, *values, type=None):
    if not (len(values) == 2 or (len(values) == 1 and isinstance(values[0], (list, tuple)))):
        raise TypeError("A scalar has a range or a list: tileproof.scalar('int32', -8, 8), tileproof.scalar('int32', [0, 1, 3]).")
    return Scalar(*known_type(dtype, type), list(values))


def spelled(value):
    """A value of Python in C++."""
    if isinstance(value, (list, tuple)):
        return "{" + ", ".join(spelled(v) for v in value) + "}"
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, float) and not math.isfinite(value):
        return "NAN" if math.isnan(value) else "INFINITY" if value > 0 else "-INFINITY"
    return repr(value).lower()


def calls(says, dims=()):
    """".sorted().values_from(-1, 1)" for what is said; numbers of dims may come by name, {"rows": 32}."""
    text = ""
    for name, value in says.items():
        if value is None or value is False:
            continue
        if isinstance(value, dict):
            if unknown := [d for d in value if d not in dims]:
                raise TypeError(f"{name} names {unknown[0]}, which is no dim; there are {', '.join(dims)}.")
            value = [value.get(d, 1 if name == "multiples_of" else 0) for d in dims]
        several = value if name == "values_from" and isinstance(value[0], (list, tuple)) else [value]
        for v in several:
            with_braces = name in ("one_of", "waves", "multiples_of", "at_least", "at_most", "exactly")
            arguments = spelled(v) if with_braces or not isinstance(v, (list, tuple)) else spelled(v)[1:-1]
            text += f".{name}({'' if v is True else arguments})"
    return text
