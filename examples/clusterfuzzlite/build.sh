#!/bin/bash -eu
# SPDX-License-Identifier: MIT
# A template: what ClusterFuzzLite and OSS-Fuzz run to make fuzz targets of your kernel tests. Every
# tileproof_add_kernel_test(NAME ...) of your CMakeLists.txt becomes the target $OUT/NAME, which needs neither compiler
# nor source where it runs. Copy this folder to .clusterfuzzlite, and fill in PROJECT in both files.
project=$SRC/${PROJECT:-project}

# The packages of the distribution, and your kernels, are built with libstdc++.
export CXXFLAGS="${CXXFLAGS//-stdlib=libc++/}"

# tileproof itself is built with the sanitizer of this run: its checks are what judges your kernels.
if [ -z "${tileproof_DIR:-}" ]; then
    export tileproof_DIR=$WORK/tileproof
    cmake -S "$SRC/tileproof" -B "$tileproof_DIR" -G Ninja -DCMAKE_BUILD_TYPE=None \
        -DTILEPROOF_BUILD_FUZZERS=ON -DTILEPROOF_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" \
        -DTILEPROOF_BUILD_TESTS=OFF -DTILEPROOF_BUILD_BENCHMARKS=OFF -DTILEPROOF_HIP=OFF -DTILEPROOF_CUDA=OFF
    cmake --build "$tileproof_DIR" -j "${JOBS:-$(nproc)}" --target tileproof-fuzz-kernel
fi
cmake -S "$project" -B "$WORK/project" -G Ninja
cmake --build "$WORK/project" --target oss_fuzz
