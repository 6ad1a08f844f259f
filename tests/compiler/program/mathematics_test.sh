#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# mathematics_test.sh TILEPROOF: kernels have the mathematics that HIP documents, on both cpu devices.
set -euo pipefail
source=$(cd "$(dirname "$0")" && pwd)/mathematics.hip
cd "$(mktemp -d)"
for device in cpu cpu-checked; do
    "$1" run --device $device "$source" >out 2>&1 || { echo "FAILED: $device: $(cat out)"; exit 1; }
    grep -qx 'tileproof: no findings.' out || { echo "FAILED: $device: $(cat out)"; exit 1; }
done
