# SPDX-License-Identifier: MIT
"""pytest: options for tests of kernels, reports as they are, and kernel tests in .hip files if `tileproof_files` asks for them."""
import traceback
from pathlib import Path

import pytest

from . import command
from .kernel import KernelFailed, ReferenceFailed


def pytest_addoption(parser):
    group = parser.getgroup("tileproof")
    group.addoption("--tileproof-cases", type=int, metavar="N", help="cases of each kernel (100)")
    group.addoption("--tileproof-budget", metavar="TIME", help="search each kernel for so long instead, 10s")
    group.addoption("--tileproof-seed", type=int, metavar="N", help="seed of the cases (a new one each time)")
    parser.addini("tileproof_files", "collect *.hip files that declare kernel tests: true or false", "bool", False)


def pytest_configure(config):
    for name in "cases", "budget", "seed":
        value = config.getoption(f"tileproof_{name}")
        if value is not None:
            command.DEFAULTS[name] = value


def pytest_collect_file(file_path, parent):
    if file_path.suffix == ".hip" and parent.config.getini("tileproof_files"):
        return HipFile.from_parent(parent, path=file_path)


class HipFile(pytest.File):
    def collect(self):
        yield HipTest.from_parent(self, name="check")


class HipTest(pytest.Item):
    def runtest(self):
        command.check(self.path)

    def reportinfo(self):
        return self.path, None, self.path.name


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    error = call.excinfo and call.excinfo.value
    if isinstance(error, (KernelFailed, command.CannotRun)):
        report.longrepr = str(error)
    elif isinstance(error, ReferenceFailed):
        tb = error.__cause__.__traceback__ if error.__cause__ else None
        users = [f for f in traceback.extract_tb(tb) if Path(f.filename).parent != Path(__file__).parent]
        report.longrepr = "\n".join([str(error), *traceback.format_list(users)])
