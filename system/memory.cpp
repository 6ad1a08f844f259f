// SPDX-License-Identifier: MIT
#include "system/memory.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>

namespace tileproof::system {
namespace {

namespace fs = std::filesystem;

// The number after `key`, as /proc and control groups write it; nothing for "max", or without the file.
std::optional<std::uint64_t> number_in(const fs::path& file, const std::string& key = "") {
    std::ifstream stream(file);
    std::string word;
    std::uint64_t value = 0;
    if (!key.empty())
        while (stream >> word && word != key) {
        }
    return stream >> value ? std::optional(value) : std::nullopt;
}

// Pages that the group could give back are not counted as used.
std::optional<std::uint64_t> left_in_group(const fs::path& folder) {
    const auto most = number_in(folder / "memory.max"), used = number_in(folder / "memory.current");
    if (!most || !used) return std::nullopt;
    const std::uint64_t idle = number_in(folder / "memory.stat", "inactive_file").value_or(0);
    const std::uint64_t busy = *used - std::min(*used, idle);
    return *most - std::min(*most, busy);
}

std::optional<std::uint64_t> left_in_groups() {
    std::ifstream groups("/proc/self/cgroup");
    std::string line;
    while (std::getline(groups, line) && !line.starts_with("0::")) {
    }
    if (!line.starts_with("0::")) return std::nullopt;
    const fs::path root = "/sys/fs/cgroup";
    std::optional<std::uint64_t> least;
    fs::path folder = root / fs::path(line.substr(3)).relative_path();
    for (;; folder = folder.parent_path()) {
        if (const auto left = left_in_group(folder)) least = std::min(least.value_or(*left), *left);
        if (folder == root || folder == folder.parent_path()) return least;
    }
}

std::optional<std::uint64_t> left_of_address_space() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
    const auto pages = number_in("/proc/self/statm");
    const std::uint64_t used =
        pages.value_or(0) * static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
    return limit.rlim_cur - std::min<std::uint64_t>(limit.rlim_cur, used);
}

}  // namespace

memory_left available_memory() {
    memory_left least{std::numeric_limits<std::uint64_t>::max(), "nobody sets a limit"};
    const auto limited_by = [&](std::optional<std::uint64_t> bytes, const char* where) {
        if (bytes && *bytes < least.bytes) least = {*bytes, where};
    };
    if (const auto kib = number_in("/proc/meminfo", "MemAvailable:"))
        limited_by(*kib * 1024, "this machine has");
    limited_by(left_in_groups(), "its control group leaves");
    limited_by(left_of_address_space(), "`ulimit -v` leaves");
    return least;
}

void require_memory(double bytes, const std::string& what) {
    constexpr double gib = 1 << 30;
    const memory_left left = available_memory();
    if (bytes <= static_cast<double>(left.bytes)) return;
    throw not_enough_memory(
        fmt::format("{} needs {:.1f} GiB of memory, and {} {:.1f} GiB free: ask for less.", what,
                    bytes / gib, left.where, static_cast<double>(left.bytes) / gib));
}

}  // namespace tileproof::system
