#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# headers_test.sh ROOT COMPILER...: each compiler takes every HIP header of the cpu device, without a warning, all in one file and
# in the other order: a program's other files may be compiled by GCC.
set -uo pipefail
root=$1
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
headers=$root/hip/headers
(cd "$headers" && find hip hipcub -name '*.h' -o -name '*.hpp' | sort) >"$scratch/names"
count=$(wc -l <"$scratch/names")
[ "$count" -gt 20 ] || { echo "Only $count headers were found in $headers."; exit 1; }
sed 's/.*/#include <&>/' "$scratch/names" >"$scratch/sorted.cpp"
sort -r "$scratch/sorted.cpp" >"$scratch/reversed.cpp"
letters=$(printf ' -D%s=8' {A..Z})
{
    printf '#include <tileproof/%s.hpp>\n' kernel_test ready_contracts
    cat "$scratch/sorted.cpp"
    printf 'static_assert(%s == 8);\n' {A..Z}
} >"$scratch/letters.cpp"
failed=0
for compiler; do
    # shellcheck disable=SC2086
    "$compiler" -std=gnu++20 -fsyntax-only -w $letters -I "$headers" -I "$root/sdk/include" -I "$root" -I "$root/lib" \
        -isystem /usr/include/eigen3 "$scratch/letters.cpp" || {
        echo "$compiler does not take the headers with macros of one letter; see its messages above."
        failed=1
    }
    for order in sorted reversed; do
        "$compiler" -std=gnu++20 -fsyntax-only -Wall -Wextra -Werror -I "$headers" -I "$root" -I "$root/lib" "$scratch/$order.cpp" || {
            echo "$compiler does not take the headers of $headers, $order by name; see its messages above."
            failed=1
        }
    done
done
echo "$count headers, $# compilers"
exit $failed
