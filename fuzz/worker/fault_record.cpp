// SPDX-License-Identifier: MIT
// The signal handler of a worker child: records where the fault happened, then lets it take its course.
//
// A fault is recorded in the slot of its thread; if the thread has none, for instance one that runs a kernel's block,
// in the first slot.
#include "devices/running_blocks.hpp"
#include "devices/stack_end.hpp"
#include "fuzz/worker/worker_child.hpp"
#include "properties/crash_note.hpp"

#include <dlfcn.h>
#include <ucontext.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace tileproof::properties {
namespace {

shared_case* first_record = nullptr;
thread_local shared_case* own_record = nullptr;

// Bit 1 of the page fault's error code says whether the access was a write (Intel SDM, vol. 3, 4.7).
bool was_write([[maybe_unused]] void* context) {
#if defined(__x86_64__)
    return static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & 2;
#else
    return false;
#endif
}

// Replaces the case's note, in a handler that must not allocate: "stack 131072 0".
void note_end_of_stack(char* note, std::size_t bytes) {
    char digits[24];
    std::size_t count = 0;
    for (; bytes > 0; bytes /= 10) digits[count++] = static_cast<char>('0' + bytes % 10);
    for (const char c : end_of_stack) *note++ = c;
    while (count > 0) *note++ = digits[--count];
    *note = '\0';
}

const void* program_counter([[maybe_unused]] void* context) {
#if defined(__x86_64__)
    return reinterpret_cast<const void*>(
        static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return reinterpret_cast<const void*>(static_cast<ucontext_t*>(context)->uc_mcontext.pc);
#else
    return nullptr;
#endif
}

void on_fault(int signal, siginfo_t* info, void* context) {
    shared_case& record = own_record ? *own_record : *first_record;
    record.fault_of_host = !kernels::running_blocks;
    record.fault_file[0] = '\0';
    if (signal == SIGABRT) {  // no access, and nowhere in the user's code
        record.fault_signal = signal;
        return;
    }
    const void* const at = program_counter(context);
    if (Dl_info code{}; record.fault_of_host && at && dladdr(at, &code) && code.dli_fname) {
        std::strncpy(record.fault_file, code.dli_fname, sizeof record.fault_file - 1);
        record.fault_code =
            reinterpret_cast<std::uint64_t>(at) - reinterpret_cast<std::uint64_t>(code.dli_fbase);
    }
    record.fault_was_write = was_write(context);
    record.fault_address = reinterpret_cast<std::uint64_t>(info->si_addr);
    // Of an address that is not aligned as its instruction needs, or that cannot be one, the processor says nothing.
    record.fault_has_address = signal != SIGSEGV || info->si_code != SI_KERNEL;
    record.fault_signal = signal;
    if (const std::size_t bytes = kernels::stack_ended_at(info->si_addr))
        note_end_of_stack(record.note, bytes);
    std::signal(signal, SIG_DFL);  // the instruction is repeated, and this time ends the process
}

}  // namespace

void record_faults_in(shared_case& shared) {
    // A stack overflow leaves no room for the handler on its own stack.
    constexpr std::size_t stack_size = 1 << 16;
    stack_t stack{};
    stack.ss_sp = std::malloc(stack_size);
    stack.ss_size = stack_size;
    if (stack.ss_sp) sigaltstack(&stack, nullptr);
    own_record = &shared;
    if (first_record) return;

    first_record = &shared;
    struct sigaction action {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
        sigaction(signal, &action, nullptr);
}

}  // namespace tileproof::properties
