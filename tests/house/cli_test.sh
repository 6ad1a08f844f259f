#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# cli_test.sh PROGRAM FILE.md [--update]: FILE is what PROGRAM says of its commands, `PROGRAM CMD --help` word by word.
# --update writes it anew.
set -euo pipefail
program=$(realpath "$1")
file=$2
now=$(mktemp)
trap 'rm -f "$now"' EXIT

# commands: the names of the subcommands, as --help lists them.
commands() { "$program" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p'; }

# section NAME ARGUMENTS...: a heading, and the help in a block.
section() {
    local name=$1
    shift
    printf '\n## %s\n\n```\n' "$name"
    "$program" "$@" --help
    printf '```\n'
}

{
    cat <<'HEAD'
# The command line

What `tileproof --help` and `tileproof COMMAND --help` print. A test keeps this page up to date:
`tests/house/cli_test.sh PROGRAM docs/cli.md --update` writes it anew.
HEAD
    section tileproof
    for command in $(commands); do section "tileproof $command" "$command"; done
} >"$now"
[ "$(grep -c '^## tileproof ' "$now")" -gt 8 ] || { echo "$program lists too few commands."; exit 1; }
[ "${3:-}" != --update ] || cp "$now" "$file"
diff "$file" "$now" || { echo "$file is out of date; run $0 $1 $2 --update and read the difference."; exit 1; }
