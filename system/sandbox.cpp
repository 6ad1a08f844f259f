// SPDX-License-Identifier: MIT
#include "system/sandbox.hpp"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/types.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

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

namespace {

// From newer headers.
#ifndef SECCOMP_FILTER_FLAG_SPEC_ALLOW
#define SECCOMP_FILTER_FLAG_SPEC_ALLOW (1UL << 2)
#endif

// Of a call: its number, and the low halves of its arguments.
constexpr std::uint32_t number_at = offsetof(seccomp_data, nr);
constexpr std::uint32_t argument_at(int i) {
    return offsetof(seccomp_data, args) + 8u * static_cast<std::uint32_t>(i);
}

// A program of the filter: whoever reaches a `trap` ends.
class filter {
  public:
    void load(std::uint32_t at) { add(BPF_LD | BPF_W | BPF_ABS, at); }
    void trap_if(std::uint32_t value) {
        add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
        add(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    }
    void trap_between(std::uint32_t least, std::uint32_t most) {
        add(BPF_JMP | BPF_JGE | BPF_K, least, 0, 2);
        add(BPF_JMP | BPF_JGT | BPF_K, most, 1, 0);
        add(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    }
    void allow_if(std::uint32_t value) {
        add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
        allow();
    }
    void allow() { add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW); }
    // What `body` adds is for this call alone.
    void of_call(long call, const auto& body) {
        const std::size_t at = code_.size();
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call));
        body();
        allow();
        code_[at].jf = static_cast<std::uint8_t>(code_.size() - at - 1);
    }
    bool install() {
        const sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
        // Without the flag some systems slow all of the process down.
        return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
               syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW,
                       &program) == 0;
    }

  private:
    void add(int code, std::uint32_t value, std::uint8_t yes = 0, std::uint8_t no = 0) {
        code_.push_back({static_cast<std::uint16_t>(code), yes, no, value});
    }
    std::vector<sock_filter> code_;
};

}  // namespace

bool guard_signals(pid_t judge) {
    const auto whole = [](pid_t p) { return static_cast<std::uint32_t>(p); };
    const pid_t group = getpgid(judge);  // 0 if its leader is out of sight, in another namespace
    filter f;
    f.load(number_at);
    // Which argument is the signal, of the calls that send one to the process of the first.
    const struct {
        long call;
        int signal;
    } calls[] = {{SYS_kill, 1},
                 {SYS_tkill, 1},
                 {SYS_tgkill, 2},
                 {SYS_rt_sigqueueinfo, 1},
                 {SYS_rt_tgsigqueueinfo, 2}};
    for (const auto& [call, signal] : calls)
        f.of_call(call, [&] {
            f.load(argument_at(signal));
            f.allow_if(0);  // which only asks whether there is one
            f.trap_between(SIGSTOP, SIGTTOU);
            f.load(argument_at(0));
            f.trap_if(whole(judge));
            f.trap_if(whole(-1));
            if (group > 0) f.trap_if(whole(-group));
        });
    f.of_call(SYS_pidfd_send_signal, [&] {
        f.load(argument_at(1));
        f.trap_between(1, 64);
    });
    f.allow();
    static_assert(SIGSTOP + 1 == SIGTSTP && SIGTSTP + 1 == SIGTTIN && SIGTTIN + 1 == SIGTTOU);
    return f.install();
}

}  // namespace tileproof::system
