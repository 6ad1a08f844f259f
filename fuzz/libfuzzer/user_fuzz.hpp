// SPDX-License-Identifier: MIT
// A user's kernel tests as a libFuzzer target: bytes choose a test and a case, and the kernel laws
// judge it, on cpu with coverage feedback from the kernel, then on cpu-checked.
//
//   tileproof-fuzz-kernel --source=scale.hip --store=findings corpus/ -max_total_time=60
//
// A case that breaks a law is stored as a finding, so that `tileproof check scale.hip` runs it
// first, and ends the process as a crash.
#pragma once

#include "fuzz/finding/finding.hpp"
#include "properties/kernel/user/user_property.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tileproof::properties {

class user_fuzz {
  public:
    // Throws user_error. `devices` in the order in which they judge a case.
    user_fuzz(const user_build&, const std::string& source, const std::filesystem::path& store);

    struct broken_law {
        std::string sentence;
        std::filesystem::path file;  // where the finding is
    };
    // Nothing: all laws held, or the bytes are a case that the test does not take.
    std::optional<broken_law> judge(std::span<const std::uint8_t> choices);
    // Empty: nothing was tried, or a case said something. Otherwise a sentence.
    std::string why_not_judged() const;

  private:
    user_library library_;
    std::string source_;
    user_build build_;
    std::filesystem::path store_;
    std::vector<property_list> by_device_;  // the tests, in the order of the library
    std::int64_t tried_ = 0, judged_ = 0;
    std::string last_reason_;  // why a case said nothing
};

}  // namespace tileproof::properties
