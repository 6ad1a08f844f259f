// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/instrument/compile.hpp"

#include <filesystem>
#include <fstream>

#include "devices/cpu_checked/instrument/alignment.hpp"
#include "devices/cpu_checked/instrument/load_time.hpp"
#include "devices/cpu_checked/instrument/rewrite.hpp"
#include "devices/cpu_checked/instrument/vector_elements.hpp"
#include "system/limited_run.hpp"
#include "system/read_file.hpp"

namespace tileproof::cpu_checked {
namespace {

std::string text_of(const std::string& path) {
    auto text = system::read_file(path);
    if (!text) throw compile_error("The file " + path + " cannot be read.");
    return *std::move(text);
}

void write_file(const std::string& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    if (!file.write(text.data(), static_cast<std::streamsize>(text.size())).flush())
        throw compile_error("The file " + path + " cannot be written.");
}

constexpr std::uint64_t longest_text = 1u
                                       << 30;  // bytes of LLVM IR: it is read, and rewritten, here

// Its errors go to standard error.
void run(const std::vector<std::string>& words, const std::string& source) {
    constexpr std::size_t most_kept = 16u << 20;  // bytes of messages
    system::limited_result said;
    try {
        said =
            system::run_limited({.words = words, .kept = most_kept, .largest_file = longest_text});
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

class temporary_files {
  public:
    temporary_files(std::string base, bool keep) : base_(std::move(base)), keep_(keep) {}
    ~temporary_files() {
        std::error_code ignored;
        for (int i = 1; i <= 4 && !keep_; ++i) std::filesystem::remove((*this)[i], ignored);
    }
    std::string operator[](int step) const { return base_ + "." + std::to_string(step) + ".ll"; }

  private:
    std::string base_;
    bool keep_;
};

}  // namespace

std::vector<std::string> front_end_words(const compile_request& r) {
    std::vector<std::string> words{r.compiler,
                                   "-x",
                                   r.header ? "c++-header" : "c++",
                                   "-std=c++20",
                                   "-DTILEPROOF_CPU_CHECKED",
                                   "-DTILEPROOF_CPU_CALLS_ENGINE",
                                   "-DTILEPROOF_DEVICE=cpu_checked"};
    words.insert(words.end(), r.flags.begin(), r.flags.end());
    words.insert(
        words.end(),
        {"-O1", "-Xclang", "-disable-llvm-passes", "-fsanitize=thread,array-bounds",
         "-fno-finite-loops", "-fno-delete-null-pointer-checks", "-fno-optimize-sibling-calls",
         "-fstrict-flex-arrays=1", "-fno-stack-protector", "-fno-discard-value-names",
         "-ftrivial-auto-var-init=pattern", "-Wno-undefined-internal", "-fPIC", "-g"});
    if (!r.header) words.insert(words.end(), {"-S", "-emit-llvm"});
    return words;
}

void compile_checked(const compile_request& r) {
    const temporary_files step(r.object, r.keep_steps);
    std::vector<std::string> front = front_end_words(r);
    if (!r.dependencies.empty())
        front.insert(front.end(), {"-MD", "-MF", r.dependencies, "-MT", r.object});
    front.insert(front.end(), {r.source, "-o", r.header ? r.object : step[1]});
    const std::string& name = r.named.empty() ? r.source : r.named;
    run(front, name);
    if (r.header) return;
    const rewrite_paths paths = rewrite_paths::standard();
    write_file(step[2], keep_copies(access_elements_alone(text_of(step[1])), paths));
    run({r.compiler, "-x", "ir", "-O0", "-fsanitize=thread", "-mllvm",
         "-tsan-instrument-read-before-write=1", "-mllvm", "-tsan-instrument-func-entry-exit=0",
         "-mllvm", "-tsan-distinguish-volatile=1", "-S", "-emit-llvm", "-fPIC", step[2], "-o",
         step[3]},
        name);
    const std::string checked =
        with_dword_alignment(call_runtime(text_of(step[3]), paths, r.whole_program));
    write_file(step[4], r.declares_tests ? without_optimising_loading(checked) : checked);
    run({r.compiler, "-x", "ir", "-O2", "-fPIC", "-fno-vectorize", "-fno-slp-vectorize",
         "-fno-unroll-loops", "-Wno-pass-failed", "-c", step[4], "-o", r.object},
        name);
}

}  // namespace tileproof::cpu_checked
