#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# build_test.sh CHECKOUT WORK CXX TARGET...: runs .clusterfuzzlite/build.sh as OSS-Fuzz does, and judges what it leaves
# as check_build does (check_out.sh). Without targets it builds all of them.
set -euo pipefail
checkout=$1
work=$2
export CXX=$3 CC=${3/++/}
shift 3
here=$(cd "$(dirname "$0")" && pwd)
command -v "$CXX" >/dev/null || { echo "$CXX is not here." && exit 77; }
case $CXX in *clang*) ;; *) echo "libFuzzer needs clang, and the compiler is $CXX." && exit 77 ;; esac

# As in the image base-builder, for SANITIZER=address.
export CFLAGS="-O1 -fno-omit-frame-pointer -gline-tables-only -Wno-error -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION \
-fsanitize=address -fsanitize-address-use-after-scope -fsanitize=fuzzer-no-link"
export CXXFLAGS="$CFLAGS -stdlib=libc++" LIB_FUZZING_ENGINE=-fsanitize=fuzzer SANITIZER=address FUZZING_ENGINE=libfuzzer
export SRC=$work/src WORK=$work/work OUT=$work/out TARGETS="$*" JOBS=${TILEPROOF_JOBS:-2}
rm -rf "$OUT" "$SRC"
mkdir -p "$SRC" "$WORK" "$OUT"
ln -s "$checkout" "$SRC/tileproof"
nice bash "$checkout/.clusterfuzzlite/build.sh" >"$work/log" 2>&1 || { tail -n 30 "$work/log" && exit 1; }
names=("$@")
[ $# -gt 0 ] || read -r -a names <<<"$(cd "$WORK/tileproof/bin/fuzz" && find . -maxdepth 1 -type f -name '[a-z_]*' ! -name '*.*' -printf '%f ')"
bash "$here/check_out.sh" "$OUT" address "${names[@]}"
for name in "${names[@]}"; do
    [ -f "$OUT/${name}_seed_corpus.zip" ] || { echo "$name has no seeds beside it." && exit 1; }
    [ ! -f "$checkout/fuzz/dictionaries/${name#layout_}.dict" ] || [ -f "$OUT/$name.dict" ] ||
        { echo "$name has no dictionary beside it." && exit 1; }
done

# The check itself finds what it is there for: a target that needs a library, one without coverage.
broken=$work/broken
rm -rf "$broken"
mkdir -p "$broken"
printf 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' >"$work/empty.cpp"
"$CXX" -fsanitize=fuzzer,address "$work/empty.cpp" -Wl,--no-as-needed -l:libfmt.so.9 -o "$broken/empty" 2>/dev/null ||
    "$CXX" -fsanitize=fuzzer,address "$work/empty.cpp" -Wl,--no-as-needed -lz -o "$broken/empty"
said=$(bash "$here/check_out.sh" "$broken" address empty other) && { echo "a bad build passes" && exit 1; }
for must in 'needs lib' 'places of coverage' 'calls AddressSanitizer' 'must be empty other'; do
    grep -q "$must" <<<"$said" || { printf 'not noticed: %s\n%s\n' "$must" "$said" && exit 1; }
done
