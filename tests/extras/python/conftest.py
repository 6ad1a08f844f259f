# SPDX-License-Identifier: MIT
"""All tests share a folder, as its cache of compiled headers saves seconds with each kernel."""
import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("kernels")


@pytest.fixture
def here(folder, monkeypatch):
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def unexplained(monkeypatch):
    """Reports do not explain their bugs, which takes up to half a minute each time."""
    monkeypatch.setenv("TILEPROOF_EXPLAIN", "0")


PACKAGE = Path(__file__).resolve().parents[3] / "extras/python"
KERNELS = str(Path(__file__).parent / "kernels.hip")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(PACKAGE), "PYTHONDONTWRITEBYTECODE": "1"}
