// The hook interface of the checks: each check is a small class that listens to what it needs.
//
// The path of an access (tracker.hpp) settles what is in order by itself, so checkers hear of the
// rest only: accesses that hit nothing, that read what nobody wrote, that nothing orders. A checker
// turns what it hears into reports. To add one, derive, override what you need, and list it in
// session.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "kernels/device/cpu/observer.hpp"
#include "kernels/device/cpu_checked/region.hpp"
#include "kernels/device/cpu_checked/report.hpp"

namespace tileproof::cpu_checked {

using cpu_engine::launch_info;

// An access that is going on.
struct access {
    const site* at = nullptr;
    std::uint64_t block = 0;         // linear in the grid
    std::uint32_t thread = 0;        // linear in the block
    const region* target = nullptr;  // null: no region at all
    std::uint64_t offset = 0;        // in target
    std::size_t bytes = 0;
    bool write = false, atomic = false;
};

// An access that was made before, as far as the shadow remembers it.
struct past_access {
    const site* at = nullptr;
    std::uint64_t block = 0;
    std::uint32_t thread = 0;
    bool write = false, atomic = false;
};

// One access of a block whose accesses are logged.
struct logged_access {
    const site* at;
    std::uintptr_t address;
    std::uint32_t thread;
    std::uint16_t bytes;
    bool write, shared;
};

// Collects the reports of a launch: the first one of its key, and how often the key came.
class report_sink {
  public:
    void begin_launch(const launch_info& info) { launch_ = info; }
    const launch_info& launch() const { return launch_; }
    void add(const std::string& key, check_report&&);
    bool has(const std::string& key);  // and counts it when it is there
    // A report about an access, with kernel, block, thread and place filled in.
    check_report begin(check_kind, const access&) const;
    std::vector<check_report> take();
    void remove(const std::string& key);
    bool empty() const { return order_.empty(); }

    uint3 block_index(std::uint64_t linear) const;
    uint3 thread_index(std::uint32_t linear) const;
    // "thread (1,0,0) of block (0,0,0) of scale"
    std::string who(const access&) const;

  private:
    launch_info launch_;
    std::map<std::string, check_report> reports_;
    std::vector<std::string> order_;
};

class checker {
  public:
    virtual ~checker() = default;
    virtual std::string_view name() const = 0;  // "races"

    virtual void launch_begin(const launch_info&) {}
    // Last chance to report. `launch` is its number, as in region::written_in.
    virtual void launch_end(std::uint32_t /*launch*/, report_sink&) {}
    virtual void block_begin() {}
    virtual void block_end() {}

    // [target + offset, + bytes) is outside target, which is the object next to it (null: nothing
    // is near).
    virtual void outside(const access&, report_sink&) {}
    virtual void misaligned(const access&, std::size_t /*alignment*/, report_sink&) {}
    virtual void constant_written(const access&, report_sink&) {}
    // `array` is its type, "'float[8][9]'".
    virtual void index_outside(const access&, const char* /*array*/, std::int64_t, report_sink&) {}
    virtual void unwritten(const access&, report_sink&) {}
    virtual void conflict(const access&, const past_access&, report_sink&) {}
    virtual void divergence(const check_report&, report_sink&) {}
    // All accesses of a block, in the order in which they were made; of some blocks only
    // (session.cpp).
    virtual void logged(std::span<const logged_access>, unsigned /*wave_size*/) {}
};

// Phrases that sentences are made of.
std::string place_text(const site&);                            // "tiled.hip:31"
std::string target_text(const region&);                         // "shared array tile (4224 bytes)"
std::string count_text(std::uint64_t n, const char* singular);  // "1 byte", "4 bytes"

}  // namespace tileproof::cpu_checked
