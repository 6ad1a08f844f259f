#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# api_test.sh FOLDER: Doxygen makes the reference of the public headers in FOLDER without a warning, and what people look
# for is in it. Skipped without doxygen. Run it in the project's folder.
set -euo pipefail
command -v doxygen >/dev/null || { echo 'There is no doxygen.'; exit 77; }
folder=$1
rm -rf "$folder"
mkdir -p "$folder"
warnings=$({ cat docs/api/Doxyfile; echo "OUTPUT_DIRECTORY = $folder"; } | doxygen - 2>&1 >/dev/null)
[ -z "$warnings" ] || { printf 'Doxygen warns:\n%s\n' "$warnings"; exit 1; }

# has PAGE TEXT: the text of the page has it, tags aside.
has() {
    sed 's/<[^>]*>//g' "$folder/html/$1" | tr -s '\n ' ' ' | grep -qF -- "$2" || { echo "$1 lacks '$2'."; exit 1; }
}
has classtileproof_1_1layout.html 'The offset of an index, in elements; nullopt in a pad.'
has layout_8hpp.html 'A layout answers one question'
has kernel__test_8hpp.html 'Tests your own kernel: one declaration says which contract it meets'
has classtileproof_1_1contract.html 'The first two dims are equal.'
has classtileproof_1_1custom.html 'Read and written: in() is its contents before the launch, out() those after it.'
