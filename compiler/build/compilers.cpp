// SPDX-License-Identifier: MIT
#include "compiler/build/compilers.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <stdexcept>
#include <tuple>

#include "compiler/build/compiler_messages.hpp"
#include "devices/cpu/fiber.hpp"  // TILEPROOF_ASAN
#include "system/file.hpp"
#include "system/limited_run.hpp"
#include "system/process.hpp"

namespace tileproof::compiler {

std::string answer_in_advance(const std::string& compiler, const std::string& folder) {
    const std::string text = system::read_file(folder + "/compiler").value_or("");
    const std::string stamp = stamp_of(path_of(compiler)) + "\n";
    return text.starts_with(stamp) ? text.substr(stamp.size()) : "";
}

void write_answer(const std::string& compiler, const std::string& folder) {
    const std::string program = path_of(compiler);
    system::write_atomically(
        folder + "/compiler",
        stamp_of(program) + "\n" +
            system::run({.words = {program, "--version"}, .seconds = 30}).output);
}

namespace {

namespace fs = std::filesystem;

constexpr int oldest_clang = 18;

// A compiler's answer is cached: starting it takes 30 ms, and each copy of a file asks.
std::string answer_to(const std::string& word, const std::string& compiler) {
    static std::mutex mutex;
    static std::map<std::tuple<std::string, fs::file_time_type, std::uintmax_t, std::string>,
                    std::string>
        known;
    const std::string program = path_of(compiler);
    std::error_code error;
    const auto time = fs::last_write_time(program, error);
    const auto bytes = fs::file_size(program, error);
    const std::lock_guard lock(mutex);
    const auto [said, first] = known.try_emplace({program, time, bytes, word});
    if (first && word == "--version") said->second = answer_in_advance(program, ready_headers());
    if (first && said->second.empty())
        said->second = system::run({.words = {program, word}, .seconds = 30}).output;
    return said->second;
}

std::vector<std::string> of_roots(std::initializer_list<const char*> variables,
                                  const std::string& program) {
    std::vector<std::string> names;
    for (const char* variable : variables)
        if (const char* root = std::getenv(variable); root && *root)
            names.push_back(std::string(root) + program);
    return names;
}

std::vector<std::string> rocm_names() {
    std::vector<std::string> names = of_roots({"ROCM_PATH", "HIP_PATH"}, "/llvm/bin/clang++");
    names.push_back("/opt/rocm/llvm/bin/clang++");
    return names;
}

std::vector<std::string> clang_names() {
    return {"clang++-19", "clang++-20", "clang++-21", "clang++-18"};
}

std::vector<std::string> nvcc_names() {
    std::vector<std::string> names = of_roots({"CUDA_HOME", "CUDA_PATH"}, "/bin/nvcc");
    names.insert(names.end(), {"nvcc", "/usr/local/cuda/bin/nvcc"});
    return names;
}

std::vector<std::string> joined(std::vector<std::string> a, const std::vector<std::string>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

std::vector<std::string> usual_names(const std::string& device) {
    if (device == "cuda") return nvcc_names();
    return device == "hip" ? joined(rocm_names(), clang_names())
                           : joined(clang_names(), rocm_names());
}

const char* how_to_get_one(const std::string& device) {
    if (device == "cuda")
        return "No compiler for the device cuda was found: install CUDA, and set CUDA_HOME where "
               "nvcc is neither in PATH nor in /usr/local/cuda.";
    return "No compiler for the device hip was found: install ROCm (and set ROCM_PATH where it is "
           "not in /opt/rocm), or clang-19 and libamdhip64-dev.";
}

// Our passes are made of one LLVM, and only its clang loads them.
std::string compiler_of_passes(const std::string& asked) {
    std::vector<std::string> names = joined(clang_names(), rocm_names());
    if (!asked.empty()) names.insert(names.begin(), asked);
    for (const std::string& name : names)
        if (!path_of(name).empty() && !passes_for(name).empty()) return name;
    throw std::runtime_error(
        "Kernels for the cpu devices are compiled by the clang that this tileproof was built with "
        "(" TILEPROOF_PASSES_COMPILER
        "), whatever --compiler says, and that one was not found: install clang-19.");
}

}  // namespace

std::string passes_for(const std::string& compiler) {
    const std::string said = answer_to("--version", compiler);
    return said.substr(0, said.find('\n')) == TILEPROOF_PASSES_COMPILER ? passes() : "";
}

std::string path_of(const std::string& name) {
    if (name.find('/') != name.npos) return access(name.c_str(), X_OK) == 0 ? name : "";
    const char* const variable = std::getenv("PATH");
    std::string rest = variable ? variable : "";
    for (bool more = !rest.empty() && !name.empty(); more;) {
        const std::size_t colon = rest.find(':');
        const std::string file = (fs::path(rest.substr(0, colon)) / name).string();
        if (access(file.c_str(), X_OK) == 0) return file;
        more = colon != rest.npos;
        if (more) rest.erase(0, colon + 1);
    }
    return {};
}

std::string compiler_for(const std::string& device, const std::string& asked) {
    if (!asked.empty() && path_of(asked).empty())
        throw std::runtime_error(fmt::format(
            "The compiler {} was not found: install it, or name another one with --compiler.",
            asked));
    if (device.starts_with("cpu")) return compiler_of_passes(asked);
    if (!asked.empty()) return asked;
    for (const std::string& name : usual_names(device))
        if (!path_of(name).empty()) return name;
    throw std::runtime_error(how_to_get_one(device));
}

bool is_usual_compiler(const std::string& name) {
    for (const char* device : {"cpu", "hip", "cuda"}) {
        const auto names = usual_names(device);
        if (std::find(names.begin(), names.end(), name) != names.end()) return true;
    }
    return false;
}

std::string why_unfit(const std::string& compiler, const std::string& device) {
    if (device == "cuda") return {};
    const std::string said = answer_to("--version", compiler);
    const std::string word = "clang version ";
    const std::size_t at = said.find(word);
    if (at == said.npos)
        return fmt::format(
            "The device {} needs clang, {} or later, and {} is not clang; name one with "
            "--compiler.",
            device, oldest_clang, compiler);
    const int version = std::atoi(said.c_str() + at + word.size());
    if (version >= oldest_clang) return {};
    return fmt::format(
        "{} is clang {}, and kernels need clang {} or later; name another one with --compiler.",
        compiler, version, oldest_clang);
}

std::string stamp_of(const fs::path& file) {
    std::error_code error;
    const auto size = fs::file_size(file, error);
    const auto time = fs::last_write_time(file, error);
    return fmt::format("{} {} {}", file.string(), size, time.time_since_epoch().count());
}

std::vector<std::string> linker_of(const std::string& compiler) {
    std::error_code error;
    const fs::path program = fs::canonical(path_of(compiler), error);
    if (error || program.filename().string().find("clang") == std::string::npos) return {};
    if (!fs::exists(program.parent_path() / "ld.lld", error)) return {};
    return {"-fuse-ld=lld"};
}

std::string rocm_of(const std::string& compiler) {
    std::error_code error;
    fs::path folder = fs::canonical(path_of(compiler), error);
    for (int up = 0; !error && up < 5 && folder.has_relative_path(); ++up) {
        folder = folder.parent_path();
        if (folder != "/usr" && folder != "/" && fs::exists(folder / "include/hip/hip_runtime.h") &&
            fs::exists(folder / "lib/libamdhip64.so"))
            return folder.string();
    }
    return {};
}

namespace {

// A path below the folder that this program is installed in; empty if it does not exist.
std::string installed(const char* what) {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    const fs::path folder = program.parent_path().parent_path() / what;
    return fs::exists(folder, error) ? folder.string() : "";
}

}  // namespace

std::string project_root() {
    return installed("include/tileproof/sdk").empty() ? TILEPROOF_SOURCE_ROOT
                                                      : installed("include/tileproof");
}

std::string ready_headers() {
    const std::string folder = installed("lib/tileproof/headers");
    return folder.empty() ? TILEPROOF_READY_HEADERS : folder;
}

std::string passes() {
    const std::string file = installed("lib/tileproof/tileproof-passes.so");
    return file.empty() ? TILEPROOF_PASSES : file;
}

std::string program_library() {
    const std::string file = installed("lib/libtileproof_program.so");
    return file.empty() ? TILEPROOF_PROGRAM_LIBRARY : file;
}

std::vector<std::string> include_flags(const fs::path& root) {
    return {
#ifdef TILEPROOF_ASAN
        "-DTILEPROOF_ASAN=1",  // both sides of a fiber switch must tell address sanitizer
#endif
        "-I" + (root / "hip/headers").string(),
        "-I" + (root / "sdk/include").string(),
        "-I" + root.string(),
        "-I" + (root / "lib").string(),
        "-isystem",
        "/usr/include/eigen3"};
}

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

}  // namespace tileproof::compiler
