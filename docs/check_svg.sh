#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check_svg.sh PROGRAM FILE.svg [--update]: FILE is the picture of what `tileproof check examples/wrong_transpose.hip` shows
# on a terminal: its beginning with the first bug, and its verdict. --update takes the picture anew. Otherwise it must be
# alike in the lines of the bug; figures and hashes may differ, which laws and devices met it, and how far the search for when
# it fails came in its 5 s. Run it alone, in the project's folder.
set -euo pipefail
program=$(realpath "$1")
file=$(realpath "$2")
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$here/../examples" "$folder/"
cd "$folder"
command -v script >/dev/null || { echo 'There is no script(1), which has a terminal to offer.'; exit 77; }

# The stream of errors has the progress line, which is gone in the end.
shown='tileproof check examples/wrong_transpose.hip'
code=0
TERM=xterm script -qefc "'$program' ${shown#* } --seed 1 --cases 60 2>/dev/null" /dev/null </dev/null >said || code=$?
[ "$code" = 1 ] || { echo "$shown ended with exit code $code, not 1:"; cat said; exit 1; }

{
    printf '\033[2m$\033[0m \033[1m%s\033[0m\n' "$shown"
    tr -d '\r' <said | awk '
        {bare = $0; gsub(/\033\[[0-9;]*m/, "", bare)}
        bare ~ /^2\. / {skip = 1; print "..."; print ""}
        bare ~ /^(FAILED|HELD)/ {skip = 0}
        skip {next}
        length(bare) > 108 && bare == $0 {$0 = substr($0, 1, 105) "..."}
        {print}'
} >picture
bash "$here/terminal_svg.sh" "$shown" <picture >now.svg
grep -q 'wrong_transpose.hip:19' now.svg || { echo 'The picture does not show the line of the bug:'; cat picture; exit 1; }
! grep -q 'not found in time' now.svg || { echo 'Something else is running: when the bug fails was not found in time.'; exit 77; }
[ "${3:-}" != --update ] || cp now.svg "$file"

shape() { sed -E '/seen by|FAILED|held|stopped| bugs?[<,]|time was over|any strides|>  +alignment/d; s/ [yc][a-z]?="[0-9]+"//g; s/[0-9a-f]{12,}/#/g; s/[0-9]([0-9,.]*[0-9])?/#/g' "$1"; }
diff <(shape "$file") <(shape now.svg) || { echo "$file is out of date; run $0 $1 $2 --update and look at it."; exit 1; }
