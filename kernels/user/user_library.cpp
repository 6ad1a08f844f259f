// SPDX-License-Identifier: MIT
#include "kernels/user/user_library.hpp"

#include "kernels/user/build_record.hpp"
#include "kernels/user/compile_source.hpp"
#include "system/atomic_file.hpp"
#include "system/digest.hpp"
#include "system/process.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cctype>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <thread>
#include <utility>

namespace tileproof::properties {
namespace {

namespace fs = std::filesystem;

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

using system::fnv1a;

std::string stamp(const fs::path& path) {
    std::error_code error;
    const auto size = fs::file_size(path, error);
    const auto time = fs::last_write_time(path, error);
    return fmt::format("{} {} {}", path.string(), size, time.time_since_epoch().count());
}

// Where a program lies that is given by its name alone.
fs::path find_program(const std::string& name) {
    if (name.find('/') != name.npos) return name;
    const char* path = std::getenv("PATH");
    std::string_view rest = path ? path : "";
    while (!rest.empty()) {
        const fs::path candidate = fs::path(rest.substr(0, rest.find(':'))) / name;
        if (access(candidate.c_str(), X_OK) == 0) return candidate;
        rest.remove_prefix(std::min(rest.find(':'), rest.size() - 1) + 1);
    }
    throw user_error(
        fmt::format("The compiler {} was not found: install clang-19, or name another one "
                    "with --compiler.",
                    name));
}

// Its messages go to standard error.
void run(const std::vector<std::string>& words, const std::string& what) {
    using stream = system::command::stream;
    try {
        if (system::run({.words = words, .output = stream::here, .errors = stream::here})
                .how.well())
            return;
    } catch (const system::start_error& e) {
        throw user_error(e.what());
    }
    throw user_error(
        fmt::format("{} could not be compiled; see the messages of {} above.", what, words[0]));
}

// Of the file's name what is harmless in names of files, in rules of make and in shells.
std::string safe_stem(const fs::path& source) {
    std::string safe;
    for (const char c : source.stem().string())
        safe += std::isalnum(static_cast<unsigned char>(c)) || c == '_' ? c : '_';
    return safe.substr(0, 60);
}

// By the clock of the file system, which a file written there shows.
std::timespec now_in(const fs::path& file) {
    write_atomically(file, "");
    const std::timespec now = moment_of(file);
    std::error_code ignored;
    fs::remove(file, ignored);
    return now;
}

// One device's copy of the file.
class device_build {
  public:
    device_build(const user_build& b, std::string device, std::uint64_t key)
        : build_(b), device_(std::move(device)) {
        const std::string stem = fmt::format("{}-{}-{:016x}", safe_stem(b.source), device_, key);
        // Two processes may compile the same file at once: each makes files of its own, the last
        // one stays.
        object_ = b.cache / fmt::format("{}.{}.o", stem, getpid());
        library_ = b.cache / (stem + ".so");
        inputs_ = b.cache / (stem + ".inputs");
    }

    bool up_to_date() const { return is_current(inputs_, library_); }

    // Until what the compiler read is what lies there when it has ended.
    void compile() const {
        constexpr int most_tries = 5;
        for (int i = 0; i < most_tries; ++i)
            if (compile_once()) return;
        throw user_error(fmt::format(
            "{}, or a file that it includes, was edited {} times while it was compiled.",
            build_.source.string(), most_tries));
    }

    const std::vector<user::test_data>& open() const {
        void* const code = dlopen(fs::absolute(library_).c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!code)
            throw user_error(
                fmt::format("{} cannot be loaded: {}.", build_.source.string(), dlerror()));
        using function = const void* (*)();
        const auto tests = reinterpret_cast<function>(dlsym(code, "tileproof_kernel_tests"));
        if (!tests)
            throw user_error(
                fmt::format("{} declares no kernel test: include <tileproof/kernel_test.hpp> and "
                            "declare one.",
                            build_.source.string()));
        return *static_cast<const std::vector<user::test_data>*>(tests());
    }

  private:
    bool compile_once() const {
        const std::timespec start = now_in(object_.string() + ".started");
        const std::string depfile = object_.string() + ".d";
        user::source_request request{.compiler = build_.compiler,
                                     .source = build_.source.string(),
                                     .object = object_.string(),
                                     .device = device_ == "cpu-checked"
                                                   ? user::translate_for::cpu_checked
                                                   : user::translate_for::cpu,
                                     .dependencies = depfile,
                                     .flags = user::include_flags(),
                                     .preprocess_flags = {}};
        request.flags.insert(request.flags.end(), build_.flags.begin(), build_.flags.end());
        if (build_.coverage && device_ == "cpu")
            request.code_flags.push_back("-fsanitize=fuzzer-no-link");
        compile_source(request);
        const fs::path made = library_.string() + fmt::format(".{}", getpid());
        run({build_.compiler, "-shared", object_.string(), "-o", made.string()},
            build_.source.string());
        const std::vector<std::string> names = dependency_names(read_file(depfile));
        std::error_code ignored;
        fs::remove(object_, ignored);
        fs::remove(depfile, ignored);
        if (changed_since(names, start)) {
            fs::remove(made, ignored);
            return false;
        }
        write_atomically(library_, read_file(made, largest_library));
        fs::remove(made, ignored);
        write_record(inputs_, library_, names);
        return true;
    }

    const user_build& build_;
    std::string device_;
    fs::path object_, library_, inputs_;
};

// A finding names its test.
void require_different_names(const std::vector<user::test_data>& tests, const fs::path& source) {
    std::set<std::string> names;
    for (const user::test_data& t : tests)
        if (!names.insert(t.name).second)
            throw user_error(fmt::format(
                "{} declares two tests that are named '{}': give each a name of its own.",
                source.string(), t.name));
}

}  // namespace

user_library load_user(const user_build& b) {
    const std::string text = read_file(b.source);
    std::error_code error;
    fs::create_directories(b.cache, error);
    if (error)
        throw user_error(
            fmt::format("The folder {} cannot be made: {}.", b.cache.string(), error.message()));
    user_build chosen = b;
    chosen.compiler = find_program(b.compiler).string();
    std::uint64_t key = fnv1a(stamp(chosen.compiler));
    key = fnv1a(stamp("/proc/self/exe"), fnv1a(fs::absolute(b.source).string(), key));
    for (const std::string& flag : b.flags) key = fnv1a(flag + '\n', key);
    key = fnv1a(b.coverage ? "coverage" : "", key);
    key = fnv1a(text, key);

    // The right answers come from the cpu device's copy, so that one is always made.
    std::erase(chosen.devices, "cpu");
    chosen.devices.insert(chosen.devices.begin(), "cpu");
    std::vector<device_build> builds;
    for (const std::string& device : chosen.devices) builds.emplace_back(chosen, device, key);
    user_library lib;
    std::vector<std::string> failures(builds.size());
    {
        std::vector<std::thread> compilers;  // all end here, before anybody forks
        for (std::size_t i = 0; i < builds.size(); ++i) {
            if (builds[i].up_to_date()) continue;
            lib.compiled = true;
            compilers.emplace_back([&, i] {
                try {
                    builds[i].compile();
                } catch (const std::exception& e) {
                    failures[i] = e.what();
                }
            });
        }
        for (std::thread& t : compilers) t.join();
    }
    for (const std::string& failure : failures)
        if (!failure.empty()) throw user_error(failure);
    for (std::size_t i = 0; i < builds.size(); ++i) {
        const std::vector<user::test_data>& tests = builds[i].open();
        if (tests.empty())
            throw user_error(
                fmt::format("{} declares no kernel test: declare one with tileproof::transpose, "
                            "copy, permute, relayout, elementwise, product or custom.",
                            b.source.string()));
        if (i == 0) require_different_names(tests, b.source);
        if (i == 0) lib.tests = tests;
        for (const user::test_data& t : tests) lib.launches[chosen.devices[i]].push_back(t.launch);
    }
    return lib;
}

}  // namespace tileproof::properties
