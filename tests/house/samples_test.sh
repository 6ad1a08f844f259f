#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# samples_test.sh PROGRAM FILE.md [CHECKOUT]: what FILE shows in ``` blocks is what happens.
#
# Each line of a block that begins with `tileproof`, `./dev tileproof` or `./dev verify` is run, and must end with the
# exit code 0, or with N where the line ends with `# exit code N`. A block begins in a folder with nothing but
# examples/. Any other `./dev X` is not run, but must be a command of `./dev help`.
#
#   <!-- sample: tileproof list -->        before a block: the command whose output the block is. The shape must be
#                                          alike: figures, hashes, line breaks and runs of blanks may differ, and
#                                          `...` stands for anything
#   <!-- not run: REASON -->               before a block: its commands are not run
#   <!-- file: NAME -->                    before a block: the block is the text of this file, in the document's folder
#   <!-- run -->                           before a block: each line is run, whatever it begins with, but comments
#   <!-- one folder -->                    anywhere: from here on all blocks share a folder, which has the files too
#
# cmake finds this tileproof there, and tileproof/ is the checkout.
set -euo pipefail
program=$(realpath "$1")
file=$2
checkout=$(realpath "${3:-.}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TILEPROOF=$program HOME=$scratch
tileproof() { "$TILEPROOF" "$@"; }
python3() { /usr/bin/python3 "$@"; }  # which has the distribution's packages
export -f tileproof python3
tileproof_DIR=$(dirname "$(dirname "$program")")
[ -e "$tileproof_DIR/tileproof-config.cmake" ] && export tileproof_DIR
ran=0
bad=0

complain() {
    printf '%s:%s\n' "$file" "$1"
    bad=1
}

# A new folder, as a user's: with examples/, and nothing stored yet. The one that there is, in a document of one folder.
fresh() {
    [ -z "$folder" ] || { cd "$folder" && return; }
    cd "$(mktemp -d "$scratch/run.XXXX")"
    cp -r "$checkout/examples" examples  # a source outside of the folder would not be trusted
    ln -s "$checkout" tileproof
}

# run LINE COMMAND: prints what it prints; complains when the exit code is not the announced one.
run() {
    local code=0 must=0
    [[ $2 =~ '# exit code '([0-9]) ]] && must=${BASH_REMATCH[1]}
    (eval "${2%%  #*}") >output 2>&1 </dev/null || code=$?
    ran=$((ran + 1))
    [ "$code" = "$must" ] || complain "$1: exit code $code, not $must: $2
$(tail -n 15 output)"
}

# Figures and hashes become #, blanks and line breaks one blank.
shape() { tr '\n' ' ' | sed -E 's/[0-9a-f]{12,}/#/g; s/[0-9]([0-9,.]*[0-9])?/#/g; s/[ ]+/ /g; s/^ | $//g'; }

# compare LINE: the output in `output` has the shape of the sample in `sample`, piece by piece.
compare() {
    local rest piece
    rest=$(shape <output)
    while IFS= read -r piece; do
        piece=$(shape <<<"$piece")
        [ -n "$piece" ] || continue
        if [[ $rest != *"$piece"* ]]; then
            complain "$1: the output has no '$piece' there:
$rest"
            return
        fi
        rest=${rest#*"$piece"}
    done < <(tr '\n' '\1' <sample | sed 's/\.\.\./\n/g' | tr '\1' ' '; echo)
}

block= sample= skip= name= all= folder= number=0 begin=0
while IFS= read -r line; do
    number=$((number + 1))
    if [[ $line =~ ^' '*'```' ]]; then
        if [ -n "$block" ]; then
            if [ -n "$sample" ]; then
                run "$begin" "$sample"
                printf '%s\n' "$text" >sample
                compare "$begin"
            fi
            [ -z "$name" ] || printf '%s' "$text" >"$name"
            block= sample= skip= name= all=
        else
            block=yes begin=$number text=
            fresh
        fi
    elif [ -z "$block" ]; then
        [[ $line =~ '<!-- sample: '(.*)' -->' ]] && sample=${BASH_REMATCH[1]}
        [[ $line =~ '<!-- not run: ' ]] && skip=yes
        [[ $line =~ '<!-- file: '([^ ]+)' -->' ]] && name=${BASH_REMATCH[1]}
        [[ $line =~ '<!-- run -->' ]] && all=yes
        [[ $line =~ '<!-- one folder -->' ]] && fresh && folder=$PWD
    elif [ -n "$sample$name" ]; then
        text+=$line$'\n'
    elif [ -z "$skip" ]; then
        command=${line#"${line%%[! ]*}"}
        [ -z "$all" ] || { [[ -z $command || $command == '#'* ]] || run "$number" "$command"; continue; }
        case $command in
            './dev tileproof '*) run "$number" "${command#./dev }" ;;
            './dev verify'*) run "$number" 'tileproof verify --cases 12 --seed 1 --device cpu' ;;
            './dev '*)
                [[ $command =~ ^'./dev '([a-z]+) ]]
                grep -q "^./dev ${BASH_REMATCH[1]} " <("$checkout/dev" help) || [ "${BASH_REMATCH[1]}" = help ] ||
                    complain "$number: there is no $command"
                ;;
            'tileproof '*) run "$number" "$command" ;;
        esac
    fi
done <"$file"
printf '%s commands of %s were run.\n' "$ran" "$file"
[ "$bad" = 0 ]
