#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# links_test.sh [FILE.md...]: every link of the documents (all that git has, without files) leads somewhere: a file or
# folder of the project, and a heading where the link names one (FILE.md#heading, as GitHub spells it). Every document
# of docs/ can be reached from README.md. Addresses on the web are not asked; they must be https. Run it in the
# project's folder.
set -euo pipefail
bad=0
complain() {
    echo "$1"
    bad=1
}

# prose FILE: the text outside of ``` blocks and `code`.
prose() { awk '/^ *```/ {code = !code; next} !code' "$1" | sed -E 's/`[^`]*`//g'; }

# headings FILE: the names by which a link reaches its headings.
headings() {
    awk '/^ *```/ {code = !code; next} !code' "$1" | sed -nE 's/^#+ +//p' | sed -E 's/\[([^]]*)\]\([^)]*\)/\1/g' |
        tr '[:upper:]' '[:lower:]' | sed -E 's/[^a-z0-9 _-]//g; s/ /-/g'
}

# links FILE: what follows "](", and what an image shows, one a line.
links() {
    prose "$1" | grep -oE '\]\([^) ]+' | sed 's/^](//' || true
    prose "$1" | grep -oE '(src|href)="[^"]+"' | sed -E 's/^[a-z]+="//; s/"$//' || true
}

# named FILE: files and folders of the project that it names: `fuzz/worker/worker.cpp`. Patterns are left out.
named() {
    awk '/^ *```/ {code = !code; next} !code' "$1" | grep -oE '`[^` ]+`' | tr -d '`' | sed 's|^\./||' |
        grep -E '^(bench|cmake|command|compiler|docs|examples|fuzz|kernels|lib|properties|reference|report|system|tests)/' |
        grep -vE '[<>*{}$|]|\.\.\.' || true
}

# follow FILE LINK
follow() {
    local file=$1 link=$2 path heading='' target
    case $link in
        https://*) return ;;
        *://* | mailto:*) complain "$file: $link is not an https address."; return ;;
        /*) complain "$file: $link must be relative to the file."; return ;;
    esac
    path=${link%%#*}
    [[ $link == *'#'* ]] && heading=${link#*#}
    target=$file
    if [ -n "$path" ]; then
        target=$(realpath -m --relative-to=. "$(dirname "$file")/$path")
        if ! { [ -e "$target" ] && { [ -d "$target" ] || git ls-files --error-unmatch "$target" >/dev/null 2>&1; }; }; then
            complain "$file: $link leads nowhere; there is no $target in the project."
            return
        fi
    fi
    [ -z "$heading" ] || headings "$target" | grep -qxF -- "$heading" ||
        complain "$file: $target has no heading #$heading; it has: $(headings "$target" | paste -sd ' ')."
}

if [ $# -gt 0 ]; then documents=("$@"); else mapfile -t documents < <(git ls-files '*.md'); fi
count=0
for file in "${documents[@]}"; do
    while IFS= read -r link; do
        count=$((count + 1))
        follow "$file" "$link"
    done < <(links "$file")
    while IFS= read -r path; do
        [ -e "$path" ] || [ -e "$(dirname "$file")/$path" ] || complain "$file: there is no $path in the project."
    done < <(named "$file")
done

if [ $# -eq 0 ]; then
    [ "$count" -gt 20 ] || complain "Only $count links were found."
    reached=' README.md '
    queue=(README.md)
    while [ "${#queue[@]}" -gt 0 ]; do
        file=${queue[0]}
        queue=("${queue[@]:1}")
        while IFS= read -r link; do
            link=${link%%#*}
            case $link in *://* | '') continue ;; esac
            target=$(realpath -m --relative-to=. "$(dirname "$file")/$link")
            [[ $reached != *" $target "* ]] || continue
            reached+="$target "
            [[ $target != *.md || ! -e $target ]] || queue+=("$target")
        done < <(links "$file")
    done
    for file in "${documents[@]}"; do
        [[ $reached == *" $file "* ]] || complain "$file: no chain of links leads here from README.md."
    done
fi
echo "$count links in ${#documents[@]} documents were followed."
exit $bad
