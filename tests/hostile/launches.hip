// SPDX-License-Identifier: MIT
// What a launch function does to its process before it starts a kernel, each with a right kernel and with a wrong one. No wrong one
// may hold. A right one holds where the launch is harmless, and does not where it is a fault by itself.
#include <hip/hip_runtime.h>
#include <tileproof/kernel_test.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <cfenv>
#include <clocale>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>

__global__ void right(const float* in, float* out, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}
__global__ void wrong(const float* in, float* out, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) out[i] = i == 2 ? in[i] + 1 : 2 * in[i];
}

static void write_all(const char* text) {
    for (int fd = 3; fd < 64; ++fd) (void)!write(fd, text, strlen(text));
}
static void limit(int what, rlim_t most) {
    const rlimit both{most, most};
    setrlimit(static_cast<__rlimit_resource_t>(what), &both);
}

#define ONE(name, kernel, ...)                                                \
    static const tileproof::kernel_test test_##name##_##kernel =              \
        tileproof::elementwise<float, float>(#name "_" #kernel, [](float v) { \
            return 2 * v;                                                     \
        }).launch([](const float* in, float* out, long n) {                   \
            __VA_ARGS__;                                                      \
            if (n > 0) kernel<<<(n + 63) / 64, 64>>>(in, out, n);             \
        });
#define TRY(name, ...) ONE(name, right, __VA_ARGS__) ONE(name, wrong, __VA_ARGS__)

// harmless
TRY(changes_the_folder, if (chdir("/")) abort())
TRY(takes_all_rights_from_new_files, umask(0777))
TRY(chooses_a_locale, setlocale(LC_ALL, ""))
TRY(rounds_upward, std::fesetround(FE_UPWARD))
TRY(traps_on_division, feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW))
TRY(clears_the_environment, setenv("TILEPROOF_CPU_WORKERS", "0", 1); clearenv())
TRY(becomes_nice, (void)!nice(19))
TRY(renames_its_process, prctl(PR_SET_NAME, "x) R 1 1"); prctl(PR_SET_DUMPABLE, 0))
TRY(blocks_all_signals, sigset_t all; sigfillset(&all); sigprocmask(SIG_SETMASK, &all, nullptr))
TRY(
    handles_virtual_time, static const bool once =
                              [] {
                                  signal(SIGVTALRM, [](int) {});
                                  const itimerval often{{0, 1000}, {0, 1000}};
                                  return setitimer(ITIMER_VIRTUAL, &often, nullptr) == 0;
                              }();
    (void)once)
TRY(ignores_its_watchdogs_signals, signal(SIGPROF, SIG_IGN); signal(SIGALRM, SIG_IGN);
    signal(SIGUSR1, SIG_IGN))
TRY(dies_with_nobody, prctl(PR_SET_PDEATHSIG, 0))
TRY(leaves_a_thread, std::thread([] { usleep(2000); }).detach())
TRY(prints_much, for (int i = 0; i < 20; ++i)(void) !write(1, "0123456789\x1b[2J\n", 15))
TRY(reads_standard_input, char c; (void)!read(0, &c, 1))
TRY(gives_up_rights, prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
TRY(starts_a_process, if (n == 2 && fork() == 0) _exit(0))
TRY(ignores_its_children, signal(SIGCHLD, SIG_IGN))
TRY(may_have_no_more_files, limit(RLIMIT_NOFILE, 16))
TRY(may_write_no_file, limit(RLIMIT_FSIZE, 0))
TRY(may_start_no_process, limit(RLIMIT_NPROC, 1))
TRY(exits_at_the_end, static const bool once = atexit([] { _exit(0); }) == 0; (void)once)
// faults
TRY(exits_well, if (n > 2) exit(0))
TRY(exits_at_once, if (n > 2) _exit(0))
TRY(becomes_another_program, if (n > 2) execl("/bin/true", "true", nullptr))
TRY(throws_a_number, if (n > 2) throw 42)
TRY(forgets_a_thread, if (n > 2) std::thread t([] {}))
TRY(throws_in_a_thread, if (n > 2) std::thread([] { throw 1; }).join())
TRY(stops_itself, if (n > 2) raise(SIGSTOP))
TRY(kills_its_parent, if (n > 2) kill(getppid(), SIGKILL))
// perhaps
TRY(closes_everything, if (n > 2) for (int fd = 0; fd < 1024; ++fd) close(fd))
TRY(replaces_descriptors, if (n > 2) for (int fd = 3; fd < 64; ++fd) dup2(1, fd))
TRY(answers_itself, if (n > 2) write_all("{\"counts\":{},\"result\":{}}\n"))
TRY(answers_half, if (n > 2) write_all("{\"counts\":"))
TRY(ends_faults_well, signal(SIGSEGV, [](int) { _exit(0); }))
TRY(has_an_alarm, alarm(1))
TRY(may_have_no_more_memory, limit(RLIMIT_AS, rlim_t{1} << 30))
TRY(may_have_a_second, limit(RLIMIT_CPU, 1))
// Once in a process and all that come of it, or they would double with each launch.
TRY(
    goes_on_twice, if (n > 2 && !getenv("GOES_ON_TWICE")) {
        setenv("GOES_ON_TWICE", "1", 1);
        (void)!fork();
    })
TRY(becomes_a_daemon, if (n > 2)(void) !daemon(1, 1))
TRY(jumps, static jmp_buf here; if (setjmp(here) == 0) longjmp(here, 1))
TRY(waits_for_ever_once, if (n > 2) pause())
