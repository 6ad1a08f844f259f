// SPDX-License-Identifier: MIT
// The findings of the cpu-checked device, as values; their sentences are composed at the end.
//
//   try { kernel.launch(problem, in.data(), out.data()); cpu_checked.synchronize(); }
//   catch (const check_error& e) {
//       for (const check_report& r : e.reports) puts(text(r).c_str());
//   }
//
// `out[i + 1] = x` of thread (3,0,0) in a buffer of four floats is
//   kind out_of_bounds, kernel "scale",
//   access {block (0,0,0), thread (3,0,0), wave 0, write, at scale.hip:12:5},
//   memory {buffer, name "the output", size 16, offset 16, bytes 4}
// and as a sentence
//   scale.hip:12: out of bounds: thread (3,0,0) of block (0,0,0) of scale writes 4 bytes that begin
//   right at the end of the output (16 bytes): element 4 of 4, counted in 4-byte elements. ...
//
// Each bug is one report: repetitions at the same place are counted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "devices/asked_values.hpp"
#include "devices/cpu/divergence.hpp"
#include "devices/cpu/index.hpp"
#include "devices/device.hpp"

namespace tileproof::cpu_checked {

using cpu_engine::uint3;

enum class check_kind {
#define FAULT(kind, ...) kind,
#include "devices/faults.def"
#undef FAULT
    older_value,  // a load that may miss an earlier store of another wave or block
};
std::string_view name(check_kind);  // "out of bounds", "race", ...

struct code_place {
    std::string file, function;
    unsigned line = 0, column = 0;  // line 0: not known
};

// Which thread does something, where and how.
struct checked_access {
    uint3 block{}, thread{};
    unsigned wave = 0;  // of the block
    bool write = false, atomic = false;
    code_place at;
    std::vector<devices::asked_values::variable> values;  // if requested
};

enum class memory_kind {
    none,  // in no live object, or not memory at all
    buffer,
    shared_array,
    dynamic_shared,
    device_variable,
    constant,
    heap,  // of malloc or new in a kernel
    private_variable,
    host,
};
inline bool of_block(memory_kind k) {
    return k == memory_kind::shared_array || k == memory_kind::dynamic_shared;
}

// The bytes [offset, offset + bytes) of an object; offset is negative in front of it.
struct checked_memory {
    memory_kind kind = memory_kind::none;
    std::string name;  // "the output", "tile"; empty if it has no name
    std::uint64_t size = 0;
    std::int64_t offset = 0;
    std::uint64_t bytes = 0;
    code_place made = {};  // a buffer: the call that allocated it
    unsigned of_case = 0;  // and which one of the case it is; 0: not known
    // The last call of the host that wrote to it, if not to all of it: "hipMemset", 3 bytes.
    std::string filled_by = {};
    code_place filled_at = {};
    std::uint64_t filled = 0;
};

// What to do about it, unless the kind implies it.
enum class advice {
    none,
    add_barrier,       // __syncthreads() between the two, or make both atomic
    add_wave_barrier,  // both are lanes of one wave: __syncwarp() would do
    separate_blocks,   // blocks run at the same time: give each its own memory, or use atomics
    add_grid_barrier,  // the same in a cooperative launch, where grid.sync() orders them, too
    wider_scope,       // an atomic or a fence that does not reach the other block
    release,           // a flag that does not bring along what was stored before it
    record_earlier,    // the stream waits for an event that is recorded only afterwards
    record_later,      // the event that the stream waits for was recorded before the other work
};

// Threads of a block that wait at one place, or have ended.
struct thread_group {
    cpu_engine::call_site at;
    bool ended = false;
    unsigned count = 0;
    unsigned occasion = 0;  // of those that wait at one place: the iteration or call, from 0
};

// A launch, a copy or the like, on a stream.
struct enqueued_work {
    std::string name;    // the kernel, or the call
    std::string stream;  // "stream 2"
    code_place at;       // of the call
    bool kernel = false;
};

struct check_report {
    check_kind kind{};
    std::string kernel;
    std::uint64_t launch = 0;  // of the case or the program, from 1
    checked_access access;
    checked_memory memory;
    std::optional<checked_access> other;
    std::optional<enqueued_work> work, other_work;  // stream_race; host_race has only other_work
    advice what_to_do = advice::none;
    bool cooperative = false;  // a race in a cooperative launch
    // A race between blocks: the atomic by which the other block told of its access, and the one by which this block saw
    // so, where nothing but a fence at both is missing.
    std::optional<std::pair<code_place, code_place>> signal;
    std::uint64_t count = 1;  // how often it happened in the launch
    bool stopped = false;     // the launch was stopped here: its output means nothing

    // Only for some kinds.
    // index_outside: the array's type; assertion: its text; invalid_free: of the host; uninitialised_variable: the function
    // that returned its value
    std::string declared;
    std::int64_t index = 0;              // index_outside
    std::size_t alignment = 0;           // misaligned
    std::vector<thread_group> groups;    // divergent_barrier, hang
    int absent_lane = -1;                // divergent_wave: the first one
    unsigned absent_lanes = 0;           // ... and how many
    std::uint64_t shared_limit = 0;      // too much shared memory: the limit of a block
    double seconds = 0;                  // hang
    bool of_case = false;                // hang: the time of the whole case, not of the block
    std::vector<checked_memory> arrays;  // too_much_shared_memory
    std::string
        sentence;  // for a divergent barrier, composed by the engine while its threads existed
};

// The value of a lane that takes no part is undefined, and yet whoever drops it is right.
inline bool may_be_dropped(const check_report& r) {
    return r.kind == check_kind::divergent_wave && r.sentence.empty();
}

// Loads of the last case that got a value older than the last one stored (older_values.cpp): not a finding, but the
// possible cause of a wrong result. Null if no device returns older values.
inline std::vector<check_report> (*take_older_reads)() = nullptr;

// "tiled.hip:31: race: thread (0,1,0) ...": the same text in terminal, JSON and JUnit.
std::string text(const check_report&);
// What happened and what to do, without the place.
std::string sentence(const check_report&);
// What would order the two accesses of a race, or what has set only a part of memory, where lines do not tell; else empty.
std::string missing_order(const check_report&);

// Thrown by synchronize() of the cpu-checked device if the launches since the last call had findings. Its text is all
// reports, one per line.
class check_error : public kernels::device_error {
  public:
    explicit check_error(std::vector<check_report>);
    std::vector<check_report> reports;
};

}  // namespace tileproof::cpu_checked
