// SPDX-License-Identifier: MIT
// Precompiled headers, with clang itself.
#include "compiler/build/back_end.hpp"
#include "compiler/build/build_cache.hpp"
#include "system/process.hpp"
#include "tests/compiler/build/header_cache_fixture.hpp"

namespace tileproof::compiler::header_tests {
namespace {

// The code is the same, whether headers were precompiled or not: the order of functions may be another one.
TEST(HeaderCacheWithClang, ChangesNoCode) {
    const properties::testing::scratch_folder cache, build;
    const source_request r{.source = std::string(TILEPROOF_SOURCE_DIR) + "/examples/transpose.hip",
                           .scratch = "",
                           .flags = include_flags(),
                           .preprocess_flags = {},
                           .headers = cache.path().string(),
                           .ready = "",
                           .wave_size = 32};
    const auto made = [&] {
        front_end f(r);
        const object_request o{.object = (build.path() / "k.o").string()};
        compile_for(o, f);
        return system::run({.words = {"sh", "-c",
                                      "llvm-objdump-19 -d --no-leading-addr --no-show-raw-insn " +
                                          o.object + " | sort"},
                            .seconds = 60})
            .output;
    };
    const std::string first = made();
    EXPECT_NE(first.find("transpose"), first.npos);
    for (int i = 0; i < 2; ++i) {
        EXPECT_TRUE(made() == first);
        EXPECT_GT(cached_kernels(cache.path())[0].bytes, 4u << 20);
    }
}

// A clang that writes down how it was called.
std::string writing_clang(const fs::path& folder) {
    const fs::path script = folder / "clang++";
    std::ofstream(script) << "#!/bin/sh\necho \"$*\" >>" << (folder / "calls").string()
                          << "\nexec clang++-19 \"$@\"\n";
    fs::permissions(script, fs::perms::owner_all);
    return script.string();
}

TEST(HeaderCacheWithClang, IsReadyForTestsAndForPrograms) {
    const properties::testing::scratch_folder made, build;
    const auto file = [&](const char* name, const char* text) {
        std::ofstream(build.path() / name) << text;
        return (build.path() / name).string();
    };
    source_request r{.compiler = writing_clang(build.path()),
                     .source = file("headers.hip", "#include <hip/hip_runtime.h>\n"),
                     .scratch = "",
                     .flags = include_flags(),
                     .preprocess_flags = {},
                     .headers = made.path().string(),
                     .ready = "",
                     .wave_size = 32};
    EXPECT_EQ(front_end(r).precompile_headers().size(), 6u) << "for both halves";
    r.ready = r.headers;
    r.headers = "";
    const auto takes_them = [&] {
        fs::remove(build.path() / "calls");
        (void)front_end(r).bitcode();
        const std::string calls = system::read_file(build.path() / "calls").value_or("");
        EXPECT_EQ(calls.find("-emit-pch"), calls.npos);
        return calls.find("-include-pch " + made.path().string()) != calls.npos;
    };
    r.source = file("k.hip",
                    "#include <hip/hip_runtime.h>\n__global__ void k(int* p) { *p = warpSize; }\n");
    EXPECT_TRUE(takes_them());
    r.wave_size = 64;
    EXPECT_FALSE(takes_them()) << "warpSize is another one";
    r.wave_size = 32;
    r.source = file("program.hip",
                    "#include <cstdio>\n__global__ void k() {}\nint main() { std::puts(\"\"); }\n");
    r.whole_program = true;
    r.preprocess_flags = {"-include", "hip/hip_runtime.h"};
    r.flags.insert(r.flags.end(), {"-w", "-g"});
    EXPECT_TRUE(takes_them());
    r.flags.emplace_back("-O3");
    EXPECT_FALSE(takes_them());
}

}  // namespace
}  // namespace tileproof::compiler::header_tests
