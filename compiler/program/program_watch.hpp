// SPDX-License-Identifier: MIT
// What a watched program does with HIP's memory, and how it ends: findings that no kernel's report contains.
//
//   allocated(p, 4096, device, app.hip:12), and never freed(p, ...)      leak at app.hip:12, 4096 bytes
//   copies(p, from, 8192, app.hip:20)                                    copy out of bounds at app.hip:20
//
// Each is recorded as soon as it is known; leaks when the program ends.
#pragma once

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "compiler/extract/recorder.hpp"
#include "compiler/program/program_findings.hpp"
#include "devices/cpu/hip_state.hpp"

namespace tileproof::compiler {

using cpu_engine::caller;

inline constexpr const char* nowhere = "unknown place";

class program_watch final : public cpu_engine::host_watch {
  public:
    // `stops` handles the signals that stop a program, unless the program does.
    program_watch(program_report& report, std::string record, void (*stops)(int))
        : report_(report), record_(std::move(record)), stops_(stops) {}
    void allocated(void* p, std::size_t bytes, memory_kind kind, caller from) override {
        const std::lock_guard lock(mutex_);
        live_[p] = {bytes, kind, from, getpid()};
        freed_.erase(p);
    }
    void freed(void* p, bool known, caller from) override;
    bool copies(void* to, const void* from, std::size_t bytes, caller at) override {
        const std::lock_guard lock(mutex_);
        return inside(to, bytes, "writes", at) && (!from || inside(from, bytes, "reads", at));
    }
    void failed(const char* call, int error, caller from) override {
        const std::lock_guard lock(mutex_);
        if (error == 2) {  // a program may ask for more memory than there is
            if (!without_memory_) without_memory_ = from;
            return;
        }
        strayed();
        add("hip error", from,
            std::string(call) + " gave the error " + std::to_string(error) +
                ". Look at what it was given; hipGetErrorString says more.");
    }
    void launches(const cpu_engine::launch_info& info,
                  std::span<const cpu_engine::launch_argument> arguments) override {
        if (launch_recorder* const r = recorder_of_environment()) r->launches(info, arguments);
    }
    void launched() override {
        if (launch_recorder* const r = recorder_of_environment()) r->launched();
    }
    void runs(const cpu_engine::launch_info* launch) override {
        running_ = launch ? launch->kernel : "";
        found_before_ = found_so_far_.load();
        launch ? hold_signals() : let_signals_come();
    }
    void refused(const cpu_engine::launch_info& info, const std::string& sentence) override {
        const std::lock_guard lock(mutex_);
        found({.kind = "launch refused",
               .file = nowhere,
               .sentence = sentence + " Nothing of it was checked.",
               .kernel = info.kernel});
    }
    // The checks have reported why, unless the kernel itself gave up.
    void broken_off(const cpu_engine::launch_info& info, const std::string& sentence) override {
        const std::lock_guard lock(mutex_);
        if (found_so_far_ == found_before_)
            found({.kind =
                       sentence.find(" does not end: ") != sentence.npos ? "hang" : "launch failed",
                   .file = nowhere,
                   .sentence = sentence,
                   .kernel = info.kernel});
    }
    void crashed(int signal, const void* address);
    void stopped() {  // nothing was left to free live memory
        if (const std::unique_lock lock(mutex_, std::try_to_lock); lock) live_.clear();
    }
    // Collects what the checks have reported since.
    void collect();
    // The program ends: records leaks and counts of repetitions.
    void end();
    // Findings that are in no file.
    const std::vector<program_finding>& kept() const { return record_.kept(); }
    // Called around a fork; the child starts without findings.
    void before_fork() { mutex_.lock(); }
    void after_fork(bool in_child) {
        if (in_child) record_.forget();
        mutex_.unlock();
    }

  private:
    struct block {
        std::size_t bytes = 0;
        memory_kind kind{};
        caller from;
        pid_t of = 0;  // the process that frees it, unless a child does
    };
    static const char* text(memory_kind k) {
        return k == memory_kind::device    ? "device"
               : k == memory_kind::managed ? "managed"
                                           : "pinned host";
    }
    bool inside(const void* p, std::size_t bytes, const char* does, caller at);
    // For what also runs in handlers of signals: the signal may have come while this thread had the lock, which then never opens.
    std::unique_lock<std::timed_mutex> lock_or_give_up() {
        return {mutex_, std::chrono::seconds(1)};
    }
    // A handler of the program is host code: in the middle of a kernel it would pass for a part of it.
    void hold_signals() const;
    void let_signals_come() const;
    void add(const std::string& kind, caller at, const std::string& sentence) {
        found({kind, at.file ? at.file : nowhere, sentence, at.line});
    }
    void found(const program_finding&);
    void strayed();  // to an address without memory
    program_report& report_;
    finding_record record_;
    void (*const stops_)(int);
    std::timed_mutex mutex_;
    std::map<const void*, block> live_, freed_;
    std::map<const void*, caller> freed_at_;
    std::optional<caller> without_memory_;  // the first allocation that failed
    std::atomic<std::size_t> found_so_far_ = 0;
    // Of this thread: the kernel, and what had been found before it ran.
    static inline thread_local std::string running_;
    static inline thread_local std::size_t found_before_ = 0;
};

}  // namespace tileproof::compiler
