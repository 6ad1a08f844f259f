// SPDX-License-Identifier: MIT
#include "kernels/user/compile_source.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "kernels/device/cpu/fiber.hpp"  // TILEPROOF_ASAN
#include "kernels/device/cpu/regions/compile.hpp"
#include "kernels/device/cpu_checked/instrument/compile.hpp"
#include "kernels/device/cpu_checked/instrument/load_time.hpp"
#include "kernels/user/compiler_messages.hpp"
#include "kernels/user/compilers.hpp"
#include "kernels/user/gpu_flags.hpp"
#include "kernels/user/header_cache.hpp"
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
    if (!said.limit.empty()) throw system::limit_met(source + " was not compiled: " + said.limit);
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

// The preprocessed text of the source, which is also written to `file`.
std::string preprocess(const source_request& r, const std::string& file) {
    std::vector<std::string> words{r.compiler,
                                   "-x",
                                   "c++",
                                   "-std=gnu++20",
                                   "-E",
                                   "-w",
                                   "-DTILEPROOF_TRANSLATE",
                                   "-D__HIPCC__=1",
                                   "-D__HIP__=1",
                                   "-D__HIP_PLATFORM_AMD__=1"};
    if (r.device == translate_for::cpu_checked)
        words.insert(words.end(), {"-DTILEPROOF_DEVICE=cpu_checked", "-DTILEPROOF_CPU_CHECKED",
                                   "-DTILEPROOF_CPU_CALLS_ENGINE"});
    else
        words.push_back("-DTILEPROOF_DEVICE=cpu");
    if (r.wave_size) words.push_back("-DTILEPROOF_WAVE_SIZE=" + std::to_string(r.wave_size));
    for (const auto& more : {flags_of_gpu(gpu_of(r.flags)), flags_without_gpu(r.flags)})
        words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), r.preprocess_flags.begin(), r.preprocess_flags.end());
    if (!r.dependencies.empty())
        words.insert(words.end(), {"-MD", "-MF", r.dependencies, "-MT", "inputs"});
    words.insert(words.end(), {r.source, "-o", file});
    constexpr std::uint64_t longest_text = 256u << 20;  // it is read, and translated, here
    run_compiler(words, r.source, longest_text);
    auto text = system::read_file(file);
    if (!text)
        throw std::runtime_error("The file " + file +
                                 ", which the compiler wrote, cannot be read.");
    return std::move(*text);
}

// -D and -I have done their work; giving them again would change words that are final.
std::vector<std::string> flags_after_preprocessing(const std::vector<std::string>& given) {
    const std::vector<std::string> flags = flags_without_gpu(given);
    std::vector<std::string> rest;
    for (std::size_t i = 0; i < flags.size(); ++i) {
        const std::string& f = flags[i];
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
    return rest;
}

// A precompiled header (header_cache.hpp) where no flag asks for more than other code.
bool may_keep_headers(const source_request& r) {
    if (r.headers.empty() || r.whole_program || version_of_gcc(r.compiler) > 0) return false;
    return std::ranges::all_of(flags_after_preprocessing(r.flags), [](const std::string& f) {
        constexpr std::array known{"-O",    "-g",          "-W",         "-w",
                                   "-std=", "-m",          "-fsanitize", "-fno-",
                                   "-ffp-", "-ffast-math", "-fstack",    "-fwrapv"};
        return f != "-mllvm" &&
               std::ranges::any_of(known, [&](const char* begin) { return f.starts_with(begin); });
    });
}

// Threads as loops between barriers (kernels/device/cpu/regions) where nothing is asked for that the text of the module
// would not keep: other optimisation, debug information, sanitizers.
bool may_loop_threads(const source_request& r) {
    if (r.whole_program || r.code_flags != std::vector<std::string>{"-O2"}) return false;
    return std::ranges::none_of(r.flags, [](const std::string& f) {
        for (const char* const begin : {"-O", "-x", "-Xclang", "-mllvm"})
            if (f.starts_with(begin)) return true;
        return cpu_regions::keeps_fibers(f);
    });
}

void compile_plain(const source_request& r, const compile_job& job) {
    std::vector<std::string> words{r.compiler, "-x", job.header ? "c++-header" : "c++",
                                   "-std=gnu++20", "-fPIC"};
    // What a variable holds that was never set is the same in each case, not what lay on the stack.
    const int gcc = version_of_gcc(r.compiler);
    if (gcc == 0 || gcc >= 12) words.emplace_back("-ftrivial-auto-var-init=pattern");
    // Two copies of one file, for waves of 32 and of 64 lanes, have shared variables of their own.
    if (gcc > 0) words.emplace_back("-fno-gnu-unique");
    // A GPU asks for no more of private memory that is seen as a vector (cpu_checked/instrument/alignment.hpp).
    if (gcc == 0) words.emplace_back("-fmax-type-align=8");
    words.insert(words.end(), r.code_flags.begin(), r.code_flags.end());
    words.insert(words.end(), job.flags.begin(), job.flags.end());
    const bool loops = gcc == 0 && may_loop_threads(r);
    if (loops)
        words.insert(words.end(), std::begin(cpu_regions::first_step_flags),
                     std::end(cpu_regions::first_step_flags));
    if (job.header || !loops) {
        if (!job.header) words.emplace_back("-c");
        words.insert(words.end(), {job.source, "-o", job.object});
        return run_compiler(words, r.source);
    }
    const temporary_file module(r.object + ".ll");
    words.insert(words.end(), {"-S", "-emit-llvm", job.source, "-o", module.path});
    run_compiler(words, r.source);
    cpu_regions::compile_with_regions(
        {.compiler = r.compiler,
         .module = module.path,
         .object = r.object,
         .flags = {"-O2", "-fPIC"},
         .run = [&](const auto& command) { run_compiler(command, r.source); },
         .changed =
             [](const auto& text) { return cpu_checked::without_optimising_loading(text); }});
}

void compile_translated(const source_request& r) {
    const temporary_file preprocessed(r.object + ".ii"), made(r.object + ".cpp");
    const std::string text = preprocess(r, preprocessed.path);
    if (r.read) r.read(text);
    // A file of a program that never includes HIP holds nothing to check.
    const bool plain = r.whole_program && text.find("tileproof_hip/keywords.h\"") == text.npos;
    const bool checked = !plain && r.device == translate_for::cpu_checked;
    std::vector<std::string> flags = flags_after_preprocessing(r.flags);
    // An int that overflows holds what a register does then. It is undefined, and an optimiser that takes a wider one
    // in its place would hide it.
    if (checked) flags.insert(flags.begin(), {"-std=gnu++20", "-fwrapv"});
    const auto compile = [&](compile_job job) {
        job.flags.insert(job.flags.begin(), flags.begin(), flags.end());
        if (!checked) return compile_plain(r, job);
        cpu_checked::compile_checked({.compiler = r.compiler,
                                      .source = job.source,
                                      .object = job.object,
                                      .named = r.source,
                                      .dependencies = "",
                                      .flags = job.flags,
                                      .whole_program = r.whole_program,
                                      .header = job.header,
                                      .declares_tests = !r.whole_program});
    };
    header_request headers{.folder = may_keep_headers(r) ? r.headers : "",
                           .root = project_root(),
                           .name = checked ? "cpu-checked" : "cpu",
                           .depends = {stamp_of(r.compiler), stamp_of("/proc/self/exe")},
                           .compile = compile};
    for (const auto& more : {r.code_flags, flags})
        headers.depends.insert(headers.depends.end(), more.begin(), more.end());
    compile_with_headers(headers, plain ? text : translated(text, r.device), made.path, r.object);
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
