// SPDX-License-Identifier: MIT
// What AddressSanitizer does in a program under libFuzzer. Memory is checked as everywhere; what it keeps
// for a better report costs more than judging a small layout does, and is left out: a stack for every
// allocation, a long list of freed memory, and locals on the heap (use after return). The replay programs
// have its defaults, so that replaying a failing input says where its memory came from. ASAN_OPTIONS in the
// environment wins over these.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
    return "malloc_context_size=0:quarantine_size_mb=1:thread_local_quarantine_size_kb=64:"
           "max_redzone=16:detect_stack_use_after_return=0";
}
