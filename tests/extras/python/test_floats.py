# SPDX-License-Identifier: MIT
"""Numbers that NumPy lacks, against figures from their definitions."""
import numpy as np
import pytest
import tileproof


@pytest.mark.parametrize("kind, bits, value", [
    ("bf16", 0x3F80, 1), ("bf16", 0xC049, -3.140625), ("bf16", 0x0001, 2.0**-133), ("bf16", 0x7F80, np.inf),
    ("e4m3", 0x7E, 448), ("e4m3", 0x01, 2.0**-9), ("e4m3", 0xB8, -1), ("e5m2", 0x7B, 57344), ("e5m2", 0x7C, np.inf),
    ("e5m2", 0x01, 2.0**-16), ("e4m3_fnuz", 0x7F, 240), ("e4m3_fnuz", 0x40, 1), ("e5m2_fnuz", 0x7F, 57344), ("e5m2_fnuz", 0x40, 1)])
def test_bits_and_values_agree(kind, bits, value):
    assert tileproof.decoded(bits, kind) == value
    assert tileproof.encoded(value, kind) == bits


@pytest.mark.parametrize("kind, nan", [("bf16", 0x7F81), ("e4m3", 0x7F), ("e4m3", 0xFF), ("e5m2", 0x7D), ("e4m3_fnuz", 0x80)])
def test_what_is_no_number_stays_none(kind, nan):
    assert np.isnan(tileproof.decoded(nan, kind))
    assert np.isnan(tileproof.decoded(tileproof.encoded(np.nan, kind), kind))


@pytest.mark.parametrize("kind", ["bf16", "e4m3", "e5m2", "e4m3_fnuz", "e5m2_fnuz"])
def test_every_number_comes_back(kind):
    bits = np.arange(1 << 16 if kind == "bf16" else 256)
    numbers = bits[~np.isnan(tileproof.decoded(bits, kind))]
    np.testing.assert_array_equal(tileproof.encoded(tileproof.decoded(numbers, kind), kind), numbers)


def test_values_between_go_to_the_nearest_and_ties_to_even():
    assert tileproof.encoded([1 + 2**-8, 1 + 3 * 2**-8, 1 + 2**-8 + 2**-20], "bf16").tolist() == [0x3F80, 0x3F82, 0x3F81]
    assert tileproof.encoded([17, 19, 18.1, 1e9, -1e9], "e4m3").tolist() == [0x58, 0x5A, 0x59, 0x7E, 0xFE]
    assert tileproof.encoded([1e9, 61439.9, 61440], "e5m2").tolist() == [0x7C, 0x7B, 0x7C]
