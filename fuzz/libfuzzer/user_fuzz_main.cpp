// SPDX-License-Identifier: MIT
// tileproof-fuzz-kernel: libFuzzer's main around user_fuzz.hpp. Flags with two dashes are ours, the
// others and the corpus are libFuzzer's.
//
//   --source=FILE [--cache=FOLDER] [--store=FOLDER] [--compiler=CLANG] [--flag=-DX ...] [--device=cpu ...]
//   [--wave=32|64|both]
#include "fuzz/libfuzzer/user_fuzz.hpp"
#include "kernels/device/cpu/launch.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

using namespace tileproof::properties;

namespace {
std::unique_ptr<user_fuzz> target;
}

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    user_build build;
    std::vector<std::string> devices;
    std::string store = ".tileproof/findings";
    for (int i = 1; i < *argc; ++i) {
        const std::string_view word = (*argv)[i];
        const auto value = [&](std::string_view name) {
            return word.starts_with(name) ? std::string(word.substr(name.size())) : std::string();
        };
        if (std::string v = value("--source="); !v.empty()) build.source = v;
        if (std::string v = value("--cache="); !v.empty()) build.cache = v;
        if (std::string v = value("--store="); !v.empty()) store = v;
        if (std::string v = value("--compiler="); !v.empty()) build.compiler = v;
        if (std::string v = value("--wave="); !v.empty()) build.wave = v;
        if (std::string v = value("--flag="); !v.empty()) build.flags.push_back(v);
        if (std::string v = value("--device="); !v.empty()) devices.push_back(v);
    }
    if (build.source.empty()) {
        std::fprintf(stderr, "Usage: %s --source=FILE [libFuzzer flags] [corpus folder]\n",
                     (*argv)[0]);
        std::exit(2);
    }
    if (!devices.empty()) build.devices = devices;
    build.coverage = true;
    tileproof::cpu_engine::settings().workers = 1;  // the same input, the same order of blocks
    try {
        target = std::make_unique<user_fuzz>(build, build.source.string(), store);
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
