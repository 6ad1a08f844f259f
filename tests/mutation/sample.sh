#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# sample.sh TOOL ROOT BUILD FOLDER SOURCE...: writes mutants into a copy of these sources of ROOT, and FOLDER/mutants.json.
set -euo pipefail
tool=$1 root=$2 build=$3 folder=$4
shift 4
sources=() names=
for name in "$@"; do
    mkdir -p "$folder/$(dirname "$name")"
    cp "$root/$name" "$folder/$name"
    sources+=("$root/$name")
    names+=,$name
done
"$tool" find "$build" "$root" "${names#,}" "$folder/found.json" "${sources[@]}" >"$folder/find.log" 2>&1 ||
    { cat "$folder/find.log" >&2; exit 1; }
"$tool" write "$folder" "$folder/mutants.json" "$folder/found.json"
