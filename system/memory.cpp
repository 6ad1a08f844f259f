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
#include <string_view>

namespace tileproof::system {
namespace {

namespace fs = std::filesystem;

// The number after `key`, in the format of /proc and control groups; nullopt for "max" or a missing file.
std::optional<std::uint64_t> number_in(const fs::path& file, const std::string& key = "") {
    std::ifstream stream(file);
    std::string word;
    std::uint64_t value = 0;
    if (!key.empty())
        while (stream >> word && word != key) {
        }
    return stream >> value ? std::optional(value) : std::nullopt;
}

// The files of one version of control groups.
struct group_files {
    const char *begins, *root, *most, *used,
        *idle;  // how its line in /proc/self/cgroup begins, and where its groups are
};
constexpr group_files versions[] = {
    {"0::", "/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"},
    {"memory:", "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
     "total_inactive_file"}};

// Pages that the group can reclaim do not count as used.
std::optional<std::uint64_t> left_in_group(const fs::path& folder, const group_files& files) {
    const auto most = number_in(folder / files.most), used = number_in(folder / files.used);
    if (!most || !used) return std::nullopt;
    const std::uint64_t idle = number_in(folder / "memory.stat", files.idle).value_or(0);
    const std::uint64_t busy = *used - std::min(*used, idle);
    return *most - std::min(*most, busy);
}

// For "0::/user.slice/a" or "4:memory:/user.slice/a": the least that this group and its ancestors leave.
std::optional<std::uint64_t> left_in_groups(const group_files& files) {
    std::ifstream groups("/proc/self/cgroup");
    std::string line;
    std::size_t at = line.npos;
    while (at == line.npos && std::getline(groups, line))
        if (line.starts_with(files.begins))
            at = 0;
        else if (const std::size_t colon = line.find(':');
                 colon != line.npos && line.substr(colon + 1).starts_with(files.begins))
            at = colon + 1;
    if (at == line.npos) return std::nullopt;
    const fs::path root = files.root;
    const std::string name = line.substr(at + std::string_view(files.begins).size());
    std::optional<std::uint64_t> least;
    fs::path folder = root / fs::path(name).relative_path();
    for (;; folder = folder.parent_path()) {
        if (const auto left = left_in_group(folder, files))
            least = std::min(least.value_or(*left), *left);
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
    for (const group_files& files : versions)
        limited_by(left_in_groups(files), "its control group leaves");
    limited_by(left_of_address_space(), "`ulimit -v` leaves");
    return least;
}

std::uint64_t processes_killed_for_memory() {
    return number_in("/proc/vmstat", "oom_kill").value_or(0);
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
