#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# extract_test.sh TILEPROOF: a program that is right for its own sizes; its kernels, extracted, are not for others.
set -euo pipefail
tileproof=$1
source=$(cd "$(dirname "$0")" && pwd)/app.hip
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp "$source" app.hip
fail() { printf 'FAILED: %s\n' "$*"; exit 1; }
refused() { # refused SENTENCE ARGUMENTS...: exit code 2, and this sentence
    local sentence=$1 code=0
    shift
    "$tileproof" extract "$@" >out 2>&1 || code=$?
    [ $code = 2 ] && grep -qF "$sentence" out || fail "extract $*: $code, $(cat out)"
}

"$tileproof" run app.hip >out 2>&1 || fail "the program by itself: $(cat out)"
"$tileproof" extract app.hip row_sums -- 128 >out
grep -qx 'tileproof check row_sums_test.hip' out || fail "what to do next: $(cat out)"
grep -qF '.input<float>("matrix", {"rows", "columns"})' row_sums_test.hip || fail "matrix: $(cat row_sums_test.hip)"
grep -qF '.output<float>("sums", {"rows"})' row_sums_test.hip || fail "sums: $(cat row_sums_test.hip)"
grep -qF 'row_sums<float><<<dim3((rows + 63) / 64, 1, 1), dim3(64, 1, 1), 0>>>(' row_sums_test.hip || fail "the launch: $(cat row_sums_test.hip)"
code=0
"$tileproof" check row_sums_test.hip --device cpu-checked --cases 60 --seed 1 --json report.json >out 2>&1 || code=$?
[ $code = 1 ] || fail "rows that are no multiple of 64 are not found: $code, $(cat out)"
grep -qE 'app.hip:(19|20):' out || fail "the finding names no line of the program: $(cat out)"

# The second launch is another one: what the first has written is set.
"$tileproof" extract --launch 2 -o second.hip app.hip row_sums >out
grep -qF '.in_out<float>("sums", {"rows"})' second.hip || fail "sums of launch 2: $(cat second.hip)"

# No number says a length, elements are vectors, a structure is an argument, and numbers are indices.
"$tileproof" extract app.hip gather >out
for must in '.input<std::int32_t>("index", {"n2"}).indices_below("n")' '.input<float>("table", {"n", "4"})' \
    '.output<float>("out", {"n2", "4"})' '// ? o is of type options: fill it in'; do
    grep -qF "$must" gather_test.hip || fail "no '$must': $(cat gather_test.hip)"
done
code=0
"$tileproof" check gather_test.hip --device cpu-checked --cases 20 --seed 1 >out 2>&1 || code=$?
[ $code = 1 ] && grep -q 'app.hip:2[56]:' out || fail "gather beyond its last element: $code, $(cat out)"

refused 'row_sums_test.hip is there already' app.hip row_sums
refused 'The program launches row_sums 2 times, and --launch asks for 3.' --launch 3 -o x.hip app.hip row_sums
refused 'The program does not launch nothing; it launches ' app.hip nothing
refused 'needs a source file and a kernel' app.hip
refused "'app.hip' is no kernel" -Iinclude app.hip
[ ! -e x.hip ] || fail "a refused call writes a file"
[ -z "$(find .tileproof/cache -name '.build-*' 2>/dev/null)" ] || fail "a folder is left behind"
echo "Two kernels of a program that is right for its own sizes were extracted, and found wrong for others."
