# SPDX-License-Identifier: MIT
import numpy as np
import tileproof


@tileproof.kernel("softmax.hip", "if (rows * columns) softmax<<<(rows + 63) / 64, 64>>>(x, y, rows, columns)",
                  x=tileproof.input("float32", "rows", "columns", values_from=(-20, 20)),
                  y=tileproof.output("float32", "rows", "columns"), within=(1e-4, 1e-6))
def test_softmax(x):
    e = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True, initial=-np.inf))
    return e / e.sum(axis=1, keepdims=True)


@tileproof.kernel("softmax.hip", "if (rows) greatest<<<(rows + 63) / 64, 64>>>(x, value, at, rows, columns)",
                  x=tileproof.input("int32", "rows", "columns"), at_least={"columns": 1},
                  value=tileproof.output("int32", "rows"), at=tileproof.output("int32", "rows"))
def test_greatest(x):
    return x.max(axis=1), x.argmax(axis=1)
