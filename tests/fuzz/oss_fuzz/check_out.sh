#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check_out.sh OUT SANITIZER NAME...: what OSS-Fuzz's check_build asks of a folder of fuzz targets. They are looked at in
# another folder than they were built into, in an empty environment, as on a machine that has nothing of this one:
#
#   each NAME is there, executable, ELF, and defines LLVMFuzzerTestOneInput; nothing else does
#   it needs only libraries of a bare machine (C; the C++ library for kernels of users)
#   it runs four inputs, with at least 100 places of coverage, and with its dictionary and its options
#   every seed of its corpus passes
#   built with `address`, it calls AddressSanitizer at least 1000 times, and with `none` never
set -euo pipefail
export LC_ALL=C
out=$1
sanitizer=$2
shift 2
bare='linux-vdso|ld-linux|libc\.so|libm\.so|libpthread|libdl\.so|librt\.so|libresolv|libgcc_s|libstdc\+\+'
away=$(mktemp -d)
trap 'rm -rf "$away"' EXIT
cp -r "$out" "$away/out"
cd "$away"
bad=0
complain() {
    printf 'BAD BUILD: %s\n' "$*"
    bad=1
}
run() { env -i PATH=/usr/bin:/bin HOME="$away" timeout 300 "$@" >"$away/said" 2>&1; }

# As libFuzzer is given them.
options_of() { [ ! -f "out/$1.options" ] || sed -n 's/^\([a-z_]*\) = \(.*\)$/-\1=\2/p' "out/$1.options"; }

found=$(find out -maxdepth 1 -type f -perm -111 -exec grep -l LLVMFuzzerTestOneInput {} + | xargs -r -n 1 basename | sort)
[ "$found" = "$(printf '%s\n' "$@" | sort)" ] || complain "the targets are" $found "and must be" "$@"
for name in $found; do
    program=$away/out/$name
    [ "$(head -c 4 "$program" | tail -c 3)" = ELF ] || complain "$name is not ELF"
    for file in "$program" $(find "$program.kernel" -name '*.so' 2>/dev/null); do
        needs=$(ldd "$file" | grep -vE "$bare" || true)
        [ -z "$needs" ] || complain "${file#"$away/out/"} needs" $needs
    done
    mapfile -t options < <(options_of "$name")
    [ ! -f "out/$name.dict" ] || options+=("-dict=$away/out/$name.dict")
    mkdir -p "corpus/$name"
    run "$program" "${options[@]}" -seed=1337 -runs=4 "corpus/$name" && grep -q 'Done 4 runs' said ||
        complain "$name does not run four inputs:" "$(tail -n 5 said)"
    counters=$(sed -n 's/^INFO: Loaded .* modules* *(\([0-9]*\) .*counters).*/\1/p' said)
    [ "${counters:-0}" -ge 100 ] || complain "$name has ${counters:-0} places of coverage, fewer than 100"
    if [ -f "out/${name}_seed_corpus.zip" ]; then
        (cd "corpus/$name" && cmake -E tar xf "$away/out/${name}_seed_corpus.zip")
        [ -n "$(ls "corpus/$name")" ] || complain "${name}_seed_corpus.zip is empty"
        run "$program" "${options[@]}" -runs=0 "corpus/$name" || complain "a seed of $name fails:" "$(tail -n 5 said)"
    fi
    calls=$(objdump -d --no-show-raw-insn "$program" | grep -cE 'callq? .*<__asan' || true)
    case $sanitizer in
    address) [ "$calls" -ge 1000 ] || complain "$name calls AddressSanitizer $calls times, fewer than 1000" ;;
    *) [ "$calls" = 0 ] || complain "$name calls AddressSanitizer $calls times, though built with $sanitizer" ;;
    esac
done
[ $bad = 0 ] && printf 'Good: %s\n' "$(echo $found)"
exit $bad
