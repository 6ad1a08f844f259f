#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Who includes whom, as CONTRIBUTING.md says, and that namespaces are called like folders. Run it in the project's folder.
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

ours='(system|kernels|devices|hip/headers|hip/runtime|sdk|compiler|reference|properties|fuzz|report|extras|command|bench|tests)/'
but() { sed -E "s/\b($1)\|?//g; s/\|\)/)/" <<<"$ours"; }

refuse lib 'lib includes nothing of ours' "$ours"
refuse system 'system includes nothing of ours but itself' "($(but system)|tileproof/)"
refuse kernels 'kernels includes lib' "$(but kernels)"
refuse devices 'devices includes kernels, lib and system' "$(but 'devices|kernels|system')"
refuse hip "hip is HIP's headers and its runtime on the engine of the cpu devices" "$(but 'hip\/headers|hip\/runtime|devices')"
refuse compiler/passes 'clang loads the passes: they include nothing of ours but each other' "($(but compiler)|tileproof/)"
refuse compiler 'compiler includes devices, sdk, kernels, lib and system' "$(but 'compiler|devices|sdk|kernels|system')"
refuse reference 'reference includes neither lib nor kernels: an offset of theirs would make both wrong together' \
    "($(but reference)|tileproof/)"
refuse properties 'properties includes lib, kernels, devices, the declarations of users, and reference' \
    "$(but 'properties|kernels|devices|compiler|sdk|reference')"
refuse properties 'properties has no processes, files or terminals' \
    '(unistd\.h|sys/|thread$|future$|pthread\.h|fcntl\.h|poll\.h|pty\.h|termios\.h|dirent\.h|spawn\.h|dlfcn\.h|c?signal|filesystem|fstream|iostream)'
# The targets that attack the command line itself need it.
refuse fuzz 'fuzz knows nothing of reports, extras and the command' '(report|extras|command)/' '^fuzz/targets/'
refuse report 'report knows nothing of extras and the command' '(extras|command)/'
refuse extras 'extras knows nothing of the command' 'command/'
refuse extras/cluster 'cluster knows nothing of subject' 'extras/subject/'
refuse extras/subject 'subject knows nothing of cluster' 'extras/cluster/'
refuse extras/prove 'prove knows nothing of the other extras' 'extras/(cluster|subject)/'
refuse bench/timing 'timing includes lib, kernels and devices' "$(but 'bench|kernels|devices|system')"
for folder in lib system kernels devices hip sdk compiler reference properties fuzz report extras command bench examples; do
    refuse "$folder" 'Nothing includes tests' 'tests/'
done
# A namespace is called like a folder: the second component of each outermost one is a folder on the file's path. lib is
# `tileproof` itself, and so is what sdk shows to users. But:
#   cpu_engine, hip_types, hip_on: code that has been translated calls them by these names, and compiler/passes look for
#       their mangled ones, so they say what they are and not where they lie
#   planted, engine_kernels, and below kernels TILEPROOF_DEVICE: kernels of tests, and kernels/ compiled for a device
#   layout_property.cpp: its functions for JSON are found through lib's types, beside which they must stand
free='^(cpu_engine|hip_types|hip_on|planted|engine_kernels)$'
wrong=$(git grep -nE '^(inline )?namespace tileproof(::| )' -- '*.hpp' '*.cpp' '*.h' |
    sed -E 's/^([^:]*):([0-9]+):(inline )?namespace ([a-zA-Z0-9_:]+).*/\1 \2 \4/' |
    awk -v free="$free" '{
        split($3, names, "::")
        if (names[2] ~ free || names[3] ~ /^(TILEPROOF_DEVICE|cpu)$/ || $1 ~ /(^|\/)lib\/|^properties\/layout\/layout_property.cpp/) next
        if (names[2] == "" ? $1 ~ /(^|\/)(sdk|tileproof)\// : index("/" $1, "/" names[2] "/")) next
        print $1 ":" $2 ": " $3
    }')
if [ -n "$wrong" ]; then
    printf 'The namespace of these is no folder on their path.\n%s\n' "$wrong"
    broken=1
fi
exit $broken
