// SPDX-License-Identifier: MIT
#include "system/sandbox.hpp"

#include <fcntl.h>
#include <linux/types.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <utility>

namespace tileproof::system {
namespace {

namespace fs = std::filesystem;

// From linux/landlock.h, which older systems lack: access rights of version 1 that modify something, and those added
// by versions 2 (moving between folders) and 3 (truncating a file).
constexpr std::uint64_t write_file = 1 << 1, remove_and_make = 0x1ff0, refer = 1 << 13,
                        truncate = 1 << 14;
constexpr int rule_path_beneath = 1;
constexpr unsigned ask_for_version = 1;
struct ruleset {
    __u64 handled_access_fs;
};
struct __attribute__((packed)) path_beneath {
    __u64 allowed_access;
    __s32 parent_fd;
};

#ifdef SYS_landlock_create_ruleset
constexpr long create_call = SYS_landlock_create_ruleset, add_call = SYS_landlock_add_rule,
               restrict_call = SYS_landlock_restrict_self;
#else
constexpr long create_call = 444, add_call = 445, restrict_call = 446;
#endif

int version() {
    static const int known =
        static_cast<int>(syscall(create_call, nullptr, std::size_t{0}, ask_for_version));
    return known;
}

struct policy {
    bool on = false;
    std::vector<fs::path> writable;
};
policy& chosen() {
    static policy p;
    return p;
}

void allow(int rules, const fs::path& path, std::uint64_t access) {
    path_beneath beneath{access, open(path.c_str(), O_PATH | O_CLOEXEC)};
    if (beneath.parent_fd < 0) return;
    syscall(add_call, rules, rule_path_beneath, &beneath, 0u);
    close(beneath.parent_fd);
}

std::uint64_t what_changes_files() {
    return write_file | remove_and_make | (version() >= 2 ? refer : 0) |
           (version() >= 3 ? truncate : 0);
}

}  // namespace

std::string confine_children(std::vector<fs::path> writable) {
    if (version() < 1)
        return "This system cannot keep code from writing where it likes (its kernel has no "
               "Landlock): what runs here may change any file that you may change.";
    chosen() = {true, std::move(writable)};
    return "";
}

int rules_for_child() {
    if (!chosen().on) return -1;
    const ruleset all{what_changes_files()};
    const int rules = static_cast<int>(syscall(create_call, &all, sizeof all, 0u));
    if (rules < 0) return -1;
    fcntl(rules, F_SETFD, FD_CLOEXEC);
    allow(rules, "/dev", write_file | (version() >= 3 ? truncate : 0));
    allow(rules, "/dev/shm", what_changes_files());
    for (const fs::path& folder : chosen().writable) allow(rules, folder, what_changes_files());
    return rules;
}

bool confine_this_process(int rules) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(restrict_call, rules, 0u) == 0;
}

}  // namespace tileproof::system
