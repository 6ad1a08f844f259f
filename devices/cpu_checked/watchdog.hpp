// SPDX-License-Identifier: MIT
// Ends kernels that do not end, with a timer that ticks while a launch runs.
//
// Each block has a limit of processor time, so a busy or paused machine causes no hang. When the limit is reached,
// the next memory access of the running thread stops the block; a thread without accesses (`for (;;);`) is stopped
// where it is, from the signal handler. No other operating-system thread is involved, so programs that fork are safe.
#pragma once

#include <csignal>
#include <ctime>

namespace tileproof::cpu_checked {

class watchdog {
  public:
    // Called in the signal handler, every `tick_milliseconds`.
    using tick_function = void (*)(void* context);

    static constexpr int tick_milliseconds = 50;
    static int signal_number() { return SIGRTMIN + 9; }

    explicit watchdog(tick_function);
    ~watchdog();
    watchdog(const watchdog&) = delete;
    watchdog& operator=(const watchdog&) = delete;

    void start();  // ticks go to the calling thread
    void stop();

    // For the handler: makes the interrupted code continue in `function`, which never returns, on the same stack.
    static void divert(void* context, void (*function)());
    static void* stack_pointer(void* context);
    static void* program_counter(void* context);

  private:
    timer_t timer_{};
    int thread_ = 0;  // the timer's thread
    int process_ = 0;
    bool made_ = false;
};

}  // namespace tileproof::cpu_checked
