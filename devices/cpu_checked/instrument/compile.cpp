// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/instrument/compile.hpp"

#include "system/limited_run.hpp"

namespace tileproof::cpu_checked {
namespace {

constexpr std::uint64_t longest_object = 1u << 30;  // bytes

// Its errors go to standard error.
void run(const std::vector<std::string>& words, const std::string& source) {
    constexpr std::size_t most_kept = 16u << 20;  // bytes of messages
    system::limited_result said;
    try {
        said = system::run_limited(
            {.words = words, .kept = most_kept, .largest_file = longest_object});
    } catch (const system::start_error& e) {
        throw compile_error(std::string(e.what()) + " Install clang-19, or name another one.");
    }
    if (!said.limit.empty())
        throw system::limit_met(source +
                                " was not compiled for the cpu-checked device: " + said.limit);
    system::print_here(said.output);
    if (!said.how.well())
        throw compile_error(source +
                            " could not be compiled for the cpu-checked device; see the messages "
                            "of " +
                            words[0] + " above.");
}

}  // namespace

std::vector<std::string> front_end_words(const compile_request& r) {
    std::vector<std::string> words{r.compiler};
    if (r.language.empty()) words.insert(words.end(), {"-x", r.header ? "c++-header" : "c++"});
    words.insert(words.end(), r.language.begin(), r.language.end());
    words.insert(words.end(), {"-std=c++20", "-DTILEPROOF_CPU_CHECKED",
                               "-DTILEPROOF_CPU_CALLS_ENGINE", "-DTILEPROOF_DEVICE=cpu_checked"});
    words.insert(words.end(), r.flags.begin(), r.flags.end());
    // The sanitizer finds indices outside of arrays. The passes read where variables are declared, not each assignment.
    words.insert(
        words.end(),
        {"-O2", "-fno-sanitize=all",
         // By clang itself: its driver knows no sanitizers for a GPU.
         "-Xclang", "-fsanitize=array-bounds", "-Xclang", "-fsanitize-recover=array-bounds",
         "-fno-finite-loops", "-fno-delete-null-pointer-checks", "-fno-optimize-sibling-calls",
         "-fstrict-flex-arrays=1", "-fno-stack-protector", "-fno-discard-value-names", "-Xclang",
         "-fexperimental-assignment-tracking=disabled", "-ftrivial-auto-var-init=pattern",
         "-Wno-undefined-internal", "-fPIC", "-g", "-fno-vectorize", "-fno-slp-vectorize",
         "-fno-unroll-loops", "-fno-lto", "-Wno-pass-failed"});
    return words;
}

void compile_checked(const compile_request& r) {
    std::vector<std::string> words = front_end_words(r);
    if (!r.dependencies.empty())
        words.insert(words.end(), {"-MD", "-MF", r.dependencies, "-MT", r.object});
    const auto option = [&](const std::string& o) { words.insert(words.end(), {"-mllvm", o}); };
    if (!r.header) words.emplace_back("-c");
    if (!r.header && !r.passes.empty()) {
        // Twice: for their options, and for the passes.
        words.insert(words.end(), {"-fplugin=" + r.passes, "-fpass-plugin=" + r.passes});
        option("-tileproof-checked");
        if (!r.device_half.empty()) option("-tileproof-device=" + r.device_half);
        if (r.whole_program) option("-tileproof-whole-program");
        if (r.declares_tests) option("-tileproof-declares-tests");
        if (r.keep_steps) option("-tileproof-keep-steps=" + r.object);
    }
    words.insert(words.end(), {r.source, "-o", r.object});
    run(words, r.named.empty() ? r.source : r.named);
}

}  // namespace tileproof::cpu_checked
