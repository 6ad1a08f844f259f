#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# labels_test.sh CTEST BUILD: every test that ctest knows has one of the labels fast, slow and nightly. Programs that are not
# built yet have one entry NAME_NOT_BUILT, without labels.
set -euo pipefail
tests() { "$@" -N | sed -nE 's/^ *Test +#[0-9]+: (.*)/\1/p' | grep -v '_NOT_BUILT$' || true; }
neither=$(tests "$1" --test-dir "$2" -LE '^(fast|slow|nightly)$')
both=$(tests "$1" --test-dir "$2" -L '^fast$' -L '^(slow|nightly)$')
[ -z "$neither" ] || printf 'Neither fast nor slow nor nightly, see cmake/TileproofTest.cmake:\n%s\n' "$neither"
[ -z "$both" ] || printf 'Both fast and slow or nightly:\n%s\n' "$both"
[ -z "$neither$both" ]
