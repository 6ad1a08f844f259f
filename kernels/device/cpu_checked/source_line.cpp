#include "kernels/device/cpu_checked/source_line.hpp"

#include <dlfcn.h>
#include <link.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace tileproof::cpu_checked {
namespace {

// What a program prints, or nothing when it cannot be run.
std::string output_of(std::vector<std::string> words) {
    int ends[2];
    if (pipe(ends) != 0) return {};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", 1, 0);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    std::vector<char*> arguments;
    for (std::string& w : words) arguments.push_back(w.data());
    arguments.push_back(nullptr);
    pid_t child = 0;
    const bool started =
        posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    std::string out;
    char piece[512];
    for (ssize_t n; started && (n = read(ends[0], piece, sizeof piece)) > 0;)
        out.append(piece, static_cast<std::size_t>(n));
    close(ends[0]);
    int status = 0;
    if (started) waitpid(child, &status, 0);
    return started && status == 0 ? out : std::string();
}

}  // namespace

std::optional<source_line> find_source_line(void* program_counter) {
    Dl_info info{};
    link_map* map = nullptr;
    if (!program_counter ||
        !dladdr1(program_counter, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) || !map)
        return std::nullopt;
    char offset[32];
    std::snprintf(offset, sizeof offset, "0x%zx",
                  reinterpret_cast<std::uintptr_t>(program_counter) -
                      static_cast<std::uintptr_t>(map->l_addr));
    std::string file = map->l_name ? map->l_name : "";
    if (file.empty()) {  // the program itself
        char path[4096];
        const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
        if (length > 0) file.assign(path, static_cast<std::size_t>(length));
    }
    std::string out;
    for (const char* tool : {"llvm-symbolizer-19", "llvm-symbolizer"})
        if (out.empty())
            out = output_of({tool, "--obj=" + file, "--functions=none", "--inlines=false", offset});
    if (out.empty()) out = output_of({"addr2line", "-e", file, offset});
    // "path:line:column" or "path:line"
    const std::string first = out.substr(0, out.find('\n'));
    for (std::size_t colon = first.find(':'); colon != first.npos;
         colon = first.find(':', colon + 1)) {
        const unsigned long line = std::strtoul(first.c_str() + colon + 1, nullptr, 10);
        if (line > 0) return source_line{first.substr(0, colon), static_cast<unsigned>(line)};
    }
    return std::nullopt;
}

}  // namespace tileproof::cpu_checked
