// What a worker tells its parent through shared memory, so that it is known when the worker is gone:
// the case it is in, since when, and where a memory fault hit.
//
// The worker writes the case before it runs it; the parent reads it after the process has ended (or
// to see how long the case has been running).
#pragma once

#include "properties/crash_note.hpp"
#include "properties/property.hpp"

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace tileproof::properties {

struct shared_case {
    static constexpr std::size_t text_size = 1 << 16;

    std::atomic<std::int64_t> started_ns{0};  // steady clock; 0: between cases
    std::atomic<std::int64_t> index{0};
    static constexpr std::int64_t still_generated = -1, too_long = -2;
    std::atomic<std::int64_t> text_length{still_generated};
    std::atomic<int> fault_signal{0};
    std::atomic<bool> fault_was_write{false};
    std::atomic<std::uint64_t> fault_address{0};
    char note[crash_note_size] = {};
    char text[text_size] = {};

    void begin(std::int64_t case_index);  // from here on the time limit counts
    void record(std::string_view case_text);
    void end();
    double seconds_running() const;  // 0 between cases
};

// Memory that a process and the children it forks share, given back by the destructor.
class shared_case_memory {
  public:
    shared_case_memory();  // throws std::system_error when there is no memory
    ~shared_case_memory();
    shared_case_memory(const shared_case_memory&) = delete;
    shared_case_memory& operator=(const shared_case_memory&) = delete;
    shared_case* operator->() const { return case_; }
    shared_case& operator*() const { return *case_; }

  private:
    shared_case* case_ = nullptr;
};

}  // namespace tileproof::properties
