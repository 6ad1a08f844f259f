// SPDX-License-Identifier: MIT
#include "compiler/program/build.hpp"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iomanip>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "compiler/build/compile_gpu.hpp"
#include "compiler/build/compilers.hpp"
#include "devices/gpu/architecture.hpp"
#include "system/file.hpp"
#include "system/process.hpp"

namespace tileproof::compiler {
namespace {

namespace fs = std::filesystem;

// A command line's request.
struct driver_line {
    std::vector<std::string> sources, others;   // files: to compile; objects, archives, libraries
    std::vector<std::string> preprocess, code;  // flags for each step
    std::vector<std::string> link;
    std::string output;
    unsigned wave_size = 0;      // from --offload-arch; 32 if it names GPUs of both
    std::set<std::string> gpus;  // named there: gfx942
    bool rdc = false;            // device functions of other files
    bool compile_only = false, preprocess_only = false, asks = false, shared = false;
    bool syntax_only = false;
};

bool is_source(const std::string& w) {
    const std::string e = fs::path(w).extension();
    return e == ".hip" || e == ".cu" || e == ".cpp" || e == ".cc" || e == ".cxx" || e == ".C";
}

bool takes_next(const std::string& w) {
    return w == "-I" || w == "-D" || w == "-U" || w == "-isystem" || w == "-include" ||
           w == "-iquote" || w == "-MF" || w == "-MT" || w == "-MQ" || w == "-idirafter";
}

bool begins(const std::string& w, std::initializer_list<const char*> list) {
    return std::any_of(list.begin(), list.end(), [&](const char* b) { return w.starts_with(b); });
}

// A word, and the next one if it belongs to it.
void read_flag(driver_line& d, const std::vector<std::string>& words, std::size_t& i) {
    const std::string w = words[i].starts_with("--std=") ? words[i].substr(1) : words[i];
    const bool more = i + 1 < words.size();
    if (w.starts_with("--offload-arch=")) {
        const std::string gpu = w.substr(w.find('=') + 1);
        d.gpus.insert(gpu.substr(0, gpu.find(':')));  // without :xnack-
        const unsigned lanes = devices::wave_size_of(gpu);
        d.wave_size = d.wave_size && d.wave_size != lanes ? 32 : lanes;
    } else if (w == "-fgpu-rdc" || w == "-fno-gpu-rdc") {
        d.rdc = w == "-fgpu-rdc";
    } else if (w == "-c") {
        d.compile_only = true;
    } else if (w == "-fsyntax-only") {
        d.syntax_only = true;
    } else if (w == "-E") {
        d.preprocess_only = true;
    } else if (w == "-o" && more) {
        d.output = words[++i];
    } else if (w == "-x" && more) {
        ++i;  // hip, cu, c++: decided by the includes
    } else if (begins(w,
                      {"--amdgpu-target", "--cuda-gpu-arch", "--rocm-path", "--hip-", "--gpu-max",
                       "-mllvm=", "--save-temps", "-munsafe-fp-atomics", "-mno-unsafe-fp-atomics",
                       "-parallel-jobs", "--no-gpu", "--hipcc", "-fhip", "--offload", "-march",
                       "-std", "-mwavefrontsize64", "-mcumode"})) {
        if (begins(w, {"-std=c++98", "-std=c++0", "-std=c++1", "-std=gnu++0", "-std=gnu++1"})) {
            d.preprocess.push_back("-fno-char8_t");
            d.code.push_back("-fno-char8_t");
        }
    } else if (w == "-mllvm" && more) {
        ++i;
    } else if (takes_next(w) && more) {
        d.preprocess.insert(d.preprocess.end(), {w, words[++i]});
    } else if (begins(w, {"-I", "-D", "-U", "-M", "-isystem"})) {
        d.preprocess.push_back(w);
    } else if (begins(w, {"-l", "-L", "-Wl,", "-static", "-rdynamic"})) {
        d.link.push_back(w);
    } else if (w == "-shared" || w == "--genco") {  // a module that hipModuleLoad takes
        d.shared = true;
        d.link.emplace_back("-shared");
    } else if (w == "-v" || w == "--version" ||
               begins(w, {"-print", "-dump", "-###", "--print", "--help"})) {
        d.asks = true;
    } else if (w == "-pthread" || w == "-fopenmp" || w == "-g" ||
               begins(w, {"-f", "-W", "-w", "-O", "-g", "-m", "-p", "-s"})) {
        d.code.push_back(w);
        if (w == "-fopenmp" || w == "-pthread") d.preprocess.push_back(w), d.link.push_back(w);
    } else if (w.starts_with('-')) {
        throw std::runtime_error("The option " + w +
                                 " is not one that tileproof's compiler knows; leave it out. "
                                 "Options of tileproof run stand before the program.");
    } else if (is_source(w)) {
        d.sources.push_back(w);
    } else {
        d.others.push_back(w);
    }
}

void compile_one(const std::string& source, const std::string& object, const driver_line& d,
                 const program_settings& s) {
    source_request r;
    r.compiler = s.compiler;
    r.source = source;
    r.scratch = object + ".";
    r.whole_program = true;
    r.shares_device_functions = d.rdc;
    r.wave_size = s.wave_size ? s.wave_size : d.wave_size ? d.wave_size : 32;
    // The cpu devices' headers precede those of the same names in a ROCm folder.
    r.preprocess_flags = include_flags();
    r.preprocess_flags.insert(r.preprocess_flags.end(), d.preprocess.begin(), d.preprocess.end());
    // -MD names the object that is being made.
    if (std::find(d.preprocess.begin(), d.preprocess.end(), "-MD") != d.preprocess.end() &&
        std::find(d.preprocess.begin(), d.preprocess.end(), "-MT") == d.preprocess.end())
        r.preprocess_flags.insert(r.preprocess_flags.end(), {"-MT", object});
    r.flags = d.code;
    std::erase_if(r.flags, [](const std::string& f) { return f.starts_with("-O"); });
    r.flags.push_back("-w");
    if (d.gpus.size() == 1) r.flags.push_back("--offload-arch=" + *d.gpus.begin());
    // HIP's keywords are known in a HIP file that includes nothing.
    const std::string kind = fs::path(source).extension();
    if (kind == ".hip" || kind == ".cu")
        r.preprocess_flags.insert(r.preprocess_flags.end(), {"-include", "hip/hip_runtime.h"});
    front_end f(std::move(r));
    if (d.syntax_only)
        (void)f.bitcode();
    else
        compile_for({.device = s.device, .object = object}, f);
}

}  // namespace

std::string name_of_program(const std::vector<std::string>& words) {
    const auto source = std::find_if(words.begin(), words.end(), is_source);
    return source == words.end() ? "program" : fs::path(*source).stem().string();
}

namespace {
// With the words of @FILE in its place; a word with spaces stands in quotes there.
std::vector<std::string> with_response_files(const std::vector<std::string>& words) {
    std::vector<std::string> all;
    for (const std::string& w : words) {
        const auto text = w.starts_with('@') ? system::read_file(w.substr(1)) : std::nullopt;
        if (!text) {
            all.push_back(w);
            continue;
        }
        std::istringstream in(*text);
        for (std::string word; in >> std::quoted(word);) all.push_back(word);
    }
    return all;
}
}  // namespace

int build_program(const std::vector<std::string>& given, const program_settings& s) {
    const std::vector<std::string> words = with_response_files(given);
    driver_line d;
    for (std::size_t i = 0; i < words.size(); ++i) read_flag(d, words, i);
    if (d.asks || d.preprocess_only || (d.sources.empty() && d.others.empty())) {
        std::vector<std::string> plain{s.compiler};
        plain.insert(plain.end(), words.begin(), words.end());
        return run_words(plain);
    }
    if (d.compile_only || d.syntax_only) {
        for (const std::string& source : d.sources)
            compile_one(source,
                        d.output.empty() ? fs::path(source).stem().string() + ".o" : d.output, d,
                        s);
        return 0;
    }
    const std::string output = d.output.empty() ? "a.out" : d.output;
    std::vector<std::string> link{s.compiler, "-o", output}, made;
    for (const std::string& source : d.sources) {
        made.push_back(output + "." + fs::path(source).filename().string() + "." +
                       std::to_string(getpid()) + ".o");
        compile_one(source, made.back(), d, s);
    }
    link.insert(link.end(), made.begin(), made.end());
    link.insert(link.end(), d.others.begin(), d.others.end());
    const std::string library = program_library();
    link.insert(link.end(),
                {library, "-Wl,-rpath," + fs::path(library).parent_path().string(), "-pthread"});
    // The headers or the program's library contain what these offer.
    constexpr std::array<std::string_view, 5> of_gpus{"-lamdhip64", "-lhip_hcc", "-lhiprand",
                                                      "-lrocrand", "-lhiprtc"};
    for (const std::string& l : d.link)
        if (std::ranges::find(of_gpus, l) == of_gpus.end()) link.push_back(l);
    const int code = run_words(link);
    std::error_code ignored;
    for (const std::string& m : made) fs::remove(m, ignored);
    return code;
}

namespace {

volatile pid_t running = 0;
volatile int came_early = 0;            // a signal, before the program's number was known
volatile bool in_this_terminal = true;  // the terminal's signals reach the program directly

void hand_on(int signal, siginfo_t* info, void*) {
    if (info->si_code > 0 && in_this_terminal) return;
    if (running > 0)
        kill(running, signal);
    else
        came_early = signal;
}

pid_t started(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (const std::string& w : words) arguments.push_back(const_cast<char*>(w.c_str()));
    arguments.push_back(nullptr);
    system::keep_ends_of_children();
    pid_t child = 0;
    // The command ignores these signals; the program ends by them as it does without the command.
    sigset_t ignored_here;
    sigemptyset(&ignored_here);
    for (const int signal : {SIGPIPE, SIGXFSZ}) sigaddset(&ignored_here, signal);
    posix_spawnattr_t as_without;
    posix_spawnattr_init(&as_without);
    posix_spawnattr_setflags(&as_without, POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigdefault(&as_without, &ignored_here);
    const int e =
        posix_spawnp(&child, arguments[0], nullptr, &as_without, arguments.data(), environ);
    posix_spawnattr_destroy(&as_without);
    if (e != 0)
        throw std::runtime_error(words[0] + " cannot be started: " + std::strerror(e) + ".");
    return child;
}

int exit_code_of(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// A child inherited from an ended parent, with the library for whole programs loaded; 0: none.
pid_t left_by_program() {
    for (const pid_t child : system::children_of(getpid())) {
        const auto maps = system::read_file("/proc/" + std::to_string(child) + "/maps");
        if (maps && maps->find("libtileproof_program") != maps->npos) return child;
    }
    return 0;
}

void wait_for_what_is_left() {
    constexpr int patience = 20;  // twentieths of a second
    in_this_terminal = false;
    while (const pid_t left = left_by_program()) {
        running = left;
        for (int i = 0; waitpid(left, nullptr, WNOHANG) == 0; ++i) {
            usleep(50000);
            if (i == patience)
                std::fprintf(stderr,
                             "tileproof: the program has ended, and its process %d has not. It is "
                             "checked until it ends; Ctrl-C ends it.\n",
                             static_cast<int>(left));
        }
    }
    in_this_terminal = true;
}

}  // namespace

int run_words(const std::vector<std::string>& words) { return exit_code_of(started(words)); }

int run_words_until_stopped(const std::vector<std::string>& words) {
    constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, signals.size()> before{};
    struct sigaction action {};
    action.sa_sigaction = hand_on;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    for (std::size_t i = 0; i < signals.size(); ++i) {
        sigaction(signals[i], nullptr, &before[i]);
        if (before[i].sa_handler != SIG_IGN) sigaction(signals[i], &action, nullptr);
    }
    came_early = 0;
    running = started(words);
    if (came_early) kill(running, came_early);
    const int code = exit_code_of(running);
    wait_for_what_is_left();
    running = 0;
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before[i], nullptr);
    return code;
}

}  // namespace tileproof::compiler
