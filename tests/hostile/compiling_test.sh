#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# compiling_test.sh PROGRAM HIPCC: sources that ask a compiler for all memory, for all time or for an endless file get a
# sentence and exit code 2, and leave nothing behind.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=$1 hipcc=$2 scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
. "$here/kernels.sh"
write_kernels
wrong=0
complain() { printf '%s\n' "$1"; head -c 2000 said; wrong=1; }

# So that a limit that does not hold makes this test red, and not the machine slow.
all_memory=(env) guard=(env)
some_memory=(bash -c 'ulimit -v 6000000; exec "$0" "$@"')

# WORDS FILE OPTION...: check says them and ends with 2, once for each device, and the cache is as it was.
refused() {
    local words=$1 file=$2
    shift 2
    for device in ${devices:-cpu cpu-checked}; do
        timeout 300 "${guard[@]}" "$program" check "$file" --device "$device" --cases 20 --seed 1 --store findings --cache cache "$@" >said 2>&1
        [ $? -eq 2 ] || complain "$file on $device: the exit code is not 2:"
        tr -s ' \n' '  ' <said | grep -qF -- "$words" || complain "$file on $device: '$words' is not said:"
        grep -q 'Stack dump\|PLEASE submit' said && complain "$file on $device: a compiler's stack is shown:"
        [ ! -e findings ] || complain "$file on $device: something is stored."
        [ -z "$(ls -A cache 2>/dev/null)" ] || { ls -A cache; complain "$file on $device: the cache has something new."; }
    done
}

# A list of types that doubles with each step.
cat - right.hip >types.hip <<'END'
template <class...> struct list {};
template <class, class> struct both;
template <class... A, class... B> struct both<list<A...>, list<B...>> { using type = list<A..., B...>; };
template <int n> struct grown {
    using half = typename grown<n - 1>::type;
    using type = typename both<half, half>::type;
};
template <> struct grown<0> { using type = list<int>; };
inline grown<40>::type all_types;
END
export TILEPROOF_COMPILER_MEMORY=1GiB
guard=("${some_memory[@]}")
devices=cpu refused 'needs more than the 1.0 GiB of memory that a compiler may take here' types.hip
"${guard[@]}" "$hipcc" types.hip -o types >said 2>&1
[ $? -eq 1 ] && grep -q 'needs more than the 1.0 GiB' said || complain 'tileproof-hipcc does not refuse types.hip:'
unset TILEPROOF_COMPILER_MEMORY
guard=("${all_memory[@]}")

# 12 files that each include the next one twice.
for ((i = 0; i < 12; ++i)); do printf '#include "level%d.hpp"\n#include "level%d.hpp"\n' $((i + 1)) $((i + 1)) >level$i.hpp; done
for ((i = 0; i < 2500; ++i)); do echo "int function_of_the_last_level_$i();"; done >level12.hpp
{ echo '#include "level0.hpp"'; cat right.hip; } >doubled.hip
devices=cpu refused 'wrote a file of more than 0.25 GiB' doubled.hip

mkfifo pipe.hpp
{ echo '#include "pipe.hpp"'; cat right.hip; } >waits.hip
TILEPROOF_COMPILER_SECONDS=2 refused 'had not ended after 2 s' waits.hip
[ -z "$(grep -lsz -- "[/]${scratch:1}" /proc/[0-9]*/cmdline)" ] || complain 'A compiler still runs.'

TILEPROOF_COMPILER_MEMORY=lots refused 'TILEPROOF_COMPILER_MEMORY is' right.hip
TILEPROOF_COMPILER_SECONDS=10min refused 'TILEPROOF_COMPILER_SECONDS is' right.hip
timeout 300 "$program" check right.hip --cases 20 --seed 1 --store findings --cache cache >said 2>&1
[ $? -eq 0 ] || complain 'Without limits a right kernel does not hold:'
exit $wrong
