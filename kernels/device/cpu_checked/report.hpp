// What the checks of the cpu-checked device found, as values.
//
//   try { kernel.launch(problem, in.data(), out.data()); cpu_checked.synchronize(); }
//   catch (const check_error& e) {
//       for (const check_report& r : e.reports) puts(text(r).c_str());
//   }
//   // tiled.hip:31: race: thread (0,1,0) of block (0,0,0) of transpose_tiled writes 4 bytes ...
//
// One bug is one report: what happens again at the same place is counted, not repeated.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/device/cpu/index.hpp"
#include "kernels/device/device.hpp"

namespace tileproof::cpu_checked {

using cpu_engine::uint3;

enum class check_kind {
    out_of_bounds,      // an access outside every live object: buffers, shared arrays, variables
    use_after_free,     // ... that hits a buffer which was freed
    index_outside,      // an array index past the array's length, though perhaps inside the object
    misaligned,         // an address that is no multiple of what the access needs
    constant_written,   // a store to a __constant__ variable
    race,               // two accesses, one of them a write, that nothing orders
    uninitialised,      // a read of bytes that nobody has written
    divergent_barrier,  // a barrier that not all threads of a block reach
    divergent_wave,     // a wave operation reads a lane that does not take part
    hang,               // a block that does not end
    too_much_shared_memory,  // __shared__ arrays that no block has room for
    other_failure,           // an exception, for instance
};
std::string_view name(check_kind);  // "out of bounds", "race", ...

struct other_access {
    uint3 block{}, thread{};
    bool write = false;
    std::string file, function;
    unsigned line = 0;
};

struct check_report {
    check_kind kind{};
    std::string kernel;
    uint3 block{}, thread{};
    bool write = false;          // the access was a write (or both)
    bool shared_memory = false;  // it went to shared memory, static or dynamic
    std::string file, function;
    unsigned line = 0, column = 0;
    std::string sentence;  // what happened and what to do, without the place in front
    std::optional<other_access> other;
    std::uint64_t count = 1;  // how often it happened in the launch
    bool stopped = false;     // the launch was given up here: what it was to write means nothing
};

// "tiled.hip:31: race: thread (0,1,0) ...": the same text in terminal, JSON and JUnit.
std::string text(const check_report&);

// Thrown by the cpu-checked device's synchronize(): the launches since the last call had findings.
// Its text is all reports, one a line.
class check_error : public kernels::device_error {
  public:
    explicit check_error(std::vector<check_report>);
    std::vector<check_report> reports;
};

}  // namespace tileproof::cpu_checked
