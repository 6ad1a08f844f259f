# SPDX-License-Identifier: MIT
"""A kernel of a file and its reference in Python, as a test.

    @tileproof.kernel("scale.hip", "if (n) scale<<<(n + 63) / 64, 64>>>(x, y, n)",
                      x=tileproof.input("float32", "n"), y=tileproof.output("float32", "n"))
    def test_scale(x):
        return 2 * x
"""
import inspect
import os
import re
from pathlib import Path

from . import command, source
from .operands import OF_TESTS, Operand, Scalar, require_known
from .reference import WrongAnswer, answer, arrays_of, names_of, where
from .server import Server
from .smallest_case import smallest_case

OF_RUNS = ("cases", "seed", "budget", "flags", "device", "wave", "store")


class KernelFailed(AssertionError):
    """A finding. `report` is the command's JSON, `case` the smallest case as arrays where it is known."""

    def __init__(self, result, case=None):
        self.report, self.bugs, self.case = result.report, result.bugs, case
        super().__init__(result.text.rstrip() + (f"\n\n{case}" if case else ""))


class ReferenceFailed(Exception):
    """The reference raised something, which is the __cause__, or its answer is none."""


class Test:
    """What was declared; calling it checks the kernel."""

    def __init__(self, reference, file, launch, declared, tensors=False):
        code = getattr(reference, "__code__", None)
        here = Path(code.co_filename).parent if code else Path()
        self.kernel = next((p for p in (here / file, Path(file)) if p.is_file()), None)
        if not self.kernel:
            raise FileNotFoundError(f"There is no file {file} in {here.resolve()} or {Path().resolve()}.")
        self.reference, self.launch, self.tensors = reference, launch, tensors
        self.name = getattr(reference, "__name__", self.kernel.stem).removeprefix("test_")
        if not self.name.isidentifier():
            self.name = self.kernel.stem
        file = os.path.relpath(code.co_filename) if code else str(self.kernel)
        self.file_name = f"{file.removesuffix('.py').replace('/', '.').lstrip('.')}.{self.name}"
        self.again = f"pytest {file}" if code else "the Python test"
        self.operands = {n: o for n, o in declared.items() if isinstance(o, Operand)}
        self.scalars = {n: s for n, s in declared.items() if isinstance(s, Scalar)}
        self.run = {n: declared[n] for n in OF_RUNS if n in declared}
        used = dict.fromkeys(d for o in self.operands.values() for d in o.dims())
        self.dims = list(declared.get("dims", used))
        self.says = {n: v for n, v in declared.items()
                     if n not in {*self.operands, *self.scalars, *self.run, "dims"}}
        require_known(self.says, OF_TESTS, "a test")
        if unknown := [d for d in used if d not in self.dims]:
            raise TypeError(f"{unknown[0]} is an extent and none of the dims {', '.join(self.dims)}.")
        if not any(o.use != "input" for o in self.operands.values()):
            raise TypeError(f"{self.name} has no output: declare one, y=tileproof.output('float32', 'n').")
        known = [*self.dims, *self.scalars, *self.operands]
        if unknown := [n for n in names_of(reference) or [] if n not in known]:
            raise TypeError(f"The reference of {self.name} has a parameter {unknown[0]}; there are {', '.join(known)}.")

    def __call__(self):
        __tracebackhide__ = True
        failed = []

        def serve(question, memory):
            try:
                answer(self, *arrays_of(self, question, memory))
                return "ok"
            except WrongAnswer as e:
                failed.append((f"The reference of {self.name} {e}", None, question))
                return str(e)
            except Exception as e:
                said = f"{type(e).__name__}: {e} ({where(e, self.reference)})"
                failed.append((f"The reference of {self.name} raised {said}", e, question))
                return said

        with Server(serve) as server:
            result = command.run_check(source.write(self), server, server.environment, **self.run)
        if failed:
            sentence, error, question = min(failed, key=lambda f: sum(f[2]["dims"]))
            dims = ", ".join(f"{d} = {n}" for d, n in zip(self.dims, question["dims"]))
            raise ReferenceFailed(f"{sentence.rstrip('.')}, for {dims}.") from error
        try:
            command.require_run(result)
        except command.CannotRun as e:
            raise command.CannotRun(f"{e}{self.types_to_name(result.errors)}") from None
        if result.code == 1:
            try:
                case = smallest_case(self, result)
            except Exception:  # a reference that fails now and then: what was found counts
                case = None
            raise KernelFailed(result, case)
        self.result = result


    def types_to_name(self, errors):
        """A sentence for each operand that the compiler does not pass to a kernel for its type: numpy's float16 is any of C++'s."""
        said = ""
        for asks, has in dict.fromkeys(re.findall(r"parameter of type '(?:const )?([^'*]+?) ?\*' with an .value of type "
                                                  r"'(?:const )?([^'*]+?) ?\*", errors)):
            names = [n for n, o in self.operands.items() if o.type == has]
            if names:
                o = self.operands[names[0]]
                said += (f"\n{' and '.join(names)} {'is' if len(names) == 1 else 'are'} declared as {o.stands_for or o.dtype}, which is {has} "
                         f"in C++. The kernel takes {asks}: declare {names[0]} with type={asks!r}.")
        return said


def kernel(file, launch, reference=None, tensors=False, **declared):
    """The test of a kernel: a decorator of its reference, or with reference=... the test itself.

    `launch` is C++, with dims, operands and scalars as variables. The reference takes what it names of them, and returns the
    outputs, or fills those that it names. With tensors=True arrays come to it as tensors of torch.
    """
    def decorated(function):
        test = Test(function, file, launch, declared, tensors)

        def run():
            __tracebackhide__ = True
            test()
        run.__name__ = run.__qualname__ = getattr(function, "__name__", test.name)
        run.__module__, run.__doc__ = function.__module__ if inspect.isfunction(function) else __name__, function.__doc__
        run.test = test
        return run
    return decorated if reference is None else decorated(reference)


def compare(file, operator, launch, **declared):
    """Checks the HIP source of an operator against one of torch on CPU, at once: compare("gelu.hip", torch.ops.aten.gelu, ...)."""
    __tracebackhide__ = True
    kernel(file, launch, operator, tensors=True, **declared)()
