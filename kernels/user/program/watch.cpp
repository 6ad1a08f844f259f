// SPDX-License-Identifier: MIT
// What a program that runs under `tileproof run` carries with it: the list of its memory, and the report at its end.
//
//   app.hip:31: race: thread (1,0,0) of block (0,0,0) of sum reads 4 bytes ...            (3 times)
//   app.hip:52: leak: 4096 bytes of device memory are never freed. ...
//   2 findings.
//
// It is linked into the program as a shared library and needs no call. TILEPROOF_RUN_JSON and TILEPROOF_RUN_JUNIT name files for
// the findings, and program_findings.hpp says how to choose among them. A program with findings that ends with 0 ends with 1.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "kernels/device/cpu_checked/session.hpp"
#include "kernels/user/program/program_watch.hpp"

namespace tileproof::user {
namespace {

program_watch& watch() {
    static program_watch* const only = new program_watch;  // in use until the very end
    return *only;
}

void write_report(const char* variable, const std::string& text) {
    const char* const path = std::getenv(variable);
    if (path && !(std::ofstream(path) << text).flush())
        std::fprintf(stderr, "tileproof: %s cannot be written.\n", path);
}

// What is wanted of the findings. A bad wish is said, and then all are wanted.
finding_filter filter_of_environment() {
    finding_filter filter;
    try {
        if (const char* const file = std::getenv("TILEPROOF_RUN_SUPPRESS")) filter.suppress(file);
        if (const char* const names = std::getenv("TILEPROOF_RUN_ONLY")) filter.only(names);
        if (const char* const range = std::getenv("TILEPROOF_RUN_LAUNCHES")) filter.launches(range);
        return filter;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "tileproof: %s All findings are shown.\n", e.what());
        return {};
    }
}

// How many seconds of processor time a block may take, before it is told as a hang. Programs have longer loops than cases.
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

// Gives the number of findings.
std::size_t report(int code) {
    static bool done = false;
    if (std::exchange(done, true) || recorder_of_environment()) return 0;
    finding_filter filter = filter_of_environment();
    const std::vector<program_finding> list = filter.wanted(watch().all(code));
    std::fflush(nullptr);
    std::fputs(terminal_text(list, filter).c_str(), stderr);
    write_report("TILEPROOF_RUN_JSON", json_text(list, filter));
    write_report("TILEPROOF_RUN_JUNIT", junit_text(list));
    return list.size();
}

void at_end(int code, void*) {
    if (report(code) > 0 && code == 0) {
        std::fflush(nullptr);
        _exit(1);
    }
}

// abort() is called by the program itself, an assertion for instance: what was found until then is told.
void at_abort(int) {
    std::signal(SIGABRT, SIG_DFL);
    report(SIGABRT);
    std::raise(SIGABRT);
}

// The same for a fault, which then ends the program as it would have.
void at_fault(int signal, siginfo_t* info, void*) {
    std::signal(signal, SIG_DFL);
    watch().crashed(signal, info->si_addr);
    report(signal);
}
// Stopped from outside, a long run says what it found until then.
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

// Before main, and so the last of what runs at the end.
const bool installed = [] {
    cpu_engine::watching_host() = &watch();
    on_exit(at_end, nullptr);
    std::signal(SIGABRT, at_abort);
    report_at_signals();
    limit_blocks();
    return true;
}();

}  // namespace
}  // namespace tileproof::user
