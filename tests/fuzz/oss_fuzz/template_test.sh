#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# template_test.sh CHECKOUT WORK TILEPROOF_DIR: runs the template of examples/clusterfuzzlite for the kernel tests of
# examples/ with a tileproof that is built already (without sanitizers), judges what it leaves as check_build does, and
# lets a target find the bugs of a wrong kernel without source, compiler or build folder.
set -euo pipefail
checkout=$1
work=$2
export tileproof_DIR=$3
here=$(cd "$(dirname "$0")" && pwd)
[ -x "$tileproof_DIR/bin/tileproof-fuzz-kernel" ] || { echo "This build has no fuzzer of users' kernels." && exit 77; }
rm -rf "$work"
mkdir -p "$work/src/project" "$work/work" "$work/out"
cp -r "$checkout"/examples/* "$work/src/project/"
printf 'tileproof_add_kernel_test(wrong_transpose SOURCE wrong_transpose.hip WAVE both)\n' >>"$work/src/project/CMakeLists.txt"
export SRC=$work/src WORK=$work/work OUT=$work/out CC=cc CXX=c++ CFLAGS= CXXFLAGS= LIB_FUZZING_ENGINE=-fsanitize=fuzzer
bash "$work/src/project/clusterfuzzlite/build.sh" >"$work/log" 2>&1 || { tail -n 30 "$work/log" && exit 1; }

fail() {
    printf 'FAILED: %s\n' "$*"
    exit 1
}
rm -rf "$work/src" "$work/work"
for name in transpose row_sums wrong_transpose; do
    for file in "$OUT/$name" "$OUT/$name.kernel/cpu-32.so" "$OUT/$name.kernel/cpu-checked-32.so" "$OUT/$name.options"; do
        [ -s "$file" ] || fail "$file is missing"
    done
done
[ -s "$OUT/wrong_transpose.kernel/cpu-64.so" ] || fail "the copy for waves of 64 lanes is missing"

mkdir "$work/away"
mv "$OUT" "$work/away/out"
cd "$work/away"
run() { env -i PATH=/nowhere HOME="$work/away" "$work/away/out/$@" >said 2>&1; }
run transpose -max_len=128 -runs=200 -seed=1 || fail "a right kernel: $(tail -n 5 said)"
grep -q 'Done 200 runs' said || fail "a right kernel: $(tail -n 5 said)"
code=0
run wrong_transpose -max_len=128 -runs=20000 -seed=1 || code=$?
[ $code != 0 ] && grep -q 'tileproof: a law is broken' said || fail "the bugs are not found: $(tail -n 5 said)"
ls .tileproof/findings/K*.json >/dev/null || fail "the finding is not stored"
grep -q '"source": ".*wrong_transpose.hip"' .tileproof/findings/K*.json || fail "the finding names another source"
mv out/wrong_transpose.kernel/kernel.json out/wrong_transpose.kernel/cut && head -c 20 out/wrong_transpose.kernel/cut >out/wrong_transpose.kernel/kernel.json
code=0
run wrong_transpose -runs=1 || code=$?
[ $code = 2 ] && grep -q '^tileproof-fuzz-kernel: .*\.$' said || fail "a damaged record: exit code $code, $(cat said)"
echo "Three targets of users' kernels start anywhere, and find what is wrong."
