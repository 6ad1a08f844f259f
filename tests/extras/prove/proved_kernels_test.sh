#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# proved_kernels_test.sh TILEPROOF SOURCE...: `check --prove` says of each kernel what the lines "// expect NAME: BOUNDS, RACES" of its
# file say. It exits with 77 where there is no Z3.
set -euo pipefail
tileproof=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
for source in "$@"; do
    cp "$source" "$work/kernels.hip"
    cd "$work"
    code=0
    "$tileproof" check kernels.hip --prove --device cpu-checked --budget 1 --seed 1 --json report.json >out 2>&1 || code=$?
    grep -q 'Z3 is not installed' out && exit 77
    [ -s report.json ] || { cat out; exit 1; }
    python3 - "$source" "$code" <<'PYTHON' || failed=1
import json, re, sys
source, code = sys.argv[1], int(sys.argv[2])
expected = dict(re.findall(r'^// expect (\w+): (.*)$', open(source).read(), re.M))
failed = []
for k in json.load(open('report.json'))['proofs']:
    said = k['bounds']['verdict'] + ', ' + k['races']['verdict']
    if said != expected.pop(k['test'], None):
        failed.append(f"{source}: {k['test']} is {said}: {k['bounds']['why']} {k['races']['why']}")
failed += [f'{source}: nothing is said of {name}' for name in expected]
if 'refuted' in open(source).read() and code != 1:
    failed.append(f'{source}: the exit code is {code}, and kernels are refuted')
print('\n'.join(failed))
sys.exit(1 if failed else 0)
PYTHON
done
exit $failed
