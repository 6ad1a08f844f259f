// SPDX-License-Identifier: MIT
// The part of `tileproof run` inside the program: the list of its memory, and the report at its end.
//
//   app.hip:31: race: thread (1,0,0) of block (0,0,0) of sum reads 4 bytes ...            (3 times)
//   app.hip:52: leak: 4096 bytes of device memory are never freed. ...
//   2 findings.
//
// It is linked into the program as a shared library and needs no call. Under `tileproof run` it writes findings into
// the record (finding_record.hpp), and that command reports them and sets the exit code. A program that runs by
// itself reports them when it ends (program_report.hpp), and with findings its exit code is 1 instead of 0.
#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "compiler/program/program_watch.hpp"
#include "devices/cpu_checked/session.hpp"

namespace tileproof::user {
namespace {

constexpr const char* record_variable = "TILEPROOF_RUN_RECORD";

program_report& settings() {
    static program_report* const only = new program_report;
    return *only;
}

void at_stop(int signal);

program_watch& watch() {
    static program_watch* const only = [] {
        const char* const record = std::getenv(record_variable);
        return new program_watch(settings(), record ? record : "", at_stop);
    }();  // in use until the very end
    return *only;
}

// The seconds of processor time after which a block is reported as a hang. Programs have longer loops than cases.
void limit_blocks() {
    double seconds = 20;
    if (const char* const text = std::getenv("TILEPROOF_RUN_TIME_LIMIT")) {
        char* end = nullptr;
        const double given = std::strtod(text, &end);
        if (end != text && *end == '\0' && given >= 0.01 && given < 1e9)
            seconds = given;
        else
            std::fprintf(stderr,
                         "tileproof: TILEPROOF_RUN_TIME_LIMIT is a number of seconds from 0.01 on, "
                         "not '%s'. A block "
                         "may take 20 s.\n",
                         text);
    }
    cpu_checked::session::only().settings.block_seconds = seconds;
    cpu_checked::session::only().settings.older_everywhere = true;
}

bool is_a_fork = false;

// Returns the number of findings that `tileproof run` will not read from the record.
std::size_t report(int code) {
    static bool done = false;
    if (std::exchange(done, true) || recorder_of_environment()) return 0;
    watch().end();
    const bool recorded = std::getenv(record_variable) != nullptr;
    if ((recorded || is_a_fork) && watch().kept().empty()) return 0;
    if (recorded || is_a_fork) settings().write_no_files();  // they are the first process's
    return settings().tell(watch().kept(), code);
}

void at_end(int code, void*) {
    if (report(code) > 0 && code == 0) {
        std::fflush(nullptr);
        _exit(1);
    }
}

// The program itself calls abort(), for instance by an assertion: reports what was found so far.
void at_abort(int) {
    std::signal(SIGABRT, SIG_DFL);
    report(SIGABRT);
    std::raise(SIGABRT);
}

// The same for a fault, which then ends the program as usual.
void at_fault(int signal, siginfo_t* info, void*) {
    std::signal(signal, SIG_DFL);
    cpu_checked::session::only().leave_launch();
    watch().crashed(signal, info->si_addr);
    report(signal);
}
// A long run that is stopped from outside reports what it has found so far.
void at_stop(int signal) {
    std::signal(signal, SIG_DFL);
    watch().stopped();
    report(0);
    std::raise(signal);
}
void report_at_signals() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, at_stop);
    struct sigaction action {};
    action.sa_sigaction = at_fault;
    action.sa_flags = SA_SIGINFO;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigaction(signal, &action, nullptr);
}

// Before main, and so the last to run at the end.
const bool installed = [] {
    cpu_engine::watching_host() = &watch();
    cpu_checked::session::only().on_reports = [] { watch().collect(); };
    on_exit(at_end, nullptr);
    at_quick_exit([] { report(0); });
    pthread_atfork([] { watch().before_fork(); }, [] { watch().after_fork(false); },
                   [] {
                       is_a_fork = true;
                       watch().after_fork(true);
                   });
    std::signal(SIGABRT, at_abort);
    report_at_signals();
    limit_blocks();
    return true;
}();

}  // namespace
}  // namespace tileproof::user
