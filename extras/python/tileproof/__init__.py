# SPDX-License-Identifier: MIT
"""Checks HIP kernels against references in NumPy: docs/python.md of tileproof."""
from .command import CannotRun, check
from .floats import decoded, encoded
from .kernel import KernelFailed, ReferenceFailed, compare, kernel
from .operands import in_out, input, output, scalar

__all__ = ["CannotRun", "KernelFailed", "ReferenceFailed", "check", "compare", "decoded", "encoded", "in_out", "input",
           "kernel", "output", "scalar"]
