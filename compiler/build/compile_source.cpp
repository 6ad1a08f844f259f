// SPDX-License-Identifier: MIT
#include "compiler/build/compile_source.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "compiler/build/compiler_messages.hpp"
#include "compiler/build/compilers.hpp"
#include "compiler/build/gpu_flags.hpp"
#include "compiler/build/header_cache.hpp"
#include "compiler/build/preprocess.hpp"
#include "devices/cpu_checked/instrument/compile.hpp"
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

// -D and -I have had their effect; passing them again would change words that are final.
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
    // A thread with many local variables reaches the end of the stack page by page, and does not step over it into
    // another stack.
    rest.emplace_back("-fstack-clash-protection");
#endif
    rest.insert(rest.end(),
                {"-Wno-unknown-attributes", "-Wno-ignored-attributes", "-Wno-attributes"});
    return rest;
}

// Whether a precompiled header (header_cache.hpp) may be used: no flag requires anything that its code lacks.
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

// Threads as loops between barriers (compiler/passes), unless something is requested that such code cannot have:
// other optimisation, debug information, sanitizers, counters.
std::string passes_of(const source_request& r) {
    if (r.whole_program || r.code_flags != std::vector<std::string>{"-O2"}) return {};
    for (const std::string& f : r.flags)
        for (const char* const begin :
             {"-O", "-x", "-Xclang", "-mllvm", "-g", "-fsanitize", "-fprofile", "-fcoverage",
              "--coverage", "-flto", "-S", "-emit"})
            if (f.starts_with(begin)) return {};
    return passes_for(r.compiler);
}

// The compiler's command line for the cpu device, without the files.
std::vector<std::string> plain_words(const source_request& r, const compile_job& job) {
    std::vector<std::string> words{r.compiler, "-x", job.header ? "c++-header" : "c++",
                                   "-std=gnu++20", "-fPIC"};
    // A loop that never ends must hang; the optimiser must not remove it.
    words.emplace_back("-fno-finite-loops");
    // A variable that was never set has the same contents in each case, not leftovers of the stack.
    const int gcc = version_of_gcc(r.compiler);
    if (gcc == 0 || gcc >= 12) words.emplace_back("-ftrivial-auto-var-init=pattern");
    // Two copies of one file, for waves of 32 and of 64 lanes, have separate shared variables.
    if (gcc > 0) words.emplace_back("-fno-gnu-unique");
    // A GPU requires no larger alignment for private memory accessed as a vector (compiler/passes/alignment.hpp).
    if (gcc == 0) words.emplace_back("-fmax-type-align=8");
    words.insert(words.end(), r.code_flags.begin(), r.code_flags.end());
    words.insert(words.end(), job.flags.begin(), job.flags.end());
    return words;
}

void compile_plain(const source_request& r, const compile_job& job, bool has_device_code) {
    std::vector<std::string> words = plain_words(r, job);
    if (!job.header) {
        words.emplace_back("-c");
        // To name the line where a reference fails (system/source_line.hpp).
        if (!r.whole_program)
            words.emplace_back(version_of_gcc(r.compiler) > 0 ? "-g1" : "-gline-tables-only");
        if (r.changes) {
            const std::string passes = passes_for(r.compiler);
            if (passes.empty())
                throw std::runtime_error("No changes can be tried with " + r.compiler + ".");
            // Where a variable lies is said at its declaration, not at each assignment.
            words.insert(words.end(),
                         {"-fplugin=" + passes, "-fpass-plugin=" + passes, "-mllvm",
                          "-tileproof-changes", "-g", "-Xclang",
                          "-fexperimental-assignment-tracking=disabled", "-Wno-pass-failed"});
        } else if (const std::string passes =
                       has_device_code ? passes_for(r.compiler) : passes_of(r);
                   !passes.empty()) {
            // Warnings about loops that are not unrolled here are useless: the request was to the GPU's compiler.
            words.insert(words.end(), {"-fpass-plugin=" + passes, "-Wno-pass-failed"});
        }
    }
    words.insert(words.end(), {job.source, "-o", job.object});
    run_compiler(words, r.source);
}

std::vector<std::string> not_the_users(const std::string& root) {
    return {root + "/devices", root + "/hip",  root + "/sdk/include",
            root + "/lib",     "/usr/include", "/usr/lib"};
}

// What both ways to compile share, and the text to compile.
struct translated_source {
    std::string text;
    header_request headers;
};

translated_source translate(const source_request& r, const std::string& text) {
    if (r.read) r.read(text);
    // A file of a program that never includes HIP contains nothing to check.
    const bool plain = r.whole_program && text.find("tileproof_hip/keywords.h\"") == text.npos;
    const bool checked = !plain && r.device == translate_for::cpu_checked;
    const bool has_device_code = !device_code_named_in(text).empty();
    if (has_device_code && passes_for(r.compiler).empty())
        throw std::runtime_error(r.source + " names device code, which " + r.compiler +
                                 " cannot read: leave out --compiler, and install clang-19.");
    std::vector<std::string> flags = flags_after_preprocessing(r.flags);
    // An int that overflows has the value of a register. Overflow is undefined, and an optimiser that uses a wider
    // type would hide it.
    if (checked) flags.insert(flags.begin(), {"-std=gnu++20", "-fwrapv"});
    // A GPU rounds after each operation on 16-bit floats, so a sum overflows there that would fit a float.
    if (version_of_gcc(r.compiler) == 0) flags.insert(flags.begin(), "-fexcess-precision=16");
    // Flags that do not affect headers: no warnings, and debug information, which cpu-checked always has.
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
                                            .passes = passes_for(r.compiler),
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
                               if (!checked)
                                   return compile_plain(r, with_flags(job), has_device_code);
                               cpu_checked::compile_checked(for_checks(with_flags(job)));
                           }};
    const compile_job any = with_flags({.source = "", .object = "", .flags = {}, .header = true});
    headers.depends = checked ? front_end_words(for_checks(any)) : plain_words(r, any);
    headers.depends[0] = stamp_of(path_of(r.compiler));  // whatever name it was given by
    return {plain ? text : translated(text, r.device), std::move(headers)};
}

void compile_translated(const source_request& r, const preprocessed_source& p) {
    const temporary_file made(r.object + ".cpp");
    const translated_source source = translate(r, p.text);
    compile_with_headers(source.headers, source.text, made.path, r.object);
}

// Makes the step's compiler messages readable, also if it throws.
template <class Step>
auto with_readable_messages(const Step& step) {
    struct sayer {
        ~sayer() {
            system::print_here(
                system::visible(readable_messages(messages, not_the_users(project_root()))));
        }
        std::string messages;
    } s;
    const system::collect_output into(s.messages);
    return step();
}

}  // namespace

preprocessed_source preprocess(const source_request& r) {
    return with_readable_messages([&] {
        const temporary_file made(r.object + ".ii");
        return preprocessed_into(made.path, r);
    });
}

void compile_source(const source_request& r, const preprocessed_source& p) {
    with_readable_messages([&] { compile_translated(r, p); });
}

void compile_source(const source_request& r) { compile_source(r, preprocess(r)); }

std::vector<fs::path> precompile_headers(const source_request& r) {
    const translated_source source = translate(r, preprocess(r).text);
    return precompile_headers(source.headers, source.text);
}

}  // namespace tileproof::user
