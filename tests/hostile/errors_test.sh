#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# errors_test.sh PROGRAM COMPILER [--all]: every error that the system may give to a write, a rename, a sync or a fork.
# Whatever fails, a wrong kernel is never said to hold, a right one never to fail, and no finding that was stored is lost.
# Without --all each error is tried at a few of the calls, with it at every one.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=$1 compiler=$2 all=${3:-} scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
. "$here/kernels.sh"
write_kernels
"$compiler" -std=c++20 -shared -fPIC -O1 -o failing_calls.so "$here/failing_calls.cpp" || exit 1

# By their manual pages: EINTR 4, EIO 5, EBADF 9, EAGAIN 11, ENOMEM 12, EACCES 13, EFAULT 14, EBUSY 16, EEXIST 17, EXDEV
# 18, ENOTDIR 20, EISDIR 21, EINVAL 22, EFBIG 27, ENOSPC 28, EROFS 30, EMLINK 31, EPIPE 32, ENAMETOOLONG 36, ENOSYS 38,
# ENOTEMPTY 39, ELOOP 40, EDESTADDRREQ 89, EDQUOT 122.
declare -A errors=([write]="4 5 9 11 14 22 27 28 32 89 122" [rename]="2 5 12 13 14 16 17 18 20 21 22 28 30 31 36 39 40 122"
                   [fsync]="4 5 9 22 28 30 122" [fork]="11 12 38")
tries=0 wrong=0

# check_wrong ..: with the call that fails; sets code.
check_one() {  # kernel store
    timeout 120 env LD_PRELOAD=./failing_calls.so "$program" check "$1" --device cpu --cases 25 --seed 1 --jobs 1 \
        --store "$2" --json report.json >said 2>&1
    code=$?
}
complain() {
    echo "FAIL_CALL=$FAIL_CALL FAIL_AT=$FAIL_AT FAIL_WITH=$FAIL_WITH FAIL_IN=$FAIL_IN: $1 (exit code $code)"
    head -c 1500 said
    wrong=1
}
try() {
    export FAIL_AT=$1 FAIL_WITH=$2
    tries=$((tries + 1))
    rm -rf store && cp -r stored store
    check_one wrong.hip store
    [ $code -eq 1 ] || [ $code -eq 2 ] || complain 'a wrong kernel was not found'
    ls store/K1-scaled@cpu-*.json >/dev/null 2>&1 || complain 'a stored finding is lost'
    cmp -s <(cd stored && cat *.json) <(cd store && cat *.json) ||
        [ -z "$("$program" findings list --store store 2>&1 >/dev/null)" ] || complain 'a stored finding cannot be read'
    rm -rf empty
    check_one right.hip empty
    [ $code -eq 0 ] || [ $code -eq 2 ] || complain 'a right kernel failed'
    ls empty/*.json >/dev/null 2>&1 && complain 'a finding about a right kernel was stored'
}

export FAIL_CALL=none FAIL_AT=0 FAIL_WITH=5 FAIL_LOG= FAIL_IN=parent
check_one wrong.hip stored
[ $code -eq 1 ] && ls stored/K1-scaled@cpu-*.json >/dev/null || { echo 'Without errors it does not work.'; cat said; exit 1; }
check_one right.hip empty
[ $code -eq 0 ] || { echo 'Without errors it does not work.'; cat said; exit 1; }

for where in parent child; do
    for call in write rename fsync fork; do
        [ $where = child ] && [ $call != write ] && continue
        # How often it is called, with and without something to store.
        export FAIL_CALL=$call FAIL_AT=0 FAIL_LOG=$scratch/log FAIL_IN=$where
        rm -f log && rm -rf store && check_one wrong.hip store
        calls=$(stat -c %s log 2>/dev/null || echo 0)
        [ "$calls" -gt 0 ] || { echo "$call is never called."; wrong=1; }
        [ $where = child ] && calls=$((calls < 12 ? calls : 12))  # each worker counts its own
        unset FAIL_LOG
        i=0
        for error in ${errors[$call]}; do
            if [ "$all" = --all ]; then
                for ((n = 1; n <= calls; ++n)); do try $n "$error"; done
            else
                try $((i * 5 % calls + 1)) "$error"
            fi
            i=$((i + 1))
        done
        # Of what is not stored yet: a finding that cannot be kept is told all the same.
        for ((n = 1; n <= calls; n += (calls / 6 + 1))); do
            tries=$((tries + 1))
            export FAIL_AT=$n FAIL_WITH=28
            rm -rf store
            check_one wrong.hip store
            [ $code -eq 1 ] || [ $code -eq 2 ] || complain 'a wrong kernel was not found'
        done
    done
done
echo "$tries runs with an error, of a wrong kernel and of a right one"
exit $wrong
