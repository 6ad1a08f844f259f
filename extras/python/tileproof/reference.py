# SPDX-License-Identifier: MIT
"""Calls a user's reference with the arrays of a question, and looks at what it gives back."""
import inspect
import os
import signal
import threading
import traceback
from contextlib import contextmanager

import numpy as np

SECONDS = 8  # less than after which the command says that a case hangs
# Types of torch that NumPy lacks, and the type that carries their bits from one to the other.
OF_TORCH = {"bf16": ("bfloat16", "int16"), "e4m3": ("float8_e4m3fn", "uint8"), "e5m2": ("float8_e5m2", "uint8"),
            "e4m3_fnuz": ("float8_e4m3fnuz", "uint8"), "e5m2_fnuz": ("float8_e5m2fnuz", "uint8")}


class WrongAnswer(Exception):
    """A sentence about the reference."""


def arrays_of(test, question, memory):
    """By name: the dims, scalars and inputs; the outputs."""
    given = dict(zip(test.dims, question["dims"]))
    given.update((name, s.dtype.type(v)) for (name, s), v in zip(test.scalars.items(), question["scalars"]))
    outputs = {}
    for (name, o), place in zip(test.operands.items(), question["operands"]):
        if place["width"] != o.dtype.itemsize:
            raise WrongAnswer(f"cannot see {name}: an element has {place['width']} bytes as {o.type} and {o.dtype.itemsize} as "
                              f"{o.dtype}. Name a type of the same size.")
        for where, to in ("in", given), ("out", outputs):
            if place[where] is not None:
                to[name] = np.ndarray(place["extents"], o.dtype, memory, place[where])
                to[name].flags.writeable = where == "out" or test.tensors
    return given, outputs


@contextmanager
def time_limit():
    """Ends a loop without an end, where this thread gets signals."""
    def stop(*_):
        raise TimeoutError(f"it took more than {SECONDS} s")
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGALRM) != signal.SIG_DFL:
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def names_of(function):
    """Of its parameters that have no default; None: it takes what is read, in order (torch's operators)."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD, p.POSITIONAL_ONLY) for p in parameters):
        return None
    return [p.name for p in parameters if p.default is p.empty]


def tensor(array, stands_for):
    """A tensor that shares the array's memory."""
    import torch
    if stands_for not in OF_TORCH:
        return torch.from_numpy(array)
    dtype, bits = OF_TORCH[stands_for]
    return torch.from_numpy(array.view(bits)).view(getattr(torch, dtype))


def array_of(tensor, stands_for):
    """A tensor's elements; those of another type than the operand's are rounded once."""
    tensor = tensor.detach().cpu()
    if stands_for not in OF_TORCH:
        return tensor.numpy()
    import torch
    dtype, bits = OF_TORCH[stands_for]
    return tensor.to(getattr(torch, dtype)).contiguous().view(getattr(torch, bits)).numpy().view(bits.replace("int16", "uint16"))


def answer(test, given, outputs):
    """Fills the outputs. Whatever the reference raises is raised; what it returns wrongly is a WrongAnswer."""
    names = names_of(test.reference)
    if names is None:
        passed, names = [n for n, o in test.operands.items() if o.use != "output"], []
    else:
        passed = names
    arguments = [given[n] if n in given else outputs[n] for n in passed]
    if test.tensors:
        arguments = [tensor(a, test.operands[n].stands_for) if n in test.operands else a for n, a in zip(passed, arguments)]
    with np.errstate(all="ignore"), time_limit():  # infinities are drawn on purpose
        result = test.reference(*arguments)
    open_ = [n for n in outputs if n in given or n not in names]  # what is read and written is returned
    if result is None and open_:
        raise WrongAnswer(f"returns None. It must return {' and '.join(open_)}"
                          + ("." if set(open_) & set(given) else ", or have a parameter of that name and fill it."))
    results = result if isinstance(result, tuple) else [result] if open_ else []
    if len(results) != len(open_):
        raise WrongAnswer(f"returns {len(results)} arrays; it must return {len(open_)}: {', '.join(open_)}.")
    for name, array in zip(open_, results):
        store(name, array_of(array, test.operands[name].stands_for) if hasattr(array, "detach") else array, outputs[name])


def store(name, array, to):
    array = np.asarray(array)
    if array.shape != to.shape:
        raise WrongAnswer(f"returns an array of shape {array.shape} for {name}, which has shape {to.shape}.")
    if not np.can_cast(array.dtype, to.dtype, "same_kind"):
        raise WrongAnswer(f"returns {array.dtype} for {name}, which holds {to.dtype}: convert it, .astype(np.{to.dtype}).")
    with np.errstate(all="ignore"):
        to[...] = array


def where(error, function):
    """"test_softmax.py:12", the innermost line of the reference's own file, or else of any."""
    frames = traceback.extract_tb(error.__traceback__)
    file = getattr(getattr(function, "__code__", None), "co_filename", None)
    last = ([f for f in frames if f.filename == file] or frames)[-1]
    return f"{os.path.relpath(last.filename)}:{last.lineno}"
