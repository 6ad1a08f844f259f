// SPDX-License-Identifier: MIT
// A user's kernel compiled once more with small changes, of which one or two at a time are made while cases run.
//
//   changed_kernel k(f, cache);
//   k.give(4);                                             // seconds of the processor
//   k.outcomes({{&the_case}, {&the_case, {17}}})           fails as before; with change 17 all laws hold
//
// Cases run in child processes: a change may crash, hang or fill the memory.
#pragma once

#include "compiler/build/user_library.hpp"
#include "devices/tried_changes.hpp"
#include "fuzz/finding/finding.hpp"
#include "properties/property.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace tileproof::diagnosis {

// Digest of a failure's cause; odd: it names a line.
std::size_t digest_of(const properties::failure&);
inline bool names_line(std::size_t digest) { return (digest & 1) != 0; }

constexpr std::uint32_t bit_of(properties::law_id law) { return 1u << static_cast<unsigned>(law); }

struct attempt {
    static constexpr std::int64_t plenty = 200'000'000;
    const nlohmann::json* the_case = nullptr;
    devices::tried_changes::numbers changes{};
    std::int64_t fuel = plenty;  // turns of loops, and threads
    bool until_wrong = false;    // no more runs of it, nor laws, once a value is known to be wrong
};

struct trial_outcome {
    bool tried = false;  // false: there was no time
    bool judged = false;
    std::uint32_t laws = 0;  // that failed
    std::size_t how = 0;     // digest of their sentences
    std::int64_t turns = 0;  // of loops, and threads
    static constexpr std::size_t most_causes = 8;
    std::array<std::size_t, most_causes> causes{};  // digests; 0: no more

    bool shows(std::size_t cause) const;
    bool holds() const { return judged && laws == 0; }
};

// In this process.
trial_outcome outcome_of(const attempt&, const properties::property&);

class changed_kernel {
  public:
    // Compiles the source with its changes, for the device that sees the finding best: cpu-checked if it names a line, else cpu.
    changed_kernel(const fuzz::finding&, const std::filesystem::path& cache);

    // The finding's property, without relations; empty: it is gone.
    const properties::property_list& properties() const { return properties_; }

    // At least so many seconds of the processor are left from now on.
    void give(double seconds) { seconds_ = std::max(seconds_, spent_ + seconds); }
    double left() const { return seconds_ - spent_; }
    // One after the other in a child process, and in another one after a change that has ended it. Those that there is no time for
    // are not tried. Time is the processor's: how busy the machine is decides nothing.
    std::vector<trial_outcome> outcomes(const std::vector<attempt>&);

  private:
    const std::string device_;
    compiler::user_library library_;
    properties::property_list properties_;
    double seconds_ = 0, spent_ = 0;
};

// With a change that mends one bug, the condition of another one is learnt.
struct kernel_with_changes {
    std::shared_ptr<changed_kernel> kernel;
    devices::tried_changes::numbers changes{};
};

}  // namespace tileproof::diagnosis
