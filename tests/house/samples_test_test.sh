#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# samples_test_test.sh PROGRAM: samples_test.sh refuses samples that are not what happens.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# judged TEXT: the exit code for a document with this text.
judged() {
    printf '%s\n' "$1" >"$scratch/sample.md"
    bash "$here/samples_test.sh" "$program" "$scratch/sample.md" "$here/../.." >"$scratch/said" 2>&1 && echo right || echo wrong
}
expect() {
    [ "$(judged "$2")" = "$1" ] || { printf 'This must be %s:\n%s\n' "$1" "$2"; cat "$scratch/said"; exit 1; }
}
program=$1
offsets="tileproof offsets 'packed [2]'"
expect right $'```\n'"$offsets"$'\n```'
expect wrong $'```\ntileproof offsets \'packed 2]\'\n```'
expect right $'```\ntileproof offsets \'packed 2]\'   # exit code 2\n```'
expect right $'<!-- not run: broken on purpose -->\n```\ntileproof offsets\n```'
expect wrong $'```\n./dev no_such_command\n```'
shown=$("$program" offsets 'packed [2]')
expect right "<!-- sample: $offsets -->"$'\n```\n'"${shown//1/77}"$'\n```'
expect wrong "<!-- sample: $offsets -->"$'\n```\n'"$shown and more"$'\n```'
expect right "<!-- sample: $offsets -->"$'\n```\n'"${shown%%$'\n'*}"$'\n...\n```'

# Files, and blocks of which each line is run.
file=$'<!-- file: a.txt -->\n```\npacked [2]\n```\n'
expect right $'<!-- one folder -->\n'"$file"$'<!-- run -->\n```\n# nothing\ngrep packed a.txt\n```'
expect wrong "$file"$'<!-- run -->\n```\ngrep packed a.txt\n```'
expect wrong $'<!-- run -->\n```\nfalse\n```'
expect right $'<!-- run -->\n```\nfalse  # exit code 1\nls tileproof/lib\n```'
