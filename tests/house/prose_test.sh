#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# prose_test.sh [FILE...]: words are spelled right (codespell, where it is installed), and those that users read are free
# of turns of phrase that make a reader stop. Without FILE: the spelling of all sources and documents; the phrases of all
# documents, the help (docs/cli.md), the laws, and what the command says when it refuses. Run it in the project's folder.
set -euo pipefail
if [ $# -gt 0 ]; then files=("$@"); else
    mapfile -t files < <(git ls-files '*.md' tests/command/refusals.txt properties/law.cpp)
fi
bad=0

# avoid PATTERN ADVICE [EXCEPT]: no line of the files matches, but for those that match EXCEPT. `Code` is not read.
avoid() {
    local found
    found=$(for file in "${files[@]}"; do
        awk -v file="$file" '/^ *```/ && file !~ /docs\/cli/ {code = !code; next}
                             !code {gsub(/`[^`]*`/, "_"); print file ":" FNR ": " $0}' "$file"
    done | grep -E "$1" | grep -vE "${3:-^$}" || true)
    [ -n "$found" ] || return 0
    printf '%s:\n%s\n\n' "$2" "$found"
    bad=1
}
avoid "\b(is|are) no [a-z]" "Write 'is not a ...'" '[Tt]here (is|are) no |\b(is|are) no (longer|more)\b'
avoid '\bbehind\b' "Write 'after', or 'past'"
avoid '\bin front of\b' "Write 'before'"
avoid '\balone\b' "Write 'only', or 'by itself'" 'tileproof-alone'
avoid '\b[Ss]enseless\b' "Write 'invalid'"
avoid '\b(is|are|be|was|were|been) told\b' "Write 'reported', or say who says it"
avoid '\b[Gg]o(es)? on\b' "Write 'continues'"
avoid '\bthat can be used\b' "Write 'usable', or what is wrong with it"
avoid '\b(so many|so much) [a-z]+ (of|in|at)\b' "Write 'this many'"
avoid '\b(utilize|leverage|in order to|it should be noted|please note)\b' "Say it plainly"
avoid '\b([Ii]s|[Aa]re|[Tt]he|[Aa]n|[Tt]o|[Oo]f|[Aa]nd) \1\b' "A word is doubled"

if command -v codespell >/dev/null; then
    [ $# -gt 0 ] || mapfile -t -O "${#files[@]}" files < <(git ls-files '*.hpp' '*.h' '*.cpp' '*.hip' '*.sh' '*.cmake' dev)
    codespell --ignore-words-list 'hist,te,ans,nd,fo,lod,ba,upto,inflight,colums' "${files[@]}" || bad=1
elif [ "$bad" = 0 ]; then
    echo 'The turns of phrase are fine. Spelling was not checked: there is no codespell (./dev setup installs it).'
    exit 77
fi
exit $bad
