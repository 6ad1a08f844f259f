// What AddressSanitizer does in a program under libFuzzer: all of its checks, without a stack for every
// allocation (a third of the time of a small input) and with a short list of freed memory (a larger one
// is slower than the layouts themselves). The replay programs have its defaults, so that replaying a
// failing input says where its memory came from. ASAN_OPTIONS in the environment wins over these.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
    return "malloc_context_size=0:quarantine_size_mb=16:thread_local_quarantine_size_kb=64";
}
