#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# processes_test.sh PROGRAM: a launch function that leaves processes behind, stops itself or the command, sends signals to every
# process, or writes into every descriptor that it finds. The command ends by itself, with a verdict, and nothing is left.
set -uo pipefail
program=$1 scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
wrong=0
complain() { printf '%s\n' "$1"; [ ! -f said ] || head -c 2000 said; wrong=1; }
mark=a-stray-$$

does() {  # NAME CODE: a right kernel whose launch function does this first
    cat >"$1.hip" <<END
#include <hip/hip_runtime.h>
#include <tileproof/kernel_test.hpp>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>
__global__ void copy(const float* in, float* out, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) out[i] = in[i];
}
static const tileproof::kernel_test copied =
    tileproof::elementwise<float, float>("copied", [](float v) { return v; })
        .launch([](const float* in, float* out, long n) {
            $2
            if (n > 0) copy<<<(n + 63) / 64, 64>>>(in, out, n);
        });
END
}
check() {  # NAME CODE...: check ends by itself with one of these codes
    local name=$1 code
    shift
    # The parent of the command is this one: whoever stops the command for good is seen by the time.
    timeout -s KILL 100 "$program" check "$name.hip" --cases 30 --seed 1 --time-limit 2s --store "$name" --json "$name.json" >said 2>&1
    code=$?
    case " $* " in
        *" $code "*) ;;
        *) complain "$name ends with $code, and must with one of: $*" ;;
    esac
}
# By line, and without the words of grep itself.
left() { for f in /proc/[0-9]*/cmdline; do tr '\0' ' ' <$f && echo; done 2>/dev/null | grep -c "[a]${mark#a}"; }
none_left() {
    for _ in 1 2 3 4 5 6 7 8 9 10; do [ "$(left)" -eq 0 ] && return; sleep 0.1; done
    complain "$1 leaves $(left) processes."
}
fault() { grep -q '"kind": "crash"' "$1.json" && grep -q 'SIGSYS' "$1.json" || complain "$1 is not told as a fault, with its case:"; }

stray="setsid(); prctl(PR_SET_PDEATHSIG, 0); for (int i = 0; i < 3; ++i) close(i); execl(\"/bin/sleep\", \"$mark\", \"987\", nullptr); _exit(0);"
# Three of each worker.
strays="if (n > 2 && !getenv(\"STRAYS\")) { setenv(\"STRAYS\", \"1\", 1); for (int k = 0; k < 3; ++k) if (fork() == 0) { $stray } }"
does sessions "prctl(PR_SET_PDEATHSIG, 0); $strays"
check sessions 0
none_left sessions
# With the command stopped in the middle of its cases.
does sessions_that_wait "$strays if (n > 2) usleep(300000);"
"$program" check sessions_that_wait.hip --cases 3000 --seed 1 --device cpu --store waits >said 2>&1 &
pid=$!
for _ in $(seq 300); do [ "$(left)" -gt 0 ] && break; sleep 0.1; done
[ "$(left)" -gt 0 ] || complain 'No process was started: this test shows nothing.'
kill -INT $pid; kill -TERM $pid
for _ in $(seq 100); do kill -0 $pid 2>/dev/null || break; sleep 0.1; done
kill -0 $pid 2>/dev/null && complain 'The command does not end when it is asked to.' && kill -KILL $pid
wait $pid
none_left 'A command that was stopped'

does stops_itself 'raise(SIGSTOP);'
check stops_itself 1
fault stops_itself
does stops_its_parent 'if (n > 2) kill(getppid(), SIGSTOP);'
check stops_its_parent 1
fault stops_its_parent
does ends_its_parent 'if (n > 2) kill(getppid(), SIGKILL);'
check ends_its_parent 1
fault ends_its_parent
does stops_by_a_child 'if (n > 2) { const pid_t p = getppid(); if (fork() == 0) { kill(p, SIGSTOP); _exit(0); } }'
check stops_by_a_child 0
# SIGWINCH: it does nothing to the others, should it reach them.
does signals_all 'if (n > 2) kill(-1, SIGWINCH);'
check signals_all 1
fault signals_all
does writes_everywhere 'static char much[4 << 20]; if (n > 2) for (int fd = 3; fd < 1024; ++fd) if (fcntl(fd, F_GETFD) >= 0) (void)!write(fd, much, sizeof much);'
check writes_everywhere 0 2
none_left 'One of them'
exit $wrong
