# SPDX-License-Identifier: MIT
"""pytest, run as a user runs it."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import tileproof
from conftest import ENVIRONMENT, KERNELS, PACKAGE

TEST = f"""
import tileproof

@tileproof.kernel({KERNELS!r}, "if (n) square<<<(n + 63) / 64, 64>>>(x, y, n)",
                  x=tileproof.input("float32", "n"), y=tileproof.output("float32", "n"))
def test_square(x):
    RETURN
"""


def pytest_in(folder, *words):
    run = subprocess.run([sys.executable, "-m", "pytest", "-p", "tileproof.pytest_plugin", "-p", "no:cacheprovider", *words],
                         cwd=folder, env={**os.environ, **ENVIRONMENT}, capture_output=True, text=True)
    return run.returncode, run.stdout + run.stderr


def test_a_file_with_its_own_declaration_is_checked(here, unexplained):
    for name in "declared.hip", "right.hip":
        shutil.copy(Path(__file__).parent / "declared.hip", here / name)
    with pytest.raises(tileproof.KernelFailed, match=r"declared.hip:13:") as failed:
        tileproof.check("declared.hip", cases=40, seed=1)
    assert failed.value.bugs[0]["line"] == 13
    assert tileproof.check("right.hip", cases=40, seed=1, flags=["-DRIGHT"]).verdict == "held"
    with pytest.raises(tileproof.CannotRun, match="There is no file missing.hip; a path is relative to /"):
        tileproof.check("missing.hip")


def test_hip_files_are_collected_only_if_an_option_asks_for_them(folder, unexplained):
    shutil.copy(Path(__file__).parent / "declared.hip", folder / "declared.hip")
    assert pytest_in(folder, "declared.hip")[0] == 4  # nothing was collected
    code, text = pytest_in(folder, "-o", "tileproof_files=true", "--tileproof-cases=40", "--tileproof-seed=1", "declared.hip")
    assert code == 1 and "declared.hip:13:" in text and "Traceback" not in text and "seed 1," in text


def test_the_report_of_a_reference_names_its_line_and_options_count(folder, unexplained):
    (folder / "test_raises.py").write_text(TEST.replace("RETURN", "return x.nothing"))
    code, text = pytest_in(folder, "test_raises.py", "--tileproof-cases=20")
    assert code == 1 and "The reference of square raised AttributeError" in text and "(test_raises.py:7), for n = " in text
    assert "return x.nothing" in text
    (folder / "test_raises.py").write_text(TEST.replace("RETURN", "return x * x + 1"))
    code, text = pytest_in(folder, "test_raises.py", "--tileproof-cases=21")
    assert code == 1 and ", 21 cases of each property" in text and "y must be [" in text


def test_the_examples_hold(tmp_path):
    shutil.copytree(PACKAGE / "example", tmp_path / "example")
    code, text = pytest_in(tmp_path, "example")
    assert code == 0 and re.search(r"\d passed", text), text
