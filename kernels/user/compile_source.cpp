// SPDX-License-Identifier: MIT
#include "kernels/user/compile_source.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

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

namespace {

// # 1 "./inner.hip"  is  # 1 "inner.hip": a file has one name in all that is said of it.
std::string with_plain_names(const std::string& text) {
    std::string plain;
    plain.reserve(text.size());
    std::size_t from = 0;
    for (std::size_t at = 0; (at = text.find(" \"./", at)) != text.npos; ++at) {
        const std::size_t line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
        if (text.compare(line, 2, "# ") != 0) continue;
        plain.append(text, from, at + 2 - from);
        from = at + 4;
    }
    return plain.append(text, from);
}

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
    // "hip_bf16.h", as those write it who name ROCm's include/hip with -I.
    words.insert(words.end(), {"-idirafter", r.root + "/kernels/device/cpu/include/hip"});
    words.insert(words.end(), {r.source, "-o", file});
    constexpr std::uint64_t longest_text = 256u << 20;  // it is read, and translated, here
    run_compiler(words, r.source, longest_text);
    auto text = system::read_file(file);
    if (!text)
        throw std::runtime_error("The file " + file +
                                 ", which the compiler wrote, cannot be read.");
    return with_plain_names(*text);
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
    if (version_of_gcc(r.compiler) > 0) return false;
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

// Through the text of the module.
bool loops_threads(const source_request& r) {
    return version_of_gcc(r.compiler) == 0 && may_loop_threads(r);
}

// How the compiler is called for the cpu device, but for the files.
std::vector<std::string> plain_words(const source_request& r, const compile_job& job) {
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
    if (loops_threads(r))
        words.insert(words.end(), std::begin(cpu_regions::first_step_flags),
                     std::end(cpu_regions::first_step_flags));
    return words;
}

void compile_plain(const source_request& r, const compile_job& job) {
    std::vector<std::string> words = plain_words(r, job);
    if (job.header || !loops_threads(r)) {
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

std::vector<std::string> not_the_users(const std::string& root) {
    return {root + "/kernels/device", root + "/kernels/user/include", root + "/lib", "/usr/include",
            "/usr/lib"};
}

// What both ways to compile share, with the text that is to be compiled.
struct translated_source {
    std::string text;
    header_request headers;
};

translated_source translate(const source_request& r) {
    const temporary_file preprocessed(r.object + ".ii");
    const std::string text = preprocess(r, preprocessed.path);
    if (r.read) r.read(text);
    // A file of a program that never includes HIP holds nothing to check.
    const bool plain = r.whole_program && text.find("tileproof_hip/keywords.h\"") == text.npos;
    const bool checked = !plain && r.device == translate_for::cpu_checked;
    std::vector<std::string> flags = flags_after_preprocessing(r.flags);
    // An int that overflows holds what a register does then. It is undefined, and an optimiser that takes a wider one
    // in its place would hide it.
    if (checked) flags.insert(flags.begin(), {"-std=gnu++20", "-fwrapv"});
    // What says nothing of headers: no warnings, and debug information, which cpu-checked has in any case.
    std::vector<std::string> header_flags = flags;
    std::erase_if(header_flags,
                  [&](const std::string& f) { return f == "-w" || (checked && f == "-g"); });
    const auto with_flags = [flags, header_flags](compile_job job) {
        const std::vector<std::string>& more = job.header ? header_flags : flags;
        job.flags.insert(job.flags.begin(), more.begin(), more.end());
        return job;
    };
    const auto for_checks = [&r](const compile_job& job) {
        return cpu_checked::compile_request{.compiler = r.compiler,
                                            .source = job.source,
                                            .object = job.object,
                                            .named = r.source,
                                            .dependencies = "",
                                            .flags = job.flags,
                                            .whole_program = r.whole_program,
                                            .header = job.header,
                                            .declares_tests = !r.whole_program};
    };
    header_request headers{.ready = may_keep_headers(r) ? r.ready : "",
                           .folder = may_keep_headers(r) ? r.headers : "",
                           .root = r.root,
                           .not_the_users = not_the_users(r.root),
                           .name = checked ? "cpu-checked" : "cpu",
                           .depends = {},
                           .compile = [=, &r](const compile_job& job) {
                               if (!checked) return compile_plain(r, with_flags(job));
                               cpu_checked::compile_checked(for_checks(with_flags(job)));
                           }};
    const compile_job any = with_flags({.source = "", .object = "", .flags = {}, .header = true});
    headers.depends = checked ? front_end_words(for_checks(any)) : plain_words(r, any);
    headers.depends[0] = stamp_of(path_of(r.compiler));  // however it was named
    return {plain ? text : translated(text, r.device), std::move(headers)};
}

void compile_translated(const source_request& r) {
    const temporary_file made(r.object + ".cpp");
    const translated_source source = translate(r);
    compile_with_headers(source.headers, source.text, made.path, r.object);
}

}  // namespace

void compile_source(const source_request& r) {
    std::string messages;
    const auto say = [&] {
        system::print_here(
            system::visible(readable_messages(messages, not_the_users(project_root()))));
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

std::vector<fs::path> precompile_headers(const source_request& r) {
    const translated_source source = translate(r);
    return precompile_headers(source.headers, source.text);
}

}  // namespace tileproof::user
