#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bench/beside_pocl/compare.sh TILEPROOF [ROUNDS]: users' kernels on the device cpu beside PoCL, by turns, on core 1.
#
#   bench/beside_pocl/compare.sh build/release/bin/tileproof 6
#      kernel          cpu    PoCL   ratio
#      reduce         8.44    7.37    1.15
#
# Medians of ns of CPU time a thread, and of the ratios of the rounds. Needs pocl-opencl-icd and ocl-icd-opencl-dev.
set -euo pipefail
[ $# -ge 1 ] || { sed -n '3,9s/^# \{0,1\}//p' "$0"; exit 2; }
program=$(realpath "$1") rounds=${2:-6}
folder=$(dirname "$(realpath "$0")")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
c++ -std=c++20 -O2 -w "$folder/opencl.cpp" -lOpenCL -o "$scratch/opencl"
cd "$scratch"
cp "$folder/kernels.hip" .
ours() {
    # The process ends in the middle of the case, so that the command says that it failed.
    BESIDE_POCL=$scratch/ours.$1 TILEPROOF_CPU_WORKERS=1 taskset -c 1 \
        "$program" check kernels.hip --device cpu --cases 1 >said 2>&1 || true
    [ -s "ours.$1" ] || { cat said; exit 1; }
}
pocl() { POCL_MAX_PTHREAD_COUNT=1 taskset -c 1 ./opencl >"pocl.$1"; }
ours 0  # compiles
pocl 0
for ((round = 1; round <= rounds; ++round)); do
    ours "$round"
    pocl "$round"
    paste -d' ' "ours.$round" "pocl.$round" >>all
done
awk '
    function median(text, list, n, i, j, swap) {
        n = split(text, list, " ")
        for (i = 1; i <= n; ++i)
            for (j = i + 1; j <= n; ++j)
                if (list[j] + 0 < list[i] + 0) { swap = list[i]; list[i] = list[j]; list[j] = swap }
        return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
    }
    { if (!($1 in ours)) order[++kernels] = $1
      ours[$1] = ours[$1] " " $2; pocl[$1] = pocl[$1] " " $4; ratio[$1] = ratio[$1] " " $2 / $4 }
    END {
        printf "   %-12s %7s %7s %7s\n", "kernel", "cpu", "PoCL", "ratio"
        for (i = 1; i <= kernels; ++i)
            printf "   %-12s %7.2f %7.2f %7.2f\n", order[i], median(ours[order[i]]), median(pocl[order[i]]), median(ratio[order[i]])
    }' all
