// SPDX-License-Identifier: MIT
#include "system/process_times.hpp"

#include "system/read_file.hpp"

#include <time.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace tileproof::system {
namespace {

double seconds_on(clockid_t clock) {
    timespec t{};
    if (clock_gettime(clock, &t) != 0) return 0;
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// "4711 (a name) S 1 ..": the letter after the last bracket, because the name may contain brackets.
bool sleeps(const std::filesystem::path& stat) {
    const std::string text = read_file(stat).value_or("");
    const std::size_t name = text.rfind(") ");
    if (name == text.npos || name + 2 >= text.size()) return true;  // the process is gone
    const char state = text[name + 2];
    return state != 'R' && state != 'D' && state != 'T' && state != 't';
}

}  // namespace

double processor_seconds(pid_t process) {
    clockid_t clock{};
    return clock_getcpuclockid(process, &clock) == 0 ? seconds_on(clock) : 0;
}

double own_processor_seconds() { return seconds_on(CLOCK_PROCESS_CPUTIME_ID); }

double resident_bytes(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/statm");
    double all = 0, resident = 0;
    return file >> all >> resident ? resident * static_cast<double>(sysconf(_SC_PAGE_SIZE)) : 0;
}

bool wants_to_run(pid_t process) {
    namespace fs = std::filesystem;
    std::error_code error;
    fs::directory_iterator it("/proc/" + std::to_string(process) + "/task", error);
    if (error) return true;
    for (const fs::directory_iterator end; !error && it != end; it.increment(error))
        if (!sleeps(it->path() / "stat")) return true;
    return false;
}

}  // namespace tileproof::system
