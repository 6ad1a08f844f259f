// SPDX-License-Identifier: MIT
// From an input that made a target fail to a finding in the store: judged, recognised, made
// smaller.
#pragma once

#include "fuzz/finding/finding.hpp"
#include "fuzz/libfuzzer/fuzz_state.hpp"
#include "fuzz/worker/rerun.hpp"

#include <string>

namespace tileproof::fuzz {

// What makes two findings one: law, property, pattern of transforms ("naive {unmerge pass}
// {merge}") and the cause (see failure.hpp).
std::string signature_of(const finding& f);

class finding_desk {
  public:
    // `known` are all that a finding may be about, fuzz inputs included.
    finding_desk(finding_properties& known, const finding_store& store, fuzz_state& state,
                 double case_seconds, double minimize_seconds)
        : known_(known),
          store_(store),
          state_(state),
          case_seconds_(case_seconds),
          minimize_seconds_(minimize_seconds) {}

    // Judges the input, stores what it breaks before anything else is done with it, makes it
    // smaller, and deletes the input once that is on disk. A sentence for the user: what was found,
    // or that it was known. Throws store_error when the disk takes nothing; the input is kept then.
    std::string take(const fuzz_target& target, const std::filesystem::path& input);

  private:
    struct judged {
        finding what;
        bool failed_again;
    };
    judged judge(const fuzz_target& target, const std::string& bytes,
                 const std::filesystem::path& input) const;
    std::ptrdiff_t kept_of(const finding& f) const;  // of its law and property
    fuzz_finding* first_of(const finding& f);

    finding_properties& known_;
    const finding_store& store_;
    fuzz_state& state_;
    double case_seconds_, minimize_seconds_;
    // How often inputs of one law and property were made smaller: enough is enough.
    std::map<std::string, int> made_smaller_;
};

}  // namespace tileproof::fuzz
