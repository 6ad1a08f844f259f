#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# manual.sh PROGRAM FOLDER: man pages and shell completions of PROGRAM, made of what `PROGRAM --help` and
# `PROGRAM COMMAND --help` print.
#
#   FOLDER/man/man1/tileproof.1, tileproof-verify.1, ...
#   FOLDER/bash-completion/completions/tileproof
#   FOLDER/zsh/site-functions/_tileproof
#   FOLDER/fish/vendor_completions.d/tileproof.fish
set -euo pipefail
program=$(realpath "$1")
folder=$2
name=tileproof
version=$("$program" --version | head -n 1)

# entries TITLE ARGUMENTS...: what stands below "TITLE:" in the help, as name, value and description a line,
# with $apart between: "--store", "TEXT" and "Folder" of "  --store TEXT   Folder". A description on a line of its own belongs to the one before.
apart=$'\x1f'
entries() {
    local title=$1
    shift
    "$program" "$@" --help | awk -v title="$title:" '
        function done() {if (word != "") print word "\037" value "\037" text; word = ""}
        $0 == title {inside = 1; next}
        inside && /^$/ {inside = 0}
        !inside {next}
        /^  [^ ]/ {
            done()
            line = substr($0, 3); text = ""
            if (match(line, /   *[^ ]/)) {text = substr(line, RSTART); line = substr(line, 1, RSTART - 1)}
            sub(/^ +/, "", text)
            word = line; sub(/ .*/, "", word)
            value = substr(line, length(word) + 2)
            next
        }
        {sub(/^ +/, ""); text = text (text == "" ? "" : " ") $0}
        END {done()}'
}
about() { "$program" "$@" --help | head -n 1; }
usage() { "$program" "$@" --help | sed -n 's/^Usage: //p'; }
footer() { "$program" "$@" --help | awk '/^$/ {paragraph = ""; next} {paragraph = paragraph $0 "\n"} END {printf "%s", paragraph}'; }
commands() { entries Subcommands | cut -d "$apart" -f 1; }

# --- man pages

roff() { sed -E 's/\\/\\e/g; s/-/\\-/g; s/^([.'"'"'])/\\\&\1/'; }

# tagged TITLE HEADING ARGUMENTS...: the entries as a section.
tagged() {
    local title=$1 heading=$2
    shift 2
    local found
    found=$(entries "$title" "$@")
    [ -n "$found" ] || return 0
    printf '.SH %s\n' "$heading"
    while IFS=$apart read -r word value text; do
        printf '.TP\n.B %s%s\n%s\n' "$(roff <<<"${word//,/, }")" "$(roff <<<"${value:+ $value}")" "$(roff <<<"$text")"
    done <<<"$found"
}

# page TITLE ARGUMENTS...
page() {
    local title=$1
    shift
    printf '.\\" SPDX-License-Identifier: MIT\n.TH %s 1 "" "%s" "%s"\n' "$(tr '[:lower:]' '[:upper:]' <<<"$title")" "$version" "$name"
    printf '.SH NAME\n%s \\- %s\n' "$(roff <<<"$title")" "$(about "$@" | roff)"
    printf '.SH SYNOPSIS\n%s\n' "$(usage "$@" | roff)"
    tagged Positionals ARGUMENTS "$@"
    tagged Options OPTIONS "$@"
    [ $# -gt 0 ] || tagged Subcommands COMMANDS
    printf '.SH NOTES\n%s\n' "$(footer "$@" | roff | sed '2,$i .br')"
    printf '.SH "SEE ALSO"\n'
    if [ $# -gt 0 ]; then printf '.BR %s (1)\n' "$name"; else commands | sed "s/.*/.BR $name\\\\-& (1)/"; fi
}

mkdir -p "$folder/man/man1"
page "$name" >"$folder/man/man1/$name.1"
for command in $(commands); do page "$name-$command" "$command" >"$folder/man/man1/$name-$command.1"; done

# --- completions

# flags ARGUMENTS...: the options of a command, one a line: -h and --help are two.
flags() { entries Options "$@" | cut -d "$apart" -f 1 | tr ',' '\n'; }

mkdir -p "$folder/bash-completion/completions" "$folder/zsh/site-functions" "$folder/fish/vendor_completions.d"
{
    printf '# SPDX-License-Identifier: MIT\n# Completes the commands and options of %s; files where a value is asked for.\n' "$name"
    printf '_%s() {\n    local word=${COMP_WORDS[COMP_CWORD]} command= options= i\n' "$name"
    printf '    for ((i = 1; i < COMP_CWORD; ++i)); do\n'
    printf '        [[ ${COMP_WORDS[i]} == -* ]] || { command=${COMP_WORDS[i]}; break; }\n    done\n    case $command in\n'
    printf "        '') options='%s' ;;\n" "$({ commands; flags; } | paste -sd ' ')"
    for command in $(commands); do printf "        %s) options='%s' ;;\n" "$command" "$(flags "$command" | paste -sd ' ')"; done
    printf '    esac\n    if [[ -z $command || $word == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$word"))\n'
    printf '    else COMPREPLY=($(compgen -f -- "$word")); fi\n}\ncomplete -o filenames -F _%s %s\n' "$name" "$name"
} >"$folder/bash-completion/completions/$name"

# Quotes, brackets and colons that zsh's _arguments would read.
zsh_text() { sed -e 's/[]:\\[]/\\&/g' -e "s/'/'\\\\''/g"; }
{
    printf '#compdef %s\n# SPDX-License-Identifier: MIT\n_%s() {\n    local -a commands=(\n' "$name" "$name"
    entries Subcommands | while IFS=$apart read -r word _ text; do printf "        '%s:%s'\n" "$word" "$(zsh_text <<<"$text")"; done
    printf "    )\n    if ((CURRENT == 2)); then _describe command commands; return; fi\n    case \$words[2] in\n"
    for command in $(commands); do
        printf '        %s) _arguments' "$command"
        entries Options "$command" | while IFS=$apart read -r word value text; do
            for flag in ${word//,/ }; do
                printf " \\\\\n            '%s%s[%s]%s'" "$([[ $value == *...* ]] && echo '*')" "$flag" "$(zsh_text <<<"$text")" \
                    "$([ -z "$value" ] || echo ':value:_files')"
            done
        done
        printf " \\\\\n            '*:file:_files' ;;\n"
    done
    printf '    esac\n}\n_%s "$@"\n' "$name"
} >"$folder/zsh/site-functions/_$name"

fish_text() { sed -E "s/\\\\/\\\\\\\\/g; s/'/\\\\'/g"; }
{
    printf '# SPDX-License-Identifier: MIT\n'
    entries Subcommands | while IFS=$apart read -r word _ text; do
        printf "complete -c %s -n __fish_use_subcommand -f -a %s -d '%s'\n" "$name" "$word" "$(fish_text <<<"$text")"
    done
    for command in $(commands); do
        entries Options "$command" | while IFS=$apart read -r word value text; do
            printf "complete -c %s -n '__fish_seen_subcommand_from %s' -l %s%s -d '%s'\n" "$name" "$command" "${word##*--}" \
                "$([ -z "$value" ] || echo ' -r')" "$(fish_text <<<"$text")"
        done
    done
} >"$folder/fish/vendor_completions.d/$name.fish"
