#include "kernels/user/user_library.hpp"

#include "kernels/device/cpu/fiber.hpp"
#include "kernels/device/cpu_checked/instrument/compile.hpp"
#include "kernels/user/source_pass.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <thread>
#include <utility>

namespace tileproof::properties {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file) throw user_error(fmt::format("The file {} cannot be read.", path.string()));
    return text;
}

// FNV-1a, 64 bits: a cache needs no more.
std::uint64_t digest(std::string_view text, std::uint64_t h = 0xcbf29ce484222325u) {
    for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return h;
}

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

// Folders with the project's headers: of an installation next to this program, or of the source
// tree.
std::vector<std::string> include_flags() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    const fs::path installed = program.parent_path().parent_path() / "include/tileproof";
    const fs::path root =
        fs::exists(installed / "kernels/user", error) ? installed : fs::path(TILEPROOF_SOURCE_ROOT);
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

void run(const std::vector<std::string>& words, const std::string& what) {
    std::vector<char*> arguments;
    for (const std::string& w : words) arguments.push_back(const_cast<char*>(w.c_str()));
    arguments.push_back(nullptr);
    pid_t child = 0;
    if (const int e =
            posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ))
        throw user_error(fmt::format("{} cannot be started: {}.", words[0], std::strerror(e)));
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0)
        throw user_error(
            fmt::format("{} could not be compiled; see the messages of {} above.", what, words[0]));
}

// "out.o: a.hip b.hpp \<newline> c.hpp" as names.
std::vector<std::string> read_dependencies(const fs::path& depfile) {
    std::vector<std::string> names;
    std::string word;
    const std::string text = read_file(depfile);
    const std::size_t colon = text.find(": ");
    for (std::size_t i = colon == text.npos ? text.size() : colon + 1; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : ' ';
        if (c == '\\' && i + 1 < text.size() && text[i + 1] == ' ')
            word += text[++i];
        else if (c == ' ' || c == '\n' || c == '\\') {
            if (!word.empty()) names.push_back(std::exchange(word, {}));
        } else
            word += c;
    }
    return names;
}

// One device's copy of the file.
class device_build {
  public:
    device_build(const user_build& b, std::string device, const std::string& prepared,
                 std::uint64_t key)
        : build_(b), device_(std::move(device)) {
        const std::string stem =
            fmt::format("{}-{}-{:016x}", b.source.stem().string(), device_, key);
        source_ = b.cache / (stem + ".cpp");
        // Two processes may compile the same file at once: each makes files of its own, the last
        // one stays.
        object_ = b.cache / fmt::format("{}.{}.o", stem, getpid());
        library_ = b.cache / (stem + ".so");
        inputs_ = b.cache / (stem + ".inputs");
        text_ = prepared;
    }

    // All files that went into the library are what they were.
    bool up_to_date() const {
        std::error_code error;
        if (!fs::exists(library_, error) || !fs::exists(inputs_, error)) return false;
        std::ifstream list(inputs_);
        std::string line;
        while (std::getline(list, line)) {
            const std::size_t space = line.find(' ');
            const std::string name = line.substr(space + 1);
            if (!fs::exists(name, error) ||
                fmt::format("{:016x}", digest(read_file(name))) != line.substr(0, space))
                return false;
        }
        return true;
    }

    void compile() const {
        write_atomically(source_, text_);
        std::vector<std::string> flags = include_flags();
        flags.push_back("-iquote");
        flags.push_back(fs::absolute(build_.source).parent_path().string());
        flags.insert(flags.end(), build_.flags.begin(), build_.flags.end());
        const std::string depfile = object_.string() + ".d";
        if (device_ == "cpu-checked") {
            cpu_checked::compile_checked({.compiler = build_.compiler,
                                          .source = source_.string(),
                                          .object = object_.string(),
                                          .dependencies = depfile,
                                          .flags = flags});
        } else {
            std::vector<std::string> words{
                build_.compiler,         "-x", "c++", "-std=c++20", "-O2", "-fPIC",
                "-DTILEPROOF_DEVICE=cpu"};
            words.insert(words.end(), flags.begin(), flags.end());
            if (build_.coverage) words.push_back("-fsanitize=fuzzer-no-link");
            words.insert(words.end(), {"-MD", "-MF", depfile, "-MT", object_.string(), "-c",
                                       source_.string(), "-o", object_.string()});
            run(words, build_.source.string());
        }
        const fs::path made = library_.string() + fmt::format(".{}", getpid());
        run({build_.compiler, "-shared", object_.string(), "-o", made.string()},
            build_.source.string());
        std::string list;
        for (const std::string& name : read_dependencies(depfile))
            list += fmt::format("{:016x} {}\n", digest(read_file(name)), name);
        fs::rename(made, library_);
        write_atomically(inputs_, list);
        fs::remove(object_);
        fs::remove(depfile);
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
    static void write_atomically(const fs::path& path, const std::string& text) {
        const fs::path made = path.string() + fmt::format(".{}", getpid());
        std::ofstream file(made, std::ios::binary);
        if (!file.write(text.data(), static_cast<std::streamsize>(text.size())).flush())
            throw user_error(fmt::format("The file {} cannot be written.", made.string()));
        file.close();
        fs::rename(made, path);
    }
    const user_build& build_;
    std::string device_;
    fs::path source_, object_, library_, inputs_;
    std::string text_;
};

}  // namespace

user_library load_user(const user_build& b) {
    std::string prepared;
    try {
        prepared = prepared_source(read_file(b.source), b.source.string());
    } catch (const source_refused& e) {
        throw user_error(e.what());
    }
    std::error_code error;
    fs::create_directories(b.cache, error);
    if (error)
        throw user_error(
            fmt::format("The folder {} cannot be made: {}.", b.cache.string(), error.message()));
    user_build chosen = b;
    chosen.compiler = find_program(b.compiler).string();
    std::uint64_t key = digest(stamp(chosen.compiler));
    key = digest(stamp("/proc/self/exe"), digest(fs::absolute(b.source).string(), key));
    for (const std::string& flag : b.flags) key = digest(flag + '\n', key);
    key = digest(b.coverage ? "coverage" : "", key);
    key = digest(prepared, key);

    // The right answers come from the cpu device's copy, so that one is always made.
    std::erase(chosen.devices, "cpu");
    chosen.devices.insert(chosen.devices.begin(), "cpu");
    std::vector<device_build> builds;
    for (const std::string& device : chosen.devices)
        builds.emplace_back(chosen, device, prepared, key);
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
        if (i == 0) lib.tests = tests;
        for (const user::test_data& t : tests) lib.launches[chosen.devices[i]].push_back(t.launch);
    }
    return lib;
}

}  // namespace tileproof::properties
