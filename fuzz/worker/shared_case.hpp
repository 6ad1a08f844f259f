// SPDX-License-Identifier: MIT
// What a worker tells its parent through shared memory, so that it survives the worker: the running case of each of
// its threads, its start, and the place of a memory fault.
//
// The worker writes a case before it runs it; the parent reads it after the process has ended (or to see how long the
// case has been running). If a folder is given the memory is a file in it, so that the cases are known even if both
// processes are killed: find_lost_cases() reads them.
//
//   shared_case_memory memory(4);          // for four threads
//   memory[2].begin("transpose@cuda", 17); // by the third one
//   memory[2].record(R"({"rows":1})");
#pragma once

#include "devices/launch_time.hpp"
#include "properties/crash_note.hpp"
#include "properties/property.hpp"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace tileproof::fuzz {

struct shared_case {
    static constexpr std::size_t text_size = 1 << 16, name_size = 256;
    static constexpr std::uint64_t mark_of_version = 0x3465736163707401;  // "\1tpcase4"

    std::uint64_t mark = mark_of_version;      // a file with another mark is not read
    std::atomic<std::int64_t> started_ns{0};   // steady clock; 0: between cases
    std::atomic<double> processor_seconds{0};  // used by the worker until then
    devices::launch_time launch_time;          // of a kernel on a cpu device
    std::atomic<std::int64_t> index{0};
    static constexpr std::int64_t still_generated = -1, too_long = -2;
    std::atomic<std::int64_t> text_length{still_generated};
    std::atomic<int> fault_signal{0};
    std::atomic<bool> fault_was_write{false}, fault_has_address{false};
    std::atomic<std::uint64_t> fault_address{0};
    std::atomic<bool> fault_of_host{false};    // not in a kernel
    std::atomic<std::uint64_t> fault_code{0};  // where in its file of code it was
    char fault_file[512] = {};                 // which one; empty: not known
    char property[name_size] = {};             // ends with a zero; empty if the name is too long
    char note[properties::crash_note_size] = {};
    char host_note[properties::crash_note_size] = {};
    char text[text_size] = {};

    // The time limit counts from here on.
    void begin(std::string_view property_name, std::int64_t case_index);
    void record(std::string_view case_text);
    void end();
    double seconds_running() const;  // 0 between cases
};

// Memory shared by a process and the children it forks, freed by the destructor.
class shared_case_memory {
  public:
    // As a file of the folder, which is made if needed and deleted with its last file; without a folder, or if the
    // file cannot be made, in memory only. Throws std::system_error if there is no memory.
    explicit shared_case_memory(std::size_t threads, const std::filesystem::path& folder = {});
    ~shared_case_memory();
    // Why there is no file although a folder was given: a sentence, or empty.
    const std::string& problem() const { return problem_; }
    shared_case_memory(const shared_case_memory&) = delete;
    shared_case_memory& operator=(const shared_case_memory&) = delete;
    shared_case& operator[](std::size_t thread) const { return cases_[thread]; }
    std::span<shared_case> cases() const { return cases_; }

  private:
    int open_file(const std::filesystem::path& folder, std::size_t bytes);

    std::span<shared_case> cases_;
    int file_ = -1;  // locked as long as this process or one of its children lives
    std::filesystem::path path_;
    std::string problem_;
};

// Cases that were running when tileproof itself was killed, read from the files that its workers left.
//
//   for (lost_cases& l : find_lost_cases(".tileproof/findings/running")) {
//       l.property                   // "transpose_tiled@cpu"
//       l.cases                      // {{"rows": 1, "columns": 2, ...}}: of each thread of the worker
//       fs::remove(l.file);          // once they have been dealt with
//   }

struct lost_cases {
    std::filesystem::path file;
    std::string property;
    std::vector<nlohmann::json> cases;
};

// In the order of their file names. Files of living processes are left alone; files without a running case,
// unreadable ones, and those that nobody asked for in 30 days are deleted.
std::vector<lost_cases> find_lost_cases(const std::filesystem::path& folder);

}  // namespace tileproof::fuzz
