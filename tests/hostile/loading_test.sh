#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# loading_test.sh PROGRAM: what a user's file does while it is loaded happens to a child process. A constructor of a static
# variable that ends, throws, hangs, takes a signal, forges what the file declares or writes elsewhere gives a sentence and
# exit code 2, and never ends the command; nothing of the file is ever loaded into the command's own process.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=$1 scratch=$(mktemp -d) outside=$(mktemp -d)
trap 'rm -rf "$scratch" "$outside"' EXIT
mkdir "$scratch/work" "$scratch/temporary"
export TMPDIR=$scratch/temporary
cd "$scratch/work"
. "$here/kernels.sh"
write_kernels
wrong=0
complain() { printf '%s\n' "$1"; [ ! -f said ] || head -c 2000 said; wrong=1; }

# NAME BODY WORDS
hostile() {
    { cat right.hip; printf '#include <csignal>\n#include <fstream>\n#include <stdexcept>\n#include <string>\n#include <unistd.h>\nstatic const int at_load = [] { %s return 0; }();\n' "$2"; } >"$1.hip"
    timeout 120 "$program" check "$1.hip" --device cpu --cases 20 --seed 1 --store "store-$1" >said 2>&1
    [ $? -eq 2 ] || complain "$1: the exit code is not 2:"
    [ ! -e "store-$1" ] || complain "$1: something is stored."
    tr -s ' \n' '  ' <said | grep -qF -- "$1.hip $3" || complain "$1: '$3' is not said:"
}
hostile exits 'fputs("good bye", stderr); _exit(0);' 'ended its process with exit code 0 while it was loaded'
grep -q 'It printed: good bye' said || complain 'What it printed is not shown:'
hostile exits_with_3 'exit(3);' 'ended its process with exit code 3 while it was loaded'
hostile aborts 'abort();' 'ended its process by signal 6'
hostile faults '*(volatile int*)nullptr = 1;' 'ended its process by signal 11'
hostile kills 'raise(SIGKILL);' 'ended its process by signal 9'
hostile throws 'if (getpid()) throw std::runtime_error("no");' 'throws an exception while it is loaded: no'
hostile throws_42 'if (getpid()) throw 42;' 'throws something that is no std::exception while it is loaded'
hostile hangs 'for (;;) pause();' 'had not been loaded after 20 s'
hostile forges 'for (int fd = 3; fd < 64; ++fd) { for (int i = 0; i < 3; ++i) (void)!write(fd, "+[{", 3); } _exit(0);' ''
hostile forges_deep 'std::string deep(1 << 20, (char)91); deep[0] = 43; for (int fd = 3; fd < 64; ++fd) (void)!pwrite(fd, deep.data(), deep.size(), 0); _exit(0);' ''
hostile closes_all 'closefrom(0); _exit(7);' 'ended its process with exit code 7'

# Each process that loads the file says its number; the command's own is never among them, whoever runs the code.
{ cat wrong.hip; printf '#include <fstream>\n#include <unistd.h>\nstatic const bool said = [] { std::ofstream(WHERE, std::ios::app) << getpid() << "\\n"; return true; }();\n'; } >tells.hip
own_process_is_free() {  # WORDS...
    : >"$TMPDIR/loaded"
    timeout 300 "$program" "$@" >said 2>&1 &
    local own=$!
    wait $own
    [ -s "$TMPDIR/loaded" ] || complain "$1: nobody loaded the file."
    grep -qx "$own" "$TMPDIR/loaded" && complain "$1: the command has loaded the file itself."
}
flag=--flag=-DWHERE="\"$TMPDIR/loaded\""
own_process_is_free check tells.hip "$flag" --cases 30 --seed 1 --store findings --efficiency
finding=$(ls findings/K1-*.json | head -1)
[ -n "$finding" ] || { complain 'Nothing was found.'; exit 1; }
own_process_is_free replay "$finding"
own_process_is_free minimize "$finding" --budget 2s --out programs
own_process_is_free findings prune --store findings

# --sandbox: no command that runs the file lets it write elsewhere, and each does without.
{ cat wrong.hip; printf '#include <fstream>\nstatic const bool said = [] { std::ofstream(WHERE) << 1; return true; }();\n'; } >writes.hip
flag=--flag=-DWHERE="\"$outside/written\""
commands=("check writes.hip $flag --cases 30 --seed 1 --store stored" "replay FINDING"
    "minimize FINDING --budget 2s --out programs" "findings prune --store stored")
for command in "${commands[@]}"; do
    for sandbox in '' --sandbox; do
        words=${command/FINDING/$(ls stored/K1-*.json 2>/dev/null | head -1)}
        rm -f "$outside/written"
        TILEPROOF_EXPLAIN=${sandbox:-0} timeout 300 "$program" $words $sandbox >said 2>&1
        code=$?
        [ $code -le 1 ] || complain "'$words $sandbox' ends with $code:"
        if [ -z "$sandbox" ]; then
            [ -e "$outside/written" ] || complain "'$words' does not write either: this test shows nothing."
        elif [ -e "$outside/written" ] && ! grep -q 'no Landlock' said; then
            complain "'$words $sandbox' lets the file write outside while it is loaded."
        fi
    done
done
exit $wrong
