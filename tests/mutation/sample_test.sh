#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# sample_test.sh PROGRAM MUTANTS.json: of three kernels' mutants, those that break what a contract says are killed; one
# that changes nothing here survives, as does the control in which none acts (PROGRAM fails if that is killed).
set -euo pipefail
program=$1 mutants=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
rows=(--rows transpose_tiled transpose_read_contiguous permute_elements)

cat >"$folder/expected" <<'LIST'
killed|tiled.cpp|__syncthreads|barrier
killed|tiled.cpp|first_row + y < a.rows|relational
killed|tiled.cpp|first_row + x < a.rows|relational
killed|tiled.cpp|y][x|swapped dims
killed|tiled.cpp|elements[y][x] =|statement
killed|read_contiguous.cpp|threadIdx.x|swapped dims
survived|tiled.cpp|check_launch|statement
LIST
# A launch that failed is told by the cpu devices themselves: check_launch() changes nothing there.
cat >"$folder/sample.py" <<'PY'
import json, sys
what, expected, mutants, scores = sys.argv[1:5]
mutants = json.load(open(mutants))
wanted = []
for line in open(expected):
    fate, file, text, operation = line.rstrip("\n").split("|")
    found = [m for m in mutants
             if m["file"].endswith("/" + file) and m["original"].startswith(text) and m["operation"] == operation]
    if not found:
        sys.exit("There is no mutant of " + line)
    wanted.append((found[0]["id"], fate))
if what == "numbers":
    print(*(n for n, _ in wanted))
else:
    fates = {m["id"]: m for m in json.load(open(scores))["mutants"]}
    wrong = [(fates[n], fate) for n, fate in wanted if fates[n]["fate"] != fate]
    for m, fate in wrong:
        print("%s:%d `%s` is %s, and must be %s" % (m["file"], m["line"], m["original"], m["fate"], fate))
    sys.exit(1 if wrong else 0)
PY
numbers=$(python3 "$folder/sample.py" numbers "$folder/expected" "$mutants" -)
# Of what survives one is judged; one that is killed was judged wrongly.
cat >"$folder/judged" <<'LIST'
[equivalent] The devices tell of a launch that failed by themselves.
kernels/transpose/tiled.cpp: {-}check_launch("transpose_tiled");
kernels/transpose/tiled.cpp: {-}__syncthreads();
LIST
# shellcheck disable=SC2086
"$program" "$mutants" "$folder/known" --judgements "$folder/judged" --only $numbers --seed 1 --seconds 4 --survey 0.3 "${rows[@]}" >"$folder/known.txt"
failed=0
for line in 'Of the 1 that survived: 1 equivalent, 0 not judged.' '1 that were judged equivalent are killed: read them again.'; do
    grep -qxF "$line" "$folder/known.txt" || { echo "The score does not say: $line"; failed=1; }
done
python3 "$folder/sample.py" fates "$folder/expected" "$mutants" "$folder/known.json" || failed=1

# Twenty drawn with a fixed seed: most are killed, and each has a fate.
"$program" "$mutants" "$folder/some" --sample 20 --seed 1 --seconds 2 --survey 0.3 "${rows[@]}" >"$folder/some.txt"
head -n 2 "$folder/some.txt"
grep -qE '^Of the [0-9]+ that survived: [0-9]+ not judged.$' "$folder/some.txt" || failed=1
python3 - "$folder/some.json" <<'PY' || failed=1
import json, sys
fates = [m["fate"] for m in json.load(open(sys.argv[1]))["mutants"]]
if len(fates) != 20 or fates.count("killed") < 12:
    sys.exit("Of twenty mutants at least twelve must be killed, not %d." % fates.count("killed"))
PY
exit $failed
