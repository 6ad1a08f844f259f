#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# spelling_test.sh [FILE...]: codespell finds no misspelled word. Without FILE: in all sources and documents. Run it in the
# project's folder.
set -euo pipefail
command -v codespell >/dev/null || { echo 'There is no codespell (./dev setup installs it).'; exit 77; }
files=("$@")
[ $# -gt 0 ] || mapfile -t files < <(git ls-files "*.md" "*.hpp" "*.h" "*.cpp" "*.hip" "*.sh" "*.cmake" dev tests/command/refusals.txt)
codespell --ignore-words-list "hist,te,ans,nd,fo,lod,ba,upto,inflight,colums" "${files[@]}"
