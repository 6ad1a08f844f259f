#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# python_test.sh PROGRAM FILE.py...: pytest runs these tests of the Python package with this tileproof; skipped where Python
# lacks NumPy or pytest.
set -euo pipefail
TILEPROOF=$(realpath "$1")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
shift
for python in python3 /usr/bin/python3; do
    "$python" -c 'import numpy, pytest' 2>/dev/null || continue
    export TILEPROOF PYTHONPATH=$here/../../../extras/python PYTHONDONTWRITEBYTECODE=1
    exec "$python" -m pytest -q -p tileproof.pytest_plugin -p no:cacheprovider "${@/#/$here/}"
done
echo 'Skipped: Python has no NumPy or no pytest. ./dev setup installs python3-numpy and python3-pytest.'
exit 77
