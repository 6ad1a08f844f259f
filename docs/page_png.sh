#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# page_png.sh PROGRAM FILE.png: FILE becomes the picture of the page that `tileproof check examples/wrong_transpose.hip`
# writes, its head and second bug, as a headless Chromium shows it. Run it in the project's folder, and look at what it made.
set -euo pipefail
program=$(realpath "$1")
file=$(realpath -m "$2")
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
    { echo 'There is no chromium here.'; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$here/../examples" "$folder/"
cd "$folder"
code=0
"$program" check examples/wrong_transpose.hip --seed 1 --cases 60 --html page.html >said || code=$?
[ "$code" = 1 ] || { echo "The check ended with exit code $code, not 1:"; cat said; exit 1; }
# Conditions are learned in a few seconds, which are too short on a busy machine.
[ "$(grep -c '<svg class="scatter"' page.html)" = 2 ] || { echo 'A condition is missing; try again on an idle machine.'; exit 1; }
# Its head and the second bug: one screen.
sed 's|</style>|#bug-1, #laws, #coverage { display: none } .scatter { max-width: 24rem }</style>|' page.html >shown.html
timeout 120 "$chromium" --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars \
    --user-data-dir="$folder/profile" --window-size=1000,1270 --screenshot="$file" "file://$folder/shown.html" 2>errors ||
    { cat errors; exit 1; }
[ -s "$file" ] || { cat errors; echo 'No picture was made.'; exit 1; }
