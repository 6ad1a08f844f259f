// SPDX-License-Identifier: MIT
#include "compiler/program/program_watch.hpp"

#include <pthread.h>
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "devices/cpu/launch.hpp"
#include "devices/cpu_checked/report.hpp"
#include "devices/cpu_checked/session.hpp"

namespace tileproof::compiler {
namespace {

std::string text_of(const caller& c) {
    return c.file ? std::string(c.file) + ":" + std::to_string(c.line) : nowhere;
}
std::string bytes_text(std::uint64_t n) {
    return std::to_string(n) + (n == 1 ? " byte" : " bytes");
}

thread_local sigset_t signals_before;
thread_local int kernels_running = 0;

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
    cpu_engine::most_seconds_of_waiting = seconds;
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

void program_watch::freed(void* p, bool known, caller from) {
    const std::lock_guard lock(mutex_);
    const auto found = live_.find(p);
    if (found != live_.end() && known) {
        freed_[p] = found->second;
        freed_at_[p] = from;
        live_.erase(found);
        return;
    }
    if (const auto before = freed_.find(p); before != freed_.end()) {
        const caller first = freed_at_[p];
        add("double free", from,
            bytes_text(before->second.bytes) + " that were allocated at " +
                text_of(before->second.from) + " were freed at " + text_of(first) +
                " already. Free each allocation once.");
    } else {
        add("bad free", from,
            "this pointer is not one that hipMalloc gave, or it was freed by a call for other "
            "memory. Free what "
            "hipMalloc gives with hipFree, and what hipHostMalloc gives with hipHostFree.");
    }
}

// Whether all bytes are in one allocation, given that the first is in a known one.
bool program_watch::inside(const void* p, std::size_t bytes, const char* does, caller at) {
    const auto address = reinterpret_cast<std::uintptr_t>(p);
    const auto holds = [&](const auto& list) -> const std::pair<const void* const, block>* {
        auto next = list.upper_bound(p);
        if (next == list.begin()) return nullptr;
        const auto& entry = *--next;
        return address - reinterpret_cast<std::uintptr_t>(entry.first) < entry.second.bytes
                   ? &entry
                   : nullptr;
    };
    if (const auto* const b = holds(live_)) {
        const std::uint64_t offset = address - reinterpret_cast<std::uintptr_t>(b->first);
        if (bytes <= b->second.bytes - offset) return true;
        add("copy out of bounds", at,
            "this copy " + std::string(does) + " " + bytes_text(bytes) + " from byte " +
                std::to_string(offset) + " of " + bytes_text(b->second.bytes) + " of " +
                text(b->second.kind) + " memory allocated at " + text_of(b->second.from) +
                ". Copy at most " + bytes_text(b->second.bytes - offset) + " there.");
        return false;
    }
    if (const auto* const b = holds(freed_)) {
        add("use after free", at,
            "this copy " + std::string(does) + " memory that was freed at " +
                text_of(freed_at_[b->first]) + ". Free it after its last use.");
        return false;
    }
    return true;
}

// In a signal handler: the fault may have occurred while the list was locked.
void program_watch::crashed(int signal, const void* address) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;
    live_.clear();  // nothing was left to free it
    char where[32];
    std::snprintf(where, sizeof where, "%p", address);
    const std::string what = std::string(strsignal(signal)) + " at address " + where;
    strayed();
    found({.kind = "crash",
           .file = nowhere,
           .sentence = running_.empty() ? "the program's own code ended by a signal: " + what +
                                              ". Look at it in a debugger."
                                        : running_ + " ended the program by a signal: " + what +
                                              ". Was something called that is no function?",
           .kernel = running_});
}

void program_watch::hold_signals() const {
    if (kernels_running++ > 0) return;
    sigset_t held;
    sigemptyset(&held);
    for (const int signal :
         {SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGCHLD, SIGIO, SIGURG, SIGWINCH})
        sigaddset(&held, signal);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction now {};
        sigaction(signal, nullptr, &now);
        const auto handler = now.sa_handler;
        if (handler != SIG_DFL && handler != SIG_IGN && handler != stops_) sigaddset(&held, signal);
    }
    pthread_sigmask(SIG_BLOCK, &held, &signals_before);
}

void program_watch::let_signals_come() const {
    if (kernels_running > 0 && --kernels_running == 0)
        pthread_sigmask(SIG_SETMASK, &signals_before, nullptr);
}

void program_watch::found(const program_finding& f) {
    ++found_so_far_;
    if (report_.asks_for(f)) record_.add(f);
}

// A program may continue without memory that it failed to get. This one then used it.
void program_watch::strayed() {
    if (!without_memory_) return;
    add("hip error", *without_memory_,
        "there is not so much memory: this call gave the error 2 and no pointer, and the program "
        "went on. Look at what the call gives, or ask for less.");
    without_memory_.reset();
}

void program_watch::collect() {
    const auto lock = lock_or_give_up();
    if (!lock) return;
    cpu_checked::session& checks = cpu_checked::session::only();
    const auto tell = [&](const cpu_checked::check_report& r, bool only_if_it_fails) {
        if (r.kind == cpu_checked::check_kind::out_of_bounds &&
            r.memory.kind == cpu_checked::memory_kind::none)
            strayed();
        found({std::string(name(r.kind)), r.access.at.file, cpu_checked::sentence(r),
               static_cast<int>(r.access.at.line), r.count, r.kernel, r.access.at.function,
               r.launch, only_if_it_fails});
    };
    for (const cpu_checked::check_report& r : checks.take_reports()) tell(r, false);
    for (const cpu_checked::check_report& r : checks.take_older_reads()) tell(r, true);
}

void program_watch::end() {
    cpu_checked::session::only().leave_launch();
    collect();
    const auto lock = lock_or_give_up();
    if (!lock) return record_.end();
    std::map<std::pair<std::string, int>, std::pair<std::uint64_t, std::uint64_t>> leaks;
    for (const auto& [p, b] : live_) {
        if (b.of != getpid()) continue;
        auto& [bytes, count] = leaks[{b.from.file ? b.from.file : nowhere, b.from.line}];
        bytes += b.bytes;
        ++count;
    }
    for (const auto& [at, sum] : leaks)
        found({"leak", at.first,
               bytes_text(sum.first) + " in " + std::to_string(sum.second) +
                   (sum.second == 1 ? " allocation" : " allocations") +
                   " made here are never freed. Call hipFree before the program ends.",
               at.second, sum.second});
    record_.end();
}

// The part of `tileproof run` inside the program: the list of its memory, and the report at its end.
//
//   app.hip:31: race: thread (1,0,0) of block (0,0,0) of sum reads 4 bytes ...            (3 times)
//   app.hip:52: leak: 4096 bytes of device memory are never freed. ...
//   2 findings.
//
// It is linked into the program as a shared library and needs no call. Under `tileproof run` it writes findings into
// the record (program_findings.hpp), and that command reports them and sets the exit code. A program that runs by
// itself reports them when it ends (program_findings.hpp), and with findings its exit code is 1 instead of 0.

}  // namespace tileproof::compiler
