// SPDX-License-Identifier: MIT
// tileproof-fuzz-kernel: libFuzzer's main around user_fuzz.hpp. Flags with two dashes are ours, the
// others and the corpus are libFuzzer's.
//
//   --source=FILE [--cache=FOLDER] [--store=FOLDER] [--compiler=CLANG] [--flag=-DX ...] [--device=cpu ...]
//   [--wave=32|64|both] [--install=NAME]
#include "fuzz/libfuzzer/user_fuzz.hpp"
#include "fuzz/libfuzzer/user_fuzz_options.hpp"
#include "kernels/device/cpu/launch.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>

using namespace tileproof::properties;

namespace {
std::unique_ptr<user_fuzz> target;
}

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    tileproof::cpu_engine::settings().workers = 1;  // the same input, the same order of blocks
    try {
        const user_fuzz_options o =
            read_user_fuzz_options({*argv, static_cast<std::size_t>(*argc)});
        if (o.build.source.empty()) {
            std::fprintf(stderr, "Usage: %s --source=FILE [libFuzzer flags] [corpus folder]\n",
                         (*argv)[0]);
            std::exit(2);
        }
        if (!o.install.empty()) {
            install_user_fuzz(o);
            std::exit(0);
        }
        target = std::make_unique<user_fuzz>(o.build, o.source, o.store);
    } catch (const user_error& e) {
        std::fprintf(stderr, "tileproof-fuzz-kernel: %s\n", e.what());
        std::exit(2);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (const auto broken = target->judge({data, size})) {
        std::fprintf(stderr, "tileproof: a law is broken\n%s\nfinding %s\n",
                     broken->sentence.c_str(), broken->file.c_str());
        std::abort();
    }
    return 0;
}
