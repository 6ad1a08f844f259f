#!/bin/bash
# SPDX-License-Identifier: MIT
# ready_headers_test.sh PROGRAM SOURCE
#
# The first check of a folder takes the headers that were precompiled with tileproof, and keeps none; a file with more
# headers keeps those alone; other flags keep all of them.
set -u
program=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

fail() {
    echo "$1"
    ls -l .tileproof/cache
    exit 1
}
check() { "$program" check "$@" --cases 8 >said 2>&1 || fail "check $* failed: $(cat said)"; }
# The size of the text that is kept of headers, of both devices.
kept() { cat .tileproof/cache/headers-*.headers 2>/dev/null | wc -c; }

cp "$source/examples/transpose.hip" first.hip
check first.hip
[ "$(kept)" = 0 ] || fail "The first check kept headers of its own."

sed 's/^#include <tileproof/#include <regex>\n&/' first.hip >more.hip
check more.hip
[ "$(kept)" -gt 100000 ] || fail "<regex> was not kept for the next file."
[ "$(kept)" -lt 2500000 ] || fail "<hip/hip_runtime.h> was kept, which is there already."
check more.hip
cp more.hip again.hip
check again.hip
ls .tileproof/cache/headers-*.pch >/dev/null 2>&1 || fail "The second file had <regex> not precompiled."

rm -rf .tileproof
check first.hip --flag=-O1
[ "$(kept)" -gt 3000000 ] || fail "With other flags headers are read anew, and kept."
