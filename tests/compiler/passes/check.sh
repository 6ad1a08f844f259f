#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check.sh PASSES OPT FILECHECK MODULE.ll: the pass that the first line of the module names ("; RUN: thread-loops") makes of it
# what its lines "; CHECK" say, and LLVM takes that for well-formed.
set -euo pipefail
[ -x "$3" ] || { echo 'There is no FileCheck (./dev setup installs it).'; exit 77; }
cd "$(dirname "$4")"
pass=$(sed -n '1s/^; RUN: //p' "$4")
"$2" -load-pass-plugin="$1" -passes="$pass,verify" -S "$4" | "$3" "$4"
