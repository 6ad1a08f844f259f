#!/bin/sh
# SPDX-License-Identifier: MIT
# Stands for an emulator or a batch system: writes down what it is asked to run, and runs it.
[ "$1" = --on ] && [ "$2" = "a gpu" ] && [ "$3" = -- ] || exit 9
shift 3
echo "$@" >>"$(dirname "$1")/launched.txt"
exec "$@"
