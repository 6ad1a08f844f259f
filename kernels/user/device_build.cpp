// SPDX-License-Identifier: MIT
#include "kernels/user/device_build.hpp"

#include "kernels/user/build_cache.hpp"
#include "kernels/user/build_record.hpp"
#include "kernels/user/compile_gpu.hpp"
#include "kernels/user/compile_source.hpp"
#include "kernels/user/compilers.hpp"
#include "kernels/user/user_library.hpp"
#include "system/atomic_file.hpp"
#include "system/digest.hpp"
#include "system/temporary_folder.hpp"
#include "system/visible_text.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <utility>

namespace tileproof::properties {
namespace {

namespace fs = std::filesystem;
using system::fnv1a;

constexpr std::size_t largest_source = 16u << 20, largest_library = 1u << 30;  // bytes

std::string read_file(const fs::path& path, std::size_t most = largest_source) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::exists(status) && !fs::is_regular_file(status))
        throw user_error(
            fmt::format("{} is not a regular file, so it cannot be compiled.", path.string()));
    try {
        return read_bounded(path, most);
    } catch (const store_error& e) {
        throw user_error(e.what());
    }
}

// Of what a copy depends on besides the text of its sources.
std::uint64_t key_of(const device_copy& c) {
    std::uint64_t key = fnv1a(user::stamp_of(user::path_of(c.compiler)));
    key = fnv1a(user::stamp_of("/proc/self/exe"), fnv1a(fs::absolute(c.source).string(), key));
    for (const std::string& flag : c.flags) key = fnv1a(flag + '\n', key);
    key = fnv1a(c.coverage ? "coverage" : "", key);
    return fnv1a(fmt::format("{} {}", c.wave_size, c.architecture), key);
}

// Of the file's name what is harmless in names of files, in rules of make and in shells.
std::string safe_stem(const fs::path& source) {
    std::string safe;
    for (const char c : source.stem().string())
        safe += std::isalnum(static_cast<unsigned char>(c)) || c == '_' ? c : '_';
    return safe.substr(0, 60);
}

std::string name_when_ready(const device_copy& c) {
    return fmt::format("{}-{}.so", c.device, c.wave_size);
}

// By the clock of the file system, which a file written there shows.
std::timespec now_in(const fs::path& file) {
    write_atomically(file, "");
    const std::timespec now = moment_of(file);
    std::error_code ignored;
    fs::remove(file, ignored);
    return now;
}

}  // namespace

device_build::device_build(device_copy c) : copy_(std::move(c)) {
    if (!copy_.ready.empty()) {
        library_ = copy_.ready / name_when_ready(copy_);
        return;
    }
    const std::string name = fmt::format("{}-{}{}-{:016x}", safe_stem(copy_.source), copy_.device,
                                         copy_.wave_size == 64 ? "-64" : "",
                                         fnv1a(read_file(copy_.source), key_of(copy_)));
    library_ = copy_.cache / (name + ".so");
    inputs_ = copy_.cache / (name + ".inputs");
}

bool device_build::up_to_date() const {
    if (!copy_.ready.empty()) return true;
    if (!is_current(inputs_, library_)) return false;
    mark_as_used(inputs_);
    return true;
}

void device_build::save(const fs::path& folder) const {
    write_atomically(folder / name_when_ready(copy_), read_file(library_, largest_library));
}

void device_build::compile() const {
    if (const std::string why = user::why_unfit(copy_.compiler, copy_.device); !why.empty())
        throw user_error(why);
    constexpr int most_tries = 5;
    std::vector<std::string> names;
    for (int i = 0; i < most_tries; ++i)
        if (compile_once(names)) return;
    // Compilers write a name with a backslash or the end of a line as another one.
    for (const std::string& name : names)
        if (!fs::exists(name))
            throw user_error(fmt::format(
                "{} was compiled, but '{}', which the compiler says that it read, is not there. "
                "Was it removed meanwhile, or does the name of the source, or of a file that it "
                "includes, have a backslash or the end of a line in it? Then rename that file.",
                system::visible(copy_.source.string()), system::visible(name)));
    throw user_error(
        fmt::format("{}, or a file that it includes, was edited {} times while it was compiled.",
                    system::visible(copy_.source.string()), most_tries));
}

std::shared_ptr<const user_code> device_build::open() const {
    return std::make_shared<const user_code>(compiled_copy{library_, copy_.source, copy_.device});
}

void device_build::compile_for_cpu(const std::string& made, const std::string& depfile) const {
    const std::string object = made + ".o", source = copy_.source.string();
    user::source_request request{.compiler = user::path_of(copy_.compiler),
                                 .source = source,
                                 .object = object,
                                 .device = copy_.device == "cpu-checked"
                                               ? user::translate_for::cpu_checked
                                               : user::translate_for::cpu,
                                 .dependencies = depfile,
                                 .flags = user::include_flags(),
                                 .preprocess_flags = {},
                                 .headers = copy_.cache.string(),
                                 .wave_size = copy_.wave_size};
    request.flags.insert(request.flags.end(), copy_.flags.begin(), copy_.flags.end());
    if (copy_.coverage && copy_.device == "cpu")
        request.code_flags.push_back("-fsanitize=fuzzer-no-link");
    user::compile_source(request);
    std::vector<std::string> link = user::linker_of(request.compiler);
    link.insert(link.begin(), request.compiler);
    link.insert(link.end(), {"-shared", object, "-o", made});
    user::run_compiler(link, source);
}

bool device_build::compile_once(std::vector<std::string>& names) const {
    // Two processes may compile the same file at once: each has a folder of its own, the last one's file stays.
    const system::temporary_folder folder(copy_.cache / ".build-");
    const std::string made = (folder.path() / "kernel.so").string();
    const std::string depfile = made + ".d";
    const std::timespec start = now_in(made + ".started");
    const user::gpu_request on_gpu{.compiler = copy_.compiler,
                                   .source = fs::absolute(copy_.source).string(),
                                   .library = made,
                                   .dependencies = depfile,
                                   .architecture = copy_.architecture,
                                   .flags = copy_.flags};
    if (copy_.device == "hip")
        user::compile_hip(on_gpu);
    else if (copy_.device == "cuda")
        user::compile_cuda(on_gpu);
    else
        compile_for_cpu(made, depfile);
    names = dependency_names(read_file(depfile));
    const bool changed = changed_since(names, start);
    if (!changed) {
        write_atomically(library_, read_file(made, largest_library));
        write_record(inputs_, library_, names);
    }
    return !changed;
}

}  // namespace tileproof::properties
