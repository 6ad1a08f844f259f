// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/watchdog.hpp"

#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string>

#include "devices/device.hpp"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

namespace tileproof::cpu_checked {
namespace {

watchdog::tick_function on_tick = nullptr;

void handle(int, siginfo_t*, void* context) {
    const int saved = errno;
    if (on_tick) on_tick(context);
    errno = saved;
}

int thread_id() { return static_cast<int>(syscall(SYS_gettid)); }

}  // namespace

watchdog::watchdog(tick_function f) { on_tick = f; }

watchdog::~watchdog() {
    if (made_ && process_ == getpid()) timer_delete(timer_);
}

void watchdog::start() {
    const int thread = thread_id();
    // Timers belong to a thread here, and a forked child has none.
    if (!made_ || thread_ != thread || process_ != getpid()) {
        if (made_ && process_ == getpid()) timer_delete(timer_);
        struct sigaction action {};
        action.sa_sigaction = handle;
        action.sa_flags = SA_SIGINFO | SA_RESTART;
        sigaction(signal_number(), &action, nullptr);
        sigevent event{};
        event.sigev_notify = SIGEV_THREAD_ID;
        event.sigev_signo = signal_number();
        event.sigev_notify_thread_id = thread;
        if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_) != 0)
            throw kernels::device_error(
                "The cpu-checked device could not make the timer that ends kernels which do not "
                "end.");
        made_ = true;
        thread_ = thread;
        process_ = getpid();
    }
    itimerspec every{};
    every.it_value.tv_nsec = every.it_interval.tv_nsec = tick_milliseconds * 1000000L;
    timer_settime(timer_, 0, &every, nullptr);
}

void watchdog::stop() {
    const itimerspec never{};
    timer_settime(timer_, 0, &never, nullptr);
}

#if defined(__x86_64__)
void watchdog::divert(void* context, void (*function)()) {
    auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    // As after a call: below the red zone, 16-byte aligned before the return address.
    const auto stack =
        (static_cast<std::uintptr_t>(registers[REG_RSP]) - 256) & ~std::uintptr_t{15};
    registers[REG_RSP] = static_cast<greg_t>(stack - 8);
    registers[REG_RIP] = static_cast<greg_t>(reinterpret_cast<std::uintptr_t>(function));
}
void* watchdog::stack_pointer(void* context) {
    return reinterpret_cast<void*>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RSP]);
}
void* watchdog::program_counter(void* context) {
    return reinterpret_cast<void*>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
}
#elif defined(__aarch64__)
void watchdog::divert(void* context, void (*function)()) {
    auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext;
    registers.sp = (registers.sp - 256) & ~std::uintptr_t{15};
    registers.pc = reinterpret_cast<std::uintptr_t>(function);
}
void* watchdog::stack_pointer(void* context) {
    return reinterpret_cast<void*>(static_cast<ucontext_t*>(context)->uc_mcontext.sp);
}
void* watchdog::program_counter(void* context) {
    return reinterpret_cast<void*>(static_cast<ucontext_t*>(context)->uc_mcontext.pc);
}
#else
#error "The watchdog does not know this processor: add divert() for it."
#endif

}  // namespace tileproof::cpu_checked
