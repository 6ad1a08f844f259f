#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# manual_test.sh PROGRAM: the man pages and completions that command/manual.sh makes of PROGRAM's help have every command
# and every option, and man, bash, zsh and fish take them (those that are installed). Run it in the project's folder.
set -euo pipefail
program=$(realpath "$1")
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
bad=0
complain() {
    echo "$1"
    bad=1
}
bash command/manual.sh "$program" "$made"

commands=$("$program" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
[ "$(wc -w <<<"$commands")" -gt 8 ] || complain "There are only the commands $commands."
for command in $commands; do
    page=$made/man/man1/tileproof-$command.1
    [ -e "$page" ] || { complain "tileproof $command has no man page."; continue; }
    for option in $("$program" "$command" --help | grep -oE '^  (-h,)?--[a-z-]+' | grep -oE '\-\-[a-z-]+'); do
        grep -qF -- "${option//-/\\-}" "$page" || complain "The man page of $command has no $option."
        grep -qE -- "^ +$command\) options='[^']*$option" "$made/bash-completion/completions/tileproof" ||
            complain "bash does not complete tileproof $command $option."
        grep -qF -- " -l ${option#--} " <(grep "seen_subcommand_from $command'" "$made/fish/vendor_completions.d/tileproof.fish") ||
            complain "fish does not complete tileproof $command $option."
        sed -n "/^        $command) _arguments/,/;;/p" "$made/zsh/site-functions/_tileproof" | grep -qF -- "'$option[" ||
            grep -qF -- "'*$option[" "$made/zsh/site-functions/_tileproof" ||
            complain "zsh does not complete tileproof $command $option."
    done
done

# said COMMAND...: complains when the command prints anything, or fails.
said() {
    local text
    text=$("$@" 2>&1 >/dev/null) || complain "$* failed: $text"
    [ -z "$text" ] || complain "$* says: $text"
}
if command -v man groff >/dev/null; then
    for page in "$made"/man/man1/*.1; do said env MANWIDTH=100 man --warnings -l -Tutf8 "$page"; done
fi
if command -v zsh >/dev/null; then said zsh -n "$made/zsh/site-functions/_tileproof"; fi
if command -v fish >/dev/null; then said fish -n "$made/fish/vendor_completions.d/tileproof.fish"; fi

# completed WORDS...: what bash offers for the last one.
completed() {
    bash -c 'source "$1"; shift; COMP_WORDS=(tileproof "$@"); COMP_CWORD=$#; _tileproof; echo "${COMPREPLY[*]}"' \
        bash "$made/bash-completion/completions/tileproof" "$@"
}
[ "$(completed ver)" = verify ] || complain "bash completes ver to '$(completed ver)'."
[ "$(completed verify --bud)" = --budget ] || complain "bash completes verify --bud to '$(completed verify --bud)'."
[ "$(completed check command/manual)" = command/manual.sh ] || complain "bash completes no file names."
exit $bad
