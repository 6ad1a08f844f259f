#!/bin/bash -eu
# SPDX-License-Identifier: MIT
# What OSS-Fuzz and ClusterFuzzLite run to build our fuzz targets; both set CC, CXX, CFLAGS, CXXFLAGS,
# LIB_FUZZING_ENGINE, SRC, WORK and OUT (docs/campaigns.md). After it lie in $OUT, for each target:
#
#   layout_text  layout_text.dict  layout_text.options  layout_text_seed_corpus.zip
#
# TARGETS, a list of names, builds only these; JOBS is how many compilers run at a time.
checkout=$SRC/tileproof
build=$WORK/tileproof

# The packages of the distribution are built with libstdc++; one program cannot have both.
export CXXFLAGS="${CXXFLAGS//-stdlib=libc++/}"

cmake -S "$checkout" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None -DTILEPROOF_JOIN_SOURCES=ON \
    -DTILEPROOF_BUILD_FUZZERS=ON -DTILEPROOF_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" \
    -DTILEPROOF_BUILD_TESTS=OFF -DTILEPROOF_BUILD_BENCHMARKS=OFF -DTILEPROOF_HIP=OFF -DTILEPROOF_CUDA=OFF

read -r -a programs <<<"${TARGETS:-}"
programs=("${programs[@]/#/fuzz_}")
[ -n "${TARGETS:-}" ] || programs=(all_fuzz_targets)
cmake --build "$build" -j "${JOBS:-$(nproc)}" --target "${programs[@]}"

for program in "$build"/bin/fuzz/*; do
    name=${program##*/}
    [ -f "$program" ] && [[ $name != *.* ]] || continue
    cp "$program" "$OUT/$name"
    [ ! -f "$program.dict" ] || cp "$program.dict" "$OUT/"
    { echo "[libfuzzer]"; sed 's/^-//; s/=/ = /' "$program.flags"; } >"$OUT/$name.options"
    seeds=$build/bin/fuzz/seeds/$name
    [ -z "$(ls -A "$seeds")" ] ||
        (cd "$seeds" && find . -type f -printf '%P\n' | sort >"$WORK/seeds" &&
            cmake -E tar cf "$OUT/${name}_seed_corpus.zip" --format=zip --files-from="$WORK/seeds")
done
