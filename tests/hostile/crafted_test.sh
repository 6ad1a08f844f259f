#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# crafted_test.sh PROGRAM: files that somebody has edited, or a disk has damaged: findings, running cases, the state of a
# campaign. Each command that reads one ends by itself with an exit code of its own, and says a sentence of its own.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=$1 scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
. "$here/kernels.sh"
write_kernels
wrong=0 tries=0
library='json\.exception|\[json|std::|terminate called|what\(\)|basic_string|bad_variant|bad_alloc|filesystem error|stoi|stod'

# run CODES COMMAND..: ends with one of CODES, and with no text of a library.
run() {
    local codes=$1 code
    shift
    tries=$((tries + 1))
    timeout 60 "$@" >said 2>&1
    code=$?
    if [[ " $codes " != *" $code "* ]] || grep -qE "$library" said; then
        printf '%s, of %s:\n  ended with %s and said: %s\n' "$what" "${*:2}" $code "$(head -c 400 said)"
        wrong=1
    fi
}

# Two findings to begin with: of a layout or kernel of the project's own, and of a user's kernel.
"$program" check wrong.hip --device cpu --cases 20 --seed 1 --store of-user >/dev/null 2>&1
user=$(ls of-user/K1-*.json | head -1)
[ -f "$user" ] || { echo 'Nothing was found.'; exit 1; }
sed -e '/"kernel": {/,/^  },/d' -e 's/"property": ".*"/"property": "transpose_tiled@cpu"/' \
    -e 's/"subject": ".*"/"subject": "transpose_tiled"/' "$user" >own.json

each_command() {  # of finding.json, which is in the folder store too
    rm -rf store && mkdir store && cp finding.json store/K1-x.json
    run '0 1 2' "$program" replay finding.json
    run '0 1 2' "$program" minimize finding.json --budget 1s --out programs
    run '0' "$program" findings list --store store
    run '0' "$program" findings list --json --store store
    run '0' "$program" findings show --store store
    [ "${1:-}" = few ] || run '0 1 2' "$program" verify --device cpu --filter 'transpose_tiled*' --cases 1 --store store
    run '0 2' "$program" findings prune --store store
}

for base in "$user" own.json; do
    # Each member of another kind, one after the other; "case": {..} becomes "case": null, "other": {..}.
    for key in $(sed -n 's/^  "\([a-z_]*\)":.*/\1/p' "$base"); do
        for value in null '[]' 1e308 '"x"'; do
            what="'$key' as $value"
            sed -E -e "s/^  \"$key\": ([{[])\$/  \"$key\": $value, \"other\": \1/" \
                -e "s/^  \"$key\": [^{[].*[^,]\$/  \"$key\": $value/" -e "s/^  \"$key\": [^{[].*,\$/  \"$key\": $value,/" \
                "$base" >finding.json
            each_command few
        done
        what="without '$key'"
        sed "s/^  \"$key\":/  \"no_$key\":/" "$base" >finding.json
        [ "$key" = case ] || continue
        each_command
    done
    # What is in the case.
    for change in 's/"dims": \[/"dims": [null, /' 's/"dims": \[/"dims": [1e308, /' 's/"dims": \[/"dims": [-9223372036854775808, /' \
        's/"dims":/"no_dims":/' 's/"shift": \[/"shift": [{}, /' 's/"data": "[a-z]*"/"data": 7/' 's/"fence": "[a-z]*"/"fence": "\\u0000"/'; do
        what="after $change"
        sed "$change" "$base" >finding.json
        cmp -s "$base" finding.json && { echo "$change changes nothing."; wrong=1; }
        each_command
    done
    for bytes in 0 1 100 "$(($(stat -c %s "$base") - 3))"; do
        what="cut after $bytes bytes"
        head -c "$bytes" "$base" >finding.json
        each_command few
    done
done
what='nested deeply'
{ printf '{"case": '; head -c 100000 /dev/zero | tr '\0' '['; } >finding.json
each_command few
what='bytes that are no text'
head -c 5000 /bin/sh >finding.json
each_command few

# Cases that ran when a campaign was killed.
"$program" verify --device cpu --filter 'transpose_tiled*' --budget 20s --jobs 1 --store killed >/dev/null 2>&1 &
pid=$!
for i in $(seq 200); do
    sleep 0.05
    grep -qa '"rows"\|"dims"' killed/running/*.case 2>/dev/null && break
done
kill -9 $pid
wait $pid 2>/dev/null
cp killed/running/*.case a.case || { echo 'There was no running case.'; wrong=1; }
for change in 's/{"/nul/' 's/"dims":\[/"dims":{"/' 's/[0-9],/-,/g' 's/transpose_tiled@cpu/transpose_tiled@gpu/' 's/"dims":\[[0-9]/"dims":[n/'; do
    what="a running case after $change"
    mkdir -p crafted/running
    sed "$change" a.case >crafted/running/1-1.case
    run '0 1 2' "$program" verify --device cpu --filter 'transpose_tiled*' --cases 1 --store crafted
    mkdir -p crafted/running
    head -c 70001 a.case >crafted/running/1-2.case
    head -c 100000 /dev/urandom >crafted/running/1-3.case
    : >crafted/running/1-4.case
    ln -s /dev/zero crafted/running/1-5.case
    run '0 1 2' "$program" verify --device cpu --filter 'transpose_tiled*' --cases 1 --store crafted
    rm -rf crafted
done

# The state of a campaign of fuzz, with a stand-in for its targets.
mkdir -p targets/fuzz .tileproof/corpus
printf '#!/bin/sh\ncase $1 in --describe*) echo "[]" ;; --reached*) echo "{}" ;; *) sleep 1 ;; esac\n' >targets/fuzz/stand_in
chmod +x targets/fuzz/stand_in
state='{"tileproof_fuzz_state": 2, "asked_seconds": 1, "seconds": 1, "started": "now", "inputs_judged": 0, "findings": {},
"targets": {"stand_in": {"seconds": 1, "executions": 1, "coverage": 1, "features": 1, "corpus": 1, "gain": 1, "trouble": ""}}}'
export TILEPROOF_FUZZ_TARGETS=$scratch/targets
for change in 's/"seconds": 1/"seconds": 1e308/' 's/"seconds": 1/"seconds": null/' 's/"asked_seconds": 1/"asked_seconds": -1/' \
    's/"gain": 1/"gain": 1e999/' 's/"executions": 1/"executions": 1.5/' 's/"findings": {}/"findings": []/' 's/"targets": {/"targets": null, "x": {/' \
    's/"trouble": ""/"trouble": 7/' 's/"findings": {}/"findings": {"a": null}/' 's/2,/1e308,/' 's/.*/[/'; do
    what="a campaign after $change"
    sed "$change" <<<"$state" >.tileproof/corpus/campaign.json
    run '2' "$program" fuzz --resume --budget 1s --jobs 1
done
echo "$tries tries"
exit $wrong
