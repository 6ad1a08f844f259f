# SPDX-License-Identifier: MIT
"""Numbers of bf16 and of 8 bits, which NumPy lacks, from and to their bits.

    decoded(bits, "bf16") is an array of float32; encoded(values, "e4m3") one of uint8, rounded to nearest, ties to even.
"""
from functools import lru_cache

import numpy as np

KINDS = {"bf16": (8, 7), "e4m3": (4, 3), "e5m2": (5, 2), "e4m3_fnuz": (4, 3), "e5m2_fnuz": (5, 2)}


@lru_cache
def table(kind):
    """The value of every bit pattern."""
    if kind not in KINDS:
        raise ValueError(f"There is no type {kind}; there are {', '.join(KINDS)}.")
    exponent_bits, mantissa_bits = KINDS[kind]
    fnuz = kind.endswith("fnuz")
    bits = np.arange(2 << (exponent_bits + mantissa_bits))
    mantissa, exponent = bits & ((1 << mantissa_bits) - 1), bits >> mantissa_bits & ((1 << exponent_bits) - 1)
    bias = (1 << (exponent_bits - 1)) - (0 if fnuz else 1)
    values = np.ldexp((mantissa + np.where(exponent > 0, 1 << mantissa_bits, 0)) * 1.0,
                      np.maximum(exponent, 1) - bias - mantissa_bits)
    negative = bits >> (exponent_bits + mantissa_bits) == 1
    if fnuz:
        values[negative & (values == 0)] = np.nan
    elif kind == "e4m3":
        values[(exponent == 15) & (mantissa == 7)] = np.nan
    else:
        values[exponent == (1 << exponent_bits) - 1] = np.inf
        values[(exponent == (1 << exponent_bits) - 1) & (mantissa > 0)] = np.nan
    return np.where(negative, -values, values).astype(np.float32)


def decoded(bits, kind):
    return table(kind)[np.asarray(bits)]


def encoded(values, kind):
    all_ = table(kind)
    positive = all_[:len(all_) // 2]
    finite = positive[np.isfinite(positive)].astype(np.float64)
    values = np.asarray(values, np.float64)
    size = np.abs(np.nan_to_num(values, nan=0, posinf=np.inf, neginf=-np.inf))
    below = np.clip(np.searchsorted(finite, size, "right") - 1, 0, len(finite) - 2)
    middle = (finite[below] + finite[below + 1]) / 2
    bits = below + ((size > middle) | ((size == middle) & (below % 2 == 1)))
    beyond = finite[-1] + (finite[-1] - finite[-2]) / 2
    if np.isinf(positive).any():
        bits = np.where(size >= beyond, len(finite), bits)
    nan = int(np.flatnonzero(np.isnan(all_))[0])
    bits = np.where(np.signbit(values), bits + len(positive), bits)
    if kind.endswith("fnuz"):
        bits = np.where(bits == len(positive), 0, bits)  # there is no -0
    return np.where(np.isnan(values), nan, bits).astype(np.uint16 if kind == "bf16" else np.uint8)
