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

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "kernels/device/cpu/hip_state.hpp"
#include "kernels/device/cpu_checked/report.hpp"
#include "kernels/device/cpu_checked/session.hpp"
#include "kernels/user/extract/recorder.hpp"
#include "kernels/user/program/program_findings.hpp"

namespace tileproof::user {
namespace {

using cpu_engine::caller;

std::string file_and_line(const std::string& file, int line) {
    return file + ":" + std::to_string(line);
}
std::string bytes_text(std::uint64_t n) {
    return std::to_string(n) + (n == 1 ? " byte" : " bytes");
}

class program_watch final : public cpu_engine::host_watch {
  public:
    void allocated(void* p, std::size_t bytes, memory_kind kind, caller from) override {
        const std::lock_guard lock(mutex_);
        live_[p] = {bytes, kind, from};
        freed_.erase(p);
    }
    void freed(void* p, bool known, caller from) override;
    bool copies(void* to, const void* from, std::size_t bytes, caller at) override {
        const std::lock_guard lock(mutex_);
        return inside(to, bytes, "writes", at) && (!from || inside(from, bytes, "reads", at));
    }
    void failed(const char* call, int error, caller from) override {
        if (error == 2) return;  // the program may ask for more memory than there is
        const std::lock_guard lock(mutex_);
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
    std::vector<program_finding> all();

  private:
    struct block {
        std::size_t bytes = 0;
        memory_kind kind{};
        caller from;
    };
    static const char* text(memory_kind k) {
        return k == memory_kind::device    ? "device"
               : k == memory_kind::managed ? "managed"
                                           : "pinned host";
    }
    bool inside(const void* p, std::size_t bytes, const char* does, caller at);
    void add(const std::string& kind, caller at, const std::string& sentence) {
        const std::string file = at.file ? at.file : "unknown place";
        for (program_finding& f : findings_)
            if (f.kind == kind && f.file == file && f.line == at.line) {
                ++f.count;
                return;
            }
        findings_.push_back({kind, file, sentence, at.line});
    }
    std::mutex mutex_;
    std::map<const void*, block> live_, freed_;
    std::map<const void*, caller> freed_at_;
    std::vector<program_finding> findings_;
};

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
                file_and_line(before->second.from.file, before->second.from.line) +
                " were freed at " + file_and_line(first.file, first.line) +
                " already. Free each allocation once.");
    } else {
        add("bad free", from,
            "this pointer is not one that hipMalloc gave, or it was freed by a call for other "
            "memory. Free what "
            "hipMalloc gives with hipFree, and what hipHostMalloc gives with hipHostFree.");
    }
}

// Whether all bytes are of one allocation, when the first is of one that is known.
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
                text(b->second.kind) + " memory allocated at " +
                file_and_line(b->second.from.file, b->second.from.line) + ". Copy at most " +
                bytes_text(b->second.bytes - offset) + " there.");
        return false;
    }
    if (const auto* const b = holds(freed_)) {
        add("use after free", at,
            "this copy " + std::string(does) + " memory that was freed at " +
                file_and_line(freed_at_[b->first].file, freed_at_[b->first].line) +
                ". Free it after its last use.");
        return false;
    }
    return true;
}

std::vector<program_finding> program_watch::all() {
    const std::lock_guard lock(mutex_);
    std::vector<program_finding> list;
    for (const cpu_checked::check_report& r : cpu_checked::session::only().take_reports())
        list.push_back({std::string(name(r.kind)), r.access.at.file, cpu_checked::sentence(r),
                        static_cast<int>(r.access.at.line), r.count, r.kernel, r.access.at.function,
                        r.launch});
    std::map<std::pair<std::string, int>, std::pair<std::uint64_t, std::uint64_t>> leaks;
    for (const auto& [p, b] : live_) {
        auto& [bytes, count] = leaks[{b.from.file ? b.from.file : "unknown place", b.from.line}];
        bytes += b.bytes;
        ++count;
    }
    list.insert(list.end(), findings_.begin(), findings_.end());
    for (const auto& [at, sum] : leaks)
        list.push_back({"leak", at.first,
                        bytes_text(sum.first) + " in " + std::to_string(sum.second) +
                            (sum.second == 1 ? " allocation" : " allocations") +
                            " made here are never freed. Call hipFree before the program ends.",
                        at.second, sum.second});
    return list;
}

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

// Gives the number of findings.
std::size_t report() {
    static bool done = false;
    if (std::exchange(done, true) || recorder_of_environment()) return 0;
    finding_filter filter = filter_of_environment();
    const std::vector<program_finding> list = filter.wanted(watch().all());
    std::fflush(nullptr);
    std::fputs(terminal_text(list, filter).c_str(), stderr);
    write_report("TILEPROOF_RUN_JSON", json_text(list, filter));
    write_report("TILEPROOF_RUN_JUNIT", junit_text(list));
    return list.size();
}

void at_end(int code, void*) {
    if (report() > 0 && code == 0) {
        std::fflush(nullptr);
        _exit(1);
    }
}

// abort() is called by the program itself, an assertion for instance: what was found until then is told.
void at_abort(int) {
    std::signal(SIGABRT, SIG_DFL);
    report();
    std::raise(SIGABRT);
}

// Before main, and so the last of what runs at the end.
const bool installed = [] {
    cpu_engine::watching_host() = &watch();
    on_exit(at_end, nullptr);
    std::signal(SIGABRT, at_abort);
    return true;
}();

}  // namespace
}  // namespace tileproof::user
