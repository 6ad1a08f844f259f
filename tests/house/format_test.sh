#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every source file is as .clang-format has it, and .clang-format leaves comments alone: their tables and examples
# are laid out by hand. Run it in the project's folder; it is skipped without clang-format 14, as others format
# differently.
set -euo pipefail
grep -qx 'ReflowComments: false' .clang-format || { echo '.clang-format must say ReflowComments: false.'; exit 1; }
formatter=$(command -v clang-format-14 || command -v clang-format) || { echo 'There is no clang-format.'; exit 77; }
"$formatter" --version | grep -q 'version 14\.' || { echo "$formatter is not version 14."; exit 77; }
# `< <<` is a launch with a comparison in it that clang-format took for a template: name the number of blocks before it.
if git grep -n '< <<' -- '*.hpp' '*.h' '*.cpp' '*.hip'; then echo 'These launches cannot be compiled.'; exit 1; fi
git ls-files -z '*.hpp' '*.h' '*.cpp' '*.hip' | xargs -0 "$formatter" --dry-run -Werror ||
    { echo './dev format repairs these.'; exit 1; }
