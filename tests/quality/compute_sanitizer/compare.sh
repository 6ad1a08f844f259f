#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The planted kernels of cpu-checked under NVIDIA's compute-sanitizer: which of them do its four tools tell?
#
#   compare.sh build DIR   programs in DIR; needs nvcc and no GPU. What nvcc does not compile is named and left out
#   compare.sh run DIR     runs each kernel under each tool: DIR/results.tsv; needs a GPU and compute-sanitizer
#   compare.sh table DIR   counts, by kind of finding
#
# Each kernel is built for debugging (-G) and optimised (-O1 -lineinfo). It counts as told when a tool reports an error,
# a hazard or a warning in either, and as told at its line when that report names a line that its source marks. A kernel
# that does not end has 30 s. cpu-checked tells each of them at its line: tests/devices/cpu_checked/planted_test.cpp.
set -euo pipefail
[ $# = 2 ] || { sed -n '3,11s/^# \{0,1\}//p' "$0"; exit 2; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=$2
jobs=${TILEPROOF_JOBS:-$(nproc)}
files="atomics bounds divergence faults heap private races right uninitialised"

# A kernel lies between the line with its name and the one of its macro.
without_kernels() {  # FILE NAMES
    awk -v names=" $2 " '
        match($0, /__global__ void [a-z_0-9]+\(/) { name = substr($0, 17, RLENGTH - 17); gone = index(names, " " name " ") }
        { print gone ? "" : $0 }
        match($0, /^(PLANTED|RIGHT|ON_REQUEST)\([a-z_0-9]+/) { gone = 0 }' "$1"
}
kernel_at() {  # FILE LINE
    awk -v line="$2" '
        match($0, /__global__ void [a-z_0-9]+\(/) && NR <= line { name = substr($0, 17, RLENGTH - 17) }
        NR == line { print name }' "$1"
}
compiled() {  # FILE PROGRAM FLAGS
    nvcc -std=c++20 "${@:3}" -cudart static -w --extended-lambda -gencode arch=compute_90,code=sm_90 \
        ${NVCC_HOST:+-ccbin "$NVCC_HOST"} -I"$here" -I"$root/devices/cuda/include" "$work/$1.cu" -o "$work/$2" \
        >"$work/$1.log" 2>&1
}
build_one() {  # FILE
    set -euo pipefail
    local source=$root/tests/devices/cpu_checked/planted/$1.hip gone="" more lines line
    while :; do
        without_kernels "$source" "$gone" |
            sed 's|"tests/devices/cpu_checked/planted/planted.hpp"|"one_kernel.hpp"|' >"$work/$1.cu"
        if compiled "$1" "$1.debug" -G && compiled "$1" "$1.optimised" -O1 -lineinfo; then break; fi
        more=""
        lines=$(sed -n "s|^$work/$1.cu(\([0-9]*\)): error.*|\1|p" "$work/$1.log" | sort -un)
        for line in $lines; do more+=" $(kernel_at "$source" "$line")"; done
        more+=" $(sed -n "s|^ptxas error.*Entry function '_Z.*[0-9]\([a-z][a-z_]*\)EPKfPfPii'.*|\1|p" "$work/$1.log" | xargs)"
        [ "${more// /}" ] || { cat "$work/$1.log"; return 1; }
        gone=$(tr ' ' '\n' <<<"$gone $more" | sort -u | xargs)
    done
    echo "$1: built${gone:+, without $gone}"
}
run_one() {  # FILE NAME KIND BUILD TOOL
    local report=$work/reports/$2.$4.$5 said=ended line=no marked
    timeout 30 compute-sanitizer --tool "$5" "$work/$1.$4" "$2" >"$report" 2>&1 || true
    if grep -qE '(ERROR|RACECHECK) SUMMARY: 0 (errors|hazards)' "$report"; then
        said=no
    elif grep -qE '(ERROR|RACECHECK) SUMMARY: [1-9]' "$report"; then
        said=yes
    fi
    for marked in $(grep -n "// finding: $2\b" "$work/$1.cu" | cut -d: -f1); do
        ! grep -qE "$1\.cu:$marked\b" "$report" || line=yes
    done
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$2" "$3" "$4" "$5" "$said" "$line"
}

case $1 in
    build)
        mkdir -p "$work"
        export -f build_one compiled without_kernels kernel_at
        export here root work
        tr ' ' '\n' <<<"$files" | xargs -P "$jobs" -I FILE bash -c 'build_one FILE'
        ;;
    run)
        mkdir -p "$work/reports"
        export -f run_one
        export work
        for file in $files; do "$work/$file.debug" | sed "s/^/$file /"; done |
            while read -r file name kind; do
                for tool in memcheck racecheck initcheck synccheck; do
                    for build in debug optimised; do echo "$file $name $kind $build $tool"; done
                done
            done | xargs -P "$jobs" -L 1 bash -c 'run_one "$@"' _ >"$work/results.tsv"
        ;;
    table)
        awk -F '\t' '
            { kinds[$2]; kind[$1] = $2 }
            $5 == "yes" { told[$1]; if ($6 == "yes") line[$1] }
            END {
                for (k in kind) { all[kind[k]]++; n[kind[k]] += k in told; l[kind[k]] += k in line }
                for (k in kinds) printf "%-24s %7d kernels %7d told %7d at line\n", k, all[k], n[k], l[k]
            }' "$work/results.tsv" | sort
        ;;
    *) sed -n '3,11s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
