// SPDX-License-Identifier: MIT
#include <dlfcn.h>
#include <fcntl.h>
#include <hip/hiprtc.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hip/runtime/call.hpp"

struct _hiprtcProgram {
    std::string source, name, log;
    std::vector<std::pair<std::string, std::string>> headers;  // by name
    std::map<std::string, std::string> lowered;                // by expression
    std::vector<char> code;
    bool compiled = false;
};

namespace tileproof::hip {
namespace {

namespace fs = std::filesystem;

struct rtc_programs {
    std::mutex mutex;
    std::set<const _hiprtcProgram*> live;
};
rtc_programs& programs() {
    static rtc_programs* const only = new rtc_programs;
    return *only;
}
bool is_program(hiprtcProgram p) {
    const std::lock_guard lock(programs().mutex);
    return p && programs().live.contains(p);
}

bool are_texts(const char** list, int n) {
    for (int i = 0; i < n; ++i)
        if (!list[i]) return false;
    return true;
}

// Beside this library or program, in a build as where it is installed.
std::string path_of_hipcc() {
    if (const char* named = std::getenv("TILEPROOF_HIPCC"); named && *named) return named;
    Dl_info where{};
    dladdr(reinterpret_cast<const void*>(&path_of_hipcc), &where);
    const fs::path here = fs::path(where.dli_fname ? where.dli_fname : "").parent_path();
    for (const char* folder : {".", "../bin", "../../bin"})
        if (const fs::path p = here / folder / "tileproof-hipcc"; fs::exists(p)) return p.string();
    return "tileproof-hipcc";
}

// "&ns::scale<int,4>" is "ns::scale<int, 4>", as kernels are named.
std::string plain_name(const std::string& expression) {
    std::string name;
    for (const char c : expression) {
        if (c == ' ' || (c == '&' && name.empty())) continue;
        name += c;
        if (c == ',') name += ' ';
    }
    return name;
}

std::string with_expressions(const _hiprtcProgram& p) {
    std::string text = p.source + '\n';
    int number = 0;
    for (const auto& [expression, name] : p.lowered)
        text += "static const auto tileproof_expression_" + std::to_string(number++) +
                " __attribute__((used)) = &(" + name + ");\n";
    return text;
}

// Options of HIP's own compiler that mean nothing here are left out.
std::vector<std::string> words_to_compile(const fs::path& folder, const fs::path& file,
                                          const fs::path& module, int n, const char** options) {
    std::vector<std::string> words{path_of_hipcc(),
                                   "--genco",
                                   file.string(),
                                   "-o",
                                   module.string(),
                                   "-I" + folder.string(),
                                   "-ffile-prefix-map=" + folder.string() + "/="};
    for (int i = 0; i < n; ++i) {
        const std::string w = options[i];
        constexpr std::string_view gpu = "--gpu-architecture=";
        if (w.starts_with(gpu))
            words.push_back("--offload-arch=" + w.substr(gpu.size()));
        else if (w.starts_with("-D") || w.starts_with("-I") || w.starts_with("-U") ||
                 w.starts_with("-std=") || w.starts_with("--std=") ||
                 w.starts_with("--offload-arch="))
            words.push_back(w);
    }
    return words;
}

int run_words(const std::vector<std::string>& words, const fs::path& log) {
    std::vector<char*> list;
    for (const std::string& w : words) list.push_back(const_cast<char*>(w.c_str()));
    list.push_back(nullptr);
    std::vector<char*> environment;
    std::string device = std::string("TILEPROOF_DEVICE=") + (for_checked() ? "cpu-checked" : "cpu");
    for (char** e = environ; *e; ++e)
        if (std::strncmp(*e, "TILEPROOF_DEVICE=", 17) != 0) environment.push_back(*e);
    environment.push_back(device.data());
    environment.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    pid_t child = 0;
    const int error =
        posix_spawnp(&child, list[0], &actions, nullptr, list.data(), environment.data());
    posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    if (error != 0 || waitpid(child, &status, 0) < 0) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::vector<char> contents_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

hiprtcResult compile(_hiprtcProgram& p, int n, const char** options) {
    std::string pattern = (fs::temp_directory_path() / "tileproof-rtc-XXXXXX").string();
    if (!mkdtemp(pattern.data())) return HIPRTC_ERROR_INTERNAL_ERROR;
    const fs::path folder = pattern, module = folder / "module.so";
    fs::path name = fs::path(p.name).filename();
    if (name.extension() != ".hip" && name.extension() != ".cu") name += ".hip";
    for (const auto& [header, text] : p.headers) {
        std::error_code ignored;
        fs::create_directories((folder / header).parent_path(), ignored);
        std::ofstream(folder / header) << text;
    }
    std::ofstream(folder / name) << with_expressions(p);
    const int code =
        run_words(words_to_compile(folder, folder / name, module, n, options), folder / "log");
    const std::vector<char> said = contents_of(folder / "log");
    p.log.assign(said.begin(), said.end());
    for (std::size_t at = 0; (at = p.log.find(pattern + "/", at)) != p.log.npos;)
        p.log.erase(at, pattern.size() + 1);
    p.code = contents_of(module);
    p.compiled = code == 0;
    fs::remove_all(folder);
    return code == 0 ? HIPRTC_SUCCESS : HIPRTC_ERROR_COMPILATION;
}

}  // namespace
}  // namespace tileproof::hip

using namespace tileproof;
using namespace tileproof::hip;

const char* hiprtcGetErrorString(hiprtcResult r) {
    constexpr const char* names[] = {"HIPRTC_SUCCESS",
                                     "HIPRTC_ERROR_OUT_OF_MEMORY",
                                     "HIPRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                     "HIPRTC_ERROR_INVALID_INPUT",
                                     "HIPRTC_ERROR_INVALID_PROGRAM",
                                     "HIPRTC_ERROR_INVALID_OPTION",
                                     "HIPRTC_ERROR_COMPILATION",
                                     "HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE",
                                     "HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                                     "HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                     "HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
                                     "HIPRTC_ERROR_INTERNAL_ERROR"};
    if (r == HIPRTC_ERROR_LINKING) return "HIPRTC_ERROR_LINKING";
    return r >= 0 && r < std::size(names) ? names[r] : "HIPRTC_ERROR_INTERNAL_ERROR";
}
hiprtcResult hiprtcVersion(int* major, int* minor) {
    if (!major || !minor) return HIPRTC_ERROR_INVALID_INPUT;
    return *major = 9, *minor = 0, HIPRTC_SUCCESS;
}
hiprtcResult hiprtcCreateProgram(hiprtcProgram* made, const char* source, const char* name, int n,
                                 const char** headers, const char** names) {
    if (!made || n < 0 || (n && (!headers || !names))) return HIPRTC_ERROR_INVALID_INPUT;
    if (!source || !are_texts(headers, n) || !are_texts(names, n))
        return HIPRTC_ERROR_INVALID_INPUT;
    auto* const p = new _hiprtcProgram;
    p->source = source;
    p->name = name && *name ? name : "program";
    for (int i = 0; i < n; ++i) p->headers.emplace_back(names[i], headers[i]);
    const std::lock_guard lock(programs().mutex);
    programs().live.insert(*made = p);
    return HIPRTC_SUCCESS;
}
hiprtcResult hiprtcDestroyProgram(hiprtcProgram* p) {
    if (!p) return HIPRTC_SUCCESS;
    {
        const std::lock_guard lock(programs().mutex);
        if (programs().live.erase(*p) == 0) return HIPRTC_ERROR_INVALID_PROGRAM;
    }
    delete std::exchange(*p, nullptr);
    return HIPRTC_SUCCESS;
}
hiprtcResult hiprtcAddNameExpression(hiprtcProgram p, const char* expression) {
    if (!expression) return HIPRTC_ERROR_INVALID_INPUT;
    if (!is_program(p)) return HIPRTC_ERROR_INVALID_PROGRAM;
    if (p->compiled) return HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    return p->lowered[expression] = plain_name(expression), HIPRTC_SUCCESS;
}
hiprtcResult hiprtcGetLoweredName(hiprtcProgram p, const char* expression, const char** name) {
    if (!expression || !name) return HIPRTC_ERROR_INVALID_INPUT;
    if (!is_program(p)) return HIPRTC_ERROR_INVALID_PROGRAM;
    if (!p->compiled) return HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    const auto found = p->lowered.find(expression);
    if (found == p->lowered.end()) return HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
    return *name = found->second.c_str(), HIPRTC_SUCCESS;
}
hiprtcResult hiprtcCompileProgram(hiprtcProgram p, int n, const char** options) {
    if (n < 0 || (n && !options) || !are_texts(options, n)) return HIPRTC_ERROR_INVALID_INPUT;
    if (!is_program(p)) return HIPRTC_ERROR_INVALID_PROGRAM;
    return compile(*p, n, options);
}
hiprtcResult hiprtcGetProgramLogSize(hiprtcProgram p, size_t* bytes) {
    if (!bytes) return HIPRTC_ERROR_INVALID_INPUT;
    if (!is_program(p)) return HIPRTC_ERROR_INVALID_PROGRAM;
    return *bytes = p->log.empty() ? 0 : p->log.size() + 1, HIPRTC_SUCCESS;
}
hiprtcResult hiprtcGetProgramLog(hiprtcProgram p, char* log) {
    if (!log) return HIPRTC_ERROR_INVALID_INPUT;
    if (!is_program(p)) return HIPRTC_ERROR_INVALID_PROGRAM;
    return std::strcpy(log, p->log.c_str()), HIPRTC_SUCCESS;
}
hiprtcResult hiprtcGetCodeSize(hiprtcProgram p, size_t* bytes) {
    if (!bytes) return HIPRTC_ERROR_INVALID_INPUT;
    if (!is_program(p) || !p->compiled) return HIPRTC_ERROR_INVALID_PROGRAM;
    return *bytes = p->code.size(), HIPRTC_SUCCESS;
}
hiprtcResult hiprtcGetCode(hiprtcProgram p, char* code) {
    if (!code) return HIPRTC_ERROR_INVALID_INPUT;
    if (!is_program(p) || !p->compiled) return HIPRTC_ERROR_INVALID_PROGRAM;
    return std::ranges::copy(p->code, code), HIPRTC_SUCCESS;
}
