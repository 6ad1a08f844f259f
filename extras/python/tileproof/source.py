# SPDX-License-Identifier: MIT
"""The kernel test that `tileproof check` compiles: it includes the user's file, and asks this process for right answers."""
import os
from pathlib import Path

from .operands import Scalar, calls, spelled

TEXT = """\
// SPDX-License-Identifier: MIT
// Written by the Python package tileproof.
#include <hip/hip_runtime.h>
#include <tileproof/kernel_test.hpp>
#include <tileproof/python_contract.hpp>
#include {kernel}

static const tileproof::kernel_test python_test =
    tileproof::python_contract({name}, {dims}, {again})
{declared}
        .launch([](const tileproof::sdk::call& python_call) {{
{variables}
            {launch};
        }});
"""


def text_of(test, kernel):
    declared, variables = [], []
    for i, dim in enumerate(test.dims):
        variables.append(f"const long {dim} = python_call.dims[{i}];")
    for i, (name, o) in enumerate(test.operands.items()):
        declared.append(f".add<{o.type}>({spelled(name)}, {spelled(o.extents)}, tileproof::sdk::operand_use::{o.use})"
                        + calls(o.says))
        const = "const " if o.use == "input" else ""
        variables.append(f"{const}{o.type}* const {name} = static_cast<{const}{o.type}*>(python_call.pointers[{i}]);")
    for i, (name, s) in enumerate(test.scalars.items()):
        declared.append(f".scalar<{s.type}>({spelled(name)}, {spelled(s.values)[1:-1]})")
        variables.append(f"const {s.type} {name} = static_cast<{s.type}>(python_call.scalars[{i}]);")
    if test.says:
        declared.append(calls(test.says, test.dims))
    return TEXT.format(kernel=spelled(kernel), name=spelled(test.name), dims=spelled(test.dims), again=spelled(test.again),
                       declared="\n".join("        " + d for d in declared), launch=test.launch.strip().rstrip(";"),
                       variables="\n".join("            [[maybe_unused]] " + v for v in variables))


def write(test):
    """The file, in the current folder, where reports and findings name it."""
    folder = Path(".tileproof/python")
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{test.file_name}.hip"
    text = text_of(test, os.path.abspath(test.kernel))  # which reports show relative to the current folder
    if not file.exists() or file.read_text() != text:
        file.write_text(text)
    return file
