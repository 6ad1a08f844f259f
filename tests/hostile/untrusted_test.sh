#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# untrusted_test.sh PROGRAM: what a kernel, or a finding of a stranger, may not do.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=$1 scratch=$(mktemp -d) outside=$(mktemp -d)
trap 'rm -rf "$scratch" "$outside"' EXIT
mkdir "$scratch/work" "$scratch/elsewhere"
cd "$scratch/work"
. "$here/kernels.sh"
write_kernels
wrong=0
complain() { printf '%s\n' "$1"; [ ! -f said ] || head -c 2000 said; wrong=1; }

# A kernel that writes where it likes, and leaves a process behind that is out of its group's reach.
cat >escapes.hip <<END
#include <hip/hip_runtime.h>
#include <tileproof/kernel_test.hpp>
#include <fstream>
#include <unistd.h>
__global__ void copy(const float* in, float* out, long n) {
    const long i = blockIdx.x * long{blockDim.x} + threadIdx.x;
    if (i < n) out[i] = in[i];
}
static const tileproof::kernel_test copied =
    tileproof::elementwise<float, float>("copied", [](float v) { return v; })
        .launch([](const float* in, float* out, long n) {
            std::ofstream(ESCAPE "/written") << n;
            std::ofstream("/dev/null") << n;
            if (n == 2 && fork() == 0) {
                setsid();
                if (fork() == 0) {
                    for (int i = 0; i < 3; ++i) close(i);
                    execl("/bin/sleep", "a-stray-process", "987", nullptr);
                }
                _exit(0);
            }
            if (n > 0) copy<<<(n + 63) / 64, 64>>>(in, out, n);
        });
END
strays() { cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' ' ' | grep -c '[a]-stray-process 987'; }
# --sandbox uses the folder of temporary files: not this one.
export TMPDIR=$scratch/temporary
mkdir "$TMPDIR"
check() { "$program" check escapes.hip --flag=-DESCAPE="\"$outside\"" --device cpu --cases 20 --seed 1 "$@" >said 2>&1; }
check --sandbox
[ $? -eq 0 ] || complain 'A right kernel does not hold in the sandbox.'
[ -e "$outside/written" ] && ! grep -q 'no Landlock' said && complain 'The sandbox let a kernel write outside.'
check
[ $? -eq 0 ] || complain 'A right kernel does not hold.'
[ -e "$outside/written" ] || complain 'Without a sandbox the kernel could not write either: this test shows nothing.'
[ "$(strays)" -eq 0 ] || complain 'A process that a kernel started is left.'

# A finding of a stranger: a source elsewhere, a compiler and flags that run other programs, a device that is a path.
"$program" check wrong.hip --device cpu --cases 20 --seed 1 --store findings >said 2>&1
finding=$(ls findings/K1-*.json | head -1)
[ -n "$finding" ] || { complain 'Nothing was found.'; exit 1; }
cp wrong.hip ../elsewhere/other.hip
changed() {  # SED-SCRIPT WORDS: replay refuses, and says WORDS
    sed "$1" "$finding" >stranger.json
    cmp -s "$finding" stranger.json && complain "$1 changes nothing."
    for command in "replay stranger.json" "minimize stranger.json" "replay --in-this-process stranger.json"; do
        timeout 60 "$program" $command >said 2>&1
        [ $? -eq 2 ] && grep -qF -- "$2" said || complain "'$command' after $1 does not refuse by '$2':"
    done
}
changed 's#wrong.hip"#../elsewhere/other.hip"#' '--trust-source'
changed 's#wrong.hip"#/etc/passwd"#' '--trust-source'
changed 's#"flags": \[\]#"flags": ["-fplugin=./evil.so"]#' '--trust-source'
changed 's#"compiler": "[^"]*"#"compiler": "./evil"#' '--trust-source'
changed 's#"device": "cpu"#"device": "../../../../x/cpu"#' 'There is no device named'
sed 's#wrong.hip"#../elsewhere/other.hip"#' "$finding" >stranger.json
"$program" replay --trust-source stranger.json >said 2>&1
[ $? -eq 1 ] && grep -qF 'compiling ../elsewhere/other.hip with' said || complain 'What was trusted does not run, or is not named:'
[ -z "$(find "$scratch" -path '*x/cpu*')" ] || complain 'The device of a finding became a path.'

# Escape sequences of a finding are shown, not done; and a sentence of any length is cut.
sed 's#"failure": "#&\\u001b]0;title\\u0007\\u001b[2J#' "$finding" >findings/K1-escape.json
"$program" findings list --store findings >said 2>&1
grep -qF $'\x1b' said && complain 'An escape sequence of a finding reaches the terminal.'
grep -qF '\x1b]0;title' said || complain 'An escape sequence of a finding is not shown.'
rm findings/K1-escape.json
cat >throws.hip <<'END'
#include <hip/hip_runtime.h>
#include <tileproof/kernel_test.hpp>
#include <cstdio>
#include <stdexcept>
#include <string>
static const tileproof::kernel_test thrown =
    tileproof::elementwise<float, float>("thrown", [](float v) { return v; })
        .launch([](const float*, float*, long n) {
            if (n > 2) throw std::runtime_error(std::string(100000, 'x') + "\x1b[2J\xef\xbf\xbe");
        });
END
"$program" check throws.hip --device cpu --cases 20 --seed 1 --store thrown --junit report.xml >said 2>&1
[ $? -eq 1 ] || complain 'A kernel that throws holds.'
[ "$(wc -c <said)" -lt 20000 ] || complain 'A sentence of 100,000 characters is printed.' 
[ "$(cat thrown/*.json | wc -c)" -lt 60000 ] || complain 'A sentence of 100,000 characters is stored.'
grep -qF $'\x1b' said && complain 'An escape sequence of a kernel reaches the terminal.'
grep -q $'\xef\xbf\xbe' report.xml && complain 'U+FFFE is no character of XML.'

# A compiler with much to say.
{ cat wrong.hip; for i in $(seq 400); do echo "int f$i() { return not_declared_$i + also_not_declared_$i; }"; done; } >errors.hip
"$program" check errors.hip --device cpu --cases 1 --flag=-ferror-limit=0 --store none >said 2>&1
[ $? -eq 2 ] && [ "$(wc -c <said)" -lt 6000 ] && grep -q 'more errors' said || complain 'Errors of the compiler are not cut.'

# 128 KiB of local variables.
sed 's/const long i =/volatile float local[40000]; for (int k = 0; k < 40000; k += 10) local[k] = 1; &/' right.hip >large.hip
"$program" check large.hip --device cpu --cases 20 --seed 1 --store none >said 2>&1
[ $? -eq 1 ] && tr -s ' \n' '  ' <said | grep -q 'stack of 131072 bytes' || complain 'A stack that is too small is not named:'

# Findings stay where they are asked to be.
"$program" verify --store /dev/null --cases 1 >said 2>&1
[ $? -eq 2 ] || complain 'A store that is no folder is taken.'
exit $wrong
