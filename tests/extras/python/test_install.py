# SPDX-License-Identifier: MIT
"""What pip makes of the folder, without an index."""
import importlib.util
import shutil
import subprocess
import sys

import pytest
from conftest import PACKAGE


def test_pip_installs_the_package_its_plugin_and_its_documents(tmp_path):
    for module in "pip", "setuptools", "wheel":
        if not importlib.util.find_spec(module):
            pytest.skip(f"There is no python3-{module}.")
    shutil.copytree(PACKAGE, tmp_path / "python", ignore=shutil.ignore_patterns("build", "*.egg-info"))
    into = tmp_path / "into"
    subprocess.run([sys.executable, "-m", "pip", "install", "--no-build-isolation", "--no-index", "--no-deps", "--target", into,
                    tmp_path / "python"], check=True, capture_output=True)
    assert (into / "tileproof/docs/kernel-tests.md").is_file()
    (tmp_path / "test_none.py").write_text("import tileproof\n\ndef test_none():\n    assert 'into' in tileproof.__file__\n")
    run = subprocess.run([sys.executable, "-m", "pytest", "--tileproof-cases=3", "test_none.py"], cwd=tmp_path, text=True,
                         env={"PYTHONPATH": str(into), "PATH": "/usr/bin:/bin"}, capture_output=True)
    assert run.returncode == 0, run.stdout + run.stderr
