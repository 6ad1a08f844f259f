// SPDX-License-Identifier: MIT
#include "kernels/user/compile_source.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "kernels/device/cpu/fiber.hpp"  // TILEPROOF_ASAN
#include "kernels/device/cpu_checked/instrument/compile.hpp"
#include "kernels/user/compiler_messages.hpp"
#include "kernels/user/compilers.hpp"
#include "system/limited_run.hpp"
#include "system/read_file.hpp"
#include "system/visible_text.hpp"

namespace tileproof::user {
namespace {

namespace fs = std::filesystem;

class temporary_file {
  public:
    explicit temporary_file(std::string path) : path(std::move(path)) {}
    ~temporary_file() {
        std::error_code ignored;
        fs::remove(path, ignored);
    }
    temporary_file(const temporary_file&) = delete;
    temporary_file& operator=(const temporary_file&) = delete;
    const std::string path;
};

}  // namespace

void run_compiler(const std::vector<std::string>& words, const std::string& source,
                  std::uint64_t largest_file) {
    constexpr std::size_t most_kept = 16u << 20;  // bytes of messages
    const system::limited_result said =
        system::run_limited({.words = words, .kept = most_kept, .largest_file = largest_file});
    if (!said.limit.empty()) throw std::runtime_error(source + " was not compiled: " + said.limit);
    system::print_here(said.how.well() ? said.output : without_warnings(said.output));
    if (!said.how.well())
        throw std::runtime_error(source + " could not be compiled; see the messages of " +
                                 words[0] + " above." + advice_on(said.output));
}

std::string project_root() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    const fs::path installed = program.parent_path().parent_path() / "include/tileproof";
    return fs::exists(installed / "kernels/user", error) ? installed.string()
                                                         : TILEPROOF_SOURCE_ROOT;
}

std::vector<std::string> include_flags() {
    const fs::path root = project_root();
    return {
#ifdef TILEPROOF_ASAN
        "-DTILEPROOF_ASAN=1",  // both sides of a fiber switch must tell address sanitizer
#endif
        "-I" + (root / "kernels/device/cpu/include").string(),
        "-I" + (root / "kernels/user/include").string(),
        "-I" + root.string(),
        "-I" + (root / "lib").string(),
        "-isystem",
        "/usr/include/eigen3"};
}

namespace {

void compile_translated(const source_request& r) {
    const bool checked = r.device == translate_for::cpu_checked;
    const temporary_file preprocessed(r.object + ".ii"), made(r.object + ".cpp");
    std::vector<std::string> front{r.compiler,
                                   "-x",
                                   "c++",
                                   "-std=gnu++20",
                                   "-E",
                                   "-w",
                                   "-DTILEPROOF_TRANSLATE",
                                   "-D__HIPCC__=1",
                                   "-D__HIP__=1",
                                   "-D__HIP_PLATFORM_AMD__=1"};
    if (checked)
        front.insert(front.end(), {"-DTILEPROOF_DEVICE=cpu_checked", "-DTILEPROOF_CPU_CHECKED",
                                   "-DTILEPROOF_CPU_CALLS_ENGINE"});
    else
        front.push_back("-DTILEPROOF_DEVICE=cpu");
    if (r.wave_size) front.push_back("-DTILEPROOF_WAVE_SIZE=" + std::to_string(r.wave_size));
    front.insert(front.end(), r.flags.begin(), r.flags.end());
    front.insert(front.end(), r.preprocess_flags.begin(), r.preprocess_flags.end());
    if (!r.dependencies.empty())
        front.insert(front.end(), {"-MD", "-MF", r.dependencies, "-MT", "inputs"});
    front.insert(front.end(), {r.source, "-o", preprocessed.path});
    constexpr std::uint64_t longest_text = 256u << 20;  // it is read, and translated, here
    run_compiler(front, r.source, longest_text);
    const auto read = system::read_file(preprocessed.path);
    if (!read)
        throw std::runtime_error("The file " + preprocessed.path +
                                 ", which the compiler wrote, cannot be read.");
    const std::string& text = *read;
    if (r.read) r.read(text);
    // A file of a program that never includes HIP holds nothing to check.
    const bool plain = r.whole_program && text.find("tileproof_hip/keywords.h\"") == text.npos;
    std::ofstream(made.path, std::ios::binary) << (plain ? text : translated(text, r.device));

    // -D and -I have done their work; giving them again would change words that are final.
    std::vector<std::string> rest;
    for (std::size_t i = 0; i < r.flags.size(); ++i) {
        const std::string& f = r.flags[i];
        if (f == "-I" || f == "-D" || f == "-U" || f == "-isystem" || f == "-include" ||
            f == "-iquote")
            ++i;
        else if (!f.starts_with("-I") && !f.starts_with("-D") && !f.starts_with("-U"))
            rest.push_back(f);
    }
#if defined(__x86_64__)
    // Many local variables meet the end of the stack page by page, and do not step over it to another's.
    rest.emplace_back("-fstack-clash-protection");
#endif
    rest.insert(rest.end(),
                {"-Wno-unknown-attributes", "-Wno-ignored-attributes", "-Wno-attributes"});
    if (checked && !plain) {
        // An int that overflows holds what a register does then. It is undefined, and an optimiser that takes a wider one
        // in its place would hide it.
        rest.insert(rest.begin(), {"-std=gnu++20", "-fwrapv"});
        cpu_checked::compile_checked({.compiler = r.compiler,
                                      .source = made.path,
                                      .object = r.object,
                                      .dependencies = "",
                                      .flags = rest,
                                      .whole_program = r.whole_program});
        return;
    }
    std::vector<std::string> words{r.compiler, "-x", "c++", "-std=gnu++20", "-fPIC"};
    // What a variable holds that was never set is the same in each case, not what lay on the stack.
    const int gcc = version_of_gcc(r.compiler);
    if (gcc == 0 || gcc >= 12) words.emplace_back("-ftrivial-auto-var-init=pattern");
    // Two copies of one file, for waves of 32 and of 64 lanes, have shared variables of their own.
    if (gcc > 0) words.emplace_back("-fno-gnu-unique");
    words.insert(words.end(), r.code_flags.begin(), r.code_flags.end());
    words.insert(words.end(), rest.begin(), rest.end());
    words.insert(words.end(), {"-c", made.path, "-o", r.object});
    run_compiler(words, r.source);
}

}  // namespace

void compile_source(const source_request& r) {
    std::string messages;
    const auto say = [&] {
        const std::string root = project_root();
        system::print_here(system::visible(
            readable_messages(messages, {root + "/kernels/device", root + "/kernels/user/include",
                                         root + "/lib", "/usr/include", "/usr/lib"})));
    };
    try {
        const system::collect_output into(messages);
        compile_translated(r);
    } catch (...) {
        say();
        throw;
    }
    say();
}

}  // namespace tileproof::user
