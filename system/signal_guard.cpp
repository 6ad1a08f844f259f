// SPDX-License-Identifier: MIT
#include "system/signal_guard.hpp"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tileproof::system {
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
