#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Who includes whom, as CONTRIBUTING.md says. Run it in the project's folder.
set -euo pipefail
broken=0

# Includes of FOLDER, as lines "file:line:what": ours are "folder/...", lib's are "tileproof/...".
includes() {
    git grep -nE '^ *# *include *["<]' -- "$1/" ':!*.md' | sed -E 's|^([^:]*:[0-9]*):[^"<]*["<]([^">]*)[">].*|\1 \2|'
}

# refuse FOLDER REASON PATTERN [EXCEPT]: no include of the folder matches, in files that EXCEPT does not match.
refuse() {
    local found
    found=$(includes "$1" | grep -E " $3" | grep -vE "${4:-^$}" || true)
    [ -z "$found" ] && return
    printf '%s: these includes must go.\n%s\n' "$2" "$found"
    broken=1
}

ours='(system|compiler|kernels|reference|properties|fuzz|report|command|bench|tests)/'
but() { sed -E "s/\b($1)\|?//g; s/\|\)/)/" <<<"$ours"; }

refuse lib 'lib includes nothing of ours' "$ours"
refuse system 'system includes nothing of ours but itself' "($(but system)|tileproof/)"
refuse compiler 'compiler includes nothing of ours but itself: clang loads it' "($(but compiler)|tileproof/)"
refuse kernels 'kernels includes lib and system' "$(but 'kernels|system')"
refuse reference 'reference includes neither lib nor kernels: an offset of theirs would make both wrong together' \
    "($(but reference)|tileproof/)"
refuse properties 'properties includes lib, kernels and reference' "$(but 'properties|kernels|reference')"
refuse properties 'properties has no processes, files or terminals' \
    '(unistd\.h|sys/|thread$|future$|pthread\.h|fcntl\.h|poll\.h|pty\.h|termios\.h|dirent\.h|spawn\.h|dlfcn\.h|c?signal|filesystem|fstream|iostream)'
# The targets that attack the command line itself need it.
refuse fuzz 'fuzz knows nothing of reports and the command' '(report|command)/' '^fuzz/targets/'
refuse report 'report knows nothing of the command' 'command/'
refuse bench/timing 'timing includes lib and kernels' "$(but 'bench|kernels|system')"
for folder in lib system compiler kernels reference properties fuzz report command bench examples; do
    refuse "$folder" 'Nothing includes tests' 'tests/'
done
exit $broken
