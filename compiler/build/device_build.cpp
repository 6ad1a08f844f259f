// SPDX-License-Identifier: MIT
#include "compiler/build/device_build.hpp"

#include "compiler/build/build_cache.hpp"
#include "compiler/build/compile_gpu.hpp"
#include "compiler/build/compilers.hpp"
#include "compiler/build/user_library.hpp"
#include "devices/device.hpp"
#include "devices/gpu/architecture.hpp"
#include "system/digest.hpp"
#include "system/file.hpp"
#include "system/temporary_folder.hpp"
#include "system/text.hpp"

#include <fmt/format.h>

#include <sys/stat.h>

#include <cctype>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <utility>

namespace tileproof::compiler {
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
        return system::read_bounded(path, most);
    } catch (const system::store_error& e) {
        throw user_error(e.what());
    }
}

// Somebody may replace a compiler with another of the same size and time.
std::string stamp_that_cannot_be_set(const fs::path& file) {
    struct stat status {};
    stat(file.c_str(), &status);
    return fmt::format("{} {} {} {}", compiler::stamp_of(file), status.st_ino,
                       status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
}

// What the passes link to a kernel (compiler/passes/hip_halves.cpp).
fs::path runtime_of(const std::string& device) {
    return fs::path(compiler::passes()).parent_path() /
           (device == "cpu-checked" ? "runtime-cpu_checked.bc" : "runtime-cpu.bc");
}

// The variables that linkers and drivers read; those that compilers read show in their output.
std::string of_environment() {
    std::string all;
    for (const char* const name : {"CCC_OVERRIDE_OPTIONS", "COMPILER_PATH", "GCC_EXEC_PREFIX",
                                   "LD_RUN_PATH", "LIBRARY_PATH"}) {
        const char* const value = std::getenv(name);
        all += fmt::format("{}={}\n", name, value ? value : "");
    }
    return all;
}

// The characters of the file's name that are harmless in file names, rules of make and shells.
std::string safe_stem(const fs::path& source) {
    std::string safe;
    for (const char c : source.stem().string())
        safe += std::isalnum(static_cast<unsigned char>(c)) || c == '_' ? c : '_';
    return safe.substr(0, 60);
}

// While it lives, another process (or thread) that has one of the same library waits, but not for one that was stopped.
class one_at_a_time {
  public:
    explicit one_at_a_time(const fs::path& library)
        : file_(made(library.parent_path() / (".build-" + library.stem().string()))),
          lock_(file_, system::file_lock::kind::alone, longest_wait) {}
    ~one_at_a_time() {
        std::error_code ignored;
        fs::remove(file_, ignored);
    }
    one_at_a_time(const one_at_a_time&) = delete;
    one_at_a_time& operator=(const one_at_a_time&) = delete;

  private:
    static constexpr std::chrono::seconds longest_wait{300};
    // Where the cache cannot be written, there is no lock, and nobody waits.
    static fs::path made(const fs::path& file) {
        const std::ofstream empty(file);
        return file;
    }
    const fs::path file_;
    const system::file_lock lock_;
};

std::string name_when_ready(const device_copy& c) {
    return fmt::format("{}-{}.so", c.device, c.wave_size);
}

}  // namespace

device_build::device_build(device_copy c) : copy_(std::move(c)) {
    if (!copy_.ready.empty()) library_ = copy_.ready / name_when_ready(copy_);
}

// Names the files of the copy.
void device_build::name_files(const source_identity& p) {
    std::uint64_t key = 0;
    std::vector<std::string> others{p.host.digest,
                                    p.device.digest,
                                    copy_.device,
                                    p.host.options,
                                    p.device.options,
                                    of_environment(),
                                    stamp_that_cannot_be_set(compiler::path_of(copy_.compiler)),
                                    stamp_that_cannot_be_set("/proc/self/exe"),
                                    stamp_that_cannot_be_set(compiler::passes()),
                                    stamp_that_cannot_be_set(runtime_of(copy_.device)),
                                    fs::absolute(copy_.source).string(),
                                    copy_.coverage ? "coverage" : "",
                                    copy_.changes ? "changes" : "",
                                    copy_.in_double ? "double" : "",
                                    fmt::format("{} {}", copy_.wave_size, copy_.architecture)};
    others.insert(others.end(), copy_.flags.begin(), copy_.flags.end());
    for (const std::string& file : p.device_code) others.push_back(read_file(file));
    for (const std::string& other : others) key = fnv1a(other + '\n', key);
    digest_ = fmt::format("{:016x}", key);
    const std::string name = fmt::format("{}-{}{}-{}", safe_stem(copy_.source), copy_.device,
                                         copy_.wave_size == 64 ? "-64" : "", digest_);
    library_ = copy_.cache / (name + ".so");
    inputs_ = copy_.cache / (name + ".inputs");
}

bool device_build::make() {
    if (!copy_.ready.empty()) return false;
    (void)read_file(copy_.source);  // throws a sentence if it cannot be read
    if (const std::string why = compiler::why_unfit(copy_.compiler, copy_.device); !why.empty())
        throw user_error(why);
    // Nobody clears the cache meanwhile.
    const system::file_lock building(copy_.cache, system::file_lock::kind::use);
    if (!copy_.front) copy_.front = front_end_of(copy_);
    const source_identity& now = copy_.front->identity();
    name_files(now);
    if (now.is_all && take_made()) return false;
    const source_identity compiled =
        identity_of(copy_.front->text());  // another, if a file was edited just now
    name_files(compiled);
    // Who compiles the same at once is waited for. If that takes too long, each has its own folder, and the last one's file stays.
    const system::temporary_folder folder(copy_.cache / ".build-");
    const one_at_a_time turn(library_);
    if (compiled.is_all && take_made()) return false;
    const std::string made = (folder.path() / "kernel.so").string();
    devices::is_gpu(copy_.device) ? compile_for_gpu(made) : compile_for_cpu(made);
    copy_.front->remember_identity();
    use_library();
    return true;
}

bool device_build::take_made() {
    if (!is_current(inputs_, library_)) return false;
    mark_as_used(inputs_);
    copy_.front->remember_identity();
    use_library();
    return true;
}

void device_build::use_library() {
    in_use_ = std::make_shared<const system::file_lock>(library_, system::file_lock::kind::use);
}

void device_build::save(const fs::path& folder) const {
    system::write_atomically(folder / name_when_ready(copy_), read_file(library_, largest_library));
}

std::shared_ptr<const user_code> device_build::open() const {
    return std::make_shared<const user_code>(
        compiled_copy{library_, copy_.source, copy_.device, in_use_});
}

std::shared_ptr<front_end> front_end_of(const device_copy& c) {
    const bool on_gpu = devices::is_gpu(c.device);
    source_request request{.compiler = path_of(on_gpu ? compiler_for("cpu", "") : c.compiler),
                           .source = c.source.string(),
                           .scratch = (c.cache / ".build-").string(),
                           .flags = include_flags(),
                           .preprocess_flags = {},
                           .headers = c.cache.string(),
                           .wave_size = c.wave_size};
    request.flags.insert(request.flags.end(), c.flags.begin(), c.flags.end());
    return std::make_shared<front_end>(std::move(request));
}

void device_build::keep(const std::string& made, const std::vector<std::string>& names) const {
    system::write_atomically(library_, read_file(made, largest_library));
    write_record(inputs_, library_, names);
}

void device_build::compile_for_cpu(const std::string& made) const {
    const std::string object = made + ".o";
    compile_for({.device = copy_.device == "cpu" ? cpu_device::cpu : cpu_device::cpu_checked,
                 .object = object,
                 .coverage = copy_.coverage && copy_.device == "cpu",
                 .changes = copy_.changes,
                 .in_double = copy_.in_double},
                *copy_.front);
    const source_request& request = copy_.front->request();
    std::vector<std::string> link = linker_of(request.compiler);
    link.insert(link.begin(), request.compiler);
    link.insert(link.end(), {"-shared", "-Wl,-Bsymbolic-functions", object, "-o", made});
    run_compiler(link, request.source);
    keep(made, {});
}

// Repeats until the files that the compiler read are unchanged when it has ended.
void device_build::compile_for_gpu(const std::string& made) const {
    constexpr int most_tries = 5;
    const compiler::gpu_request request{.compiler = copy_.compiler,
                                        .source = fs::absolute(copy_.source).string(),
                                        .library = made,
                                        .dependencies = made + ".d",
                                        .architecture = copy_.architecture,
                                        .flags = copy_.flags};
    std::vector<std::string> names;
    for (int i = 0; i < most_tries; ++i) {
        const std::timespec start = now_beside(made + ".started");
        copy_.device == "hip" ? compiler::compile_hip(request) : compiler::compile_cuda(request);
        names = dependency_names(read_file(request.dependencies));
        if (!changed_since(names, start)) return keep(made, names);
    }
    // Compilers write a name with a backslash or a line end differently.
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

}  // namespace tileproof::compiler
