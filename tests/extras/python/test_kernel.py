# SPDX-License-Identifier: MIT
"""Kernels of kernels.hip against references, by the command itself."""
import numpy as np
import pytest
import tileproof
from conftest import KERNELS
from tileproof.operands import RAW, TYPES
from tileproof.smallest_case import Case, error_of

SQUARE = "if (n) square<<<(n + 63) / 64, 64>>>(x, y, n)"
FLOATS = {"x": tileproof.input("float32", "n"), "y": tileproof.output("float32", "n"), "cases": 40, "seed": 1}


def test_a_right_kernel_is_held(here):
    def held(x):
        return x * x
    run = tileproof.kernel(KERNELS, SQUARE, held, **FLOATS)
    run()
    assert run.test.result.verdict == "held"
    assert run.test.result.report["cases"] == 80  # 40 on each of two devices


def test_a_wrong_kernel_is_found_and_its_smallest_case_comes_as_arrays(here):
    def squares(x):
        return x * x
    with pytest.raises(tileproof.KernelFailed) as failed:
        tileproof.kernel(KERNELS, SQUARE.replace("square", "wrong_square"), squares, **FLOATS)()
    bug, case = failed.value.bugs[0], failed.value.case
    assert bug["kind"] == "wrong value" and bug["stored_at"]["line"] == 13
    assert bug["stored_at"]["file"].endswith("kernels.hip")
    assert case.dims == {"n": 71}
    np.testing.assert_array_equal(case.expected["y"], case.inputs["x"] ** 2)
    assert np.flatnonzero(case.actual["y"] != case.expected["y"]).tolist() == [65]
    stored = np.load(case.file)
    np.testing.assert_array_equal(stored["y_actual"], case.actual["y"])
    assert "\n   y[65] must be " in str(failed.value) and "kernels.hip:13:" in str(failed.value)


def test_a_kernel_that_writes_beyond_shows_the_inputs_of_its_case(here, unexplained):
    def beyond(x):
        return x * x
    with pytest.raises(tileproof.KernelFailed) as failed:
        tileproof.kernel(KERNELS, SQUARE.replace("square", "square_beyond"), beyond, **FLOATS)()
    assert failed.value.bugs[0]["line"] == 18
    assert failed.value.case.inputs["x"].shape == (failed.value.case.dims["n"],)


def test_of_several_calls_the_wrong_one_is_shown(here):
    def scaled(x):
        return x
    test = tileproof.kernel(KERNELS, SQUARE, scaled, **FLOATS).test
    calls = [Case({"n": 2}, expected={"y": np.array([1, right], np.float32)}, actual={"y": np.array([1, is_], np.float32)})
             for right, is_ in ((2, 2.001), (3, np.nan), (np.inf, np.inf))]
    assert [error_of(test, c, "y", (1,)) for c in calls] == [pytest.approx(0.001, 1e-3), np.inf, 0]


def test_another_type_of_the_kernels_is_asked_for_by_its_name(here):
    def copied(a, b):
        return a
    with pytest.raises(tileproof.CannotRun, match="a and b and y are declared as float16, which is _Float16 in C\\+\\+. The kernel takes "
                                                  "__bf16: declare a with type='__bf16'."):
        tileproof.kernel(KERNELS, "if (n) add_bf16<<<1, 64>>>(a, b, y, n)", copied, a=tileproof.input("float16", "n"),
                         b=tileproof.input("float16", "n"), y=tileproof.output("float16", "n"))()


def test_a_wrong_second_output_is_found(here, unexplained):
    def second(x):
        return 2 * x, -x
    with pytest.raises(tileproof.KernelFailed) as failed:
        tileproof.kernel(KERNELS, "if (n) both<<<(n + 63) / 64, 64>>>(x, twice, minus, n)", second,
                         x=tileproof.input("int32", "n"), twice=tileproof.output("int32", "n"),
                         minus=tileproof.output("int32", "n"), cases=40, seed=1)()
    case = failed.value.case
    assert failed.value.bugs[0]["why"]["where"]["operand"] == "minus" and case.dims == {"n": 3}
    np.testing.assert_array_equal(case.actual["twice"], case.expected["twice"])
    assert case.actual["minus"][2] == -case.expected["minus"][2] != 0


def test_several_dims_halves_and_expressions_arrive_in_their_shapes(here):
    shapes = set()

    def steps(x, offset, rows, columns):
        shapes.add((rows, columns))
        assert x.shape == (rows, columns + 1) and offset.shape == (columns,) and x.dtype == np.float16
        wide = x.astype(np.float32)
        return wide[:, 1:] - wide[:, :-1] + offset.astype(np.float32)
    tileproof.kernel(KERNELS, "if (rows * columns) steps<<<(rows * columns + 63) / 64, 64>>>(x, offset, y, rows, columns)", steps,
                     x=tileproof.input("float16", "rows", "columns + 1", values_from=(-8, 8)),
                     offset=tileproof.input("float16", "columns", values_from=(-8, 8)),
                     y=tileproof.output("float16", "rows", "columns"), within=(1e-3, 1e-3), at_most={"columns": 300},
                     cases=40, seed=1)()
    assert len(shapes) > 10 and max(columns for _, columns in shapes) <= 300


def test_what_is_read_and_written_and_scalars_take_part(here):
    def sums(x, z, alpha, beta):
        assert alpha.dtype == np.int32 and -8 <= alpha <= 8 and beta in (0, 1, 3)
        return alpha * x + beta * z
    tileproof.kernel(KERNELS, "if (n) scaled_sum<<<(n + 63) / 64, 64>>>(x, z, n, alpha, beta)", sums,
                     x=tileproof.input("int32", "n", values_from=(-100, 100)),
                     z=tileproof.in_out("int32", "n", values_from=(-100, 100)),
                     alpha=tileproof.scalar("int32", -8, 8), beta=tileproof.scalar("int32", [0, 1, 3]), cases=40, seed=1)()


def test_every_type_comes_to_python_and_goes_back(here):
    types = [*TYPES, *RAW]
    operands = {f"x_{t}": tileproof.input(t, "n", any_bits=True) for t in types}
    operands.update({f"y_{t}": tileproof.output(t, "n") for t in types})

    def copies(n, **all_):
        raise NotImplementedError
    source = ", ".join(f"x_{t}" for t in types)
    exec(f"def copies({source}):\n    return tuple(a.copy() for a in ({source},))", globals())
    tileproof.kernel(KERNELS, "; ".join(f"copy(x_{t}, y_{t}, n)" for t in types), globals()["copies"], **operands,
                     cases=20, seed=1, device="cpu")()


def test_what_the_reference_raises_is_shown_with_its_line_and_dims(here):
    def raising(x):
        if len(x) > 3:
            raise ValueError("four is too many")
        return x * x
    with pytest.raises(tileproof.ReferenceFailed, match=r"The reference of raising raised ValueError: four is too many "
                                                        r"\(.*test_kernel.py:\d+\), for n = \d+\.") as failed:
        tileproof.kernel(KERNELS, SQUARE, raising, **FLOATS)()
    assert isinstance(failed.value.__cause__, ValueError)


def test_a_returned_array_of_another_shape_is_refused(here):
    def shorter(x):
        return x[1:] ** 2
    with pytest.raises(tileproof.ReferenceFailed, match="shape .* for y, which has shape"):
        tileproof.kernel(KERNELS, SQUARE, shorter, **FLOATS)()


def test_a_reference_cannot_write_to_an_input(here):
    def writes(x):
        x[...] = 0
        return x
    with pytest.raises(tileproof.ReferenceFailed, match="raised ValueError: assignment destination is read-only"):
        tileproof.kernel(KERNELS, SQUARE, writes, **FLOATS)()


def test_an_element_that_the_reference_leaves_unset_is_named(here):
    def half(x, y):
        y[::2] = x[::2] ** 2
    with pytest.raises(tileproof.CannotRun, match=r"The reference of half leaves element \(1\) of y unset, for n ="):
        tileproof.kernel(KERNELS, SQUARE, half, **FLOATS)()


def test_a_random_reference_is_refused(here):
    def noise(x):
        return np.random.default_rng().random(x.shape, np.float32)
    with pytest.raises(tileproof.CannotRun, match="does not say the same twice"):
        tileproof.kernel(KERNELS, SQUARE, noise, **FLOATS)()


def test_a_kernel_that_does_not_compile_is_shown_with_its_line(here):
    (here / "broken.hip").write_text("__global__ void broken(const float* x, float* y, long n) {\n    y[0] = z;\n}\n")

    def broken(x):
        return x
    with pytest.raises(tileproof.CannotRun, match=r"broken\.hip:2:12: error: .*'z'"):
        tileproof.kernel("broken.hip", "broken<<<1, 1>>>(x, y, n)", broken, **FLOATS)()
