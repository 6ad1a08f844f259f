// SPDX-License-Identifier: MIT
#include "compiler/build/compile_source.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "compiler/build/compile_gpu.hpp"
#include "compiler/build/compiler_messages.hpp"
#include "compiler/build/compilers.hpp"
#include "compiler/build/header_cache.hpp"
#include "compiler/translate/tokens.hpp"
#include "devices/cpu_checked/instrument/compile.hpp"
#include "system/limited_run.hpp"
#include "system/read_file.hpp"
#include "system/visible_text.hpp"

namespace tileproof::compiler {
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

// Changes  # 1 "./inner.hip"  to  # 1 "inner.hip", so that a file has one name in all messages.
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

// What one compilation is: of C++, or of one half of a HIP source.
enum class half { none, host, device };

std::vector<std::string> language_of(const source_request& r, half h, bool header) {
    if (h == half::none) return {"-x", header ? "c++-header" : "c++"};
    std::string gpu = gpu_of(r.flags);
    if (gpu.empty()) gpu = r.wave_size == 32 ? "gfx1100" : "gfx942";
    std::vector<std::string> words{
        "-x",
        "hip",
        "-nogpulib",
        "--offload-arch=" + gpu,
        "-DEIGEN_NO_HIP",
        h == half::host ? "--offload-host-only" : "--offload-device-only"};
    if (h == half::device)
        words.insert(words.end(),
                     {"-emit-llvm", "-Xclang", "-disable-llvm-passes", "-fno-builtin-printf"});
    if (header) words.insert(words.end(), {"-c", "-Xclang", "-emit-pch"});
    return words;
}

std::vector<std::string> words_to_preprocess(const source_request& r, half h,
                                             const std::string& file) {
    std::vector<std::string> words{r.compiler};
    const std::vector<std::string> language = language_of(r, h, false);
    words.insert(words.end(), language.begin(), language.end());
    if (h == half::none) words.push_back("-DTILEPROOF_TRANSLATE");
    words.insert(words.end(), {"-std=gnu++20", "-E", "-w", "-D__HIPCC__=1", "-D__HIP__=1",
                               "-D__HIP_PLATFORM_AMD__=1"});
    if (r.device == translate_for::cpu_checked)
        words.insert(words.end(), {"-DTILEPROOF_DEVICE=cpu_checked", "-DTILEPROOF_CPU_CHECKED",
                                   "-DTILEPROOF_CPU_CALLS_ENGINE"});
    else
        words.push_back("-DTILEPROOF_DEVICE=cpu");
    const auto macro_of_gpu = [&](const std::string& w) {
        return h != half::none && w.starts_with("-D__gfx");  // clang knows it
    };
    if (r.wave_size) words.push_back("-DTILEPROOF_WAVE_SIZE=" + std::to_string(r.wave_size));
    for (const auto& more : {flags_of_gpu(gpu_of(r.flags)), flags_without_gpu(r.flags)})
        words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), r.preprocess_flags.begin(), r.preprocess_flags.end());
    std::erase_if(words, macro_of_gpu);
    if (!r.dependencies.empty())
        words.insert(words.end(), {"-MD", "-MF", r.dependencies, "-MT", "inputs"});
    // For "hip_bf16.h", as included by sources that name ROCm's include/hip with -I.
    words.insert(words.end(), {"-idirafter", r.root + "/hip/headers/hip"});
    words.insert(words.end(), {r.source, "-o", file});
    return words;
}

// The effects of -I, -D and the like show in the text; a flag that names no file changes only the compiler's options.
bool shows_in_the_text(std::string_view flag) {
    const auto begins = [&](std::initializer_list<std::string_view> list) {
        return std::ranges::any_of(list, [&](std::string_view b) { return flag.starts_with(b); });
    };
    if (begins({"-include-pch", "-Wa,", "-Wl,", "-Wp,"})) return false;
    if (begins({"-I", "-D", "-U", "-O", "-W", "-w", "-std=", "-isystem", "-iquote", "-idirafter",
                "-include", "--offload-arch="}))
        return true;
    if (!begins({"-f", "-g", "-m"})) return !begins({"-", "@"});  // the word after -I
    for (const char* const file : {"/", "module", "plugin", "profile", "list="})
        if (flag.find(file) != flag.npos) return false;
    return flag != "-mllvm";
}

bool is_of_a_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// The string literals between the brackets that open next, joined.
std::string strings_in_brackets(std::string_view text, std::size_t at) {
    std::string all;
    bool inside = false;
    for (int depth = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (inside) {
            if (c != '"') all += c;
            if (c == '\\' && at + 1 < text.size()) all += text[++at];
        } else if (c == '\n' && text.substr(at + 1, 2) == "# ") {  // a line marker
            at = std::min(text.find('\n', at + 1), text.size()) - 1;
            continue;
        }
        if (c == '"') inside = !inside;
        if (!inside && c == '(') ++depth;
        if (!inside && (c == ')' ? --depth <= 0 : c == ';')) break;
    }
    return all;
}

// A directive (.incbin, or a macro that becomes one), or an escape sequence that may hide one.
bool may_name_a_file(const std::string& assembly) {
    bool begins_word = true;
    for (std::size_t i = 0; i < assembly.size(); ++i) {
        char c = assembly[i];
        if (c == '\\') {
            c = i + 1 < assembly.size() ? assembly[++i] : '\0';
            if (c != 'n' && c != 't' && c != '"') return true;
            begins_word = true;
            continue;
        }
        if (c == '.' && begins_word) return true;
        begins_word = !is_of_a_word(c) && c != '%' && c != '$';
    }
    return false;
}

// What the pass looks for (compiler/passes/device_code.cpp).
constexpr std::string_view device_code_mark = "\"tileproof_device_code:\"";

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
std::vector<std::string> flags_after_preprocessing(const std::vector<std::string>& given,
                                                   half h = half::none) {
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
    if (h != half::device) rest.emplace_back("-fstack-clash-protection");
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
std::vector<std::string> plain_words(const source_request& r, const compile_job& job, half h) {
    std::vector<std::string> words{r.compiler};
    const std::vector<std::string> language = language_of(r, h, job.header);
    words.insert(words.end(), language.begin(), language.end());
    if (h != half::none) words.emplace_back("-nogpuinc");
    words.insert(words.end(), {"-std=gnu++20", "-fPIC"});
    // A loop that never ends must hang; the optimiser must not remove it.
    words.emplace_back("-fno-finite-loops");
    // A variable that was never set has the same contents in each case, not leftovers of the stack.
    const int gcc = version_of_gcc(r.compiler);
    if (gcc == 0 || gcc >= 12) words.emplace_back("-ftrivial-auto-var-init=pattern");
    // Two copies of one file, for waves of 32 and of 64 lanes, have separate shared variables.
    if (gcc > 0) words.emplace_back("-fno-gnu-unique");
    // A GPU requires no larger alignment for private memory accessed as a vector (compiler/passes/told_values.hpp).
    if (gcc == 0) words.emplace_back("-fmax-type-align=8");
    words.insert(words.end(), r.code_flags.begin(), r.code_flags.end());
    words.insert(words.end(), job.flags.begin(), job.flags.end());
    return words;
}

void compile_plain(const source_request& r, const compile_job& job, bool has_device_code, half h,
                   const std::string& device_half) {
    std::vector<std::string> words = plain_words(r, job, h);
    if (!job.header) {
        words.emplace_back("-c");
        // To name the line where a reference fails (system/source_line.hpp).
        if (!r.whole_program)
            words.emplace_back(version_of_gcc(r.compiler) > 0 ? "-g1" : "-gline-tables-only");
        if (h == half::device) {
            if (r.changes)
                words.insert(words.end(),
                             {"-g", "-Xclang", "-fexperimental-assignment-tracking=disabled"});
        } else if (h == half::host) {
            const std::string passes = passes_for(r.compiler);
            words.insert(words.end(), {"-fplugin=" + passes, "-fpass-plugin=" + passes, "-mllvm",
                                       "-tileproof-device=" + device_half, "-Wno-pass-failed"});
            if (r.changes)
                words.insert(words.end(), {"-mllvm", "-tileproof-changes", "-g", "-Xclang",
                                           "-fexperimental-assignment-tracking=disabled"});
        } else if (r.changes) {
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

translated_source translate(const source_request& r, const std::string& text, half h = half::none,
                            const std::string& device_half = {}) {
    if (r.read) r.read(text);
    // A file of a program that never includes HIP contains nothing to check.
    const bool plain = r.whole_program && text.find("tileproof_hip/keywords.h\"") == text.npos;
    const bool checked = !plain && r.device == translate_for::cpu_checked;
    const bool has_device_code = !device_code_named_in(text).empty();
    if (has_device_code && passes_for(r.compiler).empty())
        throw std::runtime_error(r.source + " names device code, which " + r.compiler +
                                 " cannot read: leave out --compiler, and install clang-19.");
    std::vector<std::string> flags = flags_after_preprocessing(r.flags, h);
    // An int that overflows has the value of a register. Overflow is undefined, and an optimiser that uses a wider
    // type would hide it.
    if (checked) flags.insert(flags.begin(), {"-std=gnu++20", "-fwrapv"});
    // A GPU rounds after each operation on 16-bit floats, so a sum overflows there that would fit a float.
    if (version_of_gcc(r.compiler) == 0 && h != half::device)
        flags.insert(flags.begin(), "-fexcess-precision=16");
    // Flags that do not affect headers: no warnings, and debug information, which cpu-checked always has.
    std::vector<std::string> header_flags = flags;
    std::erase_if(header_flags,
                  [&](const std::string& f) { return f == "-w" || (checked && f == "-g"); });
    const auto with_flags = [flags, header_flags](compile_job job) {
        const std::vector<std::string>& more = job.header ? header_flags : flags;
        job.flags.insert(job.flags.begin(), more.begin(), more.end());
        return job;
    };
    const auto for_checks = [&r, h, device_half](const compile_job& job) {
        std::vector<std::string> language = language_of(r, h, job.header);
        if (h != half::none) language.emplace_back("-nogpuinc");
        return cpu_checked::compile_request{
            .compiler = r.compiler,
            .source = job.source,
            .object = job.object,
            .named = r.source,
            .dependencies = "",
            .flags = job.flags,
            .passes = h == half::device ? "" : passes_for(r.compiler),
            .language = language,
            .device_half = device_half,
            .whole_program = r.whole_program,
            .header = job.header,
            .declares_tests = !r.whole_program};
    };
    header_request headers{
        .ready = may_keep_headers(r) ? r.ready : "",
        .folder = may_keep_headers(r) ? r.headers : "",
        .root = r.root,
        .not_the_users = not_the_users(r.root),
        .name = std::string(checked ? "cpu-checked" : "cpu") + (h == half::device ? "-device"
                                                                : h == half::host ? "-host"
                                                                                  : ""),
        .depends = {},
        .compile = [=, &r](const compile_job& job) {
            if (!checked) return compile_plain(r, with_flags(job), has_device_code, h, device_half);
            cpu_checked::compile_checked(for_checks(with_flags(job)));
        }};
    const compile_job any = with_flags({.source = "", .object = "", .flags = {}, .header = true});
    headers.depends = checked ? front_end_words(for_checks(any)) : plain_words(r, any, h);
    headers.depends[0] = stamp_of(path_of(r.compiler));  // whatever name it was given by
    return {plain || h != half::none ? text : translated(text, r.device), std::move(headers)};
}

preprocessed_source preprocessed_half(const std::string& file, const source_request& r, half h);

// What only the code for this machine has.
source_request for_device(source_request r) {
    std::erase_if(r.flags, [](const std::string& f) {
        return f.starts_with("-m") || f.starts_with("-fsanitize") || f.starts_with("-fstack");
    });
    return r;
}

// By clang's own HIP front end, which compiles a source twice (compiler/passes/hip_halves.hpp).
void compile_halves(const source_request& r) {
    const temporary_file bitcode(r.object + ".device.bc");
    const auto compile = [&](half h, const source_request& of_half, const std::string& object) {
        const temporary_file text(object + ".ii"), source(object + ".hip");
        const translated_source t =
            translate(of_half, preprocessed_half(text.path, of_half, h).text, h, bitcode.path);
        compile_with_headers(t.headers, t.text, source.path, object);
    };
    compile(half::device, for_device(r), bitcode.path);
    compile(half::host, r, r.object);
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

namespace {

// Does as `first` says or, where that fails, leaves it to clang's own HIP front end; then the result is false. What `first`
// had to say stands if neither way can.
template <class First>
bool or_by_halves(const source_request& r, const First& first) {
    std::string said, unsaid;
    std::exception_ptr trouble;
    {
        const system::collect_output into(said);
        try {
            first();
        } catch (const system::limit_met&) {
            trouble = std::current_exception();
        } catch (const std::runtime_error&) {
            trouble = std::current_exception();
            const system::collect_output here(unsaid);
            try {
                if (!passes_for(r.compiler).empty()) return compile_halves(r), false;
            } catch (const std::exception&) {
            }
        }
    }
    system::print_here(said);
    if (trouble) std::rethrow_exception(trouble);
    return true;
}

}  // namespace

bool compile_source(const source_request& r, const preprocessed_source& p) {
    return or_by_halves(r, [&] { with_readable_messages([&] { compile_translated(r, p); }); });
}

void compile_source(const source_request& r) {
    or_by_halves(r, [&] {
        const preprocessed_source p = preprocess(r);
        with_readable_messages([&] { compile_translated(r, p); });
    });
}

std::vector<fs::path> precompile_headers(const source_request& r) {
    const translated_source source = translate(r, preprocess(r).text);
    return precompile_headers(source.headers, source.text);
}

std::vector<std::string> device_code_named_in(std::string_view text) {
    std::vector<std::string> files;
    for (std::size_t at = 0; (at = text.find(device_code_mark, at)) != text.npos;) {
        const std::filesystem::path name =
            strings_in_brackets("(" + std::string(text.substr(at, text.find(')', at) - at)), 0)
                .substr(device_code_mark.size() - 2);
        std::string source = place_of(text, at);  // "tests/add.hip:5: "
        for (int colons = 0; colons < 2; ++colons)
            source.resize(std::min(source.rfind(':'), source.size()));
        files.push_back((std::filesystem::path(source).parent_path() / name).string());
        at += device_code_mark.size();
    }
    return files;
}

bool is_all_that_is_read(std::string_view text, const std::vector<std::string>& flags) {
    if (!std::ranges::all_of(flags, shows_in_the_text)) return false;
    if (text.find("#pragma clang module") != text.npos) return false;
    for (std::size_t at = 0; (at = text.find("asm", at)) != text.npos; at += 3) {
        std::size_t first = at, last = at + 3;  // of asm, __asm, __asm__
        while (first > 0 && text[first - 1] == '_') --first;
        while (last < text.size() && text[last] == '_') ++last;
        if (first > 0 && is_of_a_word(text[first - 1])) continue;
        if (last < text.size() && is_of_a_word(text[last])) continue;
        std::size_t next = last;  // after volatile
        while (next < text.size() && (is_of_a_word(text[next]) || std::isspace(text[next]))) ++next;
        const bool opens = next < text.size() && (text[next] == '(' || text[next] == '#');
        if (opens && may_name_a_file(strings_in_brackets(text, next))) return false;
    }
    return true;
}

namespace {

preprocessed_source preprocessed_half(const std::string& file, const source_request& r, half h) {
    constexpr std::uint64_t longest_text = 256u << 20;  // it is read, and translated, here
    constexpr std::size_t most_said = 1u << 20;         // bytes
    const std::vector<std::string> words = words_to_preprocess(r, h, file);
    std::vector<std::string> telling = words;
    telling.insert(telling.begin() + 1, "-v");
    const system::limited_result said =
        system::run_limited({.words = telling, .kept = most_said, .largest_file = longest_text});
    if (!said.limit.empty()) throw system::limit_met(r.source + " was not compiled: " + said.limit);
    // Once more, only for its messages.
    if (!said.how.well()) run_compiler(words, r.source, longest_text);
    const auto text = system::read_file(file);
    if (!text)
        throw std::runtime_error("The file " + file +
                                 ", which the compiler wrote, cannot be read.");
    preprocessed_source p{.text = with_plain_names(*text), .options = said.output};
    for (std::size_t at = 0; (at = p.options.find(r.object, at)) != p.options.npos;)
        p.options.erase(at, r.object.size());  // it may be another one next time
    p.device_code = device_code_named_in(p.text);
    p.is_all = is_all_that_is_read(p.text, r.flags) && said.how.well();
    return p;
}

}  // namespace

preprocessed_source preprocessed_into(const std::string& file, const source_request& r) {
    return preprocessed_half(file, r, half::none);
}

}  // namespace tileproof::compiler
