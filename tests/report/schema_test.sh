#!/bin/bash
# SPDX-License-Identifier: MIT
# Reports as JSON are as docs/report.schema.json says: schema_test.sh TILEPROOF SOURCES. Members that it does not know are refused
# here, so that it stays complete.
set -euo pipefail
tileproof=$1 sources=$2
python3 -c 'import jsonschema' 2> /dev/null || { echo "skipped: it needs python3-jsonschema"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cp "$sources"/examples/{transpose,wrong_transpose}.hip .
run() {
    local code=0
    "$tileproof" "${@:3}" --json "$2" > "$2.out" 2>&1 || code=$?
    [ "$code" = "$1" ] || { cat "$2.out"; echo "exit code $code of ${*:3}, and not $1"; exit 1; }
}
run 0 held.json check transpose.hip --cases 70 --device cpu
run 1 failed.json check wrong_transpose.hip --cases 70 --flag=-DTWO
TILEPROOF_EXPLAIN=0 run 1 again.json check wrong_transpose.hip --cases 5 --held-out secret
run 1 against.json check wrong_transpose.hip --against transpose.hip --budget 2s --store other
cp "$sources"/examples/row_sums.hip .
run 0 compared.json check row_sums.hip --against row_sums.hip --cases 70 --efficiency
run 2 unjudged.json check transpose.hip --cases 1
run 0 verified.json verify --cases 20 --filter 'L1/*'
python3 - "$sources/docs/report.schema.json" <<'PYTHON'
import copy, json, sys
import jsonschema

schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)


def closed(part):
    if isinstance(part, list):
        return [closed(p) for p in part]
    if not isinstance(part, dict):
        return part
    part = {key: closed(value) for key, value in part.items()}
    if part.get("type") == "object" and "properties" in part:
        part.setdefault("additionalProperties", False)
    return part


strict = jsonschema.Draft202012Validator(closed(schema))
reports = {name: json.load(open(name + ".json")) for name in ("held", "failed", "again", "against", "compared", "unjudged", "verified")}
for name, report in reports.items():
    for error in strict.iter_errors(report):
        sys.exit(f"{name}.json: {error.json_path}: {error.message[:300]}")
for part in "bugs", "findings", "controls", "properties", "judged":
    assert reports["failed"][part], part
assert reports["again"]["earlier_findings"] and reports["again"]["seed"] is None
assert reports["against"]["judged"]["against"]["path"] == "transpose.hip"
assert reports["unjudged"]["not_judged"]
assert reports["compared"]["efficiency"][0]["old_lines"] and reports["compared"]["numerics"][0]["told_in"]

plain = jsonschema.Draft202012Validator(schema)
for change in (lambda r: r["rows"][0].update(verdict="fine"), lambda r: r.pop("exit_code"), lambda r: r.update(tileproof_report=2),
               lambda r: r["findings"][0].pop("case"), lambda r: r["judged"]["source"].update(sha256=7)):
    wrong = copy.deepcopy(reports["failed"])
    change(wrong)
    assert not plain.is_valid(wrong)
PYTHON
[ "$(python3 -c 'import json; print(json.load(open("held.json"))["judged"]["source"]["sha256"])')" = "$(sha256sum < transpose.hip | cut -d' ' -f1)" ]
