// SPDX-License-Identifier: MIT
#include "system/process_times.hpp"

#include "system/read_file.hpp"

#include <time.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

namespace tileproof::system {
namespace {

double seconds_on(clockid_t clock) {
    timespec t{};
    if (clock_gettime(clock, &t) != 0) return 0;
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// "4711 (a name) S 1 ..": the letter after the last bracket, because the name may contain brackets; X if the process is gone.
char state_in(const std::filesystem::path& stat) {
    const std::string text = read_file(stat).value_or("");
    const std::size_t name = text.rfind(") ");
    return name == text.npos || name + 2 >= text.size() ? 'X' : text[name + 2];
}

// Whether the states of its threads are all among these; nothing where nobody can say.
std::optional<bool> all_are(pid_t process, std::string_view states, bool among) {
    namespace fs = std::filesystem;
    std::error_code error;
    fs::directory_iterator it("/proc/" + std::to_string(process) + "/task", error);
    if (error) return std::nullopt;
    for (const fs::directory_iterator end; !error && it != end; it.increment(error))
        if ((states.find(state_in(it->path() / "stat")) != states.npos) != among) return false;
    return true;
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

bool wants_to_run(pid_t process) { return !all_are(process, "RDTt", false).value_or(false); }

bool is_stopped(pid_t process) { return all_are(process, "Tt", true).value_or(false); }

}  // namespace tileproof::system
