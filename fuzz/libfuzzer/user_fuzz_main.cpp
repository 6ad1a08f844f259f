// SPDX-License-Identifier: MIT
// tileproof-fuzz-kernel: libFuzzer's main around user_fuzz.hpp. Flags with two dashes are ours, the
// others and the corpus are libFuzzer's.
//
//   --source=FILE [--cache=FOLDER] [--store=FOLDER] [--compiler=CLANG] [--flag=-DX ...] [--device=cpu ...]
//   [--wave=32|64|both] [--install=NAME]
#include "devices/cpu/launch.hpp"
#include "fuzz/libfuzzer/user_fuzz.hpp"
#include "fuzz/libfuzzer/user_fuzz_options.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>

using namespace tileproof::properties;

namespace {
std::unique_ptr<user_fuzz> target;

// At the end of a search of this process: what was never judged has not held.
void say_what_was_not_judged() {
    const std::string why = target ? target->why_not_judged() : std::string();
    if (why.empty()) return;
    std::fprintf(stderr, "tileproof-fuzz-kernel: %s\n", why.c_str());
    std::_Exit(2);
}

bool searches_here(std::span<char* const> arguments) {
    const auto has = [&](std::string_view flag) {
        return std::ranges::any_of(
            arguments, [&](const char* word) { return std::string_view(word).starts_with(flag); });
    };
    return has("-max_total_time=") && !has("-fork=") && !has("-jobs=") && !has("-merge");
}
}  // namespace

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
        if (searches_here({*argv, static_cast<std::size_t>(*argc)}))
            std::atexit(say_what_was_not_judged);
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
