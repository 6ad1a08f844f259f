#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every source says its licence where sources say it: in the first line, or in the second one of a script. Run it in
# the project's folder.
set -euo pipefail
says='SPDX-License-Identifier: MIT'

mapfile -t sources < <(git ls-files '*.hpp' '*.h' '*.cpp' '*.hip' '*.sh' '*.cmake' '*.py' '*CMakeLists.txt' dev)
[ "${#sources[@]}" -gt 100 ] || { echo "Only ${#sources[@]} sources were found; run this in the project's folder."; exit 1; }
missing=$(awk -v says="$says" '
    FNR > 2 {nextfile}
    $0 == "// " says || $0 == "# " says {has[FILENAME] = 1}
    END {for (i = 1; i < ARGC; ++i) if (!(ARGV[i] in has)) print ARGV[i]}' "${sources[@]}")
[ -z "$missing" ] || { printf 'These lack their line "// %s" (# in scripts and CMake):\n%s\n' "$says" "$missing"; exit 1; }
grep -q '^MIT License$' LICENSE || { echo 'LICENSE must be the MIT licence that the sources name.'; exit 1; }
