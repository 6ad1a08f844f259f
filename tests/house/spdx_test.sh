#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every source says its licence where sources say it: in the first line, or in the second one of a script. Run it in
# the project's folder.
set -euo pipefail
says='SPDX-License-Identifier: MIT'

# without FILE...: those that do not say it.
without() {
    local file
    for file; do
        head -n 2 "$file" | grep -qE "^(//|#|\.\\\\\"|<!--) $says( -->)?\$" || echo "$file"
    done
}

mapfile -t sources < <(git ls-files '*.hpp' '*.h' '*.cpp' '*.hip' '*.sh' '*.cmake' '*.py' '*CMakeLists.txt' dev)
[ "${#sources[@]}" -gt 100 ] || { echo "Only ${#sources[@]} sources were found; run this in the project's folder."; exit 1; }
missing=$(without "${sources[@]}")
[ -z "$missing" ] || { printf 'These lack their line "// %s" (# in scripts and CMake):\n%s\n' "$says" "$missing"; exit 1; }
grep -q '^MIT License$' LICENSE || { echo 'LICENSE must be the MIT licence that the sources name.'; exit 1; }
