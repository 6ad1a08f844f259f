#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# page_test.sh PAGE TESTS: every row of the page's tables of what is the same and what is different names, in its last
# column, calls and tests that exist, so that no row says something that nothing runs.
set -euo pipefail
page=$1 tests=$2
rows=0 failed=0
all=$(cat "$tests"/*.cpp | tr '\n' ' ')
while IFS= read -r row; do
    case $row in '| CK Tile |'* | '| what |'* | '|---'*) continue ;; esac
    rows=$((rows + 1))
    last=${row% |}
    last=${last##*| }
    names=$(grep -o '`[^`]*`' <<<"$last" | tr -d '`' || true)
    if [ -z "$names" ]; then
        echo "No test is named by the row: $row"
        failed=1
    fi
    for name in $names; do
        case $name in
            */*) [ -e "$tests/../../../$name" ] && continue ;;
            *) grep -qE "(CALL\(|CALL_OF_THREAD\([0-9]+, *|TEST\(CkTileMeaning, *)$name[,)]" <<<"$all" && continue ;;
        esac
        echo "There is no test \`$name\`, which this row names: $row"
        failed=1
    done
done < <(sed -n '/^## What is the same/,/^A kernel on a GPU/p' "$page" | grep '^|')
[ "$rows" -ge 40 ] || { echo "Only $rows rows were found in $page."; failed=1; }
exit $failed
