// SPDX-License-Identifier: MIT
#include "compiler/build/front_end.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <thread>
#include <utility>

#include "compiler/build/asked_before.hpp"
#include "compiler/build/build_cache.hpp"
#include "compiler/build/compile_gpu.hpp"
#include "compiler/build/compiler_messages.hpp"
#include "compiler/build/compilers.hpp"
#include "compiler/build/header_cache.hpp"
#include "system/digest.hpp"
#include "system/file.hpp"
#include "system/limited_run.hpp"
#include "system/text.hpp"

namespace tileproof::compiler {
namespace {

namespace fs = std::filesystem;
using words = std::vector<std::string>;

void append(words& all, const words& more) { all.insert(all.end(), more.begin(), more.end()); }

// Changes  # 1 "./inner.hip"  to  # 1 "inner.hip", so that a file has one name in all messages.
std::string with_plain_names(std::string text) {
    std::string plain;
    std::size_t from = 0;
    for (std::size_t at = 0; (at = text.find(" \"./", at)) != text.npos; ++at) {
        const std::size_t line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
        if (text.compare(line, 2, "# ") != 0) continue;
        plain.append(text, from, at + 2 - from);
        from = at + 4;
    }
    return from == 0 ? text : plain.append(text, from);
}

words not_the_users(const std::string& root) {
    return {root + "/devices", root + "/hip",  root + "/sdk/include",
            root + "/lib",     "/usr/include", "/usr/lib"};
}

// The GPU whose rules the front end goes by: the one that is named, or one with waves of that size.
std::string gpu_for(const source_request& r) {
    const std::string named = gpu_of(r.flags);
    if (!named.empty()) return named;
    return r.wave_size == 32 ? "gfx1100" : "gfx942";
}

// Those that clang 19 does not know have the rules of another one.
std::string known_gpu(const std::string& name) {
    return name == "gfx950" ? "gfx942" : name == "gfx1250" ? "gfx1201" : name;
}

words language(const source_request& r, bool device) {
    return {"-x",
            "hip",
            "-nogpulib",
            "-fuse-cuid=none",  // else a number that depends on the name of the output
            "--offload-arch=" + known_gpu(gpu_for(r)),
            device ? "--offload-device-only" : "--offload-host-only",
            "-std=gnu++20"};
}

// Without those for the code of this machine.
words for_device(const words& flags) {
    words kept;
    for (std::size_t i = 0; i < flags.size(); ++i) {
        const std::string& f = flags[i];
        if (f == "-mllvm")
            ++i;  // and its option
        else if (!f.starts_with("-m") && !f.starts_with("-fsanitize") && !f.starts_with("-fstack"))
            kept.push_back(f);
    }
    return kept;
}

// Whether a precompiled header (header_cache.hpp) may be used: no flag requires anything that its code lacks.
bool may_keep_headers(const words& flags) {
    return std::ranges::all_of(flags, [](const std::string& f) {
        constexpr std::array known{"-O",    "-g",          "-W",         "-w",
                                   "-std=", "-m",          "-fsanitize", "-fno-",
                                   "-ffp-", "-ffast-math", "-fstack",    "-fwrapv"};
        return f != "-mllvm" &&
               std::ranges::any_of(known, [&](const char* begin) { return f.starts_with(begin); });
    });
}

// What the second step says follows what the first one says.
void side_by_side(const std::function<void()>& first, const std::function<void()>& second) {
    std::string said;
    std::exception_ptr failure;
    {
        const std::jthread other([&] {
            const system::collect_output into(said);
            try {
                second();
            } catch (...) {
                failure = std::current_exception();
            }
        });
        first();
    }
    system::print_here(said);
    if (failure) std::rethrow_exception(failure);
}

}  // namespace

words flags_after_preprocessing(const words& given) {
    const words flags = flags_without_gpu(given);
    words rest;
    for (std::size_t i = 0; i < flags.size(); ++i) {
        const std::string& f = flags[i];
        if (f == "-I" || f == "-D" || f == "-U" || f == "-isystem" || f == "-include" ||
            f == "-iquote")
            ++i;
        else if (!f.starts_with("-I") && !f.starts_with("-D") && !f.starts_with("-U"))
            rest.push_back(f);
    }
    return rest;
}

void with_readable_messages(const std::function<void()>& step) {
    struct sayer {
        ~sayer() {
            system::print_here(
                system::visible(readable_messages(messages, not_the_users(project_root()))));
        }
        std::string messages;
    } s;
    const system::collect_output into(s.messages);
    step();
}

front_end::front_end(source_request r) : request_(std::move(r)) {}

template <class T>
const T& front_end::once<T>::get(const std::function<T()>& make) {
    const std::lock_guard lock(mutex);
    if (!made && !failure) {
        const system::collect_output into(said);
        try {
            made = make();
        } catch (...) {
            failure = std::current_exception();
        }
    }
    if (!failure) {
        system::print_here(std::exchange(said, {}));  // warnings
        return *made;
    }
    system::print_here(said);
    std::rethrow_exception(failure);
}

const preprocessed_source& front_end::text() {
    return text_.get([this] {
        preprocessed_source p;
        with_readable_messages([&] { p = read_text(); });
        return p;
    });
}

const halves_of_source& front_end::bitcode() {
    (void)text();
    return bitcode_.get([this] {
        halves_of_source h;
        with_readable_messages([&] { h = compile(); });
        return h;
    });
}

std::string front_end::in_scratch(const std::string& name) {
    const auto& folder = scratch_.get([this] {
        const fs::path begin = request_.scratch.empty()
                                   ? system::in_folder_of_temporaries("tileproof-front-end-")
                                   : fs::path(request_.scratch);
        return std::make_shared<const system::temporary_folder>(begin);
    });
    return (folder->path() / name).string();
}

words front_end::words_to_preprocess(half h, const std::string& file) const {
    const source_request& r = request_;
    words all{r.compiler};
    append(all, language(r, h == half::device));
    // Eigen's own functions for HIP's device need AMD's headers.
    append(all, {"-E", "-w", "-D__HIPCC__=1", "-D__HIP_PLATFORM_AMD__=1", "-DEIGEN_NO_HIP",
                 "-DTILEPROOF_DEVICE=user"});
    if (r.wave_size) all.push_back("-DTILEPROOF_WAVE_SIZE=" + std::to_string(r.wave_size));
    words flags = flags_of_gpu(gpu_of(r.flags));
    append(flags, flags_without_gpu(r.flags));
    append(flags, r.preprocess_flags);
    append(all, h == half::device ? for_device(flags) : flags);
    if (const std::string gpu = gpu_for(r); h == half::device && known_gpu(gpu) != gpu)
        append(all, {"-U__" + known_gpu(gpu) + "__", "-D__" + gpu + "__=1"});
    if (h == half::host && !r.dependencies.empty())
        append(all, {"-MD", "-MF", r.dependencies, "-MT", "inputs"});
    // For "hip_bf16.h", as included by sources that name ROCm's include/hip with -I.
    append(all, {"-idirafter", r.root + "/hip/headers/hip", r.source, "-o", file});
    return all;
}

preprocessed_source::part front_end::preprocessed(half h) {
    constexpr std::uint64_t longest_text = 256u << 20;  // it is read here
    constexpr std::size_t most_said = 1u << 20;         // bytes
    const std::string file = in_scratch(h == half::host ? "host.ii" : "device.ii");
    const words all = words_to_preprocess(h, file);
    words telling = all;
    telling.insert(telling.begin() + 1, "-v");
    system::limited_result said = system::run_limited(
        {.words = telling,
         .environment = asking(in_scratch(h == half::host ? "host.asked" : "device.asked")),
         .kept = most_said,
         .largest_file = longest_text});
    const std::string& source = request_.source;
    if (!said.limit.empty()) throw system::limit_met(source + " was not compiled: " + said.limit);
    // Once more, only for its messages.
    if (!said.how.well()) run_compiler(all, source, longest_text);
    auto text = system::read_file(file);
    if (!text)
        throw std::runtime_error("The file " + file +
                                 ", which the compiler wrote, cannot be read.");
    preprocessed_source::part p{with_plain_names(std::move(*text)), std::move(said.output), true};
    p.is_all = said.how.well() && is_all_that_is_read(p.text, request_.flags);
    const std::string folder = in_scratch("");  // another one next time
    for (std::size_t at = 0; (at = p.options.find(folder, at)) != p.options.npos;)
        p.options.erase(at, folder.size());
    return p;
}

preprocessed_source front_end::read_text() {
    preprocessed_source p;
    side_by_side([&] { p.host = preprocessed(half::host); },
                 [&] { p.device = preprocessed(half::device); });
    // A file of a program that never includes HIP contains nothing for the device.
    if (request_.whole_program &&
        p.host.text.find("tileproof_hip/keywords.h\"") == p.host.text.npos)
        p.device = {};
    p.device_code = device_code_named_in(p.host.text);
    return p;
}

source_identity identity_of(const preprocessed_source& p) {
    const auto part_of = [](const preprocessed_source::part& t) {
        return source_identity::part{std::to_string(system::digest_of_file_text(t.text)),
                                     t.options};
    };
    return {part_of(p.host), part_of(p.device), p.host.is_all && p.device.is_all, p.device_code};
}

// Where it is kept what the compiler asked when it read the source by these words; empty: it is read each time.
fs::path front_end::memory() const {
    const source_request& r = request_;
    if (r.headers.empty() || r.whole_program || !r.dependencies.empty()) return {};
    std::uint64_t key = 0;
    for (const half h : {half::host, half::device})
        for (const std::string& word : words_to_preprocess(h, "")) {
            if (word.find("native") != word.npos || names_the_time(word)) return {};
            key = system::fnv1a(word + '\n', key);
        }
    std::error_code error;
    key =
        system::fnv1a(fs::current_path(error).string() + '\n' + stamp_of(path_of(r.compiler)), key);
    return error ? fs::path() : fs::path(r.headers) / (std::to_string(key) + ".asked");
}

source_identity front_end::remembered_identity() {
    const fs::path memory = this->memory();
    if (const auto known = memory.empty() ? std::nullopt : remembered(memory);
        known && known->size() >= 4) {
        const std::vector<std::string>& k = *known;
        return {{k[0], k[1]}, {k[2], k[3]}, true, {k.begin() + 4, k.end()}};
    }
    const std::timespec start = now_beside(in_scratch("started"));
    source_identity made = identity_of(text());
    if (memory.empty() || !made.is_all) return made;
    words result{made.host.digest, made.host.options, made.device.digest, made.device.options};
    append(result, made.device_code);
    remember_ = [this, memory, start, result] {
        remember(memory, {in_scratch("host.asked"), in_scratch("device.asked")}, in_scratch(""),
                 start, result);
    };
    return made;
}

void front_end::remember_identity() {
    const std::lock_guard lock(remembering_);
    if (!remember_) return;
    try {
        std::exchange(remember_, {})();
    } catch (const system::store_error&) {
        // Then the source is read again next time.
    }
}

const source_identity& front_end::identity() {
    return identity_.get([this] { return remembered_identity(); });
}

words front_end::words_to_compile(half h, bool header) const {
    words all{request_.compiler};
    append(all, language(request_, h == half::device));
    append(all, {"-nogpuinc", "-fPIC", "-c"});
    // With modules, clang takes functions of the host and of the device in a precompiled header for one and the same.
    append(all, {"-Xclang", "-fno-cxx-modules"});
    // Templates that headers use are instantiated once, in the precompiled header.
    append(all, {"-Xclang", "-fpch-instantiate-templates"});
    if (!header || h == half::device) all.emplace_back("-emit-llvm");
    append(all, {"-Xclang", header ? "-emit-pch" : "-disable-llvm-passes"});
    // A loop that never ends must hang; the optimiser must not remove it. A variable that was never set has the same
    // contents in each case, not leftovers of the stack. Where a variable lies is said at its declaration, not at
    // each assignment.
    append(all, {"-O2", "-g", "-Xclang", "-fexperimental-assignment-tracking=disabled",
                 "-fno-finite-loops", "-ftrivial-auto-var-init=pattern", "-Wno-undefined-internal",
                 "-Wno-unused-command-line-argument", "-Wno-unknown-attributes",
                 "-Wno-ignored-attributes"});
    if (h == half::device)
        // The sanitizer finds indices outside of arrays. By clang itself: its driver knows none for a GPU.
        append(all, {"-fno-builtin-printf", "-Xclang", "-fsanitize=array-bounds", "-Xclang",
                     "-fsanitize-recover=array-bounds", "-fstrict-flex-arrays=1",
                     "-fno-delete-null-pointer-checks", "-fno-optimize-sibling-calls",
                     "-fno-discard-value-names"});
    else
        // A GPU rounds after each operation on 16-bit floats, so a sum overflows there that would fit a float.
        append(all, {"-fexcess-precision=16"});
#if defined(__x86_64__)
    // A thread with many local variables reaches the end of the stack page by page, and does not step over it into
    // another stack.
    if (h == half::host) all.emplace_back("-fstack-clash-protection");
#endif
    words flags = flags_after_preprocessing(request_.flags);
    if (h == half::device) flags = for_device(flags);
    if (header) std::erase_if(flags, [](const std::string& f) { return f == "-w" || f == "-g"; });
    append(all, flags);
    return all;
}

header_request front_end::headers_of(half h) const {
    const bool kept = may_keep_headers(flags_after_preprocessing(request_.flags));
    header_request headers{
        .ready = kept ? request_.ready : "",
        .folder = kept ? request_.headers : "",
        .root = request_.root,
        .not_the_users = not_the_users(request_.root),
        .name = h == half::host ? "host" : "device",
        .depends = words_to_compile(h, true),
        .compile = [this, h](const compile_job& job) {
            words all = words_to_compile(h, job.header);
            append(all, job.flags);
            // The same bitcode, whatever the folder for what is only needed meanwhile is called.
            append(all, {"-fdebug-prefix-map=" + fs::path(job.source).parent_path().string() + "=",
                         job.source, "-o", job.object});
            run_compiler(all, request_.source);
        }};
    headers.depends[0] = stamp_of(path_of(request_.compiler));  // whatever name it was given by
    return headers;
}

halves_of_source front_end::compile() {
    const preprocessed_source& p = text();
    halves_of_source made{in_scratch("host.bc"),
                          p.device.text.empty() ? "" : in_scratch("device.bc")};
    const std::string host = in_scratch("host.hip"), device = in_scratch("device.hip");
    side_by_side(
        [&] { compile_with_headers(headers_of(half::host), p.host.text, host, made.host); },
        [&] {
            if (!p.device.text.empty())
                compile_with_headers(headers_of(half::device), p.device.text, device, made.device);
        });
    return made;
}

std::vector<fs::path> front_end::precompile_headers() {
    std::vector<fs::path> all;
    for (const auto& [h, source] :
         {std::pair{half::host, &text().host.text}, {half::device, &text().device.text}})
        for (const fs::path& file : compiler::precompile_headers(headers_of(h), *source))
            all.push_back(file);
    return all;
}

}  // namespace tileproof::compiler
