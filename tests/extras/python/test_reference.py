# SPDX-License-Identifier: MIT
"""What a reference may return, and how its mistakes are told, without a kernel."""
import importlib.util
import sys
import types

import numpy as np
import pytest
import tileproof
from conftest import KERNELS
from tileproof import reference
from tileproof.reference import WrongAnswer, answer

X = np.arange(6, dtype=np.float32).reshape(2, 3)


def asked(function, outputs=("y",), dtype="float32", tensors=False, **more):
    """What the reference fills the outputs with, each of shape (2, 3)."""
    declared = {"x": tileproof.input("float32", "rows", "columns"),
                **{n: tileproof.output(dtype, "rows", "columns") for n in outputs}, **more}
    test = tileproof.kernel(KERNELS, "", function, tensors, **declared).test
    arrays = {n: np.full((2, 3), 77, dtype) for n in outputs}
    arrays.update((n, np.full((2, 3), 77, o.dtype)) for n, o in more.items())
    answer(test, {"x": X, "rows": 2, "columns": 3, **{n: X for n in more}}, arrays)
    return arrays


def test_an_output_is_returned_or_filled():
    def returned(x):
        return 2 * x

    def filled(y, x):
        y[...] = 2 * x
    for function in returned, filled:
        np.testing.assert_array_equal(asked(function)["y"], 2 * X)
    np.testing.assert_array_equal(asked(np.square)["y"], X * X)  # whose parameters have no names


def test_several_outputs_are_returned_in_their_order_without_those_that_are_filled():
    def mixed(x, columns, b):
        b[...] = columns
        return x + 1, x + 2
    arrays = asked(mixed, ("a", "b", "c"))
    assert [arrays[n][0, 0] for n in "abc"] == [1, 3, 2]


def test_what_is_read_and_written_is_returned():
    def summed(x, z):
        return x + z
    np.testing.assert_array_equal(asked(summed, (), z=tileproof.in_out("float32", "rows", "columns"))["z"], 2 * X)


def test_an_answer_in_double_is_rounded_once():
    def third(x):
        return np.full(x.shape, 1 / 3)
    assert asked(third)["y"][0, 0] == np.float32(1 / 3)


@pytest.mark.parametrize("result, dtype, says", [
    (None, "float32", "returns None. It must return y, or have a parameter of that name and fill it."),
    (X.T, "float32", r"returns an array of shape \(3, 2\) for y, which has shape \(2, 3\)."),
    (X, "int32", r"returns float32 for y, which holds int32: convert it, .astype\(np.int32\)."),
    ((X, X), "float32", "returns 2 arrays; it must return 1: y.")])
def test_an_answer_of_another_form_is_refused_with_a_sentence(result, dtype, says):
    def wrong(x):
        return result
    with pytest.raises(WrongAnswer, match=says):
        asked(wrong, dtype=dtype)


def test_a_loop_without_an_end_is_ended(monkeypatch):
    monkeypatch.setattr(reference, "SECONDS", 1)

    def endless(x):
        while True:
            pass
    with pytest.raises(TimeoutError, match="more than 1 s"):
        asked(endless)


def test_types_of_different_sizes_in_both_languages_are_refused():
    def both(x):
        return x
    test = tileproof.kernel(KERNELS, "", both, x=tileproof.input("float32", "n", type="double"), y=tileproof.output("int8", "n")).test
    question = {"dims": [1], "scalars": [], "operands": [{"width": 8, "extents": [1], "in": 0, "out": None}]}
    with pytest.raises(WrongAnswer, match="cannot see x: an element has 8 bytes as double and 4 as float32"):
        reference.arrays_of(test, question, bytearray(8))


@pytest.mark.parametrize("declared, says", [
    (dict(x=tileproof.input("float32", "n")), "has no output: declare one"),
    (dict(z=tileproof.output("float32", "n")), "has a parameter x; there are n, z."),
    (dict(x=tileproof.input("float32", "n"), y=tileproof.output("float32", "n"), speed=1), "speed says nothing about a test"),
    (dict(x=tileproof.input("float32", "n"), y=tileproof.output("float32", "m"), dims=["n"]), "m is an extent and none of the dims n")])
def test_a_mistaken_declaration_is_refused_with_a_sentence(declared, says):
    def declares(x):
        return x
    with pytest.raises(TypeError, match=says):
        tileproof.kernel(KERNELS, "", declares, **declared)


@pytest.mark.parametrize("make, says", [
    (lambda: tileproof.input("complex64", "n"), "There is no C.. type for complex64"),
    (lambda: tileproof.output("float32"), "has extents"), (lambda: tileproof.output("int8", "n", sorted=True), "of an input"), (lambda: tileproof.scalar("int32", 1), "a range or a list"),
    (lambda: tileproof.input("float32", "n", sortd=True), "sortd says nothing about an operand"),
    (lambda: tileproof.kernel("missing.hip", "", lambda x: x, y=tileproof.output("int8", "n")), "There is no file missing.hip")])
def test_a_mistaken_operand_or_file_is_refused_with_a_sentence(make, says):
    with pytest.raises((TypeError, FileNotFoundError), match=says):
        make()


class Operator:
    """As torch's: no signature that Python could read."""
    __name__ = "op"
    __signature__ = "none"

    def __call__(self, *tensors):
        self.got = tensors
        return types.SimpleNamespace(detach=lambda: types.SimpleNamespace(
            cpu=lambda: types.SimpleNamespace(numpy=lambda: tensors[0].array * 3)))


def test_an_operator_gets_tensors_that_share_the_memory_of_arrays(monkeypatch):
    fake = types.SimpleNamespace(from_numpy=lambda a: types.SimpleNamespace(array=a))  # what is called of torch
    monkeypatch.setitem(sys.modules, "torch", fake)
    operator = Operator()
    np.testing.assert_array_equal(asked(operator, tensors=True)["y"], 3 * X)
    assert operator.got[0].array is X


torch_only = pytest.mark.skipif(not importlib.util.find_spec("torch"), reason="There is no torch (Debian: python3-torch).")
SQUARES = "if (n) square<<<(n + 63) / 64, 64>>>(x, y, n)"


@torch_only
def test_an_operator_of_torch_is_compared(here):
    import torch
    of_n = dict(x=tileproof.input("float32", "n"), y=tileproof.output("float32", "n"), cases=40, seed=1)
    tileproof.compare(KERNELS, torch.ops.aten.square, SQUARES, **of_n)
    with pytest.raises(tileproof.KernelFailed) as found:
        tileproof.compare(KERNELS, torch.ops.aten.square, SQUARES.replace("square", "wrong_square"), **of_n)
    assert found.value.case.dims["n"] == 71 and found.value.case.wrong == ("y", (65,))


@torch_only
def test_an_operator_of_torch_may_give_several_outputs_and_bf16(here):
    import torch
    tileproof.compare(KERNELS, lambda x: torch.max(x, 1), "if (rows) rows_max<<<(rows + 63) / 64, 64>>>(x, most, at, rows, columns)",
                      x=tileproof.input("float32", "rows", "columns", no_nan=True), most=tileproof.output("float32", "rows"),
                      at=tileproof.output("int64", "rows"), at_least={"columns": 1}, cases=20, seed=1)
    tileproof.compare(KERNELS, torch.add, "if (n) add_bf16<<<(n + 63) / 64, 64>>>(a, b, y, n)", a=tileproof.input("bf16", "n"),
                      b=tileproof.input("bf16", "n"), y=tileproof.output("bf16", "n"), cases=20, seed=1)


@torch_only
def test_tensors_of_bf16_share_their_memory_and_are_rounded_once():
    import torch
    array = np.array([0x3f80, 0x4000], np.uint16)  # 1, 2
    shared = reference.tensor(array, "bf16")
    assert shared.dtype == torch.bfloat16 and shared.tolist() == [1, 2]
    shared[0] = 2
    assert array[0] == 0x4000
    assert reference.array_of(torch.tensor([1 + 2**-8, 1 + 3 * 2**-8]), "bf16").tolist() == [0x3f80, 0x3f82]  # ties to even
