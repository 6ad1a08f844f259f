#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# browser_test.sh WRITE_PAGE FOLDER: pages in headless Chromium: valid HTML, no script error, nothing wider than the
# window at 360 px, and a campaign of 10,000 rows and 1,000 findings that is there. Screenshots are left in FOLDER.
set -euo pipefail
write_page=$1 folder=$2
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
[ -n "$chromium" ] || { echo 'Skipped: there is no chromium here.'; exit 77; }
mkdir -p "$folder"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
browse() {
    timeout 120 "$chromium" --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars \
        --user-data-dir="$scratch/profile" "$@" 2>"$scratch/errors"
}
fail() { echo "$1"; exit 1; }

"$write_page" 25 2 >"$folder/small.html"
"$write_page" 10000 1000 >"$folder/large.html"
[ -s "$folder/small.html" ] || fail 'No page was written.'

if command -v tidy >/dev/null; then
    tidy -q -e --drop-empty-elements no "$folder/small.html" 2>"$scratch/tidy" || true
    grep -E 'Error|Warning' "$scratch/tidy" | grep -v 'proprietary attribute' >"$scratch/faults" || true
    [ ! -s "$scratch/faults" ] || { cat "$scratch/faults"; fail 'The page is not valid HTML.'; }
else
    echo 'HTML is not validated: there is no tidy here.'
fi

# The page stands in a frame of the wanted width, because a headless window is never narrower than 500 px. It tells the
# page around it how wide it has become, how many bugs and groups of rows it shows, and how many words of its tables are broken.
report='<script>const broken = [...document.querySelectorAll("#laws details[open] :is(th, td)")].slice(0, 400).flatMap(cell =>
    [...cell.childNodes].filter(n => n.nodeType === 3).flatMap(n => [...n.data.matchAll(/\\S+/g)].filter(w => {
  const r = document.createRange(); r.setStart(n, w.index); r.setEnd(n, w.index + w[0].length);
  return w[0].length <= 12 && r.getClientRects().length > 1; })));
parent.postMessage([document.documentElement.scrollWidth, innerWidth, document.querySelectorAll("article").length, document.querySelectorAll("#laws details").length, broken.length].join(" "), "*")</script></body>'
for page in small large; do
    sed "s|</body>|$(tr '\n' ' ' <<<"$report" | sed 's/[&|]/\\&/g')|" "$folder/$page.html" >"$scratch/$page.html"
    for width in 360 1200; do
        printf '<title>?</title><script>addEventListener("message", e => { document.title = e.data; })</script><iframe src="%s.html" style="border:0;width:%spx;height:900px"></iframe>' \
            "$page" "$width" >"$scratch/frame.html"
        browse --window-size=1400,1000 --virtual-time-budget=20000 --dump-dom "file://$scratch/frame.html" >"$scratch/dom"
        read -r scroll inner bugs groups words < <(sed -n 's/.*<title>\([0-9 ]*\)<\/title>.*/\1/p' "$scratch/dom" | head -1) ||
            fail "The page $page.html said nothing about itself: $(head -c 300 "$scratch/dom")"
        echo "$page at $width px: $scroll of $inner px wide, $bugs bugs, $groups groups of rows, $words broken words"
        [ "$inner" -eq "$width" ] && [ "$scroll" -le "$inner" ] || fail "The page is $scroll px wide in $width px."
        [ "$words" -eq 0 ] || fail "$words words of the table are broken in $width px."
        [ "$page" = small ] && want='2 5' || want='1000 2000'
        [ "$bugs $groups" = "$want" ] || fail "There are $bugs bugs and $groups groups, not $want."
    done
done
# How long 1,000 bugs with their pictures take, from the start of the navigation to the end of the load: told, not judged.
time='<script>addEventListener("load", () => setTimeout(() => { const t = performance.getEntriesByType("navigation")[0]; document.title = "loaded in " + Math.round(t.loadEventEnd - t.startTime) + " ms"; }))</script></body>'
sed "s|</body>|$time|" "$folder/large.html" >"$scratch/timed.html"
browse --window-size=1400,1000 --timeout=20000 --dump-dom "file://$scratch/timed.html" >"$scratch/dom"
echo "large.html, $(stat -c %s "$folder/large.html") bytes, $(sed -n 's/.*<title>\(loaded in [0-9]* ms\)<.*/\1/p' "$scratch/dom" | head -1)"

# On paper, whatever the screen is set to: the rules of print are made those of the screen, on a page as wide as A4 leaves
# room, in the dark. Nothing is dark but ink, nothing is cut off, and no page ends in a matrix or a frame.
looks='<script>addEventListener("load", () => {
  const shown = [...document.querySelectorAll("body, body *")].filter(e => e.getClientRects().length && !e.closest(".aside, script"));
  const light = c => { const [r, g, b, a] = c.match(/[\\d.]+/g).map(Number); return a === 0 ? true : (r + g + b) / 3 > 240; };
  const dark = c => { const [r, g, b] = c.match(/[\\d.]+/g).map(Number); return 0.3 * r + 0.6 * g + 0.1 * b < 140; };
  const name = e => e.tagName + "." + (e.getAttribute("class") || "");
  const grounds = shown.filter(e => !e.closest("svg") && !e.matches(".bar") && !light(getComputedStyle(e).backgroundColor));
  const inks = shown.filter(e => !e.closest("svg") && !dark(getComputedStyle(e).color));
  const cut = shown.filter(e => !e.closest("svg, details:not([open])") && (e.getBoundingClientRect().right > innerWidth + 1 ||
      (getComputedStyle(e).overflowX !== "visible" && e.scrollWidth > e.clientWidth + 1)));
  const broken = [...document.querySelectorAll(".frame, .cells, .scatter")].filter(e => getComputedStyle(e).breakInside !== "avoid");
  document.title = ["paper", document.querySelectorAll("article .frame").length, document.querySelectorAll("article .cells").length,
      grounds.length, inks.length, cut.length, broken.length, ":", ...new Set([...grounds, ...inks, ...cut, ...broken].map(name))].join(" ");
})</script></body>'
sed "s|</body>|$(tr '\n' ' ' <<<"$looks" | sed 's/[&|]/\\&/g')|; s/@media print/@media all/" "$folder/small.html" >"$scratch/paper.html"
browse --window-size=718,1400 --force-dark-mode --blink-settings=preferredColorScheme=0 --virtual-time-budget=5000 \
    --dump-dom "file://$scratch/paper.html" >"$scratch/dom"
read -r frames cells grounds inks cut broken rest < <(sed -n 's/.*<title>paper \([^<]*\)<\/title>.*/\1/p' "$scratch/dom" | head -1) ||
    fail "The page on paper said nothing about itself: $(head -c 300 "$scratch/dom")"
echo "on paper: $frames frames, $cells matrices; $grounds dark grounds, $inks light inks, $cut cut off, $broken may be broken $rest"
[ "$frames $cells" = '2 4' ] || fail "There are $frames frames and $cells matrices, not 2 and 4."
[ "$grounds $inks $cut $broken" = '0 0 0 0' ] || fail "On paper something is dark, pale, cut off or broken: $rest"
browse --force-dark-mode --blink-settings=preferredColorScheme=0 --no-pdf-header-footer --print-to-pdf="$folder/small.pdf" \
    "file://$folder/small.html"
[ "$(head -c 5 "$folder/small.pdf")" = '%PDF-' ] || fail 'The page was not printed.'

browse --window-size=360,1600 --screenshot="$folder/phone.png" "file://$folder/small.html"
browse --window-size=1200,1400 --screenshot="$folder/light.png" "file://$folder/small.html"
browse --window-size=1200,1400 --force-dark-mode --blink-settings=preferredColorScheme=0 \
    --screenshot="$folder/dark.png" "file://$folder/small.html"
for picture in phone light dark; do [ -s "$folder/$picture.png" ] || fail "No screenshot $picture.png was made."; done
cmp -s "$folder/light.png" "$folder/dark.png" && fail 'The dark page looks as the light one does.'
exit 0
