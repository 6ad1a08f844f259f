#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/experiments/beside_pocl/compare.sh TILEPROOF [ROUNDS] [TRANSPOSE_BENCH]: users' kernels on the device cpu beside PoCL, by turns,
# on core 1; with build/release/bin/bench/transpose_bench the project's own transpose_tiled, too, beside PoCL's guarded_16.
#
#   tests/experiments/beside_pocl/compare.sh build/release/bin/tileproof 6
#      kernel          cpu    PoCL   ratio
#      reduce         8.44    7.37    1.15
#
# Medians of ns of CPU time a thread, and of the ratios of the rounds. Needs pocl-opencl-icd and ocl-icd-opencl-dev.
set -euo pipefail
[ $# -ge 1 ] || { sed -n '3,10s/^# \{0,1\}//p' "$0"; exit 2; }
program=$(realpath "$1") rounds=${2:-6} bench=${3:+$(realpath "$3")}
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
    [ -z "$bench" ] || own >>"ours.$1"
}
own() {  # the least of seven times a twentieth of a second
    taskset -c 1 "$bench" --benchmark_filter='^transpose_tiled/n:1024/cores:1/' --benchmark_repetitions=7 \
        --benchmark_min_time=0.05 --benchmark_format=csv 2>/dev/null |
        awk -F, '$1 ~ /real_time"$/ && (!best || $4 < best) { best = $4 } END { print "transpose_tiled", best * 1e6 / 1048576 }'
}
pocl() {
    POCL_MAX_PTHREAD_COUNT=1 taskset -c 1 ./opencl >"pocl.$1"
    [ -z "$bench" ] || awk '$1 == "guarded_16" { print "transpose_tiled", $2 }' "pocl.$1" >tiled
    [ -z "$bench" ] || cat tiled >>"pocl.$1"
}
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
        printf "   %-15s %7s %7s %7s\n", "kernel", "cpu", "PoCL", "ratio"
        for (i = 1; i <= kernels; ++i)
            printf "   %-15s %7.2f %7.2f %7.2f\n", order[i], median(ours[order[i]]), median(pocl[order[i]]), median(ratio[order[i]])
    }' all
