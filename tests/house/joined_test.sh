#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# joined_test.sh FOLDER: that the sources of each library can be compiled together, as the preset `first` does for
# `./dev verify` in a clean clone. FOLDER is made anew. What is compiled there is read only, so that it takes a minute.
# Run it in the project's folder.
set -euo pipefail
folder=$1
rm -rf "$folder"
cmake --preset first -B "$folder" >"$folder.log" 2>&1 || {
    tail -n 20 "$folder.log"
    exit 1
}
commands=$(ninja -C "$folder" -t commands tileproof | grep -E ' -c [^ ]*/Unity/unity_[0-9]+_cxx\.cxx$')
least=30  # of 35: fewer, and the libraries are not joined
[ "$(wc -l <<<"$commands")" -ge "$least" ] ||
    { echo "Only $(wc -l <<<"$commands") joined sources in $folder; at least $least were expected."; exit 1; }
# Neither precompiled headers nor objects: the errors are all that is asked for.
sed -E 's/ -Xclang -include(-pch)? -Xclang [^ ]+//g; s/ -M[DTF]( [^ ]+\.o(\.d)?)?//g; s/ -o [^ ]+//; s/ -c / -fsyntax-only /' \
    <<<"$commands" | (cd "$folder" && xargs -P "$(nproc)" -d '\n' -n 1 sh -c) ||
    { echo 'Two sources of a library use one name for two things: rename one, or put what they share in one place.'; exit 1; }
