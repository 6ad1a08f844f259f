#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# joined_test.sh FOLDER JOINED: that the sources of each library and of each test program can be compiled together, as the
# preset `first` does in a clean clone. FOLDER is made anew. What is compiled there is read only, so that it takes two minutes.
# JOINED is ON where the build that asks is joined itself: then it has shown that already.
# Run it in the project's folder.
set -euo pipefail
folder=$1
if [ "$2" = ON ]; then
    echo "This build is joined itself."
    exit 0
fi
rm -rf "$folder"
cmake --preset first -B "$folder" >"$folder.log" 2>&1 || {
    tail -n 20 "$folder.log"
    exit 1
}
# Of one source alone there is nothing to join.
several() {
    local command
    while read -r command; do
        [ "$(grep -c '^#include' "${command##* }")" -lt 2 ] || printf '%s\n' "$command"
    done
}
commands=$(ninja -C "$folder" -t commands all | grep -E ' -c [^ ]*/Unity/unity_[0-9]+_cxx\.cxx$' | several)
least=80  # of 89: fewer, and something is not joined
[ "$(wc -l <<<"$commands")" -ge "$least" ] ||
    { echo "Only $(wc -l <<<"$commands") joined sources in $folder; at least $least were expected."; exit 1; }
# Headers that are read once for all; no objects: the errors are all that is asked for.
headers=$(grep -oE '[^ ]+/cmake_pch\.hxx\.pch' <<<"$commands" | sort -u)
xargs ninja -C "$folder" >>"$folder.log" 2>&1 <<<"${headers//$folder\//}" || {
    tail -n 20 "$folder.log"
    exit 1
}
sed -E 's/ -M[DTF]( [^ ]+\.o(\.d)?)?//g; s/ -o [^ ]+//; s/ -c / -fsyntax-only /' <<<"$commands" |
    (cd "$folder" && xargs -P "$(nproc)" -d '\n' -n 1 sh -c) ||
    { echo 'Two sources of a target use one name for two things: rename one, or put what they share in one place.'; exit 1; }
