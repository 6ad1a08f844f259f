#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# inputs_test.sh PROGRAM: files that never end or never begin, and limits that are too low, get a sentence and exit 2.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=$1 scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
wrong=0

# expect WORDS COMMAND..: it ends by itself with exit code 2, and says WORDS.
expect() {
    local words=$1 said code
    shift
    said=$(timeout 60 "$@" 2>&1 | tr -s ' \n' '  '; exit "${PIPESTATUS[0]}")
    code=$?
    if [ $code -ne 2 ] || [[ $said != *"$words"* ]]; then
        printf '%s\n  ended with %s and said: %s\n  must end with 2 and say: %s\n' "$*" $code "${said:0:300}" "$words"
        wrong=1
    fi
}

mkfifo pipe.hip pipe.json
mkdir store && mkfifo store/K1-x@cpu-0.json
for source in pipe.hip /dev/zero /dev/random .; do
    expect 'is not a regular file' "$program" check "$source" --budget 1s --store none
done
truncate -s 20M long.hip
expect 'has more than 16777216 bytes' "$program" check long.hip --budget 1s --store none
expect 'has more than 16777216 bytes' "$program" replay /dev/zero
expect 'nothing came out of it' "$program" replay pipe.json
expect 'Is a directory' "$program" replay .

timeout 60 "$program" verify --device cpu --filter 'transpose_tiled*' --cases 50 --store store >said 2>&1
[ $? -eq 2 ] || { echo 'A pipe in the store of findings: verify ended with another code than 2.'; cat said; wrong=1; }

# Names that a shell, a rule of make or a string could misread are names.
. "$here/kernels.sh"
write_kernels
for name in 'a$b#c d.hip' 'q"u: ".hip' 'tick`%.hip' 'back\slash.hip' $'new\nline.hip' "$(printf 'x%.0s' {1..240}).hip"; do
    cp right.hip "$name"
    timeout 60 "$program" check "$name" --device cpu --cases 10 --seed 1 --store findings >said 2>&1 ||
        { echo "A right kernel in '$name' does not hold:"; cat said; wrong=1; }
done

expect 'of memory, and' "$program" copy --m 1000000 --n 1000000
expect 'of memory, and' "$program" bench transpose --shape 1000000x1000000x4 --device cpu
expect 'of memory, and' "$program" bench product --shape 1000000x1000000x1000 --device cpu

expect 'raise the limit (ulimit -v)' bash -c 'ulimit -v 4000000; exec "$0" verify --device cpu-checked --budget 1s --store none' "$program"

exit $wrong
