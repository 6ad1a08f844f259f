#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# laws_test.sh PROGRAM FILE.md [--update]: the table between <!-- laws --> and <!-- end of laws --> in FILE has the laws
# of `PROGRAM list`, in its words, the planted bugs that tests/quality says they find, with their smallest cases, and the one
# that the tests "OnlyOneLaw" show to be found by no other law.
# Each law has a section "## CODE name" too. --update writes the table anew. Run it in the project's folder.
set -euo pipefail
program=$(realpath "$1")
file=$2
now=$(mktemp)
trap 'rm -f "$now"' EXIT

# laws: "code|name|sentence" a line, from the list, whose sentences are wrapped.
laws() {
    "$program" list | awk '
        /^Laws/ {inside = 1; next}
        /^$/ {inside = 0}
        inside && /^  [LK][0-9]/ {if (line) print line; line = $0; next}
        inside {sub(/^ +/, ""); line = line " " $0}
        END {print line}' | sed -E 's/^  ([LK][0-9]+) +/\1|/; s/\|([a-z]+( [a-z]+){0,2})  +/|\1|/'
}

# bugs: "CODE NAME" a line for each planted bug, as the lists of tests/quality have them. A list whose entries name no
# law has one for all of them: ".law = L8" or "law_id::L12" in the function that makes an entry.
bugs() {
    git ls-files 'tests/quality/*_test.cpp' | sort | while IFS= read -r list; do
        sed -E 's|//.*||' "$list" | tr -s '\n ' ' ' | sed -E 's/(planted|planted_in|found_by)\( ?"/\n&/g' | awk -F'"' '
            /^(planted|planted_in|found_by)\( ?"/ {
                law = $3 ~ /^, ([a-z_0-9]+, )?[LK][0-9]+,/ ? $3 : shared
                sub(/^, ([a-z_0-9]+, )?/, "", law); sub(/,.*/, "", law)
                if (law != "") print law, $2
            }
            match($0, /(\.law = |law_id::)[LK][0-9]+[,}]/) {
                shared = substr($0, RSTART, RLENGTH - 1); gsub(/.*[^LK0-9]/, "", shared)
            }'
    done
    # What only a device that sees each access can find.
    sed -nE 's/.*\/\/ finding: ([a-z_0-9]+).*/K6 \1/p' tests/devices/cpu_checked/planted/{races,atomics,divergence,uninitialised}.hip
}

# alone: "CODE NAME" a line for each planted bug that breaks one law only: EXPECT_THAT(broken_by(NAME), ElementsAre(CODE)).
alone() {
    git grep -l 'TEST(OnlyOneLaw, ' -- tests | sort | xargs cat | tr -s '\n ' ' ' |
        grep -oE 'broken_by[a-z_]*\("?[a-z_:0-9]+"?\), ?(ElementsAre\(|std::set<std::string>\{)"[LK][0-9]+"' |
        sed -E 's/.*\("?([a-z_]+::)?([a-z_0-9]+)"?\),.*"([LK][0-9]+)"/\3 \2/'
}

# anchor TITLE: the name by which a link reaches the heading.
anchor() { tr '[:upper:] ' '[:lower:]-' <<<"$1"; }

table() {
    printf '| law | what must hold | planted bugs that it must find | no other law finds |\n|---|---|---|---|\n'
    local found only
    found=$(bugs)
    only=$(alone)
    laws | while IFS='|' read -r code name sentence; do
        planted=$(sed -n "s/^$code \\(.*\\)/\`\\1\`/p" <<<"$found" | awk '!seen[$0]++ && ++n <= 6 {print} END {if (n > 6) print "and_" n - 6 "_more"}' |
            paste -sd ' ' | sed 's/ /, /g; s/, and_\(.*\)_more/ and \1 more/')
        unique=$(sed -n "s/^$code \(.*\)/\`\1\`/p" <<<"$only" | paste -sd ' ' | sed 's/ /, /g')
        printf '| [%s %s](#%s) | %s | %s | %s |\n' "$code" "$name" "$(anchor "$code $name")" "$sentence" \
            "${planted:-see its section}" "${unique:-its own subject}"
    done
}

{
    sed '/^<!-- laws -->$/q' "$file"
    table
    sed -n '/^<!-- end of laws -->$/,$p' "$file"
} >"$now"
[ "$(laws | wc -l)" -ge 22 ] || { echo "$program lists too few laws:"; laws; exit 1; }
[ "${3:-}" != --update ] || cp "$now" "$file"
diff "$file" "$now" || { echo "$file is out of date; run $0 $1 $2 --update and read the difference."; exit 1; }
laws | while IFS='|' read -r code name _; do
    grep -qx "## $code $name" "$file" || { echo "$file has no section '## $code $name'."; exit 1; }
done
